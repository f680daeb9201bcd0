"""Land changes hands in war alone, in Operations, or by the Pact (6.4, 9.4.1, 16.5, 18.7.2, 23.1)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.world import border_wars
from engine.thewar.world.state import BorderWar, TheWar
from tests.thewar.builds import refused
from tests.thewar.minors import at, at_war, hand, land, with_country
from tests.thewar.world import after

OPERATIONS, ALLIED = "axis.operations.first-impulse", "allied.operations.combat"


def operating(turn: str = "1940-1-spring", orders: tuple[str, ...] = (), step: str = OPERATIONS) -> TheWar:
    """The 1939 campaign in Operations after some orders of earlier steps."""
    now = at(turn, orders=orders)
    return attrs.evolve(now, progress=attrs.evolve(now.progress, step=step))


# ---------------------------------------------------------------- the war that is missing


@pytest.mark.rule("tw-6.4", "tw-16.3.1", "tw-23.1")
@pytest.mark.parametrize(
    ("line", "whose", "order"),
    [
        ("conquer sweden germany", "Sweden is a neutral country, with which Germany is", "germany declare sweden"),
        ("conquer turkey germany", "Turkey is a neutral country, with which Germany is", "germany declare turkey"),
        ("conquer spain italy", "Spain is Sympathizer of Germany, with which Italy is", "italy declare spain"),
        ("capture copenhagen italy", "Copenhagen is in Denmark, a neutral country, with", "italy declare denmark"),
        ("capture brussels britain", "Brussels is in Belgium-Luxembourg, a neutral count", "britain declare belgium"),
        ("capture azores-box britain", "Azores Box is in Portugal, a neutral country, wi", "britain declare portugal"),
        ("conquer latvia germany", "Latvia is a neutral country, with which Germany is", "germany declare latvia"),
        ("capture karelia germany", "Karelia is in Finland, ", "germany declare finland"),
        ("capture abadan germany", "Abadan is in Iran, a neutral country, with which Ger", "germany declare iran"),
        ("capture cape-town germany", "", ""),
    ],
)
def test_6_4_conquest_takes_a_war(line: str, whose: str, order: str) -> None:
    text = refused(operating(), line)
    if not order:
        # South Africa is Britain's Satellite, at war with Germany as its master is.
        assert "6.4" not in text
        return
    assert whose in text and "not at war (6.4, 9.4.2)" in text
    assert f"The declaration comes first, in segment 4: '{order}'" in text
    by, on = order.split()[0], order.split()[2]
    if (by, on) != ("italy", "denmark"):
        before = at("1940-1-spring")
        war = operating(orders=(order,))
        assert hand(before, by) > hand(war, by) or on == "iran"
        assert "6.4" not in refused(war, line)


@pytest.mark.rule("tw-9.4.1", "tw-6.4")
@pytest.mark.parametrize(
    ("line", "whose"),
    [
        ("capture libya britain", "Italy"),
        ("capture rome france", "Italy"),
        ("capture egypt italy", "Britain"),
        ("capture kiev germany", "Soviet Union"),
        ("capture berlin ussr", "Germany"),
        ("capture algeria italy", "France"),
    ],
)
def test_9_4_1_nor_are_colonies_and_homes_of_major_powers_taken_without_one(line: str, whose: str) -> None:
    text = refused(operating(), line)
    assert f"is {whose}'s, with which" in text and "is not at war (9.4.1)" in text


@pytest.mark.rule("tw-23.1")
def test_23_1_what_another_has_conquered_is_taken_from_him_in_war_alone() -> None:
    conquered = with_country(operating("1941-1-spring"), "greece", status="conquered", patron="germany")
    assert "Greece is Germany's by conquest, with which Soviet Union is not at war (6.4, 23.1)" in refused(
        conquered, "conquer greece ussr"
    )
    # Nor does an ally take it.
    assert "is Germany's by conquest, with which Italy is not at war" in refused(conquered, "conquer greece italy")
    held = attrs.evolve(
        conquered,
        places={
            **conquered.places,
            **{key: attrs.evolve(conquered.places[key], holder="britain") for key in ("athens", "suda-bay")},
        },
    )
    assert refused(held, "conquer greece britain") == ""


@pytest.mark.rule("tw-23.1", "tw-9.4.2")
def test_23_1_nobody_conquers_his_own_satellite_or_associate() -> None:
    satellite = with_country(operating(), "hungary", status="satellite", patron="germany")
    assert "on the same side (6.4, 23.1). Nobody conquers a friend" in refused(satellite, "conquer hungary germany")
    associate = with_country(operating(), "hungary", status="associate", patron="germany")
    for line in ("conquer hungary germany", "capture budapest germany"):
        assert "Associate of Germany, with which Germany is not at war (6.4" in refused(associate, line)


@pytest.mark.rule("tw-22.3")
def test_16_3_the_neutral_united_states_take_nothing() -> None:
    at_home = at_war(operating("1941-3-fall", step=ALLIED), "us+vichy-france")
    for line in ("capture morocco us", "conquer iran us"):
        assert "the neutral United States invades nobody (16.3, 22.3)" in refused(at_home, line)


@pytest.mark.rule("tw-18.5.4")
def test_18_5_4_colonies_of_fallen_france_wait_for_their_dice() -> None:
    fallen = operating("1940-2-summer", orders=("surrender france germany vichy=yes",))
    assert "waits for its die, Vichy's or Free French (18.5.4)" in refused(fallen, "capture tunisia italy")
    assert refused(fallen, "capture tunisia vichy-france") == ""


# ---------------------------------------------------------------- the Pact


@pytest.mark.rule("tw-16.5-areas", "tw-23.20", "tw-23.31", "tw-23.33", "tw-23.8", "tw-23.40")
@pytest.mark.parametrize(
    "line",
    [
        "conquer estonia ussr",
        "conquer latvia ussr",
        "conquer lithuania ussr",
        "capture kishinev ussr",
        "capture lwow ussr",
        "capture karelia ussr",
    ],
)
def test_16_5_the_pacts_lands_are_taken_without_a_declaration_once_poland_is_conquered(line: str) -> None:
    assert "once Poland is conquered (16.5)" in refused(operating("1939-3-fall"), line)
    open_to_them = operating("1939-3-fall", ("conquer poland germany",))
    decided = {key: BorderWar(country=who, since="1939-3-fall") for key, who in border_wars.PROVINCES.items()}
    assert refused(attrs.evolve(open_to_them, border_wars=decided), line) == ""
    # Nobody else takes them so, nor the Soviets once the Pact is gone.
    assert "not at war" in refused(operating("1939-4-winter"), line.replace("ussr", "italy"))
    broken = operating("1941-3-fall", ("conquer poland germany",))
    broken = attrs.evolve(broken, facts={**broken.facts, "nazi-soviet-pact": False})
    assert "not at war" in refused(broken, line)


@pytest.mark.rule("tw-16.5-border", "tw-6.3.1")
def test_16_5_the_rest_of_romania_and_finland_is_no_land_of_the_pact() -> None:
    east = operating("1940-2-summer", ("conquer poland germany",), step=ALLIED)
    for line, order in (
        ("capture ploesti ussr", "ussr declare romania"),
        ("conquer romania ussr", "ussr declare romania"),
        ("conquer finland ussr", "ussr declare finland"),
    ):
        text = refused(east, line)
        assert "not at war (6.4, 9.4.2)" in text and order in text


# ---------------------------------------------------------------- Vichy's colonies


@pytest.mark.rule("tw-18.7.2")
def test_18_7_2_a_colony_of_vichy_is_attacked_for_the_price_of_a_minor_country() -> None:
    fallen = ("surrender france germany vichy=yes", "capture syria vichy-france", "capture morocco vichy-france")
    before = at("1941-2-summer", orders=fallen)
    in_operations = attrs.evolve(before, progress=attrs.evolve(before.progress, step=ALLIED))
    text = refused(in_operations, "capture syria britain")
    assert "is not at war (6.4, 9.4.2)" in text and "'britain declare syria'" in text
    assert refused(before, "britain declare syria") == ""
    declared = after(before, "britain declare syria")
    assert hand(before, "britain") - hand(declared, "britain") == 15
    assert land(declared, "vichy-france") == land(before, "vichy-france") and declared.wars == before.wars
    assert "has attacked Syria already (18.7.2)" in refused(declared, "britain declare syria")
    there = attrs.evolve(declared, progress=attrs.evolve(declared.progress, step=ALLIED))
    assert refused(there, "capture syria britain") == ""
    # One colony, one declaration.
    assert "'britain declare morocco'" in refused(there, "capture morocco britain")
    assert "there is no country 'libya' to declare war on (6.4.1)" in refused(before, "britain declare libya")


@pytest.mark.rule("tw-6.4.2")
@pytest.mark.parametrize("country", ["vichy-france", "croatia", "ukraine"])
def test_6_4_2_nobody_declares_war_on_a_country_that_is_still_to_be_made(country: str) -> None:
    assert "there is no" in refused(at("1940-1-spring"), f"germany declare {country}")


# ---------------------------------------------------------------- the segment


@pytest.mark.rule("tw-23.1", "tw-14.5")
@pytest.mark.parametrize("step", ["planning.effort", "declarations.declare", "axis.build.units", "allied.supply.check"])
def test_23_1_land_changes_hands_in_operations_and_late_enters_what_was_forgotten(step: str) -> None:
    war = operating("1940-1-spring", ("germany declare norway",), step=step)
    sle = attrs.evolve(war.powers["germany"], effort="sle")
    war = attrs.evolve(war, powers={**war.powers, "germany": sle})
    for line in ("conquer norway germany", "capture oslo germany"):
        text = refused(war, line)
        assert "not in this step" in text and "Its segment: Operations, End of turn" in text
        late = refused(war, f"late {line}")
        assert (late == "") == (step in ("axis.build.units", "allied.supply.check")), late
    assert refused(operating("1940-1-spring", ("germany declare norway",)), "capture oslo germany") == ""
    # The missing war is missing to a late order too.
    assert "not at war (6.4" in refused(war, "late conquer sweden germany") or step in (
        "planning.effort",
        "declarations.declare",
    )


@pytest.mark.rule("tw-23.10", "tw-23.21-44")
@pytest.mark.parametrize("country", ["romania", "bulgaria", "hungary", "finland"])
def test_23_10_soviet_units_are_inside_a_satellite_in_war_alone(country: str) -> None:
    peace = with_country(operating("1944-3-fall", step=ALLIED), country, status="satellite", patron="germany")
    assert "the Soviet Union is not at war with" in refused(peace, f"entered {country}")
    assert refused(at_war(peace, "germany+ussr"), f"entered {country}") == ""
