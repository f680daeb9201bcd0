"""The journal's sentences: what came of each stage of strategic warfare, and of what the rules do by themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import pytest

from engine.kernel import telling
from engine.kernel.changes import Change, Entry
from engine.kernel.grammar import Unreadable
from engine.kernel.procedures import Procedure
from engine.kernel.reading import parse, understand
from engine.thewar.building.optional_forces import AddForces
from engine.thewar.combat import aftermath
from engine.thewar.economy import logistics
from engine.thewar.economy.income import Additions, Growth, Income, Mobilization
from engine.thewar.economy.logistics import PayEffort
from engine.thewar.ruleset import RULESET
from engine.thewar.strategic.eastern_raids import GermansBombEast
from engine.thewar.strategic.mediterranean import SubmarinesPatrol
from engine.thewar.strategic.segment import AlliesBomb, GermansBomb, Settle, UBoatsSail
from engine.thewar.world.state import Addition, Box, TheWar, Unit
from tests.thewar.atlantic import french, scene
from tests.thewar.chronicle import fought, story, told
from tests.thewar.optional import at_war, playing, with_pools

ENTERED = "1941-4-winter"


def sea(turn: str = "1941-1-spring", boxes: Mapping[str, Box] | None = None, **more: Any) -> TheWar:
    """The U-boat war's step: eight U-boats against four British ASW unless the boxes say otherwise."""
    found = scene(turn, "strategic-warfare.u-boats", germany={"uboat": 8}, britain={"asw": 6}, us={"asw": 2}, **more)
    return attrs.evolve(found, boxes=boxes or {"germany": Box(uboats=8), "britain": Box(asw=4)})


def air(turn: str, flak: int = 0, **boxes: Any) -> TheWar:
    """The raids' step with these boxes; Heavy Flak of one level on both sides."""
    found = scene(
        turn,
        "strategic-warfare.bombing-of-germany",
        germany={"int": 6, "sac": 3, "mdm": 3},
        britain={"sac": 5, "int": 4},
        us={"sac": 6},
        entered=ENTERED,
        facts={"german-heavy-flak": flak, "british-heavy-flak": flak},
    )
    return french(attrs.evolve(found, boxes=boxes))


def with_kinds(campaign: TheWar, **kinds: int) -> TheWar:
    """The same with so many units more, ``ussr_int=2``; rockets by ``germany_v1=3``."""
    more = {}
    for name, count in kinds.items():
        power, kind = name.split("_")
        tag = {"v1": "v-1", "v2": "v-2"}.get(kind, "")
        for nth in range(1, count + 1):
            more[f"{power}-{kind}-x{nth}"] = Unit(power=power, kind="sac" if tag else kind, tag=tag)
    return attrs.evolve(campaign, units={**campaign.units, **more})


def test_every_procedure_says_what_came_of_its_stages() -> None:
    silent = [
        cls.kind
        for cls in RULESET.kinds.values()
        if cls.resolve is not Procedure.resolve and cls.told is Procedure.told
    ]
    assert not silent


# ---------------------------------------------------------------- the war at sea


@pytest.mark.rule("tw-5.1.1")
@pytest.mark.parametrize(
    ("face", "rolled", "came"),
    [
        (1, "DL1/DA4", "Convoy Ambush, Britain loses 32 NARFs and 1 SMP, 1 ASW and 2 U-boats lost"),
        (4, "DL1/DA2", "Britain loses 21 NARFs, 1 ASW and 2 U-boats lost"),
        (9, "AL1", "Britain loses 9 NARFs, 3 U-boats lost"),
    ],
)
def test_5_1_1_the_roll_and_what_came_of_it(face: int, rolled: str, came: str) -> None:
    before = sea()
    after, said = story(before, UBoatsSail(), (face,))
    assert said == [f"U-boat war: die {face} at 2-1, {rolled}", f"U-boat war: die {face} at 2-1, {came}"]
    lost = before.powers["britain"].narfs - after.powers["britain"].narfs
    assert f"Britain loses {lost} NARFs" in said[-1]


@pytest.mark.rule("tw-5.1.1")
def test_5_1_1_in_the_happy_time_the_modifier_is_told_and_the_united_states_loses_in_both_halves() -> None:
    after, said = story(sea("1942-3-fall", entered="1942-3-fall"), UBoatsSail(), (1,))
    assert said[-1] == (
        "U-boat war: die 1 (-4) at 2-1, Convoy Massacre, United States loses 50 NARFs and 2 SMPs in each half, "
        "2 U-boats lost"
    )
    assert after.powers["us"].smp_lost == 4


def test_5_1_3_2_no_massacre_is_named_where_none_was_met() -> None:
    for face, fact in ((1, {"facts.convoy-hit"}), (4, set()), (9, set())):
        _, entries = fought(sea(), UBoatsSail(), (face,))
        changes = [change for entry in entries for change in entry.changes]
        assert {change.at for change in changes if change.at.startswith("facts.convoy")} == fact
        assert not [change for change in changes if "Massacre" in change.why]
        assert not any("Massacre" in line for line in told(*fought(sea(), UBoatsSail(), (face,))))


def test_5_1_3_2_a_journal_that_unset_its_facts_under_the_cause_massacre_names_none_either() -> None:
    """Earlier versions put both facts whatever was met."""
    after, entries = fought(sea(), UBoatsSail(), (4,))
    last = entries[-1]
    unset = tuple(
        Change(f"facts.{name}", None, False, "Massacre", "5.1.3.2") for name in ("convoy-hit", "convoy-massacre")
    )
    old = attrs.evolve(last, changes=(*last.changes, *unset))
    facts = {**after.facts, "convoy-hit": False, "convoy-massacre": False}
    said = told(attrs.evolve(after, facts=facts), [*entries[:-1], old])
    assert said[-1] == "U-boat war: die 4 at 2-1, Britain loses 21 NARFs, 1 ASW and 2 U-boats lost"


@pytest.mark.rule("tw-5.1.2.2")
def test_5_1_2_2_raiders_met_and_told() -> None:
    boxes = {"germany": Box(uboats=3, raiders=("germany-fleet-1", "germany-fleet-2")), "britain": Box(asw=3)}
    found = sea(boxes=boxes)
    sail = "germany raiders-sail danish-north-sea,norwegian-sea,faeroes,north-atlantic"
    nobody = ("britain seek-raiders none", "france seek-raiders none")
    _, said = story(found, UBoatsSail(), (6,), (sail, *nobody))
    assert said == [
        "U-boat war: die 6 at 1-1, AL1, raiders may be met",
        "The raiders sail by Danish North Sea, Norwegian Sea, Faeroes, North Atlantic",
        "Britain sends nobody more after the raiders",
        "France sends nobody more after the raiders",
        "U-boat war: die 6 at 1-1, Britain loses 16 NARFs, 2 U-boats lost",
    ]
    # From Bergen only a mark exposes them, and a 1 at even odds has none.
    home = {key: attrs.evolve(found.units[key], place="bergen") for key in boxes["germany"].raiders}
    _, said = story(attrs.evolve(found, units={**found.units, **home}), UBoatsSail(), (1,))
    assert said[0] == "U-boat war: die 1 at 1-1, DL1/DA1, raiders are not found"


def test_ruling_6_without_asw_no_die_is_told() -> None:
    _, said = story(sea(boxes={"germany": Box(uboats=3)}), UBoatsSail())
    assert said == ["U-boat war: no ASW meets the U-boats, Convoy Massacre, Britain loses 15 NARFs and 2 SMPs"]


@pytest.mark.rule("tw-5.1.3.5")
def test_5_1_3_5_chits_for_and_against_ultra() -> None:
    chits = sea(facts={"espionage-britain": 1, "counter-espionage-germany": 1})
    _, said = story(chits, UBoatsSail(), (4,), ("britain ultra yes", "germany cancel-ultra yes"))
    assert said[:3] == [
        "Britain plays Ultra",
        "Germany cancels Ultra with a Counter-Espionage chit",
        "U-boat war: die 4 at 2-1, DL1/DA2",
    ]
    _, said = story(chits, UBoatsSail(), (4,), ("britain ultra yes", "germany cancel-ultra no"))
    assert said[-1].startswith("U-boat war: die 4 (+1) at 2-1, ")
    order = understand(RULESET, "germany cancel-ultra no", chits)
    assert order.sentence(chits) == "Germany lets Ultra stand"


@pytest.mark.rule("tw-29.19")
@pytest.mark.parametrize(
    ("second", "ship"), [(3, "torpedoes a Fleet"), (9, "torpedoes no carrier, as none is in reach")]
)
def test_29_19_the_second_die(second: int, ship: str) -> None:
    answer = ("britain torpedoed britain-fleet-1", "britain to-yard britain-fleet-1 none") if second == 3 else ()
    damage = (4,) if second == 3 else ()
    campaign = playing(sea(), "capital-ships")
    ships = {key: unit for key, unit in campaign.units.items() if unit.kind != "cv"}
    _, said = story(attrs.evolve(campaign, units=ships), UBoatsSail(), (1, second, *damage), answer)
    assert said[0] == f"U-boat war: die 1 at 2-1, DL1/DA4, a second die {second} {ship}"


@pytest.mark.rule("tw-29.17")
def test_29_17_u_boats_worn_by_the_table_are_among_those_lost() -> None:
    after, said = story(playing(sea(), "attrition-table"), UBoatsSail(), (5, 10))
    left = sum(unit.kind == "uboat" for unit in after.units.values())
    assert left == 5 and said[-1].endswith("1 ASW and 3 U-boats lost")


@pytest.mark.rule("tw-29.7")
@pytest.mark.parametrize(
    ("contact", "face", "met", "came"),
    [
        ("near", 3, "The convoy: die 3, Convoy Ambush", "Convoy Ambush, Britain loses 28 NARFs and 1 SMP"),
        ("through", 4, "The convoy: die 4, Convoy Massacre", "Convoy Massacre, Britain loses 35 NARFs and 2 SMPs"),
        ("near", 9, "The convoy: die 9, unharmed", "Britain loses 21 NARFs"),
    ],
)
def test_29_7_what_the_convoy_met(contact: str, face: int, met: str, came: str) -> None:
    _, said = story(playing(sea(), "convoys"), UBoatsSail(), (face, 5), (f"britain convoy {contact}",))
    assert said[0].startswith("The convoy sails ") and said[1] == met
    assert said[-1] == f"U-boat war: die 5 at 2-1, {came}, 1 ASW and 2 U-boats lost"


def test_29_7_a_convoy_that_nothing_came_near() -> None:
    after, entries = fought(playing(sea(), "convoys"), UBoatsSail(), (5,), ("britain convoy none",))
    assert "The convoy reaches port unharmed" in [said for _, said in telling.backwards(after, entries)]


HUNTING = {"germany": Box(uboats=6), "britain": Box(asw=3, hunters=3)}


@pytest.mark.rule("tw-29.16")
def test_29_16_the_search_and_the_battle_of_sub_hunters() -> None:
    campaign = playing(sea(boxes=HUNTING), "sub-hunters")
    out = ("britain hunt 3 4", "britain hunt-from 0")
    assert story(campaign, UBoatsSail(), (1, 5, 7), out)[1][:4] == [
        "3 sub hunters of Britain look for 4 U-boats",
        "Port next to the sea",
        "British sub hunters: die 1 (-2), U-boats found",
        "British sub hunters: die 5 at 1-1, 1 U-boat depleted",
    ]
    assert story(campaign, UBoatsSail(), (10, 7), out)[1][2] == "British sub hunters: die 10 (-2), no U-boats found"
    every = [said for _, said in telling.backwards(*fought(campaign, UBoatsSail(), (10, 7), out))][::-1]
    assert every[1] == "British sub hunters may go out again"
    assert every[5:7] == ["British sub hunters are back in port", "U-boat war: 6 U-boats meet 3 ASW"]
    many = attrs.evolve(campaign, boxes={"germany": Box(uboats=6), "britain": Box(asw=1, hunters=5)})
    said = story(many, UBoatsSail(), (1, 7), ("britain hunt 5 1", "britain hunt-from 0"))[1]
    assert said[3] == "British sub hunters: odds worse than 1-4, 1 U-boat lost"


@pytest.mark.rule("tw-29.14")
def test_29_14_submarines_in_the_mediterranean() -> None:
    found = at_war(scene("1941-1-spring", "strategic-warfare.mediterranean"), "britain+italy")
    found = with_kinds(found, britain_uboat=4, italy_asw=2)
    patrol = attrs.evolve(found, boxes={"britain": Box(uboats=4, ships=True), "italy": Box(asw=2)})
    after, said = story(patrol, SubmarinesPatrol(), (5,))
    assert said == [
        "Submarines in the Mediterranean: die 5 (-4) at 2-1, Italy loses 12 NARFs, 1 submarine and 1 ASW lost"
    ]
    assert after.powers["italy"].narfs == patrol.powers["italy"].narfs - 12
    _, said = story(attrs.evolve(patrol, boxes={"britain": Box(uboats=4)}), SubmarinesPatrol())
    assert said == ["Submarines in the Mediterranean: no ASW meets them, Italy loses 12 NARFs"]


# ---------------------------------------------------------------- the war in the air


@pytest.mark.rule("tw-5.2")
def test_5_2_flak_roll_and_damage_of_allied_raids() -> None:
    guard = Box(night=3, day=3)
    before = air("1943-3-fall", 3, britain=Box(sac=5, interceptors=4), us=Box(sac=6, troops=True), germany=guard)
    after, said = story(before, AlliesBomb(), (4, 1, 5, 3))
    assert said == [
        "British raid on Germany: Heavy Flak level 3 rolled 4, AD: 1 SAC depleted and turned away",
        "British raid on Germany: die 1 at 1-1, DL1/DA2",
        "British raid on Germany: die 1 at 1-1, Germany loses 8 NARFs, 1 INT and 1 SAC lost",
        "American raid on Germany: Heavy Flak level 3 rolled 5, AD2: 2 SAC depleted and turned away",
        "American raid on Germany: die 3 (+1) at 1-1, DL1",
        "American raid on Germany: die 3 (+1) at 1-1, Germany loses 6 NARFs, 1 INT and 1 SAC lost, 1 SAC depleted",
    ]
    assert before.powers["germany"].narfs - after.powers["germany"].narfs == 8 + 6


@pytest.mark.rule("tw-5.2.2")
@pytest.mark.parametrize(
    ("target", "came"),
    [
        ("oil", "Germany loses 18 NARFs, 2 oil hits, 8 NARFs of the oil plants' yield, 2 INT and 1 SAC lost"),
        ("industry", "Germany loses 30 NARFs, 30 of its base, 2 SMPs and 2 rail moves, 2 INT and 1 SAC lost"),
    ],
)
def test_5_2_2_a_firestorm_or_oil(target: str, came: str) -> None:
    before = air("1944-1-spring", us=Box(sac=6, troops=True), germany=Box(day=2))
    _, said = story(before, AlliesBomb(), (2,), (f"us hit {target}",))
    assert said == [
        "American raid on Germany: die 2 (-2) at 3-1, DL3/DA3, firestorm",
        f"American bombers hit {target}",
        f"American raid on Germany: die 2 (-2) at 3-1, {came}",
    ]


@pytest.mark.rule("tw-5.2.4")
def test_5_2_4_what_is_paid_for_lent_bombers_is_not_told_as_bombed() -> None:
    before = air("1941-3-fall", germany=Box(mdm=2), britain=Box(interceptors=4))
    after, said = story(before, GermansBomb(), (9,))
    assert said[-1] == (
        "German raid on Britain: die 9 at 2-1, Britain loses 4 NARFs, Germany pays 15 NARFs (lent bombers replaced)"
    )
    assert after.powers["germany"].narfs == before.powers["germany"].narfs - 15


@pytest.mark.rule("tw-11.12")
def test_11_12_a_raid_that_heavy_flak_has_stopped() -> None:
    _, said = story(air("1943-3-fall", 3, us=Box(sac=1), germany=Box(day=1)), AlliesBomb(), (8,))
    assert said == [
        "American raid on Germany: Heavy Flak level 3 rolled 8, AD2: 1 SAC depleted and turned away",
        "American raid on Germany: no bomber comes through, 1 SAC depleted",
    ]


@pytest.mark.rule("tw-29.18")
def test_29_18_waves_are_told_by_their_number_and_all_losses_at_the_end() -> None:
    boxes: dict[str, Any] = {
        "germany": Box(mdm=2, sac=1, stacks=3, waves=(5, 0, 4)),
        "britain": Box(interceptors=4, waves=(2, 1, 1)),
    }
    _, said = story(playing(air("1940-3-fall", **boxes), "bomber-waves"), GermansBomb(), (9, 8))
    assert said == [
        "German wave 1 over Britain: die 9 at 2-1, AL1/AA1",
        "German wave 1 over Britain: die 9 at 2-1, Britain loses 2 NARFs",
        "German wave 3 over Britain: die 8 at 3-1, DL1/DA1",
        "German wave 3 over Britain: die 8 at 3-1, Britain loses 8 NARFs, 1 INT lost",
        "All German waves are over: Germany pays 6 NARFs (lent bombers replaced), 1 SAC lost",
    ]


@pytest.mark.rule("tw-29.10")
def test_29_10_a_raid_on_a_city_die_by_die() -> None:
    boxes: dict[str, Any] = {
        "britain": Box(sac=5, target="essen"),
        "us": Box(sac=6, target="cologne", troops=True),
        "germany": Box(night=3, day=2),
    }
    campaign = playing(air("1943-3-fall", 2, **boxes), "city-raids")
    assert story(campaign, AlliesBomb(), (3, 3, 5, 1, 4, 19, 5))[1] == [
        "British raid on Essen: die 3 (-1) at 3-2, DL1/DA2",
        "British raid on Essen: critical industry under the Industry marker",
        "British raid on Essen: Heavy Flak level 2 rolled 5, AD: 1 SAC depleted and turned away",
        "British raid on Essen: die 1, critical industry hit",
        "British raid on Essen: die 3 (-1) at 3-2, critical industry hit, "
        "Germany loses 8 NARFs, 8 of its base, 2 SMPs and 1 rail move, 1 INT and 1 SAC lost",
        "American raid on Cologne: die 4 (-1) at 3-1, DL2/DA2",
        "American raid on Cologne: nothing under the Industry marker",
        "American raid on Cologne: Heavy Flak level 2 rolled 5, AD: 1 SAC depleted and turned away",
        "American raid on Cologne: die 4 (-1) at 3-1, Germany loses 15 NARFs, 2 INT and 1 SAC lost",
    ]
    missed = story(campaign, AlliesBomb(), (3, 3, 5, 9, 4, 19, 5))[1]
    assert missed[3] == "British raid on Essen: die 9, critical industry missed"
    assert missed[4].startswith("British raid on Essen: die 3 (-1) at 3-2, Germany loses ")


@pytest.mark.rule("tw-29.12")
@pytest.mark.parametrize(
    ("baku", "mark", "came"), [(True, ", critical hit", "12 NARFs and 1 SMP"), (False, "", "12 NARFs")]
)
def test_29_12_the_raid_on_the_soviet_union(baku: bool, mark: str, came: str) -> None:
    found = at_war(scene("1942-1-spring", "strategic-warfare.eastern-bombers", germany={"sac": 6}), "germany+ussr")
    found = with_kinds(found, ussr_int=2)
    east = attrs.evolve(found, boxes={"germany": Box(east=6, baku=baku), "ussr": Box(interceptors=2)})
    _, said = story(east, GermansBombEast(), (3, 5), ("germany hit oil",) if baku else ())
    title = "German raid on the Soviet Union"
    assert said[:2] == [
        f"{title}: Heavy Flak level 1 rolled 3, Miss: no harm",
        f"{title}: die 5 (-4) at 3-1, DL3/DA3{mark}",
    ]
    assert said[-1] == f"{title}: die 5 (-4) at 3-1, Soviet Union loses {came}, 2 INT and 1 SAC lost"


@pytest.mark.rule("tw-5.2.5")
def test_5_2_5_rockets_die_by_die() -> None:
    found = scene("1944-3-fall", "strategic-warfare.rockets", britain={"int": 2}, facts={"british-heavy-flak": 2})
    found = attrs.evolve(with_kinds(found, germany_v1=3, germany_v2=2), boxes={"britain": Box(interceptors=2)})
    _, said = story(found, understand(RULESET, "germany launch v1=3 v2=2", found), (9, 6, 10, 3))
    assert said == [
        "Germany launches 3 V-1 and 2 V-2",
        "Interceptors against V-1: die 9, 1 of 3 shot down",
        "Heavy Flak against V-1: die 6, 1 of 2 shot down",
        "V-2: die 10, it fails",
        "V-2: die 3, it hits",
        "Rockets on Britain: Britain loses 7 NARFs, 3 V-1 and 2 V-2 lost",
    ]


@pytest.mark.rule("tw-29.5", "tw-29.8")
def test_29_5_29_8_simplified_dice() -> None:
    found = scene("1943-1-spring", germany={"uboat": 9}, britain={"sac": 9}, us={"sac": 5}, entered=ENTERED)
    found = with_pools(playing(found, "simplified-u-boats", "simplified-bombing"), germany_uboat=1, britain_sac=1)
    assert story(found, UBoatsSail(), (7, 5), ("britain share 3", "us agree yes"))[1] == [
        "U-boat war: dice 7 and 5 come to 10 NARFs, 6 U-boats lost",
        "Britain asks the United States to bear 3 NARFs",
        "The United States agrees to its share",
        "U-boat war: Britain loses 7 NARFs, United States loses 3 NARFs",
    ]
    assert story(found, UBoatsSail(), (1, 1))[1] == ["U-boat war: dice 1 and 1 come to 0 NARFs, 6 U-boats lost"]
    assert story(found, AlliesBomb(), (7, 5))[1] == [
        "British bombing of Germany: dice 7 and 5 come to 10 NARFs, Germany loses 10 NARFs, 3 SAC lost"
    ]


# ---------------------------------------------------------------- what the rules do by themselves


@pytest.mark.rule("tw-5.0")
def test_5_0_the_settlement_says_what_it_took() -> None:
    boxes = {"britain": Box(lost=25), "germany": Box(lost=21), "us": Box(sac=2)}
    found = attrs.evolve(air("1943-3-fall"), boxes=boxes)
    _, said = story(found, Settle())
    assert said == [
        "Strategic warfare of Fall 1943 is settled: Germany loses 1 SMP, Britain loses 2 SMPs, "
        "Britain pays 5 NARFs (fewer than 2 SAC sent over Germany)"
    ]
    before = attrs.evolve(scene("1940-3-fall"), boxes={"britain": Box(lost=20)})
    _, said = story(before, Settle())
    assert said[-1].endswith(": Britain loses 1 SMP, the U.S. Entry Level rises by 1")


def test_3_6_what_an_effort_cost_and_which_one_is_left() -> None:
    found = scene("1940-3-fall", germany={"uboat": 1})
    power = attrs.evolve(found.powers["germany"], effort="sle", efforts=1, reserved=8, narfs=100)
    rich = attrs.evolve(found, powers={**found.powers, "germany": power})
    assert story(rich, PayEffort("germany"))[1] == ["Germany pays 8 NARFs for its effort"]
    poor = attrs.evolve(found, powers={**found.powers, "germany": attrs.evolve(power, narfs=5)})
    assert story(poor, PayEffort("germany"))[1] == [f"Germany pays 4 NARFs for its effort, now {logistics.name('rle')}"]


def test_14_2_14_3_income_and_growth_are_told_as_they_were_whatever_holds_today() -> None:
    spring = scene("1942-1-spring", "income.growth")
    after, entries = fought(spring, Growth("germany"))
    gained = after.powers["germany"].base - spring.powers["germany"].base
    assert gained > 0
    (said,) = told(after, entries)
    assert said.startswith("Germany: growth ") and said.endswith(f": {gained} NARFs more in the base")
    after, more = fought(after, Income("germany"))
    assert told(after, more) == [f"Germany: income of the year, {after.powers['germany'].narfs} NARFs in hand"]
    # Told years later it is the same: the state is that of its time.
    later = attrs.evolve(after, progress=attrs.evolve(after.progress, turn=after.progress.turn + 8))
    moved = Entry(
        99, "rules", "", "turn 9", changes=(Change("progress.turn", after.progress.turn, later.progress.turn, "x"),)
    )
    assert [line for _, line in telling.backwards(later, [*entries, *more, moved])][-1] == said


def test_3_1_units_that_join_are_named() -> None:
    coming = {
        "one": Addition(power="italy", year=1940, season="spring", kind="arm", strength="2-8", count=2),
        "two": Addition(power="italy", year=1940, season="spring", kind="asw"),
    }
    found = attrs.evolve(scene("1940-1-spring", "income.additions"), additions=coming)
    assert story(found, Additions("italy"))[1] == ["Italy: 2 ARM 2-8, 1 ASW join the force pool"]


def test_29_0_units_of_optional_rules_are_named() -> None:
    found = playing(scene("1939-3-fall"), "bombing-ussr", "mediterranean-submarines")
    assert story(found, AddForces())[1] == [
        "Units of optional rules join the force pools: Soviet Union 5 INT, Britain 2 submarines, Italy 2 ASW"
    ]


def test_22_4_2_mobilization_says_how_much() -> None:
    found = scene("1942-1-spring", "income.mobilization", entered=ENTERED)
    after, said = story(found, Mobilization("us"))
    gained = after.powers["us"].base - found.powers["us"].base
    assert gained > 0 and said == [f"U.S. mobilization: {gained} NARFs more in hand and in the base"]


def test_units_of_no_kind_that_strategic_warfare_knows_keep_their_own_name() -> None:
    units = [
        Unit(power="us", kind="flak"),
        Unit(power="germany", kind="jet", tag="int"),
        Unit(power="germany", kind="sac"),
    ]
    assert aftermath.named(units) == "1 FLAK, 1 jet INT and 1 SAC"


def test_a_stack_s_sizes_are_told_after_the_boxes_are_empty() -> None:
    boxes: dict[str, Any] = {"germany": Box(mdm=2, stacks=2), "britain": Box(interceptors=4)}
    found = playing(air("1940-3-fall", **boxes), "bomber-waves")
    after, entries = fought(found, understand(RULESET, "germany wave-sizes first=5 second=3", found))
    emptied, more = fought(after, Settle())
    assert not emptied.boxes
    assert told(emptied, [*entries, *more])[0] == "Germany divides its bombers: 5, 3"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("war", "declare"), ("decalre", "declare"), ("garrison", "eastern-garrison"), ("attak", "attack")],
)
def test_an_unknown_order_is_answered_with_those_that_may_be_meant(typed: str, meant: str) -> None:
    with pytest.raises(Unreadable) as refused:
        parse(RULESET, f"germany {typed} spain")
    offered = refused.value.expected.split(" or ")
    assert meant in offered and len(offered) == 3
