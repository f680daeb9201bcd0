"""What a battle on the ground is made of, line by line: the lines add up to what the column comes from, the page before
the die is the page after it, and nothing that counts is missing (10.1.1, 10.6, 11.3, 11.4)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import attrs
import pytest

from engine.kernel.reading import understand
from engine.kernel.sheets.reports import Cast
from engine.kernel.sheets.strengths import Share, together
from engine.kernel.tables import table
from engine.thewar.combat.combatants import Combatant
from engine.thewar.ground import assaults, ground_battle, ground_reports
from engine.thewar.ground.ground_battle import Assault
from engine.thewar.rolls import ground_combat
from engine.thewar.rolls import printed as printing
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets import battlefield, war_report
from engine.thewar.world.state import TheWar
from tests.scale import sampled
from tests.thewar.air.test_air_fight import COMBAT, Played, _front, stepped
from tests.thewar.beaches import ids, shore
from tests.thewar.builds import after
from tests.thewar.ground.test_ground_fight import ATTACK, front
from tests.thewar.ground.test_ground_random import wars
from tests.thewar.ground_wars import Game
from tests.thewar.reckoning import adds_up, before


def battles() -> Iterator[tuple[int, TheWar]]:
    yield from wars(0, sampled(300), air=False)
    yield from wars(50_000, sampled(300), air=True)


def test_the_lines_of_random_battles_add_up_to_what_the_column_comes_from() -> None:
    """Six hundred (one in twenty), with Reserves, sieges, second impulses and air support."""
    for seed, campaign in battles():
        ((where, engagement),) = campaign.engagements.items()
        assault = assaults.assault(campaign, where, engagement)
        fight, cast = ground_battle.battle(assault), ground_reports.of_engagement(campaign, where, engagement)
        adds_up(cast)
        attackers, defenders = cast.strengths
        assert (attackers.total, defenders.total) == (fight.attack, fight.defence), seed
        crt = printing.read(ground_combat.CRT)
        assert (cast.basic, cast.column) == (crt.columns[fight.basic], crt.columns[fight.place]), seed
        # Every counter of both sides has its line, whether it counts or not.
        assert sum(one.many for one in attackers.shares) == len(assault.attackers), seed
        assert sum(one.many for one in defenders.shares) == len(assault.defenders), seed
        flown = [one for one in cast.shifts if "air support" in one.label or "in the air alone" in one.why]
        assert len(flown) == len(engagement.air) + len(engagement.facing), seed
        # Every modifier of the table is there, with the ratings' own.
        assert len(cast.reckoned) == 1 + len(ground_combat.MODIFIERS), seed


def test_the_report_after_the_die_is_the_page_before_it() -> None:
    for seed, campaign in wars(900, sampled(150), air=False):
        (where,) = campaign.engagements
        shown = battlefield.preview(campaign, understand(RULESET, f"germany fight {where}", campaign))
        assert shown is not None and shown.cast is not None
        game = Game(campaign)
        game.fight([4] * 20)
        report = war_report.battles(game.campaign, game.entries)[-1]
        if not report.casts:
            assert shown.cast.words and "not made" in shown.cast.words[0].text, seed
            continue
        (cast,) = report.casts
        assert cast.faces == (4,) and cast.row is not None and cast.words, seed
        assert before(cast) == before(shown.cast), seed
        # The words of the table are the cell's.
        assert cast.cell == str(table("thewar", "ground-crt")["row"][str(cast.row)][cast.columns.index(cast.column)])


def one(kind: str, strength: str, *, power: str = "germany", rating: int = 1, depleted: bool = False) -> Combatant:
    one.made += 1  # type: ignore[attr-defined]
    return Combatant(f"{kind}-{one.made}", kind, strength, power, rating=rating, depleted=depleted)  # type: ignore[attr-defined]


one.made = 0  # type: ignore[attr-defined]


def drawn(*, force: tuple[Combatant, ...] = (), hexes: tuple[str, ...] = (), **more: object) -> Cast:
    """Three whole ARM 8-8 against a force, or an INF."""
    mine = tuple(one("arm", "8-8") for _ in range(3))
    theirs = force or (one("inf", "4-5", power="ussr", rating=3),)
    cast = ground_reports.cast(Assault(mine, theirs, hexes, **more), 0)  # type: ignore[arg-type]
    adds_up(cast)
    return cast


def idle(cast: Cast) -> dict[str, str]:
    """What does not count of the shifts, with the reasons."""
    return {one.label: f"{one.why} ({one.rule})" for one in cast.shifts if not one.holds}


@pytest.mark.parametrize(
    ("hexes", "value", "why", "rule"),
    [
        ((), 8, "4 x 2 in the hex; Third-Rate", "10.6"),
        (("forest",), 9, "4 x 2 in the hex, +1 forest; Third-Rate", "10.6, 10.6.3"),
        (("river",), 12, "4 x 3 across a river; Third-Rate", "10.6.10"),
        (("mountain", "river"), 16, "4 x 4 in mountains and across a river; Third-Rate", "10.6.10"),
        (("desert",), 4, "4 printed, infantry in the desert; Third-Rate", "10.6.1"),
        (("fortress",), 20, "4 x 5 in a fortress; Third-Rate", "10.6.6"),
    ],
)
def test_10_6_what_the_hex_makes_of_a_defender_is_said(hexes: tuple[str, ...], value: int, why: str, rule: str) -> None:
    share = drawn(hexes=hexes).strengths[1].shares[0]
    assert (share.value, share.why, share.rule) == (value, why, rule)


def test_what_does_not_count_is_said_with_the_reason() -> None:
    worn = one("inf", "4-5", power="ussr", rating=3, depleted=True)
    guns = one("flak", "1-3", power="ussr", rating=3)
    air = (one("mdm", "1-7-6"), one("tac", "1-5-4"), one("tac", "1-5-4", depleted=True))
    cast = drawn(force=(worn, guns), oas=air, hexes=("river",), facts=())
    whole, flak = cast.strengths[1].shares
    assert (whole.label, whole.value, whole.rule) == ("INF 4-5 Depleted", 4, "10.6")
    assert "no terrain helps what is Depleted" in whole.why
    assert (flak.counts, flak.why, flak.rule) == (False, "Flak fights no ground units", "11.12.2, ruling 169")
    assert idle(cast) == {
        "TAC 1-5-4, offensive air support": "two columns at most (11.3.2, ruling 34)",
        "TAC 1-5-4 Depleted, offensive air support": "two columns at most (11.3.2, ruling 34)",
    }
    muddy = drawn(oas=air[:1], oas_columns=1)
    held = [(each.value, each.why) for each in muddy.shifts if each.holds and "air support" in each.label]
    assert held == [(1, "the weather leaves 1")]


def test_ruling_33_what_the_tables_edge_takes_back_is_a_line() -> None:
    cast = drawn(oas=(one("mdm", "1-7-6"),))
    assert (cast.basic, cast.column) == ("3-1", "5-1")
    weak = drawn(force=tuple(one("inf", "2-5", power="ussr") for _ in range(2)), oas=(one("mdm", "1-7-6"),))
    assert (weak.basic, weak.column) == ("3-1", "5-1")
    weaker = drawn(force=(one("inf", "2-5", power="ussr"),), oas=(one("mdm", "1-7-6"),))
    assert weaker.column == "5-1" and weaker.shifts[-1].label == "5-1 at best"
    assert weaker.shifts[-1].rule == "10.1.1, ruling 33"


def test_10_8_5_which_rating_governs_and_by_what() -> None:
    mixed = (one("inf", "4-5", power="ussr", rating=2), one("inf", "2-5", power="ussr", rating=4))
    side = drawn(force=mixed).strengths[1]
    assert (side.rating, side.rating_rule) == ("Second-Rate, by 4 of 6 factors", "10.8.5, ruling 44")


def test_equal_counters_stand_on_one_line_and_what_is_no_counter_alone() -> None:
    three = [Share("INF", 4, "why", "1")] * 3
    bonus = Share("bonus", Fraction(1, 2), "", "2", many=0)
    assert together([*three, bonus, bonus]) == (Share("INF", 12, "why", "1", many=3), bonus, bonus)


def test_7_7_a_landing_says_what_bombards_and_who_lands_later() -> None:
    campaign = shore()
    line = "britain land x units=britain-inf-701,britain-arm-701 against=germany-inf-701 second=britain-arm-702"
    shown = battlefield.preview(
        campaign, understand(RULESET, f"{line} ships={ids('britain', 'fleet', 1, 2)}", campaign)
    )
    assert shown is not None and shown.cast is not None
    adds_up(shown.cast)
    (later,) = shown.cast.strengths[0].idle
    assert (later.label, later.why, later.rule) == (
        "ARM 8-8",
        "in the second wave: it lands after the battle",
        "7.7.1",
    )
    fleets = [(one.holds, one.why, one.rule) for one in shown.cast.shifts if "bombards" in one.label]
    assert fleets == [(True, "", "7.7.3"), (False, "1 column at most", "7.7.3")]
    assert "against a landing" in shown.cast.strengths[1].shares[0].why


def test_11_4_support_that_broke_off_in_the_air_is_told_in_the_report() -> None:
    campaign = stepped(after(_front(), "france support x tac"), COMBAT)
    game = Played(campaign).give("germany fight x", 10).give("germany fly-on yes").give("france fly-on no", 5)
    report = next(one for one in game.reports if one.kind == "ground")
    told = {one.label: one.why for one in report.casts[0].shifts if not one.holds}
    assert told["TAC 1-5-4 of France"] == "broke off in the air, and flew home"


def test_26_1_1_a_river_that_was_named_and_is_frozen_over_says_so() -> None:
    campaign = front(turn="1941-4-winter", germany={"effort": "sle"})
    campaign = attrs.evolve(campaign, facts={**campaign.facts, "eastern-weather": "russian-winter"})
    line = f"{ATTACK} facts=eastern-front".replace("terrain=city", "terrain=city,river")
    shown = battlefield.preview(campaign, understand(RULESET, line.replace("smolensk", "2520"), campaign))
    assert shown is not None and shown.cast is not None
    adds_up(shown.cast)
    assert [(one.label, one.why, one.rule) for one in shown.cast.strengths[1].idle] == [
        ("river", "frozen over", "26.1.1")
    ]
