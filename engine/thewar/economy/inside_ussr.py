"""German ground units inside the 1939 Soviet Union: a Sustained Effort costs Germany twice while they are (4.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from engine.kernel.grammar import FLAG, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.remembering import derived
from engine.kernel.sheets.ledger import Duty
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.world import regions, traits, wars
from engine.thewar.world.state import Place, TheWar, Unit

GERMANY, USSR = "germany", "ussr"
SAID = "germans-in-ussr"
"""The fact that they are there, as the German player has said; the campaign may know it besides."""


def known(campaign: TheWar) -> str:
    """The place by which the campaign itself knows that they are inside: a German one, or one where a German ground
    unit is recorded; '' where it knows of none (ruling 297)."""
    return _known(campaign)


@derived("places", "units")
def _known(places: Mapping[str, Place], units: Mapping[str, Unit]) -> str:
    inside = {key: place for key, place in places.items() if place.tags.get(regions.SOVIET_1939)}
    if (held := next((place.name for place in inside.values() if place.holder == GERMANY), "")) or not inside:
        return held
    there = (unit for unit in units.values() if unit.power == GERMANY and unit.place in inside)
    return next((inside[unit.place].name for unit in there if traits.category(unit) == "ground"), "")


def there(campaign: TheWar) -> bool:
    """Whether German ground units are inside the 1939 Soviet Union (4.1, 26.1.2)."""
    return bool(campaign.facts.get(SAID, False)) or bool(known(campaign))


def duties(campaign: TheWar) -> Iterable[Duty]:
    """What a Sustained Effort costs Germany in the Soviet Union, and that it is to be said where nobody knows."""
    if not wars.standing(campaign, GERMANY) or not wars.at_war(campaign, GERMANY, USSR):
        return
    if place := known(campaign):
        yield Duty(f"Germany pays twice for an SLE: it is inside the 1939 Soviet Union ({place})", "4.1")
    elif campaign.facts.get(SAID, False):
        yield Duty("Germany pays twice for an SLE: it is inside the 1939 Soviet Union", "4.1")
    else:
        yield Duty(
            "Germany inside the 1939 Soviet Union pays twice for an SLE: say so ('germany inside-ussr yes')",
            "4.1",
            order="germany inside-ussr yes",
        )


@frozen
class InsideUSSR(PowerOrder[TheWar]):
    """Say whether German ground units stand inside the 1939 Soviet Union where they hold no city of it (4.1)."""

    verb: ClassVar[str] = "inside-ussr"
    title: ClassVar[str] = "inside the 1939 Soviet Union"
    rule: ClassVar[str] = "4.1"
    standing: ClassVar[bool] = True

    inside: bool = word(FLAG)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power != GERMANY:
            yield Refusal("4.1", f"{wars.named(campaign, self.power)} pays no double Sustained Effort", "Germany does.")
        elif self.inside and not wars.at_war(campaign, GERMANY, USSR):
            yield Refusal("4.1, 9.4.1", "Germany is not at war with the Soviet Union", "War is declared in segment 4.")
        if not self.inside and (place := known(campaign)):
            yield Refusal("4.1, ruling 297", f"{place} is known as German", "Until it is taken back.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        tx.put(f"facts.{SAID}", self.inside, self.title, "4.1")

    def sentence(self, campaign: TheWar) -> str:
        return f"German ground units are {'' if self.inside else 'not '}inside the 1939 Soviet Union"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """Offered to Germany while it is at war with the Soviet Union."""
        if power != GERMANY or not wars.at_war(campaign, GERMANY, USSR):
            return None
        field = Field("inside", "ground units inside its 1939 borders", cls.rule, ("yes", "no"), "yes")
        return Form(
            cls.verb, "Germans inside the 1939 Soviet Union", "germany inside-ussr {inside}", (field,), cls.rule
        )
