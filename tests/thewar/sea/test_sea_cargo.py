"""Sections 7.5, 7.7.1 and 7.10: units aboard the Fleets of a mission, and what befalls them with their Fleet."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.dice import FixedDice
from engine.kernel.grammar import Unreadable
from engine.kernel.reading import understand
from engine.kernel.transaction import Transaction
from engine.thewar.ruleset import RULESET
from engine.thewar.sea import holds, sea_drafts, sea_outcomes
from engine.thewar.sea.sea_forces import WHOLE
from engine.thewar.sea.sea_orders import Mission
from engine.thewar.sheets.preview_sheet import PreviewSheet
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import after, refused
from tests.thewar.sea.test_sea_fight import ALLIED, asked, given, med, unit

TROOPS = {
    "britain-inf-2": unit("britain", "inf", "4-5"),
    "britain-inf-3": unit("britain", "inf", "4-5", depleted=True),
    "britain-inf-4": unit("britain", "inf", "4-5", depleted=True),
    "britain-cdo-1": unit("britain", "cdo", "1-5"),
    "britain-cdo-2": unit("britain", "cdo", "1-5"),
    "britain-sac-1": unit("britain", "sac", ""),
    "britain-tac-1": unit("britain", "tac", "1-5-4"),
}


def convoy(*, effort: str = "sle") -> TheWar:
    base = med(ALLIED, britain={"effort": effort})
    return attrs.evolve(base, units={**base.units, **TROOPS})


SAIL = "britain mission aegean units=britain-fleet-1,britain-fleet-2 cargo={}"


def order(campaign: TheWar, line: str) -> Mission:
    found = understand(RULESET, line, campaign)
    assert isinstance(found, Mission)
    return found


@pytest.mark.rule("tw-7.5")
def test_7_5_a_fleet_holds_a_whole_unit_or_two_depleted_ones() -> None:
    campaign = convoy()
    # The first Fleets that hold them carry, where nobody says which.
    assert order(campaign, SAIL.format("britain-inf-1")).carrying == ("britain-fleet-1",)
    assert order(campaign, SAIL.format("britain-inf-3,britain-inf-4")).carrying == ("britain-fleet-1",)
    both = SAIL.format("britain-inf-1,britain-inf-3,britain-inf-4")
    assert order(campaign, both).carrying == ("britain-fleet-1", "britain-fleet-2")
    assert not refused(campaign, both)
    assert not refused(campaign, SAIL.format("britain-tac-1"))
    assert "1 of the units has no room in 2 Fleets" in refused(campaign, both + ",britain-inf-2")
    assert "2 of the units have no room in 1 Fleet" in refused(campaign, both + " carrying=britain-fleet-1")
    assert "no whole Fleet carries them" in refused(
        campaign, "britain mission aegean units=britain-cv-1 cargo=britain-inf-1"
    )
    assert "is no cargo" in refused(campaign, SAIL.format("britain-sac-1"))
    # It is carried once.
    sailed = after(campaign, "britain mission levant units=britain-fleet-1 cargo=britain-inf-1")
    assert "has been carried in this impulse already" in refused(
        sailed, "britain mission aegean units=britain-fleet-2 cargo=britain-inf-1"
    )


def parts(*strengths: str, depleted: bool = False) -> dict[str, Unit]:
    """British Breakdown units, which may come from different whole units."""
    return {
        f"britain-part-{at}": attrs.evolve(unit("britain", "inf", text, depleted=depleted), tag="breakdown")
        for at, text in enumerate(strengths, 1)
    }


@pytest.mark.rule("tw-7.5", "tw-7.7.1")
@pytest.mark.parametrize("facts", ["", " facts=invasion"], ids=["transport", "invasion"])
def test_7_5_three_breakdown_units_take_the_room_of_a_whole_one(facts: str) -> None:
    broken = parts("2-5", "2-5", "1-5", "2-5")
    campaign = attrs.evolve(convoy(), units={**convoy().units, **broken})
    three, four = ",".join(list(broken)[:3]), ",".join(broken)
    assert order(campaign, SAIL.format(three) + facts).carrying == ("britain-fleet-1",)
    assert not refused(campaign, SAIL.format(three) + facts)
    # A fourth goes aboard another Fleet; beside a whole unit there is room for none.
    one = f"{SAIL.format(four)} carrying=britain-fleet-1{facts}"
    assert "1 of the units has no room in 1 Fleet" in refused(campaign, one)
    assert order(campaign, SAIL.format(four) + facts).carrying == ("britain-fleet-1", "britain-fleet-2")
    assert "3 of the units have no room in 1 Fleet" in refused(
        campaign, f"{SAIL.format(f'britain-inf-1,{three}')} carrying=britain-fleet-1{facts}"
    )
    assert "three Breakdown units take the room of one" in refused(campaign, one)


@pytest.mark.rule("tw-7.5-narf")
def test_7_5_narfs_are_no_cargo_of_a_sea_transport() -> None:
    with pytest.raises(Unreadable, match="'narfs' is no kind of unit"):
        order(convoy(), SAIL.format("narfs"))


@pytest.mark.rule("tw-7.7.1")
def test_7_7_1_an_invasion_takes_whole_ground_units_and_a_cdo_more_for_each_fleet() -> None:
    campaign = convoy()
    land = SAIL + " facts=invasion"
    assert not refused(campaign, land.format("britain-inf-1,britain-cdo-1,britain-inf-2,britain-cdo-2"))
    cdo = SAIL.format("britain-inf-1,britain-inf-2,britain-cdo-1")
    assert "1 of the units has no room in 2 Fleets" in refused(campaign, cdo)
    assert "Whole units only" in refused(campaign, land.format("britain-inf-3"))
    assert "Ground units do" in refused(campaign, land.format("britain-tac-1"))


@pytest.mark.rule("tw-7.8.1-cargo")
def test_7_8_1_what_is_aboard_counts_for_interception_and_in_the_battle() -> None:
    campaign = after(convoy(), SAIL.format("britain-inf-1"))
    seek = understand(RULESET, "italy intercept-at-sea aegean units=italy-fleet-1 distance=0", campaign)
    assert any(line.label == "the force carries, invades or stratmoves" for line in seek.net(campaign).lines)  # type: ignore[attr-defined]


def found(campaign: TheWar) -> TheWar:
    return given(campaign, "italy intercept-at-sea aegean units=italy-fleet-1,italy-fleet-2 distance=0", 1)


@pytest.mark.rule("tw-7.10")
def test_7_10_units_go_down_with_their_fleet_and_the_owner_says_with_which() -> None:
    """Ruling 278. Each Fleet has another cargo, so its owner is asked which is hit."""
    base = med()
    more = {"italy-inf-1": unit("italy", "inf", "3-5"), "italy-tac-2": unit("italy", "tac", "1-5-4")}
    base = attrs.evolve(base, units={**base.units, **more})
    line = "italy mission aegean units=italy-fleet-1,italy-fleet-2 cargo={}"
    campaign = after(base, line.format("italy-inf-1,italy-tac-2"))
    campaign = given(campaign, "britain intercept-at-sea aegean units=britain-fleet-1,britain-fleet-2 distance=0", 1)
    # 1-1, +3 for ratings, +1 for the cargo: a 7 is an 11, A Sunk.
    fought = given(campaign, "italy sea-battle aegean", 7)
    power, answers = asked(fought)
    assert power == "italy"
    assert set(answers) == {"italy suffers italy-fleet-1", "italy suffers italy-fleet-2"}
    # What is aboard tells them apart: they are called alike.
    said = [understand(RULESET, answer, fought).sentence(fought) for answer in sorted(answers)]
    assert said == [
        "Fleet 1-12-5 of Italy with INF 3-5 aboard takes the result",
        "Fleet 1-12-5 of Italy with TAC 1-5-4 aboard takes the result",
    ]
    fought = given(fought, "italy suffers italy-fleet-2")
    # Nothing changes before the battle is over.
    assert "italy-tac-2" in fought.units
    fought = given(fought, "italy break-off yes")
    assert "italy-tac-2" not in fought.units and "italy-fleet-2" not in fought.units
    assert "italy-inf-1" in fought.units and not fought.units["italy-inf-1"].depleted
    assert fought.pools["italy-tac-1-5-4"].count == base.pools["italy-tac-1-5-4"].count + 1
    # Who is alike is not asked about: each has an INF aboard.
    same = attrs.evolve(base, units={**base.units, "italy-inf-2": unit("italy", "inf", "3-5")})
    campaign = after(same, line.format("italy-inf-1,italy-inf-2"))
    campaign = given(campaign, "britain intercept-at-sea aegean units=britain-fleet-1,britain-fleet-2 distance=0", 1)
    assert "break-off" in asked(given(campaign, "italy sea-battle aegean", 7))[1][0]


def hit(facts: str, cargo: str) -> TheWar:
    """A British mission of one Fleet with units aboard that was Depleted, three rounds over."""
    line = f"britain mission aegean units=britain-fleet-1 cargo={cargo}{facts}"
    campaign = given(after(convoy(), line), "italy intercept-at-sea aegean units=italy-fleet-1 distance=0", 1)
    # 1-1, -3 and +1: a 10 is an 8, AD, with a 1 for its damage.
    campaign = given(campaign, "britain sea-battle aegean", 10, 1)
    return given(given(campaign, "britain break-off no"), "italy break-off yes")


@pytest.mark.rule("tw-7.10", "tw-7.7.1-dep")
def test_7_7_1_a_depleted_fleet_returns_with_its_invaders_who_are_depleted_too() -> None:
    landing = hit(" facts=invasion", "britain-inf-1,britain-cdo-1")
    assert landing.units["britain-fleet-1"].depleted and landing.units["britain-inf-1"].depleted
    # 10.2.6: a CDO is never Depleted.
    assert "britain-cdo-1" not in landing.units
    # They assault no beach in this impulse.
    step = attrs.evolve(landing.progress, step="allied.operations.attacks")
    enemy = {**landing.units, "italy-inf-1": unit("italy", "inf", "3-5")}
    ashore = attrs.evolve(landing, pending={}, units=enemy, progress=step)
    assault = "britain attack anzio units=britain-inf-1 against=italy-inf-1 terrain=beach-assault"
    assert "turned back to port" in refused(ashore, assault)
    # Sea Transport: they return as they were.
    moved = hit("", "britain-inf-1")
    assert not moved.units["britain-inf-1"].depleted
    assert "britain-inf-1-allied-1-turned-back" in moved.missions


def test_7_10_a_mission_that_breaks_off_takes_all_it_carries_back() -> None:
    campaign = given(
        after(convoy(), SAIL.format("britain-inf-1")),
        "italy intercept-at-sea aegean units=italy-fleet-1,italy-fleet-2 distance=0",
        1,
    )
    # 1-1, -2: a 4 is a 2, DD.
    campaign = given(campaign, "britain sea-battle aegean", 4, 1)
    went = given(campaign, "britain break-off yes")
    assert "britain-inf-1-allied-1-turned-back" in went.missions
    on = given(given(campaign, "britain break-off no"), "italy break-off yes")
    assert "britain-inf-1-allied-1-turned-back" not in on.missions


def test_the_forecast_tells_the_chance_that_a_laden_fleet_goes_down() -> None:
    campaign = found(after(convoy(), SAIL.format("britain-inf-1")))
    before = PreviewSheet().announced(campaign, "britain")[0].preview
    # It takes too long for a key: nothing is said before it was counted.
    if before.odds is None:
        assert before.later is not None
        before.later()
    before = PreviewSheet().announced(campaign, "britain")[0].preview
    shown = before.odds
    assert shown is not None and before.later is None
    told = dict(shown.chances)["a laden Fleet is sunk"]
    odds = sea_outcomes.forecast(sea_drafts.drafted(campaign, campaign.engagements["aegean"]))
    assert told == odds.chance(lambda one: one.laden_sunk == 1)
    # One of two Fleets, the one that is dear, is laden.
    assert 0 < told < odds.chance(lambda one: one.attacker.sunk > 0)


# --- the port where it lands (ruling 598)

RUN = "britain mission {} units=britain-fleet-1 cargo={} port={}"


def desert(**more: Unit) -> TheWar:
    """The British in Egypt in 1941, before their limit ends, with a few units more."""
    base = med(ALLIED, "1941-4-winter", britain={"effort": "sle"})
    units = {**base.units, **TROOPS, **{key.replace("_", "-"): one for key, one in more.items()}}
    return attrs.evolve(base, units=units)


@pytest.mark.rule("tw-7.5")
def test_7_5_cargo_stands_in_the_port_that_is_named_once_the_mission_has_arrived() -> None:
    line = RUN.format("levant", "britain-inf-1,britain-cdo-1", "alexandria")
    assert "aboard, bound for Alexandria" in order(desert(), line).sentence(desert())
    line = RUN.format("levant", "britain-inf-1", "alexandria")
    sails = after(desert(), line)
    assert sails.engagements["levant"].port == "alexandria" and sails.units["britain-inf-1"].place == "board"
    assert after(sails, "britain undisturbed levant").units["britain-inf-1"].place == "alexandria"
    # Old texts name none.
    bare = after(desert(), line.partition(" port=")[0], "britain undisturbed levant")
    assert bare.units["britain-inf-1"].place == "board"


@pytest.mark.rule("tw-7.5")
def test_7_5_who_turns_back_in_battle_lands_nowhere() -> None:
    campaign = after(desert(), RUN.format("levant", "britain-inf-1", "alexandria"))
    sails = campaign.engagements["levant"]

    def landed(*, fled: bool) -> str:
        tx: Transaction[TheWar] = Transaction(campaign, FixedDice(()), "1941-4-winter")
        holds.settle(tx, sails, {"britain-fleet-1": WHOLE}, (), fled=fled, oos=False)
        return tx.campaign.units["britain-inf-1"].place

    assert (landed(fled=False), landed(fled=True)) == ("alexandria", "board")


@pytest.mark.rule("tw-7.5", "tw-12.2.5")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (RUN.format("levant", "britain-inf-1", "atlantis"), "'atlantis' is no port (7.5)"),
        (RUN.format("ionian", "britain-inf-1", "taranto"), "Taranto is in the hands of Italy (7.5)"),
        ("britain mission levant units=britain-fleet-1 port=alexandria", "nothing is aboard: no port is named (7.5)"),
        (
            RUN.format("levant", "britain-inf-1", "alexandria") + " facts=invasion",
            "a landing goes to a beach: no port is named (7.5)",
        ),
    ],
)
def test_7_5_a_port_where_nothing_lands_is_refused(line: str, reason: str) -> None:
    assert reason in refused(desert(), line)


@pytest.mark.rule("tw-12.2.5")
def test_12_2_5_the_limits_of_north_africa_are_asked_as_a_transport_names_its_port() -> None:
    there = {f"britain_inf_9{n}": attrs.evolve(unit("britain", "inf", "4-5"), place="alexandria") for n in range(4)}
    line = RUN.format("levant", "britain-inf-1", "alexandria")
    assert "12.2.5" not in refused(desert(), line)
    over = refused(desert(**there), line)
    assert "Britain would have 20 ground factors in North Africa, 18 at most" in over and "(12.2.5, ruling 407)" in over
    assert "12.2.5" not in refused(desert(**there), line.partition(" port=")[0]), "without a port the board knows"
    # The gate of Egypt.
    axis = med("axis.operations.naval", "1941-4-winter")
    land = unit("italy", "inf", "1-5")
    holders = {"alexandria": "italy", "tobruk": "britain"}
    held = {**axis.places, **{at: attrs.evolve(axis.places[at], holder=who) for at, who in holders.items()}}
    axis = attrs.evolve(axis, units={**axis.units, "italy-inf-1": land}, places=held)
    gate = "italy mission levant units=italy-fleet-1 cargo=italy-inf-1 port=alexandria"
    assert "no Axis unit enters Egypt while Tobruk is not the Axis'" in refused(axis, gate)


@pytest.mark.rule("tw-7.5")
def test_7_5_where_the_board_is_checked_the_port_lies_on_the_missions_sea_area() -> None:
    line = RUN.format("aegean", "britain-inf-1", "alexandria")
    assert "does not lie on" not in refused(desert(), line)
    checked = attrs.evolve(desert(), options={**desert().options, "board": "checked"})
    assert "Alexandria does not lie on Aegean (7.5)" in refused(checked, line)
