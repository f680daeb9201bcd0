"""A World at War as a ruleset of the kernel: its strategic warfare in three editions."""

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
from engine.worldatwar import steps
from engine.worldatwar.rooms import HOUSE
from engine.worldatwar.world import sides
from engine.worldatwar.world.state import WorldAtWar


class WorldAtWarRuleset(Game[WorldAtWar]):
    """Chapters 24 to 26 of the rulebook, in the edition that the campaign chooses."""

    id: ClassVar[str] = "worldatwar"
    title: ClassVar[str] = "A World at War"
    version: ClassVar[str] = "1"
    powers: ClassVar[tuple[str, ...]] = sides.POWERS
    aliases: ClassVar[Mapping[str, str]] = {
        "uk": "britain",
        "england": "britain",
        "usa": "us",
        "united-states": "us",
        "america": "us",
        "ussr": "russia",
        "soviets": "russia",
    }
    campaign_class = WorldAtWar
    orders: ClassVar[tuple[type[Order[Any]], ...]] = attribute(__package__, "rooms:HOUSE.orders")
    kinds: ClassVar[Mapping[str, type[Procedure[Any]]]] = attribute(__package__, "rooms:HOUSE.kinds")
    facts: ClassVar[Facts] = HOUSE.facts
    former: ClassVar[Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]]] = attribute(__package__, "former:STEPS")
    citations: ClassVar[Citations] = Citations(seat="24.2", sequence="24.12", turn_order="24.12", decision="24.6")
    sheets: ClassVar[Sheets] = Sheets(
        __package__,
        Ledger="sheets.ledger:LedgerSheet",
        Duties="due:DutySheet",
        Building="sheets.build_sheet:BuildSheet",
        Rosters="sheets.rosters:RosterSheet",
        Overview="sheets.overview:OverviewSheet",
        Reports="sheets.submarine_reports:ReportSheet",
        OceanSheet="sheets.ocean_board:OceanBoard",
        RaidSheet="sheets.raid_board:RaidBoard",
        Cards="sheets.card_pages:WorldAtWarCards",
        Entries="sheets.build_sheet:EntrySheet",
        Titles="sheets.title_sheet:TitleSheet",
        Options="sheets.option_sheet:OptionSheet",
        Habits="rooms:HOUSE.habits",
        Setup="sheets.setup_sheet:SetupSheet",
    )

    @cached_property
    def sequence(self) -> Sequence[WorldAtWar]:
        return steps.sequence()

    def takes_part(self, campaign: WorldAtWar, power: str) -> bool:
        """Whether a power is in the campaign."""
        return power in campaign.seats and power in campaign.powers

    def name(self, campaign: WorldAtWar, power: str) -> str:
        return sides.named(campaign, power)

    def alliance(self, campaign: WorldAtWar, power: str) -> str:
        """The alliance faction of a power."""
        return campaign.powers[power].faction

    def check(self, campaign: WorldAtWar, *, opening: bool = False) -> Iterable[Fault]:
        return HOUSE.faults(campaign, opening=opening)


RULESET = WorldAtWarRuleset()
