"""Dice: keyed to a campaign's secret, typed by the player, or fixed for a replay.

A face depends only on the secret and on what is rolled for, never on what was rolled before; doing the same again after
an undo gives the same face.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Mapping
from typing import Protocol

TURN, STEP, POWER, PURPOSE = range(4)
"""The parts of a die's key, in their order; after them comes how often it was counted."""


def part_of(key: str, part: int) -> str:
    """A part of a die's key, '' where it has fewer."""
    parts = key.split("/")
    return parts[part] if len(parts) > part else ""


def without_consents(key: str) -> str:
    """A die's key without the count of consented undos: what was rolled for, and as which die of its kind."""
    parts = key.split("/")
    return "/".join((*parts[: PURPOSE + 1], parts[-1]))


class Dice(Protocol):
    """Where faces come from."""

    def face(self, key: str, sides: int) -> int:
        """The natural face, 1 to ``sides``, of the die with this key."""

    def salt(self, key: str) -> str:
        """A salt for what is sealed under this key."""


class Word(str):
    """A word that the rules fix, as the subject of a die's key: only ``Words`` makes one."""

    __slots__ = ()


class Words:
    """The few words that a rule rolls for besides the ids of the game, written where the rule stands."""

    def __init__(self, *words: str) -> None:
        self._words = {word: Word(word) for word in words}

    def __call__(self, word: str) -> Word:
        """One of them. Raises KeyError for any other."""
        return self._words[word]


class NeedsDie(Exception):
    """The player's own dice are wanted: ``key`` names the die, ``given`` faces were used up before it."""

    def __init__(self, key: str, sides: int, given: int) -> None:
        self.key, self.sides, self.given = key, sides, given
        super().__init__(f"a die is wanted: {key} (1 to {sides}); {given} given")


class BadFace(ValueError):
    """A typed face that the die does not have."""


class NoDice:
    """For what must come without a die, and for trials that end where chance begins: raises NeedsDie."""

    def face(self, key: str, sides: int) -> int:
        raise NeedsDie(key, sides, 0)

    def salt(self, key: str) -> str:
        raise TypeError(f"nothing is sealed without dice: {key}")


def keyed_face(secret: bytes, key: str, sides: int) -> int:
    """HMAC-SHA256 of the key, eight bytes big-endian, bias rejected with the next eight, modulo sides, plus 1."""
    limit = (1 << 64) - (1 << 64) % sides
    block = 0
    while True:
        digest = hmac.digest(secret, key.encode() if block == 0 else f"{key}#{block}".encode(), "sha256")
        for at in range(0, 32, 8):
            number = int.from_bytes(digest[at : at + 8], "big")
            if number < limit:
                return number % sides + 1
        block += 1


def commitment(secret: bytes) -> str:
    """What ``campaign.toml`` shows of the secret from the start: its SHA-256."""
    return hashlib.sha256(secret).hexdigest()


def die_key(secret: bytes, lines: Mapping[str, str]) -> bytes:
    """What keys a campaign's dice: its secret, or with lines that seats brought, by seat in their order, HMAC-SHA256
    under the secret of ``SEAT=LINE`` and a line's end for each."""
    if not lines:
        return secret
    text = "".join(f"{seat}={line}\n" for seat, line in lines.items())
    return hmac.digest(secret, text.encode(), "sha256")


class KeyedDice:
    """Faces by HMAC from the campaign's secret and the seats' ``lines``; salts from the secret alone, as lines may
    still be sealed when something else is."""

    def __init__(self, secret: bytes, lines: Mapping[str, str] | None = None) -> None:
        self._secret = secret
        self._key = die_key(secret, lines or {})

    def with_lines(self, lines: Mapping[str, str]) -> KeyedDice:
        """The same secret's dice with these lines."""
        return KeyedDice(self._secret, lines)

    def face(self, key: str, sides: int) -> int:
        return keyed_face(self._key, key, sides)

    def salt(self, key: str) -> str:
        return hmac.digest(self._secret, f"salt/{key}".encode(), "sha256").hex()[:32]


class Unrolled:
    """For a trial that must show no face: what is sealed gets its salt, and a die that is wanted raises NeedsDie."""

    def __init__(self, dice: Dice) -> None:
        self._dice = dice

    def face(self, key: str, sides: int) -> int:
        raise NeedsDie(key, sides, 0)

    def salt(self, key: str) -> str:
        return self._dice.salt(key)


class KeptDice:
    """Faces that were rolled before, by what they were rolled for (``without_consents``); every other one comes from
    ``other``."""

    def __init__(self, faces: Mapping[str, int], other: Dice) -> None:
        self._faces, self._other = faces, other

    def face(self, key: str, sides: int) -> int:
        kept = self._faces.get(without_consents(key), 0)
        return kept if 1 <= kept <= sides else self._other.face(key, sides)

    def salt(self, key: str) -> str:
        return self._other.salt(key)


class FixedDice:
    """Faces given beforehand, in the order of their use: typed by the player (0 is 10 on a ten-sided die) or recorded.

    Raises NeedsDie when they run out, BadFace for a face that the die has not.
    """

    def __init__(self, faces: Iterable[int] = (), secret: bytes = b"") -> None:
        self._faces = list(faces)
        self._used = 0
        self._secret = secret

    @property
    def left(self) -> int:
        """How many faces nobody has used."""
        return len(self._faces) - self._used

    def face(self, key: str, sides: int) -> int:
        if self._used >= len(self._faces):
            raise NeedsDie(key, sides, self._used)
        face = self._faces[self._used]
        if face == 0 and sides == 10:
            face = 10
        if not 1 <= face <= sides:
            raise BadFace(f"{face} is no face of a die with {sides} sides ({key})")
        self._used += 1
        return face

    def salt(self, key: str) -> str:
        return hmac.digest(self._secret, f"salt/{key}".encode(), "sha256").hex()[:32]


def mixed(dice: Dice, lines: Mapping[str, str]) -> Dice:
    """Dice with the lines that seats brought to them; faces that come from elsewhere are what they are."""
    return dice.with_lines(lines) if lines and isinstance(dice, KeyedDice) else dice
