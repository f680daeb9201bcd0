"""The rooms of A World at War: what they name is there, every table is some room's, and each clears its own."""

from __future__ import annotations

import attrs

from engine.kernel import tables
from engine.kernel.late import Asked
from engine.worldatwar.rooms import HOUSE
from engine.worldatwar.ruleset import RULESET
from engine.worldatwar.world.state import RocketBase, Ship
from tests.worldatwar.game import Game, scenario, scene


def test_every_function_that_a_room_names_is_there() -> None:
    named = [
        value
        for room in HOUSE.rooms.values()
        for value in (
            *(part for wiring in room.wiring.values() for part in attrs.astuple(wiring, recurse=False)),
            *(duties for _, duties in room.duties),
            *room.end_of_turn,
            *room.faults,
        )
        if isinstance(value, Asked)
    ]
    assert len(named) > 20 and all(callable(late.target) for late in named)


def test_rooms_wire_only_steps_that_there_are_and_put_duties_beside_them() -> None:
    slugs = {step.slug for step in RULESET.sequence.steps}
    for room in HOUSE.rooms.values():
        assert slugs >= {*room.wiring, *(slug for slug, _ in room.duties)}


def test_each_table_is_read_first_by_one_room() -> None:
    # The sequence of play is the whole game's.
    assert {*HOUSE.tables, "sequence"} == set(tables.file_ids("worldatwar"))


def test_the_end_of_a_player_turn_clears_what_every_room_counted_in_it() -> None:
    campaign = scene(
        "1942-1-spring",
        "axis.redeployment.end",
        groups={"western transport atlantic": 3},
        facts={"passed-gibraltar-axis": 1, "asw-sent-to-pacific": 2, "german-american-combat-phases": 0},
        wars=("germany+us",),
        germany={"spent": 9, "launched": 2, "repaired": 1, "limit_now": -3},
        britain={"spent": 6, "limit_change": -4},
    )
    after = Game(attrs.evolve(campaign, cards={"axis": 1})).campaign
    assert after.progress.step.startswith("allied")
    assert after.cards == {}
    assert after.facts == {"german-american-combat-phases": 1}
    germany, britain = after.powers["germany"], after.powers["britain"]
    assert (germany.spent, germany.launched, germany.repaired, germany.limit_now) == (0, 0, 0, 0)
    # The Allied player turn is to come: what bombing took of a British limit counts in it.
    assert (britain.spent, britain.limit_now, britain.limit_change) == (6, -4, 0)


def test_each_room_names_the_faults_of_what_is_its_own() -> None:
    base = scenario("strategic-bombing")
    place, group = next(iter(base.places.items())), next(iter(base.groups.items()))
    broken = attrs.evolve(
        base,
        places={**base.places, place[0]: attrs.evolve(place[1], fortification=3)},
        groups={**base.groups, group[0]: attrs.evolve(group[1], kind="zeppelin", place="moon")},
        bases={"germany-1": RocketBase(owner="germany", place="moon")},
        ships={"graf": Ship(name="Graf Zeppelin", owner="germany", size=4, yard="moon")},
        research={"axis-magic": 1},
    )
    faults = {fault.at: (fault.problem, fault.rule) for fault in RULESET.check(broken)}
    assert faults == {
        f"places.{place[0]}": ("its defences do not fit", "26.461A"),
        f"groups.{group[0]}.place": ("there is no box, base or front 'moon'", "24.5"),
        f"groups.{group[0]}.kind": ("'zeppelin' is no kind of unit", "24.11"),
        "bases.germany-1.place": ("there is no place 'moon'", "26.61"),
        "ships.graf.yard": ("there is no place 'moon'", "26.76"),
        "research.axis-magic": ("is no faction's subject with 0 or more results", "41"),
    }
    assert list(RULESET.check(base)) == []
