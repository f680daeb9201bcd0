"""A campaign of A World at War played in memory, by hand or by the player at random (kernel.random_play)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import attrs

from engine.kernel import play, random_play
from engine.kernel.campaign import Progress
from engine.kernel.changes import Entry
from engine.kernel.dice import Dice, FixedDice, KeyedDice
from engine.kernel.grammar import Unreadable
from engine.kernel.in_memory import InMemory
from engine.kernel.outlook import Outlook
from engine.kernel.reading import understand
from engine.kernel.refusals import Refusal, Refused
from engine.kernel.sheets.reports import Chronicle
from engine.kernel.undoing import live
from engine.worldatwar.ruleset import RULESET
from engine.worldatwar.sheets.submarine_reports import SunkAndBombed
from engine.worldatwar.world import sides
from engine.worldatwar.world.state import Group, Place, Pool, War, WorldAtWar
from saves import scenarios

SEAT = "solo"
ATLANTIC_WAR = "battle-of-the-atlantic"


@cache
def scenario(scenario_id: str = ATLANTIC_WAR) -> WorldAtWar:
    """A scenario as it opens, nothing settled yet."""
    opening = scenarios.preview(scenario_id)
    assert isinstance(opening, WorldAtWar)
    return opening


def edition(campaign: WorldAtWar, name: str, *, classic: bool = True) -> WorldAtWar:
    """The same campaign in another edition."""
    return attrs.evolve(campaign, options={**campaign.options, "edition": name, "classic": classic})


def scene(
    turn: str,
    step: str,
    *,
    name: str = "newest",
    classic: bool = True,
    groups: Mapping[str, int] | None = None,
    pools: Mapping[str, int] | None = None,
    held: Mapping[str, str] | None = None,
    wars: Sequence[str] = ("britain+germany",),
    facts: Mapping[str, Any] | None = None,
    research: Mapping[str, int] | None = None,
    scenario_id: str = ATLANTIC_WAR,
    **powers: Mapping[str, Any],
) -> WorldAtWar:
    """A campaign at a turn and step. ``groups``: factors by 'owner kind place' or 'owner kind place ready', ``pools``:
    by 'owner kind', ``held``: holders of places, made where the scenario has none; ``powers`` change their figures."""
    base = edition(scenario(scenario_id), name, classic=classic)
    units = {}
    for key, count in (groups or {}).items():
        owner, kind, place, *ready = key.split()
        since = int(ready[0]) if ready else 0
        units[key.replace(" ", "-")] = Group(owner=owner, kind=kind, place=place, count=count, ready=since)
    places = dict(base.places)
    for key, holder in (held or {}).items():
        was = places.get(key, Place(name=key.title(), ports=1))
        places[key] = attrs.evolve(was, holder=holder)
    figures = dict(base.powers)
    for key, changed in powers.items():
        figures[key] = attrs.evolve(figures[key], **changed)
    return attrs.evolve(
        base,
        first=turn,
        groups=units,
        pools={
            key.replace(" ", "-"): Pool(owner=key.split()[0], kind=key.split()[1], count=count)
            for key, count in (pools or {}).items()
        },
        places=places,
        powers=figures,
        wars=wars_of(wars, turn),
        facts=dict(facts or {}),
        research=dict(research or {}),
        progress=Progress(turn=1, step=step),
    )


def wars_of(pairs: Iterable[str], since: str) -> dict[str, War]:
    """Wars as a campaign holds them, by who fights: ``germany+us``."""
    return {(war := War.made_of(*War.meant(pair), since=since)).address: war for pair in pairs}


class Game(InMemory[WorldAtWar]):
    """A campaign of A World at War played in memory by one seat."""

    def __init__(self, campaign: WorldAtWar, dice: Dice | Sequence[int] = b"in memory") -> None:
        super().__init__(RULESET, campaign, KeyedDice(dice) if isinstance(dice, bytes) else _fixed(dice))

    def outlook(self) -> Outlook:
        """What may be done now."""
        return self.looks(SEAT)[1]

    def give(self, *lines: str) -> list[Entry]:
        """Give orders one after the other; returns the entries. Raises Refused."""
        before = len(self.entries)
        for line in lines:
            self.order(understand(RULESET, line, self.campaign), SEAT)
        return self.entries[before:]

    def until(self, step: str) -> None:
        """End steps by hand until this one has come."""
        while not self.campaign.progress.step.endswith(step):
            ends = [
                choice.text for choice in self.outlook().choices if choice.text.endswith(" done") and not choice.refused
            ]
            assert ends, f"nothing ends {self.campaign.progress.step}"
            self.give(ends[0])

    def refusals(self, line: str) -> tuple[Refusal, ...]:
        """Why an order may not be given now."""
        return play.judge(RULESET, self.campaign, understand(RULESET, line, self.campaign), SEAT)


def _fixed(dice: Dice | Sequence[int]) -> Dice:
    return FixedDice(tuple(dice)) if isinstance(dice, (list, tuple)) else dice  # type: ignore[return-value]


def refused(campaign: WorldAtWar, line: str) -> str:
    """Rules and reasons of an order's refusals in one text, '' where it may be given."""
    order = understand(RULESET, line, campaign)
    return "; ".join(str(refusal) for refusal in play.judge(RULESET, campaign, order, SEAT))


def chronicles(game: Game) -> tuple[Chronicle, ...]:
    """The war of a game turn by turn."""
    war = SunkAndBombed(game.campaign)
    for entry in reversed(live(game.entries)):
        war.take(entry)
    return war.chronicles()


class Player(random_play.Player):
    """Orders at random from a seed. ``busy``: how many he gives beside each one that the step asks for."""

    def __init__(self, seed: object, busy: float = 0.4) -> None:
        super().__init__(RULESET, seed, busy)


def play_through(game: Game, player: Player, tries: int = 100_000) -> int:
    """Play until the campaign is over; returns how many orders were given. Raises AssertionError where it does not
    end."""
    given = 0
    for _ in range(tries):
        if game.over:
            return given
        try:
            game.give(player.line(game.campaign, game.outlook()))
            given += 1
        except (Refused, Unreadable):
            continue
    raise AssertionError("the campaign does not end")


def factors(campaign: WorldAtWar) -> dict[str, int]:
    """Factors of each owner's kinds, in play, to be built and to come; ASW of all yards together (24.233)."""
    counts: dict[str, int] = {}
    for group in campaign.groups.values():
        _add(counts, f"{group.owner}-{group.kind}", group.count)
    for key, pool in campaign.pools.items():
        _add(counts, key, pool.count + pool.coming)
    return counts


def produced(before: Mapping[str, int], entries: Iterable[Entry]) -> dict[str, int]:
    """The factors that there must be after these entries: those before and what production has made."""
    counts = dict(before)
    for entry in entries:
        for change in entry.changes:
            if change.why == "production" and isinstance(change.was, int):
                _add(counts, change.at.split(".")[1], change.now - change.was)
    return {key: count for key, count in counts.items() if count}


def _add(counts: dict[str, int], key: str, count: int) -> None:
    key = "western-asw" if key in ("western-american-asw", f"western-{sides.JOINT_ASW}") else key
    if total := counts.get(key, 0) + count:
        counts[key] = total
    else:
        counts.pop(key, None)
