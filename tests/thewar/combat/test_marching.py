"""How far units march from a recorded place to another: their movement points in each impulse, told with the order and
held where the board is checked (9.2, 10.2.4, ruling 574)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.combat import battles
from engine.thewar.combat.surprise_duties import STATIONED
from engine.thewar.world import deeds
from engine.thewar.world.state import TheWar
from tests.thewar.looked_at import on_their_own_hexes
from tests.thewar.map.test_distances import far, said, war

FIRST, SECOND = "operations.first-impulse", "operations.second-impulse"


def marching(
    step: str = SECOND, *, rating: int = 1, checked: bool = True, depleted: bool = False, said_there: bool = True
) -> TheWar:
    """A German ARM 8-8 and an INF 6-5 in Kiev, recorded there in this player turn where ``said_there``; Kharkov lies
    about 3 hexes from it, Rostov about 7, where Kiev itself lies on the players' own hex."""
    campaign = on_their_own_hexes(war(step, checked=checked, g_arm="kiev", g_inf="kiev"), "kiev")
    germany = attrs.evolve(campaign.powers["germany"], army=rating)
    worn = {**campaign.units, "g-arm": attrs.evolve(campaign.units["g-arm"], depleted=depleted)}
    done = [deeds.in_half(key, "axis", 1, STATIONED) for key in ("g-arm", "g-inf")] if said_there else []
    missions = {deeds.key(deed): deed for deed in done}
    return attrs.evolve(campaign, powers={**campaign.powers, "germany": germany}, units=worn, missions=missions)


@pytest.mark.rule("tw-9.2")
@pytest.mark.parametrize(
    ("rating", "points", "reaches"),
    [(1, 7, ("kharkov", "rostov")), (2, 6, ("kharkov", "rostov")), (3, 5, ("kharkov",)), (4, 1, ())],
)
def test_9_2_the_second_impulse_is_the_printed_move_less_one_two_or_three(
    rating: int, points: int, reaches: tuple[str, ...]
) -> None:
    """What may be wrong in the reconstructed map is taken off: Rostov is 6 hexes away at the least."""
    campaign = marching(rating=rating)
    for where in ("kharkov", "rostov"):
        line = f"germany station {where} units=g-arm"
        assert f", {points} MP in the Second Impulse (9.2)" in said(campaign, line)
        refused = far(campaign, line)
        assert [rule for rule, _ in refused] == ([] if where in reaches else ["9.2"]), where
        # The whole printed move is for the First Impulse alone.
        assert far(marching(FIRST, rating=rating), line) == []
    assert ", 8 MP in the First Impulse (9.2)" in said(
        marching(FIRST, rating=rating), "germany station rostov units=g-arm"
    )


@pytest.mark.rule("tw-9.2")
def test_9_2_who_has_no_second_impulse_stays_and_who_is_depleted_moves_less() -> None:
    line = "germany station kharkov units={}"
    assert far(marching(), line.format("g-arm")) == []
    ((rule, reason),) = far(marching(), line.format("g-inf"))
    assert (rule, reason) == ("9.2", "Kharkov is about 3 hexes from Kiev, where INF 6-5 stands")
    # A Depleted German unit is Third-Rate (10.8.4).
    worn = marching(depleted=True)
    assert "5 MP in the Second Impulse" in said(worn, line.format("g-arm"))
    assert [rule for rule, _ in far(worn, "germany station rostov units=g-arm")] == ["9.2"]
    # The First Impulse lets the INF go as far as it prints, and no farther.
    assert far(marching(FIRST), line.format("g-inf")) == []
    assert [rule for rule, _ in far(marching(FIRST), "germany station rostov units=g-inf")] == ["9.2"]


@pytest.mark.rule("tw-9.2")
def test_9_2_what_the_first_impulse_may_have_done_unrecorded_is_allowed_for() -> None:
    line = "germany station rostov units=g-arm"
    slow = marching(rating=4)
    assert [rule for rule, _ in far(slow, line)] == ["9.2"]
    # Nobody has said in this player turn that it stands in Kiev: it may have moved 8 before.
    assert far(marching(rating=4, said_there=False), line) == []
    ((_, reason),) = far(marching(rating=4, said_there=False), "germany station baku units=g-arm")
    assert reason.startswith("Baku is about")
    # Who has attacked may have advanced a hex: Third-Rate, 5 MP and one hex more.
    attack = deeds.in_half("g-arm", "axis", 1, battles.ATTACK)
    third = marching(rating=3)
    advanced = attrs.evolve(third, missions={**third.missions, deeds.key(attack): attack})
    assert [rule for rule, _ in far(third, line)] == ["9.2"] and far(advanced, line) == []


@pytest.mark.rule("tw-9.2")
def test_9_2_where_only_the_board_knows_nothing_is_said() -> None:
    line = "germany station rostov units=g-arm"
    assert far(marching(rating=4, checked=False), line) == [], "without a checked board it is told alone"
    assert "1 MP in the Second Impulse" in said(marching(rating=4, checked=False), line)
    board = war(SECOND, g_arm="board")
    assert "MP" not in said(board, line) and far(board, line) == []
    # In other steps units are recorded where they are, and do not march.
    assert "MP" not in said(marching("supply.check", rating=4), line)
    assert far(marching("supply.check", rating=4), line) == []
