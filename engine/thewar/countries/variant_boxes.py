"""The boxes of the form in which variants are played: which of those in hand, on what, the home port of a yard (28)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.kernel.counters import Counter
from engine.kernel.orders import Counting, Field
from engine.kernel.values import frozen
from engine.thewar.countries import variant_targets, variant_windows, yards
from engine.thewar.countries.variant_table import rows
from engine.thewar.world import titles
from engine.thewar.world.state import TheWar

RULE = "28"


@frozen
class _Mine:
    """The variants in hand."""

    names: tuple[str, ...]

    def lines(self, campaign: TheWar, others: Mapping[str, str]) -> tuple[Counter, ...]:
        return tuple(
            Counter(name, str(rows()[name]["name"]), 1, variant_windows.brief(rows()[name])) for name in self.names
        )


@frozen
class _PlayedOn:
    """What the variant that stands in the form's first box is played on."""

    names: tuple[str, ...]

    def places(self, campaign: TheWar, others: Mapping[str, str]) -> tuple[Counter, ...]:
        row = self._row(others)
        return tuple(variant_targets.kind(row).places(campaign, row)) if row else ()

    def units(self, campaign: TheWar, others: Mapping[str, str]) -> tuple[Counter, ...]:
        row = self._row(others)
        return tuple(variant_targets.kind(row).units(campaign, row)) if row else ()

    def _row(self, others: Mapping[str, str]) -> Mapping[str, Any]:
        name = others.get("name", "")
        return rows()[name] if name in self.names else {}


@frozen
class _Yards:
    """The home ports in which a power may build a yard."""

    homes: tuple[str, ...]

    def lines(self, campaign: TheWar, others: Mapping[str, str]) -> tuple[Counter, ...]:
        gives = rows().get(others.get("name", ""), {}).get("yard", False)
        return tuple(Counter(home, titles.where(campaign, home)) for home in self.homes if gives)


def boxes(campaign: TheWar, power: str, mine: tuple[str, ...]) -> tuple[Field, ...]:
    """A box for the variant, and one for whatever any of those in hand is played on."""
    only = mine[0] if len(mine) == 1 else ""
    fields = [
        Field("name", "variant", RULE, mine, str(rows()[only]["name"]) if only else "", counters=_Mine(mine).lines)
    ]
    if any(rows()[name].get("yard", False) for name in mine):
        homes = yards.homes(campaign, power)
        first = titles.where(campaign, homes[0]) if homes and only else ""
        fields.append(Field("yard", "home port of the yard", RULE, homes, first, counters=_Yards(homes).lines))
    kinds, played_on = [variant_targets.kind(rows()[name]) for name in mine], _PlayedOn(mine)
    for name, labels, lines, several in (
        ("unit", [kind.unit_label for kind in kinds], played_on.units, "ship or unit"),
        ("at", [kind.at_label for kind in kinds], played_on.places, "what it is played on"),
    ):
        if any(labels):
            known = [one for name_of in mine for one in lines(campaign, {"name": name_of})]
            fields.append(_box(name, labels[0] if only else several, known, lines))
    return tuple(fields)


def _box(name: str, label: str, known: Sequence[Counter], lines: Counting) -> Field:
    """A box for one thing or, where a variant names several, for a list; filled in where only one is possible."""
    able = {one.text: one.label for one in known if one.many}
    choices, many = tuple(able), max((one.many for one in known), default=1)
    default = next(iter(able.values())) if len(able) == 1 else ""
    if default and many > 1:
        default = f"{many} {default}"
    return Field(name, label, RULE, choices, default, listed=many > 1, counters=lines if known else None)
