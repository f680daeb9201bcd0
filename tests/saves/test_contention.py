"""Several writers at once, some of them killed: every acknowledged order stands once, in order. The full count is run
by ``python -m tests.bench contention``."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.saves import contest
from tests.scale import SCALE


@pytest.mark.parametrize("seed", [1, 2])
def test_every_acknowledged_order_stands_once_and_in_order(tmp_path: Path, seed: int) -> None:
    held = contest.hold(tmp_path, 5, 1.5 * SCALE, seed=seed, kill_every=0.1)
    assert held.orders and held.killed
    assert contest.faults(held) == []


def test_what_is_lost_doubled_or_put_elsewhere_would_be_found(tmp_path: Path) -> None:
    held = contest.hold(tmp_path, 2, 0.3, seed=3, kill_every=0)
    (n, name), *others = held.given[0]
    for answers in (((n + 1, name), *others), ((n, "nobody"), *others), (*others, (n, name))):
        spoilt = contest.Contest(held.folder, (answers, *held.given[1:]), held.seconds, held.killed)
        assert contest.faults(spoilt)
