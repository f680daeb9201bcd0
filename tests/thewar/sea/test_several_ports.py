"""Missions and searches with ships of several ports: a naval force is those of one port, looks once for each mission,
is hidden by one chit; ships of another port join the course of a mission (7.2, 7.8, 7.8.2, ruling 606)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from engine.thewar.sea import sea_distances, ship_ways
from engine.thewar.sea.sea_boxes import AtSea
from engine.thewar.sea.sea_interception import Intercept
from engine.thewar.world.state import Deed, TheWar
from tests.thewar.builds import after, refused
from tests.thewar.endings.scenes import hints, why_not
from tests.thewar.looked_at import looked_at
from tests.thewar.map.test_own_lines import checked, sentence
from tests.thewar.sea.test_courses import war
from tests.thewar.sea.test_sea_fight import AXIS, given, med
from tests.thewar.sea.test_straits import lying

FORCE = "7.8, ruling 606"


def met() -> TheWar:
    """A British mission; two Italian Fleets at Taranto, one at Genoa."""
    campaign = lying(war(), italy_fleet_1="taranto", italy_fleet_2="taranto", italy_fleet_4="genoa")
    return after(campaign, "britain mission ionian units=britain-fleet-1")


def looks(ships: str) -> str:
    return f"italy intercept-at-sea ionian units={ships} distance=3"


@pytest.mark.rule("tw-7.8")
def test_7_8_ships_of_two_ports_look_apart_each_with_its_die() -> None:
    both = why_not(met(), looks("italy-fleet-1,italy-fleet-4"))
    assert both == [(FORCE, "Fleet 1-12-5 of Taranto and Fleet 1-12-5 of Genoa are two naval forces")]
    assert "'intercept-at-sea' for each, with its die" in hints(met(), looks("italy-fleet-1,italy-fleet-4"))
    assert why_not(met(), looks("italy-fleet-1,italy-fleet-2")) == []
    somewhere = lying(met(), italy_fleet_4="board")
    assert why_not(somewhere, looks("italy-fleet-1,italy-fleet-4")) == [], "the board knows where it lies"


@pytest.mark.rule("tw-7.8")
def test_7_8_a_naval_force_looks_once_for_a_mission_whichever_of_its_ships_sail() -> None:
    failed = given(met(), looks("italy-fleet-1"), 10)
    again = why_not(failed, looks("italy-fleet-2"))
    assert again == [(FORCE, "Fleet 1-12-5 of the same naval force has looked for this mission")]
    assert "aircraft and other forces still may" in hints(failed, looks("italy-fleet-2"))
    assert why_not(failed, looks("italy-fleet-4")) == [], "another port's"
    assert why_not(lying(failed, italy_fleet_2="board"), looks("italy-fleet-2")) == []
    (box, *_) = AtSea("italy").seeking(failed, {"where": "ionian"})
    assert (box.many, box.note) == (1, "1 have looked for it; 1 of a port that has looked for it")
    meant = understand(RULESET, looks("fleet"), failed)
    assert isinstance(meant, Intercept) and meant.units == ("italy-fleet-4",)
    # For another mission they look anew.
    other = after(lying(failed, britain_fleet_2="malta"), "britain mission sardinian-sea units=britain-fleet-2")
    line = looks("italy-fleet-2").replace("ionian", "sardinian-sea")
    assert why_not(other, line) == []
    assert refused(attrs.evolve(other, progress=attrs.evolve(other.progress, step="allied.supply.check")), line)


@pytest.mark.rule("tw-7.8.2")
def test_7_8_2_an_evasion_chit_hides_the_ships_of_one_port() -> None:
    campaign = lying(war(), britain_fleet_2="malta")
    one = attrs.evolve(campaign.powers["britain"], chits=1)
    campaign = attrs.evolve(campaign, powers={**campaign.powers, "britain": one})
    line = "britain mission ionian units={} evasion=yes"
    assert why_not(campaign, line.format("britain-fleet-1")) == []
    both = why_not(campaign, line.format("britain-fleet-1,britain-fleet-2"))
    said = "Fleet 1-12-5 of Alexandria and Fleet 1-12-5 of Malta are two naval forces, and an Evasion chit hides one"
    assert both == [("7.8.2, ruling 606", said)]
    assert why_not(campaign, line.format("britain-fleet-1,britain-fleet-2").replace(" evasion=yes", "")) == []


def with_chits(campaign: TheWar, power: str, many: int) -> TheWar:
    mine = attrs.evolve(campaign.powers[power], chits=many)
    return attrs.evolve(campaign, powers={**campaign.powers, power: mine})


@pytest.mark.rule("tw-7.8.2")
def test_7_8_2_a_chit_hides_a_naval_force_on_all_its_missions_of_the_turn_and_no_other() -> None:
    ports = {"britain_fleet_2": "alexandria", "britain_fleet_3": "malta", "italy_fleet_1": "taranto"}
    campaign = with_chits(lying(war(), **ports), "britain", 2)
    sails = after(campaign, "britain mission ionian units=britain-fleet-1 evasion=yes")
    again = "britain mission aegean units=britain-fleet-2"
    other = "britain mission central-med units=britain-fleet-3"
    both = after(sails, again, other)

    def modifiers(campaign: TheWar, where: str) -> dict[str, int]:
        order = understand(RULESET, f"italy intercept-at-sea {where} units=italy-fleet-1 distance=1", campaign)
        assert isinstance(order, Intercept)
        return {line.label: line.value for line in order.net(campaign).lines}

    assert [modifiers(both, where).get("Evasion chit") for where in ("ionian", "aegean", "central-med")] == [4, 4, None]
    # Who comes from Alexandria to the aid of others does not hide them.
    aid = attrs.evolve(both.engagements["central-med"], attackers=("britain-fleet-3", "britain-fleet-4"))
    sought = Deed(who="britain-fleet-4", deed="seeks-central-med", half="allied", impulse=1)
    joined = attrs.evolve(
        lying(both, britain_fleet_4="alexandria"),
        engagements={**both.engagements, "central-med": aid},
        missions={**both.missions, sought.address: sought},
    )
    assert "Evasion chit" not in modifiers(joined, "central-med")
    twice = why_not(sails, f"{again} evasion=yes")
    assert ("7.8.2", "Britain has played its Evasion chit of 1942") in twice
    said = "a chit hides these ships in this turn, on every mission of their port"
    assert ("7.8.2, ruling 606", said) in twice


@pytest.mark.rule("tw-7.8.2")
def test_7_8_2_germany_plays_a_chit_to_spring_1942_and_each_navy_one_a_year() -> None:
    def german(turn: str) -> TheWar:
        campaign = with_chits(lying(med(AXIS, turn), germany_fleet_1="kiel"), "germany", 1)
        return campaign

    line = "germany mission danish-north-sea units=germany-fleet-1 evasion=yes"
    assert why_not(german("1942-1-spring"), line) == []
    late = ("7.8.2", "German Evasion chits are played from Spring 1940 to Spring 1942 only")
    assert why_not(german("1942-3-fall"), line) == [late]
    assert why_not(with_chits(german("1942-1-spring"), "germany", 0), line) == [
        ("7.8.2", "Germany has no Evasion chit")
    ]
    played = after(german("1942-1-spring"), line)
    assert played.powers["germany"].chits == 0 and played.facts["evasion-year-germany"] == 1942


@pytest.mark.rule("tw-7.2")
def test_7_2_ships_of_another_port_join_the_course_and_each_is_counted_from_its_own() -> None:
    campaign = lying(war(), britain_fleet_2="malta")
    line = "britain mission sardinian-sea units=britain-fleet-1,britain-fleet-2 path={}"
    path = "levant,tobruk-waters,ionian,central-med,sardinian-sea"
    told = sentence(campaign, line.format(path))
    assert "5 of 12 Sea Areas (7.2); ships of Malta join in Central Med: 2" in told
    assert "does not lie" not in refused(checked(campaign), line.format(path))
    # None of their ports lies where it begins.
    assert "Malta does not lie on Ionian" in refused(checked(campaign), line.format("ionian,central-med,sardinian-sea"))
    joined = ship_ways.joining(campaign, ("britain-fleet-1", "britain-fleet-2"), tuple(path.split(",")))
    assert {port: one.total for port, one in joined.items()} == {"malta": 2}


@pytest.mark.rule("tw-7.2", "tw-7.9.5-slow")
def test_7_2_who_joins_too_far_off_is_refused_where_the_board_is_checked_and_told_where_it_is_not() -> None:
    campaign = lying(war(), britain_fleet_1="scapa-flow", britain_fleet_2="alexandria")
    both, path = ("britain-fleet-1", "britain-fleet-2"), ("scottish-north-sea", "norwegian-sea")
    line = f"britain mission {path[-1]} units={','.join(both)} path={','.join(path)}"
    slow = [Deed(who="britain-fleet-2", deed=sea_distances.SLOWED, where="ionian", impulse=nth) for nth in (1, 2)]
    late = attrs.evolve(campaign, missions={deed.address: deed for deed in slow})
    sails = ship_ways.joining(late, both, path)["alexandria"].total
    assert sails > 6
    said = f"sail {sails} Sea Areas, 6 at the most"
    assert said in sentence(late, line) and said not in refused(late, line)
    sure = looked_at(checked(late), "alexandria")
    assert f"{said} (7.2, ruling 606)" in refused(sure, line)
    assert sea_distances.falls_short(late, both, path[-1], path)
    assert not sea_distances.falls_short(late, both[:1], path[-1], path)
