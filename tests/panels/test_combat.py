"""The panel of combat: an attack built box by box with its odds, the battles of the impulse, what a battle asks."""

from __future__ import annotations

import threading
from typing import Any

import attrs
import pytest

from engine.thewar.ruleset import RULESET
from engine.thewar.sea import sea_outcomes
from engine.thewar.world.state import Unit
from tests.panels.desks import Host, work
from tests.thewar.ground.test_ground_fight import ATTACK, ATTACKS, COMBAT, RESERVES, front, stepped
from tests.thewar.values import wars_of
from tests.tui.standin import StandinDesk
from tui.models import battles as battles_model
from tui.models.combat import announced, previewed
from tui.models.forms import last_item, listed
from tui.order_line import offers
from tui.panels import panel_for
from tui.panels.battles import BattlesPanel
from tui.panels.combat import CombatPanel

SIZES = ((50, 30), (78, 15))


def said(host: Host) -> str:
    return " ".join(" ".join(host.text).split())


def desk(*orders: str, step: str = ATTACKS) -> Any:
    campaign = front()
    found = StandinDesk(attrs.evolve(campaign, seats=dict.fromkeys(campaign.powers, "solo")))
    for order in orders:
        found.do([order])
    if step != ATTACKS:
        found = StandinDesk(stepped(found.campaign, step))
    return found


def test_the_steps_of_an_impulse_have_the_panel() -> None:
    for step in (ATTACKS, RESERVES, COMBAT, "allied.operations.second-combat"):
        assert panel_for(RULESET.sequence[step]) is CombatPanel


def test_lists_are_typed_as_people_write_them() -> None:
    assert listed("3 ARM 8-8, INF 6-5 dep,") == "3-arm-8-8,inf-6-5-dep"
    assert last_item("3 ARM 8-8, 2 in") == ("3 ARM 8-8, 2 ", "in")
    assert last_item("cit") == ("", "cit")


def test_the_model_tells_odds_before_the_die() -> None:
    found = previewed(desk(), f"{ATTACK} air=mdm")
    assert found is not None and (found.odds, found.column, found.net) == ("36 to 18: 2-1", "4-1", -3)
    assert sum(chance for _, chance in found.bars) == 1 and found.exact
    assert found.cast is not None
    attackers, defenders = found.cast.strengths
    assert [(one.many, one.label, one.value) for one in attackers.shares] == [(3, "ARM 8-8", 24), (2, "INF 6-5", 12)]
    assert [(one.many, one.value, one.why) for one in defenders.shares] == [
        (2, 18, "4 x 2 in the hex, +1 city; Third-Rate")
    ]
    assert (defenders.total, defenders.rating) == (18, "Third-Rate, by 8 of 8 factors")
    assert [(one.value, one.label) for one in found.cast.shifts if one.holds] == [
        (2, "MDM 1-7-6, offensive air support")
    ]
    assert [one.holds for one in found.cast.modifiers].count(True) == 1
    assert previewed(desk(), "germany attack smolensk") is None and previewed(desk(), "germany done") is None
    (row,) = announced(desk(ATTACK), "germany")
    assert not row.order("fight") and row.order("call-off") == "germany call-off smolensk", "it is being announced"
    (row,) = announced(desk(ATTACK, step=COMBAT), "germany")
    assert row.order("fight") == "germany fight smolensk" and not announced(desk(ATTACK), "ussr")[0].orders


@pytest.mark.parametrize("size", SIZES)
def test_an_attack_is_built_by_keys(size: tuple[int, int]) -> None:
    async def act(host: Host, pilot: Any) -> None:
        assert "No battle is announced" in said(host)
        await pilot.press("n", *"smol", "down", *"2 inf", "tab", *"3 arm, 2 inf", "tab")
        text = said(host)
        assert "2 INF 4-5" in text and "3 arm, 2 INF 6-5" in text
        await pilot.press("tab", *"city", "down")
        text = said(host)
        assert "36 to 18: 2-1" in text and "What may come of it" in text
        await pilot.press("enter")
        assert host.ordered[-1][0] == (
            "germany attack smolensk units=3-arm,2-inf-6-5 against=2-inf-4-5-of-soviet-union terrain=city",
        )

    work(lambda: CombatPanel(desk()), act, size)


def test_battles_are_fought_and_called_off_under_the_cursor() -> None:
    async def act(host: Host, pilot: Any) -> None:
        text = said(host)
        assert "Smolensk: 3 ARM 8-8" in text
        assert "die −3" in text and "the hex is ours to enter" in text
        await pilot.press("delete")
        assert host.ordered[-1][0] == ("germany call-off smolensk",)
        await pilot.press("d", "enter")
        assert host.ordered[-1][0] == ("italy done",), "the first of those awaited speaks for the seat"

    async def fought(host: Host, pilot: Any) -> None:
        await pilot.press("enter")
        assert host.ordered[-1][0] == ("germany fight smolensk",)

    work(lambda: CombatPanel(desk(ATTACK)), act)
    work(lambda: CombatPanel(desk(ATTACK, step=COMBAT)), fought)


def test_a_battle_of_which_a_side_has_left_play_is_called_off_with_enter() -> None:
    there = desk(ATTACK, step=COMBAT).campaign
    units = {key: unit for key, unit in there.units.items() if key not in there.engagements["smolensk"].defenders}
    found = StandinDesk(attrs.evolve(there, units=units))

    async def act(host: Host, pilot: Any) -> None:
        assert "against nobody" in said(host)
        host.panel.stand("smolensk")
        assert host.panel.enter_says() == "call off"
        await pilot.press("enter")
        assert host.ordered[-1][0] == ("germany call-off smolensk",)
        found.do(host.ordered[-1][0])
        assert not found.campaign.engagements

    work(lambda: CombatPanel(found), act)


def over_the_front(step: str) -> Any:
    return StandinDesk(stepped(desk().campaign, f"axis.operations.{step}"))


def test_a_counter_air_mission_and_a_mission_at_sea_have_their_odds_too() -> None:
    for step in ("counter-air", "naval", "interception"):
        assert panel_for(RULESET.sequence[f"axis.operations.{step}"]) is CombatPanel
    air = previewed(over_the_front("counter-air"), "germany counter-air smolensk units=2-tac against=ussr-tac")
    assert air is not None and air.bars_of == "Aircraft of the defender lost" and air.exact
    assert sum(chance for _, chance in air.bars) == 1 and air.cast is not None and air.cast.modifiers
    afloat, line = at_sea(), "germany mission baltic units=2-fleet against=2-ussr-fleet"
    sea = previewed(afloat, line)
    # It may take longer than a key: it is counted once, and known then.
    if sea is not None and sea.later is not None:
        assert not sea.chances
        sea.later()
        sea = previewed(afloat, line)
    assert sea is not None and next(label for label, _ in sea.chances) == "the mission goes on"
    assert sum(chance for _, chance in sea.bars) == 1 and sea.later is None


def at_sea(secret: bytes = b"standin") -> Any:
    campaign = over_the_front("naval").campaign
    ships = {
        f"{power}-fleet-9{n}": Unit(power=power, kind="fleet", strength="1-12-5")
        for power in ("germany", "ussr")
        for n in (1, 2)
    }
    return StandinDesk(attrs.evolve(campaign, units={**campaign.units, **ships}), secret=secret)


def test_chances_at_sea_of_a_small_battle_stand_there_with_the_key() -> None:
    async def act(host: Host, pilot: Any) -> None:
        await pilot.press("n", *"east-baltic", "down", *"2 fleet", "tab", "tab", *"2 ussr-fleet")
        assert "the mission goes on" in said(host) and "being counted" not in said(host)

    work(lambda: CombatPanel(at_sea()), act, (78, 30))


def test_chances_at_sea_are_counted_beside_the_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(host: Host, pilot: Any) -> None:
        await pilot.press("n", *"east-baltic", "down", *"2 fleet", "tab", "tab", *"2 ussr-fleet")
        assert "Ships of the defender hit" in said(host) or "The chances are being counted" in said(host)
        for _ in range(200):
            if "the mission goes on" in said(host):
                break
            await pilot.pause(0.05)
        text = said(host)
        assert "the mission goes on" in text and "being counted" not in text
        assert counts == ["beside the keys"]

    counts: list[str] = []
    count = sea_outcomes.counted

    def counted(battle: Any) -> Any:
        counts.append("the keys" if threading.current_thread() is threading.main_thread() else "beside the keys")
        return count(battle)

    monkeypatch.setattr(sea_outcomes, "_known", {})
    # As if it were a large one, which takes longer than a key may.
    monkeypatch.setattr(sea_outcomes, "_MOMENT", 0)
    monkeypatch.setattr(sea_outcomes, "counted", counted)
    work(lambda: CombatPanel(at_sea()), act, (78, 30))


def test_what_is_fought_at_the_table_is_passed_with_one_key_and_building_is_not() -> None:
    async def act(host: Host, pilot: Any) -> None:
        await pilot.press("greater_than_sign")
        (line,) = host.ordered[-1][0]
        assert line.endswith(" done through axis.operations.return")

    work(lambda: CombatPanel(desk()), act)


def test_a_form_that_asks_for_a_battle_begins_with_the_one_looked_at_and_a_new_attack_with_none() -> None:
    async def act(host: Host, pilot: Any) -> None:
        await pilot.press("end", "up")
        panel: Any = host.panel
        forms = {form.verb: form for form in panel.forms()}
        assert panel.begun(forms["support"])["where"] == "smolensk"
        assert "where" not in panel.begun(forms["attack"]), "where a new attack goes is typed"

    work(lambda: CombatPanel(desk(ATTACK)), act)


def test_enter_goes_to_the_next_empty_box_while_the_rules_refuse_what_stands() -> None:
    async def act(host: Host, pilot: Any) -> None:
        await pilot.press("n", *"smolensk", "enter", *"2 ussr-inf", "enter", *"3 arm 8-8")
        assert not host.ordered
        await pilot.press("enter")
        assert host.ordered[-1][0] == ("germany attack smolensk units=3-arm-8-8 against=2-ussr-inf",)

    work(lambda: CombatPanel(desk()), act)


def test_while_a_battle_asks_something_the_footer_names_the_keys_that_answer() -> None:
    found = over_the_front("counter-air")
    found.do(["germany counter-air smolensk units=2-tac against=ussr-tac", "germany fight smolensk"])
    assert found.outlook().decision is not None

    async def act(host: Host, pilot: Any) -> None:
        assert host.panel.where == "battle"
        await pilot.press("enter")
        assert host.ordered[-1][0]

    work(lambda: CombatPanel(found), act)


def raid(step: str = "counter-air") -> Any:
    """Germany raids an airfield of the British; the Soviets are at war with it too, and Italy with both."""
    campaign = over_the_front(step).campaign
    wars = wars_of({**campaign.wars, "britain+germany": "1939-3-fall", "britain+italy": "1940-2-summer"})
    fighter = Unit(power="britain", kind="ftr", strength="3-3-2")
    return StandinDesk(attrs.evolve(campaign, units={**campaign.units, "britain-ftr-9": fighter}, wars=wars))


def test_the_reacting_side_is_asked_first_who_is_in_the_battle() -> None:
    found = raid()
    found.do(["germany counter-air 2520 units=2-tac against=britain-ftr flak=1"])
    (row,) = announced(found, "germany")
    assert row.powers == ("germany", "britain")
    reacting = StandinDesk(stepped(found.campaign, RESERVES))
    asked = reacting.outlook().awaits
    assert asked.index("ussr") < asked.index("britain") if asked[0] != "france" else "britain" in asked

    async def act(host: Host, pilot: Any) -> None:
        assert host.panel._power == "britain"
        # Whoever else may act is a key away, and stays as long as the step does.
        await pilot.press("tab")
        chosen = host.panel._power
        host.panel.show()
        assert chosen != "britain" and host.panel._power == chosen

    work(lambda: CombatPanel(reacting), act)


def test_a_mission_that_nobody_has_met_yet_is_shown_first_to_who_is_at_war_with_it() -> None:
    found = at_sea()
    found.do(["germany mission baltic units=2-fleet"])
    (row,) = announced(found, "ussr")
    assert row.powers == ("germany", "ussr")


def test_after_an_interception_the_cursor_stands_on_the_fight() -> None:
    found = at_sea()
    found.do(["germany mission baltic units=2-fleet"])
    met = StandinDesk(stepped(found.campaign, "axis.operations.interception"))

    async def act(host: Host, pilot: Any) -> None:
        assert host.panel._power == "ussr"
        await pilot.press("end", "up", "up")
        assert host.panel.spot == "form:intercept-at-sea"
        await pilot.press("enter", *"ussr-tac", "enter", "enter")
        (line,) = host.ordered[-1][0]
        assert line == "ussr intercept-at-sea baltic units=ussr-tac distance=0"
        met.do([line])
        host.panel.carried_out()
        host.panel.show()
        assert host.panel.spot == "battle:baltic"
        await pilot.press("enter")
        assert host.ordered[-1][0] == ("ussr sea-battle baltic",)

    work(lambda: CombatPanel(met), act)


@pytest.mark.parametrize("keys", [("d", "d", "enter"), ("greater_than_sign",) * 3])
def test_battles_announced_are_left_to_the_table_by_a_second_key_alone(keys: tuple[str, ...]) -> None:
    async def act(host: Host, pilot: Any) -> None:
        await pilot.press(*keys)
        assert not host.ordered, "a key held down drops nothing"
        assert "Announced and not fought: Smolensk." in said(host)
        assert "▸ Leave it to the table, and go on" in said(host)
        await pilot.press("home", "enter")
        assert host.ordered.pop()[0] == ("germany fight smolensk",)
        await pilot.press(*keys, "enter")
        (line,) = host.ordered[-1][0]
        assert line.startswith("italy done")

    fighting = StandinDesk(stepped(desk(ATTACK).campaign, COMBAT))
    work(lambda: CombatPanel(fighting), act)


def test_a_step_whose_battles_stay_announced_is_ended_with_one_key() -> None:
    async def act(host: Host, pilot: Any) -> None:
        await pilot.press("d", "enter")
        assert host.ordered[-1][0] == ("italy done",)
        await pilot.press("greater_than_sign")
        assert len(host.ordered) == 1 and "Announced and not fought: Smolensk." in said(host)

    work(lambda: CombatPanel(desk(ATTACK)), act)


def test_the_order_line_completes_places_sea_areas_units_and_what_holds() -> None:
    found = at_sea()
    assert offers(found, "germany mission tob") == ("tobruk-waters",)
    assert offers(found, "germany mission east-baltic un") == ("units=",)
    assert offers(found, "germany mission east-baltic units=2-fl") == ("units=2-fleet-1-12-5",)
    assert "units=2-fleet-1-12-5,tac-1-5-4" in offers(found, "germany mission east-baltic units=2-fleet-1-12-5,t")
    assert "against=ussr-fleet-1-12-5" in offers(found, "germany mission east-baltic against=ussr-f")
    assert offers(found, "germany mission east-baltic facts=enemy-s") == ("facts=enemy-supply",)
    assert "smolensk" in offers(found, "germany attack smo")
    assert offers(found, "germany attack smolensk terrain=ci") == ("terrain=city",)
    # Short names of powers and orders are understood, so they are completed as well, and a figure by no name at all.
    assert offers(found, "ger miss tob") == offers(found, "germany mission tob")
    assert offers(found, "ger grant ") == ()
    found.do(["germany mission east-baltic units=2-fleet"])
    assert "east-baltic" in offers(found, "ussr intercept-at-sea ")


def test_a_battle_under_way_shows_first_what_is_left_and_the_latest_roll() -> None:
    found = at_sea(b"standin1")
    found.do(
        [
            "germany mission east-baltic units=2-fleet against=2-ussr-fleet",
            "germany done",
            "ussr sea-battle east-baltic",
        ]
    )
    while (asked := found.outlook().decision) is not None and "break off" not in asked.title:
        found.do([asked.default])
    assert asked is not None and asked.title == "break off before round 2?"

    async def act(host: Host, pilot: Any) -> None:
        text = said(host)
        assert "The attacker has left: " in text and "The defender has left: " in text
        assert text.index("has left") < text.index("Round 1")
        rounds = [line for line in host.text if line.strip().startswith(("Round", "Damage"))]
        casts = host.panel.battle.casts
        assert len(rounds) == len(casts) > 1
        # Before what it called for, such as the damage of a ship that was hit.
        latest = next(cast for cast in reversed(casts) if not cast.shown.follows)
        assert rounds[0].strip().lower().startswith(latest.title.lower())

    work(lambda: CombatPanel(found), act, (100, 60))


def test_a_mission_that_nobody_fought_or_let_pass_is_left_to_the_table_by_a_second_key_too() -> None:
    found = at_sea()
    found.do(["germany mission east-baltic units=2-fleet"])
    met = StandinDesk(stepped(found.campaign, "axis.operations.interception"))

    async def act(host: Host, pilot: Any) -> None:
        await pilot.press("greater_than_sign")
        assert not host.ordered and "Announced and not fought: East Baltic." in said(host)
        await pilot.press("enter")
        met.do([host.ordered[-1][0][0]])
        assert not met.campaign.engagements

    work(lambda: CombatPanel(met), act)


def test_after_a_second_battle_of_a_step_the_report_opens_on_it_and_not_on_the_first() -> None:
    first = "germany attack smolensk units=3-arm-8-8 against=inf-4-5 terrain=city"
    found: Any = StandinDesk(
        stepped(desk(first, "germany attack minsk units=2-inf-6-5 against=inf-4-5").campaign, COMBAT)
    )
    for place in ("Smolensk", "Minsk"):
        found.do([f"germany fight {place.lower()}"])
        while (asked := found.outlook().decision) is not None:
            found.do([asked.default or asked.answers[0]])
        fought = battles_model.battles(found)
        latest = fought[battles_model.latest(fought)]
        assert latest.title.startswith(f"Battle at {place}"), "fought one after the other, not together"

    async def act(host: Host, pilot: Any) -> None:
        assert host.panel.heading().startswith("Battle at Minsk") and host.panel.heading().endswith("(2 of 2)")

    work(lambda: BattlesPanel(found), act)


def test_the_labels_of_the_forms_of_combat_stand_whole_in_the_narrowest_panel() -> None:
    """A form's labels have half of the panel less two, which is 19 columns on a terminal of 80."""
    long: set[str] = set()
    seen: set[str] = set()
    for found in (raid(), at_sea(), desk()):
        campaign = found.campaign
        for verb in ("counter-air", "intercept", "mission", "patrol", "intercept-at-sea", "attack", "land", "support"):
            for power in campaign.powers:
                form = RULESET.verbs[verb].form(campaign, power)
                seen |= {verb} if form is not None else set()
                long |= {field.label for field in form.fields if len(field.label) > 19} if form is not None else set()
    assert not long and {"counter-air", "mission", "attack"} <= seen


def test_enter_says_fight_only_where_a_battle_may_be_fought() -> None:
    labels: list[str | None] = []
    why: list[str] = []

    async def act(host: Host, pilot: Any) -> None:
        host.panel.stand("smolensk")
        labels.append(host.panel.enter_says())
        why.append(host.panel.idle("enter"))

    work(lambda: CombatPanel(desk(ATTACK)), act)
    work(lambda: CombatPanel(desk(ATTACK, step=COMBAT)), act)
    assert labels == ["", "fight"]
    assert "nothing is done about it in this step" in why[0]
