"""The accounts of the war as it was, from Fall 1939 to Summer 1945: every order is legal at its date, and each year's
statements stand in ``tests/thewar/real_war`` as text that was read against the rulebook (chapter 14)."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import attrs
import pytest

from engine.kernel.grammar import Unreadable
from engine.kernel.reading import understand
from engine.kernel.sheets.accounts import Books, Statement
from engine.thewar.ruleset import RULESET
from tests.thewar import real_war
from tests.thewar.player import Game, opening
from tui.models.accounts import as_text, pages

YEARS = tuple(range(1939, 1946))


@pytest.fixture(scope="module")
def war() -> Game:
    return real_war.played()


@pytest.fixture(scope="module")
def books(war: Game) -> Books:
    return Books(RULESET, war.campaign, war.entries)


def figures(statement: Statement, figure: int, account: str) -> dict[str, int]:
    """The lines of an account in a year."""
    sections = [one for one in statement.sheets[figure].sections if one.account.id == account]
    return {item.label: item.value for section in sections for item in section.items}


@pytest.mark.parametrize("year", YEARS)
def test_the_statements_of_a_year_are_those_that_were_read_against_the_rulebook(
    snapshot: Any, war: Game, books: Books, year: int
) -> None:
    page = next(one for one in pages(books, RULESET, war.campaign).pages if one.year == year)
    snapshot.snapshot_dir = real_war.HERE
    snapshot.assert_match(as_text(page), f"{year}.txt")


def test_the_war_is_played_to_its_end_and_every_statement_closes_with_the_next_ones_opening(
    war: Game, books: Books
) -> None:
    assert war.over and books.years == YEARS
    assert all(one.n and one.rule for one in books.postings)
    for power in books.powers:
        ends = [[(sheet.opening, sheet.closing) for sheet in books.statement(power, year).sheets] for year in YEARS]
        for before, after in pairwise(ends):
            assert [closing for _, closing in before] == [opening for opening, _ in after]
        owner = war.campaign.powers[power]
        assert [closing for _, closing in ends[-1]] == [owner.narfs, owner.base]


@pytest.mark.rule("tw-14.1", "tw-14.1.1", "tw-14.1.2")
@pytest.mark.parametrize("figure", ["base", "growth"])
def test_14_1_a_base_moves_by_an_event_that_cites_its_rule_and_never_by_a_conquest(war: Game, figure: str) -> None:
    moved = [
        change for entry in war.live for change in entry.changes if re.fullmatch(rf"powers\.\w+\.{figure}", change.at)
    ]
    assert bool(moved) == (figure == "base")
    assert all(change.why and re.fullmatch(r"\d+(\.\d+)+", change.rule) for change in moved)
    opened = opening()
    for power, now in war.campaign.powers.items():
        mine = sum(change.now - change.was for change in moved if change.at == f"powers.{power}.{figure}")
        assert getattr(now, figure) - getattr(opened.powers[power], figure) == mine
    # Who takes a land has its value each Spring beside his base (14.1.2).
    gains = [change for change in moved if change.now > change.was and change.rule in ("14.5", "14.6", "14.6.1")]
    assert not gains


@pytest.mark.rule("tw-14.1")
def test_14_1_a_base_is_changed_by_hand_only_with_its_reason_in_the_journal(war: Game) -> None:
    line = "ruling powers.germany.{figure} 99 because {reason}"
    for figure in ("base", "growth"):
        told = understand(RULESET, line.format(figure=figure, reason='"  "'), war.campaign)
        assert [refusal.reason for refusal in told.judge(war.campaign)] == ["a ruling needs its reason"]
        given = understand(RULESET, line.format(figure=figure, reason='"a slip in Spring"'), war.campaign)
        assert not list(given.judge(war.campaign)) and "a slip in Spring" in given.sentence(war.campaign)
    with pytest.raises(Unreadable):
        understand(RULESET, "ruling powers.germany.base 99", war.campaign)
    # No order takes a base as its figure: what the bases hang on is ordered, and they follow.
    named = [
        order.verb for order in RULESET.orders if {"base", "growth"} & {field.name for field in attrs.fields(order)}
    ]
    assert named == []


@pytest.mark.rule("tw-14.6")
def test_14_6_occupied_france_pays_from_next_spring_and_without_its_industry_after_barbarossa(books: Books) -> None:
    lines = [figures(books.statement("germany", year), 0, "income") for year in (1941, 1942)]
    assert [line["Occupied France"] for line in lines] == [69, 69]
    assert "Occupied France: its industry" not in lines[0] and lines[1]["Occupied France: its industry"] == -20
    assert figures(books.statement("germany", 1940), 1, "captured") == {"Alsace-Lorraine annexed": 4}


@pytest.mark.rule("tw-14.3")
def test_14_3_growth_begins_in_spring_1941_in_germany_a_year_later(books: Books) -> None:
    for power, first, rate in (("britain", 1941, 35), ("ussr", 1941, 30), ("germany", 1942, 50), ("us", 1942, 80)):
        for year in YEARS[1:]:
            statement = books.statement(power, year)
            left = statement.sheets[0].opening
            grown = figures(statement, 1, "growth").get("growth", 0)
            assert grown == (left * rate // 100 if year >= first else 0), (power, year)


@pytest.mark.rule("tw-22.4.2")
def test_22_4_2_the_united_states_mobilize_in_the_four_springs_after_their_entry(books: Books) -> None:
    for figure in (0, 1):
        found = [figures(books.statement("us", year), figure, "mobilization").get("mobilization", 0) for year in YEARS]
        assert found == [0, 0, 0, 50, 75, 100, 125]


@pytest.mark.rule("tw-14.6.1")
def test_14_6_1_the_axis_has_half_of_a_city_and_the_soviets_lose_the_whole_by_the_season(books: Books) -> None:
    germany, ussr = (books.statement(power, 1941) for power in ("germany", "ussr"))
    assert figures(germany, 0, "captured")["Kiev taken"] == 1
    taken = figures(ussr, 0, "taken")
    assert taken["Kiev lost"] == taken["Dnepropetrovsk lost"] == -3
    # What was moved to the Urals costs nothing when it falls.
    assert "Kharkov lost" not in taken and figures(ussr, 0, "industry") == {"industry to the Urals": -6}
    held = figures(books.statement("germany", 1942), 0, "income")
    assert held["Kiev (half of 6)"] == 3 and "Kharkov (half of 6)" not in held


@pytest.mark.rule("tw-14.6.2")
def test_14_6_2_danzig_comes_with_poland_and_is_paid_by_the_season(books: Books) -> None:
    assert figures(books.statement("germany", 1939), 0, "captured") == {"Poland conquered": 10, "Danzig taken": 1}
    assert figures(books.statement("germany", 1940), 0, "income")["Danzig"] == 2
