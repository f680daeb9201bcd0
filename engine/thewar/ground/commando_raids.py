"""The British Commando behind the enemy's lines: dropped into a country that Germany holds, where it helps the
partisans, and flown out again with a die (2.6)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engine.kernel.changes import Entry
from engine.kernel.forecast import Distribution, distribution
from engine.kernel.grammar import NAME, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import commandos
from engine.thewar.economy import logistics
from engine.thewar.rolls import exfiltration
from engine.thewar.rolls.exfiltration import Exfiltration
from engine.thewar.supply import graces
from engine.thewar.world import (
    behind_lines,
    calendar,
    distances,
    entering,
    forces,
    regions,
    sides,
    titles,
    wars,
    whereabouts,
)
from engine.thewar.world.state import TheWar

RULE = "2.6"
BRITAIN, GERMANY, FRANCE, USSR = "britain", "germany", "france", "ussr"
BOHEMIA, UKRAINE = "bohemia", "ukraine"
"""What counts as an occupied country beside those of the list, and what is made out of the Soviet Union."""
FROM = "1942-1-spring"
"""The first turn in which it is dropped so."""
STEPS = ("operations.first-impulse", "operations.attacks")


@frozen
class ComesHome:
    """What comes of flying it out: whether it is ``home``, or lost."""

    home: bool


def lands(campaign: TheWar) -> tuple[str, ...]:
    """The lands into which it is dropped: conquests of Germany, occupied France, Bohemia; none of the Soviet Union."""
    conquered = (
        key
        for key, land in campaign.countries.items()
        if (land.status, land.patron) == ("conquered", GERMANY) and key != UKRAINE
    )
    return (*conquered, *(land for land in (FRANCE, BOHEMIA) if _occupied(campaign, land)))


def _occupied(campaign: TheWar, land: str) -> bool:
    """Whether Germany holds a place of France, or of Bohemia."""
    places = [place for place in campaign.places.values() if place.country == land or place.tags.get(land)]
    return any(place.holder == GERMANY for place in places)


def named(campaign: TheWar, land: str) -> str:
    """A land for people."""
    return "Bohemia" if land == BOHEMIA else wars.named(campaign, land)


@frozen
class CommandoRaid(PowerOrder[TheWar]):
    """The British Commando drops into a country that Germany holds. ``at``: the place or hex, where somebody says
    it."""

    verb: ClassVar[str] = "commando-raid"
    title: ClassVar[str] = "drop the Commando behind the lines"
    rule: ClassVar[str] = RULE
    steps: ClassVar[tuple[str, ...]] = STEPS

    land: str = word(NAME)
    at: str = keyed(NAME, "")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from entering.fallen(campaign, self.power)
        if self.power != BRITAIN:
            reason = f"{wars.named(campaign, self.power)} drops no Commando behind the lines"
            yield Refusal(RULE, reason, "The British one alone is.")
            return
        if (refusal := sides.must_be_phasing(campaign, self.power)) is not None:
            yield refusal
        if calendar.now(campaign) < calendar.number(FROM):
            when = calendar.spoken(FROM)
            yield Refusal(RULE, "the Commando is not dropped behind the lines yet", f"From {when} on.")
        if (refusal := logistics.may(campaign, BRITAIN, "airdrop")) is not None:
            yield refusal
        yield from self._land(campaign)
        yield from self._unit(campaign)

    def _land(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why it is not dropped into a land, or not at a place."""
        allowed = lands(campaign)
        among = f"Among {', '.join(named(campaign, land) for land in allowed)}." if allowed else "There is none now."
        if self.land in (USSR, UKRAINE) or _soviet(campaign, self.at):
            where = titles.where(campaign, self.at) if self.land not in (USSR, UKRAINE) else "it"
            hint = f"In countries that Germany holds elsewhere. {among}"
            yield Refusal(RULE, f"no Commando is dropped inside the Soviet Union, and {where} lies in it", hint)
            return
        known = self.land in campaign.countries or self.land in campaign.powers or self.land == BOHEMIA
        if self.land not in allowed:
            name = named(campaign, self.land) if known else f"'{self.land}'"
            yield Refusal(RULE, f"{name} is no minor country that Germany holds", among)
            return
        place = campaign.places.get(self.at)
        if self.at and place is None and whereabouts.location(campaign, self.at).kind != "hex":
            yield Refusal("1.2", f"there is no place or hex '{self.at}'", "Without at=: the board knows it.")
        elif place is not None and place.country != self.land and not place.tags.get(self.land):
            yield Refusal(RULE, f"{place.name} does not lie in {named(campaign, self.land)}", "Without at=, or there.")

    def _unit(self, campaign: TheWar) -> Iterable[Refusal]:
        """Why there is no Commando that is dropped: none is there, it is behind the lines, it has dropped, its airbase
        is too far."""
        if raider := behind_lines.raider(campaign):
            name = named(campaign, behind_lines.raided(campaign))
            reason = f"{titles.units(campaign, (raider,))} is in {name} already"
            yield Refusal(RULE, reason, "'britain exfiltrate' flies it out, with a die.")
            return
        key = _ready(campaign)
        if not key:
            yield Refusal(RULE, "Britain has no Commando on the board", "One comes with a variant (28.2).")
            return
        yield from commandos.again(campaign, (key,))
        far = distances.apart(campaign, campaign.units[key].place, self.at) if distances.checked(campaign) else None
        reach = commandos.reach("cdo")
        if far is not None and far.beyond(reach):
            reason = f"{titles.where(campaign, self.at)} is {far} away, it drops within {reach}"
            yield Refusal(RULE, reason, "From another airbase.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        key = _ready(tx.campaign)
        if tx.campaign.units[key].place != regions.BOARD:
            tx.set(f"units.{key}.place", regions.BOARD, "dropped behind the lines", RULE)
        tx.put(f"facts.{behind_lines.RAIDER}", key, "dropped behind the lines", RULE)
        tx.put(f"facts.{behind_lines.RAIDED}", self.land, "dropped behind the lines", RULE)
        graces.given(tx, (key,), graces.DROPS)

    def sentence(self, campaign: TheWar) -> str:
        where = f" at {titles.where(campaign, self.at)}" if self.at else ""
        known = self.land in campaign.countries or self.land in campaign.powers or self.land == BOHEMIA
        name = named(campaign, self.land) if known else self.land
        return f"{wars.named(campaign, self.power)} drops its Commando into {name}{where}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if power != BRITAIN or not _ready(campaign) or behind_lines.raider(campaign) or not lands(campaign):
            return None
        if calendar.now(campaign) < calendar.number(FROM):
            return None
        fields = (Field("land", "into", RULE, lands(campaign)), Field("at", "place or hex", RULE, free=True))
        return Form(cls.verb, cls.title.capitalize(), power + " commando-raid {land} at={at}", fields, RULE)


def _soviet(campaign: TheWar, at: str) -> bool:
    place = campaign.places.get(at)
    return place is not None and bool(place.tags.get(regions.SOVIET_1939))


def _ready(campaign: TheWar) -> str:
    """The British Commando on the board, '' for none."""
    units = forces.units_of(campaign, BRITAIN).items()
    return next((key for key, unit in units if unit.kind == "cdo"), "")


@frozen
class Exfiltrate(PowerOrder[TheWar]):
    """The Commando is flown out to Britain: on 1 to 6 it comes home, else it is lost."""

    verb: ClassVar[str] = "exfiltrate"
    title: ClassVar[str] = "fly the Commando out"
    rule: ClassVar[str] = RULE
    steps: ClassVar[tuple[str, ...]] = STEPS

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from entering.fallen(campaign, self.power)
        if (refusal := sides.must_be_phasing(campaign, self.power)) is not None:
            yield refusal
        raider = behind_lines.raider(campaign)
        if not raider or self.power != BRITAIN:
            reason = f"no Commando of {wars.named(campaign, self.power)} is behind the lines"
            yield Refusal(RULE, reason, "'britain commando-raid' drops it.")
            return
        yield from commandos.again(campaign, (raider,))

    def effect(self, tx: Transaction[TheWar]) -> None:
        raider = behind_lines.raider(tx.campaign)
        roll = Exfiltration(tx.roll("exfiltration", rule=RULE))
        behind_lines.forget(tx, "flown out")
        if not roll.home:
            forces.eliminate(tx, raider, "not flown out", RULE)

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        if any(True for _ in self.judge(campaign)):
            return None
        made = distribution(exfiltration.ExfiltrationCore(), Exfiltration())
        return made.of(lambda roll: ComesHome(roll.home))

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} flies its Commando out"

    def told(self, before: TheWar, entry: Entry) -> str:
        if not entry.rolls:
            return self.sentence(before)
        face = entry.rolls[0].face
        came = "it is in Britain again" if Exfiltration(face).home else "it is lost"
        return f"The Commando is flown out of {named(before, behind_lines.raided(before))}: die {face}: {came}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Exfiltrate]:
        if power == BRITAIN and behind_lines.raider(campaign):
            order = cls(power)
            if not any(True for _ in commandos.again(campaign, (behind_lines.raider(campaign),))):
                yield order
