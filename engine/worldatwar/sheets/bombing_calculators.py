"""The calculators of strategic bombing (26): air combat, raids, shipyards, flying bombs, damage markers."""

from __future__ import annotations

from typing import Any

import attrs

from engine.kernel.calculators import Calculator, Input, Malformed, Result, Values, lines, without_dice
from engine.kernel.forecast import Core
from engine.kernel.refusals import Breakdown, Line, Refusal, Refused
from engine.kernel.values import frozen
from engine.worldatwar.rolls import air, bombing, combat_table, flying_bombs, interception
from engine.worldatwar.sheets.fields import EDITION, FACTORS, MODIFIER, MOST, ROLL, figures, needed, number
from engine.worldatwar.world.editions import edition
from engine.worldatwar.world.markers import FACILITIES


def _air_table(values: Values) -> Result:
    """The result of a row of the air combat table on a roll."""
    factors, roll = values["factors"], combat_table.clamped(values["roll"])
    losses = air.result(factors, roll)
    certain = factors <= air.CERTAIN_TO
    source = "19.2" if certain else "19.2, extrapolated"
    return {
        "eliminated": losses.first,
        "aborted": losses.second,
        "certain": certain,
        "breakdown": lines(Breakdown((Line(f"row {factors}, {roll}: {losses}", losses.first, source),))),
    }


def _groups(values: Values, name: str = "groups") -> dict[str, int]:
    """Factors by group. Raises Malformed."""
    spec = Input(name, "number", least=0, most=MOST)
    problems = []
    for group, count in values[name].items():
        try:
            spec.check(count)
        except Malformed as fault:
            problems += [f"{group} of {problem}" for problem in fault.problems]
    if problems:
        raise Malformed(*problems)
    return dict(values[name])


def _air_losses(values: Values) -> Result:
    """How losses and aborts fall on the groups of a force."""
    groups = _groups(values)
    shares = air.share(groups, values["eliminated"], values["aborted"])
    causes = tuple(
        Line(f"{group}: {shares.lost[group]} lost, {shares.aborted[group]} aborted", shares.left[group], "26.454")
        for group in groups
    )
    return {
        "lost": dict(shares.lost),
        "aborted": dict(shares.aborted),
        "left": dict(shares.left),
        "breakdown": lines(Breakdown(causes)),
    }


def _begin_air(values: Values) -> tuple[Core[Any], Any]:
    """An air combat before its rolls."""
    attackers, defenders = _groups(values, "attackers"), _groups(values, "defenders")
    fight = air.AirCombat(
        attackers=tuple(attackers.items()),
        defenders=tuple(defenders.items()),
        jets=values["jets"],
        nationality=values["nationality"],
        radar=values["radar"],
    )
    if values["jets"] > min(fight.engaged, attackers.get("jets", 0)):
        engaged = f"{fight.engaged} factors engage, {attackers.get('jets', 0)} jets are there"
        raise Refused([Refusal("26.451B", f"{values['jets']} jets cannot engage: {engaged}")])
    return air.AirCore(), fight


def _air(value: air.AirCombat) -> Result:
    """What an air combat came to, as figures."""
    ours, theirs = value.results if value.attack and value.defence else (combat_table.NOTHING, combat_table.NOTHING)
    mine = air.share(dict(value.attackers), theirs.first, theirs.second)
    other = air.share(dict(value.defenders), ours.first, ours.second)
    strengths = value.strengths
    return {
        "attacker_strength": strengths[0],
        "defender_strength": strengths[1],
        "modifier": sum(line.value for line in value.modifiers),
        "attacker_result": str(ours),
        "defender_result": str(theirs),
        "certain": max(strengths) <= air.CERTAIN_TO,
        "attackers_lost": dict(mine.lost),
        "attackers_aborted": dict(mine.aborted),
        "attackers_left": dict(mine.left),
        "defenders_lost": dict(other.lost),
        "defenders_aborted": dict(other.aborted),
        "defenders_left": dict(other.left),
        "bombers": mine.left.get("bombers", 0) + mine.left.get("bombing-aaf", 0),
        "breakdown": lines(Breakdown(value.modifiers)),
    }


def _raid(values: Values) -> bombing.Raid:
    """A raid before its rolls."""
    return bombing.Raid(
        edition=edition(values["edition"]),
        bombers=values["bombers"],
        strength=values["target_strength"],
        modifier=values["modifier"],
        value=values.get("value"),
    )


def _target(values: Values) -> Result:
    """The defensive strength of a target."""
    strength = bombing.target_strength(dict(values))
    return {"target_strength": strength.total, "breakdown": lines(strength)}


def _bombing_modifier(values: Values) -> Result:
    """The net modifier of bombers over a target."""
    modifier = bombing.modifiers(
        edition(values["edition"]),
        values["results"],
        values["air_defense"],
        excess=values["excess_range"],
        pacific=values["theater"] == interception.PACIFIC,
        american=values["american"],
    )
    return {"modifier": modifier.total, "breakdown": lines(modifier)}


def _flying_bombs(values: Values) -> Result:
    """The damage of flying bombs at a target, in BRPs."""
    attack = flying_bombs.Salvos(
        salvos=values["salvos"],
        radar=values["radar"],
        air_defense=values["air_defense"],
        nationality=values["nationality"],
        strength=values["target_strength"],
        aaf=values["aaf"],
        interceptors=values["interceptors"],
        jets=values["jets"],
    )
    damage = flying_bombs.damage(attack)
    return {"brps": damage.total, "each_salvo": attack.each, "breakdown": lines(damage)}


def _markers(values: Values) -> Result:
    """Damage markers for BRPs of damage."""
    rule, facility, brps = edition(values["edition"]).markers, values["facility"], values["brps"]
    count = rule.markers(brps, paid=values["paid"])
    cause = Line(f"{brps} BRPs, one marker for each {rule.brps}", count, "26.72")
    return {
        "markers": count,
        "partial_counters_lost": rule.partial_counters(facility, count),
        "destroyed": rule.destroyed(facility, count),
        "breakdown": lines(Breakdown((cause,))),
    }


@frozen
class _ShipRaid:
    """A raid on a ship in a shipyard, with the ship's place on the shipyard track."""

    raid: bombing.Raid
    berth: bombing.Berth
    size: int
    now: str
    axis: bool


class _ShipRaidCore(bombing.RaidCore):
    """The rolls of a raid on a ship; the ship is carried along."""

    def finished(self, value: Any) -> bool:
        return super().finished(value.raid)

    def stage(self, value: Any, faces: tuple[int, ...]) -> Any:
        return attrs.evolve(value, raid=super().stage(value.raid, faces))


def _begin_shipyard(values: Values) -> tuple[Core[Any], Any]:
    """A raid on a ship before its rolls."""
    if values["row"] > values["size"]:
        reason = f"a ship of {values['size']} factors does not stand on row {values['row']}"
        raise Refused([Refusal("26.761D", reason, "The launch row is row 1.")])
    berth = bombing.Berth(values["column"], values["row"])
    return _ShipRaidCore(), _ShipRaid(_raid(values), berth, values["size"], values["season"], values["owner"] == "axis")


def _shipyard(value: _ShipRaid) -> Result:
    """Where the ship stands after the raid, as figures."""
    outcome, hit = bombing.met(value.raid), bombing.on_ships(value.raid)
    berth = bombing.delayed(value.berth, value.size, hit, value.now, axis=value.axis)
    causes = [
        Line(f"result {outcome.attack}", 2 * outcome.attack.first + outcome.attack.second, "26.761"),
        Line(f"{hit.first - outcome.attack.first} times 1/0 more", 2 * (hit.first - outcome.attack.first), "26.76"),
    ]
    return {
        "attacker_result": str(outcome.attack),
        "defender_result": str(outcome.defence),
        "bombers_eliminated": outcome.eliminated,
        "bombers_aborted": outcome.aborted,
        "bombers_through": outcome.through,
        "ship_result": str(hit),
        "columns_moved": 2 * hit.first + hit.second,
        "column": berth.season,
        "row": berth.row,
        "eliminated": berth.eliminated,
        "breakdown": lines(Breakdown(tuple(causes))),
    }


_FORCE = (
    Input("attackers", "table", choices=air.GROUPS, about="the bombing force by group, in factors"),
    Input("defenders", "table", choices=air.GROUPS[:3], about="who intercept it by group, in factors"),
)

CALCULATORS: tuple[Calculator, ...] = (
    without_dice(
        "awaw-air-table",
        "a result of air combat",
        "19.2",
        (needed("factors", "air factors", 1, FACTORS), ROLL),
        _air_table,
    ),
    without_dice(
        "awaw-air-losses",
        "how a force shares out its losses in the air",
        "26.454",
        (
            Input("groups", "table", choices=air.GROUPS, about="the force by group, in factors"),
            needed("eliminated", "factors lost", most=FACTORS),
            needed("aborted", "factors forced to abort", most=FACTORS),
        ),
        _air_losses,
    ),
    Calculator(
        "awaw-air-combat",
        "one round between a bombing force and interceptors",
        "26.45",
        (
            *_FORCE,
            number("jets", "escorting jets that engage"),
            Input("nationality", "number", 0, least=-MOST, most=MOST, about="DRMs' difference, + for the attacker"),
            number("radar", "the defender's radar results"),
        ),
        _begin_air,
        _air,
    ),
    Calculator(
        "awaw-bombing",
        "bombers over their target",
        "26.46, 26.71",
        (
            EDITION,
            needed("bombers", "bomber factors that reached the target"),
            needed("target_strength", "the target's defensive strength"),
            MODIFIER,
            Input("value", "number", None, least=0, most=FACTORS, about="BRPs of the hex; none: no cap"),
        ),
        lambda values: (bombing.RaidCore(), _raid(values)),
        lambda value: figures(bombing.resolve(value)),
    ),
    without_dice(
        "awaw-bombing-modifier",
        "the net modifier of bombers over a target",
        "26.461B",
        (
            EDITION,
            number("results", "the attacker's strategic bomber results"),
            number("air_defense", "the defender's air defense results"),
            number("excess_range", "hexes of range beyond the target"),
            Input("theater", "name", interception.EUROPE, interception.THEATERS, about="where the target is"),
            Input("american", "flag", False, about="American bombers"),
        ),
        _bombing_modifier,
    ),
    without_dice(
        "awaw-target",
        "the defensive strength of a target",
        "26.461A",
        tuple(
            number(name, "1 a fortification, 2 a fortress", most=2)
            if name == "fortification"
            else number(name, f"{name} in the hex")
            for name in bombing.DEFENCES
        ),
        _target,
    ),
    Calculator(
        "awaw-shipyard",
        "bombers over a ship in a shipyard",
        "26.76",
        (
            EDITION,
            needed("bombers", "bomber factors that reached the target"),
            needed("target_strength", "the target's defensive strength"),
            MODIFIER,
            Input("owner", "name", choices=("axis", "allied"), about="whose ship it is"),
            needed("size", "factors of the ship", 1, 20),
            Input("column", "name", choices=bombing.SEASONS, about="the column it stands in"),
            Input("row", "number", 1, least=1, most=20, about="its row; 1 is the launch row"),
            Input("season", "name", choices=bombing.SEASONS, about="the current season"),
        ),
        _begin_shipyard,
        _shipyard,
    ),
    without_dice(
        "awaw-flying-bombs",
        "flying bombs on one target",
        "26.65, 26.66",
        (
            EDITION,
            needed("salvos", "salvos on the target"),
            number("radar", "the defender's radar results"),
            number("air_defense", "the defender's air defense results"),
            Input("nationality", "number", 0, least=-MOST, most=MOST, about="DRMs' difference, + for the defender"),
            number("target_strength", "the target's defensive strength"),
            number("aaf", "AAF that defend it"),
            number("interceptors", "interceptors that defend it"),
            number("jets", "jets that defend it"),
        ),
        _flying_bombs,
    ),
    without_dice(
        "awaw-markers",
        "damage markers on an oil facility",
        "26.72, 26.73",
        (
            EDITION,
            Input("facility", "name", choices=FACILITIES, about="what is damaged"),
            needed("brps", "BRPs of bombing in the turn", most=FACTORS),
            Input("paid", "flag", False, about="the defender pays the rest, where that saves a marker"),
        ),
        _markers,
    ),
)
