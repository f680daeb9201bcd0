"""A declaration of war that surprises: told, used by the first battle, closed by the turn's end, without effect in a
later turn; the airbase that comes with an attack on Greece or Yugoslavia (6.4.3, 18.2, 21.4, 23.23, 23.58)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel import telling
from engine.kernel.dice import FixedDice
from engine.kernel.sheets.ledger import Duties
from engine.kernel.transaction import Transaction
from engine.thewar.combat import mobility, surprises
from engine.thewar.rooms import HOUSE
from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar
from engine.thewar.world.state import Place, TheWar, Unit
from tests.thewar.air.test_air_fight import Played
from tests.thewar.builds import refused
from tests.thewar.countries.test_declarations import given
from tests.thewar.minors import at, at_war, hand, moved, with_country

ATTACKS, COMBAT, ALLIED = "axis.operations.attacks", "axis.operations.combat", "allied.operations.first-impulse"
SEDAN = "germany attack sedan units=2-arm-8-8 against=1-france-inf-6-5"
LWOW = "germany attack lwow units=2-arm-8-8 against=1-ussr-inf-4-5"


def ready(turn: str, step: str = "declarations.declare", **changes: Any) -> TheWar:
    """The 1939 campaign at a turn: everybody under an SLE with money, a few units of each on the board."""
    campaign = at(turn, step)
    able = {key: attrs.evolve(power, effort="sle", narfs=300) for key, power in campaign.powers.items()}
    strengths = {("germany", "arm"): "8-8", ("germany", "inf"): "6-5", ("france", "inf"): "6-5", ("ussr", "inf"): "4-5"}
    units = {
        f"{power}-{kind}-{number}": Unit(power=power, kind=kind, strength=strength)
        for (power, kind), strength in strengths.items()
        for number in range(801, 805)
    }
    return attrs.evolve(campaign, powers=able, units=units, **changes)


def on(campaign: TheWar, step: str) -> TheWar:
    """The campaign at another step of its turn."""
    return attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step=step, done=()))


def declared(turn: str, line: str) -> TheWar:
    """A declaration given, and all that follows of itself when Germany goes on."""
    after = given(ready(turn), line)
    if after.pending:
        after = given(after, "status belgium satellite patron=france")
    return given(after, "germany done")


def told(campaign: TheWar) -> str:
    sheet: Any = RULESET.sheet(Duties)
    return "\n".join(duty.text for duty in sheet.due(campaign))


def ended(campaign: TheWar) -> TheWar:
    """The campaign after its turn has ended."""
    tx: Transaction[TheWar] = Transaction(campaign, FixedDice(()), calendar.turn(campaign), "germany")
    HOUSE.end_turn(tx, "germany")
    return tx.campaign


# ---------------------------------------------------------------- told, used, closed


@pytest.mark.rule("tw-6.4.3", "tw-18.2")
def test_6_4_3_a_declaration_on_the_low_countries_tells_of_the_surprise_and_stops_nobody() -> None:
    game = Played(ready("1940-2-summer")).give("germany declare belgium")
    game.give("status belgium satellite patron=france").give("germany done")
    said = [text for _, text in telling.backwards(game.campaign, game.entries)]
    assert "Surprise in the West this turn, once French or British units in France are attacked" in said
    assert game.campaign.facts["western-surprise-due"] == "1940-2-summer"
    # Nothing is left to be closed by hand: the segment is over.
    assert not game.campaign.progress.step.startswith("declarations.western")
    assert "Surprise in the West this turn alone" in told(game.campaign)
    nothing = given(ready("1940-2-summer"), "germany declare denmark", "germany done")
    assert "western-surprise-due" not in nothing.facts and "Surprise" not in told(nothing)


@pytest.mark.rule("tw-6.4.3", "tw-18.2", "tw-18.2-eff")
def test_6_4_3_the_surprise_of_the_west_holds_in_its_turn_and_not_in_a_later_one() -> None:
    due = declared("1940-2-summer", "germany declare belgium")
    named = f"{SEDAN} facts=western-surprise"
    assert refused(on(due, ATTACKS), named) == ""
    fought = given(on(given(on(due, ATTACKS), SEDAN), COMBAT), "germany fight sedan", faces=(1, 1, 1))
    assert fought.facts["western-surprise-turn"] == "1940-2-summer" and not fought.facts["western-surprise-open"]
    slow = on(fought, ALLIED)
    assert mobility.surprised(slow, "france") and "Surprise" not in told(slow)
    # A turn later nothing of it is left, whoever names it.
    later = moved(fought, "1940-3-fall", ATTACKS)
    text = refused(later, named)
    assert "'western-surprise' does not hold: Germany has not declared war on Belgium" in text and "18.2" in text
    assert not mobility.surprised(moved(fought, "1940-3-fall", ALLIED), "france")


@pytest.mark.rule("tw-6.4.3")
def test_6_4_3_what_is_not_used_in_its_turn_is_gone() -> None:
    due = declared("1940-2-summer", "germany declare belgium")
    late = moved(due, "1940-3-fall", ATTACKS)
    assert "does not hold: Germany has not declared war" in refused(late, f"{SEDAN} facts=western-surprise")
    # Through the Netherlands it may still come; with both declared on it is closed as the turn ends.
    dutch = given(moved(late, "1940-3-fall", "declarations.declare"), "germany declare netherlands")
    assert refused(on(dutch, ATTACKS), f"{SEDAN} facts=western-surprise") == ""
    assert surprises.awaited_in_west(due) and surprises.awaited_in_west(dutch)
    # It is told anew in the turn of each declaration.
    assert due.facts["western-surprise-due"] == "1940-2-summer"
    assert given(dutch, "germany done").facts["western-surprise-due"] == "1940-3-fall"
    # Where France is out of the war nobody is left to be surprised, whatever was declared.
    alone = attrs.evolve(due.powers["france"], surrendered="1940-2-summer")
    assert ended(attrs.evolve(due, powers={**due.powers, "france": alone})).facts["western-surprise-open"] is False
    over = ended(dutch)
    assert over.facts["western-surprise-open"] is False
    assert ended(due).facts["western-surprise-open"] is True


@pytest.mark.rule("tw-6.4.3", "tw-21.4-surp")
def test_6_4_3_the_surprise_of_the_east_is_that_of_the_turn_of_the_german_attack() -> None:
    due = declared("1941-2-summer", "germany declare ussr")
    assert due.facts["eastern-surprise-due"] == "1941-2-summer" and "Surprise in the East" in told(due)
    assert refused(on(due, ATTACKS), f"{LWOW} facts=barbarossa") == ""
    assert "21.4" in refused(moved(due, "1941-3-fall", ATTACKS), f"{LWOW} facts=barbarossa")
    assert ended(due).facts["eastern-surprise-open"] is False
    # In another year, or declared by the Soviets, there is none, and none is told.
    spring = declared("1942-1-spring", "germany declare ussr")
    assert "eastern-surprise-due" not in spring.facts
    assert "only an attack in Summer or Fall 1941" in refused(on(spring, ATTACKS), f"{LWOW} facts=barbarossa")
    soviet = given(ready("1941-3-fall"), "ussr declare germany", "germany eastern-garrison 0", faces=(1,))
    assert "eastern-surprise-due" not in given(soviet, "germany done").facts
    assert "the Soviet Union declared the war" in refused(on(soviet, ATTACKS), f"{LWOW} facts=barbarossa")


@pytest.mark.rule("tw-6.4.3", "tw-18.2-res")
def test_6_4_3_what_the_surprise_forbids_is_refused() -> None:
    due = on(declared("1940-2-summer", "germany declare belgium"), "allied.build.reserves")
    step = "allied.build.units"
    assert "France places no Reserves before Germany's attack in the West (18.2)" in refused(
        on(due, step), "france reserve inf-6-5"
    )
    east = on(declared("1941-2-summer", "germany declare ussr"), ATTACKS)
    planes = {
        "ussr-ftr-801": Unit(power="ussr", kind="ftr", strength="2-3-2"),
        "germany-tac-801": Unit(power="germany", kind="tac", strength="1-5-4"),
    }
    flying = given(attrs.evolve(east, units={**east.units, **planes}), f"{LWOW} air=germany-tac-801")
    assert "surprised Soviet air units intercept nothing (21.4)" in refused(flying, "ussr support lwow ftr-2-3-2")


@pytest.mark.rule("tw-18.2")
def test_18_2_who_comes_through_italy_surprises_nobody() -> None:
    due = declared("1940-2-summer", "germany declare belgium")
    assert "Germany has not moved yet (18.2)" in refused(on(due, "planning.effort"), "surprise-lost")
    lost = given(on(due, ATTACKS), "surprise-lost")
    assert "the surprise in the West is used or lost" in refused(lost, f"{SEDAN} facts=western-surprise")
    assert "there is no surprise to lose" in refused(lost, "surprise-lost")
    assert "Germany's player turn is over" in refused(on(due, ALLIED), "surprise-lost")
    used = attrs.evolve(due, facts={**due.facts, "western-surprise-turn": "1940-2-summer"})
    assert "the West is surprised already" in refused(on(used, ATTACKS), "surprise-lost")
    # Only the rules tell that one is due.
    assert refused(due, "surprise-due west")


def test_18_2_and_21_4_who_stands_at_the_border_is_told_in_its_turns_alone() -> None:
    french, soviet = "French air units base next to the border", "All but 30 Soviet ground factors"
    for turn, tells in (("1939-4-winter", ()), ("1940-1-spring", (french,)), ("1940-2-summer", ())):
        assert [text for text in (french, soviet) if text in told(at(turn))] == list(tells), turn
    for turn, tells in (
        ("1940-3-fall", ()),
        ("1940-4-winter", (soviet,)),
        ("1941-3-fall", (soviet,)),
        ("1941-4-winter", ()),
    ):
        assert [text for text in (french, soviet) if text in told(at(turn))] == list(tells), turn
    assert soviet not in told(given(at("1941-2-summer"), "germany declare ussr"))
    assert soviet not in told(given(at("1941-1-spring"), "germany declare turkey")), "free, once Turkey is attacked"


# ---------------------------------------------------------------- the airbase with an attack


def balkans(turn: str = "1941-1-spring", *, allies: bool = True) -> TheWar:
    before = ready(turn)
    for key in ("romania", "bulgaria") if allies else ():
        before = with_country(before, key, status="satellite", patron="germany")
    return before


@pytest.mark.rule("tw-23.23-base", "tw-23.58-base")
@pytest.mark.parametrize(("country", "hexed"), [("greece", "2821"), ("yugoslavia", "2423")])
def test_23_23_an_airbase_comes_with_the_attack_for_nothing(country: str, hexed: str) -> None:
    line = f"germany attack-airbase {country} at={hexed} entering=inf-6-5"
    step = {"greece": "declarations.greek-airbase", "yugoslavia": "declarations.yugoslav-airbase"}[country]
    faces = (3, 2) if country == "yugoslavia" else ()
    war = given(given(balkans(), f"germany declare {country}", faces=faces), "germany done", "ussr done")
    assert war.progress.step == step, "the step comes up by itself"
    placed = given(war, line)
    assert [(base.power, base.kind, base.place) for base in placed.installations.values()][-1] == (
        "germany",
        "airbase",
        hexed,
    )
    assert hand(placed, "germany") == hand(war, "germany")
    assert placed.hex_holds[hexed].power == "germany", "it becomes German-controlled"
    assert "is placed, or given up" in refused(placed, line)
    assert "enters" in told(placed) and "taken down" in told(placed)
    # It is placed in the staging of this turn too, not in a later one.
    assert refused(on(war, "axis.operations.staging"), line) == ""
    late = moved(war, "1941-2-summer", "axis.operations.staging")
    assert "since Spring 1941" in refused(late, line)


@pytest.mark.rule("tw-23.23-base")
@pytest.mark.parametrize("at_", ["salonika", "2821"])
def test_23_23_an_airbase_in_a_recorded_place_takes_it_and_stands(at_: str) -> None:
    """Whoever takes a place takes the airbases in it down; that of the attack comes with the taking. The place is the
    same by its hex."""
    before = balkans()
    city = Place(name="Salonika", country="greece", holder="greece", hex="2821")
    war = given(attrs.evolve(before, places={**before.places, "salonika": city}), "germany declare greece")
    placed = given(on(war, "declarations.greek-airbase"), f"germany attack-airbase greece at={at_} entering=inf-6-5")
    assert [base.place for base in placed.installations.values() if base.kind == "airbase"] == ["salonika"]
    assert placed.places["salonika"].holder == "germany"
    assert [record.where for record in placed.missions.values() if record.deed == "attack-airbase"] == ["salonika"]
    (base,) = [key for key, one in placed.installations.items() if one.kind == "airbase"]
    sheet: Any = RULESET.sheet(Duties)
    assert f"germany raze {base}" in [duty.order for duty in sheet.due(placed)]


@pytest.mark.rule("tw-23.23-base", "tw-23.58-base")
def test_23_23_no_airbase_without_allies_war_hex_and_a_unit_that_enters() -> None:
    step, line = "declarations.greek-airbase", "germany attack-airbase greece at=2821 entering=inf-6-5"
    peace = on(balkans(), step)
    assert "Germany is not at war with Greece (23.23). 'germany declare greece' comes first" in refused(peace, line)
    war = on(given(balkans(), "germany declare greece"), step)
    assert refused(war, line) == ""
    lone = on(given(balkans(allies=False), "germany declare greece"), step)
    assert "Romania is no German Satellite" in refused(lone, line) and "Bulgaria is no German" in refused(lone, line)
    for wrong, why in (
        ("at=2821", "nobody is named who enters"),
        ("at=2821 entering=tac-1-5-4", "is no German INF or ARM on the board"),
        ("entering=inf-6-5", "no hex is named"),
        ("at=nowhere entering=inf-6-5", "there is no place 'nowhere'"),
        ("at=athens entering=inf-6-5", "Athens falls to units that enter it, not to an airbase (23.23, ruling 471)"),
        ("at=sofia entering=inf-6-5", "Sofia does not lie in Greece"),
        ("at=2423 entering=inf-6-5", "2423 lies 4 hexes from Greece (23.23, ruling 528)"),
        ("at=9999 entering=inf-6-5", "'9999' is no hex of the map (2.1)"),
    ):
        assert why in refused(war, f"germany attack-airbase greece {wrong}"), wrong
    # What lies in the hex, and who is to enter.
    city = Place(name="Salonika", country="greece", holder="greece", hex="2821")
    seen = attrs.evolve(war, places={**war.places, "salonika": city})
    assert refused(seen, line) == ""
    british = Unit(power="britain", kind="inf", strength="3-4", place="salonika")
    defended = attrs.evolve(seen, units={**seen.units, "britain-inf-900": british})
    assert "units of Britain stand in Salonika" in refused(defended, line)
    elsewhere = attrs.evolve(british, place="athens")
    assert refused(attrs.evolve(seen, units={**seen.units, "britain-inf-900": elsewhere}), line) == ""
    dry = {
        key: attrs.evolve(unit, immobile=True) if unit.power == "germany" else unit for key, unit in war.units.items()
    }
    assert "has no oil to move (24.1)" in refused(attrs.evolve(war, units=dry), line)
    standing = given(on(war, "axis.build.units"), "germany install airbase at=2821")
    assert "there is an airbase already" in refused(on(standing, step), line)
    assert "Italy places no airbase with its attack" in refused(war, line.replace("germany ", "italy "))
    assert "no airbase comes with an attack on Norway" in refused(war, line.replace("greece", "norway"))
    assert "not in this step" in refused(on(war, "axis.build.units"), line)
    full = war
    for n in range(6):
        full = given(on(full, "axis.build.units"), f"germany install airbase at={1600 + n}")
    assert "7 airbases on the board" in refused(on(full, step), line)


def test_23_23_the_step_comes_up_only_where_there_may_be_an_airbase() -> None:
    lone = given(balkans(allies=False), "germany declare greece", "germany done")
    assert lone.progress.step != "declarations.greek-airbase"
    assert at_war(lone, "germany+greece").facts["greek-airbase-open"]
