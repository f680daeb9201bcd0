"""The five lists of surrender modifiers, keyed a second time from the rulebook and ruling 113; written without the
engine's tables at hand. ``x``: for each, ``/50``: for every 50 NARFs."""

from __future__ import annotations

LISTS = {
    "britain": """
        london-lost +5
        home-city-lost +1
        suez-lost +1
        gibraltar-lost +1
        malta-lost +1
        firestorms +1 x
        us-at-war -4
        ussr-at-war -3
        lend-lease-20 -1
        unbuilt +1 /50
    """,
    "france": """
        low-countries-lost +1
        maginot-hex-lost +1
        paris-threatened +1
        paris-lost +3
        sedan-lost +1
        lyons-lost +1
        marseilles-lost +1
        italy-at-war +1
        unbuilt +1 /50
        anglo-french-cooperation -1
        british-air -1
        ussr-at-war -2
        us-at-war -2
        british-ground -2
        national-will -1
        french-morale +1
    """,
    "italy": """
        rome-lost -4
        tripoli-lost -1
        sicily-lost -2
        sardinia-lost -2
        albania-lost -1
        greece-lost -1
        western-on-mainland -2
        few-fleets -2
        german-garrison +2
        soviet-objective-german +2
        britain-surrendered +3
        mediterranean-objective-italian +1
        france-surrendered +1
        madrid-italian +1
        athens-italian +1
        ankara-italian +1
        belgrade-italian +1
        totalitarian-italy +1
    """,
    "germany": """
        berlin-lost -4
        cities -1 x
        firestorms -1 x
        atomic-cities -1 x
        italy-surrendered -1
        satellites-gone -1
        casablanca -1
        soviet-atrocities +1
        alpenfestung +1
    """,
    "ussr": """
        moscow-lost +1
        leningrad-lost +1
        stalingrad-lost +1
        kiev-and-sevastopol-lost +1
        baku-lost +1
        urals-reached +1
        unbuilt +1 /50
        france-fights -4
        western-in-france -2
        us-at-war -2
        lend-lease-20 -1
        western-in-italy -1
        germany-attacked-turkey -1
    """,
}
HOUSE = {
    "france": {"maginot-hex-lost", "italy-at-war", "anglo-french-cooperation", "ussr-at-war", "us-at-war"},
    "germany": {"berlin-lost", "cities"},
}
"""The seven figures that the scan has lost."""


def rows(power: str) -> dict[str, tuple[int, str]]:
    """A power's list: by id, the figure and '', 'x' or '/50'."""
    parts = [line.split() for line in LISTS[power].strip().splitlines()]
    return {part[0]: (int(part[1]), part[2] if len(part) > 2 else "") for part in parts}
