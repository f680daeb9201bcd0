"""What the state of diplomacy holds is called by people's words wherever a change of it is told."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.thewar.world import diplomatic_state, titles
from tests.thewar.player import opening

VALUES: dict[str, Any] = {
    "power": "germany",
    "country": "spain",
    "of": "spain",
    "alliance": "axis",
    "sort": "espionage",
    "kind": "neutral",
    "status": "neutral",
    "turn": "1939-3-fall",
    "since": "1939-3-fall",
    "fights": True,
}
SAID = {
    "Influence": "POPs of Germany in Spain",
    "Chits": "Espionage chits of Germany",
    "Purchase": "POPs and chits bought by Germany in Fall 1939",
    "Statement": "what Germany said of its POPs in Spain",
    "Mismatch": "what Germany said of Spain in Fall 1939",
    "Named": "Spain named by the Axis",
    "Grudge": "war of Germany on Spain, a neutral",
    "Speaker": "hand of Germany as the diplomatic step opened",
    "Leaning": "how Spain stood as the segment opened",
    "BorderWar": "border war over Spain",
    "VariantTry": "try of Germany for a variant in Fall 1939",
}
HELD = [
    cls
    for cls in vars(diplomatic_state).values()
    if attrs.has(cls) and cls.__module__ == diplomatic_state.__name__ and cls is not diplomatic_state.EntryCause
]
"""All that is kept under a key, but the causes of the Entry Level, which have words of their own."""


@pytest.mark.parametrize("cls", HELD, ids=lambda cls: str(cls.__name__))
def test_what_is_kept_of_diplomacy_is_called_in_words(cls: Any) -> None:
    held = cls(**{field.name: VALUES.get(field.name, 1) for field in attrs.fields(cls)})
    said = titles.thing(opening(), held)
    assert said == SAID[cls.__name__]


def test_all_that_is_kept_of_diplomacy_is_looked_at() -> None:
    assert {cls.__name__ for cls in HELD} == set(SAID)
