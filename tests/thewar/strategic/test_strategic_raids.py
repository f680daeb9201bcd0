"""The bombing war in play: the boxes as orders, the raids with their choices, and what they do (5.2, 11.12, 24.1)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.dice import FixedDice
from engine.thewar.ruleset import RULESET
from engine.thewar.strategic import air_war
from tests.thewar.atlantic import AIR, SEA, Segment, box, count, french, pool, scene
from tests.thewar.world import refusals, rules_of

AT_WAR: dict[str, Any] = {"entered": "1941-4-winter"}


def raid(turn: str, faces: tuple[int, ...], *lines: str, **more: Any) -> Segment:
    """A game at the bombers' step whose boxes are given, the raids rolled with these faces."""
    game = Segment(french(scene(turn, AIR, **more)))
    game.dice = FixedDice(faces)
    game.give(*lines)
    if game.step == "strategic-warfare.rockets":
        game.give("germany done")
    assert not game.dice.left
    return game


# ---------------------------------------------------------------- the box


@pytest.mark.rule("tw-5.2-split", "tw-5.2.4")
@pytest.mark.parametrize(
    ("order", "rules"),
    [
        ("germany air-box night=5", {"5.2"}),
        ("germany air-box night=3 day=2", {"5.2"}),
        ("germany air-box night=-1 day=3", {"5.2"}),
        ("germany air-box jets_night=1 jets_day=1", {"11.13"}),
        ("germany air-box interceptors=2", {"5.2"}),
        ("germany air-box mdm=3", {"5.2.4"}),
        ("germany air-box sac=3", {"5.2"}),
        ("germany air-box troops=yes", {"5.2"}),
        ("britain air-box sac=4", {"5.2"}),
        ("britain air-box sac=-1", {"5.2"}),
        ("britain air-box mdm=1", {"5.2.4"}),
        ("britain air-box night=1 day=-1", {"5.2"}),
        ("britain air-box interceptors=4", {"5.2"}),
        ("us air-box interceptors=1", {"5.2"}),
        ("us air-box jets_day=1", {"5.2"}),
        ("italy air-box", {"5.2"}),
    ],
)
def test_5_2_what_a_box_does_not_take(order: str, rules: set[str]) -> None:
    forces: dict[str, Any] = {
        "germany": {"int": 4, "jet": 1, "mdm": 2, "sac": 2},
        "britain": {"sac": 3, "int": 3},
        "us": {"sac": 1},
    }
    campaign = french(scene("1944-3-fall", AIR, **forces, **AT_WAR))
    assert rules <= set(rules_of(refusals(campaign, order)))
    Segment(campaign).refused(order)
    for good in ("germany air-box night=2 day=2 jets_day=1 mdm=2 sac=2", "us air-box sac=1 troops=yes"):
        assert not refusals(campaign, good)


@pytest.mark.rule("tw-5.2.4")
def test_5_2_4_germany_bombs_britain_only_with_a_city_in_france() -> None:
    campaign = scene("1940-3-fall", AIR, germany={"mdm": 1, "int": 2})
    assert rules_of(refusals(campaign, "germany air-box mdm=1")) == ["5.2.4"]
    assert not refusals(campaign, "germany air-box night=1")
    assert not refusals(french(campaign), "germany air-box mdm=1")
    beaten = attrs.evolve(campaign.powers["france"], surrendered="1940-2-summer")
    assert not refusals(attrs.evolve(campaign, powers={**campaign.powers, "france": beaten}), "germany air-box mdm=1")


# ---------------------------------------------------------------- raids on Germany


@pytest.mark.rule("tw-5.2", "tw-5.2.1", "tw-5.2.1-base", "tw-5.2-smp")
def test_5_2_1_a_critical_hit_from_the_boxes_to_the_last_narf() -> None:
    # Three to one, 2 - 1 for three SAC in excess: DL3/DA3 and a critical hit.
    game = raid(
        "1941-3-fall",
        (2,),
        "germany air-box night=2",
        "britain air-box sac=6",
        germany={"int": 4},
        britain={"sac": 6},
    )
    now = game.campaign
    assert game.changed("powers.germany.narfs")[0] == (100, 88)
    assert game.changed("powers.germany.base") == [(game.begun.powers["germany"].base, now.powers["germany"].base)]
    assert now.powers["germany"].base == game.begun.powers["germany"].base - 12
    assert (count(now, "germany", "int"), count(now, "britain", "sac")) == (2, 5), "one SAC worn out by two INT"
    assert pool(now, "britain-sac") == pool(game.begun, "britain-sac") + 1
    assert game.changed("powers.germany.smp_lost") == [(0, 2)]
    assert now.facts["rail-lost-germany"] == 1
    assert now.boxes == {} and now.pending == {}


@pytest.mark.rule("tw-5.2-cap", "tw-5.2.2", "tw-5.2.2-perm", "tw-5.2-noint")
def test_ruling_15_the_cap_is_for_both_raids_of_a_turn_on_the_base_before_them() -> None:
    lines = ("germany air-box", "britain air-box sac=20", "us air-box sac=20")
    game = raid("1943-3-fall", (5, 5), *lines, germany={"int": 1}, britain={"sac": 20}, us={"sac": 20}, **AT_WAR)
    now, cap = game.campaign, game.begun.powers["germany"].base // 4
    assert game.changed("powers.germany.narfs") == [(100, 100 - cap)]
    assert now.powers["germany"].base == game.begun.powers["germany"].base - cap
    assert now.facts["firestorms-on-germany"] == 2 and now.facts["firestorm-this-turn"] is True
    assert now.facts["rail-lost-germany"] == 4
    # Two SMPs for each firestorm and one for each 20 of both raids together, rounded down.
    assert now.powers["germany"].smp_lost == 4 + cap // 20
    assert count(now, "britain", "sac") == count(now, "us", "sac") == 20, "nobody rose against them"


def test_ruling_12_german_smps_are_for_both_raids_together() -> None:
    # Three to one without a mark: 6 x 2 and 5 x 3 are 27 NARFs.
    lines = ("germany air-box", "britain air-box sac=6", "us air-box sac=5")
    game = raid("1942-3-fall", (8, 8), *lines, germany={"int": 1}, britain={"sac": 6}, us={"sac": 5}, **AT_WAR)
    assert [now for _, now in game.changed("powers.germany.narfs")] == [88, 73]
    assert game.changed("powers.germany.smp_lost") == [(0, 1)]


@pytest.mark.rule("tw-5.2-split")
def test_5_2_each_raid_meets_its_own_interceptors() -> None:
    lines = ("germany air-box night=3", "britain air-box sac=3", "us air-box sac=3")
    forces: dict[str, Any] = {"germany": {"int": 3}, "britain": {"sac": 3}, "us": {"sac": 3}}
    # Night: one to one, 12 with -1 is 9: AL2/AA1. Day: nobody, so an adverse result is void.
    game = raid("1943-1-spring", (10, 10), *lines, **forces, **AT_WAR)
    assert (count(game.campaign, "britain", "sac"), count(game.campaign, "us", "sac")) == (1, 3)


@pytest.mark.rule("tw-5.2.1-oil")
@pytest.mark.parametrize(("target", "narfs", "shortage"), [("industry", 42, 0), ("oil", 42, 2)])
def test_24_1_from_1944_the_americans_may_hit_oil_instead(target: str, narfs: int, shortage: int) -> None:
    lines = ("germany air-box", "britain air-box", "us air-box sac=20 troops=yes")
    more: dict[str, Any] = {"germany": {"int": 1}, "britain": {"sac": 2}, "us": {"sac": 20}}
    game = raid("1944-1-spring", (3,), *lines, **more, **AT_WAR)
    assert game.decision is not None and game.decision.answers == ("us hit industry", "us hit oil")
    assert game.refused("germany hit oil") and game.refused("us hit berlin")
    game.give(f"us hit {target}")
    now = game.campaign
    # Each of the plants hit in Spring costs its year's yield of 4 besides (24.1).
    lost = [(100, 100 - narfs), (100 - narfs, 100 - narfs - 8)]
    assert game.changed("powers.germany.narfs") == lost[: 1 + (target == "oil")]
    assert int(now.facts.get("oil-hits-scored", 0)) == shortage
    base = game.begun.powers["germany"].base
    assert now.powers["germany"].base == (base if target == "oil" else base - narfs)
    assert int(now.facts["firestorms-on-germany"]) == (0 if target == "oil" else 1)
    assert now.powers["germany"].smp_lost == narfs // 20 + (0 if target == "oil" else 2)


def test_24_1_before_1944_and_for_the_british_there_is_no_choice() -> None:
    early = raid(
        "1943-3-fall",
        (3,),
        "germany air-box",
        "britain air-box",
        "us air-box sac=20",
        germany={"int": 1},
        us={"sac": 20},
        britain={"int": 1},
        **AT_WAR,
    )
    assert early.decision is None and early.step != AIR
    british = raid(
        "1944-1-spring", (3,), "germany air-box", "britain air-box sac=20", germany={"int": 1}, britain={"sac": 20}
    )
    assert british.decision is None and british.step != AIR


@pytest.mark.rule("tw-5.2-france")
def test_ruling_20_the_americans_say_whether_their_troops_are_in_france() -> None:
    for order, base_modifier in (("us air-box sac=3", 1), ("us air-box sac=3 troops=yes", 0)):
        game = raid(
            "1943-3-fall",
            (),
            "germany air-box",
            "britain air-box",
            germany={"int": 1},
            us={"sac": 3},
            britain={"int": 1},
            **AT_WAR,
        )
        game.give(order, faces=(9,))
        # 9 - 2 unopposed - 1 for three in excess: row 6 or 7 of the last column.
        assert game.changed("powers.germany.narfs") == [(100, 91)], base_modifier
    campaign = scene("1943-3-fall", AIR, us={"sac": 3}, **AT_WAR)
    assert "no-troops-in-france" in air_war.over_germany(campaign, "us", 3, 0).modifiers
    assert "no-troops-in-france" not in air_war.over_germany(campaign, "us", 3, 0, troops=True).modifiers


@pytest.mark.rule("tw-5.2-mand-uk", "tw-5.2-mand-us")
@pytest.mark.parametrize(
    ("turn", "british", "american", "lost"),
    [
        ("1941-3-fall", 0, 0, (0, 0)),
        ("1942-1-spring", 1, 0, (5, 0)),
        ("1942-1-spring", 2, 0, (0, 0)),
        ("1943-1-spring", 0, 0, (5, 0)),
        ("1943-3-fall", 2, 0, (0, 10)),
        ("1943-3-fall", 0, 1, (5, 0)),
    ],
)
def test_5_2_who_does_not_bomb_germany_pays(turn: str, british: int, american: int, lost: tuple[int, int]) -> None:
    entered = {} if turn < "1942" else AT_WAR
    game = Segment(scene(turn, AIR, germany={"int": 1}, britain={"sac": 2}, us={"sac": 1}, **entered))
    game.give("germany air-box", f"britain air-box sac={british}")
    if "us" in game.acting:
        game.give(f"us air-box sac={american}", faces=(6,) * (bool(british) + bool(american)))
    elif british:
        game.give(faces=(6,))
    now = game.campaign
    assert (100 - now.powers["britain"].narfs, 100 - now.powers["us"].narfs) == lost


def test_5_2_a_box_with_bombers_needs_no_dice_before_all_have_placed() -> None:
    game = Segment(scene("1941-3-fall", AIR, germany={"int": 1}, britain={"sac": 2}))
    game.give("britain air-box sac=2")
    assert game.step == AIR and box(game.campaign, "britain").sac == 2


# ---------------------------------------------------------------- Heavy Flak, attrition, jets


@pytest.mark.rule("tw-5.2.3")
def test_5_2_3_attrition_takes_the_bombers_that_flak_depleted_of_those_that_flew() -> None:
    campaign = scene("1941-3-fall", AIR, germany={"int": 1}, britain={"sac": 7}, facts={"german-heavy-flak": 1})
    home = attrs.evolve(campaign.units["britain-sac-7"], depleted=True)
    campaign = attrs.evolve(campaign, units={**campaign.units, "britain-sac-7": home})
    assert rules_of(refusals(campaign, "britain air-box sac=7")) == ["5.2"], "a depleted one flies nowhere"
    game = Segment(campaign)
    # Flak: 9 + 2 for six SAC, row 11: AD2. Four arrive, three to one; 8 - 1: DL1/DA1, four through, one worn out.
    game.give("germany air-box night=1", "britain air-box sac=6", faces=(9, 8))
    now = game.campaign
    assert now.powers["germany"].narfs == 92
    assert (count(now, "britain", "sac"), count(now, "britain", "sac", depleted=True)) == (4, 2)
    assert "britain-sac-7" in now.units, "what stayed at home is not worn out"


@pytest.mark.rule("tw-5.2-jet")
def test_5_2_jets_are_lost_last() -> None:
    lines = ("germany air-box day=1 jets_day=2", "britain air-box", "us air-box sac=9 troops=yes")
    more: dict[str, Any] = {"germany": {"int": 1, "jet": 2}, "britain": {"int": 1}, "us": {"sac": 9}}
    # Three to one; 4 + 4 for the jets - 2 excess - 2 fighters: 4: DL1/DA2.
    game = raid("1944-3-fall", (4,), *lines, **more, **AT_WAR)
    now = game.campaign
    assert (count(now, "germany", "int"), count(now, "germany", "jet")) == (0, 2)
    # Attrition: one INT and two jets count five: two SAC.
    assert count(now, "us", "sac") == 7


# ---------------------------------------------------------------- raids on Britain


@pytest.mark.rule("tw-5.2.4-repl", "tw-5.2.4-temp")
@pytest.mark.parametrize(("hand", "after", "cut"), [(100, 94, 0), (2, -4, 4)])
def test_5_2_4_lent_bombers_are_made_whole_at_once_even_on_a_deficit(hand: int, after: int, cut: int) -> None:
    # Two to one with radar: a 9 is AL1/AA1: one of four lost, a repair of 6 NARFs.
    game = _lent(hand)
    now = game.campaign
    assert now.powers["germany"].narfs == after
    assert now.powers["germany"].base == game.begun.powers["germany"].base - cut
    assert (count(now, "germany", "mdm"), count(now, "germany", "mdm", depleted=True)) == (1, 0)


def _lent(hand: int) -> Segment:
    campaign = french(scene("1940-3-fall", AIR, germany={"mdm": 1}, britain={"int": 2}))
    poor = attrs.evolve(campaign.powers["germany"], narfs=hand, effort="sle")
    game = Segment(attrs.evolve(campaign, powers={**campaign.powers, "germany": poor}))
    game.give("germany air-box mdm=1", "britain air-box interceptors=2", faces=(9,))
    return game


@pytest.mark.rule("tw-5.2.2", "tw-5.2.2-perm", "tw-5.2-radar")
def test_5_2_2_a_firestorm_on_britain() -> None:
    forces: dict[str, Any] = {"germany": {"mdm": 3, "sac": 2}, "britain": {"sac": 1}}
    game = raid("1940-3-fall", (4,), "germany air-box mdm=3 sac=2", "britain air-box", **forces)
    now, cap = game.campaign, game.begun.powers["britain"].base // 4
    assert game.changed("powers.britain.narfs") == [(100, 100 - cap)]
    assert now.powers["britain"].base == game.begun.powers["britain"].base, "only Allied bombs reach a base"
    assert (now.facts["firestorms-on-britain"], now.facts["rail-lost-britain"]) == (1, 2)
    # No SMPs for a German firestorm (ruling 119), but for the NARFs, each 20 begun.
    assert now.powers["britain"].smp_lost == -(-cap // 20)
    # 22.8: one level for the firestorm, one for 20 NARFs lost.
    assert now.facts["usel"] == int(game.begun.facts.get("usel", 0)) + 2
    assert (count(now, "germany", "sac"), count(now, "germany", "mdm")) == (2, 3)


def test_22_8_the_entry_level_has_no_more_use_once_the_us_is_in() -> None:
    forces: dict[str, Any] = {"germany": {"mdm": 3, "sac": 2}, "britain": {"sac": 1}}
    game = raid("1942-1-spring", (4,), "germany air-box mdm=3 sac=2", "britain air-box", **forces, **AT_WAR)
    assert game.changed("facts.usel") == []


def test_ruling_152_sac_are_lost_before_lent_bombers_and_lent_ones_depleted_before_sac() -> None:
    forces: dict[str, Any] = {"germany": {"mdm": 1, "sac": 2}, "britain": {"sac": 1, "int": 3}}
    facts = {"british-heavy-flak": 1}
    # Flak: 10 + 2, row 12: AD3. Three arrive against three, 10 + 1: AL3/AA2: both SAC and one lent bomber are lost.
    game = raid(
        "1940-3-fall", (10, 10), "germany air-box mdm=1 sac=2", "britain air-box interceptors=3", facts=facts, **forces
    )
    now = game.campaign
    assert (count(now, "germany", "sac"), count(now, "germany", "sac", depleted=True)) == (0, 0)
    # One lost and three depleted count as two lost: a repair.
    assert now.powers["germany"].narfs == 94
    assert count(now, "germany", "mdm") == 1
    # A lone SAC is depleted like anybody's.
    lone = raid(
        "1940-3-fall",
        (9, 6),
        "germany air-box sac=2",
        "britain air-box",
        facts=facts,
        germany={"sac": 2},
        britain={"sac": 1},
    )
    assert count(lone.campaign, "germany", "sac", depleted=True) == 1


# ---------------------------------------------------------------- the segment's order, and what the sea does to the air


@pytest.mark.rule("tw-5.1.3.1-sac", "tw-5.1.3.2-sac")
@pytest.mark.parametrize(
    ("turn", "facts", "held"),
    [
        ("1942-1-spring", {"convoy-hit": True}, {"convoy-ambush"}),
        ("1942-3-fall", {"convoy-hit": True, "convoy-massacre": True}, {"convoy-massacre"}),
        ("1942-1-spring", {}, set()),
        ("1943-1-spring", {"convoy-hit": True}, set()),
    ],
)
def test_ruling_21_an_ambush_of_the_happy_time_burdens_american_bombers_alone(
    turn: str, facts: dict[str, bool], held: set[str]
) -> None:
    campaign = scene(turn, AIR, facts=facts, **AT_WAR)
    pens = {"convoy-ambush", "convoy-massacre"}
    assert pens & set(air_war.over_germany(campaign, "us", 3, 1).modifiers) == held
    assert not pens & set(air_war.over_germany(campaign, "britain", 3, 1).modifiers)


@pytest.mark.rule("tw-3.5", "tw-3.5-season")
def test_3_5_uboats_then_bombers_then_partisans_in_spring_and_fall_only() -> None:
    sequence = RULESET.sequence
    order = ["build", "boxes", "u-boats", "bombers", "bombing-of-britain", "bombing-of-germany", "settlement"]
    order += ["axis-partisans", "allied-partisans"]
    places = [sequence.position(f"strategic-warfare.{name}") for name in order]
    assert places == sorted(places)
    game = Segment(scene("1941-3-fall", SEA, germany={"uboat": 6, "int": 1}, britain={"asw": 2, "sac": 2}))
    given = ("germany sea-box uboats=6", "britain sea-box asw=2", "germany air-box night=1", "britain air-box sac=2")
    game.give(*given, faces=(5, 5))
    rolled = [roll.key.split("/")[3].split(":")[0] for entry in game.entries for roll in entry.rolls]
    assert rolled == ["uboat", "bombing"]
    for turn in ("1941-2-summer", "1941-4-winter"):
        idle = scene(turn, SEA, germany={"uboat": 6, "int": 1}, britain={"asw": 2, "sac": 2})
        assert all(sequence[f"strategic-warfare.{name}"].skipped(idle) for name in order)
