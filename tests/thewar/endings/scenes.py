"""The 1939 campaign set down in the step of a surrender roll, and what makes each line of a list hold."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.thewar.endings.near import STEPS
from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar
from engine.thewar.world.state import BoardSign, TheWar, Unit
from tests.thewar.test_steps_that_fall_due import at, taken
from tests.thewar.values import limit_used, wars_of

Scene = Callable[[TheWar], TheWar]


def standing(power: str, turn: str = "1942-3-fall", **changes: Any) -> TheWar:
    """The campaign in the step of a power's roll, with everybody at war and nothing lost."""
    pairs = ("britain+germany", "france+germany", "britain+italy", "france+italy", "germany+ussr")
    wars = dict.fromkeys(pairs, "1940-1-spring")
    found = at(turn, f"allied.{STEPS[power]}", wars=wars_of(wars), **changes)
    seats = dict.fromkeys(found.powers, "solo")
    return attrs.evolve(found, seats=seats)


def give(campaign: TheWar, *lines: str, faces: tuple[int, ...] = (), seat: str = "solo") -> TheWar:
    """The campaign after orders through the kernel. Raises Refused."""
    dice = FixedDice(faces)
    for line in lines:
        order = understand(RULESET, line, campaign)
        campaign = play.submit(RULESET, campaign, [order], seat=seat, dice=dice, n=1)[-1].campaign
    return campaign


def why_not(campaign: TheWar, line: str, seat: str = "solo") -> list[tuple[str, str]]:
    """Rule and reason of every refusal of an order given through the kernel."""
    order = understand(RULESET, line, campaign)
    return [(one.rule, one.reason) for one in play.judge(RULESET, campaign, order, seat)]


def hints(campaign: TheWar, line: str) -> str:
    """What the refusals of an order say would help."""
    order = understand(RULESET, line, campaign)
    return " ".join(one.hint for one in play.judge(RULESET, campaign, order, "solo"))


def told(campaign: TheWar, line: str, *faces: int) -> str:
    """The journal's line for an order."""
    order = understand(RULESET, line, campaign)
    batch = play.submit(RULESET, campaign, [order], seat="solo", dice=FixedDice(faces), n=1)
    return str(order.told(campaign, batch[0].entries[0]))


# --- what makes a line hold


def facts(**more: Any) -> Scene:
    return lambda campaign: attrs.evolve(
        campaign, facts={**campaign.facts, **{key.replace("_", "-"): value for key, value in more.items()}}
    )


def holds(by: str, *places: str) -> Scene:
    return lambda campaign: taken(campaign, by, *places, turn="1940-1-spring")


def war(pair: str) -> Scene:
    return lambda campaign: attrs.evolve(campaign, wars=wars_of({**campaign.wars, pair: "1941-4-winter"}))


def peace(pair: str) -> Scene:
    return lambda campaign: attrs.evolve(campaign, wars={key: one for key, one in campaign.wars.items() if key != pair})


def out(power: str) -> Scene:
    def scene(campaign: TheWar) -> TheWar:
        gone = attrs.evolve(campaign.powers[power], surrendered="1940-2-summer")
        return attrs.evolve(campaign, powers={**campaign.powers, power: gone})

    return scene


def lands(*countries: str, patron: str, status: str = "conquered") -> Scene:
    def scene(campaign: TheWar) -> TheWar:
        made = {key: attrs.evolve(campaign.countries[key], status=status, patron=patron) for key in countries}
        return attrs.evolve(campaign, countries={**campaign.countries, **made})

    return scene


def board(power: str, sign: str, count: int = 1) -> Scene:
    def scene(campaign: TheWar) -> TheWar:
        said = BoardSign(power=power, sign=sign, count=count, turn=calendar.turn(campaign))
        return attrs.evolve(campaign, board_signs={**campaign.board_signs, said.address: said})

    return scene


def pool(key: str, *, count: int = 0, lost: int = 0, oos: int = 0) -> Scene:
    return lambda campaign: attrs.evolve(
        campaign,
        pools={**campaign.pools, key: attrs.evolve(campaign.pools[key], count=count, lost=lost, oos=oos)},
    )


def no_pools(power: str) -> Scene:
    return lambda campaign: attrs.evolve(
        campaign, pools={key: one for key, one in campaign.pools.items() if one.power != power}
    )


def units(**added: Unit) -> Scene:
    return lambda campaign: attrs.evolve(
        campaign, units={**campaign.units, **{key.replace("_", "-"): unit for key, unit in added.items()}}
    )


def arrived(giver: str, to: str, narfs: int = 20) -> Scene:
    return lambda campaign: attrs.evolve(campaign, used=limit_used(giver, "grants-arrived", narfs, to))


def both(*scenes: Scene) -> Scene:
    def scene(campaign: TheWar) -> TheWar:
        for one in scenes:
            campaign = one(campaign)
        return campaign

    return scene


INF, ARM = Unit(power="us", kind="inf", strength="6-5"), Unit(power="germany", kind="arm", strength="8-8")
_AIR = Unit(power="britain", kind="tac", place="brest")
MAKES: Mapping[str, Mapping[str, tuple[Scene, int]]] = {
    "britain": {
        "london-lost": (holds("germany", "london"), 5),
        "home-city-lost": (holds("italy", "glasgow", "scapa-flow"), 1),
        "suez-lost": (holds("italy", "suez"), 1),
        "gibraltar-lost": (holds("germany", "gibraltar"), 1),
        "malta-lost": (holds("germany", "malta"), 1),
        "firestorms": (facts(firestorms_on_britain=3), 3),
        "us-at-war": (war("italy+us"), -4),
        "ussr-at-war": (war("italy+ussr"), -3),
        "lend-lease-20": (arrived("us", "britain"), -1),
        "unbuilt": (pool("britain-fleet-1-12-5", count=3, lost=3), 108 // 50),
    },
    "france": {
        "low-countries-lost": (lands("belgium", "netherlands", patron="germany"), 1),
        "maginot-hex-lost": (holds("germany", "maginot-1730"), 1),
        "paris-threatened": (board("france", "paris-threatened"), 1),
        "paris-lost": (holds("germany", "paris"), 3),
        "sedan-lost": (holds("germany", "sedan"), 1),
        "lyons-lost": (holds("italy", "lyons"), 1),
        "marseilles-lost": (holds("germany", "marseilles"), 1),
        "italy-at-war": (war("france+italy"), 1),
        "unbuilt": (pool("france-inf-6-5", count=15), 2),
        "anglo-french-cooperation": (board("france", "anglo-french-cooperation"), -1),
        "british-air": (units(x_1=_AIR, x_2=attrs.evolve(_AIR, kind="ftr")), -1),
        "ussr-at-war": (war("germany+ussr"), -2),
        "us-at-war": (war("germany+us"), -2),
        "british-ground": (
            units(
                x_1=attrs.evolve(INF, power="britain", place="brest"),
                x_2=attrs.evolve(INF, power="britain", strength="4-5", place="brussels"),
            ),
            -2,
        ),
        "national-will": (board("france", "national-will"), -1),
        "french-morale": (board("france", "french-morale"), 1),
    },
    "italy": {
        "rome-lost": (holds("us", "rome"), -4),
        "tripoli-lost": (holds("britain", "tripoli"), -1),
        "sicily-lost": (both(holds("us", "palermo", "messina"), board("italy", "sicily-lost")), -2),
        "sardinia-lost": (both(holds("us", "cagliari"), board("italy", "sardinia-lost")), -2),
        "albania-lost": (board("italy", "albania-lost"), -1),
        "greece-lost": (both(holds("britain", "athens", "suda-bay"), board("italy", "greece-lost")), -1),
        "western-on-mainland": (units(x_1=attrs.evolve(INF, place="taranto")), -2),
        "few-fleets": (
            lambda campaign: attrs.evolve(
                campaign,
                units={key: one for key, one in campaign.units.items() if (one.power, one.kind) != ("italy", "fleet")},
            ),
            -2,
        ),
        "german-garrison": (
            units(x_1=attrs.evolve(ARM, place="milan"), x_2=attrs.evolve(ARM, strength="4-8", place="rome")),
            2,
        ),
        "soviet-objective-german": (holds("germany", "leningrad"), 2),
        "britain-surrendered": (out("britain"), 3),
        "mediterranean-objective-italian": (holds("italy", "alexandria", "suez"), 1),
        "france-surrendered": (out("france"), 1),
        "madrid-italian": (
            both(holds("italy", "madrid"), lands("spain", patron="italy"), board("italy", "madrid-italian")),
            1,
        ),
        "athens-italian": (
            both(holds("italy", "athens"), lands("greece", patron="italy"), board("italy", "athens-italian")),
            1,
        ),
        "ankara-italian": (
            both(holds("italy", "ankara"), lands("turkey", patron="italy"), board("italy", "ankara-italian")),
            1,
        ),
        "belgrade-italian": (
            both(holds("italy", "belgrade"), lands("yugoslavia", patron="italy"), board("italy", "belgrade-italian")),
            1,
        ),
        "totalitarian-italy": (board("italy", "totalitarian-italy"), 1),
    },
    "germany": {
        "berlin-lost": (holds("ussr", "berlin"), -4),
        "cities": (holds("britain", "cologne", "vienna", "konigsberg"), -2),
        "firestorms": (facts(firestorms_on_germany=2), -2),
        "atomic-cities": (board("germany", "atomic-cities", 1), -1),
        "italy-surrendered": (out("italy"), -1),
        "satellites-gone": (
            both(lands("slovakia", patron="ussr", status="satellite"), board("germany", "satellites-gone")),
            -1,
        ),
        "casablanca": (board("germany", "casablanca"), -1),
        "soviet-atrocities": (board("germany", "soviet-atrocities"), 1),
        "alpenfestung": (board("germany", "alpenfestung"), 1),
    },
    "ussr": {
        "moscow-lost": (holds("germany", "moscow"), 1),
        "leningrad-lost": (holds("germany", "leningrad"), 1),
        "stalingrad-lost": (holds("germany", "stalingrad"), 1),
        "kiev-and-sevastopol-lost": (holds("germany", "kiev", "sevastopol"), 1),
        "baku-lost": (holds("germany", "baku"), 1),
        "urals-reached": (board("ussr", "urals-reached"), 1),
        "unbuilt": (pool("ussr-inf-4-5", oos=6), 6 * 10 // 50),
        "france-fights": (lambda campaign: campaign, -4),
        "western-in-france": (units(x_1=attrs.evolve(INF, place="brest")), -2),
        "us-at-war": (war("germany+us"), -2),
        "lend-lease-20": (arrived("britain", "ussr", 21), -1),
        "western-in-italy": (units(x_1=attrs.evolve(INF, place="rome")), -1),
        "germany-attacked-turkey": (war("germany+turkey"), -1),
    },
}
"""By power and sign: what makes the line hold in a campaign, and what it then adds to the die, by hand."""

LOST = {
    "france": ("germany", ("paris", "sedan")),
    "britain": ("germany", ("london", "suez")),
    "italy": ("us", ("rome", "palermo", "messina")),
    "ussr": ("germany", ("moscow", "leningrad", "stalingrad")),
    "germany": ("ussr", ("berlin", "breslau")),
}
"""By power: what its enemy has taken in a turn in which it rolls."""


def bare(power: str) -> TheWar:
    """The campaign in the step of a power's roll with no line of its list holding."""
    calm = no_pools(power)(standing(power))
    if power in ("britain", "france", "italy"):
        calm = peace("germany+ussr")(calm)
    if power == "france":
        calm = peace("britain+italy")(peace("france+italy")(calm))
    return out("france")(calm) if power == "ussr" else calm


def restored(power: str, campaign: TheWar) -> TheWar:
    """The campaign with the pools of its opening, where a line counts them."""
    start = standing(power)
    return attrs.evolve(
        campaign, pools={**campaign.pools, **{key: one for key, one in start.pools.items() if one.power == power}}
    )
