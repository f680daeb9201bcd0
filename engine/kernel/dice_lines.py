"""Dice that nobody chose alone: before the first of them each seat may bind itself to a line of its own.

The host's secret is bound first, by its SHA-256 in ``campaign.toml``. Then each seat gives the SHA-256 of a line that
it keeps to itself, or the line itself under seal, or none; only when all have done so are the lines opened, and until
they are open the campaign does not go on. Secret and lines together key every die (see dice.die_key): whoever bound
himself did not know what the others would bring.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import attrs

from engine.kernel import ruleset
from engine.kernel.answers import Answer
from engine.kernel.campaign import Campaign, seat_names
from engine.kernel.changes import Entry
from engine.kernel.grammar import NAME, Kind, quote, unquote, word
from engine.kernel.orders import Field, Form, Order, TableOrder
from engine.kernel.procedures import Decision, Procedure, top
from engine.kernel.ranges import Length
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen

RULE = "dice"
COMMIT, OPEN = "commit", "open"
LEAST_LINE, MOST_LINE = 12, 120
"""Signs of a line: a shorter one could be found from its digest by trying."""
_WHY = "a line for the dice"
_LINE = Kind("a line in quotes", unquote, quote, bounds=Length(MOST_LINE))


def digest_of(line: str) -> str:
    """What a seat gives in place of its line: SHA-256 of its UTF-8 bytes, as ``sha256sum`` prints it."""
    return hashlib.sha256(line.encode()).hexdigest()


@frozen
class SeatLines(Procedure[Campaign]):
    """The seats' lines under way. Stages: commit, open. By seat: ``digests`` of what it bound itself to ('' where it
    has none), ``lines`` what has been opened."""

    kind: ClassVar[str] = "dice-lines"

    digests: Mapping[str, str] = attrs.field(factory=dict)
    lines: Mapping[str, str] = attrs.field(factory=dict)

    def waits_for(self, campaign: Campaign) -> tuple[str, ...]:
        """The seats that have still to bind themselves, or then to open what they bound themselves to."""
        if self.stage == COMMIT:
            return tuple(seat for seat in seat_names(campaign) if seat not in self.digests)
        return tuple(seat for seat in seat_names(campaign) if self.digests.get(seat) and seat not in self.lines)

    def decisions(self, campaign: Campaign) -> tuple[Decision, ...]:
        speakers = ((seat, speaker(campaign, seat)) for seat in self.waits_for(campaign))
        ask = _committing if self.stage == COMMIT else _opening
        return tuple(ask(power) for _, power in speakers if power)

    def decision(self, campaign: Campaign) -> Decision | None:
        return next(iter(self.decisions(campaign)), None)

    def resolve(self, tx: Transaction[Campaign], at: str) -> None:
        if self.stage == COMMIT and any(seat not in self.lines for seat, bound in self.digests.items() if bound):
            tx.set(f"{at}.stage", OPEN, _WHY, RULE)
            return
        for seat in seat_names(tx.campaign):
            if seat in self.lines:
                tx.put(f"progress.lines.{seat}", self.lines[seat], _WHY, RULE)
        tx.remove(at, _WHY, RULE)

    def told(self, before: Campaign, entry: Entry) -> str:
        if any(change.at.endswith(".stage") for change in entry.changes):
            return "All seats are bound: the lines for the dice are opened."
        if self.lines:
            whose = ", ".join(f"'{seat}'" for seat in seat_names(before) if seat in self.lines)
            return f"The dice are made of the campaign's secret and the lines of {whose}."
        return "The dice are made of the campaign's secret alone."


def speaker(campaign: Campaign, seat: str) -> str:
    """The power that speaks for a seat, '' where none of its powers takes part."""
    rules = ruleset.of(campaign)
    mine = (power for power, holder in campaign.seats.items() if holder == seat)
    return next((power for power in mine if rules.takes_part(campaign, power)), "")


def _committing(power: str) -> Decision:
    none = f"{power} {NoDiceLine.verb}"
    notes = (
        "A line of your own makes dice that the host cannot choose.",
        "Give the line, which is sealed here until all are bound, or its SHA-256, and keep the line to yourself.",
    )
    forms = (DiceLine.verb, DiceDigest.verb)
    return Decision(power, "a line of your own for the dice, or none?", (none,), none, RULE, notes, forms=forms)


def _opening(power: str) -> Decision:
    notes = ("The dice wait for it.", "If it is lost, all may agree to go on without it; the table then says so.")
    return Decision(power, "open your line for the dice", (), "", RULE, notes, forms=(OpenDiceLine.verb,))


class _OfTheLine(Answer[Campaign, SeatLines]):
    """An answer for a seat, by the power that speaks for it."""

    rule: ClassVar[str] = RULE
    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (SeatLines,)
    open: ClassVar[bool] = True
    unasked: ClassVar[str] = "no line for the dice is awaited"
    when: ClassVar[str] = "Campaigns that were begun with shared dice ask for one before their first die."

    @classmethod
    def asked_of(cls, campaign: Campaign, power: str) -> bool:
        """Whether the procedure on top asks this power for such an answer."""
        current = top(campaign)
        if current is None or not isinstance(current[1], SeatLines) or current[1].stage not in cls.stages:
            return False
        return any(asked.power == power for asked in current[1].decisions(campaign))


def _too_short(line: str) -> Iterable[Refusal]:
    if len(line) < LEAST_LINE:
        yield Refusal(RULE, f"a line of {len(line)} signs could be guessed", f"At least {LEAST_LINE} signs.")


def _line_form(cls: type[_OfTheLine], title: str, label: str, argument: str, power: str) -> Form:
    return Form(cls.verb, title, f"{power} {cls.verb} {argument}", (Field("line", label, RULE),), RULE)


@frozen
class DiceLine(_OfTheLine):
    """A line, sealed by the program until all are bound."""

    verb: ClassVar[str] = "dice-line"
    title: ClassVar[str] = "line for the dice"
    stages: ClassVar[tuple[str, ...]] = (COMMIT,)
    covert: ClassVar[bool] = True

    line: str = word(_LINE)

    def wrong(self, campaign: Campaign, under_way: SeatLines) -> Iterable[Refusal]:
        return _too_short(self.line)

    def after(self, campaign: Campaign, under_way: SeatLines) -> SeatLines:
        seat = campaign.seats[self.power]
        digests = {**under_way.digests, seat: digest_of(self.line)}
        return attrs.evolve(under_way, digests=digests, lines={**under_way.lines, seat: self.line})

    @classmethod
    def form(cls, campaign: Campaign, power: str) -> Form | None:
        asked = cls.asked_of(campaign, power)
        return _line_form(cls, "A line, sealed here until all are bound", "line", '"{line}"', power) if asked else None

    def sentence(self, campaign: Campaign) -> str:
        return f"{_of(campaign, self.power)} line for the dice: {self.line}"


@frozen
class DiceDigest(_OfTheLine):
    """The SHA-256 of a line that the player keeps to himself."""

    verb: ClassVar[str] = "dice-digest"
    title: ClassVar[str] = "digest of a line for the dice"
    stages: ClassVar[tuple[str, ...]] = (COMMIT,)

    digest: str = word(NAME)

    def wrong(self, campaign: Campaign, under_way: SeatLines) -> Iterable[Refusal]:
        if len(self.digest) != 64 or set(self.digest) - set("0123456789abcdef"):
            hint = "What 'printf %s \"your line\" | sha256sum' prints."
            yield Refusal(RULE, "a SHA-256 is 64 of the signs 0 to 9 and a to f", hint)
        elif self.digest in under_way.digests.values():
            yield Refusal(RULE, "another seat is bound by this very digest", "A line of your own.")

    def after(self, campaign: Campaign, under_way: SeatLines) -> SeatLines:
        return attrs.evolve(under_way, digests={**under_way.digests, campaign.seats[self.power]: self.digest})

    @classmethod
    def form(cls, campaign: Campaign, power: str) -> Form | None:
        if not cls.asked_of(campaign, power):
            return None
        fields = (Field("digest", "SHA-256 of your line", RULE),)
        pattern = power + " " + cls.verb + " {digest}"
        return Form(cls.verb, "The SHA-256 of a line that you keep", pattern, fields, RULE)

    def sentence(self, campaign: Campaign) -> str:
        return f"{_name(campaign, self.power)} is bound to a line for the dice by its SHA-256, {self.digest[:12]}..."


@frozen
class NoDiceLine(_OfTheLine):
    """The seat has no part in the dice."""

    verb: ClassVar[str] = "no-dice-line"
    title: ClassVar[str] = "no line for the dice"
    stages: ClassVar[tuple[str, ...]] = (COMMIT,)
    open: ClassVar[bool] = False

    def after(self, campaign: Campaign, under_way: SeatLines) -> SeatLines:
        return attrs.evolve(under_way, digests={**under_way.digests, campaign.seats[self.power]: ""})

    def sentence(self, campaign: Campaign) -> str:
        return f"{_name(campaign, self.power)} has no line for the dice"


@frozen
class OpenDiceLine(_OfTheLine):
    """A player opens the line that he is bound to."""

    verb: ClassVar[str] = "open-dice-line"
    title: ClassVar[str] = "open a line for the dice"
    stages: ClassVar[tuple[str, ...]] = (OPEN,)
    unasked: ClassVar[str] = "no line for the dice is to be opened"
    when: ClassVar[str] = "They are opened when every seat is bound to one or has none."

    line: str = word(_LINE)

    def wrong(self, campaign: Campaign, under_way: SeatLines) -> Iterable[Refusal]:
        bound = under_way.digests[campaign.seats[self.power]]
        if (found := digest_of(self.line)) != bound:
            reason = f"this is not the line that was bound: its SHA-256 begins with {found[:12]}, not {bound[:12]}"
            yield Refusal(RULE, reason, "The very same signs; a space at an end counts.")

    def after(self, campaign: Campaign, under_way: SeatLines) -> SeatLines:
        return attrs.evolve(under_way, lines={**under_way.lines, campaign.seats[self.power]: self.line})

    @classmethod
    def form(cls, campaign: Campaign, power: str) -> Form | None:
        asked = cls.asked_of(campaign, power)
        return _line_form(cls, "Open your line", "line", '"{line}"', power) if asked else None

    def sentence(self, campaign: Campaign) -> str:
        return f"{_of(campaign, self.power)} line for the dice is open: {self.line}"


@frozen
class LapseDiceLine(TableOrder[Campaign]):
    """The dice no longer wait for a seat: it counts as having no line. All have to agree, as whoever may choose whether
    his line counts, and knows the secret, chooses between two wars."""

    verb: ClassVar[str] = "lapse-dice-line"
    title: ClassVar[str] = "go on without a seat's line"
    rule: ClassVar[str] = RULE
    of_the_table: ClassVar[bool] = True

    seat: str = word(NAME)

    def judge(self, campaign: Campaign) -> Iterable[Refusal]:
        current = top(campaign)
        waiting = current[1].waits_for(campaign) if current and isinstance(current[1], SeatLines) else ()
        if self.seat not in waiting:
            listed = f"Awaited: {', '.join(waiting)}." if waiting else _OfTheLine.when
            yield Refusal(RULE, f"no line of the seat '{self.seat}' is awaited", listed)

    def effect(self, tx: Transaction[Campaign]) -> None:
        current = top(tx.campaign)
        if current is None or not isinstance(current[1], SeatLines):
            raise LookupError("no line for the dice is awaited")
        key, lines = current[0], current[1]
        tx.put(f"pending.{key}", attrs.evolve(lines, digests={**lines.digests, self.seat: ""}), _WHY, RULE)

    def sentence(self, campaign: Campaign) -> str:
        return f"The dice go on without a line of the seat '{self.seat}'"


def _name(campaign: Campaign, power: str) -> str:
    return ruleset.of(campaign).name(campaign, power)


def _of(campaign: Campaign, power: str) -> str:
    name = _name(campaign, power)
    return f"{name}'" if name.endswith("s") else f"{name}'s"


ORDERS: tuple[type[Order[Any]], ...] = (DiceLine, DiceDigest, NoDiceLine, OpenDiceLine, LapseDiceLine)
"""The orders about lines for the dice, in every game."""
