"""A World at War as a ruleset of the kernel: its strategic warfare in three editions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from collections.abc import Sequence as ListOf
from typing import TYPE_CHECKING, Any, ClassVar

from engine.kernel import seasons
from engine.kernel.campaign import source
from engine.kernel.changes import Entry
from engine.kernel.facts import Facts
from engine.kernel.late import attribute
from engine.kernel.orders import Order
from engine.kernel.procedures import Procedure
from engine.kernel.refusals import Breakdown
from engine.kernel.ruleset import Fault, Ruleset
from engine.kernel.sequence import Sequence
from engine.kernel.sheets.building import Means, Stock
from engine.kernel.sheets.cards import Cards
from engine.kernel.sheets.ledger import Column, Duty
from engine.kernel.sheets.reports import Chronicle, Report
from engine.kernel.sheets.roster import Roster
from engine.worldatwar import steps
from engine.worldatwar.rooms import HOUSE
from engine.worldatwar.sheets import ledger
from engine.worldatwar.world import editions, sides
from engine.worldatwar.world.state import WorldAtWar

if TYPE_CHECKING:
    from engine.worldatwar.sheets import ocean_board, raid_board


class WorldAtWarRuleset(Ruleset[WorldAtWar]):
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
    procedures: ClassVar[tuple[type[Procedure[Any]], ...]] = attribute(__package__, "rooms:HOUSE.procedures")
    ruled: ClassVar[tuple[str, ...]] = (
        "powers",
        "groups",
        "pools",
        "places",
        "ships",
        "bases",
        "wars",
        "facts",
        "research",
    )
    facts: ClassVar[Facts] = HOUSE.facts
    citations: ClassVar[Mapping[str, str]] = {
        "seat": "24.2",
        "sequence": "24.12",
        "turn-order": "24.12",
        "decision": "24.6",
    }

    option_titles: ClassVar[Mapping[str, str]] = {
        "house_rulings": "House rulings",
        "edition": "Edition",
        "classic": "Classic game",
        "german-submarine-steps": "German steps",
        "japanese-submarine-steps": "Japanese steps",
    }
    option_choices: ClassVar[Mapping[str, tuple[str, ...]]] = {"edition": editions.NAMES}
    edition_table: ClassVar[str] = "editions"
    entries: ClassVar[Mapping[str, tuple[str, ...]]] = {"capture": ("hold", "war", "result")}
    overlays: ClassVar[tuple[str, ...]] = ("roster", "curves", "battles")
    cards: ClassVar[Cards[Any] | None] = attribute(__package__, "sheets.card_pages:CARDS")
    segments: ClassVar[Mapping[str, str]] = {
        "start": "Start of the turn",
        "movement": "Movement",
        "submarines": "Submarine warfare",
        "bombing": "Strategic bombing",
        "construction": "Construction",
        "redeployment": "Redeployment",
        "end": "End of turn",
    }
    money: ClassVar[str] = "BRPs"
    purse: ClassVar[str] = "brps"
    ledger_columns: ClassVar[tuple[Column, ...]] = ledger.COLUMNS
    field_titles: ClassVar[Mapping[str, str]] = {
        "brps": "BRPs",
        "dps": "DPs",
        "asw": "ASW",
        "spent": "BRPs built for",
        "launched": "SBPs used",
        "subs_eliminated": "submarines sunk",
        "subs_aborted": "submarines driven off",
        "subs_through": "submarines that get through",
    }

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
        from engine.worldatwar.sheets import checks

        return checks.faults(campaign)

    def explain(self, campaign: WorldAtWar, path: str) -> Breakdown | None:
        return ledger.explain(campaign, path)

    def ledger(self, campaign: WorldAtWar) -> tuple[ledger.LedgerRow, ...]:
        """What every player may know of the powers' BRPs and limits."""
        return ledger.rows(campaign)

    def duties(self, campaign: WorldAtWar) -> tuple[Duty, ...]:
        """What falls due this turn."""
        return tuple(HOUSE.duties(campaign, (step.slug for step in self.sequence.steps)))

    def stock(self, campaign: WorldAtWar, order: Order[WorldAtWar]) -> Stock | None:
        from engine.worldatwar.building import construction, production

        if isinstance(order, production.Produce):
            return production.stock(campaign, order)
        return construction.stock(campaign, order) if isinstance(order, construction.Build) else None

    def means(self, campaign: WorldAtWar, power: str) -> tuple[Means, ...]:
        from engine.worldatwar.building import construction

        return construction.means(campaign, power)

    def battles(self, campaign: WorldAtWar, entries: ListOf[Entry]) -> tuple[Report, ...]:
        from engine.worldatwar.sheets import submarine_reports

        return submarine_reports.battles(campaign, entries)

    def chronicles(self, campaign: WorldAtWar, entries: ListOf[Entry]) -> tuple[Chronicle, ...]:
        from engine.worldatwar.sheets import submarine_reports

        return submarine_reports.chronicles(campaign, entries)

    def roster(self, campaign: WorldAtWar) -> Roster:
        from engine.worldatwar.sheets import rosters

        return rosters.roster(campaign)

    def oceans(self, campaign: WorldAtWar, powers: tuple[str, ...]) -> ocean_board.Oceans:
        """The oceans for a screen, with what these powers may do there in the step at hand."""
        from engine.worldatwar.sheets import ocean_board

        return ocean_board.board(campaign, powers)

    def raids(self, campaign: WorldAtWar, powers: tuple[str, ...]) -> raid_board.Raids:
        """Bombing forces for a screen, with what these powers may announce or assign in the step at hand."""
        from engine.worldatwar.sheets import raid_board

        return raid_board.board(campaign, powers)

    def weighed(self, campaign: WorldAtWar, order: Order[WorldAtWar]) -> raid_board.Weighed:
        """What a force or a defence hangs on: modifiers that hold and those that do not, and its air combat."""
        from engine.worldatwar.sheets import raid_board

        return raid_board.weighed(campaign, order)

    def source(self, campaign: WorldAtWar, path: str) -> str:
        """Where a figure comes from."""
        return source(campaign, path)


RULESET = WorldAtWarRuleset()
