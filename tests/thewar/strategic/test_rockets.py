"""5.2.5: V-1 and V-2."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.dice import FixedDice
from engine.kernel.forecast import distribution
from engine.kernel.play import submit
from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from engine.thewar.strategic import rockets, uboat_modifiers
from engine.thewar.strategic.air_box import AirBox
from engine.thewar.world.state import Box, TheWar, Unit
from tests.thewar.world import refusals, rules_of, world

CORE = rockets.RocketCore()


def flown(attack: rockets.Attack, *faces: int) -> rockets.Attack:
    left = list(faces)
    while not CORE.finished(attack):
        attack = CORE.stage(attack, (left.pop(0),))
    assert not left
    return attack


@pytest.mark.rule("tw-5.2.5")
def test_5_2_5_v1_count_each_that_gets_through_and_not_the_excess() -> None:
    # Four V-1 against two interceptors, 2-1 and +2 over Britain: a natural 1 does the interceptors harm, which is a
    # miss.
    attack = flown(rockets.Attack(4, 0, interceptors=2), 1)
    assert (attack.shot_down, attack.through, attack.damage.total) == (0, 4, 4)


@pytest.mark.rule("tw-5.2.5")
def test_5_2_5_a_v1_that_would_be_depleted_is_lost() -> None:
    attack = flown(rockets.Attack(4, 0, interceptors=8), 10)
    assert attack.shot_down > 0
    assert attack.damage.total == 4 - attack.shot_down


def test_5_2_5_heavy_flak_fires_at_what_interceptors_left() -> None:
    # Level 5, two V-1: a natural 6 depletes two, and V-1 are never depleted but lost.
    assert flown(rockets.Attack(2, 0, heavy_flak=5), 6).through == 0
    assert flown(rockets.Attack(2, 0, heavy_flak=5), 2).through == 2


@pytest.mark.rule("tw-5.2.5-v2")
def test_5_2_5_a_v2_does_6_and_fails_on_a_10_whatever_the_defence() -> None:
    attack = flown(rockets.Attack(0, 2, interceptors=9, heavy_flak=5), 9, 10)
    assert (attack.launched, attack.damage.total) == (1, 6)
    found = distribution(CORE, rockets.Attack(0, 1, interceptors=9)).of(lambda one: one.damage.total)
    assert {value: str(chance) for value, chance in found.outcomes} == {0: "1/10", 6: "9/10"}


def ready(turn: str = "1944-3-fall", **more: Any) -> TheWar:
    campaign = world(turn, "strategic-warfare.rockets", **more)
    built = {f"germany-sac-{nth}": Unit(power="germany", kind="sac", tag="v-1") for nth in range(1, 4)}
    built |= {"germany-sac-9": Unit(power="germany", kind="sac", tag="v-2")}
    guard = {"britain-int-1": Unit(power="britain", kind="int")}
    boxes = {"britain": Box(interceptors=1)}
    return attrs.evolve(campaign, units={**campaign.units, **built, **guard}, boxes=boxes)


def test_5_2_5_what_is_not_there_or_not_yet_there_is_refused() -> None:
    assert rules_of(refusals(ready(), "germany launch v1=4")) == ["5.2.5"]
    assert "V-2 fly from Fall 1944" in refusals(ready("1944-1-spring"), "germany launch v2=1")[0].reason
    assert "no rocket is named" in refusals(ready(), "germany launch")[0].reason
    assert rules_of(refusals(ready(), "britain launch v1=1")) == ["5.2.5"]
    assert not refusals(ready(), "germany launch v1=3 v2=1")


@pytest.mark.rule("tw-5.2.5-end")
def test_5_2_5_none_fly_while_the_allies_hold_all_four_cities() -> None:
    campaign = ready()
    paris = campaign.places["paris"]
    site = attrs.evolve(paris, holder="britain", value=0, tags={rockets.SITE: True})
    held = dict.fromkeys(("calais", "antwerp", "rotterdam", "the-hague"), site)
    lost = attrs.evolve(campaign, places={**campaign.places, **held})
    assert "There is no site left" in refusals(lost, "germany launch v1=1")[0].hint
    assert rockets.launchers(lost) == ()
    three = {**held, "calais": attrs.evolve(site, holder="germany")}
    assert not refusals(attrs.evolve(campaign, places={**campaign.places, **three}), "germany launch v1=1")


@pytest.mark.rule("tw-5.2.5", "tw-5.2.5-v2")
def test_5_2_5_every_rocket_is_spent_and_the_narfs_are_lost() -> None:
    campaign = ready()
    order = understand(RULESET, "germany launch v1=3 v2=1", campaign)
    # Interceptors do not hit (1), no Heavy Flak, the V-2 flies (5). The settlement after it takes the 5 NARFs of 5.2
    # from Britain, which has sent no bombers.
    after = submit(RULESET, campaign, [order], seat="solo", dice=FixedDice((1, 5)), n=1)[0].campaign
    assert after.powers["britain"].narfs == campaign.powers["britain"].narfs - 3 - 6 - 5
    assert not [unit for unit in after.units.values() if unit.tag in ("v-1", "v-2")]
    assert after.pools["germany-sac-v-1"].count == 3
    assert "britain-int-1" in after.units


@pytest.mark.rule("tw-11.13")
def test_11_13_jet_interceptors_are_offered_with_the_others() -> None:
    campaign = world("1944-3-fall", "strategic-warfare.bombers")
    jets = {f"germany-jet-{nth}": Unit(power="germany", kind="jet", tag="int") for nth in (1, 2)}
    with_jets = attrs.evolve(campaign, units={**campaign.units, **jets})
    first = next(iter(AirBox.offers(with_jets, "germany")))
    assert (first.jets_night, first.jets_day) == (1, 1)
    form, without = AirBox.form(with_jets, "germany"), AirBox.form(campaign, "germany")
    assert form is not None and [one.name for one in form.fields][-2:] == ["jets_night", "jets_day"]
    assert without is not None and "jets" not in without.pattern


@pytest.mark.rule("tw-5.1.1")
def test_5_1_1_the_bay_counts_while_germany_controls_a_port_on_it() -> None:
    campaign = world("1942-1-spring", "strategic-warfare.u-boats")
    fallen = attrs.evolve(campaign.powers["france"], surrendered="1940-2-summer")
    campaign = attrs.evolve(campaign, powers={**campaign.powers, "france": fallen})
    port = attrs.evolve(campaign.places["paris"], holder="britain", tags={"biscay": True})
    retaken = attrs.evolve(campaign, places={**campaign.places, "brest": port})
    assert "french-bay-port" not in uboat_modifiers.holding(retaken)
    german = attrs.evolve(port, holder="germany")
    held = attrs.evolve(campaign, places={**retaken.places, "lorient": german})
    assert "french-bay-port" in uboat_modifiers.holding(held)
