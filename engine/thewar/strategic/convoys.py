"""Convoys: instead of the U-boat table's marks, the convoy's own way brings an Ambush or a Massacre (29.7). The board
is not known, so the player says what the convoy came near."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engine.kernel.answers import Answer
from engine.kernel.changes import Entry
from engine.kernel.grammar import NAME, word
from engine.kernel.procedures import Decision, Procedure, begin
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import aftermath
from engine.thewar.rolls.submarines import ceiling
from engine.thewar.world import wars
from engine.thewar.world.state import Box, TheWar

OPTION = "convoys"
UBOATS_PER_COUNTER, DUMMIES = 3, 6
# What the convoy came near: the highest face that harms it, and the mark that it then has.
CONTACTS = {"none": (0, ""), "near": (5, "*"), "through": (6, "**")}


def counters(uboats: int) -> int:
    """Convoy Intercepted counters for so many U-boats in the box, one for each 3 begun; 6 dummies go with them."""
    return ceiling(uboats, UBOATS_PER_COUNTER)


def outcome(contact: str, face: int) -> str:
    """What the convoy meets: '' nothing, '*' an Ambush, '**' a Massacre. ``contact``: none; near, within two hexes of a
    counter; through, adjacent to one or into its hex."""
    most, mark = CONTACTS[contact]
    return mark if face <= most else ""


def sails(campaign: TheWar) -> bool:
    """Whether a convoy has to pass U-boats this turn."""
    return bool(campaign.options.get(OPTION, False)) and campaign.boxes.get("germany", Box()).uboats > 0


def begin_run(tx: Transaction[TheWar], battle: str) -> None:
    """The convoy sails before the U-boat roll; ``battle`` is the path of the U-boat war that is told what it met."""
    if sails(tx.campaign):
        begin(tx, ConvoyRun("run", battle), "the convoy sails", "29.7")


@frozen
class ConvoyRun(Procedure[TheWar]):
    """The convoy under way. Stages: run, roll. ``contact`` is what the player says of the board."""

    kind: ClassVar[str] = "convoy"

    battle: str
    contact: str = "none"

    @property
    def power(self) -> str:
        return "germany"

    def decision(self, campaign: TheWar) -> Decision | None:
        if self.stage != "run":
            return None
        runs = "britain" if wars.standing(campaign, "britain") else "us"
        packs = counters(campaign.boxes.get("germany", Box()).uboats)
        title = f"what did the convoy pass of {packs} counters: none, near (2 hexes), through (adjacent or its hex)?"
        answers = tuple(f"{runs} convoy {contact}" for contact in CONTACTS)
        return Decision(runs, title, answers, answers[0], "29.7")

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        if self.contact != "none":
            face = tx.roll("convoy", rule="29.7", formerly=self.contact)
            tx.set(f"{self.battle}.convoy", outcome(self.contact, face), "the convoy's run", "29.7")
        tx.remove(at, "the convoy is in port", "29.7")

    def told(self, before: TheWar, entry: Entry) -> str:
        for face in entry.faces("convoy"):
            met = {"": "unharmed", "*": "Convoy Ambush", "**": "Convoy Massacre"}[outcome(self.contact, face)]
            return aftermath.sentence("The convoy", aftermath.rolled((face,)), met)
        return "The convoy reaches port unharmed"


@frozen
class Contact(Answer[TheWar, ConvoyRun]):
    """What the convoy came near on its way to Britain; one die for the worst of it (29.7, ruling 163)."""

    verb: ClassVar[str] = "convoy"
    title: ClassVar[str] = "the convoy's run"
    rule: ClassVar[str] = "29.7"
    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (ConvoyRun,)
    stages: ClassVar[tuple[str, ...]] = ("run",)
    unasked: ClassVar[str] = "no convoy is under way"
    when: ClassVar[str] = "It sails before the U-boat roll."

    contact: str = word(NAME)

    def wrong(self, campaign: TheWar, run: ConvoyRun) -> Iterable[Refusal]:
        if self.contact not in CONTACTS:
            yield Refusal("29.7", f"'{self.contact}' is no way past the U-boats", f"One of {', '.join(CONTACTS)}.")

    def answer(self, tx: Transaction[TheWar], at: str, run: ConvoyRun) -> None:
        tx.set(f"{at}.contact", self.contact, "the convoy's run", "29.7")
        tx.set(f"{at}.stage", "roll", "the convoy's run", "29.7")

    def sentence(self, campaign: TheWar) -> str:
        passed = {"none": "past every counter", "near": "within two hexes of a counter", "through": "through a counter"}
        return f"The convoy sails {passed.get(self.contact, self.contact)}"
