"""Whole campaigns of The War played at random, and the laws that hold whatever is played.

At the ordinary scale one campaign; ``WARLEDGER_TEST_SCALE`` multiplies them, ``python -m tests.bench campaigns`` plays
a hundred.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import attrs
import pytest

from engine.kernel import play, reading
from engine.kernel.changes import Change, inverted, replay
from engine.kernel.dice import Dice, FixedDice
from engine.kernel.orders import Order
from engine.kernel.play import Batch
from engine.kernel.refusals import Refused
from engine.thewar.building import breakdowns, unit_upgrades
from engine.thewar.building.unit_upgrades import Upgrade
from engine.thewar.countries import american_road, conquest, fallen_forces, liberation, statuses
from engine.thewar.economy import east_africa, fallen
from engine.thewar.endings import disarmed
from engine.thewar.endings.terms_orders import FrenchNavy, Garrisons
from engine.thewar.ruleset import RULESET
from engine.thewar.world import forces, partisan_homes
from engine.thewar.world.state import Addition, Pool, Slip, TheWar, Unit
from saves import audit, scenarios
from saves.desk import Desk
from tests.scale import scaled
from tests.thewar.endings.scenes import LOST, pool
from tests.thewar.endings.scenes import units as with_units
from tests.thewar.endings.test_surrender_rolls import due
from tests.thewar.player import MAJOR, SCENARIO, SEAT, Game, Player, hands, hands_after, opening, play_on, units_of

CAMPAIGNS = 1
ORDERS = 100_000
"""More than a campaign has room for."""
_LOOKED_AT = 29
"""Every so many orders the laws that take long are looked at too."""
_FORCES = ("units.", "pools.", "additions.")
CONVERTED = {
    "fleet-to-asw": {"britain-asw": 1},
    "fighter-to-interceptor": {"germany-ftr-3-3-2": -1, "germany-int": 1},
}
"""The orders that make units of one kind from another (5.1.3.4, 5.3.2), beside upgrades."""


def converted(order: Order[Any]) -> dict[str, int]:
    """How many units of which group an order makes more, or fewer, than there were."""
    given = getattr(order, "inner", order)
    if not isinstance(given, Upgrade):
        return CONVERTED.get(order.verb, {})
    row = unit_upgrades.rows()[given.key]
    return {f"{row['power']}-{row['from']}": -given.count, f"{row['power']}-{row['to']}": given.count}


def by_rule(campaign: TheWar, changes: Sequence[Change]) -> dict[str, int]:
    """How many units of which group rules make more or fewer: South Africans that leave Britain for good (23.47), the
    garrison of a conquered East Africa (8.8.6), the Dutch Fleet that joins Britain (23.37), the Croats and Slovaks of
    the Vatican (23.56), the Free French that rise once when France falls (18.5.4) and once at Paris (18.8), an American
    ASW that is lent to Britain and comes there (22.5.2), partisans that rise and become
    regulars (25.1, 25.4), whole units and the Breakdown units that their table gives for
    them (9.6.3), what a power that
    surrenders loses, and what is the Empire's or Vichy's then (17.3, 18.5.3, 19.2, 20.4, 21.1)."""
    found: dict[str, int] = {}
    for change in changes:
        gone = change.was
        if change.why in (statuses.LEAVES, east_africa.GONE) and isinstance(gone, Unit | Pool | Addition):
            count = gone.count + gone.oos if isinstance(gone, Pool) else getattr(gone, "count", 1)
            group = "-".join(part for part in (gone.power, gone.kind, gone.strength, gone.tag) if part)
            found[group] = found.get(group, 0) - count
        elif change.why == fallen_forces.GONE:
            _fallen(found, campaign, change)
        elif change.why == fallen_forces.TO_EMPIRE and change.at.endswith(".power"):
            group = forces.group_of(campaign.units[change.at.split(".")[1]])
            _exchanged_for(found, f"{change.was}-{group}", f"{change.now}-{group}")
        elif change.why == disarmed.WHY and isinstance(change.now, Unit):
            group = f"{change.now.power}-{forces.group_of(change.now)}"
            found[group] = found.get(group, 0) + 1
        elif change.why == breakdowns.APART and isinstance(gone, Unit):
            _exchanged(found, gone, -1)
        elif change.why == breakdowns.TOGETHER and isinstance(change.now, Unit):
            _exchanged(found, change.now, 1)
        elif change.why == conquest.ESCAPES and change.at.endswith(".power"):
            group = f"britain-{forces.group_of(campaign.units[change.at.split('.')[1]])}"
            found[group] = found.get(group, 0) + 1
        elif change.why == liberation.AT_PARIS and isinstance(change.now, Unit):
            group = f"britain-{forces.group_of(change.now)}"
            found[group] = found.get(group, 0) + 1
        elif change.why == american_road.LOANED and change.at.endswith(".count"):
            _exchanged_for(found, "us-asw-loan", "britain-asw-loan")
        elif change.why == american_road.ARRIVED and change.at.endswith(".tag"):
            _exchanged_for(found, "britain-asw-loan", "britain-asw")
        elif change.at.startswith("pools.") and change.at.endswith(".lost"):
            # A part of the pool's count, which tells by itself.
            continue
        elif change.why in ("the Vatican", "partisans rise", fallen.RISE) and change.at.startswith("pools."):
            group = change.at.split(".")[1]
            more = change.now.count if isinstance(change.now, Pool) else change.now - change.was
            found[group] = found.get(group, 0) + more
        elif change.why == "home liberated":
            unit, more = (gone, -1) if change.now is None else (change.now, 1)
            group = f"{unit.power}-{forces.group_of(unit)}"
            found[group] = found.get(group, 0) + more
        elif isinstance(gone, Unit) and change.now is None and gone.tag == partisan_homes.FORMER:
            group = f"{gone.power}-{forces.group_of(gone)}"
            found[group] = found.get(group, 0) - 1
    return found


def _renamed(change: Change) -> bool:
    """Whether the terms of France give a unit another owner or name."""
    return change.rule.startswith("18.5") and change.at.endswith((".power", ".tag"))


def _fallen(found: dict[str, int], campaign: TheWar, change: Change) -> None:
    """What a power that surrenders loses of units: each in play, in a pool or out of supply, still to come, on a slip
    (17.3, 18.5.3, 19.2, 20.4, 21.1)."""
    gone, (kind, key, *part) = change.was, change.at.split(".")
    row, count = gone, 0
    if kind == "pools" and part[0] in ("count", "oos"):
        row, count = campaign.pools[key], change.was - change.now
    elif isinstance(gone, Unit):
        count = 1
    elif isinstance(gone, Addition):
        count = gone.count
    elif isinstance(gone, Slip):
        count = 0 if gone.unit else 1
    # What another power lost with it would be lost by no rule.
    if count and campaign.powers[row.power].surrendered:
        group = "-".join(name for name in (row.power, row.kind, row.strength, row.tag) if name)
        found[group] = found.get(group, 0) - count


def _exchanged_for(found: dict[str, int], gone: str, come: str) -> None:
    """One unit of a group fewer, one of another more."""
    for group, more in ((gone, -1), (come, 1)):
        found[group] = found.get(group, 0) + more


def _exchanged(found: dict[str, int], whole: Unit, count: int) -> None:
    """So many whole units more, so many fewer of each of the Breakdown units that the table gives for them."""
    group = forces.group_of(whole)
    for one, more in ((group, count), *((part, -count) for part in breakdowns.parts(whole.power, group))):
        at = f"{whole.power}-{one}"
        found[at] = found.get(at, 0) + more


class Witness(Game):
    """A game that holds every order against the laws."""

    def __init__(self, campaign: TheWar, dice: Dice | None = None) -> None:
        super().__init__(campaign, dice=dice)
        self.tried = self.refused = self.turns = 0
        self.states: dict[int, TheWar] = {}

    def give(self, order: Order[Any]) -> tuple[Batch[TheWar], ...]:
        self.tried += 1
        before, last = self.campaign, self.n
        looked_at = self.tried % _LOOKED_AT == 0
        held = pickle.dumps(before) if looked_at else b""
        assert reading.parse(RULESET, order.text) == order, order.text
        try:
            batches = super().give(order)
        except Refused as refused:
            self.refused += 1
            assert refused.refusals
            assert all(refusal.rule and refusal.reason for refusal in refused.refusals), order.text
            assert (self.campaign, self.n) == (before, last)
            raise
        finally:
            assert not looked_at or pickle.dumps(before) == held, f"{order.text} has written to a state that was"
        self.states[last] = before
        self.states.pop(last - 200, None)
        self._numbered(batches, last)
        self._reversible(before, [change for batch in batches for entry in batch.entries for change in entry.changes])
        self._conserved(before, order, batches)
        for batch in batches:
            for entry in batch.entries:
                assert reading.parse(RULESET, entry.order).text == entry.order
        # What was lost of a pool is a part of it, whatever is built, lost, traded and given up (ruling 343).
        assert all(0 <= pool.lost <= pool.count for pool in self.campaign.pools.values()), order.text
        if looked_at or len(batches) > 1:
            assert list(RULESET.check(self.campaign)) == []
        self.turns += len(batches) - 1
        return batches

    def undo(self, back: int = 1) -> Batch[TheWar]:
        batch = super().undo(back)
        (entry,) = batch.entries
        if entry.undoes[0] in self.states:
            assert batch.campaign == self.states[entry.undoes[0]]
        return batch

    def _numbered(self, batches: Sequence[Batch[TheWar]], first: int) -> None:
        entries = [entry for batch in batches for entry in batch.entries]
        assert [entry.n for entry in entries] == list(range(first, first + len(entries)))
        for batch in batches:
            assert [entry.batch for entry in batch.entries] == [
                (k, len(batch.entries)) for k in range(1, len(batch.entries) + 1)
            ]

    def _reversible(self, before: TheWar, changes: Sequence[Change]) -> None:
        assert replay(before, changes) == self.campaign
        assert replay(self.campaign, inverted(changes)) == before

    def _conserved(self, before: TheWar, order: Order[Any], batches: Sequence[Batch[TheWar]]) -> None:
        changes = [change for batch in batches for entry in batch.entries for change in entry.changes]
        assert hands_after(hands(before), changes) == hands(self.campaign)
        first = batches[0].entries[0].changes
        moved = {c.at: c.now - c.was for c in first if c.at.endswith(".narfs") and c.at.startswith("powers.")}
        if order.verb == "pay":
            assert sum(moved.values()) == 0 and len(moved) == 2
        elif order.verb in ("spend", "gain"):
            assert [abs(amount) for amount in moved.values()] == [order.amount]  # type: ignore[attr-defined]
        if order.verb == "ruling" or not any(change.at.startswith(_FORCES) for change in changes):
            return
        counted, now = units_of(before), units_of(self.campaign)
        for made in (converted(order), by_rule(self.campaign, changes)):
            for group, more in made.items():
                counted[group] = counted.get(group, 0) + more
        # What of France is Vichy's, Britain's or stands in a land of Vichy's is called by that (18.5.3 to 18.5.5).
        terms = {change.at.split(".")[1] for change in changes if change.at.startswith("units.") and _renamed(change)}
        for key in terms & set(before.units) & set(self.campaign.units):
            was, there = before.units[key], self.campaign.units[key]
            groups = (f"{one.power}-{forces.group_of(one)}" for one in (was, there))
            _exchanged_for(counted, *groups)
        for group in counted | now:
            if group.split("-")[0] in MAJOR:
                # A Major Power's units go from the pool to the board and back; none is made or lost for ever.
                assert counted.get(group, 0) == now.get(group, 0), f"{order.text}: {group}"
            else:
                assert now.get(group, 0) <= counted.get(group, 0), f"{order.text}: {group}"


@pytest.mark.parametrize("seed", range(scaled(CAMPAIGNS)))
def test_a_campaign_played_at_random_comes_to_its_end_and_keeps_the_laws(seed: int) -> None:
    start = opening()
    game = Witness(start)
    begun = game.entries[:]
    player = Player(seed, busy=(0.1, 1.0, 0.5, 2.0)[seed % 4])
    play_on(game, player, ORDERS)
    assert game.over
    # To its last turn, or to an end that came before it (20.4, 27.1).
    assert RULESET.calendar.now(game.campaign) == start.last or game.campaign.outcomes["campaign"].by == "rules"
    assert game.refused > 10
    assert list(RULESET.check(game.campaign)) == []
    # Everything that was ever written, undone or not, tells the hands and the state of the end.
    changes = [change for entry in game.entries for change in entry.changes]
    assert hands_after(hands(start), changes) == hands(game.campaign)
    assert replay(start, changes) == game.campaign
    kept = [change for entry in game.live for change in entry.changes]
    assert replay(start, kept) == game.campaign
    assert game.entries[: len(begun)] == begun


@pytest.mark.parametrize("power", list(LOST))
def test_a_power_that_falls_takes_exactly_its_own_units_with_it(power: str) -> None:
    """A fall is rare at random: each is played once under the same laws, that of France with all its terms."""
    abroad = Unit(power="britain", kind="inf", strength="6-5", place="cairo")
    scene = pool("france-inf-6-5", count=7, oos=2)(with_units(abroad=abroad)(due(power)))
    wanted = 1 if power in ("italy", "germany") else 10
    faces = (wanted, 1, 1, 1, 1) if power == "france" else (wanted,)
    game = Witness(attrs.evolve(scene, seats=dict.fromkeys(scene.powers, SEAT)), FixedDice(faces))
    before = units_of(game.campaign)
    game.give(reading.understand(RULESET, f"{power} surrender-roll", game.campaign))
    assert any(group.startswith(f"{power}-") for group in before)
    if power == "france":
        game.give(reading.understand(RULESET, "french-colonies", game.campaign))
        for seat in ("germany", "britain"):
            (order,) = Garrisons.offers(game.campaign, seat)
            game.give(order)
        for navy in FrenchNavy.offers(game.campaign, "germany"):
            game.give(navy)
    left = [group for group in units_of(game.campaign) if group.startswith(f"{power}-")]
    assert game.campaign.powers[power].surrendered and left == []


@pytest.mark.parametrize("seed", range(scaled(1)))
def test_a_campaign_taken_back_order_by_order_is_as_it_began(seed: int) -> None:
    game = Game(opening())
    start = game.campaign
    play_on(game, Player(1000 + seed), 600, undos=0.0)
    while any(entry.seat != play.RULES for entry in game.live):
        game.undo()
    assert game.campaign == start


@pytest.mark.parametrize("seed", range(scaled(1)))
def test_what_is_saved_is_what_is_loaded_after_every_order(seed: int, tmp_path: Path) -> None:
    folder = scenarios.new(SCENARIO, name="at random", at=tmp_path)
    desk = Desk.open(folder)
    player = Player(2000 + seed, busy=0.5)
    for _ in range(80):
        if player.random.chance(0.06) and desk.last_number > 3:
            desk.undo()
        order = player.line(desk.campaign, desk.outlook())
        try:
            desk.do([order])
        except Refused:
            continue
        again = Desk.open(folder)
        assert (again.campaign, again.last_number, again.warnings) == (desk.campaign, desk.last_number, ())
        assert again.entries() == desk.entries()


@pytest.mark.parametrize("seed", range(scaled(1)))
def test_a_campaign_on_disk_played_at_random_passes_its_audit(seed: int, tmp_path: Path) -> None:
    folder = scenarios.new(SCENARIO, name="at random", at=tmp_path)
    desk = Desk.open(folder)
    player = Player(3000 + seed, busy=0.7)
    for _ in range(500):
        if player.random.chance(0.03) and desk.last_number > 3:
            # What lies after that may all be taken back already.
            with suppress(play.NothingToUndo):
                desk.undo(max(2, desk.last_number - player.random.pick((1, 1, 30))))
            desk.settle()
        if desk.outlook().over:
            break
        try:
            desk.do([player.line(desk.campaign, desk.outlook())])
        except Refused:
            continue
    report = audit.audit(folder)
    assert [str(difference) for difference in report.differences] == []
    assert report.entries == len(desk.entries("all")) > 400
    assert Desk.open(folder).campaign == desk.campaign
