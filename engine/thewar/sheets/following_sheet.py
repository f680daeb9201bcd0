"""What follows from a declaration of war, what a try for a variant may bring, and who may meet a mission at sea, for
the form in which it is given and for who asks what if (6.4, 7.8, 28.0)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.kernel.orders import Order
from engine.kernel.refusals import Line
from engine.kernel.sheets.following import Following
from engine.thewar.combat import surprises
from engine.thewar.moving import met_on_the_way
from engine.thewar.politics.consequences import foreseen
from engine.thewar.politics.declarations import Declare
from engine.thewar.politics.variant_attempts import Project, TryVariant
from engine.thewar.rolls import interception
from engine.thewar.sea import ship_ways
from engine.thewar.sea.sea_interception import Intercept
from engine.thewar.sea.sea_orders import Mission, to_find
from engine.thewar.sea.supply_runs import RunSupply
from engine.thewar.sheets import variant_chances
from engine.thewar.world import sea_areas, seas, sides, traits
from engine.thewar.world.state import TheWar


class FollowingSheet(Following[TheWar]):
    """A declaration's consequences, with the surprise that is due (6.4.3); the chances of a try for a variant; enemy
    forces that may come where a mission goes, each with what its distance adds, and where one that is looked for may be
    met (7.8)."""

    def follows(self, campaign: TheWar, order: Order[Any]) -> tuple[Line, ...]:
        if isinstance(order, TryVariant | Project):
            return tuple(variant_chances.told(campaign, order))
        if isinstance(order, RunSupply) and order.units:
            return tuple(_met(campaign, order.mission()))
        if isinstance(order, Mission):
            return tuple(_met(campaign, order))
        if isinstance(order, Intercept):
            return tuple(_on_the_way(campaign, order))
        if not isinstance(order, Declare):
            return ()
        lines, after = foreseen(campaign, order)
        return (*lines, *_surprises(campaign, after))


def _met(campaign: TheWar, order: Mission) -> Iterator[Line]:
    """Who may come to a mission on its way, as it is supposed, the nearest first; a course is told with the order
    itself."""
    for chit, rule in (("Evasion chit", "7.8.2"), ("Espionage chit", "7.4, 7.8")):
        if order.evasion if rule == "7.8.2" else order.espionage:
            yield Line(chit, -1, rule)
    if order.path:
        return
    along = ship_ways.supposed(campaign, order.units, order.where)
    areas = dict.fromkeys((*along, *seas.goals(campaign, order.where)))
    met = met_on_the_way.meetings(campaign, order.power, tuple(areas))
    for one in sorted(met, key=lambda one: one.away):
        ashore = one.place not in sea_areas.areas()
        flying = all(traits.category(campaign.units[key]) == "air" for key in one.units)
        told = f"may be met by {met_on_the_way.spoken(campaign, (one,))}"
        if flying:
            yield Line(f"{told}, without a die", 0, "7.8.3")
        else:
            yield Line(told, interception.DISTANCES[one.away] if ashore else 0, "7.8")


def _on_the_way(campaign: TheWar, order: Intercept) -> Iterator[Line]:
    """In which Sea Areas a mission may be met by who looks for it (7.2, 7.8, rulings 596, 605)."""
    engagement = to_find(campaign, order.where)
    if engagement is None or sides.side(campaign, engagement.by) == sides.side(campaign, order.power):
        return
    areas = ship_ways.course(campaign, order.where, engagement)
    if len(areas) > 1:
        how = "comes" if engagement.path else "is supposed to come"
        yield Line(f"it {how} by {', '.join(map(sea_areas.name, areas))}: met in any", 0, "7.2, 7.8")


def _surprises(before: TheWar, after: TheWar) -> Iterator[Line]:
    """The surprise that a declaration makes possible, in this turn alone (6.4.3, 18.2, 21.4)."""
    if surprises.west_not(before) and not surprises.west_not(after):
        yield Line(
            "surprise in the West, if French or British units in France are attacked this turn", 0, "6.4.3, 18.2"
        )
    if surprises.east_not(before) and not surprises.east_not(after):
        yield Line("surprise in the East, this turn", 0, "6.4.3, 21.4")
