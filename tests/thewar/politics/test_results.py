"""What a diplomatic roll leaves behind: wars that a Satellite follows and leaves, statuses that a country's own rule
bars, Germany shut out of South Africa, and an ally's chit where one seat plays all (16.1.7.2, 16.3.4, 23.29, 23.47)."""

from __future__ import annotations

import attrs
import pytest

from tests.thewar.minors import moved, with_country
from tests.thewar.politics.scenes import STEP, TWO, Table, laid, table


@pytest.mark.rule("tw-16.3.4", "tw-16.1.6")
def test_16_3_4_a_new_satellite_is_at_war_with_its_masters_enemies_and_one_that_leaves_is_not() -> None:
    start = table({"germany turkey": 4, "britain turkey": 8}, germany=1)
    played = Table(with_country(start, "turkey", status="associate", patron="germany"))
    played.give("germany influence turkey against=soviet", 1)
    assert played.land("turkey") == ("satellite", "germany")
    at_war = {war for war in played.campaign.wars if "turkey" in war}
    assert at_war == {"britain+turkey", "france+turkey", "poland+turkey"}
    # The West brings it down by two in the same step: its wars are over.
    played.first("britain").give("britain influence turkey against=soviet", 1)
    assert "8 to 2, 4-1, die 1: +2 levels; it is a Sympathizer of Germany" in played.told
    assert not {war for war in played.campaign.wars if "turkey" in war}


@pytest.mark.rule("tw-23.29")
def test_23_29_ireland_is_a_british_sympathizer_and_no_more_whatever_the_die_brings() -> None:
    played = Table(table({"britain ireland": 5}, britain=1)).give("britain influence ireland against=axis", 1)
    assert "5 to 1, 5-1, die 1: +2 levels; it is a Sympathizer of Britain" in played.told
    again = Table(laid(moved(played.campaign, "1941-1-spring", STEP), {"britain ireland": 5})).first("britain")
    again.give("britain influence ireland against=axis", 1)
    assert again.land("ireland") == ("sympathizer", "britain")


@pytest.mark.rule("tw-23.47")
def test_23_47_a_result_against_germany_in_south_africa_shuts_it_out_for_good() -> None:
    start = table({"germany south-africa": 1, "britain south-africa": 1}, germany=1)
    line = "germany influence south-africa against=western"
    # Own strength, a POP and three for the Satellite: 1 to 5. No effect does not shut it out, a minus does.
    harmless, adverse = Table(start).give(line, 6), Table(start).give(line, 10)
    assert "1 to 5, 1-3, die 6: no effect" in harmless.told and "die 10: -2 levels" in adverse.told
    assert adverse.land("south-africa") == ("satellite", "britain")
    for played, shut in ((harmless, False), (adverse, True)):
        year = Table(laid(moved(played.campaign, "1941-1-spring", STEP), {"germany south-africa": 2})).first("germany")
        refused = year.refused(line)
        said = "a roll went against Germany in South Africa: Germany does not name it again (23.47, ruling 314)"
        assert (said in refused) == shut and bool(refused) == shut


@pytest.mark.rule("tw-16.1.7.2-dip", "tw-16.1.7.3")
def test_16_1_7_2_where_one_seat_plays_all_an_ally_plays_the_espionage_chit() -> None:
    pops, chits = {"italy spain": 1, "germany spain": 1, "britain spain": 1}, {"germany espionage": 1}
    start = table(pops, chits, italy=1)
    name = "italy influence spain against=western"
    played = Table(start).give(f"{name} spy=germany", 5)
    assert "3 to 3, 1-1, die 5 -3: +1 level" in played.told
    assert played.campaign.chits["germany+espionage"].played == 1 and "italy+espionage" not in played.campaign.chits
    refused = Table(start).refused
    assert "Italy has no Espionage chit" in refused(f"{name} espionage=yes")
    assert "one Espionage chit is played on a roll (16.1.7.3). espionage=yes or spy=" in refused(
        f"{name} espionage=yes spy=germany"
    )
    text = "Germany adds no POPs to this roll (16.1.7.3). Who attacks with POPs may play Espionage."
    assert text in refused(f"{name} spy=germany alone=yes")
    assert "France adds no POPs to this roll" in refused(f"{name} spy=france")
    bare = Table(attrs.evolve(start, chits={}))
    assert "Germany has no Espionage chit (16.1.7.1)" in bare.refused(f"{name} spy=germany")
    # With several seats the ally is asked itself.
    several = Table(table(pops, chits, seats=TWO, italy=1))
    assert "the others are asked themselves (16.1.3, 16.1.7.2)" in several.refused(f"{name} spy=germany")
