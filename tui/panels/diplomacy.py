"""Diplomacy: every target on its ladder, with what lies there and the exact chance of each result against any defence
that the player supposes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from attrs import evolve
from textual.binding import BindingType

from engine.kernel.sheets.diplomacy import Chances, Supposed
from tui import keys
from tui.frame_model import power_name
from tui.keys import bindings
from tui.models.diplomacy import TargetRow, Targets, chances, targets, turned
from tui.panels import ladder
from tui.panels.cursor import CursorPanel
from tui.panels.laying import RIM, SPREAD, Laid, beside, paragraph
from tui.rows import Row, row
from tui.words import begun

_FEWEST = 3
"""Targets that are in sight where what is told of one stands below."""
_MOST = 30
"""Points that may be supposed."""
_SUPPOSING = ("more", "fewer", "attack_more", "attack_fewer", "by", "against", "spy", "guard")
"""The keys that suppose something else."""


class Weighing(CursorPanel):
    """A panel whose cursor stands on targets, and that tells what a roll on the one under it may bring."""

    most: ClassVar[int] = SPREAD
    wants: ClassVar[int] = 116

    board: Targets | None = None
    thought: Chances | None = None

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._supposed: dict[str, Supposed] = {}
        self._turn = 0

    def read_targets(self) -> None:
        """Read all targets anew; with another turn nothing is supposed any more."""
        turn = self.desk.campaign.progress.turn
        if turn != self._turn:
            self._turn, self._supposed = turn, {}
        self.board = targets(self.desk)

    @property
    def target(self) -> TargetRow | None:
        """The target under the cursor."""
        rows = self.board.rows if self.board is not None else ()
        return next((target for target in rows if target.spot == self.spot), None)

    def weigh(self) -> None:
        """Work out what a roll on the target under the cursor may bring."""
        target = self.target
        self.thought = chances(self.desk, self.supposing(target)) if target is not None else None

    def target_spots(self) -> list[str]:
        """Where the cursor may stand in the list of targets."""
        return [target.spot for target in self.board.rows] if self.board is not None else []

    def supposing(self, target: TargetRow) -> Supposed:
        """What is supposed of a roll on a target."""
        return self._supposed.get(target.id, Supposed(target.id))

    def suppose(self, **changed: Any) -> None:
        """Suppose something else of the target under the cursor."""
        target = self.target
        if target is not None:
            self._supposed[target.id] = evolve(self.supposing(target), **changed)
            self.weigh()
            self.redraw()

    def suppose_defence(self, by: int) -> None:
        """Suppose so many points more in the defence."""
        if self.thought is not None and not self.thought.refused:
            self.suppose(defence=max(0, min(_MOST, (self.thought.supposed.defence or 0) + by)))

    def suppose_attack(self, by: int) -> None:
        """Suppose so many points more in the attack, which has one at the least."""
        if self.thought is not None and not self.thought.refused:
            self.suppose(attack=max(1, min(_MOST, (self.thought.supposed.attack or 0) + by)))

    def turn(self, **steps: int) -> None:
        """Another power rolls, or another alliance is attacked."""
        target = self.target
        if target is not None and self.thought is not None:
            self._supposed[target.id] = turned(self.supposing(target), self.thought, **steps)
            self.weigh()
            self.redraw()

    def play_chit(self, nth: int) -> None:
        """Suppose that one kind of chit is played, or not."""
        marks = self.thought.marks if self.thought is not None else ()
        if nth < len(marks) and self.thought is not None:
            self.suppose(marks=self.thought.supposed.marks ^ {marks[nth].id})

    def action_more(self) -> None:
        """Suppose one point more in the defence."""
        self.suppose_defence(1)

    def action_fewer(self) -> None:
        """Suppose one point fewer."""
        self.suppose_defence(-1)

    def action_against(self) -> None:
        """Attack another alliance."""
        self.turn(against=1)

    def action_by(self) -> None:
        """Another power rolls."""
        self.turn(by=1)

    def action_spy(self) -> None:
        """Suppose an Espionage chit, or none."""
        self.play_chit(0)

    def action_guard(self) -> None:
        """Suppose a Counter-Espionage chit, or none."""
        self.play_chit(1)

    def nothing_to_suppose(self, action: str) -> str:
        """Why a key that supposes something has changed nothing, '' for any other."""
        thought, board = self.thought, self.board
        if action not in _SUPPOSING or thought is None or board is None:
            return ""
        if thought.refused:
            return "there is no roll on this target"
        if not board.supposes and action not in ("by", "spy"):
            return "simplified diplomacy knows neither points nor a defence"
        return {
            "by": "nobody else may influence this target",
            "against": "there is nobody else to attack",
            "attack_fewer": "nobody attacks with less than a point of his own",
            "fewer": "the defence has no points that could be fewer",
        }.get(action, "")

    def footer_label(self, action: str) -> str | None:
        """A key that supposes something stands there where it can."""
        return "" if action in _SUPPOSING and not self.may_suppose(action) else super().footer_label(action)

    def may_suppose(self, action: str) -> bool:
        """Whether a key that supposes something has anything to act on."""
        thought, board = self.thought, self.board
        if thought is None or board is None or thought.refused:
            return False
        if action == "by":
            return len(thought.by) > 1
        if action == "against":
            return len(thought.against) > 1
        return board.supposes or action == "spy"

    def bar_says(self) -> tuple[object, ...]:
        return *super().bar_says(), *map(self.may_suppose, _SUPPOSING)

    # --- drawing

    def key_of(self, action: str) -> str:
        """The key of one of the panel's actions, as the footer writes it."""
        return next((one.shown for one in keys.of(self.where) if one.id == action), "")

    def own_keys(self) -> ladder.Keys:
        """The keys that change what is supposed."""
        return ladder.Keys(*(self.key_of(action) for action in ("attack_more", "more", "by", "against")))

    def named(self, power: str) -> str:
        """The name of a power for people."""
        return power_name(self.desk.campaign, power)

    def told_of(self, width: int) -> list[Row]:
        """What is told of the target under the cursor: how it stands, the chances, what lies there, then the
        causes."""
        target, board, thought = self.target, self.board, self.thought
        if target is None or board is None or thought is None:
            return []
        head, against = ladder.head(target, width), self.objections(width)
        odds = ladder.odds(thought, board, width, self.own_keys(), self.named)
        if not against and len(head) == 1 and head[0].width + odds[0].width + 3 <= width:
            head, odds = [head[0] + row("   ") + odds[0]], odds[1:]
        rows = [*head, *against, *odds, *ladder.lying(target, width)]
        return [*rows, *ladder.causes(thought, width), *ladder.rest(target, width)]

    def objections(self, width: int) -> list[Row]:
        """What goes before the odds: why there will be no such roll, or what it costs; subclasses say."""
        return []

    def lay_targets(
        self,
        width: int,
        then: Callable[[int], Sequence[Laid]] | None = None,
        laying: ladder.Laying | None = None,
        first: Callable[[int], list[Row]] | None = None,
    ) -> list[Laid]:
        """The list, with what is told of the target under the cursor at its right or below. ``then``: what stands under
        the list, by its width; ``laying``: a purchase under way; ``first``: what stands over what is told."""
        board = self.board
        if board is None or not board.rows:
            return paragraph("This campaign has no targets of diplomacy.", width, "quiet")
        shape = ladder.widths(board, width, laying=laying is not None)
        room = width - shape.pane - RIM if shape.pane else width
        listed = [*ladder.lines(board, self.spot, shape, laying), *(then(room) if then is not None else ())]
        # What was paid is told where all of it has room; help has it in any case.
        paid = paragraph(board.paid, room, "quiet") if board.paid else []
        listed += paid if len(listed) + len(paid) < self.room else []
        over = first(shape.pane or width - 2) if first is not None else []
        told = [*over, *self.told_of(shape.pane or width - 2)]
        below = 0 if shape.pane else len(told)
        head = ladder.heads(board, shape, tall=self.room >= len(listed) + below + 2)
        if shape.pane:
            pane = ladder.short(told, self.room)
            return beside([*head, *self.window(listed, len(head))], pane, width, shape.pane)
        least = min(len(listed), max(_FEWEST, self.room - len(head) - len(told)))
        shown = ladder.short(told, self.room - len(head) - least)
        return [*head, *self.window(listed, self.room - least), *(Laid(row(" ") + line) for line in shown)]

    @property
    def _low(self) -> bool:
        return self.size.height < 15

    def whole_help(self, said: str) -> str:
        """What ``?`` says: ``said``, what was paid, and all that is known of the target under the cursor."""
        target, board, thought = self.target, self.board, self.thought
        if board is not None and board.paid:
            said = f"{said}\n{begun(board.paid)}."
        if target is None or board is None or thought is None:
            return said
        return "\n".join([said, "", *(line.text for line in self.told_of(ladder.HELP))])


class DiplomacyPanel(Weighing):
    """The page of diplomacy, from anywhere in a campaign."""

    where: ClassVar[str] = "diplomacy"
    BINDINGS: ClassVar[list[BindingType]] = bindings("diplomacy")

    def show(self) -> None:
        self.read_targets()
        if self.spot not in self.spots():
            self.spot = self.first_spot()
        self.weigh()
        self.redraw()

    def heading(self) -> str:
        return "Diplomacy"

    def spots(self) -> Sequence[str]:
        return self.target_spots()

    def moved(self) -> None:
        self.weigh()

    def lay(self, width: int) -> list[Laid]:
        return self.lay_targets(width)

    def idle(self, action: str) -> str:
        return self.nothing_to_suppose(action) or super().idle(action)

    # --- supposing

    def action_attack_more(self) -> None:
        """Suppose one point more in the attack."""
        self.suppose_attack(1)

    def action_attack_fewer(self) -> None:
        """Suppose one point fewer."""
        self.suppose_attack(-1)

    def help_text(self) -> str:
        ladder_said = (
            "The thirteen countries that may be won over without a war (16.1), each on its ladder: Satellites, "
            "Associates and Sympathizers of the Axis at the left, of the West and the Soviets at the right. The letter "
            "is the power's that has it."
        )
        if self.board is not None and self.board.about:
            others = "v lets another power roll, e supposes an Espionage chit."
            return self.whole_help(f"{ladder_said}\n{' '.join(self.board.about)} {others}")
        return self.whole_help(
            f"{ladder_said} Then the POPs that lie there unused, by alliance, as far as you know (? where "
            "more may be hidden), what the country adds to its defender by itself, and which alliances named it this "
            "year: each may once (16.1.3).\n"
            "Beside it what a roll may bring, exactly, for the POPs that you suppose: plus and minus change those of "
            "the defence, [ and ] those of the attack; tab attacks another alliance, v lets another power roll, e and "
            "c suppose an Espionage and a Counter-Espionage chit. What others have hidden is never looked at."
        )
