"""Partisans on the pages: the picture of their rolls at every width, and their homes among the forces, the places and
what may be built (25.1.1, 25.2, 25.4)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest
from textual.pilot import Pilot

from engine.kernel.reading import understand
from engine.kernel.sheets.forces import Group
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets import build_means, build_stock, gazetteer, home_facts
from engine.thewar.world import behind_lines, titles
from engine.thewar.world.partisan_homes import HOMES
from engine.thewar.world.state import Pool, Rising
from saves import library
from saves.desk import Desk
from tests.thewar.countries.test_atrocities import END, SPRING, building
from tests.thewar.countries.test_atrocities import risen as risen_in
from tests.thewar.endings.scenes import give, lands, out
from tests.thewar.player import opening
from tests.thewar.strategic.test_partisan_war import LOST_COMMANDO, risen, scene
from tests.thewar.test_steps_that_fall_due import at, fallen
from tests.tui.hand import drawn, press
from tests.tui.screens import SECRET, drive, screen_text, shown
from tests.tui.standin import StandinDesk
from tui.app import WarledgerApp
from tui.models import battles as battles_model
from tui.models import forces as forces_model
from tui.models.war_report import segment_report
from tui.panels.battle_picture import lay_battle
from tui.panels.battles import BattlesPanel

WIDTHS = (48, 58, 78, 118)


def test_25_4_after_a_roll_of_partisans_its_picture_opens_and_goes_with_an_undo() -> None:
    here = scene(risen("britain", "poland", 3), risen("ussr", "occupied-france", 4), risen("us", "greece", 1))
    there = {behind_lines.RAIDER: LOST_COMMANDO, behind_lines.RAIDED: "poland"}
    found: Any = StandinDesk(attrs.evolve(here, facts={**here.facts, **there}))
    found.do(["britain partisan-war germany"])
    entries = found.entries()
    assert battles_model.fought(found, entries)
    (battle,) = battles_model.battles(found)
    assert battle.title == "Western partisans against Germany · Spring 1943"
    for width in WIDTHS:
        lines = [laid.row.text for laid in lay_battle(battle, width)]
        assert not [line for line in lines if len(line) > width]
        said = " ".join(" ".join(lines).split())
        for text in ("4 partisans, 3 of Poland and 1 of Greece; Germany occupies", "a Commando", "Germany loses"):
            assert text in said
    lost = here.powers["germany"].narfs - found.campaign.powers["germany"].narfs
    losses = segment_report(found).losses
    assert losses is not None and losses.elsewhere == (f"Occupiers have lost {lost} NARFs to partisans.",)
    found.undo()
    assert not battles_model.battles(found)


@pytest.mark.parametrize(
    ("turn", "step", "title"), [("1941-1-spring", SPRING, "Partisans rise"), ("1940-3-fall", END, "Atrocities")]
)
def test_25_1_1_dice_of_the_rules_are_looked_up_and_interrupt_nobody(turn: str, step: str, title: str) -> None:
    here = at(turn, step)
    if step == END:
        here = fallen(fallen(here, "spain", "germany", turn), "belgium", "germany", turn)
    else:
        here = lands("poland", "greece", patron="germany")(here)
        fell = {home: Rising(by="germany", turn="1940-2-summer", atrocities=4) for home in ("poland", "greece")}
        here = attrs.evolve(here, risings=fell)
    found: Any = StandinDesk(attrs.evolve(here, seats=opening().seats))
    (battle,) = [one for one in battles_model.battles(found) if one.title.startswith(title)]
    assert len(battle.casts) == 2 and not battles_model.fought(found, found.entries())
    for width in WIDTHS:
        lines = [laid.row.text for laid in lay_battle(battle, width)]
        assert not [line for line in lines if len(line) > width or ("…" in line and "▸" not in line)]


def test_25_4_the_picture_of_a_roll_opens_by_itself_after_it(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(SECRET)
    here = scene(risen("britain", "poland", 3), risen("ussr", "greece", 2))
    here = attrs.evolve(here, seats=opening().seats)
    folder = library.create(RULESET, here, name="hills", secret_file=tmp_path / "secret", dice="keyed")

    async def act(app: Any, pilot: Any) -> None:
        await press(app, "home")
        await press(app, "enter")
        await drawn(app)
        assert isinstance(app.screen.current, BattlesPanel)
        assert "Western partisans against Germany" in screen_text(app)
        await press(app, "escape")
        await drawn(app)
        assert "Soviet partisans roll against Germany" in screen_text(app)

    drive(Desk.open(folder), act, size=(60, 20))


@pytest.fixture(scope="module")
def spring() -> Any:
    """Poland is German; two of its partisans stand, others are in the British pool."""
    here = building(risen_in("poland", 10, 10), "britain")
    return attrs.evolve(here, units={**here.units, **risen("britain", "poland", 2)})


@pytest.mark.rule("tw-25.1.1-rate", "tw-25.2")
def test_25_2_the_forces_tell_partisans_by_home_with_counters_left_and_built(spring: Any) -> None:
    found: Any = StandinDesk(give(spring, "britain construct partisan-1-3-poland count=1"))
    (row,) = [one for one in forces_model.groups(found.campaign) if one.kind == "partisan"]
    assert (row.power, row.words, row.arm, row.board, row.pool) == ("britain", "Partisan 1-3 (Poland)", "land", 3, 1)
    assert row.aside == "occupied by Germany, 5 of 8 counters left, 1 of 2 built this turn"
    norden = unit_group("norden")
    assert home_facts.origin("partisan", "norden") in norden.words


def unit_group(tag: str) -> Any:
    return forces_model.ForceRow.of(
        Group("britain", "Britain", "partisan", "1-3", tag, origin=home_facts.origin("partisan", tag))
    )


@pytest.mark.rule("tw-25.1.1")
def test_25_1_1_a_land_and_a_fallen_capital_tell_atrocities_and_who_may_build(spring: Any) -> None:
    assert said_of(spring, "poland") == [
        "Poland: 10 Atrocities, Germany, Summer 1940",
        "partisans rose in Spring 1941: 2 partisans, 1 SS Legion",
        "partisans of Britain in Poland: 2 on the board, 2 in the pool",
        "SS Legions of Germany in Poland: 0 on the board, 1 in the pool",
        "partisans in Poland: 6 of 8 counters left, 0 of 2 built this turn",
    ]
    assert not said_of(spring, "greece")
    coming = {"occupied-france": Rising(by="germany", turn="1941-1-spring", atrocities=1)}
    fallen = attrs.evolve(out("france")(spring), risings=coming)
    assert said_of(fallen, "paris") == [
        "Occupied France: 1 Atrocity, Germany, Spring 1941",
        "partisans rise in Spring 1942, or the first turn after it",
    ]
    assert not said_of(fallen, "marseilles")
    irish = attrs.evolve(spring, units={**spring.units, **risen("germany", "northern-ireland", 1)})
    assert "partisans of Germany in Northern Ireland: 1 on the board, 0 in the pool" in said_of(irish, "london")


def said_of(campaign: Any, key: str) -> list[str]:
    """What a site's page says of partisans."""
    site = next(one for one in gazetteer.sites(campaign) if one.id == key)
    return [one.text for one in site.facts if "partisan" in one.text or "Atro" in one.text or "Legion" in one.text]


@pytest.mark.rule("tw-25.1.1-rate")
def test_25_1_1_the_build_queue_has_partisans_by_home_two_a_turn(spring: Any) -> None:
    order = understand(RULESET, "britain construct partisan-1-3-poland", spring)
    stock = build_stock.stock(spring, order)
    assert stock is not None and (stock.name, stock.section, stock.pool) == (
        "Partisan, Poland",
        "partisans, by home",
        2,
    )
    means = {one.title: (one.left, one.most) for one in build_means.means(spring, "britain")}
    assert (means["partisans, Poland"], means["counters, Poland"]) == ((2, 2), (6, 8))
    two = give(spring, "britain construct partisan-1-3-poland count=2")
    means = {one.title: (one.left, one.most) for one in build_means.means(two, "britain")}
    assert (means["partisans, Poland"], means["counters, Poland"]) == ((0, 2), (4, 8))
    assert "SS Legions, Poland" in {one.title for one in build_means.means(building(two, "germany"), "germany")}


def test_25_4_the_cursor_stands_on_the_roll_that_is_due_and_after_the_last_one_the_war_goes_on() -> None:
    here = scene(risen("britain", "poland", 3), risen("britain", "yugoslavia", 2))
    found: Any = StandinDesk(here)
    marked: list[str] = []

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        for keys in (["enter", "escape"], ["enter", "escape"], []):
            await pilot.pause()
            text = screen_text(app)
            marked.append(next(line.strip() for line in text.splitlines() if line.lstrip().startswith(("▸", "»"))))
            await press(app, *keys)

    drive(found, act, (60, 20))
    rolls = [f"▸ Western partisans roll against {power}" for power in ("Germany", "Italy")]
    assert sorted(mark.rstrip(" ▁▂▃▄▅▆▇█") for mark in marked[:2]) == rolls and marked[2].startswith("» Italy buys")


@pytest.mark.parametrize("home", HOMES.values(), ids=lambda home: home.id)
def test_25_2_partisans_are_called_by_the_name_of_their_home_and_read_so(home: Any) -> None:
    key = f"britain-partisan-1-3-{home.id}"
    pool = Pool(power="britain", kind="partisan", strength="1-3", count=2, tag=home.id)
    here = building(scene(), "britain")
    here = attrs.evolve(here, pools={**here.pools, key: pool})
    for text in (f"partisan-1-3-{home.id}", f"partisans 1-3 of {home.name}"):
        order = understand(RULESET, f"britain construct {text}", here)
        assert order.text == f"britain construct partisan-1-3-{home.id}"
        assert order.sentence(here) == f"Britain builds 1 Partisan 1-3 of {home.name}"
    [unit] = risen("britain", home.id, 1).items()
    there = attrs.evolve(here, units={**here.units, unit[0]: unit[1]})
    assert titles.unit(there, unit[0]) == f"Partisan 1-3 of {home.name} (Britain)"
    assert titles.thing(there, pool) == f"Britain Partisan 1-3 of {home.name}"


def test_15_1_1_what_a_pool_has_is_told_in_words() -> None:
    here = building(scene(), "germany")
    [no] = understand(RULESET, "germany construct partisan-1-3-poland", here).judge(here)
    assert no.reason == "Germany has no Partisan 1-3 of Poland in its pool"
    assert no.hint.startswith("It has: ") and "INF 6-5" in no.hint and "inf-6-5" not in no.hint
    spent = {
        key: attrs.evolve(pool, count=0, oos=0) if pool.strength == "6-5" else pool for key, pool in here.pools.items()
    }
    [no] = understand(RULESET, "germany construct partisan-1-3-poland", here).judge(attrs.evolve(here, pools=spent))
    assert "ARM 8-8" in no.hint and "INF 6-5" not in no.hint, "what is all built is none of it"


@pytest.mark.rule("tw-25.1.1-rate")
def test_25_1_1_a_third_partisan_of_a_home_is_refused_under_the_cursor_as_it_is_added() -> None:
    here = building(scene(), "britain")
    pool = Pool(power="britain", kind="partisan", strength="1-3", count=4, tag="poland")
    seats = {power: "britain" if power == "britain" else "others" for power in here.powers}
    found: Any = StandinDesk(attrs.evolve(here, seats=seats, pools={"britain-partisan-1-3-poland": pool}))
    found.seat = "britain"
    text = shown(found, ["home", "+", "+", "+"], (60, 20))
    assert "3 partisans in Poland this turn. At most 2 a turn." in text and "1 refused" in text
