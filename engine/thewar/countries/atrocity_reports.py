"""The picture of what falls by itself as homes of partisans are conquered and as their Spring comes: each die with its
modifiers and where it led (25.1.1, 25.1.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from engine.kernel.dice import POWER, part_of
from engine.thewar.countries import atrocities
from engine.thewar.rolls import partisans
from engine.thewar.world import calendar, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.partisan_homes import HOMES, Home
from engine.thewar.world.reports import Cast, Moment, Reckoned, Report, Said, held, printed, together
from engine.thewar.world.state import Rising, TheWar

RULE = atrocities.RULE
COMMITTED = "atrocities"
"""What a die for Atrocities is rolled for."""


def of_atrocities(moment: Moment[Any]) -> Report:
    """The homes that were conquered together: a die for each, with its country's modifier, or none."""
    fresh = {
        change.at.partition(".")[2]: change.now
        for change in moment.entry.changes
        if change.at.startswith("risings.") and isinstance(change.now, Rising)
    }
    casts = tuple(
        _committed(moment.campaign, HOMES[key], record, moment.face(f"{COMMITTED}:{key}"))
        for key, record in fresh.items()
        if key in HOMES
    )
    homes = together([HOMES[key].name for key in fresh if key in HOMES])
    many = (f"{HOMES[key].name} {record.atrocities}" for key, record in fresh.items() if key in HOMES)
    words = (Said(", ".join(many), RULE),)
    return _report(moment, COMMITTED, "Atrocities", f"Conquered: {homes}", casts, words)


def _committed(campaign: TheWar, home: Home, record: Rising, face: int) -> Cast:
    by = wars.named(campaign, record.by)
    many = counted(record.atrocities, "Atrocity", "Atrocities") if record.atrocities else "no Atrocities"
    words = [Said(f"{by} commits {many}: column {partisans.Creation(record.atrocities).column} in Spring", RULE)]
    if not home.rolled:
        words.insert(0, Said("No die: its partisans are rolled for in column 0", RULE))
    elif not face:
        words.insert(0, Said("No die: Italy has taken it alone, which is one Atrocity", RULE))
    adds = (Reckoned("the country", home.modifier, True, home.name, RULE),) if face and home.modifier else ()
    net = home.modifier if face else 0
    return Cast(f"Atrocities in {home.name}", RULE, (face,) if face else (), net, reckoned=adds, words=tuple(words))


def of_creation(moment: Moment[Any]) -> Report:
    """The creation rolls of a Spring, each in the column of its Atrocities, with what a variant adds."""
    casts = tuple(_created(moment))
    made = _report(moment, atrocities.CREATION, "Partisans rise", "Homes whose Spring has come", casts)
    came = (f"{cast.title.partition(', ')[0]}: {cast.words[0].text}" for cast in casts)
    return attrs.evolve(made, brief="; ".join(came))


def _created(moment: Moment[Any]) -> Iterator[Cast]:
    campaign, due = moment.campaign, list(atrocities.to_roll(moment.campaign))
    for roll in moment.entry.rolls:
        purpose, _, key = roll.purpose.partition(":")
        if purpose != atrocities.CREATION or key not in HOMES:
            continue
        more = key not in due
        if not more:
            due.remove(key)
        owner = part_of(roll.key, POWER)
        count = atrocities.AS_IF if more else campaign.risings[key].atrocities
        added = atrocities.creation_modifiers(campaign, owner)
        made = partisans.Creation(count, added.total, roll.face)
        title = f"{HOMES[key].name}, {wars.named(campaign, owner)}" + (", Set Europe Ablaze" if more else "")
        yield Cast(
            title=title,
            rule="28.2.2 #6, ruling 590" if more else RULE,
            faces=(roll.face,),
            net=made.added,
            **printed("partisan-creation"),
            column=made.column,
            across="Atrocities",
            row=made.row,
            reckoned=held(added.lines),
            words=(Said(_came(campaign, owner, HOMES[key], made, more), RULE),),
        )


def _came(campaign: TheWar, owner: str, home: Home, made: partisans.Creation, more: bool) -> str:
    """What a creation roll brings into whose pool."""
    many = made.partisans if more else min(made.partisans, home.counters)
    came = counted(many, "partisan", "partisans") if many else "no partisans"
    legions = counted(made.legions, "SS Legion", "SS Legions") if made.legions else ""
    said = f"{came} for {wars.named(campaign, owner)}"
    return f"{said}, {legions} for Germany" if legions else said


def _report(
    moment: Moment[Any], kind: str, title: str, forces: str, casts: tuple[Cast, ...], words: tuple[Said, ...] = ()
) -> Report:
    """A report that nobody is interrupted by: it changes no figure, and no unit is lost in it."""
    return Report(
        kind=kind,
        title=title,
        turn=calendar.turn(moment.campaign),
        forces=forces,
        rule=RULE,
        casts=casts,
        words=words,
        lost=(),
        changes=(),
        open=False,
        quiet=True,
    )
