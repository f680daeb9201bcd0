"""What is refused where a target of diplomacy is named, answered or spied on, each with rule, reason and the way out,
and nothing of it changes anything (16.1.1 to 16.1.7, 4.5, 3.3, 18.7.1, 23.47)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.campaign import view
from engine.kernel.dice import FixedDice
from engine.kernel.transaction import Transaction
from engine.thewar.politics import gathering, moves
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar
from tests.test_over_the_rules import refused as over_the_rules
from tests.thewar.minors import at_war, moved, with_country
from tests.thewar.politics.scenes import THREE, TWO, Table, laid, table

POPS = {"germany spain": 2, "italy spain": 1, "britain spain": 1, "ussr turkey": 2, "britain turkey": 1}
CHITS = {"germany espionage": 1, "britain counter-espionage": 1}


def solo(pops: dict[str, int] | None = None, chits: dict[str, int] | None = None, turn: str = "1940-1-spring") -> Table:
    """One seat in which everybody has what is said, Italy first."""
    return Table(table(POPS if pops is None else pops, CHITS if chits is None else chits, turn=turn, italy=10))


def three(**hands: int) -> Table:
    """Three seats; what lies there is known to all."""
    return Table(table(POPS, CHITS, seats=THREE, hands=hands or {"italy": 10}))


def unchanged(played: Table, line: str, seat: str = "") -> str:
    """Why an order is refused, on every view that may give it; judging it changes nothing."""
    before = played.campaign
    text = played.refused(line, seat)
    assert text and played.campaign == before
    return text


# ---------------------------------------------------------------- who, whom, where


@pytest.mark.rule("tw-16.1", "tw-16.1.4", "tw-6.5")
def test_16_1_who_may_name_whom() -> None:
    played = solo({**POPS, "italy ireland": 1, "ussr spain": 1})
    assert "Italy may not influence Ireland (16.1, 16.1.4). They may: France, Germany, Britain, United States." in (
        unchanged(played, "italy influence ireland against=western")
    )
    for other, name in (("poland", "Poland"), ("nowhere", "'nowhere'"), ("britain", "Britain"), ("finland", "Finland")):
        text = unchanged(played, f"italy influence {other} against=western")
        assert f"{name} is no target of diplomacy (16.1). Targets: Belgium-Luxembourg, Greece, Ireland" in text
        assert f"{name} is no target" in unchanged(played, f"germany spy {other} on=western")
    assert "before it is in the war (16.1.2, 22.8)" in unchanged(played, "us influence spain against=axis")
    assert "does nothing in diplomacy before it is in the war" in unchanged(played, "us spy spain on=axis")


@pytest.mark.rule("tw-16.1.3", "tw-16.1.6")
def test_16_1_3_a_power_names_a_target_in_which_it_has_a_point_of_its_own() -> None:
    played = solo()
    text = unchanged(played, "italy influence greece against=western")
    assert "Italy has no POP of its own in Greece (16.1.6, ruling 301). One POP at least" in text
    # Its ally's POPs, and the status of its own client, do not do instead (16.1.6).
    own = solo({"germany spain": 2})
    assert "Italy has no POP of its own in Spain" in unchanged(own, "italy influence spain against=western")
    client = Table(with_country(solo({"ussr turkey": 2}).campaign, "turkey", status="satellite", patron="germany"))
    assert "Germany has no POP of its own in Turkey" in unchanged(client, "germany influence turkey against=soviet")
    # It has no choice of how many, and its figure is what lies there.
    text = unchanged(played, "italy influence spain against=western pops=3")
    assert "Italy has 1 POP in Spain, and 3 are stated (16.1.3). As it is written down: 1." in text


@pytest.mark.rule("tw-16.1.3")
def test_16_1_3_an_alliance_names_a_target_once_a_year() -> None:
    played = solo()
    played.give("italy influence spain against=western alone=yes", 3)
    assert played.land("spain") == ("sympathizer", "germany")
    text = unchanged(played, "germany influence spain against=western")
    assert (
        "the Axis named Spain in Spring 1940 (16.1.3, ruling 306). Each target once a year for each alliance." in text
    )
    # Not in Fall either, for the other ally, with new POPs; in the next year it may, and the other side may now.
    fall = Table(laid(moved(played.campaign, "1940-3-fall"), {"germany spain": 2, "italy spain": 2}))
    assert "the Axis named Spain in Spring 1940" in unchanged(fall, "germany influence spain against=soviet")
    later = Table(laid(moved(played.campaign, "1941-1-spring"), {"germany spain": 2})).first("germany")
    assert later.refused("germany influence spain against=western") == ""
    # Being defended there is no naming: Britain's POP went into the defence, France has one of its own.
    other = Table(laid(played.campaign, {"france spain": 1})).first("france")
    assert other.refused("france influence spain against=axis") == ""


@pytest.mark.rule("tw-16.1.3")
def test_16_1_3_whom_it_attacks_is_another_alliance_that_stands() -> None:
    played = solo()
    ours = unchanged(played, "italy influence spain against=axis")
    assert (
        "nobody attacks the influence of his own alliance (16.1.3, ruling 303). against=western, against=soviet."
        in ours
    )
    assert "no alliance is named to be attacked" in unchanged(played, "italy influence spain")
    assert "there is no alliance 'nobody'" in unchanged(played, "italy influence spain against=nobody")
    fallen = {**played.campaign.powers}
    fallen["ussr"] = attrs.evolve(fallen["ussr"], surrendered="1939-3-fall")
    gone = Table(attrs.evolve(played.campaign, powers=fallen))
    assert "the Soviets stand no more (16.1.3, ruling 303)" in unchanged(gone, "italy influence spain against=soviet")


@pytest.mark.rule("tw-16.1.1")
def test_16_1_1_neither_in_summer_nor_in_another_step_nor_by_another_seat() -> None:
    played = three()
    lines = ("italy influence spain against=western", "germany spy spain on=western")
    for line in lines:
        summer = Table(moved(played.campaign, "1940-2-summer", "planning.effort"))
        assert "not in this step" in unchanged(summer, line)
        early = Table(moved(played.campaign, "1940-1-spring", "planning.points"))
        assert "not in this step" in unchanged(early, line)
        name = line.split()[0].title()
        assert f"{name} is commanded by the seat 'axis' (1.1)" in unchanged(played, line, "allied")
    # The chit is played in Spring and Fall: the step itself does not come up in Summer or Winter.
    out_of_season = moved(played.campaign, "1940-2-summer")
    assert "diplomacy is conducted in Spring and Fall" in "; ".join(
        str(one) for one in Table(out_of_season).judged("italy influence spain against=western")
    )


@pytest.mark.rule("tw-16.1.3")
def test_16_1_3_the_lowest_hand_names_first() -> None:
    played = three(italy=30, ussr=20)
    assert list(played.campaign.speakers)[:2] == ["ussr", "italy"]
    text = unchanged(played, "germany influence spain against=western")
    assert "Soviet Union comes before Germany (16.1.3, ruling 306). Wait for Soviet Union." in text
    assert unchanged(played, "italy influence spain against=western").startswith("Soviet Union comes before Italy")
    # As the step opened: what is paid or won meanwhile does not change it (ruling 306).
    played.give("ussr done")
    richer = {**played.campaign.powers, "italy": attrs.evolve(played.campaign.powers["italy"], narfs=300)}
    assert Table(attrs.evolve(played.campaign, powers=richer)).refused("italy influence spain against=soviet") == ""
    # Of equals the first of 3.11.
    even = Table(table(POPS, CHITS, seats=THREE, italy=30, germany=30, ussr=30, britain=30))
    assert list(even.campaign.speakers) == ["italy", "germany", "britain", "ussr"]


@pytest.mark.rule("tw-4.5-limits")
def test_4_5_who_passes_names_nothing_and_spies_on_nobody() -> None:
    played = solo()
    powers = {**played.campaign.powers, "italy": attrs.evolve(played.campaign.powers["italy"], effort="pass")}
    passing = Table(laid(attrs.evolve(played.campaign, powers=powers), {}, {"italy espionage": 1}))
    text = unchanged(passing, "italy influence spain against=western")
    assert "Italy passes: it names no target (4.5, ruling 318). What lies there from Spring defends" in text
    assert "Italy passes: no diplomacy (4.5, ruling 318)" in unchanged(passing, "italy spy spain on=western")


@pytest.mark.rule("tw-16.4", "tw-18.7.1")
def test_16_4_an_invaded_a_conquered_and_a_young_vichy_country_are_closed() -> None:
    played = solo({"germany turkey": 2, "britain vichy-france": 1, "germany norway": 1})
    conquered = Table(with_country(played.campaign, "norway", status="conquered", patron="britain"))
    text = unchanged(conquered, "germany influence norway against=western")
    assert "Norway is conquered by Britain (16.4). War alone moves it." in text
    assert "there is no Vichy France now" in unchanged(played, "britain influence vichy-france against=axis")
    powers = {**played.campaign.powers}
    powers["france"] = attrs.evolve(powers["france"], surrendered="1940-2-summer")
    for turn, first in (("1940-3-fall", True), ("1941-1-spring", True), ("1941-3-fall", False)):
        vichy = with_country(
            attrs.evolve(moved(played.campaign, turn), powers=powers),
            "vichy-france",
            status="sympathizer",
            patron="germany",
        )
        refused = Table(laid(vichy, {"britain vichy-france": 1})).refused("britain influence vichy-france against=axis")
        assert ("Vichy France is not named before Fall 1941 (18.7.1, ruling 321)" in refused) == first, (turn, refused)


# ---------------------------------------------------------------- partners, helpers, answers


@pytest.mark.rule("tw-16.1.1-pool")
def test_16_1_1_a_partner_who_refuses_adds_nothing_and_may_not_come_back() -> None:
    played = three()
    played.give("italy influence spain against=western")
    before = gathering.terms(played.campaign, played.attack.sides(played.campaign))
    # His POPs and his client's status are his: both stay out (ruling 301).
    assert "takes no part: its POPs and chits stay its secret (16.1.1)" in unchanged(
        played, "germany back joins=no pops=2"
    )
    assert "Germany has 2 POPs in Spain, and 3 are stated" in unchanged(played, "germany back pops=3")
    assert "Germany has 2 POPs in Spain, and 1 are stated" in unchanged(played, "germany back pops=1")
    played.give("germany back joins=no")
    refused = gathering.terms(played.campaign, played.attack.sides(played.campaign))
    assert refused.counted == 0 and refused.pops == before.pops == {"italy": 1} and not refused.patron_helps
    assert "Britain has to decide first" in unchanged(played, "germany back pops=2")
    played.give("britain defend pops=1", 1)
    assert "Italy in Spain: 1 to 3, 1-3, die 1: +1 level" in played.told
    # Whose it is now the seat that named it says: its own, or its patron's, who has added nothing (ruling 313).
    assert played.asked == {"italy": ("italy take-over italy", "italy take-over germany")}
    played.give("italy take-over germany")
    assert played.land("spain") == ("associate", "germany")
    assert played.pops("germany", "spain") == (2, 0) and played.pops("italy", "spain") == (1, 1)


@pytest.mark.rule("tw-16.1.1-pool")
def test_16_1_1_nobody_helps_who_may_not() -> None:
    """The Soviets and the Axis while the Pact holds, the Soviets and the West in the Soviet war: nobody else."""
    pops = {"germany turkey": 1, "italy turkey": 1, "britain turkey": 1, "ussr turkey": 1}
    pact = table(pops, seats=THREE, italy=10, britain=5, ussr=1)
    war = at_war(attrs.evolve(pact, facts={**pact.facts, "nazi-soviet-pact": False}), "germany+ussr")
    neither = attrs.evolve(pact, facts={**pact.facts, "nazi-soviet-pact": False})
    cases = [
        (pact, "britain", "axis", {"germany", "italy", "ussr"}),
        (pact, "britain", "soviet", {"germany", "italy", "ussr"}),
        (pact, "germany", "western", {"britain"}),
        (pact, "germany", "soviet", {"ussr"}),
        (pact, "ussr", "axis", {"germany", "italy"}),
        (war, "germany", "western", {"britain", "ussr"}),
        (war, "germany", "soviet", {"britain", "ussr"}),
        (war, "britain", "axis", {"germany", "italy"}),
        (war, "ussr", "western", {"britain"}),
        (neither, "britain", "axis", {"germany", "italy"}),
        (neither, "germany", "western", {"britain"}),
    ]
    for campaign, by, against, asked in cases:
        played = Table(campaign).first(by)
        played.give(f"{by} influence turkey against={against} alone=yes")
        assert set(played.asked) == asked, (by, against)
        for other in {"germany", "italy", "britain", "ussr"} - asked - {by}:
            assert unchanged(played, f"{other} defend pops=1"), (by, against, other)
    # With one seat: whoever may not is refused with the reason.
    alone = Table(table(pops, italy=10, britain=5)).first("germany")
    text = unchanged(alone, "germany influence turkey against=western lends=yes")
    assert "nobody may lend POPs to this defence now (16.1.1, ruling 304)" in text and "under the Pact" in text


@pytest.mark.rule("tw-16.1.3", "tw-16.1.1-pool")
def test_16_1_3_who_defends_says_what_is_written_and_who_helps_has_something() -> None:
    played = Table(table({"britain spain": 1, "germany spain": 1, "ussr spain": 1}, seats=THREE, britain=5)).first(
        "britain"
    )
    played.give("britain influence spain against=axis")
    assert set(played.asked) == {"germany", "ussr"}
    assert "is of the alliance attacked and shows its POPs (16.1.3)" in unchanged(played, "germany defend lends=no")
    assert "Germany has 1 POP in Spain, and 0 are stated" in unchanged(played, "germany defend pops=0")
    assert "lends=no" in str(played.asked["ussr"])
    assert "its POPs and chits stay its secret" in unchanged(played, "ussr defend lends=no pops=1")
    assert unchanged(played, "italy defend pops=0") and unchanged(played, "france back pops=0")
    assert "is commanded by the seat 'soviet'" in unchanged(played, "ussr defend pops=1", "axis")


# ---------------------------------------------------------------- chits


@pytest.mark.rule("tw-16.1.7", "tw-16.1.7.3", "tw-16.1.7.2-dip")
def test_16_1_7_3_no_chit_without_points_no_chit_that_is_not_there() -> None:
    pops = {"germany spain": 1, "britain norway": 1}
    played = Table(table(pops, {"britain counter-espionage": 1, "france counter-espionage": 1}, seats=TWO, germany=1))
    assert "Germany has no Espionage chit (16.1.7.1). They are bought in Spring and Fall" in unchanged(
        played, "germany influence spain against=western espionage=yes"
    )
    # Asked as it may have POPs under seal; it has none in Spain.
    sealed = attrs.evolve(played.campaign)
    played = Table(laid(sealed, {"britain spain": 1})).first("germany")
    played.give("germany influence spain against=western")
    assert "Britain has 1 POP in Spain" in unchanged(played, "britain defend pops=0 counter-espionage=yes")
    one = Table(table({"germany spain": 1, "britain spain": 1, "germany turkey": 1}, {"germany espionage": 1}))
    text = unchanged(one, "germany influence spain against=western counter=france")
    assert "France has no POPs in the defence of Spain (16.1.7.3). Who defends or helps with POPs may play" in text
    assert "Britain has no Counter-Espionage chit (16.1.7.1)" in unchanged(
        one, "germany influence spain against=western counter=britain"
    )


@pytest.mark.rule("tw-16.1.7.3")
def test_16_1_7_3_one_of_a_kind_for_an_alliance_and_target() -> None:
    """Spying has used the Axis's Espionage on Spain, and the West's Counter-Espionage: neither plays another there."""
    chits = {
        "germany espionage": 1,
        "italy espionage": 1,
        "britain counter-espionage": 2,
        "france counter-espionage": 1,
    }
    pops = {"italy spain": 1, "italy turkey": 1, "britain spain": 1, "britain turkey": 1}
    played = Table(table(pops, chits, seats=TWO, germany=1, italy=2)).first("germany")
    played.give("germany spy spain on=western")
    played.give("britain foil yes").give("france foil no")
    played.first("italy")
    text = unchanged(played, "italy influence spain against=western espionage=yes")
    assert "the alliance of Italy has played Espionage on Spain in this turn (16.1.7.3)" in text
    assert "One of a kind for each alliance and target." in text
    # On another target it may.
    assert played.refused("italy influence turkey against=western espionage=yes") == ""
    played.give("italy influence spain against=western")
    played.give("germany back joins=no")
    text = unchanged(played, "britain defend pops=1 counter-espionage=yes")
    assert "the alliance of Britain has played Counter-Espionage on Spain in this turn (16.1.7.3)" in text


@pytest.mark.rule("tw-16.1.7.3", "tw-16.1.7.2-dip")
def test_16_1_7_3_two_of_an_alliance_offer_one_and_one_is_spent() -> None:
    chits = {"britain counter-espionage": 1, "france counter-espionage": 1}
    pops = {"germany spain": 1, "britain spain": 1, "france spain": 1}
    played = Table(table(pops, chits, seats={**TWO, "france": "paris"}, germany=1)).first("germany")
    played.give("germany influence spain against=western")
    played.give("britain defend pops=1 counter-espionage=yes")
    played.give("france defend pops=1 counter-espionage=yes", 5)
    spent = {key: one.played for key, one in played.campaign.chits.items()}
    assert spent == {"britain+counter-espionage": 1, "france+counter-espionage": 0}
    assert "die 5 +1" in played.told, "+2 once, -1 for the Sympathizer"


@pytest.mark.rule("tw-16.1.7.5", "tw-16.1.7.2-dip")
def test_16_1_7_5_a_lone_counter_is_cancelled_by_who_has_points_and_a_chit() -> None:
    pops = {"germany spain": 1, "italy spain": 1, "britain spain": 1}
    chits = {"germany espionage": 1, "britain counter-espionage": 1}
    played = Table(table(pops, chits, seats=TWO, italy=1)).first("italy")
    played.give("italy influence spain against=western").give("germany back pops=1")
    played.give("britain defend pops=1 counter-espionage=yes")
    # Only who may have one is asked: nothing of Italy's is under seal, so all know that it has none.
    assert set(played.asked) == {"germany"}
    text = unchanged(played, "italy cancel-counter yes")
    assert "Germany has to decide first" in text
    played.give("germany cancel-counter yes", 5)
    assert "3 to 3, 1-1, die 5 -1" in played.told, "the chits cancel each other: the status alone is left"


# ---------------------------------------------------------------- one move a turn


@pytest.mark.rule("tw-16.1.7.2-b")
def test_3_3_spying_is_all_that_a_power_does() -> None:
    pops = {"germany spain": 2, "germany turkey": 1, "italy spain": 1, "britain spain": 1}
    played = Table(table(pops, {"germany espionage": 2}, germany=1))
    named = Table(played.campaign).give("germany influence turkey against=soviet", 10)
    text = unchanged(named, "germany spy spain on=western")
    assert "Germany has named a target in this turn (3.3, 16.1.7.2)" in text
    assert "spying is all the diplomacy that its power does" in text
    spied = Table(played.campaign).give("germany spy spain on=western")
    assert "Germany has spied in this turn (3.3, 16.1.3)" in unchanged(spied, "germany influence turkey against=soviet")
    for other in ("turkey", "sweden"):
        text = unchanged(spied, f"germany spy {other} on=western")
        assert "Germany has spied in this turn (3.3, 16.1.7.2)" in text
    # It is the power's move, not its alliance's.
    assert spied.first("italy").refused("italy influence spain against=western") == ""


def tried_for_a_variant(campaign: TheWar, power: str) -> TheWar:
    """The campaign after a power's variant roll, as its order will record it."""
    tx: Transaction[TheWar] = Transaction(campaign, FixedDice(()), calendar.turn(campaign))
    moves.make(tx, power, moves.VARIANT)
    return tx.campaign


def test_3_3_a_power_names_a_target_or_tries_for_a_variant() -> None:
    """The order of the variant roll is still to come; what it records shuts the others out already, and their being
    made shuts it out."""
    played = solo()
    tried = Table(tried_for_a_variant(played.campaign, "italy"))
    text = unchanged(tried, "italy influence spain against=western")
    assert "Italy has tried for a variant in this turn (3.3, 16.1.3)" in text
    assert "Diplomacy or a variant roll in a turn, not both" in text
    assert "has tried for a variant" in unchanged(tried, "italy spy spain on=western")
    named = played.give("italy influence spain against=western", 7)
    [told] = moves.refused(named.campaign, "italy", moves.VARIANT)
    assert "Italy has named a target in this turn (3.3, 28.0)" in str(told)
    assert not list(moves.refused(named.campaign, "germany", moves.VARIANT))


# ---------------------------------------------------------------- over the rules


HUGE = (
    ("italy influence spain against=western pops=100", "pops: 100 is out of range (16.1.3). From 0 to 99."),
    ("italy influence spain against=western pops=-1", "pops: -1 is out of range"),
    ("italy influence nowhere against=western", "there is no 'nowhere'"),
    ("italy influence poland against=western", "it cannot be carried out at all"),
    ("italy influence spain against=nobody", "'nobody'"),
    ("italy influence spain against=western counter=nobody", "'nobody'"),
    ("germany spy spain on=nobody", "'nobody'"),
    ("germany spy nowhere on=western", "there is no 'nowhere'"),
    ("italy defend pops=100", "pops: 100 is out of range"),
)


@pytest.mark.parametrize(("line", "reason"), HUGE)
def test_what_nothing_can_carry_out_is_refused_over_the_rules_too(line: str, reason: str) -> None:
    played = solo()
    assert over_the_rules(played.campaign, line)
    assert reason in over_the_rules(played.campaign, f'overrule "so agreed" {line}')


def test_an_answer_over_the_rules_is_bounded_as_well() -> None:
    played = three()
    played.give("italy influence spain against=western").give("germany back joins=no")
    seen = view(played.campaign, "allied")
    for line, reason in (
        ("britain defend pops=100", "pops: 100 is out of range"),
        ("britain defend pops=-3", "pops: -3 is out of range"),
    ):
        assert reason in over_the_rules(seen, line, "allied")
        assert reason in over_the_rules(seen, f'overrule "so agreed" {line}', "allied")
