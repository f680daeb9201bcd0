"""The 1939 campaign set down in its Strategic Warfare Segment, and a game in memory that plays on from there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import attrs

from engine.kernel import play
from engine.kernel.campaign import Progress
from engine.kernel.changes import Entry
from engine.kernel.dice import Dice, FixedDice
from engine.kernel.procedures import Decision
from engine.kernel.reading import understand
from engine.kernel.refusals import Refused
from engine.kernel.ruleset import Ruleset
from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar
from engine.thewar.world.state import Box, TheWar, Unit
from saves import scenarios
from tests.thewar.values import wars_of

KINDS = ("uboat", "asw", "sac", "int", "jet", "mdm")
BUILD, SEA, AIR = "strategic-warfare.build", "strategic-warfare.boxes", "strategic-warfare.bombers"
SEATS = {"germany": "axis", "italy": "axis", "britain": "allied", "us": "allied", "france": "allied", "ussr": "allied"}


@cache
def scenario() -> TheWar:
    """The 1939 campaign as its scenario has it."""
    found = scenarios.preview("1939-campaign")
    assert isinstance(found, TheWar)
    return found


def scene(
    turn: str = "1940-3-fall",
    step: str = SEA,
    *,
    germany: Mapping[str, int] | None = None,
    britain: Mapping[str, int] | None = None,
    us: Mapping[str, int] | None = None,
    entered: str = "",
    facts: Mapping[str, Any] | None = None,
    seats: int = 1,
    **powers: Mapping[str, Any],
) -> TheWar:
    """A campaign at a turn and step with just these units of strategic warfare in play, everyone's effort an SLE.

    ``entered``: the turn in which the U.S. has come into the war; ``powers`` change a power's figures.
    """
    start = scenario()
    units = {key: unit for key, unit in start.units.items() if unit.kind not in KINDS or unit.power not in SEATS}
    for power, counts in (("germany", germany), ("britain", britain), ("us", us)):
        for kind, count in (counts or {}).items():
            for nth in range(1, count + 1):
                tag = "int" if kind == "jet" else ""
                units[f"{power}-{kind}-{nth}"] = Unit(power=power, kind=kind, tag=tag, strength=_printed(kind))
    everyone = {}
    for key, one in start.powers.items():
        figures: dict[str, Any] = {"narfs": 100, "effort": "sle", **powers.get(key, {})}
        if key == "us" and entered:
            figures["entered"] = entered
        everyone[key] = attrs.evolve(one, **figures)
    at_war = wars_of({**start.wars, **({"germany+us": entered} if entered else {})})
    return attrs.evolve(
        start,
        units=units,
        powers=everyone,
        wars=at_war,
        facts={**start.facts, **(facts or {})},
        seats=SEATS if seats == 2 else dict.fromkeys(SEATS, "solo"),
        progress=Progress(turn=calendar.number(turn) - calendar.number(start.first) + 1, step=step),
    )


def _printed(kind: str) -> str:
    return "5-5-5" if kind == "mdm" else ""


class Segment:
    """A game in memory from a scene on. Every entry's changes are kept; ``begun`` is the state it started from."""

    def __init__(self, campaign: TheWar, dice: Dice | None = None, rules: Ruleset[TheWar] = RULESET) -> None:
        self.rules = rules
        self.campaign = self.begun = campaign
        self.entries: list[Entry] = []
        self.dice = dice or FixedDice()
        self._took(play.settle(rules, campaign, dice=self.dice, n=1))

    @property
    def n(self) -> int:
        """The number of the next entry."""
        return self.entries[-1].n + 1 if self.entries else 1

    @property
    def step(self) -> str:
        """The step at hand."""
        return self.campaign.progress.step

    @property
    def decision(self) -> Decision | None:
        """What is awaited by a battle under way."""
        return play.decision(self.campaign)

    @property
    def acting(self) -> tuple[str, ...]:
        """Who may act in the step."""
        return play.acting(self.rules, self.campaign)

    def give(self, *lines: str, faces: Sequence[int] | None = None) -> TheWar:
        """Give orders, each from the seat that commands its power; ``faces`` are the dice they take. Raises Refused."""
        if faces is not None:
            self.dice = FixedDice(faces)
        for line in lines:
            order = understand(self.rules, line, self.campaign)
            seat = self.campaign.seats[order.actor] if order.actor else next(iter(self.campaign.seats.values()))
            self._took(play.submit(self.rules, self.campaign, [order], seat=seat, dice=self.dice, n=self.n))
        if faces is not None:
            left = self.dice.left if isinstance(self.dice, FixedDice) else 0
            assert not left, f"{left} faces were not wanted"
        return self.campaign

    def refused(self, line: str) -> list[str]:
        """The rules by which an order is refused; it changes nothing."""
        before, last = self.campaign, self.n
        try:
            self.give(line)
        except Refused as no:
            assert all(refusal.rule and refusal.reason for refusal in no.refusals)
            assert (self.campaign, self.n) == (before, last)
            return [refusal.rule for refusal in no.refusals]
        raise AssertionError(f"{line} is not refused")

    def undo(self) -> TheWar:
        """Take back the last thing given."""
        live = play.live(self.entries)
        batch = play.undo(self.campaign, live[play.last_given(live) :], seat="solo", n=self.n)
        self.campaign = batch.campaign
        self.entries.extend(batch.entries)
        return self.campaign

    def changed(self, at: str) -> list[tuple[Any, Any]]:
        """What became of a figure, was and now, in the order of the journal."""
        return [(c.was, c.now) for entry in self.entries for c in entry.changes if c.at == at]

    def _took(self, batches: Sequence[play.Batch[TheWar]]) -> None:
        for batch in batches:
            self.entries.extend(batch.entries)
            self.campaign = batch.campaign


def french(campaign: TheWar) -> TheWar:
    """The same with Paris in German hands, so that Germany may bomb Britain."""
    paris = attrs.evolve(campaign.places["paris"], holder="germany")
    return attrs.evolve(campaign, places={**campaign.places, "paris": paris})


def count(campaign: TheWar, power: str, kind: str, *, depleted: bool = False) -> int:
    """A power's units of a kind in play, whole or depleted."""
    return sum(u.power == power and u.kind == kind and u.depleted == depleted for u in campaign.units.values())


def pool(campaign: TheWar, group: str) -> int:
    """Units of a group in the force pool."""
    found = campaign.pools.get(group)
    return found.count if found else 0


def box(campaign: TheWar, power: str) -> Box:
    """What a power has in the boxes."""
    return campaign.boxes.get(power, Box())
