"""What naval units do from an SW box: the functions that they have there and no other, raiders whom they engage (25.35,
25.36, 25.363)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.oceans.shipping import RAIDERS
from engine.worldatwar.world import aftermath, bases, groups, sides, turns
from engine.worldatwar.world.bases import ATLANTIC, BOXES, PACIFIC
from engine.worldatwar.world.state import Task, WorldAtWar

TRANSPORTS, INVASION, PASSAGE, ENGAGE = "transports", "invasion", "passage", "raiders"
FUNCTIONS = {
    TRANSPORTS: ("conduct or protect what goes by the transports of the box", "25.35A"),
    INVASION: ("support an invasion from a mapboard box", "25.35B"),
    PASSAGE: ("protect naval units that pass the box to or from a mapboard box", "25.35C"),
    ENGAGE: ("engage raiders", "25.35E"),
}
"""What warships and destroyers may do from a box, each with its rule. Anti-submarine warfare (25.35D) is that of the
CVEs, which count by themselves."""
ASW_FUNCTION = "anti-submarine"
MAPBOARD = ("us-atlantic", "us-pacific", "australia", "india")
"""The mapboard boxes from which an invasion may come that naval units of an SW box support (25.35B)."""
RAIDED = {ATLANTIC: ("germany", "italy"), PACIFIC: ("japan",)}
"""The boxes into which the Axis raids, and whose naval units may come there (25.35E)."""
MOST = 99


@frozen
class Employ(PowerOrder[WorldAtWar]):
    """Say what warships and destroyers of a box do now. The same units may do several things at different times of a
    player turn (25.36); what does the same thing at the same time is added up, and no factor counts twice in it."""

    verb: ClassVar[str] = "employ"
    title: ClassVar[str] = "function of naval units"
    rule: ClassVar[str] = "25.35"
    standing: ClassVar[bool] = True

    box: str = word(NAME)
    function: str = word(NAME)
    warships: int = keyed(number(0, MOST), 0)
    destroyers: int = keyed(number(0, MOST), 0)
    origin: str = keyed(NAME, "")

    @property
    def owner(self) -> str:
        """Whose naval units they are."""
        return sides.owner(self.power, "warship")

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        if self.box not in BOXES:
            yield Refusal("25.35", f"there is no box '{self.box}'", f"There are: {', '.join(BOXES)}.")
            return
        if self.function not in FUNCTIONS:
            yield self._no_function(campaign)
            return
        if self.power not in (*sides.WESTERN_ALLIES, "japan"):
            yield Refusal("25.31", f"naval units of {sides.named(campaign, self.power)} do not enter SW boxes")
            return
        if not self.warships + self.destroyers:
            yield Refusal("25.35", "no factor is named", "Give 'warships' or 'destroyers'.")
        yield from self._present(campaign)
        if self.function == INVASION:
            yield from self._invasion(campaign)
        elif self.origin:
            yield Refusal("25.35B", "only an invasion names the box that it comes from", "Leave out 'origin'.")
        if self.function == PASSAGE and turns.half(campaign) != sides.side(campaign, self.power):
            yield Refusal("25.35C", "naval units change base in their own player turn", "Wait for it.")
        if self.function == ENGAGE:
            yield from self._raiders(campaign)

    def _no_function(self, campaign: WorldAtWar) -> Refusal:
        if self.function == ASW_FUNCTION:
            cves = groups.standing(campaign, self.owner, "cve", self.box, ready=True)
            reason = "only CVEs wage anti-submarine warfare from a box"
            return Refusal("25.35D", reason, f"They count by themselves: {aftermath.counted(cves, 'cve')} here.")
        return Refusal("25.35", f"'{self.function}' is no function of a box", f"There are: {', '.join(FUNCTIONS)}.")

    def _present(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        """The units must be in the box, face up, and not at the same thing already (25.34, 25.35, 25.36)."""
        same = self._at_it(campaign)
        busy_with = (same.warships, same.destroyers) if same is not None else (0, 0)
        for kind, asked, busy in zip(sides.SURFACE, (self.warships, self.destroyers), busy_with, strict=True):
            ready = groups.standing(campaign, self.owner, kind, self.box, ready=True)
            inverted = groups.standing(campaign, self.owner, kind, self.box, ready=False)
            if not asked or asked + busy <= ready:
                continue
            rule = "25.363" if self.function == ENGAGE else "25.34, 25.35"
            where, named = bases.name(self.box), aftermath.counted(asked, kind)
            hint = f"{inverted} are inverted." if inverted else "'ships' brings them to a base, 'transfer' to the box."
            also = f", {busy} at it already" if busy else ""
            yield Refusal(rule, f"{named} asked for, {ready} uninverted in {where}{also}", hint)

    def _invasion(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        if self.owner != sides.WESTERN:
            yield Refusal("25.35B", "only Western Allied naval units support an invasion from a box")
            return
        if turns.half(campaign) != sides.side(campaign, self.power):
            yield Refusal("25.35B", "they invade in their own player turn", "Wait for it.")
        beside = tuple(base for base in MAPBOARD if self.box in bases.bases()[base].boxes)
        if self.origin not in beside:
            said = f"from {bases.name(self.origin)}" if self.origin else "without the box that it comes from"
            reason = f"an invasion {said} is not supported from {bases.name(self.box)}"
            yield Refusal("25.35B", reason, f"Give 'origin': {', '.join(beside)}.")

    def _raiders(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        if self.owner != sides.WESTERN:
            yield Refusal("25.35E", "only Western Allied naval units engage raiders from a box")
        elif self.box not in RAIDED:
            yield Refusal("25.35E", "raiders come into the Atlantic and the Pacific SW boxes")
        elif not any(sides.enemies(campaign, power, self.owner) for power in RAIDED[self.box]):
            yield Refusal("25.35E", "no enemy raids into this box")
        if campaign.progress.step != f"axis.{RAIDERS}":
            yield Refusal("25.363", "raiders are engaged in the step of the Axis raiders", "Wait for it.")

    def _at_it(self, campaign: WorldAtWar) -> Task | None:
        """What does the same thing in the step at hand, None for nothing."""
        task = campaign.tasks.get(key_of(self.owner, self.box, self.function))
        same = task is not None and (task.step, task.origin) == (campaign.progress.step, self.origin)
        return task if same else None

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        same = self._at_it(tx.campaign)
        task = Task(
            owner=self.owner,
            box=self.box,
            function=self.function,
            warships=min(MOST, self.warships + (same.warships if same is not None else 0)),
            destroyers=min(MOST, self.destroyers + (same.destroyers if same is not None else 0)),
            step=tx.campaign.progress.step,
            origin=self.origin,
        )
        tx.put(f"tasks.{key_of(self.owner, self.box, self.function)}", task, *FUNCTIONS[self.function])

    def sentence(self, campaign: WorldAtWar) -> str:
        both = ((self.warships, "warship"), (self.destroyers, "destroyer"))
        parts = " and ".join(aftermath.counted(count, kind) for count, kind in both if count) or "nobody"
        doing = FUNCTIONS[self.function][0] if self.function in FUNCTIONS else self.function
        come = f", {bases.name(self.origin)}" if self.origin else ""
        return f"{sides.named(campaign, self.power)}, {bases.name(self.box)}: {parts} {doing}{come}"

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        if power not in (*sides.WESTERN_ALLIES, "japan"):
            return None
        owner = sides.owner(power, "warship")
        where = tuple(box for box in BOXES if groups.standing(campaign, owner, sides.SURFACE, box))
        if not where:
            return None
        fields = (
            Field("box", "box", cls.rule, where),
            Field("function", "what they do", cls.rule, tuple(FUNCTIONS)),
            Field("warships", "warships", cls.rule, default="0"),
            Field("destroyers", "destroyers", cls.rule, default="0"),
        )
        pattern = power + " employ {box} {function} warships={warships} destroyers={destroyers}"
        more = (Field("origin", "an invasion's mapboard box", "25.35B", MAPBOARD),)
        return Form(cls.verb, "Naval units of a box", pattern, fields, cls.rule, more)


def key_of(owner: str, box: str, function: str) -> str:
    """The id of what an owner's naval units do from a box."""
    return f"{owner}-{box}-{function}"


def engaging(campaign: WorldAtWar, owner: str, box: str) -> tuple[int, int]:
    """The factors of warships and of destroyers that engage the raiders of a box (25.363)."""
    task = campaign.tasks.get(key_of(owner, box, ENGAGE))
    return (task.warships, task.destroyers) if task is not None else (0, 0)


def forget(tx: Transaction[WorldAtWar], side: str) -> None:
    """As a player turn ends, what naval units did in it is over (25.36)."""
    turns.clear(tx, ("tasks",), "player turn over", "25.36")
