"""The units in play by their owners and by their kinds: what befalls those of one owner leaves what is known of all
others' as it is, and who asks about partisans looks at these alone."""

from __future__ import annotations

from engine.kernel.remembering import Parts
from engine.thewar.world.state import Unit

OWN: Parts[Unit] = Parts("units", by="power")
OF_KIND: Parts[Unit] = Parts("units", by="kind")
