"""Sections 29.1 and 29.22: forced marches with their dice, and a Leningrad that only hunger takes."""

from __future__ import annotations

from fractions import Fraction

import attrs
import pytest

from engine.kernel.reading import understand
from engine.thewar.combat import mobility
from engine.thewar.ground.forced_march import Came, ForcedMarch
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import Place, TheWar
from tests.thewar.builds import refused
from tests.thewar.combat.test_circumstances import with_units
from tests.thewar.ground.test_ground_fight import ATTACKS, MOVE, front, given, stepped
from tests.thewar.optional import playing
from tests.thewar.supply.pockets import here

MARCH = "germany forced-march 1-inf-6-5"
ALLIED_MOVE = "allied.operations.first-impulse"


def marching(*units: str) -> TheWar:
    """The First Impulse of the Axis in Summer 1941, with these units more."""
    return playing(with_units(front(MOVE), *units), "forced-marches")


def inf(campaign: TheWar) -> str:
    """The German INF that an order names first."""
    return march(campaign, MARCH).units[0]


def march(campaign: TheWar, line: str) -> ForcedMarch:
    """The order of a line."""
    order = understand(RULESET, line, campaign)
    assert isinstance(order, ForcedMarch)
    return order


@pytest.mark.rule("tw-29.1")
@pytest.mark.parametrize(
    ("face", "hard", "further", "depleted"),
    [(1, "no", 2, True), (3, "no", 2, True), (4, "no", 2, False), (7, "no", 2, False), (8, "no", 0, False),
     (10, "no", 0, False), (4, "yes", 2, True), (8, "yes", 2, False), (9, "yes", 0, False)],
)  # fmt: skip
def test_29_1_the_die_of_a_forced_march(face: int, hard: str, further: int, depleted: bool) -> None:
    campaign = marching()
    key = inf(campaign)
    there = given(campaign, f"{MARCH} hard={hard}", face)
    allowance = mobility.allowance(there, key)
    assert allowance.total == mobility.allowance(campaign, key).total + further
    assert [line.value for line in allowance.lines if line.rule == "29.1"] == ([further] if further else [])
    assert there.units[key].depleted is depleted
    # The Second Impulse is not lengthened, and the next turn begins anew.
    assert mobility.allowance(there, key, impulse=2).total == mobility.allowance(campaign, key, impulse=2).total


@pytest.mark.rule("tw-29.1")
def test_29_1_a_unit_has_one_die_whatever_came_of_it() -> None:
    for face in (2, 9):
        campaign = marching()
        key = inf(campaign)
        there = given(campaign, MARCH, face)
        text = refused(there, f"germany forced-march {key}")
        assert "has tried a forced march in this turn" in text and "One die for each unit" in text
        # Who names the group is given one that has not.
        assert inf(there) != key


@pytest.mark.rule("tw-29.1")
def test_29_1_who_marches_from_where_and_when() -> None:
    campaign = marching("germany mot 6-7")
    assert "ARM 8-8 makes no forced march" in refused(campaign, "germany forced-march arm-8-8")
    assert refused(campaign, "germany forced-march mot-6-7") == ""
    assert "not played in this campaign" in refused(front(MOVE), MARCH)
    enemy = next(key for key, unit in campaign.units.items() if unit.power == "ussr" and unit.kind == "inf")
    assert "INF 4-5 of Soviet Union is not on this side" in refused(campaign, f"germany forced-march {enemy}")
    assert "First Impulse" in refused(stepped(campaign, ATTACKS), MARCH)
    assert refused(stepped(campaign, ALLIED_MOVE), MARCH) != ""
    key = inf(campaign)
    at_paris = attrs.evolve(campaign, units={**campaign.units, key: attrs.evolve(campaign.units[key], place="paris")})
    assert "no desert, and not in the 1939 Soviet Union" in refused(at_paris, f"germany forced-march {key} hard=yes")
    assert refused(at_paris, f"germany forced-march {key}") == ""
    still = attrs.evolve(campaign, units={**campaign.units, key: attrs.evolve(campaign.units[key], immobile=True)})
    assert "no oil to move" in refused(still, f"germany forced-march {key}")
    germany = attrs.evolve(campaign.powers["germany"], effort="pass")
    passing = attrs.evolve(campaign, powers={**campaign.powers, "germany": germany})
    assert "Germany passes: its units move one hex" in refused(passing, MARCH)


@pytest.mark.rule("tw-29.1")
def test_29_1_what_is_recorded_inside_the_soviet_union_marches_harder_by_itself() -> None:
    campaign = marching()
    key = inf(campaign)
    unit = attrs.evolve(campaign.units[key], place="smolensk")
    inside = attrs.evolve(campaign, units={**campaign.units, key: unit})
    assert given(inside, f"germany forced-march {key}", 4).units[key].depleted
    order = understand(RULESET, f"germany forced-march {key}", inside)
    odds = order.forecast(inside)
    assert odds is not None
    assert dict(odds.outcomes) == {
        Came(1, 1): Fraction(4, 10), Came(1, 0): Fraction(4, 10), Came(0, 0): Fraction(2, 10)
    }  # fmt: skip


@pytest.mark.rule("tw-29.1")
def test_29_1_each_unit_of_an_order_has_its_own_die_and_all_are_told() -> None:
    campaign = marching()
    order = march(campaign, "germany forced-march 2-inf-6-5")
    there = given(campaign, order.text, 2, 9)
    first, second = order.units
    assert (there.units[first].depleted, there.units[second].depleted) == (True, False)
    odds = order.forecast(campaign)
    assert odds is not None and odds.mean(lambda came: came.march) == Fraction(14, 10)


# ---------------------------------------------------------------- 29.22

STORM = "germany attack leningrad units=3-arm-8-8,2-inf-6-5 against={against}"


def besieged(*, fortress: bool = True, option: bool = True) -> TheWar:
    """Leningrad with Germans before it in Summer 1941."""
    campaign = with_units(front(), "ussr inf 2-3", "ussr inf 2-3", "ussr inf 2-3", "finland inf 3-4")
    tags = {"ussr-1939": True, "fortress": fortress}
    leningrad = Place(name="Leningrad", country="ussr", holder="ussr", value=12, tags=tags)
    campaign = attrs.evolve(campaign, places={**campaign.places, "leningrad": leningrad})
    return playing(campaign, "siege-of-leningrad") if option else campaign


@pytest.mark.rule("tw-29.22")
def test_29_22_a_fortress_with_six_factors_in_supply_is_not_stormed() -> None:
    six = STORM.format(against="3-inf-2-3")
    text = refused(besieged(), six)
    assert "Leningrad is a fortress, and 6 factors of the Soviet Union are in it (29.22)" in text
    assert "'besiege leningrad'" in text
    assert "29.22" in refused(stepped(besieged(), MOVE), six.replace(" attack ", " overrun "))
    for line, campaign in (
        (STORM.format(against="2-inf-2-3"), besieged()),
        (f"{six} facts=defenders-unsupplied", besieged()),
        (six, besieged(fortress=False)),
        (six, besieged(option=False)),
        (six.replace("leningrad", "smolensk"), besieged()),
    ):
        assert "29.22" not in refused(campaign, line), line


@pytest.mark.rule("tw-29.22")
def test_29_22_who_is_recorded_in_the_city_counts_beside_those_that_are_named() -> None:
    campaign = besieged()
    inside = {
        key: attrs.evolve(unit, place="leningrad")
        for key, unit in campaign.units.items()
        if unit.power == "ussr" and unit.strength in ("2-3", "1-5-4")
    }
    there = attrs.evolve(campaign, units={**campaign.units, **inside})
    assert "6 factors" in refused(there, STORM.format(against="1-inf-2-3"))


@pytest.mark.rule("tw-29.22")
def test_29_22_a_city_that_was_named_out_of_supply_or_is_under_siege_is_stormed() -> None:
    six = STORM.format(against="3-inf-2-3")
    check = stepped(besieged(), "axis.operations.supply")
    named = here(check, "germany unsupplied places=leningrad of=ussr")
    assert "29.22" in refused(stepped(check, ATTACKS), six)
    assert "29.22" not in refused(stepped(named, ATTACKS), six)
    assert "29.22" not in refused(attrs.evolve(besieged(), sieges={"leningrad": 1}), six)
