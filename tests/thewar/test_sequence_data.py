"""The sequence of play as a table: order, conditions, words and fields."""

from __future__ import annotations

import re
from pathlib import Path

import attrs
import pytest

import engine.thewar
from engine.kernel import tables
from engine.kernel.late import Asked
from engine.kernel.wiring import UnknownCondition
from engine.thewar.countries import variant_table
from engine.thewar.economy.falls_due import FALLS_DUE
from engine.thewar.endings.signs_by_power import READINGS
from engine.thewar.rooms import HOUSE
from engine.thewar.ruleset import RULESET
from engine.thewar.world.conditions import UNMET_FACTS
from tests.thewar.data import ID, POWERS, SEASONS, TURN, opening, steps
from tests.thewar.player import opening as campaign_opening
from tests.thewar.values import wars_of

SEGMENTS = (
    "income",
    "weather",
    "planning",
    "declarations",
    "strategic-warfare",
    "operations",
    "build",
    "stratmove",
    "supply",
    "end",
)
EFFORTS = {"attacks", "combat", "second-impulse", "movement", "strategic-warfare", "reserves", "stratmove", "not-pass"}
VERBS = (
    "variant share-radar attack-airbase ask-path supply-path pocket "
    "declare capture conquer losses spend entry enter surrender status gain pay build sea-box air-box launch med-box"
    " east-box play-card card oil-plants bomb-city window wave-sizes wave-guards immobile"
    " construct mend dock lay-down work upgrade rating install rebuild raze reserve levy"
    " stratmove grant cargo-lost route smp-capacity liberate revive-fascism french-colonies forced-march overrun"
    " points influence spy play-chit try-variant project sway award-transylvania propaganda lend-asw try-entry"
    " surrender-roll dunkirk board commando-raid free-french take-free-french box-effort"
    " french-garrisons french-navy spare-fleet french-evacuation close-term"
    " entered found occupy-iceland mine-norway annex-alsace own-build"
    " attrition besiege relieve markers unsupplied decide-supply"
    " attack land ahead support reinforce commit mark unmark unoccupied station"
    " mission run-supply trace patrol intercept-at-sea mers-el-kebir"
    " counter-air intercept break-down build-up task-force railmove partisans-retreat weather frostbite"
    " east-prussia partisan-war"
)


def test_the_ten_segments_come_in_their_order_and_halves_from_the_sixth() -> None:
    numbers = [step["number"] for step in steps()]
    assert numbers == sorted(numbers)
    assert len({step["id"] for step in steps()}) == len(steps())
    for step in steps():
        assert step["segment"] == SEGMENTS[step["number"] - 1]
        assert step["id"].startswith(f"{step['segment']}.")
        assert ID.match(step["id"].split(".")[1])
        assert step.get("half", False) == (step["number"] >= 6) or step["id"] in (
            "end.points",
            "end.stalin-line",
            "end.advance",
        )
        assert step.get("side", "") in ("", "axis", "allied")
        assert not step.get("side") or step["half"]
    letters = [(step["number"], step["letter"]) for step in steps()]
    assert letters == sorted(letters)
    assert steps()[-1]["id"] == "end.advance"
    cited = {step["id"]: (step["number"], step["letter"]) for step in steps()}
    # The only letters that the rules themselves cite (3.11, 10.3.6).
    assert cited["operations.counter-air"] == (6, "D")
    assert cited["end.eastern-attrition"] == (10, "E")


def test_steps_are_played_as_the_engine_expects() -> None:
    modes: dict[str, set[str]] = {}
    for step in steps():
        modes.setdefault(step["mode"], set()).add(step["id"])
    assert modes["automatic"] == {
        "income.growth",
        "income.income",
        "income.additions",
        "income.mobilization",
        "income.ore-ends",
        "income.minors",
        "planning.oil",
        "planning.asw-arrives",
        "planning.satellites",
        "planning.vichy-leaves",
        "declarations.japan",
        "declarations.us-automatic",
        "declarations.western-surprise",
        "declarations.eastern-surprise",
        "strategic-warfare.optional-forces",
        "strategic-warfare.new-partisans",
        "end.atrocities",
        "strategic-warfare.u-boats",
        "strategic-warfare.mediterranean",
        "strategic-warfare.bombing-of-britain",
        "strategic-warfare.bombing-of-germany",
        "strategic-warfare.bombing-of-ussr",
        "strategic-warfare.settlement",
        "stratmove.arrivals",
        "stratmove.lend-lease-test",
        "build.mobilization",
        "build.ratings",
        "end.reserves",
        "end.stalin-line",
        "end.markers",
        "end.advance",
    }
    assert modes["orders"] == {
        "strategic-warfare.axis-partisans",
        "strategic-warfare.allied-partisans",
        "end.soviet-atrocities",
        "end.vichy",
        "income.free-french",
        "stratmove.boxes",
        *(f"end.{whose}-surrender" for whose in ("french", "british", "italian", "soviet", "german")),
        "operations.breakdown",
        "operations.rail",
        "weather.eastern-spring",
        "weather.eastern-fall",
        "weather.eastern-winter",
        "weather.frostbite",
        "weather.western-winter",
        "weather.mediterranean-winter",
        "end.second-winter",
        "end.second-frostbite",
        "planning.effort",
        "planning.evasion",
        "planning.points",
        "planning.immobile",
        "planning.diplomacy",
        "planning.fascism",
        "planning.propaganda",
        "planning.transylvania",
        "planning.asw-loan",
        "declarations.us-entry",
        "declarations.iceland",
        "end.mining",
        "end.eastern-attrition",
        "strategic-warfare.build",
        "strategic-warfare.boxes",
        "strategic-warfare.bombers",
        "strategic-warfare.eastern-bombers",
        "strategic-warfare.rockets",
        "strategic-warfare.mediterranean-boxes",
        "strategic-warfare.u-boat-cards",
        "strategic-warfare.bombing-cards",
        "strategic-warfare.oil-plants",
        "strategic-warfare.targets",
        "strategic-warfare.waves",
        "strategic-warfare.wave-sizes",
        "strategic-warfare.window",
        "operations.efforts",
        "operations.counter-air",
        "operations.attacks",
        "operations.reserves",
        "operations.combat",
        "operations.second-combat",
        "build.units",
        "supply.repair",
        "stratmove.grants",
        "stratmove.air",
        "stratmove.ground",
        "stratmove.naval",
    }
    assert modes.keys() == {"automatic", "orders", "by-hand"}


def test_steps_come_up_on_known_conditions_only() -> None:
    data = opening()
    countries = data["powers"].keys() | data["countries"].keys()
    for step in steps():
        assert set(step.get("seasons", ())) <= set(SEASONS)
        assert all(TURN.match(step[part]) for part in ("from", "until") if part in step)
        for text in step.get("when", ()):
            name, _, argument = text.partition(":")
            if name in ("war", "peace"):
                one, other = argument.split("+")
                assert one < other and {one, other} <= countries, text
            elif name == "status":
                country, status = argument.split("=")
                assert country in data["countries"] and status == "satellite", text
            elif name in ("belligerent", "neutral", "conquered", "standing"):
                assert argument in countries, text
            elif name in ("option", "without"):
                assert argument in data["options"], text
            elif name == "fact":
                assert argument in data["facts"], text
            elif name == "due":
                assert argument in FALLS_DUE, text
            elif name == "surrender":
                assert argument in READINGS, text
            elif name == "land":
                assert argument == "changes", text
            elif name == "boxes":
                assert argument == "waiting", text
            elif name == "supply":
                assert argument in ("first", "second", "third"), text
            elif name == "close":
                assert argument == "asks", text
            else:
                assert name == "effort" and argument in EFFORTS, text
        assert step["who"] in ("all", "phasing", "reacting") or set(step["who"].split(",")) <= set(POWERS)
        assert step["who"] != "phasing" or step["half"]


def test_each_step_says_in_a_few_short_lines_what_to_do() -> None:
    for step in steps():
        assert 1 <= len(step["lines"]) <= 3, step["id"]
        assert [line for line in step["lines"] if len(line) > 100] == []
        assert step["title"] and re.match(r"\d", step["rule"])
        assert set(step.get("forms", ())) <= set(VERBS.split()), step["id"]


def test_fields_of_steps_lead_to_figures_of_the_opening() -> None:
    defaults = {"smp_lost"}
    for step in steps():
        for field in step.get("fields", ()):
            head, key, *rest = field["path"].split(".")
            assert key in opening()[head], field["path"]
            assert not rest or rest[0] in opening()[head][key] or rest[0] in defaults, field["path"]
            now = opening()[head][key]
            if head == "facts" and isinstance(now, bool):
                assert field.get("choices") == ["yes", "no"], field["path"]
            if "weather" in key:
                assert all(ID.match(choice) for choice in field["choices"])


def test_one_time_steps_can_be_closed() -> None:
    for step in steps():
        for text in step.get("when", ()):
            if text.startswith("fact:") and text.endswith("-open"):
                assert f"facts.{text.removeprefix('fact:')}" in {field["path"] for field in step["fields"]}, step["id"]


def test_a_step_is_found_by_the_names_it_had() -> None:
    """A campaign that stands in a step of old, and an order that passes through one, mean the step it has become."""
    played = RULESET.sequence
    former = {name: step.id for step in played.steps for name in step.was}
    assert former["axis.build.reserves"] == "axis.build.units" and former["declarations.denmark"] in played
    for name, now in former.items():
        assert played[name].id == now and name not in {step.id for step in played.steps}


def test_every_function_that_is_loaded_late_is_there() -> None:
    late = [
        part
        for wiring in HOUSE.wiring.values()
        for part in (
            wiring.who,
            wiring.who_in,
            wiring.each,
            wiring.due,
            wiring.once,
            wiring.when,
            wiring.when_in,
            wiring.stops_in,
        )
        if isinstance(part, Asked)
    ]
    for room in HOUSE.rooms.values():
        parts: list[object] = [duties for _, duties in room.duties]
        parts += [*room.end_of_turn, *room.faults]
        late += [part for part in parts if isinstance(part, Asked)]
    assert len(late) > 80
    assert all(callable(part.target) for part in late)


def test_each_fact_that_a_table_names_says_in_words_why_a_step_does_not_come_up() -> None:
    conditions = [text for step in steps() for text in step.get("when", ())]
    facts = {text.removeprefix("fact:") for text in conditions if text.startswith("fact:")}
    facts |= {f"variant-{name}" for name in ("french-army-reform", "us-preparedness", "maginot-extended")}
    needed = {text for row in variant_table.rows().values() for together in row.get("needs", ()) for text in together}
    facts |= {text.partition(":")[2] for text in needed if text.startswith(("fact:", "this-turn:"))}
    assert facts == set(UNMET_FACTS)
    for fact, why in UNMET_FACTS.items():
        campaign = attrs.evolve(campaign_opening(), facts={**campaign_opening().facts, fact: 0})
        assert HOUSE.condition(f"fact:{fact}")(campaign, "") == why
        assert " " in why and "not so" not in why and not why.endswith(".")
        assert HOUSE.condition(f"fact:{fact}")(attrs.evolve(campaign, facts={**campaign.facts, fact: 1}), "") == ""
    with pytest.raises(UnknownCondition):
        HOUSE.condition("fact:nothing-of-the-kind")


@pytest.mark.parametrize(
    ("pairs", "said"),
    [
        ((), "Nobody is at war."),
        (("france+germany", "britain+germany"), "At war: Germany with France and Britain."),
        (
            ("britain+germany", "britain+italy", "germany+poland", "romania+ussr", "hungary+ussr"),
            "At war: Italy with Britain; Germany with Britain and Poland; Soviet Union with Romania and Hungary.",
        ),
    ],
)
def test_the_declarations_say_who_is_at_war_with_whom(pairs: tuple[str, ...], said: str) -> None:
    campaign = attrs.evolve(campaign_opening(), wars=wars_of(dict.fromkeys(pairs, "1939-3-fall")))
    assert RULESET.sequence["declarations.declare"].says(campaign)[0] == said


def test_each_table_belongs_to_one_room_and_none_below_it_reads_it() -> None:
    # The sequence of play is the whole game's.
    assert {*HOUSE.tables, "sequence"} == set(tables.file_ids("thewar"))
    package = Path(engine.thewar.__file__).parent
    rooms = list(HOUSE.rooms)
    read_early = []
    for path in package.rglob("*.py"):
        room = path.relative_to(package).parts[0]
        for table in re.findall(r'table\("thewar", "([a-z-]+)"\)', path.read_text(encoding="utf-8")):
            if room in HOUSE.rooms and table in HOUSE.tables and rooms.index(room) < rooms.index(HOUSE.tables[table]):
                read_early.append((path.name, table))
    assert read_early == []
