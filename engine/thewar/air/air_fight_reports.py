"""The picture of an air battle on the board: each round and each volley of Flak with its table, cell and every modifier
(11.5, 11.9, 11.12)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from engine.kernel.refusals import Line
from engine.thewar.air import air_engagements, air_fight, air_round
from engine.thewar.air.air_fight import AirFight
from engine.thewar.air.air_sides import AIR, FLAK, ROUNDS, STRAFE, SUPPORT_FLAK
from engine.thewar.combat import battles
from engine.thewar.rolls import air_combat, flak
from engine.thewar.rolls import printed as printing
from engine.thewar.rolls.air_combat import Dogfight
from engine.thewar.world import titles
from engine.thewar.world.naming import counted
from engine.thewar.world.reports import Cast, Moment, Reckoned, Report, Said, Story, held, printed, told
from engine.thewar.world.state import TheWar


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
    doubled = tuple(_doubled(campaign, fight))
    return cast(fought, f"round {fight.number}{': on the ground' if fought.on_ground else ''}", doubled)


def cast(fought: Dogfight, title: str, doubled: tuple[Said, ...] = ()) -> Cast:
    """A round with its printed table, before or after its die; ``doubled``: what surprise adds to the factors."""
    result = air_combat.resolve(fought) if fought.face else None
    attack, defence = fought.attacker.factors, fought.defender.factors
    better = (Said("One column better against units on the ground", "11.5.1, ruling 31"),) if fought.on_ground else ()
    return Cast(
        title=title,
        rule="11.5.1" if fought.on_ground else "11.9",
        faces=(fought.face,) if fought.face else (),
        net=sum(line.value for line in fought.lines),
        **printed(air_combat.CRT),
        column=printing.read(air_combat.CRT).columns[fought.place],
        row=result.row if result is not None else None,
        reckoned=(*held(fought.lines), *absent(fought)),
        words=(
            Said(f"{attack} against {defence} factors", "11.9"),
            *doubled,
            *better,
            *(_result(fought, result) if result is not None else ()),
        ),
    )


def absent(fight: Dogfight) -> Iterator[Reckoned]:
    """Every modifier that does not hold, and why."""
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
            yield Reckoned(modifier.label, modifier.value, False, "not said of this battle", modifier.rule)


def _doubled(campaign: TheWar, fight: AirFight) -> Iterator[Said]:
    """What surprise adds to the factors on both sides."""
    skies = fight.battle(campaign).skies
    for side, attacks in ((air_fight.ATTACKER, True), (air_fight.DEFENDER, False)):
        stage = AIR if attacks else fight.stage
        for line in air_round.factors(fight.able(campaign, side, stage), skies, attacks=attacks).lines[1:]:
            yield Said(f"{line.label}: {line.value} factors more for the {side}", line.rule)


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
    campaign = moment.campaign
    fires = fight.battle(campaign).fires
    result = flak.resolve(flak.Flak(fires, face))
    engagement = fight.engagement(campaign)
    sources = tuple(air_engagements.factors(campaign, fight.where, engagement).lines)
    support = fight.stage == SUPPORT_FLAK
    hit = result.depleted + result.eliminated
    fate = "Depleted" if result.depleted else "eliminated"
    harm = counted(hit, "attacking unit", "attacking units") + f" {fate}" if hit else "No harm"
    return Cast(
        title="Flak at what supports the attack" if support else f"Flak before round {fight.number}",
        rule="11.12.2" if support else "11.5.2, 11.12",
        faces=(face,),
        **printed(flak.TABLE),
        column=result.column,
        across="factors",
        row=printing.read(flak.TABLE).row(face),
        words=(*(_source(line) for line in sources), Said(harm, "11.12")),
    )


def _source(line: Line) -> Said:
    return Said(f"Flak {line.value}: {line.label}", line.rule)


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
