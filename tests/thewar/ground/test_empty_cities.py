"""An empty city counts a half against CDO and PARA that attack it alone (10.6.8, ruling 290)."""

from __future__ import annotations

from fractions import Fraction

import attrs
import pytest

from engine.kernel.reading import understand
from engine.thewar.combat.combatants import lost
from engine.thewar.ground import assaults, ground_battle, ground_losses
from engine.thewar.ground.ground_battle import Assault
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets import battlefield
from engine.thewar.world.state import TheWar
from tests.thewar.builds import after, refused
from tests.thewar.ground.test_ground_battle import german, rolled, soviet, units
from tests.thewar.ground.test_ground_examples import scene
from tests.thewar.ground.test_ground_fight import ATTACKS, COMBAT, given, stepped

DROP = "germany attack kiev units=2-para-2-5 facts=drop"


def over_kiev(*more: str) -> TheWar:
    paras = ["germany para 2-5"] * 2
    return scene(ATTACKS, "1941-2-summer", ("germany+ussr",), *paras, *more, germany={"effort": "sle"})


@pytest.mark.rule("tw-10.6.8-empty")
def test_10_6_8_a_half_stands_against_commandos_and_paras_alone() -> None:
    empty = Assault(german("PARA 2-5, CDO 1-5"), (), ("city",), facts=("drop",))
    fight = ground_battle.battle(empty)
    # Nobody defends: ratings add nothing.
    assert (fight.defence, fight.lines[0].value) == (Fraction(1, 2), 0)
    for other in (
        attrs.evolve(empty, attackers=(*empty.attackers, *units("INF 6-5", "germany", 1, "i"))),
        attrs.evolve(empty, terrain=("forest",)),
    ):
        assert ground_battle.battle(other).defence == 0
    # Beside real defenders it counts nothing.
    held = attrs.evolve(empty, defenders=soviet("INF 2-5"))
    assert ground_battle.battle(held).defence == 5


@pytest.mark.rule("tw-10.6.8-empty")
def test_10_6_8_it_is_taken_but_by_a_result_that_costs_the_attackers_alone() -> None:
    ends: dict[str, set[tuple[bool, int]]] = {}
    for text in ("PARA 2-5", "3 PARA 2-5"):
        for face in range(1, 11):
            found = rolled(Assault(german(text), (), ("city",), facts=("drop",)), face)
            ends.setdefault(found.result, set()).add((found.cleared, len(lost(found.attackers))))
    # The columns 4-1 and 5-1 without a modifier: a half is paid with a whole unit, and one alone leaves nobody.
    free = {result: {(True, 0)} for result in ("DE", "1/2 DE", "DD", "DD2", "DD3", "DR")}
    assert ends == {**free, "1/2 EX": {(False, 1), (True, 1)}, "EX": {(False, 1)}}
    # Where half of the attackers are all that is lost, it is not taken.
    assert not ground_losses.Outcome("1/2 AE", german("PARA 2-5"), ()).cleared


@pytest.mark.rule("tw-10.6.8-empty")
def test_10_6_8_paras_take_an_empty_city_in_a_campaign() -> None:
    there = after(over_kiev(), DROP)
    assert there.engagements["kiev"].defenders == ()
    assert (
        understand(RULESET, DROP, over_kiev()).sentence(over_kiev())
        == "Germany attacks Kiev: 2 PARA 2-5 against an empty city"
    )
    # 4 to a half is better than 5-1: row 1 is DE.
    fought = given(stepped(there, COMBAT), "germany fight kiev", 1)
    taken = given(fought, "germany occupy yes")
    assert taken.places["kiev"].holder == "germany" and not taken.engagements
    assert sum(unit.kind == "para" for unit in taken.units.values()) == 2
    # Row 10 of 5-1 is 1/2 EX: a PARA pays, the other has the city.
    costly = given(given(stepped(there, COMBAT), "germany fight kiev", 10), "germany occupy yes")
    assert costly.places["kiev"].holder == "germany"
    assert sum(unit.kind == "para" for unit in costly.units.values()) == 1


@pytest.mark.rule("tw-10.6.8-empty")
def test_10_6_8_what_is_no_attack_on_an_empty_city_is_refused() -> None:
    campaign = over_kiev("germany inf 6-5", "ussr inf 4-5")
    assert "nobody is named in the hex" in refused(campaign, DROP.replace("2-para-2-5", "2-para-2-5,inf-6-5"))
    assert "nobody is named in the hex" in refused(campaign, DROP.replace("kiev", "2210"))
    assert "no enemy's" in refused(campaign, DROP.replace("kiev", "berlin"))
    assert "no enemy's" in refused(campaign, DROP.replace("kiev", "london"))
    garrison = {
        key: attrs.evolve(unit, place="kiev") if unit.power == "ussr" else unit for key, unit in campaign.units.items()
    }
    assert "Kiev is not empty: INF 4-5" in refused(attrs.evolve(campaign, units=garrison), DROP)
    # Of a hex that the campaign does not know the players say that it is a city.
    assert refused(campaign, DROP.replace("kiev", "2210") + " terrain=city") == ""


def test_10_6_8_the_builder_shows_it_and_reserves_fill_it() -> None:
    campaign = over_kiev("ussr arm 6-8")
    shown = battlefield.preview(campaign, understand(RULESET, DROP, campaign))
    assert shown is not None and shown.forces == ("2 PARA 2-5", "an empty city") and shown.odds is not None
    there = after(campaign, DROP)
    reserve = next(key for key, unit in there.units.items() if unit.power == "ussr")
    found = attrs.evolve(there.engagements["kiev"], defenders=(reserve,), reserves=(reserve,))
    assert ground_battle.battle(assaults.assault(there, "kiev", found)).defence == 6
