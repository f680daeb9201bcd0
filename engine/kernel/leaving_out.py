"""What a scenario may leave out of the sequence of play (``leaves_out``): every fault of its list of steps.

What is left out is skipped with that reason (``Step.skipped``), asks nobody, and nothing of it falls due.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kernel.campaign import Campaign
from engine.kernel.refusals import Refusal
from engine.kernel.ruleset import Fault, Ruleset
from engine.kernel.sequence import LEFT_OUT, Sequence, Step

WHERE = "leaves_out"


def faults(ruleset: Ruleset[Any], campaign: Campaign) -> Iterator[Fault]:
    """What is wrong with the steps that a campaign leaves out: names of no step, names given twice, steps in which a
    turn ends, and nothing left that anybody would play."""
    steps, names = ruleset.sequence.steps, campaign.leaves_out
    for at, name in enumerate(names):
        shown = repr(name[:80])
        meant = [step for step in steps if name in step.names]
        if not meant:
            likely = ruleset.sequence.nearest(name)
            yield Fault(WHERE, f"there is no step {shown}", nearest=likely[0] if likely else "")
        elif name in names[:at]:
            yield Fault(WHERE, f"the step {shown} is named twice")
        elif any(step.closes or step is steps[-1] for step in meant):
            title = meant[0].title
            kept = ", ".join(_kept(ruleset.sequence))
            yield Fault(WHERE, f"{shown} ('{title}') may not be left out, a turn ends in it; so may not: {kept}")
    if names and not any(step.mode != "automatic" and not step.left_out(campaign) for step in steps):
        yield Fault(WHERE, "nothing is left that anybody decides")


def _kept(sequence: Sequence[Any]) -> dict[str, None]:
    """The slugs of the steps that no scenario may leave out, each once."""
    return dict.fromkeys(step.slug for step in sequence.steps if step.closes or step is sequence.steps[-1])


def refusal(campaign: Campaign, rule: str, steps: list[Step[Any]]) -> Refusal | None:
    """Why an order of these steps is not given in a campaign that leaves out all of them; None where it does not."""
    if not steps or not all(step.left_out(campaign) for step in steps):
        return None
    titles = ", ".join(dict.fromkeys(step.title for step in steps[:3]))
    return Refusal(rule, f"{LEFT_OUT}: {titles}", "A scenario that plays this step has it, or a ruling enters it.")
