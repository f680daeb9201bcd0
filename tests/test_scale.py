"""How much of the counts is run: the suite a sample, the bench ``counts`` all of them, in every file that samples."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests import scale
from tests.bench.measuring import ROOT
from tests.bench.play import sampled_files


def test_every_file_that_samples_a_count_is_one_whose_full_counts_the_bench_runs() -> None:
    sampling = set()
    for path in {*(ROOT / "tests").rglob("*.py")} - {Path(__file__)}:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
        if any((getattr(call, "id", "") or getattr(call, "attr", "")) == scale.sampled.__name__ for call in calls):
            sampling.add(str(path.relative_to(ROOT)))
    assert sampling == set(sampled_files())
    assert len(sampling) > 5


def test_the_scale_of_the_bench_makes_a_sample_the_whole_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scale, "SCALE", 1.0)
    assert [scale.sampled(count) for count in (1, 10, 1_000)] == [1, 1, 100]
    monkeypatch.setattr(scale, "SCALE", float(scale.PART))
    assert [scale.sampled(count) for count in range(1, 2_000)] == list(range(1, 2_000))
