"""Partisans in combat: efforts that let them be attacked, and attack; how they slip away (4.1, 4.4, 4.5, 25.3)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.combat.combatants import of_unit
from engine.thewar.ruleset import RULESET
from engine.thewar.world import ratings
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import after, at, refused
from tests.thewar.ground.test_ground_fight import stepped
from tests.thewar.values import wars_of

ATTACKS, RESERVES, COMBAT = "axis.operations.attacks", "axis.operations.reserves", "axis.operations.combat"
ALLIED = "allied.operations.attacks"
HUNT = "germany attack 1632 units=inf-6-5 against=britain-partisan"


def occupied(effort: str = "rle", step: str = ATTACKS, **efforts: str) -> TheWar:
    """Poland in German hands with British and Soviet partisans in it; Axis partisans in Egypt."""
    powers = {"germany": {"effort": effort}} | {power: {"effort": kind} for power, kind in efforts.items()}
    campaign = at(step, "1942-2-summer", **powers)  # type: ignore[arg-type]
    units = {
        **{f"germany-inf-{number}": Unit(power="germany", kind="inf", strength="6-5") for number in (1, 2)},
        "germany-inf-3": Unit(power="germany", kind="inf", strength="3-5"),
        "germany-tac-1": Unit(power="germany", kind="tac", strength="1-5-4"),
        "britain-partisan-1": Unit(power="britain", kind="partisan", strength="1-5", tag="poland"),
        "britain-partisan-2": Unit(power="britain", kind="partisan", strength="1-5", tag="norden"),
        "ussr-inf-1": Unit(power="ussr", kind="inf", strength="2-5"),
        "germany-partisan-1": Unit(power="germany", kind="partisan", strength="1-5", tag="egypt"),
        "britain-inf-1": Unit(power="britain", kind="inf", strength="4-5"),
    }
    return attrs.evolve(
        campaign, units=units, wars=wars_of({"britain+germany": "1939-3-fall", "germany+ussr": "1941-2-summer"})
    )


# --- under which effort


@pytest.mark.rule("tw-25.4-ban")
@pytest.mark.parametrize(("effort", "allowed"), [("sle", False), ("rle", True), ("lle", True), ("mle", True)])
def test_25_4_the_axis_attacks_partisans_under_every_effort_but_an_sle(effort: str, allowed: bool) -> None:
    text = refused(occupied(effort), HUNT.replace("britain-partisan", "britain-partisan-1"))
    assert (text == "") == allowed and (allowed or "Sustained Effort allows no partisan attack (4.1)" in text)


@pytest.mark.rule("tw-25.4-ban")
def test_25_4_a_pass_lets_partisans_be_attacked_and_nobody_else() -> None:
    hunt = HUNT.replace("britain-partisan", "britain-partisan-1")
    passes = occupied("pass")
    assert refused(passes, hunt) == ""
    assert "allows no combat (4.5)" in refused(passes, "germany attack 1632 units=inf-6-5 against=ussr-inf-2-5")
    # Nor under an MLE, and not with others among them.
    mle = occupied("mle")
    mixed = hunt.replace("against=", "units=2-inf-6-5 against=ussr-inf-1,").replace("units=inf-6-5 ", "")
    assert "allows no combat (4.4)" in refused(mle, mixed) and refused(occupied("rle"), mixed) == ""
    # Under the SLE no partisans may be among them.
    assert "allows no partisan attack (4.1)" in refused(occupied("sle"), mixed)
    # Aircraft support such an attack.
    assert refused(mle, f"{hunt} air=tac-1-5-4") == ""
    assert refused(after(mle, hunt), "germany support 1632 tac-1-5-4") == ""


@pytest.mark.rule("tw-25.4-ban")
def test_25_4_the_allies_hunt_partisans_under_their_sle_too() -> None:
    hunt = "britain attack 1632 units=inf-4-5 against=germany-partisan"
    assert refused(occupied(step=ALLIED, britain="sle"), hunt) == ""
    assert "no combat" in refused(
        occupied(step=ALLIED, britain="mle"), hunt.replace("germany-partisan", "germany-inf-1")
    )


@pytest.mark.rule("tw-25.4-ban")
def test_25_4_partisans_attack_under_an_mle_and_a_pass_and_regular_units_do_not() -> None:
    rising = "britain attack 1632 units={} against=germany-inf-3-5"
    for effort in ("mle", "pass"):
        campaign = occupied(step=ALLIED, britain=effort)
        assert refused(campaign, rising.format("britain-partisan-1,britain-partisan-2")) == ""
        for others in ("inf-4-5", "inf-4-5,britain-partisan-1"):
            assert "allows no combat" in refused(campaign, rising.format(others))
    # Axis partisans attack under an SLE like any other unit.
    assert "SLE" not in refused(occupied("sle"), "germany attack 1632 units=germany-partisan-1 against=britain-inf-1")


@pytest.mark.rule("tw-25.4-ban")
def test_25_4_the_steps_of_combat_are_open_for_partisan_operations() -> None:
    axis = RULESET.sequence[ATTACKS]
    mle = occupied("mle", italy="mle")
    assert not any(RULESET.sequence[step].skipped(mle) for step in (ATTACKS, RESERVES, COMBAT))
    assert any(line.endswith("partisan operations alone (4.4, 4.5).") for line in axis.says(mle))
    regular = {key: unit for key, unit in mle.units.items() if unit.kind != "partisan"}
    assert axis.skipped(attrs.evolve(mle, units=regular))
    assert "Germany attacks no partisans: Sustained Effort (4.1)." in axis.says(occupied("sle"))
    assert not any("partisan" in line for line in axis.says(attrs.evolve(occupied("sle"), units=regular)))


# --- how they slip away


def hunted(effort: str = "sle", also: str = "") -> TheWar:
    """The British hunt Axis partisans, who may slip away before an SLE alone."""
    campaign = occupied(step=ALLIED, britain=effort)
    line = f"britain attack cairo units=inf-4-5 against={also}germany-partisan-1"
    return stepped(after(campaign, line), "allied.operations.reserves")


@pytest.mark.rule("tw-25.3")
def test_25_3_partisans_slip_away_before_an_attack_under_an_sle() -> None:
    campaign = hunted()
    gone = after(campaign, "germany partisans-retreat cairo hexes=2")
    assert not gone.engagements and gone.units["germany-partisan-1"].place == "board"
    assert "3 hexes (25.3)" in refused(campaign, "germany partisans-retreat cairo hexes=3")
    assert "hexes: 0 is out of range (25.3)" in refused(campaign, "germany partisans-retreat cairo hexes=0")
    for effort in ("rle", "lle", "mle"):
        text = refused(hunted(effort), "germany partisans-retreat cairo")
        assert "the occupying power has chosen no SLE (25.3)" in text
    # Where others stand with them these await the roll.
    both = hunted(also="germany-inf-1,")
    assert after(both, "germany partisans-retreat cairo").engagements["cairo"].defenders == ("germany-inf-1",)
    text = refused(both, "germany partisans-retreat cairo units=germany-inf-1")
    assert "only partisans that are attacked there retreat" in text


@pytest.mark.rule("tw-25.3")
def test_25_3_partisans_stay_in_their_country() -> None:
    campaign = hunted()
    text = refused(campaign, "germany partisans-retreat cairo to=tobruk")
    assert "Tobruk is not in their country (25.3)" in text
    home = after(campaign, "germany partisans-retreat cairo to=alexandria")
    assert home.units["germany-partisan-1"].place == "alexandria"
    assert "there is no place 'atlantis'" in refused(campaign, "germany partisans-retreat cairo to=atlantis")
    # A hex of the map is trusted.
    assert refused(campaign, "germany partisans-retreat cairo to=3215") == ""


@pytest.mark.rule("tw-25.3")
def test_25_3_partisans_are_fourth_rate_and_retreat_only_from_an_attack() -> None:
    campaign = hunted()
    assert of_unit(campaign, "germany-partisan-1").rating == ratings.WORST
    assert "no attack on 'rome' is announced" in refused(campaign, "germany partisans-retreat rome")
    fought = stepped(campaign, "allied.operations.combat")
    assert refused(fought, "germany partisans-retreat cairo") == ""
