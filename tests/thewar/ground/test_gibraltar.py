"""Gibraltar takes one ground unit, INF, MOT or STA, and is attacked from Cordoba alone, with two units at the most
(23.22)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.world.state import Marker, TheWar, Unit
from tests.thewar.builds import after, at, refused
from tests.thewar.minors import at_war, with_country

ATTACKS = "axis.operations.attacks"


def rock(step: str = ATTACKS, **places: str) -> TheWar:
    """Germans on the board with Spain as their Satellite, British about Gibraltar; nobody else."""
    kinds = {"inf": "6-5", "mot": "6-7", "arm": "8-8", "para": "3-4", "art": "4-3", "sta": "1-0"}
    units = {
        f"{power}-{kind}-{number}": Unit(power=power, kind=kind, strength=strength)
        for power in ("germany", "britain")
        for kind, strength in kinds.items()
        for number in (801, 802, 803)
    }
    placed = {key: attrs.evolve(units[key], place=where) for key, where in places.items()}
    campaign = attrs.evolve(at(step, "1941-1-spring"), units=units | placed)
    campaign = with_country(campaign, "spain", status="satellite", patron="germany")
    return at_war(campaign, "britain+germany", "britain+spain")


@pytest.mark.rule("tw-23.22")
def test_23_22_gibraltar_takes_one_unit_and_no_arm() -> None:
    empty = rock("allied.operations.first-impulse")
    for unit in ("inf-801", "mot-801", "sta-801"):
        assert refused(empty, f"britain station gibraltar units=britain-{unit}") == ""
    held = after(empty, "britain station gibraltar units=britain-inf-801")
    second = refused(held, "britain station gibraltar units=britain-sta-801")
    assert "2 units stack at Gibraltar (23.22)" in second and "the fortress: 1 at most" in second
    armour = refused(empty, "britain station gibraltar units=britain-arm-801")
    assert "no ARM stands in Gibraltar (23.22). One unit alone, INF, MOT, STA." in armour
    # Elsewhere the rating decides.
    assert "23.22" not in refused(empty, "britain station london units=britain-inf-801,britain-arm-801")


@pytest.mark.rule("tw-23.22")
def test_23_22_cordoba_beside_it_takes_two_whatever_the_rating() -> None:
    start = rock("axis.operations.first-impulse")
    line = "germany station cordoba units=germany-inf-801,germany-arm-801"
    assert refused(start, line) == ""
    assert "3 units stack at Cordoba (23.22)" in refused(start, f"{line},germany-inf-802")
    assert refused(start, f"{line},germany-para-801,germany-art-801") == ""


@pytest.mark.rule("tw-23.22")
@pytest.mark.parametrize(
    ("units", "reason"),
    [
        ("germany-inf-801,germany-arm-801", ""),
        ("germany-mot-801,germany-para-801,germany-art-801", ""),
        ("germany-inf-801,germany-inf-802,germany-arm-801", "3 units attack Gibraltar"),
        ("germany-arm-801,germany-arm-802", "no INF or MOT is among those that attack Gibraltar"),
    ],
)
def test_23_22_gibraltar_is_attacked_by_two_out_of_cordoba(units: str, reason: str) -> None:
    start = rock(**{"britain-inf-801": "gibraltar"})
    text = refused(start, f"germany attack gibraltar units={units} against=britain-inf-801")
    assert (reason in text and "(23.22)" in text) if reason else "23.22" not in text
    # Of any other city nothing of it holds.
    assert "23.22" not in refused(start, f"germany attack lisbon units={units} against=britain-inf-802")


@pytest.mark.rule("tw-23.22")
def test_23_22_nobody_lands_at_gibraltar() -> None:
    start = rock(**{"britain-inf-801": "gibraltar"})
    text = refused(start, "germany land gibraltar units=germany-inf-801 against=britain-inf-801")
    assert "nobody lands at Gibraltar (23.22)" in text and "from Cordoba, hex 2542, alone: 'attack'" in text


@pytest.mark.rule("tw-23.22", "tw-13.2.1")
def test_23_22_a_place_with_a_printed_hex_is_meant_by_its_number_too() -> None:
    start = rock(**{"britain-inf-801": "gibraltar"})
    line = "germany attack {} units=germany-inf-801,germany-inf-802,germany-inf-803 against=britain-inf-801"
    by_number = refused(start, line.format("2643"))
    assert "3 units attack Gibraltar" in by_number and by_number == refused(start, line.format("gibraltar"))
    # What the campaign keeps under the number itself stays known by it.
    beach = Marker(kind="beachhead", place="2643", power="britain", since="1941-1-spring")
    assert "23.22" not in refused(attrs.evolve(start, markers={"beachhead-2643": beach}), line.format("2643"))


@pytest.mark.rule("tw-23.22")
def test_23_22_who_is_recorded_elsewhere_does_not_attack_gibraltar() -> None:
    line = "germany attack gibraltar units=germany-inf-801,germany-para-801 against=britain-inf-801"
    far = rock(**{"britain-inf-801": "gibraltar", "germany-inf-801": "madrid"})
    assert "INF 6-5 stands at Madrid, and Gibraltar is attacked from Cordoba alone (23.22)" in refused(far, line)
    near = rock(**{"britain-inf-801": "gibraltar", "germany-inf-801": "cordoba", "germany-para-801": "madrid"})
    # PARA may drop on it.
    assert "23.22" not in refused(near, line)


@pytest.mark.rule("tw-23.22")
def test_23_22_a_transport_lands_nobody_beyond_what_gibraltar_takes() -> None:
    start = rock("allied.operations.naval", **{"britain-inf-801": "gibraltar"})
    start = attrs.evolve(
        start, units={**start.units, "britain-fleet-801": Unit(power="britain", kind="fleet", strength="1-12-5")}
    )
    line = "britain mission western-approaches units=britain-fleet-801 cargo={} port=gibraltar"
    assert "2 units stack at Gibraltar (23.22)" in refused(start, line.format("britain-sta-801"))
    assert "no ARM stands in Gibraltar (23.22)" in refused(start, line.format("britain-arm-801"))
    empty = attrs.evolve(start, units={key: unit for key, unit in start.units.items() if key != "britain-inf-801"})
    assert "23.22" not in refused(empty, line.format("britain-sta-801"))
