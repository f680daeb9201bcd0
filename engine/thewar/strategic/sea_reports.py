"""Pictures of what happens at sea: the U-boat war, the simplified one, convoys, torpedoed ships, sub hunters,
submarines in the Mediterranean (5.1, 29.5, 29.7, 29.14, 29.16, 29.17, 29.19)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from engine.thewar.rolls import simplified, submarines
from engine.thewar.strategic import (
    capital_ships,
    convoys,
    hunting,
    mediterranean,
    raider_hunt,
    reckoning,
    result_words,
    simplified_war,
    strategic_strengths,
    uboat_war,
)
from engine.thewar.strategic.hunt_reports import of_hunts
from engine.thewar.world import calendar, sea_areas, titles
from engine.thewar.world.naming import counted
from engine.thewar.world.reports import Cast, Reckoned, Report, Said, Story, printed, told
from engine.thewar.world.state import Box, TheWar


def of_uboats(story: Story[uboat_war.UBoatBattle]) -> Report:
    """The U-boat war of a turn (5.1)."""
    campaign, battle = story.campaign, story.battle
    war = battle.war(campaign)
    # Before its die the optional table says nothing; without attrition none is rolled.
    worn = story.face("attrition")
    war = attrs.evolve(war, attrition_face=worn, by_table=bool(worn))
    known = bool(battle.face) or (not war.rolls and not story.open)
    result = submarines.resolve(war) if known else None
    casts = [_uboat_roll(story, war, result)] if war.uboats else []
    casts += _second_die(story)
    if worn and result is not None:
        casts.append(_attrition(war, result))
    sent = campaign.boxes.get("germany", Box()).raiders
    raiders = f", {counted(len(sent), 'raider', 'raiders')}" if sent else ""
    return told(
        story,
        kind="sea",
        title="U-boat war",
        forces=f"{counted(war.uboats, 'U-boat', 'U-boats')} against {war.asw} ASW{raiders}",
        rule="5.1.1",
        casts=casts,
        words=result_words.of_war(campaign, war, result, undecided=story.open) if result is not None else (),
    )


def _uboat_roll(story: Story[Any], war: submarines.UBoatWar, result: submarines.UBoatResult | None) -> Cast:
    campaign, battle = story.campaign, story.battle
    reckoned: tuple[Reckoned, ...] = ()
    if war.rolls:
        cards = reckoning.cards(campaign, story, "u-boats", war.cards)
        reckoned = (*reckoning.at_sea(campaign, ultra=battle.ultra), *cards)
    return Cast(
        title="U-boat roll",
        rule="5.1.1",
        faces=(battle.face,) if battle.face else (),
        net=war.modifier if war.rolls else 0,
        **printed(submarines.CRT),
        column=war.column,
        row=result.row if result is not None else None,
        reckoned=reckoned,
        strengths=strategic_strengths.below(war.uboats, war.asw, "U-boat", hunters=war.hunters),
        basic=war.column,
    )


def _attrition(war: submarines.UBoatWar, result: submarines.UBoatResult) -> Cast:
    """The die of the optional attrition table."""
    return Cast(
        title="attrition",
        rule="29.17",
        faces=(war.attrition_face,),
        **printed(submarines.ATTRITION),
        column=submarines.attrition_column(war.asw + war.hunters),
        across="ASW",
        row=war.attrition_face,
        words=result_words.of_attrition(war, result),
    )


def _second_die(story: Story[Any]) -> tuple[Cast, ...]:
    """The die after a natural 1, which says what kind of ship is hit; none where none was rolled."""
    moment = story.rolled("capital-ship")
    if moment is None:
        return ()
    face = moment.face("capital-ship")
    most, kind = capital_ships.FLEET_TO, capital_ships.target(face)
    hit = "a Fleet" if kind == "fleet" else "a British carrier"
    none = "" if capital_ships.within_reach(moment.campaign, kind) else ", none is within reach"
    words = Said(f"A natural 1 hits a ship, up to {most} a Fleet, beyond it a carrier: {hit}{none}", "29.19")
    return (Cast("capital ship", "29.19", faces=(face,), words=(words,)),)


def of_torpedoed(story: Story[capital_ships.Torpedoed]) -> Report:
    """A capital ship hit by U-boats (29.19)."""
    fleet = story.battle.ship == "fleet"
    kind, aboard = ("Fleet", "") if fleet else ("carrier", ", and its NAC is depleted with it")
    after = () if story.open else (Said(f"It goes to the nearest shipyard{aboard}", "29.19"),)
    return told(
        story,
        kind="torpedoed",
        title="Capital ship torpedoed",
        forces=f"U-boats hit a {kind}; which, Britain says",
        rule="29.19, ruling 162",
        casts=_second_die(story),
        words=after,
    )


def of_simplified(story: Story[simplified_war.SimplifiedUBoats]) -> Report:
    """The simplified U-boat war (29.5)."""
    battle = story.battle
    thrown = throw(story, "u-boats", "germany")
    words: list[Said] = []
    if thrown is not None:
        cast, spent = thrown
        words = list(cast.words)
        uboats = counted(spent, "U-boat is", "U-boats are")
        price = simplified.price(calendar.turn(story.campaign), _entered(story))
        words.append(Said(f"{uboats} spent: {price}", "29.5"))
    if not story.open and battle.narfs:
        shares = {"Britain bears": battle.narfs - battle.american, "the United States bears": battle.american}
        refused = any(change.why == simplified_war.NOT_AGREED for change in story.changes)
        said = ", ".join(f"{who} {share}" for who, share in shares.items() if share)
        said = f"the United States does not agree: {said}" if refused else said
        words.append(Said(said[:1].upper() + said[1:], "29.5, ruling 161"))
    return told(
        story,
        kind="sea",
        title="Simplified U-boat war",
        forces="U-boats against Western shipping",
        rule="29.5",
        casts=[attrs.evolve(thrown[0], words=())] if thrown is not None else [],
        words=words,
    )


def _entered(story: Story[Any]) -> str:
    us = story.campaign.powers.get("us")
    return us.entered if us is not None else ""


def throw(story: Story[Any], purpose: str, by: str) -> tuple[Cast, int] | None:
    """The dice of the simplified war that a power has rolled, and how many units they cost; None where they are not
    known (29.5, 29.8)."""
    moment = story.rolled(purpose)
    if moment is None:
        return None
    faces = tuple(roll.face for roll in moment.entry.rolls if roll.purpose == purpose)
    before = attrs.evolve(simplified_war.throw(moment.campaign, by), faces=faces)
    result = simplified.resolve(before)
    rule = "29.5" if by == simplified.UBOATS else "29.8"
    kind = ("U-boat", "U-boats") if by == simplified.UBOATS else ("SAC", "")
    less = result.narfs - sum(faces)
    stand = f"{counted(before.unbuilt, *kind)} in the force pool" if before.unbuilt else "none in the force pool"
    unbuilt = Reckoned(
        f"{simplified.UNBUILT} for each unbuilt", less or -simplified.UNBUILT, bool(less), stand, f"{rule}, ruling 160"
    )
    sums = " + ".join(map(str, faces)) + (f" - {-less}" if less else "")
    words = (
        Said(f"{counted(before.dice, 'die', 'dice')}: {simplified.why_dice(by, before.turn, before.entered)}", rule),
        Said(f"{sums} = {result.narfs} NARFs", rule),
    )
    return Cast("dice", rule, faces=faces, net=less, reckoned=(unbuilt,), words=words), result.units


def of_convoy(story: Story[convoys.ConvoyRun]) -> Report:
    """The convoy's run past the U-boats' counters (29.7)."""
    battle, face = story.battle, story.face("convoy")
    uboats = story.campaign.boxes.get("germany", Box()).uboats
    most, mark = convoys.CONTACTS[battle.contact]
    harm = {"": "", "*": "a Convoy Ambush", "**": "a Massacre"}[mark]
    way = {"none": "past every counter", "near": "within two hexes of a counter", "through": "through a counter"}
    words: list[Said] = []
    casts = []
    if battle.stage == "run":
        words.append(Said(_contacts(), "29.7"))
    else:
        words.append(Said(f"The convoy sails {way[battle.contact]}" + ("" if mark else ": no die"), "29.7"))
    if face:
        came = "it meets one" if convoys.outcome(battle.contact, face) else "it meets nothing"
        words.append(Said(f"Up to {most} {harm}: {came}", "29.7"))
        casts.append(Cast("the convoy's run", "29.7", faces=(face,)))
    return told(
        story,
        kind="convoy",
        title="Convoy",
        forces=f"{convoys.counters(uboats)} counters for {uboats} U-boats, {convoys.DUMMIES} dummies among them",
        rule="29.7, ruling 163",
        casts=casts,
        words=words,
    )


def _contacts() -> str:
    """What the convoy risks for what it came near."""
    (near, _), (through, _) = convoys.CONTACTS["near"], convoys.CONTACTS["through"]
    return f"Near a counter up to {near} an Ambush; through one up to {through} a Massacre"


def of_patrol(story: Story[mediterranean.MediterraneanPatrol]) -> Report:
    """British submarines in the Mediterranean (29.14)."""
    campaign = story.campaign
    placed = (campaign.boxes.get(who, Box()) for who in ("britain", "italy", "germany"))
    face = story.face("submarines")
    patrol = attrs.evolve(mediterranean.prepared(campaign, *placed), face=face)
    result = mediterranean.resolve(patrol) if face or not patrol.rolls else None
    cast = Cast(
        title="submarines",
        rule="29.14, 5.1.1",
        faces=(face,) if face else (),
        net=sum(line.value for line in mediterranean.modifiers(patrol)) if patrol.rolls else 0,
        **printed(submarines.CRT),
        column=result.column if result is not None else "",
        row=result.row if result is not None else None,
        strengths=strategic_strengths.below(patrol.subs, patrol.asw, "submarine"),
        basic=result.column if result is not None else "",
        reckoned=_near(campaign, patrol) if patrol.rolls else (),
    )
    return told(
        story,
        kind="mediterranean",
        title="Submarines in the Mediterranean",
        forces=f"{counted(patrol.subs, 'British submarine', 'British submarines')} against {patrol.asw} Italian ASW",
        rule="29.14",
        casts=[cast],
        words=_came_of(patrol, result) if result is not None else (),
    )


def _came_of(patrol: mediterranean.Patrol, result: mediterranean.PatrolResult) -> tuple[Said, ...]:
    """What the submarines have done, and lost."""
    words = [] if patrol.rolls else [Said("No ASW: the table's best cell, without a roll", "29.14, ruling 6")]
    fates = [
        result_words.fate(result.asw_lost, result.asw_aborted, "ASW"),
        result_words.fate(result.subs_lost - result.attrition, result.subs_aborted, "submarines"),
    ]
    words.append(Said("; ".join(part for part in fates if part) or "Nothing sunk, nothing turned away", "5.1.1"))
    through = result_words.through(result.narfs // mediterranean.RATE, mediterranean.RATE)
    words.append(Said(f"{through}; no Ambush and no Massacre here", "29.14, ruling 156"))
    if result.attrition:
        worn = counted(result.attrition, "submarine", "submarines")
        words.append(Said(f"{worn} lost to attrition: {patrol.asw} ASW", "5.1.3.3"))
    if smps := result.narfs // submarines.NARFS_PER_SMP:
        words.append(Said(f"{counted(smps, 'SMP', 'SMPs')} for the NARFs: 1 for each 20", "8.4, ruling 156"))
    return tuple(words)


def _near(campaign: TheWar, patrol: mediterranean.Patrol) -> tuple[Reckoned, ...]:
    """The modifiers of the Mediterranean; what stands near is what each side has said with its box."""
    navies = f"{campaign.powers['britain'].adjective} against {campaign.powers['italy'].adjective}"
    ratings = Reckoned(mediterranean.RATINGS, patrol.nationality, bool(patrol.nationality), navies, "7.11")
    rest = []
    for (name, label, value, rule), who in zip(mediterranean.PLACED, _WHO_SAYS, strict=True):
        near = bool(getattr(patrol, name))
        rest.append(Reckoned(label, value, near, f"{who} has said {'so' if near else 'none'}", rule))
    return (ratings, *rest)


_WHO_SAYS = ("Britain", "Britain", "Italy", "Germany")


def of_raiders(story: Story[raider_hunt.RaiderHunt]) -> Report:
    """Raiders on their way, and who looked for them; searches and battle have their own pictures (5.1.2.2)."""
    hunt, campaign = story.battle, story.campaign
    words = []
    if hunt.way:
        by = ", ".join(sea_areas.name(area) for area in hunt.way)
        chit = " with an Evasion chit: 4 on every search" if hunt.evasion else ""
        words.append(Said(f"They sail by {by}{chit}", "5.1.2.2, 7.8.2"))
    if hunt.marked:
        words.append(Said("The table's mark exposes them in the North Atlantic alone", "5.1.2.2, ruling 25"))
    if not story.open:
        came = f"They are met in {sea_areas.name(hunt.met)}" if hunt.met else "Nobody has found them"
        words.append(Said(came, "5.1.2.2, 7.8"))
    names = [titles.label(campaign.units[key]) for key in hunt.raiders if key in campaign.units]
    return told(
        story,
        kind="raider-hunt",
        title="Raiders",
        forces=f"{', '.join(names) or 'raiders that were sunk'}, from {titles.where(campaign, hunt.base)}",
        rule="5.1.2.2",
        words=words,
    )


TELLERS: Mapping[type[Any], Callable[[Story[Any]], Report]] = {
    uboat_war.UBoatBattle: of_uboats,
    simplified_war.SimplifiedUBoats: of_simplified,
    convoys.ConvoyRun: of_convoy,
    capital_ships.Torpedoed: of_torpedoed,
    hunting.SubHunt: of_hunts,
    raider_hunt.RaiderHunt: of_raiders,
    mediterranean.MediterraneanPatrol: of_patrol,
}
"""Each kind of battle at sea, with the function that makes its report."""
