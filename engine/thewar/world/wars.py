"""Who is at war with whom (6.1 to 6.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from engine.kernel.remembering import derived
from engine.kernel.transaction import Transaction
from engine.thewar.world.state import TheWar, War

POWERS = ("italy", "germany", "france", "britain", "us", "ussr")
"""The Major Powers in the order of 3.11, which settles ties inside an alliance."""
_TIES = {power: at for at, power in enumerate(POWERS)}

SOVIET_ATTACK = "soviet-attack-on-germany"
"""The fact that the Soviet Union declared war on Germany, not Germany on it (14.6.1, 14.8.2, 14.8.6)."""
SOVIETS_RELEASED = "soviets-released"
"""The fact that Germany attacked Turkey before the Soviet Union, which lifts the Pact's limits (16.5, 23.54)."""
GERMAN_ATTACK = "german-attack-on-ussr"
"""The fact that Germany declared war on the Soviet Union, whatever became of that war (14.6, 21.7.1)."""


@lru_cache(maxsize=1024)
def pair(one: str, other: str) -> str:
    """The key of the war of two. Nobody takes it apart: who is at war stands in the value."""
    return War.made_of(one, other, since="").address


def at_war(campaign: TheWar, one: str, other: str) -> bool:
    """Whether two are at war with each other."""
    return pair(one, other) in campaign.wars


def belligerent(campaign: TheWar, power: str) -> bool:
    """Whether a power is at war with anyone."""
    return bool(_enemies(campaign, power))


def begun(campaign: TheWar, one: str, other: str) -> str:
    """The turn since which two are at war with each other, '' where they are not."""
    war = campaign.wars.get(pair(one, other))
    return war.since if war is not None else ""


def begin(tx: Transaction[Any], one: str, other: str, since: str, why: str, rule: str) -> None:
    """Begin a war between two who are at peace, in the turn ``since``."""
    war = War.made_of(one, other, since=since)
    tx.create(f"wars.{war.address}", war, why, rule)


def end_all(tx: Transaction[Any], who: str, why: str, rule: str) -> None:
    """End every war that a power or country is in."""
    for key in [key for key, war in tx.campaign.wars.items() if who in war.names]:
        tx.remove(f"wars.{key}", why, rule)


def enemies(campaign: TheWar, power: str) -> tuple[str, ...]:
    """All with whom a power is at war."""
    return _enemies(campaign, power)


@derived("wars")
def _enemies(wars: Mapping[str, War], power: str) -> tuple[str, ...]:
    against = []
    for war in wars.values():
        if power == war.one:
            against.append(war.other)
        elif power == war.other:
            against.append(war.one)
    return tuple(against)


def told(campaign: TheWar) -> Iterator[str]:
    """Who is at war with whom, in one sentence, each war once (6.1)."""
    wars = "; ".join(fronts(campaign))
    yield f"At war: {wars}." if wars else "Nobody is at war."


def fronts(campaign: TheWar) -> Iterator[str]:
    """Who is at war with whom, each war once; who has the same enemies stands together."""
    told_of: set[str] = set()
    sides: dict[tuple[str, ...], list[str]] = {}
    for who in dict.fromkeys((*POWERS, *(name for war in campaign.wars.values() for name in war.names))):
        against = tuple(foe for foe in enemies(campaign, who) if pair(who, foe) not in told_of)
        told_of.update(pair(who, foe) for foe in against)
        if against:
            sides.setdefault(against, []).append(who)

    def names(several: Iterable[str]) -> str:
        *others, last = (_titled(campaign, name) for name in several)
        return f"{', '.join(others)} and {last}" if others else last

    yield from (f"{names(allied)} with {names(against)}" for against, allied in sides.items())


def allies(campaign: TheWar, power: str) -> tuple[str, ...]:
    """The other Major Powers of a power's alliance."""
    mine, others = campaign.powers.get(power), campaign.powers.items()
    return tuple(
        key for key, theirs in others if mine is not None and key != power and theirs.alliance == mine.alliance
    )


def voices(campaign: TheWar, power: str) -> tuple[str, ...]:
    """The powers for which one speaks where nothing is paid or fought: itself first, then those of its alliance that
    the same seat plays."""
    seat, alliance = campaign.seats.get(power, power), campaign.powers[power].alliance
    others = (key for key, one in campaign.powers.items() if key != power and one.alliance == alliance)
    return (power, *(key for key in others if campaign.seats.get(key) == seat))


def standing(campaign: TheWar, power: str) -> bool:
    """Whether a Major Power takes part and has not surrendered."""
    row = campaign.powers.get(power)
    return row is not None and not row.surrendered


def all_standing(campaign: TheWar, half: str = "") -> list[str]:
    """The Major Powers that take part and have not surrendered, in the order of 3.11; in a ``half`` of the turn those
    of its side."""
    rows = campaign.powers
    standing = [power for power in POWERS if power in rows and not rows[power].surrendered]
    return [power for power in standing if rows[power].side == half] if half else standing


def ascending(campaign: TheWar, powers: Iterable[str]) -> tuple[str, ...]:
    """Powers in the order in which they act where the lowest hand goes first, ties as in 3.11 (3.3, 3.8)."""
    rows = campaign.powers
    return tuple(sorted(powers, key=lambda power: (rows[power].narfs, _TIES[power])))


def major(campaign: TheWar, who: str) -> bool:
    """Whether this is a Major Power (1.2)."""
    return who in campaign.powers


def named(campaign: TheWar, who: str) -> str:
    """The name of a power or country."""
    if who in campaign.powers:
        return campaign.powers[who].name
    if who in campaign.countries:
        return campaign.countries[who].name
    return who


def _titled(campaign: TheWar, who: str) -> str:
    return named(campaign, who) if who in campaign.powers or who in campaign.countries else who.capitalize()


def germany_attacked_east(campaign: TheWar) -> bool:
    """Whether Germany has declared war on the Soviet Union (14.6, 21.7.1)."""
    facts = campaign.facts
    if facts.get(GERMAN_ATTACK, False):
        return True
    return at_war(campaign, "germany", "ussr") and not facts.get(SOVIET_ATTACK, False)


def hostile(campaign: TheWar, holder: str, power: str) -> bool:
    """Whether who holds something is an enemy of a power: at war with it, or a country in the hands of such a one."""
    land = campaign.countries.get(holder)
    master = land.patron if land is not None and land.status in ("satellite", "conquered") else ""
    return at_war(campaign, holder, power) or (bool(master) and at_war(campaign, master, power))


def axis_holds(campaign: TheWar, who: str) -> bool:
    """Whether what somebody holds is the Axis': Germany, Italy, a country of theirs that is conquered or a
    Satellite."""
    land = campaign.countries.get(who)
    if land is not None:
        return land.status in ("satellite", "conquered") and axis_holds(campaign, land.patron)
    return who in campaign.powers and campaign.powers[who].side == "axis"


def enemies_of_germany(campaign: TheWar) -> tuple[str, ...]:
    """The Western Allies that fight Germany at sea and in the air: Britain, and the United States once entered."""
    return tuple(
        power for power in ("britain", "us") if standing(campaign, power) and at_war(campaign, "germany", power)
    )
