"""When a step comes up, or something may begin: conditions that ask for wars, countries, dates and options, each with
its reason when it fails. What rooms ask besides they bring themselves (see kernel.rooms)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from engine.kernel.wiring import Condition as KernelCondition
from engine.kernel.wiring import UnknownCondition
from engine.thewar.world import calendar, wars
from engine.thewar.world.state import TheWar

Condition = KernelCondition[TheWar]


def _pair(text: str) -> tuple[str, str]:
    """The two that a condition names: ``germany+poland``."""
    first, _, second = text.partition("+")
    return first, second


def _war(pair: str) -> Condition:
    first, second = _pair(pair)

    def holds(campaign: TheWar, side: str) -> str:
        if wars.at_war(campaign, first, second):
            return ""
        return f"{wars.named(campaign, first)} and {wars.named(campaign, second)} are not at war"

    return holds


def _peace(pair: str) -> Condition:
    first, second = _pair(pair)

    def holds(campaign: TheWar, side: str) -> str:
        return (
            f"{wars.named(campaign, first)} and {wars.named(campaign, second)} are at war"
            if wars.at_war(campaign, first, second)
            else ""
        )

    return holds


def _belligerent(power: str) -> Condition:
    def holds(campaign: TheWar, side: str) -> str:
        return "" if wars.belligerent(campaign, power) else f"{wars.named(campaign, power)} is not at war"

    return holds


def _neutral(country: str) -> Condition:
    def holds(campaign: TheWar, side: str) -> str:
        if country in campaign.powers:
            return f"{wars.named(campaign, country)} is at war" if wars.belligerent(campaign, country) else ""
        land = campaign.countries.get(country)
        return "" if land and land.status == "neutral" else f"{wars.named(campaign, country)} is not neutral"

    return holds


def _status(argument: str) -> Condition:
    country, _, status = argument.partition("=")

    def holds(campaign: TheWar, side: str) -> str:
        land = campaign.countries.get(country)
        return "" if land and land.status == status else f"{wars.named(campaign, country)} is not {status}"

    return holds


def _conquered(who: str) -> Condition:
    def holds(campaign: TheWar, side: str) -> str:
        return "" if _has_fallen(campaign, who) else f"{wars.named(campaign, who)} has not fallen"

    return holds


def _standing(who: str) -> Condition:
    def holds(campaign: TheWar, side: str) -> str:
        return f"{wars.named(campaign, who)} has fallen" if _has_fallen(campaign, who) else ""

    return holds


def _has_fallen(campaign: TheWar, who: str) -> bool:
    if who in campaign.powers:
        return bool(campaign.powers[who].surrendered)
    land = campaign.countries.get(who)
    return land is not None and land.status == "conquered"


def _option(name: str) -> Condition:
    def holds(campaign: TheWar, side: str) -> str:
        return "" if campaign.options.get(name) else f"option '{name}' is off"

    return holds


def _without(name: str) -> Condition:
    def holds(campaign: TheWar, side: str) -> str:
        return f"option '{name}' is on" if campaign.options.get(name) else ""

    return holds


UNMET_FACTS = {
    "convoy-hit": "no convoy was ambushed or massacred this turn",
    "east-prussia-open": "East Prussia was rolled for already",
    "firestorm-this-turn": "no city burned in a firestorm this turn",
    "french-terms-open": "France's terms are carried out",
    "greek-airbase-open": "Germany no longer has the right to an airbase in Greece",
    "iceland-open": "Iceland is occupied already, or may not be any more",
    "norwegian-waters-open": "Norwegian waters are mined already, or may not be any more",
    "soviet-mobilization": "the Soviet Union is not mobilizing",
    "variant-french-army-reform": "France has not played the reform of its army",
    "variant-maginot-extended": "France has not played the extension of the Maginot Line",
    "variant-us-preparedness": "the U.S. has not played its preparedness",
    "western-surprise-open": "surprise in the West has been used, or may not be any more",
    "western-surprise-turn": "the West is not surprised this turn",
    "yugoslav-airbase-open": "Germany no longer has the right to an airbase in Yugoslavia",
}
"""Why a step does not come up whose fact does not hold, in words; a test finds each fact that a table names."""


def _fact(name: str) -> Condition:
    if name not in UNMET_FACTS:
        raise UnknownCondition(f"fact:{name}")

    def holds(campaign: TheWar, side: str) -> str:
        return "" if campaign.facts.get(name) else UNMET_FACTS[name]

    return holds


def _since(turn: str) -> Condition:
    def holds(campaign: TheWar, side: str) -> str:
        return "" if calendar.now(campaign) >= calendar.number(turn) else f"not before {calendar.spoken(turn)}"

    return holds


def _turn(turn: str) -> Condition:
    """Holds in one turn alone."""

    def holds(campaign: TheWar, side: str) -> str:
        return "" if calendar.now(campaign) == calendar.number(turn) else f"it is not {calendar.spoken(turn)}"

    return holds


def _this_turn(fact: str) -> Condition:
    """Holds in the turn that a fact names: ``this-turn:western-surprise-turn``."""
    if fact not in UNMET_FACTS:
        raise UnknownCondition(f"this-turn:{fact}")

    def holds(campaign: TheWar, side: str) -> str:
        return "" if campaign.facts.get(fact) == calendar.turn(campaign) else UNMET_FACTS[fact]

    return holds


def _unattacked(pair: str) -> Condition:
    """Holds while a power has not attacked a country: ``unattacked:italy+greece``."""
    power, country = _pair(pair)

    def holds(campaign: TheWar, side: str) -> str:
        land = campaign.countries.get(country)
        taken = land is not None and (land.status, land.patron) == ("conquered", power)
        fought = taken or wars.at_war(campaign, power, country)
        return f"{wars.named(campaign, power)} has attacked {wars.named(campaign, country)}" if fought else ""

    return holds


def _after_fall(power: str) -> Condition:
    """Holds from the turn after a Major Power's surrender on."""

    def holds(campaign: TheWar, side: str) -> str:
        fallen = campaign.powers[power].surrendered if power in campaign.powers else ""
        if fallen and calendar.now(campaign) > calendar.number(fallen):
            return ""
        return f"not before the turn after {wars.named(campaign, power)} surrenders"

    return holds


def _after_declaration(pair: str) -> Condition:
    """In a war, from the turn after its beginning on."""
    war, (first, second) = _war(pair), _pair(pair)

    def holds(campaign: TheWar, side: str) -> str:
        if why := war(campaign, side):
            return why
        begun = wars.begun(campaign, first, second)
        names = wars.named(campaign, first), wars.named(campaign, second)
        early = calendar.now(campaign) <= calendar.number(begun)
        return f"not before the turn after the war of {names[0]} and {names[1]} begins" if early else ""

    return holds


def _begins(pair: str) -> Condition:
    """Holds in the turn in which a war begins: ``begins:germany+belgium``."""
    first, second = _pair(pair)

    def holds(campaign: TheWar, side: str) -> str:
        if wars.begun(campaign, first, second) == calendar.turn(campaign):
            return ""
        return f"{wars.named(campaign, first)} does not go to war with {wars.named(campaign, second)} in this turn"

    return holds


def _unrolled(power: str) -> Condition:
    """Holds until a power has rolled for its surrender, and while it stands: ``unrolled:france``."""
    standing = _standing(power)

    def holds(campaign: TheWar, side: str) -> str:
        if any(one.power == power for one in campaign.surrender_rolls.values()):
            return f"{wars.named(campaign, power)} has rolled for its surrender"
        return standing(campaign, side)

    return holds


def _held(argument: str) -> Condition:
    key, _, holder = argument.partition("=")

    def holds(campaign: TheWar, side: str) -> str:
        land = campaign.holdings.get(key) or campaign.places.get(key)
        if land is not None and land.holder == holder:
            return ""
        name = land.name if land is not None else key
        return f"{wars.named(campaign, holder)} does not hold {name}"

    return holds


def _held_before(argument: str) -> Condition:
    """Held now, and already before a turn: ``held-before:karelia=ussr@1941-2-summer``."""
    rest, _, turn = argument.partition("@")
    held = _held(rest)

    def holds(campaign: TheWar, side: str) -> str:
        key, _, holder = rest.partition("=")
        land = campaign.holdings.get(key) or campaign.places.get(key)
        if land is not None and land.taken and calendar.number(land.taken) >= calendar.number(turn):
            return f"{wars.named(campaign, holder)} did not hold {land.name} before {calendar.spoken(turn)}"
        return held(campaign, side)

    return holds


VOCABULARY: dict[str, Callable[[str], Condition]] = {
    "war": _war,
    "peace": _peace,
    "belligerent": _belligerent,
    "neutral": _neutral,
    "status": _status,
    "conquered": _conquered,
    "standing": _standing,
    "option": _option,
    "without": _without,
    "fact": _fact,
    "from": _since,
    "turn": _turn,
    "this-turn": _this_turn,
    "unattacked": _unattacked,
    "after-fall": _after_fall,
    "after-declaration": _after_declaration,
    "begins": _begins,
    "unrolled": _unrolled,
    "held": _held,
    "held-before": _held_before,
}


def unmet(campaign: TheWar, alternatives: Iterable[Iterable[str]]) -> str:
    """Why none of several lists of conditions holds whole, or '' where one does or none is named."""
    reasons = []
    for together in alternatives:
        missing = [why for text in together if (why := condition(text)(campaign, ""))]
        if not missing:
            return ""
        reasons.append(" and ".join(missing))
    return ", or ".join(reasons)


@lru_cache(maxsize=1024)
def condition(text: str) -> Condition:
    """The condition of a text such as ``war:germany+ussr``. Raises UnknownCondition."""
    name, _, argument = text.partition(":")
    make = VOCABULARY.get(name)
    if make is None or not argument:
        raise UnknownCondition(text)
    return make(argument)
