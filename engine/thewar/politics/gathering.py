"""From the campaign to one diplomatic roll: who may take part in it, how the country stands, what modifies the die
(16.1.1, 16.1.3, 16.1.6, rulings 301 to 304, 312, 424)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from engine.kernel.forecast import Distribution, distribution
from engine.kernel.grammar import key
from engine.kernel.refusals import Refusal
from engine.kernel.values import frozen
from engine.thewar.countries import variant_points
from engine.thewar.politics import lasting
from engine.thewar.rolls import diplomacy
from engine.thewar.world import calendar, influence, minors, wars
from engine.thewar.world.state import TheWar

ALLIANCE = key(also=tuple(diplomacy.ALLIANCES))
NAMES = {"axis": "the Axis", "western": "the Western Allies", "soviet": "the Soviets"}
"""What people call an alliance."""
SHUT_OUT = "germany-out-of-south-africa"
"""The fact that a German roll on South Africa has gone against Germany, which may not name it again (23.47)."""


@frozen
class Stands:
    """What may come of a roll: the country's ``status``, and whose it is then, for people."""

    status: str
    patron: str


@frozen
class Sides:
    """Who brings what into a roll. ``pops`` and ``defending`` by power; ``patron_helps``: an ally of the attacker whose
    client the country is lends its status; ``chits``: of ESPIONAGE and COUNTER_ESPIONAGE those that were played;
    ``cards``: what two cards add instead, None where none are played."""

    by: str
    target: str
    against: str
    pops: Mapping[str, int]
    defending: Mapping[str, int]
    patron_helps: bool = True
    chits: tuple[str, ...] = ()
    cards: int | None = None
    gains: str = ""


def terms(campaign: TheWar, sides: Sides) -> diplomacy.Influence:
    """The roll as the pure core takes it, before its die."""
    land, known = campaign.countries[sides.target], lasting.remembered(campaign, sides.by)
    leaning = campaign.leanings.get(sides.target)
    moved = leaning is not None and leaning.turn == calendar.turn(campaign)
    france = campaign.powers.get("france")
    return diplomacy.Influence(
        turn=calendar.turn(campaign),
        target=sides.target,
        by=sides.by,
        pops={power: pops for power, pops in sides.pops.items() if pops},
        against=sides.against,
        defending={power: pops for power, pops in sides.defending.items() if pops},
        status=land.status,
        holder=land.patron,
        gains=sides.gains,
        soviets="war" if wars.at_war(campaign, "germany", "ussr") else "pact",
        french_surrender=france.surrendered if france is not None else "",
        betrayals=known.betrayals,
        invaded=minors.was_attacked(campaign, sides.target),
        modifiers=(*known.modifiers, *sides.chits),
        patron_helps=sides.patron_helps,
        opened=(leaning.status, leaning.patron) if moved and leaning is not None else (),
        cards=sides.cards,
        since=known.since,
        given=variant_points.on_roll(campaign, sides.by, sides.target),
    )


def closed(campaign: TheWar, target: str) -> Iterable[Refusal]:
    """Why there is no diplomacy in a country at all, whoever would try (16.1, 16.4)."""
    land = campaign.countries.get(target)
    if land is None or target not in diplomacy.targets():
        names = ", ".join(wars.named(campaign, key) for key in diplomacy.targets() if key in campaign.countries)
        known = land is not None or target in campaign.powers
        what = wars.named(campaign, target) if known else f"'{target}'"
        yield Refusal("16.1", f"{what} is no target of diplomacy", f"Targets: {names}.")
    elif land.status == "conquered":
        reason = f"{land.name} is conquered by {wars.named(campaign, land.patron)}"
        yield Refusal("16.4", reason, "War alone moves it.")
    elif minors.was_attacked(campaign, target):
        reason = f"{land.name} was invaded: there is no diplomacy in it any more"
        yield Refusal("16.4, ruling 315", reason, "Another target.")
    else:
        yield from minors.not_made(campaign, target)


def heir(campaign: TheWar, by: str, target: str) -> str:
    """An attacker, or the first of his allies, who may have a status in a country; the attacker where none may
    (23.41, ruling 458)."""
    allies = (by, *partners(campaign, by, target))
    return next((power for power in allies if diplomacy.highest(target, power)), by)


def standing(campaign: TheWar, alliance: str) -> tuple[str, ...]:
    """The powers of an alliance that take part and have not fallen, in the order of 3.11."""
    ours = diplomacy.ALLIANCES.get(alliance, ())
    return tuple(power for power in wars.POWERS if power in ours and wars.standing(campaign, power))


def others(campaign: TheWar, power: str) -> tuple[str, ...]:
    """The other alliances than a power's that still stand."""
    return tuple(key for key in NAMES if key != diplomacy.alliance(power) and standing(campaign, key))


def able(campaign: TheWar, alliance: str, target: str) -> tuple[str, ...]:
    """The powers of an alliance that may have POPs in a target: those of its list, the United States once it is in the
    war (16.1, 16.1.2)."""
    listed = diplomacy.targets().get(target, ())
    powers = standing(campaign, alliance)
    return tuple(power for power in powers if power in listed and (power != "us" or campaign.powers[power].entered))


def partners(campaign: TheWar, power: str, target: str) -> tuple[str, ...]:
    """The allies of an attacker that may add POPs, or whose client the country is (ruling 301)."""
    return tuple(ally for ally in able(campaign, diplomacy.alliance(power), target) if ally != power)


def helping(campaign: TheWar, by: str, against: str) -> str:
    """The alliance that may lend POPs to a defence, '' for none: Soviets and Axis while the Pact holds, Soviets and
    Western Allies once Germany and the Soviet Union are at war (16.1.1, ruling 304)."""
    if wars.at_war(campaign, "germany", "ussr"):
        pair = diplomacy.HELP["war"]
    elif campaign.facts.get("nazi-soviet-pact"):
        pair = diplomacy.HELP["pact"]
    else:
        return ""
    other = next((name for name in pair if name != against), "") if against in pair else ""
    return other if other != diplomacy.alliance(by) else ""


def known_pops(campaign: TheWar, powers: Iterable[str], target: str) -> dict[str, int]:
    """The unused POPs of powers in a target, of those about whom this view knows all."""
    return {power: influence.held(campaign, power, target) for power in powers if influence.known(campaign, power)}


def odds(campaign: TheWar, sides: Sides, assumed: tuple[str, ...] = ()) -> Distribution[Any]:
    """How the country stands afterwards, exactly; ``assumed``: what is taken for granted about the others."""
    roll = terms(campaign, sides)

    def stands(rolled: diplomacy.Influence) -> Stands:
        outcome = diplomacy.outcome(rolled)
        return Stands(outcome.status, wars.named(campaign, outcome.holder) if outcome.holder else "nobody")

    told = distribution(diplomacy.DiplomacyCore(), roll).of(stands)
    return attrs.evolve(told, assumed=assumed)
