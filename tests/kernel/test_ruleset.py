"""Rulesets: found by their id, complete, and the kernel's own orders among theirs."""

from __future__ import annotations

import pytest

from engine.kernel import orders, ruleset
from engine.kernel.orders import Order
from engine.kernel.reading import parse
from engine.kernel.ruleset import Citations
from engine.kernel.sequence import Sequence, awaited
from engine.kernel.transaction import Transaction
from tests.kernel import toy


def test_a_registered_ruleset_is_found_by_its_id_and_by_its_campaigns() -> None:
    assert ruleset.find("toy") is toy.RULESET
    assert ruleset.of(toy.opening()) is toy.RULESET


@pytest.mark.parametrize("name", ["chess", "", "kernel", "TOY", "a.b", "../toy", "x" * 41, "thewar.tables"])
def test_a_game_that_is_not_installed_is_unknown(name: str) -> None:
    with pytest.raises(ruleset.UnknownRuleset):
        ruleset.find(name)


def test_every_order_class_has_a_verb_of_its_own() -> None:
    verbs = toy.RULESET.verbs
    own = {cls.verb for cls in toy.RULESET.orders}
    assert len(own) == len(toy.RULESET.orders)
    assert set(verbs) == own | {
        *("done", "advance", "turn", "resolve"),
        *("seal", "reveal", "show-cover", "enact", "anew"),
        *("ruling", "late", "overrule"),
        "dice-line",
        "dice-digest",
        "no-dice-line",
        "open-dice-line",
        "lapse-dice-line",
        *("message", "propose", "consent", "decline", "undo", "seating"),
        "close",
    }
    assert all(verb == cls.verb and cls.title for verb, cls in verbs.items())


def test_two_orders_of_one_verb_are_found_out() -> None:
    class Doubled(type(toy.RULESET)):  # type: ignore[misc]
        orders = (*toy.RULESET.orders, toy.RULESET.orders[0])

    with pytest.raises(TypeError, match="are both called"):
        _ = Doubled().verbs


def test_a_rule_number_for_the_kernel_s_refusals_comes_from_the_game() -> None:
    assert toy.RULESET.citations.seat == "0.1" and Citations().turn_order == "turn-order"


def test_a_turn_has_its_label() -> None:
    labels = [toy.RULESET.calendar.label(toy.opening(), turn) for turn in range(1, 5)]
    assert labels == ["1201-1-dry", "1201-2-wet", "1202-1-dry", "1202-2-wet"]
    assert toy.RULESET.calendar.now(toy.started()) == "1201-1-dry"


def test_the_sequence_is_data() -> None:
    sequence = toy.RULESET.sequence
    assert "council.bid" in sequence and "council.ask" not in sequence
    assert sequence.position("council.bid") == 1
    assert [step.id for step in sequence.following("board.markets")] == ["board.quarters", "end.rest"]
    march = sequence["south.march.move"]
    assert (march.slug, march.key, march.half) == ("march.move", "south-march-move", "south")
    assert sequence["board.markets"].slug == "board.markets"
    assert sequence.steps == Sequence(toy.STEPS).steps == toy.STEPS
    with pytest.raises(KeyError):
        sequence.position("council.ask")
    with pytest.raises(KeyError):
        sequence["council.ask"]


def test_who_is_awaited_stands_in_the_step_s_order() -> None:
    campaign = toy.started(3)
    assert awaited(campaign, toy.RULESET.sequence["south.march.move"], toy.RULESET.sequence) == ("blue", "green")


def test_what_an_order_class_leaves_out_it_has_from_its_base() -> None:
    campaign = toy.started()
    bare: Order[toy.Toy] = Order()
    assert list(bare.judge(campaign)) == [] and bare.cost(campaign).total == 0
    assert bare.complete(campaign) is bare and bare.forecast(campaign) is None
    assert list(Order.offers(campaign, "red")) == [] and Order.form(campaign, "red") is None
    assert bare.sentence(campaign) == bare.text == ""
    with pytest.raises(TypeError, match="Order has no effect"):
        bare.effect(Transaction(campaign, None, ""))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="wraps no order"):
        orders.PowerOrder.around(bare, ())


def test_every_order_tells_itself_in_a_sentence() -> None:
    campaign, entries = toy.given(toy.started(3), "red bid toll", "blue bid toll", "green bid fair")
    told = [parse(toy.RULESET, entry.order).sentence(campaign) for entry in entries]
    assert "revealed: red bid toll" in told
    assert "takes effect: the sealed order red-1" in told
    assert any(line.startswith("void and free: the sealed order blue-2: toll is held by red") for line in told)
    late = parse(toy.RULESET, 'overrule "x" late red bid mint').sentence(campaign)
    assert late == "overruled (x): late: red bid mint"
    assert parse(toy.RULESET, 'ruling bank 3 because "x"').sentence(campaign) == "ruling: bank is 3, because x"
