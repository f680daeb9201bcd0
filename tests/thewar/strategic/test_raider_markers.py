"""5.1.2.2, 7.12: Task Forces look for raiders under their marker; the other seat learns nothing before they find."""

from __future__ import annotations

from functools import cache

import attrs
import pytest

from engine.kernel import play
from engine.kernel.campaign import view
from engine.kernel.dice import FixedDice
from engine.kernel.outlook import outlook
from engine.kernel.reading import understand
from engine.kernel.sheets.ledger import falls_due
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets.ledger import LedgerSheet
from engine.thewar.strategic.raider_hunt import RaiderHunt
from engine.thewar.strategic.uboat_war import UBoatBattle
from engine.thewar.world.state import Patrol, TheWar
from tests.thewar.atlantic import box, scene
from tests.thewar.secrecy import HASH
from tests.thewar.strategic.test_raider_hunt import ROUTE

TWO_FLEETS, CARRIER = "britain-fleet-1,britain-fleet-2", "britain-fleet-1,britain-cv-1,britain-nac-1"
THREE_FLEETS = "britain-fleet-4,britain-fleet-5,britain-fleet-6"
UNDER = (TWO_FLEETS, CARRIER, THREE_FLEETS)
SEEK, SEARCH = "britain seek-raiders scapa-flow", "britain raider-search faeroes 1 units=tf-1"
OTHERS = "britain seek-raiders glasgow", "britain raider-search faeroes 1 units=britain-fleet-7"


@cache
def hunted(units: str, *, port: str = "scapa-flow", patrol: str = "") -> TheWar:
    """Two seats; a Task Force formed in the turn before; raiders of Wilhelmshaven sail, and Britain is asked."""
    campaign = scene(
        "1940-3-fall",
        "allied.operations.breakdown",
        germany={"uboat": 8},
        britain={"asw": 4},
        france={"surrendered": "1940-2-summer"},
        seats=2,
    )
    where = f" port={port}" if port else ""
    order = understand(RULESET, f"britain task-force tf-1 units={units}{where}", campaign)
    campaign = play.submit(RULESET, campaign, [order], seat="allied", dice=FixedDice(()), n=1)[-1].campaign
    assert isinstance(campaign, TheWar) and campaign.secrets and campaign.task_forces["tf-1"].units == ()
    way = tuple(ROUTE.split(","))
    hunt = RaiderHunt("seek", ("germany-fleet-1",), "wilhelmshaven", way=way)
    return attrs.evolve(
        campaign,
        boxes={"germany": attrs.evolve(box(campaign, "germany"), raiders=("germany-fleet-1",))},
        pending={"1": UBoatBattle("met"), "2": hunt},
        patrols={"tf-1": Patrol(area=patrol, since="1940-2-summer")} if patrol else {},
        progress=attrs.evolve(campaign.progress, step="strategic-warfare.u-boats", done=("u-boats-sail",)),
    )


def given(campaign: TheWar, *lines: str, faces: tuple[int, ...] = (), seat: str = "allied") -> TheWar:
    """After orders of a seat, each read in its own view."""
    dice = FixedDice(faces)
    for at, line in enumerate(lines):
        order = understand(RULESET, line, play.seen(campaign, seat))
        n = 100 * (at + len(campaign.missions) + 1)
        campaign = play.submit(RULESET, campaign, [order], seat=seat, dice=dice, n=n)[-1].campaign
    assert not dice.left
    return campaign


@cache
def sought(units: str) -> TheWar:
    """The same, where the force of its port looks for them."""
    return given(hunted(units), SEEK)


def refused(campaign: TheWar, line: str, seat: str = "allied") -> str:
    order = understand(RULESET, line, play.seen(campaign, seat))
    return "; ".join(str(one) for one in play.judge(RULESET, campaign, order, seat))


def answers(campaign: TheWar, seat: str = "allied") -> tuple[str, ...]:
    found = outlook(RULESET, campaign, seat).decision
    assert found is not None
    return found.answers


@pytest.mark.rule("tw-5.1.2.2", "tw-7.12")
def test_7_12_a_hidden_task_force_looks_as_a_ship_of_its_port() -> None:
    campaign = hunted(TWO_FLEETS)
    assert SEEK in answers(campaign)
    asked = given(campaign, SEEK)
    # A port that it fills has room for one ship more: the two together, that ship, or the marker alone.
    faeroes = [line for line in answers(asked) if " faeroes " in line]
    assert faeroes == ["britain raider-search faeroes 2", "britain raider-search faeroes 1", SEARCH]
    assert not refused(asked, SEARCH)
    assert understand(RULESET, SEARCH, asked).sentence(asked).endswith("in Faeroes with Task Force 1")
    # One that looks from another port, and ships that lie under it, are not named there.
    other = given(campaign, OTHERS[0])
    assert "Task Force 1 does not look from Glasgow (7.8)" in refused(other, SEARCH)
    by_name = refused(other, "britain raider-search faeroes 1 units=britain-fleet-1")
    assert "britain-fleet-1 is in Task Force 1 (7.12)" in by_name and "Named by it: tf-1" in by_name


@pytest.mark.rule("tw-5.1.2.2", "tw-7.12")
@pytest.mark.parametrize("units", UNDER)
@pytest.mark.parametrize("port", ["glasgow", "southampton", "london", "scapa-flow"])
def test_7_12_ships_under_a_marker_look_from_no_other_port(units: str, port: str) -> None:
    campaign = hunted(units)
    seek = f"britain seek-raiders {port}"
    if seek not in answers(campaign):
        return
    asked = given(campaign, seek)
    for line in answers(asked):
        order = understand(RULESET, line, play.seen(asked, "allied"))
        named = set(getattr(order, "units", ()))
        assert named and not named & set(units.split(",")), line
        assert not refused(asked, line), line


@pytest.mark.rule("tw-5.1.2.2", "tw-7.12")
@pytest.mark.parametrize("units", UNDER)
def test_7_12_it_is_turned_over_as_it_finds_and_stays_hidden_as_it_does_not(units: str) -> None:
    asked = given(hunted(units), SEEK)
    missed = given(asked, SEARCH, faces=(10,))
    assert missed.task_forces["tf-1"].units == () and missed.secrets and not missed.engagements
    # It has looked, and does so once.
    assert SEEK not in answers(missed)
    met = given(asked, SEARCH, faces=(1,))
    assert met.engagements["faeroes"].defenders == tuple(units.split(","))
    assert met.task_forces["tf-1"].units == tuple(units.split(",")) and "tf-1" not in met.units
    # Its ships have looked too, and do so from no other port.
    again = given(met, OTHERS[0])
    line = f"britain raider-search faeroes 1 units={units.split(',')[0]}"
    assert "has looked for these raiders in this segment already (7.8)" in refused(again, line)


@pytest.mark.rule("tw-5.1.2.2", "tw-7.12", "tw-7.4-stay")
def test_7_12_on_patrol_it_looks_in_its_sea_area() -> None:
    campaign = hunted(CARRIER, patrol="faeroes")
    assert "britain seek-raiders faeroes" in answers(campaign)
    found = given(campaign, "britain seek-raiders faeroes", "britain raider-search faeroes 1", faces=(1,))
    assert found.engagements["faeroes"].defenders == tuple(CARRIER.split(","))
    assert set(found.patrols) == set(CARRIER.split(","))


@pytest.mark.rule("tw-5.1.2.2", "tw-7.12")
def test_7_12_one_whose_port_nobody_has_named_lies_in_a_home_port() -> None:
    campaign = hunted(TWO_FLEETS, port="")
    asked = [given(campaign, line) for line in answers(campaign) if not line.endswith("none")]
    with_it = [one for one in asked if any("tf-1" in repr(understand(RULESET, line, one)) for line in answers(one))]
    assert len(with_it) == 1


@pytest.mark.rule("tw-5.1.2.2", "tw-7.12")
def test_5_1_2_2_the_other_seat_sends_no_task_force() -> None:
    asked = given(hunted(TWO_FLEETS), SEEK)
    assert "is commanded by the seat 'allied'" in refused(asked, SEARCH, "axis")
    assert "Britain is asked" in refused(asked, "germany raider-search faeroes 1 units=tf-1", "axis")


# --- what the other seat learns

TRIED = (
    SEEK,
    SEARCH,
    *OTHERS,
    "britain raider-search faeroes 3",
    "britain raider-search faeroes 1 units=britain-fleet-1",
    "germany seek-raiders kiel",
    "germany raider-search faeroes 1",
    "germany raider-aircraft faeroes units=germany-tac-1",
)


def learnt(campaign: TheWar, seat: str) -> str:
    """All that a seat reads of a campaign and of orders that it tries, digests left out."""
    shown = view(campaign, seat)
    told = [repr(shown), repr(outlook(RULESET, campaign, seat)), repr(falls_due(RULESET, shown))]
    told.append(repr(LedgerSheet().rows(shown)))
    for line in TRIED:
        order = understand(RULESET, line, play.seen(campaign, seat))
        told.append(repr((order, play.judge(RULESET, campaign, order, seat), order.sentence(shown))))
    return HASH.sub("#", "\n".join(told))


PLAYED: tuple[tuple[tuple[str, ...], tuple[int, ...]], ...] = (
    ((SEEK,), ()),
    ((SEARCH,), (10,)),
    ((OTHERS[0],), ()),
    ((OTHERS[1],), (1,)),
)


@pytest.mark.rule("tw-5.1.2.2", "tw-7.12")
@pytest.mark.parametrize("seat", ["axis", ""])
@pytest.mark.parametrize("where", ["scapa-flow", "", "faeroes"])
def test_7_12_law_whatever_lies_under_the_marker_the_hunt_tells_nobody_else(seat: str, where: str) -> None:
    patrol = where if where == "faeroes" else ""
    worlds = [hunted(units, port="" if patrol else where, patrol=patrol) for units in UNDER]
    assert len({learnt(world, seat) for world in worlds}) == 1
    assert len({learnt(world, "allied") for world in worlds}) == len(UNDER)
    steps = PLAYED if where == "scapa-flow" else PLAYED[2:]
    for lines, faces in steps:
        worlds = [given(world, *lines, faces=faces) for world in worlds]
        assert len({learnt(world, seat) for world in worlds}) == 1, lines
    assert all(world.task_forces["tf-1"].units == () for world in worlds)
    assert all(world.engagements["faeroes"].defenders == ("britain-fleet-7",) for world in worlds)


@pytest.mark.rule("tw-7.12")
@pytest.mark.parametrize("face", range(1, 11))
def test_7_12_law_whether_it_is_turned_over_hangs_on_nothing_that_is_hidden(face: int) -> None:
    worlds = [given(sought(units), SEARCH, faces=(face,)) for units in UNDER]
    turned = {bool(world.task_forces["tf-1"].units) for world in worlds}
    assert len(turned) == 1
    if turned == {False}:
        assert len({learnt(world, "axis") for world in worlds}) == 1
