"""The Battle of the Atlantic played at random: of each turn only income, efforts, strategic warfare and its end."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from functools import cache, cached_property
from typing import Any

import attrs

from engine.kernel import play
from engine.kernel.changes import Batch, Change, Entry
from engine.kernel.dice import KeyedDice
from engine.kernel.orders import Order
from engine.kernel.reading import parse
from engine.kernel.refusals import Refused
from engine.kernel.sequence import Sequence, Step
from engine.kernel.standing import Done
from engine.kernel.umpire import Ruling
from engine.thewar import steps
from engine.thewar.countries import american_road
from engine.thewar.economy import capacity, effort_markers, logistics
from engine.thewar.economy.oil_shortage import NAMING_STEP, Immobile
from engine.thewar.ruleset import RULESET, TheWarRuleset
from engine.thewar.strategic import air_box, sea_box, strategic_forces, strategic_losses
from engine.thewar.strategic.strategic_building import REPAIRS, Build, HeavyFlak, Repair
from engine.thewar.world import calendar
from engine.thewar.world.state import Box, TheWar
from tests.thewar.atlantic import AIR, BUILD, SEA, scenario
from tests.thewar.player import hands, hands_after, units_of

FIRST, LAST = "1939-3-fall", "1945-1-spring"
SEAT = "solo"
GROUPS = {"germany": ("uboat", "int", "sac", "jet-int"), "britain": ("asw", "int", "sac"), "us": ("asw", "sac")}
KINDS = ("uboat", "asw", "sac", "int", "jet", "mdm", "fleet", "flak")
# What happens elsewhere and bears on strategic warfare, with the first turn on which it may.
EVENTS = (
    ("places.brest.holder", ("germany", "france"), "1940-3-fall"),
    ("places.paris.holder", ("germany", "france"), "1940-3-fall"),
    ("places.bergen.holder", ("germany", "norway"), "1940-3-fall"),
    ("places.trondheim.holder", ("germany",), "1940-3-fall"),
    ("places.narvik-box.holder", ("germany", "britain"), "1940-3-fall"),
    ("places.kiel.holder", ("germany", "britain"), "1944-3-fall"),
    ("facts.espionage-britain", ("1", "2"), "1940-1-spring"),
    ("facts.counter-espionage-germany", ("1",), "1940-1-spring"),
    ("facts.german-heavy-flak", ("1", "3", "5"), "1941-1-spring"),
    ("facts.british-heavy-flak", ("1", "2"), "1941-1-spring"),
    ("facts.schnorkel", ("yes",), "1942-1-spring"),
    ("facts.huff-duff", ("yes",), "1943-1-spring"),
)


class Atlantic(TheWarRuleset):
    """The War with all but strategic warfare passed over."""

    @cached_property
    def sequence(self) -> Sequence[TheWar]:
        return Sequence(tuple(_short()))


def _short() -> Iterator[Step[TheWar]]:
    full = steps.sequence().steps
    planning = next(at for at, step in enumerate(full) if step.id == "planning.effort")
    for at, step in enumerate(full):
        if step.id == "planning.effort":
            yield attrs.evolve(step, who=_fighting(step), skipped=_in_season)
        elif at < planning or step.segment == "strategic-warfare":
            yield attrs.evolve(step, who=_nobody) if step.mode == "by-hand" else step
        elif step.slug in ("operations.efforts", "end.advance"):
            yield step


def _nobody(campaign: TheWar) -> tuple[str, ...]:
    return ()


def _in_season(campaign: TheWar) -> str:
    return "" if calendar.season(campaign) in calendar.STRATEGIC_WARFARE else "nothing is done this turn"


def _fighting(step: Step[TheWar]) -> Any:
    return lambda campaign: tuple(power for power in step.who(campaign) if power in GROUPS)


@cache
def opening() -> TheWar:
    """The 1939 campaign with nothing in play or to come but what can have a part in strategic warfare."""
    start = scenario()
    kept: dict[str, Any] = {"last": LAST}
    for name in ("units", "pools", "additions"):
        found = getattr(start, name)
        kept[name] = {key: one for key, one in found.items() if one.power in GROUPS and one.kind in KINDS}
    return attrs.evolve(start, **kept)


@cache
def _rules() -> Atlantic:
    return Atlantic()


class Tonnage:
    """One Battle of the Atlantic, played from a seed and held against its laws turn by turn."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.dice = KeyedDice(f"tonnage {seed}".encode())
        self.begun = opening()
        self.campaign = self.begun
        self.entries: list[Entry] = []
        self.refused = self.segments = self.hunts = 0
        self._cut = 0
        self._before = self.begun
        self._took(play.settle(_rules(), self.begun, dice=self.dice, n=1))

    def play(self) -> None:
        """The whole war at sea and in the air."""
        while not play.over(_rules(), self.campaign):
            turn = self.campaign.progress.turn
            for order in self._next():
                given = self._give(order)
                if self.campaign.progress.turn != turn or (given and order.finishes):
                    break

    def _give(self, order: Order[Any]) -> bool:
        # Where nobody has anything to build, the segment begins with the boxes.
        if self.campaign.progress.step in (BUILD, SEA) and not self._cut:
            self._cut, self._before = len(self.entries), self.campaign
        try:
            batches = play.submit(_rules(), self.campaign, [order], seat=SEAT, dice=self.dice, n=len(self.entries) + 1)
        except Refused as no:
            self.refused += 1
            assert all(one.rule and one.reason for one in no.refusals), order.text
            return False
        self._took(batches)
        return True

    def _took(self, batches: Iterable[Batch[TheWar]]) -> None:
        for batch in batches:
            self.entries.extend(batch.entries)
            self.campaign = batch.campaign
        if self._cut and not self.campaign.progress.step.startswith("strategic-warfare"):
            self._judged()
            self._cut = 0

    # -- what is tried

    def _next(self) -> list[Order[Any]]:
        campaign, chance = self.campaign, self.random
        asked = play.decision(campaign)
        if asked is not None:
            return [parse(RULESET, chance.choice(asked.answers))]
        acting = play.acting(_rules(), campaign)
        assert acting, campaign.progress.step
        power, step = acting[0], campaign.progress.step
        if step == "planning.effort":
            return [*self._elsewhere(), self._effort(power), logistics.Effort(power, "none")]
        if step == BUILD:
            # One seat commands all, so that being done speaks for all.
            return [*(order for each in acting for order in self._built(each)), Done(power)]
        if step == SEA:
            return [self._at_sea(power), sea_box.SeaBox(power)]
        if step == AIR:
            return [self._in_the_air(power), air_box.AirBox(power)]
        if step == NAMING_STEP:
            return list(Immobile.offers(campaign, power))
        if step.endswith(".operations.efforts"):
            return [self.random.choice(list(effort_markers.PlaceMarkers.offers(campaign, power)))]
        raise AssertionError(f"nobody knows what to do in {step}")

    def _elsewhere(self) -> Iterator[Order[Any]]:
        now = calendar.now(self.campaign)
        at, values, first = self.random.choice(EVENTS)
        if now >= calendar.number(first):
            yield Ruling(at, self.random.choice(values), "it happened elsewhere")
        if not self.campaign.powers["us"].entered and now >= calendar.number("1941-3-fall") and self._one_in(2):
            yield american_road.Enter("us", attacked=True)

    def _effort(self, power: str) -> Order[Any]:
        hand = self.campaign.powers[power].narfs
        if hand <= 0:
            return logistics.Effort(power, "pass")
        if hand < 12 or self._one_in(8):
            return logistics.Effort(power, self.random.choice(("none", "lle", "mle")) if hand >= 6 else "none")
        return logistics.Effort(power, "sle")

    def _built(self, power: str) -> Iterator[Order[Any]]:
        for group in GROUPS[power]:
            pool = self.campaign.pools.get(f"{power}-{group}")
            if pool is not None and pool.count:
                most = min(pool.count, 2 if (power, group) == ("germany", "sac") else 4)
                yield Build(
                    power, group, count=most + self._one_in(9) if self._one_in(2) else self.random.randint(1, most)
                )
        for kind in REPAIRS:
            if self._one_in(3):
                yield Repair(power, kind, count=self.random.randint(1, 2))
        if self._one_in(9):
            yield HeavyFlak(power, bought=self._one_in(2))

    def _at_sea(self, power: str) -> Order[Any]:
        if power != "germany":
            return sea_box.SeaBox(power, asw=self._some(power, "asw"), murmansk=self._one_in(9))
        fleets = strategic_forces.in_play(self.campaign, "germany", "fleet")
        raiders = fleets[: self.random.randint(1, 2)] if self._one_in(4) else ()
        return sea_box.SeaBox(power, uboats=self._some(power, "uboat"), murmansk=self._one_in(9), raiders=raiders)

    def _in_the_air(self, power: str) -> Order[Any]:
        if power != "germany":
            guard = self._some(power, "int") if power == "britain" else 0
            troops = power == "us" and self._one_in(2)
            return air_box.AirBox(power, sac=self._some(power, "sac"), interceptors=guard, troops=troops)
        guard, jets = self._some(power, "int"), self._some(power, "jet", "int")
        night, jets_night = self.random.randint(0, guard), self.random.randint(0, jets)
        lent = self._some(power, "mdm") if self._one_in(3) else 0
        return air_box.AirBox(
            power,
            sac=self._some(power, "sac") if self._one_in(2) else 0,
            mdm=lent,
            night=night,
            day=guard - night,
            jets_night=jets_night,
            jets_day=jets - jets_night,
        )

    def _some(self, power: str, kind: str, tag: str = "") -> int:
        have = strategic_forces.count(self.campaign, power, kind, tag)
        # Once in a while one too many, which is refused; then the box stays empty.
        return self.random.randint(0, have) if self._one_in(3) else have + self._one_in(40)

    def _one_in(self, many: int) -> bool:
        return self.random.randrange(many) == 0

    # -- what must hold of each segment

    def _judged(self) -> None:
        self.segments += 1
        before, now = self._before, self.campaign
        entries = self.entries[self._cut :]
        changes = [change for entry in entries for change in entry.changes]
        assert hands_after(hands(before), changes) == hands(now), "every NARF is in the journal"
        assert units_of(before) == units_of(now), "units go between the pools and the boxes"
        assert now.boxes == {} and now.pending == {} and now.engagements == {}
        self.hunts += _each_force_looks_once(changes)
        placed = _placed(changes)
        _within_caps(before, changes)
        _within_what_was_placed(placed, changes)
        for power in GROUPS:
            assert capacity.smp(now, power).total >= now.powers[power].smp_minimum


def _narfs(changes: Iterable[Change], power: str, why: str) -> int:
    at = f"powers.{power}.narfs"
    return sum(change.was - change.now for change in changes if change.at == at and change.why.startswith(why))


def _within_caps(before: TheWar, changes: list[Change]) -> None:
    # What is built has spared the base, so the caps are those of the state before.
    at_sea = _narfs(changes, "britain", "lost to U-boats")
    assert 0 <= at_sea <= strategic_losses.isles(before) // 3
    for power in ("britain", "germany"):
        assert 0 <= _narfs(changes, power, "bombed") <= before.powers[power].base // 4
    base = sum(c.was - c.now for c in changes if c.at == "powers.germany.base" and c.why.startswith("critical"))
    assert 0 <= base <= _narfs(changes, "germany", "bombed")


def _each_force_looks_once(changes: list[Change]) -> int:
    """That no force of a port looks twice for the same raiders (7.8); how many forces have looked."""
    looked = [change for change in changes if change.at.startswith("pending.") and change.at.endswith(".spent")]
    for change in looked:
        assert len(set(change.now)) == len(change.now) == len(change.was) + 1, change
    return len(looked)


def _placed(changes: list[Change]) -> dict[str, Box]:
    """The boxes as they were fullest."""
    found: dict[str, Box] = {}
    for change in changes:
        if change.at.startswith("boxes.") and change.now is not None:
            found[change.at.partition(".")[2]] = change.now
    return found


def _joins(change: Change) -> bool:
    """Whether units join a battle that is there."""
    return change.at.startswith("engagements.") and change.at.endswith((".attackers", ".defenders"))


def _within_what_was_placed(placed: dict[str, Box], changes: list[Change]) -> None:
    gone: dict[tuple[str, str], int] = {}
    # Those who have found raiders, and those who came to the raiders' help (7.9.7), were placed in no box.
    met = {key for change in changes if _joins(change) for key in set(change.now) - set(change.was)}
    assert not met or placed["germany"].raiders, met
    for change in changes:
        if change.at.startswith("units.") and change.at.count(".") == 1 and change.now is None:
            if change.why == "converted to Heavy Flak" or change.at.partition(".")[2] in met:
                continue
            gone[change.was.power, change.was.kind] = gone.get((change.was.power, change.was.kind), 0) + 1
    for (power, kind), lost in gone.items():
        box = placed[power]
        most = {
            "uboat": box.uboats,
            "asw": box.asw,
            "sac": box.sac,
            "int": box.interceptors + box.night + box.day,
            "jet": box.jets_night + box.jets_day,
            "fleet": len(box.raiders),
        }
        assert lost <= most[kind], (power, kind, lost)
