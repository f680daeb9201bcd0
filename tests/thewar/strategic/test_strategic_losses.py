"""What a whole segment of strategic warfare costs each power (5.1.3, 5.2, 8.4): rulings 9, 10, 12, 15, 16 and
23."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.dice import FixedDice
from engine.kernel.transaction import Transaction
from engine.thewar.strategic import air_war, segment, strategic_losses
from engine.thewar.world import calendar
from engine.thewar.world.state import Box, Holding, TheWar
from tests.thewar.single_rolls import calc
from tests.thewar.world import world


def flown(campaign: TheWar, *faces: int) -> TheWar:
    """The campaign after its British and American raids on Germany, in this order."""
    tx: Transaction[TheWar] = Transaction(campaign, FixedDice(faces), calendar.turn(campaign))
    air_war.begin_raids(tx, ("britain", "us"), "germany")
    while tx.campaign.pending:
        key = max(tx.campaign.pending, key=int)
        raid = tx.campaign.pending[key]
        if raid.decision(tx.campaign) is not None:
            tx.set(f"pending.{key}.stage", "damage", "industry", "5.2.1")
        else:
            raid.resolve(tx, f"pending.{key}")
    return tx.campaign


def bombers(base: int, **boxes: Box) -> TheWar:
    """Fall 1943 with filled boxes and a German base."""
    campaign = world("1943-3-fall", germany={"base": base, "narfs": 100}, us={"entered": "1941-4-winter"})
    return attrs.evolve(campaign, boxes=boxes, facts={**campaign.facts, "us-troops-in-france": True})


@pytest.mark.rule("tw-5.2-cap")
def test_ruling_15_the_cap_is_on_both_raids_together() -> None:
    box = {"britain": Box(sac=12), "us": Box(sac=12), "germany": Box()}
    # Twelve unopposed bombers each, on rows without a mark: 24 and 36 NARFs, 42 of which are a quarter of 170.
    assert flown(bombers(170, **box), 10, 10).powers["germany"].narfs == 100 - 42
    free = flown(bombers(1000, **box), 10, 10)
    assert free.powers["germany"].narfs == 100 - 60 and free.powers["germany"].base == 1000
    # Ruling 12: summed first, 24 + 36 is three times 20, not one and one.
    assert free.boxes["germany"].bombed == 60
    assert settled(free).powers["germany"].smp_lost == 3


@pytest.mark.rule("tw-5.2.1-base", "tw-5.2-cap")
def test_ruling_16_the_base_loses_what_the_marked_raid_did_within_the_cap() -> None:
    box = {"britain": Box(sac=9), "us": Box(sac=12), "germany": Box(day=6)}
    # 18 NARFs without a mark, then a firestorm of 12 x 5, cut to the 24 left under the cap.
    after = flown(bombers(170, **box), 10, 1)
    assert (after.powers["germany"].narfs, after.powers["germany"].base) == (100 - 42, 170 - 24)
    assert after.powers["germany"].smp_lost == 2 and after.facts["rail-lost-germany"] == 2


@pytest.mark.rule("tw-5.2.2-perm")
def test_5_2_2_firestorms_are_counted_and_stay() -> None:
    box = {"britain": Box(sac=9), "us": Box(sac=12), "germany": Box(day=6)}
    once = flown(bombers(170, **box), 10, 1)
    assert once.facts["firestorms-on-germany"] == 1
    assert flown(attrs.evolve(once, boxes=box), 10, 1).facts["firestorms-on-germany"] == 2


def settled(campaign: TheWar) -> TheWar:
    """The campaign after the segment is settled."""
    tx: Transaction[TheWar] = Transaction(campaign, FixedDice(()), calendar.turn(campaign))
    segment.Settle().act(tx)
    return tx.campaign


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


def test_ruling_12_smps_of_the_allies() -> None:
    assert [strategic_losses.allied_smps(narfs) for narfs in (0, 11, 20, 21, 31, 40)] == [0, 1, 1, 2, 2, 2]


@pytest.mark.rule("tw-5.2.4-repl")
@pytest.mark.parametrize(
    ("eliminated", "depleted", "rebuilt", "repaired", "narfs"),
    [
        (0, 6, 1, 0, 15),
        (0, 10, 1, 1, 21),
        (1, 0, 0, 1, 6),
        (2, 0, 0, 1, 6),
        (3, 0, 1, 0, 15),
        (4, 0, 1, 0, 15),
        (5, 0, 1, 1, 21),
        (7, 0, 2, 0, 30),
        (0, 1, 0, 0, 0),
        (0, 3, 0, 1, 6),
        (2, 2, 1, 0, 15),
        (0, 0, 0, 0, 0),
    ],
)
def test_ruling_23_replacing_lent_bombers(
    eliminated: int, depleted: int, rebuilt: int, repaired: int, narfs: int
) -> None:
    found = calc("mdm-losses", (), eliminated=eliminated, depleted=depleted)
    assert (found["rebuilt"], found["repaired"], found["narfs"]) == (rebuilt, repaired, narfs)
    assert sum(line["value"] for line in found["breakdown"]) == narfs
