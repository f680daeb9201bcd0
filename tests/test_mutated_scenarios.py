"""A sample of the scenario files that somebody has spoilt (see ``mutating``); ``python -m tests.bench spoilt`` has ten
thousand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import mutating
from tests.scale import sampled

FILES, PARTS = 25, 40


@pytest.mark.parametrize("part", range(sampled(PARTS)))
def test_a_spoilt_scenario_is_played_or_refused_with_a_fault_that_names_the_place(part: int, tmp_path: Path) -> None:
    found = mutating.run(part * FILES, FILES, tmp_path)
    assert found.faults == []
    assert found.files == FILES and found.accepted > 0
