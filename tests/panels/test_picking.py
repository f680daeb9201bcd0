"""Boxes that are ticked instead of typed: lines and text are two views of one thing, what is doubtful is asked, what
goes away in between is taken off."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from engine.kernel.counters import Counter
from engine.thewar.combat import offered_counters
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar, Unit
from tests.panels.desks import Host, work
from tests.panels.test_combat import at_sea, desk, said
from tests.thewar.builds import after
from tests.thewar.ground.test_ground_fight import front
from tests.tui.hand import settled
from tests.tui.standin import StandinDesk
from tui.models import picking
from tui.models.edit import LONGEST
from tui.models.forms import filled
from tui.panels.combat import CombatPanel
from tui.panels.filling import Filling

KNOWN = (
    Counter("arm-8-8", "ARM 8-8", 3),
    Counter("inf-6-5", "INF 6-5", 3),
    Counter("inf-6-5-dep", "INF 6-5 Depleted", 1, worn=True),
    Counter("inf-4-5", "INF 4-5", 2),
    Counter("italy-inf-4-5", "INF 4-5", 2, "Italy"),
)


def boxes(found: Any, verb: str = "attack", power: str = "germany") -> tuple[Filling, list[str]]:
    """A form under the hands, and what it gives."""
    given: list[str] = []
    form: Any = RULESET.verbs[verb].form(found.campaign, power)
    return Filling(found, form, give=given.append, leave=lambda: None), given


def test_boxes_taken_over_from_the_key_before_are_as_they_would_be_made_anew() -> None:
    form, _ = boxes(desk())
    for key in (*"smol", "tab", "plus", "plus", "tab", "down", "3", "down", "2", "tab", "up", "backspace", "down"):
        was = form.model
        form.typed(key, key if len(key) == 1 else {"plus": "+"}.get(key))
        assert form.model == filled(form.desk, form.form, form.edits, form.at), key
        kept = [box for box in form.model.boxes if any(box is before for before in was.boxes)]
        assert len(kept) >= len(form.model.boxes) - 1 or len(form.model.boxes) != len(was.boxes), key


def press(filling: Filling, *keys: str) -> None:
    names = {"+": "plus", "-": "minus", " ": "space", "*": "asterisk"}
    for key in keys:
        filling.typed(names.get(key, key), key if len(key) == 1 else None)


def lines(filling: Filling) -> list[str]:
    return [laid.row.text.strip() for laid in filling.lay(70, 24) if laid.spot.startswith("tick:")]


def text(filling: Filling, box: str) -> str:
    return filling.edits[box].text


def test_what_is_typed_is_ticked_and_what_is_ticked_is_typed() -> None:
    many = {
        tick.text: tick.many for tick in picking.ticks("3 arm 8-8, INF 6-5 dep, x", KNOWN, listed=True) if tick.many
    }
    assert many == {"arm-8-8": 3, "inf-6-5-dep": 1}
    for written in ("2 ARMs 8-8", "2-arm-8-8", "2x arm", "-2 ARM 8-8", "2 arms"):
        assert [tick.many for tick in picking.ticks(written, KNOWN, listed=True) if tick.many] == [2], written
    line = picking.ticked("3 arm 8-8, x", KNOWN, "inf-6-5", 2, listed=True)
    assert line == "3 arm 8-8, x, 2 INF 6-5"
    assert picking.ticked(line, KNOWN, "arm-8-8", 1, listed=True) == "ARM 8-8, x, 2 INF 6-5"
    assert picking.ticked(line, KNOWN, "arm-8-8", 0, listed=True) == "x, 2 INF 6-5"
    # Two units of one label are told apart by their owner's name.
    assert picking.ticked("", KNOWN, "italy-inf-4-5", 2, listed=True) == "2 italy-inf-4-5"


def test_a_word_that_fits_several_is_doubtful_and_one_with_an_owner_or_a_strength_is_not() -> None:
    found = picking.doubtful("arm, 2 inf", KNOWN)
    assert found is not None and (found.at, found.many) == (1, 2)
    assert [counter.text for counter in found.fits] == ["inf-6-5", "inf-4-5"], "whole ones of one's own"
    assert picking.settled("arm, 2 inf", found, "inf-4-5", listed=True) == "arm, 2 INF 4-5"
    for clear in ("arm", "2 inf 4-5", "italy-inf", "inf 6-5 dep", "nonsense"):
        assert picking.doubtful(clear, KNOWN) is None


def test_an_attack_is_picked_with_the_holder_first_and_each_key_is_seen_in_the_text() -> None:
    filling, given = boxes(desk())
    press(filling, "down")
    assert "Leningrad" in lines(filling)[0] and "NARFs" in lines(filling)[0], "what is near and worth most"
    press(filling, "up", *"smol", "enter")
    assert lines(filling) == ["– of 2  INF 4-5  Soviet Union", "– of 1  ARM 6-8  Soviet Union"]
    press(filling, "+", "+", "+")
    assert text(filling, "against") == "2 INF 4-5 of Soviet Union" and "2 of INF 4-5 may be named" in filling.news
    press(filling, "tab", "down", "3", "down", " ", " ", "left", "right")
    assert text(filling, "units") == "3 ARM 8-8, 2 INF 6-5"
    assert "3 of 3  ARM 8-8" in lines(filling)[0] and "2 of 3  INF 6-5" in lines(filling)[1]
    assert filling.enter_says() == "give"
    press(filling, "enter")
    assert given == ["germany attack smolensk units=3-arm-8-8,2-inf-6-5 against=2-inf-4-5-of-soviet-union"]


def test_letters_go_on_typing_behind_what_is_ticked_and_narrow_the_list() -> None:
    filling, _ = boxes(desk())
    press(filling, *"smolensk", "enter", "+", "enter", "down", "+", "i")
    assert text(filling, "against") == "INF 4-5 of Soviet Union" and filling.at == 2
    assert text(filling, "units") == "ARM 8-8, i"
    assert lines(filling) == ["– of 3  INF 6-5"]
    assert filling.footer_label("complete") == "complete, on"
    press(filling, "tab")
    assert text(filling, "units") == "ARM 8-8, INF 6-5" and filling.at == 3, "completed, and on to the next box"
    press(filling, "3")
    assert text(filling, "units") == "ARM 8-8, INF 6-5", "what is typed next is the next box's"


def test_a_number_alone_is_how_many_of_the_first_line_and_words_behind_it_are_typed() -> None:
    filling, _ = boxes(desk())
    press(filling, *"smolensk", "enter", "2", "tab", "3", "down", "2", "tab")
    assert text(filling, "against") == "2 INF 4-5 of Soviet Union"
    assert text(filling, "units") == "3 ARM 8-8, 2 INF 6-5" and filling.at == 3
    filling, _ = boxes(desk())
    press(filling, *"smolensk", "enter", *"2 inf", "enter", *"3", *" inf", "tab")
    assert text(filling, "units") == "3 INF 6-5"
    filling, _ = boxes(desk())
    press(filling, *"smolensk", "enter", "9", "enter")
    assert text(filling, "against") == "2 INF 4-5 of Soviet Union" and "2 of INF 4-5 may be named" in filling.news


def test_a_sign_ticks_or_takes_back_and_never_stands_in_a_name() -> None:
    filling, _ = boxes(desk())
    press(filling, *"smolensk", "enter", "+", "+", "up", "-")
    assert text(filling, "against") == "INF 4-5 of Soviet Union"
    press(filling, "up", "up", "+", "-")
    assert filling.at == 0 and text(filling, "where") == "smolensk" and "a name stands here" in filling.news
    press(filling, *"lenin")
    assert text(filling, "where") == "lenin", "typing begins anew"


def mixed() -> Any:
    """Germany has INF of two strengths."""
    found = desk()
    more = {"germany-inf-990": Unit(power="germany", kind="inf", strength="4-5")}
    return StandinDesk(attrs.evolve(found.campaign, units={**found.campaign.units, **more}))


def test_an_ambiguous_word_asks_which_and_the_likely_one_stands_first() -> None:
    filling, given = boxes(mixed())
    press(filling, *"smolensk", "enter", *"2 ussr-inf", "enter", *"2 inf", "enter")
    assert filling.enter_says() == "take it" and not given
    drawn = " ".join(laid.row.text for laid in filling.lay(70, 24))
    assert "Which is meant by '2 inf'?" in drawn
    assert [line.lstrip("▸ ") for line in lines(filling)] == ["INF 6-5", "INF 4-5"]
    press(filling, "enter")
    assert text(filling, "units") == "2 INF 6-5" and not given
    # Escape lets the word stand, and it is not asked again.
    filling, _ = boxes(mixed())
    press(filling, *"smolensk", "enter", *"2 ussr-inf", "enter", *"2 inf", "enter", "escape")
    assert text(filling, "units") == "2 inf" and filling.list.doubt is None


def test_a_place_that_fits_several_is_asked_too_and_any_other_word_will_do() -> None:
    filling, _ = boxes(at_sea(), "mission")
    press(filling, *"baltic", "enter")
    assert [line.lstrip("▸ ") for line in lines(filling)] == ["West Baltic", "East Baltic", "baltic, as it stands"]
    press(filling, "down", "enter")
    assert text(filling, "where") == "east-baltic"
    filling, _ = boxes(desk())
    press(filling, *"the gap", "enter")
    assert filling.at == 1 and filling.model.boxes[0].value == "the-gap"


def test_who_has_attacked_or_is_not_at_war_stands_below_with_the_reason() -> None:
    campaign = after(front(), "germany attack smolensk units=3-arm-8-8 against=inf-4-5")
    form: Any = RULESET.verbs["attack"].form(campaign, "germany")
    by_name = {field.name: field for field in form.fields}
    offered = by_name["units"].counters(campaign, {"where": "moscow"})
    assert (offered[0].text, offered[0].many) == ("inf-6-5", 3)
    assert [(one.text, one.many, one.note) for one in offered[1:2]] == [("arm-8-8", 0, "3 have attacked")]
    enemies = by_name["against"].counters(campaign, {"where": "moscow"})
    assert [(one.many, one.note) for one in enemies if one.text == "ussr-inf-4-5"] == [
        (1, "Soviet Union; 1 in another battle")
    ]
    peace = attrs.evolve(campaign, wars={})
    assert by_name["units"].counters(peace, {"against": "ussr-inf-4-5"})[0].note == "not at war with Soviet Union"


def test_4_0_whose_effort_allows_no_combat_is_named_with_the_effort_and_not_offered() -> None:
    campaign = front(germany={"effort": "mle"})
    form: Any = RULESET.verbs["attack"].form(campaign, "germany")
    (line,) = (one for one in form.fields[2].counters(campaign, {"where": "smolensk"}) if one.text == "germany")
    assert line.many == 0 and "allows no combat" in line.note
    # Units out of supply attack next to them without an effort.
    unsupplied = form.fields[2].counters(campaign, {"where": "smolensk", "facts": "attackers-unsupplied"})
    assert unsupplied[0].text == "arm-8-8"


def gone(campaign: TheWar, *keys: str) -> TheWar:
    return attrs.evolve(campaign, units={key: unit for key, unit in campaign.units.items() if key not in keys})


def test_half_an_attack_is_kept_and_a_counter_that_has_left_play_is_said_and_taken_off() -> None:
    found = desk()
    tanks = [key for key, unit in found.campaign.units.items() if unit.kind == "arm" and unit.power == "germany"]

    async def act(host: Host, pilot: Any) -> None:
        await pilot.press("n", *"smol", "enter", "plus", "tab", "down", "3", "down", "plus", "escape")
        assert "what you typed is kept" in host.said[-1]
        found.stand(gone(found.campaign, *tanks[:2]))
        host.panel.show()
        await pilot.press("n")
        shown = said(host)
        assert "ARM 8-8, INF 6-5" in shown and "2 ARM 8-8" in shown and "taken off" in shown
        assert host.panel.filling.edits["units"].text == "ARM 8-8, INF 6-5"
        # The same while the form is open and another player goes on.
        found.stand(gone(found.campaign, tanks[2]))
        host.panel.show()
        assert host.panel.filling.news == "taken off, as they can no longer be named: ARM 8-8"
        assert host.panel.filling.edits["units"].text == "INF 6-5"

    work(lambda: CombatPanel(found), act)


def test_a_resize_in_the_middle_of_a_pick_loses_nothing() -> None:
    async def act(host: Host, pilot: Any) -> None:
        await pilot.press("n", *"smol", "enter", "plus", "tab", "down", "2")
        for size in ((56, 12), (110, 30), (78, 20)):
            await pilot.resize_terminal(*size)
            await settled(host)
            assert "2 ARM 8-8" in said(host)
        await pilot.press("down", "plus")
        assert host.panel.filling.edits["units"].text == "2 ARM 8-8, INF 6-5"

    work(lambda: CombatPanel(desk()), act)


def test_a_pasted_page_loses_nothing_and_says_what_was_taken() -> None:
    filling, _ = boxes(desk())
    press(filling, *"smolensk", "enter")
    filling.paste("\n2 ussr-inf-4-5\nand much more\nand more\n")
    assert text(filling, "against") == "2 ussr-inf-4-5" and "2 more lines were not taken" in filling.news
    filling.paste("x" * LONGEST)
    assert text(filling, "against") == "2 ussr-inf-4-5" and "nothing was taken" in filling.news


def test_the_nearest_of_the_enemys_places_are_offered_first() -> None:
    offered = [counter.text for counter in offered_counters.targets(front(), "germany")]
    assert offered.index("moscow") < offered.index("baku"), "as many NARFs, and much farther away"
    places = offered_counters.places(front(), "germany")
    assert places[: len(offered)] == tuple(offered) and len(places) == len(set(places))
    off = {key for key, place in front().places.items() if place.kind in ("box", "strait")}
    assert set(front().places) - set(places) <= off and "bombing-war-box" not in places


@pytest.mark.parametrize("size", [(56, 12), (78, 20), (110, 30)])
def test_the_line_under_the_cursor_is_in_sight_in_every_size(size: tuple[int, int]) -> None:
    async def act(host: Host, pilot: Any) -> None:
        await pilot.press("n", *["down"] * 9)
        shown = host.text[host.panel.scroll_offset.y :][: host.panel.size.height]
        assert any("▸" in line and "NARFs" in line for line in shown)

    work(lambda: CombatPanel(desk()), act, size)


def test_a_refusal_goes_with_the_key_that_changes_the_form() -> None:
    async def act(host: Host, pilot: Any) -> None:
        panel: Any = host.panel
        said: list[str] = []
        panel.tell = said.append
        await pilot.press("n", *"smol")
        panel.refused(())
        await pilot.press("x")
        assert said == [""], "the line above the footer is cleared"
        await pilot.press("x")
        assert said == [""]

    work(lambda: CombatPanel(desk()), act)


def test_the_help_of_a_form_tells_the_number_rule_and_the_box_keeps_it() -> None:
    filling, _ = boxes(desk())
    press(filling, *"smolensk", "enter", "enter", "3", "tab")
    assert "A number alone" in filling.help_text() and "3 and Tab tick three" in filling.help_text()
    assert text(filling, "units") == "3 ARM 8-8"


def test_a_star_in_the_box_takes_all_of_the_lists_first_line() -> None:
    filling, _ = boxes(desk())
    press(filling, *"smolensk", "enter", "*")
    assert text(filling, "against") == "2 INF 4-5 of Soviet Union"


def test_what_is_known_of_a_hex_is_meant_by_its_name_and_by_nothing_like_it() -> None:
    """``city`` of a city is no German city against the Soviets, and no two cities."""
    filling, _ = boxes(desk())
    press(filling, *"smolensk", "enter", "+", "tab", "down", "3", "tab", "tab", *"city", "tab")
    assert text(filling, "terrain") == "city" and filling.list.doubt is None
    press(filling, "up")
    assert "1 of 1  city           known" in lines(filling) and not any("german" in line for line in lines(filling))
