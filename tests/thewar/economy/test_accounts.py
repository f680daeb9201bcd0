"""The powers' accounts read from the journal: filed by kind, added up by year, undone orders left out (chapter 14)."""

from __future__ import annotations

import inspect
import re

import attrs
import pytest

from engine.kernel import play, reading
from engine.kernel.changes import Change, Entry
from engine.kernel.sheets.accounts import CORRECTIONS, Books, Item, Statement
from engine.thewar.building import minor_money
from engine.thewar.economy import spending
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets.bookkeeping import ACCOUNTS
from engine.thewar.world.state import TheWar
from tests.scale import sampled
from tests.thewar.minors import at, at_war, moved
from tests.thewar.player import Game, Player, opening, play_on
from tests.thewar.values import wars_of
from tests.thewar.world import after, world


def game(turn: str = "1939-3-fall", **powers: dict[str, int]) -> Game:
    """The small world, begun in this turn."""
    return Game(world(turn, "", **powers))


def operating(found: Game) -> Game:
    """The same game in the Operations of the Axis, in which land changes hands."""
    progress = attrs.evolve(found.campaign.progress, step="axis.operations.supply", done=())
    found.campaign = attrs.evolve(found.campaign, progress=progress)
    return found


def given(found: Game, *lines: str) -> Game:
    """The same game after orders of one text each."""
    for line in lines:
        found.give(reading.understand(RULESET, line, found.campaign))
    return found


def books(found: Game) -> Books:
    """The books of a game."""
    return Books(RULESET, found.campaign, found.entries)


def filed(statement: Statement, figure: int = 0) -> dict[str, list[tuple[str, int, str]]]:
    """The lines of a figure of a statement by account."""
    sections = statement.sheets[figure].sections
    return {one.account.id: [(item.label, item.value, item.rule) for item in one.items] for one in sections}


def test_14_2_a_year_opens_with_what_was_left_and_its_income_by_causes() -> None:
    statement = books(game("1942-1-spring")).statement("germany", 1942)
    assert (statement.since, statement.until, statement.open) == ("1942-1-spring", "1942-1-spring", True)
    assert filed(statement)["income"] == [
        ("left over from last year is lost", -85, "14.3"),
        ("base", 212, "14.1"),
    ]
    assert filed(statement, 1) == {"growth": [("growth", 42, "14.3")]}
    assert [(sheet.opening, sheet.closing) for sheet in statement.sheets] == [(85, 212), (170, 212)]


def test_14_1_1_what_is_spent_gained_and_lost_by_hand_is_filed_by_what_it_is_for() -> None:
    found = given(
        game(),
        "germany spend 7 on=units",
        "germany spend 5 on=units",
        "germany spend 3 on=war",
        "germany spend 2 on=losses",
        "germany gain 4 by=pact",
        "germany gain 6 by=colony",
    )
    statement = books(found).statement("germany", 1939)
    assert filed(statement) == {
        "received": [("gained by pact", 4, "16.5")],
        "captured": [("gained by colony", 6, "14.7")],
        "units": [("spent on units", -12, "15.1")],
        "wars": [("spent on war", -3, "6.4.2")],
        "lost": [("lost", -2, "14.1.1")],
    }
    assert Item("spent on units", -12, "15.1", 2) in statement.sheets[0].sections[2].items


@pytest.mark.rule("tw-14.5")
def test_14_5_what_is_conquered_stands_with_the_conqueror_and_with_the_loser() -> None:
    wars = ("germany+poland", "germany+ussr", "britain+italy")
    start = Game(attrs.evolve(world("1939-3-fall", ""), wars=wars_of(dict.fromkeys(wars, "1939-3-fall"))))
    found = given(operating(start), "conquer poland germany", "capture kiev germany", "capture libya britain")
    made = books(found)
    assert filed(made.statement("germany", 1939))["captured"] == [
        ("Poland conquered", 15, "14.5"),
        ("Danzig taken", 1, "14.5"),
        ("Kiev taken", 1, "14.6.1"),
    ]
    assert filed(made.statement("ussr", 1939)) == {"taken": [("Kiev lost", -3, "14.6.1")]}
    assert filed(made.statement("italy", 1939)) == {"taken": [("Libya lost", -1, "14.5")]}


@pytest.mark.rule("tw-23.10")
def test_23_2_a_satellite_that_changes_sides_is_captured_by_one_and_taken_from_the_other() -> None:
    start = at_war(moved(after(at("1940-4-winter"), "join"), "1944-3-fall"), "germany+ussr")
    made = books(given(Game(start), "entered romania", "entered bulgaria"))
    assert filed(made.statement("germany", 1944)) == {
        "taken": [("Romania lost", -3, "14.5"), ("Bulgaria lost", -2, "14.5")]
    }
    assert filed(made.statement("ussr", 1944)) == {
        "captured": [("Romania changes sides", 3, "23.2"), ("Bulgaria changes sides", 2, "23.2")]
    }


@pytest.mark.rule("tw-23.56")
def test_23_56_what_diplomacy_takes_is_no_spending() -> None:
    made = books(given(Game(at("1941-1-spring")), "status vatican satellite patron=britain"))
    statement = made.statement("italy", 1941)
    for figure in (0, 1):
        assert filed(statement, figure) == {"lost": [("the Vatican", -5, "23.56")]}


@pytest.mark.rule("tw-14.1.4")
def test_14_1_4_a_deficit_is_a_line_of_the_base() -> None:
    found = given(game(), "italy spend 40 on=war deficit=yes")
    statement = books(found).statement("italy", 1939)
    assert filed(statement, 1) == {"deficit": [("deficit spending", -8, "14.1.4")]}
    assert [(sheet.opening, sheet.closing) for sheet in statement.sheets] == [(32, -8), (56, 48)]


def test_an_order_taken_back_is_not_on_the_books() -> None:
    found = given(game(), "germany spend 7 on=units", "germany spend 3 on=war")
    found.undo()
    assert filed(books(found).statement("germany", 1939)) == {"units": [("spent on units", -7, "15.1")]}
    found.undo()
    assert filed(books(found).statement("germany", 1939)) == {}
    assert books(found).statement("germany", 1939).sheets[0].closing == 85


def test_a_ruling_is_filed_with_its_reason_and_what_was_overruled_as_what_it_is() -> None:
    because = 'ruling powers.germany.narfs 90 because "we forgot a grant"'
    found = given(game(), because, 'overrule "so agreed" germany spend 100 on=units')
    assert filed(books(found).statement("germany", 1939)) == {
        "units": [("spent on units", -100, "15.1")],
        "corrections": [("ruling: we forgot a grant", 5, "ruling")],
    }


def test_a_hand_edit_of_the_files_is_told_as_one() -> None:
    found = given(game(), "germany spend 7 on=units")
    edited = attrs.evolve(found.campaign.powers["germany"], narfs=80)
    campaign = attrs.evolve(found.campaign, powers={**found.campaign.powers, "germany": edited})
    statement = Books(RULESET, campaign, found.entries).statement("germany", 1939)
    assert filed(statement)["corrections"] == [("hand edit of the files", 2, "")]
    assert statement.sheets[0].closing == 80


def test_an_order_that_nobody_can_read_any_more_is_still_booked() -> None:
    found = game()
    was = found.campaign.powers["germany"].narfs
    change = Change("powers.germany.narfs", was, was - 4, "an old tax", "99.9")
    old = Entry(found.n, "solo", found.campaign.progress.step, "germany tax 4", changes=(change,))
    poorer = attrs.evolve(found.campaign.powers["germany"], narfs=was - 4)
    campaign = attrs.evolve(found.campaign, powers={**found.campaign.powers, "germany": poorer})
    made = Books(RULESET, campaign, [*found.entries, old])
    assert filed(made.statement("germany", 1939)) == {"spent": [("an old tax", -4, "99.9")]}


def test_years_that_were_not_played_and_powers_that_are_none_have_no_statement() -> None:
    made = books(game())
    assert made.years == (1939,)
    for power, year in (("germany", 1940), ("sweden", 1939)):
        with pytest.raises(LookupError):
            made.statement(power, year)


def test_units_that_join_are_built_and_lost_are_noted_by_type() -> None:
    found = given(operating(game()), "losses germany -2 inf-6-5, +1 inf-6-5", "conquer poland germany")
    made = books(found)
    said = [(note.happened, note.what, note.count) for note in made.statement("germany", 1939).notes]
    assert said == [("lost", "inf-6-5", 2), ("built", "inf-6-5", 1)]


@pytest.mark.rule("tw-18.5.4")
def test_18_5_4_the_free_french_that_join_when_france_falls_are_noted_with_britain() -> None:
    made = books(given(Game(at("1940-2-summer")), "surrender france germany vichy=yes"))
    [note] = made.statement("britain", 1940).notes
    assert (note.happened, note.what, note.count) == ("joined the force pool", "inf-2-5-free-french", 1)
    assert made.statement("germany", 1940).notes == ()


def _as_once_written(entry: Entry) -> Entry:
    """An entry as it was written before changes named their accounts."""
    return attrs.evolve(entry, changes=tuple(attrs.evolve(change, account="") for change in entry.changes))


@pytest.mark.parametrize("seed", range(sampled(10)))
def test_every_statement_of_a_campaign_played_at_random_adds_up(seed: int) -> None:
    found = Game(opening())
    play_on(found, Player(4000 + seed, busy=0.7), 100_000)
    made = books(found)
    known = {one.id for one in (*ACCOUNTS, CORRECTIONS)}
    assert {one.account for one in made.postings} <= known
    assert any(change.account for entry in found.entries for change in entry.changes)
    assert Books(RULESET, found.campaign, map(_as_once_written, found.entries)).postings == made.postings
    # Nothing is left without its order, and every line has its rule.
    assert all(one.n and one.rule and one.label for one in made.postings)
    state: TheWar = found.campaign
    for power in made.powers:
        closed = None
        for year in made.years:
            statement = made.statement(power, year)
            ends = [(sheet.opening, sheet.closing) for sheet in statement.sheets]
            assert closed is None or [opening for opening, _ in ends] == closed
            closed = [closing for _, closing in ends]
        assert closed == [state.powers[power].narfs, state.powers[power].base]
        spent = made.spent(power, "narfs")
        kinds = {one.account for one in made.postings if one.power == power and one.figure == "narfs"}
        assert {account.id for account in spent} == {one.id for one in ACCOUNTS if one.spending} & kinds
    assert not play.automatic(RULESET, state)


def test_every_order_that_moves_narfs_or_a_base_has_its_account() -> None:
    # The last two move the NARFs of minor countries alone, which keep no accounts.
    filed_by_hand = {spending.Spend, spending.Gain, minor_money.MinorIncome, minor_money.OwnBuild}
    moving = [order for order in RULESET.orders if _MOVES_MONEY.search(inspect.getsource(order))]
    assert len(moving) > 15
    for order in moving:
        if order in filed_by_hand:
            continue
        assert order.account, f"{order.__name__} has no account"


def test_the_accounts_of_orders_are_those_of_the_books() -> None:
    known = {one.id for one in ACCOUNTS} | {""}
    assert all({order.account, order.account_of_gains} <= known for order in RULESET.orders)


_MOVES_MONEY = re.compile(r"(?<!\]\.)(?<!fight\.)\b(take|pay|_loses|_gains)\(\s*tx\b|\.(narfs|base)\", -?[\w\[(]")
