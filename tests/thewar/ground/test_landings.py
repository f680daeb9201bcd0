"""Landings with their waves, bombardment, the United States straight from its Box, what comes ashore (7.7 to 7.7.4)."""

from __future__ import annotations

from functools import partial

import attrs
import pytest

from engine.kernel import play, telling
from engine.kernel.dice import FixedDice
from engine.kernel.reading import parse, understand
from engine.thewar.ground import ground_battle
from engine.thewar.ground.ground_attacks import Attack
from engine.thewar.ground.ground_losses import Outcome
from engine.thewar.ground.landing_orders import Land
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets import battlefield
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world.state import Marker, TheWar
from tests.thewar.beaches import ATTACKS, COMBAT, INFANTRY, LAND, SECOND, UNITS, ids, shore, unit
from tests.thewar.builds import after, refused
from tests.thewar.ground.test_ground_fight import asked, given, stepped
from tests.thewar.ground_wars import Game
from tests.thewar.world import effect


def land(campaign: TheWar, line: str) -> Land:
    found = understand(RULESET, line, campaign)
    assert isinstance(found, Land)
    return found


def test_7_7_a_landing_is_announced_in_one_line_and_read_back() -> None:
    campaign = shore()
    line = f"{LAND} airborne=para-2-5 second=mech-4-8,2-arm-8-8 ships=fleet terrain=river"
    line = line.replace("units=", "units=britain-arm-704,")
    order = land(campaign, line)
    assert parse(RULESET, order.text) == order
    there = after(campaign, line)
    found = there.engagements["x"]
    assert found.terrain == ("beach-assault", "river") and "drop" in found.facts
    assert found.attackers == ("britain-arm-704", *INFANTRY.split(","), "britain-para-701")
    assert found.wave == ("britain-mech-701", "britain-arm-701", "britain-arm-702")
    assert order.sentence(campaign) == (
        "Britain lands at X: ARM 8-8, 4 INF 6-7 against INF 2-5, PARA 2-5, a second wave of MECH 4-8, 2 ARM 8-8, "
        "bombarded by Fleet 1-12-5"
    )
    text = refused(campaign, "britain land x against=germany-inf-702")
    assert "nobody lands from the sea (7.7). The first wave, such as 2 INF 4-5." in text
    assert "INF 6-7 does not drop" in refused(campaign, f"{LAND} airborne=britain-inf-705")
    assert "allows no invasion" in refused(shore(britain={"effort": "mle"}), LAND)
    assert "nobody lands in a mountain hex" in refused(campaign, f"{LAND} terrain=mountain")


def test_7_7_2_nobody_lands_where_an_enemy_fleet_is_known_to_lie() -> None:
    there = unit("germany", "fleet", "1-12-5", place="cherbourg")
    campaign = attrs.evolve(shore(), units={**UNITS, "germany-fleet-701": there})
    line = LAND.replace("land x", "land cherbourg")
    assert "an enemy Fleet lies at Cherbourg (7.7.2)" in refused(campaign, line)
    away = attrs.evolve(there, place="brest")
    assert "7.7.2" not in refused(attrs.evolve(campaign, units={**UNITS, "germany-fleet-701": away}), line)


# ---------------------------------------------------------------- first and second wave


@pytest.mark.rule("tw-7.7.2-arm")
def test_7_7_2_a_third_of_the_first_wave_rounded_up_is_arm_and_mech() -> None:
    campaign = shore()
    # 16 of 40 factors are more than 14; 8 of 32 are fewer than 11.
    two = f"britain land x units={INFANTRY},britain-arm-701,britain-arm-702 against=germany-inf-702"
    assert "16 of 40 factors of the first wave are ARM and MECH" in refused(campaign, two)
    assert "A third, 14, at most" in refused(campaign, two)
    assert refused(campaign, two.replace(",britain-arm-702", "")) == ""
    # Rounded up: 4 of 10 are a third of 10; MECH count, PARA that drop beside the landing do not.
    mech = "britain land x units=britain-inf-701,britain-mech-701 against=germany-inf-702"
    assert refused(campaign, mech) == ""
    small = attrs.evolve(campaign, units={**UNITS, "britain-inf-701": unit("britain", "inf", "4-5")})
    assert "4 of 8 factors" in refused(small, mech) and "A third, 3, at most" in refused(small, mech)
    assert "4 of 8 factors" in refused(small, f"{mech} airborne=para-2-5")
    # The second wave has no such limit.
    assert refused(campaign, two.replace(",britain-arm-702", " second=britain-arm-702,britain-arm-703")) == ""


@pytest.mark.rule("tw-7.7.1-2nd")
def test_7_7_1_the_second_wave_exploits_behind_an_arm_of_the_first() -> None:
    campaign = shore()
    first = f"britain land x units={INFANTRY},britain-arm-701 against=germany-inf-702 second={{}}"
    armor, infantry = first.format("britain-arm-702,britain-mech-701"), first.format("britain-inf-705")
    assert "INF 6-7 does nothing in a second wave" in refused(campaign, infantry)
    assert "the second wave follows an ARM of the first" in refused(campaign, armor.replace(",britain-arm-701", ""))
    assert "a unit is named twice" in refused(campaign, first.format("britain-arm-701"))
    by_land = "britain attack x units=britain-arm-701 against=germany-inf-702"
    assert refused(campaign, by_land) == "" and refused(campaign, armor) == ""
    waiting = after(campaign, armor)
    # Who waits aboard attacks nowhere else in the First Impulse.
    elsewhere = "britain attack y units=britain-arm-702 against=germany-inf-701"
    assert "has attacked in this impulse already" in refused(waiting, elsewhere)
    # 32 to 6, at 5-1: a 1 clears the beach, and the second wave goes on in the Second Impulse.
    ashore = given(stepped(waiting, COMBAT), "britain fight x", 1)
    assert not ashore.pending and "beachhead-x" in ashore.markers
    assert refused(stepped(ashore, SECOND), elsewhere) == ""


@pytest.mark.rule("tw-7.7.1-2nd")
def test_7_7_1_behind_a_landing_that_failed_nobody_follows() -> None:
    campaign = shore()
    defenders = "germany-inf-701,germany-arm-701"
    line = f"britain land x units={ids('britain', 'inf', 1, 2, 3)},britain-arm-701 against={defenders}"
    waiting = after(campaign, f"{line} second=britain-arm-702")
    # 26 to 42 is 1-2: a 10 is AE.
    lost = given(stepped(waiting, COMBAT), "britain fight x", 10)
    assert "britain-arm-701" not in lost.units and "britain-arm-702" in lost.units and not lost.markers
    elsewhere = "britain attack y units={} against=germany-inf-702"
    text = refused(stepped(lost, SECOND), elsewhere.format("britain-arm-702"))
    assert "the landing failed that ARM 8-8 was to follow (7.7.1)" in text
    assert refused(stepped(lost, SECOND), elsewhere.format("britain-arm-703")) == ""
    # Called off, or left to the table, it may do as it likes.
    off = after(waiting, "britain call-off x")
    assert not off.missions
    left = given(stepped(waiting, COMBAT), "britain done")
    assert "the landing failed" not in refused(stepped(left, SECOND), elsewhere.format("britain-arm-702"))


@pytest.mark.rule("tw-7.7.1-2nd")
def test_7_7_1_a_second_wave_waits_for_landings_only() -> None:
    campaign = stepped(shore(), SECOND)
    assert "not in this step" in refused(campaign, LAND)
    depleted = attrs.evolve(UNITS["britain-arm-702"], depleted=True)
    worn = attrs.evolve(shore(), units={**UNITS, "britain-arm-702": depleted})
    line = f"britain land x units={INFANTRY},britain-arm-701 against=germany-inf-702 second=britain-arm-702"
    assert "Depleted ARM 8-8 Depleted invades nothing" in refused(worn, line)


@pytest.mark.rule("tw-10.6.2")
@pytest.mark.parametrize(
    ("terrain", "from_the_sea", "commando", "by_land"),
    [("", 6, 6, 4), (" terrain=fortified", 8, 6, 6), (" terrain=forest", 7, 7, 5)],
)
def test_10_6_2_a_beach_triples_against_the_sea_and_a_commando_undoes_its_fortifications(
    terrain: str, from_the_sea: int, commando: int, by_land: int
) -> None:
    campaign = shore()

    def defended(line: str) -> int:
        order = understand(RULESET, line + terrain, campaign)
        assert isinstance(order, Attack)
        return ground_battle.defended(order.assault(campaign)).total

    assert defended(LAND) == from_the_sea
    assert defended(LAND.replace("units=", "units=britain-cdo-701,")) == commando
    assert defended(LAND.replace(" land ", " attack ")) == by_land


# ---------------------------------------------------------------- bombardment


@pytest.mark.rule("tw-7.7.3")
@pytest.mark.parametrize(("fleets", "columns"), [(0, 0), (1, 1), (3, 1)])
def test_7_7_3_fleets_shift_one_column_however_many_bombard(fleets: int, columns: int) -> None:
    campaign = shore()
    line = "britain land x units=britain-inf-701,britain-inf-702,britain-inf-703 against=germany-inf-701"
    ships = ids("britain", "fleet", *range(1, fleets + 1))
    line += f" ships={ships}" if ships else ""
    fight = ground_battle.battle(land(campaign, line).assault(campaign))
    assert sum(shift.value for shift in fight.shifts) == columns
    # 18 to 18, tripled on their beach: 1-1.
    shown = battlefield.preview(campaign, land(campaign, line))
    assert shown is not None and shown.cast is not None
    assert shown.cast.column == ("1-1", "2-1")[columns]


@pytest.mark.rule("tw-7.7.3")
def test_7_7_3_whole_fleets_bombard_and_only_for_landings() -> None:
    campaign = shore()
    worn = attrs.evolve(UNITS["britain-fleet-701"], depleted=True)
    hurt = attrs.evolve(campaign, units={**UNITS, "britain-fleet-701": worn})
    assert "whole Fleets bombard the shore" in refused(hurt, f"{LAND} ships=britain-fleet-701")
    assert refused(hurt, f"{LAND} ships=britain-fleet-702") == ""
    by_land = f"britain attack x units={INFANTRY} against=germany-inf-702 ships=britain-fleet-701"
    assert "Fleets bombard the shore for landings only" in refused(campaign, by_land)


# ---------------------------------------------------------------- straight from the United States


def boxed(turn: str = "1942-3-fall", gibraltar: str = "britain") -> TheWar:
    campaign = shore(turn=turn)
    held = attrs.evolve(campaign.places["gibraltar"], holder=gibraltar)
    return attrs.evolve(campaign, places={**campaign.places, "gibraltar": held})


@pytest.mark.rule("tw-7.7-us")
def test_7_7_from_its_box_the_us_lands_in_morocco_and_algeria_from_fall_1942() -> None:
    line = "us land {} units=us-inf-701 against=germany-inf-702"
    there = line.format("x") + " facts=morocco-algeria"
    assert refused(boxed(), there) == ""
    text = refused(boxed(), line.format("x"))
    assert "lands from the U.S. Box in Morocco or Algeria alone (7.7)" in text
    assert "From there not before Fall 1942" in refused(boxed("1942-2-summer"), there)
    assert "Gibraltar is not in British or American hands" in refused(boxed(gibraltar="germany"), there)
    # Who has crossed lands anywhere, at any time.
    assert refused(boxed("1942-2-summer", "germany"), line.format("x").replace("701", "702", 1)) == ""


@pytest.mark.rule("tw-7.7-us")
def test_7_7_the_land_of_a_place_is_known_whatever_is_named() -> None:
    campaign = boxed()
    line = "us land {} units=us-inf-701 against=germany-inf-702"
    assert refused(campaign, line.format("algeria")) == ""
    assert "Morocco or Algeria alone" in refused(campaign, f"{line.format('naples')} facts=morocco-algeria")


@pytest.mark.rule("tw-7.7-us")
def test_7_7_the_mission_that_carries_them_asks_for_the_same_date_and_gibraltar() -> None:
    sail = stepped(boxed("1942-2-summer"), "allied.operations.naval")
    sail = attrs.evolve(sail, units={**sail.units, "us-fleet-701": unit("us", "fleet", "1-12-5", place="us-box")})
    mission = "us mission north-atlantic units=us-fleet-701 cargo=us-inf-701 facts=invasion"
    assert "From there not before Fall 1942" in refused(sail, mission)
    # On no other mission it sails from there (8.8.3).
    crossing = refused(sail, mission.replace(" facts=invasion", ""))
    assert "come out of the U.S. Box by strategic movement alone (8.8.3)" in crossing and "7.7" not in crossing


@pytest.mark.rule("tw-22.3.3-inv")
@pytest.mark.parametrize("victim", ["britain", "us"])
def test_22_3_3_no_invasion_from_its_box_in_the_turn_of_a_convoy_massacre(victim: str) -> None:
    """Whoever bore it; units that have crossed land where their own power's convoys came through (5.1.3.2)."""
    line = "us land x units={} against=germany-inf-702 facts=morocco-algeria"
    hit = massacred(boxed(), victim)
    text = refused(hit, line.format("us-inf-701"))
    assert "the Western Allies have suffered a Convoy Massacre in this turn: nobody invades from the U.S. Box" in text
    assert "(22.3.3)" in text and "units that have crossed" in text
    crossed = refused(hit, line.format("us-inf-702"))
    assert "22.3.3" not in crossed and ("5.1.3.2" in crossed) == (victim == "us")
    # The turn ends, and with it the ban.
    over = effect(hit, EndTurn("us"))
    assert "22.3.3" not in refused(over, line.format("us-inf-701"))


@pytest.mark.rule("tw-22.3.3-inv")
def test_22_3_3_the_mission_with_the_landing_aboard_is_refused_as_well() -> None:
    sail = stepped(massacred(boxed(), "britain"), "allied.operations.naval")
    sail = attrs.evolve(sail, units={**sail.units, "us-fleet-701": unit("us", "fleet", "1-12-5", place="us-box")})
    mission = "us mission north-atlantic units=us-fleet-701 cargo=us-inf-701 facts=invasion"
    assert "nobody invades from the U.S. Box" in refused(sail, mission)
    assert "22.3.3" not in refused(sail, mission.replace(" facts=invasion", ""))


def massacred(campaign: TheWar, victim: str) -> TheWar:
    """The campaign in a turn in which the convoys of a power were massacred."""
    return attrs.evolve(campaign, facts={**campaign.facts, f"massacre-suffered-{victim}": True})


@pytest.mark.rule("tw-7.7.1")
def test_7_7_who_was_not_aboard_the_mission_does_not_land_with_those_that_were() -> None:
    sail = stepped(shore(), "allied.operations.naval")
    cargo = ids("britain", "inf", 1, 2)
    mission = f"britain mission north-atlantic units={ids('britain', 'fleet', 1, 2)} cargo={cargo} facts=invasion"
    there = stepped(after(sail, mission), ATTACKS)
    assert refused(there, f"britain land x units={cargo} against=germany-inf-702") == ""
    three = refused(there, f"britain land x units={ids('britain', 'inf', 1, 2, 3)} against=germany-inf-702")
    assert "INF 6-7 is not aboard (7.7)" in three
    # Where no mission was entered, the board knows who sailed.
    assert refused(shore(), f"britain land x units={ids('britain', 'inf', 1, 2, 3)} against=germany-inf-702") == ""


@pytest.mark.rule("tw-7.7-us")
def test_7_7_who_has_landed_from_the_box_is_in_it_no_more() -> None:
    campaign = after(
        boxed(), "us land x units=us-inf-701,britain-inf-701 against=germany-inf-702 facts=morocco-algeria"
    )
    # 12 to 6 is 2-1.
    ashore = given(stepped(campaign, COMBAT), "us fight x", 1)
    assert ashore.markers["beachhead-x"] == Marker(kind="beachhead", place="x", power="us", since="1942-3-fall")
    assert ashore.units["us-inf-701"].place == "board"


# ---------------------------------------------------------------- ashore


@pytest.mark.rule("tw-7.7.4")
def test_7_7_4_six_units_come_ashore_and_the_owner_sends_the_others_back_depleted() -> None:
    campaign = shore()
    eight = f"{ids('britain', 'inf', *range(1, 8))},britain-arm-701,britain-cdo-701"
    campaign = after(campaign, f"britain land x units={eight} against=germany-inf-702")
    fought = given(stepped(campaign, COMBAT), "britain fight x", 1)
    # Of 8 that count 2 have no room; of like units one is named.
    power, answers = asked(fought)
    assert power == "britain"
    assert answers == ("britain send-back britain-inf-701", "britain send-back britain-arm-701")
    question = play.decision(fought)
    assert question is not None and question.title == "2 too many for the beachhead: who goes back to port?"
    assert "beachhead-x" not in fought.markers
    fought = given(fought, answers[1])
    fought = given(fought, asked(fought)[1][0]) if fought.pending else fought
    assert not fought.pending and "beachhead-x" in fought.markers
    worn = sorted(key for key, one in fought.units.items() if one.depleted)
    assert worn == ["britain-arm-701", "britain-inf-701"]
    # They are back in port: they land no more in this impulse.
    back = {key: one for key, one in fought.missions.items() if one.deed == "turned-back"}
    again = stepped(attrs.evolve(fought, missions=back), ATTACKS)
    assert "turned back to port" in refused(again, "britain land y units=britain-inf-701 against=germany-inf-701")


@pytest.mark.rule("tw-7.7.4")
def test_7_7_4_six_have_room_and_commandos_art_and_para_beside_them() -> None:
    campaign = shore()
    six = f"{ids('britain', 'inf', *range(1, 7))},britain-cdo-701"
    campaign = after(campaign, f"britain land x units={six} airborne=britain-para-701 against=germany-inf-702")
    ashore = given(stepped(campaign, COMBAT), "britain fight x", 1)
    assert not ashore.pending and not any(one.depleted for one in ashore.units.values())


@pytest.mark.rule("tw-7.7.4", "tw-9.6-amph")
def test_7_7_4_a_forecast_counts_who_finds_no_room() -> None:
    campaign = shore()
    eight = ids("britain", "inf", *range(1, 9))
    line = f"britain land x units={eight} against=germany-inf-702"
    found = land(campaign, line).forecast(campaign)
    assert found is not None
    announced = stepped(after(campaign, line), COMBAT)
    for face in range(1, 11):
        game = Game(announced)
        game.fight([face] * 3)
        worn = sum(one.depleted for one in game.campaign.units.values())
        there = sum(1 for key in eight.split(",") if key in game.campaign.units)
        chance = found.chance(partial(_as_played, worn, there))
        assert chance > 0, face


def _as_played(worn: int, there: int, outcome: Outcome) -> bool:
    """Whether an outcome leaves so many Depleted among so many attackers that are left."""
    left = [one for one in outcome.attackers if one.fights]
    return sum(one.depleted for one in left) == worn and len(left) == there


# ---------------------------------------------------------------- air superiority


def aloft(attackers: str, defenders: str) -> TheWar:
    """The landing announced, supported by these air units and met by those, before its battle."""
    planes = {
        f"{power}-{name.split()[0]}-{760 + nth}": unit(power, *name.split()[:2], depleted="dep" in name)
        for power, names in (("britain", attackers), ("germany", defenders))
        for nth, name in enumerate(filter(None, names.split(",")))
    }
    campaign = attrs.evolve(shore(), units={**UNITS, **planes})
    own, other = (",".join(key for key in planes if key.startswith(power)) for power in ("britain", "germany"))
    campaign = after(campaign, f"{LAND} air={own}" if own else LAND)
    if other:
        campaign = after(stepped(campaign, "allied.operations.reserves"), f"germany support x {other}")
    return stepped(campaign, COMBAT)


@pytest.mark.rule("tw-7.7.2")
def test_7_7_2_below_stronger_defensive_air_support_nobody_lands() -> None:
    alone = aloft("", "tac 1-5-4")
    fought = given(alone, "britain fight x")
    assert not fought.pending and not fought.engagements and not fought.markers
    assert set(fought.units) == set(alone.units), "nobody is lost: they go back to port"
    batches = play.submit(
        RULESET, alone, [understand(RULESET, "britain fight x", alone)], seat="solo", dice=FixedDice(()), n=1
    )
    entries = [entry for batch in batches for entry in batch.entries]
    said = [sentence for _, sentence in telling.backwards(batches[-1].campaign, entries)]
    assert any("is not fought: no air superiority over the beach" in sentence for sentence in said)
    # Escorts alone are no support, and without any the air is nobody's.
    assert "beachhead-x" in given(aloft("", "ftr 3-3-2"), "britain fight x", 1).markers
    assert "beachhead-x" in given(aloft("", ""), "britain fight x", 1).markers


@pytest.mark.rule("tw-7.7.2")
@pytest.mark.parametrize(("attackers", "defenders"), [("tac 1-5-4", "tac 1-5-4"), ("tac 1-5-4,tac 1-5-4", "tac 1-5-4")])
def test_7_7_2_the_forecast_knows_what_the_air_battle_may_leave(attackers: str, defenders: str) -> None:
    campaign = aloft(attackers, defenders)
    order = understand(RULESET, "britain fight x", campaign)
    found = order.forecast(campaign)
    assert found is not None
    never = found.chance(lambda one: bool(one.result == "not allowed"))
    assert 0 < never < 1
    played = set()
    for face in range(1, 11):
        game = Game(campaign)
        game.fight([face] * 12)
        landed = "beachhead-x" in game.campaign.markers
        played.add(landed)
        # An AD or AE of the only bomber leaves the beach to the enemy's.
        over = [key for key in game.campaign.units if "-tac-" in key and "britain" in key]
        assert over or not landed
    assert played == {True, False}
