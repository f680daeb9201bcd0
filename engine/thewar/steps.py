"""The sequence of play of The War, read from its table (chapter 3)."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from importlib import resources
from typing import Any

from attrs import frozen

from engine.kernel.orders import Field, Order
from engine.kernel.sequence import Sequence, Step
from engine.thewar import (
    battle_cards,
    bomber_waves,
    boxes,
    city_raids,
    eastern_raids,
    evasion,
    income,
    logistics,
    mediterranean,
    optional_forces,
    rockets,
    segment,
    strategic_building,
    wars,
)
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
    wiring = WIRING.get(slug, _BY_HAND)
    # An automatic step awaits nobody; its orders name their powers themselves.
    who: Who = _nobody
    if row["mode"] != "automatic":
        who = _in_half(wiring.who, half) if wiring.who else _who(str(row.get("who", "all")), half)
    outstanding = _outstanding(wiring, slug, half)
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
        in_order=wiring.in_order,
        may_pass=wiring.may_pass,
        sealed=wiring.sealed,
        lines=tuple(row.get("lines", ())),
        forms=tuple(row.get("forms", ())),
        fields=tuple(_field(field) for field in row.get("fields", ())),
    )


def _field(row: dict[str, Any]) -> Field:
    return Field(row["path"], row["label"], row.get("rule", ""), tuple(row.get("choices", ())))


def _nobody(campaign: TheWar) -> tuple[str, ...]:
    return ()


def _standing(campaign: TheWar, half: str = "") -> tuple[str, ...]:
    # Asked several times for every order, so without a call for each power.
    powers = campaign.powers
    found = [(power, powers[power]) for power in wars.POWERS if power in powers]
    return tuple([power for power, one in found if not one.surrendered and (not half or one.side == half)])


def _who(text: str, half: str) -> Who:
    """Who acts in a step, as its table names them."""
    if text == "all":
        return lambda campaign: _standing(campaign)
    if text in ("phasing", "reacting"):
        side = half if text == "phasing" else next(other for other in HALVES if other != half)
        return lambda campaign: _standing(campaign, side)
    names = tuple(part.strip() for part in text.split(","))
    return lambda campaign: tuple(power for power in names if wars.standing(campaign, power))


def _in_half(who: Who, half: str) -> Who:
    """In a half-turn only the powers of its side act."""
    if not half:
        return who
    return lambda campaign: tuple(power for power in who(campaign) if campaign.powers[power].side == half)


def _never(campaign: TheWar) -> bool:
    return False


def _always(campaign: TheWar) -> bool:
    return True


@frozen
class _Wiring:
    """How a step is tied to its rules. ``who`` acts where the table's own list is not enough; ``each`` makes an
    automatic order for each power of ``due``; ``once`` is one automatic order for all, while ``when`` holds."""

    who: Who | None = None
    each: Callable[[str], Order[TheWar]] | None = None
    due: Who = _standing
    again: bool = False
    once: Order[TheWar] | None = None
    when: Callable[[TheWar], bool] = _always
    in_order: bool = False
    may_pass: bool = False
    sealed: Callable[[TheWar], bool] = _never


_BY_HAND = _Wiring()


def _growing(campaign: TheWar) -> tuple[str, ...]:
    return tuple(
        power
        for power in _standing(campaign)
        if income.growth_rate(campaign, power)[0] or income.growing_satellites(campaign, power)
    )


def _receiving(campaign: TheWar) -> tuple[str, ...]:
    return tuple(power for power in _standing(campaign) if income.due_additions(campaign, power))


def _mobilizing(campaign: TheWar) -> tuple[str, ...]:
    return ("us",) if income.mobilization_due(campaign) else ()


def _owing(campaign: TheWar) -> tuple[str, ...]:
    return tuple(power for power in _standing(campaign) if campaign.powers[power].reserved)


def _builders(campaign: TheWar) -> tuple[str, ...]:
    return tuple(
        power
        for power in (*strategic_building.OWNERS, *strategic_building.BY_OPTION)
        if wars.standing(campaign, power) and strategic_building.something(campaign, power)
    )


WIRING: dict[str, _Wiring] = {
    "income.growth": _Wiring(each=income.Growth, due=_growing),
    "income.income": _Wiring(each=income.Income),
    "income.additions": _Wiring(each=income.Additions, due=_receiving),
    "income.mobilization": _Wiring(each=income.Mobilization, due=_mobilizing),
    "planning.effort": _Wiring(
        who=logistics.buyers, in_order=True, sealed=lambda campaign: bool(campaign.options.get("sealed_efforts"))
    ),
    "planning.evasion": _Wiring(who=evasion.customers, may_pass=True),
    "strategic-warfare.optional-forces": _Wiring(
        once=optional_forces.AddForces(), when=lambda campaign: bool(optional_forces.missing(campaign))
    ),
    "strategic-warfare.build": _Wiring(who=_builders, may_pass=True),
    "strategic-warfare.boxes": _Wiring(who=boxes.sea_powers, sealed=_always),
    "strategic-warfare.u-boats": _Wiring(once=segment.UBoatsSail(), when=segment.sails),
    "strategic-warfare.u-boat-cards": _Wiring(
        who=lambda campaign: battle_cards.players(campaign, battle_cards.SEA_STEP), sealed=_always, may_pass=True
    ),
    "strategic-warfare.bombing-cards": _Wiring(
        who=lambda campaign: battle_cards.players(campaign, battle_cards.AIR_STEP), sealed=_always, may_pass=True
    ),
    "strategic-warfare.mediterranean-boxes": _Wiring(who=mediterranean.powers, sealed=_always),
    "strategic-warfare.mediterranean": _Wiring(once=mediterranean.SubmarinesPatrol(), when=mediterranean.sails),
    "strategic-warfare.oil-plants": _Wiring(who=city_raids.placers),
    "strategic-warfare.targets": _Wiring(who=city_raids.raiders),
    "strategic-warfare.window": _Wiring(who=city_raids.window_players, may_pass=True),
    "strategic-warfare.bombers": _Wiring(who=boxes.air_powers, sealed=_always),
    "strategic-warfare.waves": _Wiring(who=bomber_waves.leaders, may_pass=True),
    "strategic-warfare.wave-sizes": _Wiring(who=bomber_waves.dividers, sealed=_always),
    "strategic-warfare.bombing-of-britain": _Wiring(
        once=segment.GermansBomb(), when=lambda campaign: segment.bombs(campaign, ("germany",))
    ),
    "strategic-warfare.rockets": _Wiring(who=rockets.launchers, may_pass=True),
    "strategic-warfare.bombing-of-germany": _Wiring(once=segment.AlliesBomb(), when=segment.allies_bomb),
    "strategic-warfare.eastern-bombers": _Wiring(who=eastern_raids.powers, sealed=_always),
    "strategic-warfare.bombing-of-ussr": _Wiring(once=eastern_raids.GermansBombEast(), when=eastern_raids.flies),
    "strategic-warfare.settlement": _Wiring(once=segment.Settle(), when=segment.fighting),
    "operations.efforts": _Wiring(who=logistics.placers, each=logistics.PayEffort, due=_owing, again=True),
    "end.advance": _Wiring(each=logistics.EndTurn),
}


def _outstanding(wiring: _Wiring, slug: str, half: str) -> Outstanding:
    """The automatic orders that a step still has to apply: each power's, unless it has had its own here."""
    make, once = wiring.each, wiring.once
    due = _in_half(wiring.due, half)
    here = f"{half}.{slug}" if half else slug

    def outstanding(campaign: TheWar) -> Iterable[Order[TheWar]]:
        # Who is done with another step has still this one before him. What falls due anew shows in the state itself.
        done = campaign.progress.done if campaign.progress.step == here and not wiring.again else ()
        if once is not None:
            return (once,) if once.verb not in done and wiring.when(campaign) else ()
        return (make(power) for power in due(campaign) if power not in done) if make else ()

    return outstanding


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
