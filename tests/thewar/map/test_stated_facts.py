"""What the rules state of Sea Areas and ports, held against the board that the program brings: 62 facts, of which two
do not hold, each against a rule that says otherwise."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from engine.thewar.map.board import board
from engine.thewar.map.graph import Way

SEAS = board().seas
BRITISH = ("scapa-flow", "glasgow", "southampton", "london")
BISCAY = ("brest", "lorient", "bordeaux")
NORWAY = ("west-baltic", "danish-north-sea", "norwegian-sea")
CONVOY = ("north-atlantic", "british-home-waters", "celtic-sea", "channel")
ITALIAN = ("central-med", "ionian", "gulf-of-sidra", "tobruk-waters")

Fact = Callable[[], bool]


def lies(port: str, *areas: str) -> Fact:
    return lambda: bool(set(areas) & set(SEAS.of_port(port)))


def lies_on_all(ports: Iterable[str], area: str) -> Fact:
    return lambda: all(area in SEAS.of_port(port) for port in ports)


def joins(one: str, *others: str) -> Fact:
    return lambda: set(others) <= set(SEAS.neighbours[one])


def only_by(start: str, end: str, *through: str) -> Fact:
    """Every way from one to the other leads through one of these."""

    def holds() -> bool:
        seen, queue = {start}, [start]
        while queue:
            fresh = [area for area in SEAS.neighbours[queue.pop()] if area not in seen and area not in through]
            seen |= set(fresh)
            queue += fresh
        return end not in seen

    return holds


def way(start: str, end: str) -> Way:
    found = SEAS.way(SEAS.goals(start), SEAS.goals(end))
    assert found is not None
    return found


def count(start: str, end: str, figure: int) -> Fact:
    return lambda: way(start, end).count == figure


def within(start: str, end: str, most: int) -> Fact:
    return lambda: way(start, end).count <= most


def leads_by(start: str, end: str, area: str) -> Fact:
    """A shortest way leads through a Sea Area."""
    return lambda: way(start, area).count + way(area, end).count - 1 == way(start, end).count


def contiguous(*areas: str) -> Fact:
    def holds() -> bool:
        seen, queue = {areas[0]}, [areas[0]]
        while queue:
            fresh = [area for area in SEAS.neighbours[queue.pop()] if area in areas and area not in seen]
            seen |= set(fresh)
            queue += fresh
        return seen == set(areas)

    return holds


def every(*facts: Fact) -> Fact:
    return lambda: all(fact() for fact in facts)


def no(fact: Fact) -> Fact:
    return lambda: not fact()


FACTS: tuple[tuple[str, str, Fact], ...] = (
    ("1.2", "the Channel lies between Southampton and Cherbourg", lies_on_all(("southampton", "cherbourg"), "channel")),
    ("1.2", "the Murmansk Run begins in the Scottish North Sea, at Britain", lies("scapa-flow", "scottish-north-sea")),
    ("1.2", "and goes on into the Norwegian Sea", joins("scottish-north-sea", "norwegian-sea")),
    ("3.9", "Kiel on the West Baltic", lies("kiel", "west-baltic")),
    ("3.9", "Kiel on the Danish North Sea", lies("kiel", "danish-north-sea")),
    ("3.9", "from Kiel two seas within 5", every(within("kiel", "east-baltic", 5), within("kiel", "norwegian-sea", 5))),
    ("3.9", "a Soviet mission in the East Baltic from Leningrad", lies("leningrad", "east-baltic")),
    ("5.1", "three ports on the Bay of Biscay", lies_on_all(BISCAY, "bay-of-biscay")),
    (
        "5.1.2",
        "raiders reach the North Atlantic from German and French ports",
        every(*(within(port, "north-atlantic", 12) for port in ("kiel", "wilhelmshaven", *BISCAY))),
    ),
    (
        "5.1.2",
        "British bases count their way there",
        every(*(within(port, "north-atlantic", 12) for port in (*BRITISH, "gibraltar"))),
    ),
    (
        "7.3",
        "Mediterranean and Atlantic meet in the Straits alone",
        every(
            only_by("levant", "north-atlantic", "gibraltar-straits"),
            only_by("western-med", "eastern-atlantic", "gibraltar-straits"),
        ),
    ),
    (
        "7.3",
        "Baltic and North Sea meet in the West Baltic alone",
        only_by("east-baltic", "norwegian-sea", "west-baltic"),
    ),
    ("7.3", "Aegean and Black Sea adjoin", joins("aegean", "black-sea")),
    ("7.3", "nothing else joins the Black Sea", lambda: list(SEAS.neighbours["black-sea"]) == ["aegean"]),
    (
        "7.6",
        "a British port adjoins one of five waters",
        lies("scapa-flow", "scottish-north-sea", "norwegian-sea", "western-approaches", "north-atlantic"),
    ),
    (
        "7.6",
        "the three Atlantic waters are joined",
        contiguous("western-approaches", "eastern-atlantic", "north-atlantic"),
    ),
    ("7.7", "Morocco within 3 of Gibraltar", within("gibraltar", "eastern-atlantic", 3)),
    ("7.7", "Algeria within 3 of Gibraltar", within("gibraltar", "algerian-coast", 3)),
    ("7.7.1", "three Norwegian waters contiguous", contiguous(*NORWAY)),
    ("7.7.1", "Oslo on one of the three", lies("oslo", *NORWAY)),
    ("7.7.1", "Bergen on one of the three", lies("bergen", *NORWAY)),
    ("7.7.1", "Trondheim on one of the three", lies("trondheim", *NORWAY)),
    ("7.7.1", "Narvik's beach on none of the three", no(lies("narvik-box", *NORWAY))),
    ("7.8", "Genoa within 5 of the Algerian Coast", within("genoa", "algerian-coast", 5)),
    ("7.8", "by the Algerian Coast from Gibraltar to Malta", leads_by("gibraltar", "malta", "algerian-coast")),
    ("7.8", "by the Sardinian Sea from Gibraltar to Malta", leads_by("gibraltar", "malta", "sardinian-sea")),
    ("7.9.7", "the Murmansk Box within 12 of Scapa Flow", within("scapa-flow", "murmansk", 12)),
    ("7.9.8", "Benghazi is reached by the Ionian from Italy", leads_by("taranto", "benghazi", "ionian")),
    ("7.9.8", "Suez leads to the Red Sea", lies("suez", "red-sea")),
    ("7.9.9", "Cagliari beside the Sardinian Sea", lies("cagliari", "sardinian-sea")),
    ("7.9.9", "Palermo beside the Sardinian Sea", lies("palermo", "sardinian-sea")),
    ("7.9.9", "Tunis beside the Sardinian Sea", lies("tunis", "sardinian-sea")),
    ("7.9.9", "Gibraltar 4 from the Sardinian Sea", count("gibraltar", "sardinian-sea", 4)),
    ("7.9.9", "Taranto 3 from the Sardinian Sea", count("taranto", "sardinian-sea", 3)),
    ("7.9.9", "Malta is supplied by way of Gibraltar and Britain", leads_by("malta", "glasgow", "gibraltar-straits")),
    ("8.2.1", "the Levant leads to Suez", lies("suez", "levant")),
    ("8.2.1", "the Central Med lies between Levant and Britain", leads_by("levant", "glasgow", "central-med")),
    ("8.8.7", "Murmansk adjoins Hammerfest", joins("murmansk", "hammerfest")),
    ("8.8.7", "Hammerfest adjoins Narvik", joins("hammerfest", "narvik")),
    ("8.8.7", "Narvik adjoins the Norwegian Sea", joins("narvik", "norwegian-sea")),
    ("8.8.7", "Faeroes adjoins Narvik", joins("faeroes", "narvik")),
    ("8.8.7", "Faeroes adjoins Hammerfest", joins("faeroes", "hammerfest")),
    ("8.8.7", "Murmansk 5 from Scapa Flow", count("scapa-flow", "murmansk", 5)),
    ("8.8.8", "Narvik one Sea Area north of the Norwegian Sea", count("norwegian-sea", "narvik", 2)),
    ("8.8.8", "Narvik by sea from Kiel, within 12", within("kiel", "narvik", 12)),
    ("8.8.8", "Narvik by sea from Scapa Flow", within("scapa-flow", "narvik", 12)),
    ("8.8.8", "Narvik by sea from Calais", within("calais", "narvik", 12)),
    (
        "12.2.4",
        "Suez to Britain by the Mediterranean",
        lambda: {"levant", "gibraltar-straits"} <= set(way("levant", "glasgow").areas),
    ),
    ("12.7", "Taranto on the Ionian", lies("taranto", "ionian")),
    ("12.7", "Tripoli on the Central Med", lies("tripoli", "central-med")),
    ("12.7", "from Taranto to Tripoli through two Sea Areas", count("taranto", "tripoli", 2)),
    ("12.7.2", "Tobruk on Tobruk Waters and nothing else", lambda: SEAS.of_port("tobruk") == ("tobruk-waters",)),
    ("12.7.2", "Alexandria within 5 of the way from Suez to Tobruk", within("alexandria", "tobruk-waters", 5)),
    ("14.8.4", "the Dardanelles lead to Soviet ports", lies_on_all(("odessa", "sevastopol"), "black-sea")),
    (
        "14.8.5",
        "three bases reach the Murmansk route within 5",
        every(
            within("trondheim", "hammerfest", 5), within("narvik-box", "murmansk", 5), lies("murmansk-box", "murmansk")
        ),
    ),
    ("20.1", "Narvik within reach of Oslo by sea", within("oslo", "narvik", 12)),
    ("23.41", "an Eastern Atlantic port exists", lies("lisbon", "eastern-atlantic")),
    ("23.57", "Zara on the Adriatic", lies("zara", "adriatic")),
    ("29.7", "a convoy reaches a British port by four Sea Areas", every(contiguous(*CONVOY), lies("london", *CONVOY))),
    ("29.10", "Italy's convoys sail through contiguous waters", contiguous(*ITALIAN)),
)
AGAINST: tuple[tuple[str, str, str, Fact], ...] = (
    ("7.7.1", "8.8.7, 14.8.5", "Narvik is contiguous to none of the three", no(joins("narvik", "norwegian-sea"))),
    (
        "14.8.5",
        "8.8.7",
        "the Norwegian Sea alone cuts Murmansk",
        only_by("british-home-waters", "murmansk", "norwegian-sea"),
    ),
)
"""What one rule states against another, which the board follows: 8.8.7 has Narvik beside the Norwegian Sea, and a way
round by the Faeroes (ruling 541)."""


def test_all_facts_are_asked() -> None:
    assert len(FACTS) + len(AGAINST) == 62


@pytest.mark.parametrize(("rule", "says", "fact"), FACTS, ids=[f"{rule} {says}" for rule, says, _ in FACTS])
def test_what_the_rules_state_of_the_seas_holds(rule: str, says: str, fact: Fact) -> None:
    assert fact(), f"{rule}: {says}"


@pytest.mark.parametrize(("rule", "other", "says", "fact"), AGAINST, ids=[says for _, _, says, _ in AGAINST])
def test_two_statements_give_way_to_another_rule(rule: str, other: str, says: str, fact: Fact) -> None:
    assert not fact(), f"{rule}: {says} (against {other})"
