"""Aircraft and Automatic Victories: a type of mission of its own, air support against one, fighters that meet (9.8,
11.2.3, 11.4, 11.12.2, ruling 60)."""

from __future__ import annotations

import re

import attrs
import pytest

from engine.kernel import telling
from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets.preview_sheet import PreviewSheet
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.air.test_air_fight import Played, stepped
from tests.thewar.builds import after, refused
from tests.thewar.ground.test_ground_fight import ATTACKS, front
from tests.thewar.reckoning import adds_up

MOVE, COMBAT, SECOND = (f"axis.operations.{step}" for step in ("first-impulse", "combat", "second-impulse"))
AV = "germany overrun smolensk units=3-arm-8-8,3-inf-6-5 against=inf-4-5 terrain=city air=mdm"
OPEN = "germany overrun {} units=3-arm-8-8 against=inf-4-5 terrain=clear"


def field(*more: str, step: str = MOVE) -> TheWar:
    """The front before Smolensk with more units ('ussr ftr 1-3-2')."""
    campaign = stepped(front(), step)
    units = dict(campaign.units)
    for nth, text in enumerate(more, start=701):
        power, kind, strength = text.split()
        units[f"{power}-{kind}-{nth}"] = Unit(power=power, kind=kind, strength=strength)
    return attrs.evolve(campaign, units=units)


def soviets(campaign: TheWar, kind: str = "inf") -> int:
    return sum(unit.power == "ussr" and unit.kind == kind for unit in campaign.units.values())


def answers(game: Played) -> list[str]:
    """What is asked, with kinds for the ids of units."""
    return [re.sub(r"(\w+ support \w+) \w+-(\w+)-\d+", r"\1 \2", answer) for answer in game.asked]


@pytest.mark.rule("tw-9.8-air", "tw-11.2.3-once")
def test_9_8_support_of_an_automatic_victory_leaves_the_units_support_in_combat() -> None:
    there = Played(field()).give(AV).give("ussr no-support smolensk").campaign
    assert there.places["smolensk"].holder == "germany" and not there.pending and not there.engagements
    # A second one it does not support, an attack of the same impulse it does; and not twice.
    assert "has flown in support in this impulse already" in refused(there, OPEN.format("x") + " air=mdm")
    attacks = stepped(there, ATTACKS)
    attack = "germany attack {} units=arm-8-8 against={} terrain=clear air={}"
    assert refused(attacks, attack.format("x", "inf-4-5", "mdm")) == ""
    once = after(attacks, attack.format("x", "inf-4-5", "mdm"))
    assert "has flown in support in this impulse already" in refused(once, attack.format("y", "arm-6-8", "mdm"))
    # The other way about: it has supported an attack, of the first impulse, and supports one in the second.
    assert "has flown" not in refused(stepped(once, SECOND), OPEN.format("z") + " air=mdm")


@pytest.mark.rule("tw-9.8-air", "tw-11.4", "tw-11.4.1")
def test_ruling_60_air_support_against_an_automatic_victory_spoils_it() -> None:
    game = Played(field())
    # 42 to 9 is 4-1, and 6-1 by the MDM.
    game.give(AV)
    assert game.campaign.engagements["smolensk"].air and soviets(game.campaign) == 2
    assert answers(game) == ["ussr no-support smolensk", "ussr support smolensk tac"]
    assert not any(refused(game.campaign, answer) for answer in game.asked)
    assert "Soviet Union is asked" in refused(game.campaign, "germany support smolensk tac-1-5-4")
    assert "has to decide first" in refused(game.campaign, "germany done")
    game.give("ussr support smolensk tac")
    assert game.asked[0].startswith("germany no-support") and "germany support smolensk tac" in answers(game)
    game.give("germany no-support smolensk")
    # 1 to 1 in the air: on a 9 the MDM is Depleted and goes home, and 4-1 is no Automatic Victory.
    held = Played(game.campaign).give("germany air-effort none", 9).give("germany fly-on no").campaign
    assert soviets(held) == 2 and held.places["smolensk"].holder == "ussr"
    assert not held.pending and not held.engagements
    # On a 1 the TAC is lost, and Smolensk with it.
    won = Played(game.campaign).give("germany air-effort none", 1).campaign
    assert soviets(won, "tac") == 0 and soviets(won) == 1 and won.places["smolensk"].holder == "germany"


@pytest.mark.rule("tw-9.8-air", "tw-11.4.1")
def test_ruling_60_columns_to_the_left_leave_it_below_six_to_one() -> None:
    # No air support of the Germans, so nobody meets in the air: 24 to 4 is 6-1, and 5-1 with the TAC.
    game = Played(field("ussr cav 2-6"))
    line = "germany overrun 1507 units=3-arm-8-8 against=cav-2-6 terrain=clear"
    assert refused(game.campaign, line) == ""
    game.give(line).give("ussr support 1507 tac").give("germany no-support 1507")
    now = game.campaign
    assert soviets(now, "cav") == 1 and not now.pending and not now.engagements
    assert any("is not made: the odds are 5-1" in said for said in told(game)), told(game)
    # Nobody has attacked: the same units may in combat. The TAC has flown its support of the impulse.
    attack = "germany attack 1507 units=3-arm-8-8 against=cav-2-6 terrain=clear"
    announced = after(stepped(now, ATTACKS), attack)
    assert "has flown in support" in refused(announced, "ussr support 1507 tac")
    gone = Played(field("ussr cav 2-6")).give(line).give("ussr no-support 1507")
    assert soviets(gone.campaign, "cav") == 0


def told(game: Played) -> list[str]:
    """What the journal says, the latest first."""
    return [said for _, said in telling.backwards(game.campaign, game.entries)]


@pytest.mark.rule("tw-11.2.3-list")
def test_11_2_3_fighters_meet_those_who_answer_and_are_no_support_themselves() -> None:
    campaign = field("germany ftr 3-3-2", "ussr ftr 1-3-2")
    text = refused(campaign, AV.replace("air=mdm", "air=mdm,germany-ftr-701"))
    assert "FTR 3-3-2 does not fly support of an Automatic Victory" in text and "11.2.3" in text
    game = Played(campaign).give(AV)
    assert "ussr support smolensk ftr" in answers(game)
    game.give("ussr support smolensk ftr")
    assert "germany support smolensk ftr" in answers(game)
    game.give("germany support smolensk ftr")
    # The Soviet TAC may still come; it does not, and they fight: the German effort is asked first.
    assert game.asked[0].startswith("ussr no-support")
    game.give("ussr no-support smolensk")
    assert game.asked[0].startswith("germany air-effort")
    game.give("germany air-effort none", 5)
    # A fighter over an attack of the same impulse is another type of mission.
    assert "germany-ftr-701-axis-1-counter-interception" in game.campaign.missions
    assert "ussr-ftr-702-axis-1-av-interception" in game.campaign.missions


@pytest.mark.rule("tw-9.8", "tw-9.9.3")
def test_9_8_without_aircraft_that_could_answer_nobody_is_asked() -> None:
    campaign = field()
    bare = attrs.evolve(campaign, units={key: one for key, one in campaign.units.items() if one.kind != "tac"})
    game = Played(bare).give(AV)
    assert not game.asked and game.campaign.places["smolensk"].holder == "germany"
    # Reserves do not come against it.
    asked = Played(campaign).give(AV).campaign
    assert refused(asked, "ussr reinforce smolensk arm-6-8") != ""


@pytest.mark.rule("tw-9.8-air", "tw-11.12.2")
def test_11_12_2_flak_among_the_defenders_fires_at_what_supports_it() -> None:
    campaign = field("ussr flak 1-3")
    bare = attrs.evolve(campaign, units={key: one for key, one in campaign.units.items() if one.kind != "tac"})
    line = AV.replace("against=inf-4-5", "against=inf-4-5,flak")
    game = Played(bare).give(line)
    assert game.asked[0].startswith("germany air-effort")
    # A 10 on the column of 1 Depletes the MDM: it shifts one column and no more.
    game.give("germany air-effort none", 10)
    assert next(unit for unit in game.campaign.units.values() if unit.kind == "mdm").depleted
    assert soviets(game.campaign) == 2 and not game.campaign.engagements and not game.campaign.pending


@pytest.mark.rule("tw-9.8-air", "tw-11.4")
def test_9_8_an_automatic_victory_that_is_answered_has_its_report() -> None:
    game = Played(field()).give(AV)
    (asked,) = game.reports
    assert asked.open and asked.title == "Automatic Victory at Smolensk" and "3 ARM 8-8" in asked.forces
    (odds,) = asked.casts
    adds_up(odds)
    assert (odds.odds, odds.column, odds.faces, odds.rows) == ("42 to 9: 4-1", "6-1", (), ())
    assert [(one.value, one.label) for one in odds.shifts if one.holds] == [(2, "MDM 1-7-6, offensive air support")]
    page = PreviewSheet().preview(field(), understand(RULESET, AV, field()))
    assert page is not None and page.cast == odds and page.automatic == ("",)
    won = Played(game.campaign)
    won.entries = list(game.entries)
    (report,) = won.give("ussr no-support smolensk").reports
    assert not report.open and [one.odds for one in report.casts] == [odds.odds]
    assert report.words[-1].text == "An Automatic Victory: every defender is eliminated without a die"
    assert [one.text for one in report.lost] == ["Soviet Union: 1 INF lost"]
    game.give("ussr support smolensk tac").give("germany no-support smolensk")
    fought = game.give("germany air-effort none", 9).give("germany fly-on no").reports
    assert [one.kind for one in fought] == ["air", "overrun"]
    assert "Nobody is eliminated, and nobody has attacked" in [one.text for one in fought[-1].words]


@pytest.mark.rule("tw-9.8")
def test_9_8_what_fights_no_ground_battle_is_refused_also_where_it_has_no_rating() -> None:
    campaign = field()
    box = Unit(power="britain", kind="int", strength="", place="bombing-war-box")
    campaign = attrs.evolve(campaign, units={**campaign.units, "britain-int-2": box})
    text = refused(campaign, "germany overrun smolensk units=3-arm-8-8 against=britain-int-2 siege=9")
    assert "(9.8)" in text or "(10." in text, text
