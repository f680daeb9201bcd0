"""Pockets: what a Second Impulse has cut off changes hands at the end of the enemy's End Segment, with nobody left in
it (10.2.8, ruling 574)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import NAMES, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import conquest
from engine.thewar.countries.hex_holds import Holds
from engine.thewar.economy import logistics
from engine.thewar.map import grid
from engine.thewar.world import control, entering, installed, regions, sides, titles, traits, wars
from engine.thewar.world.state import TheWar

STEP = "end.minors"
RULE = "10.2.8"


@frozen
class Pocket(PowerOrder[TheWar]):
    """Places, and hexes by their numbers, that a power's Second Impulse has put out of supply become its own, at the
    end of the enemy's End Segment and not before; fortresses do not (10.2.8)."""

    verb: ClassVar[str] = "pocket"
    title: ClassVar[str] = "what was cut off changes hands"
    rule: ClassVar[str] = RULE
    account: ClassVar[str] = "taken"
    account_of_gains: ClassVar[str] = "captured"
    steps: ClassVar[tuple[str, ...]] = (STEP,)
    standing: ClassVar[bool] = True
    of_the_table: ClassVar[bool] = True

    where: tuple[str, ...] = word(NAMES)

    def shape(self, campaign: TheWar) -> Iterable[Refusal]:
        for where in self.where:
            if where in campaign.places:
                continue
            if grid.is_hex(where):
                yield from Holds(self.power, (where,)).shape(campaign)
            else:
                yield Refusal("1.2", f"there is no place or hex '{where}'", "A place's id, or a hex such as 1711.")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from entering.fallen(campaign, self.power)
        if not self.where:
            yield Refusal(RULE, "no place is named", "Places, or hexes by their numbers.")
        if len(set(self.where)) < len(self.where):
            yield Refusal(RULE, "a place is named twice", "Once each.")
        side = sides.side(campaign, self.power)
        if sides.phasing(campaign) == side:
            hint = "It changes hands at the end of the enemy's End Segment, in the same step."
            yield Refusal(RULE, "the enemy may still break out in his own player turn", hint)
        elif not exploited(campaign, side):
            whose = "the Axis" if side == "axis" else "the Allies"
            reason = f"no effort of {whose} let anybody move in its last Second Impulse"
            yield Refusal(RULE, reason, "What units enter is taken with 'capture'.")
        for where in self.where:
            yield from self._wrong(campaign, where)

    def _wrong(self, campaign: TheWar, where: str) -> Iterable[Refusal]:
        """Why a place or hex does not become theirs."""
        name = titles.where(campaign, where)
        if installed.is_fortress(campaign, where):
            yield Refusal(f"{RULE}, 13.2.3", f"{name} is a fortress", "It is besieged, and falls by attack or hunger.")
            return
        place = campaign.places.get(where)
        if place is None:
            holder = control.held(campaign)[where].power
            if holder and not wars.hostile(campaign, holder, self.power):
                yield Refusal(RULE, f"no enemy of {wars.named(campaign, self.power)} holds {where}", "Leave it out.")
            yield from Holds(self.power, (where,)).judge(campaign)
            return
        if place.kind in ("box", "strait"):
            yield Refusal(RULE, f"{name} lies off the map", "Places and hexes on it are cut off.")
        elif not wars.hostile(campaign, place.holder, self.power):
            yield Refusal(RULE, f"no enemy of {wars.named(campaign, self.power)} holds {name}", "Leave it out.")
        else:
            yield from self._still_there(campaign, where)
            yield from conquest.Capture(where, self.power).judge(campaign)

    def _still_there(self, campaign: TheWar, where: str) -> Iterable[Refusal]:
        """Enemies on the ground hold what they stand on."""
        there = [
            key
            for key, unit in regions.units_at(campaign, where).items()
            if traits.category(unit) == "ground" and unit.kind != "partisan"
        ]
        if there:
            reason = f"{titles.units(campaign, there)} stands in {titles.where(campaign, where)}"
            hint = "Who is out of supply at both checks is lost at the third; who is not holds the place."
            yield Refusal(RULE, reason, hint)

    def effect(self, tx: Transaction[TheWar]) -> None:
        for where in self.where:
            # One may fall with another, as its country does with the capital.
            if where not in tx.campaign.places:
                Holds(self.power, (where,)).effect(tx)
            elif tx.campaign.places[where].holder != self.power:
                conquest.Capture(where, self.power).effect(tx)

    def sentence(self, campaign: TheWar) -> str:
        named = ", ".join(titles.where(campaign, where) for where in self.where)
        changes = "they change hands" if len(self.where) > 1 else "it changes hands"
        return f"{wars.named(campaign, self.power)} has cut off {named}: {changes}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """The form for all powers of the side that made pockets before."""
        side = sides.non_phasing(campaign)
        powers = tuple(who for who in wars.POWERS if wars.standing(campaign, who) and sides.side(campaign, who) == side)
        if not powers or not exploited(campaign, side):
            return None
        places = tuple(
            key
            for key, place in campaign.places.items()
            if place.kind not in ("box", "strait")
            and any(wars.hostile(campaign, place.holder, who) for who in powers)
            and not installed.is_fortress(campaign, key)
        )
        fields = (
            Field("by", "who cut it off", RULE, powers, powers[0]),
            Field("where", "places, or hexes by number", RULE, places, listed=True, free=True),
        )
        return Form(cls.verb, "Pockets change hands", f"{{by}} {cls.verb} {{where}}", fields, RULE)


def exploited(campaign: TheWar, side: str) -> bool:
    """Whether an effort let anybody of a side move in its last Second Impulse before the half at hand. A campaign that
    begins in the middle of a turn knows of none, and one without efforts asks for none."""
    if not logistics.bought(campaign):
        return True
    # The Allies' last player turn before that of the Axis was in the turn before.
    before = side == sides.ALLIED
    chosen = [power.last_effort if before else power.effort for power in campaign.powers.values() if power.side == side]
    known = [effort for effort in chosen if effort]
    return not known or any(logistics.allows(effort, "second_impulse")[0] != "no" for effort in known)
