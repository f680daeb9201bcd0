"""Units trace supply to a source that their owner names: judged by what is a source for them now, and over the sea by
what is recorded there (12.1.1, 12.2.1 to 12.2.6, 12.7.1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self

import attrs

from engine.kernel.grammar import NAME, NAMES, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import battles
from engine.thewar.combat import offered_counters as offers
from engine.thewar.supply import graces, land_lines, sea_lines, sources
from engine.thewar.supply_checks import marks
from engine.thewar.world import capitals, entering, seas, sides, supply, titles, wars
from engine.thewar.world.naming import UNITS
from engine.thewar.world.state import TheWar

RULE = "12.2"
MOST = 40
"""How many units one order names at the most."""
ARMS = ("ground", "air", "naval")


@frozen
class Trace(PowerOrder[TheWar]):
    """A power's units trace supply to a source, ``sea``: through a port and over the sea, ``through`` places that it
    names, of which those of ``zoc`` lie in enemy zones of control. To a full source they are in
    supply, to a limited one they are on a limited source from now on; what the enemy has said of them is contested."""

    verb: ClassVar[str] = "trace"
    title: ClassVar[str] = "supply traced to a source"
    rule: ClassVar[str] = RULE
    standing: ClassVar[bool] = True
    steps: ClassVar[tuple[str, ...]] = (marks.FIRST, *marks.AT_SEA, marks.THIRD)

    units: tuple[str, ...] = word(UNITS)
    to: str = keyed(NAME, "", "to the source")
    sea: str = keyed(NAME, "", "from the port")
    through: tuple[str, ...] = keyed(NAMES, (), "passing through")
    zoc: tuple[str, ...] = keyed(NAMES, (), "through enemy zones at")

    def complete(self, campaign: TheWar) -> Self:
        """The order with units by their ids, those that somebody has named first."""
        if self.power not in campaign.powers:
            return self
        side = sides.side(campaign, self.power)
        last = tuple(key for key in campaign.units if supply.mark_of(campaign, key) is None)
        return attrs.evolve(self, units=battles.meant(campaign, self.units, side, first=self.power, last=last))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from entering.fallen(campaign, self.power)
        if not 0 < len(self.units) <= MOST:
            yield Refusal(RULE, f"{len(self.units)} units in one order", f"1 to {MOST}, then another order.")
            return
        wrong = tuple(battles.wrong_units(campaign, self.units, sides.side(campaign, self.power), RULE))
        yield from wrong
        if wrong:
            return
        if not self.to:
            names = (one.key for one in sources.of(campaign, self.power) if one.level != sources.NONE)
            hint = " or ".join(f"to={name}" for name in names)
            yield Refusal(RULE, "no source is named", f"{hint}." if hint else "There is none: it is out of supply.")
            return
        yield from marks.unserved(campaign, self.power, self.sea)
        yield from dict.fromkeys(self._needless(campaign))
        # Of units that are alike the reason is said once.
        refused = dict.fromkeys(one for key in self.units for one in sources.refused(campaign, key, self.to))
        yield from refused
        if not refused:
            yield from self._over_the_sea(campaign)
            yield from land_lines.refused(campaign, self.power, (*self.through, *self.zoc))
            yield from land_lines.zones(campaign, self.power, self.units, self.zoc)

    def _needless(self, campaign: TheWar) -> Iterable[Refusal]:
        """Units that need no source named: they are in supply whatever the board shows, or nobody doubts it."""
        for key in self.units:
            unit, named = campaign.units[key], titles.units(campaign, (key,))
            if supply.always(unit) or graces.of(campaign, key) is not None:
                yield Refusal("12.1.1, 12.3", f"{named} is in supply by itself", "It traces to nothing now.")
                continue
            mark, level = supply.mark_of(campaign, key), sources.level(campaign, key, self.to)
            place = campaign.supply_places.get(unit.place)
            if place is not None and supply.stands(campaign, place):
                reason = f"all in {titles.where(campaign, unit.place)} was named together, {named} too"
                yield Refusal(supply.RULE, reason, "'contest-supply' and 'in-supply' speak of the place.")
            elif mark is None and level == sources.FULL:
                hint = "Whoever is not named is in supply."
                yield Refusal(supply.RULE, f"nobody has named {named} as cut off", hint)
            elif mark is not None and (mark.contested or mark.level == level == sources.LIMITED):
                state = "contested already" if mark.contested else "on a limited source already"
                yield Refusal(
                    supply.RULE, f"{named} is {state}", "The table decides what is contested: 'decide-supply'."
                )

    def _over_the_sea(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.sea:
            yield from sea_lines.refused(campaign, self.power, self.sea)
        elif far := [key for key in self.units if sea_lines.overseas(campaign, key, self.to)]:
            name = self._source(campaign)
            reason = f"{titles.units(campaign, far)} lies over the sea from {name}"
            yield Refusal("12.7.1", reason, "The port that its line leaves from: sea=tobruk.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        for key in self.units:
            self._marked(tx, key)

    def _marked(self, tx: Transaction[TheWar], key: str) -> None:
        mark, at = tx.campaign.supply_marks.get(key), f"supply_marks.{key}"
        mine = sides.side(tx.campaign, self.power)
        theirs = mark is not None and mark.by in tx.campaign.powers and sides.side(tx.campaign, mark.by) != mine
        if mark is not None and theirs and marks.made_now(tx.campaign, mark):
            tx.set(f"{at}.contested", True, "contested: it traces to a source", RULE)
        elif sources.level(tx.campaign, key, self.to) == sources.LIMITED:
            limited = marks.new(tx.campaign, mine, supply.LIMITED, self.power)
            tx.put(at, limited, "on a limited source", supply.LIMITED_RULE)
        else:
            marks.remove(tx, (key,), (), "traces to a source in full", RULE, port=self.sea)

    def _source(self, campaign: TheWar) -> str:
        there = (key for key in self.units if key in campaign.units)
        names = {one.key: one.name for key in there for one in sources.for_unit(campaign, key)}
        return names.get(self.to) or titles.where(campaign, self.to)

    def sentence(self, campaign: TheWar) -> str:
        whose, named = wars.named(campaign, self.power), titles.units(campaign, self.units)
        verb = "trace" if len(self.units) > 1 else "traces"
        port = f", over the sea from {titles.where(campaign, self.sea)}" if self.sea else ""
        return f"{whose}: {named} {verb} supply to {self._source(campaign)}{port}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        # The sources of all for whom the seat speaks, the power's own first: its allies' units trace to theirs.
        every = (one for voice in wars.voices(campaign, power) for one in sources.of(campaign, voice))
        standing = list(dict.fromkeys(one.key for one in every if one.level != sources.NONE))
        if not standing or not (_run_for(campaign, power) if marks.by_sea(campaign) else _named(campaign, power)):
            return None
        harbours = ("", *(key for key in seas.ports(campaign) if not _enemys(campaign, key, power)))
        fields = (
            Field("units", "who", RULE, listed=True, counters=offers.Everyone(power, ARMS).units),
            Field("to", "to which source", RULE, choices=tuple(standing), default=standing[0]),
            Field("sea", "over the sea from", "12.7.1", choices=harbours, default=""),
            Field("through", "through", "12.1.1", choices=tuple(campaign.places), default="", free=True, listed=True),
            Field("zoc", "through enemy zones at", "12.1.1", choices=tuple(campaign.places), free=True, listed=True),
        )
        pattern = f"{power} trace {{units}} to={{to}} sea={{sea}} through={{through}} zoc={{zoc}}"
        return Form(cls.verb, "Supply traced to a source", pattern, fields, RULE)


def _named(campaign: TheWar, power: str) -> bool:
    """Whether somebody of a power's side has been named."""
    return bool(marks.of_units(campaign, sides.side(campaign, power)))


def _run_for(campaign: TheWar, power: str) -> bool:
    """Whether supply is run in this turn, and somebody of the power's side is still out who may be supplied by it."""
    side = sides.side(campaign, power)
    out = any(mark.level == supply.OUT for mark in marks.of_units(campaign, side).values())
    return out and any(
        deed.deed == sea_lines.RUN and sides.side(campaign, deed.who) == side for deed in campaign.missions.values()
    )


def _enemys(campaign: TheWar, place: str, power: str) -> bool:
    return capitals.enemys(campaign, campaign.places[place].holder, power)
