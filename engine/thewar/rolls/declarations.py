"""What a declaration of war costs and brings, as far as it follows from who declares it on whom (6.2.1, 6.3, 6.4,
16.2, 16.5, 22.8). Pure: no campaign is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import attrs

from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.tables import table
from engine.kernel.values import compared_often
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
HELD_AGAINST = {
    "neutral": ("a Western declaration of war on a neutral minor country", NEUTRAL_ATTACKED, "16.2"),
    "friend": ("a declaration of war on a friend", TREACHERY, "16.2, ruling 316"),
}
"""What is held against a power in its later diplomatic rolls, with what it adds and its rule."""
_EARLY_ON_ITALY = "1940-3-fall"
RELEASED = "germany-attacked-turkey"
"""The fact that frees the Soviet Union of the Pact and of its caution (16.5, 21.6, 23.54)."""
FACTS = ("us-at-war", RELEASED, "attacked-first", "italy-attacked-minor", "france-surrendered", "germany-surrendered")
Named = Callable[[str], str]


@compared_often
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
    """Every reason why it is not declared, with those against the declarations that it needs besides, and why a
    declaration of the Soviet Union on Germany is an attempt."""
    yield from refused(war)
    for power in needs(war):
        yield from _on_power_refused(_on_its_holder(war, power), str)
    if by_attempt(war) or any(by_attempt(_on_its_holder(war, power)) for power in needs(war)):
        yield Refusal("16.5", "the Soviet Union declares war on Germany by an attempt", "See soviet-declaration.")


def refused(war: Declaration, named: Named = str) -> Iterable[Refusal]:
    """Every reason why it is not declared, whatever it needs besides. ``named``: what people call somebody."""
    if war.by == "france" and "france-surrendered" in war.modifiers:
        yield Refusal("6.4", f"{named('france')} has surrendered", "Its colonies and its enemies are others' by now.")
    if war.by == "us" and "us-at-war" not in war.modifiers:
        reason = "a neutral United States declares no war"
        yield Refusal("16.3, 22.3", reason, "It enters the war first: 'us try-entry', then 'us enter' if it may.")
    if war.on_power:
        yield from _on_power_refused(war, named)
    else:
        yield from _on_country_refused(war, named)


def alone(war: Declaration, named: Named = str) -> Iterable[Refusal]:
    """Why a country is not declared on by itself: it is the Associate or Satellite of a Major Power at peace with who
    declares (16.3.3, 16.3.4). Both are paid for (ruling 425), each by its own declaration, so that nobody is at war
    with a Major Power whom he has not named."""
    for power in needs(war):
        rule, status = ("16.3.3", "an Associate") if war.status == "associate" else ("16.3.4", "a Satellite")
        paid = "each at its price (ruling 425)" if war.status == "associate" else "and does for both"
        what = f"'{war.by} declare {power}' comes first, {paid}."
        border = " The lands of the Pact are taken without any (16.5)." if war.by == "ussr" else ""
        yield Refusal(rule, f"{named(war.on)} is {status} of {named(power)}", f"{what}{border}")


def by_attempt(war: Declaration) -> bool:
    """Whether it takes a Soviet attempt with a die: on Germany or an ally of Germany, while those two are at peace,
    Germany stands and has not attacked Turkey (16.5, 23.54)."""
    on_axis = war.on_power and alliance(war.on) == "axis"
    over = {RELEASED, "germany-surrendered"} & set(war.modifiers)
    return war.by == "ussr" and on_axis and not over and "germany" not in war.at_war_with


def _on_its_holder(war: Declaration, power: str) -> Declaration:
    return attrs.evolve(war, on=power, status="neutral", holder="")


def _on_power_refused(war: Declaration, named: Named) -> Iterable[Refusal]:
    mine, theirs = named(war.by), named(war.on)
    if war.on == war.by:
        yield Refusal("6.2, 6.4.1", f"{mine} declares no war on itself", "A Major Power or a minor country.")
    elif alliance(war.on) == alliance(war.by):
        one_nation = ONE_NATION.get(war.by) == war.on
        why = "are one nation in declarations of war" if one_nation else "fight on one side"
        rule = "6.2.1, 6.4.1" if one_nation else "6.2, 6.4.1"
        yield Refusal(rule, f"{mine} and {theirs} {why}", "Declare on an enemy of both.")
    if war.on in war.at_war_with:
        yield Refusal("6.4.1", f"{mine} is at war with {theirs} already", already(war))
    if war.by == "us" and "us-at-war" in war.modifiers and not war.at_war_with:
        yield Refusal("22.3", "the United States enters the war by its attempts", "'us try-entry', then 'us enter'.")
    if war.on == "france" and "france-surrendered" in war.modifiers:
        yield Refusal("18.3", "France has surrendered", "Nobody declares war on it any more.")


def already(war: Declaration) -> str:
    """By what a war stands that is declared on once more: nobody pays twice (6.2.1, 6.3)."""
    if war.by in ONE_NATION:
        return "One declaration of war does for Britain and France (6.4.2)."
    return "One declaration does for allies and all Satellites (6.3, 6.4.2)."


def _on_country_refused(war: Declaration, named: Named) -> Iterable[Refusal]:
    mine, theirs = named(war.by), named(war.on)
    if war.on == ICELAND and war.by != "britain":
        yield Refusal("23.25", "Britain alone occupies Iceland", "'britain occupy-iceland', once Denmark has fallen.")
    if war.on in ANNOUNCED:
        return
    if (war.status == "neutral") == bool(war.holder):
        yield Refusal("16.3", "a neutral country is nobody's, every other has a holder", "Name both or neither.")
    if war.status == "satellite" and war.friendly:
        reason = f"{theirs} is a Satellite of {named(war.holder)}, on the same side"
        yield Refusal("16.3.4, ruling 455", reason, "It fights beside its master.")
    elif war.status == "satellite" and war.holder in war.at_war_with:
        reason = f"{theirs} is at war with {mine} already, as a Satellite of {named(war.holder)}"
        yield Refusal("6.4.1, 16.3.4", reason, already(war))
    elif war.on in war.at_war_with:
        yield Refusal("6.4.1", f"{mine} is at war with {theirs} already", already(war))
    first = str(minors.row(war.on).get("soviets_from", ""))
    free = {RELEASED, "attacked-first"} & set(war.modifiers)
    if war.by == "ussr" and first and not free and calendar.number(war.turn) < calendar.number(first):
        reason = f"no Soviet war on {theirs} before {calendar.spoken(first)}"
        yield Refusal("21.6", reason, "Earlier only if it attacked first, or Germany has declared war on Turkey.")


def price(war: Declaration, named: Named = str) -> Breakdown:
    """NARFs in all, borne by ``payer`` (6.4.2): for the country, and for each power that has to be declared on as well
    (ruling 425). ``named``: what people call somebody."""
    also = needs(war)
    causes = Breakdown() if also and war.status == "satellite" else own_price(war, named)
    for power in also:
        causes = causes.plus(f"declaration of war on {named(power)}", PRICES[war.by][0], "6.4.2, 16.3.3")
    return causes


def own_price(war: Declaration, named: Named = str) -> Breakdown:
    """NARFs of this declaration alone, whatever it needs besides (6.4.2)."""
    (major, minor), label = PRICES[war.by], f"declaration of war on {named(war.on)}"
    if war.on_power:
        return Breakdown().plus(label, major, "6.4.2")
    own: Mapping[str, Any] = minors.row(war.on).get("prices", {})
    narfs = _iceland() if war.on == ICELAND else int(own.get(war.by, minor))
    return Breakdown().plus(label, narfs, f"6.4.2, {minors.rule(war.on)}" if war.by in own else "6.4.2")


def _iceland() -> int:
    return int(table("thewar", "actions")["row"][ICELAND]["price"])


def entry_events(war: Declaration) -> Iterable[tuple[str, str]]:
    """The rows of the Entry Level's table that it moves, with the powers it needs, each with whom it is declared on
    where that counts for each (22.8)."""
    # An enemy's Satellite goes with its master: war is declared on him alone (ruling 425).
    along = war.status == "satellite" and needs(war)
    for target in (*(() if along else (war.on,)), *needs(war)):
        for key in us_entry.declared(war.by, target):
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


def held_against(war: Declaration) -> tuple[str, ...]:
    """What later diplomatic rolls hold against who declares it: 'neutral', 'friend' (16.2, ruling 316)."""
    neutral = ("neutral",) if _attacks_neutral(war) else ()
    friend = ("friend",) if war.friendly and war.on not in ANNOUNCED else ()
    return neutral + friend


def later_rolls(war: Declaration) -> Breakdown:
    """What it adds to later diplomatic rolls of who declares it (16.2, ruling 316)."""
    causes = Breakdown()
    for kind in held_against(war):
        causes = causes.plus(*HELD_AGAINST[kind])
    return causes
