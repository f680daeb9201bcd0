"""The weather of the three fronts: rolled, and what it does to movement, flight, rails, ports and building (26.0)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel import play
from engine.kernel.campaign import Progress
from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.kernel.sheets.ledger import falls_due
from engine.thewar.countries import variant_hand
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets.hand_sheet import HandSheet
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.weather import frostbite_losses, weather, weather_rolls
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import after, at, refused
from tests.thewar.drawn import drawn
from tests.thewar.values import wars_of
from tests.thewar.world import effect
from tui.models.choices import without_name

WAR = wars_of({"germany+ussr": "1941-2-summer", "britain+germany": "1939-3-fall", "britain+italy": "1940-2-summer"})
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
    west = sky(WEST, "1939-4-winter")
    order = understand(RULESET, "germany weather", west)
    _, entry = play.apply(RULESET, west, order, seat="solo", dice=FixedDice((9, 4)), n=1)
    assert order.told(west, entry) == "Western weather: Germany 9, Britain 4, one level worse: snow"


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
    late = attrs.evolve(sky(EAST_FALL, "1942-3-fall"), wars=wars_of({**WAR, "germany+ussr": "1941-3-fall"}))
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


VARIANT_10 = "germany variant winterized-wehrmacht"


@pytest.mark.rule("tw-28.0-play", "tw-28.1.2-10")
def test_28_1_2_the_winterized_wehrmacht_is_asked_of_who_has_obtained_it_and_played_from_the_hand() -> None:
    bare = sky(EAST_WINTER, "1942-4-winter")
    held = drawn(bare, VARIANT_10)
    asked = [
        any(field.name == "winterized" for field in form.fields)
        for one in (bare, held)
        if (form := weather_rolls.RollWeather.form(one, "germany")) is not None
    ]
    assert asked == [False, True]
    (hand,) = HandSheet().held(held)
    (card,) = hand.cards
    assert [order.text for order in card.orders] == ["germany weather winterized=yes had=1939-3-fall"]
    assert card.window == "from Winter 1941, in Winter, with its roll, before the dice"
    (hand,) = HandSheet().held(drawn(sky(EAST_FALL, "1942-3-fall"), VARIANT_10))
    assert [order.verb for order in hand.cards[0].orders] == ["variant"]


@pytest.mark.rule("tw-26.1.2", "tw-28.1.2-10")
def test_28_1_2_the_winterized_wehrmacht_adds_four_in_one_winter() -> None:
    line = "germany weather winterized=yes"
    bare = sky(EAST_WINTER, "1942-4-winter")
    text = refused(bare, line)
    assert "Germany has not obtained Winterized Wehrmacht (28.0). 'germany try-variant roll'" in text
    campaign = drawn(bare, VARIANT_10)
    assert rolled(campaign, 5, 5, line=line) == "russian-winter" and rolled(campaign, 5, 5) == "harsh-winter"
    order = understand(RULESET, line, campaign)
    played, _ = play.apply(RULESET, campaign, order, seat="solo", dice=FixedDice((5, 5)), n=1)
    # The second roll of that Winter has it too; another Winter has not.
    second = attrs.evolve(played, progress=Progress(turn=1, step=SECOND))
    assert played.facts["variant-winterized-wehrmacht"] == 1 and not variant_hand.hand(played, "germany")
    assert rolled(second, 5, 5) == "russian-winter"
    assert "in another Winter" in refused(attrs.evolve(second, first="1943-4-winter"), line)
    assert "playable from Winter 1941" in refused(
        attrs.evolve(sky(EAST_WINTER, "1940-4-winter"), wars=wars_of({**WAR, "germany+ussr": "1940-2-summer"})), line
    )
    assert "is for German dice" in refused(sky(EAST_FALL, "1942-3-fall"), line)


@pytest.mark.rule("tw-26.1.1")
def test_26_1_1_what_was_rolled_at_the_table_is_entered() -> None:
    campaign = sky(EAST_WINTER, "1942-4-winter")
    assert rolled(campaign, line="germany weather level=severe-winter") == "severe-winter"
    text = refused(campaign, "germany weather level=morass")
    assert "'morass' is no weather of this front (26.1.1)" in text and "hard-freeze" in text
    order = understand(RULESET, "germany weather level=arctic", campaign)
    done, entry = play.apply(RULESET, campaign, order, seat="solo", dice=FixedDice(()), n=1)
    assert order.told(campaign, entry) == "Eastern weather: arctic" and order.forecast(campaign) is None
    assert frostbite_losses.owed(done)


# --- frostbite


ARMY = ("arm 8-8",) * 4 + ("mech 4-8",) * 4 + ("inf 6-5",) * 8 + ("inf 4-5", "arm 4-8")
ALLIES = ("romania inf 4-5", "romania inf 3-5", "hungary inf 4-5", "hungary cav 2-6", "finland inf 5-5")
# Keyed a second time: ARM 8-8, MECH 4-8, INF of 6 factors, units of Satellites.
LOSSES = {
    (10, 1): (0, 0, 2, 0),
    (9, 1): (0, 0, 3, 0),
    (6, 1): (1, 1, 3, 1),
    (4, 4): (1, 1, 4, 1),
    (1, 5): (2, 2, 4, 2),
    (1, 7): (2, 2, 5, 3),
    (1, 10): (3, 3, 6, 4),
}


def army(*faces: int, step: str = EAST_WINTER) -> TheWar:
    """Germany and Satellites in Russia, with the Winter rolled."""
    campaign = sky(step, "1942-4-winter")
    units = {f"germany-{text.split()[0]}-{nth}": text for nth, text in enumerate(ARMY)}
    found = {key: Unit(power="germany", kind=text.split()[0], strength=text.split()[1]) for key, text in units.items()}
    for nth, text in enumerate(ALLIES):
        power, kind, strength = text.split()
        found[f"{power}-{kind}-{nth}"] = Unit(power=power, kind=kind, strength=strength)
    lands = {
        key: attrs.evolve(campaign.countries[key], status="satellite", patron="germany")
        for key in ("romania", "hungary", "finland")
    }
    campaign = attrs.evolve(campaign, units=found, countries={**campaign.countries, **lands})
    if not faces:
        return campaign
    order = understand(RULESET, "germany weather", campaign)
    return play.apply(RULESET, campaign, order, seat="solo", dice=FixedDice(faces), n=1)[0]


@pytest.mark.rule("tw-26.1.1-dep")
@pytest.mark.parametrize("faces", LOSSES)
def test_26_1_1_winter_depletes_at_once_what_its_table_says(faces: tuple[int, int]) -> None:
    arm, mech, inf, allied = LOSSES[faces]
    campaign = army(*faces)
    assert tuple(frostbite_losses.owed(campaign).values()) == (arm, mech, inf, allied)
    strongest = ["romania-inf-0", "hungary-inf-2", "romania-inf-1", "hungary-cav-3"][:allied]
    named = [f"{many}-{group}" for many, group in ((arm, "arm-8-8"), (mech, "mech-4-8"), (inf, "inf-6-5")) if many]
    line = f"germany frostbite {','.join([*named, *strongest])}"
    assert [duty.rule for duty in falls_due(RULESET, campaign) if "Frostbite" in duty.text] == ["26.1.1"]
    frozen = after(campaign, line)
    worn = [unit for unit in frozen.units.values() if unit.depleted]
    assert sum(unit.power == "germany" for unit in worn) == arm + mech + inf
    assert len(campaign.units) - len(frozen.units) + len(worn) == arm + mech + inf + allied
    # Once for each roll.
    assert "no frostbite is due (26.1.1)" in refused(frozen, "germany frostbite inf-6-5")
    assert not any("Frostbite" in duty.text for duty in falls_due(RULESET, frozen))


@pytest.mark.rule("tw-26.1.1-dep")
def test_26_1_1_who_suffers_frostbite_and_who_does_not() -> None:
    campaign = army(4, 4)
    line = "germany frostbite arm-8-8,mech-4-8,4-inf-6-5,{}"
    assert refused(campaign, line.format("romania-inf-0")) == ""
    # The strongest Satellite unit, and no Finn.
    assert "INF 4-5 of Romania is stronger" in refused(campaign, line.format("romania-inf-1"))
    assert "INF 5-5 suffers no frostbite" in refused(campaign, line.format("romania-inf-0,finland-inf-4"))
    assert "INF 4-5 suffers no frostbite" in refused(campaign, line.format("germany-inf-16,romania-inf-0"))
    assert "ARM 4-8 suffers no frostbite" in refused(campaign, line.format("arm-4-8,romania-inf-0"))
    few = line.format("romania-inf-0").replace("4-inf-6-5", "3-inf-6-5")
    assert "3 INF of 6 factors are named, 4 are Depleted (26.1.1)" in refused(campaign, few)
    assert "5 INF of 6 factors are named" in refused(campaign, line.format("romania-inf-0").replace("4-inf", "5-inf"))
    # Where the board has no more of them there.
    assert refused(campaign, few + " fewer=yes") == ""
    # What is known to stand elsewhere is not in Russia.
    rear = {key: attrs.evolve(unit, place="paris") for key, unit in campaign.units.items() if unit.kind == "arm"}
    away = attrs.evolve(campaign, units={**campaign.units, **rear})
    assert "ARM 8-8 suffers no frostbite" in refused(away, line.format("romania-inf-0"))
    assert refused(away, line.format("romania-inf-0").replace("arm-8-8,", "")) == ""
    # A roll is needed, and Russian Winter takes an INF.
    assert "no frostbite is due" in refused(army(), line.format("romania-inf-0"))
    assert refused(army(6, 1), line.format("romania-inf-0").replace("4-inf", "3-inf")) == ""


@pytest.mark.rule("tw-26.1.1-dep")
def test_26_1_1_the_second_roll_depletes_again() -> None:
    second = army(1, 10, step=SECOND)
    assert tuple(frostbite_losses.owed(second).values()) == LOSSES[1, 10]
    assert "frostbite" not in sky(SECOND, "1942-4-winter").facts
    assert "nobody" in understand(RULESET, "germany frostbite none fewer=yes", second).sentence(second)
    assert refused(second, "germany frostbite none fewer=yes") == ""


def turned(campaign: TheWar) -> TheWar:
    """The campaign as its turn ends for Germany."""
    return effect(campaign, EndTurn("germany"))


@pytest.mark.rule("tw-26.1.1-when", "tw-26.1.1")
def test_26_0_what_is_recorded_of_the_weather_is_what_is_in_force() -> None:
    fall = sky(EAST_WINTER, "1939-3-fall", {"eastern-weather": "light-mud"})
    peace = attrs.evolve(fall, wars={})
    # At peace each season has its own; in Summer it is clear.
    for turn, then in (
        ("1939-3-fall", "harsh-winter"),
        ("1939-4-winter", "heavy-mud"),
        ("1940-1-spring", "clear"),
        ("1940-2-summer", "light-mud"),
    ):
        before = attrs.evolve(peace, first=turn)
        after_ = turned(before)
        assert after_.facts["eastern-weather"] == then
        peace = after_
    # At war it stays until the dice fall: Spring asks for the Winter before; and in Summer it is clear.
    war = sky(EAST_WINTER, "1941-4-winter", {"eastern-weather": "arctic", "western-weather": "snow"})
    spring = turned(war)
    assert spring.facts["eastern-weather"] == "arctic" and spring.facts["western-weather"] == "clear"
    assert turned(attrs.evolve(spring, first="1942-1-spring")).facts["eastern-weather"] == "clear"


@pytest.mark.rule("tw-28.1.2-10")
def test_28_1_2_who_holds_the_winterized_wehrmacht_has_it_beside_the_roll_and_nobody_else() -> None:
    bare = sky(EAST_WINTER, "1942-4-winter")
    held = drawn(bare, VARIANT_10)
    plain = "Germany and Soviet Union roll for the weather"
    said = [[order.sentence(one) for order in weather_rolls.RollWeather.offers(one, "germany")] for one in (bare, held)]
    assert said == [[plain], [plain, f"{plain}, Germany with the Winterized Wehrmacht"]]
    assert without_name(plain, "Germany") == plain and without_name("Germany buys", "Germany") == "buys"
    form = weather_rolls.RollWeather.form(held, "germany")
    assert form is not None and form.closed, "when it was obtained is nothing to ask for"
