"""All that surprise does besides its modifiers on the tables: movement, ranges, Flak, fighters, cities, Reserves (18.2,
21.4); and the morale and the ways of those it befalls (18.1, 21.7.5)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.reading import understand
from engine.thewar.air import air_engagements
from engine.thewar.air.air_orders import CounterAir
from engine.thewar.combat import mobility
from engine.thewar.ground import ground_battle
from engine.thewar.ruleset import RULESET
from engine.thewar.sea import sea_drafts
from engine.thewar.world.state import Engagement, Place, TheWar, Unit
from tests.thewar.air.test_air_fight import sky
from tests.thewar.builds import after, at, refused
from tests.thewar.combat.test_circumstances import assault, east, holds, west, with_facts, with_units
from tests.thewar.ground.test_ground_fight import ATTACK, COMBAT, front, given, stepped
from tests.thewar.values import wars_of

ALLIED_MOVE, ALLIED_SECOND = "allied.operations.first-impulse", "allied.operations.second-impulse"
ALLIED_BUILD = "allied.build.units"


def key_of(campaign: TheWar, power: str, kind: str, tag: str = "") -> str:
    return next(key for key, one in campaign.units.items() if (one.power, one.kind, one.tag) == (power, kind, tag))


# --- movement and ranges


@pytest.mark.rule("tw-18.2-eff")
def test_18_2_french_units_move_three_less_in_their_first_impulse_after_the_attack() -> None:
    used = stepped(west(western_surprise_turn="1940-1-spring", western_surprise_open=False), ALLIED_MOVE)
    french, belgian, german = (key_of(used, power, "inf") for power in ("france", "belgium", "germany"))
    found = mobility.allowance(used, french)
    assert found.total == 2 and ("surprised", -3, "18.2") in [(one.label, one.value, one.rule) for one in found.lines]
    assert mobility.allowance(used, belgian).total == 5 and mobility.allowance(used, german).total == 5
    assert "Surprise: French units move 3 MP less (18.2)." in RULESET.sequence[ALLIED_MOVE].says(used)
    # Not in the Second Impulse, nor in the Axis' own turn, nor a turn later.
    tanks = with_units(used, "france arm 4-8")
    arm = key_of(tanks, "france", "arm")
    assert mobility.allowance(tanks, arm).total == 5
    assert (
        mobility.allowance(stepped(tanks, ALLIED_SECOND), arm, impulse=mobility.SECOND).total
        == 8 - tanks.powers["france"].army
    )
    for other in (stepped(used, "axis.operations.first-impulse"), attrs.evolve(used, first="1940-2-summer")):
        assert mobility.allowance(other, french).total == 5
        assert not any("French" in line for line in RULESET.sequence[ALLIED_MOVE].says(other))


@pytest.mark.rule("tw-18.2-eff")
def test_18_2_french_aircraft_fly_half_their_range() -> None:
    used = stepped(west(western_surprise_turn="1940-1-spring"), "allied.operations.staging")
    flown = with_units(used, "france tac 1-5-4", "france ftr 3-3-2", "france mdm 1-7-6", "britain tac 1-5-4")
    ranges = {
        (unit.power, unit.kind): tuple(one.total for one in mobility.flies(unit, mobility.around(flown, unit)))
        for unit in flown.units.values()
        if unit.kind in ("tac", "ftr", "mdm")
    }
    assert ranges == {
        ("france", "tac"): (3, 2),
        ("france", "ftr"): (2, 1),
        ("france", "mdm"): (7, 6),
        ("britain", "tac"): (5, 4),
    }
    later = attrs.evolve(flown, first="1940-2-summer")
    tac = later.units[key_of(later, "france", "tac")]
    assert mobility.flies(tac, mobility.around(later, tac))[0].total == 5


@pytest.mark.rule("tw-21.4-surp")
def test_21_4_surprised_soviet_units_move_less_in_both_impulses() -> None:
    moving = stepped(east(barbarossa_turn="1941-2-summer", eastern_surprise_open=False), ALLIED_MOVE)
    there = with_units(moving, "ussr inf 3-5", "ussr arm 6-8", "ussr cav 2-6", "ussr sta 2-3")
    first = {
        there.units[key].strength: mobility.allowance(there, key).total
        for key in list(there.units)[-4:]
        if there.units[key].power == "ussr"
    }
    assert first == {"3-5": 4, "6-8": 6, "2-6": 4, "2-3": 3}
    second = stepped(there, ALLIED_SECOND)
    arm = key_of(second, "ussr", "arm")
    found = mobility.allowance(second, arm, impulse=mobility.SECOND)
    assert found.total == 8 - second.powers["ussr"].army - 2 and "21.4" in found.rules
    # The step says so; a turn later nothing is left of it.
    assert "Surprise: Soviet INF move 1 MP less, ARM and CAV 2 (21.4)." in RULESET.sequence[ALLIED_SECOND].says(second)
    later = attrs.evolve(there, first="1941-3-fall")
    assert mobility.allowance(later, arm).total == 8


@pytest.mark.rule("tw-24.1-immob")
def test_24_1_the_step_says_who_stays_for_want_of_oil() -> None:
    moving = stepped(east(), "axis.operations.first-impulse")
    tanks = [key for key, one in moving.units.items() if (one.power, one.kind) == ("germany", "arm")][:2]
    still = {key: attrs.evolve(moving.units[key], immobile=True) for key in tanks}
    stays = attrs.evolve(moving, units={**moving.units, **still})
    said = "Germany has no oil for 2 ARM 8-8: they stay (24.1)."
    assert said in RULESET.sequence["axis.operations.first-impulse"].says(stays)
    assert mobility.allowance(stays, tanks[0]).total == 0 and mobility.allowance(moving, tanks[0]).total == 8
    assert said not in RULESET.sequence["axis.operations.first-impulse"].says(moving)
    # In the Allied player turn it is not their move.
    assert said not in RULESET.sequence[ALLIED_MOVE].says(stepped(stays, ALLIED_MOVE))


# --- Flak and fighters


def base(campaign: TheWar, line: str) -> int | float:
    order = understand(RULESET, line, campaign)
    assert isinstance(order, CounterAir)
    return float(air_engagements.factors(campaign, order.where, order.engagement()).total)


@pytest.mark.rule("tw-18.2-eff")
def test_18_2_airbases_of_the_surprised_do_not_fire() -> None:
    campaign = sky("1940-2-summer", germany_tac=1, germany_ftr=1, netherlands_ftr=1, britain_ftr=1)
    wars = wars_of({**campaign.wars, "france+germany": "1939-3-fall", "britain+germany": "1939-3-fall"})
    lands = {
        key: attrs.evolve(campaign.countries[key], status="associate", patron="britain")
        for key in ("belgium", "netherlands")
    }
    campaign = attrs.evolve(campaign, wars=wars, countries={**campaign.countries, **lands})
    raid = "germany counter-air rotterdam units=germany-tac-901 against=netherlands-ftr-901"
    assert base(campaign, raid) == 1
    assert base(campaign, raid + " facts=western-surprise") == 0
    assert refused(campaign, raid + " facts=western-surprise") == ""
    london = "germany counter-air london units=germany-tac-901 against=britain-ftr-901"
    used = with_facts(campaign, western_surprise_turn="1940-2-summer")
    assert base(used, raid) == 0 and base(used, london) == 2
    # Flak units on the airfield fire.
    assert base(used, raid + " flak=2") == 2
    assert base(attrs.evolve(used, first="1940-3-fall"), raid) == 1


@pytest.mark.rule("tw-21.4-surp")
def test_21_4_soviet_flak_is_silent_and_fighters_stay_down() -> None:
    line = ATTACK + " air=tac-1-5-4"
    campaign = with_units(east(), "ussr flak 1-3", "ussr ftr 2-3-2")
    flak, fighter = key_of(campaign, "ussr", "flak"), key_of(campaign, "ussr", "ftr")
    attack = line.replace("against=", f"against={flak},")
    there = after(campaign, attack)
    found = there.engagements["smolensk"]
    fires = air_engagements.factors(there, "smolensk", found)
    assert fires.total == 0 and "21.4" in fires.rules
    text = refused(stepped(there, "axis.operations.reserves"), f"ussr support smolensk {fighter}")
    assert "surprised Soviet air units intercept nothing (21.4)" in text
    assert refused(stepped(there, "axis.operations.reserves"), "ussr support smolensk tac-1-5-4") == ""
    # In another turn of the war both fight.
    later = with_units(east(since="1941-1-spring"), "ussr flak 1-3", "ussr ftr 2-3-2")
    there = after(later, attack)
    assert air_engagements.factors(there, "smolensk", there.engagements["smolensk"]).total > 0
    assert refused(stepped(there, "axis.operations.reserves"), f"ussr support smolensk {fighter}") == ""


def fleets(campaign: TheWar, power: str) -> TheWar:
    ships = {f"{power}-fleet-70{n}": Unit(power=power, kind="fleet", strength="1-12-5") for n in range(2)}
    planes = {"germany-tac-990": Unit(power="germany", kind="tac", strength="1-5-4")}
    return attrs.evolve(campaign, units={**campaign.units, **ships, **planes})


@pytest.mark.rule("tw-18.2-eff", "tw-21.4-surp")
def test_18_2_and_21_4_ports_of_the_surprised_do_not_fire() -> None:
    strike = Engagement(
        kind="sea",
        by="germany",
        attackers=("germany-tac-990",),
        defenders=("ussr-fleet-700", "ussr-fleet-701"),
        facts=("port", "flak-2"),
    )
    soviet = fleets(east(), "ussr")
    assert sea_drafts.drafted(soviet, strike).port_flak == 0
    assert sea_drafts.drafted(fleets(east(since="1941-1-spring"), "ussr"), strike).port_flak == 2
    french = fleets(west(), "france")
    mine = attrs.evolve(strike, defenders=("france-fleet-700", "france-fleet-701"))
    assert sea_drafts.drafted(french, mine).port_flak == 2
    assert sea_drafts.drafted(french, attrs.evolve(mine, facts=(*mine.facts, "western-surprise"))).port_flak == 0
    assert sea_drafts.drafted(with_facts(french, western_surprise_turn="1940-1-spring"), mine).port_flak == 0


@pytest.mark.rule("tw-21.4-surp")
def test_21_4_cities_in_the_west_of_the_soviet_union_add_nothing() -> None:
    campaign = east()
    kiev = ATTACK.replace("smolensk", "kiev")
    assert assault(campaign, kiev).terrain == () and assault(campaign, kiev + ",river").terrain == ("river",)
    assert assault(campaign, ATTACK).terrain == ("city",)
    # The Crimea is no part of the Ukraine.
    assert set(assault(campaign, ATTACK.replace("smolensk", "sevastopol")).terrain) == {"fortress", "city"}
    riga = attrs.evolve(
        campaign, places={**campaign.places, "riga": Place(name="Riga", country="latvia", holder="ussr")}
    )
    assert assault(riga, ATTACK.replace("smolensk", "riga")).terrain == ()
    assert assault(east(since="1941-1-spring"), kiev).terrain == ("city",)


# --- Reserves


def reserves(power: str, turn: str = "1939-4-winter", **facts: Any) -> TheWar:
    unit = {f"{power}-mot-900": Unit(power=power, kind="mot", strength="6-7")}
    army: dict[str, Any] = {power: {"army": 2}}
    return with_facts(at(ALLIED_BUILD, turn, units=unit, **army), **facts)


@pytest.mark.rule("tw-18.2-res")
@pytest.mark.parametrize("power", ["britain", "france"])
def test_18_2_the_west_places_no_reserves_until_it_has_been_surprised(power: str) -> None:
    order = f"{power} reserve mot-6-7"
    text = refused(reserves(power), order)
    assert "places no Reserves before Germany's attack in the West (18.2)" in text
    # In the Allied player turn after the attack, and ever after.
    assert refused(reserves(power, western_surprise_open=False), order) == ""
    # Nobody else waits.
    assert "18.2" not in refused(reserves("ussr"), "ussr reserve mot-6-7")


@pytest.mark.rule("tw-18.2-res")
def test_18_2_reserves_are_free_where_no_surprise_can_come_any_more() -> None:
    order = "britain reserve mot-6-7"
    campaign = reserves("britain", turn="1940-3-fall")
    wars = wars_of({**campaign.wars, "belgium+germany": "1940-2-summer", "germany+netherlands": "1940-2-summer"})
    assert refused(attrs.evolve(campaign, wars=wars), order) == ""
    # While one of them is left, Germany may still come that way.
    wars.pop("germany+netherlands")
    assert "18.2" in refused(attrs.evolve(campaign, wars=wars), order)
    fallen = attrs.evolve(campaign.powers["france"], surrendered="1940-2-summer")
    assert refused(attrs.evolve(campaign, powers={**campaign.powers, "france": fallen}), order) == ""


# --- the search at sea


@pytest.mark.rule("tw-18.2-eff")
def test_18_2_surprised_ships_find_less() -> None:
    campaign = fleets(west(step="allied.operations.interception"), "britain")
    campaign = fleets(campaign, "germany")
    found = Engagement(kind="sea", by="germany", attackers=("germany-fleet-700",))

    def net(there: TheWar) -> int:
        return _net(there, found)

    before = net(campaign)
    used = with_facts(campaign, western_surprise_turn="1940-1-spring")
    assert net(used) == before + 1
    assert net(attrs.evolve(used, first="1940-2-summer")) == before
    late = west("1940-2-summer")
    text = "; ".join(map(str, sea_drafts.wrong_seekers(*_seeking(fleets(late, "britain")), ("western-surprise",))))
    assert "'western-surprise' does not hold" in text


def _net(campaign: TheWar, found: Engagement) -> int:
    there = attrs.evolve(campaign, engagements={"channel": found})
    return sea_drafts.net(there, "channel", found, "britain", ("britain-fleet-700",), 2, ()).total


def _seeking(campaign: TheWar) -> tuple[TheWar, str, str, tuple[str, ...], int]:
    raider = Engagement(kind="sea", by="germany", attackers=("germany-fleet-700",))
    there = attrs.evolve(campaign, engagements={"channel": raider})
    return there, "channel", "britain", ("britain-fleet-700",), 2


# --- morale and casualties


@pytest.mark.rule("tw-18.1")
def test_18_1_the_french_attack_at_even_odds_or_better() -> None:
    campaign = stepped(west(), "allied.operations.attacks")
    campaign = attrs.evolve(
        campaign, powers={**campaign.powers, "france": attrs.evolve(campaign.powers["france"], effort="sle")}
    )
    even = "france attack 1530 units=2-inf-6-5 against=germany-inf-6-5"
    assert refused(campaign, even) == ""
    text = refused(campaign, even.replace("2-inf-6-5", "inf-6-5"))
    assert "France attacks at 1-1 or better, not 6 to 12 (18.1)" in text
    # Nor with others; these may alone.
    both = with_units(campaign, "britain inf 4-5")
    assert "18.1" in refused(both, "britain attack 1530 units=inf-4-5,france-inf-6-5 against=germany-inf-6-5")
    assert "18.1" not in refused(both, "britain attack 1530 units=inf-4-5 against=germany-inf-6-5")


@pytest.mark.rule("tw-18.1")
def test_18_1_french_aircraft_attack_at_even_odds_too() -> None:
    campaign = sky("1940-1-spring", "allied.operations.counter-air", france_ftr=2, germany_ftr=2)
    power = attrs.evolve(campaign.powers["france"], effort="sle")
    campaign = attrs.evolve(campaign, powers={**campaign.powers, "france": power})
    raid = "france counter-air 1532 units={} against=2-germany-ftr"
    assert refused(campaign, raid.format("2-ftr")) == ""
    assert "18.1" in refused(campaign, raid.format("ftr"))


@pytest.mark.rule("tw-18.1")
def test_18_1_french_missions_against_ships_need_even_odds_too() -> None:
    campaign = fleets(fleets(west(step="allied.operations.naval"), "france"), "germany")
    more = {f"france-fleet-80{n}": campaign.units["france-fleet-700"] for n in range(2)}
    campaign = attrs.evolve(campaign, units={**campaign.units, **more})
    line = "france mission channel units={} against=2-germany-fleet"
    assert "France attacks at 1-1 or better, not 1 to 2 (18.1)" in refused(campaign, line.format("fleet"))
    assert "18.1" not in refused(campaign, line.format("2-fleet"))
    # Aircraft that strike a port count against the ships alone, three each.
    planes = with_units(campaign, "france tac 1-5-4")
    assert "18.1" not in refused(planes, line.format("tac-1-5-4") + " facts=port")
    # Whoever looks for ships is attacked by nobody's odds but theirs; and others may take the risk.
    assert "18.1" not in refused(fleets(campaign, "britain"), line.replace("france ", "britain ").format("fleet"))


@pytest.mark.rule("tw-18.1")
def test_18_1_french_aircraft_and_fleets_help_no_attack_below_even_odds() -> None:
    campaign = with_units(stepped(west(), "allied.operations.attacks"), "britain inf 4-5", "france tac 1-5-4")
    campaign = with_units(campaign, "britain inf 4-5", "france tac 1-5-4", "france ftr 2-3-2")
    powers = {key: attrs.evolve(campaign.powers[key], effort="sle") for key in ("france", "britain")}
    campaign = attrs.evolve(campaign, powers={**campaign.powers, **powers})
    alone = "britain attack 1530 units=inf-4-5 against=germany-inf-6-5"
    assert "18.1" not in refused(campaign, alone)
    for helper in ("france-tac-1-5-4", "france-ftr-2-3-2"):
        assert "France attacks at 1-1 or better, not 4 to 12 (18.1)" in refused(campaign, f"{alone} air={helper}")
    # Nor do they come to it later; at even odds they may.
    announced = after(campaign, alone)
    assert "not 4 to 12 (18.1)" in refused(announced, "france support 1530 tac-1-5-4")
    even = with_units(campaign, *["britain inf 6-7"] * 2)
    joint = "britain attack 1530 units=2-inf-6-7 against=germany-inf-6-5"
    # As escort: their bombers support no British ground units at any odds (6.2.1).
    assert refused(even, f"{joint} air=france-ftr-2-3-2") == ""
    assert refused(after(even, joint), "france support 1530 ftr-2-3-2") == ""


@pytest.mark.rule("tw-18.2")
def test_18_2_who_has_attacked_a_french_fortress_before_surprises_nobody() -> None:
    campaign = with_units(west(), *["germany inf 6-5"] * 6)
    fort = "germany attack maginot-1631 units=6-inf-6-5 against=france-inf-6-5"
    fought = given(stepped(after(campaign, fort), COMBAT), "germany fight maginot-1631", 1)
    assert fought.facts["french-fortress-attacked"] == "1940-1-spring"
    # In the same turn it is no earlier one: the surprise is this attack's own.
    assert fought.facts["western-surprise-turn"] == "1940-1-spring"
    before = west(french_fortress_attacked="1939-4-winter")
    sedan = "germany attack sedan units=2-arm-8-8 against=france-inf-6-5"
    text = refused(before, f"{sedan} facts=western-surprise")
    assert "'western-surprise' does not hold: Germany attacked a French fortress in Winter 1939 (18.2)" in text
    assert "western-surprise-turn" not in given(stepped(after(before, sedan), COMBAT), "germany fight sedan", 1).facts
    # Said of it by its hex, or fought at the table, it counts as well; one that is called off does not.
    by_hex = after(campaign, fort.replace("maginot-1631", "1631"))
    left = given(stepped(by_hex, COMBAT), "germany done through axis.operations.second-impulse")
    assert not left.engagements and left.facts["french-fortress-attacked"] == "1940-1-spring"
    off = after(by_hex, "germany call-off 1631")
    assert "french-fortress-attacked" not in off.facts


@pytest.mark.rule("tw-18.1", "tw-18.4-recap")
def test_18_1_only_the_french_take_paris_back() -> None:
    campaign = with_units(stepped(west(), "allied.operations.attacks"), *["britain inf 4-5"] * 6)
    powers = {key: attrs.evolve(campaign.powers[key], effort="sle") for key in ("france", "britain")}
    paris = attrs.evolve(campaign.places["paris"], holder="germany")
    lost = attrs.evolve(campaign, powers={**campaign.powers, **powers}, places={**campaign.places, "paris": paris})
    line = "{} attack paris units={} against=germany-inf-6-5"
    text = refused(lost, line.format("britain", "6-inf-4-5"))
    assert "only French units take Paris back, not those of Britain (18.1)" in text
    assert refused(lost, line.format("france", "3-inf-6-5")) == ""
    gone = attrs.evolve(powers["france"], surrendered="1940-1-spring")
    out = attrs.evolve(lost, powers={**lost.powers, "france": gone})
    assert "18.1" not in refused(out, line.format("britain", "6-inf-4-5"))


@pytest.mark.rule("tw-21.7.5")
def test_21_7_5_soviet_attacks_suffer_one_more() -> None:
    campaign = stepped(with_units(front(), "finland inf 4-5"), "allied.operations.attacks")
    line = "ussr attack smolensk units=2-inf-4-5 against=germany-inf-6-5"
    fight = ground_battle.battle(assault(campaign, line))
    assert ("soviet-attack" in fight.modifiers) and any(
        (one.value, one.rule.partition(",")[0]) == (1, "21.7.5") for one in fight.lines
    )
    assert "soviet-attack" not in holds(front(), ATTACK)
