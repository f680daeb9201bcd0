"""What a logistical effort means for battles: who may declare an air effort, the modifier of attacks on the ground (4.1
to 4.3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.thewar.economy import logistics
from engine.thewar.world import sides, wars
from engine.thewar.world.state import TheWar

AIR_EFFORTS = {"sae": ("Sustained Air Effort", "sle"), "rae": ("Regional Air Effort", "rle")}
"""Air efforts: name, and the logistical effort each belongs to (4.1, 4.2)."""
LLE_MODIFIER = -1


def declare_air_effort(campaign: TheWar, power: str, kind: str) -> Iterable[Refusal]:
    """Every reason why a power may not declare an air effort, 'sae' or 'rae', before an air battle (4.1, 4.2)."""
    if kind not in AIR_EFFORTS:
        yield Refusal("4.1", f"'{kind}' is no air effort", "sae under an SLE, rae under an RLE.")
        return
    name, needed = AIR_EFFORTS[kind]
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


def ground_modifier(campaign: TheWar, factors: Mapping[str, int]) -> Breakdown:
    """The die roll modifier of a ground attack by the attackers' efforts: -1 where the powers under an LLE have half or
    more of the factors (4.3, ruling 46). ``factors``: attacking ground factors by the power that pays for them."""
    limited = sum(many for power, many in factors.items() if campaign.powers[power].effort == "lle")
    total = sum(factors.values())
    if not limited or 2 * limited < total:
        return Breakdown()
    return Breakdown((Line(f"Limited Effort: {limited} of {total} factors", LLE_MODIFIER, "4.3, ruling 46"),))
