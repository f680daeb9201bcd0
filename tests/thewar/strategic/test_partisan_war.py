"""The partisan war of Spring and Fall: each alliance against each occupier (3.5, 25.4, rulings 117, 366 to 369)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.reading import understand
from engine.kernel.sequence import awaited
from engine.thewar.economy import capacity
from engine.thewar.moving import railways
from engine.thewar.rolls import partisans
from engine.thewar.ruleset import RULESET
from engine.thewar.strategic import partisan_steps, partisan_war
from engine.thewar.strategic.partisan_war import PartisanWar
from engine.thewar.world import behind_lines
from engine.thewar.world.partisan_homes import HOMES
from engine.thewar.world.state import Rising, TheWar, Unit
from tests.thewar import keyed_combat_tables as keyed
from tests.thewar.endings.scenes import give, lands, told, why_not
from tests.thewar.politics.scenes import Table, laid
from tests.thewar.test_steps_that_fall_due import at
from tests.thewar.values import limit_used, wars_of

ALLIED, AXIS = "strategic-warfare.allied-partisans", "strategic-warfare.axis-partisans"
WARS = ("britain+germany", "britain+italy", "germany+us", "germany+ussr", "italy+ussr")
LOST_COMMANDO = "britain-cdo-1"


def risen(power: str, home: str, count: int) -> dict[str, Unit]:
    return {
        f"{power}-partisan-{home}-{nth}": Unit(power=power, kind="partisan", strength="1-3", tag=home)
        for nth in range(count)
    }


def scene(*bands: dict[str, Unit], turn: str = "1943-1-spring", step: str = ALLIED) -> TheWar:
    """Poland, Greece and Yugoslavia are conquered, by Germany and Italy; the bands stand on the board."""
    here = at(turn, step, wars=wars_of(dict.fromkeys(WARS, "1941-2-summer")))
    here = lands("poland", "greece", patron="germany")(lands("yugoslavia", patron="italy")(here))
    commando = {LOST_COMMANDO: Unit(power="britain", kind="cdo", strength="2-5")}
    units = {key: unit for band in bands for key, unit in band.items()}
    return attrs.evolve(here, units={**here.units, **commando, **units}, seats=dict.fromkeys(here.powers, "solo"))


ROWS = {line.split()[0]: line.split()[1:] for line in keyed.PARTISANS.strip().splitlines()}
NUMBERS = {"1-2": (1, 2), ">9": (10, 14)}


@pytest.mark.rule("tw-25.4")
@pytest.mark.parametrize("row", ROWS)
def test_25_4_the_table_cell_by_cell(row: str) -> None:
    for nth, column in enumerate(keyed.PARTISANS_COLUMNS):
        cell = ROWS[row][nth]
        for many in NUMBERS.get(column, ()) or (int(column),):
            made = partisans.Warfare(many, face=int(row))
            assert (made.column, made.row) == (column, int(row))
            assert (made.narfs, made.lost, made.cut) == (int(cell.rstrip("@*")), cell.count("*"), "@" in cell)


@pytest.mark.rule("tw-25.4-mod")
@pytest.mark.parametrize(
    ("year", "added"), [(1939, 0), (1941, 0), (1942, -1), (1943, -2), (1944, -3), (1945, -4), (1946, -4)]
)
def test_25_4_each_year_helps_the_allied_rolls_alone(year: int, added: int) -> None:
    turn = f"{year}-1-spring"
    assert partisans.modifiers(turn, True, False, False, False).total == added
    assert partisans.modifiers(turn, False, False, False, False).total == 0


@pytest.mark.rule("tw-25.4-mod")
@pytest.mark.parametrize(
    ("allied", "axis_chit", "allied_chit", "commando", "added"),
    [
        (True, 1, 0, 0, 2),
        (True, 0, 1, 0, -2),
        (True, 0, 0, 1, -2),
        (False, 1, 0, 0, -2),
        (False, 0, 1, 0, 2),
        (False, 0, 0, 1, 0),
    ],
)
def test_25_4_chits_and_a_commando(allied: bool, axis_chit: int, allied_chit: int, commando: int, added: int) -> None:
    """Ruling 117."""
    made = partisans.modifiers("1941-1-spring", allied, bool(axis_chit), bool(allied_chit), bool(commando))
    assert made.total == added


@pytest.mark.rule("tw-25.4", "tw-25.4-smp")
def test_25_4_the_occupier_loses_narfs_an_smp_and_a_railmove() -> None:
    """Rulings 117, 368: off the hand alone."""
    here = scene(risen("britain", "poland", 4))
    now = give(here, "britain partisan-war germany", faces=(2,))
    before, after = here.powers["germany"], now.powers["germany"]
    assert before.narfs - after.narfs == 5, "row 0 of column 4, in 1943"
    assert (after.base, after.smp_lost) == (before.base, before.smp_lost + 1)
    assert railways.railmoves(now, "germany").total == railways.railmoves(here, "germany").total - 1
    assert "25.4" in why_not(now, "britain partisan-war germany")[-1][0]


@pytest.mark.rule("tw-25.4-smp", "tw-8.5.5")
def test_25_4_the_united_states_lose_an_smp_of_each_half() -> None:
    """Ruling 13."""
    here = lands("spain", patron="us")(scene(risen("germany", "spain", 4), step=AXIS))
    now = give(here, "germany partisan-war us", faces=(1,))
    assert now.powers["us"].smp_lost == here.powers["us"].smp_lost + 2
    for part in ("europe", "board"):
        half = capacity.Purse("us", part)
        assert capacity.room(now, half) == capacity.room(here, half) - 1


@pytest.mark.rule("tw-25.4")
def test_25_4_western_and_soviet_partisans_are_counted_apart_and_by_occupier() -> None:
    """Ruling 366."""
    bands = (risen("britain", "poland", 3), risen("ussr", "greece", 2), risen("ussr", "yugoslavia", 5))
    due = partisan_war.due(scene(*bands), "allied")
    assert {pair: len(keys) for pair, keys in due.items()} == {
        ("britain", "germany"): 3,
        ("ussr", "germany"): 2,
        ("ussr", "italy"): 5,
    }
    one = give(scene(*bands), "ussr partisan-war italy", faces=(9,))
    assert set(partisan_war.due(one, "allied")) == {("britain", "germany"), ("ussr", "germany")}
    assert RULESET.sequence[ALLIED].skipped(scene()) != "", "no partisans, no roll"


@pytest.mark.rule("tw-25.4")
def test_25_4_no_roll_without_partisans_in_another_step_or_twice_in_an_alliance() -> None:
    here = scene(risen("britain", "poland", 1), risen("us", "poland", 1))
    assert ("25.4", "Soviet Union has no partisans against Germany") in [
        (rule, reason.removeprefix("the ")) for rule, reason in why_not(here, "ussr partisan-war germany")
    ]
    wrong = attrs.evolve(here, progress=scene(step=AXIS).progress)
    assert any(rule == "3.5" for rule, _ in why_not(wrong, "britain partisan-war germany"))
    once = give(here, "britain partisan-war germany", faces=(9,))
    assert any("is made" in reason for _, reason in why_not(once, "us partisan-war germany"))
    later = attrs.evolve(here, progress=scene(step="axis.operations.attacks").progress)
    assert [(rule, reason[:16]) for rule, reason in why_not(later, "britain partisan-war germany")] == [
        ("25.4", "not in this step")
    ]
    other = attrs.evolve(here, seats={**here.seats, "britain": "another"})
    assert why_not(other, "britain partisan-war germany") == [("1.1", "Britain is commanded by the seat 'another'")]


@pytest.mark.rule("tw-25.4")
def test_25_4_partisans_are_lost_of_the_largest_home_or_where_the_owner_says() -> None:
    here = scene(risen("ussr", "greece", 2), risen("ussr", "ussr", 3), turn="1941-3-fall")
    home = attrs.evolve(here, risings={"ussr": Rising(by="germany", turn="1941-2-summer")})
    largest = give(home, "ussr partisan-war germany", faces=(10,))
    assert {unit.tag for key, unit in home.units.items() if key not in largest.units} == {"ussr"}
    said = give(home, "ussr partisan-war germany lose=greece", faces=(10,))
    assert {unit.tag for key, unit in home.units.items() if key not in said.units} == {"greece"}
    assert said.pools["ussr-partisan-1-3-greece"].count == 1, "they are rebuilt"
    assert any("ruling 367" in rule for rule, _ in why_not(home, "ussr partisan-war germany lose=spain"))


@pytest.mark.rule("tw-25.4")
@pytest.mark.parametrize(
    ("line", "rule", "reason", "helps"),
    [
        (
            "britain partisan-war germany lose=ussr",
            "25.4, ruling 367",
            "no partisan of the Soviet Union counts in the Western roll",
            "Of this roll: Poland. Western and Soviet partisans roll apart.",
        ),
        (
            "britain partisan-war germany others=5",
            "25.4",
            "5 partisans that are not listed, 0 are noted",
            "At most 0.",
        ),
        (
            "us partisan-war italy",
            "25.4",
            "United States has no partisans against Italy",
            "They are built in an occupied home.",
        ),
        ("britain partisan-war britain", "25.4", "Britain has no partisans against Britain", "in an occupied home"),
        ("britain partisan-war spain", "25.4", "'spain' is no Major Power", "Powers: "),
        ("britain commando-raid norway", "2.6", "is in Poland already", "'britain exfiltrate' flies it out"),
    ],
)
def test_25_4_a_bad_roll_is_refused_with_what_helps(line: str, rule: str, reason: str, helps: str) -> None:
    """Soviet and Western partisans in one roll, partisans that there are not, a Commando twice."""
    here = scene(risen("britain", "poland", 3), risen("ussr", "ussr", 5))
    there = {behind_lines.RAIDER: LOST_COMMANDO, behind_lines.RAIDED: "poland"}
    here = attrs.evolve(here, facts={**here.facts, **there})
    order = understand(RULESET, line, here)
    found = [one for one in order.judge(here) if (one.rule, one.reason) == (rule, reason) or reason in one.reason]
    assert found and found[0].rule == rule and helps in found[0].hint, [*order.judge(here)]


@pytest.mark.rule("tw-25.4-mod")
def test_25_4_a_commando_behind_the_lines_helps_the_west_against_germany_alone_and_dies_with_a_partisan() -> None:
    """Ruling 369; it is dropped and flown out by orders of its own (2.6)."""
    here = scene(risen("britain", "poland", 3), risen("britain", "yugoslavia", 3), risen("ussr", "poland", 1))
    there = {behind_lines.RAIDER: LOST_COMMANDO, behind_lines.RAIDED: "poland"}
    dropped = attrs.evolve(here, facts={**here.facts, **there})
    line = "britain partisan-war germany"
    assert lost(here, line, 9) == int(ROWS["7"][1]) and lost(dropped, line, 9) == int(ROWS["5"][1])
    for other in ("britain partisan-war italy", "ussr partisan-war germany"):
        assert lost(dropped, other, 9) == lost(here, other, 9)
    early = attrs.evolve(dropped, progress=scene(turn="1941-3-fall").progress)
    chit = attrs.evolve(
        early, used={**early.used, **limit_used("germany", "chit-helps", 1, "partisans-strategic-warfare")}
    )
    assert LOST_COMMANDO in give(early, line, faces=(10,)).units, "10 - 2 is row 8"
    dead = give(chit, line, faces=(10,))
    assert LOST_COMMANDO not in dead.units and not dead.facts[behind_lines.RAIDER], "10 - 2 + 2 is row 10"
    assert "and the Commando" in told(chit, line, 10)


def lost(campaign: TheWar, line: str, face: int) -> int:
    """NARFs that the occupier loses."""
    occupier = line.split()[-1]
    return campaign.powers[occupier].narfs - give(campaign, line, faces=(face,)).powers[occupier].narfs


@pytest.mark.rule("tw-25.4-lib")
def test_25_4_partisans_of_a_liberated_home_and_behind_their_own_lines_no_longer_count() -> None:
    here = scene(risen("britain", "poland", 3), risen("ussr", "ussr", 2))
    assert len(partisan_war.due(here, "allied")) == 2
    free = lands("poland", patron="britain", status="satellite")(here)
    assert ("britain", "germany") not in partisan_war.due(free, "allied")
    moscow = {key: attrs.evolve(unit, place="moscow") for key, unit in risen("ussr", "ussr", 2).items()}
    assert ("ussr", "germany") not in partisan_war.due(scene(moscow), "allied")


def test_25_4_a_campaign_that_knows_a_number_alone_goes_on() -> None:
    old = attrs.evolve(scene(), facts={**scene().facts, "allied-partisans": 3})
    assert partisan_steps.allied_rollers(old) == ("britain",)
    now = give(old, "britain partisan-war germany", faces=(9,))
    assert old.powers["germany"].narfs - now.powers["germany"].narfs == int(ROWS["7"][1])
    assert any("3 are noted" in reason for _, reason in why_not(old, "britain partisan-war germany others=4"))


def test_25_4_the_chances_of_a_roll_are_shown() -> None:
    here = scene(risen("britain", "poland", 3))
    order = understand(RULESET, "britain partisan-war germany", here)
    shown = order.forecast(here)
    assert shown is not None
    assert shown.chance(lambda one: one.partisans_lost > 0) == 0, "10 - 2 is row 8"
    assert "3 partisans" in "\n".join(RULESET.sequence[ALLIED].told(here))
    assert HOMES["poland"].counters == 8


# ---------------------------------------------------------------- chits before the dice

PAIR = {"germany": "axis", "italy": "axis"}


def apart(**chits: int) -> Table:
    """Three Polish and two Soviet partisans against Germany at a table of two seats, with chits that all know of."""
    here = scene(risen("britain", "poland", 3), risen("ussr", "ussr", 2))
    stock = {name.replace("_", " ", 1).replace("_", "-"): many for name, many in chits.items()}
    seats = {key: PAIR.get(key, "allied") for key in here.powers}
    return Table(attrs.evolve(laid(here, {}, stock), seats=seats))


def waiting(table: Table) -> tuple[str, ...]:
    """Who still acts in the step of the Allied dice, in this order."""
    return awaited(table.campaign, RULESET.sequence[ALLIED], RULESET.sequence)


@pytest.mark.rule("tw-25.4-mod", "tw-16.1.7.6")
def test_25_4_the_occupier_is_asked_for_a_chit_before_the_dice() -> None:
    """Where the seats are apart, and as long as he might hold one (ruling 613)."""
    table = apart(germany_espionage=1)
    assert waiting(table) == ("germany", "britain", "ussr")
    for line in ("britain partisan-war germany", "ussr partisan-war germany"):
        assert "Germany comes before" in table.refused(line) and "(25.4, ruling 613). Wait for" in table.refused(line)
    said = "\n".join(RULESET.sequence[ALLIED].told(table.campaign))
    assert "Before the dice Germany may play a chit, or is done." in said
    assert "2 on the dice, before them: 'germany play-chit espionage on=partisans'." in said
    (stop, *_) = RULESET.sequence[ALLIED].stops(table.campaign)
    assert (stop.weight, stop.power, stop.what) == ("chance", "germany", "a chit before the partisans roll")
    table.give("germany play-chit espionage on=partisans")
    assert waiting(table) == ("britain", "ussr")
    played = table.campaign
    one = attrs.evolve(played, seats=dict.fromkeys(played.powers, "solo"))
    for line in ("britain partisan-war germany", "ussr partisan-war germany"):
        assert "Axis chit +2" in told(one, line, 5), "on all rolls of the step, ruling 557"


@pytest.mark.rule("tw-25.4-mod")
def test_25_4_who_holds_no_chit_or_is_done_with_them_is_waited_for_no_longer() -> None:
    assert waiting(apart()) == ("britain", "ussr"), "nobody has bought any"
    done = apart(germany_counter_espionage=1)
    assert waiting(done)[0] == "germany"
    done.give("germany done").give("britain partisan-war germany", 9).give("ussr partisan-war germany", 9)
    assert not partisan_war.due(done.campaign, "allied")
    alone = laid(scene(risen("britain", "poland", 3)), {}, {"germany espionage": 1})
    assert partisan_steps.allied_actors(alone) == ("britain",), "one seat plays all"
    assert "'germany play-chit espionage on=partisans'" in "\n".join(RULESET.sequence[ALLIED].told(alone))


# ---------------------------------------------------------------- cards in their place


@pytest.mark.rule("tw-16.1.7.7", "tw-29.11")
def test_29_11_cards_stand_in_place_of_chits_on_the_partisans_dice() -> None:
    """The occupier's are Espionage, those of the partisans' side Counter-Espionage; two count as their cell (ruling
    617)."""
    chits = {f"{power} {sort}": 1 for power in ("germany", "britain") for sort in ("espionage", "counter-espionage")}
    here = laid(scene(risen("britain", "poland", 3)), {}, chits)
    here = attrs.evolve(here, options={**here.options, "espionage-cards": True})
    roll, guard = "germany play-chit espionage on=partisans", "britain play-chit counter-espionage on=partisans"
    for line, deck in (
        ("germany play-chit counter-espionage", "Espionage"),
        ("britain play-chit espionage", "Counter-"),
    ):
        assert any(rule == "29.11, 25.4" and deck in said for rule, said in why_not(here, f"{line} on=partisans"))
    assert ("29.11", "a card is cancelled by none: two count as their cell") in why_not(here, f"{roll} counter=britain")
    war = "britain partisan-war germany"
    assert "Axis chit +2" in told(give(here, roll), war, 5)
    assert "Allied chit −2" in told(give(here, guard), war, 5)
    assert ("29.11, ruling 617", "no two cards have met on this roll") in why_not(give(here, roll), f"{war} cards=1")
    met = give(here, roll, guard)
    assert "'cards='" in "\n".join(RULESET.sequence[ALLIED].told(met))
    assert "chit" not in told(met, war, 5) and "the two cards −1" in told(met, f"{war} cards=-1", 5)
    form = PartisanWar.form(met, "britain")
    assert form is not None and [field.name for field in form.more] == ["cards"]
