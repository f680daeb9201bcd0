"""Reserve markers (9.9.1, 9.9.2, 9.9.4, 9.9.6)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.reading import parse
from engine.thewar.combat import reserves
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import after, at, refused
from tests.thewar.world import effect

AXIS, ALLIED = "axis.build.units", "allied.build.units"
FOUR = {f"germany-arm-{n}": Unit(power="germany", kind="arm", strength="8-8") for n in range(900, 904)}


def ready(step: str = AXIS, turn: str = "1941-2-summer", units: dict[str, Unit] | None = None, **powers: Any) -> TheWar:
    campaign = at(step, turn, **powers)
    return attrs.evolve(campaign, units=FOUR if units is None else units)


@pytest.mark.rule("tw-9.9.1")
@pytest.mark.parametrize(("rating", "most"), [(1, 3), (2, 2), (3, 1)])
def test_9_9_1_three_two_or_one_by_the_rating_of_the_army(rating: int, most: int) -> None:
    campaign = ready(germany={"army": rating})
    line = f"germany reserve arm-8-8 count={most + 1}"
    assert f"Germany places {most + 1} Reserves this turn" in refused(campaign, line)
    full = after(campaign, f"germany reserve arm-8-8 count={most}")
    assert len(reserves.marked(full, "axis")) == most
    assert f"Its army's rating allows {most}." in refused(full, "germany reserve arm-8-8")


@pytest.mark.rule("tw-9.9.2")
def test_9_9_2_five_narfs_each_under_sustained_and_regional_efforts_only() -> None:
    campaign = ready(germany={"effort": "rle"})
    placed = after(campaign, "germany reserve arm-8-8 count=2")
    assert campaign.powers["germany"].narfs - placed.powers["germany"].narfs == 10
    assert placed.powers["germany"].spent == 0
    for effort in ("lle", "mle", "none"):
        found = refused(ready(germany={"effort": effort}), "germany reserve arm-8-8")
        assert "no reserves" in found and ("without an effort" in found) == (effort == "none") and "9.9.2" in found
    assert "14.1.4" in refused(ready(germany={"narfs": 4}), "germany reserve arm-8-8")


@pytest.mark.rule("tw-9.9.1-unit")
def test_9_9_1_arm_mech_mot_motflak_and_cav_only() -> None:
    kinds = {"arm": "8-8", "mech": "4-8", "mot": "3-7", "cav": "2-6", "inf": "6-5", "sta": "2-3", "para": "2-5"}
    units = {f"germany-{kind}-900": Unit(power="germany", kind=kind, strength=s) for kind, s in kinds.items()}
    units["germany-flak-900"] = Unit(power="germany", kind="flak", strength="1-7")
    units["germany-flak-901"] = Unit(power="germany", kind="flak", strength="1-3")
    campaign = ready(units=units)
    for group in ("arm-8-8", "mech-4-8", "mot-3-7", "cav-2-6", "flak-1-7"):
        assert refused(campaign, f"germany reserve {group}") == ""
    for group in ("inf-6-5", "sta-2-3", "para-2-5", "flak-1-3"):
        found = refused(campaign, f"germany reserve {group}")
        assert "is never placed in Reserve" in found and "for the Reserve" not in found, "they are there"
    assert "Germany has not 1 ARM 10-8 for the Reserve" in refused(campaign, "germany reserve arm-10-8")
    assert "Germany has not 2 ARM 8-8 for the Reserve (9.9.1). There are 1." in refused(
        campaign, "germany reserve arm-8-8 count=2"
    )


@pytest.mark.rule("tw-9.9.4")
def test_9_9_4_depleted_units_may_german_ones_without_oil_may_not() -> None:
    units = {
        "germany-arm-900": Unit(power="germany", kind="arm", strength="8-8", immobile=True),
        "germany-arm-901": Unit(power="germany", kind="arm", strength="8-8", depleted=True),
    }
    campaign = ready(units=units)
    placed = after(campaign, "germany reserve arm-8-8")
    assert reserves.marked(placed, "axis") == ("germany-arm-901",)
    assert "want of oil" in refused(campaign, "germany reserve arm-8-8 count=2")


@pytest.mark.rule("tw-9.9.1-unit")
def test_9_9_1_one_soviet_fortification_instead_of_a_unit_and_no_one_elses() -> None:
    units = {f"ussr-cav-{n}": Unit(power="ussr", kind="cav", strength="2-6") for n in (900, 901)}
    campaign = ready(ALLIED, units=units, ussr={"army": 2})
    placed = after(campaign, "ussr reserve fortification", "ussr reserve cav-2-6")
    assert placed.powers["ussr"].narfs == campaign.powers["ussr"].narfs - 10
    assert "one fortification a turn" in refused(placed, "ussr reserve fortification")
    assert "ruling 238" in refused(ready(ALLIED), "britain reserve fortification")
    # It is put on the board in the enemy's turn, and comes off with its marker otherwise.
    theirs = attrs.evolve(placed, progress=attrs.evolve(placed.progress, step="axis.operations.reserves"))
    stands = after(theirs, "ussr commit at=moscow")
    assert [one.place for one in stands.installations.values()] == ["moscow"]
    assert "has no fortification in Reserve" in refused(stands, "ussr commit")


def test_9_9_1_a_chit_with_the_order_is_read_and_told_and_given_no_more() -> None:
    campaign = ready()
    line = "germany reserve arm-8-8 count=2 chit=yes"
    order = parse(RULESET, line)
    assert order.text == line and order.sentence(campaign).endswith("in Reserve with an Espionage chit")
    assert "In its place: germany play-chit espionage on=reserves" in refused(campaign, line)


@pytest.mark.rule("tw-9.9.2")
def test_9_9_2_markers_lie_through_the_enemys_turn_and_come_off_with_it() -> None:
    placed = after(ready(), "germany reserve arm-8-8 count=2")
    step = RULESET.sequence["axis.end.reserves"]
    own_end = attrs.evolve(placed, progress=attrs.evolve(placed.progress, step="axis.end.reserves"))
    assert step.skipped(own_end)
    theirs = attrs.evolve(placed, progress=attrs.evolve(placed.progress, step="allied.end.reserves"))
    assert RULESET.sequence["allied.end.reserves"].skipped(theirs) == ""
    assert reserves.marked(effect(theirs, reserves.Lapse()), "axis") == ()
    russian = {"ussr-cav-900": Unit(power="ussr", kind="cav", strength="2-6")}
    allied = after(ready(ALLIED, units=russian), "ussr reserve cav-2-6")
    ended = attrs.evolve(allied, progress=attrs.evolve(allied.progress, step="allied.end.reserves"))
    assert reserves.marked(effect(ended, reserves.Lapse()), "allied") == ("ussr-cav-900",)


def test_9_9_6_no_minor_country_has_reserves() -> None:
    units = {"romania-cav-900": Unit(power="romania", kind="cav", strength="2-6")}
    assert reserves.groups(ready(units=units), "romania") == ()
