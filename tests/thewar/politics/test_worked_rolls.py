"""The worked examples of chapter 16 with a diplomatic roll, played from the purchase under seal to the country's new
status, every printed figure asserted (16.1.3, 16.1.7, 16.3.4, 29.11)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.campaign import view
from engine.thewar.politics import gathering
from engine.thewar.politics.attack_stages import CARDS_OPTION, REVEAL_OPTION
from engine.thewar.politics.diplomatic_attack import DiplomaticAttack
from engine.thewar.politics.gathering import Sides
from engine.thewar.rolls import diplomacy
from engine.thewar.rolls.printed import read
from engine.thewar.world import influence
from engine.thewar.world.state import CardCell, TheWar
from tests.thewar.minors import at_war, with_country
from tests.thewar.politics.purchases import DIPLOMACY, scene
from tests.thewar.politics.scenes import Table, table

SEATS = {"germany": "axis", "italy": "axis", "britain": "allied", "france": "allied", "us": "allied", "ussr": "soviet"}
SPAIN = (
    "italy points spain espionage=yes",
    "germany points spain",
    "britain points 2-spain",
    "france points spain",
    "ussr points spain counter-espionage=yes",
    "us points none",
)


def bought(turn: str, *lines: str, lowest: str = "", **options: Any) -> Table:
    """A campaign of three seats in its diplomatic step, after such purchases; ``lowest``: who has least in hand."""
    here = scene(turn, seats=SEATS)
    if lowest:
        powers = {**here.powers, lowest: attrs.evolve(here.powers[lowest], narfs=40)}
        here = attrs.evolve(here, powers=powers)
    played = Table(attrs.evolve(here, options={**here.options, **options}))
    for line in lines:
        played.give(line)
    assert played.campaign.progress.step == DIPLOMACY
    return played


def roll(played: Table) -> diplomacy.Influence:
    """The roll under way, as all have heard of it by now."""
    [attack] = played.campaign.pending.values()
    assert isinstance(attack, DiplomaticAttack)
    return attack.terms(played.campaign)


def sums(roll: diplomacy.Influence) -> tuple[int, int, str, int]:
    """Attacker's and defender's points, the column, the modifier of the die."""
    ours, theirs = diplomacy.attack(roll).total, diplomacy.defence(roll).total
    return ours, theirs, diplomacy.column(roll), diplomacy.modifier(roll).total


def used(played: Table, power: str, country: str) -> int:
    """POPs that all know to be used up."""
    return influence.used(played.campaign, power, country)


def left(played: Table, power: str, country: str) -> int:
    """POPs that lie there still, as the power's own seat knows."""
    return influence.held(view(played.campaign, SEATS[power]), power, country)


def chits(played: Table) -> dict[str, int]:
    """The chits that were played, by power and sort."""
    return {one.address: one.played for one in played.campaign.chits.values()}


def with_satellite(campaign: TheWar, country: str, patron: str) -> TheWar:
    """The campaign with a country that is a Satellite."""
    land = attrs.evolve(campaign.countries[country], status="satellite", patron=patron)
    return attrs.evolve(campaign, countries={**campaign.countries, country: land})


@pytest.mark.example("16.1.3", "Italy on Spain, 3 to 3 against the Soviets, both chits, a 10: no effect")
@pytest.mark.rule(
    "tw-16.1.3", "tw-16.1.3-use", "tw-16.1.3-def", "tw-16.1.1-pool", "tw-16.1.6", "tw-16.1.7.2-dip", "tw-16.1.7.5"
)
def test_16_1_3_example_1_italy_fails_in_spain() -> None:
    played = bought("1940-1-spring", *SPAIN, lowest="italy")
    assert played.land("spain") == ("sympathizer", "germany"), "so it begins"
    # Italy has the least: it goes first. All prices of 16.1.1 and 16.1.7.1 are paid.
    assert list(played.campaign.speakers) == ["italy", "britain", "ussr", "germany", "france"]
    hands = {power: played.campaign.powers[power].narfs for power in played.campaign.speakers}
    assert hands == {"italy": 40 - 3 - 4, "germany": 97, "britain": 94, "france": 97, "ussr": 100 - 4 - 2}
    assert "Italy comes before Germany" in played.refused("germany influence spain against=soviet")
    played.give("italy influence spain against=soviet espionage=yes")
    # The ally is asked, then the Soviets alone: Britain and France keep their secret.
    assert played.asked == {"germany": ("germany back pops=1", "germany back joins=no")}
    played.give("germany back pops=1")
    assert played.asked == {"ussr": ("ussr defend pops=1", "ussr defend pops=1 counter-espionage=yes")}
    assert sums(roll(played))[0] == 3, "one each of Italy and Germany, one for the status"
    played.give("ussr defend pops=1 counter-espionage=yes", 10)
    assert played.land("spain") == ("sympathizer", "germany")
    assert "Italy in Spain: 3 to 3, 1-1, die 10 -1: no effect; it is a Sympathizer of Germany" in played.told
    assert diplomacy.strength("spain") == 2
    # Row 9 of the column 1-1 is the printed no effect.
    printed = read(diplomacy.TABLE)
    assert printed.cell(printed.columns.index("1-1"), 9).text == "No effect"
    # Both sides' POPs and chits are gone; those of Britain and France lie there still.
    assert [used(played, power, "spain") for power in ("italy", "germany", "ussr")] == [1, 1, 1]
    assert [left(played, power, "spain") for power in ("italy", "germany", "ussr", "britain", "france")] == [
        0,
        0,
        0,
        2,
        1,
    ]
    assert chits(played) == {"italy+espionage": 1, "ussr+counter-espionage": 1}


@pytest.mark.example("16.1.3", "the same with two cards, a 2 less 2: Spain an Associate of either")
@pytest.mark.rule("tw-16.1.3", "tw-16.1.6", "tw-16.1.7.7", "tw-29.11")
@pytest.mark.parametrize("whose", ["italy", "germany"])
def test_16_1_3_example_2_spain_becomes_an_associate_by_cards(whose: str) -> None:
    played = bought("1940-1-spring", *SPAIN, lowest="italy", **{CARDS_OPTION: True})
    played.give("italy influence spain against=soviet espionage=yes").give("germany back pops=1")
    played.give("ussr defend pops=1 counter-espionage=yes")
    # Sanction against Double Agent: -1 by the matrix, which the table reads.
    assert list(played.asked) == ["italy"]
    played.give("italy card-modifier -1", 2)
    now = roll(played)
    assert sums(now) == (3, 3, "1-1", -2) and diplomacy.row(now) == 0 and diplomacy.levels(now) == 1
    # Both have contributed: either's. It is asked of the seat that named Spain.
    assert set(played.asked["italy"]) == {"italy take-over italy", "italy take-over germany"}
    assert "Whose does Spain become? (ruling 313)" in played.refused("italy take-over britain")
    played.give(f"italy take-over {whose}")
    assert played.land("spain") == ("associate", whose)
    # Britain and France may name Spain still, this turn; the Axis not again this year. An Associate adds 2 now.
    assert "the Axis named Spain in Spring 1940" in played.refused("germany influence spain against=soviet pops=0")
    played.give("italy done")
    played.give("britain influence spain against=axis").give("france back pops=1", 10)
    assert "Britain in Spain: 3 to 4, 2-3, die 10: -1 level" in played.told
    assert played.land("spain") == ("associate", whose), "never below what it was: it is no client of the attackers"


@pytest.mark.example("16.1.3", "Germany on Turkey against Britain: Soviet POPs there are unaffected")
@pytest.mark.rule("tw-16.1.3-use", "tw-16.1.3-def")
def test_16_1_3_example_of_turkey_the_soviets_keep_theirs() -> None:
    lines = ("germany points 2-turkey", "britain points 2-turkey", "ussr points turkey")
    played = bought(
        "1940-1-spring", *lines, "italy points none", "france points none", "us points none", lowest="germany"
    )
    played.give("germany influence turkey against=western")
    # 2 to 2 and 2 of Turkey's own: 1-2, where a 5 does nothing.
    assert list(played.asked) == ["britain"]
    played.give("britain defend pops=2", 5)
    assert "Germany in Turkey: 2 to 4, 1-2, die 5: no effect; it is neutral" in played.told
    assert [used(played, power, "turkey") for power in ("germany", "britain", "ussr")] == [2, 2, 0]
    assert [left(played, power, "turkey") for power in ("germany", "britain", "ussr")] == [0, 0, 1]


@pytest.mark.example("16.1.3", "the Axis on Spain, a British Associate, through Soviet POPs: one level away")
@pytest.mark.rule("tw-16.1.3-net", "tw-16.1.1-pool")
@pytest.mark.parametrize("lends", [False, True])
def test_16_1_3_example_of_spain_one_level_away_from_britain(lends: bool) -> None:
    here = scene("1942-1-spring", seats=SEATS)
    spain = attrs.evolve(here.countries["spain"], status="associate", patron="britain")
    here = attrs.evolve(here, countries={**here.countries, "spain": spain})
    powers = {**here.powers, "germany": attrs.evolve(here.powers["germany"], narfs=40)}
    played = Table(at_war(attrs.evolve(here, powers=powers), "germany+ussr"))
    for line in ("germany points 2-spain", "italy points none", "britain points spain", "france points none"):
        played.give(line)
    played.give("ussr points spain").give("us points none")
    played.give("germany influence spain against=soviet")
    assert set(played.asked) == {"ussr", "britain"}
    played.give("ussr defend pops=1")
    # The West may help, at war with Germany as the Soviets are; what it does not lend stays its secret.
    played.give("britain defend pops=1" if lends else "britain defend lends=no", 4 if lends else 1)
    if lends:
        assert "2 to 6, 1-3, die 4: no effect" in played.told, "its POP, and the status with it (ruling 423)"
        assert played.land("spain") == ("associate", "britain") and used(played, "britain", "spain") == 1
    else:
        assert "2 to 3, 2-3, die 1: +1 level; it is a Sympathizer of Britain" in played.told
        assert played.land("spain") == ("sympathizer", "britain")
        assert left(played, "britain", "spain") == 1 and used(played, "britain", "spain") == 0


@pytest.mark.example("16.3.4", "the West on Sweden, a German Satellite: 2 to 5")
@pytest.mark.rule("tw-16.3.4", "tw-16.1.6", "tw-16.1.3-def", "tw-16.2")
def test_16_3_4_example_sweden_a_german_satellite_is_attacked_at_1_to_3() -> None:
    here = with_satellite(scene("1942-3-fall", seats=SEATS), "sweden", "germany")
    entered = {"us": attrs.evolve(here.powers["us"], entered="1941-4-winter", narfs=100)}
    least = {"britain": attrs.evolve(here.powers["britain"], narfs=40)}
    played = Table(attrs.evolve(here, powers={**here.powers, **entered, **least}))
    for line in ("britain points sweden", "us points sweden", "germany points sweden"):
        played.give(line)
    played.give("italy points none").give("france points none").give("ussr points none")
    played.give("britain influence sweden against=axis").give("us back pops=1")
    # The Soviets have paid for nothing: nobody asks them.
    assert played.asked == {"germany": ("germany defend pops=1",)}
    played.give("germany defend pops=1", 10)
    assert "Britain in Sweden: 2 to 5, 1-3, die 10: -2 levels; it is a Satellite of Germany" in played.told
    assert [used(played, power, "sweden") for power in ("britain", "us", "germany")] == [1, 1, 1]
    # Germany's own roll: four points, three off the die for the status and one on it for the United States.
    sides = Sides("germany", "sweden", "western", {"germany": 1}, {})
    assert sums(gathering.terms(played.campaign, sides)) == (4, 1, "4-1", -2)


@pytest.mark.rule("tw-23.29-us", "tw-16.1")
def test_23_41_the_united_states_name_portugal_and_britain_has_it() -> None:
    """It is on the list of 16.1, and has no status there: what it wins is its ally's, or lost past neutral."""
    pops = {"us portugal": 2, "britain portugal": 1}
    start = table(pops, seats=SEATS, turn="1942-1-spring", us=1)
    assert "before it is in the war (16.1.2, 22.8)" in Table(start).refused("us influence portugal against=axis")
    entered = attrs.evolve(start.powers["us"], entered="1941-4-winter")
    start = attrs.evolve(start, powers={**start.powers, "us": entered}, speakers={})
    played = Table(start).first("us")
    assert played.refused("us influence portugal against=axis") == ""
    played.give("us influence portugal against=axis").give("britain back pops=1", 1)
    assert "United States in Portugal: 3 to 1, 3-1, die 1: +2 levels; it is an Associate of Britain" in played.told
    # Alone it takes it from an enemy, and no further.
    alone = with_country(start, "portugal", status="sympathizer", patron="germany")
    played = Table(alone).first("us").give("us influence portugal against=axis").give("britain back joins=no", 1)
    assert "2 to 2, 1-1, die 1: +1 level; it is neutral" in played.told
    played = Table(alone).first("us").give("us influence portugal against=soviet").give("britain back joins=no", 1)
    assert "2 to 1, 2-1, die 1: +2 levels; it is neutral" in played.told


GIVES = {-9: "+1 level", -1: "no effect", 0: "no effect", 4: "-1 level", 9: "-3 levels"}
"""What a 5 gives in the column 1-2 with such a modifier."""


@pytest.mark.rule("tw-29.11", "tw-16.1.7.7")
def test_29_11_one_card_alone_is_two_and_two_add_their_cell_whatever_it_is() -> None:
    pops, hand = {"germany norway": 1, "britain norway": 1}, {"germany espionage": 1, "britain counter-espionage": 1}
    usual = table(pops, hand, germany=1)
    cards = attrs.evolve(usual, options={**usual.options, CARDS_OPTION: True})
    name = "germany influence norway against=western"
    for campaign in (usual, cards):
        alone = Table(campaign).give(f"{name} espionage=yes", 7)
        assert "1 to 2, 1-2, die 7 -2: no effect" in alone.told
        alone = Table(campaign).give(f"{name} counter=britain", 5)
        assert "1 to 2, 1-2, die 5 +2: no effect" in alone.told
    # Chits cancel each other; two cards do not, and are asked for.
    assert "die 5: no effect" in Table(usual).give(f"{name} espionage=yes counter=britain", 5).told
    for figure in (-9, -1, 0, 4, 9):
        met = Table(cards).give(f"{name} espionage=yes counter=britain")
        [asked] = met.decisions
        assert asked.answers == ("germany card-modifier -1",) and asked.forms == ("card-modifier",)
        assert "Known: sanction against double agent -1." in asked.notes[0]
        met.give(f"germany card-modifier {figure}", 5)
        assert f"1 to 2, 1-2, die 5{f' {figure:+d}' if figure else ''}: {GIVES[figure]}" in met.told
        assert chits(met) == {"germany+espionage": 1, "britain+counter-espionage": 1}
    met = Table(cards).give(f"{name} espionage=yes counter=britain")
    assert "adds: 10 is out of range (29.11). From -9 to 9." in met.refused("germany card-modifier 10")
    # A cell that the table has entered is offered beside the printed one.
    known = Table(attrs.evolve(cards, card_cells=cell("espionage", "false-flag", "bribery", 3)))
    known.give(f"{name} espionage=yes counter=britain")
    assert known.asked["germany"] == ("germany card-modifier -1", "germany card-modifier 3")


def cell(deck: str, defender: str, attacker: str, adds: int) -> dict[str, CardCell]:
    """A cell of a matrix as the table has entered it."""
    made = CardCell.made_of(deck, defender, attacker, adds=adds)
    return {made.address: made}


@pytest.mark.rule("tw-16.1.3")
def test_16_1_3_example_1_as_printed_all_show_before_the_alliance_is_picked() -> None:
    """The option of ruling 432: Italy sees 3 POPs of the West and 1 of the Soviets, and picks these."""
    played = bought("1940-1-spring", *SPAIN, lowest="italy", **{REVEAL_OPTION: True})
    assert "all show their POPs before an alliance is picked (16.1.3, ruling 432). Without against=" in played.refused(
        "italy influence spain against=soviet"
    )
    played.give("italy influence spain espionage=yes")
    assert set(played.asked) == {"germany", "britain", "france", "ussr"}
    assert "Britain has 2 POPs in Spain, and 1 are stated (16.1.3)" in played.refused("britain show-pops 1")
    for line in ("germany show-pops 1", "britain show-pops 2", "france show-pops 1", "ussr show-pops 1"):
        played.give(line)
    [asked] = played.decisions
    assert asked.answers == ("italy against western", "italy against soviet")
    assert asked.notes == ("There: Germany 1 POP, France 1 POP, Britain 2 POPs, Soviet Union 1 POP.",)
    assert "has to decide first" in played.refused("italy against axis")
    played.give("italy against soviet").give("germany back pops=1")
    played.give("ussr defend pops=1 counter-espionage=yes", 10)
    assert "Italy in Spain: 3 to 3, 1-1, die 10 -1: no effect" in played.told
    # What was shown is not used: only what took part.
    assert [used(played, power, "spain") for power in ("italy", "germany", "ussr")] == [1, 1, 1]
    assert [used(played, power, "spain") for power in ("britain", "france")] == [0, 0]
    assert [left(played, power, "spain") for power in ("britain", "france")] == [2, 1]


@pytest.mark.rule("tw-16.1.3")
def test_16_1_3_an_ally_who_has_shown_that_it_has_no_pop_is_not_asked_for_one() -> None:
    lines = ("italy points turkey", "germany points 2-spain", "britain points turkey")
    nothing = (f"{power} points none" for power in ("france", "ussr", "us"))
    played = bought("1940-1-spring", *lines, *nothing, lowest="italy", **{REVEAL_OPTION: True})
    played.give("italy influence turkey")
    assert set(played.asked) == {"germany", "britain"}
    played.give("germany show-pops 0").give("britain show-pops 1").give("italy against western")
    assert set(played.asked) == {"britain"}
