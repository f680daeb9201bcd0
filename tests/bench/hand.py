"""The page of the hand: eighteen cards read, judged and told, beside what judging one order takes."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from engine.thewar.countries.variant_table import of
from tests.bench.measuring import Figure, Settings, median, spread, timed
from tests.thewar.drawn import drawn
from tests.thewar.minors import at
from tests.tui.standin import StandinDesk
from tui.models.hands import groups
from tui.models.verdicts import effects, verdict

CARDS = 18
MOST = 20.0


def hand(settings: Settings) -> Iterator[Figure]:
    """A hand of 18 cards with their refusals, and what one of them would do, in 20 ms; one order judged as a floor."""
    campaign = at("1941-1-spring", "planning.effort")
    campaign = attrs.evolve(campaign, seats=dict.fromkeys(campaign.powers, "solo"))
    for name in list(of("germany"))[:CARDS]:
        campaign = drawn(campaign, f"germany variant {name}")

    def page() -> None:
        desk = StandinDesk(attrs.evolve(campaign))
        (germany,) = groups(desk)  # type: ignore[arg-type]
        assert len(germany.lines) == CARDS
        playable = next(line for line in germany.lines if line.playable)
        effects(desk, playable.said)  # type: ignore[arg-type]

    def one() -> None:
        verdict(StandinDesk(attrs.evolve(campaign)), "germany variant jet-program")  # type: ignore[arg-type]

    for name, work, most in (("hand of 18 cards", page, MOST), ("floor: one card judged", one, None)):
        times = [timed(work) for _ in range(settings.runs(25))]
        yield Figure(name, median(times) * 1000, "ms", most=most, more={"runs": spread(times, 1000)})
