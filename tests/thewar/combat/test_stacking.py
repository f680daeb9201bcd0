"""How many ground units stack in a hex, and units recorded at places (7.7.4, 9.4, 9.6, 9.6.1, 9.6.2, 10.8.1)."""

from __future__ import annotations

from collections.abc import Sequence

import attrs
import pytest

from engine.kernel.reading import parse, understand
from engine.kernel.sheets.ledger import falls_due
from engine.thewar.combat import stacking
from engine.thewar.combat.combatants import Combatant, of_unit
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets.gazetteer import sites
from engine.thewar.world.state import Marker, TheWar, Unit
from tests.thewar.builds import after, at, refused
from tests.thewar.ground.test_ground_fight import ATTACKS, stepped
from tests.thewar.values import wars_of

MOVE = "axis.operations.first-impulse"


def campaign_with(*texts: str, place: str = "board", step: str = MOVE) -> TheWar:
    """The campaign with these units alone: 'germany inf 6-5', 'romania inf 4-5 dep'."""
    units = {}
    for nth, text in enumerate(texts):
        power, kind, strength, *more = text.split()
        worn, tag = "dep" in more, next((word for word in more if word != "dep"), "")
        units[f"{power}-{kind}-{600 + nth}"] = Unit(
            power=power, kind=kind, strength=strength, depleted=worn, tag=tag, place=place
        )
    return attrs.evolve(at(step, "1941-2-summer"), units=units)


def force(*texts: str) -> Sequence[Combatant]:
    campaign = campaign_with(*texts)
    return tuple(of_unit(campaign, key) for key in campaign.units)


@pytest.mark.rule("tw-9.6")
@pytest.mark.parametrize(
    ("units", "most"),
    [
        (("germany inf 6-5",) * 2, 3),
        (("italy inf 4-5",) * 2, 1),
        (("ussr inf 4-5",) * 2, 1),
        (("britain inf 6-7",) * 2, 2),
        # The example's: two German INF govern a Romanian one, a Breakdown INF does not.
        (("germany inf 6-5", "germany inf 6-5", "romania inf 4-5"), 3),
        (("germany inf 2-5", "romania inf 4-5"), 1),
        # Half of the factors is enough (ruling 74).
        (("germany inf 4-5", "romania inf 4-5"), 3),
        # What is Depleted is Fourth-Rate, in Germany Third-Rate; Finns stand alone though First-Rate.
        (("britain inf 6-7 dep", "britain inf 4-5"), 1),
        (("germany inf 6-5 dep", "germany inf 6-5"), 3),
        (("finland inf 3-5", "germany inf 6-5"), 1),
    ],
)
def test_9_6_the_rating_of_half_of_the_factors_governs_a_stack(units: tuple[str, ...], most: int) -> None:
    assert stacking.limit(force(*units)).value == most


@pytest.mark.rule("tw-9.6")
def test_9_6_para_art_commandos_flak_and_two_german_divisions_are_free() -> None:
    free = ("para 2-5", "art 3-3", "cdo 1-5", "flak 1-3", "flak 1-7", "mech 4-8 90th-light", "para 2-5 hermann-goering")
    counted = stacking.counted(force("germany inf 6-5", *(f"germany {text}" for text in free), "germany mech 4-8"))
    assert [(one.kind, one.tag) for one in counted] == [("inf", ""), ("mech", "")]
    assert [one.kind for one in stacking.counted(force("ussr sta 2-3", "ussr nkvd 2-3"))] == ["sta"]


@pytest.mark.rule("tw-9.6")
def test_9_6_more_than_stack_are_not_stationed_together() -> None:
    three = campaign_with(*["germany inf 6-5"] * 5, "germany para 2-5", "germany cdo 1-5")
    line = "germany station berlin units=3-inf-6-5,para-2-5,cdo-1-5"
    assert parse(RULESET, understand(RULESET, line, three).text) == understand(RULESET, line, three)
    there = after(three, line)
    assert sum(unit.place == "berlin" for unit in there.units.values()) == 5
    text = refused(there, "germany station berlin units=inf-6-5")
    assert "4 units stack at Berlin (9.6, 10.8)" in text and "a First-Rate stack: 3 at most" in text
    fewer = after(there, "germany station board units=germany-inf-600")
    assert refused(fewer, "germany station berlin units=inf-6-5") == ""
    italians = campaign_with("italy inf 4-5", "italy inf 4-5")
    assert "a Third-Rate stack: 1 at most" in refused(italians, "italy station rome units=2-inf-4-5")


@pytest.mark.rule("tw-9.6-check")
def test_9_6_what_overstacks_is_told_every_turn_and_attacks_from_nowhere() -> None:
    campaign = campaign_with(*["germany inf 6-5"] * 4, place="warsaw", step=ATTACKS)
    told = [duty.text for duty in falls_due(RULESET, campaign) if duty.rule == "9.6, 10.8"]
    assert told == ["4 units stack at Warsaw: a First-Rate stack: 3 at most. They leave with 'station board'."]
    three = attrs.evolve(campaign, units=dict(list(campaign.units.items())[:3]))
    assert not [duty for duty in falls_due(RULESET, three) if duty.rule.startswith("9.6")]
    assert not [
        duty for duty in falls_due(RULESET, campaign_with(*["germany inf 6-5"] * 9)) if duty.rule.startswith("9.6")
    ]


@pytest.mark.rule("tw-9.6-amph")
@pytest.mark.parametrize("kind", ["beachhead", "bridgehead", "breach"])
def test_9_6_six_units_stack_under_a_marker_and_a_seventh_does_not(kind: str) -> None:
    campaign = campaign_with(*["germany inf 6-5"] * 8, "germany para 2-5")
    marker = Marker(kind=kind, place="warsaw", power="germany", since="1941-2-summer")
    warsaw = attrs.evolve(campaign.places["warsaw"], holder="germany")
    campaign = attrs.evolve(campaign, markers={f"{kind}-warsaw": marker}, places={**campaign.places, "warsaw": warsaw})
    six = after(campaign, "germany station warsaw units=6-inf-6-5,para-2-5")
    assert f"a {kind}: 6 at most" in refused(six, "germany station warsaw units=inf-6-5")
    site = next(site for site in sites(six) if site.id == "warsaw")
    assert any(fact.text.endswith(f"there; a {kind}: 6 stack") for fact in site.facts)
    # When it has come off, they have to go.
    bare = attrs.evolve(six, markers={})
    assert any(duty.text.startswith("6 units stack at Warsaw") for duty in falls_due(RULESET, bare))
    assert not any(duty.text.startswith("6 units stack at Warsaw") for duty in falls_due(RULESET, six))


@pytest.mark.rule("tw-9.6-amph")
def test_9_6_six_attack_out_of_a_breach_and_no_more() -> None:
    kinds = ["germany inf 6-5"] * 7
    campaign = attrs.evolve(campaign_with(*kinds, "ussr inf 4-5"), wars=wars_of({"germany+ussr": "1941-2-summer"}))
    marker = Marker(kind="breach", place="warsaw", power="germany", since="1941-2-summer")
    warsaw = attrs.evolve(campaign.places["warsaw"], holder="germany")
    campaign = attrs.evolve(campaign, markers={"breach-warsaw": marker}, places={**campaign.places, "warsaw": warsaw})
    there = stepped(after(campaign, "germany station warsaw units=6-inf-6-5"), ATTACKS)
    line = "germany attack x units={} against=inf-4-5"
    six = ",".join(f"germany-inf-{600 + n}" for n in range(6))
    assert refused(there, line.format(six)) == ""
    # The seventh comes from another hex.
    assert refused(there, line.format(f"{six},germany-inf-606")) == ""
    closed = attrs.evolve(there, markers={})
    assert "6 units stack at Warsaw (9.6, 10.8)" in refused(closed, line.format(six))
    assert refused(closed, line.format("germany-inf-600,germany-inf-601,germany-inf-602,germany-inf-606")) == ""


@pytest.mark.rule("tw-9.6.1")
def test_9_6_1_the_french_stack_three_in_paris_whatever_their_rating() -> None:
    campaign = campaign_with(*["france inf 4-5"] * 4, step="allied.operations.first-impulse")
    campaign = attrs.evolve(
        campaign, powers={**campaign.powers, "france": attrs.evolve(campaign.powers["france"], army=3)}
    )
    there = after(campaign, "france station paris units=3-inf-4-5")
    assert "French units in Paris: 3 at most" in refused(there, "france station paris units=inf-4-5")
    assert "a Third-Rate stack: 1 at most" in refused(campaign, "france station lyons units=2-inf-4-5")


@pytest.mark.rule("tw-9.6.1")
def test_9_6_1_the_british_are_neither_in_paris_nor_in_the_maginot_line() -> None:
    campaign = campaign_with("britain inf 6-7", "france inf 4-5", step="allied.operations.first-impulse")
    maginot = next(
        key for key, place in campaign.places.items() if place.country == "france" and place.kind == "fortress"
    )
    line = "britain station {} units=britain-inf-600"
    text = refused(campaign, line.format("paris"))
    assert "no British ground unit is in Paris while France stands (9.6.1)" in text
    assert "no British ground unit is in the Maginot Line" in refused(campaign, line.format(maginot))
    assert "9.6.1" not in refused(campaign, line.format("lyons"))
    assert "9.6.1" not in refused(campaign, f"france station {maginot} units=france-inf-601")
    assert "9.6.1" in refused(stepped(campaign, "allied.stratmove.ground"), "britain stratmove ground to=paris")
    # Germany has taken it: the British come back to free it, and take it.
    fallen = attrs.evolve(campaign.powers["france"], surrendered="1940-2-summer")
    paris = attrs.evolve(campaign.places["paris"], holder="germany")
    freed = attrs.evolve(
        campaign,
        powers={**campaign.powers, "france": fallen},
        places={**campaign.places, "paris": paris},
        wars=wars_of({"britain+germany": "1939-3-fall"}),
    )
    assert "9.6.1" not in refused(freed, "capture paris britain") and "9.6.1" not in refused(
        freed, line.format("paris")
    )


def test_9_4_nobody_is_stationed_in_a_box_and_fleets_are_nowhere() -> None:
    campaign = campaign_with("germany inf 6-5", "germany fleet 1-12-5", "germany tac 1-5-4")
    assert "nobody is stationed at 'us-box' (9.4)" in refused(campaign, "germany station us-box units=inf-6-5")
    assert "nobody is stationed at 'atlantis'" in refused(campaign, "germany station atlantis units=inf-6-5")
    assert "nobody is named" in refused(campaign, "germany station berlin")
    assert "is not stationed" in refused(campaign, "germany station berlin units=fleet-1-12-5")
    # Air units do not stack with them, but a city is a base for one, and a fighter beside it (11.1).
    assert refused(campaign, "germany station berlin units=tac-1-5-4,inf-6-5") == ""
    more = attrs.evolve(campaign, units={**campaign.units, "germany-tac-9": campaign.units["germany-tac-602"]})
    assert "2 TAC, MDM and NAC at Berlin, with 1 base (11.1)" in refused(
        more, "germany station berlin units=2-tac-1-5-4"
    )


@pytest.mark.rule("tw-9.4")
def test_9_4_nobody_is_stationed_in_a_place_of_an_enemy_or_of_a_neutral() -> None:
    campaign = campaign_with("germany inf 6-5", "germany tac 1-5-4", "germany fleet 1-12-5")
    line = "germany station {} units=germany-inf-600"
    text = refused(campaign, line.format("london"))
    assert "London is in the hands of Britain, an enemy (9.4, 1.2)" in text
    assert "'capture london germany' first" in text
    assert "a neutral country (9.4.2, 6.3.1)" in refused(campaign, line.format("bern"))
    # Whoever has taken it stands there, and nobody whose it was.
    taken = attrs.evolve(
        campaign, places={**campaign.places, "london": attrs.evolve(campaign.places["london"], holder="germany")}
    )
    assert refused(taken, line.format("london")) == ""
    for unit in ("germany-tac-601", "germany-fleet-602"):
        for place in ("london", "bern"):
            assert refused(campaign, f"germany station {place} units={unit}") != "", (unit, place)
