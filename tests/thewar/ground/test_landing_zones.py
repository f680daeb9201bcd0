"""Several beaches for what one Fleet carries: an Invasion Zone of three contiguous Sea Areas (7.7.2)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.reading import understand
from engine.thewar.ground import landing_zones
from engine.thewar.ruleset import RULESET
from engine.thewar.sea import holds
from engine.thewar.world import seas
from engine.thewar.world.state import SeaLink, SeaPort, TheWar, Unit
from tests.thewar.beaches import ATTACKS, shore
from tests.thewar.builds import after, refused
from tests.thewar.endings.scenes import holds as held
from tests.thewar.looked_at import looked_at

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
    campaign = held("germany", "lorient", "cherbourg")(campaign)
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


@pytest.mark.rule("tw-7.7.2-zone")
@pytest.mark.example("7.7.2", "two 2-5 and one 1-5 Breakdown INF are aboard one Fleet and land at three beaches")
def test_7_7_2_three_breakdown_units_of_one_fleet_land_at_three_beaches_and_not_at_narvik() -> None:
    campaign = shore("allied.operations.naval")
    troops = {
        f"britain-inf-{number}": Unit(power="britain", kind="inf", strength=strength, tag="breakdown")
        for number, strength in (("711", "2-5"), ("712", "2-5"), ("713", "1-5"))
    }
    defenders = {f"germany-inf-{n}": Unit(power="germany", kind="inf", strength="1-5") for n in (711, 712, 713)}
    campaign = attrs.evolve(campaign, units={**campaign.units, **troops, **defenders})
    sail = "britain mission danish-north-sea units=britain-fleet-701 facts=invasion cargo=" + ",".join(troops)
    campaign = after(campaign, sail, "britain undisturbed danish-north-sea")
    assert set(holds.fleets(campaign).values()) == {"britain-fleet-701"}, "one Fleet has all three aboard"
    campaign = attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step=ATTACKS))
    campaign = looked_at(held("germany", "oslo", "bergen", "trondheim")(campaign), "oslo", "bergen", "trondheim")
    campaign = attrs.evolve(campaign, options={**campaign.options, "board": "checked"})
    line = "britain land {} units=britain-inf-{} against=germany-inf-{}"
    for port, number in (("oslo", 711), ("bergen", 712)):
        campaign = after(campaign, line.format(port, number, number))
    assert refused(campaign, line.format("trondheim", 713, 713)) == ""
    assert "no three contiguous Sea Areas have" in refused(campaign, line.format("narvik-box", 713, 713))
