"""The sequence of play of The War, read from its table (chapter 3)."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from importlib import resources
from typing import Any

from engine.kernel.orders import Field, Order
from engine.kernel.sequence import Sequence, Step
from engine.thewar import evasion, income, logistics, wars
from engine.thewar.conditions import Condition, condition, in_time
from engine.thewar.state import TheWar

HALVES = ("axis", "allied")
Who = Callable[[TheWar], tuple[str, ...]]
Outstanding = Callable[[TheWar], Iterable[Order[TheWar]]]


def sequence() -> Sequence[TheWar]:
    """Every step in its order: segments 1 to 5 once, 6 to 10 for the Axis, then for the Allies (3.11)."""
    file = resources.files(__package__).joinpath("tables", "sequence.toml")
    rows = tomllib.loads(file.read_text(encoding="utf-8"))["step"]
    before = [row for row in rows if not row.get("half")]
    halves = [row for row in rows if row.get("half")]
    last_half = rows.index(halves[-1])
    common = [row for row in before if rows.index(row) < last_half]
    after = [row for row in before if rows.index(row) > last_half]
    steps = [_step(row, "") for row in common]
    for half in HALVES:
        steps.extend(_step(row, half) for row in halves if row.get("side", "") in ("", half))
    steps.extend(_step(row, "") for row in after)
    return Sequence(tuple(steps))


def _step(row: dict[str, Any], half: str) -> Step[TheWar]:
    slug = str(row["id"])
    # An automatic step awaits nobody; its orders name their powers themselves.
    who: Who = _nobody if row["mode"] == "automatic" else _who(slug, str(row.get("who", "all")), half)
    outstanding = _outstanding(slug, half)
    skipped = _skipped(row, half, who, outstanding)
    return Step(
        id=f"{half}.{slug}" if half else slug,
        segment=str(row["segment"]),
        number=int(row["number"]),
        letter=str(row["letter"]),
        title=str(row["title"]),
        rule=str(row["rule"]),
        mode=str(row["mode"]),
        skipped=skipped,
        who=who,
        outstanding=outstanding,
        half=half,
        in_order=slug == "planning.effort",
        may_pass=slug == "planning.evasion",
        sealed=(lambda campaign: bool(campaign.options.get("sealed_efforts")))
        if slug == "planning.effort"
        else (lambda campaign: False),
        lines=tuple(row.get("lines", ())),
        forms=tuple(row.get("forms", ())),
        fields=tuple(_field(field) for field in row.get("fields", ())),
    )


def _field(row: dict[str, Any]) -> Field:
    return Field(row["path"], row["label"], row.get("rule", ""), tuple(row.get("choices", ())))


def _nobody(campaign: TheWar) -> tuple[str, ...]:
    return ()


def _standing(campaign: TheWar, half: str = "") -> tuple[str, ...]:
    return tuple(
        power for power in wars.POWERS if wars.standing(campaign, power) and half in ("", campaign.powers[power].side)
    )


def _who(slug: str, text: str, half: str) -> Who:
    """Who acts in a step: its own list where a rule names one, else the powers that the table names."""
    special: dict[str, Who] = {
        "planning.effort": logistics.buyers,
        "planning.evasion": evasion.customers,
        "operations.efforts": lambda campaign: logistics.placers(campaign) if half == "axis" else (),
    }
    if slug in special:
        return special[slug]
    if text == "all":
        return lambda campaign: _standing(campaign)
    if text in ("phasing", "reacting"):
        side = half if text == "phasing" else next(other for other in HALVES if other != half)
        return lambda campaign: _standing(campaign, side)
    names = tuple(part.strip() for part in text.split(","))
    return lambda campaign: tuple(power for power in names if wars.standing(campaign, power))


def _each(slug: str, make: Callable[[str], Order[TheWar]], powers: Who) -> Outstanding:
    """One automatic order for each power that has not had it in this step."""

    def outstanding(campaign: TheWar) -> Iterable[Order[TheWar]]:
        # Who is done with another step has still this one before him.
        done = campaign.progress.done if campaign.progress.step == slug else ()
        return (make(power) for power in powers(campaign) if power not in done)

    return outstanding


def _outstanding(slug: str, half: str) -> Outstanding:
    each: dict[str, Outstanding] = {
        "income.growth": _each(
            slug,
            income.Growth,
            lambda campaign: tuple(p for p in _standing(campaign) if income.growth_rate(campaign, p)[0]),
        ),
        "income.income": _each(slug, income.Income, _standing),
        "income.additions": _each(
            slug,
            income.Additions,
            lambda campaign: tuple(p for p in _standing(campaign) if income.due_additions(campaign, p)),
        ),
        "income.mobilization": _each(
            slug, income.Mobilization, lambda campaign: ("us",) if income.mobilization_due(campaign) else ()
        ),
        "operations.efforts": lambda campaign: (
            logistics.PayEffort(power) for power in _standing(campaign, half) if campaign.powers[power].reserved
        ),
        "end.advance": _each(slug, logistics.EndTurn, _standing),
    }
    return each.get(slug, lambda campaign: ())


def _skipped(row: dict[str, Any], half: str, who: Who, outstanding: Outstanding) -> Callable[[TheWar], str]:
    conditions: tuple[Condition, ...] = tuple(condition(text) for text in row.get("when", ()))
    seasons = tuple(row.get("seasons", ()))
    first, last = str(row.get("from", "")), str(row.get("until", ""))
    automatic = row["mode"] == "automatic"
    everyone = row.get("who", "all") == "all"

    def skipped(campaign: TheWar) -> str:
        reason = in_time(campaign, seasons, first, last) if seasons or first or last else ""
        if reason:
            return reason
        for holds in conditions:
            reason = holds(campaign, half)
            if reason:
                return reason
        if automatic or not everyone:
            return (
                ""
                if any(True for _ in outstanding(campaign)) or (who(campaign) and not automatic)
                else "nothing falls due"
            )
        return ""

    return skipped
