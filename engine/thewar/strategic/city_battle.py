"""A raid on a city under way: its dice, what lay under the marker, what was hit (29.10)."""

from __future__ import annotations

from typing import ClassVar

import attrs

from engine.kernel.changes import Entry
from engine.kernel.forecast import Distribution, distribution
from engine.kernel.procedures import Decision, begin
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.combat import aftermath, battle_cards
from engine.thewar.economy import german_cities, oil
from engine.thewar.rolls import bombing, city_bombing
from engine.thewar.rolls.city_bombing import CityCore, CityRaid, Hidden
from engine.thewar.strategic import air_war, city_raids, strategic_losses
from engine.thewar.strategic.ways import Way, bombers
from engine.thewar.world import wars
from engine.thewar.world.state import Box, TheWar

_FOUND = {
    city_bombing.NOTHING: "nothing",
    city_bombing.CRITICAL: "critical industry",
    city_bombing.FIRESTORM: "firestorm",
    city_bombing.PLANT: "oil plant",
}
_NAMED = {"combat": "bombing", "marker": "industry-marker", "flak": "heavy-flak", "hit": "target-hit"}


@frozen
class CityBattle(air_war.HitsOneOfTwo):
    """A raid on a city under way. Its stages are the dice it awaits (combat, marker, flak, hit), then choice, damage.
    ``by``, ``cap`` and ``cards`` as in any raid; the faces as in CityRaid."""

    kind: ClassVar[str] = "city-raid"

    by: str
    cap: int
    cards: int = 0
    face: int = 0
    marker_face: int = 0
    flak_face: int = 0
    hit_face: int = 0
    oil: bool = False

    @property
    def power(self) -> str:
        return self.by

    def city(self, campaign: TheWar) -> CityRaid:
        """The raid's facts and dice so far."""
        plain = air_war.RaidBattle("combat", self.by, self.cap, face=self.face, cards=self.cards).raid(campaign)
        hidden = Hidden()
        for power, box in campaign.boxes.items():
            if power != self.by and box.under:
                hidden = hidden.without(box.under)
        plant = campaign.boxes[self.by].plant
        return CityRaid(plain, hidden, plant, self.oil, self.marker_face, self.flak_face, self.hit_face)

    def decision(self, campaign: TheWar) -> Decision | None:
        if self.stage != "choice":
            return None
        answers = ("us hit industry", "us hit oil")
        return Decision("us", "oil plant: critical hit, or oil instead?", answers, answers[0], "29.10, 24.1")

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        city = self.city(tx.campaign)
        if self.stage == "damage":
            air_war.over_germany_done(tx, self.by, city_bombing.resolve(city))
            if city.hit == city_bombing.PLANT and not city.oil:
                oil.plants_damaged(tx, 1)
            tx.remove(at, "the raid is over", "29.10")
            return
        awaited = city.awaits
        purpose = _NAMED[awaited]
        face = tx.roll(purpose, sides=city.sides, rule="11.12" if awaited == "flak" else "29.10")
        tx.set(
            f"{at}.face" if awaited == "combat" else f"{at}.{awaited}_face", face, purpose.replace("-", " "), "29.10"
        )
        after = city.rolled(face)
        if awaited == "marker":
            why = {city_bombing.NOTHING: "nothing under the Industry marker"}.get(after.under, f"{after.under} marker")
            tx.set(f"boxes.{self.by}.under", after.under, why, "29.10")
        stage = after.awaits or ("choice" if after.hit == city_bombing.PLANT else "damage")
        tx.set(f"{at}.stage", stage, "raid", "29.10")

    def told(self, before: TheWar, entry: Entry) -> str:
        city = self.city(before)
        where = german_cities.shown(before, city_raids.target(before, self.by))
        title = f"{before.powers[self.by].adjective} raid on {where}"
        for roll in entry.rolls:
            return aftermath.sentence(title, _told_roll(self.stage, city.rolled(roll.face)))
        if self.stage != "damage":
            return ""
        fought = city_bombing.resolve(city)
        hit = f"{_FOUND[city.hit]} hit" if city.hit else ""
        table = aftermath.die(city.raid.face, fought.modifier, fought.column)
        return aftermath.sentence(title, table, hit, aftermath.toll(before, entry))


def _told_roll(awaited: str, city: CityRaid) -> str:
    """What a die of the raid came to."""
    if awaited == "combat":
        return aftermath.thrown(city.raid, marks=False)
    if awaited == "marker":
        return f"{_FOUND[city.under]} under the Industry marker"
    if awaited == "flak":
        shot = attrs.evolve(city.raid, sac=city.surviving, flak_face=city.flak_face)
        return aftermath.shot_at(shot)
    made = f"{_FOUND[city.under]} hit" if city.hit else f"{_FOUND[city.under]} missed"
    return f"{aftermath.rolled((city.hit_face,))}, {made}"


def supposed(campaign: TheWar, by: str, raid: bombing.Raid) -> CityRaid:
    """A raid on a city before its dice, its Heavy Flak in its place. Whatever another raid may find, each city's marker
    is one of all twenty."""
    return CityRaid(raid, plant=campaign.boxes.get(by, Box()).plant)


def forecast(campaign: TheWar, by: str, raid: bombing.Raid) -> Distribution[bombing.RaidResult]:
    """What may come of a raid on a city."""
    return distribution(CityCore(), supposed(campaign, by, raid)).of(city_bombing.resolve)


def begin_raids(tx: Transaction[TheWar]) -> None:
    """Put the raids of both Western Allies on the stack, the first on top."""
    cap = tx.campaign.powers["germany"].base // strategic_losses.BASE_SHARE
    for power in reversed(wars.enemies_of_germany(tx.campaign)):
        if tx.campaign.boxes.get(power, Box()).sac:
            cards = battle_cards.taken(tx, air_war.CARDED[power])
            begin(tx, CityBattle("combat", power, cap, cards), "raid on a city", "29.10")


WAY: Way = Way(city_raids.on, lambda campaign: bombers(campaign, "britain", "us"), begin_raids)
