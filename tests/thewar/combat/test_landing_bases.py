"""Where aircraft land after a battle on the ground: told, and held to their range where the board is checked (11.2.2,
ruling 626)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.combat import landing_bases
from engine.thewar.world.state import TheWar
from tests.thewar.builds import after
from tests.thewar.ground.test_ground_fight import stepped
from tests.thewar.looked_at import on_their_own_hexes
from tests.thewar.map.test_distances import said, war
from tests.thewar.supply_lines import why

ATTACK = "germany attack warsaw units=g-arm against=s-inf air=g-tac terrain=clear"
COMBAT, RETURN = "axis.operations.combat", "axis.operations.return"


def fought(*before: str, checked: bool = True, step: str = COMBAT) -> TheWar:
    """Germany has flown from Berlin against Warsaw; ``before``: orders given before that."""
    campaign = war("operations.attacks", checked=checked)
    for line in (*before, ATTACK):
        campaign = after(campaign, line)
    return stepped(campaign, step)


def lands(campaign: TheWar, where: str, unit: str = "g-tac", power: str = "germany") -> list[tuple[str, str]]:
    """Why a unit does not land there, as far as its range has to do with it."""
    refusals = why(campaign, f"{power} station {where} units={unit}")
    return [(rule, reason) for rule, reason in refusals if rule == "11.2.2"]


@pytest.mark.rule("tw-11.2.2")
@pytest.mark.parametrize(
    ("where", "reason"),
    [
        ("breslau", ""),
        ("berlin", ""),
        # 7 hexes by the map, of which one may be wrong.
        ("salzburg", "Salzburg is about 7 hexes from Warsaw, where TAC 1-5-4 has fought"),
        ("essen", "Essen is about 9 hexes from Warsaw, where TAC 1-5-4 has fought"),
        ("kiev", "Kiev is not in friendly hands"),
    ],
)
def test_11_2_2_aircraft_land_at_a_friendly_base_in_range_of_where_they_fought(where: str, reason: str) -> None:
    assert lands(fought(), where) == ([("11.2.2", reason)] if reason else [])
    trusted = lands(fought(checked=False), where)
    assert trusted == ([("11.2.2", reason)] if where == "kiev" else []), "a trusted board is told alone"


@pytest.mark.rule("tw-11.2.2")
def test_11_2_2_how_far_they_land_is_told_and_a_printed_hex_is_held_to_its_last() -> None:
    for checked in (True, False):
        told = said(fought(checked=checked), "germany station essen units=g-tac")
        assert told.endswith("; TAC 1-5-4 about 9 hexes from Warsaw, where it has fought, farther than 5 (11.2.2)")
    own = on_their_own_hexes(fought(), "warsaw", "salzburg", "vienna")
    assert lands(own, "vienna") == [], "5 hexes"
    assert lands(own, "salzburg") == [("11.2.2", "Salzburg is 7 hexes from Warsaw, where TAC 1-5-4 has fought")]


@pytest.mark.rule("tw-11.2.2")
def test_11_2_2_who_staged_may_go_back_to_the_base_where_he_began() -> None:
    start = stepped(war("operations.attacks"), "axis.operations.staging")
    start = attrs.evolve(start, units={**start.units, "g-tac": attrs.evolve(start.units["g-tac"], place="cologne")})
    staged = stepped(after(start, "germany station berlin units=g-tac"), "axis.operations.attacks")
    flown = stepped(after(staged, ATTACK), COMBAT)
    assert flown.units["g-tac"].place == "berlin"
    assert lands(flown, "cologne") == [] and [rule for rule, _ in lands(flown, "essen")] == ["11.2.2"]
    # Of whom a campaign begun before knows no more than that he was said to stand here, nothing is refused.
    missions = {key: deed for key, deed in flown.missions.items() if deed.deed != landing_bases.BEGAN}
    assert lands(attrs.evolve(flown, missions=missions), "essen") == []


@pytest.mark.rule("tw-11.2.2")
def test_11_2_2_only_who_has_flown_in_this_impulse_lands_and_does_not_stage() -> None:
    assert lands(stepped(war("operations.attacks"), COMBAT), "essen") == [], "no battle is known"
    # In movement he may stage for the next one, three legs far; what is called off was never flown.
    assert lands(fought(step="axis.operations.second-impulse"), "essen") == []
    assert lands(fought(step=RETURN), "essen") == [], "between the impulses he may have staged"
    called_off = after(after(war("operations.attacks"), ATTACK), "germany call-off warsaw")
    assert lands(stepped(called_off, COMBAT), "essen") == []
    driven = fought()
    taken = attrs.evolve(driven.places["berlin"], holder="ussr")
    assert lands(attrs.evolve(driven, places={**driven.places, "berlin": taken}), "essen") == [], "11.1.2 has its own"


@pytest.mark.rule("tw-11.2.2")
@pytest.mark.parametrize(("kind", "strength", "refused"), [("tac", "1-5-4", True), ("ftr", "1-3-2", False)])
def test_11_2_2_the_defence_lands_within_its_second_range_but_fighters_that_met_others_on_the_way(
    kind: str, strength: str, refused: bool
) -> None:
    campaign = after(war("operations.attacks"), ATTACK)
    flyer = attrs.evolve(campaign.units["s-tac"], kind=kind, strength=strength, place="lwow")
    campaign = stepped(attrs.evolve(campaign, units={**campaign.units, "s-tac": flyer}), COMBAT)
    lwow = attrs.evolve(campaign.places["lwow"], holder="ussr")
    campaign = attrs.evolve(campaign, places={**campaign.places, "lwow": lwow})
    flown = after(campaign, "ussr support warsaw s-tac")
    assert [rule for rule, _ in lands(flown, "kiev", "s-tac", "ussr")] == (["11.2.2"] if refused else [])
