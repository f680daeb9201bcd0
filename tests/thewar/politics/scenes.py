"""Campaigns that stand in the diplomatic step with POPs and chits laid down, for tests of diplomatic rolls."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from engine.kernel import play, telling
from engine.kernel.campaign import view
from engine.kernel.changes import Entry
from engine.kernel.dice import FixedDice
from engine.kernel.procedures import Decision, decisions
from engine.kernel.reading import understand
from engine.kernel.sequence import awaited
from engine.thewar.politics.diplomatic_attack import DiplomaticAttack
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import Chits, Influence, TheWar
from tests.thewar.minors import at

STEP = "planning.diplomacy"
TWO = {"germany": "axis", "italy": "axis"}
THREE = {**TWO, "ussr": "soviet"}
FIVE = {power: power for power in ("germany", "italy", "britain", "france", "ussr")} | {"us": "france"}


def laid(campaign: TheWar, pops: Mapping[str, int], chits: Mapping[str, int] | None = None) -> TheWar:
    """The campaign with POPs that all know of, such as ``{"germany spain": 1}``, and chits by power and sort."""
    influence, stock = dict(campaign.influence), dict(campaign.chits)
    for who, count in pops.items():
        power, country = who.split()
        here = Influence.made_of(power, country, placed=count)
        influence[here.address] = here
    for who, count in (chits or {}).items():
        power, sort = who.split()
        mine = Chits.made_of(power, sort, bought=count)
        stock[mine.address] = mine
    return attrs.evolve(campaign, influence=influence, chits=stock)


def table(
    pops: Mapping[str, int],
    chits: Mapping[str, int] | None = None,
    *,
    turn: str = "1940-1-spring",
    seats: Mapping[str, str] | None = None,
    hands: Mapping[str, int] | None = None,
    **each: int,
) -> TheWar:
    """The 1939 campaign in its diplomatic step; ``seats``: of each power where there are several ('allied' for the
    rest); ``hands`` and ``each``: NARFs of powers."""
    hands = {**(hands or {}), **each}
    here = laid(at(turn, STEP), pops, chits)
    powers = {key: attrs.evolve(power, narfs=hands.get(key, power.narfs)) for key, power in here.powers.items()}
    named = {power: (seats or {}).get(power, "allied") if seats else "solo" for power in here.powers}
    return attrs.evolve(here, powers=powers, seats=named)


class Table:
    """A campaign at a table of several seats, played with given dice; every order is judged on its seat's view."""

    def __init__(self, campaign: TheWar) -> None:
        self.entries: list[Entry] = []
        self.campaign = campaign
        self.settle()

    def settle(self) -> Table:
        self._take(play.settle(RULESET, self.campaign, dice=FixedDice(()), n=len(self.entries) + 1))
        return self

    def _take(self, batches: Any) -> None:
        for batch in batches:
            self.campaign = batch.campaign
            self.entries.extend(batch.entries)

    def seat(self, line: str) -> str:
        return self.campaign.seats[line.split()[0]]

    def give(self, line: str, *faces: int) -> Table:
        assert not self.thrown(line, *faces)
        return self

    def thrown(self, line: str, *faces: int) -> int:
        """Give an order; how many of the faces it left."""
        seat = self.seat(line)
        order = understand(RULESET, line, view(self.campaign, seat))
        dice = FixedDice(faces)
        self._take(play.submit(RULESET, self.campaign, [order], seat=seat, dice=dice, n=len(self.entries) + 1))
        return dice.left

    def refused(self, line: str, seat: str = "") -> str:
        seat = seat or self.seat(line)
        order = understand(RULESET, line, view(self.campaign, seat))
        return "; ".join(str(refusal) for refusal in play.judge(RULESET, self.campaign, order, seat))

    def judged(self, line: str) -> list[str]:
        """What the order's own rules say against it, whatever step the campaign stands in."""
        order = understand(RULESET, line, view(self.campaign, self.seat(line)))
        return [str(refusal) for refusal in order.judge(view(self.campaign, self.seat(line)))]

    def first(self, power: str) -> Table:
        """Whoever comes before a power in the step is done."""
        while self.waiting[0] != power:
            self.give(f"{self.waiting[0]} done")
        return self

    @property
    def waiting(self) -> tuple[str, ...]:
        """The powers that may still act in the diplomatic step, in their order."""
        return awaited(self.campaign, RULESET.sequence[STEP], RULESET.sequence)

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """What is asked, as the table knows it."""
        return decisions(self.campaign)

    @property
    def attack(self) -> DiplomaticAttack:
        """The roll under way."""
        [found] = self.campaign.pending.values()
        assert isinstance(found, DiplomaticAttack)
        return found

    @property
    def asked(self) -> dict[str, tuple[str, ...]]:
        """Who is asked, with the answers on his own view."""
        found = {}
        for one in decisions(self.campaign):
            mine = decisions(view(self.campaign, self.campaign.seats[one.power]))
            found[one.power] = next(own.answers for own in mine if own.power == one.power)
        return found

    def land(self, country: str) -> tuple[str, str]:
        found = self.campaign.countries[country]
        return found.status, found.patron

    def pops(self, power: str, country: str) -> tuple[int, int]:
        """POPs placed and used."""
        one = self.campaign.influence[f"{power}+{country}"]
        return one.placed, one.used

    @property
    def told(self) -> str:
        """The journal in people's words, oldest first."""
        return "\n".join(reversed([said for _, said in telling.backwards(self.campaign, self.entries)]))
