"""The die with which the British Commando is flown out of a country that Germany holds (2.6). Pure: no campaign is
needed."""

from __future__ import annotations

import attrs

from engine.kernel.values import compared_often

RULE = "2.6"
HOME_TO = 6
"""The highest die with which it comes home; with any other it is lost."""


@compared_often
class Exfiltration:
    """The roll: its die, 0 before it is thrown."""

    face: int = 0

    @property
    def home(self) -> bool:
        """Whether the Commando comes home."""
        return 0 < self.face <= HOME_TO


class ExfiltrationCore:
    """The roll as a core."""

    def finished(self, value: Exfiltration) -> bool:
        return bool(value.face)

    def dice(self, value: Exfiltration) -> tuple[int, ...]:
        return (10,)

    def stage(self, value: Exfiltration, faces: tuple[int, ...]) -> Exfiltration:
        return attrs.evolve(value, face=faces[0])
