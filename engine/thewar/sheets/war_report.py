"""What happened in the boxes and on the board, read back from the journal: each battle with its tables, dice, modifiers
and result, and the NARFs of the war at sea and in the air turn by turn (5.1, 5.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from engine.kernel.changes import Change, Entry
from engine.kernel.sheets.reports import Chronicle, Losses, Reports, Series, TurnOfLosses, WarCount, rolls, stories
from engine.kernel.values import frozen
from engine.thewar.air import air_fight_reports
from engine.thewar.combat import chit_purposes
from engine.thewar.countries import atrocities, atrocity_reports, attempt_reports
from engine.thewar.ground import ground_reports, overrun_reports
from engine.thewar.politics import influence_reports
from engine.thewar.sea import sea_fight_reports
from engine.thewar.strategic import air_reports, partisan_reports, sea_reports
from engine.thewar.world import calendar
from engine.thewar.world.reports import Moment, Report, Story
from engine.thewar.world.state import TheWar

AT_SEA = "strategic-warfare.u-boats"
OVER_BRITAIN = ("strategic-warfare.bombing-of-britain", "strategic-warfare.rockets")
OVER_GERMANY = "strategic-warfare.bombing-of-germany"
IN_ITALY, IN_USSR = "strategic-warfare.mediterranean", "strategic-warfare.bombing-of-ussr"
SEGMENT = "strategic-warfare."
TELLERS: Mapping[type[Any], Callable[[Story[Any]], Report]] = {
    **sea_reports.TELLERS,
    **air_reports.TELLERS,
    **air_fight_reports.TELLERS,
    **ground_reports.TELLERS,
    **overrun_reports.TELLERS,
    **attempt_reports.TELLERS,
    **influence_reports.TELLERS,
    **sea_fight_reports.TELLERS,
}
"""Each kind of procedure that has a report, with the function that makes it."""
ROLLED: Mapping[str, Callable[[Moment[Any]], Report | None]] = {
    partisan_reports.PURPOSE: partisan_reports.of_roll,
    atrocity_reports.COMMITTED: atrocity_reports.of_atrocities,
    atrocities.CREATION: atrocity_reports.of_creation,
}
"""What is rolled for by one order without any procedure and has a report, with the function that makes it."""


@frozen
class Tonnage:
    """A turn of strategic warfare in NARFs lost at sea, in Britain, in Germany, by Italy to submarines and by the
    Soviet Union to bombers, by whoever occupies their homes to partisans; and in U-boats and ASW lost at sea."""

    turn: str
    at_sea: int = 0
    over_britain: int = 0
    over_germany: int = 0
    in_italy: int = 0
    in_ussr: int = 0
    to_partisans: int = 0
    uboats: int = 0
    asw: int = 0


CURVES: Mapping[str, tuple[tuple[str, str], ...]] = {
    "NARFs lost in strategic warfare": (
        ("At sea", "at_sea"),
        ("Over Britain", "over_britain"),
        ("Germany", "over_germany"),
        ("Italy", "in_italy"),
        ("Soviet Union", "in_ussr"),
        ("To partisans", "to_partisans"),
    ),
    "Units lost at sea": (("U-boats", "uboats"), ("ASW", "asw")),
}
"""The chronicles by title, each with its series: what they are called, and their fields of a turn's tonnage."""


def battles(campaign: TheWar, entries: Sequence[Entry]) -> tuple[Report, ...]:
    """The battles of these entries in the order in which they ended, the one under way last. ``campaign`` is how it
    stands after them."""
    ended: list[tuple[int, Report]] = []
    under_way: list[Report] = []
    for story in stories(campaign, entries, TELLERS):
        report = TELLERS[type(story.battle)](story)
        if report.open:
            under_way.append(report)
        else:
            ended.append((story.moments[-1].entry.n, report))
    for moment in rolls(campaign, entries, ROLLED):
        for purpose in filter(moment.face, ROLLED):
            if (told := ROLLED[purpose](moment)) is not None:
                ended.append((moment.entry.n, told))
    return (*(report for _, report in sorted(ended, key=lambda pair: pair[0])), *under_way)


class StrategicWar(WarCount):
    """The strategic war turn by turn, of the turns in which it was fought."""

    def __init__(self, campaign: TheWar) -> None:
        self._by_turn: dict[int, Tonnage] = {}
        self._turn = campaign.progress.turn
        self._first = calendar.number(campaign.first)

    def take(self, entry: Entry) -> None:
        if entry.step.startswith(SEGMENT):
            counted = self._by_turn.get(self._turn) or Tonnage(calendar.label(self._first + self._turn - 1))
            for change in entry.changes:
                counted = _counted(counted, entry.step, change)
            self._by_turn[self._turn] = counted
        for change in entry.changes:
            if change.at == "progress.turn":
                self._turn = int(change.was)

    @property
    def turns(self) -> tuple[Tonnage, ...]:
        """The turns counted, the oldest first."""
        return tuple(self._by_turn[number] for number in sorted(self._by_turn))

    def chronicles(self) -> tuple[Chronicle, ...]:
        """NARFs lost, and units lost at sea."""
        turns = self.turns
        labels = tuple(turn.turn for turn in turns)
        charts = []
        for title, fields in CURVES.items():
            series = (Series(name, tuple(getattr(turn, field) for turn in turns)) for name, field in fields)
            lost = tuple(line for line in series if any(line.values))
            if lost:
                charts.append(Chronicle(title, labels, lost))
        return tuple(charts)

    def losses(self) -> Losses:
        """NARFs of the Western Allies and of Germany, U-boats and ASW."""
        turns = self.turns
        told = (
            ("Italy has lost {} NARFs to British submarines.", sum(turn.in_italy for turn in turns)),
            ("The Soviet Union has lost {} NARFs to German bombers.", sum(turn.in_ussr for turn in turns)),
            ("Occupiers have lost {} NARFs to partisans.", sum(turn.to_partisans for turn in turns)),
        )
        return Losses(
            sides=("Western Allies", "Germany"),
            causes=("at sea", "to bombers"),
            units=("U-b", "ASW"),
            note="U-b, ASW: lost at sea",
            turns=tuple(map(_of_turn, turns)),
            elsewhere=tuple(said.format(lost) for said, lost in told if lost),
        )


def _of_turn(turn: Tonnage) -> TurnOfLosses:
    lost = ((turn.at_sea, turn.over_britain), (0, turn.over_germany))
    return TurnOfLosses(turn.turn, lost, (turn.uboats, turn.asw))


def _counted(so_far: Tonnage, step: str, change: Change) -> Tonnage:
    if change.at.endswith(".narfs") and change.at.startswith("powers."):
        lost = int(change.was) - int(change.now)
        if step == AT_SEA:
            return attrs.evolve(so_far, at_sea=so_far.at_sea + lost)
        if step in OVER_BRITAIN and change.at == "powers.britain.narfs":
            return attrs.evolve(so_far, over_britain=so_far.over_britain + lost)
        if step == OVER_GERMANY and change.at == "powers.germany.narfs":
            return attrs.evolve(so_far, over_germany=so_far.over_germany + lost)
        if step in chit_purposes.PARTISAN_STEPS:
            return attrs.evolve(so_far, to_partisans=so_far.to_partisans + lost)
        if step == IN_ITALY and change.at == "powers.italy.narfs":
            return attrs.evolve(so_far, in_italy=so_far.in_italy + lost)
        if step == IN_USSR and change.at == "powers.ussr.narfs":
            return attrs.evolve(so_far, in_ussr=so_far.in_ussr + lost)
    if step == AT_SEA and change.now is None and change.at.startswith("units."):
        kind = getattr(change.was, "kind", "")
        if kind == "uboat":
            return attrs.evolve(so_far, uboats=so_far.uboats + 1)
        if kind == "asw":
            return attrs.evolve(so_far, asw=so_far.asw + 1)
    return so_far


class ReportSheet(Reports[TheWar]):
    """Battles, and what strategic warfare costs."""

    def battles(self, campaign: TheWar, entries: Sequence[Entry]) -> tuple[Report, ...]:
        return battles(campaign, entries)

    def war_count(self, campaign: TheWar) -> StrategicWar:
        return StrategicWar(campaign)
