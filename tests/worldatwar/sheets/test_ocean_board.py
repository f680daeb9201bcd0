"""The oceans as a screen is told them: what lies where, what may move, what an attack hangs on."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from engine.kernel import play
from engine.kernel.forecast import Distribution
from engine.kernel.sheets.oceans import Lot, Oceans
from engine.worldatwar.oceans.modifiers import Modifier
from engine.worldatwar.oceans.submarine_attacks import AttackShipping, Toll
from engine.worldatwar.rolls import submarines
from engine.worldatwar.ruleset import RULESET
from engine.worldatwar.sheets import ocean_board
from engine.worldatwar.world import editions
from engine.worldatwar.world.state import WorldAtWar
from tests.worldatwar.game import Game, scene

ATLANTIC = {
    "germany submarine atlantic": 3,
    "germany submarine western-port": 2,
    "western asw atlantic": 4,
    "western cve atlantic": 6,
    "western transport atlantic": 30,
}


def at(step: str, **changes: Any) -> WorldAtWar:
    given: dict[str, Any] = {"groups": ATLANTIC, "held": {"brest": "germany", "gibraltar": "germany"}} | changes
    return scene("1942-1-spring", f"axis.{step}", **given)


def lot(oceans: Oceans, lot_id: str) -> Lot:
    every = [candidate for water in oceans.waters for candidate in water.lots]
    every += [candidate for water in oceans.waters for harbour in water.harbours for candidate in harbour.lots]
    every += [candidate for harbour in oceans.elsewhere for candidate in harbour.lots]
    return next(candidate for candidate in every if candidate.id == lot_id)


@pytest.mark.rule("awaw-25.31")
def test_every_order_that_a_lot_offers_is_judged_as_it_says() -> None:
    campaign = at("redeployment.boxes")
    oceans = ocean_board.board(campaign, ("germany",))
    assert not lot(oceans, "western asw atlantic").power, "the other side's stand still"
    for lot_id in ("germany submarine atlantic", "germany submarine western-port"):
        chosen = lot(oceans, lot_id)
        assert chosen.ways and [bool(way.refusals) for way in chosen.ways] == sorted(
            bool(way.refusals) for way in chosen.ways
        )
        for way in chosen.ways:
            refused = play.judge(RULESET, campaign, chosen.order(1, way), "solo")
            assert bool(refused) == bool(way.refusals), (chosen.order(1, way).text, refused)


def test_inverted_units_stand_apart_and_their_order_says_so() -> None:
    campaign = at("redeployment.boxes", groups={**ATLANTIC, "germany submarine western-port 9": 1})
    oceans = ocean_board.board(campaign, ("germany",))
    face_up, face_down = (lot(oceans, f"germany submarine western-port{end}") for end in ("", " inverted"))
    assert (face_up.count, face_down.count, face_down.inverted) == (2, 1, True)
    assert face_down.order(1, face_down.ways[0]).text.endswith("inverted=yes")


def test_a_front_is_no_box_though_both_are_called_pacific() -> None:
    groups = {"western transport pacific": 8, "us bomber-pacific pacific": 2}
    oceans = ocean_board.board(at("redeployment.boxes", groups=groups), ("germany",))
    assert [place.title for place in oceans.waters[2].lots] == ["transports"]
    assert [(place.short, place.lots[0].title) for place in oceans.elsewhere] == [("Pacific front", "Pacific bombers")]


@pytest.mark.rule("awaw-24.66")
@pytest.mark.parametrize(("edition", "most", "left"), [("newest", 15, 14), ("middle", 30, 28)])
def test_24_66_the_most_that_may_be_sunk_by_edition(edition: str, most: int, left: int) -> None:
    game = Game(at("combat.raiders", name=edition))
    game.give("germany raiders atlantic 1")
    (shipping,) = ocean_board.board(game.campaign, ("germany",)).waters[0].shipping
    assert (shipping.now, shipping.sunk, shipping.most) == (29, 1, most if game.campaign.started else shipping.most)
    assert shipping.left <= left


@pytest.mark.rule("awaw-25.13")
def test_25_13_a_strike_names_limit_modifiers_and_what_may_fight() -> None:
    (strike,) = ocean_board.board(at("combat.submarines"), ("germany",)).strikes
    assert strike.limit.total == 6 and strike.amounts[0].have == 3 and strike.amounts[0].first == 3
    assert strike.order({"submarines": 2, "advanced": 0}).text == "germany attack atlantic submarines=2"
    held = {one.id: one.value for one in strike.modifiers if isinstance(one, Modifier) and one.value}
    assert held["biscay"] == 2 and held["iberia"] == 1 and held["cves"] == -1
    assert all(modifier.why for modifier in strike.modifiers)
    assert dict(strike.escorts) == {"ASW": 4, "CVEs": 6}


def test_a_declared_attack_is_told_and_offered_no_more() -> None:
    game = Game(at("combat.submarines", groups={**ATLANTIC, "germany submarine indian": 1}))
    game.give("germany attack atlantic submarines=1")
    first = ocean_board.board(game.campaign, ("germany",)).strikes[0]
    assert first.declared and first.box == "atlantic"


@pytest.mark.rule("awaw-24.62")
def test_the_forecast_of_an_attack_is_what_both_rolls_may_cost() -> None:
    campaign = at("combat.submarines")
    forecast: Distribution[Toll] | None = AttackShipping("germany", "atlantic", submarines=3).forecast(campaign)
    assert forecast is not None and forecast.exact
    assert sum(chance for _, chance in forecast.outcomes) == 1
    war = submarines.Submarines(
        edition=editions.of(campaign),
        submarines=3,
        asw=4,
        modifier=sum(modifier.value for modifier in ocean_board.board(campaign, ("germany",)).strikes[0].modifiers),
        transports=30,
    )
    ways = {total: 6 - abs(7 - total) for total in range(2, 13)}
    mean = Fraction(0)
    for attack, first in ways.items():
        for defence, second in ways.items():
            end = submarines.resolve(
                submarines.Submarines(war.edition, 3, 4, war.modifier, 30, attack=attack, defence=defence)
            )
            mean += Fraction(first * second, 1296) * end.transports_sunk
    assert forecast.mean(lambda toll: toll.transports_sunk) == mean
