"""The checks of supply with a whole front cut off: what each shows, what is on offer there, what the third takes."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from engine.kernel import outlook
from engine.thewar.ruleset import RULESET
from engine.thewar.supply_checks.third_check import ThirdCheck
from engine.thewar.world.state import SupplyMark, TheWar, Unit
from tests.bench.measuring import Figure, Settings, median, spread, timed
from tests.thewar.supply.pockets import FIRST, SECOND, SUMMER, THIRD, UNITS, at_step, pocket
from tests.thewar.world import effect

UNITS_OUT = 230
MOST = 30.0


def _front() -> TheWar:
    many = {f"germany-inf-{n}": Unit(power="germany", kind="inf", strength="6-5") for n in range(100, 100 + UNITS_OUT)}
    mark = SupplyMark(level="out", side="axis", since=SUMMER, half="axis", check=1, until=SUMMER)
    return attrs.evolve(pocket(), units={**UNITS, **many}, supply_marks=dict.fromkeys(many, mark))


def checks(settings: Settings) -> Iterator[Figure]:
    """Each check with 230 units out of supply in 30 ms: its lines, its stops, its choices; the toll of the third."""
    front = _front()
    for name, slug in (("first", FIRST), ("second", SECOND), ("third", THIRD)):
        here = at_step(front, f"axis.{slug}")
        step = RULESET.sequence[f"axis.{slug}"]

        def shown(here: TheWar = here, step: object = step) -> None:
            # A campaign that nobody has asked anything yet.
            fresh = attrs.evolve(here)
            tuple(step.says(fresh)), tuple(step.stops(fresh))  # type: ignore[attr-defined]
            outlook.outlook(RULESET, fresh, "solo").read()

        yield _figure(f"{name} supply check, {UNITS_OUT} units out", shown, settings)
    at_third = at_step(front, f"axis.{THIRD}")
    yield _figure(
        f"toll of the third check, {UNITS_OUT} units", lambda: effect(at_third, ThirdCheck("germany")), settings
    )


def _figure(name: str, work: Callable[[], object], settings: Settings) -> Figure:
    times = [timed(work) for _ in range(settings.runs(25))]
    return Figure(name, median(times) * 1000, "ms", most=MOST, more={"runs": spread(times, 1000)})
