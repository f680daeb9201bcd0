"""A campaign that all its seats have closed after its end: its dice are published, and nothing in it changes any more.

What was rolled can be foreseen by everybody from then on, so whoever wants to play from an earlier point does so in a
branch, which has dice of its own.
"""

from __future__ import annotations

from engine.kernel import ruleset as rulesets
from engine.kernel.campaign import Campaign
from engine.kernel.refusals import Refusal


def still_to_close(campaign: Campaign) -> tuple[str, ...]:
    """The seats with a power in play that have not closed the campaign, in the order of their powers."""
    rules, marks = rulesets.of(campaign), campaign.progress.closed
    playing = (seat for power, seat in campaign.seats.items() if rules.takes_part(campaign, power))
    return tuple(dict.fromkeys(seat for seat in playing if seat not in marks))


def by_all(campaign: Campaign) -> bool:
    """Whether every seat has closed it."""
    return bool(campaign.progress.closed) and not still_to_close(campaign)


def refusal() -> Refusal:
    """Why nothing is ordered, taken back or mended in it, and what is open instead."""
    return Refusal(
        "close",
        "all seats have closed the campaign and its dice are published",
        "A branch from one of its turns or entries (branch) has dice of its own.",
    )
