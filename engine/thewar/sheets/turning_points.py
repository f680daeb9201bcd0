"""What the war turned on between two states of a campaign, for the story: who surrendered, wars that began and ended,
objectives taken (27.2), minor countries conquered, and how the campaign ended."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.sheets.overview import TurningPoint
from engine.thewar.endings import victory
from engine.thewar.world import wars
from engine.thewar.world.outcome import KEY, said
from engine.thewar.world.state import TheWar


def between(before: TheWar, after: TheWar) -> Iterator[TurningPoint]:
    """Each of them, the end of the campaign last."""
    yield from _wars(before, after)
    yield from _falls(before, after)
    yield from _objectives(before, after)
    now, was = after.outcomes.get(KEY), before.outcomes.get(KEY)
    if now is not None and was is None:
        yield TurningPoint(f"the campaign ends: {said(now)}")


def _wars(before: TheWar, after: TheWar) -> Iterator[TurningPoint]:
    for key, war in after.wars.items():
        if key not in before.wars:
            yield TurningPoint(f"war between {wars.named(after, war.one)} and {wars.named(after, war.other)}")
    fallen = {power for power, holder in after.powers.items() if holder.surrendered}
    for key, war in before.wars.items():
        # A surrender tells of its own wars.
        if key not in after.wars and not fallen & {war.one, war.other}:
            yield TurningPoint(f"{wars.named(after, war.one)} and {wars.named(after, war.other)} are at war no more")


def _falls(before: TheWar, after: TheWar) -> Iterator[TurningPoint]:
    for key, power in after.powers.items():
        if power.surrendered and key in before.powers and not before.powers[key].surrendered:
            yield TurningPoint(f"{wars.named(after, key)} surrenders", "17.0")
    for key, land in after.countries.items():
        was = before.countries.get(key)
        if was is not None and land.status == "conquered" and (was.status, was.patron) != (land.status, land.patron):
            by = f" by {wars.named(after, land.patron)}" if land.patron else ""
            yield TurningPoint(f"{land.name} is conquered{by}")


def _objectives(before: TheWar, after: TheWar) -> Iterator[TurningPoint]:
    for key in victory.objectives(after):
        place, was = after.places[key], before.places.get(key)
        if was is not None and was.holder != place.holder and place.holder:
            whose = f" from {wars.named(after, was.holder)}" if was.holder else ""
            yield TurningPoint(f"{wars.named(after, place.holder)} takes {place.name}{whose}, an objective", "27.2")
