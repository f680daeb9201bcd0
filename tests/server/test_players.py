"""Who may come in: players and their keys, and every kind of key that is refused with the reason."""

from __future__ import annotations

import base64
import json
import stat
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

from saves import players, public_keys
from saves.errors import Exists, Misuse, NotFound, UnreadableFile
from saves.players import ServerFolder
from saves.public_keys import PublicKey, read_key
from tests.cli.running import Runner


def blob(*fields: bytes) -> str:
    return base64.b64encode(b"".join(struct.pack(">I", len(field)) + field for field in fields)).decode()


def ed25519(seed: int, comment: str = "") -> bytes:
    """A line of the right shape; nobody knows its private half."""
    return f"ssh-ed25519 {blob(b'ssh-ed25519', bytes([seed]) * 32)} {comment}\n".encode()


def rsa(bits: int) -> bytes:
    return f"ssh-rsa {blob(b'ssh-rsa', bytes([1, 0, 1]), bytes([0, 0x80]) + bytes(bits // 8 - 1))}".encode()


@pytest.fixture
def folder(tmp_path: Path) -> ServerFolder:
    return ServerFolder(tmp_path / "server")


GOOD: dict[str, bytes] = {
    "ed25519": ed25519(1, "ann@laptop"),
    "no comment": ed25519(1).strip(),
    "lines without anything around it": b"\n# my key\n\r\n" + ed25519(1) + b"\n",
    "rsa": rsa(3072),
    "ecdsa": f"ecdsa-sha2-nistp256 {blob(b'ecdsa-sha2-nistp256', b'nistp256', bytes([4]) * 65)} x".encode(),
    "a security key": (
        f"sk-ssh-ed25519@openssh.com {blob(b'sk-ssh-ed25519@openssh.com', bytes(32), b'ssh:')} yubi"
    ).encode(),
    "a security key of the other kind": (
        "sk-ecdsa-sha2-nistp256@openssh.com "
        + blob(b"sk-ecdsa-sha2-nistp256@openssh.com", b"nistp256", bytes([4]) * 65, b"ssh:")
    ).encode(),
}


@pytest.mark.parametrize("given", GOOD.values(), ids=GOOD)
def test_a_key_is_read_as_it_is_pasted(given: bytes) -> None:
    key = read_key(given)
    assert read_key(key.line.encode()) == key
    assert key.fingerprint.startswith("SHA256:") and not key.fingerprint.endswith("=")


def test_the_fingerprint_is_that_of_ssh_keygen() -> None:
    # What 'ssh-keygen -lf' (OpenSSH 9.2) says of it.
    line = b"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEB"
    assert read_key(line).data == base64.b64decode(line.split()[1])
    assert read_key(line).fingerprint == "SHA256:RXm/ruZ0eTzRXKwi1AQEDynB0VgHQ2ac9KPSFdf/YnA"


BAD: dict[str, tuple[bytes, str]] = {
    "nothing": (b"\n", "no key in it"),
    "the private half": (b"-----BEGIN OPENSSH PRIVATE KEY-----\nb3Bl\n", "private half"),
    "the private half of another program": (b"PuTTY-User-Key-File-3: ssh-ed25519\n", "private half"),
    "another program's form": (b"---- BEGIN SSH2 PUBLIC KEY ----\nAAAA\n", "ssh-keygen -i"),
    "a certificate of another kind": (b"-----BEGIN CERTIFICATE-----\n", "no SSH key"),
    "an SSH certificate": (b"ssh-ed25519-cert-v01@openssh.com AAAA", "without -cert"),
    "nonsense": (b"let me in please", "no public key"),
    "no text": (b"\xff\xfe\x00", "no text"),
    "DSA": (f"ssh-dss {blob(b'ssh-dss', b'1')}".encode(), "DSA"),
    "options in front": (b'command="sh",no-pty ' + ed25519(1), "options stand in front"),
    "several lines": (ed25519(1) + ed25519(2), "2 lines"),
    "a megabyte": (b"x" * 1_000_000, "more than"),
    "cut off": (ed25519(1)[:40], "cut off"),
    "cut off at a quarter": (b"ssh-ed25519 AAAAC3Nza", "cut off"),
    "another kind than it says": (f"ssh-ed25519 {blob(b'ssh-rsa', b'1', b'2')}".encode(), "another kind"),
    "too short": (f"ssh-ed25519 {blob(b'ssh-ed25519', b'1')}".encode(), "length"),
    "a weak one": (rsa(1024), "1024 bits"),
    "an endless one": (rsa(32768), "32768 bits"),
    "signs that are none of a key": (b"ssh-ed25519 AAAA$(id)", "no key"),
    "another curve": (
        f"ecdsa-sha2-nistp256 {blob(b'ecdsa-sha2-nistp256', b'nistp521', bytes(133))}".encode(),
        "length",
    ),
}


@pytest.mark.parametrize(("given", "reason"), BAD.values(), ids=BAD)
def test_what_is_no_key_is_refused_with_the_reason(given: bytes, reason: str) -> None:
    with pytest.raises(Misuse, match=reason.replace("(", r"\(")):
        read_key(given)


def test_a_comment_cannot_steer_a_terminal() -> None:
    key = read_key(ed25519(1).strip() + b" \x1b[2Jann\x07 " + b"x" * 500)
    assert key.comment.isprintable() and len(key.comment) <= public_keys.COMMENT and "ann" in key.comment


def key(seed: int) -> PublicKey:
    return read_key(ed25519(seed))


def test_a_player_comes_in_with_his_keys_and_with_no_other(folder: ServerFolder) -> None:
    assert players.read(folder).by_name == {}
    assert players.add(folder, "ann", key(1)) == (players.Player("ann", (key(1),)), True)
    assert players.add(folder, "ann", key(2))[1] is False
    players.add(folder, "bob", key(3))
    known = players.read(folder)
    assert known.with_key("ann", key(2).data) and known.with_key("bob", key(3).data)
    assert known.with_key("ann", key(3).data) is None, "another's key"
    assert known.with_key("bob", key(1).data) is None, "another's name"
    assert known.with_key("carl", key(1).data) is None
    players.set_disabled(folder, "ann", True)
    assert players.read(folder).with_key("ann", key(1).data) is None
    players.set_disabled(folder, "ann", False)
    assert players.read(folder).with_key("ann", key(1).data)
    players.set_host(folder, "bob", True)
    assert players.read(folder).named("bob").host
    players.remove(folder, "ann")
    assert list(players.read(folder).by_name) == ["bob"]


def test_what_a_server_keeps_is_for_its_owner_alone(folder: ServerFolder) -> None:
    folder.path.mkdir(mode=0o755)
    folder.path.chmod(0o755)
    players.add(folder, "ann", key(1))
    players.new_host_key(folder, b"key\n")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder.path, folder.players, folder.host_key)}
    assert modes == {"server": 0o700, "players.toml": 0o600, "host-key": 0o600}
    assert players.open_to_others([folder.players]) == []
    folder.players.chmod(0o644)
    assert players.open_to_others([folder.players]) == [folder.players]


REFUSED: dict[str, tuple[Callable[[ServerFolder], object], type[Exception], str]] = {
    "his own key twice": (lambda at: players.add(at, "ann", key(1)), Exists, "has this key already"),
    "another's key": (lambda at: players.add(at, "bob", key(1)), Exists, "this is ann's key"),
    "a name with a path": (lambda at: players.add(at, "../ann", key(2)), Misuse, "no player's name"),
    "a name of capitals": (lambda at: players.add(at, "Ann", key(2)), Misuse, "small letters"),
    "an endless name": (lambda at: players.add(at, "a" * 33, key(2)), Misuse, "32 at most"),
    "a name with a line's end": (lambda at: players.add(at, "ann\n", key(2)), Misuse, "no player's name"),
    "nobody disabled": (lambda at: players.set_disabled(at, "anne", True), NotFound, "nearest is 'ann'"),
    "nobody made host": (lambda at: players.set_host(at, "zed", True), NotFound, "no player 'zed'"),
    "nobody removed": (lambda at: players.remove(at, "zed"), NotFound, "no player 'zed'"),
}


@pytest.mark.parametrize(("what", "kind", "reason"), REFUSED.values(), ids=REFUSED)
def test_who_cannot_be_a_player_is_refused_and_nothing_changes(
    folder: ServerFolder, what: Callable[[ServerFolder], object], kind: type[Exception], reason: str
) -> None:
    players.add(folder, "ann", key(1))
    before = folder.players.read_bytes()
    with pytest.raises(kind, match=reason):
        what(folder)
    assert folder.players.read_bytes() == before


def test_keys_and_players_are_bounded(folder: ServerFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(players, "MOST_KEYS", 2)
    monkeypatch.setattr(players, "MOST_PLAYERS", 1)
    players.add(folder, "ann", key(1))
    players.add(folder, "ann", key(2))
    with pytest.raises(Misuse, match="2 keys already"):
        players.add(folder, "ann", key(3))
    with pytest.raises(Misuse, match="1 players already"):
        players.add(folder, "bob", key(3))


FAULTY: dict[str, tuple[str, str]] = {
    "no TOML": ("format = ", "invalid value"),
    "of a newer program": ("format = 9\n[later]\n", "newer program"),
    "an unknown key": ("format = 1\n[players.ann]\nkeys = []\nroot = true\n", "no such key"),
    "a name that is none": ('format = 1\n[players."../x"]\nkeys = []\n', "no player's name"),
    "a key that is none": ('format = 1\n[players.ann]\nkeys = ["ssh-dss AAAA"]\n', "DSA"),
    "one key twice": (
        f'format = 1\n[players.ann]\nkeys = ["{key(1).line}"]\n[players.bob]\nkeys = ["{key(1).line}"]\n',
        "same key",
    ),
}


@pytest.mark.parametrize(("text", "reason"), FAULTY.values(), ids=FAULTY)
def test_a_file_edited_by_hand_is_refused_whole(folder: ServerFolder, text: str, reason: str) -> None:
    folder.make()
    folder.players.write_text(text, encoding="utf-8")
    with pytest.raises(UnreadableFile, match=reason):
        players.read(folder)
    with pytest.raises(UnreadableFile, match=reason):
        players.add(folder, "carl", key(7))
    assert folder.players.read_text(encoding="utf-8") == text


def test_a_host_looks_after_players_on_the_command_line(run: Runner, tmp_path: Path) -> None:
    at, pub = str(tmp_path / "host"), tmp_path / "ann.pub"
    pub.write_bytes(ed25519(1, "ann@laptop"))
    assert "no players yet" in run("server", "--data", at, "list").out
    assert "ann is a player now" in run("server", "--data", at, "add", "ann", "--key", str(pub)).out
    assert "has 2 keys now" in run("server", "add", "ann", "--key", "-", "--data", at, stdin=ed25519(2)).out
    assert "may start campaigns" in run("server", "--data", at, "host", "ann").out
    assert "not let in any more" in run("server", "--data", at, "disable", "ann").out
    listed = run("server", "--data", at, "list").out
    assert listed.startswith("ann (host, disabled)\n  ssh-ed25519 SHA256:") and "ann@laptop" in listed
    [one] = run("server", "--data", at, "list", "--json").json
    assert (one["player"], one["host"], one["disabled"], len(one["keys"])) == ("ann", True, True, 2)
    assert one["keys"][0] == {"kind": "ssh-ed25519", "fingerprint": key(1).fingerprint, "comment": "ann@laptop"}
    assert "is disabled" in run("server", "--data", at, "add", "ann", "--key", "-", stdin=ed25519(3)).out
    assert run("server", "--data", at, "enable", "ann").code == 0
    assert "no longer" in run("server", "--data", at, "host", "ann", "--no-longer").out
    assert run("server", "--data", at, "remove", "ann").code == 0
    assert json.loads(run("server", "--data", at, "list", "--json").out) == []


def test_a_name_that_is_given_away_again_is_told_the_seats_that_go_with_it(run: Runner, tmp_path: Path) -> None:
    at = str(tmp_path / "host")
    assert run("server", "--data", at, "add", "ann", "--key", "-", stdin=ed25519(1)).code == 0
    assert run("server", "--data", at, "new", "1939-campaign", "--name", "europe").code == 0
    assert run("server", "--data", at, "give", "europe", "solo", "ann").code == 0
    told = run("server", "--data", at, "remove", "ann").out
    assert "the seat solo of europe stands under the name ann" in told
    assert "it is his now" in run("server", "--data", at, "add", "ann", "--key", "-", stdin=ed25519(2)).out
    assert run("server", "--data", at, "take", "europe", "solo", "ann").code == 0
    assert "stands under" not in run("server", "--data", at, "remove", "ann").out


def test_without_a_folder_named_it_lies_in_the_users_data(run: Runner, home: Path) -> None:
    assert run("server", "add", "ann", "--key", "-", stdin=ed25519(1)).code == 0
    assert (home / ".local/share/warledger/server/players.toml").is_file()


@pytest.mark.parametrize(
    ("argv", "reason"),
    [
        (["add", "ann", "--key", "nowhere.pub"], "nowhere.pub"),
        (["add", "ann"], "--key"),
        (["add", "Ann", "--key", "-"], "no player's name"),
        (["sack", "ann"], "invalid choice"),
        ([], "VERB"),
        (["remove", "ann"], "no player 'ann'"),
    ],
)
def test_what_a_host_asks_for_wrongly_is_told(run: Runner, argv: list[str], reason: str) -> None:
    done = run("server", *argv, stdin=ed25519(1))
    assert done.code == 2 and reason in done.err
