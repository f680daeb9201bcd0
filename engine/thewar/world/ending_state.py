"""What a campaign remembers of its endings: what the board has shown for a surrender roll, the rolls that were made,
the terms of France, how it has ended (17.2, 18.4, 18.5, 19.2, 20.4, 21.1, 27). A part of the state, which has its
mappings."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.paths import Addressed
from engine.kernel.ranges import dated, figure, key_of, listed, one_of, written
from engine.kernel.values import frozen


@frozen(kw_only=True)
class BoardSign(Addressed):
    """What the table has said of the board for a power's surrender roll (ruling 342): ``sign``, a row of its list or of
    the conditions of a Dunkirk; ``count``: 0 that it does not hold, 1 that it does, or how many; ``turn``: when."""

    known_by: ClassVar[tuple[str, ...]] = ("power", "sign")
    joint: ClassVar[str] = "+"

    power: str = key_of("powers")
    sign: str = written()
    count: int = figure(0, 999, unit="how many, 1 for what holds", rule="ruling 342")
    turn: str = dated()


@frozen(kw_only=True)
class SurrenderRoll(Addressed):
    """A die for the surrender of a power. ``kind``: by its list, or that of a Dunkirk; ``face``: the natural die;
    ``added``: its modifiers in all."""

    known_by: ClassVar[tuple[str, ...]] = ("power", "kind", "turn")
    joint: ClassVar[str] = "+"

    power: str = key_of("powers")
    kind: str = one_of("list", "dunkirk")
    turn: str = dated()
    face: int = figure(1, 10, unit="die", rule="17.2, 18.4, 19.2, 20.4, 21.1")
    added: int = figure(-999, 999, 0, unit="on the die", rule="17.2, 18.4, 19.2, 20.4, 21.1")


@frozen(kw_only=True)
class Term:
    """A line of the terms of France that is settled (18.5). ``how``: done by its order or by itself, or closed by the
    table, as it was done on the board; ``why`` in words; ``units``: of the Navy those that went to North Africa, by the
    ids that they had: what leaves play later went there all the same."""

    how: str = one_of("done", "closed")
    turn: str = dated()
    why: str = written(default="")
    units: tuple[str, ...] = listed(99, ())


@frozen(kw_only=True)
class Outcome:
    """How a campaign has ended, or the level that a side's objectives give it (27). ``winner``: a side, '' for nobody;
    ``why`` in words, by which ``rule``; ``by``: the rules, a concession, an agreement or an adjournment; ``turn``:
    when; ``played_on``: all have agreed to play on, which changes nothing of it."""

    winner: str = one_of("", "axis", "allies", default="")
    level: str = one_of(
        "sudden-death", "decisive", "tactical", "marginal", "stalemate", "draw", "concession", "adjourned"
    )
    why: str = written(400)
    rule: str = written()
    by: str = one_of("rules", "concession", "agreement", "adjournment")
    turn: str = dated("")
    played_on: bool = False


@frozen(kw_only=True)
class BoxHold:
    """A box that a force has stood in to take it (19.1.2, 23.41, 23.47): how many ``turns`` that count, that of the
    arrival not among them, and the ``last`` turn in which it was looked at."""

    turns: int = figure(0, 9, 0, unit="turns", rule="19.1.2, 23.41, 23.47")
    last: str = dated()
