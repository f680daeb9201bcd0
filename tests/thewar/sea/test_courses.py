"""The course that a mission names: counted, held to straits and to the board, and met on its way (7.2, 7.3, 7.8, 7.9.5,
ruling 596)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.changes import Change
from engine.kernel.reading import understand
from engine.thewar.rolls import interception
from engine.thewar.ruleset import RULESET
from engine.thewar.sea import sea_distances, ship_ways
from engine.thewar.sea.cutting import LineMet
from engine.thewar.sea.sea_orders import Mission
from engine.thewar.sheets.following_sheet import FollowingSheet
from engine.thewar.world.state import Deed, Engagement, Patrol, SeaLink, TheWar
from tests.thewar.builds import after, refused
from tests.thewar.looked_at import looked_at
from tests.thewar.map.test_own_lines import NORTH, checked, sentence
from tests.thewar.sea.test_straits import allied, lying
from tests.thewar.supply.test_sea_paths import named


def war(**ports: str) -> TheWar:
    return lying(allied(), **{"britain_fleet_1": "alexandria", **ports})


def course(*areas: str, where: str = "") -> str:
    return f"britain mission {where or areas[-1]} units=britain-fleet-1 path={','.join(areas)}"


@pytest.mark.rule("tw-7.2")
@pytest.mark.parametrize("board", ["trusted", "checked"])
def test_7_2_a_course_of_thirteen_sea_areas_is_refused_whatever_the_board_knows(board: str) -> None:
    campaign = attrs.evolve(war(), options={**war().options, "board": board})
    assert "the course has 13 Sea Areas (7.2)" in refused(campaign, course(*NORTH))
    assert "Sea Areas (7.2). 12 at" not in refused(campaign, course(*NORTH[:-1]))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (course("levant", "atlantis"), "'atlantis' is no Sea Area (7.2)"),
        (course("levant", "ionia", where="ionian"), "Nearest: ionian"),
        (course("levant", "tobruk-waters", where="ionian"), "the course ends in Tobruk Waters, not at Ionian (7.2)"),
        (
            course("levant", "aegean", "black-sea"),
            "Turkey is neither conquered nor an Associate or Satellite (7.3)",
        ),
    ],
)
def test_7_2_7_3_what_is_no_course_is_refused(line: str, reason: str) -> None:
    assert reason in refused(war(), line)
    if "no Sea Area" in reason:
        assert reason in refused(war(), f'overrule "ours" {line}'), "nothing overrules what there is not"


@pytest.mark.rule("tw-7.2")
def test_7_2_where_the_board_is_checked_a_course_holds_together() -> None:
    gap = course("levant", "central-med")
    told = sentence(war(), gap)
    assert "by Levant, Central Med: 2 of 12 Sea Areas (7.2); by our map Levant does not adjoin Central Med" in told
    assert "adjoin" not in refused(war(), gap), "advice"
    assert "Levant does not adjoin Central Med (7.2)" in refused(checked(war()), gap)
    away = course("ionian", "central-med")
    assert "Alexandria does not lie on Ionian (7.2)" in refused(checked(war()), away)
    # Who has looked knows better; along lines that nobody has looked at it passes, and says which.
    link = SeaLink(one="levant", other="central-med")
    mine = attrs.evolve(checked(war()), sea_links={link.address: link})
    assert "(7.2)" not in refused(mine, gap)
    unsure = sentence(checked(war()), course("levant", "tobruk-waters", "ionian"))
    assert "not enforced until checked on the board: Alexandria on Levant; Levant to Tobruk Waters" in unsure
    sure = looked_at(checked(war()), "alexandria")
    assert "not enforced" not in sentence(sure, course("levant", "tobruk-waters", "ionian"))


@pytest.mark.rule("tw-7.8")
def test_7_8_a_mission_is_met_on_its_course_and_not_in_its_goal_alone() -> None:
    campaign = war(italy_fleet_1="taranto")
    line = course("levant", "tobruk-waters", "ionian", "central-med", "sardinian-sea")
    told = sentence(campaign, line)
    assert "5 of 12 Sea Areas" in told and "; may be met by Italy in Ionian with Fleet 1-12-5 of Taranto (7.8)" in told
    bare = line.partition(" path=")[0]
    # Of who lies somewhere on the board nobody knows by which way he comes.
    sails, without = after(campaign, line), after(lying(campaign, britain_fleet_1="board"), bare)
    assert sails.engagements["sardinian-sea"].path == (
        "levant",
        "tobruk-waters",
        "ionian",
        "central-med",
        "sardinian-sea",
    )
    given = {"where": "sardinian-sea", "units": "italy-fleet-1"}
    assert sea_distances.Away("italy")(without, given) != "0" == sea_distances.Away("italy")(sails, given)
    # Aircraft beside any Sea Area of it find it, and help a search.
    near = lying(sails, germany_tac_1="alexandria")
    goes = "germany intercept-at-sea sardinian-sea units=germany-tac-1"
    assert "7.8.3" not in refused(near, goes)
    assert "is not next to Sardinian Sea (7.8.3)" in refused(lying(without, germany_tac_1="alexandria"), goes)
    assert "is not next to Sardinian Sea (7.8.3)" in refused(lying(sails, germany_tac_1="trieste"), goes)


@pytest.mark.rule("tw-7.8")
@pytest.mark.parametrize("order", ["mission sardinian-sea", "run-supply cagliari"])
def test_7_8_a_mission_without_a_course_is_met_on_the_shortest_way(order: str) -> None:
    campaign = lying(war(italy_fleet_1="taranto", germany_tac_1="tripoli", italy_tac_1="trieste"))
    campaign = attrs.evolve(
        campaign, places={**campaign.places, "cagliari": attrs.evolve(campaign.places["cagliari"], holder="britain")}
    )
    line, where = f"britain {order} units=britain-fleet-1", order.split()[1]
    way = "supposed by Levant, Aegean, Ionian, Central Med, Sardinian Sea, as no course is named (7.2)"
    assert way in sentence(campaign, line)
    met = FollowingSheet().follows(campaign, understand(RULESET, line, campaign))
    assert "may be met by Italy in Ionian with Fleet 1-12-5 of Taranto" in [one.label for one in met]
    sails = after(campaign, line)
    assert sails.engagements[where].path == (), "it is no course to which it is held"
    assert sea_distances.Away("italy")(sails, {"where": where, "units": "italy-fleet-1"}) == "0"
    assert not refused(sails, f"germany intercept-at-sea {where} units=germany-tac-1"), "beside its way"
    assert "is not next to" in refused(sails, f"italy intercept-at-sea {where} units=italy-tac-1")
    looks = understand(RULESET, f"italy intercept-at-sea {where} units=italy-fleet-1", sails)
    (found,) = FollowingSheet().follows(sails, looks)
    assert found.label == "it is supposed to come by Levant, Aegean, Ionian, Central Med, Sardinian Sea: met in any"
    out = attrs.evolve(sails, patrols={"italy-fleet-1": Patrol(area="aegean", since="1942-1-spring")})
    assert not refused(out, f"italy intercept-at-sea {where} units=patrol")
    # Who comes to its aid sails by another way.
    aid = lying(sails, britain_fleet_2="gibraltar")
    sought = Deed(who="britain-fleet-2", deed=f"seeks-{where}", half="allied", impulse=1)
    joined = attrs.evolve(sails.engagements[where], attackers=("britain-fleet-1", "britain-fleet-2"))
    aid = attrs.evolve(aid, engagements={where: joined}, missions={**sails.missions, sought.address: sought})
    assert ship_ways.met_in(aid, where) == ship_ways.met_in(sails, where)


@pytest.mark.rule("tw-7.8")
def test_7_8_ships_of_several_ports_are_met_where_all_of_them_come() -> None:
    campaign = lying(war(britain_fleet_1="alexandria", britain_fleet_2="malta"))
    both = ("britain-fleet-1", "britain-fleet-2")
    assert ship_ways.supposed(campaign, both, "sardinian-sea") == ("central-med", "sardinian-sea")
    assert ship_ways.supposed(lying(campaign, britain_fleet_2="board"), both, "sardinian-sea") == ()


@pytest.mark.rule("tw-7.8.1-strait")
def test_7_8_1_a_strait_counts_where_the_way_of_the_mission_passes_one() -> None:
    campaign = lying(war(britain_fleet_1="southampton"), italy_fleet_1="taranto")
    through = after(campaign, "britain mission western-med units=britain-fleet-1")
    assert "gibraltar-straits" in ship_ways.met_in(through, "western-med")
    line = "italy intercept-at-sea western-med units=italy-fleet-1 distance=5 facts=strait"
    assert "is no straits Sea Area" not in refused(through, line)
    inside = after(lying(campaign, britain_fleet_1="malta"), "britain mission western-med units=britain-fleet-1")
    assert "Western Med is no straits Sea Area (1.2, 7.9.2)" in refused(inside, line)


def test_7_8_who_may_meet_a_mission_without_a_course_is_told_in_its_form() -> None:
    campaign = lying(war(italy_fleet_1="taranto", italy_fleet_2="genoa", italy_tac_1="taranto"))

    def told(line: str, campaign: TheWar = campaign) -> list[tuple[str, int, str]]:
        lines = FollowingSheet().follows(campaign, understand(RULESET, line, campaign))
        return [(one.label, one.value, one.rule) for one in lines]

    goes = "britain mission ionian units=britain-fleet-1"
    found = told(goes)
    assert ("may be met by Italy in Ionian with Fleet 1-12-5 of Taranto", -2, "7.8") in found[:2]
    assert ("may be met by Italy in Ionian with TAC 1-5-4 of Taranto, without a die", 0, "7.8.3") in found
    far = next(one for one in found if "Genoa" in one[0])
    away = int(far[0].rpartition(", ")[2].split()[0])
    assert far[1] == interception.DISTANCES[away] and away > 1
    assert told(course("levant", "tobruk-waters", "ionian")) == [], "with the course itself"
    assert told(f"{goes} evasion=yes")[0] == ("Evasion chit", -1, "7.8.2")
    out = attrs.evolve(campaign, patrols={"italy-fleet-2": Patrol(area="ionian", since="1942-1-spring")})
    assert ("may be met by Italy in Ionian with Fleet 1-12-5 on patrol", 0, "7.8") in told(goes, out)
    assert "may be met by" not in sentence(campaign, goes), "the journal has it where a course was named"


def test_7_3_who_looks_for_it_passes_no_closed_strait_where_a_part_of_its_course_is_open() -> None:
    campaign, looks = war(italy_fleet_1="genoa"), "italy intercept-at-sea {} units=italy-fleet-1 distance=1"
    somewhere = lying(campaign, britain_fleet_1="board")
    bare = after(somewhere, "britain mission eastern-atlantic units=britain-fleet-1")
    assert "holds Gibraltar" in refused(bare, looks.format("eastern-atlantic"))
    west = ("levant", "tobruk-waters", "ionian", "central-med", "sardinian-sea", "algerian-coast", "western-med")
    sails = after(campaign, course(*west, "gibraltar-straits", "eastern-atlantic"))
    assert "Gibraltar" not in refused(sails, looks.format("eastern-atlantic"))


@pytest.mark.rule("tw-7.9.5-slow")
def test_7_9_5_a_course_that_has_become_too_long_is_told_and_turns_back() -> None:
    campaign = war()
    slowed = Deed(who="britain-fleet-1", deed=sea_distances.SLOWED, where="ionian")
    later = attrs.evolve(campaign, missions={"1": slowed})
    assert "the course has 12 Sea Areas (7.2, 7.9.5). 9 at the most" in refused(later, course(*NORTH[:-1]))
    assert sea_distances.falls_short(later, ("britain-fleet-1",), "hammerfest", NORTH[:-1])
    assert not sea_distances.falls_short(later, ("britain-fleet-1",), "ionian", NORTH[:3])
    assert not sea_distances.falls_short(later, ("britain-fleet-1",), "hammerfest", ()), "trusted: advice"


@pytest.mark.rule("tw-7.9.5-slow")
@pytest.mark.parametrize(
    ("path", "told"),
    [
        (NORTH[:3], "; 9 Sea Areas are left to its ships, and their course to Ionian has 3 (7.9.5)"),
        ((), "; 9 Sea Areas are left to its ships, and by our map Ionian is 3 away (7.9.5)"),
    ],
)
def test_7_9_5_how_far_they_still_sail_is_told_on_a_trusted_board_too(path: tuple[str, ...], told: str) -> None:
    sails = Engagement(kind="sea", by="britain", attackers=("britain-fleet-1",), path=path)
    struck = Change("missions.1", None, None, sea_distances.ATTACKED, "7.9.5")
    assert sea_distances.slowed_told(war(), (struck,), sails, "ionian") == told
    assert sea_distances.slowed_told(war(), (), sails, "ionian") == ""


def test_12_1_2_the_chance_that_ships_meet_a_supply_line_is_told() -> None:
    campaign = lying(named(), italy_fleet_9="tripoli")
    order = understand(RULESET, "italy mission tobruk-waters units=italy-fleet-9 cuts=tobruk distance=1", campaign)
    assert isinstance(order, Mission)
    odds = order.forecast(campaign)
    assert odds is not None and odds.exact
    net = order.net(campaign).total
    assert odds.chance(lambda came: came == LineMet(True)) * 10 == sum(
        face == 1 or (face < 10 and face + net <= 5) for face in range(1, 11)
    )
    by_air = understand(RULESET, "germany mission tobruk-waters units=a-2 cuts=tobruk", campaign)
    assert by_air.forecast(campaign) is None, "aircraft beside it find it without a die"
