"""Seasons of bombing at random: nothing is lost or made, caps hold, and the editions differ by their table alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import attrs
import pytest

from engine.kernel import play, reading
from engine.kernel.campaign import Campaign
from engine.kernel.changes import Entry, inverted, replay
from engine.kernel.dice import FixedDice
from engine.kernel.grammar import Unreadable
from engine.kernel.orders import Field
from engine.kernel.outlook import Outlook
from engine.kernel.refusals import Refused
from engine.worldatwar.ruleset import RULESET
from engine.worldatwar.targets import targets
from engine.worldatwar.world import editions
from engine.worldatwar.world.state import RocketBase, WorldAtWar
from tests.scale import scaled
from tests.worldatwar.bombers import BOMBING
from tests.worldatwar.game import Game, Player, edition, factors, produced, scenario
from tests.worldatwar.test_three_editions import explained, sections

WARS = 2
VERBS = {
    "raid": 9,
    "guard": 9,
    "fire": 5,
    "build": 4,
    "transfer": 3,
    "produce": 3,
    "place-rocket-base": 3,
    "rebuild-rocket-base": 2,
    "repair-oil": 3,
    "berth": 1,
    "hold": 1,
    "result": 2,
    "war": 1,
}


class Bomber(Player):
    """Bombs and defends at random."""

    def __init__(self, seed: int) -> None:
        super().__init__(f"raids {seed}", 0.45)

    def beside_the_step(self, campaign: Campaign, seen: Outlook) -> str:
        """Mostly what belongs to the step."""
        verbs = [verb for verb in VERBS if self._fits(verb, seen)]
        verb = self.random.weighted({verb: VERBS[verb] for verb in verbs})
        who = self.random.pick(seen.awaits or tuple(campaign.seats))
        form = RULESET.verbs[verb].form(campaign, who)
        return self.asked_for(seen) if form is None else self.fill(form, campaign)

    def _fits(self, verb: str, seen: Outlook) -> bool:
        """Mostly what belongs to the step."""
        slug = RULESET.sequence[seen.step].slug
        steps = RULESET.verbs[verb].steps
        return slug in steps or (not steps and self.random.chance(0.1)) or self.random.chance(0.03) or verb == "hold"

    def box(self, verb: str, box: Field, campaign: Campaign, others: Mapping[str, str]) -> str:
        """So many of what flies."""
        if box.name in ("aaf", "interceptors", "jets", "bombers", "bombs", "rockets") and self.random.chance(0.7):
            return str(self.random.pick((0, 1, 2, 3, 6, 12)))
        if box.name == "hexes":
            return self.random.pick(("0", "0", "3", "8"))
        return super().box(verb, box, campaign, others)


def opening(name: str, seed: int) -> WorldAtWar:
    """Two years of the scenario with more in the air than it opens with, and rockets on both sides."""
    base = edition(scenario(BOMBING), name)
    more = {
        "germany-bomber-western": attrs.evolve(base.groups["germany-interceptor-western"], kind="bomber", count=3),
        "us-bomber-western": attrs.evolve(base.groups["us-bomber-us-atlantic"], place="western", count=6),
        "russia-bomber-eastern": attrs.evolve(base.groups["russia-interceptor-eastern"], kind="bomber", count=4),
        "japan-bomber-asian": attrs.evolve(base.groups["japan-interceptor-pacific"], kind="bomber", place="asian"),
    }
    sites = {"germany-1": "brest", "germany-2": "essen", "us-1": "manchester", "us-2": ""}
    bases = {key: RocketBase(owner=key.partition("-")[0], place=place) for key, place in sites.items()}
    results = {
        "axis-strategic-bombers": 1 + seed,
        "russia-strategic-bombers": 2,
        "axis-rockets": 2,
        "western-rockets": 2,
    }
    burnt = attrs.evolve(base.places["hamburg"], firestorm="1941-2-summer")
    return attrs.evolve(
        base,
        first="1943-1-spring",
        last="1944-2-summer",
        groups={**base.groups, **more},
        bases=bases,
        research={
            **base.research,
            **results,
            "western-jets": 1,
            "western-strategic-bombers": 3,
            "western-air-range": 3,
        },
        places={**base.places, "hamburg": burnt, "leuna": attrs.evolve(base.places["leuna"], damage=1)},
        facts={**base.facts, "atomic-bombs-western": 1},
        powers={key: attrs.evolve(figures, brps=400) for key, figures in base.powers.items()},
    )


def told(before: dict[str, int], entries: list[Entry]) -> dict[str, int]:
    """Hands as the journal's changes alone tell them."""
    state = dict(before)
    for entry in entries:
        for change in entry.changes:
            parts = change.at.split(".")
            if len(parts) == 3 and parts[0] == "powers" and parts[2] == "brps":
                assert state[parts[1]] == change.was, entry.order
                state[parts[1]] = change.now
    return state


def hands(campaign: WorldAtWar) -> dict[str, int]:
    """What every power has in hand."""
    return {key: power.brps for key, power in campaign.powers.items()}


def within_caps(campaign: WorldAtWar) -> None:
    """No hex has lost more than it is worth, nothing flies that is not there, nobody defends twice."""
    lost: Counter[str] = Counter()
    for damage in campaign.bombed.values():
        assert 0 <= damage.lost <= damage.brps
        lost[damage.hex] += damage.lost
    for hex_id, brps in lost.items():
        # What is captured after the settlement was worth something before it.
        worth = [campaign.places[key].value for key in targets.in_hex(campaign, hex_id)]
        assert -1 in worth or brps <= max(worth), hex_id
    for guard in campaign.guards.values():
        assert min(guard.interceptors, guard.aaf, guard.jets, *guard.resting) >= 0
    for place in campaign.places.values():
        assert place.damage >= 0 and not (place.firestorm and not place.city)
    for key, base in campaign.bases.items():
        assert not base.place or [other.place for other in campaign.bases.values()].count(base.place) == 1, key


@pytest.mark.rule("awaw-26.71A", "awaw-26.51")
@pytest.mark.parametrize("name", editions.NAMES)
@pytest.mark.parametrize("seed", range(scaled(WARS)))
def test_seasons_of_bombing_keep_every_factor_and_every_brp(seed: int, name: str) -> None:
    start = opening(name, seed)
    game, player = Game(start, f"bombing {seed} {name}".encode()), Bomber(seed)
    made, opened = factors(game.campaign), hands(start)
    given: Counter[str] = Counter()
    while not game.over:
        before, at = game.campaign, len(game.entries)
        try:
            line = player.line(game.campaign, game.outlook())
            game.give(line)
        except Refused as fault:
            assert all(refusal.rule and refusal.reason for refusal in fault.refusals)
            assert game.campaign is before and len(game.entries) == at
            continue
        except Unreadable:
            continue
        given[line.split()[1]] += 1
        new = game.entries[at:]
        changes = [change for entry in new for change in entry.changes]
        assert replay(before, changes) == game.campaign
        assert replay(game.campaign, inverted(changes)) == before
        state = before
        for entry in new:
            assert reading.parse(RULESET, entry.order).text == entry.order
            state = replay(state, entry.changes)
            within_caps(state)
        assert list(RULESET.check(game.campaign)) == []
    assert not game.campaign.pending
    assert {"raid", "guard", "fire"} <= set(given), given
    assert produced(made, game.entries) == factors(game.campaign)
    assert told(opened, game.entries) == hands(game.campaign)


@pytest.mark.parametrize("name", editions.NAMES)
def test_bombing_in_all_editions_differs_only_by_rows_of_the_table(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[str] = set()
    start = attrs.evolve(opening(name, 1), last="1943-3-fall")
    game, player = Game(start, b"editions of bombing"), Bomber(7)
    while not game.over:
        state, at = game.campaign, len(game.entries)
        try:
            game.give(player.line(game.campaign, game.outlook()))
        except (Refused, ValueError):
            continue
        for entry in game.entries[at:]:
            for other in editions.NAMES:
                if other != name:
                    seen |= explained(monkeypatch, editions.edition(name), editions.edition(other), state, entry)
            dice = FixedDice(tuple(roll.face for roll in entry.rolls))
            order = reading.parse(RULESET, entry.order)
            state, _ = play.apply(RULESET, state, order, seat=entry.seat, dice=dice, n=entry.n)
        assert state == game.campaign
    assert seen <= sections()
    assert {section for section in seen if section.startswith("26.")}, "nothing differed, so nothing was shown"
