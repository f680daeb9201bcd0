"""The powers' accounts in The War: which heading of the year's statement an order's NARFs stand under (chapter 14)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.kernel.changes import Change, Entry
from engine.kernel.orders import Order
from engine.kernel.sheets.accounts import Account, Booked, Bookkeeping, Note
from engine.kernel.standing import Resolve
from engine.thewar.countries import fallen_forces
from engine.thewar.economy import fallen
from engine.thewar.sheets import war_report
from engine.thewar.world import counters, forces, traits
from engine.thewar.world.state import Addition, Pool, Unit

BOOKED = (Booked("narfs", "Hand"), Booked("base", "Base"))

ACCOUNTS = (
    Account("growth", "Growth"),
    Account("income", "Income of Spring", "income"),
    Account("mobilization", "Mobilization and U.S. entry", "mobiliz."),
    Account("received", "Grants and payments received", "received"),
    Account("captured", "Captured from the enemy", "captured"),
    Account("gained", "Other gains", "gained"),
    Account("efforts", "Efforts", "efforts", spending=True),
    Account("units", "Units", "units", spending=True),
    Account("ships", "Ships and shipyards", "ships", spending=True),
    Account("repairs", "Repairs", "repairs", spending=True),
    Account("strategic", "Strategic warfare units", "strategic", spending=True),
    Account("movement", "SMPs and supply routes", "SMPs", spending=True),
    Account("ratings", "Ratings", "ratings", spending=True),
    Account("installations", "Installations", "installed", spending=True),
    Account("reserves", "Reserves", "reserves", spending=True),
    Account("diplomacy", "Diplomacy, espionage and chits", "diplomacy", spending=True),
    Account("wars", "Declarations of war", "wars", spending=True),
    Account("grants", "Grants and payments made", "grants", spending=True),
    Account("industry", "Industry moved", "industry", spending=True),
    Account("spent", "Other spending", "other", spending=True),
    Account("deficit", "Deficit spending", "deficit"),
    Account("peace", "Used while at peace", "at peace"),
    Account("penalties", "Penalties", "penalties"),
    Account("sunk", "Lost to U-boats and submarines", "sunk"),
    Account("bombed", "Lost to bombing and rockets", "bombed"),
    Account("lost", "Lost otherwise", "lost"),
    Account("taken", "Taken by the enemy", "taken"),
)

# Accounts of changes in entries that were written before changes named theirs, by what the entry calls them.
_OF_OLD_ENTRIES = {
    "rockets": "bombed",
    "deficit spending": "deficit",
    "built before the war": "peace",
    "granted before the war": "peace",
    "lent bombers replaced": "strategic",
    "Italian East Africa is cut off": "taken",
    "yield of oil plants hit": "bombed",
}
_ENTRY_LEVEL = "U.S. Entry Level "


def filed(order: Order[Any] | None, entry: Entry, change: Change) -> tuple[str, str]:
    """The heading and line of a change: as the change itself says, else as its order says, else other gains or
    spending."""
    account = change.account or _of_an_old_entry(change)
    account = account or (order.files(change) if order is not None else "")
    gains = int(change.now) > int(change.was)
    if not account and not gains and _fought_of_old(order, entry):
        account = "sunk" if entry.step in (war_report.AT_SEA, war_report.IN_ITALY) else "bombed"
    return account or ("gained" if gains else "spent"), _label(change.why)


def _of_an_old_entry(change: Change) -> str:
    """The account that today's rules would have named, read from the label that they have always written."""
    return "mobilization" if change.why.startswith(_ENTRY_LEVEL) else _OF_OLD_ENTRIES.get(change.why, "")


def _fought_of_old(order: Order[Any] | None, entry: Entry) -> bool:
    """Whether an entry written before changes named their account is a battle of strategic warfare: a battle's stage,
    or the answer that ends one, in its segment."""
    battle = isinstance(order, Resolve) or any(change.at.startswith("pending.") for change in entry.changes)
    return battle and entry.step.startswith(war_report.SEGMENT)


def _label(why: str) -> str:
    """A change's cause as a statement's line: units by what is printed on them."""
    deed, sign, group = why.partition(": ")
    if not sign or deed not in ("built", "repaired", "upgraded"):
        return why
    # What is built may be a fortress or an airbase as well, which no counter of a unit names.
    return f"{deed}: {forces.spoken(group)}" if counters.kind_of(group) in traits.kinds() else why


NOTING = ("units.", "additions.", f"pools.{fallen.FREE_FRENCH}.")

# What a unit's going is called where it was not lost.
_LEFT = {
    "its country is conquered": "left the game",
    fallen_forces.GONE: "left the game",
    "upgraded": "upgraded from",
    "becomes INT": "converted",
    "eliminated out of supply": "lost out of supply",
    "rocket spent": "rockets launched",
}
_JOINED = "joined the force pool"
_CAME = {"upgraded": "upgraded to", "from a fighter": "built", "built for nothing": "built for nothing"}


def noted(entry: Entry) -> Iterable[Note]:
    """Units built, launched, lost, and those that joined the force pool."""
    for change in entry.changes:
        if change.was is None and isinstance(change.now, Unit):
            yield _note(change.now, _CAME.get(change.why, change.why), 1)
        elif change.now is None and isinstance(change.was, Unit):
            yield _note(change.was, _LEFT.get(change.why, "lost"), 1)
        elif change.now is None and isinstance(change.was, Addition) and change.why != fallen_forces.GONE:
            yield _note(change.was, _JOINED, change.was.count)
        elif change.why == fallen.RISE:
            power, _, group = fallen.FREE_FRENCH.partition("-")
            yield Note(power, _JOINED, group, int(change.now) - int(change.was))


def _note(of: Unit | Pool | Addition, happened: str, count: int) -> Note:
    group = "-".join(part for part in (of.kind, of.strength, of.tag) if part)
    return Note(of.power, happened, group, count)


class BookSheet(Bookkeeping):
    """The accounts of the powers' NARFs and bases."""

    accounts = ACCOUNTS
    booked = BOOKED
    noting = NOTING

    def filed(self, order: Order[Any] | None, entry: Entry, change: Change) -> tuple[str, str]:
        return filed(order, entry, change)

    def noted(self, entry: Entry) -> Iterable[Note]:
        return noted(entry)
