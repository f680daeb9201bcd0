"""Ships that become Depleted, by whatever it is, and their way to the yards: the roll for their damage, the yard that
their owner chooses, and the turn that their repair waits (7.10)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engine.kernel.answers import Answer
from engine.kernel.changes import Entry
from engine.kernel.grammar import word
from engine.kernel.procedures import Decision, Procedure, begin, under_way
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.building import shipyards
from engine.thewar.rolls import ship_damage
from engine.thewar.rolls.ship_damage import Damage
from engine.thewar.world import deeds, patrols, titles
from engine.thewar.world.naming import PLACE_OR_NONE, UNIT
from engine.thewar.world.state import TheWar

NOWHERE = "none"
"""A ship that was hit goes into no yard now: it waits for a track."""
DEPLETED = "Depleted"


# --- the one door


def wound(tx: Transaction[TheWar], key: str, factors: int, why: str, rule: str) -> None:
    """A ship is Depleted, with damage of so many factors: its patrol is over, and its repair waits until the next turn
    (7.10). Everything by which a ship becomes Depleted comes through here."""
    unit = tx.campaign.units[key]
    if not unit.depleted:
        tx.set(f"units.{key}.depleted", True, why, rule)
    tx.set(f"units.{key}.damage", factors, "damage", "7.10")
    deeds.keep(tx, shipyards.hit(key), "hit this turn", "7.10")
    patrols.leave(tx, (key,), DEPLETED, "7.10")


def deplete(tx: Transaction[TheWar], keys: Iterable[str], why: str, rule: str, *, wings: bool = True) -> None:
    """Ships are Depleted outside a battle at sea: their damage is rolled, then their owners choose the yards;
    ``wings``: a CV's NAC is Depleted with it (ruling 54)."""
    hurt = tuple(key for key in keys if not tx.campaign.units[key].depleted)
    for key in hurt:
        tx.set(f"units.{key}.depleted", True, why, rule)
        patrols.leave(tx, (key,), DEPLETED, "7.10")
        if wings and (wing := companion(tx.campaign, key)):
            tx.set(f"units.{wing}.depleted", True, "with its carrier", "7.10, ruling 54")
            patrols.leave(tx, (wing,), DEPLETED, "7.10")
    if hurt:
        begin(tx, ShipsHome("damage", hurt), "ships are Depleted", "7.10")


def hit_hardest(tx: Transaction[TheWar], key: str, why: str, rule: str) -> None:
    """A ship in port is Depleted with the most damage of its kind and no die for it; its owner chooses the yard. A CV's
    NAC is Depleted with it (28.1.1 #5, 28.1.2 #4, rulings 54, 395)."""
    lost = ship_damage.most(tx.campaign.units[key].kind)
    wing = companion(tx.campaign, key)
    wound(tx, key, lost, why, rule)
    if wing:
        tx.set(f"units.{wing}.depleted", True, "with its carrier", "7.10, ruling 54")
    begin(tx, ShipsHome("yards", (key,), (lost,)), "a ship is Depleted", "7.10")


def companion(campaign: TheWar, key: str) -> str:
    """The NAC aboard a CV: a whole one of its power that is where it is, one on its patrol first; '' for none."""
    ship = campaign.units[key]
    if ship.kind != "cv":
        return ""
    fits = [
        name
        for name, unit in campaign.units.items()
        if (unit.power, unit.kind, unit.depleted, unit.place) == (ship.power, "nac", False, ship.place)
    ]
    return min(fits, key=lambda name: campaign.patrols.get(name) != campaign.patrols.get(key), default="")


# --- on their way


@frozen
class Homecoming:
    """Ships ``hurt`` with their ``damages`` in factors; ``yards`` where the first of them go."""

    hurt: tuple[str, ...]
    damages: tuple[int, ...]
    yards: tuple[str, ...]

    def open_yards(self, campaign: TheWar, key: str) -> tuple[str, ...]:
        """The yards that a ship hit can go to: those of its power with a free track, home ones first (7.10)."""
        ship = campaign.units[key]
        if ship.power not in campaign.powers or ship.kind not in shipyards.SHIPS:
            return ()
        yards = (*shipyards.own(campaign, ship.power), *shipyards.captured(campaign, ship.power))
        docks = {yard: shipyards.Dock(ship.power, key, yard) for yard in yards}
        return tuple(yard for yard, dock in docks.items() if not any(True for _ in dock.judge(campaign)))

    def space(self, campaign: TheWar, key: str) -> int:
        """The space of the track where a ship hit is repaired (ruling 56)."""
        kind = campaign.units[key].kind
        return ship_damage.FACTORS[kind] - self.damages[self.hurt.index(key)]

    def homeless(self, campaign: TheWar) -> tuple[str, ...]:
        """Ships hit that are afloat and have no yard yet."""
        return tuple(key for key in self.hurt[len(self.yards) :] if key in campaign.units)

    def asked(self, campaign: TheWar) -> Decision | None:
        """The question to an owner where his next ship without a yard sails; None where nobody is asked."""
        for key in self.homeless(campaign)[:1]:
            power = campaign.units[key].power
            if open_to := self.open_yards(campaign, key):
                answers = tuple(f"{power} to-yard {key} {yard}" for yard in (*open_to, NOWHERE))
                ship = titles.unit(campaign, key)
                title = f"to which yard does the {ship} sail, for space {self.space(campaign, key)}?"
                return Decision(power, title, answers, answers[0], "7.10", ("the nearest at home",))
        return None

    def docked(self, tx: Transaction[TheWar], at: str, yard: str) -> None:
        """The first that has no yard yet goes to one, or to none; ``at``: the procedure that keeps it."""
        skipped = 0
        for key in self.hurt[len(self.yards) :]:
            if key in tx.campaign.units:
                break
            skipped += 1
        for key in self.homeless(tx.campaign)[:1]:
            wound(tx, key, self.damages[self.hurt.index(key)], DEPLETED, "7.10")
            if yard != NOWHERE:
                shipyards.Dock(tx.campaign.units[key].power, key, yard).effect(tx)
        tx.set(f"{at}.yards", (*self.yards, *([NOWHERE] * skipped), yard), "into the yard", "7.10")


@frozen
class BringsHome(Procedure[TheWar]):
    """A procedure that in its stage yards asks where ships that were hit sail."""

    @property
    def homecoming(self) -> Homecoming:
        """The ships that were hit."""
        return Homecoming((), (), ())


@frozen
class ShipsHome(BringsHome):
    """Ships that were Depleted outside a battle at sea. Stages: damage (of the first whose die has not fallen), yards.
    ``hurt``, ``damages`` and ``yards`` as in a Homecoming."""

    kind: ClassVar[str] = "ships-home"

    hurt: tuple[str, ...] = ()
    damages: tuple[int, ...] = ()
    yards: tuple[str, ...] = ()

    @property
    def homecoming(self) -> Homecoming:
        return Homecoming(self.hurt, self.damages, self.yards)

    def decision(self, campaign: TheWar) -> Decision | None:
        return self.homecoming.asked(campaign) if self.stage == "yards" else None

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        if self.stage == "damage":
            self._damaged(tx, at)
        elif self.homecoming.homeless(tx.campaign):
            self.homecoming.docked(tx, at, NOWHERE)
        else:
            tx.remove(at, "the ships are home", "7.10")

    def _damaged(self, tx: Transaction[TheWar], at: str) -> None:
        key = self.hurt[len(self.damages)]
        damages = (*self.damages, rolled(tx, key))
        wound(tx, key, damages[-1], DEPLETED, "7.10")
        tx.set(f"{at}.damages", damages, "damage", "7.10")
        if len(damages) == len(self.hurt):
            tx.set(f"{at}.stage", "yards", "damage", "7.10")

    def told(self, before: TheWar, entry: Entry) -> str:
        if self.stage == "damage":
            key = self.hurt[len(self.damages)]
            return "".join(wounded(before, key, face) for face in entry.faces("damage"))
        waiting = self.homecoming.homeless(before)
        return f"{titles.unit(before, waiting[0])} waits for a yard with a free track" if waiting else ""


def rolled(tx: Transaction[TheWar], key: str) -> int:
    """The factors that a ship has lost, by the die for its damage (7.10)."""
    ship = tx.campaign.units[key]
    face = tx.roll("damage", key, power=ship.power if ship.power in tx.campaign.powers else "", rule="7.10")
    return ship_damage.damage(Damage(ship.kind, face))


def wounded(campaign: TheWar, key: str, face: int) -> str:
    """The die for a ship's damage in words."""
    lost = ship_damage.damage(Damage(campaign.units[key].kind, face))
    return f"{titles.unit(campaign, key)} is Depleted, die {face}, {lost} factors"


@frozen
class ToYard(Answer[TheWar, BringsHome]):
    """A ship that was hit sails to a yard, the nearest at home, or waits for a track: none (7.10)."""

    verb: ClassVar[str] = "to-yard"
    title: ClassVar[str] = "to the yard"
    rule: ClassVar[str] = "7.10"
    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (BringsHome,)
    stages: ClassVar[tuple[str, ...]] = ("yards",)
    unasked: ClassVar[str] = "no ship that was hit awaits its yard"
    when: ClassVar[str] = "Ships that wait are docked as units are built."

    unit: str = word(UNIT)
    yard: str = word(PLACE_OR_NONE)

    def wrong(self, campaign: TheWar, bringing: BringsHome) -> Iterable[Refusal]:
        ship = bringing.homecoming.homeless(campaign)[0]
        yards = (*bringing.homecoming.open_yards(campaign, ship), NOWHERE)
        if self.unit != ship:
            yield Refusal("7.10", f"{titles.unit(campaign, ship)} is asked about")
        elif self.yard not in yards:
            yield Refusal("7.10", f"'{self.yard}' has no track for it", f"One of {', '.join(yards)}.")

    def answer(self, tx: Transaction[TheWar], at: str, bringing: BringsHome) -> None:
        bringing.homecoming.docked(tx, at, self.yard)

    def sentence(self, campaign: TheWar) -> str:
        place, ship = campaign.places.get(self.yard), titles.unit(campaign, self.unit)
        current = under_way(campaign, BringsHome, "yards")
        if place is None or current is None or self.unit not in current[1].homecoming.hurt:
            return f"{ship} waits for a yard" if self.yard == NOWHERE else f"{ship} sails to a yard"
        return f"{ship} sails to the yard of {place.name}, space {current[1].homecoming.space(campaign, self.unit)}"
