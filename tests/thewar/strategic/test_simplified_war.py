"""Sections 29.5 and 29.8: the simplified U-boat war and bombing, by the rulebook's dates and figures."""

from __future__ import annotations

from fractions import Fraction

import attrs
import pytest

from engine.kernel.forecast import distribution
from engine.thewar import steps
from engine.thewar.rolls import simplified
from engine.thewar.rolls.simplified import Throw
from engine.thewar.strategic import simplified_war
from engine.thewar.strategic.segment import AlliesBomb, Settle, UBoatsSail
from engine.thewar.world.state import TheWar
from saves import errors, scenarios
from tests.thewar.chronicle import untold
from tests.thewar.optional import at_war, count, played, playing, with_pools, with_units
from tests.thewar.player import Game, Player, play_on
from tests.thewar.world import refusals, rules_of, world

ENTERED = "1941-4-winter"


def sea(turn: str, *, entered: str = "", **pools: int) -> TheWar:
    """A turn of the simplified U-boat war with 20 U-boats in play."""
    us = {"entered": entered, "narfs": 200, "effort": "rle"}
    campaign = world(turn, germany={"effort": "rle"}, britain={"narfs": 100, "effort": "rle"}, us=us)
    campaign = playing(with_units(campaign, germany_uboat=20), "simplified-u-boats")
    return at_war(with_pools(campaign, **pools), *(("germany+us",) if entered else ()))


def air(turn: str, **pools: int) -> TheWar:
    """A turn of the simplified bombing with 10 SAC of each Western Ally in play."""
    both = {"entered": ENTERED, "effort": "rle"}
    campaign = world(turn, germany={"narfs": 100}, britain={"effort": "rle"}, us=both)
    campaign = playing(with_units(campaign, britain_sac=10, us_sac=10), "simplified-bombing")
    return at_war(with_pools(campaign, **pools), "germany+us")


# ---------------------------------------------------------------- 29.5


@pytest.mark.rule("tw-29.5", "tw-29.5-loss")
@pytest.mark.parametrize(
    ("turn", "entered", "dice", "spent"),
    [
        ("1939-3-fall", "", 1, 2),
        ("1940-1-spring", "", 1, 2),
        ("1940-2-summer", "", 0, 0),
        ("1940-3-fall", "", 2, 2),
        ("1941-3-fall", "", 2, 2),
        ("1942-1-spring", ENTERED, 4, 1),
        ("1942-3-fall", ENTERED, 4, 1),
        ("1943-1-spring", ENTERED, 2, 6),
        ("1945-1-spring", ENTERED, 2, 6),
        # Entered in a Spring, that Spring and the Fall are the first two turns.
        ("1941-1-spring", "1941-1-spring", 4, 1),
        ("1942-1-spring", "1941-1-spring", 2, 6),
        # Out of the war in 1945: no Happy Time ever.
        ("1945-1-spring", "", 2, 2),
    ],
)
def test_29_5_dice_and_uboats_by_date(turn: str, entered: str, dice: int, spent: int) -> None:
    assert simplified.dice("germany", turn, entered) == dice
    assert simplified.uboats_spent(turn, entered) == spent


@pytest.mark.rule("tw-29.5-loss")
@pytest.mark.parametrize(("unbuilt", "faces", "narfs"), [(0, (7, 6), 13), (3, (7, 6), 7), (9, (7, 6), 0)])
def test_ruling_160_unbuilt_uboats_come_off_the_sum_once(unbuilt: int, faces: tuple[int, ...], narfs: int) -> None:
    found = simplified.resolve(Throw("germany", "1941-1-spring", unbuilt, faces=faces))
    assert found.narfs == narfs == found.breakdown.total


@pytest.mark.rule("tw-29.5")
def test_29_5_forecast_of_the_happy_time_is_exact() -> None:
    found = distribution(simplified.ThrowCore(), Throw("germany", "1942-1-spring", 0, ENTERED)).of(
        lambda throw: simplified.resolve(throw).narfs
    )
    assert found.chance(lambda narfs: narfs == 4) == Fraction(1, 10_000)
    assert found.mean(lambda narfs: narfs) == 22


@pytest.mark.rule("tw-29.5", "tw-29.5-loss")
def test_29_5_before_the_us_is_in_britain_bears_all() -> None:
    before = sea("1940-3-fall", germany_uboat=1)
    after = played(before, UBoatsSail(), (10, 9))
    assert after.powers["britain"].narfs == 100 - 17 and after.powers["us"].narfs == 200
    assert count(after, "germany", "uboat") == 18 and after.pools["germany-uboat"].count == 3
    # The NARFs still cost strategic movement (8.4).
    assert played(after, Settle()).powers["britain"].smp_lost == 1


@pytest.mark.rule("tw-29.5", "tw-29.5-loss")
def test_29_5_in_the_happy_time_the_us_alone_bears_four_dice() -> None:
    after = played(sea("1942-3-fall", entered=ENTERED), UBoatsSail(), (10, 10, 10, 10))
    assert (after.powers["britain"].narfs, after.powers["us"].narfs) == (100, 160)
    assert count(after, "germany", "uboat") == 19


@pytest.mark.rule("tw-29.5")
@pytest.mark.parametrize(
    ("answers", "britain", "us"),
    [
        (("britain share 0",), 85, 200),
        (("britain share 6", "us agree yes"), 91, 194),
        (("britain share 15", "us agree yes"), 100, 185),
        (("britain share 6", "us agree no"), 85, 200),
    ],
)
def test_ruling_161_afterwards_the_allies_split_the_loss_if_they_agree(
    answers: tuple[str, ...], britain: int, us: int
) -> None:
    after = played(sea("1943-1-spring", entered=ENTERED), UBoatsSail(), (7, 8), answers)
    assert (after.powers["britain"].narfs, after.powers["us"].narfs) == (britain, us)
    assert count(after, "germany", "uboat") == 14


@pytest.mark.rule("tw-29.5")
def test_29_5_more_cannot_be_shared_than_is_lost_and_nothing_out_of_time() -> None:
    assert rules_of(refusals(sea("1943-1-spring"), "britain share 3")) == ["29.5"]
    assert rules_of(refusals(sea("1943-1-spring"), "us agree yes")) == ["29.5"]
    asked = simplified_war.SimplifiedUBoats("share", 15)
    campaign = attrs.evolve(sea("1943-1-spring", entered=ENTERED), pending={"1": asked})
    assert rules_of(refusals(campaign, "britain share 16")) == ["29.5"]
    assert rules_of(refusals(campaign, "britain share -1")) == ["29.5"]
    assert not refusals(campaign, "britain share 15")


@pytest.mark.rule("tw-29.5")
def test_ruling_166_without_an_effort_for_it_nothing_is_rolled() -> None:
    campaign = sea("1940-3-fall")
    assert simplified_war.sails(campaign)
    tired = attrs.evolve(campaign.powers["germany"], effort="mle")
    assert not simplified_war.sails(attrs.evolve(campaign, powers={**campaign.powers, "germany": tired}))
    fallen = attrs.evolve(campaign.powers["germany"], surrendered="1945-1-spring")
    assert not simplified_war.sails(attrs.evolve(campaign, powers={**campaign.powers, "germany": fallen}))


@pytest.mark.rule("tw-29.5", "tw-29.8")
def test_29_5_and_29_8_no_boxes_are_filled() -> None:
    sequence = steps.sequence()
    for option, step in (
        ("simplified-u-boats", "strategic-warfare.boxes"),
        ("simplified-bombing", "strategic-warfare.bombers"),
    ):
        plain = with_units(world("1940-3-fall"), germany_uboat=1, britain_sac=1)
        assert not sequence[step].skipped(plain)
        assert option in sequence[step].skipped(playing(plain, option))


# ---------------------------------------------------------------- 29.8


@pytest.mark.rule("tw-29.8")
@pytest.mark.parametrize(
    ("turn", "britain", "us"),
    [
        ("1941-3-fall", 0, 0),
        ("1942-1-spring", 1, 0),
        ("1942-3-fall", 1, 0),
        ("1943-1-spring", 2, 0),
        ("1943-3-fall", 2, 1),
        ("1944-1-spring", 2, 2),
        ("1944-2-summer", 0, 0),
        ("1944-3-fall", 2, 2),
        ("1945-1-spring", 2, 3),
    ],
)
def test_29_8_dice_by_date(turn: str, britain: int, us: int) -> None:
    assert (simplified.dice("britain", turn), simplified.dice("us", turn)) == (britain, us)


@pytest.mark.rule("tw-29.8-loss")
@pytest.mark.parametrize(
    ("by", "faces", "sac"), [("us", (6,), 1), ("us", (7,), 2), ("britain", (4,), 1), ("britain", (5, 10), 4)]
)
def test_29_8_bombers_lost_for_the_damage_done(by: str, faces: tuple[int, ...], sac: int) -> None:
    assert simplified.resolve(Throw(by, "1943-3-fall", 0, faces=faces)).units == sac


@pytest.mark.rule("tw-29.8", "tw-29.8-loss")
def test_29_8_each_ally_rolls_and_pays_apart() -> None:
    before = air("1943-3-fall", us_sac=2, britain_sac=0)
    # Britain 5 + 4 = 9 for 3 SAC, the United States 10 - 4 = 6 for one.
    after = played(before, AlliesBomb(), (5, 4, 10))
    assert after.powers["germany"].narfs == 100 - 15
    assert (count(after, "britain", "sac"), count(after, "us", "sac")) == (7, 9)
    assert after.boxes["germany"].bombed == 15


@pytest.mark.rule("tw-29.8-loss")
def test_29_8_unbuilt_bombers_may_leave_nothing() -> None:
    after = played(air("1942-1-spring", britain_sac=5), AlliesBomb(), (10,))
    assert after.powers["germany"].narfs == 100 and count(after, "britain", "sac") == 10


@pytest.mark.rule("tw-29.8")
def test_ruling_159_nobody_pays_for_staying_at_home() -> None:
    campaign = attrs.evolve(air("1943-3-fall"), boxes={})
    assert played(campaign, Settle()).powers["us"].narfs == campaign.powers["us"].narfs


# ---------------------------------------------------------------- campaigns


@pytest.mark.rule("tw-29.5", "tw-29.8")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("simplified-u-boats", "convoys"),
        ("simplified-u-boats", "attrition-table"),
        ("simplified-u-boats", "capital-ships"),
        ("simplified-bombing", "bombing-ussr"),
    ],
)
def test_options_that_leave_nothing_of_another_are_refused_when_a_campaign_is_begun(one: str, other: str) -> None:
    with pytest.raises(errors.Misuse, match=other):
        scenarios.preview("1939-campaign", 1, {one: True, other: True})
    assert scenarios.preview("1939-campaign", 1, {one: True}).options[one] is True


def test_simplified_campaigns_are_played_at_random_without_a_box() -> None:
    opening = scenarios.preview("1939-campaign", 1, {"simplified-u-boats": True, "simplified-bombing": True})
    assert isinstance(opening, TheWar)

    def played(seed: int) -> Game:
        game = Game(opening)
        play_on(game, Player(seed, busy=0.1), 250)
        return game

    def told(game: Game) -> list[str]:
        return [entry.order for entry in game.live]

    # Not every seed comes to the U-boats within so many orders: the first one that does.
    game = next(game for game in map(played, range(8, 14)) if "u-boats-sail" in told(game))
    assert not untold(game.campaign, game.entries)
    assert not any(word in order.split() for order in told(game) for word in ("sea-box", "air-box"))
