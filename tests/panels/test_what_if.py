"""What may come of an answer that a battle asks for, in words (w)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from engine.kernel import outlook, play, things
from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.thewar.air import air_battle
from engine.thewar.combat import surprise_odds
from engine.thewar.countries import american_road, simplified_influence, variant_targets
from engine.thewar.endings import free_french, surrender_orders
from engine.thewar.ground import commando_raids, forced_march, ground_losses
from engine.thewar.politics import gathering, variant_attempts
from engine.thewar.rolls import bombing
from engine.thewar.ruleset import RULESET
from engine.thewar.sea import sea_outcomes
from engine.thewar.strategic import bomber_waves, hunted_war, mediterranean, partisan_war, rockets
from engine.worldatwar.bombing import raid_forecast
from engine.worldatwar.oceans import submarine_attacks
from engine.worldatwar.ruleset import RULESET as WORLD_AT_WAR
from saves.desk import Desk
from saves.scenarios import new, preview
from tests.panels.test_combat import at_sea, desk, raid
from tests.thewar.ground.test_ground_fight import ATTACK, COMBAT, stepped
from tests.thewar.politics.purchases import begun, give, scene
from tests.tui.every_screen import standing
from tests.tui.standin import StandinDesk
from tui import telling
from tui.odds_model import odds_rows
from tui.reader import pondered

RAW = re.compile(r"\w\(|\w=")
"""How a class prints itself."""


def in_the_air() -> Any:
    found = raid()
    found.do(["germany counter-air 2520 units=2-tac against=britain-ftr flak=1", "germany fight 2520"])
    return found


def on_the_ground() -> Any:
    found = StandinDesk(stepped(desk(f"{ATTACK} air=mdm").campaign, COMBAT))
    found.do(["germany fight smolensk"])
    return found


def afloat() -> Any:
    found = at_sea()
    found.do(
        [
            "germany mission east-baltic units=2-fleet against=2-ussr-fleet",
            "germany done",
            "ussr sea-battle east-baltic",
        ]
    )
    return found


def told(found: Any) -> Iterator[tuple[str, str]]:
    """Every answer of every decision to the end of the battle, with what it says of it."""
    while (asked := found.outlook().decision) is not None:
        for answer in asked.answers:
            yield answer, "\n".join(line.text for line in pondered(found, [answer])[1:])
        found.do([asked.default or asked.answers[0]])


@pytest.mark.parametrize("battle", [in_the_air, on_the_ground, afloat])
def test_what_may_come_of_an_answer_is_told_in_words(battle: Any) -> None:
    assert not [(answer, text) for answer, text in told(battle()) if RAW.search(text)]


def test_each_figure_of_a_battle_in_the_air_has_its_line() -> None:
    text = "\n".join(text for _, text in told(in_the_air()))
    for figure in ("attackers lost", "attackers' NARFs", "defenders lost", "bombers through"):
        assert figure in text
    assert "outcome" not in text


def test_each_figure_of_both_sides_of_a_battle_at_sea_has_its_line() -> None:
    found = at_sea()
    odds = found.forecast("germany mission east-baltic units=2-fleet against=2-ussr-fleet")
    text = "\n".join(line.text for line in odds_rows(odds, "east-baltic", telling.outcome_titles(found.ruleset)))
    assert "defender ships sunk" in text and "attacker NARFs" in text and "outcome" not in text
    assert not RAW.search(text)


@pytest.mark.parametrize("line", ["germany sway poland", "ussr air-box sac=1", "ussr air-box sac=-1"])
def test_what_may_not_be_given_tells_why_and_throws_no_dice(line: str) -> None:
    # No chance is reckoned for a minor or a power that the tables of the dice do not know.
    found = at_sea()
    assert found.forecast(line) is None
    assert any(refusal.reason in row.text for row in pondered(found, [line]) for refusal in found.judge(line))


def test_10_3_the_odds_of_a_battle_are_told_while_it_is_announced_a_step_before_it_is_fought() -> None:
    announced: Any = StandinDesk(standing()["attacking"])
    assert "not in this step" in announced.judge("germany fight smolensk")[0].reason
    assert "What may come of it" in " ".join(row.text for row in pondered(announced, ["germany fight smolensk"]))


def test_of_a_power_that_does_not_take_part_and_before_the_first_step_no_chance_is_asked() -> None:
    opening: Any = preview("battle-of-the-atlantic")
    order = understand(WORLD_AT_WAR, "italy war germany", opening)
    assert outlook.forecast(WORLD_AT_WAR, opening, order, "solo") is None
    begun = play.settle(WORLD_AT_WAR, opening, dice=FixedDice(()), n=1)[-1].campaign
    assert outlook.forecast(WORLD_AT_WAR, begun, order, "solo") is None


OUTCOMES: dict[str, dict[str, Any]] = {
    "thewar": {
        **dict.fromkeys(("attack", "land", "fight"), ground_losses.Outcome),
        **dict.fromkeys(("counter-air",), air_battle.Toll),
        **dict.fromkeys(
            ("mission", "intercept-at-sea", "sea-battle", "mers-el-kebir", "raider-search"), sea_outcomes.Outcome
        ),
        "sea-box": hunted_war.HuntedResult,
        "med-box": mediterranean.PatrolResult,
        "launch": rockets.RocketToll,
        **dict.fromkeys(("air-box", "east-box"), bombing.RaidResult),
        **dict.fromkeys(("waves", "wave-sizes", "wave-guards"), bomber_waves.WavesResult),
        "weather": str,
        "influence": gathering.Stands,
        "sway": simplified_influence.Swayed,
        "try-variant": variant_attempts.Came,
        "project": variant_attempts.Came,
        "variant": variant_targets.Struck,
        "play-chit": surprise_odds.MaySurprise,
        "propaganda": american_road.Moves,
        "lend-asw": american_road.Lent,
        "try-entry": american_road.MayEnter,
        **dict.fromkeys(("surrender-roll", "dunkirk"), surrender_orders.Falls),
        "free-french": free_french.Comes,
        "forced-march": forced_march.Came,
        "exfiltrate": commando_raids.ComesHome,
        "partisan-war": partisan_war.Bites,
    },
    "worldatwar": {
        "attack": submarine_attacks.Toll,
        "raid": raid_forecast.RaidOutcome,
        "guard": raid_forecast.RaidOutcome,
    },
}
"""What the forecast of each order that has one is made of."""
_NEVER_FIGURES = frozenset({"marks", "breakdown", "attackers", "defenders"})
"""Fields of outcomes that are no figures: causes, marks, forces unit by unit."""


@pytest.mark.parametrize("rules", [RULESET, WORLD_AT_WAR], ids=lambda rules: str(rules.id))
def test_no_forecast_of_any_order_has_a_figure_without_words(rules: Any) -> None:
    games = (f"engine.{rules.id}.",)
    forecasting = {
        verb
        for verb, order in rules.verbs.items()
        if next(cls for cls in order.__mro__ if "forecast" in vars(cls)).__module__.startswith(games)
    }
    assert forecasting == set(OUTCOMES[rules.id])
    titles = telling.outcome_titles(rules)
    named = {name for outcome in OUTCOMES[rules.id].values() for name in outcome_fields(outcome)}
    assert named - _NEVER_FIGURES - set(titles) == set()
    # Each has room in its line.
    assert not {name: titles[name] for name in named & set(titles) if len(titles[name]) > 22}


def outcome_fields(outcome: Any) -> tuple[str, ...]:
    """The fields of an outcome's class, and of the tolls of both sides in it."""
    own = tuple(field.name for field in attrs.fields(outcome)) if attrs.has(outcome) else things.named_parts(outcome)
    return (*own, *(sea_outcomes.Toll._fields if outcome is sea_outcomes.Outcome else ()))


def test_what_a_form_has_written_is_refused_without_a_column_of_its_line() -> None:
    said = pondered(desk(), ["germany spend several"])[0].text
    assert "'several' cannot be read" in said and "column" not in said


def test_what_opens_a_step_whose_orders_stay_sealed_is_told(tmp_path: Path) -> None:
    folder = begun(tmp_path, scene())
    give(folder, "germany points spain", "italy points none", "france points none", "britain points norway")
    give(folder, "ussr points none")
    told = [line.text for line in pondered(Desk.open(folder, "allied"), ["us done"])]
    # Of what the other seat has sealed no figure is known here, so nobody's money is told to change yet.
    assert told == [" what if  us done", "   no figure would change"]


def test_what_is_sealed_is_told_as_it_will_be_once_it_is_open(tmp_path: Path) -> None:
    """Also the last of a step: what the others have sealed no seat can open."""
    folder = new("1939-campaign", at=tmp_path, seats=2, options={"sealed_efforts": True})
    axis = Desk.open(folder, "axis")
    told = [line.text for line in pondered(axis, ["italy effort mle"])]
    assert told[0].endswith("italy effort mle, once it is opened") and "Italy reserved 0 → 2" in told[1]
    assert len(told) == 2 and Desk.open(folder).last_number == axis.last_number
    for _ in range(6):
        (power, *_) = axis.outlook().awaits
        asked = Desk.open(folder, axis.campaign.seats[power])
        found = [line.text for line in pondered(asked, [f"{power} effort mle"])]
        assert found[0].endswith(f"{power} effort mle, once it is opened")
        assert len([line for line in found if "reserved for the effort" in line]) == 1
        asked.do([f"{power} effort none"])
        axis.refresh()
    assert axis.campaign.progress.step != "planning.effort"
