"""A player's public SSH key as he pastes it: read, checked in shape, and refused with the reason.

Nothing here knows cryptography: a key is a kind, its bytes and a comment. What the bytes must look like is RFC 4253
6.6, RFC 5656 3.1, RFC 8709 4 and OpenSSH's PROTOCOL.u2f.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re

from engine.kernel.values import frozen
from saves.errors import Misuse

LONGEST = 16_384
"""Bytes of a file with a key; one of 16,384 bits of RSA has 2,800."""
COMMENT = 60
"""Signs that are kept of what stands behind a key."""
RSA_BITS = (2048, 16384)
_POINTS = {"nistp256": 65, "nistp384": 97, "nistp521": 133}
"""Bytes of a point of each curve, not compressed."""
KINDS = (
    "ssh-ed25519",
    "ecdsa-sha2-nistp256",
    "ecdsa-sha2-nistp384",
    "ecdsa-sha2-nistp521",
    "ssh-rsa",
    "sk-ssh-ed25519@openssh.com",
    "sk-ecdsa-sha2-nistp256@openssh.com",
)
MAKE = "'ssh-keygen -t ed25519' makes one; its public half lies in ~/.ssh/id_ed25519.pub"
_BASE64 = re.compile(r"[A-Za-z0-9+/]+={0,2}\Z")


@frozen
class PublicKey:
    """``kind`` as it stands in the file, ``blob`` its bytes in base64, ``comment`` what the player wrote behind it."""

    kind: str
    blob: str
    comment: str = ""

    @property
    def data(self) -> bytes:
        """Its bytes as they go over the wire."""
        return base64.b64decode(self.blob)

    @property
    def fingerprint(self) -> str:
        """Its fingerprint as ``ssh-keygen -l`` shows it."""
        return fingerprint(self.data)

    @property
    def line(self) -> str:
        """It on one line, as it may be pasted anywhere."""
        return " ".join(part for part in (self.kind, self.blob, self.comment) if part)


def fingerprint(data: bytes) -> str:
    """The fingerprint of a key's bytes as ``ssh-keygen -l`` shows it."""
    return "SHA256:" + base64.b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")


def read_key(given: bytes) -> PublicKey:
    """The key in a file or a pasted line. Raises Misuse with the reason, and what to do instead."""
    if len(given) > LONGEST:
        raise Misuse(f"a public key is one line; this has more than {LONGEST} bytes")
    try:
        text = given.decode()
    except UnicodeDecodeError:
        raise Misuse(f"this is no public key but something that is no text; {MAKE}") from None
    _not_another_file(text)
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if not lines:
        raise Misuse(f"there is no key in it; {MAKE}")
    if len(lines) > 1:
        raise Misuse(f"this has {len(lines)} lines; give one key at a time, each with an 'add' of its own")
    return _of_line(lines[0])


def _not_another_file(text: str) -> None:
    """Refuse what people give by mistake, above all what they should have shown to nobody. Raises Misuse."""
    if "PRIVATE KEY-----" in text or text.startswith("PuTTY-User-Key-File-"):
        raise Misuse(
            "this is the private half of a key, which nobody else should ever see: give the public half, the file that "
            "ends in .pub (if somebody sent this to you, tell him to make a new key)"
        )
    if "BEGIN SSH2 PUBLIC KEY" in text:
        raise Misuse("this key is in another program's form: 'ssh-keygen -i -f FILE' turns it into one line")
    if "-----BEGIN" in text:
        raise Misuse(f"this is a certificate or another kind of file and no SSH key; {MAKE}")


def _of_line(line: str) -> PublicKey:
    kind, _, rest = line.partition(" ")
    blob, _, comment = rest.strip().partition(" ")
    if kind in ("ssh-dss", "ssh-dsa"):
        raise Misuse(f"DSA keys are too weak to let anybody in; {MAKE}")
    if "-cert-v" in kind:
        raise Misuse("this is a certificate; give the key itself, the .pub file without -cert in its name")
    if kind not in KINDS:
        if any(f"{known} " in rest for known in KINDS):
            raise Misuse(
                "options stand in front of the key; give the line from its kind on, such as ssh-ed25519 AAAA..."
            )
        raise Misuse(f"this is no public key: its line begins with one of {', '.join(KINDS[:-2])}; {MAKE}")
    if not _BASE64.match(blob) or not blob:
        raise Misuse(f"what stands behind {kind} is no key: it was cut off or broken over lines; copy it as one line")
    try:
        data = base64.b64decode(blob, validate=True)
    except (binascii.Error, ValueError):
        raise Misuse(f"the key behind {kind} was cut off; copy the whole line") from None
    _checked(kind, data)
    seen = "".join(sign for sign in comment.strip() if sign.isprintable())[:COMMENT]
    return PublicKey(kind, base64.b64encode(data).decode(), seen.strip())


def _fields(data: bytes) -> list[bytes]:
    """The strings that a key's bytes are made of. Raises ValueError where they are not."""
    fields: list[bytes] = []
    at = 0
    while at < len(data):
        end = at + 4 + int.from_bytes(data[at : at + 4], "big")
        if at + 4 > len(data) or end > len(data) or len(fields) == 8:
            raise ValueError("cut off")
        fields.append(data[at + 4 : end])
        at = end
    return fields


def _checked(kind: str, data: bytes) -> None:
    """Raises Misuse where a key's bytes are not what its kind says."""
    try:
        named, *fields = _fields(data)
    except ValueError:
        raise Misuse(f"the key behind {kind} was cut off or changed; copy the whole line") from None
    if named != kind.encode():
        raise Misuse(f"the line says {kind}, its key is another kind; copy it again as it stands in the .pub file")
    if kind == "ssh-rsa":
        _strong(fields)
        return
    if not _shaped(kind, fields):
        raise Misuse(f"the key behind {kind} has not the length of such a key; copy the whole line")


def _strong(fields: list[bytes]) -> None:
    least, most = RSA_BITS
    if len(fields) != 2:
        raise Misuse("the key behind ssh-rsa has not the parts of such a key; copy the whole line")
    bits = int.from_bytes(fields[1], "big").bit_length()
    if not least <= bits <= most:
        raise Misuse(f"an RSA key of {bits} bits lets nobody in here; {least} to {most} do, or better: {MAKE}")


def _shaped(kind: str, fields: list[bytes]) -> bool:
    security_key = kind.startswith("sk-")
    if security_key:
        # What the key was made for, such as 'ssh:'.
        *fields, made_for = fields if len(fields) > 1 else (*fields, b"")
        if not 1 <= len(made_for) <= 200:
            return False
    if "ed25519" in kind:
        return [len(field) for field in fields] == [32]
    curve = kind.partition("sha2-")[2].partition("@")[0]
    return len(fields) == 2 and fields[0] == curve.encode() and len(fields[1]) == _POINTS[curve]
