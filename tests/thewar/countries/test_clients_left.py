"""Section 18.5.8: France loses all its influence as it surrenders, played through orders."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.world import influence, minors, wars
from engine.thewar.world.state import Chits, Influence, TheWar
from tests.thewar.builds import refused
from tests.thewar.minors import at, land, with_country
from tests.thewar.world import after

SURRENDER = "surrender france germany vichy=yes"


def france_s(status: str, country: str = "greece", *, invaded: bool = False) -> TheWar:
    """Summer 1940 with a country that leans to France."""
    here = with_country(at("1940-2-summer"), country, status=status, patron="france")
    facts = {**here.facts, minors.attacked_fact(country): "1940-2-summer"} if invaded else here.facts
    return attrs.evolve(here, facts=facts)


@pytest.mark.rule("tw-18.5.8")
@pytest.mark.parametrize("status", ["sympathizer", "associate", "satellite"])
def test_18_5_8_clients_by_diplomacy_are_neutral_as_france_surrenders(status: str) -> None:
    before = france_s(status)
    assert land(before, "greece") == (status, "france")
    fallen = after(before, SURRENDER)
    assert land(fallen, "greece") == ("neutral", "")
    assert not wars.enemies(fallen, "greece")
    # Nobody else's client leaves.
    assert land(fallen, "spain") == land(before, "spain") == ("sympathizer", "germany")


@pytest.mark.rule("tw-18.5.8")
def test_18_5_8_one_that_was_invaded_fights_on_beside_britain() -> None:
    before = after(at("1940-2-summer"), "germany declare belgium")
    before = with_country(before, "belgium", status="satellite", patron="france")
    assert minors.was_attacked(before, "belgium")
    fallen = after(before, SURRENDER)
    assert land(fallen, "belgium") == ("satellite", "britain")
    assert wars.at_war(fallen, "belgium", "germany")
    # Where Britain has fallen before, nobody is left for it.
    britain = attrs.evolve(before.powers["britain"], surrendered="1940-1-spring")
    alone = attrs.evolve(before, powers={**before.powers, "britain": britain})
    assert land(after(alone, SURRENDER), "belgium") == ("neutral", "")


@pytest.mark.rule("tw-18.5.8")
def test_18_5_8_its_pops_and_chits_are_of_no_use_any_more() -> None:
    before = france_s("sympathizer")
    placed = Influence.made_of("france", "spain", placed=2)
    chit = Chits.made_of("france", "espionage", bought=1)
    before = attrs.evolve(before, influence={placed.address: placed}, chits={chit.address: chit})
    assert influence.held(before, "france", "spain") == 2 and influence.stock(before, "france", "espionage") == 1
    fallen = after(before, SURRENDER)
    assert influence.held(fallen, "france", "spain") == 0 == influence.stock(fallen, "france", "espionage")
    fall = attrs.evolve(fallen, progress=attrs.evolve(fallen.progress, step="planning.points"))
    assert "France has surrendered: it buys nothing (16.1.1)" in refused(fall, "france points spain")
    leaning = refused(fallen, "status greece sympathizer patron=france")
    assert "France has surrendered: nobody leans to it (16.3, 18.5.8)" in leaning
