"""Every modifier of the U-boat roll and of raids for whoever wants to see why: those that hold, and why the others do
not (5.1.1, 5.1.3.5, 5.2, 29.6, 29.9). Which hold is said by ``uboat_modifiers.holding`` and ``bombing.modifiers``
alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from engine.kernel.refusals import Line
from engine.thewar.combat import battle_cards
from engine.thewar.rolls import bombing, submarines
from engine.thewar.rolls.crt import Modifier
from engine.thewar.strategic import british_chits, uboat_modifiers, uboat_war
from engine.thewar.world import calendar, card_matrices, wars
from engine.thewar.world.reports import Reckoned, Story
from engine.thewar.world.state import TheWar


def at_sea(campaign: TheWar, *, ultra: bool = False) -> tuple[Reckoned, ...]:
    """All modifiers of the U-boat roll as the campaign stands, but for cards."""
    held = uboat_modifiers.holding(campaign, ultra=ultra)
    return tuple(
        Reckoned(
            modifier.label,
            modifier.value,
            modifier.id in held,
            _why(campaign, modifier, modifier.id in held),
            modifier.rule,
        )
        for modifier in submarines.MODIFIERS
    )


def over_target(campaign: TheWar, raid: bombing.Raid) -> tuple[Reckoned, ...]:
    """All modifiers of a raid's roll but for cards, after Heavy Flak as far as it has been rolled."""
    lines = bombing.modifiers(attrs.evolve(raid, cards=0))
    held = [Reckoned(line.label, line.value, True, _meaning(campaign, raid, line), line.rule) for line in lines]
    return (*held, *_missing(campaign, raid, lines))


def at_flak(raid: bombing.Raid, flying: int, kind: str = "SAC") -> tuple[Reckoned, ...]:
    """What modifies Heavy Flak against so many bombers or rockets of a raid, or why nothing does (11.12)."""
    lines, flying_words = bombing.flak_modifiers(flying, soviet=raid.soviet), f"{flying} {kind} fly"
    held = [
        Reckoned(line.label, line.value, True, "" if "Soviet" in line.label else flying_words, line.rule)
        for line in lines
    ]
    if flying < bombing.MANY:
        held.append(Reckoned(f"{bombing.MANY} SAC or more", 1, False, flying_words, "11.12, ruling 19"))
    return tuple(held)


def cards(campaign: TheWar, story: Story[Any], battle: str, figure: int) -> tuple[Reckoned, ...]:
    """What cards have added to a battle's die (29.6, 29.9); nothing is told where the option is off."""
    deck = battle_cards.BATTLES[battle].deck
    if not campaign.options.get(card_matrices.OPTIONS[deck], False):
        return ()
    played = [
        str(change.was).replace("-", " ")
        for role in ("attacker", "defender")
        for change in story.changes
        if change.at == f"facts.{battle_cards.played(battle, role)}" and change.now is None
    ]
    why = " against ".join(f"'{card}'" for card in played) if len(played) == 2 else "not played by both sides"
    return (Reckoned("cards", figure, bool(figure), why, card_matrices.DECKS[deck]),)


def _dates(modifier: Modifier, now: int) -> str:
    """Why a modifier cannot hold at this date, '' where it could."""
    if modifier.first and now < calendar.number(modifier.first):
        return f"from {calendar.spoken(modifier.first)} on"
    if modifier.last and now > calendar.number(modifier.last):
        return f"until {calendar.spoken(modifier.last)}"
    return ""


def _why(campaign: TheWar, modifier: Modifier, holds: bool) -> str:
    outside = _dates(modifier, calendar.now(campaign))
    if outside:
        return outside
    if modifier.id == "ultra":
        return "chit played" if holds else _ultra(campaign)
    reason = _REASONS.get(modifier.id)
    if reason is not None:
        return reason(campaign)
    return "played" if holds else "not played"


def _land(country: str) -> Callable[[TheWar], str]:
    def said(campaign: TheWar) -> str:
        land = campaign.countries.get(country)
        if land is None:
            return ""
        patron = campaign.powers.get(land.patron)
        status = "conquered" if land.status == "conquered" else f"a {land.status.capitalize()}"
        of = f" of {patron.name}" if patron is not None and land.status != "conquered" else ""
        by = f" by {patron.name}" if patron is not None and land.status == "conquered" else ""
        return f"{land.name} is {'neutral' if land.status == 'neutral' else status + of + by}"

    return said


def _held(*places: str) -> Callable[[TheWar], str]:
    def said(campaign: TheWar) -> str:
        known = [campaign.places[place] for place in places if place in campaign.places]
        holders = dict.fromkeys(wars.named(campaign, place.holder) for place in known if place.holder)
        return f"held by {', '.join(holders)}" if holders else "held by nobody"

    return said


def _either(*parts: Callable[[TheWar], str]) -> Callable[[TheWar], str]:
    return lambda campaign: ", ".join(dict.fromkeys(said for part in parts if (said := part(campaign))))


def _happy(campaign: TheWar) -> str:
    us = campaign.powers.get("us")
    if us is None or not us.entered:
        return "the U.S. is not at war"
    past = calendar.now(campaign) - calendar.number(us.entered) >= 4
    return f"{'its two turns are over: ' if past else ''}the U.S. entered in {calendar.spoken(us.entered)}"


def _biscay(campaign: TheWar) -> str:
    france = campaign.powers.get("france")
    ports = [place for place in campaign.places.values() if "biscay" in place.tags]
    if not ports and france is not None and france.surrendered:
        return "France has surrendered"
    german = [place.name for place in ports if place.holder == "germany"]
    return f"{', '.join(german)} German" if german else "no Bay port is German"


def _iceland(campaign: TheWar) -> str:
    return "nobody there" if campaign.facts.get("iceland-open", False) else "occupied, or closed"


def _ultra(campaign: TheWar) -> str:
    if british_chits.played_now(campaign, british_chits.ULTRA):
        return "cancelled by Germany"
    refused = uboat_war.may_play_ultra(campaign)
    return refused.reason if refused is not None else "no chit played"


_REASONS: dict[str, Callable[[TheWar], str]] = {
    "happy-time": _happy,
    "french-bay-port": _biscay,
    "norway-ports": _either(_held("bergen", "trondheim", "narvik-box"), _land("norway")),
    "azores-axis": _either(_land("portugal"), _held("azores-box")),
    "spain-axis": _land("spain"),
    "gibraltar-axis": _held("gibraltar"),
    "ireland-or-south-africa-axis": _either(_land("ireland"), _land("south-africa")),
    "iceland-unoccupied": _either(_iceland, _land("denmark")),
    "portugal-british": _land("portugal"),
    "spain-allied": _land("spain"),
    "ireland-american": _land("ireland"),
}


def _missing(campaign: TheWar, raid: bombing.Raid, lines: tuple[Line, ...]) -> list[Reckoned]:
    """The modifiers that could have applied to this raid and do not, each with the reason."""
    now = calendar.number(raid.turn)
    labels = {line.label for line in lines}
    missing: list[Reckoned] = []

    def absent(label: str, value: int, why: str, rule: str = "5.2") -> None:
        if label not in labels:
            missing.append(Reckoned(label, value, False, why, rule))

    for modifier in bombing.MODIFIERS:
        by, why = _RAID_REASONS[modifier.id]
        if by == raid.by:
            absent(modifier.label, modifier.value, _dates(modifier, now) or why, modifier.rule)
    if raid.by == "us":
        first, value = bombing.FIGHTERS[-1]
        absent("long-range fighters", value, f"from {calendar.spoken(first)} on")
    if raid.by == "britain":
        absent("British bombers from 1942", -1, f"from {calendar.spoken(bombing.BRITISH_FROM)} on")
    absent(bombing.IN_EXCESS, -1, f"{raid.arriving} SAC against {raid.interceptors} INT")
    if raid.interceptors:
        absent("unopposed", bombing.UNOPPOSED, f"{raid.interceptors} INT fly")
    if raid.heavy_flak <= 2:
        absent("Heavy Flak", 1, f"level {raid.heavy_flak}; 1 for each above 2", "5.2, 11.12")
    if raid.by != "germany" and not raid.jets:
        absent("jet interceptors", bombing.JET, "none fly", "5.2, 11.13")
    return missing


def _meaning(campaign: TheWar, raid: bombing.Raid, line: Line) -> str:
    """Why a modifier of a raid holds, where its label does not say it."""
    if line.rule.startswith("29.12"):
        return f"{campaign.powers['germany'].adjective} against {campaign.powers['ussr'].adjective}"
    if line.label == bombing.IN_EXCESS:
        return f"{raid.arriving} SAC against {raid.interceptors} INT"
    if line.label == bombing.BY_ID["no-troops-in-france"].label:
        return "the U.S. has said none"
    return ""


# For each modifier of raids: the power whose bombers it affects, and why it may not apply though its date has come.
_RAID_REASONS = {
    "bombsights": ("us", "not played"),
    "convoy-ambush": ("us", "no Ambush in the Happy Time"),
    "convoy-massacre": ("us", "no Massacre in the Happy Time"),
    "no-troops-in-france": ("us", "supplied U.S. troops stand there"),
    "window": ("britain", "not played"),
}
