"""The battle with the mark is the battle with the typed fact, whatever the dice show: on the ground, in the air and at
sea, for attackers and defenders (12.6, 12.6.3, 12.6.4, 15.3)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import SupplyMark, TheWar
from tests.thewar.air.test_air_fight import sky
from tests.thewar.builds import after
from tests.thewar.ground.test_ground_fight import COMBAT, front, stepped
from tests.thewar.sea.test_sea_fight import med

FACES = range(1, 11)
MOST = 30
"""More dice, and more choices, than any of these battles takes."""


def marked(campaign: TheWar, keys: tuple[str, ...], side: str) -> TheWar:
    """The campaign in which these units were named at the first check of this turn."""
    since = campaign.first
    mark = SupplyMark(level="out", side=side, since=since, half=side, check=1, until=since)
    return attrs.evolve(campaign, supply_marks=dict.fromkeys(keys, mark))


def fought(campaign: TheWar, fight: str, face: int) -> TheWar:
    """The campaign after a battle in which every die shows a face, and everybody answers what is offered first."""
    line = fight
    for _ in range(MOST):
        order = understand(RULESET, line, campaign)
        dice = FixedDice((face,) * MOST)
        campaign = play.submit(RULESET, campaign, [order], seat="solo", dice=dice, n=1)[-1].campaign
        asked = play.decision(campaign)
        if asked is None:
            break
        line = asked.answers[0]
    assert not campaign.pending
    return attrs.evolve(campaign, supply_marks={})


GROUND = "germany attack smolensk units=2-inf-6-5 against=2-inf-4-5 terrain=clear"
RAID = "germany counter-air 2520 units=2-ftr against=britain-ftr-901,britain-ftr-902 flak=1 facts=over-britain"
STRIKE = "italy mission gibraltar units=italy-tac-1,germany-tac-1 against=britain-fleet-1,britain-fleet-2 facts=port"
BATTLES: dict[str, tuple[Callable[[], TheWar], str, str, str, str]] = {
    "attackers on the ground": (front, GROUND, "germany fight smolensk", "attackers", "inf"),
    "defenders on the ground": (front, GROUND, "germany fight smolensk", "defenders", "inf"),
    "aircraft on their base": (
        partial(sky, germany_ftr=2, britain_ftr=2),
        RAID,
        "germany fight 2520",
        "defenders",
        "ftr",
    ),
    "ships in port": (med, STRIKE, "italy sea-battle gibraltar", "defenders", "fleet"),
}


@pytest.mark.rule("tw-12.6")
@pytest.mark.parametrize("battle", BATTLES)
def test_12_6_on_every_face_the_battle_with_the_mark_is_that_with_the_typed_fact(battle: str) -> None:
    begun, line, fight, who, kind = BATTLES[battle]
    campaign = begun()
    side = "axis" if who == "attackers" else "allied"
    owners = [key for key, power in campaign.powers.items() if power.side == side]
    keys = tuple(key for key, unit in campaign.units.items() if unit.power in owners and unit.kind == kind)
    typed = f"{line},{who}-unsupplied" if "facts=" in line else f"{line} facts={who}-unsupplied"
    worse = set()
    for face in FACES:
        plain, told = (_at_its_step(after(campaign, one)) for one in (line, typed))
        named = _at_its_step(after(marked(campaign, keys, side), line))
        with_the_fact, with_the_mark = fought(told, fight, face), fought(named, fight, face)
        assert with_the_mark == with_the_fact, face
        in_supply = fought(plain, fight, face)
        if (with_the_fact.units, with_the_fact.pools) != (in_supply.units, in_supply.pools):
            worse.add(face)
    assert worse, "being out of supply counts in this battle"


def _at_its_step(campaign: TheWar) -> TheWar:
    return stepped(campaign, COMBAT) if campaign.progress.step.endswith("attacks") else campaign


@pytest.mark.rule("tw-12.6.4")
@pytest.mark.parametrize(
    ("battle", "face", "lost"), [("aircraft on their base", 5, 2), ("ships in port", 1, 2), ("ships in port", 9, 1)]
)
def test_12_6_4_ships_are_lost_out_of_supply_and_aircraft_at_the_normal_price(
    battle: str, face: int, lost: int
) -> None:
    begun, line, fight, who, kind = BATTLES[battle]
    campaign = begun()
    pools = fought(after(campaign, f"{line},{who}-unsupplied"), fight, face).pools
    pool = next(pool for pool in pools.values() if (pool.power, pool.kind) == ("britain", kind))
    before = next((one for one in campaign.pools.values() if (one.power, one.kind) == ("britain", kind)), None)
    gained = pool.count - (before.count if before else 0)
    assert (gained, pool.oos) == ((lost, 0) if kind == "ftr" else (0, lost))
