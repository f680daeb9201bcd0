"""What a turn asks about surrenders and objectives, and how campaigns of random play end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

import attrs

from engine.thewar.endings import near, rolls_due, surrender_words, victory
from engine.thewar.endings.near import STEPS
from engine.thewar.world.outcome import KEY
from engine.thewar.world.state import Outcome, TheWar
from tests.bench.measuring import Figure, Settings, median, note, spread, timed
from tests.thewar.endings.scenes import LOST, holds, standing
from tests.thewar.player import Game, Player, opening, play_on

PLAYED, ORDERS = 20, 100_000
"""Campaigns that are played, and more orders than one has room for."""


def _all_in_danger() -> TheWar:
    """A campaign in which every power has lost what its roll hangs on, so that each list is read whole."""
    campaign = standing("france", "1943-2-summer")
    for by, places in LOST.values():
        campaign = holds(by, *places)(campaign)
    return campaign


def endings(settings: Settings) -> Iterator[Figure]:
    """The rolls that are due, and the objectives with the distance to each sudden death, in 10 ms each."""
    campaign = _all_in_danger()

    def rolls() -> None:
        # A campaign that nobody has asked anything yet.
        fresh = attrs.evolve(campaign)
        for power in STEPS:
            if not near.far(fresh, power):
                list(surrender_words.duties_of(fresh, power))
                list(surrender_words.told_of(power)(fresh))
                rolls_due.due(fresh, power)

    def objectives() -> None:
        fresh = attrs.evolve(campaign)
        victory.standing_of(fresh)
        victory.distances(fresh)
        victory.ending(fresh, "allied")

    asked: tuple[tuple[str, Callable[[], None]], ...] = (
        ("the surrender rolls of a turn, due and told, all five powers in danger", rolls),
        ("objectives by side, levels of the day, the distance to each end", objectives),
    )
    for name, work in asked:
        times = [timed(work) for _ in range(settings.runs(25))]
        yield Figure(name, median(times) * 1000, "ms", most=10.0, more={"runs": spread(times, 1000)})


def ends(settings: Settings) -> Iterator[Figure]:
    """Campaigns of random play that run to a natural end, and how often each ending came."""
    wanted = settings.count(PLAYED)
    found: Counter[str] = Counter()
    unended: list[str] = []
    for seed in range(wanted):
        note(f"random play to its end: campaign {seed + 1} of {wanted} ...")
        game = Game(opening(), b"ends %d" % seed)
        try:
            play_on(game, Player(seed), ORDERS, undos=0.0)
        except AssertionError as stuck:
            # A ruling may leave a step in which nothing can be ordered; the other campaigns are told all the same.
            unended.append(f"campaign {seed + 1}: {stuck}")
        if KEY in game.campaign.outcomes:
            found[said(game.campaign.outcomes[KEY])] += 1
    more = {"endings": dict(found.most_common()), "stuck": unended}
    yield Figure("random play that ran to a natural end", sum(found.values()), "times", least=float(wanted), more=more)


def said(outcome: Outcome) -> str:
    """An ending as the bench counts it: who won how, by which rule."""
    return f"{outcome.winner or 'nobody'}, {outcome.level} ({outcome.rule})"
