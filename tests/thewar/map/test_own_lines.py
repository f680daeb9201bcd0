"""What players have looked at on their own map: hexes that a power says it holds, Sea Areas that adjoin, ports; and
what is refused along such lines where the board is checked."""

from __future__ import annotations

from itertools import pairwise

import attrs
import pytest

from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from engine.thewar.sea import sea_distances
from engine.thewar.sea.sea_interception import Intercept
from engine.thewar.world import board_state, control, sea_areas, seas
from engine.thewar.world.state import HexHold, Patrol, SeaLink, SeaPort, TheWar
from tests.thewar.builds import after, refused
from tests.thewar.looked_at import looked_at
from tests.thewar.map.test_control import opening, told
from tests.thewar.sea.test_sea_fight import AXIS, med, unit
from tests.thewar.sea.test_straits import allied, lying

NORTH = (
    *("levant", "tobruk-waters", "ionian", "central-med", "sardinian-sea", "algerian-coast", "western-med"),
    *("gibraltar-straits", "eastern-atlantic", "north-atlantic", "faeroes", "hammerfest", "murmansk"),
)
"""A way of 13 Sea Areas, from Alexandria."""
WEST = ("danish-north-sea", "scottish-north-sea", "british-home-waters", "north-atlantic", "eastern-atlantic")


def begun() -> TheWar:
    campaign = opening()
    return attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step="planning.effort"))


def checked(campaign: TheWar) -> TheWar:
    return attrs.evolve(campaign, options={**campaign.options, "board": "checked"})


def looked(campaign: TheWar, way: tuple[str, ...], *ports: str, adjoins: bool = True) -> TheWar:
    """The campaign of somebody who has looked at each pair of a way, and that ports lie where it begins."""
    links = [SeaLink(one=one, other=other, adjoins=adjoins) for one, other in pairwise(way)]
    berths = [SeaPort(port=port, area=way[0]) for port in ports]
    return attrs.evolve(
        campaign,
        sea_links={**campaign.sea_links, **{line.address: line for line in links}},
        sea_ports={**campaign.sea_ports, **{said.address: said for said in berths}},
    )


def sentence(campaign: TheWar, line: str) -> str:
    return understand(RULESET, line, campaign).sentence(campaign)


# --- hexes


def test_1_2_a_power_says_which_hexes_it_holds_and_takes_it_back() -> None:
    campaign = begun()
    before = control.held(campaign)
    said = after(campaign, "germany holds 1711,1811")
    for number in ("1711", "1811"):
        hold = control.at(said, number)
        assert hold is not None and (hold.power, hold.by, hold.known) == ("germany", "said", True)
    assert "Germany has said that it holds it, Fall 1939" in told(said, "1711")
    assert {n for n, hold in control.held(said).items() if hold != before[n]} == {"1711", "1811"}
    again = after(after(said, "ussr holds 1711"), "germany holds 1711,1811 clear=yes")
    assert again.hex_holds == {} and control.held(again) == before


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("germany holds 2930", "2930 lies in the water"),
        ("germany holds 0722", "0722 lies in Sweden, which is neutral"),
        ("germany holds 1712", "in 1712 lies Kharkov, whose holder is recorded (1.2)"),
        ("germany holds 4600", "'4600' is no hex of the map (2.1)"),
        ("germany holds 1711,1711", "a hex is named twice"),
        ("germany holds 1711 clear=yes", "nobody has said who holds 1711"),
    ],
)
def test_1_2_what_is_said_of_water_neutrals_and_places_is_refused(line: str, reason: str) -> None:
    assert reason in refused(begun(), line)


@pytest.mark.parametrize(
    ("hexes", "reason"),
    [
        ("foo", "'foo' is no hex of the map"),
        ("9999", "'9999' is no hex of the map"),
        ("2930", "2930 lies in the water"),
        ("1711,4600", "'4600' is no hex of the map"),
    ],
)
def test_1_2_nobody_holds_by_overruling_what_is_no_hex_of_land(hexes: str, reason: str) -> None:
    assert reason in refused(begun(), f'overrule "our map" germany holds {hexes}')
    assert after(begun(), 'overrule "our map" germany holds 0722').hex_holds["0722"].power == "germany"


def test_1_2_a_hold_in_a_file_that_is_no_hex_of_land_is_a_fault() -> None:
    hold = HexHold(power="germany", since="1939-3-fall")
    written = attrs.evolve(begun(), hex_holds={"9999": hold, "1711": hold})
    told_of = [fault.at for fault in RULESET.check(written) if fault.at.startswith("hex_holds.")]
    assert told_of == ["hex_holds.9999"]


# --- lines of the sea


def test_7_2_what_a_player_has_looked_at_wins_over_the_programs_board() -> None:
    campaign = opening()
    cut = looked(campaign, ("sardinian-sea", "central-med"), adjoins=False)
    assert "central-med" not in seas.graph(cut).neighbours["sardinian-sea"]
    assert "central-med" in seas.graph(campaign).neighbours["sardinian-sea"]
    new = looked(campaign, ("red-sea", "persian-gulf"))
    assert seas.graph(new).links == seas.graph(campaign).links, "no such Sea Area: the check says so"
    moved = attrs.evolve(campaign, sea_ports={"a": SeaPort(port="malta", area="ionian")})
    assert seas.of_port(moved, "malta") == ("central-med", "ionian")
    gone = attrs.evolve(campaign, sea_ports={"a": SeaPort(port="malta", area="central-med", lies=False)})
    assert seas.of_port(gone, "malta") == () and "malta" not in seas.charted(gone) and "malta" in seas.charted(campaign)


def test_the_sea_areas_that_a_line_may_name_are_those_of_the_table() -> None:
    assert tuple(sea_areas.areas()) == board_state.SEAS


def test_7_2_an_umpire_corrects_a_line_and_it_is_looked_at() -> None:
    campaign = after(begun(), 'ruling sea_links.central-med+sardinian-sea no because "our map"')
    assert "central-med" not in seas.graph(campaign).neighbours["sardinian-sea"]


@pytest.mark.parametrize(
    ("one", "other", "told_of"),
    [("ionian", "levantine", "nearest is 'levant'"), ("ionian", "ionian", "a Sea Area does not adjoin itself")],
)
def test_7_2_a_line_that_is_none_is_a_fault(one: str, other: str, told_of: str) -> None:
    wrong = attrs.evolve(opening(), sea_links={f"{one}+{other}": SeaLink(one=one, other=other)})
    assert any(told_of in fault.problem for fault in RULESET.check(wrong))
    bare = attrs.evolve(
        opening(), sea_ports={"malta+central-med": SeaPort(port="malta", area="central-med", lies=False)}
    )
    assert any("Malta is left with no Sea Area" in fault.problem for fault in RULESET.check(bare))


# --- refused along lines that somebody has looked at


@pytest.mark.rule("tw-7.2")
def test_7_2_twelve_sea_areas_and_no_more() -> None:
    line = "britain mission murmansk units=britain-fleet-1"
    war = lying(allied(), britain_fleet_1="alexandria")
    sure = checked(looked(war, NORTH, "alexandria"))
    assert "Murmansk is 13 Sea Areas from Alexandria (7.2)" in refused(sure, line)
    assert "(7.2)" not in refused(sure, line.replace("murmansk", "hammerfest")), "the twelfth"
    # The board is trusted: nothing is asked. Over a line that nobody has looked at it passes, and says which.
    assert "(7.2)" not in refused(looked(war, NORTH, "alexandria"), line)
    unsure = checked(looked(war, NORTH[1:]))
    assert "(7.2)" not in refused(unsure, line)
    assert "enforced until checked on the board: Alexandria on Levant; Levant to Tobruk Waters" in sentence(
        unsure, line
    )
    assert "not enforced" not in sentence(sure, line) + sentence(war, line)


@pytest.mark.rule("tw-7.7")
def test_7_7_a_landing_lies_within_three_sea_areas_of_a_friendly_port() -> None:
    war = lying(med(AXIS), germany_fleet_1="kiel")
    line = "germany mission eastern-atlantic units=germany-fleet-1 facts=invasion"
    ports = [port for port in seas.charted(war) if WEST[0] in seas.of_port(war, port)]
    sure = checked(looked(war, WEST, *ports))
    assert "Eastern Atlantic is 5 Sea Areas from Kiel, the nearest friendly port (7.7)" in refused(sure, line)
    fourth = refused(sure, line.replace("eastern-atlantic", "north-atlantic"))
    assert "North Atlantic is 4 Sea Areas from Kiel, the nearest friendly port (7.7)" in fourth
    assert "(7.7)" not in refused(sure, line.replace("eastern-atlantic", "british-home-waters"))
    assert "nearest friendly port" not in refused(looked(war, WEST, *ports), line), "trusted"
    assert "nearest friendly port" not in refused(checked(war), line), "lines that nobody has looked at"


@pytest.mark.rule("tw-7.2")
def test_7_2_on_a_trusted_board_a_way_that_is_too_long_is_told() -> None:
    war = lying(allied(), britain_fleet_1="alexandria")
    mission, patrol = "britain mission {} units=britain-fleet-1", "britain patrol {} units=britain-fleet-1"
    told = "; by our map Murmansk is 13 Sea Areas from Alexandria, 12 at the most (7.2)"
    assert sentence(war, mission.format("murmansk")).endswith(told)
    assert sentence(war, patrol.format("murmansk")).endswith(told)
    assert "by our map" not in sentence(war, mission.format("hammerfest")) + sentence(war, patrol.format("ionian"))
    landing = sentence(lying(med(AXIS), germany_fleet_1="kiel"), "germany mission eastern-atlantic facts=invasion")
    assert "by our map" not in landing, "nobody sails"
    landing = sentence(
        lying(med(AXIS), germany_fleet_1="kiel"),
        "germany mission eastern-atlantic units=germany-fleet-1 facts=invasion",
    )
    assert "the nearest friendly port, 3 at the most (7.7)" in landing
    # Where it is checked a patrol is refused as a mission is, and over a line that nobody has looked at passes.
    sure = checked(looked(war, NORTH, "alexandria"))
    assert "Murmansk is 13 Sea Areas from Alexandria (7.2)" in refused(sure, patrol.format("murmansk"))
    assert "(7.2)" not in refused(sure, patrol.format("hammerfest"))
    unsure = checked(looked(war, NORTH[1:]))
    assert "(7.2)" not in refused(unsure, patrol.format("murmansk"))
    assert "enforced until checked on the board: Alexandria on Levant" in sentence(unsure, patrol.format("murmansk"))
    assert "by our map" not in sentence(sure, patrol.format("murmansk")) + sentence(unsure, mission.format("murmansk"))


@pytest.mark.rule("tw-8.3.3")
def test_8_3_2_fleets_carry_strategically_from_port_to_port_within_twelve_sea_areas() -> None:
    war = allied()
    held = attrs.evolve(war.countries["sweden"], status="satellite", patron="britain")
    war = attrs.evolve(war, countries={**war.countries, "sweden": held})
    war = attrs.evolve(war, progress=attrs.evolve(war.progress, step="allied.stratmove.naval"))
    line = "britain stratmove sealift origin=alexandria to={}"
    far = "Oslo is 13 Sea Areas from Alexandria"
    assert f"; by our map {far}, 12 at the most (7.6.1, 8.3.2)" in sentence(war, line.format("oslo"))
    assert far not in refused(war, line.format("oslo")), "trusted"
    sure = looked_at(checked(war), "alexandria", "oslo")
    assert f"{far} (7.6.1, 8.3.2)" in refused(sure, line.format("oslo"))
    assert "(7.6.1" not in refused(sure, line.format("london")) and "our map" not in sentence(
        war, line.format("london")
    )
    unsure = checked(war)
    assert far not in refused(unsure, line.format("oslo"))
    assert "enforced until checked on the board: Alexandria on Levant" in sentence(unsure, line.format("oslo"))
    # Boxes have rules of their own.
    assert "our map" not in sentence(war, line.format("us-box"))


@pytest.mark.parametrize(
    ("port", "where", "units", "away"),
    [
        ("gibraltar", "sardinian-sea", "britain-fleet-1", "3"),
        ("gibraltar", "gibraltar-straits", "britain-fleet-1", "0"),
        ("us-box", "north-atlantic", "britain-fleet-1", "5"),
        ("board", "sardinian-sea", "britain-fleet-1", "0"),
        ("gibraltar", "sardinian-sea", "", "0"),
    ],
)
def test_7_8_the_distance_of_a_search_is_filled_in_from_the_graph(port: str, where: str, units: str, away: str) -> None:
    war = lying(allied(), britain_fleet_1=port)
    assert sea_distances.Away("britain")(war, {"where": where, "units": units}) == away
    assert sea_distances.Away("britain", "against")(war, {"where": where, "units": units, "against": ""}) == "0"


@pytest.mark.rule("tw-7.8")
def test_7_8_who_intercepts_is_as_far_away_as_his_port_lies() -> None:
    war = after(lying(med(AXIS), italy_fleet_1="taranto"), "italy mission sardinian-sea units=italy-fleet-1")
    war = lying(war, britain_fleet_1="gibraltar")
    line = "britain intercept-at-sea sardinian-sea units=britain-fleet-1 distance={}"
    far = "Sardinian Sea is 3 Sea Areas away from Gibraltar, and 1 is said (7.8)"
    sure = looked_at(checked(war), "gibraltar")
    assert f"{far}. distance=3; 0 is the Sea Area outside the port." in refused(sure, line.format(1))
    assert "(7.8)" not in refused(sure, line.format(3)) + refused(sure, line.format(4)), "round about it is farther"
    # Advice where the board is trusted; over a line that nobody has looked at it passes, and says which.
    assert far not in refused(war, line.format(1))
    assert sentence(war, line.format(1)).endswith("; by our map 3 Sea Areas away from Gibraltar (7.8)")
    assert "our map" not in sentence(war, line.format(3))
    assert far not in refused(checked(war), line.format(1))
    assert "; not enforced until checked on the board: " in sentence(checked(war), line.format(1))
    # On patrol there they are not far away, and of ships on the board nobody has said it.
    out = attrs.evolve(sure, patrols={"britain-fleet-1": Patrol(area="sardinian-sea", since="1942-1-spring")})
    assert far not in refused(out, line.format(0)) + refused(lying(sure, britain_fleet_1="board"), line.format(1))


@pytest.mark.rule("tw-7.4")
def test_7_4_who_looks_for_a_patrol_is_as_far_away_as_his_port_lies() -> None:
    war = lying(allied(), britain_fleet_1="gibraltar")
    war = attrs.evolve(war, patrols={"italy-fleet-1": Patrol(area="sardinian-sea", since="1942-1-spring")})
    line = "britain mission sardinian-sea units=britain-fleet-1 against=italy-fleet-1 distance={}"
    far = "Sardinian Sea is 3 Sea Areas away from Gibraltar, and 0 is said (7.8)"
    sure = looked_at(checked(war), "gibraltar")
    assert far in refused(sure, line.format(0)) and far not in refused(sure, line.format(3))
    assert far not in refused(war, line.format(0)) and "by our map 3 Sea Areas" in sentence(war, line.format(0))


@pytest.mark.rule("tw-7.8.1-air")
def test_7_8_1_aircraft_beside_the_sea_area_help_a_search_and_fighters_do_not() -> None:
    war = after(lying(med(AXIS), italy_fleet_1="taranto"), "italy mission levant units=italy-fleet-1")

    def based(**places: str) -> TheWar:
        flying = {f"britain-{kind}-9": unit("britain", kind, place=place) for kind, place in places.items()}
        rest = {key: one for key, one in war.units.items() if one.kind not in ("nac", "tac", "mdm", "ftr")}
        return checked(lying(attrs.evolve(war, units={**rest, **flying}), britain_fleet_1="alexandria"))

    line = "britain intercept-at-sea levant units=britain-fleet-1 distance=0"
    beside, away = based(tac="alexandria"), based(ftr="alexandria", tac="malta")
    assert "(7.8.1)" not in refused(beside, f"{line} facts=own-land-air")
    order = understand(RULESET, f"{line} facts=own-land-air", beside)
    bare = understand(RULESET, line, beside)
    assert isinstance(order, Intercept) and isinstance(bare, Intercept)
    assert order.net(beside).total == bare.net(beside).total - 1
    assert "no NAC, TAC or MDM of the allied side is based next to Levant (7.8.1)" in refused(
        away, f"{line} facts=own-land-air"
    )
    assert "no NAC, TAC or MDM of the axis side" in refused(based(), f"{line} facts=other-land-air")
    trusted = attrs.evolve(away, options={**away.options, "board": "trusted"})
    assert "(7.8.1)" not in refused(trusted, f"{line} facts=own-land-air")
    # Of aircraft on the board nobody has said where: that is for the board.
    assert "(7.8.1)" not in refused(based(ftr="alexandria", tac="board"), f"{line} facts=own-land-air")
