"""Each battle of strategic warfare read back from the journal as one report: its dice, the cells they led to, every
modifier with its reason, what was lost (5.1, 5.2, 29.5 to 29.19)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import attrs
import pytest

from engine.kernel.campaign import view
from engine.kernel.dice import FixedDice
from engine.kernel.tables import table
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets import war_report
from engine.thewar.world.reports import Cast, Report
from engine.thewar.world.state import Box, TheWar, Unit
from tests.thewar.atlantic import AIR, BUILD, SEA, Segment, french, scene
from tests.thewar.optional import at_war, playing, with_pools, with_units

MED, EAST = "strategic-warfare.mediterranean-boxes", "strategic-warfare.eastern-bombers"
TARGETS, ROCKETS = "strategic-warfare.targets", "strategic-warfare.rockets"
Given = Sequence[tuple[str, tuple[int, ...]]]


def fought(campaign: TheWar, *given: tuple[str, tuple[int, ...]]) -> Segment:
    """A game after orders with their dice."""
    game = Segment(campaign)
    for line, faces in given:
        game.give(line, faces=faces)
    return game


def reports(game: Segment) -> tuple[Report, ...]:
    """What the game's journal tells."""
    return war_report.battles(game.campaign, game.entries)


def only(game: Segment) -> Report:
    (report,) = reports(game)
    return report


def said(report: Report | Cast) -> str:
    return " / ".join(one.text for one in report.words)


def lost(report: Report) -> list[str]:
    return [one.text for one in report.lost]


def holding(cast: Cast) -> dict[str, int]:
    return {one.label: one.value for one in cast.reckoned if one.holds}


def idle(cast: Cast) -> dict[str, str]:
    return {one.label: one.why for one in cast.reckoned if not one.holds}


def narfs(report: Report, power: str) -> int:
    """NARFs of a power that the report's changes took."""
    mine = [change for change in report.changes if change.at == f"powers.{power}.narfs"]
    return sum(change.was - change.now for change in mine)


# ---------------------------------------------------------------- every battle in one list


def _uboats(**more: Any) -> TheWar:
    return scene("1942-3-fall", SEA, germany={"uboat": 9}, britain={"asw": 8}, **more)


def _allied(turn: str, step: str, **more: Any) -> TheWar:
    forces: dict[str, Any] = {"germany": {"int": 2}, "britain": {"sac": 3}, "us": {"sac": 5}}
    return scene(turn, step, entered="1941-4-winter", **(forces | more))


def _eastern() -> TheWar:
    war = playing(scene("1942-3-fall", EAST, germany={"sac": 6}), "bombing-ussr")
    return with_units(at_war(war, "germany+ussr"), ussr_int=2)


def _mediterranean() -> TheWar:
    war = playing(scene("1941-3-fall", MED), "mediterranean-submarines")
    return with_units(at_war(war, "britain+italy"), britain_uboat=5, italy_asw=2)


def _rockets() -> TheWar:
    found = scene("1944-3-fall", ROCKETS, britain={"int": 2}, facts={"british-heavy-flak": 2})
    flying = {
        f"germany-{tag}-{at}": Unit(power="germany", kind="sac", tag=tag)
        for tag, many in (("v-1", 5), ("v-2", 3))
        for at in range(1, many + 1)
    }
    return attrs.evolve(found, units={**found.units, **flying}, boxes={"britain": Box(interceptors=2)})


SEA_ORDERS = ("germany sea-box uboats=9", ()), ("britain sea-box asw=3", (5,))
HUNTERS = ("germany sea-box uboats=9", ()), ("britain sea-box asw=3 hunters=5", ())
IN_THE_MED = ("italy med-box asw=2 air=yes", ()), ("germany med-box", ()), ("britain med-box subs=5 ships=yes", (4,))
FLOWN: dict[str, tuple[TheWar, Given]] = {
    "u-boats": (_uboats(), SEA_ORDERS),
    "raid": (
        _allied("1943-3-fall", AIR, facts={"german-heavy-flak": 1}),
        (("germany air-box night=1", ()), ("britain air-box sac=3", ()), ("us air-box sac=5", (4, 6, 7, 2))),
    ),
    "east": (_eastern(), (("germany east-box sac=6", ()), ("ussr east-box interceptors=2", (5, 3)))),
    "mediterranean": (_mediterranean(), IN_THE_MED),
    "rockets": (_rockets(), (("germany launch v1=5 v2=3", (4, 6, 10, 3, 5)),)),
    "hunters": (
        playing(_uboats(facts={"espionage-britain": 1}), "sub-hunters"),
        (
            *HUNTERS,
            ("britain hunt 3 4", ()),
            ("britain hunt-from 1 air=yes", (3,)),
            ("britain hunters-chit yes", (9,)),
            ("britain hunt 0 0", (5,)),
        ),
    ),
    "attrition": (playing(_uboats(), "attrition-table"), (SEA_ORDERS[0], ("britain sea-box asw=3", (3, 9)))),
}


@pytest.mark.parametrize("name", FLOWN)
def test_every_figure_of_a_report_is_explained(name: str) -> None:
    """A die with what modifies it leads to the row, the row and the column to the printed cell; and nothing stands
    without its rule."""
    campaign, given = FLOWN[name]
    found = reports(fought(campaign, *given))
    assert found
    for report in found:
        assert report.casts and report.rule and report.forces
        assert report.words or all(cast.words for cast in report.casts)
        assert all(one.text and one.rule for one in (*report.words, *report.lost))
        for cast in report.casts:
            assert cast.rule and cast.faces
            assert sum(holding(cast).values()) == cast.net
            assert all(one.rule and one.label for one in cast.reckoned)
            assert all(one.why for one in cast.reckoned if not one.holds and one.value)
            if not cast.table:
                continue
            data = table("thewar", cast.table)
            assert cast.columns == tuple(data["columns"])
            numbers = sorted(map(int, data["row"]))
            assert cast.row == sorted((numbers[0], cast.faces[0] + cast.net, numbers[-1]))[1]
            assert cast.cell == str(data["row"][str(cast.row)][cast.columns.index(cast.column)])


def test_every_procedure_of_the_ruleset_has_its_picture() -> None:
    told = "task-forces-turned protection dice-lines points-opened disclosure chit-played border-crossing free-french"
    told += " variant-roll"  # of these the journal alone tells
    assert {one.kind for one in set(RULESET.kinds.values()) - set(war_report.TELLERS)} == {*told.split()}
    assert set(war_report.TELLERS) < set(RULESET.kinds.values())


@pytest.mark.parametrize("name", FLOWN)
def test_of_a_journal_that_begins_in_the_middle_something_is_still_told(name: str) -> None:
    campaign, given = FLOWN[name]
    game = fought(campaign, *given)
    whole = reports(game)
    for at in range(len(game.entries)):
        told = war_report.battles(game.campaign, game.entries[at:])
        assert [one.title for one in told] == [one.title for one in whole][len(whole) - len(told) :]


@pytest.mark.parametrize("name", [name for name in FLOWN if name != "rockets"])
def test_5_0_both_seats_read_the_same_battles_and_nothing_before_the_boxes_open(name: str) -> None:
    campaign, given = FLOWN[name]
    seats = {power: "axis" if power in ("germany", "italy") else "allied" for power in campaign.powers}
    game = Segment(attrs.evolve(campaign, seats=seats))
    for line, faces in given:
        game.give(line, faces=faces)
        told = [war_report.battles(view(game.campaign, seat), game.entries) for seat in ("axis", "allied", "")]
        assert told[0] == told[1] == told[2]
        if game.campaign.sealed:
            assert told == [(), (), ()]
    assert reports(game) and not reports(game)[-1].open


def test_what_is_undone_is_told_no_more() -> None:
    game = fought(*_of("hunters"))
    assert [one.kind for one in reports(game)] == ["hunt", "sea"]
    game.undo()
    (hunt,) = reports(game)
    assert hunt.open and len(hunt.casts) == 2
    game.undo()
    assert reports(game)[0].casts[1].faces == ()


def _of(name: str) -> tuple[Any, ...]:
    campaign, given = FLOWN[name]
    return (campaign, *given)


# ---------------------------------------------------------------- at sea


def test_5_1_3_5_a_chit_that_germany_cancels_is_told_as_cancelled() -> None:
    campaign = _uboats(facts={"espionage-britain": 1, "counter-espionage-germany": 1})
    orders: Given = (SEA_ORDERS[0], ("britain sea-box asw=3", ()), ("britain ultra yes", ()))
    for answer, face, net in (("no", 4, 1), ("yes", 5, 0)):
        cast = only(fought(campaign, *orders, (f"germany cancel-ultra {answer}", (face,)))).casts[0]
        assert (cast.faces, cast.net, cast.row) == ((face,), net, 5)
        (ultra,) = (one for one in cast.reckoned if one.label == "Espionage chit (Ultra)")
        assert (ultra.holds, ultra.why) == (
            (True, "chit played") if answer == "no" else (False, "cancelled by Germany")
        )


def test_ruling_6_without_asw_the_best_cell_is_lit_and_no_modifier_named() -> None:
    report = only(fought(_uboats(), SEA_ORDERS[0], ("britain sea-box", ())))
    (cast,) = report.casts
    assert (cast.faces, cast.row, cast.column, cast.cell, cast.reckoned) == ((), -3, "4-1", "DL2/DA7 **", ())
    assert "without a roll" in said(report)


def test_29_6_cards_are_named_with_what_they_add() -> None:
    game = fought(playing(_uboats(), "u-boat-cards"), SEA_ORDERS[0], ("britain sea-box asw=3", ()))
    game.give("germany play-card u-boats surface-threat", "britain play-card u-boats long-range-recon", faces=())
    game.give("germany done", faces=(5,))
    cast = only(game).casts[0]
    (cards,) = (one for one in cast.reckoned if one.label == "cards")
    assert (cards.holds, cards.why) == (True, "'surface threat' against 'long range recon'")
    assert cards.value == cast.net == -4, "-2, and twice in 1942 (29.6)"


def test_29_6_a_card_of_one_side_alone_counts_nothing_and_says_so() -> None:
    game = fought(playing(_uboats(), "u-boat-cards"), SEA_ORDERS[0], ("britain sea-box asw=3", ()))
    game.give("germany play-card u-boats surface-threat", faces=())
    game.give("germany done", faces=(5,))
    assert idle(only(game).casts[0])["cards"] == "not played by both sides"


def test_29_17_the_attrition_die_has_its_own_table() -> None:
    report = only(fought(*_of("attrition")))
    roll, worn = report.casts
    assert (roll.title, worn.title) == ("U-boat roll", "attrition")
    assert (worn.table, worn.column, worn.faces, worn.cell) == ("uboat-attrition", "1-3", (9,), "2")
    assert said(worn) == "2 U-boats lost to attrition: 3 ASW"
    assert "Germany: 2 U-boats lost, attrition" in lost(report)


@pytest.mark.parametrize(("second", "kind", "word"), [(7, "fleet", "Fleet"), (8, "cv", "carrier")])
def test_29_19_the_second_die_is_told_and_the_ship(second: int, kind: str, word: str) -> None:
    game = fought(playing(_uboats(), "capital-ships"), SEA_ORDERS[0], ("britain sea-box asw=3", (1, second)))
    hit = only(game)
    assert hit.open and (hit.kind, word in hit.forces) == ("torpedoed", True)
    game.give(f"britain torpedoed britain-{kind}-1", faces=(6,))
    game.give(f"britain to-yard britain-{kind}-1 glasgow", faces=())
    ship, home, war = reports(game)
    assert (home.kind, home.casts[0].faces, home.casts[0].column) == ("ships-home", (6,), kind)
    assert said(home.casts[0]).startswith({"fleet": "5 factors: space 4", "cv": "3 factors: space 1"}[kind])
    assert not ship.open and ship.casts == war.casts[1:] and ship.casts[0].faces == (second,)
    assert f"Britain: 1 {'Fleet' if kind == 'fleet' else 'CV'} depleted" in lost(ship)
    assert "Britain: 1 NAC depleted" in lost(ship) or kind == "fleet"
    assert war.casts[0].faces == (1,)


def test_29_19_with_no_ship_left_the_second_die_is_still_told() -> None:
    campaign = playing(_uboats(), "capital-ships")
    ashore = {key: unit for key, unit in campaign.units.items() if unit.kind != "fleet"}
    report = only(fought(attrs.evolve(campaign, units=ashore), SEA_ORDERS[0], ("britain sea-box asw=3", (1, 2))))
    assert "a Fleet, none is within reach" in said(report.casts[1])


@pytest.mark.parametrize(
    ("contact", "faces", "words"),
    [
        ("near", (5, 5), "Up to 5 a Convoy Ambush: it meets one"),
        ("through", (7, 5), "Up to 6 a Massacre: it meets nothing"),
        ("none", (5,), "The convoy sails past every counter: no die"),
    ],
)
def test_29_7_the_convoys_run_is_told_before_the_war(contact: str, faces: tuple[int, ...], words: str) -> None:
    game = fought(playing(_uboats(), "convoys"), SEA_ORDERS[0], ("britain sea-box asw=3", ()), ("germany done", ()))
    asked = only(game)
    assert asked.open and asked.forces == "3 counters for 9 U-boats, 6 dummies among them" and not asked.casts
    game.give(f"britain convoy {contact}", faces=faces)
    run, war = reports(game)
    assert words in said(run)
    assert [cast.faces for cast in run.casts] == ([faces[:1]] if len(faces) == 2 else [])
    assert ("Convoy Ambush" in said(war)) == (contact == "near")


def test_29_7_the_tables_mark_is_told_as_void_under_the_convoy_rule() -> None:
    campaign = playing(_uboats(), "convoys")
    game = fought(campaign, SEA_ORDERS[0], ("britain sea-box asw=3", ()), ("germany done", ()))
    game.give("britain convoy none", faces=(1,))
    war = reports(game)[-1]
    assert "*" in war.casts[0].cell and "The table's mark counts for nothing" in said(war)


def test_29_16_each_search_and_each_battle_of_hunters_stands_with_its_table() -> None:
    hunt, war = reports(fought(*_of("hunters")))
    search, battle = hunt.casts
    assert (search.table, search.faces, search.column, search.cell) == ("interception", (3,), "2", "Intercept")
    assert holding(search) == {
        "port 1 Sea Area away": -1,
        "own NAC, TAC or MDM based next to the Sea Area": -1,
    }
    assert idle(search)["British and American radar"] == "not played"
    assert (battle.table, battle.faces, battle.net, battle.column, battle.row) == ("naval-crt", (9,), 1, "1-1", 10)
    assert holding(battle)["Espionage chit"] == 1
    assert battle.cell == "A Sunk" and said(battle) == "1 U-boat sunk"
    assert (hunt.rule, hunt.forces) == ("29.16", "5 sub hunters before the U-boat roll")
    assert lost(hunt) == ["Germany: 1 U-boat lost"] and said(hunt) == "2 sub hunters stay in port"
    assert war.forces == "8 U-boats against 3 ASW"
    assert "3 ASW and 5 sub hunters, one for each 3 begun" in said(war)


def test_29_16_who_finds_nothing_has_searched_and_not_fought() -> None:
    game = fought(playing(_uboats(), "sub-hunters"), *HUNTERS, ("britain hunt 4 1", ()), ("britain hunt-from 5", (9,)))
    hunt = only(game)
    (search,) = hunt.casts
    assert hunt.open and search.cell == "Miss" and "Not found" in said(search)
    assert holding(search) == {"port 5 Sea Areas away": 3}
    game.give("britain hunt 0 0", faces=(5,))
    assert len(reports(game)[0].casts) == 1 and said(reports(game)[0]) == "1 sub hunter stays in port"


def test_29_16_worse_than_one_to_four_sinks_without_a_die() -> None:
    orders = ("britain hunt 5 1", ()), ("britain hunt-from 0", (1, 5))
    game = fought(playing(_uboats(), "sub-hunters"), *HUNTERS, *orders)
    search, battle = reports(game)[0].casts
    assert "A natural 1 always finds" in said(search)
    assert battle.faces == () and not battle.table and "1 U-boat sunk without a roll" in said(battle)
    assert lost(reports(game)[0]) == ["Germany: 1 U-boat lost"]


def test_29_16_hunters_that_stay_at_home_say_so() -> None:
    game = fought(playing(_uboats(), "sub-hunters"), *HUNTERS, ("britain hunt 0 0", (5,)))
    assert said(reports(game)[0]) == "5 sub hunters stay in port" and not reports(game)[0].casts


def test_29_14_submarines_in_the_mediterranean_on_the_uboat_table() -> None:
    report = only(fought(*_of("mediterranean")))
    (cast,) = report.casts
    assert report.forces == "5 British submarines against 2 Italian ASW"
    assert (cast.table, cast.faces, cast.net, cast.column, cast.row) == ("uboat-crt", (4,), -2, "2-1", 2)
    assert holding(cast) == {
        "navies' ratings": -3,
        "a Fleet or CV/NAC in Malta": -1,
        "an Italian TAC next to the central seas": 2,
    }
    assert idle(cast) == {
        "a British TAC in Malta": "Britain has said none",
        "a German TAC next to the central seas": "Germany has said none",
    }
    assert "5 get through x 3 = 15 NARFs" in said(report) and narfs(report, "italy") == 15
    assert lost(report) == ["Britain: 1 submarine lost", "Italy: 1 ASW lost"]


def test_29_5_the_simplified_war_shows_its_dice_and_what_is_taken_off() -> None:
    campaign = playing(scene("1940-3-fall", BUILD, germany={"uboat": 7}, britain={"asw": 3}), "simplified-u-boats")
    report = only(fought(with_pools(campaign, germany_uboat=1), ("germany done", (4, 7))))
    (cast,) = report.casts
    assert (cast.faces, cast.net, cast.table) == ((4, 7), -2, "")
    assert holding(cast) == {"2 for each unbuilt": -2}
    assert "2 dice: from Fall 1940 on / 4 + 7 - 2 = 9 NARFs" in said(report)
    assert "2 U-boats are spent: 1 for each die from Fall 1940 on" in said(report)
    assert lost(report) == ["Germany: 2 U-boats lost"] and narfs(report, "britain") == 9


def test_29_5_a_share_that_is_asked_and_one_that_is_refused() -> None:
    campaign = scene("1943-3-fall", BUILD, germany={"uboat": 7}, britain={"asw": 3}, entered="1941-4-winter")
    game = fought(with_pools(playing(campaign, "simplified-u-boats"), germany_uboat=0), ("germany done", (4, 7)))
    assert only(game).open and "bears" not in said(only(game))
    assert idle(only(game).casts[0]) == {"2 for each unbuilt": "none in the force pool"}
    game.give("britain share 3", "us agree no", faces=())
    assert "The United States does not agree: Britain bears 11" in said(only(game))
    game.undo()
    game.give("us agree yes", faces=())
    assert "Britain bears 8, the United States bears 3" in said(only(game))


# ---------------------------------------------------------------- in the air


def test_11_12_heavy_flak_has_its_table_before_the_bombing_table() -> None:
    night, day = reports(fought(*_of("raid")))
    assert [one.title for one in (night, day)] == ["British raid by night", "American raid by day"]
    flak, bombs = day.casts
    assert (flak.table, flak.faces, flak.net, flak.column, flak.cell) == ("flak-heavy", (7,), 1, "1", "AD")
    assert holding(flak) == {"4 SAC or more": 1} and said(flak) == "1 SAC depleted and turned away"
    # Four of five come through, and nobody meets them by day.
    assert bombs.column == "3-1" and holding(bombs)["unopposed"] == -2
    assert idle(bombs)["long-range fighters"] == "from Spring 1944 on"
    assert "United States: 1 SAC depleted" in lost(day)
    assert idle(night.casts[0]) == {"4 SAC or more": "3 SAC fly"}


def test_5_2_1_a_mark_brings_smps_that_the_report_names() -> None:
    campaign = french(scene("1941-3-fall", AIR, germany={"sac": 3}, britain={"int": 1}))
    report = only(fought(campaign, ("germany air-box sac=3", ()), ("britain air-box interceptors=1", (1,))))
    assert report.title == "German raid on Britain"
    assert "Critical hit: 3 NARFs for each SAC, 2 SMPs" in said(report) and "1 rail move lost" in said(report)
    assert holding(report.casts[0])["British radar"] == 1


def test_29_18_each_wave_is_a_raid_and_the_toll_of_all_comes_last() -> None:
    campaign = french(
        playing(scene("1941-3-fall", AIR, germany={"mdm": 2, "sac": 1}, britain={"int": 4}), "bomber-waves")
    )
    game = fought(
        campaign,
        ("germany air-box mdm=2 sac=1", ()),
        ("britain air-box", ()),
        ("germany waves 2", ()),
        ("germany wave-sizes first=5 second=4", ()),
        ("britain wave-guards first=2 second=2", (9, 5)),
    )
    first, second, toll = reports(game)
    assert [one.title for one in (first, second)] == [f"German raid on Britain, wave {at}" for at in (1, 2)]
    assert [one.forces for one in (first, second)] == ["5 bombers against 2 INT", "4 bombers against 2 INT"]
    assert toll.title == "German waves, all together" and toll.forces.startswith("2 waves: 1 SAC and 2 MDM")
    paid = narfs(toll, "germany")
    assert paid and f"{paid} NARFs" in said(toll)
    assert not narfs(first, "germany") and narfs(first, "britain") + narfs(second, "britain") > 0
    assert not toll.casts


def test_5_2_4_what_lent_bombers_cost_is_said_with_the_raid() -> None:
    campaign = french(scene("1941-3-fall", AIR, germany={"mdm": 2}, britain={"int": 4}))
    report = only(fought(campaign, ("germany air-box mdm=2", ()), ("britain air-box interceptors=4", (9,))))
    paid = narfs(report, "germany")
    assert paid and f"Lent MDM are made whole at once: 1 rebuilt, {paid} NARFs" in said(report)
    assert report.forces == "8 SAC (2 MDM count 4 each) against 4 INT"


@pytest.mark.parametrize(
    ("baku", "words"),
    [
        ("", "The mark counts for nothing without an airbase near Baku"),
        (" baku=yes", "Firestorm: 4 NARFs for each SAC"),
    ],
)
def test_29_12_a_raid_on_the_soviet_union_by_its_own_name(baku: str, words: str) -> None:
    game = fought(_eastern(), (f"germany east-box sac=6{baku}", ()), ("ussr east-box interceptors=2", (5, 3)))
    if game.decision:
        game.give("germany hit industry", faces=())
    report = only(game)
    flak, bombs = report.casts
    assert (report.kind, report.title) == ("east", "German raid on the Soviet Union")
    assert holding(flak) == {"6 SAC or more": 2, "Soviet Heavy Flak": -2}
    assert holding(bombs) == {"1 for each 3 SAC in excess": -1, "air forces' ratings": -3}
    assert words in said(report) and narfs(report, "ussr") > 0
    assert lost(report)[0] == "Soviet Union: 2 INT lost, bombing combat"


def test_29_10_a_raid_on_a_city_from_the_table_to_the_marker_the_flak_and_the_hit() -> None:
    campaign = playing(_allied("1943-3-fall", TARGETS, facts={"german-heavy-flak": 2}), "city-raids")
    game = fought(
        campaign,
        ("britain bomb-city essen", ()),
        ("us bomb-city kiel", ()),
        ("germany air-box night=1 day=1", ()),
        ("britain air-box sac=3", ()),
        ("us air-box sac=5", (3, 20, 4, 2, 3, 7, 1)),
    )
    night, day = reports(game)
    assert (night.title, day.title) == ("British raid on Essen", "American raid on Kiel")
    bombs, marker, flak = night.casts
    assert (marker.faces, marker.table) == ((20,), "") and "Under it: nothing" in said(marker)
    assert "20 markers: up to 5 critical industry, up to 7 a firestorm" in said(marker)
    assert (flak.table, flak.column, flak.faces) == ("flak-heavy", "2", (4,))
    # One marker has been looked under: nineteen are left.
    hit = day.casts[-1]
    assert [one.title for one in day.casts] == ["bombing roll", "Industry marker", "Heavy Flak", "target"]
    assert "19 markers" in said(day.casts[1]) and "critical industry" in said(day.casts[1])
    assert hit.faces == (1,) and "Up to 5 it is hit by these bombers: hit" in said(hit)
    assert "Critical hit: 4 NARFs for each SAC" in said(day)
    assert bombs.table == "bombing-crt" and narfs(day, "germany") > 0


def test_29_8_the_simplified_raid_shows_dice_and_sac_spent() -> None:
    campaign = playing(_allied("1944-1-spring", BUILD, us={"sac": 3}, germany={}), "simplified-bombing")
    game = Segment(campaign)
    game.dice = FixedDice((4, 7, 9, 2, 5))
    game.give("germany done")
    game.give("germany sea-box")
    found = {one.title: one for one in reports(game)}
    night, day = found["Simplified British bombing of Germany"], found["Simplified American bombing of Germany"]
    assert (night.casts[0].faces, day.casts[0].faces) == ((4, 7), (9, 2))
    assert "2 dice: from Spring 1943 on" in said(night) and "2 dice: from Spring 1944 on" in said(day)
    spent = [one for one in lost(night) if "SAC lost" in one]
    assert spent and f"{spent[0].split()[1]} SAC spent: 1 for each 4 NARFs begun" in said(night)


def test_5_2_5_rockets_show_interceptors_flak_and_each_v_2() -> None:
    report = only(fought(*_of("rockets")))
    air, flak, v2 = report.casts
    assert (air.table, air.faces, air.net, air.column, air.cell) == ("air-crt", (4,), 2, "2-1", "DD")
    assert holding(air) == {"Battle over Britain": 2} and "No V-1 is shot down" in said(air)
    assert (flak.column, flak.faces, said(flak)) == ("2", (6,), "1 V-1 lost")
    assert v2.faces == (10, 3, 5) and "2 of 3 hit" in said(v2)
    assert said(report) == "4 V-1 x 1 = 4 NARFs / 2 V-2 x 6 = 12 NARFs / Every rocket is spent"
    assert lost(report) == ["Germany: 5 V-1 lost", "Germany: 3 V-2 lost"] and narfs(report, "britain") == 16
