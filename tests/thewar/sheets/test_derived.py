"""A turn as an opening: nothing of what lay under seal comes along, and nothing that is gone is named."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.ruleset import find
from engine.thewar.sheets import derived
from engine.thewar.world.state import Chits, Influence, Purchase, Statement, TaskForce, TheWar, Unit
from saves import checking, scenarios, trial
from saves.scenario_text import written
from saves.turn_scenarios import opening

SHIPS = ("britain-fleet-1", "britain-fleet-2")


def begun(**fields: Any) -> TheWar:
    """The opening of 1939 with other fields."""
    campaign: Any = scenarios.preview("1939-campaign")
    changed: TheWar = attrs.evolve(
        campaign, **{name: {**getattr(campaign, name), **new} for name, new in fields.items()}
    )
    return changed


def addressed(*items: Any) -> dict[str, Any]:
    return {item.address: item for item in items}


@pytest.mark.rule("tw-7.12")
def test_a_hidden_task_force_is_none_and_its_ships_are_among_the_others() -> None:
    hidden = {"tf-1": Unit(power="britain", kind="tf", tag="tf-1")}
    campaign = begun(
        units=hidden,
        task_forces={"tf-1": TaskForce(power="britain"), "tf-2": TaskForce(power="britain", units=(*SHIPS, "gone"))},
    )
    opened = derived.as_opening(campaign)
    assert "tf-1" not in opened.units and set(SHIPS) <= set(opened.units)
    assert opened.task_forces == {"tf-2": TaskForce(power="britain", units=SHIPS)}


@pytest.mark.rule("tw-16.1.1")
def test_what_is_sealed_of_points_and_chits_is_nobodys_and_what_was_used_was_there() -> None:
    campaign = begun(
        influence=addressed(
            Influence(power="germany", country="spain", placed=1, used=3),
            Influence(power="britain", country="spain", placed=2),
        ),
        chits=addressed(Chits(power="germany", sort="espionage", played=1)),
        purchases=addressed(
            Purchase(power="germany", turn="1939-3-fall", narfs=9),
            Purchase(power="britain", turn="1939-3-fall", narfs=4, opened=True),
        ),
        statements=addressed(Statement(power="germany", country="spain", turn="1939-3-fall", pops=3)),
    )
    opened = derived.as_opening(campaign)
    assert {key: (lies.placed, lies.used) for key, lies in opened.influence.items()} == {
        "germany+spain": (3, 3),
        "britain+spain": (2, 0),
    }
    assert [(has.bought, has.played) for has in opened.chits.values()] == [(1, 1)]
    assert list(opened.purchases) == ["britain+1939-3-fall"] and opened.statements == {}


def test_what_play_and_rulings_may_lead_to_opens_with_warnings_and_plays_on() -> None:
    war = find("thewar")
    base = begun(task_forces={"tf-2": TaskForce(power="britain", units=(*SHIPS, "gone"))})
    base = attrs.evolve(base, powers={**base.powers, "britain": attrs.evolve(base.powers["britain"], base=-8)})
    wars: Any = {**base.wars}
    wars |= addressed(type(next(iter(wars.values())))(one="france", other="us", since="1939-3-fall"))
    odd = opening(war, attrs.evolve(base, wars=wars), "mine", "Mine")
    raw = scenarios.read("1939-campaign")[1]
    text = written(odd, {"title": "Mine", "description": "Odd."}, raw["seating"], odd.options, "Odd.")
    found = checking.scenario(text.encode(), "mine.toml")[1]
    assert all(one.warning for one in found) and any(
        "France and United States are allies" in one.problem for one in found
    )
    played = trial.of_opening(odd, turns=2, orders=300)
    assert played.holds, played
