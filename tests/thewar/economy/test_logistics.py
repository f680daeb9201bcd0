"""Chapter 4: logistical efforts."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.changes import Change
from engine.thewar.economy import inside_ussr, logistics
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world import regions
from engine.thewar.world.state import Power, TheWar
from tests.thewar.player import Game, opening
from tests.thewar.values import wars_of
from tests.thewar.world import after, effect, refusals, rules_of, world
from tests.tui.standin import StandinDesk
from tui.telling import latest, speaking

PRICES = {
    # A second keying of 4.1 to 4.4, power by power: SLE, RLE, LLE, MLE in NARFs.
    "germany": (8, 4, 2, 2),
    "italy": (8, 4, 2, 2),
    "ussr": (8, 4, 2, 2),
    "britain": (12, 6, 3, 2),
    "us": (12, 6, 3, 2),
    "france": (16, 8, 4, 2),
}


@pytest.mark.rule("tw-4.1", "tw-4.2", "tw-4.3", "tw-4.4")
@pytest.mark.parametrize("power", PRICES)
def test_4_1_to_4_4_every_power_pays_its_printed_price(power: str) -> None:
    found = tuple(logistics.price(power, kind).total for kind in ("sle", "rle", "lle", "mle"))
    assert found == PRICES[power]


@pytest.mark.parametrize(
    ("line", "figures"),
    [
        ("none", ["no effort chosen"]),
        ("lle", ["Limited Effort", "reserved 0 → 3"]),
        ("rle count=3", ["Regional Effort", "efforts 0 → 3", "reserved 0 → 12"]),
    ],
)
def test_4_0_the_journal_says_which_effort_was_chosen_and_how_many_where_there_are_several(
    line: str, figures: list[str]
) -> None:
    power = "italy" if line == "none" else "germany" if line.startswith("rle") else "britain"
    desk = StandinDesk(attrs.evolve(world(), seats=dict.fromkeys(world().powers, "solo")))
    while desk.outlook().awaits[0] != power:
        desk.do([f"{desk.outlook().awaits[0]} effort none"])
    desk.do([f"{power} effort {line}"])
    told = next(one for one in latest(desk.ruleset, desk.campaign, desk.entries()) if " effort " in one.order)
    assert [one.removeprefix(f"{power.capitalize()}").lstrip(": ") for one in told.figures] == figures


def test_ruling_147_the_journal_says_which_effort_it_is_instead_of_the_one_chosen() -> None:
    assert (
        logistics.told(world(), "powers.italy.effort", "rle", "none") == "Italy: no effort instead of Regional Effort"
    )
    # How many it has is not told again as the turn ends, and a figure of another kind tells itself.
    assert speaking(world(), [Change("powers.italy.efforts", 1, 0, "end of the turn", "4.0")]) == ()
    assert logistics.told(world(), "powers.italy.narfs", 9, 4) is None


@pytest.mark.rule("tw-4.2", "tw-4.3")
def test_4_2_several_regional_efforts_cost_each_their_price_and_are_reserved() -> None:
    now = after(world(), "germany effort rle count=3")
    assert (now.powers["germany"].effort, now.powers["germany"].efforts) == ("rle", 3)
    assert (now.powers["germany"].reserved, now.powers["germany"].narfs) == (12, 85)


@pytest.mark.rule("tw-4.0")
def test_4_0_one_kind_of_effort_a_turn() -> None:
    found = refusals(world(germany={"effort": "rle", "efforts": 1}), "germany effort lle")
    assert rules_of(found) == ["4.0"]
    assert "has chosen Regional Effort" in found[0].reason


def test_3_3_who_was_let_choose_before_the_step_is_asked_for_nothing_in_it() -> None:
    """Else nothing would be left to order: one kind of effort a turn."""
    start = Game(opening()).campaign
    early = after(attrs.evolve(start, progress=attrs.evolve(start.progress, step="planning.oil")), "germany effort lle")
    assert "germany" in logistics.buyers(start) and "germany" not in logistics.buyers(early)
    game = Game(attrs.evolve(early, progress=start.progress))
    asked = []
    while game.campaign.progress.step == logistics.STEP:
        (power,) = game.outlook().awaits
        asked.append(power)
        game.give(logistics.Effort(power, "none"))
    assert sorted(asked) == sorted(set(logistics.buyers(start)) - {"germany"})
    assert game.campaign.powers["germany"].effort == "lle"
    assert "germany" in logistics.buyers(after(start, "germany effort lle")), "in its own step it is done, as ever"


@pytest.mark.rule("tw-4.1-east")
def test_4_1_a_german_sustained_effort_doubles_with_german_ground_units_in_the_1939_ussr() -> None:
    inside = attrs.evolve(world(), facts={inside_ussr.SAID: True})
    assert after(inside, "germany effort sle").powers["germany"].reserved == 16
    assert after(world(), "germany effort sle").powers["germany"].reserved == 8
    # Italy and the Soviet Union never pay double for it (ruling 99).
    assert after(inside, "italy effort sle").powers["italy"].reserved == 8
    assert after(inside, "ussr effort sle").powers["ussr"].reserved == 8


@pytest.mark.rule("tw-4.1-repeat")
def test_4_1_no_sustained_effort_two_turns_running() -> None:
    found = refusals(world(germany={"last_effort": "sle"}), "germany effort sle")
    assert rules_of(found) == ["4.1"]
    assert "two turns in a row" in found[0].hint
    assert not refusals(world(germany={"last_effort": "rle"}), "germany effort sle")


@pytest.mark.rule("tw-4.0")
def test_4_0_every_reason_at_once() -> None:
    found = refusals(world(germany={"last_effort": "sle", "effort": "mle", "narfs": 5}), "germany effort sle count=2")
    assert rules_of(found) == ["4.0", "4.1", "4.1", "4.5, ruling 148"]


@pytest.mark.rule("tw-4.2-east")
def test_4_2_axis_markers_in_the_1939_ussr_cost_double_when_placed() -> None:
    buyer = world(step="axis.operations.efforts", germany={"effort": "rle", "efforts": 3, "narfs": 50})
    assert after(buyer, "germany markers 2").powers["germany"].narfs == 50 - 2 * 4
    assert rules_of(refusals(buyer, "germany markers 4")) == ["4.2"]
    limited = world(italy={"effort": "lle", "efforts": 2, "narfs": 3})
    assert after(limited, "italy markers 1").powers["italy"].narfs == 1
    assert rules_of(refusals(limited, "italy markers 2")) == ["4.3"]
    assert rules_of(refusals(world(germany={"effort": "sle"}), "germany markers 1")) == ["4.2"]


@pytest.mark.rule("tw-4.5")
def test_4_5_pass_only_without_narfs_and_nothing_else_then() -> None:
    assert rules_of(refusals(world(), "germany effort pass")) == ["4.5"]
    broke = world(germany={"narfs": 0})
    assert not refusals(broke, "germany effort pass")
    for kind in ("none", "mle", "lle"):
        assert "4.5, ruling 145" in rules_of(refusals(broke, f"germany effort {kind}"))


@pytest.mark.rule("tw-4.5")
def test_ruling_145_no_effort_at_all_is_always_open_and_free() -> None:
    assert not refusals(world(), "germany effort none")
    assert after(world(), "germany effort none").powers["germany"].reserved == 0


def test_ruling_148_an_effort_is_not_bought_on_a_deficit() -> None:
    found = refusals(world(germany={"narfs": 7}), "germany effort sle")
    assert rules_of(found) == ["4.5, ruling 148"]
    assert "costs 8 NARFs, 7 are in hand" in found[0].reason


# Activity by effort: SLE, RLE, LLE, MLE, none, Pass; y yes, n no, l limited. A second reading of chapter 4 and
# ruling 145.
ALLOWED = {
    "combat": "yllnnn",
    "second_impulse": "ylnlnn",
    "reserves": "yynnnn",
    "evasion": "yynnnn",
    "invasion": "ylnnnn",
    "airdrop": "ylnnnn",
    "patrols": "yllnnn",
    "strategic_warfare": "yyynnn",
    "defensive_strategic_warfare": "yyyyyy",
    "automatic_victory": "yllynn",
    "rail": "yllynn",
    "stratmove": "yllynn",
    "interception": "yyyyyy",
}


@pytest.mark.rule("tw-4.3-bans", "tw-4.4-bans")
@pytest.mark.parametrize("activity", ALLOWED)
def test_4_what_each_effort_allows(activity: str) -> None:
    kinds = ("sle", "rle", "lle", "mle", "none", "pass")
    found = "".join({"yes": "y", "no": "n"}.get(logistics.allows(kind, activity)[0], "l") for kind in kinds)
    assert found == ALLOWED[activity]


@pytest.mark.rule("tw-4.3-bans")
def test_4_3_a_limited_effort_refuses_reserves_and_says_what_allows_them() -> None:
    found = logistics.may(world(germany={"effort": "lle"}), "germany", "reserves")
    assert found is not None
    assert found.rule == "4.3"
    assert found.hint == "Allowed by: Sustained Effort, Regional Effort."
    assert logistics.may(world(germany={"effort": "rle"}), "germany", "reserves") is None


def test_3_3_the_lowest_hand_buys_first_and_ties_follow_3_11() -> None:
    assert logistics.buyers(world()) == ("italy", "us", "france", "ussr", "germany", "britain")
    tied = world(italy={"narfs": 50}, germany={"narfs": 50})
    assert logistics.buyers(tied)[:3] == ("italy", "germany", "us")


def test_3_6_operations_pay_what_was_reserved() -> None:
    bought = world(germany={"effort": "rle", "efforts": 3, "reserved": 12})
    paid = effect(bought, logistics.PayEffort("germany"))
    assert (paid.powers["germany"].narfs, paid.powers["germany"].reserved) == (73, 0)


@pytest.mark.parametrize(
    ("hand", "effort", "count", "kept"),
    [
        (8, "sle", 1, ("sle", 1)),
        (7, "sle", 1, ("rle", 1)),
        (3, "sle", 1, ("lle", 1)),
        (9, "rle", 3, ("rle", 2)),
        (3, "rle", 2, ("lle", 1)),
        (1, "lle", 4, ("none", 1)),
        (0, "lle", 4, ("pass", 1)),
        (-4, "sle", 1, ("pass", 1)),
    ],
)
def test_ruling_147_what_strategic_warfare_has_eaten_drops_the_effort(
    hand: int, effort: str, count: int, kept: tuple[str, int]
) -> None:
    cost = logistics.price("germany", effort, count=count).total
    power = world(germany={"narfs": hand, "effort": effort, "efforts": count, "reserved": cost}).powers["germany"]
    assert logistics.affordable("germany", power) == kept


@pytest.mark.parametrize("effort", ["none", "pass", ""])
@pytest.mark.parametrize(("hand", "left"), [(8, 0), (0, 0), (-4, -4)])
def test_3_6_what_an_umpire_has_put_aside_for_no_effort_is_paid_as_far_as_there_is_any(
    effort: str, hand: int, left: int
) -> None:
    ruled = world(germany={"narfs": hand, "effort": effort, "efforts": 1, "reserved": 50})
    germany = effect_of(ruled)
    assert (germany.narfs, germany.reserved, germany.effort) == (left, 0, effort)


def effect_of(campaign: TheWar) -> Power:
    return effect(campaign, logistics.PayEffort("germany")).powers["germany"]


def test_3_10_3_the_turns_end_keeps_the_effort_only_as_last_turns() -> None:
    before = world(germany={"effort": "sle", "efforts": 1, "spent": 20, "smp_lost": 2})
    germany = effect(before, EndTurn("germany")).powers["germany"]
    assert (germany.last_effort, germany.effort, germany.efforts, germany.spent, germany.smp_lost) == (
        "sle",
        "",
        0,
        0,
        0,
    )


def eastern_war(kiev: str = "ussr") -> Any:
    """Germany at war with the Soviet Union, whose Kiev lies inside its borders of 1939 and is held by somebody."""
    start = attrs.evolve(world(), wars=wars_of({"germany+ussr": "1941-2-summer"}))
    city = attrs.evolve(start.places["kiev"], holder=kiev, tags={regions.SOVIET_1939: True})
    return attrs.evolve(start, places={**start.places, "kiev": city})


@pytest.mark.rule("tw-4.1-east")
def test_4_1_germany_pays_double_once_it_holds_a_city_of_the_1939_soviet_union_or_says_that_it_is_inside() -> None:
    start = eastern_war()
    assert after(start, "germany effort sle").powers["germany"].reserved == 8
    assert after(eastern_war("germany"), "germany effort sle").powers["germany"].reserved == 16
    said = after(start, "germany inside-ussr yes")
    assert after(said, "germany effort sle").powers["germany"].reserved == 16
    assert after(after(said, "germany inside-ussr no"), "germany effort sle").powers["germany"].reserved == 8
    # A German ground unit that is recorded there is enough; an air unit is none.
    key = next(key for key, unit in start.units.items() if (unit.power, unit.kind) == ("germany", "inf"))
    there = attrs.evolve(start, units={**start.units, key: attrs.evolve(start.units[key], place="kiev")})
    assert inside_ussr.known(there) == "Kiev"
    flying = attrs.evolve(start.units[key], kind="tac", strength="1-5-4", place="kiev")
    assert not inside_ussr.there(attrs.evolve(start, units={**start.units, key: flying}))


@pytest.mark.rule("tw-4.1-east")
def test_4_1_who_is_inside_is_said_by_germany_at_war_with_the_soviet_union_and_not_against_what_is_known() -> None:
    assert [one.rule for one in refusals(world(), "germany inside-ussr yes")] == ["4.1, 9.4.1"]
    assert refusals(world(), "italy inside-ussr yes")[0].reason == "Italy pays no double Sustained Effort"
    start, held = eastern_war(), eastern_war("germany")
    assert refusals(held, "germany inside-ussr no")[0].reason == "Kiev is known as German"
    assert not refusals(held, "germany inside-ussr yes")
    told = [duty.text for duty in inside_ussr.duties(held)]
    assert told == ["Germany pays twice for an SLE: it is inside the 1939 Soviet Union (Kiev)"]
    assert "inside-ussr yes" in next(iter(inside_ussr.duties(start))).text
    assert not tuple(inside_ussr.duties(world()))
