"""Diplomacy as a screen shows it: where each target stands, who has POPs there as far as the view knows, what a roll
may bring, what a purchase costs (16.0, 29.15)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import attrs

from engine.kernel.forecast import Distribution, distribution
from engine.kernel.refusals import Refusal
from engine.kernel.sheets.diplomacy import (
    Board,
    Chances,
    Diplomacy,
    Mark,
    Paid,
    Result,
    Rung,
    Share,
    Side,
    Supposed,
    Target,
)
from engine.thewar.countries import simplified_influence
from engine.thewar.rolls import diplomacy, simplified_diplomacy
from engine.thewar.world import calendar, influence, minors, wars
from engine.thewar.world.state import Country, TheWar

_ALLIANCES = {"axis": ("Axis", "A"), "western": ("West", "W"), "soviet": ("Soviets", "S")}
"""What people call the alliances of diplomacy, and their letters."""
_LEFT = "axis"
"""Whose clients stand at the left of the ladder."""
_SHORT = {"belgium": "Belgium"}
"""Names for a narrow list."""
_RUNGS = ("Sat", "Aso", "Sym")
_CHITS = {
    diplomacy.ESPIONAGE: "Espionage chit",
    diplomacy.COUNTER_ESPIONAGE: "Counter-Espionage chit",
}


def sides() -> tuple[Side, ...]:
    """The alliances of diplomacy, those of the ladder's left end first."""
    return tuple(Side(key, *_ALLIANCES[key], powers) for key, powers in diplomacy.ALLIANCES.items())


def rungs() -> tuple[Rung, ...]:
    """The ladder from the Axis' Satellite to a Satellite of the West or of the Soviets."""
    most = diplomacy.MOST_LEVELS
    names = {level: diplomacy.STATUSES[level] for level in range(most + 1)}
    left = [Rung(at - most, names[most - at], short) for at, short in enumerate(_RUNGS)]
    right = [Rung(most - at, names[most - at], short) for at, short in reversed(list(enumerate(_RUNGS)))]
    return (*left, Rung(0, names[0], ""), *right)


def rung(status: str, patron: str) -> int | None:
    """The rung of a status, None for what is none, as a conquered country."""
    if status not in diplomacy.STATUSES:
        return None
    level = diplomacy.STATUSES.index(status)
    return -level if diplomacy.alliance(patron) == _LEFT else level


def _said(campaign: TheWar, status: str, patron: str) -> str:
    who = wars.named(campaign, patron) if patron else ""
    return f"{status} by {who}" if status == "conquered" else f"{status.title()} of {who}" if who else status


# --- the targets


def _target(campaign: TheWar, key: str, able: tuple[str, ...]) -> Target:
    land, there = campaign.countries[key], minors.made(campaign, key)
    shares = []
    for power in (power for powers in diplomacy.ALLIANCES.values() for power in powers if power in able):
        if power in campaign.powers:
            count = influence.held(campaign, power, key) if influence.known(campaign, power) else None
            shares.append(Share(power, count, influence.used(campaign, power, key)))
    named = ((side, influence.named(campaign, side, key)) for side in diplomacy.ALLIANCES)
    return Target(
        id=key,
        path=f"countries.{key}",
        name=land.name,
        short=_SHORT.get(key, land.name),
        level=rung(land.status, land.patron) if there else None,
        off="conquered" if there else "not yet",
        status=_said(campaign, land.status, land.patron) if there else "not there yet",
        patron=land.patron,
        strength=diplomacy.strength(key),
        shares=tuple(shares),
        named=tuple((side, calendar.spoken(turn)) for side, turn in named if turn),
        closed=tuple(_closed(campaign, key, land)),
        notes=tuple(_notes(campaign, key, land)),
    )


def _closed(campaign: TheWar, key: str, land: Country) -> Iterator[Refusal]:
    """Why nobody may name a target: the country is not there, or war has decided on it (16.4)."""
    if land.status == "conquered":
        reason = f"{land.name} is conquered by {wars.named(campaign, land.patron)}"
        yield Refusal("16.4", reason, "War alone moves it.")
        return
    yield from minors.not_made(campaign, key)
    if minors.was_attacked(campaign, key):
        yield Refusal("16.4, ruling 315", f"{land.name} was invaded: there is no diplomacy in it any more")


def _notes(campaign: TheWar, key: str, land: Country) -> Iterator[tuple[str, str]]:
    """What a player should know of a target besides where it stands."""
    if land.since:
        yield f"{land.status} since {calendar.spoken(land.since)}", "16.3"
    for power in diplomacy.targets()[key]:
        if power in campaign.powers and (highest := diplomacy.highest(key, power)) < diplomacy.MOST_LEVELS:
            who = wars.named(campaign, power)
            most = f"at most {diplomacy.STATUSES[highest].title()} of {who}" if highest else f"never a client of {who}"
            yield most, minors.rule(key)


# --- what a roll may bring


def us_at_war(campaign: TheWar) -> bool:
    """Whether the United States is in the war, and so in diplomacy (16.1.2)."""
    us = campaign.powers.get("us")
    return us is not None and bool(us.entered)


def _able(campaign: TheWar, target: str) -> tuple[str, ...]:
    """The powers that may influence a target and take part, in the order of the sides."""
    listed = diplomacy.targets()[target]
    every = (power for powers in diplomacy.ALLIANCES.values() for power in powers)
    return tuple(
        power
        for power in every
        if power in listed and wars.standing(campaign, power) and (power != "us" or us_at_war(campaign))
    )


def _filled(
    campaign: TheWar, asked: Supposed, powers: tuple[str, ...]
) -> tuple[Supposed, tuple[str, ...], tuple[str, ...]]:
    """What is supposed with everything filled in; who may roll, and which alliances may be attacked."""
    able = _able(campaign, asked.target)
    mine = [power for power in able if power in powers]
    by = asked.by if asked.by in able else next(iter((*mine, *able)), "")
    ours = diplomacy.alliance(by)
    against = tuple(side for side in diplomacy.ALLIANCES if side != ours and _plays(campaign, side))
    whom = asked.against if asked.against in against else _likely(campaign, asked.target, against)
    # Whose player asks stands first to be turned through.
    order = (*mine, *(power for power in able if power not in mine))
    return attrs.evolve(asked, by=by, against=whom), order, against


def _plays(campaign: TheWar, side: str) -> bool:
    return any(wars.standing(campaign, power) for power in diplomacy.ALLIANCES[side])


def _likely(campaign: TheWar, target: str, sides: tuple[str, ...]) -> str:
    """The alliance that is probably attacked: whose client the country is, else who has most points there."""
    patron = diplomacy.alliance(campaign.countries[target].patron)
    if patron in sides:
        return patron
    return max(sides, key=lambda side: sum(_pops(campaign, side, target).values()), default="")


def _pops(campaign: TheWar, side: str, target: str) -> dict[str, int]:
    """POPs of an alliance in a target as far as the view knows."""
    able = _able(campaign, target)
    powers = (power for power in diplomacy.ALLIANCES.get(side, ()) if power in able)
    found = {power: influence.held(campaign, power, target) for power in powers}
    return {power: count for power, count in found.items() if count}


def _lots(points: dict[str, int], count: int | None, first: str) -> dict[str, int]:
    """Points by power where a number in all is supposed: what is known, as far as it goes, the rest by ``first``."""
    if count is None:
        return points
    lots, left = {}, count
    for power, known in points.items():
        lots[power] = min(known, left)
        left -= lots[power]
    if left and first:
        lots[first] = lots.get(first, 0) + left
    return {power: known for power, known in lots.items() if known}


def _terms(campaign: TheWar, supposed: Supposed) -> diplomacy.Influence:
    """A supposed roll as the table takes it."""
    target, by = supposed.target, supposed.by
    land, ours, able = campaign.countries[target], diplomacy.alliance(supposed.by), _able(campaign, supposed.target)
    known = _pops(campaign, ours, target)
    # Nobody attacks without a point of his own.
    own = {by: max(1, known.get(by, 0)), **{power: count for power, count in known.items() if power != by}}
    attack = None if supposed.attack is None else max(1, supposed.attack)
    theirs = _pops(campaign, supposed.against, target)
    guard = (
        next((power for power in diplomacy.ALLIANCES[supposed.against] if power in able), "")
        if supposed.against
        else ""
    )
    facts = [("us-at-war", us_at_war(campaign)), *((mark, mark in supposed.marks) for mark in _CHITS)]
    france = campaign.powers.get("france")
    return diplomacy.Influence(
        turn=_season(campaign),
        target=target,
        by=by,
        pops=_lots(own, attack, by),
        against=supposed.against,
        defending=_lots(theirs, supposed.defence, guard),
        status=land.status,
        holder=land.patron,
        soviets="war" if wars.at_war(campaign, "germany", "ussr") else "pact",
        french_surrender=france.surrendered if france is not None else "",
        invaded=minors.was_attacked(campaign, target),
        modifiers=tuple(name for name, holds in facts if holds),
    )


def _results(campaign: TheWar, land: Country, spread: Distribution[tuple[str, str]]) -> tuple[Result, ...]:
    """How a country may stand afterwards, from the left end of the ladder to the right."""
    results = [
        Result(
            _said(campaign, status, holder),
            rung(status, holder),
            chance,
            (status, holder) == (land.status, land.patron),
        )
        for (status, holder), chance in spread.outcomes
    ]
    return tuple(sorted(results, key=lambda result: (result.level or 0, result.said)))


def _marks(supposed: Supposed, ids: tuple[str, ...]) -> tuple[Mark, ...]:
    return tuple(Mark(mark, _CHITS[mark], mark in supposed.marks) for mark in ids)


def _season(campaign: TheWar) -> str:
    """The turn of the next diplomatic roll: this one, or the Spring or Fall after it, of which a player thinks in
    Summer and Winter."""
    turn = calendar.turn(campaign)
    return turn if turn.rpartition("-")[2] in diplomacy.SEASONS else calendar.label(calendar.number(turn) + 1)


class DiplomacySheet(Diplomacy[TheWar]):
    """The thirteen targets of 16.1, and the roll of 16.1.3 or of 29.15."""

    def board(self, campaign: TheWar) -> Board:
        simple = simplified_influence.played(campaign)
        purchases = campaign.purchases.values()
        return Board(
            sides=sides(),
            rungs=rungs(),
            targets=tuple(
                _target(campaign, key, able) for key, able in diplomacy.targets().items() if key in campaign.countries
            ),
            paid=tuple(Paid(paid.power, calendar.spoken(paid.turn), paid.narfs, paid.opened) for paid in purchases),
            names=(simplified_influence.Sway.verb, "target") if simple else ("", ""),
            supposes=not simple,
            unit="POPs",
            rule="29.15" if simple else "16.1, 16.3",
        )

    def chances(self, campaign: TheWar, supposed: Supposed, powers: tuple[str, ...]) -> Chances:
        land = campaign.countries[supposed.target]
        supposed, by, against = _filled(campaign, supposed, powers)
        if closed := tuple(_closed(campaign, supposed.target, land)):
            return Chances(supposed, by, against, refused=closed)
        terms, named = _terms(campaign, supposed), partial(wars.named, campaign)
        if simplified_influence.played(campaign):
            return _simplified(campaign, supposed, terms, by)
        attack, defence = diplomacy.attack(terms, named), diplomacy.defence(terms, named)
        pops = sum(terms.pops.values()), sum(terms.defending.values())
        told = Chances(
            attrs.evolve(supposed, attack=pops[0], defence=pops[1]),
            by,
            against,
            attack,
            defence,
            marks=_marks(supposed, (diplomacy.ESPIONAGE, diplomacy.COUNTER_ESPIONAGE)),
        )
        if refused := tuple(diplomacy.refusals_without_points(terms, named)):
            return attrs.evolve(told, refused=refused)
        spread = distribution(diplomacy.DiplomacyCore(), terms)
        return attrs.evolve(
            told,
            column=diplomacy.column(terms),
            die=diplomacy.modifier(terms, named),
            results=_results(campaign, land, spread.of(_after)),
        )


def _simplified(campaign: TheWar, supposed: Supposed, terms: diplomacy.Influence, by: tuple[str, ...]) -> Chances:
    """What may come of the two dice of 29.15."""
    named = partial(wars.named, campaign)
    attempt = simplified_diplomacy.Attempt(attrs.evolve(terms, pops={}, defending={}, against=""))
    told = Chances(
        attrs.evolve(supposed, against="", attack=0, defence=0),
        by,
        (),
        die=simplified_diplomacy.modifier(attempt.terms, named),
        marks=_marks(supposed, (diplomacy.ESPIONAGE,)),
    )
    if refused := tuple(simplified_diplomacy.refusals(attempt, named)):
        return attrs.evolve(told, refused=refused)
    spread = distribution(simplified_diplomacy.SimplifiedCore(), attempt)
    return attrs.evolve(
        told, results=_results(campaign, campaign.countries[terms.target], spread.of(simplified_diplomacy.after))
    )


def _after(roll: diplomacy.Influence) -> tuple[str, str]:
    outcome = diplomacy.outcome(roll)
    return outcome.status, outcome.holder
