"""What the screen of strategic movement shows of The War: units that may move, where to, and whose SMPs pay (8.0 to
8.8)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.kernel.orders import Order
from engine.kernel.refusals import Breakdown, Line
from engine.kernel.sheets.moving import Burden, Cargo, Goal, Moves, Moving, Notice, Points
from engine.kernel.values import evolve
from engine.thewar.economy import capacity
from engine.thewar.economy.capacity import Purse
from engine.thewar.moving import grants, lend_lease, moved_units, passages, shipments, stratmoves
from engine.thewar.moving.moved_units import BOARD, Lot
from engine.thewar.moving.sailing import Sailing
from engine.thewar.sheets import grant_sheet
from engine.thewar.world import forces, minors, tallies, titles, wars
from engine.thewar.world.state import TheWar

Kind = Mapping[str, Any]
FLEETS = "fleets"
"""The end of the id under which the screen counts Fleets that carry."""
INSTALLED = ("airbase", "fortification")


def moves(campaign: TheWar, power: str) -> Moves | None:
    """All that a power may move or send in the step at hand; None in a step of something else."""
    step = campaign.progress.step.partition(".")[2]
    if power not in campaign.powers:
        return None
    if step == lend_lease.STEP:
        return grant_sheet.moves(campaign, power, points(campaign, power))
    if step not in stratmoves.STEPS:
        return None
    arm = step.rpartition(".")[2]
    cargoes: list[Cargo] = []
    for key, row in stratmoves.kinds().items():
        if row["step"] != arm:
            continue
        cargoes += _of(campaign, power, "", key, row)
        for country in minors.satellites(campaign, power):
            cargoes += _of(campaign, power, country, key, row)
    notices = tuple(passages.to_check(arm)) if campaign.options.get("board") == "checked" else ()
    told = tuple(Notice("To be looked for on the board", text, rule) for text, rule in notices)
    return Moves(power, f"moves {arm} units", points(campaign, power), tuple(cargoes), told)


def points(campaign: TheWar, power: str) -> tuple[Points, ...]:
    """The purses from which a power's movement is paid: its own, its Satellites', its partner's (8.4 to 8.7)."""
    own = [(purse, power) for purse in capacity.purses(power)]
    own += [(Purse(power, country), power) for country in minors.satellites(campaign, power)]
    if _has_partner(campaign, power):
        partner = next(who for who in capacity.PARTNERS if who != power)
        own += [(purse, partner) for purse in capacity.purses(partner)]
    purses = [_purse(campaign, purse, whose, own=whose == power) for purse, whose in own]
    carrying = stratmoves.fleets(campaign, power)
    all_of_them = carrying + tallies.used(campaign, power, tallies.CARRYING)
    return (*purses, Points(f"{power}-{FLEETS}", "Fleets that may carry", carrying, all_of_them))


def _purse(campaign: TheWar, purse: Purse, power: str, *, own: bool) -> Points:
    parts = {capacity.EUROPE: " across the Atlantic", capacity.BOARD: " on the board"}
    title = f"SMPs of {capacity.named(campaign, purse)}"
    if own and purse.part not in campaign.countries:
        title = f"SMPs{parts.get(purse.part, '')}"
    if purse.part in campaign.countries:
        causes, path = Breakdown((Line("a minor country", capacity.room(campaign, purse), "8.6"),)), ""
    else:
        causes, path = capacity.smp(campaign, power), f"powers.{power}.smp"
        if purse.part:
            rest = capacity.room(campaign, purse) - causes.total
            causes = causes.plus("the other half", rest, "8.5.5")
    most = capacity.HALVES * capacity.room(campaign, purse)
    return Points(purse.key, title, capacity.left(campaign, purse), most, capacity.HALVES, causes, path)


def burden(campaign: TheWar, order: Order[TheWar]) -> tuple[Burden, ...]:
    """What an order takes of which purse, with its causes; of Fleets too."""
    if isinstance(order, stratmoves.Stratmove):
        return _of_units(campaign, order)
    if isinstance(order, grants.Grant):
        return _of_narfs(campaign, order.sailing(campaign))
    if isinstance(order, shipments.SendOn) and order.shipment in campaign.shipments:
        return _of_narfs(campaign, order.sailing(campaign))
    return ()


def _of_units(campaign: TheWar, order: stratmoves.Stratmove) -> tuple[Burden, ...]:
    causes = order.causes(campaign)
    sailing = Line("Fleets that carry, 1 each", capacity.HALVES * order.fleets, "8.3.2")
    if order.fleets and not order.country:
        causes = causes.plus(sailing.label, sailing.value, sailing.rule)
    burdens = [Burden(order.purse.key, causes)]
    if order.fleets:
        if order.country:
            burdens.append(Burden(capacity.purse(order.power).key, Breakdown((sailing,))))
        burdens.append(Burden(f"{order.power}-{FLEETS}", Breakdown((Line("carrying", order.fleets, "8.3.2"),))))
    return tuple(burdens)


def _of_narfs(campaign: TheWar, sailing: Sailing) -> tuple[Burden, ...]:
    rule = sailing.leg(campaign).rule
    burdens = [
        Burden(purse.key, Breakdown((Line("for cargo and Fleets (20 NARFs or one Fleet each)", halves, rule),)))
        for purse, halves in sailing.smps(campaign).items()
    ]
    if needed := sailing.needed(campaign):
        carrier = f"{sailing.whose(campaign)}-{FLEETS}"
        burdens.append(Burden(carrier, Breakdown((Line("carrying", needed, rule),))))
    return tuple(burdens)


# --- units


def _of(campaign: TheWar, power: str, country: str, key: str, row: Kind) -> Iterable[Cargo]:
    """What a power, or a Satellite of it, has of a kind of movement."""
    move = stratmoves.Stratmove(power, key, country=country)
    many = str(row["many"])
    heading = many[:1].upper() + many[1:]
    heading += f" of {wars.named(campaign, country)}" if country else ""
    if key in INSTALLED and not country:
        have = sum(
            1
            for installation in campaign.installations.values()
            if (installation.power, installation.kind) == (power, key)
        )
        title = str(row["name"])[:1].upper() + str(row["name"])[1:]
        yield Cargo(heading, title, have or None, move, "count")
    for lot in moved_units.lots(campaign, country or power, row):
        origin = lot.place if lot.place != BOARD else ""
        place = titles.where(campaign, origin) if origin else ""
        goals = tuple(_goals(campaign, power, country, row, lot))
        if not goals:
            continue
        group = evolve(move, group=lot.group, origin=origin)
        for ids, order, counts, state in (
            (lot.whole, group, "count", ""),
            (lot.depleted, evolve(group, count=0, depleted=1), "depleted", ", depleted"),
        ):
            if ids:
                title = f"{forces.spoken(lot.group)}{state}"
                yield Cargo(heading, title, len(ids), order, counts, goals, note=place)


def _goals(campaign: TheWar, power: str, country: str, row: Kind, lot: Lot) -> Iterable[Goal]:
    """Where units may go: on the board, by what costs twice there, into a box and out of it."""

    def open_to(origin: str = "", to: str = "", through: tuple[str, ...] = ()) -> bool:
        passage = passages.Passage(power, country, row, through, origin, to)
        return not any(True for _ in passage.judge(campaign))

    if lot.place != BOARD:
        places = passages.reach(campaign, lot.place)
        if not places:
            yield Goal("onto the board")
        for place in places:
            if open_to(lot.place, place):
                yield Goal(f"to {titles.where(campaign, place)}", {"to": place})
        return
    yield Goal("on the board")
    for name, title in passages.costly(campaign, power, row):
        if open_to(through=(name,)):
            yield Goal(title, {"through": (name,)}, "twice the SMPs", passages.doubled(campaign, power, row, (name,)))
    if not country and _has_partner(campaign, power):
        partner = next(who for who in capacity.PARTNERS if who != power)
        yield Goal(f"with SMPs of {wars.named(campaign, partner)}", {"pays": partner}, rule="8.7")
    for box in passages.entered_by(campaign, row):
        if open_to(to=box):
            yield Goal(f"to the {titles.where(campaign, box)}", {"to": box}, rule=passages.rule_of(box))


def _has_partner(campaign: TheWar, power: str) -> bool:
    """Whether a power may use another's SMPs (8.7)."""
    at_war = all(wars.at_war(campaign, partner, "germany") for partner in capacity.PARTNERS)
    return power in capacity.PARTNERS and at_war


class MoveSheet(Moving[TheWar]):
    """Strategic movement, grants and Lend-Lease."""

    def moves(self, campaign: TheWar, power: str) -> Moves | None:
        return moves(campaign, power)

    def burden(self, campaign: TheWar, order: Order[Any]) -> tuple[Burden, ...]:
        return burden(campaign, order)
