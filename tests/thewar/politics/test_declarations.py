"""Declarations of war in a campaign: what is held against who declares them, on whom none is declared alone, what
follows (6.2 to 6.4, 16.2, 16.3, 16.5, 21.6, 22.8)."""

from __future__ import annotations

import re
from typing import Any

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.kernel.procedures import decisions
from engine.kernel.reading import understand
from engine.kernel.refusals import Refused
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets.following_sheet import FollowingSheet
from engine.thewar.world import grudges, wars
from engine.thewar.world.state import TheWar, Unit, War
from tests.thewar.builds import refused
from tests.thewar.countries.test_declarations import given
from tests.thewar.minors import at, at_war, hand, moved, with_country
from tests.tui.standin import StandinDesk
from tui.models.verdicts import effects, verdict
from tui.reader import pondered

# ---------------------------------------------------------------- what later rolls remember


@pytest.mark.rule("tw-16.2-treach")
def test_16_2_each_war_on_a_friend_is_held_against_its_power_with_its_date() -> None:
    before = with_country(at("1940-2-summer"), "sweden", status="associate", patron="italy")
    now = given(before, "germany declare spain")
    again = given(moved(now, "1940-3-fall"), "germany declare sweden")
    told = [(grudge.country, grudge.kind, grudge.turn) for grudge in grudges.against(again, "germany")]
    # An own Sympathizer and an ally's Associate: each counts.
    assert told == [("spain", "friend", "1940-2-summer"), ("sweden", "friend", "1940-3-fall")]
    assert not grudges.against(again, "italy") and not grudges.against(before, "germany")
    # Neutrals and other people's friends are not held against a power of the Axis.
    assert not grudges.against(given(before, "germany declare norway"), "germany")


@pytest.mark.rule("tw-16.2-treach")
def test_16_2_a_western_attack_on_a_neutral_is_held_against_the_west() -> None:
    before = at("1940-2-summer")
    neutral = grudges.against(given(before, "france declare norway"), "france")
    assert [(grudge.kind, grudge.turn) for grudge in neutral] == [("neutral", "1940-2-summer")]
    # A Sympathizer of the enemy is no neutral's less, an own one is a friend besides (ruling 232).
    own = with_country(before, "greece", status="sympathizer", patron="britain")
    kinds = {grudge.kind for grudge in grudges.against(given(own, "britain declare greece"), "britain")}
    assert kinds == {"neutral", "friend"}


# ---------------------------------------------------------------- another power's Associate


@pytest.mark.rule("tw-16.3.3", "tw-6.4.1")
def test_16_3_3_an_associate_is_declared_on_beside_its_patron_and_each_is_paid_for() -> None:
    before = with_country(at("1941-3-fall"), "turkey", status="associate", patron="ussr")
    text = refused(before, "germany declare turkey")
    assert "Turkey is an Associate of Soviet Union (16.3.3)" in text
    assert "'germany declare ussr' comes first, each at its price (ruling 425)" in text
    declared = given(before, "germany declare ussr", "germany declare turkey")
    assert hand(before, "germany") - hand(declared, "germany") == 15 + 25
    # A Satellite goes with its master, for nothing.
    satellite = with_country(before, "turkey", status="satellite", patron="ussr")
    assert "'germany declare ussr' comes first, and does for both" in refused(satellite, "germany declare turkey")
    both = given(satellite, "germany declare ussr")
    assert {"germany+ussr", "germany+turkey"} <= set(both.wars)
    assert hand(before, "germany") - hand(both, "germany") == 15
    assert "One declaration does for allies and all Satellites" in refused(both, "germany declare turkey")


@pytest.mark.rule("tw-6.3", "tw-6.4.1")
def test_6_3_nobody_pays_a_second_time_for_an_ally() -> None:
    before = at_war(at("1941-3-fall"), "britain+italy")
    war = given(before, "ussr declare germany", "germany eastern-garrison 0", faces=(1,))
    assert {"germany+ussr", "italy+ussr"} <= set(war.wars)
    # The Pact ends as the two go to war, whoever declares it (16.5).
    assert before.facts["nazi-soviet-pact"] and not war.facts["nazi-soviet-pact"]
    assert not given(before, "germany declare ussr").facts["nazi-soviet-pact"]
    text = refused(war, "ussr declare italy")
    assert "is at war with Italy already (6.4.1). One declaration does for allies and all Satellites" in text


# ---------------------------------------------------------------- what follows, before Enter


def follows(campaign: TheWar, line: str) -> dict[str, int]:
    """What the form says of a declaration, with its figures."""
    order = understand(RULESET, line, campaign)
    return {told.label: told.value for told in FollowingSheet().follows(campaign, order)}


def test_16_3_who_moves_what_the_neutral_soviets_attack_is_told() -> None:
    told = follows(at("1941-2-summer"), "ussr declare sweden")
    assert "Sweden: Germany moves its forces" in told
    # A Satellite's master moves it in any case.
    assert not [line for line in follows(at("1940-2-summer"), "germany declare belgium") if "moves its" in line]


@pytest.mark.rule("tw-6.4.1", "tw-6.3")
def test_6_4_what_follows_is_told_before_a_declaration_is_given() -> None:
    told = follows(at("1940-2-summer"), "germany declare belgium")
    assert told["Germany pays: declaration of war on Belgium-Luxembourg"] == -5
    assert "war: Belgium-Luxembourg with Slovakia" in told, "the Satellites are at war too"
    assert "Belgium-Luxembourg: Satellite of the nearest, France or Britain, who is asked" in told
    assert told["U.S. Entry Level: Germany declares war on Belgium or the Netherlands"] == 1
    assert "surprise in the West, if French or British units in France are attacked this turn" in told
    # Another's money, an end of Lend-Lease, dice for good.
    west = follows(at("1940-2-summer"), "france declare norway")
    assert west["Britain pays: declaration of war on Norway"] == -15
    assert west["Norway: Satellite of Germany"] == 0 and "no U.S. Lend-Lease" in "\n".join(west)
    assert [by for label, by in west.items() if label.startswith("the West's later diplomatic dice")] == [2]
    # The second attack on a neutral adds nothing to the dice (ruling 316).
    again = given(at("1940-2-summer"), "france declare norway")
    assert "later diplomatic dice" not in "\n".join(follows(again, "britain declare sweden"))


@pytest.mark.rule("tw-6.4.1")
def test_6_4_treachery_airbase_and_the_protectors_die_are_told() -> None:
    spain = follows(at("1940-2-summer"), "germany declare spain")
    assert spain["Germany's later diplomatic dice, for good: a declaration of war on a friend"] == 1
    assert "Portugal: Satellite of Britain" in spain
    yugoslavia = follows(at("1941-1-spring"), "germany declare yugoslavia")
    assert "Yugoslavia: Satellite of Britain or Soviet Union, by the higher die" in yugoslavia
    assert any(label.startswith("a German airbase may be placed there") for label in yugoslavia)
    italy = follows(at("1940-2-summer"), "italy declare france")
    assert italy["Italy, NARFs in hand: Italian East Africa is cut off"] == -3
    turkey = follows(at("1940-2-summer"), "germany declare turkey")
    assert "the Soviet Union is free of the Pact and of its caution" in turkey
    assert any("surprise in the East" in label for label in follows(at("1941-2-summer"), "germany declare ussr"))


@pytest.mark.rule("tw-16.5", "tw-16.5-roll")
def test_16_5_an_attempt_tells_its_two_prices_and_its_die() -> None:
    told = follows(at("1941-2-summer"), "ussr declare germany")
    assert told["of an attempt that is paid for whatever comes of it"] == -5
    assert told["Soviet Union pays: declaration of war on Germany"] == -15
    assert told["highest die that succeeds against what is recorded of it; then"] == 4
    assert "war: Germany with Soviet Union" in told


@pytest.mark.rule("tw-16.5", "tw-16.5-roll")
@pytest.mark.parametrize("face", [1, 2, 3, 4])
def test_16_5_the_worked_example_of_summer_1941_as_a_played_turn(face: int) -> None:
    """24 factors, a TAC and an MDM in Poland: for 5 NARFs the Soviets need a 1 or a 2, without Germans a 4."""
    kinds = (("inf", "6-5"),) * 4 + (("tac", "1-5-4"), ("mdm", "1-7-6"))
    germans = {
        f"germany-{kind}-{900 + n}": Unit(power="germany", kind=kind, strength=strength, place="warsaw")
        for n, (kind, strength) in enumerate(kinds)
    }
    bare = at("1941-2-summer")
    before = attrs.evolve(bare, units={**bare.units, **germans})
    asked = given(before, "ussr declare germany")
    [question] = decisions(asked)
    assert question.default == "germany eastern-garrison 2" and not wars.at_war(asked, "germany", "ussr")
    after = given(asked, question.default, faces=(face,))
    assert wars.at_war(after, "germany", "ussr") == (face <= 2)
    assert hand(before, "ussr") - hand(after, "ussr") == (5 + 15 if face <= 2 else 5)
    alone = given(bare, "ussr declare germany", "germany eastern-garrison 0", faces=(face,))
    assert wars.at_war(alone, "germany", "ussr")
    # On success the surprise is nobody's, and no Lend-Lease goes to who attacked (14.8.2, 21.4).
    assert alone.facts[wars.SOVIET_ATTACK] and "eastern-surprise-due" not in alone.facts


def test_6_4_the_list_and_the_war_do_not_differ() -> None:
    """Whatever is declared: what was told of wars, levels and money is what then stands."""
    for turn in ("1939-4-winter", "1940-2-summer", "1941-2-summer"):
        before = at(turn)
        for power in before.powers:
            for on in (*before.powers, *before.countries):
                line = f"{power} declare {on}"
                order = understand(RULESET, line, before)
                if refused(before, line) or "tries to declare" in order.sentence(before):
                    continue
                told = follows(before, line)
                now = given(before, line, faces=(1, 2))
                paid = sum(by for label, by in told.items() if "NARFs in hand" in label or " pays: " in label)
                changed = sum(hand(now, one) - hand(before, one) for one in before.powers)
                assert changed == paid, line
                moved_by = sum(by for label, by in told.items() if label.startswith("U.S. Entry Level: "))
                assert int(now.facts.get("usel", 0)) - int(before.facts.get("usel", 0)) == moved_by, line
                new = [war for key, war in now.wars.items() if key not in before.wars]
                fronts = "\n".join(label for label in told if label.startswith("war: "))
                assert all(names_of(now, war) <= set(re.split(r", | and | with |\n|war: ", fronts)) for war in new), (
                    line
                )


def names_of(campaign: TheWar, war: War) -> set[str]:
    """The names of the two that are at war."""
    return {wars.named(campaign, who) for who in war.names}


def test_6_4_a_player_sees_it_before_enter_and_when_he_asks_what_if() -> None:
    found: Any = StandinDesk(at("1940-2-summer"))
    shown = effects(found, verdict(found, "britain declare norway"))
    assert "Norway: Satellite of Germany (16.3, 23.38)" in shown
    asked = "\n".join(line.text for line in pondered(found, ["britain declare norway"]))
    assert "Norway: Satellite of Germany (16.3, 23.38)" in asked and "U.S. Entry Level" in asked
    asked = "\n".join(line.text for line in pondered(found, ["germany declare yugoslavia"]))
    assert "Satellite of Britain or Soviet Union, by the higher die (23.58)" in asked
    # What may not be declared tells its reason instead.
    assert "21.6" in "\n".join(line.text for line in pondered(found, ["ussr declare romania"]))


# ---------------------------------------------------------------- the segment


@pytest.mark.rule("tw-3.4", "tw-6.4.1")
def test_3_4_war_is_declared_after_planning_and_before_strategic_warfare() -> None:
    line = "germany declare norway"
    segments = list(dict.fromkeys(step.id.partition(".")[0] for step in RULESET.sequence.steps))
    assert segments[segments.index("declarations") - 1] == "planning"
    assert segments[segments.index("declarations") + 1] == "strategic-warfare"
    for step in ("planning.effort", "strategic-warfare.build", "axis.operations.attacks", "allied.build.units"):
        before = at("1940-2-summer", step)
        text = refused(before, line)
        assert "wars are declared in the Declaration of War Segment (6.4.1). Segment 4 of each turn." in text
        # Nor is one given afterwards as forgotten.
        assert "Without 'late', when its rule allows it" in refused(before, f"late {line}")
    declared = given(at("1940-2-summer"), line)
    assert wars.at_war(declared, "germany", "norway")
    several = by_seats(at("1940-2-summer"))
    order = understand(RULESET, line, several)
    with pytest.raises(Refused, match="Germany"):
        play.submit(RULESET, several, [order], seat="western", dice=FixedDice(()), n=1)


def by_seats(campaign: TheWar) -> TheWar:
    """The campaign with a seat for each alliance."""
    seats = {power: row.alliance for power, row in campaign.powers.items()}
    return attrs.evolve(campaign, seats=seats)
