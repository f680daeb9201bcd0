"""The powers' ledger: what every player may know of their NARFs and capacity (14.1, 15.1.6.1, 8.4, 24.0)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.kernel.refusals import Breakdown, Line
from engine.kernel.sheets.ledger import Column, Ledger
from engine.kernel.values import frozen
from engine.thewar.economy import capacity, income, logistics, oil
from engine.thewar.moving import railways
from engine.thewar.world import wars
from engine.thewar.world.state import TheWar


@frozen
class LedgerRow:
    """One power (see kernel.ledger): NARFs in ``hand``, of them ``reserved``; ``level`` and ``base``; ``room`` under
    half of the base this turn; ``smp`` left of this turn's Strategic Movement Points; its ``effort`` and whether it has
    surrendered."""

    power: str
    name: str
    hand: int
    reserved: int
    level: int
    base: int
    room: int
    smp: int
    effort: str
    surrendered: bool

    @property
    def figures(self) -> tuple[int | None, ...]:
        """The figures of the row, in the order of COLUMNS."""
        return (self.hand, self.level, self.base, self.room, self.smp, self.reserved or None)

    @property
    def free(self) -> int:
        """NARFs that the power can still spend."""
        return self.hand - self.reserved

    @property
    def note(self) -> str:
        """The power's effort of the turn, in words."""
        return "surrendered" if self.surrendered else self.effort


COLUMNS = (
    Column("hand", 5, "NARFs that may still be spent", 0),
    Column("level", 6, "what a year brings, from base, colonies and conquests", 0),
    Column("base", 5, "the NARF base, which only growth and conquest of the homeland change"),
    Column("room", 5, "what may still be built this turn at the single price"),
    Column("SMP", 4, "Strategic Movement Points left this turn", 0),
    Column("reserved", 9, "of the hand, what the effort of the turn will cost", rank=2),
)


def room(campaign: TheWar, power: str) -> Breakdown:
    """What may still be spent on units this turn at normal prices (15.1.6.1), in NARFs."""
    builder = campaign.powers[power]
    left = Breakdown((Line("half of the base, rounded up", income.limit(builder.base), "15.1.6.1"),))
    if builder.spent:
        left = left.plus("spent this turn", -builder.spent, "15.1.6.1")
    return left


def hand(campaign: TheWar, power: str) -> Breakdown:
    """What a power can spend: its hand less what its effort has reserved (ruling 144), in NARFs."""
    owner = campaign.powers[power]
    free = Breakdown((Line("in hand", owner.narfs, "14.1"),))
    return free.plus("reserved for the effort", -owner.reserved, "ruling 144") if owner.reserved else free


def rows(campaign: TheWar) -> tuple[LedgerRow, ...]:
    """Every power that takes part, the lowest hand first (3.3)."""
    listed = [_row(campaign, power) for power in wars.POWERS if power in campaign.powers]
    return tuple(sorted(listed, key=lambda row: (row.surrendered, row.hand)))


def _row(campaign: TheWar, power: str) -> LedgerRow:
    owner = campaign.powers[power]
    return LedgerRow(
        power=power,
        name=owner.name,
        hand=owner.narfs,
        reserved=owner.reserved,
        level=income.level(campaign, power).total,
        base=owner.base,
        room=room(campaign, power).total,
        smp=capacity.remaining(campaign, power).total,
        effort=logistics.name(owner.effort) if owner.effort else "",
        surrendered=bool(owner.surrendered),
    )


COMPUTED: dict[str, Callable[[TheWar, str], Breakdown | None]] = {
    "level": income.level,
    "room": room,
    "smp-now": capacity.remaining,
    "rail-now": railways.remaining,
    "oil": oil.explained,
    "free": hand,
    "income": income.spring_income,
}


def causes(campaign: TheWar, power: str) -> tuple[tuple[str, Breakdown], ...]:
    """A power's figures that have more than one cause, each with its title: its level, SMPs and railmoves where
    anything changes them, oil factors."""
    figures = [("Level", income.level(campaign, power))]
    if len((smps := capacity.remaining(campaign, power)).lines) > 1:
        figures.append(("SMPs", smps))
    if len((rail := railways.remaining(campaign, power)).lines) > 1:
        figures.append(("Railmoves", rail))
    if (factors := oil.explained(campaign, power)) is not None:
        figures.append(("Oil factors", factors))
    return tuple(figures)


def explain(campaign: TheWar, path: str) -> Breakdown | None:
    """The causes of a computed figure of a power, such as ``powers.germany.level``; None for plain state."""
    parts = path.split(".")
    if len(parts) != 3 or parts[0] != "powers" or parts[1] not in campaign.powers:
        return None
    compute = COMPUTED.get(parts[2])
    return compute(campaign, parts[1]) if compute else None


class LedgerSheet(Ledger[TheWar]):
    """The powers, their NARFs."""

    money = "NARFs"
    purse = "narfs"
    columns = COLUMNS
    note_title = "effort"

    def powers(self, campaign: TheWar) -> Mapping[str, str]:
        return {power: owner.name for power, owner in campaign.powers.items()}

    def hands(self, campaign: TheWar) -> Mapping[str, int]:
        return {power: owner.narfs for power, owner in campaign.powers.items()}

    def rows(self, campaign: TheWar) -> tuple[LedgerRow, ...]:
        return rows(campaign)

    def causes(self, campaign: TheWar, power: str) -> tuple[tuple[str, Breakdown], ...]:
        return causes(campaign, power)

    def explain(self, campaign: TheWar, path: str) -> Breakdown | None:
        return explain(campaign, path)
