"""The variants that powers hold as a screen shows them: each with its window, how often it may still be played, and
the orders that play it now (28, rulings 384 to 389)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.kernel.orders import Order
from engine.kernel.sheets.hands import Card, Hands, Held
from engine.thewar.countries import variant_hand, variant_targets
from engine.thewar.countries.variant_table import LAST_PLAYED, of, played, rows
from engine.thewar.countries.variant_windows import window
from engine.thewar.countries.variants import Variant
from engine.thewar.rolls.variant_dice import MOST_SAVED
from engine.thewar.weather import weather_rolls
from engine.thewar.weather.weather import EASTERN
from engine.thewar.world import calendar, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.state import TheWar, VariantTry


class HandSheet(Hands[TheWar]):
    """The hands of all who have tried for a variant, or played one."""

    def held(self, campaign: TheWar) -> tuple[Held, ...]:
        return tuple(hand for power in campaign.powers if (hand := _held(campaign, power)) is not None)


def _held(campaign: TheWar, power: str) -> Held | None:
    mine = variant_hand.hand(campaign, power)
    orders: dict[str, list[Variant]] = {}
    for order in Variant.offers(campaign, power) if mine else ():
        orders.setdefault(order.name, []).append(order)
    cards = tuple(_card(campaign, power, name, tuple(orders.get(name, ()))) for name in mine)
    told = tuple(_told(campaign, power))
    return Held(power, wars.named(campaign, power), cards, told) if cards or told else None


def _card(campaign: TheWar, power: str, name: str, orders: tuple[Variant, ...]) -> Card:
    """A card; ``orders``: those that play it now."""
    row = rows()[name]
    mine = variant_hand.to_play(campaign, power, name)
    asks = row.get("yard", False) or bool(variant_targets.kind(row).column)
    # What may not be played at all asks for nothing: Enter says why not.
    asks = asks and not any(True for _ in Variant(power, name).barred(campaign, row))
    return Card(
        id=name,
        name=str(row["name"]),
        window=window(row),
        left=_left(campaign, name, row, len(mine)),
        had=", ".join(calendar.spoken(one.turn) for one in mine),
        effect=str(row["effect"]),
        rule=f"{row['rule']} #{row['number']}",
        orders=orders or _unoffered(campaign, power, name),
        form=Variant.form_of(campaign, power, (name,)) if asks else None,
        given={"name": str(row["name"])},
    )


def _unoffered(campaign: TheWar, power: str, name: str) -> tuple[Order[Any], ...]:
    """The order that plays a card which 'variant' does not offer: the roll with which it is played, where that is at
    hand, else 'variant', whose refusal says why not."""
    by_roll = (name, power) == (weather_rolls.VARIANT, "germany") and weather_rolls.may_winterize(campaign)
    if by_roll and weather_rolls.front(campaign) == EASTERN:
        return (weather_rolls.RollWeather(power, winterized=True).complete(campaign),)
    return (Variant(power, name).complete(campaign),)


def _left(campaign: TheWar, name: str, row: Mapping[str, Any], mine: int) -> str:
    """How often it may still be played: by the results in the hand, and by its list."""
    still = min(mine, max(0, row["times"] - played(campaign, name))) if row["times"] else mine
    parts = [counted(still, "time", "times") if still > 1 else "once" if still else "no more"]
    if times := played(campaign, name):
        last = str(campaign.facts.get(LAST_PLAYED + name, ""))
        when = f", last in {calendar.spoken(last)}" if last else ""
        parts.append(f"played {counted(times, 'time', 'times')} already{when}")
    return "; ".join(parts)


def _told(campaign: TheWar, power: str) -> Iterator[tuple[str, str]]:
    """What everybody knows of a power's tries, and what this view alone does."""
    if store := variant_hand.saved(campaign, power):
        saved = counted(store, "modifier", "modifiers")
        yield f"{saved} saved, {MOST_SAVED} at most; each counts on one die", "28.0, ruling 384"
    hidden = 0
    for tried in variant_hand.tries(campaign, power):
        item, when = variant_hand.project(campaign, tried), calendar.spoken(tried.turn)
        what = variant_hand.titles(power, item) if item else ""
        if tried.played:
            yield f"{what}: obtained in {when}, played in {calendar.spoken(tried.played)}", "28.0"
        elif tried.got and not item:
            hidden += 1
        elif not tried.got:
            yield _not_obtained(tried, what, when), "28.0, ruling 387"
    if hidden:
        yield f"{counted(hidden, 'card', 'cards')} in hand that its own seat alone knows", "28.0, ruling 387"
    unplayed = [name for name in of(power) if played(campaign, name) and not _by_a_try(campaign, power, name)]
    for name in unplayed:
        yield f"{rows()[name]['name']}: played {counted(played(campaign, name), 'time', 'times')}", rows()[name]["rule"]


def _not_obtained(tried: VariantTry, what: str, when: str) -> str:
    """What came of a try that has brought no project; ``what``: the project, '' where this view does not know it."""
    if tried.second:
        return f"{what or 'a project of its list'}: tried for in {when}, and not obtained"
    if not tried.won:
        return f"tried for a variant in {when}, without success"
    return f"saved a modifier in {when}" if tried.goal == "save" else f"won a roll for a project in {when}"


def _by_a_try(campaign: TheWar, power: str, name: str) -> bool:
    """Whether a try of a power tells that it has played a variant."""
    number = rows()[name]["number"]
    return any(one.played and one.project == number for one in variant_hand.tries(campaign, power))
