"""A seeded player who gives orders at random, and a game in memory that he plays: whole campaigns without files.

He chooses among what the outlook offers and fills in the forms of every order that has one; some of what he tries is
refused, as at a table.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from engine.kernel import outlook, play, reading
from engine.kernel.changes import Change, Entry
from engine.kernel.dice import Dice, KeyedDice
from engine.kernel.grammar import Unreadable, quote
from engine.kernel.orders import Field, Form, Order
from engine.kernel.outlook import Outlook
from engine.kernel.play import Batch
from engine.kernel.refusals import Refused
from engine.kernel.standing import Done
from engine.thewar.ruleset import RULESET
from engine.thewar.world import wars
from engine.thewar.world.forces import group_of
from engine.thewar.world.state import Addition, Pool, Slip, TheWar, Unit
from saves import scenarios
from tests.thewar.duties import met

SCENARIO = "1939-campaign"
SEAT = "solo"
# How often each form is taken up, of all orders that are given beside the step's own.
FORMS = {
    "spend": 24,
    "gain": 12,
    "losses": 26,
    "capture": 12,
    "conquer": 3,
    "status": 6,
    "declare": 5,
    "enter": 1,
    "entry": 3,
    "surrender": 1,
    "construct": 8,
    "mend": 4,
    "dock": 3,
    "upgrade": 6,
    "rating": 6,
    "install": 5,
    "raze": 1,
    "reserve": 5,
    "levy": 3,
    "finnish-breakdown": 1,
    "railmove": 2,
    "partisans-cut": 1,
}
_FIGURES = ("smp", "chits", "base", "narfs", "growth")


def opening() -> TheWar:
    """The 1939 campaign as its scenario opens it, nothing settled yet."""
    campaign = scenarios.preview(SCENARIO)
    assert isinstance(campaign, TheWar)
    return campaign


class Game:
    """A campaign played in memory: the state, every entry so far, those that no undo has taken back."""

    def __init__(self, campaign: TheWar, secret: bytes = b"in memory", dice: Dice | None = None) -> None:
        self.campaign = campaign
        self.entries: list[Entry] = []
        self.live: list[Entry] = []
        self.dice = dice or KeyedDice(secret)
        self._took(play.settle(RULESET, campaign, dice=self.dice, n=1))

    @property
    def n(self) -> int:
        """The number of the next entry."""
        return self.entries[-1].n + 1 if self.entries else 1

    @property
    def over(self) -> bool:
        """Whether the last turn has been played."""
        return bool(play.over(RULESET, self.campaign))

    def outlook(self) -> Outlook:
        """What may be done now."""
        return outlook.outlook(RULESET, self.campaign, SEAT)

    def give(self, order: Order[Any]) -> tuple[Batch[TheWar], ...]:
        """Give an order. Raises Refused; then nothing has happened."""
        batches = play.submit(RULESET, self.campaign, [order], seat=SEAT, dice=self.dice, n=self.n)
        self._took(batches)
        return batches

    def undo(self, back: int = 1) -> Batch[TheWar]:
        """Take back the last thing given, or what was given in the last so many entries. Raises NothingToUndo."""
        first = play.last_given(self.live) if back == 1 else max(0, len(self.live) - back)
        begun = next((at for at, entry in enumerate(self.live) if entry.seat != play.RULES), len(self.live))
        taken = self.live[max(first, begun) :] if first >= 0 else []
        batch = play.undo(self.campaign, taken, seat=SEAT, n=self.n)
        self.campaign = batch.campaign
        self.entries.extend(batch.entries)
        del self.live[len(self.live) - len(taken) :]
        # Cut through the middle of what was written together, the rules have something left to do.
        self._took(play.settle(RULESET, self.campaign, dice=self.dice, n=self.n))
        return batch

    def _took(self, batches: Sequence[Batch[TheWar]]) -> None:
        for batch in batches:
            self.entries.extend(batch.entries)
            self.live.extend(batch.entries)
            self.campaign = batch.campaign


class Player:
    """Orders at random from a seed. ``busy``: how many orders he gives beside each one that the step asks for."""

    def __init__(self, seed: int, busy: float = 1.0) -> None:
        self.random = random.Random(seed)
        self._beside = busy / (1 + busy)
        self._verbs, self._weights = list(FORMS), list(FORMS.values())

    def wants(self, campaign: TheWar, seen: Outlook) -> Order[Any]:
        """The order that he tries next; it may be refused."""
        while True:
            text = self._beside_the_step(campaign, seen) if self._chance(self._beside) else self.asked_for(seen)
            try:
                return reading.understand(RULESET, text, campaign)
            except Unreadable:
                # A line of losses may fit two groups; a person would type it in full.
                continue

    def asked_for(self, seen: Outlook) -> str:
        """One of the legal orders that the step offers; sooner or later its end."""
        legal = [choice.text for choice in seen.choices if not choice.refused]
        if not legal:
            return met(seen.step)
        ends = [text for text in legal if text.endswith(f" {Done.verb}")]
        if not ends or (len(legal) > len(ends) and self._chance(0.5)):
            return self.random.choice(legal)
        end = self.random.choice(ends)
        following = RULESET.sequence.following(seen.step)[:12]
        return f"{end} through {self.random.choice(following).id}" if following and self._chance(0.05) else end

    def _chance(self, of_one: float) -> bool:
        return self.random.random() < of_one

    def _beside_the_step(self, campaign: TheWar, seen: Outlook) -> str:
        kind = self.random.random()
        if kind < 0.07:
            return self._ruling(campaign)
        if kind < 0.10:
            return f"late {self._of_power(campaign)}"
        if kind < 0.15:
            return f"overrule {quote('so agreed')} {self._filled(campaign)}"
        return self._filled(campaign)

    def _of_power(self, campaign: TheWar) -> str:
        power = self.random.choice(tuple(campaign.powers))
        return self.random.choice((f"{power} effort rle count=2", f"{power} effort none", f"{power} chit"))

    def _ruling(self, campaign: TheWar) -> str:
        fields = RULESET.sequence[campaign.progress.step].fields
        if fields:
            field = self.random.choice(fields)
            value = self.random.choice(field.choices) if field.choices else str(self.random.randrange(9))
            at = field.name
        else:
            at = f"powers.{self.random.choice(tuple(campaign.powers))}.{self.random.choice(_FIGURES)}"
            value = str(self.random.randrange(120))
        return f"ruling {at} {value} because {quote('the table says so')}"

    def _filled(self, campaign: TheWar) -> str:
        while True:
            verb = self.random.choices(self._verbs, self._weights)[0]
            if verb == "surrender" and not self._chance(0.4):
                continue
            form = RULESET.verbs[verb].form(campaign, self.random.choice(tuple(campaign.powers)))
            if form is not None:
                return self.fill(form, campaign)

    def fill(self, form: Form, campaign: TheWar) -> str:
        """A form's text with something in each box."""
        return form.pattern.format_map({box.name: self._box(box, campaign) for box in form.fields})

    def _box(self, box: Field, campaign: TheWar) -> str:
        if box.name == "line":
            return self.losses(campaign)
        if box.choices:
            return box.default if box.default and self._chance(0.3) else self.random.choice(box.choices)
        if box.name == "level":
            return str(int(campaign.facts.get("usel", 0)) + self.random.randrange(-2, 3))
        return box.default if box.default and self._chance(0.5) else str(self.random.randrange(1, 25))

    def losses(self, campaign: TheWar) -> str:
        """A line of what happened to units at the table."""
        items = []
        for _ in range(self.random.choice((1, 1, 2, 3))):
            deed = self.random.choice(("-1", "-1", "-2", "dep", "dep", "rep", "+1", "+1", "+9"))
            if deed.startswith("+"):
                filled = [pool for pool in campaign.pools.values() if pool.count] or list(campaign.pools.values())
                found: Any = self.random.choice(filled)
            else:
                found = self.random.choice(tuple(campaign.units.values()))
            oos = " oos" if deed.startswith("-") and self._chance(0.2) else ""
            items.append(f"{found.power} {deed} {group_of(found)}{oos}")
        return "; ".join(items)


def play_on(game: Game, player: Player, orders: int, *, undos: float = 0.02) -> int:
    """Give so many orders that are legal, or fewer where the campaign ends. Returns how many were given."""
    given = 0
    seen, at = game.outlook(), game.campaign
    while given < orders and not game.over:
        if player.random.random() < undos and play.last_given(game.live) >= 0:
            game.undo(player.random.choice((1, 1, 1, 9, 40)))
        if game.campaign is not at:
            seen, at = game.outlook(), game.campaign
        try:
            game.give(player.wants(game.campaign, seen))
            given += 1
        except Refused:
            continue
    return given


def units_of(campaign: TheWar) -> dict[str, int]:
    """How many units each power has of each group, wherever they are: on the board, in the pool, lost out of supply,
    still to come. Those of minor countries only on the board: they have no pool."""
    found: dict[str, int] = {}
    for unit in campaign.units.values():
        _add(found, unit, 1)
    for pool in campaign.pools.values():
        _add(found, pool, pool.count + pool.oos)
    for coming in campaign.additions.values():
        _add(found, coming, coming.count)
    for slip in campaign.slips.values():
        _add(found, slip, 0 if slip.unit else 1)
    return {key: count for key, count in found.items() if count}


def _add(found: dict[str, int], thing: Unit | Pool | Addition | Slip, count: int) -> None:
    group = "-".join(part for part in (thing.power, thing.kind, thing.strength, thing.tag) if part)
    found[group] = found.get(group, 0) + count


def hands(campaign: TheWar) -> dict[str, int]:
    """What each power has in hand, in NARFs."""
    return {power: one.narfs for power, one in campaign.powers.items()}


def hands_after(before: dict[str, int], changes: Iterable[Change]) -> dict[str, int]:
    """Hands as the journal's changes alone tell them. Raises AssertionError where a change starts from another sum."""
    told = dict(before)
    for change in changes:
        _, power, figure = (*change.at.split("."), "", "")[:3]
        if figure == "narfs" and change.at.startswith("powers."):
            assert told[power] == change.was, change
            told[power] = change.now
    return told


MAJOR = frozenset(wars.POWERS)
