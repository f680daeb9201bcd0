"""What a status allows: whose land is entered, flown over, based in, attacked from; who has to leave; Soviets and the
West apart; peace (6.1, 6.2.2, 6.3.2, 6.4.4, 6.4.5, 16.3.1 to 16.3.4, 23.21, 23.22, 23.43, 23.50)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel import ruleset
from engine.kernel.sheets.ledger import Duties
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import Place, TheWar, Unit
from tests.thewar.builds import at, refused
from tests.thewar.countries.test_declarations import given
from tests.thewar.countries.test_straits import held, land
from tests.thewar.minors import at as declaring
from tests.thewar.minors import at_war, hand, moved, with_country
from tests.thewar.values import wars_of

MOVE, STRATMOVE, AIRLIFT = "axis.operations.first-impulse", "axis.stratmove.ground", "axis.stratmove.air"
KINDS = {"inf": "6-5", "tac": "1-5-4", "fleet": "1-12-5"}


def guests(step: str = MOVE, turn: str = "1941-1-spring", wars: tuple[str, ...] = (), **where: str) -> TheWar:
    """A campaign with an INF, a TAC and a Fleet of each power, on the board or where named (``germany_inf="oslo"``);
    those of Britain and Germany are at war with each other."""
    units = {
        f"{power}-{kind}-600": Unit(power=power, kind=kind, strength=strength)
        for power in ("germany", "italy", "britain", "us", "ussr", "finland")
        for kind, strength in KINDS.items()
    }
    for name, place in where.items():
        power, kind = name.split("_")
        key = f"{power}-{kind}-600"
        units[key] = attrs.evolve(units[key], place=place)
    fought = dict.fromkeys(("britain+germany", *wars), "1939-3-fall")
    return attrs.evolve(at(step, turn), units=units, wars=wars_of(fought), installations={})


def based(campaign: TheWar, power: str, kind: str, where: str) -> str:
    """Why a unit is not recorded at a place."""
    return refused(campaign, f"{power} station {where} units={power}-{kind}-600")


def told(campaign: TheWar) -> str:
    """The duties of the turn."""
    sheet: Any = RULESET.sheet(Duties)
    return "\n".join(duty.text for duty in sheet.due(campaign))


# ---------------------------------------------------------------- neutrals, Sympathizers, Associates


@pytest.mark.rule("tw-6.1", "tw-16.3.1")
@pytest.mark.parametrize("kind", ["inf", "tac", "fleet"])
def test_6_1_nobody_stands_in_a_neutral_country_or_attacks_there_without_a_declaration(kind: str) -> None:
    neutral = guests()
    assert "Oslo is in Norway, a neutral country (9.4.2, 6.3.1)" in based(neutral, "germany", kind, "oslo")
    # Who is found there is attacked in war alone; no aircraft flies there.
    there = guests(britain_tac="oslo", britain_inf="oslo")
    line = "germany attack oslo units=germany-inf-600 against=britain-inf-600"
    text = refused(there, line)
    assert "Oslo is in Norway, a neutral country, with which Germany is not at war (6.1, 16.3.1)" in text
    assert "'germany declare norway'" in text
    raid = "germany counter-air oslo units=germany-tac-600 against=britain-tac-600"
    over = attrs.evolve(there, progress=attrs.evolve(there.progress, step="axis.operations.counter-air"))
    assert "Norway, a neutral country, with which Germany is not at war" in refused(over, raid)
    war = at_war(over, "germany+norway")
    assert "6.1" not in refused(war, raid) and "6.1" not in refused(at_war(there, "germany+norway"), line)


@pytest.mark.rule("tw-16.3.2")
def test_16_3_2_a_sympathizer_is_flown_over_and_passed_by_sea_and_nobody_bases_in_it() -> None:
    friend = with_country(guests(), "norway", status="sympathizer", patron="germany")
    for kind, where in (("inf", "oslo"), ("tac", "oslo"), ("fleet", "oslo")):
        text = based(friend, "germany", kind, where)
        assert "in Norway, Sympathizer of Germany (9.4.2, 16.3.2)" in text, text
        assert "nobody enters it or bases there" in text
    # In the air over it by strategic movement, its own friend alone; never on the ground.
    flying = attrs.evolve(friend, progress=attrs.evolve(friend.progress, step=AIRLIFT))
    assert "16.3" not in refused(flying, "germany stratmove air through=norway")
    assert "Norway is Sympathizer of Germany (16.3.2)" in refused(flying, "italy stratmove air through=norway")
    walking = attrs.evolve(friend, progress=attrs.evolve(friend.progress, step=STRATMOVE))
    assert "Norway is Sympathizer of Germany (16.3.2)" in refused(walking, "germany stratmove ground through=norway")
    assert "Oslo is in Norway, Sympathizer of Germany" in refused(flying, "germany stratmove air to=oslo")


@pytest.mark.rule("tw-16.3.3")
def test_16_3_3_in_an_associate_its_patron_bases_and_passes_and_attacks_nobody() -> None:
    friend = with_country(guests(), "norway", status="associate", patron="germany")
    for kind in KINDS:
        assert based(friend, "germany", kind, "oslo") == ""
        assert "Associate of Germany (9.4.2)" in based(friend, "italy", kind, "oslo")
    walking = attrs.evolve(friend, progress=attrs.evolve(friend.progress, step=STRATMOVE))
    assert "16.3" not in refused(walking, "germany stratmove ground through=norway")
    assert "Norway is Associate of Germany (16.3.3)" in refused(walking, "italy stratmove ground through=norway")
    # No attack out of it, by whatever arm; out of a Satellite there is.
    lines = {
        "inf": "germany attack hex-0620 units=germany-inf-600 against=britain-inf-600",
        "tac": "germany counter-air hex-0620 units=germany-tac-600 against=britain-tac-600",
        "fleet": "germany mission north-sea units=germany-fleet-600 against=britain-fleet-600",
    }
    steps = {"inf": "attacks", "tac": "counter-air", "fleet": "naval"}
    for kind, line in lines.items():
        where: dict[str, Any] = {f"germany_{kind}": "oslo"}
        from_it = guests(f"axis.operations.{steps[kind]}", **where)
        bound = with_country(from_it, "norway", status="associate", patron="germany")
        assert "does not attack out of Norway, an Associate (16.3.3)" in refused(bound, line)
        free = with_country(from_it, "norway", status="satellite", patron="germany")
        assert "16.3.3" not in refused(free, line)


@pytest.mark.rule("tw-16.3.3")
def test_16_3_3_who_is_stationed_in_an_associate_is_attacked_in_war_with_both() -> None:
    there = guests("allied.operations.attacks", germany_inf="oslo")
    there = with_country(there, "norway", status="associate", patron="germany")
    line = "britain attack oslo units=britain-inf-600 against=germany-inf-600"
    text = refused(there, line)
    assert "Oslo is in Norway, associate of Germany, with which Britain is not at war (6.1, 16.3.3)" in text
    assert "'britain declare norway'" in text
    assert "16.3.3" not in refused(at_war(there, "britain+norway"), line)


@pytest.mark.rule("tw-16.3.4")
def test_16_3_4_a_satellite_is_at_war_with_its_masters_enemies_at_once_and_has_all_rights() -> None:
    before = declaring("1941-1-spring", "planning.diplomacy")
    enemies = {"britain+norway", "france+norway"}
    assert not enemies & set(before.wars)
    joined = given(before, "status norway satellite patron=germany")
    assert enemies <= set(joined.wars)
    # And is no more once it is none any more.
    left = given(joined, "status norway associate patron=germany")
    assert not enemies & set(left.wars)
    satellite = with_country(guests(), "norway", status="satellite", patron="germany")
    assert based(satellite, "germany", "tac", "oslo") == "" == based(satellite, "germany", "inf", "oslo")
    # Its master's allies pass it as he does, in the air and on the ground.
    for step, kind in ((AIRLIFT, "air"), (STRATMOVE, "ground")):
        passing = attrs.evolve(satellite, progress=attrs.evolve(satellite.progress, step=step))
        assert "16.3" not in refused(passing, f"italy stratmove {kind} through=norway")


@pytest.mark.rule("tw-16.3.3-leave")
def test_16_3_3_who_stands_in_a_former_associate_has_to_leave_and_is_out_of_supply_after() -> None:
    there = guests(germany_inf="oslo")
    friend = with_country(there, "norway", status="associate", patron="germany", since="1939-3-fall")
    assert "Norway" not in told(friend)
    fallen = with_country(friend, "norway", status="sympathizer", patron="germany", since="1941-1-spring")
    assert "INF 6-5 of Germany in Norway: has to leave in its player turn" in told(fallen)
    attack = "germany attack hex-0620 units=germany-inf-600 against=britain-inf-600"
    fighting = attrs.evolve(fallen, progress=attrs.evolve(fallen.progress, step="axis.operations.attacks"))
    assert "ruling 319" not in refused(fighting, attack)
    # Its own player turn is over, and a turn after too: out of supply as long as it stays.
    over = attrs.evolve(fallen, progress=attrs.evolve(fallen.progress, step="allied.operations.attacks"))
    assert "INF 6-5 of Germany in Norway: has not left and is out of supply" in told(over)
    late = moved(fighting, "1941-2-summer")
    assert "has not left the former Associate and is out of supply (16.3.3, ruling 319)" in refused(late, attack)
    assert "ruling 319" not in refused(late, f"{attack} facts=attackers-unsupplied")
    # Who moves second has his own player turn still before him.
    british = with_country(guests(britain_inf="oslo"), "norway", status="sympathizer", patron="britain",
                           since="1941-1-spring")  # fmt: skip
    theirs = attrs.evolve(british, progress=attrs.evolve(british.progress, step="allied.operations.attacks"))
    assert "ruling 319" not in refused(theirs, "britain attack hex-0620 units=britain-inf-600 against=germany-inf-600")
    # Nor does a country's own unit have to leave it.
    at_home = Unit(power="norway", kind="inf", strength="2-3", place="oslo")
    assert "Norway" not in told(attrs.evolve(friend, units={"norway-inf-600": at_home}))
    # It may still go, by any road.
    assert refused(late, "germany station board units=germany-inf-600") == ""
    gone = given(late, "germany station board units=germany-inf-600")
    assert "Norway" not in told(gone) and "ruling 319" not in refused(gone, attack)
    flying = with_country(guests(AIRLIFT, germany_tac="oslo"), "norway", status="neutral", patron="")
    assert "Norway" not in refused(flying, "germany stratmove air origin=oslo to=berlin")


# ---------------------------------------------------------------- Soviets and the West


@pytest.mark.rule("tw-6.2.2")
@pytest.mark.parametrize("kind", ["inf", "tac", "fleet"])
def test_6_2_2_soviets_and_the_west_neither_enter_nor_stack_nor_fight_together(kind: str) -> None:
    allied = guests("allied.operations.attacks", "1943-2-summer", ("germany+ussr",), ussr_inf="cairo")
    assert "Soviets and Western Allies keep apart (6.2.2, 9.4.1)" in based(allied, "britain", kind, "leningrad")
    assert "Soviets and Western Allies keep apart (6.2.2, 9.4.1)" in based(allied, "ussr", kind, "london")
    # Within the borders of 1939 also where Germany holds the place.
    taken = held(allied, kiev="germany")
    assert "Kiev lies within the Soviet Union of 1939 (6.2.2)" in refused(taken, "capture kiev britain")
    assert "6.2.2" not in refused(taken, "capture kiev ussr")
    # In one place, one attack, one mission.
    assert "are not in one place" in based(allied, "britain", "inf", "cairo")
    against = "against=germany-inf-600"
    both = refused(allied, f"britain attack hex-2020 units=britain-inf-600,ussr-inf-600 {against}")
    assert "Soviets and Western Allies are not in one battle or mission" in both and "(6.2.2, ruling 332)" in both
    air = refused(allied, f"britain attack hex-2020 units=britain-inf-600 {against} air=ussr-tac-600")
    assert "6.2.2" in air and "6.2.2" not in refused(allied, f"britain attack hex-2020 units=britain-inf-600 {against}")
    sea = guests("allied.operations.naval", "1943-2-summer", ("germany+ussr",))
    sailing = "britain mission norwegian-sea units=britain-fleet-600,ussr-fleet-600"
    assert "not in one battle or mission" in refused(sea, sailing)


# ---------------------------------------------------------------- efforts, peace, one country


@pytest.mark.rule("tw-6.3.2")
def test_6_3_2_an_effort_activates_own_units_and_own_satellites_alone() -> None:
    axis = guests("axis.operations.attacks", "1941-1-spring", ("britain+italy",))
    efforts = {"germany": "sle", "italy": "none", "britain": "none"}
    powers = {key: attrs.evolve(axis.powers[key], effort=effort) for key, effort in efforts.items()}
    axis = attrs.evolve(axis, powers={**axis.powers, **powers})
    line = "germany attack hex-2020 units={} against=britain-inf-600"
    assert "of Italy" in refused(axis, line.format("germany-inf-600,italy-inf-600"))
    assert "effort" in refused(axis, "italy attack hex-2020 units=italy-inf-600 against=britain-inf-600").lower()
    assert refused(axis, line.format("germany-inf-600")) == ""
    # Its Satellite's fight under its effort, another's do not.
    romanian = Unit(power="romania", kind="inf", strength="3-5")
    east = attrs.evolve(axis, units={**axis.units, "romania-inf-600": romanian})
    east = at_war(with_country(east, "romania", status="satellite", patron="germany"), "britain+romania")
    assert refused(east, line.format("germany-inf-600,romania-inf-600")) == ""
    others = with_country(east, "romania", status="satellite", patron="italy")
    assert "Italy" in refused(others, line.format("germany-inf-600,romania-inf-600"))


@pytest.mark.rule("tw-6.4.4")
@pytest.mark.parametrize("country", ["slovakia", "norway", "greece"])
def test_6_4_4_nobody_makes_peace_but_four_satellites(country: str) -> None:
    before = declaring("1944-3-fall", orders=())
    war = with_country(before, country, status="satellite", patron="germany")
    war = at_war(war, "germany+ussr", f"{country}+ussr", f"britain+{country}")
    attacked = attrs.evolve(war, facts={**war.facts, f"attacked-{country}": "1941-1-spring"})
    operating = attrs.evolve(attacked, progress=attrs.evolve(attacked.progress, step="allied.operations.combat"))
    text = refused(operating, f"entered {country}")
    assert text and "6.4.4" in text, text
    planning = attrs.evolve(attacked, progress=attrs.evolve(attacked.progress, step="planning.diplomacy"))
    assert "there is no diplomacy in it" in refused(planning, f"status {country} neutral")
    # The four drop out or change sides, and their wars end.
    for one in ("finland", "romania", "hungary", "bulgaria"):
        joined = with_country(operating, one, status="satellite", patron="germany")
        joined = at_war(joined, f"{one}+ussr", f"britain+{one}")
        out = given(joined, f"entered {one}")
        assert f"{one}+ussr" not in out.wars and "+".join(sorted(("britain", one))) not in out.wars


@pytest.mark.rule("tw-6.4.5")
def test_6_4_5_belgium_and_luxembourg_are_one_country() -> None:
    before = declaring("1940-2-summer")
    now = given(before, "germany declare luxembourg")
    assert hand(before, "germany") - hand(now, "germany") == 5 and "belgium+germany" in now.wars
    again = refused(now, "germany declare belgium"), refused(now, "germany declare luxembourg")
    assert all("is at war with Belgium-Luxembourg already" in text for text in again)


# ---------------------------------------------------------------- Finland, Gibraltar, Romania, Sweden


@pytest.mark.rule("tw-23.21")
def test_23_21_finns_stack_alone_and_stay_at_home() -> None:
    war = with_country(guests(wars=("germany+ussr",)), "finland", status="satellite", patron="germany")
    war = at_war(war, "finland+ussr")
    second = {"finland-inf-601": Unit(power="finland", kind="inf", strength="6-5")}
    war = attrs.evolve(war, units={**war.units, **second})
    at_home = Place(name="Helsinki", country="finland", holder="finland")
    war = attrs.evolve(war, places={**war.places, "helsinki": at_home})
    text = refused(war, "germany station helsinki units=finland-inf-600,finland-inf-601")
    assert "2 units stack at Helsinki (10.8.1)" in text and "Finnish units do not stack" in text
    assert refused(war, "germany station helsinki units=finland-inf-600") == ""
    for where in ("leningrad", "berlin"):
        there = held(war, **{where: "germany"})
        assert "units of Finland do not enter" in refused(there, f"germany station {where} units=finland-inf-600")


@pytest.mark.rule("tw-23.22-exit")
def test_23_22_the_axis_leaves_the_mediterranean_once_gibraltar_lacks_garrison_or_watch() -> None:
    out = "italy mission eastern-atlantic units=italy-fleet-600"
    named = guests("axis.operations.naval", wars=("britain+italy",), italy_fleet="genoa")
    both = attrs.evolve(
        named,
        units={
            **named.units,
            "britain-inf-700": Unit(power="britain", kind="inf", strength="2-5", place="gibraltar"),
            "britain-fleet-700": Unit(power="britain", kind="fleet", strength="1-12-5", place="gibraltar"),
        },
    )
    assert "has its garrison and a whole ship or aircraft" in refused(both, out) and "23.22" in refused(both, out)
    for lacks in ("britain-inf-700", "britain-fleet-700"):
        bare = attrs.evolve(both, units={key: unit for key, unit in both.units.items() if key != lacks})
        assert "Gibraltar" not in refused(bare, out)
    worn = attrs.evolve(both.units["britain-fleet-700"], depleted=True)
    assert "Gibraltar" not in refused(attrs.evolve(both, units={**both.units, "britain-fleet-700": worn}), out)
    # With nothing recorded the table is asked; into the Mediterranean 7.3 alone counts.
    assert "'britain station gibraltar units=...' says who is" in refused(named, out)
    atlantic = guests("axis.operations.naval", wars=("britain+italy",), germany_fleet="brest")
    entering = "germany mission levant units=germany-fleet-600"
    assert "Britain holds Gibraltar (7.3)" in refused(held(atlantic, brest="germany"), entering)


@pytest.mark.rule("tw-23.43-rail")
@pytest.mark.parametrize("status", ["associate", "satellite"])
def test_23_43_no_german_rail_nor_aircraft_into_romania_before_the_turn_after_barbarossa(status: str) -> None:
    friend = with_country(guests("axis.operations.rail"), "romania", status=status, patron="germany")
    rail, text = "germany railmove 1 to=ploesti", "German units go to Ploesti neither by rail nor by air yet (23.43)"
    assert text in refused(friend, rail)
    flying = attrs.evolve(friend, progress=attrs.evolve(friend.progress, step=AIRLIFT))
    for line in ("germany stratmove air to=ploesti", "germany stratmove air origin=ploesti to=berlin"):
        assert text in refused(flying, line)
    staging = attrs.evolve(friend, progress=attrs.evolve(friend.progress, step=MOVE))
    assert text in based(staging, "germany", "tac", "ploesti")
    # Others' aircraft come too, and German ones go elsewhere.
    assert "23.43" not in refused(flying, "italy stratmove air to=ploesti")
    assert "23.43" not in refused(flying, "germany stratmove air to=berlin")
    # On foot they come.
    assert "23.43" not in based(staging, "germany", "inf", "ploesti")
    war = attrs.evolve(friend, wars=wars_of({**{key: one.since for key, one in friend.wars.items()},
                                             "germany+ussr": "1941-2-summer"}))  # fmt: skip
    assert text in refused(moved(war, "1941-2-summer"), rail)
    assert "23.43" not in refused(moved(war, "1941-3-fall"), rail)


@pytest.mark.rule("tw-23.50-ore")
def test_23_50_who_controls_sweden_passes_into_the_baltic() -> None:
    west = guests("allied.operations.naval", britain_fleet="scapa-flow")
    sailing = "britain mission west-baltic units=britain-fleet-600"
    for status, patron in (("neutral", ""), ("associate", "britain"), ("satellite", "germany")):
        closed = refused(land(west, "sweden", status, patron), sailing)
        assert "no Ally controls Denmark or Sweden (7.3)" in closed and "The West Baltic is closed" in closed
    for status in ("satellite", "conquered"):
        assert "7.3" not in refused(land(west, "sweden", status, "britain"), sailing)


def test_the_sheet_of_duties_is_the_games_own() -> None:
    assert ruleset.of(guests()).sheet(Duties) is RULESET.sheet(Duties)
