"""Sections 11.9, 11.11.4, 11.11.5, 11.12: one round and one volley of Flak on whole units, with printed examples."""

from __future__ import annotations

import pytest
from attrs import frozen

from engine.thewar.air import air_round
from engine.thewar.air.air_round import Skies
from engine.thewar.combat.combatants import Combatant
from engine.thewar.rolls import air_combat, flak
from engine.thewar.rolls.air_combat import AirResult
from tests.thewar.named_forces import parsed


def force(text: str, rating: int = 1, power: str = "", sign: str = "") -> tuple[Combatant, ...]:
    return parsed(text, rating, power=power, sign=sign)


@frozen
class Clash:
    """A round fought: both forces after it, and its roll."""

    attackers: tuple[Combatant, ...]
    defenders: tuple[Combatant, ...]
    result: AirResult


def clash(attackers: tuple[Combatant, ...], defenders: tuple[Combatant, ...], face: int) -> Clash:
    """The first round between two forces after its die."""
    found = air_combat.resolve(air_round.dogfight(attackers, defenders, face=face))
    if found.side == "attacker":
        return Clash(air_round.struck(attackers, found.effect, found.count), defenders, found)
    return Clash(attackers, air_round.struck(defenders, found.effect, found.count), found)


def volley(units: tuple[Combatant, ...], shot: flak.Flak, able: list[Combatant] | None = None) -> tuple[Combatant, ...]:
    """A force after a roll of Flak against it."""
    found = flak.resolve(shot)
    effect = "eliminated" if found.eliminated else "depleted"
    return air_round.struck(units, effect, found.eliminated + found.depleted, able=able, air_combat=False)


def told(units: tuple[Combatant, ...]) -> list[str]:
    """Each unit's kind and what it is now."""
    return [f"{unit.kind} {unit.fate or ('depleted' if unit.depleted else 'whole')}" for unit in units]


@pytest.mark.rule("tw-11.9")
def test_11_3_1_example_the_french_tac_is_depleted() -> None:
    fought = clash(force("2 TAC", 1), force("TAC", 3), face=10)
    assert (fought.result.column, fought.result.modifier, fought.result.row) == ("2-1", -3, 7)
    assert told(fought.attackers) == ["tac whole", "tac whole"] and told(fought.defenders) == ["tac depleted"]


@pytest.mark.rule("tw-11.11.5", "tw-11.11.4")
def test_11_11_5_example_a_tac_and_a_nac_are_first_rate_and_the_tac_loses_first() -> None:
    british = force("TAC, NAC 1-3-2")
    fought = clash(british, force("TAC"), face=8)
    assert (fought.result.column, fought.result.modifier) == ("2-1", 0)
    assert told(fought.attackers) == ["tac depleted", "nac whole"]
    # Without its TAC the NAC is Fourth-Rate in the air, whoever flies it; against Flak it is what it is.
    assert air_round.side(british[1:]).rating == 4
    assert told(volley(force("TAC, NAC", 2) + force("NAC", 1, sign="b"), flak.Flak(1, 10)))[-1] == "nac depleted"


@pytest.mark.rule("tw-7.9.1")
@pytest.mark.parametrize("face", range(1, 11))
def test_7_example_the_lone_nac_is_gone_whatever_is_rolled(face: int) -> None:
    """Malta: 5-1 with -5; a DD2 on one NAC is as good as a DE. Half of three Axis units or more are First-Rate."""
    axis = force("FTR, TAC", 1, sign="g") + force("TAC", 3, sign="i")
    fought = clash(axis, force("NAC 1-3-2"), face=face)
    assert (fought.result.column, fought.result.modifier) == ("4-1", -5)
    assert told(fought.defenders) == ["nac eliminated"]


@pytest.mark.rule("tw-11.12")
def test_7_example_flak_on_those_that_can_attack_ships_alone() -> None:
    """The best-rated that takes part is hit: the German TAC, not the FTR, and not the Italian TAC."""
    axis = force("FTR, TAC", 1, sign="g") + force("TAC", 3, sign="i")
    bombers = [unit for unit in axis if air_round.bomber(unit)]
    after = volley(axis, flak.Flak(flak.at_sea(1, bare_carriers=1), 10), able=bombers)
    assert told(after) == ["ftr whole", "tac depleted", "tac whole"]
    assert told(volley(axis, flak.Flak(4, 10)))[0] == "ftr eliminated"


@pytest.mark.rule("tw-11.11.4")
def test_11_11_4_a_depleted_nac_flies_no_missions_but_is_hit_on_the_ground() -> None:
    grounded = force("NAC dep, FTR dep")
    assert list(map(air_round.flies, grounded)) == [False, True]
    up = air_round.dogfight(force("FTR"), grounded)
    down = air_round.dogfight(force("FTR"), grounded, on_ground=True)
    assert (up.defender.factors, down.defender.factors) == (3, 4)
    with pytest.raises(ValueError, match="nothing"):
        air_round.dogfight(force("FTR"), force("NAC dep"))


@pytest.mark.rule("tw-11.11.5")
def test_11_11_5_the_owner_chooses_among_equals_and_not_beyond() -> None:
    units = force("FTR, TAC, MDM", 1) + force("TAC", 2, sign="i")
    for name in ("1", "2", "3"):
        after = air_round.struck(units, "eliminated", 1, first=(name,))
        assert [unit.name for unit in after if unit.fate] == [name]
    # The Second-Rate TAC is no equal of theirs.
    assert [unit.name for unit in air_round.struck(units, "eliminated", 1, first=("i1",)) if unit.fate] == ["1"]


def test_ground_and_naval_units_are_let_alone() -> None:
    mixed = force("Fleet, FTR, ARM 8-8")
    assert told(air_round.struck(mixed, "eliminated", 5)) == ["fleet whole", "ftr eliminated", "arm whole"]


def test_18_2_surprise_doubles_german_factors_in_the_air() -> None:
    german, allied = force("FTR", power="germany"), force("TAC", 2, power="britain")
    clear, west = Skies(), Skies(modifiers=("western-surprise",))
    assert air_round.factors(german + allied, clear).total == 4
    assert air_round.factors(german + allied, west).total == 7
    assert air_round.factors(german + allied, west, attacks=False).total == 4
    defending = Skies(modifiers=("western-surprise-counter",))
    assert air_round.factors(german, defending, attacks=False).total == 6
    # The table's own units are those that it speaks of.
    assert air_round.factors(force("FTR"), west).total == 6


def test_21_4_surprise_doubles_german_units_that_counter_air() -> None:
    german = force("FTR, TAC, MDM", power="germany")
    fight = air_round.dogfight(german, force("FTR", 3), Skies(modifiers=("barbarossa",)), on_ground=True)
    assert fight.attacker.factors == 10 and fight.defender.factors == 3
    assert "surprise attack" in " ".join(line.label for line in fight.lines)


def test_11_13_a_jet_ftr_is_a_ftr_and_a_jet_tac_a_tac() -> None:
    jets = (Combatant("1", "jet", "", "germany", "ftr", 1), Combatant("2", "jet", "", "germany", "tac", 1))
    assert list(map(air_round.fighter, jets)) == [True, False]
    assert list(map(air_round.bomber, jets)) == [False, True]
    side = air_round.side(jets)
    assert (side.factors, side.fighters, side.jets, side.bombers) == (4, 1, 2, True)
    assert air_round.strength(Combatant("3", "ftr", "", "us", "long-range", 1)) == 3
