"""The picture of an air battle on the board: each round and each volley of Flak with its table, cell and every modifier
(11.5, 11.9, 11.12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

from engine.kernel.refusals import Breakdown
from engine.kernel.sheets.strengths import Strength
from engine.kernel.values import evolve
from engine.thewar.air import air_engagements, air_fight, air_round, air_strengths
from engine.thewar.air.air_fight import AirFight
from engine.thewar.air.air_sides import AIR, COUNTER_AIR, FLAK, ROUNDS, STRAFE, SUPPORT_FLAK, AirBattle
from engine.thewar.combat import battles, surprises
from engine.thewar.combat.combatants import Combatant
from engine.thewar.rolls import air_combat, flak
from engine.thewar.rolls import printed as printing
from engine.thewar.rolls.air_combat import Dogfight
from engine.thewar.rolls.printed import Amount
from engine.thewar.world import titles, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.reports import Cast, Moment, Reckoned, Report, Said, Story, held, printed, told
from engine.thewar.world.state import Engagement, TheWar

_NOTHING: Mapping[str, str] = MappingProxyType({})


def of_fight(story: Story[AirFight]) -> Report:
    """An air battle: a counter-air mission, or the fight over a battle on the ground."""
    campaign, fight = story.campaign, story.battle
    engagement = campaign.engagements.get(fight.where)
    counter = engagement is not None and engagement.kind == battles.AIR
    at = titles.where(campaign, fight.where)
    return told(
        story,
        kind="air",
        alone=True,
        title=f"Counter-air mission against {at}" if counter else f"Air battle over {at}",
        forces=_forces(story),
        rule="11.5" if counter else "11.9",
        casts=_casts(story),
        words=_words(story),
    )


def _forces(story: Story[AirFight]) -> str:
    """Both sides in words, as they stood at the first entry of the battle that is known."""
    first = next((moment for moment in story.moments if story.battle.where in moment.campaign.engagements), None)
    campaign = first.campaign if first is not None else story.campaign
    engagement = campaign.engagements.get(story.battle.where)
    if engagement is None:
        return "aircraft of both sides"
    battle = air_engagements.battle(campaign, story.battle.where, engagement)
    sides = (titles.units(campaign, (unit.name for unit in force)) for force in (battle.attackers, battle.defenders))
    mine, theirs = (side or "nobody" for side in sides)
    shot = f", Flak {battle.fires}" if battle.fires else ""
    return f"{mine} against {theirs}{shot}"


def _casts(story: Story[AirFight]) -> Iterator[Cast]:
    for moment in story.moments:
        fight = moment.battle
        if fight is None:
            continue
        if face := moment.face("air"):
            yield _drawn(moment.campaign, fight, face)
        elif face := moment.face("air-flak"):
            yield _volley(moment, fight, face)
    if story.open and story.battle.stage in (AIR, STRAFE):
        yield _drawn(story.campaign, story.battle, 0)


def _drawn(campaign: TheWar, fight: AirFight, face: int) -> Cast:
    fought = fight.dogfight(campaign, face)
    able = fight.able(campaign, air_fight.ATTACKER, AIR), fight.able(campaign, air_fight.DEFENDER, fight.stage)
    engagement = fight.engagement(campaign)
    return _round(campaign, fight.battle(campaign), engagement, fought, *able)


def opening(campaign: TheWar, battle: AirBattle, engagement: Engagement) -> Cast:
    """The first round of a battle before its die, as a forecast takes it: everybody who can comes up, else they are
    attacked on the ground."""
    risers = tuple(unit for unit in battle.defenders if air_round.flies(unit)) if battle.rises else ()
    targets = risers or tuple(unit for unit in battle.defenders if unit.name in battle.based)
    fought = air_round.dogfight(battle.attackers, targets, battle.skies, on_ground=not risers)
    return _round(campaign, battle, engagement, fought, tuple(filter(air_round.flies, battle.attackers)), targets)


def _round(
    campaign: TheWar,
    battle: AirBattle,
    engagement: Engagement,
    fought: Dogfight,
    mine: tuple[Combatant, ...],
    theirs: tuple[Combatant, ...],
) -> Cast:
    named = partial(wars.named, campaign)
    base = battle.kind == COUNTER_AIR
    strengths = (
        air_strengths.side(mine, battle.attackers, battle.skies, _stays, attacks=True, named=named),
        air_strengths.side(
            theirs,
            battle.defenders,
            battle.skies,
            _at_home if fought.on_ground else _down,
            attacks=False,
            named=named,
        ),
    )
    drawn = cast(
        fought,
        f"round {fought.round}{': on the ground' if fought.on_ground else ''}",
        surprises.in_air(campaign, engagement),
    )
    return evolve(drawn, strengths=strengths, shifts=tuple(air_strengths.shifts(fought, base=base)))


def _stays(unit: Combatant) -> tuple[str, str]:
    if unit.category != "air":
        return "it is no air unit", "11.9"
    return "a Depleted NAC flies no mission", "11.11.4, ruling 55"


def _down(unit: Combatant) -> tuple[str, str]:
    if unit.kind == "nac" and unit.depleted:
        return _stays(unit)
    return "it stays down, or has broken off", "11.5.1"


def _at_home(unit: Combatant) -> tuple[str, str]:
    return "it is not based here: those on the ground alone are attacked", "11.5.1"


def cast(fought: Dogfight, title: str, known: Mapping[str, str] = _NOTHING) -> Cast:
    """A round with its printed table, before or after its die; ``known``: surprises, each with why it does not hold."""
    result = air_combat.resolve(fought) if fought.face else None
    crt = printing.read(air_combat.CRT)
    return Cast(
        title=title,
        rule="11.5.1" if fought.on_ground else "11.9",
        faces=(fought.face,) if fought.face else (),
        net=sum(line.value for line in fought.lines),
        **printed(air_combat.CRT),
        column=crt.columns[fought.place],
        row=result.row if result is not None else None,
        reckoned=(*held(fought.lines), *absent(fought, known)),
        words=tuple(_result(fought, result)) if result is not None else (),
        basic=crt.columns[air_strengths.basic(fought)],
    )


def absent(fight: Dogfight, known: Mapping[str, str] = _NOTHING) -> Iterator[Reckoned]:
    """Every modifier that does not hold, and why; ``known``: what the campaign says of surprises."""
    bombers, fighter, jet = air_combat.BOMBERS, air_combat.FIGHTER, air_combat.JET
    for who, side, sign in (("attacking", fight.attacker, 1), ("defending", fight.defender, -1)):
        if not side.bombers:
            yield Reckoned(f"{who} NAC, TAC or MDM", sign * bombers, False, "none is there", "11.9, ruling 47")
        if not side.fighters:
            yield Reckoned(f"{who} FTR, each", -sign * fighter, False, "none is there", "11.9")
        if not side.jets:
            yield Reckoned(f"{who} jets, each", -sign * jet, False, "none is there", "11.13, ruling 121")
    if not fight.over_britain:
        why = "not the Axis over Britain"
        yield Reckoned("Battle over Britain", air_combat.BRITAIN, False, why, "11.9, ruling 24")
    for modifier in air_combat.MODIFIERS:
        if modifier.id not in fight.modifiers:
            why = known.get(modifier.id) or "not said of this battle"
            yield Reckoned(modifier.label, modifier.value, False, why, modifier.rule)


def _result(fought: Dogfight, result: air_combat.AirResult) -> Iterator[Said]:
    if fought.on_ground and result.side == "attacker":
        yield Said(f"{result.result} is void: the defender has stayed down", "11.5.1, ruling 58")
        return
    whom = "attacking" if result.side == "attacker" else "defending"
    fate = "Depleted" if result.effect == "depleted" else "eliminated"
    units = counted(result.count, f"{whom} unit", f"{whom} units")
    if fought.times > 1:
        cited = f"{air_combat.EFFORT_RULES[fought.effort]}, rulings 36, 37"
        yield Said(f"Times {fought.times} by the {fought.effort} air effort, in the first round", cited)
    yield Said(f"{units} {fate}", "11.9")


def _volley(moment: Moment[AirFight], fight: AirFight, face: int) -> Cast:
    title = f"Flak before round {fight.number}"
    engagement = fight.engagement(moment.campaign)
    return volley(moment.campaign, fight.where, engagement, title, support=fight.stage == SUPPORT_FLAK, face=face)


def volley(
    campaign: TheWar, where: str, engagement: Engagement, title: str, *, support: bool = False, face: int = 0
) -> Cast:
    """Flak of the hex at the attackers, before or after its die; ``support``: at what supports an attack on the
    ground."""
    sources = air_engagements.factors(campaign, where, engagement)
    fires = air_engagements.battle(campaign, where, engagement).fires
    return fired(
        flak.Flak(fires, face),
        "Flak at what supports the attack" if support else title,
        "11.12.2" if support else "11.5.2, 11.12",
        air_strengths.fires(_silenced(sources, fires), fires, "Flak of the hex"),
        "attacking unit",
    )


def _silenced(sources: Breakdown, fires: Amount) -> Breakdown:
    """The Flak with a line for what a surprise keeps from firing (18.2, 21.4)."""
    less = int(fires) - sources.total
    return sources.plus("silent in the battle: surprised", less, "18.2, 21.4") if less else sources


def fired(shot: flak.Flak, title: str, rule: str, strength: Strength, whom: str) -> Cast:
    """A volley with its printed table; ``whom`` it harms, in the singular."""
    result = flak.resolve(shot) if shot.face else None
    words: tuple[Said, ...] = ()
    if result is not None:
        hit = result.depleted + result.eliminated
        fate = "Depleted" if result.depleted else "eliminated"
        words = (Said(counted(hit, whom, f"{whom}s") + f" {fate}" if hit else "No harm", "11.12"),)
    read = printing.read(flak.TABLE)
    return Cast(
        title=title,
        rule=rule,
        faces=(shot.face,) if shot.face else (),
        **printed(flak.TABLE),
        column=read.columns[shot.column] if shot.factors else "",
        across="factors",
        row=read.row(shot.face) if shot.face else None,
        words=words,
        strengths=(strength,),
    )


def _words(story: Story[AirFight]) -> tuple[Said, ...]:
    """How the battle ended, in words."""
    if story.open:
        return ()
    fight = story.battle
    if fight.left:
        return (Said(f"The {fight.left} breaks off and flies home", "11.9"),)
    if fight.number >= ROUNDS and fight.through not in ("", FLAK):
        return (Said("Three rounds are fought", "11.9"),)
    return (Said("Nobody is left to fight, or nobody goes on", "11.9"),)


TELLERS: Mapping[type[Any], Callable[[Story[Any]], Report]] = {AirFight: of_fight}
"""The function that makes the report of an air battle."""
