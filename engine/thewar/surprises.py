"""Surprise on a front, which a campaign knows by its wars and dates: in the West in the turn in which Germany comes
through the Low Countries, in the East in the turn in which it attacks the Soviet Union (18.2, 21.4)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.transaction import Transaction
from engine.thewar import calendar, sides, wars
from engine.thewar.state import Engagement, TheWar

WESTERN, COUNTER, AIRBORNE, BARBAROSSA = (
    "western-surprise",
    "western-surprise-counter",
    "airborne-surprise",
    "barbarossa",
)
WESTERN_OPEN, EASTERN_OPEN = "western-surprise-open", "eastern-surprise-open"
"""Facts that are true until the surprise has been used; players close them where it is lost."""
IN_FORCE = {WESTERN: "western-surprise-turn", BARBAROSSA: "barbarossa-turn"}
"""The facts of the turn in which a surprise was used."""
LOW_COUNTRIES = ("belgium", "netherlands")
SURPRISED = ("france", "belgium", "norway", "netherlands")
_LANDED_ON = ("norway", "netherlands", "belgium")
_IN_THE_AIR = ("france", "belgium")
_TURNS = ("1941-2-summer", "1941-3-fall")


def owners(campaign: TheWar, keys: Iterable[str]) -> tuple[str, ...]:
    """Whose units these are, each once."""
    return tuple(dict.fromkeys(campaign.units[key].power for key in keys if key in campaign.units))


def used(campaign: TheWar, name: str) -> bool:
    """Whether a surprise has been used in this turn."""
    return campaign.facts.get(IN_FORCE[name]) == calendar.turn(campaign)


def west_not(campaign: TheWar) -> str:
    """Why there can be no surprise in the West this turn, '' where there can."""
    if used(campaign, WESTERN):
        return ""
    begun = [campaign.wars.get(wars.pair("germany", land), "") for land in LOW_COUNTRIES]
    if calendar.turn(campaign) not in begun:
        return "Germany has not declared war on Belgium or the Netherlands in this turn"
    if not wars.standing(campaign, "france") or not wars.at_war(campaign, "germany", "france"):
        return "France is not at war with Germany"
    return "" if campaign.facts.get(WESTERN_OPEN) else "the surprise in the West is used or lost"


def east_not(campaign: TheWar) -> str:
    """Why there is no surprise in the East this turn, '' where there is."""
    if used(campaign, BARBAROSSA):
        return ""
    turn = calendar.turn(campaign)
    if campaign.wars.get(wars.pair("germany", "ussr"), "") != turn:
        return "Germany has not attacked the Soviet Union in this turn"
    if turn not in _TURNS:
        return "only an attack in Summer or Fall 1941 surprises the Soviet Union"
    if campaign.facts.get(wars.SOVIET_ATTACK):
        return "the Soviet Union declared the war"
    return "" if campaign.facts.get(EASTERN_OPEN) else "the surprise in the East is used or lost"


def opens_west(campaign: TheWar, where: str, found: Engagement) -> bool:
    """Whether an attack brings surprise in the West about: on French or British ground units in a hex of France. Of a
    hex that the campaign does not know the player says so, by naming the surprise."""
    place = campaign.places.get(where)
    in_france = place.country == "france" if place is not None else WESTERN in found.facts
    theirs = owners(campaign, found.defenders)
    return (
        in_france
        and found.kind == "ground"
        and "germany" in owners(campaign, found.attackers)
        and ("france" in theirs or "britain" in theirs)
        and not west_not(campaign)
    )


def _half(campaign: TheWar) -> str:
    return sides.phasing(campaign)


def why_not(campaign: TheWar, name: str, where: str, found: Engagement, share: dict[str, int]) -> str:
    """Why a surprise does not hold in a battle on the ground, '' where it does. ``share``: the attacking factors by
    owner; those whom it concerns have half of them or more (ruling 272)."""
    total, theirs = sum(share.values()), owners(campaign, found.defenders)
    german = bool(total) and 2 * share.get("germany", 0) >= total
    if name == BARBAROSSA:
        if why := east_not(campaign):
            return why
        if _half(campaign) != sides.AXIS or not german:
            return "it is no German attack"
        return "" if "ussr" in theirs else "no Soviet unit defends"
    if why := west_not(campaign):
        return why
    if name == COUNTER:
        if _half(campaign) != sides.ALLIED or not used(campaign, WESTERN):
            return "it holds in the Allied player turn after the surprise"
        surprised = sum(many for owner, many in share.items() if owner in SURPRISED)
        return (
            "" if total and 2 * surprised >= total else "half of the factors is not French, Belgian, Norwegian or Dutch"
        )
    if _half(campaign) != sides.AXIS or not german:
        return "it is no German attack"
    others = (found, *(one for at, one in campaign.engagements.items() if at != where))
    at = (where, *(at for at in campaign.engagements if at != where))
    if not used(campaign, WESTERN) and not any(opens_west(campaign, *pair) for pair in zip(at, others, strict=True)):
        return "no French or British unit in France is attacked this turn"
    if name == WESTERN:
        return "" if set(theirs) & set(SURPRISED) else "no French, Belgian, Norwegian or Dutch unit defends"
    if "drop" not in found.facts or not any(
        campaign.units[key].kind == "para" for key in found.attackers if key in campaign.units
    ):
        return "no PARA drops on the hex"
    return "" if set(theirs) & set(_LANDED_ON) else "no Norwegian, Dutch or Belgian unit defends"


def in_air(campaign: TheWar, found: Engagement) -> dict[str, str]:
    """Each surprise of a battle in the air with why it does not hold, '' where it does. Counter-air missions of the
    turn come before the attacks that bring surprise in the West about: there the player names it, and it is left out
    as long as it may be so."""
    counter = found.kind == "air"
    mine = set(owners(campaign, found.attackers if counter else found.air))
    theirs = set(owners(campaign, (*(found.defenders if counter else ()), *found.facing)))
    axis = _half(campaign) == sides.AXIS
    west = west_not(campaign)
    begun = used(campaign, WESTERN) or any(opens_west(campaign, *pair) for pair in campaign.engagements.items())
    hit = "no German unit meets French or Belgian ones"
    answers = {
        WESTERN: west or ("" if axis and "germany" in mine and theirs & set(_IN_THE_AIR) else hit),
        COUNTER: west or ("" if not axis and mine & set(_IN_THE_AIR) and "germany" in theirs else hit),
        BARBAROSSA: east_not(campaign) or _no_raid(counter and axis, mine, theirs),
    }
    if not begun:
        for name in (WESTERN, COUNTER):
            if not answers[name]:
                del answers[name]
    return answers


def _no_raid(counter: bool, mine: set[str], theirs: set[str]) -> str:
    if counter and "germany" in mine and "ussr" in theirs:
        return ""
    return "it is no German counter-air mission against Soviet units"


def close(tx: Transaction[TheWar], where: str, found: Engagement) -> None:
    """A battle that is fought uses a surprise up: it holds to the end of the turn, and is gone then (18.2, 21.4)."""
    turn = calendar.turn(tx.campaign)
    if opens_west(tx.campaign, where, found) and not used(tx.campaign, WESTERN):
        tx.put(f"facts.{IN_FORCE[WESTERN]}", turn, "Western Front Surprise", "18.2")
        tx.put(f"facts.{WESTERN_OPEN}", False, "Western Front Surprise", "18.2")
    attacked = "germany" in owners(tx.campaign, found.attackers) and "ussr" in owners(tx.campaign, found.defenders)
    if attacked and not used(tx.campaign, BARBAROSSA) and not east_not(tx.campaign):
        tx.put(f"facts.{IN_FORCE[BARBAROSSA]}", turn, "surprise attack on the Soviet Union", "21.4")
        tx.put(f"facts.{EASTERN_OPEN}", False, "surprise attack on the Soviet Union", "21.4")
