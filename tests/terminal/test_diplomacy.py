"""Diplomacy by keys alone in the real terminal at 80 by 24: points bought, a target named, answered by the other seat
and rolled; a war declared after what follows was read (6.2, 16.1)."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar
from saves import library
from saves.desk import Desk
from tests.terminal.counted import CountedTerminal
from tests.terminal.driver import Terminal
from tests.terminal.test_real_terminal import SMALL, quit_cleanly
from tests.thewar.politics.purchases import DIPLOMACY, SIDES, give, pass_to, scene

BUY = ("]", *["down"] * 7, "+", "+", "down", "down", "1", "e")
"""Germany after Italy; from Belgium to Spain two POPs, to Turkey one; an Espionage chit."""


def written(at: Path, campaign: TheWar) -> Path:
    """A campaign's folder, its dice told by a known secret."""
    hidden = at / "hidden"
    hidden.write_bytes(bytes(32))
    return library.create(RULESET, campaign, name="diplomacy", at=at, secret_file=hidden)


def buying(at: Path) -> Path:
    """One player before the purchase of Spring 1940."""
    return written(at, scene(seats=dict.fromkeys(SIDES, "solo")))


def now(where: Path) -> TheWar:
    """The campaign as it is written."""
    found = Desk.open(where).campaign
    assert isinstance(found, TheWar)
    return found


def playing(where: Path, home: Path, seat: str = "") -> CountedTerminal:
    sits = ("--seat", seat) if seat else ()
    return CountedTerminal("play", str(where), *sits, home=home, columns=SMALL[0], lines=SMALL[1])


def goes_on(where: Path, asked: object, _: Terminal) -> bool:
    """Whether something else is asked than that, or nothing any more."""
    return now(where).pending != asked


def test_16_1_1_points_and_a_chit_are_bought_by_keys_with_all_targets_in_sight(home: Path) -> None:
    where = buying(home)
    with playing(where, home) as terminal:
        terminal.wait("Political points and espionage chits")
        terminal.wait("Italy")
        for name in ("Belgium", "Vichy France", "Yugoslavia"):
            terminal.wait(name)
        terminal.count_anew()
        terminal.hit(*BUY[:-2])
        terminal.wait("2 of 4 POPs")
        terminal.hit("2", "+")
        terminal.wait("5 POPs, and")
        terminal.hit("1", "e")
        terminal.wait("costs 13, leaves 87")
        terminal.hit("enter")
        terminal.wait(lambda _: now(where).powers["germany"].narfs == 87)
        bought = {(one.power, one.country): one.placed for one in now(where).influence.values()}
        assert bought == {("germany", "spain"): 2, ("germany", "turkey"): 1}
        assert terminal.keys <= 17, terminal.keys
        # What lies there is seen from anywhere, and what it would bring.
        terminal.hit("D", "home", *["down"] * 7)
        terminal.wait("May influence it: Germany 2")
        terminal.hit("escape")
        terminal.wait("0 of 2 POPs")
        quit_cleanly(terminal)


def test_16_1_3_a_seat_buys_and_names_the_other_answers_and_both_see_the_roll(home: Path) -> None:
    where = written(home, scene(seats=SIDES))
    with playing(where, home, "axis") as axis:
        # Bought under seal: Italy nothing, Germany two POPs in Spain.
        axis.wait("sealed")
        axis.hit("enter")
        axis.wait("0 of 4 POPs")
        axis.hit(*["down"] * 7, "2")
        axis.wait("2 of 4 POPs")
        axis.hit("enter")
        axis.wait("Germany has ordered under seal")
        give(where, "france points none", "britain points spain", "us points none", "ussr points none")
        pass_to(where, DIPLOMACY)
        axis.wait("Done, go on")
        axis.hit("home", *["down"] * 7, "enter")
        axis.wait("What may come of it")
        axis.hit("enter")
        axis.wait(lambda _: bool(now(where).pending))
        with playing(where, home, "allied") as allied:
            allied.wait("Which POPs has Britain in Spain?")
            allied.calm()
            assert "Germany 2" not in allied.text
            while asked := now(where).pending:
                allied.hit("enter")
                allied.wait(partial(goes_on, where, asked))
            stands = now(where).countries["spain"]
            used = {one.power: one.used for one in now(where).influence.values() if one.country == "spain"}
            assert used == {"germany": 2, "britain": 1}
            allied.wait("rolled")
            quit_cleanly(allied)
        # The roll is shown to who named the target as well, with the cell of the table and what it came to.
        axis.wait("Diplomacy in Spain")
        axis.wait(lambda found: "Spain is now" in found.words or "Spain stays" in found.words)
        axis.hit("D", "home", *["down"] * 7)
        axis.wait(lambda found: any("Spain " in line and " 2    A" in line for line in found.text.splitlines()))
        axis.wait(stands.status.title() if stands.patron else "Neutral")
        quit_cleanly(axis)


def test_6_2_a_war_is_declared_by_keys_after_what_follows_from_it_was_read(home: Path) -> None:
    where = written(home, scene("1940-1-spring", "declarations.declare", dict.fromkeys(SIDES, "solo")))
    with playing(where, home) as terminal:
        terminal.wait("Declarations of war")
        terminal.hit("home", "enter", "germany", "tab", "norway", "tab")
        for told in ("declares war on Norway", "costs 5", "war: Germany with Norway", "Satellite of Britain"):
            terminal.wait(told)
        terminal.wait("U.S. Entry Level")
        assert not [war for war in now(where).wars if "norway" in war], "nothing is given before Enter"
        terminal.hit("enter")
        terminal.wait(lambda _: any({"germany", "norway"} == set(war.names) for war in now(where).wars.values()))
        assert now(where).powers["germany"].narfs == 95 and now(where).countries["norway"].patron == "britain"
        quit_cleanly(terminal)
