"""The end of Fall: what was bought in the year is opened, each statement is compared with what was written down, and
all POPs and chits come off (16.1.1, 16.1.7.4, rulings 298, 310)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from engine.kernel.changes import Entry
from engine.kernel.orders import Automatic
from engine.kernel.procedures import Procedure, begin
from engine.kernel.ruleset import Fault
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.politics import points
from engine.thewar.world import calendar, influence, wars
from engine.thewar.world.influence import OF_A_YEAR, OLD_CHITS, SORTS, VARIANT
from engine.thewar.world.naming import counted
from engine.thewar.world.state import Chits, Influence, Mismatch, Statement, TheWar

RULE = "16.1.1, 16.1.7.4"


@frozen
class PointsOff(Automatic[TheWar]):
    """As Fall ends all purchases of the year are opened, and all POPs and chits come off."""

    verb: ClassVar[str] = "points-off"
    title: ClassVar[str] = "points and chits come off"
    rule: ClassVar[str] = RULE
    steps: ClassVar[tuple[str, ...]] = ("end.points",)

    def act(self, tx: Transaction[TheWar]) -> None:
        sealed = influence.under_seal(tx.campaign)
        powers = tuple(dict.fromkeys(sealed.values()))
        begin(tx, PointsOpened("open", _first(_by_turn(tx.campaign)), powers), "Fall ends", RULE)

    def sentence(self, campaign: TheWar) -> str:
        if influence.under_seal(campaign):
            return "Fall ends: what was bought under seal this year is opened"
        return "Fall ends: all POPs and chits come off"


@frozen
class PointsOpened(Procedure[TheWar]):
    """The purchases of the year are opened, those of one ``turn`` after those of another, so that what was said in
    Spring is compared with what had been bought by then. ``powers``: who had something under seal. One stage, open:
    once for each turn."""

    kind: ClassVar[str] = points.OPENED

    turn: str = ""
    powers: tuple[str, ...] = ()

    def unseals(self, campaign: TheWar) -> tuple[str, ...]:
        return tuple(place for place, turn in _by_turn(campaign).items() if turn == self.turn)

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        following = _first(_by_turn(tx.campaign))
        for address, said in list(tx.campaign.statements.items()):
            if not following or calendar.number(said.turn) < calendar.number(following):
                _compare(tx, said)
                tx.remove(f"statements.{address}", "compared", "16.1.3")
        if following:
            tx.set(f"{at}.turn", following, "the next turn's purchases", RULE)
            return
        for power in self.powers:
            _compare_used(tx, power)
        _take_off(tx)
        tx.remove(at, "all are opened", RULE)

    def told(self, before: TheWar, entry: Entry) -> str:
        found = [change.now for change in entry.changes if isinstance(change.now, Mismatch)]
        if found:
            return "; ".join(told(before, mismatch) for mismatch in found)
        return "What was said of POPs and chits is what was written down." if self.powers else "They are off."


def _first(turns: Mapping[str, str]) -> str:
    return min(turns.values(), key=calendar.number, default="")


def _by_turn(campaign: TheWar) -> dict[str, str]:
    """The purchases that have not taken effect whole, by their places: the turn of each. A power's lie there in the
    order in which it paid for them."""
    turns: dict[str, str] = {}
    sealed = influence.covered(campaign)
    for power in dict.fromkeys(sealed.values()):
        places = [place for place, whose in sealed.items() if whose == power]
        paid = [made.turn for made in campaign.purchases.values() if made.power == power and not made.opened]
        # One that nobody knows to be paid for any more, as the table has ruled it away, is the last.
        paid = sorted(paid, key=calendar.number) + [calendar.turn(campaign)] * len(places)
        turns |= dict(zip(places, paid, strict=False))
    return {place: turns[place] for place in sealed}


def _compare(tx: Transaction[TheWar], said: Statement) -> None:
    """Hold what a power said of its POPs in a target against what it had written down by then."""
    stands = tx.campaign.influence.get(Influence.made_of(said.power, said.country).address)
    wrote = max(0, said.known + (stands.opened if stands is not None else 0))
    if wrote != said.pops:
        influence.mismatch(tx, said.power, said.country, said.turn, said.pops, wrote)


def _compare_used(tx: Transaction[TheWar], power: str) -> None:
    """Nobody has used more POPs or chits than he had, wherever he was not asked how many there were."""
    turn = calendar.turn(tx.campaign)
    told_of = {
        found.of
        for found in tx.campaign.mismatches.values()
        if found.power == power and calendar.number(found.turn) // 4 == calendar.year(tx.campaign)
    }
    for stands in list(tx.campaign.influence.values()):
        if stands.power == power and stands.used > stands.placed and stands.country not in told_of:
            influence.mismatch(tx, power, stands.country, turn, stands.used, stands.placed)
    for sort in SORTS:
        if (left := influence.open_chits(tx.campaign, power, sort)) < 0:
            played = tx.campaign.chits[Chits.made_of(power, sort).address].played
            influence.mismatch(tx, power, sort, turn, played, played + left)


def _take_off(tx: Transaction[TheWar]) -> None:
    for name in OF_A_YEAR:
        for address in list(getattr(tx.campaign, name)):
            tx.remove(f"{name}.{address}", "the year's diplomacy is over", RULE)
    for fact in OLD_CHITS.values():
        if tx.campaign.facts.get(fact, 0):
            tx.set(f"facts.{fact}", 0, "the year's diplomacy is over", RULE)


# --- what was not true


def told(campaign: TheWar, found: Mismatch) -> str:
    """What a power said and had not written down, with the seat whose file it is."""
    seat, when = campaign.seats.get(found.power, ""), calendar.spoken(found.turn)
    who = f"{wars.named(campaign, found.power)} (seat '{seat}')"
    if found.of == "narfs":
        return f"{who} paid {found.stated} NARFs in {when} for what costs {found.wrote}"
    if found.of in SORTS:
        chits = counted(found.stated, f"{found.of.title()} chit", f"{found.of.title()} chits")
        return f"{who} played {chits} by {when} and had bought {found.wrote}"
    where = "for a variant roll" if found.of == VARIANT else f"in {wars.named(campaign, found.of)}"
    had = counted(found.stated, "POP", "POPs") if found.stated else "no POP"
    return f"{who} said in {when} that it had {had} {where}, and had written {found.wrote}"


def faults(campaign: TheWar) -> Iterable[Fault]:
    """What was said of what lay under seal, and was not so."""
    for address, found in campaign.mismatches.items():
        yield Fault(f"mismatches.{address}", told(campaign, found), RULE)
