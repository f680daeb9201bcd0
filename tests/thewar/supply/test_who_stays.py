"""Who is out of supply, or without oil, moves by no door: march, landing, drop, transport, change of base, exploiting
(12.6.1, 24.1)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import at, refused
from tests.thewar.minors import at_war
from tests.thewar.supply.pockets import here

STAYS = "{} is out of supply since Fall 1941: ground units do not move (12.6.1"
UNITS = {
    "germany-arm-901": Unit(power="germany", kind="arm", strength="8-8", place="warsaw"),
    "germany-inf-901": Unit(power="germany", kind="inf", strength="6-5", place="warsaw"),
    "germany-inf-902": Unit(power="germany", kind="inf", strength="6-5"),
    "germany-para-901": Unit(power="germany", kind="para", strength="2-5", place="warsaw"),
    "germany-tac-901": Unit(power="germany", kind="tac", strength="1-5-4", place="warsaw"),
    "germany-fleet-901": Unit(power="germany", kind="fleet", strength="1-12-5", place="kiel"),
    "germany-fleet-902": Unit(power="germany", kind="fleet", strength="1-12-5"),
    "ussr-inf-901": Unit(power="ussr", kind="inf", strength="2-5"),
}


@pytest.fixture(scope="module")
def front() -> TheWar:
    """Germans at Warsaw and Kiel in Fall 1941, where forced marches are played."""
    campaign = attrs.evolve(at("axis.operations.supply", "1941-3-fall"), units=UNITS)
    warsaw = attrs.evolve(campaign.places["warsaw"], holder="germany")
    options = {**campaign.options, "forced-marches": True}
    campaign = attrs.evolve(campaign, places={**campaign.places, "warsaw": warsaw}, options=options)
    return at_war(campaign, "germany+ussr")


def stepped(campaign: TheWar, step: str) -> TheWar:
    return attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step=f"axis.operations.{step}"))


@pytest.mark.rule("tw-12.6.1", "tw-29.1")
def test_12_6_1_who_is_cut_off_neither_marches_further_nor_lands_nor_drops(front: TheWar) -> None:
    cut = here(front, "germany unsupplied units=germany-inf-901", "germany unsupplied units=germany-para-901")
    march = "germany forced-march germany-inf-{}"
    assert STAYS.format("INF 6-5") in refused(stepped(cut, "first-impulse"), march.format(901))
    assert refused(stepped(cut, "first-impulse"), march.format(902)) == ""
    attacks = stepped(cut, "attacks")
    drop = "germany attack minsk units=germany-para-901 against=ussr-inf-901 facts=drop"
    landing = "germany land x units=germany-inf-{} against=ussr-inf-901"
    for line in (drop, landing.format(901)):
        assert "who is out of supply neither lands nor drops (12.6.1). It attacks next to it." in refused(attacks, line)
    assert "12.6.1" not in refused(attacks, landing.format(902))
    # One of several is named by itself.
    mixed = landing.format("902,germany-inf-901")
    assert STAYS.format("INF 6-5") in refused(attacks, mixed)
    assert "12.6.1" not in refused(attacks, drop.replace(" facts=drop", ""))


@pytest.mark.rule("tw-24.1-immob")
@pytest.mark.parametrize(
    ("step", "line"),
    [
        ("first-impulse", "germany station vienna units=germany-arm-901"),
        ("first-impulse", "germany station board units=germany-arm-901"),
        ("staging", "germany station vienna units=germany-tac-901"),
        ("naval", "germany station danzig units=germany-fleet-901"),
        ("naval", "germany mission west-baltic units=germany-fleet-902 cargo=germany-arm-901"),
        ("attacks", "germany land x units=germany-inf-902,germany-arm-901 against=ussr-inf-901"),
        ("second-combat", "germany attack minsk units=germany-arm-901 against=ussr-inf-901"),
    ],
)
def test_24_1_who_has_no_oil_moves_by_no_door(front: TheWar, step: str, line: str) -> None:
    dry = {key: attrs.evolve(unit, immobile=unit.kind in ("arm", "tac")) for key, unit in front.units.items()}
    dry["germany-fleet-901"] = attrs.evolve(dry["germany-fleet-901"], immobile=True)
    short = stepped(attrs.evolve(front, units=dry), step)
    assert "has no oil (24.1). Others; it stays where it is this turn." in refused(short, line)
    assert "24.1" not in refused(stepped(front, step), line)


@pytest.mark.rule("tw-24.1-immob")
def test_24_1_who_has_no_oil_attacks_from_where_it_stands_and_is_driven_out(front: TheWar) -> None:
    arm = attrs.evolve(front.units["germany-arm-901"], immobile=True)
    short = attrs.evolve(front, units={**front.units, "germany-arm-901": arm})
    attack = "germany attack minsk units=germany-arm-901 against=ussr-inf-901"
    assert "24.1" not in refused(stepped(short, "attacks"), attack)
    driven = attrs.evolve(short, progress=attrs.evolve(short.progress, step="allied.operations.combat"))
    assert refused(driven, "germany station board units=germany-arm-901") == ""
