"""5.1.2.2: raiders sail, the Allies look for them with their dice, a battle follows."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import pytest

from engine.kernel.reading import understand
from engine.thewar.rolls import interception
from engine.thewar.sheets import war_report
from engine.thewar.strategic import raider_forces
from engine.thewar.strategic.raider_hunt import RaiderHunt
from engine.thewar.strategic.uboat_war import UBoatBattle
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.atlantic import SEA, Segment, box, scene

ROUTE = "danish-north-sea,norwegian-sea,faeroes,north-atlantic"


def at_sea(campaign: TheWar | None = None, *, face: int | None = None, raiders: str = "germany-fleet-1") -> Segment:
    """The boxes are open, and raiders at sea; without ``face`` no U-boat sails, so that no die falls."""
    game = Segment(campaign if campaign is not None else war())
    uboats, faces = ("uboats=8 ", (face,)) if face is not None else ("", ())
    game.give(f"germany sea-box {uboats}raiders={raiders}", "britain sea-box asw=4", faces=faces)
    return game


def war(**more: Any) -> TheWar:
    france = {"surrendered": "1940-2-summer"}
    return scene(step=SEA, germany={"uboat": 8}, britain={"asw": 4}, france=france, **more)


def based(campaign: TheWar, place: str, *keys: str) -> TheWar:
    units = {key: attrs.evolve(campaign.units[key], place=place) for key in keys}
    return attrs.evolve(campaign, units={**campaign.units, **units})


def answers(game: Segment) -> tuple[str, ...]:
    assert game.decision is not None
    return game.decision.answers


def asked(game: Segment) -> str:
    return game.decision.power if game.decision is not None else ""


@pytest.mark.rule("tw-5.1.2.2", "tw-5.1.2")
def test_5_1_2_2_germany_says_the_way_and_britain_who_looks_and_where() -> None:
    game = at_sea()
    # Nobody has said where it lies: from Wilhelmshaven, and the Channel is closed to it.
    assert asked(game) == "germany" and f"germany raiders-sail {ROUTE}" in answers(game)
    assert not any("channel" in line for line in answers(game))
    assert game.refused("germany raiders 1 0") and game.refused("britain seek-raiders scapa-flow")
    assert game.refused("germany raiders-sail danish-north-sea,channel,western-approaches,north-atlantic")
    game.give(f"germany raiders-sail {ROUTE}")
    assert asked(game) == "britain" and game.decision is not None
    assert game.decision.default == answers(game)[-1] == "britain seek-raiders none"
    assert "britain seek-raiders scapa-flow" in answers(game)
    assert "3 Fleet 1-12-5 of Glasgow" in game.decision.notes
    assert game.refused("germany seek-raiders scapa-flow") and game.refused("britain seek-raiders kiel")
    game.give("britain seek-raiders glasgow")
    assert "britain raider-search faeroes 3" in answers(game)
    # The West Baltic and what is farther than five Sea Areas is nowhere on the list.
    assert all(line.split()[2] in ROUTE.split(",") for line in answers(game))
    assert game.refused("britain raider-search celtic-sea 3") and game.refused("britain raider-search faeroes 4")


@pytest.mark.rule("tw-5.1.2.2", "tw-7.8")
@pytest.mark.parametrize(("face", "found"), [(5, True), (6, True), (7, False), (9, False)])
def test_5_1_2_2_the_die_decides_whether_they_are_found(face: int, found: bool) -> None:
    game = at_sea()
    game.give(f"germany raiders-sail {ROUTE}", "britain seek-raiders glasgow")
    force = raider_forces.Force("britain", "glasgow", ())
    assert raider_forces.distance(game.campaign, force.power, force.port, "faeroes") == 1
    assert interception.DISTANCES[1] == -1
    # One raider: 5 or less finds it, and a port one Sea Area away is a -1.
    game.give("britain raider-search faeroes 3", faces=(face,))
    engagement = game.campaign.engagements.get("faeroes")
    assert (engagement is not None) is found
    assert engagement is None or len(engagement.defenders) == 3
    # A force looks for the same raiders once; another port's may still.
    assert "britain seek-raiders glasgow" not in answers(game) and "britain seek-raiders scapa-flow" in answers(game)


@pytest.mark.rule("tw-5.1.2.2", "tw-7.8")
def test_5_1_2_2_what_may_come_of_a_search_is_told_before_its_die() -> None:
    game = at_sea()
    game.give(f"germany raiders-sail {ROUTE}", "britain seek-raiders glasgow")
    search = understand(game.rules, "britain raider-search faeroes 3", game.campaign)
    odds = search.forecast(game.campaign)
    assert odds is not None
    # One raider, a port one Sea Area away: six faces of ten find it.
    assert odds.chance(lambda one: one.met) == Fraction(6, 10)
    assert odds.mean(lambda one: one.attacker.sunk) > 0
    elsewhere = understand(game.rules, "britain raider-search celtic-sea 3", game.campaign)
    assert elsewhere.forecast(game.campaign) is None


@pytest.mark.rule("tw-5.1.2.2", "tw-5.1.2.1-dmg")
def test_5_1_2_2_nobody_looks_or_finds_and_each_raider_costs_eight() -> None:
    game = at_sea(raiders="germany-fleet-1,germany-fleet-2")
    game.give(f"germany raiders-sail {ROUTE}", "britain seek-raiders glasgow")
    game.give("britain raider-search faeroes 3", faces=(10,))
    game.give("britain seek-raiders none")
    assert game.changed("powers.britain.narfs") == [(100, 84)]
    assert not game.campaign.engagements and not game.campaign.pending


def met() -> Segment:
    """A raider found by three Fleets of Glasgow."""
    game = at_sea()
    game.give(f"germany raiders-sail {ROUTE}", "britain seek-raiders glasgow")
    game.give("britain raider-search faeroes 3", faces=(1,))
    return game


@pytest.mark.rule("tw-5.1.2.2", "tw-5.1.2.1-dmg", "tw-7.9.9")
def test_5_1_2_2_a_battle_follows_and_a_sunk_raider_costs_nothing() -> None:
    game = met()
    # The raider attacks three Fleets, at 1-3: a 10 sinks it.
    game.give("britain seek-raiders none")
    game.give("germany seek-raiders none", faces=(10,))
    assert "germany-fleet-1" not in game.campaign.units and not game.campaign.engagements
    assert game.changed("powers.britain.narfs") == [] and not game.campaign.pending
    told = [(one.kind, one.open) for one in war_report.battles(game.campaign, game.entries)]
    assert told == [("sea-search", False), ("sea-battle", False), ("raider-hunt", False), ("sea", False)]
    hunt = war_report.battles(game.campaign, game.entries)[2]
    assert [one.text for one in hunt.words][-1] == "They are met in Faeroes"


@pytest.mark.rule("tw-5.1.2.2", "tw-5.1.2.1-dmg", "tw-7.10-roll", "tw-7.10-home", "tw-7.10-wait")
def test_5_1_2_2_a_depleted_raider_costs_four_and_goes_to_a_yard() -> None:
    game = met()
    # A 5 Depletes it; a 7 for its damage is five factors, space 4 of a yard.
    game.give("britain seek-raiders none")
    game.give("germany seek-raiders none", faces=(5, 7))
    assert answers(game) == ("germany break-off no", "germany break-off yes")
    game.give("germany break-off yes")
    game.give("germany to-yard germany-fleet-1 kiel")
    assert game.changed("powers.britain.narfs") == [(100, 96)]
    raider, slip = game.campaign.units["germany-fleet-1"], game.campaign.slips["kiel-1"]
    assert (raider.depleted, raider.damage, slip.unit, slip.space) == (True, 5, "germany-fleet-1", 4)
    assert "germany-fleet-1-hit" in game.campaign.missions


@pytest.mark.rule("tw-5.1.2.2-sec", "tw-5.1.2.2")
def test_5_1_2_2_raiders_of_norway_are_looked_for_on_a_mark_and_in_the_north_atlantic_alone() -> None:
    quiet = at_sea(based(war(), "narvik-box", "germany-fleet-1"), face=2)
    assert quiet.decision is None and not quiet.campaign.pending, "no mark"
    game = at_sea(based(war(), "narvik-box", "germany-fleet-1"), face=9)
    assert asked(game) == "britain", "its way is not asked for"
    game.give("britain seek-raiders scapa-flow")
    assert {line.split()[2] for line in answers(game)} == {"north-atlantic"}
    # Ships based elsewhere than at home do not come on a mark.
    abroad = based(based(war(), "narvik-box", "germany-fleet-1"), "malta", "britain-fleet-1")
    assert not any("malta" in line for line in answers(at_sea(abroad, face=9)))


@pytest.mark.rule("tw-5.1.2.2-gib", "tw-5.1.2.2-sec")
def test_5_1_2_2_gibraltar_tries_only_when_others_have_tried_and_failed() -> None:
    campaign = based(based(war(), "narvik-box", "germany-fleet-1"), "gibraltar", "britain-fleet-1")
    game = at_sea(campaign, face=9)
    assert not any("gibraltar" in line for line in answers(game))
    # Nobody has tried: Gibraltar may not either.
    game.give("britain seek-raiders none")
    assert game.decision is None
    game = at_sea(campaign, face=9)
    game.give("britain seek-raiders glasgow")
    game.give("britain raider-search north-atlantic 3", faces=(10,))
    game.give("britain seek-raiders none")
    assert answers(game) == ("britain seek-raiders gibraltar", "britain seek-raiders none")
    # Where the others have found them it is not asked.
    game = at_sea(campaign, face=9)
    game.give("britain seek-raiders glasgow")
    game.give("britain raider-search north-atlantic 3", faces=(1,))
    game.give("britain seek-raiders none")
    game.give("germany seek-raiders none", faces=(10,))
    assert game.decision is None and "germany-fleet-1" not in game.campaign.units


@pytest.mark.rule("tw-5.1.2.2-sec")
def test_5_1_2_2_americans_come_five_sea_areas_and_only_at_war() -> None:
    at_peace = at_sea(based(war(), "narvik-box", "germany-fleet-1"), face=9)
    at_peace.give("britain seek-raiders none")
    assert at_peace.decision is None
    american = based(war(entered="1940-1-spring"), "narvik-box", "germany-fleet-1")
    assert raider_forces.distance(american, "us", "us-box", "north-atlantic") == 5
    assert raider_forces.distance(american, "us", "us-box", "faeroes") is None
    assert raider_forces.seekers(american, marked=True) == ("britain", "us")


@pytest.mark.rule("tw-7.8.2")
def test_7_8_2_an_evasion_chit_adds_four_to_every_search_for_the_raiders() -> None:
    campaign = war()
    german = attrs.evolve(campaign.powers["germany"], chits=1)
    game = at_sea(attrs.evolve(campaign, powers={**campaign.powers, "germany": german}))
    assert f"germany raiders-sail {ROUTE} evasion=yes" in answers(game)
    game.give(f"germany raiders-sail {ROUTE} evasion=yes", "britain seek-raiders glasgow")
    assert game.campaign.powers["germany"].chits == 0
    hunt = next(one for one in game.campaign.pending.values() if isinstance(one, RaiderHunt))
    force = hunt.sent(game.campaign)
    assert force is not None
    lines = {line.label: line.value for line in hunt.net(game.campaign, force, "faeroes", force.ships).lines}
    assert lines["Evasion chit"] == 4
    # A 2 would have found them: +4 for the chit, -1 for the port, 5 is the most for one raider.
    game.give("britain raider-search faeroes 3", faces=(3,))
    assert not game.campaign.engagements
    # Without a chit it is not offered.
    assert not any("evasion" in line for line in answers(at_sea()))


@pytest.mark.rule("tw-5.1.2.2", "tw-7.8")
def test_7_8_raiders_of_two_ports_are_two_forces() -> None:
    campaign = based(based(war(), "kiel", "germany-fleet-1"), "bergen", "germany-fleet-2")
    game = at_sea(campaign, face=9, raiders="germany-fleet-1,germany-fleet-2")
    hunts = [one for one in game.campaign.pending.values() if isinstance(one, RaiderHunt)]
    assert [(one.base, one.marked) for one in hunts] == [("bergen", True), ("kiel", False)]
    # Without a mark that of Bergen comes through (ruling 25).
    game = at_sea(campaign, face=2, raiders="germany-fleet-1,germany-fleet-2")
    assert [one.base for one in game.campaign.pending.values() if isinstance(one, RaiderHunt)] == ["kiel"]


def test_a_campaign_that_waits_for_the_old_answer_still_takes_it() -> None:
    begun = attrs.evolve(
        war(),
        boxes={"germany": attrs.evolve(box(war(), "germany"), raiders=("germany-fleet-1",))},
        pending={"1": UBoatBattle("raiders")},
        progress=attrs.evolve(war().progress, step="strategic-warfare.u-boats", done=("u-boats-sail",)),
    )
    game = Segment(begun)
    game.give("germany raiders 0 1", faces=(7,))
    game.give("germany to-yard germany-fleet-1 kiel")
    assert game.campaign.slips["kiel-1"].space == 4 and game.changed("powers.britain.narfs") == [(100, 96)]


@pytest.mark.rule("tw-5.1.2.1", "tw-5.1.2.2")
def test_5_1_2_1_a_cv_raids_with_its_nac_and_both_are_met() -> None:
    campaign = war()
    ships = {
        "germany-cv-1": Unit(power="germany", kind="cv"),
        "germany-nac-1": Unit(power="germany", kind="nac", strength="1-3-2"),
    }
    game = at_sea(attrs.evolve(campaign, units={**campaign.units, **ships}), raiders="germany-cv-1")
    hunt = next(one for one in game.campaign.pending.values() if isinstance(one, RaiderHunt))
    assert hunt.raiders == ("germany-cv-1", "germany-nac-1")
