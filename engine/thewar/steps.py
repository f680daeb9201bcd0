"""The sequence of play of The War, read from its table (chapter 3)."""

from __future__ import annotations

from importlib import resources
from typing import ClassVar

import tomli

from engine.kernel.late import Asked
from engine.kernel.sequence import Sequence
from engine.kernel.wiring import Powers, Wiring, always
from engine.kernel.wiring import sequence as wire
from engine.thewar.economy import income, logistics
from engine.thewar.economy.conditions import Condition, condition
from engine.thewar.world import wars
from engine.thewar.world.state import TheWar


def _late(path: str) -> Asked:
    """Most steps never come up while a campaign is only looked at, and what stands behind them takes longer to load
    than all the rest."""
    return Asked(__package__ or "", path)


HALVES = ("axis", "allied")
_Wiring = Wiring[TheWar]
_ROLL = _late("ground.weather_rolls:RollWeather")
_EASTERN = _Wiring(each=_ROLL, due=_late("ground.weather_rolls:eastern"))


def sequence() -> Sequence[TheWar]:
    """Every step in its order: segments 1 to 5 once, 6 to 10 for the Axis, then for the Allies (3.11)."""
    file = resources.files(__package__).joinpath("tables", "sequence.toml")
    return wire(tomli.loads(file.read_text(encoding="utf-8"))["step"], WIRING, _Powers())


class _Powers(Powers[TheWar]):
    """What the wiring asks about the powers of The War."""

    halves: ClassVar[tuple[str, ...]] = HALVES

    def standing(self, campaign: TheWar, half: str = "") -> tuple[str, ...]:
        """See wiring.Powers."""
        return _standing(campaign, half)

    def side(self, campaign: TheWar, power: str) -> str:
        """See wiring.Powers."""
        return campaign.powers[power].side

    def condition(self, text: str) -> Condition:
        """See wiring.Powers."""
        return condition(text)


def _standing(campaign: TheWar, half: str = "") -> tuple[str, ...]:
    # Asked several times for every order, so without a call for each power.
    powers = campaign.powers
    found = [(power, powers[power]) for power in wars.POWERS if power in powers]
    return tuple([power for power, one in found if not one.surrendered and (not half or one.side == half)])


def _growing(campaign: TheWar) -> tuple[str, ...]:
    return tuple(
        power
        for power in _standing(campaign)
        if income.growth_rate(campaign, power)[0] or income.growing_satellites(campaign, power)
    )


def _receiving(campaign: TheWar) -> tuple[str, ...]:
    return tuple(power for power in _standing(campaign) if income.due_additions(campaign, power))


def _mobilizing(campaign: TheWar) -> tuple[str, ...]:
    return ("us",) if income.mobilization_due(campaign) else ()


def _owing(campaign: TheWar) -> tuple[str, ...]:
    return tuple(power for power in _standing(campaign) if campaign.powers[power].reserved)


WIRING: dict[str, _Wiring] = {
    "income.growth": _Wiring(each=income.Growth, due=_growing),
    "income.income": _Wiring(each=income.Income),
    "income.minors": _Wiring(
        once=_late("building.minor_money:MinorIncome"), when=_late("building.minor_money:receiving")
    ),
    "income.additions": _Wiring(each=income.Additions, due=_receiving),
    "income.mobilization": _Wiring(each=income.Mobilization, due=_mobilizing),
    "income.ore-ends": _Wiring(each=_late("economy.annual:OreEnds"), due=_late("economy.annual:ore_ends")),
    "weather.eastern-spring": _EASTERN,
    "weather.eastern-fall": _EASTERN,
    "weather.eastern-winter": _EASTERN,
    "weather.western-winter": _Wiring(each=_ROLL, due=_late("ground.weather_rolls:western")),
    "weather.mediterranean-winter": _Wiring(
        who=_late("ground.weather_rolls:mediterranean"), each=_ROLL, due=_late("ground.weather_rolls:mediterranean")
    ),
    "weather.frostbite": _Wiring(who=_late("ground.frostbite:owing")),
    "end.second-winter": _EASTERN,
    "end.second-frostbite": _Wiring(who=_late("ground.frostbite:owing")),
    "declarations.declare": _Wiring(told=_late("world.wars:told")),
    "declarations.us-entry": _Wiring(stops_in=_late("sheets.led_past:entry")),
    "planning.diplomacy": _Wiring(stops_in=_late("sheets.led_past:diplomacy")),
    "planning.propaganda": _Wiring(stops_in=_late("sheets.led_past:propaganda")),
    "planning.satellites": _Wiring(once=_late("countries.statuses:Join"), when=_late("world.minors:joining")),
    "planning.vichy-leaves": _Wiring(
        once=_late("countries.announcements:VichyLeaves"), when=_late("countries.announcements:vichy_leaves")
    ),
    "declarations.iceland": _Wiring(may_pass=True),
    "end.mining": _Wiring(may_pass=True),
    "planning.oil": _Wiring(each=_late("economy.oil_shortage:Shortage"), due=_late("economy.oil:short")),
    "planning.fascism": _Wiring(who=_late("countries.fascism:rollers")),
    "planning.immobile": _Wiring(who=_late("economy.oil_shortage:namers")),
    "planning.effort": _Wiring(
        who=logistics.buyers, in_order=True, sealed=lambda campaign: bool(campaign.options.get("sealed_efforts"))
    ),
    "planning.evasion": _Wiring(who=_late("sea.evasion:customers"), may_pass=True),
    "strategic-warfare.optional-forces": _Wiring(
        once=_late("building.optional_forces:AddForces"), when=_late("building.optional_forces:missing")
    ),
    "strategic-warfare.build": _Wiring(who=_late("strategic.strategic_building:builders"), may_pass=True),
    "strategic-warfare.boxes": _Wiring(who=_late("strategic.strategic_forces:sea_powers"), sealed=always),
    "strategic-warfare.u-boats": _Wiring(
        once=_late("strategic.segment:UBoatsSail"), when=_late("strategic.segment:UBoatsSail.due")
    ),
    "strategic-warfare.u-boat-cards": _Wiring(who=_late("combat.battle_cards:at_sea"), sealed=always, may_pass=True),
    "strategic-warfare.bombing-cards": _Wiring(
        who=_late("combat.battle_cards:in_the_air"), sealed=always, may_pass=True
    ),
    "strategic-warfare.mediterranean-boxes": _Wiring(who=_late("strategic.mediterranean:powers"), sealed=always),
    "strategic-warfare.mediterranean": _Wiring(
        once=_late("strategic.mediterranean:SubmarinesPatrol"), when=_late("strategic.mediterranean:sails")
    ),
    "strategic-warfare.oil-plants": _Wiring(who=_late("economy.oil_plants:placers")),
    "strategic-warfare.targets": _Wiring(who=_late("strategic.city_raids:raiders")),
    "strategic-warfare.window": _Wiring(who=_late("strategic.city_raids:window_players"), may_pass=True),
    "strategic-warfare.bombers": _Wiring(who=_late("strategic.strategic_forces:air_powers"), sealed=always),
    "strategic-warfare.waves": _Wiring(who=_late("strategic.bomber_waves:leaders"), may_pass=True),
    "strategic-warfare.wave-sizes": _Wiring(who=_late("strategic.bomber_waves:dividers"), sealed=always),
    "strategic-warfare.bombing-of-britain": _Wiring(
        once=_late("strategic.segment:GermansBomb"), when=_late("strategic.segment:GermansBomb.due")
    ),
    "strategic-warfare.rockets": _Wiring(who=_late("strategic.rockets:launchers"), may_pass=True),
    "strategic-warfare.bombing-of-germany": _Wiring(
        once=_late("strategic.segment:AlliesBomb"), when=_late("strategic.segment:AlliesBomb.due")
    ),
    "strategic-warfare.eastern-bombers": _Wiring(who=_late("strategic.eastern_raids:powers"), sealed=always),
    "strategic-warfare.bombing-of-ussr": _Wiring(
        once=_late("strategic.eastern_raids:GermansBombEast"), when=_late("strategic.eastern_raids:flies")
    ),
    "strategic-warfare.settlement": _Wiring(
        once=_late("strategic.segment:Settle"), when=_late("strategic.segment:fighting")
    ),
    "operations.efforts": _Wiring(
        who=_late("economy.effort_markers:placers"), each=logistics.PayEffort, due=_owing, again=True
    ),
    "operations.breakdown": _Wiring(may_pass=True, at_table=True),
    "operations.staging": _Wiring(told=_late("combat.mobility:told_of_flight")),
    "operations.counter-air": _Wiring(may_pass=True, at_table=True, told=_late("combat.mobility:told_of_flight")),
    "operations.rail": _Wiring(
        may_pass=True,
        at_table=True,
        once=_late("ground.impulse_over:LeftToTheTable"),
        when=_late("ground.impulse_over:left"),
    ),
    "operations.first-impulse": _Wiring(
        told=_late("combat.mobility:told_of_movement"),
        once=_late("ground.impulse_over:LeftToTheTable"),
        when=_late("ground.impulse_over:left"),
    ),
    "operations.second-impulse": _Wiring(told=_late("combat.mobility:told_of_movement")),
    "operations.attacks": _Wiring(
        may_pass=True, at_table=True, told=_late("ground.partisans:told"), stops_in=_late("sheets.led_past:surprise")
    ),
    "operations.reserves": _Wiring(may_pass=True, at_table=True, stops_in=_late("sheets.led_past:answers")),
    "operations.interception": _Wiring(stops_in=_late("sheets.led_past:answers")),
    "operations.combat": _Wiring(may_pass=True, at_table=True),
    "operations.second-combat": _Wiring(may_pass=True, at_table=True),
    "operations.second-supply": _Wiring(
        once=_late("ground.impulse_over:LeftToTheTable"), when=_late("ground.impulse_over:left")
    ),
    "operations.return": _Wiring(
        once=_late("ground.impulse_over:LeftToTheTable"), when=_late("ground.impulse_over:left")
    ),
    "build.mobilization": _Wiring(
        each=_late("building.soviet_mobilization:Mobilize"), due=_late("building.soviet_mobilization:due")
    ),
    "build.units": _Wiring(may_pass=True, at_table=True, stops_in=_late("sheets.led_past:payments")),
    "stratmove.grants": _Wiring(
        who=_late("moving.grants:grantors"),
        in_order=True,
        may_pass=True,
        at_table=True,
        stops_in=_late("sheets.led_past:lend_lease"),
    ),
    "stratmove.air": _Wiring(who=_late("moving.stratmoves:movers"), in_order=True, may_pass=True, at_table=True),
    "stratmove.ground": _Wiring(who=_late("moving.stratmoves:movers"), in_order=True, may_pass=True, at_table=True),
    "stratmove.naval": _Wiring(who=_late("moving.stratmoves:movers"), in_order=True, may_pass=True, at_table=True),
    "stratmove.arrivals": _Wiring(each=_late("moving.shipments:Arrivals"), due=_late("moving.shipments:at_sea")),
    "stratmove.lend-lease-test": _Wiring(
        each=_late("moving.lend_lease_duty:LendLeaseFailed"), due=_late("moving.lend_lease_duty:failing")
    ),
    "build.ratings": _Wiring(
        each=_late("building.rating_programmes:Track"), due=_late("building.rating_programmes:tracked")
    ),
    "end.eastern-attrition": _Wiring(who=_late("ground.eastern_attrition:worn")),
    "end.stalin-line": _Wiring(
        once=_late("countries.scorched_earth:LineAbandoned"), when=_late("countries.scorched_earth:line_stands")
    ),
    "end.minors": _Wiring(stops_in=_late("sheets.led_past:liberated")),
    "end.vichy": _Wiring(stops_in=_late("sheets.led_past:terms")),
    "end.british-surrender": _Wiring(stops_in=_late("sheets.led_past:british_surrender")),
    "end.atrocities": _Wiring(stops_in=_late("sheets.led_past:atrocities")),
    "end.soviet-atrocities": _Wiring(stops_in=_late("sheets.led_past:east_prussia")),
    "end.victory": _Wiring(stops_in=_late("sheets.led_past:too_many")),
    "end.naval": _Wiring(once=_late("sea.patrol_orders:Return"), when_in=_late("sea.patrol_orders:returning")),
    "end.reserves": _Wiring(once=_late("combat.reserves:Lapse"), when_in=_late("combat.reserves:lying")),
    "end.markers": _Wiring(once=_late("ground.marker_orders:Lapse"), when_in=_late("ground.marker_orders:lying")),
    "end.advance": _Wiring(each=logistics.EndTurn),
}
