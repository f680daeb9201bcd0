"""Patrols: who may take one up and when, how long it stays, what it changes in interceptions and battles (7.4)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.kernel.reading import parse, understand
from engine.kernel.sheets.ledger import falls_due
from engine.kernel.transaction import Transaction
from engine.thewar.ruleset import RULESET
from engine.thewar.sea.sea_interception import Intercept
from engine.thewar.sea.sea_orders import Mission
from engine.thewar.world import forces, patrols, sea_areas
from engine.thewar.world.state import Patrol, Slip, TheWar
from tests.thewar.builds import after, refused
from tests.thewar.sea.test_sea_fight import ALLIED, AXIS, asked, given, med, unit

BRITISH = "britain patrol levant units=britain-fleet-1,britain-cv-1,britain-nac-1"


def out(campaign: TheWar, area: str, *keys: str, since: str = "1941-4-winter") -> TheWar:
    """The campaign with units on patrol."""
    there = {key: Patrol(area=area, since=since) for key in keys}
    return attrs.evolve(campaign, patrols={**campaign.patrols, **there})


def net(campaign: TheWar, line: str) -> int:
    order = understand(RULESET, line, campaign)
    assert isinstance(order, Intercept | Mission)
    return order.net(campaign).total


@pytest.mark.rule("tw-7.4")
def test_7_4_whole_fleets_and_cv_with_their_nac_patrol_from_spring_1940() -> None:
    campaign = med(ALLIED, "1940-1-spring")
    assert parse(RULESET, BRITISH) == understand(RULESET, BRITISH, campaign)
    found = after(campaign, BRITISH)
    assert set(found.patrols) == {"britain-fleet-1", "britain-cv-1", "britain-nac-1"}
    assert found.patrols["britain-fleet-1"] == Patrol(area="levant", since="1940-1-spring")
    early = med(ALLIED, "1939-4-winter")
    assert "no patrols before Spring 1940 (7.4)" in refused(early, BRITISH)
    worn = {**campaign.units, "britain-fleet-1": unit("britain", "fleet", depleted=True)}
    assert "Whole ships only" in refused(attrs.evolve(campaign, units=worn), BRITISH)
    assert "a CV goes on patrol with its NAC" in refused(campaign, "britain patrol levant units=britain-cv-1")
    assert "a NAC with its CV" in refused(campaign, "britain patrol levant units=britain-nac-1,britain-fleet-1")
    assert "INF 4-5 goes on no patrol" in refused(campaign, "britain patrol levant units=britain-inf-1")
    assert "nobody goes on patrol" in refused(campaign, "britain patrol levant")
    assert "'gibraltar' is no Sea Area" in refused(campaign, "britain patrol gibraltar units=britain-fleet-1")
    assert "it is the Allied player turn" in refused(campaign, "italy patrol ionian units=italy-fleet-1")
    dry = {**campaign.units, "britain-fleet-1": unit("britain", "fleet", immobile=True)}
    assert "Fleet 1-12-5 has no oil (24.1)" in refused(attrs.evolve(campaign, units=dry), BRITISH)


@pytest.mark.rule("tw-7.4")
@pytest.mark.parametrize(("effort", "allowed"), [("sle", True), ("rle", True), ("lle", True), ("mle", False),
                                                 ("pass", False), ("none", False)])  # fmt: skip
def test_7_4_patrols_need_an_sle_rle_or_lle(effort: str, allowed: bool) -> None:
    campaign = med(ALLIED, britain={"effort": effort})
    said = refused(campaign, BRITISH)
    assert (said == "") is allowed
    assert allowed or "(7.4, 4." in said or "(7.4, ruling 145)" in said
    # Whose effort allows none is not offered the form.
    assert (RULESET.verbs["patrol"].form(campaign, "britain") is not None) is allowed


@pytest.mark.rule("tw-7.4", "tw-7.0")
def test_7_0_a_patrol_is_the_mission_of_its_turn_and_another_shuts_it_out() -> None:
    campaign = after(med(ALLIED), "britain patrol levant units=britain-fleet-1")
    assert "has been on a mission" in refused(campaign, "britain mission ionian units=britain-fleet-1")
    sailed = after(med(ALLIED), "britain mission ionian units=britain-fleet-1")
    assert "has been on a mission" in refused(sailed, "britain patrol levant units=britain-fleet-1")
    # By the group's name those are meant who are free.
    order = understand(RULESET, "britain patrol levant units=fleet", sailed)
    assert "britain-fleet-2" in order.text


@pytest.mark.rule("tw-7.3-channel", "tw-7.4")
def test_7_3_nobody_patrols_in_a_strait_that_is_closed_to_him() -> None:
    campaign = med(units=None)
    ships = {**campaign.units, "germany-fleet-1": unit("germany", "fleet")}
    campaign = attrs.evolve(campaign, units=ships)
    assert "Germany does not hold Calais" in refused(campaign, "germany patrol channel units=germany-fleet-1")
    assert not refused(campaign, "germany patrol danish-north-sea units=germany-fleet-1")
    british = attrs.evolve(med(ALLIED), units=med().units)
    assert "no Ally controls Denmark" in refused(british, "britain patrol west-baltic units=britain-fleet-1")
    assert "holds Gibraltar" not in refused(british, "britain patrol levant units=fleet through=gibraltar-strait")


@pytest.mark.rule("tw-7.4-stay", "tw-2.6-markers")
def test_7_4_a_patrol_stays_through_the_enemy_turn_and_its_own_next_one() -> None:
    campaign = after(med(AXIS), "italy patrol ionian units=italy-fleet-1")
    # In its own player turn it has not sailed yet; then it stays.
    assert not refused(campaign, "italy off-patrol units=italy-fleet-1")
    later = attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, turn=2), missions={})
    said = refused(later, "italy off-patrol units=italy-fleet-1")
    assert said == "Fleet 1-12-5 stays on patrol in Ionian (7.4). To the end of the Axis player turn of Summer 1942."
    assert "stays on patrol in Ionian" in refused(later, "italy mission levant units=italy-fleet-1")
    assert "stays on patrol in Ionian" in refused(later, "italy patrol levant units=italy-fleet-1")
    # The end of the turn in which it was taken up takes nothing off, that of the next one does, unless it goes on.
    ends = "axis.end.naval"
    first = attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step=ends))
    assert not patrols.over(first, "axis") and settled(first).patrols
    second = attrs.evolve(later, progress=attrs.evolve(later.progress, step=ends))
    assert not settled(second).patrols
    renewed = after(later, "italy patrol ionian units=italy-fleet-1")
    assert renewed.patrols["italy-fleet-1"].since == "1942-2-summer"
    assert settled(attrs.evolve(renewed, progress=second.progress)).patrols
    # The other side's player turn ends nothing of it.
    allied = attrs.evolve(later, progress=attrs.evolve(later.progress, step="allied.end.naval"))
    assert settled(allied).patrols


def settled(campaign: TheWar) -> TheWar:
    """The campaign after what the rules do by themselves."""
    batches = play.settle(RULESET, campaign, dice=FixedDice(()), n=1)
    found = batches[-1].campaign if batches else campaign
    assert isinstance(found, TheWar)
    return found


@pytest.mark.rule("tw-7.4-stay")
def test_7_4_a_patrol_is_called_off_only_in_the_turn_in_which_it_is_taken_up() -> None:
    campaign = after(med(AXIS), "italy patrol ionian units=2-fleet")
    found = after(campaign, "italy off-patrol units=fleet")
    assert len(found.patrols) == 1
    freed = next(key for key in campaign.patrols if key not in found.patrols)
    assert not refused(found, f"italy mission levant units={freed}")
    assert "is on no patrol" in refused(campaign, "italy off-patrol units=italy-fleet-3")
    assert "no ships are named" in refused(campaign, "italy off-patrol")
    allied = attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step=ALLIED))
    assert "it is the Allied player turn" in refused(allied, "italy off-patrol units=italy-fleet-1")


@pytest.mark.rule("tw-7.4-stay", "tw-7.8.1-patrol")
def test_7_8_a_patrol_looks_for_what_comes_into_its_own_sea_area_without_a_port_modifier() -> None:
    campaign = out(med(), "ionian", "britain-fleet-1")
    there = after(campaign, "italy mission ionian units=italy-fleet-1", "italy mission levant units=italy-fleet-2")
    line = "britain intercept-at-sea ionian units=patrol"
    order = understand(RULESET, line, there)
    assert isinstance(order, Intercept) and order.units == ("britain-fleet-1",)
    # -3 for ratings, -2 for the patrol, nothing for a port however far it is.
    assert net(there, line) == net(there, f"{line} distance=5") == -5
    # A Fleet from port: -2 for the patrol too, and its distance.
    port = "britain intercept-at-sea ionian units=britain-fleet-2 distance={}"
    assert net(there, port.format(2)) == -5 and net(there, port.format(5)) == -2
    assert net(attrs.evolve(there, patrols={}), port.format(2)) == -3
    assert net(there, "britain intercept-at-sea levant units=britain-fleet-2 distance=2") == -3
    # It stays in its Sea Area, and is a force of its own.
    assert "stays on patrol in Ionian" in refused(there, "britain intercept-at-sea levant units=britain-fleet-1")
    both = refused(there, "britain intercept-at-sea ionian units=britain-fleet-1,britain-fleet-2")
    assert "two naval forces" in both
    # By its group's name a Fleet in port is meant, not the one on patrol.
    assert "britain-fleet-2" in understand(RULESET, "britain intercept-at-sea ionian units=fleet", there).text
    # What the campaign knows is not typed: no patrol of theirs is in the Levant.
    said = refused(there, "britain intercept-at-sea levant units=britain-fleet-2 facts=patrol")
    assert "no patrol of this side is in Levant" in said
    # The same force looks for the same mission once.
    found = given(there, line, 10)
    assert "has looked for this mission" in refused(found, line)


@pytest.mark.rule("tw-7.4")
def test_7_4_the_other_side_may_intercept_a_patrol_as_it_sails() -> None:
    campaign = after(med(ALLIED), "britain patrol ionian units=britain-fleet-1")
    line = "italy intercept-at-sea ionian units=italy-fleet-1 distance=1"
    # -1 for the port, +3 for ratings; a patrol carries nothing.
    assert net(campaign, line) == 2
    missed = given(campaign, line, 9)
    assert not missed.engagements and "britain-fleet-1" in missed.patrols
    assert "has looked for this mission" in refused(missed, line)
    found = given(campaign, line, 3)
    battle = found.engagements["ionian"]
    assert (battle.attackers, battle.defenders) == (("britain-fleet-1",), ("italy-fleet-1",))
    # The battle: the Fleet is Depleted, and leaves its patrol.
    fought = given(found, "britain sea-battle ionian", 10, 5)
    while play.decision(fought) is not None:
        _, answers = asked(fought)
        answer = next((one for one in answers if one.endswith(("break-off yes", " none"))), answers[0])
        fought = given(fought, answer)
    assert fought.units["britain-fleet-1"].depleted and not fought.patrols
    # Without an enemy patrol there is nothing to be met.
    assert "no mission at 'levant'" in refused(campaign, "italy intercept-at-sea levant units=italy-fleet-1")


@pytest.mark.rule("tw-7.4-air")
def test_7_4_ftr_attack_a_patrol_in_straits_only() -> None:
    campaign = out(med(), "ionian", "britain-fleet-1")
    campaign = out(campaign, "gibraltar-straits", "britain-fleet-2")
    ftr = "germany mission {} units=germany-ftr-1 against={}"
    assert "FTR attack no patrol outside a straits" in refused(campaign, ftr.format("ionian", "britain-fleet-1"))
    assert not refused(campaign, ftr.format("gibraltar-straits", "britain-fleet-2"))
    tac = "germany mission ionian units=germany-tac-1,germany-ftr-1 against=britain-fleet-1"
    assert not refused(campaign, tac)
    # And as the patrol sails.
    sails = after(med(ALLIED), "britain patrol ionian units=britain-fleet-1")
    assert "FTR attack no patrol" in refused(sails, "germany intercept-at-sea ionian units=germany-ftr-1")
    met = after(sails, "germany intercept-at-sea ionian units=germany-tac-1,germany-ftr-1")
    assert met.engagements["ionian"].defenders == ("germany-tac-1", "germany-ftr-1")


@pytest.mark.rule("tw-7.4")
def test_7_4_ships_that_attack_a_patrol_look_for_it_first() -> None:
    campaign = out(med(), "ionian", "britain-fleet-1")
    line = "italy mission ionian units=italy-fleet-1,italy-fleet-2 against=britain-fleet-1 distance=3"
    # +1 for three Sea Areas, +3 for ratings: a 1 in the first column finds, a 2 as well.
    assert net(campaign, line) == 4
    missed = given(campaign, line, 8)
    assert not missed.engagements and "britain-fleet-1" in missed.patrols
    assert "has been on a mission" in refused(missed, line)
    found = given(campaign, line, 1)
    assert found.engagements["ionian"].attackers == ("italy-fleet-1", "italy-fleet-2")
    assert "is on patrol in Ionian" in refused(
        campaign, "italy mission levant units=italy-fleet-1 against=britain-fleet-1"
    )
    port = "italy mission ionian units=italy-fleet-1 against=britain-fleet-1 facts=port"
    assert "at sea, not in port" in refused(campaign, port)
    assert "6 Sea Areas away" in refused(campaign, line.replace("distance=3", "distance=6"))
    mixed = "italy mission ionian units=italy-fleet-1,italy-tac-1 against=britain-fleet-1"
    assert "before aircraft do" in refused(campaign, mixed)
    # The forecast counts the search: with the same die they meet less often than they would without one.
    order = understand(RULESET, line, campaign)
    odds = order.forecast(campaign)
    assert odds is not None and 0 < odds.chance(lambda one: one.met) < 1


@pytest.mark.rule("tw-7.4-stay")
def test_7_10_who_breaks_off_or_loses_his_nac_leaves_the_patrol() -> None:
    campaign = out(med(), "ionian", "britain-fleet-1", "britain-cv-1", "britain-nac-1", "britain-fleet-2")
    gone = attrs.evolve(campaign, units={key: one for key, one in campaign.units.items() if key != "britain-nac-1"})
    tx: Transaction[Any] = Transaction(gone, FixedDice(()), "", "")
    patrols.retire(tx)
    assert set(tx.campaign.patrols) == {"britain-fleet-1", "britain-fleet-2"}
    lost = after(campaign, "losses britain -1 fleet-1-12-5")
    assert sum(key.startswith("britain-fleet") for key in lost.patrols) == 1
    worn = after(campaign, "losses britain dep fleet-1-12-5")
    assert sum(key.startswith("britain-fleet") for key in worn.patrols) == 1
    tac = given(campaign, "italy mission ionian units=italy-tac-1 against=britain-fleet-1,britain-fleet-2")
    fought = given(tac, "italy sea-battle ionian", 10, 10, 5)
    while play.decision(fought) is not None:
        power, answers = asked(fought)
        answer = next((one for one in answers if power == "britain" and one.endswith("break-off yes")), answers[0])
        fought = given(fought, answer)
    assert not any(key.startswith("britain-fleet") for key in fought.patrols)
    assert "britain-cv-1" in fought.patrols


@pytest.mark.rule("tw-2.6-markers")
def test_7_4_patrols_are_listed_by_side_and_sea_area() -> None:
    campaign = out(med(), "ionian", "britain-fleet-1", "italy-fleet-1")
    campaign = out(campaign, "celtic-sea", "britain-fleet-2")
    assert patrols.standing(campaign, "allied") == {"ionian": ("britain-fleet-1",), "celtic-sea": ("britain-fleet-2",)}
    assert patrols.there(campaign, "ionian-2", "axis") == ("italy-fleet-1",)
    assert Counter(one.area for one in campaign.patrols.values()) == {"ionian": 2, "celtic-sea": 1}
    assert not forces.group_units(campaign, "us", "cv").keys() & campaign.patrols.keys()


def test_1_2_the_rules_know_straits_and_the_mediterranean() -> None:
    assert sea_areas.facts("channel") == ("strait", "british-isles") and sea_areas.closes("channel") == (
        "english-channel",
    )
    assert sea_areas.facts("levant-2") == ("mediterranean",) and sea_areas.area("levant-2") == "levant"
    assert sea_areas.facts("gulf-of-riga") == () and sea_areas.name("gulf-of-riga") == "gulf of riga"
    campaign = after(med(), "italy mission sardinian-sea units=italy-fleet-1 facts=supply")
    assert campaign.engagements["sardinian-sea"].facts == ("supply", "mediterranean")


@pytest.mark.rule("tw-7.4")
def test_8_1_3_nothing_sails_through_a_sea_area_with_an_enemy_patrol_alone() -> None:
    campaign = out(med("axis.stratmove.naval"), "ionian", "britain-fleet-1")
    line = "italy stratmove {} count=1 through={}"
    assert "an enemy patrol controls Ionian" in refused(campaign, line.format("naval", "ionian"))
    assert "an enemy patrol controls Ionian" in refused(campaign, line.format("sealift", "ionian"))
    assert not refused(campaign, line.format("naval", "levant"))
    # Disputed, it is open; aircraft fly over it.
    assert not refused(out(campaign, "ionian", "italy-fleet-1"), line.format("naval", "ionian"))
    flying = out(med("axis.stratmove.air"), "ionian", "britain-fleet-1")
    assert not refused(flying, line.format("air", "ionian"))
    # Ships on patrol are not moved by SMPs.
    stays = out(med("axis.stratmove.naval"), "ionian", "italy-fleet-1", "italy-fleet-2", "italy-fleet-3")
    assert "on patrol" in refused(stays, "italy stratmove naval count=1 group=fleet-1-12-5")


@pytest.mark.rule("tw-2.6-markers")
def test_7_4_who_is_on_patrol_where_and_how_long_is_said_every_turn() -> None:
    campaign = out(med(), "ionian", "britain-fleet-1", "britain-fleet-2")
    said = [duty.text for duty in falls_due(RULESET, campaign) if duty.rule == "7.4"]
    end = "to the end of the Allied player turn of Spring 1942"
    assert said == [f"On patrol in Ionian, {end}: Britain, 2 Fleet 1-12-5"]
    assert not [duty for duty in falls_due(RULESET, med()) if duty.rule == "7.4"]


@pytest.mark.rule("tw-7.4", "tw-7.4-stay")
def test_7_4_by_their_kind_ships_are_meant_that_are_free_before_those_on_patrol() -> None:
    campaign = out(med(ALLIED), "ionian", "britain-fleet-1")
    found = after(campaign, "britain mission levant units=fleet")
    assert found.engagements["levant"].attackers == ("britain-fleet-2",)
    # Where none else lies free those on patrol are meant, and the reason is told.
    assert "stays on patrol in Ionian" in refused(campaign, "britain mission levant units=2-fleet")
    # Without oil, and in a yard, they are meant last as well; from a yard nobody sails.
    units = {**med().units, "britain-fleet-1": unit("britain", "fleet", immobile=True)}
    dry = after(attrs.evolve(med(ALLIED), units=units), "britain mission levant units=fleet")
    assert dry.engagements["levant"].attackers == ("britain-fleet-2",)
    slip = Slip(yard="southampton", power="britain", kind="fleet", strength="1-12-5", unit="britain-fleet-1")
    hurt = {**med().units, "britain-fleet-1": unit("britain", "fleet", depleted=True)}
    docked = attrs.evolve(med(ALLIED), units=hurt, slips={"southampton-1": slip})
    said = refused(docked, "britain mission levant units=britain-fleet-1")
    assert "Fleet 1-12-5 Depleted is in the yard of Southampton (7.10)" in said


@pytest.mark.rule("tw-7.4")
def test_7_4_enemy_ships_by_their_kind_are_those_on_patrol_there_and_in_a_port_the_others() -> None:
    campaign = out(med(AXIS), "ionian", "britain-fleet-2")
    order = understand(RULESET, "italy mission ionian units=italy-fleet-1 against=fleet", campaign)
    assert isinstance(order, Mission) and order.against == ("britain-fleet-2",)
    port = understand(RULESET, "italy mission malta units=italy-tac-1 against=fleet facts=port", campaign)
    assert isinstance(port, Mission) and port.against == ("britain-fleet-1",)
