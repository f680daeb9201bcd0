"""Strategic movement and grants on the screen: as models, and under the hands."""

from __future__ import annotations

from typing import Any

import attrs

from engine.thewar.economy import capacity
from engine.thewar.economy.capacity import BOARD, EUROPE, Purse
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import Unit
from tests.panels.desks import pressed
from tests.panels.moves import granting_americans, granting_british, moving_germans
from tests.panels.test_panels import find
from tests.thewar.supply_lines import GROUND, NAVAL, standing
from tests.tui.standin import StandinDesk
from tui.models import moving as model
from tui.panels import panel_for
from tui.panels.moving import MovingPanel


def read(desk: Any, counts: dict[str, int] | None = None, ways: dict[str, int] | None = None, find: str = "") -> Any:
    """The model of a desk with so many chosen, by the row's title."""
    outlook = desk.outlook()
    found = model.moves(desk, outlook)
    assert found is not None
    ids = {one.title: one.id for one in found.cargoes}
    chosen = {ids[title]: many for title, many in (counts or {}).items()}
    turned = {ids[title]: way for title, way in (ways or {}).items()}
    return model.moving(desk, outlook, found, chosen, turned, find)


def row(shown: model.Moving, title: str) -> model.MoveRow:
    return next(one for one in shown.rows if one.title == title)


def purse(shown: model.Moving, title: str) -> model.Purse:
    return next(one for one in shown.purses if one.points.title == title)


# --- models


def test_8_0_units_that_may_move_are_counted_by_groups_with_the_purse_after_them() -> None:
    shown = read(moving_germans(), {"INF 6-5": 3, "ARM 8-8": 1}, {"ARM 8-8": 1})
    assert (row(shown, "INF 6-5").have, row(shown, "ARM 8-8").goal.says) == (14, {"through": ("ussr",)})
    assert row(shown, "INF 6-5").line == "germany stratmove ground count=3 group=inf-6-5"
    smps = purse(shown, "SMPs")
    assert (smps.points.left, smps.after) == (14, 4), "halves: 3, and 1 twice in the Soviet Union"
    assert not shown.refusals and len(shown.lines) == 2
    assert purse(shown, "SMPs of Romania").after == 4


def test_8_0_too_much_is_refused_and_the_purse_says_by_how_much() -> None:
    shown = read(moving_germans(), {"INF 6-5": 9})
    assert [one.rule for one in shown.refusals] == ["8.4"]
    assert purse(shown, "SMPs").after == -4


def test_8_5_3_the_purse_names_what_took_its_points() -> None:
    desk = StandinDesk(standing(step=GROUND, places={"moscow": "germany"}, ussr={"narfs": 5, "smp_lost": 1}))
    smps = purse(read(desk), "SMPs").points
    assert [(line.label, line.value) for line in smps.found.lines] == [
        ("capacity", 8),
        ("Moscow lost", -2),
        ("lost this turn", -1),
    ]
    assert smps.most == 10


def test_8_6_a_satellites_units_take_its_own_points() -> None:
    desk = moving_germans()
    shown = read(desk, {"INF 4-5": 2})
    assert (purse(shown, "SMPs").after, purse(shown, "SMPs of Romania").after) == (14, 0)
    assert {one.rule for one in read(desk, {"INF 4-5": 3}).refusals} == {"8.6"}


def test_8_8_what_stands_in_a_box_says_where_it_may_go() -> None:
    found = standing(step=NAVAL, france={"surrendered": "1940-2-summer"}, us={"narfs": 5})
    boxed = Unit(power="us", kind="inf", strength="5-5", place="us-box")
    shown = read(StandinDesk(attrs.evolve(found, units={**found.units, "us-inf-90": boxed})))
    inf = row(shown, "INF 5-5")
    assert (inf.note, inf.have, inf.goal.title) == ("U.S. Box", 1, "to Glasgow")
    assert inf.line == "us stratmove sealift group=inf-5-5 origin=us-box to=glasgow"
    assert purse(read(StandinDesk(found), {"CV": 1}), "SMPs across the Atlantic").after == 8


def test_8_1_1_what_the_board_shows_is_named_only_where_it_is_to_be_checked() -> None:
    desk = moving_germans()
    assert not read(desk).notices
    checked = StandinDesk(attrs.evolve(desk.campaign, options={**desk.campaign.options, "board": "checked"}))
    (notice,) = read(checked).notices
    assert (notice.heading, notice.rule) == ("To be looked for on the board", "8.1.1, 8.1.3")


def test_a_search_hides_what_is_not_looked_for_but_never_what_is_chosen() -> None:
    shown = read(moving_germans(), {"INF 6-5": 1}, find="arm")
    assert [one.title for one in shown.rows] == ["INF 6-5", "ARM 8-8"]
    assert shown.hidden > 3


def test_14_8_grants_show_routes_turns_what_is_owed_and_who_receives_nothing() -> None:
    shown = read(granting_americans())
    soviets = row(shown, "to Soviet Union")
    assert (soviets.have, soviets.usual, soviets.goal.title) == (20, 20, "by Murmansk")
    assert soviets.goal.note == "1 Fleet for each 20, 2 turns, Summer 1942"
    said = {(one.heading, one.rule): one.text for one in shown.notices}
    assert said["Owed", "14.8.2"].startswith("20 NARFs are still owed")
    assert said["Nothing goes to", "14.8"] == "France: France has surrendered"
    assert said["Closed", "14.8.4"] == "by Persia: the Persian route is not open"
    sent = read(granting_americans(), {"to Soviet Union": 12, "to Britain": 20})
    assert (sent.cost, sent.free, purse(sent, "SMPs across the Atlantic").after) == (32, 200, 2)
    assert purse(sent, "Fleets that may carry").after == 1


def test_14_8_2_what_is_on_the_water_and_what_waits() -> None:
    desk = granting_americans()
    desk.do(["us grant 20 ussr"])
    (way,) = [one for one in read(desk).notices if one.heading == "On the way"]
    assert way.text == "United States: 20 NARFs for Soviet Union by Murmansk, 1 Fleet; there Summer 1942"
    waits = attrs.evolve(desk.campaign.shipments["us-ussr-1"], leg=1, sailing=False)
    later: Any = StandinDesk(attrs.evolve(desk.campaign, shipments={"us-ussr-1": waits}))
    shown = read(later)
    one = row(shown, "20 for Soviet Union")
    assert (one.note, one.counted, one.line) == ("in Britain", False, "us send-on us-ussr-1 route=murmansk")
    found = model.moves(later, later.outlook())
    assert found is not None
    goals = {goal.title for cargo in found.cargoes if cargo.id == one.id for goal in cargo.goals}
    assert {"by Murmansk", "by Murmansk, British Fleets", "by Turkey", "by Persia"} <= goals


def test_what_a_row_gives_is_the_order_itself_and_its_text_reads_back_to_it() -> None:
    for desk, most in ((moving_germans(), 14), (granting_americans(), 20)):
        shown = read(desk)
        assert len({one.id for one in shown.rows}) == len(shown.rows) > 2
        assert max(one.have or 0 for one in shown.rows) == most
        for one in shown.rows:
            assert desk.understand(one.line) == one.order


# --- under the hands


def test_the_steps_of_strategic_movement_have_this_panel() -> None:
    for step in ("grants", "air", "ground", "naval"):
        assert panel_for(RULESET.sequence[f"axis.stratmove.{step}"]) is MovingPanel


def test_several_are_chosen_and_given_at_once() -> None:
    host, lines = pressed(lambda: MovingPanel(moving_germans()), ["3", "down", "2", "tab", "enter"])
    orders = (
        "germany stratmove ground count=3 group=inf-6-5",
        "germany stratmove ground count=2 group=arm-8-8 through=ussr",
    )
    assert host.ordered == [(orders, ())]
    assert "7 of 7 → 0" in find(lines, "SMPs")
    host, _ = pressed(lambda: MovingPanel(moving_germans()), ["plus", "d", "enter"])
    assert host.ordered == [(("germany stratmove ground group=inf-6-5", "germany done"), ())]


def test_with_nothing_chosen_enter_spends_nothing_and_chooses_one() -> None:
    host, lines = pressed(lambda: MovingPanel(granting_americans()), ["enter"])
    assert host.ordered == [] and host.panel.enter_says() == "give"
    assert find(lines, "us grant 1 ussr route=murmansk")
    host, lines = pressed(lambda: MovingPanel(granting_americans()), ["enter", "enter"])
    assert host.ordered == [(("us grant 1 ussr route=murmansk",), ())]
    assert find(lines, "by Murmansk: 1 Fleet for each 20, 2 turns, Summer 1942")


def test_digits_set_narfs_and_all_means_one_fleets_cargo() -> None:
    host, lines = pressed(lambda: MovingPanel(granting_americans()), ["1", "2", "down", "a", "enter"])
    assert host.ordered == [(("us grant 12 ussr route=murmansk", "us grant 20 britain route=sea"), ())]
    assert "32 NARFs   200 → 168" in find(lines, "Give 2 orders")


def test_the_rest_of_the_segment_is_passed_with_one_key() -> None:
    host, _ = pressed(lambda: MovingPanel(moving_germans()), ["1", "greater_than_sign"])
    (lines, _), *_ = host.ordered
    assert lines[1] == "germany done through axis.stratmove.arrivals"
    desk = moving_germans()
    desk.do(list(lines))
    assert not desk.campaign.progress.step.startswith("axis.stratmove")


def test_a_refusal_stands_under_the_list_with_its_rule() -> None:
    _, lines = pressed(lambda: MovingPanel(granting_american_with_one_fleet()), ["2", "0", "down", "2", "0"])
    assert find(lines, "✗ it takes 1 Fleet, United States has 0 to carry")
    assert "14.8.2" in find(lines, "that carry already do not count")


def granting_american_with_one_fleet() -> Any:
    desk = granting_americans()
    kept = {key: one for key, one in desk.campaign.units.items() if key not in ("us-fleet-2", "us-fleet-3")}
    return StandinDesk(attrs.evolve(desk.campaign, units=kept))


def test_what_is_looked_for_is_typed() -> None:
    host, lines = pressed(lambda: MovingPanel(moving_germans()), ["slash", *"flak", "enter", "2", "enter"])
    assert host.ordered == [(("germany stratmove ground count=2 group=flak-1-3",), ())]
    assert find(lines, "only with flak")


def test_forms_are_below_and_open() -> None:
    host, _ = pressed(lambda: MovingPanel(granting_americans()), ["end", "enter"])
    assert host.panel.filling is not None


def test_3_8_the_lowest_hand_grants_first_then_the_next() -> None:
    desk = granting_british()
    panel = MovingPanel(desk)
    panel.show()
    assert panel.model is not None and panel.model.power == "britain"
    desk.do(["britain grant 10 ussr", "britain done"])
    panel.show()
    assert panel.model.power == "us"


def test_8_7_the_partners_purse_is_one_of_the_ways() -> None:
    found = standing(step=GROUND, france={"surrendered": "1940-2-summer"}, us={"narfs": 300})
    ways = {"MOT 6-7": next(at for at in range(9) if " pays=us" in _way(found, at))}
    shown = read(StandinDesk(found), {"MOT 6-7": 1}, ways)
    assert row(shown, "MOT 6-7").line.endswith("pays=us")
    assert capacity.left(found, Purse("us", BOARD)) == capacity.left(found, Purse("us", EUROPE)) == 10
    assert purse(shown, "SMPs of United States on the board").after == 8


def _way(found: Any, at: int) -> str:
    return row(read(StandinDesk(found), {}, {"MOT 6-7": at}), "MOT 6-7").line
