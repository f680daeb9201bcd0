"""A try for a variant instead of targets: the price, both dice, saved modifiers, chits, the project that nobody else
sees (28.0, 16.6, 3.3, rulings 381 to 387)."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import attrs
import pytest

from engine.kernel import play, telling
from engine.kernel.campaign import view
from engine.kernel.procedures import decisions
from engine.kernel.reading import understand
from engine.kernel.sheets.ledger import Duties
from engine.thewar.countries import variant_hand
from engine.thewar.countries.variant_table import rows
from engine.thewar.countries.variants import Variant
from engine.thewar.politics.variant_attempts import Project
from engine.thewar.rolls import variant_dice
from engine.thewar.rolls.variant_dice import Die
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets import led_past
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar, VariantTry
from saves import audit
from saves.desk import Desk
from tests.thewar.politics.purchases import SIDES, begun, give, scene
from tests.thewar.politics.scenes import TWO, Table, table
from tests.whole import whole

POPS = {"germany variant": 1, "italy variant": 1, "britain variant": 1, "germany spain": 1, "us variant": 1}
LUCKY = "1943-1-spring"
"""A turn in which the dice of the campaigns on the disk give Germany its project."""
CHITS = {"germany espionage": 1, "britain counter-espionage": 1, "britain espionage": 1, "us espionage": 1}


def solo(first: str = "germany", turn: str = "1940-3-fall", pops: dict[str, int] | None = None) -> Table:
    """One seat, all with a POP for a variant; a power with little money acts first."""
    start = table(POPS if pops is None else pops, CHITS, turn=turn, hands={first: 20})
    return Table(start).first(first)


def with_saved(played: Table, power: str, many: int) -> Table:
    """The same with modifiers that a power has saved in earlier turns."""
    turns = ("1939-3-fall", "1940-1-spring")[:many]
    old = [VariantTry(power=power, turn=turn, goal="save", first=9, won=True) for turn in turns]
    tries = {**played.campaign.variant_tries, **{one.address: one for one in old}}
    return Table(attrs.evolve(played.campaign, variant_tries=tries))


def tried(played: Table, power: str = "germany") -> VariantTry:
    one = variant_hand.this_turn(played.campaign, power)
    assert one is not None
    return one


def chances(played: Table, line: str) -> dict[tuple[bool, bool], Fraction]:
    order = understand(RULESET, line, played.campaign)
    told = order.forecast(played.campaign)
    assert told is not None and told.exact
    return {(one.succeeds, one.obtained): chance for one, chance in told.outcomes}


# ---------------------------------------------------------------- the dice


@pytest.mark.rule("tw-28.0")
@pytest.mark.parametrize("chit", [False, True])
@pytest.mark.parametrize("saved", [0, 1, 2])
@pytest.mark.parametrize(
    ("power", "help_"), [("germany", 1), ("italy", 1), ("france", -1), ("britain", -1), ("ussr", -1)]
)
def test_28_0_the_axis_wants_eight_and_the_allies_three(power: str, help_: int, saved: int, chit: bool) -> None:
    for face in range(1, 11):
        thrown = Die(power, "1941-1-spring", chit=chit, saved=saved, face=face)
        total = face + help_ * (1 + chit + saved)
        assert (thrown.total, thrown.success) == (total, total >= 8 if help_ > 0 else total <= 3)


@pytest.mark.rule("tw-28.0-us")
def test_28_0_the_united_states_at_peace_has_one_against_itself() -> None:
    assert Die("us", "1941-1-spring", at_war=False, face=4).total == 4
    assert not Die("us", "1941-1-spring", at_war=False, face=4).success and Die("us", "1941-1-spring", face=4).success


def test_28_0_the_designers_arithmetic() -> None:
    """POP and chit on both dice: 50 % of 50 %; a saved modifier makes of the first die one of 5 or more."""
    played = solo()
    assert chances(played, "germany try-variant roll espionage=yes")[True, True] == Fraction(1, 4)
    assert chances(played, "germany try-variant roll")[True, True] == Fraction(16, 100)
    assert variant_dice.chance(Die("germany", "1940-3-fall", chit=True, saved=1)) == Fraction(6, 10)


@pytest.mark.rule("tw-28.0")
@pytest.mark.parametrize(("face", "won"), [(7, True), (6, False)])
def test_28_0_who_rolls_for_a_project_at_once_and_fails_or_goes_on(face: int, won: bool) -> None:
    played = solo().give("germany try-variant roll", face)
    assert (tried(played).first, tried(played).won) == (face, won)
    assert played.pops("germany", "variant") == (1, 1)
    assert (played.refused("germany project item=1") == "") == won
    if won:
        assert f"it rolls for a project; die {face} +1, 8 or more is needed" in played.told
    else:
        assert "has tried for a variant in this turn without success (28.0)" in played.refused("germany project item=1")


@pytest.mark.rule("tw-28.0", "tw-28.0-cost", "tw-28.1")
@pytest.mark.parametrize(("face", "got"), [(7, True), (6, False)])
def test_28_0_the_second_die_costs_three_whatever_comes_of_it(face: int, got: bool) -> None:
    played = solo().give("germany try-variant roll", 9)
    before = played.campaign.powers["germany"].narfs
    played.give("germany project item=12", face)
    assert played.campaign.powers["germany"].narfs == before - 3
    assert (tried(played).project, tried(played).second, tried(played).got) == (12, face, got)
    assert "has rolled for a project in this turn" in played.refused("germany project item=12")
    sheet: Any = RULESET.sheet(Duties)
    told = [duty.text for duty in sheet.due(played.campaign)]
    assert ("Germany holds 1 variant: 12, Landing Craft" in told) == got


@pytest.mark.rule("tw-28.0-cost")
def test_28_0_who_cannot_pay_rolls_for_no_project() -> None:
    played = solo().give("germany try-variant roll", 9)
    poor = attrs.evolve(played.campaign.powers["germany"], narfs=2)
    broke = Table(attrs.evolve(played.campaign, powers={**played.campaign.powers, "germany": poor}))
    assert "3" in broke.refused("germany project item=1") and "(28.0" in broke.refused("germany project item=1")


@pytest.mark.rule("tw-28.1", "tw-28.2")
@pytest.mark.parametrize(("power", "last"), [("germany", 23), ("britain", 16)])
def test_28_1_a_project_is_one_of_the_powers_own_list(power: str, last: int) -> None:
    face = 9 if power == "germany" else 1
    played = solo(power).give(f"{power} try-variant roll", face)
    assert played.refused(f"{power} project item={last - 1}") == "" == played.refused(f"{power} project item=1")
    name = played.campaign.powers[power].name
    text = played.refused(f"{power} project item={last + 1}") if last < 18 else played.refused("germany project item=0")
    assert (f"{last + 1} is no project of {name}" if last < 18 else "no project is chosen") in text
    assert f"item=1 to item={last}" in text


# ---------------------------------------------------------------- saved modifiers


@pytest.mark.rule("tw-28.0-acc")
def test_28_0_a_success_is_saved_and_used_on_one_die() -> None:
    played = solo().give("germany try-variant save", 8)
    assert variant_hand.saved(played.campaign, "germany") == 1
    assert "saves its success of this turn" in played.refused("germany project item=1")
    later = with_saved(solo(), "germany", 1)
    later.give("germany try-variant roll saved=1", 6)
    assert tried(later).won and variant_hand.saved(later.campaign, "germany") == 0
    assert "1 saved modifier, and Germany has 0 (28.0, ruling 384)" in later.refused("germany project item=1 saved=1")
    kept = (
        with_saved(solo(), "germany", 1).give("germany try-variant roll", 7).give("germany project item=1 saved=1", 6)
    )
    assert tried(kept).got and variant_hand.saved(kept.campaign, "germany") == 0


@pytest.mark.rule("tw-28.0-acc")
def test_28_0_two_are_saved_at_the_most() -> None:
    full = with_saved(solo(), "germany", 2)
    assert "Germany has 2 saved modifiers, and 2 are the most there are (28.0, ruling 384)" in full.refused(
        "germany try-variant save"
    )
    assert full.refused("germany try-variant save saved=1") == "" == full.refused("germany try-variant roll saved=2")
    with pytest.raises(Exception, match="3"):
        full.give("germany try-variant roll saved=3", 5)
    assert "1 saved modifier, and Germany has 0" in solo().refused("germany try-variant roll saved=1")
    over = solo().refused('overrule "so agreed" germany try-variant win', "solo")
    assert "goal: 'win' is none of roll, save (28.0)" in over


def test_28_0_what_was_used_over_the_rules_leaves_no_debt() -> None:
    owed = VariantTry(power="germany", turn="1939-3-fall", goal="roll", used=2, first=9, won=True)
    saved = VariantTry(power="germany", turn="1940-1-spring", goal="save", first=9, won=True)
    start = solo().campaign
    later = attrs.evolve(start, variant_tries={owed.address: owed})
    assert variant_hand.saved(later, "germany") == 0
    both = attrs.evolve(later, variant_tries={owed.address: owed, saved.address: saved})
    assert variant_hand.saved(both, "germany") == 1


# ---------------------------------------------------------------- chits


@pytest.mark.rule("tw-28.0-chits")
def test_28_0_espionage_counts_on_both_dice_unless_it_is_cancelled() -> None:
    helped = solo().give("germany try-variant roll espionage=yes", 6).give("germany project item=3", 6)
    assert tried(helped).won and tried(helped).got
    foiled = solo().give("germany try-variant roll espionage=yes counter=britain", 6)
    assert not tried(foiled).won and not tried(foiled).chit
    assert "8 or more is needed; Britain plays Counter-Espionage" in foiled.told
    for power, sort in (("germany", "espionage"), ("britain", "counter-espionage")):
        assert foiled.campaign.chits[f"{power}+{sort}"].played == 1
    later = solo().give("germany try-variant roll espionage=yes counter=britain", 7).give("germany project item=3", 6)
    assert not tried(later).got


@pytest.mark.rule("tw-28.0-chits")
def test_28_0_counter_espionage_alone_does_nothing() -> None:
    played = solo()
    text = played.refused("germany try-variant roll counter=britain")
    assert "Counter-Espionage alone does nothing (28.0, ruling 385)" in text
    assert "Italy is not at war with Germany" in played.refused("germany try-variant roll espionage=yes counter=italy")
    bare = solo(pops={"italy variant": 1, "germany variant": 1})
    assert "Italy has no Espionage chit" in bare.first("italy").refused("italy try-variant roll espionage=yes")


@pytest.mark.rule("tw-28.0-us")
def test_28_0_the_united_states_at_peace_plays_no_chit_and_not_before_fall_1940() -> None:
    peace = solo("us")
    text = peace.refused("us try-variant roll espionage=yes")
    assert "plays no Espionage on a variant before it is in the war (28.0)" in text
    assert peace.refused("us try-variant roll") == ""
    early = Table(table(POPS, CHITS, turn="1940-1-spring"))
    assert "tries for no variant before Fall 1940 (16.1.2, 16.6)" in early.refused("us try-variant roll")


# ---------------------------------------------------------------- instead of targets


@pytest.mark.rule("tw-3.3-skip", "tw-16.6")
def test_3_3_a_target_and_a_variant_in_one_turn_are_refused_both_ways_and_a_second_try() -> None:
    played = solo().give("germany try-variant save", 2)
    assert "Germany has tried for a variant in this turn (3.3, 16.1.3)" in played.refused(
        "germany influence spain against=western"
    )
    assert "Germany has tried for a variant in this turn (3.3, 28.0)" in played.refused("germany try-variant roll")
    named = solo().give("germany influence spain against=western", 5)
    text = named.refused("germany try-variant roll")
    assert "Germany has named a target in this turn (3.3, 28.0)" in text
    assert "Diplomacy or a variant roll in a turn, not both" in text
    # It is the power's, not its ally's.
    assert played.first("italy").refused("italy try-variant roll") == ""


@pytest.mark.rule("tw-16.6")
def test_16_6_the_point_is_the_price() -> None:
    bare = solo(pops={"germany spain": 1})
    text = bare.refused("germany try-variant roll")
    assert "Germany has no POP for a variant (28.0, 16.6, ruling 383)" in text and "'points none variant=yes'" in text
    early = attrs.evolve(solo().campaign.progress, step="planning.points")
    assert "not in this step" in Table(attrs.evolve(solo().campaign, progress=early)).refused(
        "germany try-variant roll"
    )


@pytest.mark.rule("tw-28.0")
@pytest.mark.parametrize(("face", "goal", "stays"), [(9, "roll", True), (2, "roll", False), (9, "save", False)])
def test_28_0_the_step_waits_for_the_project_of_who_has_won_with_his_last_point(
    face: int, goal: str, stays: bool
) -> None:
    alone = solo(pops={"germany variant": 1}).give(f"germany try-variant {goal} espionage=yes", face)
    assert ("germany" in alone.waiting) == stays
    if stays:
        alone.give("germany project item=12", 2)
        assert "germany" not in alone.waiting


# ---------------------------------------------------------------- several seats


def stands(folder: Path, seat: str) -> TheWar:
    campaign: TheWar = whole(Desk.open(folder, seat))
    return campaign


def seats(folder: Path, turn: str = "1940-3-fall") -> Path:
    """Two seats on the disk: Germany has a POP for a variant and Espionage, Britain Counter-Espionage."""
    start = begun(folder, scene(turn))
    give(start, "germany points none espionage=yes variant=yes", "italy points none")
    give(start, "britain points none counter-espionage=yes", "france points none", "ussr points none", "us points none")
    while (acting := play.acting(RULESET, stands(start, ""))[0]) != "germany":
        give(start, f"{acting} done")
    return start


@pytest.mark.rule("tw-28.0-chits", "tw-28.1")
def test_28_0_the_enemy_is_asked_and_nobody_else_sees_the_project(tmp_path: Path) -> None:
    """Two campaigns that differ in the project alone are the same to the other seat."""
    seen = []
    for name, item in (("one", 3), ("two", 17)):
        where = tmp_path / name
        where.mkdir()
        folder = seats(where)
        give(folder, "germany try-variant roll espionage=yes")
        assert decisions(stands(folder, "allied"))[0].answers == ("britain counter-chit no", "britain counter-chit yes")
        give(folder, "britain counter-chit no")
        assert variant_hand.open_roll(stands(folder, "axis"), "germany")
        give(folder, f"germany project item={item}")
        mine, theirs = stands(folder, "axis"), stands(folder, "allied")
        done = variant_hand.this_turn(mine, "germany")
        assert done is not None and done.second and not done.project
        assert (variant_hand.project(mine, done), variant_hand.project(theirs, done)) == (item, 0)
        desk = Desk.open(folder, "allied")
        told = [said for _, said in telling.backwards(desk.campaign, desk.entries("all"))]
        # Whether it is obtained all are told, with the die; which it is its own seat alone.
        [said] = [line for line in told if "rolls for a project that it has written down" in line]
        came = "it is obtained" if done.got else "it is not obtained"
        assert f": {came}; die {done.second} +2, 8 or more is needed" in said
        own = Desk.open(folder, "axis")
        ours = [line for _, line in telling.backwards(own.campaign, own.entries("all"))]
        assert any(f"rolls for project {item}, " in line and f": {came}; die" in line for line in ours)
        seen.append((theirs.variant_tries, theirs.powers, told))
        assert audit.audit(folder).differences == ()
    assert seen[0] == seen[1]


def test_28_0_a_seat_is_asked_by_its_sum_and_never_by_what_it_holds() -> None:
    played = Table(table(POPS, CHITS, turn="1940-3-fall", seats=TWO, hands={"germany": 1, "italy": 2}))
    played.give("germany try-variant roll espionage=yes")
    assert set(played.asked) == {"britain"}
    played.give("britain counter-chit yes", 6)
    assert not tried(played).won and SIDES["britain"] == "allied"
    assert view(played.campaign, "axis").variant_tries == played.campaign.variant_tries


@pytest.mark.rule("tw-3.3-skip")
def test_29_15_in_simplified_diplomacy_a_try_takes_the_place_of_the_one_target() -> None:
    start = solo().campaign
    simple = Table(attrs.evolve(start, options={**start.options, "simplified-diplomacy": True}))
    rolled = Table(simple.campaign).give("germany try-variant save", 2)
    assert "Germany has tried for a variant in this turn (3.3, 28.0)" in rolled.refused("germany sway spain")
    swayed = Table(simple.campaign).give("germany sway spain", 1)
    assert "Germany has tried for a target in this turn (3.3, 28.0)" in swayed.refused("germany try-variant roll")


def test_28_0_nobody_is_led_past_the_project_that_he_has_won() -> None:
    won = solo().give("germany try-variant roll", 9).campaign
    stops = [(stop.power, stop.what) for stop in led_past.diplomacy(won, "") if stop.power == "germany"]
    assert stops == [("germany", "the roll for a project, which it has won")]


# ---------------------------------------------------------------- what was obtained is played


@pytest.mark.rule("tw-28.0-play")
def test_28_0_a_variant_is_played_by_who_has_obtained_it_and_once_for_each_time() -> None:
    start = solo()
    text = start.refused("germany variant z-plan yard=kiel")
    number = rows()["z-plan"]["number"]
    assert "Germany has not obtained" in text and "(28.0)" in text and "'germany try-variant roll'" in text
    won = start.give("germany try-variant roll", 9).give(f"germany project item={number}", 9)
    assert "Germany has not obtained" in won.refused("germany variant jet-program")
    assert "Germany has not obtained" not in won.refused("germany variant z-plan yard=kiel")
    played = Table(won.campaign).give("germany variant z-plan yard=kiel")
    assert tried(played).played == "1940-3-fall"
    assert "Germany has played the Z-Plan that it had obtained (28.0). Each result is played once" in played.refused(
        "germany variant z-plan yard=kiel"
    )
    # One that was drawn at the table is played over the rules, as all agree.
    assert solo().refused('overrule "drawn at the table" germany variant z-plan yard=kiel', "solo") == ""


@pytest.mark.rule("tw-28.0-play")
def test_28_0_a_failed_project_is_not_played_and_what_is_used_up_is_not_tried_for() -> None:
    number = rows()["z-plan"]["number"]
    lost = solo().give("germany try-variant roll", 9).give(f"germany project item={number}", 2)
    assert "Germany has not obtained" in lost.refused("germany variant z-plan yard=kiel")
    had = solo().give("germany try-variant roll", 9)
    before = VariantTry(power="germany", turn="1939-3-fall", goal="roll", won=True, got=True, second=9, project=number)
    again = Table(attrs.evolve(had.campaign, variant_tries={**had.campaign.variant_tries, before.address: before}))
    text = again.refused(f"germany project item={number}")
    assert f"{rows()['z-plan']['name']} has been obtained 1 times (28.1.2, ruling 386)" in text
    late = solo(turn="1944-3-fall").give("germany try-variant roll", 9)
    past = next(row for row in rows().values() if row["power"] == "germany" and "" < row["until"] < "1944")
    assert f"{past['name']} could be played until" in late.refused(f"germany project item={past['number']}")


@pytest.mark.rule("tw-28.1.2-17", "tw-28.1.2-18")
@pytest.mark.parametrize(("name", "turns"), [("bomber-research", 6), ("bomber-production", 4)])
def test_28_1_2_what_takes_its_time_is_played_so_many_turns_after_it_was_obtained(name: str, turns: int) -> None:
    row = rows()[name]
    won = VariantTry(
        power="germany", turn="1940-3-fall", goal="roll", won=True, second=9, got=True, project=row["number"]
    )
    for later in (turns - 1, turns):
        turn = calendar.label(calendar.number("1940-3-fall") + later)
        now = Table(attrs.evolve(table(POPS, turn=turn), variant_tries={won.address: won}))
        text = now.refused(f"germany variant {name}")
        assert (f"{row['name']} was obtained in Fall 1940 (28.1.2, ruling 390)" in text) == (later < turns)


def test_29_3_pilot_schools_are_on_the_list_with_their_option_alone() -> None:
    won = solo().give("germany try-variant roll", 9)
    number = rows()["german-pilot-schools"]["number"]
    assert "is on no list: its optional rule is not played (28.1.2, ruling 403)" in won.refused(
        f"germany project item={number}"
    )
    offered = [order.item for order in Project.offers(won.campaign, "germany")]
    assert number not in offered and len(offered) == 22
    trained = Table(attrs.evolve(won.campaign, options={**won.campaign.options, "air-crew-training": True}))
    assert trained.refused(f"germany project item={number}") == ""


def test_28_0_what_was_obtained_is_offered_and_nothing_else() -> None:
    start = solo()
    assert Variant.form(start.campaign, "germany") is None and not list(Variant.offers(start.campaign, "germany"))
    won = solo().give("germany try-variant roll", 9).give(f"germany project item={rows()['z-plan']['number']}", 9)
    form = Variant.form(won.campaign, "germany")
    assert form is not None and form.fields[0].choices == ("z-plan",) and "yard={yard}" in form.pattern
    offered = list(Variant.offers(won.campaign, "germany"))
    assert all(won.refused(order.text) == "" for order in offered)
    assert Variant.form(won.campaign, "italy") is None


@pytest.mark.rule("tw-28.0-play")
def test_28_0_as_it_is_played_all_know_which_it_was(tmp_path: Path) -> None:
    folder = seats(tmp_path, LUCKY)
    give(folder, "germany try-variant roll espionage=yes", "britain counter-chit no")
    number = rows()["z-plan"]["number"]
    give(folder, f"germany project item={number}")
    obtained = variant_hand.this_turn(stands(folder, "axis"), "germany")
    assert obtained is not None and obtained.got
    give(folder, "germany variant z-plan yard=kiel")
    for seat in ("axis", "allied"):
        known = variant_hand.this_turn(stands(folder, seat), "germany")
        assert known is not None and (known.project, known.played) == (number, LUCKY)
    assert audit.audit(folder).differences == ()
