"""Task Forces: who goes under a marker, what the other seat sees of it, when it is turned over, what it counts (2.6,
7.12)."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import attrs
import pytest

from engine.kernel import play
from engine.kernel.campaign import view
from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.kernel.sheets.forces import Mark
from engine.kernel.sheets.ledger import falls_due
from engine.thewar.combat import battles, unit_marks
from engine.thewar.ruleset import RULESET
from engine.thewar.sea import ship_ways
from engine.thewar.sea.sea_orders import Mission
from engine.thewar.world import task_forces, titles
from engine.thewar.world.state import Patrol, TaskForce, TheWar
from saves import library
from saves.desk import Desk
from tests.thewar.builds import after, refused
from tests.thewar.sea.test_sea_fight import ALLIED, AXIS, med, unit
from tests.thewar.secrecy import everything, files_of
from tests.whole import whole

BREAKDOWN = "allied.operations.breakdown"
FORMED = "britain task-force tf-1 units={}"
TWO_FLEETS, CARRIER = "britain-fleet-1,britain-fleet-2", "britain-fleet-1,britain-cv-1,britain-nac-1"


def ships(step: str = BREAKDOWN, **more: Any) -> TheWar:
    """Three British Fleets and a CV with its NAC, an American Fleet, two Italian Fleets, aircraft of both sides."""
    campaign = med(step, entered="1941-4-winter", **more)
    added = {
        "britain-fleet-3": unit("britain", "fleet"),
        "us-fleet-1": unit("us", "fleet"),
        "us-fleet-2": unit("us", "fleet"),
        "britain-fleet-4": unit("britain", "fleet", depleted=True),
    }
    return attrs.evolve(campaign, units={**campaign.units, **added})


def two_seats(campaign: TheWar) -> TheWar:
    return attrs.evolve(campaign, seats={key: power.side or "allied" for key, power in campaign.powers.items()})


def begun(at: Path, step: str = BREAKDOWN, name: str = "one") -> Path:
    """A campaign of two seats on the disk, its dice known."""
    hidden = at / "hidden"
    hidden.write_bytes(bytes(range(32)))
    (at / name).mkdir()
    return library.create(RULESET, two_seats(ships(step)), name="med", at=at / name, secret_file=hidden)


@pytest.mark.rule("tw-2.6-tf", "tw-7.12")
def test_2_6_two_or_three_whole_british_or_anglo_american_ships_go_under_a_marker() -> None:
    campaign = ships()
    for units in (TWO_FLEETS, CARRIER, "britain-fleet-1,us-fleet-1,us-fleet-2"):
        found = after(campaign, FORMED.format(units))
        assert found.task_forces["tf-1"] == TaskForce(power="britain", units=tuple(units.split(",")))
    assert "1 naval units (2.6). A Task Force has two or three" in refused(campaign, FORMED.format("britain-fleet-1"))
    four = "britain-fleet-1,britain-fleet-2,britain-fleet-3,us-fleet-1"
    assert "4 naval units (2.6)" in refused(campaign, FORMED.format(four))
    assert "no British Fleet is among them (2.6)" in refused(campaign, FORMED.format("us-fleet-1,us-fleet-2"))
    assert "1 CV and 0 NAC of Britain" in refused(campaign, FORMED.format("britain-fleet-1,britain-cv-1"))
    assert "0 CV and 1 NAC" in refused(campaign, FORMED.format("britain-fleet-1,britain-fleet-2,britain-nac-1"))
    assert "Whole ships do" in refused(campaign, FORMED.format("britain-fleet-1,britain-fleet-4"))
    assert "only Fleets and CV" in refused(campaign, FORMED.format("britain-fleet-1,britain-inf-1"))
    assert "is not on this side" in refused(campaign, FORMED.format("britain-fleet-1,italy-fleet-1"))


@pytest.mark.rule("tw-2.6-tf")
def test_7_12_who_forms_one_when_and_where() -> None:
    campaign = ships(italy={"effort": "sle"})
    line = FORMED.format(TWO_FLEETS)
    assert "United States has no Task Forces (7.12)" in refused(campaign, line.replace("britain", "us", 1))
    assert "not in this step" in refused(ships(ALLIED), line)
    assert "it is the Axis player turn" in refused(ships("axis.operations.breakdown"), line)
    assert "'fleet-1' is no marker" in refused(campaign, line.replace("tf-1", "fleet-1"))
    for effort, allowed in (
        ("sle", True),
        ("rle", True),
        ("lle", True),
        ("mle", True),
        ("pass", False),
        ("none", False),
    ):
        said = refused(ships(britain={"effort": effort}), line)
        assert (said == "") is allowed and (allowed or "Britain's effort forms no Task Force (2.6)" in said)
    # A British port, with room for it: two Task Forces are four Fleets at the least (7.1).
    held = after(campaign, f"{line} port=scapa-flow")
    assert held.task_forces["tf-1"].port == "scapa-flow"
    more = "britain task-force tf-2 units=britain-fleet-3,us-fleet-1 port={}"
    assert "a port bases three Fleets (7.1)" in refused(held, more.format("scapa-flow"))
    assert not refused(held, more.format("alexandria"))
    assert "Kiel is Germany's (2.6)" in refused(campaign, f"{line} port=kiel")
    assert "there is no place 'atlantis'" in refused(campaign, f"{line} port=atlantis")
    # One marker, one Task Force; a ship under one of them; on patrol nobody is in port.
    assert "Task Force 1 is on the board" in refused(held, more.format("alexandria").replace("tf-2", "tf-1"))
    again = "britain task-force tf-2 units=britain-fleet-2,britain-fleet-3"
    assert "britain-fleet-2 is in Task Force 1 (7.12)" in refused(held, again)
    out = attrs.evolve(campaign, patrols={"britain-fleet-1": Patrol(area="levant", since="1941-4-winter")})
    assert "stays on patrol in Levant" in refused(out, line)


@pytest.mark.rule("tw-7.12")
def test_7_12_at_one_seat_a_task_force_is_its_units_by_one_name() -> None:
    campaign = after(ships(), FORMED.format(CARRIER))
    assert "tf-1" not in campaign.units
    sails = understand(RULESET, "britain mission ionian units=tf-1", stepped(campaign, ALLIED))
    assert sails.text == f"britain mission ionian units={CARRIER}"
    by_name = understand(RULESET, "britain mission ionian units=task-force-1", stepped(campaign, ALLIED))
    assert by_name == sails, "its name on screen"
    # By its group a Fleet is meant that lies under no marker.
    assert "britain-fleet-2" in understand(RULESET, "britain mission ionian units=fleet", campaign).text
    # Merged and split anew it is broken down first; those of others are nobody else's to break.
    off = after(campaign, "britain task-force-off tf-1")
    assert not off.task_forces and not refused(off, FORMED.format("britain-fleet-1,britain-fleet-2,us-fleet-1"))
    assert "has no Task Force 'tf-2'" in refused(campaign, "britain task-force-off tf-2")
    assert "it is the Axis player turn" in refused(stepped(campaign, AXIS), "britain task-force-off tf-1")


@pytest.mark.rule("tw-7.12")
def test_7_12_what_is_lost_lies_under_no_marker_and_an_empty_one_leaves_the_board() -> None:
    campaign = after(ships(), FORMED.format(CARRIER))
    fewer = after(campaign, "losses britain -3 fleet-1-12-5")
    assert fewer.task_forces["tf-1"].units == ("britain-cv-1", "britain-nac-1")
    assert not after(fewer, "losses britain -1 cv; britain -1 nac-1-3-2").task_forces


def test_2_6_where_one_seat_plays_all_no_marker_lies_without_its_ships_not_even_over_the_rules() -> None:
    for line in ("britain task-force tf-1", 'overrule "so agreed" britain task-force tf-1 port=malta'):
        assert "no ship is named" in refused(ships(), line)


def stepped(campaign: TheWar, step: str) -> TheWar:
    return attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step=step))


# --- hidden: two seats


def formed(at: Path, units: str, *, step: str = ALLIED, name: str = "one") -> Path:
    """Two seats, a Task Force hidden, its step passed."""
    folder = begun(at, name=name)
    Desk.open(folder, "allied").do([f"{FORMED.format(units)} port=alexandria"])
    pass_to(folder, step)
    return folder


def pass_to(folder: Path, step: str) -> None:
    """Everybody is done with every step before a step."""
    for _ in range(200):
        here = Desk.open(folder, "allied").campaign.progress.step
        if here == step:
            return
        for seat in ("allied", "axis"):
            desk = Desk.open(folder, seat)
            if desk.campaign.progress.step != here:
                break
            legal = [one.text for one in desk.outlook().choices if not one.refused and one.text.endswith(" done")]
            if legal:
                desk.do(legal[:1])
    raise AssertionError(f"{step} did not come up")


@pytest.mark.rule("tw-2.6-tf", "tw-7.12")
@pytest.mark.parametrize("units", [TWO_FLEETS, CARRIER, "britain-fleet-1,us-fleet-1,us-fleet-2"])
def test_7_12_the_other_seat_sees_the_marker_and_its_port_and_nothing_else(units: str, tmp_path: Path) -> None:
    folder = formed(tmp_path, units, step=BREAKDOWN)
    mine, other = (whole(Desk.open(folder, seat)) for seat in ("allied", "axis"))
    assert other.task_forces == {"tf-1": TaskForce(power="britain", port="alexandria")}
    assert other.units["tf-1"].kind == "tf" and len(other.units) == len(ships().units) + 1
    assert task_forces.contents(other, "tf-1") == () and task_forces.contents(mine, "tf-1") == tuple(units.split(","))
    told = Desk.open(folder, "axis").entries("all")
    (entry,) = [one for one in told if "task-force" in one.order]
    assert not any(key in repr(entry) for key in units.split(","))


@pytest.mark.rule("tw-7.12", "tw-2.6-tf")
def test_7_12_its_own_seat_reads_what_it_holds_and_the_other_that_it_is_there() -> None:
    campaign = played(CARRIER)

    def told(seat: str) -> list[str]:
        return [duty.text for duty in falls_due(RULESET, view(campaign, seat)) if duty.rule == "7.12"]

    held = "Fleet 1-12-5, CV, NAC 1-3-2, hidden from the other side"
    assert told("allied") == [f"Task Force 1 of Britain, Alexandria: {held}"]
    assert told("axis") == ["Task Force 1 of Britain, Alexandria: face down"]
    # In a list of ships it goes by its marker.
    assert "tf-1" in battles.names(campaign, "allied", first="britain", category="naval")
    assert "tf-1" in battles.names(view(campaign, "axis"), "allied", category="naval")
    assert titles.thing(campaign, campaign.units["tf-1"]) == "Britain Task Force 1"
    marks = {seat: unit_marks.marks(view(campaign, seat)) for seat in ("allied", "axis")}
    assert marks["allied"]["britain-cv-1"] == (Mark("in Task Force", "1"),)
    assert not any("Task Force" in repr(mark) for mark in marks["axis"].values())
    # Turned over, both read the same.
    open_ = after(ships(), FORMED.format(TWO_FLEETS))
    assert [duty.text for duty in falls_due(RULESET, open_) if duty.rule == "7.12"] == [
        "Task Force 1 of Britain: 2 Fleet 1-12-5"
    ]


PAIRS = [(TWO_FLEETS, CARRIER), (CARRIER, "britain-fleet-3,us-fleet-1,us-fleet-2")]
SEEK = "italy intercept-at-sea ionian units=italy-fleet-1 distance=2"
SEEKS = [SEEK, SEEK.replace("ionian", "levant")]
ASKED = [
    "italy intercept-at-sea ionian units=italy-tac-1",
    "italy intercept-at-sea levant units=italy-tac-1",
    "italy mission aegean units=italy-tac-1 against=tf-1",
    "britain task-force-off tf-1",
    "britain mission aegean units=britain-fleet-1",
    "britain mission aegean units=fleet",
    "late britain task-force tf-2 units=2-fleet",
    'ruling task_forces.tf-1.port kiel because "to see"',
]
SAILS = ["britain mission ionian units=tf-1 facts=supply", "britain patrol levant units=tf-1"]


@pytest.mark.rule("tw-7.12")
@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("line", SAILS)
def test_7_12_whatever_lies_under_the_marker_the_other_seat_reads_the_same(
    pair: tuple[str, str], line: str, tmp_path: Path
) -> None:
    seen, files = [], []
    for name, units in zip(("one", "two"), pair, strict=True):
        folder = formed(tmp_path, units, name=name)
        Desk.open(folder, "allied").do([line])
        told = [everything(folder, who, ASKED) for who in ("axis", "")]
        # What is only tried falls by dice of its own: of searches what is judged and forecast is compared.
        desk = Desk.open(folder, "axis")
        told += [repr((desk.judge(text), desk.forecast(text), desk.understand(text))) for text in SEEKS]
        seen.append(told)
        files.append(files_of(folder, "axis"))
    assert seen[0] == seen[1]
    assert files[0] == files[1]


@pytest.mark.rule("tw-7.12")
def test_7_12_units_under_a_marker_are_named_by_it_alone(tmp_path: Path) -> None:
    folder = formed(tmp_path, TWO_FLEETS)
    desk = Desk.open(folder, "allied")
    said = str(desk.judge("britain mission ionian units=britain-fleet-1"))
    assert "britain-fleet-1 is in Task Force 1" in said and "task-force-off tf-1" in said
    # By the group's name another Fleet is meant: its own seat knows which.
    assert desk.understand("britain mission ionian units=fleet").text.endswith("britain-fleet-3")
    assert not desk.judge("britain mission ionian units=britain-fleet-3")
    assert "carries nothing while it is hidden" in str(
        desk.judge("britain mission ionian units=tf-1 carrying=tf-1 cargo=britain-inf-1")
    )


def played(units: str, *lines: tuple[str, str, tuple[int, ...]]) -> TheWar:
    """A Task Force hidden in memory and orders after it, each with its seat and dice; both seats' secrets at hand, as
    where both seats' files lie on one machine."""
    campaign = two_seats(ships())
    order = understand(RULESET, f"{FORMED.format(units)} port=alexandria", campaign)
    batches = play.submit(RULESET, campaign, [order], seat="allied", dice=FixedDice(()), n=1)
    campaign = batches[-1].campaign
    assert campaign.secrets
    for at, (seat, line, faces) in enumerate(lines):
        campaign = stepped(campaign, ALLIED)
        dice = FixedDice(faces)
        order = understand(RULESET, line, play.seen(campaign, seat))
        campaign = play.submit(RULESET, campaign, [order], seat=seat, dice=dice, n=10 * (at + 2))[-1].campaign
        assert isinstance(campaign, TheWar) and not dice.left
    return campaign


SAIL = ("allied", "britain mission ionian units=tf-1", ())


@pytest.mark.rule("tw-7.12")
def test_7_12_it_is_turned_over_as_it_is_found_and_stays_hidden_as_it_is_not() -> None:
    for units in (TWO_FLEETS, CARRIER):
        # +3 for ratings: a 9 misses every force that it may be, and nobody learns more.
        missed = played(units, SAIL, ("axis", SEEK, (9,)))
        assert missed.engagements["ionian"].attackers == ("tf-1",) and missed.task_forces["tf-1"].units == ()
        assert not missed.pending and missed.secrets
        found = played(units, SAIL, ("axis", SEEK, (1,)))
        battle = found.engagements["ionian"]
        assert battle.attackers == tuple(units.split(",")) and battle.defenders == ("italy-fleet-1",)
        assert found.task_forces["tf-1"].units == tuple(units.split(","))
        assert "tf-1" not in found.units and not found.secrets and not found.sealed and not found.pending
        # What it has done its units have done.
        assert "has been on a mission" in play_refused(found, "britain mission aegean units=britain-fleet-1")


def play_refused(campaign: TheWar, line: str, seat: str = "allied") -> str:
    order = understand(RULESET, line, play.seen(campaign, seat))
    return "; ".join(str(one) for one in play.judge(RULESET, campaign, order, seat))


@pytest.mark.rule("tw-7.12", "tw-7.8.1-patrol")
def test_7_12_where_the_carrier_decides_it_is_turned_over_and_the_die_holds() -> None:
    # The modifiers of the best case are no carrier's, +3; a carrier's +4: one face lies between them.
    faces = {units: [face for face in range(1, 11) if found_with(units, face)] for units in (TWO_FLEETS, CARRIER)}
    (between,) = set(faces[TWO_FLEETS]) - set(faces[CARRIER])
    turned = played(CARRIER, SAIL, ("axis", SEEK, (between,)))
    assert turned.task_forces["tf-1"].units == tuple(CARRIER.split(",")) and not turned.pending
    assert turned.engagements["ionian"].defenders == ()


def found_with(units: str, face: int) -> bool:
    return bool(played(units, SAIL, ("axis", SEEK, (face,))).engagements["ionian"].defenders)


def public(campaign: TheWar) -> TheWar:
    """What the enemy's seat sees, digests left out."""
    shown = view(campaign, "axis")
    return attrs.evolve(shown, sealed={key: attrs.evolve(one, digest="") for key, one in shown.sealed.items()})


UNDER = ("britain-fleet-1,us-fleet-1", TWO_FLEETS, CARRIER, f"{CARRIER},us-fleet-1", f"{TWO_FLEETS},britain-fleet-3")


@pytest.mark.rule("tw-7.12")
@pytest.mark.parametrize("face", range(1, 11))
@pytest.mark.parametrize("line", [SEEK, SEEK.replace("distance=2", "distance=5")])
def test_7_12_law_whether_it_is_turned_over_hangs_on_nothing_that_is_hidden(face: int, line: str) -> None:
    found = [played(units, SAIL, ("axis", line, (face,))) for units in UNDER]
    turned = {bool(one.task_forces["tf-1"].units) for one in found}
    assert len(turned) == 1
    if turned == {False}:
        assert all(public(one) == public(found[0]) for one in found)
        assert all(one.engagements["ionian"].defenders == () for one in found)


MIXED = (
    ("allied", "britain mission ionian units=tf-1"),
    ("allied", "britain patrol ionian units=tf-1"),
    ("allied", "britain mission levant units=us-fleet-2 facts=supply"),
    ("axis", SEEK),
    ("axis", SEEK.replace("ionian", "levant")),
    ("axis", "italy intercept-at-sea ionian units=italy-fleet-2 distance=5"),
    ("axis", "italy intercept-at-sea levant units=germany-tac-1"),
    ("allied", "britain intercept-at-sea levant units=tf-1 distance=3"),
    ("allied", "britain undisturbed ionian"),
    ("allied", "britain undisturbed levant"),
    ("allied", "britain call-off ionian"),
)


@pytest.mark.rule("tw-7.12")
@pytest.mark.parametrize("seed", range(12))
def test_7_12_law_orders_in_any_sequence_tell_the_enemy_nothing_before_it_is_turned_over(seed: int) -> None:
    chance = random.Random(seed)
    worlds = [played(units) for units in chance.sample(UNDER, 2)]
    worlds = [stepped(world, ALLIED) for world in worlds]
    ships_before = {key for key in worlds[0].units if key != "tf-1"}
    for at in range(12):
        seat, line = chance.choice(MIXED)
        face = chance.randint(1, 10)
        orders = [understand(RULESET, line, play.seen(world, seat)) for world in worlds]
        judged = [play.judge(RULESET, world, order, seat) for world, order in zip(worlds, orders, strict=True)]
        if any(judged):
            continue
        after_ = []
        for world, order in zip(worlds, orders, strict=True):
            dice = FixedDice((face,) * 3)
            found = play.submit(RULESET, world, [order], seat=seat, dice=dice, n=100 * (at + 1))[-1].campaign
            after_.append(found)
            assert {key for key in found.units if key != "tf-1"} == ships_before
            assert ("tf-1" in found.units) is (found.task_forces["tf-1"].units == ()) is bool(found.secrets)
        worlds = after_
        if worlds[0].task_forces["tf-1"].units:
            assert worlds[1].task_forces["tf-1"].units and not worlds[0].sealed
            return
        assert public(worlds[0]) == public(worlds[1])


@pytest.mark.rule("tw-7.12")
def test_7_12_aircraft_find_it_and_it_finds_others() -> None:
    met = played(TWO_FLEETS, SAIL, ("axis", "italy intercept-at-sea ionian units=italy-tac-1", ()))
    assert met.engagements["ionian"].attackers == tuple(TWO_FLEETS.split(","))
    # It looks for those who have found another mission: turned over as it finds them.
    other = ("allied", "britain mission ionian units=britain-fleet-3", ())
    seek = ("axis", SEEK, (1,))
    counter = "britain intercept-at-sea ionian units=tf-1 distance=1"
    joined = played(TWO_FLEETS, other, seek, ("allied", counter, (2,)))
    assert joined.engagements["ionian"].attackers == ("britain-fleet-3", *TWO_FLEETS.split(","))
    missed = played(TWO_FLEETS, other, seek, ("allied", counter, (10,)))
    assert missed.engagements["ionian"].attackers == ("britain-fleet-3",) and missed.task_forces["tf-1"].units == ()


@pytest.mark.rule("tw-7.12")
def test_7_12_a_landing_and_ships_attacked_show_it() -> None:
    lands = played(TWO_FLEETS, ("allied", "britain mission ionian units=tf-1,britain-fleet-3 facts=invasion", ()))
    assert lands.engagements["ionian"].attackers == (*TWO_FLEETS.split(","), "britain-fleet-3")
    assert lands.task_forces["tf-1"].units == tuple(TWO_FLEETS.split(","))


@pytest.mark.rule("tw-7.12", "tw-7.4-stay")
def test_7_12_on_patrol_it_is_hidden_and_its_units_go_on_with_it() -> None:
    patrol = ("allied", "britain patrol ionian units=tf-1", ())
    out = played(CARRIER, patrol)
    assert list(out.patrols) == ["tf-1"] and out.task_forces["tf-1"].units == ()
    met = played(CARRIER, patrol, ("axis", SEEK, (1,)))
    assert set(met.patrols) == set(CARRIER.split(",")) and met.engagements["ionian"].attackers == tuple(
        CARRIER.split(",")
    )
    said = [duty.text for duty in falls_due(RULESET, play.seen(out, "axis")) if duty.rule == "7.4"]
    assert said and said[0].endswith("Britain, Task Force 1")


@pytest.mark.rule("tw-7.12")
def test_7_12_broken_down_all_see_its_units() -> None:
    off = played(CARRIER, ("allied", "britain task-force-off tf-1", ()))
    assert not off.task_forces and "tf-1" not in off.units and not off.sealed and not off.pending
    assert not play_refused(stepped(off, ALLIED), "britain mission ionian units=britain-fleet-1")


@pytest.mark.rule("tw-7.12")
def test_7_9_9_the_axis_has_two_more_against_it_next_to_the_british_isles() -> None:
    def against(where: str, marker: str) -> tuple[bool, tuple[str, ...]]:
        campaign = stepped(after(ships(), FORMED.format(TWO_FLEETS)), AXIS)
        line = f"italy mission {where} units=italy-tac-1 against={marker}"
        order = understand(RULESET, line, campaign)
        assert isinstance(order, Mission) and not refused(campaign, line)
        return order.battle(campaign).task_force, order.against

    assert against("british-home-waters", "tf-1") == (True, tuple(TWO_FLEETS.split(",")))
    assert against("british-home-waters", "britain-fleet-1")[0]
    assert not against("british-home-waters", "britain-fleet-3")[0]
    assert not against("levant", "tf-1")[0]
    # Where it is hidden the marker is there to be seen.
    hidden = stepped(played(TWO_FLEETS), AXIS)
    order = understand(RULESET, "italy mission channel units=italy-tac-1 against=tf-1", play.seen(hidden, "axis"))
    assert isinstance(order, Mission) and order.battle(hidden).task_force


@pytest.mark.rule("tw-7.12")
def test_7_12_while_its_seat_s_file_is_missing_what_needs_it_waits() -> None:
    sailed = attrs.evolve(played(TWO_FLEETS, SAIL), secrets={})
    sailed = stepped(sailed, ALLIED)
    order = understand(RULESET, "italy intercept-at-sea ionian units=italy-tac-1", play.seen(sailed, "axis"))
    waits = play.submit(RULESET, sailed, [order], seat="axis", dice=FixedDice(()), n=50)[-1].campaign
    assert waits.pending and waits.engagements["ionian"].attackers == ("tf-1",)
    assert "what is sealed is to be opened first: Britain" in play_refused(waits, "italy done", "axis")


@pytest.mark.rule("tw-7.12")
def test_7_12_a_unit_lost_under_the_marker_is_not_turned_over_with_it() -> None:
    sailed = played(TWO_FLEETS, SAIL)
    left = {key: one for key, one in sailed.units.items() if key != "britain-fleet-2"}
    campaign = stepped(attrs.evolve(sailed, units=left), ALLIED)
    order = understand(RULESET, "italy intercept-at-sea ionian units=italy-tac-1", play.seen(campaign, "axis"))
    met = play.submit(RULESET, campaign, [order], seat="axis", dice=FixedDice(()), n=50)[-1].campaign
    assert met.engagements["ionian"].attackers == ("britain-fleet-1",)


@pytest.mark.rule("tw-7.12")
def test_7_12_for_those_who_do_not_know_it_may_be_any_force_of_2_6() -> None:
    campaign = play.seen(played(CARRIER), "axis")
    cases = task_forces.cases(campaign, ("tf-1",))
    kinds = [tuple(sorted(campaign.units[key].kind for key in one)) for one in cases]
    assert ("fleet", "fleet") in kinds and ("cv", "fleet", "nac") in kinds and ("fleet",) * 3 in kinds
    assert all(2 <= sum(kind != "nac" for kind in one) <= 3 for one in kinds)
    assert all(any(key.startswith("britain-fleet") for key in one) for one in cases)
    assert len(task_forces.largest(campaign, ("tf-1",))) == 3
    assert ship_ways.ships(campaign, ("tf-1",)) == ("tf-1",)
