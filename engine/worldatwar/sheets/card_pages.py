"""The figures of a power as a page, for players who type them into a scenario of their own: BRPs and limits, units in
play, allowable builds (24.2, 24.3, 24.43, 27.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from engine.kernel.campaign import source
from engine.kernel.sheets.cards import BadCard, Card, CardLine, Cards, CardTable, Figure, owned
from engine.kernel.values import frozen
from engine.worldatwar.building import production
from engine.worldatwar.world import aftermath, bases, fronts, groups, sides
from engine.worldatwar.world.state import Group, Pool, WorldAtWar

FIGURES, UNITS, POOL = "figures", "units", "pool"
_FIGURES = (
    ("BRPs", "brps"),
    ("base", "base"),
    ("limit", "limit"),
    ("SBPs", "shipbuilding"),
    ("naval", "naval"),
    ("air", "air"),
    ("resolve", "resolve"),
)
_MOST = 99


@frozen
class GroupFigure(Figure):
    """How many factors of a kind stand in a place at the start. With 0 there is no such group (24.3)."""

    group: Group = Group(owner="", kind="", place="", count=0)

    def put(self, campaign: WorldAtWar, value: int) -> WorldAtWar:
        key = self.path.split(".")[1]
        groups = {name: group for name, group in campaign.groups.items() if name != key or value}
        if value:
            groups[key] = attrs.evolve(groups.get(key, self.group), count=value)
        return attrs.evolve(campaign, groups=groups)

    def paths(self, campaign: WorldAtWar) -> Iterable[str]:
        key = self.path.split(".")[1]
        return (f"groups.{key}",) if key in campaign.groups else ()


class WorldAtWarCards(Cards[WorldAtWar]):
    """A page for each power, and one for what the Western Allies hold together (24.233)."""

    def owners(self, campaign: WorldAtWar) -> Mapping[str, str]:
        known: tuple[Group | Pool, ...] = (*campaign.groups.values(), *campaign.pools.values())
        together = any(group.owner == sides.WESTERN for group in known)
        shared = {sides.WESTERN: sides.named(campaign, sides.WESTERN)} if together else {}
        return {power: sides.named(campaign, power) for power in campaign.powers} | shared

    def card(self, campaign: WorldAtWar, owner: str) -> Card:
        tables = [_figures(campaign, owner)] if owner in campaign.powers else []
        tables += [_units(campaign, owner), _pool(campaign, owner)]
        return Card(owner, sides.named(campaign, owner), tuple(tables))

    def added(self, campaign: WorldAtWar, owner: str, table: str, typed: str) -> tuple[WorldAtWar, str]:
        """The campaign with a line more: a kind of unit with its place, or a kind for the force pool."""
        kinds = production.kinds() if table == UNITS else production.pool_kinds()
        words = " ".join(typed.lower().replace("-", " ").split())
        kind = max(
            (name for name in kinds if f"{words} ".startswith(f"{name.replace('-', ' ')} ")), key=len, default=""
        )
        if table == FIGURES or not kind:
            raise BadCard(f"'{typed.strip()[:30]}' is no kind of unit; there are {', '.join(kinds)}")
        place = words.removeprefix(kind.replace("-", " ")).strip().replace(" ", "-")
        return _with_group(campaign, owner, kind, place) if table == UNITS else _with_pool(campaign, owner, kind, place)

    def removed(self, campaign: WorldAtWar, owner: str, table: str, line: str) -> WorldAtWar:
        if table == FIGURES:
            raise BadCard("every power has these figures; type another number")
        name = "groups" if table == UNITS else "pools"
        left = {key: counted for key, counted in getattr(campaign, name).items() if key != line}
        return owned(attrs.evolve(campaign, groups=left) if table == UNITS else attrs.evolve(campaign, pools=left), ())


def _figures(campaign: WorldAtWar, owner: str) -> CardTable:
    """The table of a power's BRPs and limits."""
    figures = []
    for _, part in _FIGURES:
        figures.append(Figure.of_field(campaign, f"powers.{owner}.{part}"))
    return CardTable(FIGURES, "Figures", tuple(row[0] for row in _FIGURES), (CardLine("own", "", tuple(figures)),))


def _where(place: str) -> str:
    """What people call the place of a group."""
    return fronts.short(place) if place in fronts.FRONTS else bases.short(place)


def _units(campaign: WorldAtWar, owner: str) -> CardTable:
    """The table of an owner's units in play."""
    lines = []
    for key, group in campaign.groups.items():
        if group.owner == owner:
            name = f"{aftermath.NAMES[group.kind][1]}, {_where(group.place)}"
            path = f"groups.{key}.count"
            figure = GroupFigure(path, group.count, source(campaign, path), 0, _MOST, f"factors: {name}", group)
            lines.append(CardLine(key, name, (figure,)))
    return CardTable(UNITS, "In play", ("factors",), tuple(lines), "kind and place, such as submarine atlantic")


def _pool(campaign: WorldAtWar, owner: str) -> CardTable:
    """The table of an owner's allowable builds."""
    lines = []
    for key, pool in campaign.pools.items():
        if pool.owner == owner:
            name = aftermath.NAMES[pool.kind][1]
            path = f"pools.{key}.count"
            about = f"factors that may be built: {name}"
            lines.append(CardLine(key, name, (Figure(path, pool.count, source(campaign, path), 0, _MOST, about),)))
    return CardTable(POOL, "Allowable builds", ("factors",), tuple(lines), "a kind, such as interceptor")


def _with_group(campaign: WorldAtWar, owner: str, kind: str, place: str) -> tuple[WorldAtWar, str]:
    """The campaign with a group that the typed words name, and the group's id."""
    known = fronts.FRONTS if kind in fronts.AIR else (*bases.BOXES, *bases.bases())
    if place not in known:
        raise BadCard(f"{kind} stand in one of {', '.join(known)}; write the place behind the kind")
    key = groups.key_of(owner, kind, place)
    if key in campaign.groups:
        raise BadCard(f"{kind} in {_where(place)} stand on the card already")
    fresh = Group(owner=owner, kind=kind, place=place, count=1)
    return owned(attrs.evolve(campaign, groups={**campaign.groups, key: fresh}), (f"groups.{key}",)), key


def _with_pool(campaign: WorldAtWar, owner: str, kind: str, rest: str) -> tuple[WorldAtWar, str]:
    """The campaign with a force pool that the typed words name, and the pool's id."""
    key = f"{owner}-{kind}"
    if rest:
        raise BadCard(f"'{rest[:30]}': in the pool there are no places; write the kind alone")
    if key in campaign.pools:
        raise BadCard(f"{kind} stand on the card already")
    after = attrs.evolve(campaign, pools={**campaign.pools, key: Pool(owner=owner, kind=kind)})
    return owned(after, (f"pools.{key}",)), key
