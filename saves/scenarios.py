"""Scenarios: the packaged ones and the player's own; and campaigns that begin with them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs
import tomli

from engine.kernel.campaign import Campaign
from engine.kernel.ruleset import Ruleset
from engine.kernel.ruleset import find as find_ruleset
from engine.kernel.sheets.options import named, options_of
from engine.kernel.values import frozen
from saves import checking, library, scenario_files, scenario_head
from saves.errors import Misuse, SavesError, UnreadableFile
from saves.extending import NOT_TAKEN_OVER, merged, taken_out
from saves.reading import Finding, errors
from saves.scenario_files import LIMIT as LIMIT
from saves.scenario_files import own_folder as own_folder
from saves.scenario_files import read_bytes as read_bytes
from saves.scenario_files import source_of as source_of
from saves.scenario_files import sources as sources
from saves.shapes import near

_SHOWN = ("title", "ruleset", "description", "first", "last")
LEARN = "learn-"
"""How the id of a scenario begins that is there to learn by."""
Options = Mapping[str, str | int | bool]


@frozen
class ScenarioCard:
    """A scenario in a list: ``seatings`` gives for a number of players the seats with their powers; ``options``
    their defaults;
    ``problem`` says why it cannot be played, or is ''. ``own``: it lies in the player's folder."""

    id: str
    title: str
    ruleset: str
    description: str
    first: str
    last: str
    seatings: Mapping[int, tuple[str, ...]]
    options: Options
    where: str
    own: bool = False
    problem: str = ""
    author: str = ""
    version: str = ""
    notes: str = ""

    @property
    def teaches(self) -> bool:
        """Whether it is there to learn by: its id says so."""
        return self.id.rpartition("/")[2].startswith(LEARN)


def scenarios() -> list[ScenarioCard]:
    """The scenarios that can be started; one that cannot be read says why."""
    heads: dict[str, dict[str, Any]] = {}
    return [_card(scenario_id, source, heads) for scenario_id, source in sources().items()]


def _card(scenario_id: str, source: Path, heads: dict[str, dict[str, Any]]) -> ScenarioCard:
    own = own_folder() in source.parents
    blank = ScenarioCard(scenario_id, scenario_id, "", "", "", "", {}, {}, str(source), own)
    try:
        raw = _head(source, heads)
        seatings = {int(count): tuple(dict.fromkeys(seats.values())) for count, seats in raw.get("seating", {}).items()}
        options = dict(raw.get("options", {}))
        title, ruleset, description, first, last = (str(raw.get(name, "")) for name in _SHOWN)
        said = {name: str(raw.get(name, "")) for name in ("author", "version", "notes")}
    except (SavesError, OSError) as fault:
        return attrs.evolve(blank, problem=str(fault))
    except (ValueError, TypeError, AttributeError, RecursionError) as fault:
        return attrs.evolve(blank, problem=_unreadable(source) or str(fault))
    return ScenarioCard(
        scenario_id, title, ruleset, description, first, last, seatings, options, str(source), own, **said
    )


def _unreadable(source: Path) -> str:
    """Why a scenario cannot be read, with its file and line, '' where nothing is wrong with it."""
    found = errors(checking.scenario(read_bytes(source), str(source))[1])
    return str(found[0]) if found else ""


def _head(source: Path, heads: dict[str, dict[str, Any]], chain: tuple[str, ...] = ()) -> dict[str, Any]:
    """What a scenario's head says with that of what it extends. ``heads``: those that were read already. Raises
    SavesError, ValueError."""
    where = str(source)
    if where in chain:
        raise UnreadableFile(f"{where}: what it extends goes round in a circle")
    if where not in heads:
        head = _head_of(read_bytes(source))
        name = head.get("extends")
        if isinstance(name, str) and name:
            base = _head(scenario_files.base_of(name, where), heads, (*chain, where))
            for path in head.get("without", ()):
                base = taken_out(base, str(path)) or base
            head = merged({key: item for key, item in base.items() if key not in NOT_TAKEN_OVER}, head)
        heads[where] = head
    return heads[where]


def _head_of(data: bytes) -> dict[str, Any]:
    """The head, the seatings and the options: they stand in front, so the long tables behind them need no reading."""
    text = data.decode("utf-8-sig")
    kept: list[str] = []
    inside = True
    for line in text.split("\n"):
        if line.startswith("["):
            inside = line.startswith(("[seating", "[options"))
        if inside:
            kept.append(line)
    try:
        return tomli.loads("\n".join(kept))
    except ValueError:
        # A line of its notes may begin like a table.
        whole = tomli.loads(text)
        return {name: item for name, item in whole.items() if name in scenario_head.KEYS}


def read(scenario_id: str) -> tuple[Ruleset[Any], dict[str, Any]]:
    """A scenario's game and plain data, with nothing wrong in it. Raises UnreadableFile with every finding."""
    source = source_of(scenario_id)
    raw, findings = checking.scenario(read_bytes(source), str(source))
    refuse(findings)
    return find_ruleset(raw["ruleset"]), raw


def refuse(findings: Iterable[Finding]) -> None:
    """Raise UnreadableFile with every error among a scenario's findings, where there is one."""
    found = errors(findings)
    if found:
        more = f" (and {len(found) - 1} more: 'warledger check' lists them)" if len(found) > 1 else ""
        raise UnreadableFile(f"{found[0]}{more}", tuple(found))


def preview(scenario_id: str, seats: int = 1, options: Mapping[str, Any] | None = None) -> Campaign:
    """The campaign that a scenario would begin as. Raises SavesError."""
    ruleset, raw = read(scenario_id)
    return opening(ruleset, raw, seats, options or {})


def opening(ruleset: Ruleset[Any], raw: Mapping[str, Any], seats: int, options: Mapping[str, Any]) -> Campaign:
    """The campaign of a checked scenario with so many seats and these options. Raises Misuse."""
    seating = raw["seating"].get(str(seats))
    if seating is None:
        raise Misuse(f"{raw['id']} is played with {', '.join(raw['seating'])} seats, not with {seats}")
    chosen = dict(raw.get("options", {}))
    for name, given in options.items():
        chosen[name] = _option(name, given, chosen)
        known = named(options_of(ruleset).options, name)
        if known is not None and known.choices and chosen[name] not in known.choices:
            raise Misuse(f"option '{name}' is {' or '.join(known.choices)}, not '{given}'")
    campaign, faults = checking.campaign_of(ruleset, raw, seating, chosen)
    if campaign is None:
        raise UnreadableFile(f"{raw['id']}: [{faults[0].table}] {faults[0].key}: {faults[0].problem}", tuple(faults))
    for odd in ruleset.check(campaign):
        table, _, name = odd.at.partition(".")
        if table == "options":
            raise Misuse(f"option '{name}' {odd.problem}" + (f" ({odd.rule})" if odd.rule else ""))
    return campaign


def _option(name: str, given: Any, known: Options) -> Any:
    if name not in known:
        nearest = near(name, known)
        hint = f"; nearest is '{nearest}'" if nearest else f"; there are {', '.join(known) or 'none'}"
        raise Misuse(f"no option '{name}'{hint}")
    default = known[name]
    if type(given) is type(default):
        return given
    text = str(given).lower()
    if isinstance(default, bool):
        if text in ("yes", "true", "on", "no", "false", "off"):
            return text in ("yes", "true", "on")
        raise Misuse(f"option '{name}' is yes or no, not '{given}'")
    if isinstance(default, int):
        if text.isascii() and text.removeprefix("-").isdigit() and len(text) < 10:
            return int(text)
        raise Misuse(f"option '{name}' is a whole number, not '{given}'")
    return str(given)


def new(
    scenario_id: str,
    *,
    name: str | None = None,
    at: Path | None = None,
    seats: int = 1,
    dice: str = "keyed",
    secret_file: Path | None = None,
    options: Mapping[str, Any] | None = None,
) -> Path:
    """Begin a campaign with a scenario, the rules' first steps done; returns its folder. Raises SavesError; then
    there is none.
    """
    ruleset, raw = read(scenario_id)
    campaign = opening(ruleset, raw, seats, options or {})
    name = library.free_name(str(raw["id"]), at) if name is None else name
    return library.create(ruleset, campaign, name=name, at=at, dice=dice, secret_file=secret_file)
