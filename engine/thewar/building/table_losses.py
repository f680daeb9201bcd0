"""Units gained, lost and depleted at the table, entered in one line (2.2, 10.2, 15.3); ships that are Depleted sail
home as from any battle (7.10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, Self

import attrs

from engine.kernel import reading, ruleset
from engine.kernel.counters import Counter
from engine.kernel.grammar import Token, Unreadable
from engine.kernel.nearest import nearest
from engine.kernel.orders import Field, Form, TableOrder
from engine.kernel.ranges import NAME_COUNT, listed
from engine.kernel.refusals import Refusal
from engine.kernel.remembering import unchanged
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.building import homecoming, shipyards
from engine.thewar.building.loss_line import TableLosses
from engine.thewar.world import counters, forces, patrols, sides, task_forces, traits, unit_words, wars
from engine.thewar.world.state import TheWar, Unit


@frozen
class Losses(TableOrder[TheWar]):
    """What happened to units at the table, for any powers, in one line: 2 or -2 lost, dep depleted, rep repaired, +1
    built from the pool."""

    verb: ClassVar[str] = "losses"
    title: ClassVar[str] = "losses from the table"
    rule: ClassVar[str] = "2.2"

    items: tuple[forces.Item, ...] = listed(NAME_COUNT)

    @classmethod
    def parse(cls, power: str, given: list[Token], end: int) -> Self:
        """POWER item, item; POWER item ..."""
        items: list[forces.Item] = []
        for part in forces.split(given, ";"):
            if not part:
                raise Unreadable("nobody's units are named", end, "a power or country, then its losses")
            who = part[0].text.lower()
            for words in forces.split(part[1:], ","):
                if not words:
                    raise Unreadable("units are missing", part[-1].at + len(part[-1].text), "such as -2 inf-6-5")
                if items and len(words) > 1 and not unit_words.begins(words[0].text):
                    # A comma too may end what one has lost: the next power's name begins anew.
                    who, words = words[0].text.lower(), words[1:]
                items.append(forces.item_of(who, words, end))
        if not items:
            raise Unreadable("units are missing", end, "such as -2 inf-6-5")
        return cls(tuple(items))

    def arguments(self) -> str:
        parts: list[str] = []
        last = ""
        for item in self.items:
            parts.append(
                ("; " if parts else "") + f"{item.power} {item.text}" if item.power != last else f", {item.text}"
            )
            last = item.power
        return "".join(parts)

    def complete(self, campaign: TheWar) -> Self:
        """Short names of powers, and groups by their beginning where only one fits."""
        rules = ruleset.of(campaign)
        items = []
        for item in self.items:
            power = item.power
            if power not in campaign.countries and power not in campaign.powers:
                power = reading.power_named(rules, power)
            group = forces.meant(campaign, power, item.group, forces.source_of(item))
            items.append(attrs.evolve(item, power=power, group=group))
        return type(self)(tuple(items))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """All items together must find the units that they name."""
        wanted: dict[tuple[str, str, str], int] = {}
        for item in self.items:
            if item.power not in campaign.powers and item.power not in campaign.countries:
                yield Refusal("2.2", f"'{item.power}' is no power or country")
                continue
            source = forces.source_of(item)
            key = (item.power, item.group, source)
            wanted[key] = wanted.get(key, 0) + item.count
            have = forces.there(campaign, item.power, item.group, source)
            if counters.kind_of(item.group) == task_forces.KIND:
                yield Refusal(task_forces.RULE, "a Task Force is a marker", "'task-force-off', and its ships by name.")
            if wanted[key] > have:
                known = forces.known_groups(campaign, item.power)
                near = nearest(item.group, known, 3, 0.4)
                hint = (
                    f"Nearest: {', '.join(near)}."
                    if item.group not in known and near
                    else f"{source.capitalize()}: {have}."
                )
                name = wars.named(campaign, item.power)
                yield Refusal("2.2", f"{name} has not {wanted[key]} {forces.spoken(item.group)} {source}", hint)

    def effect(self, tx: Transaction[TheWar]) -> None:
        hit: list[str] = []
        for item in self.items:
            if item.deed == "depleted" and _kind(item) in shipyards.SHIPS:
                hit += forces.chosen(tx.campaign, item, hit)
            elif item.deed == "lost":
                forces.lose(tx, item, hit)
            else:
                _DEEDS[item.deed](tx, item)
        # Of one ship left, Depleted and lost: it is lost.
        hit = [key for key in hit if key in tx.campaign.units]
        # A NAC that the line names itself is the one aboard.
        named = any(item.deed == "depleted" and _kind(item) == "nac" for item in self.items)
        homecoming.deplete(tx, hit, "depleted", "10.2", wings=not named)

    def sentence(self, campaign: TheWar) -> str:
        parts = []
        for item in self.items:
            many = f"{item.count} {forces.spoken(item.group)}"
            tail = " out of supply" if item.oos else ""
            parts.append(f"{wars.named(campaign, item.power)} {item.deed} {many}{tail}")
        return "; ".join(parts)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        label = "losses: ger -2 INF 6-5, dep ARM 8-8; sov -3 INF 4-5 oos"
        field = Field("line", label, "2.2", counters=_OnTheBoard(power).counters, losses=TableLosses())
        return Form(cls.verb, "Losses and units from the table", "losses {line}", (field,), cls.rule)


@frozen
class _OnTheBoard:
    """Whose units may be lost, seen from a power: its own, those of whom it fights, all others'."""

    power: str

    def counters(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """The groups on the board, owner by owner; first of the power that fights now where this one is at peace."""
        fights = wars.belligerent(campaign, self.power)
        return _losable(campaign, self.power if fights else sides.acting(campaign, self.power))


@unchanged("units", "powers", "countries", "wars")
def _losable(campaign: TheWar, power: str) -> tuple[Counter, ...]:
    enemies = wars.enemies(campaign, power)
    owners = sorted(forces.owners(campaign), key=lambda owner: (owner != power, owner not in enemies))
    counters: list[Counter] = []
    for owner in owners:
        groups = sorted(forces.groups_of(campaign, owner).items(), key=lambda one: (_arm(one[1]), one[0]))
        for group, units in groups:
            if group.partition("-")[0] != task_forces.KIND:
                worn = sum(unit.depleted for unit in units.values())
                note = f"{worn} of them Depleted now" if worn else ""
                name = wars.named(campaign, owner)
                counters.append(Counter(f"{owner} {group}", forces.spoken(group), len(units), note, name))
    return tuple(counters)


_ARMS = ("ground", "air", "naval", "strategic")


def _arm(units: Mapping[str, Unit]) -> int:
    return _ARMS.index(traits.category(next(iter(units.values()))))


def _kind(item: forces.Item) -> str:
    return counters.kind_of(item.group)


def _deplete(tx: Transaction[TheWar], item: forces.Item) -> None:
    for key in forces.chosen(tx.campaign, item):
        tx.set(f"units.{key}.depleted", True, "depleted", "10.2")
        patrols.leave(tx, (key,), "Depleted", "7.10")


def _repair(tx: Transaction[TheWar], item: forces.Item) -> None:
    for key in forces.chosen(tx.campaign, item):
        tx.set(f"units.{key}.depleted", False, "repaired", "3.9.2")
        if tx.campaign.units[key].damage:
            tx.set(f"units.{key}.damage", 0, "repaired", "3.9.2")
        for slip in [name for name, track in tx.campaign.slips.items() if track.unit == key]:
            tx.remove(f"slips.{slip}", "repaired", "3.9.2")


def _build(tx: Transaction[TheWar], item: forces.Item) -> None:
    for _ in range(item.count):
        pools = forces.pools_of(tx.campaign, item.power, item.group)
        key = next((key for key in pools if tx.campaign.pools[key].count), "")
        if not key:
            # Only an overruled order gets here.
            raise LookupError(f"no {forces.spoken(item.group)} is left in the pool")
        pool = forces.from_pool(tx, key, 1, oos=False, why="built")
        unit = Unit(power=pool.power, kind=pool.kind, strength=pool.strength, tag=pool.tag)
        tx.create(f"units.{forces.new_id(tx, pool.power, pool.kind)}", unit, "built", "15.1")


_DEEDS = {"depleted": _deplete, "repaired": _repair, "built": _build}
