"""NARF grants: who may grant how much to whom, and what a grant costs (14.8, 14.8.1, 14.8.6, 14.8.7, 15.1.5.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import evolve, frozen
from engine.thewar.countries import variant_table, war_begins
from engine.thewar.economy import capacity, logistics, spending, us_attempt
from engine.thewar.economy.spending import short, take
from engine.thewar.moving import lend_lease
from engine.thewar.moving.sailing import Sailing
from engine.thewar.rolls import us_entry
from engine.thewar.world import calendar, minors, tallies, wars
from engine.thewar.world.naming import COUNTRY, OWNER, POWER, counted
from engine.thewar.world.state import Shipment, TheWar

MOST = 9999
A_TURN, A_YARD = 20, 10
"""NARFs that a power grants another in a turn; for each yard added the U.S. grants so many more in all (14.8.1,
15.1.5.5, ruling 91)."""
FRANCE_FROM = "1941-1-spring"
"""The first turn in which Britain grants to France (14.8.1)."""
PREPAREDNESS, PREPARED_IN = "us-preparedness", 1941
"""The variant that stops Lend-Lease, and the year in which it does (28.2.4)."""
US_UNITS = "units-paid"
"""What the U.S. has paid this turn for air and ground units before its entry (ruling 234)."""


def at_peace(campaign: TheWar, giver: str) -> bool:
    """Whether the giver is the United States before its entry into the war (14.8.6)."""
    return giver == "us" and not campaign.powers["us"].entered


def most(campaign: TheWar, giver: str, to: str, route: str) -> Breakdown:
    """What may be granted to a Major Power this turn in all, in NARFs (14.8.1, 14.8.6, 15.1.5.5)."""
    if at_peace(campaign, giver):
        level = us_attempt.level(campaign)
        each = us_entry.row(level)["grant"]
        limit = Breakdown((Line(f"U.S. Entry Level {level}", each, "14.8.6, 22.8"),))
        if level >= us_entry.MURMANSK_FROM and to == "ussr" and route == "murmansk":
            limit = limit.plus("by Murmansk", us_entry.BY_MURMANSK - each, "14.8.6, 22.8")
        return limit
    limit = Breakdown((Line("a turn to another Major Power", A_TURN, "14.8.1"),))
    yards = int(campaign.facts.get("yards-built-us", 0)) if giver == "us" else 0
    if yards:
        limit = limit.plus(f"{yards} yards added, {A_YARD} each in all", A_YARD * yards, "15.1.5.5, ruling 91")
        beyond = sum(max(0, lend_lease.given(campaign, giver, ally) - A_TURN) for ally in campaign.powers if ally != to)
        limit = limit.plus("of them granted to others", -beyond, "15.1.5.5, ruling 91") if beyond else limit
    return limit


def again(campaign: TheWar, giver: str) -> int:
    """What the U.S. pays once more for its units of the turn when it grants for the first time in it (14.8.6, ruling
    234), in NARFs."""
    first = not any(lend_lease.given(campaign, giver, ally) for ally in campaign.powers)
    return tallies.used(campaign, giver, US_UNITS) if at_peace(campaign, giver) and first else 0


def remember_units(tx: Transaction[TheWar], power: str, narfs: int) -> None:
    """Count what a U.S. at peace has paid for air and ground units: a grant of this turn doubles it (14.8.6)."""
    if at_peace(tx.campaign, power):
        tallies.use(tx, power, US_UNITS, narfs, "units of a U.S. at peace", "14.8.6")


def parties(campaign: TheWar, giver: str, to: str) -> Iterable[Refusal]:
    """Every reason why one power may not grant to another now, or to a Satellite, however much and however sent."""
    if giver == "ussr":
        yield Refusal("14.8.1", "the Soviet Union grants nothing to others")
    if giver == "germany" and to != "italy":
        receiver = wars.named(campaign, to)
        yield Refusal("14.8.7", f"Germany grants to Italy only, not to {receiver}")
    if (giver, to) == ("italy", "germany"):
        yield Refusal("6.2.3", "Italy grants nothing to Germany", "Germany to Italy, not the other way round.")
    if to not in campaign.powers:
        yield from _to_satellite(campaign, giver, to)
        return
    if to == giver:
        yield Refusal("14.8", "a power grants nothing to itself")
        return
    if not wars.standing(campaign, to):
        yield Refusal("14.8", f"{wars.named(campaign, to)} has surrendered")
    if giver == "us":
        yield from _american(campaign, to)
    elif not _common_enemy(campaign, giver, to):
        name, receiver = wars.named(campaign, giver), wars.named(campaign, to)
        yield Refusal("14.8.1", f"{name} and {receiver} have no Major Power as a common enemy")
    if to == "ussr" and giver in capacity.PARTNERS:
        yield from lend_lease.not_at_war(campaign)
    if (giver, to) == ("britain", "france") and calendar.now(campaign) < calendar.number(FRANCE_FROM):
        yield Refusal("14.8.1", f"Britain grants to France from {calendar.spoken(FRANCE_FROM)} on")


def _common_enemy(campaign: TheWar, giver: str, to: str) -> bool:
    """Whether two are at war with the same Major Power."""
    theirs = wars.enemies(campaign, to)
    return any(enemy in theirs and enemy in campaign.powers for enemy in wars.enemies(campaign, giver))


def _to_satellite(campaign: TheWar, giver: str, to: str) -> Iterable[Refusal]:
    land = campaign.countries[to]
    patron = campaign.powers.get(land.patron)
    ours = campaign.powers[giver]
    if land.status != "satellite" or patron is None:
        yield Refusal("14.8", f"{land.name} is no Satellite", "Major Powers and Satellites receive.")
    elif patron.side != ours.side:
        yield Refusal("14.8", f"{land.name} is the enemy's")
    elif patron.alliance != ours.alliance and giver != "ussr":
        yield Refusal("8.7, 14.8", f"{land.name} is a Satellite of {patron.name}", "Closed to the Western Allies.")
    if giver == "us":
        yield from _prepared(campaign)
        if at_peace(campaign, "us"):
            yield Refusal("14.8.6", f"{land.name} is no Major Power", "Before the entry: Britain, France, the USSR.")


def from_satellite(campaign: TheWar, master: str, country: str, to: str) -> Iterable[Refusal]:
    """Every reason why a Satellite grants nothing: its NARFs go to its own master (14.4, 14.8.1, ruling 241)."""
    land = campaign.countries.get(country)
    if land is None or land.status != "satellite" or land.patron != master:
        name = land.name if land is not None else f"'{country}'"
        yield Refusal("14.8.1", f"{name} is no Satellite of {wars.named(campaign, master)}")
    if to != master:
        reason = f"a Satellite's NARFs go to its master, not to {wars.named(campaign, to)}"
        yield Refusal("14.8.1, ruling 241", reason, f"grant {master} of={country}.")


def _prepared(campaign: TheWar) -> Iterable[Refusal]:
    """Refuse grants in the year in which the variant of U.S. preparedness forbids them, at war or not (28.2.4)."""
    if calendar.year(campaign) == PREPARED_IN and variant_table.played(campaign, PREPAREDNESS):
        yield Refusal("28.2.4", f"U.S. Preparedness: no Lend-Lease in {PREPARED_IN}", f"From Spring {PREPARED_IN + 1}.")


def _american(campaign: TheWar, to: str) -> Iterable[Refusal]:
    yield from _prepared(campaign)
    if not at_peace(campaign, "us"):
        if to not in ("britain", "france", "ussr"):
            yield Refusal("14.8.2", f"{wars.named(campaign, to)} is no ally")
        return
    if to not in ("britain", "france", "ussr") or not wars.at_war(campaign, to, "germany"):
        yield Refusal("14.8.6", f"{wars.named(campaign, to)} is not at war with Germany", "Britain, France, the USSR.")
    if campaign.facts.get(war_begins.LEND_LEASE_STOPPED, False):
        yield Refusal("14.8.6", "Britain or France has attacked a neutral country", "Only after the entry.")
    if to == "ussr" and campaign.facts.get(wars.SOVIET_ATTACK, False):
        yield Refusal("14.8.6", "the Soviet Union attacked Germany first", "Only after the entry.")


def routes(campaign: TheWar, giver: str, to: str, of: str = "") -> tuple[str, ...]:
    """The routes by which a power may send NARFs to another, the usual first; ``of``: a Satellite's to its master."""
    if of:
        return ("land", "sea")
    if to == "ussr":
        return lend_lease.TO_THE_SOVIETS
    if giver in ("germany", "italy") or to not in campaign.powers:
        return ("land", "sea") if giver != "germany" else ("land",)
    return ("sea",)


@frozen
class Grant(PowerOrder[TheWar]):
    """Grant NARFs to a Major Power or a Satellite; they set out at once (14.8). ``of``: the Satellite that grants them
    to its master, whose order it is. See Sailing for ``carrier``, ``fleets`` and ``pays``."""

    verb: ClassVar[str] = "grant"
    title: ClassVar[str] = "NARF grant"
    rule: ClassVar[str] = "14.8"
    account: ClassVar[str] = "grants"
    steps: ClassVar[tuple[str, ...]] = (lend_lease.STEP,)

    narfs: int = word(number(1, 999))
    to: str = word(OWNER)
    of: str = keyed(COUNTRY, "")
    route: str = keyed(NAME, "")
    carrier: str = keyed(POWER, "")
    fleets: int = keyed(number(0, 99), 0)
    pays: str = keyed(POWER, "", "who pays the SMPs")

    def by(self, campaign: TheWar) -> str:
        """The route of the grant, the usual one where none is named."""
        return self.route or routes(campaign, self.power, self.to, self.of)[0]

    def sailing(self, campaign: TheWar) -> Sailing:
        """The grant as it sets out."""
        granted = calendar.turn(campaign)
        by = self.by(campaign)
        shipment = Shipment(giver=self.power, of=self.of, to=self.to, narfs=self.narfs, route=by, granted=granted)
        return Sailing(shipment, self.carrier, self.fleets, self.pays)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if not 1 <= self.narfs <= MOST:
            yield Refusal("14.8", f"{self.narfs} NARFs", f"From 1 to {MOST}.")
            return
        if self.to not in campaign.powers and self.to not in campaign.countries:
            yield Refusal("14.8", f"'{self.to}' is no power or country", f"Powers: {', '.join(campaign.powers)}.")
            return
        if campaign.powers[self.power].effort == "pass":
            yield Refusal("4.5", f"{wars.named(campaign, self.power)} passes: nothing is moved", "It may receive.")
        if self.of:
            barred = list(from_satellite(campaign, self.power, self.of, self.to))
            yield from barred
            if barred:
                return
            yield from self._in_hand(campaign)
        else:
            yield from parties(campaign, self.power, self.to)
            land = campaign.countries.get(self.to)
            if self.power in (self.to, "ussr") or (land is not None and land.patron not in campaign.powers):
                return
            yield from self._limit(campaign)
            yield from short(campaign, self.power, self.cost(campaign).total, "14.8")
        allowed = routes(campaign, self.power, self.to, self.of)
        if self.by(campaign) not in allowed:
            rule = "14.8.7" if self.power == "germany" else "14.8.2"
            yield Refusal(rule, f"NARFs do not go to {wars.named(campaign, self.to)} by {self.route}", _listed(allowed))
            return
        yield from self.sailing(campaign).judge(campaign)

    def _in_hand(self, campaign: TheWar) -> Iterable[Refusal]:
        land = campaign.countries[self.of]
        if self.narfs > land.narfs:
            yield Refusal("14.8", f"{land.name} has {land.narfs} NARFs, not {self.narfs}", "No more than there are.")

    def _limit(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.to not in campaign.powers:
            return
        allowed, before = (
            most(campaign, self.power, self.to, self.by(campaign)),
            lend_lease.given(campaign, self.power, self.to),
        )
        if before + self.narfs > allowed.total:
            reason = f"{before + self.narfs} NARFs to {wars.named(campaign, self.to)} this turn"
            yield Refusal(", ".join(allowed.rules), reason, f"At most {max(0, allowed.total)}.")

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs, with what the units of a U.S. at peace cost once more; a Satellite pays from its own."""
        if self.of:
            return Breakdown()
        cost = Breakdown((Line("granted", self.narfs, "14.8"),))
        doubled = again(campaign, self.power)
        if doubled:
            cost = cost.plus("units built this turn: twice", doubled, "14.8.6, ruling 234")
        return cost

    def effect(self, tx: Transaction[TheWar]) -> None:
        campaign = tx.campaign
        peace = at_peace(campaign, self.power) and not self.of
        sailing, doubled = self.sailing(campaign), again(campaign, self.power) if peace else 0
        if self.of:
            tx.add(f"countries.{self.of}.narfs", -self.narfs, "granted", "14.8")
        else:
            take(tx, self.power, self.narfs, "granted", "14.8")
            tallies.use(tx, self.power, tallies.GRANTS, self.narfs, "granted", "14.8.1", of=self.to)
        if peace:
            tx.add("powers.us.base", -self.narfs, "granted before the war", "14.8.6", account="peace")
        if doubled:
            why = "units built in a turn with grants: twice"
            spending.pay(tx, self.power, doubled, why, "14.8.6, ruling 234")
        fleets, carrier = sailing.spend(tx)
        sent = evolve(sailing.shipment, fleets=fleets, carrier=carrier)
        tx.create(f"shipments.{_key(tx.campaign, self.of or self.power, self.to)}", sent, "granted", "14.8")

    def sentence(self, campaign: TheWar) -> str:
        route = lend_lease.rows().get(self.by(campaign), {}).get("name", self.route)
        giver, receiver = wars.named(campaign, self.of or self.power), wars.named(campaign, self.to)
        return f"{giver} grants {counted(self.narfs, 'NARF', 'NARFs')} to {receiver}, {route}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Grant]:
        """To each who may receive, by each route, as much as is allowed, in hand and in one Fleet."""
        for to in campaign.powers:
            if to == power or any(True for _ in parties(campaign, power, to)):
                continue
            for route in routes(campaign, power, to):
                room = most(campaign, power, to, route).total - lend_lease.given(campaign, power, to)
                amount = min(room, logistics.free(campaign.powers[power]), lend_lease.A_FLEET)
                if amount > 0:
                    yield cls(power, amount, to, route=route)
        for country in givers(campaign, power):
            yield cls(power, min(campaign.countries[country].narfs, lend_lease.A_FLEET), power, of=country)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
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


def givers(campaign: TheWar, power: str) -> tuple[str, ...]:
    """A power's Satellites that have NARFs to grant it."""
    return tuple(country for country in minors.satellites(campaign, power) if campaign.countries[country].narfs > 0)


def grantors(campaign: TheWar, half: str = "") -> tuple[str, ...]:
    """The powers that may grant something now, or whose NARFs wait on the way, the lowest hand first (3.8); in a
    ``half`` of the turn those of its side."""
    waiting = {shipment.giver for shipment in campaign.shipments.values() if not shipment.sailing}
    able = (
        power
        for power in wars.all_standing(campaign, half)
        if campaign.powers[power].effort != "pass"
        and (power in waiting or _may_grant(campaign, power) or givers(campaign, power))
    )
    return wars.ascending(campaign, able)


def _may_grant(campaign: TheWar, power: str) -> bool:
    if logistics.free(campaign.powers[power]) <= 0:
        return False
    others = (receiver for receiver in campaign.powers if receiver != power)
    return any(
        not any(True for _ in parties(campaign, power, receiver))
        and any(most(campaign, power, receiver, route).total > 0 for route in routes(campaign, power, receiver))
        for receiver in others
    )
