"""Surprise on a front, which a campaign knows by its wars and dates: in the West in the turn in which Germany comes
through the Low Countries, in the East in the turn in which it attacks the Soviet Union (18.2, 21.4)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.transaction import Transaction
from engine.thewar.world import calendar, installed, sides, variants_played, wars
from engine.thewar.world.state import Engagement, TheWar

WESTERN, COUNTER, AIRBORNE, BARBAROSSA = (
    "western-surprise",
    "western-surprise-counter",
    "airborne-surprise",
    "barbarossa",
)
WESTERN_OPEN, EASTERN_OPEN = "western-surprise-open", "eastern-surprise-open"
"""Facts that are true until the surprise has been used; players close them where it is lost."""
FORTRESS_ATTACKED = "french-fortress-attacked"
"""The fact of the turn in which Germany first attacked a French fortress (18.2)."""
IN_FORCE = {WESTERN: "western-surprise-turn", BARBAROSSA: "barbarossa-turn"}
"""The facts of the turn in which a surprise was used."""
LOW_COUNTRIES = ("belgium", "netherlands")
_SURPRISED = ("france", "belgium", "norway", "netherlands")
_LANDED_ON = ("norway", "netherlands", "belgium")
_IN_THE_AIR = ("france", "belgium")
_AIRCRAFT = ("ftr", "tac", "mdm", "nac", "jet")
_TURNS = ("1941-2-summer", "1941-3-fall")
_SILENT_PORTS = ("france", "belgium", "netherlands")
AIRFIELDS = "18.2"
"""The rule under which airfields alone are silent."""
_UNREADY = ("estonia", "latvia", "lithuania", "eastern-poland", "bessarabia")
"""Lands whose cities, with those of the Ukraine, give surprised Soviet units nothing (21.4)."""


def owners(campaign: TheWar, keys: Iterable[str]) -> tuple[str, ...]:
    """The owners of these units, each once."""
    return tuple(dict.fromkeys(campaign.units[key].power for key in keys if key in campaign.units))


def surprised(campaign: TheWar, among: Iterable[str] = _SURPRISED) -> frozenset[str]:
    """Whom surprise in the West befalls, of these: not France, once it has learned of the plan (18.2, 28.2.1 #1)."""
    return frozenset(among) - ({"france"} if variants_played.forewarned(campaign) else set())


def used(campaign: TheWar, name: str) -> bool:
    """Whether a surprise has been used in this turn."""
    return campaign.facts.get(IN_FORCE[name]) == calendar.turn(campaign)


def west_not(campaign: TheWar) -> str:
    """Why there can be no surprise in the West this turn, '' where there can."""
    if used(campaign, WESTERN):
        return ""
    begun = [wars.begun(campaign, "germany", land) for land in LOW_COUNTRIES]
    if calendar.turn(campaign) not in begun:
        return "Germany has not declared war on Belgium or the Netherlands in this turn"
    if not wars.standing(campaign, "france") or not wars.at_war(campaign, "germany", "france"):
        return "France is not at war with Germany"
    if before := _warned(campaign):
        return f"Germany attacked a French fortress in {calendar.spoken(before)}"
    return "" if campaign.facts.get(WESTERN_OPEN) else "the surprise in the West is used or lost"


def _warned(campaign: TheWar) -> str:
    """The earlier turn in which Germany attacked a French fortress, '' for none (18.2)."""
    before = str(campaign.facts.get(FORTRESS_ATTACKED, ""))
    return before if before and before != calendar.turn(campaign) else ""


def east_not(campaign: TheWar) -> str:
    """Why there is no surprise in the East this turn, '' where there is."""
    if used(campaign, BARBAROSSA):
        return ""
    turn = calendar.turn(campaign)
    if wars.begun(campaign, "germany", "ussr") != turn:
        return "Germany has not attacked the Soviet Union in this turn"
    if turn not in _TURNS:
        return "only an attack in Summer or Fall 1941 surprises the Soviet Union"
    if campaign.facts.get(wars.SOVIET_ATTACK):
        return "the Soviet Union declared the war"
    return "" if campaign.facts.get(EASTERN_OPEN) else "the surprise in the East is used or lost"


def awaited_in_west(campaign: TheWar) -> bool:
    """Whether the West is still to be surprised: nobody has attacked, and there is a Low Country left through which
    Germany may come (18.2, ruling 283)."""
    if not campaign.facts.get(WESTERN_OPEN) or not wars.standing(campaign, "france") or _warned(campaign):
        return False
    now = calendar.number(calendar.turn(campaign))
    begun = [wars.begun(campaign, "germany", land) for land in LOW_COUNTRIES]
    left = [land for land, turn in zip(LOW_COUNTRIES, begun, strict=True) if not turn or calendar.number(turn) >= now]
    return any(campaign.countries[land].status != "conquered" for land in left if land in campaign.countries)


def no_city(campaign: TheWar, where: str, engagement: Engagement) -> bool:
    """Whether a city adds nothing to the Soviet units in it: those surprised in the west of their country (21.4)."""
    place = campaign.places.get(where)
    if place is None or not (place.country in _UNREADY or place.tags.get("ukraine")):
        return False
    theirs = owners(campaign, engagement.defenders)
    return "ussr" in theirs and _half(campaign) == sides.AXIS and not east_not(campaign)


def silent_base(campaign: TheWar, where: str, engagement: Engagement) -> str:
    """The rule by which the Flak of the hex is silent against this mission, '' where it fires: airbases of the
    surprised countries, Soviet Flak of any kind (18.2, 21.4)."""
    mine = set(owners(campaign, engagement.attackers if engagement.kind == "air" else engagement.air))
    theirs = owners(campaign, engagement.defenders)
    axis = _half(campaign) == sides.AXIS
    germans = axis and any(_german(campaign, owner) for owner in mine)
    if germans and "ussr" in theirs and not east_not(campaign):
        return "21.4"
    place = campaign.places.get(where)
    befallen = surprised(campaign)
    based = place.country in befallen if place is not None else bool(theirs) and set(theirs) <= befallen
    begun = used(campaign, WESTERN) or WESTERN in engagement.facts
    silent = engagement.kind == "air" and based and axis and "germany" in mine and begun and not west_not(campaign)
    return AIRFIELDS if silent else ""


def _german(campaign: TheWar, owner: str) -> bool:
    land = campaign.countries.get(owner)
    return owner == "germany" or (land is not None and land.status == "satellite" and land.patron == "germany")


def silent_port(campaign: TheWar, engagement: Engagement) -> bool:
    """Whether the Flak of a port is silent against a strike on the ships in it (18.2, 21.4)."""
    theirs = set(owners(campaign, engagement.defenders))
    if not theirs or _half(campaign) != sides.AXIS or "germany" not in owners(campaign, engagement.attackers):
        return False
    if theirs == {"ussr"}:
        return not east_not(campaign)
    begun = used(campaign, WESTERN) or WESTERN in engagement.facts
    return theirs <= surprised(campaign, _SILENT_PORTS) and begun and not west_not(campaign)


def stays_down(campaign: TheWar, engagement: Engagement, keys: Iterable[str]) -> bool:
    """Whether these are fighters that may not meet a mission: Soviet ones, surprised (21.4)."""
    theirs = set(owners(campaign, engagement.air if engagement.kind == "ground" else engagement.attackers))
    soviet = any(
        campaign.units[key].power == "ussr" and "ftr" in (campaign.units[key].kind, campaign.units[key].tag)
        for key in keys
        if key in campaign.units
    )
    axis = any(sides.side(campaign, owner) == sides.AXIS for owner in theirs)
    return soviet and axis and _half(campaign) == sides.AXIS and not east_not(campaign)


def opens_west(campaign: TheWar, where: str, engagement: Engagement) -> bool:
    """Whether an attack brings surprise in the West about: on French or British ground units in a hex of France. Of a
    hex that the campaign does not know the player says so, by naming the surprise."""
    place = campaign.places.get(where)
    in_france = place.country == "france" if place is not None else WESTERN in engagement.facts
    theirs = owners(campaign, engagement.defenders)
    return (
        in_france
        and engagement.kind == "ground"
        and "germany" in owners(campaign, engagement.attackers)
        and ("france" in theirs or "britain" in theirs)
        and not west_not(campaign)
    )


def _half(campaign: TheWar) -> str:
    return sides.phasing(campaign)


def why_not(campaign: TheWar, name: str, where: str, engagement: Engagement, share: dict[str, int]) -> str:
    """Why a surprise does not hold in a battle on the ground, '' where it does. ``share``: the attacking factors by
    owner; those whom it concerns have half of them or more (ruling 272)."""
    total, theirs = sum(share.values()), owners(campaign, engagement.defenders)
    german = bool(total) and 2 * share.get("germany", 0) >= total
    if name == BARBAROSSA:
        if why := east_not(campaign):
            return why
        if _half(campaign) != sides.AXIS or not german:
            return "it is no German attack"
        return "" if "ussr" in theirs else "no Soviet unit defends"
    if why := west_not(campaign):
        return why
    befallen = surprised(campaign)
    if name == COUNTER:
        if _half(campaign) != sides.ALLIED or not used(campaign, WESTERN):
            return "it holds in the Allied player turn after the surprise"
        startled = sum(many for owner, many in share.items() if owner in befallen)
        return (
            "" if total and 2 * startled >= total else "half of the factors is not French, Belgian, Norwegian or Dutch"
        )
    if _half(campaign) != sides.AXIS or not german:
        return "it is no German attack"
    others = (engagement, *(attack for at, attack in campaign.engagements.items() if at != where))
    at = (where, *(at for at in campaign.engagements if at != where))
    if not used(campaign, WESTERN) and not any(opens_west(campaign, *pair) for pair in zip(at, others, strict=True)):
        return "no French or British unit in France is attacked this turn"
    if name == WESTERN and theirs == ("france",) and "france" not in befallen:
        return "France knows the German plan"
    if name == WESTERN:
        return "" if set(theirs) & befallen else "no French, Belgian, Norwegian or Dutch unit defends"
    if "drop" not in engagement.facts or not any(
        campaign.units[key].kind == "para" for key in engagement.attackers if key in campaign.units
    ):
        return "no PARA drops on the hex"
    return "" if set(theirs) & set(_LANDED_ON) else "no Norwegian, Dutch or Belgian unit defends"


def in_air(campaign: TheWar, engagement: Engagement) -> dict[str, str]:
    """Each surprise of a battle in the air with why it does not hold, '' where it does. Counter-air missions of the
    turn come before the attacks that bring surprise in the West about: there the player names it, and it is left out
    as long as it may be so."""
    counter = engagement.kind == "air"
    mine = set(owners(campaign, engagement.attackers if counter else engagement.air))
    theirs = set(owners(campaign, (*(engagement.defenders if counter else ()), *engagement.facing)))
    axis = _half(campaign) == sides.AXIS
    west = west_not(campaign)
    begun = used(campaign, WESTERN) or any(opens_west(campaign, *pair) for pair in campaign.engagements.items())
    befallen = surprised(campaign, _IN_THE_AIR)
    hit = f"no German unit meets {'French or ' if 'france' in befallen else ''}Belgian ones"
    answers = {
        WESTERN: west or ("" if axis and "germany" in mine and theirs & befallen else hit),
        COUNTER: west or ("" if not axis and mine & befallen and "germany" in theirs else hit),
        BARBAROSSA: east_not(campaign) or _no_raid(counter and axis, mine, theirs),
    }
    if not begun:
        for name in (WESTERN, COUNTER):
            if not answers[name]:
                del answers[name]
    return answers


def in_air_at_sea(campaign: TheWar, engagement: Engagement) -> tuple[str, ...]:
    """The surprises of the aircraft that meet in a battle at sea (18.2): once the attack in the West has been made, or
    where the mission is told of it. That of the East is of counter-air missions alone (21.4)."""
    if west_not(campaign) or not (used(campaign, WESTERN) or WESTERN in engagement.facts):
        return ()
    befallen = surprised(campaign, _IN_THE_AIR)
    mine, theirs = (
        set(owners(campaign, (key for key in keys if key in campaign.units and campaign.units[key].kind in _AIRCRAFT)))
        for keys in (engagement.attackers, engagement.defenders)
    )
    if _half(campaign) == sides.AXIS:
        return (WESTERN,) if "germany" in mine and theirs & befallen else ()
    return (COUNTER,) if mine & befallen and "germany" in theirs else ()


def _no_raid(counter: bool, mine: set[str], theirs: set[str]) -> str:
    if counter and "germany" in mine and "ussr" in theirs:
        return ""
    return "it is no German counter-air mission against Soviet units"


def close(tx: Transaction[TheWar], where: str, engagement: Engagement) -> None:
    """A battle that is fought uses a surprise up: it holds to the end of the turn, and is gone then (18.2, 21.4)."""
    turn = calendar.turn(tx.campaign)
    if opens_west(tx.campaign, where, engagement) and not used(tx.campaign, WESTERN):
        tx.put(f"facts.{IN_FORCE[WESTERN]}", turn, "Western Front Surprise", "18.2")
        tx.put(f"facts.{WESTERN_OPEN}", False, "Western Front Surprise", "18.2")
    attacked = "germany" in owners(tx.campaign, engagement.attackers) and "ussr" in owners(
        tx.campaign, engagement.defenders
    )
    if attacked and not used(tx.campaign, BARBAROSSA) and not east_not(tx.campaign):
        tx.put(f"facts.{IN_FORCE[BARBAROSSA]}", turn, "surprise attack on the Soviet Union", "21.4")
        tx.put(f"facts.{EASTERN_OPEN}", False, "surprise attack on the Soviet Union", "21.4")


def warns(tx: Transaction[TheWar], where: str, engagement: Engagement) -> None:
    """Germany attacks a French fortress: in later turns nobody is surprised in the West any more (18.2)."""
    place = _at(tx.campaign, where)
    french = installed.is_fortress(tx.campaign, place) and installed.owner(tx.campaign, place) == "france"
    german = engagement.kind == "ground" and "germany" in owners(tx.campaign, engagement.attackers)
    if french and german and FORTRESS_ATTACKED not in tx.campaign.facts:
        tx.put(f"facts.{FORTRESS_ATTACKED}", calendar.turn(tx.campaign), "a French fortress is attacked", "18.2")


def _at(campaign: TheWar, where: str) -> str:
    """The place that lies in a hex which is named by its number."""
    return next((key for key, place in campaign.places.items() if place.hex == where), where)
