"""``check``: every fault of a scenario, a turn file, a campaign or a settings file, before anything is made of it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import chain, islice
from pathlib import Path
from typing import Any

import attrs

from engine.kernel import fitting, guide, leaving_out
from engine.kernel.campaign import Campaign
from engine.kernel.grammar import ID
from engine.kernel.paths import Addressed, UnknownPath, field_types
from engine.kernel.paths import get as value_at
from engine.kernel.players import COUNTS, MOST_PLAYERS
from engine.kernel.ruleset import Ruleset, UnknownRuleset
from engine.kernel.ruleset import find as find_ruleset
from saves import disk, extending, format, migration, notes, scenario_files, scenario_head, seals, shapes, store
from saves.errors import SavesError
from saves.placing import Lines
from saves.reading import MOST_FAULTS, Finding, errors, findings_of, parse, sane
from saves.shapes import Fault, near

MARKED = ("scenario", "scenario_version", "seats", "progress", "sealed", "pending")
KINDS = ("scenario", "turn", "campaign", "seat")
_LIMIT = 4_000_000


def check(path: Path | str) -> list[Finding]:
    """Every finding of a file or a campaign's folder; none: it is in order. Never raises for what stands in it."""
    try:
        path = disk.expanded(path)
        if path.is_dir():
            return _campaign(path)
        if path.name == store.CARD:
            return _campaign(path.parent)
        data = disk.read(path, store.LIMIT if format.TURN_FILE.match(path.name) else _LIMIT)
    except (SavesError, OSError, ValueError) as fault:
        return [Finding(str(path), "", "", _without(str(fault), str(path)))]
    if path.name == "settings.toml":
        from saves import settings

        return settings.read(data, str(path))[1]
    if data.lstrip().startswith(b"format") and re.search(rb'^kind = "turn"', data[:4000], re.MULTILINE):
        return turn_file(data, path)
    if re.search(rb'^kind = "seat"', data[:4000], re.MULTILINE):
        return [Finding(str(path), "", "", seals.scan(data).torn)] if seals.scan(data).torn else []
    if re.search(rb'^kind = "notes"', data[:4000], re.MULTILINE):
        return notes.check(path)
    found = scenario(data, str(path))[1]
    if twin := scenario_files.twin(path, data):
        told = f"{twin.name} in the same folder has this id as well: a campaign that keeps it may mean either"
        line = Lines(data.decode("utf-8-sig", errors="replace")).of("", "id")
        found.append(Finding(str(path), "", "id", told, line=line, warning=True))
    return found


def _without(text: str, where: str) -> str:
    return text.removeprefix(f"{where}: ")


def _campaign(folder: Path) -> list[Finding]:
    try:
        campaign = store.CampaignFolder(folder)
        files = campaign.files()
    except SavesError as fault:
        return [Finding(str(folder), "", "", _without(str(fault), str(folder)))]
    findings: list[Finding] = []
    for path in files:
        try:
            findings += turn_file(disk.read(path, store.LIMIT), path)
        except SavesError as fault:
            findings.append(Finding(str(path), "", "", str(fault)))
    for path in sorted((folder / notes.NOTES).glob("*.toml")):
        findings += notes.check(path)
    return findings


def turn_file(data: bytes, path: Path) -> list[Finding]:
    """Every finding of a turn file's bytes."""
    where = str(path)
    scan = seals.scan(data)
    raw, findings = parse(scan.opening, where)
    if raw is None:
        return findings
    try:
        if raw.get("format") != format.FORMAT:
            raw = migration.to_present(raw, where)
        head = format.read_head(raw, where)
        ruleset = find_ruleset(str(raw.get("ruleset", "")))
    except SavesError as fault:
        return [*findings, Finding(where, "", "", _without(str(fault), where))]
    except UnknownRuleset:
        return [*findings, Finding(where, "", "ruleset", f"no game {shapes.shown(raw.get('ruleset'))} is installed")]
    findings += sane(raw, where)
    faults: list[Fault] = []
    format.read_opening(ruleset, raw, faults)
    findings += findings_of(where, faults)
    if findings:
        return findings
    del head
    from saves import turnfile

    try:
        loaded = turnfile.load(path, data, ruleset)
    except SavesError as fault:
        return [Finding(where, "", "", _without(str(fault), where))]
    told = "edited by hand: its seal does not fit"
    findings += [Finding(where, "entry", str(edit.n or "opened"), told) for edit in loaded.edited]
    if loaded.torn:
        findings.append(Finding(where, "entry", "", f"{loaded.size - loaded.good} bytes at the end: {loaded.torn}"))
    # What was recorded while the ranges were wider is told, and opens all the same.
    found_out = (*_misfits(ruleset, loaded.opening, where), *_misfits(ruleset, loaded.campaign, where))
    return findings + list(dict.fromkeys(found_out))


def scenario(data: bytes, where: str) -> tuple[dict[str, Any], list[Finding]]:
    """A scenario's plain data with what it extends, and every finding; with errors nothing should be made of it."""
    files = extending.read(data, where)
    if files.raw is None:
        return {}, _placed(files, [])
    raw = files.raw
    told = {one.key for one in files.findings if not one.table}
    findings = [one for one in findings_of(where, scenario_head.faults(raw)) if one.key not in told]
    try:
        ruleset = find_ruleset(raw["ruleset"]) if isinstance(raw.get("ruleset"), str) else None
    except UnknownRuleset:
        findings.append(Finding(where, "", "ruleset", f"no game {shapes.shown(raw['ruleset'])} is installed"))
        ruleset = None
    if ruleset is not None:
        findings += _contents(ruleset, raw, where, whole=not errors((*files.findings, *findings)))
    if errors((*files.findings, *findings)):
        findings += files.older
    return raw, _placed(files, findings)


def _contents(ruleset: Ruleset[Any], raw: Mapping[str, Any], where: str, *, whole: bool) -> list[Finding]:
    """What is wrong with the tables of a scenario. ``whole``: so far nothing was, so that it is worth while to see how
    they hang together."""
    findings: list[Finding] = []
    names = format.shared_fields(ruleset.campaign_class)
    known = tuple(name for name in (*names, *scenario_head.KEYS) if name not in MARKED)
    for name in raw:
        if name not in known and len(findings) <= MOST_FAULTS:
            kind = "table" if isinstance(raw[name], dict) else "key"
            findings.append(Finding(where, "", name, f"there is no such {kind}", near(name, known)))
    findings += _seating(raw.get("seating"), ruleset, where)
    findings += _ids(raw, ruleset, where)
    powers = raw.get("powers", {})
    findings += [
        Finding(where, "powers", key, "is no power of this game", near(key, ruleset.powers))
        for key in (powers if isinstance(powers, dict) else ())
        if key not in ruleset.powers
    ]
    findings += _guide(raw.get("guide", []), ruleset, where)
    campaign, faults = campaign_of(ruleset, raw, dict.fromkeys(ruleset.powers, "solo"), raw.get("options", {}))
    findings += [one for one in findings_of(where, faults) if (one.table or one.key) not in scenario_head.TEXTS]
    if campaign is not None and whole and not findings:
        findings += _fits(ruleset, campaign, where)
    return findings


def _placed(files: extending.Chain, findings: Iterable[Finding]) -> list[Finding]:
    """The findings of a scenario's files and of what they say together, each once, with the file and line that said
    it."""
    lines: dict[str, Lines] = {}
    placed: dict[Finding, None] = {}
    found = [*files.findings, *findings]
    if len(found) > MOST_FAULTS:
        more = f"is wrong in more places than the {MOST_FAULTS} that are listed"
        found = [*found[:MOST_FAULTS], Finding(files.layers[0].where, "", "", more, line=1)]
    for finding in found:
        layer = next((one for one in files.layers if one.where == finding.file), files.layers[0])
        if layer is files.layers[0] and not finding.line:
            layer = files.said(finding.table, finding.key)
        at = finding.line or lines.setdefault(layer.where, Lines(layer.text)).of(finding.table, finding.key)
        placed[attrs.evolve(finding, file=layer.where, line=at)] = None
    return list(placed)


def _seating(raw: Any, ruleset: Ruleset[Any], where: str) -> list[Finding]:
    if not isinstance(raw, dict) or not raw:
        return [Finding(where, "seating", "", "is missing: a table [seating.1] gives each power its seat")]
    findings = []
    for count, seats in raw.items():
        table = f"seating.{count}"
        if count not in COUNTS:
            findings.append(Finding(where, "seating", count, f"1 to {MOST_PLAYERS} players are known"))
        if not isinstance(seats, dict):
            findings.append(Finding(where, "seating", count, f"{shapes.shown(seats)} stands where a table is wanted"))
            continue
        for power, seat in seats.items():
            if power not in ruleset.powers:
                findings.append(Finding(where, table, power, "is no power of this game", near(power, ruleset.powers)))
            if not isinstance(seat, str) or not ID.match(seat) or seat in ("rules", "table"):
                findings.append(Finding(where, table, power, f"{shapes.shown(seat)} is no name of a seat"))
        for power in ruleset.powers:
            if power not in seats:
                nearest = near(power, set(seats) - set(ruleset.powers))
                findings.append(Finding(where, table, power, "is missing: every power has a seat", nearest))
        players = len({seat for seat in seats.values() if isinstance(seat, str)})
        if count in COUNTS and players != int(count):
            findings.append(Finding(where, table, "", f"names {players} seats, not {count}"))
    return findings


def _guide(raw: Any, ruleset: Ruleset[Any], where: str) -> list[Finding]:
    """What is wrong with the notes of a guide."""
    faults: list[Fault] = []
    said = shapes.structure(tuple[guide.Note, ...], raw, faults, key="guide")
    if faults:
        return findings_of(where, faults)
    return [Finding(where, "guide", odd.at.partition(".")[2], odd.problem) for odd in guide.faults(ruleset, said)]


def _ids(raw: Mapping[str, Any], ruleset: Ruleset[Any], where: str) -> list[Finding]:
    """Ids of what a campaign holds have one form."""
    findings = []
    for name, kind in field_types(ruleset.campaign_class).items():
        items = raw.get(name)
        args: tuple[Any, ...] = getattr(kind, "__args__", ())
        if isinstance(items, dict) and len(args) == 2 and isinstance(args[1], type) and attrs.has(args[1]):
            joint = args[1].joint if issubclass(args[1], Addressed) else "-"
            odd = (item for item in items if not ID.match(item.replace(joint, "-")))
            findings += [Finding(where, name, shapes.shown(item)[1:-1], scenario_head.ID_FORM) for item in odd]
    return findings


def campaign_of(
    ruleset: Ruleset[Any], raw: Mapping[str, Any], seats: Mapping[str, str], options: Any
) -> tuple[Campaign | None, list[Fault]]:
    """The campaign that a scenario's plain data opens with, and the faults of its shape."""
    given = {name: item for name, item in raw.items() if name in format.shared_fields(ruleset.campaign_class)}
    given = {name: item for name, item in given.items() if name not in MARKED}
    given |= {"seats": dict(seats), "options": options, "scenario": raw.get("id", "")}
    if version := raw.get("version"):
        given["scenario_version"] = version
    faults: list[Fault] = []
    campaign = format.read_opening(ruleset, given, faults)
    return campaign, faults


def whole(ruleset: Ruleset[Any], campaign: Campaign, seating: Any, where: str = "") -> list[Finding]:
    """What is wrong with an opening that has the right shape, and with its seatings."""
    return _seating(seating, ruleset, where) + _fits(ruleset, campaign, where)


def _fits(ruleset: Ruleset[Any], campaign: Campaign, where: str) -> list[Finding]:
    """What does not fit together in an opening that has the right shape."""
    findings = []
    try:
        ruleset.calendar.now(campaign)
        if ruleset.calendar.last(campaign) < 1:
            raise ValueError("the last turn comes before the first")
    except (LookupError, ValueError, TypeError) as fault:
        findings.append(Finding(where, "", "first", f"the game cannot count from it to 'last': {fault}"))
        return findings
    for prefix in campaign.sources:
        if len(findings) > MOST_FAULTS:
            break
        try:
            value_at(campaign, prefix)
        except UnknownPath as fault:
            findings.append(Finding(where, "sources", prefix, f"leads nowhere: no '{fault.part}'", fault.near))
    misfits = {(one.table, one.key): one for one in _misfits(ruleset, campaign, where)}
    odds = chain.from_iterable((leaving_out.faults(ruleset, campaign), ruleset.check(campaign, opening=True)))
    for odd in islice(odds, MOST_FAULTS + 1):
        table, _, key = odd.at.rpartition(".")
        misfit = misfits.pop((table, key), None)
        # The range says what may stand there, the game by which rule.
        told = (misfit.problem if misfit is not None else odd.problem) + (f" ({odd.rule})" if odd.rule else "")
        nearest = misfit.nearest if misfit is not None else odd.nearest
        findings.append(Finding(where, table, key, told, nearest, warning=odd.warning and misfit is None))
    return [*findings, *misfits.values()]


def _misfits(ruleset: Ruleset[Any], campaign: Campaign, where: str) -> list[Finding]:
    """Figures out of their ranges, and names that the campaign does not know, with what may stand there."""
    findings = []
    for misfit in islice(fitting.misfits(campaign, ruleset.facts), MOST_FAULTS + 1):
        table, _, key = misfit.at.rpartition(".")
        told = misfit.problem + (f"; {misfit.allowed}" if misfit.allowed else "")
        findings.append(Finding(where, table, key, told, misfit.nearest))
    return findings
