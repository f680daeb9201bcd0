"""Which aircraft meet ships, and from where: next to their base, FTR in straits alone, no battle without a die (7.8.3,
7.9.2, 11.2.1.1, 11.7)."""

from __future__ import annotations

import attrs
import pytest

from engine.thewar.sea import sea_drafts
from engine.thewar.sea.sea_forces import Muster
from engine.thewar.world.state import Engagement, TheWar
from tests.thewar.builds import after, refused
from tests.thewar.sea.test_sea_fight import med, unit

ALLIED = "allied.operations.naval"
SAILS = "britain mission {} units=britain-fleet-1"


def lying(campaign: TheWar, **places: str) -> TheWar:
    """The campaign with units at places ('germany_tac_1' at 'palermo')."""
    units = dict(campaign.units)
    for name, place in places.items():
        key = name.replace("_", "-")
        units[key] = attrs.evolve(units[key], place=place)
    return attrs.evolve(campaign, units=units)


@pytest.mark.rule("tw-7.8.3")
def test_7_8_3_aircraft_meet_ships_next_to_their_base_alone() -> None:
    sails = after(med(ALLIED), SAILS.format("levant"))
    line = "germany intercept-at-sea levant units=germany-tac-1"
    assert refused(sails, line) == ""
    text = refused(sails, f"{line} distance=1")
    assert "aircraft look for ships next to their base, not 1 Sea Area away" in text and "7.8.3" in text
    # Ships look for them from further away.
    assert refused(sails, "italy intercept-at-sea levant units=italy-fleet-1 distance=2") == ""
    # A base that is recorded is held against the chart.
    near, far = lying(sails, germany_tac_1="alexandria"), lying(sails, germany_tac_1="naples")
    assert refused(near, line) == ""
    text = refused(far, line)
    assert "TAC 1-5-4 at Naples is not next to Levant" in text and "7.8.3" in text


@pytest.mark.rule("tw-7.9.2", "tw-11.2.3-list")
def test_7_9_2_fighters_alone_meet_no_ships_outside_straits() -> None:
    sails = after(med(ALLIED), SAILS.format("levant"))
    text = refused(sails, "germany intercept-at-sea levant units=germany-ftr-1")
    assert "FTR attack no ships outside a straits Sea Area" in text and "7.9.2" in text
    # With a TAC they go; aircraft from land among the force they meet themselves, NAC aboard may stay below.
    assert refused(sails, "germany intercept-at-sea levant units=germany-tac-1,germany-ftr-1") == ""
    carrier = after(med(ALLIED), "britain mission levant units=britain-fleet-1,britain-cv-1,britain-nac-1")
    assert "FTR attack no ships" in refused(carrier, "germany intercept-at-sea levant units=germany-ftr-1")
    flown = after(med(), "italy mission levant units=italy-tac-1")
    fighter = attrs.evolve(flown.units["germany-ftr-1"], power="britain")
    flown = attrs.evolve(flown, units={**flown.units, "britain-ftr-1": fighter})
    assert refused(flown, "britain intercept-at-sea levant units=britain-ftr-1") == ""
    # In a strait they attack; to call another Sea Area one does not help.
    strait = after(med(ALLIED), SAILS.format("gibraltar-straits"))
    assert "FTR attack no ships" not in refused(
        strait, "germany intercept-at-sea gibraltar-straits units=germany-ftr-1"
    )
    text = refused(med(), "germany mission levant units=germany-tac-1 facts=strait")
    assert "Levant is no straits Sea Area" in text
    assert "is no straits Sea Area" in refused(
        sails, "germany intercept-at-sea levant units=germany-tac-1 facts=strait"
    )
    # Nor do they fly a mission of their own there, which ships might meet for nothing.
    assert "FTR attack no ships outside" in refused(med(), "germany mission levant units=germany-ftr-1")


@pytest.mark.rule("tw-11.7")
def test_11_7_fighters_escort_a_strike_on_a_port_and_attack_no_ships_there() -> None:
    strike = "germany mission {} units={} against=britain-fleet-1 facts=port"
    text = refused(med(), strike.format("malta", "germany-ftr-1"))
    assert "FTR attack no ships in port" in text and "11.7" in text
    assert refused(med(), strike.format("malta", "germany-tac-1,germany-ftr-1")) == ""
    # Not in a port on a strait either.
    assert "FTR attack no ships in port" in refused(med(), strike.format("channel", "germany-ftr-1"))
    found = Engagement(
        kind="sea", by="germany", attackers=("germany-ftr-1",), defenders=("britain-fleet-1",), facts=("strait", "port")
    )
    assert not sea_drafts.drafted(med(), found).straits
    assert sea_drafts.drafted(med(), attrs.evolve(found, facts=("strait",))).straits


@pytest.mark.rule("tw-7.9.2")
def test_7_9_no_battle_is_fought_where_nobody_may_attack_anybody() -> None:
    # One FTR counts half a Fleet in a strait, rounded down nothing.
    campaign = med()
    empty = Engagement(kind="sea", by="germany", attackers=("germany-ftr-1",), defenders=("britain-fleet-1",))
    met = attrs.evolve(campaign, engagements={"levant": empty})
    text = refused(met, "germany sea-battle levant")
    assert "nobody there may attack anybody" in text and "7.9.2" in text
    assert refused(met, "germany undisturbed levant") == ""
    ships = attrs.evolve(empty, attackers=("italy-fleet-1",), by="italy")
    fought = attrs.evolve(campaign, engagements={"levant": ships})
    assert refused(fought, "italy sea-battle levant") == ""
    assert "the mission was found" in refused(fought, "italy undisturbed levant")


@pytest.mark.rule("tw-8.2.3", "tw-8.8")
def test_8_2_3_no_mission_goes_to_a_box_but_the_two_of_the_north() -> None:
    for box in ("south-africa-box", "us-box", "azores-box", "india-box"):
        text = refused(med(), f"italy mission {box} units=italy-fleet-1")
        assert "By strategic movement alone" in text and "8.2.3" in text, box
    assert "8.2.3" not in refused(med(), "germany mission narvik-box units=germany-tac-1")


@pytest.mark.rule("tw-1.2-fleeteq")
@pytest.mark.parametrize(
    ("units", "fleets"),
    [
        ("fleet-1", 1),
        ("fleet-1,britain-cv-1,britain-nac-1", 2),
        ("tac-901", 3),
        ("mdm-901,britain-tac-901", 6),
        ("ftr-901,britain-fleet-1", 1),
    ],
)
def test_1_2_what_aircraft_and_carriers_count_in_fleets_in_a_battle_at_sea(units: str, fleets: int) -> None:
    base = med(ALLIED)
    wings = {
        f"britain-{kind}-{n}": unit("britain", kind, strength)
        for kind, strength in (("tac", "1-5-4"), ("mdm", "1-7-6"), ("ftr", "3-3-2"))
        for n in (901, 902)
    }
    campaign = attrs.evolve(base, units={**base.units, **wings})
    there = after(campaign, f"britain mission ionian units=britain-{units}")
    pieces = sea_drafts.drafted(there, there.engagements["ionian"]).attacker
    assert Muster(pieces, sea_drafts.codes(pieces)).part().strength == fleets
