"""Combat: the battles that are announced, each with its odds, and an attack built box by box with what may come of it,
at every key; what takes longer is counted beside the keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar

from textual.binding import BindingType

from engine.kernel.orders import Form
from engine.kernel.outlook import Outlook
from engine.kernel.refusals import Refusal
from engine.kernel.sheets.entries import Entries
from tui import glyphs
from tui.frame_model import power_name
from tui.keys import bindings
from tui.models.combat import BattleRow, Before, announced, dropped, previewed
from tui.models.forms import form_of
from tui.models.strategic_boxes import percent
from tui.models.verdicts import Verdict
from tui.panels.battles import BattlePanel
from tui.panels.choosing import FORM, lay_forms
from tui.panels.filling import Filling
from tui.panels.laying import BLANK, SPREAD, Laid, beside, hung, mark, paragraph, signed, with_tail
from tui.panels.reckoning import headline, lay_idle, lay_reckoning
from tui.panels.step import DONE
from tui.panels.strategic_odds import bar_rows
from tui.rows import Row, cut, fit, row, spread
from tui.words import and_list, begun

LEAVE = "leave"
"""Ending the step although battles are announced that nobody has fought."""
BATTLE = "battle:"
_BESIDE, _PANE = 76, 31
"""From this width on the odds stand beside the battle, so wide."""


class CombatPanel(BattlePanel):
    """The impulse: announce, support, fight; what a battle under way asks stands over its picture."""

    where: ClassVar[str] = "combat"
    own_most: ClassVar[int] = SPREAD
    wants: ClassVar[int] = 78
    BINDINGS: ClassVar[list[BindingType]] = bindings("combat")

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.battles: tuple[BattleRow, ...] = ()
        self.powers: tuple[str, ...] = ()
        self._power = ""
        self._forms_of: tuple[object, str, tuple[Form, ...]] = (None, "", ())
        self._done = ""
        self._counting = False
        self._looked_at = ""
        self._given_at = ""
        self._in_step = ""
        self._judged: tuple[object, str, bool] = (None, "", False)
        self._foreseen: tuple[object, str, Before | None] = (None, "", None)
        self._decisive: list[Row] = []
        self.leaving: tuple[str, tuple[str, ...]] | None = None
        """The order that was stopped because it leaves battles unfought, and their titles."""

    def read(self, outlook: Outlook) -> bool:
        self._done = next((choice.text for choice in outlook.choices if choice.ends), "")
        mine = {choice.power for choice in outlook.choices}
        self.powers = tuple(power for power in self.desk.ruleset.powers if power in outlook.awaits) if mine else ()
        self.leaving = None
        before = {battle.where for battle in self.battles}
        self.battles = announced(self.desk, self._power)
        if self._power not in self.powers or self._in_step != outlook.step:
            self._power = self._concerned()
            self.battles = announced(self.desk, self._power)
        self._in_step = outlook.step
        now = [battle.where for battle in self.battles]
        if self._given_at in now:
            # What an order was just about is looked at: its odds, and the fight.
            self.spot = f"{BATTLE}{self._given_at}"
        elif before != set(now):
            # What was just announced is looked at; after a battle the next one.
            fresh = [where for where in now if where not in before]
            self.spot = f"{BATTLE}{fresh[-1]}" if before and fresh else ""
        self._given_at = ""
        return bool(self._power)

    def _concerned(self) -> str:
        """Who is asked first as a step comes up: who was looked at, if the battles are about him; else somebody who is
        in one of them, the first of all where there are none."""
        about = [power for battle in self.battles for power in battle.powers if power in self.powers]
        if self._power in self.powers and (not about or self._power in about):
            return self._power
        return next(iter((*about, *self.powers)), "")

    def forms(self) -> tuple[Form, ...]:
        """The forms of the power that is looked at, made once for a campaign as it stands: each key asks for them."""
        campaign, power = self.desk.campaign, self._power
        if self._forms_of[0] is not campaign or self._forms_of[1] != power:
            self._forms_of = campaign, power, self._made_forms()
        return self._forms_of[2]

    def _made_forms(self) -> tuple[Form, ...]:
        verbs = self.step.forms if self.step is not None and self._power else ()
        forms = (form_of(self.desk, verb, self._power) for verb in verbs)
        return tuple(form for form in forms if form is not None)

    # --- the cursor

    def own_spots(self) -> Sequence[str]:
        spots = [f"{BATTLE}{battle.where}" for battle in self.battles]
        end = [DONE] if self.leaving is None else [LEAVE, DONE]
        return [*spots, *(f"{FORM}{form.verb}" for form in self.forms()), *end]

    def own_first_spot(self) -> str:
        """The first battle that can be fought, else the first form."""
        return self.own_spots()[0]

    def at_hand(self) -> BattleRow | None:
        """The battle under the cursor."""
        return next((battle for battle in self.battles if self.spot == f"{BATTLE}{battle.where}"), None)

    def moved(self) -> None:
        """The battle that is looked at stays the one that is meant when the cursor goes to a form."""
        super().moved()
        self._look()

    def _look(self) -> None:
        if (battle := self.at_hand()) is not None:
            self._looked_at = battle.where

    def begun(self, form: Form) -> Mapping[str, str]:
        """A form that asks for a battle begins with the one that was looked at, or the only one."""
        self._look()
        there = [battle.where for battle in self.battles]
        meant = self._looked_at if self._looked_at in there else there[0] if len(there) == 1 else ""
        asked = (field for field in form.fields if not field.default and not (field.listed or field.free))
        return {field.name: meant for field in asked if meant and meant in field.choices}

    def _order(self, verb: str) -> str:
        battle = self.at_hand()
        return battle.order(verb) if battle is not None and self.choices is None and self.filling is None else ""

    def _give_form(self, line: str) -> None:
        # An order that needs dice comes back later; one that is refused leaves its form open.
        boxes = self.filling.model.boxes if self.filling is not None else ()
        self._given_at = next((box.value for box in boxes if box.name == "where"), "")
        super()._give_form(line)

    def refused(self, refusals: Sequence[Refusal]) -> None:
        self._given_at = ""
        super().refused(refusals)

    def action_page_down(self) -> None:
        """A page down: through what the odds of the battle under the cursor are made of, then to the lines below."""
        if not self._page(1):
            super().action_page_down()

    def action_page_up(self) -> None:
        """A page up, as ``action_page_down``."""
        if not self._page(-1):
            super().action_page_up()

    def _page(self, by: int) -> bool:
        """Scroll by a page while a form is filled or the cursor stands on a battle; False where nothing is left that
        way."""
        if self.choices is not None or (self.filling is None and self.at_hand() is None):
            return False
        return self.read_on(by)

    # --- acting

    def action_call_off(self) -> None:
        """Call the battle under the cursor off."""
        if line := self._order("call-off"):
            self.post_message(self.Ordered([line]))

    def action_announce(self) -> None:
        """Open the first form: a new attack, or support."""
        forms = self.forms()
        if forms and self.choices is None and self.filling is None:
            self._look()
            self.stand(f"{FORM}{forms[0].verb}")
            self.enter_form()

    def action_power(self) -> None:
        """The next power that may act here."""
        if len(self.powers) > 1 and self.choices is None and self.filling is None:
            self._power = self.powers[(self.powers.index(self._power) + 1) % len(self.powers)]
            self.show()

    def done_order(self) -> str:
        return self._done if self.choices is None else super().done_order()

    def pass_on(self, line: str) -> None:
        """Where battles would stay unfought, that is said first and another key asked."""
        if unfought := dropped(self.desk, line, self.battles):
            self.leaving = line, unfought
            self.spot = LEAVE
            self.redraw()
        else:
            self.post_message(self.Ordered([line]))

    def own_enter(self) -> None:
        if self.spot == DONE:
            if self._done:
                self.pass_on(self._done)
        elif self.spot == LEAVE and self.leaving is not None:
            self.post_message(self.Ordered([self.leaving[0]]))
        elif not self.enter_form() and (line := self._order("fight") or self._only_off()):
            self.post_message(self.Ordered([line]))

    def _only_off(self) -> str:
        """The order that calls the battle under the cursor off where that is all that is left to do about it: nobody is
        there any more to fight it."""
        battle, line = self.at_hand(), self._order("call-off")
        return line if battle is not None and battle.over and line and self._may(line) else ""

    def own_enter_says(self) -> str | None:
        if self.at_hand() is not None:
            if line := self._order("fight"):
                return "fight" if self._may(line) else "why not"
            return "call off" if self._only_off() else ""
        return "go on"

    def _may(self, line: str) -> bool:
        """Whether an order is legal now; asked once while the campaign stands as it does."""
        campaign, judged = self.desk.campaign, self._judged
        if judged[0] is not campaign or judged[1] != line:
            self._judged = (campaign, line, not self.desk.judge(line))
        return self._judged[2]

    def idle(self, action: str) -> str:
        if action == "enter" and self.at_hand() is not None:
            return "nothing is done about it in this step: it stands announced, and the steps that follow decide it"
        return super().idle(action)

    def whose(self) -> str:
        return self._power

    def footer_label(self, action: str) -> str | None:
        """N opens the first form, which is an entry of what was done at the table where nothing can be
        announced; where there is no form it opens nothing."""
        forms = self.forms()
        if action != "announce":
            return super().footer_label(action)
        if not forms:
            return ""
        entries = self.desk.ruleset.sheet(Entries)
        known = entries.verbs.values() if entries is not None else ()
        return "form" if any(forms[0].verb in verbs for verbs in known) else None

    def focused_order(self) -> str:
        return self._order("fight") or self._order("weigh") or super().focused_order()

    # --- drawing

    def lay(self, width: int) -> list[Laid]:
        """The panel's lines; beside an order that is being typed stands what may come of it."""
        self._decisive = []
        if self.battle is None and self.filling is not None and self.waits is None and self.ended is None:
            return self._building(width)
        return super().lay(width)

    def _building(self, width: int) -> list[Laid]:
        if self.filling is None:
            return []
        before = self._previewed(self.filling.model.verdict)
        self._count(before)
        if before is not None and not before.known:
            before = None
        if before is None:
            return self.filling.lay(width - _PANE - 3 if width >= _BESIDE else width, self.size.height)
        laid, self._decisive = lay_building(self.filling, before, width, self.size.height)
        return laid

    def _previewed(self, said: Verdict) -> Before | None:
        """What may come of the order under the hands, worked out once while it and the campaign stand as they do: lines
        are laid out again where a bar takes a column."""
        campaign, known = self.desk.campaign, self._foreseen
        if known[0] is not campaign or known[1] != said.order:
            self._foreseen = (campaign, said.order, previewed(self.desk, said.meant))
        return self._foreseen[2]

    def pinned(self) -> list[Row]:
        if self.battle is not None:
            return super().pinned()
        return self._decisive

    def _count(self, before: Before | None) -> None:
        """Chances that take longer than a key may are counted beside the keys, one battle at a time."""
        if before is not None and before.later is not None and not self._counting:
            self._counting = True
            self.run_worker(partial(self._work, before.later), thread=True, group="odds")

    def _work(self, count: Callable[[], object]) -> None:
        try:
            count()
        finally:
            self.app.call_from_thread(self._counted)

    def _counted(self) -> None:
        """The chances are known now: they stand there, or those of what is typed by now are counted."""
        self._counting = False
        self._foreseen = (None, "", None)
        if self.is_attached:
            self.battles = announced(self.desk, self._power)
            self.redraw()

    def own_lay(self, width: int) -> list[Laid]:
        step, chosen = self.step, self.at_hand()
        lines = step.says(self.desk.campaign) if step is not None else ()
        whole, odds = width, chosen is not None and chosen.before.known
        width -= _PANE + 3 if odds and width >= _BESIDE else 0
        laid = [laid_line for line in lines for laid_line in paragraph(line, width, "quiet")]
        who = power_name(self.desk.campaign, self._power)
        turn = row(("tab ", "key"), ("another power ", "quiet")) if len(self.powers) > 1 else row()
        laid.append(Laid(spread(row(" ", (f"{glyphs.sign('whose')} {who}", "now")), turn, width)))
        laid += self._list(width)
        laid += lay_forms(self.forms(), self.spot, width)
        end = row(
            mark(self.spot == DONE),
            ("Done, go on", "strong"),
            ("   d", "key"),
            ("   all at the table", "quiet"),
            (" >", "key"),
        )
        laid += [BLANK, *self._lay_leaving(width), Laid(end, DONE)]
        if chosen is None or not chosen.before.known:
            return laid
        self._count(chosen.before)
        self._decisive = before_line(chosen.before, whole)
        if width < whole:
            return beside([*laid, *lay_before(chosen.before, width)], before_rows(chosen.before, _PANE), whole, _PANE)
        rows = [Laid(row("   ") + line) for line in before_rows(chosen.before, width - 4)]
        return [*laid, BLANK, *rows, *lay_before(chosen.before, width)]

    def _lay_leaving(self, width: int) -> list[Laid]:
        """The announced battles for which going on was stopped, and the line on which Enter leaves them."""
        if self.leaving is None:
            return []
        titles = self.leaving[1]
        said = f"Announced and not fought: {and_list(titles)}. Enter on a battle fights it."
        line = f"Leave {'it' if len(titles) == 1 else 'them'} to the table, and go on"
        return [*paragraph(said, width, "refused"), Laid(row(mark(self.spot == LEAVE), (line, "strong")), LEAVE)]

    def _list(self, width: int) -> list[Laid]:
        if not self.battles:
            return paragraph(
                "No battle is announced. Those fought at the table are entered with l, in one line.", width
            )
        laid = []
        for battle in self.battles:
            spot = f"{BATTLE}{battle.where}"
            chance = percent(battle.before.chances[0][1]) if battle.before.chances else ""
            rolled = f"{battle.before.column} {signed(battle.before.net)}" if battle.before.column else ""
            right = row((rolled, "strong"), (f"  {fit(chance, 5, 'right')} " if chance else "", "now"))
            said = f"{battle.before.title}: {battle.before.attackers} against {battle.before.defenders}"
            lines = hung(row(mark(self.spot == spot)), said, width - right.width - 1)
            laid += [Laid(line, spot) for line in with_tail(lines, right, width)]
        return laid

    def help_text(self) -> str:
        if self.filling is not None:
            return self.filling.help_text() + (
                " Units are typed as people write them, with commas between: 3 ARM 8-8, INF 6-5 dep. Tab completes the "
                "last one. What may come of it stands beside it at every key, and below the form where the factors and "
                "the modifier come from: PgDn and PgUp scroll to it."
            )
        return (
            "Battles of the impulse, each with the column it is rolled on, the net modifier and the chance that the "
            "hex is ours to enter. N announces one, Enter on one fights it, Del calls it off, D ends the step. What "
            "was fought at the table is entered as losses with l, one line a battle. Where D or > would leave a battle "
            "unfought, that is said first: Enter then leaves it to the table."
        )


def lay_building(filling: Filling, before: Before, width: int, height: int) -> tuple[list[Laid], list[Row]]:
    """An attack under the hands with what may come of it, and the lines of it that stay in sight: what decides stands
    first, while the lines below are scrolled through."""
    decisive = before_line(before, width)
    top = [Laid(line) for line in decisive]
    if width >= _BESIDE:
        left = [*filling.lay(width - _PANE - 3, height), *lay_before(before, width - _PANE - 3)]
        return [*top, *beside(left, before_rows(before, _PANE), width, _PANE)], decisive
    odds = [Laid(row("   ") + line) for line in before_rows(before, width - 4)]
    return [*top, *filling.lay(width, height), BLANK, *odds, *lay_before(before, width)], decisive


def before_line(before: Before, width: int) -> list[Row]:
    """What decides a battle before its dice: odds, column, the die's modifier and the chance that matters most."""
    error = "" if before.exact else f" ±{percent(Fraction(before.error))}"
    chance = f"{before.chances[0][0]} {percent(before.chances[0][1])}{error}" if before.chances else ""
    if before.automatic:
        chance = "Automatic Victory" if before.automatic == ("",) else "no Automatic Victory"
    if before.cast is not None:
        return headline(before.cast, width, chance)
    return [row((f" {chance}", "strong"))] if chance else []


def before_rows(before: Before, width: int) -> list[Row]:
    """The chances of a battle before its dice; what they hang on stands in ``lay_before``."""
    rows = [cut(row((before.title, "heading")), width)]
    rows += [laid.row for laid in paragraph(f"{before.attackers} against {before.defenders}", width, "", indent=0)]
    if before.automatic == ("",):
        rows.append(row((f"{glyphs.sign('done')} Automatic Victory", "now")))
    else:
        rows += [laid.row for text in before.automatic for laid in paragraph(text, width, "refused", indent=0)]
    for text in before.first:
        rows += [laid.row for laid in paragraph(f"First {text}.", width, "quiet", indent=0)]
    for text, rule in before.cast.words if before.cast is not None else ():
        rows += [laid.row for laid in paragraph(text, width, "refused", rule=rule, indent=0)]
    if before.bars:
        title = before.bars_of + ("" if before.exact else f", sampled, ±{percent(Fraction(before.error))}")
        rows += [row(), cut(row((title, "heading")), width)]
        shares = [(name, float(chance)) for name, chance in before.bars]
        rows += bar_rows(shares, [percent(chance) for _, chance in before.bars], width)
    if before.later is not None:
        rows.append(row(("The chances are being counted.", "quiet")))
    for label, chance in before.chances:
        rows.append(spread(row((label, "quiet")), row((percent(chance), "strong")), width))
    for who, said in before.tolls:
        rows.append(row((f"{who} loses", "quiet")))
        rows += [laid.row for laid in paragraph(said, width, "", indent=1)]
    for text in before.assumed:
        rows += [laid.row for laid in paragraph(f"Taken for granted: {text}.", width, "quiet", indent=0)]
    return rows


def lay_before(before: Before, width: int) -> list[Laid]:
    """What a battle's roll is made of, and the rolls before it, as its report shows them after the dice."""
    laid: list[Laid] = []
    several = bool(before.leading)
    casts = [*([before.cast] if before.cast is not None else []), *before.leading]
    for cast in casts:
        laid.append(BLANK)
        if several:
            laid.append(Laid(row((f" {begun(cast.title)}", "heading"))))
            if cast is not before.cast:
                laid += [Laid(line) for line in headline(cast, width)]
        laid += lay_reckoning(cast, width)
    return laid + lay_idle(casts, width, "What does not count")
