"""Orders without boxes in a step that is done by hand: they stand in it as sentences, and Enter gives them (12.0)."""

from __future__ import annotations

from typing import Any

from tests.thewar.supply.pockets import FIRST, THIRD, at_step, here, pocket
from tests.thewar.supply.test_unescorted_runs import sailing
from tests.tui.screens import shown
from tests.tui.standin import StandinDesk
from tui.models.byhand import by_hand


def model(found: Any) -> Any:
    return by_hand(found, found.outlook(), found.checklist(), {})


def test_12_0_a_check_offers_once_for_each_who_is_in_supply_again_and_what_is_contested() -> None:
    named = here(pocket(), "germany unsupplied units=germany-inf-2", "ussr unsupplied places=kursk of=germany")
    offered = model(StandinDesk(named)).offered
    assert [said for _, said in offered] == [
        "Germany says who is in supply again: INF 6-5 of Germany",
        "Germany contests it: ARM 8-8, INF 6-5, TAC 1-5-4, Fleet 1-12-5 of Germany, all in Kursk is in supply",
    ]
    contested = here(named, offered[1][0])
    lines = " ".join(model(StandinDesk(contested)).lines)
    assert "Contested, the table decides: ARM 8-8, INF 6-5" in lines and "all in Kursk." in lines


def test_12_6_3_the_third_checks_toll_is_given_with_enter() -> None:
    lost = at_step(here(pocket(), "germany unsupplied units=germany-inf-2"), f"axis.{THIRD}")
    found: Any = StandinDesk(lost)
    assert [said for _, said in model(found).offered] == [
        "Germany says who is in supply again: INF 6-5 of Germany",
        "Germany, third check. Lost out of supply: INF 6-5 of Germany.",
    ]
    assert "Germany, third check. Lost" in " ".join(shown(found, size=(60, 20)).split())
    # From the end of the step up past its forms.
    text = shown(found, ("up",) * (len(found.outlook().forms) + 1), (60, 20))
    assert "▸ Germany, third check." in text and "enter order" in text
    shown(found, (*("up",) * (len(found.outlook().forms) + 1), "enter"), (60, 20))
    assert "germany-inf-2" not in found.campaign.units


def test_12_0_who_is_alone_in_a_quiet_step_is_offered_nothing() -> None:
    assert model(StandinDesk(pocket(f"axis.{FIRST}"))).offered == ()


def test_12_7_2_supply_is_run_without_an_escort_by_two_keys_in_a_low_window() -> None:
    found: Any = StandinDesk(sailing())
    text = shown(found, ("C",), (60, 20))
    assert "Run supply to a port" in text and "Tobruk" in text and "escort, 0 to 3 ships" in text
    shown(found, ("C", "enter"), (60, 20))
    assert found.campaign.engagements["tobruk"].attackers == ()
