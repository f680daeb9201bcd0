"""The dice that fall by themselves as homes of partisans are conquered, and as they rise, have a picture (25.1.1)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.kernel.sheets.reports import Cast, Report
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets.war_report import battles
from engine.thewar.world.state import Rising, TheWar
from tests.thewar.countries.test_atrocities import ABLAZE, END, SPRING, seated
from tests.thewar.endings.scenes import lands
from tests.thewar.test_steps_that_fall_due import at, fallen

ITALY_ALONE = "No die: Italy has taken it alone, which is one Atrocity"


def told_of(campaign: TheWar, *faces: int) -> Report:
    """What is told of the step that the rules play by themselves with these dice."""
    batches = play.settle(RULESET, seated(campaign), dice=FixedDice(faces), n=1)
    last = next(nth for nth, batch in enumerate(batches) if batch.campaign.risings != campaign.risings)
    entries = [entry for batch in batches[: last + 1] for entry in batch.entries]
    (report,) = battles(batches[last].campaign, entries)
    return report


def line(cast: Cast) -> tuple[str, tuple[int, ...], int, str, int | None, str]:
    return cast.title, cast.faces, cast.net, cast.column, cast.row, cast.words[-1].text


@pytest.mark.rule("tw-25.1.1")
def test_25_1_1_atrocities_are_told_home_by_home_with_the_die_and_its_country() -> None:
    here = at("1940-2-summer", END)
    for land, by in (("spain", "germany"), ("poland", "germany"), ("belgium", "germany"), ("greece", "italy")):
        here = fallen(here, land, by, "1940-2-summer")
    report = told_of(here, 4, 5)
    assert (report.title, report.quiet, report.open) == ("Atrocities", True, False)
    assert [one.text for one in report.words] == ["Poland 4, the Low Countries 0, Spain 8, Greece 1"]
    told = {cast.title: (cast.faces, cast.net, [one.text for one in cast.words]) for cast in report.casts}
    assert told == {
        "Atrocities in Poland": ((4,), 0, ["Germany commits 4 Atrocities: column 3-7 in Spring"]),
        "Atrocities in the Low Countries": (
            (),
            0,
            ["No die: its partisans are rolled for in column 0", "Germany commits no Atrocities: column 0 in Spring"],
        ),
        "Atrocities in Spain": ((5,), 3, ["Germany commits 8 Atrocities: column 8-9 in Spring"]),
        "Atrocities in Greece": (
            (),
            0,
            [
                "No die: Italy has taken it alone, which is one Atrocity",
                "Italy commits 1 Atrocity: column 1-2 in Spring",
            ],
        ),
    }


@pytest.mark.rule("tw-25.1.1-roll", "tw-28.2.2-06")
def test_25_1_1_what_rises_is_told_roll_by_roll_with_the_variant_that_helps() -> None:
    here = lands("poland", "greece", patron="germany")(at("1941-1-spring", SPRING))
    fell = {
        home: Rising(by="germany", turn="1940-2-summer", atrocities=count)
        for home, count in (("poland", 4), ("greece", 8))
    }
    report = told_of(attrs.evolve(here, risings=fell, facts={**here.facts, **ABLAZE}), 5, 10, 1)
    assert report.title == "Partisans rise" and not report.changes
    assert [line(cast) for cast in report.casts] == [
        ("Poland, Britain", (5,), -1, "3-7", 4, "3 partisans for Britain"),
        ("Greece, Soviet Union", (10,), 0, "8-9", 10, "1 partisan for Soviet Union, 1 SS Legion for Germany"),
        ("Greece, Britain, Set Europe Ablaze", (1,), -1, "1-2", 1, "4 partisans for Britain"),
    ]
    assert [(one.label, one.value) for one in report.casts[0].reckoned] == [("the variant Set Europe Ablaze", -1)]
