"""Every fact that a campaign may hold is declared by a room of its game; one that no room knows is refused with the
nearest that one knows, in rulings, scenarios and checks."""

from __future__ import annotations

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from engine.kernel import ruleset
from engine.kernel.facts import DeclaredTwice, Fact, Facts, count, flag, turn, word
from engine.kernel.ruleset import Ruleset
from saves import checking, library, scenarios
from saves.desk import Desk
from tests.saves.desks import SECRET
from tests.saves.freezing import SAMPLES
from tests.saves.test_frozen_campaigns import thawed
from tests.whole import whole

GAMES = [ruleset.find("thewar"), ruleset.find("worldatwar")]
ENGINE = Path(ruleset.__file__).parents[1]
SCENARIO = scenarios.read_bytes(scenarios.source_of("1939-campaign")).decode()


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_every_fact_says_its_kind_and_its_rule(rules: Ruleset[Any]) -> None:
    declared = rules.facts.declared
    assert len(declared) > 10
    for fact in declared.values():
        assert fact.kind in (bool, int, str) and fact.rule, fact.key
        assert fact.bounds is not None or fact.kind is bool, f"{fact.key} has no range"
        assert len(fact.title) < 40


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.id)
def test_every_fact_that_a_table_names_is_declared(rules: Ruleset[Any]) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in (ENGINE / rules.id / "tables").glob("*.toml"))
    named = set(re.findall(r'"(?:facts\.|fact:)([a-z0-9-]+)"|\bfact = "([a-z0-9-]+)"', text))
    keys = {one or other for one, other in named}
    campaign = SimpleNamespace(powers=dict.fromkeys(rules.powers))
    assert len(keys) > 5
    assert {key for key in keys if not _known(rules, campaign, key)} == set()


def _known(rules: Ruleset[Any], campaign: Any, key: str) -> bool:
    fact = rules.facts.declared.get(key)
    families = (
        one for one in rules.facts.declared.values() if "{countries" not in one.key and "{places" not in one.key
    )
    return fact is not None or any(one.stands_for(key, campaign) for one in families)


@pytest.mark.parametrize("name", SAMPLES)
def test_what_real_campaigns_remember_is_declared(name: str, tmp_path: Path) -> None:
    folder, _ = thawed(name, tmp_path)
    desk = Desk.open(folder)
    written = {change.at for entry in desk.entries("all") for change in entry.changes if change.at.startswith("facts.")}
    keys = {at.partition(".")[2] for at in written} | set(whole(desk).facts)
    assert keys
    assert {key for key in keys if desk.ruleset.facts.find(desk.campaign, key) is None} == set()


def test_a_family_stands_for_the_campaigns_own_keys_for_words_and_for_any_id() -> None:
    campaign = SimpleNamespace(powers={"us": 1, "ussr": 1}, places={"new-york": 1})
    granted, raid = count("granted-{powers}", "4.5"), flag("raid-{powers}-{places|powers}-{low|high}", "1")
    assert list(granted.keys(campaign)) == ["granted-us", "granted-ussr"]
    assert granted.stands_for("granted-ussr", campaign)
    assert not granted.stands_for("granted-us-sr", campaign) and not granted.stands_for("granted-", campaign)
    assert raid.stands_for("raid-us-new-york-low", campaign) and raid.stands_for("raid-ussr-us-high", campaign)
    assert not raid.stands_for("raid-us-new-york", campaign) and not raid.stands_for("raid-us-boston-low", campaign)
    anything = turn("played-{*}", "28")
    assert anything.stands_for("played-x-2", campaign)
    assert not anything.stands_for("played-", campaign) and not anything.stands_for("played-x-", campaign)
    assert raid.varying("raid-us-new-york-low", campaign) == ("us", "new-york", "low")
    assert raid.varying("raid-us-boston-low", campaign) == ()


@pytest.mark.parametrize(
    ("fact", "value", "problem"),
    [
        (flag("a", "1"), 1, "'1' is not yes or no"),
        (count("a", "1"), True, "'True' is not a whole number"),
        (count("a", "1", high=9), 10, "10 is out of range"),
        (turn("a", "1"), "someday", "'someday' is no turn"),
        (word("a", "1", of=("clear", "mud")), "snow", "there is no 'snow'"),
        (word("a", "1"), "x" * 81, "81 characters are too many"),
        (turn("a", "1"), "1940-1-spring", ""),
        (flag("a", "1"), False, ""),
    ],
)
def test_a_value_of_another_kind_or_out_of_its_range_is_named(fact: Fact, value: Any, problem: str) -> None:
    assert fact.wrong(value) == problem


def test_two_rooms_do_not_declare_the_same_fact() -> None:
    with pytest.raises(DeclaredTwice, match=r"world\.facts declare the fact 'nazi-soviet-pact'"):
        _ = Facts("engine.thewar", ("world", "economy", "world")).declared


@pytest.mark.parametrize(
    ("old", "new", "at", "problem"),
    [
        ("usel = 0\n", "usell = 0\n", "usell", "there is no fact 'usell'"),
        (
            "rail-italy = 2\n",
            "rail-itlay = 2\n",
            "rail-itlay",
            "there is no fact 'rail-itlay'",
        ),
        ("usel = 0\n", "usel = true\n", "usel", "'True' is not a whole number; from -20 to 40"),
        ("usel = 0\n", "usel = 90\n", "usel", "90 is out of range; from -20 to 40"),
        (
            "british-heavy-flak = 0\n",
            "british-heavy-flak = 6\n",
            "british-heavy-flak",
            "6 is out of range; from 0 to 5",
        ),
        ("germans-in-ussr = false\n", "germans-in-ussr = 3\n", "germans-in-ussr", "'3' is not yes or no"),
    ],
)
def test_a_scenario_with_a_fact_that_no_room_knows_is_refused(
    old: str, new: str, at: str, problem: str, tmp_path: Path
) -> None:
    assert old in SCENARIO
    path = tmp_path / "own.toml"
    path.write_text(SCENARIO.replace(old, new, 1))
    found = [one for one in checking.check(path) if one.table == "facts"]
    assert [(one.key, one.problem) for one in found] == [(at, problem)]
    assert [one.nearest for one in found] == [{"usell": "usel", "rail-itlay": "rail-italy"}.get(at, "")]


def test_a_campaign_with_an_unknown_fact_opens_and_check_names_it(tmp_path: Path) -> None:
    campaign: Any = scenarios.preview("1939-campaign")
    campaign = attrs.evolve(campaign, facts={**campaign.facts, "granted-germny": 3})
    hidden = tmp_path / "hidden"
    hidden.write_bytes(SECRET)
    folder = library.create(GAMES[0], campaign, name="old", at=tmp_path, dice="keyed", secret_file=hidden)
    assert whole(Desk.open(folder)).facts["granted-germny"] == 3
    told = {(one.problem, one.nearest) for one in checking.check(folder)}
    assert ("there is no fact 'granted-germny'", "granted-germany") in told
