"""Markers of RLE and LLE: where they lie, how many there are, what is too far from them, in a campaign (4.2, 4.3)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.kernel.reading import parse, understand
from engine.thewar.economy import effort_markers, free_efforts
from engine.thewar.map.board import Spot
from engine.thewar.ruleset import RULESET
from engine.thewar.world import whereabouts
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import after, refused
from tests.thewar.combat.test_circumstances import west, with_units
from tests.thewar.ground.test_ground_fight import ATTACKS, MOVE, SECOND, given, stepped
from tests.thewar.looked_at import on_their_own_hexes
from tests.thewar.values import limit_used, wars_of

EFFORTS = "axis.operations.efforts"
WAR = "1940-1-spring"
BRUSSELS = "germany attack brussels units=2-arm-8-8 against=belgium-inf-3-5"
BELGRADE = "germany attack belgrade units=arm-8-8 against=yugoslavia-inf-3-5"
NEAR_BY = "germany attack antwerp units=arm-8-8 against=yugoslavia-inf-3-5"


def under(kind: str, many: int = 1, step: str = ATTACKS, **others: str) -> TheWar:
    """Germany at war in the Low Countries and in Yugoslavia under so many efforts."""
    campaign = west(step=step)
    more = {f"germany-arm-{n}": Unit(power="germany", kind="arm", strength="8-8") for n in (811, 812, 813)}
    more["yugoslavia-inf-821"] = Unit(power="yugoslavia", kind="inf", strength="3-5")
    campaign = attrs.evolve(campaign, units={**campaign.units, **more})
    figures = {key: attrs.evolve(campaign.powers[key], effort=one) for key, one in others.items()}
    figures["germany"] = attrs.evolve(campaign.powers["germany"], effort=kind, efforts=many)
    attacked = attrs.evolve(campaign.countries["yugoslavia"], status="associate", patron="britain")
    return attrs.evolve(
        campaign,
        countries={**campaign.countries, "yugoslavia": attacked},
        wars=wars_of({**campaign.wars, "germany+yugoslavia": WAR, "germany+ussr": WAR}),
        powers={**campaign.powers, **figures},
    )


def laid(kind: str, *where: str, many: int = 0, inside: int = 0) -> TheWar:
    """The same with markers laid."""
    campaign = after(under(kind, many or len(where), EFFORTS), f"germany markers {inside} at={','.join(where)}")
    return stepped(campaign, ATTACKS)


# --- laying them


def test_4_2_the_step_speaks_of_the_soviet_union_where_markers_may_lie_there() -> None:
    doubled, step = under("lle", 2, EFFORTS), RULESET.sequence[EFFORTS]
    assert "Axis markers inside the 1939 Soviet Union cost twice" in step.says(doubled)[0]
    assert not any("Soviet Union" in line for line in step.says(under("sle", 1, EFFORTS))), "no markers"
    peace = attrs.evolve(doubled, wars={key: war for key, war in doubled.wars.items() if key != "germany+ussr"})
    allied = stepped(under("lle", 2, EFFORTS, britain="rle"), "allied.operations.efforts")
    for other in (peace, allied):
        assert not any("Soviet Union" in line for line in RULESET.sequence[other.progress.step].says(other))


@pytest.mark.rule("tw-4.2-radius", "tw-4.3-radius")
def test_4_2_markers_are_laid_at_places_hexes_and_names_and_come_off_with_their_turn() -> None:
    campaign = under("lle", 3, EFFORTS)
    line = "germany markers 0 at=cologne,1430,balkans"
    order = understand(RULESET, line, campaign)
    assert parse(RULESET, order.text) == order
    assert order.sentence(campaign) == "Germany places LLE markers: Cologne, 1430, Balkans"
    there = after(campaign, line)
    assert {one.place for one in there.markers.values()} == {"cologne", "1430", "balkans"}
    assert {one.kind for one in there.markers.values()} == {"lle"}
    assert there.powers["germany"].narfs == campaign.powers["germany"].narfs
    assert not given(stepped(there, "axis.end.naval"), "germany done through axis.end.victory").markers


@pytest.mark.rule("tw-4.2-radius", "tw-4.3-radius")
def test_4_2_no_more_markers_than_were_bought_none_twice_and_none_with_the_enemy() -> None:
    campaign = under("rle", 2, EFFORTS)
    three = refused(campaign, "germany markers 0 at=cologne,berlin,kiel")
    assert "Germany has 2 of 2 markers to place, not 3 (4.2)" in three
    assert "Paris is France's (4.2)" in refused(campaign, "germany markers 0 at=paris")
    assert "lies at Kiel already (4.2)" in refused(campaign, "germany markers 0 at=kiel,kiel")
    # Later in the turn the rest is told, and no more than the rest.
    one = after(campaign, "germany markers 0 at=kiel")
    late = stepped(one, ATTACKS)
    assert "has 1 of 2 markers" in refused(late, "late germany markers 0 at=berlin,cologne")
    assert len(after(late, "late germany markers 0 at=berlin").markers) == 2
    assert "it lies there for its turn (4.2)" in refused(late, "unmark rle-germany-kiel")
    assert "not in this step" in refused(late, "germany markers 0 at=berlin")
    assert "has no RLE or LLE markers" in refused(under("sle", step=EFFORTS), "germany markers 0 at=kiel")


@pytest.mark.rule("tw-4.2-east")
def test_4_2_a_marker_at_a_place_inside_the_1939_ussr_is_counted_as_one() -> None:
    campaign = under("lle", 2, EFFORTS)
    kiev = attrs.evolve(campaign.places["kiev"], holder="germany")
    campaign = attrs.evolve(campaign, places={**campaign.places, "kiev": kiev})
    text = refused(campaign, "germany markers 0 at=kiev,berlin")
    assert "Kiev lies in the 1939 Soviet Union (4.3)" in text and "they cost twice" in text
    paid = after(campaign, "germany markers 1 at=kiev,berlin")
    assert paid.powers["germany"].narfs == campaign.powers["germany"].narfs - 2


@pytest.mark.rule("tw-4.2")
def test_4_2_markers_that_cost_nothing_more_are_laid_by_a_power_in_debt() -> None:
    campaign = under("lle", 1, EFFORTS)
    owing = attrs.evolve(campaign.powers["germany"], narfs=-21)
    campaign = attrs.evolve(campaign, powers={**campaign.powers, "germany": owing})
    assert not refused(campaign, "germany markers 0")
    assert "doubling costs 2 NARFs, -21 are in hand" in refused(campaign, "germany markers 1 at=kiev")


@pytest.mark.rule("tw-4.2-radius", "tw-4.3-radius")
def test_4_2_who_has_markers_is_asked_once_where_they_lie() -> None:
    campaign = under("lle", step=EFFORTS)
    assert RULESET.sequence[EFFORTS].who(campaign) == ("germany",)
    assert not RULESET.sequence[EFFORTS].skipped(campaign)
    assert given(campaign, "germany markers 0").progress.step != EFFORTS
    assert RULESET.sequence[EFFORTS].skipped(under("sle", step=EFFORTS))
    form = effort_markers.PlaceMarkers.form(campaign, "germany")
    assert form is not None and "cologne" in form.fields[0].choices and "paris" not in form.fields[0].choices
    play_line = form.pattern.format(at="cologne", inside="0")
    assert refused(campaign, play_line) == ""


# --- what they activate


@pytest.mark.rule("tw-4.3-radius")
def test_4_3_one_lle_does_not_let_attacks_on_brussels_and_on_belgrade_pass() -> None:
    # Nothing was said of where it lies: it is taken to lie where it is used first.
    campaign = under("lle")
    assert refused(campaign, BRUSSELS) == "" == refused(campaign, BELGRADE)
    one = after(campaign, BRUSSELS)
    text = refused(one, BELGRADE)
    assert "Belgrade is out of reach of Germany's LLE marker" in text
    assert "one is used at Brussels, about 14 hexes away (4.3, ruling 443)" in text
    assert "'late germany markers 0 at=HEX' says where one lies" in text
    assert refused(one, NEAR_BY) == ""
    # He says that it lies half way: then that is judged.
    said = after(one, "late germany markers 0 at=vienna")
    assert refused(said, BELGRADE) == ""
    assert "one lies at Vienna" in refused(said, BELGRADE.replace("belgrade", "madrid"))
    # With two it is no matter; called off, the one is free again.
    assert refused(after(under("lle", 2), BRUSSELS), BELGRADE) == ""
    assert refused(after(one, "germany call-off brussels"), BELGRADE) == ""


@pytest.mark.rule("tw-4.3-radius", "tw-4.2-radius")
def test_4_2_a_marker_activates_what_comes_from_within_its_radius() -> None:
    lle = on_their_own_hexes(laid("lle", "cologne"), "cologne")
    assert refused(lle, BRUSSELS) == ""
    assert "one lies at Cologne" in refused(lle, BELGRADE) and "4.3, ruling 443" in refused(lle, BELGRADE)
    # Four hexes of radius, 5 of movement and the next hex do not reach it either; with a second marker it is trusted.
    on_foot = BELGRADE.replace("arm-8-8", "inf-6-5")
    rle = on_their_own_hexes(laid("rle", "cologne"), "cologne")
    assert "4.2, ruling 443" in refused(rle, on_foot)
    assert refused(laid("rle", "cologne", "balkans"), on_foot) == ""
    two = on_their_own_hexes(laid("lle", "cologne", "berlin"), "cologne", "berlin")
    assert "ruling 443" in refused(two, on_foot)
    # Printed hexes are exact: 1 + 5 + 1 hexes for an INF, one more is too far.
    line = "germany attack {} units=inf-6-5 against=belgium-inf-3-5"
    exact = laid("lle", "1430")
    assert refused(exact, line.format("1437")) == ""
    assert "1438 is out of reach" in refused(exact, line.format("1438"))
    assert "one lies at 1430, 8 hexes away" in refused(exact, line.format("1438"))
    assert "late germany markers" not in refused(exact, line.format("1438"))
    # Where only the board knows, it is trusted.
    assert refused(exact, line.format("somewhere")) == ""


@pytest.mark.rule("tw-4.3-radius")
def test_4_3_units_moved_by_rail_come_from_afar_and_no_more_than_were_moved() -> None:
    campaign = on_their_own_hexes(laid("lle", "cologne"), "cologne")
    railed = attrs.evolve(campaign, used=limit_used("germany", "railmoves", 1))
    assert refused(railed, BELGRADE) == ""
    assert "ruling 443" in refused(railed, BELGRADE.replace("units=arm", "units=2-arm"))


@pytest.mark.rule("tw-4.2-radius", "tw-4.3-radius")
def test_4_2_ships_and_aircraft_begin_where_they_are_based() -> None:
    campaign = laid("lle", "cologne")
    based = Unit(power="germany", kind="tac", strength="1-5-4", place="konigsberg")
    near = attrs.evolve(based, place="essen")
    campaign = attrs.evolve(campaign, units={**campaign.units, "germany-tac-801": based, "germany-tac-802": near})
    text = refused(campaign, f"{BRUSSELS} air=germany-tac-801")
    assert "is out of reach of Germany's LLE marker: one lies at Cologne" in text and "Within 1 hexes" in text
    assert refused(campaign, f"{BRUSSELS} air=germany-tac-802") == ""
    announced = after(campaign, BRUSSELS)
    assert "ruling 443" in refused(announced, "germany support brussels germany-tac-801")
    ship = Unit(power="germany", kind="fleet", strength="1-12-5", place="kiel")
    sailing = attrs.evolve(
        stepped(campaign, "axis.operations.naval"), units={**campaign.units, "germany-fleet-9": ship}
    )
    mission = "germany mission west-baltic units=germany-fleet-9"
    assert "Kiel is out of reach of Germany's LLE marker" in refused(sailing, mission)
    sle = attrs.evolve(sailing.powers["germany"], effort="sle")
    assert "ruling 443" not in refused(attrs.evolve(sailing, powers={**sailing.powers, "germany": sle}), mission)


@pytest.mark.rule("tw-4.3-radius")
def test_4_3_an_automatic_victory_uses_a_marker_too() -> None:
    campaign = stepped(under("lle"), MOVE)
    overrun = "germany overrun {} units=6-arm-8-8 against={}"
    assert refused(campaign, overrun.format("belgrade", "yugoslavia-inf-3-5")) == ""
    used = after(campaign, overrun.format("belgrade", "yugoslavia-inf-3-5"))
    assert "ruling 443" in refused(stepped(used, ATTACKS), BRUSSELS)


def test_the_reconstructed_map_agrees_with_the_printed_hexes_of_the_campaign() -> None:
    campaign = west()
    for key, place in campaign.places.items():
        if place.hex:
            assert whereabouts.spot(campaign, key) == Spot(place.hex, 0, "scenario")
    gibraltar, cordoba = whereabouts.spot(campaign, "gibraltar"), whereabouts.spot(campaign, "cordoba")
    assert gibraltar and cordoba and whereabouts.apart(gibraltar, cordoba) == 1
    assert whereabouts.spot(campaign, "us-box") is None is whereabouts.spot(campaign, "nowhere")
    brussels, antwerp = (whereabouts.spot(campaign, key) for key in ("brussels", "antwerp"))
    assert brussels and antwerp and whereabouts.apart(brussels, antwerp) == 0


# --- whose effort


@pytest.mark.rule("tw-4.3-bans")
def test_4_3_who_has_an_lle_attacks_nobody_in_the_second_impulse_though_an_ally_opens_it() -> None:
    italian = {"italy-arm-831": Unit(power="italy", kind="arm", strength="2-8")}
    campaign = stepped(under("lle", italy="sle"), SECOND)
    campaign = attrs.evolve(campaign, units={**campaign.units, **italian})
    germans = "germany attack antwerp units=4-arm-8-8 against=belgium-inf-3-5"
    assert "Limited Effort allows no second impulse (4.3)" in refused(campaign, germans)
    both = "italy attack antwerp units=italy-arm-2-8,4-germany-arm-8-8 against=belgium-inf-3-5"
    assert "4 ARM 8-8 of Germany: Limited Effort allows no second impulse (4.3)" in refused(campaign, both)
    free = attrs.evolve(campaign.powers["germany"], effort="rle")
    allowed = attrs.evolve(campaign, powers={**campaign.powers, "germany": free})
    assert "second impulse" not in refused(allowed, germans)
    moving = stepped(campaign, "axis.operations.second-impulse")
    assert "allows no second impulse (4.3)" in refused(moving, germans.replace("attack", "overrun"))


@pytest.mark.rule("tw-4.2-minorfree")
def test_4_2_an_invaded_neutral_acts_under_its_free_rle_in_its_turn_and_not_again() -> None:
    campaign = stepped(west(), "allied.operations.attacks")
    mle = {key: attrs.evolve(campaign.powers[key], effort="mle") for key in ("britain", "france")}
    since = {key: attrs.evolve(campaign.countries[key], status="satellite", since=WAR) for key in ("belgium",)}
    campaign = attrs.evolve(campaign, powers={**campaign.powers, **mle}, countries={**campaign.countries, **since})
    line = "britain attack 1430 units=belgium-inf-3-5 against=germany-para-2-5"
    assert "belgium" in free_efforts.of(campaign)
    assert "allows no combat" not in refused(campaign, line)
    # A Second Effort for nothing there is not: from the next turn on its patron pays.
    later = attrs.evolve(campaign, first="1940-2-summer")
    assert free_efforts.of(later) == ()
    assert "Movement Effort allows no combat (4.4)" in refused(later, line)
    # Nor is it its patron's.
    with_british = with_units(campaign, "britain inf 4-5")
    helped = line.replace("units=", "units=britain-inf-4-5,")
    assert "allows no combat" in refused(with_british, helped)


def test_undo_and_what_if_leave_no_marker_behind() -> None:
    campaign = under("lle", step=EFFORTS)
    order = understand(RULESET, "germany markers 0 at=cologne", campaign)
    there, entry = play.apply(RULESET, campaign, order, seat="solo", dice=FixedDice(()), n=1)
    assert there.markers and not campaign.markers
    assert not play.undo(there, [entry], seat="solo", n=2).campaign.markers
