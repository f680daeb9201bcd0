"""From a game's table of steps to its sequence of play: which rules a step is wired to, who acts, when it is skipped.

The table (``tables/sequence.toml`` of a game) says what is printed: ids, titles, rules, modes, conditions. The wiring
says which orders of the game stand behind a step. What only the game knows, it answers through ``Powers``.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Generic

from engine.kernel import seasons
from engine.kernel.campaign import C
from engine.kernel.orders import Field, Order
from engine.kernel.remembering import lasting
from engine.kernel.sequence import Occasion, Sequence, Step, who_acts
from engine.kernel.stops import MUST, Stop
from engine.kernel.values import frozen

Who = Callable[[C], tuple[str, ...]]
Outstanding = Callable[[C], Iterable[Order[C]]]
Condition = Callable[[C, str], str]
"""Given the campaign and the phasing side ('' in a common step), why the step is skipped, or ''."""


class UnknownCondition(ValueError):
    """A condition that no vocabulary has."""


def never(campaign: Any) -> bool:
    """For what never holds."""
    return False


def always(campaign: Any) -> bool:
    """For what always holds."""
    return True


def nobody(campaign: Any) -> tuple[Any, ...]:
    """No power, nothing."""
    return ()


def bars_nobody(campaign: Any, half: str) -> tuple[Any, ...]:
    """For stops of which none ever bars ``done``."""
    return ()


class Powers(ABC, Generic[C]):
    """What the wiring asks a game about its powers and its conditions."""

    halves: ClassVar[tuple[str, ...]]
    """The sides in the order of their half-turns."""

    @abstractmethod
    def standing(self, campaign: C, half: str = "") -> tuple[str, ...]:
        """The powers that have not fallen, all or those of a side, in their order."""

    @abstractmethod
    def side(self, campaign: C, power: str) -> str:
        """The side of a power."""

    @abstractmethod
    def condition(self, text: str) -> Condition[C]:
        """A condition of the game's vocabulary."""


@frozen
class Wiring(Generic[C]):
    """How a step is tied to its rules. ``who`` acts where the table's own list is not enough; ``each`` makes an
    automatic order for each power of ``due`` (None: all that stand); ``once`` makes one automatic order for all, while
    ``when`` holds; ``again``: what falls due anew shows in the state itself, not in who is done. ``who_in`` and
    ``when_in`` stand for ``who`` and ``when`` where the answer hangs on whose half-turn the step lies in: a step is
    asked about before its half has begun. ``who_in`` may name powers of the other side. ``at_once``: where all
    act at once in a step that is ``in_order`` otherwise; ``order_rule``: the rule of that order, where the game's own
    is not meant. ``told``: what the step's lines say of the campaign at hand; ``instead``: what stands there in
    place of the printed ones.
    ``stops_in``: what nobody is led past in the step, and in whose half-turn; ``bars_in``: those of them alone that
    bar ``done``, where to name all is dear. ``lists``: see Step."""

    who: Callable[[C], tuple[str, ...]] | None = None
    who_in: Callable[[C, str], tuple[str, ...]] | None = None
    each: Callable[[str], Order[C]] | None = None
    due: Callable[[C], tuple[str, ...]] | None = None
    again: bool = False
    once: Callable[[], Order[C]] | None = None
    when: Callable[[C], bool] = always
    when_in: Callable[[C, str], bool] | None = None
    in_order: bool = False
    order_rule: str = ""
    at_once: Callable[[C], bool] = never
    may_pass: bool = False
    at_table: bool = False
    sealed: Callable[[C], bool] = never
    told: Callable[[C], Iterable[str]] = nobody
    instead: Callable[[C], Iterable[str]] = nobody
    stops_in: Callable[[C, str], Iterable[Stop]] | None = None
    bars_in: Callable[[C, str], Iterable[Stop]] | None = None
    lists: tuple[str, ...] = ()


def sequence(table: Mapping[str, Any], wiring: Mapping[str, Wiring[C]], powers: Powers[C]) -> Sequence[C]:
    """The sequence of play from its table, ``segments`` by name and a ``step`` a row: what has no half before and
    after, and each half in its place, once for every side. Raises KeyError where a row lacks what every step has."""
    rows: list[dict[str, Any]] = table["step"]
    in_half = [at for at, row in enumerate(rows) if row.get("half")]
    first, last = (in_half[0], in_half[-1]) if in_half else (len(rows), len(rows))
    maker = _Maker(wiring, powers)
    steps = [maker.step(row, "") for row in rows[:first]]
    for half in powers.halves:
        steps.extend(maker.step(row, half) for row in rows[first : last + 1] if row.get("side", "") in ("", half))
    steps.extend(maker.step(row, "") for row in rows[last + 1 :])
    return Sequence(tuple(steps), table["segments"])


def _field(row: dict[str, Any]) -> Field:
    return Field(row["path"], row["label"], row.get("rule", ""), tuple(row.get("choices", ())))


class _Maker(Generic[C]):
    """Makes the steps of one game."""

    def __init__(self, wiring: Mapping[str, Wiring[C]], powers: Powers[C]) -> None:
        self._wiring, self._powers = wiring, powers

    def step(self, row: dict[str, Any], half: str) -> Step[C]:
        slug = str(row["id"])
        wiring: Wiring[C] = self._wiring.get(slug) or Wiring()
        # An automatic step awaits nobody; its orders name their powers themselves.
        who: Who[C] = nobody
        if row["mode"] != "automatic":
            who = self._who(wiring, str(row.get("who", "all")), half)
        outstanding = self._outstanding(wiring, slug, half)
        occasion = Occasion(
            seasons=tuple(row.get("seasons", ())),
            since=str(row.get("from", "")),
            until=str(row.get("until", "")),
            conditions=tuple(row.get("when", ())),
        )
        return Step(
            id=f"{half}.{slug}" if half else slug,
            segment=str(row["segment"]),
            number=int(row["number"]),
            letter=str(row["letter"]),
            title=str(row["title"]),
            rule=str(row["rule"]),
            mode=str(row["mode"]),
            skipped=self._skipped(row, occasion, half, who, outstanding),
            who=who,
            outstanding=outstanding,
            half=half,
            in_order=wiring.in_order,
            order_rule=wiring.order_rule,
            at_once=wiring.at_once,
            may_pass=wiring.may_pass,
            at_table=wiring.at_table,
            sealed=wiring.sealed,
            lines=tuple(row.get("lines", ())),
            told=wiring.told,
            instead=wiring.instead,
            stops=self._stops(row, wiring, who, half),
            bars=self._bars(row, wiring, who, half),
            forms=tuple(row.get("forms", ())),
            fields=tuple(_field(field) for field in row.get("fields", ())),
            lists=wiring.lists,
            panel=str(row.get("panel", "")),
            pages=tuple(row.get("pages", ())),
            occasion=occasion,
            closes=bool(row.get("closes")),
            was=tuple(f"{half}.{former}" if half else former for former in row.get("was", ())),
        )

    def _stops(self, row: dict[str, Any], wiring: Wiring[C], who: Who[C], half: str) -> Callable[[C], Iterable[Stop]]:
        """What the step itself is to those who act in it, as its row has it, and what else the game names."""
        weight, what = str(row.get("stop", "")), str(row.get("passing", row["title"]))
        rule, hint, stops_in = str(row["rule"]), str(row.get("hint", "")), wiring.stops_in
        if not weight and stops_in is None:
            return nobody

        def stops(campaign: C) -> Iterable[Stop]:
            if weight:
                yield from (Stop(weight, power, what, rule, hint) for power in who_acts(campaign, who))
            if stops_in is not None:
                yield from stops_in(campaign, half)

        return stops

    def _bars(self, row: dict[str, Any], wiring: Wiring[C], who: Who[C], half: str) -> Callable[[C], Iterable[Stop]]:
        """Those of the stops alone that bar ``done``."""
        stops, bars_in, itself = self._stops(row, wiring, who, half), wiring.bars_in, row.get("stop", "") == MUST
        if bars_in is None or itself:
            if not itself and wiring.stops_in is None:
                return nobody
            return lambda campaign: (stop for stop in stops(campaign) if stop.weight == MUST)
        return lambda campaign: bars_in(campaign, half)

    def _who(self, wiring: Wiring[C], named: str, half: str) -> Who[C]:
        if (who_in := wiring.who_in) is not None:
            return lambda campaign: who_in(campaign, half)
        return self._in_half(wiring.who, half) if wiring.who else self._named(named, half)

    def _named(self, text: str, half: str) -> Who[C]:
        """Who acts in a step, as its table names them."""
        standing = self._powers.standing
        if text == "all":
            return lambda campaign: standing(campaign)
        if text in ("phasing", "reacting"):
            side = half if text == "phasing" else next(other for other in self._powers.halves if other != half)
            return lambda campaign: standing(campaign, side)
        names = tuple(part.strip() for part in text.split(","))
        return lambda campaign: tuple(power for power in names if power in standing(campaign))

    def _in_half(self, who: Who[C], half: str) -> Who[C]:
        """In a half-turn only the powers of its side act."""
        if not half:
            return who
        side = self._powers.side
        return lambda campaign: tuple([power for power in who(campaign) if side(campaign, power) == half])

    def _outstanding(self, wiring: Wiring[C], slug: str, half: str) -> Outstanding[C]:
        """The automatic orders that a step still has to apply: each power's, unless it has had its own here."""
        make, once = wiring.each, wiring.once
        if make is None and once is None:
            return nobody
        when_in = wiring.when_in
        when = wiring.when if when_in is None else lambda campaign: when_in(campaign, half)
        due = self._in_half(wiring.due or self._powers.standing, half)
        here = f"{half}.{slug}" if half else slug

        def outstanding(campaign: C) -> Iterable[Order[C]]:
            # Who is done with another step has still this one before him.
            done = campaign.progress.done if campaign.progress.step == here and not wiring.again else ()
            if once is not None:
                # What makes the order may have to be loaded first: not before it is due.
                return tuple(order for order in (once(),) if order.verb not in done) if when(campaign) else ()
            return (make(power) for power in due(campaign) if power not in done) if make else ()

        return outstanding

    def _skipped(
        self, row: dict[str, Any], occasion: Occasion, half: str, who: Who[C], outstanding: Outstanding[C]
    ) -> Callable[[C], str]:
        conditions = tuple(self._powers.condition(text) for text in occasion.conditions)
        in_seasons, first, last = occasion.seasons, occasion.since, occasion.until
        automatic = row["mode"] == "automatic"
        everyone = row.get("who", "all") == "all"
        here = f"{half}.{row['id']}" if half else str(row["id"])

        def reason_now(campaign: C) -> str:
            reason = seasons.in_time(campaign, in_seasons, first, last) if in_seasons or first or last else ""
            if reason:
                return reason
            for holds in conditions:
                reason = holds(campaign, half)
                if reason:
                    return reason
            if automatic or not everyone:
                falls_due = any(True for _ in outstanding(campaign)) or (not automatic and who_acts(campaign, who))
                return "" if falls_due else "nothing falls due"
            return ""

        reason_ahead = lasting(reason_now)

        def skipped(campaign: C) -> str:
            # In the step itself what falls due hangs on who is done with it.
            return reason_now(campaign) if campaign.progress.step == here else reason_ahead(campaign)

        return skipped
