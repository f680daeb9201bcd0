"""Each roll of the partisan war has its picture, as a battle has: who counts, each modifier, what came of it (25.4)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import play
from engine.kernel.changes import Entry
from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.kernel.sheets.reports import Report
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets.war_report import battles
from engine.thewar.world import behind_lines
from engine.thewar.world.state import TheWar
from tests.thewar.endings.scenes import lands
from tests.thewar.strategic.test_partisan_war import AXIS, LOST_COMMANDO, risen, scene
from tests.thewar.values import limit_used


def told_of(campaign: TheWar, *rolls: tuple[str, int]) -> tuple[Report, ...]:
    """The reports of the entries that these orders with their dice have made."""
    entries: list[Entry] = []
    for line, face in rolls:
        order = understand(RULESET, line, campaign)
        batch = play.submit(
            RULESET, campaign, [order], seat="solo", dice=FixedDice((face,)), n=entries[-1].n + 1 if entries else 1
        )
        entries += [entry for one in batch for entry in one.entries]
        campaign = batch[-1].campaign
    return battles(campaign, entries)


def held(report: Report) -> dict[str, tuple[int, str]]:
    return {one.label: (one.value, one.why) for one in report.casts[0].reckoned if one.holds}


def idle(report: Report) -> dict[str, str]:
    return {one.label: one.why for one in report.casts[0].reckoned if not one.holds}


@pytest.mark.rule("tw-25.4", "tw-25.4-mod")
def test_25_4_a_roll_tells_who_counts_its_modifiers_and_what_is_lost() -> None:
    here = scene(risen("britain", "poland", 3), risen("us", "greece", 1))
    there = {behind_lines.RAIDER: LOST_COMMANDO, behind_lines.RAIDED: "poland"}
    chit = limit_used("germany", "chit-helps", 1, "partisans-strategic-warfare")
    here = attrs.evolve(here, facts={**here.facts, **there}, used={**here.used, **chit})
    (report,) = told_of(here, ("britain partisan-war germany", 4))
    assert report.title == "Western partisans against Germany"
    assert report.forces == "4 partisans, 3 of Poland and 1 of Greece; Germany occupies"
    (cast,) = report.casts
    assert (cast.faces, cast.net, cast.row, cast.column, cast.cell) == ((4,), -2, 2, "4", "4")
    assert held(report) == {
        "in 1943": (-2, "Allied rolls from 1942 on"),
        "Axis chit": (2, "played in this segment, and not cancelled"),
        "a Commando": (-2, "behind the lines in Poland"),
    }
    assert idle(report) == {"Allied chit": "none is played, or it is cancelled"}
    assert [said.text for said in report.words] == ["Germany loses 4 NARFs", "No partisan is eliminated"]
    assert not report.lost and not report.open
    narfs = here.powers["germany"].narfs
    assert ("powers.germany.narfs", narfs, narfs - 4) in [(one.at, one.was, one.now) for one in report.changes]


@pytest.mark.rule("tw-25.4-smp")
def test_25_4_railways_and_partisans_lost_are_told_by_home_and_rolls_in_their_order() -> None:
    here = scene(risen("britain", "poland", 4), risen("ussr", "greece", 2), turn="1941-1-spring")
    cut, lost = told_of(here, ("britain partisan-war germany", 1), ("ussr partisan-war germany lose=greece", 10))
    assert "Railways are cut: Germany has an SMP and a railmove less in this turn" in [one.text for one in cut.words]
    assert (lost.title, lost.casts[0].cell) == ("Soviet partisans against Germany", "0 *")
    assert [one.text for one in lost.words] == ["Germany loses no NARFs", "1 partisan of Greece is eliminated"]
    assert [one.text for one in lost.lost] == ["Soviet Union: 1 partisan lost"]
    assert idle(lost)["the year"] == "from 1942 on" and idle(lost)["a Commando"].startswith("in Western rolls")


@pytest.mark.rule("tw-25.4")
def test_25_4_the_axis_partisans_have_neither_year_nor_commando() -> None:
    here = lands("spain", patron="us")(scene(risen("germany", "spain", 4), step=AXIS))
    (report,) = told_of(here, ("germany partisan-war us", 10))
    assert report.forces == "4 partisans of Spain; United States occupies"
    assert (report.title, report.casts[0].net, held(report)) == ("Axis partisans against United States", 0, {})
    assert idle(report)["the year"] == "Allied rolls alone"


@pytest.mark.rule("tw-25.4-mod")
def test_25_4_a_roll_that_is_made_late_has_the_chits_of_its_segment() -> None:
    chit = limit_used("germany", "chit-helps", 1, "partisans-strategic-warfare")
    here = scene(risen("britain", "poland", 9), step="axis.build.units")
    here = attrs.evolve(here, used={**here.used, **chit})
    (report,) = told_of(here, ("late britain partisan-war germany", 6))
    assert (report.casts[0].net, report.casts[0].cell) == (0, "8 @"), "-2 in 1943, +2 by the chit"
    narfs = here.powers["germany"].narfs
    assert ("powers.germany.narfs", narfs, narfs - 8) in [(one.at, one.was, one.now) for one in report.changes]


@pytest.mark.rule("tw-25.4")
def test_25_4_what_came_of_a_roll_is_told_before_its_figures_and_in_a_line_of_the_turn() -> None:
    here = scene(risen("britain", "poland", 7))
    order = understand(RULESET, "britain partisan-war germany", here)
    [batch, *_] = play.submit(RULESET, here, [order], seat="solo", dice=FixedDice((3,)), n=1)
    [entry] = [one for one in batch.entries if one.rolls]
    said = "Germany loses 7 NARFs, an SMP, a railmove"
    told = f"Western partisans roll against Germany: {said}; 7 partisans, die 3, in 1943 −2"
    assert order.told(here, entry) == told
    assert entry.rules == ("25.4, ruling 368",), "a rule that stands beside others is not named again"
    [report] = told_of(here, ("britain partisan-war germany", 3))
    assert report.brief == said
    early = scene(risen("britain", "poland", 1), turn="1941-3-fall")
    one = told_of(early, ("britain partisan-war germany", 10))[0]
    assert one.brief == "Germany loses no NARFs; 1 partisan eliminated"
