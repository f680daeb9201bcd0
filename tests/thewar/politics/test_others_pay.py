"""Trust No One: Britain or the United States pays for one POP and a chit of each sort of the next Soviet purchase,
whatever of it is bought (28.2.3 #15, rulings 399, 583)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

from engine.kernel.sheets.ledger import Duties
from engine.thewar.countries import others_pay
from engine.thewar.politics import purses
from engine.thewar.ruleset import RULESET
from engine.thewar.world import influence
from engine.thewar.world.state import Purchase, TheWar
from saves.desk import Desk
from tests.thewar.countries.test_variant_points import cost, wrong
from tests.thewar.minors import at, moved
from tests.thewar.politics.purchases import ALLIED, AXIS, POINTS, THREE, begun, give, scene
from tests.thewar.politics.test_points_secrecy import seen
from tests.thewar.world import after
from tests.whole import whole

TRUST, GUARD = "ussr variant trust-no-one", "britain variant british-counter-intelligence"
ALL = "ussr points turkey espionage=yes counter-espionage=yes"


def hands(campaign: TheWar) -> dict[str, int]:
    return {power: row.narfs for power, row in campaign.powers.items()}


def spent(before: TheWar, now: TheWar) -> dict[str, int]:
    """What each power has paid."""
    paid = {power: narfs - now.powers[power].narfs for power, narfs in hands(before).items()}
    return {power: narfs for power, narfs in paid.items() if narfs}


@pytest.mark.rule("tw-28.2.3-15")
@pytest.mark.parametrize("payer", ["britain", "us"])
@pytest.mark.parametrize(
    ("line", "soviets"),
    [
        (ALL, 0),
        ("ussr points turkey", 0),
        ("ussr points turkey,greece espionage=yes", 4),
        ("ussr points none", 0),
        ("ussr points none counter-espionage=yes variant=yes", 0),
    ],
)
def test_28_2_3_another_pays_nine_narfs_and_the_soviets_what_is_beyond(payer: str, line: str, soviets: int) -> None:
    before = scene()
    now = after(before, f"{TRUST} at={payer}")
    assert hands(now) == hands(before), "at the next purchase"
    bought = after(now, line)
    assert spent(now, bought) == {power: paid for power, paid in ((payer, 9), ("ussr", soviets)) if paid}
    assert cost(now, line)[0] == soviets < cost(before, line)[0] or line == "ussr points none"
    assert influence.placed(bought, "ussr", "turkey") == line.count("turkey")
    # Of this once: the next purchase is the Soviets' own.
    fall = moved(bought, "1940-3-fall")
    assert others_pay.payer(fall) == "" and cost(fall, ALL) == cost(before, ALL)


@pytest.mark.rule("tw-28.2.3-15")
def test_28_2_3_the_payer_goes_into_debt_and_the_limits_stay() -> None:
    start = scene()
    poor = attrs.evolve(start, powers={**start.powers, "britain": attrs.evolve(start.powers["britain"], narfs=4)})
    now = after(poor, f"{TRUST} at=britain")
    bought = after(now, ALL)
    assert (bought.powers["britain"].narfs, bought.powers["britain"].deficit) == (-5, 5)
    assert wrong(now, "ussr points 2-turkey,greece") == wrong(start, "ussr points 2-turkey,greece") != []
    assert "9 NARFs" not in cost(now, "germany points spain")[1]
    sheet: Any = RULESET.sheet(Duties)
    told = [duty.text for duty in sheet.due(now) if duty.rule == others_pay.RULE]
    assert told == ["Britain pays for 1 POP and 1 chit of each sort of Soviet Union's next purchase"]


@pytest.mark.rule("tw-28.2.3-15")
def test_28_2_3_who_is_named_to_pay_one_at_a_time_any_number_of_times() -> None:
    start = scene()
    for line, reason in (
        (TRUST, "nobody is named to pay (28.2.3)"),
        (f"{TRUST} at=germany", "Germany is named to pay (28.2.3)"),
        (f"{TRUST} at=ussr", "Soviet Union is named to pay (28.2.3)"),
        (f"{TRUST} at=britain,us", "Britain, United States is named to pay (28.2.3)"),
        (f"{TRUST} at=us unit=britain-inf-1", "Trust No One names no unit (28.2.3)"),
    ):
        assert wrong(start, line) == [reason]
    once = after(start, f"{TRUST} at=us")
    assert wrong(once, f"{TRUST} at=britain")[0].startswith("United States pays for the next Soviet purchase already")
    again = moved(after(once, ALL), "1940-2-summer")
    assert wrong(again, f"{TRUST} at=britain") == [], "in any turn"
    fall = moved(after(again, f"{TRUST} at=britain"), "1940-3-fall")
    assert spent(fall, after(fall, ALL)) == {"britain": 9}
    assert "POPs and chits are bought in Spring and Fall" in "".join(
        wrong(moved(after(again, f"{TRUST} at=us"), "1940-4-winter"), ALL)
    )


@pytest.mark.rule("tw-28.2.3-15")
def test_28_2_3_counter_intelligence_of_the_payer_voids_it() -> None:
    start = scene()
    waiting = after(start, f"{TRUST} at=britain")
    void = after(waiting, GUARD)
    assert others_pay.payer(void) == "" and spent(void, after(void, ALL)) == {"ussr": 9}
    assert others_pay.payer(after(waiting, "us variant us-counter-intelligence")) == "britain", "the payer's own"
    told = wrong(void, f"{TRUST} at=britain")
    assert told == ["Britain has played Counter-intelligence: it is void (28.2.2 #12, 28.2.4 #16)"]
    assert wrong(void, f"{TRUST} at=us") == []


@pytest.mark.rule("tw-28.2.3-15")
@pytest.mark.parametrize(
    ("narfs", "most"),
    [(0, (1, 1, 1)), (4, (2, 1, 1))],
)
def test_28_2_3_others_work_out_what_such_a_purchase_may_hold(narfs: int, most: tuple[int, int, int]) -> None:
    """Turkey holds one POP at the most for what a single target takes."""
    paid = Purchase.made_of("ussr", "1940-1-spring", narfs=narfs, borne="britain")
    now = attrs.evolve(at("1940-1-spring", POINTS), purchases={paid.address: paid})
    sorts = (influence.ESPIONAGE, influence.COUNTER_ESPIONAGE)
    assert tuple(purses.might_hold(now, "ussr", sort) for sort in sorts) == most[1:]
    assert purses.might_hold(now, "ussr", "turkey") == 1 and purses.might_hold_any(now, "ussr")


@pytest.mark.rule("tw-28.2.3-15")
def test_28_2_3_what_is_bought_so_is_seen_by_nobody_else(tmp_path: Path) -> None:
    told = []
    start = after(scene(seats=THREE), f"{TRUST} at=britain")
    for name, line in (("one", ALL), ("two", "ussr points none")):
        folder = begun(tmp_path, start, name)
        give(folder, line)
        told.append([seen(folder, (ALLIED, AXIS, ""))])
        give(folder, *(f"{power} points none" for power in start.powers if power != "ussr"))
        told[-1].append(seen(folder, (ALLIED, AXIS, "")))
        now = whole(Desk.open(folder, "soviet"))
        assert now.progress.step != POINTS and now.powers["britain"].narfs == 91 and now.powers["ussr"].narfs == 100
        assert influence.held(now, "ussr", "turkey") == (1 if name == "one" else 0)
    assert told[0] == told[1]
