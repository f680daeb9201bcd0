"""Who takes no part in others' battles: neutrals, and countries that only lean to a power (6.3.2, 16.3.1 to 16.3.4)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.counters import Counter
from engine.thewar.combat import offered_counters
from engine.thewar.ground.attack_boxes import Offered
from engine.thewar.ruleset import RULESET
from engine.thewar.sea.sea_boxes import AtSea
from engine.thewar.world.state import TheWar, Unit, War
from tests.thewar.atlantic import scenario
from tests.thewar.builds import after, refused
from tests.thewar.ground.test_ground_fight import ATTACK, front, stepped

OUT = "and not at war"
LINES = {
    "attacks": "attack smolensk units=arm-8-8,spain-inf-9 against=2-inf-4-5",
    "attacks in the air": "attack smolensk units=arm-8-8 air=spain-tac-9 against=2-inf-4-5",
    "first-impulse": "overrun smolensk units=3-arm-8-8,spain-inf-9 against=inf-4-5 terrain=clear",
    "counter-air": "counter-air smolensk units=spain-tac-9,tac against=tac",
    "naval": "mission channel units=germany-fleet-9,spain-fleet-9",
}


def board(step: str, status: str, patron: str = "germany") -> TheWar:
    """A German attack with Spanish ground units, aircraft and ships at hand."""
    campaign = front(f"axis.operations.{step.partition(' ')[0]}", "1942-2-summer")
    added = {
        "spain-inf-9": Unit(power="spain", kind="inf", strength="4-5"),
        "spain-tac-9": Unit(power="spain", kind="tac", strength="1-5-4"),
        "spain-fleet-9": Unit(power="spain", kind="fleet", strength="1-12-5"),
        "germany-fleet-9": Unit(power="germany", kind="fleet", strength="1-12-5"),
    }
    land = attrs.evolve(scenario().countries["spain"], status=status, patron=patron if status != "neutral" else "")
    return attrs.evolve(campaign, units={**campaign.units, **added}, countries={**campaign.countries, "spain": land})


@pytest.mark.parametrize("step", list(LINES))
@pytest.mark.parametrize("status", ["sympathizer", "associate"])
def test_16_3_who_only_leans_to_a_power_fights_no_battle_for_it_and_a_satellite_does(step: str, status: str) -> None:
    line = f"germany {LINES[step]}"
    text = refused(board(step, status), line)
    assert f"Spain is only {'an' if status == 'associate' else 'a'} {status.capitalize()} of Germany {OUT}" in text
    assert "6.3.2, 16.3" in text and "'status' records" in text
    assert OUT not in refused(board(step, "satellite"), line)


def test_16_3_aircraft_of_a_sympathizer_support_no_battle_that_is_announced() -> None:
    there = stepped(after(board("attacks", "sympathizer"), ATTACK), "axis.operations.combat")
    assert OUT in refused(there, "germany support smolensk spain-tac-9")


def test_16_3_the_lists_say_who_stays_out_and_why() -> None:
    given = {"where": "smolensk", "against": "ussr-inf-4-5"}
    for status, many in (("sympathizer", 0), ("satellite", 1)):
        campaign = board("attacks", status)
        box = Offered("germany", "attack", "support", "attackers-unsupplied")
        for offered in (box.units, box.air, AtSea("germany").sailing):
            spain = [line for line in offered(campaign, given) if line.text.startswith("spain")]
            assert spain and all(bool(line.many) is bool(many) for line in spain)
            if not many:
                assert [line.note for line in spain] == ["only a Sympathizer of Germany, not at war"]


def test_16_3_of_a_sympathizer_of_the_enemy_nothing_is_offered_to_be_attacked() -> None:
    campaign = scenario()
    assert not [line for line in offered_counters.targets(campaign, "britain") if "Spain" in line.note]
    call = offered_counters.Call(("ground",))
    assert not [line for line in offered_counters.enemies(campaign, "britain", "madrid", call) if "spain" in line.text]


def test_6_4_the_capital_of_a_new_enemy_is_the_first_place_to_attack_and_no_box_off_the_map_is_one() -> None:
    campaign = scenario()
    found = offered_counters.targets(campaign, "germany")
    assert found[0].label == "Warsaw" and found[0].note == "Poland, the capital, 20 NARFs"
    offered = offered_counters.places(campaign, "germany")
    assert offered[0] == "warsaw" and "narvik-box" in offered
    assert not [name for name in offered if name in ("u-boat-war-box", "bombing-war-box")]


def test_6_4_of_older_and_newer_wars_the_new_enemys_places_stand_first() -> None:
    campaign = scenario()
    wars = {key: attrs.evolve(war, since="1938-4-winter") for key, war in campaign.wars.items() if "poland" not in key}
    found = offered_counters.targets(attrs.evolve(campaign, wars={**campaign.wars, **wars}), "germany")
    polish = [line.note.startswith("Poland") for line in found]
    assert polish == sorted(polish, reverse=True) and any(polish) and not all(polish)


def test_7_0_ships_stand_above_aircraft_in_the_boxes_of_a_mission() -> None:
    campaign = scenario()
    britain = attrs.evolve(campaign.powers["britain"], effort="sle")
    campaign = attrs.evolve(campaign, powers={**campaign.powers, "britain": britain})
    lines = [line for line in AtSea("britain").sailing(campaign, {}) if line.many]
    kinds = [line.label.partition(" ")[0] for line in lines]
    assert kinds[0] == "Fleet" and kinds.index("CV") < kinds.index("NAC") < kinds.index("FTR")


def test_what_else_holds_is_offered_in_words() -> None:
    box = Offered("germany", "attack", "support", "attackers-unsupplied")
    said = {line.text: line.label for line in box.facts(front(), {"where": "smolensk"})}
    assert said["morocco-algeria"] == "the beach lies in Morocco or Algeria"
    assert said["eastern-front"] == "on the Eastern Front"
    assert not [label for text, label in said.items() if label == text.replace("-", " ")]


def in_the_west() -> TheWar:
    """A German attack on French ground units, French and British aircraft at hand."""
    campaign = board("attacks", "neutral")
    added = {
        "france-inf-9": Unit(power="france", kind="inf", strength="6-5"),
        "france-tac-9": Unit(power="france", kind="tac", strength="1-5-4"),
        "britain-tac-9": Unit(power="britain", kind="tac", strength="1-5-4"),
        "britain-ftr-9": Unit(power="britain", kind="ftr", strength="3-3-2"),
        "britain-inf-9": Unit(power="britain", kind="inf", strength="5-5"),
        "ussr-mdm-9": Unit(power="ussr", kind="mdm", strength="1-7-6"),
    }
    wars = {}
    for who in ("britain", "france", "ussr"):
        war = War.made_of(who, "germany", since="1939-3-fall")
        wars[war.address] = war
    france = attrs.evolve(campaign.powers["france"], surrendered="", effort="sle")
    return attrs.evolve(
        campaign,
        units={**campaign.units, **added},
        wars=wars,
        powers={**campaign.powers, "france": france},
    )


SEDAN = "germany attack sedan units=arm-8-8 against=france-inf-9"
NO_SUPPORT = "supports no ground units of"


def test_6_2_1_6_2_2_no_aircraft_of_britain_or_the_ussr_support_french_ground_units_alone() -> None:
    there = after(in_the_west(), SEDAN)
    text = refused(there, "britain support sedan britain-tac-9")
    assert f"TAC 1-5-4 of Britain {NO_SUPPORT} France (6.2.1)" in text
    assert f"MDM 1-7-6 of Soviet Union {NO_SUPPORT} France (6.2.2)" in refused(there, "ussr support sedan ussr-mdm-9")
    assert NO_SUPPORT not in refused(there, "france support sedan france-tac-9")
    assert NO_SUPPORT not in refused(there, "britain support sedan britain-ftr-9"), "a fighter supports nobody"
    both = after(in_the_west(), SEDAN.replace("france-inf-9", "france-inf-9,britain-inf-9"))
    assert NO_SUPPORT not in refused(both, "britain support sedan britain-tac-9"), "its own stand there too"
    fallen = attrs.evolve(there.powers["france"], surrendered="1940-2-summer")
    free = attrs.evolve(there, powers={**there.powers, "france": fallen})
    assert NO_SUPPORT not in refused(free, "britain support sedan britain-tac-9")


def test_6_2_1_british_and_french_aircraft_do_not_meet_the_same_mission() -> None:
    there = after(in_the_west(), SEDAN, "france support sedan france-tac-9")
    assert "do not fight together in the air (6.2.1)" in refused(there, "britain support sedan britain-ftr-9")


def lists(campaign: TheWar, power: str, verb: str, box: str, **given: str) -> dict[str, Counter]:
    """What a box of an order's form offers, by its text."""
    form: Any = RULESET.verbs[verb].form(campaign, power)
    field = next(field for field in form.fields if field.name == box)
    return {line.text: line for line in field.counters(campaign, given)}


def test_6_2_1_6_2_2_the_list_of_air_support_says_who_supports_nobody_there() -> None:
    there = after(in_the_west(), SEDAN)
    offered = lists(there, "britain", "support", "units", where="sedan")
    assert (offered["tac-1-5-4"].many, offered["france-tac-1-5-4"].many) == (0, 1)
    assert offered["tac-1-5-4"].note == "1 support no ground units of France (6.2.1)"
    assert "1 support no ground units of France (6.2.2)" in offered["ussr-mdm-1-7-6"].note
    assert offered["ftr-3-3-2"].many == 1, "a fighter supports nobody"
    both = after(in_the_west(), SEDAN.replace("france-inf-9", "france-inf-9,britain-inf-9"))
    assert lists(both, "britain", "support", "units", where="sedan")["tac-1-5-4"].many == 1, "its own stand there too"
    joined = lists(after(there, "france support sedan france-tac-9"), "britain", "support", "units", where="sedan")
    assert joined["ftr-3-3-2"].note == "1 fight together with no aircraft of France (6.2.1)"


def test_6_2_2_the_list_of_an_attack_says_it_of_the_units_named_for_it() -> None:
    west = stepped(in_the_west(), "allied.operations.attacks")
    britain = attrs.evolve(west.powers["britain"], effort="sle")
    west = attrs.evolve(west, powers={**west.powers, "britain": britain})
    for named, many in (("france-inf-4-5", 0), ("inf-4-5-of-france", 0), ("inf-4-5,france-inf-4-5", 1), ("", 1)):
        offered = lists(west, "britain", "attack", "air", against="germany-arm-8-8", units=named)
        assert offered["tac-1-5-4"].many == many, (named, offered)
