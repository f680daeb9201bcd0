"""What the journal calls things that have no name of their own: force pools, what joins them, announced battles."""

from __future__ import annotations

from engine.kernel.changes import Change
from engine.thewar.world.state import Addition, Engagement, Pool
from tests.thewar.atlantic import scenario
from tui.telling import changed


def test_a_pool_is_called_by_its_units() -> None:
    start = scenario()
    had = start.pools["germany-inf-6-5"].count
    more = Change("pools.germany-inf-6-5.count", had, had + 1, "back", "2.2")
    assert changed(start, more) == f"Germany INF 6-5 in the pool {had} → {had + 1}"
    new = Change("pools.slovakia-inf-1-5", None, Pool(power="slovakia", kind="inf", strength="1-5"), "", "23.46")
    assert changed(start, new) == "+ Slovakia INF 1-5"


def test_what_has_joined_its_pool_is_still_called_by_its_units() -> None:
    joined = Addition(power="germany", year=1940, season="spring", kind="arm", strength="8-8", count=2)
    assert changed(scenario(), Change("additions.gone", joined, None, "", "3.1")) == "− Germany ARM 8-8 of Spring 1940"


def test_an_announced_battle_is_called_by_its_kind() -> None:
    announced = Engagement(kind="ground", by="germany")
    assert changed(scenario(), Change("engagements.ardennes", announced, None, "", "10.0")) == (
        "− battle announced by Germany"
    )
