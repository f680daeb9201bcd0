"""What a fact of the campaign may hold, by its path; of one that ends in a hyphen, by how it begins.

A fact that is not listed keeps the kind that it has, and its figure the range of the field ``facts``.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.ranges import Bounds, Range

_COUNT, _YEAR, _RATING = Range(0, 99), Range(0, 1950), Range(0, 9)

RANGES: Mapping[str, Bounds | type] = {
    "facts.usel": Range(-20, 40),
    "facts.usel-highest": Range(-20, 40),
    "facts.usel-yard-": _COUNT,
    "facts.espionage-britain": _COUNT,
    "facts.counter-espionage-germany": _COUNT,
    "facts.british-heavy-flak": _RATING,
    "facts.german-heavy-flak": _RATING,
    "facts.british-heavy-flak-year": _YEAR,
    "facts.german-heavy-flak-year": _YEAR,
    "facts.western-strategic-bombers": _RATING,
    "facts.partisan-rolls-due": _COUNT,
    "facts.firestorms-on-": _COUNT,
    "facts.allied-partisans": _COUNT,
    "facts.axis-partisans": _COUNT,
    "facts.soviet-mobilization": _COUNT,
    "facts.mobilized-": _COUNT,
    "facts.moved-in-the-turn-of-attack": _COUNT,
    "facts.rail-": _COUNT,
    "facts.granted-": Range(0, 999),
    "facts.smp-year-": _YEAR,
    "facts.fortress-year-": _YEAR,
    "facts.yard-year-": _YEAR,
    "facts.yards-built-": _COUNT,
    "facts.yards-added-": _COUNT,
    "facts.oil-hits-scored": _COUNT,
    "facts.oil-hits-felt": _COUNT,
    "facts.units-without-oil-": _COUNT,
    "facts.upgraded-": _COUNT,
    "facts.card-": Range(-9, 9),
    "facts.eastern-weather": str,
    "facts.western-weather": str,
    "facts.mediterranean-weather": str,
}
