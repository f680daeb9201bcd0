"""Air battles in a campaign: counter-air missions and the fight over a battle on the ground, decision by decision (4.1,
11.3 to 11.5, 11.8.2, 11.9, 11.11.5, 11.12); play against the forecast, leaf by leaf."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import pytest

from engine.kernel import play
from engine.kernel.changes import Entry
from engine.kernel.dice import FixedDice
from engine.kernel.reading import parse, understand
from engine.kernel.sheets.reports import Report
from engine.thewar.air import air_engagements, air_fight
from engine.thewar.air.air_battle import Toll
from engine.thewar.combat.combatants import Combatant
from engine.thewar.ground.ground_losses import Outcome
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets.preview_sheet import PreviewSheet
from engine.thewar.sheets.war_report import ReportSheet
from engine.thewar.world.state import Installation, TheWar, Unit
from tests.thewar.builds import after, at, refused
from tests.thewar.minors import at_war
from tests.thewar.sampling import every_end
from tests.thewar.values import wars_of

COUNTER, ATTACKS, COMBAT = (f"axis.operations.{step}" for step in ("counter-air", "attacks", "combat"))
RAID = "germany counter-air 2520 units=germany-ftr-901 against=britain-ftr-901 flak=1 facts=over-britain"


def sky(turn: str = "1940-2-summer", step: str = COUNTER, /, *, germany: str = "sle", **units: int) -> TheWar:
    """A campaign with these air units alone (``britain_ftr=2``), all at war with Germany and on the board."""
    campaign = at(step, turn, germany={"effort": germany})
    strengths = {
        "ftr": "3-3-2",
        "tac": "1-5-4",
        "mdm": "1-7-6",
        "nac": "1-3-2",
        "arm": "8-8",
        "inf": "6-5",
        "flak": "1-3",
        "para": "2-5",
    }
    board: dict[str, Unit] = {}
    wars: dict[str, str] = {}
    for name, many in units.items():
        power, _, kind = name.partition("_")
        for number in range(901, 901 + many):
            board[f"{power}-{kind}-{number}"] = Unit(power=power, kind=kind, strength=strengths[kind])
        if power not in ("germany", "italy"):
            wars[f"germany+{power}"] = wars[f"italy+{power}"] = turn
    return attrs.evolve(campaign, units=board, wars=wars_of(wars))


class Played:
    """A campaign played on, its entries kept."""

    def __init__(self, campaign: TheWar) -> None:
        self.campaign = campaign
        self.entries: list[Entry] = []

    def give(self, line: str, *faces: int) -> Played:
        order, dice = understand(RULESET, line, self.campaign), FixedDice(faces)
        n = len(self.entries) + 1
        for batch in play.submit(RULESET, self.campaign, [order], seat="solo", dice=dice, n=n):
            self.campaign = batch.campaign
            self.entries.extend(batch.entries)
        assert not dice.left
        return self

    @property
    def asked(self) -> tuple[str, ...]:
        found = play.decision(self.campaign)
        return found.answers if found is not None else ()

    @property
    def reports(self) -> tuple[Report, ...]:
        return ReportSheet().battles(self.campaign, self.entries)


def fate(campaign: TheWar, key: str) -> str:
    unit = campaign.units.get(key)
    return "gone" if unit is None else "depleted" if unit.depleted else "whole"


def stepped(campaign: TheWar, step: str) -> TheWar:
    return attrs.evolve(campaign, progress=attrs.evolve(campaign.progress, step=step, done=()))


@pytest.mark.rule("tw-11.5", "tw-11.5.1", "tw-11.9-rounds")
def test_11_5_1_example_the_raf_fighter_comes_up_once() -> None:
    """The printed raid of 1940, decision by decision."""
    game = Played(after(sky(germany_ftr=1, britain_ftr=1), RAID))
    game.give("germany fight 2520")
    assert game.asked == ("germany air-effort none", "germany air-effort sae")
    game.give("germany air-effort none")
    assert game.asked == ("britain rise yes", "britain rise no")
    # 1-1, +2 over Britain: a 3 is row 5, DD.
    game.give("britain rise yes", 3)
    assert fate(game.campaign, "britain-ftr-901") == "depleted"
    assert game.asked == ("germany fly-on yes", "germany fly-on no")
    # It stays down: Flak on the column of 1 depletes the German, and the 10 on 3-2 is void.
    game.give("germany fly-on yes").give("britain rise no", 10, 10)
    assert fate(game.campaign, "germany-ftr-901") == "depleted"
    # A last volley misses, and a 4 is row 6 on 3-2: DD on what is Depleted.
    game.give("germany fly-on yes").give("britain rise no", 1, 4)
    assert fate(game.campaign, "britain-ftr-901") == "gone" and fate(game.campaign, "germany-ftr-901") == "depleted"
    assert game.campaign.pools["britain-ftr-3-3-2"].count > 0
    assert not game.campaign.pending and not game.campaign.engagements
    (report,) = game.reports
    assert report.title == "Counter-air mission against 2520" and not report.open
    assert [cast.title for cast in report.casts] == [
        "round 1", "Flak before round 2", "round 2: on the ground", "Flak before round 3", "round 3: on the ground",
    ]  # fmt: skip
    assert [(cast.column, cast.net, cast.cell) for cast in report.casts[::2]] == [
        ("1-1", 2, "DD"), ("3-2", 2, "AE"), ("3-2", 2, "DD"),
    ]  # fmt: skip
    assert "AE is void" in " / ".join(one.text for one in report.casts[2].words)
    (shift,) = report.casts[2].shifts
    assert (shift.value, shift.label, shift.rule) == (1, "against units on the ground", "11.5.1, ruling 31")
    assert [one.text for one in report.words] == ["Three rounds are fought"]


@pytest.mark.rule("tw-11.5", "tw-11.2.3-once")
def test_11_5_missions_are_announced_before_all_others_and_once() -> None:
    campaign = sky(germany_ftr=2, germany_tac=1, britain_ftr=2, germany_nac=1)
    line = "germany counter-air 2520 units=ftr,tac against=ftr flak=2"
    order = understand(RULESET, line, campaign)
    assert parse(RULESET, order.text) == order
    assert order.sentence(campaign) == "Germany flies against 2520: FTR 3-3-2, TAC 1-5-4 against FTR 3-3-2"
    there = after(campaign, line)
    assert there.engagements["2520"].facts == ("flak-2",)
    # The second FTR is free; the TAC has flown.
    assert refused(there, "germany counter-air b units=ftr against=britain-ftr-902") == ""
    text = refused(there, "germany counter-air b units=tac against=britain-ftr-901")
    assert "TAC 1-5-4 has flown against airbases in this impulse already" in text
    assert "FTR 3-3-2 is attacked already" in text
    assert "announced already" in refused(there, "germany counter-air 2520 units=ftr against=britain-ftr-902")
    assert "not in this step" in refused(stepped(campaign, ATTACKS), line)
    late = stepped(there, COMBAT)
    assert "counter-air missions come before all others" in refused(late, "germany fight 2520")
    off = after(there, "germany call-off 2520")
    assert not off.engagements and not off.missions


@pytest.mark.rule("tw-11.5.1")
def test_11_5_1_everything_that_forbids_a_mission_is_said_at_once() -> None:
    campaign = sky(germany_ftr=1, germany_nac=1, germany_arm=1, britain_ftr=1, ussr_ftr=1)
    assert "NAC 1-3-2 does not fly a counter-air mission" in refused(
        campaign, "germany counter-air x units=nac against=britain-ftr"
    )
    assert refused(campaign, "germany counter-air x units=nac against=britain-ftr facts=port") == ""
    assert "ARM 8-8 does not fly a counter-air mission" in refused(
        campaign, "germany counter-air x units=arm,ftr against=britain-ftr"
    )
    peace = attrs.evolve(campaign, wars={})
    assert "are not at war" in refused(peace, "germany counter-air x units=ftr against=britain-ftr")
    weak = sky(germany="mle", germany_ftr=1, britain_ftr=1)
    assert "allows no combat" in refused(weak, "germany counter-air x units=ftr against=britain-ftr")
    assert "'fog' says nothing" in refused(campaign, "germany counter-air x units=ftr against=britain-ftr facts=fog")
    assert "flak: 10 is out of range (11.5)" in refused(
        campaign, "germany counter-air x units=ftr against=britain-ftr flak=10"
    )
    assert "it is the Axis player turn" in refused(campaign, "britain counter-air x units=ftr against=germany-ftr")
    assert "no air units are based there" in refused(campaign, "germany counter-air x units=ftr")


@pytest.mark.rule("tw-11.5.2", "tw-11.12.1", "tw-11.12.2")
def test_11_5_2_flak_of_a_hex_is_added_up() -> None:
    """Ruling 133: a city 1, with an airbase 2, a capital 2, each Flak unit 1; a bare hex none."""
    campaign = sky(germany_ftr=1, britain_ftr=1)
    base = {"britain-airbase-1": Installation(power="britain", kind="airbase", place="glasgow")}
    built = attrs.evolve(campaign, installations=base)
    for where, facts, there, factors in (
        ("2520", "flak=0", campaign, 0),
        ("2520", "flak=2 facts=airbase", campaign, 3),
        ("2520", "facts=city", campaign, 1),
        ("glasgow", "flak=1", campaign, 2),
        ("glasgow", "flak=1", built, 3),
        ("london", "flak=0", campaign, 2),
    ):
        announced = after(there, f"germany counter-air {where} units=ftr against=ftr {facts}")
        fight = air_fight.AirFight("air", where)
        battle = fight.battle(announced)
        assert battle.fires == factors, (where, facts)
        # Places of Britain are over Britain.
        assert battle.skies.over_britain is (where != "2520")


@pytest.mark.rule("tw-11.12.1")
def test_11_12_1_the_capital_of_a_minor_country_has_the_flak_of_a_capital() -> None:
    """Ruling 133: Warsaw, in Polish or German hands, 2 as London has; Kiev and Vichy only once they are capitals."""
    campaign = at_war(sky(germany_ftr=1, britain_ftr=1), "germany+norway")
    places = dict(campaign.places)
    for key, land in (("kiev", "ukraine"), ("vichy", "vichy-france")):
        places[key] = attrs.evolve(places[key], country=land)
    made = attrs.evolve(campaign, places=places)
    for where, there, facts, reason, factors in (
        ("london", campaign, "", "national capital", 2),
        ("warsaw", campaign, "", "national capital", 2),
        ("oslo", campaign, "", "national capital", 2),
        ("warsaw", campaign, "flak=1", "national capital", 3),
        # Bucharest is not recorded: it is said.
        ("bucharest", campaign, "facts=capital", "national capital", 2),
        ("cracow", campaign, "facts=city", "city or port", 1),
        ("kiev", campaign, "", "city or port", 1),
        ("vichy", campaign, "", "city or port", 1),
        ("kiev", made, "", "national capital", 2),
        ("vichy", made, "", "national capital", 2),
    ):
        announced = after(there, f"germany counter-air {where} units=ftr against=ftr {facts}")
        found = air_engagements.factors(announced, where, announced.engagements[where])
        assert (found.lines[0].label, found.total) == (reason, factors), where


@pytest.mark.rule("tw-11.5.1", "tw-11.8.2")
def test_11_5_1_interceptors_from_elsewhere_fight_a_round_and_then_leave() -> None:
    campaign = sky(germany="rle", germany_ftr=4, germany_tac=1, britain_ftr=2, britain_tac=1)
    campaign = after(campaign, "germany counter-air 2520 units=2-ftr against=britain-tac-901")
    assert "is in the hex itself" in refused(campaign, "britain intercept 2520 britain-tac-901")
    there = after(campaign, "britain intercept 2520 ftr", "germany intercept 2520 ftr")
    found = there.engagements["2520"]
    assert (len(found.attackers), len(found.facing)) == (3, 1)
    assert "has intercepted such a mission" in refused(there, f"britain intercept 2520 {found.facing[0]}")
    assert "no counter-air mission against 'x'" in refused(there, "britain intercept x ftr")
    game = Played(there).give("germany fight 2520")
    assert game.asked == ("germany air-effort none", "germany air-effort rae")
    # The TAC stays down, but a fighter has come: 3-1 with -2, a 10 is row 8, DD.
    game.give("germany air-effort none").give("britain rise no", 10)
    assert (fate(game.campaign, found.facing[0]), fate(game.campaign, "britain-tac-901")) == ("depleted", "whole")
    # It flies home, and the TAC is attacked on the ground: 4-1 with -5, a 10 is row 5, DE2.
    game.give("germany fly-on yes").give("britain rise no", 10)
    assert (fate(game.campaign, found.facing[0]), fate(game.campaign, "britain-tac-901")) == ("depleted", "gone")
    assert any(change.at == "engagements.2520.facing" for entry in game.entries for change in entry.changes)
    assert [cast.title for cast in game.reports[0].casts] == ["round 1", "round 2: on the ground"]
    assert not game.campaign.engagements and not game.campaign.pending


@pytest.mark.rule("tw-11.11.5")
def test_11_11_5_the_owner_chooses_among_equals() -> None:
    campaign = sky(germany_ftr=2, germany_mdm=1, britain_ftr=2, britain_tac=1)
    campaign = after(campaign, "germany counter-air x units=2-ftr,mdm against=2-ftr,tac")
    game = Played(campaign).give("germany fight x").give("germany air-effort none")
    # 7 to 7 is 1-1 without a net modifier: a 5 is DD.
    game.give("britain rise yes", 5)
    assert game.asked == ("britain takes britain-ftr-901", "britain takes britain-tac-901")
    text = refused(game.campaign, "britain takes germany-ftr-901")
    assert "who is Depleted over X? (11.11.5, ruling 45)" in text
    order = understand(RULESET, "britain takes germany-ftr-901", game.campaign)
    assert [one.rule for one in order.judge(game.campaign)] == ["11.11.5"]
    game.give("britain takes britain-tac-901")
    assert fate(game.campaign, "britain-tac-901") == "depleted"
    # An 8 is AD2 of 1-1: +4 for a rating is not there, two of three Germans are hit.
    game.give("germany fly-on yes").give("britain rise yes", 8)
    assert game.asked == ("germany takes germany-ftr-901", "germany takes germany-mdm-901")


@pytest.mark.rule("tw-11.5.1")
def test_11_5_1_some_come_up_and_the_others_are_not_hit_in_the_air() -> None:
    campaign = sky(germany="lle", germany_ftr=3, britain_ftr=2, britain_tac=1)
    game = Played(after(campaign, "germany counter-air x units=3-ftr against=2-ftr,tac")).give("germany fight x")
    assert set(game.asked) == {
        "britain rise yes", "britain rise no", "britain rise yes units=britain-ftr-901",
        "britain rise yes units=britain-ftr-901,britain-ftr-902", "britain rise yes units=britain-tac-901",
        "britain rise yes units=britain-ftr-901,britain-tac-901",
    }  # fmt: skip
    # 9 to 3 is 3-1 with -3 and +1: a 1 is row -1, DE4 on the one that rose.
    game.give("britain rise yes units=britain-ftr-901", 1)
    assert [fate(game.campaign, f"britain-{key}") for key in ("ftr-901", "ftr-902", "tac-901")] == [
        "gone", "whole", "whole",
    ]  # fmt: skip


@pytest.mark.rule("tw-4.1-sae", "tw-4.2-rae")
def test_4_1_an_air_effort_is_offered_by_the_logistical_effort_and_told() -> None:
    for effort, kind, times in (("sle", "sae", 3), ("rle", "rae", 2)):
        campaign = sky(germany=effort, germany_ftr=3, britain_ftr=3)
        game = Played(after(campaign, "germany counter-air x units=3-ftr against=3-ftr"))
        game.give("germany fight x")
        assert "no air effort" in refused(game.campaign, "germany air-effort big")
        game.give(f"germany air-effort {kind}").give("britain rise yes", 4)
        assert sum(unit.depleted for unit in game.campaign.units.values()) == times
        words = " / ".join(one.text for one in game.reports[0].casts[0].words)
        assert f"Times {times}" in words
    limited = Played(
        after(sky(germany="lle", germany_ftr=1, britain_ftr=1), "germany counter-air x units=ftr against=ftr")
    )
    assert limited.give("germany fight x").asked == ("britain rise yes", "britain rise no")


# ---------------------------------------------------------------- over a battle on the ground

ATTACK = "germany attack x units=3-arm against=2-inf terrain=clear air=2-tac"


def _front(**units: int) -> TheWar:
    there = {"germany_arm": 3, "germany_tac": 2, "france_inf": 2, "france_tac": 1, **units}
    return after(sky("1940-2-summer", ATTACKS, germany="lle", **there), ATTACK)


@pytest.mark.rule("tw-11.3.1", "tw-11.4.1", "tw-11.4", "tw-11.3")
def test_11_3_1_example_the_air_battle_comes_before_the_roll_on_the_ground() -> None:
    campaign = after(_front(), "france support x tac")
    game = Played(stepped(campaign, COMBAT))
    # 2 to 1 at -3: a 10 is row 7, DD. The French fly home; then a 5 on the ground.
    game.give("germany fight x", 10)
    assert fate(game.campaign, "france-tac-901") == "depleted"
    assert game.asked == ("germany fly-on yes", "germany fly-on no")
    game.give("germany fly-on yes")
    assert game.asked == ("france fly-on yes", "france fly-on no")
    game.give("france fly-on no", 5)
    ground = next(roll for entry in game.entries for roll in entry.rolls if "/ground" in roll.key)
    assert ground.face == 5
    report = game.reports[0]
    assert report.title == "Air battle over X"
    assert [one.text for one in report.words] == ["The defender breaks off and flies home"]


@pytest.mark.rule("tw-11.3.1", "tw-11.9-rounds")
def test_11_9_who_breaks_off_supports_nothing() -> None:
    campaign = stepped(after(_front(), "france support x tac"), COMBAT)
    game = Played(campaign).give("germany fight x", 10)
    order = understand(RULESET, "germany fly-on no", game.campaign)
    told = order.forecast(game.campaign)
    # What stays is a Depleted French TAC: one column of DAS against no OAS.
    assert told is not None and told.chance(lambda toll: (toll.oas, toll.das) == (0, 1)) == 1
    game.give("germany fly-on no", 5)
    moved = [change for entry in game.entries for change in entry.changes if change.at == "engagements.x.air"]
    assert [change.now for change in moved] == [()]
    assert [one.text for one in game.reports[0].words] == ["The attacker breaks off and flies home"]


@pytest.mark.rule("tw-11.12.2")
def test_11_12_2_flak_units_in_the_hex_fire_at_support_and_cities_do_not() -> None:
    campaign = sky("1940-2-summer", ATTACKS, germany="lle", germany_arm=3, germany_tac=1, france_inf=1, france_flak=2)
    line = "germany attack x units=3-arm against=inf,2-flak terrain={} air=tac"
    there = stepped(after(campaign, line.format("city")), COMBAT)
    # Nobody meets it; two Flak factors on a 9: AD. Then the ground.
    game = Played(there).give("germany fight x", 9, 5)
    assert fate(game.campaign, "germany-tac-901") == "depleted"
    cast = game.reports[0].casts[0]
    assert (cast.title, cast.column, cast.cell) == ("Flak at what supports the attack", "2", "AD")
    bare = stepped(after(campaign, "germany attack x units=3-arm against=inf terrain=city air=tac"), COMBAT)
    assert not air_fight.meets(bare, "x")


# ---------------------------------------------------------------- forecast against play


def _toll(before: TheWar, ended: TheWar) -> tuple[int, ...]:
    """Lost and newly depleted on both sides."""
    found = []
    for axis in (True, False):
        mine = [key for key, unit in before.units.items() if (unit.power in ("germany", "italy")) is axis]
        found.append(sum(fate(ended, key) == "gone" for key in mine))
        found.append(sum(fate(ended, key) == "depleted" and fate(before, key) == "whole" for key in mine))
    return tuple(found)


def _figures(toll: Toll) -> tuple[int, ...]:
    return toll.attackers_lost, toll.attackers_depleted, toll.defenders_lost, toll.defenders_depleted


@pytest.mark.parametrize(
    ("units", "line"),
    [
        ({"germany_ftr": 1, "britain_ftr": 1}, "units=ftr against=ftr"),
        ({"germany_ftr": 2, "germany_tac": 1, "britain_tac": 1}, "units=2-ftr,tac against=tac"),
        ({"germany_tac": 2, "ussr_tac": 1, "ussr_ftr": 1}, "units=2-tac against=ftr,tac"),
    ],
)
def test_a_forecast_is_every_leaf_of_play(units: dict[str, Any], line: str) -> None:
    """Every run of dice through the real rules with each default against the exact distribution."""
    campaign = after(sky(germany="lle", **units), f"germany counter-air x {line}")
    order = understand(RULESET, "germany fight x", campaign)
    told = order.forecast(campaign)
    assert told is not None and told.exact
    wanted: dict[tuple[int, ...], Fraction] = {}
    for ended, chance in every_end(campaign, order):
        assert not ended.engagements
        found = _toll(campaign, ended)
        wanted[found] = wanted.get(found, Fraction(0)) + chance
    assert dict(told.of(_figures).outcomes) == wanted


def _ground_figures(outcome: Outcome) -> tuple[int, ...]:
    """Lost and Depleted among those on the ground, both sides."""
    forces = outcome.attackers, outcome.defenders
    return tuple(
        count
        for force in forces
        for count in (sum(map(_gone, force)), sum(one.fights and one.depleted for one in force))
    )


def _gone(one: Combatant) -> bool:
    return not one.fights


def test_a_forecast_with_its_air_battle_is_every_leaf_of_play() -> None:
    """A ground attack with support that has to be fought for: the exact distribution of what is lost on the ground
    against every run of dice through the real rules."""
    campaign = sky("1940-2-summer", ATTACKS, germany="lle", germany_arm=2, germany_tac=1, france_inf=2, france_tac=1)
    campaign = after(campaign, "germany attack x units=2-arm against=2-inf terrain=clear air=tac")
    campaign = stepped(after(campaign, "france support x tac"), COMBAT)
    order = understand(RULESET, "germany fight x", campaign)
    told = order.forecast(campaign)
    assert told is not None and told.exact
    wanted: dict[tuple[int, ...], Fraction] = {}
    for ended, chance in every_end(campaign, order):
        assert not ended.engagements
        found: list[int] = []
        for power, kind in (("germany", "arm"), ("france", "inf")):
            fates = [fate(ended, f"{power}-{kind}-{number}") for number in (901, 902)]
            found += [fates.count("gone"), fates.count("depleted")]
        wanted[tuple(found)] = wanted.get(tuple(found), Fraction(0)) + chance
    assert sum(wanted.values()) == 1
    assert dict(told.of(_ground_figures).outcomes) == wanted


def test_before_the_dice_a_mission_is_shown_with_its_first_round_and_tolls() -> None:
    campaign = sky(germany_ftr=2, germany_tac=1, britain_ftr=2, britain_tac=1)
    line = "germany counter-air london units=2-ftr,tac against=ftr flak=1"
    shown = PreviewSheet().preview(campaign, understand(RULESET, line, campaign))
    assert shown is not None and shown.odds is not None and shown.cast is not None
    assert (shown.title, shown.cast.column, shown.cast.net) == ("London", "2-1", 3)
    # London is a capital: 2, and a Flak unit.
    assert shown.first == ("Flak 3 before each round on the ground",)
    assert sum(chance for _, chance in shown.odds.bars) == 1
    assert [name for name, _ in shown.odds.bars] == ["0", "1"]
    assert any("comes up in every round" in text for text in shown.odds.assumed)
    there = after(campaign, line)
    more = PreviewSheet().preview(there, understand(RULESET, "britain intercept london tac", there))
    assert more is not None and more.cast is not None and more.cast.column == "3-2"
    (listed,) = PreviewSheet().announced(there, "germany")
    assert dict(listed.orders) == {"fight": "germany fight london", "call-off": "germany call-off london"}
    assert PreviewSheet().announced(there, "britain")[0].orders == ()
    assert PreviewSheet().preview(there, understand(RULESET, "germany fight london", there)) == listed.preview
