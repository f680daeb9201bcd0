"""The partisan war of Spring and Fall: each alliance rolls once against each power that occupies its partisans' homes
(3.5, 25.4, rulings 117, 132, 366 to 369)."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Self

import attrs

from engine.kernel.changes import Entry
from engine.kernel.counters import Counter
from engine.kernel.forecast import Distribution, distribution
from engine.kernel.grammar import NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import chit_purposes
from engine.thewar.combat.chit_purposes import PARTISAN_STEPS, PARTISANS
from engine.thewar.moving import railways
from engine.thewar.rolls import diplomacy, partisans
from engine.thewar.rolls.partisans import Warfare, WarfareCore
from engine.thewar.world import behind_lines, calendar, forces, partisan_homes, sides, tallies, wars
from engine.thewar.world.naming import POWER, counted
from engine.thewar.world.partisan_homes import HOMES
from engine.thewar.world.state import TheWar

RULE = "25.4"
TWO_CARDS = "the two cards"
_GERMANY, _BRITAIN, _WESTERN = "germany", "britain", "western"
_WHOSE = {_WESTERN: "Western", "soviet": "Soviet", "axis": "Axis"}


@frozen
class Bites:
    """What may come of a roll: NARFs that the occupier loses, whether its railways are cut, partisans eliminated."""

    narfs_partisans: int
    cut: bool
    partisans_lost: int


def _alliance(campaign: TheWar, power: str) -> str:
    return campaign.powers[power].alliance if power in campaign.powers else ""


def whose(campaign: TheWar, power: str) -> str:
    """Whose a power's partisans are in a roll: ``Western``, ``Soviet`` or ``Axis``."""
    alliance = _alliance(campaign, power)
    return _WHOSE.get(alliance, alliance.capitalize())


def home_name(campaign: TheWar, tag: str) -> str:
    """A home of partisans for people."""
    return HOMES[tag].name if tag in HOMES else wars.named(campaign, tag)


def unlisted(campaign: TheWar, side: str) -> int:
    """Partisans of a side on the board that a campaign knows only as a number, from before they were units."""
    known = int(campaign.facts.get(f"{side}-partisans", 0))
    if known <= 0:
        return 0
    listed = [unit for unit in campaign.units.values() if unit.kind == partisan_homes.PARTISAN]
    return max(0, known - sum(sides.side(campaign, unit.power) == side for unit in listed))


def due(campaign: TheWar, side: str) -> Mapping[tuple[str, str], tuple[str, ...]]:
    """The rolls that a side still has to make, by roller and occupier, with the partisans that count."""
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for (alliance, occupier), keys in partisan_homes.counted(campaign).items():
        roller = campaign.units[keys[0]].power
        if sides.side(campaign, roller) == side and not partisan_homes.rolled(campaign, alliance, occupier):
            found[roller, occupier] = keys
    if not found and unlisted(campaign, side):
        pair = (_GERMANY, _BRITAIN) if side == sides.AXIS else (_BRITAIN, _GERMANY)
        if wars.standing(campaign, pair[0]) and not partisan_homes.rolled(
            campaign, _alliance(campaign, pair[0]), pair[1]
        ):
            found[pair] = ()
    return found


def many(count: int) -> str:
    """``3 partisans``."""
    return counted(count, "partisan", "partisans")


@frozen
class _Boxes:
    """The lines of the boxes in which a power says against whom it rolls, and whose partisans are lost first."""

    power: str
    side: str

    def occupiers(self, campaign: TheWar, others: Mapping[str, str]) -> tuple[Counter, ...]:
        mine = {occupier: keys for (roller, occupier), keys in due(campaign, self.side).items() if roller == self.power}
        return tuple(
            Counter(occupier, wars.named(campaign, occupier), 1, many(len(keys) or unlisted(campaign, self.side)))
            for occupier, keys in mine.items()
        )

    def homes(self, campaign: TheWar, others: Mapping[str, str]) -> tuple[Counter, ...]:
        keys = due(campaign, self.side).get((self.power, others.get("occupier", "")), ())
        tags = Tally(campaign.units[key].tag for key in keys)
        return tuple(Counter(tag, home_name(campaign, tag), 1, many(count)) for tag, count in tags.items() if tag)


@frozen
class PartisanWar(PowerOrder[TheWar]):
    """An alliance rolls for its partisans against an ``occupier``. ``lose``: whose home's partisans are lost first, the
    largest where nobody says; ``others``: partisans on the board that the campaign does not list; ``cards``: the cell
    of two cards that have met, as the player aid has it. The British Commando that is behind the lines helps the
    Western roll against Germany."""

    verb: ClassVar[str] = "partisan-war"
    title: ClassVar[str] = "partisan war"
    rule: ClassVar[str] = RULE
    account: ClassVar[str] = "lost"
    steps: ClassVar[tuple[str, ...]] = tuple(PARTISAN_STEPS)

    occupier: str = word(POWER)
    lose: str = keyed(NAME, "")
    others: int = keyed(number(0, 99), 0)
    cards: int = keyed(number(-diplomacy.MOST_OF_CARDS, diplomacy.MOST_OF_CARDS), 0, "what two cards add")

    def complete(self, campaign: TheWar) -> Self:
        """The order with the number that the table has kept, where no partisan is listed."""
        side = sides.side(campaign, self.power)
        if not self.others and not self.counted(campaign) and (count := unlisted(campaign, side)):
            return attrs.evolve(self, others=count)
        return self

    def counted(self, campaign: TheWar) -> tuple[str, ...]:
        """The partisans that count in this roll."""
        pair = (_alliance(campaign, self.power), self.occupier)
        return partisan_homes.counted(campaign).get(pair, ())

    def commando(self, campaign: TheWar) -> str:
        """The Commando behind the lines that helps in this roll: in a Western one against Germany (2.6, 25.4)."""
        helps = _alliance(campaign, self.power) == _WESTERN and self.occupier == _GERMANY
        return behind_lines.raider(campaign) if helps else ""

    def warfare(self, campaign: TheWar, face: int = 0) -> Warfare:
        """The roll as it stands."""
        return Warfare(len(self.counted(campaign)) + self.others, self.modifiers(campaign), face)

    def chits(self, campaign: TheWar) -> tuple[bool, bool]:
        """Whether a chit, or a card, of who rolls and one of the occupier stand."""
        ours, theirs = (
            chit_purposes.helps(campaign, power, PARTISANS, chit_purposes.PARTISAN_SEGMENT)
            for power in (self.power, self.occupier)
        )
        return ours, theirs

    def two_cards(self, campaign: TheWar) -> bool:
        """Whether two cards have met: they count as their cell (29.11)."""
        return all(self.chits(campaign)) and chit_purposes.by_cards(campaign)

    def modifiers(self, campaign: TheWar) -> Breakdown:
        """What is added to the die, with its causes."""
        allied, met = sides.side(campaign, self.power) == sides.ALLIED, self.two_cards(campaign)
        ours, theirs = (False, False) if met else self.chits(campaign)
        axis_chit, allied_chit = (theirs, ours) if allied else (ours, theirs)
        turn = calendar.turn(campaign)
        made = partisans.modifiers(turn, allied, axis_chit, allied_chit, bool(self.commando(campaign)))
        return made.plus(TWO_CARDS, self.cards, "29.11") if met and self.cards else made

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        name, side = wars.named(campaign, self.power), sides.side(campaign, self.power)
        if self.occupier not in campaign.powers:
            yield Refusal(RULE, f"'{self.occupier}' is no Major Power", f"Powers: {', '.join(campaign.powers)}.")
            return
        against = wars.named(campaign, self.occupier)
        if PARTISAN_STEPS.get(campaign.progress.step) not in (None, side):
            yield Refusal(
                "3.5", f"{name}'s partisans do not roll in this step", "First the Axis', then the Allied ones."
            )
        if partisan_homes.rolled(campaign, _alliance(campaign, self.power), self.occupier):
            yield Refusal(RULE, f"the roll against {against} is made", "One of each alliance against each occupier.")
        most = unlisted(campaign, side)
        if self.others > most:
            yield Refusal(RULE, f"{self.others} partisans that are not listed, {most} are noted", f"At most {most}.")
        elif not self.counted(campaign) and not self.others:
            yield Refusal(RULE, f"{name} has no partisans against {against}", "They are built in an occupied home.")
        if self.cards and not self.two_cards(campaign):
            hint = "Without cards=: a card alone counts 2, a chit too."
            yield Refusal("29.11, ruling 617", "no two cards have met on this roll", hint)
        yield from self._lost_elsewhere(campaign)

    def _lost_elsewhere(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why partisans of the home named are not lost first: none of them count in this roll."""
        homes = dict.fromkeys(campaign.units[key].tag for key in self.counted(campaign))
        if not self.lose or self.lose in homes:
            return
        named = home_name(campaign, self.lose) if self.lose in HOMES else f"'{self.lose}'"
        those = ", ".join(home_name(campaign, home) for home in homes if home)
        theirs = f"Of this roll: {those}." if those else "Of none, the board shows it."
        yield Refusal(
            "25.4, ruling 367",
            f"no partisan of {named} counts in the {whose(campaign, self.power)} roll",
            f"{theirs} Western and Soviet partisans roll apart.",
        )

    def effect(self, tx: Transaction[TheWar]) -> None:
        face = tx.roll("partisans", self.occupier, power=self.power, rule=RULE)
        made = self.warfare(tx.campaign, face)
        gone = self._first_lost(tx.campaign)[: made.lost]
        tallies.use(tx, self.power, partisan_homes.ROLLED, 1, "partisan war", RULE, of=self.occupier)
        if made.narfs:
            tx.add(f"powers.{self.occupier}.narfs", -made.narfs, "partisans", "25.4, ruling 368", account="lost")
        if made.cut:
            railways.cut(tx, self.occupier)
        for key in gone:
            forces.eliminate(tx, key, "partisan war", RULE)
        if (fewer := min(made.lost - len(gone), self.others)) > 0:
            tx.add(f"facts.{sides.side(tx.campaign, self.power)}-partisans", -fewer, "partisan war", RULE)
        if made.lost and (raider := self.commando(tx.campaign)):
            behind_lines.forget(tx, "partisan war")
            forces.eliminate(tx, raider, "partisan war", RULE)

    def _first_lost(self, campaign: TheWar) -> tuple[str, ...]:
        """The partisans that count in the order in which they are lost: of the home named, else of the largest."""
        by_home: dict[str, list[str]] = {}
        for key in self.counted(campaign):
            by_home.setdefault(campaign.units[key].tag, []).append(key)
        homes = sorted(by_home, key=lambda home: (home != self.lose, -len(by_home[home]), home))
        return tuple(key for home in homes for key in by_home[home])

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        if any(True for _ in self.judge(campaign)):
            return None
        made = distribution(WarfareCore(), self.warfare(campaign))
        return made.of(lambda one: Bites(one.narfs, one.cut, one.lost))

    def sentence(self, campaign: TheWar) -> str:
        against = wars.named(campaign, self.occupier) if self.occupier in campaign.powers else self.occupier
        first = f", those of {home_name(campaign, self.lose)} are lost first" if self.lose else ""
        return f"{whose(campaign, self.power)} partisans roll against {against}{first}"

    def told(self, before: TheWar, entry: Entry) -> str:
        """The number and the die with its causes, and all that came of it."""
        if not entry.rolls:
            return self.sentence(before)
        face = entry.rolls[0].face
        made = self.warfare(before, face)
        causes = "".join(f", {line.label} {line.value:+d}".replace("-", "−") for line in made.added.lines)
        many = counted(made.many, "partisan", "partisans")
        return f"{self.sentence(before)}: {self.brief(before, made)}; {many}, die {face}{causes}"

    def brief(self, campaign: TheWar, made: Warfare) -> str:
        """What comes of a roll, in a line."""
        less = counted(made.narfs, "NARF", "NARFs") if made.narfs else "no NARFs"
        parts = [f"{wars.named(campaign, self.occupier)} loses {less}" + (", an SMP, a railmove" if made.cut else "")]
        if made.lost:
            with_them = " and the Commando" if self.commando(campaign) else ""
            parts.append(f"{counted(made.lost, 'partisan', 'partisans')}{with_them} eliminated")
        return "; ".join(parts)

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[PartisanWar]:
        side = PARTISAN_STEPS.get(campaign.progress.step, "")
        for roller, occupier in due(campaign, side) if side else ():
            if roller == power:
                yield cls(power, occupier)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """The form for an alliance that has a roll to make."""
        side = PARTISAN_STEPS.get(campaign.progress.step, "")
        against = tuple(occupier for roller, occupier in (due(campaign, side) if side else ()) if roller == power)
        if not against:
            return None
        boxes = _Boxes(power, side)
        default = wars.named(campaign, against[0])
        fields = (Field("occupier", "against which occupier", RULE, against, default, counters=boxes.occupiers),)
        homes = dict.fromkeys(
            campaign.units[key].tag
            for (roller, _), keys in due(campaign, side).items()
            if roller == power
            for key in keys
            if campaign.units[key].tag
        )
        lost = Field("lose", "whose are lost first", "25.4, ruling 367", tuple(homes), counters=boxes.homes)
        more = (lost,) if len(homes) > 1 else ()
        if any(cls(power, occupier).two_cards(campaign) for occupier in against):
            most = diplomacy.MOST_OF_CARDS
            more = (
                *more,
                Field("cards", "what the two cards add", "29.11", tuple(map(str, range(-most, most + 1))), "0"),
            )
        if count := unlisted(campaign, side):
            label = "partisans of the board, not listed"
            more = (*more, Field("others", label, RULE, tuple(map(str, range(count + 1)))))
        return Form(cls.verb, "Partisan war", power + " partisan-war {occupier}", fields, RULE, more, closed=True)
