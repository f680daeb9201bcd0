"""The desk: one open campaign seen from one seat. Command line and screens do everything through it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from engine.kernel import outlook, play, reading
from engine.kernel.campaign import Campaign, seat_names, view
from engine.kernel.changes import Change, Entry
from engine.kernel.dice import BadFace, Dice, FixedDice, KeyedDice
from engine.kernel.grammar import Unreadable
from engine.kernel.judging import by_number
from engine.kernel.orders import Order
from engine.kernel.outlook import Mark, Outlook
from engine.kernel.refusals import Refusal, Refused
from engine.kernel.ruleset import Ruleset
from engine.kernel.values import frozen
from saves import disk, summary
from saves.errors import Edited, Misuse, NotFound, Stale
from saves.format import TURN_FILE
from saves.journal import Correction
from saves.store import ASIDE, CampaignFolder, Stamp
from saves.turnfile import Loaded

if TYPE_CHECKING:
    from engine.kernel.forecast import Distribution

_MARK = b"\n[[entry]]\n"
ALL = "all"


@frozen
class Done:
    """What was done: the entries written, the seat's view after them, and what else the player should know."""

    entries: tuple[Entry, ...]
    campaign: Campaign
    notes: tuple[str, ...] = ()


@frozen
class Record:
    """Entries written one after the other, and the seat's view after the last of them. ``doubt``: why the file in which
    they stand is not to be believed, '' where it is."""

    entries: tuple[Entry, ...]
    campaign: Campaign
    doubt: str = ""


@frozen
class TurnFile:
    """One turn's file: its running number, its turn's label, how many entries it holds."""

    number: int
    label: str
    path: Path
    count: int


class Desk:
    """One open campaign. Nothing but ``do``, ``settle`` and ``undo`` ever writes.

    ``campaign`` is what the seat may see; ``warnings`` what it should be told about the files.
    """

    def __init__(self, folder: CampaignFolder, seat: str = "") -> None:
        self._files = folder
        self.folder = folder.folder
        self.name = folder.identity.name
        self.title = folder.identity.title
        self.ruleset: Ruleset[Any] = folder.ruleset
        self.keyboard_dice = folder.identity.dice == "keyboard"
        self.warnings: tuple[str, ...] = ()
        self._secret: bytes | None = None
        self._head: Loaded
        self._stamp: Stamp = ()
        # The entries from the file ``_since`` on, and those of them that no undo has taken back.
        self._known: list[Entry] = []
        self._clean = True
        self._live: list[Entry] = []
        self._since: Path
        self._last: tuple[Entry, ...] = ()
        self._whole: Any = None
        self._seen: Any = None
        # What is told as older files are read that are not to be believed, each once.
        self.heard: Callable[[str], None] | None = None
        self._doubted: set[str] = set()
        self.seat = ""
        self._read()
        if seat and seat not in self.seats:
            raise NotFound(f"there is no seat '{seat}' in {self.name}; seats are {', '.join(self.seats)}")
        self.seat = seat or (self.seats[0] if len(self.seats) == 1 else "")
        self._know(self._head.campaign)
        self.warnings += self._unopenable()
        self._last = self._latest_batch()

    @classmethod
    def open(cls, where: str | Path, seat: str = "") -> Desk:
        """Open a campaign by its name in the library or by its folder. Raises SavesError."""
        from saves.library import find

        return cls(CampaignFolder(find(where)), seat)

    # -- what there is to see

    @property
    def campaign(self) -> Campaign:
        """The seat's view: never more than it may see."""
        if self._seen is None:
            self._seen = view(self._whole, self.seat)
        seen: Campaign = self._seen
        return seen

    @property
    def reckoned(self) -> Any:
        """The seat's view with its own sealed orders counted as if they were open."""
        return play.seen(self._whole, self.seat)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats of the campaign."""
        return seat_names(self._whole)

    @property
    def outstanding(self) -> bool:
        """Whether the rules still have something to do before a seat may choose; the next order, or ``settle``, does
        it.
        """
        return play.automatic(self.ruleset, self._whole) is not None

    def outlook(self) -> Outlook:
        """What the seat may do now."""
        return outlook.outlook(self.ruleset, self.campaign, self.seat)

    def checklist(self) -> tuple[Mark[Any], ...]:
        """The steps of the turn."""
        return outlook.checklist(self.ruleset, self.campaign)

    def understand(self, line: str) -> Order[Any]:
        """The order that a person means. Raises grammar.Unreadable."""
        return _understand(self.ruleset, line, self.campaign)

    def judge(self, given: str | Order[Any]) -> tuple[Refusal, ...]:
        """Why the seat may not give an order now; nothing means that it may. Raises grammar.Unreadable."""
        order = self.understand(given) if isinstance(given, str) else given
        return play.judge(self.ruleset, self.campaign, order, self.seat)

    def forecast(self, given: str | Order[Any]) -> Distribution[Any] | None:
        """What may come of an order, None where nothing is left to chance. Raises grammar.Unreadable."""
        order = self.understand(given) if isinstance(given, str) else given
        return outlook.forecast(self.ruleset, self.campaign, order, self.seat)

    def what_if(
        self, lines: Sequence[str | Order[Any]], rolls: Sequence[int] = ()
    ) -> tuple[Campaign, tuple[Entry, ...]]:
        """The view after orders that are not given, and their entries; its dice are not the campaign's. Raises as
        ``do``.
        """
        typed = bool(rolls) or self.keyboard_dice
        key = os.urandom(32)
        trial, dice = (FixedDice(rolls) if typed else KeyedDice(key) for _ in range(2))
        orders = self._orders(lines, self.campaign, trial)
        batches = play.submit(self.ruleset, self.campaign, orders, seat=self.seat, dice=dice, n=self._head.last + 1)
        after = batches[-1].campaign if batches else self.campaign
        return view(after, self.seat), tuple(entry for batch in batches for entry in batch.entries)

    @property
    def last_entries(self) -> tuple[Entry, ...]:
        """The entries of the latest writing, the desk's own or another's."""
        return self._last

    @property
    def last_changes(self) -> tuple[Change, ...]:
        """What the latest writing changed."""
        return tuple(change for entry in self._last for change in entry.changes)

    @property
    def last_number(self) -> int:
        """The highest entry number so far, 0 where there is none."""
        return self._head.last

    @property
    def corrections(self) -> tuple[Correction, ...]:
        """The hand edits to the open turn's file that were accepted."""
        return self._head.corrections

    def turns(self) -> tuple[TurnFile, ...]:
        """The turn files in their order."""
        turn_files = []
        for path in self._files.files():
            match = TURN_FILE.match(path.name)
            assert match is not None
            count = max(0, disk.read_from(path, 0).count(_MARK) - 1)
            turn_files.append(TurnFile(int(match.group(1)), match.group(2), path, count))
        return tuple(turn_files)

    def entries(self, turn: str | None = None) -> tuple[Entry, ...]:
        """The entries of the open turn's file, of a turn by its label, or of ``all``. Raises SavesError."""
        if turn is None:
            return self._head.entries
        # File by file: the campaign after each is let go before the next is read.
        return tuple(entry for record in self._recorded(turn) for entry in record.entries)

    def records(self, turn: str) -> tuple[Record, ...]:
        """The entries of a turn by its label, or of ``all``, file by file, each file with the view after it. Raises
        SavesError."""
        return tuple(self._recorded(turn))

    def _recorded(self, turn: str) -> Iterator[Record]:
        known = False
        paths = self._files.files()
        if self._head.path.name.endswith(ASIDE):
            paths += sorted(path for path in self._files.asides() if path <= self._head.path)
        doubts: dict[Path, str] | None = None
        for path in paths:
            match = TURN_FILE.match(path.name.removesuffix(ASIDE))
            if match and turn in (ALL, match.group(2)):
                known = True
                if doubts is None and path != self._head.path:
                    doubts = self._files.doubts(path)
                yield self._record(path, (doubts or {}).get(path, ""))
        if not known and turn != ALL:
            raise NotFound(f"no turn '{turn}' has been played in {self.name}")

    def _record(self, path: Path, doubt: str) -> Record:
        if path == self._head.path:
            return Record(self._head.entries, self.campaign)
        loaded = self._files.read(path)
        if doubt and doubt not in self._doubted and self.heard is not None:
            self.heard(doubt)
        self._doubted.add(doubt)
        return Record(loaded.entries, view(loaded.campaign, self.seat), doubt)

    # -- keeping up with the files

    def _read(self) -> None:
        """Take the newest state from the disk."""
        moment = self._files.moment()
        loaded, self.warnings = self._files.head()
        self._stamp = self._files.stamp(loaded, moment)
        self._clean = not (self.warnings or self._files.asides())
        self.warnings += self._files.contradictions(loaded.campaign)
        self._head = loaded
        self._since = loaded.path
        self._known = list(loaded.entries)
        self._live = play.live(loaded.entries)
        self._know(loaded.campaign)
        self.warnings += self._unopenable()

    def _unopenable(self) -> tuple[str, ...]:
        """What this seat has sealed and can no longer open, as its file is missing or not what was sealed."""
        campaign = self._whole
        return tuple(
            f"what {self.ruleset.name(campaign, sealed.power)} has sealed (entry {by_number(place)}) cannot be opened: "
            f"seats/{self.seat}.toml is missing, damaged or was edited; put back what was there, or take the order "
            "back and give it again"
            for place, sealed in campaign.sealed.items()
            if self.seat
            and not sealed.text
            and campaign.seats.get(sealed.power) == self.seat
            and place not in campaign.secrets
        )

    def _know(self, campaign: Any) -> None:
        mine = (self.seat,) if self.seat else ()
        self._whole = self._files.with_secrets(campaign, mine)
        self._seen = None

    def refresh(self) -> bool:
        """Read again where another writer has written; whether it had. Costs next to nothing where it had not."""
        if self._files.unchanged(self._head, self._stamp):
            return False
        before = (self._head.path, self._head.seal, self._head.edited)
        self._read()
        if (self._head.path, self._head.seal, self._head.edited) == before:
            return False
        self._last = self._latest_batch()
        return True

    def _latest_batch(self) -> tuple[Entry, ...]:
        entries = self._head.entries
        return entries[len(entries) - entries[-1].batch[0] :] if entries else ()

    def _catch_up(self) -> tuple[str, ...]:
        """Inside the lock: the newest state, mended. Raises Stale where the seat sees something else than before."""
        # A folder's time may stand still for a few milliseconds: whoever writes looks at the names as well.
        known = self._clean and self._files.unchanged(self._head, self._stamp)
        if known and self._files.files()[-1] == self._head.path:
            return ()
        before, last = self.campaign, self._head.last
        told = self._files.mend()
        self._read()
        if self._head.last != last and _as_judged(self.campaign) != _as_judged(before):
            self._last = self._latest_batch()
            self.warnings += told
            raise Stale(self._who_came_first(last))
        return told

    def _who_came_first(self, last: int) -> str:
        new = [entry for entry in self._head.entries if entry.n > last]
        seats = ", ".join(dict.fromkeys(f"'{entry.seat}'" for entry in new if entry.seat != play.RULES)) or "another"
        numbers = f"entries {new[0].n} to {new[-1].n}" if len(new) > 1 else f"entry {self._head.last}"
        return f"the seat {seats} came first ({numbers}); this is how things stand now: look, and order again"

    # -- writing

    def do(self, lines: Sequence[str | Order[Any]], rolls: Sequence[int] = ()) -> Done:
        """Give orders, all or none, after whatever the rules had still to do. Raises Refused, grammar.Unreadable,
        NeedsDie,
        BadFace, SavesError; then nothing was written."""
        with self._files.lock(self._me):
            told = self._catch_up()
            batches = self._run(lines, rolls)
            return self._commit(batches, told)

    def settle(self, rolls: Sequence[int] = ()) -> Done:
        """Let the rules do what they have still to do. Raises as ``do``."""
        return self.do((), rolls)

    @property
    def _me(self) -> str:
        return f"the seat '{self.seat}'" if self.seat else "a player"

    def _run(self, lines: Sequence[str | Order[Any]], rolls: Sequence[int]) -> tuple[play.Batch[Any], ...]:
        # All seats' sealed orders that this process can read: they are revealed when everyone has ordered, and never
        # shown.
        campaign = self._files.with_secrets(self._head.campaign, self.seats)
        dice = self._dice(rolls)
        settled = play.settle(self.ruleset, campaign, dice=dice, n=self._head.last + 1)
        n = self._head.last + 1
        if settled:
            campaign, n = settled[-1].campaign, settled[-1].entries[-1].n + 1
        given: tuple[play.Batch[Any], ...] = ()
        if lines:
            left = rolls[len(rolls) - dice.left :] if isinstance(dice, FixedDice) else ()
            orders = self._orders(lines, campaign, self._dice(left))
            given = play.submit(self.ruleset, campaign, orders, seat=self.seat, dice=dice, n=n)
        if isinstance(dice, FixedDice) and dice.left:
            raise Misuse(f"{len(rolls)} faces were given and {len(rolls) - dice.left} wanted; nothing was done")
        return settled + given

    def _dice(self, rolls: Sequence[int]) -> Dice:
        if self._secret is None:
            self._secret = self._files.secret_bytes()
        if self.keyboard_dice:
            return FixedDice(rolls, self._secret)
        if rolls:
            raise Misuse("this campaign rolls its own dice; faces are typed only where it was begun with keyboard dice")
        return KeyedDice(self._secret)

    def _orders(self, lines: Sequence[str | Order[Any]], campaign: Any, dice: Dice) -> list[Order[Any]]:
        """The orders that the lines mean, each understood as things stand after those before it, by dice of its own."""
        orders: list[Order[Any]] = []
        state = campaign
        for at, given in enumerate(lines):
            order = _understand(self.ruleset, given, view(state, self.seat)) if isinstance(given, str) else given
            orders.append(order)
            if any(isinstance(later, str) for later in lines[at + 1 :]):
                batches = play.submit(self.ruleset, state, [order], seat=self.seat, dice=dice, n=self._head.last + 1)
                state = batches[-1].campaign
        return orders

    def _commit(self, batches: Sequence[play.Batch[Any]], told: tuple[str, ...]) -> Done:
        leftover = self._head.campaign.progress.turn != self._head.turn
        if batches or leftover:
            self._head = self._files.write(self._head, batches)
            self._wrote()
            new = tuple(entry for batch in batches for entry in batch.entries)
            self._known.extend(new)
            self._live.extend(new)
            self._last = new
            self._know(self._head.campaign)
            summary.write(self._files, self._head)
        self.warnings = ()
        return Done(self._last if batches else (), self.campaign, told)

    def _wrote(self) -> None:
        # Inside the lock nobody else can have come in between.
        self._stamp = self._files.stamp(self._head, self._files.moment())
        self._clean = not self._head.path.name.endswith(ASIDE)

    def would_undo(self) -> tuple[Entry, ...]:
        """What ``undo`` would take back, oldest first; nothing where nothing was given. Raises Refused where the seat
        may not, SavesError where it would have to be read from a turn file that is not to be believed."""
        with suppress(play.NothingToUndo):
            taken = _to_take(self._live_back_to(None), None)
            self._may_take_back(taken)
            return tuple(taken)
        return ()

    def _may_take_back(self, taken: Sequence[Entry]) -> None:
        reason = play.may_undo(self._whole, taken, self.seat)
        if reason:
            raise Refused((Refusal("undo", reason, "Agree on it, and undo from a desk that holds all seats."),), "undo")

    def undo(self, to: int | None = None) -> Done:
        """Take back the last thing that a seat gave, or everything after entry ``to``. Raises Refused,
        NothingToUndo, SavesError.
        """
        with self._files.lock(self._me):
            told = self._catch_up()
            if self._head.campaign.progress.turn != self._head.turn:
                self._head = self._files.write(self._head, ())
                self._wrote()
            live = self._live_back_to(to)
            taken = _to_take(live, to)
            self._may_take_back(taken)
            batch = play.undo(self._head.campaign, taken, seat=self.seat or "table", n=self._head.last + 1)
            return self._commit_undo(batch, taken, told)

    def _commit_undo(self, batch: play.Batch[Any], taken: Sequence[Entry], told: tuple[str, ...]) -> Done:
        entry = batch.entries[0]
        if batch.campaign.progress.turn != self._head.turn:
            self._head = self._files.restart(self._head, batch.campaign, entry)
        else:
            self._head = self._files.write(self._head, (batch,))
        self._known.append(entry)
        del self._live[len(self._live) - len(taken) :]
        self._wrote()
        self._know(self._head.campaign)
        self._last = (entry,)
        self.warnings = ()
        summary.write(self._files, self._head)
        return Done((entry,), self.campaign, told)

    def _live_back_to(self, to: int | None) -> list[Entry]:
        """Live entries far enough back: earlier files are read only where those known hold too little."""
        files = self._files.files()
        while not _reaches(self._live, to) and (at := files.index(self._since)):
            before = files[at - 1]
            if doubt := self._files.doubts(before).get(before):
                raise Edited(f"{doubt}; nothing that stands in it is put back before that is mended")
            self._known[:0] = self._files.read(before).entries
            self._since = before
            self._live = play.live(self._known)
        return self._live


def _understand(ruleset: Ruleset[Any], line: str, campaign: Any) -> Order[Any]:
    try:
        line.encode()
    except UnicodeEncodeError as fault:
        raise Unreadable("what stands here is no text", fault.start, "printable text") from None
    return reading.understand(ruleset, line, campaign)


def _as_judged(campaign: Campaign) -> Campaign:
    """A view without what another seat's part in the same step changes: that it has ordered, and that something is
    sealed.
    """
    progress = attrs.evolve(campaign.progress, done=(), through={}, nth={})
    return attrs.evolve(campaign, progress=progress, sealed={})


def _reaches(live: Sequence[Entry], to: int | None) -> bool:
    if to is None:
        return play.last_given(live) >= 0
    return bool(live) and live[0].n <= to and any(entry.seat != play.RULES for entry in live if entry.n <= to)


def _to_take(live: Sequence[Entry], to: int | None) -> list[Entry]:
    """The live entries to take back. What the rules did before the first order of all stays: without it there is no
    first step.
    """
    if to is None:
        first = play.last_given(live)
    else:
        first = next((at for at, entry in enumerate(live) if entry.n > to), len(live))
        begun = next((at for at, entry in enumerate(live) if entry.seat != play.RULES), len(live))
        first = max(first, begun)
    taken = list(live[first:]) if first >= 0 else []
    if not taken:
        raise play.NothingToUndo("there is nothing to take back" + (f" after entry {to}" if to is not None else ""))
    return taken


__all__ = ["ALL", "BadFace", "Desk", "Done", "Record", "TurnFile"]
