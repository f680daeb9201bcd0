"""The project grown by rooms that nobody has written: a copy of it in a folder, with more rooms in The War.

Each has a state class of ten fields, eight orders, a procedure, facts, a duty and a table, and is made playable by
being listed; so it shows what a room costs and what it has to touch.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable
from pathlib import Path

from attrs import field, frozen

from tests.check import ROOT

PARTS = ("engine", "saves", "tui", "scenarios")
DEEDS = ("levy", "muster", "survey", "requisition", "billet", "garner", "convene", "proclaim")
LIST = Path("engine", "thewar", "rooms.py")
_LISTED = '    "turns",\n'
FIELDS = ("owner", "levied", "mustered", "surveyed", "billeted", "garnered", "convened", "lost", "die", "turn")


@frozen
class Grown:
    """The copy: its folder, the rooms that it has more than the project, and how many lines they have in all."""

    folder: Path
    rooms: tuple[str, ...] = ()
    lines: int = 0
    files: tuple[Path, ...] = field(factory=tuple)


def names(count: int) -> tuple[str, ...]:
    """The names of so many rooms."""
    return tuple(f"annex{chr(ord('a') + nth)}" for nth in range(count))


def grow(folder: Path, rooms: Iterable[str] = ()) -> Grown:
    """Copy the project into a folder that is not there yet, with these rooms more."""
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    made: list[Path] = []
    for room in rooms:
        for path, text in _files(room).items():
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
            made.append(path)
    listed = "".join(f'    "{room}",\n' for room in rooms)
    text = (folder / LIST).read_text(encoding="utf-8")
    (folder / LIST).write_text(text.replace(_LISTED, listed + _LISTED), encoding="utf-8")
    lines = sum(len((folder / path).read_text(encoding="utf-8").splitlines()) for path in made)
    return Grown(folder, tuple(rooms), lines, tuple(made))


def _files(room: str) -> dict[Path, str]:
    """What a room consists of, by its path in the project."""
    package = Path("engine", "thewar", room)
    orders = "".join(_ORDER.format(room=room, deed=deed, cls=deed.title(), rule=f"99.{n}") for n, deed in _deeds())
    return {
        package / "__init__.py": f'"""{room.title()}: a room that nobody has written (chapter 99)."""\n',
        package / "room.py": _ROOM.format(room=room, orders=_listed(room)),
        package / "facts.py": _FACTS.format(room=room, facts="".join(_facts(room))),
        package / "due.py": _DUE.format(room=room),
        package / "standing.py": _STANDING.format(room=room, fields="".join(_fields())),
        package / "deeds.py": _DEEDS.format(room=room) + orders,
        package / "count.py": _COUNT.format(room=room, fields="".join(_carried())),
        Path("engine", "thewar", "tables") / f"{room}.toml": _TABLE.format(room=room) + "".join(_rows()),
    }


def _deeds() -> Iterable[tuple[int, str]]:
    return enumerate(DEEDS, 1)


def _listed(room: str) -> str:
    return "".join(f'        "deeds:{deed.title()}",\n' for deed in DEEDS) + '        "count:Begin",\n'


def _facts(room: str) -> Iterable[str]:
    for n, deed in _deeds():
        yield f'    count("{room}-{deed}", "99.{n}", "{deed.title()} of {room}", high=20),\n'
    yield f'    count("{room}-die", "99.9", "Die of {room}", high=10),\n'


def _fields() -> Iterable[str]:
    yield "    owner: str = written()\n"
    for name in FIELDS[1:]:
        yield f"    {name}: int = figure(0, 999, 0)\n"


def _carried() -> Iterable[str]:
    for name, deed in zip(FIELDS[1:7], DEEDS, strict=False):
        yield f'            {name}=int(facts.get(f"{{ROOM}}-{deed}", 0)),\n'


def _rows() -> Iterable[str]:
    for n, deed in _deeds():
        yield f'\n[row.{deed}]\nprice = {n}\nmost = 20\nrule = "99.{n}"\n'
        for die in range(1, 6):
            yield f"die-{die} = {die * n}\n"


_ROOM = '''"""What this room brings to The War: {room}."""

from __future__ import annotations

from engine.kernel.rooms import Room, names_in
from engine.thewar.world.state import TheWar

_late = names_in(__package__)

ROOM = Room[TheWar](
    orders=(
{orders}    ),
    procedures={{"{room}-count": "count:Counting"}},
    duties=(("planning.effort", _late("due:duties")),),
    end_of_turn=(_late("due:end_turn"),),
    facts=True,
    tables=("{room}",),
)
'''

_FACTS = '''"""The facts that {room} keeps."""

from __future__ import annotations

from engine.kernel.facts import count

FACTS = (
{facts})
'''

_DUE = '''"""What falls due in {room}, and what of it ends with a turn."""

from __future__ import annotations

from collections.abc import Iterable

from engine.kernel.sheets.ledger import Duty
from engine.kernel.transaction import Transaction
from engine.thewar.world.state import TheWar

DIE = "{room}-die"


def duties(campaign: TheWar) -> Iterable[Duty]:
    """What the die asks for."""
    if die := campaign.facts.get(DIE, 0):
        yield Duty(f"{room} has thrown {{die}}", "99.9")


def end_turn(tx: Transaction[TheWar], power: str) -> None:
    """The turn ends: the die is forgotten."""
    if tx.campaign.facts.get(DIE, 0):
        tx.set(f"facts.{{DIE}}", 0, "end of the turn", "99.9")
'''

_STANDING = '''"""How it stands in {room} while it is counted."""

from __future__ import annotations

from attrs import frozen

from engine.kernel.ranges import figure, written


@frozen
class Standing:
    """What has been done in the room, in units of each deed; ``die``: the face that was thrown."""

{fields}
    @property
    def total(self) -> int:
        """All that was done."""
        return self.levied + self.mustered + self.surveyed + self.billeted + self.garnered + self.convened

    @property
    def result(self) -> int:
        """What comes of it: the die and a tenth of all that was done."""
        return min(10, self.die + self.total // 10)
'''

_COUNT = '''"""The count of {room}: begun by an order, thrown with one die (99.9)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import attrs
from attrs import frozen

from engine.kernel.changes import Entry
from engine.kernel.orders import PowerOrder
from engine.kernel.procedures import Procedure, begin, under_way
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.{room}.due import DIE
from engine.thewar.{room}.standing import Standing
from engine.thewar.world import wars
from engine.thewar.world.state import TheWar

ROOM, RULE = "{room}", "99.9"


@frozen
class Counting(Procedure[TheWar]):
    """A count under way: the die is thrown, then what comes of it is written."""

    kind: ClassVar[str] = "{room}-count"

    standing: Standing

    @property
    def power(self) -> str:
        """Whose dice are thrown."""
        return self.standing.owner

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        """Throw the die, then write the result."""
        if self.stage == "die":
            face = tx.roll("count", rule=RULE)
            tx.set(f"{{at}}.standing", attrs.evolve(self.standing, die=face), "thrown", RULE)
            tx.set(f"{{at}}.stage", "result", "thrown", RULE)
            return
        tx.put(f"facts.{{DIE}}", self.standing.result, "counted", RULE)
        tx.remove(at, "counted", RULE)

    def told(self, before: TheWar, entry: Entry) -> str:
        """The die, then the result."""
        if self.stage == "die":
            return f"{room}: a die of {{', '.join(map(str, entry.faces('count')))}}"
        return f"{room} comes to {{self.standing.result}}"


@frozen
class Begin(PowerOrder[TheWar]):
    """Begin the count."""

    verb: ClassVar[str] = "{room}-count"
    title: ClassVar[str] = "count of {room}"
    rule: ClassVar[str] = RULE
    steps: ClassVar[tuple[str, ...]] = ("planning.effort",)

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """Once a turn, and one at a time."""
        if campaign.facts.get(DIE, 0):
            yield Refusal(RULE, "it has been counted this turn", "Once a turn.")
        if under_way(campaign, Counting):
            yield Refusal(RULE, "it is being counted", "One count at a time.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        """Put the count on the stack."""
        facts = tx.campaign.facts
        standing = Standing(
            self.power,
{fields}        )
        begin(tx, Counting("die", standing), "count begun", RULE)

    def sentence(self, campaign: TheWar) -> str:
        """Who counts."""
        return f"{{wars.named(campaign, self.power)}} counts {room}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Begin]:
        """The one there is."""
        yield cls(power)
'''

_DEEDS = '''"""What powers do in {room} (99.1 to 99.8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from attrs import frozen

from engine.kernel.changes import Entry
from engine.kernel.grammar import FLAG, keyed, number
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.tables import table
from engine.kernel.transaction import Transaction
from engine.thewar.world import wars
from engine.thewar.world.state import TheWar

ROOM = "{room}"


def row(deed: str) -> dict[str, Any]:
    """The printed row of a deed. Raises KeyError."""
    found: dict[str, Any] = table("thewar", ROOM)["row"][deed]
    return found


def done(campaign: TheWar, deed: str) -> int:
    """How often a deed has been done so far."""
    return int(campaign.facts.get(f"{{ROOM}}-{{deed}}", 0))


def worth(deed: str, count: int) -> int:
    """What so many of a deed are worth, at the best die of its row."""
    printed = row(deed)
    return count * max(int(printed[f"die-{{die}}"]) for die in range(1, 6))
'''

_ORDER = '''

@frozen
class {cls}(PowerOrder[TheWar]):
    """Order a {deed}, or several at once; ``twice``: each counts for two and costs as much."""

    verb: ClassVar[str] = "{room}-{deed}"
    title: ClassVar[str] = "{deed} of {room}"
    rule: ClassVar[str] = "{rule}"
    account: ClassVar[str] = "spent"
    steps: ClassVar[tuple[str, ...]] = ("planning.effort",)

    count: int = keyed(number(1, 9), 1)
    twice: bool = keyed(FLAG, False)

    @property
    def units(self) -> int:
        """How many it counts for."""
        return 2 * self.count if self.twice else self.count

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """Not more than the row allows, nor than the hand pays for."""
        most, had = int(row("{deed}")["most"]), done(campaign, "{deed}")
        if had + self.units > most:
            reason = f"{{self.units}} of {deed}, {{most - had}} are left"
            yield Refusal(self.rule, reason, f"At most {{most}} in all.")
        power = campaign.powers.get(self.power)
        if power is None:
            return
        price = self.cost(campaign).total
        if price > power.narfs:
            reason = f"it costs {{price}} NARFs, {{power.narfs}} are in hand"
            yield Refusal(self.rule, reason, "Fewer, or another deed.")

    def cost(self, campaign: TheWar) -> Breakdown:
        """The printed price of each, in NARFs."""
        price = int(row("{deed}")["price"])
        lines = [Line("{deed}", price * self.count, self.rule)]
        if self.twice:
            lines.append(Line("each counts for two", price * self.count, self.rule))
        return Breakdown(tuple(lines))

    def effect(self, tx: Transaction[TheWar]) -> None:
        """Pay for it and remember it."""
        had = done(tx.campaign, "{deed}")
        tx.add(f"powers.{{self.power}}.narfs", -self.cost(tx.campaign).total, "{deed}", self.rule)
        tx.put("facts.{room}-{deed}", had + self.units, "{deed}", self.rule)

    def sentence(self, campaign: TheWar) -> str:
        """Who does it, and how often."""
        often = f" x {{self.count}}" if self.count > 1 else ""
        double = ", each for two" if self.twice else ""
        return f"{{wars.named(campaign, self.power)}}: {deed}{{often}}{{double}}"

    def told(self, before: TheWar, entry: Entry) -> str:
        """The same with its price."""
        paid = -entry.moved(f"powers.{{self.power}}.narfs")
        return f"{{self.sentence(before)}}, {{paid}} NARFs"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[{cls}]:
        """Each number that is left to be done."""
        left = int(row("{deed}")["most"]) - done(campaign, "{deed}")
        for count in range(1, min(left, 3) + 1):
            yield cls(power, count)

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """How many, and whether twice."""
        left = int(row("{deed}")["most"]) - done(campaign, "{deed}")
        if left <= 0:
            return None
        fields = (
            Field("count", f"how many (1 to {{min(left, 9)}})", cls.rule, default="1"),
            Field("twice", "each for two", cls.rule, ("no", "yes"), "no"),
        )
        pattern = power + " {room}-{deed} count={{count}} twice={{twice}}"
        return Form(cls.verb, "{deed} of {room}", pattern, fields, cls.rule)
'''

_TABLE = """id = "{room}"
title = "What {room} comes to"
rule = "99.0"
columns = ["price", "most", "rule", "die-1", "die-2", "die-3", "die-4", "die-5"]
"""
