"""Everything that a power may order now: the step's own forms, and what belongs to no step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernel.orders import Form
from engine.kernel.outlook import Choice, at_any_time
from engine.kernel.rulebook import chapter
from engine.kernel.values import frozen

if TYPE_CHECKING:
    from saves.desk import Desk


@frozen
class Orders:
    """``offered`` and ``here``: orders and forms of the step at hand, the orders only for who watches, as no step's own
    page offers him any; ``choices`` and ``forms``: what may be ordered at any time, the forms by the chapters of the
    rulebook."""

    power: str
    offered: tuple[Choice, ...]
    here: tuple[Form, ...]
    choices: tuple[Choice, ...]
    forms: tuple[Form, ...]


def powers(desk: Desk) -> tuple[str, ...]:
    """The powers of this seat that take part; who watches plans for all."""
    campaign = desk.campaign
    mine = (power for power, seat in campaign.seats.items() if desk.watches or seat == desk.seat)
    return tuple(power for power in mine if desk.ruleset.takes_part(campaign, power))


def orders(desk: Desk, power: str) -> Orders:
    """What a power may order now."""
    found = at_any_time(desk.ruleset, desk.campaign, desk.plans_at(power), power)
    game = desk.ruleset.id
    forms = sorted(found.forms, key=lambda form: (chapter(game, form.rule)[0], form.title))
    if not desk.watches:
        return Orders(power, (), desk.outlook().forms, found.choices, tuple(forms))
    step = desk.outlook(power)
    offered = tuple(choice for choice in step.choices if choice.power == power)
    here = step.forms if power in step.awaits else ()
    return Orders(power, offered, here, found.choices, tuple(forms))
