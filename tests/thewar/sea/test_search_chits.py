"""Espionage and Counter-Espionage on a search at sea: spent with the order that looks, answered by the enemy before the
die, in Spring and Fall (7.4, 7.8, 16.1.7.2 h, rulings 310, 433)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import attrs
import pytest

from engine.kernel import play
from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from engine.thewar.sea.sea_search import SeaSearch
from engine.thewar.sheets.war_report import ReportSheet
from engine.thewar.world import influence
from engine.thewar.world.state import Purchase, TheWar
from tests.thewar.atlantic import Segment
from tests.thewar.builds import after, refused
from tests.thewar.politics.scenes import Table, laid
from tests.thewar.sea.test_patrols import net, out
from tests.thewar.sea.test_sea_fight import given, med
from tests.thewar.strategic.test_raider_hunt import ROUTE, at_sea, war

SEATS = {"germany": "axis", "italy": "axis", "britain": "allied", "us": "allied", "france": "allied", "ussr": "allied"}
SEEK = "britain intercept-at-sea aegean units=britain-fleet-1 distance=2"
SPY = f"{SEEK} facts=espionage"
BOTH = {"britain espionage": 1, "italy counter-espionage": 1}


def sailed(chits: Mapping[str, int], turn: str = "1942-1-spring", *, seats: bool = True) -> TheWar:
    """An Italian mission that Britain may look for, at -3: one Fleet is found on 8 or less."""
    campaign = after(med(turn=turn), "italy mission aegean units=italy-fleet-1")
    campaign = laid(campaign, {}, chits)
    return attrs.evolve(campaign, seats=dict(SEATS)) if seats else campaign


def left(campaign: TheWar, power: str, sort: str) -> int:
    return influence.stock(campaign, power, sort)


def search(table: Table) -> SeaSearch:
    (found,) = (one for one in table.campaign.pending.values() if isinstance(one, SeaSearch))
    return found


@pytest.mark.rule("tw-7.8.1-chit", "tw-7.8", "tw-16.1.7.2")
@pytest.mark.parametrize(("answer", "adds"), [("no", -1), ("yes", 0)])
def test_7_8_a_chit_is_minus_one_and_the_enemys_takes_it_off_again(answer: str, adds: int) -> None:
    plain = net(sailed({}), SEEK)
    table = Table(sailed(BOTH)).give(SPY)
    # It is spent, and nobody has rolled yet.
    assert not left(table.campaign, "britain", "espionage") and search(table).net == plain - 1
    assert table.asked == {"italy": ("italy counter-chit no", "italy counter-chit yes")}
    (asked,) = play.decisions(table.campaign)
    assert asked.title == "Britain looks for ships at Aegean: does Italy play Counter-Espionage?"
    assert "Britain plays Espionage. Found: 9 in 10; with Counter-Espionage (+1): 8 in 10." in asked.notes
    # 5 or less finds one Fleet: with -4 in all a 9 does, and with -3 no more.
    table.give(f"italy counter-chit {answer}", 9)
    assert table.campaign.engagements["aegean"].defenders == (("britain-fleet-1",) if adds else ())
    assert left(table.campaign, "italy", "counter-espionage") == (answer == "no")
    assert f"{'Italy' if answer == 'yes' else 'nobody'} plays Counter-Espionage" in table.told


@pytest.mark.rule("tw-7.8.1-chit", "tw-7.8", "tw-16.1.7.2")
def test_7_8_counter_espionage_alone_is_plus_one() -> None:
    table = Table(sailed({"italy counter-espionage": 1})).give(SEEK)
    (asked,) = play.decisions(table.campaign)
    assert "Britain plays no chit. Found: 8 in 10; with Counter-Espionage (+1): 7 in 10." in asked.notes
    missed = Table(table.campaign).give("italy counter-chit yes", 8)
    assert not missed.campaign.engagements["aegean"].defenders
    found = Table(table.campaign).give("italy counter-chit no", 8)
    assert found.campaign.engagements["aegean"].defenders
    # Its report tells the causes.
    (report,) = ReportSheet().battles(missed.campaign, missed.entries)
    causes = {line.label: (line.value, line.holds) for line in report.casts[0].reckoned}
    assert causes["Counter-Espionage chit"] == (1, True) and not causes["Espionage chit"][1]


@pytest.mark.rule("tw-7.8.1-chit", "tw-16.1.7.2", "tw-16.1.7")
@pytest.mark.parametrize(
    ("chits", "turn", "line", "said"),
    [
        ({}, "1942-1-spring", SPY, "Britain has no Espionage chit (16.1.7, 16.1.7.1)"),
        (BOTH, "1942-2-summer", SPY, "chits are played in Spring and Fall only (16.1.7.2)"),
        (BOTH, "1942-1-spring", f"{SEEK} facts=counter-espionage", "the other side is asked itself (16.1.7.2)"),
        (BOTH, "1942-1-spring", f"{SEEK} facts=espionage,espionage", "a fact is named twice"),
    ],
)
def test_7_8_no_chit_without_stock_out_of_season_or_for_the_other_side(
    chits: Mapping[str, int], turn: str, line: str, said: str
) -> None:
    assert said in Table(sailed(chits, turn)).refused(line)


@pytest.mark.rule("tw-7.8.1-chit", "tw-16.1.7.2")
def test_7_8_3_aircraft_find_without_a_die_and_take_no_chit() -> None:
    campaign = after(med("allied.operations.naval"), "britain mission aegean units=britain-fleet-1")
    campaign = laid(campaign, {}, {"italy espionage": 1})
    line = "italy intercept-at-sea aegean units=italy-tac-1 facts=espionage"
    assert "aircraft find without a die: no chit modifies it (7.8.3)" in refused(campaign, line)


@pytest.mark.rule("tw-7.8.1-chit", "tw-16.1.7.2")
def test_ruling_433_nobody_is_asked_in_summer_nor_once_he_has_passed_nor_where_one_seat_plays_all() -> None:
    summer = Table(sailed(BOTH, "1942-2-summer")).give(SEEK, 9)
    assert not summer.campaign.pending
    passed = Table(sailed(BOTH)).give("italy pass-chits").give(SEEK, 9)
    assert not passed.campaign.pending and left(passed.campaign, "italy", "counter-espionage") == 1
    # One seat says it with the order; the chit is that of the first enemy who has one.
    alone = sailed(BOTH, seats=False)
    plain = net(alone, SEEK)
    both = f"{SEEK} facts=espionage,counter-espionage"
    assert net(alone, SPY) == plain - 1 and net(alone, both) == plain
    over = given(alone, both, 9)
    assert not left(over, "britain", "espionage") and not left(over, "italy", "counter-espionage")
    guard = "no enemy has a Counter-Espionage chit (16.1.7)"
    assert guard in refused(sailed({"britain espionage": 1}, seats=False), both)
    # Whoever might hold one is asked, also when he holds none.
    paid = Purchase.made_of("italy", "1942-1-spring", narfs=3)
    table = Table(attrs.evolve(sailed({}), purchases={paid.address: paid})).give(SEEK)
    assert table.asked == {"italy": ("italy counter-chit no",)}
    assert "Italy has no Counter-Espionage chit" in table.refused("italy counter-chit yes")


@pytest.mark.rule("tw-7.8.1-chit")
def test_7_8_nothing_else_comes_of_the_mission_before_the_enemy_has_answered() -> None:
    table = Table(sailed({**BOTH, "germany counter-espionage": 1})).give(SPY)
    for line in (
        "britain undisturbed aegean",
        "britain sea-battle aegean",
        "britain intercept-at-sea aegean units=britain-fleet-2",
    ):
        assert "Britain looks for ships at Aegean (7.8, 16.1.7.2)" in table.refused(line)
    # Both enemies are asked; one chit is enough and one is spent.
    table.give("germany counter-chit yes").give("italy counter-chit yes", 9)
    kept = [left(table.campaign, power, "counter-espionage") for power in ("italy", "germany")]
    assert sum(kept) == 1 and not table.campaign.pending


@pytest.mark.rule("tw-7.8.1-chit")
def test_7_8_the_forecast_of_each_answer_tells_what_it_does() -> None:
    table = Table(sailed(BOTH)).give(SPY)
    met = {}
    for answer in ("no", "yes"):
        odds = understand(RULESET, f"italy counter-chit {answer}", table.campaign).forecast(table.campaign)
        assert odds is not None
        met[answer] = odds.chance(lambda one: one.met)
    assert met["no"] == Fraction(9, 10) and met["yes"] == Fraction(8, 10)


@pytest.mark.rule("tw-7.4", "tw-7.8.1-chit", "tw-16.1.7.2")
def test_7_4_ships_that_attack_a_patrol_may_play_a_chit_on_their_search() -> None:
    line = "italy mission ionian units=italy-fleet-1 against=britain-fleet-1 distance=3"
    campaign = laid(out(med(), "ionian", "britain-fleet-1"), {}, {"italy espionage": 1, "britain counter-espionage": 1})
    assert net(campaign, f"{line} espionage=yes") == net(campaign, line) - 1
    form = RULESET.verbs["mission"].form(campaign, "italy")
    assert form is not None and "espionage" in [field.name for field in form.fields]
    assert "espionage={espionage}" in form.pattern
    table = Table(attrs.evolve(campaign, seats=dict(SEATS))).give(f"{line} espionage=yes")
    assert list(table.asked) == ["britain"] and not left(table.campaign, "italy", "espionage")
    table.give("britain counter-chit no", 2)
    assert table.campaign.engagements["ionian"].attackers == ("italy-fleet-1",)
    nobody = "the mission looks for nobody: no chit modifies a search (7.4, 7.8)"
    assert nobody in refused(campaign, "italy mission levant units=italy-fleet-1 espionage=yes")
    bare = laid(out(med(), "ionian", "britain-fleet-1"), {}, {})
    assert "Italy has no Espionage chit" in refused(bare, f"{line} espionage=yes")


@pytest.mark.rule("tw-7.8.1-chit", "tw-5.1.2.2", "tw-16.1.7.2")
def test_5_1_2_2_a_search_for_raiders_takes_a_chit_too() -> None:
    game = at_sea(laid(war(), {}, {"britain espionage": 1}))
    assert isinstance(game, Segment)
    game.give(f"germany raiders-sail {ROUTE}", "britain seek-raiders glasgow")
    notes = game.decision.notes if game.decision is not None else ()
    assert any("facts=espionage" in note for note in notes)
    assert game.refused("britain raider-search faeroes 3 facts=counter-espionage") == ["16.1.7"]
    game.give("britain raider-search faeroes 3 facts=espionage", faces=(9,))
    assert not left(game.campaign, "britain", "espionage")
