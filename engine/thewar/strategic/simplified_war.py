"""The simplified U-boat war and bombing of Germany in a campaign: no boxes, a few dice instead (29.5, 29.8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import attrs

from engine.kernel.answers import Answer
from engine.kernel.changes import Entry
from engine.kernel.grammar import FLAG, number, word
from engine.kernel.procedures import Decision, Procedure, begin
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import aftermath
from engine.thewar.economy import logistics
from engine.thewar.rolls import simplified
from engine.thewar.strategic import effects
from engine.thewar.strategic.ways import Way
from engine.thewar.world import calendar, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.state import TheWar

NOT_AGREED = "not agreed: Britain bears all"
AT_SEA, IN_THE_AIR = "simplified-u-boats", "simplified-bombing"
_KINDS = {"germany": "uboat", "britain": "sac", "us": "sac"}


def at_sea(campaign: TheWar) -> bool:
    """Whether the U-boat war is the simplified one (29.5)."""
    return bool(campaign.options.get(AT_SEA, False))


def in_the_air(campaign: TheWar) -> bool:
    """Whether the bombing war is the simplified one (29.8)."""
    return bool(campaign.options.get(IN_THE_AIR, False))


def throw(campaign: TheWar, by: str) -> simplified.Throw:
    """The dice that a power rolls this turn, with its unbuilt U-boats or SAC."""
    pool = campaign.pools.get(f"{by}-{_KINDS[by]}")
    entered = campaign.powers["us"].entered if "us" in campaign.powers else ""
    unbuilt = pool.count + pool.oos if pool is not None else 0
    return simplified.Throw(by, calendar.turn(campaign), unbuilt, entered)


def _rolls(campaign: TheWar, by: str) -> bool:
    """Whether a power rolls now: in its dates, with an effort that allows strategic warfare (4.0, 5.0)."""
    return bool(throw(campaign, by).dice) and logistics.may(campaign, by, "strategic_warfare") is None


def sails(campaign: TheWar) -> bool:
    """Whether Germany rolls for its U-boats this turn."""
    fought = wars.standing(campaign, "germany") and bool(wars.enemies_of_germany(campaign))
    return fought and _rolls(campaign, "germany")


def bombing(campaign: TheWar) -> tuple[str, ...]:
    """The Western Allies that roll for bombing Germany this turn."""
    if not wars.standing(campaign, "germany"):
        return ()
    return tuple(power for power in wars.enemies_of_germany(campaign) if _rolls(campaign, power))


def begin_sea(tx: Transaction[TheWar]) -> None:
    """The simplified U-boat war begins."""
    begin(tx, SimplifiedUBoats("roll"), "simplified U-boat war", "29.5")


def begin_air(tx: Transaction[TheWar]) -> None:
    """The simplified bombing begins, Britain's first."""
    for power in reversed(bombing(tx.campaign)):
        begin(tx, SimplifiedRaid("roll", power), "simplified bombing", "29.8")


def _rolled(tx: Transaction[TheWar], by: str, rule: str) -> simplified.ThrowResult:
    before = throw(tx.campaign, by)
    purpose = "u-boats" if by == "germany" else "bombing"
    faces = tuple(tx.roll(purpose, power=by, rule=rule) for _ in range(before.dice))
    return simplified.resolve(attrs.evolve(before, faces=faces))


AT_SEA_WAY: Way = Way(at_sea, sails, begin_sea)
IN_THE_AIR_WAY: Way = Way(in_the_air, lambda campaign: bool(bombing(campaign)), begin_air)


def _thrown(before: TheWar, by: str, entry: Entry) -> str:
    """The dice of an entry and what they come to, '' where none were rolled."""
    faces = tuple(roll.face for roll in entry.rolls)
    if not faces:
        return ""
    cast = attrs.evolve(throw(before, by), faces=faces)
    return f"{aftermath.rolled(faces)} come to {counted(simplified.resolve(cast).narfs, 'NARF', 'NARFs')}"


@frozen
class SimplifiedUBoats(Procedure[TheWar]):
    """The simplified U-boat war under way. Stages: roll, share, agree, losses. ``narfs`` are lost in all, ``american``
    of them by the United States."""

    kind: ClassVar[str] = "simplified-u-boat-war"

    narfs: int = 0
    american: int = 0

    @property
    def power(self) -> str:
        return "germany"

    def decision(self, campaign: TheWar) -> Decision | None:
        if self.stage == "share":
            answers = tuple(f"britain share {part}" for part in range(self.narfs + 1))
            title = f"how many of {self.narfs} NARFs shall the United States bear?"
            return Decision("britain", title, answers, answers[0], "29.5")
        if self.stage == "agree":
            title = f"bear {self.american} of the {self.narfs} NARFs lost at sea?"
            return Decision("us", title, ("us agree yes", "us agree no"), "us agree no", "29.5")
        return None

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        if self.stage == "roll":
            self._roll(tx, at)
            return
        effects.narfs_lost(tx, "britain", self.narfs - self.american, "lost to U-boats", "29.5")
        effects.narfs_lost(tx, "us", self.american, "lost to U-boats", "29.5")
        tx.remove(at, "the U-boat war is over", "29.5")

    def told(self, before: TheWar, entry: Entry) -> str:
        thrown = _thrown(before, "germany", entry)
        nothing = "" if thrown else "nothing is lost"
        return aftermath.sentence("U-boat war", thrown, aftermath.toll(before, entry, nothing))

    @staticmethod
    def _roll(tx: Transaction[TheWar], at: str) -> None:
        result = _rolled(tx, "germany", "29.5")
        tx.set(f"{at}.narfs", result.narfs, "simplified U-boat war", "29.5")
        effects.units_lost(tx, "germany", "uboat", result.units, "spent in the U-boat war", "29.5")
        campaign = tx.campaign
        allies = wars.enemies_of_germany(campaign)
        happy = simplified.happy(calendar.turn(campaign), campaign.powers["us"].entered)
        if "us" in allies and (happy or "britain" not in allies):
            tx.set(f"{at}.american", result.narfs, "borne by the United States", "29.5")
        both = len(allies) == 2 and not happy and result.narfs > 0
        tx.set(f"{at}.stage", "share" if both else "losses", "simplified U-boat war", "29.5")


@frozen
class SimplifiedRaid(Procedure[TheWar]):
    """One Western Ally's simplified bombing of Germany; it has one stage, roll."""

    kind: ClassVar[str] = "simplified-raid"

    by: str

    @property
    def power(self) -> str:
        return self.by

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        result = _rolled(tx, self.by, "29.8")
        bombers = wars.named(tx.campaign, self.by)
        effects.narfs_lost(tx, "germany", result.narfs, f"bombed by {bombers}", "29.8", bombed=True)
        effects.units_lost(tx, self.by, "sac", result.units, "spent over Germany", "29.8")
        tx.remove(at, "the raid is over", "29.8")

    def told(self, before: TheWar, entry: Entry) -> str:
        title = f"{before.powers[self.by].adjective} bombing of Germany"
        return aftermath.sentence(title, _thrown(before, self.by, entry), aftermath.toll(before, entry))


@frozen
class Share(Answer[TheWar, SimplifiedUBoats]):
    """How many of the NARFs lost at sea the United States shall bear, if it agrees; Britain bears the rest (29.5)."""

    verb: ClassVar[str] = "share"
    title: ClassVar[str] = "NARFs lost at sea shared"
    rule: ClassVar[str] = "29.5"
    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (SimplifiedUBoats,)
    stages: ClassVar[tuple[str, ...]] = ("share",)
    unasked: ClassVar[str] = "no losses at sea are to be shared"
    when: ClassVar[str] = "They are where the dice fall so and both Western Allies are at war."

    american: int = word(number(0, 999))

    def wrong(self, campaign: TheWar, war: SimplifiedUBoats) -> Iterable[Refusal]:
        if not 0 <= self.american <= war.narfs:
            yield Refusal("29.5", f"{self.american} of {war.narfs} NARFs", f"From 0 to {war.narfs}.")

    def answer(self, tx: Transaction[TheWar], at: str, war: SimplifiedUBoats) -> None:
        tx.set(f"{at}.american", self.american, "asked of the United States", "29.5")
        tx.set(f"{at}.stage", "agree" if self.american else "losses", "shared", "29.5")

    def sentence(self, campaign: TheWar) -> str:
        if not self.american:
            return "Britain bears all"
        return f"Britain asks the United States to bear {counted(self.american, 'NARF', 'NARFs')}"


@frozen
class Agree(Answer[TheWar, SimplifiedUBoats]):
    """The United States agrees to the share that Britain asks of it, or does not; then Britain bears all (29.5)."""

    verb: ClassVar[str] = "agree"
    title: ClassVar[str] = "share of the losses at sea agreed"
    rule: ClassVar[str] = "29.5"
    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (SimplifiedUBoats,)
    stages: ClassVar[tuple[str, ...]] = ("agree",)
    unasked: ClassVar[str] = "nothing is asked of the United States"
    when: ClassVar[str] = "Britain asks with 'britain share NARFS'."

    agrees: bool = word(FLAG)

    def answer(self, tx: Transaction[TheWar], at: str, war: SimplifiedUBoats) -> None:
        if not self.agrees:
            tx.set(f"{at}.american", 0, NOT_AGREED, "29.5, ruling 161")
        tx.set(f"{at}.stage", "losses", "share settled", "29.5")

    def sentence(self, campaign: TheWar) -> str:
        return "The United States agrees to its share" if self.agrees else "The United States does not agree"
