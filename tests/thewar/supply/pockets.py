"""A pocket on the Eastern Front in Summer 1941, for tests of the supply checks: a front with units of both sides at
places and on the board."""

from __future__ import annotations

from typing import Any

import attrs

from engine.kernel import judging, play
from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import Country, Place, TheWar, Unit
from tests.thewar.values import wars_of
from tests.thewar.world import effect, world

SUMMER, FALL = "1941-2-summer", "1941-3-fall"
FIRST, SECOND, THIRD = "operations.supply", "operations.second-supply", "supply.check"
UNITS = {
    "germany-arm-1": Unit(power="germany", kind="arm", strength="8-8", place="kursk"),
    "germany-inf-1": Unit(power="germany", kind="inf", strength="6-5", place="kursk"),
    "germany-inf-2": Unit(power="germany", kind="inf", strength="6-5"),
    "germany-tac-1": Unit(power="germany", kind="tac", strength="1-5-4", place="kursk"),
    "germany-tac-2": Unit(power="germany", kind="tac", strength="1-5-4", depleted=True),
    "germany-fleet-1": Unit(power="germany", kind="fleet", strength="1-12-5", place="kursk"),
    "germany-sta-1": Unit(power="germany", kind="sta", strength="1-3", place="fort"),
    "ussr-arm-1": Unit(power="ussr", kind="arm", strength="6-8", place="kiev"),
    "ussr-inf-1": Unit(power="ussr", kind="inf", strength="4-5", place="kiev"),
    "ussr-inf-2": Unit(power="ussr", kind="inf", strength="4-5"),
    "ussr-part-1": Unit(power="ussr", kind="partisan", strength="1-5"),
}
_BATTLE: dict[str, dict[str, Any]] = {"germany": {"effort": "sle"}, "ussr": {"effort": "sle"}}


def pocket(step: str = f"axis.{FIRST}", turn: str = SUMMER, **more: Any) -> TheWar:
    """The front at a step of a turn; both sides have an effort that lets everybody move."""
    found = world(turn, step, **_BATTLE)
    places = {
        **found.places,
        "kursk": Place(name="Kursk", country="ussr", holder="germany", tags={"ussr-1939": True}),
        "fort": Place(name="Brest", kind="fortress", country="germany", holder="germany"),
        "azores-box": Place(name="Azores Box", kind="box"),
    }
    wars = wars_of({"germany+ussr": SUMMER, "britain+germany": "1939-3-fall"})
    # Its capital is Germany's limited source (12.2.6).
    slovakia = Country(name="Slovakia", status="satellite", patron="germany")
    lands = {**found.countries, "slovakia": slovakia}
    return attrs.evolve(found, units=UNITS, places=places, countries=lands, wars=wars, **more)


def at_step(campaign: TheWar, step: str, turn: int = 0) -> TheWar:
    """The campaign moved to a step, and so many turns on."""
    progress = attrs.evolve(campaign.progress, step=step, done=(), turn=campaign.progress.turn + turn)
    return attrs.evolve(campaign, progress=progress)


def given(campaign: TheWar, *lines: str, seat: str = "solo") -> TheWar:
    """The campaign after orders and all that follows of themselves. Raises Refused."""
    for line in lines:
        order = understand(RULESET, line, campaign)
        batches = play.submit(RULESET, campaign, [order], seat=seat, dice=FixedDice(()), n=1)
        last = batches[-1].campaign
        assert isinstance(last, TheWar)
        campaign = last
    return campaign


def here(campaign: TheWar, *lines: str) -> TheWar:
    """The campaign after the effects of orders that are legal where it stands, given by the seats that they are of, and
    agreed upon; the step does not move on."""
    for line in lines:
        order = understand(RULESET, line, campaign)
        seat = campaign.seats.get(order.actor) or next(iter(campaign.seats.values()))
        found = judging.judge(RULESET, campaign, order, seat, agreed=True)
        assert not found, found
        campaign = effect(campaign, order)
    return campaign


def refused(campaign: TheWar, line: str, seat: str = "solo") -> str:
    """Every reason against an order as a whole, '' where it is legal: rules, step, seat and shape together."""
    order = understand(RULESET, line, campaign)
    return " ".join(map(str, judging.judge(RULESET, campaign, order, seat)))
