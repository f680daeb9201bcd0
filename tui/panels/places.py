"""Places, countries and holdings: whose they are and what they bring; from a line, what changes hands is recorded."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any, ClassVar

from attrs import evolve
from textual.binding import BindingType

from engine.kernel.campaign import Campaign
from engine.kernel.refusals import Refusal
from engine.kernel.sheets.gazetteer import Gazetteer, Site
from tui import glyphs
from tui.frame_model import power_name
from tui.keys import bindings
from tui.models import places
from tui.models.forces import following
from tui.models.places import Filter, Moved, Recording
from tui.panels.filling import Filling
from tui.panels.form_host import FormHost
from tui.panels.laying import (
    BLANK,
    SPREAD,
    Laid,
    caret,
    column,
    mark,
    paragraph,
    plain,
    signed,
    split,
    verbs_row,
    wrap_items,
)
from tui.panels.sifted import SiftedPanel
from tui.rows import Piece, Row, clean, cut, fit, folded, row, wrap
from tui.words import turn_name

_VALUE = 6
_FOOT = 6


class PlacesPanel(FormHost, SiftedPanel):
    """The list with filters by power, region, kind and text, and the form of what is recorded."""

    where: ClassVar[str] = "places"
    most: ClassVar[int] = SPREAD
    BINDINGS: ClassVar[list[BindingType]] = bindings("places")
    FILTER = Filter

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.sites: tuple[Site, ...] = ()
        self._every: tuple[Site, ...] = ()
        self._kept: tuple[tuple[Site, ...], int, list[Laid]] = ((), 0, [])
        self._forms: tuple[Recording, ...] = ()
        self._form = 0
        self._given = False
        self._weighed: tuple[Campaign | None, str, tuple[Moved, ...]] = (None, "", ())

    def show(self) -> None:
        """Read the places anew."""
        sheet = self.desk.ruleset.sheet(Gazetteer)
        self._every = sheet.sites(self.desk.campaign) if sheet is not None else ()
        if self.filling is not None:
            self.filling.read()
        self.sift(self.filter)
        self.retitle()

    def sift(self, by: Filter) -> None:
        self.sites = places.shown(self._every, by, self.desk.campaign)
        super().sift(by)

    def heading(self) -> str:
        return "Places"

    def spots(self) -> Sequence[str]:
        return [site.path for site in self.sites] if self.filling is None else ()

    @property
    def site(self) -> Site | None:
        """The site under the cursor."""
        return next((site for site in self.sites if site.path == self.spot), None)

    def focused_path(self) -> str:
        return self.spot if self.filling is None else ""

    @property
    def pages(self) -> tuple[str, ...]:
        return ("sources",)

    # --- filters

    def action_power(self) -> None:
        """The next power."""
        self._by_power(1)

    def action_power_back(self) -> None:
        """The power before."""
        self._by_power(-1)

    def _by_power(self, by: int) -> None:
        known = places.powers_of(self._every, self.desk.campaign)
        self.sift(evolve(self.filter, power=following(known, self.filter.power, by)))

    def action_region(self) -> None:
        """The next region."""
        self.sift(evolve(self.filter, region=following(places.regions_of(self._every), self.filter.region)))

    def action_kind(self) -> None:
        """The next kind."""
        self.sift(evolve(self.filter, kind=following(places.kinds_of(self._every), self.filter.kind)))

    # --- recording

    def enter_says(self) -> str | None:
        return "" if self.filling is None and not self.sites else None

    def idle(self, action: str) -> str:
        if action == "enter":
            return "nothing can be recorded of it here" if self.site is not None else "no place is under the cursor"
        return super().idle(action)

    def action_enter(self) -> None:
        """Record what became of the one under the cursor."""
        site = self.site
        if site is None:
            return
        mine = [power for power, seat in self.desk.campaign.seats.items() if seat == self.desk.seat]
        self._forms = places.recordings(self.desk, site, mine[0] if mine else "")
        self._form = 0
        self._open()

    def _open(self) -> None:
        if self._forms:
            begun = self._forms[self._form % len(self._forms)]
            # The power that takes it is asked for: a default would be taken without a look.
            self.filling = Filling(self.desk, begun.form, give=self._give, leave=self._leave, given=begun.given)
            self.filling.at = min(1, len(begun.form.fields) - 1)
            self.filling.read()
        self.redraw()

    def _give(self, line: str) -> None:
        self._given = True
        self.post_message(self.Ordered([line]))

    def _leave(self) -> None:
        self.filling = None

    def refused(self, refusals: Sequence[Refusal]) -> None:
        super().refused(refusals)
        self._given = False

    def carried_out(self) -> None:
        """A form whose order has been given is closed."""
        if self._given:
            self._given, self.filling = False, None

    # --- typing

    def takes(self, key: str, character: str | None) -> bool:
        """The form opens at once, so that letters typed fast behind Enter go into it."""
        if not self.typing() and key in ("enter", "slash"):
            self.action_enter() if key == "enter" else self.action_find()
            if not self.typing():
                self.tell(self.idle(key))
            return True
        return super().takes(key, character)

    def typed(self, key: str, character: str | None) -> bool:
        if self.filling is not None:
            if key in ("pagedown", "pageup") and len(self._forms) > 1:
                self._form += -1 if key == "pageup" else 1
                self._open()
                used = True
            else:
                used = self.into_form(self.filling, key, character)
            self.redraw()
            return used
        return super().typed(key, character)

    # --- drawing

    def lay(self, width: int) -> list[Laid]:
        if self.filling is not None:
            return self._lay_form(width)
        if not self._every:
            return paragraph("This game lists no places.", width, "quiet")
        whole, (width, right) = width, split(width)
        names, holders, gains = _columns(width)
        yearly = "brings a year" if gains > 13 else "a year"
        titles = f"{fit('held by', holders)}{column('worth', _VALUE)}  {fit(yearly, gains)}"
        head = [Laid(self._filters(width)), plain((fit("", names + 3), ""), (titles, "quiet"))]
        if not self.sites:
            return [*head, BLANK, *paragraph("Nothing passes these filters; a shows everything.", width, "quiet")]
        foot = [] if right else self._details(width)
        laid = [*head, *self.window(self._list(width), len(head) + len(foot)), *foot]
        return self.told(laid, self._details, whole) if right else laid

    def _filters(self, width: int) -> Row:
        by = self.filter
        power = power_name(self.desk.campaign, by.power) if by.power else "all powers"
        pieces: list[Piece] = [(" tab ", "key"), (power, "strong" if by.power else "quiet")]
        for key, value, every in (("r", by.region, "everywhere"), ("v", by.kind, "all kinds")):
            pieces += [(f"  {key} ", "key"), (value or every, "strong" if value else "quiet")]
        pieces.append(("  / ", "key"))
        if self.searching is not None:
            return cut(row(*pieces) + caret(self.searching, 20), width)
        return cut(row(*pieces, (clean(by.text) or "find", "strong" if by.text else "quiet")), width)

    def _list(self, width: int) -> list[Laid]:
        """The sites under their headings; only the one under the cursor is drawn at every key."""
        if self._kept[0] is not self.sites or self._kept[1] != width:
            self._kept = (self.sites, width, self._every_line(width))
        laid = self._kept[2]
        at = next((at for at, line in enumerate(laid) if line.spot == self.spot), None)
        site = self.site
        if at is None or site is None:
            return laid
        here = [Laid(line, site.path) for line in self._rows_of(site, width)]
        return [*laid[:at], *here, *laid[at + len(here) :]]

    def _every_line(self, width: int) -> list[Laid]:
        laid: list[Laid] = []
        last = ""
        for site in self.sites:
            group = places.group_of(site, self.desk.campaign)
            if group != last:
                last = group
                laid.append(plain((f" {group}", "heading")))
            laid += [Laid(line, site.path) for line in self._rows_of(site, width, here=False)]
        return laid

    def _rows_of(self, site: Site, width: int, *, here: bool = True) -> list[Row]:
        names, holders, gains = _columns(width)
        campaign = self.desk.campaign
        inside = site.kind not in ("country",) and site.owner not in places.powers(campaign) and site.owner
        name = f"{'  ' if inside else ''}{clean(site.name)}"
        held = places.who(campaign, site.holder)
        if site.kind == "country":
            # What has no room here stands with the details.
            status = f"{held} ({site.status})" if held else site.status
            held = status if len(status) <= holders or not held else held
        lost = site.kind != "country" and site.holder != site.owner
        brought = wrap_items(
            [f"{signed(gain.total)} {power_name(campaign, power)}" for power, gain in site.brings], gains
        )
        ink = "strong" if site.kind == "country" or here else ""
        indent = len(name) - len(name.lstrip())
        named, *more = wrap(name.strip(), names - 1 - indent)
        line = row(
            mark(here),
            (fit(f"{' ' * indent}{named}", names), ink),
            (fit(held or glyphs.sign("none"), holders), "changed" if lost else ""),
            (column(site.value or glyphs.sign("dot"), _VALUE), "" if site.value else "quiet"),
            "  ",
            (fit(brought[0] if brought else "", gains), "strong"),
        )
        rows = [line]
        for text, gain in zip_longest(more, brought[1:], fillvalue=""):
            below = row(" " * (indent + 5), (fit(text, names - indent - 2), ink))
            rows.append(below + row(" " * (line.width - gains - below.width), (gain, "strong")))
        return rows

    def _details(self, width: int) -> list[Laid]:
        """What holds of the site under the cursor, in as many lines as there is room for."""
        site = self.site
        if site is None:
            return []
        taken = f"taken {turn_name(site.taken)}" if site.taken else ""
        status = site.status if site.kind == "country" else ""
        parts = [site.kind, site.whose if site.whose != site.name else "", site.region, status, taken]
        head = row((f" {clean(site.name)}", "strong"), (f"  {', '.join(part for part in parts if part)}", "quiet"))
        laid = [Laid(line) for line in folded(head, width)]
        for power, gain in site.brings:
            for line in gain.lines:
                said = f"{signed(line.value)} a year for {power_name(self.desk.campaign, power)}: {line.label}"
                laid += paragraph(said, width, rule=line.rule, indent=3)
        for fact in site.facts:
            laid += paragraph(fact.text, width, "quiet", rule=fact.rule, indent=3)
        room = max(3, min(len(laid), self.size.height // 2 - 1, 10))
        if split(self.size.width)[1]:
            room = max(3, self.size.height - 1)
        if len(laid) > room:
            laid = [*laid[: room - 1], plain(("   and more: ? tells all", "quiet"))]
        return [BLANK, *(Laid(cut(line.row, width)) for line in laid)]

    def _lay_form(self, width: int) -> list[Laid]:
        filling = self.filling
        assert filling is not None
        laid: list[Laid] = []
        if len(self._forms) > 1:
            laid.append(verbs_row([begun.verb for begun in self._forms], self._form % len(self._forms), width))
        sheet = self.desk.ruleset.sheet(Gazetteer)
        share = sheet.share_now(self.desk.campaign) if sheet is not None else None
        if share is not None:
            laid += paragraph(share.text, width, "quiet", rule=share.rule)
        order = filling.model.verdict.order if filling.model.verdict.legal else ""
        moved = self._moved(order)
        laid += filling.lay(width, self.size.height - len(laid) - len(moved))
        for power in moved:
            figures = "   ".join(f"{title} {glyphs.arrow(was, now)}" for title, was, now in power.figures)
            laid.append(plain((f"   {fit(power.name, 14)} ", "strong"), (figures, "changed")))
        return laid

    def _moved(self, order: str) -> tuple[Moved, ...]:
        if not order:
            return ()
        campaign = self.desk.campaign
        if self._weighed[0] is not campaign or self._weighed[1] != order:
            self._weighed = (campaign, order, places.would_move(self.desk, order))
        return self._weighed[2]

    def help_text(self) -> str:
        if self.filling is not None:
            return self.filling.help_text()
        said = (
            "Every place, country and holding: who holds it, what it is worth, and what it brings in a year, to whom "
            "and why. Tab shows what one power has by right or holds; r and v go through regions and kinds; / looks "
            "for words, also in what the rules say of a place (such as oil, shipyard, 1939 soviet). Enter "
            "records that it changed hands; before it is given, what both sides' ledgers would become is below."
        )
        site = self.site
        if site is None:
            return said
        facts = [f"{fact.text} ({fact.rule})" if fact.rule else fact.text for fact in site.facts]
        return "\n".join([said, "", clean(site.name), *facts])


def _columns(width: int) -> tuple[int, int, int]:
    """The cells of names, holders and of what is brought."""
    room = width - 3 - _VALUE - 2
    names = min(30, room * 2 // 5)
    holders = min(24, (room - names) // 2 + 1)
    return names, holders, room - names - holders
