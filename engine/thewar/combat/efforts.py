"""What a logistical effort means for what is done under it: air efforts, the ground modifier, radius, Pass, and what
needs no effort at all (4.0 to 4.5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.thewar.economy import logistics
from engine.thewar.world import hexes, sides, wars
from engine.thewar.world.state import TheWar

AIR_EFFORTS = {"sae": ("Sustained Air Effort", "sle", 3), "rae": ("Regional Air Effort", "rle", 2)}
"""Air efforts: name, the logistical effort each belongs to, and what it multiplies results with (4.1, 4.2)."""
LLE_MODIFIER = -1
LLE_COLUMNS = 1

# 4.0: what is done without an effort, and by whose units: 'unsupplied' ones, or those of the side not phasing.
EXEMPT = {
    "attack-adjacent": ("unsupplied", "ground"),
    "stage-to-supply": ("unsupplied", "air"),
    "change-base": ("unsupplied", "naval"),
    "interception": ("non-phasing", ""),
    "defensive-air-support": ("non-phasing", "air"),
}

# 4.5: what a Pass allows, with its limit (hexes or Sea Areas, 0: none is counted), and what it does not.
PASS = {
    "ground-move": (True, 1),
    "naval-move": (True, 5),
    "change-base": (True, 5),
    "air-move": (True, 0),
    "partisans": (True, 0),
    "variant": (True, 0),
    "interception": (True, 0),
    "build": (True, 0),
    "repair": (True, 0),
    "staging": (False, 0),
    "automatic-victory": (False, 0),
    "attack": (False, 0),
    "stratmove": (False, 0),
    "strategic-warfare": (False, 0),
    "espionage": (False, 0),
    "counter-espionage": (False, 0),
    "diplomacy": (False, 0),
}
_UNITS = {"ground-move": "hex", "naval-move": "Sea Areas", "change-base": "Sea Areas"}


def without_effort(
    campaign: TheWar, power: str, deed: str, *, category: str = "", supplied: bool = True
) -> Refusal | None:
    """Why units that no effort has activated may not do something, None where they may (4.0).

    ``deed``: one of ``EXEMPT``, or any other; ``category``: 'ground', 'air' or 'naval'.
    """
    whose, of = EXEMPT.get(deed, ("", ""))
    what = deed.replace("-", " ")
    if not whose:
        return Refusal("4.0", f"{what} needs an effort", "An effort activates the units that do it.")
    if of and category and category != of:
        return Refusal("4.0", f"{what} without an effort is for {of} units", "Others need an effort.")
    if whose == "unsupplied" and supplied:
        return Refusal("4.0", f"{what} without an effort is for units out of supply", "Supplied units need an effort.")
    if whose == "non-phasing" and sides.phasing(campaign) == sides.side(campaign, power):
        return Refusal("4.0", f"{what} without an effort is for the other side", "The phasing side needs an effort.")
    return None


def activates(kind: str, marker: str, unit: str, *, strategic: bool = False) -> bool:
    """Whether an effort whose marker lies in a hex activates a unit in another: within 4 hexes (RLE) or 1 (LLE), over
    any terrain; SLE and MLE anywhere; ``strategic``: RLE and LLE also activate strategic warfare units (4.1 to 4.4).

    No effort and Pass activate nothing. Raises BadHex for text that is no hex number, KeyError for no effort's id.
    """
    if kind in ("none", "pass"):
        return False
    if strategic:
        return logistics.allows(kind, "strategic_warfare")[0] != "no"
    reach = int(str(logistics.row(kind)["reach"]))
    return not reach or hexes.distance(marker, unit) <= reach


def activated(kind: str, markers: Iterable[str], units: Mapping[str, str]) -> tuple[str, ...]:
    """The units, by id, that an effort activates: of RLEs and LLEs those whose hexes lie within the reach of any marker
    (4.1 to 4.4)."""
    if kind not in logistics.COUNTED:
        return tuple(unit for unit, at in units.items() if activates(kind, at, at))
    placed = tuple(markers)
    return tuple(unit for unit, at in units.items() if any(activates(kind, marker, at) for marker in placed))


def declare_air_effort(campaign: TheWar, power: str, kind: str) -> Iterable[Refusal]:
    """Every reason why a power may not declare an air effort, 'sae' or 'rae', before an air battle (4.1, 4.2)."""
    if kind not in AIR_EFFORTS:
        yield Refusal("4.1", f"'{kind}' is no air effort", "sae under an SLE, rae under an RLE.")
        return
    name, needed, _ = AIR_EFFORTS[kind]
    chosen = campaign.powers[power].effort
    if chosen != needed:
        now = logistics.name(chosen) if chosen else "no effort yet"
        yield Refusal(
            logistics.rule(needed),
            f"a {name} belongs to a {logistics.name(needed)}; {wars.named(campaign, power)} has {now}",
            "Fight the air battle on the printed results.",
        )
    if (wrong := sides.must_be_phasing(campaign, power)) is not None:
        yield Refusal(logistics.rule(needed), "only the phasing side declares an air effort", wrong.hint)


def air_multiplier(declared: str, battle_round: int) -> Line:
    """What air-to-air results are multiplied with, for either side, in a round of a battle before which an air effort
    was ``declared`` ('sae', 'rae' or ''): in the first round only (4.1, 4.2, rulings 36 and 37).

    Raises KeyError for no air effort.
    """
    if not declared:
        return Line("results as printed", 1, "4.3")
    name, needed, times = AIR_EFFORTS[declared]
    cited = f"{logistics.rule(needed)}, ruling 36"
    if battle_round != 1:
        return Line(f"{name}: the first round only", 1, cited)
    return Line(f"{name}, first round", times, cited)


def ground_modifier(campaign: TheWar, factors: Mapping[str, int]) -> Breakdown:
    """The die roll modifier of a ground attack by the attackers' efforts: -1 where the powers under an LLE have half or
    more of the factors (4.3, ruling 46). ``factors``: attacking ground factors by the power that pays for them."""
    limited = sum(many for power, many in factors.items() if campaign.powers[power].effort == "lle")
    total = sum(factors.values())
    if not limited or 2 * limited < total:
        return Breakdown()
    return Breakdown((Line(f"Limited Effort: {limited} of {total} factors", LLE_MODIFIER, "4.3, ruling 46"),))


def column_shift(campaign: TheWar, power: str, chosen: Sequence[str], hex_attacked: str) -> Breakdown:
    """The columns that an LLE adds to an attack on a hex: 1 on the one hex ``chosen`` this turn (4.3). With an illegal
    choice, none: see ``may_shift``."""
    if list(may_shift(campaign, power, chosen)) or hex_attacked not in chosen:
        return Breakdown()
    return Breakdown((Line("the hex chosen for the Limited Effort", LLE_COLUMNS, "4.3"),))


def may_shift(campaign: TheWar, power: str, chosen: Sequence[str]) -> Iterable[Refusal]:
    """Every reason why a power may not choose these hexes for the column of its LLE (4.3)."""
    if campaign.powers[power].effort != "lle":
        yield Refusal("4.3", f"{wars.named(campaign, power)} has no Limited Effort", "The column belongs to an LLE.")
    if len(set(chosen)) > 1:
        yield Refusal("4.3", f"{len(set(chosen))} hexes are chosen", "One hex a turn.")


def under_pass(deed: str, *, distance: int = 0) -> Refusal | None:
    """Why a Pass forbids something, None where it allows it; ``distance``: hexes on the ground, Sea Areas at sea; air
    units keep their printed range (4.5). Raises KeyError for what is no deed of ``PASS``."""
    allowed, limit = PASS[deed]
    what = deed.replace("-", " ")
    if not allowed:
        return Refusal("4.5", f"a Pass allows no {what}", "Any other effort is for a power with NARFs in hand.")
    if limit and distance > limit:
        return Refusal("4.5", f"{distance} {_UNITS[deed]} are too far under a Pass", f"{limit} is the limit.")
    return None
