"""U-boats against capital ships: a natural 1 on the U-boat table depletes a Fleet or a carrier (29.19, ruling 134)."""

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
from engine.thewar.building import homecoming
from engine.thewar.strategic import strategic_forces
from engine.thewar.world import wars
from engine.thewar.world.state import TheWar

OPTION = "capital-ships"
NATURAL = 1
FLEET_TO = 7
"""A Fleet up to this face of the second die, a carrier beyond it."""


NAMES = {"fleet": "Fleet", "cv": "carrier"}


def target(face: int) -> str:
    """What the second die hits: 'fleet' or 'cv'."""
    return "fleet" if face <= FLEET_TO else "cv"


def within_reach(campaign: TheWar, kind: str) -> tuple[str, ...]:
    """Ships that may be hit, by id: whole British or American Fleets, or whole British carriers."""
    owners = wars.enemies_of_germany(campaign) if kind == "fleet" else ("britain",)
    return tuple(key for power in owners for key in strategic_forces.in_play(campaign, power, kind))


def after_roll(tx: Transaction[TheWar], face: int) -> None:
    """With the option on, roll a second die after a natural 1; the owner chooses at once which of his ships is hit."""
    if face != NATURAL or not tx.campaign.options.get(OPTION, False):
        return
    kind = target(tx.roll("capital-ship", power="germany", rule="29.19"))
    if within_reach(tx.campaign, kind):
        begin(tx, Torpedoed("choose", kind), "torpedoed", "29.19")


@frozen
class Torpedoed(Procedure[TheWar]):
    """A capital ship has been hit: which, is Britain's to say (ruling 162). It has one stage, choose."""

    kind: ClassVar[str] = "torpedoed"

    ship: str

    @property
    def power(self) -> str:
        return "britain"

    def decision(self, campaign: TheWar) -> Decision | None:
        answers = tuple(f"britain torpedoed {key}" for key in within_reach(campaign, self.ship))
        return Decision("britain", f"which {NAMES[self.ship]} have the U-boats depleted?", answers, answers[0], "29.19")


def told(face: int, entry: Entry) -> str:
    """The second die in words, with what an entry says came of it."""
    hit = any(isinstance(change.now, Torpedoed) for change in entry.changes)
    named = NAMES[target(face)]
    return f"a second die {face} torpedoes {f'a {named}' if hit else f'no {named}, as none is in reach'}"


@frozen
class Hit(Answer[TheWar, Torpedoed]):
    """The ship that U-boats have depleted; it goes to the nearest British or American shipyard on the board (29.19)."""

    verb: ClassVar[str] = "torpedoed"
    title: ClassVar[str] = "capital ship torpedoed"
    rule: ClassVar[str] = "29.19"
    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (Torpedoed,)
    unasked: ClassVar[str] = "no capital ship has been hit"
    when: ClassVar[str] = "Only a natural 1 on the U-boat table hits one."

    ship: str = word(NAME)

    def wrong(self, campaign: TheWar, hit: Torpedoed) -> Iterable[Refusal]:
        if self.ship not in within_reach(campaign, hit.ship):
            kinds = "a whole Fleet of a Western Ally" if hit.ship == "fleet" else "a whole British carrier"
            yield Refusal("29.19", f"'{self.ship}' is not {kinds}")

    def answer(self, tx: Transaction[TheWar], at: str, hit: Torpedoed) -> None:
        """A carrier's NAC is depleted with it."""
        tx.remove(at, "the ship is known", "29.19")
        homecoming.deplete(tx, (self.ship,), "torpedoed", "29.19")

    def sentence(self, campaign: TheWar) -> str:
        ship = campaign.units.get(self.ship)
        whose = wars.named(campaign, ship.power) if ship is not None else "the Allies"
        kind = "" if ship is None else "the Fleet " if ship.kind == "fleet" else "the carrier "
        port = campaign.places.get(ship.place) if ship is not None else None
        where = f" at {port.name}" if port is not None else ""
        return f"U-boats deplete {kind}{self.ship} of {whose}{where}: to the nearest shipyard"
