"""NARF grants: who may grant how much to whom, and what a grant costs (14.8, 14.8.1, 14.8.6, 14.8.7, 15.1.5.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import frozen

from engine.kernel.grammar import NAME, NUMBER, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.tables import table
from engine.kernel.transaction import Transaction
from engine.thewar import calendar, capacity, declarations, lend_lease, logistics, strategic_building, wars
from engine.thewar.sailing import Sailing
from engine.thewar.spending import short, take
from engine.thewar.state import Shipment, TheWar

MOST = 9999
A_TURN, A_YARD = 20, 10
"""NARFs that a power grants another in a turn; for each yard added the U.S. grants so many more in all (14.8.1,
15.1.5.5, ruling 91)."""
MURMANSK_FROM, BY_MURMANSK = 11, 30
"""The U.S. Entry Level from which so many go to the Soviets by Murmansk (22.8)."""
FRANCE_FROM = "1941-1-spring"
"""The first turn in which Britain grants to France (14.8.1)."""
US_UNITS = "us-units-paid"
"""What the U.S. has paid this turn for air and ground units before its entry (ruling 234)."""


def given(campaign: TheWar, giver: str, to: str) -> int:
    """NARFs that one has granted another this turn."""
    return campaign.used.get(f"{giver}-grants-{to}", 0)


def at_peace(campaign: TheWar, giver: str) -> bool:
    """Whether it is the U.S. that grants before its entry into the war (14.8.6)."""
    return giver == "us" and not campaign.powers["us"].entered


def most(campaign: TheWar, giver: str, to: str, route: str) -> Breakdown:
    """What may be granted to a Major Power this turn in all, in NARFs (14.8.1, 14.8.6, 15.1.5.5)."""
    if at_peace(campaign, giver):
        rows = table("thewar", "usel")["row"]
        level = int(campaign.facts.get(declarations.USEL, 0))
        each = int(rows[str(min(max(level, 0), len(rows) - 1))]["grant"])
        found = Breakdown((Line(f"U.S. Entry Level {level}", each, "14.8.6, 22.8"),))
        if level >= MURMANSK_FROM and to == "ussr" and route == "murmansk":
            found = found.plus("by Murmansk", BY_MURMANSK - each, "14.8.6, 22.8")
        return found
    found = Breakdown((Line("a turn to another Major Power", A_TURN, "14.8.1"),))
    yards = int(campaign.facts.get("yards-built-us", 0)) if giver == "us" else 0
    if yards:
        found = found.plus(f"{yards} yards added, {A_YARD} each in all", A_YARD * yards, "15.1.5.5, ruling 91")
        beyond = sum(max(0, given(campaign, giver, other) - A_TURN) for other in campaign.powers if other != to)
        found = found.plus("of them granted to others", -beyond, "15.1.5.5, ruling 91") if beyond else found
    return found


def again(campaign: TheWar, giver: str) -> int:
    """What the U.S. pays once more for its units of the turn when it grants for the first time in it (14.8.6, ruling
    234), in NARFs."""
    first = not any(given(campaign, giver, other) for other in campaign.powers)
    return campaign.used.get(US_UNITS, 0) if at_peace(campaign, giver) and first else 0


def remember_units(tx: Transaction[TheWar], power: str, narfs: int) -> None:
    """A U.S. at peace has paid so many NARFs for air and ground units: a grant of this turn doubles them (14.8.6)."""
    if at_peace(tx.campaign, power):
        capacity.count(tx, US_UNITS, narfs, "units of a U.S. at peace", "14.8.6")


def parties(campaign: TheWar, giver: str, to: str) -> Iterable[Refusal]:
    """Every reason why one power may not grant to another now, or to a Satellite, however much and however sent."""
    name, other = wars.named(campaign, giver), wars.named(campaign, to)
    if giver == "ussr":
        yield Refusal("14.8.1", "the Soviet Union grants nothing to others")
    if giver == "germany" and to != "italy":
        yield Refusal("14.8.7", f"Germany grants to Italy only, not to {other}")
    if to not in campaign.powers:
        land = campaign.countries[to]
        if land.status != "satellite" or land.patron not in campaign.powers:
            yield Refusal("14.8", f"{land.name} is no Satellite", "Major Powers and Satellites receive.")
        elif campaign.powers[land.patron].side != campaign.powers[giver].side:
            yield Refusal("14.8", f"{land.name} is the enemy's")
        return
    if to == giver:
        yield Refusal("14.8", "a power grants nothing to itself")
        return
    if not wars.standing(campaign, to):
        yield Refusal("14.8", f"{other} has surrendered")
    if giver == "us":
        yield from _american(campaign, to)
    elif not any(wars.at_war(campaign, giver, one) and wars.at_war(campaign, to, one) for one in campaign.powers):
        yield Refusal("14.8.1", f"{name} and {other} have no Major Power as a common enemy")
    if to == "ussr" and giver in capacity.PARTNERS:
        yield from lend_lease.not_at_war(campaign)
    if (giver, to) == ("britain", "france") and calendar.now(campaign) < calendar.number(FRANCE_FROM):
        yield Refusal("14.8.1", f"Britain grants to France from {calendar.spoken(FRANCE_FROM)} on")


def _american(campaign: TheWar, to: str) -> Iterable[Refusal]:
    if not at_peace(campaign, "us"):
        if to not in ("britain", "france", "ussr"):
            yield Refusal("14.8.2", f"{wars.named(campaign, to)} is no ally")
        return
    if to not in ("britain", "france", "ussr") or not wars.at_war(campaign, to, "germany"):
        yield Refusal("14.8.6", f"{wars.named(campaign, to)} is not at war with Germany", "Britain, France, the USSR.")
    if campaign.facts.get(declarations.LEND_LEASE_STOPPED, False):
        yield Refusal("14.8.6", "Britain or France has attacked a neutral country", "Only after the entry.")
    if to == "ussr" and campaign.facts.get(declarations.SOVIET_ATTACK, False):
        yield Refusal("14.8.6", "the Soviet Union attacked Germany first", "Only after the entry.")


def routes(campaign: TheWar, giver: str, to: str) -> tuple[str, ...]:
    """The routes by which a power may send NARFs to another, the usual first."""
    if to == "ussr":
        return lend_lease.TO_THE_SOVIETS
    if giver in ("germany", "italy") or to not in campaign.powers:
        return ("land", "sea") if giver != "germany" else ("land",)
    return ("sea",)


@frozen
class Grant(PowerOrder[TheWar]):
    """Grant NARFs to a Major Power or a Satellite; they set out at once (14.8). See Sailing for ``carrier``,
    ``fleets`` and ``pays``."""

    verb: ClassVar[str] = "grant"
    title: ClassVar[str] = "NARF grant"
    rule: ClassVar[str] = "14.8"
    steps: ClassVar[tuple[str, ...]] = (lend_lease.STEP,)

    narfs: int = word(NUMBER)
    to: str = word(NAME)
    route: str = keyed(NAME, "")
    carrier: str = keyed(NAME, "")
    fleets: int = keyed(NUMBER, 0)
    pays: str = keyed(NAME, "")

    def by(self, campaign: TheWar) -> str:
        """The route, the usual one where none is named."""
        return self.route or routes(campaign, self.power, self.to)[0]

    def sailing(self, campaign: TheWar) -> Sailing:
        """How it sets out."""
        granted = calendar.turn(campaign)
        one = Shipment(giver=self.power, to=self.to, narfs=self.narfs, route=self.by(campaign), granted=granted)
        return Sailing(one, self.carrier, self.fleets, self.pays)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """See Order."""
        if not 1 <= self.narfs <= MOST:
            yield Refusal("14.8", f"{self.narfs} NARFs", f"From 1 to {MOST}.")
            return
        if self.to not in campaign.powers and self.to not in campaign.countries:
            yield Refusal("14.8", f"'{self.to}' is no power or country", f"Powers: {', '.join(campaign.powers)}.")
            return
        if campaign.powers[self.power].effort == "pass":
            yield Refusal("4.5", f"{wars.named(campaign, self.power)} passes: nothing is moved", "It may receive.")
        yield from parties(campaign, self.power, self.to)
        if self.power in (self.to, "ussr"):
            return
        yield from self._limit(campaign)
        yield from short(campaign, self.power, self.cost(campaign).total, "14.8")
        allowed = routes(campaign, self.power, self.to)
        if self.by(campaign) not in allowed:
            rule = "14.8.7" if self.power == "germany" else "14.8.2"
            yield Refusal(rule, f"NARFs do not go to {wars.named(campaign, self.to)} by {self.route}", _listed(allowed))
            return
        yield from self.sailing(campaign).judge(campaign)

    def _limit(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.to not in campaign.powers:
            return
        allowed, before = most(campaign, self.power, self.to, self.by(campaign)), given(campaign, self.power, self.to)
        if before + self.narfs > allowed.total:
            reason = f"{before + self.narfs} NARFs to {wars.named(campaign, self.to)} this turn"
            yield Refusal(", ".join(allowed.rules), reason, f"At most {max(0, allowed.total)}.")

    def cost(self, campaign: TheWar) -> Breakdown:
        """See Order: in NARFs, with what the units of a U.S. at peace cost once more."""
        found = Breakdown((Line("granted", self.narfs, "14.8"),))
        doubled = again(campaign, self.power)
        if doubled:
            found = found.plus("units built this turn: twice", doubled, "14.8.6, ruling 234")
        return found

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        here = tx.campaign
        sailing, doubled, peace = self.sailing(here), again(here, self.power), at_peace(here, self.power)
        take(tx, self.power, self.narfs, "granted", "14.8")
        if peace:
            tx.add("powers.us.base", -self.narfs, "granted before the war", "14.8.6")
        if doubled:
            why = "units built in a turn with grants: twice"
            strategic_building.pay(tx, self.power, doubled, why, "14.8.6, ruling 234")
        capacity.count(tx, f"{self.power}-grants-{self.to}", self.narfs, "granted", "14.8.1")
        fleets, carrier = sailing.spend(tx)
        one = sailing.shipment
        sent = Shipment(
            giver=one.giver,
            to=one.to,
            narfs=one.narfs,
            route=one.route,
            fleets=fleets,
            carrier=carrier,
            granted=one.granted,
        )
        tx.create(f"shipments.{_key(tx.campaign, self.power, self.to)}", sent, "granted", "14.8")

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        route = lend_lease.rows().get(self.by(campaign), {}).get("name", self.route)
        giver, other = wars.named(campaign, self.power), wars.named(campaign, self.to)
        return f"{giver} grants {self.narfs} NARFs to {other}, {route}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Grant]:
        """See Order: to each who may receive, by each route, as much as is allowed, in hand and in one Fleet."""
        for to in campaign.powers:
            if to == power or any(True for _ in parties(campaign, power, to)):
                continue
            for route in routes(campaign, power, to):
                room = most(campaign, power, to, route).total - given(campaign, power, to)
                amount = min(room, logistics.free(campaign.powers[power]), lend_lease.A_FLEET)
                if amount > 0:
                    yield cls(power, amount, to, route=route)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """See Order."""
        every = tuple(lend_lease.rows())
        fields = (
            Field("power", "from", default=power, choices=tuple(campaign.powers)),
            Field("narfs", "NARFs", "14.8.1"),
            Field("to", "to", choices=tuple(campaign.powers)),
            Field("route", "route", "14.8", choices=every),
        )
        return Form(cls.verb, "NARF grant", "{power} grant {narfs} {to} route={route}", fields, cls.rule)


def _listed(routes: tuple[str, ...]) -> str:
    return f"Routes: {', '.join(routes)}."


def _key(campaign: TheWar, giver: str, to: str) -> str:
    nth = 1
    while f"{giver}-{to}-{nth}" in campaign.shipments:
        nth += 1
    return f"{giver}-{to}-{nth}"


def grantors(campaign: TheWar) -> tuple[str, ...]:
    """The powers that may grant something now, or whose NARFs wait on the way."""
    waiting = {one.giver for one in campaign.shipments.values() if not one.sailing}
    return tuple(
        power
        for power in wars.POWERS
        if wars.standing(campaign, power)
        and campaign.powers[power].effort != "pass"
        and (power in waiting or _may_grant(campaign, power))
    )


def _may_grant(campaign: TheWar, power: str) -> bool:
    if logistics.free(campaign.powers[power]) <= 0:
        return False
    others = (other for other in campaign.powers if other != power)
    return any(
        not any(True for _ in parties(campaign, power, other))
        and any(most(campaign, power, other, one).total > 0 for one in routes(campaign, power, other))
        for other in others
    )
