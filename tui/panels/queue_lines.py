"""How the build queue is drawn: two lists side by side, the sum under the queue, and what is to be said of the line
under the cursor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from engine.kernel.plan import Planned
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.sheets.building import Berth, Track
from engine.kernel.values import frozen
from tui import glyphs
from tui.models.build_queue import Limit, Offer, Ordered, QueueLine, Sums
from tui.models.edit import Edit
from tui.panels.laying import BLANK, RIM, Laid, caret, column, figure, not_more, paragraph, refusals, wrap_items
from tui.rows import Row, clean, cut, fit, row, spread

DONE = "done"
TALL = 24
"""From so many lines on tracks and prospects have a place of their own."""
_DONE, _TO_DO, _AHEAD = "▪", "▫", "▸"


@frozen
class Entry:
    """A line of a list, drawn only where it is in sight."""

    draw: Callable[[], Row]
    spot: str = ""


@frozen
class Shown:
    """All that is drawn. ``limit`` says how many of an offer may be bought, ``queued`` which line buys it already,
    ``named`` what a line is called, ``alone`` what it would cost before all others; ``left``: whether the cursor is on
    the left side; ``typed``, ``problem`` and ``trial``: an order under edit, why it cannot be read, or how it would
    stand in the queue."""

    name: str
    following: str
    money: str
    offers: tuple[Offer, ...]
    hidden: int
    lines: tuple[QueueLine, ...]
    ordered: tuple[Ordered, ...]
    sums: Sums
    limit: Callable[[Offer], Limit]
    queued: Callable[[Offer], QueueLine | None]
    named: Callable[[QueueLine], str]
    alone: Callable[[QueueLine], int]
    spot: str
    left: bool
    section: str
    text: str
    search: Edit | None
    typed: Edit | None
    problem: str
    trial: Planned[Any] | None


class Pages:
    """Which part of each list is in sight, and what stands where."""

    def __init__(self) -> None:
        self.first = 0
        self._tops = [0, 0]
        self._spots: list[list[str]] = [[], []]

    def cut(self, nth: int, laid: Sequence[Entry], spot: str, room: int) -> list[Laid]:
        """The part of a list around a spot that has room; its place is kept as long as the spot is in it."""
        at = next((y for y, line in enumerate(laid) if line.spot == spot), 0)
        above = 1 if at and not laid[at - 1].spot else 0
        top = max(0, min(self._tops[nth], at - above, len(laid) - room), at - room + 1)
        self._tops[nth] = top
        shown = [Laid(line.draw(), line.spot) for line in laid[top : top + room]]
        if top and shown and shown[0].spot != spot:
            shown[0] = Laid(row((f"   {glyphs.sign('more')} {top} above", "quiet")))
        below = len(laid) - top - room
        if below > 0 and shown[-1].spot != spot:
            shown[-1] = Laid(row((f"   {glyphs.sign('more')} {below + 1} below", "quiet")))
        self._spots[nth] = [line.spot for line in shown]
        return shown

    def spot(self, left: bool, y: int) -> str:
        """What stands on a line of one side, '' for nothing."""
        spots = self._spots[0 if left else 1]
        return spots[y - self.first] if 0 <= y - self.first < len(spots) else ""


def left_width(width: int) -> int:
    """Cells of the left side."""
    return max(34, min(66, width // 2))


def lay_queue(shown: Shown, pages: Pages, width: int, height: int) -> list[Laid]:
    """The panel's lines."""
    left = left_width(width)
    right = width - left - RIM
    head = [*_heading(shown, width), _columns(shown, left, right)]
    foot = _foot(shown, width, height)
    room = max(3, height - len(head) - len(foot))
    pages.first = len(head)
    ones = pages.cut(0, _offers(shown, left), shown.spot if shown.left else "", room)
    others = pages.cut(1, _queue(shown, right), shown.spot if not shown.left or shown.spot == DONE else "", room)
    body = [_side_by_side(_at(ones, at), _at(others, at), left, width) for at in range(room)]
    return [*head, *body, *foot]


def _at(laid: Sequence[Laid], at: int) -> Laid:
    return laid[at] if at < len(laid) else BLANK


def _side_by_side(offered: Laid, queued: Laid, left: int, width: int) -> Laid:
    head = cut(offered.row, left)
    rim = (f"{' ' * (left - head.width)} {glyphs.sign('down')} ", "rim")
    return Laid(head + row(rim) + cut(queued.row, width - left - RIM), offered.spot or queued.spot)


def _heading(shown: Shown, width: int) -> list[Laid]:
    """Who buys with how much, and what else is used up."""
    sums = shown.sums
    head = row(" ", (f"{glyphs.sign('whose')} {shown.name} buys", "now"), f"  {sums.free} {shown.money}")
    lines = [head]
    for means in sums.used:
        after = means.left if means.after is None else means.after
        left = glyphs.arrow(means.left, after) if after != means.left else f"{means.left}"
        used = row((f"  {means.title} ", "quiet"), (left, "strong"), (f" of {means.most}", "quiet"))
        if lines[-1].width + used.width <= width:
            lines[-1] = lines[-1] + used
        else:
            lines.append(used)
    return [Laid(line) for line in lines]


def _columns(shown: Shown, left: int, right: int) -> Laid:
    # The names of the columns stand where their figures do.
    heading = shown.section or "to buy"
    if shown.search is not None:
        name = row((f"   {heading} / ", "quiet"))
        name = name + caret(shown.search, left - name.width - 1)
    else:
        searched = f" / {shown.text}" if shown.text else ""
        name = row((f"   {heading}{searched}", "strong" if shown.section or shown.text else "quiet"))
    # What is being looked for takes their room.
    figures = f"{column('can', 4)}{column('pool', 5)}{column(shown.money, 7)}" if shown.search is None else ""
    tail = row((figures, "quiet"))
    queue = spread(row((" queue", "quiet")), row((column(shown.money, 7), "quiet")), right)
    return Laid(spread(name, tail, left) + row((f" {glyphs.sign('down')} ", "rim")) + queue)


# ---------------------------------------------------------------- what may be bought


def _offers(shown: Shown, width: int) -> list[Entry]:
    entries: list[Entry] = []
    section = ""
    for offer in shown.offers:
        under = "not now" if offer.shut else offer.section
        if under != section and not (shown.section and section):
            section = under
            entries.append(Entry(partial(row, (f" {section}", "heading"))))
        entries.append(Entry(partial(_pointed_offer, shown, offer, width), offer.id))
    return entries or [Entry(partial(row, ("   nothing passes these filters", "quiet")))]


def _pointed_offer(shown: Shown, offer: Offer, width: int) -> Row:
    return _pointed(_offer(shown, offer, width), shown.left and offer.id == shown.spot, width)


_FIGURES = 16
"""Cells of the three figures of an offer."""


def _offer(shown: Shown, offer: Offer, width: int) -> Row:
    limit = shown.limit(offer)
    queued = shown.queued(offer)
    pool = offer.stock.pool if offer.stock is not None else None
    mark = ("   ", "") if limit.can else (f" {glyphs.sign('refused' if queued is None else 'done')} ", "quiet")
    many = f" {glyphs.sign('times')}{queued.many}" if queued is not None else ""
    if not limit.can and limit.why:
        # A reason that has no room stands below the lists while the cursor is on the line.
        line = row(mark, (offer.name, "quiet"), (many, "changed"))
        why = row((f"  {clean(limit.why[0].reason)}", "quiet"))
        return line + why if line.width + why.width <= width else cut(line, width)
    track = offer.stock.track if offer.stock is not None else None
    figures = f"{column(figure(limit.can), 4)}{column(figure(pool), 5)}{column(limit.each.total, 7)}"
    if track is not None and track.last:
        drawn = f" {tracked(track)}"
        room = width - 3 - _FIGURES - len(drawn) - len(many)
        if room < len(offer.name):
            # On a narrow screen the pool makes room for the track.
            figures, room = figures[9:], room + 9
        name = row((fit(offer.name, max(6, room)), ""), (drawn, "now" if track.worked else ""))
    else:
        room = width - 3 - _FIGURES - len(many)
        if room < len(offer.name):
            figures, room = figures[9:], room + 9
        name = row((fit(offer.name, room), ""))
    return row(mark) + name + row((many, "changed"), figures)


def tracked(track: Track) -> str:
    """A track in signs: the spaces done, those that the order adds, those to do."""
    return _DONE * track.at + _AHEAD * (track.to - track.at) + _TO_DO * (track.last - track.to)


# ---------------------------------------------------------------- the queue


def _queue(shown: Shown, width: int) -> list[Entry]:
    entries = [Entry(partial(_ordered, ordered, width)) for ordered in shown.ordered]
    entries += [Entry(partial(_pointed_line, shown, line, width), line.id) for line in shown.lines]
    if not entries:
        entries.append(Entry(partial(row, ("   nothing yet", "quiet"))))
    entries.append(Entry(lambda: _pointed(_end(shown, width), shown.spot == DONE, width), DONE))
    return entries


def _pointed_line(shown: Shown, line: QueueLine, width: int) -> Row:
    here = not shown.left and line.id == shown.spot
    return _pointed(_line(line, shown, width), here, width)


def _ordered(ordered: Ordered, width: int) -> Row:
    head = row((f" {glyphs.sign('done')} ", "changed"), (ordered.name, "quiet"))
    return spread(head, row((column(ordered.cost, 6), "quiet")), width)


_WORTH_SAYING = 12
"""Cells that a cause needs at least."""


def _line(line: QueueLine, shown: Shown, width: int) -> Row:
    bad = bool(line.planned.refusals)
    ink = "refused" if bad else ""
    mark = f" {glyphs.sign('refused')} " if bad else "   "
    many = f" {glyphs.sign('times')}{line.many}" if hasattr(line.planned.order, "count") and line.many != 1 else ""
    head = row((mark, ink), (shown.named(line), ink), (many, ink or "strong"))
    why = _on_top(line, shown)
    price = row((column(line.planned.cost.total, 6), ink))
    if bad:
        why = clean(line.planned.refusals[0].reason)
    room = width - head.width - price.width - 3
    if why and room >= min(len(why), _WORTH_SAYING):
        head = head + row((f"  {fit(why, min(room, len(why)))}", ink or "quiet"))
    return spread(head, price, width)


def _on_top(line: QueueLine, shown: Shown) -> str:
    """What is dearer or cheaper at its place than it would be before all others, and why: the last cause of its
    price."""
    cost = line.planned.cost
    return clean(cost.lines[-1].label) if cost.lines and cost.total != shown.alone(line) else ""


def _end(shown: Shown, width: int) -> Row:
    if shown.following:
        said = f"Go on to {shown.following}"
    else:
        said = "Order it all, and done" if shown.lines else "Done, go on"
    if len(said) + 3 > width:
        said = shown.following or ("Order it all" if shown.lines else "Done")
    line = row("   ", (said, "strong"))
    return line + row(("   d", "key")) if line.width + 4 <= width else line


def _pointed(line: Row, here: bool, width: int) -> Row:
    """The row under the cursor: only its own half of the screen is lit."""
    if not here:
        return line
    text = cut(line, width).text
    return row((glyphs.sign("now"), "now"), (fit(text[1:], width - 1), "cursor"))


# ---------------------------------------------------------------- below the lists


def _foot(shown: Shown, width: int, height: int) -> list[Laid]:
    """The sum, and what is to be said of the line under the cursor."""
    most = max(2, min(4, height - 10)) if height < TALL else 9
    laid = [Laid(_sum(shown, width))]
    if height >= TALL:
        laid += [*_tracks(shown.sums.berths, width), *_here(shown, width), *_prospects(shown, width)]
    said = _said(shown, width, height)
    if height < TALL:
        pointed = shown.spot not in ("", DONE)
        said = [*said, *_here(shown, width)] if pointed else [*_here(shown, width), *said]
    if len(laid) + len(said) > most:
        said = said[: most - len(laid)]
    # The lists keep their height while the cursor moves.
    return [*laid, *said, *[BLANK] * (most - len(laid) - len(said))]


def _sum(shown: Shown, width: int) -> Row:
    sums = shown.sums
    refused = sum(1 for line in shown.lines if line.planned.refusals)
    left = row((f" {glyphs.sign('refused')} {refused} refused", "refused")) if refused else row()
    if shown.hidden:
        left = left + row((f"   {shown.hidden} sifted out", "quiet"))
    ink = "refused" if sums.after < 0 else "changed" if sums.spent else ""
    figures = row(
        f"spent {sums.spent}   in hand {sums.free} {glyphs.sign('to')} ", (f"{sums.after}", ink), f" {shown.money} "
    )
    return spread(left, figures, width)


def _tracks(berths: Sequence[Berth], width: int) -> list[Laid]:
    if not berths:
        return []
    free: dict[str, int] = {}
    said: list[str] = []
    for berth in berths:
        if berth.track is None:
            free[berth.yard] = free.get(berth.yard, 0) + 1
            continue
        repair = "damaged " if berth.track.repair else ""
        said.append(f"{berth.yard} {tracked(berth.track)} {repair}{berth.ship} {berth.track.at}/{berth.track.last}")
    said += [f"{yard} free" + (f" {glyphs.sign('times')}{many}" if many > 1 else "") for yard, many in free.items()]
    lines = wrap_items(said, width - 11)
    return [Laid(row(("   yards   " if at == 0 else " " * 11, "quiet"), line)) for at, line in enumerate(lines)]


def _here(shown: Shown, width: int) -> list[Laid]:
    """What the board alone shows, to be read before anything is bought."""
    return _listed(shown, "   here    ", width, here=True)


def _prospects(shown: Shown, width: int) -> list[Laid]:
    """What the money is wanted for later."""
    return _listed(shown, "   ahead   ", width, here=False)


def _listed(shown: Shown, head: str, width: int, *, here: bool) -> list[Laid]:
    said = [clean(prospect.text) for prospect in shown.sums.prospects if prospect.here is here]
    lines = wrap_items(said, width - len(head))
    heads = [head] + [" " * len(head)] * len(lines)
    return [Laid(row((f"{one}{line}", "quiet"))) for one, line in zip(heads, lines, strict=False)]


def _said(shown: Shown, width: int, height: int) -> list[Laid]:
    if shown.typed is not None:
        return _typing(shown, width)
    offer = next((offer for offer in shown.offers if offer.id == shown.spot), None)
    line = next((line for line in shown.lines if line.id == shown.spot), None)
    if line is not None:
        return _reasons(shown.named(line), line.planned.refusals, line.planned.cost, width, shown.money)
    if offer is not None:
        limit, queued = shown.limit(offer), shown.queued(offer)
        if queued is not None and queued.planned.refusals:
            return _reasons(shown.named(queued), queued.planned.refusals, queued.planned.cost, width, shown.money)
        laid = _reasons(offer.name, limit.why if not limit.can else (), limit.each, width, shown.money)
        if limit.can and limit.why:
            said = not_more(limit.can, limit.why[0])
            laid += paragraph(said, width, "quiet", rule=limit.why[0].rule, indent=3)
        return laid
    bad = [line for line in shown.lines if line.planned.refusals]
    if bad:
        return _reasons(shown.named(bad[0]), bad[0].planned.refusals, bad[0].planned.cost, width, shown.money)
    # On a tall screen they stand there anyhow.
    return _prospects(shown, width) if height < TALL else []


def _reasons(name: str, reasons: Sequence[Refusal], cost: Breakdown, width: int, money: str) -> list[Laid]:
    if reasons:
        return refusals(reasons, width)
    if not cost.lines:
        return [Laid(row((f"   {name}: costs nothing now", "quiet")))]
    parts = " + ".join(f"{line.value} ({clean(line.label)})" for line in cost.lines)
    total = f" = {cost.total}" if len(cost.lines) > 1 else ""
    return paragraph(f"costs {parts}{total} {money}", width, rule=", ".join(cost.rules), indent=3)


def _typing(shown: Shown, width: int) -> list[Laid]:
    assert shown.typed is not None
    head = row((" : ", "key"))
    laid = [Laid(head + caret(shown.typed, width - 4))]
    if shown.problem:
        return [*laid, *paragraph(shown.problem, width, "quiet", indent=3)]
    if shown.trial is not None:
        laid += _reasons("", shown.trial.refusals, shown.trial.cost, width, shown.money)
    return laid
