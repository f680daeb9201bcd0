"""What the table is told of surprise all turn long. Whoever looks at a campaign asks it, so what judges a surprise is
loaded only in the turn of a declaration that may bring one (18.2, 21.4)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.late import Asked
from engine.kernel.sheets.ledger import Duty
from engine.thewar.economy.falls_due import FALLS_DUE
from engine.thewar.world import calendar, wars
from engine.thewar.world.state import TheWar

_CAUSES = ("western-surprise", "eastern-surprise")
_AT_THE_BORDER = "1940-1-spring"
_SOVIETS_FORWARD = ("1940-4-winter", "1941-3-fall")
"""The turns in which French aircraft, and the first and last in which the Soviets, stand at the border."""
_duties = Asked("engine.thewar", "combat.surprise_due:duties")


def due(campaign: TheWar) -> Iterable[Duty]:
    """The surprise that is due in this turn, and how it is used."""
    declared = any(not FALLS_DUE[cause](campaign, "") for cause in _CAUSES)
    found: Iterable[Duty] = _duties(campaign) if declared else ()
    return found


def placed(campaign: TheWar) -> Iterable[Duty]:
    """Where units have to stand before they are surprised, as the board shows it (18.2, 21.4)."""
    turn = calendar.turn(campaign)
    if turn == _AT_THE_BORDER and wars.standing(campaign, "france") and wars.at_war(campaign, "france", "germany"):
        yield Duty("French air units base next to the border with Germany or Belgium until Summer 1940", "18.2")
    first, last = (calendar.number(one) for one in _SOVIETS_FORWARD)
    free = wars.at_war(campaign, "germany", "ussr") or campaign.facts.get(wars.SOVIETS_RELEASED)
    if first <= calendar.number(turn) <= last and not free:
        said = "All but 30 Soviet ground factors, and all aircraft, stand within 3 hexes of the German border"
        yield Duty(said, "21.4")
