"""What the table is told of surprise all turn long. Whoever looks at a campaign asks it, so what judges a surprise is
loaded only in the turn of a declaration that may bring one (18.2, 21.4)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.late import Asked
from engine.kernel.sheets.ledger import Duty
from engine.kernel.transaction import Transaction
from engine.thewar.economy.falls_due import FALLS_DUE
from engine.thewar.world import posting, sides, titles, wars
from engine.thewar.world.state import TheWar

STATIONED = "stationed"
"""The deed of units that were put at a place this turn."""
_CAUSES = ("western-surprise", "eastern-surprise")
_duties = Asked("engine.thewar", "combat.surprise_due:duties")


def due(campaign: TheWar) -> Iterable[Duty]:
    """The surprise that is due in this turn, and how it is used."""
    declared = any(not FALLS_DUE[cause](campaign, "") for cause in _CAUSES)
    found: Iterable[Duty] = _duties(campaign) if declared else ()
    return found


def placed(campaign: TheWar) -> Iterable[Duty]:
    """Where units have to stand before they are surprised, as the board shows it (18.2, 21.4)."""
    if posting.at_the_border(campaign):
        yield Duty("French air units base next to the border with Germany or Belgium until Summer 1940", "18.2")
    if posting.forward(campaign):
        most, there = posting.most(campaign), posting.rear(campaign)
        aircraft = "all aircraft" if most == posting.REAR else "all aircraft but a TAC or MDM"
        said = f"All but {most} Soviet ground factors, and {aircraft}, stand within 3 hexes of the German border"
        more = f": {there} are recorded further back" if there else ""
        yield Duty(said + more, "21.4", overdue=there > most)


def british(campaign: TheWar) -> Iterable[Duty]:
    """British units in France that have to go back to a port (6.2.1)."""
    if wars.standing(campaign, posting.FRANCE) and (deep := posting.deep(campaign)):
        who = titles.units(campaign, deep)
        verb = "go" if len(deep) > 1 else "goes"
        said = f"{who} {verb} back within 1 hex of a friendly port, or is Depleted as the Allied player turn ends"
        yield Duty(said.replace(", or is", ", or are") if len(deep) > 1 else said, "6.2.1", order="britain station")


def end_turn(tx: Transaction[TheWar], power: str) -> None:
    """The turn ends, and the Allied player turn with it: British units too far from a port are Depleted, but for those
    that came there in it (6.2.1)."""
    first = next((key for key in tx.campaign.powers if wars.standing(tx.campaign, key)), "")
    # Once, before what units have done this turn is forgotten.
    if power != first or not wars.standing(tx.campaign, posting.FRANCE):
        return
    came = {deed.who for deed in tx.campaign.missions.values() if (deed.half, deed.deed) == (sides.ALLIED, STATIONED)}
    for key in posting.deep(tx.campaign):
        if key not in came and not tx.campaign.units[key].depleted:
            tx.set(f"units.{key}.depleted", True, "too far from a port in France", "6.2.1")
