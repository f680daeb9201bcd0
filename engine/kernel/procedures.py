"""A resolution under way: a frozen value with a stage name, on the campaign's stack; it rests where a seat decides."""

from __future__ import annotations

from typing import Any, ClassVar, Generic, TypeVar

from engine.kernel.campaign import C, Campaign
from engine.kernel.changes import Entry
from engine.kernel.remembering import remembered
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen

P = TypeVar("P", bound="Procedure[Any]")


@frozen
class Decision:
    """What a procedure awaits: from which power, the orders that answer it, and the default a forecast takes; ``notes``
    say what whoever decides has to know. ``sealed``: where there are several seats the answer stays secret until all
    who are asked with it have answered. ``forms``: the verbs of open-ended orders that answer it as well."""

    power: str
    title: str
    answers: tuple[str, ...]
    default: str
    rule: str = ""
    notes: tuple[str, ...] = ()
    sealed: bool = False
    forms: tuple[str, ...] = ()


@frozen
class Procedure(Generic[C]):
    """What every procedure has. ``at`` in its methods is its own path in the campaign (``pending.1``)."""

    kind: ClassVar[str] = ""

    stage: str

    @property
    def power(self) -> str:
        """The power whose dice the procedure rolls, '' for the table's."""
        return ""

    def decision(self, campaign: C) -> Decision | None:
        """What the procedure awaits now, None while it can go on by itself."""
        return None

    def decisions(self, campaign: C) -> tuple[Decision, ...]:
        """All that the procedure awaits now: several only where several powers decide at once, each for itself. An
        answer that stands in its own state is no longer awaited; of answers still sealed it knows nothing."""
        decision = self.decision(campaign)
        return () if decision is None else (decision,)

    def unseals(self, campaign: C) -> tuple[str, ...]:
        """The places of orders kept under seal (see Order.openly) that are opened, and take effect, before it goes
        on."""
        return ()

    def resolve(self, tx: Transaction[C], at: str) -> None:
        """Run the next stage: gather facts, run the core, write effects; set its own stage, or remove itself."""
        raise TypeError(f"{type(self).__name__} cannot go on")

    def told(self, before: C, entry: Entry) -> str:
        """What came of the stage that an entry resolved, for the journal; '' where nothing came of it but the next.

        This is the procedure as it stood ``before``, in a view of the campaign at that time. What came of it is read
        from the entry's dice and changes, so that an old journal tells what happened and not what today's rules say.
        """
        return ""


def top(campaign: Campaign) -> tuple[str, Procedure[Any]] | None:
    """The procedure on top of the stack with its key, None where none is under way."""
    if not campaign.pending:
        return None
    key = max(campaign.pending, key=int)
    return key, campaign.pending[key]


@remembered
def asked(campaign: Campaign) -> tuple[Decision, ...]:
    """All that the procedure on top asks of seats, also of those whose answer lies under seal."""
    current = top(campaign)
    return () if current is None else current[1].decisions(campaign)


def decisions(campaign: Campaign) -> tuple[Decision, ...]:
    """All that the procedure on top awaits from seats. Who has answered under seal is not asked again."""
    current = top(campaign)
    if current is None:
        return ()
    key, waiting = current[0], asked(campaign)
    given = {sealed.power for sealed in campaign.sealed.values() if sealed.answers == key} if campaign.sealed else ()
    return tuple(decision for decision in waiting if decision.power not in given) if given else waiting


def decision(campaign: Campaign, seat: str = "") -> Decision | None:
    """What a seat has to decide first, or else what others have to; None where nothing is awaited."""
    waiting = decisions(campaign)
    mine = (decision for decision in waiting if campaign.seats.get(decision.power) == seat)
    return next(mine, waiting[0]) if waiting else None


def under_way(campaign: Campaign, kind: type[P], stage: str = "") -> tuple[str, P] | None:
    """The procedure of a class that is to go on first, with its path; None where there is none, or none in this
    stage."""
    for key in sorted(campaign.pending, key=int, reverse=True):
        procedure = campaign.pending[key]
        if isinstance(procedure, kind) and stage in ("", procedure.stage):
            return f"pending.{key}", procedure
    return None


def begin(tx: Transaction[C], procedure: Procedure[C], why: str, rule: str = "") -> str:
    """Put a procedure on the stack; returns its path."""
    at = f"pending.{max(map(int, tx.campaign.pending), default=0) + 1}"
    tx.create(at, procedure, why, rule)
    return at
