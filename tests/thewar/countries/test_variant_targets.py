"""Variants that are played on something: a ship in port, lands in which partisans rise, the hexes of the garrison of
Italian East Africa, an INF that becomes two MECH (28.1.1 #4, #5, #14, 28.1.2 #1, #4, #19, ruling 579)."""

from __future__ import annotations

from fractions import Fraction

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.kernel.procedures import decisions
from engine.kernel.reading import understand
from engine.kernel.refusals import Refused
from engine.thewar.countries.variant_targets import Struck
from engine.thewar.economy import east_africa
from engine.thewar.ruleset import RULESET
from engine.thewar.world import caps, partisan_homes
from engine.thewar.world.state import Engagement, Patrol, Pool, Slip, TheWar, Unit
from tests.thewar import builds
from tests.thewar.drawn import drawn
from tests.thewar.minors import at, moved
from tests.thewar.politics.scenes import TWO, Table
from tests.thewar.sea.test_sea_fight import given
from tests.thewar.values import wars_of
from tests.thewar.world import after, refusals

EAST, SUBS, OUTREACH = "italy variant italian-east-africa", "italy variant midget-subs", "italy variant arab-outreach"
SNEAK, UNREST, TRUCKS = (
    "germany variant sneak-attack",
    "germany variant anti-british-unrest",
    "germany variant truck-production",
)
FLEET, CV, NAC = "britain-fleet-1", "britain-cv-1", "britain-nac-1"


def wrong(campaign: TheWar, line: str) -> list[str]:
    return [f"{no.reason} ({no.rule})" for no in refusals(campaign, line)]


def war(turn: str = "1940-3-fall", step: str = "axis.build.units") -> TheWar:
    """Italy and Britain at war."""
    start = at(turn, step)
    return attrs.evolve(start, wars={**start.wars, **wars_of({"britain+italy": "1940-2-summer"})})


def lying(campaign: TheWar, **where: str) -> TheWar:
    """The campaign with British ships in ports: ``fleet_1="malta"``."""
    ships = {f"britain-{key.replace('_', '-')}": place for key, place in where.items()}
    moved_ships = {key: attrs.evolve(campaign.units[key], place=place) for key, place in ships.items()}
    return attrs.evolve(campaign, units={**campaign.units, **moved_ships})


def stands(campaign: TheWar, key: str) -> tuple[bool, int]:
    return campaign.units[key].depleted, campaign.units[key].damage


# ---------------------------------------------------------------- ships in port


@pytest.mark.rule("tw-28.1.1-05")
@pytest.mark.parametrize(("face", "hit"), [(1, True), (8, True), (9, False), (10, False)])
@pytest.mark.parametrize(("ship", "most"), [(FLEET, 7), (CV, 3)])
def test_28_1_1_midget_submarines_deplete_a_ship_on_1_to_8(ship: str, most: int, face: int, hit: bool) -> None:
    before = drawn(lying(war(), fleet_1="alexandria", cv_1="alexandria", nac_1="alexandria"), SUBS)
    line = f"{SUBS} unit={ship}"
    told = understand(RULESET, line, before).forecast(before)
    assert told is not None and told.exact
    assert dict(told.outcomes) == {Struck(True, most): Fraction(8, 10), Struck(False, 0): Fraction(2, 10)}
    now = given(before, line, face)
    assert stands(now, ship) == ((True, most) if hit else (False, 0))
    assert now.units[NAC].depleted == (hit and ship == CV), "a NAC is Depleted with its carrier (ruling 54)"
    if hit:
        [asked] = decisions(now)
        assert "something else is being decided (28.1.1)" in wrong(now, f"{SUBS} unit=britain-fleet-2 at=malta")
        assert asked.power == "britain" and asked.answers[0].startswith(f"britain to-yard {ship}")
        home = given(now, asked.answers[0])
        assert [slip.space for slip in home.slips.values()] == [(9 if ship == FLEET else 4) - most]
    else:
        assert not now.pending


@pytest.mark.rule("tw-28.1.1-05")
def test_28_1_1_midget_submarines_reach_whole_british_ships_in_mediterranean_ports() -> None:
    here = lying(war(), fleet_1="malta", fleet_2="southampton", fleet_3="gibraltar", fleet_4="suez")
    for ship in (FLEET, "britain-fleet-3", "britain-fleet-4"):
        assert wrong(here, f"{SUBS} unit={ship}") == []
    assert wrong(here, f"{SUBS} unit=britain-fleet-2") == [
        "Southampton is not a port of the Mediterranean (28.1.1, ruling 579)"
    ]
    unknown = "britain-fleet-5"
    assert wrong(here, f"{SUBS} unit={unknown}") == [
        "the campaign does not know where Fleet 1-12-5 of Britain lies (28.1.1, ruling 579)"
    ]
    assert wrong(here, f"{SUBS} unit={unknown} at=alexandria") == [] != wrong(here, f"{SUBS} unit={unknown} at=london")
    assert wrong(here, f"{SUBS} unit={FLEET} at=alexandria") == [
        "Fleet 1-12-5 of Britain lies at Malta (28.1.1, ruling 579)"
    ]
    assert wrong(here, SUBS) == ["no ship is named (28.1.1)"]
    assert "is no target of it" in wrong(here, f"{SUBS} unit=italy-fleet-1")[0]
    hurt = attrs.evolve(here, units={**here.units, FLEET: attrs.evolve(here.units[FLEET], depleted=True)})
    assert wrong(hurt, f"{SUBS} unit={FLEET}") == ["Fleet 1-12-5 of Britain is Depleted already (28.1.1)"]
    patrol = Patrol(area="levant", since="1940-3-fall")
    away = attrs.evolve(here, patrols={FLEET: patrol})
    assert wrong(away, f"{SUBS} unit={FLEET}") == ["Fleet 1-12-5 of Britain is on patrol in Levant (28.1.1)"]
    track = Slip(yard="southampton", power="britain", kind="fleet", strength="1-12-5", space=3, unit=FLEET)
    docked = attrs.evolve(here, slips={"southampton-1": track})
    assert wrong(docked, f"{SUBS} unit={FLEET}") == ["Fleet 1-12-5 of Britain lies in a yard (28.1.1)"]
    battle = Engagement(kind="sea", by="italy", attackers=("italy-fleet-1",), defenders=(FLEET,))
    fights = attrs.evolve(here, engagements={"levant": battle})
    assert wrong(fights, f"{SUBS} unit={FLEET}") == ["Fleet 1-12-5 of Britain is in the battle at Levant (28.1.1)"]
    assert "could be played until Fall 1942" in wrong(moved(here, "1942-4-winter"), f"{SUBS} unit={FLEET}")[0]
    assert "is not played now" in wrong(attrs.evolve(here, wars={}), f"{SUBS} unit={FLEET}")[0]
    once = given(drawn(here, SUBS), f"{SUBS} unit={FLEET}", 9)
    assert "has been played 1 times" in wrong(once, f"{SUBS} unit={FLEET}")[0]


@pytest.mark.rule("tw-28.1.2-04")
def test_28_1_2_sneak_attacks_deplete_fleets_in_british_home_ports_as_often_as_they_were_obtained() -> None:
    here = lying(war(), fleet_1="scapa-flow", fleet_2="southampton", fleet_3="alexandria", cv_1="scapa-flow")
    line = f"{SNEAK} unit={FLEET}"
    order = understand(RULESET, line, drawn(here, SNEAK))
    assert order.forecast(here) is None, "no die falls"
    once = given(drawn(here, SNEAK), line)
    assert stands(once, FLEET) == (True, 7)
    home = given(once, decisions(once)[0].answers[0])
    # Results that were kept are used in one turn.
    twice = given(drawn(home, SNEAK), f"{SNEAK} unit=britain-fleet-2")
    assert stands(twice, "britain-fleet-2") == (True, 7)
    assert wrong(here, f"{SNEAK} unit=britain-fleet-3") == [
        "Alexandria is not a home port of Britain (28.1.2, ruling 579)"
    ]
    assert wrong(here, f"{SNEAK} unit={CV}") == ["CV of Britain is no target of it (28.1.2)"]
    assert wrong(here, f"{SNEAK} unit=britain-fleet-4 at=scapa-flow") == []
    assert "is not a home port" in wrong(here, f"{SNEAK} unit=britain-fleet-4 at=malta")[0]
    assert "has played the Sneak Attack that it had obtained" in "; ".join(
        str(no) for no in understand(RULESET, f"{SNEAK} unit=britain-fleet-2", twice).judge(twice)
    )


@pytest.mark.rule("tw-28.1.1-05", "tw-28.1.2-04")
@pytest.mark.parametrize(("line", "faces"), [(f"{SUBS} unit={FLEET}", (8,)), (f"{SNEAK} unit=britain-fleet-2", ())])
def test_28_1_with_two_seats_the_owner_says_to_which_yard_his_ship_sails(line: str, faces: tuple[int, ...]) -> None:
    start = lying(war(step="axis.operations.naval"), fleet_1="malta", fleet_2="scapa-flow")
    seats = {power: TWO.get(power, "allied") for power in start.powers}
    played = Table(drawn(attrs.evolve(start, seats=seats), line)).give(line, *faces)
    ship = line.partition("unit=")[2]
    assert list(played.asked) == ["britain"] and stands(played.campaign, ship) == (True, 7)
    assert ("die 8, Depleted, 7 factors" in played.told) == bool(faces)
    yard = next(iter(played.asked.values()))[0]
    assert played.seat(yard) == "allied"
    assert [slip.unit for slip in played.give(yard).campaign.slips.values()] == [ship]


# ---------------------------------------------------------------- partisans


@pytest.mark.rule("tw-28.1.1-14")
def test_28_1_1_an_arab_partisan_rises_in_one_of_four_british_lands_and_twice_at_most() -> None:
    before = builds.at("axis.build.units", "1941-1-spring")
    before = attrs.evolve(before, wars=wars_of({"britain+italy": "1940-2-summer"}))
    now = after(before, f"{OUTREACH} at=egypt")
    pool = now.pools["italy-partisan-1-3-egypt"]
    assert (pool.power, pool.kind, pool.strength, pool.tag, pool.count) == ("italy", "partisan", "1-3", "egypt", 1)
    build = "italy construct partisan-1-3-egypt"
    built = builds.after(now, f"{build} place=cairo")
    [(key, unit)] = [(key, unit) for key, unit in built.units.items() if unit.tag == "egypt"]
    assert unit.place == "cairo" and partisan_homes.counted(built)["axis", "britain"] == (key,)
    assert "Basra is not in Egypt (25.2)" in builds.refused(now, f"{build} place=basra")
    for land in ("libya", "ethiopia", "turkey"):
        assert f"none rises in {land.title()} (28.1.1)" in wrong(before, f"{OUTREACH} at={land}")
    assert "1 partisan rises, and no land is named (28.1.1, ruling 579)" in wrong(before, OUTREACH)
    twice = after(now, f"{OUTREACH} at=iraq")
    assert twice.pools["italy-partisan-1-3-iraq"].count == 1
    assert "Arab Outreach has been played 2 times (28.1.1)" in wrong(twice, f"{OUTREACH} at=iraq")
    # Once the Axis has the land nobody rises in it, and who rose troubles nobody.
    egypt = attrs.evolve(built.holdings["egypt"], holder="italy")
    taken = attrs.evolve(built, holdings={**built.holdings, "egypt": egypt})
    assert "Egypt is in the hands of Italy (28.1.1, 25.2)" in wrong(taken, f"{OUTREACH} at=egypt")
    city = attrs.evolve(taken.places["cairo"], holder="italy")
    assert ("axis", "britain") not in partisan_homes.counted(
        attrs.evolve(taken, places={**taken.places, "cairo": city})
    )


@pytest.mark.rule("tw-28.1.2-01")
def test_28_1_2_unrest_gives_an_irish_and_two_arab_partisans_and_twice_at_most() -> None:
    before = builds.at("axis.build.units", "1940-3-fall")
    line = f"{UNREST} at=iraq,palestine"
    now = after(before, line)
    came = {key: pool.count for key, pool in now.pools.items() if pool.kind == "partisan" and pool.power == "germany"}
    group = "germany-partisan-1-3-"
    assert came == {f"{group}northern-ireland": 1, f"{group}iraq": 1, f"{group}palestine": 1}
    twice = after(now, f"{UNREST} at=iraq,iraq")
    assert twice.pools[f"{group}northern-ireland"].count == 2 and twice.pools[f"{group}iraq"].count == 3
    assert "Anti-British unrest has been played 2 times (28.1.2)" in wrong(twice, line)
    built = builds.after(
        twice, "germany construct partisan-1-3-northern-ireland", "germany construct partisan-1-3-iraq place=mosul"
    )
    assert len(partisan_homes.counted(built)["axis", "britain"]) == 2, "they count against Britain together"
    assert "3 partisans in Iraq this turn" in builds.refused(built, "germany construct partisan-1-3-iraq count=2")
    assert "2 partisans rise, and 1 land is named (28.1.2, ruling 579)" in wrong(before, f"{UNREST} at=egypt")
    assert "none rises in Syria (28.1.2)" in wrong(before, f"{UNREST} at=egypt,syria")


# ---------------------------------------------------------------- Italian East Africa


@pytest.mark.rule("tw-28.1.1-04")
@pytest.mark.parametrize(
    ("words", "told"), [("", "2 in hex 4414, 1 in hex 4415"), (" at=4415", "2 in hex 4415, 1 in hex 4414")]
)
def test_28_1_1_the_garrison_of_east_africa_appears_on_both_banks_of_the_nile(words: str, told: str) -> None:
    before = drawn(war(), EAST)
    there = east_africa.garrison(before)
    order = understand(RULESET, EAST + words, before)
    assert told in order.sentence(before) and "the table" not in order.sentence(before)
    now = after(war(), EAST + words)
    assert [now.units[key].place for key in there] == ["board"] * 3
    assert {now.in_africa[key].land for key in there} == {"egypt"} and now.places["alexandria"].holder == "britain"
    assert caps.load(now, caps.standing(now, "italy")).factors == 6, "they count in North Africa"
    assert not east_africa.garrison(now)
    assert "the garrison has come already" in "; ".join(wrong(now, "italy free-garrison"))


@pytest.mark.rule("tw-28.1.1-04")
def test_28_1_1_it_appears_nowhere_else_nor_before_the_war_nor_once_it_is_gone() -> None:
    before = war()
    assert wrong(before, f"{EAST} at=alexandria") == ["they do not appear in Alexandria (28.1.1, ruling 579)"]
    assert wrong(before, f"{EAST} at=4413") and wrong(before, f"{EAST} at=4414,4415")
    assert "is not played now" in wrong(at("1940-3-fall"), EAST)[0]
    once = after(before, EAST)
    assert "Italian East Africa has been played 1 times (28.1.1)" in wrong(once, EAST)
    left = {key: unit for key, unit in before.units.items() if unit.place != east_africa.BOX}
    gone = attrs.evolve(before, units=left)
    assert wrong(gone, EAST) == ["nobody is left in the Italian East Africa Box (28.1.1, ruling 579)"]
    # With 12 factors in Libya there is no room for 6 more while the Allies hold Malta (12.2.5).
    army = {
        f"italy-inf-{nth}": Unit(power="italy", kind="inf", strength="4-5", place="tripoli") for nth in (80, 81, 82)
    }
    full = attrs.evolve(before, units={**before.units, **army})
    assert "Italy would have 18 ground factors in North Africa" in wrong(full, EAST)[0]


# ---------------------------------------------------------------- trucks


@pytest.mark.rule("tw-28.1.2-19")
def test_28_1_2_an_infantry_on_the_board_becomes_two_mechanized_for_the_difference() -> None:
    inf = Unit(power="germany", kind="inf", strength="6-5", place="berlin")
    before = builds.at("axis.build.units", "1940-3-fall", units={"germany-inf-70": inf})
    line = f"{TRUCKS} unit=germany-inf-70"
    # Two MECH 4-8 at 4 and their cadre of 2, less an INF 6-5 at 6 and its cadre of 1.
    assert builds.price(drawn(before, TRUCKS), line) == 2 * (4 + 2) - (6 + 1) == 5
    now = after(before, line)
    new = {key: unit for key, unit in now.units.items() if key not in before.units}
    assert [(unit.power, unit.kind, unit.strength, unit.place) for unit in new.values()] == [
        ("germany", "mech", "4-8", "berlin")
    ] * 2
    assert "germany-inf-70" not in now.units and before.powers["germany"].narfs - now.powers["germany"].narfs == 5
    assert now.powers["germany"].spent - before.powers["germany"].spent == 5, "construction, within half of the base"
    pools = {key: (pool.count, pool.lost) for key, pool in now.pools.items()}
    assert pools == {key: (pool.count, pool.lost) for key, pool in before.pools.items()}, "it is gone for good"
    poor = attrs.evolve(before, powers={**before.powers, "germany": attrs.evolve(before.powers["germany"], narfs=4)})
    assert "it costs 5 NARFs" in wrong(poor, line)[0]
    hurt = attrs.evolve(before, units={**before.units, "germany-inf-70": attrs.evolve(inf, depleted=True)})
    assert "is no whole INF 6-5" in wrong(hurt, line)[0]
    assert "is no whole INF 6-5" in wrong(before, f"{TRUCKS} unit=italy-inf-1")[0]


@pytest.mark.rule("tw-28.1.2-19")
def test_28_1_2_one_of_the_pool_makes_room_for_two_that_are_built_at_their_price_and_three_times_at_most() -> None:
    now = builds.at("axis.build.units", "1940-3-fall", pools={"germany inf 6-5": 3})
    start = now
    for nth in (1, 2, 3):
        now = after(now, TRUCKS)
        assert (now.pools["germany-inf-6-5"].count, now.pools["germany-mech-4-8"].count) == (3 - nth, 2 * nth)
    assert now.powers["germany"].narfs == start.powers["germany"].narfs
    assert builds.price(now, "germany construct mech-4-8") == 6
    assert "Truck Production has been played 3 times (28.1.2)" in wrong(now, TRUCKS)
    empty = attrs.evolve(start, pools={"germany-inf-6-5": Pool(power="germany", kind="inf", strength="6-5", count=0)})
    assert wrong(empty, TRUCKS) == ["no INF 6-5 is in the force pool (28.1.2, ruling 397)"]
    assert "Without at=." in refusals(start, f"{TRUCKS} at=berlin")[0].hint


# ---------------------------------------------------------------- taken back, and over the rules


PLAYS = (
    ("italy variant viva-espana-1", "axis.build.units"),
    (EAST, "axis.build.units"),
    (f"{SUBS} unit={FLEET}", "axis.build.units"),
    (f"{OUTREACH} at=iraq", "axis.build.units"),
    (f"{UNREST} at=iraq,egypt", "axis.build.units"),
    (f"{SNEAK} unit=britain-fleet-2", "axis.build.units"),
    (f"{TRUCKS} unit=germany-inf-1", "axis.build.units"),
    ("germany variant viva-espana-2", "axis.build.units"),
    ("italy variant diplomatic-muscle", "planning.points"),
    ("italy variant corsica", "planning.points"),
)


def table(line: str, step: str) -> TheWar:
    """A campaign in which a variant of this file's ten may be played."""
    start = lying(at("1940-3-fall", step), fleet_1="malta", fleet_2="scapa-flow")
    begun = {"britain+italy": "1940-2-summer"} if step == "axis.build.units" else {}
    begun |= {"germany+ussr": "1940-3-fall"} if "espana-2" in line else {}
    return drawn(attrs.evolve(start, wars={**start.wars, **wars_of(begun)}), line)


@pytest.mark.parametrize(("line", "step"), PLAYS, ids=[line.split()[2] for line, _ in PLAYS])
def test_28_1_an_undo_takes_all_of_a_play_back(line: str, step: str) -> None:
    before = table(line, step)
    faces = FixedDice([8] if "midget" in line else [])
    batches = play.submit(RULESET, before, [understand(RULESET, line, before)], seat="solo", dice=faces, n=1)
    entries = [entry for batch in batches for entry in batch.entries]
    assert batches[-1].campaign != before
    assert play.undo(batches[-1].campaign, entries, seat="solo", n=len(entries) + 1).campaign == before


@pytest.mark.parametrize(
    "line",
    [SUBS, f"{SNEAK} unit=germany-inf-1", f"{EAST} at=berlin", f"{OUTREACH} at=narnia", f"{UNREST} at=egypt"],
)
def test_28_1_over_the_rules_what_there_is_nothing_of_brings_nothing(line: str) -> None:
    before = drawn(attrs.evolve(at("1939-4-winter", "axis.build.units"), pools={}), line)
    order = understand(RULESET, f'overrule "so agreed" {line}', before)
    faces = FixedDice([8] if line == SUBS else [])
    now = play.submit(RULESET, before, [order], seat="solo", dice=faces, n=1)[-1].campaign
    assert not now.pending and not any("narnia" in key or pool.count < 0 for key, pool in now.pools.items())
    assert now.facts[f"variant-{line.split()[2]}"] == 1


def test_28_1_over_the_rules_no_infantry_is_taken_that_is_not_there() -> None:
    before = drawn(attrs.evolve(at("1939-4-winter", "axis.build.units"), pools={}), TRUCKS)
    order = understand(RULESET, f'overrule "so agreed" {TRUCKS}', before)
    with pytest.raises(Refused, match="it cannot be carried out at all"):
        play.submit(RULESET, before, [order], seat="solo", dice=FixedDice([]), n=1)
