"""What holds of a battle on the ground without being typed: what the campaign knows by its efforts, dates, places,
weather and options (4.3, 10.3.6, 10.6, 18.2, 21.4, 26, 29.2, 29.20). What only the board shows the players name; what
they name against what the campaign knows counts for nothing, and is refused when the attack is announced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.combat import efforts, surprises
from engine.thewar.weather import weather
from engine.thewar.world import border_wars, calendar, counters, deeds, installed, markers, minors, regions, sides, wars
from engine.thewar.world.state import Deed, Engagement, TheWar, Unit

FRONTS = {f"{front}-front": front for front in regions.FRONTS}
"""Facts by which a player says on which front a hex lies that the campaign does not know, so that its weather
counts."""
ELITE, CARPET = "elite-units", "carpet-bombing"
"""Options of the campaign (29.2, 29.20)."""
COLUMN = "lle-column"
MOST_CARPETS = 2
_CARPET_TURN = "1944-2-summer"
_CITIES = ("city", "two-cities", "german-city-vs-soviets")
_RULES = {
    "limited-effort": "4.3",
    COLUMN: "4.3",
    markers.BREACH: "10.2.5",
    "ussr-1939": "10.3.6",
    "siberian-winter": "21.7.1",
    "minor-fortress": "9.8",
    "no-retreat": "8.8.8",
    "elite": "29.2",
    CARPET: "29.20",
    surprises.WESTERN: "18.2",
    surprises.COUNTER: "18.2",
    surprises.AIRBORNE: "18.2",
    surprises.BARBAROSSA: "21.4",
}
NAMED = (COLUMN, CARPET, surprises.AIRBORNE)
"""Facts that a player chooses where they are allowed: the campaign only knows when they are not."""


def payer(campaign: TheWar, owner: str) -> str:
    """The power whose effort activates an owner's units: for a minor country its patron, in a border war whoever
    commands it (ruling 470)."""
    if owner in campaign.powers:
        return owner
    if border_wars.fought(campaign, owner):
        return minors.commander(campaign, owner)
    land = campaign.countries.get(owner)
    return land.patron if land is not None and land.patron in campaign.powers else ""


def _units(campaign: TheWar, keys: Iterable[str]) -> tuple[Unit, ...]:
    return tuple(campaign.units[key] for key in keys if key in campaign.units)


def _shares(campaign: TheWar, keys: Iterable[str]) -> dict[str, int]:
    """Attacking factors by owner."""
    by_owner: dict[str, int] = {}
    for unit in _units(campaign, keys):
        by_owner[unit.power] = by_owner.get(unit.power, 0) + counters.factors(unit).combat
    return by_owner


# --- facts


def known(campaign: TheWar, where: str, engagement: Engagement) -> Mapping[str, str]:
    """The facts of a battle that the campaign knows: each with why it does not hold, '' where it does."""
    shares = _shares(campaign, engagement.attackers)
    answers = {"limited-effort": _no_limited_effort(campaign, shares), "elite": _no_elite(campaign)}
    place = campaign.places.get(where)
    if place is not None:
        answers["ussr-1939"] = "" if place.tags.get("ussr-1939") else f"{place.name} lies outside it"
        answers["minor-fortress"] = _no_minor_fortress(campaign, where)
        answers["no-retreat"] = "" if place.tags.get("no-retreat") else f"from {place.name} units retreat"
    inside = answers["ussr-1939"] == "" if place is not None else "ussr-1939" in engagement.facts
    answers["siberian-winter"] = _no_siberians(campaign, engagement, inside=inside)
    for name in (surprises.WESTERN, surprises.COUNTER, surprises.BARBAROSSA):
        answers[name] = surprises.why_not(campaign, name, where, engagement, shares)
    named = {
        COLUMN: _no_column(campaign, where, engagement),
        CARPET: _no_carpet(campaign, where, engagement),
        markers.BREACH: _no_breach(campaign, engagement),
        surprises.AIRBORNE: surprises.why_not(campaign, surprises.AIRBORNE, where, engagement, shares)
        or _twice(campaign, where, surprises.AIRBORNE),
    }
    return {**answers, **{name: why for name, why in named.items() if why}}


def facts(campaign: TheWar, where: str, engagement: Engagement) -> tuple[str, ...]:
    """All facts that hold in a battle: those that the campaign knows, and those named that it does not know."""
    answers = known(campaign, where, engagement)
    typed = [name for name in engagement.facts if name not in answers and name not in FRONTS]
    return tuple(dict.fromkeys((*typed, *(name for name, why in answers.items() if not why))))


def wrong(campaign: TheWar, where: str, engagement: Engagement) -> Iterable[Refusal]:
    """Refuse what a player named of a battle where the campaign knows that it is otherwise."""
    answers = known(campaign, where, engagement)
    for name in engagement.facts:
        if why := answers.get(name, ""):
            yield Refusal(_RULES[name], f"'{name}' does not hold: {why}", "Leave it out.")
    if CARPET in engagement.facts and deeds.is_kept(campaign, Deed(deed=CARPET, where=where)):
        yield Refusal(_RULES[CARPET], "one die roll in a hex is shifted, and this one was bombed", "Leave it out.")
    place = campaign.places.get(where)
    for name in engagement.facts:
        if place is not None and name in FRONTS and FRONTS[name] != front(campaign, where, engagement):
            lies = front(campaign, where, engagement)
            yield Refusal("26.0", f"{place.name} does not lie on the {FRONTS[name]} front", f"It is {lies or 'none'}.")
    yield from _wrong_ground(campaign, where, engagement)


def spent(tx: Transaction[TheWar], where: str, engagement: Engagement) -> None:
    """Record what a battle uses up when it is rolled: surprise, and what may be chosen only so often."""
    surprises.close(tx, where, engagement)
    used(tx, where, engagement)


def used(tx: Transaction[TheWar], where: str, engagement: Engagement) -> None:
    """Record what a player chose for a battle, rolled here or at the table, because he may choose it only so often; and
    that the attack warns the enemy, which it does either way."""
    surprises.warns(tx, where, engagement)
    held = facts(tx.campaign, where, engagement)
    for name in NAMED:
        if name in held:
            for whose in _columns(tx.campaign, engagement) if name == COLUMN else ("",):
                deeds.keep(tx, Deed(who=whose, deed=name, where=where), name.replace("-", " "), _RULES[name])


def _elsewhere(campaign: TheWar, where: str, name: str, whose: str = "") -> set[str]:
    """The other places at which something has been used, or is named for an announced attack, in this turn."""
    places = {record.where for record in campaign.missions.values() if (record.deed, record.who) == (name, whose)}
    for at, engagement in campaign.engagements.items():
        mine = not whose or whose in {payer(campaign, unit.power) for unit in _units(campaign, engagement.attackers)}
        if name in engagement.facts and mine:
            places.add(at)
    return places - {where}


def _twice(campaign: TheWar, where: str, name: str) -> str:
    return "it holds in one hex, and another is named" if _elsewhere(campaign, where, name) else ""


def _no_limited_effort(campaign: TheWar, shares: Mapping[str, int]) -> str:
    factors: dict[str, int] = {}
    for owner, many in shares.items():
        if who := payer(campaign, owner):
            factors[who] = factors.get(who, 0) + many
    if factors and efforts.ground_modifier(campaign, factors).lines:
        return ""
    return "the powers under an LLE have less than half of the factors"


def _columns(campaign: TheWar, engagement: Engagement) -> tuple[str, ...]:
    """Attacking powers under a Limited Effort, one of which gives its column."""
    powers = dict.fromkeys(payer(campaign, unit.power) for unit in _units(campaign, engagement.attackers))
    return tuple(power for power in powers if power and campaign.powers[power].effort == "lle")[:1]


def _no_column(campaign: TheWar, where: str, engagement: Engagement) -> str:
    limited = _columns(campaign, engagement)
    if not limited:
        return "no attacker is under a Limited Effort"
    if elsewhere := _elsewhere(campaign, where, COLUMN, limited[0]):
        return f"{wars.named(campaign, limited[0])} has used its column at {min(elsewhere)}"
    return ""


def _no_elite(campaign: TheWar) -> str:
    return "" if campaign.options.get(ELITE) else "the optional rule is not played"


def _no_breach(campaign: TheWar, engagement: Engagement) -> str:
    """Where the board is checked, a Breach is one whose marker lies there: of a battle, or entered with ``mark``."""
    if campaign.options.get("board") != "checked":
        return ""
    side = sides.side(campaign, engagement.by)
    mine = (marker for marker in campaign.markers.values() if sides.side(campaign, marker.power) == side)
    return "" if any(marker.kind == markers.BREACH for marker in mine) else "no Breach of theirs lies on the board"


def _no_carpet(campaign: TheWar, where: str, engagement: Engagement) -> str:
    if not campaign.options.get(CARPET):
        return "the optional rule is not played"
    if calendar.turn(campaign) != _CARPET_TURN:
        return "only in Summer 1944"
    west = sides.western_allies(campaign)
    if not any(payer(campaign, unit.power) in west for unit in _units(campaign, engagement.attackers)):
        return "only for the Western Allies"
    if len(_elsewhere(campaign, where, CARPET)) >= MOST_CARPETS:
        return f"{MOST_CARPETS} hexes are bombed already"
    return ""


def _no_minor_fortress(campaign: TheWar, where: str) -> str:
    if not installed.is_fortress(campaign, where):
        return "there is no fortress"
    owner = campaign.places[where].holder
    return "" if owner in campaign.countries else f"it is {wars.named(campaign, owner)}'s"


def _no_siberians(campaign: TheWar, engagement: Engagement, *, inside: bool) -> str:
    if calendar.season(campaign) != "winter":
        return "it is not Winter"
    if not inside:
        return "the battle is not inside the 1939 Soviet Union"
    theirs = surprises.owners(campaign, engagement.defenders)
    if theirs and all(owner in weather.NORDIC for owner in theirs):
        return "Finns and Swedes are used to it"
    return ""


# --- the hex


def terrain(campaign: TheWar, where: str, engagement: Engagement) -> tuple[str, ...]:
    """The hex with all that the campaign knows of it: fortress, fortification, city; what is frozen over counts for
    nothing (10.6, 26.1.1)."""
    names = list(engagement.terrain)
    if installed.is_fortress(campaign, where):
        names.append("fortress")
    elif installed.at(campaign, where, installed.FORTIFICATION):
        names.append("fortified")
    names = _with_city(campaign, where, engagement, names)
    if surprises.no_city(campaign, where, engagement):
        names = [name for name in names if name not in _CITIES]
    if conditions(campaign, where, engagement).frozen_over:
        names = [name for name in names if name not in ("river", "swamp")]
    return tuple(dict.fromkeys(names))


def _with_city(campaign: TheWar, where: str, engagement: Engagement, names: list[str]) -> list[str]:
    """The ground with its city: of a place that the campaign knows what it is, whatever was named; whether there is a
    second city in the hex the board knows."""
    if not _is_city(campaign, where):
        return names
    known, two = _city(campaign, where, engagement), "two-cities" in names
    rest = [name for name in names if name not in _CITIES]
    if not known:
        return rest
    return [*rest, *(["two-cities"] if two else []), *([] if two and known == "city" else [known])]


def _is_city(campaign: TheWar, where: str) -> bool:
    return where in campaign.places and campaign.places[where].kind in ("city", "port")


def _city(campaign: TheWar, where: str, engagement: Engagement) -> str:
    """The city that a place is, '' where it is none or one that adds nothing, as in North Africa (10.6.8, ruling
    170)."""
    if not _is_city(campaign, where) or regions.zones(place := campaign.places[where]):
        return ""
    if surprises.no_city(campaign, where, engagement):
        return ""
    soviet = surprises.owners(campaign, engagement.attackers) == ("ussr",)
    return "german-city-vs-soviets" if soviet and place.country in ("germany", "danzig") else "city"


def siege(campaign: TheWar, where: str, engagement: Engagement) -> int:
    """The Siege markers on a hex: those of the campaign, else those that were named (13.2.3)."""
    if where in campaign.sieges:
        return campaign.sieges[where]
    return 0 if where in campaign.places else engagement.siege


def _wrong_ground(campaign: TheWar, where: str, engagement: Engagement) -> Iterable[Refusal]:
    place = campaign.places.get(where)
    if place is None:
        if "german-city-vs-soviets" in engagement.terrain and surprises.owners(campaign, engagement.attackers) != (
            "ussr",
        ):
            yield Refusal("10.6.8", "Soviet units alone attack German cities as such", "A city to all others.")
        return
    if regions.zones(place) and set(_CITIES) & set(engagement.terrain):
        yield Refusal("10.6.8", f"{place.name} adds nothing to its defenders", "Leave the city out.")
    elif "german-city-vs-soviets" in engagement.terrain and _city(campaign, where, engagement) == "city":
        yield Refusal("10.6.8", f"{place.name} is no German city that Soviets attack", "Leave it out.")
    for name, kind, rule in (
        ("fortress", installed.FORTRESS, "10.6.6"),
        ("fortified", installed.FORTIFICATION, "10.6.4"),
    ):
        unplaced = any(
            installation.kind == kind and installation.place == installed.BOARD
            for installation in campaign.installations.values()
        )
        if (
            name in engagement.terrain
            and name not in terrain(campaign, where, Engagement(kind="", by=""))
            and not unplaced
        ):
            yield Refusal(rule, f"no {kind} stands at {place.name}", "Leave it out, or enter it with install.")
    if engagement.siege and engagement.siege != siege(campaign, where, engagement):
        there = siege(campaign, where, engagement)
        yield Refusal("13.2.3", f"{there} Siege markers lie on {place.name}", "besiege and relieve change them.")


# --- weather


def front(campaign: TheWar, where: str, engagement: Engagement) -> str:
    """On which front a battle is, '' where nobody knows."""
    place = campaign.places.get(where)
    if place is not None and regions.front(place):
        return regions.front(place)
    if "ussr-1939" in engagement.facts or (place is not None and place.tags.get("ussr-1939")):
        return weather.EASTERN
    return next((FRONTS[name] for name in engagement.facts if name in FRONTS), "")


def conditions(campaign: TheWar, where: str, engagement: Engagement, keys: Iterable[str] = ()) -> weather.Weather:
    """The weather of a battle for these units, of its attackers where none are named."""
    units = _units(campaign, keys or engagement.attackers)
    if weather.sheltered(campaign.places.get(where)):
        return weather.Weather()
    return weather.of(campaign, front(campaign, where, engagement), russian=weather.russian(campaign, units))


def columns(campaign: TheWar, where: str, engagement: Engagement, keys: Iterable[str]) -> int:
    """The columns that weather lets these air units shift, -1 where it sets no limit (26.1 to 26.3)."""
    flown = tuple(keys)
    sky = conditions(campaign, where, engagement, flown)
    return 0 if sky.grounded and flown else sky.columns


def closed(
    campaign: TheWar, where: str, engagement: Engagement, *, movement: bool = False, second: bool = False
) -> Iterable[Refusal]:
    """Why the weather forbids an attack; ``movement``: an Automatic Victory; ``second``: in the Second Impulse."""
    sky = conditions(campaign, where, engagement)
    if movement and sky.no_automatic:
        yield Refusal(sky.rule, f"no Automatic Victory in {sky.name}", "Attack after the movement.")
    # Who may not move in the Second Impulse exploits nothing, and only exploiting units attack in it (10.2.5).
    if second and (sky.no_second_impulse or (sky.no_second_combat and not movement)):
        yield Refusal(sky.rule, f"no Second Impulse in {sky.name}", "First Impulse units attack before it.")
    if "drop" in engagement.facts and sky.no_drop:
        yield Refusal(sky.rule, f"no airborne drops in {sky.name}")
    if "beach-assault" in engagement.terrain and sky.no_landing:
        yield Refusal(sky.rule, f"no landings in {sky.name}")
    yield from grounded(campaign, where, engagement, engagement.air)


def grounded(campaign: TheWar, where: str, engagement: Engagement, keys: Iterable[str]) -> Iterable[Refusal]:
    """Why air units do not fly to a battle: the weather keeps them on the ground (26.1.1)."""
    flown = tuple(keys)
    if flown and (sky := conditions(campaign, where, engagement, flown)).grounded:
        yield Refusal(sky.rule, f"no Axis air unit flies in {sky.name}", "The ground units fight alone.")
