"""Battles before their dice: what is announced, and what comes of the order under the hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from engine.kernel.dice import NeedsDie
from engine.kernel.grammar import Unreadable
from engine.kernel.refusals import Refused
from engine.kernel.sheets.previews import Announced, Preview, Previews, Toll
from engine.kernel.values import frozen
from tui.models.battles import Cast, cast_of
from tui.models.strategic_boxes import decimal
from tui.rows import clean

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from engine.kernel.orders import Order
    from saves.desk import Desk


@frozen
class Before:
    """A battle before its dice. ``cast``: the roll that decides it, None where nothing is known of it; ``leading``: the
    rolls before it, as they would be now; ``bars``: (label, chance) of what ``bars_of`` says; ``chances``: of single
    things, the first one for the list; ``tolls``: (who, in words); ``automatic``: why it is no Automatic Victory, ('',)
    where it is one; ``first``: what is fought before it; ``error``: how far a sampled chance may be off; ``later``:
    counts the chances where no key may wait."""

    title: str
    attackers: str
    defenders: str
    cast: Cast | None
    leading: tuple[Cast, ...]
    bars_of: str
    bars: tuple[tuple[str, Fraction], ...]
    chances: tuple[tuple[str, Fraction], ...]
    tolls: tuple[tuple[str, str], ...]
    exact: bool
    assumed: tuple[str, ...]
    automatic: tuple[str, ...]
    first: tuple[str, ...]
    later: Callable[[], object] | None = None
    error: float = 0.0

    @property
    def odds(self) -> str:
        """The strengths of the roll and their column, '' where it is not known."""
        return self.cast.odds if self.cast is not None else ""

    @property
    def column(self) -> str:
        """The column that is rolled on, '' where it is not known."""
        return self.cast.column if self.cast is not None else ""

    @property
    def net(self) -> int:
        """The modifier of the die."""
        return self.cast.net if self.cast is not None else 0

    @property
    def known(self) -> bool:
        """Whether there is anything to be said before the dice: somebody meets it."""
        return bool(self.column or self.bars or self.chances or self.automatic or self.first or self.later)


@frozen
class BattleRow:
    """A battle that is announced; ``orders``: what may be done about it, by verb; ``powers``: who is in it; ``over``:
    one of its sides has left play."""

    where: str
    before: Before
    by: str
    orders: tuple[tuple[str, str], ...]
    powers: tuple[str, ...] = ()
    over: bool = False

    def order(self, verb: str) -> str:
        """The order of a verb about the battle, '' for none."""
        return dict(self.orders).get(verb, "")


def announced(desk: Desk, power: str) -> tuple[BattleRow, ...]:
    """The battles that are announced; none in a game without."""
    return tuple(
        BattleRow(
            battle.where,
            before(battle.preview),
            clean(battle.by),
            tuple(battle.orders),
            tuple(battle.powers),
            battle.over,
        )
        for battle in _asked(desk, desk.campaign, power)
    )


def _asked(desk: Desk, campaign: Campaign, power: str) -> tuple[Announced, ...]:
    sheet = desk.ruleset.sheet(Previews)
    return sheet.announced(campaign, power) if sheet is not None else ()


def dropped(desk: Desk, line: str, known: Sequence[BattleRow]) -> tuple[str, ...]:
    """The battles that would leave the list unfought once a line is given, by their titles. Where a die of the player's
    own stands in between, all of them may."""
    if not known:
        return ()
    try:
        after, _ = desk.what_if([line])
    except NeedsDie:
        return tuple(battle.before.title for battle in known)
    except (Refused, Unreadable):
        return ()
    left = {battle.where for battle in _asked(desk, after, "")}
    return tuple(battle.before.title for battle in known if battle.where not in left)


def previewed(desk: Desk, given: str | Order[Any] | None) -> Before | None:
    """What comes of a battle once a line, or an order, is given; None where it cannot be read or is about none."""
    sheet = desk.ruleset.sheet(Previews)
    if sheet is None or not given:
        return None
    try:
        preview = sheet.preview(desk.campaign, desk.understand(given) if isinstance(given, str) else given)
    except (Unreadable, LookupError):
        return None
    return None if preview is None else before(preview)


def counted(desk: Desk, line: str) -> Before | None:
    """What ``previewed`` gives, with its chances counted, however long that takes; None also where there are none."""
    preview = previewed(desk, line)
    if preview is not None and preview.later is not None:
        preview.later()
        preview = previewed(desk, line)
    return preview if preview is not None and preview.bars else None


def before(preview: Preview) -> Before:
    """A ruleset's preview for the eye."""
    cast, odds = preview.cast, preview.odds
    return Before(
        title=clean(preview.title),
        attackers=clean(preview.forces[0]),
        defenders=clean(preview.forces[1]),
        cast=cast_of(cast) if cast is not None else None,
        leading=tuple(map(cast_of, preview.leading)),
        bars_of=clean(odds.title) if odds is not None else "",
        bars=tuple((clean(label), chance) for label, chance in odds.bars) if odds is not None else (),
        chances=tuple((clean(label), chance) for label, chance in odds.chances) if odds is not None else (),
        tolls=tuple((clean(toll.who), _toll(toll)) for toll in odds.tolls) if odds is not None else (),
        exact=odds.exact if odds is not None else True,
        assumed=tuple(map(clean, odds.assumed)) if odds is not None else (),
        automatic=tuple(map(clean, preview.automatic)),
        first=tuple(map(clean, preview.first)),
        later=preview.later,
        error=odds.error if odds is not None else 0.0,
    )


def _toll(toll: Toll) -> str:
    factors = (f"{decimal(toll.factors)} factors",) if toll.factors is not None else ()
    parts = [f"{decimal(toll.units)} units", *factors, f"{decimal(toll.narfs)} NARFs"]
    worn = f", {decimal(toll.depleted)} depleted" if toll.depleted else ""
    return f"{', '.join(parts)}{worn}"
