"""What a declaration of war costs and brings, as far as it follows from who declares it on whom (6.2.1, 6.3, 6.4,
16.2, 16.5, 22.8). Pure: no campaign is needed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs
from attrs import frozen

from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.tables import table
from engine.thewar.rolls import us_entry
from engine.thewar.rolls.diplomacy import ALLIANCES, alliance
from engine.thewar.world import calendar, minors

PRICES = {
    "germany": (15, 5),
    "italy": (15, 5),
    "ussr": (15, 5),
    "britain": (25, 15),
    "france": (25, 15),
    "us": (25, 15),
}
"""NARFs on a Major Power, and on a minor country that has no price of its own (6.4.2; table minors)."""
ONE_NATION = {"britain": "france", "france": "britain"}
"""Who is at war by a declaration on or by the other (6.2.1)."""
ICELAND, COLONY = "iceland", "vichy-colony"
ANNOUNCED = (ICELAND, COLONY)
"""What is attacked without moving the Entry Level or any diplomacy (18.7.2, 23.25, ruling 426)."""
COUNTRIES = (
    "belgium",
    "luxembourg",
    "netherlands",
    "denmark",
    "norway",
    "sweden",
    "spain",
    "portugal",
    "turkey",
    "greece",
    "yugoslavia",
    "switzerland",
    "ireland",
    "iran",
    "romania",
    ICELAND,
    "estonia",
    "latvia",
    "lithuania",
    "vichy-france",
    COLONY,
)
NEUTRAL_ATTACKED, TREACHERY = 2, 1
"""What later diplomatic rolls have added: Western powers once for a neutral, anybody for each friend (16.2)."""
_EARLY_ON_ITALY = "1940-3-fall"
FACTS = ("us-at-war", "germany-attacked-turkey", "attacked-first", "italy-attacked-minor", "france-surrendered")
_AXIS = ALLIANCES["axis"]
_ENTRY: tuple[tuple[tuple[str, ...], tuple[str, ...], str], ...] = (
    (("germany",), ("belgium", "luxembourg", "netherlands"), "low-countries"),
    (("germany",), ("denmark", "norway", "sweden"), "scandinavia"),
    (("germany",), ("ussr",), "germany-ussr"),
    (("italy",), ("britain", "france"), "italy-west"),
    (_AXIS, ("greece", "yugoslavia", "switzerland"), "balkans-alps"),
    (_AXIS, ("turkey",), "turkey"),
    (_AXIS, ("spain", "portugal"), "iberia"),
)
"""Who declares on whom, and the row of the Entry Level that it moves (22.8)."""


@frozen
class Declaration:
    """A declaration of war ``by`` a Major Power ``on`` a power or a country in a ``turn``. ``status``, ``holder``: how
    a country stands, '' for nobody's; ``at_war_with``: powers it is at war with already; ``allies``: Major Powers
    allied with a power that it is declared on; ``modifiers``: facts that hold, of FACTS."""

    by: str
    on: str
    turn: str
    status: str = "neutral"
    holder: str = ""
    at_war_with: tuple[str, ...] = ()
    allies: tuple[str, ...] = ()
    modifiers: tuple[str, ...] = ()

    @property
    def on_power(self) -> bool:
        """Whether it is on a Major Power."""
        return self.on in PRICES

    @property
    def western(self) -> bool:
        """Whether a Western power declares it."""
        return alliance(self.by) == "western"

    @property
    def friendly(self) -> bool:
        """Whether the country is a client of the declarer's own alliance (16.2, ruling 455)."""
        return bool(self.holder) and not self.on_power and alliance(self.holder) == alliance(self.by)


def payer(power: str) -> str:
    """The power that bears a declaration's cost: Britain for itself and France (6.2.1, 6.4.2)."""
    return "britain" if power == "france" else power


def needs(war: Declaration) -> tuple[str, ...]:
    """The powers on which war must be declared as well: whose Associate or Satellite the country is (16.3.3)."""
    guarded = war.status in ("associate", "satellite") and bool(war.holder)
    if war.on_power or war.on in ANNOUNCED:
        return ()
    return (war.holder,) if guarded and not war.friendly and war.holder not in war.at_war_with else ()


def enemies(war: Declaration) -> tuple[str, ...]:
    """Major Powers with whom it brings war, in alphabetical order (6.2.1, 6.3)."""
    named = {war.on, *war.allies} if war.on_power else set(needs(war))
    if "france-surrendered" not in war.modifiers:
        named |= {ONE_NATION[power] for power in named if power in ONE_NATION}
    else:
        named -= {"france"}
    return tuple(sorted(named - set(war.at_war_with) - set(ALLIANCES[alliance(war.by)])))


def refusals(war: Declaration) -> Iterable[Refusal]:
    """Every reason why it is not declared."""
    if war.by == "france" and "france-surrendered" in war.modifiers:
        yield Refusal("6.4", "France has surrendered")
    if war.by == "us" and "us-at-war" not in war.modifiers:
        yield Refusal("16.3, 22.3", "a neutral United States declares no war", "It enters the war first.")
    if war.on_power:
        yield from _on_power_refused(war)
    else:
        yield from _on_country_refused(war)


def _on_power_refused(war: Declaration) -> Iterable[Refusal]:
    if war.on == war.by or alliance(war.on) == alliance(war.by):
        yield Refusal("6.2, 6.4.1", f"{war.by} and {war.on} are on one side", "Declare on an enemy of both.")
    if war.on in war.at_war_with:
        yield Refusal("6.4.1", f"{war.by} is at war with {war.on} already")
    if war.by == "us":
        yield Refusal("22.3", "the United States enters the war by its attempts", "See us-entry.")
    if war.on == "france" and "france-surrendered" in war.modifiers:
        yield Refusal("18.3", "France has surrendered", "Nobody declares war on it any more.")
    if war.by == "ussr" and alliance(war.on) == "axis" and "germany" not in war.at_war_with:
        yield Refusal("16.5", "the Soviet Union declares war on Germany by an attempt", "See soviet-declaration.")


def _on_country_refused(war: Declaration) -> Iterable[Refusal]:
    if war.on == ICELAND and war.by != "britain":
        yield Refusal("23.25", "Britain alone occupies Iceland")
    if war.on in ANNOUNCED:
        return
    if (war.status == "neutral") == bool(war.holder):
        yield Refusal("16.3", "a neutral country is nobody's, every other has a holder")
    if war.status == "satellite" and war.friendly:
        yield Refusal("16.3.4, ruling 455", f"{war.on} is a Satellite on the same side", "It fights beside its master.")
    if war.status == "satellite" and war.holder in war.at_war_with:
        yield Refusal("6.4.1, 16.3.4", f"{war.on} is at war already, as a Satellite of {war.holder}")
    first = str(minors.row(war.on).get("soviets_from", ""))
    free = {"germany-attacked-turkey", "attacked-first"} & set(war.modifiers)
    if war.by == "ussr" and first and not free and calendar.number(war.turn) < calendar.number(first):
        reason = f"no Soviet war on {war.on} before {calendar.spoken(first)}"
        yield Refusal("21.6", reason, "Earlier only if it attacked first, or Germany attacked Turkey.")
    for power in needs(war):
        yield from _on_power_refused(attrs.evolve(war, on=power, status="neutral", holder=""))


def price(war: Declaration) -> Breakdown:
    """NARFs in all, borne by ``payer`` (6.4.2): for the country, and for each power that has to be declared on as well
    (ruling 425)."""
    major, minor = PRICES[war.by]
    if war.on_power:
        return Breakdown().plus(f"declaration of war on {war.on}", major, "6.4.2")
    causes = Breakdown()
    also = needs(war)
    if not (also and war.status == "satellite"):
        causes = causes.plus(f"declaration of war on {war.on}", _of_country(war, minor), "6.4.2")
    for power in also:
        causes = causes.plus(f"declaration of war on {power}", major, "6.4.2, 16.3.3")
    return causes


def _of_country(war: Declaration, usual: int) -> int:
    if war.on == ICELAND:
        return int(table("thewar", "actions")["row"][ICELAND]["price"])
    own: Mapping[str, Any] = minors.row(war.on).get("prices", {})
    return int(own.get(war.by, usual))


def entry_events(war: Declaration) -> Iterable[tuple[str, str]]:
    """The rows of the Entry Level's table that it moves, with the powers it needs, each with whom it is declared on
    where that counts for each (22.8)."""
    # An enemy's Satellite goes with its master: war is declared on him alone (ruling 425).
    along = war.status == "satellite" and needs(war)
    for target in (*(() if along else (war.on,)), *needs(war)):
        for by, targets, key in _ENTRY:
            if war.by in by and target in targets:
                yield key, target
    if war.by == "us" or not war.western:
        return
    if _attacks_neutral(war):
        yield "allied-attack", war.on
    early = calendar.number(war.turn) < calendar.number(_EARLY_ON_ITALY)
    if early and "italy" in (war.on, *needs(war)) and "italy-attacked-minor" not in war.modifiers:
        yield "allied-italy", "italy"


def entry_level(war: Declaration) -> Breakdown:
    """What it does to the U.S. Entry Level, as if nothing like it had come before (22.8)."""
    moved = Breakdown()
    if "us-at-war" in war.modifiers:
        return moved
    for key, _ in entry_events(war):
        event = us_entry.events()[key]
        moved = moved.plus(str(event["event"]), int(event["level"]), "22.8")
    return moved


def _attacks_neutral(war: Declaration) -> bool:
    """Whether a Western power attacks a neutral minor country, with all that this brings (16.2, 22.6, 22.8): a
    Sympathizer or Associate at peace is one (ruling 232)."""
    minor = not war.on_power and war.on not in ANNOUNCED
    return war.western and minor and war.status != "satellite"


def later_rolls(war: Declaration) -> Breakdown:
    """What it adds to later diplomatic rolls of who declares it (16.2, ruling 316)."""
    causes = Breakdown()
    if _attacks_neutral(war):
        causes = causes.plus("a Western declaration of war on a neutral minor country", NEUTRAL_ATTACKED, "16.2")
    if war.friendly and war.on not in ANNOUNCED:
        causes = causes.plus("a declaration of war on a friend", TREACHERY, "16.2, ruling 316")
    return causes
