"""The diplomatic step with POPs of everybody in every target: what is on offer, a roll's chance, buying and opening."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from engine.kernel import outlook, play
from engine.kernel.campaign import view
from engine.kernel.dice import KeyedDice
from engine.kernel.reading import understand
from engine.thewar.rolls import diplomacy
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar
from tests.bench.measuring import Figure, Settings, median, spread, timed
from tests.thewar.minors import moved
from tests.thewar.politics.purchases import FIVE, scene
from tests.thewar.politics.scenes import Table, laid

POWERS = ("italy", "germany", "france", "britain", "us", "ussr")
DICE = KeyedDice(b"targets")


def _everywhere(campaign: TheWar) -> TheWar:
    """Two POPs of every power in each target that it may influence, and both chits."""
    pops = {f"{power} {land}": 2 for land, able in diplomacy.targets().items() for power in able}
    chits = {f"{power} {sort}": 1 for power in POWERS for sort in ("espionage", "counter-espionage")}
    return laid(campaign, pops, chits)


def _figure(name: str, most: float, work: Callable[[], object], settings: Settings) -> Figure:
    times = [timed(work) for _ in range(settings.runs(25))]
    return Figure(name, median(times) * 1000, "ms", most=most, more={"runs": spread(times, 1000)})


def targets(settings: Settings) -> Iterator[Figure]:
    """Choices with all targets open in 20 ms, a forecast in 5."""
    one = Table(_everywhere(scene(step="planning.diplomacy", seats=dict.fromkeys(FIVE, "solo")))).campaign
    five = Table(_everywhere(scene(step="planning.diplomacy", seats=FIVE))).campaign
    first = play.acting(RULESET, five)[0]
    for seats, campaign in ((1, one), (5, five)):
        seat = campaign.seats[first]

        def offered(campaign: TheWar = campaign, seat: str = seat) -> None:
            # A campaign that nobody has asked anything yet.
            outlook.outlook(RULESET, attrs.evolve(campaign), seat).read()

        yield _figure(f"choices of the diplomatic step, all targets open, seats: {seats}", 20.0, offered, settings)
        seen = view(campaign, seat)
        order = understand(RULESET, f"{first} influence spain against=western", seen)

        def forecast(seen: TheWar = seen, order: object = order) -> None:
            order.forecast(attrs.evolve(seen))  # type: ignore[attr-defined]

        yield _figure(f"the chance of a diplomatic roll, seats: {seats}", 5.0, forecast, settings)
    bought = Table(scene(seats=FIVE))
    for power in POWERS[:-1]:
        bought.give(f"{power} points none" if power == "us" else f"{power} points spain")
    last = understand(RULESET, "ussr points spain,turkey", bought.campaign)

    def opened() -> None:
        play.submit(RULESET, attrs.evolve(bought.campaign), [last], seat="ussr", dice=DICE, n=20)

    yield _figure("the last purchase of six sealed, the sums shown and paid", 20.0, opened, settings)
    bought.give(last.text)
    fall = moved(bought.campaign, "1940-3-fall", "end.points")
    ended = attrs.evolve(fall, progress=attrs.evolve(fall.progress, done=()))

    def taken_off() -> None:
        play.settle(RULESET, attrs.evolve(ended), dice=DICE, n=40)

    yield _figure("a year's purchases opened, compared and taken off, to the next effort", 150.0, taken_off, settings)
