"""The calculators' screen: fields, odds, dice typed, refusals before anything is asked for."""

from __future__ import annotations

import asyncio
from fractions import Fraction

from textual.app import App

from engine.kernel.calculators import every
from tui import themes
from tui.models import calculators as model
from tui.models.edit import Edit
from tui.screens.calculators import CalculatorLines, CalculatorsScreen


def answered(name: str, **typed: str) -> model.Answer:
    """What the fields of a calculator come to."""
    calculator = every()[name]
    edits = model.beginning(calculator) | {field: Edit.of(text) for field, text in typed.items()}
    return model.answer(calculator, edits)


def test_all_calculators_are_listed_and_begin_with_their_defaults() -> None:
    assert {"uboats", "bombing", "heavy-flak"} <= {one.name for one in model.known()}
    for calculator in every().values():
        fields = model.fields(calculator, model.beginning(calculator))
        assert fields[-1].name == model.ROLLS
        model.answer(calculator, model.beginning(calculator))


def test_without_dice_the_odds_are_shown_and_with_them_the_result() -> None:
    odds = answered("uboats", turn="1941-3-fall", uboats="6", asw="5", modifiers="french-bay-port")
    assert odds.main == "NARFs" and sum(bar.chance for bar in odds.bars) == 1
    assert dict(odds.figures)["column"] == "1-1"
    rolled = answered("uboats", turn="1941-3-fall", uboats="6", asw="5", dice="0")
    assert not rolled.bars and dict(rolled.figures)["row"] == "10"
    assert any(rule == "5.1.3" for _, _, rule in rolled.causes)


def test_what_cannot_be_is_refused_while_it_is_typed() -> None:
    assert [refusal.rule for refusal in answered("uboats", turn="1941-4-winter", uboats="6", asw="5").refusals] == [
        "5.0"
    ]
    assert any("needs asw" in problem for problem in answered("uboats", turn="1941-3-fall", uboats="6").problems)
    assert answered("heavy-flak", level="2", sac="3", dice="11").problems
    assert answered("heavy-flak", level="2", sac="3", dice="x").problems == ("dice: 'x' is no face",)


def test_a_figure_without_dice_is_certain() -> None:
    found = answered("limit", base="173")
    assert dict(found.figures)["limit"] == "87" and not found.bars


def test_names_are_completed_and_choices_turned() -> None:
    uboats = every()["uboats"]
    assert model.completed(uboats, "modifiers", Edit.of("ultra,schn")).text == "ultra,schnorkel"
    assert model.turned(uboats, "victim", Edit.of("britain"), 1).text == "us"
    assert model.turned(every()["heavy-flak"], "soviet", Edit.of("no"), 1).text == "yes"


def test_means_are_of_the_figures_that_vary() -> None:
    spread = [{"p": "1/2", "narfs": 0, "row": 1, "kept": 3}, {"p": "1/2", "narfs": 6, "row": 2, "kept": 3}]
    found = model.told({"distribution": spread})
    assert found.means == (("NARFs", Fraction(3)),) and found.figures == (("kept", "3"),)


def test_one_roll_is_resolved_by_keys_alone() -> None:
    async def go() -> list[str]:
        app: App[None] = App()
        for name in themes.NAMES:
            app.register_theme(themes.make(name))
        app.theme = "monochrome"
        async with app.run_test(size=(80, 24)) as pilot:
            await app.push_screen(CalculatorsScreen())
            await pilot.pause()
            lines = app.screen.query_one(CalculatorLines)
            lines.open("heavy-flak")
            await pilot.press("3", "down", *"6", "down", "right", "down", "7")
            await pilot.pause()
            found = [one.text for one in lines.rows(78)]
            await pilot.press("escape")
            assert lines.calculator is None
            return found

    shown = asyncio.run(go())
    assert any("level" in line and "3" in line for line in shown)
    assert any("row" in line and "7" in line for line in shown), shown


def test_every_calculator_of_combat_answers_in_words_and_says_what_it_needs() -> None:
    asked = {
        "ground": {"attack": "16", "defence": "8", "attacker_rate": "1", "defender_rate": "2"},
        "defence": {"units": "INF 4-5, STA 2-3", "terrain": "city"},
        "air": {"attacker": "6", "defender": "4", "attacker_rate": "1", "defender_rate": "2"},
        "naval": {"attacker": "6", "defender": "3", "attacker_rate": "1", "defender_rate": "3"},
        "interception": {"size": "3", "modifier": "-2"},
        "flak": {"factors": "2"},
        "depletion": {"kind": "fleet"},
        "odds": {"table": "air-crt", "attacker": "6", "defender": "4"},
    }
    for name, typed in asked.items():
        found = answered(name, **typed)
        assert not found.problems and not found.refusals and (found.figures or found.bars), name
    intercepts = answered("interception", **asked["interception"])
    assert {bar.label: bar.chance for bar in intercepts.bars} == {"yes": Fraction(9, 10), "no": Fraction(1, 10)}
    lacking = answered("ground", attack="16", defence="8").problems
    assert any("attacker rate" in problem for problem in lacking) and not any("_" in problem for problem in lacking)
