"""Which surrender rolls are due in a turn and why, what is added to them, and how likely they are the end (17.2, 18.4,
19.2, 20.4, 21.1, rulings 341 to 351)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.endings import forces_there, near
from engine.thewar.endings.near import ITALY, STEPS, WESTERN, of_the_west
from engine.thewar.endings.signs import Known, Sign, board, held, read
from engine.thewar.endings.signs_by_power import british_unbuilt, signs
from engine.thewar.rolls import surrenders
from engine.thewar.rolls.ending_marks import DUNKIRK_TURNS
from engine.thewar.rolls.surrenders import RULES
from engine.thewar.world import calendar, forces, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.state import SurrenderRoll, TheWar

LIST, DUNKIRK = "list", "dunkirk"
FIRES_BEFORE, UNBUILT_BEFORE = "british-fires-before", "british-unbuilt-before"
"""The facts of what stood of the British list as the turn before ended."""
EMPTIED, ELIMINATED, ENTERED = "no-british-in-france", "eliminated", surrenders.ENTERED
_BRITAIN, _FRANCE, _ITALY, _GERMANY, _USSR = "britain", "france", "italy", "germany", "ussr"


@frozen
class Occasion:
    """Why a power rolls in this turn: ``why`` in words, '' where it does not; ``not_yet``: why it does not;
    ``asked``: the signs of the board on which it hangs while the record is silent."""

    why: str = ""
    not_yet: str = ""
    asked: tuple[str, ...] = ()

    @property
    def due(self) -> bool:
        """Whether the roll is due by what is known."""
        return bool(self.why)


# --- the roll itself


def roll(campaign: TheWar, power: str) -> surrenders.Surrender:
    """A power's roll as it stands, before its die."""
    listed = signs(campaign, power)
    return surrenders.surrender(
        power,
        (sign.id for sign in listed if sign.holds and not sign.counts),
        {sign.id: sign.known.number for sign in listed if sign.counts},
        values=figures(campaign, power),
    )


def figures(campaign: TheWar, power: str) -> dict[str, int]:
    """The modifiers of a list that the campaign has figures of its own for, in place of the house's (ruling 113)."""
    if power not in surrenders.LISTS:
        return {}
    typed = {one.id: surrenders.typed_over(power, one.id) for one in surrenders.house(power)}
    return {name: int(campaign.facts[key]) for name, key in typed.items() if key in campaign.facts}


def rolled(campaign: TheWar, power: str, kind: str = LIST) -> SurrenderRoll | None:
    """The roll that a power has made in this turn."""
    if not campaign.surrender_rolls:
        return None
    made = SurrenderRoll.made_of(power, kind, calendar.turn(campaign), face=1)
    return campaign.surrender_rolls.get(made.address)


# --- when it is due


def _french(campaign: TheWar) -> Occasion:
    """An enemy holds a city of France (18.4, ruling 428)."""
    lost = near.french_city_lost(campaign)
    if not lost:
        return Occasion(not_yet=near.NO_FRENCH_CITY)
    return Occasion(held(campaign, lost, lambda holder: wars.hostile(campaign, holder, _FRANCE)).cause)


def entered_italy(campaign: TheWar) -> Sign:
    """Whether Britain or the United States is in Italy, Sicily or Sardinia (19.2)."""
    label = "Britain or the U.S. has a hex of Italy, Sicily or Sardinia"
    return read(campaign, _ITALY, ENTERED, label, False, _in_italy(campaign))


def _in_italy(campaign: TheWar) -> Known:
    for place in campaign.places.values():
        if place.country in ITALY and of_the_west(campaign, place.holder):
            return Known(1, f"{wars.named(campaign, place.holder)} holds {place.name}")
    if (there := forces_there.army(campaign, ITALY, WESTERN)).number:
        return there
    for marker in campaign.markers.values():
        at = campaign.places.get(marker.place)
        if of_the_west(campaign, marker.power) and at is not None and at.country in ITALY:
            return Known(1, f"a {marker.kind} of {wars.named(campaign, marker.power)} lies in {at.name}")
    return board()


def _italian(campaign: TheWar) -> Occasion:
    sign = entered_italy(campaign)
    if sign.holds:
        return Occasion(sign.known.cause)
    if not sign.open:
        return Occasion(not_yet="nobody of Britain or the United States stands in Italy")
    silent = "nobody of Britain or the United States is known to stand in Italy"
    return Occasion(not_yet=silent, asked=(ENTERED,) if not sign.said and _near_italy(campaign) else ())


def _near_italy(campaign: TheWar) -> bool:
    """Whether units of Britain or the United States may have come into Italy unrecorded: from a land beside it, or by a
    beachhead of which nobody knows where it lies."""
    for place in campaign.places.values():
        beside = place.country in ("yugoslavia", "switzerland") or place.tags.get("austria")
        if beside and of_the_west(campaign, place.holder):
            return True
    liberated = any(
        place.country == _FRANCE and of_the_west(campaign, place.holder) and place.kind in ("city", "port")
        for place in campaign.places.values()
    )
    markers = campaign.markers.values()
    return liberated or any(
        of_the_west(campaign, marker.power) and marker.place not in campaign.places for marker in markers
    )


def _german(campaign: TheWar) -> Occasion:
    """A city inside the borders of 1939 is Britain's, the United States' or the Soviet Union's (20.4)."""
    lost = [sign for sign in signs(campaign, _GERMANY) if sign.id in ("berlin-lost", "cities") and sign.holds]
    if lost:
        cities = lost[-1].known.cause if lost[-1].id == "cities" else "Berlin"
        return Occasion(f"{cities} lost")
    return Occasion(not_yet="no city of Germany is lost")


def _soviet(campaign: TheWar) -> Occasion:
    """Moscow, Leningrad and Stalingrad are all enemies', and a die can reach what is needed (21.1, ruling 350)."""
    if left := near.soviet_cities_left(campaign):
        return Occasion(not_yet=left)
    added = roll(campaign, _USSR).modifier.total
    if not surrenders.within_reach(_USSR, added):
        return Occasion(not_yet=f"no die makes {surrenders.THRESHOLDS[_USSR]}: the modifiers are {added:+d}")
    return Occasion("Moscow, Leningrad and Stalingrad lost")


def new_events(campaign: TheWar) -> tuple[str, ...]:
    """What of the British list is higher than when the turn began (17.2.2, ruling 346)."""
    turn, found = calendar.turn(campaign), []
    lost = [key for key in ("london", "suez", "gibraltar", "malta") if key in campaign.places]
    others = [key for key, place in campaign.places.items() if place.country == _BRITAIN and key != "london"]
    gone = [key for key in others if wars.axis_holds(campaign, campaign.places[key].holder)]
    # Any other home city adds once, so only the first that falls is an event.
    if gone and all(campaign.places[key].taken == turn for key in gone):
        lost.append(gone[0])
    for key in lost:
        place = campaign.places[key]
        if place.taken == turn and wars.axis_holds(campaign, place.holder):
            found.append(f"{place.name} lost")
    fires = int(campaign.facts.get("firestorms-on-britain", 0))
    if (new := fires - _fires_before(campaign, fires)) > 0:
        found.append(counted(new, "firestorm", "firestorms"))
    narfs = british_unbuilt(campaign)
    if narfs // surrenders.STEP > _unbuilt_before(campaign, narfs) // surrenders.STEP:
        found.append(f"British units lost, {narfs} NARFs of them not rebuilt")
    return tuple(found)


def _fires_before(campaign: TheWar, now: int) -> int:
    """Firestorms as the turn began; where a campaign has not counted them, none in the seasons that have them."""
    known = campaign.facts.get(FIRES_BEFORE)
    if known is not None:
        return int(known)
    return 0 if calendar.season(campaign) in ("spring", "fall") else now


def _unbuilt_before(campaign: TheWar, now: int) -> int:
    """NARFs not rebuilt as the turn began; where a campaign has not counted them, none if any were lost since."""
    known = campaign.facts.get(UNBUILT_BEFORE)
    if known is not None:
        return int(known)
    return 0 if campaign.facts.get(forces.BRITISH_LOSSES) == calendar.turn(campaign) else now


def _british(campaign: TheWar) -> Occasion:
    """Something of the list has happened this turn and a die can reach what is needed (17.2.2)."""
    events = new_events(campaign)
    if not events:
        return Occasion(not_yet="nothing British was lost this turn that is rolled for")
    added, needed = roll(campaign, _BRITAIN).modifier.total, surrenders.THRESHOLDS[_BRITAIN]
    if not surrenders.within_reach(_BRITAIN, added):
        return Occasion(not_yet=f"no die surrenders: {', '.join(events)}; {added:+d}, {needed} needed")
    return Occasion(", ".join(events))


_OCCASIONS: Mapping[str, Callable[[TheWar], Occasion]] = {
    _FRANCE: _french,
    _BRITAIN: _british,
    _ITALY: _italian,
    _USSR: _soviet,
    _GERMANY: _german,
}


def occasion(campaign: TheWar, power: str) -> Occasion:
    """Why a power's roll by its list is due, or not."""
    if not wars.standing(campaign, power):
        return Occasion(not_yet=f"{wars.named(campaign, power)} has fallen")
    if not wars.belligerent(campaign, power):
        return Occasion(not_yet=f"{wars.named(campaign, power)} is not at war")
    return _OCCASIONS[power](campaign)


# --- Dunkirk (17.2.1)


def dunkirk_signs(campaign: TheWar) -> tuple[Sign, ...]:
    """The conditions of a Dunkirk that only the board shows."""
    there = forces_there.inside(campaign, (_FRANCE,), _BRITAIN)
    emptied = Known(0, f"a British {there[0].kind.upper()} is recorded there") if there else board()
    return (
        read(campaign, _BRITAIN, EMPTIED, "no British unit is in France", False, emptied),
        read(campaign, _BRITAIN, ELIMINATED, "British ground factors eliminated in France", True, board()),
    )


def dunkirk(campaign: TheWar) -> surrenders.Dunkirk:
    """The roll after a disaster in France as it stands, before its die."""
    lands = all(wars.axis_holds(campaign, key) for key in ("belgium", "netherlands") if key in campaign.countries)
    emptied, eliminated = dunkirk_signs(campaign)
    holding = (
        ("no-british-in-france", emptied.holds),
        ("low-countries-german", lands),
        ("italy-at-war", wars.at_war(campaign, _BRITAIN, _ITALY) and _french_war(campaign)),
    )
    facts = frozenset(fact for fact, holds in holding if holds)
    return surrenders.Dunkirk(calendar.turn(campaign), eliminated.known.number, facts)


def _french_war(campaign: TheWar) -> bool:
    """Whether Italy is at war with France, or France is out."""
    return wars.at_war(campaign, _ITALY, _FRANCE) or not wars.standing(campaign, _FRANCE)


def dunkirk_occasion(campaign: TheWar) -> Occasion:
    """Why the roll of a Dunkirk is due, or not; what the board has to show where all that is recorded holds."""
    if calendar.turn(campaign) not in DUNKIRK_TURNS or not wars.standing(campaign, _BRITAIN):
        return Occasion(not_yet="only in Spring and Summer 1940")
    at = dunkirk(campaign)
    if at.must_roll:
        return Occasion("Dunkirk: all five conditions hold")
    missing = [fact for fact in ("low-countries-german", "italy-at-war") if fact not in at.facts]
    if missing:
        words = {"low-countries-german": "the Low Countries are not German", "italy-at-war": "Italy is not at war"}
        return Occasion(not_yet=words[missing[0]])
    asked = tuple(sign.id for sign in dunkirk_signs(campaign) if sign.open and not sign.said)
    return Occasion(not_yet="the board does not show a disaster in France", asked=asked)


def occasions(campaign: TheWar, power: str) -> tuple[tuple[str, Occasion], ...]:
    """The rolls that a power may have to make in this turn and has not made, by their kinds."""
    kinds = [(LIST, occasion(campaign, power))]
    if power == _BRITAIN:
        kinds.append((DUNKIRK, dunkirk_occasion(campaign)))
    return tuple((kind, found) for kind, found in kinds if rolled(campaign, power, kind) is None)


def due(campaign: TheWar, power: str) -> tuple[str, ...]:
    """The kinds of rolls that are due for a power."""
    return tuple(kind for kind, found in occasions(campaign, power) if found.due)


def rollers(power: str) -> Callable[[TheWar, str], tuple[str, ...]]:
    """Who acts in the step of a power's roll: the power, whatever side it is of, while one is due or the board has
    still to say."""

    def who(campaign: TheWar, half: str) -> tuple[str, ...]:
        wanted = any(found.due or found.asked for _, found in occasions(campaign, power))
        return (power,) if wanted and wars.standing(campaign, power) else ()

    return who


french, british, italian, soviet, german = (rollers(power) for power in STEPS)


def not_due(campaign: TheWar, power: str) -> str:
    """Why no roll of a power comes up now, '' where one does or the board has to say."""
    found = occasions(campaign, power)
    if not found:
        return "rolled this turn"
    if any(one.due or one.asked for _, one in found):
        return ""
    return found[0][1].not_yet


def end_turn(tx: Transaction[TheWar], power: str) -> None:
    """As the turn ends, what stands of the British list is kept: higher figures are next turn's events (ruling 346)."""
    if power != _BRITAIN:
        return
    fires = int(tx.campaign.facts.get("firestorms-on-britain", 0))
    for fact, now in ((FIRES_BEFORE, fires), (UNBUILT_BEFORE, british_unbuilt(tx.campaign))):
        if now or fact in tx.campaign.facts:
            tx.put(f"facts.{fact}", now, "end of the turn", "17.2.2")


def rule(power: str, kind: str = LIST) -> str:
    """The rule of a power's roll."""
    return "17.2.1" if kind == DUNKIRK else RULES[power]
