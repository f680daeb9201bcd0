"""The text of orders: it parses back to itself, and what cannot be read says where and what was expected."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel import grammar
from engine.kernel.grammar import Unreadable, quote, tokens, unquote
from engine.kernel.orders import Order
from engine.kernel.reading import parse, power_named, understand
from engine.kernel.standing import Done, Enact, Reveal, Seal
from engine.kernel.umpire import Late, Overrule, Ruling
from tests.kernel import toy
from tests.kernel.toy_battle import Attack, FightOn
from tests.kernel.toy_orders import Bid, Gift, March

NAMES = st.from_regex(r"[a-z0-9]{1,6}(-[a-z0-9]{1,4}){0,2}", fullmatch=True)
PATHS = st.lists(NAMES, min_size=1, max_size=4).map(".".join)
TEXTS = st.text(st.characters(exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=40)
HOUSES = st.sampled_from(toy.POWERS)
NUMBERS = st.integers(-999_999_999, 999_999_999)
DIGESTS = st.from_regex(r"[0-9a-f]{64}", fullmatch=True)

PLAIN: st.SearchStrategy[Order[toy.Toy]] = st.one_of(
    st.builds(Bid, HOUSES, NAMES),
    st.builds(March, HOUSES, NAMES, NAMES),
    st.builds(Attack, HOUSES, NAMES, NAMES),
    st.builds(FightOn, HOUSES),
    st.builds(Gift, HOUSES, NAMES, NUMBERS, TEXTS, NAMES),
    st.builds(Gift, HOUSES, NAMES, NUMBERS),
)
KERNEL = st.one_of(
    st.builds(Done, HOUSES, st.just("") | PATHS),
    st.builds(Seal, HOUSES, NAMES, DIGESTS, st.booleans()),
    st.builds(Reveal, NAMES, TEXTS, DIGESTS),
    st.builds(Enact, HOUSES, NAMES, TEXTS),
    st.builds(Ruling, PATHS, TEXTS | NAMES | NUMBERS.map(str) | PATHS | st.sampled_from(["", "-", "because"]), TEXTS),
)
WRAPPED = st.one_of(
    st.builds(Late, PLAIN),
    st.builds(Overrule, TEXTS, PLAIN),
    st.builds(Overrule, TEXTS, st.builds(Late, PLAIN)),
)


@given(st.one_of(PLAIN, KERNEL, WRAPPED))
def test_every_order_parses_back_to_itself(order: Order[toy.Toy]) -> None:
    again = parse(toy.RULESET, order.text)
    assert again == order
    assert again.text == order.text


@given(TEXTS)
def test_quoted_text_comes_back_as_it_was(text: str) -> None:
    assert unquote(quote(text)) == text
    assert [token.text for token in tokens(f"a {quote(text)} b")] == ["a", quote(text), "b"]


WORDS = st.sampled_from(
    [
        *("red", "re", "blue", "RED", "bid", "b", "gift", "march", "done", "through", "late", "overrule", "ruling"),
        *("toll", "3", "-3", "+", '"why"', '"', '""', "\\", "because", "note=", 'note="x"', "note=x", "=", ",", "a.b"),
        *("seal", "reveal", "enact", "advance", "turn", "resolve", "\t", "é", "\u2028", "end.rest", "red-1", "0" * 64),
    ]
)
LINES = st.text(max_size=60) | st.lists(WORDS, max_size=8).map(" ".join)


@given(LINES)
def test_any_text_at_all_is_an_order_or_unreadable_inside_the_line(line: str) -> None:
    for lenient in (False, True):
        try:
            understand(toy.RULESET, line, toy.started()) if lenient else parse(toy.RULESET, line)
        except Unreadable as fault:
            assert 0 <= fault.at <= len(line)


@pytest.mark.parametrize(
    ("line", "at", "problem", "expected"),
    [
        ("", 0, "nothing is ordered", "a power or an order"),
        ("   ", 0, "nothing is ordered", "a power or an order"),
        ("violet bid toll", 0, "'violet' is neither a power nor an order of the table", "red, blue, green"),
        ("bid toll", 0, "'bid' is neither a power nor an order of the table", "red, blue, green"),
        ("red", 3, "the order ends too early", "an order"),
        ("red sing", 4, "'sing' is no order of a power", "stand or fight-on or dice-line"),
        ("red ruling", 4, "'ruling' is no order of a power", "dice-line or flank or no-dice-line"),
        ("red bid", 7, "the order ends too early", "a name (office)"),
        ("red march red-1  ", 15, "the order ends too early", "a name (to)"),
        ("red bid Toll", 8, "'Toll' cannot be read", "a name"),
        ("red bid toll mint", 13, "'mint' is too much", "the end of the order"),
        ("red gift blue many", 14, "'many' cannot be read", "a whole number"),
        ("red gift blue 1234567890", 14, "'1234567890' cannot be read", "a whole number"),
        ("red gift blue +1", 14, "'+1' cannot be read", "a whole number"),
        ("red gift blue ٣", 14, "'٣' cannot be read", "a whole number"),
        ("red gift blue 3 note=hello", 21, "'hello' cannot be read", "text in quotes"),
        ('red gift blue 3 note="a" note="b"', 25, "note is given twice", ""),
        ("red gift blue 3 colour=red", 16, "no 'colour' here", "note= or thanks-to="),
        ("red bid toll size=2", 13, "no 'size' here", "no key"),
        ('red gift blue 3 note="open', 21, "a quote is not closed", '"'),
        ('red gift blue 3 note="a"b"c"', 21, '\'"a"b"c"\' cannot be read', "text in quotes"),
        ("red bid\ttoll", 7, "a control character", "printable text"),
        ("red bid toll\x1b[2J", 12, "a control character", "printable text"),
        ("red bid to\x9bll", 10, "a control character", "printable text"),
        ("red bid to\u2028ll", 10, "a control character", "printable text"),
        ("red bid to\ud800ll", 10, "a control character", "printable text"),
        ("red done until end.rest", 9, "'until' is too much", "through and a step"),
        ("red done through", 9, "'through' is too much", "through and a step"),
        ("red done through End!", 17, "'End!' is no step", "a step or path"),
        ("late", 4, "the order ends too early", "an order"),
        ("overrule", 8, "the order ends too early", "text in quotes"),
        ('overrule "why"', 14, "the order ends too early", "an order"),
        ("overrule red bid toll", 9, "'red' is not in quotes", "text in quotes"),
        ("late late red bid toll", 5, "'late' stands inside 'late'", "an order of a power"),
        ('late overrule "a" red bid toll', 5, "'overrule' stands inside 'late'", "an order of a power"),
        ("late red bid", 12, "the order ends too early", "a name (office)"),
        ("ruling", 6, "a ruling has another form", 'ruling PATH VALUE because "..."'),
        ("ruling bank 3", 7, "a ruling has another form", 'ruling PATH VALUE because "..."'),
        ('ruling BANK 3 because "x"', 7, "a ruling has another form", 'ruling PATH VALUE because "..."'),
    ],
)
def test_what_cannot_be_read_names_the_column_and_what_was_expected(
    line: str, at: int, problem: str, expected: str
) -> None:
    with pytest.raises(Unreadable) as caught:
        parse(toy.RULESET, line)
    fault = caught.value
    assert (fault.at, fault.problem) == (at, problem)
    assert fault.expected.startswith(expected) and bool(fault.expected) == bool(expected)
    assert str(fault).startswith(f"column {at + 1}: {problem}")


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("red bid toll mint", "red bid OFFICE"),
        ("red gift blue many", 'red gift TO GOLD [note="..."] [thanks-to=NAME]'),
        ("late red bid", "red bid OFFICE"),
        ("red done until end.rest", ""),
        ("red sing", ""),
    ],
)
def test_what_cannot_be_read_says_how_its_order_is_written(line: str, written: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse(toy.RULESET, line)
    assert caught.value.usage == written
    assert caught.value.said.endswith(f"It is written '{written}'") == bool(written)


def test_a_line_over_the_limit_is_refused_before_it_is_read() -> None:
    with pytest.raises(Unreadable, match="at most 4000") as caught:
        parse(toy.RULESET, "late " * 1000)
    assert caught.value.at == grammar.LONGEST


def test_a_line_of_nothing_but_wrappers_does_not_nest() -> None:
    with pytest.raises(Unreadable, match="stands inside"):
        parse(toy.RULESET, ("late " * 799) + "red")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("RED Bid toll", "red bid toll"),
        ("re bi toll", "red bid toll"),
        ("crim bid toll", "red bid toll"),
        ("gardeners bid toll", "green bid toll"),
        ("gr don", "green done"),
        ("red march 1 hi", "red march red-1 hill"),
        ("red march 1 mere", "red march red-1 mere"),
        ("lat red mar 2 me", "late red march red-2 mere"),
        ('OVER "He Said So" re bid toll', 'overrule "He Said So" red bid toll'),
        ('Red gift BLUE 3 note="Keep It"', 'red gift blue 3 note="Keep It"'),
        ('rul facts.markets 3 because "So Be It"', 'ruling facts.markets 3 because "So Be It"'),
        ("red done through quarters", "red done through quarters"),
    ],
)
def test_a_person_may_type_any_case_short_names_and_leave_out_what_the_campaign_knows(typed: str, meant: str) -> None:
    assert understand(toy.RULESET, typed, toy.started()).text == meant


@pytest.mark.parametrize(
    ("typed", "problem", "at"),
    [
        ("r bid toll", "'r' may be red or ruling", 0),
        ("x bid toll", "'x' is neither a power nor an order of the table", 0),
        ("red xx", "'xx' is no order of a power", 4),
        ("red b", "'b' may be bid or break-off", 4),
        ("late  red b", "'b' may be bid or break-off", 10),
        ("red march 1 fo", "'fo' may be ford or forest", 0),
        ("red adv", "'adv' is no order of a power", 4),
        ("red sea", "'sea' is no order of a power", 4),
    ],
)
def test_a_short_name_that_fits_several_or_none_is_refused(typed: str, problem: str, at: int) -> None:
    with pytest.raises(Unreadable) as caught:
        understand(toy.RULESET, typed, toy.started())
    assert (caught.value.problem, caught.value.at) == (problem, at)


def test_the_strict_reader_of_the_journal_takes_no_short_names() -> None:
    for line in ("r bid toll", "crimson bid toll", "red mar red-1 ford"):
        with pytest.raises(Unreadable):
            parse(toy.RULESET, line)


def test_a_power_is_found_by_its_full_short_or_other_name() -> None:
    assert [power_named(toy.RULESET, text) for text in ("red", "bl", "crimson", "gar")] == [
        "red",
        "blue",
        "red",
        "green",
    ]
    with pytest.raises(Unreadable, match="column 5: 'purple' is no power") as fault:
        power_named(toy.RULESET, "purple", 4)
    assert fault.value.said.startswith("'purple' is no power; expected"), "a form names no column of its line"


def test_done_through_a_step_without_its_half_means_the_next_of_that_name() -> None:
    campaign, _ = toy.given(toy.started(), "red done")
    assert campaign.progress.step == "north.march.move"
    assert understand(toy.RULESET, "red done through march.move", campaign).text == "red done through north.march.move"
    campaign, _ = toy.given(campaign, "red done")
    assert understand(toy.RULESET, "red done through march.move", campaign).text == "red done through south.march.move"
    assert understand(toy.RULESET, "red done through council.bid", campaign).text == "red done through council.bid"
    assert understand(toy.RULESET, "red done through nothing", campaign).text == "red done through nothing"
