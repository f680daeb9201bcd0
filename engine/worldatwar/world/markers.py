"""What damage markers do to oil centers and synthetic oil plants, by edition (26.72, 26.73)."""

from __future__ import annotations

from engine.kernel.values import frozen

SYNTHETIC, OIL_CENTER = "synthetic", "oil-center"
FACILITIES = (SYNTHETIC, OIL_CENTER)
_PARTIALS = {SYNTHETIC: (1, 1), OIL_CENTER: (2, 3)}


@frozen
class MarkerRule:
    """An edition's way with damage markers. Bombing brings one marker for each ``brps`` BRPs of damage, and where
    ``rest_marks`` holds one more for what is left over unless the defender pays it. A synthetic plant bears ``stands``
    markers; the next destroys it. ``partials``: a marker costs partial oil counters."""

    brps: int
    rest_marks: bool
    stands: int
    partials: bool

    def markers(self, brps: int, *, paid: bool = False) -> int:
        """How many markers the damage of one turn brings, in BRPs; ``paid``: the defender pays what is left over
        (26.72D)."""
        whole, rest = divmod(brps, self.brps)
        return whole + (1 if self.rest_marks and rest and not paid else 0)

    def partial_counters(self, facility: str, markers: int) -> int | None:
        """How many partial oil counters these markers cost: odd and even markers of a facility cost differently. None
        in an edition where markers cost no partial counters."""
        if not self.partials:
            return None
        odd, even = _PARTIALS[facility]
        return (markers + 1) // 2 * odd + markers // 2 * even

    def destroyed(self, facility: str, markers: int) -> bool:
        """Whether this many markers destroy the facility; oil centers are never destroyed."""
        return facility == SYNTHETIC and markers > self.stands
