"""Results of the U-boat war and of raids in words, each with its rule (5.1.1 to 5.1.3.3, 5.2 to 5.2.3, 11.12)."""

from __future__ import annotations

from engine.thewar.combat import aftermath
from engine.thewar.economy import oil
from engine.thewar.rolls import bombing, submarines
from engine.thewar.strategic import strategic_losses
from engine.thewar.world import calendar, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.reports import Said
from engine.thewar.world.state import TheWar


def of_war(
    campaign: TheWar, war: submarines.UBoatWar, result: submarines.UBoatResult, *, undecided: bool = False
) -> tuple[Said, ...]:
    """What came of a turn of the U-boat war; ``undecided``: raiders or whose NARFs they are is still to be said."""
    words: list[Said] = []
    if war.uboats and not war.rolls:
        words.append(Said("No ASW: the table's best cell, without a roll", "5.1.1, ruling 6"))
    fates = [
        fate(result.asw_lost, result.asw_aborted, "ASW"),
        fate(result.uboats_lost, result.uboats_aborted, "U-boats"),
    ]
    said = "; ".join(part for part in fates if part)
    if war.uboats:
        words.append(Said(said or "Nothing sunk, nothing turned away", "5.1.1"))
    words += _met(war, result)
    if war.uboats:
        uboats = war.uboats - result.uboats_lost - result.uboats_aborted
        asw = war.asw - result.asw_lost - result.asw_aborted
        got = through(result.effective, result.rate)
        words.append(Said(f"{counted(uboats, 'U-boat', 'U-boats')}, {asw} ASW against them: {got}", "5.1.3"))
    if war.happy and result.narfs_uboats > result.effective * result.rate:
        more = result.narfs_uboats - result.effective * result.rate
        words.append(Said(f"Happy Time: {more} NARFs instead of ASW sunk", "5.1.1, ruling 5"))
    if result.narfs_raiders:
        words.append(Said(f"Raiders: {result.narfs_raiders} NARFs", "5.1.2.1"))
    if result.narfs < result.narfs_uboats + result.narfs_raiders:
        words.append(Said(f"At most a third of the British Isles: {result.narfs} NARFs", "5.1.3, ruling 10"))
    if result.narfs and not undecided:
        words.append(Said(f"{_name(campaign, war.victim)} bears {result.narfs} NARFs", "5.1.3, ruling 9"))
    if undecided:
        return tuple(words)
    if not war.by_table:
        words += of_attrition(war, result)
    return tuple(words)


def _met(war: submarines.UBoatWar, result: submarines.UBoatResult) -> tuple[Said, ...]:
    """An Ambush or a Massacre; and that a mark means none where convoys sail their own way."""
    met = submarines.met(war, result.marks)
    if met:
        name, rule = ("Massacre", "5.1.3.2") if met == "**" else ("Convoy Ambush", "5.1.3.1")
        smps = counted(result.smps_convoy, "SMP", "SMPs")
        return (Said(f"{name}: {result.rate} NARFs for each U-boat, {smps}", rule),)
    if war.convoys and {"*", "**"} & set(result.marks):
        return (Said("The table's mark counts for nothing: the convoy's own way does", "29.7"),)
    return ()


def of_attrition(war: submarines.UBoatWar, result: submarines.UBoatResult) -> tuple[Said, ...]:
    """How many U-boats are worn out, or why none is."""
    rule = "29.17" if war.by_table else "5.1.3.3"
    hunters = f" and {counted(war.hunters, 'sub hunter', 'sub hunters')}" if war.hunters else ""
    if result.attrition:
        each = 2 if calendar.number(war.turn) >= calendar.number(submarines.HARDER_FROM) else 3
        how = "" if war.by_table else f", one for each {each} begun"
        worn = counted(result.attrition, "U-boat", "U-boats")
        return (Said(f"{worn} lost to attrition: {war.asw} ASW{hunters}{how}", rule),)
    if not (war.asw and war.uboats):
        return ()
    if war.uboats == result.uboats_lost:
        return (Said("No U-boat is left for attrition", rule),)
    return (Said("No attrition" if war.attrition_face else "No attrition: no NARF and no ASW was lost", rule),)


def of_flak(flak: bombing.HeavyFlak, kind: str = "SAC") -> tuple[Said, ...]:
    """What a roll of Heavy Flak did to bombers; rockets are lost either way."""
    return (Said(aftermath.harm(flak, kind) or "No harm", "11.12"),)


def of_fight(raid: bombing.Raid, result: bombing.RaidResult) -> tuple[Said, ...]:
    """What bombers and interceptors did to each other."""
    if not raid.interceptors:
        return (Said("Unopposed: nobody is shot down or turned away", "5.2, ruling 17"),)
    fates = [
        fate(result.int_lost, result.int_aborted, "INT", "shot down"),
        fate(result.sac_lost, result.sac_aborted, "SAC", "shot down"),
    ]
    return (Said("; ".join(part for part in fates if part) or "Nobody shot down or turned away", "5.2"),)


def of_raid(raid: bombing.Raid, result: bombing.RaidResult, bombing_sac: int) -> tuple[Said, ...]:
    """What came of a raid in all, once ``bombing_sac`` are over the target."""
    words = list(_harm(raid, result))
    guard = raid.interceptors - result.int_lost - result.int_aborted
    whole = result.effective * result.rate
    got = through(result.effective, result.rate)
    words.append(Said(f"{bombing_sac} SAC, {guard} INT against them: {got}", "5.2"))
    if result.narfs < whole:
        share = strategic_losses.BASE_SHARE
        words.append(Said(f"At most 1/{share} of the base in a turn, all raids together: {result.narfs} NARFs", "5.2"))
    if result.base_loss:
        words.append(Said(f"The base falls by {result.base_loss} too", "5.2.1"))
    if raid.soviet and result.smps_narfs:
        words.append(Said(f"{counted(result.smps_narfs, 'SMP')} for the NARFs: 1 for each 20", "ruling 158"))
    if result.rail_lost:
        words.append(Said(f"{counted(result.rail_lost, 'rail move', 'rail moves')} lost", "5.2.1"))
    if result.surrender:
        words.append(Said("The surrender level moves by 1", "5.2.2"))
    if result.attrition:
        each = raid.interceptors + raid.jets
        words.append(Said(f"{result.attrition} SAC lost to attrition: {each} INT, one for each 3 begun", "5.2.3"))
    return tuple(words)


def _harm(raid: bombing.Raid, result: bombing.RaidResult) -> tuple[Said, ...]:
    """A critical hit, a firestorm or an oil hit; and a mark that counts for nothing."""
    extra = f", {counted(result.smps_extra, 'SMP', 'SMPs')}" if result.smps_extra else ""
    if result.oil_hits:
        return (_of_oil(raid, result.oil_hits),)
    if result.rail_lost == 2:
        return (Said(f"Firestorm: {result.rate} NARFs for each SAC{extra}", "5.2.2"),)
    if result.rail_lost:
        return (Said(f"Critical hit: {result.rate} NARFs for each SAC{extra}", "5.2.1"),)
    return (Said("The mark counts for nothing without an airbase near Baku", "29.12"),) if result.marks else ()


def _of_oil(raid: bombing.Raid, hits: int) -> Said:
    """What oil hits do to Germany, or to the Soviet Union."""
    said = f"Oil instead of industry: {counted(hits, 'oil hit', 'oil hits')}"
    if raid.soviet:
        return Said(f"{said}, {counted(hits, 'SMP', 'SMPs')}", "24.2, ruling 157")
    said += f", {counted(hits, 'oil factor', 'oil factors')} fewer next turn"
    lost = oil.plant_loss(hits, raid.turn)
    return Said(f"{said}, {lost} NARFs of the plants' yield" if lost else said, "24.1")


def through(effective: int, rate: int) -> str:
    """``3 get through x 3 = 9 NARFs``."""
    return f"{effective} {'gets' if effective == 1 else 'get'} through x {rate} = {effective * rate} NARFs"


def fate(lost: int, aborted: int, kind: str, how: str = "sunk") -> str:
    """``1 ASW sunk, 2 turned away``; '' where neither."""
    if kind.endswith("s") and (lost or aborted) == 1:
        kind = kind.removesuffix("s")
    parts = [f"{lost} {kind} {how}" if lost else "", f"{aborted}{'' if lost else ' ' + kind} turned away"]
    return ", ".join(part for part in (parts if aborted else parts[:1]) if part)


def _name(campaign: TheWar, power: str) -> str:
    name = wars.named(campaign, power)
    return name[:1].upper() + name[1:]
