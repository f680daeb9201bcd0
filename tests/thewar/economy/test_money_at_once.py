"""Money that changes hands with lands, in the turn itself: what was never paid is not lost, idle industry yields
nothing, provinces go home, and what the U.S. builds in peace costs its base (14.3, 14.5, 14.6, 16.3, 22.7.2, 23.2)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.campaign import Progress
from engine.kernel.reading import understand
from engine.kernel.sheets.accounts import Books
from engine.thewar.economy import income
from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar
from tests.thewar.atlantic import scenario
from tests.thewar.player import Game
from tests.thewar.world import after, refusals, rules_of

DECLARE = "declarations.declare"


def moved(campaign: TheWar, turn: str, step: str = DECLARE) -> TheWar:
    """The same campaign at another turn and step."""
    number = calendar.number(turn) - calendar.number(campaign.first) + 1
    return attrs.evolve(campaign, progress=Progress(turn=number, step=step))


def at(turn: str, *orders: str, step: str = DECLARE) -> TheWar:
    """The 1939 campaign at a turn and step after some orders."""
    now = moved(scenario(), turn, step)
    for text in orders:
        now = after(now, text)
    return now


def hand(campaign: TheWar, power: str) -> int:
    """The NARFs of a power."""
    return campaign.powers[power].narfs


def level(campaign: TheWar, power: str) -> int:
    """What a Spring brings a power, in NARFs."""
    return income.level(campaign, power).total


@pytest.mark.rule("tw-14.5")
def test_14_5_a_satellite_gained_after_springs_income_costs_its_master_nothing() -> None:
    """Ruling 150: attacked in Spring, conquered in Spring or later in the year."""
    attacked = at("1941-1-spring", "germany declare norway")
    norway = attacked.countries["norway"]
    assert (norway.status, norway.patron) == ("satellite", "britain")
    for turn in ("1941-1-spring", "1941-2-summer", "1941-4-winter"):
        then = moved(attacked, turn)
        assert hand(after(then, "conquer norway germany"), "britain") == hand(then, "britain"), turn
    # A year later it has stood in Britain's income, and is lost by the season: 75 % of 6.
    paid = moved(attacked, "1942-2-summer")
    assert hand(after(paid, "conquer norway germany"), "britain") == hand(paid, "britain") - 4


@pytest.mark.rule("tw-14.3.2")
def test_14_3_2_what_a_satellite_had_left_before_1941_is_lost_and_grows_for_nobody() -> None:
    start = at("1940-1-spring", "status finland satellite patron=germany", step="income.minors")
    assert start.countries["finland"].narfs > 0
    assert after(start, "minor-income").countries["finland"].narfs == 0


def test_16_3_3_an_associate_or_satellite_is_not_attacked_without_its_master() -> None:
    winter = at("1939-4-winter")
    (refused,) = refusals(winter, "ussr declare finland")
    assert (refused.rule, refused.reason) == ("16.3.3", "Finland is an Associate of Germany")
    assert "16.5" in refused.hint
    assert rules_of(refusals(winter, "ussr declare slovakia")) == ["16.3.4"]
    # At war with its master, one's own, and a neutral: no bar.
    assert not refusals(winter, "britain declare finland")
    assert not refusals(winter, "germany declare finland")
    assert not refusals(winter, "ussr declare norway")


@pytest.mark.rule("tw-23.2")
def test_23_2_a_satellite_has_its_own_province_back_and_its_master_the_money() -> None:
    pact = at("1941-2-summer", "capture karelia ussr", "status finland satellite patron=germany")
    back = after(pact, "capture karelia finland")
    assert back.holdings["karelia"].holder == "finland"
    assert hand(back, "germany") == hand(pact, "germany") + 1
    assert level(back, "germany") == level(pact, "germany") + 2
    # With Finland out of the war Germany has neither.
    late = moved(back, "1944-3-fall")
    assert level(after(late, "entered finland"), "germany") == level(late, "germany") - 5 - 2


@pytest.mark.rule("tw-22.7.2")
@pytest.mark.parametrize(
    ("on", "base"), [("units", -9), ("repair", -9), ("strategic", -9), ("installations", -9), ("war", 0)]
)
def test_22_7_2_what_a_us_at_peace_spends_on_building_by_hand_comes_off_its_base(on: str, base: int) -> None:
    peace = at("1940-3-fall")
    then = after(peace, f"us spend 9 on={on}")
    assert then.powers["us"].base - peace.powers["us"].base == base
    assert hand(then, "us") == hand(peace, "us") - 9
    war = after(at("1941-4-winter"), "us enter attacked=yes")
    assert after(war, f"us spend 9 on={on}").powers["us"].base == war.powers["us"].base


@pytest.mark.rule("tw-23.17")
def test_23_17_denmark_falls_with_the_declaration_and_stands_among_the_captures() -> None:
    game = Game(moved(scenario(), "1939-3-fall"))
    game.give(understand(RULESET, "germany declare denmark", game.campaign))
    sections = Books(RULESET, game.campaign, game.entries).statement("germany", 1939).sheets[0].sections
    found = {one.account.id: [(item.label, item.value) for item in one.items] for one in sections}
    assert found["captured"] == [("Denmark conquered", 4)]
    assert found["wars"] == [("declaration of war", -5)]


@pytest.mark.rule("tw-22.7.1")
def test_22_7_1_at_peace_the_us_adds_no_yard_by_production() -> None:
    assert "22.7.1" in rules_of(refusals(at("1940-3-fall"), "us new-yard us-box"))
    war = after(moved(scenario(), "1941-4-winter"), "us enter attacked=yes")
    assert "22.7.1" not in rules_of(refusals(moved(war, "1943-1-spring"), "us new-yard us-box"))


@pytest.mark.rule("tw-14.8")
@pytest.mark.parametrize("to", ["norway", "sweden", "iran"])
def test_14_8_a_neutral_receives_nothing_and_is_told_so(to: str) -> None:
    reasons = [one.reason for one in refusals(at("1940-1-spring"), f"britain grant 21 {to} fleets=1")]
    assert any("is no Satellite" in reason for reason in reasons), reasons
