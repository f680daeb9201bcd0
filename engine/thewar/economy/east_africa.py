"""Italian East Africa: cut off by the British at Suez, its garrison set free once Egypt falls (19.1, 19.1.1, 23.30)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.orders import PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.world import forces, wars
from engine.thewar.world.state import TheWar

COLONY, SUEZ, ALEXANDRIA = "italian-east-africa", "suez", "alexandria"
BOX = "italian-east-africa-box"
"""The box where the colony's garrison stands, three INF 2-5 at the start (8.8.6)."""
CUT_OFF = "Italian East Africa is cut off"
"""The reason recorded when Italy loses the colony's NARFs."""
GONE = "East Africa is conquered"
"""The reason recorded when the colony's garrison leaves the game."""
FREED = "east-africa-garrison-freed"
"""The fact that the garrison has been set free."""


def isolated(campaign: TheWar) -> bool:
    """Whether the colony pays Italy nothing: Italy and Britain are at war and Suez is not hostile to Britain (19.1)."""
    colony, suez = campaign.holdings.get(COLONY), campaign.places.get(SUEZ)
    if colony is None or colony.holder != "italy" or not wars.at_war(campaign, "britain", "italy"):
        return False
    return suez is not None and not wars.hostile(campaign, suez.holder, "britain")


def cut_off(tx: Transaction[TheWar]) -> None:
    """War with Britain: Italy loses the colony's NARFs at once, and nobody has them yet (19.1, ruling 246)."""
    if isolated(tx.campaign):
        worth = tx.campaign.holdings[COLONY].value
        tx.add("powers.italy.narfs", -worth, CUT_OFF, "19.1, 23.30", account="taken")


def garrison(campaign: TheWar) -> tuple[str, ...]:
    """The Italian units that are cut off there, by id (8.8.6)."""
    return tuple(key for key, unit in campaign.units.items() if unit.power == "italy" and unit.place == BOX)


def conquered(tx: Transaction[TheWar]) -> None:
    """The colony is an enemy's: its garrison is gone, and no force pool has it to build anew (8.8.6, 19.1.2)."""
    for key in garrison(tx.campaign):
        forces.keep_serial(tx, key)
        tx.remove(f"units.{key}", GONE, "8.8.6, 19.1.2")


@frozen
class FreeGarrison(PowerOrder[TheWar]):
    """Once Alexandria and Suez are the Axis', the East African garrison joins Italy's units at Suez, for nothing
    (19.1.1). Its other place, the southern edge of Egypt, the board shows."""

    verb: ClassVar[str] = "free-garrison"
    title: ClassVar[str] = "East African garrison"
    rule: ClassVar[str] = "19.1.1"
    standing: ClassVar[bool] = True

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != "italy" or not wars.standing(campaign, "italy"):
            yield Refusal("19.1.1", "only Italy has a garrison in East Africa")
            return
        colony = campaign.holdings.get(COLONY)
        if colony is None or colony.holder != "italy":
            yield Refusal("19.1.2", "Italian East Africa is conquered: its garrison is gone")
        for key in (ALEXANDRIA, SUEZ):
            place = campaign.places.get(key)
            if place is None or not wars.axis_holds(campaign, place.holder):
                name = place.name if place is not None else key
                yield Refusal("19.1.1", f"{name} is not the Axis'", "Alexandria and Suez have to be.")
        if campaign.facts.get(FREED, False):
            yield Refusal("19.1.1", "the garrison has come already")
        elif not garrison(campaign):
            yield Refusal("19.1.1", "nobody is left in the Italian East Africa Box")

    def effect(self, tx: Transaction[TheWar]) -> None:
        for key in garrison(tx.campaign):
            tx.set(f"units.{key}.place", SUEZ, "garrison of East Africa", "19.1.1")
        tx.put(f"facts.{FREED}", True, "garrison of East Africa", "19.1.1")

    def sentence(self, campaign: TheWar) -> str:
        return f"{len(garrison(campaign))} units of the East African garrison come to Suez"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[FreeGarrison]:
        """Offered once the garrison may be set free."""
        order = cls(power)
        if power == "italy" and not any(True for _ in order.judge(campaign)):
            yield order
