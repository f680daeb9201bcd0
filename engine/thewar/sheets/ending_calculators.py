"""The calculators of endings: surrenders, what falls with a country or after it, the weather, victory (17 to 27)."""

from __future__ import annotations

from typing import Any

from engine.kernel.calculators import REQUIRED, Calculator, Input, Result, Values, lines, without_dice
from engine.kernel.forecast import Core
from engine.kernel.refusals import Breakdown, Refused
from engine.thewar.rolls import endings, falls, surrenders
from engine.thewar.sheets.given_turns import given_turn
from engine.thewar.weather import front_roll, weather
from engine.thewar.world import calendar

_MOST = 10_000
_POWERS = ("britain", "france", "italy", "germany", "ussr")
_LEVELS = {
    "east": {
        "clear": "clear-and-mild",
        "harsh-winter": "harsh-russian-winter",
        "severe-winter": "severe-russian-winter",
        "extreme-winter": "extreme-russian-winter",
        "arctic": "arctic-conditions",
    },
    "west": {"clear": "clear-and-mild", "cold-rain": "cold-rain-sleet-and-mud"},
    "mediterranean": {"cold-rain": "clouds-and-cold-rain"},
}
"""By front, the printed names of levels that the campaign calls by shorter ones."""
_FRONTS = {"east": weather.EASTERN, "west": weather.WESTERN, "mediterranean": weather.MEDITERRANEAN}
_FREE_COLUMNS = 2
"""Columns that air support shifts at most where the weather sets no limit of its own (26.1.1)."""


# --- surrenders


def _ids() -> tuple[str, ...]:
    """Every fact of the five lists, each once, and what only makes a roll due."""
    listed = [
        one.id for power in _POWERS for one in surrenders.modifiers(power) if one.id not in surrenders.counted(power)
    ]
    return tuple(dict.fromkeys([*listed, *sum(surrenders.WITHOUT_MODIFIER.values(), ())]))


_NUMBERS = {name.replace("-", "_"): name for power in _POWERS for name in surrenders.counted(power)}
"""By the name of its box, each fact of the lists that is given as a number."""


def _begin_surrender(values: Values) -> tuple[Core[Any], Any]:
    roll = surrenders.surrender(
        values["power"],
        values["modifiers"],
        {fact: values[name] for name, fact in _NUMBERS.items()},
        new_event=values["new_event"],
    )
    return surrenders.SurrenderCore(), roll


def _surrender(roll: surrenders.Surrender) -> Result:
    rolled = {"total": roll.total} if roll.face else {}
    return {
        "must_roll": roll.must_roll,
        "modifier": roll.modifier.total,
        "threshold": roll.threshold,
        **rolled,
        "surrenders": roll.surrenders,
        "breakdown": lines(roll.modifier),
    }


def _begin_dunkirk(values: Values) -> tuple[Core[Any], Any]:
    roll = surrenders.Dunkirk(given_turn(values), values["eliminated"], frozenset(values["modifiers"]))
    return surrenders.DunkirkCore(), roll


def _dunkirk(roll: surrenders.Dunkirk) -> Result:
    return {"must_roll": roll.must_roll, "surrenders": roll.surrenders, "breakdown": []}


# --- what falls


def _begin_revival(values: Values) -> tuple[Core[Any], Any]:
    roll = falls.Revival(values["season"], values["commando"], values["north_held"])
    if refusals := list(falls.revival_refused(roll)):
        raise Refused(refusals)
    return falls.FallCore(), roll


def _revival(roll: falls.Revival) -> Result:
    added = Breakdown()
    if roll.commando:
        added = added.plus("German Commando in an Italian city", falls.COMMANDO_MODIFIER, "19.3")
    return {
        "total": roll.total,
        "revives": roll.revives,
        "narfs": roll.narfs,
        "infantry": roll.infantry,
        "breakdown": lines(added),
    }


def _conquest(values: Values) -> Result:
    missing = falls.missing(values["area"], values["held"])
    return {"conquered": not missing, "missing": list(missing), "breakdown": []}


def _places() -> tuple[str, ...]:
    """The places with which one of the areas falls."""
    return tuple(dict.fromkeys(place for area in falls.AREAS for place in falls.falls_with(area)))


def _begin_colony(values: Values) -> tuple[Core[Any], Any]:
    return falls.FallCore(), falls.Colony(given_turn(values))


def _colony(colony: falls.Colony) -> Result:
    added = Breakdown().plus(f"surrender in {calendar.spoken(colony.turn)}", colony.modifier, "18.5.4")
    return {
        "modifier": colony.modifier,
        "total": colony.total,
        "goes": "vichy" if colony.vichy else "free-french",
        "breakdown": lines(added) if colony.modifier else [],
    }


def _begin_free_french(values: Values) -> tuple[Core[Any], Any]:
    roll = falls.FreeFrench(given_turn(values), tuple(values["had"]))
    if refusals := list(falls.free_french_refused(roll)):
        raise Refused(refusals)
    return falls.FallCore(), roll


def _free_french(roll: falls.FreeFrench) -> Result:
    return {"units": list(roll.units), "breakdown": []}


def _vichy(values: Values) -> Result:
    forces = falls.VichyForces(values["inf_factors"], values["fleets"], values["african_colony"])
    return {
        "remove_at_most": forces.removed,
        "fleets_africa": forces.to_africa,
        "fleets_marseilles": forces.to_marseilles,
        "breakdown": [],
    }


# --- weather


def _winters() -> tuple[str, ...]:
    return tuple(_printed("east", name) for name in weather.LEVELS[weather.EASTERN, "winter"][0])


def _printed(front: str, level: str) -> str:
    """The printed name of a level, as an id."""
    return _LEVELS[front].get(level, level)


def _begin_weather(values: Values) -> tuple[Core[Any], Any]:
    winters = weather.LEVELS[weather.EASTERN, "winter"][0]
    before = {_printed("east", name): name for name in winters}.get(values["previous_winter"] or "", "")
    roll = front_roll.FrontRoll(
        _FRONTS[values["front"]],
        given_turn(values),
        given_turn(values, "german_soviet_war"),
        before,
        frozenset(values["modifiers"]),
    )
    if refusals := list(front_roll.refusals(roll)):
        raise Refused(refusals)
    return front_roll.WeatherCore(), roll


def _weather(roll: front_roll.FrontRoll) -> Result:
    front = next(name for name, ours in _FRONTS.items() if ours == roll.front)
    told: Result = {"difference": roll.difference} if roll.rolled else {}
    told["weather"] = _printed(front, roll.level)
    if (roll.front, roll.season) not in weather.LEVELS:
        return told | {"armor_loss": 0, "other_loss": 0, "support_columns": _FREE_COLUMNS, "breakdown": []}
    row = weather.row(roll.front, roll.season, roll.level)
    columns = row["columns"]
    told |= {
        "armor_loss": row["mobile"],
        "other_loss": row["others"],
        "support_columns": _FREE_COLUMNS if columns < 0 else columns,
    }
    if (front, roll.season) == ("east", "winter"):
        armor, foot, _ = row["russian"]
        told["deplete"] = dict(zip(("arm", "mech", "inf", "satellites"), row["deplete"], strict=True))
        told |= {"soviet_armor_loss": armor, "soviet_foot_loss": foot}
    return told | {"breakdown": lines(roll.added) if roll.rolled else []}


# --- victory


def _victory(values: Values) -> Result:
    count = endings.count(values["side"], values["objectives"], values["modifiers"])
    return {
        "count": count.total,
        "level": endings.level(values["side"], count.total),
        "breakdown": lines(count),
    }


def _game_end(values: Values) -> Result:
    end = endings.ending(given_turn(values), values["axis_holds"], values["allies_hold"], values["surrendered"])
    return {
        "over": bool(end.level),
        "winner": end.winner or None,
        "level": end.level or None,
        "breakdown": [{"label": end.why, "value": 1, "rule": end.rule}] if end.level else [],
    }


def _turn_input(name: str = "turn", default: Any = REQUIRED, about: str = "the turn, such as 1941-3-fall") -> Input:
    return Input(name, "text", default, about=about)


_CITIES = tuple(dict.fromkeys((endings.CAPITAL, *endings.CITIES, *endings.ALLIED_CITIES)))
_COUNTED = {
    "firestorms": "firestorms on it",
    "unbuilt": "NARFs of units that count as lost and not rebuilt",
    "cities": "German cities beside Berlin in enemy hands",
    "atomic_cities": "German cities hit by an atomic bomb",
}

CALCULATORS: tuple[Calculator, ...] = (
    Calculator(
        "surrender",
        "the roll by which a Major Power surrenders",
        "17.2.2, 18.4, 19.2, 20.4, 21.1",
        (
            Input("power", "name", choices=_POWERS, about="the power"),
            Input("modifiers", "names", (), _ids(), about="ids of facts that hold"),
            *(Input(name, "number", 0, least=0, most=_MOST, about=_COUNTED[name]) for name in _NUMBERS),
            Input("new_event", "flag", True, about="something on the British list has happened this turn"),
        ),
        _begin_surrender,
        _surrender,
    ),
    Calculator(
        "dunkirk",
        "the British roll after a disaster in France",
        "17.2.1",
        (
            _turn_input(),
            Input("eliminated", "number", least=0, most=_MOST, about="British ground factors eliminated in France"),
            Input("modifiers", "names", (), surrenders.DUNKIRK_FACTS, about="ids of conditions that hold"),
        ),
        _begin_dunkirk,
        _dunkirk,
    ),
    Calculator(
        "fascist-revival",
        "the German roll for a new Fascist state in Northern Italy",
        "19.3",
        (
            Input("season", "name", choices=calendar.SEASONS, about="the season"),
            Input("commando", "flag", False, about="the German Commando is in a German-held Italian city"),
            Input("north_held", "flag", True, about="the five cities of the north are German"),
        ),
        _begin_revival,
        _revival,
    ),
    without_dice(
        "minor-conquest",
        "whether an area has fallen, and what is missing",
        "19.3, 23.1",
        (
            Input("area", "name", choices=falls.AREAS, about="the area"),
            Input("held", "names", (), _places(), about="places that its enemy holds"),
        ),
        _conquest,
    ),
    Calculator(
        "french-colonies",
        "the die of a French colony after the fall of France",
        "18.5.4",
        (
            _turn_input(about="the turn of the surrender, such as 1940-2-summer"),
            Input("colony", "name", choices=falls.COLONIES, about="the colony"),
        ),
        _begin_colony,
        _colony,
    ),
    Calculator(
        "free-french",
        "the die of a Spring for the Free French",
        "18.7.5",
        (
            _turn_input(),
            Input(
                "had",
                "names",
                (),
                (falls.FREE_FRENCH_ARM, falls.FREE_FRENCH_MOT),
                about="units that have come already",
            ),
        ),
        _begin_free_french,
        _free_french,
    ),
    without_dice(
        "vichy-forces",
        "what Vichy keeps of the French army, and where the Fleets go",
        "18.5.3, 18.5.5",
        (
            Input("inf_factors", "number", least=0, most=_MOST, about="French INF factors"),
            Input("fleets", "number", least=0, most=_MOST, about="French Fleets on the board"),
            Input("african_colony", "flag", True, about="a colony in North Africa went to Vichy"),
        ),
        _vichy,
    ),
    Calculator(
        "weather",
        "the weather of a front and what it does",
        "26.1 to 26.3",
        (
            Input("front", "name", choices=tuple(_FRONTS), about="the front"),
            _turn_input(),
            _turn_input("german_soviet_war", None, "the turn of Germany's declaration on the Soviet Union"),
            Input("previous_winter", "name", None, _winters(), about="the weather of the East in the Winter before"),
            Input("modifiers", "names", (), front_roll.FACTS, about="ids of facts that hold"),
        ),
        _begin_weather,
        _weather,
    ),
    without_dice(
        "victory",
        "the level of victory of a number of objectives",
        "27.1, 27.2",
        (
            Input("side", "name", choices=tuple(endings.LEVELS), about="the side"),
            Input("objectives", "number", least=0, most=99, about="orange cities held"),
            Input("modifiers", "names", (), tuple(endings.EXTRA), about="what else is held whole"),
        ),
        _victory,
    ),
    without_dice(
        "game-end",
        "whether the game ends with a turn, and how",
        "27.1",
        (
            _turn_input(about="the turn that ends"),
            Input("axis_holds", "names", (), _CITIES, about="cities that the Axis holds"),
            Input("allies_hold", "names", (), _CITIES, about="cities that the Allies hold"),
            Input("surrendered", "names", (), _POWERS, about="powers that have surrendered"),
        ),
        _game_end,
    ),
)
