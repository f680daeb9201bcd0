"""Countries and powers that a scenario has not: taken from the scenario of their game that has them all, with what is
theirs (places, counters, force pools, wars); and taken out again with the same.

Whose an entry is says the field that its page is grouped by. What it names and the scenario has not comes along where
it is a place; anything else that it names is left out, as who has Slovakia without Germany has it without a patron.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from engine.kernel import things
from engine.kernel.campaign import Campaign
from engine.kernel.facts import FIELD
from engine.kernel.field_words import BadWord, Vocabulary
from engine.kernel.fitting import strangers
from engine.kernel.paths import Addressed
from engine.kernel.ranges import KeyOf, bounds
from engine.kernel.ruleset import Ruleset
from engine.kernel.setup_lines import entry_class
from engine.kernel.sheets.setup import Page, Setup
from engine.kernel.values import frozen

PLACES = "places"
_FEW = 8
Entries = Mapping[str, Mapping[str, Any]]
"""Entries by table and key."""


@frozen
class Bundle:
    """What one country or power is and has: its ``table``, ``key`` and ``name``, the ``entries`` by table and key, its
    own among them."""

    table: str
    key: str
    name: str
    entries: Entries

    def told(self, pages: tuple[Page, ...]) -> str:
        """What comes along, by page: 'Places 2, Counters 6'; '' for nothing."""
        counted = {page.title: len(self.entries.get(page.table, ())) - (page.table == self.table) for page in pages}
        return ", ".join(f"{title} {many}" for title, many in counted.items() if many > 0)


def free(page: Page, campaign: Campaign, known: Campaign) -> dict[str, str]:
    """What of a page's entries in the scenario that has all the campaign has not: names by key."""
    held, every = things.table(campaign, page.table), things.table(known, page.table)
    return {key: things.name_of(entry) or key for key, entry in every.items() if key not in held}


def named(page: Page, ruleset: Ruleset[Any], campaign: Campaign, known: Campaign, text: str) -> str:
    """The key of what a typed text names of a page's entries in the scenario that has all. Raises BadWord where there
    is none, or where it stands in the campaign already."""
    every = things.table(known, page.table)
    names = {key: things.name_of(entry) for key, entry in every.items()}
    shown = Vocabulary(names)
    wanted = " ".join(text.replace('"', " ").split()).lower()
    left = free(page, campaign, known)
    may = f"{listed(list(left.values()))} may be added" if left else "all that there are stand here"
    if not wanted:
        raise BadWord("nothing is typed", may)
    key = shown.meant.get(wanted) or (alias if (alias := ruleset.aliases.get(wanted, "")) in every else "")
    if not key:
        title = known.title
        raise BadWord(f"'{wanted[:40]}' is none of {title}, which has all that the rules know", may, shown.near(wanted))
    if key not in left:
        raise BadWord(f"{names[key] or key} stands there already", "change its line")
    return key


def listed(names: list[str]) -> str:
    """Names one after the other, of very many the first."""
    return ", ".join(names[:_FEW]) + (f" and {len(names) - _FEW} more" if len(names) > _FEW else "")


def brought(
    setup: Setup[Any], ruleset: Ruleset[Any], campaign: Campaign, known: Campaign, table: str, key: str
) -> Bundle:
    """What comes into a campaign with a country or power of the scenario that has all: what the campaign has not, as it
    may stand there."""
    found = {
        of: {name: entry for name, entry in entries.items() if name not in things.table(campaign, of)}
        for of, entries in _theirs(setup, known, table, key).items()
    }
    _places(setup, known, campaign, found)
    _wars(setup, known, campaign, found, key)
    fitted = setup.brought(campaign, _fitting(_with(campaign, found), found))
    after = _with(campaign, fitted)
    facts = {
        name: value
        for name, value in known.facts.items()  # type: ignore[attr-defined]
        if ruleset.facts.find(campaign, name) is None and ruleset.facts.find(after, name) is not None
    }
    entries = {of: held for of, held in {**fitted, FIELD: facts}.items() if held}
    return Bundle(table, key, things.name_of(things.table(known, table)[key]) or key, entries)


def bearing(setup: Setup[Any], ruleset: Ruleset[Any], campaign: Campaign, table: str, key: str) -> Bundle:
    """What leaves a campaign with a country or power: what is its, its wars, the facts that are of nothing then."""
    found = {of: dict(entries) for of, entries in _theirs(setup, campaign, table, key).items()}
    _wars(setup, campaign, campaign, found, key)
    _remembered(setup, campaign, found)
    after = without(campaign, found)
    facts = {
        name: value
        for name, value in campaign.facts.items()  # type: ignore[attr-defined]
        if ruleset.facts.find(campaign, name) is not None and ruleset.facts.find(after, name) is None
    }
    entries = {of: held for of, held in {**found, FIELD: facts}.items() if held}
    return Bundle(table, key, things.name_of(things.table(campaign, table)[key]) or key, entries)


def _remembered(setup: Setup[Any], campaign: Campaign, found: dict[str, dict[str, Any]]) -> None:
    """What only play keeps, on no page, and what names somebody who goes, goes with him."""
    pages = {page.table for page in setup.pages}
    after = without(campaign, found)
    for field in attrs.fields(type(campaign)):
        if field.name in pages or entry_class(type(campaign), field.name) is None:
            continue
        for key, entry in things.table(campaign, field.name).items():
            if strangers(after, entry):
                found.setdefault(field.name, {})[key] = entry


def with_all(campaign: Campaign, known: Campaign, bundle: Bundle) -> Campaign:
    """The campaign with what was brought, and with what the other scenario says of where its figures come from."""
    said = {
        path: text for path, text in known.sources.items() if path not in campaign.sources and _of(path, bundle.entries)
    }
    return attrs.evolve(_with(campaign, bundle.entries), sources={**campaign.sources, **said})


def without(campaign: Campaign, entries: Entries) -> Campaign:
    """The campaign without entries, and without what it says of their sources."""
    held: Any = {
        table: {key: entry for key, entry in things.table(campaign, table).items() if key not in gone}
        for table, gone in entries.items()
    }
    kept = {path: text for path, text in campaign.sources.items() if not _of(path, entries)}
    return attrs.evolve(campaign, **held, sources=kept)


def _of(path: str, entries: Entries) -> bool:
    """Whether a source is of one of the entries."""
    table, _, rest = path.partition(".")
    return rest in entries.get(table, ()) or rest.partition(".")[0] in entries.get(table, ())


def _with(campaign: Campaign, entries: Entries) -> Campaign:
    held: Any = {table: {**things.table(campaign, table), **new} for table, new in entries.items()}
    return attrs.evolve(campaign, **held)


def _theirs(setup: Setup[Any], campaign: Campaign, table: str, key: str) -> dict[str, dict[str, Any]]:
    """A country or power and everything that is its by the heading under which it stands, and what is theirs in turn,
    such as the places of its colonies."""
    found: dict[str, dict[str, Any]] = {table: {key: things.table(campaign, table)[key]}}
    headings = _headings(setup, campaign)
    todo = [(table, key)]
    for of, whose in todo:
        for page in setup.pages:
            # A country under a patron is no part of him.
            if not page.group or page.known_in:
                continue
            for name, entry in things.table(campaign, page.table).items():
                theirs = getattr(entry, page.group) == whose and _may_name(type(entry), page.group, of)
                if theirs and name not in found.setdefault(page.table, {}):
                    found[page.table][name] = entry
                    if page.table in headings:
                        todo.append((page.table, name))
    return found


def _headings(setup: Setup[Any], campaign: Campaign) -> set[str]:
    """The tables whose entries others stand under."""
    found: set[str] = set()
    for page in setup.pages:
        cls = entry_class(type(campaign), page.table) if page.group else None
        allowed = bounds(cls).get(page.group) if cls is not None else None
        found.update(allowed.mappings if isinstance(allowed, KeyOf) else ())
    return found


def _may_name(cls: type, field: str, table: str) -> bool:
    """Whether a field holds keys of a table; one that holds any word holds a power's or a country's."""
    allowed = bounds(cls).get(field)
    return table in allowed.mappings if isinstance(allowed, KeyOf) else table != PLACES


def _places(setup: Setup[Any], known: Campaign, campaign: Campaign, found: dict[str, dict[str, Any]]) -> None:
    """Places that the entries name and the campaign has not come along, and what stands under a place's own key, such
    as its oil plant."""
    here = things.table(known, PLACES)
    brought = found.setdefault(PLACES, {})
    todo = [entry for entries in found.values() for entry in entries.values()]
    for entry in todo:
        for name in _named(type(entry)):
            where = getattr(entry, name)
            if where in here and where not in brought and where not in things.table(campaign, PLACES):
                brought[where] = here[where]
                todo.append(here[where])
    for page in setup.pages:
        if PLACES in page.keys:
            found[page.table] = {key: held for key, held in things.table(known, page.table).items() if key in brought}


def _named(cls: type) -> Iterator[str]:
    """The fields of an entry that name one place."""
    for name, allowed in bounds(cls).items():
        if isinstance(allowed, KeyOf) and PLACES in allowed.mappings:
            yield name


def _wars(setup: Setup[Any], known: Campaign, campaign: Campaign, found: dict[str, dict[str, Any]], key: str) -> None:
    """What is between it and another, such as a war, where both are there then."""
    there = {name for page in setup.pages if page.known_in for name in things.table(campaign, page.table)}
    for page in setup.pages:
        cls = entry_class(type(known), page.table) if page.table else None
        if cls is None or not issubclass(cls, Addressed):
            continue
        for name, entry in things.table(known, page.table).items():
            names = set(entry.names)  # type: ignore[attr-defined]
            if key in names and names - {key} <= there and name not in found.get(page.table, ()):
                found.setdefault(page.table, {})[name] = entry


def _fitting(after: Campaign, found: Entries) -> Entries:
    """The entries, each without what it names that is not there; one that must name it does not come."""
    fitted: dict[str, dict[str, Any]] = {}
    for table, entries in found.items():
        fitted[table] = {}
        for key, entry in entries.items():
            if not attrs.has(type(entry)):
                fitted[table][key] = entry
                continue
            gone = [name for name, _ in strangers(after, entry)]
            usual = {name: _nothing(type(entry), name) for name in gone}
            if None not in usual.values():
                fitted[table][key] = attrs.evolve(entry, **usual)
    return fitted


def _nothing(cls: Any, name: str) -> Any:
    """What stands in a field that names nothing, None where it must name something."""
    default = next(field.default for field in attrs.fields(cls) if field.name == name)
    if default is not attrs.NOTHING:
        return default
    allowed = bounds(cls)[name]
    return "" if isinstance(allowed, KeyOf) and "" in allowed.also else None
