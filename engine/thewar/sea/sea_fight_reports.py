"""The picture of a battle at sea: who looked for whom, each roll of each round with its table, cell and every modifier,
the damage of ships (7.8 to 7.10, 11.7)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from engine.kernel.sheets.strengths import Strength
from engine.kernel.values import evolve
from engine.thewar.air.air_fight_reports import absent as absent_in_the_air
from engine.thewar.air.air_fight_reports import fired
from engine.thewar.air.air_round import Skies
from engine.thewar.air.air_strengths import Named
from engine.thewar.building.homecoming import ShipsHome
from engine.thewar.rolls import air_combat, flak, interception, naval_combat, ship_damage
from engine.thewar.rolls import printed as printing
from engine.thewar.rolls.ship_damage import Damage
from engine.thewar.sea import naval_cards, sea_drafts, sea_strengths
from engine.thewar.sea.sea_battle import (
    AIR_AT_SHIPS,
    ALL_AT_ALL,
    AT_SEA,
    ATTACKER,
    DEFENDER,
    DOGFIGHT,
    FLAK_AT_AIR,
    FLAK_AT_INTERCEPTORS,
    LETTERS,
    SHIPS_AT_AIR,
    SIDES,
    STEPS,
    Blow,
    Now,
    Rolled,
    Sea,
    SeaBattle,
)
from engine.thewar.sea.sea_fight import PURPOSES, SeaFight
from engine.thewar.sea.sea_forces import AIR, DEPLETED, WHOLE, fate, wing_fate
from engine.thewar.sea.sea_search import SeaSearch
from engine.thewar.world import counters, titles, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.reports import Cast, Reckoned, Report, Said, Story, held, printed, told
from engine.thewar.world.state import TheWar

_TITLES = (
    "air against air",
    "surprise",
    "Flak of the defender",
    "aircraft against ships",
    "Flak of the attacker",
    "ships against aircraft",
    "all against all",
)


def of_search(story: Story[SeaSearch]) -> Report:
    """The report of one search by ships (7.8)."""
    searching = story.battle
    face = story.face("interception")
    at_roll = next((moment.campaign for moment in story.moments if moment.face("interception")), story.campaign)
    looked = search(at_roll, searching, face)
    return told(
        story,
        kind="sea-search",
        alone=True,
        title=f"Interception at {titles.where(story.campaign, searching.where)}",
        forces=titles.units(story.campaign, searching.units),
        rule="7.8",
        casts=(looked,),
    )


def search(campaign: TheWar, searching: SeaSearch, face: int = 0) -> Cast:
    """The roll of a search with the force that is looked for, before or after its die."""
    rolled = searching.search(campaign, face)
    result = interception.resolve(rolled) if face else None
    modifiers = tuple(_line(text) for text in searching.lines)
    words = [Said("They are found" if result.intercept else "They are not found", "7.8")] if result else []
    if face in (1, 10):
        words.append(Said("A natural 1 always finds, a natural 10 never does", "7.8, ruling 50"))
    engagement = campaign.engagements[searching.where]
    force, wanted = sea_drafts.looked_for(campaign, engagement, searching.by)
    read = printing.read(interception.TABLE)
    return Cast(
        title=f"search for {counted(int(rolled.size), 'unit', 'units')}",
        rule="7.8",
        faces=(face,) if face else (),
        net=searching.net,
        **printed(interception.TABLE),
        column=read.columns[rolled.column],
        across="units",
        row=read.row(face + searching.net) if face else None,
        reckoned=(*modifiers, *_unheard(searching)),
        words=tuple(words),
        strengths=(sea_strengths.sought(force, wanted, partial(wars.named, campaign)),),
    )


def _line(text: str) -> Reckoned:
    """A modifier as the search keeps it: figure, label, rule."""
    value, _, rest = text.partition(" ")
    label, _, rule = rest.rpartition(" (")
    return Reckoned(label, int(value), bool(int(value)), "", rule.removesuffix(")"))


_NOT_SOUGHT = {
    "espionage": "none is played",
    "counter-espionage": "none is played",
    "western-surprise": "not in force, or other ships look",
    "winter": "another season, or the Mediterranean",
    "radar": "those who look have none",
    "own-carrier": "none looks",
    "other-carrier": "none is looked for",
    "own-land-air": "not said with the order",
    "strait": "not said with the order",
    "evasion": "none is played, or this is a counter-interception",
    "other-land-air": "not said with the order, or this is a counter-interception",
    "patrol": "none is there, or this is a counter-interception",
    "carrying": "it carries nobody, or this is a counter-interception",
}
"""Why each modifier of a search does not hold where it does not (7.8, 7.8.1, 7.8.2)."""


def _unheard(searching: SeaSearch) -> Iterator[Reckoned]:
    """Modifiers of the table that do not hold."""
    for modifier in interception.MODIFIERS:
        if not any(f" {modifier.label} (" in text for text in searching.lines):
            yield Reckoned(modifier.label, modifier.value, False, _NOT_SOUGHT[modifier.id], modifier.rule)


def of_fight(story: Story[SeaFight]) -> Report:
    """A battle at sea, round by round (7.9)."""
    fight = story.battle
    return told(
        story,
        kind="sea-battle",
        alone=True,
        title=f"Battle at sea, {titles.where(story.campaign, fight.where)}",
        forces=_forces(story),
        rule="7.9.7",
        casts=_casts(story),
        words=_words(story),
    )


def _forces(story: Story[SeaFight]) -> str:
    """Both sides in words, as they stood at the first entry of the battle that is known."""
    for campaign in (*(moment.campaign for moment in story.moments), story.campaign):
        engagement = campaign.engagements.get(story.battle.where)
        if engagement is not None:
            mine, theirs = titles.units(campaign, engagement.attackers), titles.units(campaign, engagement.defenders)
            return f"{mine} against {theirs}"
    return "forces at sea"


def _casts(story: Story[SeaFight]) -> Iterator[Cast]:
    for moment in story.moments:
        fight = moment.battle
        if fight is None:
            continue
        if fight.stage == "damage" and (face := moment.face("damage")):
            yield _damage(moment.campaign, fight.hurt[-1], face)
        elif fight.stage == "fight" and (face := moment.face(PURPOSES[fight.now.step])):
            yield _drawn(moment.campaign, fight, face)
    if story.open and story.battle.stage in ("cards", "fight"):
        yield _drawn(story.campaign, story.battle, 0)


def _drawn(campaign: TheWar, fight: SeaFight, face: int) -> Cast:
    """A roll of a round."""
    sea, now = fight.sea(campaign), fight.now
    rolled = fight.rolled(campaign)
    if rolled is None:
        raise ValueError("nothing is rolled at this moment of the battle")
    drawn = cast(sea, now, rolled, face, partial(wars.named, campaign))
    cards = tuple(_cards(campaign, fight)) if now.step == ALL_AT_ALL else ()
    return evolve(drawn, words=(*cards, *drawn.words))


def opening(campaign: TheWar, battle: SeaBattle) -> tuple[Cast, ...]:
    """The rolls of the first round before any die, as they would be if nobody were hit before each; parties that still
    look for the battle have found it."""
    sea = Sea(evolve(battle, parties=()))
    mine, theirs = (bytes(piece.start for piece in battle.pieces(side)) for side in (ATTACKER, DEFENDER))
    now, casts = Now(0, mine, theirs), list[Cast]()
    for step in range(STEPS):
        rolled = sea.rolled(now._replace(clock=step))
        if rolled is None:
            continue
        casts.append(cast(sea, now._replace(clock=step), rolled, 0, partial(wars.named, campaign)))
        # Who has met aircraft surprises nobody (7.9.3).
        now = now._replace(aloft=now.aloft or step == DOGFIGHT)
    return tuple(casts)


def cast(sea: Sea, now: Now, rolled: Rolled, face: int, named: Named = str) -> Cast:
    """A roll of a round with what both sides bring to it, before or after its die."""
    title = f"round {now.round}, {LETTERS[now.step]}: {_TITLES[now.step]}"
    roll, faces, did = rolled.roll, (face,) if face else (), _did(rolled, face)
    strengths = _strengths(sea, now, named)
    if isinstance(roll, air_combat.Dogfight):
        air = air_combat.resolve(evolve(roll, face=face)) if face else None
        column = printing.read(air_combat.CRT).columns[roll.place]
        return Cast(
            title,
            "7.9.1, 11.9",
            faces,
            sum(line.value for line in roll.lines),
            **printed(air_combat.CRT),
            column=column,
            row=air.row if air is not None else None,
            reckoned=(*held(roll.lines), *absent_in_the_air(roll)),
            words=did,
            strengths=strengths,
            basic=column,
        )
    if isinstance(roll, naval_combat.Engagement):
        sea_result = naval_combat.resolve(evolve(roll, face=face)) if face else None
        column = printing.read(naval_combat.CRT).columns[roll.place]
        return Cast(
            title,
            "7.9.9",
            faces,
            sum(line.value for line in roll.lines),
            **printed(naval_combat.CRT),
            column=column,
            across="Fleets",
            row=sea_result.row if sea_result is not None else None,
            reckoned=(*held(roll.lines), *_absent(roll)),
            words=(*_hopeless(roll), *did),
            strengths=strengths,
            basic=column,
        )
    if isinstance(roll, flak.Flak):
        rule = "7.9.4, 11.12"
        return evolve(fired(evolve(roll, face=face), title, rule, strengths[0], "unit"), words=did)
    net = -int(sea.battle.espionage)
    times = naval_combat.SURPRISE["sea" if sea.battle.harbour == AT_SEA else "port"]
    most = naval_combat.SURPRISED_UP_TO - net
    asked = Said(f"Up to {most} is surprise: no Flak, and aircraft count {times} times", "7.9.3, 11.7.2")
    return Cast(title, "7.9.3, 11.7.2", faces, net, words=(asked, *did), reckoned=_chit(sea))


def _strengths(sea: Sea, now: Now, named: Named) -> tuple[Strength, ...]:
    """Both sides as they take part in the step at hand; of Flak the side that fires."""
    attacker, defender = sea.sides(now)
    step, battle = now.step, sea.battle
    if step == DOGFIGHT:
        skies = Skies(modifiers=battle.air_modifiers)
        return sea_strengths.flying(attacker, ATTACKER, skies, named), sea_strengths.flying(
            defender, DEFENDER, skies, named
        )
    if step == FLAK_AT_AIR:
        return (sea_strengths.guns(defender, DEFENDER, battle.port_flak, named),)
    if step == FLAK_AT_INTERCEPTORS:
        return (sea_strengths.guns(attacker, ATTACKER, 0, named),)
    if step == AIR_AT_SHIPS:
        times = naval_combat.SURPRISE["sea" if battle.harbour == AT_SEA else "port"] if now.surprise else 1
        mine = sea_strengths.fleets(attacker, ATTACKER, ships=False, times=times, named=named)
        return mine, sea_strengths.fleets(defender, DEFENDER, air=False, named=named)
    if step == SHIPS_AT_AIR:
        mine = sea_strengths.fleets(attacker, ATTACKER, air=False, named=named)
        return mine, sea_strengths.fleets(defender, DEFENDER, ships=False, named=named)
    if step == ALL_AT_ALL:
        return tuple(
            sea_strengths.fleets(muster, side, named=named) for side, muster in enumerate((attacker, defender))
        )
    return ()


def _hopeless(roll: naval_combat.Engagement) -> Iterator[Said]:
    if roll.hopeless:
        yield Said("Worse than 1-4: every attacking ship is sunk without a die", "7.9.9, ruling 39")


def _chit(sea: Sea) -> tuple[Reckoned, ...]:
    """What an Espionage chit adds to the roll for surprise."""
    played = sea.battle.espionage
    return (Reckoned("Espionage chit on surprise", -1, played, "" if played else "none is played", "7.9.3, 11.7.2"),)


def _cards(campaign: TheWar, fight: SeaFight) -> Iterator[Said]:
    """Both cards and what their cell adds, where cards were played with."""
    if all(fight.cards):
        told = fight.cards_told(campaign)
        yield Said(f"{told[0].upper()}{told[1:]}", naval_cards.RULE)


_NO_MODIFIER = {
    "attacker-nac": "none takes part",
    "defender-nac": "none takes part",
    "attacker-carrying": "no laden Fleet takes part",
    "defender-carrying": "no laden Fleet takes part",
    "attacker-supply": "not said of this mission",
    "defender-supply": "not said of this mission",
    "attacker-cv-only": "no such CV takes part, or not alone",
    "defender-cv-only": "no such CV takes part, or not alone",
    "attacker-submarines": "none takes part, or not alone",
    "defender-submarines": "none takes part, or not alone",
    "axis-against-task-force": "no Axis attack on one there",
    "first-surprise": "no surprise, not by carriers' NAC alone, or they have struck before",
    "mers-el-kebir": "this is another battle",
}
"""Why each modifier of the naval table does not hold where it does not (7.9.9, 11.7.3, 18.5.6)."""


def _absent(roll: naval_combat.Engagement) -> Iterator[Reckoned]:
    """Every modifier of the naval table that does not hold."""
    for modifier in naval_combat.MODIFIERS:
        if modifier.id not in roll.modifiers:
            yield Reckoned(modifier.label, modifier.value, False, _NO_MODIFIER[modifier.id], modifier.rule)


def _did(rolled: Rolled, face: int) -> tuple[Said, ...]:
    """The effect of a face in words, () before the die."""
    if not face:
        return ()
    done = rolled.faces[face - 1]
    if isinstance(done, bool):
        return (Said("Surprise: no Flak" if done else "No surprise", "7.9.3"),)
    if not isinstance(done, Blow):
        miss = isinstance(rolled.roll, flak.Flak)
        return (Said("No harm" if miss else "Void: only ships suffer, and only those that fight here", "7.9.5"),)
    target = "air unit" if done.arena != "sea" else "ship"
    whose = "attacking" if done.side == ATTACKER else "defending"
    units = counted(done.many, f"{whose} {target}", f"{whose} {target}s")
    return (
        Said(
            f"{units} {'Depleted' if done.effect == 'depleted' else done.effect}",
            "7.9.9" if done.arena != AIR else "11.9",
        ),
    )


def of_home(story: Story[ShipsHome]) -> Report:
    """Ships that were Depleted outside a battle at sea, on their way to the yards (7.10)."""
    casts = [
        _damage(moment.campaign, moment.battle.hurt[len(moment.battle.damages)], face)
        for moment in story.moments
        if moment.battle is not None and (face := moment.face("damage"))
    ]
    hurt = [key for key in story.battle.hurt if key in story.campaign.units]
    forces = ", ".join(titles.unit(story.campaign, key) for key in hurt)
    return told(story, kind="ships-home", title="Ships in the yards", forces=forces, rule="7.10", casts=casts)


def _damage(campaign: TheWar, key: str, face: int) -> Cast:
    """The die for the damage of a ship that was Depleted."""
    ship = campaign.units[key]
    lost = Damage(ship.kind, face)
    damage = f"{counted(ship_damage.damage(lost), 'factor', 'factors')}: space {ship_damage.space(lost)} of the track"
    return Cast(
        f"damage of {titles.unit(campaign, key)}",
        "7.10",
        (face,),
        **printed(ship_damage.DEPLETION),
        column=ship.kind,
        across="ship",
        row=face,
        words=(Said(damage, "7.10, ruling 56"),),
        follows=True,
    )


def _left(campaign: TheWar, fight: SeaFight, side: int) -> str:
    """What a side has left in the battle: its units are what they were until it is over."""
    left: dict[str, int] = {}
    for piece, code in zip(fight.sea(campaign).battle.pieces(side), fight.now.codes(side), strict=True):
        units = [(piece.unit, fate(code))] + ([(piece.wing, wing_fate(code))] if piece.wing is not None else [])
        for unit, state in units:
            if state in (WHOLE, DEPLETED):
                name = counters.label(unit.kind, unit.strength) + (" Depleted" if state == DEPLETED else "")
                left[name] = left.get(name, 0) + 1
    said = ", ".join(f"{many} {name}" if many > 1 else name for name, many in left.items())
    return f"The {SIDES[side]} has left: {said or 'nobody'}"


def _words(story: Story[SeaFight]) -> tuple[Said, ...]:
    """How the battle ended, in words."""
    fight = story.battle
    if story.open:
        # Once the ships sail home the campaign itself says what is left.
        fought = fight.stage not in ("home", "defection", "yards", "end")
        return (
            ()
            if not fought
            else tuple(Said(_left(story.campaign, fight, side), "7.9.9") for side in (ATTACKER, DEFENDER))
        )
    if fight.fled:
        return (Said(f"The {fight.fled} breaks off with the whole force", "7.9.5"),)
    ended = fight.stage in ("home", "yards", "end")
    return (
        (Said(f"Fought to the end; the mission of the {SIDES[ATTACKER]} goes on with what is left of it", "7.9.5"),)
        if ended
        else ()
    )


TELLERS: Mapping[type[Any], Callable[[Story[Any]], Report]] = {
    SeaSearch: of_search,
    SeaFight: of_fight,
    ShipsHome: of_home,
}
"""Each kind of battle at sea, with the function that makes its report."""
