"""What an entry of strategic warfare cost, in words for the journal; read from its changes, which no later rule alters
(5.1.3, 5.2, 8.4)."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.changes import Change, Entry
from engine.thewar import wars
from engine.thewar.reports import counted
from engine.thewar.state import Box, TheWar, Unit

RAIL_LOST = "rail-lost-"
"""With a power's id, the fact of the rail moves that it has lost this turn (5.2.1)."""
# By kind, or where a tag makes it a kind of its own, by tag.
_UNITS = {
    "uboat": ("U-boat", "U-boats"),
    "asw": ("ASW", "ASW"),
    "sac": ("SAC", "SAC"),
    "int": ("INT", "INT"),
    "jet": ("jet", "jets"),
    "mdm": ("MDM", "MDM"),
    "v-1": ("V-1", "V-1"),
    "v-2": ("V-2", "V-2"),
    "fleet": ("Fleet", "Fleets"),
    "cv": ("carrier", "carriers"),
}
_SUBMARINES = ("submarine", "submarines")


def die(face: int, net: int, column: str) -> str:
    """A roll on a combat table: ``die 4 (+2) at 2-1``."""
    modifier = f" ({net:+d})" if net else ""
    return f"die {face}{modifier} at {column}"


def rolled(faces: Iterable[int]) -> str:
    """Dice without a table: ``die 4``, ``dice 4 and 7``."""
    found = [str(face) for face in faces]
    return f"{'die' if len(found) == 1 else 'dice'} {together(found)}"


def sentence(title: str, *parts: str) -> str:
    """``U-boat war: die 4 at 2-1, Britain loses 6 NARFs``; what is '' is left out."""
    said = ", ".join(part for part in parts if part)
    return f"{title}: {said}" if said else title


def toll(before: TheWar, entry: Entry, nothing: str = "nothing is lost") -> str:
    """All that an entry cost: ``Britain loses 6 NARFs and 1 SMP, 2 U-boats and 1 ASW lost``."""
    parts = [*figures(before, entry), lost(entry), depleted(before, entry)]
    return ", ".join(part for part in parts if part) or nothing


def figures(before: TheWar, entry: Entry) -> list[str]:
    """What powers lose, one part for each: NARFs, base, SMPs, rail moves; what they pay; oil; the U.S. Entry Level."""
    found: list[str] = []
    for power in wars.POWERS:
        harm = _destroyed(entry, power)
        # What is spent below zero leaves the base too (14.1.4), but nobody has bombed it.
        base = -_moved(entry, f"powers.{power}.base") - _moved(entry, f"powers.{power}.deficit")
        rail = _moved(entry, f"facts.{RAIL_LOST}{power}")
        parts = [
            counted(harm, "NARF", "NARFs") if harm else "",
            f"{base} of its base" if base > 0 else "",
            _smps(power, _moved(entry, f"powers.{power}.smp_lost")),
            counted(rail, "rail move", "rail moves") if rail else "",
        ]
        if any(parts):
            found.append(f"{wars.named(before, power)} loses {together(parts)}")
        paid = -_moved(entry, f"powers.{power}.narfs") - harm
        if paid > 0:
            found.append(f"{wars.named(before, power)} pays {counted(paid, 'NARF', 'NARFs')}")
    if oil := _moved(entry, "facts.german-oil-shortage"):
        found.append(counted(oil, "oil hit", "oil hits"))
    if level := _moved(entry, "facts.usel"):
        found.append(f"the U.S. Entry Level rises by {level}")
    return found


def lost(entry: Entry) -> str:
    """The units that an entry took out of play: ``2 U-boats and 1 ASW lost``, or ''."""
    gone = [change.was for change in entry.changes if _gone(change)]
    return f"{_named(gone)} lost" if gone else ""


def depleted(before: TheWar, entry: Entry) -> str:
    """Those that it depleted and left in play: ``1 SAC depleted``, or ''."""
    gone = {change.at for change in entry.changes if _gone(change)}
    hit = [change.at.removesuffix(".depleted") for change in entry.changes if _depletes(change)]
    units = [before.units[at.partition(".")[2]] for at in hit if at not in gone]
    return f"{_named(units)} depleted" if units else ""


def _gone(change: Change) -> bool:
    return isinstance(change.was, Unit) and change.now is None


def _depletes(change: Change) -> bool:
    return change.at.startswith("units.") and change.at.endswith(".depleted") and change.now is True


def _destroyed(entry: Entry, power: str) -> int:
    """NARFs that a power's box counts as destroyed; what is spent it does not count."""
    boxes = [change for change in entry.changes if change.at == f"boxes.{power}" and change.now is not None]
    return sum(change.now.lost - (change.was or Box()).lost for change in boxes)


def _moved(entry: Entry, at: str) -> int:
    """What was added to a figure in all."""
    return sum(int(change.now or 0) - int(change.was or 0) for change in entry.changes if change.at == at)


def _smps(power: str, amount: int) -> str:
    if amount <= 0:
        return ""
    # The United States loses them in each half of its turn (ruling 13).
    return counted(amount // 2, "SMP", "SMPs") + " in each half" if power == "us" else counted(amount, "SMP", "SMPs")


def _named(units: Iterable[Unit]) -> str:
    found: dict[tuple[str, str], int] = {}
    for unit in units:
        names = _UNITS.get(unit.tag) or _UNITS.get(unit.kind) or (unit.kind.upper(), unit.kind.upper())
        if unit.kind == "uboat" and unit.power != "germany":
            names = _SUBMARINES
        found[names] = found.get(names, 0) + 1
    return together([counted(count, *names) for names, count in found.items()])


def together(parts: Iterable[str]) -> str:
    """``6 NARFs, 1 SMP and 1 rail move``; what is '' is left out."""
    found = [part for part in parts if part]
    return " and ".join(part for part in (", ".join(found[:-1]), found[-1]) if part) if found else ""
