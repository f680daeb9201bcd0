"""Whose Satellite a country becomes when it is invaded, where its own rule says so (16.3, chapter 23). Pure: no
campaign is needed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from engine.kernel.forecast import Throw
from engine.kernel.refusals import Refusal
from engine.kernel.values import compared_often
from engine.thewar.world import minors


@compared_often
class Invasion:
    """A country invaded ``by`` a power. ``faces``: the dice of the powers that roll for it, Britain's first, as far as
    they have been rolled; of equal ones both roll again."""

    country: str
    by: str
    faces: tuple[int, ...] = ()

    @property
    def candidates(self) -> tuple[str, ...]:
        """Who may get it: one power, or two that roll for it; nobody where its rule does not say."""
        named = str(minors.row(self.country).get("invaded", {}).get(self.by, ""))
        return tuple(named.split("/")) if named else ()

    @property
    def holder(self) -> str:
        """Whose Satellite it becomes, '' while dice are still to be rolled."""
        if len(self.candidates) < 2:
            return "".join(self.candidates)
        return self.candidates[self.faces.index(max(self.faces))] if self.faces else ""


def refusals(invasion: Invasion) -> Iterable[Refusal]:
    """Why its own rule has no answer."""
    if not invasion.candidates:
        reason = f"the rule of {invasion.country} names nobody when {invasion.by} invades it"
        yield Refusal(f"16.3, {minors.rule(invasion.country)}", reason, "The nearest enemy of the invader has it.")


class InvasionCore:
    """The dice for a country as a core: two at a time, until they differ."""

    def finished(self, value: Invasion) -> bool:
        return bool(value.holder)

    def dice(self, value: Invasion) -> tuple[int, ...]:
        return (10, 10)

    def stage(self, value: Invasion, faces: tuple[int, ...]) -> Invasion:
        return attrs.evolve(value, faces=faces if faces[0] != faces[1] else ())

    def rank(self, value: Invasion) -> int:
        return len(value.faces)

    def throws(self, value: Invasion) -> Sequence[Throw]:
        # Equal dice are rolled again and fall evenly in the end: half of all ways is each side's.
        return (((2, 1), 50), ((1, 2), 50))
