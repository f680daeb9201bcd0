"""Sections 11.0, 11.1.2, 11.2.3, 11.6, 11.10: who flies what, bases that are taken, repair after missions."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.reading import understand
from engine.thewar.air import air_missions, air_round
from engine.thewar.air.air_missions import MISSIONS
from engine.thewar.combat.combatants import Combatant
from engine.thewar.ruleset import RULESET
from engine.thewar.world import prices, traits
from tests.thewar.air.test_air_fight import ATTACKS, COUNTER, fate, sky, stepped
from tests.thewar.builds import after, refused
from tests.thewar.named_forces import parsed

KINDS = ("ftr", "tac", "mdm", "nac")
# Keyed once more from the list of 11.2.3: kinds that fly it anywhere, also at a port or shipyard, also in a strait.
KEYED = {
    "av-support": ("phasing", "tac mdm", "", ""),
    "oas": ("phasing", "tac mdm", "", ""),
    "escort": ("phasing", "ftr tac mdm", "", ""),
    "counter-air": ("phasing", "ftr tac mdm", "nac", ""),
    "air-strike": ("phasing", "tac mdm nac", "", "ftr"),
    "counter-interception": ("phasing", "ftr tac mdm", "nac", ""),
    "das": ("non-phasing", "tac mdm", "", ""),
    "interception": ("non-phasing", "ftr tac mdm", "nac", ""),
    "sea-interception": ("non-phasing", "tac mdm nac", "", "ftr"),
    "port-interception": ("non-phasing", "ftr tac mdm nac", "", ""),
    "counter-counter-interception": ("non-phasing", "ftr tac mdm", "nac", ""),
}


@pytest.mark.rule("tw-11.2.3-list", "tw-11.0")
@pytest.mark.parametrize("mission", KEYED)
def test_11_2_3_each_mission_by_kind_and_place(mission: str) -> None:
    side, anywhere, port, strait = KEYED[mission]
    assert MISSIONS.keys() == KEYED.keys() and MISSIONS[mission].side == side
    for at_port in (False, True):
        for in_strait in (False, True):
            able = f"{anywhere} {port if at_port else ''} {strait if in_strait else ''}".split()
            for kind in KINDS:
                (unit,) = parsed(kind, 1)
                found = list(air_missions.refusals(mission, (unit,), port=at_port, strait=in_strait))
                assert (not found) is (kind in able), (kind, at_port, in_strait)
                assert all("11.2.3" in one.rule and one.hint for one in found)


@pytest.mark.rule("tw-11.0")
def test_11_0_on_board_air_units_and_those_of_the_boxes() -> None:
    assert [traits.category(Combatant("1", kind).unit) for kind in (*KINDS, "jet")] == ["air"] * 5
    assert [traits.category(Combatant("1", kind).unit) for kind in ("sac", "int")] == ["strategic"] * 2
    assert list(air_missions.refusals("counter-air", (Combatant("1", "sac"),)))
    jet = Combatant("1", "jet", "", "germany", "tac")
    assert not list(air_missions.refusals("oas", (jet,)))
    assert list(air_missions.refusals("oas", (attrs.evolve(jet, tag="ftr"),)))
    # A jet TAC supports as a TAC does (11.13).
    assert traits.support(jet.unit).value == 1 and traits.support(attrs.evolve(jet, tag="ftr").unit).value == 0


@pytest.mark.rule("tw-11.6")
def test_11_6_a_carrier_has_four_spaces_and_is_not_hit_in_the_air() -> None:
    assert prices.SPACES["cv"] == 4
    ships = (*parsed("CV", 1, sign="c"), *parsed("NAC", 1, sign="n"))
    fight = air_round.dogfight(ships, parsed("FTR", 1))
    # Its NAC counts, Fourth-Rate and with its unfavourable modifier; the CV itself does not.
    assert (fight.attacker.factors, fight.attacker.rating, fight.attacker.bombers) == (1, 4, True)
    lost = air_round.struck(ships, "eliminated", 5)
    assert [unit.fate for unit in lost] == ["", "eliminated"]


@pytest.mark.rule("tw-11.1.2", "tw-11.2")
def test_11_1_2_aircraft_whose_base_is_taken() -> None:
    campaign = sky(britain_ftr=2, britain_tac=2, germany_ftr=1, germany_tac=1)
    fled = after(campaign, "britain base-lost britain-ftr-901")
    assert fate(fled, "britain-ftr-901") == "depleted"
    # No missions in this Segment, in neither impulse.
    raid = after(fled, "germany counter-air x units=ftr against=britain-tac-901")
    assert "has lost its base in this Segment" in refused(raid, "britain intercept x britain-ftr-901")
    assert refused(raid, "britain intercept x britain-ftr-902") == ""
    # Ground units stood there: whole, but it flies no more either.
    held = after(campaign, "britain base-lost britain-ftr-901 undefended=no")
    assert fate(held, "britain-ftr-901") == "whole" and held.missions
    gone = after(campaign, "britain base-lost ftr refuge=no")
    assert fate(gone, "britain-ftr-901") == "gone"
    again = after(fled, "britain base-lost britain-ftr-901")
    assert fate(again, "britain-ftr-901") == "gone"
    assert "the enemy is not moving" in refused(campaign, "germany base-lost ftr")
    assert "is not on this side" in refused(campaign, "britain base-lost germany-tac-901")


@pytest.mark.rule("tw-11.10")
def test_11_10_repair_costs_twice_for_what_has_flown() -> None:
    for power, kind, normal in (("germany", "ftr", 6), ("italy", "tac", 9), ("britain", "mdm", 6)):
        assert prices.repair(power, kind).total == normal
        assert prices.repair(power, kind, moved=True).total == 2 * normal
    assert {prices.repair(power, "nac").total for power in ("britain", "us", "germany", "italy")} <= {2, 4}
    campaign = after(sky(germany_ftr=3, britain_ftr=1), "germany counter-air x units=germany-ftr-901 against=ftr")
    hurt = {key: attrs.evolve(unit, depleted=unit.power == "germany") for key, unit in campaign.units.items()}
    build = stepped(attrs.evolve(campaign, units=hurt), "axis.build.units")
    assert "1 of 3 FTR 3-3-2 has flown in this Segment" in refused(build, "germany mend ftr-3-3-2 count=3")
    order = understand(RULESET, "germany mend ftr-3-3-2 moved=yes", build)
    assert order.cost(build).total == 12
    mended = after(build, "germany mend ftr-3-3-2 count=2")
    assert [fate(mended, f"germany-ftr-90{n}") for n in (1, 2, 3)] == ["depleted", "whole", "whole"]
    assert fate(after(build, "germany mend ftr-3-3-2 moved=yes"), "germany-ftr-901") == "whole"
    offered = [one.text for one in type(order).offers(build, "germany")]
    assert offered == ["germany mend ftr-3-3-2 count=2", "germany mend ftr-3-3-2 moved=yes"]
    # The form says it for whom the campaign knows to have flown, once no other is left.
    form = type(order).form(build, "germany")
    assert form is not None
    moved = next(field for field in form.fields if field.name == "moved").proposes
    assert moved is not None and moved(build, {"group": "ftr-3-3-2"}) == "no"
    assert moved(mended, {"group": "ftr-3-3-2"}) == "yes" and moved(mended, {"group": "tac-1-5-4"}) == "no"


def test_11_2_3_a_segment_ends_and_all_may_fly_again() -> None:
    campaign = after(sky(germany_ftr=1, britain_ftr=2), "germany counter-air x units=ftr against=britain-ftr-901")
    other = stepped(campaign, COUNTER.replace("axis", "allied"))
    text = refused(other, "britain counter-air y units=britain-ftr-902 against=germany-ftr-901")
    assert "has flown" not in text


@pytest.mark.rule("tw-11.14")
def test_11_14_paras_drop_under_sustained_and_regional_efforts_alone() -> None:
    for effort, fine in (("sle", True), ("rle", True), ("lle", False)):
        campaign = sky("1940-2-summer", ATTACKS, germany=effort, germany_para=2, france_inf=1)
        text = refused(campaign, "germany attack x units=2-para against=inf terrain=clear facts=drop")
        assert ("airdrop" not in text) is fine, text
