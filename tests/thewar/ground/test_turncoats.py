"""Units that stand among Germans as their country changes sides: they attack them as if they had dropped there (23.10,
23.24, 23.43); and a drop a turn (11.14.3)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.sheets.ledger import Duties
from engine.thewar.ground import assaults, ground_battle
from engine.thewar.ruleset import RULESET
from engine.thewar.world import turncoats
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import after, at, refused
from tests.thewar.ground.test_ground_fight import given, stepped
from tests.thewar.minors import at_war, with_country

ATTACKS, COMBAT, MOVE = (f"allied.operations.{step}" for step in ("attacks", "combat", "first-impulse"))
UNITS = {
    "bulgaria-inf-701": Unit(power="bulgaria", kind="inf", strength="4-5", place="sofia"),
    "bulgaria-inf-702": Unit(power="bulgaria", kind="inf", strength="4-5"),
    "germany-inf-701": Unit(power="germany", kind="inf", strength="1-5", place="sofia"),
    "germany-inf-702": Unit(power="germany", kind="inf", strength="1-5"),
    "ussr-inf-701": Unit(power="ussr", kind="inf", strength="6-5"),
    "ussr-inf-702": Unit(power="ussr", kind="inf", strength="6-5"),
}
LINE = "ussr attack sofia units=bulgaria-inf-701 against=germany-inf-701 terrain=city"


def entered(step: str = MOVE, country: str = "bulgaria", capital: str = "sofia") -> TheWar:
    """Spring 1944: Soviet units have entered a German Satellite whose INF stands with a German one in a city."""
    names = {key: key.replace("bulgaria", country) for key in UNITS}
    units = {
        names[key]: attrs.evolve(
            unit,
            power=unit.power.replace("bulgaria", country),
            place=capital if unit.place == "sofia" else unit.place,
        )
        for key, unit in UNITS.items()
    }
    campaign = with_country(at(step, "1944-1-spring"), country, status="satellite", patron="germany")
    campaign = attrs.evolve(campaign, units=units)
    war = at_war(campaign, "germany+ussr", f"{country}+ussr", "germany+britain", f"{country}+britain")
    return stepped(after(stepped(war, "allied.end.minors"), f"entered {country}"), step)


def told(campaign: TheWar, rule: str) -> list[tuple[str, str]]:
    sheet: Any = RULESET.sheet(Duties)
    return [(duty.text, duty.order) for duty in sheet.due(campaign) if duty.rule == rule]


@pytest.mark.rule("tw-23.10-stack")
@pytest.mark.parametrize(
    ("country", "capital", "rule"),
    [("bulgaria", "sofia", "23.10"), ("hungary", "budapest", "23.24"), ("romania", "ploesti", "23.43")],
)
def test_23_10_who_stands_among_germans_is_told_to_attack_them(country: str, capital: str, rule: str) -> None:
    flipped = entered(country=country, capital=capital)
    assert flipped.countries[country].patron == "ussr"
    [(text, order)] = [line for line in told(flipped, rule) if "as if dropped there" in line[0]]
    assert text.startswith("INF 4-5 attacks INF 1-5 at ")
    assert order == f"ussr attack {capital} units={country}-inf-701 against=germany-inf-701"
    # He goes nowhere else, and attacks nobody else; who stands alone does.
    away = refused(flipped, f"ussr station board units={country}-inf-701")
    assert f"stands among Germans at {flipped.places[capital].name} since its country changed sides ({rule})" in away
    assert "'ussr attack" in away and "comes first" in away
    elsewhere = f"ussr attack x units={country}-inf-701 against=germany-inf-702 terrain=clear"
    assert "since its country changed sides" in refused(stepped(flipped, ATTACKS), elsewhere)
    assert "changed sides" not in refused(stepped(flipped, ATTACKS), elsewhere.replace("701 ", "702 "))
    assert "changed sides" not in refused(flipped, f"ussr station board units={country}-inf-702")


@pytest.mark.rule("tw-23.10-stack")
def test_23_10_no_smp_and_no_other_seat_takes_them_out() -> None:
    flipped = entered("allied.stratmove.ground")
    flipped = attrs.evolve(flipped, units={k: u for k, u in flipped.units.items() if k != "bulgaria-inf-702"})
    text = refused(flipped, "ussr stratmove ground country=bulgaria group=inf-4-5")
    assert "since its country changed sides (23.10)" in text
    assert "is not on this side" in refused(flipped, "germany station board units=bulgaria-inf-701")
    fights = stepped(entered(), "axis.operations.attacks")
    assert "it is the Axis player turn" in refused(fights, LINE)


@pytest.mark.rule("tw-23.10-stack")
def test_23_10_it_attacks_as_a_drop_does_and_is_lost_where_the_hex_is_not_cleared() -> None:
    announced = after(entered(ATTACKS), LINE)
    assault = assaults.assault(announced, "sofia", announced.engagements["sofia"])
    assert assault.turned == ("bulgaria-inf-701",)
    river = attrs.evolve(assault, terrain=("river",))
    assert ground_battle.ground(river) == () and not ground_battle.across_river(river)
    # The worst die: the Germans stay, and who was among them is lost.
    failed = given(stepped(announced, COMBAT), "ussr fight sofia", 10)
    assert "bulgaria-inf-701" not in failed.units and "germany-inf-701" in failed.units
    assert turncoats.among(failed) == {}
    # From beside the hex Soviet units help, and are no drop.
    line = LINE.replace("units=bulgaria-inf-701", "units=bulgaria-inf-701,2-ussr-inf-6-5")
    helped = after(entered(ATTACKS), line)
    both = assaults.assault(helped, "sofia", helped.engagements["sofia"])
    assert both.turned == ("bulgaria-inf-701",) and len(both.attackers) == 3


@pytest.mark.rule("tw-23.10-stack")
def test_23_10_allies_before_they_change_sides_and_enemies_of_nobody_are_free() -> None:
    before = with_country(
        attrs.evolve(at(MOVE, "1944-1-spring"), units=UNITS), "bulgaria", status="satellite", patron="germany"
    )
    assert turncoats.among(before) == {}
    gone = attrs.evolve(
        entered(), units={key: unit for key, unit in entered().units.items() if key != "germany-inf-701"}
    )
    assert turncoats.among(gone) == {} and told(gone, "23.10") == []
    assert "changed sides" not in refused(gone, "ussr station board units=bulgaria-inf-701")


@pytest.mark.rule("tw-11.14.3")
def test_11_14_3_who_has_dropped_in_the_first_impulse_drops_no_more_in_this_turn() -> None:
    units = {**UNITS, "britain-para-701": Unit(power="britain", kind="para", strength="3-5")}
    start = at_war(attrs.evolve(at("allied.operations.attacks", "1944-1-spring"), units=units), "britain+germany")
    line = "britain attack x units=britain-para-701 against=germany-inf-702 terrain=clear facts=drop"
    announced = stepped(after(start, line), COMBAT)
    won = given(announced, "britain fight x", 1)
    assert "britain-para-701" in won.units
    second = stepped(won, "allied.operations.second-combat")
    assert "has dropped in this turn (11.14.3)" in refused(second, line.replace("702", "701"))
    assert "11.14.3" not in refused(stepped(start, "allied.operations.second-combat"), line)
    # A hex that is not cleared costs the PARA.
    lost = given(announced, "britain fight x", 10)
    assert "britain-para-701" not in lost.units and "germany-inf-702" in lost.units
