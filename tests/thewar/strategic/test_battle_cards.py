"""Sections 29.6 and 29.9: cards of the U-boat war and of bombing."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar import steps
from engine.thewar.combat import battle_cards
from engine.thewar.rolls import bombing, submarines
from engine.thewar.strategic import air_war
from engine.thewar.strategic.segment import AlliesBomb, UBoatsSail
from engine.thewar.world import card_matrices
from engine.thewar.world.state import Box, TheWar
from tests.thewar.optional import at_war, count, played, playing, with_units
from tests.thewar.world import after, refusals, rules_of, world

RECON, THREAT, COMBINED = "long-range-recon", "surface-threat", "combined-air-sea"


def at_sea(turn: str = "1940-1-spring") -> TheWar:
    """Six U-boats against four ASW in the open boxes, cards played."""
    campaign = world(turn, "strategic-warfare.u-boat-cards", britain={"narfs": 100})
    campaign = playing(with_units(campaign, germany_uboat=6, britain_asw=4), "u-boat-cards", "bombing-cards")
    return attrs.evolve(campaign, boxes={"germany": Box(uboats=6), "britain": Box(asw=4)})


def over_germany(turn: str = "1943-3-fall") -> TheWar:
    """Five British and six American bombers against three and two interceptors."""
    campaign = world(turn, "strategic-warfare.bombing-cards", germany={"narfs": 100}, us={"entered": "1941-4-winter"})
    campaign = with_units(campaign, britain_sac=5, us_sac=6, germany_int=5)
    campaign = at_war(playing(campaign, "bombing-cards"), "germany+us")
    sent = {"britain": Box(sac=5), "us": Box(sac=6), "germany": Box(night=3, day=2)}
    return attrs.evolve(campaign, boxes=sent, facts={**campaign.facts, "us-troops-in-france": True})


# ---------------------------------------------------------------- 29.6


@pytest.mark.rule("tw-29.6")
@pytest.mark.parametrize(
    ("turn", "threat", "combined"),
    [
        ("1940-1-spring", -2, 1),
        ("1940-3-fall", -4, 1),
        ("1942-3-fall", -4, 1),
        ("1943-1-spring", -2, 2),
        ("1945-1-spring", -2, 2),
    ],
)
def test_29_6_the_printed_cells_and_when_they_count_twice(turn: str, threat: int, combined: int) -> None:
    cells = card_matrices.matrix(at_sea(), "u-boats")
    assert battle_cards.effect("u-boats", turn, cells[RECON, THREAT]) == threat
    assert battle_cards.effect("u-boats", turn, cells[RECON, COMBINED]) == combined


@pytest.mark.rule("tw-29.6")
@pytest.mark.parametrize(("card", "net"), [(THREAT, -4), (COMBINED, 1)])
def test_29_6_both_cards_change_the_roll_and_go_back(card: str, net: int) -> None:
    campaign = after(at_sea("1940-3-fall"), f"germany play-card u-boats {card}")
    campaign = after(campaign, f"britain play-card u-boats {RECON}")
    same = submarines.resolve(submarines.UBoatWar("1940-3-fall", 6, 4, cards=net, face=6, rolled=True))
    assert same.modifier == net and same.narfs == same.breakdown.total - sum(
        line.value for line in same.breakdown.lines if line.label == "cards"
    )
    ended = played(campaign, UBoatsSail(), (6,))
    assert ended.powers["britain"].narfs == 100 - same.narfs
    assert count(ended, "germany", "uboat") == same.uboats_left
    assert not [fact for fact in ended.facts if fact.startswith("played-")]


@pytest.mark.rule("tw-29.6")
def test_ruling_154_one_card_alone_does_nothing() -> None:
    campaign = after(at_sea(), f"germany play-card u-boats {THREAT}")
    plain = submarines.resolve(submarines.UBoatWar("1940-1-spring", 6, 4, face=6, rolled=True))
    assert played(campaign, UBoatsSail(), (6,)).powers["britain"].narfs == 100 - plain.narfs


@pytest.mark.rule("tw-29.6")
def test_ruling_154_a_card_with_an_empty_cell_is_refused_until_the_table_enters_it() -> None:
    assert not refusals(at_sea(), f"germany play-card u-boats {THREAT}")
    (unknown,) = refusals(at_sea(), "germany play-card u-boats wolf-pack")
    assert unknown.rule == "29.6" and "no cell" in unknown.reason
    # The table enters another ASW card against one U-boat card only.
    entered = after(at_sea(), f"card u-boats hunter-groups {THREAT} 2")
    assert card_matrices.matrix(entered, "u-boats")["hunter-groups", THREAT] == 2
    (empty,) = refusals(entered, "britain play-card u-boats hunter-groups")
    assert empty.rule == "29.6" and "is empty" in empty.reason and COMBINED in empty.reason
    assert rules_of(refusals(entered, f"germany play-card u-boats {COMBINED}")) == ["29.6"]
    whole = after(entered, f"card u-boats hunter-groups {COMBINED} -1")
    assert not refusals(whole, "britain play-card u-boats hunter-groups")
    assert not refusals(whole, f"germany play-card u-boats {COMBINED}")


@pytest.mark.rule("tw-29.6")
def test_29_6_who_plays_what_and_once() -> None:
    campaign = at_sea()
    for line in (
        f"germany play-card u-boats {RECON}",
        f"britain play-card u-boats {THREAT}",
        f"italy play-card u-boats {THREAT}",
        f"us play-card u-boats {RECON}",
    ):
        assert rules_of(refusals(campaign, line)) == ["29.6"], line
    assert rules_of(refusals(campaign, f"germany play-card convoy {THREAT}")) == ["29.6, 29.9"]
    once = after(campaign, f"germany play-card u-boats {THREAT}")
    assert rules_of(refusals(once, f"germany play-card u-boats {COMBINED}")) == ["29.6"]
    assert rules_of(refusals(attrs.evolve(campaign, options={}), f"germany play-card u-boats {THREAT}")) == ["29.6"]
    unopposed = attrs.evolve(campaign, boxes={"germany": Box(uboats=6)})
    assert rules_of(refusals(unopposed, f"germany play-card u-boats {THREAT}")) == ["29.6"]


@pytest.mark.rule("tw-29.6", "tw-29.9")
def test_29_6_cells_that_cannot_be_are_refused() -> None:
    assert not refusals(at_sea(), f"card u-boats {RECON} {THREAT} -2")
    assert rules_of(refusals(at_sea(), f"card u-boats {RECON} {THREAT} 3")) == ["29.6"]
    assert rules_of(refusals(at_sea(), "card u-boats a b 10")) == ["29.6"]
    assert rules_of(refusals(at_sea(), "card convoy a b 1")) == ["29.6, 29.9, 29.11, 29.13"]
    # A card may be called anything: nobody takes the cell's key apart.
    odd = after(at_sea(), "card bombing a-vs b 1")
    assert card_matrices.matrix(odd, "bombing") == {("a-vs", "b"): 1}


@pytest.mark.rule("tw-29.6", "tw-29.9")
def test_29_6_and_29_9_the_steps_come_up_with_a_roll_only() -> None:
    sequence = steps.sequence()
    sea, air = sequence["strategic-warfare.u-boat-cards"], sequence["strategic-warfare.bombing-cards"]
    assert sea.who(at_sea()) == ("germany", "britain") and not sea.skipped(at_sea())
    assert air.skipped(at_sea()) and sea.skipped(over_germany())
    assert air.who(over_germany()) == ("germany", "britain", "us")
    assert "option" in sea.skipped(attrs.evolve(at_sea(), options={}))
    assert sea.sealed(at_sea()) and air.sealed(over_germany())


# ---------------------------------------------------------------- 29.9


@pytest.mark.rule("tw-29.9")
def test_29_9_no_cell_is_in_the_rulebook_so_every_card_is_refused() -> None:
    assert card_matrices.matrix(over_germany(), "bombing") == {}
    for line in ("britain play-card night pathfinders", "germany play-card night wild-boar"):
        (refusal,) = refusals(over_germany(), line)
        assert refusal.rule == "29.9" and "card bombing DEFENDER ATTACKER FIGURE" in refusal.hint


@pytest.mark.rule("tw-29.9")
def test_29_9_each_raid_has_its_own_cards() -> None:
    campaign = after(over_germany(), "card bombing wild-boar pathfinders -3")
    plain = played(campaign, AlliesBomb(), (5, 5))
    for line in ("germany play-card night wild-boar", "britain play-card night pathfinders"):
        assert not refusals(campaign, line)
        campaign = after(campaign, line)
    assert rules_of(refusals(campaign, "britain play-card day pathfinders")) == ["29.9"]
    night = air_war.over_germany(campaign, "britain", 5, 3)
    with_cards = bombing.resolve(attrs.evolve(night, cards=-3, face=5))
    without = bombing.resolve(attrs.evolve(night, face=5))
    assert with_cards.modifier == without.modifier - 3 and with_cards.narfs > without.narfs
    # Never doubled, whatever the year; the American roll is as it was.
    carded = played(campaign, AlliesBomb(), (5, 5))
    assert plain.powers["germany"].narfs - carded.powers["germany"].narfs == with_cards.narfs - without.narfs


@pytest.mark.rule("tw-29.9")
def test_29_9_a_raid_that_is_not_flown_has_no_cards() -> None:
    campaign = after(over_germany(), "card bombing wild-boar pathfinders -3")
    home = attrs.evolve(campaign, boxes={**campaign.boxes, "britain": Box()})
    assert rules_of(refusals(home, "britain play-card night pathfinders")) == ["29.9"]
    assert rules_of(refusals(home, "germany play-card over-britain pathfinders")) == ["29.9"]
