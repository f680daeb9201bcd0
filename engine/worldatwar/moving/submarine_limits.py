"""How many submarine factors of each power may conduct submarine warfare in which box (25.13)."""

from __future__ import annotations

from engine.kernel import seasons
from engine.kernel.refusals import Breakdown, Line
from engine.kernel.tables import table
from engine.worldatwar.world import editions
from engine.worldatwar.world.bases import ATLANTIC, INDIAN, PACIFIC
from engine.worldatwar.world.state import WorldAtWar

GERMAN_STEPS, JAPANESE_STEPS = "german-submarine-steps", "japanese-submarine-steps"
"""Steps of submarine research before the war (25.13A, 25.13C): options of the scenario, which facts of the same names
overrule."""
UNLIMITED = Breakdown()
"""The answer for a power and box of which the table says nothing: a breakdown without lines."""
DATED_FROM = "1940-3-fall"
"""From this turn on the Atlantic's limit goes by date alone, whenever the war began (25.13A)."""


def limit(campaign: WorldAtWar, power: str, box: str, turn: int) -> Breakdown:
    """The most submarine factors with which a power may conduct submarine warfare in a box in a turn
    (``seasons.number`` of it), with its causes. Japan's limit holds for both of its boxes together. Without lines where
    no limit is printed."""
    if power == "germany" and box == ATLANTIC:
        return _atlantic(campaign, turn)
    if power == "germany" and box == INDIAN:
        return Breakdown((_by_year("germany-indian", turn, "25.13A"),))
    if power == "japan" and box in (INDIAN, PACIFIC):
        return _japan(campaign, turn)
    if power == "us" and box == PACIFIC:
        first, value = _dated(1, turn)
        return Breakdown((Line(f"from {seasons.spoken(seasons.label(first))}", value, "25.13E"),))
    return UNLIMITED


def _dated(column: int, turn: int) -> tuple[int, int]:
    """The row of the printed table that is in force in a turn: the turn since when, and the number of factors."""
    in_force = (0, 0)
    for label, cells in table("worldatwar", "submarine-limits")["row"].items():
        since = seasons.number(label)
        if cells[column] != "-" and (since <= turn or not in_force[1]):
            in_force = (since, int(cells[column]))
    return in_force


def _atlantic(campaign: WorldAtWar, turn: int) -> Breakdown:
    """The German limit in the Atlantic: by date, and one more for each turn after Winter 1942 (25.13A)."""
    since, value = _dated(0, turn)
    if _counted(campaign) and turn < seasons.number(DATED_FROM):
        return _early(campaign, turn)
    causes = [Line(f"from {seasons.spoken(seasons.label(since))}", value, "25.13A")]
    last = seasons.number("1942-4-winter")
    if turn > last:
        causes.append(Line("one more each turn since", turn - last, "25.13A"))
    return Breakdown(tuple(causes))


def _early(campaign: WorldAtWar, turn: int) -> Breakdown:
    """The German limit before the dated rows begin: one factor in the first turn of the war, then two, and a third for
    research (25.13A)."""
    causes = [Line("in the first turn of the war", 1, "25.13A")]
    if 0 < _first_turn_of_war(campaign) < turn:
        causes = [Line("from the second turn of the war", 2, "25.13A")]
    third = _third_from(campaign)
    if third and seasons.number(third) <= turn:
        label = f"{_steps(campaign, GERMAN_STEPS)} steps of submarine research"
        causes.append(Line(label, 3 - causes[0].value, "25.13A"))
    return Breakdown(tuple(causes))


def _third_from(campaign: WorldAtWar) -> str:
    """The turn from which research lets a third submarine fight in the Atlantic before Fall 1940,
    '' where it does not."""
    reached = ""
    for steps, label in table("worldatwar", "submarine-limits")["steps"]["atlantic_third_from"].items():
        if _steps(campaign, GERMAN_STEPS) >= int(steps):
            reached = label
    return reached


def _first_turn_of_war(campaign: WorldAtWar) -> int:
    """The first turn of any war of Germany's, 0 while it has none."""
    begun = [seasons.number(war.since) for war in campaign.wars.values() if "germany" in war.names]
    return min(begun, default=0)


def _counted(campaign: WorldAtWar) -> bool:
    """Whether steps of research before the war count: in the newest edition, outside of its classic game."""
    return editions.of(campaign).steps_count and not campaign.options.get("classic", True)


def _steps(campaign: WorldAtWar, name: str) -> int:
    """How many steps of submarine research a power had before the war."""
    return int(campaign.facts.get(name, campaign.options.get(name, 0)))


def first_submarine(campaign: WorldAtWar) -> bool:
    """Whether German submarines may begin the game in the Atlantic SW box (25.13A)."""
    needed = table("worldatwar", "submarine-limits")["steps"]["start"]
    return not _counted(campaign) or _steps(campaign, GERMAN_STEPS) >= needed


def _japan(campaign: WorldAtWar, turn: int) -> Breakdown:
    """The Japanese limit, with what research before the war adds to it (25.13C)."""
    causes = [_by_year("japan", turn, "25.13C")]
    if _counted(campaign):
        more = 0
        for steps, extra in table("worldatwar", "submarine-limits")["steps"]["japan_more"].items():
            if _steps(campaign, JAPANESE_STEPS) >= int(steps):
                more = extra
        if more:
            causes.append(Line(f"{_steps(campaign, JAPANESE_STEPS)} steps of submarine research", more, "25.13C"))
    return Breakdown(tuple(causes))


def _by_year(row: str, turn: int, rule: str) -> Line:
    years = {int(year): count for year, count in table("worldatwar", "submarine-limits")["by_year"][row].items()}
    year = min(max(turn // 4, min(years)), max(years))
    return Line(f"in {turn // 4}", years[year], rule)
