"""A battle at sea of a campaign before it is fought: the mission, who has found it, and what the campaign itself knows
of both (7.0, 7.8, 11.7)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import attrs

from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.combat import battles, chit_purposes, surprises
from engine.thewar.combat.combatants import Combatant, in_battle, said_cut_off
from engine.thewar.countries import french_morale, straits
from engine.thewar.politics import chit_answers
from engine.thewar.rolls import air_combat, interception
from engine.thewar.sea import naval_radar, ship_ways, unescorted
from engine.thewar.sea.sea_battle import AT_SEA, ATTACKER, DEFENDER, ENDED, GUNS, ROUNDS, STRIKE, Party, Sea, SeaBattle
from engine.thewar.sea.sea_forces import SUBMARINES, Muster, Piece, mustered
from engine.thewar.supply import interdiction
from engine.thewar.world import (
    calendar,
    card_matrices,
    deeds,
    influence,
    patrols,
    ratings,
    sea_areas,
    seas,
    sides,
    task_forces,
    titles,
)
from engine.thewar.world.influence import COUNTER_ESPIONAGE, ESPIONAGE
from engine.thewar.world.state import Engagement, TheWar

MISSION, AIRCRAFT = deeds.MISSION, "intercepts"
"""The deeds recorded for ships on a mission, and for aircraft that intercept, this turn (7.0, 11.2.3)."""
FACTS = {
    "strait": "a strait: FTR attack ships (7.9.2)",
    "mediterranean": "no winter at sea (7.8)",
    "british-isles": "next to the British Isles",
    "task-force": "a Task Force is in the Sea Area (7.9.9)",
    "supply": "the mission runs or escorts supply",
    "enemy-supply": "the other side does",
    "port": "ships in port are attacked from the air (11.7)",
    "flak-2": "Flak factors of the port, 1 where nothing is said",
    "flak-3": "the same",
    "flak-4": "the same",
    "western-surprise": "Western Front Surprise, before the attack on France is announced (18.2)",
    "invasion": "an amphibious invasion",
    "murmansk": "NARFs go to the Soviet Union by the Murmansk Run (5.3.1)",
    "attackers-unsupplied": "out of supply: Fourth-Rate, ships are lost so (12.6.3, 15.3)",
    "defenders-unsupplied": "the same",
}
"""What only the board knows of a mission, as the orders name it."""
EVASION = "evasion"
MERS = "mers-el-kebir"
SURPRISED = "surprised"
"""The deed recorded for a ship against which surprise was rolled: once in a segment (11.7.2)."""
ON_THE_RUN = 2
"""U-boats, and ASW, that may be on the Murmansk Run (5.3.1)."""
SPIES, GUARDS = ESPIONAGE, COUNTER_ESPIONAGE
"""What is said where those who look for a force play Espionage, and where the enemy plays Counter-Espionage (7.8)."""
SAID = ("own-land-air", "other-land-air", "strait", "patrol", SPIES, GUARDS, "western-surprise")
"""What only the board and its cards know of an interception (7.8.1)."""
AIR = ("ftr", "tac", "mdm", "nac", "jet")
_AT_SEA = ("britain", "france")
_EFFORTS = {"rle": "regional", "sle": "sustained"}
AIR_EFFORT = "air-effort"


def combatant(campaign: TheWar, key: str) -> Combatant:
    """A unit of the campaign; U-boats and ASW fight with their power's navy (5.3.1)."""
    unit = in_battle(campaign, key)
    if unit.kind in SUBMARINES and unit.power in campaign.powers:
        return attrs.evolve(unit, rating=campaign.powers[unit.power].navy)
    return unit


def pieces(campaign: TheWar, keys: Iterable[str], laden: Sequence[str] = (), out: bool = False) -> tuple[Piece, ...]:
    """Units as the battle has them; those that are gone are left out. Of a hidden Task Force nobody is told more than
    that it may be three Fleets (7.12). ``out``: the battle says that they are out of supply."""
    there = [combatant(campaign, key) for key in task_forces.largest(campaign, keys) if key in campaign.units]
    slips = {slip.unit for slip in campaign.slips.values()}
    return mustered(said_cut_off(there) if out else there, laden=laden, slips=slips)


def strike_fact(power: str) -> str:
    """The fact that a power's carriers have struck before (11.7.3)."""
    return f"carrier-strike-{power}"


def drafted(
    campaign: TheWar, engagement: Engagement, nacs: tuple[int, ...] = (), parties: Sequence[str] = ()
) -> SeaBattle:
    """The battle that an engagement comes to; ``nacs``: sides whose NAC fight in the air."""
    facts = engagement.facts
    attacker = pieces(campaign, engagement.attackers, engagement.ships, "attackers-unsupplied" in facts)
    defender = pieces(campaign, engagement.defenders, engagement.ships, "defenders-unsupplied" in facts)
    axis = sides.side(campaign, engagement.by) == sides.AXIS
    owners = {piece.unit.power for piece in attacker if piece.wing is not None}
    supply = ((ATTACKER,) if "supply" in facts else ()) + ((DEFENDER,) if "enemy-supply" in facts else ())
    port, mers = "port" in facts, MERS in facts
    silent = surprises.silent_port(campaign, engagement)
    struck = any(battles.busy(campaign, key, SURPRISED) for key in engagement.defenders)
    owner = campaign.powers.get(engagement.by)
    effort = _EFFORTS.get(owner.effort, "none") if owner is not None and AIR_EFFORT in facts else "none"
    return SeaBattle(
        attacker,
        defender,
        harbour=GUNS if mers else STRIKE if port else AT_SEA,
        # In port FTR attack no ships, wherever it lies (11.7).
        straits="strait" in facts and not port,
        port_flak=next((count for count in (2, 3, 4) if f"flak-{count}" in facts), 1) if port and not silent else 0,
        supply=supply,
        task_force=axis
        and "british-isles" in facts
        and ("task-force" in facts or task_forces.among(campaign, (*engagement.attackers, *engagement.defenders))),
        over_britain=axis and "british-isles" in facts,
        effort=effort if effort in air_combat.EFFORTS else "none",
        # Campaigns begun before chits were kept say it of the mission.
        espionage="espionage" in facts or chit_purposes.helps(campaign, engagement.by, chit_purposes.SURPRISE),
        first_strike=not any(campaign.facts.get(strike_fact(power), False) for power in owners),
        nacs_up=nacs,
        air_modifiers=surprises.in_air_at_sea(campaign, engagement),
        # Mers-el-Kebir is one round without Flak or surprise (18.5.6).
        no_surprise=struck or mers,
        no_flak=mers,
        modifiers=(MERS,) if mers else (),
        cards=card_matrices.on(campaign, card_matrices.NAVAL),
        stay=1 if mers else ROUNDS,
    )


def barred(campaign: TheWar, keys: Iterable[str], where: str, through: Sequence[str] = ()) -> Iterable[Refusal]:
    """Why ships do not sail to a Sea Area, or a port, from where they lie: a strait is closed to their owner that they
    are said to pass, that it is itself, or that lies on every way there (7.3)."""
    afloat = ship_ways.ships(campaign, keys)
    for owner in ship_ways.owners(campaign, afloat):
        mine = [key for key in afloat if owner in ship_ways.owners(campaign, (key,))]
        yield from straits.sails(campaign, owner, [ship_ways.lying(campaign, key) for key in mine], where, through)


PASSING = 5
"""The Sea Areas that ships sail under a Pass (4.5)."""


def under_pass(campaign: TheWar, keys: Iterable[str], where: str) -> Iterable[Refusal]:
    """Why ships do not sail so far: their owner passes (4.5)."""
    for key in ship_ways.ships(campaign, keys):
        for owner in ship_ways.owners(campaign, (key,)):
            away = straits.areas_away(campaign, owner, ship_ways.lying(campaign, key), where)
            if campaign.powers[owner].effort == "pass" and away > PASSING:
                reason = f"{titles.units(campaign, (key,))} is {away} Sea Areas from {titles.where(campaign, where)}"
                yield Refusal("4.5", reason, f"Under a Pass ships sail {PASSING} at the most.")


def bound(campaign: TheWar) -> tuple[str, ...]:
    """The ships that are meant last by their kind, as they are not free to sail: on patrol, in a yard, without oil
    (7.4, 7.10, 24.1)."""
    dry = [key for key, unit in campaign.units.items() if unit.immobile]
    return (*campaign.patrols, *(slip.unit for slip in campaign.slips.values()), *dry)


def docked(campaign: TheWar, keys: Iterable[str]) -> Iterable[Refusal]:
    """Why ships do not sail: they lie in a yard for repair (7.10)."""
    tracks = {slip.unit: slip.yard for slip in campaign.slips.values()}
    for key in keys:
        if key in tracks:
            yard = titles.where(campaign, tracks[key])
            yield Refusal("7.10", f"{titles.units(campaign, (key,))} is in the yard of {yard}", "Others.")


def outnumbered(campaign: TheWar, engagement: Engagement) -> Iterable[Refusal]:
    """Why France does not attack the ships of an engagement: its force counts less than they do (18.1, ruling 283)."""
    battle = drafted(campaign, engagement)
    mine, enemy = Muster(battle.attacker, codes(battle.attacker)), Muster(battle.defender, codes(battle.defender))
    strike = battle.harbour == STRIKE
    yield from french_morale.outnumbered(
        {campaign.units[key].power for key in engagement.attackers},
        mine.part(ships=not strike).strength,
        enemy.part(air=not strike).strength,
    )


def codes(force: Iterable[Piece]) -> bytes:
    """How pieces begin a battle."""
    return bytes(piece.start for piece in force)


# --- interception


def _group(campaign: TheWar, keys: Iterable[str]) -> Muster:
    force = pieces(campaign, keys)
    return Muster(force, codes(force))


def theirs(campaign: TheWar, engagement: Engagement, power: str) -> tuple[str, ...]:
    """The force that units of a power would find: the mission, or those that have found it (7.8)."""
    counter = sides.side(campaign, engagement.by) == sides.side(campaign, power)
    return engagement.defenders if counter else engagement.attackers


def size(campaign: TheWar, engagement: Engagement, power: str) -> int:
    """Units in the force looked for, a CV with its NAC one (7.8); a supply line counts as one (12.1.2)."""
    if unescorted.line(campaign, engagement, power):
        return interdiction.LINE_SIZE
    return looked_for(campaign, engagement, power)[0].size


def looked_for(campaign: TheWar, engagement: Engagement, power: str) -> tuple[Muster, int]:
    """The force that units of a power would find, and on which side of the battle it is."""
    counter = sides.side(campaign, engagement.by) == sides.side(campaign, power)
    return _group(campaign, theirs(campaign, engagement, power)), DEFENDER if counter else ATTACKER


def net(
    campaign: TheWar,
    where: str,
    engagement: Engagement,
    power: str,
    keys: Sequence[str],
    distance: int,
    said: Sequence[str],
) -> Breakdown:
    """The modifiers of a search by ships, so many Sea Areas from their port, 0 where they are on patrol themselves:
    what is said of it and what the campaign knows: ratings, carriers, Winter, radar, own patrols, the mission's cargo,
    its Evasion chit (7.8.1, 7.8.2). With a hidden Task Force: the best that it may be for those who roll (7.12)."""
    wanted = theirs(campaign, engagement, power)
    # Farther off nobody looks (7.8); who is said to over the rules has the modifier of the farthest.
    away = None if on_patrol(campaign, keys) else min(distance, len(interception.DISTANCES) - 1)
    if not task_forces.hidden(campaign, (*keys, *wanted)):
        return _net(campaign, where, engagement, power, keys, wanted, away, said)
    every = (
        _net(campaign, where, engagement, power, mine, enemy, away, said)
        for mine in task_forces.cases(campaign, keys)
        for enemy in task_forces.cases(campaign, wanted)
    )
    return min(every, key=lambda breakdown: breakdown.total)


def _net(
    campaign: TheWar,
    where: str,
    engagement: Engagement,
    power: str,
    keys: Sequence[str],
    wanted: Sequence[str],
    away: int | None,
    said: Sequence[str],
) -> Breakdown:
    mine, enemy = _group(campaign, keys), _group(campaign, wanted)
    counter = sides.side(campaign, engagement.by) == sides.side(campaign, power)
    holds = {
        "winter": calendar.season(campaign) == "winter" and "mediterranean" not in engagement.facts,
        "radar": any(naval_radar.has(campaign, campaign.units[key].power) for key in keys if key in campaign.units),
        "western-surprise": surprises.used(campaign, surprises.WESTERN)
        and all(piece.unit.power in surprises.surprised(campaign, _AT_SEA) for piece in mine.pieces),
        "own-carrier": mine.carrier_nac,
        "other-carrier": enemy.carrier_nac,
        "carrying": bool(engagement.ships) or "invasion" in engagement.facts,
        EVASION: EVASION in engagement.facts
        or ship_ways.evades(campaign, ship_ways.sailed(campaign, where, engagement.attackers)),
        patrols.PATROL: bool(patrols.there(campaign, where, sides.side(campaign, power))),
    }
    facts = (*said, *(name for name, true in holds.items() if true and name not in said))
    own = mine.part(air=False).rating
    # Aircraft alone are looked for by their own rating, as in the example of chapter 7.
    against = enemy.part(air=False).rating or unescorted.line_rating(campaign, engagement, power) or _air_rating(enemy)
    return interception.net(away, own, against, facts, counter=counter)


def on_patrol(campaign: TheWar, keys: Iterable[str]) -> tuple[str, ...]:
    """The given ships that are on patrol."""
    return tuple(key for key in ship_ways.ships(campaign, keys) if patrols.of(campaign, key) is not None)


def _air_rating(enemy: Muster) -> int:
    return ratings.governing((piece.unit.rating, 1) for piece in enemy.pieces) if enemy.pieces else ratings.WORST


def _facts(campaign: TheWar, where: str) -> tuple[str, ...]:
    """The facts of a mission that is announced in a Sea Area."""
    engagement = campaign.engagements.get(where)
    return engagement.facts if engagement is not None else ()


def no_strait(where: str, said: Sequence[str], met_in: Iterable[str] = ()) -> Iterable[Refusal]:
    """Why a Sea Area that the rules name is no strait, nor any in which the mission may be met on its way (1.2,
    7.9.2)."""
    areas = dict.fromkeys((sea_areas.area(where), *met_in))
    known = [area for area in areas if area in sea_areas.areas()]
    if "strait" in said and len(known) == len(areas) and not any("strait" in sea_areas.facts(area) for area in areas):
        yield Refusal("1.2, 7.9.2", f"{sea_areas.name(where)} is no straits Sea Area", "Leave out 'strait'.")


def wrong_seekers(
    campaign: TheWar,
    where: str,
    power: str,
    keys: Sequence[str],
    distance: int,
    said: Sequence[str],
    *,
    cuts: bool = False,
) -> Iterable[Refusal]:
    """Why units cannot look for a force together (7.4, 7.8, 7.8.3, 7.10). ``cuts``: they look for a supply line, which
    aircraft meet next to the base where they lie alone (12.1.2)."""
    afloat = ship_ways.ships(campaign, keys)
    flying = [key for key in keys if campaign.units[key].kind in AIR and not _aboard(campaign, keys, key)]
    if afloat and flying:
        yield Refusal("7.8", "ships look for a force before aircraft do", "An order for the ships, then one for these.")
    if any(key not in afloat and campaign.units[key].kind not in AIR for key in keys):
        yield Refusal("7.8", "ground units intercept nothing at sea", "Ships, and FTR, TAC, MDM and NAC.")
    if worn := [key for key in afloat if campaign.units[key].depleted]:
        yield Refusal("7.10", f"{titles.units(campaign, worn)} cannot intercept", "Whole ships only.")
    if any(campaign.units[key].kind == "nac" and campaign.units[key].depleted for key in flying):
        yield Refusal("7.9.2", "a Depleted NAC does not fly", "'mend' repairs it in the Build Segment.")
    if "port" not in _facts(campaign, where):
        yield from far_bases(campaign, where, power, flying, distance if not afloat else 0, cuts=cuts)
    if afloat:
        yield from interception.refusals(distance)
        if distance < 0:
            yield Refusal("7.8", f"{distance} Sea Areas away", "From 0 (next to their port) to 5.")
        yield from _forces(campaign, where, afloat)
    yield from _told_of_patrols(campaign, where, power, said)
    if unknown := [name for name in said if name not in SAID]:
        yield Refusal("7.8.1", f"'{unknown[0]}' is nothing to be said here", f"One of {', '.join(SAID)}.")
    yield from _chits(campaign, power, afloat, said)
    if surprises.WESTERN in said:
        if why := surprises.west_not(campaign):
            yield Refusal("18.2", f"'{surprises.WESTERN}' does not hold: {why}", "Leave it out.")
        elif any(campaign.units[key].power not in surprises.surprised(campaign, _AT_SEA) for key in afloat):
            yield Refusal("18.2, ruling 123", "British and French ships alone are surprised", "Leave it out.")
    if len(set(said)) < len(said):
        yield Refusal("7.8.1", "a fact is named twice")


def _chits(campaign: TheWar, power: str, afloat: Sequence[str], said: Sequence[str]) -> Iterable[Refusal]:
    """Why no chits are played on a search (7.8, 16.1.7.2 h)."""
    if not afloat and (SPIES in said or GUARDS in said):
        yield Refusal("7.8.3", "aircraft find without a die: no chit modifies it", "Ships look with one.")
    elif SPIES in said:
        yield from chit_answers.refused(campaign, power, ESPIONAGE)
    if GUARDS in said and not (guard := guarding(campaign, power)):
        yield Refusal("16.1.7", "no enemy has a Counter-Espionage chit", "They are bought in Spring and Fall.")
    elif GUARDS in said:
        yield from chit_answers.for_the_enemy(campaign, power, guard)


def guarding(campaign: TheWar, power: str) -> str:
    """The first enemy of a power with a Counter-Espionage chit, where one seat plays all; '' for none."""
    others = chit_answers.opponents(campaign, power)
    return next((other for other in others if influence.stock(campaign, other, COUNTER_ESPIONAGE)), "")


def play_chits(tx: Transaction[TheWar], power: str, said: Sequence[str]) -> None:
    """Spend the chits that are played on a search as it begins."""
    if SPIES in said:
        chit_answers.spend(tx, power, ESPIONAGE, "on a search at sea")
    if GUARDS in said and (guard := guarding(tx.campaign, power)):
        chit_answers.spend(tx, guard, COUNTER_ESPIONAGE, "against a search at sea")


def fighters_alone(
    campaign: TheWar, keys: Sequence[str], facts: Sequence[str], others: Sequence[str], rule: str
) -> Iterable[Refusal]:
    """Why FTR alone meet no ships: they attack them in straits Sea Areas only, never in port; ``others``: those whom
    they would meet, whose aircraft they may fight (7.4, 7.9.1, 7.9.2, 11.7)."""
    if not keys or not all(_fighter(campaign, key) for key in keys):
        return
    port = "port" in facts
    flying = [key for key in others if key in campaign.units and campaign.units[key].kind in AIR]
    # At sea the NAC aboard may stay out of the air battle; over a port they fly the strike.
    met = flying if port else [key for key in flying if not _aboard(campaign, others, key)]
    if met or ("strait" in facts and not port):
        return
    where = "in port" if port else "outside a straits Sea Area"
    target = "no patrol" if rule == "7.4" else "no ships"
    yield Refusal(rule, f"FTR attack {target} {where}", "TAC, MDM and NAC do; FTR go with them, or meet aircraft.")


def _fighter(campaign: TheWar, key: str) -> bool:
    return "ftr" in (campaign.units[key].kind, campaign.units[key].tag)


def far_bases(
    campaign: TheWar, where: str, power: str, flying: Sequence[str], distance: int, *, cuts: bool = False
) -> Iterable[Refusal]:
    """Why aircraft do not reach a Sea Area: they meet ships in those next to their base alone, and of the side that
    does not move none stages there first (7.8.3, 11.2.1.1, 11.2.1.2)."""
    if flying and distance:
        reason = f"aircraft look for ships next to their base, not {distance} Sea Area{'s' * (distance != 1)} away"
        yield Refusal("7.8.3", reason, "distance= is for ships.")
    goals = ship_ways.met_in(campaign, where)
    if not goals or (sides.phasing(campaign) == sides.side(campaign, power) and not cuts):
        return
    for key in flying:
        base = campaign.units[key].place
        near = seas.of_port(campaign, base) if base in campaign.places else ()
        if base in sea_areas.OVERSEAS or (near and not set(near) & set(goals)):
            at, area = titles.where(campaign, base), sea_areas.name(where)
            rule = "7.8.3, 12.1.2" if cuts else "7.8.3"
            yield Refusal(rule, f"{titles.units(campaign, (key,))} at {at} is not next to {area}", "Another base.")


def fought(campaign: TheWar, engagement: Engagement) -> bool:
    """Whether anybody in a battle may attack anybody: without it there is none (7.9)."""
    if unescorted.alone(engagement):
        return False
    return Sea(drafted(campaign, engagement, (ATTACKER, DEFENDER))).start().clock != ENDED


def _forces(campaign: TheWar, where: str, afloat: Sequence[str]) -> Iterable[Refusal]:
    """Ships on patrol look for what comes into their own Sea Area, and as a force of their own (7.4, 7.8)."""
    yield from patrols.stays(campaign, afloat, but=(sea_areas.area(where), *ship_ways.met_in(campaign, where)))
    out = on_patrol(campaign, afloat)
    others = [key for key in afloat if key not in out]
    if out and others:
        from_port = titles.units(campaign, others)
        reason = f"{titles.units(campaign, out)} on patrol and {from_port} from port are two naval forces"
        yield Refusal("7.8", reason, "An order for each.")
    else:
        yield from ship_ways.together(
            campaign, others, ship_ways.FORCE_RULE, "'intercept-at-sea' for each, with its die."
        )


def _told_of_patrols(campaign: TheWar, where: str, power: str, said: Sequence[str]) -> Iterable[Refusal]:
    side = sides.side(campaign, power)
    if patrols.PATROL in said and patrols.known(campaign, side) and not patrols.there(campaign, where, side):
        known = ", ".join(sea_areas.name(area) for area in patrols.standing(campaign, side))
        yield Refusal("7.8", f"no patrol of this side is in {sea_areas.name(where)}", f"In {known}.")


def escorts(campaign: TheWar, keys: Sequence[str], facts: Sequence[str]) -> Iterable[Refusal]:
    """Why U-boats or ASW cannot be with these units: on the Murmansk Run alone, two of a kind (5.3.1, 8.8.7)."""
    kinds = [campaign.units[key].kind for key in keys]
    below = [kind for kind in kinds if kind in SUBMARINES]
    if below and "murmansk" not in facts:
        yield Refusal("5.3.1", "U-boats and ASW serve on the board on the Murmansk Run alone", "facts=murmansk.")
    most = max(below.count(kind) for kind in SUBMARINES)
    if most > ON_THE_RUN:
        yield Refusal("5.3.1", f"{most} of them", f"At most {ON_THE_RUN} U-boats and {ON_THE_RUN} ASW.")


def _aboard(campaign: TheWar, keys: Iterable[str], nac: str) -> bool:
    """Whether a NAC goes with a CV that is named with it."""
    units = [campaign.units[key] for key in keys if key in campaign.units]
    return campaign.units[nac].kind == "nac" and any(
        unit.kind == "cv" and unit.power == campaign.units[nac].power for unit in units
    )


def joined(engagement: Engagement, keys: Sequence[str], *, counter: bool) -> Engagement:
    """The engagement with more units in it."""
    if counter:
        return attrs.evolve(engagement, attackers=(*engagement.attackers, *keys))
    return attrs.evolve(engagement, defenders=(*engagement.defenders, *keys))


def supposed(
    campaign: TheWar, engagement: Engagement, power: str, keys: Sequence[str], net_modifier: int | None
) -> SeaBattle:
    """The battle in which some units look for the other side first, for a forecast."""
    counter = sides.side(campaign, engagement.by) == sides.side(campaign, power)
    battle = drafted(campaign, joined(engagement, keys, counter=counter))
    side = ATTACKER if counter else DEFENDER
    names = set(keys)
    places = tuple(at for at, piece in enumerate(battle.pieces(side)) if piece.unit.name in names)
    return attrs.evolve(battle, parties=(Party(side, places, net_modifier),))


def join(tx: Transaction[TheWar], where: str, power: str, units: tuple[str, ...], rule: str) -> None:
    """Add units to the battle, which have found the other side."""
    engagement = tx.campaign.engagements[where]
    counter = sides.side(tx.campaign, engagement.by) == sides.side(tx.campaign, power)
    part = "attackers" if counter else "defenders"
    tx.set(f"engagements.{where}.{part}", (*getattr(engagement, part), *units), "interception", rule)
