"""The desk: one open campaign seen from one seat. Command line and screens do everything through it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from engine.kernel import play, reading, remarks
from engine.kernel.campaign import Campaign, several_eyes
from engine.kernel.changes import Entry
from engine.kernel.consent import Proposal
from engine.kernel.dice import BadFace, Dice, FixedDice, KeptDice, KeyedDice, NeedsDie
from engine.kernel.orders import Order
from engine.kernel.refusals import Refusal, Refused, RefusedAgain
from engine.kernel.remarks import Accept, Decline, HandOver, Remark, TakeBack
from engine.kernel.values import frozen
from saves import summary
from saves.errors import Misuse, NotFound, Rewritten, SavesError, Stale, Unseated
from saves.hindsight import Hindsight
from saves.seated import ALL, Record, TurnFile
from saves.store import ASIDE, CampaignFolder

if TYPE_CHECKING:
    from saves.notes import Address


@frozen
class Done:
    """What was done: the entries written, the seat's view after them, and what else the player should know."""

    entries: tuple[Entry, ...]
    campaign: Campaign
    notes: tuple[str, ...] = ()


class Desk(Hindsight):
    """One open campaign. Nothing but ``do``, ``settle``, ``undo``, ``redo`` and ``note`` ever writes."""

    @classmethod
    def open(cls, where: str | Path, seat: str = "") -> Desk:
        """Open a campaign by its name in the library or by its folder. Raises SavesError."""
        from saves.library import find

        return cls(CampaignFolder(find(where)), seat)

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Hold the lock; whoever wants to know that something was written is told when it is free again."""
        self._written = False
        try:
            with self._files.lock(self._me):
                yield
            self._untold = False
        except BaseException:
            # What was written before a refusal nobody has been shown.
            self._untold = self._untold or self._written
            raise
        finally:
            if self._written and self.poke is not None:
                self.poke()

    def _catch_up(self, *, newest: bool = False, exact: bool = False, admitted: bool = False) -> tuple[str, ...]:
        """Inside the lock: the newest state, mended. Raises Unseated where the seat is no longer his who orders,
        Rewritten where the journal is not the one that was known, Stale where another came first and the seat sees
        something else than before; ``exact``: also where it sees the same, after any entry of the war; ``newest``:
        never. ``admitted``: who is here needs no seat for it."""
        if not admitted:
            self._admit()
        # A folder's time may stand still for a few milliseconds: whoever writes looks at the names as well.
        known = self._clean and self._files.unchanged(self._head, self._stamp)
        if known and self._files.files()[-1] == self._head.path:
            return ()
        before, last = self.campaign, self._head.last
        told: tuple[str, ...] = ()
        if not self._follow(every_seal=True):
            self._read()
            if self.lost:
                raise Rewritten(self.lost)
            if told := self._files.mend():
                self._read()
        if self._head.last != last and not newest:
            came = any(entry.of_the_war for entry in self._head.entries if entry.n > last)
            if (exact and came) or self._as_judged(self.campaign) != self._as_judged(before):
                self._last = self._latest_batch()
                self.warnings += told
                raise Stale(self._who_came_first(last))
        # Should the order be refused, nobody has been shown what came: the next look does it.
        self._untold = self._untold or self._head.last != last
        return told

    def _admit(self) -> None:
        """Inside the lock, under which seats are given and taken as well: whether this seat may still write."""
        if self.sitter is not None and (told := self.sitter.no_order()):
            raise Unseated(told)

    def _as_judged(self, campaign: Campaign) -> Campaign:
        """A view without what another seat's part in the same step changes: that it has ordered, and that something is
        sealed. What this seat has done stays, as another of its players may have done it."""
        mine = frozenset(power for power, seat in campaign.seats.items() if seat == self.seat)
        done = tuple(power for power in campaign.progress.done if power in mine)
        through = {seat: step for seat, step in campaign.progress.through.items() if seat == self.seat}
        sealed = {place: text for place, text in campaign.sealed.items() if text.power in mine}
        progress = attrs.evolve(campaign.progress, done=done, through=through, nth={})
        return attrs.evolve(campaign, progress=progress, sealed=sealed)

    def _nothing_after(self, n: int) -> None:
        """Raises Refused where an entry of the war stands after entry ``n``, NotFound where there is no such entry."""
        if not 0 <= n <= self.last_number:
            raise NotFound(f"there is no entry {n}; the last one is {self.last_number}")
        latest = self._past.latest_of_the_war()
        if latest is None or latest.n <= n:
            return
        who = "the rules" if latest.seat == play.RULES else f"the seat '{latest.seat}'"
        reason = f"entry {latest.n} stands after entry {n}: {self.order_text(latest)}, by {who}"
        hint = f"Look at what came since ('log'), then order after {self.last_number}."
        raise Refused((Refusal("after", reason, hint),))

    def _who_came_first(self, last: int) -> str:
        new = [entry for entry in self._head.entries if entry.n > last]
        seats = ", ".join(dict.fromkeys(f"'{entry.seat}'" for entry in new if entry.seat != play.RULES)) or "another"
        numbers = f"entries {new[0].n} to {new[-1].n}" if len(new) > 1 else f"entry {self._head.last}"
        return f"the seat {seats} came first ({numbers}); this is how things stand now: look, and order again"

    # -- writing

    def do(
        self,
        lines: Sequence[str | Order[Any]],
        rolls: Sequence[int] = (),
        *,
        newest: bool = False,
        after: int | None = None,
    ) -> Done:
        """Give orders, all or none, after whatever the rules had still to do. They are given on what the desk has
        shown: where another writer came first and what the seat sees has changed, Stale is raised; ``newest``: they are
        given on whatever stands there by now; ``after``: likewise, and refused where an entry of the war stands after
        that one. Raises Refused, grammar.Unreadable, NeedsDie, BadFace, SavesError; then nothing was written."""
        with self._writing():
            said = self._said(lines)
            # A host may answer for others without a seat of his own; for whom, is judged.
            hosts = self.sitter is not None and self.sitter.host
            instead = hosts and isinstance(said, Accept | Decline) and bool(said.seat)
            told = self._catch_up(newest=newest or after is not None or said is not None, admitted=instead)
            if after is not None:
                self._nothing_after(after)
            if said is not None:
                return self._say(said, told, rolls)
            batches = self._run(lines, rolls)
            return self._commit(batches, told)

    def _said(self, lines: Sequence[str | Order[Any]]) -> Remark | None:
        """The remark that these lines are, None where they are orders. Raises Misuse for both together."""
        typed = (line for line in lines if isinstance(line, str) and reading.may_be(line, _REMARKS))
        given = [*map(self.understand, typed), *(order for order in lines if not isinstance(order, str))]
        found = [order for order in given if isinstance(order, Remark)]
        if found and len(lines) > 1:
            raise Misuse("a message, a proposal or an answer is given alone; nothing was done")
        return found[0] if found else None

    def _say(self, said: Remark, told: tuple[str, ...], rolls: Sequence[int]) -> Done:
        """Write a remark; with the last consent that is wanted, what was proposed as well, both or neither."""
        if settled := self._run((), ()):
            # What was proposed before that has lapsed.
            self._commit(settled, told)
        if refusals := self.judge(said):
            raise Refused(refusals, said.text)
        entry = Entry(self._head.last + 1, self.seat, self._head.campaign.progress.step, said.text)
        if isinstance(said, Accept):
            found = next(one for one in self.proposals if one.n == said.to)
            if not attrs.evolve(found, accepted=(*found.accepted, said.seat or self.seat)).lacks(self.campaign):
                return self._carry_out(found, entry, told, rolls)
        return self._commit((play.Batch((entry,), self._head.campaign),), told)

    def tell_seating(self, told: HandOver) -> Done:
        """Tell in the journal that a seat was given or taken, by which no proposal lapses. It is for who gave it, and
        judged by nobody. Raises SavesError."""
        with self._writing():
            notes = self._catch_up(newest=True)
            entry = Entry(self._head.last + 1, TABLE, self._head.campaign.progress.step, told.text)
            return self._commit((play.Batch((entry,), self._head.campaign),), notes)

    def _carry_out(self, found: Proposal, said: Entry, told: tuple[str, ...], rolls: Sequence[int]) -> Done:
        """What all have consented to takes effect, in one writing with the last consent. Raises as ``do``."""
        if isinstance(found.order, TakeBack):
            taken = self._past.to_take(found.order.to)
            undone = play.undo(self._head.campaign, taken, seat=TABLE, n=said.n + 1, agreed=found.n)
            return self._commit_undo(undone, told, said)
        campaign = self._files.with_secrets(self._head.campaign, self.seats)
        dice = self._dice(rolls)
        try:
            first, *others = play.submit(
                self.ruleset, campaign, [found.order], seat=found.seat, dice=dice, n=said.n + 1, agreed=found.n
            )
        except Refused as refused:
            raise self._seen_for_nothing(refused, told, said, found.n) from None
        if isinstance(dice, FixedDice) and dice.left:
            raise Misuse(f"{len(rolls)} faces were given and {len(rolls) - dice.left} wanted; nothing was done")
        return self._commit((_after(said, first), *others), told)

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
        if lines and settled and self._several and not self.keyboard_dice and play.shows(settled):
            # Should the orders be refused, the reasons are read off what has just been shown: it stands then.
            self._commit(settled, ())
            settled = ()
        given: tuple[play.Batch[Any], ...] = ()
        if lines:
            left = rolls[len(rolls) - dice.left :] if isinstance(dice, FixedDice) else ()
            orders = self._orders(lines, campaign, self._dice(left), unseen=self._several)
            try:
                given = play.submit(self.ruleset, campaign, orders, seat=self.seat, dice=dice, n=n)
            except Refused as refused:
                raise self._seen_for_nothing(refused, ()) from None
        if isinstance(dice, FixedDice) and dice.left:
            raise Misuse(f"{len(rolls)} faces were given and {len(rolls) - dice.left} wanted; nothing was done")
        return settled + given

    def _seen_for_nothing(
        self, refused: Refused, told: tuple[str, ...], said: Entry | None = None, to: int = 0
    ) -> Refused:
        """What is raised for an order that was refused. Where that was after a die or a reveal, which with several
        seats nobody may have seen for nothing, all dice fall anew from here on, and that is written, with the consent
        ``said`` to the proposal ``to`` where it was one."""
        if not (refused.late and self._several):
            return refused
        n = self._head.last + (1 if said is None else 2)
        campaign = self._head.campaign
        batch = play.spent(self.ruleset, campaign, dice=self._dice(()), n=n, to=to)
        self._commit((batch if said is None else _after(said, batch),), told)
        hint = "A die had fallen for it, or something was opened: nothing of it stands, and all dice fall anew."
        refused.refusals = tuple(attrs.evolve(refusal, hint=hint) for refusal in refused.refusals)
        return refused

    @property
    def _several(self) -> bool:
        return several_eyes(self._whole)

    def _dice(self, rolls: Sequence[int]) -> Dice:
        if self._secret is None:
            self._secret = self._files.secret_bytes()
        if self.keyboard_dice:
            return FixedDice(rolls, self._secret)
        if rolls:
            raise Misuse("this campaign rolls its own dice; faces are typed only where it was begun with keyboard dice")
        return KeyedDice(self._secret)

    def _commit(self, batches: Sequence[play.Batch[Any]], told: tuple[str, ...]) -> Done:
        leftover = self._head.campaign.progress.turn != self._head.turn
        if batches or leftover:
            batches = [attrs.evolve(batch, entries=self._signed(batch.entries)) for batch in batches]
            self._head = self._files.write(self._head, batches)
            self._wrote()
            new = tuple(entry for batch in batches for entry in batch.entries)
            self._past.wrote(new)
            self._last = new
            self._know(self._head.campaign)
            summary.write(self._files, self._head)
        self.warnings = ()
        return Done(self._last if batches else (), self.campaign, told)

    def _signed(self, entries: Sequence[Entry]) -> tuple[Entry, ...]:
        """Entries with the name of the player who gave them, where he is known."""
        player = self.sitter.player if self.sitter is not None else ""
        mine = (player and entry.seat == self.seat and not entry.agreed for entry in entries)
        return tuple(
            attrs.evolve(entry, player=player) if signs else entry for entry, signs in zip(entries, mine, strict=True)
        )

    def _wrote(self) -> None:
        self._written = True
        # Inside the lock nobody else can have come in between.
        self._stamp = self._files.stamp(self._head, self._files.moment())
        self._clean = not self._head.path.name.endswith(ASIDE)
        self._known = self._newest()
        if self._files.kept is not None:
            # Where it cannot be kept the one before is, which the journal holds as well.
            with suppress(SavesError):
                self._files.kept.keep(self._files.identity.id, self._known)

    def undo(self, to: int | None = None) -> Done:
        """Take back the last thing that a seat gave, or everything after entry ``to``. Raises Refused,
        NothingToUndo, SavesError.
        """
        with self._writing():
            told = self._catch_up(exact=True)
            if self._head.campaign.progress.turn != self._head.turn:
                self._head = self._files.write(self._head, ())
                self._wrote()
            taken = self._past.to_take(to)
            self._may_take_back(taken)
            batch = play.undo(self._head.campaign, taken, seat=self.seat or TABLE, n=self._head.last + 1)
            return self._commit_undo(batch, told)

    def _commit_undo(self, batch: play.Batch[Any], told: tuple[str, ...], said: Entry | None = None) -> Done:
        """Write an undo; ``said``: the consent with which it takes effect."""
        batch = attrs.evolve(batch, entries=self._signed(batch.entries))
        entry = batch.entries[0]
        if said is not None:
            (said,) = self._signed((said,))
        if batch.campaign.progress.turn != self._head.turn:
            self._head = self._files.restart(self._head, batch.campaign, entry, said)
        else:
            self._head = self._files.write(self._head, (batch if said is None else _after(said, batch),))
        self._past.wrote((entry,) if said is None else (said, entry))
        self._wrote()
        self._know(self._head.campaign)
        self._last = (entry,)
        self.warnings = ()
        summary.write(self._files, self._head)
        return Done((entry,), self.campaign, told)

    def redo(self, most: int | None = None) -> Done:
        """Give again what the latest undo took back, all as one batch or nothing, judged as things stand now; only
        the ``most`` orders that come first. A player's own dice keep their faces. Raises RefusedAgain, Refused,
        NothingToRedo, SavesError."""
        with self._writing():
            told = self._catch_up(exact=True)
            redo = self._past.redo()
            orders = redo.orders[:most]
            self._may_give_again(orders)
            given = [(entry, self._read_again(entry, at)) for at, entry in enumerate(orders)]
            then = self._past.before(orders[0].n)
            # Equal, and with its units in the order of that time: of two alike the rules take the same one again.
            campaign = then if then == self._head.campaign else self._head.campaign
            campaign = self._files.with_secrets(campaign, self.seats)
            dice: Dice = self._dice(())
            if self.keyboard_dice:
                dice = KeptDice(redo.faces, dice)
            elif self._several:
                settled = play.settle(self.ruleset, campaign, dice=dice, n=self._head.last + 1)
                if play.shows(settled):
                    self._commit(settled, ())
                    campaign = self._files.with_secrets(self._head.campaign, self.seats)
                self._unseen(campaign, given, dice)
            n, stands = self._head.last + 1, not (self._several and self.seat)
            try:
                batches = play.give_again(self.ruleset, campaign, given, dice=dice, n=n, stands=stands)
            except NeedsDie as wanted:
                raise Misuse(
                    f"a die is wanted that was not rolled then ({wanted.key}): give the orders one by one, the journal "
                    "has them"
                ) from None
            except RefusedAgain as refused:
                refused = self._as_shown(refused, orders[refused.before])
                raise self._seen_for_nothing(refused, told) from None
            return self._commit(batches, told)

    def note(self, address: Address, text: str) -> str:
        """Write this seat's note on an entry (its number) or a turn (its label), change it, or take it away with no
        text; what else the player should know. Raises SavesError, also for a note that is too long or on what there is
        not."""
        from saves import notes

        if not self.seat:
            raise Misuse(f"a note is one seat's: sit down at {' or '.join(self.seats)} to write one")
        with self._files.lock(self._me):
            self._admit()
            if isinstance(address, int) and not 1 <= address <= self.last_number:
                raise NotFound(f"there is no entry {address}; the last one is {self.last_number}")
            if isinstance(address, str) and address not in (known := {turn.label for turn in self.turns()}):
                raise NotFound(f"no turn '{address}' has been played; there are {', '.join(sorted(known))}")
            return notes.write(self.folder, self.seat, address, text)[1]


TABLE = "table"
"""Stands for a seat in the undos of the table."""


_REMARKS = tuple(cls for cls in remarks.ORDERS if issubclass(cls, Remark))
"""What may be said: a typed line that may be one of these is read before anything is taken over."""


def _after(said: Entry, batch: play.Batch[Any]) -> play.Batch[Any]:
    """What is carried out, written together with the consent before it: an unfinished writing leaves neither."""
    count = len(batch.entries) + 1
    entries = (said.counted(1, count), *(entry.counted(k, count) for k, entry in enumerate(batch.entries, 2)))
    return attrs.evolve(batch, entries=entries)


__all__ = ["ALL", "BadFace", "Desk", "Done", "Record", "TurnFile"]
