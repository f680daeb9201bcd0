"""What units cost to build and to repair (15.1.2, 15.1.3, 15.1.6.1, 15.3), in NARFs."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from engine.kernel.refusals import Breakdown, Line, Refusal, Refused
from engine.kernel.tables import table
from engine.thewar.world.counters import parsed

SPACES = {"fleet": 9, "cv": 4}
"""Spaces of a shipyard's track that a whole ship takes (15.1.3.2, 15.1.5.2)."""
AXIS = ("germany", "italy")
_KIND = re.compile(r"[a-z][a-z0-9-]*\Z")
_STRENGTH = re.compile(r"\d{1,2}(-\d{1,2}){0,2}\Z")
_SAME = {"u-boat": "uboat", "u-boats": "uboat", "fleets": "fleet", "jet-ftr": "jet", "jet-tac": "jet"}


def row(kind: str, tag: str = "") -> dict[str, Any]:
    """The printed line of a kind of unit: jet interceptors and rockets have one of their own. Raises KeyError."""
    rows: dict[str, dict[str, Any]] = table("thewar", "units")["row"]
    if (kind, tag) == ("jet", "int"):
        return rows["jet-int"]
    return rows[tag] if kind == "sac" and tag in rows else rows[kind]


def is_built(kind: str) -> bool:
    """Whether units of a kind have a price; a Task Force, which is no unit but a marker of some, has none."""
    return kind in table("thewar", "units")["row"]


def read(text: str) -> tuple[str, str]:
    """Kind and strength of a unit as people write it: 'ARM 4-8', 'Fleet', 'V-1'. Raises Refused for what is none."""
    words = text.lower().split()
    kind = _SAME.get(words[0], words[0]) if words else ""
    strength = words[1] if len(words) == 2 else ""
    rows = table("thewar", "units")["row"]
    if not _KIND.match(kind) or kind not in rows or words[2:] or (strength and not _STRENGTH.match(strength)):
        known = ", ".join(name.upper() for name in rows)
        raise Refused(
            [Refusal("15.1.2", f"'{text[:60]}' is no unit that can be built", f"Kind and strength: {known}.")]
        )
    if rows[kind]["per"] == "factor" and not strength:
        raise Refused([Refusal("15.1.2", f"the factors of {kind.upper()} are missing", f"Such as {kind.upper()} 4-8.")])
    return kind, strength


def _amount(line: dict[str, Any], kind: str, strength: str) -> tuple[int, str]:
    """How many times the price is paid, and of what."""
    if line["per"] == "factor":
        return parsed(kind, strength).combat, "factors"
    return (SPACES[kind], "spaces") if line["per"] == "space" else (1, "unit")


def _each(line: dict[str, Any], power: str) -> int:
    return int(line.get("by_power", {}).get(power, line["price"]))


@lru_cache(maxsize=1024)
def cadre(power: str, kind: str, tag: str = "") -> int:
    """The cadre of a unit, in NARFs. Raises KeyError for a kind that there is not."""
    line = row(kind, tag)
    own = line.get("cadre_by_power", {})
    return int(own.get(tag or power, own.get(power, line["cadre"])))


@lru_cache(maxsize=1024)
def build(
    power: str, kind: str, strength: str = "", tag: str = "", *, out_of_supply: bool = False, over_limit: bool = False
) -> Breakdown:
    """What a whole unit costs a power: price and cadre, doubled where it was lost out of supply, but for aircraft
    (12.6.4, 15.3, ruling 104), and again beyond half of the base (15.1.6.1). Raises KeyError for a kind that there is
    not."""
    line = row(kind, tag)
    many, item = _amount(line, kind, strength)
    each = _each(line, power)
    lines = [Line(f"{many} {item} x {each}" if many != 1 else line["name"], many * each, "15.1.2")]
    if crew := cadre(power, kind, tag):
        lines.append(Line("cadre", crew, "15.1.2"))
    cost = Breakdown(tuple(lines))
    if out_of_supply and line["category"] == "air":
        cost = cost.plus("aircraft lost out of supply: the normal price", 0, "12.6.4")
    elif out_of_supply:
        cost = cost.plus("lost out of supply: twice", cost.total, "15.3, ruling 104")
    if over_limit:
        cost = cost.plus("beyond half of the base: twice", cost.total, "15.1.6.1")
    return cost


@lru_cache(maxsize=4096)
def build_several(
    power: str, kind: str, strength: str, tag: str, count: int, *, out_of_supply: bool = False
) -> Breakdown:
    """What so many units cost, whatever the limit. Raises KeyError for a kind that there is not."""
    each = build(power, kind, strength, tag, out_of_supply=out_of_supply)
    return each if count == 1 else each.plus(f"{count} of them", each.total * (count - 1), "15.1.1")


def repairable(kind: str) -> bool:
    """Whether units of a kind are ever repaired (15.1.2). Raises KeyError for a kind that there is not."""
    return str(row(kind)["repair"]) != "none"


def repair(power: str, kind: str, strength: str = "", *, moved: bool = False, in_ussr: bool = False) -> Breakdown:
    """What repairing a depleted unit costs: half of its factors rounded up without cadre (ruling 81), a figure of
    its own
    in the air, a space of the track at sea; twice where it moved, flew or is based next to enemies (ruling 82), and
    twice
    for Axis ground units in the 1939 Soviet Union. Raises Refused for a unit that is never repaired."""
    line = row(kind)
    printed = str(line.get("repair_by_power", {}).get(power, line["repair"]))
    if printed == "none":
        raise Refused([Refusal("15.1.3", f"{line['name']} are not repaired", "They are eliminated or whole.")])
    ground = printed == "half of the factors"
    if ground:
        half = -(-parsed(kind, strength).combat // 2)
        cost = Breakdown(
            (Line(f"half of the factors: {half} x {_each(line, power)}", half * _each(line, power), "15.1.3.3"),)
        )
    else:
        cost = Breakdown((Line(f"repair of {line['name']}", int(printed.split()[0]), "15.1.2"),))
    if moved and line["category"] in ("ground", "air"):
        cost = cost.plus("moved, flew, or next to enemies: twice", cost.total, "15.1.3, ruling 82")
    if in_ussr and ground and power in AXIS:
        cost = cost.plus("the Axis in the 1939 Soviet Union: twice", cost.total, "15.1.3.3")
    return cost
