"""The facts that this room keeps: oil, efforts, diplomacy and what of the year's payments has ended."""

from __future__ import annotations

from engine.kernel.facts import count, flag, year

FACTS = (
    flag("oil-plants-placed", "29.10"),
    count("oil-hits-scored", "24.1", "Oil hits on Germany this turn"),
    count("oil-hits-felt", "24.1", "Oil hits on Germany last turn"),
    count("units-without-oil-germany", "24.1", "German units without oil"),
    count("units-without-oil-ussr", "24.1", "Soviet units without oil"),
    count("units-without-oil-britain", "24.1", "British units without oil"),
    count("units-without-oil-{powers}", "24.1"),
    flag("germans-in-ussr", "4.1"),
    count("granted-{powers}", "4.5", high=999),
    year("points-bought", "16.1.1", inner=True),
    count("counter-espionage-germany", "5.1.3.5", "German Counter-Espionage chits"),
    flag("swedish-ore-ended", "20.1"),
    flag("norwegian-waters-open", "23.38"),
    flag("east-africa-garrison-freed", "19.1.1"),
    flag("east-prussia-open", "23.18"),
    flag("french-terms-open", "18.4"),
)
