"""Three Rivers, the battle: up to three rounds, the attacker deciding between them; a pure core and its procedure.

With the option ``flanks`` both sides choose a flank in secret before each round: the same one helps the defender.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import attrs
from attrs import frozen

from engine.kernel.answers import Answer
from engine.kernel.changes import Entry
from engine.kernel.forecast import Distribution, distribution
from engine.kernel.grammar import NAME, word
from engine.kernel.orders import PowerOrder
from engine.kernel.procedures import Decision, Procedure, begin
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from tests.kernel.toy_state import Toy, bands_of, enemies_in

ROUNDS = 3
HIGHEST = 6
FLANKS = ("left", "right")


@frozen
class Fight:
    """What the core needs to know. ``stage``: roll, choose or over; ``fled``: the attacker has broken off."""

    attack: int
    defend: int
    wall: bool
    round: int = 1
    stage: str = "roll"
    fled: bool = False


def needed(fight: Fight) -> Breakdown:
    """The face from which the attacker hits, with its causes."""
    lines = Breakdown((Line("to hit", 5, "5.1"),))
    return lines.plus("walls", 1, "5.2") if fight.wall else lines


class BattleCore:
    """A round rolls one die for each side; between rounds the attacker, by default, goes on while he is not weaker."""

    def finished(self, value: Fight) -> bool:
        return value.stage == "over"

    def dice(self, value: Fight) -> tuple[int, ...]:
        return (HIGHEST, HIGHEST) if value.stage == "roll" else ()

    def stage(self, value: Fight, faces: tuple[int, ...]) -> Fight:
        if value.stage == "choose":
            go_on = value.attack >= value.defend
            return attrs.evolve(value, stage="roll" if go_on else "over", fled=not go_on)
        attacker, defender = faces
        attack = max(0, value.attack - (defender >= 4))
        defend = max(0, value.defend - (attacker >= needed(value).total) - (attacker == HIGHEST))
        ended = not attack or not defend or value.round == ROUNDS
        return attrs.evolve(
            value, attack=attack, defend=defend, round=value.round + 1, stage="over" if ended else "choose"
        )


CORE = BattleCore()


@frozen
class Battle(Procedure[Toy]):
    """Stages: answer (the defender stands or withdraws, where he can), flanks (both choose at once), roll, choose (the
    attacker), close. ``flanks``: the attacker's and the defender's in this round, '' while they are not chosen."""

    kind: ClassVar[str] = "battle"

    attacker: str = ""
    defender: str = ""
    house: str = ""
    against: str = ""
    land: str = ""
    round: int = 1
    flanks: tuple[str, ...] = ("", "")

    def decisions(self, campaign: Toy) -> tuple[Decision, ...]:
        return self._flanks() if self.stage == "flanks" else super().decisions(campaign)

    def _flanks(self) -> tuple[Decision, ...]:
        open_to = [house for house, flank in zip((self.house, self.against), self.flanks, strict=True) if not flank]
        return tuple(
            Decision(house, "which flank", answers, answers[0], "5.6", sealed=True)
            for house in open_to
            for answers in [tuple(f"{house} flank {flank}" for flank in FLANKS)]
        )

    def decision(self, campaign: Toy) -> Decision | None:
        if self.stage == "answer" and refuges(campaign, self.defender):
            answers = (f"{self.against} stand", f"{self.against} withdraw")
            return Decision(self.against, "stand or withdraw", answers, answers[0], "5.3")
        if self.stage == "choose":
            answers = (f"{self.house} fight-on", f"{self.house} break-off")
            fight = self.fight(campaign)
            return Decision(self.house, "another round", answers, answers[fight.attack < fight.defend], "5.4")
        return None

    def fight(self, campaign: Toy) -> Fight:
        """The facts for the core."""
        attacker, defender = campaign.bands[self.attacker], campaign.bands[self.defender]
        wall = campaign.lands[self.land].wall or (self.flanks[0] == self.flanks[1] != "")
        return Fight(attacker.strength, defender.strength, wall, self.round)

    def resolve(self, tx: Transaction[Toy], at: str) -> None:
        if self.stage == "answer":
            next_round(tx, at, "no way out", "5.3")
        elif self.stage == "flanks":
            tx.set(f"{at}.stage", "roll", "flanks chosen", "5.6")
        elif self.stage == "roll":
            self._roll(tx, at)
        else:
            self._close(tx, at)

    def told(self, before: Toy, entry: Entry) -> str:
        """The rounds alone are told."""
        if self.stage != "roll":
            return ""
        faces = entry.faces("assault") + entry.faces("defence")
        lost = {at.at.split(".")[1]: at.was - at.now for at in entry.changes if at.at.endswith(".strength")}
        said = ", ".join(f"{band} loses {count}" for band, count in lost.items()) or "nobody falls"
        against = before.bands[self.defender].strength
        return f"round {self.round} against {against}: {faces[0]} to {faces[1]}, {said}"

    def _roll(self, tx: Transaction[Toy], at: str) -> None:
        before = self.fight(tx.campaign)
        faces = (
            tx.roll("assault", self.attacker, power=self.house, sides=HIGHEST, rule="5.1"),
            tx.roll("defence", self.defender, power=self.against, sides=HIGHEST, rule="5.1"),
        )
        after = CORE.stage(before, faces)
        lose(tx, self.attacker, before.attack - after.attack)
        lose(tx, self.defender, before.defend - after.defend)
        tx.set(f"{at}.round", after.round, "next round", "5.4")
        tx.set(f"{at}.stage", "close" if after.stage == "over" else "choose", "next stage", "5.4")

    def _close(self, tx: Transaction[Toy], at: str) -> None:
        if self.attacker in tx.campaign.bands:
            tx.set(f"bands.{self.attacker}.tired", True, "fought", "5.5")
            if not enemies_in(tx.campaign, self.land, self.house):
                tx.set(f"bands.{self.attacker}.land", self.land, "moves in", "5.5")
                tx.set(f"lands.{self.land}.owner", self.house, "taken", "5.5")
        tx.remove(at, "battle over", "5.5")


def next_round(tx: Transaction[Toy], at: str, why: str, rule: str) -> None:
    """On to a round: to its flanks where these are chosen."""
    if tx.campaign.options.get("flanks", False):
        tx.set(f"{at}.flanks", ("", ""), why, rule)
        tx.set(f"{at}.stage", "flanks", why, rule)
    else:
        tx.set(f"{at}.stage", "roll", why, rule)


def lose(tx: Transaction[Toy], band: str, strength: int) -> None:
    """Take strength from a band; one without any is gone."""
    tx.add(f"bands.{band}.strength", -strength, "losses", "5.1")
    tx.add("fallen", strength, "losses", "5.1")
    if tx.campaign.bands[band].strength == 0:
        tx.remove(f"bands.{band}", "destroyed", "5.1")


def refuges(campaign: Toy, band: str) -> tuple[str, ...]:
    """The lands that a band may withdraw to: its house's own beside it, with no enemy in them."""
    house, land = campaign.bands[band].house, campaign.lands[campaign.bands[band].land]
    return tuple(
        key for key in land.beside if campaign.lands[key].owner == house and not enemies_in(campaign, key, house)
    )


def near(campaign: Toy, land: str) -> tuple[str, ...]:
    """A land and those beside it."""
    return (land, *campaign.lands[land].beside)


@frozen
class Attack(PowerOrder[Toy]):
    """Attack a band of another house beside or among one's own."""

    verb: ClassVar[str] = "attack"
    title: ClassVar[str] = "attack"
    rule: ClassVar[str] = "5.0"
    steps: ClassVar[tuple[str, ...]] = ("march.move",)

    band: str = word(NAME)
    on: str = word(NAME)

    def judge(self, campaign: Toy) -> Iterable[Refusal]:
        band, target = campaign.bands.get(self.band), campaign.bands.get(self.on)
        if band is None or band.house != self.power:
            yield Refusal("4.1", f"{self.power} has no band '{self.band}'")
        if target is None or target.house == self.power:
            yield Refusal("5.0", f"'{self.on}' is no band of another house")
        if band is not None and band.tired:
            yield Refusal("4.2", f"{self.band} is tired", "It rests until next turn.")
        if band is not None and target is not None and target.land not in near(campaign, band.land):
            yield Refusal("5.0", f"{self.on} is too far away from {self.band}")

    def start(self, campaign: Toy) -> Fight:
        """The fight as it would begin."""
        band, target = campaign.bands[self.band], campaign.bands[self.on]
        return Fight(band.strength, target.strength, campaign.lands[target.land].wall)

    def effect(self, tx: Transaction[Toy]) -> None:
        target = tx.campaign.bands[self.on]
        battle = Battle("answer", self.band, self.on, self.power, target.house, target.land)
        begin(tx, battle, "battle", "5.0")

    def forecast(self, campaign: Toy) -> Distribution[Fight]:
        """The defender stands, the attacker goes on while he is not weaker."""
        against = campaign.bands[self.on].house
        assumed = (f"{against} stand", f"{self.power} fight-on while not weaker")
        return distribution(CORE, self.start(campaign), assumed=assumed)

    @classmethod
    def offers(cls, campaign: Toy, power: str) -> Iterable[Attack]:
        for key in bands_of(campaign, power):
            band = campaign.bands[key]
            for land in near(campaign, band.land):
                for enemy in enemies_in(campaign, land, power):
                    yield cls(power, key, enemy)


class _Answer(Answer[Toy, Battle]):
    """An answer to what a battle awaits."""

    rule: ClassVar[str] = "5.3"
    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (Battle,)
    unasked: ClassVar[str] = "no battle awaits this"
    when: ClassVar[str] = "'attack' begins one."


@frozen
class Stand(_Answer):
    """The defender stands."""

    verb: ClassVar[str] = "stand"
    title: ClassVar[str] = "stand"
    stages: ClassVar[tuple[str, ...]] = ("answer",)

    def answer(self, tx: Transaction[Toy], at: str, battle: Battle) -> None:
        next_round(tx, at, "stands", "5.3")


@frozen
class Withdraw(_Answer):
    """The defender gives up the land."""

    verb: ClassVar[str] = "withdraw"
    title: ClassVar[str] = "withdraw"
    stages: ClassVar[tuple[str, ...]] = ("answer",)

    def answer(self, tx: Transaction[Toy], at: str, battle: Battle) -> None:
        tx.set(f"bands.{battle.defender}.land", refuges(tx.campaign, battle.defender)[0], "withdraws", "5.3")
        tx.set(f"{at}.stage", "close", "withdraws", "5.3")


@frozen
class FightOn(_Answer):
    """The attacker fights another round."""

    verb: ClassVar[str] = "fight-on"
    title: ClassVar[str] = "another round"
    stages: ClassVar[tuple[str, ...]] = ("choose",)

    def answer(self, tx: Transaction[Toy], at: str, battle: Battle) -> None:
        next_round(tx, at, "fights on", "5.4")

    def expected(self, campaign: Toy, battle: Battle) -> Distribution[Fight]:
        """The rounds that are left."""
        return distribution(CORE, battle.fight(campaign))


@frozen
class BreakOff(_Answer):
    """The attacker breaks off."""

    verb: ClassVar[str] = "break-off"
    title: ClassVar[str] = "break off"
    stages: ClassVar[tuple[str, ...]] = ("choose",)

    def after(self, campaign: Toy, battle: Battle) -> Battle:
        return attrs.evolve(battle, stage="close")


@frozen
class Flank(_Answer):
    """A side chooses its flank, in secret where there are several seats."""

    verb: ClassVar[str] = "flank"
    title: ClassVar[str] = "which flank"
    rule: ClassVar[str] = "5.6"
    stages: ClassVar[tuple[str, ...]] = ("flanks",)

    side: str = word(NAME)

    def wrong(self, campaign: Toy, battle: Battle) -> Iterable[Refusal]:
        if self.side not in FLANKS:
            yield Refusal("5.6", f"'{self.side}' is no flank")

    def answer(self, tx: Transaction[Toy], at: str, battle: Battle) -> None:
        first, second = battle.flanks
        chosen = (self.side, second) if battle.house == self.power else (first, self.side)
        tx.set(f"{at}.flanks", chosen, "flank", "5.6")
