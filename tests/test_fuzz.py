"""A sample of the lines that nobody types (see ``fuzzing``); ``python -m tests.bench fuzz`` runs a million."""

from __future__ import annotations

import pytest

from tests import fuzzing


@pytest.mark.parametrize("nth", range(len(fuzzing.STATES)))
def test_no_line_makes_the_program_fail(nth: int) -> None:
    found = fuzzing.run(nth, 13, 300)
    assert found.faults == []
    assert found.lines == 300 and found.legal > 0
