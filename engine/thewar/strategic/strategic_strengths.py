"""What both sides bring to a roll of strategic warfare, by kinds of unit: those that come to the roll, and those that
do not with the reason (5.1, 5.2, 5.2.5, 29.12, 29.14, 29.16). Pure: no campaign is needed."""

from __future__ import annotations

from engine.kernel.sheets.strengths import Share, Strength
from engine.thewar.rolls import bombing

SAC, INT = "SAC", "INT"


def raid(raid: bombing.Raid, *, lent: int = 0) -> tuple[Strength, Strength]:
    """Bombers that come through Heavy Flak against interceptors; ``lent``: MDM among them."""
    own = raid.sac - lent * bombing.MDM_SACS
    shares = [Share(SAC, own, "1 each", "5.2", many=own)] if own else []
    if lent:
        shares.append(Share("MDM", lent * bombing.MDM_SACS, f"{bombing.MDM_SACS} each", "5.2.4", many=lent))
    if shot := raid.sac - raid.arriving:
        shares.append(Share("shot down or turned away by Heavy Flak", -shot, "", "11.12, ruling 18", many=0))
    jets = f"{raid.jets} of them jets" if raid.jets else "1 each"
    guard = Share(INT, raid.interceptors, jets, "5.2", many=raid.interceptors)
    nobody = Share("nobody meets them", 1, "counted as one", "5.2", many=0)
    met = guard if raid.interceptors else nobody
    return (
        Strength("Bombers", raid.arriving, SAC, tuple(shares)),
        Strength("Interceptors", raid.interceptors or 1, INT, (met,)),
    )


def below(boats: int, asw: int, kind: str, *, hunters: int = 0) -> tuple[Strength, Strength]:
    """U-boats or submarines (``kind``) against ASW; ``hunters``: ASW that hunt apart."""
    shares = [Share("ASW", asw, "1 each", "5.1.1", many=asw)] if asw else []
    if not asw:
        shares.append(Share("no ASW", 0, "the table's best column", "5.1.1, ruling 6", many=0, counts=False))
    if hunters:
        shares.append(Share("sub hunter", 0, "counts in attrition alone", "29.16", many=hunters, counts=False))
    return (
        Strength(f"{kind}s", boats, f"{kind}s", (Share(kind, boats, "1 each", "5.1.1", many=boats),)),
        Strength("ASW", asw, "ASW", tuple(shares)),
    )


def rockets(v1: int, interceptors: int) -> tuple[Strength, Strength]:
    """V-1 against those that meet them (5.2.5, ruling 120)."""
    return (
        Strength("V-1", v1, "V-1", (Share("V-1", v1, "1 each", "5.2.5", many=v1),)),
        Strength("Interceptors", interceptors, INT, (Share(INT, interceptors, "1 each", "5.2.5", many=interceptors),)),
    )
