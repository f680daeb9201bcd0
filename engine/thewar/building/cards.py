"""A power's country card: each group of its units and the boxes it stands in (2.2, 2.7, 3.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs
from attrs import field

from engine.kernel.ruleset import Fault
from engine.kernel.values import frozen
from engine.thewar.world.forces import group_of
from engine.thewar.world.state import Pool, TheWar

BOARD = "board"


@frozen
class Row:
    """One group of a card, such as inf-6-5. ``board``: whole on the board; ``depleted``: in play, wherever; ``boxes``:
    whole in a place off the board, by its id; ``pool``: may be built; ``oos``: eliminated out of supply, at double
    price; ``later``: join the pool at a date."""

    group: str
    board: int = 0
    depleted: int = 0
    boxes: Mapping[str, int] = field(factory=dict)
    pool: int = 0
    oos: int = 0
    later: int = 0


def card(campaign: TheWar, power: str) -> tuple[Row, ...]:
    """The card of a power or country, a row for each group that it has or will have (2.2)."""
    rows: dict[str, Row] = {}

    def row(group: str) -> Row:
        return rows.get(group) or Row(group)

    for unit in campaign.units.values():
        if unit.power == power:
            group = group_of(unit)
            entry = row(group)
            if unit.depleted:
                rows[group] = attrs.evolve(entry, depleted=entry.depleted + 1)
            elif unit.place == BOARD:
                rows[group] = attrs.evolve(entry, board=entry.board + 1)
            else:
                boxes = {**entry.boxes, unit.place: entry.boxes.get(unit.place, 0) + 1}
                rows[group] = attrs.evolve(entry, boxes=boxes)
    for pool in campaign.pools.values():
        if pool.power == power and (pool.count or pool.oos):
            group = group_of(pool)
            entry = row(group)
            rows[group] = attrs.evolve(entry, pool=entry.pool + pool.count, oos=entry.oos + pool.oos)
    for coming in campaign.additions.values():
        if coming.power == power:
            pool = Pool(power=power, kind=coming.kind, strength=coming.strength, tag=coming.tag)
            group = group_of(pool)
            rows[group] = attrs.evolve(row(group), later=row(group).later + coming.count)
    return tuple(rows.values())


def twice(campaign: TheWar) -> Iterable[Fault]:
    """Groups that stand in two pools, so that their units would be counted in two boxes of a card at once (2.2)."""
    seen: dict[tuple[str, str], str] = {}
    for key, pool in campaign.pools.items():
        first = seen.setdefault((pool.power, group_of(pool)), key)
        if first != key:
            yield Fault(f"pools.{key}", f"{group_of(pool)} of {pool.power} stands in 'pools.{first}' too", "2.2")


def misnamed(campaign: TheWar) -> Iterable[Fault]:
    """Pools that are not called by their power and group: what joins the pool or comes back to it would not find them
    (2.2)."""
    for key, pool in campaign.pools.items():
        name = f"{pool.power}-{group_of(pool)}"
        if key != name:
            yield Fault(f"pools.{key}", f"a pool is called by its power and group: '{name}'", "2.2", name)


def totals(campaign: TheWar) -> Iterable[Fault]:
    """Where the parts of a card do not add up to what it prints of a kind in all (2.2): warnings, as no rule reads a
    total, and a card that is half typed is to be kept."""
    if not campaign.totals:
        return
    rows = {owner: {row.group: row for row in card(campaign, owner)} for owner in _owners(campaign)}
    for key, total in campaign.totals.items():
        group = group_of(total)
        row = rows.get(total.power, {}).get(group) or Row(group)
        play = row.board + row.depleted + sum(row.boxes.values())
        parts = ((play, "in play"), (row.pool, "in the pool"), (row.oos, "out of supply"), (row.later, "to come"))
        count = sum(number for number, _ in parts)
        said = ", ".join(f"{number} {what}" for number, what in parts if number) or "none here"
        if play > total.count:
            told = f"the card prints {total.count} in all, and {play} are in play"
            yield Fault(f"totals.{key}.count", told, "2.2", warning=True)
        elif count != total.count:
            told = f"the card prints {total.count} in all, and these are {count}: {said}"
            yield Fault(f"totals.{key}.count", told, "2.2", warning=True)


def _owners(campaign: TheWar) -> tuple[str, ...]:
    return tuple(dict.fromkeys(total.power for total in campaign.totals.values()))
