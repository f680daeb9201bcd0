"""A war economy played at random, and a ledger that is added up from the journal alone and held against the state after
every order."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from engine.kernel import play
from engine.kernel.campaign import Campaign
from engine.kernel.changes import Change, Entry
from engine.kernel.orders import Form, Order
from engine.kernel.outlook import Outlook
from engine.kernel.play import Batch
from engine.kernel.refusals import Refused
from engine.kernel.standing import Done
from engine.thewar.ruleset import RULESET
from engine.thewar.world import wars
from engine.thewar.world.state import Country, Shipment, TheWar
from tests.thewar.player import Game, Player

# How often each form is taken up where its step allows it: what earns, costs, moves or destroys NARFs.
ECONOMY = {
    "construct": 30,
    "mend": 12,
    "dock": 8,
    "upgrade": 10,
    "rating": 10,
    "install": 10,
    "reserve": 8,
    "levy": 4,
    "stratmove": 12,
    "grant": 12,
    "capture": 5,
    "conquer": 2,
    "status": 3,
    "declare": 2,
    "entry": 1,
    "enter": 1,
    "losses": 12,
    "spend": 3,
    "gain": 1,
}
FIGURES = ("narfs", "base", "deficit", "spent", "reserved")
"""What of a power is on the ledger."""
OF_COUNTRY = ("narfs", "value")
"""What of a minor country is."""


BUSY = ("build.", "stratmove.", "strategic-warfare.build", "operations.breakdown")
"""The steps in which he has most to do; between them he passes on."""


class Economist(Player):
    """He orders what the step at hand allows, never asks the table for a ruling, and lingers where things are built and
    moved: there he gives up to ``most`` orders a power before he passes on. ``fall``: the Major Powers whose own land
    is taken too."""

    def __init__(self, seed: int, most: int = 4, *, fall: Collection[str] = ()) -> None:
        super().__init__(seed)
        self.most = most
        self.fall = fall
        self._here: tuple[int, str] = (0, "")
        self._given = 0

    def wants(self, campaign: Campaign, seen: Outlook) -> Order[Any] | None:
        here = (campaign.progress.turn, seen.step)
        if here != self._here:
            self._here, self._given = here, 0
        self._given += 1
        slug = RULESET.sequence[seen.step].slug
        lingers = slug.startswith(BUSY) and self._given <= self.most * max(1, len(seen.awaits))
        self.beside = 0.5 if lingers else 0.06
        return super().wants(campaign, seen)

    def asked_for(self, seen: Outlook) -> str:
        """What is offered before its end, and then on to where there is something to do."""
        legal = [choice.text for choice in seen.choices if not choice.refused]
        ends = [text for text in legal if text.endswith(f" {Done.verb}")]
        step = RULESET.sequence[seen.step]
        more = [text for text in legal if text not in ends]
        if more and (not ends or (step.slug.startswith(BUSY) and self._given <= self.most * max(1, len(seen.awaits)))):
            return self.random.pick(more)
        if not ends:
            return super().asked_for(seen)
        if step.mode != "by-hand":
            return ends[0]
        passed = step
        for following in RULESET.sequence.following(step.id):
            if following.slug.startswith(BUSY):
                break
            passed = following
        return f"{ends[0]} through {passed.id}"

    def fill(self, form: Form, campaign: Campaign) -> str:
        """What is captured is an enemy's (6.4), of Major Powers the land of those alone that are to fall."""
        assert isinstance(campaign, TheWar)
        if form.verb == "capture":
            by = self.random.pick(tuple(campaign.powers))
            theirs = [
                key
                for key, one in campaign.places.items()
                if wars.hostile(campaign, one.holder, by)
                and (one.country in self.fall or one.country not in campaign.powers)
            ]
            if theirs:
                return f"capture {self.random.pick(theirs)} {by}"
        return super().fill(form, campaign)

    def beside_the_step(self, campaign: Campaign, seen: Outlook) -> str:
        """What his step allows of what earns, costs and moves."""
        assert isinstance(campaign, TheWar)
        slug = RULESET.sequence[campaign.progress.step].slug
        here = {verb: weight for verb, weight in ECONOMY.items() if slug in RULESET.verbs[verb].steps}
        if not here or self.random.chance(0.2):
            here = {verb: weight for verb, weight in ECONOMY.items() if not RULESET.verbs[verb].steps}
        powers = seen.awaits or tuple(campaign.powers)
        while True:
            verb = self.random.weighted(here)
            form = RULESET.verbs[verb].form(campaign, self.random.pick(powers))
            if form is not None:
                return self.fill(form, campaign)
            del here[verb]
            if not here:
                return self.asked_for(seen)


def play_economy(game: Game, player: Economist, *, undos: float = 0.02) -> int:
    """Play a campaign to its end. Returns how many orders were given. What may be done is looked up anew where a step
    comes up, and every few orders within one; what has become illegal meanwhile is refused."""
    given = old = 0
    seen = game.outlook()
    while not game.over:
        if player.random.chance(undos) and play.last_given(game.live) >= 0:
            game.undo(player.random.pick((1, 1, 1, 9, 40)))
            old = _STALE
        if old >= _STALE or game.campaign.progress.step != seen.step or game.campaign.pending or seen.decision:
            seen, old = game.outlook(), 0
        try:
            order = player.wants(game.campaign, seen)
            assert order is not None
            game.give(order)
            given += 1
        except Refused:
            pass
        old += 1
    return given


_STALE = 4


class Ledger:
    """Figures that know nothing but what they were at first and what the journal has added and taken since."""

    def __init__(self, campaign: TheWar) -> None:
        self.figures = figures(campaign)

    def book(self, changes: Iterable[Change]) -> None:
        """Add up what changes say: amounts, never results."""
        for change in changes:
            if change.at.startswith("shipments."):
                self._shipment(change)
            elif isinstance(change.now, Country):
                # A country that comes about in play, as the British Empire does when Britain falls.
                for one in OF_COUNTRY:
                    self.figures[f"{change.at}.{one}"] = getattr(change.now, one)
            elif isinstance(change.was, Country):
                # And goes again, where its coming is taken back.
                for one in OF_COUNTRY:
                    del self.figures[f"{change.at}.{one}"]
            elif change.at in self.figures:
                self.figures[change.at] += int(change.now) - int(change.was)

    def _shipment(self, change: Change) -> None:
        at = ".".join(change.at.split(".")[:2])
        if isinstance(change.now, Shipment) or isinstance(change.was, Shipment):
            more = getattr(change.now, "narfs", 0) - getattr(change.was, "narfs", 0)
        else:
            more = change.now - change.was if change.at.endswith(".narfs") else 0
        self.figures[at] = self.figures.get(at, 0) + more
        if change.now is None:
            assert not self.figures.pop(at), f"{change.at} has sunk with NARFs that nobody has booked"


def figures(campaign: TheWar) -> dict[str, int]:
    """All that is on the ledger, read from the state: hands, bases, deficits, what counts against the limits, the
    tracks and values of minor countries, and what is on the water, in NARFs."""
    found = {f"powers.{key}.{one}": getattr(power, one) for key, power in campaign.powers.items() for one in FIGURES}
    for key, land in campaign.countries.items():
        for one in OF_COUNTRY:
            found[f"countries.{key}.{one}"] = getattr(land, one)
    for key, shipment in campaign.shipments.items():
        found[f"shipments.{key}"] = shipment.narfs
    return found


class Bookkeeper(Game):
    """A game whose books are balanced after every order."""

    def __init__(self, campaign: TheWar) -> None:
        self.ledger = Ledger(campaign)
        self.balanced = 0
        super().__init__(campaign)
        self.balance([change for entry in self.entries for change in entry.changes])

    def balance(self, changes: Iterable[Change]) -> None:
        """Book changes and compare. Raises AssertionError where the ledger and the state differ."""
        self.ledger.book(changes)
        now = figures(self.campaign)
        if self.ledger.figures != now:
            both = {**self.ledger.figures, **now}
            wrong = {at: (self.ledger.figures.get(at), now.get(at)) for at in both}
            raise AssertionError({at: pair for at, pair in wrong.items() if pair[0] != pair[1]})
        self.balanced += 1

    def give(self, order: Order[Any]) -> tuple[Batch[TheWar], ...]:
        batches = super().give(order)
        entries = [entry for batch in batches for entry in batch.entries]
        self.balance([change for entry in entries for change in entry.changes])
        _conserved(entries)
        return batches

    def undo(self, back: int = 1) -> Batch[TheWar]:
        before = len(self.entries)
        batch = super().undo(back)
        self.balance([change for entry in self.entries[before:] for change in entry.changes])
        return batch


def _conserved(entries: Sequence[Entry]) -> None:
    """What one hand grants another arrives there, or is on the water."""
    for entry in entries:
        verb = [*entry.order.split(), "", ""][1]
        if verb not in ("grant", "narfs-arrive"):
            continue
        moved = 0
        for change in entry.changes:
            if "ruling 234" in change.rule:
                continue  # what a U.S. at peace pays once more for its units reaches nobody
            if change.at.endswith(".narfs") and change.at.split(".")[0] in ("powers", "countries"):
                moved += int(change.now) - int(change.was)
            elif isinstance(change.was, Shipment) and change.now is None:
                moved -= change.was.narfs
            elif change.was is None and isinstance(change.now, Shipment):
                moved += change.now.narfs
        assert moved == 0, entry.order
