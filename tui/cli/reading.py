"""``show``, ``choices`` and ``forecast``: what a seat sees and may do, nothing written."""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from engine.kernel import things
from engine.kernel.sheets.ledger import ledger_of
from tui.cli import output
from tui.cli.desks import campaign_arguments, duties, ledger, open_desk, planning_desk, where_it_stands, who_is_awaited
from tui.words import bare

if TYPE_CHECKING:
    from engine.kernel.orders import Field, Form
    from engine.kernel.outlook import Choice, Outlook
    from engine.kernel.refusals import Breakdown
    from saves.desk import Desk


def show_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser)
    parser.add_argument(
        "path", metavar="PATH", nargs="?", help="one figure, such as powers.germany.narfs, or all below a path"
    )
    parser.add_argument("--steps", action="store_true", help="the steps of the turn by name, for done through STEP")


def show(args: argparse.Namespace) -> int:
    """Print where the campaign stands, or one figure. Raises UnknownPath, SavesError."""
    desk = open_desk(args.campaign, args.seat)
    if args.steps:
        return _show_steps(desk, json=args.json)
    if args.path:
        return _show_path(desk, args.path, args.json)
    if args.json:
        output.document(_campaign_document(desk))
        return 0
    campaign = desk.campaign
    date, step = where_it_stands(desk)
    output.say(f"{desk.name}: {campaign.title} - {date}")
    output.say(step)
    output.say(who_is_awaited(desk))
    if desk.waits_for_consent:
        from tui.cli.talking import proposal_lines

        for line in proposal_lines(desk):
            output.say(line)
    for line in ledger_lines(desk):
        output.say(line)
    for line in duty_lines(desk):
        output.say(line)
    return 0


def _show_steps(desk: Desk, *, json: bool) -> int:
    """Every step of the turn by the name that an order takes, with what becomes of it."""
    marks = desk.checklist()
    if json:
        output.document(
            [
                {"step": mark.step.id, "title": mark.step.title, "state": mark.state, "reason": mark.reason}
                for mark in marks
            ]
        )
        return 0
    states = {"done": "done", "now": "now", "next": "", "skipped": "skipped"}
    rows = [[mark.step.id, states[mark.state], mark.step.title, mark.reason] for mark in marks]
    output.say("\n".join(output.columns(rows, head=("step", "", "", ""))))
    return 0


def ledger_lines(desk: Desk) -> list[str]:
    """The powers' ledger as text, nothing where the game keeps none."""
    rows = ledger(desk)
    if not rows:
        return []
    columns = ledger_of(desk.ruleset).columns
    table = [[bare(row.name), *("" if value is None else value for value in row.figures), row.note] for row in rows]
    head = (ledger_of(desk.ruleset).money, *(column.title for column in columns), ledger_of(desk.ruleset).note_title)
    return ["", *output.columns(table, head=head, right=range(1, len(columns) + 1))]


def duty_lines(desk: Desk) -> list[str]:
    """What is due this turn as text."""
    lines = [f"  - {duty.text}{output.cited(duty.rule)}" for duty in duties(desk)]
    return ["", "Due", *lines] if lines else []


def _campaign_document(desk: Desk) -> dict[str, Any]:
    campaign, rules = desk.campaign, desk.ruleset
    outlook = desk.outlook()
    step = rules.sequence[campaign.progress.step] if campaign.progress.step else None
    return {
        "name": desk.name,
        "title": campaign.title,
        "ruleset": campaign.ruleset,
        "scenario": campaign.scenario,
        "seat": desk.seat,
        "last": desk.last_number,
        "turn": rules.calendar.now(campaign),
        "number": campaign.progress.turn,
        "turns": rules.calendar.last(campaign),
        "step": campaign.progress.step,
        "step_title": step.title if step else "",
        "rule": step.rule if step else "",
        "awaits": outlook.awaits,
        "decision": outlook.decision,
        "over": outlook.over,
        "ledger": ledger(desk),
        "due": duties(desk),
        "proposals": _proposals(desk),
        "warnings": desk.warnings,
        "state": campaign,
    }


def _proposals(desk: Desk) -> list[dict[str, Any]]:
    return [
        {
            "entry": one.n,
            "seat": one.seat,
            "player": one.player,
            "order": one.order.text,
            "accepted": one.accepted,
            "asked": one.lacks(desk.campaign),
        }
        for one in (desk.proposals if desk.waits_for_consent else ())
    ]


def _show_path(desk: Desk, path: str, json: bool) -> int:
    from engine.kernel.campaign import source
    from engine.kernel.paths import UnknownPath, get

    campaign = desk.campaign
    breakdown = ledger_of(desk.ruleset).explain(campaign, path)
    try:
        value = get(campaign, path)
    except UnknownPath:
        if breakdown is None:
            raise
        value = breakdown.total
    if json:
        document: dict[str, Any] = {"path": path, "value": value, "source": source(campaign, path)}
        if breakdown is not None:
            document["breakdown"] = breakdown.lines
            document["total"] = breakdown.total
        output.document(document)
        return 0
    leaves = list(_leaves(path, value))
    if len(leaves) == 1 and leaves[0][0] == path:
        output.say(f"{path}  {output.figure(value)}{_from(source(campaign, path))}")
    elif leaves:
        rows = [[at, output.figure(leaf), source(campaign, at)] for at, leaf in leaves]
        output.say("\n".join(output.columns(rows)))
    else:
        output.say(f"{path}: nothing there")
    if breakdown is not None:
        for line in breakdown_lines(breakdown):
            output.say(line)
    return 0


def _from(text: str) -> str:
    return f"  [{text}]" if text else ""


def _leaves(path: str, value: object) -> Iterator[tuple[str, object]]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield from _leaves(f"{path}.{key}", item)
    elif attrs.has(type(value)):
        for name in things.parts(value):
            yield from _leaves(f"{path}.{name}", things.part_of(value, name))
    else:
        yield path, value


def breakdown_lines(breakdown: Breakdown) -> list[str]:
    """A figure's causes as text, its sum last."""
    rows = [[line.label, line.value, line.rule] for line in breakdown.lines]
    return output.columns([*rows, ["total", breakdown.total, ""]], right=(1,), indent="  ") if rows else []


def choices_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser)
    parser.add_argument("--any", metavar="POWER", help="what a power may order at any time besides, such as a chit")


def choices(args: argparse.Namespace) -> int:
    """Print the orders open to a seat now, refused ones with every reason. Raises SavesError."""
    desk = open_desk(args.campaign, args.seat)
    if args.any:
        return _any_time(desk, desk.ruleset.aliases.get(args.any, args.any), json=args.json)
    outlook = desk.outlook()
    if args.json:
        output.document(
            {
                "seat": outlook.seat,
                "step": outlook.step,
                "last": desk.last_number,
                "choices": [
                    {
                        "text": choice.text,
                        "title": choice.title,
                        "power": choice.power,
                        "cost": choice.cost.total,
                        "breakdown": choice.cost.lines,
                        "refused": choice.refused,
                    }
                    for choice in outlook.choices
                ],
                "forms": [_form(form) for form in outlook.forms],
                "awaits": outlook.awaits,
                "decision": outlook.decision,
                "over": outlook.over,
            }
        )
        return 0
    date, step = where_it_stands(desk)
    output.say(f"{date} - {step}")
    output.say(who_is_awaited(desk))
    _print_choices(desk, outlook)
    if outlook.choices and not outlook.decision:
        output.say()
        output.say("'choices --any POWER' lists what a power may order at any time besides.")
    if not outlook.seat:
        output.say("The public view: nothing is offered without --seat.")
    return 0


def _any_time(desk: Desk, power: str, *, json: bool) -> int:
    """Print what a power may order besides the step at hand. Raises Misuse."""
    from tui.cli.faults import Misuse
    from tui.models.any_time import orders, powers

    mine = powers(desk)
    if power not in mine:
        raise Misuse(f"'{power}' is no power of this seat; it has: {', '.join(mine) or 'none'}")
    found = orders(desk, power)
    if json:
        offered = [{"text": choice.text, "title": choice.title} for choice in found.choices]
        output.document({"power": power, "choices": offered, "forms": [_form(form) for form in found.forms]})
        return 0
    if found.choices:
        rows = [[choice.text, _says(desk, choice)] for choice in found.choices]
        output.say("\n".join(output.columns(rows, head=("at any time", ""))))
    output.say("to fill in")
    rows = [[form.pattern, form.title + output.cited(form.rule)] for form in found.forms]
    output.say("\n".join(output.columns(rows)))
    return 0


def _form(form: Form) -> dict[str, object]:
    """A form for a program: its boxes with what may be typed. ``ticked``: the screens have counters to tick there."""

    def boxes(fields: Iterable[Field]) -> list[dict[str, object]]:
        said = ("name", "label", "rule", "choices", "default", "listed", "free", "grows")
        return [
            attrs.asdict(box, recurse=False, filter=attrs.filters.include(*said)) | {"ticked": box.counters is not None}
            for box in fields
        ]

    whole = attrs.asdict(
        form, recurse=False, filter=attrs.filters.include("verb", "title", "pattern", "rule", "closed")
    )
    return whole | {"fields": boxes(form.fields), "more": boxes(form.more)}


def _print_choices(desk: Desk, outlook: Outlook) -> None:
    step = desk.ruleset.sequence[outlook.step] if outlook.step else None
    told = step.says(desk.campaign) if step is not None else ()
    if outlook.decision is not None and outlook.choices:
        sealed = ("sealed until all have answered",) if outlook.decision.sealed else ()
        told = (*outlook.decision.notes, *sealed)
    if told:
        output.say()
        for line in told:
            output.say(f"  {line}")
    open_now = [choice for choice in outlook.choices if not choice.refused]
    closed = [choice for choice in outlook.choices if choice.refused]
    if open_now:
        rows = [
            [choice.text, choice.cost.total or "", _says(desk, choice), ", ".join(choice.cost.rules)]
            for choice in open_now
        ]
        output.say()
        output.say("\n".join(output.columns(rows, head=("order", "cost", "", ""), right=(1,))))
    if any(choice.ends for choice in open_now):
        output.say()
        output.say("'POWER done through STEP' passes on to the end of that step; show --steps lists the names.")
    if outlook.forms:
        output.say()
        output.say("to fill in")
        for form in outlook.forms:
            output.say(f"  {form.pattern}   {form.title}{output.cited(form.rule)}")
            rows = [[field.name, field.label + output.cited(field.rule), _offered(field)] for field in form.fields]
            output.say("\n".join(output.columns(rows, indent="      ")))
            if form.more:
                # What need not be said has its name here, or nobody would find it.
                output.say(f"      also {', '.join(field.name.replace('_', '-') + '=' for field in form.more)}")
    if closed:
        output.say()
        output.say("refused")
        for choice in closed:
            reasons = [str(refusal) for refusal in choice.refused]
            output.say(f"  {choice.text}")
            for reason in reasons:
                output.say(f"      {reason}")


def _offered(field: Field) -> str:
    most = 8
    shown = ", ".join(field.choices[:most])
    more = len(field.choices) - most
    return f"{shown} and {more} more" if more > 0 else shown


def _says(desk: Desk, choice: Choice) -> str:
    said = str(choice.order.sentence(desk.campaign))
    return choice.title if said == choice.text else said[:1].upper() + said[1:]


def forecast_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    campaign_arguments(parser)
    parser.add_argument("order", metavar="ORDER", help="one order, in quotes")


def forecast(args: argparse.Namespace) -> int:
    """Print what may come of an order, exact where it can be. Raises Misuse, Unreadable; exit 1 where it is refused."""
    desk = planning_desk(args.campaign, args.seat)
    order = desk.understand(args.order)
    refused = desk.judge(order)
    if refused:
        from tui.cli.faults import refused as report

        return report(refused, json=args.json, order=order.text)
    from tui.models.verdicts import following, line_text

    odds = desk.forecast(order.text)
    cost, follows = order.cost(desk.campaign), following(desk, order)
    if args.json:
        spread = [{"p": str(chance), **_outcome(value)} for value, chance in odds.outcomes] if odds else []
        about = {"exact": odds.exact, "samples": odds.samples, "assumed": odds.assumed} if odds else {}
        told = [{"label": line.label, "value": line.value, "rule": line.rule} for line in follows]
        about |= {"follows": told} if told else {}
        output.document(
            {"order": order.text, "cost": cost.total, "distribution": spread, **about, **_rolls(desk, order.text)}
        )
        return 0
    output.say(order.sentence(desk.campaign))
    if cost.lines:
        output.say(f"cost {cost.total}")
        for line in breakdown_lines(cost):
            output.say(line)
    for one in follows:
        output.say(line_text(one))
    if order.fights or odds is not None:
        from tui.models.combat import counted, previewed

        battle = counted(desk, order.text) or (previewed(desk, order.text) if odds is None else None)
        if battle is not None:
            from tui.cli.battles import before_text

            for text in before_text(battle):
                output.say(text)
            return 0
    if odds is None and follows:
        return 0
    if odds is None:
        output.say("Nothing is left to chance.")
        return 0
    rows = []
    for value, chance in sorted(odds.outcomes, key=lambda pair: -pair[1]):
        rows.append([f"{100 * float(chance):.1f} %", str(chance), output.figure(_outcome(value))])
    output.say("\n".join(output.columns(rows, right=(0, 1))))
    if not odds.exact:
        output.say(f"sampled: {odds.samples} runs")
    for text in odds.assumed:
        output.say(f"assumed: {text}")
    return 0


def _rolls(desk: Desk, line: str) -> dict[str, Any]:
    """The rolls of a battle before their dice, the one that decides first, as ``battles`` has them; none of an order
    about no battle."""
    from tui.cli.battles import roll_document
    from tui.models.combat import previewed

    before = previewed(desk, line)
    casts = (before.cast, *before.leading) if before is not None and before.cast is not None else ()
    return {"rolls": [roll_document(cast) for cast in casts]} if casts else {}


def _outcome(value: object) -> dict[str, Any]:
    shown = output.plain(value)
    return shown if isinstance(shown, dict) else {"value": shown}
