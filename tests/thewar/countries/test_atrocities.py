"""Atrocities are rolled as homes of partisans fall, and partisans rise in the Spring after (25.0 to 25.2, 17.3,
23.29)."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.thewar.countries import atrocities, freed_partisans
from engine.thewar.economy import falls_due
from engine.thewar.rolls import partisans
from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar, counters
from engine.thewar.world.partisan_homes import HOMES
from engine.thewar.world.state import Engagement, Pool, Rising, TheWar, Unit
from tests.thewar import keyed_combat_tables as keyed
from tests.thewar.countries.random_conquest import conquered_at_random
from tests.thewar.endings.scenes import give, lands, out, told, why_not
from tests.thewar.test_steps_that_fall_due import EAST, at, fallen
from tests.thewar.values import wars_of
from tests.thewar.world import after

END, SPRING = "axis.end.atrocities", "strategic-warfare.new-partisans"
# Home, its lands' first, what is added to the die, whose its partisans are: as the rulebook's list has them.
LISTED = (
    ("baltic", "latvia", None, "ussr"),
    ("benelux", "belgium", None, "britain"),
    ("norden", "norway", None, "britain"),
    ("spain", "spain", 3, "britain"),
    ("poland", "poland", 0, "britain"),
    ("turkey", "turkey", 3, "britain"),
    ("greece", "greece", 0, "ussr"),
    ("yugoslavia", "yugoslavia", 4, "ussr"),
)


def seated(campaign: TheWar) -> TheWar:
    return attrs.evolve(campaign, seats=dict.fromkeys(campaign.powers, "solo"))


def thrown(campaign: TheWar, *faces: int) -> TheWar:
    """What the rules do in the step with these dice, before the next one."""
    batches = play.settle(RULESET, seated(campaign), dice=FixedDice(faces), n=1)
    return next(batch.campaign for batch in batches if batch.campaign.risings != campaign.risings)


def conquered(land: str, *faces: int, by: str = "germany", turn: str = "1940-1-spring") -> TheWar:
    return thrown(fallen(at(turn, END), land, by, turn), *faces)


def risen(
    home: str,
    count: int,
    *faces: int,
    turn: str = "1941-1-spring",
    by: str = "germany",
    facts: Mapping[str, int] | None = None,
) -> TheWar:
    """A Spring in which a home of so many Atrocities is rolled for."""
    here = lands(*(land for land in HOMES[home].lands if land in at(turn).countries), patron=by)(at(turn, SPRING))
    here = attrs.evolve(here, risings={home: Rising(by=by, turn="1940-2-summer", atrocities=count)})
    return thrown(attrs.evolve(here, facts={**here.facts, **(facts or {})}), *faces)


@pytest.mark.rule("tw-25.1", "tw-25.1.1", "tw-25.1.1-list")
@pytest.mark.parametrize(("home", "land", "added", "sponsor"), LISTED)
def test_25_1_1_each_home_is_rolled_for_with_its_modifier(
    home: str, land: str, added: int | None, sponsor: str
) -> None:
    for face in (1, 6, 10) if added is not None else (0,):
        now = conquered(land, *([face] if added is not None else []))
        wanted = 0 if added is None else min(10, face + added)
        assert now.risings[home].atrocities == wanted
        assert now.risings[home].by == "germany"
        assert not falls_due.homes(now), "once"
    assert atrocities.sponsor(at("1940-1-spring"), home) == sponsor


@pytest.mark.rule("tw-25.1.1-list")
@pytest.mark.parametrize("land", ["bulgaria", "hungary", "portugal", "sweden", "finland", "romania"])
def test_25_1_1_no_other_country_raises_partisans(land: str) -> None:
    assert not falls_due.homes(fallen(at("1940-1-spring", END), land, "germany", "1940-1-spring"))


@pytest.mark.rule("tw-25.1.1-zero")
@pytest.mark.parametrize(
    ("first", "then", "home"), [("norway", "denmark", "norden"), ("belgium", "netherlands", "benelux")]
)
def test_25_1_1_a_group_counts_once_with_its_first_land_and_without_a_die(first: str, then: str, home: str) -> None:
    """Ruling 362."""
    now = conquered(first)
    assert now.risings[home].atrocities == 0
    assert not falls_due.homes(fallen(now, then, "germany", "1940-1-spring"))
    assert partisans.Creation(0).column == "0"


@pytest.mark.rule("tw-25.1.1")
@pytest.mark.parametrize(("face", "wanted"), [(1, 0), (3, 0), (4, 1), (10, 7)])
def test_25_1_1_france_counts_three_less(face: int, wanted: int) -> None:
    summer = at("1940-3-fall", END)
    gone = attrs.evolve(summer.powers["france"], surrendered="1940-2-summer")
    now = thrown(attrs.evolve(summer, powers={**summer.powers, "france": gone}), face)
    assert now.risings["occupied-france"].atrocities == wanted


@pytest.mark.rule("tw-25.1.1")
@pytest.mark.parametrize(("face", "wanted"), [(1, 6), (5, 10), (6, 10), (10, 10)])
def test_25_1_1_the_soviet_union_counts_five_more_up_to_ten(face: int, wanted: int) -> None:
    now = thrown(at("1941-2-summer", END, wars=EAST), face)
    assert now.risings["ussr"].atrocities == wanted
    assert not falls_due.homes(now)


@pytest.mark.rule("tw-25.1.1-ita")
@pytest.mark.parametrize("land", ["yugoslavia", "greece"])
def test_25_1_1_italy_alone_commits_one_without_a_die(land: str) -> None:
    assert conquered(land, by="italy").risings[land].atrocities == 1


@pytest.mark.rule("tw-25.1.1-ita")
@pytest.mark.parametrize(("land", "wanted"), [("yugoslavia", 8), ("greece", 4)])
def test_25_1_1_with_german_help_there_is_a_die_as_for_a_german_conquest(land: str, wanted: int) -> None:
    """Germany was at war with it too as it fell (ruling 616); who conquers it alone later has no help."""
    fighting = wars_of(dict.fromkeys((f"germany+{land}", f"italy+{land}"), "1941-1-spring"))
    now = at("1941-1-spring", "axis.end.minors", wars=fighting)
    order = f"conquer {land} italy"
    helped = attrs.evolve(after(now, order), progress=at("1941-1-spring", END).progress)
    assert helped.facts[f"conquered-with-help-{land}"]
    assert thrown(helped, 4).risings[land].atrocities == wanted
    alone = after(attrs.evolve(now, wars=wars_of({f"italy+{land}": "1941-1-spring"})), order)
    assert f"conquered-with-help-{land}" not in alone.facts
    again = after(attrs.evolve(alone, facts={**alone.facts, f"conquered-with-help-{land}": True}), order)
    assert not again.facts[f"conquered-with-help-{land}"]


@pytest.mark.rule("tw-25.1.1-ita")
def test_25_1_1_italy_rolls_in_spain_and_turkey() -> None:
    assert conquered("spain", 4, by="italy").risings["spain"].atrocities == 7
    assert conquered("turkey", 4, by="italy").risings["turkey"].atrocities == 7


CELLS = [
    (column, line.split()[0], line.split()[1 + nth])
    for line in keyed.PARTISAN_CREATION.strip().splitlines()
    for nth, column in enumerate(keyed.PARTISAN_CREATION_COLUMNS)
]


@pytest.mark.rule("tw-25.1.1-roll")
@pytest.mark.parametrize("count", range(11))
def test_25_1_1_the_creation_table_cell_by_cell(count: int) -> None:
    column = next(name for name in keyed.PARTISAN_CREATION_COLUMNS if count in span(name))
    for label, face, cell in CELLS:
        if label == column:
            rolled = partisans.Creation(count, face=int(face))
            assert (rolled.column, rolled.partisans) == (column, int(cell.rstrip("#")))
            assert rolled.legions == cell.count("#")


def span(label: str) -> range:
    low, _, high = label.partition("-")
    return range(int(low), int(high or low) + 1)


@pytest.mark.rule("tw-25.2-late")
def test_25_2_a_roll_that_was_passed_over_is_made_later_in_the_year() -> None:
    late = risen("poland", 4, 5, turn="1941-3-fall")
    assert late.pools["britain-partisan-1-3-poland"].count == 2
    assert atrocities.first_spring("1940-1-spring") == calendar.number("1941-1-spring"), "ruling 363"


@pytest.mark.rule("tw-25.2-ss")
def test_25_2_ss_legions_join_the_german_pool_and_are_built_in_their_home() -> None:
    now = risen("norden", 0, 10)
    assert now.pools["germany-ss-2-5-norden"] == Pool(power="germany", kind="ss", strength="2-5", tag="norden", count=2)
    assert "britain-partisan-1-3-norden" not in now.pools
    here = building(now, "germany")
    assert "is not in Denmark and Norway" in why_not(here, "germany construct ss-2-5-norden place=berlin")[0][1]
    built = give(here, "germany construct ss-2-5-norden count=2 place=oslo")
    assert sum(unit.kind == "ss" for unit in built.units.values()) == 2


@pytest.mark.rule("tw-25.1.1-yug")
def test_25_1_1_britain_has_one_yugoslav_partisan_beside_the_soviet_roll() -> None:
    now = risen("yugoslavia", 6, 2)
    assert now.pools["britain-partisan-1-3-yugoslavia"].count == 1
    assert now.pools["ussr-partisan-1-3-yugoslavia"].count == 4
    assert not atrocities.given(now), "one and only one"


ABLAZE = {"variant-set-europe-ablaze": 1}


@pytest.mark.rule("tw-28.2.2-06")
def test_28_2_2_set_europe_ablaze_takes_1_off_the_british_rolls_and_off_no_other() -> None:
    for face in (3, 6, 10):
        ablaze = risen("poland", 5, face, facts=ABLAZE).risings["poland"]
        assert ablaze.partisans == partisans.Creation(5, face=face - 1).partisans, face
        greek = risen("greece", 5, face, 8, facts=ABLAZE).risings["greece"]
        assert greek.partisans == partisans.Creation(5, face=face).partisans, "a Soviet roll"
    assert risen("poland", 5, 1, facts=ABLAZE).risings["poland"].partisans == 5, "row 1 is the first (ruling 364)"


@pytest.mark.rule("tw-28.2.2-06")
@pytest.mark.parametrize("home", ["yugoslavia", "greece", "benelux", "norden"])
def test_28_2_2_set_europe_ablaze_gives_britain_a_roll_more_in_four_lands(home: str) -> None:
    """Ruling 590: in the column of one Atrocity, with its own -1."""
    usual = 1 if home == "yugoslavia" else 0
    for face, more in ((1, 4), (2, 4), (3, 3), (4, 2), (6, 1), (10, 1)):
        # What stands for the home itself is rolled first: a 9 brings Britain none in column 0, a Legion to Germany.
        now = risen(home, 0, 9, face, facts=ABLAZE)
        pool = now.pools[f"britain-partisan-1-3-{home}"]
        assert pool.count == more + usual, face
        record = now.risings[f"{home}-ablaze"]
        assert (record.atrocities, record.partisans, record.legions, record.by) == (1, more, 0, "germany")
        assert not atrocities.rising(now), "once"
    plain = risen(home, 0, 9)
    assert f"{home}-ablaze" not in plain.risings
    assert plain.pools.get(f"britain-partisan-1-3-{home}", Pool(power="britain", kind="partisan", count=0)).count == (
        usual
    )


@pytest.mark.rule("tw-28.2.2-06")
def test_28_2_2_the_roll_waits_for_the_spring_after_the_conquest_and_for_britain() -> None:
    def free(turn: str, **changes: str) -> TheWar:
        here = attrs.evolve(at(turn, SPRING), facts={**at(turn, SPRING).facts, **ABLAZE})
        return lands("greece", patron="germany", **changes)(here)

    assert atrocities.british_rolls(attrs.evolve(free("1941-1-spring"), facts={})) == ()
    greece = free("1941-2-summer").countries["greece"]
    dated = attrs.evolve(greece, taken="1941-2-summer")
    for turn, due in (("1941-2-summer", ()), ("1941-4-winter", ()), ("1942-1-spring", ("greece",))):
        here = free(turn)
        here = attrs.evolve(here, countries={**here.countries, "greece": dated})
        assert atrocities.british_rolls(here) == due, turn
    # Conquered long ago it is rolled for in the Spring of the play, or later where it was passed over; not once free.
    assert atrocities.british_rolls(free("1943-3-fall")) == ("greece",)
    assert atrocities.british_rolls(free("1943-3-fall", status="neutral")) == ()
    assert atrocities.british_rolls(out("britain")(free("1943-3-fall"))) == ()
    # Denmark alone is not Norway.
    danes = lands("denmark", patron="germany")(attrs.evolve(at("1943-1-spring", SPRING), facts=dict(ABLAZE)))
    assert atrocities.british_rolls(danes) == ()


@pytest.mark.rule("tw-28.2.2-06", "tw-25.1.1")
def test_28_2_2_what_it_raises_is_built_two_a_turn_beside_the_counters_of_the_home() -> None:
    now = risen("norden", 0, 1, 2, facts=ABLAZE)
    assert now.pools["britain-partisan-1-3-norden"].count == 5, "1 of the home and 4 besides"
    here = building(now, "britain")
    two = give(here, "britain construct partisan-1-3-norden count=2 place=board")
    assert (
        "3 partisans in Denmark and Norway this turn"
        in why_not(two, "britain construct partisan-1-3-norden place=bergen")[0][1]
    )
    full = {
        f"britain-partisan-{n}": Unit(power="britain", kind="partisan", strength="1-3", tag="norden") for n in range(5)
    }
    crowded = attrs.evolve(here, units={**here.units, **full})
    assert "6 partisans of Denmark and Norway, there are 5 counters" in [
        reason for _, reason in why_not(crowded, "britain construct partisan-1-3-norden place=board")
    ]


@pytest.mark.rule("tw-23.29-ira")
def test_23_29_an_irish_satellite_of_the_axis_gives_germany_one_partisan() -> None:
    ireland = lands("ireland", patron="germany", status="satellite")(at("1941-3-fall", SPRING))
    now = thrown(ireland)
    assert now.pools["germany-partisan-1-3-northern-ireland"].count == 1
    assert not atrocities.rising(now), "no second by this way"


@pytest.mark.rule("tw-17.3-part")
def test_17_3_occupied_britain_gives_four_and_lost_ones_come_back_one_by_one() -> None:
    fell = out("britain")(at("1942-3-fall", SPRING))
    now = thrown(
        attrs.evolve(fell, powers={**fell.powers, "us": attrs.evolve(fell.powers["us"], entered="1942-1-spring")})
    )
    pool = now.pools["us-partisan-1-3-britain"]
    assert pool.count == 4
    here = building(now, "us")
    assert not why_not(here, "us construct partisan-1-3-britain count=2")
    lost = attrs.evolve(here, pools={**here.pools, "us-partisan-1-3-britain": attrs.evolve(pool, count=2, lost=2)})
    assert ("17.3", "2 partisans in Britain this turn") in why_not(lost, "us construct partisan-1-3-britain count=2")


def building(campaign: TheWar, power: str) -> TheWar:
    side = campaign.powers[power].side
    rich = attrs.evolve(campaign.powers[power], narfs=100, base=100, effort="sle")
    step = at(calendar.turn(campaign), f"{side}.build.units").progress
    return seated(attrs.evolve(campaign, progress=step, powers={**campaign.powers, power: rich}))


@pytest.mark.rule("tw-25.1.1-rate", "tw-25.2", "tw-25.0")
def test_25_2_two_a_home_a_turn_at_two_narfs_at_home_and_where_no_enemy_stands() -> None:
    here = building(risen("poland", 10, 1), "britain")
    assert here.pools["britain-partisan-1-3-poland"].count == 7
    built = give(here, "britain construct partisan-1-3-poland count=2")
    assert built.powers["britain"].narfs == 96, "2 each (ruling 95)"
    assert ("25.1.1, ruling 96", "3 partisans in Poland this turn") in why_not(
        built, "britain construct partisan-1-3-poland"
    )
    nowhere = why_not(here, "britain construct partisan-1-3-poland place=atlantis")
    assert nowhere[0] == ("1.2", "there is no place 'atlantis'")
    abroad = why_not(here, "britain construct partisan-1-3-poland place=paris")
    assert abroad[0] == ("25.2", "Paris is not in Poland")
    axis = attrs.evolve(here, places={**here.places, "warsaw": attrs.evolve(here.places["warsaw"], holder="germany")})
    assert not why_not(axis, "britain construct partisan-1-3-poland place=warsaw")
    watched = attrs.evolve(
        axis, units={**axis.units, "germany-inf-99": Unit(power="germany", kind="inf", strength="6-5", place="warsaw")}
    )
    refused = why_not(watched, "britain construct partisan-1-3-poland place=warsaw")
    assert ("25.2", "an enemy unit is in Warsaw") in refused
    risen_ones = {
        f"britain-partisan-{nth}": Unit(power="britain", kind="partisan", strength="1-3", tag="poland")
        for nth in range(8)
    }
    full = attrs.evolve(here, units={**here.units, **risen_ones})
    assert any(rule == "25.1.1, ruling 361" for rule, _ in why_not(full, "britain construct partisan-1-3-poland"))


@pytest.mark.rule("tw-25.1.2")
@pytest.mark.parametrize(("face", "committed"), [(7, False), (8, True), (10, True)])
def test_25_1_2_east_prussia_is_rolled_for_once(face: int, committed: bool) -> None:
    east = seated(at("1944-3-fall", "allied.end.soviet-atrocities", wars=EAST, facts={"east-prussia-open": True}))
    now = give(east, "ussr east-prussia", faces=(face,))
    assert now.facts["soviet-atrocities"] is committed
    assert why_not(now, "ussr east-prussia")[-1] == ("25.1.2", "the die for East Prussia has fallen")
    assert why_not(east, "germany east-prussia")[-1][0] == "25.1.2"
    assert "die" in told(east, "ussr east-prussia", face)


@pytest.mark.rule("tw-25.1", "tw-25.1.1-roll", "tw-25.4-lib")
@pytest.mark.parametrize("seed", range(5))
def test_25_1_ten_years_of_conquest_every_due_roll_is_made_and_none_twice(seed: int) -> None:
    """Countries fall and are freed at random; the bench counts many such wars."""
    assert conquered_at_random(seed, turns=40) > 5


@pytest.mark.rule("tw-25.4-lib")
def test_25_4_partisans_of_a_liberated_home_become_units_of_the_liberator() -> None:
    """Ruling 371: Fourth-Rate, and never rebuilt."""
    band = {"britain-partisan-1": Unit(power="britain", kind="partisan", strength="1-3", tag="poland")}
    occupied = lands("poland", patron="germany")(at("1944-2-summer", SPRING, wars=EAST))
    occupied = attrs.evolve(
        occupied,
        units={**occupied.units, **band},
        risings={"poland": Rising(by="germany", turn="1939-3-fall", raised="1940-1-spring", partisans=2)},
        pools={
            **occupied.pools,
            "britain-partisan-1-3-poland": Pool(
                power="britain", kind="partisan", strength="1-3", tag="poland", count=1
            ),
        },
    )
    assert not atrocities.rising(occupied)
    free = lands("poland", patron="ussr", status="satellite")(occupied)
    assert freed_partisans.freed(free) == ("britain-partisan-1",)
    batches = play.settle(RULESET, seated(free), dice=FixedDice(()), n=1)
    now = batches[-1].campaign
    (regular,) = [unit for unit in now.units.values() if unit.tag == "former-partisan"]
    assert (regular.power, regular.kind, regular.strength) == ("ussr", "inf", "1-3")
    assert counters.rating(now, regular).value == 4
    assert "britain-partisan-1" not in now.units and not atrocities.rising(now)
    refused = why_not(building(now, "britain"), "britain construct partisan-1-3-poland")
    assert ("25.2, 25.4", "Poland is not occupied") in refused
    # At once, as a conquest frees it; who stands in a battle fights it first (ruling 619).
    taken = after(occupied, "conquer poland ussr")
    assert [(one.power, one.kind) for one in taken.units.values() if one.tag == "former-partisan"] == [("ussr", "inf")]
    battle = Engagement(kind="ground", by="britain", attackers=tuple(band))
    fighting = after(attrs.evolve(occupied, engagements={"lodz": battle}), "conquer poland ussr")
    assert set(band) <= set(fighting.units) and freed_partisans.freed(fighting) == tuple(band)


@pytest.mark.rule("tw-25.1.1")
@pytest.mark.parametrize(
    ("patron", "status", "adds"),
    [("germany", "satellite", -1), ("britain", "satellite", 1), ("italy", "conquered", 1), ("us", "conquered", -1)],
)
def test_23_56_the_vatican_adds_or_takes_a_polish_partisan_also_later(patron: str, status: str, adds: int) -> None:
    """Ruling 364."""
    now = risen("poland", 4, 5)
    assert now.pools["britain-partisan-1-3-poland"].count == 2
    changed = lands("vatican", patron=patron, status=status)(now)
    summer = attrs.evolve(changed, progress=at("1941-2-summer", SPRING).progress)
    later = thrown(summer)
    assert later.pools["britain-partisan-1-3-poland"].count == 2 + adds
    assert not atrocities.rising(later)


@pytest.mark.parametrize("land", ["spain", "turkey"])
def test_23_48_23_54_the_west_attacks_at_the_price_of_an_axis_partisan(land: str) -> None:
    """Ruling 370: none by a Soviet attack."""
    begun = at("1943-2-summer", SPRING, wars=wars_of({f"britain+{land}": "1943-2-summer"}))
    assert thrown(begun).pools[f"germany-partisan-1-3-{land}"].count == 1
    assert not atrocities.given(at("1943-2-summer", SPRING, wars=wars_of({f"{land}+ussr": "1943-2-summer"})))
