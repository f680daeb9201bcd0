"""What follows from a declaration of war, told before it is given (6.2 to 6.4, 14.8.6, 16.2 to 16.5, 22.8).

It is tried out on a copy by the code that carries it out, and what that wrote is put into words: so the list and the
war cannot differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from engine.kernel.refusals import Line
from engine.kernel.transaction import Transaction
from engine.thewar.countries import protection, soviet_attempt, war_begins
from engine.thewar.countries.war_terms import terms
from engine.thewar.politics.declarations import Declare
from engine.thewar.rolls import declarations, us_entry
from engine.thewar.rolls.declarations import HELD_AGAINST, payer
from engine.thewar.rolls.soviet_attempt import PRICE as ATTEMPT
from engine.thewar.rolls.soviet_attempt import RULE as OF_THE_PACT
from engine.thewar.world import calendar, grudges, influence, minors, wars
from engine.thewar.world.state import TheWar

_FACTS = {
    war_begins.LEND_LEASE_STOPPED: (
        "no U.S. Lend-Lease for Britain and France until the U.S. enters",
        "14.8.6",
    ),
    wars.SOVIETS_RELEASED: ("the Soviet Union is free of the Pact and of its caution", "16.5, 21.6, 23.54"),
    wars.SOVIET_ATTACK: ("no Lend-Lease for the Soviet Union that attacked", "14.8.2, 14.8.6"),
    "nazi-soviet-pact": ("the Nazi-Soviet Pact is over", "16.5"),
    "soviet-mobilization": ("the Soviet Union mobilizes", "21.7.1"),
}
"""The facts that a declaration may change, as players know them."""
_HANDS = ("narfs", "base")


class _AnyDie:
    """Dice of a trial: no two faces alike, so that nothing is rolled again. What hangs on them is told as a die."""

    def __init__(self) -> None:
        self._thrown = 0

    def face(self, key: str, sides: int) -> int:
        self._thrown += 1
        return (self._thrown - 1) % sides + 1

    def salt(self, key: str) -> str:
        raise TypeError(f"nothing is sealed in a trial: {key}")


def foreseen(campaign: TheWar, order: Declare) -> tuple[tuple[Line, ...], TheWar]:
    """What follows from a declaration, a line each with its figure (0 for none) and rule, the price first; and the
    campaign as it will be, of an attempt as it will be once it succeeds."""
    if order.power not in campaign.powers:
        return (), campaign
    war = terms(campaign, order.power, order.on)
    tx: Transaction[TheWar] = Transaction(campaign, _AnyDie(), calendar.turn(campaign), order.power)
    attempt = declarations.by_attempt(war)
    try:
        if attempt:
            war_begins.go_to_war(tx, order.power, order.on)
        else:
            order.effect(tx)
    except (LookupError, ValueError):
        # A country that is not there: the judge says so.
        return (), campaign
    lines = [*_price(campaign, order), *(_tried(campaign) if attempt else ())]
    for told in _TOLD:
        lines += told(tx, order)
    return tuple(lines), tx.campaign


def _price(campaign: TheWar, order: Declare) -> Iterator[Line]:
    who = wars.named(campaign, payer(order.power))
    for line in order.cost(campaign).lines:
        yield Line(f"{who} pays: {line.label}", -line.value, line.rule)


def _tried(campaign: TheWar) -> Iterator[Line]:
    """A Soviet attempt: its own price, and the die that it takes."""
    yield Line("of an attempt that is paid for whatever comes of it", -ATTEMPT, OF_THE_PACT)
    garrison = soviet_attempt.recorded(campaign)
    need = max(0, soviet_attempt.odds(campaign, garrison).total)
    yield Line("Germany first names its garrison in the East", garrison, "16.5, ruling 323")
    yield Line("highest die that succeeds against what is recorded of it; then", need, OF_THE_PACT)


def _begun(tx: Transaction[TheWar], order: Declare) -> Iterator[Line]:
    """The wars that begin, Satellites among them."""
    new = {key: war for key, war in tx.campaign.wars.items() if key not in tx.before.wars}
    for front in wars.fronts(attrs.evolve(tx.campaign, wars=new)):
        yield Line(f"war: {front}", 0, "6.3, 6.4.2")


def _statuses(tx: Transaction[TheWar], order: Declare) -> Iterator[Line]:
    """Whose Satellite the victim becomes, and who follows its fate (16.3, 16.4)."""
    for key, land in tx.campaign.countries.items():
        was = tx.before.countries[key]
        if (land.status, land.patron) == (was.status, was.patron):
            continue
        if tx.rolls and key == order.on:
            rolling = str(minors.row(key)["invaded"][order.power]).split("/")
            able = " or ".join(wars.named(tx.campaign, power) for power in rolling)
            yield Line(f"{land.name}: Satellite of {able}, by the higher die", 0, minors.rule(key))
        elif land.status == "conquered":
            yield Line(f"{land.name}: conquered by {wars.named(tx.campaign, land.patron)} at once", 0, minors.rule(key))
        else:
            of = f" of {wars.named(tx.campaign, land.patron)}" if land.patron else ""
            yield Line(f"{land.name}: {land.status.capitalize()}{of}", 0, f"16.3, {minors.rule(key)}")
    for procedure in tx.campaign.pending.values():
        if isinstance(procedure, protection.Protection):
            able = " or ".join(
                wars.named(tx.campaign, who) for who in protection.open_to(tx.campaign, procedure.country)
            )
            name = wars.named(tx.campaign, procedure.country)
            yield Line(f"{name}: Satellite of the nearest, {able}, who is asked", 0, protection.RULE)


def _commanded(tx: Transaction[TheWar], order: Declare) -> Iterator[Line]:
    """Who moves the forces of a country that is nobody's Satellite, where a rule names him (16.3, 23)."""
    land = tx.campaign.countries.get(order.on)
    if land is None or land.status in ("satellite", "conquered"):
        return
    if who := minors.commander(tx.campaign, order.on):
        yield Line(f"{land.name}: {wars.named(tx.campaign, who)} moves its forces", 0, f"16.3, {minors.rule(order.on)}")


def _held_against(tx: Transaction[TheWar], order: Declare) -> Iterator[Line]:
    """Treachery and the like, for good (16.2)."""
    new = [grudge for key, grudge in tx.campaign.grudges.items() if key not in tx.before.grudges]
    for grudge in new:
        label, by, rule = HELD_AGAINST[grudge.kind]
        if grudge.kind == grudges.NEUTRAL and _held_already(tx.before):
            continue
        whose = "the West's" if grudge.kind == grudges.NEUTRAL else f"{wars.named(tx.campaign, grudge.power)}'s"
        yield Line(f"{whose} later diplomatic dice, for good: {label}", by, rule)


def _held_already(campaign: TheWar) -> bool:
    """Whether an earlier attack on a neutral is held against the West: it counts once (ruling 316)."""
    return any(grudge.kind == grudges.NEUTRAL for grudge in campaign.grudges.values())


def _entry(tx: Transaction[TheWar], order: Declare) -> Iterator[Line]:
    """What moves the U.S. Entry Level (22.8)."""
    for key, cause in tx.campaign.entry_causes.items():
        if key not in tx.before.entry_causes:
            yield Line(f"U.S. Entry Level: {us_entry.events()[cause.event]['event']}", cause.by, "22.8")


def _facts(tx: Transaction[TheWar], order: Declare) -> Iterator[Line]:
    """What else begins or ends with it."""
    for fact, (text, rule) in _FACTS.items():
        if tx.campaign.facts.get(fact) != tx.before.facts.get(fact):
            yield Line(text, 0, rule)
    us = tx.campaign.powers.get("us")
    if us is not None and us.entered and not tx.before.powers["us"].entered:
        yield Line("the United States is in the war", 0, "22.3.1")


def _points(tx: Transaction[TheWar], order: Declare) -> Iterator[Line]:
    """POPs that come off in a country that is attacked, as far as this view knows (16.4, ruling 315)."""
    for key in tx.campaign.countries:
        for power in tx.campaign.powers:
            gone = influence.held(tx.before, power, key) - influence.held(tx.campaign, power, key)
            if gone > 0:
                name, where = wars.named(tx.campaign, power), wars.named(tx.campaign, key)
                yield Line(f"POPs of {name} in {where} come off", -gone, "16.4, ruling 315")


def _money(tx: Transaction[TheWar], order: Declare) -> Iterator[Line]:
    """What hands and bases gain and lose besides the price: by the Entry Level, by what falls with it or is cut off."""
    sums: dict[tuple[str, str, str, str], int] = {}
    for change in tx.changes:
        table, _, rest = change.at.partition(".")
        power, _, part = rest.partition(".")
        if table != "powers" or part not in _HANDS or (change.why == "declaration of war" and change.rule == "6.4.2"):
            continue
        key = (power, part, change.why, change.rule)
        sums[key] = sums.get(key, 0) + int(change.now) - int(change.was)
    for (power, part, why, rule), by in sums.items():
        what = "NARFs in hand" if part == "narfs" else "NARF base"
        yield Line(f"{wars.named(tx.campaign, power)}, {what}: {why}", by, rule)


def _airbases(tx: Transaction[TheWar], order: Declare) -> Iterator[Line]:
    """The German airbase that may be placed in this turn (23.23, 23.58)."""
    fact = minors.ATTACK_AIRBASES.get(order.on, "")
    if order.power == "germany" and fact and tx.campaign.facts.get(fact):
        said = "a German airbase may be placed there, with Romania and Bulgaria as Satellites"
        yield Line(said, 0, minors.rule(order.on))


_TOLD: tuple[Callable[[Transaction[TheWar], Declare], Iterator[Line]], ...] = (
    _begun,
    _statuses,
    _commanded,
    _held_against,
    _entry,
    _facts,
    _points,
    _money,
    _airbases,
)
