"""The Soviet links to the edge of the map: Moscow's own, Leningrad's across Lake Ladoga, Baku's across the Caspian
(12.2.2). That a link is cut the board alone shows, so either side says it (ruling 404)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.grammar import FLAG, NAME, keyed, word
from engine.kernel.late import Asked
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.world import calendar, capitals, entering, regions, wars
from engine.thewar.world.state import CutLink, TheWar

RULE = "12.2.2"
USSR, MOSCOW, LENINGRAD, BAKU = "ussr", "moscow", "leningrad", "baku"
WAYS = {
    MOSCOW: "the northern or eastern edge of the map, inside the Soviet Union of 1939",
    LENINGRAD: "hex 0515, across Lake Ladoga",
    BAKU: "the eastern edge of the map, across the Caspian Sea",
}
"""Where each city's link goes."""
DECLARED = (MOSCOW, LENINGRAD)
"""The links that may be cut while their city stands: nobody crosses the Caspian."""
LADOGA = "0515"
"""The hex on the far shore of Lake Ladoga."""


_shown = Asked("engine.thewar", "supply.edge_ways:told")
"""What the map shows, which is loaded for that alone."""


def broken(campaign: TheWar, city: str) -> str:
    """Why a city has no link to the edge of the map, '' where it has one. It says nothing of the city's own holder."""
    if city == LENINGRAD:
        held = campaign.hex_holds.get(LADOGA)
        if held is not None and capitals.enemys(campaign, held.power, USSR):
            return f"hex {LADOGA} on Lake Ladoga is {campaign.powers[held.power].adjective}"
    cut = campaign.cut_links.get(city)
    if cut is not None:
        return f"its link to {WAYS[city]} is cut since {calendar.spoken(cut.since)}"
    if city == LENINGRAD:
        if lost := lost_to(campaign, MOSCOW):
            return f"its way goes on by Moscow, which is lost: {lost} it"
        if why := broken(campaign, MOSCOW):
            return f"its way goes on by Moscow: {why}"
    return ""


def lost_to(campaign: TheWar, place: str) -> str:
    """``Germany has``, of a place in the hands of a Soviet enemy; '' for any other."""
    holder = regions.controller(campaign, place) if place in campaign.places else ""
    return f"{wars.named(campaign, holder)} has" if capitals.enemys(campaign, holder, USSR) else ""


def _concerned(campaign: TheWar, power: str) -> bool:
    """Whether a power has a word on the Soviet links: the Soviet Union, and who is at war with it."""
    return power == USSR or any(wars.at_war(campaign, ours, USSR) for ours in wars.voices(campaign, power))


@frozen
class SupplyLink(PowerOrder[TheWar]):
    """A power says that the board shows a Soviet link cut, or, with ``cut=no``, open again. It stays until it is said
    anew."""

    verb: ClassVar[str] = "supply-link"
    title: ClassVar[str] = "Soviet supply link"
    rule: ClassVar[str] = RULE
    standing: ClassVar[bool] = True

    city: str = word(NAME)
    cut: bool = keyed(FLAG, True)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        yield from entering.fallen(campaign, self.power)
        if not wars.standing(campaign, USSR):
            yield Refusal(RULE, "the Soviet Union has fallen: nothing is supplied by its links")
            return
        if not _concerned(campaign, self.power):
            name = wars.named(campaign, self.power)
            hint = "The Soviet Union says it, or who is at war with it."
            yield Refusal(f"{RULE}, ruling 505", f"{name} is not at war with {wars.named(campaign, USSR)}", hint)
        if self.city not in DECLARED or self.city not in campaign.places:
            names = ", ".join(campaign.places[city].name for city in DECLARED if city in campaign.places)
            hint = f"There are the links of {names}."
            if self.city == BAKU:
                hint = f"{hint} Baku's stands while the city is Soviet: nobody cuts the Caspian."
            yield Refusal(RULE, f"'{self.city}' has no link that is cut", hint)
            return
        name = campaign.places[self.city].name
        if lost := lost_to(campaign, self.city):
            hint = "Its link is asked about once it is Soviet again."
            yield Refusal(RULE, f"{lost} {name}, so that it supplies nobody", hint)
        if self.cut == (self.city in campaign.cut_links):
            state = "cut" if self.cut else "not cut"
            hint = f"'supply-link {self.city} cut=no' opens it." if self.cut else "It is a source as it stands."
            yield Refusal(RULE, f"the link of {name} is {state} already", hint)

    def effect(self, tx: Transaction[TheWar]) -> None:
        at = f"cut_links.{self.city}"
        if not self.cut:
            if self.city in tx.campaign.cut_links:
                tx.remove(at, "open again", RULE)
        elif self.city in WAYS:
            tx.put(at, CutLink(since=calendar.turn(tx.campaign)), "cut, as the board shows", RULE)

    def sentence(self, campaign: TheWar) -> str:
        place = campaign.places.get(self.city)
        name = place.name if place is not None else self.city
        said = "is cut" if self.cut else "is open again"
        shown = f"; {_shown(campaign)} (12.2.2)" if self.city == MOSCOW else ""
        return f"{wars.named(campaign, self.power)}: the supply link of {name} {said}{shown}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        cities = tuple(city for city in DECLARED if city in campaign.places)
        if not cities or not _concerned(campaign, power):
            return None
        if not wars.standing(campaign, USSR) or any(True for _ in entering.fallen(campaign, power)):
            return None
        fields = (
            Field("city", "the link of", RULE, choices=cities, default=cities[0]),
            Field("cut", "the board shows it cut", RULE, choices=("yes", "no"), default="yes"),
        )
        return Form(cls.verb, "A Soviet supply link", f"{power} supply-link {{city}} cut={{cut}}", fields, RULE)
