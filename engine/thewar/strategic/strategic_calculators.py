"""The calculators of strategic warfare (5.1, 5.2, 11.12, 29.17)."""

from __future__ import annotations

from typing import Any

import attrs

from engine.kernel.calculators import Calculator, Input, Malformed, Result, Values, lines, without_dice
from engine.kernel.forecast import Core
from engine.kernel.refusals import Breakdown, Line, Refused
from engine.kernel.values import frozen
from engine.thewar.rolls import bombing, submarines
from engine.thewar.strategic import rockets
from engine.thewar.world import calendar

_TURN = Input("turn", "text", about="the turn, such as 1941-3-fall")
_MOST = 200
_ROCKETS = 12


def _turn(values: Values) -> str:
    turn = str(values["turn"])
    try:
        calendar.number(turn)
    except calendar.BadTurn as fault:
        raise Malformed(f"turn: {fault}") from None
    return turn


def _option(values: Values, name: str, known: tuple[str, ...]) -> bool:
    options = values["options"]
    value = options.get(name, False)
    if not isinstance(value, bool):
        raise Malformed(f"options: {name} is true or false; there are {', '.join(known)}")
    return value


_OPTIONS = ("convoys", "attrition-for-narfs-only")


def _begin_uboats(values: Values) -> tuple[Core[Any], Any]:
    war = submarines.UBoatWar(
        turn=_turn(values),
        uboats=values["uboats"],
        asw=values["asw"],
        modifiers=values["modifiers"],
        raiders=values["raiders"],
        raiders_depleted=values["raiders_depleted"],
        victim=values["victim"],
        isles=values["british_isles_base"],
        convoys=_option(values, "convoys", _OPTIONS),
        damage_only=_option(values, "attrition-for-narfs-only", _OPTIONS),
    )
    refusals = list(submarines.refusals(war))
    if refusals:
        raise Refused(refusals)
    return submarines.UBoatCore(), war


def _result(value: Any) -> Result:
    """A result's figures, its marks as a list and its breakdown as lines."""
    figures: Result = attrs.asdict(value, recurse=False)
    figures["marks"] = list(figures["marks"])
    figures["breakdown"] = lines(figures["breakdown"])
    return figures


def _begin_bombing(values: Values) -> tuple[Core[Any], Any]:
    raid = bombing.Raid(
        turn=_turn(values),
        by=values["by"],
        sac=values["sac"],
        interceptors=values["int"],
        jets=values["jets"],
        heavy_flak=values["heavy_flak"],
        base=values["base"],
        modifiers=values["modifiers"],
        oil=values["choice"] == "oil",
    )
    refusals = list(bombing.refusals(raid))
    if refusals:
        raise Refused(refusals)
    return bombing.BombingCore(), raid


@frozen
class _OneDie:
    """A single ten-sided die, 0 before it is rolled, with the facts it is rolled on."""

    facts: tuple[Any, ...]
    face: int = 0


class _OneRoll:
    def finished(self, value: _OneDie) -> bool:
        return bool(value.face)

    def dice(self, value: _OneDie) -> tuple[int, ...]:
        return (10,)

    def stage(self, value: _OneDie, faces: tuple[int, ...]) -> _OneDie:
        return attrs.evolve(value, face=faces[0])


def _begin_flak(values: Values) -> tuple[Core[Any], Any]:
    return _OneRoll(), _OneDie((values["level"], values["sac"], values["soviet"]))


def _flak(value: _OneDie) -> Result:
    level, sac, soviet = value.facts
    flak = bombing.heavy_flak(level, sac, value.face, soviet=soviet)
    causes = [Line(f"die {value.face}", value.face, "11.12")]
    if sac >= 4:
        causes.append(Line(f"{sac} SAC", 2 if sac >= 6 else 1, "11.12, ruling 19"))
    if soviet:
        causes.append(Line("Soviet Heavy Flak", -2, "11.12.5"))
    return {
        "row": flak.row,
        "result": flak.result,
        "depleted": flak.depleted,
        "eliminated": flak.eliminated,
        "breakdown": lines(Breakdown(tuple(causes))),
    }


def _begin_attrition(values: Values) -> tuple[Core[Any], Any]:
    turn = _turn(values)
    value = _OneDie((turn, values["asw"], values["uboats"], values["table"]), 0 if values["table"] else -1)
    return _OneRoll(), value


def _attrition(value: _OneDie) -> Result:
    turn, asw, uboats, by_table = value.facts
    if by_table:
        lost = submarines.attrition_by_table(asw, value.face, uboats)
        cause = Line(f"{asw} ASW, die {value.face}", lost, "29.17")
    else:
        lost = submarines.attrition(turn, asw, uboats)
        late = calendar.number(turn) >= calendar.number(submarines.HARDER_FROM)
        cause = Line(f"{asw} ASW, one U-boat for each {2 if late else 3}, rounded up", lost, "5.1.3.3")
    return {"attrition": lost, "breakdown": lines(Breakdown((cause,)))}


def _begin_rockets(values: Values) -> tuple[Core[Any], Any]:
    return rockets.RocketCore(), rockets.Attack(values["v1"], values["v2"], values["int"], values["heavy_flak"])


def _rockets(attack: rockets.Attack) -> Result:
    return {
        "v1_shot_down": attack.shot_down,
        "v1_through": attack.through,
        "v2_launched": attack.launched,
        "narfs": attack.damage.total,
        "breakdown": lines(attack.damage),
    }


def _lent(values: Values) -> Result:
    eliminated, depleted = values["eliminated"], values["depleted"]
    rebuilt, repaired, narfs = bombing.lent_bombers(eliminated, depleted)
    causes = (
        Line(f"{rebuilt} MDM rebuilt", rebuilt * bombing.MDM_BUILD, "5.2.4"),
        Line(f"{repaired} MDM repaired", repaired * bombing.MDM_REPAIR, "5.2.4"),
    )
    return {"rebuilt": rebuilt, "repaired": repaired, "narfs": narfs, "breakdown": lines(Breakdown(causes))}


CALCULATORS: tuple[Calculator, ...] = (
    Calculator(
        "uboats",
        "one turn of the U-boat war",
        "5.1",
        (
            _TURN,
            Input("uboats", "number", least=0, most=_MOST, about="U-boats in the U-Boat War Box"),
            Input("asw", "number", least=0, most=_MOST, about="ASW in the U-Boat War Box"),
            Input("modifiers", "names", (), tuple(submarines.BY_ID), about="ids of modifiers that hold"),
            Input("raiders", "number", 0, least=0, most=_MOST, about="raiders at full strength"),
            Input("raiders_depleted", "number", 0, least=0, most=_MOST, about="raiders that came through depleted"),
            Input("victim", "name", "britain", ("britain", "us"), about="who bears the NARFs"),
            Input("british_isles_base", "number", 120, least=0, most=100_000, about="base of the British Isles, NARFs"),
            Input("options", "table", {}, _OPTIONS, about="optional rules and rulings that are on"),
        ),
        _begin_uboats,
        lambda value: _result(submarines.resolve(value)),
    ),
    Calculator(
        "bombing",
        "one bombing raid",
        "5.2",
        (
            _TURN,
            Input("by", "name", choices=("us", "britain", "germany"), about="whose bombers"),
            Input("sac", "number", least=1, most=_MOST, about="SAC, lent MDM counted as 4 each"),
            Input("int", "number", least=0, most=_MOST, about="interceptors, jets included"),
            Input("jets", "number", 0, least=0, most=_MOST, about="jets among the interceptors"),
            Input("heavy_flak", "number", 0, least=0, most=5, about="Heavy Flak level"),
            Input("base", "number", least=0, most=100_000, about="the defender's NARF base"),
            Input("modifiers", "names", (), tuple(bombing.BY_ID), about="ids of modifiers that hold"),
            Input("choice", "name", "industry", ("industry", "oil"), about="what a marked result hits"),
        ),
        _begin_bombing,
        lambda value: _result(bombing.resolve(value)),
    ),
    Calculator(
        "heavy-flak",
        "one roll of Heavy Flak",
        "11.12",
        (
            Input("level", "number", least=1, most=5, about="Heavy Flak level"),
            Input("sac", "number", least=1, most=_MOST, about="attacking SAC"),
            Input("soviet", "flag", False, about="Soviet Heavy Flak"),
        ),
        _begin_flak,
        _flak,
    ),
    Calculator(
        "uboat-attrition",
        "U-boats lost to attrition",
        "5.1.3.3, 29.17",
        (
            _TURN,
            Input("asw", "number", least=0, most=_MOST, about="ASW committed at the start"),
            Input("uboats", "number", least=0, most=_MOST, about="U-boats that can be lost"),
            Input("table", "flag", False, about="by the optional table of 29.17, with a die"),
        ),
        _begin_attrition,
        _attrition,
    ),
    without_dice(
        "mdm-losses",
        "what replacing lent MDM costs",
        "5.2.4",
        (
            Input("eliminated", "number", least=0, most=_MOST, about="temporary SAC eliminated"),
            Input("depleted", "number", least=0, most=_MOST, about="temporary SAC depleted"),
        ),
        _lent,
    ),
    Calculator(
        "rockets",
        "a turn's V-1 and V-2",
        "5.2.5",
        (
            Input("v1", "number", 0, least=0, most=_ROCKETS, about="V-1 launched"),
            Input("v2", "number", 0, least=0, most=_ROCKETS, about="V-2 launched"),
            Input("int", "number", 0, least=0, most=_MOST, about="interceptors that meet the V-1"),
            Input("heavy_flak", "number", 0, least=0, most=5, about="Heavy Flak level of Britain"),
        ),
        _begin_rockets,
        _rockets,
    ),
)
