"""Codebreaking cards in submarine warfare (25.67): whose are compared where, and what an advantage is worth."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import play
from engine.kernel.reading import understand
from engine.worldatwar.oceans import modifiers
from engine.worldatwar.ruleset import RULESET
from engine.worldatwar.world.state import WorldAtWar
from tests.worldatwar.game import Game, refused, scene

AXIS, ALLIED = "axis.combat.codebreaking", "allied.combat.codebreaking"
WARS = ("britain+germany", "britain+japan", "germany+us", "japan+us")
UNITS = {
    "germany submarine atlantic": 1,
    "germany submarine indian": 1,
    "japan submarine indian": 1,
    "japan submarine pacific": 1,
    "us submarine pacific": 1,
    "western transport atlantic": 20,
    "western transport indian": 20,
    "western transport pacific": 20,
    "japan transport pacific": 20,
}
# 25.671: attacker, box, whose submarine cards, whose ASW cards, by which code.
COMPARED = (
    ("germany", "atlantic", "germany", "britain", "Ultra"),
    ("germany", "indian", "germany", "britain", "Ultra"),
    ("japan", "indian", "japan", "us", "Magic"),
    ("japan", "pacific", "japan", "us", "Magic"),
    ("us", "pacific", "us", "japan", "Magic"),
)
KEYS = ("germany-submarine", "britain-asw", "japan-submarine", "us-asw", "us-submarine", "japan-asw")


def war(step: str = AXIS, seats: dict[str, str] | None = None, **units: int) -> WorldAtWar:
    made = scene("1944-1-spring", step, groups={**UNITS, **units}, wars=WARS, scenario_id="global-war")
    return attrs.evolve(made, seats=seats) if seats else made


def value(campaign: WorldAtWar, attacker: str, box: str) -> tuple[str, int]:
    defender = "japan" if attacker == "us" else "western"
    considered = modifiers.submarine_war(campaign, attacker, defender, box)
    return next((modifier.label, modifier.value) for modifier in considered if modifier.id == "codebreaking")


@pytest.mark.rule("awaw-25.671", "awaw-25.672", "awaw-25.673", "awaw-25.726")
@pytest.mark.parametrize(("attacker", "box", "ours", "theirs", "code"), COMPARED)
@pytest.mark.parametrize(
    ("mine", "other", "expected"),
    [(0, 0, 0), (1, 0, 1), (0, 1, -1), (1, 1, 0), (2, 1, 1), (5, 0, 1), (0, 4, -1), (3, 3, 0)],
)
def test_25_671_whose_cards_are_compared(
    attacker: str, box: str, ours: str, theirs: str, code: str, mine: int, other: int, expected: int
) -> None:
    cards = {f"{ours}-submarine": mine, f"{theirs}-asw": other}
    # Every other card that anybody might play is worth nothing here.
    noise = {key: 9 for key in KEYS if key not in cards}
    assert value(attrs.evolve(war(), cards={**noise, **cards}), attacker, box) == (f"{code} cards", expected)


@pytest.mark.rule("awaw-25.671")
def test_25_671_who_plays_which_cards_in_whose_combat_phase() -> None:
    axis, allied = Game(war()).campaign, Game(war(ALLIED)).campaign
    for campaign, may in (
        (axis, {("germany", "submarine"), ("japan", "submarine"), ("britain", "asw"), ("us", "asw")}),
        (allied, {("us", "submarine"), ("japan", "asw")}),
    ):
        for power in ("germany", "japan", "britain", "us", "italy"):
            for kind in ("submarine", "asw"):
                reason = refused(campaign, f"{power} play-cards {kind} 1")
                assert bool(reason) == ((power, kind) not in may)
    assert "'bombing' is no kind of card (25.671)" in refused(axis, "germany play-cards bombing 1")
    assert "count: -1 is out of range (25.671)" in refused(axis, "germany play-cards submarine -1")


@pytest.mark.rule("awaw-25.671")
def test_25_671_a_power_without_submarines_in_a_box_has_no_campaign_to_play_on() -> None:
    units = {key: count for key, count in UNITS.items() if not key.startswith("japan submarine")}
    campaign = scene("1944-1-spring", AXIS, groups=units, wars=WARS, scenario_id="global-war")
    assert refused(campaign, "japan play-cards submarine 1")
    assert refused(campaign, "us play-cards asw 1")
    assert not refused(campaign, "britain play-cards asw 1")


@pytest.mark.rule("awaw-25.672", "awaw-25.726")
def test_25_672_cards_count_for_the_combat_phase_in_which_they_are_played() -> None:
    game = Game(war(), b"cards")
    game.give(
        "germany play-cards submarine 2",
        "britain play-cards asw 1",
        "us play-cards asw 1",
        "japan play-cards submarine 0",
    )
    assert value(game.campaign, "germany", "atlantic")[1] == 1
    assert value(game.campaign, "germany", "indian")[1] == 1
    assert value(game.campaign, "japan", "pacific")[1] == -1
    game.until("allied.combat.codebreaking")
    assert game.campaign.cards == {}
    assert value(game.campaign, "us", "pacific")[1] == 0


@pytest.mark.rule("awaw-25.671")
def test_25_671_with_two_seats_cards_are_played_in_secret() -> None:
    seats = {power: "axis" if power in ("germany", "italy", "japan") else "allied" for power in war().seats}
    campaign = war(seats=seats)
    order = understand(RULESET, "germany play-cards submarine 2", campaign)
    (batch,) = play.submit(RULESET, campaign, [order], seat="axis", dice=Game(war()).dice, n=1)
    assert batch.campaign.cards == {}
    assert batch.campaign.sealed
