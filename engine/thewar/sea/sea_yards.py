"""Ships that were hit in a battle at sea on their way to the yards (7.10)."""

from __future__ import annotations

from attrs import frozen

from engine.kernel.procedures import Decision
from engine.kernel.transaction import Transaction
from engine.thewar.building import shipyards
from engine.thewar.rolls import naval_combat
from engine.thewar.world import titles
from engine.thewar.world.state import TheWar

NOWHERE = "none"
"""A ship that was hit goes into no yard now: it waits for a track."""


@frozen
class Homecoming:
    """Ships ``hurt`` in a battle with their ``damages`` in factors; ``yards`` where the first of them go."""

    hurt: tuple[str, ...]
    damages: tuple[int, ...]
    yards: tuple[str, ...]

    def open_yards(self, campaign: TheWar, key: str) -> tuple[str, ...]:
        """The yards that a ship hit can go to: those of its power with a free track, home ones first (7.10)."""
        ship = campaign.units[key]
        if ship.power not in campaign.powers or ship.kind not in shipyards.SHIPS:
            return ()
        yards = (*shipyards.own(campaign, ship.power), *shipyards.captured(campaign, ship.power))
        space = self.space(campaign, key)
        docks = {yard: shipyards.Dock(ship.power, key, yard, space) for yard in yards}
        return tuple(yard for yard, dock in docks.items() if not any(True for _ in dock.judge(campaign)))

    def space(self, campaign: TheWar, key: str) -> int:
        """The space of the track where a ship hit is repaired (ruling 56)."""
        kind = campaign.units[key].kind
        return naval_combat.FACTORS[kind] - self.damages[self.hurt.index(key)]

    def homeless(self, campaign: TheWar) -> tuple[str, ...]:
        """Ships hit that are afloat and have no yard yet."""
        return tuple(key for key in self.hurt[len(self.yards) :] if key in campaign.units)

    def asked(self, campaign: TheWar) -> Decision | None:
        """Where the next of them sails, as its owner is asked."""
        for key in self.homeless(campaign)[:1]:
            power = campaign.units[key].power
            if open_to := self.open_yards(campaign, key):
                answers = tuple(f"{power} to-yard {key} {yard}" for yard in (*open_to, NOWHERE))
                ship = titles.unit(campaign, key)
                title = f"to which yard does the {ship} sail, for space {self.space(campaign, key)}?"
                return Decision(power, title, answers, answers[0], "7.10", ("the nearest at home",))
        return None

    def docked(self, tx: Transaction[TheWar], at: str, yard: str) -> None:
        """The first that has no yard yet goes to one, or to none; ``at``: the battle that keeps it."""
        skipped = 0
        for key in self.hurt[len(self.yards) :]:
            if key in tx.campaign.units:
                break
            skipped += 1
        for key in self.homeless(tx.campaign)[:1]:
            tx.put(f"missions.{shipyards.hit(key)}", 1, "hit this turn", "7.10")
            if yard != NOWHERE:
                shipyards.Dock(tx.campaign.units[key].power, key, yard, self.space(tx.campaign, key)).effect(tx)
        tx.set(f"{at}.yards", (*self.yards, *([NOWHERE] * skipped), yard), "into the yard", "7.10")
