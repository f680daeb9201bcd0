"""A World at War as a ruleset of the kernel: its strategic warfare in three editions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
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
from engine.worldatwar import steps
from engine.worldatwar.rooms import HOUSE
from engine.worldatwar.world import editions, sides
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
    citations: ClassVar[Mapping[str, str]] = {
        "seat": "24.2",
        "sequence": "24.12",
        "turn-order": "24.12",
        "decision": "24.6",
    }

    options: ClassVar[tuple[Option, ...]] = (
        Option("house_rulings", "House rulings"),
        Option("edition", "Edition", choices=editions.NAMES),
        Option("classic", "Classic game"),
        Option("german-submarine-steps", "German steps", "25.13A"),
        Option("japanese-submarine-steps", "Japanese steps", "25.13C"),
    )
    edition_table: ClassVar[str] = "editions"
    segments: ClassVar[Mapping[str, str]] = {
        "start": "Start of the turn",
        "movement": "Movement",
        "submarines": "Submarine warfare",
        "bombing": "Strategic bombing",
        "construction": "Construction",
        "redeployment": "Redeployment",
        "end": "End of turn",
    }
    outcome_titles: ClassVar[Mapping[str, str]] = {
        "dps": "DPs",
        "subs_eliminated": "submarines sunk",
        "subs_aborted": "submarines driven off",
        "subs_through": "submarines that get through",
    }

    sheets: ClassVar[Sheets] = Sheets(
        __package__,
        Ledger="sheets.ledger:LedgerSheet",
        Building="sheets.build_sheet:BuildSheet",
        Rosters="sheets.rosters:RosterSheet",
        Overview="sheets.overview:OverviewSheet",
        Reports="sheets.submarine_reports:ReportSheet",
        OceanSheet="sheets.ocean_board:OceanBoard",
        RaidSheet="sheets.raid_board:RaidBoard",
        Cards="sheets.card_pages:WorldAtWarCards",
        Entries="sheets.build_sheet:EntrySheet",
    )

    def make_sequence(self) -> Sequence[WorldAtWar]:
        return steps.sequence()

    def turn_label(self, campaign: WorldAtWar, turn: int) -> str:
        return seasons.label(seasons.number(campaign.first) + turn - 1)

    def takes_part(self, campaign: WorldAtWar, power: str) -> bool:
        """Whether a power is in the campaign."""
        return power in campaign.seats and power in campaign.powers

    def last_turn(self, campaign: WorldAtWar) -> int:
        return seasons.last_turn(campaign)

    def name(self, campaign: WorldAtWar, power: str) -> str:
        return sides.named(campaign, power)

    def check(self, campaign: WorldAtWar) -> Iterable[Fault]:
        return HOUSE.faults(campaign)

    def explain(self, campaign: WorldAtWar, path: str) -> Breakdown | None:
        from engine.worldatwar.sheets import ledger

        return ledger.explain(campaign, path)

    def duties(self, campaign: WorldAtWar) -> tuple[Duty, ...]:
        """What falls due this turn."""
        return tuple(HOUSE.duties(campaign, (step.slug for step in self.sequence.steps)))

    def source(self, campaign: WorldAtWar, path: str) -> str:
        """Where a figure comes from."""
        return source(campaign, path)


RULESET = WorldAtWarRuleset()
