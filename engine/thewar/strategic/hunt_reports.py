"""The picture of sub hunters: each engagement with its search and its battle, as the journal tells them (29.16, 7.8,
7.9.9)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import attrs

from engine.kernel import ruleset as rulesets
from engine.kernel.grammar import Unreadable
from engine.kernel.reading import parse
from engine.thewar.rolls import interception, naval_combat
from engine.thewar.rolls import printed as printing
from engine.thewar.sea import naval_radar
from engine.thewar.strategic import british_chits, hunters_answers, sub_hunters
from engine.thewar.strategic.hunting import SubHunt
from engine.thewar.strategic.sub_hunters import Hunt
from engine.thewar.world import wars
from engine.thewar.world.naming import counted
from engine.thewar.world.reports import Cast, Moment, Reckoned, Report, Said, Story, held, printed, told
from engine.thewar.world.state import Box, TheWar


def of_hunts(story: Story[SubHunt]) -> Report:
    """The hunters of one Ally, all their engagements of the turn."""
    campaign, ally = story.campaign, story.battle.ally
    casts = list(_casts(story))
    hunters, left = campaign.boxes.get(ally, Box()).hunters, story.battle.left
    stay = counted(left, "sub hunter stays in port", "sub hunters stay in port")
    return told(
        story,
        kind="hunt",
        title=f"Sub hunters of {wars.named(campaign, ally)}",
        forces=f"{counted(hunters, 'sub hunter', 'sub hunters')} before the U-boat roll",
        rule="29.16",
        casts=casts,
        words=(Said(stay, "29.16"),) if left and not story.open else (),
    )


def _casts(story: Story[SubHunt]) -> Iterator[Cast]:
    port: hunters_answers.HuntFrom | None = None
    for moment in story.moments:
        port = _port(moment) or port
        out = moment.battle
        if out is None:
            continue
        hunt = out.hunt(moment.campaign)
        if face := moment.face("sub-hunters:search"):
            yield _search(moment.campaign, out, attrs.evolve(hunt, search_face=face), port)
        elif out.stage == "battle":
            face = moment.face("sub-hunters:naval")
            yield _battle(moment.campaign, out.ally, attrs.evolve(hunt, face=face))
    if story.open and story.battle.stage == "chit":
        yield _battle(story.campaign, story.battle.ally, story.battle.hunt(story.campaign))


def _port(moment: Moment[SubHunt]) -> hunters_answers.HuntFrom | None:
    """What the player has said of the hunters' port, where this entry says it."""
    if f" {hunters_answers.HuntFrom.verb} " not in moment.entry.order:
        return None
    try:
        order = parse(rulesets.of(moment.campaign), moment.entry.order)
    except Unreadable:
        return None
    inner = getattr(order, "inner", order)
    return inner if isinstance(inner, hunters_answers.HuntFrom) else None


def _search(campaign: TheWar, out: SubHunt, hunt: Hunt, port: hunters_answers.HuntFrom | None) -> Cast:
    read = printing.read(interception.TABLE)
    search = interception.Search(Fraction(hunt.uboats, 2), hunt.net, hunt.search_face)
    looked = f"{counted(hunt.hunters, 'hunter', 'hunters')} for {counted(hunt.uboats, 'U-boat', 'U-boats')}"
    words = [Said(f"{'Found' if hunt.found else 'Not found'}; the U-boats count half a Fleet each", "7.8, ruling 184")]
    if hunt.search_face in (1, 10):
        words.append(Said("A natural 1 always finds, a natural 10 never does", "7.8, ruling 50"))
    return Cast(
        title=f"search: {looked}",
        rule="7.8",
        faces=(hunt.search_face,),
        net=hunt.net,
        **printed(interception.TABLE),
        column=read.columns[search.column],
        across="Fleets",
        row=read.row(hunt.search_face + hunt.net),
        reckoned=_searching(campaign, out, port),
        words=tuple(words),
    )


def _searching(campaign: TheWar, out: SubHunt, port: hunters_answers.HuntFrom | None) -> tuple[Reckoned, ...]:
    if port is None:
        # The order that said it is not among these entries.
        return (Reckoned("port, ratings, aircraft, radar together", out.net, bool(out.net), "", "7.8"),)
    lines = sub_hunters.searching(campaign, out.ally, port.distance, air=port.air).lines
    air, radar = interception.BY_ID["own-land-air"], interception.BY_ID["radar"]
    absent = []
    if not port.air:
        absent.append(Reckoned(air.label, air.value, False, "none said", air.rule))
    if not naval_radar.has(campaign, out.ally):
        why = "not shared" if campaign.facts.get(naval_radar.FACT, False) else "not played"
        absent.append(Reckoned(radar.label, radar.value, False, why, radar.rule))
    return (*held(lines), *absent)


def _battle(campaign: TheWar, ally: str, hunt: Hunt) -> Cast:
    title = "battle: U-boats attack the hunters"
    fight = hunt.fight
    if fight.hopeless:
        sunk = counted(hunt.uboats, "U-boat", "U-boats")
        words = Said(f"{fight.attacker} to {fight.defender} is worse than 1-4: {sunk} sunk without a roll", "ruling 39")
        return Cast(title, "7.9.9", words=(words,))
    chit = sub_hunters.CHIT if hunt.chit else 0
    rolled = naval_combat.resolve(attrs.evolve(fight, face=hunt.face + chit)) if hunt.face else None
    return Cast(
        title=title,
        rule="7.9.9",
        faces=(hunt.face,) if hunt.face else (),
        net=sum(line.value for line in fight.lines) + chit,
        **printed(naval_combat.CRT),
        column=printing.read(naval_combat.CRT).columns[fight.place],
        row=rolled.row if rolled is not None else None,
        reckoned=(*held(fight.lines), _chit(campaign, ally, played=hunt.chit)),
        words=_fought(hunt) if hunt.face else (),
    )


def _chit(campaign: TheWar, ally: str, *, played: bool) -> Reckoned:
    refused = sub_hunters.asked_for_chit(campaign, ally)
    if played:
        why = "played"
    elif british_chits.played_now(campaign, british_chits.HUNT):
        why = "one a turn, played already"
    else:
        why = refused.reason if refused is not None else "not played"
    return Reckoned("Espionage chit", sub_hunters.CHIT, played, why, "29.16")


def _fought(hunt: Hunt) -> tuple[Said, ...]:
    result = sub_hunters.resolve(hunt)
    parts = [
        counted(result.sunk, "U-boat sunk", "U-boats sunk") if result.sunk else "",
        counted(result.depleted, "U-boat depleted", "U-boats depleted") if result.depleted else "",
    ]
    said = ", ".join(part for part in parts if part) or "Void: hunters are never hit"
    return (Said(said, "29.16, ruling 184"),)
