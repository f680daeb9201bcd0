"""Units exchanged for better ones (2.6, 17.4, 19.4, 20.3, 21.7.2, 21.7.3, 15.1.6.2)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.calculators import find, solve
from engine.kernel.refusals import Refused
from engine.kernel.tables import table
from engine.thewar.building import unit_upgrades
from engine.thewar.world import counters, prices
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import after, at, price, refused
from tests.tui.standin import StandinDesk
from tui.telling import latest

AXIS, ALLIED = "axis.build.units", "allied.build.units"


def have(turn: str, *groups: str, depleted: bool = False, **powers: Any) -> TheWar:
    """A campaign at the step of upgrades with just these units ('ussr arm 2-8')."""
    units = {}
    for nth, name in enumerate(groups):
        power, kind, strength = name.split()
        units[f"{power}-{kind}-{900 + nth}"] = Unit(power=power, kind=kind, strength=strength, depleted=depleted)
    allied = groups[0].split()[0] in ("ussr", "britain", "us", "france")
    return attrs.evolve(at(ALLIED if allied else AXIS, turn, **powers), units=units)


def groups(campaign: TheWar) -> list[str]:
    return sorted(f"{unit.kind} {unit.strength}" for unit in campaign.units.values())


def spent(before: TheWar, now: TheWar, power: str) -> int:
    return before.powers[power].narfs - now.powers[power].narfs


# Keyed from the chapters: turn, unit, what it becomes, NARFs, who pays, the rating it takes.
UPGRADES = (
    ("1942-3-fall", "ussr arm 2-8", "arm 6-8", 8, "ussr", 2),
    ("1942-3-fall", "ussr arm 1-8", "arm 4-8", 6, "ussr", 2),
    ("1943-3-fall", "ussr sta 3-3", "inf 6-5", 5, "ussr", 2),
    ("1943-3-fall", "ussr inf 6-5", "mech 6-8", 3, "ussr", 2),
    ("1942-1-spring", "britain arm 2-8", "arm 4-8", 6, "britain", 1),
    ("1942-1-spring", "italy arm 2-8", "arm 4-8", 6, "germany", 2),
    ("1943-1-spring", "germany arm 8-8", "arm 10-8", 4, "germany", 1),
    ("1940-4-winter", "germany flak 1-3", "flak 1-7", 2, "germany", 1),
)


def _line(unit: str, payer: str) -> str:
    power, kind, strength = unit.split()
    whose = f" country={power}" if power != payer else ""
    return f"{payer} upgrade {kind}-{strength}{whose}"


@pytest.mark.example("17.4", "2-8 to 4-8 ARM: 2 factors at 3 = 6")
@pytest.mark.example("19.4", "2-8 to 4-8 ARM: 6, which Germany pays")
@pytest.mark.example("20.3", "8-8 to 10-8 ARM: 4")
@pytest.mark.example("21.7.2", "3-3 STA to 6-5 INF: 5")
@pytest.mark.example("21.7.2", "6-5 INF to 6-8 MECH: 3")
@pytest.mark.example("21.7.3", "2-8 to 6-8 ARM: 8")
@pytest.mark.example("21.7.3", "1-8 to 4-8 ARM: 6")
@pytest.mark.rule("tw-21.7.2", "tw-21.7.3", "tw-17.4", "tw-19.4", "tw-20.3")
@pytest.mark.parametrize(("turn", "unit", "becomes", "narfs", "payer", "army"), UPGRADES)
def test_15_1_6_2_a_unit_is_exchanged_at_the_printed_price_from_its_date_on(
    turn: str, unit: str, becomes: str, narfs: int, payer: str, army: int
) -> None:
    power = unit.split()[0]
    rated: dict[str, Any] = {power: {"army": army}}
    before = have(turn, unit, **rated)
    line = _line(unit, payer)
    assert price(before, line) == narfs
    now = after(before, line)
    assert groups(now) == [becomes]
    assert spent(before, now, payer) == narfs
    # It leaves the game: nothing of it goes to the pool.
    assert now.pools == before.pools
    early = attrs.evolve(before, first="1939-4-winter" if turn < "1941" else "1941-4-winter")
    if power != "germany" or "flak" not in unit:
        assert "Not before." in refused(attrs.evolve(early, first="1940-3-fall"), line)


@pytest.mark.rule("tw-21.7.3", "tw-21.7.2")
def test_21_7_3_it_takes_a_second_rate_army() -> None:
    third = have("1942-3-fall", "ussr arm 2-8", ussr={"army": 3})
    assert "it takes a Second-Rate army, Soviet Union has Third" in refused(third, "ussr upgrade arm-2-8")
    first = have("1942-3-fall", "ussr arm 2-8", ussr={"army": 1})
    assert refused(first, "ussr upgrade arm-2-8") == ""


@pytest.mark.rule("tw-15.1.6.2-sov")
def test_15_1_6_2_the_soviets_upgrade_one_of_each_kind_a_turn() -> None:
    every = ("ussr arm 2-8", "ussr arm 1-8", "ussr sta 3-3", "ussr inf 6-5")
    before = have("1943-3-fall", *every, *every, ussr={"army": 2})
    lines = [f"ussr upgrade {kind}" for kind in ("arm-2-8", "arm-1-8", "inf-6-5", "sta-3-3")]
    now = after(before, *lines)
    for line in lines:
        assert "1 a turn" in refused(now, line)
    assert "2 ARM 2-8 this turn" in refused(before, "ussr upgrade arm-2-8 count=2")
    assert spent(before, now, "ussr") == 8 + 6 + 3 + 5


@pytest.mark.rule("tw-21.7.2")
def test_21_7_2_five_sta_and_five_inf_in_the_whole_game() -> None:
    campaign = have("1943-3-fall", *["ussr sta 3-3"] * 7, ussr={"army": 2})
    for nth in range(5):
        campaign = attrs.evolve(after(campaign, "ussr upgrade sta-3-3"), built={})
        assert groups(campaign).count("inf 6-5") == nth + 1
    assert "6 STA 3-3 in the game, 5 by now" in refused(campaign, "ussr upgrade sta-3-3")


@pytest.mark.rule("tw-17.4")
def test_17_4_britain_upgrades_in_spring_summer_and_fall_1942_only() -> None:
    campaign = have("1942-3-fall", "britain arm 2-8", "britain arm 2-8", britain={"army": 1})
    assert "1 a turn" in refused(after(campaign, "britain upgrade arm-2-8"), "britain upgrade arm-2-8")
    late = attrs.evolve(campaign, first="1942-4-winter")
    assert "it ended in Fall 1942" in refused(late, "britain upgrade arm-2-8")
    second = have("1942-3-fall", "britain arm 2-8", britain={"army": 2})
    assert "First-Rate army" in refused(second, "britain upgrade arm-2-8")


@pytest.mark.rule("tw-19.4")
def test_19_4_germany_pays_for_one_italian_unit_a_year_once_italy_is_second_rate() -> None:
    campaign = have("1942-2-summer", "italy arm 2-8", "italy arm 2-8", italy={"army": 2})
    assert "Germany pays for it" in refused(campaign, "italy upgrade arm-2-8")
    now = attrs.evolve(after(campaign, "germany upgrade arm-2-8 country=italy"), built={})
    assert spent(campaign, now, "germany") == 6 and spent(campaign, now, "italy") == 0
    assert now.powers["germany"].spent == campaign.powers["germany"].spent + 6
    assert "1 a year" in refused(now, "germany upgrade arm-2-8 country=italy")
    next_year = attrs.evolve(now, first="1943-1-spring")
    assert refused(next_year, "germany upgrade arm-2-8 country=italy") == ""
    assert "Ruling 97" in refused(
        have("1942-2-summer", "italy arm 2-8", italy={"army": 3}), "germany upgrade arm-2-8 country=italy"
    )
    gone = attrs.evolve(next_year, first="1945-1-spring")
    assert "it ended in Winter 1944" in refused(gone, "germany upgrade arm-2-8 country=italy")


def test_19_4_the_journal_tells_what_was_upgraded_to_what_and_how_many_there_are_by_now() -> None:
    desk = StandinDesk(have("1942-1-spring", "italy arm 2-8", italy={"army": 2}))
    desk.do(["germany upgrade arm-2-8 country=italy"])
    told = next(latest(desk.ruleset, desk.campaign, desk.entries()))
    assert told.sentence == "Germany upgrades 1 ARM 2-8 of Italy to ARM 4-8"
    assert told.figures[-3:] == (
        "+ Italy ARM 2-8 upgraded this turn: count 1",
        "Italy ARM 2-8 upgraded to ARM 4-8 so far 1",
        "Italy ARM 2-8 upgraded in 1942 so far 1",
    )
    (built,) = [
        name for name in figures_of("germany construct inf-6-5 count=2") if "this turn" in name and "INF" in name
    ]
    assert built == "+ Germany INF 6-5 built this turn: count 2"


def figures_of(line: str) -> tuple[str, ...]:
    """What the journal tells of an order in a Build Segment with infantry in the pool."""
    desk = StandinDesk(at(AXIS, pools={"germany inf 6-5": 2}))
    desk.do([line])
    return next(latest(desk.ruleset, desk.campaign, desk.entries())).figures


@pytest.mark.rule("tw-28.1.1-02")
def test_28_1_1_variants_lift_the_italian_dates_for_three_turns_or_forbid_the_upgrade() -> None:
    campaign = have("1940-3-fall", *["italy arm 2-8"] * 3, italy={"army": 3})
    line = "germany upgrade arm-2-8 country=italy"
    copied = attrs.evolve(campaign, facts={**campaign.facts, "italian-armor-turn": "1940-3-fall"})
    once = after(copied, line)
    assert "1 a turn" in refused(once, line)
    third = attrs.evolve(once, first="1941-1-spring", built={})
    assert refused(third, line) == ""
    assert "it begins in Spring 1942" in refused(attrs.evolve(third, first="1941-2-summer"), line)
    sea = attrs.evolve(third, facts={**third.facts, "variant-mare-nostrum": 1})
    assert "Mare Nostrum" in refused(sea, line)


@pytest.mark.rule("tw-20.3")
def test_20_3_one_german_army_from_spring_1943_a_second_from_fall_1944() -> None:
    campaign = have("1943-1-spring", *["germany arm 8-8"] * 3)
    one = attrs.evolve(after(campaign, "germany upgrade arm-8-8"), built={}, first="1944-2-summer")
    assert "One more from Fall 1944 on" in refused(one, "germany upgrade arm-8-8")
    two = attrs.evolve(after(attrs.evolve(one, first="1944-3-fall"), "germany upgrade arm-8-8"), built={})
    assert groups(two) == ["arm 10-8", "arm 10-8", "arm 8-8"]
    assert "2 in the whole game" in refused(two, "germany upgrade arm-8-8")


@pytest.mark.rule("tw-21.7.3", "tw-20.3")
def test_20_3_conversion_counts_against_half_of_the_base_and_costs_twice_beyond_it() -> None:
    campaign = have("1943-1-spring", "germany arm 8-8", germany={"base": 10, "spent": 3})
    # Two of the four NARFs are within the limit of five.
    assert price(campaign, "germany upgrade arm-8-8") == 6
    assert after(campaign, "germany upgrade arm-8-8").powers["germany"].spent == 9


@pytest.mark.rule("tw-17.4", "tw-20.3")
def test_20_3_a_depleted_unit_is_repaired_and_upgraded_at_once() -> None:
    campaign = have("1943-1-spring", "germany arm 8-8", depleted=True)
    assert "has not 1 whole ARM 8-8" in refused(campaign, "germany upgrade arm-8-8")
    # 4 for the exchange, half of 8 factors at 2 NARFs for the repair.
    assert price(campaign, "germany upgrade arm-8-8 depleted=yes") == 12
    assert price(campaign, "germany upgrade arm-8-8 depleted=yes moved=yes") == 20
    assert price(campaign, "germany upgrade arm-8-8 depleted=yes ussr=yes") == 20
    (unit,) = after(campaign, "germany upgrade arm-8-8 depleted=yes").units.values()
    assert (unit.strength, unit.depleted) == ("10-8", False)


@pytest.mark.rule("tw-29.21")
def test_29_21_three_flak_go_on_wheels_and_lost_ones_do_not_come_again() -> None:
    campaign = have("1940-4-winter", *["germany flak 1-3"] * 5)
    for _ in range(3):
        campaign = attrs.evolve(after(campaign, "germany upgrade flak-1-3"), built={})
    lost = after(campaign, "losses germany -1 flak-1-7")
    assert "3 in the whole game" in refused(lost, "germany upgrade flak-1-3")


def test_15_1_6_2_what_is_no_upgrade_is_refused_with_those_there_are() -> None:
    campaign = have("1943-1-spring", "germany inf 6-5")
    found = refused(campaign, "germany upgrade inf-6-5")
    assert "INF 6-5 is not upgraded" in found
    assert "There are: arm-2-8 of Italy, arm-8-8 of Germany, flak-1-3 of Germany." in found
    poor = have("1943-1-spring", "germany arm 8-8", germany={"narfs": 3})
    assert "14.1.4" in refused(poor, "germany upgrade arm-8-8")
    deep = after(poor, "germany upgrade arm-8-8 deficit=yes")
    assert deep.powers["germany"].narfs == -1


def test_the_table_of_upgrades_keeps_to_known_units_and_turns() -> None:
    for key, row in table("thewar", "upgrades")["row"].items():
        assert key == f"{row['power']}-{row['from']}"
        for group in (row["from"], row["to"]):
            kind, strength, tag = counters.pieces(group)
            assert not tag and counters.parsed(kind, strength).combat
        old, new = (counters.pieces(row[part]) for part in ("from", "to"))
        if old[0] == new[0] == "arm":
            # 17.4, 19.4, 20.3, 21.7.3: the difference in factors at the price of a factor, without cadre.
            prices_of = [prices.build(row["power"], kind, strength).total for kind, strength, _ in (old, new)]
            assert row["price"] == prices_of[1] - prices_of[0]


def test_upgrades_are_offered_only_to_who_has_something_to_upgrade() -> None:
    none = have("1943-1-spring", "germany inf 6-5")
    assert list(unit_upgrades.Upgrade.offers(none, "germany")) == []
    armor = have("1943-1-spring", "germany arm 8-8")
    assert [one.text for one in unit_upgrades.Upgrade.offers(armor, "germany")] == ["germany upgrade arm-8-8"]
    assert not refused(armor, "germany upgrade arm-8-8")
    early = attrs.evolve(armor, first="1940-1-spring")
    assert "it begins in Spring 1943" in refused(early, "germany upgrade arm-8-8")


def calc(**values: Any) -> dict[str, Any]:
    found = find("upgrade")
    return solve(found, found.read(values, typed=True))


@pytest.mark.rule("tw-17.4", "tw-19.4", "tw-20.3")
def test_the_calculator_upgrade_says_price_payer_and_what_a_unit_becomes() -> None:
    assert calc(power="italy", unit="ARM 2-8").items() >= {"narfs": 6, "payer": "germany", "becomes": "ARM 4-8"}.items()
    assert calc(power="ussr", unit="STA 3-3")["narfs"] == 5
    assert calc(power="germany", unit="ARM 8-8", depleted=True)["narfs"] == 12
    assert calc(power="germany", unit="ARM 8-8", over_limit=True)["narfs"] == 8
    lines = calc(power="germany", unit="ARM 8-8", depleted=True, in_ussr=True)["breakdown"]
    assert sum(line["value"] for line in lines) == 20
    with pytest.raises(Refused, match="INF 6-5 of this power is not upgraded"):
        calc(power="germany", unit="INF 6-5")
    with pytest.raises(Refused, match="not repaired"):
        calc(power="germany", unit="FLAK 1-3", depleted=True)
