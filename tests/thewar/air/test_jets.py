"""Jets in a campaign: as what they support, base and are called (11.1, 11.3, 11.4, 11.13)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.reading import understand
from engine.thewar.ground import assaults
from engine.thewar.ruleset import RULESET
from engine.thewar.world import basing
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.air.test_air_fight import ATTACKS, sky
from tests.thewar.builds import after

TAC, FTR = "germany-jet-901", "germany-jet-902"
ATTACK = "germany attack x units=3-arm against=2-inf terrain=clear"


def jets(**units: int) -> TheWar:
    """The attack of three ARM on two INF with a jet of either kind on the board."""
    campaign = sky("1945-2-summer", ATTACKS, germany="lle", germany_arm=3, britain_inf=2, **units)
    both = {TAC: Unit(power="germany", kind="jet", tag="tac"), FTR: Unit(power="germany", kind="jet", tag="ftr")}
    return attrs.evolve(campaign, units={**campaign.units, **both})


def columns(campaign: TheWar, side: str) -> list[str]:
    """The aircraft that count for a side as the attack on x is rolled."""
    assault = assaults.assault(campaign, "x", campaign.engagements["x"])
    return [one.name for one in (assault.oas if side == "oas" else assault.das)]


@pytest.mark.rule("tw-11.13", "tw-11.3")
def test_11_13_a_jet_tac_shifts_a_column_and_a_jet_fighter_none() -> None:
    campaign = after(jets(germany_tac=1), f"{ATTACK} air={TAC},{FTR},germany-tac-901")
    assert columns(campaign, "oas") == [TAC, "germany-tac-901"]
    alone = after(jets(), f"{ATTACK} air={FTR}")
    assert columns(alone, "oas") == []


@pytest.mark.rule("tw-11.13", "tw-11.4")
def test_11_13_a_jet_tac_supports_the_defence() -> None:
    attack = "britain attack x units=2-inf against=germany-arm-901 terrain=clear"
    campaign = jets()
    allied = attrs.evolve(
        campaign,
        progress=attrs.evolve(campaign.progress, step="allied.operations.attacks"),
        powers={**campaign.powers, "britain": attrs.evolve(campaign.powers["britain"], effort="lle", efforts=1)},
    )
    assert columns(after(after(allied, attack), f"germany support x {TAC},{FTR}"), "das") == [TAC]


@pytest.mark.rule("tw-11.13", "tw-11.1")
@pytest.mark.parametrize(
    ("tags", "said"),
    [
        (("tac",), ""),
        (("tac", "ftr"), ""),
        (("ftr", "ftr"), ""),
        (("tac", "tac"), "2 TAC, MDM and NAC at Berlin, with 1 base"),
    ],
)
def test_11_1_a_jet_tac_needs_a_base_as_a_tac_does(tags: tuple[str, ...], said: str) -> None:
    campaign = jets()
    found = list(basing.excess(campaign, "berlin", [Unit(power="germany", kind="jet", tag=tag) for tag in tags]))
    assert [one.reason for one in found] == ([said] if said else [])


@pytest.mark.rule("tw-11.13")
def test_11_13_a_jet_is_called_by_its_kind() -> None:
    order = understand(RULESET, f"{ATTACK} air={TAC},{FTR}", jets())
    assert order.sentence(jets()).endswith("with Jet TAC, Jet FTR")
