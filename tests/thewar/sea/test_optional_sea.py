"""Sections 29.7, 29.14, 29.17 and 29.19: convoys, the Mediterranean, attrition by the table, capital ships."""

from __future__ import annotations

from fractions import Fraction

import attrs
import pytest

from engine.kernel.forecast import distribution
from engine.thewar import steps
from engine.thewar.building import optional_forces
from engine.thewar.building.optional_forces import AddForces
from engine.thewar.rolls import submarines
from engine.thewar.strategic import capital_ships, convoys, mediterranean
from engine.thewar.strategic.mediterranean import Patrol, SubmarinesPatrol
from engine.thewar.strategic.segment import UBoatsSail
from engine.thewar.world.state import Box, Place, TheWar, Unit
from tests.thewar.optional import at_war, count, played, playing, with_units
from tests.thewar.world import after, refusals, rules_of, world


def atlantic(turn: str, uboats: int, asw: int, *options: str) -> TheWar:
    """The boxes filled with so many U-boats and ASW, with these options."""
    campaign = world(turn, germany={"effort": "rle"}, britain={"narfs": 100})
    campaign = playing(with_units(campaign, germany_uboat=uboats, britain_asw=asw), *options)
    return attrs.evolve(campaign, boxes={"germany": Box(uboats=uboats), "britain": Box(asw=asw)})


# ---------------------------------------------------------------- 29.17


@pytest.mark.rule("tw-29.17")
def test_29_17_in_a_campaign_a_second_die_says_how_many_uboats_are_worn() -> None:
    # 2-1 in Spring 1941, row 5; four ASW: one U-boat on a 2, three on a 10.
    for die, worn in ((1, 0), (2, 1), (10, 3)):
        before = atlantic("1941-1-spring", 8, 4, "attrition-table")
        ended = played(before, UBoatsSail(), (5, die))
        lost = submarines.resolve(submarines.UBoatWar("1941-1-spring", 8, 4, face=5, rolled=True)).uboats_lost
        assert count(ended, "germany", "uboat") == 8 - lost - worn


@pytest.mark.rule("tw-29.17")
def test_ruling_167_no_die_where_no_damage_is_done_or_the_option_is_off() -> None:
    # Even odds, row 6: AL1 and nothing gets through.
    assert count(played(atlantic("1941-1-spring", 4, 4, "attrition-table"), UBoatsSail(), (6,)), "germany", "uboat") < 4
    assert count(played(atlantic("1941-1-spring", 8, 4), UBoatsSail(), (5,)), "germany", "uboat") <= 6


@pytest.mark.rule("tw-29.17")
def test_29_17_the_forecast_counts_the_second_die() -> None:
    war = submarines.UBoatWar("1941-1-spring", 8, 4, by_table=True)
    found = distribution(submarines.UBoatCore(), war).of(submarines.resolve)
    worn = found.of(lambda result: result.attrition)
    assert worn.chance(lambda lost: lost == 3) == Fraction(1, 10) * found.chance(lambda result: result.narfs > 0)


# ---------------------------------------------------------------- 29.19


def ships(turn: str = "1941-1-spring") -> TheWar:
    """The Atlantic with a British and an American Fleet and a carrier."""
    campaign = with_units(atlantic(turn, 4, 4, "capital-ships"), britain_fleet=2, us_fleet=1, britain_cv=1)
    nac = {f"britain-nac-{n}": Unit(power="britain", kind="nac", place="board") for n in (1, 2)}
    away = {"britain-fleet-2": attrs.evolve(campaign.units["britain-fleet-2"], depleted=True)}
    return attrs.evolve(campaign, units={**campaign.units, **nac, **away})


@pytest.mark.rule("tw-29.19")
@pytest.mark.parametrize("second", [1, 7])
def test_29_19_on_a_natural_1_a_second_die_up_to_7_depletes_a_fleet(second: int) -> None:
    hit = played(
        ships(),
        UBoatsSail(),
        (1, second, 3),
        ("britain torpedoed britain-fleet-1",),
    )
    assert hit.units["britain-fleet-1"].depleted and not hit.units["britain-cv-1"].depleted


@pytest.mark.rule("tw-29.19")
@pytest.mark.parametrize("second", [8, 10])
def test_29_19_from_8_a_carrier_and_one_nac(second: int) -> None:
    hit = played(
        ships(),
        UBoatsSail(),
        (1, second, 3),
        ("britain torpedoed britain-cv-1",),
    )
    assert hit.units["britain-cv-1"].depleted
    assert sum(hit.units[f"britain-nac-{n}"].depleted for n in (1, 2)) == 1


@pytest.mark.rule("tw-29.19")
def test_29_19_only_on_a_natural_1_and_only_with_the_option() -> None:
    plain = attrs.evolve(ships(), options={})
    assert not any(unit.depleted for unit in played(plain, UBoatsSail(), (1,)).units.values() if unit.kind == "cv")
    # Row 1 by a modifier is no natural 1 (ruling 134): no second die is asked for.
    assert count(played(ships(), UBoatsSail(), (2,)), "britain", "fleet") == 1
    bare = attrs.evolve(ships(), units={k: u for k, u in ships().units.items() if u.kind not in ("fleet", "cv")})
    assert not played(bare, UBoatsSail(), (1, 3)).pending


@pytest.mark.rule("tw-29.19")
def test_29_19_what_cannot_be_hit_is_refused() -> None:
    assert rules_of(refusals(ships(), "britain torpedoed britain-fleet-1")) == ["29.19"]
    choosing = attrs.evolve(ships(), pending={"1": capital_ships.Torpedoed("choose", "fleet")})
    for ship in ("britain-fleet-2", "britain-cv-1", "us-fleet-1", "nobody"):
        # The United States is neutral here; the other Fleet is depleted already.
        assert rules_of(refusals(choosing, f"britain torpedoed {ship}")) == ["29.19"], ship
    assert not refusals(at_war(choosing, "germany+us"), "britain torpedoed us-fleet-1")


# ---------------------------------------------------------------- 29.7


@pytest.mark.rule("tw-29.7")
@pytest.mark.parametrize(("uboats", "counters"), [(0, 0), (1, 1), (3, 1), (4, 2), (9, 3)])
def test_29_7_a_counter_for_each_three_uboats(uboats: int, counters: int) -> None:
    assert convoys.counters(uboats) == counters


@pytest.mark.rule("tw-29.7")
@pytest.mark.parametrize(
    ("contact", "faces", "rate", "smps"),
    [
        ("none", (2,), 3, 0),
        ("near", (5, 2), 4, 1),
        ("near", (6, 2), 3, 0),
        ("through", (6, 2), 5, 2),
        ("through", (7, 2), 3, 0),
    ],
)
def test_29_7_the_convoys_way_and_not_the_tables_mark_decides(
    contact: str, faces: tuple[int, ...], rate: int, smps: int
) -> None:
    # 2-1, row 2: DL1/DA2 with a mark of the table. Eight U-boats against one ASW that stays.
    before = atlantic("1941-1-spring", 8, 4, "convoys")
    plain = submarines.resolve(submarines.UBoatWar("1941-1-spring", 8, 4, face=2, rolled=True))
    assert plain.marks == ("*",)
    ended = played(before, UBoatsSail(), faces, (f"britain convoy {contact}",))
    # A third of the base of the British Isles: 186 less Canada's 24.
    assert ended.powers["britain"].narfs == 100 - min(plain.effective * rate, (186 - 24) // 3)
    assert ended.powers["britain"].smp_lost == smps
    assert ended.facts.get("convoy-hit", False) == (smps > 0)
    assert ended.facts.get("convoy-massacre", False) == (smps == 2)


@pytest.mark.rule("tw-29.7")
def test_29_7_what_is_no_way_or_no_convoy_is_refused() -> None:
    assert rules_of(refusals(atlantic("1941-1-spring", 8, 4), "britain convoy near")) == ["29.7"]
    under_way = attrs.evolve(atlantic("1941-1-spring", 8, 4), pending={"1": convoys.ConvoyRun("run", "pending.1")})
    assert rules_of(refusals(under_way, "britain convoy home")) == ["29.7"]
    assert not refusals(under_way, "britain convoy near")


# ---------------------------------------------------------------- 29.14


def mediterranean_war(turn: str = "1941-1-spring", subs: int = 2, asw: int = 2) -> TheWar:
    """Britain and Italy at war with submarines and ASW built, Malta and Alexandria British."""
    campaign = world(turn, "strategic-warfare.mediterranean-boxes", britain={"effort": "rle", "navy": 1})
    italy = attrs.evolve(campaign.powers["italy"], navy=3, narfs=30)
    ports = {
        name: Place(name=name, kind="port", holder="britain", tags={"mediterranean": True})
        for name in ("malta", "alexandria")
    }
    campaign = attrs.evolve(campaign, powers={**campaign.powers, "italy": italy}, places={**campaign.places, **ports})
    campaign = with_units(campaign, britain_uboat=subs, italy_asw=asw)
    return playing(at_war(campaign, "britain+italy"), "mediterranean-submarines")


@pytest.mark.rule("tw-29.14")
def test_29_14_forces_join_the_pools_once_and_only_with_the_option() -> None:
    assert not optional_forces.missing(world())
    joined = played(playing(world(), "mediterranean-submarines"), AddForces())
    assert joined.pools["britain-uboat"].count == joined.pools["italy-asw"].count == 2
    assert "ussr-int" not in joined.pools and not optional_forces.missing(joined)


@pytest.mark.rule("tw-29.14")
@pytest.mark.parametrize(
    ("fields", "net"),
    [
        ({}, -3),
        ({"ships": True}, -4),
        ({"malta_air": True}, -4),
        ({"italian_air": True}, -1),
        ({"german_air": True}, 0),
        ({"ships": True, "malta_air": True, "italian_air": True, "german_air": True}, 0),
    ],
)
def test_29_14_modifiers_of_its_own(fields: dict[str, bool], net: int) -> None:
    patrol = Patrol("1941-1-spring", 2, 2, nationality=-3, face=5, **fields)
    assert mediterranean.resolve(patrol).modifier == net


@pytest.mark.rule("tw-29.14")
@pytest.mark.parametrize("face", range(1, 11))
@pytest.mark.parametrize(("subs", "asw"), [(2, 1), (2, 2), (1, 2)])
def test_29_14_is_the_uboat_table_without_ambushes(face: int, subs: int, asw: int) -> None:
    found = mediterranean.resolve(Patrol("1941-1-spring", subs, asw, face=face))
    same = submarines.resolve(
        submarines.UBoatWar("1941-1-spring", subs, asw, convoys=True, victim="us", face=face, rolled=True)
    )
    assert (found.column, found.row, found.result, found.narfs) == (same.column, same.row, same.result, same.narfs)
    assert (found.subs_lost, found.asw_lost) == (same.uboats_lost + same.attrition, same.asw_lost)


@pytest.mark.rule("tw-29.14")
def test_29_14_in_a_campaign_from_the_boxes_to_the_narfs() -> None:
    placed = after(mediterranean_war(), "italy med-box asw=1 air=yes")
    placed = after(placed, "britain med-box subs=2 ships=yes")
    # -3 ratings, -1 ships, +2 TAC: a 6 is row 4 of 2-1.
    same = mediterranean.resolve(Patrol("1941-1-spring", 2, 1, nationality=-3, ships=True, italian_air=True, face=6))
    assert same.modifier == -2
    ended = played(placed, SubmarinesPatrol(), (6,))
    assert ended.powers["italy"].narfs == 30 - same.narfs
    assert count(ended, "britain", "uboat") == 2 - same.subs_lost


@pytest.mark.rule("tw-29.14")
def test_29_14_without_asw_no_die_and_the_best_cell() -> None:
    placed = after(mediterranean_war(asw=0), "britain med-box subs=2")
    ended = played(placed, SubmarinesPatrol())
    assert ended.powers["italy"].narfs == 30 - 6 and count(ended, "britain", "uboat") == 2


@pytest.mark.rule("tw-29.14")
def test_29_14_what_is_not_there_is_refused() -> None:
    campaign = mediterranean_war()
    assert not refusals(campaign, "britain med-box subs=2 ships=yes air=yes")
    assert not refusals(campaign, "italy med-box asw=2 air=yes")
    for line in ("britain med-box subs=3", "britain med-box subs=-1", "italy med-box asw=3"):
        assert rules_of(refusals(campaign, line)) == ["29.14"], line
    assert "29.14" in rules_of(refusals(campaign, "italy med-box subs=1"))
    for line in ("britain med-box asw=1", "italy med-box ships=yes", "us med-box", "france med-box"):
        assert rules_of(refusals(campaign, line)) == ["29.14"], line
    off = attrs.evolve(campaign, options={})
    assert rules_of(refusals(off, "britain med-box subs=1")) == ["29.14"]


@pytest.mark.rule("tw-29.14")
def test_29_14_submarines_ask_for_a_port_and_an_effort() -> None:
    campaign = mediterranean_war()
    lost = {key: attrs.evolve(place, holder="italy") for key, place in campaign.places.items()}
    assert rules_of(refusals(attrs.evolve(campaign, places=lost), "britain med-box subs=1")) == ["29.14"]
    assert rules_of(refusals(attrs.evolve(campaign, places=lost), "britain med-box ships=yes")) == ["29.14"]
    tired = {**campaign.powers, "britain": attrs.evolve(campaign.powers["britain"], effort="mle")}
    assert len(refusals(attrs.evolve(campaign, powers=tired), "britain med-box subs=1")) == 1


@pytest.mark.rule("tw-29.14")
def test_29_14_the_step_comes_up_in_war_and_with_submarines_only() -> None:
    step = steps.sequence()["strategic-warfare.mediterranean-boxes"]
    assert step.who(mediterranean_war()) == ("italy", "germany", "britain")
    assert not step.skipped(mediterranean_war())
    assert step.skipped(mediterranean_war(subs=0))
    assert "option" in step.skipped(attrs.evolve(mediterranean_war(), options={}))
    assert step.skipped(attrs.evolve(mediterranean_war(), wars={}))
    assert step.skipped(mediterranean_war("1941-2-summer"))
