"""What may be bombed and by whom (26.31 to 26.34)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.worldatwar.targets import targets
from engine.worldatwar.world import editions
from engine.worldatwar.world.state import RocketBase
from tests.worldatwar.bombers import AXIS, bombing, fly
from tests.worldatwar.game import Game, refused


@pytest.mark.rule("awaw-26.31A", "awaw-26.31")
@pytest.mark.parametrize("target", ["berlin", "essen", "rome", "milan", "genoa"])
def test_26_31_listed_targets_of_europe_may_be_bombed(target: str) -> None:
    assert refused(bombing(), f"britain raid {target} bombers=3 front=western") == ""


@pytest.mark.rule("awaw-26.31A")
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("britain raid brest bombers=1", "26.31"),
        ("britain raid kiel bombers=1", "26.31A"),
        ("britain raid foggia bombers=1 front=western", "26.31B"),
        ("britain raid nowhere bombers=1", "26.31"),
    ],
)
def test_26_31_what_is_not_on_the_list_is_no_target(line: str, rule: str) -> None:
    told = refused(bombing(), line)
    assert f"({rule})" in told and ("no target" in told or "no place" in told)
    assert "berlin" in told, "the targets are named"


@pytest.mark.rule("awaw-26.31A")
@pytest.mark.parametrize(("target", "front"), [("tokyo", "pacific"), ("osaka", "pacific"), ("kagoshima", "pacific")])
def test_26_31G_the_home_islands(target: str, front: str) -> None:
    campaign = bombing(
        turn="1944-4-winter", groups={"us bomber-pacific pacific": 3}, places={"saipan": {"holder": "us"}}
    )
    assert refused(campaign, f"us raid {target} bombers=3 front={front}") == ""


@pytest.mark.rule("awaw-26.31A", "awaw-26.34")
def test_26_31F_chinese_cities_while_china_holds_them() -> None:
    campaign = bombing(AXIS)
    assert refused(campaign, "japan raid chungking aaf=9 front=asian") == ""
    assert "(26.31)" in refused(campaign, "japan raid nanking aaf=9 front=asian")
    allied = bombing(groups={"us bomber-pacific asian": 2}, facts={"airbase-us-asian": True})
    told = refused(allied, "us raid nanking bombers=2 front=asian")
    assert "(26.34)" in told and "captured from China" in told


@pytest.mark.rule("awaw-26.34")
def test_26_34_a_captured_area_is_immune_to_its_captors_enemies() -> None:
    campaign = bombing(AXIS, held={"essen": "britain", "moscow": "germany"})
    told = refused(campaign, "germany raid essen aaf=9 front=western")
    assert "(26.34)" in told and "captured from Germany" in told
    there = bombing(held={"moscow": "germany"}, groups={"russia bomber eastern": 2})
    assert "(26.34)" in refused(there, "russia raid moscow bombers=2 front=eastern")
    # An oil center is a target whoever it was taken from.
    assert refused(bombing(held={"maikop": "germany"}, groups={"russia bomber eastern": 2}),
                   "russia raid maikop bombers=2 front=eastern") == ""  # fmt: skip


@pytest.mark.rule("awaw-26.31")
def test_26_31_no_raid_without_war() -> None:
    campaign = bombing(wars=("britain+germany",))
    told = refused(campaign, "us raid essen bombers=2 front=western")
    assert "not at war with Germany" in told
    assert refused(campaign, "britain raid essen bombers=2 front=western") == ""
    # Russia and Japan are at peace: neither the Urals nor Vladivostok.
    assert "not at war with Russia" in refused(bombing(AXIS), "japan raid vladivostok aaf=9 front=asian")


@pytest.mark.rule("awaw-26.31-us")
@pytest.mark.parametrize(("results", "legal"), [(0, False), (2, False), (3, True)])
def test_26_31_the_us_boxes_need_three_air_range_results(results: int, legal: bool) -> None:
    campaign = bombing(
        AXIS, groups={"germany bomber western": 4}, research={"axis-strategic-bombers": 1, "axis-air-range": results}
    )
    told = refused(campaign, "germany raid us-atlantic bombers=2 front=western")
    assert (told == "") is legal
    assert legal or ("(26.31, 26.31E)" in told and f"{results} air range results" in told)
    for escorts in ("interceptors=1", "aaf=3", "jets=1"):
        assert "only strategic bombers" in refused(
            campaign, f"germany raid us-atlantic bombers=2 {escorts} front=western"
        )


@pytest.mark.rule("awaw-26.31-us")
def test_ruling_219_american_bombers_are_measured_from_a_us_box_with_three_results() -> None:
    for results, legal in ((2, False), (3, True)):
        campaign = bombing(
            turn="1944-4-winter",
            groups={"us bomber-pacific pacific": 3, "us interceptor pacific": 2},
            research={"western-air-range": results},
            places={"saipan": {"holder": "us"}},
        )
        told = refused(campaign, "us raid tokyo bombers=3 front=pacific base=us-pacific hexes=40")
        assert (told == "") is legal
        assert legal or "(26.31)" in told
        told = refused(campaign, "us raid tokyo bombers=3 interceptors=1 front=pacific base=us-pacific")
        assert "only strategic bombers" in told


@pytest.mark.rule("awaw-26.31-china")
def test_26_31_chinese_bases_need_western_supply() -> None:
    figures: dict[str, Any] = {"turn": "1944-4-winter", "groups": {"us bomber-pacific asian": 3}}
    line = "us raid kagoshima bombers=3 front=asian route=asian,pacific base=chungking hexes=10"
    told = refused(bombing(**figures), line)
    assert "(26.31)" in told and "not fully supplied from a British or American source" in told
    assert refused(bombing(**figures, places={"chungking": {"supplied": True}}), line) == ""
    assert "no operational air base" in refused(bombing(**figures), line.replace(" base=chungking", ""))
    lost = bombing(**figures, places={"chungking": {"supplied": True, "holder": "japan"}})
    assert "not theirs" in refused(lost, line)


@pytest.mark.rule("awaw-26.31H")
def test_26_31H_ships_from_the_launch_row_on() -> None:
    campaign = bombing()
    assert refused(campaign, "britain raid kiel bombers=3 ship=gneisenau") == ""
    waiting = attrs.evolve(campaign, ships={"gneisenau": attrs.evolve(campaign.ships["gneisenau"], row=0)})
    told = refused(waiting, "britain raid kiel bombers=3 ship=gneisenau")
    assert "(26.31H)" in told and "waits for repair" in told
    assert "no ship 'tirpitz'" in refused(campaign, "britain raid kiel bombers=3 ship=tirpitz")
    assert "no ship 'gneisenau' is in that shipyard" in refused(campaign, "britain raid essen bombers=3 ship=gneisenau")


@pytest.mark.rule("awaw-26.31H")
def test_26_31H_the_board_tells_of_ships_in_shipyards() -> None:
    campaign = bombing(AXIS)
    assert refused(campaign, "germany berth tirpitz yard=kiel size=4 column=winter row=2") == ""
    assert "is no shipyard" in refused(campaign, "germany berth tirpitz yard=essen size=4")
    assert "row 5" in refused(campaign, "germany berth tirpitz yard=kiel size=4 row=5")
    assert "no ship 'tirpitz' in any shipyard" in refused(campaign, "germany berth tirpitz launched=yes")
    assert "ship of Germany" in refused(bombing(), "britain berth gneisenau yard=kiel")
    game = fly(campaign)
    game.give("germany berth tirpitz yard=kiel size=4 column=winter row=2")
    ship = game.campaign.ships["tirpitz"]
    assert (ship.owner, ship.size, ship.column, ship.row) == ("germany", 4, "winter", 2)
    game.give("germany berth tirpitz column=spring", "germany berth gneisenau launched=yes")
    assert game.campaign.ships["tirpitz"].column == "spring" and "gneisenau" not in game.campaign.ships


@pytest.mark.rule("awaw-26.31I")
@pytest.mark.parametrize("name", editions.NAMES)
def test_26_31I_and_J_oil_centers_and_synthetic_plants(name: str) -> None:
    campaign = bombing(name=name)
    assert refused(campaign, "britain raid ploesti bombers=3 front=western") == ""
    assert refused(campaign, "britain raid leuna bombers=3 front=western") == ""
    gone = bombing(name=name, places={"leuna": {"destroyed": "1943-1-spring"}})
    assert "nothing is left of it" in refused(gone, "britain raid leuna bombers=3 front=western")


@pytest.mark.rule("awaw-26.31I")
@pytest.mark.parametrize(("name", "legal"), [("newest", True), ("middle", False), ("oldest", False)])
def test_26_31J_a_japanese_plant_is_a_target_in_the_newest_edition(name: str, legal: bool) -> None:
    plant = attrs.evolve(bombing().places["leuna"], within="osaka", country="japan", holder="japan", front="pacific")
    campaign = bombing(name=name, groups={"us bomber-pacific pacific": 3}, places={"saipan": {"holder": "us"}})
    campaign = attrs.evolve(campaign, places={**campaign.places, "omuta": plant})
    told = refused(campaign, "us raid omuta bombers=3 front=pacific")
    assert (told == "") is legal
    assert legal or ("(26.31J)" in told and editions.edition(name).name in told)


@pytest.mark.rule("awaw-26.31K")
def test_26_31K_an_enemys_rocket_base_is_a_target_and_an_own_one_is_not() -> None:
    campaign = attrs.evolve(bombing(), bases={"germany-1": RocketBase(owner="germany", place="brest")})
    assert refused(campaign, "britain raid brest bombers=3 front=western") == ""
    own = attrs.evolve(bombing(), bases={"us-1": RocketBase(owner="us", place="plymouth")})
    place = attrs.evolve(own.places["brest"], holder="britain")
    own = attrs.evolve(own, places={**own.places, "plymouth": place})
    assert "(26.31)" in refused(own, "britain raid plymouth bombers=3 front=western")


@pytest.mark.rule("awaw-26.32")
def test_26_32_secondary_targets_once_all_key_economic_areas_are_burnt() -> None:
    line = "britain raid dresden bombers=6 front=western"
    areas = [key for key, place in bombing().places.items() if place.kind == "area" and place.country == "germany"]
    burnt = {key: {"firestorm": "1943-1-spring"} for key in areas}
    told = refused(bombing(places={**burnt, "essen": {}}), line)
    assert "(26.32)" in told and "Essen" in told
    assert refused(bombing(places={**burnt, "essen": {"atomic": "1943-1-spring"}}), line) == ""


@pytest.mark.rule("awaw-26.32", "awaw-26.82", "awaw-26.81")
def test_26_32_no_brps_are_lost_there_but_a_firestorm_counts() -> None:
    areas = [key for key, place in bombing().places.items() if place.kind == "area" and place.country == "germany"]
    campaign = bombing(
        places={key: {"firestorm": "1943-1-spring"} for key in areas}, research={"western-strategic-bombers": 3}
    )
    # Row 6 at 12 and three modifiers: far above 25 BRPs of damage.
    game = fly(campaign, "britain raid dresden bombers=6 front=western", totals=(12, 2))
    assert game.campaign.powers["germany"].brps == campaign.powers["germany"].brps
    assert game.campaign.places["dresden"].firestorm == "1943-2-summer"
    assert game.campaign.powers["germany"].limit_change == 0
    assert targets.value(game.campaign, "dresden") == 0


@pytest.mark.rule("awaw-26.33")
def test_26_33_atomic_bombs_need_bombers_a_bomb_and_no_italian_city() -> None:
    campaign = bombing(facts={"atomic-bombs-western": 1})
    assert refused(campaign, "us raid essen bombers=2 front=western atomic=yes") == ""
    told = refused(campaign, "us raid rome bombers=2 front=western atomic=yes")
    assert "(26.33)" in told and "Italian cities" in told
    assert "only strategic bombers and rockets" in refused(campaign, "us raid essen aaf=9 front=western atomic=yes")
    assert "no atomic bomb left" in refused(bombing(), "us raid essen bombers=2 front=western atomic=yes")


@pytest.mark.rule("awaw-26.33", "awaw-26.82", "awaw-26.85")
@pytest.mark.parametrize(("name", "stays"), [("newest", False), ("middle", True), ("oldest", True)])
def test_26_33_a_bomber_that_gets_through_leaves_the_marker(name: str, stays: bool) -> None:
    """And in the newest edition the firestorm marker goes (26.85C)."""
    campaign = bombing(
        name=name, facts={"atomic-bombs-western": 1}, places={"essen": {"firestorm": "1942-1-spring", "flak": 0}}
    )
    game = fly(campaign, "us raid essen bombers=5 front=western atomic=yes", totals=(2, 2))
    place = game.campaign.places["essen"]
    assert place.atomic == "1943-2-summer" and bool(place.firestorm) is stays
    assert game.campaign.facts["atomic-bombs-western"] == 0
    assert game.campaign.powers["germany"].resolve == campaign.powers["germany"].resolve + (0 if stays else 1)


@pytest.mark.rule("awaw-26.33")
def test_26_33_bombers_that_are_turned_back_make_no_atomic_attack() -> None:
    campaign = bombing(facts={"atomic-bombs-western": 1}, groups={"germany interceptor western": 30})
    game = fly(
        campaign,
        "us raid essen bombers=2 front=western atomic=yes",
        defence=("germany guard essen interceptors=30",),
        totals=(2, 12),
    )
    assert game.campaign.places["essen"].atomic == ""
    assert game.campaign.facts["atomic-bombs-western"] == 0, "ruling 216: it is spent when it is flown"


def test_everything_that_is_offered_may_be_given() -> None:
    for campaign in (bombing(), bombing(AXIS, groups={"germany bomber western": 2})):
        game = Game(campaign)
        offered = [choice for choice in game.outlook().choices if " raid " in choice.text]
        assert offered
        for choice in offered:
            assert not choice.refused or choice.refused[0].rule.startswith("26.3"), choice
