"""Building fortifications, fortresses and airbases, and taking them down (10.6.4, 11.1.1, 13.2.2, 15.2.4, 15.5).

Terrain, garrisons and supply of a hex are the board's; what the campaign knows of a place is judged.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, ClassVar

from engine.kernel.grammar import FLAG, NAME, keyed, number, word
from engine.kernel.late import Asked
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.tables import table
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen, made_and_compared_often
from engine.thewar.economy import construction_limit, spending
from engine.thewar.economy.spending import short, under_pass
from engine.thewar.weather import weather
from engine.thewar.world import calendar, conditions, installed, regions, sides, supply, tallies, titles, wars
from engine.thewar.world.naming import INSTALLATION
from engine.thewar.world.state import Place, TheWar

_off_the_land = Asked("engine.thewar", "world.whereabouts:off_the_land")
"""What needs the map, which nobody loads who only looks."""
STAGING = "operations.staging"
YEAR = "fortress-year-"
"""With a power's id, the fact of the year in which it last built a fortress."""
_HEX = re.compile(r"\d{4}\Z")
_NEVER = {"paris": "Paris", "rome": "Rome", "berlin": "Berlin"}
_TOBRUK = "tobruk"


@lru_cache(maxsize=256)
def row(power: str, kind: str) -> dict[str, Any] | None:
    """The printed row of what a power may build of a kind; None where it builds none."""
    printed: dict[str, Any] | None = table("thewar", "installations")["row"].get(f"{power}-{kind}")
    return printed


def closed(campaign: TheWar, line: dict[str, Any]) -> Iterable[Refusal]:
    """Every reason why a power may build none of a kind now, whatever the place: dates, events, numbers reached."""
    power, kind = line["power"], line["kind"]
    begins = line.get("begins", ())
    if begins and (why := conditions.unmet(campaign, begins)):
        name = wars.named(campaign, power)
        yield Refusal(line["rule"], f"{name} may not build a {kind} yet", f"{why[0].upper()}{why[1:]}.")
    if (until := line.get("until", "")) and calendar.now(campaign) > calendar.number(until):
        name = wars.named(campaign, power)
        yield Refusal(line["rule"], f"{name} builds no {kind} any more", f"The last turn was {calendar.spoken(until)}.")
    if line["per_year"] and campaign.facts.get(f"{YEAR}{power}", 0) == calendar.year(campaign):
        name = wars.named(campaign, power)
        yield Refusal(line["rule"], f"{name} has built a {kind} this year", "One a year.")


def numbers(campaign: TheWar, line: dict[str, Any], count: int) -> Iterable[Refusal]:
    """Why a power may not build so many more of a kind, by the numbers that its row prints."""
    power, kind = line["power"], line["kind"]
    turn = tallies.built(campaign, power, kind) + count
    if line["per_turn"] and turn > line["per_turn"]:
        yield Refusal(line["rule"], f"{installed.spoken(kind, turn)} this turn", f"{line['per_turn']} a turn.")
    there = len(installed.of(campaign, power, kind)) + count
    down = 0
    if kind == installed.AIRBASE and line["on_board"] and not staging(campaign):
        down = tallies.used(campaign, power, tallies.TAKEN_DOWN, kind)
    if down and there + down > line["on_board"]:
        hint = "'rebuild' moves one in the Build Segment for 1 SMP, in staging for 5 NARFs."
        counted = f"{there + down} with them, at most {line['on_board']}; {hint}"
        yield Refusal("11.1.2", f"{down} taken down this turn are not built again for nothing", counted)
    if line["on_board"] and there > line["on_board"]:
        hint = f"At most {line['on_board']}; raze takes one down."
        yield Refusal(line["rule"], f"{installed.spoken(kind, there)} on the board", hint)
    if line["per_year"] and count > 1:
        yield Refusal(line["rule"], f"{count} {kind}{'es' if kind.endswith('s') else 's'} at once", "One a year.")


def wrong_place(campaign: TheWar, line: dict[str, Any], place: str, count: int = 1) -> Iterable[Refusal]:
    """Why a place cannot take what a row builds; of a hex on the board only the table knows."""
    power, kind, rule = line["power"], line["kind"], line["rule"]
    only = line["only"].get(str(calendar.year(campaign)), "") if line.get("only") else ""
    if only and place != only:
        # A small scenario may be without the place.
        hint = f"at={only}" if only in campaign.places else "The places of this scenario are without it."
        yield Refusal(rule, f"the {kind} of this year stands in {titles.where(campaign, only)}", hint)
    if place == installed.BOARD:
        return
    if count > 1:
        yield Refusal(rule, f"{installed.spoken(kind, count)} in one hex", "One at a time where the hex is named.")
    if _HEX.match(place) is None and place not in campaign.places:
        yield Refusal("15.2.4", f"there is no place '{place}'", "A place, a hex number such as 1631, or none.")
        return
    if place not in campaign.places:
        yield from _off_the_land(place)
    if installed.at(campaign, place, kind) or (kind == installed.FORTIFICATION and _fortress(campaign, place)):
        there = kind if installed.at(campaign, place, kind) else installed.FORTRESS
        yield Refusal(rule, f"there is {'an' if there == installed.AIRBASE else 'a'} {there} already")
    if kind == installed.FORTRESS and (known := campaign.places.get(place)) and installed.from_start(known):
        yield Refusal(rule, f"{known.name} is a fortress")
    if place in campaign.places:
        yield from _at(campaign, power, kind, place)


def _fortress(campaign: TheWar, place: str) -> bool:
    return installed.is_fortress(campaign, place)


def _at(campaign: TheWar, power: str, kind: str, key: str) -> Iterable[Refusal]:
    """Why a known place cannot take an installation of a kind."""
    place, holder = campaign.places[key], regions.controller(campaign, key)
    if holder and sides.side(campaign, holder) != sides.side(campaign, power):
        yield Refusal("15.2.4", f"{place.name} is not in friendly hands", "A friendly-controlled hex.")
    if kind == installed.AIRBASE:
        yield from supply.supplied_at(campaign, key, supply.AIRBASE)
        return
    if {power, place.country} == {"britain", "france"} and wars.standing(campaign, "france"):
        yield Refusal("10.6.4", "Britain and France do not fortify each other's country")
    yield from _season(campaign, power, place)
    if kind == installed.FORTRESS:
        zones = regions.zones(place)
        africa = "north-africa" in zones or "french-north-africa" in zones
        if key in _NEVER or (africa and (power, key) != ("britain", _TOBRUK)):
            where = _NEVER.get(key, "North Africa, but for the British in Tobruk")
            yield Refusal("13.2.2", f"no fortress is built in {where}")


def _season(campaign: TheWar, power: str, place: Place) -> Iterable[Refusal]:
    if calendar.season(campaign) != "winter":
        return
    if place.tags.get("ussr-1939"):
        yield Refusal("10.6.4", "nothing is fortified in the 1939 Soviet Union in Winter")
        return
    front = regions.front(place)
    axis = sides.side(campaign, power) == sides.AXIS
    sky = weather.of(campaign, front, russian=not axis) if front else weather.CLEAR_SKY
    if sky.no_building:
        where = "East by the Axis" if front == weather.EASTERN else "West"
        yield Refusal(sky.rule, f"nothing is fortified in the {where} in {sky.name}", "In milder weather.")


@made_and_compared_often
class Install(PowerOrder[TheWar]):
    """Build fortifications (2 NARFs), a fortress (20, or 15 on a fortification) or airbases (nothing now, 5 NARFs in
    staging). ``at``: a place or hex number; those whose hex nobody names are counted."""

    verb: ClassVar[str] = "install"
    title: ClassVar[str] = "fortify, airbases"
    rule: ClassVar[str] = "15.2.4"
    account: ClassVar[str] = "installations"
    steps: ClassVar[tuple[str, ...]] = (construction_limit.STEP, STAGING)

    kind: str = word(NAME)
    count: int = keyed(number(1, 9), 1)
    at: str = keyed(NAME, installed.BOARD)
    deficit: bool = keyed(FLAG, False, "deficit spending")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.kind not in installed.KINDS:
            yield Refusal("15.2.4", f"'{self.kind}' is no installation", f"There are: {', '.join(installed.KINDS)}.")
            return
        line = row(self.power, self.kind)
        if line is None:
            rule = {"fortress": "13.2.2", "airbase": "11.1.1"}.get(self.kind, "10.6.4")
            yield Refusal(rule, f"{wars.named(campaign, self.power)} never builds {installed.spoken(self.kind)}")
            return
        if self.count < 1:
            yield Refusal(line["rule"], installed.spoken(self.kind, self.count), "One or more.")
            return
        if self.kind != installed.AIRBASE and staging(campaign):
            yield Refusal(line["rule"], f"a {self.kind} is built in the Build Segment", "Segment 7.")
        given = self._given(campaign)
        if not given:
            yield from closed(campaign, line)
        yield from numbers(campaign, line, self.count)
        # Where a fortress of the year stands is said of those that are bought.
        bought = {**line, "only": {}} if given else line
        yield from wrong_place(campaign, bought, self.at, self.count)
        price = self.cost(campaign).total
        if price:
            yield from short(campaign, self.power, price, line["rule"], deficit=self.deficit)
            yield from under_pass(campaign, self.power, price, "installations", deficit=self.deficit)

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs; installations do not count against half of the base (15.1.6.1)."""
        line = row(self.power, self.kind)
        if line is None or self.count < 1:
            return Breakdown()
        if self._given(campaign):
            return Breakdown((Line(f"{self.kind} that a variant gives", 0, "28.2.3"),))
        each, label = line["price"], self.kind
        if self._under(campaign):
            each, label = line["upon"], "fortress on a fortification"
        if "staging" in line and staging(campaign):
            each, label = line["staging"], "airbase in staging"
        return Breakdown(
            (Line(label if self.count == 1 else f"{label} x {self.count}", each * self.count, line["rule"]),)
        )

    def _given(self, campaign: TheWar) -> int:
        """How many of the kind a variant has given, where these are all that are built now."""
        left = int(campaign.facts.get(f"{installed.GIVEN}{self.kind}-{self.power}", 0))
        return left if self.count <= left and not staging(campaign) else 0

    def _under(self, campaign: TheWar) -> tuple[str, ...]:
        """The fortification on which a fortress is built."""
        if self.kind != installed.FORTRESS:
            return ()
        there = installed.at(campaign, self.at, installed.FORTIFICATION)
        return tuple(key for key in there if campaign.installations[key].power == self.power)

    def effect(self, tx: Transaction[TheWar]) -> None:
        line = row(self.power, self.kind)
        if line is None:
            raise LookupError(f"{self.power} builds no {self.kind}")
        price = self.cost(tx.campaign).total
        if given := self._given(tx.campaign):
            at = f"facts.{installed.GIVEN}{self.kind}-{self.power}"
            tx.set(at, given - self.count, "put up", "28.2.3")
        if price:
            spending.pay(tx, self.power, price, f"built: {self.kind}", line["rule"])
        for key in self._under(tx.campaign):
            tx.remove(f"installations.{key}", "a fortress stands on it", "13.2.2")
        for _ in range(self.count):
            installed.put_up(tx, self.power, self.kind, self.at, "built", line["rule"])
        tallies.count(tx, self.power, self.kind, self.count, "built this turn", line["rule"])
        if line["per_year"]:
            tx.put(f"facts.{YEAR}{self.power}", calendar.year(tx.campaign), "fortress built", line["rule"])

    def sentence(self, campaign: TheWar) -> str:
        many = installed.spoken(self.kind, self.count)
        return f"{wars.named(campaign, self.power)} builds {many}{at_words(campaign, self.at)}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Install]:
        """One of each kind that the power builds."""
        year, airbases_alone = str(calendar.year(campaign)), staging(campaign)
        for kind in installed.KINDS:
            line = row(power, kind)
            if line is not None and (kind == installed.AIRBASE or not airbases_alone):
                yield cls(
                    power, kind, at=line["only"].get(year, installed.BOARD) if "only" in line else installed.BOARD
                )

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        kinds = tuple(kind for kind in installed.KINDS if row(power, kind) is not None)
        if not kinds:
            return None
        fields = (
            Field("kind", "build a", cls.rule, choices=kinds),
            Field("count", "how many", default="1"),
            Field("at", "where", cls.rule, (installed.BOARD, *friendly(campaign, power)), installed.BOARD),
        )
        return Form(cls.verb, "Fortify, airbases", power + " install {kind} count={count} at={at}", fields, cls.rule)


def friendly(campaign: TheWar, power: str) -> tuple[str, ...]:
    """The places in the hands of a power's side."""
    side = sides.side(campaign, power)
    holders = {place.holder for place in campaign.places.values()}
    friends = {holder for holder in holders if sides.side(campaign, holder) == side}
    return tuple(key for key, place in campaign.places.items() if place.holder in friends)


def staging(campaign: TheWar) -> bool:
    """Whether air units are staging, and not units built."""
    return campaign.progress.step.partition(".")[2] == STAGING


def at_words(campaign: TheWar, place: str) -> str:
    """Where an installation stands, for the end of a sentence; '' where nobody has said it."""
    if place == installed.BOARD:
        return ""
    return f" at {campaign.places[place].name}" if place in campaign.places else f" in hex {place}"


@frozen
class Raze(PowerOrder[TheWar]):
    """Take an installation of one's own off the board: dismantled, left without a garrison for a turn, or lost with its
    hex (10.6.4, 10.7, 11.1.2, 15.5). It may be built again at its price."""

    verb: ClassVar[str] = "raze"
    title: ClassVar[str] = "take an installation down"
    rule: ClassVar[str] = "15.5"
    standing: ClassVar[bool] = True

    installation: str = word(INSTALLATION)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        installation = campaign.installations.get(self.installation)
        if installation is None or installation.power != self.power:
            own = [key for key, built in campaign.installations.items() if built.power == self.power]
            known = ", ".join(own) or "none"
            yield Refusal("15.5", f"'{self.installation}' is none of its installations", f"There are: {known}.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        installation = tx.campaign.installations[self.installation]
        tx.remove(f"installations.{self.installation}", "taken down", "15.5")
        # In the enemy's turn it is lost with its hex and lies on the country card again (11.1.2).
        if sides.phasing(tx.campaign) == sides.side(tx.campaign, self.power):
            tallies.use(tx, self.power, tallies.TAKEN_DOWN, 1, "taken down", "11.1.2", of=installation.kind)

    def sentence(self, campaign: TheWar) -> str:
        installation = campaign.installations.get(self.installation)
        name = (
            f"{installed.spoken(installation.kind)}{at_words(campaign, installation.place)}"
            if installation
            else self.installation
        )
        return f"{wars.named(campaign, self.power)} takes down {name}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        own = tuple(key for key, built in campaign.installations.items() if built.power == power)
        if not own:
            return None
        fields = (Field("installation", "take down", cls.rule, choices=own),)
        return Form(cls.verb, "Take an installation down", power + " raze {installation}", fields, cls.rule)
