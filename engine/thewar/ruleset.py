"""The War: Europe 1939-1945 as a ruleset of the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar

from engine.kernel import seasons
from engine.kernel.campaign import source
from engine.kernel.facts import Facts
from engine.kernel.game import Game
from engine.kernel.late import attribute
from engine.kernel.options import Option
from engine.kernel.orders import Order
from engine.kernel.procedures import Procedure
from engine.kernel.refusals import Breakdown
from engine.kernel.ruleset import Fault
from engine.kernel.sequence import Sequence
from engine.kernel.sheets import Sheets
from engine.kernel.sheets.ledger import Duty
from engine.thewar import steps
from engine.thewar.rooms import HOUSE
from engine.thewar.world import calendar, wars
from engine.thewar.world.options import OPTIONS
from engine.thewar.world.state import TheWar


class TheWarRuleset(Game[TheWar]):
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
    kinds: ClassVar[Mapping[str, type[Procedure[Any]]]] = attribute(__package__, "rooms:HOUSE.kinds")
    facts: ClassVar[Facts] = HOUSE.facts
    former: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = attribute(__package__, "former:STEPS")
    citations: ClassVar[Mapping[str, str]] = {
        "seat": "1.1",
        "sequence": "3.0",
        "turn-order": "3.11",
        "decision": "3.0",
    }

    options: ClassVar[tuple[Option, ...]] = OPTIONS

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

    outcome_titles: ClassVar[Mapping[str, str]] = {
        "attackers_price": "attackers' NARFs",
        "defenders_price": "defenders' NARFs",
        "oas": "OAS columns",
        "das": "DAS columns",
        "bombers": "bombers through",
    }
    inner: ClassVar[tuple[str, ...]] = HOUSE.inner
    sheets: ClassVar[Sheets] = Sheets(
        __package__,
        Efforts="sheets.effort_sheet:EffortSheet",
        Boxes="sheets.box_sheet:BoxSheet",
        Previews="sheets.preview_sheet:PreviewSheet",
        Ledger="sheets.ledger:LedgerSheet",
        Bookkeeping="sheets.bookkeeping:BookSheet",
        Building="sheets.build_sheet:BuildSheet",
        Moving="sheets.move_sheet:MoveSheet",
        Gazetteer="sheets.gazetteer:PlaceSheet",
        Forces="sheets.force_sheet:ForceSheet",
        Overview="sheets.overview:OverviewSheet",
        Reports="sheets.war_report:ReportSheet",
        Cards="building.card_pages:TheWarCards",
        Titles="sheets.entry_sheet:TitleSheet",
        Entries="sheets.entry_sheet:EntrySheet",
    )

    def make_sequence(self) -> Sequence[TheWar]:
        return steps.sequence()

    def turn_label(self, campaign: TheWar, turn: int) -> str:
        return calendar.label(calendar.number(campaign.first) + turn - 1)

    def takes_part(self, campaign: TheWar, power: str) -> bool:
        """Whether a power is in the campaign."""
        return power in campaign.seats and power in campaign.powers

    def last_turn(self, campaign: TheWar) -> int:
        return seasons.last_turn(campaign)

    def name(self, campaign: TheWar, power: str) -> str:
        return wars.named(campaign, power)

    def check(self, campaign: TheWar) -> Iterable[Fault]:
        return HOUSE.faults(campaign)

    def duties(self, campaign: TheWar) -> tuple[Duty, ...]:
        """What falls due this turn."""
        from engine.thewar import due

        return due.duties(campaign)

    def explain(self, campaign: TheWar, path: str) -> Breakdown | None:
        from engine.thewar.sheets import ledger

        return ledger.explain(campaign, path)

    def source(self, campaign: TheWar, path: str) -> str:
        """Where a figure comes from."""
        return source(campaign, path)


RULESET = TheWarRuleset()
