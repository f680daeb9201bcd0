"""The boxes of an attack on a hex: which places, enemies, units and aircraft are offered to be ticked in them (4.0,
7.7, 10.0, 11.3)."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.counters import Counter
from engine.kernel.values import frozen
from engine.thewar.combat import battles, circumstances, commandos
from engine.thewar.combat import offered_counters as offers
from engine.thewar.ground import defence, ground_battle, partisans
from engine.thewar.rolls import ground_combat
from engine.thewar.world import separate_allies, traits
from engine.thewar.world.state import Engagement, TheWar, Unit


@frozen
class Offered:
    """What may be ticked in the boxes of an attack of a power; ``deed``: what its ground units do, ``support``: what
    its aircraft do; ``unsupplied``: the fact that the attackers are out of supply, which needs no effort (4.0)."""

    power: str
    deed: str
    support: str
    unsupplied: str

    def where(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """The places that may be attacked."""
        return offers.targets(campaign, self.power)

    def against(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """Who may stand there, the holder first."""
        engaged = {key for battle in campaign.engagements.values() for key in battle.defenders}
        return offers.enemies(campaign, self.power, given.get("where", ""), offers.Call(("ground",)), engaged)

    def units(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """Ground units that have not attacked yet."""
        fought = partisans.OPERATION if partisans.KIND in given.get("against", "") else partisans.COMBAT
        needs = "" if self.unsupplied in given.get("facts", "").split(",") else fought
        call = self._ground(_not_attacking, needs)
        return offers.own(campaign, self.power, call, self._opponents(campaign, given))

    def fast(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """Those of them that move and fight in the Second Impulse too."""
        return offers.own(campaign, self.power, self._ground(_not_fast))

    def airborne(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """Those of them that drop."""
        return offers.own(campaign, self.power, self._ground(_not_airborne))

    def ships(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """Whole Fleets that may bombard the shore."""
        return offers.own(campaign, self.power, offers.Call(("naval",), fit=_no_bombardment))

    def air(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """Aircraft that may support the attack by those who are named for it."""
        waves = ("units", "airborne", "second")
        ground = {owner for box in waves for owner in offers.owners_of(campaign, given, box, self.power)}

        def apart(key: str, unit: Unit) -> str:
            return separate_allies.barred(campaign, unit, sorted(ground), ())

        fit = offers.of_all(no_carriers, apart)
        call = offers.Call(("air",), self.support, "have flown in support", partisans.COMBAT, fit)
        return offers.own(campaign, self.power, call, self._opponents(campaign, given))

    def terrain(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """What the hex may be. What the campaign knows of it stands there too, so that its name means nothing else; of
        a city it knows itself whether it counts as a German one against the Soviets."""
        known = circumstances.terrain(campaign, given.get("where", ""), Engagement(kind="", by=self.power))
        named = (
            name for name in defence.TERRAIN if name in known or name != defence.GERMAN_CITY or "city" not in known
        )
        return offers.words(named, dict.fromkeys(known, "known"))

    def facts(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[Counter, ...]:
        """What the players alone know."""
        engagement = Engagement(kind=battles.GROUND, by=self.power)
        known = circumstances.known(campaign, given.get("where", ""), engagement)
        named = (name for name in ground_battle.FACTS if name not in known)
        return offers.words(named, spoken=_facts_in_words())

    def _ground(self, fit: offers.Fit, activity: str = partisans.COMBAT) -> offers.Call:
        return offers.Call(("ground",), self.deed, "have attacked", activity, fit)

    def _opponents(self, campaign: TheWar, given: Mapping[str, str]) -> tuple[str, ...]:
        named = offers.owners_of(campaign, given, "against")
        place = campaign.places.get(given.get("where", ""))
        return named or ((place.holder,) if place is not None and place.holder else ())


def _facts_in_words() -> dict[str, str]:
    """What the players alone know of a battle, as people say it."""
    circumstances_said = {name: said for name, (said, _) in ground_battle.CIRCUMSTANCES.items()}
    modifiers = {name: ground_combat.BY_ID[name].label for name in ground_battle.FACTS if name in ground_combat.BY_ID}
    return {**circumstances_said, **modifiers, **ground_battle.FRONTS}


def no_carriers(key: str, unit: Unit) -> str:
    """Every aircraft but NAC supports a battle on the ground (11.4.1)."""
    return offers.NEVER if unit.kind == "nac" else ""


def _not_attacking(key: str, unit: Unit) -> str:
    return "" if traits.may_attack(unit) is None else offers.NEVER


def _not_fast(key: str, unit: Unit) -> str:
    return "" if unit.kind in traits.SECOND_IMPULSE else offers.NEVER


def _not_airborne(key: str, unit: Unit) -> str:
    return "" if unit.kind in commandos.AIRBORNE else offers.NEVER


def _no_bombardment(key: str, unit: Unit) -> str:
    return offers.NEVER if unit.kind != "fleet" else "Depleted" if unit.depleted else ""
