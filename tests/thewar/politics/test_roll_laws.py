"""Laws of diplomatic rolls, whatever is tried: a level never leaves its ends, one patron at a time, at most three
levels net in a segment, and the chance that is shown is the share of the faces (16.1.3, 16.1.6, rulings 109, 312 to
314)."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as some

from engine.kernel.campaign import view
from engine.kernel.reading import understand
from engine.thewar.rolls import diplomacy
from engine.thewar.rolls.diplomacy import ALLIANCES, STATUSES
from engine.thewar.ruleset import RULESET
from engine.thewar.world import influence
from engine.thewar.world.state import TheWar
from tests.thewar.minors import with_country
from tests.thewar.politics.scenes import THREE, Table, table

TARGETS = tuple(diplomacy.targets())
ENDS = range(-3, 4)


def level(status: str, holder: str, side: str) -> int:
    """Where a country stands, seen from an alliance: 3 for its own Satellite, -3 for another's."""
    at = STATUSES.index(status)
    return at if diplomacy.alliance(holder) == side else -at


@some.composite
def rolls(draw: Any) -> diplomacy.Influence:
    """A roll that may be: a power of the target's list, the country whoever's it is, as it opened within reach."""
    target = draw(some.sampled_from(TARGETS))
    able = diplomacy.targets()[target]
    by = draw(some.sampled_from(able))
    ours = tuple(power for power in able if diplomacy.alliance(power) == diplomacy.alliance(by))

    def stands() -> tuple[str, str]:
        holder = draw(some.sampled_from(("", *able)))
        most = diplomacy.highest(target, holder) if holder else 0
        return (STATUSES[draw(some.integers(1, most))], holder) if most else ("neutral", "")

    status, holder = stands()
    opened = draw(some.sampled_from(((), stands())))
    return diplomacy.Influence(
        turn="1943-1-spring",
        target=target,
        by=by,
        pops={by: draw(some.integers(1, 6))},
        against=draw(some.sampled_from([name for name in ALLIANCES if name != diplomacy.alliance(by)])),
        status=status,
        holder=holder,
        gains=draw(some.sampled_from(("", *ours))),
        opened=opened,
        patron_helps=draw(some.booleans()),
        betrayals=draw(some.integers(0, 4)),
        face=draw(some.integers(1, 10)),
    )


@pytest.mark.rule("tw-16.3", "tw-16.1.6", "tw-16.1.3-net")
@given(rolls(), some.integers(-3, 3))
def test_16_3_a_level_stays_on_its_ladder_with_one_patron_or_none(roll: diplomacy.Influence, moved: int) -> None:
    status, holder = diplomacy.after(roll, moved)
    now = level(status, holder, roll.ours)
    assert status in STATUSES and now in ENDS
    # A neutral country is nobody's, every other one power's that may have that much of it.
    assert bool(holder) == (status != "neutral")
    assert not holder or STATUSES.index(status) <= max(diplomacy.highest(roll.target, holder), abs(roll.position))
    assert not holder or holder in (*diplomacy.targets()[roll.target], roll.holder)
    # It goes the way of the result or stays, never further than the result, nor past neutral by a minus.
    was, gone = roll.position, now - roll.position
    assert gone * moved >= 0 and abs(gone) <= abs(moved)
    assert moved >= 0 or now >= min(0, was)
    # It goes no further than three levels from where it stood as the segment opened, and never back towards it.
    assert abs(now - roll.at_opening) <= max(3, abs(was - roll.at_opening))


@pytest.mark.rule("tw-16.1.6")
@given(rolls())
def test_16_1_6_what_a_status_gives_is_its_level_in_points_and_off_the_die(roll: diplomacy.Influence) -> None:
    bare = attrs.evolve(roll, status="neutral", holder="")
    points = diplomacy.attack(roll).total - diplomacy.attack(bare).total
    off = diplomacy.modifier(bare).total - diplomacy.modifier(roll).total
    mine = diplomacy.alliance(roll.holder) == roll.ours and (roll.patron_helps or roll.holder == roll.by)
    assert points == off == (STATUSES.index(roll.status) if mine else 0)


# ---------------------------------------------------------------- in a campaign


def thrown(campaign: TheWar, lines: tuple[str, ...], face: int) -> Table:
    """A roll played to its end with a face; whose the country becomes is left as it is likely."""
    played = Table(campaign)
    for line in lines[:-1]:
        played.give(line)
    played.give(lines[-1], face)
    for power, answers in played.asked.items():
        likely = next(one.default for one in played.decisions if one.power == power)
        assert likely in answers
        played.give(likely)
    return played


def shown(campaign: TheWar, lines: tuple[str, ...]) -> dict[tuple[str, str], Fraction]:
    """The chance of each status that the last order shows before its die, on the view of who gives it."""
    played = Table(campaign)
    for line in lines[:-1]:
        played.give(line)
    seat = played.seat(lines[-1])
    seen = view(played.campaign, seat)
    order = understand(RULESET, lines[-1], seen)
    told = order.forecast(seen)
    assert told is not None and told.exact
    assert len({one for one, _ in told.outcomes}) == len(told.outcomes), "merged by status"
    assert sum(chance for _, chance in told.outcomes) == 1
    return {(one.status, one.patron): chance for one, chance in told.outcomes}


def shared(campaign: TheWar, lines: tuple[str, ...], target: str) -> dict[tuple[str, str], Fraction]:
    """The share of the ten faces after which the country stands so."""
    shares: dict[tuple[str, str], Fraction] = {}
    for face in range(1, 11):
        status, patron = thrown(campaign, lines, face).land(target)
        stands = (status, campaign.powers[patron].name if patron else "nobody")
        shares[stands] = shares.get(stands, Fraction(0)) + Fraction(1, 10)
    return shares


WAYS = {
    "alone": ({"germany norway": 2}, {}, "neutral", "", ("germany influence norway against=western",)),
    "an ally's client": (
        {"italy spain": 1, "germany spain": 2, "britain spain": 1},
        {"italy espionage": 1},
        "sympathizer",
        "germany",
        ("italy influence spain against=western espionage=yes",),
    ),
    "an enemy's client": (
        {"britain sweden": 3, "germany sweden": 1},
        {"germany counter-espionage": 1},
        "satellite",
        "germany",
        ("britain influence sweden against=axis counter=germany",),
    ),
    "past its patron": (
        {"germany turkey": 3, "ussr turkey": 1},
        {},
        "associate",
        "britain",
        ("germany influence turkey against=soviet",),
    ),
    "an ally may have more of it": (
        {"britain ireland": 3, "us ireland": 1},
        {},
        "neutral",
        "",
        ("britain influence ireland against=axis",),
    ),
    "an ally alone may have it": (
        {"us portugal": 2, "britain portugal": 1},
        {},
        "sympathizer",
        "germany",
        ("us influence portugal against=axis",),
    ),
    "nobody in it may have it": (
        {"us portugal": 3},
        {},
        "sympathizer",
        "germany",
        ("us influence portugal against=axis",),
    ),
    "barred": ({"britain ireland": 3}, {}, "sympathizer", "britain", ("britain influence ireland against=axis",)),
}


@pytest.mark.parametrize("way", WAYS)
def test_16_1_3_the_chance_that_is_shown_is_the_share_of_the_faces(way: str) -> None:
    pops, chits, status, patron, lines = WAYS[way]
    target = lines[0].split()[2]
    campaign = with_country(table(pops, chits, turn="1942-1-spring"), target, status=status, patron=patron)
    entered = {"us": attrs.evolve(campaign.powers["us"], entered="1941-4-winter")}
    campaign = attrs.evolve(campaign, powers={**campaign.powers, **entered}, speakers={})
    campaign = Table(campaign).first(lines[0].split()[0]).campaign
    assert shown(campaign, lines) == shared(campaign, lines, target)


@pytest.mark.parametrize("answer", ["germany back pops=2", "germany back joins=no"])
def test_16_1_3_the_last_who_is_asked_sees_the_same_chance(answer: str) -> None:
    pops = {"italy spain": 1, "germany spain": 2, "britain spain": 1}
    campaign = table(pops, seats=THREE, italy=1)
    lines = ("italy influence spain against=western", answer, "britain defend pops=1")
    assert shown(campaign, lines) == shared(campaign, lines, "spain")


@pytest.mark.rule("tw-16.1.3-net", "tw-16.1.6")
@pytest.mark.parametrize("seed", range(6))
def test_16_1_6_three_alliances_in_turn_move_a_country_three_levels_at_the_most(seed: int) -> None:
    """Turkey named by all three in one segment, and again in Fall: each moves it from where the others left it."""
    chance = random.Random(f"laws {seed}")
    powers = ("italy", "germany", "france", "britain", "ussr")
    for status, patron in [("neutral", ""), ("satellite", "germany"), ("associate", "ussr")]:
        pops = {f"{power} turkey": chance.randint(1, 6) for power in powers}
        hands = {power: place for place, power in enumerate(chance.sample(powers, len(powers)), 1)}
        campaign = with_country(table(pops, hands=hands), "turkey", status=status, patron=patron)
        played = Table(campaign)
        named: set[str] = set()
        while played.campaign.progress.step == "planning.diplomacy":
            [power, *_] = played.waiting
            ours = diplomacy.alliance(power)
            against = chance.choice([name for name in ALLIANCES if name != ours])
            if ours in named or not influence.held(played.campaign, power, "turkey"):
                played.give(f"{power} done")
                continue
            named.add(ours)
            before = played.land("turkey")
            played.give(f"{power} influence turkey against={against}", chance.randint(1, 10))
            for one in played.decisions:
                played.give(chance.choice(one.answers))
            now = played.land("turkey")
            assert bool(now[1]) == (now[0] != "neutral")
            for side in ALLIANCES:
                assert level(*now, side) in ENDS
            start, here = level(status, patron, ours), level(*now, ours)
            assert abs(here - start) <= max(3, abs(level(*before, ours) - start)), (seed, status, before, now)
        assert len(named) > 1


@pytest.mark.rule("tw-16.1.6")
def test_16_1_6_a_country_that_moved_two_levels_in_a_segment_moves_one_more_and_no_further() -> None:
    """Turkey as a Soviet Satellite: the Axis takes it down two levels, the West would take it two more."""
    pops = {"germany turkey": 9, "italy turkey": 9, "britain turkey": 9}
    campaign = with_country(table(pops, hands={"italy": 1}), "turkey", status="satellite", patron="ussr")
    played = Table(campaign).give("italy influence turkey against=soviet", 1)
    assert level(*played.land("turkey"), "soviet") == 1, played.told
    played.first("britain").give("britain influence turkey against=axis", 1)
    assert level(*played.land("turkey"), "soviet") == 0, played.told
    # From there as it opened, the same roll takes it to the British.
    fresh = with_country(table({"britain turkey": 9}), "turkey", status="sympathizer", patron="ussr")
    later = Table(fresh).first("britain").give("britain influence turkey against=axis", 1)
    assert level(*later.land("turkey"), "western") > 0, later.told


@pytest.mark.rule("tw-16.1.3-use")
@pytest.mark.parametrize("seed", range(8))
def test_16_1_3_points_are_used_by_who_takes_part_and_by_nobody_else(seed: int) -> None:
    """What is placed is used or left: nothing comes or goes besides, and only where the roll was."""
    chance = random.Random(f"points {seed}")
    powers = ("italy", "germany", "france", "britain", "ussr")
    pops = {f"{power} {land}": chance.randint(1, 4) for power in powers for land in ("turkey", "spain")}
    played = Table(table(pops, seats=THREE, hands={powers[seed % 5]: 1}))
    by = powers[seed % 5]
    against = chance.choice([name for name in ALLIANCES if name != diplomacy.alliance(by)])
    played.give(f"{by} influence turkey against={against}")
    takes = {by}
    while played.decisions:
        one = chance.choice([one for one in played.decisions if one.power in played.asked])
        answer = chance.choice(played.asked[one.power])
        if "joins=no" not in answer and "lends=no" not in answer:
            takes.add(one.power)
        played.thrown(answer, 5)
    for power in powers:
        assert played.pops(power, "spain")[1] == 0
        placed, used = played.pops(power, "turkey")
        assert used == (placed if power in takes else 0) and placed == pops[f"{power} turkey"]
