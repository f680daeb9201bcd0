"""One random war in all three editions: whatever comes out differently is explained by a row of the edition table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from engine.kernel import play
from engine.kernel.changes import RULES, Entry
from engine.kernel.dice import FixedDice
from engine.kernel.reading import parse
from engine.kernel.refusals import Refused
from engine.kernel.tables import table
from engine.worldatwar.ruleset import RULESET
from engine.worldatwar.world import editions
from engine.worldatwar.world.editions import Edition
from engine.worldatwar.world.state import WorldAtWar
from tests.scale import share_of
from tests.worldatwar.game import SEAT, Game, Player, edition, scenario

WARS = 2
FIRST = 5
"""Wars from this seed on: in those before, what the editions differ in hardly comes up."""


def sections() -> set[str]:
    """The sections of the edition table's rows."""
    return {row.partition(" ")[0] for row in table("worldatwar", "editions")["row"]}


def outcome(campaign: WorldAtWar, entry: Entry) -> tuple[set[str], dict[str, Any]]:
    """What an entry's order does to a campaign with the entry's dice: the rules that refuse it, else what it writes."""
    order = parse(RULESET, entry.order)
    if entry.seat != RULES:
        refusals = play.judge(RULESET, campaign, order, SEAT)
        if refusals:
            return {rule for refusal in refusals for rule in refusal.rule.split(", ")}, {}
    dice = FixedDice(tuple(roll.face for roll in entry.rolls))
    _, made = play.apply(RULESET, campaign, order, seat=entry.seat, dice=dice, n=entry.n)
    return set(), {change.at: (change.now, change.rule) for change in made.changes}


def under(monkeypatch: pytest.MonkeyPatch, rules: Edition, campaign: WorldAtWar, entry: Entry) -> Any:
    """The outcome of an entry under an edition that may be a mixture of two."""
    with monkeypatch.context() as patched:
        patched.setattr(editions, "of", lambda campaign: rules)
        # A copy: what the campaign remembers was answered under its own edition.
        return outcome(attrs.evolve(campaign), entry)


def explained(
    monkeypatch: pytest.MonkeyPatch, first: Edition, second: Edition, campaign: WorldAtWar, entry: Entry
) -> set[str]:
    """The sections that make the difference between two editions for an entry, none where it comes out alike: the
    figures that change the outcome by themselves, which together must give the other edition's outcome."""
    here, there = under(monkeypatch, first, campaign, entry), under(monkeypatch, second, campaign, entry)
    if here == there:
        return set()
    rows = editions.differences(first, second)
    matter = [
        name
        for name in rows
        if under(monkeypatch, attrs.evolve(first, **{name: getattr(second, name)}), campaign, entry) != here
    ]
    mixed = attrs.evolve(first, **{name: getattr(second, name) for name in matter})
    assert under(monkeypatch, mixed, campaign, entry) == there, f"{entry.order}: {matter} are not all of it"
    return {rows[name] for name in matter}


def at_sea(name: str) -> WorldAtWar:
    """A war in which submarines are many from the start: one alone sinks too little for the editions to differ."""
    base = edition(scenario(), name, classic=False)
    pool = "germany-submarine"
    return attrs.evolve(
        base,
        options={**base.options, "german-submarine-steps": 12},
        pools={**base.pools, pool: attrs.evolve(base.pools[pool], count=20)},
        powers={**base.powers, "germany": attrs.evolve(base.powers["germany"], shipbuilding=9)},
    )


def in_the_air(name: str) -> WorldAtWar:
    """Strategic bombing, with oil damaged and bombers enough to be shot at."""
    return edition(scenario("strategic-bombing"), name, classic=False)


@pytest.mark.parametrize(
    ("make", "differ", "name"),
    [
        (make, differ, name)
        for nth, (make, differ) in enumerate(((at_sea, {"24.66"}), (in_the_air, {"26.461B", "26.72"})))
        for name in ("newest", *share_of([one for one in editions.NAMES if one != "newest"], nth, 2))
    ],
)
def test_one_war_in_all_editions_differs_only_by_rows_of_the_table(
    make: Callable[[str], WorldAtWar], differ: set[str], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: set[str] = set()
    for seed in range(FIRST, FIRST + WARS):
        game = Game(make(name), f"editions {seed}".encode())
        player = Player(seed)
        while not game.over:
            before, at = game.campaign, len(game.entries)
            try:
                game.give(player.line(game.campaign, game.outlook()))
            except (Refused, ValueError):
                continue
            state = before
            for entry in game.entries[at:]:
                for other in editions.NAMES:
                    if other != name:
                        first, second = editions.edition(name), editions.edition(other)
                        seen |= explained(monkeypatch, first, second, state, entry)
                state, _ = play.apply(
                    RULESET,
                    state,
                    parse(RULESET, entry.order),
                    seat=entry.seat,
                    dice=FixedDice(tuple(roll.face for roll in entry.rolls)),
                    n=entry.n,
                )
            assert state == game.campaign
    assert seen <= sections()
    if name == "newest":
        assert differ <= seen, "too little differed to show anything"


def test_every_figure_of_an_edition_has_a_row_of_the_table() -> None:
    rows = sections()
    for name in editions.NAMES:
        for other in editions.NAMES:
            assert set(editions.differences(editions.edition(name), editions.edition(other)).values()) <= rows


def test_the_differing_rows_are_not_alike_in_the_table() -> None:
    printed = table("worldatwar", "editions")
    for first, second in (("newest", "middle"), ("middle", "oldest")):
        at = printed["columns"].index(first), printed["columns"].index(second)
        for section in editions.differences(editions.edition(first), editions.edition(second)).values():
            cells = next(cells for row, cells in printed["row"].items() if row.startswith(section + " "))
            assert cells[at[0]] != cells[at[1]], section
