"""Battles of a campaign before they are fought: which units are meant, what they have done this turn, what an
engagement comes to (10.0, 10.2, 11.2.3, 11.3, 11.4)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

import attrs

from engine.kernel.grammar import Unreadable
from engine.kernel.orders import PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.combat import circumstances, defenders, effort_reach, standing_aside, ways_out, written_owners
from engine.thewar.combat.combatants import Combatant, fighting, in_battle
from engine.thewar.economy import effort_markers, free_efforts, logistics
from engine.thewar.world import (
    border_wars,
    counters,
    deeds,
    forces,
    minors,
    sides,
    task_forces,
    titles,
    traits,
    unit_words,
    wars,
)
from engine.thewar.world.state import Deed, TheWar

GROUND, AIR, SEA = "ground", "air", "sea"
GROUNDED = "grounded"
"""The deed of air units whose base was taken: they fly no mission in this Operations Segment (11.1.2)."""
ATTACK, SUPPORT = "attack", "support"
"""The deeds of who attacks on the ground (10.0), and of support for an attack, or for its defenders (11.3, 11.4)."""
LENT = "lent"
"""The deed of an MDM that bombs Britain: it flies nothing else this turn (5.2.4)."""
NO_MISSIONS = ("stationed", "carried", GROUNDED)
"""Deeds of aircraft that do not count as missions flown."""
FIRST, SECOND = 1, 2
SECOND_IMPULSE = "second_impulse"
"""The activity that an effort has to allow for moves and attacks after the First Impulse (4.3)."""
_RESOLUTION = ("pending", "sealed", "secrets", "progress")
BOARD = (
    *(field.name for field in attrs.fields(TheWar) if field.name not in _RESOLUTION),
    "progress.turn",
    "progress.step",
)
"""The parts of a campaign on which a battle depends (see kernel.remembering.unchanged): all but where its resolution
stands and which dice have fallen. From one stage to the next it is the same battle until somebody is hit."""
COUNTER_AIR_STEP = "operations.counter-air"
_SECOND = ("operations.second-supply", "operations.second-impulse", "operations.second-combat", "operations.return")


def impulse(campaign: TheWar) -> int:
    """The impulse at hand, 1 before the second has begun (10.2)."""
    return SECOND if campaign.progress.step.partition(".")[2] in _SECOND else FIRST


def counter_air(campaign: TheWar) -> bool:
    """Whether it is time for counter-air missions, before all others (11.5)."""
    return campaign.progress.step.partition(".")[2] == COUNTER_AIR_STEP


# --- what units have done


def mission(campaign: TheWar, key: str, deed: str) -> Deed:
    """The record that a unit does something in this half and impulse."""
    return deeds.in_half(key, sides.phasing(campaign), impulse(campaign), deed)


def busy(campaign: TheWar, key: str, deed: str) -> bool:
    """Whether a unit has done a deed in this impulse."""
    return deeds.is_kept(campaign, mission(campaign, key, deed))


def remember(tx: Transaction[TheWar], keys: Iterable[str], deed: str, rule: str) -> None:
    """Record that units have done something in this impulse."""
    for key in keys:
        deeds.keep(tx, mission(tx.campaign, key, deed), deed, rule)


def forget(tx: Transaction[TheWar], keys: Iterable[str], deed: str, rule: str) -> None:
    """Remove the record that these units have done something in this impulse."""
    for key in keys:
        deeds.drop(tx, mission(tx.campaign, key, deed), "called off", rule)


def lend(tx: Transaction[TheWar], many: int) -> None:
    """Record that so many German MDM bomb Britain this turn, of those that have flown nothing yet, and no others
    (5.2.4)."""
    for key in [key for key, record in tx.campaign.missions.items() if record.deed == LENT]:
        tx.remove(f"missions.{key}", "not lent", "5.2.4")
    for key in lendable(tx.campaign)[:many]:
        deeds.keep(tx, Deed(who=key, deed=LENT), "lent to the bombing of Britain", "5.2.4")


def lendable(campaign: TheWar) -> tuple[str, ...]:
    """The German MDM that may still bomb Britain: whole, with oil, and on no other mission this turn (5.2.4)."""
    halves = (sides.AXIS, sides.ALLIED)
    flown = {
        record.who for record in campaign.missions.values() if record.half in halves and record.deed not in NO_MISSIONS
    }
    return tuple(
        key
        for key, unit in forces.units_of(campaign, "germany").items()
        if unit.kind == "mdm" and not unit.depleted and not unit.immobile and key not in flown
    )


def lent(campaign: TheWar, key: str) -> bool:
    """Whether a unit is an MDM that bombs Britain this turn."""
    return deeds.is_kept(campaign, Deed(who=key, deed=LENT))


# --- which units are meant


def meant(
    campaign: TheWar,
    names: Sequence[str],
    side: str,
    *,
    first: str = "",
    deed: str = "",
    reserve: bool = False,
    last: Collection[str] = (),
    at: str = "",
) -> tuple[str, ...]:
    """Unit ids from what a person types: ids, or units as ``unit_words`` reads them with whose they are, such as
    ``3-arm-8-8``, ``italy-inf-4-5`` or ``2-italian-inf``; a Task Force also by its name (``task-force-1``).

    ``side``: whose units they are, those of ``first`` before others'; of like units those not busy with ``deed`` are
    taken first, whole ones before Depleted ones, those of ``last`` in the end; ``reserve``: only such under Reserve
    markers; ``at``: those recorded there come first, those recorded in another place last. Raises Unreadable for what
    fits several groups, or more units than there are.
    """
    meant_units: list[str] = []
    covered = task_forces.inside(campaign)
    for name in (written_owners.spelled(campaign, name) for name in names):
        if name in campaign.units:
            meant_units.append(name)
            continue
        if name in campaign.task_forces:
            # An open Task Force is its units (7.12).
            meant_units.extend(key for key in task_forces.contents(campaign, name) if key not in meant_units)
            continue
        written = unit_words.read((name,))
        if written is None or written.many < 1:
            raise Unreadable(f"'{name}' names no units", 0, unit_words.EXAMPLE)
        many, group, worn = written.many, written.group, written.depleted
        fits = _fitting(campaign, group, side, first)
        there = [key for key in fits if key not in meant_units]
        units = {key: campaign.units[key] for key in there}
        free = [key for key in there if (not worn or units[key].depleted) and (not reserve or units[key].reserve)]
        free.sort(
            key=lambda key: (
                key in last or key in covered,
                defenders.away(campaign, key, at),
                (bool(deed) and busy(campaign, key, deed)) or lent(campaign, key),
                campaign.units[key].depleted,
            )
        )
        if len(free) < many:
            # Of too few there at all, Depleted or not, that alone is the reason.
            named = "left" if len(there) < len(fits) else "there"
            if len(there) < many:
                raise _lacking(campaign, many, group, len(there), named, first)
            how = " and ".join(["Depleted"] * worn + ["in Reserve (9.9.3)"] * reserve)
            raise _lacking(campaign, many, group, len(free), how)
        meant_units.extend(free[:many])
    return tuple(meant_units)


def owner_of(campaign: TheWar, name: str) -> str:
    """Whose units a name means that a person types, as ``meant`` reads it; '' where it does not say."""
    unit, written = campaign.units.get(name), unit_words.read((written_owners.spelled(campaign, name),))
    return (
        unit.power
        if unit is not None
        else written_owners.split_off(campaign, written.group)[0]
        if written is not None
        else ""
    )


def _lacking(campaign: TheWar, many: int, group: str, there: int, how: str, first: str = "") -> Unreadable:
    """Why so many units of a group are not found: no such kind, or too few that are so (there, Depleted, ...)."""
    owner, wanted = written_owners.split_off(campaign, group)
    kind = counters.kind_of(wanted)
    if kind not in traits.kinds():
        return Unreadable(f"'{kind}' is no kind of unit", 0, ", ".join(forces.spoken(one) for one in traits.kinds()))
    whose = f" of {wars.named(campaign, owner)}" if owner else ""
    said = f"{many} {forces.spoken(wanted)}{whose} {_is(many)} named, {there or 'none'} {_is(there or 1)} {how}"
    pooled = ways_out.from_pool(campaign, owner or first, forces.meant_or_typed(campaign, owner or first, wanted))
    return Unreadable(said, 0, f"units on the board; {pooled}" if pooled else "units on the board")


def _is(many: int) -> str:
    return "is" if many == 1 else "are"


def _fitting(campaign: TheWar, text: str, side: str, first: str) -> list[str]:
    """The units of a side that a group's name fits. Raises Unreadable where it fits several groups."""
    groups: dict[tuple[str, str], list[str]] = {}
    for key, unit in campaign.units.items():
        if sides.side(campaign, unit.power) == side or (not side and unit.power == first):
            groups.setdefault((unit.power, forces.group_of(unit)), []).append(key)
    owner, rest = written_owners.split_off(campaign, text)
    if owner:
        groups = {known: keys for known, keys in groups.items() if known[0] == owner}
    fits = [known for known in groups if known[1] == rest] or [
        known for known in groups if known[1].startswith(f"{rest}-")
    ]
    mine = [known for known in fits if known[0] == first]
    chosen = mine or fits
    if len(chosen) > 1:
        named = " or ".join(f"{power}-{group}" for power, group in chosen[:6])
        raise Unreadable(f"'{text}' may be {named}", 0, "one of them in full")
    return groups[chosen[0]] if chosen else []


def names(
    campaign: TheWar, side: str, *, first: str = "", category: str = "", reserve: bool = False
) -> tuple[str, ...]:
    """The short names of a side's groups on the board, as ``meant`` reads them: those of ``first`` by their group
    alone, others with their owner; of a category, or only what lies under Reserve markers."""
    mine_by_name: dict[str, bool] = {}
    for owner in forces.owners(campaign):
        if sides.side(campaign, owner) != side:
            continue
        mine = owner == first
        for group, units in forces.groups_of(campaign, owner).items():
            sample = next(iter(units.values()))
            sort = traits.category(sample)
            if sort == "strategic" or category not in ("", sort):
                continue
            if reserve and not any(unit.reserve for unit in units.values()):
                continue
            if sample.kind == task_forces.KIND:
                mine_by_name |= {key: mine for key, unit in units.items() if unit.reserve or not reserve}
            else:
                mine_by_name[group if mine else f"{owner}-{group}"] = mine
    return tuple(sorted(mine_by_name, key=lambda name: (not mine_by_name[name], name)))


def opposed(campaign: TheWar, keys: Sequence[str]) -> str:
    """The defenders of a hex in words; nobody is named where a city stands empty (10.6.8)."""
    return titles.units(campaign, keys) if keys else "an empty city"


# --- what is wrong with units


def wrong_units(campaign: TheWar, keys: Sequence[str], side: str, rule: str) -> Iterable[Refusal]:
    """Why units may not be named together: unknown, named twice, of the other side, face down under a marker."""
    for key in keys:
        if key not in campaign.units:
            yield Refusal(rule, f"there is no unit '{key}' on the board", "Such as 3 ARM 8-8.")
        elif sides.side(campaign, campaign.units[key].power) != side:
            whose = wars.named(campaign, campaign.units[key].power)
            enemy = bool(sides.side(campaign, campaign.units[key].power))
            hint = "An enemy's: it is named against them."
            if not enemy:
                way = ways_out.border(campaign, border_wars.USSR, campaign.units[key].power)
                hint = f"A neutral's: who joins is entered with 'join'.{way}"
            yield Refusal(rule, f"{titles.label(campaign.units[key])} of {whose} is not on this side", hint)
    if len(set(keys)) < len(keys):
        yield Refusal(rule, "a unit is named twice", "Once, or so many of its kind: 2 INF 6-5.")
    yield from task_forces.away(campaign, keys)


def idle(
    campaign: TheWar, keys: Sequence[str], deed: str, said: str, rule: str, *, span: str = "impulse"
) -> Iterable[Refusal]:
    """Why units may not do something again in this impulse; ``span``: the name of that time for players, where all
    of it lies in one impulse."""
    again = [key for key in keys if busy(campaign, key, deed)]
    if again:
        free = ways_out.freed(campaign, again, impulse(campaign))
        hint = f"Others, or the next {span}.{f' {free}' if free else ''}"
        yield Refusal(rule, f"{titles.units(campaign, again)} {said} in this {span} already", hint)
    if flown := [key for key in keys if _grounded(campaign, key)]:
        yield Refusal(
            "11.1.2", f"{titles.units(campaign, flown)} has lost its base in this Segment", "It flies no mission."
        )
    if away := [key for key in keys if lent(campaign, key)]:
        reason = f"{titles.units(campaign, away)} is lent to the bombing of Britain this turn"
        yield Refusal("5.2.4", reason, "It flies no other mission until the next turn.")


def dry(campaign: TheWar, keys: Iterable[str]) -> Iterable[Refusal]:
    """Why units are on no mission: they have no oil this turn; aircraft stay on the ground, ships in port (24.1)."""
    if stuck := [key for key in dict.fromkeys(keys) if key in campaign.units and campaign.units[key].immobile]:
        yield Refusal("24.1", f"{titles.units(campaign, stuck)} has no oil", "Others; it stays where it is this turn.")


def _grounded(campaign: TheWar, key: str) -> bool:
    half = sides.phasing(campaign)
    return any(deeds.is_kept(campaign, deeds.in_half(key, half, number, GROUNDED)) for number in (FIRST, SECOND))


def activated(campaign: TheWar, keys: Iterable[str], activity: str) -> Iterable[Refusal]:
    """Why the efforts of the owners do not let their units do something (chapter 4), each power's for its own: what it
    does not allow, and units that begin too far from its markers. A minor country's units act under its patron's
    effort; one that is invaded this turn has an RLE of its own, which is free (4.2)."""
    there = tuple(key for key in keys if key in campaign.units)
    paid: dict[str, list[str]] = {}
    free = free_efforts.of(campaign) if any(campaign.units[key].power in campaign.countries for key in there) else ()
    for key in there:
        owner = campaign.units[key].power
        if owner in free and logistics.allows(free_efforts.KIND, activity)[0] != "no":
            continue
        paid.setdefault(circumstances.payer(campaign, owner), []).append(key)
    for payer, units in paid.items():
        if not payer:
            continue
        if (refusal := logistics.may(campaign, payer, activity)) is not None:
            whose = f"{titles.units(campaign, units)} of {wars.named(campaign, payer)}: " if len(paid) > 1 else ""
            yield attrs.evolve(refusal, reason=f"{whose}{refusal.reason}")
        yield from effort_markers.starts(campaign, payer, effort_reach.begin(campaign, payer, units))


def at_war(campaign: TheWar, ours: Iterable[str], theirs: Iterable[str], where: str | None = None) -> Iterable[Refusal]:
    """Why units may not fight each other in a place, None for the sea: their owners are at peace, or fight a border war
    elsewhere (6.3.1, 6.4)."""
    mine = dict.fromkeys(campaign.units[key].power for key in ours if key in campaign.units)
    others = dict.fromkeys(campaign.units[key].power for key in theirs if key in campaign.units)
    for our_owner in mine:
        for their_owner in others:
            if fight(campaign, our_owner, their_owner, where) or standing_aside.stays_out(campaign, our_owner):
                continue
            yield ways_out.not_at_war(campaign, our_owner, their_owner, where)


def fight(campaign: TheWar, owner: str, opponent: str, where: str | None = None) -> bool:
    """Whether two owners fight each other in a place, None for the sea: they are at war, or the powers whom they follow
    to war, or a border war of theirs is fought there (6.3.1)."""
    if any(wars.at_war(campaign, *pair) for pair in _pairs(campaign, owner, opponent)):
        return True
    return where is not None and border_wars.between(campaign, owner, opponent, where)


def of_others(campaign: TheWar, order: PowerOrder[TheWar], ours: Iterable[str], rule: str) -> Iterable[Refusal]:
    """Why a power gives no order to units of others alone: at least one is its own, or a minor country's that it
    commands, or of one whom no Major Power commands (4.0, 23.0)."""
    owners = dict.fromkeys(campaign.units[key].power for key in ours if key in campaign.units)
    leads = [circumstances.payer(campaign, owner) for owner in owners]
    if not owners or order.power in (*owners, *leads) or not any(wars.standing(campaign, lead) for lead in leads):
        return
    able = next(lead for lead in leads if wars.standing(campaign, lead))
    yield Refusal(
        rule,
        f"none of these units is {wars.named(campaign, order.power)}'s or of a country under its command",
        f"As {wars.named(campaign, able)}: tab, or '{able} {order.verb} ...'.",
    )


def _pairs(campaign: TheWar, owner: str, opponent: str) -> Iterable[tuple[str, str]]:
    for mine in dict.fromkeys((owner, _master(campaign, owner))):
        for theirs in dict.fromkeys((opponent, _master(campaign, opponent))):
            if mine and theirs:
                yield mine, theirs


def since(campaign: TheWar, owner: str, opponent: str) -> str:
    """The last turn in which a war began that two owners fight against each other, '' for none."""
    return max((wars.begun(campaign, *pair) for pair in _pairs(campaign, owner, opponent)), default="")


def _master(campaign: TheWar, owner: str) -> str:
    """The power whose wars are a country's as well, '' for none (16.3.4)."""
    land = campaign.countries.get(owner)
    return circumstances.payer(campaign, owner) if land is None or land.status in standing_aside.FOLLOWS else ""


FOUGHT_IN = ("narvik-box", "murmansk-box", "italian-east-africa-box")
"""Boxes off the map where both sides may stand (8.8.6, 8.8.7, 8.8.8)."""


def off_the_map(campaign: TheWar, where: str) -> Iterable[Refusal]:
    """Why there is no battle in a box off the map: nobody moves into it but by SMPs (8.2.3, 8.8)."""
    place = campaign.places.get(where)
    if place is not None and place.kind == "box" and where not in FOUGHT_IN:
        yield Refusal("8.2.3, 8.8", f"the {place.name} is off the map", "It is reached by strategic movement alone.")


# --- who decides


def enemy(campaign: TheWar, power: str) -> str:
    """The side that a power fights, '' for who has none."""
    return {sides.AXIS: sides.ALLIED, sides.ALLIED: sides.AXIS}.get(sides.side(campaign, power), "")


def speaker(campaign: TheWar, defenders: Iterable[Combatant]) -> str:
    """The power that decides for the side that does not move: the Major Power with most units there, a minor country's
    patron for its units, any power where all of the side have fallen. Raises StopIteration outside the halves."""
    owners: dict[str, int] = {}
    for unit in fighting(defenders):
        land = campaign.countries.get(unit.power)
        owner = unit.power if land is None else land.patron or minors.commander(campaign, unit.power)
        owners[owner] = owners.get(owner, 0) + 1
    able = [owner for owner in owners if owner in campaign.seats]
    if able:
        return max(able, key=lambda owner: owners[owner])
    side = sides.non_phasing(campaign)
    standing = [power for power in wars.POWERS if wars.standing(campaign, power)]
    theirs = [power for power in standing if sides.side(campaign, power) == side]
    return next(iter(theirs or (standing if sides.phasing(campaign) else ())))


def spoken_for(campaign: TheWar, power: str, keys: Iterable[str]) -> tuple[str, str]:
    """Whose units they are about which a power decides, and the words for that: those of minor countries are their own,
    though their patron speaks for them; ('Germany', '') where one is its own or another Major Power's."""
    owners = dict.fromkeys(campaign.units[key].power for key in keys if key in campaign.units)
    if not owners or any(owner not in campaign.countries for owner in owners):
        return wars.named(campaign, power), ""
    whose = " and ".join(wars.named(campaign, owner) for owner in owners)
    return whose, f" ({wars.named(campaign, power)} decides for {whose})"


def unlike(force: Iterable[Combatant], names: Sequence[str]) -> tuple[str, ...]:
    """The first of each set of like units that have one of these names."""
    seen: dict[tuple[object, ...], str] = {}
    for unit in force:
        if unit.name in names:
            seen.setdefault((unit.power, unit.kind, unit.strength, unit.tag, unit.depleted), unit.name)
    return tuple(seen.values())


# --- what an engagement comes to


def gone(campaign: TheWar, where: str) -> tuple[str, ...]:
    """Which side of a battle that is announced has left play, in words: an earlier battle conquered its country, or
    eliminated it (10.0, 23.1); () where both are there, or nobody was named."""
    engagement = campaign.engagements[where]
    at = titles.where(campaign, where)
    named = ((engagement.attackers, f"attack {at}"), (engagement.defenders, f"defend {at}"))
    return tuple(
        said
        for keys, said in named
        if keys and not any(key in campaign.units or key in campaign.task_forces for key in keys)
    )


def nobody_left(campaign: TheWar, where: str, rule: str, way_out: str) -> Iterable[Refusal]:
    """Why a battle is not fought: all of a side have left play."""
    for said in gone(campaign, where):
        yield Refusal(rule, f"nobody is left to {said}", way_out)


def force(campaign: TheWar, keys: Iterable[str]) -> tuple[Combatant, ...]:
    """Units as combatants; those that are gone are left out."""
    return tuple(in_battle(campaign, key) for key in keys if key in campaign.units)


def end_turn(tx: Transaction[TheWar], power: str) -> None:
    """The turn ends: no unit has flown, sailed or fought yet."""
    for key in list(tx.campaign.missions):
        tx.remove(f"missions.{key}", "end of the turn", "10.0")
