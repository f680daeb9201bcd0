"""Political points and chits: how many a power may buy in a turn, and at which prices (16.1.1, 16.1.2, 16.1.7.1). Pure:
no campaign is needed."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.values import compared_often
from engine.thewar.world import calendar

LIMITS = {"italy": 2, "france": 2, "ussr": 2, "britain": 3, "germany": 4, "us": 2}
"""POPs a turn as the war begins; those of the United States once it is in it (16.1.2)."""
PRICES = {"pops": 3, "espionage": 4, "counter_espionage": 3}
SOVIET_PRICES = {"pops": 4, "espionage": 3, "counter_espionage": 2}
"""NARFs of a POP, an Espionage and a Counter-Espionage chit (16.1.1, 16.1.7.1)."""
CHITS = ("espionage", "counter_espionage")
SICILIAN, COUNTER_INTELLIGENCE = "sicilian-methods", "counter-intelligence"
_CHEAPER = {
    (SICILIAN, "italy"): {"espionage": 2, "counter_espionage": 1},
    (COUNTER_INTELLIGENCE, "britain"): {"espionage": 3, "counter_espionage": 2},
    (COUNTER_INTELLIGENCE, "us"): {"espionage": 3, "counter_espionage": 2},
}
"""Chits by variants (28.1.1 #10, 28.2.2 #12, 28.2.4 #16)."""
VARIANTS = (SICILIAN, COUNTER_INTELLIGENCE)
A_VARIANT = 1
"""POPs that may go into one variant roll (16.6)."""
US_VARIANTS_FROM = "1940-3-fall"
ITALY_BY, ITALY_LESS_FROM = "1940-3-fall", "1941-1-spring"
"""Italy at peace with Britain and France when the declarations of the one close has one POP less from the other on."""
SEASONS = ("spring", "fall")


@compared_often
class Purse:
    """A power in the planning of a turn. ``us_entry``: the turn in which the United States entered the war, or '';
    ``italy_declared``: the one in which Italy declared war on Britain or France, or ''."""

    power: str
    turn: str
    us_entry: str = ""
    italy_declared: str = ""
    variants: tuple[str, ...] = ()


def _after(turn: str, event: str) -> bool:
    """Whether the planning of a turn comes after an event, which no planning is the time of (ruling 317)."""
    return bool(event) and calendar.number(turn) > calendar.number(event)


def _fall_since(turn: str, event: str) -> bool:
    """Whether a Fall planning has come after an event, up to that of this turn."""
    if not _after(turn, event):
        return False
    since = range(calendar.number(event) + 1, calendar.number(turn) + 1)
    return any(calendar.label(count).endswith("-fall") for count in since)


def limit(purse: Purse) -> Breakdown:
    """POPs that the power may place in this turn (16.1.2, ruling 317)."""
    power, turn, entry = purse.power, purse.turn, purse.us_entry
    if power == "us" and not _after(turn, entry):
        return Breakdown().plus("the United States is at peace", 0, "16.1.2, 22.8")
    causes = Breakdown().plus("POPs a turn", LIMITS[power], "16.1.2")
    if power == "germany" and _after(turn, entry):
        causes = causes.plus("the United States is in the war", -1, "16.1.2")
    if power == "britain" and _fall_since(turn, entry):
        causes = causes.plus("a Fall since the United States entered the war", -1, "16.1.2")
    if power == "italy" and calendar.number(turn) >= calendar.number(ITALY_LESS_FROM) and not _declared(purse):
        causes = causes.plus("at peace with Britain and France as Fall 1940's declarations closed", -1, "16.1.2")
    return causes


def _declared(purse: Purse) -> bool:
    by = purse.italy_declared
    return bool(by) and calendar.number(by) <= calendar.number(ITALY_BY)


def per_target(purse: Purse) -> int:
    """POPs that may be placed in one country in this turn: half, rounded up (16.1.1, ruling 300)."""
    return -(-limit(purse).total // 2)


def for_variant(purse: Purse) -> int:
    """POPs that may go into a variant roll: the United States has none before Fall 1940 (16.1.2, 16.6)."""
    peace = purse.power == "us" and not _after(purse.turn, purse.us_entry)
    too_early = calendar.number(purse.turn) < calendar.number(US_VARIANTS_FROM)
    return 0 if peace and too_early else A_VARIANT


def most(purse: Purse) -> int:
    """POPs that may be bought: the limit, or what a United States at peace may put into a variant (16.1.2)."""
    return max(limit(purse).total, for_variant(purse) if purse.power == "us" else 0)


def price(purse: Purse, kind: str) -> int:
    """NARFs of a POP ('pops') or a chit (CHITS)."""
    usual = SOVIET_PRICES if purse.power == "ussr" else PRICES
    lower = [cheaper for (name, power), cheaper in _CHEAPER.items() if name in purse.variants and power == purse.power]
    return min([usual[kind], *(cheaper[kind] for cheaper in lower if kind in cheaper)])


def narfs(purse: Purse, pops: int, espionage: int, counter_espionage: int) -> Breakdown:
    """What so many cost."""
    causes = Breakdown()
    bought = (("pops", pops, "POPs"), ("espionage", espionage, "Espionage chits"))
    for kind, count, label in (*bought, ("counter_espionage", counter_espionage, "Counter-Espionage chits")):
        if count:
            rule = "16.1.1" if kind == "pops" else "16.1.7.1"
            causes = causes.plus(f"{count} {label} at {price(purse, kind)}", count * price(purse, kind), rule)
    return causes


def refusals(purse: Purse, pops: int, chits: Collection[int]) -> Iterable[Refusal]:
    """Why so many are not bought. ``chits``: how many of each kind."""
    if calendar.season_of(purse.turn) not in SEASONS:
        yield Refusal("16.1.1", "POPs and chits are bought in Spring and Fall", "Wait for the next of these turns.")
    if pops > most(purse):
        yield Refusal("16.1.2", f"{pops} POPs are more than the limit of {most(purse)}", f"{most(purse)} at most.")
    if any(count > 1 for count in chits):
        yield Refusal("16.1.7.1", f"{max(chits)} chits of a kind are more than the 1 of a turn", "One of each.")
