"""Places and countries changing hands: captures, conquests, surrenders, statuses (14.5, 14.6, 16.3, 23.1, 23.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import frozen

from engine.kernel.grammar import FLAG, NAME, NUMBER, keyed, word
from engine.kernel.orders import Field, Form, TableOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar import calendar, east_africa, fallen, fascism, income, installed, sides, territories, wars
from engine.thewar.state import Country, Holding, Place, TheWar

STATUSES = ("neutral", "sympathizer", "associate", "satellite", "conquered")


def _loses(tx: Transaction[TheWar], who: str, amount: int, why: str, rule: str) -> None:
    if amount and who in tx.campaign.powers and wars.standing(tx.campaign, who):
        tx.add(f"powers.{who}.narfs", -amount, why, rule)


def _gains(tx: Transaction[TheWar], who: str, amount: int, why: str, rule: str) -> None:
    if amount and who in tx.campaign.powers:
        tx.add(f"powers.{who}.narfs", amount, why, rule)


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

    what: str = word(NAME)
    by: str = word(NAME)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """See Order."""
        if self.by not in campaign.powers and self.by not in campaign.countries:
            yield Refusal("1.2", f"'{self.by}' is no power or country", f"Powers: {', '.join(campaign.powers)}.")
        if self.what not in campaign.places and self.what not in campaign.holdings:
            hint = (
                "A minor country falls by 'conquer'."
                if self.what in campaign.countries
                else "Its id stands among the places."
            )
            yield Refusal("1.2", f"there is no place or colony '{self.what}'", hint)
            return
        found: Place | Holding = (
            campaign.holdings[self.what] if self.what in campaign.holdings else campaign.places[self.what]
        )
        if found.holder == self.by and (
            self.what not in campaign.places or campaign.places[self.what].holder == self.by
        ):
            yield Refusal("1.2", f"{wars.named(campaign, self.by)} holds {found.name} already")

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        turn = calendar.turn(tx.campaign)
        if self.what in tx.campaign.places:
            place = tx.campaign.places[self.what]
            money = city_money(tx.campaign, self.what, self.by)
            _loses(tx, money.loser, money.loss, f"{place.name} lost", "14.6.1")
            _gains(tx, money.winner, money.gain, f"{place.name} taken", "14.6.1")
            tx.set(f"places.{self.what}.holder", self.by, "captured", "1.2")
            tx.set(f"places.{self.what}.taken", turn, "captured", "1.2")
            if sides.side(tx.campaign, place.holder) != sides.side(tx.campaign, self.by):
                installed.captured(tx, self.what, self.by)
        if self.what in tx.campaign.holdings:
            transfer(tx, self.what, self.by)
        else:
            land, to = territories.follow(tx.campaign, self.what, self.by)
            if land:
                transfer(tx, land, to)
            if land == fallen.NORTH and tx.campaign.facts.get(territories.FASCISTS, False):
                fascism.ends(tx)

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
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
        """See Order."""
        fields = (
            Field("what", "place, colony or province", "1.2", choices=(*campaign.places, *campaign.holdings)),
            Field("by", "taken by", choices=(*campaign.powers, *campaign.countries), default=power),
        )
        return Form(cls.verb, "A place changes hands", "capture {what} {by}", fields, cls.rule)


def transfer(tx: Transaction[TheWar], holding_id: str, to: str) -> None:
    """A colony or province goes to another holder: loss and gain by the season (14.5, 23.2)."""
    holding = tx.campaign.holdings[holding_id]
    loss, gain, _ = income.conquest(holding.value, calendar.season(tx.campaign))
    if not (holding_id == east_africa.COLONY and east_africa.isolated(tx.campaign)):
        _loses(tx, _paid(tx.campaign, holding.holder), loss, f"{holding.name} lost", "14.5")
    # A part of a fallen Major Power's home that nobody held pays from next Spring on (14.6); Danzig is nobody's home.
    if holding.holder or holding.kind == "colony" or holding.owner not in tx.campaign.powers:
        _gains(tx, _paid(tx.campaign, to), gain, f"{holding.name} taken", "14.5")
    tx.set(f"holdings.{holding_id}.holder", to, "captured", "14.5")
    tx.set(f"holdings.{holding_id}.taken", calendar.turn(tx.campaign), "captured", "14.5")


def _paid(campaign: TheWar, holder: str) -> str:
    """In whose level a land stands that somebody holds: his own, a Satellite's master's, '' for nobody's."""
    land = campaign.countries.get(holder)
    if land is None:
        return holder
    return land.patron if land.status == "satellite" and was_paid(campaign, land) else ""


def was_paid(campaign: TheWar, land: Country) -> bool:
    """Whether a Satellite's NARFs stood in its master's last Spring income; if not, its loss costs him nothing
    (ruling 150)."""
    spring = calendar.year(campaign) * 4
    return calendar.number(land.since or campaign.first) <= spring


@frozen
class Conquer(TableOrder[TheWar]):
    """A minor country surrenders: its units leave the game, its value goes to the conqueror by the season (14.5,
    23.1)."""

    verb: ClassVar[str] = "conquer"
    title: ClassVar[str] = "conquest of a minor country"
    rule: ClassVar[str] = "14.5"

    country: str = word(NAME)
    by: str = word(NAME)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """See Order."""
        if self.by not in campaign.powers:
            yield Refusal("14.5", f"'{self.by}' is no Major Power", f"Powers: {', '.join(campaign.powers)}.")
        land = campaign.countries.get(self.country)
        if land is None:
            yield Refusal("23.1", f"there is no minor country '{self.country}'", "Major Powers fall by 'surrender'.")
        elif land.status == "conquered" and land.patron == self.by:
            yield Refusal("23.1", f"{land.name} is conquered by {wars.named(campaign, self.by)} already")

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        at = f"countries.{self.country}"
        land = tx.campaign.countries[self.country]
        loss, gain, _ = income.conquest(land.value, calendar.season(tx.campaign))
        if land.status == "conquered" or (land.status == "satellite" and was_paid(tx.campaign, land)):
            _loses(tx, land.patron, loss, f"{land.name} lost", "14.5")
        _gains(tx, self.by, gain, f"{land.name} conquered", "14.5")
        tx.set(f"{at}.status", "conquered", "conquest", "23.1")
        tx.set(f"{at}.patron", self.by, "conquest", "23.1")
        tx.set(f"{at}.taken", calendar.turn(tx.campaign), "conquest", "23.1")
        for key in [key for key, unit in tx.campaign.units.items() if unit.power == self.country]:
            tx.remove(f"units.{key}", "its country is conquered", "23.1")
        for key in [key for key in tx.campaign.wars if self.country in key.split("+")]:
            tx.remove(f"wars.{key}", "its country is conquered", "23.1")
        if (
            self.country == "poland"
            and "danzig" in tx.campaign.holdings
            and tx.campaign.holdings["danzig"].holder != "germany"
        ):
            transfer(tx, "danzig", "germany")

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return f"{wars.named(campaign, self.by)} conquers {wars.named(campaign, self.country)}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """See Order."""
        fields = (
            Field("country", "country", "23.1", choices=tuple(campaign.countries)),
            Field("by", "conquered by", choices=tuple(campaign.powers), default=power),
        )
        return Form(cls.verb, "A minor country surrenders", "conquer {country} {by}", fields, cls.rule)


@frozen
class Status(TableOrder[TheWar]):
    """A minor country leans otherwise: neutral, sympathizer, associate or satellite of a power (16.3)."""

    verb: ClassVar[str] = "status"
    title: ClassVar[str] = "status of a minor country"
    rule: ClassVar[str] = "16.3"

    country: str = word(NAME)
    status: str = word(NAME)
    patron: str = keyed(NAME, "")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """See Order."""
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

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        tx.set(f"countries.{self.country}.status", self.status, "diplomacy", "16.3")
        tx.set(f"countries.{self.country}.patron", self.patron, "diplomacy", "16.3")
        tx.set(f"countries.{self.country}.since", calendar.turn(tx.campaign), "diplomacy", "16.3")

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        of = f" of {wars.named(campaign, self.patron)}" if self.patron else ""
        return f"{wars.named(campaign, self.country)} is {self.status}{of}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """See Order."""
        fields = (
            Field("country", "country", "16.3", choices=tuple(campaign.countries)),
            Field("status", "becomes", choices=STATUSES[1:4], default="sympathizer"),
            Field("patron", "of", choices=tuple(campaign.powers), default=power),
        )
        return Form(
            cls.verb, "A minor country leans otherwise", "status {country} {status} patron={patron}", fields, cls.rule
        )


@frozen
class Surrender(TableOrder[TheWar]):
    """A Major Power surrenders. Its value is paid from next Spring on and never at once (14.6)."""

    verb: ClassVar[str] = "surrender"
    title: ClassVar[str] = "surrender of a Major Power"
    rule: ClassVar[str] = "14.6"

    who: str = word(NAME)
    to: str = word(NAME)
    value: int = keyed(NUMBER, 0)
    vichy: bool = keyed(FLAG, False)
    alsace: bool = keyed(FLAG, False)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """See Order."""
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
        """See Order."""
        worth = self.worth(tx.campaign)
        tx.set(f"powers.{self.who}.surrendered", calendar.turn(tx.campaign), "surrender", "14.6")
        for key in [key for key in tx.campaign.wars if self.who in key.split("+")]:
            tx.remove(f"wars.{key}", "surrender", "14.6")
        fallen.divide(tx, self.who, self.to, worth, vichy=self.vichy)
        if self.alsace:
            now = fallen.ALSACE * calendar.SHARE[calendar.season(tx.campaign)] // 100
            tx.add(f"powers.{self.to}.base", fallen.ALSACE, "Alsace-Lorraine annexed", "23.5")
            tx.add(f"powers.{self.to}.narfs", now, "Alsace-Lorraine annexed", "23.5")

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return f"{wars.named(campaign, self.who)} surrenders to {wars.named(campaign, self.to)}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """See Order."""
        fields = (
            Field("who", "surrenders", "3.10.1", choices=tuple(campaign.powers)),
            Field("to", "to", choices=tuple(campaign.powers)),
            Field("value", "worth each Spring, NARFs (0: by the rulebook)", "14.6", default="0"),
            Field("vichy", "Vichy stands", "18.5.1", choices=("no", "yes"), default="no"),
            Field("alsace", "Alsace-Lorraine annexed", "23.5", choices=("no", "yes"), default="no"),
        )
        pattern = "surrender {who} {to} value={value} vichy={vichy} alsace={alsace}"
        return Form(cls.verb, "A Major Power surrenders", pattern, fields, cls.rule)
