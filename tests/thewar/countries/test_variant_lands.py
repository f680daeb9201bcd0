"""What variants make of lands: whose they are, what they are worth, where objectives lie (28.1.1 #15, 28.2.3 #11)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.dice import FixedDice
from engine.kernel.transaction import Transaction
from engine.thewar.economy import handover, income
from engine.thewar.endings import victory
from engine.thewar.world.state import TheWar
from tests.thewar.minors import at, hand, level
from tests.thewar.values import wars_of
from tests.thewar.world import after, refusals

CORSICA = "italy variant corsica"


def taken(campaign: TheWar, land: str, to: str) -> TheWar:
    """The campaign once a land has gone to somebody with its cities."""
    tx: Transaction[TheWar] = Transaction(campaign, FixedDice(()), "1943-2-summer", "table")
    handover.transfer(tx, land, to)
    for key, place in campaign.places.items():
        if place.country == land:
            tx.set(f"places.{key}.holder", to, "captured", "9.4.1")
    return tx.campaign


@pytest.mark.rule("tw-28.1.1-15")
def test_28_1_1_corsica_goes_to_italy_with_2_narfs_and_is_an_objective() -> None:
    before = at("1940-1-spring")
    fleet = attrs.evolve(before.units["france-fleet-1"], place="ajaccio")
    before = attrs.evolve(before, units={**before.units, "france-fleet-1": fleet})
    now = after(before, CORSICA)
    assert now.units["france-fleet-1"].place == "board", "its owner takes it home"
    for power, more in (("italy", 2), ("france", -2), ("germany", 0), ("britain", 0)):
        assert hand(now, power) - hand(before, power) == more
        assert now.powers[power].base - before.powers[power].base == more
        assert level(now, power) - level(before, power) == more
    told = {line.label for line in income.level(now, "france").lines}
    assert not any("Corsica" in label for label in told), "gone with the base, and not lost once more"
    corsica, city = now.holdings["corsica"], now.places["ajaccio"]
    assert (corsica.owner, corsica.holder, city.holder) == ("italy", "italy", "italy")
    # One objective for Italy, by that or by 27.2.1; for the West once it has it, and Italy's base without it then.
    score = {side: victory.of_side(before, side).total for side in victory.SIDES}
    assert victory.of_side(now, "italy").total == score["italy"] + 1
    assert [line.label for line in victory.of_side(now, "italy").lines].count("Ajaccio") == 1
    lost = taken(now, "corsica", "britain")
    assert victory.of_side(lost, "britain-us").total == score["britain-us"] + 1
    assert victory.of_side(lost, "italy").total == score["italy"]
    assert lost.powers["italy"].base == before.powers["italy"].base
    assert victory.of_side(taken(before, "corsica", "britain"), "britain-us").total == score["britain-us"]


@pytest.mark.rule("tw-28.1.1-15")
def test_28_1_1_corsica_is_asked_for_in_peace_of_a_france_that_stands_and_once() -> None:
    before = at("1940-1-spring")
    assert not refusals(before, CORSICA)
    assert "has been played 1 times" in refusals(after(before, CORSICA), CORSICA)[0].reason
    for foe in ("britain", "france"):
        war = attrs.evolve(before, wars={**before.wars, **wars_of({f"{foe}+italy": "1940-1-spring"})})
        [no] = refusals(war, CORSICA)
        assert no.rule == "28.1.1" and "are at war" in no.hint
    fallen = attrs.evolve(before.powers["france"], surrendered="1940-1-spring")
    [no] = refusals(attrs.evolve(before, powers={**before.powers, "france": fallen}), CORSICA)
    assert no.hint == "France has fallen."


@pytest.mark.rule("tw-28.2.3-11")
def test_28_2_3_lands_are_worth_more_to_whoever_has_them() -> None:
    before = at("1940-1-spring")
    now = after(before, "ussr variant logic-vs-terror")
    worth = {"eastern-poland": 5, "bessarabia": 1, "latvia": 2, "estonia": 2, "lithuania": 2}
    for land, more in worth.items():
        was = before.holdings.get(land) or before.countries[land]
        stands = now.holdings.get(land) or now.countries[land]
        assert stands.value - was.value == more
    assert hand(now, "ussr") == hand(before, "ussr"), "income of the next Spring"
    for holder in ("ussr", "germany"):
        assert level(taken(now, "eastern-poland", holder), holder) - level(now, holder) == 15
    # Raised once and no more, and by no other than the Soviet Union.
    assert "has been played 1 times" in refusals(now, "ussr variant logic-vs-terror")[0].reason
    assert "is a variant of" in refusals(before, "germany variant logic-vs-terror")[0].reason
