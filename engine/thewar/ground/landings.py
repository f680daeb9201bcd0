"""Landings from the sea: their waves, the United States straight from its Box, what comes ashore (7.7 to 7.7.4)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.combat import battles, commandos
from engine.thewar.ground import ground_losses
from engine.thewar.sea import holds
from engine.thewar.world import caps, counters, deeds, markers, sides, titles, traits, us_box
from engine.thewar.world.state import Deed, Engagement, TheWar

BEACH, DROP = "beach-assault", "drop"
MOROCCO_OR_ALGERIA = "morocco-algeria"
"""The fact that says of a hex that the campaign does not list: its beach lies in Morocco or Algeria (7.7)."""
_TARGETS = ("morocco", "algeria")
ARMORED = ("arm", "mech")
SECOND_WAVE = "second-wave"
"""The deed of units that wait aboard for the Second Impulse; units whose landing failed keep it to the end of the turn
(7.7.1)."""


def lands(engagement: Engagement) -> bool:
    """Whether an attack comes from the sea."""
    return engagement.kind == battles.GROUND and BEACH in engagement.terrain


def first_wave(campaign: TheWar, engagement: Engagement) -> tuple[str, ...]:
    """The units that come ashore from the sea at once: all attackers but those that drop."""
    there = tuple(key for key in engagement.attackers if key in campaign.units)
    dropped = commandos.drops(engagement.facts, (campaign.units[key].kind for key in there))
    return tuple(key for key in there if campaign.units[key].kind != dropped)


# --- what is wrong with a landing


def wrong(campaign: TheWar, where: str, engagement: Engagement) -> Iterable[Refusal]:
    """Every reason why there is no such landing (7.7, 7.7.1, 7.7.2)."""
    if not lands(engagement):
        if engagement.wave:
            yield Refusal("7.7.1", "only a landing has a second wave", "Those that attack by land are attackers.")
        return
    first = first_wave(campaign, engagement)
    if worn := [key for key in (*first, *engagement.wave) if campaign.units[key].depleted]:
        yield Refusal("7.7.1", f"Depleted {titles.units(campaign, worn)} invades nothing", "Whole units only.")
    enemy = battles.enemy(campaign, engagement.by)
    if any(
        unit.kind == "fleet" and unit.place == where and sides.side(campaign, unit.power) == enemy
        for unit in campaign.units.values()
    ):
        at = titles.where(campaign, where)
        yield Refusal("7.7.2", f"an enemy Fleet lies at {at}", "It has to be gone before anybody lands.")
    yield from _aboard(campaign, (*first, *engagement.wave))
    yield from _armor(campaign, first)
    yield from _second(campaign, first, engagement)
    yield from us_box.invading(campaign, (*engagement.attackers, *engagement.wave))
    yield from _target(campaign, where, engagement)


def _aboard(campaign: TheWar, keys: Iterable[str]) -> Iterable[Refusal]:
    """Where the campaign knows who has sailed, nobody else lands; where nobody sailed in it, the Fleets are the
    board's (7.7)."""
    landing = [key for key in keys if campaign.units[key].kind != "cdo"]
    left = [key for key in landing if not battles.busy(campaign, key, holds.CARRIED)]
    if left and left != landing:
        reason = f"{titles.units(campaign, left)} {'is' if len(left) == 1 else 'are'} not aboard"
        yield Refusal("7.7", reason, "Those that a mission has carried; another mission carries more.")


def _armor(campaign: TheWar, first: Iterable[str]) -> Iterable[Refusal]:
    """At most a third of the first wave's factors, rounded up, are ARM and MECH (7.7.2)."""
    factors = {key: counters.factors(campaign.units[key]).combat for key in first}
    armored = sum(many for key, many in factors.items() if campaign.units[key].kind in ARMORED)
    most = -(-sum(factors.values()) // 3)
    if armored > most:
        reason = f"{armored} of {sum(factors.values())} factors of the first wave are ARM and MECH"
        yield Refusal("7.7.2", reason, f"A third, {most}, at most: more INF, or ARM in the second wave.")


def _second(campaign: TheWar, first: Iterable[str], engagement: Engagement) -> Iterable[Refusal]:
    """A second wave is ARM, MECH and CAV, and needs an ARM in the first (7.7.1)."""
    if not engagement.wave:
        return
    if slow := [key for key in engagement.wave if campaign.units[key].kind not in traits.SECOND_IMPULSE]:
        who = titles.units(campaign, slow)
        yield Refusal("7.7.1", f"{who} does nothing in a second wave", "ARM, MECH and CAV; others land first.")
    if not any(campaign.units[key].kind == "arm" for key in first):
        yield Refusal("7.7.1", "the second wave follows an ARM of the first", "An ARM that lands at once.")


def _target(campaign: TheWar, where: str, engagement: Engagement) -> Iterable[Refusal]:
    boxed = us_box.units(campaign, (*engagement.attackers, *engagement.wave))
    place = campaign.places.get(where)
    named = MOROCCO_OR_ALGERIA in engagement.facts or where in _TARGETS
    there = place.country in _TARGETS if place is not None else named
    if boxed and not there:
        hint = "By Britain first" if place is not None else f"facts={MOROCCO_OR_ALGERIA} where it does"
        reason = f"{titles.units(campaign, boxed)} lands from the U.S. Box in Morocco or Algeria alone"
        yield Refusal("7.7", reason, f"{hint}; 'station board' for units that have crossed.")


def stranded(campaign: TheWar, keys: Iterable[str]) -> Iterable[Refusal]:
    """Why units of a second wave do not fight in the Second Impulse: their landing failed (7.7.1)."""
    waiting = [key for key in keys if deeds.is_kept(campaign, _waits(campaign, key))]
    if waiting and battles.impulse(campaign) == battles.SECOND:
        reason = f"the landing failed that {titles.units(campaign, waiting)} was to follow"
        yield Refusal("7.7.1", reason, "It has gone back to port with its Fleets.")


def _waits(campaign: TheWar, unit: str) -> Deed:
    return deeds.in_half(unit, sides.phasing(campaign), battles.FIRST, SECOND_WAVE)


# --- its course


def held_back(tx: Transaction[TheWar], wave: Iterable[str]) -> None:
    """A second wave waits aboard; in the First Impulse it attacks nowhere."""
    for unit in wave:
        deeds.keep(tx, _waits(tx.campaign, unit), "second wave", "7.7.1")


def released(tx: Transaction[TheWar], wave: Iterable[str], why: str) -> None:
    """Let a second wave go: the first has the beach, or what came of it was settled at the table."""
    for unit in wave:
        deeds.drop(tx, _waits(tx.campaign, unit), why, "7.7.1")


def crowded_out(campaign: TheWar, engagement: Engagement) -> tuple[str, ...]:
    """Among whom the owner chooses who goes back to port next, the least loss first; () where all have room (7.7.4).

    Only what counts towards stacking counts, and what has gone back counts no more.
    """
    ashore = battles.force(campaign, first_wave(campaign, engagement))
    there = [unit for unit in ashore if not battles.busy(campaign, unit.name, holds.TURNED_BACK)]
    return ground_losses.crowded_out(there)


def send_back(tx: Transaction[TheWar], unit: str) -> None:
    """A unit for which a beachhead has no room is Depleted and goes back to port with its Fleet (7.7.4)."""
    battles.remember(tx, (unit,), holds.TURNED_BACK, "7.7.4")
    holds.worn(tx, unit, why="no room in the beachhead", rule="7.7.4")


def succeeded(tx: Transaction[TheWar], where: str, engagement: Engagement) -> None:
    """A landing has its beach: a beachhead lies there, the second wave may follow, who came from a box is in none."""
    markers.lay(tx, markers.BEACHHEAD, where, engagement.by)
    released(tx, engagement.wave, "the beach is taken")
    caps.invaded(tx, engagement.by, where, french=MOROCCO_OR_ALGERIA in engagement.facts)
    for unit in us_box.units(tx.campaign, (*engagement.attackers, *engagement.wave)):
        if not battles.busy(tx.campaign, unit, holds.TURNED_BACK):
            tx.set(f"units.{unit}.place", "board", "ashore", "7.7")
