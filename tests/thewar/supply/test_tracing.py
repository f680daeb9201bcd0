"""Units trace supply to a source by an order of their owner: which may, which may not, and what comes of it (12.2)."""

from __future__ import annotations

import re

import attrs
import pytest

from engine.kernel.grammar import Unreadable
from engine.kernel.reading import understand
from engine.thewar.ground.marker_orders import Lapse
from engine.thewar.ruleset import RULESET
from engine.thewar.world import supply
from engine.thewar.world.state import Grace, SupplyMark, TheWar, Unit
from tests.thewar.beaches import COMBAT, LAND, shore
from tests.thewar.builds import after, at
from tests.thewar.endings.scenes import give, hints, holds, lands, told, war, why_not
from tests.thewar.ground.test_ground_fight import given, stepped
from tests.thewar.supply.test_graces import in_turn, settled
from tests.thewar.world import effect

CHECK = "axis.operations.supply"
OUT = SupplyMark(
    level="out", side="allied", by="germany", since="1940-2-summer", half="axis", check=1, until="1940-2-summer"
)


def stood(*named: tuple[str, str, str, str, str], step: str = CHECK, out: tuple[str, ...] = ()) -> TheWar:
    """The campaign in Summer 1940 with these units, x-1 and so on (power, kind, strength, tag, place), those ``out``
    named by Germany."""
    campaign = war("france+italy")(war("britain+italy")(at(step, "1940-2-summer")))
    units = {
        f"x-{nth}": Unit(power=power, kind=kind, strength=strength, tag=tag, place=place)
        for nth, (power, kind, strength, tag, place) in enumerate(named, 1)
    }
    return attrs.evolve(
        campaign, units={**campaign.units, **units}, supply_marks={key: _said(campaign, units[key]) for key in out}
    )


def _said(campaign: TheWar, unit: Unit) -> SupplyMark:
    axis = unit.power in ("germany", "italy")
    return attrs.evolve(OUT, side="axis" if axis else "allied", by="britain" if axis else "germany")


POILU = ("france", "inf", "6-5", "", "lyons")


@pytest.mark.rule("tw-12.2.1")
def test_12_2_1_units_trace_to_the_capital_of_their_nation_and_to_no_other_city() -> None:
    campaign = stood(POILU, out=("x-1",))
    assert why_not(campaign, "france trace x-1 to=lyons") == [("12.2.1", "Lyons is no source of supply for France")]
    assert "It has Paris," in hints(campaign, "france trace x-1 to=lyons")
    assert why_not(campaign, "france trace x-1 to=london") == [("12.2.1", "London is no source of supply for France")]
    traced = give(campaign, "france trace x-1 to=paris")
    assert traced.supply_marks["x-1"].contested, "the enemy has named it: the table decides"
    own = attrs.evolve(campaign, supply_marks={"x-1": attrs.evolve(OUT, by="france")})
    assert give(own, "france trace x-1 to=paris").supply_marks == {}
    assert told(campaign, "france trace x-1 to=paris") == "France: INF 6-5 traces supply to Paris"


def test_12_2_1_who_names_no_source_is_told_those_that_there_are_and_how_the_order_is_written() -> None:
    campaign = stood(POILU, out=("x-1",))
    assert why_not(campaign, "france trace x-1") == [("12.2", "no source is named")]
    assert hints(campaign, "france trace x-1").startswith("to=paris or to=")
    for line, written in (
        ("france trace", "france trace UNITS [to=NAME]"),
        ("germany project 11", "germany project [item=NUMBER]"),
        ("germany points variant=yes", "germany points PLACED|none"),
    ):
        with pytest.raises(Unreadable, match=re.escape(f"It is written '{written}")):
            understand(RULESET, line, campaign)


@pytest.mark.rule("tw-12.2.2")
def test_12_2_2_a_backup_is_traced_to_while_the_capital_is_the_enemys_and_then_alone() -> None:
    campaign = stood(POILU, ("germany", "inf", "6-5", "", "board"), out=("x-1", "x-2"))
    assert "a backup only while that is the enemy's" in why_not(campaign, "france trace x-1 to=bordeaux")[0][1]
    lost = give(campaign, "capture paris germany")
    assert give(lost, "france trace x-1 to=bordeaux").supply_marks["x-1"].contested
    assert why_not(lost, "france trace x-1 to=paris") == [
        ("12.2.2", "Paris supplies INF 6-5 with nothing: Germany holds it")
    ]
    both = holds("germany", "bordeaux")(lost)
    assert why_not(both, "france trace x-1 to=bordeaux")[0][0] == "12.2.2"
    assert hints(both, "france trace x-1 to=tunis") == "It has none: it is out of supply."
    retaken = give(lost, "capture paris france")
    assert "it counts from the next check" in why_not(retaken, "france trace x-1 to=paris")[0][1]
    after = attrs.evolve(retaken, progress=attrs.evolve(retaken.progress, step="axis.supply.check"))
    assert why_not(after, "france trace x-1 to=paris") == []
    assert "a backup only while" in why_not(after, "france trace x-1 to=bordeaux")[0][1]
    assert (
        "Vienna supplies INF 6-5 with nothing: Berlin stands" in why_not(campaign, "germany trace x-2 to=vienna")[0][1]
    )


@pytest.mark.rule("tw-12.2.2-sov", "tw-21.5")
def test_12_2_2_sov_moscow_counts_by_its_link_alone_and_another_way_is_left() -> None:
    campaign = stood(("ussr", "inf", "4-5", "", "smolensk"), out=("x-1",))
    assert why_not(campaign, "ussr trace x-1 to=moscow") == []
    cut = give(war("germany+ussr")(campaign), "germany supply-link moscow")
    (rule, reason), *_ = why_not(cut, "ussr trace x-1 to=moscow")
    assert rule == "12.2.2" and "is cut since Summer 1940" in reason
    assert "Baku" in hints(cut, "ussr trace x-1 to=moscow")
    assert "by Moscow" in why_not(cut, "ussr trace x-1 to=leningrad")[0][1]
    lost = holds("germany", "moscow")(war("germany+ussr")(campaign))
    assert why_not(lost, "ussr trace x-1 to=moscow")[0][0] == "12.2.2"
    for source in ("baku", "edge"):
        assert why_not(cut, f"ussr trace x-1 to={source}") == why_not(lost, f"ussr trace x-1 to={source}") == []


@pytest.mark.rule("tw-12.2.4")
def test_12_2_4_a_big_unit_does_not_live_off_suez_nor_do_the_parts_of_it() -> None:
    campaign = stood(
        ("britain", "mot", "6-7", "", "cairo"),
        ("britain", "mot", "2-7", "breakdown", "cairo"),
        ("britain", "mot", "3-7", "anzac", "cairo"),
        ("us", "fleet", "1-12-5", "", "suez"),
        out=("x-1", "x-2", "x-3", "x-4"),
    )
    for key, said in (("x-1", "MOT 6-7"), ("x-2", "of a whole unit of 6")):
        (rule, reason), *_ = why_not(campaign, f"britain trace {key} to=suez")
        assert rule == "12.2.4" and said in reason and "through the Mediterranean" in reason
    for line in ("britain trace x-3 to=suez", "us trace x-4 to=suez"):
        assert why_not(campaign, line) == []
    # Through the Mediterranean it does: by a port, over the sea.
    assert why_not(campaign, "britain trace x-1 to=london") == [("12.7.1", "MOT 6-7 lies over the sea from London")]
    assert why_not(campaign, "britain trace x-1 to=london sea=alexandria") == []


def test_12_2_3_who_has_a_limited_source_alone_is_on_one_from_then_on() -> None:
    campaign = stood(("italy", "inf", "4-5", "", "el-agheila"), ("germany", "tac", "1-5-4", "", "benghazi"))
    traced = give(campaign, "italy trace x-1 to=tripoli", "germany trace x-2 to=tripoli")
    assert [supply.level(traced, key).level for key in ("x-1", "x-2")] == ["limited", "limited"]
    assert traced.supply_marks["x-1"].until == ""
    assert supply.fights(traced, "x-1", 2).as_depleted and supply.fights(traced, "x-2", 1).rating.total == 3
    assert why_not(traced, "italy trace x-1 to=tripoli") == [(supply.RULE, "INF 4-5 is on a limited source already")]
    home = give(traced, "italy trace x-1 to=rome sea=tripoli")
    assert "x-1" not in home.supply_marks and "x-2" in home.supply_marks


@pytest.mark.rule("tw-12.1.1-fleet", "tw-12.7.1")
def test_12_7_1_over_the_sea_it_takes_a_port_and_a_whole_fleet_along_the_way() -> None:
    campaign = stood(("italy", "inf", "4-5", "", "el-agheila"), out=("x-1",))
    assert why_not(campaign, "italy trace x-1 to=rome") == [("12.7.1", "INF 4-5 lies over the sea from Rome")]
    assert why_not(campaign, "italy trace x-1 to=rome sea=tripoli") == []
    assert why_not(campaign, "italy trace x-1 to=rome sea=el-agheila") == [
        ("12.5, 12.7.1", "El Agheila is no port, and no beachhead lies there")
    ]
    worn = {
        key: attrs.evolve(unit, depleted=True) if unit.kind == "fleet" else unit for key, unit in campaign.units.items()
    }
    assert why_not(attrs.evolve(campaign, units=worn), "italy trace x-1 to=rome sea=tripoli") == [
        ("12.1.1, 12.7.1, ruling 411", "no whole Fleet of Italy or its allies lies in a friendly port along the way")
    ]
    traced = give(campaign, "italy trace x-1 to=rome sea=tripoli")
    assert traced.supply_marks["x-1"].contested
    assert told(campaign, "italy trace x-1 to=rome sea=tripoli") == (
        "Italy: INF 4-5 traces supply to Rome, over the sea from Tripoli"
    )


@pytest.mark.parametrize(
    ("line", "rule", "said"),
    [
        ("france trace x-1 to=paris", supply.RULE, "nobody has named INF 6-5 as cut off"),
        ("france trace x-2 to=paris", "12.1.1, 12.3", "Partisan is in supply by itself"),
        ("france trace x-3 to=paris", "12.1.1, 12.3", "ARM 4-8 is in supply by itself"),
        ("germany trace x-1 to=berlin", "12.2", "INF 6-5 of France is not on this side"),
        ("france trace x-1,x-1 to=paris", "12.2", "a unit is named twice"),
    ],
    ids=str,
)
def test_12_2_who_needs_no_source_or_is_not_his_is_not_named(line: str, rule: str, said: str) -> None:
    campaign = stood(POILU, ("france", "partisan", "", "", "lyons"), ("france", "arm", "4-8", "", "lyons"))
    campaign = attrs.evolve(campaign, graces={"x-3": Grace(kind="exploits", since="1940-2-summer")})
    assert (rule, said) in [(one, reason) for one, reason in why_not(campaign, line)]


def test_12_2_what_is_contested_is_not_contested_again_until_the_table_has_decided() -> None:
    campaign = give(stood(POILU, out=("x-1",)), "france trace x-1 to=paris")
    assert (supply.RULE, "INF 6-5 is contested already") in why_not(campaign, "france trace x-1 to=paris")


@pytest.mark.rule("tw-12.5")
def test_12_5_who_has_landed_is_in_supply_then_by_the_beachhead_then_by_a_port_alone() -> None:
    landed = settled(given(stepped(after(shore(), LAND), COMBAT), "britain fight x", 1))
    key = next(iter(landed.graces))
    side = SupplyMark(level="out", side="allied", by="germany", since="1944-2-summer", half="axis", check=1)
    cut_off = attrs.evolve(landed, supply_marks={key: side})
    line = f"britain trace {key} to=london sea=x"
    assert supply.level(cut_off, key).level == "full", "for as long as its grace lasts"
    assert "is in supply by itself" in why_not(in_turn(cut_off, 1, "allied.supply.check"), line)[0][1]
    for later in (1, 2):
        there = in_turn(cut_off, 1 + later, "allied.operations.supply")
        assert supply.level(there, key).level == "out" and why_not(there, line) == [], later
    third = in_turn(cut_off, 3, "allied.end.markers")
    lapsed = in_turn(effect(third, Lapse()), 4, "axis.operations.supply")
    assert why_not(lapsed, line) == [("12.5, 12.7.1", "X is no port, and no beachhead lies there")]
    assert "for as long as its marker lies" in hints(lapsed, line)


# --- over land (12.1.1)

SOVIET = ("ussr", "inf", "4-5", "", "leningrad")


@pytest.mark.rule("tw-12.1.1-len")
def test_12_1_1_out_of_leningrad_a_line_passes_enemy_zones_over_soviet_units_with_a_zone_and_no_other_does() -> None:
    friend, small = ("ussr", "inf", "6-5", "", "smolensk"), ("ussr", "inf", "2-5", "", "bryansk")
    campaign = stood(SOVIET, friend, small, ("ussr", "inf", "4-5", "", "kiev"), out=("x-1", "x-4"))
    line = "ussr trace x-1 to=moscow zoc={}"
    assert why_not(campaign, line.format("smolensk")) == []
    assert why_not(campaign, line.format("0615")) == [], "a hex that only the board knows"
    assert why_not(campaign, line.format("bryansk")) == [
        ("12.1.1", "no Soviet ground unit with a zone of control stands at Bryansk")
    ]
    assert why_not(campaign, line.format("orel"))[0][1].endswith("stands at Orel")
    worn = attrs.evolve(campaign.units["x-2"], depleted=True)
    tired = attrs.evolve(campaign, units={**campaign.units, "x-2": worn})
    assert why_not(tired, line.format("smolensk")) != []
    assert why_not(campaign, "ussr trace x-4 to=moscow zoc=smolensk") == [
        ("12.1.1", "no line passes an enemy zone of control, whoever stands there")
    ]


@pytest.mark.rule("tw-12.1.1")
def test_12_1_1_no_line_passes_neutrals_enemy_units_or_their_zones() -> None:
    german = ("germany", "inf", "6-5", "", "sedan")
    campaign = stood(POILU, german, ("france", "partisan", "1-3", "", "calais"), out=("x-1",))
    line = "france trace x-1 to=paris {}"
    assert why_not(campaign, line.format("through=bern")) == [("12.1.1", "Bern is in Switzerland, which is neutral")]
    assert why_not(campaign, line.format("through=sedan")) == [("12.1.1", "INF 6-5, the enemy's, stands at Sedan")]
    assert why_not(campaign, line.format("zoc=lyons")) == [
        ("12.1.1", "no line passes an enemy zone of control, whoever stands there")
    ]
    # An empty hex that the enemy controls is passed, as is the land of one's own Sympathizer.
    assert why_not(holds("germany", "calais")(campaign), line.format("through=calais,marseilles")) == []
    friendly = lands("switzerland", patron="france", status="sympathizer")(campaign)
    assert why_not(friendly, line.format("through=bern")) == []
    part = attrs.evolve(campaign, supply_marks={"x-3": OUT})
    assert supply.level(part, "x-3").level == "full", "partisans are in supply whatever is said"


def test_12_2_3_nobody_is_named_as_on_a_limited_source_who_has_none_now() -> None:
    campaign = stood(SOVIET, ("germany", "inf", "6-5", "", "board"))
    line = "{0} unsupplied units={1} of={0} limited=yes"
    assert why_not(campaign, line.format("ussr", "x-1")) == [
        ("12.2.3, 12.2.6", "Soviet Union has no limited source now")
    ]
    assert why_not(campaign, line.format("germany", "x-2")) == []
    gone = holds("ussr", "berlin", "vienna")(campaign)
    assert why_not(gone, line.format("germany", "x-2")) == [("12.2.3, 12.2.6", "Germany has no limited source now")]


def test_12_2_a_source_is_named_at_a_check_alone_and_with_a_place_all_in_it_is_decided() -> None:
    campaign = stood(POILU, out=("x-1",))
    moving = attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step="axis.operations.combat"))
    assert "not in this step" in why_not(moving, "france trace x-1 to=paris")[0][1]
    there = attrs.evolve(campaign, supply_places={"lyons": OUT})
    assert (supply.RULE, "all in Lyons was named together, INF 6-5 too") in why_not(there, "france trace x-1 to=paris")
    earlier = attrs.evolve(campaign, supply_marks={"x-1": attrs.evolve(OUT, check=3, until="1940-3-fall")})
    assert give(earlier, "france trace x-1 to=paris").supply_marks == {}, "what was said earlier is looked at anew"
