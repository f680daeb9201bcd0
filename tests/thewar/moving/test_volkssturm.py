"""Volkssturm stays in Germany (20.2, ruling 415)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.world.state import TheWar, Unit
from tests.thewar.builds import at, refused
from tests.thewar.countries.test_straits import held


def home_guard(step: str) -> TheWar:
    regular = Unit(power="germany", kind="inf", strength="2-5")
    units = {f"germany-inf-{number}": attrs.evolve(regular, tag="volkssturm") for number in (901, 902)}
    return held(
        attrs.evolve(at(step, "1944-4-winter"), units={**units, "germany-inf-903": regular}),
        warsaw="germany",
        paris="germany",
    )


@pytest.mark.rule("tw-20.2-geo")
@pytest.mark.parametrize(
    ("step", "line"),
    [
        ("axis.operations.first-impulse", "germany station {} units=germany-inf-901"),
        ("axis.stratmove.ground", "germany stratmove ground count=1 to={} group=inf-2-5-volkssturm"),
    ],
)
def test_20_2_volkssturm_goes_nowhere_out_of_germany(step: str, line: str) -> None:
    start = home_guard(step)
    for abroad, name in (("warsaw", "Warsaw"), ("paris", "Paris")):
        text = refused(start, line.format(abroad))
        assert f"Volkssturm does not go to {name} (20.2, ruling 415). It stays in Germany." in text
    for home in ("berlin", "vienna"):
        assert "20.2" not in refused(start, line.format(home))


@pytest.mark.rule("tw-20.2-geo")
def test_20_2_other_infantry_of_its_strength_goes_where_it_likes() -> None:
    start = home_guard("axis.operations.first-impulse")
    assert refused(start, "germany station warsaw units=germany-inf-903") == ""
