"""The figures of a card that are more than a plain number in the state: yards, units in play, pools, what comes later
(2.2, 2.7, 3.1, 15.1.5.1)."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from engine.kernel.paths import Draft
from engine.kernel.sheets.cards import Figure, TotalFigure
from engine.kernel.values import frozen
from engine.thewar.countries import yards
from engine.thewar.world.state import Addition, CardTotal, Pool, TheWar, Unit


@frozen
class YardFigure(Figure):
    """How many ships a shipyard works on at a time; with 0 the place has none (15.1.5.1)."""

    place: str = ""

    def put(self, campaign: TheWar, value: int) -> TheWar:
        """The place's tag, and the fact of further yards."""
        draft = Draft(campaign)
        tags = {tag: on for tag, on in campaign.places[self.place].tags.items() if tag != yards.SHIPYARD}
        draft.change(f"places.{self.place}.tags", tags | ({yards.SHIPYARD: True} if value else {}))
        more = f"{yards.YARDS_ADDED}{self.place}"
        if value > 1 or more in campaign.facts:
            draft.lay(f"facts.{more}", max(0, value - 1))
        root: TheWar = draft.campaign
        return root

    def paths(self, campaign: TheWar) -> Iterable[str]:
        return (self.path,) if yards.SHIPYARD in campaign.places[self.place].tags else ()


@frozen
class ObjectiveFigure(Figure):
    """Whether a city is an objective: 1, or 0 for one that the map does not print in orange (27.2)."""

    def put(self, campaign: TheWar, value: int) -> TheWar:
        """The line stays on the card with 0, so that it can be typed over again."""
        root: TheWar = super().put(campaign, bool(value))
        return root


@frozen
class UnitsFigure(Figure):
    """How many units like ``sample`` are in play at the start, in its place (2.7)."""

    sample: Unit = Unit(power="", kind="")

    def put(self, campaign: TheWar, value: int) -> TheWar:
        """New ones have ids that nothing had; those with the highest numbers go first."""
        units = dict(campaign.units)
        in_play = alike(campaign, self.sample)
        for key in in_play[value:]:
            del units[key]
        stem = f"{self.sample.power}-{self.sample.kind}"
        number = max([campaign.serials.get(stem, 0), *(_number(key, stem) for key in campaign.units)])
        for nth in range(value - len(in_play)):
            units[f"{stem}-{number + 1 + nth}"] = self.sample
        return attrs.evolve(campaign, units=units)

    def paths(self, campaign: TheWar) -> Iterable[str]:
        return (f"units.{key}" for key in alike(campaign, self.sample))


@frozen
class PoolFigure(Figure):
    """How many units of a group may be built (2.2)."""

    pool: Pool = Pool(power="", kind="")

    @property
    def _key(self) -> str:
        return self.path.split(".")[1]

    def put(self, campaign: TheWar, value: int) -> TheWar:
        pool = campaign.pools.get(self._key, self.pool)
        return attrs.evolve(
            campaign, pools={**campaign.pools, self._key: attrs.evolve(pool, count=value, lost=min(value, pool.lost))}
        )

    def paths(self, campaign: TheWar) -> Iterable[str]:
        return (f"pools.{self._key}",)


@frozen
class AdditionFigure(Figure):
    """How many units of a group join the force pool at a date (3.1)."""

    coming: Addition = Addition(power="", year=0, season="", kind="")

    @property
    def _key(self) -> str:
        return self.path.split(".")[1]

    def put(self, campaign: TheWar, value: int) -> TheWar:
        """The campaign with so many units of the group to come; with 0 the addition is removed."""
        same = coming_alike(campaign, self.coming)
        kept = {key: addition for key, addition in campaign.additions.items() if key not in same[1:]}
        if value:
            kept[self._key] = attrs.evolve(self.coming, count=value)
        else:
            kept.pop(self._key, None)
        return attrs.evolve(campaign, additions=kept)

    def paths(self, campaign: TheWar) -> Iterable[str]:
        return (f"additions.{self._key}",) if self._key in campaign.additions else ()


@frozen
class PrintedTotal(TotalFigure):
    """How many units of a kind the card prints in all (2.2); with 0 it is not known."""

    kind: Pool = Pool(power="", kind="")

    @property
    def _key(self) -> str:
        return self.path.split(".")[1]

    def put(self, campaign: TheWar, value: int) -> TheWar:
        totals = {key: total for key, total in campaign.totals.items() if key != self._key}
        if value:
            pool = self.kind
            total = CardTotal(power=pool.power, kind=pool.kind, strength=pool.strength, tag=pool.tag, count=value)
            totals[self._key] = total
        return attrs.evolve(campaign, totals=totals)

    def paths(self, campaign: TheWar) -> Iterable[str]:
        return (f"totals.{self._key}",) if self._key in campaign.totals else ()


def _number(key: str, stem: str) -> int:
    tail = key[len(stem) + 1 :]
    return int(tail) if key.startswith(f"{stem}-") and tail.isdigit() else 0


def alike(campaign: TheWar, sample: Unit) -> list[str]:
    """The units of a sample's owner, kind, strength and origin in its place, by id, whole or depleted."""
    wanted = unit_type(sample)
    return [key for key, unit in campaign.units.items() if unit_type(unit) == wanted]


def unit_type(unit: Unit) -> tuple[str, ...]:
    """Owner, kind, strength, origin and place, by which units are counted together."""
    return unit.power, unit.kind, unit.strength, unit.tag, unit.place


def coming_alike(campaign: TheWar, sample: Addition) -> list[str]:
    """The additions of a sample's owner and type at its date, by id."""
    wanted = coming_type(sample)
    return [key for key, addition in campaign.additions.items() if coming_type(addition) == wanted]


def coming_type(addition: Addition) -> tuple[str | int, ...]:
    """Owner, kind, strength, origin and date, by which what comes later is counted together."""
    return addition.power, addition.kind, addition.strength, addition.tag, addition.year, addition.season


class Alike:
    """The units and additions of an opening sorted by what is counted together, for a card that asks of all of them:
    one look through the opening instead of one for each of its cells."""

    def __init__(self, campaign: TheWar) -> None:
        self._units: dict[tuple[str, ...], list[str]] = {}
        self._coming: dict[tuple[str | int, ...], list[str]] = {}
        for key, unit in campaign.units.items():
            self._units.setdefault(unit_type(unit), []).append(key)
        for key, addition in campaign.additions.items():
            self._coming.setdefault(coming_type(addition), []).append(key)

    def units(self, sample: Unit) -> list[str]:
        """As ``alike``."""
        return self._units.get(unit_type(sample), [])

    def coming(self, sample: Addition) -> list[str]:
        """As ``coming_alike``."""
        return self._coming.get(coming_type(sample), [])
