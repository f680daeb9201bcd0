"""Aircraft over ships: what jets count there, and the surprise in the West (7.9.1, 11.13, 18.2)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.combat.combatants import Combatant
from engine.thewar.rolls import air_combat
from engine.thewar.sea import sea_drafts
from engine.thewar.sea.sea_battle import Sea, SeaBattle
from engine.thewar.sea.sea_forces import mustered
from engine.thewar.world.state import Engagement, TheWar
from tests.thewar.combat.test_circumstances import east, west, with_facts, with_units
from tests.thewar.fleets import force

BRITISH, FRENCH, GERMAN = (1, "britain"), (3, "france"), (1, "germany")


def dogfight(battle: SeaBattle) -> air_combat.Dogfight:
    """The first roll of a battle, in the air."""
    sea = Sea(battle)
    found = sea.rolled(sea.start())
    assert found is not None and isinstance(found.roll, air_combat.Dogfight)
    return found.roll


@pytest.mark.rule("tw-11.13")
def test_ruling_240_jets_over_ships_fight_as_the_ftr_and_tac_that_they_are() -> None:
    jets = [Combatant(tag, "jet", "", "germany", tag, 1) for tag in ("ftr", "tac")]
    fight = dogfight(SeaBattle(force(("fleet, 2 tac", *BRITISH)), mustered(jets)))
    # 3 and 1 factors; a jet FTR is a FTR too, a jet TAC a TAC.
    assert fight.defender == air_combat.Side(factors=4, rating=1, fighters=1, jets=2, bombers=True)
    # 2 to 4; +2 and -2 for the TAC, +1 for the FTR, +4 for the jets.
    assert (fight.place, fight.net) == (2, 5)
    alone = dogfight(SeaBattle(mustered(jets[:1]), force(("fleet, tac", *BRITISH))))
    assert (alone.attacker.factors, alone.place) == (3, 6)


@pytest.mark.rule("tw-18.2-eff")
def test_18_2_surprise_doubles_germans_in_the_air_over_ships() -> None:
    german, french = force(("tac, ftr", *GERMAN)), force(("fleet, tac, ftr", *FRENCH))
    plain = dogfight(SeaBattle(german, french))
    assert (plain.attacker.factors, plain.defender.factors) == (4, 4)
    surprised = dogfight(SeaBattle(german, french, air_modifiers=("western-surprise",)))
    assert (surprised.attacker.factors, surprised.defender.factors) == (8, 4)
    assert surprised.net == plain.net - 1
    back = dogfight(SeaBattle(french, german, air_modifiers=("western-surprise-counter",)))
    assert (back.attacker.factors, back.defender.factors) == (4, 8)
    assert back.net == dogfight(SeaBattle(french, german)).net + 1


def keys(campaign: TheWar, *starts: str) -> tuple[str, ...]:
    """Units by the beginnings of their names."""
    return tuple(key for key in campaign.units if key.startswith(starts))


@pytest.mark.rule("tw-18.2-eff")
def test_18_2_a_battle_at_sea_knows_the_surprise_of_its_aircraft() -> None:
    planes = ("germany tac 1-5-4", "france tac 1-5-4", "britain tac 1-5-4", "france fleet 1-12-5")
    campaign = with_units(west(), *planes)

    german, french = keys(campaign, "germany-tac"), keys(campaign, "france-tac", "france-fleet")
    over = Engagement(kind="sea", by="germany", attackers=german, defenders=french)
    assert sea_drafts.drafted(campaign, over).air_modifiers == ()
    # Told of it, or once the attack in the West has been made.
    told = attrs.evolve(over, facts=("western-surprise",))
    assert sea_drafts.drafted(campaign, told).air_modifiers == ("western-surprise",)
    used = with_facts(campaign, western_surprise_turn="1940-1-spring", western_surprise_open=False)
    assert sea_drafts.drafted(used, over).air_modifiers == ("western-surprise",)
    # Ships are not surprised in the air, nor are the British.
    for others in (keys(campaign, "france-fleet"), keys(campaign, "britain-tac")):
        assert sea_drafts.drafted(used, attrs.evolve(over, defenders=others)).air_modifiers == ()
    # In the Allied player turn it is the other side's burden.
    allied = west(step="allied.operations.naval", western_surprise_turn="1940-1-spring", western_surprise_open=False)
    after = with_units(allied, *planes)
    back = Engagement(kind="sea", by="france", attackers=french, defenders=german)
    assert sea_drafts.drafted(after, back).air_modifiers == ("western-surprise-counter",)
    # The surprise in the East is of counter-air missions alone (21.4).
    soviet = with_units(east(barbarossa_turn="1941-2-summer"), "germany tac 1-5-4", "ussr tac 1-5-4")
    there = {one: keys(soviet, f"{one}-tac") for one in ("germany", "ussr")}
    raid = Engagement(kind="sea", by="germany", attackers=there["germany"], defenders=there["ussr"])
    assert sea_drafts.drafted(soviet, raid).air_modifiers == ()
