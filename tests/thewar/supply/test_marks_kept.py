"""Marks of supply stay with those whom they are on: units broken down and built up, places that change hands, hand-made
files; a check of a whole front is quick; random play with pockets breaks nothing (12.0, 12.6)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.reading import understand
from engine.kernel.refusals import Refused
from engine.thewar.ruleset import RULESET
from engine.thewar.supply_checks import occasions, seen, third_check
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world import calendar, sides, supply
from engine.thewar.world.state import SupplyMark, TheWar, Unit
from tests.thewar.player import Game, Player, opening, play_on
from tests.thewar.supply.pockets import FALL, FIRST, SUMMER, THIRD, UNITS, at_step, here, pocket
from tests.thewar.world import after, effect


def told(campaign: TheWar) -> list[str]:
    return [f"{fault.at} {fault.problem}" for fault in RULESET.check(campaign) if "supply" in fault.at]


def test_12_6_who_is_broken_down_or_built_up_stays_out_of_supply() -> None:
    campaign = at_step(here(pocket(), "germany unsupplied units=germany-arm-1"), "axis.operations.breakdown")
    mark = campaign.supply_marks["germany-arm-1"]
    apart = after(campaign, "germany break-down arm-8-8 at=kursk")
    parts = sorted(key for key, unit in apart.units.items() if unit.kind == "arm" and unit.power == "germany")
    assert len(parts) > 1 and apart.supply_marks == dict.fromkeys(parts, mark)
    together = after(apart, "germany build-up arm-8-8 at=kursk")
    (whole,) = (key for key, unit in together.units.items() if unit.kind == "arm" and unit.power == "germany")
    assert together.supply_marks == {whole: mark}


def test_12_0_a_place_that_is_captured_is_cut_off_no_more() -> None:
    campaign = here(pocket(), "germany unsupplied places=kursk")
    taken = after(at_step(campaign, "allied.operations.combat"), "capture kursk ussr")
    assert taken.supply_places == {}


def test_12_0_who_changes_sides_is_not_out_of_supply_for_the_side_it_leaves() -> None:
    slovak = Unit(power="slovakia", kind="inf", strength="1-5")
    mark = SupplyMark(level="out", side="axis", since=SUMMER, half="axis", check=1, until=SUMMER)
    units = {**UNITS, "slovakia-inf-1": slovak}
    campaign = attrs.evolve(pocket(), units=units, supply_marks={"slovakia-inf-1": mark, "germany-inf-1": mark})
    other = after(campaign, "status slovakia satellite patron=ussr")
    assert set(other.supply_marks) == {"germany-inf-1"} and told(other) == []
    assert set(after(campaign, "status slovakia associate patron=germany").supply_marks) == set(campaign.supply_marks)


def test_12_0_marks_that_do_not_fit_are_named_where_a_campaign_is_checked() -> None:
    mark = SupplyMark(level="out", side="axis", since=SUMMER, half="axis", check=1, until=SUMMER)
    limited = attrs.evolve(mark, level="limited")
    wrong = {"germany-inf-1": attrs.evolve(mark, until=""), "germany-inf-2": limited, "ussr-inf-1": mark}
    campaign = attrs.evolve(pocket(), supply_marks=wrong, supply_places={"atlantis": mark})
    assert told(campaign) == [
        "supply_marks.germany-inf-1.until this mark has no date",
        "supply_marks.germany-inf-2.until this mark has a date, and a limited source none",
        "supply_places.atlantis there is no place 'atlantis', and no fortress",
        "supply_marks.ussr-inf-1.side this mark is of the other side than its unit",
    ]
    assert told(here(pocket(), "germany unsupplied places=kursk,fort")) == []


def test_12_0_a_mark_is_a_duty_until_it_is_gone() -> None:
    campaign = here(pocket(), "germany unsupplied units=germany-inf-2", "ussr unsupplied places=kiev of=ussr")
    assert [duty.text for duty in occasions.duties(campaign)] == [
        "Out of supply since Summer 1941: INF 6-5 of Germany",
        "Out of supply since Summer 1941: all in Kiev",
    ]
    assert list(occasions.duties(pocket())) == []


def test_12_6_a_check_of_a_whole_front_asks_of_each_unit_once() -> None:
    """Some 230 units, each with its mark: what the third check tells, stops and takes does not grow with their square.
    How long it takes is measured by the bench."""
    many = {f"germany-inf-{nth}": Unit(power="germany", kind="inf", strength="6-5") for nth in range(100, 330)}
    mark = SupplyMark(level="out", side="axis", since=SUMMER, half="axis", check=1, until=SUMMER)
    campaign = attrs.evolve(pocket(f"axis.{THIRD}"), units={**UNITS, **many}, supply_marks=dict.fromkeys(many, mark))
    assert third_check.toll(campaign, "germany").lost == tuple(many)
    assert list(seen.told(campaign))[-1] == "Lost out of supply: 230 INF 6-5 of Germany."
    gone = here(campaign, "germany third-check")
    assert gone.units == UNITS and gone.pools["germany-inf-6-5"].oos == 230


def test_12_0_limited_sources_last_from_turn_to_turn() -> None:
    campaign = here(pocket(), "germany unsupplied units=germany-inf-1 limited=yes")
    later = effect(at_step(campaign, "end.advance", 1), EndTurn("germany"))
    assert supply.level(later, "germany-inf-1").level == "limited"
    assert later.supply_marks["germany-inf-1"].until == "" and FALL > SUMMER


def _cut(campaign: TheWar, player: Player) -> list[str]:
    """Whom somebody sees cut off where a check is at hand, by chance; elsewhere who asks for it."""
    side = sides.phasing(campaign)
    slug = RULESET.sequence[campaign.progress.step].slug
    if slug not in (FIRST, THIRD):
        return [f"{player.random.pick(('germany', 'britain'))} ask-supply"]
    own = [key for key, unit in campaign.units.items() if sides.side(campaign, unit.power) == side]
    keys = {player.random.pick(own) for _ in range(3)}
    return [f"germany unsupplied units={key} of={campaign.units[key].power}" for key in sorted(keys)]


@pytest.mark.parametrize("seed", [1, 2])
def test_12_6_random_play_with_pockets_breaks_nothing(seed: int) -> None:
    game, player = Game(opening()), Player(seed, busy=0.0)
    named = 0
    for _ in range(150):
        play_on(game, player, 1, undos=0.05)
        if game.over or game.campaign.pending:
            continue
        for line in _cut(game.campaign, player):
            try:
                game.give(understand(RULESET, line, game.campaign))
                named += " unsupplied " in line
            except Refused:
                continue
        now = calendar.now(game.campaign)
        for mark in (*game.campaign.supply_marks.values(), *game.campaign.supply_places.values()):
            assert (mark.level == "limited") == (not mark.until)
            assert not mark.until or calendar.number(mark.until) >= now, "a mark never outlives its date"
    taken = [entry.order for entry in game.entries if entry.order.endswith("third-check")]
    assert named > 3 and taken and told(game.campaign) == []
