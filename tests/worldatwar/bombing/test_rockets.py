"""Rocket bases, flying bombs and rockets in play (26.15, 26.6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import pytest

from engine.kernel.sheets.ledger import falls_due
from engine.worldatwar.bombing.barrages import bombs_damage
from engine.worldatwar.ruleset import RULESET
from engine.worldatwar.targets import rocket_bases
from engine.worldatwar.world import editions, flights
from engine.worldatwar.world.state import RocketBase, WorldAtWar
from tests.worldatwar.bombers import ALLIED, AXIS, bombing, brps, faces, fly
from tests.worldatwar.game import Game, refused

MOVEMENT = "axis.movement.rocket-bases"


def rockets(step: str = AXIS, *, bases: int = 4, results: int = 2, owner: str = "germany", **more: Any) -> WorldAtWar:
    """A campaign with so many rocket bases on the board, in places of their own beside Brest."""
    faction = {"germany": "axis", "us": "western", "britain": "western"}[owner]
    research = {f"{faction}-rockets": results, **more.pop("research", {})}
    campaign = bombing(step, research=research, **more)
    site = attrs.evolve(campaign.places["brest"], holder=owner, country=owner, kind="base", cities=0, ports=0)
    sites = {f"site-{number}": attrs.evolve(site, name=f"Site {number}") for number in range(1, bases + 1)}
    standing = {f"{owner}-{number}": RocketBase(owner=owner, place=f"site-{number}") for number in range(1, bases + 1)}
    return attrs.evolve(campaign, places={**campaign.places, **sites}, bases=standing)


# ---------------------------------------------------------------- the printed example


@pytest.mark.rule("awaw-26.661", "awaw-26.651", "awaw-26.71")
@pytest.mark.parametrize("name", editions.NAMES)
def test_26_661_example_two_salvos_at_london(name: str) -> None:
    campaign = rockets(name=name, research={"western-radar": 1, "western-air-defense": 1})
    game = fly(campaign, "germany fire london bombs=2", defence=("britain guard london aaf=4",))
    assert brps(game, "britain") == campaign.powers["britain"].brps - 6
    assert game.campaign.powers["britain"].limit_change == -2
    # The four AAF are inverted for their next player turn (26.664).
    assert game.campaign.flown["britain-aaf"].count == 4
    assert any("4 AAF that met flying bombs are inverted" in duty.text for duty in falls_due(RULESET, game.campaign))


# ---------------------------------------------------------------- firing


@pytest.mark.rule("awaw-26.15", "awaw-26.63")
def test_26_63_one_salvo_from_each_working_base_half_of_each_kind() -> None:
    campaign = rockets(bases=4)
    assert refused(campaign, "germany fire london bombs=2 rockets=2") == ""
    told = refused(campaign, "germany fire london bombs=3")
    assert "(26.63B)" in told and "Half of the bases" in told
    assert "5 salvos from 0 rocket bases" in refused(campaign, "germany fire london bombs=3 rockets=2")
    game = Game(campaign)
    game.give("germany fire london bombs=2")
    assert "1 salvos from 0" not in refused(game.campaign, "germany fire birmingham rockets=1")
    assert "3 salvos of flying bombs" in refused(game.campaign, "germany fire birmingham bombs=1")
    again = refused(game.campaign, "germany fire birmingham rockets=1 bases=germany-1")
    assert "(26.15)" in again and "fires already" in again


@pytest.mark.rule("awaw-26.63")
@pytest.mark.parametrize(("bases", "most"), [(1, 1), (2, 1), (3, 2), (5, 3), (6, 3)])
def test_26_63B_an_odd_base_fires_either(bases: int, most: int) -> None:
    campaign = rockets(bases=bases, results=3)
    assert refused(campaign, f"germany fire london bombs={most}") == ""
    assert refused(campaign, f"germany fire london rockets={most}") == ""
    assert "(26.63" in refused(campaign, f"germany fire london bombs={most + 1}")


@pytest.mark.rule("awaw-26.15")
def test_26_15_no_salvo_from_a_damaged_or_foreign_base_or_one_that_is_not_operational() -> None:
    campaign = rockets(bases=1)
    damaged = attrs.evolve(campaign, bases={"germany-1": RocketBase(owner="germany", place="site-1", damaged=3)})
    assert "is damaged" in refused(damaged, "germany fire london bombs=1 bases=germany-1")
    site = attrs.evolve(campaign.places["site-1"], operational=False)
    idle = attrs.evolve(campaign, places={**campaign.places, "site-1": site})
    assert "not operational" in refused(idle, "germany fire london bombs=1 bases=germany-1")
    assert "no rocket base of theirs" in refused(campaign, "germany fire london bombs=1 bases=us-1")


@pytest.mark.rule("awaw-26.15", "awaw-26.31")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("germany fire malta bombs=1", "no target"),
        ("germany fire london bombs=1 hexes=4", "too far for rockets"),
        ("germany fire us-atlantic bombs=1", "only strategic bombers"),
        ("germany fire tokyo bombs=1", "not at war"),
        ("germany fire london", "no salvo is named"),
    ],
)
def test_26_15_targets_in_range_of_the_base(line: str, why: str) -> None:
    campaign = rockets(research={"axis-air-range": 3})
    assert refused(campaign, "germany fire london bombs=1 hexes=3") == ""
    assert why in refused(campaign, line)


@pytest.mark.rule("awaw-26.651", "awaw-26.653")
def test_26_651B_rockets_cost_five_brps_each_and_nothing_stops_them() -> None:
    campaign = rockets(research={"western-radar": 5, "western-air-defense": 5})
    game = fly(campaign, "germany fire london rockets=2", defence=())
    assert brps(game, "britain") == campaign.powers["britain"].brps - 10
    assert game.campaign.powers["britain"].limit_change == -10


@pytest.mark.rule("awaw-26.64")
def test_26_64_announced_with_the_bombers_and_resolved_after_them() -> None:
    game = fly(rockets(), "germany fire london rockets=1", "germany raid london aaf=9 front=western", totals=(7, 7))
    order = [
        change.at
        for entry in game.entries
        for change in entry.changes
        if change.at.startswith("bombed.") and not change.at.endswith("lost")
    ]
    assert order.index("bombed.london-germany-bombers") < order.index("bombed.london-germany-rockets")


@pytest.mark.rule("awaw-26.652", "awaw-26.71")
def test_26_652_all_effects_together_are_capped_by_the_value_of_the_hex() -> None:
    campaign = rockets(places={"london": {"value": 12, "flak": 0}}, results=3, bases=6)
    game = fly(
        campaign, "germany fire london bombs=1 rockets=3", "germany raid london aaf=9 front=western", totals=(2, 2)
    )
    done = {damage.means: (damage.brps, damage.lost) for damage in game.campaign.bombed.values()}
    assert sum(lost for _, lost in done.values()) == 12 == campaign.powers["britain"].brps - brps(game, "britain")
    bombers, bombs, rocket = done["bombers"], done["bombs"], done["rockets"]
    # Bombers use up the value first, flying bombs next, rockets what is left.
    assert bombers[1] == bombers[0] < 12 and bombs[1] == min(bombs[0], 12 - bombers[1])
    assert rocket == (15, 12 - bombers[1] - bombs[1])


@pytest.mark.rule("awaw-26.653")
@pytest.mark.parametrize("name", editions.NAMES)
def test_26_653_limits_by_means_and_the_germans_gain(name: str) -> None:
    campaign = rockets(name=name, places={"london": {"flak": 0, "airbases": 0, "objectives": 0, "cities": 0}})
    game = fly(campaign, "germany fire london bombs=2 rockets=2")
    # 20 BRPs by flying bombs: a third, rounded down; 10 by rockets: all.
    assert brps(game, "britain") == campaign.powers["britain"].brps - 30
    assert game.campaign.powers["britain"].limit_change == -(20 // 3) - 10
    assert game.campaign.powers["germany"].limit_now == 30
    game.until("allied.combat.bombers")
    assert game.campaign.powers["germany"].limit_now == 0, "this turn's losses only"


@pytest.mark.rule("awaw-26.653")
@pytest.mark.parametrize(("name", "gain"), [("newest", 10), ("middle", 0), ("oldest", 0)])
def test_26_653C_american_rockets_raise_the_british_limit_in_the_newest_edition(name: str, gain: int) -> None:
    campaign = rockets(ALLIED, owner="us", name=name)
    game = fly(campaign, "us fire essen rockets=2")
    assert game.campaign.powers["britain"].limit_now == gain
    assert game.campaign.powers["us"].limit_now == 0
    british = fly(rockets(ALLIED, owner="britain", name=name), "britain fire essen rockets=2")
    assert british.campaign.powers["britain"].limit_now == gain


# ---------------------------------------------------------------- defence


@pytest.mark.rule("awaw-26.661")
@pytest.mark.parametrize(
    ("defence", "lost"),
    [("interceptors=3", 14 - 3), ("aaf=5", 14 - 5), ("jets=2", 14 - 8), ("interceptors=4 aaf=9", 1)],
)
def test_26_661_what_each_defender_saves(defence: str, lost: int) -> None:
    campaign = rockets(research={"western-jets": 1})
    game = fly(campaign, "germany fire london bombs=2", defence=(f"britain guard london {defence}",))
    assert campaign.powers["britain"].brps - brps(game, "britain") == lost


@pytest.mark.rule("awaw-26.661")
def test_26_661A_drms_count_against_each_salvo_either_way() -> None:
    for british, german, lost in ((1, 0, 2 * 9 - 6), (0, 1, 2 * 11 - 6)):
        campaign = rockets(britain={"air": british}, germany={"air": german})
        game = fly(campaign, "germany fire london bombs=2")
        assert campaign.powers["britain"].brps - brps(game, "britain") == lost


@pytest.mark.rule("awaw-26.662", "awaw-26.51")
def test_26_662_defenders_that_met_bombers_meet_flying_bombs_over_the_same_target_alone() -> None:
    raids = (
        "germany raid london aaf=9 front=western",
        "germany fire london bombs=1",
        "germany fire birmingham bombs=1",
    )
    game = Game(rockets(), faces(2, 2, 2, 2))
    game.give(*raids)
    game.until("combat.defence")
    game.give("britain guard london interceptors=4")
    assert "0 of the Western front are free" in refused(game.campaign, "britain guard birmingham interceptors=1")
    game.give("britain done")
    left = game.campaign.flown["britain-bombs-western"].count
    bombs = {damage.hex: damage.brps for damage in game.campaign.bombed.values() if damage.means == "bombs"}
    assert bombs == {"birmingham": 10 - 3} | ({"london": 10 - 6 - left} if left < 4 else {})


@pytest.mark.rule("awaw-26.663", "awaw-26.664")
def test_26_663_and_26_664_who_met_flying_bombs_is_remembered_into_the_next_player_turn() -> None:
    game = fly(rockets(), "germany fire london bombs=2", defence=("britain guard london interceptors=3 aaf=2",))
    flown = game.campaign.flown
    assert (flown["britain-bombs-western"].count, flown["britain-aaf"].count) == (3, 2)
    assert flights.DEFENDED not in {deed.deed for deed in flown.values()}, "they met no bombers"
    game.until(ALLIED)
    assert "(26.663)" in refused(game.campaign, "britain raid essen bombers=2 interceptors=2 front=western")
    assert refused(game.campaign, "britain raid essen bombers=2 interceptors=1 front=western") == ""
    game.until(AXIS)
    game.until(ALLIED)
    assert refused(game.campaign, "britain raid essen bombers=2 interceptors=4 front=western") == ""


def test_rockets_alone_ask_nobody_for_a_defence() -> None:
    game = Game(rockets())
    game.give("germany fire london rockets=1")
    steps = [entry.order for entry in fly(rockets(), "germany fire london rockets=1").entries]
    assert "advance axis.combat.defence" not in steps
    assert "nothing attacks" in refused(attrs.evolve(game.campaign, progress=attrs.evolve(
        game.campaign.progress, step="axis.combat.defence")), "britain guard london interceptors=1")  # fmt: skip


# ---------------------------------------------------------------- atomic


@pytest.mark.rule("awaw-26.67", "awaw-26.33")
def test_26_67_an_atomic_rocket_needs_the_fourth_result_a_bomb_and_a_range() -> None:
    ready: Mapping[str, Any] = {"facts": {"atomic-bombs-axis": 1}}
    line = "germany fire london rockets=1 hexes=3 atomic=yes"
    assert refused(rockets(results=4, **ready), line) == ""
    assert "(26.67)" in refused(rockets(results=3, **ready), line)
    assert "no atomic bomb left" in refused(rockets(results=4), line)
    assert "too far" in refused(rockets(results=4, **ready), line.replace("hexes=3", "hexes=4"))
    told = refused(rockets(results=4, **ready), line.replace("rockets=1", "bombs=1"))
    assert "(26.33, 26.67)" in told
    game = fly(rockets(results=4, **ready), line)
    assert game.campaign.places["london"].atomic == "1943-2-summer"
    assert game.campaign.facts["atomic-bombs-axis"] == 0
    assert "no atomic bomb left" in refused(rockets(results=4, facts=dict(game.campaign.facts)), line)


# ---------------------------------------------------------------- bases


@pytest.mark.rule("awaw-26.61", "awaw-26.63")
@pytest.mark.parametrize(("results", "most"), [(0, 0), (1, 2), (2, 4), (3, 6), (4, 6)])
def test_26_63B_bases_by_the_results_of_research(results: int, most: int) -> None:
    campaign = rockets(MOVEMENT, bases=most, results=results, facts={"rockets-result-axis": "1943-2-summer"})
    line = "germany place-rocket-base peenemuende front=western"
    assert f"{most} rocket bases, {most} allowed" in refused(campaign, line)
    if most:
        fewer = attrs.evolve(campaign, bases=dict(list(campaign.bases.items())[1:]))
        assert refused(fewer, line) == ""


@pytest.mark.rule("awaw-26.61")
@pytest.mark.parametrize(("name", "later"), [("newest", False), ("middle", True), ("oldest", True)])
def test_26_61A_a_new_base_in_the_turn_of_its_result(name: str, later: bool) -> None:
    """In the newest edition; the older ones place one additional base a turn."""
    campaign = rockets(MOVEMENT, bases=0, results=0, name=name)
    game = Game(attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step="start.research")))
    game.give("germany result rockets")
    game.until(MOVEMENT)
    line = "germany place-rocket-base peenemuende front=western"
    assert refused(game.campaign, line) == ""
    stale = attrs.evolve(game.campaign, facts={**game.campaign.facts, "rockets-result-axis": "1943-1-spring"})
    told = refused(stale, line)
    assert (told == "") is later and (later or "(26.61A)" in told)
    game.give(line)
    assert game.campaign.bases["germany-1"].place == "peenemuende"
    assert game.campaign.places["peenemuende"].kind == "base"
    second = refused(game.campaign, "germany place-rocket-base brest")
    assert (second == "") is (name == "newest"), "all that the result allows, or one a turn"
    game.until(AXIS)
    assert refused(game.campaign, "germany fire london bombs=1") == "", "it fires in the ensuing combat phase"


@pytest.mark.rule("awaw-26.61")
@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("germany place-rocket-base london base=germany-1", "not in the hands"),
        ("germany place-rocket-base site-2 base=germany-1", "stands in Site 2 already"),
        ("germany place-rocket-base nowhere base=germany-1", "is no place of the campaign"),
        ("germany place-rocket-base tokyo base=germany-1", "not in the hands"),
        ("germany place-rocket-base essen base=us-1", "no rocket base of theirs"),
    ],
)
def test_26_61_where_a_base_may_stand(line: str, why: str) -> None:
    campaign = rockets(MOVEMENT)
    assert refused(campaign, "germany place-rocket-base essen base=germany-1") == ""
    assert refused(campaign, "germany place-rocket-base rome base=germany-1") == "", "a partner of the faction"
    assert why in refused(campaign, line)
    essen = attrs.evolve(campaign.places["essen"], supplied=False)
    dry = attrs.evolve(campaign, places={**campaign.places, "essen": essen})
    assert "not fully supplied" in refused(dry, "germany place-rocket-base essen base=germany-1")


@pytest.mark.rule("awaw-26.61")
@pytest.mark.parametrize("name", editions.NAMES)
def test_26_61B_one_base_a_turn_moves(name: str) -> None:
    game = Game(rockets(MOVEMENT, name=name))
    game.give("germany place-rocket-base essen base=germany-1")
    assert "(26.61B)" in refused(game.campaign, "germany place-rocket-base berlin base=germany-2")
    assert game.campaign.bases["germany-1"].place == "essen"
    game.until("allied.combat.bombers")
    game.until(MOVEMENT)
    assert refused(game.campaign, "germany place-rocket-base berlin base=germany-2") == ""


@pytest.mark.rule("awaw-26.61", "awaw-26.62")
def test_26_62C_an_eliminated_base_returns_in_construction_or_in_the_older_editions_in_movement() -> None:
    gone = RocketBase(owner="germany")
    for name in editions.NAMES:
        campaign = attrs.evolve(rockets("axis.construction.build", bases=0, name=name), bases={"germany-1": gone})
        moving = attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step=MOVEMENT))
        built = refused(campaign, "germany rebuild-rocket-base brest base=germany-1")
        moved = refused(moving, "germany place-rocket-base brest base=germany-1")
        assert (built == "", moved == "") == ((True, False) if name == "newest" else (False, True)), name
        assert built == "" or editions.edition(name).name in built
    game = Game(attrs.evolve(rockets("axis.construction.build", bases=0), bases={"germany-1": gone}))
    game.give("germany rebuild-rocket-base brest base=germany-1")
    assert game.campaign.bases["germany-1"].place == "brest"
    assert "(26.61B)" in refused(game.campaign, "germany rebuild-rocket-base essen"), "one a turn"
    assert game.campaign.powers["germany"].spent == 0, "at no cost"


@pytest.mark.rule("awaw-26.62")
def test_26_62A_a_base_is_eliminated_as_its_hex_is_taken() -> None:
    game = Game(rockets(ALLIED))
    game.give("us hold site-1", "italy hold site-2")
    assert game.campaign.bases["germany-1"].place == "" and game.campaign.bases["germany-2"].place == "site-2"


@pytest.mark.rule("awaw-26.62")
@pytest.mark.parametrize(
    ("totals", "answer", "stands", "paid"),
    [((12,), "", False, False), ((7,), "pay", True, True), ((7,), "take", True, False)],
)
def test_26_62B_ten_brps_eliminate_a_base_and_fewer_are_paid_or_damage_it(
    totals: tuple[int, ...], answer: str, stands: bool, paid: bool
) -> None:
    campaign = rockets(ALLIED, bases=1, places={}, research={"western-strategic-bombers": 1, "axis-air-defense": 1})
    site = attrs.evolve(campaign.places["site-1"], flak=0)
    campaign = attrs.evolve(campaign, places={**campaign.places, "site-1": site})
    bombers = 2 if stands else 6
    game = fly(campaign, f"britain raid site-1 bombers={bombers} front=western", totals=totals)
    damage = next(iter(game.campaign.bombed.values())).brps
    assert (damage >= rocket_bases.DESTROYED_AT) is not stands
    if stands:
        asked = game.outlook().decision
        assert asked is not None and (asked.power, asked.rule) == ("germany", "26.62B")
        game.give(f"germany settle {answer}")
    base = game.campaign.bases["germany-1"]
    assert bool(base.place) is stands
    assert campaign.powers["germany"].brps - brps(game, "germany") == (damage if paid else 0)
    game.until(AXIS)
    fires = refused(game.campaign, "germany fire london bombs=1 bases=germany-1")
    assert (fires == "") is (answer == "pay")
    if answer == "take":
        game.until(ALLIED)
        game.until(AXIS)
        assert refused(game.campaign, "germany fire london bombs=1 bases=germany-1") == ""


@pytest.mark.rule("awaw-26.64")
def test_26_64_a_hex_that_nobody_holds_any_more_is_not_bombed() -> None:
    game = Game(rockets())
    game.give("germany fire london bombs=2")
    places = game.campaign.places
    nobodys = attrs.evolve(places["london"], holder="")
    left = attrs.evolve(game.campaign, places={**places, "london": nobodys})
    assert bombs_damage(left, "london") == [] and bombs_damage(game.campaign, "london") != []
