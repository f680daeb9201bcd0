"""The setup pages of The War: what stands on which, how kinds of units are spoken of, what no counter can be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from engine.kernel.seasons import SEASONS
from engine.kernel.sheets.setup import NUMBER, SEATING, Page, Setup
from engine.kernel.tables import table
from engine.thewar.building import shipyards
from engine.thewar.sheets import derived
from engine.thewar.world import counters, traits
from engine.thewar.world.state import Addition, CardTotal, Pool, Slip, TheWar, Unit

_TURN = ("effort", "efforts", "reserved", "last_effort", "spent", "smp_lost", "deficit")
_BOXES = {"uboat": "u-boat-war-box", "asw": "u-boat-war-box", "int": "bombing-war-box", "sac": "bombing-war-box"}
_SAID = {"tank": "arm", "panzer": "arm", "armour": "arm", "u-boat": "uboat", "carrier": "cv", "paratroop": "para"}
_ALL = "1939-campaign"
"""The scenario in which all powers and countries of the rules stand."""

PAGES = (
    Page(
        "calendar",
        "Calendar",
        "What the scenario is called and who made it, its first turn and its last.",
        columns=("title", "author", "version", "based_on", "description", "first", "last", "leaves_out"),
    ),
    Page(
        "seats",
        "Seats",
        "Who commands whom, for each number of players (1.1).",
        SEATING,
        example="3, for three players",
    ),
    Page("options", "Options", "What a campaign begins with unless its players choose otherwise.", "options"),
    Page(
        "powers",
        "Major Powers",
        "Money, base, growth, Strategic Movement Points, ratings (14.1, 14.3, 8.4, 10.8, 7.11, 11.11).",
        "powers",
        ("narfs", "base", "growth", "growth_from", "smp", "smp_minimum", "army", "navy", "air"),
        _TURN,
        known_in=_ALL,
        example="Italy",
    ),
    Page(
        "countries",
        "Minor countries",
        "The minor countries: status, patron, NARFs, ratings (chapter 23).",
        "countries",
        ("status", "patron", "value", "associate_value", "narfs", "growth", "army", "navy", "air"),
        group="patron",
        ids=("name",),
        known_in=_ALL,
        example="Spain, or one of your own: name=Bohemia value=9",
    ),
    Page(
        "units",
        "Counters",
        "Every counter in play, with its place and state (2.4, 2.6). Like ones stand in one line with their number.",
        "units",
        ("kind", "strength", "place", "depleted", "tag"),
        group="power",
        folds=True,
        ids=("power", "kind", NUMBER),
        place="place",
        example="ten 3-5 infantry in Kiev",
    ),
    Page(
        "pools",
        "Force pools",
        "What may be built: units of a kind that are not in play (15.3).",
        "pools",
        ("kind", "strength", "count", "lost", "oos", "tag"),
        group="power",
        ids=("power", "kind", "strength", "tag"),
        example="4 inf 6-5",
    ),
    Page(
        "additions",
        "Additions by year",
        "What joins the force pools, and when (3.1).",
        "additions",
        ("year", "season", "kind", "strength", "count", "tag"),
        group="power",
        ids=("power", "year", "season", "kind", "strength", "tag"),
        example="2 arm 10-8 spring 1943",
    ),
    Page(
        "totals",
        "Totals of the cards",
        "How many units of a kind the cards print in all: what stands on the other pages is checked by it (2.2).",
        "totals",
        ("kind", "strength", "count", "tag"),
        group="power",
        ids=("power", "kind", "strength", "tag"),
        example="42 inf 6-5",
    ),
    Page(
        "slips",
        "Ships in yards",
        "Ships on the tracks of shipyards (15.1.5); which places have a yard stands with the places, as a tag.",
        "slips",
        ("yard", "kind", "strength", "space", "oos", "tag"),
        ("worked",),
        group="power",
        ids=("yard", NUMBER),
        example="Fleet 1-12-5 in Kiel",
    ),
    Page(
        "places",
        "Places",
        "Cities, ports, boxes: who controls them, their industry, what they are (1.2, 14.6.1).",
        "places",
        ("kind", "holder", "value", "hex", "tags"),
        group="country",
        ids=("name",),
        example="name=Narvik kind=port country=norway",
    ),
    Page(
        "holdings",
        "Colonies, provinces",
        "Colonies, provinces and dominions with a value of their own (14.7, 23.2).",
        "holdings",
        ("kind", "holder", "value", "taken", "left_base"),
        group="owner",
        ids=("name",),
        example="name=Malaya kind=colony value=3 owner=britain holder=britain",
    ),
    Page(
        "oil",
        "Oil plants",
        "Cities with a synthetic oil plant (24.1).",
        "oil_plants",
        keys=("places",),
        example="Stuttgart",
    ),
    Page(
        "installations",
        "Installations",
        "Fortifications, fortresses and airbases (10.6.4, 13.2.2, 11.1.1).",
        "installations",
        ("kind", "place", "since"),
        ("idle",),
        group="power",
        folds=True,
        ids=("power", "kind", NUMBER),
        place="place",
        example="two airbase place=kiev",
    ),
    Page(
        "markers",
        "Markers",
        "Beachheads, bridgeheads, breaches and markers of efforts that lie on the board (7.7.4, 9.6.2, 28.2.4).",
        "markers",
        ("kind", "place", "since"),
        group="power",
        ids=("kind", "place"),
        place="place",
        example="breach place=smolensk soviet since=1941-2-summer",
    ),
    Page(
        "sieges",
        "Siege markers",
        "Siege markers on fortresses (13.2.3).",
        "sieges",
        keys=("places",),
        example="Warsaw 2",
    ),
    Page(
        "wars",
        "Wars",
        "Who is at war with whom, and since when (6.1).",
        "wars",
        ("since",),
        ("one", "other"),
        ids=("one", "other"),
        example="germany norway spring 1940",
    ),
    Page(
        "sea-links",
        "Adjoining Sea Areas",
        "What you have looked at on your own map: two Sea Areas, and whether they adjoin (7.2).",
        "sea_links",
        ("adjoins",),
        ("one", "other"),
        ids=("one", "other"),
        example="levant red-sea",
    ),
    Page(
        "sea-ports",
        "Ports' Sea Areas",
        "What you have looked at on your own map: a port, and whether it lies on a Sea Area (7.2).",
        "sea_ports",
        ("lies",),
        ("port", "area"),
        ids=("port", "area"),
        example="oslo west-baltic",
    ),
    Page(
        "programmes",
        "Ratings being raised",
        "Payments on the tracks of ratings (10.8.2, 7.11.2, 11.11.2).",
        "programmes",
        ("force", "paid", "last"),
        group="power",
        ids=("power", "force"),
        example="italy army paid=1",
    ),
    Page(
        "facts",
        "Facts and dates",
        "What the rules remember: pacts, weather, limits, and what has happened already.",
        "facts",
        example="usel 10",
    ),
    Page(
        "cells",
        "Card matrices",
        "Cells of card matrices (29.6, 29.9, 29.13).",
        "card_cells",
        ("adds",),
        ("deck", "defender", "attacker"),
    ),
)


class SetupSheet(Setup[TheWar]):
    """The pages of setup."""

    pages = PAGES
    nobodys: Mapping[str, str] = {
        "sources": "each figure shows its own",
        "seats": "they stand by the number of players",
        "scenario_version": "it is the version of the scenario",
        "progress": "nothing has happened yet",
        "pending": "nothing is under way",
        "sealed": "nothing is sealed",
        "serials": "the program counts ids itself",
        "boxes": "strategic warfare's boxes are filled when a turn begins",
        "built": "nothing is built yet",
        "used": "no limit is used yet",
        "missions": "no unit has done anything yet",
        "engagements": "no battle is announced",
        "patrols": "no ship is on patrol",
        "entry_causes": "nothing has moved the U.S. Entry Level yet",
        "influence": "POPs are bought in Planning",
        "chits": "chits are bought in Planning",
        "purchases": "nothing is bought yet",
        "statements": "nobody has been asked for his POPs yet",
        "mismatches": "nothing has been opened yet",
        "named": "no target has been named this year",
        "grudges": "nobody has attacked a friend or a neutral yet",
        "speakers": "the diplomatic step has not opened",
        "leanings": "no roll has moved a target yet",
        "board_signs": "the table says what the board shows as it plays",
        "terms": "France has not surrendered",
        "outcomes": "the campaign has not ended",
        "hex_holds": "a power says as it plays which hexes it holds",
        "map_notes": "a player writes on the map as he plays",
        "retaken": "no capital has been retaken yet",
        "cut_links": "the table says what the board shows as it plays",
        "graces": "no unit has exploited, dropped or landed yet",
        "supply_marks": "nobody has been named at a check yet",
        "supply_places": "nobody has been named at a check yet",
        "variant_tries": "nobody has tried for a variant yet",
        "in_africa": "an owner says as he plays who stands in North Africa",
        "risings": "Atrocities are rolled as countries fall",
        "box_holds": "nobody has stood in a box yet",
        "surrender_rolls": "nobody has rolled for a surrender yet",
        "border_wars": "the Soviets have entered no province yet",
        "task_forces": "what lies under a marker is its player's secret",
        "shipments": "no grant is on its way",
    }

    def spoken(self) -> Mapping[str, str]:
        """Kinds by their names, in the plural too: the rulebook's and the players' (2.6)."""
        named = {str(row["name"]).lower(): kind for kind, row in table("thewar", "traits")["row"].items()}
        named = {name: kind for name, kind in (_SAID | named).items() if kind in traits.kinds()}
        named |= {kind: kind for kind in traits.kinds()}
        return named | {f"{name}s": kind for name, kind in named.items()}

    def words(self, campaign: TheWar, of: str, field: str) -> Mapping[str, str] | None:
        if field == "kind" and of in ("units", "pools", "additions", "totals", "slips"):
            return {kind: counters.label(kind) for kind in traits.kinds()}
        if field == "season":
            return dict.fromkeys(SEASONS, "")
        return None

    def usual(self, campaign: TheWar, of: str, fields: Mapping[str, object]) -> Mapping[str, object]:
        """Where units stand unless it is said: in the boxes of strategic warfare, the U.S. Box, on the board (5.1, 5.2,
        22.7)."""
        if of == "units":
            place = _BOXES.get(str(fields.get("kind"))) or (
                shipyards.US_BOX if fields.get("power") == "us" else "board"
            )
            return {"place": place} if place == "board" or place in campaign.places else {}
        if of == "holdings" and "owner" in fields:
            return {"holder": fields["owner"]}
        return {"since": campaign.first} if of in ("markers", "wars") else {}

    def brought(self, campaign: TheWar, entries: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Mapping[str, Any]]:
        """A country whose patron is not there is neutral (16.3)."""
        lands = {
            key: attrs.evolve(land, status="neutral") if land.status != "neutral" and not land.patron else land
            for key, land in entries.get("countries", {}).items()
        }
        return {**entries, "countries": lands}

    def as_opening(self, campaign: TheWar) -> TheWar:
        """Without hidden Task Forces, whose ships are among the others, and what was bought under seal; what is known
        to have been used up was there."""
        return derived.as_opening(campaign)

    def wrong(self, campaign: TheWar, entry: object) -> tuple[str, str]:
        """A strength that no counter of the kind prints (2.4), or a kind that its owner may not have (2.6)."""
        if not isinstance(entry, (Unit, Pool, Addition, CardTotal, Slip)):
            return "", ""
        try:
            counters.parsed(entry.kind, entry.strength)
        except counters.BadStrength as bad:
            return "strength", str(bad)
        except KeyError:
            return "kind", f"there is no kind of unit '{entry.kind}' (2.6)"
        if isinstance(entry, (Slip, CardTotal)):
            return "", ""
        if said := counters.other_range(entry.kind, entry.strength, entry.tag):
            return "strength", said
        owners = traits.owners(campaign, entry)
        if owners and entry.power not in owners:
            return (
                "power",
                f"{counters.label(entry.kind)} belong to {' and '.join(owner.title() for owner in owners)} only (2.6)",
            )
        return "", ""
