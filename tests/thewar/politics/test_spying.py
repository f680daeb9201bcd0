"""Spying on points (16.1.7.2 b, 16.1.7.5, ruling 309): who is asked, what all are told, and what Counter-Espionage
stops, played from the sealed purchase."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.campaign import view
from engine.thewar.politics.spying import Spy
from engine.thewar.world import influence, minors
from tests.thewar.politics.purchases import scene
from tests.thewar.politics.scenes import THREE, Table, table

BOUGHT = (
    "germany points turkey espionage=yes",
    "italy points none",
    "britain points 2-spain counter-espionage=yes",
    "france points spain",
    "ussr points spain",
    "us points none",
)


def bought(*lines: str) -> Table:
    """Three seats in the diplomatic step after these purchases, Germany first."""
    here = scene(seats={power: THREE.get(power, "allied") for power in scene().powers})
    poor = attrs.evolve(here.powers["germany"], narfs=40)
    played = Table(attrs.evolve(here, powers={**here.powers, "germany": poor}))
    for line in lines or BOUGHT:
        played.give(line)
    return played


@pytest.mark.rule("tw-16.1.7.2-b", "tw-16.1.7.5")
def test_16_1_7_2_the_alliance_spied_on_says_what_it_has_and_all_are_told() -> None:
    played = bought()
    # No POPs of its own are needed there; who might have a chit is asked, also who has none.
    played.give("germany spy spain on=western")
    assert played.campaign.chits["germany+espionage"].played == 1
    assert "the others are asked themselves (16.1.7.5)" in bought().refused(
        "germany spy spain on=western counter=britain"
    )
    assert played.asked == {"britain": ("britain foil no", "britain foil yes"), "france": ("france foil no",)}
    assert "France has no Counter-Espionage chit (16.1.7.1)" in played.refused("france foil yes")
    played.give("britain foil no").give("france foil no")
    assert played.asked == {"britain": ("britain disclose 2",), "france": ("france disclose 1",)}
    assert "Britain has 2 POPs in Spain, and 1 are stated (16.1.3)" in played.refused("britain disclose 1")
    assert "is commanded by the seat 'allied'" in played.refused("britain disclose 2", "axis")
    assert "pops: 100 is out of range" in played.refused("britain disclose 100")
    played.give("britain disclose 2").give("france disclose 1")
    told = played.told
    assert "Britain has 2 POPs in Spain" in told and "France has 1 POP in Spain" in told
    assert "All have heard what the Western Allies have in Spain" in told
    # Nothing of it is used, the Soviets have said nothing, and it is Germany's whole diplomacy.
    for power, count in (("britain", 2), ("france", 1), ("ussr", 1)):
        seat = played.campaign.seats[power]
        assert influence.held(view(played.campaign, seat), power, "spain") == count
    assert "Soviet Union has 1 POP" not in told
    assert "Germany has spied in this turn" in played.refused("germany influence turkey against=soviet")


@pytest.mark.rule("tw-16.1.7.5", "tw-16.1.7.2-b")
def test_16_1_7_5_counter_espionage_stops_it_before_anything_is_said() -> None:
    played = bought().give("germany spy spain on=western")
    played.give("britain foil yes").give("france foil no")
    assert not played.asked and not played.campaign.pending
    assert "Britain plays Counter-Espionage: nothing is shown of Spain" in played.told
    assert {key: one.played for key, one in played.campaign.chits.items()} == {
        "germany+espionage": 1,
        "britain+counter-espionage": 1,
    }
    assert not played.campaign.statements, "nobody has said anything of POPs"
    assert "no diplomatic roll" in played.refused("britain defend pops=2")
    assert "nobody spies here (16.1.7.2)" in played.refused("britain disclose 2")


@pytest.mark.rule("tw-16.1.7.2-b")
def test_16_1_7_2_who_has_passed_chits_or_cannot_have_any_is_not_asked() -> None:
    played = bought()
    played.give("britain pass-chits").give("germany spy spain on=western")
    assert set(played.asked) == {"france"}, "its sum might be a chit; the United States has paid nothing"
    played.give("france foil no")
    assert set(played.asked) == {"britain", "france"}, "POPs are said all the same"
    # Against the Soviets: 4 NARFs are a POP, and no chit.
    soviet = bought().give("germany spy spain on=soviet")
    assert soviet.asked == {"ussr": ("ussr disclose 1",)}
    soviet.give("ussr disclose 1")
    # Who has paid for nothing has nothing to say.
    nobody = bought(*(f"{power} points none" for power in ("italy", "britain", "france", "ussr", "us")), BOUGHT[0])
    nobody.give("germany spy spain on=western")
    assert not nobody.campaign.pending
    assert "All have heard what the Western Allies have in Spain" in nobody.told


@pytest.mark.rule("tw-16.1.7.2-b")
def test_16_1_7_2_with_one_seat_it_is_told_at_once_and_costs_the_chit() -> None:
    chits = {"germany espionage": 1, "britain counter-espionage": 1}
    played = Table(table({"britain spain": 2, "france spain": 1}, chits, germany=1))
    assert "another alliance that stands is named to be spied on (16.1.7.2). on=western, on=soviet." in played.refused(
        "germany spy spain on=axis"
    )
    played.give("germany spy spain on=western")
    assert "The Western Allies in Spain: France 1 POP, Britain 2 POPs" in played.told
    assert played.campaign.chits["germany+espionage"].played == 1
    assert played.campaign.chits["britain+counter-espionage"].played == 0
    # Nobody is asked there: the order says who meets it (ruling 433).
    met = Table(table({"britain spain": 2}, chits, germany=1))
    assert "France has no Counter-Espionage chit" in met.refused("germany spy spain on=western counter=france")
    assert "Soviet Union is not spied on" in met.refused("germany spy spain on=western counter=ussr")
    met.give("germany spy spain on=western counter=britain")
    assert "Britain plays Counter-Espionage: nothing is shown of Spain" in met.told
    assert met.campaign.chits["britain+counter-espionage"].played == 1
    without = Table(table({"britain spain": 2}, {}, britain=1))
    assert "Britain has no Espionage chit (16.1.7.1)" in without.refused("britain spy spain on=axis")


@pytest.mark.rule("tw-16.4", "tw-16.1.7.2-b")
def test_16_4_nobody_spies_in_a_country_that_was_invaded() -> None:
    played = Table(table({"britain norway": 1}, {"germany espionage": 1}, germany=1))
    assert "invaded" not in played.refused("germany spy norway on=western")
    facts = {**played.campaign.facts, minors.attacked_fact("norway"): True}
    invaded = Table(attrs.evolve(played.campaign, facts=facts))
    why = invaded.refused("germany spy norway on=western")
    assert "Norway was invaded: there is no diplomacy in it any more (16.4, ruling 315)" in why


def test_16_1_7_1_who_has_no_espionage_chit_is_offered_no_spying() -> None:
    campaign = bought().campaign
    offered = {power: Spy.form(view(campaign, campaign.seats[power]), power) for power in ("germany", "italy")}
    assert offered["germany"] is not None and offered["italy"] is None
