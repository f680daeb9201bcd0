"""The money figures of the engine and the opening against a second keying of the rulebook (see keyed_money)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.kernel.refusals import Refused
from engine.thewar.building import new_yards
from engine.thewar.world import prices
from tests.thewar import keyed_money
from tests.thewar.atlantic import scenario
from tests.thewar.data import TABLES, read
from tests.thewar.keyed_money import rows


def keyed(table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = read(TABLES / f"{table}.toml")["row"]
    return found


@pytest.mark.rule("tw-15.1.2")
@pytest.mark.parametrize(("kind", "power", "strength", "build", "repair"), rows(keyed_money.PRICES))
def test_15_1_2_a_unit_is_built_and_repaired_at_the_printed_price(
    kind: str, power: str, strength: str, build: str, repair: str
) -> None:
    factors = "" if strength == "-" else strength
    assert prices.build(power, kind, factors).total == int(build)
    if repair == "-":
        with pytest.raises(Refused):
            prices.repair(power, kind, factors)
        return
    assert prices.repair(power, kind, factors).total == int(repair)
    if kind in ("inf", "arm", "mech", "mot", "para") and power in ("germany", "italy"):
        assert prices.repair(power, kind, factors, moved=True, in_ussr=True).total == 4 * int(repair)


@pytest.mark.rule("tw-15.1.2")
def test_15_1_2_the_90th_light_pays_one_for_its_cadre_and_what_was_lost_out_of_supply_twice() -> None:
    assert prices.build("germany", "mech", "4-8", "90th-light").total == 5
    assert prices.build("germany", "mech", "4-8", "90th-light", out_of_supply=True).total == 10
    assert prices.build("germany", "sac", tag="v-1").total == 1 and prices.build("germany", "sac", tag="v-2").total == 3


@pytest.mark.rule("tw-23.2")
def test_23_2_every_country_colony_and_province_has_its_value() -> None:
    opening = scenario()
    lands = {key: [str(one.value), str(one.associate_value)] for key, one in opening.countries.items()}
    for country, value, associate in rows(keyed_money.LANDS):
        assert lands[country] == [value, associate], country
    held = {key: one.value for key, one in opening.holdings.items()}
    for colony, value in rows(keyed_money.COLONIES):
        assert held[colony] == int(value), colony


@pytest.mark.rule("tw-14.6.1")
def test_14_6_1_every_industrial_city_has_its_value_and_no_other_place_of_theirs() -> None:
    cities = {city: int(value) for city, value in rows(keyed_money.CITIES)}
    assert {key: one.value for key, one in scenario().places.items() if one.value} == cities


@pytest.mark.rule("tw-8.4")
def test_8_4_capacity_yards_and_airbases_are_as_keyed() -> None:
    assert new_yards.NEW_YARDS == keyed_money.YARDS
    smps = {row["key"]: row for row in keyed("strategic-movement")}
    for power, (smp, least) in keyed_money.CAPACITY.items():
        assert smps[power]["smp"] == smp
        assert least is None or smps[power]["minimum"] == least
    bases = {row["power"]: row["on_board"] for row in keyed("installations") if row["kind"] == "airbase"}
    assert bases == keyed_money.AIRBASES


@pytest.mark.rule("tw-20.3")
def test_upgrades_cost_and_begin_as_keyed() -> None:
    found = {(row["power"], row["from"]): row for row in keyed("upgrades")}
    for power, old, new, price, first, in_all in rows(keyed_money.UPGRADES):
        row = found[power, old]
        assert (row["to"], row["price"], row["per_turn"]) == (new, int(price), 1)
        assert row["stages"][0] == {"from": first, "in_all": int(in_all)}


@pytest.mark.rule("tw-10.8.2")
def test_10_8_2_10_8_3_a_rating_takes_five_payments_of_ten_or_of_twenty() -> None:
    for row in keyed("rating-programmes"):
        assert (row["turns"], row["price"]) == (5, {3: 10, 2: 20}[row["from"]]), row["key"]
