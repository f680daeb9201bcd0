"""Scenarios derived from other scenarios by a committed list of orders: ``python -m saves.derivation 1940-spring``."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import attrs

from engine.kernel import play
from engine.kernel.campaign import Campaign, Progress
from engine.kernel.dice import BadFace, FixedDice, NeedsDie
from engine.kernel.reading import understand
from engine.kernel.ruleset import of
from engine.kernel.standing import NewTurn
from engine.kernel.values import frozen
from saves import scenarios
from saves.errors import Misuse, SavesError
from saves.scenario_text import written

_HEADINGS = ("from", "title", "description")
ENDING = ".orders"
_ROLLS = "rolls"


@frozen
class Given:
    """An order of the list and the faces of the dice that it brings about, in their order."""

    order: str
    faces: tuple[int, ...] = ()


@frozen
class Recipe:
    """A list of orders and the scenario they are given in."""

    base: str
    title: str
    description: str
    orders: tuple[Given, ...]


def read_recipe(text: str) -> Recipe:
    """The recipe in a text: comments, the headings ``from``, ``title``, ``description``, then orders, each with the
    dice it brings about in a line ``rolls FACE ...`` below. Raises Misuse."""
    headings: dict[str, str] = {}
    orders: list[Given] = []
    for line in text.splitlines():
        name, _, rest = line.strip().partition(" ")
        if not name or name.startswith("#"):
            continue
        if name in _HEADINGS and not orders:
            headings[name] = rest.replace("\\n", "\n")
        elif name == _ROLLS:
            faces = rest.split()
            if not orders or orders[-1].faces or not faces or not all(face.isdecimal() for face in faces):
                raise Misuse(f"'{line.strip()}': '{_ROLLS} FACE ...' stands below the order that its dice are for")
            orders[-1] = attrs.evolve(orders[-1], faces=tuple(map(int, faces)))
        else:
            orders.append(Given(line.strip()))
    missing = [name for name in _HEADINGS if name not in headings]
    if missing:
        raise Misuse(f"the list of orders lacks {', '.join(missing)}")
    return Recipe(headings["from"], headings["title"], headings["description"], tuple(orders))


def played(recipe: Recipe) -> Campaign:
    """The campaign at the start of the last turn that the orders reach, before anything happens in it.

    Raises Refused or Unreadable for an order that cannot be given, Misuse where dice are missing, wrong or left over,
    and where no turn is ended.
    """
    campaign: Any = scenarios.preview(recipe.base)
    ruleset = of(campaign)
    eve: Any = None
    n = 1
    for given in (None, *recipe.orders):
        dice = FixedDice(given.faces if given else ())
        try:
            if given:
                order = understand(ruleset, given.order, campaign)
                batches = play.submit(ruleset, campaign, [order], seat=_only_seat(campaign), dice=dice, n=n)
            else:
                batches = play.settle(ruleset, campaign, dice=dice, n=n)
        except (NeedsDie, BadFace) as fault:
            raise Misuse(f"'{given.order if given else recipe.base}': {fault}") from None
        if given and dice.left:
            raise Misuse(f"'{given.order}': {dice.left} of its dice are rolled by nothing")
        for batch in batches:
            campaign = batch.campaign
            n = batch.entries[-1].n + 1
            if batch.entries[-1].order.startswith(f"{NewTurn.verb} "):
                eve = campaign
    if eve is None:
        raise Misuse("the orders end no turn")
    opened: Campaign = attrs.evolve(eve, first=ruleset.calendar.now(eve), progress=Progress())
    return opened


def _only_seat(campaign: Campaign) -> str:
    return next(iter(campaign.seats.values()))


def scenario_text(scenario_id: str, recipe: Recipe) -> str:
    """The scenario file that a recipe gives."""
    _, raw = scenarios.read(recipe.base)
    campaign = attrs.evolve(played(recipe), scenario=scenario_id, title=recipe.title)
    head = {"title": recipe.title, "description": recipe.description}
    about = f"Derived from {recipe.base} by {scenario_id}{ENDING}: change that list, not this file."
    return written(campaign, head, raw["seating"], raw.get("options", {}), about)


def main(arguments: list[str]) -> int:
    """Write the scenarios named, beside their lists of orders. Exit 0, or 2 with the reason."""
    for scenario_id in arguments:
        base = scenarios.source_of("1939-campaign")
        assert isinstance(base, Path)
        recipe_file = base.parent / f"{scenario_id}{ENDING}"
        try:
            text = scenario_text(scenario_id, read_recipe(recipe_file.read_text(encoding="utf-8")))
        except (SavesError, OSError) as fault:
            print(f"{recipe_file.name}: {fault}", file=sys.stderr)
            return 2
        (base.parent / f"{scenario_id}.toml").write_text(text, encoding="utf-8")
        print(f"{scenario_id}.toml written")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
