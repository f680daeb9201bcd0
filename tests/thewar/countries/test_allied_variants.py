"""What Allied variants bring and end: ports of beachheads, atomic bombs, Indian and Free French units, the NKVD,
Belgium's alliance, the new French air force (28.2.1 to 28.2.4, rulings 580 to 582, 584)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.dice import FixedDice
from engine.kernel.procedures import decisions
from engine.kernel.sheets.hands import Hands
from engine.kernel.sheets.ledger import Duties
from engine.kernel.transaction import Transaction
from engine.thewar.building import indian_units
from engine.thewar.countries import conquest, liberation, variant_effects
from engine.thewar.ground import marker_orders
from engine.thewar.ruleset import RULESET
from engine.thewar.strategic import atomic_due
from engine.thewar.supply import graces, sea_lines
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world import installed, markers, ports, posting
from engine.thewar.world.state import Marker, Patrol, Pool, TheWar, Unit
from tests.thewar import builds
from tests.thewar.beaches import shore
from tests.thewar.combat.test_posting import posted, standing, with_variant
from tests.thewar.drawn import drawn
from tests.thewar.minors import at, at_war, moved, with_country
from tests.thewar.politics.scenes import STEP, Table, laid
from tests.thewar.sea.test_sea_fight import given
from tests.thewar.supply_lines import NAVAL
from tests.thewar.supply_lines import standing as lines
from tests.thewar.world import after, effect, refusals

PORTS, BOMB, INDIA = "us variant artificial-ports", "us variant atomic-research", "britain variant indian-mobilization"
GAULLE, NKVD, BELGIUM, AIR = (
    "britain variant british-support-de-gaulle",
    "ussr variant nkvd",
    "france variant belgian-diplomacy",
    "france variant armee-de-l-air",
)


def wrong(campaign: TheWar, line: str) -> list[str]:
    return [f"{no.reason} ({no.rule})" for no in refusals(campaign, line)]


def due(campaign: TheWar, rule: str) -> list[tuple[str, bool]]:
    sheet: Any = RULESET.sheet(Duties)
    return [(duty.text, duty.overdue) for duty in sheet.due(campaign) if duty.rule.startswith(rule)]


def ended(campaign: TheWar) -> TheWar:
    """The campaign as its turn ends."""
    return effect(campaign, EndTurn("britain"))


# ---------------------------------------------------------------- artificial ports (28.2.4 #7)


def landed(turn: str, **where: str) -> TheWar:
    """Beachheads of powers in hexes, laid in this turn."""
    campaign = shore(turn=turn)
    laid_now = {
        f"beachhead-{hex_[1:]}": Marker(kind="beachhead", place=hex_[1:], power=power, since=turn)
        for hex_, power in where.items()
    }
    return attrs.evolve(campaign, markers=laid_now)


@pytest.mark.rule("tw-28.2.4-07")
def test_28_2_4_a_beachhead_becomes_a_port_until_the_enemy_takes_it() -> None:
    before = landed("1944-2-summer", h1630="britain")
    now = after(before, PORTS)
    assert now.markers["artificial-port-1630"].power == "britain", "the one that lies need not be named"
    assert markers.spoken(now, now.markers["artificial-port-1630"]).startswith("Artificial port at 1630, of Britain")
    later = [moved(one, "1944-4-winter", "allied.end.markers") for one in (before, now)]
    lapsed = [effect(one, marker_orders.Lapse()) for one in later]
    assert [sorted(one.markers) for one in lapsed] == [[], ["artificial-port-1630"]]
    # Supply comes through it, as through any port, and nobody has to link up any more.
    told = [[no.reason for no in sea_lines.refused(one, "britain", "1630")] for one in lapsed]
    assert "1630 is no port, and no beachhead lies there" in told[0]
    assert not any("is no port" in reason for reason in told[1])
    assert [any("beachhead" in duty.text for duty in graces.duties(one)) for one in (before, now)] == [True, False]
    tx: Transaction[TheWar] = Transaction(lapsed[1], FixedDice(()), "1944-4-winter", "germany")
    installed.captured(tx, "1630", "germany")
    assert not tx.campaign.markers, "lost with the hex"


@pytest.mark.rule("tw-28.2.4-07")
def test_28_2_4_ships_lie_in_such_a_port_where_the_campaign_knows_the_place() -> None:
    before = attrs.evolve(landed("1944-2-summer"), markers={})
    lands = {**before.places, "deauville": attrs.evolve(before.places["paris"], name="Deauville", kind="hex", tags={})}
    before = attrs.evolve(before, places=lands)
    beach = Marker(kind="beachhead", place="deauville", power="us", since="1944-2-summer")
    before = attrs.evolve(before, markers={"beachhead-deauville": beach})
    assert ports.of(before, "deauville") is None
    assert ports.of(after(before, PORTS), "deauville") is not None


@pytest.mark.rule("tw-28.2.4-07")
def test_28_2_4_one_a_year_two_in_all_and_a_beachhead_of_the_west_that_lies() -> None:
    none = landed("1943-3-fall", h1630="germany", h2020="ussr")
    assert wrong(none, f"{PORTS} at=1630") == ["no beachhead of the Allies lies at 1630 (28.2.4, rulings 400, 580)"]
    assert wrong(none, PORTS) == ["one beachhead becomes a port, and none is named (28.2.4, rulings 400, 580)"]
    two = landed("1943-3-fall", h1630="us", h1730="britain")
    assert "2 are named" in wrong(two, f"{PORTS} at=1630,1730")[0]
    assert "could be" not in "".join(wrong(two, f"{PORTS} at=1630")) and not wrong(two, f"{PORTS} at=1630")
    once = after(two, f"{PORTS} at=1630")
    told = wrong(once, f"{PORTS} at=1730")
    assert told == ["Artificial Ports was played in Fall 1943 (28.2.4)"]
    year = moved(once, "1944-1-spring")
    assert wrong(year, f"{PORTS} at=1630") == ["1630 is a port for good already (28.2.4, rulings 400, 580)"]
    twice = after(year, f"{PORTS} at=1730")
    last = moved(
        attrs.evolve(twice, markers={**twice.markers, **landed("1945-1-spring", h1830="us").markers}), "1945-1-spring"
    )
    assert wrong(last, f"{PORTS} at=1830") == ["Artificial Ports has been played 2 times (28.2.4)"]
    assert wrong(moved(two, "1943-1-spring"), f"{PORTS} at=1630")[-1].startswith("Artificial Ports is played from")


# ---------------------------------------------------------------- atomic bombs (28.2.4 #6)


def axis(turn: str = "1945-1-spring", **where: str) -> TheWar:
    """German units, some of them recorded at places."""
    campaign = shore(turn=turn)
    units = {
        **campaign.units,
        "germany-tac-701": Unit(power="germany", kind="tac", strength="1-5-4"),
        "germany-fleet-701": Unit(power="germany", kind="fleet", strength="1-12-5"),
        "germany-art-701": Unit(power="germany", kind="art", strength="4-4"),
        "italy-inf-701": Unit(power="italy", kind="inf", strength="4-5"),
    }
    placed = {key.replace("_", "-"): place for key, place in where.items()}
    return attrs.evolve(
        campaign, units={key: attrs.evolve(unit, place=placed.get(key, unit.place)) for key, unit in units.items()}
    )


@pytest.mark.rule("tw-28.2.4-06")
def test_28_2_4_each_turn_all_axis_units_of_a_hex_are_depleted() -> None:
    there = {"germany_inf_701": "berlin", "germany_arm_701": "berlin", "germany_tac_701": "berlin"}
    start = axis(**there, italy_inf_701="berlin", germany_art_701="berlin", us_inf_702="berlin", germany_inf_702="kiel")
    assert wrong(start, "us atomic berlin") == ["Atomic Research has not been played (28.2.4 #6)"]
    now = after(start, BOMB)
    assert now.units == start.units, "the play itself hits nobody"
    assert due(now, "28.2.4 #6") == [("The United States Depletes the Axis units of one hex in this turn", False)]
    hit = after(now, "us atomic berlin")
    changed = {key for key, unit in hit.units.items() if unit.depleted and not start.units[key].depleted}
    assert changed == {"germany-inf-701", "germany-arm-701", "germany-tac-701", "italy-inf-701"}
    assert set(start.units) - set(hit.units) == {"germany-art-701"}, "what is never Depleted is lost (10.2.6)"
    assert wrong(hit, "us atomic kiel") == ["a hex has been chosen in this turn (28.2.4 #6)"] and not due(
        hit, "28.2.4 #6"
    )
    # In the next turn again: who is Depleted already stays so.
    summer = moved(hit, "1945-2-summer")
    again = after(summer, "us atomic berlin")
    assert again.units == summer.units
    assert wrong(moved(hit, "1945-3-fall"), "us atomic kiel") == ["its last turn was Summer 1945 (28.2.4 #6)"]


@pytest.mark.rule("tw-28.2.4-06")
def test_28_2_4_units_of_the_board_are_named_and_ships_go_to_a_yard() -> None:
    start = after(axis(germany_inf_701="berlin"), BOMB)
    hit = after(start, "us atomic 2020 units=germany-arm-701")
    assert hit.units["germany-arm-701"].depleted and not hit.units["germany-inf-701"].depleted
    ship = after(axis(germany_fleet_701="kiel"), BOMB)
    sunk = given(ship, "us atomic kiel", 3)
    assert sunk.units["germany-fleet-701"].depleted
    [asked] = decisions(sunk)
    assert asked.power == "germany" and "to-yard germany-fleet-701" in asked.answers[0]
    for line, reason in (
        ("us atomic kiel", "no Axis unit is recorded at Kiel, and none is named (28.2.4 #6, ruling 581)"),
        ("us atomic 2020 units=germany-inf-701", "INF 6-5 is recorded at Berlin (28.2.4 #6)"),
        ("us atomic us-box", "US Box is no hex of the board (28.2.4 #6)"),
        ("us atomic board", "nowhere is no hex of the board (28.2.4 #6)"),
        ("britain atomic berlin", "Britain has no atomic weapons (28.2.4 #6)"),
    ):
        assert [text.replace("U.S.", "US") for text in wrong(start, line)] == [reason]
    assert "of United States is not on this side" in wrong(start, "us atomic 2020 units=us-inf-702")[0]
    at_sea = attrs.evolve(start, patrols={"germany-fleet-701": Patrol(area="baltic-sea", since="1945-1-spring")})
    assert "is on patrol" in wrong(at_sea, "us atomic 2020 units=germany-fleet-701")[0]
    assert atomic_due.open_now(start) and not atomic_due.open_now(axis())


# ---------------------------------------------------------------- Indian units (28.2.2 #10)


def india(turn: str) -> TheWar:
    return after(builds.at("allied.build.units", turn), INDIA)


def indian(campaign: TheWar, *places: str) -> TheWar:
    """The campaign with so many of the variant's units in play."""
    units = {
        f"britain-mot-80{nth}": Unit(power="britain", kind="mot", strength="6-7", tag="indian", place=place)
        for nth, place in enumerate(places)
    }
    pool = attrs.evolve(campaign.pools["britain-mot-6-7-indian"], count=2 - len(places))
    pools = {**campaign.pools, "britain-mot-6-7-indian": pool}
    return attrs.evolve(campaign, units={**campaign.units, **units}, pools=pools)


def here(campaign: TheWar) -> list[str]:
    return sorted(unit.place for unit in campaign.units.values() if indian_units.of_variant(unit))


@pytest.mark.rule("tw-28.2.2-10")
def test_28_2_2_two_indian_units_are_built_in_the_india_box_alone() -> None:
    before = builds.at("allied.build.units", "1940-1-spring")
    line = "britain construct mot-6-7-indian"
    assert "has no MOT 6-7 Indian in its pool" in builds.refused(before, line)
    now = after(before, INDIA)
    assert now.pools["britain-mot-6-7-indian"].count == 2
    built = builds.after(now, line)
    assert here(built) == ["india-box"]
    assert "is not built at Suez" in builds.refused(now, f"{line} place=suez")
    assert "has been played 1 times" in "".join(wrong(now, INDIA))


@pytest.mark.rule("tw-28.2.2-10")
def test_28_2_2_they_leave_india_and_come_back_by_strategic_movement() -> None:
    start = with_variant(lines("1941-4-winter", NAVAL), "indian-mobilization")
    box = Unit(power="britain", kind="mot", strength="6-7", tag="indian", place="india-box")
    start = attrs.evolve(start, units={**start.units, "britain-mot-801": box})
    for where in ("suez", "board"):
        [told] = wrong(start, f"britain station {where} units=britain-mot-801")
        assert told == "MOT 6-7 comes out of the India Box by strategic movement alone (8.8.5)"
    out = after(start, "britain stratmove sealift group=mot-6-7-indian origin=india-box to=suez")
    assert here(out) == ["board"] and not wrong(out, "britain station suez units=britain-mot-801")
    # Once a turn (8.0): what was done in one is forgotten in the next.
    later = attrs.evolve(moved(out, "1942-1-spring"), missions={})
    back = after(later, "britain stratmove sealift group=mot-6-7-indian origin=suez to=india-box")
    assert here(back) == ["india-box"] and here(ended(back)) == []


@pytest.mark.rule("tw-28.2.2-10")
def test_28_2_2_one_is_back_in_india_by_the_end_of_winter_1941_and_leaves_the_game() -> None:
    winter = india("1941-3-fall")
    [(text, late)] = due(winter, "28.2.2 #10")
    assert text.startswith("Britain: an Indian MOT 6-7 stands in the India Box by the end of Winter 1941") and not late
    early = ended(indian(moved(winter, "1941-3-fall"), "india-box", "board"))
    assert here(early) == ["board", "india-box"], "it waits there"
    last = moved(indian(winter, "india-box", "board"), "1941-4-winter")
    gone = ended(last)
    assert here(gone) == ["board"] and gone.pools["britain-mot-6-7-indian"].count == 0
    assert not due(gone, "28.2.2 #10")
    # One that returns is enough: the other is lost and built as any.
    free = indian(moved(gone, "1942-1-spring"))
    assert builds.refused(attrs.evolve(free, units=winter.units), "britain construct mot-6-7-indian") == ""


@pytest.mark.rule("tw-28.2.2-10")
def test_28_2_2_a_unit_that_is_not_withdrawn_bars_the_other_until_it_is() -> None:
    start = india("1941-3-fall")
    line = "britain construct mot-6-7-indian"
    late = moved(ended(indian(moved(start, "1941-4-winter"), "board")), "1942-1-spring", "allied.build.units")
    [(text, overdue)] = due(late, "28.2.2 #10")
    assert overdue and "no other is built before" in text
    assert "was to be back in India by the end of Winter 1941, and one is in play (28.2.2 #10" in builds.refused(
        late, line
    )
    # Both were lost: one is rebuilt in India and withdrawn, then the other is free.
    lost = indian(moved(start, "1942-1-spring", "allied.build.units"))
    assert "of which one is owed to India" in builds.refused(lost, f"{line} count=2")
    rebuilt = builds.after(lost, line)
    paid = ended(rebuilt)
    assert here(paid) == [] and paid.pools["britain-mot-6-7-indian"].count == 1
    free = moved(attrs.evolve(paid, powers=lost.powers), "1942-2-summer", "allied.build.units")
    assert builds.refused(free, line) == "" and not due(free, "28.2.2 #10")


# ---------------------------------------------------------------- Free French units (28.2.2 #4)


def fallen(turn: str) -> TheWar:
    start = at_war(at(turn, "allied.operations.combat"), "britain+germany")
    france = attrs.evolve(start.powers["france"], surrendered="1940-2-summer")
    tunis = attrs.evolve(start.places["tunis"], holder="germany")
    return attrs.evolve(start, powers={**start.powers, "france": france}, places={**start.places, "tunis": tunis})


def free_french(campaign: TheWar) -> tuple[list[str], int]:
    """The Free French in play, and how many MOT 4-7 the British pool has."""
    units = sorted(
        unit.kind for unit in campaign.units.values() if (unit.power, unit.tag) == ("britain", "free-french")
    )
    pool = campaign.pools.get("britain-mot-4-7-free-french")
    return units, pool.count if pool is not None else 0


@pytest.mark.rule("tw-28.2.2-04")
def test_28_2_2_free_french_come_at_once_and_more_once_the_british_take_a_city_in_africa() -> None:
    before = fallen("1942-3-fall")
    none, _ = free_french(before)
    now = after(before, GAULLE)
    assert free_french(now) == (sorted([*none, "arm", "fleet"]), 0)
    assert now.powers == before.powers, "without cost"
    assert free_french(ended(now))[1] == 0, "not before a city is taken"
    assert free_french(ended(effect(now, conquest.Capture("tunis", "us"))))[1] == 0, "by British units"
    taken = effect(now, conquest.Capture("tunis", "britain"))
    assert free_french(taken)[1] == 0, "in a later turn"
    joined = ended(taken)
    assert free_french(joined)[1] == 1 and free_french(ended(joined))[1] == 1, "one, and once"


@pytest.mark.rule("tw-28.2.2-04")
def test_28_2_2_a_city_that_was_taken_before_the_play_counts_at_once() -> None:
    before = fallen("1942-3-fall")
    taken = ended(effect(before, conquest.Capture("tunis", "britain")))
    assert free_french(taken)[1] == 0
    assert free_french(after(moved(taken, "1942-4-winter"), GAULLE))[1] == 1
    assert free_french(after(effect(before, conquest.Capture("tunis", "britain")), GAULLE))[1] == 0
    assert "could be played until Summer 1944" in wrong(fallen("1944-3-fall"), GAULLE)[-1]
    assert "is not played now" in wrong(at("1940-1-spring"), GAULLE)[-1]


# ---------------------------------------------------------------- NKVD (28.2.3 #13)


@pytest.mark.rule("tw-28.2.3-13")
def test_28_2_3_six_nkvd_units_of_the_strength_that_their_counters_print() -> None:
    begun = at_war(builds.at("allied.build.units", "1941-3-fall"), "germany+ussr")
    war = moved(begun, "1941-4-winter", "allied.build.units")
    line = "ussr construct nkvd-2-3"
    assert "has no NKVD 2-3 in its pool" in builds.refused(war, line)
    assert wrong(war, NKVD) == ["no strength of NKVD is named (28.2.3, ruling 584)"]
    assert wrong(war, f"{NKVD} at=strong") == ["'strong' is no strength of NKVD (28.2.3, ruling 584)"]
    assert "is not played now" in wrong(begun, f"{NKVD} at=2-3")[0], "in the turn of the declaration"
    now = after(war, f"{NKVD} at=2-3")
    assert now.pools["ussr-nkvd-2-3"].count == 6
    built = builds.after(now, f"{line} count=6")
    assert sum(unit.kind == "nkvd" for unit in built.units.values()) == 6
    assert builds.price(now, line) == 3, "as INF"
    assert "no NKVD 2-3 is in the force pool" in builds.refused(built, line)
    assert "has been played 1 times" in "".join(wrong(now, f"{NKVD} at=2-3"))
    # In the hand it asks for the strength, which nobody can guess.
    sheet: Any = RULESET.sheet(Hands)
    [card] = [card for one in sheet.held(drawn(war, NKVD)) for card in one.cards]
    assert card.form is not None and "at" in [field.name for field in card.form.fields]
    assert [no.reason for no in card.orders[0].judge(drawn(war, NKVD))] == ["no strength of NKVD is named"]


# ---------------------------------------------------------------- Belgium and the French air force (28.2.1 #3, #6)


@pytest.mark.rule("tw-28.2.1-03")
def test_28_2_1_belgium_allies_without_a_die_and_is_not_rolled_for_besides() -> None:
    start = laid(at("1940-1-spring", STEP), {"france belgium": 1, "britain belgium": 1})
    line = "france influence belgium against=axis"
    assert Table(start).first("france").refused(line) == ""
    now = after(start, BELGIUM)
    belgium = now.countries["belgium"]
    assert (belgium.status, belgium.patron) == ("associate", "france") and not now.pending
    told = Table(now).first("france").refused(line)
    assert (
        "Belgium-Luxembourg has become a French Associate in this turn, without a die (28.2.1 #3, ruling 584)" in told
    )
    assert "28.2.1" not in "; ".join(Table(moved(now, "1940-3-fall")).judged(line))


@pytest.mark.rule("tw-28.2.1-03")
@pytest.mark.parametrize(
    ("status", "patron", "reason"),
    [
        ("conquered", "germany", "Belgium-Luxembourg is conquered: it allies with nobody (28.2.1)"),
        ("satellite", "britain", "Belgium-Luxembourg is a Satellite of Britain: it allies with nobody else (28.2.1)"),
        ("associate", "france", "Belgium-Luxembourg is Associate of France already (28.2.1)"),
    ],
)
def test_28_2_1_belgium_that_fights_or_has_fallen_allies_with_nobody(status: str, patron: str, reason: str) -> None:
    start = with_country(at("1940-2-summer"), "belgium", status=status, patron=patron)
    assert wrong(start, BELGIUM) == [reason]
    france = attrs.evolve(start.powers["france"], surrendered="1940-2-summer")
    out = attrs.evolve(start, powers={**start.powers, "france": france})
    assert wrong(out, BELGIUM)[0] == "France has surrendered (14.6, 18.3)"


@pytest.mark.rule("tw-28.2.1-06")
def test_28_2_1_the_new_aircraft_are_those_of_1942_and_base_wherever_they_like() -> None:
    before = at("1939-4-winter", "allied.build.units")
    now = after(before, f"{AIR} at=ftr")
    gone = set(before.additions) - set(now.additions)
    assert (
        gone == {"france-1942-spring-tac-1-5-4"} and now.pools["france-tac-1-5-4"] == before.pools["france-tac-1-5-4"]
    )
    new = [unit for key, unit in now.units.items() if key not in before.units]
    assert [(unit.power, unit.kind, unit.strength) for unit in new] == [
        ("france", "tac", "1-5-4"),
        ("france", "ftr", "2-3-2"),
    ]
    assert now.pools["france-ftr-2-3-2"] == before.pools["france-ftr-2-3-2"], "one more, and not of the pool"
    assert wrong(before, f"{AIR} at=tac") == [] and wrong(before, f"{AIR} at=tac-1-5-4") == []
    assert wrong(before, AIR) == ["one air unit comes, and nothing is named (28.2.1, ruling 392)"]
    assert wrong(before, f"{AIR} at=mdm") == ["one air unit comes, and MDM is named (28.2.1, ruling 392)"]
    assert wrong(before, f"{AIR} at=tac,ftr")[0].startswith("one air unit comes, and TAC 1-5-4, FTR 2-3-2 is named")


@pytest.mark.rule("tw-28.2.1-06")
def test_28_2_1_as_many_french_air_units_as_it_brought_leave_the_border() -> None:
    start = posted("1940-1-spring", "allied.operations.first-impulse")
    ways = [
        f"france station {where} units=france-tac-70{nth}" for nth, where in enumerate(("bordeaux", "lyons", "vichy"))
    ]
    assert all("18.2" in builds.refused(start, line) for line in ways)
    new = with_variant(start, "armee-de-l-air")
    waiting = attrs.evolve(new, facts={**new.facts, "free-aircraft-france": 1})
    for campaign, free in ((waiting, 1), (new, 2)):
        assert posting.anywhere(campaign) == free
        back = campaign
        for line in ways[:free]:
            back = builds.after(back, line)
        told = builds.refused(back, ways[free])
        assert "18.2" in told and "; 1 would leave them, 0 of the new ones may" in told
    plain = standing(start, france_tac_700="bordeaux")
    assert "18.2" in builds.refused(with_variant(plain, "french-africa"), ways[1])


def test_28_units_of_the_board_that_wait_for_nothing_come_at_once() -> None:
    """Only one row waits for something; the others' units are never given twice."""
    tx: Transaction[TheWar] = Transaction(fallen("1942-3-fall"), FixedDice(()), "1942-3-fall", "britain")
    for power in tx.campaign.powers:
        variant_effects.end_turn(tx, power)
    assert free_french(tx.campaign)[1] == 0


@pytest.mark.rule("tw-28.2.2-04", "tw-18.7.5")
def test_28_2_2_of_the_free_french_arm_and_mot_there_is_one_each_whoever_brings_them() -> None:
    """The die of a Spring may bring them before (18.7.5, ruling 620); the two of the United States are others."""
    before = fallen("1942-3-fall")
    rows = {"arm": "6-8", "mot": "4-7"}
    come = {
        f"britain-{kind}-90": Unit(power="britain", kind=kind, strength=cut, tag="free-french")
        for kind, cut in rows.items()
    }
    both = attrs.evolve(before, units={**before.units, **come})
    assert free_french(after(both, GAULLE))[0] == ["arm", "fleet", "mot"], "no second ARM"
    taken = ended(effect(after(both, GAULLE), conquest.Capture("tunis", "britain")))
    assert free_french(ended(taken))[1] == 0, "nor a second MOT"
    waiting = Pool(power="britain", kind="arm", strength="6-8", count=1, tag="free-french")
    pooled = attrs.evolve(before, pools={**before.pools, "britain-arm-6-8-free-french": waiting})
    now = after(pooled, GAULLE)
    assert "arm" in free_french(now)[0] and now.pools["britain-arm-6-8-free-french"].count == 0
    american = after(before, "us variant us-de-gaulle")
    assert american.pools["us-mot-4-7-free-french"].count == 2
    assert liberation.missing(american) == liberation.missing(before) == (("arm", "6-8"), ("mot", "4-7"))
