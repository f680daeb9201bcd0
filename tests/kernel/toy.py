"""Three Rivers: a small game that uses everything the kernel has. Importing this module registers it as ``toy``.

A year has a dry and a wet turn. Houses collect gold (dry turns), bid in secret for the offices of the council, march
and fight in order, tidy the board by hand, and rest. Gold and strength are conserved: see ``conserved``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar

import attrs

from engine.kernel import play
from engine.kernel.campaign import Campaign
from engine.kernel.changes import Entry
from engine.kernel.dice import Dice, KeyedDice
from engine.kernel.facts import Facts
from engine.kernel.game import Game
from engine.kernel.orders import Field, Order, PowerOrder
from engine.kernel.procedures import Procedure
from engine.kernel.reading import parse
from engine.kernel.refusals import Breakdown
from engine.kernel.ruleset import Citations, Fault, register
from engine.kernel.seasons import Calendar
from engine.kernel.sequence import Sequence, Step
from engine.kernel.sheets import Sheets
from engine.kernel.sheets.ledger import Ledger
from tests.kernel.toy_battle import Attack, Battle, BreakOff, FightOn, Flank, Stand, Withdraw
from tests.kernel.toy_orders import Bid, Collect, Gift, March, Pay, Rest
from tests.kernel.toy_state import POWERS, SEASONS, SIDES, Band, House, Land, Toy, bands_of, income, opening, season

__all__ = ["POWERS", "RULESET", "SECRET", "Band", "House", "Land", "Toy", "conserved", "given", "opening", "started"]

SECRET = b"three rivers run to the sea"


def _undone(make: type[PowerOrder[Toy]]) -> Any:
    return lambda campaign: [make(power) for power in POWERS if power not in campaign.progress.done]


def _marchers(side: str) -> Any:
    return lambda campaign: tuple(p for p in POWERS if SIDES[p] == side and bands_of(campaign, p))


def _never(campaign: Toy) -> str:
    return ""


def _march(side: str, number: int) -> Step[Toy]:
    return Step(
        f"{side}.march.move",
        "march",
        number,
        "a",
        "March and fight",
        "4.0",
        "orders",
        lambda campaign: "" if _marchers(side)(campaign) else "nobody has a band",
        who=_marchers(side),
        half=side,
        in_order=True,
        may_pass=True,
        forms=("gift",),
    )


STEPS: tuple[Step[Toy], ...] = (
    Step(
        "income.collect",
        "income",
        1,
        "a",
        "Collect gold",
        "1.1",
        "automatic",
        lambda campaign: "only in the dry season" if season(campaign) == "wet" else "",
        outstanding=_undone(Collect),
    ),
    Step(
        "council.bid",
        "council",
        2,
        "a",
        "Bid for offices",
        "2.0",
        "orders",
        _never,
        who=lambda campaign: POWERS,
        may_pass=True,
        sealed=lambda campaign: bool(campaign.options.get("sealed_bids")),
        forms=("gift",),
    ),
    Step(
        "council.pay",
        "council",
        2,
        "b",
        "Pay the council",
        "2.1",
        "automatic",
        lambda campaign: "" if any(h.reserved for h in campaign.houses.values()) else "nothing was promised",
        outstanding=lambda campaign: [Pay(key) for key, house in campaign.houses.items() if house.reserved],
    ),
    _march("north", 3),
    _march("south", 4),
    Step(
        "board.markets",
        "board",
        5,
        "a",
        "Set out the markets",
        "3.1",
        "by-hand",
        _never,
        who=lambda campaign: POWERS,
        lines=("Put a market into each land.",),
        fields=(Field("facts.markets", "markets", "3.1"),),
    ),
    Step(
        "board.quarters",
        "board",
        5,
        "b",
        "Winter quarters",
        "3.2",
        "by-hand",
        lambda campaign: "only in the wet season" if season(campaign) == "dry" else "",
        who=lambda campaign: POWERS,
    ),
    Step("end.rest", "end", 6, "a", "Rest", "7.1", "automatic", _never, outstanding=_undone(Rest)),
)


class HalfYears(Calendar):
    """Two turns a year, from 1201 on."""

    def label(self, campaign: Campaign, turn: int) -> str:
        return f"{1200 + (turn + 1) // 2}-{(turn - 1) % 2 + 1}-{SEASONS[(turn - 1) % 2]}"

    def last(self, campaign: Campaign) -> int:
        year, number, _ = campaign.last.split("-")
        return 2 * (int(year) - 1201) + int(number)


class HouseLedger(Ledger[Toy]):
    """Why a house has its income."""

    def explain(self, campaign: Toy, path: str) -> Breakdown | None:
        head, _, rest = path.partition(".")
        house, _, figure = rest.partition(".")
        return income(campaign, house) if (head, figure) == ("houses", "income") and house in campaign.houses else None


class ToyRuleset(Game[Toy]):
    """The rules of Three Rivers."""

    id: ClassVar[str] = "toy"
    title: ClassVar[str] = "Three Rivers"
    version: ClassVar[str] = "1"
    powers: ClassVar[tuple[str, ...]] = POWERS
    aliases: ClassVar[Mapping[str, str]] = {"crimson": "red", "gardeners": "green"}
    campaign_class = Toy
    orders: ClassVar[tuple[type[Order[Any]], ...]] = (
        Collect,
        Bid,
        Pay,
        March,
        Attack,
        Stand,
        Withdraw,
        FightOn,
        BreakOff,
        Flank,
        Gift,
        Rest,
    )
    kinds: ClassVar[Mapping[str, type[Procedure[Any]]]] = {Battle.kind: Battle}
    facts: ClassVar[Facts] = Facts("tests", ("kernel",))
    citations: ClassVar[Citations] = Citations(seat="0.1", sequence="0.2", turn_order="0.3", decision="0.4")
    calendar: ClassVar[Calendar] = HalfYears()
    sheets: ClassVar[Sheets] = Sheets("tests.kernel", Ledger="toy:HouseLedger")

    @cached_property
    def sequence(self) -> Sequence[Toy]:
        return Sequence(STEPS)

    def ended(self, campaign: Toy) -> str:
        owners = {land.owner for land in campaign.lands.values()}
        return f"{owners.pop()} holds every land" if len(owners) == 1 and "" not in owners else ""

    def check(self, campaign: Toy, *, opening: bool = False) -> Iterable[Fault]:
        for key, house in campaign.houses.items():
            if not 0 <= house.reserved <= house.gold:
                yield Fault(f"houses.{key}.reserved", f"{house.reserved} of {house.gold} gold are promised", "2.1")
        for key, band in campaign.bands.items():
            if band.land not in campaign.lands:
                yield Fault(f"bands.{key}.land", f"there is no land '{band.land}'", "4.0")


RULESET = ToyRuleset()
register(RULESET)


def conserved(campaign: Toy) -> tuple[int, int]:
    """What no order may change: all gold, and all strength, living or fallen."""
    gold = campaign.bank + sum(house.gold for house in campaign.houses.values())
    return gold, campaign.fallen + sum(band.strength for band in campaign.bands.values())


def started(seats: int = 1, **options: Any) -> Toy:
    """A campaign at its first choice: the bids of the first turn."""
    return play.settle(RULESET, opening(seats, **options), dice=KeyedDice(SECRET), n=1)[-1].campaign


def given(
    campaign: Toy, *lines: str, seat: str = "", dice: Dice | None = None, n: int = 1
) -> tuple[Toy, tuple[Entry, ...]]:
    """The campaign after lines, each given by its power's seat unless one is named, and all entries."""
    entries: list[Entry] = []
    for line in lines:
        order = parse(RULESET, line)
        who = seat or campaign.seats.get(order.actor) or next(iter(campaign.seats.values()))
        for batch in play.submit(RULESET, campaign, [order], seat=who, dice=dice or KeyedDice(SECRET), n=n):
            campaign, n = batch.campaign, batch.entries[-1].n + 1
            entries.extend(batch.entries)
    return campaign, tuple(entries)


def big(count: int = 400) -> Toy:
    """A campaign with so many bands, at the march of the red house."""
    bands = {f"red-{at}": Band(house="red", land="ford", strength=1) for at in range(1, count + 1)}
    campaign = attrs.evolve(opening(gold=100_000), bands=bands)
    return attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step="north.march.move"))


def as_consented(campaign: Toy, times: int = 1) -> Toy:
    """The same campaign after so many undos that all consented to: nothing but their count is other."""
    progress = campaign.progress
    return attrs.evolve(campaign, progress=attrs.evolve(progress, again=progress.again + times))
