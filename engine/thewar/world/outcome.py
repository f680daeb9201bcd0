"""How a campaign has ended, in words (27)."""

from __future__ import annotations

from engine.thewar.world.state import Outcome, TheWar

KEY = "campaign"
"""Under which the result of the whole campaign stands; the others are levels of sides."""
AXIS, ALLIES = "axis", "allies"
ADJOURNED, CONCESSION = "adjourned", "concession"
_WINNERS = {AXIS: "the Axis wins", ALLIES: "the Allies win"}
_LEVELS = {
    "sudden-death": "by sudden death",
    "decisive": "decisively",
    "tactical": "tactically",
    "marginal": "marginally",
    "concession": "by concession",
}


def said(outcome: Outcome) -> str:
    """A result in words: who wins, how, why and by which rule."""
    return f"{headline(outcome)} ({outcome.rule})"


def headline(outcome: Outcome) -> str:
    """A result in words without its rule."""
    if outcome.level == ADJOURNED:
        head = "adjourned"
    elif not outcome.winner:
        head = "a draw"
    else:
        head = f"{_WINNERS[outcome.winner]} {_LEVELS.get(outcome.level, outcome.level)}"
    why = f": {outcome.why}" if outcome.why else ""
    return f"{head}{why}"


def over(campaign: TheWar) -> str:
    """Why a campaign is over, '' while it is played, or played on by all after its end."""
    found = campaign.outcomes.get(KEY)
    return said(found) if found is not None and not found.played_on else ""
