"""The boxes of counter-air missions and of their interception: which aircraft are offered to be ticked in them (11.2.3,
11.5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from engine.kernel.counters import Counter
from engine.kernel.values import frozen
from engine.thewar.air.air_sides import COUNTER_AIR
from engine.thewar.combat import offered_counters as offers
from engine.thewar.world import forces, separate_allies, sides
from engine.thewar.world.state import TheWar

_AIR = ("air",)
_FLOWN = "have flown against airbases"


@frozen
class InTheAir:
    """What may be ticked in the boxes of a power's counter-air mission; ``interception``: the deed of those who meet
    one."""

    power: str
    interception: str

    def where(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """The places that may be attacked."""
        return offers.targets(campaign, self.power)

    def units(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """Aircraft that have flown no such mission."""
        opponents = offers.owners_of(campaign, given, "against")
        return offers.own(campaign, self.power, offers.Call(_AIR, COUNTER_AIR, _FLOWN, "combat"), opponents)

    def against(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """The aircraft that may be based there, the holder's first."""
        attacked = {key for battle in campaign.engagements.values() for key in battle.defenders}
        return offers.enemies(campaign, self.power, given.get("where", ""), offers.Call(_AIR), attacked)

    def joining(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """Aircraft from elsewhere that may meet a mission, or go with it where it is their side's."""
        who, engagement = given.get("by", "") or self.power, campaign.engagements.get(given.get("where", ""))
        if who not in campaign.powers or engagement is None:
            return ()
        if sides.phasing(campaign) == sides.side(campaign, who):
            beside = forces.owners_among(campaign, engagement.attackers)
            apart = _apart(campaign, beside)
            return offers.own(campaign, who, offers.Call(_AIR, COUNTER_AIR, _FLOWN, "combat", apart))
        there = set(engagement.defenders)
        beside = forces.owners_among(campaign, (*engagement.defenders, *engagement.facing))
        call = offers.Call(
            _AIR,
            self.interception,
            "have intercepted",
            fit=offers.of_all(lambda key, unit: "in the hex itself" if key in there else "", _apart(campaign, beside)),
        )
        return offers.own(campaign, who, call, forces.owners_among(campaign, engagement.attackers))


def _apart(campaign: TheWar, flying: Collection[str]) -> offers.Fit:
    """Why aircraft fly with none of some owners' (6.2.1)."""
    return lambda key, unit: separate_allies.barred(campaign, unit, (), flying)
