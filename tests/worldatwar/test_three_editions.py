"""One random war in all three editions: whatever comes out differently is explained by a row of the edition table."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel import play
from engine.kernel.changes import RULES, Entry
from engine.kernel.dice import FixedDice
from engine.kernel.reading import parse
from engine.kernel.refusals import Refused
from engine.kernel.tables import table
from engine.worldatwar import editions, modifiers
from engine.worldatwar.ruleset import RULESET
from engine.worldatwar.state import WorldAtWar
from engine.worldatwar.submarine_attacks import defender
from engine.worldatwar.submarine_war import Campaigning
from tests.worldatwar.game import SEAT, Game, Player, edition, scenario

WARS = 2


def sections() -> set[str]:
    """The sections of the edition table's rows."""
    return {row.partition(" ")[0] for row in table("worldatwar", "editions")["row"]}


def differing(one: str, other: str) -> set[str]:
    """The sections in which two editions differ, as the table has it; the oldest file has chapter 26 only and follows
    the middle one before it."""
    found = set()
    columns = table("worldatwar", "editions")["columns"]
    for row, cells in table("worldatwar", "editions")["row"].items():
        says = dict(zip(columns, cells, strict=True))
        if says["oldest"] == "-":
            says["oldest"] = says["middle"]
        if says[one] != says[other]:
            found.add(row.partition(" ")[0])
    return found


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


def explained(here: WorldAtWar, there: WorldAtWar, entry: Entry) -> set[str]:
    """The sections by which an entry may differ between two editions, from the causes that the rules name for it."""
    found: set[str] = set()
    procedure = here.pending.get(entry.order.rpartition(" ")[2]) if entry.order.startswith("resolve") else None
    if isinstance(procedure, Campaigning):
        attack = here.attacks[procedure.attack]
        enemy = defender(attack.power)
        for ours, theirs in zip(
            modifiers.submarine_war(here, attack.power, enemy, attack.box),
            modifiers.submarine_war(there, attack.power, enemy, attack.box),
            strict=False,
        ):
            if ours != theirs:
                found |= {ours.rule.rstrip("AB"), theirs.rule.rstrip("AB")}
        if editions.of(here).transports != editions.of(there).transports:
            found |= {editions.of(here).transports.rule, editions.of(there).transports.rule}
    return found


@pytest.mark.parametrize("name", editions.NAMES)
def test_one_war_in_all_editions_differs_only_by_rows_of_the_table(name: str) -> None:
    seen: set[str] = set()
    for seed in range(WARS):
        game = Game(edition(scenario(), name, classic=False), f"editions {seed}".encode())
        player = Player(seed)
        while not game.over:
            before, at = game.campaign, len(game.entries)
            try:
                game.give(player.wants(game))
            except (Refused, ValueError):
                continue
            state = before
            for entry in game.entries[at:]:
                for other in editions.NAMES:
                    if other != name:
                        seen |= _compared(state, name, other, entry)
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
        assert seen, "the editions never differed, so nothing was shown"


def _compared(state: WorldAtWar, name: str, other: str, entry: Entry) -> set[str]:
    """The sections that explain what differs where an entry's order is given in another edition. Raises AssertionError
    where anything differs that no row explains."""
    there = attrs.evolve(state, options={**state.options, "edition": other})
    refused_here, mine = outcome(state, entry)
    refused_there, theirs = outcome(there, entry)
    assert not refused_here
    if not refused_there and mine == theirs:
        return set()
    rules = refused_there or {
        rule
        for at in mine.keys() | theirs.keys()
        if mine.get(at) != theirs.get(at)
        for _, rule in (mine.get(at), theirs.get(at))
        if rule
    }
    allowed = differing(name, other)
    causes = (rules | explained(state, there, entry)) & allowed
    assert causes, f"{entry.order} in the {other} edition: {rules} and no row of the table says why"
    return causes
