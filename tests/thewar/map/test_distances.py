"""How far two known places lie apart: told with the orders of aircraft, trains and parachutists, refused where the
board is checked (8.3.1, 9.1.1, 11.2, 11.7, 11.8.3, 11.14.1, ruling 595)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.chooser import Chooser
from engine.kernel.forms import whole
from engine.kernel.reading import understand
from engine.thewar.map import board, grid
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets import atlas_sheet
from engine.thewar.sheets.setup_sheet import SetupSheet
from engine.thewar.world import distances, whereabouts
from engine.thewar.world.distances import Apart
from engine.thewar.world.state import Engagement, HexHold, TheWar, Unit
from tests.thewar.builds import refused
from tests.thewar.looked_at import on_their_own_hexes
from tests.thewar.supply_lines import standing, why

UNITS = {
    "g-tac": Unit(power="germany", kind="tac", strength="1-5-4", place="berlin"),
    "g-arm": Unit(power="germany", kind="arm", strength="8-8"),
    "g-inf": Unit(power="germany", kind="inf", strength="6-5", place="berlin"),
    "g-para": Unit(power="germany", kind="para", strength="3-5", place="berlin"),
    "s-inf": Unit(power="ussr", kind="inf", strength="4-5"),
    "s-tac": Unit(power="ussr", kind="tac", strength="1-5-4", place="kiev"),
    "s-inf-2": Unit(power="ussr", kind="inf", strength="4-5", place="archangel"),
    "b-cv": Unit(power="britain", kind="cv", place="alexandria"),
    "b-nac": Unit(power="britain", kind="nac", strength="1-3-2", place="alexandria"),
    "b-tac": Unit(power="britain", kind="tac", strength="1-5-4", place="malta"),
    "i-fleet": Unit(power="italy", kind="fleet", strength="1-12-5", place="taranto"),
    "i-ftr": Unit(power="italy", kind="ftr", strength="2-3-2", place="rome"),
}


def war(step: str, side: str = "axis", *, checked: bool = True, **places: str) -> TheWar:
    """The war in 1942 with a few units, each ``place`` of one that is named."""
    campaign = standing(step=step, side=side)
    units = {key: attrs.evolve(one, place=places.get(key.replace("-", "_"), one.place)) for key, one in UNITS.items()}
    options = {**campaign.options, "board": "checked" if checked else "trusted"}
    return attrs.evolve(campaign, units=units, options=options)


def said(campaign: TheWar, line: str) -> str:
    return understand(RULESET, line, campaign).sentence(campaign)


def far(campaign: TheWar, line: str) -> list[tuple[str, str]]:
    """The refusals of an order that have to do with how far it goes."""
    return [(rule, reason) for rule, reason in why(campaign, line) if " from " in reason and "hex" in reason]


@pytest.mark.parametrize(
    ("apart", "least", "words", "within"),
    [
        (Apart(4), 4, "4 hexes", "within 5"),
        (Apart(1, 1), 0, "about 1 hex", "within 5"),
        (Apart(4, 1), 3, "about 4 hexes", "within 5"),
        (Apart(5, 1), 4, "about 5 hexes", "probably within 5"),
        (Apart(6, 1), 5, "about 6 hexes", "perhaps within 5"),
        (Apart(7, 1), 6, "about 7 hexes", "farther than 5"),
    ],
)
def test_what_a_reconstructed_map_may_be_wrong_by_is_taken_off(
    apart: Apart, least: int, words: str, within: str
) -> None:
    assert (apart.least, str(apart), apart.within(5)) == (least, words, within)


def test_2_1_no_distance_is_taken_for_certain_that_our_map_may_have_wrong() -> None:
    """Wherever both places really lie, as far off as each may be: never nearer than the least."""
    chance, campaign = Chooser("slack"), war("operations.attacks")
    spots = {key: spot for key in campaign.places if (spot := whereabouts.spot(campaign, key)) is not None}
    nearer = 0
    for _ in range(500):
        one, other = chance.some(tuple(spots), 2)
        really = [chance.pick(tuple(grid.within(spots[key].hex, spots[key].off))) for key in (one, other)]
        apart = distances.apart(campaign, one, other)
        assert apart is not None and apart.least == whereabouts.apart(spots[one], spots[other])
        assert apart.least <= grid.distance(*really) <= apart.hexes + apart.off
        nearer += grid.distance(*really) < apart.hexes - 1
    assert nearer > 10, "more than one hex at times"


@pytest.mark.rule("tw-11.2.1.1", "tw-11.2.1.2")
def test_11_2_1_who_attacks_stages_in_three_legs_of_twice_his_range_and_no_farther() -> None:
    line = "germany attack {} units=g-arm against=s-inf air=g-tac terrain=clear"
    attacks = war("operations.attacks")
    assert "; TAC 1-5-4 about 5 hexes from Berlin, probably within 5 (11.2.1)" in said(attacks, line.format("warsaw"))
    told = said(attacks, line.format("kiev"))
    assert "; TAC 1-5-4 about 12 hexes from Berlin, farther than 5: 1 leg of staging (11.2.1)" in told
    assert far(attacks, line.format("kiev")) == []
    # 5 and three legs of 10; 36 hexes by the map, of which one may be wrong, are the most.
    away = war("operations.attacks", g_tac="brest")
    assert far(away, line.format("moscow")) == []
    ((rule, reason),) = far(away, line.format("baku"))
    assert rule == "11.2.1.1" and reason.startswith("Baku is about 4") and reason.endswith("where TAC 1-5-4 is based")
    assert far(war("operations.attacks", checked=False, g_tac="brest"), line.format("baku")) == []
    # Of aircraft on the board only the board knows.
    assert "11.2.1" not in said(war("operations.attacks", g_tac="board"), line.format("warsaw"))


@pytest.mark.rule("tw-11.2.1.1", "tw-11.2.1.2")
@pytest.mark.parametrize(("base", "reaches"), [("kiev", False), ("lvov", True), ("board", True)])
def test_11_2_1_who_defends_flies_at_his_second_range_and_stages_nowhere(base: str, reaches: bool) -> None:
    battle = Engagement(kind="ground", by="germany", attackers=("g-arm",), defenders=("s-inf",))
    campaign = attrs.evolve(war("operations.answers", s_tac=base), engagements={"warsaw": battle})
    found = far(campaign, "ussr support warsaw s-tac")
    if reaches:
        assert found == []
    else:
        ((rule, reason),) = found
        assert (rule, reason) == ("11.2.1.2", "Warsaw is about 7 hexes from Kiev, where TAC 1-5-4 is based")
    # The attacker's may come from there.
    assert far(campaign, "germany support warsaw g-tac") == []


@pytest.mark.rule("tw-11.2.1.2")
def test_11_2_1_2_counter_air_missions_and_who_intercepts_them_are_held_to_their_ranges() -> None:
    line = "germany counter-air {} units=g-tac against=s-tac"
    campaign = war("operations.counter-air", g_tac="brest")
    assert [rule for rule, _ in far(campaign, line.format("baku"))] == ["11.2.1.1"]
    raid = Engagement(kind="air", by="germany", attackers=("g-tac",), defenders=("s-tac",))
    over = attrs.evolve(war("operations.counter-air"), engagements={"warsaw": raid})
    assert [rule for rule, _ in far(over, "italy intercept warsaw i-ftr")] == []
    # Who flies against the mission is held to his second range; who meets it on its way, to that from its way.
    met = attrs.evolve(over, engagements={"warsaw": attrs.evolve(raid, defenders=())})
    assert far(met, "ussr intercept warsaw s-tac") == []
    gone = attrs.evolve(met, engagements={"warsaw": attrs.evolve(raid, attackers=(), defenders=())})
    assert [rule for rule, _ in far(gone, "ussr intercept warsaw s-tac")] == ["11.2.1.2"]
    assert "farther than 4 (11.2.1)" in said(gone, "ussr intercept warsaw s-tac")


@pytest.mark.rule("tw-11.8", "tw-11.8.1")
@pytest.mark.parametrize(
    ("base", "kind", "strength", "reaches"),
    [
        ("kiev", "tac", "1-5-4", True),
        ("moscow", "tac", "1-5-4", False),
        ("moscow", "mdm", "1-7-6", True),
        ("kiev", "ftr", "3-3-2", True),
        ("moscow", "ftr", "3-3-2", False),
        ("board", "ftr", "3-3-2", True),
    ],
)
def test_11_8_a_mission_is_met_anywhere_on_its_way_and_nowhere_off_it(
    base: str, kind: str, strength: str, reaches: bool
) -> None:
    """A TAC flies 5 hexes to Warsaw, by whatever way: Kiev is about 7 from there, Moscow about 12."""
    raid = Engagement(kind="air", by="germany", attackers=("g-tac",))
    flyer = Unit(power="ussr", kind=kind, strength=strength, place=base)
    campaign = war("operations.counter-air")
    campaign = attrs.evolve(campaign, units={**campaign.units, "s-tac": flyer}, engagements={"warsaw": raid})
    line = "ussr intercept warsaw s-tac"
    if reaches:
        assert far(campaign, line) == []
        assert ("on its way alone (11.2.1)" in said(campaign, line)) == (base != "board")
    else:
        assert [rule for rule, _ in far(campaign, line)] == ["11.8, 11.2.1.2"]
        assert "of its way too (11.2.1)" in said(campaign, line)
        trusted = attrs.evolve(campaign, options={**campaign.options, "board": "trusted"})
        assert far(trusted, line) == [] and "of its way too" in said(trusted, line)


@pytest.mark.rule("tw-11.8")
@pytest.mark.parametrize(
    ("base", "kind", "strength", "air", "facts", "rule"),
    [
        # FTR meet the attackers' aircraft, or the transports of a drop, on their way; TAC fly to the hex.
        ("kiev", "ftr", "3-3-2", ("g-tac",), (), ""),
        ("kiev", "ftr", "3-3-2", (), (), "11.2.1.2"),
        ("kiev", "ftr", "3-3-2", (), ("drop",), ""),
        ("smolensk", "ftr", "3-3-2", (), ("drop",), ""),
        ("bryansk", "ftr", "3-3-2", (), ("drop",), "11.8, 11.2.1.2"),
        ("kiev", "tac", "1-5-4", ("g-tac",), (), "11.2.1.2"),
    ],
)
def test_11_8_fighters_of_the_defence_meet_support_on_its_way(
    base: str, kind: str, strength: str, air: tuple[str, ...], facts: tuple[str, ...], rule: str
) -> None:
    battle = Engagement(kind="ground", by="germany", attackers=("g-para",), defenders=("s-inf",), air=air, facts=facts)
    flyer = Unit(power="ussr", kind=kind, strength=strength, place=base)
    campaign = war("operations.answers")
    campaign = attrs.evolve(campaign, units={**campaign.units, "s-tac": flyer}, engagements={"warsaw": battle})
    assert [found for found, _ in far(campaign, "ussr support warsaw s-tac")] == ([rule] if rule else [])


@pytest.mark.rule("tw-9.1.1")
def test_9_1_1_no_train_goes_farther_than_twenty_five_hexes() -> None:
    rail = war("operations.rail", "allied")
    line = "ussr railmove 1 origin={} to={}"
    assert said(rail, line.format("moscow", "kiev")).endswith("; about 7 hexes from Moscow, within 25 (9.1.1)")
    assert far(rail, line.format("moscow", "baku")) == []
    german = war("operations.rail")
    line = "germany railmove 1 origin={} to={}"
    assert far(german, line.format("brest", "warsaw")) == []
    assert far(german, line.format("brest", "kiev")) == [], "24"
    # Both ends of 27 hexes may lie a hex nearer, until his own board says where one of them lies.
    assert far(german, line.format("brest", "kharkov")) == []
    assert "about 27 hexes from Brest, perhaps within 25 (9.1.1)" in said(german, line.format("brest", "kharkov"))
    own = on_their_own_hexes(german, "brest")
    assert far(own, line.format("brest", "kharkov")) == [("9.1.1", "Kharkov is about 27 hexes from Brest")]
    trusted = attrs.evolve(own, options={**own.options, "board": "trusted"})
    assert far(trusted, line.format("brest", "kharkov")) == []
    assert "about 27 hexes from Brest, farther than 25 (9.1.1)" in said(trusted, line.format("brest", "kharkov"))
    # Who is named goes from where he stands.
    assert "from Berlin, within 25" in said(german, "germany railmove 1 units=g-inf to=warsaw")


def test_2_1_a_hex_that_a_player_has_corrected_is_right_and_found_on_the_map() -> None:
    """As on the page of places: his own hex stands before the table's, and nothing about it is 'about'."""
    campaign = war("operations.attacks")
    hexes = {"berlin": "1426", "warsaw": "1523"}
    places = {key: attrs.evolve(place, hex=hexes.get(key, place.hex)) for key, place in campaign.places.items()}
    mine = attrs.evolve(campaign, places=places)
    assert distances.apart(campaign, "berlin", "warsaw") == Apart(5, 2), "a hex at each end"
    assert distances.apart(mine, "berlin", "warsaw") == Apart(grid.distance("1426", "1523"))
    assert (atlas_sheet.find(campaign, "warsaw"), atlas_sheet.find(mine, "warsaw")) == ("1521", "1523")
    there = {mark.name: mark.hex for mark in atlas_sheet.marks(mine)}
    assert there["Warsaw"] == "1523"
    assert not any("reconstruction" in fact.text for fact in atlas_sheet.tell(mine, "1523"))
    assert any("reconstruction" in fact.text for fact in atlas_sheet.tell(campaign, "1521"))


def test_8_3_1_a_move_of_aircraft_is_told_in_hops_of_twice_their_range() -> None:
    line = "germany stratmove air group=tac-1-5-4 to={}"
    moves = war("stratmove.air")
    assert said(moves, line.format("kiev")).endswith("; about 12 hexes, 2 hops of 10 at the most (8.3.1)")
    assert said(moves, line.format("warsaw")).endswith("; about 5 hexes, 1 hop of 10 at the most (8.3.1)")
    assert "8.3.1" not in said(moves, "germany stratmove air to=kiev")


@pytest.mark.rule("tw-8.3.1")
@pytest.mark.parametrize("board", ["trusted", "checked"])
def test_8_3_1_a_hop_is_twice_the_offensive_range_at_the_most(board: str) -> None:
    moves = war("stratmove.air", checked=board == "checked")
    line = "germany stratmove air group=tac-1-5-4 to={} by={}"
    # From Berlin to Kiev it is about 12: one hop of 10 does not do, one by Warsaw does, one back by Paris does not.
    good, bad = line.format("kiev", "warsaw"), line.format("kiev", "paris")
    assert said(moves, good).endswith("; by Warsaw: about 5 hexes, about 7 hexes, 10 a hop at the most (8.3.1)")
    assert far(moves, good) == []
    assert "about 18 hexes (too far), 10 a hop" in said(moves, bad)
    assert far(moves, bad) == ([("8.3.1", "Kiev is about 18 hexes from Paris")] if board == "checked" else [])
    # By a hex of the map, where an airbase may lie; who names none is told in how many hops he comes there.
    assert far(moves, line.format("kiev", "1521")) == []
    assert far(moves, "germany stratmove air group=tac-1-5-4 to=kiev") == []
    form = whole(RULESET.verbs["stratmove"], moves, "germany")
    assert form is not None and form.more[0].name == "by"
    assert "breslau" in form.more[0].choices and "moscow" not in form.more[0].choices
    # Without a group it is the board that knows whose range counts.
    assert said(moves, "germany stratmove air to=kiev by=warsaw").endswith("; by Warsaw")


@pytest.mark.rule("tw-8.3.1")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("germany stratmove air to=kiev by=warsow", "there is no 'warsow' on the map (8.3.1). Nearest: warsaw"),
        ('overrule "so" germany stratmove air to=kiev by=atlantis', "there is no 'atlantis' on the map (8.3.1)"),
        ("germany stratmove air to=kiev by=moscow", "Moscow is in the hands of Soviet Union (8.3.1)"),
        ("germany stratmove air to=kiev by=us-box", "U.S. Box lies off the board (8.3.1)"),
        ("germany stratmove ground to=kiev by=warsaw", "aircraft alone hop from airfield to airfield (8.3.1)"),
    ],
)
def test_8_3_1_aircraft_land_on_their_way_on_friendly_airfields_of_the_board(line: str, reason: str) -> None:
    step = "stratmove.ground" if "ground" in line else "stratmove.air"
    assert reason in refused(war(step), line)


@pytest.mark.parametrize(
    ("line", "there", "beside"),
    [
        (
            "germany stratmove ground to=brussels",
            ("britain", "inf", "antwerp"),
            "INF 4-5 at Antwerp, about 1 hex from Brussels",
        ),
        (
            "germany stratmove ground origin=brussels",
            ("britain", "inf", "antwerp"),
            "INF 4-5 at Antwerp, about 1 hex from",
        ),
        ("germany stratmove ground to=brussels", ("britain", "tac", "antwerp"), ""),
        ("germany stratmove ground to=brussels", ("italy", "inf", "antwerp"), ""),
        ("germany stratmove ground to=brussels", ("britain", "partisan", "antwerp"), ""),
        ("germany stratmove ground to=berlin", ("britain", "inf", "antwerp"), ""),
        # Who stands in a fortress is no hindrance, nor who stands beside one.
        ("germany stratmove ground to=cologne", ("britain", "inf", "maginot-1631"), ""),
        ("germany stratmove ground to=maginot-1631", ("britain", "inf", "cologne"), ""),
        ("germany stratmove air to=brussels", ("britain", "inf", "antwerp"), ""),
    ],
)
def test_8_1_1_a_move_that_begins_or_ends_beside_recorded_enemies_is_told(
    line: str, there: tuple[str, str, str], beside: str
) -> None:
    power, kind, place = there
    campaign = war("stratmove.air" if " air " in line else "stratmove.ground")
    near = Unit(power=power, kind=kind, strength="4-5", place=place)
    told = said(attrs.evolve(campaign, units={**campaign.units, "near": near}), line)
    assert f"; beside enemies: {beside}" in told if beside else "beside enemies" not in told


@pytest.mark.rule("tw-7.6.1")
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("germany stratmove sealift origin=wilhelmshaven to=antwerp", "7.6.1, 8.1.1"),
        ("germany stratmove sealift origin=antwerp to=wilhelmshaven", "7.6.1, 8.1.1"),
        ("germany stratmove sealift origin=wilhelmshaven to=kiel", ""),
        ("germany stratmove ground to=antwerp", "8.1.1"),
    ],
)
def test_7_6_1_on_hexes_of_their_own_no_strategic_move_begins_or_ends_next_to_enemies(line: str, rule: str) -> None:
    campaign = war("stratmove.ground" if " ground " in line else "stratmove.naval")
    enemy = Unit(power="britain", kind="inf", strength="4-5", place="brussels")
    campaign = attrs.evolve(campaign, units={**campaign.units, "near": enemy})
    own = on_their_own_hexes(campaign, "brussels", "antwerp")
    reason = (rule, "Antwerp lies next to Brussels, where INF 4-5 stands")

    def refusals(war: TheWar) -> list[tuple[str, str]]:
        return [(rule, reason) for rule, reason in why(war, line) if "8.1.1" in rule]

    assert refusals(own) == ([reason] if rule else [])
    # Where the map may be wrong, or the board is trusted, it is told alone.
    trusted = attrs.evolve(own, options={**own.options, "board": "trusted"})
    for other in (campaign, on_their_own_hexes(campaign, "antwerp"), trusted):
        assert refusals(other) == []
        assert ("; beside enemies: INF 4-5 at Brussels, " in said(other, line)) == bool(rule)
    for kind in ("partisan", "tac"):
        harmless = attrs.evolve(own, units={**own.units, "near": attrs.evolve(enemy, kind=kind)})
        assert refusals(harmless) == []


def test_11_2_2_who_lands_elsewhere_is_told_how_far_that_is() -> None:
    campaign = war("operations.attacks")
    told = said(campaign, "germany station warsaw units=g-tac")
    assert told.endswith("; TAC 1-5-4 about 5 hexes from Berlin, 1 leg of 10 (11.2.1.1, 11.2.2)")
    assert "11.2.2" not in said(campaign, "germany station berlin units=g-tac")


def test_11_14_1_a_drop_is_told_with_its_distance() -> None:
    line = "germany attack warsaw units=g-para against=s-inf terrain=clear facts=drop"
    assert "; drops about 5 hexes from Berlin, perhaps within 4 (11.14.1)" in said(war("operations.attacks"), line)


@pytest.mark.rule("tw-11.7", "tw-11.8.3")
def test_11_7_aircraft_against_ships_in_port_and_11_8_3_who_intercepts_them() -> None:
    strike = "britain mission taranto units={} against=i-fleet facts=port"
    campaign = war("operations.naval", "allied")
    assert "; TAC 1-5-4 about 5 hexes from Malta, probably within 5 (11.2.1)" in said(campaign, strike.format("b-tac"))
    assert far(campaign, strike.format("b-tac")) == []
    short = Unit(power="britain", kind="ftr", strength="2-3-2", place="basra")
    away = attrs.evolve(campaign, units={**campaign.units, "b-tac": short})
    assert [rule for rule, _ in far(away, strike.format("b-tac"))] == ["11.7, 11.2.1.1"]
    # NAC fly from their CV, wherever that lies in port.
    assert "11.2.1" not in said(campaign, strike.format("b-cv,b-nac"))
    carriers = Engagement(
        kind="sea", by="britain", attackers=("b-cv", "b-nac"), defenders=("i-fleet",), facts=("port",)
    )
    over = attrs.evolve(campaign, engagements={"taranto": carriers})
    line = "italy intercept-at-sea taranto units=i-ftr"
    assert far(over, line) == [], "within two hexes of the way"
    berlin = attrs.evolve(over, units={**over.units, "i-ftr": attrs.evolve(over.units["i-ftr"], place="berlin")})
    ((rule, reason),) = far(berlin, line)
    assert rule == "11.8.3" and reason.endswith("from Taranto and not next to its Sea Area")
    tac_alone = attrs.evolve(berlin, engagements={"taranto": attrs.evolve(carriers, attackers=("b-tac",))})
    assert far(tac_alone, line) == []


def test_what_only_the_board_knows_is_no_distance() -> None:
    assert distances.apart(war("operations.rail"), "berlin", "board") is None


@pytest.mark.rule("tw-12.2.2-sov")
def test_12_2_2_whether_moscow_has_a_way_to_the_edge_is_told_as_the_map_infers_it() -> None:
    campaign = war("operations.rail")
    line = "germany supply-link moscow"
    assert said(campaign, line).endswith("; the map infers an open way from Moscow to the edge (12.2.2)")
    assert "the map infers an open way from Moscow to the edge" in [
        fact.text for fact in atlas_sheet.tell(campaign, "1012")
    ]
    ring = [number for number in grid.neighbours("1012") if number in board.board().lands]
    cut = attrs.evolve(campaign, hex_holds={number: HexHold(power="germany", since="1942-1-spring") for number in ring})
    assert said(cut, line).endswith("; the map infers no open way from Moscow to the edge (12.2.2)")
    # It is advice: the table says what the board shows.
    assert why(cut, line) == why(campaign, line) == []


@pytest.mark.rule("tw-11.2.1")
@pytest.mark.parametrize(
    ("kind", "strength", "tag", "offensive", "defensive"),
    [
        ("ftr", "3-3-2", "", 3, 2),
        ("ftr", "2-3-2", "", 3, 2),
        ("jet", "", "ftr", 2, 1),
        ("tac", "1-5-4", "", 5, 4),
        ("jet", "", "tac", 5, 4),
        ("mdm", "1-7-6", "", 7, 6),
        ("nac", "1-3-2", "", 3, 2),
    ],
)
@pytest.mark.parametrize("depleted", [False, True])
def test_11_2_1_each_type_flies_its_own_ranges_and_no_other_depleted_or_not(
    kind: str, strength: str, tag: str, offensive: int, defensive: int, depleted: bool
) -> None:
    flyer = Unit(power="germany", kind=kind, strength=strength, tag=tag, place="berlin", depleted=depleted)
    campaign = war("operations.attacks")
    campaign = attrs.evolve(campaign, units={**campaign.units, "g-flyer": flyer})
    (out,) = distances.flights(campaign, ("g-flyer",), "warsaw", stages=True)
    (home,) = distances.flights(campaign, ("g-flyer",), "warsaw", stages=False)
    assert (out.reach, out.leg, home.reach, home.leg) == (offensive, 2 * offensive, defensive, 0)
    # Warsaw is about 5 hexes from Berlin: who does not stage comes there or not by the range of his type alone.
    refused = list(distances.air_refused(campaign, ("g-flyer",), "warsaw", stages=False))
    assert [refusal.rule for refusal in refused] == ([] if defensive >= 4 else ["11.2.1.2"])
    if refused:
        assert refused[0].hint.startswith(f"{defensive} hexes")


@pytest.mark.rule("tw-11.2.1")
@pytest.mark.parametrize(
    ("kind", "strength", "said"),
    [
        ("tac", "1-7-4", "TAC fly 5 and 4 hexes, not 7 and 4 (11.2.1.1)"),
        ("ftr", "3-5-4", "FTR fly 3 and 2 hexes, not 5 and 4 (11.2.1.1)"),
        ("mdm", "1-7-7", "MDM fly 7 and 6 hexes, not 7 and 7 (11.2.1.1)"),
        ("mdm", "1-7-6", ""),
        ("arm", "8-8", ""),
    ],
)
def test_11_2_1_a_setup_takes_no_other_range_than_the_types(kind: str, strength: str, said: str) -> None:
    unit = Unit(power="germany", kind=kind, strength=strength, place="berlin")
    assert SetupSheet().wrong(war("operations.attacks"), unit) == (("strength", said) if said else ("", ""))
