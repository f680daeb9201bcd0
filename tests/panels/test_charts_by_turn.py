"""The charts of a war, read from its journal part by part from the end: no figure may hang on where the journal is cut,
and each is what the war itself had in that turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from itertools import chain, pairwise
from typing import Any

import pytest

from engine.kernel import reading
from engine.kernel.changes import Entry, replay
from engine.kernel.grammar import Unreadable
from engine.kernel.in_memory import InMemory
from engine.kernel.refusals import Refused
from engine.kernel.sheets.accounts import CORRECTIONS, Bookkeeping, Books, given
from engine.kernel.sheets.ledger import ledger_of
from engine.kernel.sheets.reports import Reports
from engine.kernel.umpire import Ruling
from engine.kernel.undoing import live, live_backward
from tests.scale import sampled
from tests.thewar import player as thewar
from tests.worldatwar import game as worldatwar
from tui.models.curves import charts
from tui.words import turn_name

SEAT = "solo"
TURNS = 5
TURN = "progress.turn"


class Told:
    """As much of a desk as the charts ask, with the journal in ``parts``."""

    def __init__(self, game: InMemory[Any], parts: Sequence[Sequence[Entry]]) -> None:
        self.ruleset, self.campaign, self._parts = game.ruleset, game.campaign, parts

    def entries_backward(self) -> Iterator[tuple[Entry, ...]]:
        """The parts, the latest first."""
        return (tuple(part) for part in reversed(self._parts))


class War:
    """A few turns played at random, with orders given late, rulings, and what was taken back, past a turn's beginning
    too. ``began``: the campaign before its first entry."""

    def __init__(self, make: Callable[[bytes], InMemory[Any]], player: Any, began: Any, purse: str) -> None:
        self.game, self.player, self.began = make(str(player.random.pick(range(1000))).encode()), player, began
        self._purse = f"powers.germany.{purse}"
        self._past_a_turn = 0
        while self.game.campaign.progress.turn < TURNS and not self.game.over:
            self._order()
        self._rule(12)

    def _give(self, line: str) -> bool:
        with suppress(Refused, Unreadable):
            return bool(self.game.order(reading.understand(self.game.ruleset, line, self.game.campaign), SEAT))
        return False

    def _order(self) -> None:
        game, chance = self.game, self.player.random
        turn = game.campaign.progress.turn
        self._give(self.player.line(*game.looks(SEAT)))
        if game.campaign.progress.turn > turn > self._past_a_turn:
            self._past_a_turn = turn
            self._rule(30 + turn)
            game.take_back(SEAT, chance.pick((2, 9, 30)))
        elif chance.chance(0.05) and len(game.live) > 50:
            game.take_back(SEAT, chance.pick((1, 1, 9)))
        elif chance.chance(0.1):
            any(self._give(f"late {entry.order}") for entry in game.live[:-20:-1])

    def _rule(self, money: int) -> None:
        assert self._give(f'ruling {self._purse} {money} because "counted again"')

    @property
    def entries(self) -> list[Entry]:
        """All, in their order."""
        return self.game.entries

    def turns(self) -> Iterator[tuple[Any, list[Entry]]]:
        """Each turn that was played to its end, and the present one: the campaign at its end, and what stands of its
        entries. The entry that begins a turn is the first of it."""
        state, mine = self.began, list[Entry]()
        for entry in live(self.entries):
            at = next((at for at, change in enumerate(entry.changes) if change.at == TURN), -1)
            if at >= 0:
                yield replay(state, entry.changes[:at]), mine
                mine = []
            mine.append(entry)
            state = replay(state, entry.changes)
        assert state == self.game.campaign, "what stands is all that the campaign came to"
        yield state, mine


@cache
def war(game: str, seed: int) -> War:
    """One war of a game, played once."""
    if game == "thewar":
        opening = thewar.opening()
        return War(lambda key: thewar.Game(opening, key), thewar.Player(seed, busy=0.3), opening, "narfs")
    scenario = worldatwar.scenario()
    return War(lambda key: worldatwar.Game(scenario, key), worldatwar.Player(seed), scenario, "brps")


WARS = [(game, seed) for game in ("thewar", "worldatwar") for seed in range(sampled(40))]
every_war = pytest.mark.parametrize(("game", "seed"), WARS)


def cut_by_turns(entries: Sequence[Entry]) -> list[Sequence[Entry]]:
    """The journal as files hold it: a new one after each entry that leads into another turn, by an undo too."""
    ends = [at + 1 for at, entry in enumerate(entries) if any(change.at == TURN for change in entry.changes)]
    return [entries[start:stop] for start, stop in pairwise([0, *ends, len(entries)])]


@every_war
def test_the_charts_are_the_same_turn_by_turn_and_with_everything_at_once(game: str, seed: int) -> None:
    found = war(game, seed)
    at_once = charts(Told(found.game, [found.entries]))  # type: ignore[arg-type]
    parts = cut_by_turns(found.entries)
    assert len(parts) > TURNS and list(chain.from_iterable(parts)) == found.entries
    assert charts(Told(found.game, parts)) == at_once  # type: ignore[arg-type]
    singly = [[entry] for entry in found.entries]
    assert charts(Told(found.game, singly)) == at_once  # type: ignore[arg-type]
    standing = chain.from_iterable(live_backward(reversed(parts)))
    assert list(standing) == live(found.entries)[::-1]


@every_war
def test_each_figure_is_what_the_war_had_at_the_end_of_its_turn(game: str, seed: int) -> None:
    found = war(game, seed)
    drawn = charts(Told(found.game, cut_by_turns(found.entries)))  # type: ignore[arg-type]
    rules, money = found.game.ruleset, ledger_of(found.game.ruleset)
    states = [state for state, _ in found.turns()]
    labels = tuple(turn_name(rules.calendar.now(state)) for state in states)
    books = rules.sheet(Bookkeeping)
    booked = books.booked if books is not None else ()
    titles = {f"{one.title} in {money.money}": one.field for one in booked if one.field != money.purse}
    titles[f"{money.money} in hand"] = money.purse
    ends = {chart.title: chart for chart in drawn if chart.title in titles}
    assert len(ends) == len(titles)
    for title, chart in ends.items():
        assert chart.turns == labels
        for curve in chart.curves:
            assert curve.hands == tuple(getattr(state.powers[curve.power], titles[title]) for state in states)


@pytest.mark.parametrize("seed", range(sampled(40)))
def test_what_was_spent_stands_in_its_turn_under_its_kind(seed: int) -> None:
    found = war("thewar", seed)
    sheet = found.game.ruleset.sheet(Bookkeeping)
    assert sheet is not None
    spending = {account.id for account in sheet.accounts if account.spending}
    paid: dict[tuple[int, str, str], int] = {}
    for at, (_, entries) in enumerate(found.turns()):
        for entry in entries:
            order = given(found.game.ruleset, entry)
            for change in entry.changes:
                _, power, figure = (*change.at.split("."), "", "")[:3]
                if not (change.at.startswith("powers.") and figure == "narfs"):
                    continue
                account = CORRECTIONS.id if isinstance(order, Ruling) else sheet.filed(order, entry, change)[0]
                if account in spending:
                    paid[at, power, account] = paid.get((at, power, account), 0) + change.was - change.now
    books = Books(found.game.ruleset, found.game.campaign, found.entries)
    told = {
        (at, power, account.id): value
        for power in books.powers
        for account, row in books.spent(power, "narfs").items()
        for at, value in enumerate(row)
    }
    assert paid and {key: value for key, value in paid.items() if value} == {k: v for k, v in told.items() if v}


@every_war
def test_what_a_turn_cost_is_counted_in_that_turn(game: str, seed: int) -> None:
    """Each turn counted alone, from the campaign at its end, tells the same of it as all turns together."""
    found = war(game, seed)
    sheet = found.game.ruleset.sheet(Reports)
    assert sheet is not None
    alone: dict[tuple[str, str, str], int] = {}
    for state, entries in found.turns():
        count = sheet.war_count(state)
        for entry in reversed(entries):
            count.take(entry)
        alone |= figures(count.chronicles())
    together = sheet.war_count(found.game.campaign)
    for entry in chain.from_iterable(live_backward(reversed(cut_by_turns(found.entries)))):
        together.take(entry)
    assert figures(together.chronicles()) == alone


def figures(told: Sequence[Any]) -> dict[tuple[str, str, str], int]:
    """What chronicles tell, by title, series and turn, without what is nothing."""
    rows = ((one.title, series.name, one.turns, series.values) for one in told for series in one.series)
    return {
        (title, name, turn): value
        for title, name, turns, values in rows
        for turn, value in zip(turns, values, strict=True)
        if value
    }


def test_the_wars_have_what_could_lead_astray() -> None:
    for game, seed in WARS:
        entries = war(game, seed).entries
        assert any(entry.undoes and any(change.at == TURN for change in entry.changes) for entry in entries)
        assert any(entry.order.startswith("ruling ") and entry.seat == SEAT for entry in entries)
    assert {game for game, seed in WARS if any(entry.late for entry in war(game, seed).entries)} == {
        "thewar",
        "worldatwar",
    }
