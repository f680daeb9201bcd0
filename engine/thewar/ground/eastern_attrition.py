"""What the Soviet effort wears away from the German army in the 1939 Soviet Union, in the Axis End Segment (10.3.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Self

import attrs

from engine.kernel.counters import Counter
from engine.kernel.grammar import word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import battles
from engine.thewar.combat import offered_counters as offers
from engine.thewar.economy import inside_ussr, logistics
from engine.thewar.ground.ground_fight import deplete
from engine.thewar.world import counters, forces, sides, titles, wars
from engine.thewar.world.naming import UNITS_OR_NONE
from engine.thewar.world.state import TheWar, Unit

STEP = "end.eastern-attrition"
RULE = "10.3.6"
KINDS = ("arm", "mech", "inf")
WORN = {"lle": 1, "rle": 2, "sle": 3}
"""How many units a Soviet effort Depletes; an MLE and a Pass none."""
NONE = "none"
"""What the order names in place of units where no German ground unit stands inside the 1939 Soviet Union, which only
the board knows."""
_GERMANY, _USSR = "germany", "ussr"


def open_to(campaign: TheWar) -> tuple[str, ...]:
    """The German units that may be Depleted: whole ARM, MECH and INF. Those that are recorded at a place outside the
    1939 Soviet Union are not; of the others the board knows."""
    return tuple(key for key, unit in campaign.units.items() if _may(campaign, unit))


def _may(campaign: TheWar, unit: Unit) -> bool:
    return _wears(unit) and not _outside(campaign, unit)


def _wears(unit: Unit) -> bool:
    return unit.power == _GERMANY and unit.kind in KINDS and not unit.depleted


def _outside(campaign: TheWar, unit: Unit) -> bool:
    """Whether a unit is recorded at a place that is not in the 1939 Soviet Union."""
    place = campaign.places.get(unit.place)
    return place is not None and not place.tags.get("ussr-1939")


def to_deplete(campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
    """What may be ticked: Germany's whole ARM, MECH and INF, and where nobody is known to be there, that nobody is."""

    def fit(key: str, unit: Unit) -> str:
        if not _wears(unit):
            return offers.NEVER
        return "outside the 1939 Soviet Union" if _outside(campaign, unit) else ""

    lines = offers.own(campaign, _GERMANY, offers.Call(("ground",), fit=fit))
    nobody = offers.words((NONE,), {NONE: "no German unit is there"}, {NONE: "nobody"})
    return lines if inside_ussr.there(campaign) else (*lines, *nobody)


def owed(campaign: TheWar) -> int:
    """How many units Germany has to Deplete this turn, as far as there are any."""
    if not wars.at_war(campaign, _GERMANY, _USSR) or not wars.standing(campaign, _GERMANY):
        return 0
    return min(WORN.get(campaign.powers[_USSR].effort, 0), len(open_to(campaign)))


def least(campaign: TheWar) -> tuple[str, ...]:
    """The units whose Depletion costs the fewest factors: whole units before Breakdown units, an ARM among
    them where there has to be one."""
    able = sorted(open_to(campaign), key=lambda key: _worth(campaign.units[key]))
    need = owed(campaign)
    armor = _armor(campaign, able)
    if campaign.powers[_USSR].effort == "sle" and armor and armor[0] not in able[:need]:
        return (*able[: need - 1], armor[0])
    return tuple(able[:need])


def _armor(campaign: TheWar, able: Iterable[str]) -> list[str]:
    """The ARM of which one is Depleted by a Soviet SLE. Where whole units suffice, one that is broken down does not
    stand in for one that is not there."""
    there = list(able)
    whole = [key for key in there if not counters.is_breakdown(campaign.units[key])]
    return [key for key in (whole if len(whole) >= owed(campaign) else there) if campaign.units[key].kind == "arm"]


def _worth(unit: Unit) -> tuple[bool, int]:
    return counters.is_breakdown(unit), counters.factors(unit).combat


def worn(campaign: TheWar) -> tuple[str, ...]:
    """The powers that have units to choose in this step."""
    return (_GERMANY,) if owed(campaign) else ()


@frozen
class EasternAttrition(PowerOrder[TheWar]):
    """Germany Depletes ARM, MECH and INF in the 1939 Soviet Union: 1 on a Soviet LLE, 2 on an RLE, 3 with an ARM among
    them on an SLE. No Breakdown units while there are others; next to Soviet units where it can, which the board
    shows."""

    verb: ClassVar[str] = "attrition"
    title: ClassVar[str] = "Eastern Front attrition"
    rule: ClassVar[str] = RULE
    steps: ClassVar[tuple[str, ...]] = (STEP,)
    finishes: ClassVar[bool] = True

    units: tuple[str, ...] = word(UNITS_OR_NONE)

    def complete(self, campaign: TheWar) -> Self:
        """The order with units by their ids where their groups were named, whole units first, and those last that are
        known to stand elsewhere."""
        if not self.units:
            return self
        elsewhere = {key for key, unit in campaign.units.items() if _outside(campaign, unit)}
        side = sides.side(campaign, self.power)
        named = battles.meant(campaign, self.units, side, first=_GERMANY, last=elsewhere)
        return attrs.evolve(self, units=named)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if not self.units:
            yield from self._nobody_there(campaign)
            return
        wrong = tuple(battles.wrong_units(campaign, self.units, sides.side(campaign, self.power), RULE))
        yield from wrong
        if wrong:
            return
        if _USSR not in campaign.powers:
            yield Refusal(RULE, "the Soviet Union does not take part", "There is no Eastern Front.")
            return
        need, effort = owed(campaign), campaign.powers[_USSR].effort
        if self.power != _GERMANY or len(self.units) != need:
            why = f"{need} under the Soviet {logistics.name(effort)}" if effort else "the Soviet Union has no effort"
            yield Refusal(RULE, f"{len(self.units)} units are named", f"Germany Depletes {why}.")
        able = open_to(campaign)
        for key in self.units:
            unit = campaign.units[key]
            if key not in able:
                hint = "Whole German ARM, MECH and INF in the 1939 Soviet Union."
                yield Refusal(RULE, f"{titles.units(campaign, (key,))} of {unit.power} is not worn away", hint)
        whole = [key for key in able if not counters.is_breakdown(campaign.units[key])]
        left = [key for key in whole if key not in self.units]
        if left and (broken := [key for key in self.units if counters.is_breakdown(campaign.units[key])]):
            hint = f"Left: {titles.units(campaign, left)}."
            yield Refusal(RULE, f"{titles.units(campaign, broken)}: Breakdown units come after all others", hint)
        if (
            effort == "sle"
            and _armor(campaign, able)
            and not any(campaign.units[key].kind == "arm" for key in self.units)
        ):
            yield Refusal(RULE, "no ARM is among them", "One of those of a Soviet SLE is an ARM.")

    def _nobody_there(self, campaign: TheWar) -> Iterable[Refusal]:
        """Refuse the answer that no German ground unit stands in the 1939 Soviet Union, where the campaign knows of
        one."""
        if self.power != _GERMANY:
            yield Refusal(RULE, f"{wars.named(campaign, self.power)} Depletes nothing", "Germany does.")
        elif inside_ussr.there(campaign):
            where = inside_ussr.known(campaign)
            known = f"hold {where}" if where else "stand there, as Germany has said"
            hint = "The units that are Depleted; or 'inside-ussr no' where none is left."
            yield Refusal(f"{RULE}, ruling 441", f"Germans are inside the 1939 Soviet Union: they {known}", hint)

    def effect(self, tx: Transaction[TheWar]) -> None:
        for key in self.units:
            forces.keep_serial(tx, key)
            deplete(tx, key, False, RULE)

    def sentence(self, campaign: TheWar) -> str:
        if not self.units:
            return "No German ground unit is inside the 1939 Soviet Union: nobody is worn away"
        return f"Attrition on the Eastern Front wears {titles.units(campaign, self.units)}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[EasternAttrition]:
        """The units that lose the fewest factors by it; nobody, where nobody is known to be there."""
        if power == _GERMANY and owed(campaign):
            yield cls(power, least(campaign))
            if not inside_ussr.there(campaign):
                yield cls(power, ())

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if power != _GERMANY or not owed(campaign):
            return None
        groups = dict.fromkeys(forces.group_of(campaign.units[key]) for key in open_to(campaign))
        names = (*groups, *(() if inside_ussr.there(campaign) else (NONE,)))
        fields = (Field("units", f"who is Depleted ({owed(campaign)})", RULE, names, listed=True, counters=to_deplete),)
        return Form(cls.verb, "Eastern Front attrition", f"{power} attrition {{units}}", fields, RULE)
