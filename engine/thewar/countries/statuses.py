"""The statuses of minor countries: by diplomacy, by attack, by date, by Soviet units inside (16.1.5, 16.3, 16.4, 23.10
to 23.58)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import NAME, keyed, word
from engine.kernel.orders import Field, Form, TableOrder
from engine.kernel.procedures import begin
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import protection
from engine.thewar.economy import handover, income
from engine.thewar.world import calendar, forces, minors, sides, wars
from engine.thewar.world.naming import COUNTRY, POWER
from engine.thewar.world.state import Pool, TheWar

STATUSES = ("neutral", "sympathizer", "associate", "satellite", "conquered")
SOUTH_AFRICA, VATICAN = "south-africa", "vatican"
LEAVES = "South Africa leaves Britain"
"""Why its units are gone for good (23.47)."""
VATICAN_BASE = 5
"""What the Vatican as Axis Satellite adds to the bases of Germany and Italy, as a Western one takes off bases and
hands, in NARFs (23.56)."""


def become(tx: Transaction[TheWar], country: str, status: str, patron: str, why: str, rule: str) -> None:
    """Give a country its status. A Satellite is at war with its master's enemies from that moment on and its wars end
    when it is one no more (16.3.4)."""
    was = tx.campaign.countries[country]
    at = f"countries.{country}"
    tx.set(f"{at}.status", status, why, rule)
    tx.set(f"{at}.patron", patron, why, rule)
    tx.set(f"{at}.since", calendar.turn(tx.campaign), why, rule)
    if was.status == "satellite" and (status, patron) != ("satellite", was.patron):
        wars.end_all(tx, country, why, rule)
    if status == "satellite":
        _follow_to_war(tx, country, patron)
    _change_sides(tx, country)
    if country == SOUTH_AFRICA:
        _south_africa(tx)
    if country == VATICAN:
        _vatican(tx, _vatican_side(tx, was.status, was.patron))


def _change_sides(tx: Transaction[TheWar], country: str) -> None:
    """Who was out of supply for one side is not so for the other: it is asked anew at its next check (12.0)."""
    side, marks = sides.side(tx.campaign, country), tx.campaign.supply_marks
    own = [key for key in marks if key in tx.campaign.units and tx.campaign.units[key].power == country]
    forces.unmark(tx, [key for key in own if side and marks[key].side != side], "it changes sides", "12.0")


def _follow_to_war(tx: Transaction[TheWar], country: str, patron: str) -> None:
    for enemy in wars.enemies(tx.campaign, patron):
        if enemy != country and not wars.at_war(tx.campaign, country, enemy):
            wars.begin(tx, country, enemy, calendar.turn(tx.campaign), "a Satellite follows its master", "16.3.4")


def _south_africa(tx: Transaction[TheWar]) -> None:
    """South Africa's 12 NARFs and its units, which are Britain's till it leans elsewhere (23.47)."""
    land, rule = tx.campaign.countries[SOUTH_AFRICA], "23.47"
    axis = land.patron in tx.campaign.powers and tx.campaign.powers[land.patron].side == "axis"
    if land.status == "neutral" or axis:
        for name in ("units", "pools", "additions"):
            for key, group in list(getattr(tx.campaign, name).items()):
                if group.tag == "south-african" or group.power == SOUTH_AFRICA:
                    if name == "units":
                        forces.keep_serial(tx, key)
                    tx.remove(f"{name}.{key}", LEAVES, rule)
    holding = tx.campaign.holdings.get(SOUTH_AFRICA)
    if holding is None:
        return
    # A Satellite's NARFs come with the next Spring (14.4); a Sympathizer or Associate keeps its own.
    holder = land.patron if axis and land.status == "satellite" else SOUTH_AFRICA if axis else holding.owner
    if holder == holding.holder:
        return
    if holding.holder == holding.owner:
        loss, _, _ = income.conquest(holding.value, calendar.season(tx.campaign))
        handover.loses(tx, holding.owner, loss, "South Africa lost", rule)
    handover.leaves_base(tx, SOUTH_AFRICA, holder)
    tx.set(f"holdings.{SOUTH_AFRICA}.holder", holder, "diplomacy", rule)


def _vatican_side(tx: Transaction[TheWar], status: str, patron: str) -> str:
    """Whose Satellite the Vatican is or was: '' where it is nobody's."""
    powers = tx.campaign.powers
    return powers[patron].alliance if status == "satellite" and patron in powers else ""


def _vatican(tx: Transaction[TheWar], before: str) -> None:
    """The Vatican's weight on the bases of Germany and Italy and on two force pools (23.56, ruling 266)."""
    land = tx.campaign.countries[VATICAN]
    now = _vatican_side(tx, land.status, land.patron)
    weight = {"axis": VATICAN_BASE, "western": -VATICAN_BASE}
    change = weight.get(now, 0) - weight.get(before, 0)
    for power in ("germany", "italy"):
        if wars.standing(tx.campaign, power):
            tx.add(f"powers.{power}.base", change, "the Vatican", "23.56")
            if now == "western" and before != now:
                tx.add(f"powers.{power}.narfs", -VATICAN_BASE, "the Vatican", "23.56")
    more = (now == "axis") - (before == "axis")
    for country, strength in (("croatia", "3-5"), ("slovakia", "1-5")):
        key = f"{country}-inf-{strength}"
        pool = tx.campaign.pools.get(key)
        if pool is None and more > 0 and country in tx.campaign.countries:
            new = Pool(power=country, kind="inf", strength=strength, count=more)
            tx.create(f"pools.{key}", new, "the Vatican", "23.56")
        elif pool is not None and more and pool.count + more >= 0:
            forces.trade(tx, key, more, "the Vatican", "23.56")


@frozen
class Status(TableOrder[TheWar]):
    """A minor country leans otherwise: neutral, sympathizer, associate or satellite of a power (16.3)."""

    verb: ClassVar[str] = "status"
    title: ClassVar[str] = "status of a minor country"
    rule: ClassVar[str] = "16.3"
    account: ClassVar[str] = "lost"
    account_of_gains: ClassVar[str] = "gained"

    country: str = word(COUNTRY)
    status: str = word(NAME)
    patron: str = keyed(POWER, "")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.country not in campaign.countries:
            yield Refusal("16.3", f"there is no minor country '{self.country}'")
        if self.status not in STATUSES[:4]:
            yield Refusal(
                "16.3", f"'{self.status}' is no status", f"One of: {', '.join(STATUSES[:4])}; conquests by 'conquer'."
            )
        elif (self.status == "neutral") == bool(self.patron):
            yield Refusal(
                "16.3",
                "a neutral country leans to nobody, every other to a power",
                "Add patron=POWER, or leave it out.",
            )
        if self.patron and self.patron not in campaign.powers:
            yield Refusal("16.3", f"'{self.patron}' is no Major Power", f"Powers: {', '.join(campaign.powers)}.")
        elif self.country in campaign.countries:
            yield from self._closed(campaign)

    def _closed(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why diplomacy does not move a country: it was conquered, or attacked (16.3, 16.4, 23.1)."""
        land = campaign.countries[self.country]
        if land.status == "conquered":
            reason = f"{land.name} is conquered by {wars.named(campaign, land.patron)}"
            yield Refusal("23.1", reason, "War alone moves it: 'conquer', or 'capture' of its capital.")
        elif able := protection.open_to(campaign, self.country):
            if self.status != "satellite" or self.patron not in able:
                whose = ", ".join(able)
                reason = f"{land.name} was attacked: it is a Satellite of the nearest enemy of its invader"
                yield Refusal("16.3, 16.4", reason, f"satellite, patron= one of {whose}.")
        elif minors.was_attacked(campaign, self.country):
            yield Refusal("16.4", f"{land.name} was attacked: there is no diplomacy in it any more", "War moves it.")
        else:
            yield from minors.status_refused(campaign, self.country, self.status, self.patron)

    def effect(self, tx: Transaction[TheWar]) -> None:
        become(tx, self.country, self.status, self.patron, "diplomacy", "16.3")

    def sentence(self, campaign: TheWar) -> str:
        of = f" of {wars.named(campaign, self.patron)}" if self.patron else ""
        return f"{wars.named(campaign, self.country)} is {self.status}{of}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        fields = (
            Field("country", "country", "16.3", choices=tuple(campaign.countries)),
            Field("status", "becomes", choices=STATUSES[1:4], default="sympathizer"),
            Field("patron", "of", choices=tuple(campaign.powers), default=power),
        )
        return Form(
            cls.verb, "A minor country leans otherwise", "status {country} {status} patron={patron}", fields, cls.rule
        )


@frozen
class Join(TableOrder[TheWar]):
    """The countries whose turn has come become German Satellites: nobody chooses (16.1.5)."""

    verb: ClassVar[str] = "join"
    title: ClassVar[str] = "Satellites join"
    rule: ClassVar[str] = "16.1.5"
    automatic: ClassVar[bool] = True

    def effect(self, tx: Transaction[TheWar]) -> None:
        for country, patron in minors.joining(tx.campaign).items():
            become(tx, country, "satellite", patron, "joins", "16.1.5")

    def sentence(self, campaign: TheWar) -> str:
        joining = minors.joining(campaign)
        names = ", ".join(wars.named(campaign, key) for key in joining)
        whose = ", ".join(dict.fromkeys(wars.named(campaign, power) for power in joining.values()))
        return f"{names} join {whose} as Satellites" if joining else "No country joins as a Satellite"


@frozen
class Entered(TableOrder[TheWar]):
    """Soviet units stand inside a country's borders of 1939: from Spring 1944 on it changes sides or drops out (23.10,
    23.21, 23.24, 23.43). A recorded place there that they capture says so by itself."""

    verb: ClassVar[str] = "entered"
    title: ClassVar[str] = "Soviet units inside a country"
    rule: ClassVar[str] = "23.1"
    account: ClassVar[str] = "taken"
    account_of_gains: ClassVar[str] = "captured"

    country: str = word(COUNTRY)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.country not in campaign.countries:
            yield Refusal("23.1", f"there is no minor country '{self.country}'")
            return
        yield from minors.not_entered(campaign, self.country)
        land = campaign.countries[self.country]
        peace = not wars.hostile(campaign, self.country, "ussr")
        if land.status == "satellite" and land.patron != "ussr" and peace:
            reason = f"the Soviet Union is not at war with {land.name}"
            yield Refusal("6.4, 9.4.2", reason, f"Soviet units enter in war: 'ussr declare {land.patron}'.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        flip(tx, self.country)

    def sentence(self, campaign: TheWar) -> str:
        out = minors.row(self.country).get("entered") == "neutral"
        does = "drops out of the war" if out else "changes sides"
        return f"Soviet units are in {wars.named(campaign, self.country)}: it {does}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        turning = tuple(key for key in campaign.countries if "entered" in minors.row(key))
        fields = (Field("country", "country", "23.1", choices=turning),)
        return Form(cls.verb, "Soviet units are inside a country", "entered {country}", fields, cls.rule)


def flip(tx: Transaction[TheWar], country: str) -> None:
    """A country that Soviet units have entered becomes a Soviet Satellite, with the money of a conquest (23.2, ruling
    263), or neutral."""
    row, land = minors.row(country), tx.campaign.countries[country]
    if row["entered"] == "neutral":
        become(tx, country, "neutral", "", "drops out of the war", row["rule"])
        return
    handover.control_lost(tx, country)
    _, gain, _ = income.conquest(land.value, calendar.season(tx.campaign))
    handover.gains(tx, "ussr", gain, f"{land.name} changes sides", "23.2")
    become(tx, country, "satellite", "ussr", "changes sides", row["rule"])


def invaded(tx: Transaction[TheWar], country: str, by: str) -> None:
    """A country that is attacked becomes a Satellite: of whom its rule names, else of the invader's only enemy; of
    several the nearest, for which the game asks (16.3, 16.4). Whoever follows its fate follows."""
    if tx.campaign.countries[country].status in minors.UNCOMMITTED:
        protection.remember(tx, country, by)
    patron = _protector(tx, country, by)
    if patron:
        become(tx, country, "satellite", patron, f"attacked by {wars.named(tx.campaign, by)}", minors.rule(country))
    elif protection.open_to(tx.campaign, country) and not protection.asked(tx.campaign, country):
        begin(tx, protection.Protection("nearest", country), f"attacked by {wars.named(tx.campaign, by)}", "16.3")
    for key, row in minors.rows().items():
        follows = row.get("follows", {})
        if follows.get("of") == country and by in follows["by"] and key in tx.campaign.countries:
            there = tx.campaign.countries[key]
            if there.status in minors.UNCOMMITTED and wars.standing(tx.campaign, follows["to"]):
                become(
                    tx, key, "satellite", follows["to"], f"{wars.named(tx.campaign, country)} is attacked", row["rule"]
                )


def _protector(tx: Transaction[TheWar], country: str, by: str) -> str:
    land, row = tx.campaign.countries[country], minors.row(country)
    if land.status not in minors.UNCOMMITTED or row.get("never"):
        return ""
    if told := row.get("invaded", {}).get(by, ""):
        standing = [power for power in str(told).split("/") if _may_protect(tx.campaign, power)]
        return _rolled(tx, country, standing) if len(standing) > 1 else "".join(standing)
    enemies = protection.protectors(tx.campaign, country, by)
    return enemies[0] if len(enemies) == 1 else ""


def _may_protect(campaign: TheWar, power: str) -> bool:
    """Whether a power takes an attacked country that its rule gives it: the United States not before its war (18.7.3,
    22.8, ruling 358)."""
    return wars.standing(campaign, power) and (power != "us" or bool(campaign.powers[power].entered))


def _rolled(tx: Transaction[TheWar], country: str, powers: list[str]) -> str:
    """The higher die takes the country; equal ones are rolled again (23.58)."""
    while True:
        faces = {power: tx.roll("protector", country, power=power, rule=minors.rule(country)) for power in powers}
        best = [power for power in powers if faces[power] == max(faces.values())]
        if len(best) == 1:
            return best[0]
