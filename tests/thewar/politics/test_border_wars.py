"""Border wars over Karelia and Bessarabia: Germany decides, they stay in the province, nobody follows, the doubling of
the Finns runs out, they end with the province (6.3.1, 16.5, 23.8, 23.21, 23.43, ruling 328)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.procedures import decisions
from engine.kernel.sheets.ledger import Duties
from engine.thewar.combat import battles, circumstances
from engine.thewar.ground import assaults, ground_battle
from engine.thewar.ruleset import RULESET
from engine.thewar.world import sides
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import refused
from tests.thewar.countries.test_declarations import given
from tests.thewar.minors import at, at_war, land, moved, with_country

ATTACKS, COMBAT = "allied.operations.attacks", "allied.operations.combat"


def east(turn: str = "1939-4-winter", step: str = ATTACKS, poland: str = "conquered", **units: Any) -> TheWar:
    """A campaign in which Poland has fallen, all powers can afford an SLE, and only these units stand on the board:
    ``ussr_inf=3``, ``finland_inf=2``, ..."""
    strengths = {"ussr_inf": "4-5", "finland_inf": "6-5", "romania_inf": "4-5"}
    board: dict[str, Unit] = {}
    for name, many in units.items():
        power, kind = name.split("_")
        for number in range(701, 701 + many):
            board[f"{power}-{kind}-{number}"] = Unit(power=power, kind=kind, strength=strengths[name])
    campaign = with_country(at(turn, step), "poland", status=poland, patron="germany" if poland == "conquered" else "")
    able = {key: attrs.evolve(power, effort="sle", narfs=300) for key, power in campaign.powers.items()}
    return attrs.evolve(campaign, units=board, powers=able)


def fighting(province: str = "karelia", **units: Any) -> TheWar:
    """Such a campaign in which the province is fought for."""
    return given(east(**units), f"ussr cross {province}", "germany contest yes")


def told(campaign: TheWar) -> str:
    sheet: Any = RULESET.sheet(Duties)
    return "\n".join(duty.text for duty in sheet.due(campaign))


def attack(where: str, **units: int) -> str:
    """The line of a Soviet attack with all units of the Soviets upon all of one country."""
    own = ",".join(f"ussr-inf-{701 + n}" for n in range(units["ussr_inf"]))
    theirs = next(name for name in units if name.startswith(("finland", "romania", "germany")))
    power, kind = theirs.split("_")
    against = ",".join(f"{power}-{kind}-{701 + n}" for n in range(units[theirs]))
    return f"ussr attack {where} units={own} against={against}"


# ---------------------------------------------------------------- Germany decides


@pytest.mark.rule("tw-16.5-border", "tw-6.3.1")
@pytest.mark.parametrize(
    ("province", "country", "line"),
    [
        ("karelia", "Finland", "capture karelia ussr"),
        ("bessarabia", "Romania", "capture kishinev ussr"),
        ("bessarabia", "Romania", "ussr station kishinev units=ussr-inf-701"),
    ],
)
def test_16_5_germany_is_asked_once_as_the_soviets_first_enter(province: str, country: str, line: str) -> None:
    before = east(ussr_inf=1)
    first = refused(before, line)
    assert f"Germany says first whether {country} fights for" in first and f"'ussr cross {province}'" in first
    entered = given(before, f"ussr cross {province}")
    [asked] = decisions(entered)
    assert asked.power == "germany" and asked.answers == ("germany contest yes", "germany contest no")
    assert f"Does {country} fight for" in asked.title
    # Nothing else is ordered before, and nobody else answers.
    assert "Germany has to decide first" in refused(entered, "ussr done") and refused(entered, line)
    assert "Germany is asked" in refused(entered, "ussr contest no")
    given_up = given(entered, "germany contest no")
    assert refused(given_up, line) == "" and not given_up.pending
    again = refused(given_up, f"ussr cross {province}")
    assert f"Germany has decided: {country} does not fight for" in again and "'capture'" in again
    assert "nobody asks whether a province is fought for (6.3.1, 16.5)" in refused(given_up, "germany contest yes")


@pytest.mark.rule("tw-16.5-border", "tw-6.3.1")
def test_16_5_a_province_is_entered_by_the_soviets_in_their_operations_while_the_pact_holds() -> None:
    before = east(ussr_inf=1)
    assert refused(before, "ussr cross karelia") == ""
    assert "the Pact leaves Italy nothing" in refused(before, "italy cross karelia")
    assert "nobody fights a border war over Eastern Poland" in refused(before, "ussr cross eastern-poland")
    for step in ("declarations.declare", "allied.build.units"):
        assert "not in this step" in refused(east(step=step), "ussr cross karelia")
    assert "it is the Axis player turn" in refused(east(step="axis.operations.attacks"), "ussr cross karelia")
    assert "once Poland is conquered" in refused(east(poland="neutral"), "ussr cross karelia")
    over = attrs.evolve(before, facts={**before.facts, "nazi-soviet-pact": False})
    assert "the Nazi-Soviet Pact is over (16.5)" in refused(over, "ussr cross karelia")
    assert "'ussr declare finland'" in refused(over, "ussr cross karelia")
    at_odds = at_war(before, "finland+ussr")
    assert "Finland is at war with the Soviet Union (6.4)" in refused(at_odds, "ussr cross karelia")
    taken = given(before, "ussr cross karelia", "germany contest no", "capture karelia ussr")
    assert "is Soviet Union's already" in refused(taken, "ussr cross karelia").replace("the Soviet", "Soviet")


# ---------------------------------------------------------------- it stays in the province, and nobody follows


@pytest.mark.rule("tw-16.5-border", "tw-6.3.1")
def test_6_3_1_soviets_and_finns_fight_in_karelia_without_a_declaration_and_nowhere_else() -> None:
    units: dict[str, Any] = {"ussr_inf": 4, "finland_inf": 1}
    peace = east(**units)
    text = refused(peace, attack("0716", **units))
    assert "are not at war (6.4)" in text and "'ussr cross karelia'" in text
    war = fighting(**units)
    assert refused(war, attack("0716", **units)) == "" and refused(war, attack("karelia", **units)) == ""
    leningrad = refused(war, attack("leningrad", **units))
    assert "the border war is over Karelia alone, and Leningrad does not lie in it (6.3.1, 16.5)" in leningrad
    assert "'ussr declare finland'" in leningrad
    # What is given up is not attacked.
    given_up = given(peace, "ussr cross karelia", "germany contest no")
    assert "are not at war" in refused(given_up, attack("0716", **units))


@pytest.mark.rule("tw-16.5-border", "tw-6.3.1", "tw-23.43")
def test_6_3_1_a_neutral_romania_fights_for_bessarabia_alone() -> None:
    units: dict[str, Any] = {"ussr_inf": 4, "romania_inf": 1}
    war = fighting("bessarabia", **units)
    assert sides.side(war, "romania") == sides.AXIS and sides.side(east(**units), "romania") == ""
    assert refused(war, attack("kishinev", **units)) == ""
    ploesti = refused(war, attack("ploesti", **units))
    assert "the border war is over Bessarabia and Northern Bukovina alone, and Ploesti does not lie in it" in ploesti
    assert "Ploesti is in Romania" in refused(war, "capture ploesti ussr")
    # A place is the same by its hex.
    hexed = {key: attrs.evolve(war.places[key], hex=at) for key, at in (("kishinev", "1515"), ("ploesti", "1713"))}
    mapped = attrs.evolve(war, places={**war.places, **hexed})
    assert refused(mapped, attack("1515", **units)) == ""
    assert "does not lie in it" in refused(mapped, attack("1713", **units))
    # Germany decides for the Romanians in the battle, and its effort moves them.
    announced = given(war, attack("kishinev", **units))
    combatants = battles.force(announced, announced.engagements["kishinev"].defenders)
    assert battles.speaker(announced, combatants) == "germany" == circumstances.payer(announced, "romania")
    neutral = refused(east(**units), attack("kishinev", **units))
    assert "Over Bessarabia and Northern Bukovina alone without one: 'ussr cross bessarabia'" in neutral
    # Germans in the way are at peace with the Soviets, also once Romania is their Satellite.
    satellite = with_country(war, "romania", status="satellite", patron="germany")
    assert refused(satellite, attack("kishinev", **units)) == ""
    beside = {"germany-inf-701": Unit(power="germany", kind="inf", strength="6-5")}
    german = attrs.evolve(satellite, units={**satellite.units, **beside})
    line = attack("kishinev", **units) + ",germany-inf-701"
    assert "Soviet Union and Germany are not at war" in refused(german, line)


@pytest.mark.rule("tw-6.3.1", "tw-16.5-border")
def test_6_3_1_nobody_follows_into_a_border_war_and_nothing_is_held_against_anybody() -> None:
    before = east(ussr_inf=4, finland_inf=1)
    war = given(before, "ussr cross karelia", "germany contest yes")
    assert war.wars == before.wars and war.grudges == before.grudges and war.entry_causes == before.entry_causes
    assert land(war, "finland") == land(before, "finland") and war.powers == before.powers
    assert "Border war of Finland and Soviet Union" in told(war).replace("the Soviet", "Soviet")
    assert "Border war" not in told(before)
    # The Finns may strike back in their own half, for Karelia alone.
    axis = moved(war, "1939-4-winter", "axis.operations.attacks")
    line = "germany attack 0716 units=finland-inf-701 against=ussr-inf-701"
    assert refused(axis, line) == ""
    assert "does not lie in it" in refused(axis, line.replace("0716", "leningrad"))
    assert "stays out" in refused(moved(before, "1939-4-winter", "axis.operations.attacks"), line)


@pytest.mark.rule("tw-6.3.1", "tw-16.5-border")
def test_6_3_1_aircraft_fight_over_the_province_alone_and_nobody_is_recorded_among_the_enemy() -> None:
    war = fighting("bessarabia", ussr_inf=1, romania_inf=1)
    planes = {
        f"{power}-tac-701": Unit(power=power, kind="tac", strength="1-5-4") for power in ("ussr", "romania", "germany")
    }
    flying = moved(attrs.evolve(war, units={**war.units, **planes}), "1939-4-winter", "allied.operations.counter-air")
    line = "ussr counter-air {} units=ussr-tac-701 against={}-tac-701"
    assert refused(flying, line.format("kishinev", "romania")) == ""
    assert "does not lie in it" in refused(flying, line.format("ploesti", "romania"))
    assert "Soviet Union and Germany are not at war" in refused(flying, line.format("kishinev", "germany"))
    place = "ussr station kishinev units=ussr-inf-701"
    assert "Kishinev is in the hands of Romania, an enemy" in refused(war, place)
    assert "'capture kishinev ussr' first" in refused(war, place)
    assert refused(given(war, "capture kishinev ussr"), place) == ""


@pytest.mark.rule("tw-16.5-border", "tw-23.43")
def test_23_43_it_is_over_with_the_province() -> None:
    units: dict[str, Any] = {"ussr_inf": 4, "romania_inf": 1}
    war = fighting("bessarabia", **units)
    one = given(war, "capture kishinev ussr")
    assert refused(one, attack("cernauti", **units)) == ""
    # Romania takes back what it has lost while it fights.
    back = moved(one, "1940-1-spring", "axis.operations.combat")
    assert refused(back, "capture kishinev romania") == ""
    both = given(one, "capture cernauti ussr")
    assert both.holdings["bessarabia"].holder == "ussr"
    assert "INF 4-5 of Romania is not on this side (10.0)" in refused(both, attack("cernauti", **units))
    assert "Border war" not in told(both) and sides.side(both, "romania") == ""


@pytest.mark.rule("tw-6.3.1")
def test_6_3_1_a_war_of_germany_with_the_soviets_ends_the_pact_and_the_border_war() -> None:
    war = fighting(ussr_inf=4, finland_inf=1)
    assert "Border war" in told(war)
    at_odds = at_war(war, "germany+ussr")
    assert "Border war" not in told(at_odds)
    # So does a war of the Finns with the Soviets, the Pact or no Pact; and Finns who are conquered fight for nothing.
    assert "Border war" not in told(at_war(war, "finland+ussr"))
    assert "Border war" not in told(with_country(war, "finland", status="conquered", patron="ussr"))
    assert "are not at war" in refused(at_odds, attack("0716", ussr_inf=4, finland_inf=1))


# ---------------------------------------------------------------- the doubling of the Finns


def defended(campaign: TheWar) -> int:
    """What the Finns count in the battle that is announced."""
    [(where, engagement)] = campaign.engagements.items()
    return ground_battle.defended(assaults.assault(campaign, where, engagement)).total


@pytest.mark.rule("tw-23.21-double")
def test_23_21_the_finns_are_doubled_until_they_have_lost_six_factors_in_the_border_war() -> None:
    units: dict[str, Any] = {"ussr_inf": 6, "finland_inf": 2}
    war = fighting(**units)
    line = "ussr attack 0716 units=6-inf-4-5 against=finland-inf-701 terrain=forest"
    # 6 doubled and 1 for the forest.
    assert defended(given(war, line)) == 13
    lost = given(war, "losses finland -1 inf-6-5")
    assert lost.border_wars["karelia"].lost == 6
    assert defended(given(lost, line.replace("finland-inf-701", "inf-6-5"))) == 6
    assert "defends at face value now" in told(lost) and "6 more factors" in told(war)
    # Aircraft are no ground factors (ruling 328).
    plane = {"finland-tac-701": Unit(power="finland", kind="tac", strength="1-5-4")}
    shot = given(attrs.evolve(war, units={**war.units, **plane}), "losses finland -1 tac-1-5-4")
    assert shot.border_wars["karelia"].lost == 0 and "finland-tac-701" not in shot.units
    # Depletion is no loss; who is Depleted counts as printed.
    worn = given(war, "losses finland dep inf-6-5")
    assert worn.border_wars["karelia"].lost == 0
    assert given(worn, "losses finland -1 dep inf-6-5").border_wars["karelia"].lost == 6


@pytest.mark.rule("tw-23.21-double")
def test_23_21_a_battle_counts_them_and_the_doubling_comes_back_when_it_is_over() -> None:
    units: dict[str, Any] = {"ussr_inf": 8, "finland_inf": 2}
    war = fighting(**units)
    line = "ussr attack 0716 units=8-inf-4-5 against=finland-inf-701"
    fought = given(moved(given(war, line), "1939-4-winter", COMBAT), "ussr fight 0716", faces=(10, 10, 10))
    gone = "finland-inf-701" not in fought.units
    assert fought.border_wars["karelia"].lost == (6 if gone else 0)
    lost = given(war, "losses finland -1 inf-6-5", "capture karelia ussr")
    assert "defends at face value" not in told(lost)
    later = at_war(moved(lost, "1941-2-summer", ATTACKS), "finland+ussr", "germany+ussr")
    assert defended(given(later, "ussr attack 0615 units=6-inf-4-5 against=inf-6-5")) == 12


@pytest.mark.rule("tw-23.21-double")
def test_23_21_losses_of_others_and_elsewhere_do_not_count() -> None:
    war = fighting("bessarabia", ussr_inf=6, romania_inf=3)
    lost = given(war, "losses romania -2 inf-4-5", "losses ussr -1 inf-4-5")
    assert lost.border_wars["bessarabia"].lost == 8
    line = "ussr attack kishinev units=5-inf-4-5 against=1-romania-inf-4-5"
    # The Romanians go on doubled: 4 x 2 and the city.
    assert defended(given(lost, line)) == 9
    peace = given(east(finland_inf=2), "losses finland -1 inf-6-5")
    assert not peace.border_wars
