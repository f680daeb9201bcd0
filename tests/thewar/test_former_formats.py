"""Formats 1 and 2 kept figures under composed keys: what was done and built, wars, what was used of a turn's limits,
cells of card matrices, cities with oil plants. Read today each is a value, and no rule of either game takes a key of
these apart."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest

from engine.kernel.paths import Addressed
from engine.thewar import former
from engine.thewar.combat import battles, unit_marks
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world import card_matrices, deeds, wars
from engine.thewar.world.state import Built, CardCell, Deed, TheWar, Used, War
from engine.worldatwar import former as worldatwar
from saves.desk import Desk
from tests.saves.test_frozen_campaigns import thawed
from tests.sources import below, functions, python_files, tree
from tests.thewar.values import limit_used, wars_of
from tests.thewar.world import effect, world
from tests.whole import whole

VALUES = ("missions", "built", "used", "card_cells", "wars")
"""The mappings whose values stand under an address made of themselves."""
ADDRESSES = (*VALUES, "oil_plants", "serials", "research")
"""The mappings whose keys are addresses and nothing else."""
TAKING_APART = frozenset(
    ("split", "rsplit", "partition", "rpartition", "startswith", "endswith", "removeprefix", "removesuffix", "find")
)


@pytest.mark.parametrize(
    ("old", "figure", "path", "value"),
    [
        (
            "germany-tac-2-axis-1-support",
            1,
            "germany-tac-2-axis-1-support",
            Deed(who="germany-tac-2", half="axis", impulse=1, deed="support"),
        ),
        (
            "tf-1-allied-2-mission",
            1,
            "tf-1-allied-2-mission",
            Deed(who="tf-1", half="allied", impulse=2, deed="mission"),
        ),
        (
            "us-cv-3-common-1-seen",
            1,
            "us-cv-3-common-1-seen",
            Deed(who="us-cv-3", half="common", impulse=1, deed="seen"),
        ),
        (
            "battles-axis-1-attack",
            1,
            "battles-axis-1-attack",
            Deed(who="battles", half="axis", impulse=1, deed="attack"),
        ),
        ("germany-mdm-4-lent", 1, "germany-mdm-4-lent", Deed(who="germany-mdm-4", deed="lent")),
        ("italy-fleet-1-hit", 1, "italy-fleet-1-hit", Deed(who="italy-fleet-1", deed="hit")),
        ("siege-sevastopol", 1, "siege-sevastopol", Deed(deed="siege", where="sevastopol")),
        ("germany-effort-x-2", 3, "germany-effort-x-2", Deed(who="germany", deed="effort", where="x-2", within=3)),
        ("once-carpet-bombing-2520", 1, "carpet-bombing-2520", Deed(deed="carpet-bombing", where="2520")),
        ("once-airborne-surprise-x", 1, "airborne-surprise-x", Deed(deed="airborne-surprise", where="x")),
        ("us-lle-column-metz", 1, "us-lle-column-metz", Deed(who="us", deed="lle-column", where="metz")),
        ("nobody-knows", 1, "nobody-knows", Deed(deed="nobody-knows")),
    ],
)
def test_a_mission_of_format_1_is_a_deed_in_openings_and_entries(old: str, figure: int, path: str, value: Deed) -> None:
    entry = {"n": 1, "changes": [{"at": f"missions.{old}", "was": figure, "now": figure, "why": "x"}]}
    found = former.from_1({"missions": {old: figure}, "entry": [{"n": 0}, entry]})
    assert deeds.key(value) == path
    assert {key: Deed(**raw) for key, raw in found["missions"].items()} == {path: value}
    (change,) = found["entry"][1]["changes"]
    assert change["at"] == f"missions.{path}" and change["why"] == "x"
    assert Deed(**change["was"]) == Deed(**change["now"]) == value


@pytest.mark.parametrize(
    ("old", "power", "what"),
    [
        ("germany-inf-6-5", "germany", "inf-6-5"),
        ("ussr-free-units", "ussr", "free-units"),
        ("us-units", "us", "units"),
        ("britain-reserves-chit", "britain", "reserves-chit"),
        ("germany-upgrade-flak-1-3", "germany", "upgrade-flak-1-3"),
    ],
)
def test_what_format_1_had_built_is_a_value(old: str, power: str, what: str) -> None:
    created, gone = {"at": f"built.{old}", "now": 2}, {"at": f"built.{old}", "was": 2}
    other = {"at": "powers.germany.narfs", "was": 2, "now": 1}
    found = former.from_1({"built": {old: 2}, "entry": [{"changes": [created, other, gone]}]})
    value = {"power": power, "what": what, "count": 2}
    assert found["built"] == {old: value} and Built(**found["built"][old]).count == 2
    assert found["entry"][0]["changes"] == [
        {"at": f"built.{old}", "now": value},
        other,
        {"at": f"built.{old}", "was": value},
    ]


def test_a_file_of_format_1_without_any_is_as_it_was() -> None:
    data = {"ruleset": "thewar", "powers": {"us": {"narfs": 1}}, "entry": [{"order": "opened"}]}
    assert former.from_1(data) == data


@pytest.mark.parametrize(
    ("old", "figure", "at", "value"),
    [
        ("wars.germany+ussr", "1941-2-summer", "", War.made_of("ussr", "germany", since="1941-2-summer")),
        ("used.us-half-smps-europe", 3, "", Used.made_of("us", "half-smps", "europe", count=3)),
        ("used.italy-half-smps", 2, "", Used.made_of("italy", "half-smps", "", count=2)),
        ("used.us-grants-britain", 20, "", Used.made_of("us", "grants", "britain", count=20)),
        ("used.us-units-paid", 9, "", Used.made_of("us", "units-paid", "", count=9)),
        ("used.germany-units-south-africa", 1, "", Used.made_of("germany", "units", "south-africa", count=1)),
        ("used.south-africa-ships-moved", 1, "", Used.made_of("south-africa", "ships-moved", "", count=1)),
        ("used.germany-railmoves", 1, "", Used.made_of("germany", "railmoves", "", count=1)),
        (
            "used.germany-airbase-taken-down",
            1,
            "used.germany-taken-down-airbase",
            Used.made_of("germany", "taken-down", "airbase", count=1),
        ),
        ("used.us-counter-espionage", 1, "", Used.made_of("us", "counter-espionage", "", count=1)),
        ("used.germany-moves-in-ussr", 2, "", Used.made_of("germany", "moves-in-ussr", "", count=2)),
        (
            "facts.card-naval-smoke-vs-line-ahead",
            -2,
            "card_cells.naval+smoke+line-ahead",
            CardCell(deck="naval", defender="smoke", attacker="line-ahead", adds=-2),
        ),
        (
            "facts.card-u-boats-long-range-recon-vs-x",
            1,
            "card_cells.u-boats+long-range-recon+x",
            CardCell(deck="u-boats", defender="long-range-recon", attacker="x", adds=1),
        ),
        ("facts.oil-plant-kiel", True, "oil_plants.kiel", True),
        # In format 1 a ruling made any fact of any kind: what the rules took for true or a figure is that.
        ("facts.oil-plant-kiel", 3, "oil_plants.kiel", True),
        ("facts.oil-plant-kiel", "there", "oil_plants.kiel", True),
        ("facts.oil-plant-kiel", 0, "oil_plants.kiel", False),
        (
            "facts.card-naval-a-vs-b",
            True,
            "card_cells.naval+a+b",
            CardCell(deck="naval", defender="a", attacker="b", adds=1),
        ),
        ("facts.card-naval-a-vs-b", "two", "", "two"),
        ("wars.+poland", "1939-4-winter", "", War.made_of("", "poland", since="1939-4-winter")),
        ("facts.oil-plants-placed", True, "", True),
        ("facts.card-game", 3, "", 3),
    ],
)
def test_a_figure_of_format_2_is_a_value_in_openings_and_entries(old: str, figure: Any, at: str, value: Any) -> None:
    mapping, _, key = old.partition(".")
    entry = {"n": 1, "changes": [{"at": old, "now": figure}, {"at": old, "was": figure}, {"at": "powers.us.base"}]}
    found = former.from_2({mapping: {key: figure}, "entry": [{"n": 0}, entry]})

    def made(raw: Any) -> Any:
        return type(value)(**raw) if isinstance(raw, dict) else raw

    at = at or old
    mapping, _, key = at.partition(".")
    assert {key: made(raw) for key, raw in found[mapping].items()} == {key: value}
    assert not isinstance(value, Addressed) or value.address == key
    created, gone, other = found["entry"][1]["changes"]
    assert created["at"] == gone["at"] == at and other == {"at": "powers.us.base"}
    assert made(created["now"]) == made(gone["was"]) == value and "was" not in created and "now" not in gone


@pytest.mark.parametrize("step", [former.from_2, worldatwar.from_2])
def test_a_war_that_somebody_wrote_by_hand_stands_under_its_address_in_a_scenario_and_as_it_was_in_a_campaign(
    step: Callable[[dict[str, Any]], dict[str, Any]],
) -> None:
    written = {"us+germany": "1941-4-winter"}
    value = {"one": "germany", "other": "us", "since": "1941-4-winter"}
    assert step({"kind": "scenario", "wars": written})["wars"] == {"germany+us": value}
    assert step({"kind": "scenario", "wars": {"us": "1941-4-winter"}})["wars"].keys() == {"us"}
    assert step({"kind": "turn", "wars": written})["wars"].keys() == written.keys(), "its entries name that key"


def test_the_source_of_what_has_moved_moves_with_it() -> None:
    data = {
        "kind": "scenario",
        "facts": {"oil-plant-kiel": True, "usel": 3},
        "wars": {"us+germany": "1941-4-winter"},
        "sources": {
            "facts": "a",
            "facts.usel": "b",
            "facts.oil-plant-kiel": "c",
            "wars.us+germany": "d",
            "facts.x": "e",
        },
    }
    assert former.from_2(data)["sources"] == {
        "facts": "a",
        "facts.usel": "b",
        "oil_plants.kiel": "c",
        "wars.germany+us": "d",
        "facts.x": "e",
    }


@pytest.mark.parametrize("written", [3, [], "x"])
def test_what_is_no_table_is_left_to_whoever_reads_on(written: Any) -> None:
    assert former.from_2({"wars": written, "facts": {}}) == {"wars": written}


def test_a_change_from_a_word_that_stays_a_fact_to_a_figure_that_is_a_cell_is_told_as_two() -> None:
    change = {"at": "facts.card-naval-a-vs-b", "was": "two", "now": 2, "why": "ruling", "rule": "ruling"}
    entries = [{"n": 1, "changes": [change]}]
    assert former.from_2({"entry": entries})["entry"][0]["changes"] == [
        {"at": "facts.card-naval-a-vs-b", "was": "two", "why": "ruling", "rule": "ruling"},
        {
            "at": "card_cells.naval+a+b",
            "now": {"deck": "naval", "defender": "a", "attacker": "b", "adds": 2},
            "why": "ruling",
            "rule": "ruling",
        },
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (
            'ruling facts.card-naval-smoke-vs-line-ahead 4 because "a ruling facts.oil-plant-x"',
            'ruling card_cells.naval+smoke+line-ahead 4 because "a ruling facts.oil-plant-x"',
        ),
        ('ruling facts.oil-plant-kiel no because "bombed"', 'ruling oil_plants.kiel no because "bombed"'),
        ('ruling facts.usel 4 because "rolled"', 'ruling facts.usel 4 because "rolled"'),
        ('ruling wars.germany+us 1941-4-winter because "x"', 'ruling wars.germany+us 1941-4-winter because "x"'),
        ("germany done", "germany done"),
    ],
)
def test_a_ruling_on_what_was_a_fact_is_one_on_what_it_is_today(old: str, new: str) -> None:
    assert former.from_2({"entry": [{"n": 1, "order": old}]})["entry"] == [{"n": 1, "order": new}]


def _renamed(campaign: TheWar) -> TheWar:
    """The same campaign with other keys for all but wars, of which each is found under its own."""
    changed: dict[str, Any] = {
        name: {f"{nth}-x": one for nth, one in enumerate(getattr(campaign, name).values())}
        for name in VALUES
        if name != "wars"
    }
    return attrs.evolve(campaign, **changed)


def test_whoever_looks_through_them_reads_values_and_no_keys(tmp_path: Path) -> None:
    folder, _ = thawed("thewar-battle", tmp_path)
    campaign: TheWar = whole(Desk.open(folder))
    done = deeds.in_half("germany-mdm-901", "axis", 1, "support")
    built = Built(power="germany", what="inf-6-5", count=2)
    campaign = attrs.evolve(
        campaign,
        missions={**campaign.missions, deeds.key(done): done},
        built={**campaign.built, "germany-inf-6-5": built},
        used=limit_used("germany", "grants", 3, "italy") | limit_used("italy", "railmoves", 1),
        card_cells={"bombing+bait+escort": CardCell(deck="bombing", defender="bait", attacker="escort", adds=2)},
    )
    other = _renamed(campaign)
    assert len(other.missions) > 3 and other.missions.keys() != campaign.missions.keys()
    assert unit_marks.marks(other) == unit_marks.marks(campaign)
    assert battles.lendable(other) == battles.lendable(campaign)
    assert (
        card_matrices.matrix(other, "bombing") == card_matrices.matrix(campaign, "bombing") == {("bait", "escort"): 2}
    )
    for ended in (effect(one, EndTurn("germany")) for one in (campaign, other)):
        assert not ended.missions and not [left for left in ended.built.values() if left.power == "germany"]
        assert [left.power for left in ended.used.values()] == ["italy"]


def test_who_fights_whom_is_read_from_the_wars_themselves() -> None:
    campaign = world()
    campaign = attrs.evolve(campaign, wars=wars_of({"germany+poland": "1939-3-fall", "ussr+finland": "1939-4-winter"}))
    odd = attrs.evolve(campaign, wars={f"{nth}": war for nth, war in enumerate(campaign.wars.values())})
    for one in (campaign, odd):
        assert wars.enemies(one, "finland") == ("ussr",) and wars.belligerent(one, "poland")
        assert not wars.belligerent(one, "us")
        assert next(wars.told(one)) == "At war: Germany with Poland; the Soviet Union with Finland."
    assert wars.begun(campaign, "finland", "ussr") == wars.begun(campaign, "ussr", "finland") == "1939-4-winter"
    assert wars.begun(campaign, "germany", "finland") == ""


def test_no_rule_takes_a_key_of_these_apart() -> None:
    found = []
    for name in python_files("engine", holding=rf"\.[\s\\]*(?:{'|'.join(ADDRESSES)})\b"):
        if not name.endswith("/former.py"):
            found += [f"{name}: {line}" for function in functions(tree(name)) for line in _takes_apart(function)]
    assert found == []


def _takes_apart(function: ast.FunctionDef) -> list[int]:
    """The lines of a function in which a key of these mappings is taken apart, where it goes through them."""
    keys = set()
    for loop in below(function):
        if isinstance(loop, ast.For | ast.comprehension) and any(
            isinstance(part, ast.Attribute) and part.attr in ADDRESSES for part in below(loop.iter)
        ):
            first = loop.target.elts[0] if isinstance(loop.target, ast.Tuple) else loop.target
            keys |= {part.id for part in ast.walk(first) if isinstance(part, ast.Name)}
    return [
        call.lineno
        for call in (below(function) if keys else ())
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Attribute)
        and call.func.attr in TAKING_APART
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id in keys
    ]


def test_the_law_sees_a_key_that_is_taken_apart() -> None:
    for body in (
        "[k for k in c.missions if k.startswith(p)]",
        "[k.split('-') for k, v in c.built.items()]",
        "any(p in k.split('+') for k in c.wars)",
        "[k for k in c.used if k.startswith(p)]",
        "[k.partition('-') for k, n in c.research.items()]",
    ):
        (function,) = ast.parse(f"def f(c, p): return {body}").body
        assert isinstance(function, ast.FunctionDef) and _takes_apart(function) == [1]
    (function,) = ast.parse("def f(c): return [v.what.split() for v in c.built.values()]").body
    assert isinstance(function, ast.FunctionDef) and _takes_apart(function) == []
