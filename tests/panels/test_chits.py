"""Chits by keys: the form that plays one, the enemy's question with what each answer does, at every size."""

from __future__ import annotations

from typing import Any

import pytest
from textual.pilot import Pilot

from engine.thewar.combat import reserves
from engine.thewar.world import influence
from tests.thewar.combat.test_chits import BOTH, BUILD, NAVAL, ON_RESERVES, ON_SURPRISE, scene
from tests.tui.hand import drawn, press
from tests.tui.screens import SIZES, drive, screen_text, shown
from tests.tui.standin import StandinDesk
from tui.app import WarledgerApp

NARROW = ((60, 20), *SIZES)


def flat(text: str) -> str:
    """What a screen says, whatever lines it takes for it."""
    return " ".join(text.replace("│", " ").split())


def desk(step: str, **more: Any) -> Any:
    return StandinDesk(scene(step, **more))


def asked(line: str, step: str) -> Any:
    """The enemy's desk after a chit was played."""
    found = StandinDesk(scene(step, chits=BOTH, seats=2))
    found.seat = "axis"
    found.do([line])
    found.seat = "allied"
    return found


@pytest.mark.rule("tw-16.1.7.2")
@pytest.mark.parametrize("size", NARROW, ids=str)
def test_16_1_7_2_the_enemy_reads_what_each_answer_does_and_answers_with_a_key(size: tuple[int, int]) -> None:
    found = asked(ON_RESERVES, BUILD)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await drawn(app)
        text = flat(screen_text(app))
        assert "Germany plays Espionage for its Reserves" in text and "does Britain cancel it?" in text
        assert "one Reserve more in this turn" in text
        await press(app, "down", "enter")
        await drawn(app)

    drive(found, act, size)
    assert not found._whole.pending
    assert not influence.stock(found._whole, "britain", "counter-espionage")
    assert reserves.limit(found._whole, "germany").total == 2


@pytest.mark.rule("tw-11.7.2")
@pytest.mark.parametrize("size", NARROW, ids=str)
def test_11_7_2_the_form_that_plays_a_chit_is_in_its_step(size: tuple[int, int]) -> None:
    with_one, without = desk(NAVAL, chits=BOTH), desk(NAVAL)
    assert "Play a chit" in flat(shown(with_one, ["end"], size))
    assert "Play a chit" not in flat(shown(without, ["end"], size))


@pytest.mark.rule("tw-16.1.7.2-i")
@pytest.mark.parametrize("size", NARROW, ids=str)
def test_16_1_7_2_i_where_units_are_built_a_chit_is_among_the_orders_of_its_power(size: tuple[int, int]) -> None:
    found = desk(BUILD, chits=BOTH, seats=2)
    found.seat = "axis"

    def orders(*, with_chit: bool) -> bool:
        pages: list[str] = []

        async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
            # Both sheets of the list, each with its next page.
            for way in (["O"], ["pagedown"], ["home", "tab"], ["pagedown"]):
                await press(app, *way)
                await drawn(app)
                pages.append(flat(screen_text(app)))

        drive(found, act, size)
        assert len({*pages}) > 1
        return any("Germany plays Espionage for its Reserves" in page for page in pages) is with_chit

    assert orders(with_chit=True)
    found.do(["germany play-chit espionage on=reserves"])
    found.seat = "allied"
    found.do(["britain counter-chit no"])
    found.seat = "axis"
    assert orders(with_chit=False)


@pytest.mark.rule("tw-11.7.2")
def test_11_7_2_the_odds_of_a_chit_are_told_in_words() -> None:
    found = asked(ON_SURPRISE, NAVAL)
    text = flat(shown(found, ["w"], SIZES[1]))
    assert "ships are surprised" in text
