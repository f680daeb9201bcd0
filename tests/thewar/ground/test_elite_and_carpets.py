"""Sections 29.2 and 29.20: the column of an elite ARM, and of carpet bombing: who has it, where, how often, and what
the battle's picture says of it."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.ground import ground_battle, ground_reports
from engine.thewar.ground.ground_battle import Assault
from engine.thewar.ground.impulse_over import LeftToTheTable
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import after, refused
from tests.thewar.combat.test_circumstances import ALLIED, assault, west, with_units
from tests.thewar.ground.test_ground_fight import ATTACKS, front, given, stepped
from tests.thewar.optional import played, playing
from tests.thewar.single_rolls import calc
from tests.thewar.values import wars_of

ELITE_LINE = "germany attack smolensk units=arm-10-8 against=2-inf-4-5"
ALLIED_COMBAT = "allied.operations.combat"


def column(found: Assault) -> str:
    """The column that an assault is rolled on."""
    return ground_reports.cast(found, 0).column


def shifts(found: Assault) -> list[tuple[str, str]]:
    """What the picture says of what moves the column, with the rules."""
    return [(f"{one.value:+d} {one.label}", one.rule) for one in ground_reports.cast(found, 0).shifts if one.holds]


# ---------------------------------------------------------------- 29.2


def elite(*units: str) -> TheWar:
    """Smolensk with these units more, elite units played."""
    return playing(with_units(front(), *units), "elite-units")


@pytest.mark.rule("tw-29.2")
def test_29_2_an_attacking_10_8_shifts_a_column_to_the_right_and_is_named() -> None:
    plain, shifted = (assault(one, ELITE_LINE) for one in (with_units(front(), "germany arm 10-8"),
                                                          elite("germany arm 10-8")))  # fmt: skip
    assert (column(plain), column(shifted)) == ("1-2", "1-1")
    assert shifts(shifted) == [("+1 an undepleted German ARM 10-8", "29.2")]
    assert shifts(plain) == []
    # The calculator takes it as another column.
    fields = {"attack": 10, "defence": 8, "attacker_rate": 1, "defender_rate": 1}
    assert calc("ground", (5,), **fields, other_shift=1)["column"] == "2-1"


@pytest.mark.rule("tw-29.2")
def test_29_2_a_defending_10_8_shifts_a_column_to_the_left() -> None:
    campaign = stepped(elite("germany arm 10-8", "ussr arm 10-8", "ussr arm 10-8"), ALLIED)
    line = "ussr attack orel units=2-ussr-arm-10-8 against=germany-arm-10-8"
    found = assault(campaign, line)
    assert ground_battle.other_columns(found).total == -1
    assert shifts(found) == [("-1 an undepleted German ARM 10-8", "29.2")]
    off = attrs.evolve(campaign, options={})
    assert ground_battle.other_columns(assault(off, line)).total == 0


@pytest.mark.rule("tw-29.2")
def test_29_2_it_is_one_column_however_many_and_only_whole_german_ones() -> None:
    two = elite("germany arm 10-8", "germany arm 10-8")
    line = "germany attack smolensk units=2-arm-10-8 against=2-inf-4-5"
    assert ground_battle.other_columns(assault(two, line)).total == 1
    # A Depleted one, a Breakdown unit of one, another ARM, a Soviet 10-8: nothing.
    one = elite("germany arm 10-8")
    key = next(key for key, unit in one.units.items() if unit.strength == "10-8")
    hurt = attrs.evolve(one, units={**one.units, key: attrs.evolve(one.units[key], depleted=True)})
    assert ground_battle.other_columns(assault(hurt, ELITE_LINE.replace("arm-10-8", key))).total == 0
    broken = elite("germany arm 4-8")
    assert ground_battle.other_columns(assault(broken, ELITE_LINE.replace("10-8", "4-8"))).total == 0
    assert ground_battle.other_columns(assault(one, ELITE_LINE.replace("arm-10-8", "arm-8-8"))).total == 0
    soviet = stepped(elite("ussr arm 10-8"), ALLIED)
    against = "ussr attack orel units=ussr-arm-10-8 against=germany-inf-6-5"
    assert ground_battle.other_columns(assault(soviet, against)).total == 0


# ---------------------------------------------------------------- 29.20


def bombing(step: str = ALLIED, turn: str = "1944-2-summer") -> TheWar:
    """France in Summer 1944, carpets played: each of three German ARM has two British INF before it."""
    base = attrs.evolve(
        playing(west(turn, step), "carpet-bombing"), wars=wars_of({"britain+germany": "1939-3-fall"}), units={}
    )
    units = {f"britain-inf-{n}": Unit(power="britain", kind="inf", strength="4-5") for n in range(1, 7)}
    units |= {f"germany-arm-{n}": Unit(power="germany", kind="arm", strength="8-8") for n in range(1, 4)}
    return attrs.evolve(base, units=units)


def bomb(where: str, number: int) -> str:
    """An attack with carpet bombing by two INF."""
    pair = f"britain-inf-{2 * number - 1},britain-inf-{2 * number}"
    return f"britain attack {where} units={pair} against=germany-arm-{number} facts=carpet-bombing"


@pytest.mark.rule("tw-29.20")
def test_29_20_a_carpet_shifts_a_column_to_the_right_and_is_named() -> None:
    found = assault(bombing(), bomb("caen", 1))
    plain = assault(bombing(), bomb("caen", 1).removesuffix(" facts=carpet-bombing"))
    assert (column(plain), column(found)) == ("1-2", "1-1")
    assert shifts(found) == [("+1 carpet bombing", "29.20")]
    # No SAC is asked for or used up.
    assert not refused(bombing(), bomb("caen", 1))


@pytest.mark.rule("tw-29.20")
def test_29_20_two_hexes_whether_announced_rolled_or_fought_at_the_table() -> None:
    third = "2 hexes are bombed already"
    campaign = after(bombing(), bomb("caen", 1), bomb("calais", 2))
    assert third in refused(campaign, bomb("brest", 3))
    assert not refused(campaign, bomb("brest", 3).removesuffix(" facts=carpet-bombing"))
    # One called off frees its carpet.
    assert third not in refused(after(campaign, "britain call-off calais"), bomb("brest", 3))
    # One rolled here, one left to the table: both are used.
    fighting = stepped(campaign, ALLIED_COMBAT)
    fought = given(fighting, "britain fight caen", 5)
    while fought.pending:
        (battle,) = fought.pending.values()
        asked = battle.decision(fought)
        assert asked is not None
        fought = given(fought, asked.default)
    over = played(fought, LeftToTheTable())
    assert not over.engagements
    again = stepped(over, ALLIED)
    assert third in refused(again, bomb("brest", 3))


@pytest.mark.rule("tw-29.20")
def test_29_20_one_roll_in_a_hex_and_none_without_a_roll() -> None:
    fought = played(stepped(after(bombing(), bomb("caen", 1)), ALLIED_COMBAT), LeftToTheTable())
    again = stepped(fought, ALLIED)
    assert "one die roll in a hex is shifted, and this one was bombed" in refused(again, bomb("caen", 2))
    assert "one die roll in a hex" not in refused(again, bomb("calais", 2))
    overrun = bomb("caen", 1).replace(" attack ", " overrun ")
    moving = stepped(bombing(), "allied.operations.first-impulse")
    assert "carpet bombing shifts a die roll, and here none is made" in refused(moving, overrun)


@pytest.mark.rule("tw-29.20")
def test_29_20_only_the_western_allies_and_only_in_that_turn() -> None:
    assert "only in Summer 1944" in refused(bombing(turn="1944-1-spring"), bomb("caen", 1))
    assert "only in Summer 1944" in refused(bombing(turn="1944-3-fall"), bomb("caen", 1))
    soviet = playing(stepped(with_units(front(turn="1944-2-summer"), "germany inf 6-5"), ALLIED), "carpet-bombing")
    line = "ussr attack orel units=ussr-inf-4-5 against=germany-inf-6-5 facts=carpet-bombing"
    assert "only for the Western Allies" in refused(soviet, line)
    german = playing(stepped(front(turn="1944-2-summer"), ATTACKS), "carpet-bombing")
    line = "germany attack smolensk units=arm-8-8 against=inf-4-5 facts=carpet-bombing"
    assert "only for the Western Allies" in refused(german, line)
    assert "the optional rule is not played" in refused(attrs.evolve(bombing(), options={}), bomb("caen", 1))
