"""Which note of a guide stands at a step: by step and half, power, turn; and what is wrong with one."""

from __future__ import annotations

import attrs

from engine.kernel import guide
from engine.kernel.guide import Note
from engine.kernel.ruleset import find
from engine.kernel.sequence import Occasion
from engine.thewar.ruleset import RULESET
from tests.kernel import toy

MARCH = toy.RULESET.sequence["north.march.move"]


def text(notes: list[Note], *acting: str, turn: int = 1, step: str = "north.march.move") -> str:
    campaign = toy.started()
    campaign = attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, turn=turn))
    found = guide.chosen(notes, toy.RULESET, campaign, toy.RULESET.sequence[step], acting)
    return found.text if found is not None else ""


def test_the_first_note_that_fits_is_shown_named_with_its_half_or_without() -> None:
    notes = [Note(step="south.march.move", text="south"), Note(step="march.move", text="both")]
    assert text(notes, "red") == "both" and text(notes, "blue", step="south.march.move") == "south"
    assert text(notes, "red", step="council.bid") == ""


def test_a_note_for_a_power_waits_until_it_is_next_to_act() -> None:
    notes = [Note(step="march.move", power="green", text="green"), Note(step="march.move", text="all")]
    assert [text(notes, *who) for who in (("green",), ("blue", "green"), ())] == ["green", "all", "all"]


def test_a_note_for_the_first_time_is_gone_with_the_turn() -> None:
    notes = [Note(step="march.move", first_time=True, text="first"), Note(step="march.move", text="later")]
    assert [text(notes, "red", turn=turn) for turn in (1, 2, 3)] == ["first", "later", "later"]


def test_the_first_time_is_counted_from_the_seasons_of_the_step() -> None:
    raid, notes = (
        RULESET.sequence["strategic-warfare.build"],
        [Note(step="strategic-warfare.build", first_time=True, text="first")],
    )
    assert raid.occasion == Occasion(seasons=("spring", "fall"))
    campaign = toy.started()
    for first, turn, shown in (("1940-4-winter", 2, True), ("1940-3-fall", 3, False), ("1940-3-fall", 1, True)):
        at = attrs.evolve(campaign, first=first, progress=attrs.evolve(campaign.progress, turn=turn))
        assert bool(guide.chosen(notes, RULESET, at, raid, ())) == shown, (first, turn)


def test_notes_may_be_dated() -> None:
    notes = [Note(step="march.move", since="1201-2-wet", until="1201-2-wet", text="wet")]
    assert [text(notes, "red", turn=turn) for turn in (1, 2, 3)] == ["", "wet", ""]


def test_what_is_wrong_with_a_guide() -> None:
    def problems(*notes: Note) -> list[str]:
        return [f"{fault.at}: {fault.problem}" for fault in guide.faults(find("thewar"), notes)]

    fine = Note(step="operations.rail", power="germany", text="x", since="1940-1-spring")
    assert problems(fine, Note(step="over", text="x"), Note(step="axis.operations.rail", text="x")) == []
    unknown = Note(step="operations.rial", power="germnay", text="x")
    assert problems(unknown) == [
        "guide.step: there is no step 'operations.rial'; nearest is 'operations.rail'",
        "guide.power: there is no power 'germnay'; nearest is 'germany'",
    ]
    (long,) = problems(Note(step="over", text="x" * (guide.LONGEST + 1)))
    assert long.startswith("guide.text: ")
    (odd,) = problems(Note(step="over", text="x", since="spring"))
    assert odd.startswith("guide.since: ")
    assert problems(*[fine] * 201) == ["guide: 201 notes; 200 are the most"]
