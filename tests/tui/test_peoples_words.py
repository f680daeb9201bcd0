"""Only people's words stand where a player reads: no id of a unit, place, fact, step or kind on any screen, in a
sentence, a refusal or a line of the journal, of both games. Ids stand where orders are typed, and in quotes where a
hint names what to type."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import attrs
import pytest

from engine.kernel import judging, reading
from engine.kernel import ruleset as rulesets
from engine.kernel.forms import whole
from engine.kernel.grammar import Unreadable
from engine.kernel.refusals import Refused
from engine.thewar.ruleset import RULESET
from engine.thewar.world import forces
from engine.thewar.world.state import TheWar
from tests.panels.desks import Host
from tests.scale import scaled
from tests.thewar.player import SEAT, Game, Player, opening, play_on
from tests.thewar.politics.scenes import TWO, Table, table
from tests.tui.every_screen import desks
from tests.tui.hand import drawn
from tests.tui.test_key_contract import panel_of
from tests.worldatwar import game as other
from tui import telling
from tui.panels import offered, overlay_for, shown_by

_HYPHENED = re.compile(r"(?<![\w'=/.-])[a-z0-9]+(?:-[a-z0-9]+)+(?![\w=-])")
_RAW = re.compile(r"\b(?:UBOAT|JETFTR)\b|\b[a-z]{2,5}-\d+-\d+\b|\b[a-z]+\.[a-z-]+\.[a-z-]+\b|\b[a-z]+=[a-z]")
_QUOTED = re.compile(r"'[^']*'")
_LISTED = re.compile(r"\b[A-Z][A-Za-z ]*: [a-z0-9][a-z0-9, -]*\.")
"""The end of a hint that lists what may be typed: ``Bases: india, pearl-harbor.``"""
ENGLISH = {"build-up", "counter-air"}
"""Names of orders that are words of the rulebook as well."""
_OVERLAYS = (
    "losses",
    "capture",
    "accounts",
    "forces",
    "places",
    "objectives",
    "sources",
    "curves",
    "battles",
    "sheet",
    "ledger",
)
_OVERLAID = ("granting", "attacking", "raiders")
"""Where the overlays are looked at: the same pages lie over every step."""
_ORDERS = 120
"""Orders of random play whose lines of the journal are read."""


def ids(campaign: Any) -> frozenset[str]:
    """Every id with hyphens that a campaign and its game know."""
    rules = rulesets.of(campaign)
    known = {
        key for field in attrs.fields(type(campaign)) for key in _keys(getattr(campaign, field.name)) if "-" in key
    }
    known |= {name for step in rules.sequence.steps for name in (step.id, step.slug) if "-" in name}
    known |= {name for name in (*rules.verbs, *rules.facts.declared) if "-" in name}
    if isinstance(campaign, TheWar):
        known |= {forces.group_of(unit) for unit in campaign.units.values()}
        known |= {forces.group_of(pool) for pool in campaign.pools.values()}
    return frozenset(name for name in known if "-" in name) - ENGLISH


def _keys(held: object) -> Iterator[str]:
    return iter(held) if isinstance(held, Mapping) else iter(())


def raw(text: str, known: frozenset[str]) -> list[str]:
    """The ids that stand in a text outside of what it says may be typed."""
    text = _LISTED.sub("", _QUOTED.sub("", text))
    return [one for one in _HYPHENED.findall(text) if one in known] + _RAW.findall(text)


def is_order(line: str, rules: Any) -> bool:
    """Whether a line of a screen shows an order as it will be given, or goes on with one."""
    words = line.strip(" ▸»✓✗·:").split()
    begins = any(one in rules.powers and then in rules.verbs for one, then in pairwise(words))
    return begins or bool(words and words[0] in rules.verbs) or line.strip().startswith("tab ")


def test_what_the_walk_takes_for_an_id() -> None:
    known = ids(opening())
    assert raw("unit germany-inf-1 is lost", known) == ["germany-inf-1"]
    assert raw("fact nazi-soviet-pact", known) == ["nazi-soviet-pact"] and raw("3 UBOAT", known) == ["UBOAT"]
    assert raw("used ftr-3-3-2", known) and raw("powers.germany.narfs", known) and raw("deficit=yes", known)
    assert not raw("a First-Rate air-to-air battle, INF 6-5 to 9-1: 'germany disband inf-6-5'", known)


@pytest.mark.parametrize("seed", range(scaled(1)))
def test_sentences_refusals_and_the_journal_of_random_play(seed: int) -> None:
    game, player, chance = Game(opening(), bytes([seed])), Player(seed + 5), random.Random(seed)
    wrong: dict[str, str] = {}
    for _ in range(_ORDERS):
        campaign, known = game.campaign, ids(game.campaign)
        for verb in chance.choices([verb for verb, cls in RULESET.verbs.items() if cls.choosable()], k=5):
            form = whole(RULESET.verbs[verb], campaign, chance.choice(list(campaign.powers)))
            if form is None:
                continue
            try:
                order = reading.understand(RULESET, player.fill(form, campaign), campaign)
            except Unreadable:
                continue
            refused = judging.judge(RULESET, campaign, order, SEAT)
            said = [order.sentence(campaign), *(f"{one.reason} {one.hint}" for one in refused)]
            wrong |= {f"{verb}: {text}": str(found) for text in said if (found := raw(text, known))}
        play_on(game, player, 1)
    known = ids(game.campaign)
    for told in telling.latest(RULESET, game.campaign, game.live):
        for text in (told.sentence, told.where, *told.figures, *told.dice):
            if found := raw(text, known):
                wrong[text] = str(found)
    assert not wrong, "\n".join(f"{found} in {text}" for text, found in wrong.items())


def test_the_journal_of_a_diplomatic_roll_with_chits() -> None:
    pops, chits = {"germany spain": 2, "britain spain": 1}, {"germany espionage": 1, "britain counter-espionage": 1}
    played = Table(table(pops, chits, seats=TWO, germany=20))
    played.give("germany influence spain against=western espionage=yes")
    played.give(played.asked["britain"][-1], 1)
    known = ids(played.campaign) | {"germany+spain", "britain+spain", "axis+spain"}
    lines = []
    for told in telling.latest(RULESET, played.campaign, played.entries):
        lines += [told.sentence, *told.figures, *told.dice]
    assert not [line for line in lines if raw(line, known) or any(one in line for one in known)]
    assert "POPs of Germany in Spain used 0 → 2" in lines and "diplomacy in Spain: 1 of 10" in lines
    assert "+ Spain named by the Axis: turn Spring 1940" in lines


@pytest.mark.parametrize("scenario", ["battle-of-the-atlantic", "strategic-bombing", "global-war"])
def test_the_journal_of_the_other_game(scenario: str) -> None:
    game, player = other.Game(other.scenario(scenario), b"words"), other.Player(3)
    rules = rulesets.of(game.campaign)
    wrong: dict[str, str] = {}
    given = 0
    while given < _ORDERS and not game.over:
        try:
            game.give(player.line(game.campaign, game.outlook()))
            given += 1
        except Refused as refused:
            known = ids(game.campaign)
            said = (f"{one.reason} {one.hint}" for one in refused.refusals)
            wrong |= {text: str(found) for text in said if (found := raw(text, known))}
        except Unreadable:
            continue
    known = ids(game.campaign)
    for told in telling.latest(rules, game.campaign, game.entries):
        for text in (told.sentence, told.where, *told.figures, *told.dice):
            if found := raw(text, known):
                wrong[text] = str(found)
    assert not wrong, "\n".join(f"{found} in {text}" for text, found in wrong.items())


def test_every_panel_and_every_overlay() -> None:
    wrong: dict[str, str] = {}

    async def go() -> None:
        every = list(desks())
        host = Host(lambda: panel_of(every[0][1]))
        async with host.run_test(size=(100, 40)):
            for name, found in every:
                makers = [panel_of]
                for overlay in _OVERLAYS:
                    cls: Any = overlay_for(shown_by(found.ruleset, overlay))
                    if cls is not None and name in _OVERLAID and offered(found.ruleset, overlay):
                        makers.append(cls)
                for make in makers:
                    await host.put(make(found))
                    host.panel.show()
                    await drawn(host)
                    known = ids(found.campaign)
                    for text in (*host.text, host.panel.heading(), host.panel.help_text()):
                        if not is_order(text, found.ruleset) and (these := raw(text, known)):
                            wrong[f"{name}, {type(host.panel).__name__}: {text}"] = str(these)

    asyncio.run(go())
    assert not wrong, "\n".join(f"{found} in {text}" for text, found in wrong.items())
