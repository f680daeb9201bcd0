"""Every roll of a campaign as plain data: what ``log --dice --json`` prints, and all that ``verify`` needs besides the
published secret."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from engine.kernel import closed
from engine.kernel.campaign import Campaign, lines_of, seat_names
from engine.kernel.changes import Entry
from engine.kernel.dice_lines import DiceDigest, DiceLine, OpenDiceLine
from engine.kernel.grammar import Unreadable
from engine.kernel.reading import parse
from engine.kernel.ruleset import Ruleset
from engine.kernel.standing import Anew, Reveal, Seal
from engine.kernel.values import frozen
from saves import library
from saves.store import CampaignFolder

KIND, FORMAT = "warledger-dice", 1


@frozen
class Mix:
    """What goes into keys besides what is rolled for: the count of consents, and the ``lines`` of seats, in the order
    of these."""

    again: int
    lines: dict[str, str]
    seats: tuple[str, ...]

    def after(self, entry: Entry) -> Mix:
        """The same after an entry."""
        again, lines = self.again, dict(self.lines)
        for change in entry.changes:
            if change.at == "progress.again":
                again = change.now
            elif change.at.startswith(_LINES):
                seat = change.at.removeprefix(_LINES)
                lines.pop(seat, None)
                if change.now is not None:
                    lines[seat] = change.now
        return Mix(again, {seat: lines[seat] for seat in self.seats if seat in lines}, self.seats)


_LINES = "progress.lines."


def mix_of(campaign: Campaign) -> Mix:
    """What goes into a campaign's keys as it stands."""
    return Mix(campaign.progress.again, lines_of(campaign), seat_names(campaign))


@frozen
class _Bound:
    """What a seat bound itself to in entry ``n``: SHA-256 over ``salt`` and ``text``, as it was opened at last."""

    n: int
    seat: str
    digest: str
    opened: int = 0
    salt: str = ""
    text: str = ""
    line: str = ""


def published(folder: CampaignFolder, campaign: Campaign) -> str:
    """The secret of a campaign's dice in hexadecimal, '' before all seats have closed it, and where players rolled
    their own."""
    open_to_all = folder.identity.dice == "keyed" and closed.by_all(campaign)
    return folder.secret_bytes().hex() if open_to_all else ""


def gathered(where: str | Path) -> dict[str, Any]:
    """The document. ``secret`` is '' until all seats have closed the campaign after its end; ``events`` are the entries
    in which a die fell, something was taken back, or what goes into the keys changed. Raises SavesError."""
    folder = CampaignFolder(library.find(where))
    files = folder.files()
    head, _ = folder.head()
    known: dict[str, _Bound] = {}
    events: list[dict[str, Any]] = []
    begins: dict[str, Any] = {}
    mix = mix_of(head.campaign)
    for path in files:
        loaded = folder.read(path)
        stands = mix_of(loaded.opening)
        if not begins:
            begins = _begins(folder.ruleset, loaded.opening)
            mix = stands
        for entry in loaded.entries:
            _learn(folder.ruleset, loaded.opening, entry, known)
            stands = stands.after(entry)
            if event := _event(entry, mix, stands):
                events.append(event)
            mix = stands
    return {
        "kind": KIND,
        "format": FORMAT,
        "campaign": folder.identity.id,
        "scenario": head.campaign.scenario,
        "dice": folder.identity.dice,
        "seats": list(seat_names(head.campaign)),
        "commitment": folder.identity.commitment,
        "secret": published(folder, head.campaign),
        "begins": begins,
        "bound": [_plain(one) for one in known.values() if one.opened],
        "events": events,
        "entries": head.last,
        "rolls": sum(len(event.get("rolls", ())) for event in events),
    }


def _begins(ruleset: Ruleset[Any], opening: Campaign) -> dict[str, Any]:
    """Where the campaign began: another, of which it is a branch, may have counted dice of the turn."""
    mix, counted = mix_of(opening), dict(opening.progress.nth)
    return {"turn": ruleset.calendar.now(opening), "again": mix.again, "lines": mix.lines, "counted": counted}


def _event(entry: Entry, before: Mix, after: Mix) -> dict[str, Any]:
    """What is to be known of an entry, nothing where no key depends on it."""
    event: dict[str, Any] = {}
    if entry.rolls:
        event["rolls"] = [{"key": roll.key, "face": roll.face, "sides": roll.sides} for roll in entry.rolls]
    if entry.undoes:
        event["undoes"] = list(entry.undoes)
    if after.again != before.again:
        event["again"] = after.again
        if entry.order.startswith(f"{Anew.verb} "):
            event["failed"] = True
    if after.lines != before.lines:
        event["lines"] = after.lines
    return {"n": entry.n, "seat": entry.seat, **event} if event else {}


def _learn(ruleset: Ruleset[Any], campaign: Campaign, entry: Entry, known: dict[str, _Bound]) -> None:
    """Note what a seat is bound to, by the place of its seal or by its digest; and with what it was opened."""
    if not any(verb in entry.order for verb in _VERBS):
        return
    try:
        order = parse(ruleset, entry.order)
    except Unreadable:
        return
    if isinstance(order, Seal):
        known[order.place] = _Bound(entry.n, campaign.seats.get(order.power, ""), order.digest)
    elif isinstance(order, DiceDigest):
        known[order.digest] = _Bound(entry.n, campaign.seats.get(order.power, ""), order.digest)
    elif isinstance(order, OpenDiceLine):
        for at, one in _of_seat(known, campaign.seats.get(order.power, "")):
            known[at] = _Bound(one.n, one.seat, one.digest, entry.n, "", order.line, order.line)
    elif isinstance(order, Reveal) and order.place in known:
        one = known.pop(order.place)
        inner = parse(ruleset, order.order)
        if isinstance(inner, DiceLine):
            known[order.place] = _Bound(one.n, one.seat, one.digest, entry.n, order.salt, order.order, inner.line)


_VERBS = tuple(f"{order.verb} " for order in (Seal, Reveal, DiceDigest, OpenDiceLine))


def _of_seat(known: Mapping[str, _Bound], seat: str) -> Iterator[tuple[str, _Bound]]:
    """The last digest of a seat: what is opened now."""
    mine = [(at, one) for at, one in known.items() if one.seat == seat and at == one.digest]
    yield from mine[-1:]


def _plain(one: _Bound) -> dict[str, Any]:
    names = ("n", "seat", "digest", "opened", "salt", "text", "line")
    return {name: getattr(one, name) for name in names}
