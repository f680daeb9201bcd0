"""Drawing the targets of diplomacy: one line each with its ladder, and beside or below them what a roll may bring."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import evolve

from engine.kernel.sheets.diplomacy import Chances, Extra, Rung
from engine.kernel.values import frozen
from tui import glyphs
from tui.models.diplomacy import Purchase, TargetRow, Targets, said
from tui.models.strategic_boxes import percent
from tui.panels.laying import RIM, Laid, column, hung, mark, paragraph, refusals, signed
from tui.rows import Row, clean, fit, folded, row, spread, wrap
from tui.words import and_list

BESIDE = 74
"""From this width on what a roll may bring stands beside the list."""
_NAMES, _SHORT_NAMES = 19, 13
_CELL, _SHORT_CELL = 4, 2
_SHARE, _SHORT_SHARE = 8, 3
_OWN, _NAMED, _SHORT_NAMED, _LAID = 4, 7, 5, 4
_LEAST, _BROAD = 32, 62
"""Columns of the pane that lets the list have more of its own, and the most that it takes."""
HELP = 72
"""Columns of what is told on the page of help."""
_BARS, _LABEL = 44, 36
"""Columns of the pane from which a result has a bar, and where that begins."""


@frozen
class Widths:
    """The list's columns: names, a rung, a side's points; ``laid`` points on purchase; ``pane``: what stands at its
    right, 0 where that stands below; ``own``: a country's own strength; ``naming``: whether there is a column for who
    has named a target."""

    name: int
    rung: int
    share: int
    laid: int
    pane: int
    own: int = _OWN
    naming: bool = True

    @property
    def narrow(self) -> bool:
        """Whether names and headings are short."""
        return self.rung == _SHORT_CELL

    @property
    def letters(self) -> bool:
        """Whether sides are letters."""
        return self.share == _SHORT_SHARE

    @property
    def named(self) -> int:
        """What the letters of those take who named a target this year."""
        if not self.naming:
            return 0
        return _SHORT_NAMED if self.letters else _NAMED

    @property
    def last_rung(self) -> int:
        """What the ladder's last rung takes: where there is little room no blank behind it."""
        return 1 if self.narrow else self.rung

    def whole(self, sides: int, rungs: int) -> int:
        """What a line takes."""
        return 3 + self.name + self.ladder(rungs) + self.share * sides + self.own + self.named + self.laid

    def ladder(self, rungs: int) -> int:
        """What so many rungs take."""
        return self.rung * (rungs - 1) + self.last_rung if rungs else 0

    def cells(self, rungs: int) -> list[int]:
        """The columns of each of so many rungs."""
        return [*[self.rung] * (rungs - 1), self.last_rung][:rungs]


def widths(targets: Targets, width: int, *, laying: bool) -> Widths:
    """How a list and its pane share so many columns. Where there is little room, who named what has a column on
    purchase only if anybody has; without points there are only names and ladder."""
    laid, size = _LAID if laying else 0, (len(targets.columns), len(targets.rungs))
    points = bool(targets.columns)
    full = Widths(_NAMES, _CELL, _SHARE, laid, 0, _OWN if points else 0, points)
    naming = points and (not laying or any(target.named for target in targets.rows))
    short = evolve(full, name=_SHORT_NAMES, rung=_SHORT_CELL, share=_SHORT_SHARE, naming=naming)
    if width < BESIDE:
        return short
    for shape in (full, evolve(full, share=_SHORT_SHARE), short):
        pane = width - shape.whole(*size) - RIM
        if pane >= _LEAST or shape is short:
            return evolve(shape, pane=min(_BROAD, pane))
    return short


# --- the list


def heads(targets: Targets, shape: Widths, *, tall: bool = False) -> list[Laid]:
    """What stands over the list; ``tall``: two lines, with what each group of columns is in the upper one."""
    most = max((rung.level for rung in targets.rungs), default=0)
    cells = shape.cells(len(targets.rungs))
    rungs = "".join(fit(_rung(rung, most, shape), cell) for rung, cell in zip(targets.rungs, cells, strict=True))
    sides = (letter if shape.letters else title for letter, title in targets.columns)
    said = "".join(column(side, shape.share) for side in sides)
    said += column("lay", shape.laid) if shape.laid else ""
    year = f" {column('year' if shape.letters else 'named', shape.named - 1)}" if shape.named else ""
    said += (column("own", shape.own) if shape.own else "") + year
    # The first side has its clients at the left end; at the other are those of all others.
    (_, first), *others = targets.sides.values()
    if not tall:
        return [Laid(row((f"{fit(first, 2 + shape.name, 'right')} {rungs}{said}", "quiet")))]
    wing = len(targets.rungs) // 2
    left, middle = sum(cells[:wing]), sum(cells[wing : len(cells) - wing])
    other = "/".join(letter if shape.narrow else title for letter, title in others)
    ends = f"{fit(first, left)}{' ' * middle}{fit(other, sum(cells) - left - middle)}"
    columns = len(targets.columns)
    points = fit(f"{'' if shape.letters else ' '}POPs there", shape.share * columns + 2, "right") if columns else ""
    return [
        Laid(row((f"{' ' * (3 + shape.name)}{ends}{points}", "quiet"))),
        Laid(row((f"{' ' * (3 + shape.name)}{rungs}{said}", "quiet"))),
    ]


def _rung(rung: Rung, most: int, shape: Widths) -> str:
    """What stands over a rung; where there is little room its letter, a capital at both ends."""
    if not rung.short:
        return glyphs.sign("next")
    if not shape.narrow:
        return rung.short
    return rung.short[:1].upper() if abs(rung.level) == most else rung.short[:1].lower()


@frozen
class Laying:
    """A purchase under way: who buys, and points on purchase by target."""

    power: str
    points: Mapping[str, int]


def lines(targets: Targets, spot: str, shape: Widths, laying: Laying | None = None) -> list[Laid]:
    """A line for each target; ``laying``: the purchase under way."""
    return [Laid(_line(targets, target, target.spot == spot, shape, laying), target.spot) for target in targets.rows]


def _line(targets: Targets, target: TargetRow, here: bool, shape: Widths, laying: Laying | None) -> Row:
    barred = bool(target.closed) or (laying is not None and not target.open_to(laying.power))
    ink = "quiet" if barred else "strong" if here else ""
    line = row(mark(here), (fit(target.short if shape.narrow else target.name, shape.name), ink))
    line = line + _ladder(targets, target, shape)
    for cell in target.cells:
        line = line + row(_share(cell, shape.share))
    if laying is not None:
        count = laying.points.get(target.id, 0)
        shown = f"[{count}]" if here else str(count) if count else glyphs.sign("none") if barred else ""
        line = line + row((column(shown, shape.laid), "now" if here else "strong"))
    named = column(target.named, shape.named) if shape.named else ""
    own = column(target.strength, shape.own) if shape.own else ""
    return line + row((own, "quiet"), (named, ""))


def _ladder(targets: Targets, target: TargetRow, shape: Widths) -> Row:
    rungs = len(targets.rungs)
    if target.level is None:
        return row((fit(target.off, shape.ladder(rungs)), "quiet"))
    pieces = []
    for rung, cell in zip(targets.rungs, shape.cells(rungs), strict=True):
        if rung.level != target.level:
            pieces.append((fit(glyphs.sign("next"), cell), "quiet"))
        else:
            pieces.append((fit(target.letter or glyphs.sign("ring"), cell), "now" if target.letter else ""))
    return row(*pieces)


def _share(cell: tuple[int, bool] | None, width: int) -> tuple[str, str]:
    if cell is None:
        return column(glyphs.sign("none"), width), "quiet"
    count, whole = cell
    return column(f"{count or ''}{'' if whole else '?'}" or "0", width), "strong" if count else "quiet"


# --- what a roll may bring


@frozen
class Keys:
    """The keys that change what is supposed, as the registry shows them: the points of both sides, who rolls, whom he
    attacks."""

    attack: str
    defence: str
    by: str
    against: str


Named = Callable[[str], str]


def head(target: TargetRow, width: int) -> list[Row]:
    """Which target, and how it stands."""
    return folded(row((target.name, "strong"), (f"  {said(target.status)}", "")), width)


def odds(chances: Chances, targets: Targets, width: int, keys: Keys, named: Named) -> list[Row]:
    """Who rolls against whom, with how many points, and every result with its chance."""
    supposed = chances.supposed
    if chances.refused:
        return [line.row for line in refusals(chances.refused, width)]
    who, turns = row((named(supposed.by), "now")), ""
    if supposed.against:
        _, whom = targets.sides[supposed.against]
        turns = keys.against if len(chances.against) > 1 else ""
        whom_row = row((f"the {whom}", "now"))
        joint = " against " if who.width + whom_row.width + 9 <= width else " on "
        who = who + row((joint, "quiet")) + whom_row
    turning = " ".join(key for key in (turns, keys.by if len(chances.by) > 1 else "") if key)
    # The footer has the keys as well.
    who = who + row((f"  {turning}", "key")) if turning and who.width + len(turning) + 2 <= width else who
    rows = folded(who, width)
    if marks := [mark.title for mark in chances.marks if mark.holds]:
        rows += [row((line, "strong")) for line in wrap(f"with {and_list(marks)}", width)]
    if targets.supposes:
        points = _points("attack", chances.attack.total, keys.attack) + row("  ")
        points = points + _points("defence", chances.defence.total, keys.defence)
        fall = row(("odds ", "quiet"), (chances.column, "strong"))
        if chances.die.lines:
            fall = fall + row(("  die ", "quiet"), (signed(chances.die.total), "strong"))
        whole = points + row("  ") + fall
        rows += [whole] if whole.width <= width else [*folded(points, width), fall]
    rows += results(chances, width)
    if chances.assumed:
        rows += [row((line, "quiet")) for line in wrap(f"taken for granted: {'; '.join(chances.assumed)}", width)]
    return rows


def _points(what: str, count: int, key: str) -> Row:
    return row((f"{what} ", "quiet"), (str(count), "strong"), (f" {key}" if key else "", "key"))


def results(chances: Chances, width: int) -> list[Row]:
    """Every result with its chance, as a bar where there is room for one; what stays as it is quiet."""
    bars = max(0, width - _LABEL) if width >= _BARS else 0
    broadest = max((len(percent(result.chance)) for result in chances.results), default=0)
    rows = []
    for result in chances.results:
        ink = "quiet" if result.stays else "strong"
        text = said(result.said)
        share = percent(result.chance)
        left = row((f"{fit(share, broadest, 'right')} ", ink), (text, ink))
        if bars:
            long = max(1, round(float(result.chance) * bars))
            bar = (glyphs.sign("full") * long, "quiet" if result.stays else "now")
            rows.append(left + row(" " * max(1, _LABEL - left.width), bar))
        else:
            rows += hung(row((f"{fit(share, broadest, 'right')} ", ink)), text, width, ink)
    return rows


def causes(chances: Chances, width: int) -> list[Row]:
    """What both sides' points and the die's modifiers are made of."""
    laid: list[Laid] = []
    for label, figure in (("attack", chances.attack), ("defence", chances.defence), ("die", chances.die)):
        if figure.lines:
            laid.append(
                Laid(row((label, "heading"), (f" {signed(figure.total) if label == 'die' else figure.total}", "")))
            )
            for line in figure.lines:
                laid += _cause(signed(line.value) if label == "die" else str(line.value), line.label, line.rule, width)
    return [line.row for line in laid]


def _cause(value: str, label: str, rule: str, width: int) -> list[Laid]:
    first, *more = wrap(clean(label), max(10, width - 5))
    rows = [row((column(value, 3), "strong"), " ", first), *(row("    ", line) for line in more)]
    right = row((clean(rule), "rule"))
    if rule and rows[-1].width + right.width + 2 <= width:
        rows[-1] = spread(rows[-1], right, width)
    return [Laid(line) for line in rows]


def basket(purchase: Purchase, width: int, keys: Mapping[str, str]) -> list[Row]:
    """What is laid for a purchase, what that costs and leaves, and why it may not be given. ``keys`` of what is bought
    beside points."""
    buying = purchase.buying
    rows = [row((purchase.name, "now"), (", sealed" if purchase.sealed else "", "quiet"))]
    points = row((f"{buying.laid} of {buying.limit} POPs", "strong"), (f" at {buying.price} each", "quiet"))
    most = row((f", {buying.each} in a target", "quiet"))
    points = points + most if points.width + most.width + 4 <= width else points
    rows.append(spread(points, row(str((buying.laid - buying.given) * buying.price)), width))
    for extra in buying.extras:
        ink = "strong" if extra.count else "quiet"
        rows.append(spread(_extra(extra, keys, ink), row((str(extra.price), ink)), width))
    rows.append(row(("costs ", "quiet"), (str(buying.cost.total), "strong"), (f", leaves {purchase.left}", "quiet")))
    return [*rows, *(line.row for line in refusals(purchase.refusals, width)), row()]


def _extra(extra: Extra, keys: Mapping[str, str], ink: str) -> Row:
    sign = glyphs.sign("done") if extra.count else glyphs.sign("next")
    return row((f"{keys.get(extra.id, '')} ", "key"), (f"{sign} {clean(extra.title)}", ink))


def brief_basket(purchase: Purchase, width: int, keys: Mapping[str, str]) -> list[Row]:
    """The same where there is little room."""
    buying = purchase.buying
    said = row((purchase.name, "now"), (f" {buying.laid} of {buying.limit} POPs", "strong"))
    said = said + row((f", {buying.each} in a target; costs ", "quiet"), (str(buying.cost.total), "strong"))
    extras = row()
    for extra in buying.extras:
        extras = extras + _extra(extra, keys, "strong" if extra.count else "quiet") + row("  ")
    rows = [*folded(said + row((f", leaves {purchase.left}", "quiet")), width), *folded(extras, width)]
    return [*rows, *(line.row for line in refusals(purchase.refusals, width))]


def lying(target: TargetRow, width: int) -> list[Row]:
    """Who may influence a target, and what each has there."""
    return [row((line, "quiet")) for line in wrap(f"May influence it: {target.shares}.", width)]


def rest(target: TargetRow, width: int) -> list[Row]:
    """What else holds of a target."""
    laid: list[Row] = []
    for text, rule in target.notes:
        laid += [line.row for line in paragraph(said(text), width, "quiet", rule=rule, indent=0)]
    return laid


def short(rows: Sequence[Row], height: int) -> list[Row]:
    """As many lines as there is room for; the last one says that help tells all. Blank ones go first."""
    if len(rows) > height:
        rows = [line for line in rows if line.text.strip()]
    if len(rows) <= height:
        return list(rows)
    return [*rows[: max(0, height - 1)], row(("? ", "key"), ("tells all of it", "quiet"))]
