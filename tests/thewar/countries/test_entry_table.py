"""Every line of the table of the U.S. Entry Level, played with its event: once, and again where it must not count again
(22.8, rulings 333 to 335)."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.thewar.countries import entry_level
from engine.thewar.economy import us_attempt
from engine.thewar.rolls import us_entry
from engine.thewar.ruleset import RULESET
from engine.thewar.strategic.segment import Settle, UBoatsSail
from engine.thewar.world.state import TheWar
from tests.thewar.atlantic import AIR, SEA, Segment, french, scene
from tests.thewar.countries.test_declarations import given
from tests.thewar.minors import at, at_war
from tests.thewar.optional import played, playing, with_units
from tests.thewar.sea.test_sea_fight import given as given_at_sea
from tests.thewar.sea.test_sea_fight import vichy
from tests.thewar.world import world

SHIPS = "units=britain-fleet-1,britain-fleet-2 against=vichy-france-fleet-1,vichy-france-fleet-2"
MERS_EL_KEBIR = f"britain mers-el-kebir {SHIPS}"
Event = Callable[[TheWar], TheWar]


def ordered(*lines: str, faces: tuple[int, ...] = ()) -> Event:
    return lambda campaign: given(campaign, *lines, faces=faces)


def segment(*lines: str, faces: tuple[int, ...]) -> Event:
    def fought(campaign: TheWar) -> TheWar:
        game = Segment(campaign)
        game.give(*lines, faces=faces)
        if game.step == "strategic-warfare.rockets":
            game.give("germany done")
        return game.campaign

    return fought


def settled(campaign: TheWar) -> TheWar:
    found = play.settle(RULESET, campaign, dice=FixedDice(()), n=1)[-1].campaign
    assert isinstance(found, TheWar)
    return found


def mers_el_kebir(campaign: TheWar) -> TheWar:
    return given_at_sea(campaign, MERS_EL_KEBIR, 7, 1, 9)


def at_sea() -> TheWar:
    return scene("1940-3-fall", SEA, germany={"uboat": 8}, britain={"asw": 4})


def bombers() -> TheWar:
    return french(scene("1940-3-fall", AIR, germany={"mdm": 3, "sac": 2}, britain={"sac": 1}))


SPRING = "1940-1-spring"
UBOATS = segment("germany sea-box uboats=8", "britain sea-box asw=4", faces=(2,))
RAID = segment("germany air-box mdm=3 sac=2", "britain air-box", faces=(4,))
EAST = "axis.operations.attacks"
FIRED: list[tuple[str, Callable[[], TheWar], Event, dict[str, int]]] = [
    ("low-countries", lambda: at(SPRING), ordered("germany declare belgium"), {"low-countries": 1}),
    ("low-countries", lambda: at(SPRING), ordered("germany declare netherlands"), {"low-countries": 1}),
    ("scandinavia", lambda: at(SPRING), ordered("germany declare denmark"), {"scandinavia": 1}),
    ("scandinavia", lambda: at(SPRING), ordered("germany declare norway"), {"scandinavia": 1}),
    ("france-out", lambda: at("1940-2-summer", "allied.end.french-surrender"), ordered("surrender france germany"),
     {"france-out": 2}),
    ("italy-west", lambda: at(SPRING), ordered("italy declare britain"), {"italy-west": 1}),
    ("mers-el-kebir", vichy, mers_el_kebir, {"mers-el-kebir": 1}),
    ("germany-ussr", lambda: at("1941-2-summer"), ordered("germany declare ussr"), {"germany-ussr": 1}),
    ("moscow-leningrad", lambda: at_war(at("1941-3-fall", EAST), "germany+ussr"), ordered("capture moscow germany"),
     {"moscow-leningrad-moscow": 1}),
    ("ussr-out", lambda: at_war(at("1941-3-fall", EAST), "germany+ussr"), ordered("surrender ussr germany"),
     {"ussr-out": 3}),
    ("balkans-alps", lambda: at("1940-3-fall"), ordered("italy declare greece"), {"balkans-alps": 1}),
    ("turkey", lambda: at("1941-1-spring"), ordered("germany declare turkey"), {"turkey": 1}),
    ("iberia", lambda: at("1940-3-fall"), ordered("germany declare spain"), {"iberia-spain": 1}),
    ("iberia", lambda: at("1940-3-fall", EAST), ordered("capture gibraltar germany"), {"iberia-gibraltar": 1}),
    ("losses", at_sea, UBOATS, {"losses-1940-3-fall": 1}),
    ("firestorm", bombers, RAID, {"firestorm-1940-3-fall": 1, "losses-1940-3-fall": 1}),
    ("allied-attack", lambda: at(SPRING), ordered("france declare norway"), {"allied-attack-norway": -3}),
    ("allied-italy", lambda: at(SPRING), ordered("france declare italy"), {"allied-italy": -2}),
    ("japan", lambda: at("1941-4-winter", "planning.vichy-leaves"), settled, {"japan": 2}),
    ("propaganda", lambda: at("1941-1-spring", "planning.propaganda"), ordered("britain propaganda", faces=(3,)),
     {"propaganda-1941-1-spring": 1}),
    ("fdr", lambda: at("1941-1-spring"), ordered("us variant isolationists"), {"fdr-1941-1-spring": 1}),
]  # fmt: skip
OPENING = {"poland"}
"""What has happened as the campaign of 1939 opens moves nothing (22.8)."""
AGAIN = {"losses", "firestorm", "propaganda", "fdr"}
"""What counts every time it happens; the -3 for a Western declaration counts for each country (ruling 333)."""


def test_22_8_the_table_has_no_line_that_no_event_fires() -> None:
    assert {event for event, *_ in FIRED} | OPENING == set(us_entry.events())


@pytest.mark.rule("tw-22.8")
@pytest.mark.parametrize(
    ("event", "begin", "fire", "causes"), FIRED, ids=lambda part: part if isinstance(part, str) else ""
)
def test_22_8_every_line_counts_with_its_event_and_again_only_where_it_says_so(
    event: str, begin: Callable[[], TheWar], fire: Event, causes: dict[str, int]
) -> None:
    before = begin()
    assert us_attempt.level(before) == 0 and not before.entry_causes
    once = fire(before)
    assert {key: cause.by for key, cause in once.entry_causes.items()} == causes
    assert us_attempt.level(once) == sum(causes.values())
    assert once.entry_causes[next(iter(causes))].event == event
    # The same once more, as if all but the Entry Level had been undone.
    twice = fire(attrs.evolve(before, entry_causes=once.entry_causes, facts=_level_kept(before, once)))
    more = [key for key in twice.entry_causes if key not in once.entry_causes]
    assert len(more) == (len(causes) if event in AGAIN else 0)
    assert us_attempt.level(twice) == us_attempt.level(once) * (2 if event in AGAIN else 1)
    assert entry_level.causes(twice).total == us_attempt.level(twice)


def _level_kept(before: TheWar, after: TheWar) -> dict[str, str | int | bool]:
    kept = (us_attempt.USEL, us_attempt.USEL_HIGHEST)
    return {**before.facts, **{name: after.facts[name] for name in kept if name in after.facts}}


@pytest.mark.rule("tw-22.8")
@pytest.mark.parametrize(
    ("begin", "fire"),
    [
        (lambda: at(SPRING), ordered("germany declare ireland")),
        (lambda: at("1939-4-winter"), ordered("ussr declare latvia")),
        (lambda: at("1940-3-fall"), ordered("france declare italy")),
        (lambda: at_war(at("1940-3-fall", EAST), "germany+ussr"), ordered("capture kiev germany")),
        (lambda: at("1941-1-spring", "planning.propaganda"), ordered("britain propaganda", faces=(4,))),
        (vichy, lambda campaign: given_at_sea(campaign, MERS_EL_KEBIR, 10, 1)),
    ],
)  # fmt: skip
def test_22_8_what_the_table_has_not_moves_nothing(begin: Callable[[], TheWar], fire: Event) -> None:
    after = fire(begin())
    assert us_attempt.level(after) == 0 and not after.entry_causes


@pytest.mark.rule("tw-22.8", "tw-29.5")
@pytest.mark.parametrize(("faces", "moves"), [((10, 10), 1), ((10, 9), 0)])
def test_22_8_losses_of_a_turn_count_under_the_simplified_u_boat_war_as_well(
    faces: tuple[int, int], moves: int
) -> None:
    """20 NARFs or more in all (5.1.3, 29.5)."""
    sea = world("1940-3-fall", germany={"effort": "rle"}, britain={"narfs": 100, "effort": "rle"})
    lost = played(playing(with_units(sea, germany_uboat=20), "simplified-u-boats"), UBoatsSail(), faces)
    assert 100 - lost.powers["britain"].narfs == sum(faces)
    assert us_attempt.level(played(lost, Settle())) == moves
