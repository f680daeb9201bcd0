"""What Political Points and Espionage chits cost, and how many a power buys in a Spring or Fall (16.1.1, 16.1.2,
16.1.7.1, 16.6, 22.5.1, 22.8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations

from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.rolls import political_points, us_entry
from engine.thewar.rolls.political_points import Purse
from engine.thewar.world import calendar, tallies, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.state import TheWar

PURPOSES = ("diplomacy", "espionage")
CHITS = {"espionage": "espionage", "counter-espionage": "counter_espionage"}
"""The two chits, as campaigns and as single rolls call them (16.1.7.1)."""
PROPAGANDA = us_entry.PROPAGANDA_PRICE
"""NARFs of a roll for British propaganda in the United States (22.5.1)."""
PROPAGANDA_MADE = "propaganda-made"
"""The fact of the turn in which Britain last made propaganda, whether it was paid for before or by its order."""
SIMPLIFIED = "simplified-diplomacy"
"""The option by which diplomacy takes no points (29.15)."""


def limit(campaign: TheWar, power: str) -> tuple[int, str]:
    """How many Political Points a power buys in a Spring or Fall turn, and the rule (16.1.2, 16.6, 22.8)."""
    most, rule = _open_limit(campaign, power)
    # Who passes, and who plays simplified diplomacy, buys no more than the point of a variant roll.
    if campaign.powers[power].effort == "pass":
        return min(political_points.A_VARIANT, most), "4.5"
    if campaign.options.get(SIMPLIFIED):
        return min(political_points.A_VARIANT, most), "29.15"
    return most, rule


def _open_limit(campaign: TheWar, power: str) -> tuple[int, str]:
    us = campaign.powers.get("us")
    begun = [since for ally in ("britain", "france") if (since := wars.begun(campaign, "italy", ally))]
    declared = min(begun, key=calendar.number, default="")
    purse = Purse(power, calendar.turn(campaign), us.entered if us is not None else "", declared)
    rule = "16.1.2" if political_points.limit(purse).total else "16.6, 22.8"
    return political_points.most(purse), rule


def _price(power: str, kind: str) -> int:
    return political_points.price(Purse(power, ""), kind)


def _propaganda(campaign: TheWar, power: str, amount: int) -> bool:
    us = campaign.powers.get("us")
    return power == "britain" and amount == PROPAGANDA and us is not None and not us.entered


def has_bought(campaign: TheWar, power: str, purchase: str) -> int:
    """How many 'points', 'espionage' or 'counter-espionage' chits or rolls for 'propaganda' a power has bought this
    turn."""
    return tallies.used(campaign, power, purchase)


def paid(campaign: TheWar, power: str) -> str:
    """The Political Points and chits that a power has bought this turn, in words; '' for none."""
    points = has_bought(campaign, power, "points")
    parts = [counted(points, "Political Point", "Political Points")] if points else []
    parts += [f"{chit.title()} chit" for chit in CHITS if has_bought(campaign, power, chit)]
    return ", ".join(parts)


def propaganda_paid(campaign: TheWar) -> bool:
    """Whether Britain has paid for a roll for propaganda this turn, as in campaigns in which it was paid for by hand
    (22.5.1)."""
    return bool(has_bought(campaign, "britain", "propaganda"))


def propaganda_made(campaign: TheWar) -> bool:
    """Whether the die for British propaganda has fallen in this turn (22.5.1)."""
    return campaign.facts.get(PROPAGANDA_MADE) == calendar.turn(campaign)


def refused(campaign: TheWar, power: str, amount: int, on: str) -> Iterable[Refusal]:
    """Why a power does not spend so many NARFs on diplomacy or espionage in this turn."""
    rule = "16.1.1" if on == "diplomacy" else "16.1.7.1"
    if calendar.season(campaign) not in political_points.SEASONS:
        yield Refusal(rule, f"nothing is spent on {on} in {calendar.season(campaign).capitalize()}", "Spring and Fall.")
    elif on == "espionage":
        yield from _chits_refused(campaign, power, amount)
    elif _propaganda(campaign, power, amount):
        if campaign.powers[power].effort == "pass":
            yield Refusal("4.5", "Britain passes: no diplomacy", "A variant roll is open.")
        if propaganda_made(campaign):
            yield Refusal("22.5.1", "Britain has made propaganda in this turn", "One roll a Spring or Fall.")
        elif propaganda_paid(campaign):
            yield Refusal("22.5.1", "British propaganda is paid for in this turn", "'britain propaganda' rolls it.")
        else:
            reason = "British propaganda is paid for with its die"
            yield Refusal("22.5.1", reason, f"'britain propaganda' pays {amount} NARFs and rolls.")
    else:
        yield from _points_refused(campaign, power, amount)


def _points_refused(campaign: TheWar, power: str, amount: int) -> Iterable[Refusal]:
    price, name = _price(power, "pops"), wars.named(campaign, power)
    most, rule = limit(campaign, power)
    left = most - has_bought(campaign, power, "points")
    if power == "us" and rule == "16.6, 22.8":
        hint = "One point, for a variant roll, from Fall 1940 on; more once it is at war with Germany."
    elif rule == "29.15":
        hint = "Diplomacy is simplified: 'sway' costs 3 NARFs a die; a point is for a variant roll."
    elif rule == "4.5":
        hint = "Under a Pass there is no diplomacy, but one point for a variant roll."
    else:
        hint = f"{price} NARFs for each of {most} a turn."
    if amount % price:
        yield Refusal("16.1.1", f"a Political Point costs {name} {price} NARFs, and {amount} is no multiple", hint)
    elif amount // price > left:
        yield Refusal(rule, f"{amount // price} points, and {name} may buy {max(0, left)} more in this turn", hint)


def _open(campaign: TheWar, power: str) -> Mapping[int, tuple[str, ...]]:
    """What a power may still spend on chits in this turn, with what it buys for it."""
    prices = {chit: _price(power, kind) for chit, kind in CHITS.items()}
    left = [chit for chit in prices if not has_bought(campaign, power, chit)]
    several = [some for count in range(1, len(left) + 1) for some in combinations(left, count)]
    return {sum(prices[chit] for chit in some): some for some in several}


def _chits_refused(campaign: TheWar, power: str, amount: int) -> Iterable[Refusal]:
    prices = {chit: _price(power, kind) for chit, kind in CHITS.items()}
    if amount not in (able := _open(campaign, power)):
        each = f"Espionage {prices['espionage']}, Counter-Espionage {prices['counter-espionage']}, one of each a turn"
        may = f"{', '.join(map(str, sorted(able)))} can still be spent." if able else "Both have been bought."
        yield Refusal("16.1.7.1", f"{amount} NARFs buy no chits: {each}", may)


def bought(tx: Transaction[TheWar], power: str, amount: int, on: str) -> None:
    """Note what of this turn's limits is used."""
    if on == "espionage":
        for chit in _open(tx.campaign, power).get(amount, ()):
            tallies.use(tx, power, chit, 1, "chit bought", "16.1.7.1")
    elif _propaganda(tx.campaign, power, amount):
        tallies.use(tx, power, "propaganda", 1, "British propaganda", "22.5.1")
    else:
        tallies.use(tx, power, "points", amount // _price(power, "pops"), "Political Points bought", "16.1.2")
