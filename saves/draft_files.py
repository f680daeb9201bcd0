"""A scenario's file as a draft reads and writes it: the opening that its bytes give, what is wrong with that as a
whole, the text with what has changed, a copy under a name of its own."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.kernel.ruleset import Ruleset
from engine.kernel.ruleset import find as find_ruleset
from engine.kernel.values import frozen
from saves import checking, disk, extending, scenario_files, scenario_head
from saves.draft_changes import Change
from saves.draft_values import HEAD, SEATING, WORDS, Parts, State, path_of
from saves.errors import SavesError, UnreadableFile
from saves.reading import Finding, parse

if TYPE_CHECKING:
    from saves.text_edits import Text

HEADING = """\
# A copy of {base}. Every line may be edited by hand; [sources] says where figures come from ("own": typed by its
# author), where the longest prefix of a figure's path counts. Campaigns that have begun are not changed by it.

"""


@frozen
class DraftFault:
    """Something wrong with an opening as a whole: the ``path`` it belongs to, what is wrong, what is nearest to a name
    that is not known; ``warning``: an author may mean it, and it is saved."""

    path: str
    problem: str
    nearest: str = ""
    warning: bool = False

    def __str__(self) -> str:
        return ": ".join(part for part in (self.path, self.problem) if part) + (
            f"; nearest is '{self.nearest}'" if self.nearest else ""
        )


def copied(data: bytes, base: str, scenario_id: str, title: str) -> bytes:
    """A scenario's file as that of a copy: its own id and title, what it is based on, and a heading instead of what
    introduces the base. Who made the base, and in which versions, is said in the base."""
    from saves.text_edits import BOM, Text

    lines = data.decode().removeprefix(BOM).split("\n")
    while lines and (not lines[0].strip() or lines[0].lstrip().startswith("#")):
        lines.pop(0)
    # The tables behind the head need no reading.
    first = next((at for at, line in enumerate(lines) if line.startswith("[")), len(lines))
    head = Text("\n".join(lines[:first]) + "\n")
    head.put(("id",), scenario_id)
    head.put(("title",), title)
    for name in ("author", "version", "changes"):
        head.drop((name,))
    head.put(("based_on",), base)
    return (HEADING.format(base=base) + head.text + "\n".join(lines[first:])).encode()


def rewritten(data: bytes, where: str, changes: tuple[Change, ...]) -> bytes:
    """A scenario's file with what has changed; in one that ``extends`` another as differences from that. Raises
    UnreadableFile."""
    from saves.text_edits import Text

    text = Text(data.decode())
    base = extending.base(data, where)
    without = list(text.get(("without",)) or ())
    for parts, value in changes:
        address = parts[1:] if parts[0] == HEAD else parts
        if base is None:
            _put(text, address, value)
        else:
            without = _put_difference(text, base, without, address, value)
    if base is not None:
        _put(text, ("without",), without or None)
    return text.text.encode()


def _put(text: Text, address: Parts, value: Any) -> None:
    if value is None:
        text.drop(address)
    else:
        text.put(address, value)


def _put_difference(text: Text, base: Mapping[str, Any], without: list[str], address: Parts, value: Any) -> list[str]:
    """Say in a file what differs from what it extends at one address; returns what the file takes out of that."""
    path = path_of(address)
    entry = len(address) == 2 and isinstance(_at(base, address), Mapping)
    left = [name for name in without if name != path and not (entry and name.startswith(f"{path}."))]
    above = any(path_of(address[:end]) in left for end in range(1, len(address)))
    there = None if above else _at(base, address)
    if value == there:
        # As the base has it: nothing is said of it.
        text.drop(address)
        for end in range(len(address) - 1, 0, -1):
            text.drop_bare(address[:end])
        return left
    _put(text, address, value)
    if there is None:
        return left
    if value is None and len(address) == 1:
        # A key of the head is said to be empty; only what stands in tables is taken out.
        text.put(address, type(there)())
        return left
    # An entry that takes the place of the base's own has none of its fields.
    return [*left, path] if value is None or entry else left


def _at(data: Mapping[str, Any], address: Parts) -> Any:
    found: Any = data
    for name in address:
        found = found.get(name) if isinstance(found, Mapping) else None
    return found


def write_aside(path: Path, data: bytes) -> None:
    aside = path.with_name(f".{path.name}.new")
    disk.write_new(aside, data)
    disk.move(aside, path)


def make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise SavesError(f"{folder}: {fault.strerror}; nothing was written") from fault


def packaged(path: Path | str) -> bool:
    """Whether a file came with the program."""
    return scenario_files.packaged().resolve() in Path(path).resolve().parents


def read(data: bytes, where: str) -> tuple[Ruleset[Any], State, tuple[DraftFault, ...]]:
    """A scenario's game, its opening and what is wrong with the file that no change here can mend. Raises
    UnreadableFile where it gives no opening."""
    raw, findings = checking.scenario(data, where)
    state = _state(raw) if raw and not _unread(data, where, findings) else None
    ruleset = find_ruleset(raw["ruleset"]) if state is not None else None
    mendable = {(fault.path, fault.problem) for fault in faults_of(ruleset, state)} if ruleset and state else set()
    odd = tuple(fault for fault in map(_whole, findings) if (fault.path, fault.problem) not in mendable)
    if state is None or ruleset is None or any(fault.path in scenario_head.TEXTS for fault in odd):
        more = f" (and {len(findings) - 1} more: 'warledger check' lists them)" if len(findings) > 1 else ""
        raise UnreadableFile(f"{findings[0]}{more}", tuple(findings))
    return ruleset, state, odd


def _unread(data: bytes, where: str, findings: list[Finding]) -> bool:
    """Whether lines of the text could not be read, or the game is not known."""
    unknown = any(not finding.table and finding.key == "ruleset" for finding in findings)
    return unknown or bool(findings and parse(data, where)[1])


def state_of(data: bytes, where: str) -> State | None:
    """The opening that a file gives, None where it gives none."""
    chain = extending.read(data, where)
    return None if chain.raw is None or chain.findings else _state(chain.raw)


def _state(raw: Mapping[str, Any]) -> State | None:
    ruleset = find_ruleset(raw["ruleset"])
    campaign, faults = checking.campaign_of(ruleset, raw, dict.fromkeys(ruleset.powers, "solo"), raw.get("options", {}))
    if campaign is None or faults:
        return None
    words: dict[str, Any] = {name: raw.get(name, usual) for name, usual in WORDS.items()}
    if isinstance(words["changes"], list):
        words["changes"] = tuple(words["changes"])
    seating = raw.get(SEATING, {})
    if not isinstance(seating, dict) or not all(isinstance(seats, dict) for seats in seating.values()):
        return None
    words[SEATING] = seating
    return State(campaign, words)


def faults_of(ruleset: Ruleset[Any], state: State) -> list[DraftFault]:
    found = checking.whole(ruleset, state.campaign, state.words[SEATING])
    return [_whole(finding) for finding in dict.fromkeys(found)]


def _whole(finding: Finding) -> DraftFault:
    path = ".".join(part for part in (finding.table, finding.key) if part)
    return DraftFault(path, finding.problem, finding.nearest, finding.warning)
