"""The weather of the three fronts: rolled, and what it does to movement, flight, rails, ports and building (26.0)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel import play
from engine.kernel.campaign import Progress
from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.thewar import weather, weather_rolls
from engine.thewar.ruleset import RULESET
from engine.thewar.state import TheWar
from tests.thewar.builds import at, refused

WAR = {"germany+ussr": "1941-2-summer", "britain+germany": "1939-3-fall", "britain+italy": "1940-2-summer"}
EAST_SPRING, EAST_FALL, EAST_WINTER = (f"weather.eastern-{season}" for season in ("spring", "fall", "winter"))
WEST, MED, SECOND = "weather.western-winter", "weather.mediterranean-winter", "axis.end.second-winter"


def sky(step: str, turn: str, facts: dict[str, Any] | None = None, **powers: Any) -> TheWar:
    campaign = at(step, turn, **powers)
    return attrs.evolve(campaign, wars=WAR, facts={**campaign.facts, **(facts or {})})


def rolled(campaign: TheWar, *faces: int, line: str = "germany weather") -> str:
    """The level that two dice give, as it is kept."""
    order = understand(RULESET, line, campaign)
    assert not refused(campaign, line), refused(campaign, line)
    front = weather_rolls.front(campaign)
    done, _ = play.apply(RULESET, campaign, order, seat="solo", dice=FixedDice(faces), n=1)
    return str(done.facts[f"{front}-weather"])


# --- the dice


def test_26_0_the_roll_is_told_with_both_dice_and_what_is_added() -> None:
    campaign = sky(EAST_WINTER, "1941-4-winter")
    order = understand(RULESET, "germany weather", campaign)
    _, entry = play.apply(RULESET, campaign, order, seat="solo", dice=FixedDice((7, 3)), n=1)
    assert order.told(campaign, entry) == "Eastern weather: Germany 7 -2, Soviet Union 3: harsh winter"
    assert "worse" in understand(RULESET, "germany weather", sky(WEST, "1939-4-winter")).told(
        sky(WEST, "1939-4-winter"), entry
    )


# Keyed a second time from the tables of chapter 26: the lowest difference of each level, the mildest first.
PRINTED = {
    (EAST_SPRING, "1942-1-spring"): "clear 9, light-mud 6, heavy-mud -5, morass -9",
    (EAST_FALL, "1942-3-fall"): "clear 6, light-mud -5, heavy-mud -8, morass -9",
    (EAST_WINTER, "1942-4-winter"): "hard-freeze 9, snow-and-sleet 7, russian-winter 4, harsh-winter -3, "
    "severe-winter -5, extreme-winter -7, arctic -9",
    (WEST, "1942-4-winter"): "clear 8, cold-rain 5, snow -4, severe-winter -8, extreme-winter -9",
    (MED, "1942-4-winter"): "clear 8, cold-rain -3, morass -9",
}


@pytest.mark.rule("tw-26.1.1", "tw-26.1.3.1", "tw-26.1.3.2", "tw-26.2", "tw-26.3")
@pytest.mark.parametrize("step, turn", PRINTED)
def test_26_one_die_less_the_other_on_the_table_of_front_and_season(step: str, turn: str) -> None:
    campaign = sky(step, turn)
    line = "britain weather" if step == MED else "germany weather"
    levels = [item.rsplit(" ", 1) for item in PRINTED[step, turn].split(", ")]
    for ours in range(1, 11):
        for theirs in range(1, 11):
            wanted = next(name for name, least in levels if ours - theirs >= int(least))
            assert rolled(campaign, ours, theirs, line=line) == wanted, (ours, theirs)
    # The forecast is the same hundred.
    order = understand(RULESET, line, campaign)
    found = order.forecast(campaign)
    assert found is not None and sum(chance for _, chance in found.outcomes) == 1
    assert {name.replace(" ", "-") for name, _ in found.outcomes} == {name for name, _ in levels}


@pytest.mark.rule("tw-26.1.1", "tw-26.1.3.2")
@pytest.mark.parametrize(
    ("turn", "level"), [("1940-1-spring", "heavy-mud"), ("1940-3-fall", "light-mud"), ("1940-4-winter", "harsh-winter")]
)
def test_26_1_before_the_war_in_the_east_nothing_is_rolled(turn: str, level: str) -> None:
    season = turn.rpartition("-")[2]
    peace = attrs.evolve(sky("planning.diplomacy", turn), wars={})
    assert weather.level(peace, "eastern") == level
    assert RULESET.sequence[f"weather.eastern-{season}"].skipped(peace)
    assert not RULESET.sequence[f"weather.eastern-{season}"].skipped(sky("planning.diplomacy", turn))
    assert "not in this step" in refused(peace, "germany weather")


def test_26_1_1_the_second_roll_of_winter_is_at_the_end_of_the_axis_turn() -> None:
    assert rolled(sky(SECOND, "1942-4-winter"), 1, 10) == "arctic"
    order = [step.id for step in RULESET.sequence.steps]
    assert order.index(EAST_WINTER) < order.index("axis.operations.efforts") < order.index(SECOND)
    assert order.index(SECOND) < order.index("allied.operations.efforts")
    assert RULESET.sequence[SECOND].skipped(sky(SECOND, "1942-3-fall"))


@pytest.mark.rule("tw-26.1.2")
def test_26_1_2_the_first_winter_takes_two_off_or_adds_two_after_an_lle_in_fall() -> None:
    def added(turn: str, step: str = EAST_WINTER, **germany: Any) -> int:
        facts = {"germans-in-ussr": True}
        return int(weather_rolls.modifiers(sky(step, turn, facts, germany=germany), "eastern").total)

    assert added("1941-4-winter") == -2 and added("1941-4-winter", SECOND) == -2
    # One or the other, never both.
    assert added("1941-4-winter", last_effort="lle") == 2
    assert added("1941-4-winter", last_effort="rle") == -2
    assert added("1942-4-winter") == 0 and added("1942-4-winter", last_effort="lle") == 0
    assert added("1943-4-winter") == 1 and added("1944-4-winter") == 1
    gone = sky(EAST_WINTER, "1943-4-winter", {"germans-in-ussr": False})
    assert not weather_rolls.modifiers(gone, "eastern").lines
    assert rolled(sky(EAST_WINTER, "1941-4-winter"), 7, 3) == "harsh-winter"
    assert rolled(sky(EAST_WINTER, "1942-4-winter"), 7, 3) == "russian-winter"


@pytest.mark.rule("tw-26.1.3.2")
def test_26_1_3_2_the_first_fall_of_the_war_takes_two_off() -> None:
    assert rolled(sky(EAST_FALL, "1941-3-fall"), 8, 1) == "light-mud"
    assert rolled(sky(EAST_FALL, "1942-3-fall"), 8, 1) == "clear"
    # Where the war began in Fall the next one is the first.
    late = attrs.evolve(sky(EAST_FALL, "1942-3-fall"), wars={**WAR, "germany+ussr": "1941-3-fall"})
    assert weather_rolls.modifiers(late, "eastern").total == -2


@pytest.mark.rule("tw-26.1.3-shift")
def test_26_1_3_1_spring_is_a_level_worse_after_an_extreme_or_arctic_winter() -> None:
    for winter, level in (("severe-winter", "light-mud"), ("extreme-winter", "heavy-mud"), ("arctic", "heavy-mud")):
        assert rolled(sky(EAST_SPRING, "1942-1-spring", {"eastern-weather": winter}), 9, 2) == level
    arctic = sky(EAST_SPRING, "1942-1-spring", {"eastern-weather": "arctic"})
    assert rolled(arctic, 1, 10) == "morass" and rolled(arctic, 10, 1) == "light-mud"


@pytest.mark.rule("tw-26.2")
def test_26_2_the_west_is_a_level_worse_in_winter_1939_and_1940() -> None:
    for turn, level in (("1939-4-winter", "cold-rain"), ("1940-4-winter", "cold-rain"), ("1941-4-winter", "clear")):
        assert rolled(sky(WEST, turn), 10, 1) == level
    assert rolled(sky(WEST, "1939-4-winter"), 1, 10) == "extreme-winter"


@pytest.mark.rule("tw-26.3")
def test_26_3_germany_rolls_in_the_mediterranean_once_italy_is_out() -> None:
    campaign = sky(MED, "1943-4-winter")
    assert weather_rolls.dice(campaign, "mediterranean") == ("italy", "britain")
    out = attrs.evolve(campaign.powers["italy"], surrendered="1943-3-fall")
    after_all = attrs.evolve(campaign, powers={**campaign.powers, "italy": out})
    assert weather_rolls.dice(after_all, "mediterranean") == ("germany", "britain")


@pytest.mark.rule("tw-26.1.2")
def test_28_1_2_the_winterized_wehrmacht_adds_four_in_one_winter() -> None:
    line = "germany weather winterized=yes"
    campaign = sky(EAST_WINTER, "1942-4-winter")
    assert rolled(campaign, 5, 5, line=line) == "russian-winter" and rolled(campaign, 5, 5) == "harsh-winter"
    order = understand(RULESET, line, campaign)
    played, _ = play.apply(RULESET, campaign, order, seat="solo", dice=FixedDice((5, 5)), n=1)
    # The second roll of that Winter has it too; another Winter has not.
    second = attrs.evolve(played, progress=Progress(turn=1, step=SECOND))
    assert rolled(second, 5, 5) == "russian-winter"
    assert "in another Winter" in refused(attrs.evolve(second, first="1943-4-winter"), line)
    assert "playable from Winter 1941" in refused(
        attrs.evolve(sky(EAST_WINTER, "1940-4-winter"), wars={**WAR, "germany+ussr": "1940-2-summer"}), line
    )
    assert "is for German dice" in refused(sky(EAST_FALL, "1942-3-fall"), line)
