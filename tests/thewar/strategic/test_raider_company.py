"""5.1.2.2: patrols and aircraft meet raiders as well, and others come to the raiders' help (7.4, 7.8.3, 7.9.7)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from engine.thewar.sea import sea_drafts
from engine.thewar.strategic.raider_hunt import RaiderHunt
from engine.thewar.world.state import Patrol, TheWar, Unit
from tests.thewar.atlantic import Segment
from tests.thewar.builds import refused
from tests.thewar.strategic.test_raider_hunt import ROUTE, answers, asked, at_sea, based, war


def patrolling(campaign: TheWar, area: str, *keys: str) -> TheWar:
    """The same with ships on patrol since the turn before."""
    out = {key: Patrol(area=area, since="1940-2-summer") for key in keys}
    return attrs.evolve(campaign, patrols={**campaign.patrols, **out})


def flying(campaign: TheWar, place: str, holder: str, key: str, kind: str) -> TheWar:
    """The same with an air unit at a place that its side holds."""
    owner = key.partition("-")[0]
    unit = Unit(power=owner, kind=kind, strength="3-3-2" if kind == "ftr" else "3-5-4", place=place)
    held = {**campaign.places, place: attrs.evolve(campaign.places[place], holder=holder)}
    return attrs.evolve(campaign, units={**campaign.units, key: unit}, places=held)


def sailing(campaign: TheWar) -> Segment:
    """Raiders of Wilhelmshaven are on their way, and Britain is asked."""
    game = at_sea(campaign)
    game.give(f"germany raiders-sail {ROUTE}")
    return game


def hunt_of(game: Segment) -> RaiderHunt:
    return next(one for one in game.campaign.pending.values() if isinstance(one, RaiderHunt))


def lines_of(game: Segment, area: str) -> dict[str, int]:
    """The modifiers of the search that is asked about."""
    hunt = hunt_of(game)
    force = hunt.sent(game.campaign)
    assert force is not None
    return {line.label: line.value for line in hunt.net(game.campaign, force, area, force.ships).lines}


# --- patrols


@pytest.mark.rule("tw-5.1.2.2", "tw-7.4-stay", "tw-7.8.1-patrol")
def test_7_4_a_patrol_looks_for_the_raiders_that_come_into_its_sea_area() -> None:
    game = sailing(patrolling(war(), "faeroes", "britain-fleet-8"))
    assert "britain seek-raiders faeroes" in answers(game)
    assert game.decision is not None and "Fleet 1-12-5 on patrol in Faeroes" in game.decision.notes
    game.give("britain seek-raiders faeroes")
    assert answers(game) == ("britain raider-search faeroes 1",)
    lines = lines_of(game, "faeroes")
    assert lines["own patrol in the Sea Area"] == -2 and not any("port" in label for label in lines)
    elsewhere = refused(game.campaign, "britain raider-search norwegian-sea 1")
    assert "Norwegian Sea is no Sea Area where they may look for the raiders (5.1.2.2). In Faeroes" in elsewhere
    game.give("britain raider-search faeroes 1", faces=(7,))
    assert game.campaign.engagements["faeroes"].defenders == ("britain-fleet-8",)
    assert "britain seek-raiders faeroes" not in answers(game)


@pytest.mark.rule("tw-5.1.2.2", "tw-7.8.1-patrol", "tw-7.8")
def test_7_4_a_patrol_helps_those_of_a_port_and_lies_in_none() -> None:
    game = sailing(patrolling(war(), "faeroes", "britain-fleet-8"))
    game.give("britain seek-raiders glasgow")
    assert lines_of(game, "faeroes")["own patrol in the Sea Area"] == -2
    assert "own patrol in the Sea Area" not in lines_of(game, "norwegian-sea")
    # The ship on patrol is not one of the port's, and a force of its own.
    line = "britain raider-search faeroes 3 units=britain-fleet-1,britain-fleet-2,britain-fleet-8"
    assert "does not look from Glasgow (7.8)" in refused(game.campaign, line)


@pytest.mark.rule("tw-5.1.2.2", "tw-7.4-stay")
def test_7_4_a_patrol_off_their_way_does_not_look() -> None:
    game = sailing(patrolling(war(), "celtic-sea", "britain-fleet-8"))
    assert "britain seek-raiders celtic-sea" not in answers(game)
    text = refused(game.campaign, "britain seek-raiders celtic-sea")
    assert "Britain has to decide first: which force looks for the raiders?" in text and "scapa-flow" in text


@pytest.mark.rule("tw-5.1.2.2-sec", "tw-5.1.2.2-gib")
def test_5_1_2_2_on_a_mark_a_patrol_of_home_ports_looks_and_one_of_gibraltar_last() -> None:
    northern = based(war(), "narvik-box", "germany-fleet-1")
    home = at_sea(patrolling(northern, "north-atlantic", "britain-fleet-8"), face=9)
    assert "britain seek-raiders north-atlantic" in answers(home)
    away = patrolling(based(northern, "gibraltar", "britain-fleet-8"), "north-atlantic", "britain-fleet-8")
    last = at_sea(away, face=9)
    assert "britain seek-raiders north-atlantic" not in answers(last)
    last.give("britain seek-raiders glasgow")
    last.give("britain raider-search north-atlantic 3", faces=(10,))
    last.give("britain seek-raiders none")
    assert answers(last) == ("britain seek-raiders north-atlantic", "britain seek-raiders none")
    # Of Malta's, none.
    abroad = patrolling(based(northern, "malta", "britain-fleet-8"), "north-atlantic", "britain-fleet-8")
    assert "britain seek-raiders north-atlantic" not in answers(at_sea(abroad, face=9))


@pytest.mark.rule("tw-5.1.2.1", "tw-7.4-stay")
def test_5_1_2_1_ships_on_patrol_are_no_raiders() -> None:
    campaign = patrolling(war(), "norwegian-sea", "germany-fleet-1")
    said = refused(campaign, "germany sea-box raiders=germany-fleet-1")
    assert "Fleet 1-12-5 stays on patrol in Norwegian Sea (7.4)" in said
    assert not refused(campaign, "germany sea-box raiders=germany-fleet-2")


# --- aircraft


def norway(**more: Any) -> TheWar:
    """A British TAC and FTR at Trondheim, on the raiders' way."""
    campaign = flying(war(**more), "trondheim", "britain", "britain-tac-9", "tac")
    return flying(campaign, "trondheim", "britain", "britain-ftr-9", "ftr")


def flown(campaign: TheWar) -> Segment:
    """Britain has sent no ships and is asked for aircraft."""
    game = sailing(campaign)
    game.give("britain seek-raiders none")
    return game


@pytest.mark.rule("tw-5.1.2.2", "tw-7.8.3")
def test_7_8_3_aircraft_next_to_their_way_find_the_raiders_without_a_die() -> None:
    game = flown(norway())
    assert asked(game) == "britain" and answers(game) == (
        "britain raider-aircraft norwegian-sea units=britain-tac-9",
        "britain raider-aircraft none",
    )
    assert game.decision is not None and game.decision.default == "britain raider-aircraft none"
    game.give("britain raider-aircraft norwegian-sea units=britain-tac-9,britain-ftr-9", faces=())
    met = game.campaign.engagements["norwegian-sea"]
    assert met.attackers == ("germany-fleet-1",) and met.defenders == ("britain-tac-9", "britain-ftr-9")
    # By their groups they are named as well.
    order = understand(RULESET, "britain raider-aircraft norwegian-sea units=tac-3-5-4", flown(norway()).campaign)
    assert order.text.startswith("britain raider-aircraft norwegian-sea units=britain-tac-")


@pytest.mark.rule("tw-7.8.3", "tw-5.1.2.2")
def test_7_8_3_who_does_not_meet_them() -> None:
    campaign = flying(norway(), "scapa-flow", "britain", "britain-tac-8", "tac")
    worn = attrs.evolve(campaign.units["britain-tac-9"], immobile=True)
    game = flown(campaign)

    def said(area: str, units: str, power: str = "britain") -> str:
        return refused(game.campaign, f"{power} raider-aircraft {area} units={units}")

    assert "Scapa Flow is not next to Norwegian Sea (7.8.3)" in said("norwegian-sea", "britain-tac-8")
    assert "the raiders are not met in Celtic Sea (5.1.2.2)" in said("celtic-sea", "britain-tac-9")
    assert "FTR attack no ships outside a straits Sea Area" in said("norwegian-sea", "britain-ftr-9")
    assert "Fleet 1-12-5 does not fly from a base (7.8.3)" in said("norwegian-sea", "britain-fleet-1")
    assert "is not on this side (7.8.3)" in said("norwegian-sea", "germany-tac-1")
    assert "a unit is named twice" in said("norwegian-sea", "britain-tac-9,britain-tac-9")
    assert "Britain is asked" in said("norwegian-sea", "germany-tac-1", "germany")
    assert "no aircraft are named" in refused(game.campaign, "britain raider-aircraft norwegian-sea")
    assert "aircraft are named and none is sent" in said("none", "britain-tac-9")
    dry = attrs.evolve(game.campaign, units={**game.campaign.units, "britain-tac-9": worn})
    assert "TAC 3-5-4 has no oil (24.1)" in refused(dry, "britain raider-aircraft norwegian-sea units=britain-tac-9")
    # Ships look first.
    early = refused(sailing(norway()).campaign, "britain raider-aircraft norwegian-sea units=britain-tac-9")
    assert "no raiders are at sea that await this (7.8.3)" in early


@pytest.mark.rule("tw-7.8.3")
def test_7_8_3_aircraft_over_the_atlantic_are_next_to_no_sea_area() -> None:
    campaign = norway(entered="1940-1-spring")
    american = Unit(power="us", kind="tac", strength="3-5-4", place="us-box")
    game = sailing(attrs.evolve(campaign, units={**campaign.units, "us-tac-9": american}))
    game.give("britain seek-raiders none", "us seek-raiders none")
    game.give("britain raider-aircraft none")
    # It lies over the ocean: the United States is not asked, and no order of the other side's turn sends it.
    assert game.decision is None
    away = list(sea_drafts.far_bases(game.campaign, "north-atlantic", "us", ("us-tac-9",), 0))
    assert ["is not next to North Atlantic" in one.reason for one in away] == [True]


@pytest.mark.rule("tw-5.1.2.2", "tw-7.8.3")
def test_7_8_3_aircraft_join_ships_that_have_found_them_and_fly_once() -> None:
    campaign = flying(norway(), "kiel", "germany", "germany-tac-9", "tac")
    game = sailing(campaign)
    game.give("britain seek-raiders glasgow")
    game.give("britain raider-search norwegian-sea 3", faces=(1,))
    game.give("britain seek-raiders none")
    game.give("britain raider-aircraft norwegian-sea units=britain-tac-9")
    assert game.campaign.engagements["norwegian-sea"].defenders[-1] == "britain-tac-9"
    # Where they were found elsewhere, it does not reach them.
    other = sailing(campaign)
    other.give("britain seek-raiders glasgow")
    other.give("britain raider-search faeroes 3", faces=(1,))
    other.give("britain seek-raiders none")
    assert not any("aircraft" in line for line in answers(other))


@pytest.mark.rule("tw-5.1.2.2", "tw-7.8.3")
def test_11_2_3_an_air_unit_meets_the_raiders_of_one_port_only() -> None:
    campaign = based(norway(), "kiel", "germany-fleet-1")
    game = at_sea(campaign, raiders="germany-fleet-1,germany-fleet-2")
    for base in ("wilhelmshaven", "kiel"):
        game.give(f"germany raiders-sail {ROUTE}", "britain seek-raiders none")
        if base == "wilhelmshaven":
            assert "britain-tac-9" in answers(game)[0]
            game.dice = FixedDice((10, 10, 10, 10, 10, 10, 10, 10))
            game.give("britain raider-aircraft norwegian-sea units=britain-tac-9")
            while "raiders-sail" not in answers(game)[0]:
                game.give(answers(game)[-1])
    # One of which only the board knows where it is based may fly, that one no more.
    assert answers(game)[0] == "britain raider-aircraft norwegian-sea units=britain-tac-1"
    again = refused(game.campaign, "britain raider-aircraft norwegian-sea units=britain-tac-9")
    assert "has intercepted in this segment already (11.2.3)" in again


@pytest.mark.rule("tw-5.1.2.2-sec", "tw-7.8.3")
def test_5_1_2_2_no_aircraft_look_on_a_mark() -> None:
    game = at_sea(based(norway(), "narvik-box", "germany-fleet-1"), face=9)
    game.give("britain seek-raiders none")
    assert game.decision is None


# --- to the raiders' help


def found(campaign: TheWar, area: str = "norwegian-sea", *, last: bool = True) -> Segment:
    """Three Fleets of Glasgow have found the raiders; with ``last`` Britain sends nobody more."""
    game = sailing(campaign)
    game.give("britain seek-raiders glasgow")
    game.give(f"britain raider-search {area} 3", faces=(1,))
    if last:
        game.give("britain seek-raiders none")
    return game


@pytest.mark.rule("tw-5.1.2.2", "tw-7.8", "tw-7.9.7")
def test_7_9_7_ships_of_germany_look_for_those_who_have_found_the_raiders() -> None:
    game = found(based(war(), "kiel", "germany-fleet-2"))
    assert asked(game) == "germany" and answers(game) == ("germany seek-raiders kiel", "germany seek-raiders none")
    assert game.decision is not None and "help" in game.decision.title
    game.give("germany seek-raiders kiel")
    assert answers(game) == ("germany raider-search norwegian-sea 1",)
    lines = lines_of(game, "norwegian-sea")
    assert lines["port 1 Sea Area away"] == -1
    assert "Britain" not in " ".join(lines)
    line = "germany raider-search norwegian-sea 1 units=germany-fleet-1"
    assert "does not look from Kiel" in refused(game.campaign, line), "it is the raider itself"
    # Three Fleets are looked for: a 2 finds them, and both fight.
    game.dice = FixedDice((2, *[10] * 20))
    game.give("germany raider-search norwegian-sea 1")
    joined = [now for _, now in game.changed("engagements.norwegian-sea.attackers")]
    assert joined == [("germany-fleet-1", "germany-fleet-2")]
    # A miss, and the raider fights alone; who has not raided costs Britain nothing.
    alone = found(based(war(), "kiel", "germany-fleet-2"))
    alone.give("germany seek-raiders kiel")
    alone.dice = FixedDice((10, 10, *[10] * 20))
    alone.give("germany raider-search norwegian-sea 1")
    assert not alone.changed("engagements.norwegian-sea.attackers")
    assert "germany-fleet-1" not in alone.campaign.units and "germany-fleet-2" in alone.campaign.units
    assert alone.changed("powers.britain.narfs") == []


@pytest.mark.rule("tw-5.1.2.2", "tw-7.9.7")
def test_7_9_7_nobody_is_asked_to_help_raiders_that_are_not_found() -> None:
    game = sailing(based(war(), "kiel", "germany-fleet-2"))
    game.give("britain seek-raiders glasgow")
    game.give("britain raider-search norwegian-sea 3", faces=(10,))
    game.give("britain seek-raiders none")
    assert game.decision is None and not game.campaign.pending
    # Nor ships that are on patrol elsewhere: the battle is fought at once.
    far = found(patrolling(war(), "west-baltic", "germany-fleet-2"), last=False)
    far.give("britain seek-raiders none", faces=(10,))
    assert "germany-fleet-1" not in far.campaign.units and not far.campaign.pending


@pytest.mark.rule("tw-5.1.2.2", "tw-7.9.7", "tw-7.8.3")
def test_7_9_7_german_aircraft_next_to_the_battle_come_without_a_die() -> None:
    campaign = flying(based(war(), "danzig", "germany-fleet-2"), "bergen", "germany", "germany-tac-9", "tac")
    game = found(campaign)
    while not any("aircraft" in line for line in answers(game)):
        game.give("germany seek-raiders none")
    assert answers(game)[0] == "germany raider-aircraft norwegian-sea units=germany-tac-9"
    assert "is asked" in refused(game.campaign, "britain raider-aircraft norwegian-sea units=britain-tac-1")
    game.dice = FixedDice([10] * 40)
    game.give("germany raider-aircraft norwegian-sea units=germany-tac-9")
    assert game.changed("engagements.norwegian-sea.attackers") == [
        (("germany-fleet-1",), ("germany-fleet-1", "germany-tac-9"))
    ]


@pytest.mark.rule("tw-7.8.1")
def test_7_8_1_what_only_the_board_knows_of_the_search_is_said_with_it() -> None:
    game = sailing(war())
    game.give("britain seek-raiders glasgow")
    hunt = hunt_of(game)
    force = hunt.sent(game.campaign)
    assert force is not None
    plain = hunt.net(game.campaign, force, "faeroes", force.ships).total
    said = hunt.net(game.campaign, force, "faeroes", force.ships, ("own-land-air",)).total
    assert said == plain - 1
    assert "'moonlight' is nothing to be said here" in refused(
        game.campaign, "britain raider-search faeroes 3 facts=moonlight"
    )
    game.give("britain raider-search faeroes 3 facts=own-land-air", faces=(7,))
    assert game.campaign.engagements["faeroes"].defenders, "without it a 7 misses"
