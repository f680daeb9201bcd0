"""What a fact of the campaign may hold, by its path; of one that ends in a hyphen, by how it begins."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.ranges import Bounds, Range

_COUNT = Range(0, 99)

RANGES: Mapping[str, Bounds | type] = {
    "facts.usat": Range(-999, 999),
    "facts.usjt": Range(-999, 999),
    "facts.ireland": Range(-99, 99),
    "facts.german-american-combat-phases": Range(0, 999),
    "facts.asw-sent-to-pacific": Range(0, 200),
    "facts.atomic-bombs-": _COUNT,
}
