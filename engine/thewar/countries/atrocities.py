"""Atrocities as countries fall, and the partisans that come of them in Spring (25.1.1, 25.1.2, 17.3, 23.29, 23.56).

All dice fall by themselves: Atrocities at the end of the Axis' turn of conquest, the creation rolls in the first Spring
after it, or later where they were passed over (25.2). What comes joins a force pool and is built like anything else.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import attrs

from engine.kernel.changes import Entry
from engine.kernel.dice import Words
from engine.kernel.orders import Automatic, PowerOrder
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import freed_partisans
from engine.thewar.economy import falls_due
from engine.thewar.rolls import partisans
from engine.thewar.world import calendar, forces, partisan_homes, variants_played, wars
from engine.thewar.world.partisan_homes import HELPED, HOMES, LEGION, PARTISAN, STRENGTHS, Home
from engine.thewar.world.state import Pool, Rising, TheWar, Unit

RULE = "25.1.1"
SPONSORS = {"baltic": "ussr", "greece": "ussr", "yugoslavia": "ussr", "ussr": "ussr"}
"""Who rolls for a home's partisans and builds them; Britain for all others."""
BRITISH_YUGOSLAV = "yugoslavia-british"
"""The record of the one British partisan in Yugoslavia."""
ABLAZE, SET_ABLAZE = "-ablaze", "set-europe-ablaze"
"""What the record of a British roll more is called by, behind its home; the variant that brings it (28.2.2 #6)."""
MORE_ROLLS = {"yugoslavia": "yugoslavia", "greece": "greece", "benelux": "netherlands", "norden": "norway"}
"""The homes for which that variant gives Britain a roll more, each with the land that has to be conquered for it."""
IRISH = "northern-ireland"
AXIS_LANDS = ("spain", "turkey")
"""Lands that the West attacks at the price of an Axis partisan (23.48, 23.54, ruling 370)."""
BY_ITALY_ALONE = ("yugoslavia", "greece")
_HOME = Words(*HOMES)
_GERMANY, _ITALY, _BRITAIN, _US, _USSR = "germany", "italy", "britain", "us", "ussr"
_AXIS, _WEST = (_GERMANY, _ITALY), (_BRITAIN, "france", _US)


def sponsor(campaign: TheWar, home: str) -> str:
    """Whose the partisans of a home are; the United States' once Britain has fallen."""
    power = SPONSORS.get(home, _BRITAIN)
    return _US if power == _BRITAIN and not wars.standing(campaign, _BRITAIN) and _US in campaign.powers else power


# --- Atrocities


def committing(campaign: TheWar) -> bool:
    """Whether Atrocities are to be rolled or noted."""
    return bool(falls_due.homes(campaign))


@frozen
class Commit(Automatic[TheWar]):
    """A die for each home conquered, with its country's modifier; without one where none are committed (25.1.1)."""

    verb: ClassVar[str] = "atrocities"
    title: ClassVar[str] = "Atrocities"
    rule: ClassVar[str] = RULE
    steps: ClassVar[tuple[str, ...]] = ("end.atrocities",)

    def act(self, tx: Transaction[TheWar]) -> None:
        for home, by in falls_due.homes(tx.campaign).items():
            count = _committed(tx, HOMES[home], by)
            fresh = Rising(by=by, turn=calendar.turn(tx.campaign), atrocities=count)
            tx.create(f"risings.{home}", fresh, f"Atrocities in {HOMES[home].name}", RULE)

    def sentence(self, campaign: TheWar) -> str:
        return "Atrocities are rolled for"

    def told(self, before: TheWar, entry: Entry) -> str:
        """How many were committed where."""
        made = {
            change.at.partition(".")[2]: change.now.atrocities
            for change in entry.changes
            if change.at.startswith("risings.") and isinstance(change.now, Rising)
        }
        return "Atrocities: " + ", ".join(f"{HOMES[key].name} {count}" for key, count in made.items())


def _committed(tx: Transaction[TheWar], home: Home, by: str) -> int:
    if not home.rolled:
        return 0
    if by == _ITALY and home.id in BY_ITALY_ALONE and not tx.campaign.facts.get(HELPED + home.id, False):
        return 1
    return partisans.atrocities(tx.roll("atrocities", _HOME(home.id), power=by, rule=RULE), home.modifier)


# --- what rises


def first_spring(turn: str) -> int:
    """The first Spring after a turn, as a count of seasons (ruling 363)."""
    later = calendar.number(turn) + 1
    while calendar.season_of(calendar.label(later)) != "spring":
        later += 1
    return later


def to_roll(campaign: TheWar) -> tuple[str, ...]:
    """The homes whose creation roll is due: their Spring has come, and they are still occupied."""
    now = calendar.now(campaign)
    return tuple(
        key
        for key, rising in campaign.risings.items()
        if key in HOMES
        and not rising.raised
        and rising.turn
        and now >= first_spring(rising.turn)
        and partisan_homes.occupier(campaign, HOMES[key]) in _AXIS
    )


def british_rolls(campaign: TheWar) -> tuple[str, ...]:
    """The homes for which Britain rolls once more now: Set Europe Ablaze is played, their land is in Axis hands and its
    Spring has come (28.2.2 #6, ruling 590)."""
    if not variants_played.has_played(campaign, SET_ABLAZE) or not wars.standing(campaign, _BRITAIN):
        return ()
    return tuple(
        home
        for home, land in MORE_ROLLS.items()
        if home + ABLAZE not in campaign.risings and _ripe(campaign, home, land)
    )


def _ripe(campaign: TheWar, home: str, land: str) -> bool:
    """Whether an Axis power holds a land and the first Spring after its conquest has come."""
    there, known = campaign.countries.get(land), campaign.risings.get(home)
    if there is None or there.status != "conquered" or there.patron not in _AXIS:
        return False
    since = there.taken or there.since or (known.turn if known is not None else "")
    return wars.standing(campaign, there.patron) and (not since or calendar.now(campaign) >= first_spring(since))


def given(campaign: TheWar) -> dict[str, tuple[str, str, int]]:
    """Partisans that come without a die: the record by which they come once, and home, owner and number."""
    out: dict[str, tuple[str, str, int]] = {}
    yugoslavia = campaign.risings.get("yugoslavia")
    if yugoslavia is not None and wars.standing(campaign, _BRITAIN):
        out[BRITISH_YUGOSLAV] = ("yugoslavia", _BRITAIN, 1)
    ireland = campaign.countries.get("ireland")
    if ireland is not None and ireland.status == "satellite" and ireland.patron in _AXIS:
        out[IRISH] = (IRISH, _GERMANY, 1)
    if _BRITAIN in campaign.powers and campaign.powers[_BRITAIN].surrendered and wars.standing(campaign, _US):
        out[_BRITAIN] = (_BRITAIN, _US, HOMES[_BRITAIN].counters)
    for key in AXIS_LANDS:
        if any(wars.begun(campaign, power, key) for power in _WEST):
            out[f"{key}-axis"] = (key, _GERMANY, 1)
    return {key: gift for key, gift in out.items() if key not in campaign.risings}


def by_the_vatican(campaign: TheWar) -> int:
    """How many Polish partisans more or fewer there are for the Vatican's status (23.56, ruling 364)."""
    poland, vatican = campaign.risings.get("poland"), campaign.countries.get("vatican")
    if poland is None or not poland.raised or vatican is None:
        return 0
    axis = vatican.patron in _AXIS
    if vatican.status == "satellite" and (axis or vatican.patron in _WEST):
        return max(-1, -poland.partisans) if axis else 1
    if vatican.status == "conquered":
        return 1 if axis else min(0, 1 - poland.partisans)
    return 0


def rising(campaign: TheWar) -> bool:
    """Whether partisans are to be rolled for, come without a die, or come and go by the Vatican."""
    if to_roll(campaign) or british_rolls(campaign) or given(campaign) or freed_partisans.freed(campaign):
        return True
    poland = campaign.risings.get("poland")
    return poland is not None and poland.vatican != by_the_vatican(campaign)


@frozen
class Rise(Automatic[TheWar]):
    """One creation roll for each home that is due, and what comes without a die; all join force pools (25.1.1)."""

    verb: ClassVar[str] = "partisans-rise"
    title: ClassVar[str] = "partisans rise"
    rule: ClassVar[str] = RULE
    steps: ClassVar[tuple[str, ...]] = ("strategic-warfare.new-partisans",)

    def act(self, tx: Transaction[TheWar]) -> None:
        freed_partisans.set_free(tx)
        for key in to_roll(tx.campaign):
            _create(tx, key)
        for key in british_rolls(tx.campaign):
            _create_more(tx, key)
        for record, (home, owner, count) in given(tx.campaign).items():
            now = calendar.turn(tx.campaign)
            by = partisan_homes.occupier(tx.campaign, HOMES[home]) or owner
            tx.create(f"risings.{record}", Rising(by=by, turn=now, raised=now, partisans=count), "partisans rise", RULE)
            _join(tx, owner, PARTISAN, home, count)
        poland = tx.campaign.risings.get("poland")
        if poland is not None and (owed := by_the_vatican(tx.campaign)) != poland.vatican:
            _join(tx, sponsor(tx.campaign, "poland"), PARTISAN, "poland", owed - poland.vatican)
            tx.set("risings.poland.vatican", owed, "the Vatican", "23.56")

    def sentence(self, campaign: TheWar) -> str:
        return "Partisans rise"

    def told(self, before: TheWar, entry: Entry) -> str:
        """What has come of it, by home."""
        parts = []
        for change in entry.changes:
            if isinstance(change.now, Pool):
                parts.append(_come(before, change.now.power, forces.group_of(change.now), change.now.count))
            elif change.at.startswith("pools.") and isinstance(change.now, int):
                power, _, group = change.at.split(".")[1].partition("-")
                parts.append(_come(before, power, group, change.now - int(change.was or 0)))
        if regular := sum(isinstance(change.now, Unit) for change in entry.changes):
            parts.append(f"{regular} of liberated homes become regular units")
        return "Partisans rise: " + (", ".join(parts) if parts else "none")


def _come(campaign: TheWar, power: str, group: str, many: int) -> str:
    """What joins a force pool, or leaves it: ``Britain: Partisan 1-3 of Poland +2``."""
    return f"{wars.named(campaign, power)}: {forces.spoken(group)} {many:+d}"


CREATION, AS_IF = "partisan-creation", 1
"""What a creation die is rolled for; Atrocities as if committed, for the rolls that a variant brings (28.2.2 #6)."""
_PREPARED = {
    _USSR: ("soviet-partisans", "the variant Partisans", "28.2.3 #3"),
    _BRITAIN: (SET_ABLAZE, "the variant Set Europe Ablaze", "28.2.2 #6"),
}
"""The variants that take 1 off a sponsor's creation rolls, with how they are told."""


def creation_modifiers(campaign: TheWar, owner: str) -> Breakdown:
    """What is added to the creation rolls of a power, with its cause."""
    variant, told, rule = _PREPARED.get(owner, ("", "", ""))
    played = variants_played.has_played(campaign, variant)
    return Breakdown().plus(told, -1, rule) if played else Breakdown()


def _create(tx: Transaction[TheWar], key: str) -> None:
    """The creation roll of a home."""
    owner, record = sponsor(tx.campaign, key), tx.campaign.risings[key]
    rolled = _creation(tx, owner, key, record.atrocities)
    came = min(rolled.partisans, HOMES[key].counters)
    now = attrs.evolve(record, raised=calendar.turn(tx.campaign), partisans=came, legions=rolled.legions)
    tx.put(f"risings.{key}", now, "partisans rise", RULE)
    _join(tx, owner, PARTISAN, key, came)
    _join(tx, _GERMANY, LEGION, key, rolled.legions)


def _create_more(tx: Transaction[TheWar], key: str) -> None:
    """The roll that Britain has more for a home, as if one Atrocity had been committed there (28.2.2 #6)."""
    now, by = calendar.turn(tx.campaign), tx.campaign.countries[MORE_ROLLS[key]].patron
    rolled = _creation(tx, _BRITAIN, key, AS_IF)
    fresh = Rising(by=by, turn=now, atrocities=AS_IF, raised=now, partisans=rolled.partisans, legions=rolled.legions)
    tx.create(f"risings.{key}{ABLAZE}", fresh, "Set Europe Ablaze", "28.2.2 #6, ruling 590")
    _join(tx, _BRITAIN, PARTISAN, key, rolled.partisans)
    _join(tx, _GERMANY, LEGION, key, rolled.legions)


def _creation(tx: Transaction[TheWar], owner: str, home: str, count: int) -> partisans.Creation:
    """A power rolls for the partisans of a home of so many Atrocities."""
    face = tx.roll(CREATION, _HOME(home), power=owner, rule=RULE)
    return partisans.Creation(count, added=creation_modifiers(tx.campaign, owner).total, face=face)


def _join(tx: Transaction[TheWar], owner: str, kind: str, home: str, count: int) -> None:
    """So many counters join a force pool, or leave it, and the board where the pool has too few."""
    if not count:
        return
    key = f"{owner}-{kind}-{STRENGTHS[kind]}-{home}"
    pool = tx.campaign.pools.get(key)
    if pool is None:
        fresh = Pool(power=owner, kind=kind, strength=STRENGTHS[kind], tag=home, count=max(0, count))
        tx.create(f"pools.{key}", fresh, "partisans rise", RULE)
        return
    for unit in partisan_homes.in_play(tx.campaign, home)[: max(0, -count - pool.count)]:
        forces.eliminate(tx, unit, "the Vatican", "23.56")
    tx.add(f"pools.{key}.count", max(count, -tx.campaign.pools[key].count), "partisans rise", RULE)


# --- Soviet Atrocities

EAST_PRUSSIA = "east-prussia-open"
COMMITTED = "soviet-atrocities"
"""The facts that the die for East Prussia is still to be rolled, and that it has given Atrocities (25.1.2)."""
AT_LEAST = 8


def rollers(campaign: TheWar) -> tuple[str, ...]:
    """The Soviet Union, once it has a place of East Prussia and has not rolled."""
    return (_USSR,) if falls_due.soviet_east_prussia(campaign) else ()


@frozen
class EastPrussia(PowerOrder[TheWar]):
    """The one die for Soviet Atrocities: it falls by itself once a place of East Prussia is Soviet; the Soviet player
    gives it where a unit has entered a hex that the campaign does not know (25.1.2, ruling 372)."""

    verb: ClassVar[str] = "east-prussia"
    title: ClassVar[str] = "Soviets in East Prussia"
    rule: ClassVar[str] = "25.1.2"
    steps: ClassVar[tuple[str, ...]] = ("end.soviet-atrocities",)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != _USSR:
            yield Refusal("25.1.2", f"{wars.named(campaign, self.power)} does not roll", "The Soviet Union does.")
        elif not campaign.facts.get(EAST_PRUSSIA):
            yield Refusal("25.1.2", "the die for East Prussia has fallen", "Once in the game.")
        elif not wars.at_war(campaign, _GERMANY, _USSR):
            yield Refusal("25.1.2", "the Soviet Union is not at war with Germany", "As a ground unit enters.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        face = tx.roll("soviet-atrocities", power=_USSR, rule="25.1.2")
        tx.put(f"facts.{EAST_PRUSSIA}", False, "East Prussia", "25.1.2")
        tx.put(f"facts.{COMMITTED}", face >= AT_LEAST, "East Prussia", "25.1.2")

    def sentence(self, campaign: TheWar) -> str:
        return "The Soviet Union rolls for Atrocities in East Prussia"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[EastPrussia]:
        order = cls(power)
        if not any(True for _ in order.judge(campaign)):
            yield order

    def told(self, before: TheWar, entry: Entry) -> str:
        if not entry.rolls:
            return self.sentence(before)
        came = "+1 on Germany's surrender roll" if entry.rolls[0].face >= AT_LEAST else "none"
        return f"Soviet Atrocities in East Prussia: die {entry.rolls[0].face}: {came}"
