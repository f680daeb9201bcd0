"""Random battles on the ground of a campaign, with air support and Reserves, and games in which they are fought."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import attrs

from engine.kernel import play
from engine.kernel.changes import Entry
from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from engine.thewar.world import counters
from engine.thewar.world.state import Place, TheWar, Unit
from tests.thewar.builds import after, at, refused
from tests.thewar.ground.test_ground_fight import COMBAT, RESERVES, SECOND, stepped
from tests.thewar.values import wars_of

TURNS = ("1941-2-summer", "1941-3-fall", "1941-4-winter", "1942-1-spring", "1943-2-summer")
GERMAN = ("arm 8-8", "arm 4-8", "mech 4-8", "inf 6-5", "inf 3-5", "cav 2-6", "para 2-5", "art 3-3")
ITALIAN = ("inf 4-5", "arm 2-8", "mech 2-8")
SOVIET = ("inf 4-5", "inf 2-5", "arm 6-8", "mech 4-8", "cav 2-6", "sta 3-3", "flak 1-3", "art 3-3", "nkvd 2-3")
HEXES = (
    *((),) * 4,
    ("clear",),
    ("city",),
    ("forest",),
    ("mountain",),
    ("swamp",),
    ("river",),
    ("forest", "river"),
    ("beach-assault",),
    ("fortress",),
    ("city", "fortified"),
)


def battle(seed: int, *, air: bool = True) -> TheWar | None:
    """A campaign with one battle at 'x', announced and answered, in its combat step; None where nobody may attack."""
    dice = random.Random(seed)
    campaign = at(
        "axis.operations.attacks",
        dice.choice(TURNS),
        germany={"effort": dice.choice(("sle", "rle", "lle"))},
        italy={"effort": dice.choice(("rle", "lle"))},
        ussr={"army": dice.choice((2, 3))},
    )
    units: dict[str, Unit] = {}
    _draw(dice, units, "germany", GERMAN, dice.randint(2, 5))
    _draw(dice, units, "italy", ITALIAN, dice.randint(0, 2))
    attackers = tuple(units)
    _draw(dice, units, "ussr", SOVIET, dice.randint(1, 4))
    defenders = tuple(key for key in units if key not in attackers)
    support: tuple[str, ...] = ()
    if air:
        _draw(dice, units, "germany", ("tac 1-5-4", "mdm 1-7-6", "ftr 3-3-2"), dice.randint(1, 2))
        support = tuple(key for key in units if key not in (*attackers, *defenders))
        _draw(dice, units, "ussr", ("tac 1-5-4", "ftr 2-3-2"), dice.randint(0, 2))
    facing = tuple(key for key in units if key not in (*attackers, *defenders, *support))
    reserve = "ussr-arm-799"
    units[reserve] = Unit(power="ussr", kind="arm", strength="6-8", reserve=True)
    second = dice.random() < 0.25
    where = dice.choice(("x", "x", "smolensk", "sevastopol"))
    smolensk = Place(name="Smolensk", country="ussr", holder="ussr", value=3, tags={"ussr-1939": True, "eastern": True})
    campaign = attrs.evolve(
        campaign,
        units=units,
        wars=wars_of({"germany+ussr": dice.choice(("1941-1-spring", "1941-2-summer")), "italy+ussr": "1941-1-spring"}),
        places={**campaign.places, "smolensk": smolensk},
        sieges={"sevastopol": 2} if dice.random() < 0.3 else {},
    )
    if second:
        campaign = stepped(campaign, SECOND)
        attackers = tuple(key for key in attackers if units[key].kind in ("arm", "mech", "cav"))
    facts = [fact for fact in FACTS if dice.random() < 0.2]
    terrain = dice.choice(HEXES) if where == "x" else ()
    parts = {"units": attackers, "against": defenders, "terrain": terrain, "air": support}
    line = ""
    for wrong in ("", "lle-column", "drop"):
        facts = [fact for fact in facts if fact != wrong]
        named = {**parts, "facts": facts}
        words = (f"{name}={','.join(names)}" for name, names in named.items() if names)
        line = f"germany attack {where} {' '.join(words)}"
        if not attackers or not refused(campaign, line):
            break
    if not attackers or refused(campaign, line):
        return None
    campaign = after(campaign, line)
    if not second:
        campaign = stepped(campaign, RESERVES)
    for answer in (f"ussr support {where} {','.join(facing)}" if facing else "", f"ussr reinforce {where} {reserve}"):
        if answer and dice.random() < 0.7 and not refused(campaign, answer):
            campaign = after(campaign, answer)
    return campaign if second else stepped(campaign, COMBAT)


def _draw(dice: random.Random, units: dict[str, Unit], power: str, kinds: Sequence[str], count: int) -> None:
    for _ in range(count):
        kind, strength = dice.choice(kinds).split()
        depletes = kind in ("tac", "mdm", "ftr") or counters.parsed(kind, strength).combat > 3
        worn = depletes and kind != "art" and dice.random() < 0.2
        units[f"{power}-{kind}-{700 + len(units)}"] = Unit(power=power, kind=kind, strength=strength, depleted=worn)


FACTS = ("ussr-1939", "drop", "breach", "lle-column", "attackers-unsupplied")


class Game:
    """A battle as it is fought: orders given, dice fallen, entries written."""

    def __init__(self, campaign: TheWar) -> None:
        self.campaign = campaign
        self.entries: list[Entry] = []
        self.answers: list[str] = []

    def give(self, line: str, faces: Sequence[int]) -> int:
        """An order and all that follows of itself; returns how many faces it used."""
        dice = FixedDice(faces)
        order = understand(RULESET, line, self.campaign)
        for batch in play.submit(RULESET, self.campaign, [order], seat="solo", dice=dice, n=len(self.entries) + 1):
            campaign: Any = batch.campaign
            self.campaign = campaign
            self.entries.extend(batch.entries)
        return len(faces) - dice.left

    def decided(self) -> tuple[str, ...]:
        """What the battle awaits, () where it is over."""
        found = play.decision(self.campaign)
        return found.answers if found is not None else ()

    def fight(self, faces: Sequence[int], choose: random.Random | None = None) -> None:
        """The battle to its end, each decision by its first answer, or one at random."""
        where = next(iter(self.campaign.engagements))
        self.faces = list(faces)
        chosen = " choose=yes" if choose and choose.random() < 0.3 else ""
        used = self.give(f"{self.campaign.engagements[where].by} fight {where}{chosen}", faces)
        while answers := self.decided():
            answer = choose.choice(answers) if choose else self.default()
            self.answers.append(answer)
            used += self.give(answer, faces[used:])

    def default(self) -> str:
        """The answer that a forecast takes for granted; where none is named, the first."""
        found = play.decision(self.campaign)
        assert found is not None
        return found.default or found.answers[0]

    def fallen(self, purpose: str) -> list[int]:
        """The faces rolled for a purpose."""
        rolls = (roll for entry in self.entries for roll in entry.rolls)
        return [roll.face for roll in rolls if roll.purpose.partition(":")[0] == purpose]
