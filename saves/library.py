"""Where campaigns live, which there are, and new ones from old ones."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import attrs

from engine.kernel import play
from engine.kernel.campaign import Campaign, several_eyes
from engine.kernel.dice import Dice, FixedDice, KeyedDice, NeedsDie, commitment
from engine.kernel.dice_lines import COMMIT, SeatLines
from engine.kernel.ruleset import Ruleset, UnknownRuleset
from engine.kernel.ruleset import find as find_ruleset
from engine.kernel.values import frozen
from saves import disk, format, locks, migration, seals, secret, store, summary, trust, turnfile
from saves.errors import Edited, Exists, Misuse, NotFound, SavesError, UnreadableFile, from_os
from saves.format import FORMAT, TURN_FILE, Head
from saves.shapes import Fault
from saves.store import CampaignFolder, Identity

APP = "warledger"
CAMPAIGNS = "campaigns"
"""The folder in which they lie."""
KINDS = ("keyed", "keyboard")
SHARED = "shared"
"""Keyed dice to which each seat may bring a line of its own, before the first of them (see kernel.dice_lines)."""
_UNFINISHED = ".new-"
_LEFT = re.compile(r"\A\.[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}\.new-[0-9a-f]{8}\Z")
LONGEST_NAME = 60
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,59}\Z")


_here: ContextVar[Path | None] = ContextVar("data", default=None)


def live_in(data: Path) -> None:
    """From here on, in this task and all that it starts, campaigns lie in this folder and not in the user's own: a
    server's players all play in its host's."""
    _here.set(data)


def data_folder() -> Path:
    """The folder that campaigns lie in: the user's data folder of this program (XDG_DATA_HOME where it is set), or a
    server's."""
    here = _here.get()
    if here is not None:
        return here
    from platformdirs import user_data_dir

    return Path(user_data_dir(APP))


def campaigns_folder() -> Path:
    """Where campaigns live unless they are put elsewhere."""
    return data_folder() / CAMPAIGNS


def find(where: str | Path) -> Path:
    """A campaign's folder by its name in the library or by its path. Raises NotFound."""
    text = str(where)
    if isinstance(where, str) and NAME.match(text):
        folder = campaigns_folder() / text
        if (folder / store.CARD).is_file():
            return folder
    folder = disk.expanded(where)
    try:
        if folder.name == store.CARD:
            folder = folder.parent
        if (folder / store.CARD).is_file():
            return folder
    except (OSError, ValueError):
        pass
    for kept, means in (("archive", "is archived"), ("deleted", "is deleted")):
        if NAME.match(text) and (data_folder() / kept / text).is_dir():
            raise NotFound(f"'{text}' {means}: 'warledger unarchive {text}' brings it back")
    known = [path.name for path in folders_in(campaigns_folder())]
    hint = f"; there are {', '.join(known[:8])}" if known else "; there is none yet"
    raise NotFound(f"no campaign '{text}'{hint}")


def folders_in(top: Path) -> list[Path]:
    """The campaigns' folders in a folder, also those that cannot be read."""
    try:
        folders = sorted(top.iterdir())
    except OSError:
        return []
    return [folder for folder in folders if not folder.name.startswith(".") and _holds_campaign(folder)]


def _holds_campaign(folder: Path) -> bool:
    try:
        return (folder / store.CARD).exists()
    except PermissionError:
        # What may not be looked into is listed with the reason.
        return True
    except OSError:
        return False


@frozen
class Card:
    """A campaign in a list. ``last_played`` is in seconds since 1970; ``problem`` says why it cannot be opened, or
    is ''; ``count``: ``turn 3 of 24``; ``kept``: where it is kept out of the list (``archive``, ``deleted``);
    ``powers``: each power's seat; ``entries``: the number of the last entry, 0 where nobody knows; ``asked``: the seats
    whose consent to a proposal is wanted.
    """

    id: str
    name: str
    title: str
    turn: str
    step: str
    awaits: tuple[str, ...]
    last_played: float
    folder: Path
    seats: tuple[str, ...] = ()
    over: str = ""
    problem: str = ""
    scenario: str = ""
    count: str = ""
    kept: str = ""
    powers: Mapping[str, str] = attrs.field(factory=dict)
    entries: int = 0
    asked: tuple[str, ...] = ()


def campaigns() -> list[Card]:
    """Every campaign of the library, the one played last first. One that cannot be read does not hide the others."""
    cards = [card(folder) for folder in folders_in(campaigns_folder())]
    return sorted(cards, key=lambda card: -card.last_played)


def card(folder: Path) -> Card:
    """One campaign as it stands in a list."""
    try:
        identity = store.read_identity(folder)
        stand = summary.read(folder)
    except (SavesError, OSError) as fault:
        return Card("", folder.name, "", "", "", (), 0.0, folder, problem=str(fault))
    seats = tuple(dict.fromkeys(identity.seats.values()))
    return Card(
        identity.id,
        # The folder counts: it may have been copied or renamed by hand.
        folder.name,
        identity.title,
        stand.turn,
        stand.step,
        stand.awaits,
        stand.last_played,
        folder,
        seats,
        stand.over,
        scenario=identity.scenario,
        count=stand.count,
        powers=identity.seats,
        entries=stand.entries,
        asked=stand.asked,
    )


def create(
    ruleset: Ruleset[Any],
    campaign: Campaign,
    *,
    name: str,
    at: Path | None = None,
    dice: str = "keyed",
    secret_file: Path | None = None,
    branched: str = "",
    beside: Mapping[str, bytes] | None = None,
) -> Path:
    """Make a campaign's folder whole, and let the rules take it to the first choice. ``beside``: its seats' notes, by
    path in the folder. Raises SavesError; then nothing is left.
    """
    if dice == SHARED:
        campaign, dice = _with_lines(campaign), "keyed"
    if dice not in KINDS:
        raise Misuse(f"no dice '{dice}'; there are {', '.join(KINDS)} and {SHARED}")
    folder = _place_for(name, at)
    hidden = secret.read_secret(secret_file) if secret_file else os.urandom(32)
    identity = Identity(
        id=os.urandom(8).hex(),
        name=folder.name,
        ruleset=ruleset.id,
        scenario=campaign.scenario,
        title=campaign.title,
        seats=dict(campaign.seats),
        dice=dice,
        commitment=commitment(hidden),
        branched=branched,
    )
    try:
        with _unfinished(folder) as aside:
            (aside / store.TURNS).mkdir()
            (aside / secret.SEATS).mkdir(mode=0o700)
            secret.write_secret(aside, hidden)
            disk.write_new(aside / store.CARD, identity.text.encode())
            for path, data in (beside or {}).items():
                (aside / path).parent.mkdir(mode=0o700, exist_ok=True)
                disk.write_new(aside / path, data, 0o600)
            head = Head(FORMAT, 1, ruleset.calendar.now(campaign), ruleset.version)
            disk.write_new(aside / store.TURNS / head.name, turnfile.opening_bytes(head, campaign)[0])
            _settle(CampaignFolder(aside), KeyedDice(hidden) if dice == "keyed" else FixedDice((), hidden))
            disk.flush_folder(aside / store.TURNS)
            disk.flush_folder(aside)
            disk.move(aside, folder)
    except OSError as fault:
        raise from_os(fault, folder) from fault
    return folder


@contextmanager
def _unfinished(folder: Path) -> Iterator[Path]:
    """An empty folder beside the one to be, locked by its maker until it has its name; nothing is left of it where
    that fails.

    Whoever was killed here before left a folder with a secret in it: those that nobody holds locked any more are swept
    away first."""
    top = folder.parent
    top.mkdir(parents=True, exist_ok=True)
    aside = top / f".{folder.name}{_UNFINISHED}{os.urandom(4).hex()}"
    with ExitStack() as kept:
        # Between the folder and its lock nobody may sweep.
        with locks.alone(top):
            _sweep(top)
            aside.mkdir()
            kept.enter_context(locks.alone(aside))
        try:
            yield aside
        except BaseException:
            shutil.rmtree(aside, ignore_errors=True)
            raise


def _sweep(top: Path) -> None:
    for left in top.glob(f".*{_UNFINISHED}*"):
        if _LEFT.search(left.name) and left.is_dir() and not left.is_symlink() and not locks.taken(left):
            shutil.rmtree(left, ignore_errors=True)


def _settle(folder: CampaignFolder, dice: Dice) -> None:
    loaded, _ = folder.head()
    with suppress(NeedsDie):
        batches = play.settle(folder.ruleset, loaded.campaign, dice=dice, n=1)
        loaded = folder.write(loaded, batches)
    summary.write(folder, loaded)


def _place_for(name: str, at: Path | None) -> Path:
    if not NAME.match(name):
        raise Misuse(
            f"'{name[:80]}' is no name: up to 60 letters, digits, spaces, dots and hyphens, and no dot in front"
        )
    top = disk.expanded(at) if at else campaigns_folder()
    folder = top / name
    if folder.exists():
        raise Exists(f"there is a campaign '{name}' already in {top}")
    return folder


def free_name(wanted: str, at: Path | None = None) -> str:
    """The name, or the name with a number that nothing has yet."""
    top = disk.expanded(at) if at else campaigns_folder()
    free, number = wanted, 2
    while (top / free).exists():
        end = f"-{number}"
        free, number = wanted[: LONGEST_NAME - len(end)] + end, number + 1
    return free


def branch(
    where: str | Path, turn: str, name: str, *, at: Path | None = None, dice: str = "", secret_file: Path | None = None
) -> Path:
    """A new campaign that begins as a turn's file did, with a new secret and without sealed orders.

    ``turn`` is the file's name, its number, or its turn's label (then the latest file of that turn), a path to any turn
    file, or an entry's number behind an @: then it begins as things stood after that entry. Raises SavesError.
    """
    from saves import notes

    folder = CampaignFolder(find(where))
    if turn.startswith("@"):
        from saves import branching

        path, ruleset, campaign = branching.after(folder, turn)
        told = f"{folder.identity.id}/{path.name}{turn}"
    else:
        path = _turn_file(folder, turn)
        ruleset, campaign = believed(folder, path)
        told = f"{folder.identity.id}/{path.name}"
    return create(
        ruleset,
        _by_itself(_unsealed(campaign)),
        name=name,
        at=at,
        dice=dice or folder.identity.dice,
        secret_file=secret_file,
        branched=told,
        beside=notes.carried(folder.folder, campaign.seats.values(), ruleset.calendar.now(campaign)),
    )


def believed(folder: CampaignFolder, path: Path) -> tuple[Ruleset[Any], Campaign]:
    """The game and the opening of a turn file, where it is as it was sealed. Raises Edited, SavesError."""
    doubt = folder.doubts(path).get(path) if path in folder.files() else trust.doubts((path,), store.LIMIT).get(path)
    if doubt:
        raise Edited(f"{doubt}; nothing begins from it before that is mended")
    return read_turn(path)


def _turn_file(folder: CampaignFolder, turn: str) -> Path:
    files = folder.files()
    for path in reversed(files):
        match = TURN_FILE.match(path.name)
        if match and turn in (
            path.name,
            match.group(2),
            match.group(1),
            match.group(1).lstrip("0"),
            path.name.removesuffix(".toml"),
        ):
            return path
    path = Path(turn)
    if path.is_file():
        return path
    raise NotFound(f"no turn '{turn}' in {folder.identity.name}; there are {', '.join(file.stem for file in files)}")


def read_turn(path: Path) -> tuple[Ruleset[Any], Campaign]:
    """The game and the opening of any turn file, wherever it lies. Raises SavesError."""
    data = disk.read(path, store.LIMIT)
    raw = migration.to_present(format.parse(seals.scan(data).opening, path.name), path.name)
    try:
        ruleset = find_ruleset(str(raw.get("ruleset", "")))
    except UnknownRuleset:
        raise UnreadableFile(f"{path.name}: no such game '{raw.get('ruleset', '')}' is installed") from None
    format.read_head(raw, path.name)
    faults: list[Fault] = []
    campaign = format.read_opening(ruleset, raw, faults)
    if faults:
        raise UnreadableFile(f"{path.name}: [{faults[0].table}] {faults[0].key}: {faults[0].problem}", tuple(faults))
    return ruleset, campaign


def _with_lines(campaign: Campaign) -> Campaign:
    """The campaign with the seats' lines for its dice still to come, before anything else. Raises Misuse where one seat
    alone has nobody to share with."""
    if not several_eyes(campaign):
        raise Misuse(f"dice '{SHARED}' are made by several players; with one seat there are {' and '.join(KINDS)}")
    return attrs.evolve(campaign, pending={**campaign.pending, "1": SeatLines(COMMIT)})


def _by_itself(campaign: Campaign) -> Campaign:
    """The campaign with nothing that belongs to the dice of the one that it comes from, which may be closed."""
    return attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, again=0, lines={}, closed={}))


def _unsealed(campaign: Campaign) -> Campaign:
    """The campaign without sealed orders; those who gave them in the step at hand are asked again."""
    if not campaign.sealed:
        return campaign
    again = {sealed.power for sealed in campaign.sealed.values() if not sealed.cover}
    done = tuple(power for power in campaign.progress.done if power not in again)
    return attrs.evolve(campaign, sealed={}, progress=attrs.evolve(campaign.progress, done=done))
