"""An order to fight is given by a power that takes part: by itself, or with a country that it commands (4.0, 23.0)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.world.state import Engagement, TheWar, Unit
from tests.thewar.builds import refused
from tests.thewar.ground.test_ground_fight import front, stepped

AIR = "axis.operations.counter-air"
NAVAL = "axis.operations.naval"
NONE_OF = "none of these units is Italy's or of a country under its command"
LINES = {
    "10.0": ("axis.operations.attacks", "attack smolensk units=3-{}arm-8-8 against=2-inf-4-5 terrain=city"),
    "9.8": ("axis.operations.first-impulse", "overrun smolensk units=3-{}arm-8-8 against=inf-4-5 terrain=clear"),
    "7.7": ("axis.operations.attacks", "land smolensk units={}inf-6-5 against=inf-4-5"),
    "11.5": (AIR, "counter-air smolensk units={}tac against=tac"),
    "7.0": (NAVAL, "mission channel units={}fleet"),
    "7.4": (NAVAL, "patrol channel units={}fleet"),
}


def board(step: str) -> TheWar:
    campaign = front(step, "1942-2-summer")
    fleet = Unit(power="germany", kind="fleet", strength="1")
    return attrs.evolve(campaign, units={**campaign.units, "germany-fleet-9": fleet})


@pytest.mark.rule("tw-10.0")
@pytest.mark.parametrize("rule", list(LINES))
def test_10_0_9_8_11_5_7_0_a_power_orders_no_fight_of_others_alone(rule: str) -> None:
    step, line = LINES[rule]
    text = refused(board(step), f"italy {line.format('germany-')}")
    assert f"{NONE_OF} ({rule}). As Germany: tab, or 'germany {line.split()[0]} ...'." in text
    assert "none of these units" not in refused(board(step), f"germany {line.format('')}")


@pytest.mark.rule("tw-10.0")
def test_10_0_a_power_fights_beside_others_and_with_a_country_it_commands() -> None:
    campaign = board("axis.operations.attacks")
    line = "italy attack smolensk units={} against=inf-4-5 terrain=city"
    for owner in ("italy", "romania"):
        one = Unit(power=owner, kind="inf", strength="4-5")
        land = attrs.evolve(campaign.countries["romania"], status="satellite", patron="italy")
        there = attrs.evolve(
            campaign,
            units={**campaign.units, f"{owner}-inf-901": one},
            countries={**campaign.countries, "romania": land},
        )
        assert "none of these" not in refused(there, line.format(f"germany-arm-8-8,{owner}-inf-901"))


@pytest.mark.rule("tw-11.5.1")
def test_11_5_1_7_8_nobody_intercepts_with_units_of_others_alone() -> None:
    campaign = board(AIR)
    raid = Engagement(kind="air", by="germany", attackers=("germany-tac-1",), defenders=("ussr-tac-1",))
    line = "britain intercept smolensk ussr-ftr-9"
    fighter = Unit(power="ussr", kind="ftr", strength="2-3-2")
    there = attrs.evolve(campaign, engagements={"smolensk": raid}, units={**campaign.units, "ussr-ftr-9": fighter})
    assert "none of these units is Britain's" in refused(there, line)
    assert "none of these" not in refused(there, line.replace("britain", "ussr"))
    sail = Engagement(kind="sea", by="germany", attackers=("germany-fleet-9",))
    fleet = Unit(power="ussr", kind="fleet", strength="1")
    afloat = attrs.evolve(
        stepped(campaign, NAVAL),
        engagements={"east-baltic": sail},
        units={**campaign.units, "ussr-fleet-9": fleet},
    )
    line = "britain intercept-at-sea east-baltic units=ussr-fleet-9"
    assert "none of these units is Britain's" in refused(afloat, line)
    assert "none of these" not in refused(afloat, line.replace("britain", "ussr"))


@pytest.mark.rule("tw-10.6.8-empty")
def test_10_6_8_nobody_named_is_said_in_the_words_of_the_form_and_a_city_judged_for_attackers() -> None:
    campaign = board("axis.operations.attacks")
    text = refused(campaign, "germany attack smolensk units=inf-6-5")
    assert "nobody is named in the hex (10.6.8). Defenders, such as 2 INF 4-5;" in text
    landing = refused(campaign, "germany land smolensk units=inf-6-5")
    assert "a landing that nobody opposes is recorded with c (capture)" in landing
    # Boxes are still empty: nothing is known of whose enemy the city is.
    text = refused(campaign, "germany attack cologne")
    assert "no enemy's" not in text and "nobody attacks" in text
    para = Unit(power="germany", kind="para", strength="2-5")
    there = attrs.evolve(campaign, units={**campaign.units, "germany-para-9": para})
    assert "Cologne is no enemy's" in refused(there, "germany attack cologne units=germany-para-9 facts=drop")


@pytest.mark.rule("tw-7.4")
def test_7_0_7_4_7_8_9_4_refusals_speak_the_words_of_the_form() -> None:
    campaign = board(NAVAL)
    said = {
        "germany mission channel": "Ships and aircraft, such as 2 Fleet, CV, NAC.",
        "germany mission channel units=germany-fleet-9 facts=port": "Ships there, such as 2 Fleet.",
        "germany patrol channel": "Whole Fleets, or CV with NAC, such as 2 Fleet, CV, NAC.",
    }
    for line, hint in said.items():
        assert hint in refused(campaign, line)
