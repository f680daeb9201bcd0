"""What a campaign remembers of diplomacy: points, chits, targets and statements, grudges, border wars, what moved the
U.S. Entry Level (16.1, 16.2, 16.5, 22.8). A part of the state, which has its mappings."""

from __future__ import annotations

from typing import ClassVar

from engine.kernel.paths import Addressed
from engine.kernel.ranges import dated, figure, holds, key_of, one_of, written
from engine.kernel.values import frozen, made_often


@frozen(kw_only=True)
class EntryCause:
    """What moved the U.S. Entry Level (22.8): ``event``, a row of the table of events; ``by``: how many levels;
    ``turn``: when."""

    event: str = written()
    by: int = figure(-9, 9, unit="levels", rule="22.8")
    turn: str = dated()


@made_often(kw_only=True)
class Influence(Addressed):
    """POPs (political points) of a power in a target of diplomacy in this calendar year (16.1.1). ``placed``: as far as
    everybody knows where they lie; what is still under seal stands in its seat's file alone. ``opened``: of these,
    what was under seal before. ``used``: of all of them, sealed or not, in attack and defence."""

    known_by: ClassVar[tuple[str, ...]] = ("power", "country")
    joint: ClassVar[str] = "+"

    power: str = key_of("powers")
    country: str = written()
    placed: int = figure(0, 99, 0, unit="POPs", rule="16.1.1")
    opened: int = figure(0, 99, 0, unit="POPs", rule="16.1.1")
    used: int = figure(0, 99, 0, unit="POPs", rule="16.1.3")


@made_often(kw_only=True)
class Chits(Addressed):
    """Espionage or Counter-Espionage chits of a power in this calendar year (16.1.7). ``bought``: as far as everybody
    knows; those still under seal stand in its seat's file alone. ``played``: of all of them, sealed or not."""

    known_by: ClassVar[tuple[str, ...]] = ("power", "sort")
    joint: ClassVar[str] = "+"

    power: str = key_of("powers")
    sort: str = one_of("espionage", "counter-espionage")
    bought: int = figure(0, 99, 0, unit="chits", rule="16.1.7.1")
    played: int = figure(0, 99, 0, unit="chits", rule="16.1.7.2")


@frozen(kw_only=True)
class Purchase(Addressed):
    """What a power paid for POPs and chits in a Spring or Fall, as everybody sees it (16.1.1, ruling 298). ``opened``:
    what it bought is known to all; ``given``: POPs that a variant gave it besides (ruling 575); ``borne``: who paid for
    a part of it, '' for nobody (28.2.3 #15)."""

    known_by: ClassVar[tuple[str, ...]] = ("power", "turn")
    joint: ClassVar[str] = "+"

    power: str = key_of("powers")
    turn: str = dated()
    narfs: int = figure(0, 999, title="NARFs paid", unit="NARFs", rule="16.1.1")
    opened: bool = False
    given: int = figure(0, 99, 0, title="POPs of a variant", unit="POPs", rule="28")
    borne: str = key_of("powers", default="")


@frozen(kw_only=True)
class Statement(Addressed):
    """What a power that was asked has said of its POPs in a target: as many were there unused, before those of this
    roll were taken off (16.1.3, 16.1.7.2 b). ``known``: what lay there as far as everybody knew, less all that was
    used, so below 0 where some of what is under seal had been. It is compared with what was written down once that is
    opened."""

    known_by: ClassVar[tuple[str, ...]] = ("power", "country", "turn", "nth")
    joint: ClassVar[str] = "+"

    power: str = key_of("powers")
    country: str = written()
    turn: str = dated()
    nth: int = figure(1, 99, 1, unit="which of this turn", rule="16.1.3")
    pops: int = figure(0, 99, unit="POPs", rule="16.1.3")
    known: int = figure(-99, 99, 0, unit="POPs", rule="16.1.3")


@frozen(kw_only=True)
class Mismatch(Addressed):
    """What a power said of what it had under seal and, once that was opened, was seen not to have written down: the
    POPs in a target in a turn, POPs or chits used that it did not have, or less paid than they cost (16.1.1).
    ``of``: the target, a sort of chit, or 'narfs'."""

    known_by: ClassVar[tuple[str, ...]] = ("power", "of", "turn", "nth")
    joint: ClassVar[str] = "+"

    power: str = key_of("powers")
    of: str = written()
    turn: str = dated()
    nth: int = figure(1, 99, 1, unit="which of this turn", rule="16.1.1")
    stated: int = figure(0, 999, unit="POPs, chits or NARFs", rule="16.1.1")
    wrote: int = figure(0, 999, unit="POPs, chits or NARFs", rule="16.1.1")


@frozen(kw_only=True)
class Named(Addressed):
    """A target that an alliance has named in a year, whichever of its powers did (16.1.3, ruling 306): ``turn``:
    when."""

    known_by: ClassVar[tuple[str, ...]] = ("alliance", "country")
    joint: ClassVar[str] = "+"

    alliance: str = one_of("axis", "western", "soviet")
    country: str = written()
    turn: str = dated(default="")


@frozen(kw_only=True)
class Grudge(Addressed):
    """A declaration of war that its power's later diplomatic rolls remember for good (16.2). ``kind``: friend, an own
    Sympathizer, Associate or Satellite, which counts each time; neutral, a minor country attacked by a Western power,
    which counts once for all of them (ruling 316). ``turn``: when."""

    known_by: ClassVar[tuple[str, ...]] = ("power", "country", "kind")
    joint: ClassVar[str] = "+"
    said: ClassVar[str] = "turn"

    power: str = key_of("powers")
    country: str = key_of("countries")
    kind: str = one_of("friend", "neutral")
    turn: str = dated()


@frozen(kw_only=True)
class Speaker(Addressed):
    """A power that may have something to do in the diplomatic step of a turn, with its hand as the step opened: the
    lowest names its targets first, whatever a target brings or costs meanwhile (16.1.3, ruling 306)."""

    known_by: ClassVar[tuple[str, ...]] = ("power",)

    power: str = key_of("powers")
    narfs: int = figure(-9999, 9999, unit="NARFs", rule="16.1.3")
    turn: str = dated()


@frozen(kw_only=True)
class Leaning(Addressed):
    """How a target of diplomacy stood as the diplomatic step of a turn opened, written down when a roll first moves it:
    from there it goes three levels at most in the turn (16.1.6, ruling 312)."""

    known_by: ClassVar[tuple[str, ...]] = ("country",)

    country: str = key_of("countries")
    status: str = one_of("neutral", "sympathizer", "associate", "satellite")
    patron: str = key_of("powers", default="")
    turn: str = dated()


@frozen(kw_only=True)
class BorderWar:
    """What Germany has decided as the Soviets entered a province that the Pact leaves to them (16.5, ruling 328):
    whether its ``country`` ``fights`` for it, ``since`` which turn. ``lost``: printed factors of ground units that the
    country has lost in it (23.21)."""

    country: str = key_of("countries")
    fights: bool = holds(title="it fights", rule="16.5")
    since: str = dated()
    lost: int = figure(0, 99, 0, title="ground factors lost in it", unit="factors", rule="23.21")


@made_often(kw_only=True)
class VariantTry(Addressed):
    """A power's try for a variant in a turn (28.0). ``goal``: to roll for a project now, or to save the modifier;
    ``chit``: an Espionage chit counted on its dice; ``used``: saved modifiers that it took; ``first`` and ``second``:
    the faces, 0 where a die has not fallen; ``won`` and ``got``: whether they succeeded; ``project``: its number in the
    power's list, 0 where it lies under seal or is none; ``played``: the turn in which what it gave was played,
    '' for not yet."""

    known_by: ClassVar[tuple[str, ...]] = ("power", "turn")
    joint: ClassVar[str] = "+"

    power: str = key_of("powers")
    turn: str = dated()
    goal: str = one_of("roll", "save")
    chit: bool = False
    used: int = figure(0, 4, 0, unit="saved modifiers", rule="28.0")
    first: int = figure(0, 10, 0, unit="die", rule="28.0")
    won: bool = False
    second: int = figure(0, 10, 0, unit="die", rule="28.0")
    got: bool = False
    project: int = figure(0, 99, 0, unit="number in the list", rule="28.0")
    played: str = dated("")
