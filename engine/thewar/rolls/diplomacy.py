"""One roll on the diplomatic table: who counts which points, the odds, the die's modifiers, where the country stands
afterwards (16.1.3 to 16.4). Pure: no campaign is needed.

Points are POPs (political points). A country stands on a ladder of levels: Satellite, Associate, Sympathizer of one
power, neutral; levels are counted from the side of the attacker's alliance, above 0 where the country is a client of
it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import Any

import attrs

from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.tables import table
from engine.kernel.values import compared_often, evolve
from engine.thewar.rolls.crt import Modifier
from engine.thewar.rolls.printed import read
from engine.thewar.world import calendar, minors

TABLE, TARGETS = "diplomacy", "diplomatic-targets"
ALLIANCES: Mapping[str, tuple[str, ...]] = {
    "axis": ("germany", "italy"),
    "western": ("britain", "france", "us"),
    "soviet": ("ussr",),
}
STATUSES = ("neutral", "sympathizer", "associate", "satellite")
"""By level: what a status adds to its holder's points, and takes off his die in an attack (16.1.6, 16.3)."""
SEASONS = ("spring", "fall")
HELP = {"pact": ("axis", "soviet"), "war": ("western", "soviet")}
"""Which two alliances may lend each other points in defence: while the Pact holds, or Germany and the Soviet Union are
at war (16.1.1, ruling 304)."""
MOST_LEVELS = 3
"""As many levels a turn, and from neutral to the end of the ladder (16.1.6)."""
CHIT = 2
"""What an Espionage chit takes off the attacker's die, and a Counter-Espionage chit adds to it (ruling 106)."""
MOST_OF_CARDS = 9
"""What two cards may add to the die, either way (29.11)."""
VATICAN_WEIGHS_ON = ("ireland", "spain", "vichy-france", "portugal")
VATICAN_ANGERS = ("spain", "vichy-france", "portugal")
VATICAN_POPS = 2
WAIT_FOR_VICHY = 4
"""Turns after that of the French surrender in which Vichy France is not named (18.7.1, ruling 321)."""

MODIFIERS = (
    Modifier("us-at-war", 1, "the United States is in the war", "16.2"),
    Modifier("italy-surrendered", 1, "Italy has surrendered", "16.2"),
    Modifier("western-attacked-neutral", 2, "a Western declaration of war on a neutral minor country", "16.2"),
    Modifier("katyn", 1, "Katyn", "16.2, 28.1.2 #22", "1943-1-spring"),
    Modifier("vatican-axis-satellite", -1, "the Vatican is an Axis Satellite", "23.56"),
    Modifier("vatican-western-satellite", -1, "the Vatican is a Western Satellite", "23.56"),
    Modifier("balkan-diplomacy", -3, "Balkan diplomacy", "28.1.1 #6", "1940-3-fall", "1941-3-fall"),
    Modifier("yugoslavia-coup", -5, "the coup in Yugoslavia", "28.2.2 #5", "1940-3-fall"),
)
_BY_ID = {modifier.id: modifier for modifier in MODIFIERS}
_OF_POWERS = {
    "us-at-war": ("germany", "italy"),
    "italy-surrendered": ("germany",),
    "western-attacked-neutral": ALLIANCES["western"],
    "katyn": ("ussr",),
    "vatican-axis-satellite": ALLIANCES["axis"],
    "vatican-western-satellite": ALLIANCES["western"],
    "balkan-diplomacy": ("italy",),
    "yugoslavia-coup": ("britain",),
}
_OF_TARGETS = {
    "vatican-axis-satellite": VATICAN_WEIGHS_ON,
    "vatican-western-satellite": VATICAN_WEIGHS_ON,
    "balkan-diplomacy": ("greece", "yugoslavia"),
    "yugoslavia-coup": ("yugoslavia",),
}
_ANGRY_WITH = {"vatican-occupied-by-allies": "axis", "vatican-occupied-by-axis": "western"}
"""Whom Spain, Portugal and Vichy France award points once the Vatican has been occupied by the others (23.56, ruling
424)."""
ESPIONAGE, COUNTER_ESPIONAGE = "espionage", "counter-espionage"
BETRAYALS = "betrayals"
FACTS = (*_BY_ID, *_ANGRY_WITH, ESPIONAGE, COUNTER_ESPIONAGE)
"""Every id that ``Influence.modifiers`` may hold."""


@lru_cache(maxsize=64)
def alliance(power: str) -> str:
    """The alliance of a Major Power in matters of diplomacy (16.1.1), '' for who is none."""
    return next((name for name, powers in ALLIANCES.items() if power in powers), "")


@cache
def targets() -> Mapping[str, tuple[str, ...]]:
    """The countries that may be influenced, each with the powers that may (16.1)."""
    rows = table("thewar", TARGETS)["row"]
    return {key: tuple(row["powers"]) for key, row in rows.items()}


def strength(country: str) -> int:
    """POPs that a target adds to whoever defends in it (16.1.3)."""
    return int(table("thewar", TARGETS)["row"][country]["strength"])


@compared_often
class Influence:
    """One diplomatic roll. ``by`` announces it in ``turn``; ``pops``: points in the ``target`` by power of his
    alliance; ``against``: the alliance attacked; ``defending``: points of who defends, and of who lends them some.

    ``status`` and ``holder``: how the country stands, and whose it is ('' for a neutral one); ``gains``: whose it
    becomes if it comes over. ``soviets``: 'pact' or 'war' (see HELP); ``french_surrender``: its turn, or '';
    ``betrayals``: declarations of war by ``by`` on friends of its own; ``modifiers``: facts that hold, of FACTS.
    ``face`` is the natural die, 0 before it is rolled.

    ``patron_helps``: the status of an ally counts for the attacker, as that ally agrees (ruling 301). ``opened``: how
    the country stood as the segment opened, as status and holder, () for as now (ruling 312). ``cards``: the net
    modifier of Espionage and Counter-Espionage cards, which stand in place of chits, None where none are played
    (29.11). ``since``: what is known of when a modifier came about, by its id (``betrayals`` for those). ``given``:
    points that variants give the attacker on this roll, which count as his own (rulings 300, 576).
    """

    turn: str
    target: str
    by: str
    pops: Mapping[str, int] = attrs.field(hash=False)
    against: str
    defending: Mapping[str, int] = attrs.field(factory=dict, hash=False)
    status: str = "neutral"
    holder: str = ""
    gains: str = ""
    soviets: str = "pact"
    french_surrender: str = ""
    betrayals: int = 0
    invaded: bool = False
    modifiers: tuple[str, ...] = ()
    face: int = 0
    patron_helps: bool = True
    opened: tuple[str, ...] = ()
    cards: int | None = None
    since: Mapping[str, str] = attrs.field(factory=dict, hash=False)
    given: tuple[Line, ...] = ()

    @property
    def ours(self) -> str:
        """The attacker's alliance."""
        return alliance(self.by)

    @property
    def position(self) -> int:
        """The country's level, seen from the attacker: above 0 on his side, below it on another."""
        return self._level(self.status, self.holder)

    @property
    def at_opening(self) -> int:
        """The same as the segment opened."""
        return self._level(*self.opened) if self.opened else self.position

    def _level(self, status: str, holder: str) -> int:
        level = STATUSES.index(status)
        return level if alliance(holder) == self.ours else -level

    @property
    def counted(self) -> int:
        """What the country's status gives the attacker: points, and as much off his die (16.1.6, ruling 301)."""
        return max(0, self.position) if self.patron_helps or self.holder == self.by else 0

    @property
    def winner(self) -> str:
        """Whose the country is if it comes over: as said, else its holder's, else the attacker's (ruling 313)."""
        return self.gains or (self.holder if self.position > 0 else self.by)

    def has_pops(self, power: str) -> bool:
        """Whether a power has points of its own in this attack or defence."""
        given = power == self.by and bool(self.given)
        return given or self.pops.get(power, 0) > 0 or self.defending.get(power, 0) > 0


@compared_often
class Outcome:
    """What came of a roll: ``levels`` as the table has it, towards the attacker above 0; ``status`` and ``holder`` of
    the country afterwards ('' for nobody's)."""

    row: int
    levels: int
    status: str
    holder: str


# --- what may not be


def refusals(roll: Influence) -> Iterable[Refusal]:
    """Every reason why there is no such roll."""
    yield from refusals_without_points(roll)
    if (able := targets().get(roll.target)) is None:
        return
    yield from _listed(roll, able, {*roll.pops, *roll.defending} - {roll.by})
    if foreign := sorted(power for power in roll.pops if alliance(power) != roll.ours):
        yield Refusal("16.1.1", f"{', '.join(foreign)}: only POPs of one alliance are added in an attack")
    if not roll.has_pops(roll.by):
        yield Refusal("16.1.6, ruling 301", f"{roll.by} has no POP of its own in {roll.target}", "1 or more.")
    if roll.against == roll.ours:
        yield Refusal("16.1.3, ruling 303", "nobody attacks the influence of his own alliance", "Name another one.")
    yield from _lent(roll)
    for name in roll.modifiers:
        known = _BY_ID.get(name)
        if known is not None and known.first and calendar.number(roll.turn) < calendar.number(known.first):
            yield Refusal(known.rule, f"{known.label} cannot be played before {calendar.spoken(known.first)}")
    yield from _cards_refused(roll)
    winner = roll.gains
    if winner in able and alliance(winner) == roll.ours and winner != roll.holder and not roll.has_pops(winner):
        yield Refusal("ruling 313", f"{winner} has neither POPs in {roll.target} nor its present status")


def refusals_without_points(roll: Influence, named: Callable[[str], str] = str) -> Iterable[Refusal]:
    """The reasons that have nothing to do with points: who, where, when, whose it would become. ``named``: what people
    call a power or a country."""
    able = targets().get(roll.target)
    if able is None:
        reason = f"{named(roll.target)} is no target of diplomacy"
        yield Refusal("16.1", reason, f"Targets: {', '.join(map(named, targets()))}.")
        return
    if calendar.season_of(roll.turn) not in SEASONS:
        yield Refusal("16.1.1", "diplomacy is conducted in Spring and Fall", "Wait for the next of these turns.")
    yield from _listed(roll, able, {roll.by}, named)
    yield from _closed(roll, named)
    yield from _winner_refused(roll, able, named)


def _cards_refused(roll: Influence) -> Iterable[Refusal]:
    """Cards replace chits on the table, and only two that meet have a cell (16.1.7.7, 29.11)."""
    if roll.cards is None:
        return
    if abs(roll.cards) > MOST_OF_CARDS:
        yield Refusal("29.11", f"{roll.cards} on a die of ten", f"From -{MOST_OF_CARDS} to {MOST_OF_CARDS}.")
    if not {ESPIONAGE, COUNTER_ESPIONAGE} <= set(roll.modifiers):
        reason = "two cards add a cell of the matrix where both sides play one"
        yield Refusal("29.11", reason, "One card alone counts as a chit does, 2; leave out 'cards'.")


Named = Callable[[str], str]


def _may_not(power: str, roll: Influence, able: tuple[str, ...], named: Named) -> Refusal:
    who = ", ".join(map(named, able))
    return Refusal("16.1, 16.1.4", f"{named(power)} may not influence {named(roll.target)}", f"They may: {who}.")


def _listed(roll: Influence, able: tuple[str, ...], powers: Iterable[str], named: Named = str) -> Iterable[Refusal]:
    """Only powers of the list have a say, the United States once it is in the war."""
    for power in sorted(powers):
        if power not in able:
            yield _may_not(power, roll, able, named)
        elif power == "us" and "us-at-war" not in roll.modifiers:
            yield Refusal("16.1.2, 22.8", "the United States has no POPs in diplomacy before it is in the war")


def _lent(roll: Influence) -> Iterable[Refusal]:
    """Points in a defence: of the alliance attacked, and of the one that may help it (16.1.1, ruling 304)."""
    helpers = HELP[roll.soviets]
    for power in sorted(roll.defending):
        theirs = alliance(power)
        if theirs == roll.against:
            continue
        if theirs == roll.ours:
            yield Refusal("16.1.1", f"{power} is of the attacker's alliance and does not defend against it")
        elif not (theirs in helpers and roll.against in helpers):
            reason = f"{power} lends no POPs to a defence of the {roll.against} alliance now"
            yield Refusal("16.1.1, ruling 304", reason, f"Now only {' and '.join(helpers)} help each other.")


def _closed(roll: Influence, named: Named) -> Iterable[Refusal]:
    taking_part = {roll.by, roll.gains, roll.holder, *roll.pops, *roll.defending}
    out = roll.french_surrender and calendar.number(roll.turn) > calendar.number(roll.french_surrender)
    if out and "france" in taking_part:
        yield Refusal("18.3, 18.5.8", "France has surrendered: it has lost all its influence", "Without France.")
    if (roll.status == "neutral") == bool(roll.holder):
        yield Refusal("16.3", "a neutral country is nobody's, every other has a holder")
    if roll.invaded:
        yield Refusal("16.4, ruling 315", f"{named(roll.target)} was invaded: there is no diplomacy in it any more")
    if roll.target == minors.VICHY:
        surrender = roll.french_surrender
        if not surrender:
            yield Refusal("18.7", "there is no Vichy France before France has surrendered")
        elif calendar.number(roll.turn) <= (last := calendar.number(surrender) + WAIT_FOR_VICHY):
            first = calendar.spoken(calendar.label(last + 1))
            yield Refusal("18.7.1, ruling 321", f"Vichy France is not named before {first}")


def _winner_refused(roll: Influence, able: tuple[str, ...], named: Named) -> Iterable[Refusal]:
    power = roll.gains
    if not power:
        power = roll.winner
    elif alliance(power) != roll.ours:
        yield Refusal("ruling 313", f"{named(power)} is not of the attacker's alliance")
        return
    elif power not in able:
        yield _may_not(power, roll, able, named)
        return
    if power in able and highest(roll.target, power) == 0:
        reason = f"{named(roll.target)} never becomes a client of {named(power)}"
        yield Refusal(minors.rule(roll.target), reason, "It goes to another partner of the attack.")


def highest(country: str, power: str) -> int:
    """The highest level that a power may have in a country: 3, or less where its own rule bars some (ruling 314)."""
    barred: Mapping[str, Any] = minors.row(country).get("barred", {})
    level = MOST_LEVELS
    while level and STATUSES[level] in barred.get(power, ()):
        level -= 1
    return level


# --- the odds


def _pops_of(counts: Mapping[str, int], named: Named) -> list[Line]:
    """The POPs that powers bring, a line for each that has some."""
    some = ((power, count) for power, count in sorted(counts.items()) if count)
    return [Line(f"POP{'s' if count > 1 else ''} of {named(power)}", count, "16.1.1") for power, count in some]


def attack(roll: Influence, named: Named = str) -> Breakdown:
    """The attacker's points (16.1.1, 16.1.6, 23.56). ``named``: what people call a power."""
    lines = [*_pops_of(roll.pops, named), *roll.given]
    if roll.counted:
        lines.append(Line(f"{roll.status} of {named(roll.holder)}", roll.counted, "16.1.6"))
    lines += _awarded(roll, (roll.ours,))
    return Breakdown(tuple(lines))


def defence(roll: Influence, named: Named = str) -> Breakdown:
    """The defender's points: the country's own strength always joins him (16.1.3, 16.1.6, rulings 302, 423)."""
    lines = [Line("the country's own strength", strength(roll.target), "16.1.3, ruling 135")]
    lines += _pops_of(roll.defending, named)
    sides = {roll.against, *(alliance(power) for power, count in roll.defending.items() if count)}
    if roll.holder and alliance(roll.holder) in sides:
        level = STATUSES.index(roll.status)
        lines.append(Line(f"{roll.status} of {named(roll.holder)}", level, "16.1.6, ruling 302"))
    lines += _awarded(roll, sides)
    return Breakdown(tuple(lines))


def _awarded(roll: Influence, sides: Iterable[str]) -> list[Line]:
    """Points that three Catholic countries award once the Vatican has been occupied."""
    if roll.target not in VATICAN_ANGERS:
        return []
    angry = [name for name, whom in _ANGRY_WITH.items() if name in roll.modifiers and whom in sides]
    return [Line("the Vatican was occupied", VATICAN_POPS, "23.56, ruling 424") for _ in angry]


def column(roll: Influence) -> str:
    """The label of the column: odds below and above the printed ones take the nearest (ruling 305)."""
    printed = read(TABLE)
    return printed.columns[printed.place(attack(roll).total, defence(roll).total)]


def lasting(roll: Influence) -> Breakdown:
    """What holds for every later roll: the events of 16.2, the Vatican, variants, each with its date where that is
    known."""
    held = [
        _BY_ID[name]
        for name in dict.fromkeys(roll.modifiers)
        if roll.by in _OF_POWERS.get(name, ()) and roll.target in _OF_TARGETS.get(name, (roll.target,))
    ]
    lines = [Line(_dated(roll, one.id, one.label), one.value, one.rule) for one in held]
    if roll.betrayals:
        label = _dated(roll, BETRAYALS, "declarations of war on friends")
        lines.append(Line(label, roll.betrayals, "16.2, ruling 316"))
    return Breakdown(tuple(lines))


def _dated(roll: Influence, name: str, label: str) -> str:
    when = roll.since.get(name, "")
    return f"{label} ({when})" if when else label


def modifier(roll: Influence, named: Named = str) -> Breakdown:
    """What modifies the die (16.1.6, 16.1.7, 16.2, 29.11). ``named``: what people call a power."""
    lines = list(lasting(roll).lines)
    if roll.counted:
        lines.append(Line(f"{roll.status} of {named(roll.holder)}", -roll.counted, "16.1.6, ruling 108"))
    spies, guards = ESPIONAGE in roll.modifiers, COUNTER_ESPIONAGE in roll.modifiers
    if spies and guards and roll.cards is not None:
        lines.append(Line("Espionage and Counter-Espionage cards", roll.cards, "29.11"))
    elif spies and guards:
        lines.append(Line("Espionage, met by Counter-Espionage", 0, "16.1.7.5"))
    elif spies:
        lines.append(Line("Espionage", -CHIT, "16.1.7.4, ruling 106"))
    elif guards:
        lines.append(Line("Counter-Espionage", CHIT, "16.1.7.5"))
    return Breakdown(tuple(lines))


# --- the result


def row(roll: Influence) -> int:
    """The printed row of the modified die (ruling 305)."""
    return read(TABLE).row(roll.face + modifier(roll).total)


def levels(roll: Influence) -> int:
    """What the table gives: levels towards the attacker, or away from him below 0."""
    printed = read(TABLE)
    text = printed.cell(printed.columns.index(column(roll)), row(roll)).text
    return 0 if text == "No effect" else int(text.split(" ")[0])


def outcome(roll: Influence) -> Outcome:
    """Where the country stands after the roll; where nobody has said whose it becomes, it is the likeliest's (ruling
    313)."""
    moved = levels(roll)
    choice = () if roll.gains else winners(roll)
    if moved > 0 and choice and roll.winner not in choice:
        roll = evolve(roll, gains=choice[0])
    status, holder = after(roll, moved)
    return Outcome(row(roll), moved, status, holder)


def winners(roll: Influence) -> tuple[str, ...]:
    """Whose the country may become by the die that fell: a partner's whose points counted, an ally's who is its patron,
    of these who may have it highest (rulings 313, 314)."""
    patron = (roll.holder,) if roll.position > 0 else ()
    powers = dict.fromkeys((roll.by, *(power for power, count in roll.pops.items() if count), *patron))
    moved, listed = levels(roll), targets()[roll.target]
    reached = {power: _reached(roll, power, moved) for power in powers if power in listed}
    best = max(reached.values(), default=0)
    return tuple(power for power, level in reached.items() if level == best)


def _reached(roll: Influence, power: str, moved: int) -> int:
    """The level at which the country would be a power's client after so many levels."""
    status, holder = after(evolve(roll, gains=power), moved)
    return STATUSES.index(status) if holder == power else 0


def after(roll: Influence, moved: int) -> tuple[str, str]:
    """Status and holder once a country has moved so many levels (16.1.3, rulings 109, 312 to 314)."""
    was, opened = roll.position, roll.at_opening
    # A minus takes it from the attacker's side, but never past neutral; neither goes further than so many levels from
    # where it stood as the segment opened.
    if moved >= 0:
        now = max(was, min(was + moved, MOST_LEVELS, opened + MOST_LEVELS))
    else:
        now = min(was, max(was + moved, 0, opened - MOST_LEVELS))
    if now > 0 and moved > 0:
        limit = highest(roll.target, roll.winner)
        if limit >= min(now, max(was, 1)):
            return STATUSES[min(now, limit)], roll.winner
        # What nobody may have of it is lost: it leaves an enemy, and stays what it was with a friend (ruling 314).
        now = max(was, 0)
    return STATUSES[abs(now)], roll.holder if now else ""


class DiplomacyCore:
    """A diplomatic roll as a core for forecasts and play."""

    def finished(self, value: Influence) -> bool:
        return bool(value.face)

    def dice(self, value: Influence) -> tuple[int, ...]:
        return (10,)

    def stage(self, value: Influence, faces: tuple[int, ...]) -> Influence:
        return evolve(value, face=faces[0])
