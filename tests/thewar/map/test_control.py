"""Who holds a hex: known where a place lies, inferred everywhere else, and each hex of land by one answer alone."""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs
import pytest

from engine.kernel.changes import Change, Entry
from engine.kernel.chooser import Chooser
from engine.kernel.sheets.atlas import Atlas
from engine.thewar.map import board, grid
from engine.thewar.ruleset import RULESET
from engine.thewar.world import control
from engine.thewar.world.state import Engagement, Marker, Patrol, TheWar, Unit
from saves.scenarios import preview


@cache
def opening() -> TheWar:
    campaign = preview("1939-campaign")
    assert isinstance(campaign, TheWar)
    return campaign


def taken(campaign: TheWar, **holders: str) -> TheWar:
    """The campaign with these places in other hands; '_' stands for '-'."""
    named = {key.replace("_", "-"): holder for key, holder in holders.items()}
    places = {key: attrs.evolve(place, holder=named.get(key, place.holder)) for key, place in campaign.places.items()}
    return attrs.evolve(campaign, places=places)


def status(campaign: TheWar, land: str, **fields: Any) -> TheWar:
    return attrs.evolve(
        campaign, countries={**campaign.countries, land: attrs.evolve(campaign.countries[land], **fields)}
    )


def sheet() -> Atlas[TheWar]:
    found: Atlas[TheWar] | None = RULESET.sheet(Atlas)
    assert found is not None
    return found


def told(campaign: TheWar, number: str) -> str:
    return "; ".join(f"{fact.text} ({fact.rule})" for fact in sheet().tell(campaign, number))


@pytest.mark.parametrize("seed", range(3))
def test_control_partitions_the_land(seed: int) -> None:
    chance = Chooser(f"control-{seed}")
    campaign = opening()
    owners = ("", *campaign.powers, *campaign.countries)
    campaign = taken(campaign, **{key: chance.pick(owners) for key in campaign.places if chance.below(3) == 0})
    holds = control.held(campaign)
    assert holds.keys() == board.board().lands.keys()
    for number, hold in holds.items():
        assert hold.power in ("", *campaign.powers) and hold.land == board.board().lands[number]
        assert hold.known == (hold.by == "place") == (hold.away == 0 and hold.place != "")


def test_1_2_a_place_that_falls_takes_along_what_lies_nearest_to_it_in_its_land_and_is_known() -> None:
    campaign = opening()
    after = taken(campaign, kharkov="germany")
    before, now = control.held(campaign), control.held(after)
    changed = {number for number, hold in now.items() if hold.power != before[number].power}
    assert "1712" in changed and all(now[number].land == "ussr" for number in changed)
    assert [number for number in changed if now[number].known] == ["1712"]
    for number in changed:
        spots = {key: spot.hex for key, spot in board.board().spots.items() if key in campaign.places}
        near = [key for key, at in spots.items() if board.board().lands.get(at) == "ussr"]
        assert min(grid.distance(number, spots[key]) for key in near) == grid.distance(number, "1712")
    assert "Germany holds Kharkov" in told(after, "1712") and "inferred" not in told(after, "1712")
    inferred = min(changed - {"1712"})
    assert "inferred: Germany holds Kharkov, " in told(after, inferred) and "ruling 542" in told(after, inferred)


@pytest.mark.parametrize(
    ("fields", "power", "says"),
    [
        ({"status": "neutral", "patron": ""}, "", "Sweden's by its status (neutral)"),
        ({"status": "sympathizer", "patron": "germany"}, "", "Sweden's by its status (sympathizer)"),
        ({"status": "associate", "patron": "germany"}, "germany", "(associate), under Germany"),
        ({"status": "satellite", "patron": "britain"}, "britain", "(satellite), under Britain"),
        ({"status": "conquered", "patron": "ussr"}, "ussr", "(conquered), under Soviet Union"),
    ],
)
def test_16_3_a_land_without_places_is_whose_its_status_says(fields: dict[str, str], power: str, says: str) -> None:
    campaign = status(opening(), "sweden", **fields)
    hold = control.at(campaign, "0722")
    assert hold is not None and (hold.power, hold.owner, hold.by) == (power, "sweden", "status")
    assert says in told(campaign, "0722")


def test_14_7_a_colony_is_its_holders() -> None:
    campaign = opening()
    holdings = {**campaign.holdings, "algeria": attrs.evolve(campaign.holdings["algeria"], holder="britain")}
    hold = control.at(attrs.evolve(campaign, holdings=holdings), "4440")
    assert hold is not None and (hold.power, hold.known) == ("britain", False)


def test_what_is_recorded_at_a_place_is_told_under_the_cursor_with_its_sea_areas() -> None:
    units = {
        "b-inf": Unit(power="britain", kind="inf", strength="4-5", place="malta"),
        "b-inf-2": Unit(power="britain", kind="inf", strength="4-5", place="malta"),
        "b-tac": Unit(power="britain", kind="tac", strength="1-5-4", place="malta", depleted=True),
        "i-ftr": Unit(power="italy", kind="ftr", strength="2-3-2", place="rome"),
    }
    campaign = attrs.evolve(opening(), units=units)
    under = told(campaign, "3228")
    assert "2 INF 4-5, TAC 1-5-4 Depleted (Britain) (9.4)" in under and "FTR" not in under
    assert "port on Central Med (7.2)" in under
    assert "FTR 2-3-2 (Italy) (9.4)" in told(campaign, sheet().find(campaign, "rome"))


def test_water_and_what_is_off_the_map_is_nobodys() -> None:
    assert control.at(opening(), "2930") is None and told(opening(), "2930") == "Sardinian Sea (1.2)"


# --- the map that is drawn of it


def test_6_1_the_front_runs_where_enemies_meet_and_is_drawn_on_both_sides() -> None:
    campaign = opening()
    ground = sheet().ground(campaign)
    front = {number for number, hex in ground.items() if hex.front}
    assert front and {ground[number].power for number in front} >= {"germany", "france"}
    for number in front:
        beside = {ground[other].power for other in grid.neighbours(number) if other in ground}
        assert beside - {ground[number].power}
    assert not any(hex.front for hex in sheet().ground(attrs.evolve(campaign, wars={})).values())


def test_what_lies_on_the_board_is_drawn_where_it_lies() -> None:
    campaign = attrs.evolve(
        opening(),
        engagements={"warsaw": Engagement(kind="ground", by="germany")},
        sieges={"sevastopol": 2},
        markers={"beachhead-2846": Marker(kind="beachhead", place="2846", power="us", since="1942-4-winter")},
        patrols={"britain-fleet-1": Patrol(area="channel", since="1939-3-fall")},
    )
    by_kind = {(mark.hex, mark.kind): mark.name for mark in sheet().marks(campaign)}
    assert by_kind["1521", "battle"] == "ground battle announced at Warsaw"
    assert by_kind["2313", "siege"] == "siege of Sevastopol, 2"
    assert ("2846", "beachhead") in by_kind and ("1426", "capital") in by_kind
    sea = next(sea for sea in sheet().seas(campaign) if sea.id == "channel")
    assert sea.holder == "allied" and sea.patrols == ("Fleet 1-12-5 (Britain)",)
    assert (sea.hex, "fleet") in by_kind


@pytest.mark.parametrize(
    ("text", "number"),
    [("1012", "1012"), ("Moscow", "1012"), ("mosc", "1012"), ("levant", "=levant"), ("nowhere", ""), ("4600", "")],
)
def test_a_hex_is_found_by_number_and_by_name(text: str, number: str) -> None:
    found = sheet().find(opening(), text)
    assert board.board().waters[found] == number[1:] if number.startswith("=") else found == number


def test_7_8_who_reaches_a_sea_area_by_which_way_and_at_what_figure() -> None:
    places = {"germany-fleet-1": "kiel", "britain-fleet-1": "gibraltar"}
    campaign = opening()
    units = {key: attrs.evolve(unit, place=places.get(key, "board")) for key, unit in campaign.units.items()}
    campaign = attrs.evolve(campaign, units=units)
    (kiel,) = [one for one in sheet().reach(campaign, "norwegian-sea") if one.power == "germany"]
    assert kiel.way == ("Danish North Sea", "Norwegian Sea") and not kiel.unsure
    assert kiel.modifier is not None and kiel.modifier.total == -1
    says = [fact.rule for fact in kiel.says]
    assert says == ["7.8", "12.1.2", "7.7", "7.2"], "two Sea Areas: within 5, within 3, within 12"
    (gibraltar,) = [one for one in sheet().reach(campaign, "sardinian-sea") if one.power == "britain"]
    assert len(gibraltar.way) == 4 and gibraltar.unsure
    assert [fact.rule for fact in gibraltar.says] == ["7.8", "12.1.2", "7.2"]
    # 7.3: what is closed to somebody is no way for him.
    assert not [one for one in sheet().reach(campaign, "black-sea") if one.power == "germany"]


def test_10_0_what_was_fought_this_turn_is_marked_where_it_was_until_it_is_taken_back() -> None:
    def ended(n: int, where: str, why: str) -> Entry:
        battle = Engagement(kind="ground", by="germany")
        return Entry(
            n, "solo", "axis.operations.combat", "", changes=(Change(f"engagements.{where}", battle, None, why),)
        )

    entries = [ended(1, "warsaw", "fought"), ended(2, "paris", "called off"), ended(3, "2643", "Automatic Victory")]
    found = sheet().fought(opening(), entries)
    assert [(mark.hex, mark.kind) for mark in found] == [("1521", "fought"), ("2643", "fought")]
    assert found[0].name == "battle fought at Warsaw"
    undone = Entry(4, "solo", "axis.operations.combat", "undo", undoes=(1, 2, 3))
    assert sheet().fought(opening(), [*entries, undone]) == ()
