"""Sources of supply keyed by hand from 12.2: who holds what, and what each power traces to then.

A case changes the 1939 set-up by holders of places; nothing else differs. What is listed is complete for the powers
named: full, then limited sources, by the ids of places, and by words of the table for what is no place.
"""

from __future__ import annotations

FRENCH = ("tunis", "algeria", "morocco", "syria")
"""What colonies give France at the opening, and Poland its Satellite."""
BRITISH = ("cairo", "palestine", "transjordan", "iraq", "cyprus", "malta", "cape-town")
WESTERN = ("warsaw", "cape-town")

# (who holds what instead, power, its full sources, its limited ones)
CASES: tuple[tuple[dict[str, str], str, tuple[str, ...], tuple[str, ...]], ...] = (
    ({}, "france", ("paris",), (*FRENCH, *WESTERN)),
    ({"paris": "germany"}, "france", ("bordeaux",), (*FRENCH, *WESTERN)),
    ({"bordeaux": "germany"}, "france", ("paris",), (*FRENCH, *WESTERN)),
    ({"paris": "germany", "bordeaux": "italy"}, "france", (), ()),
    ({"paris": "britain"}, "france", ("paris",), (*FRENCH, *WESTERN)),
    ({"tunis": "italy"}, "france", ("paris",), (*FRENCH[1:], *WESTERN)),
    ({}, "britain", ("london", "suez"), (*BRITISH[:-1], *WESTERN)),
    ({"london": "germany"}, "britain", ("glasgow", "suez"), (*BRITISH[:-1], *WESTERN)),
    ({"glasgow": "germany"}, "britain", ("london", "suez"), (*BRITISH[:-1], *WESTERN)),
    ({"london": "germany", "glasgow": "germany"}, "britain", ("suez",), (*BRITISH[:-1], *WESTERN)),
    ({"suez": "italy"}, "britain", ("london",), (*BRITISH[:-1], *WESTERN)),
    ({"suez": "italy", "cairo": "germany"}, "britain", ("london",), (*BRITISH[1:-1], *WESTERN)),
    ({"malta": "italy"}, "britain", ("london", "suez"), (*BRITISH[:-2], *WESTERN)),
    (
        {"malta": "italy"},
        "italy",
        ("rome",),
        ("malta", "tripoli", "albania", "italian-east-africa", "finland", "slovakia"),
    ),
    ({"tripoli": "britain"}, "britain", ("london", "suez"), ("tripoli", *BRITISH[:-1], *WESTERN)),
    ({"warsaw": "germany"}, "britain", ("london", "suez"), (*BRITISH[:-1], "cape-town")),
    ({}, "germany", ("berlin",), ("finland", "slovakia")),
    ({"berlin": "ussr"}, "germany", ("vienna",), ("finland", "slovakia")),
    ({"vienna": "us"}, "germany", ("berlin",), ("finland", "slovakia")),
    ({"berlin": "ussr", "vienna": "us"}, "germany", (), ()),
    ({"berlin": "italy"}, "germany", ("berlin",), ("finland", "slovakia")),
    ({}, "italy", ("rome",), ("tripoli", "albania", "italian-east-africa", "finland", "slovakia")),
    ({"rome": "us"}, "italy", (), ("tripoli", "albania", "italian-east-africa", "finland", "slovakia")),
    ({"tripoli": "britain"}, "italy", ("rome",), ("albania", "italian-east-africa", "finland", "slovakia")),
    ({"tripoli": "germany"}, "germany", ("berlin",), ("tripoli", "finland", "slovakia")),
    ({"malta": "germany"}, "italy", ("rome",), ("tripoli", "albania", "italian-east-africa", "finland", "slovakia")),
    ({}, "us", ("edge", "suez"), WESTERN),
    ({"suez": "germany", "london": "germany"}, "us", ("edge",), WESTERN),
    ({}, "ussr", ("moscow", "leningrad", "baku", "edge"), ()),
    ({"moscow": "germany"}, "ussr", ("baku", "edge"), ()),
    ({"leningrad": "germany"}, "ussr", ("moscow", "baku", "edge"), ()),
    ({"baku": "germany"}, "ussr", ("moscow", "leningrad", "edge"), ()),
    ({"moscow": "germany", "leningrad": "finland", "baku": "italy"}, "ussr", ("edge",), ()),
)

AXIS = ("germany", "italy")
BACKED = {"france": ("paris", "bordeaux"), "britain": ("london", "glasgow"), "germany": ("berlin", "vienna")}
CITIES = ("moscow", "leningrad", "baku", "rome", "suez", "tripoli", "cairo", "tunis", "warsaw")
HELD = (*CITIES, *(city for pair in BACKED.values() for city in pair))
"""The cities on which sources hang, in Summer 1940 with Italy at war with Britain and France."""


def expected(holders: dict[str, str], power: str) -> tuple[set[str], set[str]]:
    """The full and the limited sources of a power among those cities, said once more by the rules' own words: slow, and
    for nothing but comparison."""
    mine = power in AXIS

    def lost(city: str) -> bool:
        return (holders[city] in AXIS) != mine

    full: set[str] = set()
    if power in BACKED:
        capital, backup = BACKED[power]
        full = {backup if lost(capital) else capital} - {city for city in BACKED[power] if lost(city)}
    elif power == "italy":
        full = set() if lost("rome") else {"rome"}
    elif power == "ussr":
        full = {city for city in ("moscow", "baku") if not lost(city)}
        full |= {"leningrad"} if not lost("leningrad") and not lost("moscow") else set()
    nothing = power in ("france", "germany") and not full
    if power in ("britain", "us") and not lost("suez"):
        full |= {"suez"}
    limited = {city for city in ("tripoli", "cairo", "tunis") if holders[city] == power}
    if power == "germany" and holders["tripoli"] == "italy":
        limited |= {"tripoli"}
    if power in ("france", "britain", "us") and not lost("warsaw"):
        limited |= {"warsaw"}
    return full, set() if nothing else limited
