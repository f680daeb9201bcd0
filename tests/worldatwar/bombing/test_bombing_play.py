"""Raids resolved in a campaign: the printed examples in each edition, force after force, losses (26.45 to 26.51)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import telling
from engine.kernel.changes import inverted, replay
from engine.worldatwar.bombing import air_meetings, over_target
from engine.worldatwar.rolls import air
from engine.worldatwar.targets import targets
from engine.worldatwar.world import editions, flights, groups
from engine.worldatwar.world.state import Damage, WorldAtWar
from tests.worldatwar.bombers import AXIS, bombing, brps, faces, fly
from tests.worldatwar.game import Game, factors
from tests.worldatwar.solving import cell

AMERICANS = {"us bomber western": 5, "us interceptor western": 5}


def parties(game: Game) -> list[dict[str, int]]:
    """Who was left of the forces after each air combat, as the journal has it."""
    flying_on = []
    for entry in game.entries:
        flying_on += [
            air_meetings.named(change.now)
            for change in entry.changes
            if change.at.endswith(".left") and change.why == "flies on"
        ]
    return flying_on


def standing(campaign: WorldAtWar, owner: str, kind: str, place: str = "") -> int:
    """Factors of an owner's kind."""
    return groups.standing(campaign, owner, kind, place)


# ---------------------------------------------------------------- the printed examples


@pytest.mark.rule("awaw-26.454", "awaw-26.451", "awaw-26.13", "awaw-26.451A")
@pytest.mark.parametrize("name", editions.NAMES)
def test_26_454_example_thirty_german_aaf_bomb_britain(name: str) -> None:
    campaign = bombing(AXIS, name=name, research={"western-strategic-bombers": 0})
    game = fly(
        campaign,
        "germany raid london aaf=30 front=western hexes=3",
        defence=("britain guard london interceptors=1 aaf=15",),
        totals=(7, 7, 7, 7),
    )
    (left,) = parties(game)
    assert left == {"interceptors": 0, "escort-aaf": 14, "jets": 0, "bombing-aaf": 4, "bombers": 0}
    # The British lose six as well: five AAF and, after the first of them, the interceptor.
    guard = next(entry for entry in game.entries if any(".aaf" in change.at for change in entry.changes))
    assert next(change.now for change in guard.changes if change.at.endswith("western.aaf")) == 10
    assert standing(game.campaign, "britain", "interceptor", "western") == 3
    # Row 4 at 7 over London, whose strength is 6: what the table has, and three BRPs for each bomber that got through.
    (first, second), (down, back) = cell(4, 7), cell(6, 7)
    damage = 3 * first + second + 3 * (4 - down - back)
    assert brps(game, "britain") == campaign.powers["britain"].brps - damage


@pytest.mark.rule("awaw-26.454", "awaw-26.452", "awaw-26.451A", "awaw-26.451B", "awaw-26.453")
@pytest.mark.parametrize("name", editions.NAMES)
def test_26_454_example_an_american_force_is_met_by_thirteen_germans(name: str) -> None:
    campaign = bombing(
        name=name,
        groups={**AMERICANS, "germany interceptor western": 4},
        research={"western-jets": 3, "axis-jets": 3},
    )
    game = Game(campaign, faces(8, 6, 2, 2))
    game.give("us raid essen bombers=5 aaf=12 interceptors=5 jets=1 front=western hexes=4")
    game.until("combat.defence")
    game.give("germany guard essen interceptors=4 aaf=7 jets=2")
    force = game.campaign.forces["1-us"]
    fight = air_meetings.fight_in(game.campaign, force, air_meetings.opening(force), "western")
    assert fight is not None and fight.engaged == fight.defending == 13
    assert fight.strengths == (15, 17) and [line.value for line in fight.modifiers] == [1, -2]
    game.give("germany done")
    (left,) = parties(game)
    assert left == {"interceptors": 2, "escort-aaf": 5, "jets": 0, "bombing-aaf": 1, "bombers": 2}
    # One interceptor and one bomber are lost, the others abort; one strategic bomber more may fall over Essen.
    assert standing(game.campaign, "us", "interceptor", "western") == 4
    assert game.campaign.pools["us-interceptor"].count == 1
    assert standing(game.campaign, "us", "bomber", "western") + game.campaign.pools["us-bomber"].count == 5


@pytest.mark.rule("awaw-26.76", "awaw-26.761", "awaw-26.461A")
@pytest.mark.parametrize("name", editions.NAMES)
def test_26_76_example_the_gneisenau(name: str) -> None:
    research = {"western-strategic-bombers": 1, "axis-air-defense": 1 if name == "newest" else 0}
    campaign = bombing(name=name, turn="1942-1-spring", research=research)
    game = fly(campaign, "britain raid kiel bombers=3 front=western ship=gneisenau", totals=(9, 4))
    ship = game.campaign.ships["gneisenau"]
    assert (ship.column, ship.row) == ("winter", 2)
    # "1/1" against the bombers: one is lost, one turns back; ships cost no BRPs.
    assert standing(game.campaign, "britain", "bomber", "western") == 5
    assert brps(game, "germany") == campaign.powers["germany"].brps and not game.campaign.bombed


# ---------------------------------------------------------------- air combat


@pytest.mark.rule("awaw-26.451B", "awaw-24.613")
@pytest.mark.parametrize("name", editions.NAMES)
def test_26_451B_the_attacker_engages_with_as_many_as_the_defender_has(name: str) -> None:
    campaign = bombing(name=name, research={"western-jets": 3})
    game = Game(campaign)
    game.give("britain raid essen bombers=6 interceptors=4 jets=1 front=western hexes=4")
    game.until("combat.defence")
    game.give("germany guard essen interceptors=3")
    force = game.campaign.forces["1-britain"]
    left = air_meetings.opening(force)
    fight = air_meetings.fight_in(game.campaign, force, left, "western")
    assert fight is not None and (fight.engaged, fight.defending) == (3, 3)
    # A jet and two interceptors: three factors, five in strength; the jet's +1, and the defenders' better DRM.
    assert fight.strengths == (5, 3) and [line.value for line in fight.modifiers] == [1, -1]
    chosen = attrs.evolve(force, engage=("interceptors",))
    alone = air_meetings.fight_in(game.campaign, chosen, left, "western")
    assert alone is not None and alone.strengths == (3, 3) and alone.modifiers == ()


@pytest.mark.rule("awaw-26.453")
@pytest.mark.parametrize(
    ("defence", "net"), [("interceptors=4", -1), ("aaf=4", 0), ("interceptors=4 aaf=1", 0), ("jets=2", -2)]
)
def test_ruling_211_interceptors_have_their_better_drm_only_among_themselves(defence: str, net: int) -> None:
    game = Game(bombing(research={"axis-jets": 3}))
    game.give("britain raid essen bombers=6 front=western")
    game.until("combat.defence")
    game.give(f"germany guard essen {defence}")
    force = game.campaign.forces["1-britain"]
    fight = air_meetings.fight_in(game.campaign, force, air_meetings.opening(force), "western")
    assert fight is not None and sum(line.value for line in fight.modifiers) == net


@pytest.mark.rule("awaw-26.453")
def test_26_453_drms_of_the_powers_and_the_defenders_radar() -> None:
    campaign = bombing(research={"axis-radar": 2, "western-radar": 5}, germany={"air": 1}, britain={"air": 3})
    game = Game(campaign)
    game.give("britain raid essen bombers=6 front=western")
    game.until("combat.defence")
    game.give("germany guard essen aaf=4")
    force = game.campaign.forces["1-britain"]
    fight = air_meetings.fight_in(game.campaign, force, air_meetings.opening(force), "western")
    assert fight is not None
    assert {line.label: line.value for line in fight.modifiers} == {"Air Nationality DRMs": 2, "2 radar results": -2}


@pytest.mark.rule("awaw-26.451", "awaw-26.442")
def test_26_451_one_round_on_each_front_that_is_defended() -> None:
    campaign = bombing(groups={"germany interceptor eastern": 2})
    raid = "britain raid breslau bombers=6 front=western route=western,eastern"
    guards = (
        "germany guard breslau front=western interceptors=2",
        "germany guard breslau front=eastern interceptors=2",
    )
    game = fly(campaign, raid, defence=guards, totals=(2, 2, 2, 2, 7, 7))
    assert len(parties(game)) == 2
    rolls = [roll.purpose.partition(":")[2] for entry in game.entries for roll in entry.rolls]
    assert rolls == ["western"] * 4 + ["eastern"] * 4 + [""] * 4


@pytest.mark.rule("awaw-26.43")
def test_26_43_escorts_that_turn_back_are_not_there_later() -> None:
    campaign = bombing(groups={"germany interceptor eastern": 5})
    raid = "britain raid breslau bombers=3 interceptors=4 front=western route=western,eastern cover=western"
    game = Game(campaign)
    game.give(raid)
    game.until("combat.defence")
    game.give("germany guard breslau front=eastern interceptors=5")
    force = game.campaign.forces["1-britain"]
    left = air_meetings.opening(force)
    fight = air_meetings.fight_in(game.campaign, force, left, "eastern")
    assert fight is not None and dict(fight.attackers) == {"bombers": 3} and fight.engaged == 3


@pytest.mark.rule("awaw-26.451", "awaw-26.51")
@pytest.mark.parametrize(("name", "again"), [("newest", True), ("middle", True), ("oldest", False)])
def test_26_451_those_that_aborted_meet_the_second_force_or_do_not(name: str, again: bool) -> None:
    campaign = bombing(name=name, groups={"germany interceptor western": 9})
    raids = ("britain raid essen bombers=6 front=western", "us raid essen bombers=5 front=western")
    game = Game(campaign, faces(9, 2, 7, 7, 7, 7, 7, 7))
    game.give(*raids)
    game.until("combat.defence")
    game.give("germany guard essen interceptors=9", "germany done")
    # Who met the second force: the guard as it stood when its first dice were rolled.
    guard, met = game.campaign.guards["germany-essen-western"], []
    state = game.campaign
    for entry in reversed(game.entries):
        state = replay(state, inverted(entry.changes))
        if any("bombing-force" in roll.key for roll in entry.rolls):
            met.append(state.guards["germany-essen-western"].interceptors)
    second, first = met
    down, back = (air.result(6, 9 - 1).first, air.result(6, 9 - 1).second)
    assert first == 9 and back and second == 9 - down - (0 if again else back)
    assert (guard.resting[0] > 0) is not again


@pytest.mark.rule("awaw-26.51")
def test_26_51_each_power_bombs_for_itself_in_the_order_announced_and_effects_add_up() -> None:
    campaign = bombing(places={"essen": {"flak": 0, "airbases": 0, "objectives": 1, "cities": 0}})
    raids = ("us raid essen bombers=2 front=western", "britain raid essen bombers=2 front=western")
    game = fly(campaign, *raids, totals=(7, 7, 7, 7))
    powers = [
        entry.rolls[0].key.split("/")[2] for entry in game.entries if entry.rolls and "/bombing/" in entry.rolls[0].key
    ]
    assert powers == ["us", "britain"]
    done = {(damage.power, damage.means): damage.brps for damage in _damages(game)}
    assert set(done) == {("us", "bombers"), ("britain", "bombers")}
    lost = campaign.powers["germany"].brps - brps(game, "germany")
    assert lost == min(25, sum(done.values()))
    assert game.campaign.powers["germany"].limit_change == -(lost // 3)


def _damages(game: Game) -> list[Damage]:
    return list(game.campaign.bombed.values())


@pytest.mark.rule("awaw-26.441", "awaw-26.451", "awaw-24.67")
def test_ruling_213_powers_that_defend_together_share_the_losses() -> None:
    campaign = bombing(AXIS, groups={"britain interceptor western": 2, "us interceptor western": 5})
    game = fly(
        campaign,
        "germany raid london aaf=30 front=western",
        defence=("britain guard london interceptors=2", "us guard london interceptors=5"),
        totals=(12, 2, 7, 7),
    )
    british = standing(game.campaign, "britain", "interceptor")
    american = standing(game.campaign, "us", "interceptor")
    assert british + american < 7 and abs(british - american) <= 1


# ---------------------------------------------------------------- over the target


@pytest.mark.rule("awaw-26.461B", "awaw-26.461")
@pytest.mark.parametrize(
    ("name", "results", "hexes", "net"),
    [
        ("newest", 1, 0, 1), ("newest", 3, 2, 3), ("middle", 1, 0, 0), ("middle", 3, 0, 2),
        ("middle", 1, 8, 1), ("middle", 1, 2, 1), ("middle", 3, 2, 3), ("oldest", 2, 8, 2), ("oldest", 2, 9, 1),
    ],
)  # fmt: skip
def test_26_461B_research_and_in_the_older_editions_excess_range(name: str, results: int, hexes: int, net: int) -> None:
    """Two air range results carry to 16 hexes: 8 hexes away leave 8 of excess, worth a +1, up to the results."""
    campaign = bombing(name=name, research={"western-strategic-bombers": results})
    game = Game(campaign)
    told = f" hexes={hexes}" if hexes else ""
    game.give(f"britain raid essen bombers=6 front=western{told}")
    assert over_target.modifier(game.campaign, game.campaign.forces["1-britain"]).total == net


@pytest.mark.rule("awaw-26.461B")
@pytest.mark.parametrize(("name", "net"), [("newest", 2), ("middle", 0), ("oldest", 0)])
def test_26_461B_american_pacific_bombers_in_the_newest_edition(name: str, net: int) -> None:
    campaign = bombing(name=name, groups={"us bomber-pacific pacific": 4}, places={"saipan": {"holder": "us"}})
    game = Game(campaign)
    game.give("us raid tokyo bombers=4 front=pacific")
    assert over_target.modifier(game.campaign, game.campaign.forces["1-us"]).total == net


@pytest.mark.rule("awaw-26.461B", "awaw-26.53")
def test_26_461B_and_26_53_air_defence_research_but_not_the_allies_for_china() -> None:
    campaign = bombing(AXIS, research={"western-air-defense": 2})
    game = Game(campaign)
    game.give("germany raid london aaf=9 front=western", "japan raid chungking aaf=9 front=asian")
    forces = game.campaign.forces
    assert over_target.modifier(game.campaign, forces["1-germany"]).total == -2
    assert over_target.modifier(game.campaign, forces["2-japan"]).total == 0


@pytest.mark.rule("awaw-26.462", "awaw-26.461A")
def test_26_462_a_box_has_a_strength_of_three_whatever_is_there() -> None:
    campaign = bombing(places={"india": {"flak": 9, "ports": 3}})
    assert targets.strength(campaign, "india").total == 3
    assert targets.strength(campaign, "kiel").total == 5
    assert targets.strength(campaign, "london").total == 6
    assert targets.strength(campaign, "leuna").total == targets.strength(campaign, "leipzig").total == 5


@pytest.mark.rule("awaw-26.464", "awaw-24.632B")
def test_26_464_flak_falls_on_bombing_aaf_and_bombers_in_turn() -> None:
    # Row 8 at 12 against four bombers and three bombing AAF.
    campaign = bombing(places={"essen": {"flak": 5, "airbases": 0}})
    game = fly(campaign, "us raid essen bombers=4 aaf=9 front=western", totals=(2, 12))
    first, second = cell(8, 12 - 1)
    assert first == 2 and second >= 2
    assert standing(game.campaign, "us", "bomber", "western") == 4


@pytest.mark.rule("awaw-26.463", "awaw-24.632A", "awaw-24.65A", "awaw-24.65B", "awaw-26.47")
@pytest.mark.parametrize("name", editions.NAMES)
@pytest.mark.parametrize(("ours", "theirs"), [(2, 2), (7, 7), (12, 2), (2, 12)])
def test_26_463_brps_of_a_raid(name: str, ours: int, theirs: int) -> None:
    campaign = bombing(name=name, research={"western-strategic-bombers": 3})
    net = 3 if name == "newest" else 2
    game = fly(campaign, "britain raid essen bombers=6 front=western", totals=(ours, theirs))
    (first, second), (down, back) = cell(6, ours + net), cell(7, theirs - net)
    through = 6 - min(6, down + back)
    damage = 3 * first + second + 3 * net + 3 * through
    assert [done.brps for done in game.campaign.bombed.values()] == [damage]
    assert standing(game.campaign, "britain", "bomber") == 6 - down


@pytest.mark.rule("awaw-26.47", "awaw-26.461")
def test_26_47_a_force_whose_bombers_are_all_gone_does_nothing() -> None:
    campaign = bombing(groups={"germany interceptor western": 30})
    game = fly(
        campaign,
        "britain raid essen bombers=2 front=western",
        defence=("germany guard essen interceptors=30",),
        totals=(2, 12),
    )
    assert not game.campaign.bombed and brps(game, "germany") == campaign.powers["germany"].brps
    assert not any("/bombing/" in roll.key for entry in game.entries for roll in entry.rolls)


def test_a_target_without_defences_rolls_no_dice() -> None:
    bare = {"flak": 0, "airbases": 0, "objectives": 0, "cities": 0}
    campaign = bombing(AXIS, places={"chungking": bare})
    game = fly(campaign, "japan raid chungking aaf=9 front=asian", totals=(7,))
    assert [len(entry.rolls) for entry in game.entries if entry.rolls] == [2]


# ---------------------------------------------------------------- several ships


@pytest.mark.rule("awaw-26.76")
def test_26_76_the_bombing_player_chooses_among_the_ships_of_a_yard() -> None:
    campaign = bombing(turn="1942-1-spring", research={"axis-air-defense": 1})
    ship = campaign.ships["gneisenau"]
    campaign = attrs.evolve(
        campaign, ships={"gneisenau": ship, "tirpitz": attrs.evolve(ship, name="Tirpitz", size=4, column="winter")}
    )
    # 2/1: two before the stroke and one behind it.
    game = fly(campaign, "britain raid kiel bombers=3 front=western ship=gneisenau", totals=(9, 4))
    asked = game.outlook().decision
    assert asked is not None and asked.power == "britain" and asked.rule == "26.76"
    assert asked.answers[0] == "britain hit-ship gneisenau all=yes" == asked.default
    game.give("britain hit-ship tirpitz", "britain hit-ship gneisenau all=yes")
    # Tirpitz: two columns, over the current spring into summer, which puts it up a row; Gneisenau the other three.
    tirpitz, gneisenau = game.campaign.ships["tirpitz"], game.campaign.ships["gneisenau"]
    assert (tirpitz.column, tirpitz.row) == ("summer", 2)
    assert (gneisenau.column, gneisenau.row) == ("summer", 2)


@pytest.mark.rule("awaw-26.761")
def test_26_761D_a_ship_past_its_size_is_eliminated_and_the_rest_falls_on_another() -> None:
    campaign = bombing(turn="1942-1-spring", research={"western-strategic-bombers": 9}, places={"kiel": {"cities": 0}})
    ship = attrs.evolve(campaign.ships["gneisenau"], size=1)
    other = attrs.evolve(ship, name="Tirpitz", size=9)
    campaign = attrs.evolve(campaign, ships={"gneisenau": ship, "tirpitz": other})
    game = fly(campaign, "britain raid kiel bombers=6 front=western ship=gneisenau", totals=(12, 2))
    game.give("britain hit-ship gneisenau all=yes")
    assert "gneisenau" not in game.campaign.ships
    assert (game.campaign.ships["tirpitz"].column, game.campaign.ships["tirpitz"].row) != ("fall", 1)
    assert not game.campaign.pending


# ---------------------------------------------------------------- what is remembered and told


@pytest.mark.rule("awaw-26.431", "awaw-26.444")
def test_what_interceptors_did_is_kept_for_one_player_turn() -> None:
    campaign = bombing()
    raid = "britain raid breslau bombers=3 interceptors=2 front=western route=western,eastern"
    game = fly(campaign, raid, defence=("germany guard breslau front=western interceptors=3",), totals=(2, 2, 7, 7))
    flown = {key: (deed.deed, deed.count) for key, deed in game.campaign.flown.items()}
    assert flown == {
        # One of the three was shot down: row 3 at 2 + 1.
        "germany-defended-western": (flights.DEFENDED, 2),
        "britain-escorted-western": (flights.ESCORTED, 2),
    }
    game.until("axis.combat.bombers")
    assert set(game.campaign.flown) == set(flown)
    game.until("allied.combat.bombers")
    assert not game.campaign.flown


@pytest.mark.rule("awaw-24.611")
def test_a_phase_leaves_nothing_announced_and_no_factor_lost() -> None:
    campaign = bombing()
    before = factors(campaign)
    game = fly(
        campaign,
        "britain raid essen bombers=6 interceptors=4 front=western",
        defence=("germany guard essen interceptors=4 aaf=12",),
        totals=(9, 9, 7, 7),
    )
    assert factors(game.campaign) == before
    assert not game.campaign.pending
    game.until("axis.combat.bombers")
    assert not game.campaign.forces and not game.campaign.guards and not game.campaign.bombed


def test_the_journal_tells_what_came_of_a_raid() -> None:
    game = fly(
        bombing(),
        "britain raid essen bombers=6 interceptors=4 front=western",
        defence=("germany guard essen interceptors=4",),
        totals=(8, 8, 9, 5),
    )
    lines = [sentence for _, sentence in telling.backwards(game.campaign, game.entries)]
    text = "\n".join(lines)
    # Row 4 at 8 both ways: 2/2.
    lost = "Germany loses 2 interceptors; Britain loses 1 interceptor, 1 bomber"
    assert f"British raid on Essen: in the air 2/2 against 2/2, 4 bombers fly on; {lost}" in text
    assert "British raid on Essen: 4 bombers over the target, 6 + 3 = 9 (+1)" in text
    assert "BRPs of damage" in text and "Essen: 8 BRPs are lost" in text
    assert "The bombing is over; construction limits: Germany -2" in text
    assert not [line for line in lines if line.startswith("Resolved")]


def test_the_journal_names_the_ship_that_was_hit() -> None:
    line = "us raid kiel bombers=3 front=western ship=gneisenau hexes=5"
    game = fly(bombing(), line, totals=(7, 7))
    lines = [sentence for _, sentence in telling.backwards(game.campaign, game.entries)]
    ship = game.campaign.ships["gneisenau"]
    assert ship.row == 2
    assert "American raid on Kiel: Gneisenau goes up to row 2" in lines


def test_the_journal_tells_of_aaf_that_the_players_take_off_the_board() -> None:
    game = fly(
        bombing(AXIS),
        "germany raid london aaf=30 front=western",
        defence=("britain guard london interceptors=1 aaf=15",),
        totals=(7, 7, 7, 7),
    )
    text = "\n".join(line for _, line in telling.backwards(game.campaign, game.entries))
    assert "Britain loses 1 interceptor, 5 AAF; Germany loses 6 AAF" in text
