"""The facts that this room keeps: Mers-el-Kebir, strikes of carriers, naval radar, when a chit was played."""

from __future__ import annotations

from engine.kernel.facts import flag, year

FACTS = (
    flag("mers-el-kebir", "18.5.6"),
    flag("carrier-strike-{powers}", "11.7.3"),
    year("evasion-year-{powers}", "7.8.2"),
    flag("naval-radar", "28.2.2", "British naval radar"),
    flag("naval-radar-shared", "28.2.2", "naval radar shared with the U.S."),
)
