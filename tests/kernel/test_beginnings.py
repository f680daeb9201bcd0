"""A beginning that fits one name alone will do wherever a name is typed; one that fits several asks which."""

from __future__ import annotations

import pytest

from engine.kernel import beginnings
from engine.kernel.calculators import Malformed, find
from engine.kernel.grammar import Unreadable
from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from tests.thewar.world import world


def test_a_name_its_beginning_and_a_later_word_of_it() -> None:
    names = ("east-prussia", "eastern-poland", "poland", "west-prussia")
    assert beginnings.fits("poland", names) == ("poland",)
    assert beginnings.fits("east", names) == ("east-prussia", "eastern-poland"), "those offered first stand first"
    assert beginnings.fits("prussia", names) == ("east-prussia", "west-prussia")
    assert beginnings.only("west", names) == "west-prussia" and beginnings.only("rome", names) == "rome"
    with pytest.raises(Unreadable) as asked:
        beginnings.only("prus", names)
    assert asked.value.problem == "'prus' may be east-prussia or west-prussia"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("germany spend 3 on=strat", "germany spend 3 on=strategic"),
        ("ger declare swed", "germany declare sweden"),
        ("ger declare uk", "germany declare britain"),
        ('ruling powers.ger.nar 5 because "x"', 'ruling powers.germany.narfs 5 because "x"'),
        ('ruling facts.nazi yes because "x"', 'ruling facts.nazi-soviet-pact yes because "x"'),
    ],
)
def test_orders_take_the_beginnings_of_names(typed: str, meant: str) -> None:
    assert understand(RULESET, typed, world()).text == meant


def test_a_beginning_that_fits_several_asks_and_names_them() -> None:
    with pytest.raises(Unreadable) as asked:
        understand(RULESET, "germany spend 3 on=re", world())
    assert "may be" in asked.value.problem and asked.value.expected == "one of them in full"


def test_calculators_their_fields_and_their_choices_take_beginnings() -> None:
    calculator = find("heavy")
    assert calculator.name == "heavy-flak"
    with pytest.raises(Malformed, match="'uboa' may be") as asked:
        find("uboa")
    assert "uboats" in str(asked.value)
