"""Fallen Major Powers: France, its cities and its liberation, Britain and its Empire, the parts of Italy (14.6, 17.3,
18, 19.3)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.countries import fascism, french_colonies
from engine.thewar.economy import income
from engine.thewar.world.state import SupplyMark, TheWar, Unit
from tests.thewar.supply_lines import standing
from tests.thewar.world import after, effect, refusals

NORTH = ("genoa", "florence", "milan", "venice", "trieste")


def levels(campaign: TheWar, power: str) -> dict[str, int]:
    """What stands in a power's level beside its base, by label."""
    return {line.label: line.value for line in income.level(campaign, power).lines if line.label != "base"}


def played(campaign: TheWar, *orders: str) -> TheWar:
    for order in orders:
        campaign = after(campaign, order)
    return campaign


def moved(before: TheWar, after_: TheWar, power: str) -> int:
    """How a power's hand has changed."""
    return after_.powers[power].narfs - before.powers[power].narfs


def at(turn: str, campaign: TheWar) -> TheWar:
    """The same campaign at another turn."""
    return attrs.evolve(campaign, progress=standing(turn).progress)


def fallen_france(turn: str = "1940-2-summer", *, attacked: bool = False) -> TheWar:
    campaign = played(standing(turn, at_war=()), "surrender france germany vichy=yes alsace=yes")
    return played(campaign, "germany declare ussr") if attacked else campaign


@pytest.mark.rule("tw-14.6-france")
def test_14_6_example_occupied_france_is_85_less_vichy_and_alsace_and_less_its_industry_after_barbarossa() -> None:
    fallen = fallen_france()
    assert levels(fallen, "germany")["Occupied France"] == 85 - 12 - 4
    east = fallen_france("1941-2-summer", attacked=True)
    found = levels(east, "germany")
    assert found["Occupied France"] + found["Occupied France: its industry"] == 49
    # It stays so when the Soviets are out of the war, and does not come where they attacked.
    over = played(east, "surrender ussr germany")
    assert levels(over, "germany")["Occupied France: its industry"] == -20
    theirs = played(fallen_france("1941-2-summer"), "ussr declare germany")
    assert "Occupied France: its industry" not in levels(theirs, "germany")


@pytest.mark.rule("tw-14.6-france", "tw-18.5.1", "tw-18.5.2")
def test_18_5_1_what_france_held_is_the_conquerors_or_vichys() -> None:
    fallen = fallen_france()
    holders = {key: fallen.places[key].holder for key in ("paris", "brest", "calais", "vichy", "lyons", "marseilles")}
    assert holders == dict.fromkeys(("paris", "brest", "calais"), "germany") | dict.fromkeys(
        ("vichy", "lyons", "marseilles"), "vichy-france"
    )
    assert fallen.holdings["corsica"].holder == "vichy-france"
    assert fallen.holdings["morocco"].holder == "france"
    # Vichy is worth 12 and what it holds of colonies to whose Satellite it is.
    vichy = played(fallen, "capture morocco vichy-france", "status vichy-france satellite patron=germany")
    found = levels(vichy, "germany")
    assert (found["Vichy France (satellite)"], found["Morocco (Vichy France)"]) == (12, 6)
    free = played(vichy, "capture morocco britain")
    assert "Morocco (Vichy France)" not in levels(free, "germany")


@pytest.mark.rule("tw-18.5.1", "tw-18.5.4", "tw-14.6")
def test_18_5_1_dakar_is_no_mainland_and_mainland_vichy_is_given_up_by_who_has_taken_it() -> None:
    war = standing("1940-2-summer", at_war=())
    fallen = played(war, "surrender france germany vichy=yes")
    assert fallen.places["dakar"].holder == "vichy-france" and fallen.places["paris"].holder == "germany"
    # Without Vichy it waits with the other colonies; it is not Germany's.
    assert played(war, "surrender france germany").places["dakar"].holder == "france"
    taken = played(war, "capture dakar britain", "capture lyons germany", "surrender france germany vichy=yes")
    assert (taken.places["dakar"].holder, taken.places["lyons"].holder) == ("britain", "vichy-france")
    assert "Lyons" not in "".join(levels(taken, "germany"))


@pytest.mark.rule("tw-14.6", "tw-18.5.2", "tw-23.12")
def test_14_6_a_vichy_satellite_brings_its_colonies_and_conquest_of_the_mainland_brings_none() -> None:
    vichy = after(fallen_france("1940-1-spring"), "french-colonies", (9, 9, 9, 9))
    ours = played(vichy, "status vichy-france satellite patron=germany")
    colonies = ("Syria", "Tunisia", "Algeria", "Morocco")
    before = levels(ours, "germany")
    assert [before[f"{name} (Vichy France)"] for name in colonies] == [4, 2, 5, 6]
    war = at("1943-2-summer", played(ours, "germany declare us"))
    now = played(war, "conquer vichy-france us")
    assert moved(war, now, "us") == 12 * 75 // 100
    found = levels(now, "us")
    assert found["Vichy France (conquered)"] == 12 and not set(colonies) & found.keys()
    # They stay with the Satellite's master, and with them what stands there; each is taken by itself.
    kept = levels(now, "germany")
    assert [kept[name] for name in colonies] == [4, 2, 5, 6] and kept["Corsica"] == 2
    assert {now.places[key].holder for key in ("tunis", "dakar", "ajaccio")} == {"germany"}
    taken = played(now, "capture algeria us")
    assert (moved(now, taken, "us"), moved(now, taken, "germany")) == (3, -3)


@pytest.mark.rule("tw-14.6", "tw-23.12")
def test_14_6_the_colonies_of_a_vichy_that_fights_for_nobody_are_nobodys_when_it_falls() -> None:
    vichy = after(fallen_france("1940-1-spring"), "french-colonies", (9, 9, 9, 9))
    now = played(vichy, "conquer vichy-france germany")
    assert {now.holdings[key].holder for key in french_colonies.COLONIES} == {""}
    assert not {"Syria", "Algeria"} & levels(now, "germany").keys()
    taken = played(now, "capture syria britain")
    assert taken.holdings["syria"].holder == "britain" and moved(now, taken, "britain") > 0


@pytest.mark.rule("tw-14.4", "tw-18.5.2")
def test_14_4_a_neutral_vichy_has_its_colonies_on_its_own_track() -> None:
    vichy = at("1941-1-spring", after(fallen_france("1940-1-spring"), "french-colonies", (9, 9, 9, 9)))
    now = played(vichy, "minor-income")
    assert vichy.countries["vichy-france"].narfs == 0
    assert now.countries["vichy-france"].narfs == 12 + 17 + 2
    lost = played(now, "capture syria britain")
    assert lost.countries["vichy-france"].narfs == now.countries["vichy-france"].narfs - 4


@pytest.mark.example("18.6", "half of what France loses by a city")
@pytest.mark.rule("tw-18.5.4")
@pytest.mark.parametrize(
    ("turn", "faces", "vichy"),
    [
        ("1940-1-spring", (1, 1, 1, 1), ("syria", "tunisia", "algeria", "morocco")),
        ("1940-2-summer", (3, 2, 10, 1), ("syria", "algeria")),
        ("1940-3-fall", (5, 4, 5, 4), ("syria", "algeria")),
        ("1941-1-spring", (6, 5, 6, 5), ("syria", "algeria")),
    ],
)
def test_18_5_4_a_die_for_each_colony_by_the_turn_of_the_surrender(
    turn: str, faces: tuple[int, ...], vichy: tuple[str, ...]
) -> None:
    start = fallen_france(turn)
    assert start.pools["britain-inf-2-5-free-french"].count == 1
    rolled = after(start, "french-colonies", faces)
    for key in french_colonies.COLONIES:
        assert rolled.holdings[key].holder == ("vichy-france" if key in vichy else "britain")
    assert rolled.places["tunis"].holder == rolled.holdings["tunisia"].holder
    # They are no conquest: nothing is paid before next Spring (ruling 271).
    assert moved(start, rolled, "britain") == 0
    free = [key for key in french_colonies.COLONIES if key not in vichy]
    assert [key for key in free if rolled.holdings[key].name not in levels(rolled, "britain")] == []
    assert "waits for its die" in refusals(rolled, "french-colonies")[0].reason


@pytest.mark.rule("tw-18.5.4")
def test_18_5_4_what_an_enemy_took_before_stays_his_and_nothing_is_rolled_before_the_fall() -> None:
    assert "waits for its die" in refusals(standing("1940-2-summer", at_war=()), "french-colonies")[0].reason
    taken = played(standing("1940-2-summer", at_war=()), "capture tunisia italy", "surrender france germany vichy=yes")
    rolled = after(taken, "french-colonies", (9, 9, 9))
    assert (rolled.holdings["tunisia"].holder, rolled.holdings["morocco"].holder) == ("italy", "vichy-france")


@pytest.mark.rule("tw-18.6")
@pytest.mark.parametrize(("turn", "share"), [("1940-1-spring", 12), ("1940-2-summer", 9), ("1940-3-fall", 6)])
def test_18_6_france_loses_a_citys_share_at_once_and_its_conqueror_gains_half(turn: str, share: int) -> None:
    before = standing(turn, at_war=())
    taken = played(before, "capture paris germany")
    assert (moved(before, taken, "france"), moved(before, taken, "germany")) == (-share, share // 2)
    assert levels(taken, "france")["Paris lost"] == -12


@pytest.mark.rule("tw-14.6-france", "tw-18.8")
def test_14_6_1_a_city_of_fallen_france_is_paid_to_who_retakes_it_and_no_more_to_germany() -> None:
    before = at("1943-2-summer", fallen_france())
    taken = played(before, "capture calais britain")
    # A share of 4 in Summer: Germany had it whole, Britain has it whole.
    assert (moved(before, taken, "germany"), moved(before, taken, "britain")) == (-3, 3)
    assert levels(taken, "germany")["Calais lost"] == -4
    assert levels(taken, "britain")["Calais"] == 4
    back = played(taken, "capture calais germany")
    assert (moved(taken, back, "germany"), moved(taken, back, "britain")) == (3, -3)
    assert "Calais lost" not in levels(back, "germany")
    idle = at("1943-2-summer", fallen_france("1941-2-summer", attacked=True))
    taken = played(idle, "capture calais britain")
    assert (moved(idle, taken, "germany"), moved(idle, taken, "britain")) == (0, 3)
    assert "Calais lost" not in levels(taken, "germany")


@pytest.mark.rule("tw-18.8")
def test_18_8_france_is_liberated_by_supplied_western_units_in_paris() -> None:
    start = at("1944-2-summer", fallen_france("1941-2-summer", attacked=True))
    assert "Paris is not theirs" in refusals(start, "liberate us")[0].reason
    assert "liberates nobody" in refusals(start, "liberate ussr")[0].reason
    paris = played(start, "capture paris us")
    assert "out of supply" in refusals(paris, "liberate us supplied=no")[0].reason
    mark = SupplyMark(level="out", side="allied", since="1944-2-summer", half="allied", check=1, until="1944-2-summer")
    (cut_off,) = refusals(attrs.evolve(paris, supply_places={"paris": mark}), "liberate us")
    assert cut_off.reason == "Paris is out of supply since Summer 1944" and cut_off.rule.startswith("18.8, 12.0")
    there = {f"us-inf-{nth}": Unit(power="us", kind="inf", strength="6-7", place="paris") for nth in (801, 802)}
    garrison = attrs.evolve(paris, units={**paris.units, **there}, supply_marks={"us-inf-801": mark})
    assert refusals(garrison, "liberate us") == (), "one of two is in supply"
    (both,) = refusals(attrs.evolve(garrison, supply_marks=dict.fromkeys(there, mark)), "liberate us supplied=no")
    assert both.reason == "2 INF 6-7 in Paris are out of supply since Summer 1944"
    assert "has not surrendered" in refusals(standing(), "liberate us")[0].reason
    free = played(paris, "liberate us")
    assert "liberated already" in refusals(free, "liberate us")[0].reason
    # France's base less Vichy and Alsace, and less the cities that Germany still holds.
    found = levels(free, "us")
    assert (found["Liberated France"], found["Calais lost"], found["Sedan lost"]) == (69, -4, -4)
    assert "Paris" not in found and not any("France" in label for label in levels(free, "germany"))
    # Idle centers yield Germany nothing, nor does their loss cost it anything (21.7.1, ruling 247).
    assert not {"Calais", "Sedan"} & levels(free, "germany").keys()
    taken = played(free, "capture sedan us")
    assert taken.powers["germany"].narfs == free.powers["germany"].narfs
    assert taken.powers["us"].narfs == free.powers["us"].narfs + 3
    all_free = played(free, "capture calais britain", "capture sedan us")
    assert sum(levels(all_free, "us")[label] for label in levels(all_free, "us") if "France" in label) == 69
    assert not any("lost" in label for label in levels(all_free, "us"))


@pytest.mark.rule("tw-18.8")
def test_18_8_free_french_units_join_at_paris_for_nothing_where_they_have_not_come() -> None:
    paris = played(at("1944-2-summer", fallen_france()), "capture paris us")
    free = played(paris, "liberate us")
    new = [unit for key, unit in free.units.items() if key not in paris.units]
    assert [(unit.power, unit.kind, unit.strength, unit.place) for unit in new] == [
        ("britain", "arm", "6-8", "paris"),
        ("britain", "mot", "4-7", "paris"),
    ]
    assert moved(paris, free, "britain") == 0
    here = Unit(power="britain", kind="arm", strength="6-8", tag="free-french")
    came = attrs.evolve(paris, units={**paris.units, "britain-arm-99": here})
    kinds = [unit.kind for key, unit in played(came, "liberate us").units.items() if key not in came.units]
    assert kinds == ["mot"]


@pytest.mark.example("17.3", "Britain 120, the Empire 66 + 24 = 90")
def test_17_3_the_isles_are_worth_120_and_the_rest_of_the_empire_is_an_american_satellite() -> None:
    fallen = played(standing("1941-2-summer", at_war=()), "surrender britain germany")
    assert levels(fallen, "germany")["Occupied Britain"] == 120
    empire = {label: value for label, value in levels(fallen, "us").items() if "Empire" in label}
    assert sum(empire.values()) == 66 + 24
    assert fallen.places["canada-box"].holder == "british-empire"
    refused = refusals(fallen, "conquer british-empire germany")
    assert "no capital" in refused[-1].reason and "23.12" in refused[-1].rule
    lost = played(standing("1941-2-summer", at_war=()), "capture iraq germany", "surrender britain germany")
    assert sum(value for label, value in levels(lost, "us").items() if "Empire" in label) == 66 + 24 - 3


def fallen_italy(turn: str = "1943-3-fall", *before: str) -> TheWar:
    return played(standing(turn), *before, "surrender italy britain")


@pytest.mark.example("19.3", "the north 40, Sicily 5, Rome 8")
@pytest.mark.rule("tw-19.3-narf")
def test_19_3_each_is_paid_for_the_parts_of_fallen_italy_that_he_controls_never_more_than_56() -> None:
    fallen = fallen_italy("1943-3-fall", "capture palermo us", "capture messina us")
    assert (levels(fallen, "us")["Sicily"], "Rome" in levels(fallen, "britain")) == (5, False)
    parted = played(
        fallen, *(f"capture {city} germany" for city in NORTH), "capture rome britain", "capture cagliari us"
    )
    parted = played(parted, "capture naples britain", "capture zara germany")
    assert levels(parted, "germany")["Northern Italy"] == 40
    assert levels(parted, "britain")["Rome"] == 8
    italian = ("Northern Italy", "Rome", "Sicily", "Sardinia", "Naples", "Zara")
    paid = [levels(parted, power).get(label, 0) for power in ("germany", "britain", "us") for label in italian]
    assert sum(paid) == 40 + 8 + 5 + 3
    # Nothing of the home country is paid before next Spring (14.6).
    assert all(moved(fallen, parted, power) == 0 for power in ("germany", "britain", "us"))


@pytest.mark.rule("tw-19.3-narf")
def test_19_3_the_north_needs_all_five_cities() -> None:
    four = played(fallen_italy(), *(f"capture {city} germany" for city in NORTH[:4]))
    assert "Northern Italy" not in levels(four, "germany")
    five = played(four, "capture trieste germany")
    assert levels(five, "germany")["Northern Italy"] == 40
    one_lost = played(five, "capture genoa us")
    assert all("Northern Italy" not in levels(one_lost, power) for power in ("germany", "us"))


def north_german(turn: str = "1943-4-winter") -> TheWar:
    return at(turn, played(fallen_italy(), *(f"capture {city} germany" for city in NORTH)))


@pytest.mark.rule("tw-19.3", "tw-19.3-narf")
@pytest.mark.parametrize(("face", "revived"), [(7, True), (8, False)])
def test_19_3_on_7_or_less_germany_has_40_narfs_by_the_season_and_two_inf(face: int, revived: bool) -> None:
    start = north_german()
    assert fascism.rollers(start) == ("germany",)
    rolled = effect(start, fascism.Revive("germany"), (face,))
    assert moved(start, rolled, "germany") == (10 if revived else 0)
    assert rolled.pools["germany-inf-2-5-fascist"].count == (2 if revived else 0)
    # Revived or not, the north pays 40 a year to who holds it, and once.
    paid = {label: value for label, value in levels(rolled, "germany").items() if "Italy" in label}
    assert paid == {"Fascist Italy" if revived else "Northern Italy": 40}


@pytest.mark.rule("tw-19.3", "tw-19.3-cdo")
def test_19_3_the_commando_takes_two_off_the_die_and_adds_an_inf() -> None:
    start = north_german()
    assert "no Commando" in refusals(start, "germany revive-fascism commando=yes")[0].reason
    commando = Unit(power="germany", kind="cdo", strength="1-5")
    start = attrs.evolve(start, units={**start.units, "germany-cdo-1": commando})
    assert not refusals(start, "germany revive-fascism commando=yes")
    rolled = effect(start, fascism.Revive("germany", commando=True), (9,))
    assert rolled.pools["germany-inf-2-5-fascist"].count == 3


@pytest.mark.rule("tw-19.3")
def test_19_3_it_is_rolled_for_in_the_next_turn_only_with_all_five_cities() -> None:
    assert fascism.rollers(north_german("1943-3-fall")) == ()
    assert fascism.rollers(north_german("1944-1-spring")) == ()
    lost = played(north_german(), "capture milan us")
    assert fascism.rollers(lost) == ()
    assert refusals(lost, "germany revive-fascism")[0].hint == "Not German: Milan."


@pytest.mark.rule("tw-19.3")
def test_19_3_the_fascist_state_falls_with_all_five_cities_and_its_units_go() -> None:
    revived = effect(north_german(), fascism.Revive("germany"), (1,))
    four = played(revived, *(f"capture {city} us" for city in NORTH[:4]))
    assert levels(four, "germany")["Fascist Italy"] == 40
    gone = played(four, "capture trieste britain")
    assert "Fascist Italy" not in levels(gone, "germany")
    assert gone.pools["germany-inf-2-5-fascist"].count == 0
    assert not gone.facts["fascist-italy"]


@pytest.mark.parametrize(
    ("land", "cities", "value"), [("egypt", ("cairo", "alexandria", "suez"), 6), ("sicily", ("palermo", "messina"), 5)]
)
def test_23_a_land_changes_hands_with_the_last_of_its_cities_and_comes_back_with_the_first(
    land: str, cities: tuple[str, ...], value: int
) -> None:
    start = standing("1942-1-spring")
    owner, taker = (start.holdings[land].owner, "germany" if land == "egypt" else "us")
    some = played(start, *(f"capture {city} {taker}" for city in cities[:-1]))
    assert some.holdings[land].holder == owner and moved(start, some, taker) == 0
    whole = played(some, f"capture {cities[-1]} {taker}")
    assert whole.holdings[land].holder == taker
    assert (moved(start, whole, taker), moved(start, whole, owner)) == (value, -value)
    back = played(whole, f"capture {cities[0]} {owner}")
    assert back.holdings[land].holder == owner and moved(start, back, owner) == 0
