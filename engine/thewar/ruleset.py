"""The War: Europe 1939-1945 as a ruleset of the kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, ClassVar

from engine.kernel.facts import Facts
from engine.kernel.game import Game
from engine.kernel.late import attribute
from engine.kernel.orders import Order
from engine.kernel.procedures import Procedure
from engine.kernel.ruleset import Citations, Fault
from engine.kernel.sequence import Sequence
from engine.kernel.sheets import Sheets
from engine.thewar import steps
from engine.thewar.rooms import HOUSE
from engine.thewar.world import outcome, printed_hexes, wars
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
    citations: ClassVar[Citations] = Citations(seat="1.1", sequence="3.0", turn_order="3.11", decision="3.0")
    sheets: ClassVar[Sheets] = Sheets(
        __package__,
        Efforts="sheets.effort_sheet:EffortSheet",
        Boxes="sheets.box_sheet:BoxSheet",
        Previews="sheets.preview_sheet:PreviewSheet",
        Following="sheets.following_sheet:FollowingSheet",
        Ledger="sheets.ledger:LedgerSheet",
        Duties="due:DutySheet",
        Bookkeeping="sheets.bookkeeping:BookSheet",
        Building="sheets.build_sheet:BuildSheet",
        Moving="sheets.move_sheet:MoveSheet",
        Gazetteer="sheets.gazetteer:PlaceSheet",
        Atlas="sheets.atlas_sheet:AtlasSheet",
        Diplomacy="sheets.diplomacy_sheet:DiplomacySheet",
        Hands="sheets.hand_sheet:HandSheet",
        SupplySources="sheets.supply_sheet:SupplySheet",
        Objectives="sheets.objective_sheet:ObjectiveSheet",
        Forces="sheets.force_sheet:ForceSheet",
        Overview="sheets.overview:OverviewSheet",
        Reports="sheets.war_report:ReportSheet",
        Cards="building.card_pages:TheWarCards",
        Titles="sheets.entry_sheet:TitleSheet",
        Options="world.options:OptionSheet",
        Habits="rooms:HOUSE.habits",
        Setup="sheets.setup_sheet:SetupSheet",
        Entries="sheets.entry_sheet:EntrySheet",
    )

    @cached_property
    def sequence(self) -> Sequence[TheWar]:
        return steps.sequence()

    def takes_part(self, campaign: TheWar, power: str) -> bool:
        """Whether a power is in the campaign."""
        return power in campaign.seats and power in campaign.powers

    def name(self, campaign: TheWar, power: str) -> str:
        return wars.named(campaign, power)

    def alliance(self, campaign: TheWar, power: str) -> str:
        """The alliance of a power as it stands now (1.2)."""
        return campaign.powers[power].alliance

    def other_words(self, campaign: TheWar) -> Mapping[str, str]:
        """Places by the numbers of the hexes that are printed for them."""
        return printed_hexes.places(campaign)

    def ended(self, campaign: TheWar) -> str:
        """How it has ended, while it is not played on (27)."""
        return outcome.over(campaign) if campaign.outcomes else ""

    def check(self, campaign: TheWar, *, opening: bool = False) -> Iterable[Fault]:
        return HOUSE.faults(campaign, opening=opening)


RULESET = TheWarRuleset()
