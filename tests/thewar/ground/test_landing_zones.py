"""Several beaches for what one Fleet carries: an Invasion Zone of three contiguous Sea Areas (7.7.2)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.reading import understand
from engine.thewar.ground import landing_zones
from engine.thewar.ruleset import RULESET
from engine.thewar.world import seas
from engine.thewar.world.state import SeaLink, SeaPort, TheWar
from tests.thewar.beaches import ATTACKS, shore
from tests.thewar.builds import after, refused
from tests.thewar.endings.scenes import holds

FLEETS = "britain-fleet-701,britain-fleet-702,britain-fleet-703"
SAIL = (
    f"britain mission channel units={FLEETS} carrying={FLEETS} facts=invasion"
    " cargo=britain-inf-701,britain-cdo-701,britain-inf-702,britain-inf-703"
)
FIRST = "britain land wilhelmshaven units=britain-inf-701 against=germany-inf-702"
SECOND = "britain land {} units=britain-cdo-701,britain-inf-702,britain-inf-703 against=germany-inf-701"
LOOKED = {
    "1": SeaLink(one="western-approaches", other="bay-of-biscay"),
    "2": SeaLink(one="channel", other="western-approaches"),
    "3": SeaLink(one="channel", other="danish-north-sea"),
}
PORTS = {
    "1": SeaPort(port="wilhelmshaven", area="danish-north-sea"),
    "2": SeaPort(port="lorient", area="bay-of-biscay"),
}


def landed(*, checked: bool, looked: bool = True) -> TheWar:
    """An INF and a CDO of one Fleet before they land; the INF is bound for Wilhelmshaven."""
    campaign = after(shore("allied.operations.naval"), SAIL, "britain undisturbed channel")
    campaign = attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step=ATTACKS))
    campaign = holds("germany", "lorient", "cherbourg")(campaign)
    if looked:
        campaign = attrs.evolve(campaign, sea_links=LOOKED, sea_ports=PORTS)
    options = {**campaign.options, "board": "checked" if checked else "trusted"}
    return after(attrs.evolve(campaign, options=options), FIRST)


def sentence(campaign: TheWar, line: str) -> str:
    return understand(RULESET, line, campaign).sentence(campaign)


@pytest.mark.rule("tw-7.7.2-zone")
def test_7_7_2_units_of_one_fleet_land_where_three_contiguous_sea_areas_have_all_beaches() -> None:
    campaign = landed(checked=True)
    outside = "no three contiguous Sea Areas have Wilhelmshaven and Lorient, where units of one Fleet land"
    text = refused(campaign, SECOND.format("lorient"))
    assert f"{outside} (7.7.2, ruling 544). Another Fleet carries those that land elsewhere." in text
    assert refused(campaign, SECOND.format("cherbourg")) == ""
    assert refused(campaign, SECOND.format("1635")) == "", "a hex of which only the board knows"
    other = SECOND.format("lorient").replace("britain-cdo-701,", "")
    assert outside not in refused(campaign, other), "not aboard that Fleet"


@pytest.mark.rule("tw-7.7.2-zone")
@pytest.mark.parametrize(("checked", "looked"), [(False, True), (False, False), (True, False)])
def test_7_7_2_what_nobody_has_looked_at_is_advice(checked: bool, looked: bool) -> None:
    campaign = landed(checked=checked, looked=looked)
    assert refused(campaign, SECOND.format("lorient")) == ""
    advice = "; by the program's map no Invasion Zone has Wilhelmshaven and Lorient (7.7.2)"
    assert sentence(campaign, SECOND.format("lorient")).endswith(advice)
    assert "Invasion Zone" not in sentence(campaign, SECOND.format("cherbourg"))


@pytest.mark.example("7.7.2", "from Kiel one Fleet's units land at Oslo, Bergen and Trondheim, and not at Narvik")
def test_7_7_2_the_example_of_norway() -> None:
    graph = seas.graph(shore())
    norway = [frozenset(graph.of_port(port)) for port in ("oslo", "bergen", "trondheim")]
    assert landing_zones.shares(graph, norway)
    assert not landing_zones.shares(graph, [*norway, frozenset(graph.of_port("narvik-box"))])
