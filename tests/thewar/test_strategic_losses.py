"""What a whole segment of strategic warfare costs each power (5.1.3, 5.2, 8.4): rulings 9, 10, 12, 13, 15 and 16."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar import bombing as raids
from engine.thewar import strategic_losses
from engine.thewar.state import Holding
from tests.thewar.world import world


@pytest.mark.rule("tw-5.2-cap")
def test_ruling_15_the_cap_is_on_both_raids_together() -> None:
    british = raids.resolve(raids.Raid("1943-3-fall", "britain", 12, 0, face=10))
    american = raids.resolve(raids.Raid("1943-3-fall", "us", 12, 0, face=10))
    assert (british.narfs, american.narfs) == (24, 36)
    both = strategic_losses.together([british, american], 170)
    assert (both.narfs, both.base_loss, both.smps) == (42, 0, 2)
    free = strategic_losses.together([british, american], 1000)
    # Ruling 12: summed first, 24 + 36 is three times 20, not one and one.
    assert (free.narfs, free.smps) == (60, 3)


def test_ruling_16_the_base_loses_what_the_marked_raid_did_within_the_cap() -> None:
    plain = raids.resolve(raids.Raid("1941-3-fall", "britain", 9, 0, face=10))
    burning = raids.resolve(raids.Raid("1943-3-fall", "us", 12, 6, face=1))
    assert (plain.narfs, plain.base_loss, burning.marks) == (18, 0, ("**",))
    assert burning.base_loss == burning.narfs == 42
    both = strategic_losses.together([plain, burning], 170)
    assert (both.narfs, both.base_loss, both.smps, both.rail_lost, both.surrender) == (42, 24, 4, 2, -1)


@pytest.mark.rule("tw-5.1.3-cap")
def test_ruling_10_the_british_isles_are_the_base_less_the_dominions_held() -> None:
    dominions = {"south-africa": 12, "canada": 24, "india": 10, "australia-nz": 20}
    held = {
        name: Holding(name=name, kind="dominion", value=value, owner="britain", holder="britain")
        for name, value in dominions.items()
    }
    campaign = attrs.evolve(world(), holdings=held)
    assert strategic_losses.isles(campaign) == 120
    lost = attrs.evolve(held["south-africa"], holder="germany")
    smaller = {"britain": attrs.evolve(campaign.powers["britain"], base=174)}
    fallen = attrs.evolve(campaign, holdings=held | {"south-africa": lost}, powers={**campaign.powers, **smaller})
    assert strategic_losses.isles(fallen) == 120
    grown = attrs.evolve(campaign.powers["britain"], base=206)
    assert strategic_losses.isles(attrs.evolve(campaign, powers={**campaign.powers, "britain": grown})) == 140


@pytest.mark.parametrize(
    ("mark", "here", "there"), [("", "axis", "axis"), ("*", "allied", "allied"), ("**", "axis", "allied")]
)
def test_ruling_9_who_chooses_the_victim(mark: str, here: str, there: str) -> None:
    assert strategic_losses.chooses(mark) == here
    assert strategic_losses.chooses(mark, allied_in_massacre=True) == there


def test_ruling_12_and_13_smps_of_the_allies() -> None:
    assert [strategic_losses.allied_smps(narfs) for narfs in (0, 11, 20, 21, 31, 40)] == [0, 1, 1, 2, 2, 2]
    assert strategic_losses.allied_smps(11, 9) == 1 and strategic_losses.allied_smps(11, 10) == 2
    # 8.4's example: four lost leave the minimum of 2 in each half, not 1.
    assert strategic_losses.american_smps(5, 5, 4) == (2, 2)
    assert strategic_losses.american_smps(7, 5, 3) == (4, 2)
    assert strategic_losses.american_smps(1, 5, 3) == (1, 2)
