"""The forces as a screen lists them: units by type on the board and in the pools, and what joins them (15.1, 20.0)."""

from __future__ import annotations

from attrs import define, field

from engine.kernel.campaign import source
from engine.kernel.sheets.forces import Forces, Group, Mark
from engine.thewar.combat import unit_marks
from engine.thewar.sheets import home_facts
from engine.thewar.world import wars
from engine.thewar.world.state import Addition, Pool, TheWar, Unit


@define
class _Count:
    """A group while it is counted: the paths of all that is in it, for its sources."""

    board: int = 0
    depleted: int = 0
    pool: int = 0
    oos: int = 0
    coming: dict[int, int] = field(factory=dict)
    marks: dict[Mark, int] = field(factory=dict)
    paths: list[str] = field(factory=list)


_Key = tuple[str, str, str, str]


def groups(campaign: TheWar) -> tuple[Group, ...]:
    """Every type of every owner of which there is anything."""
    counts: dict[_Key, _Count] = {}
    marks = unit_marks.marks(campaign)
    for key, unit in campaign.units.items():
        count = _count(counts, unit, f"units.{key}")
        if unit.depleted:
            count.depleted += 1
        else:
            count.board += 1
        for mark in marks.get(key, ()):
            count.marks[mark] = count.marks.get(mark, 0) + 1
    for key, pool in campaign.pools.items():
        count = _count(counts, pool, f"pools.{key}")
        count.pool += pool.count
        count.oos += pool.oos
    for key, addition in campaign.additions.items():
        count = _count(counts, addition, f"additions.{key}")
        count.coming[addition.year] = count.coming.get(addition.year, 0) + addition.count
    rank = {owner: at for at, owner in enumerate((*campaign.powers, *campaign.countries))}
    listed = (_group(campaign, key, count) for key, count in counts.items())
    kept = [group for group in listed if group.coming or group.board or group.depleted or group.pool or group.oos]
    return tuple(sorted(kept, key=lambda group: rank.get(group.power, len(rank))))


def _count(counts: dict[_Key, _Count], thing: Unit | Pool | Addition, path: str) -> _Count:
    count = counts.setdefault((thing.power, thing.kind, thing.strength, thing.tag), _Count())
    count.paths.append(path)
    return count


def _group(campaign: TheWar, key: _Key, count: _Count) -> Group:
    owner, kind, strength, tag = key
    sources = dict.fromkeys(text for path in count.paths if (text := source(campaign, path)))
    return Group(
        power=owner,
        name=wars.named(campaign, owner),
        kind=kind,
        strength=strength,
        tag=tag,
        board=count.board,
        depleted=count.depleted,
        pool=count.pool,
        oos=count.oos,
        coming=tuple((year, many) for year, many in sorted(count.coming.items()) if many),
        marks=tuple(count.marks.items()),
        sources=tuple(sources),
        origin=home_facts.origin(kind, tag),
        note=home_facts.note(campaign, Pool(power=owner, kind=kind, strength=strength, tag=tag)),
    )


class ForceSheet(Forces[TheWar]):
    """Units by type."""

    def groups(self, campaign: TheWar) -> tuple[Group, ...]:
        return groups(campaign)
