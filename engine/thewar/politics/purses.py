"""How many POPs a power of a campaign may buy in a turn (16.1.2, 4.5, 29.15), and what a sum that it paid may have
bought."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product

from engine.thewar.countries import simplified_influence, variant_points
from engine.thewar.rolls import diplomacy, political_points
from engine.thewar.rolls.political_points import A_VARIANT, CHITS, Purse
from engine.thewar.world import calendar, influence, variants_played, wars
from engine.thewar.world.influence import ESPIONAGE, SORTS
from engine.thewar.world.state import Purchase, TheWar

_CHEAPER: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    political_points.SICILIAN: {"italy": ("sicilian-methods",)},
    political_points.COUNTER_INTELLIGENCE: {
        "britain": ("british-counter-intelligence",),
        "us": ("us-counter-intelligence",),
    },
}
"""The variants by which chits are cheaper, by what prices call them and by power (28.1.1 to 28.2.4)."""


def purse(campaign: TheWar, power: str, turn: str = "") -> Purse:
    """A power in the planning of a turn, by default the present one (16.1.2)."""
    us = campaign.powers.get("us")
    begun = [since for ally in ("britain", "france") if (since := wars.begun(campaign, "italy", ally))]
    declared = min(begun, key=calendar.number, default="")
    held = tuple(kept for kept, name in _CHEAPER.items() if variants_played.has_played(campaign, *name.get(power, ())))
    return Purse(power, turn or calendar.turn(campaign), us.entered if us is not None else "", declared, held)


def variant_alone(campaign: TheWar, power: str) -> str:
    """The rule by which a power buys no POP but that of a variant roll in this turn, '' where it may buy others."""
    if campaign.powers[power].effort == "pass":
        return "4.5"
    if simplified_influence.played(campaign):
        return "29.15"
    return "" if political_points.limit(purse(campaign, power)).total else "16.6, 22.8"


def limit(campaign: TheWar, power: str) -> tuple[int, str]:
    """How many POPs a power buys in a Spring or Fall turn, and the rule (16.1.2, 16.6, 22.8)."""
    most = political_points.most(purse(campaign, power))
    if rule := variant_alone(campaign, power):
        return min(A_VARIANT, most), rule
    return most, "16.1.2"


def _cases(campaign: TheWar, power: str, turn: str, narfs: int, borne: int) -> Iterator[tuple[int, int, int]]:
    """POPs, Espionage and Counter-Espionage chits that a power may have bought in a turn for just so many NARFs;
    ``borne``: 1 where another paid for the first of each."""
    terms = purse(campaign, power, turn)
    each = tuple(political_points.price(terms, kind) for kind in ("pops", *CHITS))
    for pops, spies, guards in product(range(political_points.most(terms) + 1), (0, 1), (0, 1)):
        paid = zip((pops, spies, guards), each, strict=True)
        if sum(max(0, count - borne) * price for count, price in paid) == narfs:
            yield pops, spies, guards


def _most(campaign: TheWar, bought: Purchase, what: str) -> int:
    """The most of one thing that the sum of a purchase may have bought."""
    power, turn = bought.power, bought.turn
    cases = _cases(campaign, power, turn, bought.narfs, int(bool(bought.borne)))
    if what in SORTS:
        return max((case[1 + SORTS.index(what)] for case in cases), default=0)
    if power not in diplomacy.targets().get(what, ()):
        return 0
    each = political_points.per_target(purse(campaign, power, turn))
    return max((min(pops, each) for pops, _, _ in cases), default=0)


def might_hold(campaign: TheWar, power: str, what: str) -> int:
    """How many POPs in a target, or chits of a sort, a power may have at the most, as everybody can work out from the
    sums that all saw it pay; as many as it has where nothing of it is under seal. ``what``: a target, or one of SORTS.

    It hangs on nothing that is hidden, so that whoever might hold something is asked also when he holds none."""
    if not wars.standing(campaign, power) or influence.closed(campaign, what):
        return 0
    if what in SORTS:
        left = influence.open_chits(campaign, power, what)
    else:
        left = influence.placed(campaign, power, what) - influence.used(campaign, power, what)
    unopened = [bought for bought in campaign.purchases.values() if bought.power == power and not bought.opened]
    left += sum(_most(campaign, bought, what) for bought in unopened)
    return max(0, left + sum(_given(bought, what) for bought in unopened))


def _given(bought: Purchase, what: str) -> int:
    """The POPs that a variant gave in a purchase, as many as may lie in a target."""
    given = variant_points.in_purchase(bought.power, bought.given)
    able = bought.power in diplomacy.targets().get(what, ())
    return given.pops if able and given.takes(what) else 0


def might_hold_any(campaign: TheWar, power: str) -> bool:
    """Whether a power may have POPs anywhere, for a variant roll too, or a chit to spy with."""
    mine = (bought for bought in campaign.purchases.values() if bought.power == power and not bought.opened)
    if any(bought.narfs or bought.given or bought.borne for bought in mine) or any(
        variant_points.waiting(campaign, power)
    ):
        return True
    if might_hold(campaign, power, ESPIONAGE):
        return True
    return any(
        one.power == power and one.placed > one.used and not influence.closed(campaign, one.country)
        for one in campaign.influence.values()
    )
