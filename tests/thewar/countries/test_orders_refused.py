"""Every free-standing order of variants and of partisans, refused for its three reasons: in the wrong segment, from the
wrong seat, and for what it lacks (25, 28, 29.3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import attrs
import pytest

from engine.kernel import judging
from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import Engagement, Pool, TheWar, VariantTry
from tests.thewar.countries.test_allied_variants import axis as axis_in_hexes
from tests.thewar.drawn import drawn
from tests.thewar.endings.scenes import lands
from tests.thewar.minors import at, at_war
from tests.thewar.politics.scenes import laid, table
from tests.thewar.strategic.test_partisan_war import ALLIED, risen, scene

SEATS = {"germany": "axis", "italy": "axis", "britain": "allied", "france": "allied", "us": "allied", "ussr": "allied"}


@cache
def seated(name: str) -> TheWar:
    """A scene in which an order may be given, with a seat for each side."""
    here = SCENES[name]()
    return attrs.evolve(here, seats={power: SEATS.get(power, "allied") for power in here.powers})


def obtained(line: str, turn: str, step: str) -> TheWar:
    return drawn(at(turn, step), line)


def trying(*, won: bool = False) -> TheWar:
    here = table({"germany variant": 1}, {"germany espionage": 1}, turn="1940-3-fall", hands={"germany": 20})
    one = VariantTry(power="germany", turn="1940-3-fall", goal="roll", first=9, won=True)
    return attrs.evolve(here, variant_tries={one.address: one}) if won else here


def wintry() -> TheWar:
    here = at_war(at("1941-4-winter", "weather.eastern-winter"), "germany+ussr")
    return drawn(here, "germany variant winterized-wehrmacht")


def bombing() -> TheWar:
    here = axis_in_hexes(germany_inf_701="berlin")
    return attrs.evolve(here, facts={**here.facts, "variant-atomic-research": 1})


def building() -> TheWar:
    here = lands("poland", patron="germany")(at("1943-1-spring", "allied.build.units"))
    pool = Pool(power="britain", kind="partisan", strength="1-3", count=3, tag="poland")
    britain = attrs.evolve(here.powers["britain"], narfs=100, base=200, effort="sle")
    powers = {**here.powers, "britain": britain}
    return attrs.evolve(here, pools={**here.pools, "britain-partisan-1-3-poland": pool}, powers=powers)


def hunted() -> TheWar:
    here = scene(risen("britain", "poland", 2), step="axis.operations.attacks")
    germany = attrs.evolve(here.powers["germany"], effort="sle")
    band = tuple(key for key in here.units if "partisan" in key)
    one = Engagement(kind="ground", by="germany", attackers=("germany-inf-1",), defenders=band)
    return attrs.evolve(here, engagements={"1632": one}, powers={**here.powers, "germany": germany})


SCENES: dict[str, Callable[[], TheWar]] = {
    "variant": lambda: obtained("germany variant z-plan", "1941-1-spring", "planning.effort"),
    "try-variant": trying,
    "project": lambda: trying(won=True),
    "weather": wintry,
    "atomic": bombing,
    "partisan-war": lambda: scene(risen("britain", "poland", 2)),
    "play-chit": lambda: laid(scene(risen("britain", "poland", 2)), {}, {"britain espionage": 1}),
    "construct": building,
    "partisans-retreat": hunted,
}
PLACED = "; 'late' enters it now."
DIPLOMACY = f"Its step: Diplomatic rolls or variant rolls{PLACED}"
PARTISANS = f"Its step: Axis partisans, Allied partisans{PLACED}"
BATTLES = "Its step: First Impulse attacks announced, Reserves and defensive air support, First Impulse battles"
Z_PLAN, CHIT = "germany variant z-plan yard=kiel", "britain play-chit espionage on=partisans"
ROWS = [
    # The order; a segment that is none of its own, and what is said of it there; the same order in a bad case, and why.
    ("variant", Z_PLAN, "", "", "germany variant jet-program", "Germany has not obtained Jet program (28.0)"),
    ("variant", Z_PLAN, "", "", f"{Z_PLAN} at=berlin", "Z-Plan names neither a place nor a unit (28.1.2)"),
    (
        "try-variant",
        "germany try-variant roll",
        "axis.build.units",
        DIPLOMACY,
        "germany try-variant roll saved=1",
        "1 saved modifier, and Germany has 0 (28.0, ruling 384)",
    ),
    (
        "project",
        "germany project item=5",
        "axis.build.units",
        DIPLOMACY,
        "germany project",
        "no project is chosen (28.0, ruling 386)",
    ),
    (
        "weather",
        "germany weather winterized=yes",
        "planning.effort",
        "not in this step (Logistical efforts) (26.0)",
        "germany weather winterized=yes had=1940-1-spring",
        "it was obtained in Fall 1939 (28.0)",
    ),
    ("atomic", "us atomic berlin", "", "", "us atomic kiel", "no Axis unit is recorded at Kiel, and none is named"),
    (
        "partisan-war",
        "britain partisan-war germany",
        "allied.build.units",
        PARTISANS,
        "britain partisan-war italy",
        "Britain has no partisans against Italy (25.4)",
    ),
    (
        "play-chit",
        CHIT,
        "allied.build.units",
        "no chit is played on the partisans in this step (16.1.7.6, 25.4)",
        "us play-chit espionage on=partisans",
        "United States has no Espionage chit (16.1.7, 16.1.7.1)",
    ),
    (
        "construct",
        "britain construct partisan-1-3-poland",
        ALLIED,
        f"Its step: Build, repair, upgrade{PLACED}",
        "britain construct partisan-1-3-poland count=3",
        "3 partisans in Poland this turn (25.1.1, ruling 96)",
    ),
    (
        "partisans-retreat",
        "britain partisans-retreat 1632",
        "allied.build.units",
        BATTLES,
        "britain partisans-retreat 1632 to=paris",
        "Paris is not in their country (25.3)",
    ),
]


def why(campaign: TheWar, line: str, seat: str) -> list[str]:
    return [str(no) for no in judging.judge(RULESET, campaign, understand(RULESET, line, campaign), seat)]


@pytest.mark.parametrize(("name", "order", "elsewhere", "said", "bad", "reason"), ROWS, ids=[row[4] for row in ROWS])
def test_each_order_is_refused_in_the_wrong_segment_from_the_wrong_seat_and_for_what_it_lacks(
    name: str, order: str, elsewhere: str, said: str, bad: str, reason: str
) -> None:
    here = seated(name)
    power = order.split()[0]
    mine, called = here.seats[power], here.powers[power].name
    assert why(here, order, mine) == []
    assert why(here, order, "allied" if mine == "axis" else "axis") == [
        f"{called} is commanded by the seat '{mine}' (1.1). Its player orders it."
    ]
    away = attrs.evolve(here, progress=attrs.evolve(here.progress, step=elsewhere or "allied.build.units"))
    there = why(away, order, mine)
    # What stands apart from the sequence of play may be given in every segment.
    assert there == [] if not elsewhere else said in there[0], there
    text = why(here, bad, mine)
    assert text and reason in text[0], text


@pytest.mark.parametrize("line", ["atrocities", "partisans-rise"])
def test_25_1_what_falls_due_by_the_rules_no_seat_gives(line: str) -> None:
    here = seated("partisan-war")
    said = why(here, line, "allied")
    assert said[0] == f"'{line}' happens by itself (3.0). It comes in its step."


def test_25_1_2_the_die_for_east_prussia_is_the_soviet_unions_once_in_its_step() -> None:
    here = at_war(at("1944-3-fall", "allied.end.soviet-atrocities"), "germany+ussr")
    seats = {power: SEATS.get(power, "allied") for power in here.powers}
    here = attrs.evolve(here, seats=seats, facts={**here.facts, "east-prussia-open": True})
    line = "ussr east-prussia"
    assert why(here, line, "allied") == []
    assert "is commanded by the seat 'allied' (1.1)" in why(here, line, "axis")[0]
    assert "Britain does not roll (25.1.2). The Soviet Union does." in why(here, "britain east-prussia", "allied")
    away = attrs.evolve(here, progress=attrs.evolve(here.progress, step="allied.build.units"))
    assert f"Its step: Soviets in East Prussia{PLACED}" in why(away, line, "allied")[0]
    once = attrs.evolve(here, facts={**here.facts, "east-prussia-open": False})
    assert "the die for East Prussia has fallen (25.1.2). Once in the game." in why(once, line, "allied")
