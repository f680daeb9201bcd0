"""What is wrong about a try for a variant, and about the hand: each is refused with its rule, the reason, and what
helps (28.0, 28.1, 28.2, 16.6, 3.3, rulings 381 to 390)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.sheets.ledger import Duties
from engine.thewar.countries.variant_table import rows
from engine.thewar.politics.variant_attempts import Project
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import SurrenderRoll, TheWar, VariantTry
from tests.thewar.drawn import drawn
from tests.thewar.minors import at, at_war
from tests.thewar.politics.scenes import TWO, Table, table
from tests.thewar.politics.test_variant_attempts import solo, with_saved

Z_PLAN = "germany variant z-plan yard=kiel"


def won(number: int = 12) -> Table:
    """Germany has won its first die of Fall 1940 and not chosen a project yet."""
    return solo().give("germany try-variant roll", 9)


def holding(name: str, turn: str) -> Table:
    """A power has obtained a variant in Fall 1939, and stands in the diplomatic step of a later turn."""
    row = rows()[name]
    one = VariantTry(
        power=row["power"], turn="1939-3-fall", goal="roll", won=True, second=9, got=True, project=row["number"]
    )
    return Table(attrs.evolve(table({}, turn=turn), variant_tries={one.address: one}))


# ---------------------------------------------------------------- tries


@pytest.mark.rule("tw-3.3-skip")
def test_3_3_a_target_after_a_try_a_try_after_a_target_and_a_second_try_tell_what_may_be_done() -> None:
    both = "Diplomacy or a variant roll in a turn, not both; spying is all the diplomacy that its power does."
    tried = solo().give("germany try-variant save", 2)
    assert f"Germany has tried for a variant in this turn (3.3, 16.1.3). {both}" in tried.refused(
        "germany influence spain against=western"
    )
    for goal in ("roll", "save"):
        text = tried.refused(f"germany try-variant {goal}")
        assert f"Germany has tried for a variant in this turn (3.3, 28.0). {both}" in text
    named = solo().give("germany influence spain against=western", 5)
    assert f"Germany has named a target in this turn (3.3, 28.0). {both}" in named.refused("germany try-variant roll")


@pytest.mark.rule("tw-28.1", "tw-28.2")
def test_28_1_a_project_past_its_window_used_up_or_of_no_list_of_its_power_sends_to_another() -> None:
    text = won().refused("germany project item=0")
    assert "no project is chosen (28.0, ruling 386). By its number in the list: item=1 to item=23." in text
    soviet = solo("ussr", pops={"ussr variant": 1}).give("ussr try-variant roll", 1).refused("ussr project item=18")
    assert (
        "18 is no project of Soviet Union (28.0, ruling 386). By its number in the list: item=1 to item=17." in soviet
    )
    late = solo(turn="1942-1-spring").give("germany try-variant roll", 9).refused("germany project item=21")
    assert "French Morale could be played until Fall 1940 (28.1.2, ruling 386). Another project." in late
    had = holding("z-plan", "1940-3-fall").campaign.variant_tries
    used = won().campaign
    again = Table(attrs.evolve(used, variant_tries={**used.variant_tries, **had})).refused("germany project item=5")
    assert "Z-Plan has been obtained 1 times (28.1.2, ruling 386). 1 at most; another project." in again


@pytest.mark.rule("tw-28.1")
def test_28_1_a_project_whose_condition_is_lost_for_good_is_not_tried_for() -> None:
    """Peace that is over, a country attacked (ruling 610); what may still come is open."""
    start = solo("italy", turn="1941-1-spring").campaign
    for pair, item, said in (
        (
            "britain+italy",
            9,
            "Diplomatic Muscle: Britain and Italy are at war (28.1.1, rulings 386, 610). Another project",
        ),
        ("france+italy", 15, "Corsica: France and Italy are at war (28.1.1, rulings 386, 610)."),
        ("greece+italy", 6, "Balkan Diplomacy: Italy has attacked Greece (28.1.1, rulings 386, 610)."),
    ):
        here = Table(at_war(start, pair)).give("italy try-variant roll", 9)
        assert said in here.refused(f"italy project item={item}")
        offered = [order.item for order in Project.offers(here.campaign, "italy")]
        assert item not in offered and {2, 7, 8, 14} <= set(offered)
    peace = Table(start).give("italy try-variant roll", 9)
    assert {2, 6, 9, 15} <= {order.item for order in Project.offers(peace.campaign, "italy")}


@pytest.mark.rule("tw-28.0")
def test_28_0_what_was_said_before_a_die_stands_when_it_has_fallen() -> None:
    """Neither what a success is for (ruling 381) nor the project (ruling 386) is changed after its die."""
    once = "Once in Spring and once in Fall; the die has fallen, the choice stands."
    saved = solo().give("germany try-variant save", 9)
    assert f"Germany saves its success of this turn (28.0). {once}" in saved.refused("germany project item=12")
    chosen = won().give("germany project item=12", 2)
    for item in (12, 5):
        text = chosen.refused(f"germany project item={item}")
        assert f"Germany has rolled for a project in this turn (28.0). {once}" in text
    failed = solo().give("germany try-variant roll", 2)
    text = failed.refused("germany project item=12")
    assert f"Germany has tried for a variant in this turn without success (28.0). {once}" in text
    text = solo().refused("germany project item=12")
    assert text.startswith("Germany has not tried for a variant in this turn (28.0). 'germany try-variant roll' comes")


@pytest.mark.rule("tw-28.0-acc")
def test_28_0_three_saved_modifiers_are_none_that_anybody_has() -> None:
    text = with_saved(solo(), "germany", 2).refused("germany try-variant roll saved=3")
    assert "saved: 3 is out of range (28.0). From 0 to 2." in text
    over = solo().refused('overrule "so agreed" germany try-variant roll saved=3', "solo")
    assert "saved: 3 is out of range (28.0). From 0 to 2." in over
    two = with_saved(solo(), "germany", 1).refused("germany try-variant roll saved=2")
    assert "2 saved modifiers, and Germany has 1 (28.0, ruling 384). 'try-variant save' saves one; two at" in two
    third = with_saved(solo(), "germany", 2).refused("germany try-variant save")
    assert "and 2 are the most there are (28.0, ruling 384). 'roll' tries for a project; saved= uses them." in third


@pytest.mark.rule("tw-28.0-us", "tw-28.0-chits")
def test_28_0_american_espionage_in_peace_and_counter_espionage_alone() -> None:
    text = solo("us").refused("us try-variant roll espionage=yes")
    assert "the United States plays no Espionage on a variant before it is in the war (28.0). Without the chit." in text
    alone = solo().refused("germany try-variant roll counter=britain")
    assert "Counter-Espionage alone does nothing (28.0, ruling 385). It cancels Espionage." in alone
    bare = solo().give("germany try-variant roll", 5)
    text = bare.refused("britain counter-chit yes")
    assert "nobody has played a chit that this would cancel (16.1.7.2). It is asked as an enemy plays one" in text


@pytest.mark.rule("tw-16.6")
def test_16_6_a_try_without_its_point_or_its_money_or_out_of_its_step() -> None:
    text = solo(pops={"germany spain": 1}).refused("germany try-variant roll")
    assert "Germany has no POP for a variant (28.0, 16.6, ruling 383). 'points none variant=yes' buys one" in text
    powers = {**won().campaign.powers}
    powers["germany"] = attrs.evolve(powers["germany"], narfs=2)
    broke = Table(attrs.evolve(won().campaign, powers=powers)).refused("germany project item=12")
    assert "3" in broke and "(28.0" in broke and "deficit" in broke
    step = attrs.evolve(solo().campaign.progress, step="planning.points")
    early = Table(attrs.evolve(solo().campaign, progress=step))
    assert "not in this step" in early.refused("germany try-variant roll")


# ---------------------------------------------------------------- the hand


@pytest.mark.rule("tw-28.0-play")
def test_28_0_what_was_not_obtained_or_was_played_already_is_not_played() -> None:
    text = solo().refused(Z_PLAN)
    assert "Germany has not obtained Z-Plan (28.0). 'germany try-variant roll', in Spring and Fall; 'overrule'" in text
    twice = holding("heavy-artillery", "1940-1-spring").give("germany variant heavy-artillery")
    text = twice.refused("germany variant heavy-artillery")
    assert "Germany has played the Heavy Artillery that it had obtained (28.0). Each result is played once" in text
    text = solo().refused("italy variant z-plan")
    assert "Z-Plan is a variant of Germany (28.1.2). A power plays those of its own list." in text
    other = holding("heavy-artillery", "1940-1-spring").refused("germany variant heavy-artillery had=1939-4-winter")
    assert "it was obtained in Fall 1939 (28.0). had=1939-3-fall, or nothing." in other


@pytest.mark.rule("tw-28.0-play")
@pytest.mark.parametrize(
    ("name", "turn", "said"),
    [
        ("jet-program", "1942-3-fall", "Jet program is played from Spring 1943 on (28.1.2). In 2 turns."),
        (
            "heavy-artillery",
            "1942-3-fall",
            "could be played until Summer 1942 (28.1.2). Its time is over; another one.",
        ),
        ("british-commandos", "1940-1-spring", "Commandos is not played now (28.2.2). France has not fallen."),
        ("z-plan", "1940-1-spring", "of the force pool are given up, 0 are left there (28.1.2). Built ones stay: it w"),
        ("bomber-research", "1940-1-spring", "It is played from Spring 1941 on."),
        ("winterized-wehrmacht", "1942-1-spring", "With the weather roll of a Winter in the East, winterized=yes."),
    ],
)
def test_28_0_too_early_too_late_without_its_condition_or_its_price(name: str, turn: str, said: str) -> None:
    power = rows()[name]["power"]
    here = holding(name, turn)
    if name == "z-plan":
        pools = {key: one for key, one in here.campaign.pools.items() if not key.startswith("germany-arm-8-8")}
        here = Table(attrs.evolve(here.campaign, pools=pools))
    assert said in here.refused(f"{power} variant {name}")
    assert not here.campaign.facts.get(f"variant-{name}")


@pytest.mark.rule("tw-28.2.2-03", "tw-28.2.3-16", "tw-28.2.3-05")
@pytest.mark.parametrize(
    ("line", "turn", "step", "said"),
    [
        ("britain variant window", "1943-3-fall", "strategic-warfare.bombers", ""),
        ("britain variant window", "1943-3-fall", "axis.build.units", "its 'bombing of germany' is over"),
        ("britain variant window", "1943-2-summer", "planning.effort", "Window is played in spring or fall"),
        ("ussr variant gulags", "1942-1-spring", "allied.build.units", ""),
        ("ussr variant gulags", "1942-1-spring", "allied.end.naval", "is for one turn alone, and its"),
        ("ussr variant communist-subversion", "1942-1-spring", "allied.end.naval", ""),
        ("ussr variant communist-subversion", "1941-2-summer", "allied.end.naval", "Not before the turn after the war"),
    ],
)
def test_28_2_what_counts_in_its_turn_alone_is_not_played_for_nothing(
    line: str, turn: str, step: str, said: str
) -> None:
    """Not once what it is for is over (ruling 611); 'any turn after' an invasion is none of its own turn."""
    start = at_war(at("1941-2-summer", step), "germany+ussr")
    later = attrs.evolve(at(turn, step), wars={**start.wars})
    refused = Table(drawn(later, line)).refused(line)
    assert said in refused if said else not refused


@pytest.mark.rule("tw-28.1.2-21")
def test_28_1_2_french_morale_is_for_the_first_roll_and_not_played_once_it_was_made() -> None:
    """Nor tried for (ruling 622)."""
    here = drawn(table({}, turn="1940-3-fall"), "germany variant french-morale")
    assert not Table(here).refused("germany variant french-morale")
    made = SurrenderRoll.made_of("france", "list", "1940-2-summer", face=9)
    rolled = attrs.evolve(here, surrender_rolls={made.address: made})
    text = Table(rolled).refused("germany variant french-morale")
    assert text == "French Morale is not played now (28.1.2). France has rolled for its surrender."
    tried = attrs.evolve(won().campaign, surrender_rolls=rolled.surrender_rolls)
    assert "French Morale: France has rolled for its surrender (28.1.2, rulings 386, 610)" in Table(tried).refused(
        "germany project item=21"
    )


@pytest.mark.rule("tw-28.0-play")
def test_28_0_what_is_due_names_in_a_line_what_a_power_holds_and_nothing_that_it_has_played() -> None:
    campaign = table({}, seats=TWO)
    for name in ("heavy-artillery", "heavy-artillery", "katyn", "schnorkel", "sneak-attack"):
        campaign = drawn(campaign, f"germany variant {name}")
    sheet: Any = RULESET.sheet(Duties)

    def told(seen: TheWar) -> list[str]:
        return [duty.text for duty in sheet.due(seen) if "holds" in duty.text]

    assert told(campaign) == ["Germany holds 5 variants: 11, Heavy Artillery 2 times; 22, Katyn; 15, Schnorkel; 1 more"]
    played = Table(campaign).give("germany variant heavy-artillery")
    assert "Germany holds 4 variants" in told(played.campaign)[0]
    sealed = {key: attrs.evolve(one, project=0) for key, one in campaign.variant_tries.items()}
    assert told(attrs.evolve(campaign, variant_tries=sealed)) == ["Germany holds 5 variants: its own seat knows which"]
