"""What the screens of strategic warfare show, as models: building, boxes with their odds, battles read back."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import pytest

from engine.kernel.forecast import Distribution
from engine.thewar.rolls import submarines
from engine.thewar.sheets.war_report import ReportSheet
from engine.thewar.strategic import uboat_war
from tests.panels.strategic import AIR, BUILD, MANY, SEA, SPRING_1944, campaign, desk
from tests.thewar.atlantic import Segment, scene
from tests.thewar.sheets.test_battle_reports import FLOWN
from tests.tui.standin import StandinDesk
from tui.models import battles as battles_model
from tui.models import strategic_boxes as boxes_model
from tui.models import strategic_build as build_model
from tui.models.war_report import segment_report
from tui.panels.battle_picture import lay_battle


def building(found: Any, power: str, **counts: int) -> build_model.Building:
    """The purchases of a power with so many chosen, by the group's name."""
    outlook = found.outlook()
    known = build_model.limits(found, outlook)
    chosen = {
        text: counts[text.split()[2]]
        for text in known
        if text.startswith(f"{power} build ") and text.split()[2] in counts
    }
    return build_model.building(found, outlook, power, chosen, known)


def row(model: build_model.Building, name: str) -> build_model.BuildRow:
    return next(one for one in model.rows if one.name == name)


def filled(found: Any, power: str, **into: dict[str, int]) -> boxes_model.Boxes:
    """The boxes of a power with units placed: ``uboat={"sea": 3}``."""
    outlook = found.outlook()
    sheet = boxes_model.sheet_of(found, outlook, power)
    assert sheet is not None
    placed = {(lot, column): many for lot, columns in into.items() for column, many in columns.items()}
    return boxes_model.boxes(
        found, outlook, sheet, {(lot.replace("_", "-"), at): n for (lot, at), n in placed.items()}, {}
    )


# --- building


def test_what_can_be_built_has_its_price_and_the_reason_against_one_more() -> None:
    model = building(desk(BUILD), "germany")
    uboats = row(model, "U-boat")
    assert (uboats.can, uboats.pool, uboats.each, uboats.many) == (3, 3, 2, 0)
    assert uboats.why[0].rule == "15.1.1" and not uboats.refusals
    # No American units of strategic warfare before Spring 1942 (22.3.3).
    assert (model.free, model.then, model.done) == (85, ("Britain",), "germany done")
    assert building(desk(BUILD, SPRING_1944), "germany").then == ("Britain", "United States")
    assert row(model, "SAC").each == 6
    assert row(building(desk(BUILD), "britain"), "SAC").each == 4


def test_limits_of_the_turn_count_what_was_built() -> None:
    found = desk(BUILD)
    pool = attrs.evolve(found.campaign.pools["germany-sac"], count=5)
    found = StandinDesk(attrs.evolve(campaign(BUILD), pools={**found.campaign.pools, "germany-sac": pool}))
    assert row(building(found, "germany"), "SAC").can == 2
    found.do(["germany build sac"])
    sac = row(building(found, "germany"), "SAC")
    assert (sac.can, sac.built) == (1, 1)
    assert [refusal.rule for refusal in sac.why] == ["15.1.6.2"]


def test_what_is_chosen_is_summed_against_the_hand_and_judged_together() -> None:
    model = building(desk(BUILD), "germany", uboat=2, int=1)
    assert (model.chosen, model.after, model.refusals) == (6, 79, ())
    assert model.lines == ("germany build uboat count=2", "germany build int")
    poor = campaign(BUILD)
    germany = attrs.evolve(poor.powers["germany"], narfs=5)
    found = StandinDesk(attrs.evolve(poor, powers={**poor.powers, "germany": germany}))
    model = building(found, "germany", uboat=2, int=1)
    assert not any(one.refusals for one in model.rows if one.many), "each alone could be paid"
    assert model.after == -1 and [refusal.rule for refusal in model.refusals] == ["15.1.2, 14.1.4"]


def test_too_many_are_refused_before_they_are_given() -> None:
    uboats = row(building(desk(BUILD), "germany", uboat=4), "U-boat")
    assert uboats.refusals and uboats.refusals[0].rule == "15.1.1"


def test_everything_else_on_offer_stands_beside_the_units() -> None:
    assert any(
        "Heavy Flak" in one.name and one.can == 1 and one.pool is None for one in building(desk(BUILD), "germany").rows
    )


# --- boxes


def test_the_boxes_are_columns_and_the_order_is_written_from_them() -> None:
    found = desk(SEA, **MANY)
    model = filled(found, "germany", uboat={"sea": 4, "murmansk": 1}, fleet_board={"raiders": 1})
    assert [one for one, _, _ in model.columns] == ["sea", "murmansk", "raiders"]
    assert [(one.name, one.left, one.cells) for one in model.rows] == [
        ("U-boat", 2, (4, 1, None)),
        ("Fleet", 1, (None, None, 1)),
    ]
    assert model.line == "germany sea-box uboats=4 murmansk=1 raiders=germany-fleet-1"
    assert model.refusals == () and model.then == ("Britain",)


def test_too_many_in_the_boxes_are_refused_with_the_rule() -> None:
    model = filled(desk(SEA, **MANY), "germany", uboat={"sea": 6, "murmansk": 3})
    assert model.rows[0].left == -2
    assert {refusal.rule for refusal in model.refusals} == {"5.1", "5.3.1"}


def test_a_ship_in_another_port_is_refused_by_name() -> None:
    state = campaign(SEA, **MANY)
    ship = attrs.evolve(state.units["germany-fleet-1"], place="danzig")
    found = StandinDesk(attrs.evolve(state, units={**state.units, "germany-fleet-1": ship}))
    model = filled(found, "germany", fleet_danzig={"raiders": 1})
    assert any(one.name == "Fleet, Danzig" for one in model.rows)
    assert any(refusal.rule == "5.1.2.1" and "Danzig" in refusal.reason for refusal in model.refusals)


def test_the_air_box_divides_interceptors_and_lends_bombers() -> None:
    model = filled(desk(AIR, **MANY), "germany", int={"night": 4, "day": 2}, jet={"day": 1}, mdm={"over-britain": 1})
    assert model.line == "germany air-box mdm=1 night=4 day=2 jets-day=1"
    assert model.refusals == ()
    assert [one.name for one in model.rows] == ["Interceptor", "Jet INT", "SAC", "MDM (as 4)"]


def test_the_boxes_begin_with_the_first_legal_order() -> None:
    found = desk(SEA, **MANY)
    sheet = boxes_model.sheet_of(found, found.outlook(), "germany")
    assert sheet is not None
    assert boxes_model.beginning(found.outlook(), sheet) == {("uboat", "sea"): 7}


def test_the_odds_are_those_of_the_resolution_against_what_is_supposed() -> None:
    found = desk(SEA, **MANY)
    view = boxes_model.odds(found, found.understand("germany sea-box uboats=6"), "sea", 5)
    assert view is not None
    war = uboat_war.prepared(found.campaign, uboats=6, asw=5)
    ends = [submarines.resolve(attrs.evolve(war, face=face, rolled=True)) for face in range(1, 11)]
    assert view.mean == Fraction(sum(end.narfs for end in ends), 10)
    assert dict(view.means)["ASW lost"] == Fraction(sum(end.asw_lost for end in ends), 10)
    assert sum(bar.chance for bar in view.bars) == 1
    assert (view.enemy, view.most, view.against, view.column) == (5, 6, "ASW", "1-1")
    assert boxes_model.odds(found, found.understand("germany sea-box uboats=6"), "sea", None).enemy == 6  # type: ignore[union-attr]


def test_nothing_at_sea_and_a_battle_on_the_board_have_no_odds() -> None:
    found = desk(SEA, **MANY)
    view = boxes_model.odds(found, found.understand("germany sea-box"), "sea", None)
    assert view is not None and view.quiet and not view.bars
    assert boxes_model.odds(found, found.understand("germany sea-box uboats=3"), "", None) is None


def test_each_raid_has_its_own_odds() -> None:
    found = desk(AIR, SPRING_1944, **MANY)
    line = "germany air-box night=4 day=2 mdm=1"
    night = boxes_model.odds(found, found.understand(line), "night", 3)
    attack = boxes_model.odds(found, found.understand(line), "over-britain", None)
    assert night is not None and attack is not None
    assert (night.title, night.against, night.victim) == ("British raid", "SAC", "Germany")
    assert (attack.title, attack.against, attack.victim) == ("German raid", "INT", "Britain")
    assert "critical hit" in [label for label, _, _ in attack.chances]
    assert boxes_model.odds(found, found.understand(line), "day", None) is None, "the United States is not at war"


def test_bars_are_values_where_few_and_spans_of_ten_where_many() -> None:
    few = boxes_model.bars(Distribution(((0, Fraction(1, 2)), (7, Fraction(1, 2)))))
    assert [bar.label for bar in few] == ["0", "7"]
    many = boxes_model.bars(Distribution(tuple((value, Fraction(1, 8)) for value in (0, 1, 9, 10, 12, 31, 35, 39))))
    assert [(bar.label, bar.chance) for bar in many] == [
        ("0", Fraction(1, 8)),
        ("1-9", Fraction(1, 4)),
        ("10-19", Fraction(1, 4)),
        ("20-29", Fraction(0)),
        ("30-39", Fraction(3, 8)),
    ]


@pytest.mark.parametrize(
    ("chance", "said"), [(Fraction(1, 1000), "<1 %"), (Fraction(999, 1000), ">99 %"), (Fraction(1, 4), "25 %")]
)
def test_no_chance_is_rounded_to_nothing_or_certainty(chance: Fraction, said: str) -> None:
    assert boxes_model.percent(chance) == said


# --- battles


def fought() -> Any:
    """A desk after the U-boat war, with one raider, of Fall 1941."""
    found = desk(SEA, **MANY)
    for order in ("germany sea-box uboats=5 raiders=germany-fleet-1", "britain sea-box asw=3"):
        found.do([order])
    # The raider sails, and nobody looks for it.
    while (asked := found.outlook().decision) is not None:
        found.do([asked.default])
    return found


def test_a_battle_is_read_back_from_the_journal_with_every_modifier() -> None:
    found = fought()
    raiders, battle = battles_model.battles(found)
    assert raiders.title == "Raiders · Fall 1941"
    assert battle.title == "U-boat war · Fall 1941" and battle.forces == "5 U-boats against 3 ASW, 1 raider"
    face = next(roll.face for entry in found.entries() for roll in entry.rolls)
    (cast,) = battle.casts
    assert (cast.faces, cast.net, cast.column) == ((face,), -2, "3-2")
    held = [one for one in cast.modifiers if one.holds]
    assert [(one.label, one.value, one.why) for one in held] == [
        ("a French port on the Bay of Biscay", -2, "Brest German")
    ]
    assert len(cast.modifiers) == len(submarines.MODIFIERS)
    assert all(one.why and one.rule for one in cast.modifiers)
    narfs = found.campaign.powers["britain"].narfs
    assert (f"Britain NARFs 105 → {narfs}", "5.1.3") in [(one.text, one.rule) for one in battle.changes]


def test_the_words_say_what_the_table_said() -> None:
    found = fought()
    battle = battles_model.battles(found)[-1]
    war = uboat_war.prepared(campaign(SEA, **MANY), uboats=5, asw=3, raiders=1)
    (cast,) = battle.casts
    result = submarines.resolve(attrs.evolve(war, face=cast.faces[0], rolled=True))
    assert (cast.row, cast.cell) == (result.row, " ".join((result.result, *result.marks)))
    said = " ".join(text for text, _ in battle.words)
    get = "gets" if result.effective == 1 else "get"
    assert f"{result.effective} {get} through x {result.rate} = {result.effective * result.rate} NARFs" in said
    assert f"Britain bears {result.narfs} NARFs" in said


def test_a_battle_under_way_shows_what_is_known_and_decides_nothing() -> None:
    found = desk(SEA, **MANY)
    for order in ("germany sea-box uboats=5 raiders=germany-fleet-1", "britain sea-box asw=3"):
        found.do([order])
    # The raider is looked for first: that is the picture, and the U-boats' comes when it is through.
    (battle,) = battles_model.battles(found)
    assert battle.open and battle.title == "Raiders · Fall 1941"
    assert not any("bears" in text for text, _ in battle.words)


def test_what_is_undone_is_no_battle_any_more() -> None:
    found = fought()
    found.undo()
    while found.outlook().decision is not None:
        assert any(one.open for one in battles_model.battles(found))
        found.undo()
    assert battles_model.battles(found) == () and found.campaign.progress.step == SEA


def test_raids_follow_one_another_and_the_last_fought_are_looked_at_first() -> None:
    found = fought()
    for order in ("germany air-box night=2 sac=1", "britain air-box sac=3 interceptors=1"):
        found.do([order])
    battles = battles_model.battles(found)
    assert [one.title.split(" · ")[0] for one in battles] == [
        "Raiders",
        "U-boat war",
        "German raid on Britain",
        "British raid by night",
    ]
    assert battles_model.latest(battles) == 2
    radar = next(one for one in battles[2].casts[0].modifiers if one.label == "British radar")
    assert radar.holds and radar.value == 1
    flak, bombs = battles[3].casts
    assert (flak.title, flak.column, len(flak.faces)) == ("Heavy Flak", "2", 1)
    assert bombs.title == "bombing roll" and flak.words and flak.cell


def test_the_table_is_shown_around_the_cell() -> None:
    battle = battles_model.battles(fought())[-1]
    grid = battles_model.grid(battle.casts[0].shown, 52, 3, 13)
    assert grid.columns[grid.lit_column] == "3-2" and len(grid.columns) == 4
    assert grid.rows[grid.lit_row][0] == battle.casts[0].row
    assert grid.before + grid.after == 4


@pytest.mark.parametrize("name", FLOWN)
def test_no_picture_of_a_battle_is_cut_at_any_width(name: str) -> None:
    campaign_at, given = FLOWN[name]
    game = Segment(campaign_at)
    for line, faces in given:
        game.give(line, faces=faces)
    found = battles_model.told(game.campaign, ReportSheet().battles(game.campaign, game.entries))
    assert found
    for battle in found:
        for width in (48, 52, 78, 118):
            lines = [line.row for line in lay_battle(battle, width)]
            assert not [line.text for line in lines if line.width > width]
            # Only a table may be shown in part: there the sign says that columns are left out.
            assert not [line.text for line in lines if "…" in line.text and "▸" not in line.text]


def test_what_changed_a_figure_is_told_cause_by_cause() -> None:
    game = Segment(scene("1944-1-spring", AIR, germany={"int": 1}, us={"sac": 6}, entered="1941-4-winter"))
    game.give("germany air-box day=1", faces=())
    game.give("us air-box sac=6", faces=(2,))
    game.give("us hit oil", faces=())
    (battle,) = battles_model.told(game.campaign, ReportSheet().battles(game.campaign, game.entries))
    (hand,) = (one for one in battle.changes if one.text.startswith("Germany NARFs"))
    assert [value for value, _, _ in hand.causes] == [-18, -4]
    assert hand.causes[0][1:] == ("bombed by United States", "5.2")
    lines = [line.row.text.strip() for line in lay_battle(battle, 78)]
    assert any(line.startswith("−18  bombed by United States") for line in lines)


def test_the_war_is_counted_turn_by_turn() -> None:
    found = fought()
    report = segment_report(found)
    lost = 105 - found.campaign.powers["britain"].narfs
    assert report.losses is not None
    (turn,) = report.losses.turns
    assert (turn.turn, *turn.lost) == ("Fall 1941", (lost, 0), (0, 0))
    gone = sum(1 for key in campaign(SEA, **MANY).units if key not in found.campaign.units and "uboat" in key)
    assert turn.units[0] == gone
    assert battles_model.fought(found, found.entries())
    assert not battles_model.fought(desk(SEA, **MANY), ())
