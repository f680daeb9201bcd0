"""Where Germany's synthetic oil plants stand (24.1, 29.10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import NAMES, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.economy import oil
from engine.thewar.economy.german_cities import no_city, shown, with_industry
from engine.thewar.world import wars
from engine.thewar.world.state import TheWar

STEP, PLANNING = "strategic-warfare.oil-plants", "planning.effort"


def placers(campaign: TheWar) -> tuple[str, ...]:
    """Germany, until it has placed its oil plants."""
    due = wars.standing(campaign, "germany") and not campaign.facts.get(oil.PLACED, False)
    return ("germany",) if due else ()


@frozen
class OilPlants(PowerOrder[TheWar]):
    """Place the five synthetic oil plants, each in another German city hex; they never move (24.1, 29.10). Only where
    cities are raided does a step ask for it; else it may be entered in Planning, and then an enemy who takes such a
    city takes its plant."""

    verb: ClassVar[str] = "oil-plants"
    title: ClassVar[str] = "synthetic oil plants"
    rule: ClassVar[str] = "29.10, 24.1"
    steps: ClassVar[tuple[str, ...]] = (STEP, PLANNING)
    finishes: ClassVar[bool] = True
    standing: ClassVar[bool] = True

    cities: tuple[str, ...] = word(NAMES)

    def ends_step(self, slug: str) -> bool:
        """In Planning it stands beside what the step asks for."""
        return slug == STEP

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != "germany":
            yield Refusal("24.1", "the synthetic oil plants are Germany's")
        if campaign.facts.get(oil.PLACED, False):
            yield Refusal("29.10", "the oil plants are placed and never move")
        count = oil.plants_at_start()
        if len(self.cities) != count or len(set(self.cities)) < len(self.cities):
            yield Refusal("24.1", "five plants go into five cities", f"{count} names, each once.")
        hexes: dict[str, str] = {}
        for city in dict.fromkeys(self.cities):
            place = campaign.places.get(city)
            yield from no_city(place)
            if place is None:
                continue
            if "bohemia" in place.tags:
                yield Refusal("24.1", f"{place.name} lies in Bohemia", "Plants stand in German cities.")
            if place.hex and hexes.setdefault(place.hex, place.name) != place.name:
                neighbour = hexes[place.hex]
                yield Refusal("24.1", f"{neighbour} and {place.name} lie in one hex", "One plant in a hex.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        for city in self.cities:
            tx.put(f"oil_plants.{city}", True, "synthetic oil plant", "24.1")
        tx.put(f"facts.{oil.PLACED}", True, "synthetic oil plants", "29.10")

    def sentence(self, campaign: TheWar) -> str:
        return f"Synthetic oil plants stand in {', '.join(shown(campaign, city) for city in self.cities)}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[OilPlants]:
        """The first five cities that the campaign lists, where the step asks."""
        if campaign.progress.step != STEP:
            return
        listed = (city for city in sorted(campaign.places) if with_industry(campaign, city))
        eligible = [city for city in listed if "bohemia" not in campaign.places[city].tags]
        count = oil.plants_at_start()
        if power == "germany" and len(eligible) >= count:
            yield cls(power, tuple(eligible[:count]))

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        field = Field("cities", "five cities, with commas between", cls.rule)
        return Form(cls.verb, cls.title, "germany oil-plants {cities}", (field,), cls.rule)
