"""Campaigns for tests of strategic movement and grants: the 1939 scenario at a date, at war, with full hands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from engine.kernel.campaign import Progress
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar
from tests.thewar.atlantic import scenario
from tests.thewar.values import wars_of
from tests.thewar.world import refusals

GRANTS, AIR, GROUND, NAVAL = "stratmove.grants", "stratmove.air", "stratmove.ground", "stratmove.naval"
WORLD_WAR = ("germany+ussr", "italy+ussr", "britain+italy", "germany+us", "italy+us")


def standing(
    turn: str = "1942-1-spring",
    step: str = GRANTS,
    side: str = "allied",
    *,
    at_war: Iterable[str] = WORLD_WAR,
    entered: str = "1941-4-winter",
    facts: Mapping[str, Any] | None = None,
    countries: Mapping[str, Mapping[str, Any]] | None = None,
    places: Mapping[str, str] | None = None,
    **powers: Mapping[str, Any],
) -> TheWar:
    """The campaign at a turn and step of a side. ``at_war``: pairs at war beside those of 1939; ``entered``: when the
    U.S. did, '' for not yet; ``places``: holders by place; keyword arguments change figures of powers."""
    base = scenario()
    figures = {key: attrs.evolve(one, narfs=200, effort="sle") for key, one in base.powers.items()}
    figures["us"] = attrs.evolve(figures["us"], entered=entered)
    for key, changed in powers.items():
        figures[key] = attrs.evolve(figures[key], **changed)
    lands = dict(base.countries)
    for key, changed in (countries or {}).items():
        lands[key] = attrs.evolve(lands[key], **changed)
    held = dict(base.places)
    for key, holder in (places or {}).items():
        held[key] = attrs.evolve(held[key], holder=holder)
    return attrs.evolve(
        base,
        powers=figures,
        countries=lands,
        places=held,
        facts={**base.facts, **(facts or {})},
        wars=wars_of({**base.wars, **dict.fromkeys(at_war, "1941-2-summer")}),
        progress=Progress(turn=calendar.number(turn) - calendar.number(base.first) + 1, step=f"{side}.{step}"),
    )


def why(campaign: TheWar, text: str) -> list[tuple[str, str]]:
    """Rule and reason of each refusal."""
    return [(one.rule, one.reason) for one in refusals(campaign, text)]
