"""The calculators of The War: single figures of its rules without a campaign."""

from __future__ import annotations

from engine.kernel.calculators import Calculator, Input, Result, Values, lines, without_dice
from engine.kernel.refusals import Breakdown, Line, Refusal, Refused
from engine.thewar.building import price_calculators
from engine.thewar.economy import income, logistics
from engine.thewar.sheets import (
    combat_calculators,
    ending_calculators,
    movement_calculators,
    oil_calculators,
    partisan_calculators,
    politics_calculators,
    variant_calculators,
)
from engine.thewar.strategic import strategic_calculators
from engine.thewar.world import calendar, wars

_POWER = Input("power", "name", choices=wars.POWERS, about="the Major Power")
_EFFORTS = tuple(kind for kind in logistics.KINDS if kind not in ("none", "pass"))


def _logistics(values: Values) -> Result:
    power, effort, count = values["power"], values["effort"], values["count"]
    if count > 1 and effort not in logistics.COUNTED:
        raise Refused(
            [
                Refusal(
                    logistics.rule(effort), f"only one {logistics.name(effort)} a turn", "RLEs and LLEs may be several."
                )
            ]
        )
    price = logistics.price(power, effort, in_ussr=values["in_ussr"], count=count)
    return {"narfs": price.total, "breakdown": lines(price)}


def _growth(values: Values) -> Result:
    gained = income.growth(values["rate"], values["unspent"])
    return {"growth": gained.total, "breakdown": lines(gained)}


def _limit(values: Values) -> Result:
    limit = income.limit(values["base"])
    causes = Breakdown((Line(f"half of a base of {values['base']}, rounded up", limit, "15.1.6.1"),))
    return {"limit": limit, "breakdown": lines(causes)}


def _conquest(values: Values) -> Result:
    value, season, city = values["value"], values["season"], values["city"]
    loss, gain, following = income.conquest(value, season, city=city)
    share = f"{calendar.SHARE[season]} % of {value} in {season.capitalize()}, rounded down"
    rule = "14.6.1" if city else "14.5"
    causes = [Line(f"loss: {share}", loss, rule)]
    if city:
        causes.append(Line("gain now: half of the loss, rounded down", gain, "14.6.1, ruling 84"))
        causes.append(Line("from next Spring: half of the value, rounded down", following, "14.6.1"))
    else:
        causes.append(Line("gain now: the same", gain, "14.5"))
        causes.append(Line("from next Spring: the full value", following, "14.5"))
    return {"loss": loss, "gain_now": gain, "gain_spring": following, "breakdown": lines(Breakdown(tuple(causes)))}


CALCULATORS: tuple[Calculator, ...] = (
    without_dice(
        "logistics",
        "what a logistical effort costs",
        "4.0",
        (
            _POWER,
            Input("effort", "name", choices=_EFFORTS, about="the kind of effort"),
            Input(
                "in_ussr",
                "flag",
                False,
                about="a German SLE with ground units, or Axis markers, in the 1939 Soviet Union",
            ),
            Input("count", "number", 1, least=1, most=99, about="how many RLE or LLE markers"),
        ),
        _logistics,
    ),
    without_dice(
        "growth",
        "what a NARF base gains from what is left over in Winter",
        "14.3",
        (
            Input("rate", "number", least=0, most=1000, about="growth rate in percent"),
            Input("unspent", "number", about="NARFs left over"),
        ),
        _growth,
    ),
    without_dice(
        "limit",
        "what may be spent on units in a turn at normal prices",
        "15.1.6.1",
        (Input("base", "number", least=0, about="NARF base"),),
        _limit,
    ),
    without_dice(
        "conquest",
        "what changes hands when a country or a city is taken",
        "14.5, 14.6.1",
        (
            Input("value", "number", least=0, about="its value in NARFs"),
            Input("season", "name", choices=calendar.SEASONS, about="the season it is taken in"),
            Input("city", "flag", False, about="true: an industrial city taken by the Axis; false: a minor country"),
        ),
        _conquest,
    ),
    *movement_calculators.CALCULATORS,
    *price_calculators.CALCULATORS,
    *oil_calculators.CALCULATORS,
    *strategic_calculators.CALCULATORS,
    *combat_calculators.CALCULATORS,
    *politics_calculators.CALCULATORS,
    *ending_calculators.CALCULATORS,
    *partisan_calculators.CALCULATORS,
    *variant_calculators.CALCULATORS,
)
