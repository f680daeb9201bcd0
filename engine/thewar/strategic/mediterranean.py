"""Strategic warfare in the Mediterranean (29.14): British submarines against Italian ASW, on the U-boat table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import attrs

from engine.kernel.changes import Entry
from engine.kernel.dice import Words
from engine.kernel.forecast import Distribution, distribution
from engine.kernel.grammar import FLAG, keyed, number
from engine.kernel.orders import Automatic, Field, Form, PowerOrder
from engine.kernel.procedures import Procedure, begin
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.tables import table
from engine.kernel.transaction import Transaction
from engine.kernel.values import evolve, frozen
from engine.thewar.combat import aftermath
from engine.thewar.economy import logistics
from engine.thewar.rolls import submarines
from engine.thewar.rolls.crt import combat_table
from engine.thewar.strategic import effects, strategic_forces
from engine.thewar.world import calendar, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.state import Box, TheWar

_CRT = Words("crt")("crt")
OPTION = "mediterranean-submarines"
STEP = "strategic-warfare.mediterranean-boxes"
RATE = 3
"""NARFs that Italy loses for each submarine that gets through; Ambushes do not happen in the Mediterranean."""
RATINGS = "navies' ratings"
# Each modifier: the field of Patrol that makes it apply, its label, its value, its rule.
PLACED = (
    ("ships", "a Fleet or CV/NAC in Malta", -1, "29.14"),
    ("malta_air", "a British TAC in Malta", -1, "29.14, ruling 165"),
    ("italian_air", "an Italian TAC next to the central seas", 2, "29.14"),
    ("german_air", "a German TAC next to the central seas", 3, "29.14"),
)


@frozen
class Patrol:
    """One turn of British submarines against Italian ASW, before or after its roll. ``nationality``: what the ratings
    of the navies add; ``ships``: a Fleet or CV/NAC in Malta; ``malta_air``: a TAC there; ``italian_air`` and
    ``german_air``: a TAC next to the Central Mediterranean, the Ionian, the Gulf of Sidra or Tobruk Waters."""

    turn: str
    subs: int
    asw: int
    nationality: int = 0
    ships: bool = False
    malta_air: bool = False
    italian_air: bool = False
    german_air: bool = False
    face: int = 0

    @property
    def rolls(self) -> bool:
        """Whether a die is rolled: not without ASW, as with U-boats (ruling 6)."""
        return bool(self.subs and self.asw)


class PatrolCore:
    """The roll as a core for forecasts and play."""

    def finished(self, value: Patrol) -> bool:
        return bool(value.face) or not value.rolls

    def dice(self, value: Patrol) -> tuple[int, ...]:
        return (10,)

    def stage(self, value: Patrol, faces: tuple[int, ...]) -> Patrol:
        return attrs.evolve(value, face=faces[0])


@frozen
class PatrolResult:
    """The result of a patrol, in units and NARFs; ``attrition`` is counted in ``subs_lost`` too; ``subs_aborted`` and
    ``asw_aborted`` turned away."""

    column: str
    modifier: int
    row: int
    result: str
    subs_lost: int
    asw_lost: int
    narfs: int
    breakdown: Breakdown = attrs.field(eq=False)
    attrition: int = 0
    subs_aborted: int = 0
    asw_aborted: int = 0


def modifiers(patrol: Patrol) -> tuple[Line, ...]:
    """Every modifier that applies; none of the Atlantic's does (29.14)."""
    ratings = Line(RATINGS, patrol.nationality, "7.11")
    lines = (ratings, *(Line(label, value * getattr(patrol, name), rule) for name, label, value, rule in PLACED))
    return tuple(line for line in lines if line.value)


def resolve(patrol: Patrol) -> PatrolResult:
    """What came of it: losses, aborts, the excess, attrition, as in the Atlantic (5.1, 29.14)."""
    if not patrol.subs:
        return PatrolResult("", 0, 0, "no effect", 0, 0, 0, Breakdown())
    crt = combat_table(submarines.CRT)
    lines = modifiers(patrol) if patrol.rolls else ()
    net = sum(line.value for line in lines)
    column = crt.column(patrol.subs, patrol.asw)
    row = crt.row(patrol.face + net) if patrol.rolls else min(crt.rows)
    cell = crt.cell(column, row)
    lost = min(cell.attackers_lost, patrol.subs)
    asw_lost = min(cell.defenders_lost, patrol.asw)
    aborted = min(cell.attackers_aborted, patrol.subs - lost)
    turned = min(cell.defenders_aborted, patrol.asw - asw_lost)
    through = max(0, patrol.subs - lost - aborted - (patrol.asw - asw_lost - turned))
    narfs = through * RATE
    damage = narfs > 0 or asw_lost > 0
    worn = submarines.attrition(patrol.turn, patrol.asw, patrol.subs - lost) if patrol.asw and damage else 0
    causes = (*lines, Line(f"{through} submarines x {RATE} NARFs", narfs, "29.14"))
    return PatrolResult(
        column,
        net,
        row,
        cell.text,
        lost + worn,
        asw_lost,
        narfs,
        Breakdown(causes),
        attrition=worn,
        subs_aborted=aborted,
        asw_aborted=turned,
    )


def prepared(campaign: TheWar, british: Box, italian: Box, german: Box) -> Patrol:
    """The patrol of this turn from what stands in the boxes."""
    navies = table("thewar", "naval-nationality")["row"]
    britain, italy = campaign.powers["britain"].navy, campaign.powers["italy"].navy
    return Patrol(
        turn=calendar.turn(campaign),
        subs=british.uboats,
        asw=italian.asw,
        nationality=int(navies[str(italy)][britain - 1]),
        ships=british.ships,
        malta_air=british.aircraft,
        italian_air=italian.aircraft,
        german_air=german.aircraft,
    )


def ports(campaign: TheWar) -> tuple[str, ...]:
    """British-held ports of the Mediterranean, by id."""
    return tuple(
        key
        for key, place in campaign.places.items()
        if place.kind == "port" and "mediterranean" in place.tags and place.holder == "britain"
    )


def powers(campaign: TheWar) -> tuple[str, ...]:
    """Who places: Britain and Italy at war while Britain has submarines, and Germany where it fights Britain."""
    ready = all(wars.standing(campaign, power) for power in ("britain", "italy"))
    if (
        not ready
        or not wars.at_war(campaign, "britain", "italy")
        or not strategic_forces.count(campaign, "britain", "uboat")
    ):
        return ()
    german = wars.standing(campaign, "germany") and wars.at_war(campaign, "britain", "germany")
    return ("italy", "germany", "britain") if german else ("italy", "britain")


def sails(campaign: TheWar) -> bool:
    """Whether British submarines were sent."""
    return campaign.boxes.get("britain", Box()).uboats > 0


@frozen
class MediterraneanPatrol(Procedure[TheWar]):
    """The patrol under way; it has one stage, roll."""

    kind: ClassVar[str] = "mediterranean-patrol"

    @property
    def power(self) -> str:
        return "britain"

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        british, italian, german = (tx.campaign.boxes.get(who, Box()) for who in ("britain", "italy", "germany"))
        patrol = prepared(tx.campaign, british, italian, german)
        if patrol.rolls:
            patrol = attrs.evolve(patrol, face=tx.roll("submarines", _CRT, rule="29.14"))
        result = resolve(patrol)
        effects.narfs_lost(tx, "italy", result.narfs, "lost to submarines", "29.14")
        effects.smps_lost(tx, "italy", result.narfs // submarines.NARFS_PER_SMP, "NARFs lost at sea", "8.4")
        effects.units_lost(tx, "britain", "uboat", result.subs_lost, "submarines lost", "29.14")
        effects.units_lost(tx, "italy", "asw", result.asw_lost, "submarine combat", "29.14")
        tx.remove(at, "the submarines are back", "29.14")

    def told(self, before: TheWar, entry: Entry) -> str:
        british, italian, german = (before.boxes.get(who, Box()) for who in ("britain", "italy", "germany"))
        roll = "no ASW meets them"
        for face in entry.faces("submarines"):
            result = resolve(attrs.evolve(prepared(before, british, italian, german), face=face))
            roll = aftermath.die(face, result.modifier, result.column)
        return aftermath.sentence("Submarines in the Mediterranean", roll, aftermath.toll(before, entry))


@frozen
class MedBox(PowerOrder[TheWar]):
    """British submarines or Italian ASW, face down, with what of one's own stands near on the board: ``ships`` a Fleet
    or CV/NAC in Malta, ``air`` a British TAC in Malta or an Axis TAC next to the central seas (29.14)."""

    verb: ClassVar[str] = "med-box"
    title: ClassVar[str] = "submarines in the Mediterranean"
    rule: ClassVar[str] = "29.14"
    steps: ClassVar[tuple[str, ...]] = (STEP,)
    finishes: ClassVar[bool] = True

    subs: int = keyed(number(0, 99), 0)
    asw: int = keyed(number(0, 99), 0)
    ships: bool = keyed(FLAG, False)
    air: bool = keyed(FLAG, False)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if not campaign.options.get(OPTION, False):
            yield Refusal("29.14", "there is no submarine war in the Mediterranean", f"Option '{OPTION}' is off.")
            return
        if self.power not in powers(campaign):
            yield Refusal("29.14", f"{wars.named(campaign, self.power)} takes no part in it now")
            return
        british, italian = self.power == "britain", self.power == "italy"
        for wanted, kind, name, owner in (
            (self.subs, "uboat", "submarines", british),
            (self.asw, "asw", "ASW", italian),
        ):
            most = strategic_forces.count(campaign, self.power, kind) if owner else 0
            if not 0 <= wanted <= most:
                yield Refusal("29.14", f"{wanted} {name} are asked for, {most} are here", f"From 0 to {most}.")
        if self.ships and not british:
            yield Refusal("29.14", "only British ships in Malta count")
        malta = campaign.places.get("malta")
        if british and (self.ships or self.air) and malta is not None and malta.holder != "britain":
            yield Refusal("29.14", "Malta is not British", "Nothing British is based there.")
        if self.subs:
            if not ports(campaign):
                yield Refusal("29.14", "Britain holds no port in the Mediterranean", "Submarines are based in one.")
            if (refusal := logistics.may(campaign, self.power, "strategic_warfare")) is not None:
                yield refusal

    def effect(self, tx: Transaction[TheWar]) -> None:
        tx.put(f"boxes.{self.power}", self._box(tx.campaign), "submarines in the Mediterranean", "29.14")

    def _box(self, campaign: TheWar) -> Box:
        box = evolve(campaign.boxes.get(self.power, Box()), ships=self.ships, aircraft=self.air)
        if self.power == "britain":
            return evolve(box, uboats=self.subs)
        return evolve(box, asw=self.asw) if self.power == "italy" else box

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """Against every ASW or submarine the enemy has, without his aircraft: they are not known."""
        if self.power not in ("britain", "italy"):
            return None
        return distribution(PatrolCore(), self.patrol(campaign)).of(resolve)

    def patrol(self, campaign: TheWar, enemy: int | None = None) -> Patrol:
        """The patrol with this box of Britain or Italy, against so many of the enemy's units (all that he has), nothing
        else of his standing near."""
        if self.power == "britain":
            asw = strategic_forces.count(campaign, "italy", "asw") if enemy is None else enemy
            return prepared(campaign, self._box(campaign), Box(asw=asw), Box())
        subs = strategic_forces.count(campaign, "britain", "uboat") if enemy is None else enemy
        return prepared(campaign, Box(uboats=subs), self._box(campaign), Box())

    def sentence(self, campaign: TheWar) -> str:
        who = wars.named(campaign, self.power)
        if self.power not in ("britain", "italy"):
            return f"{who} has {'a' if self.air else 'no'} TAC next to the central seas"
        placed = f"{self.asw} ASW" if self.power == "italy" else counted(self.subs, "submarine", "submarines")
        where = "in Malta" if self.power == "britain" else "next to the central seas"
        near = [name for name, there in (("ships", self.ships), ("a TAC", self.air)) if there]
        beside = f", with {' and '.join(near)} {where}" if near else ""
        return f"{who} places {placed} in the Mediterranean{beside}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[MedBox]:
        """Everything with and without what the board may show, and nothing."""
        if power == "britain":
            yield cls(power, subs=strategic_forces.count(campaign, power, "uboat"))
        elif power == "italy":
            yield cls(power, asw=strategic_forces.count(campaign, power, "asw"))
        else:
            yield cls(power, air=True)
        yield cls(power)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        choices = ("no", "yes")
        near = Field("air", "a TAC next to the central seas", "29.14", choices, "no")
        if power == "britain":
            most = strategic_forces.count(campaign, power, "uboat")
            fields = (
                Field("subs", f"submarines, of {most}", "29.14", default=str(most)),
                Field("ships", "a Fleet or CV/NAC in Malta", "29.14", choices, "no"),
                Field("air", "a TAC in Malta", "29.14", choices, "no"),
            )
            return Form(
                cls.verb,
                cls.title,
                "britain med-box subs={subs} ships={ships} air={air}",
                fields,
                cls.rule,
                closed=True,
            )
        if power == "italy":
            most = strategic_forces.count(campaign, power, "asw")
            asw = Field("asw", f"ASW, of {most}", "29.14", default=str(most))
            return Form(cls.verb, cls.title, "italy med-box asw={asw} air={air}", (asw, near), cls.rule, closed=True)
        return Form(cls.verb, cls.title, power + " med-box air={air}", (near,), cls.rule, closed=True)


@frozen
class SubmarinesPatrol(Automatic[TheWar]):
    """The submarines of the turn attack (29.14)."""

    verb: ClassVar[str] = "submarines-patrol"
    title: ClassVar[str] = "submarines in the Mediterranean"
    rule: ClassVar[str] = "29.14"

    def act(self, tx: Transaction[TheWar]) -> None:
        begin(tx, MediterraneanPatrol("roll"), "submarines in the Mediterranean", "29.14")

    def sentence(self, campaign: TheWar) -> str:
        return "British submarines attack in the Mediterranean"
