"""What strategic movement passes: double SMPs, what is closed to whom, the off-map boxes (8.1.3, 8.2.1, 8.5, 8.8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.kernel.refusals import Refusal
from engine.kernel.tables import table
from engine.kernel.values import frozen
from engine.thewar.countries import straits
from engine.thewar.weather import winter_moves
from engine.thewar.world import calendar, guests, patrols, regions, sea_areas, sides, titles, wars
from engine.thewar.world.state import Country, Place, TheWar

US_BOX, SOUTH_AFRICA = "us-box", "south-africa-box"
USSR, NORTH_AFRICA = "ussr", "north-africa"
SUEZ = "suez"
EAST_OF_SUEZ = ("suez", "south-africa-box", "india-box", "italian-east-africa-box", "basra", "abadan")
"""The places where ships end their move once they have passed the canal: the way home takes another turn (8.2.1)."""
HARD_WINTERS = ("severe-winter", "extreme-winter")
"""Weather of the Western Front in which an SMP there counts as two (26.2)."""
Kind = Mapping[str, Any]


def _part(name: str) -> Any:
    printed: Any = table("thewar", "stratmoves")[name]
    return printed


def doubled(campaign: TheWar, power: str, kind: Kind, through: Sequence[str]) -> str:
    """The rule by which a move costs twice its SMPs, '' where none does; several double once."""
    if USSR in through and campaign.powers[power].side == "axis":
        if power == "germany":
            return "8.4"
        if kind.get("ground", False):
            return "8.5.3"
    for name in through:
        row = _part("through").get(name, {})
        doubles = row.get("doubles", "")
        if not doubles:
            continue
        hard = calendar.season(campaign) == "winter" and campaign.facts.get("western-weather") in HARD_WINTERS
        if (doubles == "ground" and kind.get("ground", False)) or (doubles == "winter" and hard):
            return str(row["rule"])
    return ""


def lands(campaign: TheWar, ends: Iterable[str]) -> tuple[str, ...]:
    """The lands at the ends of a move in which it costs twice, as far as the campaign knows them: the Soviet Union of
    1939, North Africa (8.4, 8.5.2, 8.5.3)."""
    known = [campaign.places[place] for place in ends if place in campaign.places]
    if not known:
        return ()
    tag_of = {USSR: regions.SOVIET_1939, NORTH_AFRICA: NORTH_AFRICA}
    return tuple(land for land, tag in tag_of.items() if any(place.tags.get(tag) for place in known))


def boxes(campaign: TheWar) -> dict[str, Kind]:
    """The off-map boxes of the map board that there are, by their ids (8.8)."""
    return {key: row for key, row in _part("box").items() if key in campaign.places}


def reach(campaign: TheWar, box: str) -> tuple[str, ...]:
    """The places from and to which units go straight between them and a box, () where none is named (8.8)."""
    named = _part("box").get(box, {}).get("reach", ())
    return tuple(
        key
        for key in campaign.places
        if key in named or any(_tagged(campaign, key, name) for name in named if name != key)
    )


def payers(box: str) -> str:
    """The power whose SMPs alone move units out of a box, '' where the table names none (8.8.9)."""
    return str(_part("box").get(box, {}).get("pays", ""))


def entered_by(campaign: TheWar, kind: Kind) -> tuple[str, ...]:
    """The boxes into which a kind of movement goes at all from the board: ground units by land into few, air units
    where they fly, by sea into all."""
    by = "" if kind["step"] == "naval" else f"by_{'land' if kind['step'] == 'ground' else 'air'}"
    over = kind.get("overs", False)
    return tuple(key for key, row in boxes(campaign).items() if not by or row.get(by) or (over and key == US_BOX))


def rule_of(box: str) -> str:
    """The rule of a box."""
    return str(_part("box").get(box, {}).get("rule", ""))


def costly(campaign: TheWar, power: str, kind: Kind) -> Iterable[tuple[str, str]]:
    """What a power's moves may pass at twice the cost, with the words for it, where that can be now."""
    names = {USSR: "in or out of the 1939 Soviet Union", **{key: f"in {row['name']}" for key, row in _twice().items()}}
    for name, title in names.items():
        if doubled(campaign, power, kind, (name,)):
            yield name, title


def to_check(step: str) -> Iterable[tuple[str, str]]:
    """What only the board shows of a step's moves, with its rule."""
    return ((str(row["text"]), str(row["rule"])) for row in _part("checked") if row["step"] == step)


def _twice() -> Kind:
    return {key: row for key, row in _part("through").items() if row.get("doubles")}


@frozen
class Passage:
    """A move of a ``kind`` (a row of stratmoves) by a ``power``, whose units are those of a Satellite ``country`` or
    its own, passing what stands in ``through``, from and to places, '' where nobody asks."""

    power: str
    country: str
    kind: Kind
    through: tuple[str, ...]
    origin: str = ""
    to: str = ""

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """Every reason why it does not pass."""
        for name in self.through:
            yield from self._passes(campaign, name)
        for place in (self.origin, self.to):
            if place and place not in campaign.places:
                yield Refusal("8.8", f"there is no place '{place}'", "Only boxes and what lies next to them matter.")
        if self.origin in campaign.places and self.to in campaign.places and not self._by_the_canal(campaign):
            yield from self._reaches(campaign)
        yield from self._canal(campaign)
        yield from self._never_there(campaign)
        for place in (self.origin, self.to):
            yield from self._hostile(campaign, place)
        if self.kind["step"] == "air":
            yield from guests.into_romania(campaign, self.country or self.power, self.origin, self.to)
        for place in (self.origin, self.to):
            yield from self._enters(campaign, place)

    def _by_the_canal(self, campaign: TheWar) -> bool:
        """Whether ships leave the Mediterranean for the South Africa Box through Suez: in one turn (8.2.1)."""
        start = campaign.places[self.origin]
        return SUEZ in self.through and self.to == SOUTH_AFRICA and bool(start.tags.get("mediterranean"))

    def _never_there(self, campaign: TheWar) -> Iterable[Refusal]:
        """Greeks and Turks, Romanians and Hungarians never move through each other's land, nor into it (8.5.1)."""
        land = _part("never").get(self.country, "")
        for where in (self.origin, self.to):
            place = campaign.places.get(where)
            if land and place is not None and place.country == land and land not in self.through:
                whose, theirs = wars.named(campaign, self.country), wars.named(campaign, land)
                yield Refusal("8.5.1", f"{place.name} is in {theirs}: units of {whose} never move there", "Elsewhere.")

    def _canal(self, campaign: TheWar) -> Iterable[Refusal]:
        """Ships that pass Suez go no further than the South Africa Box in a turn, nor from beyond it out of the
        Mediterranean again (8.2.1)."""
        if self.kind["step"] != "naval" or SUEZ not in self.through:
            return
        goal = campaign.places.get(self.to)
        inward = self.origin in EAST_OF_SUEZ and self.origin != SUEZ
        if not self.to:
            yield Refusal("8.2.1", "ships that pass Suez need an end", "to=south-africa-box, its farthest in a turn.")
        elif self.to not in EAST_OF_SUEZ and not (inward and goal is not None and goal.tags.get("mediterranean")):
            far = titles.where(campaign, self.to)
            hint = "To the South Africa Box; home next turn."
            yield Refusal("8.2.1", f"through Suez nobody reaches {far} in one turn", hint)

    def _hostile(self, campaign: TheWar, where: str) -> Iterable[Refusal]:
        """Nothing is moved by SMPs from or to a place that the enemy holds, and what sails or flies ends in no neutral
        land (8.1.1, 8.1.3, 8.3.2)."""
        place = campaign.places.get(where)
        # Of boxes, and of ports on the way out of the U.S. Box, the rules of the passage speak.
        if place is None or place.kind == "box" or self.origin == US_BOX:
            return
        owner = self.country or self.power
        if place.holder and any(wars.hostile(campaign, place.holder, who) for who in {owner, self.power}):
            held = wars.named(campaign, place.holder)
            yield Refusal(
                "8.1.1", f"{place.name} is in the hands of {held}", "From friendly places to friendly places."
            )
        elif not self.kind.get("ground", False) and where == self.to:
            # Who has to go from where he is no guest any more may go (16.3.3).
            yield from guests.based(campaign, owner, where)

    def _passes(self, campaign: TheWar, name: str) -> Iterable[Refusal]:
        if (row := _part("through").get(name)) is not None:
            never = row.get("never", "")
            if never == "any" or (never == "land" and self.kind["step"] != "naval"):
                yield Refusal(str(row["rule"]), f"nothing is moved through {row['name']} by SMPs", "Another way.")
        elif name == SUEZ:
            if self.kind["step"] != "naval":
                yield Refusal("8.2.1", "ships alone pass the canal of Suez", "By land it is a place, to=suez.")
        elif name in straits.STRAITS:
            # Ships alone pass straits: their own move, or with units aboard (7.3).
            yield from straits.closed(campaign, self.power, (name,), self.origin)
        elif name in sea_areas.areas():
            yield from self._sails(campaign, name)
        elif name in campaign.powers:
            yield from self._major(campaign, name)
        elif name in campaign.countries:
            yield from self._minor(campaign, name)
        else:
            known = ", ".join((*_part("through"), SUEZ, *straits.STRAITS))
            yield Refusal("8.1.3", f"'{name}' is no country or terrain that matters", f"Countries, or {known}.")

    def _sails(self, campaign: TheWar, area: str) -> Iterable[Refusal]:
        """Nothing that sails passes a Sea Area that the enemy controls: one with his patrol and none of ours (8.1.1,
        8.1.3). Air units that hop fly over it."""
        mine = campaign.powers[self.power].side
        enemy = sides.ALLIED if mine == sides.AXIS else sides.AXIS
        yield from straits.closed(campaign, self.power, sea_areas.closes(area), self.origin)
        if not self.kind.get("air", False):
            yield from winter_moves.ice(campaign, self.country or self.power, (area,))
        sails = not self.kind.get("air", False)
        if sails and patrols.there(campaign, area, enemy) and not patrols.there(campaign, area, mine):
            reason = f"an enemy patrol controls {sea_areas.name(area)}"
            yield Refusal("8.1.1, 8.1.3", reason, "Another way, or a patrol of ours beside it.")

    def _major(self, campaign: TheWar, name: str) -> Iterable[Refusal]:
        ours, theirs = campaign.powers[self.power], campaign.powers[name]
        if name == self.power:
            return
        if {ours.alliance, theirs.alliance} == {"western", "soviet"}:
            rule = "8.5.1, 8.7" if name == USSR else "8.1.3"
            yield Refusal(rule, f"units of {ours.name} never pass {theirs.name}", "Nor the other way round.")
        elif ours.alliance != theirs.alliance and not wars.at_war(campaign, self.power, name):
            yield Refusal("8.1.3", f"{theirs.name} is neutral", "Not through neutral countries.")

    def _guest(self, campaign: TheWar, name: str, land: Country) -> Iterable[Refusal]:
        """Through a Sympathizer nobody moves on the ground, and over it only its own friend flies; an Associate is its
        patron's way alone (16.3.2, 16.3.3)."""
        if land.status not in ("sympathizer", "associate") or land.patron not in campaign.powers:
            return
        owner, air = self.country or self.power, self.kind.get("air", False)
        may = guests.flown_over if air else guests.walked_through
        if self.kind["step"] != "naval" and not may(campaign, owner, name):
            of = f"{land.status.capitalize()} of {wars.named(campaign, land.patron)}"
            hint = "Its patron's aircraft fly over it." if land.status == "sympathizer" else "It is its patron's way."
            rule = "16.3.2" if land.status == "sympathizer" else "16.3.3"
            yield Refusal(rule, f"{land.name} is {of}", hint)

    def _minor(self, campaign: TheWar, name: str) -> Iterable[Refusal]:
        land = campaign.countries[name]
        if self.country and _part("never").get(self.country) == name:
            whose = wars.named(campaign, self.country)
            yield Refusal("8.5.1", f"units of {whose} never move through {land.name}", "Another way.")
        if name == self.country or wars.at_war(campaign, self.power, name):
            return
        if land.status == "neutral":
            yield Refusal("8.1.3", f"{land.name} is neutral", "Not through neutral countries.")
            return
        patron = campaign.powers.get(land.patron)
        if patron is None or land.status == "conquered":
            return
        if campaign.powers[self.power].alliance == "western" and patron.alliance == "soviet":
            yield Refusal("8.7", f"{land.name} is a Soviet {land.status}", "Closed to the Western Allies.")
        elif patron.side != campaign.powers[self.power].side:
            yield Refusal("8.1.3", f"{land.name} is a {land.status} of {patron.name}", "Not through it.")
        else:
            yield from self._guest(campaign, name, land)

    def _reaches(self, campaign: TheWar) -> Iterable[Refusal]:
        """Whether a box is reached straight from there: round Africa takes two turns (8.2.1, 8.5.1)."""
        for box, end in ((self.origin, self.to), (self.to, self.origin)):
            row = _part("box").get(box, {})
            named = row.get("reach", ())
            if self.kind.get("air", False) and (flown := row.get("by_air", ())):
                if campaign.places[end].country not in flown:
                    lands = " or ".join(wars.named(campaign, land) for land in flown)
                    reason = f"air units fly to and from the {titles.where(campaign, box)} by {lands} alone"
                    yield Refusal(str(row["rule"]), reason, "A friendly airbase there.")
                continue
            if not named or end in reach(campaign, box):
                continue
            name = titles.where(campaign, box)
            near = ", ".join(sorted(titles.where(campaign, place) for place in named if not place.startswith("@")))
            ports = "friendly Atlantic ports, " if any(name.startswith("@") for name in named) else ""
            end_name = titles.where(campaign, end)
            canal = box == self.to == SOUTH_AFRICA and campaign.places[end].tags.get("mediterranean")
            hint = "By the canal: through=suez." if canal else f"{ports}{near}."
            yield Refusal(str(row["rule"]), f"no way straight between {name} and {end_name}", hint)
            return
        landing = self.origin == US_BOX and campaign.places[self.to].tags.get(regions.ATLANTIC_PORT)
        if landing and (refusal := regions.us_may_land(campaign, self.to)) is not None:
            yield refusal

    def _enters(self, campaign: TheWar, place: str) -> Iterable[Refusal]:
        box = campaign.places.get(place)
        if box is None or box.kind != "box":
            return
        row = _part("box").get(place, {})
        only = row.get("only", ())
        if only and self.power not in only:
            yield Refusal(str(row["rule"]), f"{wars.named(campaign, self.power)} does not enter the {box.name}")
        elif row:
            yield from self._held(campaign, box, contested=bool(row.get("contested", False)))
        over = self.kind.get("overs", False) and place == US_BOX
        if self.kind.get("air", False) and not row.get("by_air", ()) and not over:
            yield Refusal("8.3.1", f"air units do not hop to the {box.name}", "A Fleet carries them: sealift-air.")

    def _held(self, campaign: TheWar, box: Place, *, contested: bool) -> Iterable[Refusal]:
        """Whether who holds a box lets them in: no neutral, nobody of the other side but where both may be, and of an
        ally only where their units may pass (8.1.3, 8.5.1, 8.8)."""
        holder = box.holder
        if holder in campaign.powers:
            theirs = campaign.powers[holder]
            if campaign.powers[self.power].side == theirs.side:
                yield from self._major(campaign, holder)
            elif not contested:
                yield Refusal("8.1.3, 8.8", f"the {box.name} is in the hands of {theirs.name}", "Not by SMPs.")
        elif holder in campaign.countries and holder != self.country:
            if wars.at_war(campaign, self.power, holder):
                yield Refusal("8.1.3, 8.8", f"the {box.name} is the enemy's", "Not by SMPs.")
            yield from self._minor(campaign, holder)


def _tagged(campaign: TheWar, place: str, wanted: str) -> bool:
    return wanted.startswith("@") and bool(campaign.places[place].tags.get(wanted[1:]))
