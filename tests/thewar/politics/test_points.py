"""POPs and chits as they are bought: how many, where, at which price, by whom and when (16.1.1, 16.1.2, 16.1.4,
16.1.7.1, 22.8)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import play
from engine.kernel.grammar import Unreadable
from engine.kernel.reading import understand
from engine.thewar.economy.spending import Spend
from engine.thewar.politics import purses
from engine.thewar.ruleset import RULESET
from engine.thewar.world import influence
from engine.thewar.world.state import TheWar
from tests.thewar.builds import refused
from tests.thewar.minors import at, at_war, hand, moved, with_country
from tests.thewar.politics.purchases import THREE, scene
from tests.thewar.politics.scenes import laid
from tests.thewar.values import limit_used
from tests.thewar.world import after

STEP = "planning.points"


def held(campaign: TheWar, power: str) -> dict[str, int]:
    """Unused POPs of a power by target."""
    lands = {stands.country for stands in campaign.influence.values() if stands.power == power}
    return {land: influence.held(campaign, power, land) for land in sorted(lands)}


# --- POPs


@pytest.mark.rule("tw-16.1.1", "tw-16.1.2", "tw-16.1.2-ital")
@pytest.mark.parametrize(
    ("turn", "line", "price", "more", "most"),
    [
        ("1940-1-spring", "germany points 2-spain,2-turkey", 12, "germany points 2-spain,2-turkey,sweden", 4),
        ("1940-1-spring", "italy points spain,turkey", 6, "italy points spain,turkey,greece", 2),
        ("1940-1-spring", "france points spain,turkey", 6, "france points spain,turkey,greece", 2),
        ("1940-1-spring", "ussr points spain,turkey", 8, "ussr points spain,turkey,sweden", 2),
        ("1940-1-spring", "britain points 2-spain,turkey", 9, "britain points 2-spain,2-turkey", 3),
        ("1940-3-fall", "italy points spain,turkey", 6, "italy points spain,turkey,greece", 2),
        ("1941-1-spring", "italy points spain", 3, "italy points spain,turkey", 1),
    ],
)
def test_16_1_2_so_many_pops_in_a_turn_and_no_more(turn: str, line: str, price: int, more: str, most: int) -> None:
    before = at(turn, STEP)
    power = line.split()[0]
    now = after(before, line)
    assert hand(before, power) - hand(now, power) == price
    assert sum(held(now, power).values()) == most
    assert f"may place {most} in a turn (16.1.2). {most} at most" in refused(before, more)
    assert "has bought in this turn (16.1.1)" in refused(now, line)


@pytest.mark.rule("tw-16.1.1")
def test_16_1_1_no_more_than_half_of_the_limit_in_one_country_rounded_up() -> None:
    before = at("1940-1-spring", STEP)
    three = refused(before, "germany points 3-spain")
    assert "3 POPs in Spain are more than half of 4 (16.1.1, ruling 300). 2 in a target and turn" in three
    assert refused(before, "germany points 2-spain") == ""
    # Half of Britain's three is two; of Italy's two one, and one of one.
    assert refused(before, "britain points 2-spain") == ""
    assert "2 POPs in Spain are more than half of 2" in refused(before, "italy points 2-spain")
    late = at("1941-1-spring", STEP)
    assert refused(late, "italy points spain") == ""


@pytest.mark.rule("tw-16.1.1", "tw-16.1.1-carry")
def test_16_1_1_spring_s_pops_lie_there_in_fall_and_come_on_top_of_its_half() -> None:
    spring = after(at("1940-1-spring", STEP), "germany points 2-spain")
    fall = after(moved(spring, "1940-3-fall"), "germany points 2-spain,turkey")
    assert held(fall, "germany") == {"spain": 4, "turkey": 1}


@pytest.mark.rule("tw-16.1.1", "tw-16.1.7.1")
@pytest.mark.parametrize("turn", ["1940-2-summer", "1940-4-winter"])
@pytest.mark.parametrize("line", ["germany points spain", "germany points none espionage=yes"])
def test_16_1_1_in_spring_and_fall_alone(turn: str, line: str) -> None:
    reason = refused(at(turn, STEP), line)
    assert "POPs and chits are bought in Spring and Fall (16.1.1). Wait for the next of these turns" in reason


@pytest.mark.rule("tw-16.1.4", "tw-16.1", "tw-6.5")
def test_16_1_4_a_power_places_pops_only_in_countries_of_its_list() -> None:
    before = at("1940-1-spring", STEP)
    ireland = refused(before, "ussr points ireland")
    assert "Soviet Union may not influence Ireland (16.1.4). They may: " in ireland and "Germany" in ireland
    assert "Italy may not influence Sweden (16.1.4)" in refused(before, "italy points sweden")
    assert "Finland is no target of diplomacy (16.1, 6.5). Targets: Belgium" in refused(
        before, "germany points finland"
    )
    assert "Britain may not influence" not in refused(before, "britain points south-africa")
    # One that is refused keeps all of it from being bought.
    assert refused(before, "italy points spain,sweden") != "" == refused(before, "italy points spain")


@pytest.mark.rule("tw-16.4")
def test_16_4_nobody_places_pops_in_a_country_that_was_invaded_or_conquered() -> None:
    before = at("1940-3-fall", STEP)
    conquered = with_country(before, "norway", status="conquered", patron="germany")
    for line in ("germany points norway", "britain points norway"):
        assert refused(before, line) == ""
        assert "there is no diplomacy in it any more (16.4, ruling 315)" in refused(conquered, line)
    # Attacked it stands yet, and what lies in it counts for nothing.
    laid_down = laid(before, {"britain norway": 2})
    attacked = attrs.evolve(laid_down, facts={**laid_down.facts, "attacked-norway": "1940-3-fall"})
    assert influence.held(laid_down, "britain", "norway") == 2 and influence.held(attacked, "britain", "norway") == 0
    assert "there is no diplomacy in it any more (16.4, ruling 315)" in refused(attacked, "germany points norway")


@pytest.mark.rule("tw-16.1.2")
def test_16_1_2_germany_and_britain_have_a_pop_less_once_the_us_is_in_the_war() -> None:
    war = at("1941-4-winter", orders=("us enter",))
    assert purses.limit(moved(war, "1942-1-spring"), "germany") == (3, "16.1.2")
    assert purses.limit(moved(war, "1942-1-spring"), "britain") == (3, "16.1.2")
    assert purses.limit(moved(war, "1942-3-fall"), "britain") == (2, "16.1.2")
    assert purses.limit(moved(war, "1942-1-spring"), "us") == (2, "16.1.2")
    spring = moved(war, "1942-1-spring", STEP)
    assert "may place 3 in a turn" in refused(spring, "germany points 2-spain,2-turkey")
    assert refused(spring, "us points spain,turkey") == ""
    fought = at_war(at("1940-2-summer"), "britain+italy")
    assert purses.limit(moved(fought, "1941-1-spring"), "italy") == (2, "16.1.2")


@pytest.mark.rule("tw-22.8", "tw-16.1.2", "tw-16.6")
def test_22_8_the_neutral_united_states_have_one_pop_for_a_variant_from_fall_1940() -> None:
    early = at("1940-1-spring", STEP)
    peace = refused(early, "us points spain")
    assert "at peace" in peace and "(16.6, 22.8)" in peace
    assert "tries for no variant before Fall 1940 (16.1.2, 22.8)" in refused(early, "us points none variant=yes")
    fall = at("1940-3-fall", STEP)
    assert "at peace" in refused(fall, "us points spain")
    bought = after(fall, "us points none variant=yes")
    assert hand(fall, "us") - hand(bought, "us") == 3
    assert influence.held(bought, "us", influence.VARIANT) == 1


@pytest.mark.rule("tw-16.6")
def test_16_6_one_pop_at_most_for_a_variant_and_it_counts_in_the_limit() -> None:
    before = at("1940-1-spring", STEP)
    assert refused(before, "italy points spain variant=yes") == ""
    assert "3 POPs, and Italy may place 2" in refused(before, "italy points spain,turkey variant=yes")
    assert "no target of diplomacy" in refused(before, "italy points 2-variant")


# --- chits


@pytest.mark.rule("tw-16.1.7.1", "tw-16.1.7")
@pytest.mark.parametrize(("power", "prices"), [("germany", (4, 3, 7)), ("ussr", (3, 2, 5)), ("us", (4, 3, 7))])
def test_16_1_7_1_one_chit_of_each_kind_at_its_price(power: str, prices: tuple[int, int, int]) -> None:
    before = at("1940-1-spring", STEP)
    kinds = ("espionage=yes", "counter-espionage=yes", "espionage=yes counter-espionage=yes")
    for said, price in zip(kinds, prices, strict=True):
        now = after(before, f"{power} points none {said}")
        assert hand(before, power) - hand(now, power) == price
        for sort in influence.SORTS:
            assert influence.stock(now, power, sort) == (f"{sort}=yes" in said.split())
        # None of its kind a second time in this turn; one more in Fall, two in all.
        assert "has bought in this turn (16.1.1)" in refused(now, f"{power} points none {said}")
        fall = after(moved(now, "1940-3-fall"), f"{power} points none {said}")
        assert max(influence.stock(fall, power, sort) for sort in influence.SORTS) == 2


@pytest.mark.rule("tw-16.1.7.1")
def test_16_1_7_1_a_second_chit_of_a_kind_cannot_be_said() -> None:
    before = at("1940-1-spring", STEP)
    with pytest.raises(Unreadable, match="'2'"):
        understand(RULESET, "germany points none espionage=2", before)
    assert "is no target of diplomacy" in refused(before, "germany points 2-espionage")


# --- who buys nothing


@pytest.mark.rule("tw-16.1.2")
def test_16_1_2_a_power_that_has_surrendered_buys_nothing() -> None:
    standing = at("1941-1-spring", STEP)
    assert refused(standing, "italy points spain") == ""
    italy = attrs.evolve(standing.powers["italy"], surrendered="1940-4-winter")
    fallen = attrs.evolve(standing, powers={**standing.powers, "italy": italy})
    assert "Italy has surrendered: it buys nothing (16.1.1)" in refused(fallen, "italy points spain")


@pytest.mark.rule("tw-16.1.1")
def test_16_1_1_what_is_not_in_hand_is_bought_on_a_deficit_alone() -> None:
    start = at("1940-1-spring", STEP)
    poor = attrs.evolve(start, powers={**start.powers, "italy": attrs.evolve(start.powers["italy"], narfs=2)})
    reason = refused(poor, "italy points spain,turkey")
    assert "it costs 6 NARFs, 2 are free (16.1.1, 14.1.4). 'deficit=yes' spends 4 more" in reason
    now = after(poor, "italy points spain,turkey deficit=yes")
    assert hand(now, "italy") == -4 and now.powers["italy"].base == poor.powers["italy"].base - 4


@pytest.mark.rule("tw-16.1.1")
def test_16_1_1_in_another_step_and_from_another_seat() -> None:
    early = at("1940-1-spring", "planning.effort")
    assert "not in this step" in refused(early, "germany points spain")
    two = scene(seats=THREE)
    order = understand(RULESET, "germany points spain", two)
    [wrong] = [str(no) for no in play.judge(RULESET, two, order, "soviet")]
    assert "Germany is commanded by the seat 'axis'" in wrong
    assert play.judge(RULESET, two, order, "axis") == ()


@pytest.mark.rule("tw-16.1.1")
def test_16_1_1_what_is_paid_cannot_be_typed() -> None:
    before = at("1940-1-spring", STEP)
    for line in ("germany points none paid=12", 'overrule "so agreed" germany points none paid=12'):
        assert "what is paid follows from what is bought (16.1.1). Without 'paid'" in refused(before, line)


@pytest.mark.rule("tw-16.1.1", "tw-16.1.2")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (f"germany points {','.join(['9-spain'] * 12)}", "placed: 108 are too many (16.1.1, 16.1.7). At most 100"),
        ("germany points none paid=99999", "paid: 99999 is out of range (16.1.1, 16.1.7). From 0 to 999"),
        ("germany points atlantis", "atlantis"),
    ],
)
def test_16_1_1_no_agreement_passes_over_what_no_purchase_can_be(line: str, reason: str) -> None:
    before = at("1940-1-spring", STEP)
    for said in (line, f'overrule "so agreed" {line}'):
        assert reason in refused(before, said)
    with pytest.raises(Unreadable, match="'99-spain' cannot be read"):
        understand(RULESET, 'overrule "so agreed" germany points 99-spain', before)


@pytest.mark.rule("tw-16.1.2")
def test_16_1_2_over_the_rules_so_many_are_paid_for_and_lie_there() -> None:
    before = at("1940-1-spring", STEP)
    line = 'overrule "so agreed" germany points 9-spain'
    assert refused(before, line) == ""
    now = after(before, "germany points 9-spain")
    assert held(now, "germany") == {"spain": 9} and hand(before, "germany") - hand(now, "germany") == 27


# --- as it was once paid for


@pytest.mark.rule("tw-16.1.1", "tw-16.1.7.1")
@pytest.mark.parametrize(
    ("line", "instead"),
    [
        ("germany spend 6 on=diplomacy", "germany points COUNTRIES"),
        ("germany spend 4 on=espionage", "germany points none espionage=yes"),
        ("britain spend 5 on=diplomacy", "britain propaganda"),
        ('overrule "so agreed" germany spend 6 on=diplomacy', "germany points COUNTRIES"),
    ],
)
def test_16_1_1_money_for_diplomacy_is_not_spent_by_hand(line: str, instead: str) -> None:
    """The order that helps is named; text once written is read and told as ever."""
    before = at("1940-1-spring", STEP)
    assert f"this order is no longer given (3.0). In its place: {instead}" in refused(before, line)
    assert understand(RULESET, line, before).sentence(before)
    form = Spend.form(before, "germany")
    assert form is not None
    [on] = [field for field in form.fields if field.name == "on"]
    assert not {"diplomacy", "espionage"} & set(on.choices)


@pytest.mark.rule("tw-16.1.1")
def test_16_1_1_what_was_paid_by_hand_in_a_turn_is_not_bought_again_in_it() -> None:
    before = at("1940-1-spring", STEP)
    by_hand = attrs.evolve(before, used=limit_used("germany", "points", 4))
    reason = refused(by_hand, "germany points spain")
    assert "Germany has paid for this turn's purchase by hand: 4 POPs (16.1.1). 'points none' ends the step" in reason
    assert refused(by_hand, "germany points none") == ""


@pytest.mark.rule("tw-18.7.1")
def test_18_7_1_pops_are_placed_in_vichy_as_soon_as_it_stands() -> None:
    before = at("1940-3-fall", STEP)
    reason = refused(before, "britain points vichy-france")
    assert "there is no Vichy France now (23.57). It comes with the surrender of France" in reason
    fallen = after(at("1940-2-summer", STEP), "surrender france germany vichy=yes")
    fall = moved(fallen, "1940-3-fall")
    assert refused(fall, "britain points vichy-france") == "" == refused(fall, "germany points 2-vichy-france")
    assert "may not influence Vichy France (16.1.4)" in refused(fall, "ussr points vichy-france")
