"""A card pasted from a spreadsheet: what its lines give, what is wrong with them, and that nothing else changes."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from engine.kernel.sheets import pasting
from engine.kernel.sheets.cards import OWN, BadCard, Cards, TotalFigure, checked, standing, typed
from saves import scenarios


@cache
def opening(scenario: str = "1939-campaign") -> Any:
    return scenarios.preview(scenario)


def cards(campaign: Any) -> Cards[Any]:
    from engine.kernel.ruleset import of

    found = of(campaign).sheet(Cards)
    assert found is not None
    return found


def read(text: str, owner: str = "germany", scenario: str = "1939-campaign") -> pasting.Pasted:
    campaign = opening(scenario)
    return pasting.read(cards(campaign), campaign, owner, text)


def told(found: pasting.Pasted) -> list[tuple[str, dict[str, tuple[int, int]], str]]:
    return [
        (line.label, {one.column: (one.was, one.now) for one in line.figures}, line.problem) for line in found.lines
    ]


def test_lines_without_a_heading_go_along_the_columns() -> None:
    found = read("INF 6-5\t12\t5\t\t-\nARM 8-8, 6".replace(", ", "\t"))
    assert told(found) == [
        ("INF 6-5", {"play": (14, 12), "pool": (4, 5)}, ""),
        ("ARM 8-8", {"play": (4, 6)}, ""),
    ]
    assert (found.figures, found.wrong) == (3, 0)
    units = found.campaign.units.values()
    assert sum((unit.power, unit.kind, unit.strength) == ("germany", "inf", "6-5") for unit in units) == 12
    assert found.campaign.pools["germany-inf-6-5"].count == 5
    assert found.campaign.sources["pools.germany-inf-6-5"] == OWN


@pytest.mark.parametrize("apart", ["\t", ";", ","])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_heading_names_the_columns_whatever_parts_the_cells(apart: str, end: str) -> None:
    lines = (("Germany", "", "1941", "play"), ("INF", "6-5", "7", "13"), ("arm", "8-8", "", "5"))
    found = read(end.join(apart.join(line) for line in lines))
    assert told(found) == [
        ("INF 6-5", {"1941": (4, 7), "play": (14, 13)}, ""),
        ("ARM 8-8", {"play": (4, 5)}, ""),
    ]


def test_figures_of_a_power_go_in_a_row_by_a_heading_or_one_by_one() -> None:
    in_a_row = read("90,171,50,1942")
    assert told(in_a_row) == [
        ("Figures", {"hand": (85, 90), "base": (170, 171), "growth": (50, 50), "from": (1942, 1942)}, "")
    ]
    headed = read("hand,base\n90,171")
    assert told(headed)[0][1] == {"hand": (85, 90), "base": (170, 171)}
    singly = read("hand\t90\nbase\t171\nKiel\t3")
    assert [line[1] for line in told(singly)] == [
        {"hand": (85, 90)},
        {"base": (170, 171)},
        {"tracks": told(singly)[2][1]["tracks"]},
    ]
    assert headed.campaign.powers == singly.campaign.powers == in_a_row.campaign.powers


def test_what_the_card_lacks_is_added_and_said_to_be_new() -> None:
    found = read("ARM 9-9 (q)\t\t2\t1")
    (line,) = found.lines
    assert line.new and line.label == "ARM 9-9 (q)" and found.campaign.pools["germany-arm-9-9-q"].count == 2


def test_what_is_wrong_is_told_line_by_line_and_nothing_of_such_a_line_is_taken() -> None:
    text = (
        "play\tpool\tshelf\n"
        "INF 6-5\t12\tmany\n"
        "PANZER\t3\n"
        "ARM 8-8\t61\n"
        "ARM 9-9 z\t1\tx\n"
        "MECH 4-8\n"
        "MECH 4-8\t3\t1\t9\t7\n"
        "FTR 3-3-2\t4\n"
    )
    found = read(text)
    problems = {line.number: line.problem for line in found.lines if line.problem}
    assert problems[1].startswith("no column 'shelf'; there are play, pool, 1940")
    assert problems[2] == "'many' under 'pool' is no whole number"
    assert problems[3].startswith("'panzer' is no kind of unit; there are")
    assert problems[4].startswith("61: ARM 8-8 in play at the start is from 0 to 60")
    assert problems[5] == "'x' under 'pool' is no whole number"
    assert problems[6] == "no figures stand in it"
    assert problems[7] == "'7' stands behind the last column; there are 3"
    assert [line.label for line in found.lines if line.figures] == ["FTR 3-3-2"]
    before = opening()
    assert "germany-arm-9-9-z" not in found.campaign.pools and found.campaign.pools.keys() == before.pools.keys()
    arms = [unit for unit in found.campaign.units.values() if unit.power == "germany" and unit.kind in ("inf", "arm")]
    assert arms == [unit for unit in before.units.values() if unit.power == "germany" and unit.kind in ("inf", "arm")]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "nothing in it to be read"),
        ("\n \n\t\t\n", "nothing in it to be read"),
        ("x" * 60_001, "60001 characters are no card"),
        ("INF 6-5,1\n" * 401, "401 lines are no card"),
    ],
)
def test_what_is_no_card_at_all_is_refused(text: str, told: str) -> None:
    with pytest.raises(BadCard, match=told):
        read(text)


@pytest.mark.parametrize(
    "text",
    [
        '"INF 6-5\t14',
        "\x00\x1b[31m\t3",
        ",".join("1" * 70),
        "INF 6-5," + "9" * 5000,
        "\u202eINF 6-5,3",
        "play,play,play\nINF 6-5,1,2,3",
        "٣,٣",
        "own,1",
    ],
)
def test_odd_text_never_breaks_it(text: str) -> None:
    try:
        found = read(text)
    except BadCard:
        return
    assert all(line.problem or line.figures for line in found.lines)


@pytest.mark.parametrize("scenario", ["1939-campaign", "global-war", "strategic-bombing"])
def test_every_card_written_as_lines_and_pasted_is_taken_whole_and_changes_nothing_but_its_marks(scenario: str) -> None:
    campaign = opening(scenario)
    sheet = cards(campaign)
    for owner in list(sheet.owners(campaign))[:4]:
        card = sheet.card(campaign, owner)
        lines = []
        for table in card.tables:
            lines.append("\t".join(("Name", *table.columns)))
            for line in table.lines:
                shown = ["" if one is None or isinstance(one, TotalFigure) else str(one.value) for one in line.figures]
                lines.append("\t".join((line.label, *shown)))
        found = pasting.read(sheet, campaign, owner, "\n".join(lines))
        assert [line.problem for line in found.lines if line.problem] == []
        assert all(one.was == one.now for line in found.lines for one in line.figures)
        after = sheet.card(found.campaign, owner)
        own, every = checked(after)
        assert own == every == len(standing(after)) > 0
        assert checked(card)[0] == 0


def test_totals_stand_beside_what_the_card_prints_and_are_no_figures_of_the_opening() -> None:
    campaign = opening()

    def total(now: Any) -> TotalFigure:
        table = next(one for one in cards(now).card(now, "germany").tables if one.id == "units")
        found = next(line for line in table.lines if line.id == "inf-6-5").figures[-1]
        assert isinstance(found, TotalFigure) and table.columns[-1] == "in all"
        return found

    first = total(campaign)
    assert first.counted > 20 and (first.value, first.source, first.differs) == (0, "", False)
    wrong = typed(campaign, first, first.counted + 1)
    assert total(wrong).differs and wrong.totals["germany-inf-6-5"].count == first.counted + 1
    right = typed(wrong, total(wrong), first.counted)
    assert not total(right).differs and total(right).source == OWN
    assert checked(cards(right).card(right, "germany")) == checked(cards(campaign).card(campaign, "germany"))
    gone = typed(right, total(right), 0)
    assert gone.totals == {} and "totals.germany-inf-6-5" not in gone.sources
    pasted = pasting.read(cards(campaign), campaign, "germany", f"\tplay\tin all\nINF 6-5\t14\t{first.counted}")
    assert pasted.campaign.totals == right.totals
