"""Years in which countries fall, are freed and fall again at random: what is rolled for Atrocities and partisans is
counted in the journal against a list that is kept by hand (25.1.1, 25.2, 25.4, rulings 362, 363, 556)."""

from __future__ import annotations

import random
from collections import Counter

import attrs

from engine.kernel import play
from engine.kernel.changes import Entry
from engine.kernel.dice import KeyedDice
from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar, partisan_homes
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.test_steps_that_fall_due import at, fallen
from tests.thewar.values import wars_of

END, SPRING = "axis.end.atrocities", "strategic-warfare.new-partisans"
FIRST = "1939-4-winter"
HOME_OF = {
    "latvia": "baltic",
    "belgium": "benelux",
    "norway": "norden",
    **{land: land for land in ("spain", "poland", "turkey", "greece", "yugoslavia")},
}
"""By land that falls: its home of partisans."""
WITHOUT_A_DIE, BY_ITALY = ("baltic", "benelux", "norden"), ("greece", "yugoslavia")
FRANCE, USSR = "occupied-france", "ussr"


class Conquest:
    """One such war. ``fell``: by home its first turn; ``raised``: the homes for which the creation die has fallen;
    ``dice``: every die of either kind that the journal has."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self._keyed = KeyedDice(seed.to_bytes(32, "big"))
        war = wars_of({"britain+germany": "1939-3-fall", "germany+ussr": "1941-2-summer"})
        begun = at(FIRST, END, wars=war)
        self.campaign: TheWar = attrs.evolve(begun, seats=dict.fromkeys(begun.powers, "solo"))
        self.fell: dict[str, int] = {}
        self.raised: set[str] = set()
        self.dice: Counter[str] = Counter()

    def turn(self, number: int) -> None:
        """A turn: partisans rise, some are built, lands change hands, Atrocities are rolled."""
        label = calendar.label(number)
        self._at(label, SPRING)
        self._rise(number)
        self._build()
        for land in self.chance.sample(sorted(HOME_OF), self.chance.choice((0, 0, 1, 1, 2))):
            self._change(land, label)
        if FRANCE not in self.fell and self.chance.random() < 0.1:
            gone = attrs.evolve(self.campaign.powers["france"], surrendered=label)
            self.campaign = attrs.evolve(self.campaign, powers={**self.campaign.powers, "france": gone})
        self._at(label, END)
        self._commit(number)

    def _at(self, label: str, step: str) -> None:
        self.campaign = attrs.evolve(self.campaign, progress=at(label, step).progress)

    def _played(self) -> Counter[str]:
        """What the rules do in the step at hand, and the dice for it."""
        batches = play.settle(RULESET, self.campaign, dice=self._keyed, n=1)
        step = self.campaign.progress.step
        done = [batch for batch in batches if all(entry.step == step for entry in batch.entries)]
        if not done:
            return Counter()
        kept = done[-1].campaign
        self.campaign = attrs.evolve(kept, progress=self.campaign.progress)
        found = Counter(_dice([entry for batch in done for entry in batch.entries]))
        self.dice.update(found)
        return found

    def _rise(self, number: int) -> None:
        """The creation dice of a turn are those of the homes whose Spring has come, and which are occupied."""
        due = {
            f"partisan-creation:{home}"
            for home, since in self.fell.items()
            if home not in self.raised and number >= _spring_after(since) and self._occupied(home)
        }
        assert set(self._played()) == due, (calendar.label(number), due)
        self.raised |= {die.partition(":")[2] for die in due}
        for unit in self.campaign.units.values():
            assert unit.kind != "partisan" or self._occupied(unit.tag), "a liberated home's partisans are regulars"

    def _occupied(self, home: str) -> bool:
        if home in (FRANCE, USSR):
            return True
        return any(self.campaign.countries[land].status == "conquered" for land, of in HOME_OF.items() if of == home)

    def _build(self) -> None:
        """Up to two partisans of each home come from the pool to the board."""
        pools, units = dict(self.campaign.pools), dict(self.campaign.units)
        for key, pool in self.campaign.pools.items():
            if pool.kind != "partisan" or not self._occupied(pool.tag):
                continue
            many = min(pool.count, self.chance.choice((0, 1, 2)))
            pools[key] = attrs.evolve(pool, count=pool.count - many)
            for _ in range(many):
                unit = Unit(power=pool.power, kind="partisan", strength=pool.strength, tag=pool.tag)
                units[f"{pool.power}-partisan-{len(units)}-{pool.tag}"] = unit
        self.campaign = attrs.evolve(self.campaign, pools=pools, units=units)
        for home in partisan_homes.HOMES.values():
            there = len(partisan_homes.in_play(self.campaign, home.id))
            in_pools = sum(one.count for one in pools.values() if one.kind == "partisan" and one.tag == home.id)
            assert there + in_pools <= home.counters, f"{home.name}: more than its counters"

    def _change(self, land: str, label: str) -> None:
        """A land falls to Germany or Italy, or is free again."""
        if self.campaign.countries[land].status == "conquered":
            free = attrs.evolve(self.campaign.countries[land], status="neutral", patron="", taken="", since="")
            self.campaign = attrs.evolve(self.campaign, countries={**self.campaign.countries, land: free})
            return
        by = self.chance.choice(("germany", "germany", "italy"))
        self.campaign = fallen(self.campaign, land, by, label)

    def _commit(self, number: int) -> None:
        """Atrocities are rolled for once a home, in the turn in which it first fell."""
        label, new = calendar.label(number), dict[str, str]()
        for land, home in HOME_OF.items():
            if home not in self.fell and self.campaign.countries[land].status == "conquered":
                new[home] = self.campaign.countries[land].patron
        if FRANCE not in self.fell and self.campaign.powers["france"].surrendered:
            new[FRANCE] = "germany"
        if label == "1941-2-summer":
            new[USSR] = "germany"
        wanted = {
            f"atrocities:{home}"
            for home, by in new.items()
            if home not in WITHOUT_A_DIE and not (by == "italy" and home in BY_ITALY)
        }
        assert set(self._played()) == wanted, (label, wanted)
        for home, by in new.items():
            self.fell[home] = number
            record = self.campaign.risings[home]
            assert (record.by, record.turn, bool(record.raised)) == (by, label, False)
            if home in WITHOUT_A_DIE:
                assert record.atrocities == 0
            elif by == "italy" and home in BY_ITALY:
                assert record.atrocities == 1


def _dice(entries: list[Entry]) -> list[str]:
    purposes = [roll.purpose for entry in entries for roll in entry.rolls]
    return [one for one in purposes if one.partition(":")[0] in ("atrocities", "partisan-creation")]


def _spring_after(number: int) -> int:
    """The first Spring after a turn."""
    later = number + 1
    while not calendar.label(later).endswith("spring"):
        later += 1
    return later


def conquered_at_random(seed: int, turns: int) -> int:
    """So many turns of such a war; how many homes fell, each of which had its dice once at the most."""
    war, first = Conquest(seed), calendar.number(FIRST)
    for number in range(first, first + turns):
        war.turn(number)
    assert all(times == 1 for times in war.dice.values()), war.dice
    assert {key for key in war.campaign.risings if key in partisan_homes.HOMES} == set(war.fell)
    assert {key for key in war.fell if war.campaign.risings[key].raised} == war.raised
    return len(war.fell)
