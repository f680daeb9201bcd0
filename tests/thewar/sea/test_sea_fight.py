"""Battles at sea in a campaign: missions, who finds them, rounds with their choices, ships sunk and in the yards (7.0,
7.8 to 7.10, 11.7)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.kernel.reading import parse, understand
from engine.thewar.rolls.naval_combat import Engagement as Engagement_
from engine.thewar.ruleset import RULESET
from engine.thewar.sea import sea_drafts, sea_outcomes
from engine.thewar.sea.sea_battle import Sea
from engine.thewar.sea.sea_fight import SeaFight
from engine.thewar.sea.sea_interception import Intercept
from engine.thewar.sea.sea_orders import Mission
from engine.thewar.sheets.war_report import ReportSheet
from engine.thewar.world.state import Engagement, TheWar, Unit
from saves import turnfile
from saves.format import FORMAT, Head
from tests.thewar.atlantic import Segment
from tests.thewar.builds import after, at, refused
from tests.thewar.sampling import Deed, every_outcome, following
from tests.thewar.values import wars_of

AXIS, ALLIED = "axis.operations.naval", "allied.operations.naval"
AT_WAR = wars_of({"britain+germany": "1939-3-fall", "britain+italy": "1940-2-summer"})


def unit(power: str, kind: str, strength: str = "1-12-5", **more: Any) -> Unit:
    return Unit(power=power, kind=kind, strength=strength, **more)


def med(step: str = AXIS, turn: str = "1942-1-spring", **powers: Any) -> TheWar:
    """The Mediterranean of the Malta example, with more ships."""
    campaign = at(step, turn, italy={"navy": 3, "air": 3, **powers.pop("italy", {})}, **powers)
    units = {
        "italy-tac-1": unit("italy", "tac", "1-5-4"),
        "germany-tac-1": unit("germany", "tac", "1-5-4"),
        "germany-ftr-1": unit("germany", "ftr", "3-3-2"),
        "italy-fleet-1": unit("italy", "fleet"),
        "italy-fleet-2": unit("italy", "fleet"),
        "italy-fleet-3": unit("italy", "fleet", depleted=True),
        "britain-fleet-1": unit("britain", "fleet"),
        "britain-fleet-2": unit("britain", "fleet"),
        "britain-cv-1": unit("britain", "cv", ""),
        "britain-nac-1": unit("britain", "nac", "1-3-2"),
        "britain-inf-1": unit("britain", "inf", "4-5"),
    }
    return attrs.evolve(campaign, units=units, wars=AT_WAR)


def given(campaign: TheWar, line: str, *faces: int) -> TheWar:
    """The campaign after an order and all that follows of itself, up to the next choice."""
    assert not refused(campaign, line), refused(campaign, line)
    order = understand(RULESET, line, campaign)
    dice = FixedDice(faces)
    batches = play.submit(RULESET, campaign, [order], seat="solo", dice=dice, n=1)
    campaign = batches[-1].campaign
    assert isinstance(campaign, TheWar)
    assert not dice.left
    return campaign


def asked(campaign: TheWar) -> tuple[str, tuple[str, ...]]:
    found = play.decision(campaign)
    assert found is not None
    return found.power, found.answers


MISSION = "italy mission sardinian-sea units=italy-tac-1 facts=mediterranean,enemy-supply"


@pytest.mark.rule("tw-7.9.7", "tw-7.10-home", "tw-7.10-break")
def test_7_example_of_play_malta_as_it_is_played_in_a_campaign() -> None:
    campaign = after(med(), MISSION)
    # 7.8: the British of Gibraltar look for it, four Sea Areas away: +2, -1 for their carrier, -3 for ratings.
    british = "britain intercept-at-sea sardinian-sea units=britain-fleet-1,britain-cv-1,britain-nac-1 distance=4"
    order = understand(RULESET, british, campaign)
    assert isinstance(order, Intercept) and order.net(campaign).total == -2
    campaign = given(campaign, british, 3)
    assert campaign.engagements["sardinian-sea"].defenders == ("britain-fleet-1", "britain-cv-1", "britain-nac-1")
    # German aircraft find them without a die (7.8.3); two Italian Fleets with +4.
    campaign = given(campaign, "germany intercept-at-sea sardinian-sea units=germany-tac-1,germany-ftr-1")
    italian = "italy intercept-at-sea sardinian-sea units=italy-fleet-1,italy-fleet-2 distance=3 facts=own-land-air"
    order = understand(RULESET, italian, campaign)
    assert isinstance(order, Intercept) and order.net(campaign).total == 4
    campaign = given(campaign, italian, 3)
    campaign = given(campaign, "italy sea-battle sardinian-sea")
    assert asked(campaign) == ("britain", ("britain nacs no", "britain nacs yes"))
    # In the air the NAC is lost whatever the die; Flak hits the German TAC; the CV, without its NAC, or the Fleet.
    campaign = given(campaign, "britain nacs yes", 10, 10, 9)
    assert asked(campaign) == ("britain", ("britain suffers britain-cv-1", "britain suffers britain-fleet-1"))
    assert "'britain-nac-1' cannot take it" in refused(campaign, "britain suffers britain-nac-1")
    # A 3 on its damage, two factors. Then all fight all: an 8 is DD again, on the Fleet, which is whole.
    campaign = given(campaign, "britain suffers britain-cv-1", 3, 8, 7)
    assert asked(campaign)[1] == ("italy break-off no", "italy break-off yes")
    campaign = given(campaign, "italy break-off no")
    campaign = given(campaign, "britain break-off yes")
    # Nothing changes before the battle is over; then the ships sail home, the first yard at home by default.
    power, answers = asked(campaign)
    assert (
        power == "britain" and answers[0].startswith("britain to-yard britain-cv-1 ") and answers[-1].endswith(" none")
    )
    yard = answers[0].rpartition(" ")[2]
    assert "britain-nac-1" not in campaign.units and campaign.units["germany-tac-1"].depleted
    campaign = given(campaign, answers[0])
    (slip,) = (one for one in campaign.slips.values() if one.unit == "britain-cv-1")
    assert (slip.yard, slip.space) == (yard, 2)
    campaign = given(campaign, asked(campaign)[1][-1])
    assert not campaign.engagements and not campaign.pending
    assert campaign.units["britain-fleet-1"].depleted
    assert campaign.pools["britain-nac-1-3-2"].count == med().pools["britain-nac-1-3-2"].count + 1


@pytest.mark.rule("tw-7.8-volun", "tw-7.0")
def test_7_8_what_forbids_a_mission_and_an_interception() -> None:
    campaign = med()
    assert parse(RULESET, MISSION) == understand(RULESET, MISSION, campaign)
    there = after(campaign, MISSION)
    again = refused(there, "italy mission elsewhere units=italy-tac-1")
    # One mission a turn: the next impulse is too early.
    assert "has been on a mission in this player turn already" in again
    assert "Others, or the next player turn." in again and "impulse" not in again
    assert "announced already" in refused(there, "italy mission sardinian-sea units=italy-fleet-1")
    assert "it is the Axis player turn" in refused(campaign, "britain mission x units=britain-fleet-1")
    assert "nobody sails" in refused(campaign, "italy mission x")
    assert "is nothing to be said of a mission" in refused(campaign, "italy mission x units=italy-fleet-1 facts=fog")
    assert "carries nothing" in refused(campaign, "italy mission x units=italy-fleet-3 carrying=italy-fleet-3")
    assert "no Evasion chit" in refused(campaign, "germany mission x units=germany-tac-1 evasion=yes")
    assert "no ships are named in the port" in refused(campaign, "italy mission x units=italy-tac-1 facts=port")
    seek = "britain intercept-at-sea sardinian-sea units={} distance={}"
    assert "6 Sea Areas away" in refused(there, seek.format("britain-fleet-1", 6))
    assert "distance: -1 is out of range (7.8)" in refused(there, seek.format("britain-fleet-1", -1))
    assert "ground units intercept nothing" in refused(there, seek.format("britain-inf-1", 1))
    hurt = attrs.evolve(there, units={**there.units, "britain-fleet-1": unit("britain", "fleet", depleted=True)})
    assert "cannot intercept" in refused(hurt, seek.format("britain-fleet-1", 1))
    assert "nobody is there to be found" in refused(there, "italy intercept-at-sea sardinian-sea units=italy-fleet-1")
    assert "no mission at 'aegean'" in refused(there, "britain intercept-at-sea aegean units=britain-fleet-1")
    in_the_air = refused(there, "britain intercept sardinian-sea britain-fleet-1")
    assert "A mission at sea is met with 'britain intercept-at-sea sardinian-sea'." in in_the_air
    peace = attrs.evolve(there, wars={})
    assert "are not at war" in refused(peace, seek.format("britain-fleet-1", 1))


def test_7_8_a_force_looks_for_a_mission_once_and_a_natural_10_never_finds() -> None:
    campaign = after(med(), MISSION)
    seek = "britain intercept-at-sea sardinian-sea units=britain-fleet-1 distance=1"
    missed = given(campaign, seek, 10)
    assert not missed.engagements["sardinian-sea"].defenders
    assert "has looked for this mission" in refused(missed, seek)
    found = given(missed, seek.replace("fleet-1", "fleet-2"), 1)
    assert found.engagements["sardinian-sea"].defenders == ("britain-fleet-2",)
    assert "'sea-battle' fights it out" in refused(found, "italy undisturbed sardinian-sea")
    assert not after(missed, "italy undisturbed sardinian-sea").engagements
    assert "nobody has found the mission" in refused(missed, "italy sea-battle sardinian-sea")


@pytest.mark.rule("tw-7.8.1", "tw-7.8.1-winter", "tw-7.8.1-cv", "tw-7.8.1-cargo", "tw-7.8.1-radar", "tw-7.8.1-dist")
def test_7_8_1_the_campaign_knows_ratings_winter_carriers_cargo_radar_and_chits() -> None:
    def lines(campaign: TheWar, mission: str, seek: str) -> dict[str, int]:
        campaign = after(campaign, mission)
        order = understand(RULESET, seek, campaign)
        assert isinstance(order, Intercept)
        return {line.label: line.value for line in order.net(campaign).lines}

    sail = "italy mission gulf-of-cadiz units=2-fleet carrying=fleet"
    seek = "britain intercept-at-sea gulf-of-cadiz units=britain-cv-1,britain-nac-1 distance={}"
    found = lines(med(turn="1941-4-winter"), sail, seek.format(5))
    assert found["Winter outside the Mediterranean"] == 1 and found["a whole CV with its NAC"] == -1
    assert found["the force carries, invades or stratmoves"] == -1 and found["First-Rate against Third-Rate"] == -3
    assert found["port 5 Sea Areas away"] == 3
    assert lines(med(), sail, seek.format(0))["port 0 Sea Areas away"] == -2
    warm = lines(med(turn="1941-4-winter"), sail + " facts=mediterranean", seek.format(2))
    assert "Winter outside the Mediterranean" not in warm
    radar = med()
    radar = attrs.evolve(radar, facts={**radar.facts, "naval-radar": True})
    assert lines(radar, sail, seek.format(1))["British and American radar"] == -1
    said = seek.format(1) + " facts=own-land-air,patrol,strait"
    assert sum(lines(med(), sail, said).values()) == sum(lines(med(), sail, seek.format(1)).values()) - 6
    # 7.8.2: a German chit is spent and adds 4.
    german = med(germany={"chits": 1})
    german = attrs.evolve(german, units={**german.units, "germany-fleet-1": unit("germany", "fleet")})
    sail = "germany mission gulf-of-cadiz units=germany-fleet-1 evasion=yes"
    assert lines(german, sail, seek.format(2))["Evasion chit"] == 4
    assert after(german, sail).powers["germany"].chits == 0


@pytest.mark.rule("tw-7.9.8", "tw-7.10", "tw-7.10-home", "tw-7.10-wait")
def test_7_9_8_fleets_alone_sunk_and_depleted_ships_in_pool_and_yard() -> None:
    campaign = after(med(), "italy mission aegean units=italy-fleet-1,italy-fleet-2")
    campaign = given(campaign, "britain intercept-at-sea aegean units=britain-fleet-1,britain-fleet-2 distance=0", 1)
    before = campaign.pools["italy-fleet-1-12-5"].count
    # Third-Rate against First-Rate, +3 at 1-1: a 7 is a 10, A Sunk; like Fleets are not asked about.
    campaign = given(campaign, "italy sea-battle aegean", 7)
    campaign = given(campaign, "italy break-off no")
    # 1-2, +3: a 1 is a 4, AD: the Fleet is Depleted, five factors.
    campaign = given(campaign, "britain break-off no", 1, 6)
    campaign = given(campaign, "italy break-off yes")
    power, answers = asked(campaign)
    assert power == "italy" and answers[0].startswith("italy to-yard italy-fleet-2 ")
    assert campaign.pools["italy-fleet-1-12-5"].count == before + 1 and "italy-fleet-1" not in campaign.units
    assert "has no track for it" in refused(campaign, "italy to-yard italy-fleet-2 nowhere-at-all")
    campaign = given(campaign, answers[0])
    ((key, slip),) = ((key, one) for key, one in campaign.slips.items() if one.unit == "italy-fleet-2")
    assert slip.space == 4 and not campaign.pending
    # 7.10: its repair waits for the next turn.
    yards = attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step="axis.build.yards"))
    assert "italy-fleet-2 was hit this turn" in refused(yards, f"italy work {key}")
    assert "was hit this turn" not in refused(attrs.evolve(yards, missions={}), f"italy work {key}")


@pytest.mark.rule("tw-11.7.2", "tw-11.7.3")
def test_11_7_a_carrier_air_strike_on_ships_in_port() -> None:
    campaign = attrs.evolve(med(ALLIED), facts={**med().facts})
    strike = "britain mission taranto units=britain-cv-1,britain-nac-1 against=italy-fleet-1,italy-fleet-2 facts=port"
    campaign = after(campaign, strike)
    # Surprise on a 2: three times one against two Fleets, -3, -2 for the first time, -1 for the NAC; no Flak. An 8 is a
    # 2 at 3-2, DD2, with a die of damage for each; the attacker might sink the first with the second (ruling 258).
    campaign = given(campaign, "britain sea-battle taranto", 2, 8, 1)
    assert asked(campaign) == ("britain", ("britain suffers italy-fleet-2", "britain suffers italy-fleet-1"))
    campaign = given(campaign, "britain suffers italy-fleet-2", 4)
    assert campaign.facts["carrier-strike-britain"] is True
    campaign = given(campaign, "britain break-off yes")
    assert {campaign.units[key].depleted for key in ("italy-fleet-1", "italy-fleet-2")} == {True}
    # The first of a second strike is no first one any more.
    again = sea_drafts.drafted(
        campaign, Engagement(kind="sea", by="britain", attackers=("britain-cv-1", "britain-nac-1"))
    )
    assert not again.first_strike
    # 11.7.2: the same ships are surprised once in a segment; others may be.
    second = Engagement(kind="sea", by="britain", attackers=("britain-cv-1",), defenders=("italy-fleet-1",))
    assert sea_drafts.drafted(campaign, second).no_surprise
    assert not sea_drafts.drafted(campaign, attrs.evolve(second, defenders=("italy-fleet-3",))).no_surprise
    # A chit on surprise, as campaigns said it of a mission before chits were kept.
    assert sea_drafts.drafted(campaign, attrs.evolve(second, facts=("port", "espionage"))).espionage


@pytest.mark.rule("tw-11.7.1")
def test_11_7_1_in_port_the_attacker_chooses_who_is_hit() -> None:
    """Ruling 258."""
    base = med(ALLIED)
    base = attrs.evolve(base, units={**base.units, "italy-cv-1": unit("italy", "cv", "")})
    strike = "britain mission taranto units=2-fleet,britain-cv-1,britain-nac-1 against={} facts=port"
    campaign = after(base, strike.format("italy-fleet-1,italy-fleet-3,italy-cv-1"))
    campaign = given(campaign, "britain sea-battle taranto", 2, 8)
    power, answers = asked(campaign)
    assert power == "britain"
    assert {answer.split()[-1] for answer in answers} == {"italy-fleet-1", "italy-fleet-3", "italy-cv-1"}
    # A Depleted Fleet that is hit again is sunk.
    campaign = given(campaign, "britain suffers italy-fleet-3")
    assert asked(campaign)[0] == "britain"


class _Damage(FixedDice):
    """Dice that always give 5 for damage, and else what they are given."""

    def face(self, key: str, sides: int) -> int:
        return 5 if "/damage:" in key else super().face(key, sides)


def ends(
    campaign: TheWar, deed: Deed, rounds: int, chance: Fraction = Fraction(1)
) -> Iterator[tuple[TheWar, Fraction]]:
    """Every end of a battle that a deed begins, with its chance; broken off after so many rounds, all else answered by
    its default. The dice of damage are not varied."""
    for after_it, share in every_outcome(campaign, deed, dice=_Damage):
        if not after_it.pending:
            yield after_it, chance * share
            continue
        key = max(after_it.pending, key=int)
        fight = after_it.pending[key]
        waiting = fight.decision(after_it)
        more = following(after_it)
        assert isinstance(fight, SeaFight) or waiting is None
        if isinstance(fight, SeaFight) and waiting and "break-off" in waiting.default and fight.now.round > rounds:
            leaving = understand(RULESET, waiting.answers[1], after_it)
            assert not list(leaving.judge(after_it))
            more = leaving.effect
        assert more is not None
        yield from ends(after_it, more, rounds, chance * share)


LEAVES = {
    "fleets": (("italy-fleet-1", "italy-fleet-2"), ("britain-fleet-1",), 2),
    "aircraft": (("germany-tac-1",), ("britain-fleet-1", "britain-fleet-2"), 1),
    "carrier": (("italy-fleet-1",), ("britain-cv-1", "britain-nac-1"), 1),
}


@pytest.mark.parametrize("name", list(LEAVES))
def test_the_forecast_of_a_battle_is_what_play_comes_to_in_every_leaf(name: str) -> None:
    mine, theirs, rounds = LEAVES[name]
    campaign = after(med(), f"{mine[0].partition('-')[0]} mission aegean units={','.join(mine)}")
    found = campaign.engagements["aegean"]
    campaign = attrs.evolve(campaign, engagements={"aegean": attrs.evolve(found, defenders=theirs)})
    battle = sea_drafts.drafted(campaign, campaign.engagements["aegean"])
    forecast = sea_outcomes.forecast(attrs.evolve(battle, stay=rounds))
    assert forecast.exact

    def figures(ended: TheWar) -> tuple[int, ...]:
        sunk = [sum(1 for key in keys if key not in ended.units) for keys in (mine, theirs)]
        hurt = [sum(1 for key in keys if key in ended.units and ended.units[key].depleted) for keys in (mine, theirs)]
        return (*sunk, *hurt)

    played: dict[tuple[int, ...], Fraction] = {}
    for ended, chance in ends(campaign, understand(RULESET, "italy sea-battle aegean", campaign).effect, rounds):
        played[figures(ended)] = played.get(figures(ended), Fraction(0)) + chance
    told = forecast.of(
        lambda one: (
            one.attacker.units,
            one.defender.units,
            one.attacker.depleted + one.attacker.air_depleted,
            one.defender.depleted + one.defender.air_depleted,
        )
    )
    assert dict(told.outcomes) == played and sum(played.values()) == 1


def test_the_orders_have_forms_sentences_and_offers() -> None:
    campaign = after(med(), MISSION)
    assert Mission.form(campaign, "italy") is not None and Intercept.form(med(), "britain") is None
    order = understand(RULESET, "britain intercept-at-sea sardinian-sea units=britain-fleet-1 distance=1", campaign)
    assert order.sentence(campaign) == "Britain intercepts at Sardinian Sea with Fleet 1-12-5 (-4)"
    assert order.forecast(campaign) is not None


def test_the_picture_of_a_battle_shows_each_roll_with_its_cell_and_modifiers() -> None:
    game = Segment(after(med(), MISSION))
    for line, faces in (
        ("britain intercept-at-sea sardinian-sea units=britain-fleet-1,britain-cv-1,britain-nac-1 distance=4", (3,)),
        ("germany intercept-at-sea sardinian-sea units=germany-tac-1", ()),
        ("italy sea-battle sardinian-sea", ()),
        ("britain nacs yes", (10, 10, 9)),
        ("britain suffers britain-cv-1", (3,)),
        ("italy break-off yes", ()),
    ):
        game.give(line, faces=faces)
    search, fight = ReportSheet().battles(game.campaign, game.entries)
    (cast,) = search.casts
    assert (cast.faces, cast.net, cast.column, cast.cell) == ((3,), -2, "1", "Intercept")
    holding = {one.label: one.value for one in cast.reckoned if one.holds}
    assert holding["a whole CV with its NAC"] == -1 and holding["port 4 Sea Areas away"] == 2
    assert any(one.label == "Evasion chit" and not one.holds for one in cast.reckoned)
    assert fight.forces == "2 TAC 1-5-4 against Fleet 1-12-5, CV, NAC 1-3-2"
    titles = [one.title for one in fight.casts]
    assert (
        titles[0].startswith("round 1, D") and titles[1].startswith("round 1, E") and titles[2].startswith("round 1, F")
    )
    f = fight.casts[2]
    assert f.column == "4-1" and f.faces == (9,) and f.cell == "DD"
    assert any("supply" in one.label and one.holds for one in f.reckoned)
    assert any("damage of CV" in title for title in titles)
    assert fight.open or any("breaks off" in one.text for one in fight.words)


@pytest.mark.rule("tw-7.8.1-chit", "tw-7.8.1-strait", "tw-7.8.1-patrol", "tw-7.8-surprise")
@pytest.mark.parametrize(
    ("fact", "value"),
    [
        ("espionage", -1), ("counter-espionage", 1), ("strait", -3), ("patrol", -2), ("western-surprise", 1),
        ("own-land-air", -1), ("other-land-air", 1),
    ],
)  # fmt: skip
def test_7_8_1_what_only_the_board_knows_is_said_with_the_order(fact: str, value: int) -> None:
    campaign = after(med(), "italy mission aegean units=italy-fleet-1")
    seek = "britain intercept-at-sea aegean units=britain-fleet-1 distance=2"
    plain, told = (understand(RULESET, line, campaign) for line in (seek, f"{seek} facts={fact}"))
    assert isinstance(plain, Intercept) and isinstance(told, Intercept)
    assert told.net(campaign).total == plain.net(campaign).total + value
    assert "is nothing to be said here" in refused(campaign, f"{seek} facts=fog")
    assert "named twice" in refused(campaign, f"{seek} facts={fact},{fact}")
    # The lower half of the printed list is not for counter-interceptions.
    there = attrs.evolve(campaign.engagements["aegean"], defenders=("britain-fleet-2",))
    counter = attrs.evolve(campaign, engagements={"aegean": there})
    line = "italy intercept-at-sea aegean units=italy-fleet-2 distance=2"
    plain, told = (understand(RULESET, one, counter) for one in (line, f"{line} facts={fact}"))
    assert isinstance(plain, Intercept) and isinstance(told, Intercept)
    only = fact in ("patrol", "other-land-air")
    assert told.net(counter).total - plain.net(counter).total == (0 if only else value)


def test_7_10_depleted_ships_carry_nothing_and_a_lost_battle_leaves_no_draft() -> None:
    """7.9.9, ruling 39: a lone Fleet that meets two TAC is sunk, and nothing of the battle stays behind."""
    campaign = after(med(ALLIED), "britain mission aegean units=britain-fleet-1")
    campaign = given(campaign, "italy intercept-at-sea aegean units=italy-tac-1")
    campaign = given(campaign, "germany intercept-at-sea aegean units=germany-tac-1")
    assert "has intercepted in this impulse already" in refused(
        after(campaign, "britain mission levant units=britain-fleet-2"),
        "italy intercept-at-sea levant units=italy-tac-1",
    )
    campaign = given(campaign, "britain sea-battle aegean", 1)
    assert "britain-fleet-1" not in campaign.units and not campaign.pending and not campaign.engagements


@pytest.mark.rule("tw-5.3.1-eq", "tw-1.2-natzone")
def test_5_3_1_u_boats_and_asw_on_the_murmansk_run() -> None:
    """8.8.7: two count one Fleet, each is hit by itself; no Flak; two of a kind at most."""
    base = med(ALLIED)
    more = {f"germany-uboat-{n}": unit("germany", "uboat", "") for n in (1, 2, 3)}
    more |= {f"britain-asw-{n}": unit("britain", "asw", "") for n in (1, 2)}
    campaign = attrs.evolve(base, units={**base.units, **more})
    sail = "britain mission hammerfest units=britain-fleet-1,britain-asw-1,britain-asw-2 carrying=britain-fleet-1"
    assert "on the Murmansk Run alone" in refused(campaign, sail)
    campaign = after(campaign, f"{sail} facts=murmansk")
    seek = "germany intercept-at-sea hammerfest units=germany-uboat-1,germany-uboat-2{} distance=1"
    assert "At most 2 U-boats" in refused(campaign, seek.format(",germany-uboat-3"))
    campaign = given(campaign, seek.format(""), 1)
    battle = sea_drafts.drafted(campaign, campaign.engagements["hammerfest"])
    sea = Sea(battle)
    found = sea.rolled(sea.start())
    assert found is not None and isinstance(found.roll, Engagement_)
    # A Fleet and two ASW against two U-boats: 2 to 1; the Germans have nothing but U-boats, the British a cargo.
    assert (found.roll.attacker, found.roll.defender) == (2, 1)
    assert {"defender-submarines", "attacker-carrying"} == set(found.roll.modifiers)
    # +1 -1 = 0: an 8 is AD at 3-2 but DD at 2-1: one U-boat, not the pair.
    campaign = given(campaign, "britain sea-battle hammerfest", 8)
    campaign = given(campaign, "britain break-off yes")
    assert [campaign.units[f"germany-uboat-{n}"].depleted for n in (1, 2)] == [True, False]
    assert not campaign.pending


def vichy() -> TheWar:
    base = med("allied.end.vichy", turn="1940-2-summer")
    ships = {f"vichy-france-fleet-{n}": unit("vichy-france", "fleet") for n in (1, 2)}
    return attrs.evolve(base, units={**base.units, **ships})


@pytest.mark.rule("tw-18.5.6", "tw-18.5.6-use")
def test_18_5_6_mers_el_kebir() -> None:
    campaign = vichy()
    order = "{} mers-el-kebir units={} against=vichy-france-fleet-1,vichy-france-fleet-2"
    assert "British ships attack" in refused(campaign, order.format("italy", "italy-fleet-1"))
    assert "No aircraft from land" in refused(campaign, order.format("britain", "britain-inf-1"))
    line = order.format("britain", "britain-fleet-1,britain-fleet-2")
    forecast = understand(RULESET, line, campaign).forecast(campaign)
    assert forecast is not None and forecast.exact
    # Two to two, -3 for ratings and -2 for the occasion: a 7 is a 2, DD. One round; then a 10: a Fleet joins the Axis.
    fought = given(campaign, line, 7, 1, 10)
    assert not fought.pending
    assert {key: fought.units[key].power for key in ("vichy-france-fleet-1", "vichy-france-fleet-2")} == {
        "vichy-france-fleet-1": "vichy-france",
        "vichy-france-fleet-2": "germany",
    }
    assert given(campaign, line, 7, 1, 9).units["vichy-france-fleet-2"].power == "vichy-france"
    assert "it was attacked already" in refused(fought, line)
    # An 11 would miss; a 10 with -5 is a 5, AD: nobody of Vichy is hit, and no second die is rolled.
    assert given(campaign, line, 10, 1).facts["mers-el-kebir"] is True


def test_a_battle_that_waits_for_an_answer_is_saved_and_read_back() -> None:
    campaign = after(med(), MISSION)
    for line, faces in (
        ("britain intercept-at-sea sardinian-sea units=britain-fleet-1,britain-cv-1,britain-nac-1 distance=4", (3,)),
        ("germany intercept-at-sea sardinian-sea units=germany-tac-1,germany-ftr-1", ()),
        ("italy sea-battle sardinian-sea", ()),
        ("britain nacs yes", (10, 10, 9)),
    ):
        campaign = given(campaign, line, *faces)
    head = Head(FORMAT, 1, RULESET.calendar.now(campaign), RULESET.version)
    data, _ = turnfile.opening_bytes(head, campaign)
    found = turnfile.load(Path("0001-x.toml"), data, RULESET).opening
    assert isinstance(found, TheWar)
    assert (found.pending, found.engagements) == (campaign.pending, campaign.engagements)
    assert asked(found) == asked(campaign)
    # 7.9: a battle at sea is none that 'fight' fights on the ground.
    ground = attrs.evolve(campaign, pending={}, progress=attrs.evolve(campaign.progress, step="axis.operations.combat"))
    assert "'sea-battle' fights it" in refused(ground, "italy fight sardinian-sea")
