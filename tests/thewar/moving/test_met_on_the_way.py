"""Strategic moves by sea past enemies: who may intercept is told with the order, and has to be asked (8.2.1)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.reading import understand
from engine.thewar.moving import met_on_the_way
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import Patrol, TheWar, Unit
from tests.thewar.looked_at import looked_at
from tests.thewar.supply_lines import NAVAL, standing, why

SHIPS = {
    "b-1": Unit(power="britain", kind="fleet", strength="1-12-5", place="gibraltar"),
    "i-1": Unit(power="italy", kind="fleet", strength="1-12-5", place="naples"),
    "i-2": Unit(power="italy", kind="fleet", strength="1-12-5", place="taranto", depleted=True),
    "i-3": Unit(power="italy", kind="tac", strength="1-5-4", place="palermo"),
    "i-4": Unit(power="italy", kind="ftr", strength="1-5-4", place="cagliari"),
    "i-5": Unit(power="italy", kind="fleet", strength="1-12-5", place="board"),
    "f-1": Unit(power="germany", kind="fleet", strength="1-12-5", place="konigsberg"),
}
MOVE = "britain stratmove naval group=fleet-1-12-5 origin=gibraltar to=malta"


def sailing(*, checked: bool = False, looked: bool = False, **more: Unit) -> TheWar:
    """A British Fleet in Gibraltar before it moves to Malta, Italians on its way."""
    campaign = standing(step=NAVAL)
    units = {**SHIPS, **{key.replace("_", "-"): unit for key, unit in more.items()}}
    options = {**campaign.options, "board": "checked" if checked else "trusted"}
    campaign = attrs.evolve(campaign, units=units, options=options)
    if not looked:
        return campaign
    return looked_at(campaign, "gibraltar", "malta")


TOLD = "Italy in "


@pytest.mark.rule("tw-8.2.1-int")
def test_8_2_1_who_may_intercept_is_told_with_the_move_each_force_once() -> None:
    said = understand(RULESET, MOVE, sailing()).sentence(sailing())
    assert "; may be intercepted by " in said and said.endswith("(8.2.1)")
    assert said.count(TOLD) == 2, said
    assert "with TAC 1-5-4 of Palermo" in said and "with Fleet 1-12-5 of Naples" in said
    for missing in ("Taranto", "Cagliari", "Germany"):
        assert missing not in said, "Depleted ships, FTR and who is too far intercept nobody"
    asked = f"{MOVE} asked=yes"
    assert "may be intercepted" not in understand(RULESET, asked, sailing()).sentence(sailing())


@pytest.mark.rule("tw-8.2.1-int")
def test_8_2_1_a_checked_board_asks_before_a_move_passes_enemies() -> None:
    assert why(sailing(), MOVE) == []
    assert why(sailing(checked=True), MOVE) == [], "lines that nobody has looked at refuse nothing"
    checked = sailing(checked=True, looked=True)
    ((rule, reason),) = why(checked, MOVE)
    assert rule == "8.2.1, 7.8" and reason.startswith("it passes those who may intercept: Italy in ")
    assert why(checked, f"{MOVE} asked=yes") == []
    alone = attrs.evolve(checked, units={key: one for key, one in SHIPS.items() if one.power == "britain"})
    assert why(alone, MOVE) == []


def test_8_2_1_a_patrol_intercepts_in_its_own_sea_area_alone() -> None:
    patrol = {"i-1": Patrol(area="sardinian-sea", since="1941-4-winter")}
    out = attrs.evolve(sailing(), patrols=patrol)
    met = met_on_the_way.meetings(out, "britain", ("sardinian-sea", "central-med"))
    assert [(one.area, one.units) for one in met if "i-1" in one.units] == [("sardinian-sea", ("i-1",))]
    assert not any("i-1" in one.units for one in met_on_the_way.meetings(out, "britain", ("central-med",)))
