"""How much of the counts is run: the suite a sample, the bench ``counts`` all of them, in every file that samples."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests import scale
from tests.bench.measuring import ROOT
from tests.bench.play import sampled_files


def test_every_file_that_samples_a_count_is_one_whose_full_counts_the_bench_runs() -> None:
    sampling, samplers = set(), {scale.sampled.__name__, scale.share_of.__name__}
    for path in {*(ROOT / "tests").rglob("*.py")} - {Path(__file__)}:
        text = path.read_text(encoding="utf-8")
        if not any(sampler in text for sampler in samplers):
            continue
        tree = ast.parse(text)
        calls = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
        if any((getattr(call, "id", "") or getattr(call, "attr", "")) in samplers for call in calls):
            sampling.add(str(path.relative_to(ROOT)))
    assert sampling == set(sampled_files())
    assert len(sampling) > 5


def test_the_scale_of_the_bench_makes_a_sample_the_whole_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scale, "SCALE", 1.0)
    assert [scale.sampled(count) for count in (1, scale.PART, 1_000)] == [1, 1, 1_000 // scale.PART]
    monkeypatch.setattr(scale, "SCALE", float(scale.PART))
    assert [scale.sampled(count) for count in range(1, 2_000)] == list(range(1, 2_000))


def test_shares_are_together_all_cases_each_once_and_each_is_all_of_them_at_the_scale_of_the_bench(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cases = list(range(20))
    monkeypatch.setattr(scale, "SCALE", 1.0)
    shares = [scale.share_of(cases, nth, 3) for nth in range(3)]
    assert sorted(one for share in shares for one in share) == cases and all(6 <= len(share) <= 7 for share in shares)
    assert scale.share_of(cases, 5, 3) == shares[2]
    monkeypatch.setattr(scale, "SCALE", float(scale.PART))
    assert scale.share_of(cases, 1, 3) == cases
