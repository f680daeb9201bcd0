"""The oceans as a screen shows them: what lies in the SW boxes and in the bases beside them, where each group may go,
and what an attack there hangs on (24.52, 25.1, 25.3, 25.6). Plain values; whether something is allowed, the orders are
asked."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel import seasons
from engine.kernel.refusals import Breakdown
from engine.kernel.sheets.oceans import Amount, Harbour, Lot, Oceans, OceanSheet, Shipping, Strike, Water, Way
from engine.worldatwar.building import production
from engine.worldatwar.moving import deployment, sailing, submarine_limits
from engine.worldatwar.oceans import employment, modifiers
from engine.worldatwar.oceans.shipping import RAIDERS, Raiders
from engine.worldatwar.oceans.submarine_attacks import ATTACKERS, STEP, AttackShipping, defender, key_of, prepared
from engine.worldatwar.world import bases, fronts, groups, sides, turns
from engine.worldatwar.world.bases import BOXES
from engine.worldatwar.world.state import Attack, Group, WorldAtWar

KINDS = {**production.TITLES, "advanced-submarine": "advanced"}
"""Names of the kinds of units for narrow columns, in the order in which they are listed."""
OWNERS = {sides.WESTERN: "W. Allies", "us": "U.S."}
MOVING = (sailing.MOVEMENT, sailing.REDEPLOYMENT)


TOLL = {
    "transports_sunk": "transports sunk",
    "transports_damaged": "transports damaged",
    "submarines_lost": "submarines lost",
    "asw_lost": "ASW lost",
    "cves_lost": "CVEs lost",
}


def board(campaign: WorldAtWar, powers: tuple[str, ...]) -> Oceans:
    """The oceans in the step at hand, for the powers that still act in it."""
    phase = campaign.progress.step.partition(".")[2]
    movers = powers if phase in MOVING else ()
    # The Pacific box and the Pacific front have one id: ships and air units are kept apart.
    places: dict[str, list[Lot]] = {}
    flying: dict[str, list[Lot]] = {}
    for lot in _lots(campaign, movers, phase):
        (flying if lot.kind in fronts.AIR else places).setdefault(lot.place, []).append(lot)
    beside: dict[str, list[Harbour]] = {box: [] for box in BOXES}
    elsewhere: list[Harbour] = []
    for place in bases.bases():
        if place in places:
            box = _beside(places[place])
            harbour = Harbour(place, bases.name(place), bases.short(place), tuple(places[place]))
            (beside[box] if box else elsewhere).append(harbour)
    for place in (*fronts.FRONTS, *fronts.HOMES):
        if place in flying:
            elsewhere.append(Harbour(place, fronts.name(place), fronts.short(place), tuple(flying[place])))
    waters = tuple(
        Water(
            box,
            bases.name(box),
            bases.short(box),
            tuple(places.get(box, ())),
            tuple(_shipping(campaign, owner, box) for owner in _shippers(campaign, box)),
            tuple(beside[box]),
        )
        for box in BOXES
    )
    strikes = _attacks(campaign, powers) if phase == STEP else _raids(campaign, powers) if phase == RAIDERS else ()
    return Oceans(waters, tuple(elsewhere), tuple(strikes), TOLL if phase == STEP else {})


def _lots(campaign: WorldAtWar, movers: tuple[str, ...], phase: str) -> Iterable[Lot]:
    """Groups by owner and kind. Inverted groups of a place stand together, apart from those that are face up."""
    now = turns.player_turn(campaign)
    merged: dict[tuple[str, str, str, bool], int] = {}
    for group in campaign.groups.values():
        key = (group.owner, group.kind, group.place, group.ready > now)
        merged[key] = merged.get(key, 0) + group.count
    order = list(KINDS)
    owners = (*sides.POWERS, sides.WESTERN)
    for owner, kind, place, inverted in sorted(
        merged, key=lambda lot: (owners.index(lot[0]), order.index(lot[1]) if lot[1] in order else 99, lot[3])
    ):
        power = next((power for power in movers if sides.commands(power, owner)), "")
        group = Group(owner=owner, kind=kind, place=place, count=merged[owner, kind, place, inverted])
        yield Lot(
            id=f"{owner} {kind} {place}{' inverted' if inverted else ''}",
            owner=OWNERS.get(owner) or sides.named(campaign, owner),
            title=KINDS.get(kind, kind),
            place=place,
            place_name=deployment.place_name(place, kind),
            count=group.count,
            inverted=inverted,
            power=power,
            kind=kind,
            ways=_ways(campaign, power, group, inverted, phase) if power else (),
        )


def _ways(campaign: WorldAtWar, power: str, group: Group, inverted: bool, phase: str) -> tuple[Way, ...]:
    """The places where a group might go, those first that are open."""
    known = bases.bases()
    ways = []
    for goal in deployment.goals(group.kind, group.place, phase):
        if goal in known and group.owner not in known[goal].who:
            continue
        order = deployment.Transfer(power, group.kind, 1, group.place, goal, inverted=inverted)
        ways.append(Way(goal, deployment.place_name(goal, group.kind), order, tuple(order.judge(campaign))))
    return tuple(sorted(ways, key=lambda way: bool(way.refusals)))


def _beside(lots: list[Lot]) -> str:
    """The first box that units at a base may enter, '' for none."""
    base = bases.bases().get(lots[0].place)
    owners = [lot.id.partition(" ")[0] for lot in lots]
    ways = [box for owner in owners for box in base.leads_to(owner)] if base is not None else []
    return ways[0] if ways else ""


def _shippers(campaign: WorldAtWar, box: str) -> tuple[str, ...]:
    """The owners that have transports in a box, or had some when the turn began."""
    return tuple(
        owner
        for owner in (sides.WESTERN, "japan")
        if groups.standing(campaign, owner, "transport", box) or groups.shipping_key(owner, box) in campaign.started
    )


def _shipping(campaign: WorldAtWar, owner: str, box: str) -> Shipping:
    """The transports of a box by owner."""
    attacker = (
        "us" if owner == "japan" else next((power for power in ATTACKERS if power in campaign.powers), ATTACKERS[0])
    )
    war = prepared(campaign, Attack(power=attacker, box=box))
    rule = war.edition.transports
    most = rule.ceiling(war.transports)
    return Shipping(
        owner=OWNERS.get(owner) or sides.named(campaign, owner),
        began=war.transports,
        now=groups.standing(campaign, owner, "transport", box),
        sunk=war.lost,
        away=max(0, war.away),
        most=most,
        left=min(war.fleet.present, max(0, most - war.lost)),
        rule=rule.rule,
    )


def _attacks(campaign: WorldAtWar, powers: tuple[str, ...]) -> Iterable[Strike]:
    """The submarine attacks that the powers may declare."""
    turn = seasons.now(campaign)
    for power in powers:
        for box in BOXES if power in ATTACKERS else ():
            if not groups.standing(campaign, power, sailing.SUBMARINES, box):
                continue
            limit = submarine_limits.limit(campaign, power, box, turn)
            offer = next((attack for attack in AttackShipping.offers(campaign, power) if attack.box == box), None)
            enemy = defender(power)
            asw = groups.standing(campaign, enemy, sides.ASW, box, ready=True)
            cves = groups.standing(campaign, enemy, "cve", box, ready=True)
            yield Strike(
                id=key_of(power, box),
                power=power,
                title=f"{sides.named(campaign, power)}, {bases.short(box)}",
                box=box,
                box_name=bases.name(box),
                blank=AttackShipping(power, box),
                amounts=tuple(_amounts(campaign, power, box, limit, offer)),
                shipping=_shipping(campaign, enemy, box),
                rule=AttackShipping.rule,
                declared=key_of(power, box) in campaign.attacks,
                limit=limit,
                escorts=(("ASW", asw), ("CVEs", cves)),
                modifiers=modifiers.submarine_war(campaign, power, enemy, box),
            )


def _amounts(
    campaign: WorldAtWar, power: str, box: str, limit: Breakdown, offer: AttackShipping | None
) -> Iterable[Amount]:
    """The numbers of submarines that an attack names."""
    for name, kind in (("submarines", "submarine"), ("advanced", "advanced-submarine")):
        ready = groups.standing(campaign, power, kind, box, ready=True)
        every = groups.standing(campaign, power, kind, box)
        if every or name == "submarines":
            # Advanced submarines stand outside of the limits (25.17).
            most = limit.total if name == "submarines" else -1
            yield Amount(name, KINDS[kind], ready, most, getattr(offer, name, 0), every - ready)


def _raids(campaign: WorldAtWar, powers: tuple[str, ...]) -> Iterable[Strike]:
    """The boxes in which a power's raiders may have sunk transports."""
    for power in powers:
        victim = sides.WESTERN if sides.side(campaign, power) == "axis" else "japan"
        for box in BOXES:
            if box == bases.INDIAN or not groups.standing(campaign, victim, "transport", box):
                continue
            shipping = _shipping(campaign, victim, box)
            yield Strike(
                id=f"{power}-{box}",
                power=power,
                title=f"{sides.named(campaign, power)}, {bases.short(box)}",
                box=box,
                box_name=bases.name(box),
                blank=Raiders(power, box, 0),
                amounts=(Amount("sunk", "by raiders", shipping.now, shipping.left, 0),),
                shipping=shipping,
                rule=Raiders.rule,
                escorts=_engaging(campaign, victim, box),
            )


def _engaging(campaign: WorldAtWar, owner: str, box: str) -> tuple[tuple[str, int], ...]:
    """The naval units of a box that engage its raiders (25.363), without those of which there are none."""
    warships, destroyers = employment.engaging(campaign, owner, box)
    both = (("warships that engage", warships), ("destroyers that engage", destroyers))
    return tuple((title, count) for title, count in both if count)


class OceanBoard(OceanSheet[WorldAtWar]):
    """The boxes with what may move and strike in them."""

    def oceans(self, campaign: WorldAtWar, powers: tuple[str, ...]) -> Oceans:
        return board(campaign, powers)
