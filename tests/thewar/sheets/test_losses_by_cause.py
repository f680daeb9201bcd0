"""What a battle's report says was lost: each loss with its own cause and rule (10.2.2, 23.1)."""

from __future__ import annotations

import pytest

from engine.kernel.changes import Change
from engine.thewar.world import reports
from engine.thewar.world.state import Unit
from tests.thewar.builds import at

INF = Unit(power="poland", kind="inf", strength="1-3")


def gone(n: int, why: str, rule: str) -> Change:
    return Change(f"units.poland-inf-{n}", INF, None, why, rule)


@pytest.mark.rule("tw-23.1")
def test_23_1_what_leaves_with_a_surrender_is_not_said_to_be_lost_in_the_battle() -> None:
    fallen = [gone(n, "its country is conquered", "23.1") for n in (2, 3)]
    said = reports.losses(at("axis.operations.combat", "1939-3-fall"), [gone(1, "ground combat", "10.2.2"), *fallen])
    assert [(one.text, one.rule) for one in said] == [
        ("Poland: 1 INF lost, ground combat", "10.2.2"),
        ("Poland: 2 INF lost, its country is conquered", "23.1"),
    ]


def test_losses_of_one_cause_are_one_line_without_it() -> None:
    both = [gone(n, "ground combat", "10.2.2") for n in (1, 2)]
    said = reports.losses(at("axis.operations.combat", "1939-3-fall"), both)
    assert [one.text for one in said] == ["Poland: 2 INF lost"]
