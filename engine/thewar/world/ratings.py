"""Ratings in combat (7.11, 10.8, 11.11): what they add to the die, which one governs a mixed force, who loses first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.kernel.refusals import Line
from engine.kernel.tables import table
from engine.kernel.values import frozen

BEST, WORST = 1, 4
_SECTIONS = {"ground": "10.8", "air": "11.11", "naval": "7.11"}
ORDINALS = {1: "First", 2: "Second", 3: "Third", 4: "Fourth"}


def modifier(force: str, attacker: int, defender: int) -> Line:
    """What ratings add to the attacker's die. ``force``: ground, air or naval; the naval ones also when intercepting,
    there ``attacker`` is the side that rolls (7.11.1)."""
    value = added(force, attacker, defender)
    return Line(f"{ORDINALS[attacker]}-Rate against {ORDINALS[defender]}-Rate", value, _SECTIONS[force])


def added(force: str, attacker: int, defender: int) -> int:
    """What ratings add to the attacker's die, as a figure."""
    return int(table("thewar", f"{force}-nationality")["row"][str(defender)][attacker - 1])


def depleted(power: str, category: str) -> int:
    """The rating of a Depleted unit (1.2, 10.8.4, ruling 80): Fourth-Rate, a German ground unit Third-Rate."""
    return 3 if (power, category) == ("germany", "ground") else WORST


def governing(parts: Iterable[tuple[int, int]]) -> int:
    """The rating that governs a mixed force (10.8.5, 7.11.5, 11.11.5, ruling 44): the best one that, with all better,
    makes up half of it or more.

    ``parts`` are ratings with their weights: factors on the ground, units in the air and at sea. Raises ValueError for
    a force of nothing.
    """
    weights = dict.fromkeys(range(BEST, WORST + 1), 0)
    for rating, weight in parts:
        weights[rating] += weight
    total = sum(weights.values())
    if total <= 0:
        raise ValueError("a force of nothing has no rating")
    so_far = 0
    for rating, weight in weights.items():
        so_far += weight
        if 2 * so_far >= total:
            return rating
    return WORST


def by_what(parts: Iterable[tuple[int, int]], unit: str) -> str:
    """Which rating governs a force, and by how much of it, in words: ``First-Rate, by 24 of 36 factors``; '' for a
    force of nothing. ``parts`` as ``governing`` takes them, weighed in ``unit``."""
    weighed = [(rating, weight) for rating, weight in parts if weight]
    if not weighed:
        return ""
    rating, total = governing(weighed), sum(weight for _, weight in weighed)
    carried = sum(weight for each, weight in weighed if each <= rating)
    better = " or better" if any(each < rating for each, _ in weighed) else ""
    return f"{ORDINALS[rating]}-Rate{better}, by {carried} of {total} {unit.removesuffix('s') if total == 1 else unit}"


@frozen
class Target:
    """A unit that results may fall on. ``able``: whether it takes part; one that cannot (a FTR against ships) is passed
    over (ruling 45)."""

    name: str
    rating: int
    depleted: bool = False
    able: bool = True


@frozen
class Hit:
    """A result that fell on a unit: ``effect`` is 'depleted', 'eliminated' or 'sunk'."""

    name: str
    effect: str


def candidates(targets: Sequence[Target], effect: str) -> tuple[str, ...]:
    """The units among which the owner chooses who takes the next result (7.11.5, 11.11.5, 10.3.4, rulings 38 and 45).

    The best-rated first; a Depletion falls on whole units as long as there are any.
    """
    open_to = [target for target in targets if target.able]
    if effect == "depleted":
        open_to = [target for target in open_to if not target.depleted] or open_to
    best = min((target.rating for target in open_to), default=0)
    return tuple(target.name for target in open_to if target.rating == best)


def fall(targets: Sequence[Target], effect: str, count: int, *, ends: str = "eliminated") -> tuple[Hit, ...]:
    """Where so many results of one kind fall by default: of equal candidates the one that stands first.

    A unit that is Depleted twice is gone: ``ends`` says how ('sunk' at sea, ruling 53). A unit Depleted now is
    Fourth-Rate from now on. What finds no unit any more is lost (ruling 38).
    """
    left = list(targets)
    hits: list[Hit] = []
    for _ in range(count):
        names = candidates(left, effect)
        if not names:
            break
        at = next(place for place, target in enumerate(left) if target.name == names[0])
        struck = left.pop(at)
        if effect == "depleted" and not struck.depleted:
            left.insert(at, Target(struck.name, WORST, depleted=True, able=struck.able))
            hits.append(Hit(struck.name, "depleted"))
        else:
            hits.append(Hit(struck.name, ends if effect == "depleted" else effect))
    return tuple(hits)
