"""The setup pages of A World at War: what stands on which, and what its words mean."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.sheets.setup import NUMBER, SEATING, Page, Setup
from engine.worldatwar.building import production
from engine.worldatwar.world import aftermath, bases, fronts
from engine.worldatwar.world.checks import PLACE_KINDS
from engine.worldatwar.world.state import Group, WorldAtWar

_TURN = ("limit_change", "limit_now", "spent", "launched", "repaired", "cleared")

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
        "Who commands whom, for each number of players (24.2).",
        SEATING,
        example="3, for three players",
    ),
    Page("options", "Options", "What a campaign begins with unless its players choose otherwise.", "options"),
    Page(
        "powers",
        "Powers",
        "The powers: BRPs, construction limit, shipbuilding, nationality (24.43, 27.3, 25.631, 26.453, 26.83A).",
        "powers",
        ("brps", "base", "limit", "shipbuilding", "naval", "air", "resolve"),
        _TURN,
        known_in="global-war",
        example="Japan",
    ),
    Page(
        "groups",
        "Units in play",
        "Factors of strategic warfare units in boxes, in ports and on fronts (24.11).",
        "groups",
        ("kind", "place", "count", "ready"),
        group="owner",
        ids=("owner", "kind", "place", "ready"),
        place="place",
        example="ten submarine atlantic",
    ),
    Page(
        "pools",
        "Allowable builds",
        "Factors of the force pools that are not in play (24.2, 24.3).",
        "pools",
        ("kind", "count", "coming"),
        group="owner",
        ids=("owner", "kind"),
        example="4 interceptor",
    ),
    Page(
        "places",
        "Places",
        "Ports, cities, boxes, oil: who controls them, what they are worth, what defends them (26.461A, 26.71A).",
        "places",
        ("kind", "holder", "front", "value", "flak", "production"),
        group="country",
        ids=("name",),
        example="name=Narvik kind=port front=western",
    ),
    Page(
        "ships",
        "Ships in yards",
        "Ships under construction or repair (26.76).",
        "ships",
        ("name", "size", "yard", "column", "row"),
        group="owner",
        ids=("name",),
        example="name=Tirpitz size=4 yard=kiel",
    ),
    Page(
        "bases",
        "Rocket bases",
        "Rocket bases and where they stand (26.61).",
        "bases",
        ("place", "damaged"),
        ("moved",),
        group="owner",
        ids=("owner", NUMBER),
        place="place",
        example="germany base at brest",
    ),
    Page(
        "research",
        "Research",
        "Results of research so far, by faction and subject (chapter 41).",
        "research",
        example="western-asw 2",
    ),
    Page(
        "firestorms",
        "Firestorms",
        "Firestorms made so far, each with its turn (26.83B).",
        "firestorms",
        ("faction", "turn"),
        ids=("place",),
        example="hamburg western 1943-2-summer",
    ),
    Page(
        "wars",
        "Wars",
        "Who is at war with whom, and since when (25.66).",
        "wars",
        ("since",),
        ("one", "other"),
        ids=("one", "other"),
        example="germany russia summer 1941",
    ),
    Page(
        "facts",
        "Facts and dates",
        "What the rules read and the board decides: tension levels, diplomatic results, what has happened already.",
        "facts",
        example="usat 12",
    ),
)


class SetupSheet(Setup[WorldAtWar]):
    """The pages of setup."""

    pages = PAGES
    nobodys: Mapping[str, str] = {
        "sources": "each figure shows its own",
        "seats": "they stand by the number of players",
        "scenario_version": "it is the version of the scenario",
        "progress": "nothing has happened yet",
        "pending": "nothing is under way",
        "sealed": "nothing is sealed",
        "started": "counted when a turn begins",
        "sunk": "nothing is sunk yet",
        "tasks": "no ship has been named for a task",
        "bombed": "nothing is bombed yet",
        "attacks": "no attack is declared",
        "cards": "no card is dealt",
        "forces": "no force flies",
        "guards": "no unit defends yet",
        "salvos": "nothing is fired",
        "flown": "no unit has flown",
    }

    def words(self, campaign: WorldAtWar, of: str, field: str) -> Mapping[str, str] | None:
        if field == "kind" and of in ("groups", "pools"):
            kinds = production.kinds() if of == "groups" else production.pool_kinds()
            return {kind: aftermath.NAMES[kind][1] if kind in aftermath.NAMES else "" for kind in kinds}
        if field == "kind" and of == "places":
            return dict.fromkeys(PLACE_KINDS, "")
        if field == "place" and of == "groups":
            boxes = {box: bases.short(box) for box in (*bases.BOXES, *bases.bases())}
            return boxes | {front: fronts.short(front) for front in fronts.FRONTS}
        return None

    def wrong(self, campaign: WorldAtWar, entry: object) -> tuple[str, str]:
        """Air units stand on fronts or in the U.S. boxes, all others in boxes and ports (24.232, 26.21)."""
        if isinstance(entry, Group) and entry.kind not in fronts.AIR and entry.place in fronts.FRONTS:
            return "place", f"{entry.kind} stand in boxes and ports, on no front (24.11)"
        if isinstance(entry, Group) and entry.kind in fronts.AIR and entry.place not in (*fronts.FRONTS, *fronts.HOMES):
            return "place", f"{entry.kind} stand on a front: {', '.join(fronts.FRONTS)} (26.21)"
        return "", ""
