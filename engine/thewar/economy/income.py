"""NARF levels and the year's start: growth, income, force pool additions, U.S. mobilization (chapter 14, 3.1,
3.10.4, 22.4.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from engine.kernel.changes import Entry
from engine.kernel.orders import PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.remembering import derived
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.economy import annual, east_africa, fallen, oil
from engine.thewar.world import calendar, forces, minors, traits, wars
from engine.thewar.world.state import Addition, Place, Pool, TheWar

# 22.4.2: what the U.S. adds to hand and base on the first to fourth Spring after its entry, in NARFs.
MOBILIZATION = (50, 75, 100, 125)
# The kinds of lands that stand inside the base of the Major Power that owns them (15.1.6.1, 23.2).
WITHIN = ("province", "dominion")
# 14.3: the first year in which leftovers grow.
SATELLITES_GROW_FROM = 1941


def level(campaign: TheWar, power: str) -> Breakdown:
    """A power's NARF level: base, colonies, conquests, Satellites and Associates, oil plants, less what is lost (14.1,
    14.2, 14.7, 24.1), in NARFs."""
    lines = [Line("base", campaign.powers[power].base, "14.1")]
    lines.extend(_holdings(campaign, power))
    lines.extend(_countries(campaign, power))
    lines.extend(_cities(campaign, power))
    lines.extend(oil.income_lines(campaign, power))
    return Breakdown(tuple(lines))


def _holdings(campaign: TheWar, power: str) -> Iterable[Line]:
    for key, holding in campaign.holdings.items():
        if holding.value == 0:
            continue
        if holding.holder == power and holding.owner == power:
            # Dominions and provinces stand inside the base (15.1.6.1) and leave it as they are lost.
            if holding.kind == "colony" and not (key == east_africa.COLONY and east_africa.isolated(campaign)):
                yield Line(holding.name, holding.value, "14.7")
        elif holding.holder == power:
            yield Line(holding.name, holding.value, "14.5")
            if key == fallen.FRANCE and fallen.industry_idle(campaign):
                yield Line(f"{holding.name}: its industry", -min(fallen.INDUSTRY_WORTH, holding.value), "14.6")
        elif holding.owner == power and holding.kind in WITHIN and holding.left_base < holding.value:
            yield Line(f"{holding.name} lost", holding.left_base - holding.value, "14.2")


def _countries(campaign: TheWar, power: str) -> Iterable[Line]:
    for key, country in [one for one in campaign.countries.items() if one[1].patron == power]:
        if country.status in ("conquered", "satellite") and country.value:
            rule = "14.5" if country.status == "conquered" else "14.4"
            yield Line(f"{country.name} ({country.status})", country.value, rule)
        elif country.status == "associate" and country.associate_value:
            yield Line(f"{country.name} (Associate)", country.associate_value, "23.2")
        if country.status == "satellite":
            # Its provinces and colonies are not in its value (18.7.1, 23.2).
            yield from (
                Line(f"{held.name} ({country.name})", held.value, "14.4, 23.2")
                for held in campaign.holdings.values()
                if held.holder == key and held.value
            )


@derived("places")
def _of_value(places: Mapping[str, Place]) -> Mapping[str, Place]:
    """The places that yield NARFs, of which no industry has moved."""
    return {key: place for key, place in places.items() if place.value and not place.moved}


def _cities(campaign: TheWar, power: str) -> Iterable[Line]:
    side = campaign.powers[power].side
    for key, place in _of_value(campaign).items():
        if place.country not in campaign.powers:
            continue
        keeper = fallen.keeper(campaign, place.country)
        if keeper != place.country:
            yield from _fallen_cities(campaign, power, keeper, key)
        elif place.holder == keeper:
            continue
        elif keeper == power:
            yield Line(f"{place.name} lost", -place.value, "14.6.1")
        elif place.holder == power and side == "axis":
            yield Line(f"{place.name} (half of {place.value})", place.value // 2, "14.6.1")
        elif place.holder == power:
            yield Line(place.name, place.value, "14.6.1")


def _fallen_cities(campaign: TheWar, power: str, keeper: str, key: str) -> Iterable[Line]:
    """What a city of a fallen Major Power changes that its keeper's enemies hold: he has it no more, they do."""
    place = campaign.places[key]
    if not keeper or not fallen.taken_from(campaign, key, keeper):
        return
    if keeper == power and not fallen.idle(campaign, key):
        yield Line(f"{place.name} lost", -place.value, "14.6.1, 18.8")
    elif place.holder == power and not fallen.yields_nothing(campaign, key, power):
        half = campaign.powers[power].side == "axis"
        yield Line(place.name, place.value // 2 if half else place.value, "14.6.1, 18.8")


def limit(base: int) -> int:
    """Half of a NARF base, rounded up: what may be spent on units in a turn at normal prices (15.1.6.1), in NARFs."""
    return max(0, -(-base // 2))


def growth(rate: int, unspent: int) -> Breakdown:
    """What the base gains from unspent NARFs at a rate in percent, rounded down (14.3), in NARFs."""
    gained = rate * unspent // 100 if unspent > 0 else 0
    return Breakdown((Line(f"{rate} % of {max(unspent, 0)} unspent, rounded down", gained, "14.3"),))


def conquest(value: int, season: str, *, city: bool = False) -> tuple[int, int, int]:
    """What the loser loses and the conqueror gains now, and what he has next Spring (14.5, 14.6.1, ruling 84), in
    NARFs.

    ``city``: an industrial city taken by the Axis, of which it gains half. Raises KeyError for an unknown season.
    """
    loss = value * calendar.SHARE[season] // 100
    return (loss, loss // 2, value // 2) if city else (loss, loss, value)


def growth_rate(campaign: TheWar, power: str) -> tuple[int, str]:
    """A power's growth rate this year in percent, and why there is none ('' where there is one)."""
    grower = campaign.powers[power]
    if calendar.year(campaign) < grower.growth_from:
        return 0, f"growth begins in Spring {grower.growth_from}"
    if power == "us" and not grower.entered:
        return 0, "before its entry the U.S. Entry Level sets its growth (14.3.1)"
    return grower.growth, ""


def growing_satellites(campaign: TheWar, power: str) -> dict[str, int]:
    """A power's Satellites that have NARFs left over at the year's end, and what each adds to its base (14.3.2), in
    NARFs: from Spring 1941; no other minor country grows."""
    if calendar.year(campaign) < SATELLITES_GROW_FROM:
        return {}
    lands = ((key, campaign.countries[key]) for key in minors.satellites(campaign, power))
    return {key: growth(land.growth, land.narfs).total for key, land in lands if land.narfs > 0}


def deficit_from_warfare(campaign: TheWar, power: str) -> int:
    """How far strategic warfare, not spending, has driven a power's hand below zero (ruling 146), in NARFs."""
    debtor = campaign.powers[power]
    return max(0, -debtor.narfs - debtor.deficit)


def spring_income(campaign: TheWar, power: str) -> Breakdown:
    """What a power has in hand once Spring's income is in (14.2), in NARFs: its level, what comes and goes each year
    beside it (see annual), less a deficit of strategic warfare."""
    income = level(campaign, power)
    income = Breakdown((*income.lines, *annual.lines(campaign, power)))
    carried = deficit_from_warfare(campaign, power)
    return income.plus("deficit of strategic warfare", -carried, "14.2, ruling 146") if carried else income


@frozen
class Growth(PowerOrder[TheWar]):
    """A part of what was left over in Winter goes into the base; the rest is lost (3.10.4, 14.3). A power's Satellites
    grow with it, each from its own leftovers into its own base, which is its value (14.3.2, 14.5)."""

    verb: ClassVar[str] = "growth"
    title: ClassVar[str] = "economic growth"
    rule: ClassVar[str] = "14.3"
    account: ClassVar[str] = "growth"
    steps: ClassVar[tuple[str, ...]] = ("income.growth",)
    automatic: ClassVar[bool] = True
    finishes: ClassVar[bool] = True

    def effect(self, tx: Transaction[TheWar]) -> None:
        rate, _ = growth_rate(tx.campaign, self.power)
        gained = growth(rate, tx.campaign.powers[self.power].narfs).total
        tx.add(f"powers.{self.power}.base", gained, "growth", "14.3")
        for key, more in growing_satellites(tx.campaign, self.power).items():
            tx.add(f"countries.{key}.value", more, "growth of a Satellite", "14.3.2")
            # What does not grow is lost; a Satellite's income of the year is in its master's level (14.4).
            tx.set(f"countries.{key}.narfs", 0, "left over from last year is lost", "14.3")

    def sentence(self, campaign: TheWar) -> str:
        rate, why = growth_rate(campaign, self.power)
        lands = campaign.countries.values()
        masters = any(land.status == "satellite" and land.patron == self.power for land in lands)
        own = f"{wars.named(campaign, self.power)}: growth {rate} %" + (f" ({why})" if why else "")
        return own + (", and its Satellites' own" if masters else "")

    def told(self, before: TheWar, entry: Entry) -> str:
        gained = entry.moved(f"powers.{self.power}.base")
        return f"{self.sentence(before)}: {gained} NARFs more in the base"


@frozen
class Income(PowerOrder[TheWar]):
    """Spring: a power's hand becomes its income for the year; what was left over is gone (14.2, 14.3)."""

    verb: ClassVar[str] = "income"
    title: ClassVar[str] = "year-start income"
    rule: ClassVar[str] = "14.2"
    account: ClassVar[str] = "income"
    steps: ClassVar[tuple[str, ...]] = ("income.income",)
    automatic: ClassVar[bool] = True
    finishes: ClassVar[bool] = True

    def effect(self, tx: Transaction[TheWar]) -> None:
        at = f"powers.{self.power}"
        hand = tx.campaign.powers[self.power].narfs
        income = spring_income(tx.campaign, self.power)
        # Each cause is a change of its own, so that the journal can be asked where the year's NARFs came from.
        tx.set(f"{at}.narfs", 0, "left over from last year is lost" if hand >= 0 else "deficit settled", "14.3")
        for line in income.lines:
            tx.add(f"{at}.narfs", line.value, line.label, line.rule)
        tx.set(f"{at}.deficit", 0, "new year", "14.1.4")

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)}: income of the year"

    def told(self, before: TheWar, entry: Entry) -> str:
        at = f"powers.{self.power}.narfs"
        return f"{self.sentence(before)}, {before.powers[self.power].narfs + entry.moved(at)} NARFs in hand"


@frozen
class Additions(PowerOrder[TheWar]):
    """Units whose date has come join a power's force pool (3.1)."""

    verb: ClassVar[str] = "additions"
    title: ClassVar[str] = "force pool additions"
    rule: ClassVar[str] = "3.1"
    steps: ClassVar[tuple[str, ...]] = ("income.additions",)
    automatic: ClassVar[bool] = True
    finishes: ClassVar[bool] = True

    def effect(self, tx: Transaction[TheWar]) -> None:
        for key in due_additions(tx.campaign, self.power):
            join(tx, key)

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)}: units join the force pool"

    def told(self, before: TheWar, entry: Entry) -> str:
        """Which units join the force pool."""
        coming = [change.was for change in entry.changes if isinstance(change.was, Addition) and change.now is None]
        told = ", ".join(f"{addition.count} {forces.spoken(forces.group_of(addition))}" for addition in coming)
        return f"{wars.named(before, self.power)}: {told} join the force pool" if told else self.sentence(before)


def join(tx: Transaction[TheWar], key: str) -> None:
    """Let the units of an addition join their power's force pool."""
    coming = tx.campaign.additions[key]
    group = "-".join(part for part in (coming.power, coming.kind, coming.strength, coming.tag) if part)
    at = f"pools.{group}"
    if group in tx.campaign.pools:
        tx.add(f"{at}.count", coming.count, "joins the force pool", "3.1")
    else:
        pool = Pool(power=coming.power, kind=coming.kind, strength=coming.strength, count=coming.count, tag=coming.tag)
        tx.create(at, pool, "joins the force pool", "3.1")
    tx.remove(f"additions.{key}", "joins the force pool", "3.1")


def coming(campaign: TheWar, power: str, kind: str) -> tuple[str, ...]:
    """The ids of a power's additions of a kind that are still to come."""
    return tuple(
        key for key, addition in campaign.additions.items() if (addition.power, addition.kind) == (power, kind)
    )


def bring_forward(tx: Transaction[TheWar], power: str, kind: str, why: str, rule: str) -> None:
    """Let all units of a kind that are to come join the force pool a year early; those that are due by then join at
    once."""
    early = coming(tx.campaign, power, kind)
    for key in early:
        tx.add(f"additions.{key}.year", -1, why, rule)
    for key in due_additions(tx.campaign, power):
        if key in early:
            join(tx, key)


def due_additions(campaign: TheWar, power: str) -> tuple[str, ...]:
    """The ids of a power's additions whose date has come."""
    dated = _dated(campaign, calendar.now(campaign)).get(power, ())
    return tuple([key for key in dated if not _held_back(campaign, campaign.additions[key])])


@derived("additions")
def _dated(additions: Mapping[str, Addition], now: int) -> Mapping[str, Sequence[str]]:
    """The ids of each power's additions that are dated for this season (a count of them) or an earlier one."""
    dated: dict[str, list[str]] = {}
    year = now // 4
    # Nearly all are of a later year.
    for key, coming in [one for one in additions.items() if one[1].year <= year]:
        if calendar.SEASONS.index(coming.season) + 4 * coming.year <= now:
            dated.setdefault(coming.power, []).append(key)
    return dated


def _held_back(campaign: TheWar, coming: Addition) -> bool:
    """Whether units wait for an event beside their date: Siberians for the German attack (21.7.1, ruling 237)."""
    return (coming.power, coming.tag) == ("ussr", traits.SIBERIAN) and not wars.at_war(campaign, "germany", "ussr")


@frozen
class Mobilization(PowerOrder[TheWar]):
    """The U.S. adds to hand and base in each of the four Springs after its entry (22.4.2)."""

    verb: ClassVar[str] = "mobilization"
    title: ClassVar[str] = "U.S. mobilization"
    rule: ClassVar[str] = "22.4.2"
    account: ClassVar[str] = "mobilization"
    steps: ClassVar[tuple[str, ...]] = ("income.mobilization",)
    automatic: ClassVar[bool] = True
    finishes: ClassVar[bool] = True

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if not mobilization_due(campaign):
            yield Refusal(
                "22.4.2", "no mobilization falls due this Spring", "It comes in the four Springs after entry."
            )

    def effect(self, tx: Transaction[TheWar]) -> None:
        amount = mobilization_due(tx.campaign)
        tx.add(f"powers.{self.power}.base", amount, "mobilization", "22.4.2")
        tx.add(f"powers.{self.power}.narfs", amount, "mobilization", "22.4.2")

    def sentence(self, campaign: TheWar) -> str:
        return "U.S. mobilization"

    def told(self, before: TheWar, entry: Entry) -> str:
        return f"{self.sentence(before)}: {entry.moved(f'powers.{self.power}.base')} NARFs more in hand and in the base"


def mobilization_due(campaign: TheWar) -> int:
    """What the U.S. adds this Spring to hand and to base (22.4.2), in NARFs; 0 in other seasons and years."""
    us = campaign.powers.get("us")
    if us is None or not us.entered or us.surrendered or calendar.season(campaign) != "spring":
        return 0
    # Entry in a Spring comes after that Spring's income, so the year's number alone counts the Springs since.
    springs = calendar.year(campaign) - calendar.number(us.entered) // 4
    return MOBILIZATION[springs - 1] if 1 <= springs <= len(MOBILIZATION) else 0


def growing(campaign: TheWar) -> tuple[str, ...]:
    """Who has growth to receive in Spring: a power with a growth rate, or with Satellites that have one."""
    return tuple(
        power
        for power in wars.POWERS
        if wars.standing(campaign, power) and (growth_rate(campaign, power)[0] or growing_satellites(campaign, power))
    )


def receiving(campaign: TheWar) -> tuple[str, ...]:
    """To whom dated units come in this turn."""
    if not _dated(campaign, calendar.now(campaign)):
        return ()
    return tuple([power for power in wars.all_standing(campaign) if due_additions(campaign, power)])


def mobilizing(campaign: TheWar) -> tuple[str, ...]:
    """The powers that mobilize: the United States where a mobilization is due, else none."""
    return ("us",) if mobilization_due(campaign) else ()
