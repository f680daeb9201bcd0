"""Which submarines, ASW, transports and CVEs may go where, and when (24.52, 25.1, 25.2, 25.3).

``Move`` is a transfer as these rules see it; ``refusals`` gives every reason against it.
"""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel import seasons
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.moving import submarine_limits
from engine.worldatwar.world import bases, fronts, groups, sides, turns
from engine.worldatwar.world.bases import ATLANTIC, BOXES, INDIAN, MEDITERRANEAN_PORT, PACIFIC, WESTERN_PORT
from engine.worldatwar.world.state import WorldAtWar

MOVEMENT, REDEPLOYMENT = "movement.boxes", "redeployment.boxes"
"""The steps in which units move."""
SUBMARINES = ("submarine", "advanced-submarine")
SHIPS = (*SUBMARINES, *sides.ASW, "transport", "cve", *sides.SURFACE)
"""The kinds of ships that strategic warfare counts."""
TENSION = 40
"""USJT level from which submarines and one ASW a turn may enter the Pacific box (25.13C, 25.13E, 25.32B)."""
USAT_ASW = ((35, 2), (25, 1))
"""USAT levels and how many American-built ASW they allow in the Atlantic (25.32A)."""
PASSED = "passed-gibraltar"
"""How facts begin that count submarine factors that passed an enemy's Gibraltar in this player turn, by faction (25.15,
25.16)."""
ASW_SENT = "asw-sent-to-pacific"
"""The fact that counts American-built ASW sent to the Pacific in this player turn (25.32B)."""


@frozen
class Move:
    """Factors of a kind on their way from one place (``origin``) to another (``goal``), in the
    phase of a player turn."""

    power: str
    kind: str
    count: int
    origin: str
    goal: str
    phase: str

    @property
    def owner(self) -> str:
        """Who owns the factors."""
        return sides.owner(self.power, self.kind)

    @property
    def submarines(self) -> bool:
        """Whether the factors are submarines of either kind."""
        return self.kind in SUBMARINES

    @property
    def into_box(self) -> bool:
        """Whether the factors enter a box."""
        return self.goal in BOXES


def refusals(campaign: WorldAtWar, move: Move) -> Iterable[Refusal]:
    """Why these ships may not make this move."""
    if move.submarines and move.phase == MOVEMENT and (move.into_box or move.origin in BOXES):
        yield Refusal("25.12", "submarines enter and leave boxes in the redeployment phase", "Wait for it.")
    if move.origin in BOXES and move.into_box and move.phase == MOVEMENT:
        yield Refusal("24.52", "from box to box only in the redeployment phase", "Wait for it.")
    yield from _way(campaign, move)
    yield from _gibraltar(campaign, move)
    if move.submarines:
        yield from _submarines(campaign, move)
        return
    if move.kind in sides.ASW and move.into_box:
        yield from _asw(campaign, move)
    elif move.kind == "transport" and not move.into_box:
        where = "the Pacific SW box" if move.owner == "japan" else "an SW box"
        yield Refusal("25.37", f"transports end the turn in {where}", "Send them to a box.")
    if move.into_box:
        yield from _navies(campaign, move)


def _navies(campaign: WorldAtWar, move: Move) -> Iterable[Refusal]:
    """Which owners' naval units, submarines apart, enter which box (25.31)."""
    if move.owner == "japan":
        if move.goal != PACIFIC:
            yield Refusal("25.31", "Japanese naval units enter the Pacific SW box only")
    elif move.owner != sides.WESTERN:
        name = sides.named(campaign, move.owner)
        rule = "25.31A" if sides.side(campaign, move.owner) == "axis" else "25.31D"
        yield Refusal(rule, f"naval units of {name} do not enter SW boxes")


def _way(campaign: WorldAtWar, move: Move) -> Iterable[Refusal]:
    """Whether the places of a move are connected, and whether the owner may use the base (25.31, 25.37)."""
    known = bases.bases()
    for place in (move.origin, move.goal):
        if place not in BOXES and place not in known:
            names = ", ".join((*BOXES, *(key for key, base in known.items() if move.owner in base.who)))
            yield Refusal("25.31", f"there is no box or base '{place}'", f"There are: {names}.")
            return
    base = next((place for place in (move.goal, move.origin) if place not in BOXES), "")
    box = next((place for place in (move.goal, move.origin) if place in BOXES), "")
    if not base:
        return
    if move.owner not in known[base].who:
        yield Refusal("25.31", f"{known[base].name} is no base of {sides.named(campaign, move.owner)}")
        return
    if box and box not in known[base].leads_to(move.owner):
        from_here = [
            key for key, other in known.items() if box in other.leads_to(move.owner) and move.owner in other.who
        ]
        rule = {ATLANTIC: "25.31A", PACIFIC: "25.31B", INDIAN: "25.31C"}[box]
        ways = ", ".join(from_here) or "none"
        yield Refusal(rule, f"{bases.name(box)} is not entered or left by {known[base].name}", f"Bases: {ways}.")
    if move.goal == base and not bases.open_base(campaign, move.owner, base):
        yield Refusal("25.31", f"{known[base].name} is not theirs and operational")


def _gibraltar(campaign: WorldAtWar, move: Move) -> Iterable[Refusal]:
    """Past an enemy's Gibraltar goes one submarine factor a turn, in the redeployment phase; Italian submarines never
    do (25.15, 25.151, 25.16)."""
    if not past_gibraltar(campaign, move):
        return
    if move.power == "italy":
        yield Refusal("25.151", "Italian submarines do not pass an enemy's Gibraltar")
        return
    rule = "25.15" if move.power == "germany" else "25.16"
    before = int(campaign.facts.get(passed_key(campaign, move.power), 0))
    if before + move.count > 1:
        yield Refusal(rule, f"{before + move.count} submarine factors past an enemy's Gibraltar", "One a turn.")
    if move.phase == MOVEMENT:
        yield Refusal(rule, "submarines pass an enemy's Gibraltar in the redeployment phase", "Wait for it.")


def passed_key(campaign: WorldAtWar, power: str) -> str:
    """The fact that counts a power's passages of Gibraltar: the Western Allies have one passage
    between them (25.16)."""
    return f"{PASSED}-{sides.faction(campaign, power)}"


def past_gibraltar(campaign: WorldAtWar, move: Move) -> bool:
    """Whether a move takes submarines past a Gibraltar that the enemy holds."""
    inside = MEDITERRANEAN_PORT in (move.origin, move.goal)
    outside = any(place in (ATLANTIC, WESTERN_PORT) for place in (move.origin, move.goal))
    enemy = "axis" if sides.side(campaign, move.owner) == "allied" else "allied"
    return move.submarines and inside and outside and bases.held(campaign, enemy, "gibraltar")


def _submarines(campaign: WorldAtWar, move: Move) -> Iterable[Refusal]:
    """Which power's submarines enter which box, when, and how many (25.13)."""
    if INDIAN in (move.origin, move.goal) and move.power == "germany":
        other = move.goal if move.origin == INDIAN else move.origin
        if other != MEDITERRANEAN_PORT:
            reason = "German submarines enter and leave the Indian Ocean by the Mediterranean and Suez"
            yield Refusal("24.52, 25.13A", reason, "From or to a Mediterranean port.")
        elif move.origin == INDIAN and not bases.held(campaign, "axis", "suez"):
            yield Refusal("24.52", "the Axis does not control the Suez canal, their way home")
    if INDIAN in (move.origin, move.goal):
        yield from _singapore(campaign, move)
    if not move.into_box:
        return
    yield from may_enter(campaign, move.power, move.goal)
    if move.kind == "submarine":
        yield from _within_limit(campaign, move)


def _singapore(campaign: WorldAtWar, move: Move) -> Iterable[Refusal]:
    """Singapore lies between Japan and the Indian Ocean: no submarine passes it while the enemy holds it. From box to
    box none passes it (25.91, ruling 223)."""
    if "japan" in (move.origin, move.goal) and bases.held(campaign, "allied", "singapore"):
        yield Refusal("25.91", "submarines do not pass an enemy's Singapore", "Take it, or go by the Pacific SW box.")


def may_enter(campaign: WorldAtWar, power: str, box: str) -> Iterable[Refusal]:
    """Why a power's submarines may not enter a box to conduct submarine warfare (25.13)."""
    name = sides.named(campaign, power)
    where = bases.name(box)
    if power in ("italy", "britain", "russia", "china", "france"):
        rule = {"italy": "25.13B", "britain": "25.13D"}.get(power, "25.13")
        yield Refusal(rule, f"submarines of {name} do not enter SW boxes")
    elif power == "germany":
        if box == PACIFIC:
            yield Refusal("25.13A", f"German submarines do not enter {where}")
        if box == INDIAN and not _suez(campaign):
            yield Refusal("25.13A", "the Axis must control the Suez canal and Ethiopia", "Take both first.")
    elif power == "japan":
        if box == ATLANTIC:
            yield Refusal("25.13A", f"only German submarines enter {where}")
        if box == INDIAN and not sides.at_war(campaign, "britain", "japan"):
            yield Refusal("25.13C, 25.81", "Japan and Britain are not at war")
        if box == PACIFIC:
            yield from _pacific(campaign, "25.13C, 25.91")
    elif power == "us":
        if box == PACIFIC:
            yield from _pacific(campaign, "25.13E, 25.91")
        else:
            yield Refusal("25.13E", f"American submarines do not enter {where}", "They fight in the Pacific.")


def _suez(campaign: WorldAtWar) -> bool:
    """Whether the Axis controls the way to the Indian Ocean: Suez and Ethiopia (25.13A)."""
    return all(bases.held(campaign, "axis", place) for place in ("suez", "ethiopia"))


def _pacific(campaign: WorldAtWar, rule: str) -> Iterable[Refusal]:
    """The Pacific box is open to submarines in war between Japan and the U.S., or from a level of
    tension on (25.13)."""
    level = sides.tension(campaign, "usjt")
    if not sides.at_war(campaign, "japan", "us") and level < TENSION:
        reason = f"Japan and the U.S. are not at war, and the USJT level is {level}"
        yield Refusal(rule, reason, f"War, or a level of {TENSION}.")


def _within_limit(campaign: WorldAtWar, move: Move) -> Iterable[Refusal]:
    """No more submarines enter a box than may fight there in their owner's next turn; what is beyond operates on the
    board (25.13)."""
    turn = turns.next_turn_of(campaign, sides.side(campaign, move.power))
    limit = submarine_limits.limit(campaign, move.power, move.goal, turn)
    if not limit.lines:
        return
    boxes = (INDIAN, PACIFIC) if move.power == "japan" else (move.goal,)
    there = sum(groups.standing(campaign, move.power, "submarine", box) for box in boxes)
    there -= move.count if move.origin in boxes else 0
    if there + move.count > limit.total:
        when = seasons.spoken(seasons.label(turn))
        reason = f"{there + move.count} submarine factors, {limit.total} may fight there in {when}"
        yield Refusal(limit.lines[0].rule, reason, f"At most {max(0, limit.total - there)} more.")


def _asw(campaign: WorldAtWar, move: Move) -> Iterable[Refusal]:
    """American-built ASW wait for war or tension, Japanese ASW for war with the U.S. (25.22, 25.32, 24.54)."""
    if move.owner == "japan":
        if not sides.at_war(campaign, "japan", "us"):
            yield Refusal("25.22E", "Japan and the U.S. are not at war", "Japanese ASW wait for it.")
        return
    if move.kind != "american-asw":
        return
    europe, pacific = (fronts.at_war_in(campaign, theater) for theater in (fronts.EUROPE, fronts.PACIFIC))
    if move.goal == INDIAN and not europe and not pacific:
        hint = "Tension opens the Atlantic and the Pacific only."
        yield Refusal("25.32, 24.54", "the U.S. is at war in neither theater", hint)
    if move.goal == ATLANTIC and not europe:
        level = sides.tension(campaign, "usat")
        most = next((count for least, count in USAT_ASW if level >= least), 0)
        there = groups.standing(campaign, sides.WESTERN, "american-asw", ATLANTIC)
        if there + move.count > most:
            reason = f"{there + move.count} American-built ASW at a USAT level of {level}"
            yield Refusal("25.32A", reason, f"At most {most}: 1 from 25, 2 from 35.")
    if move.goal == PACIFIC and not pacific:
        level, sent = sides.tension(campaign, "usjt"), int(campaign.facts.get(ASW_SENT, 0))
        if level < TENSION or sent + move.count > 1:
            reason = f"{sent + move.count} American-built ASW this turn at a USJT level of {level}"
            yield Refusal("25.32B", reason, f"One a turn, from a level of {TENSION}.")


def movers(campaign: WorldAtWar) -> tuple[str, ...]:
    """The powers with ships, other than submarines, that the movement phase may bring to a box or away from it."""
    return tuple(
        power
        for power in sides.standing(campaign)
        if any(
            sides.commands(power, group.owner) and group.kind in SHIPS and group.kind not in SUBMARINES
            for group in campaign.groups.values()
        )
    )


def forget(tx: Transaction[WorldAtWar], side: str) -> None:
    """As a player turn ends, its passages of Gibraltar and its ASW sent to the Pacific are
    forgotten (25.15, 25.32B)."""
    over = {ASW_SENT, *(passed_key(tx.campaign, power) for power in tx.campaign.powers)}
    for fact in [fact for fact in tx.campaign.facts if fact in over]:
        tx.remove(f"facts.{fact}", "player turn over", "25.15, 25.32B")
