"""Dice: keyed faces that anyone can check, and the player's own."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kernel.dice import BadFace, FixedDice, KeyedDice, NeedsDie, NoDice, commitment, keyed_face
from tests.kernel import toy

KEY = "1201-1-dry/north.march.move/red/assault:red-1/1"


def test_a_known_secret_and_key_give_the_published_face() -> None:
    # HMAC-SHA256 of RFC 4231, test case 2: key 'Jefe', its first eight bytes are 5bdcc146bf60754e.
    assert hmac.digest(b"Jefe", b"what do ya want for nothing?", "sha256").hex().startswith("5bdcc146bf60754e")
    assert keyed_face(b"Jefe", "what do ya want for nothing?", 10) == 0x5BDCC146BF60754E % 10 + 1 == 7
    assert keyed_face(b"Jefe", "what do ya want for nothing?", 6) == 0x5BDCC146BF60754E % 6 + 1


@given(st.binary(min_size=1, max_size=40), st.text(max_size=40), st.integers(1, 100))
def test_a_face_is_what_the_description_says(secret: bytes, key: str, sides: int) -> None:
    digest = hmac.new(secret, key.encode("utf-8", "replace"), hashlib.sha256).digest()
    # With so few sides the first eight bytes are practically never rejected.
    assert (
        keyed_face(secret, key.encode("utf-8", "replace").decode(), sides)
        == int.from_bytes(digest[:8], "big") % sides + 1
    )


def test_numbers_that_would_favour_low_faces_are_rejected_for_the_next_eight_bytes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # 2**64 is not a multiple of 10: the six highest numbers would make faces 1 to 6 a little likelier.
    biased, fair = (2**64 - 6).to_bytes(8, "big"), (27).to_bytes(8, "big")
    asked: list[bytes] = []

    def digest(secret: bytes, message: bytes, name: str) -> bytes:
        asked.append(message)
        return biased * 4 if len(asked) == 1 else biased + (2**64 - 1).to_bytes(8, "big") + fair + biased

    monkeypatch.setattr(hmac, "digest", digest)
    assert keyed_face(b"s", "k", 10) == 8
    assert asked == [b"k", b"k#1"]


def test_the_highest_fair_number_is_not_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    highest = (2**64 - 7).to_bytes(8, "big")
    monkeypatch.setattr(hmac, "digest", lambda secret, message, name: highest + bytes(24))
    assert keyed_face(b"s", "k", 10) == (2**64 - 7) % 10 + 1 == 10


def test_faces_are_spread_evenly() -> None:
    counts = Counter(keyed_face(b"spread", f"t/s/p/x/{n}", 10) for n in range(5000))
    assert set(counts) == set(range(1, 11))
    # Chi squared with nine degrees of freedom stays below 27.9 in 999 of 1000 cases; the keys are fixed.
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 27.9


def test_a_face_depends_on_its_key_alone_and_never_on_what_was_rolled_before() -> None:
    first, second = KeyedDice(toy.SECRET), KeyedDice(toy.SECRET)
    for n in range(20):
        second.face(f"other/{n}", 10)
    assert first.face(KEY, 10) == second.face(KEY, 10)
    assert first.salt("a") == second.salt("a") != first.salt("b")


def test_the_commitment_is_the_secret_s_sha256() -> None:
    assert commitment(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_typed_faces_are_used_in_their_order_and_zero_is_ten() -> None:
    typed = FixedDice([7, 0, 3])
    assert [typed.face("a", 10), typed.face("b", 10), typed.left, typed.face("c", 6)] == [7, 10, 1, 3]


@pytest.mark.parametrize(("face", "sides"), [(11, 10), (0, 6), (7, 6), (-1, 10)])
def test_a_face_that_the_die_does_not_have_is_refused_and_not_used_up(face: int, sides: int) -> None:
    typed = FixedDice([face])
    with pytest.raises(BadFace, match=f"no face of a die with {sides} sides"):
        typed.face(KEY, sides)
    assert typed.left == 1


def test_a_missing_die_says_which_and_how_many_were_given() -> None:
    typed = FixedDice([4])
    typed.face("first", 10)
    with pytest.raises(NeedsDie, match="a die is wanted") as caught:
        typed.face(KEY, 6)
    assert (caught.value.key, caught.value.sides, caught.value.given) == (KEY, 6, 1)
    with pytest.raises(NeedsDie):
        NoDice().face(KEY, 6)
    with pytest.raises(TypeError):
        NoDice().salt(KEY)


def test_dice_typed_or_keyed_seal_with_the_campaign_s_secret() -> None:
    assert FixedDice([], b"s").salt("k") == KeyedDice(b"s").salt("k") != KeyedDice(b"t").salt("k")


def test_an_order_that_wants_a_die_changes_nothing_until_it_has_it() -> None:
    campaign, _ = toy.given(toy.started(), "red done")
    with pytest.raises(NeedsDie) as caught:
        toy.given(campaign, "red attack red-1 blue-1", dice=FixedDice([6]))
    assert caught.value.key == "1201-1-dry/north.march.move/blue/defence:blue-1/0/1" and caught.value.given == 1
    after, entries = toy.given(campaign, "red attack red-1 blue-1", dice=FixedDice([6, 1]))
    assert [roll.face for entry in entries for roll in entry.rolls] == [6, 1]
    assert after.bands["blue-1"].strength == 1
