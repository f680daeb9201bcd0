"""A small campaign of The War for tests: the six powers with the rulebook's figures and a handful of lands and
units."""

from __future__ import annotations

from typing import Any

import attrs

from engine.kernel.campaign import Progress
from engine.kernel.dice import FixedDice
from engine.kernel.orders import Order
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar
from engine.thewar.world.state import Country, Holding, Place, Pool, Power, TheWar, Unit
from tests.thewar.drawn import drawn
from tests.thewar.values import wars_of


def _power(name: str, alliance: str, narfs: int, base: int, growth: int, smp: int, **more: Any) -> Power:
    side = "axis" if alliance == "axis" else "allied"
    return Power(
        name=name,
        adjective=name,
        alliance=alliance,
        side=side,
        narfs=narfs,
        base=base,
        growth=growth,
        smp=smp,
        smp_minimum=2,
        **more,
    )


def world(turn: str = "1939-3-fall", step: str = "planning.effort", **powers: dict[str, Any]) -> TheWar:
    """A campaign standing at a turn and step; keyword arguments change figures of powers: ``germany={"narfs": 5}``."""
    everyone = {
        "germany": _power("Germany", "axis", 85, 170, 50, 7, growth_from=1942),
        "italy": _power("Italy", "axis", 32, 56, 25, 4),
        "ussr": _power("the Soviet Union", "soviet", 68, 135, 30, 8),
        "britain": _power("Britain", "western", 105, 186, 35, 9),
        "us": _power("the United States", "western", 50, 50, 80, 10),
        "france": _power("France", "western", 51, 85, 25, 4),
    }
    for name, changes in powers.items():
        everyone[name] = attrs.evolve(everyone[name], **changes)
    first = "1939-3-fall"
    return TheWar(
        ruleset="thewar",
        scenario="test",
        first=first,
        last="1945-2-summer",
        seats=dict.fromkeys(everyone, "solo"),
        options={"house_rulings": True},
        progress=Progress(turn=calendar.number(turn) - calendar.number(first) + 1, step=step),
        powers=everyone,
        countries={
            "poland": Country(name="Poland", capital="warsaw", value=30),
            "sweden": Country(name="Sweden", value=16, associate_value=6),
            "spain": Country(name="Spain", status="sympathizer", patron="germany", value=20),
            "bulgaria": Country(name="Bulgaria", value=5, associate_value=2),
        },
        holdings={
            "libya": Holding(name="Libya", kind="colony", value=3, owner="italy", holder="italy"),
            "egypt": Holding(name="Egypt", kind="colony", value=6, owner="britain", holder="britain"),
            "canada": Holding(name="Canada", kind="dominion", value=24, owner="britain", holder="britain"),
            "danzig": Holding(name="Danzig", kind="province", value=2, owner="poland", holder="poland"),
        },
        places={
            "warsaw": Place(name="Warsaw", country="poland", holder="poland"),
            "kiev": Place(name="Kiev", country="ussr", holder="ussr", value=6),
            "berlin": Place(name="Berlin", country="germany", holder="germany", value=12),
            "paris": Place(name="Paris", country="france", holder="france", value=12),
        },
        units={
            "germany-inf-1": Unit(power="germany", kind="inf", strength="6-5"),
            "germany-inf-2": Unit(power="germany", kind="inf", strength="6-5", depleted=True),
            "germany-inf-3": Unit(power="germany", kind="inf", strength="6-5"),
            "germany-arm-1": Unit(power="germany", kind="arm", strength="8-8"),
            "poland-inf-1": Unit(power="poland", kind="inf", strength="4-5"),
            "ussr-inf-1": Unit(power="ussr", kind="inf", strength="4-5"),
        },
        pools={"germany-inf-6-5": Pool(power="germany", kind="inf", strength="6-5", count=4)},
        wars=wars_of(
            {"germany+poland": "1939-3-fall", "britain+germany": "1939-3-fall", "france+germany": "1939-3-fall"}
        ),
    )


def refusals(campaign: TheWar, text: str) -> tuple[Refusal, ...]:
    """What an order's own judge says of it, whatever the step."""
    from engine.kernel.reading import understand

    campaign = drawn(campaign, text)
    return tuple(understand(RULESET, text, campaign).judge(campaign))


def rules_of(found: tuple[Refusal, ...]) -> list[str]:
    """The rule numbers of refusals."""
    return [refusal.rule for refusal in found]


def after(campaign: TheWar, text: str, faces: tuple[int, ...] = ()) -> TheWar:
    """The campaign after an order's effect, whatever the step."""
    from engine.kernel.reading import understand

    campaign = drawn(campaign, text)
    return effect(campaign, understand(RULESET, text, campaign), faces)


def effect(campaign: TheWar, order: Order[Any], faces: tuple[int, ...] = ()) -> TheWar:
    """The campaign after an order's effect."""
    tx: Transaction[TheWar] = Transaction(campaign, FixedDice(faces), calendar.turn(campaign), order.actor)
    order.effect(tx)
    return tx.campaign
