"""Section 29.4: Transylvania, awarded to Hungary in Fall 1940."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.countries.announcements import Award
from engine.thewar.ruleset import RULESET
from tests.thewar.builds import refused
from tests.thewar.countries.test_declarations import given
from tests.thewar.minors import at, moved, with_country

STEP = "planning.transylvania"


@pytest.mark.rule("tw-29.4")
def test_29_4_two_narfs_of_romania_become_hungarys_for_good() -> None:
    usual = at("1940-3-fall", STEP)
    here = attrs.evolve(usual, options={**usual.options, "transylvania": True})
    now = given(here, "germany award-transylvania")
    # Either of the two, and what Italy awards Germany is not asked again.
    italian = given(here, "italy award-transylvania")
    assert italian.countries["hungary"].value == now.countries["hungary"].value
    assert set(Award.offers(here, "italy")) and not set(Award.offers(here, "britain"))
    step = RULESET.sequence[STEP]
    assert (step.who(here), step.who(italian)) == (("germany", "italy"), ())
    for country, change in (("romania", -2), ("hungary", 2)):
        assert now.countries[country].value - here.countries[country].value == change
    assert "Transylvania is Hungarian already" in refused(moved(now, "1940-3-fall", STEP), "italy award-transylvania")
    assert "only Germany or Italy" in refused(here, "britain award-transylvania")
    assert "not in this step" in refused(moved(here, "1940-3-fall", "planning.effort"), "germany award-transylvania")
    assert "is not played in this campaign" in refused(usual, "germany award-transylvania")
    fallen = with_country(here, "romania", status="conquered", patron="ussr")
    assert "Romania is conquered (29.4)" in refused(fallen, "germany award-transylvania")
    alone = attrs.evolve(here, countries={key: land for key, land in here.countries.items() if key != "hungary"})
    assert "Hungary is not in this campaign (29.4)" in refused(alone, "germany award-transylvania")


@pytest.mark.rule("tw-29.4")
def test_29_4_the_step_comes_up_in_fall_1940_alone_and_with_the_option() -> None:
    step = RULESET.sequence[STEP]
    usual = at("1940-3-fall", STEP)
    here = attrs.evolve(usual, options={**usual.options, "transylvania": True})
    assert not step.skipped(here) and step.skipped(usual) and step.skipped(moved(here, "1941-3-fall"))
