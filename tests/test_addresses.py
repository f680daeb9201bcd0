"""Values that stand under an address made of themselves: what people write for them in rulings, what is refused, what
the journal says, and an address that does not fit."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

from engine.kernel import play
from engine.kernel.changes import Change, Entry
from engine.kernel.reading import understand
from engine.kernel.ruleset import find
from engine.kernel.telling import with_what_went
from engine.thewar.world.state import TheWar, Unit, War
from saves import checking, library, scenarios
from saves.desk import Desk
from saves.errors import SavesError
from tests import fuzzing
from tests.saves.desks import SECRET
from tests.whole import whole
from tui.telling import changed, tell_all

THE_WAR, ATLANTIC = "1939-campaign", "battle-of-the-atlantic"


def opened(scenario: str, at: Path) -> Desk:
    hidden = at / "hidden"
    hidden.write_bytes(SECRET)
    opening: Any = scenarios.preview(scenario)
    return Desk.open(library.create(find(opening.ruleset), opening, name="x", at=at, dice="keyed", secret_file=hidden))


def refused(scenario: str, line: str) -> str:
    campaign = fuzzing.opening(scenario, 1, 1, options=False)
    rules = find(campaign.ruleset)
    order = understand(rules, f'ruling {line} because "x"', campaign)
    return "; ".join(str(one) for one in play.judge(rules, campaign, order, next(iter(campaign.seats.values()))))


@pytest.mark.parametrize(("scenario", "enemy"), [(THE_WAR, "ussr"), (ATLANTIC, "us")])
def test_a_ruling_makes_a_war_whoever_is_named_first_and_dates_it_anew(
    scenario: str, enemy: str, tmp_path: Path
) -> None:
    desk = opened(scenario, tmp_path)
    for words, since in (
        (f"wars.{enemy}+germany", "1940-1-spring"),
        (f"wars.germany+{enemy}", "1940-2-summer"),
        (f"wars.germany+{enemy}.since", "1940-3-fall"),
    ):
        desk.do([f'ruling {words} {since} because "so agreed"'])
        war = whole(desk).wars[f"germany+{enemy}"]
        assert (war.one, war.other, war.since) == ("germany", enemy, since)
    assert f"{enemy}+germany" not in whole(desk).wars
    names = f"Germany and {'Soviet Union' if enemy == 'ussr' else 'United States'}"
    assert [one.figures for one in tell_all(desk.ruleset, desk.campaign, desk.entries("all")[-3:])] == [
        (f"+ war of {names}: since Spring 1940",),
        (f"war of {names}: since Spring 1940 \u2192 Summer 1940",),
        (f"war of {names} since Summer 1940 \u2192 Fall 1940",),
    ]
    again = Desk.open(desk.folder)
    assert again.campaign == desk.campaign
    again.undo()
    assert whole(again).wars[f"germany+{enemy}"].since == "1940-2-summer"


@pytest.mark.parametrize(
    ("scenario", "line", "reason"),
    [
        (THE_WAR, "wars.germany 1940-1-spring", "'germany' is not of the form one+other"),
        (THE_WAR, "wars.germany+ussr+us 1940-1-spring", "'germany+ussr+us' is not of the form one+other"),
        (THE_WAR, "wars.germany+ 1940-1-spring", "'germany+' is not of the form one+other"),
        (THE_WAR, "wars.germany+germany 1940-1-spring", "'germany+germany' is not of the form one+other"),
        (THE_WAR, "wars.germany+atlantis 1940-1-spring", "there is no 'atlantis' in powers or countries"),
        (THE_WAR, "wars.germany+ussr tomorrow", "'tomorrow' is no turn"),
        (THE_WAR, 'wars.germany+ussr ""', "'' is no turn"),
        (THE_WAR, 'wars.britain+germany.since ""', "'' is no turn"),
        (THE_WAR, "wars.britain+germany.one us", "'one' says what wars.britain+germany is"),
        (THE_WAR, "wars.germany+ussr.since 1940-1-spring", "no 'germany+ussr' in 'wars.germany+ussr.since'"),
        (THE_WAR, "card_cells.naval+smoke 3", "'naval+smoke' is not of the form deck+defender+attacker"),
        (THE_WAR, "card_cells.chess+smoke+x 3", "there is no 'chess'"),
        (THE_WAR, "card_cells.naval+smoke+x 30", "30 is out of range"),
        (THE_WAR, "card_cells.naval+smoke+x high", "'high' is not a whole number"),
        (ATLANTIC, 'wars.germany+us ""', "'' is no turn"),
        (ATLANTIC, "wars.germany+poland 1940-1-spring", "there is no 'poland' in powers"),
    ],
)
def test_a_ruling_on_nobody_is_refused_with_what_is_wrong(scenario: str, line: str, reason: str) -> None:
    assert reason in refused(scenario, line)


def test_a_refusal_of_words_without_end_is_short() -> None:
    assert len(refused(THE_WAR, f"wars.{'+'.join(['x'] * 70)} 1940-1-spring")) < 400


@pytest.mark.parametrize("line", ["card_cells.naval+smoke+line-ahead 4", "oil_plants.kiel yes", "oil_plants.leuna no"])
def test_a_ruling_on_a_cell_or_a_plant_is_taken(line: str) -> None:
    assert refused(THE_WAR, line) == ""


@pytest.mark.parametrize(
    ("scenario", "line", "reason"),
    [
        (ATLANTIC, "research.western-bogus-asw 9", "there is no 'western-bogus-asw' in research"),
        (ATLANTIC, "research.western-bogus-asw 9", "Nearest is 'western-asw'."),
        (ATLANTIC, "research.china-asw 1", "there is no 'china-asw' in research"),
        (THE_WAR, "oil_plants.kiel+x yes", "there is no 'kiel+x' in oil_plants: an id has small letters"),
        (THE_WAR, "oil_plants.kiel+x yes", "Nearest is 'kiel'."),
    ],
)
def test_a_ruling_under_a_key_that_can_be_none_is_refused_with_the_nearest(
    scenario: str, line: str, reason: str
) -> None:
    assert reason in refused(scenario, line)


@pytest.mark.parametrize(
    ("scenario", "line"),
    [
        (ATLANTIC, "research.western-asw 9"),
        (ATLANTIC, "research.russia-jets 1"),
        # A city that the campaign does not list is the board's to show.
        (THE_WAR, "oil_plants.hamburg yes"),
    ],
)
def test_a_ruling_under_a_key_that_may_stand_there_is_taken(scenario: str, line: str) -> None:
    assert refused(scenario, line) == ""


def test_what_stands_under_a_key_that_can_be_none_since_an_earlier_ruling_is_ruled_on_again() -> None:
    campaign: Any = fuzzing.opening(ATLANTIC, 1, 1, options=False)
    campaign = attrs.evolve(campaign, research={**campaign.research, "western-bogus-asw": 9})
    rules = find(campaign.ruleset)
    order = understand(rules, 'ruling research.western-bogus-asw 0 because "x"', campaign)
    assert play.judge(rules, campaign, order, "solo") == ()


def test_a_value_under_another_address_than_its_own_is_named_by_check(tmp_path: Path) -> None:
    campaign: Any = scenarios.preview(THE_WAR)
    odd = War.made_of("germany", "ussr", since="1939-3-fall")
    reversed_war = War(one="us", other="germany", since="1939-3-fall")
    campaign = attrs.evolve(campaign, wars={**campaign.wars, "germany+us": odd, "us+germany": reversed_war})
    hidden = tmp_path / "hidden"
    hidden.write_bytes(SECRET)
    folder = library.create(find("thewar"), campaign, name="x", at=tmp_path, dice="keyed", secret_file=hidden)
    problems = {(one.key, one.problem) for one in checking.check(folder)}
    assert ("germany+us", "it stands under another key than its own, 'germany+ussr'") in problems
    assert ("us+germany", "it stands under another key than its own, 'germany+us'") in problems


@pytest.mark.parametrize("scenario", [THE_WAR, ATLANTIC])
def test_a_war_with_itself_in_a_scenario_is_named_by_check_and_nothing_begins_with_it(
    scenario: str, tmp_path: Path
) -> None:
    source = scenarios.read_bytes(scenarios.source_of(scenario)).decode()
    said = '\n[wars."germany+germany"]\none = "germany"\nother = "germany"\nsince = "1939-3-fall"\n'
    assert checking.scenario(source.encode(), "x")[1] == []
    _, found = checking.scenario((source + said).encode(), "x")
    assert [(one.table, one.key, one.problem) for one in found] == [
        ("wars", "germany+germany", "it names 'germany' twice")
    ]
    own = tmp_path / "own.toml"
    own.write_text(source + said)
    with pytest.raises(SavesError, match="it names 'germany' twice"):
        scenarios.preview(str(own))


def test_what_an_entry_took_away_is_called_by_its_name_in_it() -> None:
    start: Any = scenarios.preview(THE_WAR)
    unit = Unit(power="germany", kind="arm", strength="8-8")
    before: TheWar = attrs.evolve(start, units={**start.units, "x-1": unit})
    hit = Change("units.x-1.depleted", False, True, "hit", "10.0")
    gone = Change("units.x-1", attrs.evolve(unit, depleted=True), None, "lost", "10.0")
    assert changed(start, hit) == "unit x 1 depleted no \u2192 yes", "nobody reads an id"
    assert changed(with_what_went(start, (hit, gone)), hit) == "Germany ARM 8-8 depleted no \u2192 yes"
    lost = Entry(2, "solo", "", "germany done", changes=(hit, gone))
    moved = Entry(1, "solo", "", "germany done", changes=(Change("units.x-1.place", "board", "berlin", "", ""),))
    placed = attrs.evolve(before, units={**start.units, "x-1": attrs.evolve(unit, place="berlin")})
    assert placed.units["x-1"].place == "berlin"
    told = tell_all(find("thewar"), start, (moved, lost))
    assert told[0].figures == ("Germany ARM 8-8 place board \u2192 Berlin",)
    assert told[1].figures[0] == "Germany ARM 8-8 depleted no \u2192 yes"
