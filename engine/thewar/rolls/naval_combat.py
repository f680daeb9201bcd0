"""Air-to-sea and naval combat (7.9 to 7.11, 11.7): strengths, surprise and one roll.

Pure: no campaign is needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

import attrs

from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.values import compared_often
from engine.thewar.rolls.crt import Modifier
from engine.thewar.rolls.printed import below, read
from engine.thewar.world import ratings

CRT = "naval-crt"
MOST_SHIPS = 4
BOMBER = 3
SURPRISED_UP_TO = 2
SURPRISE = {"sea": 2, "port": 3}
"""The number by which surprise multiplies the air units that attack ships (7.9.3)."""

MODIFIERS = (
    Modifier("attacker-nac", -1, "the attacker's undepleted NAC on a CV", "7.9.9"),
    Modifier("defender-nac", 1, "the defender's undepleted NAC on a CV", "7.9.9"),
    Modifier("attacker-carrying", 1, "the attacker's Fleets carry units", "7.9.9"),
    Modifier("defender-carrying", -1, "the defender's Fleets carry units", "7.9.9"),
    Modifier("attacker-supply", 1, "the attacker escorts supply", "7.9.9"),
    Modifier("defender-supply", -1, "the defender escorts supply", "7.9.9"),
    Modifier("attacker-cv-only", 3, "the attacker has only CV without a whole NAC", "7.9.9"),
    Modifier("defender-cv-only", -3, "the defender has only CV without a whole NAC", "7.9.9"),
    Modifier("attacker-submarines", 1, "the attacker has only U-boats or ASW that count as Fleets", "7.9.9"),
    Modifier("defender-submarines", -1, "the defender has only U-boats or ASW that count as Fleets", "7.9.9"),
    Modifier("axis-against-task-force", 2, "Axis against a Task Force next to the British Isles", "7.9.9"),
    Modifier("first-surprise", -2, "first surprise of a power's carriers, NAC alone", "7.9.9, 11.7.3"),
    Modifier("mers-el-kebir", -2, "British attackers at Mers-el-Kebir", "18.5.6"),
)
BY_ID = {modifier.id: modifier for modifier in MODIFIERS}


@compared_often
class Engagement:
    """One roll at sea, before or after it; the phasing side attacks. ``attacker`` and ``defender`` are Fleets that the
    units of each side count, at most four of them ships (ruling 40); ``face`` is the natural die, 0 before it;
    ``card``: what naval combat cards add to it (29.13)."""

    attacker: int
    defender: int
    attacker_rating: int
    defender_rating: int
    modifiers: tuple[str, ...] = ()
    face: int = 0
    card: int = 0

    @property
    def bare(self) -> bool:
        """Whether CV without their NAC attack, who count nothing and yet have their own modifier."""
        return not self.attacker and "attacker-cv-only" in self.modifiers

    @property
    def place(self) -> int:
        """The place of the column: CV that count nothing attack on the worst one and defend on the best one
        (ruling 168)."""
        return 0 if self.bare else read(CRT).place(self.attacker, self.defender)

    @property
    def hopeless(self) -> bool:
        """Whether odds worse than 1-4 sink every attacker without a roll (7.9.9, ruling 39)."""
        return below(self.attacker, self.defender) and not self.bare

    @property
    def lines(self) -> tuple[Line, ...]:
        """Every modifier of the die that applies."""
        named = tuple(Line(BY_ID[name].label, BY_ID[name].value, BY_ID[name].rule) for name in self.modifiers)
        cards = (Line("naval combat cards", self.card, "29.13"),) if self.card else ()
        return (ratings.modifier("naval", self.attacker_rating, self.defender_rating), *named, *cards)


class NavalCore:
    """One roll on the naval table as a core for forecasts and play; at odds worse than 1-4 nothing is rolled."""

    def finished(self, value: Engagement) -> bool:
        return bool(value.face) or value.hopeless

    def dice(self, value: Engagement) -> tuple[int, ...]:
        return (10,)

    def stage(self, value: Engagement, faces: tuple[int, ...]) -> Engagement:
        return attrs.evolve(value, face=faces[0])


@compared_often
class NavalResult:
    """What the naval table said: ``side`` (attacker or defender) has ``count`` Fleets or CV depleted or sunk.

    ``row`` is None where the odds alone sank the attackers; then ``count`` is what they counted.
    """

    column: str
    modifier: int
    row: int | None
    result: str
    side: str
    effect: str
    count: int
    breakdown: Breakdown = attrs.field(eq=False)


class Affected(NamedTuple):
    """Whom a printed result hits: the side, whether its ships are depleted or sunk, and how many."""

    side: str
    effect: str
    many: int


@cache
def affected(text: str) -> Affected:
    """What a cell of the naval table says, such as ``AD2`` or ``D Sunk``."""
    return Affected(
        "attacker" if text[0] == "A" else "defender",
        "sunk" if "Sunk" in text else "depleted",
        int(text.removeprefix(text[:2]).removeprefix("Sunk") or 1),
    )


def refusals(fight: Engagement) -> Iterable[Refusal]:
    """Every reason why there is no such roll."""
    if fight.attacker <= 0 and not fight.bare:
        yield Refusal("7.9.9", "the attackers count no Fleet", "One FTR alone counts none (ruling 41).")
    if len(set(fight.modifiers)) < len(fight.modifiers):
        yield Refusal("7.9.9", "a modifier is named twice")


def resolve(fight: Engagement) -> NavalResult:
    """What came of a roll at sea (7.9.9). On a side of air units alone it is void: only ships suffer (7.9.5)."""
    printed = read(CRT)
    place = fight.place
    net = sum(line.value for line in fight.lines)
    if fight.hopeless:
        cause = Line(f"{fight.attacker} to {fight.defender} is worse than 1-4", fight.attacker, "7.9.9, ruling 39")
        return NavalResult(
            column=printed.columns[0],
            modifier=net,
            row=None,
            result="all attackers sunk",
            side="attacker",
            effect="sunk",
            count=fight.attacker,
            breakdown=Breakdown((cause,)),
        )
    row = printed.row(fight.face + net)
    text = printed.cell(place, row).text
    hit = affected(text)
    return NavalResult(
        column=printed.columns[place],
        modifier=net,
        row=row,
        result=text,
        side=hit.side,
        effect=hit.effect,
        count=hit.many,
        breakdown=Breakdown(fight.lines),
    )


def strength(
    *,
    fleets: int = 0,
    carriers: int = 0,
    large_carriers: int = 0,
    bombers: int = 0,
    fighters: int = 0,
    straits: bool = False,
) -> Breakdown:
    """The Fleets that a force counts in the odds (7.9, 7.9.5): Fleets, CV with a whole NAC (``large_carriers``: of two
    factors, counting two), four ships at most, the strongest ones; TAC and MDM three each (ruling 55); FTR half each,
    rounded down together, in straits only (ruling 41). A CV without its NAC counts nothing."""
    large = min(large_carriers, MOST_SHIPS)
    ships = min(fleets + carriers, MOST_SHIPS - large)
    lines: list[Line] = []
    if large:
        lines.append(Line(f"{large} CV with a NAC of two factors", 2 * large, "7.9.5"))
    if ships:
        lines.append(Line(f"{ships} Fleets and CV", ships, "7.9.5"))
    if left := fleets + carriers + large_carriers - large - ships:
        lines.append(Line(f"{left} more ships: four count", 0, "7.9, ruling 40"))
    if bombers:
        lines.append(Line(f"{bombers} TAC and MDM x {BOMBER}", BOMBER * bombers, "7.9.5, ruling 55"))
    if fighters and straits:
        lines.append(Line(f"{fighters} FTR, half each, rounded down", fighters // 2, "7.9.2, ruling 41"))
    return Breakdown(tuple(lines))


def surprised(face: int, *, espionage: bool = False) -> bool:
    """Whether a roll for surprise succeeds, with an Espionage chit at -1 (7.9.3, 11.7.2); ratings never count."""
    return face - espionage <= SURPRISED_UP_TO


def may_surprise(*, air_battle: bool, round_number: int) -> Iterable[Refusal]:
    """Every reason why the attackers may not roll for surprise (7.9.3, 11.7.2)."""
    if air_battle:
        yield Refusal("7.9.3", "there was a battle in the air", "Surprise is lost.")
    if round_number > 1:
        yield Refusal("7.9.5", f"round {round_number}", "Surprise is possible in the first round only.")
