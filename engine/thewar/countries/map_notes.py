"""A player pins notes to places, hexes and Sea Areas of the map, and takes them off. They change nothing in the war."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self

import attrs

from engine.kernel.campaign import several_eyes
from engine.kernel.grammar import FLAG, NAME, Kind, keyed, number, quote, unquote, word
from engine.kernel.nearest import nearest
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.ranges import Length
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.world import calendar, sea_areas, titles, wars, written_notes
from engine.thewar.world.board_state import NOTE_LENGTH
from engine.thewar.world.state import MapNote, TheWar
from engine.thewar.world.written_notes import MOST, RULE, VERB

_SAID = Kind("text in quotes", unquote, quote, bounds=Length(NOTE_LENGTH))
SEALED = "sealed"
"""What stands for the place of a note that is its seat's own, where all can read it."""


@frozen
class Note(PowerOrder[TheWar]):
    """A note at a place, a hex or a Sea Area. Where there are several seats it is its own seat's, unless it is ``open``
    to all. ``number``: of the power's notes on the map; the program gives it the next that is free."""

    verb: ClassVar[str] = VERB
    title: ClassVar[str] = "note on the map"
    rule: ClassVar[str] = RULE
    standing: ClassVar[bool] = True
    as_written: ClassVar[bool] = True

    where: str = word(NAME)
    said: str = word(_SAID)
    number: int = keyed(number(0, MOST), 0, "number of the note")
    open: bool = keyed(FLAG, False, "for all to read")

    def openly(self, campaign: TheWar) -> str:
        """That there is a note, and its number."""
        if self.open or self.where == SEALED or not several_eyes(campaign):
            return ""
        return attrs.evolve(self, where=SEALED, said="").text

    def complete(self, campaign: TheWar) -> Self:
        """The order with the next free number, and with a place or Sea Area by its id where its name was typed."""
        ids = {place.name.lower(): key for key, place in campaign.places.items()}
        ids |= {str(row["name"]).lower(): area for area, row in sea_areas.areas().items()}
        where = ids.get(self.where.lower().replace("-", " "), self.where)
        return attrs.evolve(self, where=where, number=self.number or written_notes.free(campaign, self.power))

    def shape(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from super().shape(campaign)
        if told := written_notes.misplaced(campaign, self.where):
            near = nearest(self.where, (*campaign.places, *sea_areas.areas()))
            hint = "A place, a hex by its number, or a Sea Area."
            yield Refusal(RULE, told, f"{hint} Nearest: {', '.join(near)}." if near else hint)
        if not self.said.strip():
            yield Refusal(RULE, "nothing is said", 'The note stands in quotes: note warsaw "...".')

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if not self.number:
            yield Refusal(RULE, f"{MOST} notes lie on the map", f"'{self.power} note-off' takes some off.")
        elif written_notes.address(self.power, self.number) in campaign.map_notes:
            yield Refusal(RULE, f"note {self.number} lies on the map", "Without a number it has the next free one.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        given = self.number or written_notes.free(tx.campaign, self.power)
        where = "" if self.where == SEALED else self.where
        note = MapNote(power=self.power, since=calendar.turn(tx.campaign), where=where, said=self.said)
        if given:
            tx.put(f"map_notes.{written_notes.address(self.power, given)}", note, "noted", RULE)

    def sentence(self, campaign: TheWar) -> str:
        who = wars.named(campaign, self.power)
        if self.where == SEALED:
            return f"{who} pins a note of its own to the map"
        to_all = " for all" if self.open and several_eyes(campaign) else ""
        return f"{who} notes at {titles.where(campaign, self.where)}{to_all}: {self.said}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if not wars.standing(campaign, power):
            return None
        known = (*campaign.places, *sea_areas.areas())
        fields = (
            Field("where", "a place, a hex's number or a Sea Area", RULE, known, free=True),
            Field("said", "what it says", RULE),
            Field("open", "for all seats to read", RULE, choices=("yes", "no"), default="no"),
        )
        mine = fields if several_eyes(campaign) else fields[:2]
        pattern = f'{power} {VERB} {{where}} "{{said}}"' + " open={open}" * several_eyes(campaign)
        return Form(cls.verb, "Note on the map", pattern, mine, RULE)


@frozen
class NoteOff(PowerOrder[TheWar]):
    """A note is taken off the map; the maps of the turns before keep it."""

    verb: ClassVar[str] = "note-off"
    title: ClassVar[str] = "note taken off"
    rule: ClassVar[str] = RULE
    standing: ClassVar[bool] = True
    as_written: ClassVar[bool] = True

    number: int = word(number(0, MOST))

    @property
    def _key(self) -> str:
        return written_notes.address(self.power, self.number)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self._key not in campaign.map_notes:
            mine = [key for key, note in campaign.map_notes.items() if note.power == self.power]
            numbers = ", ".join(key.rpartition("-")[2] for key in mine)
            hint = f"There are: {numbers}." if mine else "None is there."
            yield Refusal(RULE, f"{wars.named(campaign, self.power)} has no note {self.number} on the map", hint)

    def effect(self, tx: Transaction[TheWar]) -> None:
        if self._key in tx.campaign.map_notes:
            tx.remove(f"map_notes.{self._key}", "taken off", RULE)

    def sentence(self, campaign: TheWar) -> str:
        note = written_notes.known(campaign).get(self._key)
        who = wars.named(campaign, self.power)
        if note is None:
            return f"{who} takes note {self.number} off the map"
        return f"{who} takes its note at {titles.where(campaign, note.where)} off the map: {note.said}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[NoteOff]:
        for key, note in campaign.map_notes.items():
            if note.power == power:
                yield cls(power, int(key.rpartition("-")[2]))
