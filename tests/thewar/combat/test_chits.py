"""Espionage chits beside diplomacy: one Reserve more, surprise at sea, partisans, U-boat cards; who is asked for
Counter-Espionage, and who is not (16.1.7, 9.9.1, 11.7.2, 29.6, rulings 310, 311, 433)."""

from __future__ import annotations

from collections.abc import Mapping

import attrs
import pytest

from engine.kernel import play
from engine.kernel.campaign import Progress
from engine.kernel.outlook import outlook
from engine.kernel.reading import parse, understand
from engine.thewar.combat import chit_purposes, reserves, surprise_odds
from engine.thewar.ruleset import RULESET
from engine.thewar.sea import sea_drafts
from engine.thewar.world import influence
from engine.thewar.world.state import Box, CardCell, Engagement, Purchase, TheWar, Unit
from tests.thewar.builds import after, at, refused
from tests.thewar.minors import with_country
from tests.thewar.politics.scenes import Table, laid
from tests.thewar.values import limit_used, wars_of

BUILD, NAVAL, CARDS = "axis.build.units", "axis.operations.naval", "strategic-warfare.u-boat-cards"
SPRING = "1941-1-spring"
ARMOUR = {f"germany-arm-{n}": Unit(power="germany", kind="arm", strength="8-8") for n in range(900, 906)}
AT_WAR = wars_of({"britain+germany": "1939-3-fall", "britain+italy": "1940-2-summer"})
ON_RESERVES, ON_SURPRISE = "germany play-chit espionage on=reserves", "germany play-chit espionage on=surprise"
ONE = {"germany espionage": 1}
BOTH = {**ONE, "britain counter-espionage": 1}


def scene(
    step: str = BUILD, turn: str = SPRING, chits: Mapping[str, int] | None = None, *, seats: int = 1, **facts: int
) -> TheWar:
    """The 1939 campaign at a step, with chits that are known to all; Germany and Italy at war with Britain."""
    campaign = at(step, turn, germany={"army": 2})
    campaign = laid(attrs.evolve(campaign, units=ARMOUR, wars=AT_WAR), {}, chits or {})
    named = {key: "axis" if key in ("germany", "italy") else "allied" for key in campaign.powers}
    told = {key.replace("_", "-"): value for key, value in facts.items()}
    campaign = attrs.evolve(campaign, facts={**campaign.facts, **told})
    return attrs.evolve(campaign, seats=named) if seats > 1 else campaign


def left(campaign: TheWar, power: str, sort: str = "espionage") -> int:
    return influence.stock(campaign, power, sort)


def stands(campaign: TheWar, line: str, *answers: str) -> Table:
    """The order and the answers to it, at a table of two seats."""
    table = Table(campaign)
    for one in (line, *answers):
        table.give(one)
    assert not table.campaign.pending
    return table


# ---------------------------------------------------------------- the order


@pytest.mark.rule("tw-16.1.7", "tw-16.1.7.2")
@pytest.mark.parametrize(
    ("line", "step", "turn", "said"),
    [
        (ON_RESERVES, BUILD, "1941-2-summer", "chits are played in Spring and Fall only (16.1.7.2)"),
        (ON_RESERVES, BUILD, "1941-4-winter", "chits are played in Spring and Fall only"),
        (ON_RESERVES, NAVAL, SPRING, "no chit is played for its Reserves in this step (9.9.1, 16.1.7.2)"),
        (ON_SURPRISE, BUILD, SPRING, "no chit is played for surprise at sea in this step (11.7.2"),
        (ON_RESERVES, "allied.build.units", SPRING, "it is the Allied player turn (1.2)"),
        ("germany play-chit espionage on=weather", BUILD, SPRING, "'weather' is nothing that a chit is played on"),
        ("germany play-chit espionage", BUILD, SPRING, "no purpose is named"),
        ("germany play-chit evasion on=reserves", BUILD, SPRING, "'evasion' is no sort of chits"),
        ("germany play-chit counter-espionage on=reserves", BUILD, SPRING, "Counter-Espionage is not played for its"),
        ("italy play-chit espionage on=reserves", BUILD, SPRING, "Italy has no Espionage chit (16.1.7, 16.1.7.1)"),
        (f"{ON_RESERVES} counter=us", BUILD, SPRING, "United States is not at war with Germany (16.1.7.2)"),
        (f"{ON_RESERVES} counter=italy", BUILD, SPRING, "Italy is not at war with Germany"),
        (f"{ON_RESERVES} counter=britain", BUILD, SPRING, "Britain has no Counter-Espionage chit"),
    ],
)
def test_16_1_7_a_chit_is_bought_first_and_has_its_purpose_step_and_season(
    line: str, step: str, turn: str, said: str
) -> None:
    campaign = scene(step, turn, {**ONE, "germany counter-espionage": 1})
    assert said in refused(campaign, line)
    assert parse(RULESET, line).text == line


@pytest.mark.rule("tw-16.1.7", "tw-16.1.7.2")
def test_16_1_7_who_has_fallen_plays_none_and_a_refusal_names_what_helps() -> None:
    campaign = scene(chits=ONE)
    fallen = {**campaign.powers, "germany": attrs.evolve(campaign.powers["germany"], surrendered="1940-4-winter")}
    assert "Germany has surrendered" in refused(attrs.evolve(campaign, powers=fallen), ON_RESERVES)
    assert "They are bought in Spring and Fall" in refused(scene(), ON_RESERVES)
    assert "others are played with the roll that they modify" in refused(campaign, "germany play-chit espionage on=x")
    assert RULESET.verbs["play-chit"].form(scene(), "germany") is None


@pytest.mark.parametrize("line", ["germany play-chit evasion on=reserves", "germany play-chit espionage on=weather"])
def test_16_1_7_not_even_the_table_overrules_a_sort_or_a_purpose_that_there_is_not(line: str) -> None:
    campaign = scene(chits=ONE)
    assert refused(campaign, f'overrule "so agreed" {line}')
    assert refused(campaign, f'overrule "so agreed" {ON_SURPRISE}') == ""


# ---------------------------------------------------------------- Reserves


@pytest.mark.rule("tw-9.9.1", "tw-16.1.7.2-i", "tw-16.1.7")
def test_16_1_7_2_i_a_chit_adds_one_reserve_in_this_turn() -> None:
    campaign = scene(chits={"germany espionage": 2})
    assert "Its army's rating allows 2." in refused(campaign, "germany reserve arm-8-8 count=3")
    more = _settled(after(campaign, ON_RESERVES))
    assert left(more, "germany") == 1 and reserves.limit(more, "germany").total == 3
    full = after(more, "germany reserve arm-8-8 count=3")
    assert len(reserves.marked(full, "axis")) == 3
    assert "Its army's rating allows 3." in refused(full, "germany reserve arm-8-8")
    # One chit a turn, whatever the first came to; Italy's Reserves are another matter.
    again = "Germany has played a chit for its Reserves in this turn (9.9.1, 16.1.7.3). One chit a turn"
    assert again in refused(full, ON_RESERVES)
    assert "Italy has played" not in refused(full, "italy play-chit espionage on=reserves")


def _settled(campaign: TheWar) -> TheWar:
    """The campaign once nothing goes on by itself any more."""
    return Table(campaign).campaign


@pytest.mark.rule("tw-9.9.1", "tw-16.1.7.2-i")
def test_16_1_7_2_i_where_one_seat_plays_all_it_is_said_who_cancels_the_chit() -> None:
    campaign = scene(chits=BOTH)
    over = _settled(after(campaign, f"{ON_RESERVES} counter=britain"))
    assert not left(over, "germany") and not left(over, "britain", "counter-espionage")
    assert reserves.limit(over, "germany").total == 2
    assert "has played a chit for its Reserves" in refused(over, ON_RESERVES)
    # Nobody is asked otherwise (ruling 433).
    let = Table(after(campaign, ON_RESERVES))
    assert not let.campaign.pending and reserves.limit(let.campaign, "germany").total == 3


@pytest.mark.rule("tw-9.9.1", "tw-16.1.7.2-i", "tw-16.1.7.2")
@pytest.mark.parametrize(("answer", "most", "kept"), [("no", 3, 1), ("yes", 2, 0)])
def test_16_1_7_2_i_the_enemy_is_asked_at_once_and_may_cancel_it(answer: str, most: int, kept: int) -> None:
    table = Table(scene(chits=BOTH, seats=2)).give(ON_RESERVES)
    assert table.asked == {"britain": ("britain counter-chit no", "britain counter-chit yes")}
    (asked,) = play.decisions(table.campaign)
    assert "Germany plays Espionage for its Reserves: does Britain cancel it?" in asked.title
    assert asked.notes == ("If not: one Reserve more in this turn.", "With Counter-Espionage: no Reserve more.")
    # The chit is spent before anybody has answered, and nothing else goes on.
    assert not left(table.campaign, "germany") and reserves.limit(table.campaign, "germany").total == 2
    assert "has to decide first" in table.refused("germany reserve arm-8-8")
    assert "is asked" in table.refused("italy counter-chit no")
    table.give(f"britain counter-chit {answer}")
    assert not table.campaign.pending and reserves.limit(table.campaign, "germany").total == most
    assert left(table.campaign, "britain", "counter-espionage") == kept
    said = "cancels it with Counter-Espionage: no Reserve more" if answer == "yes" else "stands: one Reserve more"
    assert said in table.told
    if answer == "yes":
        assert f"Its army's rating allows {most}" in table.refused(f"germany reserve arm-8-8 count={most + 1}")


# ---------------------------------------------------------------- who is asked


@pytest.mark.rule("tw-16.1.7", "tw-16.1.7.2")
def test_ruling_433_whoever_might_hold_a_chit_is_asked_also_when_he_holds_none() -> None:
    # For 3 NARFs Britain has bought a POP or a chit: nobody knows which.
    paid = Purchase.made_of("britain", SPRING, narfs=3)
    campaign = attrs.evolve(scene(chits=ONE, seats=2), purchases={paid.address: paid})
    table = Table(campaign).give(ON_RESERVES)
    assert table.asked == {"britain": ("britain counter-chit no",)}
    assert "Britain has no Counter-Espionage chit" in table.refused("britain counter-chit yes")
    table.give("britain counter-chit no")
    assert reserves.limit(table.campaign, "germany").total == 3
    # Whoever cannot have bought one is not asked: 4 NARFs are an Espionage chit.
    paid = Purchase.made_of("britain", SPRING, narfs=4)
    table = Table(attrs.evolve(campaign, purchases={paid.address: paid})).give(ON_RESERVES)
    assert not table.campaign.pending


@pytest.mark.rule("tw-16.1.7", "tw-16.1.7.2")
def test_ruling_433_nobody_is_asked_who_has_passed_chits_for_the_segment() -> None:
    table = Table(scene(chits=BOTH, seats=2)).give("britain pass-chits")
    table.give(ON_RESERVES)
    assert not table.campaign.pending and reserves.limit(table.campaign, "germany").total == 3
    assert left(table.campaign, "britain", "counter-espionage") == 1
    # Only for that segment.
    later = attrs.evolve(table.campaign, progress=Progress(turn=1, step="allied.build.units"), units={})
    chit = laid(later, {}, {"britain espionage": 1, "germany counter-espionage": 1})
    asks = Table(attrs.evolve(chit, facts={**chit.facts, "western-surprise-open": False}))
    asks.give("britain play-chit espionage on=reserves")
    assert list(asks.asked) == ["germany"]


@pytest.mark.rule("tw-16.1.7.2")
def test_ruling_433_chits_are_passed_once_in_a_segment_of_spring_or_fall_and_where_somebody_is_asked() -> None:
    assert "one player knows all chits" in refused(scene(chits=BOTH), "britain pass-chits")
    summer = Table(scene(turn="1941-2-summer", chits=BOTH, seats=2))
    assert "no chit is played before the next Spring or Fall" in summer.refused("britain pass-chits")
    table = Table(scene(chits=BOTH, seats=2)).give("britain pass-chits")
    assert "Britain has passed chits in this segment" in table.refused("britain pass-chits")
    passes = RULESET.verbs["pass-chits"]
    assert [one.text for one in passes.offers(scene(chits=BOTH, seats=2), "britain")] == ["britain pass-chits"]
    assert not list(passes.offers(table.campaign, "britain")) and not list(passes.offers(summer.campaign, "britain"))


@pytest.mark.rule("tw-16.1.7.2", "tw-16.1.7.3")
def test_16_1_7_3_all_enemies_are_asked_at_once_and_one_chit_is_enough() -> None:
    chits = {**BOTH, "france counter-espionage": 1, "ussr counter-espionage": 1}
    campaign = scene(chits=chits, seats=2)
    campaign = attrs.evolve(campaign, wars=wars_of({**AT_WAR, "france+germany": "1939-3-fall"}))
    table = Table(campaign).give(ON_RESERVES)
    # The Soviet Union is at peace with Germany: it is not asked.
    assert list(table.asked) == ["france", "britain"]
    table.give("britain counter-chit yes")
    # What Britain has answered is sealed until France has.
    assert list(table.asked) == ["france"] and all(not sealed.text for sealed in table.campaign.sealed.values())
    table.give("france counter-chit yes")
    assert not table.campaign.pending and reserves.limit(table.campaign, "germany").total == 2
    spent = [power for power in ("france", "britain") if not left(table.campaign, power, "counter-espionage")]
    assert len(spent) == 1, "one of a kind"


# ---------------------------------------------------------------- surprise


def strike(campaign: TheWar, by: str = "germany") -> bool:
    """Whether a strike of a power's would be rolled for with the chit."""
    return sea_drafts.drafted(campaign, Engagement(kind="sea", by=by)).espionage


@pytest.mark.rule("tw-11.7.2", "tw-16.1.7.2")
@pytest.mark.parametrize("step", [NAVAL, "axis.operations.interception"])
def test_11_7_2_a_chit_helps_every_roll_for_surprise_of_the_segment(step: str) -> None:
    campaign = scene(step, chits={"germany espionage": 2, "italy espionage": 1})
    assert not strike(campaign)
    won = _settled(after(campaign, ON_SURPRISE))
    assert strike(won) and strike(won, "italy") and not strike(won, "britain")
    assert "has played a chit for surprise in this segment" in refused(won, ON_SURPRISE)
    assert "has played a chit for surprise" in refused(won, "italy play-chit espionage on=surprise")
    # In the segments after it nothing of it is left.
    assert not strike(attrs.evolve(won, progress=Progress(turn=1, step="axis.stratmove.naval")))


@pytest.mark.rule("tw-11.7.2", "tw-16.1.7.2")
@pytest.mark.parametrize(("answer", "helped"), [("no", True), ("yes", False)])
def test_11_7_2_the_defender_may_cancel_it(answer: str, helped: bool) -> None:
    table = stands(scene(NAVAL, chits=BOTH, seats=2), ON_SURPRISE, f"britain counter-chit {answer}")
    assert strike(table.campaign) is helped


@pytest.mark.rule("tw-11.7.2")
def test_11_7_2_a_chit_is_for_strikes_of_ones_own_half() -> None:
    campaign = scene(NAVAL, chits={"britain espionage": 1})
    assert "it is the Axis player turn (1.2)" in refused(campaign, "britain play-chit espionage on=surprise")


@pytest.mark.rule("tw-16.1.7.2")
def test_16_1_7_2_an_enemy_who_has_fallen_cancels_nothing_and_is_not_asked() -> None:
    campaign = scene(chits=BOTH)
    assert refused(campaign, f"{ON_RESERVES} counter=britain") == ""
    gone = attrs.evolve(campaign.powers["britain"], surrendered="1940-4-winter")
    fallen = attrs.evolve(campaign, powers={**campaign.powers, "britain": gone})
    assert "Britain is not at war with Germany (16.1.7.2)" in refused(fallen, f"{ON_RESERVES} counter=britain")


@pytest.mark.rule("tw-11.7.2")
def test_11_7_2_a_forecast_tells_both_outcomes() -> None:
    campaign = scene(NAVAL, chits=BOTH, seats=2)
    order = understand(RULESET, ON_SURPRISE, campaign)
    odds = order.forecast(campaign)
    assert odds is not None and odds.outcomes == surprise_odds.odds(chit=True).outcomes
    assert odds.assumed == ("nobody cancels the chit, else 2 in 10",)
    assert [chance for outcome, chance in odds.outcomes if outcome.surprised] == [pytest.approx(0.3)]
    table = Table(campaign).give(ON_SURPRISE)
    chances = {}
    for answer in ("no", "yes"):
        told = understand(RULESET, f"britain counter-chit {answer}", table.campaign).forecast(table.campaign)
        assert told is not None
        chances[answer] = next(chance for outcome, chance in told.outcomes if outcome.surprised)
    assert chances == {"no": pytest.approx(0.3), "yes": pytest.approx(0.2)}
    assert understand(RULESET, ON_SURPRISE, scene(NAVAL)).forecast(scene(NAVAL)) is None


@pytest.mark.rule("tw-11.7.2")
def test_11_7_2_said_of_one_mission_it_is_refused_with_the_order_that_helps() -> None:
    campaign = scene(NAVAL, chits=ONE)
    ships = {**campaign.units, "germany-fleet-1": Unit(power="germany", kind="fleet", strength="1-12-5")}
    campaign = attrs.evolve(campaign, units=ships)
    said = refused(campaign, "germany mission north-sea units=germany-fleet-1 facts=espionage")
    assert "holds for all strikes of the segment" in said and "germany play-chit espionage on=surprise" in said


# ---------------------------------------------------------------- partisans


AXIS_ROLL, ALLIED_ROLL = "strategic-warfare.axis-partisans", "strategic-warfare.allied-partisans"


@pytest.mark.rule("tw-16.1.7.2", "tw-16.1.7.6")
@pytest.mark.parametrize(
    ("step", "line", "told"),
    [
        (ALLIED_ROLL, "germany play-chit espionage on=partisans", "+2 on the roll: a chit of Germany"),
        (ALLIED_ROLL, "britain play-chit espionage on=partisans", "-2 on the roll: a chit of Britain"),
        (ALLIED_ROLL, "britain play-chit counter-espionage on=partisans", "-2 on the roll: a chit of Britain"),
        (AXIS_ROLL, "germany play-chit espionage on=partisans", "-2 on the roll: a chit of Germany"),
        (AXIS_ROLL, "britain play-chit espionage on=partisans", "+2 on the roll: a chit of Britain"),
    ],
)
def test_16_1_7_6_a_chit_moves_the_partisans_roll_by_two_for_its_owner(step: str, line: str, told: str) -> None:
    chits = {**BOTH, "britain espionage": 1}
    campaign = scene(step, chits=chits, axis_partisans=1, allied_partisans=2)
    assert not list(chit_purposes.partisans_told(campaign))
    won = _settled(after(campaign, line))
    (said,) = chit_purposes.partisans_told(won)
    assert told in said and said in "\n".join(RULESET.sequence[step].told(won))
    assert "has played a chit on partisans in this turn" in refused(won, line)


@pytest.mark.rule("tw-16.1.7.2")
def test_16_1_7_6_not_without_a_partisan_nor_once_it_is_cancelled() -> None:
    none = scene(ALLIED_ROLL, chits=BOTH)
    assert "no partisan is on the board (16.1.7.6)" in refused(none, "germany play-chit espionage on=partisans")
    neutral = "us play-chit espionage on=partisans"
    assert "is at war with nobody" in refused(scene(ALLIED_ROLL, allied_partisans=1), neutral)
    assert "no chit is played on the partisans in this step" in refused(
        scene(NAVAL, chits=ONE), "germany play-chit espionage on=partisans"
    )
    line = "germany play-chit espionage on=partisans"
    table = stands(scene(ALLIED_ROLL, chits=BOTH, seats=2, allied_partisans=1), line, "britain counter-chit yes")
    assert not list(chit_purposes.partisans_told(table.campaign))


@pytest.mark.rule("tw-16.1.7.6")
def test_16_1_7_6_only_who_rolls_for_partisans_or_occupies_their_home_plays_a_chit_on_them() -> None:
    """Western partisans against Germany: the Soviets have nothing to do with their die, and nobody once it has
    fallen."""
    chits = {"germany espionage": 1, "britain espionage": 1, "ussr espionage": 1}
    campaign = with_country(scene(ALLIED_ROLL, chits=chits), "poland", status="conquered", patron="germany")
    band = Unit(power="britain", kind="partisan", strength="1-3", tag="poland")
    more = wars_of({"britain+germany": "1939-3-fall", "germany+ussr": "1941-1-spring"})
    campaign = attrs.evolve(campaign, units={**campaign.units, "britain-partisan-1": band}, wars=more)
    line = "{} play-chit espionage on=partisans"
    assert refused(campaign, line.format("germany")) == refused(campaign, line.format("britain")) == ""
    said = "no roll is left of the partisans of Soviet Union's alliance, nor against it (16.1.7.6, 25.4)"
    assert said in refused(campaign, line.format("ussr"))
    soviet = attrs.evolve(campaign, units={**campaign.units, "p-2": attrs.evolve(band, power="ussr")})
    assert refused(soviet, line.format("ussr")) == ""
    used = {**campaign.used, **limit_used("britain", "partisan-war", 1, "germany")}
    for power in ("germany", "britain"):
        assert "no roll is left" in refused(attrs.evolve(campaign, used=used), line.format(power))


def test_16_1_7_the_boxes_of_a_chit_list_what_it_is_and_what_for_by_name() -> None:
    campaign = scene(ALLIED_ROLL, chits={**ONE, "britain counter-espionage": 1}, allied_partisans=1)
    form = RULESET.verbs["play-chit"].form(campaign, "germany")
    assert form is not None
    listed = {box.name: box.counters(campaign, {}) for box in form.fields if box.counters is not None}
    said = {name: [(line.text, line.label) for line in lines] for name, lines in listed.items()}
    assert said == {
        "sort": [("espionage", "Espionage")],
        "on": [("partisans", "on the partisans")],
        "counter": [("", "nobody"), ("britain", "Britain")],
    }


# ---------------------------------------------------------------- U-boat cards


ON_CARDS = "britain play-chit espionage on=u-boat-cards"
CELLS = ("surface-threat", "combined-air-sea", "wolf-packs")


def cards(chits: Mapping[str, int], *, seats: int = 2, on: bool = True) -> TheWar:
    """U-boats and ASW in their box, in the step in which cards are chosen; Germany has three."""
    campaign = scene(CARDS, chits=chits, seats=seats)
    campaign = attrs.evolve(
        campaign,
        options={**campaign.options, "u-boat-cards": on},
        boxes={"germany": Box(uboats=6), "britain": Box(asw=3)},
    )
    cells = {
        ("long-range-recon", card): CardCell.made_of("u-boats", "long-range-recon", card, adds=1) for card in CELLS
    }
    return attrs.evolve(campaign, card_cells={cell.address: cell for cell in cells.values()})


@pytest.mark.rule("tw-16.1.7.2")
def test_16_1_7_2_d_germany_shows_two_of_the_cards_that_it_does_not_play() -> None:
    table = Table(cards({"britain espionage": 1})).give(ON_CARDS)
    pairs = ("combined-air-sea,surface-threat", "combined-air-sea,wolf-packs", "surface-threat,wolf-packs")
    assert table.asked == {"germany": tuple(f"germany show-cards {pair}" for pair in pairs)}
    assert "1 cards are named" in table.refused("germany show-cards wolf-packs")
    assert "is no card that Germany keeps unplayed" in table.refused("germany show-cards wolf-packs,aces")
    table.give("germany show-cards combined-air-sea,wolf-packs")
    assert (
        not table.campaign.pending
        and "Germany shows the U-boat cards 'combined air sea' and 'wolf packs'" in table.told
    )
    # All know them, so they are not played in this turn.
    assert "'wolf packs' was shown to Britain in this turn (16.1.7.2, 29.6)" in table.refused(
        "germany play-card u-boats wolf-packs"
    )
    assert table.refused("germany play-card u-boats surface-threat") == ""
    assert "was played on the U-boat cards in this turn" in table.refused(ON_CARDS)


@pytest.mark.rule("tw-16.1.7.2")
def test_16_1_7_2_d_a_card_that_lies_sealed_already_is_not_shown() -> None:
    table = Table(cards({"britain espionage": 1})).give("germany play-card u-boats surface-threat")
    table.give(ON_CARDS)
    choices = [one.text for one in outlook(RULESET, table.campaign, "axis").choices]
    assert choices == ["germany show-cards combined-air-sea,wolf-packs"]
    assert "is no card that Germany keeps unplayed" in table.refused("germany show-cards surface-threat,wolf-packs")
    table.give("germany show-cards combined-air-sea,wolf-packs")
    assert not table.campaign.pending and len(table.campaign.sealed) == 1


@pytest.mark.rule("tw-16.1.7.2")
def test_16_1_7_2_d_counter_espionage_cancels_it_before_anything_is_shown() -> None:
    table = Table(cards({"britain espionage": 1, "germany counter-espionage": 1})).give(ON_CARDS)
    assert table.asked == {"germany": ("germany counter-chit no", "germany counter-chit yes")}
    table.give("germany counter-chit yes")
    assert not table.campaign.pending and "nothing is shown" in table.told
    assert not left(table.campaign, "germany", "counter-espionage")


@pytest.mark.rule("tw-16.1.7.2")
def test_16_1_7_2_d_only_britain_and_only_while_cards_are_played() -> None:
    off = cards({"britain espionage": 1}, on=False)
    assert "no U-boat and ASW cards are played with" in Table(off).refused(ON_CARDS)
    on = cards({"britain espionage": 1, "france espionage": 1})
    assert "only Britain has Germany show" in Table(on).refused(ON_CARDS.replace("britain", "france"))
    empty = attrs.evolve(on, boxes={"germany": Box(uboats=6)})
    assert "no U-boat roll is made this turn" in "; ".join(map(str, understand(RULESET, ON_CARDS, empty).judge(empty)))
    # Three cells are known of the deck, so two may be shown; of two cards one.
    assert chit_purposes.to_be_shown(on) == 2
    assert chit_purposes.to_be_shown(attrs.evolve(on, card_cells={})) == 1
