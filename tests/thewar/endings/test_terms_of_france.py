"""The fall of France as a list in its printed order: army, colonies, garrisons, Navy, influence, Mers-el-Kebir, Vichy's
status, evacuation; whole falls of the four turns of 1940 (18.5, 18.7)."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import pytest

from engine.kernel import fitting, play
from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.kernel.sheets.ledger import falls_due
from engine.thewar.countries import french_colonies
from engine.thewar.endings import disarmed, terms
from engine.thewar.endings.french_evacuation import FrenchEvacuation
from engine.thewar.endings.terms_orders import FrenchNavy
from engine.thewar.ruleset import RULESET
from engine.thewar.world import counters, wars
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.atlantic import SEATS
from tests.thewar.endings.scenes import give, hints, pool, standing, told, units, why_not
from tests.thewar.test_steps_that_fall_due import taken

VICHY = "vichy-france"
_NOBODY: Mapping[str, Unit] = {}
TURNS = ("1940-1-spring", "1940-2-summer", "1940-3-fall", "1940-4-winter")
STEP = "allied.end.vichy"
_NAVY = "germany french-navy africa=france-fleet-1,france-fleet-2"


def fallen(turn: str = "1940-2-summer", added: Mapping[str, Unit] = _NOBODY) -> TheWar:
    """France has surrendered by its die; the terms begin."""
    here = units(**added)(taken(standing("france", turn), "germany", "paris", "sedan", "calais"))
    ready = pool("france-inf-6-5", count=40)(here)
    return give(ready, "france surrender-roll", faces=(10,))


def state(campaign: TheWar) -> dict[str, str]:
    """Each line of the terms as it stands."""
    return {one.id: one.state for one in terms.lines(campaign)}


def all_vichy(turn: str = "1940-2-summer", added: Mapping[str, Unit] = _NOBODY) -> TheWar:
    return give(fallen(turn, added), "french-colonies", faces=(10, 10, 10, 10))


def ids(campaign: TheWar) -> list[str]:
    return list(terms.garrison(campaign))


def placed(campaign: TheWar) -> TheWar:
    """Garrisons and Navy as they are proposed."""
    a, b, c = ids(campaign)
    lines = (
        f"germany french-garrisons mainland={a} syria={b} algeria={c}",
        "germany french-navy africa=france-fleet-1,france-fleet-2",
    )
    return give(campaign, *lines)


# --- the whole list


@pytest.mark.rule("tw-18.5")
@pytest.mark.parametrize("turn", TURNS)
def test_18_5_a_whole_fall_leaves_no_french_unit_no_war_and_every_land_to_whom_the_terms_say(turn: str) -> None:
    fell = fallen(turn)
    assert fell.progress.step == STEP
    assert [one.id for one in terms.lines(fell) if one.state == terms.DONE] == ["vichy", "disarmament", "influence"]
    rolled = give(fell, "french-colonies", faces=(10, 5, 10, 1))
    free = [key for key in french_colonies.COLONIES if rolled.holdings[key].holder == "britain"]
    assert (
        free
        == {
            "1940-1-spring": [],
            "1940-2-summer": ["morocco"],
            "1940-3-fall": ["morocco"],
            "1940-4-winter": ["tunisia", "morocco"],
        }[turn]
    )
    done = give(placed(rolled), "britain spare-fleet")
    assert not [unit for unit in done.units.values() if unit.power == "france"]
    assert not [one for one in done.wars.values() if "france" in one.names]
    assert not [one for one in done.pools.values() if one.power == "france" and (one.count or one.lost or one.oos)]
    holders = {done.holdings[key].holder for key in french_colonies.COLONIES}
    assert holders <= {VICHY, "britain"} and done.holdings["occupied-france"].holder == "germany"
    assert all(place.holder != "france" for place in done.places.values())
    assert not [land for land in done.countries.values() if land.patron == "france"]
    assert done.countries[VICHY].status == "neutral"
    assert not done.facts["french-terms-open"] and done.progress.step != STEP
    # Nothing is paid at once (14.6): the hands are what they were.
    assert {key: row.narfs for key, row in done.powers.items()} == {key: row.narfs for key, row in fell.powers.items()}


@pytest.mark.rule("tw-18.5")
def test_18_5_the_lines_are_told_in_order_and_what_is_out_of_order_is_refused() -> None:
    fell = fallen()
    assert list(state(fell)) == list(terms.TITLES)
    assert state(fell)["garrisons"] == "open" and terms.line(fell, "garrisons").why == "after the dice for the colonies"
    a = ids(fell)[0]
    (found,) = [one for one in why_not(fell, f"germany french-garrisons mainland={a}") if one[0] == "18.5.3"]
    assert found[1] == "Vichy's garrisons: after the dice for the colonies"
    assert why_not(fell, "britain spare-fleet")[-1] == ("18.5.6", "Mers-el-Kebir: once the Navy has its ports")
    assert why_not(fell, "germany done")[0][1] == "the dice for the colonies first"
    rolled = give(fell, "french-colonies", faces=(9, 9, 9, 9))
    assert why_not(rolled, "germany done")[0][1] == "Vichy's garrisons first"
    assert "close-term garrisons" in hints(rolled, "germany done")
    due = [duty.text for duty in falls_due(RULESET, rolled) if duty.text.startswith("Terms of France")]
    assert due == [
        "Terms of France, still open: Vichy's garrisons",
        "Terms of France, still open: the Navy's ports",
    ]


@pytest.mark.rule("tw-18.5")
def test_18_5_a_line_done_on_the_board_is_closed_with_its_reason_and_holds_nothing_up() -> None:
    rolled = all_vichy()
    closed = give(
        rolled,
        'close-term garrisons "done on the board"',
        'close-term navy "done on the board"',
        'close-term mers-el-kebir "agreed"',
    )
    assert not closed.facts["french-terms-open"] and closed.progress.step != STEP
    assert {closed.terms[key].how for key in ("garrisons", "navy", "mers-el-kebir")} == {"closed"}
    assert not [unit for unit in closed.units.values() if unit.tag == terms.KEPT]
    assert why_not(rolled, 'close-term colonies "no"')[0][1] == "'colonies' is no open line"
    assert why_not(rolled, 'close-term status "no"')[0][1] == "'status' is no open line"
    assert "a reason is said" in why_not(rolled, 'close-term garrisons " "')[0][1]
    # With several seats nobody closes a line alone.
    seated = attrs.evolve(rolled, seats=SEATS)
    order = understand(RULESET, 'close-term garrisons "done"', seated)
    assert play.judge(RULESET, seated, order, SEATS["germany"]) != ()


@pytest.mark.rule("tw-18.5")
def test_18_5_terms_are_carried_out_as_france_falls_and_never_before_or_after() -> None:
    calm = standing("france", "1940-2-summer")
    here = attrs.evolve(calm, progress=attrs.evolve(calm.progress, step=STEP))
    for line in ("germany french-garrisons", "germany french-navy", "britain spare-fleet"):
        assert "no terms of France are carried out" in why_not(here, line)[-1][1]
    done = give(placed(all_vichy()), "britain spare-fleet")
    back = attrs.evolve(done, progress=attrs.evolve(done.progress, step=STEP))
    assert "no terms of France are carried out" in why_not(back, "germany french-navy")[-1][1]


# --- the army


@pytest.mark.rule("tw-18.5.3")
def test_18_5_3_three_quarters_of_the_infantry_and_all_else_leave_the_game() -> None:
    """Ruling 354: 54 factors lose 40 and keep 14, two INF 6-5 and a 2-5."""
    before = standing("france")
    factors = sum(
        counters.factors(unit).combat for unit in before.units.values() if (unit.power, unit.kind) == ("france", "inf")
    )
    assert factors == 54
    fell = fallen()
    kept = [fell.units[key] for key in ids(fell)]
    assert [unit.strength for unit in kept] == ["6-5", "6-5", "2-5"]
    assert {unit.power for unit in kept} == {VICHY}
    assert not [unit for unit in fell.units.values() if unit.power == "france"]
    assert {unit.kind for unit in fell.units.values() if unit.power == VICHY} == {"inf", "fleet"}
    assert not [one for one in fell.additions.values() if one.power == "france"]


@pytest.mark.rule("tw-18.5.3")
@pytest.mark.parametrize(
    ("kept", "units_"),
    [
        (0, ()),
        (1, (1,)),
        (2, (1, 1)),
        (3, (1, 1, 1)),
        (6, (3, 2, 1)),
        (12, (6, 3, 3)),
        (14, (6, 6, 2)),
        (18, (6, 6, 6)),
        (20, (6, 6, 6, 2)),
    ],
)
def test_18_5_3_what_stays_is_changed_into_whole_units_and_broken_up_for_the_three_garrisons(
    kept: int, units_: tuple[int, ...]
) -> None:
    assert disarmed.shares(kept) == units_ and sum(units_) == kept


# --- garrisons


@pytest.mark.rule("tw-18.5.3")
def test_18_5_3_a_missing_garrison_five_in_the_colonies_and_other_lands_are_refused() -> None:
    here = all_vichy()
    a, b, c = ids(here)
    base = "germany french-garrisons"
    assert ("18.5.3", "no unit is placed in Syria") in why_not(here, f"{base} mainland={a},{b} algeria={c}")
    assert ("18.5.3", "no unit is placed in North Africa") in why_not(here, f"{base} mainland={a},{b} syria={c}")
    assert ("18.5.3", "no unit is placed in the mainland") in why_not(here, f"{base} syria={a},{b} tunisia={c}")
    assert "1 units are left unnamed" in why_not(here, f"{base} mainland={a} syria={b}")[-1][1]
    assert "is named twice" in why_not(here, f"{base} mainland={a},{a} syria={b} algeria={c}")[-1][1]
    assert "waits for no place" in why_not(here, f"{base} mainland={a},germany-inf-1 syria={b} algeria={c}")[-1][1]
    assert why_not(here, f"{base} mainland={a} syria={b} morocco={c}") == []
    assert why_not(here, f"britain french-garrisons mainland={a} syria={b} morocco={c}") != []
    army = {f"x_{nth}": Unit(power="france", kind="inf", strength="6-5") for nth in range(9)}
    large = all_vichy(added=army)
    a, b, c, d, e = ids(large)[:5]
    assert len(ids(large)) == 5
    assert ("18.5.4", "5 ground units in the colonies, 4 at most") in why_not(
        large, f"{base} syria={a},{b} algeria={c},{d} morocco={e}"
    )


@pytest.mark.rule("tw-18.5.3")
def test_18_5_3_free_french_colonies_get_their_garrisons_from_britain() -> None:
    """Ruling 355: Syria's is demanded also where Syria is Free French."""
    here = give(fallen("1940-4-winter"), "french-colonies", faces=(1, 10, 1, 1))
    assert here.holdings["syria"].holder == "britain" and here.holdings["tunisia"].holder == VICHY
    a, b, c = ids(here)
    assert ("18.5.3, 18.5.4", "Syria is not Vichy's") in why_not(
        here, f"germany french-garrisons mainland={a} syria={b} tunisia={c}"
    )
    # So it is called also where a scenario keeps no such colony.
    unkept = attrs.evolve(here, holdings={key: one for key, one in here.holdings.items() if key != "syria"})
    assert ("18.5.3, 18.5.4", "Syria is not Vichy's") in why_not(unkept, f"germany french-garrisons syria={a}")
    named = give(here, f"germany french-garrisons mainland={a} tunisia={b}")
    assert named.units[c].power == "britain" and state(named)["free-garrisons"] == "open"
    assert ("18.5.3, 18.5.4", "Tunisia is not Free French") in why_not(named, f"britain french-garrisons tunisia={c}")
    done = give(named, f"britain french-garrisons syria={c}")
    assert (done.units[c].power, done.units[c].tag) == ("britain", "free-french")
    assert done.units[b].place == "tunis" and done.units[a].place == "vichy"
    # With the army that Britain has they are rated (18.7.6).
    assert done.units[c].power in done.powers


@pytest.mark.rule("tw-18.5")
def test_18_5_a_garrison_that_is_offered_is_legal() -> None:
    for faces in ((10, 10, 10, 10), (1, 1, 1, 1), (1, 10, 1, 10), (10, 1, 1, 1)):
        here = give(fallen("1940-4-winter"), "french-colonies", faces=faces)
        for power in ("germany", "britain"):
            for order in RULESET.verbs["french-garrisons"].offers(here, power):
                assert list(order.judge(here)) == [], order.text
                here = give(here, order.text)
        assert state(here)["garrisons"] == "done", faces


# --- the Navy


@pytest.mark.rule("tw-18.5.5")
def test_18_5_5_a_third_of_the_fleets_rounded_up_goes_to_vichys_africa_and_all_else_to_marseilles() -> None:
    here = all_vichy()
    assert len(terms.fleets(here)) == 4 and terms.to_africa(here) == 2
    base = "germany french-navy africa="
    assert ("18.5.5", "1 Fleet to North Africa, it is 2") in why_not(here, f"{base}france-fleet-1")
    assert "is no French Fleet" in why_not(here, f"{base}britain-fleet-1,france-fleet-1")[-1][1]
    assert (
        "is no port of Vichy in North Africa" in why_not(here, f"{base}france-fleet-1,france-fleet-2 port=brest")[-1][1]
    )
    now = give(here, f"{base}france-fleet-1,france-fleet-3")
    assert {key: now.units[key].place for key in terms.fleets(now)} == {
        "france-fleet-1": "board",
        "france-fleet-2": "marseilles",
        "france-fleet-3": "board",
        "france-fleet-4": "marseilles",
    }
    assert {now.units[key].power for key in terms.fleets(now)} == {VICHY}


@pytest.mark.rule("tw-18.5.5")
def test_18_5_5_a_full_port_takes_no_fleet() -> None:
    here = all_vichy()
    places = {**here.places, "tunis": attrs.evolve(here.places["tunis"], kind="port")}
    three = {f"italy-x-{n}": Unit(power="italy", kind="fleet", strength="1-12-5", place="tunis") for n in range(2)}
    full = attrs.evolve(here, places=places, units={**here.units, **three})
    line = "germany french-navy africa=france-fleet-1,france-fleet-2 port=tunis"
    form = FrenchNavy.form(all_vichy(), "germany")
    assert form is not None
    assert next(field.choices for field in form.fields if field.name == "port") == ("none", "tunis")
    assert ("7.1", "4 Fleets in Tunis, and a port bases three Fleets") in why_not(full, line)
    one = attrs.evolve(full, units={key: unit for key, unit in full.units.items() if key != "italy-x-1"})
    assert why_not(one, line) == []


@pytest.mark.rule("tw-18.7.4")
def test_18_7_4_a_fleet_that_has_gone_home_leaves_its_line_of_the_terms_in_order() -> None:
    now = give(all_vichy(), _NAVY)
    gone = attrs.evolve(now, units={key: unit for key, unit in now.units.items() if unit.power != VICHY})
    assert now.terms["navy"].units == ("france-fleet-1", "france-fleet-2")
    assert fitting.strangers(gone, gone.terms["navy"]) == []
    assert terms.line(gone, "mers-el-kebir").why == "no Fleet lies in North Africa"


@pytest.mark.rule("tw-18.5.5")
def test_18_5_5_without_a_vichy_colony_in_africa_all_sail_to_marseilles() -> None:
    here = give(fallen("1940-4-winter"), "french-colonies", faces=(10, 1, 1, 1))
    assert terms.to_africa(here) == 0
    assert "1 Fleet to North Africa, it is 0" in why_not(here, "germany french-navy africa=france-fleet-1")[-1][1]
    now = give(here, "germany french-navy")
    assert {now.units[key].place for key in terms.fleets(now)} == {"marseilles"}
    assert terms.line(now, "mers-el-kebir").why == "no Fleet lies in North Africa"


# --- Mers-el-Kebir and Vichy's status


def at_sea(added: Mapping[str, Unit] = _NOBODY) -> TheWar:
    return placed(all_vichy(added=added))


@pytest.mark.rule("tw-18.5.6")
def test_18_5_6_ships_that_sailed_to_marseilles_are_not_attacked() -> None:
    here = at_sea()
    line = "britain mers-el-kebir units=britain-fleet-1 against="
    assert ("18.5.6", "Fleet 1-12-5 of Vichy France has sailed to Marseilles") in why_not(here, f"{line}france-fleet-4")
    assert [one for one in why_not(here, f"{line}france-fleet-1") if one[0] == "18.5.6"] == []
    early = all_vichy()
    assert ("18.5.6", "the French Navy has no ports yet") in why_not(early, f"{line}france-fleet-1")


@pytest.mark.rule("tw-3.10.2", "tw-18.5.6")
def test_3_10_2_the_half_is_not_closed_while_mers_el_kebir_is_open() -> None:
    here = at_sea()
    assert ("18.5.6", "Mers-el-Kebir first") in why_not(here, "britain done")
    assert "spare-fleet" in hints(here, "britain done")
    spared = give(here, "britain spare-fleet")
    assert spared.progress.step != STEP, "nothing holds the half up any more"


@pytest.mark.rule("tw-18.7")
@pytest.mark.parametrize("attacks", [True, False])
def test_18_7_vichy_is_a_german_sympathizer_where_britain_attacked_and_else_neutral(attacks: bool) -> None:
    """Ruling 356: by the attack, hit or not."""
    here = at_sea()
    if attacks:
        here = attrs.evolve(here, facts={**here.facts, "mers-el-kebir": True})
        here = play.settle(RULESET, here, dice=FixedDice(()), n=1)[-1].campaign
    else:
        here = give(here, "britain spare-fleet")
    land = here.countries[VICHY]
    assert (land.status, land.patron) == (("sympathizer", "germany") if attacks else ("neutral", ""))
    assert here.terms["status"].why == ("Britain has attacked" if attacks else "Britain has not attacked")
    assert not here.facts["french-terms-open"]


@pytest.mark.rule("tw-18.7.6")
def test_18_7_6_vichy_is_third_rate_also_after_a_change_of_sides() -> None:
    done = give(at_sea(), "britain spare-fleet")
    ours = give(done, "status vichy-france satellite patron=germany")
    for campaign in (done, ours):
        land = campaign.countries[VICHY]
        assert (land.army, land.navy, land.air) == (3, 3, 3)


# --- evacuation


@pytest.mark.rule("tw-18.5.7")
def test_18_5_7_allied_units_in_vichys_lands_are_sent_home_and_hold_nobody_up() -> None:
    unit = Unit(power="britain", kind="inf", strength="6-5", place="lyons")
    here = at_sea({"x_1": unit})
    spared = give(here, "britain spare-fleet")
    assert spared.progress.step == STEP and state(spared)["evacuation"] == "open"
    line = "britain french-evacuation units=x-1 to="
    assert ("18.5.7", "Paris is in the hands of no Western Ally at war") in why_not(spared, f"{line}paris")
    assert (
        "is not recorded in French territory"
        in why_not(spared, "britain french-evacuation units=britain-fleet-1 to=glasgow")[-1][1]
    )
    # Neither the Soviets nor a neutral take anybody in.
    assert ("18.5.7", "Leningrad is in the hands of no Western Ally at war") in why_not(spared, f"{line}leningrad")
    american = taken(spared, "us", "malta")
    assert ("18.5.7", "Malta is in the hands of no Western Ally at war") in why_not(american, f"{line}malta")
    form = FrenchEvacuation.form(american, "britain")
    assert form is not None
    sites = next(field.choices for field in form.fields if field.name == "to")
    assert "gibraltar" in sites and not {"malta", "leningrad", "paris"} & set(sites)
    home = give(spared, f"{line}gibraltar")
    assert home.units["x-1"].place == "gibraltar" and not home.facts["french-terms-open"]
    # Left as it is, the step is passed and the line stays open.
    later = give(spared, "britain done")
    assert later.progress.step != STEP and later.facts["french-terms-open"]


@pytest.mark.rule("tw-18.5.7")
def test_18_5_7_who_is_evacuated_stands_with_no_soviets_and_ships_find_room() -> None:
    fleet = Unit(power="britain", kind="fleet", strength="1-12-5", place="gibraltar")
    full = {f"f_{nth}": fleet for nth in range(3)}
    soviet = Unit(power="ussr", kind="inf", strength="4-5", place="malta")
    stuck = {
        "x_1": Unit(power="britain", kind="inf", strength="6-5", place="lyons"),
        "x_2": attrs.evolve(fleet, place="marseilles"),
    }
    here = give(at_sea({**full, **stuck, "s_1": soviet}), "britain spare-fleet")
    found, *_ = why_not(here, "britain french-evacuation units=x-1 to=malta")
    assert found[0] == "6.2.2, ruling 332" and "Soviets and Western Allies are not in one place" in found[1]
    (room,) = why_not(here, "britain french-evacuation units=x-2 to=gibraltar")
    assert "Fleets in Gibraltar" in room[1]
    assert why_not(here, "britain french-evacuation units=x-1 to=gibraltar") == []


@pytest.mark.rule("tw-18.5.7")
@pytest.mark.parametrize(
    ("kind", "strength", "count", "rule", "reason"),
    [
        ("inf", "6-5", 6, "23.22", "6 units stack at Gibraltar"),
        ("tac", "1-5-4", 9, "11.1", "9 TAC, MDM and NAC at Gibraltar, with 1 base"),
    ],
)
def test_18_5_7_who_is_evacuated_stacks_as_everybody_does(
    kind: str, strength: str, count: int, rule: str, reason: str
) -> None:
    """The rule's own example: five ground units in Algeria do not all go to Gibraltar."""
    unit = Unit(power="britain", kind=kind, strength=strength, place="lyons")
    named = {f"x_{nth}": unit for nth in range(1, count + 1)}
    here = give(at_sea(named), "britain spare-fleet")
    line = f"units={','.join(key.replace('_', '-') for key in named)} to=gibraltar"
    assert why_not(here, f"britain french-evacuation {line}") == [(rule, reason)]
    one = give(here, "britain french-evacuation units=x-1 to=gibraltar")
    assert one.units["x-1"].place == "gibraltar" and one.units["x-2"].place == "lyons"


@pytest.mark.rule("tw-18.5.7")
def test_480_soviet_units_go_to_a_soviet_place_and_the_wests_to_none() -> None:
    soviet = Unit(power="ussr", kind="inf", strength="4-5", place="lyons")
    here = give(at_sea({"s_1": soviet}), "britain spare-fleet")
    line = "ussr french-evacuation units=s-1 to="
    assert why_not(here, f"{line}gibraltar") == [("18.5.7, ruling 480", "Gibraltar is not Soviet")]
    assert "The nearest hex of its own side." in hints(here, f"{line}gibraltar")
    form = FrenchEvacuation.form(here, "ussr")
    assert form is not None
    sites = next(field.choices for field in form.fields if field.name == "to")
    assert "leningrad" in sites and not {"gibraltar", "paris", "madrid"} & set(sites)
    home = give(here, f"{line}leningrad")
    assert home.units["s-1"].place == "leningrad" and not home.facts["french-terms-open"]


@pytest.mark.rule("tw-18.5.8")
def test_18_5_8_frances_clients_are_neutral_or_britains() -> None:
    fell = fallen()
    assert not [land for land in fell.countries.values() if land.patron == "france"]
    assert wars.standing(fell, "britain")


@pytest.mark.rule("tw-18.5")
def test_18_5_the_journal_tells_what_was_done() -> None:
    here = all_vichy()
    a, b, c = ids(here)
    line = told(here, f"germany french-garrisons mainland={a} syria={b} algeria={c}")
    assert line.startswith("Vichy's garrisons: INF 6-5") and "in Syria; " in line and "in Algeria" in line
    assert "to North Africa" in told(here, "germany french-navy africa=france-fleet-1,france-fleet-2")
