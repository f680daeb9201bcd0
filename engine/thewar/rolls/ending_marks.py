"""The dates and cities on which it hangs whether anybody may surrender or the game may end at all. Whoever looks at a
campaign asks for them, so they stand apart from the rolls (17.2.1, 18.4, 21.1, 27.1)."""

from __future__ import annotations

LAST = "1945-2-summer"
"""The turn with which the game ends (27.1)."""
DUNKIRK_TURNS = ("1940-1-spring", "1940-2-summer")
"""The turns in which Britain may roll after a disaster in France (17.2.1)."""
FRENCH_CITIES = ("paris", "calais", "sedan", "lyons", "marseilles")
"""Of these one that is lost makes the French roll due (18.4, ruling 428)."""
SOVIET_CITIES = ("moscow", "leningrad", "stalingrad")
"""What together makes the Soviet roll due (21.1)."""
