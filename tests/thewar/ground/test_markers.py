"""Beachheads, bridgeheads and breaches: how they come about, how long they lie (7.7.4, 9.6.2, 10.5)."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import pytest

from engine.kernel import play, telling
from engine.kernel.dice import FixedDice
from engine.thewar.ground import marker_orders
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets.gazetteer import sites
from engine.thewar.world import markers
from engine.thewar.world.state import Marker, TheWar, Unit
from tests.thewar.beaches import COMBAT, LAND, shore
from tests.thewar.builds import after, at, refused
from tests.thewar.ground.test_ground_fight import ATTACK, SECOND, asked, front, given, stepped
from tests.thewar.ground.test_ground_fight import COMBAT as AXIS_COMBAT
from tests.thewar.minors import moved
from tests.thewar.values import wars_of

END = "axis.end.markers"


def fought(line: str, *faces: int, campaign: TheWar | None = None) -> TheWar:
    """The Axis front of Summer 1941 after a battle, each decision by its first answer."""
    announced = stepped(after(campaign or front(), line), AXIS_COMBAT)
    return decided(given(announced, f"germany fight {line.split()[2]}", *faces))


def decided(campaign: TheWar) -> TheWar:
    while campaign.pending:
        campaign = given(campaign, asked(campaign)[1][0])
    return campaign


def ended(campaign: TheWar, turn: str, step: str = END) -> tuple[str, ...]:
    """The markers left after the end of a side's half in another turn."""
    there = stepped(moved(campaign, turn), step)
    found, _ = play.apply(RULESET, there, marker_orders.Lapse(), seat="", dice=FixedDice(()), n=1)
    assert isinstance(found, TheWar)
    return tuple(found.markers)


def with_markers(*laid: tuple[str, str, str], turn: str = "1941-2-summer") -> TheWar:
    """The campaign with markers of kinds at places, of powers, laid in Summer 1941."""
    found: Mapping[str, Marker] = {
        f"{kind}-{where}": Marker(kind=kind, place=where, power=power, since="1941-2-summer")
        for kind, where, power in laid
    }
    return attrs.evolve(at(END, turn), markers=found)


# ---------------------------------------------------------------- how they come about


@pytest.mark.rule("tw-10.5")
def test_10_5_an_arm_among_the_attackers_opens_a_breach_and_an_advance_is_made_at_once() -> None:
    won = given(stepped(after(front(), ATTACK), AXIS_COMBAT), "germany fight smolensk", 1)
    assert asked(won) == ("germany", ("germany occupy yes", "germany occupy no"))
    # Nothing else goes on before it is said; once the battle is over, it is too late.
    with pytest.raises(Exception, match="advance into Smolensk"):
        given(won, "germany done")
    stays = given(won, "germany occupy no")
    assert stays.places["smolensk"].holder == "ussr"
    assert "no ground battle awaits this (10.5)" in refused(stays, "germany occupy yes")
    assert stays.markers["breach-smolensk"] == Marker(
        kind="breach", place="smolensk", power="germany", since="1941-2-summer"
    )
    assert set(given(won, "germany occupy yes").markers) == {"breach-smolensk"}


@pytest.mark.rule("tw-10.5")
def test_10_5_without_an_arm_or_a_victory_there_is_no_breach() -> None:
    infantry = "germany attack smolensk units=3-inf-6-5 against=inf-4-5 terrain=city"
    assert not fought(infantry, 1).markers
    # A retreat empties the hex as well: 36 to 18 is 2-1, -3; a die of 6 is row 3: DR.
    assert set(fought(ATTACK, 6).markers) == {"breach-smolensk"}
    # A die of 10 is row 7: 2xEX, all attackers that are left; somebody has to be there.
    lost = fought("germany attack smolensk units=arm-8-8 against=2-inf-4-5 terrain=city", 10)
    assert not lost.markers


@pytest.mark.rule("tw-10.5")
def test_10_5_an_arm_that_falls_in_the_attack_has_opened_the_breach() -> None:
    line = "germany attack smolensk units=arm-8-8,3-inf-6-5 against=2-inf-4-5 terrain=city"
    # 26 to 18 is 1-1, -3; a die of 7 is row 4: 1/2 EX, 9 factors at least.
    won = given(stepped(after(front(), line), AXIS_COMBAT), "germany fight smolensk", 7)
    costly = next(answer for answer in asked(won)[1] if "germany-arm" in answer)
    assert set(decided(given(won, costly)).markers) == {"breach-smolensk"}


@pytest.mark.rule("tw-9.6.2")
def test_9_6_2_an_attack_across_a_river_makes_a_bridgehead() -> None:
    infantry = "germany attack x units=3-inf-6-5 against=inf-4-5 terrain={}"
    assert set(fought(infantry.format("river"), 1).markers) == {"bridgehead-x"}
    assert not fought(infantry.format("forest"), 1).markers
    # A hex may be both.
    both = "germany attack x units=3-arm-8-8 against=inf-4-5 terrain=river"
    assert set(fought(both, 1).markers) == {"bridgehead-x", "breach-x"}
    # PARA that drop undo the river, and a frozen one is none (26.1.1).
    para = {"germany-para-700": Unit(power="germany", kind="para", strength="2-5")}
    dropping = attrs.evolve(front(), units={**front().units, **para})
    dropped = both.replace("3-arm-8-8", "3-arm-8-8,para-2-5") + " facts=drop"
    assert set(fought(dropped, 1, campaign=dropping).markers) == {"breach-x"}
    winter = front(turn="1941-4-winter")
    winter = attrs.evolve(winter, facts={**winter.facts, "eastern-weather": "severe-winter"})
    frozen = infantry.format("river") + " facts=eastern-front"
    assert not fought(frozen, 1, campaign=winter).markers


@pytest.mark.rule("tw-9.6.2")
def test_9_6_2_who_stays_behind_the_river_has_no_bridgehead() -> None:
    line = "germany attack smolensk units=3-inf-6-5 against=inf-4-5 terrain=river"
    won = given(stepped(after(front(), line), AXIS_COMBAT), "germany fight smolensk", 1)
    assert not given(won, "germany occupy no").markers
    assert set(given(won, "germany occupy yes").markers) == {"bridgehead-smolensk"}


@pytest.mark.rule("tw-7.7.4")
def test_7_7_4_a_landing_that_succeeds_makes_a_beachhead_and_takes_the_place() -> None:
    campaign = stepped(after(shore(), LAND), COMBAT)
    assert set(given(campaign, "britain fight x", 1).markers) == {"beachhead-x"}
    cherbourg = attrs.evolve(campaign.places["cherbourg"], holder="germany")
    campaign = attrs.evolve(shore(), places={**campaign.places, "cherbourg": cherbourg})
    campaign = stepped(after(campaign, LAND.replace("x", "cherbourg", 1)), COMBAT)
    ashore = given(campaign, "britain fight cherbourg", 1)
    assert ashore.places["cherbourg"].holder == "britain" and "beachhead-cherbourg" in ashore.markers
    # 24 to 43 is 1-2: a 10 is AE.
    strong = LAND.replace("x", "cherbourg", 1).replace("germany-inf-702", "germany-inf-701,germany-arm-701")
    campaign = stepped(after(attrs.evolve(shore(), places=campaign.places), strong), COMBAT)
    beaten = given(campaign, "britain fight cherbourg", 10)
    assert not beaten.markers and beaten.places["cherbourg"].holder == "germany"


# ---------------------------------------------------------------- how long they lie


@pytest.mark.rule("tw-7.7.4")
def test_7_7_4_a_beachhead_is_a_port_for_three_turns() -> None:
    """Ruling 75: the turn of the landing and the next two."""
    campaign = with_markers(("beachhead", "cherbourg", "germany"))
    assert ended(campaign, "1941-2-summer") == ended(campaign, "1941-3-fall") == ("beachhead-cherbourg",)
    assert ended(campaign, "1941-4-winter") == ()
    assert markers.spoken(campaign, campaign.markers["beachhead-cherbourg"]) == (
        "Beachhead at Cherbourg, of Germany, a port, to the end of Winter 1941"
    )
    site = next(site for site in sites(campaign) if site.id == "cherbourg")
    assert any("a port, to the end of Winter 1941: 6 units stack" in fact.text for fact in site.facts)


@pytest.mark.rule("tw-9.6.2")
def test_9_6_2_breaches_and_bridgeheads_come_off_with_the_next_turn_of_the_attacker() -> None:
    campaign = with_markers(("breach", "smolensk", "germany"), ("bridgehead", "x", "germany"))
    assert set(ended(campaign, "1941-2-summer")) == {"breach-smolensk", "bridgehead-x"}
    # The enemy's half takes nothing off.
    assert set(ended(campaign, "1941-3-fall", "allied.end.markers")) == {"breach-smolensk", "bridgehead-x"}
    assert ended(campaign, "1941-3-fall") == ()


@pytest.mark.rule("tw-9.6.2")
def test_9_6_2_the_step_is_played_by_itself_where_something_is_due() -> None:
    campaign = with_markers(("breach", "smolensk", "germany"))
    assert not marker_orders.lying(campaign, "axis")
    due = moved(campaign, "1941-3-fall")
    assert marker_orders.lying(due, "axis") and not marker_orders.lying(due, "allied")
    batches = play.settle(RULESET, due, dice=FixedDice(()), n=1)
    taken = next(entry for batch in batches for entry in batch.entries if entry.order == "markers-lapse")
    assert telling.sentence(due, taken) == "Off the board: breach at Smolensk"


def test_10_5_what_the_enemy_takes_back_has_no_marker_of_the_other_side() -> None:
    campaign = stepped(with_markers(("breach", "kiev", "ussr"), ("breach", "odessa", "germany")), SECOND)
    campaign = attrs.evolve(campaign, wars=wars_of({"germany+ussr": "1941-1-spring"}))
    taken = after(campaign, "capture kiev germany", "capture odessa germany")
    assert set(taken.markers) == {"breach-odessa"}


# ---------------------------------------------------------------- laid and taken off by hand


def test_9_6_2_what_was_fought_at_the_table_is_marked_by_hand() -> None:
    campaign = stepped(at(AXIS_COMBAT, "1941-2-summer"), AXIS_COMBAT)
    marked = after(campaign, "germany mark breach 1416")
    assert marked.markers["breach-1416"].since == "1941-2-summer"
    assert "'gap' is no marker" in refused(campaign, "germany mark gap 1416")
    assert "a breach lies at 1416 already" in refused(marked, "germany mark breach 1416")
    assert refused(marked, "germany mark bridgehead 1416") == ""
    assert after(marked, "unmark breach-1416").markers == {}
    assert "no marker 'breach-x' lies anywhere" in refused(marked, "unmark breach-x")


def test_a_marker_that_does_not_fit_together_is_a_fault() -> None:
    campaign = with_markers(("breach", "smolensk", "germany"))
    assert not [fault for fault in RULESET.check(campaign) if fault.at.startswith("markers.")]
    for wrong in ({"since": "soon"}, {"kind": "gap"}, {"power": "nobody"}, {"place": "kiev"}):
        broken = attrs.evolve(campaign.markers["breach-smolensk"], **wrong)
        found = RULESET.check(attrs.evolve(campaign, markers={"breach-smolensk": broken}))
        assert [fault for fault in found if fault.at.startswith("markers.breach-smolensk")], wrong


@pytest.mark.rule("tw-10.2.5")
def test_10_2_5_with_the_board_checked_a_breach_is_one_that_lies_there() -> None:
    line = "germany attack x units=arm-8-8 against=inf-4-5 terrain=clear facts=breach"
    campaign = stepped(front(), SECOND)
    assert refused(campaign, line) == "", "trusted"
    checked = attrs.evolve(campaign, options={**campaign.options, "board": "checked"})
    assert "'breach' does not hold: no Breach of theirs lies on the board (10.2.5)" in refused(checked, line)
    assert refused(after(checked, "germany mark breach 1416"), line) == ""
    soviet = Marker(kind="breach", place="1417", power="ussr", since="1941-2-summer")
    assert "no Breach of theirs" in refused(attrs.evolve(checked, markers={"breach-1417": soviet}), line)
