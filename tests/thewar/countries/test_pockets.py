"""Pockets: what a Second Impulse has cut off is the enemy's until his End Segment, and changes hands there (10.2.8,
ruling 574)."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.reading import understand
from engine.thewar.countries import pockets
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import Place, TheWar, Unit
from tests.thewar.supply.pockets import THIRD, at_step, given, here, pocket, refused

END, EARLY = "allied.end.minors", "axis.end.minors"


def cut_off(step: str = END, effort: str = "sle", **more: Any) -> TheWar:
    """Kursk and Kiev are Soviet, Moscow a fortress, behind a German Second Impulse of Summer 1941."""
    campaign = pocket(step, **more)
    soviet: dict[str, Any] = {"country": "ussr", "holder": "ussr"}
    places = {
        **campaign.places,
        "kursk": Place(name="Kursk", value=4, tags={"ussr-1939": True}, **soviet),
        "kiev": Place(name="Kiev", tags={"ussr-1939": True}, **soviet),
        "sevastopol": Place(name="Sevastopol", kind="fortress", **soviet),
    }
    units = {"ussr-inf-1": Unit(power="ussr", kind="inf", strength="4-5", place="kiev")}
    powers = {
        key: attrs.evolve(power, effort=effort if power.side == "axis" else "rle", last_effort="mle")
        for key, power in campaign.powers.items()
    }
    return attrs.evolve(campaign, places=places, units=units, powers=powers)


@pytest.mark.rule("tw-10.2.8")
@pytest.mark.example("10.2.8", "the pocket of Summer 1941: German at the end of the Soviet End Segment, nobody in it")
def test_10_2_8_the_example_as_it_is_played() -> None:
    """Named at the third check of the Axis, still out at the Soviet one, lost, and the ground is German thereafter."""
    campaign = here(cut_off(f"axis.{THIRD}"), "germany unsupplied places=kiev of=ussr")
    assert "not in this step" in refused(at_step(campaign, "allied.operations.attacks"), "germany pocket kiev")
    campaign = here(at_step(campaign, f"allied.{THIRD}"), "ussr third-check")
    assert campaign.places["kiev"].holder == "ussr", "it is theirs through their Operations"
    campaign = at_step(campaign, END)
    narfs = campaign.powers["ussr"].narfs
    after = given(campaign, "germany pocket kiev,kursk")
    assert (after.places["kiev"].holder, after.places["kursk"].holder) == ("germany", "germany")
    assert after.powers["ussr"].narfs < narfs, "what the city is worth is lost with it (14.6.1)"
    assert "no enemy of Germany holds Kiev" in refused(after, "germany pocket kiev")
    told = understand(RULESET, "germany pocket kiev,kursk", campaign).sentence(campaign)
    assert told == "Germany has cut off Kiev, Kursk: they change hands"


@pytest.mark.rule("tw-10.2.8")
def test_10_2_8_the_change_is_not_made_early() -> None:
    reason = "the enemy may still break out in his own player turn (10.2.8)"
    assert reason in refused(cut_off(EARLY), "germany pocket kursk")
    assert "in the same step" in refused(cut_off(EARLY), "germany pocket kursk")
    assert refused(cut_off(), "germany pocket kursk") == ""


@pytest.mark.rule("tw-10.2.8")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("germany pocket sevastopol", "Sevastopol is a fortress (10.2.8, 13.2.3). It is besieged"),
        ("germany pocket kiev", "INF 4-5 stands in Kiev (10.2.8)"),
        ("germany pocket azores-box", "Azores Box lies off the map"),
        ("germany pocket kursk,kursk", "a place is named twice"),
        ("germany pocket fort", "Brest is a fortress"),
        ("germany pocket atlantis", "there is no place or hex 'atlantis'"),
        ("ussr pocket kursk", "the enemy may still break out"),
    ],
)
def test_10_2_8_what_does_not_change_hands(line: str, reason: str) -> None:
    assert reason in refused(cut_off(), line)


@pytest.mark.rule("tw-10.2.8")
def test_10_2_8_without_a_second_impulse_nothing_was_cut_off() -> None:
    reason = "no effort of the Axis let anybody move in its last Second Impulse (10.2.8)"
    assert reason in refused(cut_off(effort="lle"), "germany pocket kursk")
    # The Allies' pockets are of the turn before, and theirs as the Axis ends its own.
    campaign = cut_off(EARLY)
    assert pockets.exploited(campaign, "allied") and not pockets.exploited(
        attrs.evolve(
            campaign, powers={key: attrs.evolve(one, last_effort="lle") for key, one in campaign.powers.items()}
        ),
        "allied",
    )


@pytest.mark.rule("tw-10.2.8")
def test_10_2_8_hexes_without_a_place_are_said_for_the_map() -> None:
    campaign = cut_off()
    number = "0017"
    after = here(campaign, f"germany pocket {number},kursk")
    assert after.hex_holds[number].power == "germany" and after.places["kursk"].holder == "germany"
    assert f"no enemy of Germany holds {number} (10.2.8)" in refused(after, f"germany pocket {number}")
    assert "lies in the water (1.2)" in refused(campaign, "germany pocket 1740")


@pytest.mark.rule("tw-10.2.8")
def test_10_2_8_with_several_seats_the_table_agrees() -> None:
    seats = {"germany": "axis", "italy": "axis", "ussr": "red", "britain": "red", "us": "red", "france": "red"}
    campaign = attrs.evolve(cut_off(), seats=seats)
    assert "all have to agree (consent)" in refused(campaign, "germany pocket kursk", "axis")
