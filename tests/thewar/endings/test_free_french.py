"""The Free French come by themselves each Spring, once each; who invades Vichy (18.7.3, 18.7.5)."""

from __future__ import annotations

from fractions import Fraction

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.kernel.procedures import decisions
from engine.kernel.reading import understand
from engine.thewar.endings import free_french
from engine.thewar.ruleset import RULESET
from engine.thewar.world import minors
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.atlantic import SEATS
from tests.thewar.endings.scenes import give, out, units, why_not
from tests.thewar.test_steps_that_fall_due import at
from tests.thewar.values import wars_of

STEP = "income.free-french"
ARM, MOT = "britain-arm-6-8-free-french", "britain-mot-4-7-free-french"


def spring(turn: str = "1941-1-spring", step: str = STEP) -> TheWar:
    here = out("france")(at(turn, step))
    return attrs.evolve(here, seats=dict.fromkeys(here.powers, "solo"))


def thrown(campaign: TheWar, face: int) -> TheWar:
    """What the rules do in the step with this die."""
    return play.settle(RULESET, campaign, dice=FixedDice((face,)), n=1)[-1].campaign


def in_pool(campaign: TheWar) -> list[str]:
    return [key for key in (ARM, MOT) if key in campaign.pools and campaign.pools[key].count]


@pytest.mark.rule("tw-18.7.5")
@pytest.mark.parametrize("face", range(2, 11))
def test_18_7_5_the_die_falls_by_itself_and_two_to_four_give_the_mot(face: int) -> None:
    now = thrown(spring(), face)
    assert in_pool(now) == ([MOT] if face <= 4 else [])
    assert now.progress.step != STEP and now.facts["free-french-rolled"] == "1941-1-spring"


@pytest.mark.rule("tw-18.7.5")
def test_18_7_5_a_one_lets_britain_choose_between_the_two() -> None:
    """Ruling 359."""
    asked = thrown(spring(), 1)
    (decision,) = decisions(asked)
    assert decision.power == "britain"
    assert decision.answers == ("britain take-free-french arm", "britain take-free-french mot")
    assert in_pool(give(asked, decision.answers[0])) == [ARM]
    assert in_pool(give(asked, decision.answers[1])) == [MOT]
    assert why_not(asked, "britain take-free-french inf") != []


@pytest.mark.rule("tw-18.7.5")
def test_18_7_5_each_comes_once() -> None:
    mot = thrown(spring(), 3)
    again = attrs.evolve(mot, progress=spring("1942-1-spring").progress)
    assert in_pool(thrown(again, 3)) == [MOT] and thrown(again, 3).pools[MOT].count == 1
    arm = thrown(again, 1)
    assert in_pool(arm) == [ARM, MOT] and not arm.pending, "nothing is to choose"
    last = attrs.evolve(arm, progress=spring("1943-1-spring").progress)
    assert free_french.rollers(last) == ()
    assert "both Free French units have come" in why_not(last, "britain free-french")[-1][1]


@pytest.mark.rule("tw-18.7.5")
def test_18_7_5_no_die_in_another_season_before_france_has_fallen_twice_or_for_others() -> None:
    stands = attrs.evolve(spring(), powers=at("1941-1-spring").powers)
    assert free_french.rollers(stands) == () == free_french.rollers(out("britain")(spring()))
    assert "France had not fallen before this turn" in why_not(stands, "britain free-french")[-1][1]
    summer = attrs.evolve(spring(), progress=spring("1941-2-summer").progress)
    assert any(rule == "18.7.5" for rule, _ in why_not(summer, "britain free-french"))
    assert RULESET.sequence[STEP].skipped(summer) != ""
    rolled = attrs.evolve(thrown(spring(), 9), progress=spring().progress)
    assert "the die of this Spring has fallen" in why_not(rolled, "britain free-french")[-1][1]
    assert "the Free French are Britain's" in why_not(spring(), "us free-french")[-1][1]
    powers = {**spring().powers, "france": attrs.evolve(spring().powers["france"], surrendered="1941-1-spring")}
    same = attrs.evolve(spring(), powers=powers)
    assert free_french.rollers(same) == ()


@pytest.mark.rule("tw-18.7.5")
def test_18_7_5_the_chance_told_is_that_of_the_die() -> None:
    found = understand(RULESET, "britain free-french", spring()).forecast(spring())
    assert found is not None and found.chance(lambda made: made.joins) == Fraction(4, 10)


# --- who invades Vichy


def at_peace(turn: str, entered: str = "") -> TheWar:
    """A neutral Vichy, with the United States in the war since a turn or not."""
    here = out("france")(at(turn, "declarations.declare"))
    powers = {key: attrs.evolve(one, narfs=200) for key, one in here.powers.items()}
    powers["us"] = attrs.evolve(powers["us"], entered=entered)
    wars = wars_of({**here.wars, **({"germany+us": entered} if entered else {})})
    city = attrs.evolve(here.places["vichy"], country="vichy-france", holder="vichy-france")
    places = {**here.places, "vichy": city}
    return attrs.evolve(here, powers=powers, wars=wars, places=places, seats=dict.fromkeys(powers, "solo"))


@pytest.mark.rule("tw-18.7.3")
@pytest.mark.parametrize(("by", "whose"), [("germany", "us"), ("britain", "germany"), ("us", "germany")])
def test_18_7_3_an_invaded_vichy_is_the_other_sides(by: str, whose: str) -> None:
    """Ruling 358."""
    now = give(at_peace("1942-3-fall", "1941-4-winter"), f"{by} declare vichy-france")
    land = now.countries["vichy-france"]
    assert (land.status, land.patron) == ("satellite", whose) and not now.pending


@pytest.mark.rule("tw-18.7.3")
def test_18_7_3_before_its_war_the_united_states_only_commands_vichy() -> None:
    now = give(at_peace("1941-1-spring"), "germany declare vichy-france")
    assert now.countries["vichy-france"].status == "neutral" and not now.pending
    assert minors.commander(now, "vichy-france") == "us"
    entered = give(now, "germany declare us deficit=yes")
    land = entered.countries["vichy-france"]
    assert (land.status, land.patron) == ("satellite", "us")
    assert minors.commander(at_peace("1941-1-spring"), "vichy-france") == ""
    # Whose it is moves its units, from his seat; the invader does not.
    seated = attrs.evolve(
        units(v_1=Unit(power="vichy-france", kind="inf", strength="6-5", place="vichy"))(now), seats=SEATS
    )
    line = "station marseilles units=v-1"
    assert why_not(seated, f"germany {line}", "axis") == [("9.4", "INF 6-5 of Vichy France is not on this side")]
    assert why_not(seated, f"us {line}", "axis") != []
    assert give(seated, f"us {line}", seat="allied").units["v-1"].place == "marseilles"
