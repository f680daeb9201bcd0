"""Units recorded at a place that the campaign lists, or back on the board (7.1, 9.4.1, 9.4.2, 9.6, 9.6.1).

Moves hex by hex are the board's: nobody has to record them. What is recorded is counted: garrisons, stacks, islands,
ports.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self

import attrs

from engine.kernel.grammar import NAME, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import compared_often
from engine.thewar.combat import battles, landing_bases, marching, stacking
from engine.thewar.combat import offered_counters as offers
from engine.thewar.combat.combatants import Combatant, of_unit
from engine.thewar.combat.surprise_duties import STATIONED
from engine.thewar.supply import graces
from engine.thewar.world import (
    basing,
    behind_lines,
    border_wars,
    box_ways,
    caps,
    deeds,
    distances,
    entering,
    forces,
    guests,
    homebound,
    installed,
    moved,
    ports,
    posting,
    regions,
    separate_allies,
    sides,
    supply,
    tallies,
    task_forces,
    titles,
    traits,
    turncoats,
    wars,
)
from engine.thewar.world.naming import UNITS
from engine.thewar.world.state import TheWar

BOARD = stacking.BOARD


@compared_often
class Station(PowerOrder[TheWar]):
    """Units stand at a place from now on; ``board``: somewhere on the map, as most do."""

    verb: ClassVar[str] = "station"
    title: ClassVar[str] = "units at a place"
    rule: ClassVar[str] = "9.4"
    standing: ClassVar[bool] = True

    where: str = word(NAME)
    units: tuple[str, ...] = keyed(UNITS, ())

    def complete(self, campaign: TheWar) -> Self:
        """The order with units by their ids; of like units, those that are not there yet first."""
        there = [key for key, unit in campaign.units.items() if (unit.place == self.where) and self.where != BOARD]
        # Who goes back to the board stands somewhere now.
        there += [key for key, unit in campaign.units.items() if self.where == BOARD == unit.place]
        side = sides.side(campaign, self.power)
        return attrs.evolve(self, units=battles.meant(campaign, self.units, side, first=self.power, last=there))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from entering.fallen(campaign, self.power)
        if not self.units:
            yield Refusal("9.4", "nobody is named", "Who, such as 2 INF 6-5.")
            return
        place = campaign.places.get(self.where)
        if self.where != BOARD and (place is None or place.kind in ("box", "strait")):
            hint = "Boxes are entered by strategic movement." if place is not None else "A city, a port, or 'board'."
            yield Refusal("9.4", f"nobody is stationed at '{self.where}'", hint)
            if self.where == entering.US_BOX:
                yield from entering.majors(campaign, self.power, self.where)
            return
        wrong = list(battles.wrong_units(campaign, self.units, sides.side(campaign, self.power), "9.4"))
        yield from wrong
        if not wrong:
            yield from behind_lines.stays(campaign, self.units)
            yield from box_ways.stays(campaign, self.units, self.where)
            yield from turncoats.stays(campaign, [key for key in self.units if campaign.units[key].place != self.where])
            yield from homebound.refused(campaign, (campaign.units[key] for key in self.units), self.where)
            yield from self._cut_off(campaign)
            yield from self._without_oil(campaign)
            yield from self._change_of_base(campaign)
        if wrong or self.where == BOARD:
            return
        if others := [key for key in self.units if traits.category(campaign.units[key]) == "strategic"]:
            yield Refusal("9.4", f"{titles.units(campaign, others)} is not stationed", "Units of the board are.")
        # Who is first said to stand somewhere moves nowhere by that.
        leave = [key for key in self._ground(campaign) if campaign.units[key].place not in (BOARD, self.where)]
        yield from marching.refused(campaign, leave, self.where)
        if landed := [key for key in leave if moved.dropped(campaign, key)]:
            reason = f"{titles.units(campaign, landed)} has dropped in this turn"
            yield Refusal("11.14.1", reason, "Who drops stays where it lands until its next turn.")
        if markers := task_forces.hidden(campaign, self.units):
            name = titles.units(campaign, markers)
            yield Refusal(task_forces.RULE, f"{name} lies in the port where it was formed", "'task-force-off' first.")
        afloat = [key for key in self.units if campaign.units[key].kind in ports.SHIPS]
        aboard = ports.aboard(campaign, self.units)
        if afloat:
            yield from ports.wrong(campaign, self.power, self.where, [*afloat, *aboard])
        for owner in dict.fromkeys(campaign.units[key].power for key in self._ground(campaign)):
            yield from entering.refused(campaign, owner, self.where)
        for owner in dict.fromkeys(campaign.units[key].power for key in self.units):
            own = [key for key in self.units if campaign.units[key].power == owner]
            yield from caps.refused(campaign, owner, self.where, own)
        yield from posting.refused(campaign, self.where, (campaign.units[key] for key in self.units))
        guests_of = (campaign.units[key].power for key in self.units if key not in self._ground(campaign))
        for owner in dict.fromkeys(guests_of):
            yield from guests.based(campaign, owner, self.where)
        flown = [key for key in self.units if traits.category(campaign.units[key]) == "air"]
        if any(campaign.units[key].power == "germany" for key in flown):
            yield from guests.into_romania(campaign, "germany", self.where)
        yield from separate_allies.in_one_place(campaign, self.where, self.units)
        # Partisans stand among the enemy; they hold nothing.
        regulars = [key for key in self._ground(campaign) if campaign.units[key].kind != "partisan"]
        for owner in dict.fromkeys(campaign.units[key].power for key in regulars):
            yield from _in_enemy_hands(campaign, owner, self.where)
        yield from regions.fortress_kinds(campaign, self.where, [campaign.units[key] for key in self.units])
        yield from stacking.excess(campaign, self.where, self.together(campaign))
        alone = [campaign.units[key] for key in self.units if key not in aboard]
        if flying := [unit for unit in alone if traits.category(unit) == "air"]:
            yield from basing.wrong(campaign, self.power, self.where, flying)
            yield from landing_bases.refused(campaign, flown, self.where)

    def _cut_off(self, campaign: TheWar) -> Iterable[Refusal]:
        """Ground units that are out of supply stay where they are recorded, but that a battle of the enemy's player
        turn may drive them out (10.4, 12.6.1)."""
        leave = [key for key in self._ground(campaign) if campaign.units[key].place not in (BOARD, "", self.where)]
        driven = self.where == BOARD and sides.phasing(campaign) != sides.side(campaign, self.power)
        if self.where == BOARD:
            # Who has to leave a former Associate leaves it so (16.3.3).
            leave = [key for key in leave if not driven and supply.mark_of(campaign, key) is not None]
        yield from supply.supplied(campaign, leave, supply.MOVE)

    def _change_of_base(self, campaign: TheWar) -> Iterable[Refusal]:
        """Ships change base by strategic movement (7.6.2), but for those that are out of supply, under Siege 3 or where
        the enemy is now. Of ships that have moved so unnamed, it is said here where they lie."""
        moored = [key for key in self.units if campaign.units[key].kind in ports.SHIPS]
        leave = [key for key in moored if campaign.units[key].place not in (BOARD, "", self.where)]
        held = [key for key in leave if not self._has_to_go(campaign, key)]
        owners = {campaign.units[key].power for key in held}
        if held and not any(tallies.used(campaign, owner, tallies.MOVED) for owner in owners):
            at = titles.where(campaign, campaign.units[held[0]].place)
            group = forces.group_of(campaign.units[held[0]])
            hint = f"'{self.power} stratmove naval group={group} to=PORT', an SMP for those of one port."
            yield Refusal("7.6.2", f"{titles.units(campaign, held)} lies at {at}, and ships change base by SMPs", hint)

    def _has_to_go(self, campaign: TheWar, key: str) -> bool:
        """Whether a ship leaves its port without an SMP."""
        unit = campaign.units[key]
        place = campaign.places.get(unit.place)
        if place is None or place.kind == "box" or wars.hostile(campaign, place.holder, unit.power):
            return True
        return any(installed.closed(campaign, unit.place)) or supply.mark_of(campaign, key) is not None

    def _without_oil(self, campaign: TheWar) -> Iterable[Refusal]:
        """Units without oil stay where they are recorded: aircraft do not even stage, ships change no base; the enemy's
        player turn may drive them out (24.1)."""
        if self.where != BOARD or sides.phasing(campaign) == sides.side(campaign, self.power):
            known = (BOARD, "", self.where)
            yield from battles.dry(campaign, [key for key in self.units if campaign.units[key].place not in known])

    def _ground(self, campaign: TheWar) -> tuple[str, ...]:
        return tuple(key for key in self.units if traits.category(campaign.units[key]) == "ground")

    def together(self, campaign: TheWar) -> tuple[Combatant, ...]:
        """The ground units of the place, with the units of this order among them."""
        there = stacking.recorded(campaign, self.where)
        known = {unit.name for unit in there}
        new = (key for key in self._ground(campaign) if key not in known)
        mine = sides.side(campaign, self.power)
        ours = (unit for unit in there if sides.side(campaign, unit.power) == mine)
        return (*ours, *(of_unit(campaign, key) for key in new))

    def effect(self, tx: Transaction[TheWar]) -> None:
        # Who is first said to stand somewhere moves nowhere by that.
        moved.record(tx, [key for key in self.units if tx.campaign.units[key].place not in (BOARD, "", self.where)])
        landing_bases.leaves(tx, [key for key in self.units if tx.campaign.units[key].place != self.where])
        for key in self.units:
            # Who goes back to the board out of a place in North Africa is still in it, until he is said to have left.
            came = tx.campaign.units[key].place if self.where == BOARD else self.where
            tx.set(f"units.{key}.place", self.where, "stationed", self.rule)
            caps.moved(tx, (key,), came, "stationed")
        graces.given(tx, graces.exploiting(tx.campaign, self.power, self.units), graces.EXPLOITS)
        if self.where != BOARD:
            battles.remember(tx, self.units, STATIONED, self.rule)

    def sentence(self, campaign: TheWar) -> str:
        where = "on the board" if self.where == BOARD else f"at {titles.where(campaign, self.where)}"
        said = titles.units(campaign, self.units) or "nobody"
        verb = "stand" if len(self.units) > 1 else "stands"
        flown = landing_bases.told(campaign, self.units, self.where)
        flown = flown or distances.landing_told(campaign, self.units, self.where)
        marched = marching.told(campaign, [key for key in self.units if key in campaign.units], self.where)
        return f"{wars.named(campaign, self.power)}: {said} {verb} {where}{flown}{marched}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if not wars.standing(campaign, power):
            return None
        places = (BOARD, *(key for key, place in campaign.places.items() if place.kind not in ("box", "strait")))
        mine = sides.side(campaign, power)
        arms = ("ground", "air", "naval")
        units = tuple(name for arm in arms for name in battles.names(campaign, mine, first=power, category=arm))
        offered = offers.Everyone(power, arms)
        fields = (
            Field("where", "where", "9.4", places),
            Field("units", "who", "9.6", units, listed=True, counters=offered.units),
        )
        return Form(cls.verb, "Units at a place", power + " station {where} units={units}", fields, cls.rule)


def _in_enemy_hands(campaign: TheWar, owner: str, where: str) -> Iterable[Refusal]:
    """Refuse to record units in an enemy's place: whoever enters one, which must be empty, takes it by that (9.4,
    1.2)."""
    holder = campaign.places[where].holder
    if wars.hostile(campaign, holder, owner) or border_wars.between(campaign, holder, owner, where):
        name = titles.where(campaign, where)
        reason = f"{name} is in the hands of {wars.named(campaign, holder)}, an enemy"
        yield Refusal("9.4, 1.2", reason, f"Who enters it takes it: 'capture {where} {owner}' first.")


def together(campaign: TheWar, keys: Iterable[str]) -> Iterable[tuple[str, tuple[str, ...]]]:
    """The places from which units act, each with those that are known to stand there: recorded there in this turn, or
    at any time where the board is checked."""
    checked = campaign.options.get("board") == "checked"
    by_place: dict[str, list[str]] = {}
    for key in keys:
        place = campaign.places.get(campaign.units[key].place)
        fresh = deeds.done(campaign, key, STATIONED)
        if place is not None and place.kind != "box" and (checked or fresh):
            by_place.setdefault(campaign.units[key].place, []).append(key)
    return tuple((where, tuple(names)) for where, names in by_place.items())


def too_many(campaign: TheWar, keys: Iterable[str]) -> Iterable[Refusal]:
    """Why units do not attack from the places where they stand: more than stack there (9.6)."""
    for where, names in together(campaign, keys):
        yield from stacking.excess(campaign, where, [of_unit(campaign, key) for key in names])
