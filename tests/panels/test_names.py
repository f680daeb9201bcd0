"""Every line that a player reads of a battle speaks names: no ids of places, powers, units or groups of units."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from typing import Any

import attrs
import pytest

from engine.kernel.dice import KeyedDice
from engine.kernel.grammar import Unreadable
from engine.kernel.sheets.ledger import falls_due
from engine.thewar.world import traits
from tests.scale import sampled
from tests.thewar.air.test_air_fight import sky
from tests.thewar.ground.test_ground_fight import front
from tests.thewar.sea.test_sea_fight import med
from tests.tui.standin import StandinDesk
from tui.models.battles import battles
from tui.models.choices import choices
from tui.models.combat import announced, previewed
from tui.models.forces import groups
from tui.telling import latest

_GROUP = re.compile(rf"(?<![\w-])(?:[a-z]+-)?(?:{'|'.join(traits.kinds())})-\d[\w-]*")
"""A group of units as orders name it: ``inf-6-5``, ``ussr-tac-1-5-4``."""

KINDS = ("ground", "air", "sea")
BATTLES = 40
"""Of each kind that are fought at random."""


class Seeded(StandinDesk):
    """A desk whose dice fall otherwise for each seed."""

    seed = 0

    def _dice(self, rolls: Any) -> Any:
        return KeyedDice(f"names-{self.seed}".encode())


def opened(kind: str, seed: int) -> Any:
    """A desk with a battle of a kind announced, and met where it is at sea."""
    start, orders = {
        "ground": (front(), GROUND),
        "air": (sky(germany_ftr=3, germany_tac=3, britain_ftr=3, britain_tac=2), AIR),
        "sea": (med(), SEA),
    }[kind]
    Seeded.seed = seed
    desk = Seeded(attrs.evolve(start, seats=dict.fromkeys(start.powers, "solo")))
    for line in orders:
        desk.do([line])
    return desk


GROUND = (
    "germany attack smolensk units=3-arm-8-8,2-inf-6-5 against=2-ussr-inf-4-5 terrain=city air=mdm,tac",
    "italy done",
    "ussr support smolensk tac",
    "ussr done",
    "germany fight smolensk",
)
AIR = (
    "germany counter-air london units=3-ftr,3-tac against=britain-ftr,britain-tac flak=2 facts=over-britain",
    "britain intercept london 2-ftr",
    "germany fight london",
)
SEA = (
    "italy mission levant units=2-fleet,tac",
    "italy done",
    "britain intercept-at-sea levant units=2-fleet,cv,nac distance=1",
)
WRONG = {
    "ground": (
        "germany attack smolensk units=arm-8-8 against=ussr-inf-4-5",
        "germany attack minsk units=ussr-inf-4-5 against=ussr-inf-4-5",
        "germany attack minsk units=arm-8-8,germany-arm-999 against=2-ussr-inf-4-5",
        "germany support minsk tac",
        "ussr reinforce smolensk arm-6-8",
        "ussr support minsk tac",
    ),
    "air": (
        "germany counter-air london units=2-tac against=ftr",
        "germany counter-air paris units=germany-tac-999 against=ftr",
        "britain intercept london ftr",
    ),
    "sea": (
        "italy mission levant units=2-fleet",
        "italy mission tobruk-waters units=germany-tac-1,britain-fleet-1",
        "britain intercept-at-sea ionian units=fleet",
        "britain undisturbed levant",
        "britain sea-battle ionian",
        "italy mission ionian units=fleet cargo=britain-inf-1 carrying=italy-tac-1",
    ),
}


def answered(desk: Any, chance: random.Random) -> Iterator[str]:
    """The battle played to its end, with what is read on the way."""
    for _ in range(60):
        yield from seen(desk)
        outlook = desk.outlook()
        if outlook.decision is not None:
            desk.do([chance.choice([one.text for one in outlook.choices if not one.refused])])
            continue
        rows = [row.order("fight") for power in outlook.awaits for row in announced(desk, power)]
        orders = [line for line in rows if line and not desk.judge(line)]
        if not orders:
            return
        desk.do([orders[0]])


def seen(desk: Any) -> Iterator[str]:
    """What stands on the screens now."""
    outlook = desk.outlook()
    found = choices(desk, outlook)
    yield from (found.asked, *found.notes)
    for row in found.rows:
        yield row.says
        yield from said(row.refusals)
    for told in latest(desk.ruleset, desk.campaign, desk.entries()):
        yield from (told.sentence, *told.figures, *told.dice)
    for battle in battles(desk):
        yield from words(battle)
    for power in outlook.awaits:
        for one in announced(desk, power):
            yield from words(one.before)
            for _, line in one.orders:
                yield from words(previewed(desk, line))
    for form in outlook.forms:
        yield form.title
        yield from (field.label for field in form.fields)
    for duty in falls_due(desk.ruleset, desk.campaign):
        yield duty.text
    for group in groups(desk.campaign):
        yield from (group.words, group.aside, group.name)


def words(value: Any) -> Iterator[str]:
    """Every text in a value for the eye; what draws the printed table is left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple | list):
        for one in value:
            yield from words(one)
    elif attrs.has(type(value)):
        for field in attrs.fields(type(value)):
            if field.name not in ("shown", "kind"):
                yield from words(getattr(value, field.name))


def said(refusals: Iterable[Any]) -> Iterator[str]:
    """The reasons of refusals; their hints say what to type, as it is typed."""
    for one in refusals:
        yield one.reason


def ids(desk: Any) -> re.Pattern[str]:
    """What no line may hold: ids of units, powers, countries, places and battles, where a name differs from them."""
    campaign = desk.campaign
    known = {*campaign.units, *campaign.places, *campaign.countries, *campaign.powers, "levant", "tobruk-waters"}
    known -= {"us"}
    return re.compile(rf"(?<![\w'-])(?:{'|'.join(map(re.escape, sorted(known, key=len, reverse=True)))})(?![\w'-])")


def leaks(pattern: re.Pattern[str], text: str) -> list[str]:
    return [*pattern.findall(text), *_GROUP.findall(text)]


@pytest.mark.parametrize("kind", KINDS)
def test_no_line_of_a_battle_holds_an_id(kind: str) -> None:
    wrong: dict[str, list[str]] = {}
    read = 0
    battles = sampled(BATTLES)
    for seed in range(battles):
        desk = opened(kind, seed)
        pattern = ids(desk)
        for text in answered(desk, random.Random(seed)):
            read += 1
            if found := leaks(pattern, text):
                wrong[text] = found
    assert read > 40 * battles
    assert not wrong, "\n".join(f"{found}: {text}" for text, found in sorted(wrong.items()))


@pytest.mark.parametrize("kind", KINDS)
def test_no_reason_of_a_refusal_holds_an_id(kind: str) -> None:
    desk = opened(kind, 0)
    pattern, refused = ids(desk), 0
    wrong = []
    for line in WRONG[kind]:
        try:
            reasons = [one.reason for one in desk.judge(line)]
        except Unreadable as fault:
            reasons = [fault.problem]
        refused += bool(reasons)
        wrong += [text for text in reasons if leaks(pattern, text)]
    assert refused == len(WRONG[kind])
    assert not wrong, "\n".join(wrong)
