"""Pictures of what happens in the air: raids on Britain, Germany and the Soviet Union, waves, raids on cities,
simplified bombing, rockets (5.2, 5.2.5, 11.12, 29.8, 29.10, 29.12, 29.18)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from engine.thewar.economy import german_cities
from engine.thewar.rolls import air_combat, bombing, city_bombing, simplified
from engine.thewar.rolls import printed as printing
from engine.thewar.rolls.city_bombing import CityRaid
from engine.thewar.rolls.crt import combat_table
from engine.thewar.strategic import (
    air_war,
    bomber_waves,
    city_battle,
    city_raids,
    eastern_raids,
    reckoning,
    result_words,
    rockets,
    simplified_war,
    strategic_losses,
    strategic_strengths,
)
from engine.thewar.strategic.sea_reports import throw
from engine.thewar.world.naming import counted
from engine.thewar.world.reports import Cast, Reckoned, Report, Said, Story, held, printed, told
from engine.thewar.world.state import Box, TheWar

_TITLES = {"germany": "German raid on Britain", "britain": "British raid by night", "us": "American raid by day"}


def of_raid(story: Story[air_war.RaidBattle]) -> Report:
    """A raid on Britain, Germany or the Soviet Union."""
    campaign, battle = story.campaign, story.battle
    raid = battle.raid(campaign)
    gone = not raid.arriving and (bool(battle.flak_face) or not raid.heavy_flak)
    result = bombing.resolve(raid) if battle.face or gone else None
    casts = [_flak(raid, raid.sac)] if raid.heavy_flak else []
    if raid.arriving:
        casts.append(_bombing(story, raid, result, _lent(campaign, battle, raid)))
    words: tuple[Said, ...] = ()
    if result is not None and raid.arriving:
        words = result_words.of_raid(raid, result, raid.arriving - result.sac_lost - result.sac_aborted)
    elif gone:
        words = (Said("No bomber comes through to the target", "5.2"),)
    if result is not None and battle.by == "germany" and not raid.soviet and not battle.wave:
        shot = result.sac_flak_eliminated + result.sac_lost
        words += _replaced(campaign.boxes["germany"], shot, result.sac_flak_depleted, result.attrition)
    title = f"{_TITLES.get(battle.by, 'raid')}{f', wave {battle.wave}' if battle.wave else ''}"
    return told(
        story,
        kind="east" if raid.soviet else "raid",
        title="German raid on the Soviet Union" if raid.soviet else title,
        forces=_forces(campaign, battle, raid),
        rule="29.12" if raid.soviet else "5.2, 29.18" if battle.wave else "5.2",
        casts=casts,
        words=words,
    )


def _forces(campaign: TheWar, battle: air_war.RaidBattle, raid: bombing.Raid) -> str:
    guard = f"{raid.interceptors} INT" + (f" ({raid.jets} jets)" if raid.jets else "")
    lent = _lent(campaign, battle, raid)
    among = f" ({lent} MDM count {bombing.MDM_SACS} each)" if lent else ""
    flak = f", Heavy Flak {raid.heavy_flak}" if raid.heavy_flak else ""
    near = ", an airbase near Baku" if raid.baku else ""
    return f"{raid.sac} {'bombers' if battle.wave else 'SAC'}{among} against {guard}{flak}{near}"


def _lent(campaign: TheWar, battle: air_war.RaidBattle, raid: bombing.Raid) -> int:
    """The MDM that fly with the bombers of a raid; of a wave nobody says which they are."""
    there = battle.by in campaign.boxes and not raid.soviet and not battle.wave
    return campaign.boxes[battle.by].mdm if there else 0


def _flak(raid: bombing.Raid, sac: int, face: int | None = None, kind: str = "SAC") -> Cast:
    """Heavy Flak against so many bombers; ``face`` where it is not the raid's own."""
    rolled = raid.flak_face if face is None else face
    flak = bombing.heavy_flak(raid.heavy_flak, sac, rolled, soviet=raid.soviet) if rolled else bombing.NO_FLAK
    return Cast(
        title="Heavy Flak",
        rule="11.12",
        faces=(rolled,) if rolled else (),
        net=sum(line.value for line in bombing.flak_modifiers(sac, soviet=raid.soviet)),
        **printed(bombing.FLAK),
        column=str(raid.heavy_flak),
        across="level",
        row=flak.row if rolled else None,
        reckoned=reckoning.at_flak(raid, sac, kind),
        words=result_words.of_flak(flak, kind) if rolled else (),
    )


def _bombing(story: Story[Any], raid: bombing.Raid, result: bombing.RaidResult | None, lent: int = 0) -> Cast:
    column = combat_table(bombing.CRT).column(raid.arriving, raid.interceptors or 1)
    return Cast(
        title="bombing roll",
        rule="5.2",
        faces=(raid.face,) if raid.face else (),
        net=sum(line.value for line in bombing.modifiers(raid)),
        **printed(bombing.CRT),
        column=column,
        row=result.row if result is not None and raid.face else None,
        reckoned=(*reckoning.over_target(story.campaign, raid), *_cards(story, raid)),
        words=result_words.of_fight(raid, result) if result is not None else (),
        strengths=strategic_strengths.raid(raid, lent=lent),
        basic=column,
    )


def _cards(story: Story[Any], raid: bombing.Raid) -> tuple[Reckoned, ...]:
    if raid.soviet:
        return ()
    return reckoning.cards(story.campaign, story, air_war.CARDED[raid.by], raid.cards)


def _replaced(box: Box, shot: int, by_flak: int, worn: int) -> tuple[Said, ...]:
    """What became of lent bombers."""
    toll = air_war.toll(box, shot, by_flak, worn)
    if not toll.narfs:
        return ()
    parts = [f"{toll.rebuilt} rebuilt" if toll.rebuilt else "", f"{toll.repaired} repaired" if toll.repaired else ""]
    said = " and ".join(part for part in parts if part)
    return (Said(f"Lent MDM are made whole at once: {said}, {toll.narfs} NARFs", "5.2.4, ruling 23"),)


def of_waves(story: Story[bomber_waves.WaveLosses]) -> Report:
    """What all waves over Britain have lost together (29.18)."""
    battle, box = story.battle, story.campaign.boxes["germany"]
    waves = sum(map(bool, box.waves))
    toll = f"{battle.shot} shot down, {battle.depleted} depleted by Heavy Flak, {battle.worn} worn by attrition"
    # The waves have moved it on too; what they changed is theirs.
    last = story.moments[-1].entry.changes if story.moments and not story.open else ()
    return told(
        story,
        kind="raid",
        title="German waves, all together",
        forces=f"{counted(waves, 'wave', 'waves')}: {box.sac} SAC and {box.mdm} MDM that count {bombing.MDM_SACS} each",
        rule="29.18, ruling 189",
        words=(Said(toll, "29.18"), *_replaced(box, battle.shot, battle.depleted, battle.worn)),
        changes=last,
    )


def of_city(story: Story[city_battle.CityBattle]) -> Report:
    """A raid on a German city or its oil plant (29.10)."""
    campaign, battle = story.campaign, story.battle
    city = battle.city(campaign)
    result = city_bombing.resolve(city) if city.raid.face and not city.awaits else None
    target = german_cities.shown(campaign, city_raids.target(campaign, battle.by))
    casts = [_bombing(story, city.raid, city.fought if city.raid.face else None)]
    if city.raid.face and city.fought.marks:
        marks = Said("The table's marks count for nothing: the city's marker does", "29.10")
        casts[0] = attrs.evolve(casts[0], words=(*casts[0].words, marks))
    if city.marker_face:
        casts.append(_marker(city))
    if city.flak_face:
        casts.append(_flak(city.raid, city.surviving, city.flak_face))
    if city.hit_face:
        casts.append(_hit(city))
    guard = f"{city.raid.interceptors} INT" + (f" ({city.raid.jets} jets)" if city.raid.jets else "")
    flak = f", Heavy Flak {city.raid.heavy_flak}" if city.raid.heavy_flak else ""
    objective = f"the oil plant of {target}" if city.plant else target
    return told(
        story,
        kind="raid",
        title=f"{campaign.powers[battle.by].adjective} raid on {objective}",
        forces=f"{city.raid.sac} SAC against {guard}{flak}",
        rule="29.10",
        casts=casts,
        words=result_words.of_raid(city.raid, result, city.over_target) if result is not None else (),
    )


def _marker(city: CityRaid) -> Cast:
    """The Industry marker turned."""
    hidden = city.hidden
    critical, both = hidden.critical, hidden.critical + hidden.firestorms
    chances = f"{hidden.markers} markers: up to {critical} critical industry, up to {both} a firestorm"
    meanings = {city_bombing.CRITICAL: "critical industry", city_bombing.FIRESTORM: "a firestorm marker"}
    words = (Said(chances, "29.10, ruling 179"), Said(f"Under it: {meanings.get(city.under, 'nothing')}", "29.10"))
    return Cast("Industry marker", "29.10", faces=(city.marker_face,), words=words)


def _hit(city: CityRaid) -> Cast:
    """Whether the bombers make good what lies there."""
    most = city_bombing.HITS[city.raid.by][city.under]
    hit = "hit" if city.hit else "missed"
    words = Said(f"Up to {most} it is hit by these bombers: {hit}", "29.10")
    return Cast("target", "29.10", faces=(city.hit_face,), words=(words,))


def of_simplified(story: Story[simplified_war.SimplifiedRaid]) -> Report:
    """A Western Ally's simplified bombing of Germany (29.8)."""
    by = story.battle.by
    thrown = throw(story, "bombing", by)
    words: tuple[Said, ...] = ()
    if thrown is not None:
        cast, spent = thrown
        each = simplified.NARFS_PER_SAC[by]
        words = (*cast.words, Said(f"{spent} SAC spent: 1 for each {each} NARFs begun", "29.8"))
    adjective = story.campaign.powers[by].adjective
    return told(
        story,
        kind="raid",
        title=f"Simplified {adjective} bombing of Germany",
        forces=f"{adjective} SAC against German industry",
        rule="29.8",
        casts=[attrs.evolve(thrown[0], words=())] if thrown is not None else [],
        words=words,
    )


def of_rockets(story: Story[rockets.RocketAttack]) -> Report:
    """Rockets on Britain (5.2.5)."""
    attack, campaign = story.battle.attack, story.campaign
    casts: list[Cast] = []
    if attack.air_face:
        casts.append(_dogfight(attack))
    if attack.flak_face:
        aim = bombing.Raid("", "germany", attack.at_flak, 0, heavy_flak=attack.heavy_flak)
        casts.append(_flak(aim, attack.at_flak, attack.flak_face, "V-1"))
    if attack.v2_faces:
        flew = Said(f"{attack.launched} of {attack.v2} hit; a {rockets.FAILURE} fails", "5.2.5")
        casts.append(Cast("V-2", "5.2.5", faces=attack.v2_faces, words=(flew,)))
    damage = attack.damage
    words = [Said(f"{line.label} = {line.value} NARFs", line.rule) for line in damage.lines if line.value]
    narfs = story.battle.within_cap(campaign, damage.total)
    if narfs < damage.total:
        share = strategic_losses.BASE_SHARE
        words.append(Said(f"At most 1/{share} of the base in a turn, all bombing together: {narfs} NARFs", "5.2"))
    if not story.open:
        words.append(Said("Every rocket is spent", "5.2.5"))
    guard = f"{attack.interceptors} INT" + (f", Heavy Flak {attack.heavy_flak}" if attack.heavy_flak else "")
    return told(
        story,
        kind="rockets",
        title="Rockets on Britain",
        forces=f"{attack.v1} V-1 against {guard}; {attack.v2} V-2 that nothing meets",
        rule="5.2.5",
        casts=casts,
        words=words,
    )


def _dogfight(attack: rockets.Attack) -> Cast:
    """V-1 against interceptors, on the table for the air."""
    fight = attack.fight
    result = air_combat.resolve(fight)
    harm = f"{attack.shot_down} V-1 shot down" if attack.shot_down else "No V-1 is shot down; INT lose nothing"
    return Cast(
        title="interceptors",
        rule="11.9",
        faces=(attack.air_face,),
        net=result.modifier,
        **printed(air_combat.CRT),
        column=printing.read(air_combat.CRT).columns[fight.place],
        row=result.row,
        strengths=strategic_strengths.rockets(attack.v1, attack.interceptors),
        basic=printing.read(air_combat.CRT).columns[fight.place],
        reckoned=held(fight.lines),
        words=(Said(harm, "5.2.5, ruling 120"),),
    )


TELLERS: Mapping[type[Any], Callable[[Story[Any]], Report]] = {
    air_war.RaidBattle: of_raid,
    eastern_raids.EasternRaid: of_raid,
    bomber_waves.WaveLosses: of_waves,
    city_battle.CityBattle: of_city,
    simplified_war.SimplifiedRaid: of_simplified,
    rockets.RocketAttack: of_rockets,
}
"""Each kind of battle in the air, with the function that makes its report."""
