"""The rooms of A World at War: what they name is there, every table is some room's, and each clears its own."""

from __future__ import annotations

import attrs

from engine.kernel import tables
from engine.kernel.late import Asked
from engine.worldatwar.rooms import HOUSE
from engine.worldatwar.ruleset import RULESET
from tests.worldatwar.game import Game, scene


def test_every_function_that_a_room_names_is_there() -> None:
    named = [
        value
        for room in HOUSE.rooms.values()
        for value in (
            *(part for wiring in room.wiring.values() for part in attrs.astuple(wiring, recurse=False)),
            *(duties for _, duties in room.duties),
            *room.end_of_turn,
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
