"""What the player at random has found in A World at War: orders over the rules that led to what no rule expects."""

from __future__ import annotations

import pytest

from engine.kernel.refusals import Refused
from engine.worldatwar.ruleset import RULESET
from tests.worldatwar.bombing.test_bombing_seasons import opening
from tests.worldatwar.game import Game, edition, factors, produced, refused, scenario


def test_41_nothing_overrules_that_a_faction_without_research_has_no_results() -> None:
    game = Game(edition(scenario("global-war"), "newest"))
    assert "China does no research of its own" in refused(game.campaign, "china result torpedo")
    with pytest.raises(Refused, match="does no research"):
        game.give('overrule "so agreed" china result torpedo')
    assert not list(RULESET.check(game.campaign))


def test_26_462_a_place_without_a_front_is_named_where_no_way_leads() -> None:
    game = Game(opening("newest", 0))
    nowhere = next(key for key, place in game.campaign.places.items() if not place.front and key != "atlantic")
    said = refused(game.campaign, f"germany raid {nowhere} bombers=1 front=western route=western")
    assert "no way to" in said or "26." in said


def test_24_2_bombers_that_an_umpire_has_announced_are_lost_only_as_far_as_they_are_there() -> None:
    start = opening("newest", 0)
    game = Game(start)
    game.until("combat.bombers")
    power = game.outlook().awaits[0]
    target = next(one.text.split()[2] for one in game.outlook().choices if " raid " in one.text)
    front = next(one.order.front for one in game.outlook().choices if " raid " in one.text)  # type: ignore[attr-defined]
    game.give(f'overrule "so agreed" {power} raid {target} bombers=90 front={front} route={front}')
    made, at = factors(game.campaign), len(game.entries)
    turn = game.campaign.progress.turn
    while game.campaign.progress.turn == turn and not game.over:
        legal = [one.text for one in game.outlook().choices if not one.refused]
        game.give(next((text for text in legal if text.endswith(" done")), legal[0]))
    assert any(entry.order == "bombers-fly" for entry in game.entries[at:])
    assert produced(made, game.entries[at:]) == factors(game.campaign)


@pytest.mark.parametrize(
    ("order", "told"),
    [
        ("germany build submarine place=6", "there is no box, base or front '6'"),
        ("germany build zeppelin", "'zeppelin' is no kind of unit"),
    ],
)
def test_24_5_nothing_overrules_that_units_are_of_a_kind_and_stand_somewhere(order: str, told: str) -> None:
    game = Game(edition(scenario("global-war"), "newest"))
    game.until("axis.construction.build")
    with pytest.raises(Refused, match=told):
        game.give(f'overrule "so agreed" {order}')
    assert not list(RULESET.check(game.campaign))
