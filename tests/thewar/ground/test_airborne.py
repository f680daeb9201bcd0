"""Who drops under the enemy's aircraft, and who has moved before: interception without escorts, escorts that do not
live through it, the airbase where the turn begins (11.14.1, ruling 572)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from engine.thewar.supply import graces
from engine.thewar.world.state import Grace, TheWar
from tests.thewar.builds import after, refused
from tests.thewar.ground.test_ground_fight import ATTACKS, COMBAT, RESERVES, _many, front, stepped
from tests.thewar.ground_wars import Game

PARA = "germany-para-1042"
DROP = "germany attack x units=2-arm-8-8,para-2-5 against=inf-4-5 terrain=clear facts=drop"


def over(*, escorts: int = 0, facing: int = 0, line: str = DROP, worn: bool = False) -> TheWar:
    """A drop beside an attack by land, announced and answered, in its combat step."""
    campaign = front(ATTACKS, germany={"effort": "rle"})
    units = {
        **campaign.units,
        **_many("germany", "para", "2-5", 1),
        **_many("germany", "ftr", "3-3-2", escorts, depleted=worn),
        **_many("ussr", "ftr", "2-3-2", facing),
    }
    escorted = f" air={escorts}-ftr-3-3-2" if escorts else ""
    campaign = stepped(after(attrs.evolve(campaign, units=units), line + escorted), RESERVES)
    if facing:
        campaign = after(campaign, f"ussr support x {facing}-ftr-2-3-2")
    return stepped(campaign, COMBAT)


def lost_in(campaign: TheWar) -> float:
    """The chance of a forecast that the PARA does not come through the battle."""
    odds = understand(RULESET, "germany fight x", campaign).forecast(campaign)
    assert odds is not None
    return float(
        sum(
            share
            for end, share in odds.outcomes
            if not any(unit.name == PARA and unit.fights for unit in end.attackers)
        )
    )


@pytest.mark.rule("tw-11.14.1-esc", "tw-11.14.1")
def test_11_14_1_para_that_are_intercepted_alone_are_shot_down_and_the_others_attack_without_them() -> None:
    campaign = over(facing=1)
    assert lost_in(campaign) == 1
    game = Game(campaign)
    game.fight([1])
    assert PARA not in game.campaign.units
    (first, *_) = game.entries
    assert [change.rule for change in first.changes if change.at == f"units.{PARA}"] == ["11.14.1"]
    order = understand(RULESET, "germany fight x", campaign)
    assert "intercepted without escorts: 1 PARA lost (11.14.1)" in order.told(campaign, first)
    assert len(game.fallen("ground")) == 1, "the armour attacks all the same"
    # Nobody intercepts: they land.
    quiet = Game(over())
    quiet.fight([1])
    assert PARA in quiet.campaign.units


@pytest.mark.rule("tw-11.14.1-esc")
def test_11_14_1_para_alone_in_an_attack_that_are_shot_down_attack_nobody() -> None:
    campaign = over(facing=1, line=DROP.replace("2-arm-8-8,", ""))
    game = Game(campaign)
    game.fight([])
    assert PARA not in game.campaign.units and not game.campaign.engagements
    assert not game.fallen("ground")
    assert {"ussr-inf-1035", "ussr-inf-1036"} <= game.campaign.units.keys()


@pytest.mark.rule("tw-11.14.1-esc")
@pytest.mark.parametrize("face", range(1, 11))
def test_11_14_1_escorts_must_survive_be_it_depleted(face: int) -> None:
    """A Depleted escort that is hit is lost, and PARA with it; a whole one that is hit is Depleted, and they land."""
    for worn in (False, True):
        game = Game(over(escorts=1, facing=3, worn=worn))
        game.fight([face, *[5] * 9])
        before = next(
            entry for entry in game.entries if any("air battle is over" in change.why for change in entry.changes)
        )
        escort = any(key.startswith("germany-ftr") for key in game.campaign.units)
        fell = [change.rule for change in before.changes if change.at == f"units.{PARA}"]
        assert fell == ([] if escort else ["11.14.1"]), (face, worn)


@pytest.mark.rule("tw-11.14.1-esc")
def test_11_14_1_the_forecast_counts_the_ends_in_which_no_escort_is_left() -> None:
    assert lost_in(over()) < lost_in(over(escorts=1, facing=3)) < lost_in(over(escorts=1, facing=3, worn=True)) <= 1


# ---------------------------------------------------------------- the airbase where the turn begins


@pytest.mark.rule("tw-11.14.1")
def test_11_14_1_who_has_moved_drops_no_more_in_the_turn() -> None:
    campaign = front(ATTACKS, germany={"effort": "rle"})
    units = {**campaign.units, **_many("germany", "para", "2-5", 1, place="berlin")}
    campaign = attrs.evolve(campaign, units=units)
    assert refused(campaign, DROP) == ""
    moved = stepped(
        after(stepped(campaign, "axis.operations.staging"), "germany station vienna units=para-2-5"), ATTACKS
    )
    reason = "PARA 2-5 has moved in this turn (11.14.1). Who drops begins the turn at the airbase"
    assert reason in refused(moved, DROP)
    # By land it may attack.
    assert "11.14.1" not in refused(moved, DROP.replace(" facts=drop", ""))
    # Who is first said to be at an airbase has not moved by that.
    first = attrs.evolve(campaign, units={**units, PARA: attrs.evolve(units[PARA], place="board")})
    told = stepped(after(stepped(first, "axis.operations.staging"), "germany station vienna units=para-2-5"), ATTACKS)
    assert refused(told, DROP) == ""


@pytest.mark.rule("tw-11.14.1")
def test_11_14_1_who_has_dropped_moves_no_more_in_the_turn() -> None:
    campaign = front("axis.operations.second-impulse", germany={"effort": "rle"})
    units = {**campaign.units, **_many("germany", "para", "2-5", 1, place="warsaw")}
    grace = Grace(kind=graces.DROPS, since="1941-2-summer")
    landed = attrs.evolve(campaign, units=units, graces={PARA: grace})
    line = "germany station berlin units=para-2-5"
    assert "PARA 2-5 has dropped in this turn (11.14.1)" in refused(landed, line)
    assert "11.14.1" not in refused(
        attrs.evolve(landed, graces={PARA: attrs.evolve(grace, since="1941-1-spring")}), line
    )
    # Nor by strategic movement; the 'board' is left by nobody.
    there = attrs.evolve(landed, units={**units, PARA: attrs.evolve(units[PARA], place="board")})
    line = "germany stratmove ground group=para-2-5 to=berlin"
    assert "Germany has 0 whole PARA 2-5" in refused(stepped(there, "axis.stratmove.ground"), line)
    free = attrs.evolve(there, graces={})
    assert "whole PARA" not in refused(stepped(free, "axis.stratmove.ground"), line)
