"""Who is in a box off the map comes out of it by strategic movement alone (8.8)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import at, refused
from tests.thewar.minors import at_war


def of(power: str, kind: str, strength: str, place: str = "board", tag: str = "") -> Unit:
    return Unit(power=power, kind=kind, strength=strength, place=place, tag=tag)


UNITS = {
    "britain-mot-901": of("britain", "mot", "3-7", "south-africa-box", "south-african"),
    "britain-mot-902": of("britain", "mot", "3-7", "india-box", "indian"),
    "britain-tac-901": of("britain", "tac", "1-5-4", "canada-box"),
    "britain-fleet-901": of("britain", "fleet", "1-12-5", "south-africa-box"),
    "britain-fleet-902": of("britain", "fleet", "1-12-5"),
    "us-inf-901": of("us", "inf", "5-5", "us-box"),
    "us-fleet-901": of("us", "fleet", "1-12-5", "us-box"),
    "ussr-inf-901": of("ussr", "inf", "4-5", "urals-box"),
    "italy-inf-901": of("italy", "inf", "2-5", "italian-east-africa-box"),
    "germany-fleet-901": of("germany", "fleet", "1-12-5", "narvik-box"),
    "germany-inf-901": of("germany", "inf", "6-5"),
}
OPERATIONS = {"germany": "axis", "italy": "axis"}
CAPE = "'britain stratmove sealift group=mot-3-7-south-african origin=south-africa-box to=suez', basra or abadan."
OUT = "comes out of the {} by strategic movement alone ({})"


@pytest.fixture(scope="module")
def war() -> TheWar:
    """Units in every box in Fall 1942, with everybody at war."""
    campaign = attrs.evolve(at("allied.operations.first-impulse", "1942-3-fall", entered="1942-1-spring"), units=UNITS)
    return at_war(campaign, "britain+italy", "britain+germany", "germany+us", "germany+ussr", "italy+us")


def asked(campaign: TheWar, step: str, line: str) -> str:
    half = OPERATIONS.get(line.split()[0], "allied")
    step = f"{half}.{step if step.startswith('stratmove') else f'operations.{step}'}"
    return refused(attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step=step)), line)


@pytest.mark.rule("tw-8.8.2", "tw-8.8.3", "tw-8.8.4", "tw-8.8.5", "tw-8.8.6")
@pytest.mark.parametrize(
    ("step", "line", "box", "helps"),
    [
        ("first-impulse", "britain station suez units=britain-mot-901", ("South Africa Box", "8.8.4"), CAPE),
        ("first-impulse", "britain station suez units=britain-mot-902", ("India Box", "8.8.5"), "or to basra."),
        ("staging", "britain station london units=britain-tac-901", ("Canada Box", "8.8.9"), "sealift-air"),
        ("first-impulse", "us station board units=us-inf-901", ("U.S. Box", "8.8.3"), "origin=us-box to=PLACE'."),
        ("first-impulse", "ussr station moscow units=ussr-inf-901", ("Urals Box", "8.8.2"), "stratmove ground"),
        (
            "first-impulse",
            "italy station tripoli units=italy-inf-901",
            ("Italian East Africa Box", "8.8.6"),
            "'italy free-garrison' once Alexandria and Suez are the Axis'.",
        ),
        ("naval", "britain mission levant units=britain-fleet-901", ("South Africa Box", "8.8.4"), "stratmove naval"),
        (
            "naval",
            "britain mission western-approaches units=britain-fleet-902 cargo=us-inf-901 port=glasgow",
            ("U.S. Box", "8.8.3"),
            "sealift",
        ),
        ("naval", "us patrol north-atlantic units=us-fleet-901", ("U.S. Box", "8.8.3"), "stratmove naval"),
        (
            "attacks",
            "ussr attack 1412 units=ussr-inf-901 against=germany-inf-901",
            ("Urals Box", "8.8.2"),
            "stratmove ground",
        ),
    ],
)
def test_8_8_nobody_is_simply_elsewhere_who_is_in_a_box(
    war: TheWar, step: str, line: str, box: tuple[str, str], helps: str
) -> None:
    text = asked(war, step, line)
    assert OUT.format(*box) in text and helps in text


@pytest.mark.rule("tw-8.8.8")
def test_8_8_8_ships_sail_from_the_boxes_of_the_north_and_out_of_others_by_smp(war: TheWar) -> None:
    assert "8.8" not in asked(war, "naval", "germany mission norwegian-sea units=germany-fleet-901")
    assert "8.8" not in asked(war, "naval", "germany station kiel units=germany-fleet-901")
    crossing = "britain mission eastern-atlantic units=britain-fleet-901"
    assert "by strategic movement alone" not in asked(war, "stratmove.naval", crossing)
