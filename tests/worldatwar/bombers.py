"""Scenes of strategic bombing for tests: who stands where over Europe and Japan, and dice by their totals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from engine.worldatwar.sheets import ledger
from engine.worldatwar.world.state import WorldAtWar
from tests.worldatwar.game import Game, scenario, scene

BOMBING = "strategic-bombing"
WARS = tuple(scenario(BOMBING).wars)
ALLIED, AXIS = "allied.combat.bombers", "axis.combat.bombers"
RESEARCH = {"western-strategic-bombers": 1, "western-air-range": 2}
GROUPS = {
    "britain bomber western": 6,
    "britain interceptor western": 4,
    "us bomber western": 5,
    "us interceptor western": 5,
    "germany interceptor western": 4,
    "germany interceptor eastern": 2,
    "germany interceptor mediterranean": 2,
}


def bombing(
    step: str = ALLIED,
    *,
    turn: str = "1943-2-summer",
    name: str = "newest",
    groups: Mapping[str, int] | None = None,
    research: Mapping[str, int] | None = None,
    places: Mapping[str, Mapping[str, Any]] | None = None,
    **more: Any,
) -> WorldAtWar:
    """A campaign in a step of the bombing phase; ``groups`` and ``places`` change what stands there by default."""
    campaign = scene(
        turn,
        step,
        name=name,
        groups={**GROUPS, **(groups or {})},
        research={**RESEARCH, **(research or {})},
        wars=more.pop("wars", WARS),
        scenario_id=BOMBING,
        **more,
    )
    campaign = attrs.evolve(campaign, groups={key: group for key, group in campaign.groups.items() if group.count})
    changed = {key: attrs.evolve(campaign.places[key], **figures) for key, figures in (places or {}).items()}
    return attrs.evolve(campaign, places={**campaign.places, **changed})


def faces(*totals: int) -> list[int]:
    """Two dice for each total."""
    return [face for total in totals for face in ((1, total - 1) if total <= 7 else (6, total - 6))]


def fly(campaign: WorldAtWar, *lines: str, totals: tuple[int, ...] = (), defence: tuple[str, ...] = ()) -> Game:
    """Give raids and the defence against them, and let the bombers fly on these totals, in the order of the rules."""
    game = Game(campaign, faces(*totals))
    game.give(*lines)
    if defence:
        game.until("combat.defence")
        game.give(*defence)
    _end(game)
    return game


def _end(game: Game) -> None:
    while game.campaign.progress.step.endswith(("combat.bombers", "combat.defence")):
        seen = game.outlook()
        if seen.decision is not None:
            return
        game.give(next(choice.text for choice in seen.choices if choice.text.endswith(" done") and not choice.refused))


def brps(game: Game, power: str) -> int:
    """What a power has in hand."""
    return game.campaign.powers[power].brps


def figure(campaign: WorldAtWar, path: str) -> int:
    """A computed figure of the ledger."""
    breakdown = ledger.explain(campaign, path)
    assert breakdown is not None, path
    return breakdown.total
