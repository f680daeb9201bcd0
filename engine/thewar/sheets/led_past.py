"""What nobody is to be led past in a step, where that depends on how things stand: surprises not yet used, payments
that would be missed, diplomacy that was paid for, dice for the colonies, what stands too many somewhere (3.10.3,
10.8.2, 14.8.2, 15.1, 16.1.3, 18.2, 18.5, 22.5.1)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.stops import CHANCE, MUST, PARTING, ROLL, Stop
from engine.thewar.building import rating_programmes, unit_building
from engine.thewar.combat import battles, stacking, surprises
from engine.thewar.countries import american_road, liberation, simplified_influence, variant_hand
from engine.thewar.economy import construction_limit, logistics, paid_by_hand
from engine.thewar.moving import lend_lease_duty
from engine.thewar.politics import diplomatic_step
from engine.thewar.sea import unescorted
from engine.thewar.strategic import strategic_building
from engine.thewar.world import basing, calendar, distances, influence, ports, regions, sides, titles, wars
from engine.thewar.world.state import TheWar

_BRITAIN, _GERMANY, _USSR = "britain", "germany", "ussr"
_LOST = "Who has to be lost: 'losses'."
_QUEUED = "Enter on a unit of the list queues it; typed it is '{} construct GROUP count=NUMBER'."


def diplomacy(campaign: TheWar, side: str) -> Iterable[Stop]:
    """Political Points and chits are for the rolls of this year: nobody who may have some is led past his targets.
    Where diplomacy is simplified, a chit may be left, and a POP is for a variant roll."""
    if not simplified_influence.played(campaign):
        for power in diplomatic_step.speakers(campaign):
            if not variant_hand.this_turn(campaign, power):
                hint = f"'{power} influence COUNTRY' names a target, '{power} spy COUNTRY' plays a chit."
                yield Stop(ROLL, power, "targets of diplomacy, or a variant roll", "16.1.3", hint)
            yield from _won(campaign, power)
        return
    for power in wars.POWERS:
        yield from _won(campaign, power)
    for power in wars.POWERS:
        has = _simple_stock(campaign, power) if wars.standing(campaign, power) else ""
        if has and not simplified_influence.has_played_chit(campaign, power):
            hint = f"'{power} sway COUNTRY chit=yes' plays a chit; a POP is for a variant roll."
            yield Stop(CHANCE, power, f"the use of what was bought: {has}", "16.1.3", hint)


def _won(campaign: TheWar, power: str) -> Iterable[Stop]:
    """The roll for a project that a try for a variant has won in this turn: it is made now or never (28.0)."""
    if variant_hand.open_roll(campaign, power):
        hint = f"'{power} project item=NUMBER' chooses one of its list and rolls."
        yield Stop(ROLL, power, "the roll for a project, which it has won", "28.0", hint)


def _simple_stock(campaign: TheWar, power: str) -> str:
    """What a power can use where diplomacy is simplified, as far as this view knows; '' for nothing."""
    if by_hand := paid_by_hand.pops_and_chits(campaign, power):
        return by_hand
    parts = ["1 POP"] if influence.held(campaign, power, influence.VARIANT) else []
    return ", ".join([*parts, "Espionage chit"] if influence.stock(campaign, power, influence.ESPIONAGE) else parts)


def propaganda(campaign: TheWar, side: str) -> Iterable[Stop]:
    """The roll in the United States that Britain has paid for."""
    if paid_by_hand.propaganda(campaign) and not american_road.propaganda_made(campaign):
        yield Stop(
            CHANCE,
            _BRITAIN,
            "the die for British propaganda, which is paid",
            "22.5.1",
            "'britain propaganda' rolls it.",
        )


def surprise(campaign: TheWar, side: str) -> Iterable[Stop]:
    """Who goes on without an attack leaves the surprise of this turn unused."""
    if side != sides.AXIS:
        return
    if not surprises.west_not(campaign) and not surprises.used(campaign, surprises.WESTERN):
        matter = "the surprise in the West: no French or British unit in France has been attacked"
        yield Stop(CHANCE, _GERMANY, matter, "18.2", "'germany attack', in France, uses it.")
    if not surprises.east_not(campaign) and not surprises.used(campaign, surprises.BARBAROSSA):
        matter = "the surprise in the East: no Soviet unit has been attacked"
        yield Stop(CHANCE, _GERMANY, matter, "21.4", "'germany attack' uses it.")


def payments(campaign: TheWar, side: str) -> Iterable[Stop]:
    """A rating that is being raised falls back without this turn's payment."""
    for programme in campaign.programmes.values():
        power = programme.power
        unpaid = programme.last != calendar.turn(campaign) and wars.standing(campaign, power)
        line = rating_programmes.row(campaign, power, programme.force)
        if unpaid and line is not None and campaign.powers[power].side == side:
            matter = f"this turn's payment for the {programme.force}"
            yield Stop(CHANCE, power, matter, line["rule"], f"'{power} rating {programme.force}' pays it.")


def build(campaign: TheWar, side: str) -> Iterable[Stop]:
    """What falls due in the Build Segment, and that nobody has built anything there."""
    yield from payments(campaign, side)
    yield from unbuilt(campaign, side)


def unbuilt(campaign: TheWar, side: str) -> Iterable[Stop]:
    """Of each seat the powers that could build units and have neither built nor repaired nor placed anything, with
    what they have for it at normal prices, in NARFs."""
    idle: dict[str, list[str]] = {}
    for power in wars.POWERS:
        mine = wars.standing(campaign, power) and campaign.powers[power].side == side and power in campaign.seats
        if (
            mine
            and power not in campaign.progress.done
            and _to_build_with(campaign, power)
            and _builds(campaign, power)
        ):
            idle.setdefault(campaign.seats[power], []).append(power)
    for powers in idle.values():
        first, *others = powers
        narfs = f"{wars.named(campaign, first)} has {_to_build_with(campaign, first)} NARFs to build with"
        more = [f"{wars.named(campaign, power)} {_to_build_with(campaign, power)}" for power in others]
        matter = f"{', '.join([narfs, *more])}; nothing is built"
        yield Stop(PARTING, first, matter, "15.1", _QUEUED.format(first))


def _to_build_with(campaign: TheWar, power: str) -> int:
    """NARFs in hand that buy at normal prices (15.1.6.1)."""
    hand, room = logistics.free(campaign.powers[power]), construction_limit.room(campaign, power)
    return max(0, hand if room is None else min(hand, room))


def _builds(campaign: TheWar, power: str) -> bool:
    """Whether units wait in a power's pools and it has bought nothing in the Build Segment yet. What is built for
    strategic warfare comes before it."""
    if campaign.powers[power].spent:
        return False
    if any(one.power == power and one.what not in strategic_building.PRICES for one in campaign.built.values()):
        return False
    if any(one.power == power and one.last == calendar.turn(campaign) for one in campaign.programmes.values()):
        return False
    return any(pool.count or pool.oos for pool in unit_building.pools(campaign, power).values())


def lend_lease(campaign: TheWar, side: str) -> Iterable[Stop]:
    """What is owed to the Soviet Union and not granted yet."""
    for power in wars.POWERS:
        mine = wars.standing(campaign, power) and campaign.powers[power].side == side
        if mine and (short := lend_lease_duty.missing(campaign, power)):
            matter = f"{short} NARFs owed to the Soviet Union"
            yield Stop(CHANCE, power, matter, "14.8.2", f"'{power} grant {_USSR}' grants them.")


def liberated(campaign: TheWar, side: str) -> Iterable[Stop]:
    """Paris is in the hands of who may liberate France."""
    if (power := liberation.open_to(campaign)) and campaign.powers[power].side == side:
        yield Stop(
            ROLL,
            power,
            "the liberation of France",
            "18.8",
            "'liberate' frees it, once its units in Paris are supplied.",
        )


def too_many(campaign: TheWar, side: str) -> Iterable[Stop]:
    """What stands too many somewhere as the turn of a side ends, as far as it is recorded."""
    mine = _standing(campaign, side)
    if not mine:
        return
    # Where the board is checked, what is recorded stands there: it leaves, or is lost (9.6).
    yield from _stacks(campaign, MUST if distances.checked(campaign) else ROLL, mine[0])
    excesses = [(refusal.reason, refusal.rule, refusal.hint) for refusal in regions.fortress_excess(campaign)]
    for key in regions.islands(campaign):
        excesses += [(refusal.reason, refusal.rule, refusal.hint) for refusal in regions.island_excess(campaign, key)]
    excesses += [(duty.text, duty.rule, "") for duty in (*basing.duties(campaign), *ports.duties(campaign))]
    for matter, rule, hint in excesses:
        yield Stop(ROLL, mine[0], matter, rule, hint)


def stacked(campaign: TheWar, side: str) -> Iterable[Stop]:
    """Of these what bars the end of the turn: stacks on a board that is checked."""
    if distances.checked(campaign) and (mine := _standing(campaign, side)):
        yield from _stacks(campaign, MUST, mine[0])


def _standing(campaign: TheWar, side: str) -> list[str]:
    return [power for power in wars.POWERS if wars.standing(campaign, power) and campaign.powers[power].side == side]


def _stacks(campaign: TheWar, weight: str, whose: str) -> Iterable[Stop]:
    for over in stacking.overstacked(campaign):
        yield Stop(weight, whose, over.reason, over.rule, f"{over.hint} {_LOST}")


def _runs_found(campaign: TheWar) -> Iterable[Stop]:
    """A supply run that was found is lost as the step ends, unless its side meets those who have found it."""
    for where, engagement in campaign.engagements.items():
        if engagement.kind == battles.SEA and unescorted.alone(engagement) and unescorted.cut(campaign, engagement):
            at, found = titles.where(campaign, where), titles.units(campaign, engagement.defenders)
            what = f"who meets {found}, which has found the supply run to {at}; nobody, and it is lost"
            hint = f"'intercept-at-sea {where}' meets it; '{engagement.by} undisturbed {where}' says that nobody does."
            yield Stop(ROLL, engagement.by, what, "12.1.2, 12.7.2", hint)


def answers(campaign: TheWar, side: str) -> Iterable[Stop]:
    """Battles announced wait for the other side's answer, where another seat commands it."""
    ours = {campaign.seats.get(power) for power in campaign.powers if campaign.powers[power].side == side}
    others = [power for power in wars.POWERS if wars.standing(campaign, power) and campaign.powers[power].side != side]
    yield from _runs_found(campaign)
    for where, engagement in campaign.engagements.items():
        kinds = (battles.GROUND,) if campaign.progress.step.endswith(".reserves") else (battles.SEA,)
        if engagement.kind in kinds and campaign.powers[engagement.by].side == side:
            for power in others:
                if campaign.seats.get(power) not in ours:
                    yield Stop(ROLL, power, f"an answer to what is announced against {where}", "9.9, 7.8")
            return
