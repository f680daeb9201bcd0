"""Counted groups of units: how many factors of a kind an owner has in a place, and how they move, are lost and are
drawn from force pools (24.2, 24.11)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.transaction import Transaction
from engine.worldatwar.world import fronts, sides, turns
from engine.worldatwar.world.state import Group, Pool, WorldAtWar


def key_of(owner: str, kind: str, place: str, ready: int = 0) -> str:
    """The id of a group. Inverted factors (``ready``: the player turn from which they are face up) stand in a group of
    their own."""
    return f"{owner}-{kind}-{place}-{ready}" if ready else f"{owner}-{kind}-{place}"


def shipping_key(owner: str, box: str) -> str:
    """The id under which an owner's transports in a box are counted for the turn."""
    return f"{owner}-{box}"


def standing(
    campaign: WorldAtWar, owner: str, kinds: str | Iterable[str], place: str = "", *, ready: bool | None = None
) -> int:
    """How many factors of these kinds an owner has in a place ('' for everywhere); ``ready``: True for the uninverted
    alone, False for the inverted alone."""
    wanted = (kinds,) if isinstance(kinds, str) else tuple(kinds)
    now = turns.player_turn(campaign)
    return sum(
        group.count
        for group in campaign.groups.values()
        if group.owner == owner
        and group.kind in wanted
        and place in ("", group.place)
        and (ready is None or ready == (group.ready <= now))
    )


def add(tx: Transaction[WorldAtWar], group: Group, why: str, rule: str) -> None:
    """Put a group's factors into its place. Raises LookupError where there is no such box, base or front: that no
    order over the rules makes."""
    if group.place not in fronts.places():
        raise LookupError(f"there is no box, base or front '{group.place}'")
    ready = group.ready if group.ready > turns.player_turn(tx.campaign) else 0
    key = key_of(group.owner, group.kind, group.place, ready)
    if key in tx.campaign.groups:
        tx.add(f"groups.{key}.count", group.count, why, rule)
    elif group.count:
        fresh = Group(owner=group.owner, kind=group.kind, place=group.place, count=group.count, ready=ready)
        tx.create(f"groups.{key}", fresh, why, rule)


def take(
    tx: Transaction[WorldAtWar],
    owner: str,
    kinds: str | Iterable[str],
    place: str,
    count: int,
    why: str,
    rule: str,
    *,
    inverted_first: bool = False,
) -> tuple[Group, ...]:
    """Take so many factors out of a place, the uninverted first unless said otherwise; returns them as groups with the
    readiness they had. Raises ValueError where there are fewer, so that nothing is lost unseen."""
    wanted = (kinds,) if isinstance(kinds, str) else tuple(kinds)
    groups_there = [
        (key, group)
        for key, group in tx.campaign.groups.items()
        if group.owner == owner and group.kind in wanted and group.place == place
    ]
    groups_there.sort(
        key=lambda item: (-item[1].ready if inverted_first else item[1].ready, wanted.index(item[1].kind))
    )
    taken: list[Group] = []
    left = count
    for key, group in groups_there:
        part = min(left, group.count)
        if not part:
            continue
        left -= part
        if part == group.count:
            tx.remove(f"groups.{key}", why, rule)
        else:
            tx.add(f"groups.{key}.count", -part, why, rule)
        taken.append(Group(owner=owner, kind=group.kind, place=place, count=part, ready=group.ready))
    if left:
        raise ValueError(f"{count} {' or '.join(wanted)} of {owner} in {place}: {left} are missing")
    return tuple(taken)


def lose(
    tx: Transaction[WorldAtWar], owner: str, kinds: str | Iterable[str], place: str, count: int, why: str, rule: str
) -> None:
    """Eliminate factors of an owner's kinds in a place: they go back to the force pool, from which they may be built
    again (24.2). At most those that are there: what was announced may have been overruled, or ruled away since."""
    kinds = (kinds,) if isinstance(kinds, str) else tuple(kinds)
    there = sum(
        group.count
        for group in tx.campaign.groups.values()
        if group.owner == owner and group.kind in kinds and group.place == place
    )
    for group in take(tx, owner, kinds, place, min(count, there), why, rule):
        to_pool(tx, owner, group.kind, group.count, "back to the force pool", "24.2")


def lose_group(tx: Transaction[WorldAtWar], key: str, count: int, why: str, rule: str) -> None:
    """Eliminate factors of one group: they go back to the force pool (24.2)."""
    group = tx.campaign.groups[key]
    if count == group.count:
        tx.remove(f"groups.{key}", why, rule)
    else:
        tx.add(f"groups.{key}.count", -count, why, rule)
    to_pool(tx, group.owner, group.kind, count, "back to the force pool", "24.2")


def to_pool(tx: Transaction[WorldAtWar], owner: str, kind: str, count: int, why: str, rule: str) -> None:
    """Add to the allowable builds of a kind."""
    key = f"{owner}-{kind}"
    if key in tx.campaign.pools:
        tx.add(f"pools.{key}.count", count, why, rule)
    elif count:
        tx.create(f"pools.{key}", Pool(owner=owner, kind=kind, count=count), why, rule)


def pools_of(owner: str, kind: str) -> tuple[str, ...]:
    """The ids of the pools from which a kind is built, in the order in which they are drawn upon (24.233)."""
    own = f"{owner}-{kind}"
    return (own, f"{owner}-{sides.JOINT_ASW}") if owner == sides.WESTERN and kind in sides.ASW else (own,)


def allowable(campaign: WorldAtWar, owner: str, kind: str) -> int:
    """How many factors of a kind an owner may build now."""
    return sum(campaign.pools[key].count for key in pools_of(owner, kind) if key in campaign.pools)


def draw(tx: Transaction[WorldAtWar], owner: str, kind: str, count: int, why: str, rule: str) -> None:
    """Take factors out of the pools from which their kind is built. What the pools lack is not taken."""
    left = count
    for key in pools_of(owner, kind):
        if key in tx.campaign.pools and (part := min(left, tx.campaign.pools[key].count)):
            tx.add(f"pools.{key}.count", -part, why, rule)
            left -= part


def force_pool(campaign: WorldAtWar, owner: str, kind: str) -> int:
    """The whole force pool of a kind, in factors: what is in play and what may be built (24.2)."""
    return standing(campaign, owner, kind) + allowable(campaign, owner, kind)


def turn_up(tx: Transaction[WorldAtWar], side: str) -> None:
    """As a player turn ends, groups that are ready for the next one join the others in their place (25.12)."""
    player_turn = turns.player_turn(tx.campaign) + 1
    for key, group in list(tx.campaign.groups.items()):
        if group.ready and group.ready <= player_turn:
            tx.remove(f"groups.{key}", "no longer inverted", "25.12")
            plain = key_of(group.owner, group.kind, group.place)
            if plain in tx.campaign.groups:
                tx.add(f"groups.{plain}.count", group.count, "no longer inverted", "25.12")
            else:
                fresh = Group(owner=group.owner, kind=group.kind, place=group.place, count=group.count)
                tx.create(f"groups.{plain}", fresh, "no longer inverted", "25.12")
