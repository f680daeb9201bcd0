"""The revival of Fascism in the north of a fallen Italy, and its end (19.3)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.changes import Entry
from engine.kernel.grammar import FLAG, keyed
from engine.kernel.orders import PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import territories
from engine.thewar.economy import fallen, income
from engine.thewar.rolls import falls
from engine.thewar.world import calendar, deeds, forces, wars
from engine.thewar.world.state import Pool, TheWar

STEP = "planning.fascism"
TAG, STRENGTH = "fascist", "2-5"
REVIVED = territories.FASCISTS
POOL = f"germany-inf-{STRENGTH}-{TAG}"


def rollers(campaign: TheWar) -> tuple[str, ...]:
    """Who rolls in the step: Germany, in the turn after Italy's surrender, with the five cities in its hands, unless it
    was let roll before."""
    italy = campaign.powers.get("italy")
    if italy is None or not italy.surrendered or not wars.standing(campaign, "germany"):
        return ()
    due = calendar.now(campaign) == calendar.number(italy.surrendered) + 1
    rolled = deeds.given_early(campaign, "germany", Revive.verb)
    return ("germany",) if due and not rolled and not _missing(campaign) else ()


def _missing(campaign: TheWar) -> tuple[str, ...]:
    """The cities of the north that are not German."""
    cities = territories.WHOLE[fallen.NORTH]
    return tuple(key for key in cities if key in campaign.places and campaign.places[key].holder != "germany")


@frozen
class Revive(PowerOrder[TheWar]):
    """Germany rolls for a new Fascist state in the north: on 7 or less it has its 40 NARFs by the season and its INF
    for the pool. ``commando``: the German Commando stands in an Italian city (-2, one INF more)."""

    verb: ClassVar[str] = "revive-fascism"
    title: ClassVar[str] = "revival of Fascism"
    rule: ClassVar[str] = "19.3"
    account: ClassVar[str] = "taken"
    account_of_gains: ClassVar[str] = "captured"
    steps: ClassVar[tuple[str, ...]] = (STEP,)
    finishes: ClassVar[bool] = True

    commando: bool = keyed(FLAG, False)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if self.power not in rollers(campaign):
            missing = ", ".join(campaign.places[key].name for key in _missing(campaign))
            hint = f"Not German: {missing}." if missing else "Once, in the turn after Italy's surrender."
            yield Refusal("19.3", "no Fascist state can be revived", hint)
        built = any((unit.power, unit.kind) == ("germany", "cdo") for unit in campaign.units.values())
        if self.commando and not built:
            yield Refusal("19.3", "Germany has no Commando in play", "commando=no")

    def effect(self, tx: Transaction[TheWar]) -> None:
        deeds.keep_early(tx, self.power, self.verb, STEP, "19.3")
        face = tx.roll("fascism", rule="19.3")
        roll = falls.Revival(calendar.season(tx.campaign), self.commando, face=face)
        if not roll.revives:
            return
        held = tx.campaign.holdings[fallen.NORTH]
        _, now, _ = income.conquest(held.value, calendar.season(tx.campaign))
        tx.add("powers.germany.narfs", now, "Fascist Italy", "19.3")
        tx.set(f"holdings.{fallen.NORTH}.name", "Fascist Italy", "Fascism revived", "19.3")
        tx.put(f"facts.{REVIVED}", True, "Fascism revived", "19.3")
        if POOL in tx.campaign.pools:
            tx.add(f"pools.{POOL}.count", roll.infantry, "Fascism revived", "19.3")
        else:
            fresh = Pool(power="germany", kind="inf", strength=STRENGTH, tag=TAG, count=roll.infantry)
            tx.create(f"pools.{POOL}", fresh, "Fascism revived", "19.3")

    def sentence(self, campaign: TheWar) -> str:
        return "Germany tries to revive Fascism in Northern Italy"

    def told(self, before: TheWar, entry: Entry) -> str:
        revived = any(change.at == f"facts.{REVIVED}" for change in entry.changes)
        return "A new Fascist state in Northern Italy" if revived else "No Fascist state comes of it in Northern Italy"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Revive]:
        yield cls(power)
        if any((unit.power, unit.kind) == ("germany", "cdo") for unit in campaign.units.values()):
            yield cls(power, commando=True)


def ends(tx: Transaction[TheWar]) -> None:
    """The north has fallen: the Fascist state is gone with its INF, in play and in the pool (19.3)."""
    why = "the Fascist state surrenders"
    tx.set(f"facts.{REVIVED}", False, why, "19.3")
    for key in [key for key, unit in tx.campaign.units.items() if (unit.power, unit.tag) == ("germany", TAG)]:
        forces.keep_serial(tx, key)
        tx.remove(f"units.{key}", why, "19.3")
    if POOL in tx.campaign.pools:
        tx.set(f"pools.{POOL}.count", 0, why, "19.3")
        tx.set(f"pools.{POOL}.lost", 0, why, "19.3")
        tx.set(f"pools.{POOL}.oos", 0, why, "19.3")
