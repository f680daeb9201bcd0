"""What an entry of strategic warfare cost, in words for the journal; read from its changes, which no later rule alters
(5.1.3, 5.2, 8.4)."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from engine.kernel.changes import Change, Entry
from engine.thewar.economy import oil
from engine.thewar.rolls import bombing
from engine.thewar.world import wars
from engine.thewar.world.naming import counted
from engine.thewar.world.reports import named as named
from engine.thewar.world.reports import sentence as sentence
from engine.thewar.world.reports import together as together
from engine.thewar.world.state import Box, TheWar, Unit

_MARKS = (("**", "firestorm"), ("*", "critical hit"))


def die(face: int, net: int, column: str) -> str:
    """A roll on a combat table: ``die 4 (+2) at 2-1``."""
    modifier = f" ({net:+d})" if net else ""
    return f"die {face}{modifier} at {column}"


def rolled(faces: Iterable[int]) -> str:
    """Dice without a table: ``die 4``, ``dice 4 and 7``."""
    words = [str(face) for face in faces]
    return f"{'die' if len(words) == 1 else 'dice'} {together(words)}"


def of_raid(title: str, stage: str, raid: bombing.Raid, before: TheWar, entry: Entry) -> str:
    """What came of a stage of a raid, ``raid`` as it stood before: of Heavy Flak, of the roll, of the damage."""
    if stage == "flak":
        shot = [shot_at(attrs.evolve(raid, flak_face=face)) for face in entry.faces("heavy-flak")]
        return sentence(title, *(shot or ["no Heavy Flak"]))
    if stage == "combat":
        return sentence(title, *(thrown(attrs.evolve(raid, face=face)) for face in entry.faces("bombing")))
    if not raid.face:
        return sentence(title, "no bomber comes through", toll(before, entry, ""))
    result = bombing.resolve(raid)
    return sentence(title, die(raid.face, result.modifier, result.column), toll(before, entry))


def shot_at(raid: bombing.Raid) -> str:
    """What Heavy Flak did, once it is rolled."""
    flak = raid.flak
    return f"Heavy Flak level {raid.heavy_flak} rolled {raid.flak_face}, {flak.result}: {harm(flak) or 'no harm'}"


def harm(flak: bombing.HeavyFlak, kind: str = "SAC") -> str:
    """What a roll of Heavy Flak did to bombers, '' for nothing; rockets are lost either way."""
    turned = "depleted and turned away" if kind == "SAC" else "lost"
    parts = [
        f"{flak.eliminated} {kind} shot down" if flak.eliminated else "",
        f"{flak.depleted} {kind} {turned}" if flak.depleted else "",
    ]
    return ", ".join(part for part in parts if part)


def thrown(raid: bombing.Raid, *, marks: bool = True) -> str:
    """A raid's roll: ``die 4 (+2) at 2-1, AL1/DL1, critical hit``; without ``marks`` those of the table say nothing."""
    result = bombing.resolve(raid)
    read = marks and (raid.baku or not raid.soviet)
    hit = next((name for mark, name in _MARKS if read and mark in result.marks), "")
    return ", ".join(part for part in (die(raid.face, result.modifier, result.column), result.result, hit) if part)


def toll(before: TheWar, entry: Entry, nothing: str = "nothing is lost") -> str:
    """All that an entry cost: ``Britain loses 6 NARFs and 1 SMP, 2 U-boats and 1 ASW lost``."""
    parts = [*figures(before, entry), lost(entry), depleted(before, entry)]
    return ", ".join(part for part in parts if part) or nothing


def figures(before: TheWar, entry: Entry) -> list[str]:
    """What powers lose, one part for each: NARFs, base, SMPs, rail moves; what they pay; oil; the U.S. Entry Level."""
    losses: list[str] = []
    for power in wars.POWERS:
        harmed = _destroyed(entry, power)
        # What is spent below zero leaves the base too (14.1.4), but nobody has bombed it.
        base = -entry.moved(f"powers.{power}.base") - entry.moved(f"powers.{power}.deficit")
        rail = entry.moved(f"facts.rail-lost-{power}")
        parts = [
            counted(harmed, "NARF", "NARFs") if harmed else "",
            f"{base} of its base" if base > 0 else "",
            _smps(power, entry.moved(f"powers.{power}.smp_lost")),
            counted(rail, "rail move", "rail moves") if rail else "",
        ]
        if any(parts):
            losses.append(f"{wars.named(before, power)} loses {together(parts)}")
    losses += [part for power in wars.POWERS if (part := _paid(before, entry, power))]
    if hits := entry.moved(f"facts.{oil.SCORED}"):
        losses.append(counted(hits, "oil hit", "oil hits"))
    if gone := _yield_lost(entry):
        losses.append(f"{counted(gone, 'NARF', 'NARFs')} of the oil plants' yield")
    if level := entry.moved("facts.usel"):
        losses.append(f"the U.S. Entry Level rises by {level}")
    return losses


def _paid(before: TheWar, entry: Entry, power: str) -> str:
    """What left a power's hand without being destroyed, and why."""
    paid = -entry.moved(f"powers.{power}.narfs") - _destroyed(entry, power)
    paid -= _yield_lost(entry) if power == "germany" else 0
    if paid <= 0:
        return ""
    told = {oil.YIELD_LOST, *(change.why for change in entry.changes if change.at == f"boxes.{power}")}
    whys = [change.why for change in entry.changes if change.at == f"powers.{power}.narfs" and change.why not in told]
    return f"{wars.named(before, power)} pays {counted(paid, 'NARF', 'NARFs')} ({together(whys)})"


def _yield_lost(entry: Entry) -> int:
    """NARFs that oil plants hit do not bring any more (24.1)."""
    return sum(change.was - change.now for change in entry.changes if change.why == oil.YIELD_LOST)


def lost(entry: Entry) -> str:
    """The units that an entry took out of play: ``2 U-boats and 1 ASW lost``, or ''."""
    gone = [change.was for change in entry.changes if _gone(change)]
    return f"{named(gone)} lost" if gone else ""


def depleted(before: TheWar, entry: Entry) -> str:
    """The units that an entry depleted and left in play: ``1 SAC depleted``, or ''."""
    gone = {change.at for change in entry.changes if _gone(change)}
    hit = [change.at.removesuffix(".depleted") for change in entry.changes if _depletes(change)]
    units = [before.units[at.partition(".")[2]] for at in hit if at not in gone]
    return f"{named(units)} depleted" if units else ""


def _gone(change: Change) -> bool:
    return isinstance(change.was, Unit) and change.now is None


def _depletes(change: Change) -> bool:
    return change.at.startswith("units.") and change.at.endswith(".depleted") and change.now is True


def _destroyed(entry: Entry, power: str) -> int:
    """NARFs that a power's box counts as destroyed; what is spent it does not count."""
    boxes = [change for change in entry.changes if change.at == f"boxes.{power}" and change.now is not None]
    return sum(change.now.lost - (change.was or Box()).lost for change in boxes)


def _smps(power: str, amount: int) -> str:
    if amount <= 0:
        return ""
    # The United States loses them in each half of its turn (ruling 13).
    return counted(amount // 2, "SMP", "SMPs") + " in each half" if power == "us" else counted(amount, "SMP", "SMPs")
