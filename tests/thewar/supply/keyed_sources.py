"""Sources of supply keyed by hand from 12.2: who holds what, and what each power traces to then.

A case changes the 1939 set-up by holders of places; nothing else differs. What is listed is complete for the powers
named: full, then limited sources, by the ids of places, and by words of the table for what is no place.
"""

from __future__ import annotations

FRENCH = ("tunis", "algeria", "morocco", "syria")
"""What colonies give France at the opening, and Poland its Satellite."""
BRITISH = ("cairo", "palestine", "transjordan", "iraq", "cyprus", "cape-town")
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
    ({"malta": "italy"}, "britain", ("london", "suez"), (*BRITISH[:-1], *WESTERN)),
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
