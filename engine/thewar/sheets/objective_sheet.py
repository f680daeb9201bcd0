"""Victory as a screen shows it: each side's objectives with the level of the day, how far off every end is, and the
result once there is one (17.3, 20.4, 21.1, 22.2, 27)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel import closed
from engine.kernel.sheets.objectives import Objective, Objectives, Standing, Victory, Way
from engine.thewar.endings import victory
from engine.thewar.endings.victory import Distance
from engine.thewar.rolls import endings
from engine.thewar.rolls.ending_marks import LAST
from engine.thewar.rolls.endings import ALLIES, AXIS, Ending
from engine.thewar.world import calendar, outcome, wars
from engine.thewar.world.state import TheWar

_RULE = "27.1, 27.2"
_TITLES = {
    "britain-us": "Britain and the U.S.",
    "france": "France",
    "germany": "Germany",
    "italy": "Italy",
    "ussr": "Soviet Union",
}
_WINS = {AXIS: "the Axis wins", ALLIES: "the Allies win", "": "a draw"}
_LEVELS = {
    endings.SUDDEN_DEATH: "by sudden death",
    endings.DECISIVE: "decisively",
    endings.TACTICAL: "tactically",
    endings.MARGINAL: "marginally",
}
_CAME = {
    "rules": "It came by the rules",
    "concession": "A side gave up",
    "agreement": "All agreed on it",
    "adjournment": "All agreed to stop",
}
"""How a result came about, by ``Outcome.by``."""


class ObjectiveSheet(Objectives[TheWar]):
    """The objectives of 27.2 with the table of levels, and the ends of 27.1."""

    def victory(self, campaign: TheWar) -> Victory:
        over = outcome.KEY in campaign.outcomes
        there = bool(victory.objectives(campaign))
        return Victory(
            result=tuple(_result(campaign)),
            ways=() if over else tuple(_ways(campaign)),
            sides=tuple(_standing(campaign, side) for side in victory.sides(campaign)) if there else (),
            nobodys=tuple(_nobodys(campaign)),
            about=tuple(_about(campaign, there)),
        )


# --- objectives


def _standing(campaign: TheWar, side: str) -> Standing:
    names = (endings.MARGINAL, endings.TACTICAL, endings.DECISIVE)
    return Standing(
        id=side,
        title=_TITLES[side],
        powers=victory.SIDES[side],
        level=victory.level(campaign, side),
        figure=victory.of_side(campaign, side),
        rungs=tuple(zip(names, endings.LEVELS[side], strict=True)),
        objectives=(*_held(campaign, side), *_besides(campaign, side)),
        rule=_RULE,
    )


def _held(campaign: TheWar, side: str) -> Iterator[Objective]:
    for key in victory.objectives(campaign):
        if victory.holder_of(campaign, key) in victory.SIDES[side]:
            yield _objective(campaign, key)


def _objective(campaign: TheWar, key: str, why_not: str = "", rule: str = "27.2") -> Objective:
    place = campaign.places[key]
    return Objective(f"places.{key}", place.name, victory.who_has(campaign, place.holder), why_not, rule)


def _besides(campaign: TheWar, side: str) -> Iterator[Objective]:
    """What may count for a side besides its cities (27.2.1, 27.2.2)."""
    for key, why_not in victory.besides(campaign, side).items():
        _, name, rule = endings.EXTRA[key]
        holding = campaign.holdings.get(key)
        path, whose = (
            (f"places.{key}", campaign.places[key].holder) if holding is None else (f"holdings.{key}", holding.holder)
        )
        yield Objective(path, name[0].upper() + name[1:], victory.who_has(campaign, whose), why_not, rule)


def _nobodys(campaign: TheWar) -> Iterator[Objective]:
    for key, (why_not, rule) in victory.counts_not(campaign).items():
        yield _objective(campaign, key, why_not, rule)


def _about(campaign: TheWar, there: bool) -> Iterator[tuple[str, str]]:
    last = calendar.spoken(LAST)
    if not there:
        yield "This scenario has no objective cities", "27.2"
        return
    masters = "A city in a Satellite or a conquered country counts for its master"
    yield f"{masters}, with a neutral, a Sympathizer or an Associate for nobody", "27.2.3, ruling 379"
    if campaign.options.get(victory.BY_OBJECTIVES):
        yield f"At the end of {last} each side has its level by this table", "27.1"
    else:
        yield f"The levels are told for comparison: the option of objectives is off, so {last} gives none", "ruling 375"


# --- ends


def _ways(campaign: TheWar) -> Iterator[Way]:
    """Every end that the rules know, how far off it is, and what it gives (27.1)."""
    for nth, found in enumerate(victory.distances(campaign)):
        yield _way(f"sudden-death {nth}", found, _gives(Ending(found.whose, endings.SUDDEN_DEATH, "", "")))
    fall = endings.by_german_surrender(calendar.turn(campaign))
    for nth, found in enumerate(victory.other_ways(campaign)):
        given = fall if found.whose == ALLIES else Ending(AXIS, endings.TACTICAL, "", "")
        today = " today" if found.whose == ALLIES else ""
        yield _way(f"surrender {nth}", found, f"{_gives(given)}{today}")
    if "germany" in campaign.powers:
        left = calendar.number(LAST) - calendar.now(campaign)
        name, when = calendar.spoken(LAST), "as its Allied half closes"
        stands = wars.standing(campaign, "germany")
        # A scenario to learn by ends years before.
        closed = "the scenario ends before" if calendar.number(campaign.last) < calendar.number(LAST) else ""
        yield Way(
            id="last turn",
            title=f"{name} ends and Germany stands",
            gives=_gives(Ending(AXIS, endings.MARGINAL, "", "")),
            when=when,
            held=("Germany",) if stands else (),
            missing=(),
            needs=0,
            rule="27.1",
            turns=max(0, left) + 1,
            closed=closed if stands else "Germany has surrendered",
        )


def _way(key: str, found: Distance, gives: str) -> Way:
    until = f", to {calendar.spoken(found.until)}"
    when = found.when if found.when == victory.AT_ONCE else f"{found.when}{until}"
    title = f"{found.who}: {found.what}" if found.when != victory.AT_ONCE else found.what[0].upper() + found.what[1:]
    return Way(
        id=key,
        title=title,
        gives=gives,
        when=when,
        held=found.held,
        missing=found.missing,
        needs=found.needs,
        rule=found.rule,
        word="to fall" if found.when == victory.AT_ONCE else "missing",
        closed=found.closed,
    )


def _gives(found: Ending) -> str:
    """Who wins by an ending, and how, in words."""
    level = _LEVELS.get(found.level, "") if found.winner else ""
    return " ".join(part for part in (_WINS[found.winner], level) if part)


# --- the result


def _result(campaign: TheWar) -> Iterator[tuple[str, str]]:
    """Result, cause and rule, then how it came about and the way on (27.1)."""
    made = campaign.outcomes.get(outcome.KEY)
    if made is None:
        return
    yield outcome.headline(made), made.rule
    when = f" in {calendar.spoken(made.turn)}" if made.turn else ""
    yield f"{_CAME[made.by]}{when}", ""
    for side, level in campaign.outcomes.items():
        if side != outcome.KEY:
            yield f"{_TITLES.get(side, side)}: {level.level}, {level.why}", level.rule
    if closed.by_all(campaign):
        yield "All seats have closed it and its dice are published; a branch with dice of its own goes on from here", ""
    elif made.level == outcome.ADJOURNED:
        yield "'play-on' takes it up again where all agree", ""
    elif made.played_on:
        yield "It is played on by consent, which changes nothing of the result", ""
    else:
        yield "'play-on' goes on after it where all agree, and changes nothing of the result; undo takes it back", ""
