"""Places and countries changing hands: captures, conquests, surrenders (14.5, 14.6, 23.1, 23.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import FLAG, NAME, keyed, number, word
from engine.kernel.nearest import nearest
from engine.kernel.orders import Field, Form, TableOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import (
    announcements,
    clients_left,
    entry_level,
    fascism,
    freed_partisans,
    new_states,
    statuses,
    takers,
    territories,
)
from engine.thewar.economy import divided_lands, fallen, handover, income
from engine.thewar.world import calendar, capitals, caps, entering, installed, minors, sides, variants_played, wars
from engine.thewar.world.naming import COUNTRY, OWNER, POWER
from engine.thewar.world.partisan_homes import HELPED
from engine.thewar.world.state import Holding, Place, TheWar

ESCAPES = "escapes"
"""Why the Dutch Fleet is British (23.37)."""


CHANGING = (
    "operations.supply",
    "operations.breakdown",
    "operations.staging",
    "operations.counter-air",
    "operations.naval",
    "operations.interception",
    "operations.rail",
    "operations.first-impulse",
    "operations.attacks",
    "operations.reserves",
    "operations.combat",
    "operations.second-supply",
    "operations.second-impulse",
    "operations.second-combat",
    "operations.return",
    "end.minors",
    "end.vichy",
)
"""The steps in which land changes hands: the Operations of either side, what falls or is cut off as the turn ends
(3.10.1, 10.2.8), what becomes of France's (18.5)."""


@frozen
class CityMoney:
    """What an industrial city changes at once as it changes hands, in NARFs: who loses, who gains; '' for nobody."""

    loser: str = ""
    loss: int = 0
    winner: str = ""
    gain: int = 0


def city_money(campaign: TheWar, key: str, to: str) -> CityMoney:
    """What is lost and gained now when a city changes hands (14.6.1).

    Its owner, or who holds a fallen owner's home, loses its share of the season; an Axis conqueror gains half of that.
    Who retakes a city for its owner's side gains the owner's share, of a fallen owner's city its keeper does. A Soviet
    city whose industry was moved yields nothing, nor does an idle French one to Germany (14.6).
    """
    place = campaign.places[key]
    keeper = fallen.keeper(campaign, place.country)
    if not place.value or place.moved or keeper not in campaign.powers:
        return CityMoney()
    share, half, _ = income.conquest(place.value, calendar.season(campaign), city=True)
    kept = 0 if fallen.idle(campaign, key) else share
    taken = to in campaign.powers and campaign.powers[to].side != campaign.powers[keeper].side
    was_taken = fallen.taken_from(campaign, key, keeper)
    if taken and not was_taken:
        return CityMoney(keeper, kept, to, half if campaign.powers[to].side == "axis" else share)
    if was_taken and not taken:
        lost = half if campaign.powers[place.holder].side == "axis" else share
        if fallen.yields_nothing(campaign, key, place.holder):
            lost = 0
        own = keeper == place.country
        return CityMoney(place.holder, lost, to if own else keeper, share if own else kept)
    return CityMoney()


@frozen
class Capture(TableOrder[TheWar]):
    """A place, colony or province changes hands; what it is worth is paid and lost at once by the season (14.5,
    14.6.1)."""

    verb: ClassVar[str] = "capture"
    title: ClassVar[str] = "capture"
    rule: ClassVar[str] = "14.5"
    account: ClassVar[str] = "taken"
    account_of_gains: ClassVar[str] = "captured"
    steps: ClassVar[tuple[str, ...]] = CHANGING

    what: str = word(NAME)
    by: str = word(OWNER)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.by not in campaign.powers and self.by not in campaign.countries:
            yield Refusal("1.2", f"'{self.by}' is no power or country", f"Powers: {', '.join(campaign.powers)}.")
        if self.what not in campaign.places and self.what not in campaign.holdings:
            near = "".join(f"Nearest: {name}. " for name in nearest(self.what, (*campaign.places, *campaign.holdings)))
            hint = (
                "A minor country falls by 'conquer'."
                if self.what in campaign.countries
                else f"{near}Its id stands among the places."
            )
            yield Refusal("1.2", f"there is no place or colony '{self.what}'", hint)
            return
        land: Place | Holding = (
            campaign.holdings[self.what] if self.what in campaign.holdings else campaign.places[self.what]
        )
        if land.holder == self.by and (
            self.what not in campaign.places or campaign.places[self.what].holder == self.by
        ):
            yield Refusal("1.2", f"{wars.named(campaign, self.by)} holds {land.name} already")
            return
        yield from entering.taken(campaign, self.by, self.what)
        yield from minors.too_early(campaign, self.what)
        if self.what in campaign.places:
            yield from minors.strays(campaign, self.by, (self.what,))
        else:
            yield from minors.not_taken(campaign, self.what, self.by)

    def effect(self, tx: Transaction[TheWar]) -> None:
        if self.what in tx.campaign.places:
            _take(tx, self.what, self.by)
            _follows(tx, self.what, self.by)
        if self.what in tx.campaign.holdings and tx.campaign.holdings[self.what].holder != self.by:
            theirs = tx.campaign.holdings[self.what].owner == self.by
            _whole(tx, self.what, self.by if theirs else minors.master(tx.campaign, self.by) or self.by)
        freed_partisans.set_free(tx)

    def sentence(self, campaign: TheWar) -> str:
        places, holdings = campaign.places, campaign.holdings
        name = (
            places[self.what].name
            if self.what in places
            else holdings[self.what].name
            if self.what in holdings
            else self.what
        )
        return f"{wars.named(campaign, self.by)} takes {name}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        fields = (
            Field("what", "place, colony or province", "1.2", choices=(*campaign.places, *campaign.holdings)),
            Field(
                "by",
                "taken by",
                choices=(*campaign.powers, *campaign.countries),
                default=sides.acting(campaign, power),
                proposes=takers.Proposed(power, "what"),
            ),
        )
        return Form(cls.verb, "A place changes hands", "capture {what} {by}", fields, cls.rule)


def _take(tx: Transaction[TheWar], place_id: str, by: str) -> None:
    """A place changes hands, with what its industry is worth and what stands in it (1.2, 14.6.1, 10.6.4)."""
    new_states.dissolved(tx, place_id, by)
    capitals.taken(tx, place_id, by)
    caps.invaded(tx, by, place_id)
    entry_level.captured(tx, place_id, by)
    name, held = tx.campaign.places[place_id].name, tx.campaign.places[place_id].holder
    money = city_money(tx.campaign, place_id, by)
    handover.loses(tx, money.loser, money.loss, f"{name} lost", "14.6.1")
    handover.gains(tx, money.winner, money.gain, f"{name} taken", "14.6.1")
    tx.set(f"places.{place_id}.holder", by, "captured", "1.2")
    tx.set(f"places.{place_id}.taken", calendar.turn(tx.campaign), "captured", "1.2")
    if sides.side(tx.campaign, held) != sides.side(tx.campaign, by):
        installed.captured(tx, place_id, by)
        variants_played.captured(tx, place_id, by)


def _whole(tx: Transaction[TheWar], holding_id: str, to: str) -> None:
    """A colony or province changes hands, and the place with which it falls."""
    for place in minors.missing(tx.campaign, holding_id, to):
        _take(tx, place, to)
    handover.transfer(tx, holding_id, to)


def _follows(tx: Transaction[TheWar], place_id: str, by: str) -> None:
    """What falls with a place: its country, colony or province, once all that it hangs on is taken (23.1, 23.19, 23.40,
    23.45, ruling 264); or its country changes sides (23.10)."""
    campaign = tx.campaign
    region, to = territories.follow(campaign, place_id, by)
    if region:
        handover.transfer(tx, region, to)
    if region == fallen.NORTH and campaign.facts.get(territories.FASCISTS, False):
        fascism.ends(tx)
    power, land = minors.master(campaign, by), campaign.places[place_id].country
    if not power:
        return
    if land in campaign.countries:
        country = campaign.countries[land]
        if campaign.powers[power].alliance == "soviet" and not list(minors.not_entered(campaign, land)):
            statuses.flip(tx, land)
        elif place_id in minors.falls_with(campaign, land) and not minors.missing(campaign, land, power):
            # What a fallen power had conquered is nobody's (19.2).
            theirs = campaign.powers[country.patron].alliance if wars.standing(campaign, country.patron) else ""
            if theirs != campaign.powers[power].alliance or country.status in minors.UNCOMMITTED:
                conquer(tx, land, power)
    elif land not in territories.WHOLE and land in campaign.holdings and place_id in minors.falls_with(campaign, land):
        _province(tx, land, power)


def _lives(campaign: TheWar, owner: str) -> bool:
    """Whether a province's owner can have it back: a power that stands, a Satellite (16.3.4)."""
    land = campaign.countries.get(owner)
    return wars.standing(campaign, owner) if land is None else land.status == "satellite"


def _province(tx: Transaction[TheWar], holding_id: str, power: str) -> None:
    campaign = tx.campaign
    holding, ours = campaign.holdings[holding_id], campaign.powers[power].alliance
    if minors.alliance(campaign, holding.holder) == ours:
        return
    liberated = minors.alliance(campaign, holding.owner) == ours
    broken = liberated and not minors.row(holding_id).get("whole")
    if broken or not minors.missing(campaign, holding_id, power):
        to = holding.owner if liberated and _lives(campaign, holding.owner) else power
        handover.transfer(tx, holding_id, to)


def conquer(tx: Transaction[TheWar], country: str, by: str) -> None:
    """A country surrenders to a power: its value by the season, its capital, what provinces it still has, no colony of
    it; its units leave the game (14.5, 23.1)."""
    at = f"countries.{country}"
    name = tx.campaign.countries[country].name
    _, gain, _ = income.conquest(tx.campaign.countries[country].value, calendar.season(tx.campaign))
    handover.control_lost(tx, country)
    handover.gains(tx, by, gain, f"{name} conquered", "14.5")
    for place in minors.missing(tx.campaign, country, by):
        _take(tx, place, by)
    for key, holding in list(tx.campaign.holdings.items()):
        if holding.holder != country or key == country:
            continue
        if holding.kind == "colony" or country == fallen.VICHY_FRANCE:
            _stays(tx, f"holdings.{key}", country)
            for place in [name for name, site in tx.campaign.places.items() if site.country == key]:
                _stays(tx, f"places.{place}", country)
        elif not minors.row(key).get("falls"):
            handover.transfer(tx, key, by)
    for place in fallen.VICHY_OVERSEAS if country == fallen.VICHY_FRANCE else ():
        _stays(tx, f"places.{place}", country)
    tx.set(f"{at}.status", "conquered", "conquest", "23.1")
    tx.set(f"{at}.patron", by, "conquest", "23.1")
    tx.set(f"{at}.taken", calendar.turn(tx.campaign), "conquest", "23.1")
    _escape(tx, country, by)
    _with_help(tx, country, by)
    for key in [key for key, unit in tx.campaign.units.items() if unit.power == country]:
        tx.remove(f"units.{key}", "its country is conquered", "23.1")
    wars.end_all(tx, country, "its country is conquered", "23.1")
    danzig = tx.campaign.holdings.get("danzig")
    if country == "poland" and danzig is not None and danzig.holder != "germany":
        handover.transfer(tx, "danzig", "germany")


def _with_help(tx: Transaction[TheWar], country: str, by: str) -> None:
    """Whether Germany fought too where Italy conquers: then not Italy alone has done it (25.1.1, ruling 616)."""
    at, helped = HELPED + country, by == "italy" and wars.at_war(tx.campaign, "germany", country)
    if helped != bool(tx.campaign.facts.get(at, False)):
        tx.put(f"facts.{at}", helped, "Germany was at war with it too" if helped else "conquest", "25.1.1, ruling 616")


def _stays(tx: Transaction[TheWar], at: str, country: str) -> None:
    """What lies overseas does not surrender with its mother country: a Satellite's stays with its master, another's is
    nobody's until it is entered (14.6, 23.12, ruling 438)."""
    kind, _, key = at.partition(".")
    land = (tx.campaign.places if kind == "places" else tx.campaign.holdings).get(key)
    if land is not None and land.holder == country:
        tx.set(f"{at}.holder", minors.master(tx.campaign, country), "its mother country is conquered", "23.12")


def _escape(tx: Transaction[TheWar], country: str, by: str) -> None:
    """The Dutch Fleet may join the British (23.37)."""
    escape = minors.row(country).get("escapes", {})
    fleets = [key for key, unit in tx.campaign.units.items() if (unit.power, unit.kind) == (country, "fleet")]
    if not escape or by != escape["from"] or not fleets or not wars.standing(tx.campaign, escape["to"]):
        return
    if tx.roll("escape", country, power=escape["to"], rule=minors.rule(country)) != escape["die"]:
        return
    for key in fleets:
        tx.set(f"units.{key}.power", escape["to"], ESCAPES, minors.rule(country))
        tx.set(f"units.{key}.tag", escape["tag"], ESCAPES, minors.rule(country))


@frozen
class Conquer(TableOrder[TheWar]):
    """A minor country surrenders: its units leave the game, its value goes to the conqueror by the season (14.5,
    23.1)."""

    verb: ClassVar[str] = "conquer"
    title: ClassVar[str] = "conquest of a minor country"
    rule: ClassVar[str] = "14.5"
    account: ClassVar[str] = "taken"
    account_of_gains: ClassVar[str] = "captured"
    steps: ClassVar[tuple[str, ...]] = CHANGING

    country: str = word(COUNTRY)
    by: str = word(POWER)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.by not in campaign.powers:
            yield Refusal("14.5", f"'{self.by}' is no Major Power", f"Powers: {', '.join(campaign.powers)}.")
        land = campaign.countries.get(self.country)
        if land is None:
            yield Refusal("23.1", f"there is no minor country '{self.country}'", "Major Powers fall by 'surrender'.")
        elif land.status == "conquered" and land.patron == self.by:
            yield Refusal("23.1", f"{land.name} is conquered by {wars.named(campaign, self.by)} already")
        elif self.by in campaign.powers:
            yield from minors.not_made(campaign, self.country)
            if not minors.row(self.country).get("needs"):
                yield from entering.conquered(campaign, self.by, self.country)
            yield from minors.not_taken(campaign, self.country, self.by)
            if minors.row(self.country).get("apart"):
                hint = "Each of its lands is captured by itself."
                yield Refusal(minors.rule(self.country) + ", 23.12", f"{land.name} has no capital to fall with", hint)
            needs = str(minors.row(self.country).get("needs", ""))
            if needs in campaign.places and minors.master(campaign, campaign.places[needs].holder) != self.by:
                place = campaign.places[needs].name
                yield Refusal(minors.rule(self.country), f"{land.name} is occupied only by who holds {place}")

    def effect(self, tx: Transaction[TheWar]) -> None:
        conquer(tx, self.country, self.by)
        freed_partisans.set_free(tx)

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.by)} conquers {wars.named(campaign, self.country)}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        fields = (
            Field("country", "country", "23.1", choices=tuple(campaign.countries)),
            Field(
                "by",
                "conquered by",
                choices=tuple(campaign.powers),
                default=sides.acting(campaign, power),
                proposes=takers.Proposed(power, "country"),
            ),
        )
        return Form(cls.verb, "A minor country surrenders", "conquer {country} {by}", fields, cls.rule)


def surrendered(
    tx: Transaction[TheWar], who: str, to: str, worth: int = 0, *, vichy: bool = False, alsace: bool = False
) -> None:
    """A Major Power surrenders to another: its wars end, its lands are divided, its clients leave it.
    ``worth``: each Spring, in NARFs, 0 for the rulebook's figure (14.6); ``alsace``: without Alsace-Lorraine, which is
    annexed."""
    worth = worth or fallen.worth(tx.campaign, who, vichy=vichy, alsace=alsace)
    tx.set(f"powers.{who}.surrendered", calendar.turn(tx.campaign), "surrender", "14.6")
    entry_level.surrendered(tx, who)
    wars.end_all(tx, who, "surrender", "14.6")
    divided_lands.divide(tx, who, to, worth, vichy=vichy, alsace=alsace)
    _held_already(tx, who)
    clients_left.left(tx, who)


def _held_already(tx: Transaction[TheWar], who: str) -> None:
    """Parts of a fallen Italy whose cities its ally or its enemies have already are theirs from now on; nothing of them
    is paid before next Spring (19.2, 19.3)."""
    if who != fallen.ITALY:
        return
    for key in [key for key, held in tx.campaign.holdings.items() if (held.owner, held.holder) == (who, "")]:
        by = territories.whole(tx.campaign, key)
        if by:
            tx.set(f"holdings.{key}.holder", by, "held as Italy surrenders", "19.2, 19.3")
            tx.set(f"holdings.{key}.taken", calendar.turn(tx.campaign), "held as Italy surrenders", "19.2, 19.3")


@frozen
class Surrender(TableOrder[TheWar]):
    """A Major Power surrenders. Its value is paid from next Spring on and never at once (14.6)."""

    verb: ClassVar[str] = "surrender"
    title: ClassVar[str] = "surrender of a Major Power"
    rule: ClassVar[str] = "14.6"
    account: ClassVar[str] = "taken"
    account_of_gains: ClassVar[str] = "captured"

    who: str = word(POWER)
    to: str = word(POWER)
    value: int = keyed(number(0, 999), 0)
    vichy: bool = keyed(FLAG, False)
    alsace: bool = keyed(FLAG, False)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        for power in (self.who, self.to):
            if power not in campaign.powers:
                yield Refusal("14.6", f"'{power}' is no Major Power", f"Powers: {', '.join(campaign.powers)}.")
                return
        if campaign.powers[self.who].surrendered:
            yield Refusal("14.6", f"{wars.named(campaign, self.who)} has surrendered already")
        if campaign.powers[self.who].side == campaign.powers[self.to].side:
            yield Refusal("14.6", "a power surrenders to the other side")
        if (self.vichy or self.alsace) and self.who != "france":
            yield Refusal("18.5.1", "Vichy and Alsace-Lorraine belong to the surrender of France")
        if not 0 <= self.value <= 999:
            yield Refusal("14.6", f"{self.value} NARFs", "From 0 to 999; 0 takes the rulebook's figure.")

    def worth(self, campaign: TheWar) -> int:
        """What the conqueror has from it each Spring, in NARFs: as given, else the rulebook's figure (see fallen)."""
        return self.value or fallen.worth(campaign, self.who, vichy=self.vichy, alsace=self.alsace)

    def effect(self, tx: Transaction[TheWar]) -> None:
        surrendered(tx, self.who, self.to, self.worth(tx.campaign), vichy=self.vichy, alsace=self.alsace)
        if self.alsace:
            announcements.annexed(tx, self.to)

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.who)} surrenders to {wars.named(campaign, self.to)}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        fields = (
            Field("who", "surrenders", "3.10.1", choices=tuple(campaign.powers)),
            Field("to", "to", choices=tuple(campaign.powers)),
            Field("value", "worth each Spring, NARFs (0: by the rulebook)", "14.6", default="0"),
            Field("vichy", "Vichy stands", "18.5.1", choices=("no", "yes"), default="no"),
            Field("alsace", "Alsace-Lorraine annexed", "23.5", choices=("no", "yes"), default="no"),
        )
        pattern = "surrender {who} {to} value={value} vichy={vichy} alsace={alsace}"
        return Form(cls.verb, "A Major Power surrenders", pattern, fields, cls.rule)
