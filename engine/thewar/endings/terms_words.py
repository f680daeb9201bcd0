"""What the step of the terms tells its players: the list in its order, and what nobody is led past (18.5)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.sheets.ledger import Duty
from engine.kernel.stops import MUST, ROLL, Stop
from engine.thewar.countries import french_colonies
from engine.thewar.endings import terms
from engine.thewar.world import wars
from engine.thewar.world.state import TheWar

_MARKS = {terms.DONE: "x", terms.OPEN: " ", terms.VOID: "-", terms.CLOSED: "x"}


def told(campaign: TheWar) -> Iterable[str]:
    """Each line of the terms with its mark: done, open, not applicable, closed, and why."""
    for one in terms.lines(campaign):
        why = one.why if one.state != terms.CLOSED else f"closed: {one.why}"
        said = f": {why}" if why else ""
        order = f" ('{one.order}')" if one.awaited else ""
        yield f"[{_MARKS[one.state]}] {one.title[:1].upper()}{one.title[1:]}{said}{order}"


def stops(campaign: TheWar, side: str) -> Iterable[Stop]:
    """The open lines: whose they are goes on with them, or the table closes them. Who is stranded in Vichy's lands may
    be told later, and where terms were dictated before there was a list the dice for the colonies come first."""
    if not campaign.terms:
        if french_colonies.waiting(campaign):
            for power in (terms.GERMANY, terms.BRITAIN):
                yield Stop(MUST, power, "the dice for the French colonies", "18.5.4", "'french-colonies' throws them.")
        return
    for one in terms.lines(campaign):
        if not one.awaited or not terms.in_hand(campaign):
            continue
        weight = ROLL if one.id == "evacuation" else MUST
        hint = f"'{one.order}' goes on with it; 'close-term {one.id}' with a reason closes it."
        if one.id == "mers-el-kebir":
            hint = "'britain mers-el-kebir' attacks, 'britain spare-fleet' does not."
        elif one.id == "colonies":
            hint = "'french-colonies' throws them."
        for power in one.whose:
            if wars.standing(campaign, power):
                yield Stop(weight, power, one.title, one.rule, hint)


def duties(campaign: TheWar) -> Iterable[Duty]:
    """What of the terms is still open."""
    if not terms.in_hand(campaign):
        return
    for one in terms.lines(campaign):
        if one.awaited:
            yield Duty(f"Terms of France, still open: {one.title}", one.rule)
