"""The War: Europe 1939-1945 as a ruleset of the kernel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Sequence as ListOf
from typing import TYPE_CHECKING, Any, ClassVar

from engine.kernel import seasons
from engine.kernel.campaign import source
from engine.kernel.changes import Change, Entry
from engine.kernel.facts import Facts
from engine.kernel.late import attribute
from engine.kernel.orders import Order
from engine.kernel.procedures import Procedure
from engine.kernel.refusals import Breakdown
from engine.kernel.ruleset import Fault, Ruleset
from engine.kernel.sequence import Sequence
from engine.kernel.sheets import Sheets
from engine.kernel.sheets.accounts import Account, Booked, Note
from engine.kernel.sheets.building import Berth, Means, Prospect, Stock
from engine.kernel.sheets.cards import Cards
from engine.kernel.sheets.gazetteer import Fact, Site
from engine.kernel.sheets.ledger import Column, Duty
from engine.kernel.sheets.moving import Burden, Moves
from engine.kernel.sheets.reports import Chronicle
from engine.kernel.sheets.roster import Mark
from engine.thewar import steps
from engine.thewar.rooms import HOUSE
from engine.thewar.sheets import ledger
from engine.thewar.world import calendar, titles, wars
from engine.thewar.world.state import TheWar

if TYPE_CHECKING:
    from engine.thewar.sheets import war_report
    from engine.thewar.world import reports


class TheWarRuleset(Ruleset[TheWar]):
    """The rulebook of 8/1/16 with the rulings of docs/rulings.md."""

    id: ClassVar[str] = "thewar"
    title: ClassVar[str] = "The War: Europe 1939-1945"
    version: ClassVar[str] = "1"
    powers: ClassVar[tuple[str, ...]] = ("germany", "italy", "ussr", "britain", "us", "france")
    aliases: ClassVar[Mapping[str, str]] = {
        "soviets": "ussr",
        "soviet-union": "ussr",
        "russia": "ussr",
        "uk": "britain",
        "england": "britain",
        "usa": "us",
        "united-states": "us",
        "america": "us",
    }
    campaign_class = TheWar
    orders: ClassVar[tuple[type[Order[Any]], ...]] = attribute(__package__, "rooms:HOUSE.orders")
    procedures: ClassVar[tuple[type[Procedure[Any]], ...]] = attribute(__package__, "rooms:HOUSE.procedures")
    ruled: ClassVar[tuple[str, ...]] = (
        "powers",
        "countries",
        "holdings",
        "places",
        "units",
        "pools",
        "additions",
        "wars",
        "facts",
        "shipments",
    )
    facts: ClassVar[Facts] = HOUSE.facts
    citations: ClassVar[Mapping[str, str]] = {
        "seat": "1.1",
        "sequence": "3.0",
        "turn-order": "3.11",
        "decision": "3.0",
    }

    option_titles: ClassVar[Mapping[str, str]] = titles.OPTIONS

    segments: ClassVar[Mapping[str, str]] = {
        "income": "Income",
        "weather": "Weather",
        "planning": "Planning",
        "declarations": "Declarations",
        "strategic-warfare": "Strategic warfare",
        "operations": "Operations",
        "build": "Build",
        "stratmove": "Strategic movement",
        "supply": "Supply",
        "end": "End of turn",
    }

    field_titles: ClassVar[Mapping[str, str]] = {
        "narfs": "NARFs",
        "base": "NARF base",
        "smp": "SMP",
        "smp_lost": "SMPs lost this turn",
        "oos": "out of supply",
        "count": "in the pool",
        "attackers_price": "attackers' NARFs",
        "defenders_price": "defenders' NARFs",
        "oas": "OAS columns",
        "das": "DAS columns",
        "bombers": "bombers through",
    }
    money: ClassVar[str] = "NARFs"
    purse: ClassVar[str] = "narfs"
    ledger_columns: ClassVar[tuple[Column, ...]] = ledger.COLUMNS
    note_title: ClassVar[str] = "effort"
    entries: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "losses": ("losses",),
        "capture": ("capture", "conquer", "status", "entered", "surrender", "liberate"),
        "places": ("evacuate", "station", "mark"),
    }
    overlays: ClassVar[tuple[str, ...]] = ("accounts", "forces", "places", "curves", "battles")
    accounts: ClassVar[tuple[Account, ...]] = attribute(__package__, "sheets.bookkeeping:ACCOUNTS")
    booked: ClassVar[tuple[Booked, ...]] = attribute(__package__, "sheets.bookkeeping:BOOKED")
    noting: ClassVar[tuple[str, ...]] = attribute(__package__, "sheets.bookkeeping:NOTING")
    inner: ClassVar[tuple[str, ...]] = HOUSE.inner
    cards: ClassVar[Cards[Any] | None] = attribute(__package__, "building.card_pages:CARDS")

    sheets: ClassVar[Sheets] = Sheets(
        __package__,
        Efforts="sheets.effort_sheet:EffortSheet",
        Boxes="sheets.box_sheet:BoxSheet",
        Previews="sheets.preview_sheet:PreviewSheet",
    )

    def make_sequence(self) -> Sequence[TheWar]:
        """See Ruleset."""
        return steps.sequence()

    def turn_label(self, campaign: TheWar, turn: int) -> str:
        """See Ruleset."""
        return calendar.label(calendar.number(campaign.first) + turn - 1)

    def takes_part(self, campaign: TheWar, power: str) -> bool:
        """Whether a power is in the campaign."""
        return power in campaign.seats and power in campaign.powers

    def last_turn(self, campaign: TheWar) -> int:
        """See Ruleset."""
        return seasons.last_turn(campaign)

    def name(self, campaign: TheWar, power: str) -> str:
        """See Ruleset."""
        return wars.named(campaign, power)

    def thing(self, campaign: TheWar, thing: object) -> str:
        """See Ruleset."""
        return titles.thing(campaign, thing)

    def called(self, campaign: TheWar, key: str) -> str:
        """See Ruleset."""
        return titles.called(campaign, key)

    def check(self, campaign: TheWar) -> Iterable[Fault]:
        """See Ruleset."""
        return HOUSE.faults(campaign)

    def explain(self, campaign: TheWar, path: str) -> Breakdown | None:
        """See Ruleset."""
        return ledger.explain(campaign, path)

    def ledger(self, campaign: TheWar) -> tuple[ledger.LedgerRow, ...]:
        """What every player may know of the powers' NARFs and capacity."""
        return ledger.rows(campaign)

    def causes(self, campaign: TheWar, power: str) -> tuple[tuple[str, Breakdown], ...]:
        """The figures of a power's ledger with their causes: level, SMPs, oil factors."""
        return ledger.causes(campaign, power)

    def duties(self, campaign: TheWar) -> tuple[Duty, ...]:
        """What falls due this turn."""
        from engine.thewar import due

        return due.duties(campaign)

    def battles(self, campaign: TheWar, entries: ListOf[Entry]) -> tuple[reports.Report, ...]:
        """The battles in these entries, up to the campaign as it stands."""
        from engine.thewar.sheets import war_report

        return war_report.battles(campaign, entries)

    def chronicles(self, campaign: TheWar, entries: ListOf[Entry]) -> tuple[Chronicle, ...]:
        """See Ruleset."""
        from engine.thewar.sheets import war_report

        return war_report.chronicles(campaign, entries)

    def tonnage(self, campaign: TheWar, entries: ListOf[Entry]) -> tuple[war_report.Tonnage, ...]:
        """The war at sea and in the air turn by turn, from all entries."""
        from engine.thewar.sheets import war_report

        return war_report.tonnage(campaign, entries)

    def filed(self, order: Order[Any] | None, entry: Entry, change: Change) -> tuple[str, str]:
        """See Ruleset."""
        from engine.thewar.sheets import bookkeeping

        return bookkeeping.filed(order, entry, change)

    def noted(self, entry: Entry) -> Iterable[Note]:
        """See Ruleset."""
        from engine.thewar.sheets import bookkeeping

        return bookkeeping.noted(entry)

    def marks(self, campaign: TheWar) -> Mapping[str, tuple[Mark, ...]]:
        """See Ruleset."""
        from engine.thewar.combat import unit_marks

        return unit_marks.marks(campaign)

    def sites(self, campaign: TheWar) -> tuple[Site, ...]:
        """See Ruleset."""
        from engine.thewar.sheets import gazetteer

        return gazetteer.sites(campaign)

    def share_now(self, campaign: TheWar) -> Fact:
        """See Ruleset."""
        from engine.thewar.sheets import gazetteer

        return gazetteer.season_share(campaign)

    def stock(self, campaign: TheWar, order: Order[TheWar]) -> Stock | None:
        """See Ruleset."""
        from engine.thewar.sheets import build_stock

        return build_stock.stock(campaign, order)

    def means(self, campaign: TheWar, power: str) -> tuple[Means, ...]:
        """See Ruleset."""
        from engine.thewar.sheets import build_means

        return build_means.means(campaign, power)

    def shut(self, campaign: TheWar, power: str) -> tuple[Order[TheWar], ...]:
        """See Ruleset."""
        from engine.thewar.sheets import build_stock

        return build_stock.shut(campaign, power)

    def variants(self, campaign: TheWar, order: Order[TheWar]) -> tuple[Order[TheWar], ...]:
        """See Ruleset."""
        from engine.thewar.sheets import build_stock

        return build_stock.variants(campaign, order)

    def berths(self, campaign: TheWar, power: str) -> tuple[Berth, ...]:
        """See Ruleset."""
        from engine.thewar.sheets import build_means

        return build_means.berths(campaign, power)

    def prospects(self, campaign: TheWar, power: str) -> tuple[Prospect, ...]:
        """See Ruleset."""
        from engine.thewar.sheets import build_means

        return build_means.prospects(campaign, power)

    def moves(self, campaign: TheWar, power: str) -> Moves | None:
        """See Ruleset."""
        from engine.thewar.sheets import move_sheet

        return move_sheet.moves(campaign, power)

    def burden(self, campaign: TheWar, order: Order[TheWar]) -> tuple[Burden, ...]:
        """See Ruleset."""
        from engine.thewar.sheets import move_sheet

        return move_sheet.burden(campaign, order)

    def source(self, campaign: TheWar, path: str) -> str:
        """Where a figure comes from."""
        return source(campaign, path)


RULESET = TheWarRuleset()
