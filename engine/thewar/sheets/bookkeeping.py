"""The powers' accounts in The War: which heading of the year's statement an order's NARFs stand under (chapter 14)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.kernel.changes import Change, Entry
from engine.kernel.orders import Order
from engine.kernel.sheets.accounts import Account, Booked, Note
from engine.kernel.standing import Resolve
from engine.thewar.building import (
    airbases,
    installations,
    new_yards,
    rating_programmes,
    shipyards,
    smp_capacity,
    soviet_mobilization,
    unit_building,
    unit_repair,
    unit_upgrades,
)
from engine.thewar.combat import reserves
from engine.thewar.countries import (
    announcements,
    conquest,
    declarations,
    evacuation,
    fascism,
    scorched_earth,
    statuses,
    variants,
)
from engine.thewar.economy import annual, east_africa, effort_markers, fallen, income, logistics, spending
from engine.thewar.economy.oil import YIELD_LOST
from engine.thewar.moving import grants, lend_lease, lend_lease_duty, shipments
from engine.thewar.sea import evasion
from engine.thewar.sheets import war_report
from engine.thewar.strategic import segment, strategic_building, strategic_conversions
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

# The orders that pay for something, by their account.
PAYS: dict[type[Order[Any]], str] = {
    logistics.Effort: "efforts",
    logistics.PayEffort: "efforts",
    effort_markers.PlaceMarkers: "efforts",
    unit_building.Construct: "units",
    unit_upgrades.Upgrade: "units",
    shipyards.LayDown: "ships",
    shipyards.Dock: "ships",
    shipyards.Work: "ships",
    new_yards.NewYard: "ships",
    unit_repair.Mend: "repairs",
    strategic_building.Build: "strategic",
    strategic_building.HeavyFlak: "strategic",
    strategic_building.Repair: "strategic",
    strategic_conversions.FleetToASW: "strategic",
    strategic_conversions.FighterToInterceptor: "strategic",
    smp_capacity.SmpCapacity: "movement",
    lend_lease.OpenPersia: "movement",
    rating_programmes.Rating: "ratings",
    rating_programmes.Track: "ratings",
    installations.Install: "installations",
    airbases.Rebuild: "installations",
    reserves.Reserve: "reserves",
    reserves.Commit: "reserves",
    evasion.BuyChit: "diplomacy",
    variants.Variant: "diplomacy",
    declarations.Declare: "wars",
    declarations.Enter: "wars",
    announcements.Iceland: "diplomacy",
    grants.Grant: "grants",
    evacuation.Evacuate: "industry",
    scorched_earth.ScorchedEarth: "industry",
}

# And those that bring something or take it away, by the account of what comes in and of what goes out.
MOVES: dict[type[Order[Any]], tuple[str, str]] = {
    income.Growth: ("growth", "growth"),
    income.Income: ("income", "income"),
    income.Mobilization: ("mobilization", "mobilization"),
    soviet_mobilization.Mobilize: ("mobilization", "mobilization"),
    declarations.EntryLevel: ("mobilization", "mobilization"),
    shipments.Arrivals: ("received", "received"),
    shipments.CargoLost: ("received", "sunk"),
    conquest.Capture: ("captured", "taken"),
    conquest.Conquer: ("captured", "taken"),
    conquest.Surrender: ("captured", "taken"),
    fascism.Revive: ("captured", "taken"),
    statuses.Entered: ("captured", "taken"),
    statuses.Status: ("gained", "lost"),
    annual.OreEnds: ("gained", "lost"),
    lend_lease_duty.LendLeaseFailed: ("gained", "penalties"),
    segment.Settle: ("gained", "penalties"),
}

# What is typed by hand says itself what it is for.
_SPENT_ON = {
    "units": "units",
    "repair": "repairs",
    "strategic": "strategic",
    "installations": "installations",
    "reserves": "reserves",
    "diplomacy": "diplomacy",
    "espionage": "diplomacy",
    "war": "wars",
    "losses": "lost",
}
_GAINED_BY = {"conquest": "captured", "colony": "captured", "grant": "received", "pact": "received"}

# Changes that are the same under whatever order they come.
_BY_WHY = {
    "deficit spending": "deficit",
    "built before the war": "peace",
    "granted before the war": "peace",
    "lent bombers replaced": "strategic",
    east_africa.CUT_OFF: "taken",
}

_ENTRY_LEVEL = "U.S. Entry Level "


def filed(order: Order[Any] | None, entry: Entry, change: Change) -> tuple[str, str]:
    """See Ruleset.filed."""
    gains = int(change.now) > int(change.was)
    return _account(order, entry, change, gains), _label(change.why)


def _account(order: Order[Any] | None, entry: Entry, change: Change, gains: bool) -> str:
    if found := _BY_WHY.get(change.why):
        return found
    if change.why.startswith(_ENTRY_LEVEL):
        return "mobilization"
    if isinstance(order, declarations.Declare) and change.rule in ("14.5", "14.6.1"):
        return "captured" if gains else "taken"  # who falls with the declaration (23.17)
    if isinstance(order, spending.Spend):
        return _SPENT_ON.get(order.on, "spent")
    if isinstance(order, spending.Gain):
        return _GAINED_BY.get(order.by, "gained")
    if order is not None and (sides := MOVES.get(type(order))) is not None:
        return sides[0 if gains else 1]
    if order is not None and (pays := PAYS.get(type(order))) is not None:
        return pays
    if not gains and _fought(order, entry, change):
        return "sunk" if entry.step in (war_report.AT_SEA, war_report.IN_ITALY) else "bombed"
    return "gained" if gains else "spent"


def _fought(order: Order[Any] | None, entry: Entry, change: Change) -> bool:
    """Whether strategic warfare destroyed it: a battle's stage, or the answer that ends one, in its segment."""
    battle = isinstance(order, Resolve) or any(one.at.startswith("pending.") for one in entry.changes)
    return change.why == YIELD_LOST or (battle and entry.step.startswith(war_report.SEGMENT))


def _label(why: str) -> str:
    """A change's cause as a statement's line: units by what is printed on them."""
    deed, sign, group = why.partition(": ")
    if not sign or deed not in ("built", "repaired", "upgraded"):
        return why
    kind, _, rest = group.partition("-")
    named = kind.upper() if len(kind) <= _SHORT else kind
    return f"{deed}: {' '.join(part for part in (named, rest) if part)}"


_SHORT = 4
"""Kinds of so few letters are printed in capitals."""

NOTING = ("units.", "additions.", f"pools.{fallen.FREE_FRENCH}.")

# What a unit's going is called where it was not lost.
_LEFT = {
    "its country is conquered": "left the game",
    "upgraded": "upgraded from",
    "becomes INT": "converted",
    "eliminated out of supply": "lost out of supply",
    "rocket spent": "rockets launched",
}
_JOINED = "joined the force pool"
_CAME = {"upgraded": "upgraded to", "from a fighter": "built", "built for nothing": "built for nothing"}


def noted(entry: Entry) -> Iterable[Note]:
    """See Ruleset.noted: units built, launched, lost, and those that joined the force pool."""
    for change in entry.changes:
        if change.was is None and isinstance(change.now, Unit):
            yield _note(change.now, _CAME.get(change.why, change.why), 1)
        elif change.now is None and isinstance(change.was, Unit):
            yield _note(change.was, _LEFT.get(change.why, "lost"), 1)
        elif change.now is None and isinstance(change.was, Addition):
            yield _note(change.was, _JOINED, change.was.count)
        elif change.why == fallen.RISE:
            power, _, group = fallen.FREE_FRENCH.partition("-")
            yield Note(power, _JOINED, group, int(change.now) - int(change.was))


def _note(of: Unit | Pool | Addition, happened: str, count: int) -> Note:
    group = "-".join(part for part in (of.kind, of.strength, of.tag) if part)
    return Note(of.power, happened, group, count)
