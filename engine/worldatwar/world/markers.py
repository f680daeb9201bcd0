"""Damage markers on oil facilities (26.72, 26.73)."""

from __future__ import annotations

from attrs import frozen

SYNTHETIC, OIL_CENTER = "synthetic", "oil-center"
FACILITIES = (SYNTHETIC, OIL_CENTER)
_PARTIALS = {SYNTHETIC: (1, 1), OIL_CENTER: (2, 3)}


@frozen
class MarkerRule:
    """Damage markers on oil facilities (26.72, 26.73): one for each ``brps`` of bombing, and where ``rest_marks`` one
    more for what is left unless the defender pays it. A synthetic plant bears ``stands`` markers; the next destroys it.
    ``partials``: markers cost partial oil counters."""

    brps: int
    rest_marks: bool
    stands: int
    partials: bool

    def markers(self, brps: int, *, paid: bool = False) -> int:
        """Markers for so many BRPs of bombing in one turn; ``paid``: the defender pays the rest (26.72D)."""
        whole, rest = divmod(brps, self.brps)
        return whole + (1 if self.rest_marks and rest and not paid else 0)

    def partial_counters(self, facility: str, markers: int) -> int | None:
        """Partial oil counters that so many markers cost, the odd and the even ones by turns; None where markers cost
        none."""
        if not self.partials:
            return None
        odd, even = _PARTIALS[facility]
        return (markers + 1) // 2 * odd + markers // 2 * even

    def destroyed(self, facility: str, markers: int) -> bool:
        """Whether so many markers destroy the facility; oil centers are never destroyed."""
        return facility == SYNTHETIC and markers > self.stands
