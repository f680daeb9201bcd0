"""What is kept, or left out, so that play is quick, beside the same worked out in full."""

from __future__ import annotations

from typing import Any

import attrs

from engine.kernel import judging, outlook
from engine.kernel.campaign import Campaign
from engine.kernel.ruleset import Ruleset
from engine.kernel.sequence import who_acts
from engine.kernel.stops import MUST


def asked_of_every_step(ruleset: Ruleset[Any], campaign: Campaign) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Why each step of the turn is skipped, and who acts in it. Keeps the answers with a campaign that is kept."""
    return {
        step.id: (step.skipped(campaign), who_acts(campaign, step.who) if step.mode != "automatic" else ())
        for step in ruleset.sequence.steps
    }


def assert_what_lasts_is_as_if_asked_anew(ruleset: Ruleset[Any], campaign: Campaign) -> None:
    """Asks all of it on the campaign and on an equal one that remembers nothing."""
    forgetful = attrs.evolve(campaign)
    assert forgetful.lasting is None and forgetful.known is None
    assert asked_of_every_step(ruleset, campaign) == asked_of_every_step(ruleset, forgetful)
    # Whoever lets another question last asks it above; who speaks in the diplomatic step is asked as who acts in it.
    questions: list[Any] = [key[0] if isinstance(key, tuple) else key for key in campaign.lasting or ()]
    asked = {question.__qualname__.rpartition(".")[2] for question in questions}
    assert asked <= {"who_acts", "reason_now", "speakers"}, asked


def assert_what_bars_is_what_must_be_done(ruleset: Ruleset[Any], campaign: Campaign) -> None:
    """Asks every step for all that nobody is led past, and for that alone which bars its end."""
    for step in ruleset.sequence.steps:
        assert list(step.bars(campaign)) == [stop for stop in step.stops(campaign) if stop.weight == MUST], step.id


def assert_choices_are_refused_what_a_judge_refuses(ruleset: Ruleset[Any], campaign: Campaign, seat: str) -> int:
    """Asks of every choice what speaks against it, its place in the turn, its shape and all that it names with the
    rest, these also where its judge speaks first. Returns how many there are."""
    choices = outlook.outlook(ruleset, campaign, seat).choices
    shown = judging.seen(campaign, seat)
    for choice in choices:
        assert not [*choice.order.shape(shown), *choice.order.strangers(shown)], choice.text
        assert choice.refused == judging.judge(ruleset, campaign, choice.order, seat), choice.text
    return len(choices)
