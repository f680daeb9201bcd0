"""A step done on the board: what to do, the figures to type, the forms at hand, how far one key passes on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.kernel import paths
from engine.kernel.orders import Field, Form
from engine.kernel.outlook import Mark, Outlook
from engine.kernel.passing import Onward
from engine.kernel.refusals import Refusal
from engine.kernel.umpire import Ruling
from engine.kernel.values import frozen
from tui.frame_model import power_name
from tui.models.led_past import onward
from tui.models.occasions import occasions
from tui.rows import clean
from tui.words import and_list

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.kernel.campaign import Campaign
    from saves.desk import Desk


@frozen
class FieldRow:
    """A figure that the step may set. ``now``: what stands at ``path``; ``typed``: what the player has typed (None:
    nothing); ``refusals``: what the rules say about that."""

    path: str
    label: str
    rule: str
    choices: tuple[str, ...]
    now: str
    typed: str | None
    refusals: tuple[Refusal, ...]

    @property
    def changed(self) -> bool:
        """Whether ending the step would set the figure."""
        return self.typed is not None and self.typed != self.now


@frozen
class ByHand:
    """The whole panel. ``done``: the order that ends the step; ``onward``: the one that passes on, through the step
    titled ``onward_title`` and up to ``onward_next``; both '' where this seat has nothing to end. ``offered``: orders
    without boxes that may be given here, each with its sentence; ``passed``: steps just skipped, and why;
    ``occasions``: why this one came up."""

    title: str
    rule: str
    lines: tuple[str, ...]
    who: str
    fields: tuple[FieldRow, ...]
    forms: tuple[Form, ...]
    offered: tuple[tuple[str, str], ...]
    done: str
    onward: str
    onward_title: str
    onward_next: str
    passed: tuple[tuple[str, str], ...]
    occasions: tuple[str, ...]

    @property
    def orders(self) -> tuple[str, ...]:
        """What Enter gives: a ruling for each changed figure, then the end of the step."""
        rulings = tuple(ruling(field, self.title) for field in self.fields if field.changed)
        return (*rulings, self.done) if self.done else rulings

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """Why Enter would be refused."""
        return tuple(refusal for field in self.fields if field.changed for refusal in field.refusals)


def ruling(field: FieldRow, title: str) -> str:
    """The order that sets a figure."""
    why = f"{title} ({field.rule})" if field.rule else title
    return str(Ruling(field.path, field.typed or "", why).text)


def value_at(campaign: Campaign, path: str) -> str:
    """What stands at a path, as it would be typed; '' where nothing stands."""
    try:
        value = paths.get(campaign, path)
    except paths.UnknownPath:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return clean(str(value)) if isinstance(value, int | str) else ""


def by_hand(desk: Desk, outlook: Outlook, marks: Sequence[Mark[Any]], typed: Mapping[str, str]) -> ByHand:
    """The panel's content; ``typed`` by path."""
    campaign = desk.campaign
    step = desk.ruleset.sequence[outlook.step]
    title = clean(step.title)
    fields = tuple(_field(desk, field, typed.get(field.name), title) for field in step.fields)
    done = next((choice.text for choice in outlook.choices if choice.ends), "")
    ahead = onward(desk, marks)
    through = f"{done} through {ahead.last.id}" if done and ahead.last is not None else ""
    now_at = next((at for at, mark in enumerate(marks) if mark.state == "now"), len(marks))
    passed: list[tuple[str, str]] = []
    for mark in reversed(marks[:now_at]):
        if mark.state != "skipped":
            break
        passed.append((clean(mark.step.title), clean(mark.reason)))
    return ByHand(
        title=title,
        rule=clean(step.rule),
        lines=sentences(step.says(campaign)),
        who=_who(campaign, outlook.awaits),
        fields=fields,
        forms=outlook.forms,
        offered=tuple(
            (choice.text, clean(choice.order.sentence(campaign)))
            for choice in outlook.choices
            if not choice.ends and not choice.refused
        ),
        done=done,
        onward=through,
        onward_title=clean(ahead.last.title) if ahead.last is not None else "",
        onward_next=_named(ahead) if ahead.last is not None else "",
        passed=tuple(reversed(passed)),
        occasions=occasions(desk, step),
    )


def sentences(lines: Sequence[str]) -> tuple[str, ...]:
    """A step's lines, those joined that go on in the next one, so that they can be wrapped for any width."""
    joined: list[str] = []
    for line in lines:
        if joined and not joined[-1].endswith((".", ":", "!", "?")):
            joined[-1] += f" {clean(line)}"
        else:
            joined.append(clean(line))
    return tuple(joined)


def _who(campaign: Campaign, powers: Sequence[str]) -> str:
    everyone = len(powers) > 1 and set(powers) == set(campaign.seats)
    return "all powers" if everyone else and_list([power_name(campaign, power) for power in powers])


def _named(ahead: Onward) -> str:
    """Where play comes to rest, and why there where something stops."""
    following, last = ahead.following, ahead.last
    if following is None:
        return "the end of the turn"
    half = following.half
    prefix = f"{half.title()} " if half and last is not None and half != last.half else ""
    return prefix + clean(following.title)


def _field(desk: Desk, field: Field, typed: str | None, title: str) -> FieldRow:
    now = value_at(desk.campaign, field.name) or field.default
    unchanged = FieldRow(
        path=field.name,
        label=clean(field.label),
        rule=clean(field.rule),
        choices=field.choices,
        now=now,
        typed=typed,
        refusals=(),
    )
    if not unchanged.changed:
        return unchanged
    if field.choices and typed not in field.choices:
        # The engine takes any text for such a figure; the step knows what it may be.
        not_offered = Refusal(
            unchanged.rule, f"'{clean(typed or '')}' is none of these", f"{', '.join(field.choices)}."
        )
        return FieldRow(unchanged.path, unchanged.label, unchanged.rule, unchanged.choices, now, typed, (not_offered,))
    why = f"{title} ({unchanged.rule})" if unchanged.rule else title
    refusals = desk.judge(Ruling(field.name, typed or "", why))
    return FieldRow(unchanged.path, unchanged.label, unchanged.rule, unchanged.choices, now, typed, refusals)
