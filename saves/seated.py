"""One open campaign as a seat sees it: everything that reads, and what undo and redo would do."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from engine.kernel import closed, judging, outlook, play, reading
from engine.kernel.campaign import C, Campaign, seat_names, view
from engine.kernel.changes import Change, Entry
from engine.kernel.dice import Dice, FixedDice, KeyedDice, NeedsDie, Unrolled
from engine.kernel.grammar import Unreadable
from engine.kernel.judging import by_number
from engine.kernel.orders import Order
from engine.kernel.outlook import Mark, Outlook
from engine.kernel.refusals import Refusal, Refused
from engine.kernel.ruleset import Ruleset
from engine.kernel.values import frozen
from saves import disk, last_seal
from saves.errors import Misuse, Newer, NotFound, SavesError
from saves.format import TURN_FILE
from saves.journal import Correction
from saves.last_seal import Known
from saves.past import Past
from saves.store import ASIDE, CampaignFolder, Stamp
from saves.trust import Judged
from saves.turnfile import Loaded

if TYPE_CHECKING:
    from engine.kernel.forecast import Distribution
    from saves.rights import Sitter

_MARK = b"\n[[entry]]\n"
ALL = "all"


@frozen
class Record:
    """Entries written one after the other, and the seat's view after the last of them. ``doubt``: why the file in which
    they stand is not to be believed, '' where it is; ``corrections``: what in it was taken as it was found."""

    entries: tuple[Entry, ...]
    campaign: Campaign
    doubt: str = ""
    corrections: tuple[Correction, ...] = ()


@frozen
class TurnFile:
    """One turn's file: its running number, its turn's label, how many entries it holds."""

    number: int
    label: str
    path: Path
    count: int


class Seated:
    """One open campaign, read only.

    ``campaign`` is what the seat may see; ``warnings`` what it should be told about the files.
    """

    def __init__(self, folder: CampaignFolder, seat: str = "", sitter: Sitter | None = None) -> None:
        """``sitter``: the player on a server who has it open, whose seat counts; without one whoever is at the
        keyboard."""
        self._files = folder
        self.sitter = sitter
        self.folder = folder.folder
        self.name = folder.identity.name
        self.title = folder.identity.title
        self.ruleset: Ruleset[Any] = folder.ruleset
        self.keyboard_dice = folder.identity.dice == "keyboard"
        self.warnings: tuple[str, ...] = ()
        self._secret: bytes | None = None
        self._head: Loaded
        self._stamp: Stamp = ()
        self._clean = True
        self._past: Past
        self._last: tuple[Entry, ...] = ()
        self._whole: Any = None
        self._seen: Any = None
        # What is told as older files are read that are not to be believed, each once.
        self.heard: Callable[[str], None] | None = None
        # Called after something was written here, when others may read it: a server's front wakes them by it.
        self.poke: Callable[[], None] | None = None
        self._doubted: set[str] = set()
        # Why nothing is written here: an entry that was known stands in the journal no more.
        self.lost = ""
        self._known = self._kept()
        # What another wrote was taken over for an order, and nobody has been told.
        self._untold = False
        self._written = False
        self.seat = ""
        self._read()
        if seat and seat not in self.seats:
            raise NotFound(f"there is no seat '{seat}' in {self.name}; seats are {', '.join(self.seats)}")
        # Who is at the keyboard of a campaign of one seat sits there; on a server he may only watch it.
        self.seat = seat or (self.seats[0] if len(self.seats) == 1 and sitter is None else "")
        self._know(self._head.campaign)
        self.warnings += self._unopenable()
        self._last = self._latest_batch()

    # -- what there is to see

    @property
    def campaign(self) -> Campaign:
        """The seat's view: never more than it may see."""
        if self._seen is None:
            self._seen = self._whole if closed.by_all(self._whole) else view(self._whole, self.seat)
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
    def watches(self) -> bool:
        """Whether a player on a server has it open who has no seat here: he sees what all may see, and may plan on
        that; nothing that he gives is taken."""
        return self.sitter is not None and not self.seat

    def plans_at(self, power: str) -> str:
        """The seat at which an order of a power is thought through: this one. Who only watches thinks it through as the
        seat whose power it is, on what all may see."""
        return self.campaign.seats.get(power, "") if self.watches else self.seat

    @property
    def outstanding(self) -> bool:
        """Whether the rules still have something to do before a seat may choose; the next order, or ``settle``, does
        it.
        """
        return play.automatic(self.ruleset, self._whole) is not None

    def outlook(self, power: str = "") -> Outlook:
        """What the seat may do now; of a ``power``, what the seat may that plans for it (``plans_at``)."""
        return outlook.outlook(self.ruleset, self.campaign, self.plans_at(power) if power else self.seat)

    def checklist(self) -> tuple[Mark[Any], ...]:
        """The steps of the turn."""
        return outlook.checklist(self.ruleset, self.campaign)

    def understand(self, line: str) -> Order[Any]:
        """The order that a person means. Raises grammar.Unreadable."""
        return _understand(self.ruleset, line, self.campaign)

    def judge(self, given: str | Order[Any]) -> tuple[Refusal, ...]:
        """Why the seat may not give an order now; nothing means that it may. Raises grammar.Unreadable."""
        order = self.understand(given) if isinstance(given, str) else given
        return play.judge(self.ruleset, self.campaign, order, self.plans_at(order.actor))

    @property
    def waits_for_consent(self) -> bool:
        """Whether a proposal may stand: the journal ends with a remark."""
        entries = self._head.entries
        return bool(entries) and entries[-1].remark

    def forecast(self, given: str | Order[Any]) -> Distribution[Any] | None:
        """What may come of an order, None where nothing is left to chance. Raises grammar.Unreadable."""
        order = self.understand(given) if isinstance(given, str) else given
        return outlook.forecast(self.ruleset, self.campaign, order, self.plans_at(order.actor))

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
        seat = self.plans_at(orders[0].actor) if orders else self.seat
        batches = play.submit(self.ruleset, self.campaign, orders, seat=seat, dice=dice, n=self._head.last + 1)
        after = batches[-1].campaign if batches else self.campaign
        return view(after, seat), tuple(entry for batch in batches for entry in batch.entries)

    def once_open(self, given: str | Order[Any]) -> tuple[Change, ...]:
        """What an order that is sealed as it is given changes when it is opened. Raises grammar.Unreadable."""
        order = self.understand(given) if isinstance(given, str) else given
        return judging.once_open(self.campaign, order, self.plans_at(order.actor))

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

    def with_own(self, earlier: C) -> C:
        """An earlier view of this seat, with what it had sealed then and nobody has opened since: turn files do not
        have it."""
        own = {place: secret for place, secret in self.campaign.secrets.items() if place in earlier.sealed}
        return attrs.evolve(earlier, secrets={**own, **earlier.secrets}) if own else earlier

    def openings(self) -> tuple[tuple[str, Path], ...]:
        """The turn files in their order, each with its turn's label: what ``turns`` tells without reading any."""
        named = ((TURN_FILE.match(path.name), path) for path in self._files.files())
        return tuple((match.group(2), path) for match, path in named if match is not None)

    def entries(self, turn: str | None = None) -> tuple[Entry, ...]:
        """The entries of the open turn's file, of a turn by its label, or of ``all``. Raises SavesError."""
        if turn is None:
            return self._head.entries
        # File by file: no name holds the campaign after each while the next is read.
        return tuple(chain.from_iterable(map(attrgetter("entries"), self._recorded(turn))))

    def entries_backward(self) -> Iterator[tuple[Entry, ...]]:
        """All entries, file by file: the newest file first, the entries of each in their order. A file is read when it
        is asked for, so none need be kept beside the one before it. Raises SavesError."""
        judged = self._files.judged()
        doubts: list[str] = []
        try:
            for path in reversed(self._recorded_in()):
                if path == self._head.path:
                    yield self._head.entries
                    continue
                # No name here may hold them while the next file is read.
                yield self._passed(path, judged, doubts)
        finally:
            # In the order of the files: what is told last stays on the screen, and the older files hang on the newer.
            for doubt in reversed(doubts):
                self._tell(doubt)

    def _passed(self, path: Path, judged: Iterator[Judged], doubts: list[str]) -> tuple[Entry, ...]:
        """The entries of a file that is passed by; once they are read, why it is not to be believed joins the
        ``doubts``. ``judged``: the files up to this one are still to come from it; what is written aside is none of
        them."""
        seen = None if path.name.endswith(ASIDE) else next((one for one in judged if one.path == path), None)
        if seen is None:
            return self._files.read(path, passing=True).entries
        entries = self._files.read_judged(seen).entries
        doubts.append(seen.doubt)
        return entries

    def records(self, turn: str) -> tuple[Record, ...]:
        """The entries of a turn by its label, or of ``all``, file by file, each file with the view after it. Raises
        SavesError."""
        return tuple(self._recorded(turn))

    def _recorded(self, turn: str) -> Iterator[Record]:
        known = False
        doubts: dict[Path, str] | None = None
        for path in self._recorded_in():
            match = TURN_FILE.match(path.name.removesuffix(ASIDE))
            if match and turn in (ALL, match.group(2)):
                known = True
                if doubts is None and path != self._head.path:
                    doubts = self._files.doubts(path)
                yield self._record(path, (doubts or {}).get(path, ""))
        if not known and turn != ALL:
            raise NotFound(f"no turn '{turn}' has been played in {self.name}")

    def _recorded_in(self) -> list[Path]:
        """The files in which the entries stand, in their order."""
        paths = self._files.files()
        if self._head.path.name.endswith(ASIDE):
            paths += sorted(path for path in self._files.asides() if path <= self._head.path)
        return paths

    def _tell(self, doubt: str) -> None:
        """Why a file that was read is not to be believed, '' where it is; each is told once."""
        if doubt and doubt not in self._doubted and self.heard is not None:
            self.heard(doubt)
        self._doubted.add(doubt)

    def _record(self, path: Path, doubt: str) -> Record:
        if path == self._head.path:
            return Record(self._head.entries, self.campaign, "", self._head.corrections)
        loaded = self._files.read(path, passing=True)
        self._tell(doubt)
        return Record(loaded.entries, view(loaded.campaign, self.seat), doubt, loaded.corrections)

    # -- keeping up with the files

    def _read(self) -> None:
        """Take the newest state from the disk."""
        moment = self._files.moment()
        try:
            loaded, warnings = self._files.head()
        except Newer as fault:
            if self._whole is None:
                raise
            raise Newer(f"{fault}. Leave and come in again; until then all is shown as it was") from None
        self.warnings = warnings
        self._stamp = self._files.stamp(loaded, moment)
        self._clean = not (self.warnings or self._files.asides())
        self.warnings += self._files.contradictions(loaded.campaign)
        self._head = loaded
        self._past = Past(self._files, loaded)
        self._know(loaded.campaign)
        self.warnings += self._unopenable()
        self._compare()

    def _kept(self) -> Known | None:
        """The last entry that a server knew of the campaign, None where none keeps it."""
        if self._files.kept is None:
            return None
        try:
            return self._files.kept.read(self._files.identity.id)
        except SavesError:
            # As good as none; the next order writes it anew.
            return None

    def _compare(self) -> None:
        """Whether the entry that was known last still stands in what was read; if so the newest is known from now
        on."""
        self.lost = self._files.missing(self._known, self._head) if self._known is not None else ""
        if self.lost:
            assert self._known is not None
            self._clean = False
            self.warnings += (self.lost,)
            last_seal.note(self.folder, self._known)
        else:
            self._known = self._newest()

    def _newest(self) -> Known:
        return Known(self._head.last, self._head.seal, self._head.head.name)

    def _follow(self, *, every_seal: bool = False) -> bool:
        """Take what another writer has appended to the newest file, and nothing else; False where more has happened:
        then the state is to be taken anew. ``every_seal``: for who writes (see ``CampaignFolder.grown``)."""
        if not self._clean:
            return False
        moment = self._files.moment()
        try:
            grown = self._files.grown(self._head, every_seal=every_seal)
        except SavesError:
            # Whoever reads it anew says what is wrong.
            return False
        if grown is None:
            return False
        known = len(self._head.entries)
        self._stamp = self._files.stamp(grown, moment)
        self._head = grown
        self._past.wrote(grown.entries[known:])
        self._know(grown.campaign)
        self._known = self._newest()
        self.warnings = (*self._files.contradictions(grown.campaign), *self._unopenable())
        return True

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
        # What was still under seal when all had closed the campaign is everybody's, as far as the files are here.
        open_to = seat_names(campaign) if closed.by_all(campaign) else mine
        self._whole = self._files.with_secrets(campaign, open_to)
        self._seen = None

    def refresh(self) -> bool:
        """Read again where another writer has written; whether it had. Costs next to nothing where it had not."""
        untold, self._untold = self._untold, False
        if self._files.unchanged(self._head, self._stamp):
            return untold
        before = (self._head.path, self._head.seal, self._head.edited, self.lost)
        if not self._follow():
            self._read()
        if (self._head.path, self._head.seal, self._head.edited, self.lost) == before:
            return untold
        self._last = self._latest_batch()
        return True

    def _latest_batch(self) -> tuple[Entry, ...]:
        entries = self._head.entries
        return entries[len(entries) - entries[-1].batch[0] :] if entries else ()

    def _orders(
        self, lines: Sequence[str | Order[Any]], campaign: Any, dice: Dice, *, unseen: bool = False
    ) -> list[Order[Any]]:
        """The orders that the lines mean, each understood as things stand after those before it, by dice of its own.

        ``unseen``: with none but the last may a die of the campaign fall or something sealed be opened: why a later
        one is refused would tell of it, with nothing written. Raises Misuse there; Refused for an order over the rules
        of a seat alone with which one falls, as whether it can be carried out would tell of it too.
        """
        if unseen and not self.keyboard_dice:
            dice = Unrolled(dice)
        orders: list[Order[Any]] = []
        state = campaign
        for at, given in enumerate(lines):
            order = _understand(self.ruleset, given, view(state, self.seat)) if isinstance(given, str) else given
            orders.append(order)
            tried_out = unseen and order.over_the_rules and bool(self.seat)
            more = lines[at + 1 :]
            if tried_out or (unseen and more) or any(isinstance(later, str) for later in more):
                try:
                    batches = play.submit(
                        self.ruleset,
                        state,
                        [order],
                        seat=self.plans_at(order.actor),
                        dice=dice,
                        n=self._head.last + 1,
                    )
                except NeedsDie:
                    if self.keyboard_dice or not unseen:
                        raise
                    raise _seen_by_all(order, tried_out) from None
                if unseen and play.shows(batches, dice=not self.keyboard_dice):
                    raise _seen_by_all(order, tried_out)
                state = batches[-1].campaign
        return orders


def refused_by_its_die(order: Order[Any]) -> Refused:
    """Why a seat alone may not try out an order over the rules with a die in it."""
    reason = f"{_falls(order)}, and whether it can be carried out at all"
    return Refused((Refusal(order.verb, reason, f"Propose it: propose {order.text}"),), order.text)


def _falls(order: Order[Any]) -> str:
    return f"with '{order.text}' a die falls, or something sealed is opened, which all see"


def _seen_by_all(order: Order[Any], tried_out: bool) -> Exception:
    if tried_out:
        return refused_by_its_die(order)
    return Misuse(
        f"{_falls(order)}: give the orders up to it first, and what comes after once that stands; nothing was done"
    )


def _understand(ruleset: Ruleset[Any], line: str, campaign: Any) -> Order[Any]:
    try:
        line.encode()
    except UnicodeEncodeError as fault:
        raise Unreadable("what stands here is no text", fault.start, "printable text") from None
    return reading.understand(ruleset, line, campaign)
