"""Every line of the five surrender lists as a campaign knows it, and what only the board shows (17.2.2, 18.4, 19.2,
20.4, 21.1, ruling 342)."""

from __future__ import annotations

from itertools import permutations

import attrs
import pytest

from engine.kernel.refusals import Refused
from engine.thewar.endings import board_boxes, rolls_due, signs_by_power
from engine.thewar.rolls import surrenders
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.endings.scenes import (
    INF,
    MAKES,
    bare,
    board,
    facts,
    give,
    hints,
    holds,
    out,
    pool,
    standing,
    told,
    units,
    why_not,
)
from tests.thewar.keyed_surrenders import LISTS, rows

EVERY = [(power, sign) for power in LISTS for sign in rows(power)]


def added(campaign: TheWar, power: str) -> dict[str, int]:
    """What each line adds, by its words, as the roll has it."""
    modifier = rolls_due.roll(campaign, power).modifier
    return {line.label: line.value for line in modifier.lines}


def made(power: str, sign: str) -> TheWar:
    """The bare campaign with one line of the list holding."""
    scene, _ = MAKES[power][sign]
    campaign = bare(power)
    if sign == "unbuilt":
        whole = standing(power)
        empty = {key: attrs.evolve(one, count=0, lost=0, oos=0) for key, one in whole.pools.items()}
        campaign = attrs.evolve(campaign, pools=empty)
    if sign == "france-fights":
        powers = {**campaign.powers, "france": attrs.evolve(campaign.powers["france"], surrendered="")}
        campaign = attrs.evolve(campaign, powers=powers)
    return scene(campaign)


@pytest.mark.rule("tw-17.2.2", "tw-18.4-mods", "tw-19.2-mod", "tw-21.1")
@pytest.mark.parametrize(("power", "sign"), EVERY)
def test_each_line_of_the_lists_counts_while_it_holds_and_not_otherwise(power: str, sign: str) -> None:
    assert added(bare(power), power) == {}
    now = made(power, sign)
    value = MAKES[power][sign][1]
    figure, how = rows(power)[sign]
    # Where it counts, the scene shows how many: so many times the figure keyed from the rulebook.
    assert value == figure if not how else value % figure == 0 and value * figure > 0
    assert rolls_due.roll(now, power).modifier.total == value
    assert [one.id for one in signs_by_power.signs(now, power) if one.holds] == [sign]


def test_every_line_of_the_lists_has_a_reading_and_none_is_read_that_is_not_printed() -> None:
    for power in LISTS:
        assert list(signs_by_power.READINGS[power]) == [one.id for one in surrenders.modifiers(power)]
        assert set(MAKES[power]) == set(rows(power))


@pytest.mark.rule("tw-18.4-mods")
def test_342_what_the_board_shows_is_said_seen_and_remembered_until_it_is_said_anew() -> None:
    war = holds("germany", "paris")(standing("france", "1940-2-summer"))
    before = rolls_due.roll(war, "france").modifier.total
    said = give(war, "board france paris-threatened", "board france british-ground")
    assert rolls_due.roll(said, "france").modifier.total == before + 1 - 2
    later = attrs.evolve(said, progress=attrs.evolve(said.progress, turn=said.progress.turn + 1))
    assert rolls_due.roll(later, "france").modifier.total == before + 1 - 2
    back = give(later, "board france british-ground holds=no")
    assert rolls_due.roll(back, "france").modifier.total == before + 1


@pytest.mark.parametrize("power", list(LISTS))
def test_342_every_sign_that_the_board_decides_is_said_in_words_that_are_read(power: str) -> None:
    war = bare(power)
    open_ones = [sign for sign in board_boxes.boxes(war, power) if sign.open]
    assert open_ones
    for sign in open_ones:
        line = f"board {power} {sign.id}{' number=1' if sign.counts else ''}"
        assert why_not(war, line) == []
        said = give(war, line)
        assert next(one.known.number for one in board_boxes.boxes(said, power) if one.id == sign.id) == 1


@pytest.mark.rule("tw-20.4-city")
def test_20_4_a_city_of_east_prussia_adds_nothing_to_the_german_die_and_makes_no_roll() -> None:
    war = standing("germany")
    no_roll = ("20.4", "no roll is due: no city of Germany is lost")
    assert no_roll in why_not(holds("ussr", "konigsberg")(war), "germany surrender-roll")
    two = holds("ussr", "berlin", "breslau")(war)
    for more, made in ((), "-5 makes 4"), (("konigsberg",), "-5 makes 4"), (("cologne",), "-6 makes 3"):
        assert f"die 9 {made}" in told(holds("ussr", *more)(two), "germany surrender-roll", 9, 1), more


@pytest.mark.rule("tw-20.4-city")
def test_342_what_is_counted_has_its_bounds_by_what_it_is_and_nothing_overrules_them() -> None:
    war = board("germany", "casablanca")(standing("germany"))
    assert why_not(war, "board germany atomic-cities number=20") == []
    for before in ("", 'overrule "x" '):
        (found,) = why_not(war, f"{before}board germany atomic-cities number=21")
        assert found == ("20.4", "number: 21 is out of range")
        assert hints(war, f"{before}board germany atomic-cities number=21") == "From 0 to 20."
        with pytest.raises(Refused):
            give(war, f"{before}board germany atomic-cities number=999")
    assert "number: 1000 is out of range" in why_not(war, "board germany atomic-cities number=1000")[0][1]
    # What is kept of a roll takes all that can be said of a die.
    fires = facts(firestorms_on_germany=99)(board("germany", "atomic-cities", 20)(war))
    kept = give(holds("ussr", "berlin", "breslau")(fires), "germany surrender-roll", faces=(1,))
    assert [roll.added for roll in kept.surrender_rolls.values()] == [-125]
    assert list(RULESET.check(kept)) == []
    ruled = board("germany", "atomic-cities", 999)(war)
    assert added(ruled, "germany")["20 German cities that an atomic bomb has hit"] == -20, "what a ruling set, too"
    # NARFs count by fifties: with as many as can be said the die still is rolled, and kept.
    british = holds("germany", "london")(standing("britain"))
    assert why_not(british, "board britain unbuilt number=999") == []
    assert why_not(british, "board britain eliminated number=999") == []
    most = give(
        holds("ussr", "berlin")(war), "board germany atomic-cities number=20", "germany surrender-roll", faces=(1,)
    )
    assert most.powers["germany"].surrendered


@pytest.mark.rule("tw-18.4-mods", "tw-19.2-mod")
@pytest.mark.parametrize(
    ("power", "line", "record"),
    [
        ("france", "paris-lost", "France holds Paris"),
        ("france", "italy-at-war holds=no", "with France"),
        ("italy", "greece-lost", "Greece holds"),
        ("italy", "athens-italian", "Athens is not Italy's"),
        ("germany", "cities number=3", ""),
        ("ussr", "moscow-lost", "Soviet Union holds Moscow"),
    ],
)
def test_342_a_box_against_what_is_recorded_is_refused_and_the_record_named(power: str, line: str, record: str) -> None:
    war = standing(power)
    (found,) = why_not(war, f"board {power} {line}")
    assert found[0] == rolls_due.rule(power) and "the record decides it" in found[1]
    assert "Recorded: " in hints(war, f"board {power} {line}") and record in hints(war, f"board {power} {line}")


@pytest.mark.rule("tw-18.4-mods")
def test_342_what_is_no_sign_of_a_list_or_of_another_kind_is_refused() -> None:
    war = standing("france")
    assert why_not(war, "board us paris-threatened")[0][1] == "United States never rolls for its surrender"
    (found,) = why_not(war, "board france urals-reached")
    assert found == ("18.4", "'urals-reached' is no sign of that list")
    assert "paris-threatened" in hints(war, "board france urals-reached")
    assert "it holds or not, no number" in why_not(war, "board france paris-threatened number=2")[0][1]
    assert "a number is said" in why_not(war, "board britain eliminated holds=no")[0][1]
    assert "has fallen" in why_not(out("france")(war), "board france paris-threatened")[0][1]


@pytest.mark.rule("tw-19.2-mod")
def test_342_units_that_are_recorded_decide_and_the_board_may_show_more() -> None:
    war = standing("italy", "1943-3-fall")
    (sign,) = [one for one in signs_by_power.signs(war, "italy") if one.id == "western-on-mainland"]
    assert sign.open and not sign.holds
    landed = units(x_1=attrs.evolve(INF, place="taranto"))(war)
    (sign,) = [one for one in signs_by_power.signs(landed, "italy") if one.id == "western-on-mainland"]
    assert not sign.open and sign.holds and "Taranto" in sign.known.cause
    # Partisans, commandos and paratroops show no army (19.2).
    for kind in ("cdo", "para", "partisan"):
        lone = units(x_1=Unit(power="us", kind=kind, strength="1-5", place="taranto"))(war)
        assert "western-on-mainland" not in {one.id for one in signs_by_power.signs(lone, "italy") if one.holds}


@pytest.mark.rule("tw-18.4-mods")
def test_18_4_the_order_in_which_boxes_are_ticked_never_matters() -> None:
    war = holds("germany", "paris")(standing("france", "1940-2-summer"))
    lines = ("board france paris-threatened", "board france british-air", "board france french-morale")
    sums = {rolls_due.roll(give(war, *order), "france").modifier.total for order in permutations(lines)}
    assert len(sums) == 1


@pytest.mark.rule("tw-21.1-50")
def test_21_1_50_units_lost_add_to_the_soviet_die_and_units_never_built_do_not() -> None:
    war = out("france")(holds("germany", "moscow", "leningrad", "stalingrad")(standing("ussr")))
    gone = pool("ussr-inf-4-5", oos=30)(war)
    assert "die 1 +9 makes 10" in told(gone, "ussr surrender-roll", 1)
    new = pool("ussr-inf-4-5", count=30)(war)
    no_roll = ("21.1", "no roll is due: no die makes 14: the modifiers are +3")
    assert no_roll in why_not(new, "ussr surrender-roll")


@pytest.mark.rule("tw-21.1-50")
def test_21_1_50_a_soviet_inf_lost_out_of_supply_is_worth_14_narfs() -> None:
    """The rulebook's own INF of six factors and a cadre (21.1)."""
    war = bare("ussr")
    pool = attrs.evolve(standing("ussr").pools["ussr-inf-4-5"], strength="6-5", oos=7, count=0, lost=0)
    now = attrs.evolve(war, pools={**war.pools, "ussr-inf-6-5": pool})
    (sign,) = [one for one in signs_by_power.signs(now, "ussr") if one.id == "unbuilt"]
    assert sign.known.number == 7 * 14 and rolls_due.roll(now, "ussr").modifier.total == 1
    fresh = attrs.evolve(pool, oos=0, count=50)
    new = attrs.evolve(war, pools={**war.pools, "ussr-inf-6-5": fresh})
    assert rolls_due.roll(new, "ussr").modifier.total == 0, "units never built do not count"


@pytest.mark.rule("tw-17.2.2")
def test_17_2_2_a_task_force_marker_that_was_lost_is_worth_nothing() -> None:
    war = bare("britain")
    marker = attrs.evolve(standing("britain").pools["britain-fleet-1-12-5"], kind="tf", strength="", lost=2, count=2)
    now = attrs.evolve(war, pools={**war.pools, "britain-tf": marker})
    assert rolls_due.roll(now, "britain").modifier.total == rolls_due.roll(war, "britain").modifier.total


def test_343_the_count_of_the_pools_is_corrected_for_a_turn() -> None:
    war = bare("britain")
    said = board("britain", "unbuilt", 150)(war)
    assert rolls_due.roll(said, "britain").modifier.total == 3
    later = attrs.evolve(said, progress=attrs.evolve(said.progress, turn=said.progress.turn + 1))
    assert rolls_due.roll(later, "britain").modifier.total == 0
