"""What countries, colonies and provinces that change hands are worth at once, to whom (14.5, 23.2)."""

from __future__ import annotations

from engine.kernel.transaction import Transaction
from engine.thewar.economy import east_africa, income
from engine.thewar.world import calendar, minors, wars
from engine.thewar.world.state import TheWar


def loses(tx: Transaction[TheWar], who: str, amount: int, why: str, rule: str) -> None:
    """A power that still stands loses NARFs in hand; a country that fights for nobody, of its own track, no more than
    it has left (ruling 436)."""
    if amount and who in tx.campaign.powers and wars.standing(tx.campaign, who):
        tx.add(f"powers.{who}.narfs", -amount, why, rule)
    elif minors.own_track(tx.campaign, who):
        left = min(amount, tx.campaign.countries[who].narfs)
        if left > 0:
            tx.add(f"countries.{who}.narfs", -left, why, rule)


def gains(tx: Transaction[TheWar], who: str, amount: int, why: str, rule: str) -> None:
    """A power gains NARFs in hand, a country that fights for nobody on its own track."""
    if amount and who in tx.campaign.powers:
        tx.add(f"powers.{who}.narfs", amount, why, rule)
    elif amount and minors.own_track(tx.campaign, who):
        tx.add(f"countries.{who}.narfs", amount, why, rule)


def control_lost(tx: Transaction[TheWar], country: str) -> None:
    """Whoever holds a country loses the season's share of it, if it was paid to him (14.5, 23.2, ruling 150)."""
    land = tx.campaign.countries[country]
    loss, _, _ = income.conquest(land.value, calendar.season(tx.campaign))
    if land.status == "conquered" or (land.status == "satellite" and minors.was_paid(tx.campaign, land)):
        loses(tx, land.patron, loss, f"{land.name} lost", "14.5")


def transfer(tx: Transaction[TheWar], holding_id: str, to: str) -> None:
    """A colony or province goes to another holder: loss and gain by the season, at once (14.5, 23.2). What a Satellite
    held is its master's loss, if it was paid to him (ruling 150); what another country held moves with its track."""
    holding = tx.campaign.holdings[holding_id]
    loss, gain, _ = income.conquest(holding.value, calendar.season(tx.campaign))
    if not (holding_id == east_africa.COLONY and east_africa.isolated(tx.campaign)):
        loses(tx, _paid(tx.campaign, holding.holder), loss, f"{holding.name} lost", "14.5")
    # A part of a fallen Major Power's home that nobody held pays from next Spring on (14.6); Danzig is nobody's home.
    if holding.holder or holding.kind == "colony" or holding.owner not in tx.campaign.powers:
        gains(tx, minors.master(tx.campaign, to) or to, gain, f"{holding.name} taken", "14.5")
    if holding_id == east_africa.COLONY and not wars.axis_holds(tx.campaign, to):
        east_africa.conquered(tx)
    leaves_base(tx, holding_id, to)
    tx.set(f"holdings.{holding_id}.holder", to, "captured", "14.5")
    tx.set(f"holdings.{holding_id}.taken", calendar.turn(tx.campaign), "captured", "14.5")


def leaves_base(tx: Transaction[TheWar], holding_id: str, to: str) -> None:
    """What stands inside the base of its owner leaves it whole as it goes to somebody else, and returns with it: the
    next Spring has no loss of its own then (23.2, 23.13, 23.44, 23.45, 23.59, ruling 437)."""
    holding = tx.campaign.holdings[holding_id]
    owner, at = holding.owner, f"holdings.{holding_id}.left_base"
    if holding.kind not in income.WITHIN or owner not in tx.campaign.powers or not wars.standing(tx.campaign, owner):
        return
    rule = minors.rule(holding_id) if minors.row(holding_id) else "23.2"
    if to != owner and holding.holder == owner:
        tx.add(f"powers.{owner}.base", -holding.value, f"{holding.name} lost", rule)
        tx.set(at, holding.value, f"{holding.name} lost", rule)
    elif to == owner and holding.left_base:
        tx.add(f"powers.{owner}.base", holding.left_base, f"{holding.name} taken", rule)
        tx.set(at, 0, f"{holding.name} taken", rule)


def _paid(campaign: TheWar, holder: str) -> str:
    """In whose level or track a land stands that somebody holds: his own, a Satellite's master's, '' for nobody's."""
    land = campaign.countries.get(holder)
    if land is None or minors.own_track(campaign, holder):
        return holder
    return land.patron if land.status == "satellite" and minors.was_paid(campaign, land) else ""
