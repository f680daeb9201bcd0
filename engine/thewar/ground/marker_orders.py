"""Markers in hexes: laid and taken off by hand for what was fought at the table, and taken off by the rules when their
time is over; fortifications that stood empty for a turn go with them (7.7.4, 9.6.2, 10.6.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.changes import Entry
from engine.kernel.grammar import NAME, word
from engine.kernel.orders import Field, Form, PowerOrder, TableOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.ground import garrisons
from engine.thewar.world import entering, markers, sides, titles, wars
from engine.thewar.world.state import TheWar

RULE = "7.7.4, 9.6.2"


@frozen
class Mark(PowerOrder[TheWar]):
    """A battle at the table has made a beachhead, a bridgehead or a breach: its marker lies in the hex from this turn
    on."""

    verb: ClassVar[str] = "mark"
    title: ClassVar[str] = "beachhead, bridgehead or breach"
    rule: ClassVar[str] = RULE
    standing: ClassVar[bool] = True

    what: str = word(NAME)
    where: str = word(NAME)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from entering.fallen(campaign, self.power)
        if self.what not in markers.KINDS:
            yield Refusal(RULE, f"'{self.what}' is no marker", f"There are: {', '.join(markers.KINDS)}.")
        elif markers.at(campaign, self.where, (self.what,)):
            at = titles.where(campaign, self.where)
            yield Refusal(RULE, f"a {self.what} lies at {at} already", "'unmark' takes it off.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        markers.lay(tx, self.what, self.where, self.power)

    def sentence(self, campaign: TheWar) -> str:
        return f"{wars.named(campaign, self.power)} has a {self.what} at {titles.where(campaign, self.where)}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        if not wars.standing(campaign, power):
            return None
        fields = (
            Field("where", "where", RULE, tuple(campaign.places), free=True),
            Field("what", "marker", RULE, markers.KINDS, markers.BREACH),
        )
        return Form(cls.verb, "Beachhead, bridgehead, breach", power + " mark {what} {where}", fields, RULE)


@frozen
class Unmark(TableOrder[TheWar]):
    """A marker comes off before its time."""

    verb: ClassVar[str] = "unmark"
    title: ClassVar[str] = "take a marker off"
    rule: ClassVar[str] = RULE

    marker: str = word(NAME)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.marker not in campaign.markers:
            known = ", ".join(campaign.markers)
            yield Refusal(RULE, f"no marker '{self.marker}' lies anywhere", f"There are: {known or 'none'}.")
        elif (marker := campaign.markers[self.marker]).kind in markers.EFFORTS:
            reason = f"{markers.spoken(campaign, marker)}: it lies there for its turn"
            yield Refusal(markers.RULES[marker.kind], reason, "Undo takes the order back that placed it.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        tx.remove(f"markers.{self.marker}", "taken off", RULE)

    def sentence(self, campaign: TheWar) -> str:
        marker = campaign.markers.get(self.marker)
        return f"{markers.spoken(campaign, marker)}: taken off" if marker is not None else self.text

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        there = tuple(key for key, marker in campaign.markers.items() if marker.kind not in markers.EFFORTS)
        if not there:
            return None
        fields = (Field("marker", "take off", RULE, there),)
        return Form(cls.verb, "Take a marker off", "unmark {marker}", fields, RULE)


@frozen
class Lapse(TableOrder[TheWar]):
    """A side's player turn ends: breaches and bridgeheads of its turn before come off, beachheads of the one before
    that; a fortification that was found empty a turn ago is gone (7.7.4, 9.6.2, 10.6.4)."""

    verb: ClassVar[str] = "markers-lapse"
    title: ClassVar[str] = "markers come off"
    rule: ClassVar[str] = "7.7.4, 9.6.2, 10.6.4"
    steps: ClassVar[tuple[str, ...]] = ("end.markers",)
    automatic: ClassVar[bool] = True

    def effect(self, tx: Transaction[TheWar]) -> None:
        side = sides.phasing(tx.campaign)
        for name in markers.due(tx.campaign, side):
            kind = tx.campaign.markers[name].kind
            tx.remove(f"markers.{name}", "its time is over", markers.RULES[kind])
        for name in garrisons.fallen(tx.campaign, side):
            tx.remove(f"installations.{name}", "a full turn without a garrison", garrisons.RULE)

    def sentence(self, campaign: TheWar) -> str:
        return "Markers whose time is over come off"

    def told(self, before: TheWar, entry: Entry) -> str:
        gone = [change.at.partition(".")[2] for change in entry.changes if change.at.startswith("markers.")]
        said = [f"{_kind(before, name)} at {_at(before, name)}" for name in gone if name in before.markers]
        forts = sum(1 for change in entry.changes if change.at.startswith("installations."))
        said += [f"{forts} empty fortification{'s' * (forts > 1)}"] if forts else []
        return f"Off the board: {', '.join(said)}" if said else self.sentence(before)


def _kind(campaign: TheWar, name: str) -> str:
    kind = campaign.markers[name].kind
    return kind.upper() if kind in markers.EFFORTS else kind


def _at(campaign: TheWar, name: str) -> str:
    return titles.where(campaign, campaign.markers[name].place)


def lying(campaign: TheWar, half: str) -> bool:
    """Whether something comes off at the end of a side's half."""
    return bool(markers.due(campaign, half) or garrisons.fallen(campaign, half))
