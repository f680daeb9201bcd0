"""Section 7.1: three Fleets base in a port, as far as the campaign knows who lies where."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel import play
from engine.kernel.campaign import view
from engine.kernel.reading import understand
from engine.kernel.sheets.ledger import falls_due
from engine.thewar.ruleset import RULESET
from engine.thewar.world import ports
from engine.thewar.world.state import Patrol, Slip, TheWar, Unit
from tests.thewar.builds import after, at, refused
from tests.thewar.sea.test_sea_fight import ALLIED, AXIS
from tests.thewar.sea.test_task_forces import BREAKDOWN, CARRIER, FORMED, TWO_FLEETS, played, ships

PORT = "britain station alexandria units={}"
THREE = "britain-fleet-1,britain-fleet-2,britain-fleet-3"


def based(*keys: str, where: str = "alexandria", step: str = ALLIED, **more: Any) -> TheWar:
    """The ships with some of them recorded in a port."""
    campaign = ships(step, **more)
    there = {key: attrs.evolve(campaign.units[key], place=where) for key in keys}
    return attrs.evolve(campaign, units={**campaign.units, **there})


@pytest.mark.rule("tw-7.1")
def test_7_1_a_port_bases_three_fleets_a_cv_with_its_nac_as_one_and_a_cv_alone_as_none() -> None:
    full = after(ships(ALLIED), PORT.format(THREE))
    assert full.units["britain-fleet-3"].place == "alexandria"
    fourth = refused(full, PORT.format("us-fleet-1"))
    assert fourth == "4 Fleets in Alexandria, and a port bases three Fleets (7.1). Another port."
    assert "4 Fleets in Alexandria" in refused(full, PORT.format("britain-fleet-4"))  # a Depleted one too
    assert not refused(full, PORT.format("britain-cv-1"))
    assert "4 Fleets in Alexandria" in refused(full, PORT.format("britain-cv-1,britain-nac-1"))
    assert not refused(full, PORT.format("us-fleet-1").replace("alexandria", "gibraltar"))
    # The CV is there alone, and its NAC comes: a fourth.
    bare = after(full, PORT.format("britain-cv-1"))
    lines = ports.taken(bare, "alexandria").lines
    assert [(line.label, line.value) for line in lines] == [("Fleets", 3), ("CV alone", 0)]
    # Who is there already takes no room twice; who goes elsewhere makes some.
    assert not refused(full, PORT.format("britain-fleet-1"))
    left = {**full.units, "britain-fleet-1": attrs.evolve(full.units["britain-fleet-1"], place="board")}
    gone = attrs.evolve(full, units=left)
    assert not refused(gone, PORT.format("us-fleet-1"))
    assert "4 Fleets" in refused(ships(ALLIED), PORT.format(f"{THREE},us-fleet-1"))


@pytest.mark.rule("tw-7.1")
def test_7_1_ships_lie_in_ports_of_their_own_side() -> None:
    campaign = ships(ALLIED)
    for place in ("cairo", "maginot-1631"):
        assert "is no port of the campaign (7.1)" in refused(campaign, f"britain station {place} units=britain-fleet-1")
    assert "Kiel is Germany's (7.1)" in refused(campaign, "britain station kiel units=britain-fleet-1")
    assert "is not on this side" in refused(campaign, PORT.format("italy-fleet-1"))
    out = attrs.evolve(campaign, patrols={"britain-fleet-1": Patrol(area="levant", since="1941-4-winter")})
    assert "stays on patrol in Levant" in refused(out, PORT.format("britain-fleet-1"))
    docked = Slip(yard="southampton", power="britain", kind="fleet", unit="britain-fleet-4", space=4)
    yard = attrs.evolve(campaign, slips={"one": docked})
    assert "is in the yard of Southampton (7.10)" in refused(yard, PORT.format("britain-fleet-4"))
    # Boxes are entered by strategic movement, and bind no number.
    assert "nobody is stationed at 'us-box'" in refused(campaign, "britain station us-box units=britain-fleet-1")


@pytest.mark.rule("tw-7.1")
def test_7_1_strategic_movement_fills_no_port_beyond_it() -> None:
    step = "allied.stratmove.naval"
    campaign = based("us-fleet-1", "us-fleet-2", step=step)
    campaign = attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, done=("france",)))
    line = "britain stratmove naval count={} group=fleet-1-12-5 to=alexandria"
    assert "4 Fleets in Alexandria, and a port bases three Fleets (7.1)" in refused(campaign, line.format(2))
    moved = after(campaign, line.format(1))
    assert moved.units["britain-fleet-1"].place == "alexandria" and ports.taken(moved, "alexandria").total == 3
    assert "4 Fleets" in refused(moved, line.format(1))
    assert not refused(campaign, "britain stratmove naval count=2 group=fleet-1-12-5 to=gibraltar")
    # Nobody says where they go: the board knows.
    assert not refused(campaign, "britain stratmove naval count=2 group=fleet-1-12-5")


@pytest.mark.rule("tw-7.1")
def test_7_1_ships_at_sea_and_on_the_tracks_take_no_room_and_too_many_are_due() -> None:
    full = based("britain-fleet-1", "britain-fleet-2", "britain-fleet-3", "us-fleet-1")
    said = [duty.text for duty in falls_due(RULESET, full) if duty.rule == "7.1"]
    assert said == ["Alexandria bases 4 Fleets, 3 at most: others go to another port"]
    out = attrs.evolve(full, patrols={"us-fleet-1": Patrol(area="levant", since="1941-4-winter")})
    assert not [duty for duty in falls_due(RULESET, out) if duty.rule == "7.1"]
    docked = Slip(yard="alexandria", power="us", kind="fleet", unit="us-fleet-1", space=4)
    assert ports.taken(attrs.evolve(full, slips={"one": docked}), "alexandria").total == 3


@pytest.mark.rule("tw-7.1", "tw-7.12")
def test_7_1_a_task_force_takes_the_room_of_its_ships() -> None:
    line = f"{FORMED.format(TWO_FLEETS)} port=alexandria"
    one = based("britain-fleet-3", "us-fleet-1", step=BREAKDOWN)
    assert "4 Fleets in Alexandria" in refused(one, line)
    room = based("britain-fleet-1", "britain-fleet-3", step=BREAKDOWN)
    held = after(room, line)
    assert ports.taken(held, "alexandria").total == 3
    assert "4 Fleets in Alexandria" in refused(held, PORT.format("us-fleet-1"))


@pytest.mark.rule("tw-7.1", "tw-7.12")
def test_7_1_of_a_hidden_task_force_the_least_is_counted_by_those_who_do_not_know_it() -> None:
    campaign = played(f"{CARRIER},us-fleet-1")
    assert ports.taken(play.seen(campaign, "allied"), "alexandria").total == 3
    other = ports.taken(view(campaign, "axis"), "alexandria")
    assert [(line.value, line.rule) for line in other.lines] == [(2, "2.6, 7.1")]
    assert "lies in the port where it was formed (7.12)" in "; ".join(
        str(one) for one in play.judge(RULESET, campaign, station(campaign, "tf-1"), "allied")
    )


def station(campaign: TheWar, units: str) -> Any:
    return understand(RULESET, PORT.format(units), play.seen(campaign, "allied"))


@pytest.mark.rule("tw-7.1")
def test_7_1_each_side_has_its_own_ports_and_a_nac_lies_there_with_its_cv() -> None:
    campaign = ships(AXIS)
    assert not refused(campaign, "italy station taranto units=italy-fleet-1")
    assert "Taranto is Italy's (7.1)" in refused(ships(ALLIED), "britain station taranto units=britain-fleet-1")
    assert not refused(ships(ALLIED), "britain station malta units=britain-cv-1,britain-nac-1")


@pytest.mark.rule("tw-7.12", "tw-7.7")
def test_7_12_ships_under_a_marker_and_who_invades_with_ships_begin_in_one_port() -> None:
    units = {
        "britain-fleet-901": Unit(power="britain", kind="fleet", strength="1-12-5", place="scapa-flow"),
        "britain-fleet-902": Unit(power="britain", kind="fleet", strength="1-12-5", place="alexandria"),
        "britain-fleet-903": Unit(power="britain", kind="fleet", strength="1-12-5", place="scapa-flow"),
        "britain-mot-901": Unit(power="britain", kind="mot", strength="3-7", place="cairo"),
        "britain-mot-902": Unit(power="britain", kind="mot", strength="3-7", place="scapa-flow"),
        "britain-mot-903": Unit(power="britain", kind="mot", strength="3-7"),
    }
    start = attrs.evolve(at("allied.operations.breakdown", "1942-3-fall"), units=units)
    marker = "britain task-force tf-1 units=britain-fleet-901,britain-fleet-{} port=scapa-flow"
    apart = refused(start, marker.format(902))
    assert "Fleet 1-12-5 lies at Alexandria, the marker at Scapa Flow (7.12). Units of one port" in apart
    assert "7.12" not in refused(start, marker.format(903))
    sail = attrs.evolve(start, progress=attrs.evolve(start.progress, step="allied.operations.naval"))
    landing = "britain mission norwegian-sea units=britain-fleet-901 cargo=britain-mot-{} facts=invasion"
    far = refused(sail, landing.format(901))
    assert "MOT 3-7 stands at Cairo, the Fleets lie at Scapa Flow (7.7)" in far
    for with_them in (902, 903):
        assert "the Fleets lie at" not in refused(sail, landing.format(with_them))


@pytest.mark.rule("tw-7.6.2")
def test_7_6_2_ships_change_base_by_strategic_movement() -> None:
    lying = after(ships(ALLIED), PORT.format(THREE))
    for where in ("gibraltar", "board"):
        text = refused(lying, f"britain station {where} units=britain-fleet-1")
        assert "Fleet 1-12-5 lies at Alexandria, and ships change base by SMPs (7.6.2)" in text
        assert "'britain stratmove naval group=fleet-1-12-5 to=PORT'" in text
    # Of ships that moved unnamed it is said where they are; under Siege 3 and out of a lost port they go.
    progress = attrs.evolve(lying.progress, step="allied.stratmove.naval", done=("france", "us", "ussr"))
    sailing = attrs.evolve(lying, progress=progress)
    moved = after(sailing, "britain stratmove naval count=1 origin=alexandria to=gibraltar asked=yes")
    assert "7.6.2" not in refused(moved, "britain station gibraltar units=britain-fleet-1")
    taken = attrs.evolve(lying.places["alexandria"], holder="italy")
    for gone in (
        attrs.evolve(lying, sieges={"alexandria": 3}),
        attrs.evolve(lying, places={**lying.places, "alexandria": taken}),
    ):
        assert "7.6.2" not in refused(gone, "britain station gibraltar units=britain-fleet-1")
