"""Section 29.13: naval combat cards, chosen in secret by both sides before all fight all (7.9.7 I, 7.9.8 D)."""

from __future__ import annotations

from fractions import Fraction

import attrs
import pytest

from engine.kernel import outlook, play
from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.thewar.combat import battle_cards
from engine.thewar.ruleset import RULESET
from engine.thewar.sea import naval_cards, sea_outcomes
from engine.thewar.sea.sea_answers import NavalCard
from engine.thewar.sea.sea_fight import SeaFight
from engine.thewar.sea.sea_outcomes import Outcome
from engine.thewar.sheets.war_report import ReportSheet
from engine.thewar.world.state import TheWar
from tests.thewar.atlantic import Segment
from tests.thewar.chronicle import told
from tests.thewar.optional import playing
from tests.thewar.sea.test_sea_fight import MISSION, asked, given, med
from tests.thewar.sea_cards import CELLS, FLEETS, dealt, facing
from tests.thewar.single_rolls import calc
from tests.thewar.world import after as done
from tui.models.battles import told as told_for_the_eye
from tui.panels.battle_picture import lay_battle

ALL_CARDS = [(mine, theirs) for mine in ("line-ahead", "night-attack") for theirs in ("smoke", "torpedoes")]


def fleets(*options: str) -> TheWar:
    """One Italian Fleet at sea, found by a British one; the cards of CELLS are known."""
    return facing(playing(dealt(med()), *(options or ("naval-cards",))), *FLEETS)


def questions(campaign: TheWar) -> dict[str, tuple[str, ...]]:
    """Who is asked at once, and the answers of each."""
    return {one.power: one.answers for one in play.decisions(campaign)}


def reasons(campaign: TheWar, line: str) -> list[tuple[str, str]]:
    """Why an order is refused: rules and reasons."""
    order = understand(RULESET, line, campaign)
    return [(refusal.rule, refusal.reason) for refusal in play.judge(RULESET, campaign, order, "solo")]


# ---------------------------------------------------------------- when and who


@pytest.mark.rule("tw-29.13", "tw-7.9.8-cards")
def test_7_9_8_d_both_sides_are_asked_before_every_round_of_fleets() -> None:
    campaign = given(fleets(), "italy sea-battle aegean")
    assert questions(campaign) == {
        "italy": ("italy naval-card none", "italy naval-card line-ahead", "italy naval-card night-attack"),
        "britain": ("britain naval-card none", "britain naval-card smoke", "britain naval-card torpedoes"),
    }
    (mine, theirs) = play.decisions(campaign)
    assert mine.sealed and theirs.sealed and mine.rule == "29.13" and "round 1" in mine.title
    assert "'line ahead': -2 against smoke, +3 against torpedoes" in mine.notes
    assert "'smoke': -2 against line ahead, +1 against night attack" in theirs.notes
    # Whoever answers first; the roll is made when both have: +3 for ratings at 1-1, -2: a 6 is a 7, AD.
    campaign = given(campaign, "britain naval-card smoke")
    assert list(questions(campaign)) == ["italy"]
    campaign = given(campaign, "italy naval-card line-ahead", 6, 5)
    assert asked(campaign)[1] == ("italy break-off no", "italy break-off yes")
    # The second round has cards of its own; those of the first went back.
    campaign = given(campaign, "italy break-off no")
    campaign = given(campaign, "britain break-off no")
    assert len(questions(campaign)["italy"]) == 3 and "round 2" in play.decisions(campaign)[0].title


@pytest.mark.rule("tw-29.13", "tw-7.9.8-cards")
def test_29_13_without_the_option_nobody_is_asked() -> None:
    campaign = given(facing(dealt(med()), *FLEETS), "italy sea-battle aegean", 3, 5)
    assert asked(campaign)[1] == ("italy break-off no", "italy break-off yes")
    assert ("29.13", "no battle at sea awaits this") in reasons(campaign, "italy naval-card smoke")


@pytest.mark.rule("tw-29.13")
def test_7_9_7_i_cards_come_after_the_air_battle_and_the_flak_and_before_all_fight_all() -> None:
    campaign = playing(dealt(med()), "naval-cards")
    campaign = done(campaign, MISSION)
    british = "britain intercept-at-sea sardinian-sea units=britain-fleet-1,britain-cv-1,britain-nac-1 distance=4"
    campaign = given(campaign, british, 3)
    campaign = given(campaign, "germany intercept-at-sea sardinian-sea units=germany-tac-1,germany-ftr-1")
    italian = "italy intercept-at-sea sardinian-sea units=italy-fleet-1,italy-fleet-2 distance=3 facts=own-land-air"
    campaign = given(campaign, italian, 3)
    campaign = given(campaign, "italy sea-battle sardinian-sea")
    campaign = given(campaign, "britain nacs yes", 10, 10, 9)
    campaign = given(campaign, "britain suffers britain-cv-1", 3)
    # In the air, Flak and the aircraft's blow were rolled without cards; now all fight all.
    assert set(questions(campaign)) == {"italy", "britain"}
    # The NAC fell in the air: there is no Carriers card any more.
    assert ("29.13", "the Carriers card needs a whole CV with its whole NAC") in reasons(
        campaign, "britain naval-card carriers"
    )
    campaign = given(campaign, "britain naval-card torpedoes")
    # The example's 8 was DD on the British Fleet; +3 makes it AD, five factors on an Italian one.
    campaign = given(campaign, "italy naval-card line-ahead", 8, 7)
    (fight,) = campaign.pending.values()
    assert isinstance(fight, SeaFight) and fight.hurt == ("britain-cv-1", "italy-fleet-1")


@pytest.mark.rule("tw-29.13")
def test_7_9_7_j_aircraft_alone_against_ships_play_no_cards() -> None:
    campaign = facing(playing(dealt(med()), "naval-cards"), ("italy-tac-1",), ("britain-fleet-1",))
    campaign = given(campaign, "italy sea-battle aegean", 10, 10, 10)
    assert asked(campaign)[1] == ("italy break-off no", "italy break-off yes")


# ---------------------------------------------------------------- what can be played


@pytest.mark.rule("tw-29.13")
def test_29_13_the_carriers_card_needs_a_whole_cv_with_its_nac() -> None:
    base = playing(dealt(med(), carriers=True), "naval-cards")
    british = ("britain-fleet-1", "britain-cv-1", "britain-nac-1")
    with_carrier = facing(base, ("italy-fleet-1", "italy-fleet-2"), british)
    there = given(with_carrier, "italy sea-battle aegean", 1, 1)
    assert "britain naval-card carriers" in questions(there)["britain"]
    assert not reasons(there, "britain naval-card carriers")
    # Ships alone; a CV without its NAC; a Depleted NAC.
    depleted = {**base.units, "britain-nac-1": attrs.evolve(base.units["britain-nac-1"], depleted=True)}
    for changed, there_are in (
        (base, ("britain-fleet-1",)),
        (base, ("britain-fleet-1", "britain-cv-1")),
        (attrs.evolve(base, units=depleted), british),
    ):
        without = given(facing(changed, ("italy-fleet-1",), there_are), "italy sea-battle aegean")
        assert "britain naval-card carriers" not in questions(without)["britain"]
        assert ("29.13", "the Carriers card needs a whole CV with its whole NAC") in reasons(
            without, "britain naval-card carriers"
        )
        assert not reasons(without, "britain naval-card smoke")


@pytest.mark.rule("tw-29.13")
def test_29_13_a_card_with_an_empty_cell_is_refused_until_the_table_enters_it() -> None:
    base = fleets()
    cells = {key: one for key, one in base.card_cells.items() if one.names != ("naval", "smoke", "line-ahead")}
    base = attrs.evolve(base, card_cells=cells)
    campaign = given(base, "italy sea-battle aegean")
    assert questions(campaign)["britain"] == ("britain naval-card none", "britain naval-card torpedoes")
    empty = "the cell of 'smoke' against 'line-ahead' is empty: the rulebook has it not"
    assert ("29.13", empty) in reasons(campaign, "britain naval-card smoke")
    assert any(empty in note and "card naval DEFENDER ATTACKER FIGURE" in note for note in _notes(campaign, "britain"))
    assert ("29.13", "no cell of the card matrix is known for 'fog'") in reasons(campaign, "britain naval-card fog")
    # In the middle of the battle the table enters it, and the card is there.
    campaign = given(campaign, "card naval smoke line-ahead -2")
    assert "britain naval-card smoke" in questions(campaign)["britain"]
    assert not reasons(campaign, "britain naval-card smoke")


@pytest.mark.rule("tw-29.13", "tw-7.9.8-cards")
def test_29_13_with_no_cell_known_the_table_is_told_how_to_enter_them_and_plays_none() -> None:
    campaign = given(facing(playing(med(), "naval-cards"), *FLEETS), "italy sea-battle aegean")
    assert questions(campaign) == {"italy": ("italy naval-card none",), "britain": ("britain naval-card none",)}
    assert any("card naval DEFENDER ATTACKER FIGURE" in note for note in _notes(campaign, "italy"))
    campaign = given(campaign, "italy naval-card none")
    # The roll is that without cards.
    campaign = given(campaign, "britain naval-card none", 3, 5)
    assert asked(campaign)[1] == ("italy break-off no", "italy break-off yes")


def _notes(campaign: TheWar, power: str) -> tuple[str, ...]:
    return next(one.notes for one in play.decisions(campaign) if one.power == power)


@pytest.mark.rule("tw-29.13")
def test_29_13_cells_that_cannot_be_are_refused() -> None:
    campaign = med()
    assert not reasons(campaign, "card naval smoke line-ahead -2")
    out_of_range = ("29.6, 29.9, 29.11, 29.13", "figure: 10 is out of range")
    assert out_of_range in reasons(campaign, "card naval smoke line-ahead 10")
    assert ("29.13", "no card is called 'none'") in reasons(campaign, "card naval none line-ahead 1")
    assert ("29.13", "no card is called 'none'") in reasons(campaign, "card naval smoke none 1")


@pytest.mark.rule("tw-29.13")
def test_29_13_nobody_answers_for_another_or_twice_or_out_of_time() -> None:
    campaign = given(fleets(), "italy sea-battle aegean")
    assert any("decide first" in reason for _, reason in reasons(campaign, "italy break-off yes"))
    assert ("29.13", "Italy is asked") in reasons(campaign, "germany naval-card smoke")
    campaign = given(campaign, "britain naval-card smoke")
    assert ("29.13", "Italy is asked") in reasons(campaign, "britain naval-card torpedoes")
    # The defender's cards are not the attacker's.
    assert ("29.13", "no cell of the card matrix is known for 'smoke'") in reasons(campaign, "italy naval-card smoke")


# ---------------------------------------------------------------- what they do


@pytest.mark.rule("tw-29.13")
@pytest.mark.parametrize(("mine", "theirs"), [*ALL_CARDS, ("none", "smoke"), ("line-ahead", "none"), ("none", "none")])
def test_29_13_the_cell_is_added_to_the_die_and_a_card_alone_does_nothing(mine: str, theirs: str) -> None:
    campaign = given(fleets(), "italy sea-battle aegean")
    campaign = given(campaign, f"italy naval-card {mine}")
    figure = CELLS.get((theirs, mine), 0)
    for face in range(1, 11):
        batches = play.submit(
            RULESET,
            campaign,
            [understand(RULESET, f"britain naval-card {theirs}", campaign)],
            seat="solo",
            dice=FixedDice((face, 5, 5)),
            n=1,
        )
        entries = [entry for batch in batches for entry in batch.entries]
        (roll, *_) = [roll for entry in entries for roll in entry.rolls]
        found = calc("naval", (face,), attacker=1, defender=1, attacker_rate=3, defender_rate=1, card=figure)
        assert found["modifier"] == 3 + figure and found["row"] == max(-1, min(12, face + 3 + figure))
        assert (roll.purpose, roll.face) == ("all", face)
        ended = batches[-1].campaign
        assert isinstance(ended, TheWar)
        said = " ".join(told(ended, entries))
        assert f"die {face} ({3 + figure:+d}) at 1-1, {found['result']}" in said.replace("(+0) ", ""), said


@pytest.mark.rule("tw-29.13")
def test_calc_naval_takes_what_the_cards_add() -> None:
    fields = {"attacker": 2, "defender": 2, "attacker_rate": 1, "defender_rate": 1}
    plain, carded = calc("naval", (5,), **fields), calc("naval", (5,), card=-4, **fields)
    assert (plain["modifier"], carded["modifier"]) == (0, -4)
    assert (plain["row"], carded["row"]) == (5, 1) and (plain["result"], carded["result"]) == ("AD", "DD2")
    assert {"label": "naval combat cards", "value": -4, "rule": "29.13"} in carded["breakdown"]
    assert calc("naval", (5,), card=0, **fields) == plain
    spread = calc("naval", None, card=2, **fields)["distribution"]
    assert sum(Fraction(one["p"]) for one in spread) == 1


# ---------------------------------------------------------------- what may come of it


def _forecast(campaign: TheWar, line: str) -> dict[Outcome, Fraction]:
    found = understand(RULESET, line, campaign).forecast(campaign)
    assert found is not None and found.exact
    return dict(found.outcomes)


@pytest.mark.rule("tw-29.13")
@pytest.mark.parametrize(("mine", "theirs"), ALL_CARDS)
def test_29_13_the_forecast_of_an_answer_to_an_open_card_is_that_of_the_die_so_changed(mine: str, theirs: str) -> None:
    campaign = given(given(fleets(), "italy sea-battle aegean"), f"britain naval-card {theirs}")
    (fight,) = campaign.pending.values()
    assert isinstance(fight, SeaFight)
    battle = attrs.evolve(fight.sea(campaign).battle, card=CELLS[theirs, mine], card_round=1)
    assert _forecast(campaign, f"italy naval-card {mine}") == dict(sea_outcomes.forecast(battle).outcomes)


@pytest.mark.rule("tw-29.13")
def test_29_13_while_the_other_card_is_not_open_each_is_as_likely_as_another() -> None:
    campaign = given(fleets(), "italy sea-battle aegean")
    order = understand(RULESET, "italy naval-card line-ahead", campaign)
    assert isinstance(order, NavalCard)
    found = order.forecast(campaign)
    assert found is not None and sum(chance for _, chance in found.outcomes) == 1
    mixed: dict[Outcome, Fraction] = {}
    for theirs in ("smoke", "torpedoes"):
        known = given(campaign, f"britain naval-card {theirs}")
        for value, chance in _forecast(known, "italy naval-card line-ahead").items():
            mixed[value] = mixed.get(value, Fraction(0)) + chance / 2
    assert dict(found.outcomes) == mixed
    assert "each card of the other side is as likely as another" in found.assumed
    assert "none are played in later rounds" in found.assumed
    # Before the battle none are counted on, and it says so.
    before = understand(RULESET, "italy sea-battle aegean", fleets()).forecast(fleets())
    assert before is not None and "no naval combat cards are played" in before.assumed
    assert order.forecast(given(campaign, "italy naval-card none")) is None


@pytest.mark.rule("tw-29.13")
def test_29_13_the_forecast_with_cards_is_what_play_comes_to_in_every_leaf() -> None:
    """One round: the shares of the faces that sink or deplete each side, as play has them, are the forecast's."""
    campaign = given(given(fleets(), "italy sea-battle aegean"), "italy naval-card night-attack")
    line = "britain naval-card torpedoes"
    (fight,) = campaign.pending.values()
    assert isinstance(fight, SeaFight)
    battle = attrs.evolve(fight.sea(campaign).battle, card=CELLS["torpedoes", "night-attack"], card_round=1, stay=1)
    wanted = dict(
        sea_outcomes.forecast(battle)
        .of(lambda one: (one.attacker.sunk, one.attacker.depleted, one.defender.sunk, one.defender.depleted))
        .outcomes
    )
    played: dict[tuple[int, ...], Fraction] = {}
    for face in range(1, 11):
        dice = FixedDice((face, 5))
        order = understand(RULESET, line, campaign)
        ended = play.submit(RULESET, campaign, [order], seat="solo", dice=dice, n=1)[-1].campaign
        if ended.pending:
            ended = given(ended, "italy break-off yes")
        assert isinstance(ended, TheWar)
        mine, theirs = (ended.units.get(f"{power}-fleet-1") for power in ("italy", "britain"))
        seen = (mine is None, bool(mine and mine.depleted), theirs is None, bool(theirs and theirs.depleted))
        played[tuple(map(int, seen))] = played.get(tuple(map(int, seen)), Fraction(0)) + Fraction(1, 10)
    assert played == wanted


# ---------------------------------------------------------------- how it is shown


@pytest.mark.rule("tw-29.13")
def test_29_13_the_picture_shows_the_roll_before_the_cards_and_both_cards_after_it() -> None:
    game = Segment(fleets())
    game.give("italy sea-battle aegean", faces=())
    (fight,) = ReportSheet().battles(game.campaign, game.entries)
    (cast,) = fight.casts
    assert (cast.faces, cast.net, cast.column) == ((), 3, "1-1")
    assert not any("card" in word.text.lower() for word in cast.words)
    game.give("britain naval-card smoke", faces=())
    (fight,) = ReportSheet().battles(game.campaign, game.entries)
    assert not any("smoke" in word.text for cast in fight.casts for word in cast.words)
    game.give("italy naval-card line-ahead", faces=(6, 5))
    (fight,) = ReportSheet().battles(game.campaign, game.entries)
    cast = fight.casts[0]
    assert cast.faces == (6,) and cast.net == 1
    assert [(one.value, one.rule) for one in cast.reckoned if one.label == "naval combat cards"] == [(-2, "29.13")]
    assert any(word.text == "Italy 'line ahead' against Britain 'smoke', -2" for word in cast.words)
    said = " ".join(told(game.campaign, game.entries))
    assert "round 1, Italy 'line ahead' against Britain 'smoke', -2: die 6 (+1) at 1-1, AD" in said


def test_29_13_a_card_and_no_card_in_words() -> None:
    campaign = given(fleets(), "italy sea-battle aegean")
    line = understand(RULESET, "italy naval-card line-ahead", campaign)
    assert line.sentence(campaign) == "Italy plays 'line ahead'"
    none = understand(RULESET, "britain naval-card none", campaign)
    assert none.sentence(campaign) == "Britain plays no naval combat card"
    said = naval_cards.told(campaign, ["italy", "britain"], ["none", "smoke"])
    assert said == "Italy no card against Britain 'smoke', +0"
    assert naval_cards.told(campaign, ["italy", "britain"], ["none", "none"]) == "no cards"
    seen = outlook.outlook(RULESET, campaign, "solo")
    assert [choice.text for choice in seen.choices] == list(questions(campaign)["italy"])


def test_29_13_the_form_of_a_cell_stands_where_battles_at_sea_are_fought_and_only_with_the_option() -> None:
    step = "axis.operations.interception"
    assert "card" in RULESET.sequence[step].forms
    form = battle_cards.Cell.form(playing(med(step), "naval-cards"), "italy")
    assert form is not None and {field.name: field.default for field in form.fields}["deck"] == "naval"
    assert battle_cards.Cell.form(med(step), "italy") is None
    assert battle_cards.Cell.form(playing(med(step), "u-boat-cards"), "italy") is None


def test_the_picture_of_a_battle_under_way_begins_with_its_latest_roll_and_the_damage_stays_under_its_own() -> None:
    game = Segment(facing(playing(dealt(med()), "naval-cards"), ("italy-fleet-1", "italy-fleet-2"), *FLEETS[1:]))
    game.give("italy sea-battle aegean", faces=())
    # 2 to 1 with +3: a 6 is a 9, AD: three factors.
    game.give("britain naval-card none", faces=())
    game.give("italy naval-card none", faces=(6, 4))
    game.give("italy break-off no", faces=())
    game.give("britain break-off no", faces=())

    def titles() -> list[str]:
        (fight,) = told_for_the_eye(game.campaign, ReportSheet().battles(game.campaign, game.entries))
        lines = [line.row.text.strip() for line in lay_battle(fight, 78)]
        return [line.split("  ")[0] for line in lines if line.startswith(("Round", "Damage"))]

    first, damage = "Round 1, J: all against all", "Damage of Fleet 1-12-5 of Italy"
    assert titles() == ["Round 2, J: all against all", first, damage]
    game.give("britain naval-card smoke", faces=())
    # -2 with a whole and a Depleted Fleet: a 6 is a 7, DD: the British one is Depleted too.
    game.give("italy naval-card line-ahead", faces=(6, 4))
    assert [line[:7] for line in titles()] == ["Round 2", "Damage ", "Round 1", "Damage "]
