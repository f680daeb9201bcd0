"""Results of the U-boat war and of raids in words, each with its rule (5.1.1 to 5.1.3.3, 5.2 to 5.2.3, 11.12)."""

from __future__ import annotations

from attrs import frozen

from engine.thewar import bombing, calendar, strategic_losses, submarines, wars
from engine.thewar.state import TheWar


@frozen
class Said:
    """One sentence and the rule that it follows from."""

    text: str
    rule: str


def of_war(
    campaign: TheWar, war: submarines.UBoatWar, result: submarines.UBoatResult, *, undecided: bool = False
) -> tuple[Said, ...]:
    """What came of a turn of the U-boat war; ``undecided``: raiders or whose NARFs they are is still to be said."""
    found: list[Said] = []
    if war.uboats and not war.rolls:
        found.append(Said("No ASW: the table's best cell, without a roll", "5.1.1, ruling 6"))
    fate = [
        _fate(result.asw_lost, result.asw_aborted, "ASW"),
        _fate(result.uboats_lost, result.uboats_aborted, "U-boats"),
    ]
    said = "; ".join(part for part in fate if part)
    if war.uboats:
        found.append(Said(said or "Nothing sunk, nothing turned away", "5.1.1"))
    met = submarines.met(war, result.marks)
    if met == "**":
        found.append(Said(f"Massacre: {result.rate} NARFs for each U-boat, {result.smps_convoy} SMPs", "5.1.3.2"))
    elif met == "*":
        found.append(Said(f"Convoy Ambush: {result.rate} NARFs for each U-boat, {result.smps_convoy} SMP", "5.1.3.1"))
    if war.uboats:
        uboats = war.uboats - result.uboats_lost - result.uboats_aborted
        asw = war.asw - result.asw_lost - result.asw_aborted
        through = f"{result.effective} get through x {result.rate} = {result.effective * result.rate} NARFs"
        found.append(Said(f"{counted(uboats, 'U-boat', 'U-boats')}, {asw} ASW against them: {through}", "5.1.3"))
    if war.happy and result.narfs_uboats > result.effective * result.rate:
        more = result.narfs_uboats - result.effective * result.rate
        found.append(Said(f"Happy Time: {more} NARFs instead of ASW sunk", "5.1.1, ruling 5"))
    if result.narfs_raiders:
        found.append(Said(f"Raiders: {result.narfs_raiders} NARFs", "5.1.2.1"))
    if result.narfs < result.narfs_uboats + result.narfs_raiders:
        found.append(Said(f"At most a third of the British Isles: {result.narfs} NARFs", "5.1.3, ruling 10"))
    if result.narfs and not undecided:
        found.append(Said(f"{_name(campaign, war.victim)} bears {result.narfs} NARFs", "5.1.3, ruling 9"))
    if undecided:
        return tuple(found)
    if war.by_table:
        worn = counted(result.attrition, "U-boat", "U-boats")
        found.append(Said(f"{worn} lost to attrition: {war.asw} ASW, the table rolled {war.attrition_face}", "29.17"))
    elif result.attrition:
        each = 2 if calendar.number(war.turn) >= calendar.number(submarines.HARDER_FROM) else 3
        worn = counted(result.attrition, "U-boat", "U-boats")
        found.append(Said(f"{worn} lost to attrition: {war.asw} ASW, one for each {each} begun", "5.1.3.3"))
    elif war.asw and war.uboats:
        found.append(Said("No attrition: no NARF and no ASW was lost", "5.1.3.3"))
    return tuple(found)


def counted(number: int, one: str, many: str = "") -> str:
    """``1 raider``, ``2 raiders``; a name that is no word, such as ASW, stays as it is."""
    return f"{number} {one if number == 1 else many or one}"


def of_flak(raid: bombing.Raid) -> tuple[Said, ...]:
    """What Heavy Flak did before a raid's roll."""
    if not raid.flak_face:
        return ()
    flak = raid.flak
    parts = [
        f"{flak.eliminated} SAC shot down" if flak.eliminated else "",
        f"{flak.depleted} SAC depleted and turned away" if flak.depleted else "",
    ]
    said = ", ".join(part for part in parts if part) or "no harm"
    return (Said(f"Heavy Flak level {raid.heavy_flak} rolled {raid.flak_face}, {flak.result}: {said}", "11.12"),)


def of_raid(raid: bombing.Raid, result: bombing.RaidResult) -> tuple[Said, ...]:
    """What came of a raid."""
    found = list(of_flak(raid))
    if not raid.arriving:
        return (*found, Said("No bomber comes through to the target", "5.2"))
    if not raid.interceptors:
        found.append(Said("Unopposed: nobody is shot down or turned away", "5.2, ruling 17"))
    else:
        fate = [
            _fate(result.int_lost, result.int_aborted, "INT", "shot down"),
            _fate(result.sac_lost, result.sac_aborted, "SAC", "shot down"),
        ]
        found.append(Said("; ".join(part for part in fate if part) or "Nobody shot down or turned away", "5.2"))
    if result.oil_hits:
        found.append(Said(f"Oil hit instead of industry: {result.oil_hits}", "24.1"))
    elif "**" in result.marks:
        found.append(Said(f"Firestorm: {result.rate} NARFs for each SAC", "5.2.2"))
    elif "*" in result.marks:
        found.append(Said(f"Critical hit: {result.rate} NARFs for each SAC", "5.2.1"))
    sac = raid.arriving - result.sac_lost - result.sac_aborted
    guard = raid.interceptors - result.int_lost - result.int_aborted
    whole = result.effective * result.rate
    through = f"{result.effective} get through x {result.rate} = {whole} NARFs"
    found.append(Said(f"{sac} SAC, {guard} INT against them: {through}", "5.2"))
    if result.narfs < whole:
        share = strategic_losses.BASE_SHARE
        found.append(Said(f"At most 1/{share} of the base in a turn, all raids together: {result.narfs} NARFs", "5.2"))
    if result.base_loss:
        found.append(Said(f"The base falls by {result.base_loss} too", "5.2.1"))
    if result.rail_lost:
        found.append(Said(f"{result.rail_lost} rail moves lost", "5.2.1"))
    if result.surrender:
        found.append(Said("The surrender level moves by 1", "5.2.2"))
    if result.attrition:
        each = raid.interceptors + raid.jets
        found.append(Said(f"{result.attrition} SAC lost to attrition: {each} INT, one for each 3 begun", "5.2.3"))
    return tuple(found)


def _fate(lost: int, aborted: int, kind: str, how: str = "sunk") -> str:
    if kind == "U-boats" and (lost or aborted) == 1:
        kind = "U-boat"
    parts = [f"{lost} {kind} {how}" if lost else "", f"{aborted}{'' if lost else ' ' + kind} turned away"]
    return ", ".join(part for part in (parts if aborted else parts[:1]) if part)


def _name(campaign: TheWar, power: str) -> str:
    name = wars.named(campaign, power)
    return name[:1].upper() + name[1:]
