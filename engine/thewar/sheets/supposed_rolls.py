"""What may come of a diplomatic roll that a player thinks through, for a screen (16.1.3, 29.15): what he leaves open is
filled in from what his view knows."""

from __future__ import annotations

from functools import partial
from typing import Any

import attrs

from engine.kernel.forecast import Distribution, distribution
from engine.kernel.orders import Order
from engine.kernel.sheets.diplomacy import Chances, Mark, Result, Supposed
from engine.thewar.countries import simplified_influence
from engine.thewar.politics import gathering
from engine.thewar.politics.attack_answers import Back, CancelCounter, Defend, PickAlliance
from engine.thewar.rolls import diplomacy, simplified_diplomacy
from engine.thewar.world import calendar, influence, wars
from engine.thewar.world.state import Country, TheWar

LEFT = "axis"
"""Whose clients stand at the left of the ladder."""
_CHITS = {diplomacy.ESPIONAGE: "Espionage chit", diplomacy.COUNTER_ESPIONAGE: "Counter-Espionage chit"}


def rung(status: str, patron: str) -> int | None:
    """The rung of a status, None for what is none, as a conquered country."""
    if status not in diplomacy.STATUSES:
        return None
    level = diplomacy.STATUSES.index(status)
    return -level if diplomacy.alliance(patron) == LEFT else level


def said(campaign: TheWar, status: str, patron: str) -> str:
    who = wars.named(campaign, patron) if patron else ""
    return f"{status} by {who}" if status == "conquered" else f"{status.title()} of {who}" if who else status


def chances(campaign: TheWar, supposed: Supposed, powers: tuple[str, ...]) -> Chances:
    """What may come of a supposed roll; ``powers``: whose player asks."""
    supposed, by, against = _filled(campaign, supposed, powers)
    if reasons := tuple(gathering.closed(campaign, supposed.target)):
        return Chances(supposed, by, against, refused=reasons)
    terms, named = _terms(campaign, supposed), partial(wars.named, campaign)
    if simplified_influence.played(campaign):
        return _simplified(campaign, supposed, terms, by)
    pops = sum(terms.pops.values()), sum(terms.defending.values())
    told = Chances(
        attrs.evolve(supposed, attack=pops[0], defence=pops[1]),
        by,
        against,
        diplomacy.attack(terms, named),
        diplomacy.defence(terms, named),
        marks=_marks(supposed, (diplomacy.ESPIONAGE, diplomacy.COUNTER_ESPIONAGE)),
    )
    if refused := tuple(diplomacy.refusals_without_points(terms, named)):
        return attrs.evolve(told, refused=refused)
    spread = distribution(diplomacy.DiplomacyCore(), terms)
    return attrs.evolve(
        told,
        column=diplomacy.column(terms),
        die=diplomacy.modifier(terms, named),
        results=_results(campaign, campaign.countries[supposed.target], spread.of(_after)),
    )


def answered(campaign: TheWar, order: Order[Any]) -> Chances | None:
    """What may come of the roll under way once it is answered so; None for an order that is no such answer."""
    if not isinstance(order, (Back, Defend, CancelCounter, PickAlliance)):
        return None
    under_way = order.asking(campaign, order.power)
    if under_way is None:
        return None
    known, assumed = order.after(campaign, under_way).supposed(campaign)
    terms, named = known.terms(campaign), partial(wars.named, campaign)
    supposed = Supposed(known.target, known.by, known.against, marks=frozenset(known.chits))
    return Chances(
        supposed,
        (known.by,),
        (known.against,),
        diplomacy.attack(terms, named),
        diplomacy.defence(terms, named),
        diplomacy.column(terms),
        diplomacy.modifier(terms, named),
        _results(campaign, campaign.countries[known.target], distribution(diplomacy.DiplomacyCore(), terms).of(_after)),
        _marks(supposed, (diplomacy.ESPIONAGE, diplomacy.COUNTER_ESPIONAGE)),
        assumed=assumed,
    )


def _of(campaign: TheWar, side: str, target: str) -> tuple[str, ...]:
    """The powers of an alliance that may influence a target and take part, in the order in which they are told."""
    able = gathering.able(campaign, side, target) if side else ()
    return tuple(power for power in diplomacy.ALLIANCES.get(side, ()) if power in able)


def _able(campaign: TheWar, target: str) -> tuple[str, ...]:
    """The same of all alliances."""
    return tuple(power for side in diplomacy.ALLIANCES for power in _of(campaign, side, target))


def _filled(
    campaign: TheWar, asked: Supposed, powers: tuple[str, ...]
) -> tuple[Supposed, tuple[str, ...], tuple[str, ...]]:
    """What is supposed with everything filled in; who may roll, and which alliances may be attacked."""
    able = _able(campaign, asked.target)
    mine = [power for power in able if power in powers]
    by = asked.by if asked.by in able else next(iter((*mine, *able)), "")
    ours = diplomacy.alliance(by)
    against = tuple(side for side in diplomacy.ALLIANCES if side != ours and gathering.standing(campaign, side))
    whom = asked.against if asked.against in against else _likely(campaign, asked.target, against)
    # Whose player asks stands first to be turned through.
    order = (*mine, *(power for power in able if power not in mine))
    return attrs.evolve(asked, by=by, against=whom), order, against


def _likely(campaign: TheWar, target: str, sides: tuple[str, ...]) -> str:
    """The alliance that is probably attacked: whose client the country is, else who has most points there."""
    patron = diplomacy.alliance(campaign.countries[target].patron)
    if patron in sides:
        return patron
    return max(sides, key=lambda side: sum(_pops(campaign, side, target).values()), default="")


def _pops(campaign: TheWar, side: str, target: str) -> dict[str, int]:
    """POPs of an alliance in a target as far as the view knows, or was told."""
    found = {power: influence.seen(campaign, power, target) for power in _of(campaign, side, target)}
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
    """A supposed roll as the table takes it, in the Spring or Fall that it may be rolled in."""
    target, by = supposed.target, supposed.by
    known = _pops(campaign, diplomacy.alliance(by), target)
    # Nobody attacks without a point of his own.
    own = {by: max(1, known.get(by, 0)), **{power: count for power, count in known.items() if power != by}}
    attack = None if supposed.attack is None else max(1, supposed.attack)
    theirs = _pops(campaign, supposed.against, target)
    guards = _of(campaign, supposed.against, target)
    sides = gathering.Sides(
        by,
        target,
        supposed.against,
        _lots(own, attack, by),
        _lots(theirs, supposed.defence, next(iter(guards), "")),
        chits=tuple(mark for mark in _CHITS if mark in supposed.marks),
    )
    return attrs.evolve(gathering.terms(campaign, sides), turn=_season(campaign))


def _results(campaign: TheWar, land: Country, spread: Distribution[tuple[str, str]]) -> tuple[Result, ...]:
    """How a country may stand afterwards, from the left end of the ladder to the right."""
    results = [
        Result(
            said(campaign, status, holder),
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
    return turn if calendar.season_of(turn) in diplomacy.SEASONS else calendar.label(calendar.number(turn) + 1)


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
