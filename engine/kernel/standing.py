"""Orders by which the game moves on: done, next step and turn, resolutions, sealed orders and their reveal."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any, ClassVar, Self

import attrs

from engine.kernel import reading, ruleset
from engine.kernel.campaign import AS_BEFORE, MOST_TURNS, Campaign, Sealed
from engine.kernel.changes import MOST_ENTRIES, Entry
from engine.kernel.grammar import FLAG, LINE, NAME, STEP, Token, Unreadable, keyed, number, word
from engine.kernel.orders import Order, PowerOrder, TableOrder
from engine.kernel.ranges import NAME_LENGTH, written
from engine.kernel.refusals import Refusal
from engine.kernel.sequence import Step, awaited
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen, made_often


@frozen
class Done(PowerOrder[Campaign]):
    """End a step that is done by hand, or several up to and including ``through``.

    It speaks for all powers of its seat, or for its own alone where the powers act one after the other.
    """

    verb: ClassVar[str] = "done"
    title: ClassVar[str] = "done here"

    through: str = written(2 * NAME_LENGTH, "")

    @classmethod
    def parse(cls, power: str, given: list[Token], end: int) -> Self:
        if not given:
            return cls(power)
        if given[0].text != "through" or len(given) != 2:
            raise Unreadable(f"'{given[0].text}' is too much", given[0].at, "through and a step")
        try:
            return cls(power, STEP.read(given[1].text))
        except ValueError:
            raise Unreadable(f"'{given[1].text}' is no step", given[1].at, STEP.name) from None

    def arguments(self) -> str:
        return f"through {self.through}" if self.through else ""

    def complete(self, campaign: Campaign) -> Self:
        """A step without its half means the next one of that name."""
        sequence = ruleset.of(campaign).sequence
        if not self.through or self.through in sequence or not campaign.progress.step:
            return self
        ahead = (sequence[campaign.progress.step], *sequence.following(campaign.progress.step))
        full = next((step.id for step in ahead if self.through in step.slugs), self.through)
        return attrs.evolve(self, through=full)

    def shape(self, campaign: Campaign) -> Iterable[Refusal]:
        """A step that there is."""
        return self._named_wrong(campaign) if self.through else ()

    def _named_wrong(self, campaign: Campaign) -> Iterable[Refusal]:
        yield from super().shape(campaign)
        rules = ruleset.of(campaign)
        if self.through and self.through not in rules.sequence:
            near = ", ".join(rules.sequence.nearest(self.through))
            listed = "The names stand in the list of steps (show --steps)."
            hint = f"Nearest: {near}. {listed}" if near else listed
            yield Refusal(rules.citations.sequence, f"there is no step '{self.through}'", hint)

    def judge(self, campaign: Campaign) -> Iterable[Refusal]:
        rules = ruleset.of(campaign)
        step = rules.sequence.named[campaign.progress.step]
        seat = campaign.seats.get(self.power, "")
        due = [stop for stop in step.bars(campaign) if campaign.seats.get(stop.power) == seat]
        yield from (Refusal(stop.rule, f"{stop.what} first", stop.hint) for stop in due)
        if not due and step.mode != "by-hand" and not step.may_pass:
            yield Refusal(step.rule, f"'{step.title}' is not ended by hand", "Give the orders it asks for.")
        if self.through and rules.sequence.position(self.through) < rules.sequence.position(step.id):
            yield Refusal(
                rules.citations.sequence, f"'{self.through}' is over for this turn", "Name a step still to come."
            )

    def sentence(self, campaign: Campaign) -> str:
        rules = ruleset.of(campaign)
        last = rules.sequence[self.through].title if self.through in rules.sequence else self.through
        return f"{rules.name(campaign, self.power)} is done" + (f" through '{last}'" if last else "")

    def told(self, before: Campaign, entry: Entry) -> str:
        """That the step is over, by its title; with ``through``, that the power passed on as far as that step."""
        sequence = ruleset.of(before).sequence
        if entry.step not in sequence:
            return self.sentence(before)
        title = sequence[entry.step].title
        if self.through in sequence and self.through != entry.step:
            # A title may end in an abbreviation, whose period ends the sentence too.
            return f"Passed on from {title} through {sequence[self.through].title.removesuffix('.')}."
        return f"{title}: done."

    def effect(self, tx: Transaction[Campaign]) -> None:
        campaign = tx.campaign
        sequence, progress, seats = ruleset.of(campaign).sequence, campaign.progress, campaign.seats
        step = sequence.named[progress.step]
        seat, mine = seats[self.power], awaited(campaign, step, sequence)
        # Where each waits for those before it, passing for one who has not come up yet would take his turn away.
        if step.in_turn(campaign):
            mine = (self.power,) if self.power in mine else ()
        else:
            mine = tuple([power for power in mine if seats[power] == seat])
        tx.finish((*progress.done, *mine), "step done")
        if self.through:
            tx.put(f"progress.through.{seat}", self.through, "steps passed")


def come_to(tx: Transaction[Campaign], step: Step[Campaign], why: str) -> None:
    """A step comes up: nobody is done with it, and it is noted that it took place this turn."""
    tx.come_to(step.id, step.key, why)


@made_often
class Advance(TableOrder[Campaign]):
    """The next step that takes place comes up."""

    verb: ClassVar[str] = "advance"
    title: ClassVar[str] = "next step"
    automatic: ClassVar[bool] = True

    to: str = word(STEP)

    def arguments(self) -> str:
        # As words are written; every third entry is one of these.
        return self.to

    def effect(self, tx: Transaction[Campaign]) -> None:
        sequence = ruleset.of(tx.campaign).sequence
        come_to(tx, sequence[self.to], "next step")
        through = tx.campaign.progress.through
        for seat, last in list(through.items()) if through else ():
            if sequence.position(last) < sequence.position(self.to):
                tx.remove(f"progress.through.{seat}", "steps passed")

    def sentence(self, campaign: Campaign) -> str:
        sequence = ruleset.of(campaign).sequence
        return f"Next step: {sequence[self.to].title if self.to in sequence else self.to}"


@frozen
class NewTurn(TableOrder[Campaign]):
    """The turn ends and the next begins at its first step that takes place."""

    verb: ClassVar[str] = "turn"
    title: ClassVar[str] = "next turn"
    automatic: ClassVar[bool] = True

    number: int = word(number(1, MOST_TURNS))

    def effect(self, tx: Transaction[Campaign]) -> None:
        for seat in list(tx.campaign.progress.through):
            tx.remove(f"progress.through.{seat}", "next turn")
        for key in list(tx.campaign.progress.nth):
            tx.remove(f"progress.nth.{key}", "next turn")
        if tx.campaign.progress.again == AS_BEFORE:
            # From here on no word that a player typed stands in a key.
            tx.set("progress.again", 0, "next turn")
        tx.set("progress.turn", self.number, "next turn")
        # The conditions of the first steps must see the new turn.
        come_to(tx, ruleset.of(tx.campaign).sequence.first(tx.campaign), "next turn")

    def sentence(self, campaign: Campaign) -> str:
        return f"Next turn: {ruleset.of(campaign).calendar.label(campaign, self.number)}"


@frozen
class Resolve(TableOrder[Campaign]):
    """The procedure on top of the stack goes on by one stage."""

    verb: ClassVar[str] = "resolve"
    title: ClassVar[str] = "resolution"
    automatic: ClassVar[bool] = True

    place: str = word(NAME)

    def effect(self, tx: Transaction[Campaign]) -> None:
        procedure = tx.campaign.pending[self.place]
        tx.power = procedure.power or tx.power
        procedure.resolve(tx, f"pending.{self.place}")

    def told(self, before: Campaign, entry: Entry) -> str:
        """What the procedure says came of its stage; where it says nothing, what was rolled for, or the causes."""
        procedure = before.pending.get(self.place)
        said = procedure.told(before, entry) if procedure is not None else ""
        if said:
            return str(said)
        whys = [roll.purpose.partition(":")[0].replace("-", " ") for roll in entry.rolls]
        whys = whys or [change.why for change in entry.changes if not change.at.startswith(_INNER)] or ["an answer"]
        return f"Resolved: {', '.join(dict.fromkeys(whys))}."


# What only says where play stands tells nobody what came of a stage.
_INNER = ("progress.", "sealed.", "pending.")


def digest(text: str, salt: str) -> str:
    """What stands in the shared journal for a sealed order: SHA-256 over salt and text."""
    return hashlib.sha256((salt + text).encode()).hexdigest()


@frozen
class Seal(PowerOrder[Campaign]):
    """An order given in secret, kept as ``place``. It changes nothing but that it has been given, and what its
    ``cover`` does, the part of it that all may read (see Order.openly).

    ``ends``: its power has finished the step. ``answers``: the procedure that awaited it, '' for an order of the step.
    """

    verb: ClassVar[str] = "seal"
    title: ClassVar[str] = "sealed order"
    automatic: ClassVar[bool] = True

    place: str = word(NAME)
    digest: str = word(NAME)
    ends: bool = keyed(FLAG, False)
    answers: str = keyed(NAME, "")
    cover: str = keyed(LINE, "")

    def ends_step(self, slug: str) -> bool:
        return self.ends

    def judge(self, campaign: Campaign) -> Iterable[Refusal]:
        if len(self.digest) != 64:
            yield Refusal("seal", "a seal is 64 hexadecimal digits")
        if self.place in campaign.sealed:
            yield Refusal("seal", f"something is sealed as '{self.place}' already")

    def effect(self, tx: Transaction[Campaign]) -> None:
        sealed = Sealed(self.power, tx.campaign.progress.step, self.digest, answers=self.answers, cover=self.cover)
        tx.create(f"sealed.{self.place}", sealed, "sealed order")
        if self.cover:
            reading.parse(ruleset.of(tx.campaign), self.cover).effect(tx)

    def sentence(self, campaign: Campaign) -> str:
        """That something was ordered under seal, which all may know; for the power's own seat also the order."""
        secret = campaign.secrets.get(self.place)
        if self.cover:
            return _inner(campaign, secret.text if secret is not None else self.cover)
        said = f"{ruleset.of(campaign).name(campaign, self.power)} has ordered under seal"
        return f"{said}: {_inner(campaign, secret.text)}" if secret is not None else f"{said}."

    def told(self, before: Campaign, entry: Entry) -> str:
        """What a cover does takes effect at once, so it is told with its dice, to its own seat with all it says."""
        if not (self.cover and entry.rolls):
            return self.sentence(before)
        secret = before.secrets.get(self.place)
        try:
            return reading.parse(ruleset.of(before), secret.text if secret is not None else self.cover).told(
                before, entry
            )
        except (Unreadable, LookupError, ValueError, TypeError):
            return self.sentence(before)


def _inner(campaign: Campaign, text: str) -> str:
    """The sentence of an order that was sealed; its text where today's rules cannot read it."""
    try:
        return reading.parse(ruleset.of(campaign), text).sentence(campaign)
    except (Unreadable, LookupError, ValueError, TypeError):
        return text


@frozen
class Reveal(TableOrder[Campaign]):
    """A sealed order is opened. It takes effect when all are open, so that nobody gains by the order of opening."""

    verb: ClassVar[str] = "reveal"
    title: ClassVar[str] = "reveal"
    automatic: ClassVar[bool] = True

    place: str = word(NAME)
    order: str = word(LINE)
    salt: str = word(NAME)

    def judge(self, campaign: Campaign) -> Iterable[Refusal]:
        sealed = campaign.sealed.get(self.place)
        if sealed is None:
            yield Refusal("seal", f"nothing is sealed as '{self.place}'")
        elif digest(self.order, self.salt) != sealed.digest:
            yield Refusal("seal", "the text is not the one that was sealed")

    def effect(self, tx: Transaction[Campaign]) -> None:
        tx.set(f"sealed.{self.place}.text", self.order, "reveal")

    def sentence(self, campaign: Campaign) -> str:
        return f"revealed: {_inner(campaign, self.order)}"


@frozen
class Show(TableOrder[Campaign]):
    """A sealed step is opened, and of an order that stays sealed beyond it the ``cover`` is shown: as much as all may
    read (see Order.openly). That takes effect when all are open."""

    verb: ClassVar[str] = "show-cover"
    title: ClassVar[str] = "sealed order shown in part"
    automatic: ClassVar[bool] = True

    place: str = word(NAME)
    cover: str = word(LINE)

    def judge(self, campaign: Campaign) -> Iterable[Refusal]:
        sealed = campaign.sealed.get(self.place)
        if sealed is None:
            yield Refusal("seal", f"nothing is sealed as '{self.place}'")
        elif sealed.text or sealed.cover or sealed.shown:
            yield Refusal("seal", f"what is sealed as '{self.place}' has been shown")

    def effect(self, tx: Transaction[Campaign]) -> None:
        tx.set(f"sealed.{self.place}.shown", self.cover, "shown")

    def sentence(self, campaign: Campaign) -> str:
        return f"shown: {_inner(campaign, self.cover)}"


@frozen
class Enact(PowerOrder[Campaign]):
    """A revealed order takes effect; or it is ``void`` and free, for the reason given, where another's has made it
    illegal. Of an order of which a cover was shown the cover takes effect; the rest stays sealed."""

    verb: ClassVar[str] = "enact"
    title: ClassVar[str] = "sealed order takes effect"
    automatic: ClassVar[bool] = True

    place: str = word(NAME)
    void: str = keyed(LINE, "")

    @classmethod
    def of(cls, campaign: Campaign, place: str) -> Self:
        """The order that enacts what is revealed there, as the rules decide it now."""
        sealed = campaign.sealed[place]
        if sealed.shown:
            # What stays sealed was judged as it was given, and stands: nobody else could judge it.
            return cls(sealed.power, place)
        try:
            inner = reading.parse(ruleset.of(campaign), sealed.text)
        except Unreadable as fault:
            return cls(sealed.power, place, str(fault))
        # What was kept beyond its step, or was judged by what its seat has under seal, stands as it was given: nobody
        # else could judge it.
        void = "" if sealed.cover or inner.by_secrets else " ".join(str(refusal) for refusal in inner.judge(campaign))
        return cls(sealed.power, place, void)

    def judge(self, campaign: Campaign) -> Iterable[Refusal]:
        sealed = campaign.sealed.get(self.place)
        if sealed is None or not (sealed.text or sealed.shown):
            yield Refusal("seal", f"nothing is revealed as '{self.place}'")
        elif (due := self.of(campaign, self.place)) != self:
            yield Refusal("seal", due.void or "nothing stands against the sealed order")

    def effect(self, tx: Transaction[Campaign]) -> None:
        sealed = tx.campaign.sealed[self.place]
        text = sealed.text or sealed.shown
        if sealed.shown:
            tx.set(f"sealed.{self.place}", attrs.evolve(sealed, cover=sealed.shown, shown=""), "shown")
        else:
            tx.remove(f"sealed.{self.place}", "void" if self.void else "reveal")
        if not self.void:
            reading.parse(ruleset.of(tx.campaign), text).effect(tx)

    def sentence(self, campaign: Campaign) -> str:
        sealed = campaign.sealed.get(self.place)
        open_text = (sealed.text or sealed.shown) if sealed else ""
        ordered = _inner(campaign, open_text) if open_text else f"the sealed order {self.place}"
        return f"void and free: {ordered}: {self.void}" if self.void else f"takes effect: {ordered}"


@frozen
class Anew(TableOrder[Campaign]):
    """What all agreed to failed after a die had fallen for it, or something sealed had been opened: nothing of it was
    written but this, by which all dice fall anew, as after an undo by consent. ``to``: the proposal's entry, 0 where
    the table tried it without one."""

    verb: ClassVar[str] = "anew"
    title: ClassVar[str] = "dice fall anew"
    automatic: ClassVar[bool] = True

    to: int = word(number(0, MOST_ENTRIES))

    def effect(self, tx: Transaction[Campaign]) -> None:
        tx.set("progress.again", tx.campaign.progress.again + 1, "dice seen in what failed")

    def sentence(self, campaign: Campaign) -> str:
        what = f"what was agreed to in entry {self.to}" if self.to else "an order of the table"
        return f"{what} failed after a die had fallen or something was opened: all dice fall anew"


ORDERS: tuple[type[Order[Any]], ...] = (Done, Advance, NewTurn, Resolve, Seal, Reveal, Show, Enact, Anew)
"""The orders by which every game moves on."""
