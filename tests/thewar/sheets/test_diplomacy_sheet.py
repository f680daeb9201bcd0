"""The sheet of diplomacy: where each target stands, what lies there, and the exact chances of a roll that is supposed
(16.1, 16.3, 29.15)."""

from __future__ import annotations

from fractions import Fraction

import attrs
import pytest

from engine.kernel.sheets.diplomacy import Board, Chances, Diplomacy, Supposed, Target
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar
from tests.thewar.optional import playing
from tests.thewar.politics_scenes import SPAIN, named, paid, standing, with_points

AXIS = ("germany", "italy")


def board(campaign: TheWar) -> Board:
    sheet = RULESET.sheet(Diplomacy)
    assert sheet is not None
    return sheet.board(campaign)


def target(campaign: TheWar, key: str) -> Target:
    (found,) = [one for one in board(campaign).targets if one.id == key]
    return found


def chances(campaign: TheWar, supposed: Supposed, powers: tuple[str, ...] = AXIS) -> Chances:
    sheet = RULESET.sheet(Diplomacy)
    assert sheet is not None
    return sheet.chances(campaign, supposed, powers)


def odds(told: Chances) -> dict[str, Fraction]:
    return {result.said: result.chance for result in told.results}


def tenths(**said: int) -> dict[str, Fraction]:
    return {name.replace("_", " "): Fraction(share, 10) for name, share in said.items()}


def test_thirteen_targets_stand_on_their_rungs_with_what_lies_there() -> None:
    campaign = with_points(SPAIN, purchases=paid("germany", "1941-1-spring", 12))
    campaign = attrs.evolve(campaign, named=named("axis", "spain", "1941-1-spring"))
    told = board(campaign)
    assert len(told.targets) == 13 and [rung.level for rung in told.rungs] == list(range(-3, 4))
    spain = target(campaign, "spain")
    assert (spain.level, spain.status, spain.strength) == (-1, "Sympathizer of Germany", 2)
    lying = {share.power: (share.count, share.used) for share in spain.shares}
    assert lying == {
        "germany": (2, 0),
        "italy": (0, 1),
        "britain": (1, 0),
        "france": (0, 0),
        "us": (0, 0),
        "ussr": (0, 0),
    }
    assert spain.named == (("axis", "Spring 1941"),)
    assert target(campaign, "south-africa").level == 3
    assert [(one.power, one.when, one.sum, one.opened) for one in told.paid] == [("germany", "Spring 1941", 12, False)]


def test_a_country_that_war_has_decided_on_stands_on_no_rung_and_is_closed() -> None:
    campaign = standing(with_points({}), "norway", "conquered", "germany")
    norway = target(campaign, "norway")
    assert (norway.level, norway.off) == (None, "conquered")
    (why,) = norway.closed
    assert why.rule == "16.4" and why.reason == "Norway is conquered by Germany"
    assert chances(campaign, Supposed("norway")).refused == norway.closed
    vichy = target(campaign, "vichy-france")
    assert (vichy.level, vichy.off) == (None, "not yet") and "surrender of France" in vichy.closed[0].hint
    invaded = attrs.evolve(campaign, facts={**campaign.facts, "attacked-sweden": "1940-1-spring"})
    assert "was invaded" in target(invaded, "sweden").closed[0].reason


def test_chances_are_those_of_the_table_for_points_and_status() -> None:
    """Three of Germany's points (two POPs, a Sympathizer's one) to four: column 2-3, the die one less for the
    Sympathizer. Faces 1 to 5 win a level, 10 loses it."""
    told = chances(with_points(SPAIN), Supposed("spain", against="western", defence=2))
    assert (told.attack.total, told.defence.total, told.column, told.die.total) == (3, 4, "2-3", -1)
    assert odds(told) == tenths(Associate_of_Germany=5, Sympathizer_of_Germany=4, neutral=1)
    assert {result.said for result in told.results if result.stays} == {"Sympathizer of Germany"}
    assert [line.label for line in told.attack.lines] == ["POPs of Germany", "sympathizer of Germany"]


def test_what_is_left_open_is_filled_in_from_what_the_view_knows() -> None:
    told = chances(with_points(SPAIN), Supposed("spain"))
    assert told.supposed == Supposed("spain", "germany", "western", 2, 1)
    assert told.by[:2] == AXIS and told.against == ("western", "soviet")
    british = chances(with_points(SPAIN), Supposed("spain"), ("britain", "france"))
    assert (british.supposed.by, british.supposed.against, british.supposed.defence) == ("britain", "axis", 2)
    none = chances(with_points({}), Supposed("turkey"))
    assert (none.supposed.attack, none.supposed.defence) == (1, 0), "nobody attacks without a POP of his own"


def test_chits_that_are_supposed_move_the_die() -> None:
    campaign = with_points({("germany", "sweden"): (1, 0)})
    plain = chances(campaign, Supposed("sweden"))
    spied = chances(campaign, Supposed("sweden", marks=frozenset({"espionage"})))
    met = chances(campaign, Supposed("sweden", marks=frozenset({"espionage", "counter-espionage"})))
    assert (plain.die.total, spied.die.total, met.die.total) == (0, -2, 0)
    assert odds(plain)["Sympathizer of Germany"] == Fraction(1, 2)
    assert odds(spied)["Sympathizer of Germany"] == Fraction(6, 10) and odds(spied)["Associate of Germany"] == Fraction(
        1, 10
    )
    assert [(mark.id, mark.holds) for mark in spied.marks] == [("espionage", True), ("counter-espionage", False)]


def test_a_roll_is_thought_of_in_winter_as_in_the_next_spring() -> None:
    winter = chances(with_points({}, turn=10), Supposed("turkey"))
    spring = chances(with_points({}, turn=11), Supposed("turkey"))
    assert winter.results and winter.results == spring.results


def test_a_country_never_comes_nearer_than_its_own_rule_lets_it() -> None:
    told = chances(with_points({}), Supposed("ireland", by="britain", attack=9, defence=0), ("britain",))
    assert {result.said for result in told.results} <= {"Sympathizer of Britain", "neutral"}
    assert ("at most Sympathizer of Britain", "23.29") in target(with_points({}), "ireland").notes
    never = chances(with_points({}), Supposed("portugal", by="italy"))
    assert not never.results or not never.refused


@pytest.mark.parametrize("power", ["us", "france"])
def test_who_is_not_in_it_does_not_roll(power: str) -> None:
    campaign = with_points({})
    out = attrs.evolve(campaign.powers["france"], surrendered="1940-2-summer")
    campaign = attrs.evolve(campaign, powers={**campaign.powers, "france": out})
    assert power not in chances(campaign, Supposed("spain")).by


def test_simplified_diplomacy_has_neither_points_nor_a_defence() -> None:
    campaign = playing(with_points({}, "planning.diplomacy", 11), "simplified-diplomacy")
    assert not board(campaign).supposes and board(campaign).names == ("sway", "target")
    told = chances(campaign, Supposed("turkey", defence=7))
    assert odds(told) == {"Sympathizer of Germany": Fraction(9, 100), "neutral": Fraction(91, 100)}
    spied = chances(campaign, Supposed("turkey", marks=frozenset({"espionage"})))
    assert odds(spied)["Sympathizer of Germany"] == Fraction(16, 100) and len(spied.marks) == 1
