"""The orders that answer what the U-boat war awaits: chits, raiders, whose NARFs they are (5.1.2.2, 5.1.3, 5.1.3.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engine.kernel.answers import Answer
from engine.kernel.forecast import Distribution
from engine.kernel.grammar import FLAG, NAME, number, word
from engine.kernel.paths import get
from engine.kernel.procedures import Procedure
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.building import homecoming
from engine.thewar.strategic import british_chits
from engine.thewar.strategic.uboat_war import UBoatBattle
from engine.thewar.world import forces, wars
from engine.thewar.world.state import TheWar


class _Answer(Answer[TheWar, UBoatBattle]):
    """An answer to what the U-boat war awaits."""

    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (UBoatBattle,)
    unasked: ClassVar[str] = "no U-boat war awaits this"
    when: ClassVar[str] = "It comes in the Strategic Warfare Segment."


@frozen
class Ultra(_Answer):
    """Britain plays an Espionage chit on the U-boat roll, or does not (5.1.3.5)."""

    verb: ClassVar[str] = "ultra"
    title: ClassVar[str] = "Ultra"
    rule: ClassVar[str] = "5.1.3.5"
    stages: ClassVar[tuple[str, ...]] = ("ultra",)
    open: ClassVar[bool] = True
    by_secrets: ClassVar[bool] = True

    plays: bool = word(FLAG)

    def wrong(self, campaign: TheWar, under_way: UBoatBattle) -> Iterable[Refusal]:
        if self.plays and (refusal := british_chits.refusal(campaign, british_chits.ULTRA)) is not None:
            yield refusal

    def expected(self, campaign: TheWar, under_way: UBoatBattle) -> Distribution[Any] | None:
        cancelled = self.plays and british_chits.may_cancel(campaign)
        return under_way.odds(campaign, ultra=self.plays, assumed=("Germany lets it stand",) if cancelled else ())

    def answer(self, tx: Transaction[TheWar], at: str, battle: UBoatBattle) -> None:
        tx.set(f"{at}.ultra", self.plays, "Ultra", "5.1.3.5")
        if self.plays:
            british_chits.play(tx, british_chits.ULTRA)
        counter = self.plays and british_chits.may_cancel(tx.campaign)
        tx.set(f"{at}.stage", "cancel" if counter else "roll", "Ultra", "5.1.3.5")

    def sentence(self, campaign: TheWar) -> str:
        return "Britain plays Ultra" if self.plays else "Britain plays no Espionage chit on the U-boat roll"


@frozen
class CancelUltra(_Answer):
    """Germany cancels Ultra with a Counter-Espionage chit, once a game (5.1.3.5)."""

    verb: ClassVar[str] = "cancel-ultra"
    title: ClassVar[str] = "Counter-Espionage against Ultra"
    rule: ClassVar[str] = "5.1.3.5"
    stages: ClassVar[tuple[str, ...]] = ("cancel",)
    open: ClassVar[bool] = True
    by_secrets: ClassVar[bool] = True

    plays: bool = word(FLAG)

    def wrong(self, campaign: TheWar, under_way: UBoatBattle) -> Iterable[Refusal]:
        if self.plays:
            yield from british_chits.cancelling_refused(campaign)

    def expected(self, campaign: TheWar, under_way: UBoatBattle) -> Distribution[Any] | None:
        return under_way.odds(campaign, ultra=not self.plays)

    def answer(self, tx: Transaction[TheWar], at: str, battle: UBoatBattle) -> None:
        if self.plays:
            tx.set(f"{at}.ultra", False, "Ultra cancelled", "5.1.3.5")
            british_chits.cancel(tx)
        tx.set(f"{at}.stage", "roll", "Ultra", "5.1.3.5")

    def sentence(self, campaign: TheWar) -> str:
        return "Germany cancels Ultra with a Counter-Espionage chit" if self.plays else "Germany lets Ultra stand"


@frozen
class Raiders(_Answer):
    """How many raiders came through the Allied interception, whole and depleted; the rest were sunk (5.1.2.2)."""

    verb: ClassVar[str] = "raiders"
    title: ClassVar[str] = "raiders that came through"
    rule: ClassVar[str] = "5.1.2.2"
    stages: ClassVar[tuple[str, ...]] = ("raiders",)

    whole: int = word(number(0, 9))
    depleted: int = word(number(0, 9))

    def answer(self, tx: Transaction[TheWar], at: str, battle: UBoatBattle) -> None:
        sent = tx.campaign.boxes["germany"].raiders
        tx.set(f"{at}.raiders", self.whole, "raiders", "5.1.2.2")
        tx.set(f"{at}.raiders_depleted", self.depleted, "raiders", "5.1.2.2")
        for key in sent[self.whole + self.depleted :]:
            forces.eliminate(tx, key, "raider sunk", "5.1.2.2")
        now: UBoatBattle = get(tx.campaign, at)
        tx.set(f"{at}.stage", now.after_raiders(tx.campaign), "raiders", "5.1.2.2")
        homecoming.deplete(tx, sent[self.whole : self.whole + self.depleted], "raider depleted", "5.1.2.2")

    def sentence(self, campaign: TheWar) -> str:
        box = campaign.boxes.get("germany")
        sunk = len(box.raiders) - self.whole - self.depleted if box is not None else 0
        fates = (("come through whole", self.whole), ("depleted", self.depleted), ("sunk", sunk))
        return "Raiders: " + ", ".join(f"{count} {fate}" for fate, count in fates if count > 0)


@frozen
class Victim(_Answer):
    """Which Western Ally loses the NARFs and SMPs (5.1.3, 5.1.3.1, ruling 9)."""

    verb: ClassVar[str] = "victim"
    title: ClassVar[str] = "whose NARFs are lost at sea"
    rule: ClassVar[str] = "5.1.3"
    stages: ClassVar[tuple[str, ...]] = ("victim",)

    who: str = word(NAME)

    def answer(self, tx: Transaction[TheWar], at: str, battle: UBoatBattle) -> None:
        tx.set(f"{at}.victim", self.who, "victim chosen", "5.1.3")
        tx.set(f"{at}.stage", "losses", "victim chosen", "5.1.3")

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.who)} bears the losses at sea"
