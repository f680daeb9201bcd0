"""Declarations of war that are none: each refused with its rule and the way out, nothing changed; out of its segment,
and from the seat of another (6.1 to 6.4, 16.3, 16.5, 21.6, 22.3)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.kernel.refusals import Refused
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar
from tests.thewar.builds import refused
from tests.thewar.countries.test_declarations import garrison
from tests.thewar.minors import at, at_war, with_country
from tests.thewar.politics.purchases import SIDES, THREE


def guarded() -> TheWar:
    """Fall 1940, with a German garrison in Poland."""
    return garrison(at("1940-3-fall"), 1)


def turkish() -> TheWar:
    """Turkey is an Associate of the Soviets, with whom Germany is at peace."""
    return with_country(at("1941-3-fall"), "turkey", status="associate", patron="ussr")


def tried() -> TheWar:
    """The Soviets have tried in this turn, and Germany has nothing in the East."""
    now = at("1941-1-spring")
    return attrs.evolve(now, facts={**now.facts, "soviet-attempt": "1941-1-spring"})


def allied() -> TheWar:
    """The Soviets are at war with Germany, and by that with Italy."""
    return at_war(at("1941-3-fall"), "germany+ussr", "italy+ussr", "britain+italy")


def poor() -> TheWar:
    """Germany has 4 NARFs."""
    now = at("1940-2-summer")
    return attrs.evolve(now, powers={**now.powers, "germany": attrs.evolve(now.powers["germany"], narfs=4)})


BAD = {
    "a Soviet declaration in Fall 1940 against a garrison": (
        guarded,
        "ussr declare germany",
        "a German garrison in Poland and Romania forbids it: 1 x 12 factors and 1 air unit (16.5)",
        "Without the garrison, or once Germany has attacked Turkey.",
    ),
    "a second Soviet attempt in a turn": (
        tried,
        "ussr declare germany",
        "the Soviet Union has tried in this turn (16.5)",
        "One attempt a turn.",
    ),
    "Romania before Summer 1941": (
        lambda: at("1941-1-spring"),
        "ussr declare romania",
        "no Soviet war on Romania before Summer 1941 (21.6)",
        "Earlier only if it attacked first, or Germany has declared war on Turkey.",
    ),
    "Sweden before Summer 1941": (
        lambda: at("1940-4-winter"),
        "ussr declare sweden",
        "no Soviet war on Sweden before Summer 1941 (21.6)",
        "Earlier only if",
    ),
    "an Associate alone": (
        turkish,
        "germany declare turkey",
        "Turkey is an Associate of Soviet Union (16.3.3)",
        "'germany declare ussr' comes first, each at its price (ruling 425).",
    ),
    "Finland alone, Germany's Associate": (
        lambda: at("1941-2-summer"),
        "ussr declare finland",
        "Finland is an Associate of Germany (16.3.3)",
        "'ussr declare germany' comes first",
    ),
    "a second payment for an ally": (
        allied,
        "ussr declare italy",
        "is at war with Italy already (6.4.1)",
        "One declaration does for allies and all Satellites (6.3, 6.4.2).",
    ),
    "a second payment for France": (
        lambda: at_war(at("1940-2-summer"), "britain+italy", "france+italy"),
        "france declare italy",
        "France is at war with Italy already (6.4.1)",
        "One declaration of war does for Britain and France (6.4.2).",
    ),
    "an ally": (
        lambda: at("1940-2-summer"),
        "germany declare italy",
        "Germany and Italy fight on one side (6.2, 6.4.1)",
        "Declare on an enemy of both.",
    ),
    "Britain and France on each other": (
        lambda: at("1940-2-summer"),
        "britain declare france",
        "are one nation in declarations of war (6.2.1, 6.4.1)",
        "Declare on an enemy of both.",
    ),
    "the neutral United States": (
        lambda: at("1941-3-fall"),
        "us declare spain",
        "a neutral United States declares no war (16.3, 22.3)",
        "'us try-entry', then 'us enter' if it may.",
    ),
    "a war that stands": (
        lambda: at("1940-2-summer"),
        "germany declare britain",
        "Germany is at war with Britain already (6.4.1)",
        "One declaration does for allies",
    ),
    "who is conquered": (
        lambda: with_country(at("1940-2-summer"), "poland", status="conquered", patron="germany"),
        "italy declare poland",
        "Poland is conquered (6.4)",
        "War is declared on Germany, whose it is.",
    ),
    "more than there is": (
        poor,
        "germany declare norway",
        "it costs 5 NARFs, 4 are free (6.4.2, 14.1.4)",
        "deficit=yes",
    ),
    "nobody": (
        lambda: at("1940-2-summer"),
        "germany declare atlantis",
        "there is no country 'atlantis' to declare war on",
        "",
    ),
}
"""By what is wrong: the campaign, the order, the words with the rule, and what helps."""


@pytest.mark.rule("tw-6.4", "tw-6.4.1", "tw-21.6", "tw-16.3.3")
@pytest.mark.parametrize("bad", BAD)
def test_6_4_a_bad_declaration_is_refused_with_its_rule_and_the_way_out(bad: str) -> None:
    make, line, reason, way_out = BAD[bad]
    campaign = make()
    text = refused(campaign, line)
    assert reason in text and way_out in text, text
    order = understand(RULESET, line, campaign)
    with pytest.raises(Refused):
        play.submit(RULESET, campaign, [order], seat="solo", dice=FixedDice(()), n=1)


@pytest.mark.rule("tw-3.4", "tw-6.4.1")
@pytest.mark.parametrize("step", ["planning.effort", "strategic-warfare.build", "axis.operations.attacks"])
@pytest.mark.parametrize("line", ["germany declare norway", "us enter", "ussr declare germany"])
def test_6_4_1_no_declaration_is_given_in_another_segment(step: str, line: str) -> None:
    campaign = at("1942-1-spring", step)
    rolled = attrs.evolve(campaign, facts={**campaign.facts, "us-may-enter": "1942-1-spring"})
    text = refused(rolled, line)
    assert "wars are declared in the Declaration of War Segment (6.4.1). Segment 4 of each turn." in text
    assert "wars are declared" not in refused(at("1942-1-spring"), line)


@pytest.mark.rule("tw-6.4.1", "tw-6.2.1-dow")
@pytest.mark.parametrize("seats", [SIDES, THREE])
def test_6_4_1_nobody_declares_war_for_a_power_of_another_seat(seats: dict[str, str]) -> None:
    campaign = attrs.evolve(at("1941-2-summer"), seats=seats)
    for line in ("germany declare norway", "ussr declare germany", "britain declare norway"):
        power = line.split()[0]
        order = understand(RULESET, line, campaign)
        for seat in set(seats.values()) - {seats[power]}:
            text = "; ".join(str(one) for one in play.judge(RULESET, campaign, order, seat))
            assert campaign.powers[power].name in text and text
            with pytest.raises(Refused):
                play.submit(RULESET, campaign, [order], seat=seat, dice=FixedDice(()), n=1)
        assert not play.judge(RULESET, campaign, order, seats[power])
    # What a declaration asks is answered by whom it asks.
    asked = play.submit(
        RULESET,
        campaign,
        [understand(RULESET, "ussr declare germany", campaign)],
        seat=seats["ussr"],
        dice=FixedDice(()),
        n=1,
    )[-1].campaign
    answer = understand(RULESET, "germany eastern-garrison 0", asked)
    assert play.judge(RULESET, asked, answer, seats["ussr"]) and not play.judge(RULESET, asked, answer, "axis")
