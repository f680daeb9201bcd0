"""Whose units may enter a place, and who may take it: no neutral's, of minor countries one's own Associates and
Satellites, in Paris and in the Maginot Line no British (6.2.1, 6.4, 9.4.1, 9.4.2, 9.6.1).

What somebody takes he takes in war: from an enemy, from nobody, or by the Nazi-Soviet Pact (16.5)."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from engine.kernel.refusals import Refusal
from engine.thewar.world import border_wars, caps, installed, regions, titles, traits, variants_played, wars
from engine.thewar.world.state import Country, TheWar

US_BOX, PARIS = "us-box", "paris"
OWN = ("associate", "satellite")
_PACT = ("bessarabia", "karelia", "eastern-poland", "estonia", "latvia", "lithuania")
"""Lands that the Soviet Union enters without a declaration of war (6.3.1, 16.5, 23.20, 23.31, 23.33)."""
VICHY = "vichy-france"
_HEIRS = (VICHY, "britain")
"""To whom a colony of fallen France goes by its die (18.5.4)."""


def refused(campaign: TheWar, who: str, where: str) -> Iterable[Refusal]:
    """Every reason why ground units of a power, or of a minor country, do not enter a place."""
    yield from majors(campaign, who, where)
    yield from minor_lands(campaign, who, where)
    yield from british_in_france(campaign, who, where)
    yield from occupied(campaign, who, where)


def occupied(campaign: TheWar, who: str, where: str) -> Iterable[Refusal]:
    """Why ground units do not enter a place: one of an enemy's is recorded there, which is attacked first (9.4)."""
    if where not in campaign.places or campaign.places[where].kind == "box":
        return
    there = [key for key, unit in campaign.units.items() if unit.place == where and traits.category(unit) == "ground"]
    theirs = [key for key in there if _enemies(campaign, who, campaign.units[key].power)]
    if theirs:
        whose = wars.named(campaign, campaign.units[theirs[0]].power)
        stands = "stand" if len(theirs) > 1 else "stands"
        reason = f"{titles.units(campaign, theirs)} of {whose} {stands} at {_name(campaign, where)}"
        hint = "It is attacked first; where it has left or is lost, its owner says so: 'station board', 'losses'."
        yield Refusal("9.4", reason, hint)


def starts(campaign: TheWar, who: str, where: str, rule: str) -> Iterable[Refusal]:
    """Why ground units, or trains, do not begin a move in a place: an enemy's unit is recorded there, a partisan as any
    other, so it is not in friendly hands (1.2, ruling 609)."""
    yield from (attrs.evolve(one, rule=rule) for one in occupied(campaign, who, where))


def taken(campaign: TheWar, who: str, target: str) -> Iterable[Refusal]:
    """Every reason why a power, or a minor country, does not take a place, colony or province now."""
    yield from majors(campaign, who, target)
    yield from _in_war(campaign, who, target, _holder(campaign, target), _name(campaign, target))
    yield from british_in_france(campaign, who, target)
    yield from occupied(campaign, who, target)
    yield from caps.without_tobruk(campaign, who, target)


def conquered(campaign: TheWar, by: str, country: str) -> Iterable[Refusal]:
    """Every reason why a minor country does not fall to a Major Power now, wherever its capital stands."""
    land = campaign.countries[country]
    if land.status == "conquered":
        if not wars.standing(campaign, land.patron):
            yield from _nobodys(campaign, by, "", land.name)
        elif not _enemies(campaign, by, land.patron):
            whose = wars.named(campaign, land.patron)
            reason = f"{land.name} is {whose}'s by conquest, with which {wars.named(campaign, by)} is not at war"
            yield Refusal("6.4, 23.1", reason, _declare(campaign, by, land.patron))
        return
    if land.status == "satellite" and _friendly(campaign, by, land):
        of = wars.named(campaign, land.patron)
        yield Refusal("6.4, 23.1", f"{land.name} is a Satellite of {of}, on the same side", "Nobody conquers a friend.")
        return
    yield from _in_war(campaign, by, country, country, land.name)


def fallen(campaign: TheWar, power: str) -> Iterable[Refusal]:
    """Why a Major Power that has surrendered does nothing on the board any more (14.6, 18.3)."""
    row = campaign.powers.get(power)
    if row is not None and row.surrendered:
        reason = f"{wars.named(campaign, power)} has surrendered"
        yield Refusal("14.6, 18.3", reason, "It has nothing on the board any more.")


def _in_war(campaign: TheWar, who: str, target: str, holder: str, name: str) -> Iterable[Refusal]:
    """Why somebody takes nothing from a minor country, or what nobody holds: he is at peace (6.4, 16.3.1)."""
    power, land = _master(campaign, who), campaign.countries.get(holder)
    if power == "us" and not campaign.powers["us"].entered:
        yield Refusal("16.3, 22.3", "the neutral United States invades nobody", "It enters the war first.")
    elif power in campaign.powers and campaign.powers[power].surrendered:
        yield Refusal("6.4", f"{wars.named(campaign, power)} has surrendered", "It takes nothing any more.")
    elif land is None:
        yield from _nobodys(campaign, who, holder, name)
    elif holder == who or land.status == "conquered" or _enemies(campaign, who, holder):
        return
    elif by_the_pact(campaign, who, target):
        yield from poland_first(campaign, name)
        yield from unasked(campaign, who, target)
    elif not (land.status == "satellite" and _friendly(campaign, power, land)):
        yield from _with_a_minor(campaign, who, target, holder, name)


def _with_a_minor(campaign: TheWar, who: str, target: str, holder: str, name: str) -> Iterable[Refusal]:
    """Why somebody at peace with a minor country takes nothing from it: the declaration is missing. A colony of Vichy
    has one of its own (18.7.2)."""
    power, land, colony = _master(campaign, who), campaign.countries[holder], region(campaign, target)
    if holder == VICHY and attacked_colony(campaign, power, colony):
        return
    status = "a neutral country"
    if land.patron in campaign.powers:
        status = f"{land.status.capitalize()} of {wars.named(campaign, land.patron)}"
    lies = "is" if target == holder else f"is in {land.name},"
    reason = f"{name} {lies} {status}, with which {wars.named(campaign, who)} is not at war"
    of_vichy = holder == VICHY and colony in campaign.holdings
    yield Refusal("6.4, 9.4.2", reason, _declare(campaign, power or who, colony if of_vichy else holder))


def _nobodys(campaign: TheWar, who: str, holder: str, name: str) -> Iterable[Refusal]:
    """Why somebody does not take what nobody holds, or what a fallen power still held (18.5.4, 19.2)."""
    if holder == "france" and not wars.standing(campaign, "france") and who not in _HEIRS:
        yield Refusal("18.5.4", f"{name} waits for its die, Vichy's or Free French", "'french-colonies' rolls it.")
    elif not holder and not any(owner and wars.belligerent(campaign, owner) for owner in (who, _master(campaign, who))):
        yield Refusal("6.1, 9.4", f"{wars.named(campaign, who)} is at war with nobody", "Neutrals enter no land.")


def poland_first(campaign: TheWar, name: str) -> Iterable[Refusal]:
    """The Pact gives its lands to the Soviets once Germany has conquered Poland (16.5)."""
    poland = campaign.countries.get("poland")
    if poland is not None and poland.status != "conquered":
        yield Refusal("16.5", f"{name} is the Soviets' by the Pact once Poland is conquered", "Poland stands yet.")


def unasked(campaign: TheWar, who: str, where: str) -> Iterable[Refusal]:
    """Why the Soviets do not enter a province of the Pact yet: Germany says first whether its country fights for it
    (16.5, ruling 328)."""
    province = region(campaign, where)
    if who == border_wars.USSR and (country := border_wars.undecided(campaign, province)):
        reason = f"Germany says first whether {wars.named(campaign, country)} fights for {_name(campaign, province)}"
        yield Refusal("16.5, ruling 328", reason, f"It is asked as the Soviets enter: 'ussr cross {province}'.")


def _declare(campaign: TheWar, power: str, on: str) -> str:
    """The order that is missing."""
    lacks = power if power in campaign.powers else "its master"
    return f"The declaration comes first, in segment 4: '{lacks} declare {on}'."


def _friendly(campaign: TheWar, power: str, land: Country) -> bool:
    return land.patron == power or _shared(campaign, power, land)


def region(campaign: TheWar, target: str) -> str:
    """The country, colony or province to which a place belongs; itself for one of those."""
    place = campaign.places.get(target)
    return place.country if place is not None and target not in campaign.holdings else target


def colony_fact(power: str, colony: str) -> str:
    """The fact that a power has attacked a colony of Vichy without a war on Vichy itself; its value is the turn
    (18.7.2)."""
    return f"attack-{power}-{colony}"


def attacked_colony(campaign: TheWar, power: str, colony: str) -> bool:
    """Whether a power has attacked a colony of Vichy without a war on Vichy itself (18.7.2)."""
    return bool(campaign.facts.get(colony_fact(power, colony)))


def _master(campaign: TheWar, who: str) -> str:
    land = campaign.countries.get(who)
    if land is None:
        return who
    return land.patron if land.status in ("satellite", "conquered") else ""


def _holder(campaign: TheWar, target: str) -> str:
    if target in campaign.places:
        return campaign.places[target].holder
    return campaign.holdings[target].holder if target in campaign.holdings else ""


def _name(campaign: TheWar, target: str) -> str:
    land = campaign.places.get(target) or campaign.holdings.get(target)
    return land.name if land is not None else target


def _enemies(campaign: TheWar, who: str, holder: str) -> bool:
    return any(wars.hostile(campaign, holder, owner) for owner in {who, _master(campaign, who)} if owner)


def majors(campaign: TheWar, who: str, where: str) -> Iterable[Refusal]:
    """A Major Power's home and colonies are entered by war or alliance alone: never those of a neutral one (9.4.1)."""
    mine = campaign.powers.get(_master(campaign, who))
    if where == US_BOX and mine is not None and mine.side == "axis":
        yield Refusal("9.4.1", "no Axis unit enters the U.S. Box", "Never.")
        return
    yield from _west_in_the_east(campaign, who, where)
    holder = _holder(campaign, where)
    land = campaign.countries.get(holder)
    # What a power has conquered is its own; a Satellite is still a country.
    holder = land.patron if land is not None and land.status == "conquered" else holder
    theirs = campaign.powers.get(holder)
    if theirs is None or theirs is mine or not wars.standing(campaign, holder) or _enemies(campaign, who, holder):
        return
    if mine is not None and mine.alliance == theirs.alliance and wars.belligerent(campaign, holder):
        return
    if by_the_pact(campaign, who, where) or border_wars.between(campaign, who, holder, where):
        return
    if mine is not None and {mine.alliance, theirs.alliance} == {"western", "soviet"}:
        reason = f"{_name(campaign, where)} is {theirs.name}'s, and Soviets and Western Allies keep apart"
        yield Refusal("6.2.2, 9.4.1", reason, "Each stays in its own land, in what it has conquered, and its clients'.")
        return
    reason = f"{_name(campaign, where)} is {theirs.name}'s, with which {wars.named(campaign, who)} is not at war"
    yield Refusal("9.4.1", reason, "War is declared in segment 4.")


def _west_in_the_east(campaign: TheWar, who: str, where: str) -> Iterable[Refusal]:
    """No unit of the West is ever within the Soviet borders of 1939, whoever holds the place now (6.2.2)."""
    place, mine = campaign.places.get(where), campaign.powers.get(_master(campaign, who))
    inside = place is not None and place.tags.get(regions.SOVIET_1939) and place.holder != "ussr"
    if inside and mine is not None and mine.alliance == "western" and not wars.at_war(campaign, who, "ussr"):
        reason = f"{_name(campaign, where)} lies within the Soviet Union of 1939"
        yield Refusal("6.2.2", reason, "No unit of the Western Allies enters it.")


def by_the_pact(campaign: TheWar, who: str, where: str) -> bool:
    """Whether the Soviets enter a land that the Pact leaves to them, whoever holds it: Eastern Poland also of Germany,
    once it has conquered Poland (6.3.1, 16.5)."""
    left = region(campaign, where) in _PACT
    return who == "ussr" and left and bool(campaign.facts.get("nazi-soviet-pact"))


def minor_lands(campaign: TheWar, who: str, where: str) -> Iterable[Refusal]:
    """Of minor countries those are entered that are one's own Associates and Satellites, and an ally's Satellites
    (6.3.2, 9.4.2)."""
    holder = _holder(campaign, where)
    land = campaign.countries.get(holder)
    master = _master(campaign, who)
    if land is None or holder == who or land.status == "conquered" or _enemies(campaign, who, holder):
        return
    if by_the_pact(campaign, who, where):
        yield from unasked(campaign, who, where)
        return
    if holder == VICHY and attacked_colony(campaign, master, region(campaign, where)):
        return
    name = _name(campaign, where)
    if land.status in OWN and land.patron in campaign.powers:
        if land.patron == master or _shared(campaign, master, land):
            return
        of = f"{land.status.capitalize()} of {wars.named(campaign, land.patron)}"
        yield Refusal("9.4.2", f"{name} is in {land.name}, {of}", "One's own are entered, and an ally's Satellites.")
    elif land.status == "sympathizer" and land.patron in campaign.powers:
        of = f"Sympathizer of {wars.named(campaign, land.patron)}"
        hint = "Its friends fly over it and sail along it; nobody enters it or bases there."
        yield Refusal("9.4.2, 16.3.2", f"{name} is in {land.name}, {of}", hint)
    else:
        yield Refusal("9.4.2, 6.3.1", f"{name} is in {land.name}, a neutral country", "Associates and Satellites are.")


def _shared(campaign: TheWar, master: str, land: Country) -> bool:
    """Whether a country is the Satellite of an ally that is in the war (6.3.2)."""
    mine, theirs = campaign.powers.get(master), campaign.powers.get(land.patron)
    alike = mine is not None and theirs is not None and mine.alliance == theirs.alliance
    return alike and land.status == "satellite" and wars.belligerent(campaign, land.patron)


def british_in_france(campaign: TheWar, who: str, where: str) -> Iterable[Refusal]:
    """While France stands the British are not in Paris, and never in the Maginot Line (6.2.1, 9.6.1), unless a variant
    has lifted the limits on what the two do together (28.2.1 #9, 28.2.2 #9)."""
    place = campaign.places.get(where)
    if who != "britain" or place is None or variants_played.one_army(campaign):
        return
    if where == PARIS and wars.standing(campaign, "france"):
        yield Refusal("9.6.1", "no British ground unit is in Paris while France stands", "The French are (6.2.1).")
    if place.kind == installed.FORTRESS and place.country == "france":
        yield Refusal("9.6.1", f"no British ground unit is in the {place.name}", "The French hold it.")
