"""A place takes no more of those who come by strategic movement or by transport than of those who are stationed in it
(8.3.2, 9.6, 11.1, 23.22, 23.35)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.world.state import Marker, TheWar, Unit
from tests.thewar.builds import after, at, refused


def of(power: str, kind: str, strength: str, place: str = "board") -> Unit:
    return Unit(power=power, kind=kind, strength=strength, place=place)


UNITS = {
    **{f"germany-inf-{n}": of("germany", "inf", "6-5", "vienna") for n in range(901, 904)},
    "germany-inf-904": of("germany", "inf", "6-5"),
    "germany-art-901": of("germany", "art", "4-3"),
    "germany-tac-901": of("germany", "tac", "1-5-4", "vienna"),
    "germany-tac-902": of("germany", "tac", "1-5-4"),
    "britain-inf-901": of("britain", "inf", "4-5", "malta"),
    "britain-inf-902": of("britain", "inf", "4-5"),
    "britain-mot-901": of("britain", "mot", "6-7"),
    "britain-mot-902": of("britain", "mot", "6-7", "london"),
    "britain-mot-903": of("britain", "mot", "6-7", "london"),
    "britain-arm-901": of("britain", "arm", "2-8"),
    "britain-tac-901": of("britain", "tac", "1-5-4", "malta"),
    "britain-tac-902": of("britain", "tac", "1-5-4"),
    "britain-fleet-901": of("britain", "fleet", "1-12-5"),
}
VIENNA, ISLAND, AIR = (
    "4 units stack at Vienna (9.6, 10.8)",
    "2 units stack at Malta (1.2, 23.35)",
    "2 air units at Malta",
)


@pytest.fixture(scope="module")
def war() -> TheWar:
    """Three INF and a TAC in Vienna, an INF and a TAC on Malta, others on the board; Fall 1941."""
    campaign = attrs.evolve(at("axis.stratmove.ground", "1941-3-fall"), units=UNITS)
    done = ("italy", "france", "us")
    return attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, done=done))


def asked(campaign: TheWar, step: str, line: str) -> str:
    return refused(attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step=step)), line)


@pytest.mark.rule("tw-9.6", "tw-11.1", "tw-23.22", "tw-23.35")
@pytest.mark.parametrize(
    ("step", "line", "reason"),
    [
        ("axis.stratmove.ground", "germany stratmove ground group=inf-6-5 to=vienna", VIENNA),
        ("axis.stratmove.ground", "germany stratmove ground group=art-4-3 to=vienna", ""),
        ("axis.stratmove.ground", "germany stratmove ground group=inf-6-5 to=berlin", ""),
        ("axis.stratmove.air", "germany stratmove air group=tac-1-5-4 to=vienna", "2 TAC, MDM and NAC at Vienna"),
        ("axis.stratmove.air", "germany stratmove air group=tac-1-5-4 to=berlin", ""),
        ("allied.stratmove.ground", "britain stratmove ground group=inf-4-5 to=malta", ISLAND),
        ("allied.stratmove.naval", "britain stratmove sealift group=inf-4-5 to=malta", ISLAND),
        (
            "allied.stratmove.naval",
            "britain stratmove sealift group=arm-2-8 to=gibraltar",
            "no ARM stands in Gibraltar",
        ),
        # From a port they go on to any hex.
        ("allied.stratmove.naval", "britain stratmove sealift group=mot-6-7 to=london", ""),
        ("allied.stratmove.naval", "britain stratmove sealift-air group=tac-1-5-4 to=malta", AIR),
        (
            "allied.operations.naval",
            "britain mission sardinian-sea units=britain-fleet-901 cargo=britain-tac-902 port=malta",
            AIR,
        ),
        (
            "allied.operations.naval",
            "britain mission sardinian-sea units=britain-fleet-901 cargo=britain-inf-902 port=malta",
            ISLAND,
        ),
    ],
)
def test_9_6_who_comes_by_smp_or_by_fleet_finds_no_more_room_than_who_marches(
    war: TheWar, step: str, line: str, reason: str
) -> None:
    text = asked(war, step, line)
    assert reason in text if reason else not any(said in text for said in ("stack at", "air units at", "NAC at"))


@pytest.mark.rule("tw-6.2.1", "tw-6.2.1-place")
def test_6_2_1_british_and_french_units_end_apart_but_in_a_beachhead() -> None:
    units = {
        "britain-mot-901": of("britain", "mot", "6-7"),
        "britain-tac-901": of("britain", "tac", "1-5-4"),
        "france-inf-901": of("france", "inf", "6-5", "calais"),
        "france-tac-901": of("france", "tac", "1-5-4", "calais"),
        "france-flak-901": of("france", "flak", "1-3", "cherbourg"),
    }
    start = attrs.evolve(at("allied.stratmove.ground", "1939-4-winter"), units=units)
    lines = {
        "allied.operations.first-impulse": "britain station calais units=britain-mot-901",
        "allied.stratmove.ground": "britain stratmove ground group=mot-6-7 to=calais",
    }
    said = "British and French ground units do not end together at Calais (6.2.1)"
    for step, line in lines.items():
        assert said in asked(start, step, line), line
    planes = asked(start, "allied.operations.staging", "britain station calais units=britain-tac-901")
    assert "British and French air units do not end together at Calais (6.2.1)" in planes
    apart = "britain station cherbourg units=britain-tac-901"
    assert "6.2.1" not in asked(start, "allied.operations.staging", apart)
    beach = Marker(kind="beachhead", place="calais", power="britain", since="1939-4-winter")
    landed = attrs.evolve(start, markers={"beachhead-calais": beach})
    assert said not in asked(landed, "allied.operations.first-impulse", lines["allied.operations.first-impulse"])


@pytest.mark.rule("tw-8.0", "tw-9.1.1")
def test_8_0_a_unit_moves_strategically_and_by_rail_once_a_turn(war: TheWar) -> None:
    units = {key: UNITS[key] for key in ("germany-inf-901", "germany-tac-901")}
    alone = attrs.evolve(war, units=units)
    for step, line in (
        ("axis.stratmove.ground", "germany stratmove ground group=inf-6-5 to=berlin"),
        ("axis.stratmove.air", "germany stratmove air group=tac-1-5-4 to=berlin"),
    ):
        there = attrs.evolve(alone, progress=attrs.evolve(alone.progress, step=step))
        again = asked(after(there, line), step, line.replace("berlin", "breslau"))
        assert "Germany has 0 whole" in again and "(8.0)" in again
    rails = attrs.evolve(alone, progress=attrs.evolve(alone.progress, step="axis.operations.rail"))
    gone = after(rails, "germany railmove 1 units=germany-inf-901 to=berlin")
    text = refused(gone, "germany railmove 1 units=germany-inf-901 to=breslau")
    assert "INF 6-5 has gone by rail in this turn (9.1.1). Others; once a turn each." in text
    # After the train it may still move by SMP.
    assert asked(gone, "axis.stratmove.ground", "germany stratmove ground group=inf-6-5 to=breslau") == ""


@pytest.mark.rule("tw-13.2.3-base")
def test_13_2_3_a_transport_lands_no_aircraft_under_siege_3(war: TheWar) -> None:
    line = "britain mission sardinian-sea units=britain-fleet-901 cargo={} port=malta"
    units = {key: unit for key, unit in UNITS.items() if unit.place != "malta"}
    for markers, closed in ((2, False), (3, True)):
        siege = attrs.evolve(war, units=units, sieges={"malta": markers})
        text = asked(siege, "allied.operations.naval", line.format("britain-tac-902"))
        assert ("Malta is under Siege 3: no ship and no air unit bases there (13.2.3)" in text) is closed
        assert "13.2.3" not in asked(siege, "allied.operations.naval", line.format("britain-inf-902"))
