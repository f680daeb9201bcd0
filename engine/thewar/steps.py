"""The sequence of play of The War, read from its table (chapter 3)."""

from __future__ import annotations

import tomllib
from importlib import resources
from typing import ClassVar

from engine.kernel.sequence import Sequence
from engine.kernel.wiring import Powers, Wiring, always
from engine.kernel.wiring import sequence as wire
from engine.thewar import (
    announcements,
    annual,
    battle_cards,
    bomber_waves,
    boxes,
    city_raids,
    eastern_attrition,
    eastern_raids,
    evasion,
    fascism,
    grants,
    impulse_over,
    income,
    lend_lease_duty,
    logistics,
    mediterranean,
    minor_money,
    minors,
    oil,
    oil_plants,
    oil_shortage,
    optional_forces,
    rating_programmes,
    reserves,
    rockets,
    scorched_earth,
    segment,
    shipments,
    soviet_mobilization,
    statuses,
    strategic_building,
    stratmoves,
    wars,
)
from engine.thewar.conditions import Condition, condition
from engine.thewar.state import TheWar

HALVES = ("axis", "allied")
_Wiring = Wiring[TheWar]


def sequence() -> Sequence[TheWar]:
    """Every step in its order: segments 1 to 5 once, 6 to 10 for the Axis, then for the Allies (3.11)."""
    file = resources.files(__package__).joinpath("tables", "sequence.toml")
    return wire(tomllib.loads(file.read_text(encoding="utf-8"))["step"], WIRING, _Powers())


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


def _builders(campaign: TheWar) -> tuple[str, ...]:
    return tuple(
        power
        for power in (*strategic_building.OWNERS, *strategic_building.BY_OPTION)
        if wars.standing(campaign, power) and strategic_building.something(campaign, power)
    )


WIRING: dict[str, _Wiring] = {
    "income.growth": _Wiring(each=income.Growth, due=_growing),
    "income.income": _Wiring(each=income.Income),
    "income.minors": _Wiring(once=minor_money.MinorIncome(), when=minor_money.receiving),
    "income.additions": _Wiring(each=income.Additions, due=_receiving),
    "income.mobilization": _Wiring(each=income.Mobilization, due=_mobilizing),
    "income.ore-ends": _Wiring(each=annual.OreEnds, due=annual.ore_ends),
    "planning.satellites": _Wiring(once=statuses.Join(), when=lambda campaign: bool(minors.joining(campaign))),
    "planning.vichy-leaves": _Wiring(
        once=announcements.VichyLeaves(), when=lambda campaign: bool(announcements.vichy_leaves(campaign))
    ),
    "declarations.iceland": _Wiring(may_pass=True),
    "end.mining": _Wiring(may_pass=True),
    "planning.oil": _Wiring(each=oil_shortage.Shortage, due=oil.short),
    "planning.fascism": _Wiring(who=fascism.rollers),
    "planning.immobile": _Wiring(who=oil_shortage.namers),
    "planning.effort": _Wiring(
        who=logistics.buyers, in_order=True, sealed=lambda campaign: bool(campaign.options.get("sealed_efforts"))
    ),
    "planning.evasion": _Wiring(who=evasion.customers, may_pass=True),
    "strategic-warfare.optional-forces": _Wiring(
        once=optional_forces.AddForces(), when=lambda campaign: bool(optional_forces.missing(campaign))
    ),
    "strategic-warfare.build": _Wiring(who=_builders, may_pass=True),
    "strategic-warfare.boxes": _Wiring(who=boxes.sea_powers, sealed=always),
    "strategic-warfare.u-boats": _Wiring(once=segment.UBoatsSail(), when=segment.UBoatsSail.due),
    "strategic-warfare.u-boat-cards": _Wiring(
        who=lambda campaign: battle_cards.players(campaign, battle_cards.SEA_STEP), sealed=always, may_pass=True
    ),
    "strategic-warfare.bombing-cards": _Wiring(
        who=lambda campaign: battle_cards.players(campaign, battle_cards.AIR_STEP), sealed=always, may_pass=True
    ),
    "strategic-warfare.mediterranean-boxes": _Wiring(who=mediterranean.powers, sealed=always),
    "strategic-warfare.mediterranean": _Wiring(once=mediterranean.SubmarinesPatrol(), when=mediterranean.sails),
    "strategic-warfare.oil-plants": _Wiring(who=oil_plants.placers),
    "strategic-warfare.targets": _Wiring(who=city_raids.raiders),
    "strategic-warfare.window": _Wiring(who=city_raids.window_players, may_pass=True),
    "strategic-warfare.bombers": _Wiring(who=boxes.air_powers, sealed=always),
    "strategic-warfare.waves": _Wiring(who=bomber_waves.leaders, may_pass=True),
    "strategic-warfare.wave-sizes": _Wiring(who=bomber_waves.dividers, sealed=always),
    "strategic-warfare.bombing-of-britain": _Wiring(once=segment.GermansBomb(), when=segment.GermansBomb.due),
    "strategic-warfare.rockets": _Wiring(who=rockets.launchers, may_pass=True),
    "strategic-warfare.bombing-of-germany": _Wiring(once=segment.AlliesBomb(), when=segment.AlliesBomb.due),
    "strategic-warfare.eastern-bombers": _Wiring(who=eastern_raids.powers, sealed=always),
    "strategic-warfare.bombing-of-ussr": _Wiring(once=eastern_raids.GermansBombEast(), when=eastern_raids.flies),
    "strategic-warfare.settlement": _Wiring(once=segment.Settle(), when=segment.fighting),
    "operations.efforts": _Wiring(who=logistics.placers, each=logistics.PayEffort, due=_owing, again=True),
    "operations.breakdown": _Wiring(may_pass=True, at_table=True),
    "operations.counter-air": _Wiring(may_pass=True, at_table=True),
    "operations.attacks": _Wiring(may_pass=True, at_table=True),
    "operations.reserves": _Wiring(may_pass=True, at_table=True),
    "operations.combat": _Wiring(may_pass=True, at_table=True),
    "operations.second-combat": _Wiring(may_pass=True, at_table=True),
    "operations.second-supply": _Wiring(once=impulse_over.LeftToTheTable(), when=impulse_over.left),
    "operations.return": _Wiring(once=impulse_over.LeftToTheTable(), when=impulse_over.left),
    "build.mobilization": _Wiring(each=soviet_mobilization.Mobilize, due=soviet_mobilization.due),
    "build.units": _Wiring(may_pass=True, at_table=True),
    "stratmove.grants": _Wiring(who=grants.grantors, in_order=True, may_pass=True, at_table=True),
    "stratmove.air": _Wiring(who=stratmoves.movers, in_order=True, may_pass=True, at_table=True),
    "stratmove.ground": _Wiring(who=stratmoves.movers, in_order=True, may_pass=True, at_table=True),
    "stratmove.naval": _Wiring(who=stratmoves.movers, in_order=True, may_pass=True, at_table=True),
    "stratmove.arrivals": _Wiring(each=shipments.Arrivals, due=shipments.at_sea),
    "stratmove.lend-lease-test": _Wiring(each=lend_lease_duty.LendLeaseFailed, due=lend_lease_duty.failing),
    "build.ratings": _Wiring(each=rating_programmes.Track, due=rating_programmes.tracked),
    "end.eastern-attrition": _Wiring(who=eastern_attrition.worn, may_pass=True, at_table=True),
    "end.stalin-line": _Wiring(
        once=scorched_earth.LineAbandoned(), when=lambda campaign: bool(scorched_earth.line_stands(campaign))
    ),
    "end.reserves": _Wiring(once=reserves.Lapse(), when_in=reserves.lying),
    "end.advance": _Wiring(each=logistics.EndTurn),
}
