"""The 1939 campaign at a turn for tests of minor countries, and what they look at: NARFs, levels, statuses."""

from __future__ import annotations

from typing import Any

import attrs

from engine.kernel.campaign import Progress
from engine.thewar.economy import income
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar
from tests.thewar.atlantic import scenario
from tests.thewar.values import wars_of
from tests.thewar.world import after

DECLARE = "declarations.declare"


def at(turn: str, step: str = DECLARE, orders: tuple[str, ...] = (), faces: tuple[int, ...] = ()) -> TheWar:
    """The 1939 campaign at a turn and step after some orders."""
    start = scenario()
    when = Progress(turn=calendar.number(turn) - calendar.number(start.first) + 1, step=step)
    now: TheWar = attrs.evolve(start, progress=when)
    for text in orders:
        now = after(now, text, faces if text == orders[-1] else ())
    return now


def at_war(campaign: TheWar, *pairs: str) -> TheWar:
    """The campaign with more wars, such as 'britain+italy': land changes hands in war (9.4.1)."""
    since = calendar.turn(campaign)
    return attrs.evolve(campaign, wars=wars_of({**campaign.wars, **dict.fromkeys(pairs, since)}))


def moved(campaign: TheWar, turn: str, step: str = "") -> TheWar:
    """The same campaign in another turn, and at another step where one is named."""
    step = step or campaign.progress.step
    progress = attrs.evolve(
        campaign.progress, step=step, turn=calendar.number(turn) - calendar.number(campaign.first) + 1
    )
    return attrs.evolve(campaign, progress=progress)


def level(campaign: TheWar, power: str) -> int:
    """What a Spring brings a power, in NARFs."""
    return income.level(campaign, power).total


def hand(campaign: TheWar, power: str) -> int:
    """The NARFs of a power."""
    return campaign.powers[power].narfs


def land(campaign: TheWar, country: str) -> tuple[str, str]:
    """A country's status and to whom it leans."""
    found = campaign.countries[country]
    return found.status, found.patron


def with_country(campaign: TheWar, key: str, **changes: Any) -> TheWar:
    """The campaign with a country otherwise."""
    return attrs.evolve(
        campaign, countries={**campaign.countries, key: attrs.evolve(campaign.countries[key], **changes)}
    )
