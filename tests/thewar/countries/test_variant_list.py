"""Each of the 103 variants against the lists keyed by hand: in its time, before it, after it, without its
condition, too often, and what the playing changes (chapter 28)."""

from __future__ import annotations

import re
from functools import lru_cache

import attrs
import pytest

from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.kernel.transaction import Transaction
from engine.thewar.countries import variant_table
from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar
from engine.thewar.world.state import Country, Pool, TheWar
from tests.thewar.drawn import drawn
from tests.thewar.keyed_variants import COMMUNISTS, IRISH_AND_ARABS, LISTS
from tests.thewar.values import wars_of
from tests.thewar.world import after, refusals, world

KEYED = {
    line.split()[1]: (power, *line.split())
    for power, rows in LISTS.items()
    for line in rows.splitlines()
    if line.strip()
}
IN_ITS_SEASON = {"winterized-wehrmacht": "1941-4-winter", "isolationists": "1941-1-spring"}
MIDDLE = "1942-1-spring"
LONG = {"COMMUNISTS": COMMUNISTS, "IRISH_AND_ARABS": IRISH_AND_ARABS}
ON = {"arab-outreach": " at=egypt", "anti-british-unrest": " at=iraq,egypt"}
"""What some are played on."""
ON_SHIPS = ("midget-subs", "sneak-attack")
"""What is played on a ship in port: see test_variant_targets."""


@lru_cache(maxsize=64)
def standing(turn: str, condition: str = "") -> TheWar:
    """A turn in which what has to hold for some variants holds, and units lie in the pools that others give up."""
    campaign = world(turn)
    pools = [("germany", "arm", "8-8"), ("germany", "mech", "4-8"), ("germany", "fleet", "1-12-5")]
    pools += [("germany", "tac", "1-5-4"), ("france", "inf", "6-5")]
    found = {f"{power}-{kind}-{cut}": Pool(power=power, kind=kind, strength=cut, count=2) for power, kind, cut in pools}
    lands = {"belgium": Country(name="Belgium", capital="", value=10)}
    here = attrs.evolve(campaign, pools={**campaign.pools, **found}, countries={**campaign.countries, **lands})
    begun = calendar.label(calendar.now(here) - (condition == "after-east"))
    if condition in ("east", "after-east"):
        return attrs.evolve(here, wars={**here.wars, **wars_of({"germany+ussr": begun})})
    if condition == "war-with-west":
        return attrs.evolve(here, wars={**here.wars, **wars_of({"britain+italy": begun})})
    if condition == "france-fallen":
        fallen = attrs.evolve(here.powers["france"], surrendered="1940-2-summer")
        return attrs.evolve(here, powers={**here.powers, "france": fallen})
    if condition == "western-surprise":
        begins = wars_of({"belgium+germany": begun})
        return attrs.evolve(here, wars={**here.wars, **begins}, facts={**here.facts, "western-surprise-open": True})
    if condition == "pilots":
        return attrs.evolve(here, options={**here.options, "air-crew-training": True})
    return here


def without(turn: str, condition: str) -> TheWar:
    """The same without what has to hold."""
    if condition == "peace-with-west":
        return standing(turn, "war-with-west")
    return standing(turn)


def said(campaign: TheWar, name: str) -> set[str]:
    """Which of the reasons of time a play of a variant is refused for."""
    power = KEYED[name][0]
    reasons = " | ".join(no.reason for no in refusals(campaign, f"{power} variant {name}"))
    known = ("is played from", "could be played until", "is not played now", "has been played", "is played in")
    return {word for word in known if word in reasons}


def turn_of(name: str) -> str:
    """A turn in which a variant is played."""
    first, last = KEYED[name][3:5]
    return IN_ITS_SEASON.get(name) or (first if first != "-" else last if last != "-" else MIDDLE)


def moved(turn: str, by: int) -> str:
    return calendar.label(calendar.number(turn) + by)


def test_28_the_lists_have_their_printed_numbers() -> None:
    for power, rows in LISTS.items():
        numbers = [(int(line.split()[0]), line.split()[1]) for line in rows.splitlines() if line.strip()]
        assert [(row["number"], name) for name, row in variant_table.of(power).items()] == numbers
    assert len(KEYED) == 103 == len(variant_table.rows())


@pytest.mark.parametrize("name", KEYED)
def test_28_a_variant_is_played_in_its_time_and_under_its_condition(name: str) -> None:
    _, _, _, first, last, _, condition, _ = KEYED[name]
    condition = "" if condition == "-" else condition
    assert said(standing(turn_of(name), condition), name) == set()
    if first != "-" and first != "1939-3-fall":
        refused = said(standing(moved(first, -1), condition), name) - {"is played in"}
        assert refused == ({"is not played now"} if name == "alpenfestung" else {"is played from"})
    if last != "-" and name not in ("atomic-research", "manpower-mobilization"):
        refused = said(standing(moved(last, 1), condition), name) - {"is played in"}
        assert refused == ({"is not played now"} if name == "alpenfestung" else {"could be played until"})
    if condition:
        assert said(without(turn_of(name), condition), name) == {"is not played now"}


@pytest.mark.rule("tw-28.1.1-13", "tw-28.1.2-07", "tw-28.1.2-11", "tw-28.1.2-13", "tw-28.1.2-16")
@pytest.mark.rule("tw-28.2.1-05", "tw-28.2.1-07", "tw-28.2.1-11", "tw-28.2.2-01", "tw-28.2.2-07", "tw-28.2.2-14")
@pytest.mark.rule("tw-28.2.3-01", "tw-28.2.3-07", "tw-28.2.3-08", "tw-28.2.3-09", "tw-28.2.3-14")
@pytest.mark.rule("tw-28.2.4-03", "tw-28.2.4-09")
@pytest.mark.parametrize("name", [name for name in KEYED if name not in ("winterized-wehrmacht", *ON_SHIPS)])
def test_28_a_variant_does_what_its_list_says_and_so_often(name: str) -> None:
    power, _, _, _, _, times, condition, changes = KEYED[name]
    before = standing(turn_of(name), "" if condition == "-" else condition)
    line = f"{power} variant {name}{ON.get(name, '')}"
    now = after(before, line)
    assert changed(before, now, power) == keyed(LONG.get(changes, changes))
    if times == "*":
        return
    for _ in range(int(times) - 1):
        assert "has been played" not in said(now, name)
        now = after(now, line)
    assert "has been played" in said(now, name)


@pytest.mark.parametrize("name", [name for name in KEYED if name not in ("winterized-wehrmacht", *ON_SHIPS)])
def test_28_all_that_a_play_changes_names_the_variant_and_its_rule(name: str) -> None:
    """So every account, pool and breakdown says why, by which rule and when."""
    power, _, _, _, _, _, condition, _ = KEYED[name]
    line = f"{power} variant {name}{ON.get(name, '')}"
    before = drawn(standing(turn_of(name), "" if condition == "-" else condition), line)
    tx = Transaction(before, FixedDice(()), calendar.turn(before), power)
    understand(RULESET, line, before).effect(tx)
    row = variant_table.rows()[name]
    changes = [one for one in tx.changes if not one.at.startswith("serials.")]
    assert changes
    for one in changes:
        # A level of the United States has its own causes; what is built of a pool leaves it as all units do.
        other = ("U.S. Entry Level", "22.8") if name == "isolationists" else (row["name"], "15.1")
        own = one.why == row["name"] and one.rule.partition(",")[0] in (row["rule"], "28.0")
        assert own or (one.why, one.rule) == other, one


def keyed(changes: str) -> dict[str, int]:
    """What is keyed, by figure or pool."""
    if changes == "-":
        return {}
    found = (re.fullmatch(r"(.+?)([+-]\d+)", change) for change in changes.split(","))
    return {one[1]: int(one[2]) for one in found if one is not None}


def changed(before: TheWar, now: TheWar, power: str) -> dict[str, int]:
    """What has changed in the pools, and in the NARFs, bases and growth rates."""
    found = {}
    for key, pool in now.pools.items():
        was = before.pools[key].count if key in before.pools else 0
        found[key] = pool.count - was
    for who, owner in now.powers.items():
        for figure in ("narfs", "base", "growth"):
            more = getattr(owner, figure) - getattr(before.powers[who], figure)
            found[figure if who == power else f"{who}.{figure}"] = more
    return {key: more for key, more in found.items() if more}


def test_28_1_1_diplomatic_muscle_is_played_once_a_year() -> None:
    once = after(standing("1940-1-spring"), "italy variant diplomatic-muscle")
    fall = attrs.evolve(once, progress=world("1940-3-fall").progress)
    [no] = refusals(fall, "italy variant diplomatic-muscle")
    assert (no.reason, no.hint) == ("Diplomatic Muscle was played in Spring 1940", "Once a year.")
    assert not refusals(attrs.evolve(once, progress=world("1941-1-spring").progress), "italy variant diplomatic-muscle")


def test_28_what_is_played_with_a_roll_or_by_another_is_refused_with_the_way() -> None:
    [no] = refusals(standing("1941-4-winter"), "germany variant winterized-wehrmacht")
    assert "is played with a roll" in no.reason and "winterized=yes" in no.hint
    assert "is a variant of the Soviet Union" in refusals(standing(MIDDLE), "us variant purges")[0].reason
    [no] = refusals(standing(MIDDLE), "us variant death-ray")
    assert no.reason == "'death-ray' is no variant" and "merchant-marine" in no.hint and "katyn" not in no.hint


def test_28_nothing_of_a_variant_is_left_to_the_table() -> None:
    campaign = standing("1943-3-fall", "war-with-west")
    assert not any("board" in row for row in variant_table.rows().values())
    told = understand(RULESET, "us variant artificial-ports at=1630", campaign).sentence(campaign)
    assert told.startswith("the United States plays Artificial Ports: one beachhead") and told.endswith(
        "; a port at 1630"
    )


@pytest.mark.rule("tw-28.2.1-03", "tw-28.2.1-04")
def test_28_2_1_belgium_leans_to_france_and_the_french_of_1939_stand_without_cost() -> None:
    before = standing("1939-3-fall")
    belgium = after(before, "france variant belgian-diplomacy").countries["belgium"]
    assert (belgium.status, belgium.patron) == ("associate", "france")
    now = after(before, "france variant manpower-mobilization")
    assert now.pools["france-inf-6-5"].count == 0 and now.powers["france"].narfs == before.powers["france"].narfs
    assert sum((unit.power, unit.strength) == ("france", "6-5") for unit in now.units.values()) == 2
    # What was lost meanwhile, and what another variant has added, is none of it (ruling 615).
    pool = attrs.evolve(before.pools["france-inf-6-5"], count=3, lost=1)
    lost = attrs.evolve(before, pools={**before.pools, "france-inf-6-5": pool})
    more = after(lost, "france variant french-overseas-colonies")
    assert more.pools["france-inf-6-5"].count == 3 and more.pools["france-inf-4-5"].count == 2
    later = after(more, "france variant manpower-mobilization")
    assert later.pools["france-inf-6-5"].count == 1 and later.pools["france-inf-4-5"].count == 2
    late = refusals(standing("1939-4-winter"), "france variant manpower-mobilization")
    assert late[0].reason == "Manpower Mobilization could be played until Fall 1939"
