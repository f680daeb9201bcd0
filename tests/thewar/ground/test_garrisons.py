"""Fortifications that stand empty for a turn (10.6.4)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import play, telling
from engine.kernel.dice import FixedDice
from engine.thewar.ground import garrisons, marker_orders
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets.gazetteer import sites
from engine.thewar.world.state import Installation, TheWar, Unit
from tests.thewar.builds import after, at, refused
from tests.thewar.ground.test_ground_fight import stepped
from tests.thewar.minors import moved

END, OTHER = "axis.end.markers", "allied.end.markers"
EMPTY = "germany unoccupied cologne"


def forts(turn: str = "1941-2-summer", **units: Unit) -> TheWar:
    """Germany with a fortification at Cologne and one in a hex, Britain with one."""
    built = {
        "cologne": Installation(power="germany", kind="fortification", place="cologne", since="1940-1-spring"),
        "hex": Installation(power="germany", kind="fortification", since="1940-1-spring"),
        "base": Installation(power="germany", kind="airbase", place="cologne", since="1940-1-spring"),
        "dover": Installation(power="britain", kind="fortification", since="1940-1-spring"),
    }
    return attrs.evolve(at(END, turn), installations=built, units=units)


def standing(kind: str, power: str = "germany", place: str = "cologne") -> Unit:
    return Unit(power=power, kind=kind, strength="2-5", place=place)


def ended(campaign: TheWar, turn: str, step: str = END) -> TheWar:
    """The campaign after the end of a side's half in a turn."""
    there = stepped(moved(campaign, turn), step)
    found, _ = play.apply(RULESET, there, marker_orders.Lapse(), seat="", dice=FixedDice(()), n=1)
    assert isinstance(found, TheWar)
    return found


@pytest.mark.rule("tw-10.6.4-idle")
def test_10_6_4_empty_for_a_full_turn_a_fortification_is_gone() -> None:
    campaign = after(forts(), EMPTY)
    assert campaign.installations["cologne"].idle == "1941-2-summer"
    # Not at the end of the same turn, nor of the enemy's half; at the end of its owner's next one.
    assert "cologne" in ended(campaign, "1941-2-summer").installations
    assert "cologne" in ended(campaign, "1941-3-fall", OTHER).installations
    gone = ended(campaign, "1941-3-fall")
    assert set(gone.installations) == {"hex", "base", "dover"}, "what has its garrison stands"
    site = next(site for site in sites(campaign) if site.id == "cologne")
    assert any(fact.text == "fortification of Germany, empty since Summer 1941" for fact in site.facts)


@pytest.mark.rule("tw-10.6.4-idle")
def test_10_6_4_a_garrison_that_comes_back_in_time_keeps_it() -> None:
    campaign = moved(after(forts(), EMPTY), "1941-3-fall")
    back = after(campaign, f"{EMPTY} empty=no")
    assert back.installations["cologne"].idle == ""
    assert "cologne" in ended(back, "1941-3-fall").installations
    assert "cologne" in ended(back, "1942-1-spring").installations
    # A unit recorded there says it as well.
    stationed = attrs.evolve(campaign, units={"germany-inf-1": standing("inf")})
    assert "cologne" in ended(stationed, "1941-3-fall").installations


@pytest.mark.rule("tw-10.6.4-idle")
@pytest.mark.parametrize(("kind", "keeps"), [("inf", 1), ("mot", 1), ("sta", 1), ("para", 1), ("arm", 0), ("art", 0)])
def test_10_6_4_inf_mot_sta_and_para_are_a_garrison(kind: str, keeps: int) -> None:
    there = forts(one=standing(kind))
    assert len(garrisons.garrison(there, there.installations["cologne"])) == keeps
    assert ("is recorded there" in refused(there, EMPTY)) == bool(keeps)
    # An enemy's is none, nor one that stands elsewhere.
    for other in (standing(kind, power="britain"), standing(kind, place="berlin"), standing(kind, place="board")):
        away = forts(one=other)
        assert not garrisons.garrison(away, away.installations["cologne"])


def test_10_6_4_what_stands_empty_is_ones_own_and_said_once() -> None:
    campaign = forts()
    assert "'dover' is none of its fortifications" in refused(campaign, "germany unoccupied dover")
    assert "There are: cologne, hex." in refused(campaign, "germany unoccupied base")
    assert refused(campaign, "germany unoccupied hex") == ""
    assert "it is empty already" in refused(after(campaign, EMPTY), EMPTY)
    assert "it is occupied already" in refused(campaign, f"{EMPTY} empty=no")


def test_10_6_4_the_turn_takes_it_off_by_itself_and_says_so() -> None:
    due = moved(after(forts(), EMPTY), "1941-3-fall")
    batches = play.settle(RULESET, due, dice=FixedDice(()), n=1)
    taken = next(entry for batch in batches for entry in batch.entries if entry.order == "markers-lapse")
    assert telling.sentence(due, taken) == "Off the board: 1 empty fortification"
    idle = attrs.evolve(due.installations["cologne"], idle="soon")
    broken = attrs.evolve(due, installations={**due.installations, "cologne": idle})
    assert "installations.cologne.idle" in [fault.at for fault in RULESET.check(broken)]
