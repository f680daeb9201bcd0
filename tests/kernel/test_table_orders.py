"""Orders of the table: forgotten ones, those that pass although the rules refuse them, rulings."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel import play, remarks
from engine.kernel.dice import FixedDice
from engine.kernel.paths import leaf_type
from engine.kernel.reading import may_be, parse
from engine.kernel.refusals import Refused
from engine.kernel.umpire import convert
from tests.kernel import toy


def refusals(campaign: toy.Toy, line: str, seat: str = "solo") -> list[tuple[str, str]]:
    found = play.judge(toy.RULESET, campaign, parse(toy.RULESET, line), seat)
    return [(refusal.rule, refusal.reason) for refusal in found]


def at_march(**options: Any) -> toy.Toy:
    return toy.given(toy.started(**options), "red done")[0]


# -- late


def test_a_late_order_is_judged_as_of_its_step_priced_by_rule_and_entered_now() -> None:
    campaign = at_march()
    after, (entry,) = toy.given(campaign, "late red bid mint", n=9)
    assert (entry.n, entry.order, entry.late, entry.step) == (9, "late red bid mint", "council.bid", "north.march.move")
    assert after.offices["mint"] == "red"
    # Late it costs twice (2.4), at once.
    assert after.houses["red"].gold == campaign.houses["red"].gold - 8 and after.houses["red"].reserved == 0


def test_a_late_order_leaves_the_step_at_hand_as_it_is() -> None:
    after, _ = toy.given(at_march(), "late red bid mint")
    assert (after.progress.step, after.progress.done) == ("north.march.move", ())


def test_a_late_order_is_refused_for_the_reasons_of_its_own_judge() -> None:
    campaign = attrs.evolve(at_march(), offices={"mint": "blue"})
    assert refusals(campaign, "late red bid mint") == [("2.2", "mint is held by blue")]
    assert refusals(campaign, "late red bid sceptre") == [("2.1", "there is no office 'sceptre'")]


def test_only_what_belongs_to_a_step_that_has_passed_can_be_late() -> None:
    assert refusals(toy.started(), "late red bid mint") == [("late", "its step has not passed this turn")]
    assert refusals(at_march(), "late red gift blue 1") == [
        ("late", "this order is bound to no step, so there is none to give it late for")
    ]
    assert refusals(at_march(), "late red march red-1 hill") == [("late", "its step has not passed this turn")]
    wet = attrs.evolve(toy.started(), progress=attrs.evolve(toy.started().progress, turn=2))
    # What happens by itself is nobody's to give, late or in time.
    assert refusals(wet, "late red collect")[-1] == ("late", "the rules give this order, no seat does")


def test_a_late_order_in_halves_goes_to_the_half_of_its_power() -> None:
    campaign, _ = toy.given(at_march(), "red done", "blue done", "green done")
    after, (entry,) = toy.given(campaign, "late blue march blue-1 forest")
    assert entry.late == "south.march.move" and after.bands["blue-1"].land == "forest"
    after, (entry,) = toy.given(campaign, "late red march red-2 forest")
    assert entry.late == "north.march.move" and after.bands["red-2"].land == "forest"


def test_a_late_order_is_refused_to_a_power_that_had_nothing_to_do_in_its_step() -> None:
    campaign, _ = toy.given(at_march(), "red done")
    bands = {key: band for key, band in campaign.bands.items() if band.house != "red"}
    found = refusals(attrs.evolve(campaign, bands=bands), "late red march red-2 forest")
    assert ("4.0", "red has nothing to do in 'March and fight'") in found


def test_a_late_order_obeys_its_power_s_seat() -> None:
    campaign, _ = toy.given(toy.started(3, sealed_bids=False), "red done", "blue done", "green done")
    assert refusals(campaign, "late red bid mint", "west") == [("0.1", "red is commanded by the seat 'north'")]


# -- overruled


def test_an_order_that_the_rules_refuse_passes_at_the_table_with_its_reason_for_all_to_see() -> None:
    campaign = attrs.evolve(toy.started(), offices={"mint": "blue"})
    after, entries = toy.given(campaign, 'overrule "we forgot the feast" red bid mint')
    assert entries[0].overruled == ("2.2",)
    assert entries[0].because == "we forgot the feast"
    assert after.offices["mint"] == "red"


def test_every_rule_that_is_set_aside_is_named_once() -> None:
    campaign = attrs.evolve(
        at_march(), offices={"mint": "blue"}, houses={**at_march().houses, "red": toy.House(name="Red", gold=1)}
    )
    _, (entry,) = toy.given(campaign, 'overrule "so be it" red bid mint')
    assert entry.overruled == ("2.1", "2.2", "2.3")


def test_an_overruled_order_of_the_step_at_hand_finishes_it_as_it_would_have() -> None:
    campaign = attrs.evolve(toy.started(), offices={"mint": "blue"})
    after, _ = toy.given(campaign, 'overrule "x" red bid mint')
    assert after.progress.done == ("red",)
    again, _ = toy.given(after, 'overrule "x" red bid mint')
    assert again.progress.done == ("red",)


def test_an_overruled_order_of_another_step_leaves_the_step_at_hand() -> None:
    after, _ = toy.given(at_march(), 'overrule "x" red bid mint')
    assert (after.progress.step, after.progress.done) == ("north.march.move", ())


def test_nothing_is_overruled_without_the_option_or_a_reason() -> None:
    strict = attrs.evolve(toy.started(house_rulings=False), offices={"mint": "blue"})
    assert refusals(strict, 'overrule "x" red bid mint') == [
        ("overrule", "this campaign does not allow rulings against the rules")
    ]
    lax = attrs.evolve(toy.started(), offices={"mint": "blue"})
    assert refusals(lax, 'overrule " " red bid mint') == [("overrule", "it needs its reason")]


def test_what_nothing_stands_against_is_not_overruled() -> None:
    assert refusals(toy.started(), 'overrule "x" red bid mint') == [("overrule", "nothing stands against this order")]


@pytest.mark.parametrize("line", ["red march red-9 forest", "red march red-1 moon", "red attack red-1 red-9"])
def test_what_cannot_be_carried_out_at_all_is_not_overruled(line: str) -> None:
    found = refusals(at_march(), f'overrule "x" {line}')
    assert [rule for rule, _ in found] == ["overrule"] and "cannot be carried out at all" in found[0][1]


def test_what_the_rules_give_by_themselves_is_not_overruled() -> None:
    assert ("overrule", "the rules give this order, no seat does") in refusals(at_march(), 'overrule "x" red collect')


def test_an_overruled_order_may_be_late_too() -> None:
    campaign = attrs.evolve(at_march(), offices={"mint": "blue"})
    after, (entry,) = toy.given(campaign, 'overrule "x" late red bid mint')
    assert (entry.late, entry.overruled, after.offices["mint"]) == ("council.bid", ("2.2",), "red")


def test_an_overruled_order_may_roll_and_is_tried_without_dice_before() -> None:
    campaign, _ = toy.given(at_march(), "red march red-1 forest")
    assert refusals(campaign, "red attack red-1 green-1") == [("4.2", "red-1 is tired")]
    after, entries = toy.given(campaign, 'overrule "fresh horses" red attack red-1 green-1', dice=FixedDice([1, 1]))
    assert [len(entry.rolls) for entry in entries] == [0, 0, 2] and entries[0].overruled == ("4.2",)
    assert after.pending


def test_another_seat_cannot_overrule_for_a_power() -> None:
    campaign = attrs.evolve(toy.started(3), offices={"mint": "blue"})
    assert ("0.1", "red is commanded by the seat 'north'") in refusals(campaign, 'overrule "x" red bid mint', "west")


# -- rulings


def test_a_ruling_sets_a_declared_figure_whatever_the_rules_say() -> None:
    campaign = toy.started()
    for line, path, value in [
        ('ruling houses.red.gold 99 because "found in the box"', "houses.red.gold", 99),
        ('ruling houses.red.gold -3 because "debt"', "houses.red.gold", -3),
        ('ruling houses.red.name "Red of the North" because "taste"', "houses.red.name", "Red of the North"),
        ('ruling lands.mere.wall yes because "built"', "lands.mere.wall", True),
        ('ruling lands.mere.beside.hill no because "flood"', "lands.mere.beside.hill", False),
        ('ruling facts.omen comet because "seen"', "facts.omen", "comet"),
        ('ruling facts.markets 3 because "seen"', "facts.markets", 3),
        ('ruling facts.truce yes because "seen"', "facts.truce", True),
    ]:
        after, (entry,) = toy.given(campaign, line)
        (change,) = entry.changes
        assert (change.at, change.now, change.why) == (path, value, "ruling")
        assert type(change.now) is type(value)
        assert entry.because and entry.order == line
        assert change.was == (None if path.startswith(("facts", "lands.mere.beside.hill")) else change.was)
        assert after != campaign


def test_a_ruling_that_breaks_the_rules_is_only_warned_of() -> None:
    after, _ = toy.given(toy.started(), 'ruling houses.red.gold -3 because "debt"')
    assert [(fault.at, fault.rule) for fault in toy.RULESET.check(after)] == [("houses.red.reserved", "2.1")]
    assert not list(toy.RULESET.check(toy.started()))


@pytest.mark.parametrize(
    ("at", "value", "reason"),
    [
        ("houses.red.gold", "many", "'many' is not a whole number"),
        ("houses.red.gold", "yes", "'yes' is not a whole number"),
        ("houses.red.gold", "12345678901", "'12345678901' is not a whole number"),
        ("lands.mere.wall", "3", "'3' is not yes or no"),
        ("houses.red", "3", "that is not a single figure"),
        ("houses", "3", "that is not a single figure"),
        ("lands.mere.beside", "3", "that is not a single figure"),
        ("bands.red-9", "3", "that is not a single figure"),
        ("houses.rad.gold", "3", "no 'rad' in 'houses.rad.gold'; nearest is 'red'"),
        ("houses.red.gould", "3", "no 'gould' in 'houses.red.gould'; nearest is 'gold'"),
        ("houses.gold.gold", "3", "no 'gold' in 'houses.gold.gold'"),
        ("houses.red.gold.more", "3", "no 'more' in 'houses.red.gold.more'"),
        ("facts.omen.more", "3", "no 'omen' in 'facts.omen.more'"),
        ("progress.turn", "3", "'progress.turn' is not open to rulings"),
        ("progress.done", "red", "'progress.done' is not open to rulings"),
        ("housesteads.gold", "3", "'housesteads.gold' is not open to rulings"),
        ("secrets.red-1.text", "x", "'secrets.red-1.text' is not open to rulings"),
    ],
)
def test_a_ruling_of_a_wrong_shape_or_on_what_is_not_open_is_refused(at: str, value: str, reason: str) -> None:
    campaign = toy.started()
    assert refusals(campaign, f'ruling {at} {value} because "x"') == [("ruling", reason)]
    with pytest.raises(Refused):
        toy.given(campaign, f'ruling {at} {value} because "x"')


def test_a_ruling_needs_its_reason() -> None:
    assert refusals(toy.started(), 'ruling houses.red.gold 3 because ""') == [("ruling", "a ruling needs its reason")]


def test_a_list_of_names_is_no_single_figure() -> None:
    with pytest.raises(ValueError, match="not a single figure"):
        convert("red", leaf_type(toy.started(), "progress.done"))


def test_a_ruling_is_possible_at_any_time() -> None:
    battle, _ = toy.given(at_march(), "red attack red-1 blue-1")
    for campaign in (toy.started(), at_march(), battle):
        assert refusals(campaign, 'ruling houses.red.gold 3 because "x"') == []


# -- orders that stand before another


@pytest.mark.parametrize(
    "before", ["late", 'overrule "we agreed"', "propose late", 'propose overrule "we agreed" late']
)
def test_what_stands_before_an_order_is_its_powers_and_is_told_with_it(before: str) -> None:
    line = f"{before} red bid mint"
    order = parse(toy.RULESET, line)
    assert (order.text, order.actor, order.replaced_by) == (line, "red", "")
    inner = parse(toy.RULESET, "red bid mint").sentence(at_march())
    assert order.sentence(at_march()).endswith(f": {inner}")
    assert order == parse(toy.RULESET, line) and order.complete(at_march()) == order


def test_what_may_be_said_is_known_by_the_beginning_of_its_verb_alone() -> None:
    said = [cls for cls in remarks.ORDERS if issubclass(cls, remarks.Remark)]
    for line in ("mess", 'MESSAGE "x"', "prop late red bid mint", "cons 4", "decl 4", "s", "propose"):
        assert may_be(line, said), line
    for line in ("", " ", "red bid mint", "late red bid mint", 'ruling x 1 because "message"', 'message "open', "undo"):
        assert not may_be(line, said), line
