"""What powers have tried for and obtained among the variants: tries of a turn, saved modifiers, and the projects, each
of which lies in its seat's own file until it is played (28.0, rulings 384 to 387)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from engine.kernel import reading, ruleset
from engine.kernel.campaign import several_eyes
from engine.kernel.refusals import Refusal
from engine.kernel.remembering import remembered
from engine.kernel.sheets.ledger import Duty
from engine.kernel.transaction import Transaction
from engine.thewar.countries.variant_table import of, played, rows
from engine.thewar.rolls.variant_dice import MOST_SAVED
from engine.thewar.world import calendar, conditions, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.state import TheWar, VariantTry

VERB = "project"
"""The order by which a project is chosen."""


OBTAINED = "variants-obtained"
"""The fact that every campaign begins with since powers try for variants."""


def drawn_at_the_table(campaign: TheWar, power: str) -> bool:
    """Whether a power of a campaign that began before variants were tried for played what the table saw it draw."""
    return not campaign.facts.get(OBTAINED, False) and not tries(campaign, power)


def this_turn(campaign: TheWar, power: str) -> VariantTry | None:
    """What a power has tried in this turn, None for nothing."""
    tried = campaign.variant_tries
    return tried.get(VariantTry.made_of(power, calendar.turn(campaign), goal="roll").address) if tried else None


def tries(campaign: TheWar, power: str) -> tuple[VariantTry, ...]:
    """All that a power has tried, the earliest first."""
    own = (one for one in campaign.variant_tries.values() if one.power == power)
    return tuple(sorted(own, key=lambda one: calendar.number(one.turn)))


def saved(campaign: TheWar, power: str) -> int:
    """The modifiers that a power has in store: two at the most, those that it has used taken off (ruling 384)."""
    left = 0
    for one in tries(campaign, power):
        # Over the rules more may have been used than there was.
        left = max(0, left - one.used)
        left = min(MOST_SAVED, left + (one.goal == "save" and one.won))
    return left


def open_roll(campaign: TheWar, power: str) -> bool:
    """Whether a power has won the die for a project in this turn, and has not chosen one."""
    now = this_turn(campaign, power)
    return now is not None and now.goal == "roll" and now.won and not now.second


def project(campaign: TheWar, tried: VariantTry) -> int:
    """The number of the project that a power rolled for, as far as this view knows; 0 where it does not."""
    if tried.project or not several_eyes(campaign):
        return tried.project
    rolled = [one for one in tries(campaign, tried.power) if one.second]
    kept = _kept(campaign).get(tried.power, ())
    at = rolled.index(tried) if tried in rolled else len(kept)
    return kept[at] if at < len(kept) else 0


def to_play(campaign: TheWar, power: str, name: str) -> tuple[VariantTry, ...]:
    """The tries by which a power has obtained a variant and not played it yet, the earliest first, as far as this view
    knows; each result is played once."""
    number = rows()[name]["number"]
    won = (one for one in tries(campaign, power) if one.got and not one.played)
    return tuple(one for one in won if project(campaign, one) == number)


def hand(campaign: TheWar, power: str) -> tuple[str, ...]:
    """The variants that a power may still play, of those it has obtained, as far as this view knows."""
    if not campaign.variant_tries:
        return ()
    return tuple(name for name in of(power) if to_play(campaign, power, name))


def not_to_be_had(campaign: TheWar, power: str, name: str) -> Iterable[Refusal]:
    """Why a power does not try for a project: it could not be played any more, or has no result left (ruling 386)."""
    row = rows()[name]
    if row["until"] and calendar.now(campaign) > calendar.number(row["until"]):
        reason = f"{row['name']} could be played until {calendar.spoken(row['until'])}"
        yield Refusal(f"{row['rule']}, ruling 386", reason, "Another project.")
    by_option = [[need for need in one if need.startswith("option:")] for one in row.get("needs", ())]
    if by_option and all(by_option) and conditions.unmet(campaign, by_option):
        reason = f"{row['name']} is on no list: its optional rule is not played"
        yield Refusal(f"{row['rule']}, ruling 403", reason, "Another project.")
    elif why := _never_again(campaign, row):
        hint = "Another project: this one could not be played."
        yield Refusal(f"{row['rule']}, rulings 386, 610", f"{row['name']}: {why}", hint)
    had = len(to_play(campaign, power, name)) + played(campaign, name)
    if row["times"] and had >= row["times"]:
        reason = f"{row['name']} has been obtained {had} times"
        yield Refusal(f"{row['rule']}, ruling 386", reason, f"{row['times']} at most; another project.")


_FOR_GOOD = ("peace", "unattacked", "standing", "unrolled")
"""Conditions that do not hold again once they have failed: peace is over, a country attacked, a power fallen."""


def _never_again(campaign: TheWar, row: Mapping[str, Any]) -> str:
    """Why a condition of a row can never be met any more, '' where it may be (ruling 610)."""
    reasons = []
    for together in row.get("needs", ()):
        lost = (why for text in together if _lost(text, campaign) and (why := conditions.condition(text)(campaign, "")))
        if not (reason := next(lost, "")):
            return ""
        reasons.append(reason)
    return reasons[0] if reasons else ""


def _lost(text: str, campaign: TheWar) -> bool:
    """Whether a condition, once it fails, has failed for good."""
    name, _, argument = text.partition(":")
    if name == "turn":
        # Of a single turn only one that is over.
        return calendar.now(campaign) > calendar.number(argument)
    return name in _FOR_GOOD


def gone(campaign: TheWar, power: str, name: str) -> str:
    """The same in two or three words, for a line of the list; '' for one that is to be had."""
    row = rows()[name]
    if row["until"] and calendar.now(campaign) > calendar.number(row["until"]):
        return f"until {calendar.spoken(row['until'])}: over"
    if not any(True for _ in not_to_be_had(campaign, power, name)):
        return ""
    if _never_again(campaign, row):
        return "not to be played any more"
    had = len(to_play(campaign, power, name)) + played(campaign, name)
    return "obtained already" if row["times"] and had >= row["times"] else "without 29.3 on no list"


def not_obtained(campaign: TheWar, power: str, name: str, turn: str) -> Iterable[Refusal]:
    """Why a power plays no variant: it has not obtained it, or not in the turn that is named (28.0)."""
    mine = to_play(campaign, power, name)
    before = [one for one in tries(campaign, power) if one.played and one.project == rows()[name]["number"]]
    if not mine and before:
        reason = f"{wars.named(campaign, power)} has played the {rows()[name]['name']} that it had obtained"
        yield Refusal("28.0", reason, "Each result is played once; what else it holds stands in its hand.")
    elif not mine:
        reason = f"{wars.named(campaign, power)} has not obtained {rows()[name]['name']}"
        hint = f"'{power} try-variant roll', in Spring and Fall; 'overrule' for one that was drawn at the table."
        yield Refusal("28.0", reason, hint)
    elif turn not in [one.turn for one in mine]:
        had = ", ".join(calendar.spoken(one.turn) for one in mine)
        yield Refusal("28.0", f"it was obtained in {had}", f"had={mine[0].turn}, or nothing.")
    elif calendar.now(campaign) < (first := calendar.number(turn) + rows()[name].get("after", 0)):
        reason = f"{rows()[name]['name']} was obtained in {calendar.spoken(turn)}"
        hint = f"It is played from {calendar.spoken(calendar.label(first))} on."
        yield Refusal(f"{rows()[name]['rule']}, ruling 390", reason, hint)


def used(tx: Transaction[TheWar], power: str, name: str, turn: str) -> None:
    """A result is played: all know now what it was."""
    address = VariantTry.made_of(power, turn, goal="roll").address
    if address in tx.campaign.variant_tries:
        at, row = f"variant_tries.{address}", rows()[name]
        tx.set(f"{at}.project", row["number"], str(row["name"]), "28.0")
        tx.set(f"{at}.played", calendar.turn(tx.campaign), str(row["name"]), "28.0")


@remembered
def _kept(campaign: TheWar) -> dict[str, tuple[int, ...]]:
    """The projects that lie under seal by power, in the order in which they were chosen; 0 for one that this view
    cannot read."""
    rules = ruleset.of(campaign)
    kept: dict[str, list[int]] = {}
    covers = [(place, sealed) for place, sealed in campaign.sealed.items() if sealed.cover]
    for place, sealed in sorted(covers, key=lambda one: int(one[0].rpartition("-")[2])):
        if reading.parse(rules, sealed.cover).verb != VERB:
            continue
        secret = campaign.secrets.get(place)
        order: Any = reading.parse(rules, secret.text if secret is not None else sealed.cover)
        kept.setdefault(sealed.power, []).append(order.item)
    return {power: tuple(items) for power, items in kept.items()}


def titles(power: str, number: int) -> str:
    """What a power's list calls a project, with its number: ``12, Landing Craft``."""
    named = [str(row["name"]) for row in of(power).values() if row["number"] == number]
    return ", ".join((str(number), *named))


NAMED = 3
"""Variants of a hand that are named in what is due; the page of the hand has them all."""


def duties(campaign: TheWar) -> Iterable[Duty]:
    """What a power has saved, and in a line what it holds: which those are its seat alone knows."""
    for power in wars.POWERS:
        name = wars.named(campaign, power)
        if store := saved(campaign, power):
            yield Duty(f"{name} has saved {counted(store, 'modifier', 'modifiers')} for variants", "28.0, ruling 384")
        waiting = [one for one in tries(campaign, power) if one.got and not one.played]
        if waiting:
            many, which = counted(len(waiting), "variant", "variants"), _which(campaign, power, waiting)
            yield Duty(f"{name} holds {many}: {which}", "28.0, ruling 387")


def _which(campaign: TheWar, power: str, waiting: Sequence[VariantTry]) -> str:
    """The variants that a power holds, the first of them by name, as far as this view knows them."""
    items = Counter(project(campaign, one) for one in waiting)
    if items[0]:
        return "its own seat knows which"
    parts = [
        titles(power, item) + (f" {counted(many, 'time', 'times')}" if many > 1 else "")
        for item, many in items.most_common(NAMED)
    ]
    more = items.total() - sum(many for _, many in items.most_common(NAMED))
    return "; ".join((*parts, f"{more} more") if more else parts)
