"""Britain's chits in strategic warfare come from its stock: Ultra and sub hunters, who is asked and who is not, cards
in their place (5.1.3.5, 16.1.7.2 e, 29.16, rulings 186, 310, 433)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs
import pytest

from engine.kernel import play
from engine.kernel.campaign import view
from engine.kernel.reading import understand
from engine.thewar.ruleset import RULESET
from engine.thewar.strategic import british_chits, sub_hunters, uboat_war
from engine.thewar.strategic.segment import UBoatsSail
from engine.thewar.world import influence
from engine.thewar.world.state import Purchase, TheWar
from tests.thewar.atlantic import SEA, Segment, scene
from tests.thewar.optional import played
from tests.thewar.politics.scenes import laid
from tests.thewar.strategic.test_sub_hunters import atlantic, out
from tests.thewar.world import refusals, rules_of

ULTRA, CANCEL = "britain ultra", "germany cancel-ultra"
TURN = "1940-3-fall"


def asked(chits: Mapping[str, int], *, seats: int = 2, paid: Mapping[str, int] | None = None, **more: Any) -> Segment:
    """The U-boat war of Fall 1940 with boxes open, eight U-boats against four ASW; ``paid``: NARFs for what nobody but
    its owner knows."""
    campaign = scene(TURN, SEA, germany={"uboat": 8}, britain={"asw": 4}, seats=seats, **more)
    campaign = laid(campaign, {}, chits)
    bought = (Purchase.made_of(power, TURN, narfs=narfs) for power, narfs in (paid or {}).items())
    game = Segment(attrs.evolve(campaign, purchases={one.address: one for one in bought}))
    game.give("germany sea-box uboats=8", "britain sea-box asw=4")
    return game


def left(campaign: TheWar, power: str, sort: str) -> int:
    return influence.stock(campaign, power, sort)


BOTH = {"britain espionage": 1, "germany counter-espionage": 1}


@pytest.mark.rule("tw-5.1.3.5", "tw-16.1.7.2", "tw-16.1.7")
@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize(("answer", "narfs"), [("no", 76), ("yes", 68)])
def test_5_1_3_5_ultra_and_its_answer_are_taken_from_the_stock(seats: int, answer: str, narfs: int) -> None:
    game = asked(BOTH, seats=seats)
    assert game.decision is not None and game.decision.answers == (f"{ULTRA} no", f"{ULTRA} yes")
    game.give(f"{ULTRA} yes")
    assert not left(game.campaign, "britain", "espionage")
    (cancels,) = play.decisions(game.campaign)
    assert cancels.answers == (f"{CANCEL} no", f"{CANCEL} yes")
    game.give(f"{CANCEL} {answer}", faces=(2,))
    # A 2 is an Ambush, with +1 a 3 is none.
    assert game.changed("powers.britain.narfs") == [(100, narfs)]
    assert left(game.campaign, "germany", "counter-espionage") == (answer == "no")
    assert bool(game.campaign.facts.get("ultra-cancelled")) is (answer == "yes")


@pytest.mark.rule("tw-5.1.3.5", "tw-16.1.7.2", "tw-16.1.7")
def test_ruling_433_whoever_might_hold_a_chit_is_asked_for_ultra_also_when_he_holds_none() -> None:
    game = asked({}, paid={"britain": 4, "germany": 3})
    assert game.decision is not None and game.decision.answers == (f"{ULTRA} no",)
    # What others see of the question is the same as where Britain has a chit.
    holds = asked({"britain espionage": 1})
    for seat in ("axis", ""):
        told = [play.decision(view(one.campaign, seat), seat) for one in (game, holds)]
        assert told[0] is not None and told[1] is not None
        assert (told[0].title, told[0].notes) == (told[1].title, told[1].notes)
    assert game.refused(f"{ULTRA} yes") == ["5.1.3.5"]
    why = understand(RULESET, f"{ULTRA} yes", game.campaign)
    assert "Britain has no Espionage chit" in str(next(iter(why.judge(game.campaign))))
    game.give(f"{ULTRA} no", faces=(2,))
    # Germany is asked only against a chit that was played, and when it may hold one.
    game = asked({"britain espionage": 1}, paid={"germany": 3})
    game.give(f"{ULTRA} yes")
    assert game.decision is not None and game.decision.answers == (f"{CANCEL} no",)
    assert game.refused(f"{CANCEL} yes") == ["5.1.3.5"]
    game = asked({"britain espionage": 1}, paid={"germany": 4})
    game.give(f"{ULTRA} yes", faces=(2,))
    assert game.decision is None


@pytest.mark.rule("tw-5.1.3.5", "tw-16.1.7.2")
def test_ruling_433_nobody_is_asked_who_has_passed_chits() -> None:
    campaign = laid(scene(TURN, SEA, germany={"uboat": 8}, britain={"asw": 4}, seats=2), {}, BOTH)
    game = Segment(campaign)
    game.give("britain pass-chits")
    reason = uboat_war.may_play_ultra(game.campaign)
    assert reason is not None and "Britain has passed chits in this segment" in reason.reason
    game.give("germany sea-box uboats=8", "britain sea-box asw=4", faces=(2,))
    assert game.decision is None and left(game.campaign, "britain", "espionage") == 1
    game = Segment(campaign)
    game.give("germany pass-chits", "germany sea-box uboats=8", "britain sea-box asw=4", f"{ULTRA} yes", faces=(2,))
    assert left(game.campaign, "germany", "counter-espionage") == 1


@pytest.mark.rule("tw-5.1.3.5", "tw-16.1.7.2", "tw-16.1.7.7", "tw-29.6")
def test_16_1_7_2_e_no_chit_helps_on_the_u_boat_roll_or_the_hunters_while_cards_are_played() -> None:
    campaign = laid(scene(TURN, SEA, germany={"uboat": 8}, britain={"asw": 4}), {}, BOTH)
    on = attrs.evolve(campaign, options={**campaign.options, "u-boat-cards": True})
    for purpose in (british_chits.ULTRA, british_chits.HUNT):
        assert british_chits.refusal(campaign, purpose) is None
        for refused in (british_chits.refusal(on, purpose), british_chits.not_asked(on, purpose)):
            assert refused is not None and "U-boat and ASW cards are played with" in refused.reason
            assert refused.rule.startswith("16.1.7.2") and "play-chit espionage on=u-boat-cards" in refused.hint
    hunted = atlantic(chits=1)
    hunted = attrs.evolve(hunted, options={**hunted.options, "u-boat-cards": True})
    assert rules_of(refusals(out(hunted, "chit"), "britain hunters-chit yes")) == ["16.1.7.2, 29.16"]
    answers = ("britain hunt 3 6", "britain hunt-from 1")
    ended = played(hunted, UBoatsSail(), (2, 8, 5), answers)
    assert left(ended, "britain", "espionage") == 1


@pytest.mark.rule("tw-29.16", "tw-16.1.7.2", "tw-16.1.7")
def test_29_16_hunters_ask_whoever_might_hold_a_chit() -> None:
    seats = {"germany": "axis", "italy": "axis"}
    campaign = attrs.evolve(atlantic(), facts={})
    campaign = attrs.evolve(campaign, seats={key: seats.get(key, "allied") for key in campaign.powers})
    assert sub_hunters.asked_for_chit(campaign, "britain") is not None
    paid = Purchase.made_of("britain", "1943-1-spring", narfs=4)
    might = attrs.evolve(campaign, purchases={paid.address: paid})
    assert sub_hunters.asked_for_chit(might, "britain") is None
    refused = sub_hunters.may_play_chit(might, "britain")
    assert refused is not None and "has no Espionage chit" in refused.reason
    waiting = out(might, "chit", uboats=6, hunters=3, search_face=1)
    (decision,) = play.decisions(waiting)
    assert decision.answers == ("britain hunters-chit no",)
    (decision,) = play.decisions(laid(waiting, {}, {"britain espionage": 1}))
    assert decision.answers == ("britain hunters-chit no", "britain hunters-chit yes")


@pytest.mark.rule("tw-5.1.3.5", "tw-16.1.7.2")
def test_5_1_3_5_not_two_turns_running_whoever_cancelled_it() -> None:
    game = asked(BOTH)
    game.give(f"{ULTRA} yes", f"{CANCEL} yes", faces=(2,))
    later = laid(game.campaign, {}, {"britain espionage": 2})
    for turn, helps in (("1941-1-spring", False), ("1941-3-fall", True)):
        now = attrs.evolve(later, progress=scene(turn).progress)
        refused = british_chits.refusal(now, british_chits.ULTRA)
        assert (refused is None) is helps
        assert refused is None or "one was played in Fall 1940: not in two" in refused.reason


@pytest.mark.rule("tw-5.1.3.5")
def test_5_1_3_5_each_answer_tells_what_it_does_to_the_roll() -> None:
    game = asked(BOTH)

    def mean(line: str) -> tuple[float, tuple[str, ...]]:
        odds = understand(RULESET, line, game.campaign).forecast(game.campaign)
        assert odds is not None
        return float(sum(chance * result.narfs for result, chance in odds.outcomes)), odds.assumed

    without, plain = mean(f"{ULTRA} no")
    with_it, assumed = mean(f"{ULTRA} yes")
    assert with_it < without and assumed == ("Germany lets it stand",) and not plain
    game.give(f"{ULTRA} yes")
    assert mean(f"{CANCEL} yes")[0] == without and mean(f"{CANCEL} no")[0] == with_it
