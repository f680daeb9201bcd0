"""The orders with which the terms of France are carried out: garrisons, the Navy, Mers-el-Kebir spared, evacuation, a
line closed as done on the board (18.5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar

from engine.kernel.counters import Counter
from engine.kernel.grammar import NAME, TEXT, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder, TableOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import offered_counters
from engine.thewar.countries import statuses
from engine.thewar.endings import disarmed, terms
from engine.thewar.endings.terms import AFRICA, BRITAIN, CLOSED, DONE, FACT, MAINLAND, OPEN, SYRIA, VICHY
from engine.thewar.sea import sea_drafts
from engine.thewar.world import calendar, ports, titles, wars
from engine.thewar.world.naming import PLACE_OR_NONE, UNITS, counted
from engine.thewar.world.state import Place, Term, TheWar

STEP = "end.vichy"
COLONIES_MOST = 4
"""Vichy's ground units that the colonies take (18.5.4)."""
FREE_FRENCH = "free-french"
LANDS = {MAINLAND: "the mainland", SYRIA: "Syria"} | {key: key.capitalize() for key in AFRICA}
"""The lands in which garrisons stand, by their names."""
_MARSEILLES, _VICHY_CITY, _BOARD = "marseilles", "vichy", "board"


def settle(tx: Transaction[TheWar], key: str, *, how: str = DONE, why: str = "", units: tuple[str, ...] = ()) -> None:
    """A line is done or closed; where it was the last open one, the terms are carried out."""
    term = Term(how=how, turn=calendar.turn(tx.campaign), why=why, units=units)
    title, rule = terms.TITLES[key]
    tx.put(f"terms.{key}", term, title, rule)
    over(tx)


def over(tx: Transaction[TheWar]) -> None:
    """Once nothing of the terms is open the step comes up no more."""
    if terms.settled(tx.campaign) and tx.campaign.facts.get(FACT, False):
        tx.put(f"facts.{FACT}", False, "the terms are carried out", "18.5")


@frozen
class TermsGoOn(TableOrder[TheWar]):
    """What of the terms happens by itself: Vichy is made and the army disarmed as they begin, Vichy has its status once
    Britain has attacked or not (18.5.3, 18.5.6, ruling 356)."""

    verb: ClassVar[str] = "french-terms"
    title: ClassVar[str] = "terms of France"
    rule: ClassVar[str] = "18.5"
    automatic: ClassVar[bool] = True

    def effect(self, tx: Transaction[TheWar]) -> None:
        if terms.begins(tx.campaign):
            settle(tx, "vichy")
            settle(tx, "disarmament")
            settle(tx, "influence")
            disarmed.disarmed(tx)
        elif terms.decides_status(tx.campaign):
            attacked = bool(tx.campaign.facts.get(sea_drafts.MERS, False))
            status, patron = ("sympathizer", "germany") if attacked else ("neutral", "")
            why = "Britain has attacked" if attacked else "Britain has not attacked"
            statuses.become(tx, VICHY, status, patron, why, "18.5.3, 18.5.6")
            settle(tx, "status", why=why)
        over(tx)

    def sentence(self, campaign: TheWar) -> str:
        if terms.begins(campaign):
            return "The terms of France: Vichy is made, the army disarmed"
        if terms.decides_status(campaign):
            attacked = campaign.facts.get(sea_drafts.MERS, False)
            return f"Vichy France is {'a German Sympathizer' if attacked else 'neutral'}"
        return "The terms of France are carried out"


def goes_on(campaign: TheWar) -> bool:
    """Whether something of the terms happens by itself now."""
    if terms.begins(campaign) and campaign.facts.get(FACT, False):
        return True
    return terms.in_hand(campaign) and (terms.decides_status(campaign) or terms.settled(campaign))


def _not_open(campaign: TheWar, key: str, power: str) -> Iterable[Refusal]:
    """Why a power has nothing to do with a line now."""
    title, rule = terms.TITLES[key]
    if not terms.in_hand(campaign):
        yield Refusal(rule, "no terms of France are carried out", "They follow its surrender, in that turn.")
        return
    at = terms.line(campaign, key)
    if at.state != OPEN:
        yield Refusal(rule, f"{title}: {at.state}{f', {at.why}' if at.why else ''}")
    elif not at.whose:
        yield Refusal(rule, f"{title}: {at.why}", "The terms have their order.")
    elif power not in at.whose:
        yield Refusal(rule, f"{title}: that is for {wars.named(campaign, at.whose[0])}", f"'{at.order}'.")


# --- garrisons


@frozen
class Garrisons(PowerOrder[TheWar]):
    """The INF that Vichy keeps are placed: one at least in the mainland, in North Africa and in Syria, four at most in
    Vichy's colonies. The conqueror names Vichy's; those of Free French colonies are left for Britain to name."""

    verb: ClassVar[str] = "french-garrisons"
    title: ClassVar[str] = "garrisons of Vichy"
    rule: ClassVar[str] = "18.5.3"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    mainland: tuple[str, ...] = keyed(UNITS, ())
    syria: tuple[str, ...] = keyed(UNITS, ())
    algeria: tuple[str, ...] = keyed(UNITS, ())
    tunisia: tuple[str, ...] = keyed(UNITS, ())
    morocco: tuple[str, ...] = keyed(UNITS, ())

    @property
    def by_land(self) -> Mapping[str, tuple[str, ...]]:
        """The units by the land they are placed in."""
        return {land: getattr(self, land) for land in LANDS}

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        british = self.power == BRITAIN and self.power != terms.conqueror(campaign)
        key = "free-garrisons" if british else "garrisons"
        wrong = tuple(_not_open(campaign, key, self.power))
        yield from wrong
        if wrong:
            return
        waiting = terms.left_to_britain(campaign) if british else terms.garrison(campaign)
        named = [unit for units in self.by_land.values() for unit in units]
        strangers = [unit for unit in named if unit not in waiting]
        if strangers or len(named) != len(set(named)):
            odd = strangers[0] if strangers else next(unit for unit in named if named.count(unit) > 1)
            reason = f"{titles.unit(campaign, odd)} {'waits for no place' if strangers else 'is named twice'}"
            yield Refusal("18.5.3", reason, f"To be placed: {', '.join(waiting)}.")
            return
        yield from self._lands(campaign, british)
        yield from self._demands(campaign, british, len(waiting), len(named))

    def _lands(self, campaign: TheWar, british: bool) -> Iterable[Refusal]:
        """Where units do not go: what is not Vichy's, of Britain what is not Free French; too many in the colonies."""
        allowed = terms.free if british else terms.vichys
        for land, units in self.by_land.items():
            if units and (british if land == MAINLAND else not allowed(campaign, land)):
                whose = "Free French" if british else "Vichy's"
                yield Refusal("18.5.3, 18.5.4", f"{LANDS[land]} is not {whose}", "Each places in what is its own.")
        abroad = sum(len(units) for land, units in self.by_land.items() if land != MAINLAND)
        if not british and abroad > COLONIES_MOST:
            reason = f"{abroad} ground units in the colonies, {COLONIES_MOST} at most"
            yield Refusal("18.5.4", reason, "The others stay in the mainland.")

    def _demands(self, campaign: TheWar, british: bool, waiting: int, named: int) -> Iterable[Refusal]:
        """The garrisons that are missing, and units that nobody places."""
        if british:
            if named < waiting:
                yield Refusal("18.5.3", f"{waiting - named} units are not placed", "All of them are.")
            return
        free = terms.free_demands(campaign, waiting)
        for name, lands in terms.demands(campaign, waiting).items():
            if name not in free and not any(self.by_land[land] for land in lands):
                where = LANDS.get(name, name)
                yield Refusal("18.5.3", f"no unit is placed in {where}", "One at least in each, if there are so many.")
        if waiting - named != len(free):
            reason = f"{waiting - named} units are left unnamed, {len(free)} are for Free French colonies"
            yield Refusal("18.5.3, ruling 355", reason, "Name all others; Britain places those.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        british = self.power == BRITAIN and self.power != terms.conqueror(tx.campaign)
        waiting = terms.left_to_britain(tx.campaign) if british else terms.garrison(tx.campaign)
        named = {unit: land for land, units in self.by_land.items() for unit in units}
        why, key = ("Free French garrison", "free-garrisons") if british else ("garrison of Vichy", "garrisons")
        for unit in waiting:
            if unit not in named:
                tx.set(f"units.{unit}.power", BRITAIN, "left to Free France", "18.5.3")
                continue
            place = _place_in(tx.campaign, named[unit])
            tag = FREE_FRENCH if british else named[unit] if place == _BOARD and named[unit] != MAINLAND else ""
            tx.set(f"units.{unit}.place", place, why, "18.5.3")
            tx.set(f"units.{unit}.tag", tag, why, "18.5.3")
        settle(tx, key)

    def sentence(self, campaign: TheWar) -> str:
        parts = [f"{titles.units(campaign, units)} in {LANDS[land]}" for land, units in self.by_land.items() if units]
        whose = "Free French" if self.power == BRITAIN else "Vichy's"
        return f"{whose} garrisons: {'; '.join(parts) or 'none'}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Garrisons]:
        """One way that is right: the smallest units go to the demanded places abroad."""
        for key in ("garrisons", "free-garrisons"):
            if terms.in_hand(campaign) and power in terms.line(campaign, key).whose:
                yield cls(power, **_proposed(campaign, british=key == "free-garrisons"))

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if not any(True for _ in cls.offers(campaign, power)):
            return None
        british = power in terms.line(campaign, "free-garrisons").whose
        allowed = terms.free if british else terms.vichys
        lands = [land for land in LANDS if land == MAINLAND or allowed(campaign, land)]
        kept, left = Waiting(terms.garrison).units, Waiting(terms.left_to_britain).units
        fields = tuple(
            Field(land, f"units in {LANDS[land]}", "18.5.3", listed=True, counters=left if british else kept)
            for land in (lands[1:] if british else lands)
        )
        boxes = " ".join(f"{field.name}={{{field.name}}}" for field in fields)
        return Form(cls.verb, "Garrisons", f"{power} {cls.verb} {boxes}", fields, cls.rule)


@frozen
class Waiting:
    """What may be ticked of the units for which a line of the terms waits, each by itself. ``of``: which they are."""

    of: Callable[[TheWar], tuple[str, ...]]

    def units(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """All of them; those that another box names already say so."""
        waiting = self.of(campaign)
        named = {key for text in given.values() for key in text.split(",")}
        return offered_counters.each(
            campaign, waiting, {key: "named above or below" for key in waiting if key in named}
        )


def _place_in(campaign: TheWar, land: str) -> str:
    """The recorded place of a land in which a garrison stands, 'board' where there is none."""
    if land == MAINLAND:
        return _VICHY_CITY if _VICHY_CITY in campaign.places else _BOARD
    sites = (key for key, place in campaign.places.items() if place.country == land and place.kind in ("city", "port"))
    return next(sites, _BOARD)


def _proposed(campaign: TheWar, *, british: bool) -> dict[str, tuple[str, ...]]:
    """Units by land as the rules demand them."""
    placed: dict[str, tuple[str, ...]] = {}
    if british:
        left = list(terms.left_to_britain(campaign))
        colonies = [key for key in (SYRIA, *AFRICA) if terms.free(campaign, key)]
        for nth, unit in enumerate(left):
            land = colonies[min(nth, len(colonies) - 1)]
            placed[land] = (*placed.get(land, ()), unit)
        return placed
    units = list(terms.garrison(campaign))
    free = terms.free_demands(campaign, len(units))
    for name, lands in terms.demands(campaign, len(terms.garrison(campaign))).items():
        if name == MAINLAND:
            continue
        unit = units.pop()
        if name not in free:
            placed[lands[0]] = (unit,)
    placed[MAINLAND] = tuple(units)
    return placed


# --- the Navy


def _in_vichys_africa(campaign: TheWar, place: Place) -> bool:
    """Whether a place lies in a colony of North Africa that is Vichy's (18.5.5)."""
    return place.country in AFRICA and terms.vichys(campaign, place.country)


@frozen
class FrenchNavy(PowerOrder[TheWar]):
    """A third of the Fleets, rounded up, goes to ports of Vichy in North Africa, all other ships to Marseilles.
    ``africa``: those Fleets; ``port``: where, none for a port that only the board shows."""

    verb: ClassVar[str] = "french-navy"
    title: ClassVar[str] = "the French Navy"
    rule: ClassVar[str] = "18.5.5"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    africa: tuple[str, ...] = keyed(UNITS, ())
    port: str = keyed(PLACE_OR_NONE, "none")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        wrong = tuple(_not_open(campaign, "navy", self.power))
        yield from wrong
        if wrong:
            return
        ours, need = terms.fleets(campaign), terms.to_africa(campaign)
        strangers = [key for key in self.africa if key not in ours]
        if strangers:
            yield Refusal("18.5.5", f"{titles.unit(campaign, strangers[0])} is no French Fleet", f"{', '.join(ours)}.")
            return
        if len(set(self.africa)) != need:
            reason = f"{counted(len(set(self.africa)), 'Fleet', 'Fleets')} to North Africa, it is {need}"
            hint = "A third, rounded up." if need else "No colony there is Vichy's: all to Marseilles."
            yield Refusal("18.5.5", reason, hint)
        if self.port != "none":
            place = campaign.places[self.port]
            if not _in_vichys_africa(campaign, place):
                yield Refusal("18.5.5", f"{place.name} is no port of Vichy in North Africa", "port=none: on the board.")
            else:
                yield from ports.excess(campaign, self.port, self.africa)

    def effect(self, tx: Transaction[TheWar]) -> None:
        home = _MARSEILLES if _MARSEILLES in tx.campaign.places else _BOARD
        for key, unit in list(tx.campaign.units.items()):
            if unit.power == VICHY and unit.kind in ("fleet", "cv"):
                port = (_BOARD if self.port == "none" else self.port) if key in self.africa else home
                tx.set(f"units.{key}.place", port, "terms of France", "18.5.5")
        settle(tx, "navy", units=tuple(dict.fromkeys(self.africa)))

    def sentence(self, campaign: TheWar) -> str:
        if not self.africa:
            return "All French ships go to Marseilles"
        port = "North Africa" if self.port == "none" else titles.where(campaign, self.port)
        return f"{titles.units(campaign, self.africa)} to {port}, all other French ships to Marseilles"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[FrenchNavy]:
        if terms.in_hand(campaign) and power in terms.line(campaign, "navy").whose:
            yield cls(power, terms.fleets(campaign)[: terms.to_africa(campaign)])

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if not any(True for _ in cls.offers(campaign, power)):
            return None
        sites = tuple(key for key, place in campaign.places.items() if _in_vichys_africa(campaign, place))
        ships = Waiting(terms.fleets).units
        fields = (
            Field(
                "africa", f"Fleets to North Africa ({terms.to_africa(campaign)})", "18.5.5", listed=True, counters=ships
            ),
            Field("port", "port", "18.5.5, 7.1", choices=("none", *sites), default="none"),
        )
        return Form(
            cls.verb, "The French Navy", f"{power} {cls.verb} africa={{africa}} port={{port}}", fields, cls.rule
        )


@frozen
class SpareFleet(PowerOrder[TheWar]):
    """Britain does not attack at Mers-el-Kebir: Vichy is neutral (18.5.6)."""

    verb: ClassVar[str] = "spare-fleet"
    title: ClassVar[str] = "no attack on Mers-el-Kebir"
    rule: ClassVar[str] = "18.5.6"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from _not_open(campaign, "mers-el-kebir", self.power)

    def effect(self, tx: Transaction[TheWar]) -> None:
        settle(tx, "mers-el-kebir", why="Britain does not attack")

    def sentence(self, campaign: TheWar) -> str:
        return "Britain does not attack the French Navy"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """A page of its own beside that of the attack, so that one key more does not give it away."""
        if not terms.in_hand(campaign) or power not in terms.line(campaign, "mers-el-kebir").whose:
            return None
        return Form(cls.verb, "No attack on Mers-el-Kebir", f"{power} {cls.verb}", (), cls.rule)


# --- done on the board


def _closable(campaign: TheWar) -> tuple[str, ...]:
    """The open lines that may have been done on the board: not the dice, and what follows of itself."""
    return tuple(one.id for one in terms.lines(campaign) if one.state == OPEN and one.id not in ("status", "colonies"))


@frozen
class CloseTerm(TableOrder[TheWar]):
    """A line of the terms of France is closed without its order, with the reason: mostly that it was done on the
    board."""

    verb: ClassVar[str] = "close-term"
    title: ClassVar[str] = "a line of the terms closed"
    rule: ClassVar[str] = "18.5"
    of_the_table: ClassVar[bool] = True
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    line: str = word(NAME)
    reason: str = word(TEXT)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if not terms.in_hand(campaign):
            yield Refusal("18.5", "no terms of France are carried out", "They follow its surrender, in that turn.")
            return
        able = _closable(campaign)
        if self.line not in able:
            yield Refusal("18.5", f"'{self.line}' is no open line", f"Open: {', '.join(able) or 'none'}.")
        if not self.reason.strip():
            yield Refusal("18.5", "a reason is said", 'Such as "done on the board".')

    def effect(self, tx: Transaction[TheWar]) -> None:
        settle(tx, self.line, how=CLOSED, why=self.reason.strip())
        # What it would have placed stands somewhere on the board.
        if self.line in ("garrisons", "free-garrisons"):
            whose = terms.garrison if self.line == "garrisons" else terms.left_to_britain
            for key in whose(tx.campaign):
                tag = FREE_FRENCH if self.line == "free-garrisons" else ""
                tx.set(f"units.{key}.tag", tag, "placed on the board", "18.5.3")

    def sentence(self, campaign: TheWar) -> str:
        title = terms.TITLES.get(self.line, (self.line, ""))[0]
        return f"Terms of France, {title}: closed ({self.reason.strip()})"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        able = _closable(campaign)
        if not able or not terms.in_hand(campaign):
            return None
        fields = (
            Field("line", "line of the terms", "18.5", choices=able),
            Field("reason", "why", "18.5", default="done on the board"),
        )
        return Form(cls.verb, "A line is closed", 'close-term {line} "{reason}"', fields, cls.rule)
