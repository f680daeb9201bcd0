"""What submarines and raiders do to transports in play: the printed examples with their dice, the ceiling of a turn,
damaged transports out and in again, advanced submarines, escorts (24.63, 24.64, 24.66, 25.17)."""

from __future__ import annotations

import attrs
import pytest

from engine.worldatwar.oceans.submarine_attacks import prepared
from engine.worldatwar.world import groups
from engine.worldatwar.world.state import Attack
from tests.worldatwar.game import Game, refused
from tests.worldatwar.oceans.test_submarine_war import EDITIONS, FIGHT, US_FIGHT, fought, there, war

RAID = "axis.combat.raiders"


# ---------------------------------------------------------------- the printed examples, played


@pytest.mark.rule(
    "awaw-24.68", "awaw-24.631A", "awaw-24.631B", "awaw-24.64A", "awaw-24.64B", "awaw-25.61", "awaw-25.71"
)
@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize(
    ("research", "sunk", "damaged"), [({"western-asw": 1}, 2, 3), ({"axis-torpedo": 1}, 5, 4)], ids=["-1", "+1"]
)
def test_24_68_example_six_submarines_against_seven_asw(
    research: dict[str, int], sunk: int, damaged: int, name: str
) -> None:
    """24.67 in the middle edition: an 8 against a 4, with -1 and with +1."""
    units = {"germany submarine atlantic": 6, "western asw atlantic": 7, "western transport atlantic": 35}
    campaign = war(units, name=name, research=research, pools={"germany submarine": 1})
    game = fought(campaign, [3, 5, 1, 3], "germany attack atlantic submarines=6")
    end = game.campaign
    assert there(end, "submarine", "atlantic", "germany") == 5
    assert there(end, "transport", "atlantic") == 35 - sunk - damaged
    assert there(end, "transport", "us-atlantic") == damaged
    assert groups.allowable(end, "western", "transport") == sunk
    assert groups.allowable(end, "germany", "submarine") == 2
    assert there(end, "asw", "atlantic") == 7
    assert end.sunk == {"western-atlantic": sunk}


@pytest.mark.rule("awaw-24.66", "awaw-24.631A-cap", "awaw-24.611")
@pytest.mark.parametrize(("name", "sunk", "damaged"), [("newest", 6, 5), ("middle", 9, 2), ("oldest", 9, 2)])
def test_24_66_example_eleven_transports_in_spring_1941(name: str, sunk: int, damaged: int) -> None:
    """Raiders sink four of the eleven; four submarines at 12 come to 1/4 and all get through: five more are due. The
    newest edition sinks six in all and damages the three beyond and the four of the dice, as far as there are any."""
    units = {"germany submarine atlantic": 4, "western transport atlantic": 11}
    campaign = war(units, RAID, name, turn="1941-1-spring", pools={"germany submarine": 1})
    campaign = attrs.evolve(campaign, started={"western-atlantic": 11})
    game = Game(campaign, [6, 6])
    game.give("germany raiders atlantic 4")
    game.until(FIGHT)
    game.give("germany attack atlantic submarines=4")
    game.until("axis.construction.build")
    end = game.campaign
    assert end.sunk == {"western-atlantic": sunk}
    assert there(end, "transport", "us-atlantic") == damaged
    assert there(end, "transport", "atlantic") == 11 - sunk - damaged


# ---------------------------------------------------------------- raiders


@pytest.mark.rule("awaw-24.611", "awaw-24.66")
def test_24_611_raiders_come_before_submarines() -> None:
    units = {"germany submarine atlantic": 1, "western transport atlantic": 9}
    assert not refused(war(units, RAID), "germany raiders atlantic 3")
    assert "not in this step" in refused(war(units, FIGHT), "germany raiders atlantic 3")
    assert "not in this step" in refused(war(units, "axis.construction.build"), "germany raiders atlantic 3")


@pytest.mark.rule("awaw-24.66", "awaw-24.631A-cap")
@pytest.mark.parametrize(("name", "sunk", "damaged"), [("newest", 5, 3), ("middle", 8, 0)])
def test_24_66_what_raiders_sink_beyond_half_is_damaged(name: str, sunk: int, damaged: int) -> None:
    campaign = attrs.evolve(war({"western transport atlantic": 10}, RAID, name), started={"western-atlantic": 10})
    game = Game(campaign)
    game.give("italy raiders atlantic 6", "germany raiders atlantic 2")
    assert game.campaign.sunk == {"western-atlantic": sunk}
    assert there(game.campaign, "transport", "us-atlantic") == damaged
    assert there(game.campaign, "transport", "atlantic") == 2
    assert "3 transports (24.611). From 1 to 2 here now." in refused(game.campaign, "germany raiders atlantic 3")


@pytest.mark.rule("awaw-24.611")
def test_24_611_raiders_need_a_war_and_a_box_they_may_reach() -> None:
    units = {"western transport atlantic": 9, "western transport indian": 9, "japan transport pacific": 9}
    axis = war(units, RAID, wars=("china+japan", "britain+germany"))
    assert "not at war with the Western Allies (24.611)" in refused(axis, "japan raiders atlantic 1")
    assert "the Atlantic and the Pacific SW boxes (25.35E)" in refused(axis, "germany raiders indian 1")
    allied = war(units, "allied.combat.raiders")
    assert not refused(allied, "us raiders pacific 2")
    assert "0 here now" in refused(allied, "us raiders atlantic 1")


# ---------------------------------------------------------------- damaged transports, out and in again


@pytest.mark.rule("awaw-24.631A-ret", "awaw-25.37-trans", "awaw-25.34")
@pytest.mark.parametrize(
    ("power", "owner", "box", "port", "step", "side", "own"),
    [
        ("germany", "western", "atlantic", "us-atlantic", FIGHT, "axis", "allied"),
        ("japan", "western", "indian", "south-africa", FIGHT, "axis", "allied"),
        ("japan", "western", "pacific", "us-pacific", FIGHT, "axis", "allied"),
        ("us", "japan", "pacific", "japan", US_FIGHT, "allied", "axis"),
    ],
)
def test_24_631A_damaged_transports_go_to_port_and_come_back_inverted(
    power: str, owner: str, box: str, port: str, step: str, side: str, own: str
) -> None:
    units = {f"{power} submarine {box}": 1, f"{owner} transport {box}": 20, f"{power} submarine us-pacific": 1}
    units |= {"japan submarine japan": 1, "western asw western-port": 1}
    wars = ("britain+germany", "britain+japan", "japan+us")
    campaign = war(units, step, wars=wars, facts={"usat": 0})
    # An 11 of one factor is 0/2; the submarine gets through and sinks one.
    game = Game(campaign, [5, 6])
    game.give(f"{power} attack {box} submarines=1")
    game.until(f"{side}.redeployment.boxes")
    assert (there(game.campaign, "transport", box, owner), there(game.campaign, "transport", port, owner)) == (17, 2)
    hands = {key: figures.brps for key, figures in game.campaign.powers.items()}
    game.until(f"{own}.redeployment.boxes")
    assert groups.standing(game.campaign, owner, "transport", port, ready=False) == 2
    game.until(f"{side}.redeployment.boxes")
    assert there(game.campaign, "transport", port, owner) == 0
    assert groups.standing(game.campaign, owner, "transport", box, ready=False) == 2
    game.until(f"{own}.redeployment.boxes")
    assert groups.standing(game.campaign, owner, "transport", box, ready=True) == 19
    assert {key: figures.brps for key, figures in game.campaign.powers.items()} == hands


@pytest.mark.rule("awaw-24.631A-ret", "awaw-24.66")
def test_24_66_transports_in_port_do_not_count_at_the_turns_start_and_new_ones_may_be_hit() -> None:
    units = {"us submarine pacific": 2, "japan transport pacific": 9, "japan transport japan 3": 3}
    units |= {"japan submarine japan": 1, "us submarine us-pacific": 1}
    game = Game(war(units, "start.research"), [6, 6])
    game.until("axis.redeployment.boxes")
    assert game.campaign.started == {"japan-pacific": 9}
    game.until(US_FIGHT)
    # Nine when the turn began, twelve now: two factors at 12 are 1/2, two get through; three of at most five are sunk.
    attack = prepared(game.campaign, Attack(power="us", box="pacific", submarines=2))
    assert (attack.transports, attack.fleet.present) == (9, 12)
    game.give("us attack pacific submarines=2")
    game.until("allied.redeployment.boxes")
    assert there(game.campaign, "transport", "pacific", "japan") == 12 - 3 - 2


# ---------------------------------------------------------------- advanced submarines


@pytest.mark.rule("awaw-25.17")
@pytest.mark.parametrize("name", EDITIONS)
def test_25_17_advanced_submarines_roll_apart_unmodified_and_unanswered(name: str) -> None:
    units = {"germany submarine atlantic": 3, "germany advanced-submarine atlantic": 4}
    units |= {"western asw atlantic": 6, "western transport atlantic": 60}
    research = {"axis-torpedo": 5}
    campaign = war(units, name=name, research=research, pools={"germany submarine": 1})
    # Three factors at 2 + 5 = 7: 0/2. Six ASW at 12 - 5 = 7: 1/3, so none get through; three more for the modifier.
    # Advanced: twelve factors at 7, without it: 2/7, and four more.
    game = fought(campaign, [1, 1, 6, 6, 3, 4], "germany attack atlantic submarines=3 advanced=4")
    end = game.campaign
    assert end.sunk == {"western-atlantic": 3 + 2 + 4}
    assert there(end, "transport", "us-atlantic") == 2 + 7
    assert there(end, "submarine", "atlantic", "germany") == 2
    assert there(end, "advanced-submarine", "atlantic", "germany") == 4


@pytest.mark.rule("awaw-25.17", "awaw-24.66")
@pytest.mark.parametrize(("name", "sunk", "damaged"), [("newest", 5, 4), ("middle", 6, 3), ("oldest", 6, 3)])
def test_25_17_the_ceiling_holds_for_them_too(name: str, sunk: int, damaged: int) -> None:
    units = {"germany advanced-submarine atlantic": 3, "western asw atlantic": 9, "western transport atlantic": 9}
    campaign = attrs.evolve(war(units, name=name, pools={"germany submarine": 1}), started={"western-atlantic": 9})
    # Nine factors at 12 are 2/7, and three more: five; in a second roll of raiders' making one had been lost before.
    campaign = attrs.evolve(
        campaign,
        sunk={"western-atlantic": 1},
        groups={
            **campaign.groups,
            "western-transport-atlantic": attrs.evolve(campaign.groups["western-transport-atlantic"], count=8),
        },
    )
    end = fought(campaign, [6, 6], "germany attack atlantic advanced=3").campaign
    assert end.sunk == {"western-atlantic": sunk}
    assert there(end, "transport", "us-atlantic") == damaged


@pytest.mark.rule("awaw-25.17")
def test_ruling_225_advanced_submarines_sink_what_the_others_damaged_last() -> None:
    units = {"germany submarine atlantic": 6, "germany advanced-submarine atlantic": 2, "western transport atlantic": 9}
    campaign = war(units, name="middle", pools={"germany submarine": 1})
    # As above seven are sunk and two damaged; six factors at 2 are 0/2, and two more: the damaged ones.
    end = fought(campaign, [4, 4, 1, 1], "germany attack atlantic submarines=6 advanced=2").campaign
    assert end.sunk == {"western-atlantic": 9}
    assert there(end, "transport", "us-atlantic") == 0


# ---------------------------------------------------------------- escorts of the older editions


@pytest.mark.rule("awaw-24.631A")
@pytest.mark.parametrize("name", ["middle", "oldest"])
def test_24_631A_older_without_transports_the_tables_losses_fall_on_asw_then_cves(name: str) -> None:
    units = {"germany submarine atlantic": 8, "western asw atlantic": 1, "western cve atlantic": 3}
    turn = "1944-1-spring"
    campaign = war(units, name=name, turn=turn, pools={"germany submarine": 1})
    # Eight factors at 12 are 2/6; one ASW at 2 does nothing: an ASW and a CVE, and nothing for those that got through.
    end = fought(campaign, [6, 6, 1, 1], "germany attack atlantic submarines=8").campaign
    assert (there(end, "asw", "atlantic"), there(end, "cve", "atlantic")) == (0, 2)
    assert groups.allowable(end, "western", "asw") == 1
    assert "western-cve" not in end.pools
    advanced = war(
        {**units, "germany advanced-submarine atlantic": 3}, name=name, turn=turn, pools={"germany submarine": 1}
    )
    # Nine factors at 12 are 2/7.
    end = fought(advanced, [6, 6], "germany attack atlantic advanced=3").campaign
    assert (there(end, "asw", "atlantic"), there(end, "cve", "atlantic")) == (0, 2)


@pytest.mark.rule("awaw-24.631A")
def test_24_631A_newest_only_transports_are_lost() -> None:
    units = {"germany submarine atlantic": 8, "western asw atlantic": 1, "western cve atlantic": 3}
    campaign = war(units, turn="1944-1-spring", pools={"germany submarine": 1})
    assert "no transports of the Western Allies are in" in refused(campaign, "germany attack atlantic submarines=8")
    with_one = war({**units, "western transport atlantic": 1}, turn="1944-1-spring", pools={"germany submarine": 1})
    end = fought(with_one, [6, 6, 1, 1], "germany attack atlantic submarines=8").campaign
    assert end.sunk == {"western-atlantic": 1}
    assert (there(end, "asw", "atlantic"), there(end, "cve", "atlantic")) == (1, 3)
