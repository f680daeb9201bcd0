"""POPs that variants give: beside a purchase, for nothing, as secret as the rest of it; and on the next roll (28.1.1 #1
and #9, 28.1.2 #8, rulings 300, 575, 576)."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.kernel.sheets.diplomacy import Bought
from engine.kernel.sheets.ledger import Duties
from engine.kernel.transaction import Transaction
from engine.thewar.countries import variant_effects, variant_points
from engine.thewar.politics import purses
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets.diplomacy_sheet import DiplomacySheet
from engine.thewar.world import counters, forces, influence
from engine.thewar.world.state import TheWar, Unit
from saves.desk import Desk
from tests.thewar import builds
from tests.thewar.drawn import drawn
from tests.thewar.minors import at, moved
from tests.thewar.politics.purchases import ALLIED, AXIS, POINTS, begun, give, scene
from tests.thewar.politics.scenes import STEP, TWO, Table, laid
from tests.thewar.politics.test_points_opened import buying, ended
from tests.thewar.politics.test_points_secrecy import seen
from tests.thewar.values import wars_of
from tests.thewar.world import after, refusals
from tests.whole import whole

MUSCLE = "italy variant diplomatic-muscle"
SPAIN_1, SPAIN_2 = "italy variant viva-espana-1", "germany variant viva-espana-2"


def cost(campaign: TheWar, line: str) -> tuple[int, list[str]]:
    told = understand(RULESET, line, campaign).cost(campaign)
    return int(told.total), [one.label for one in told.lines]


def wrong(campaign: TheWar, line: str) -> list[str]:
    return [f"{no.reason} ({no.rule})" for no in refusals(campaign, line)]


# ---------------------------------------------------------------- in a purchase (28.1.1 #9)


@pytest.mark.rule("tw-28.1.1-09")
def test_28_1_1_three_more_pops_lie_outside_limit_and_half_and_cost_nothing() -> None:
    before = at("1940-1-spring", POINTS)
    now = after(before, MUSCLE)
    assert cost(before, "italy points spain,turkey") == (6, ["2 POPs at 3"])
    assert cost(now, "italy points 3-spain") == (0, ["3 POPs of Diplomatic Muscle"])
    assert cost(now, "italy points 4-spain,turkey") == (6, ["2 POPs at 3", "3 POPs of Diplomatic Muscle"])
    assert cost(now, "italy points spain espionage=yes")[0] == 4
    # Two of its own, one of them in a target at the most, and three more wherever it likes.
    for line in ("italy points 4-spain,turkey", "italy points 2-spain,2-turkey,greece", "italy points 4-spain"):
        assert wrong(now, line) == [] and wrong(before, line)
    assert wrong(now, "italy points 5-spain") == [
        "5 POPs in Spain are more than half of 2 beside the 3 of Diplomatic Muscle (16.1.1, ruling 300)"
    ]
    assert wrong(now, "italy points 3-spain,3-turkey")[0].startswith(
        "3 POPs beside the 3 of Diplomatic Muscle, and Italy may place 2 in a turn (16.1.2)"
    )
    assert wrong(before, "italy points 3-spain") and wrong(now, "germany points 3-spain")
    bought = after(now, "italy points 4-spain,turkey")
    assert bought.powers["italy"].narfs == now.powers["italy"].narfs - 6
    assert [influence.placed(bought, "italy", land) for land in ("spain", "turkey")] == [4, 1]
    board = DiplomacySheet().buying(now, "italy", Bought({"spain": 4, "turkey": 1}, {}))
    assert board is not None and (board.limit, board.each, board.given, board.cost.total) == (5, 4, 3, 6)


@pytest.mark.rule("tw-28.1.1-09")
def test_28_1_1_they_are_of_one_spring_or_fall_and_had_before_its_purchase() -> None:
    before = at("1940-1-spring", POINTS)
    now = after(before, MUSCLE)
    fall = moved(now, "1940-3-fall")
    assert wrong(fall, "italy points 3-spain") and variant_points.given(fall, "italy").pops == 0
    assert wrong(fall, MUSCLE) == ["Diplomatic Muscle was played in Spring 1940 (28.1.1)"]
    assert variant_points.given(after(moved(now, "1941-1-spring"), MUSCLE), "italy").pops == 3
    # Before the war with the West, in Spring and Fall, and not once it has bought.
    war = attrs.evolve(before, wars={**before.wars, **wars_of({"britain+italy": "1940-1-spring"})})
    assert wrong(war, MUSCLE)[0].startswith("Diplomatic Muscle is not played now")
    assert wrong(moved(before, "1940-2-summer"), MUSCLE)[0].startswith("Diplomatic Muscle is played in spring or fall")
    bought = after(before, "italy points spain")
    assert wrong(bought, MUSCLE) == ["Italy has bought its POPs of this turn (28.1.1, ruling 575)"]
    assert wrong(moved(before, "1940-1-spring", STEP), MUSCLE) == [
        "the POPs of this turn are bought (28.1.1, ruling 575)"
    ]
    assert wrong(moved(before, "1940-1-spring", "planning.effort"), MUSCLE) == []
    passes = attrs.evolve(before.powers["italy"], effort="pass")
    passing = attrs.evolve(before, powers={**before.powers, "italy": passes})
    assert wrong(passing, MUSCLE) == ["Italy passes: it places no POPs in this turn (4.5, 28.1.1, ruling 575)"]
    simple = attrs.evolve(before, options={**before.options, "simplified-diplomacy": True})
    assert "diplomacy is simplified: nobody places POPs (29.15)" in wrong(simple, MUSCLE)


@pytest.mark.rule("tw-28.1.1-09")
def test_28_1_1_where_they_lie_is_seen_by_nobody_else(tmp_path: Path) -> None:
    """Two campaigns that differ in nothing but where Italy lays what the variant gives."""
    told = []
    start = after(scene(), MUSCLE)
    for name, line in (("one", "italy points 3-spain"), ("two", "italy points turkey,greece")):
        folder = begun(tmp_path, start, name)
        give(folder, line)
        told.append([seen(folder, (ALLIED, ""))])
        give(folder, *(f"{power} points none" for power in start.powers if power != "italy"))
        told[-1].append(seen(folder, (ALLIED, "")))
        now = whole(Desk.open(folder, ALLIED))
        assert now.progress.step != POINTS and now.powers["italy"].narfs == 100
        # All know that there may be three in any target, and the owner that there are.
        assert [purses.might_hold(now, "italy", land) for land in ("spain", "turkey", "ireland")] == [3, 3, 0]
        assert purses.might_hold_any(now, "italy") and influence.held(now, "italy", "spain") == 0
        own = whole(Desk.open(folder, AXIS))
        assert influence.held(own, "italy", "spain") == (3 if name == "one" else 0)
    assert told[0] == told[1]


@pytest.mark.rule("tw-28.1.1-09")
def test_28_1_1_what_was_laid_in_spring_is_opened_as_fall_ends() -> None:
    start = after(scene(), MUSCLE)
    sheet = RULESET.sheet(Duties)
    assert sheet is not None
    said = "Italy lays 3 POPs of Diplomatic Muscle beside its purchase"
    assert said in [duty.text for duty in sheet.due(start)]
    played = buying(Table(start), "italy points 4-spain,turkey")
    [paid] = played.campaign.purchases.values()
    assert (paid.narfs, paid.given, paid.opened) == (6, 3, False) and not played.campaign.influence
    assert said not in [duty.text for duty in sheet.due(played.campaign)]
    assert "pays 6 NARFs for POPs and chits, which stay sealed, and lays the 3 that a variant gives it" in played.told
    over = ended(played)
    assert not over.campaign.mismatches and "Italy had bought 4 POPs in Spain, 1 POP in Turkey" in over.told


# ---------------------------------------------------------------- on the next roll (28.1.1 #1, 28.1.2 #8)


def west(turn: str = "1940-3-fall", step: str = STEP) -> TheWar:
    """Italy at war with the West, in a diplomatic step."""
    start = at(turn, step)
    return attrs.evolve(start, wars={**start.wars, **wars_of({"britain+italy": "1940-2-summer"})})


def test_28_1_1_italys_next_roll_on_spain_counts_three_more_pops() -> None:
    before = west()
    now = after(before, SPAIN_1)
    roll = "italy influence spain against=soviet alone=yes"
    assert "Italy has no POP of its own in Spain" in "; ".join(Table(before).judged(roll))
    played = Table(now).first("italy")
    assert played.refused(roll) == ""
    assert "and 3 of Viva España, part 1" in understand(RULESET, roll, played.campaign).sentence(played.campaign)
    sheet = RULESET.sheet(Duties)
    assert sheet is not None
    said = "Viva España, part 1: 3 POPs more on Italy's next roll in Spain"
    assert said in [duty.text for duty in sheet.due(played.campaign)]
    played.give(roll, 9)
    assert "3 to 2" in played.told, "against the strength of the country itself"
    # It was one roll: the next one is without, and nothing is left that was bought.
    later = moved(played.campaign, "1941-1-spring")
    assert not list(variant_points.waiting(later, "italy"))
    assert "italy+spain" not in later.influence
    # With POPs of its own they are added; another country's roll leaves them.
    both = Table(laid(now, {"italy spain": 1, "italy turkey": 1})).first("italy")
    both.give("italy influence turkey against=western", 9)
    both.give("italy influence spain against=soviet alone=yes", 9)
    assert "4 to 2" in both.told and both.pops("italy", "spain") == (1, 1)


def test_28_1_1_germany_places_none_in_spain_until_that_roll() -> None:
    before = west(step=POINTS)
    line = "germany points spain"
    assert wrong(before, line) == []
    now = after(before, SPAIN_1)
    assert wrong(now, line) == ["Viva España, part 1 waits for Italy's next roll on Spain (28.1.1 #1, ruling 576)"]
    assert wrong(now, "germany points turkey") == []
    rolled = Table(moved(now, "1940-3-fall", STEP)).first("italy")
    rolled.give("italy influence spain against=soviet alone=yes", 9)
    assert wrong(moved(rolled.campaign, "1941-1-spring", POINTS), line) == []
    # Played once Germany has bought in a turn, they count from the next one on.
    late = after(after(before, line), SPAIN_1)
    assert [sum(one.value for one in variant_points.on_roll(late, "italy", "spain"))] == [0]
    later = moved(late, "1941-1-spring")
    assert [(one.value, one.rule) for one in variant_points.on_roll(later, "italy", "spain")] == [(3, "28.1.1 #1")]


def test_28_1_2_germanys_next_roll_on_spain_counts_one_more_pop() -> None:
    start = at("1941-3-fall", STEP)
    before = attrs.evolve(start, wars={**start.wars, **wars_of({"germany+ussr": "1941-2-summer"})})
    now = after(before, SPAIN_2)
    rolls = []
    for campaign in (before, now):
        played = Table(laid(campaign, {"germany spain": 1})).first("germany")
        rolls.append(played.give("germany influence spain against=western", 5).told)
    assert "2 to 2" in rolls[0] and "3 to 2" in rolls[1], "one for the status, one of its own"
    assert wrong(moved(now, "1942-1-spring", POINTS), "italy points spain") == [], "it bars nobody"
    assert "has been played 1 times" in refusals(now, SPAIN_2)[0].reason
    late = drawn(moved(before, "1943-2-summer"), SPAIN_2)
    assert wrong(late, SPAIN_2) == ["Viva España, part 2 could be played until Spring 1943 (28.1.2)"]
    peace = attrs.evolve(before, wars=start.wars)
    assert wrong(peace, SPAIN_2)[0].startswith("Viva España, part 2 is not played now")


def test_28_at_a_table_of_several_seats_all_see_that_they_count() -> None:
    start = after(west(), SPAIN_1)
    seats = {power: TWO.get(power, "allied") for power in start.powers}
    played = Table(attrs.evolve(start, seats=seats)).first("italy")
    played.give("italy influence spain against=soviet alone=yes", 9)
    assert "3 to 2" in played.told


# ---------------------------------------------------------------- of the Allies (28.2.1 #10, 28.2.3 #5)

ENTENTE, SUBVERSION = "france variant little-entente", "ussr variant communist-subversion"


@pytest.mark.rule("tw-28.2.1-10")
def test_28_2_1_the_little_entente_gives_a_pop_each_spring_and_fall_in_three_lands() -> None:
    before = at("1939-3-fall", POINTS)
    now = after(before, ENTENTE)
    assert now.powers["france"].narfs == before.powers["france"].narfs
    for turn in ("1939-3-fall", "1940-1-spring"):
        was, here = moved(before, turn), moved(now, turn)
        for land in ("yugoslavia", "greece", "turkey"):
            line = f"france points {land}"
            assert (cost(here, line)[0], cost(was, line)[0]) == (0, 3)
            bought = after(here, line)
            assert bought.powers["france"].narfs == here.powers["france"].narfs
            assert influence.placed(bought, "france", land) == 1
        # Elsewhere it gives none: such a POP is France's own, at its price and inside its limit.
        assert cost(here, "france points belgium") == cost(was, "france points belgium")
        assert cost(here, "france points belgium,greece") == (3, ["1 POPs at 3", "1 POP of Little Entente"])
        assert variant_points.given(here, "britain").pops == 0
    most = variant_points.given(now, "france")
    assert (most.pops, most.takes("spain"), most.rule) == (1, False, "28.2.1 #10")
    assert "Little Entente has been played 1 times" in "; ".join(wrong(moved(now, "1940-1-spring"), ENTENTE))


@pytest.mark.rule("tw-28.2.3-05")
def test_28_2_3_subversion_gives_three_pops_on_each_of_so_many_rolls_in_three_lands() -> None:
    start = at("1941-3-fall", STEP)
    before = attrs.evolve(start, wars={**start.wars, **wars_of({"germany+ussr": "1941-2-summer"})})
    assert wrong(start, SUBVERSION)[0].startswith("Communist Subversion is not played now"), "Germany has not invaded"
    for times, told in ((0, "1 to 2"), (1, "4 to 2"), (2, "7 to 2")):
        now = before
        for _ in range(times):
            now = after(now, SUBVERSION)
        played = Table(laid(now, {"ussr turkey": 1, "ussr spain": 1})).first("ussr")
        played.give("ussr influence turkey against=western", 9)
        assert told in played.told
        assert not list(variant_points.waiting(played.campaign, "ussr")), "of one roll"
    now = after(before, SUBVERSION)
    weighed = {land: sum(one.value for one in variant_points.on_roll(now, "ussr", land)) for land in now.countries}
    assert {land: more for land, more in weighed.items() if more} == {"yugoslavia": 3, "greece": 3, "turkey": 3}
    elsewhere = Table(laid(now, {"ussr spain": 1})).first("ussr")
    elsewhere.give("ussr influence spain against=western", 9)
    assert [pops for _, _, pops in variant_points.waiting(elsewhere.campaign, "ussr")] == [3], "kept for its lands"
    assert variant_points.on_roll(now, "britain", "turkey") == ()


# ---------------------------------------------------------------- the units that Spain lends


def spanish(campaign: TheWar) -> dict[str, Unit]:
    return {key: unit for key, unit in campaign.units.items() if unit.tag == "spanish"}


@pytest.mark.rule("tw-28.1.1-01", "tw-28.1.2-08")
@pytest.mark.parametrize(
    ("power", "line", "turn"), [("italy", SPAIN_1, "1942-3-fall"), ("germany", SPAIN_2, "1942-3-fall")]
)
def test_28_1_a_spanish_unit_comes_as_a_satellites_is(power: str, line: str, turn: str) -> None:
    start = builds.at("axis.build.units", turn)
    before = attrs.evolve(start, wars=wars_of({"britain+italy": "1940-2-summer", "germany+ussr": "1941-2-summer"}))
    now = after(before, line)
    [(key, unit)] = spanish(now).items()
    assert (unit.power, unit.kind, unit.strength, unit.depleted) == (power, "inf", "2-5", False)
    assert now.powers[power].narfs - before.powers[power].narfs == (4 if power == "italy" else 0)
    assert counters.rating(now, unit).value == now.countries["spain"].army != now.powers["germany"].army
    # Lost, it is built anew: Italy's at Spain's expense, as long as that has any.
    lost = eliminated(now, key)
    build = f"{power} construct inf-2-5-spanish"
    rebuilt = builds.after(lost, build)
    spain, narfs = (lost.countries["spain"].narfs - rebuilt.countries["spain"].narfs), lost.powers[power].narfs
    assert spanish(rebuilt) and (spain, narfs - rebuilt.powers[power].narfs) == ((5, 0) if power == "italy" else (0, 5))
    poor = attrs.evolve(lost, countries={**lost.countries, "spain": attrs.evolve(lost.countries["spain"], narfs=3)})
    told = "it costs 5 NARFs, Spain has 3 (28.1.1)"
    assert (told in builds.refused(poor, build)) == (power == "italy")


def eliminated(campaign: TheWar, key: str) -> TheWar:
    tx: Transaction[TheWar] = Transaction(campaign, FixedDice(()), "1942-3-fall", "table")
    forces.eliminate(tx, key, "lost", "10.2")
    return tx.campaign


@pytest.mark.rule("tw-28.1.1-01")
@pytest.mark.parametrize("in_play", [True, False])
def test_28_1_1_the_spanish_unit_is_recalled_as_spring_1943_ends(in_play: bool) -> None:
    now = after(west("1943-1-spring"), SPAIN_1)
    assert "could be played until Spring 1943" in refusals(moved(now, "1943-2-summer"), SPAIN_1)[0].reason
    if not in_play:
        now = eliminated(now, next(iter(spanish(now))))
        assert now.pools["italy-inf-2-5-spanish"].count == 1
    for turn, left in (("1942-4-winter", 1), ("1943-1-spring", 0)):
        tx: Transaction[TheWar] = Transaction(moved(now, turn), FixedDice(()), turn, "italy")
        variant_effects.end_turn(tx, "italy")
        pool = tx.campaign.pools.get("italy-inf-2-5-spanish")
        assert len(spanish(tx.campaign)) + (pool.count if pool is not None else 0) == left
