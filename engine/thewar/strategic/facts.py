"""The facts that this room keeps: convoys, firestorms, Heavy Flak, what science has brought to either side."""

from __future__ import annotations

from engine.kernel.facts import count, flag, turn, year

_ON_THE_U_BOAT_ROLL = ("advanced-subs", "schnorkel", "escort-carriers", "sonar-hedgehogs", "huff-duff")

FACTS = (
    flag("convoy-hit", "5.1.3.4"),
    flag("convoy-massacre", "5.1.3.1"),
    flag("firestorm-this-turn", "5.2.2"),
    count("firestorms-on-britain", "5.2.2", "Firestorms on Britain"),
    count("firestorms-on-germany", "5.2.2", "Firestorms on Germany"),
    count("german-heavy-flak", "11.12.3", "German Heavy Flak", high=5),
    count("british-heavy-flak", "11.12.3", "British Heavy Flak", high=5),
    year("german-heavy-flak-year", "11.12.3"),
    year("british-heavy-flak-year", "11.12.3"),
    flag("us-troops-in-france", "5.2"),
    flag("bomber-research", "28.1.2"),
    flag("bombsights", "28.2.2"),
    turn("window-turn", "28.2.2"),
    turn("atomic-turn", "28.2.4"),
    flag("ultra-cancelled", "5.1.3.5"),
    *(flag(key, "5.1.1, 28.1.2, 28.2.2") for key in _ON_THE_U_BOAT_ROLL),
)
