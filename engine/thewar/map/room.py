"""What this room brings to The War: the map board of Europe."""

from __future__ import annotations

from typing import Any

from engine.kernel.rooms import Room

ROOM = Room[Any](tables=("board-europe", "sea-areas"))
