"""The calculators of Atrocities, of what rises for them, and of the partisan war (25.1, 25.4)."""

from __future__ import annotations

from typing import Any

import attrs

from engine.kernel.calculators import Calculator, Input, Result, Values, lines
from engine.kernel.forecast import Core
from engine.kernel.refusals import Breakdown, Refusal, Refused
from engine.kernel.values import frozen
from engine.thewar.countries import atrocities
from engine.thewar.rolls import partisans
from engine.thewar.sheets.given_turns import given_turn
from engine.thewar.world import calendar
from engine.thewar.world.partisan_homes import HOMES

_HOMES = {
    "france": "occupied-france",
    "nor-den": "norden",
    "baltic-states": "baltic",
    **{key: key for key in ("poland", "spain", "turkey", "greece", "yugoslavia", "ussr", "benelux")},
}
_PRUSSIA = "east-prussia"
_SIDES = 10
_VATICAN = {"vatican-axis-satellite": -1, "vatican-western-satellite": 1}
_HELPS = {"set-europe-ablaze": "britain", "soviet-partisans": "ussr"}
"""The variants that take 1 off a sponsor's creation rolls (28.2, 28.3)."""


@frozen
class _Committed:
    """A die for Atrocities; none where none is rolled."""

    country: str
    by: str
    face: int = 0

    @property
    def rolled(self) -> bool:
        if self.country == _PRUSSIA:
            return True
        alone = self.by == "italy" and self.country in atrocities.BY_ITALY_ALONE
        return HOMES[_HOMES[self.country]].rolled and not alone

    @property
    def count(self) -> int:
        """Atrocities; in East Prussia 1 or 0."""
        if self.country == _PRUSSIA:
            return int(self.face >= atrocities.AT_LEAST)
        home = HOMES[_HOMES[self.country]]
        return partisans.atrocities(self.face, home.modifier) if self.rolled else int(home.rolled)


class _OneDie:
    """A core of one die at the most."""

    def finished(self, value: Any) -> bool:
        return bool(value.face) or not getattr(value, "rolled", True)

    def dice(self, value: Any) -> tuple[int, ...]:
        return (_SIDES,)

    def stage(self, value: Any, faces: tuple[int, ...]) -> Any:
        return attrs.evolve(value, face=faces[0])


def _begin_atrocities(values: Values) -> tuple[Core[Any], Any]:
    return _OneDie(), _Committed(values["country"], values["by"])


def _atrocities(made: _Committed) -> Result:
    known = bool(made.face) or not made.rolled
    column = {"column": partisans.Creation(made.count).column} if made.country != _PRUSSIA and known else {}
    added = Breakdown()
    if made.country != _PRUSSIA and (modifier := HOMES[_HOMES[made.country]].modifier):
        added = added.plus("the country", modifier, "25.1.1")
    return {**({"atrocities": made.count} if known else {}), **column, "breakdown": lines(added)}


@frozen
class _Raised:
    """A creation roll of a country, with what the Vatican adds afterwards."""

    country: str
    sponsor: str
    vatican: int
    roll: partisans.Creation

    @property
    def face(self) -> int:
        return self.roll.face


class _RaisedCore(_OneDie):
    def stage(self, value: _Raised, faces: tuple[int, ...]) -> _Raised:
        return attrs.evolve(value, roll=attrs.evolve(value.roll, face=faces[0]))


def _begin_creation(values: Values) -> tuple[Core[Any], Any]:
    country, given = values["country"], values["modifiers"]
    home = HOMES[_HOMES[country]]
    if values["atrocities"] and not home.rolled:
        reason = f"{values['atrocities']} Atrocities in {home.name}, where none are committed"
        raise Refused([Refusal("25.1.1", reason, "It is rolled for in column 0.")])
    sponsor = atrocities.SPONSORS.get(home.id, "britain")
    added = -sum(_HELPS.get(one) == sponsor for one in given)
    vatican = sum(_VATICAN.get(one, 0) for one in given) if country == "poland" else 0
    return _RaisedCore(), _Raised(country, sponsor, vatican, partisans.Creation(values["atrocities"], added))


def _creation(made: _Raised) -> Result:
    roll = made.roll
    came = (
        {"row": roll.row, "partisans": max(0, roll.partisans + made.vatican), "ss_legions": roll.legions}
        if roll.face
        else {}
    )
    added = Breakdown().plus("a variant", roll.added, "28.2, 28.3") if roll.added else Breakdown()
    return {
        "sponsor": made.sponsor,
        "column": roll.column,
        "modifier": roll.added,
        **came,
        "british": int(made.country == "yugoslavia"),
        "breakdown": lines(added),
    }


def _begin_partisans(values: Values) -> tuple[Core[Any], Any]:
    turn, given, by = given_turn(values), values["modifiers"], values["by"]
    helped = "commando" in given
    if helped and (by != "western" or calendar.number(turn) < calendar.number("1942-1-spring")):
        raise Refused([Refusal("2.6, 25.4", "a Commando helps in no such roll", "Western ones from Spring 1942.")])
    added = partisans.modifiers(
        turn, by != "axis", "axis-espionage" in given, "allied-counter-espionage" in given, helped
    )
    return partisans.WarfareCore(), partisans.Warfare(values["number"], added)


def _partisans(made: partisans.Warfare) -> Result:
    helped = any(line.label == partisans.COMMANDO_LABEL for line in made.added.lines)
    cut, lost = int(made.cut) if made.face else 0, made.lost if made.face else 0
    came = {
        "row": made.row,
        "narfs": made.narfs,
        "marks": "*" * lost + "@" * cut,
        "partisans_lost": min(lost, made.many),
        "commando_lost": bool(lost) and helped,
        "stratmoves_lost": cut,
        "railmoves_lost": cut,
    }
    shown = came if made.face else {}
    return {"column": made.column, "modifier": made.added.total, **shown, "breakdown": lines(made.added)}


CALCULATORS = (
    Calculator(
        "atrocities",
        "Atrocities in a country, by the die of its conqueror",
        "25.1.1, 25.1.2",
        (
            Input("country", "name", choices=(*_HOMES, _PRUSSIA), about="the country; East Prussia is the Soviets'"),
            Input("by", "name", "germany", ("germany", "italy"), about="who conquers it"),
        ),
        _begin_atrocities,
        _atrocities,
    ),
    Calculator(
        "partisan-creation",
        "partisans and SS Legions that Atrocities create",
        "25.1.1",
        (
            Input("country", "name", choices=tuple(_HOMES), about="the country"),
            Input("atrocities", "number", 0, least=0, most=partisans.MOST, about="Atrocities committed there"),
            Input("modifiers", "names", (), (*_HELPS, *_VATICAN), about="ids of facts that hold"),
        ),
        _begin_creation,
        _creation,
    ),
    Calculator(
        "partisans",
        "what partisans cost an occupier",
        "25.4",
        (
            Input("turn", "text", about="the turn, such as 1943-1-spring"),
            Input("by", "name", choices=("western", "soviet", "axis"), about="whose partisans"),
            Input("number", "number", least=1, most=99, about="partisans on the board"),
            Input(
                "modifiers",
                "names",
                (),
                ("axis-espionage", "allied-counter-espionage", "commando"),
                about="ids of facts that hold",
            ),
        ),
        _begin_partisans,
        _partisans,
    ),
)
