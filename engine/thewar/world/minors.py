"""What chapter 23 says of each minor country, colony and province: what it falls with, whose it becomes, where its
units may go (23.1 to 23.60)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.kernel.refusals import Refusal
from engine.kernel.remembering import derived
from engine.kernel.tables import table
from engine.thewar.world import calendar, wars
from engine.thewar.world.state import Country, Holding, Place, TheWar

ENTERED_FROM = "1944-1-spring"
"""The first turn in which Soviet units inside make a Satellite change sides or drop out (23.10, 23.21)."""
VICHY, SOUTH_AFRICA = "vichy-france", "south-africa"
VOLKSSTURM = "volkssturm"
SOUTH_AFRICAN = "south-african"
"""The tag of units of South Africa, which are Britain's (23.47)."""
ATTACK_AIRBASES = {"greece": "greek-airbase-open", "yugoslavia": "yugoslav-airbase-open"}
"""The countries in which Germany may place an airbase in the turn of its attack, with the fact that it has not yet
(23.23, 23.58)."""
UNCOMMITTED = ("neutral", "sympathizer", "associate")
"""The statuses of a country that fights for nobody (16.3)."""


def rows() -> Mapping[str, Mapping[str, Any]]:
    """What is particular to each country, colony and province, by id: the printed rows of chapter 23."""
    printed: Mapping[str, Mapping[str, Any]] = table("thewar", "minors")["row"]
    return printed


def row(who: str) -> Mapping[str, Any]:
    """What is particular to one country, colony or province; empty where only the general rules hold for it."""
    return rows().get(who, {})


def rule(who: str) -> str:
    """The section of a country, colony or province; of the chapter where it has none of its own in the table."""
    return str(row(who).get("rule", "23.1"))


def named(campaign: TheWar, keys: Iterable[str]) -> str:
    """Places as a list for people."""
    return ", ".join(campaign.places[key].name for key in keys)


def made(campaign: TheWar, country: str) -> bool:
    """Whether a country stands: Croatia, Ukraine and Vichy France do once an event has made them, which gives them a
    status or places of their own (18.5.1, 23.14, 23.55)."""
    if not row(country).get("made"):
        return True
    land = campaign.countries[country]
    return land.status != "neutral" or country in _with_places(campaign)


@derived("places")
def _with_places(places: Mapping[str, Place]) -> frozenset[str]:
    """The countries in which any place is recorded."""
    return frozenset(place.country for place in places.values())


def not_made(campaign: TheWar, country: str) -> Iterable[Refusal]:
    """Why nobody attacks, conquers or influences a country: it does not stand yet, or no more."""
    if not made(campaign, country):
        hint = "It comes with the surrender of France." if country == VICHY else f"It is made by 'found {country}'."
        yield Refusal(rule(country), f"there is no {campaign.countries[country].name} now", hint)


def attacked_fact(country: str) -> str:
    """The fact that a country was attacked; its value is the turn. Diplomacy in it is over from then on (16.4)."""
    return f"attacked-{country}"


def was_attacked(campaign: TheWar, country: str) -> bool:
    """Whether a country was attacked, as opposed to won by diplomacy (16.4)."""
    return bool(campaign.facts.get(attacked_fact(country)))


def own_track(campaign: TheWar, who: str) -> bool:
    """Whether somebody is a country with NARFs of its own: one that stands and fights for nobody (14.4)."""
    land = campaign.countries.get(who)
    return land is not None and land.status in UNCOMMITTED and made(campaign, who)


def provinces(campaign: TheWar, country: str) -> int:
    """What the lands that a country holds beside its own value yield, in NARFs: Bessarabia is in the track of Romania,
    as the table of 23.2 prints it, a colony in that of Vichy (18.7.1)."""
    return _yielded(campaign).get(country, 0)


@derived("holdings")
def _yielded(holdings: Mapping[str, Holding]) -> Mapping[str, int]:
    """What lands yield to those who hold them beside what these are themselves, in NARFs."""
    yielded: dict[str, int] = {}
    for key, held in holdings.items():
        if key != held.holder:
            yielded[held.holder] = yielded.get(held.holder, 0) + held.value
    return yielded


@derived("countries")
def _satellites(countries: Mapping[str, Country], power: str) -> tuple[str, ...]:
    return tuple([key for key, land in countries.items() if land.status == "satellite" and land.patron == power])


def satellites(campaign: TheWar, power: str) -> tuple[str, ...]:
    """A power's Satellites."""
    return _satellites(campaign, power)


def master(campaign: TheWar, who: str) -> str:
    """The Major Power for which somebody takes places: itself, or a Satellite's patron; '' for others (23.1)."""
    if who in campaign.powers:
        return who
    land = campaign.countries.get(who)
    return land.patron if land is not None and land.status == "satellite" else ""


def alliance(campaign: TheWar, who: str) -> str:
    """The alliance for which a Major Power or a Satellite holds what it holds; '' for all others."""
    power = master(campaign, who)
    return campaign.powers[power].alliance if power in campaign.powers else ""


def of_another_alliance(campaign: TheWar, power: str, owners: Iterable[str]) -> Iterable[Refusal]:
    """Why a power does not speak for units: they are of another alliance of its side, such as Soviet ones (1.1)."""
    for owner in dict.fromkeys(owners):
        if (theirs := alliance(campaign, owner)) and theirs != alliance(campaign, power):
            name = wars.named(campaign, owner)
            reason = f"{wars.named(campaign, power)} does not speak for units of {name}"
            yield Refusal("1.1", reason, f"{name} does, or who commands it.")


def falls_with(campaign: TheWar, who: str) -> tuple[str, ...]:
    """The recorded places with which a country, colony or province falls: its capital, or those the table names."""
    land = campaign.countries.get(who)
    named_here = row(who).get("falls", (land.capital,) if land is not None else ())
    return tuple(place for place in named_here if place in campaign.places)


def missing(campaign: TheWar, who: str, by: str) -> tuple[str, ...]:
    """The places with which a country, colony or province falls that the alliance of a power has not taken yet."""
    ours = alliance(campaign, by)
    return tuple(
        place
        for place in falls_with(campaign, who)
        if not ours or alliance(campaign, campaign.places[place].holder) != ours
    )


def not_taken(campaign: TheWar, who: str, by: str) -> Iterable[Refusal]:
    """Why a country, colony or province does not fall to a power: of several places, some are not taken. One that
    depends on a single place falls with it."""
    lacking = missing(campaign, who, by)
    if len(falls_with(campaign, who)) > 1 and lacking:
        land = campaign.countries.get(who) or campaign.holdings[who]
        every = named(campaign, falls_with(campaign, who))
        yield Refusal(
            rule(who), f"{land.name} falls with {every}", f"Capture {named(campaign, lacking)}; the rest follows."
        )


def too_early(campaign: TheWar, what: str) -> Iterable[Refusal]:
    """Why nobody takes a place or land yet: it passes on when a country is conquered, as Danzig with Poland (14.6.2,
    23.16)."""
    country = campaign.countries.get(str(row(what).get("after", "")))
    if country is not None and country.status != "conquered":
        name = campaign.places[what].name if what in campaign.places else campaign.holdings[what].name
        hint = f"It comes with the conquest of {country.name}."
        yield Refusal(f"14.6.2, {rule(what)}", f"{name} stands apart while {country.name} does", hint)


def joining(campaign: TheWar) -> dict[str, str]:
    """The countries that become Satellites this turn, by id, and of whom: those that fight for nobody yet (16.1.5)."""
    turn = calendar.turn(campaign)
    return {
        key: str(line["joins_to"])
        for key, line in rows().items()
        if line.get("joins") == turn and key in campaign.countries and campaign.countries[key].status in UNCOMMITTED
    }


def not_entered(campaign: TheWar, country: str) -> Iterable[Refusal]:
    """Why Soviet units inside do not make a country change sides or drop out (23.10, 23.21, 23.24, 23.43)."""
    land, special = campaign.countries[country], row(country)
    if "entered" not in special:
        turning = ", ".join(
            campaign.countries[key].name
            for key, line in rows().items()
            if "entered" in line and key in campaign.countries
        )
        yield Refusal(
            "6.4.4, 23.1",
            f"{land.name} makes no peace and falls with its capital only",
            f"{turning}: from Spring 1944.",
        )
        return
    if calendar.now(campaign) < calendar.number(ENTERED_FROM):
        yield Refusal(
            str(special["rule"]),
            f"{land.name} stays before {calendar.spoken(ENTERED_FROM)}",
            "It falls with its capital.",
        )
    if land.status != "satellite" or land.patron not in campaign.powers or campaign.powers[land.patron].side != "axis":
        yield Refusal(str(special["rule"]), f"{land.name} is no Axis Satellite", "Only who fights beside it turns.")
    guard = special.get("held_by", {})
    if guard and any(
        (unit.kind, unit.power, unit.place) == (guard["kind"], guard["power"], guard["place"])
        for unit in campaign.units.values()
    ):
        place = campaign.places[guard["place"]].name
        yield Refusal(
            str(special["rule"]), f"the German Commando in {place} keeps {land.name} in the war", "Till it is gone."
        )


def status_refused(campaign: TheWar, country: str, status: str, patron: str) -> Iterable[Refusal]:
    """Why diplomacy does not give a country a status (22.8, 23.10 to 23.58)."""
    yield from not_made(campaign, country)
    land, special = campaign.countries[country], row(country)
    if patron in campaign.powers and not wars.standing(campaign, patron):
        fallen = wars.named(campaign, patron)
        yield Refusal("16.3, 18.5.8", f"{fallen} has surrendered: nobody leans to it", "Another power, or neutral.")
    if special.get("never") and patron:
        yield Refusal(
            str(special["rule"]),
            f"{land.name} is never anyone's {status}",
            "The U.S. moves its units if it is attacked.",
        )
    elif special.get("diplomacy") is False:
        yield Refusal(str(special["rule"]), f"{land.name} is no target of diplomacy", _instead(special))
    if status in special.get("barred", {}).get(patron, ()):
        yield Refusal(str(special["rule"]), f"{land.name} is never {wars.named(campaign, patron)}'s {status}")
    if special.get("us_at_war") and patron == "us" and not wars.at_war(campaign, "us", "germany"):
        yield Refusal(str(special["rule"]), f"the U.S. has no say in {land.name} before it is at war with Germany")
    elif patron == "us" and not wars.at_war(campaign, "us", "germany"):
        reason = f"{land.name} is nothing of the United States before that is at war with Germany"
        yield Refusal("22.8", reason, "It may roll for a variant with 1 POP, no more.")


def _instead(special: Mapping[str, Any]) -> str:
    if "joins" in special:
        return f"It joins Germany in {calendar.spoken(str(special['joins']))} by itself."
    return "It changes by war alone."


def strays(campaign: TheWar, country: str, places: Iterable[str]) -> Iterable[Refusal]:
    """Why units of a minor country may not be in places: they stay at home but for the lands that their rule names
    (23.60). What lies in no recorded place is the board's."""
    land = campaign.countries.get(country)
    if land is None:
        return
    allowed = {country, *row(country).get("area", ())}
    # North Africa's lands are named as such (12.2.5).
    lands = {campaign.places[key].country if key in campaign.places else key for key in places if _known(campaign, key)}
    for where in sorted(lands - allowed - {""}):
        held = campaign.holdings.get(where)
        name = held.name if held is not None else wars.named(campaign, where)
        beyond = ", ".join(
            wars.named(campaign, region)
            for region in row(country).get("area", ())
            if region in campaign.countries or region in campaign.powers
        )
        hint = f"At home, and in {beyond}." if beyond else "They stay at home."
        yield Refusal(f"{rule(country)}, 23.60", f"units of {land.name} do not enter {name}", hint)


def _known(campaign: TheWar, where: str) -> bool:
    return where in campaign.places or where in campaign.holdings


def south_africans(campaign: TheWar, places: Iterable[str]) -> Iterable[Refusal]:
    """Why Britain's South African units may not be in places once South Africa is its Satellite no more: an Associate's
    stay in Africa, a Sympathizer's in South Africa and Italian East Africa (23.47)."""
    land = campaign.countries.get(SOUTH_AFRICA)
    if land is None or land.patron != "britain" or land.status not in ("associate", "sympathizer"):
        return
    area = row(SOUTH_AFRICA).get("area", ())
    near = {SOUTH_AFRICA, *(area if land.status == "associate" else ("italian-east-africa",))}
    for where in places:
        place = campaign.places.get(where)
        if place is not None and place.country not in near:
            hint = "Africa alone." if land.status == "associate" else "South Africa and Italian East Africa alone."
            reason = f"South Africa is Britain's {land.status.capitalize()}: its units do not enter {place.name}"
            yield Refusal(rule(SOUTH_AFRICA), reason, hint)


def volkssturm(campaign: TheWar, places: Iterable[str]) -> Iterable[Refusal]:
    """Why Volkssturm is not in places: it stays in Germany, as its borders were in 1939, Austria and Bohemia among them
    (20.2, ruling 415)."""
    for where in places:
        place = campaign.places.get(where)
        if place is not None and place.country != "germany":
            yield Refusal("20.2, ruling 415", f"Volkssturm does not go to {place.name}", "It stays in Germany.")


def quarrels(campaign: TheWar, owners: Iterable[str]) -> Iterable[Refusal]:
    """Why units of some countries do not stack in one hex: Romanians and Hungarians, Turks and Greeks (23.24, 23.43,
    23.54)."""
    present = set(owners)
    for country in sorted(present):
        rival = row(country).get("never_with", "")
        if rival in present and country < rival:
            names = f"{wars.named(campaign, country)} and {wars.named(campaign, rival)}"
            yield Refusal(
                f"{rule(country)}, {rule(rival)}", f"units of {names} do not stack", "Whosever side they are on."
            )


def rebuilt_by(campaign: TheWar, country: str) -> str:
    """Who pays for a country's losses in a border war while the Nazi-Soviet Pact holds, '' for nobody (16.5, 23.21)."""
    return str(row(country).get("rebuilt_by", "")) if in_pact(campaign) else ""


def rebuilding(campaign: TheWar, power: str) -> frozenset[str]:
    """The countries whose losses in a border war a power pays for while the Nazi-Soviet Pact holds (16.5, 23.21)."""
    if not in_pact(campaign):
        return frozenset()
    return frozenset(key for key, line in rows().items() if line.get("rebuilt_by") == power)


def in_pact(campaign: TheWar) -> bool:
    """Whether the Nazi-Soviet Pact holds: nobody has broken it by war (16.5)."""
    return bool(campaign.facts.get("nazi-soviet-pact")) and not wars.at_war(campaign, "germany", "ussr")


def american(campaign: TheWar, country: str) -> bool:
    """Whether an attacked country that is nobody's is in American hands: its rule gives it to the United States, which
    stands and has it as a Satellite once it is in the war (18.7.3, ruling 358)."""
    given, us = row(country).get("invaded", {}), campaign.powers.get("us")
    land = campaign.countries[country]
    if not given or us is None or us.surrendered or land.status not in UNCOMMITTED:
        return False
    return any(given.get(enemy) == "us" for enemy in wars.enemies(campaign, country))


def commander(campaign: TheWar, country: str) -> str:
    """The Major Power that moves a country's units, '' where the rules name none: a Satellite's master; for a neutral
    whom its rule names (23.21, 23.41, 23.43, 23.51), against Soviets at peace with all others Germany (16.3)."""
    land = campaign.countries[country]
    if land.status in ("satellite", "conquered"):
        return land.patron if land.status == "satellite" else ""
    if told := str(row(country).get("commander", "")):
        return told
    if american(campaign, country):
        return "us"
    return "germany" if wars.at_war(campaign, country, "ussr") and wars.enemies(campaign, "ussr") == (country,) else ""


def never_rebuilt() -> dict[str, str]:
    """The tags of ships that escaped from a conquered country and are not built again, with their rule (23.37)."""
    return {str(line["escapes"]["tag"]): str(line["rule"]) for line in rows().values() if "escapes" in line}


def was_paid(campaign: TheWar, land: Country) -> bool:
    """Whether a Satellite's NARFs stood in its master's last Spring income; if not, its loss costs him nothing
    (ruling 150). Who becomes one in a Spring does so after that Spring's income."""
    spring = calendar.year(campaign) * 4
    return calendar.number(land.since) < spring if land.since else calendar.number(campaign.first) <= spring
