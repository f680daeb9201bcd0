"""The calculators of combat (7.8 to 7.10, 10, 11, 13.2.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from engine.kernel.calculators import Calculator, Input, Malformed, Result, Values, lines, without_dice
from engine.kernel.forecast import Core
from engine.kernel.refusals import Breakdown, Line, Refusal, Refused
from engine.thewar.ground import defence
from engine.thewar.rolls import air_combat, flak, ground_combat, interception, naval_combat, ship_damage, submarines
from engine.thewar.rolls.bombing import CRT as BOMBING
from engine.thewar.rolls.printed import below, read

_MOST = 1000
_TABLES = (submarines.CRT, BOMBING, air_combat.CRT, naval_combat.CRT, ground_combat.CRT)
_STRICT = (naval_combat.CRT, ground_combat.CRT)
_RULES = {
    submarines.CRT: "5.1.1",
    BOMBING: "5.2",
    air_combat.CRT: "11.9",
    naval_combat.CRT: "7.9.9, ruling 39",
    ground_combat.CRT: "10.0, ruling 32",
}


def _rating(name: str) -> Input:
    return Input(name, "number", least=1, most=4, about="rating, 1 best to 4")


def _count(name: str, default: int, about: str) -> Input:
    return Input(name, "number", default, least=0, most=_MOST, about=about)


def _check(reasons: Iterable[Refusal]) -> None:
    refusals = list(reasons)
    if refusals:
        raise Refused(refusals)


def _result(value: Any) -> Result:
    """A result's figures, its marks as a list and its breakdown as lines."""
    figures: Result = attrs.asdict(value, recurse=False)
    if "marks" in figures:
        figures["marks"] = list(figures["marks"])
    figures["breakdown"] = lines(figures["breakdown"])
    return figures


def _odds(values: Values) -> Result:
    name, attacker, defender = values["table"], values["attacker"], values["defender"]
    if not defender and name in (ground_combat.CRT, air_combat.CRT):
        raise Refused([Refusal(_RULES[name], "there are no defenders", "There is no battle.")])
    # Without interceptors Germany still counts one (5.2, ruling 17).
    unopposed = not defender and name == BOMBING
    printed = read(name)
    label = printed.columns[printed.place(attacker, 1 if unopposed else defender)]
    causes = Line(f"{attacker} to {1 if unopposed else defender} is {label}, rounded for the defender", 0, _RULES[name])
    allowed = name not in _STRICT or not below(attacker, defender)
    return {"column": label, "allowed": allowed, "breakdown": lines(Breakdown((causes,)))}


def _begin_ground(values: Values) -> tuple[Core[Any], Any]:
    battle = ground_combat.Battle(
        attack=values["attack"],
        defence=values["defence"],
        attacker_rating=values["attacker_rate"],
        defender_rating=values["defender_rate"],
        oas=values["oas"],
        das=values["das"],
        sbs=values["sbs"],
        other_shift=values["other_shift"],
        modifiers=values["modifiers"],
    )
    _check(ground_combat.refusals(battle))
    return ground_combat.GroundCore(), battle


def _ground(battle: ground_combat.Battle) -> Result:
    if not battle.allowed:
        no = ground_combat.forbidden(battle)
        return {"allowed": False, "breakdown": lines(Breakdown((Line(no.reason, 0, no.rule),)))}
    return _result(ground_combat.resolve(battle))


def _defence(values: Values) -> Result:
    try:
        units = list(defence.parsed(values["units"]))
    except defence.BadUnits as fault:
        raise Malformed(f"units: {fault}") from None
    for field in ("depleted", "reserve"):
        for index in values[field]:
            if index >= len(units):
                raise Malformed(f"{field}: there is no unit {index}; the first is 0, the last {len(units) - 1}")
            units[index] = attrs.evolve(units[index], **{field: True})
    terrain = tuple(dict.fromkeys(values["terrain"]))
    _check(defence.refusals(units, terrain, values["siege"]))
    strength = defence.factors(units, terrain, siege=values["siege"], second_impulse=values["second_impulse"])
    return {"factors": strength.total, "breakdown": lines(strength)}


def _begin_air(values: Values) -> tuple[Core[Any], Any]:
    sides = [
        air_combat.Side(
            factors=values[side],
            rating=values[f"{side}_rate"],
            fighters=values[f"{side}_ftr"],
            jets=values[f"{side}_jets"],
            bombers=values[f"{side}_bombers"],
        )
        for side in ("attacker", "defender")
    ]
    fight = air_combat.Dogfight(
        attacker=sides[0],
        defender=sides[1],
        over_britain=values["axis_over_britain"],
        on_ground=values["on_ground"],
        effort=values["effort"],
        round=values["round"],
    )
    _check(air_combat.refusals(fight))
    return air_combat.AirCore(), fight


def _begin_naval(values: Values) -> tuple[Core[Any], Any]:
    fight = naval_combat.Engagement(
        attacker=values["attacker"],
        defender=values["defender"],
        attacker_rating=values["attacker_rate"],
        defender_rating=values["defender_rate"],
        modifiers=values["modifiers"],
        card=values["card"],
    )
    _check(naval_combat.refusals(fight))
    return naval_combat.NavalCore(), fight


def _begin_interception(values: Values) -> tuple[Core[Any], Any]:
    search = interception.Search(size=values["size"], modifier=values["modifier"])
    if not search.size:
        raise Refused([Refusal("7.8", "no unit is in the force", "There is nothing to intercept.")])
    return interception.SearchCore(), search


def _damage(roll: ship_damage.Damage) -> Result:
    lost, space = ship_damage.damage(roll), ship_damage.space(roll)
    causes = (
        Line(f"factors of a {'CV' if roll.kind == 'cv' else 'Fleet'}", ship_damage.FACTORS[roll.kind], "7.10"),
        Line("damage", -lost, "7.10, ruling 54"),
    )
    return {"damage": lost, "space": space, "breakdown": lines(Breakdown(causes))}


CALCULATORS: tuple[Calculator, ...] = (
    without_dice(
        "odds",
        "the column of a combat table for two strengths",
        "10.0",
        (
            Input("table", "name", choices=_TABLES, about="the combat table"),
            Input("attacker", "halves", least=1, most=100_000, about="units, factors or Fleets"),
            Input("defender", "halves", least=0, most=100_000, about="units, factors or Fleets"),
        ),
        _odds,
    ),
    Calculator(
        "ground",
        "one attack on the ground",
        "10.0",
        (
            Input("attack", "number", least=1, most=100_000, about="attacking factors"),
            Input("defence", "halves", least=0, most=100_000, about="defending factors, terrain counted"),
            _count("oas", 0, "columns of offensive air support"),
            _count("das", 0, "columns of defensive air support, to the left"),
            _count("sbs", 0, "columns of shore bombardment"),
            Input("other_shift", "number", 0, least=-20, most=20, about="other columns, to the right above 0"),
            _rating("attacker_rate"),
            _rating("defender_rate"),
            Input("modifiers", "names", (), tuple(ground_combat.BY_ID), about="ids of modifiers that hold"),
        ),
        _begin_ground,
        _ground,
    ),
    without_dice(
        "defence",
        "what ground units are worth in defence",
        "10.6, 13.2.3",
        (
            Input("units", "text", about="units such as INF 4-5, 2 STA 2-3"),
            Input("terrain", "names", (), defence.TERRAIN, about="what the hex is"),
            Input("depleted", "numbers", (), least=0, most=_MOST, about="which units are Depleted, from 0"),
            Input("reserve", "numbers", (), least=0, most=_MOST, about="which units came as Reserves, from 0"),
            Input("siege", "number", 0, least=0, most=defence.SIEGES, about="Siege markers on a fortress"),
            Input("second_impulse", "flag", False, about="ARM, MECH or CAV attack in the Second Impulse"),
        ),
        _defence,
    ),
    Calculator(
        "air",
        "one round in the air",
        "11.9",
        (
            Input("attacker", "number", least=1, most=_MOST, about="attacking air factors"),
            Input("defender", "number", least=1, most=_MOST, about="defending air factors"),
            _rating("attacker_rate"),
            _rating("defender_rate"),
            _count("attacker_ftr", 0, "attacking FTR"),
            _count("defender_ftr", 0, "defending FTR"),
            _count("attacker_jets", 0, "attacking jets; a jet FTR is a FTR too"),
            _count("defender_jets", 0, "defending jets; a jet FTR is a FTR too"),
            Input("attacker_bombers", "flag", False, about="any attacking NAC, TAC or MDM"),
            Input("defender_bombers", "flag", False, about="any defending NAC, TAC or MDM"),
            Input("axis_over_britain", "flag", False, about="Axis attackers over Britain or its Sea Areas"),
            Input("on_ground", "flag", False, about="the defender stays down in this round"),
            Input("effort", "name", "none", tuple(air_combat.EFFORTS), about="an air effort of the attacker"),
            Input("round", "number", 1, least=1, most=air_combat.ROUNDS, about="the round of the battle"),
        ),
        _begin_air,
        lambda fight: _result(air_combat.resolve(fight)),
    ),
    Calculator(
        "naval",
        "one roll in air-to-sea or naval combat",
        "7.9.9",
        (
            Input("attacker", "number", least=0, most=_MOST, about="Fleets the attackers count"),
            Input("defender", "number", least=0, most=_MOST, about="Fleets the defenders count"),
            _rating("attacker_rate"),
            _rating("defender_rate"),
            Input("modifiers", "names", (), tuple(naval_combat.BY_ID), about="ids of modifiers that hold"),
            Input("card", "number", 0, least=-9, most=9, about="what both naval combat cards add (29.13)"),
        ),
        _begin_naval,
        lambda fight: _result(naval_combat.resolve(fight)),
    ),
    Calculator(
        "interception",
        "one attempt to intercept at sea",
        "7.8",
        (
            Input("size", "halves", least=0, most=_MOST, about="units in the force looked for"),
            Input("modifier", "number", least=-100, most=100, about="net modifier"),
        ),
        _begin_interception,
        lambda search: _result(interception.resolve(search)),
    ),
    Calculator(
        "flak",
        "one roll of Flak on the map board",
        "11.12",
        (Input("factors", "halves", least=0, most=_MOST, about="Flak factors, halves before rounding"),),
        lambda values: (flak.FlakCore(), flak.Flak(values["factors"])),
        lambda roll: _result(flak.resolve(roll)),
    ),
    Calculator(
        "depletion",
        "the damage of a Depleted ship",
        "7.10",
        (Input("kind", "name", choices=tuple(ship_damage.FACTORS), about="the ship"),),
        lambda values: (ship_damage.DamageCore(), ship_damage.Damage(values["kind"])),
        _damage,
    ),
)
