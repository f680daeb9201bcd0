"""What things are called, and what is entered as done on the board from any screen."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.sheets.entries import Entries
from engine.kernel.sheets.titles import Condition, Titles
from engine.thewar.sheets import occasions
from engine.thewar.world import titles
from engine.thewar.world.state import TheWar


class TitleSheet(Titles[TheWar]):
    """Names of what bears none."""

    outcomes: Mapping[str, str] = {
        "attackers_price": "attackers' NARFs",
        "defenders_price": "defenders' NARFs",
        "oas": "OAS columns",
        "das": "DAS columns",
        "bombers": "bombers through",
    }

    def thing(self, campaign: TheWar, thing: object) -> str:
        return titles.thing(campaign, thing)

    def called(self, campaign: TheWar, key: str) -> str:
        return titles.called(campaign, key)

    def condition(self, text: str) -> Condition | None:
        return occasions.condition(text)


class EntrySheet(Entries):
    """The quick entries."""

    verbs: Mapping[str, tuple[str, ...]] = {
        "losses": ("losses",),
        "capture": ("capture", "conquer", "status", "entered", "surrender", "liberate"),
        "places": ("evacuate", "station", "mark"),
    }
