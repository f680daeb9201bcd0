"""Places, countries and holdings: the list with its filters, what may be recorded of each, what that would bring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from engine.kernel import ruleset as rulesets
from engine.kernel import things
from engine.kernel.dice import NeedsDie
from engine.kernel.grammar import Unreadable
from engine.kernel.orders import Form
from engine.kernel.refusals import Refused
from engine.kernel.sheets.gazetteer import Site
from engine.kernel.sheets.ledger import ledger_of
from engine.kernel.values import frozen
from tui.frame_model import power_name
from tui.models.forms import entered, form_of, name_of
from tui.rows import clean

if TYPE_CHECKING:
    from engine.kernel.campaign import Campaign
    from saves.desk import Desk


@frozen
class Filter:
    """What is shown: '' for everything. ``power`` has it by right or now; ``text`` is looked for in all its words."""

    power: str = ""
    region: str = ""
    kind: str = ""
    text: str = ""


@frozen
class Recording:
    """A form for what may be recorded of a site, with the box filled in that names it."""

    verb: str
    form: Form
    given: Mapping[str, str]


@frozen
class Moved:
    """What an order would do to a power's ledger: each figure that differs, with what it was and would be."""

    name: str
    figures: tuple[tuple[str, int, int], ...]


def powers(campaign: Campaign) -> Mapping[str, str]:
    """The powers of a campaign with their names."""
    return ledger_of(rulesets.of(campaign)).powers(campaign)


def who(campaign: Campaign, holder: str) -> str:
    """The name of a holder, short; '' for nobody."""
    if not holder:
        return ""
    return power_name(campaign, holder) if holder in powers(campaign) else name_of(campaign, holder)


def powers_of(sites: Iterable[Site], campaign: Campaign) -> tuple[str, ...]:
    """The powers that have anything, by right or now, in the campaign's order."""
    named = {who for site in sites for who in (site.owner, site.holder)}
    return tuple(power for power in powers(campaign) if power in named)


def kinds_of(sites: Iterable[Site]) -> tuple[str, ...]:
    """The kinds of sites, in the order in which they first come."""
    return tuple(dict.fromkeys(site.kind for site in sites))


def regions_of(sites: Iterable[Site]) -> tuple[str, ...]:
    """The regions in which anything lies."""
    return tuple(sorted({site.region for site in sites if site.region}))


def shown(sites: Iterable[Site], by: Filter, campaign: Campaign) -> tuple[Site, ...]:
    """The sites that a filter lets through."""
    wanted = by.text.lower().split()
    return tuple(
        site
        for site in sites
        if by.power in ("", site.owner, site.holder)
        and by.region in ("", site.region)
        and by.kind in ("", site.kind)
        and all(word in _told(site, campaign) for word in wanted)
    )


def _told(site: Site, campaign: Campaign) -> str:
    said = (site.name, site.kind, site.whose, site.region, site.status, who(campaign, site.owner), *site.words)
    return " ".join((*said, who(campaign, site.holder), *(fact.text for fact in site.facts))).lower()


def group_of(site: Site, campaign: Campaign) -> str:
    """The heading that a site stands under: its power, or the minor countries together."""
    if site.owner in powers(campaign):
        return power_name(campaign, site.owner)
    return "Minor countries" if site.owner else "Nobody's"


def recordings(desk: Desk, site: Site, power: str) -> tuple[Recording, ...]:
    """What may be recorded of a site: the quick entries whose first box takes it, the likeliest first."""
    verbs = (*entered(desk, "capture"), *entered(desk, "places"))
    fit = []
    for verb in verbs:
        form = form_of(desk, verb, power)
        if form is not None and form.fields and site.id in form.fields[0].choices and _same_kind(desk, form, site):
            fit.append(Recording(verb, form, {form.fields[0].name: site.id}))
    return tuple(fit)


def _same_kind(desk: Desk, form: Form, site: Site) -> bool:
    """Whether a form's first box is for things of the site's table: a country's id may name a holding as well."""
    table = site.path.partition(".")[0]
    known = things.table(desk.campaign, table)
    return any(value in known and not _elsewhere(desk, value, table) for value in form.fields[0].choices)


def _elsewhere(desk: Desk, value: str, table: str) -> bool:
    tables = [name for name in ("places", "holdings", "countries") if name != table]
    return any(value in things.table(desk.campaign, name) for name in tables)


def would_move(desk: Desk, order: str) -> tuple[Moved, ...]:
    """What a legal order would do to every power's ledger; nothing where it cannot be given or dice decide."""
    try:
        after, _ = desk.what_if([order])
    except (Refused, Unreadable, NeedsDie, LookupError):
        return ()
    columns = [column.title for column in ledger_of(desk.ruleset).columns]
    before = {row.power: row for row in ledger_of(desk.ruleset).rows(desk.campaign)}
    moved = []
    for row in ledger_of(desk.ruleset).rows(after):
        was = before.get(row.power)
        if was is None:
            continue
        figures = tuple(
            (title, held, holds)
            for title, held, holds in zip(columns, was.figures, row.figures, strict=True)
            if held is not None and holds is not None and held != holds
        )
        if figures:
            moved.append(Moved(clean(was.name), figures))
    return tuple(moved)
