"""Raids on German cities in a campaign: targets named, Window (29.10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Self

import attrs

from engine.kernel.campaign import several_eyes
from engine.kernel.grammar import FLAG, NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import variant_hand, variant_table
from engine.thewar.economy import logistics, oil
from engine.thewar.economy.german_cities import no_city, shown, with_industry
from engine.thewar.map import grid
from engine.thewar.rolls import bombing, city_bombing
from engine.thewar.strategic import strategic_forces
from engine.thewar.world import calendar, wars
from engine.thewar.world.state import Box, TheWar

OPTION = "city-raids"
TARGET_STEP = "strategic-warfare.targets"
WINDOW_STEP = "strategic-warfare.window"
_WINDOW = "window-turn"
_BRITAIN, WINDOW = "britain", "window"
"""Whose variant Window is, and its id."""


def on(campaign: TheWar) -> bool:
    """Whether Germany is bombed city by city."""
    return bool(campaign.options.get(OPTION, False))


def raiders(campaign: TheWar) -> tuple[str, ...]:
    """The Western Allies that must name a city this turn: those with a whole SAC and an effort that lets it fly."""
    if not wars.standing(campaign, "germany"):
        return ()
    return tuple(
        power
        for power in wars.enemies_of_germany(campaign)
        if strategic_forces.count(campaign, power, "sac")
        and logistics.may(campaign, power, "strategic_warfare") is None
    )


def target(campaign: TheWar, power: str) -> str:
    """The city that a power has named this turn, '' for none."""
    return campaign.boxes.get(power, Box()).target


def farthest(campaign: TheWar, city: str) -> int:
    """The hexes from Britain to a city by the printed hexes, 0 where the campaign knows none of the two ends."""
    place = campaign.places.get(city)
    if place is None or not place.hex:
        return 0
    ends = [land.hex for land in campaign.places.values() if land.country == "britain" and land.hex]
    return min((grid.distance(place.hex, end) for end in ends), default=0)


@frozen
class BombCity(PowerOrder[TheWar]):
    """Name the city that the bombers raid this turn. ``hexes``: how far it lies from Britain, as the board shows; left
    out it is within reach. ``plant``: the bombers go for its synthetic oil plant (29.10)."""

    verb: ClassVar[str] = "bomb-city"
    title: ClassVar[str] = "city to be bombed"
    rule: ClassVar[str] = "29.10"
    steps: ClassVar[tuple[str, ...]] = (TARGET_STEP,)
    finishes: ClassVar[bool] = True

    city: str = word(NAME)
    hexes: int = keyed(number(0, 99), 0)
    plant: bool = keyed(FLAG, False)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if not on(campaign):
            yield Refusal("29.10", "no cities are named", f"Option '{OPTION}' is off.")
            return
        if self.power not in wars.enemies_of_germany(campaign):
            yield Refusal("29.10", f"{wars.named(campaign, self.power)} does not bomb Germany")
            return
        if (refusal := logistics.may(campaign, self.power, "strategic_warfare")) is not None:
            yield refusal
        if not strategic_forces.count(campaign, self.power, "sac"):
            yield Refusal("29.10", f"{wars.named(campaign, self.power)} has no whole SAC")
        yield from no_city(campaign.places.get(self.city))
        for ally in ("britain", "us"):
            if ally != self.power and target(campaign, ally) == self.city:
                yield Refusal("29.10", f"{shown(campaign, self.city)} is the other Ally's target", "Another city.")
        yield from self._plant(campaign)
        yield from self._reach(campaign)

    def _plant(self, campaign: TheWar) -> Iterable[Refusal]:
        place = campaign.places.get(self.city)
        if not self.plant:
            if place is not None and "east-prussia" in place.tags:
                yield Refusal("29.10", f"{place.name} has no Industry marker")
            return
        if self.power != "us":
            yield Refusal("29.10", "only American bombers attack oil plants")
        if calendar.turn(campaign) not in city_bombing.PLANT_TURNS:
            turns = " and ".join(calendar.spoken(turn) for turn in city_bombing.PLANT_TURNS)
            yield Refusal("29.10", "oil plants are no target this turn", f"Only in {turns}.")
        if not oil.plant_in(campaign, self.city):
            yield Refusal("29.10", f"{shown(campaign, self.city)} has no oil plant")

    def _reach(self, campaign: TheWar) -> Iterable[Refusal]:
        turn, name = calendar.turn(campaign), shown(campaign, self.city)
        limit = city_bombing.reach(self.power, turn)
        away = self.hexes or farthest(campaign, self.city)
        if self.hexes < 0:
            yield Refusal("29.10", f"{self.hexes} hexes", "From 1 up; leave it out where the board shows it in reach.")
        elif limit is not None and away > limit:
            yield Refusal("29.10", f"{name} lies {away} hexes from Britain", f"At most {limit} this turn.")
        place, first = campaign.places.get(self.city), city_bombing.BOHEMIA_FROM.get(self.power, "")
        if first and place is not None and "bohemia" in place.tags and calendar.now(campaign) < calendar.number(first):
            yield Refusal("29.10", f"{name} lies in Bohemia", f"From {calendar.spoken(first)} on.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        box = attrs.evolve(tx.campaign.boxes.get(self.power, Box()), target=self.city, plant=self.plant)
        tx.put(f"boxes.{self.power}", box, "city to be bombed", "29.10")

    def sentence(self, campaign: TheWar) -> str:
        objective = f"the oil plant of {shown(campaign, self.city)}" if self.plant else shown(campaign, self.city)
        return f"{wars.named(campaign, self.power)} sends its bombers to {objective}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[BombCity]:
        """The listed cities that nothing known stands against."""
        for city in sorted(campaign.places):
            if with_industry(campaign, city):
                for order in (cls(power, city), cls(power, city, plant=True)):
                    if not any(True for _ in order.judge(campaign)):
                        yield order

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        limit = city_bombing.reach(power, calendar.turn(campaign)) if power in city_bombing.REACH else None
        within = f", at most {limit}" if limit is not None else ""
        listed = tuple(city for city in sorted(campaign.places) if with_industry(campaign, city))
        fields = (
            Field("city", "city of Germany or Bohemia", cls.rule, listed),
            Field("hexes", f"hexes from Britain{within}", cls.rule),
            Field("plant", "its oil plant (the U.S. alone)", cls.rule, ("no", "yes"), "no"),
        )
        return Form(cls.verb, cls.title, power + " bomb-city {city} hexes={hexes} plant={plant}", fields, cls.rule)


def box_refusals(campaign: TheWar, power: str, box: Box) -> Iterable[Refusal]:
    """What city raids ask of the Bombing War Box: a bomber for each city named and none without, an INT against each
    raid as far as there are any."""
    if not on(campaign):
        return
    if power == "germany":
        guards = {"britain": box.night + box.jets_night, "us": box.day + box.jets_day}
        raids = [by for by in guards if target(campaign, by)]
        have = strategic_forces.count(campaign, "germany", "int") + strategic_forces.count(
            campaign, "germany", "jet", "int"
        )
        met = sum(guards[by] > 0 for by in raids)
        if met < min(len(raids), have):
            named = " and ".join(shown(campaign, target(campaign, by)) for by in raids)
            reason = f"each raid meets at least 1 INT, and {met} of {len(raids)} do"
            yield Refusal("29.10", reason, f"Raids on {named}: night=N and day=N.")
        return
    city = target(campaign, power)
    if city and not box.sac:
        yield Refusal("29.10", f"no bomber flies to {shown(campaign, city)}", "At least 1 SAC.")
    elif box.sac and not city:
        yield Refusal("29.10", "no city has been named for the bombers", "sac=0; the city is named before.")


def window_players(campaign: TheWar) -> tuple[str, ...]:
    """Britain, while it may still announce Window and its bombers fly: if it holds that variant, or, where others look
    on, any that they do not know."""
    if campaign.facts.get(_WINDOW, "") or not campaign.boxes.get(_BRITAIN, Box()).sac:
        return ()
    held = [one for one in variant_hand.tries(campaign, _BRITAIN) if one.got and not one.played]
    if not several_eyes(campaign):
        held = list(variant_hand.to_play(campaign, _BRITAIN, WINDOW))
    return (_BRITAIN,) if held and wars.standing(campaign, _BRITAIN) else ()


@frozen
class Window(PowerOrder[TheWar]):
    """Announce the Window variant, once Germany has committed its interceptors (29.10, 28.2.2). ``had``: the turn in
    which it was obtained."""

    verb: ClassVar[str] = "window"
    title: ClassVar[str] = "Window"
    rule: ClassVar[str] = "29.10, 28.2.2"
    steps: ClassVar[tuple[str, ...]] = (WINDOW_STEP,)
    finishes: ClassVar[bool] = True
    by_secrets: ClassVar[bool] = True

    had: str = keyed(NAME, "", "the turn in which it was obtained")

    def complete(self, campaign: TheWar) -> Self:
        """The turn in which the variant was obtained need not be typed."""
        mine = () if self.had else variant_hand.to_play(campaign, _BRITAIN, WINDOW)
        return attrs.evolve(self, had=mine[0].turn) if mine else self

    def stands_as_recorded(self, campaign: TheWar) -> bool:
        """Before powers tried for variants here, Britain played Window where the table saw that it had drawn it."""
        return not self.had and variant_hand.drawn_at_the_table(campaign, _BRITAIN)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if not on(campaign):
            yield Refusal("29.10", "Window is not announced here", f"Option '{OPTION}' is off.")
            return
        if self.power != _BRITAIN:
            yield Refusal("28.2.2", "Window is Britain's")
        elif not campaign.boxes.get(_BRITAIN, Box()).sac:
            yield Refusal("29.10", "no British bomber flies")
        else:
            yield from variant_hand.not_obtained(campaign, _BRITAIN, WINDOW, self.had)
        if campaign.facts.get(_WINDOW, ""):
            yield Refusal("28.2.2", "Window has been played", "It lasts one turn.")
        card = bombing.BY_ID["window"]
        if not calendar.number(card.first) <= calendar.now(campaign) <= calendar.number(card.last):
            dates = f"From {calendar.spoken(card.first)} to {calendar.spoken(card.last)}."
            yield Refusal("28.2.2", "Window cannot be played this turn", dates)

    def effect(self, tx: Transaction[TheWar]) -> None:
        tx.put(f"facts.{_WINDOW}", calendar.turn(tx.campaign), "Window", "28.2.2")
        tx.put(f"facts.{variant_table.PLAYED}{WINDOW}", 1, "Window", "28.2.2")
        variant_hand.used(tx, _BRITAIN, WINDOW, self.had)

    def sentence(self, campaign: TheWar) -> str:
        return "Britain announces Window"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Window]:
        if power == _BRITAIN:
            yield cls(power).complete(campaign)
