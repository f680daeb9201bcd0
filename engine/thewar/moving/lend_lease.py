"""The routes of NARF grants: their legs, Fleets and SMPs, what closes them, Persia (14.8.2 to 14.8.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import Any, ClassVar

from engine.kernel.grammar import FLAG, NAME, word
from engine.kernel.orders import Field, Form, PowerOrder, TableOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.tables import table
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen, made_often
from engine.thewar.economy import capacity
from engine.thewar.economy.spending import short, take
from engine.thewar.moving.lend_lease_duty import PERSIA_OPENS as PERSIA_OPENS
from engine.thewar.world import calendar, regions, tallies, variants_played, wars
from engine.thewar.world.state import TheWar

STEP = "stratmove.grants"
A_FLEET = 20
MERCHANT_MARINE, WITH_MERCHANT_MARINE = "merchant-marine", 30
"""NARFs that a Fleet carries, and that one SMP moves (14.8)."""
PERSIA_PRICE, PERSIA_DELAY = 15, 2
"""NARFs that open the Persian route, once, and the turns until it is open (14.8.4)."""
CLOSED = "route-closed-"
"""With a route, the fact that the enemy closes it on the board."""
TO_THE_SOVIETS = ("murmansk", "turkey", "persia")
AT_THE_TABLE = ("murmansk", "turkey")
"""Routes that what stands on the board may close."""
FRIENDLY_TURKEY = ("sympathizer", "associate", "satellite")
SOUTH_AFRICA_FLEETS = 3
"""Fleets for each 20 NARFs by Persia once South Africa is a German Satellite (23.47)."""


def given(campaign: TheWar, giver: str, to: str) -> int:
    """NARFs that one has granted another this turn."""
    return tallies.used(campaign, giver, tallies.GRANTS, to)


def rows() -> Mapping[str, Mapping[str, Any]]:
    """The routes by their keys."""
    printed: Mapping[str, Mapping[str, Any]] = table("thewar", "lend-lease")["row"]
    return printed


def increments(narfs: int, each: int = A_FLEET) -> int:
    """How many 20 NARFs or parts of them (14.8); ``each``: how many a Fleet carries instead."""
    return -(-narfs // each)


def in_a_fleet(campaign: TheWar, carrier: str) -> int:
    """NARFs that a Fleet of a power carries: an American one more, by a variant (14.8, 28.2.4)."""
    more = carrier == "us" and variants_played.has_played(campaign, MERCHANT_MARINE)
    return WITH_MERCHANT_MARINE if more else A_FLEET


@made_often
class Leg:
    """One turn of a route: from where to where, Fleets for each 20 NARFs, whether they must be undepleted; ``crossing``
    the Atlantic, or ``last``, so that the NARFs are there."""

    start: str
    end: str
    fleets: int
    whole: bool
    crossing: bool
    last: bool
    rule: str

    def carriers(self, narfs: int, each: int = A_FLEET) -> int:
        """Fleets that carry so many NARFs, ``each`` so many."""
        return self.fleets * increments(narfs, each)


def legs(campaign: TheWar, route: str, giver: str, to: str) -> tuple[Leg, ...]:
    """The legs of a route, a turn each. Raises KeyError for a route that there is not."""
    each = rows()[route]["fleets"]
    south_africa = campaign.countries.get("south-africa")
    if route == "persia" and south_africa is not None and south_africa.status == "satellite":
        each = SOUTH_AFRICA_FLEETS if south_africa.patron == "germany" else each
    return _legs(route, giver, to, each)


@lru_cache(maxsize=1024)
def _legs(route: str, giver: str, to: str, each: int) -> tuple[Leg, ...]:
    """The legs of a route that takes ``each`` so many Fleets."""
    row = rows()[route]
    stops = [giver, *row.get("via", ()), to]
    if giver == "us" and route in TO_THE_SOVIETS:
        stops.insert(1, "britain")
    stages = []
    for start, end in pairwise(stops):
        crossing = "us" in (start, end)
        # To Britain everything sails alike; what follows is the route's own (ruling 231).
        plain = crossing and route in TO_THE_SOVIETS
        fleets = 1 if plain else each
        whole = bool(row.get("whole", False)) and not plain
        rule = "14.8.2" if plain else str(row["rule"])
        stages.append(Leg(start, end, fleets, whole, crossing, end == to, rule))
    return tuple(stages)


def closed(campaign: TheWar, route: str) -> Iterable[Refusal]:
    """Every reason why nothing comes to the Soviet Union by a route now (14.8.3 to 14.8.5)."""
    if route == "murmansk":
        holder = regions.controller(campaign, "murmansk-box") if "murmansk-box" in campaign.places else "ussr"
        if _axis(campaign, holder):
            yield Refusal("14.8.5", f"the Murmansk Box is in the hands of {wars.named(campaign, holder)}")
    if campaign.facts.get(f"{CLOSED}{route}", False):
        why = "the Norwegian Sea or hexes 0015 and 0016 are the Axis'"
        if route == "turkey":
            why = "a Sea Area between Gibraltar and Turkey is the enemy's"
        yield Refusal(str(rows()[route]["rule"]), f"closed: {why}", f"'route {route} no' once that is over.")
    if route == "turkey":
        turkey = campaign.countries.get("turkey")
        patron = campaign.powers.get(turkey.patron) if turkey is not None else None
        if turkey is None or patron is None or turkey.status not in FRIENDLY_TURKEY or patron.side != "allied":
            yield Refusal("14.8.3", "Turkey is no Sympathizer, Associate or Satellite of the Allies", "Another route.")
    if route == "persia":
        opens = str(campaign.facts.get(PERSIA_OPENS, ""))
        if opens and calendar.now(campaign) < calendar.number(opens):
            yield Refusal("14.8.4", f"the Persian route opens in {calendar.spoken(opens)}", "Wait in South Africa.")
        elif not opens:
            yield unpaid()


def unpaid() -> Refusal:
    """The refusal that nobody has opened the Persian route yet."""
    return Refusal(
        "14.8.4", "the Persian route is not open", f"'POWER open-persia' opens it once, for {PERSIA_PRICE} NARFs."
    )


def _axis(campaign: TheWar, holder: str) -> bool:
    land = campaign.countries.get(holder)
    patron = land.patron if land is not None and land.status in ("satellite", "conquered") else holder
    power = campaign.powers.get(patron)
    return power is not None and power.side == "axis"


def not_at_war(campaign: TheWar) -> Iterable[Refusal]:
    """Refuse grants of the West to the Soviet Union before it is at war with Germany (14.8.2)."""
    if not wars.at_war(campaign, "germany", "ussr"):
        yield Refusal("14.8.2", "Germany and the Soviet Union are not at war", "Not before.")


@frozen
class OpenPersia(PowerOrder[TheWar]):
    """Open the Persian route: once, by Britain or the U.S. (14.8.4)."""

    verb: ClassVar[str] = "open-persia"
    title: ClassVar[str] = "open the Persian route"
    rule: ClassVar[str] = "14.8.4"
    account: ClassVar[str] = "movement"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power not in capacity.PARTNERS:
            yield Refusal("14.8.4", "Britain or the U.S. opens the Persian route")
        if opens := campaign.facts.get(PERSIA_OPENS, ""):
            yield Refusal("14.8.4", f"it is paid for and opens in {calendar.spoken(str(opens))}", "Once is enough.")
        yield from not_at_war(campaign)
        yield from short(campaign, self.power, PERSIA_PRICE, "14.8.4")

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs."""
        return Breakdown((Line("Persian route", PERSIA_PRICE, "14.8.4"),))

    def effect(self, tx: Transaction[TheWar]) -> None:
        take(tx, self.power, PERSIA_PRICE, "Persian route", "14.8.4")
        opens = calendar.label(calendar.now(tx.campaign) + PERSIA_DELAY)
        tx.put(f"facts.{PERSIA_OPENS}", opens, "Persian route", "14.8.4")

    def sentence(self, campaign: TheWar) -> str:
        opens = calendar.spoken(calendar.label(calendar.now(campaign) + PERSIA_DELAY))
        return f"{wars.named(campaign, self.power)} opens the Persian route from {opens}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[OpenPersia]:
        """Offered while the route is not paid for and the Soviet Union is at war."""
        if power in capacity.PARTNERS and PERSIA_OPENS not in campaign.facts and not list(not_at_war(campaign)):
            yield cls(power)


@frozen
class RouteClosed(TableOrder[TheWar]):
    """Enter that what stands on the board closes a route of Lend-Lease, or no longer (14.8.3, 14.8.5)."""

    verb: ClassVar[str] = "route"
    title: ClassVar[str] = "a route closed or open"
    rule: ClassVar[str] = "14.8.5"

    route: str = word(NAME)
    closed: bool = word(FLAG)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.route not in AT_THE_TABLE:
            yield Refusal("14.8.5", f"'{self.route}' is not closed so", f"Routes: {', '.join(AT_THE_TABLE)}.")
        elif bool(campaign.facts.get(f"{CLOSED}{self.route}", False)) == self.closed:
            yield Refusal("14.8.5", "so it is", "Nothing changes.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        tx.put(f"facts.{CLOSED}{self.route}", self.closed, "on the board", "14.8.3, 14.8.5")

    def sentence(self, campaign: TheWar) -> str:
        name = rows().get(self.route, {}).get("name", self.route)
        return f"The route {name} is {'closed' if self.closed else 'open'}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        fields = (
            Field("route", "route", "14.8", choices=AT_THE_TABLE),
            Field("closed", "closed by the Axis on the board", "14.8.5", choices=("yes", "no")),
        )
        return Form(cls.verb, "A route closed or open", "route {route} {closed}", fields, cls.rule)
