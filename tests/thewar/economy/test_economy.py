"""Whole war economies played at random: a ledger added up from the journal alone equals the state after every order."""

from __future__ import annotations

import pytest

from engine.kernel.sheets.accounts import Books
from engine.thewar.ruleset import RULESET
from tests.scale import sampled
from tests.thewar.player import opening
from tests.thewar.random_economy import Bookkeeper, Economist, figures, play_economy

CAMPAIGNS = 10
LASTING = 1000
"""Orders of a campaign that is long enough to have seen everything."""


def lasting(seed: int) -> tuple[Bookkeeper, int]:
    """A campaign with how many orders were given in it. Some end in their first years, with Germany's surrender: those
    have not seen everything, and another is played."""
    game = Bookkeeper(opening())
    given = play_economy(game, Economist(seed))
    return (game, given) if given > LASTING else lasting(seed + CAMPAIGNS)


@pytest.mark.parametrize("seed", range(sampled(CAMPAIGNS)))
def test_the_books_balance_after_every_order_of_a_war_economy(seed: int) -> None:
    game, given = lasting(seed)
    to_the_end = RULESET.calendar.now(game.campaign) == game.campaign.last
    assert game.over and (to_the_end or "has surrendered" in game.over)
    assert game.balanced > given > LASTING
    assert list(RULESET.check(game.campaign)) == []
    # What was given cost, moved and earned something in every way that an economy knows.
    verbs = {word for entry in game.entries for word in entry.order.split()[:2]}
    assert {"construct", "work", "build", "install", "stratmove", "grant", "rating", "capture", "income"} <= verbs
    # The year's statements close with what the ledger holds.
    books = Books(RULESET, game.campaign, game.entries)
    assert {one.account for one in books.postings} >= {"efforts", "units", "ships", "income", "captured", "taken"}
    assert all(one.n for one in books.postings)
    for power in books.powers:
        last = books.statement(power, books.years[-1])
        closing = {f"powers.{power}.{sheet.figure.field}": sheet.closing for sheet in last.sheets}
        assert closing == {at: game.ledger.figures[at] for at in closing}


def test_the_books_balance_while_major_powers_fall() -> None:
    """Here the land of Major Powers is taken too: campaigns from the first seed on, till France and Germany have fallen
    in one of them. They are short: Germany's fall is the end; in every other one its own land is left to it, so that
    others fall before it."""
    fallen: set[str] = set()
    for seed in range(20):
        game = Bookkeeper(opening())
        fall = tuple(power for power in game.campaign.powers if power != "germany" or seed % 2 == 0)
        given = play_economy(game, Economist(seed, fall=fall))
        assert game.balanced > given and list(RULESET.check(game.campaign)) == []
        fallen |= {power for power, row in game.campaign.powers.items() if row.surrendered}
        if {"france", "germany"} <= fallen:
            break
    assert {"france", "germany"} <= fallen


def test_a_ledger_that_misses_a_change_is_found_out() -> None:
    game = Bookkeeper(opening())
    at = "powers.germany.narfs"
    game.ledger.figures[at] += 1
    with pytest.raises(AssertionError, match=at):
        game.balance([])
    assert figures(game.campaign)[at] == game.ledger.figures[at] - 1
