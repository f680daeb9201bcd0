"""How a campaign ends: sudden deaths, surrenders, the last turn, objectives and levels, by hand; play after the end
(17.3, 20.4, 21.1, 22.2, 27)."""

from __future__ import annotations

from itertools import combinations

import attrs
import pytest

from engine.kernel import judging, play
from engine.kernel.dice import FixedDice, KeyedDice
from engine.kernel.reading import understand
from engine.kernel.sheets.objectives import Objectives, Way
from engine.kernel.sheets.overview import Overview
from engine.thewar.endings import victory
from engine.thewar.rolls import endings
from engine.thewar.rolls.ending_marks import LAST
from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar
from tests.thewar.atlantic import SEATS
from tests.thewar.endings.scenes import give, hints, holds, lands, out, standing, told, why_not
from tests.thewar.endings.test_surrender_rolls import due
from tests.thewar.test_steps_that_fall_due import at, taken

HISTORY = {
    "western": "london glasgow paris lyons marseilles essen cologne rome milan naples athens gibraltar suez alexandria"
    " brussels the-hague copenhagen oslo tripoli",
    "soviet": "berlin breslau vienna prague warsaw moscow leningrad stalingrad kiev kharkov odessa sevastopol baku"
    " budapest belgrade sofia ploesti",
}
"""Who held the objective cities at the end, as history left them (ruling 377)."""


def closing(turn: str, half: str = "allied") -> TheWar:
    """The campaign as a half of a turn closes."""
    here = at(turn, f"{half}.end.naval")
    return attrs.evolve(here, seats=dict.fromkeys(here.powers, "solo"))


def closed(campaign: TheWar) -> TheWar:
    """The campaign in the step of victory, after what the rules do there."""
    there = attrs.evolve(campaign.progress, step=campaign.progress.step.replace("end.naval", "end.victory"))
    batches = play.settle(RULESET, attrs.evolve(campaign, progress=there), dice=FixedDice(()), n=1)
    return batches[-1].campaign if batches else attrs.evolve(campaign, progress=there)


def result(campaign: TheWar) -> tuple[str, str]:
    found = campaign.outcomes.get("campaign")
    return (found.winner, found.level) if found is not None else ("", "")


# --- sudden deaths


@pytest.mark.rule("tw-27.1-axis", "tw-27.1")
def test_27_1_paris_and_any_three_of_seven_end_it_as_the_allied_half_closes() -> None:
    for three in combinations(endings.CITIES, 3):
        here = holds("germany", "paris", *three)(closing("1942-3-fall"))
        ended = closed(here)
        assert result(ended) == ("axis", "sudden-death"), three
        assert judging.over(RULESET, ended).startswith("the Axis wins by sudden death: the Axis holds Paris")
        assert "27.1" in judging.over(RULESET, ended)
        # Not as its own half closes, nor without Paris, nor with two.
        axis = holds("germany", "paris", *three)(closing("1942-3-fall", "axis"))
        assert result(closed(axis)) == ("", "")
    for cities in (endings.CITIES, ("paris", "moscow", "leningrad")):
        assert result(closed(holds("germany", *cities)(closing("1942-3-fall")))) == ("", "")


@pytest.mark.rule("tw-27.1-allied")
@pytest.mark.parametrize("half", ["axis", "allied"])
def test_27_1_rome_and_berlin_end_it_as_either_half_closes_before_summer_1945(half: str) -> None:
    both = both_taken(closing("1945-1-spring", half))
    assert result(closed(both)) == ("allies", "sudden-death")
    assert result(closed(taken(closing("1945-1-spring", half), "us", "rome"))) == ("", "")
    late = closed(both_taken(closing("1945-2-summer", "axis")))
    assert result(late) == ("", "")


def both_taken(campaign: TheWar) -> TheWar:
    return taken(taken(campaign, "us", "rome"), "ussr", "berlin")


@pytest.mark.rule("tw-27.1-axis")
def test_378_both_sides_at_once_make_a_draw() -> None:
    here = both_taken(holds("germany", "paris", "moscow", "suez", "gibraltar")(closing("1944-1-spring")))
    assert result(closed(here)) == ("", "draw")


@pytest.mark.rule("tw-22.2")
def test_22_2_the_five_cities_end_the_war_for_the_united_states() -> None:
    five = ("london", "paris", "moscow", "leningrad", "stalingrad")
    ended = closed(holds("germany", *five)(closing("1942-3-fall")))
    assert ended.outcomes["campaign"].why == "the United States leaves the war"
    assert ended.outcomes["campaign"].rule == "22.2, 27.1"


@pytest.mark.rule("tw-27.1-axis")
def test_380_a_satellites_city_is_its_masters_and_a_neutrals_is_nobodys() -> None:
    here = holds("italy", "paris")(holds("germany", "moscow", "suez")(closing("1942-3-fall")))
    assert result(closed(here)) == ("", "")
    romania = lands("romania", patron="germany", status="satellite")(taken(here, "romania", "baku"))
    assert result(closed(romania)) == ("axis", "sudden-death")
    friend = lands("romania", patron="germany", status="associate")(taken(here, "romania", "baku"))
    assert result(closed(friend)) == ("", "")


# --- surrenders and the last turn


@pytest.mark.rule("tw-27.1-axisd", "tw-21.1")
def test_27_1_two_of_three_powers_out_are_a_tactical_victory_at_once_and_three_a_decisive_one() -> None:
    britain = give(out("france")(due("britain")), "britain surrender-roll", faces=(10,))
    assert result(britain) == ("axis", "tactical")
    assert "France and Britain have surrendered" in judging.over(RULESET, britain)
    ussr = give(due("ussr"), "ussr surrender-roll", faces=(10,))
    assert result(ussr) == ("axis", "tactical")
    alone = give(due("britain"), "britain surrender-roll", faces=(10,))
    assert result(alone) == ("", "")
    # The third is out before anybody has noticed the second.
    third = out("britain")(due("ussr"))
    assert result(give(third, "ussr surrender-roll", faces=(10,))) == ("axis", "decisive")


@pytest.mark.rule("tw-20.4-vic", "tw-27.1-marg")
@pytest.mark.parametrize(
    ("turn", "expected"),
    [
        ("1944-3-fall", ("allies", "decisive")),
        ("1944-4-winter", ("allies", "tactical")),
        ("1945-1-spring", ("allies", "tactical")),
        ("1945-2-summer", ("", "draw")),
    ],
)
def test_20_4_germanys_surrender_on_four_dates(turn: str, expected: tuple[str, str]) -> None:
    here = holds("ussr", "berlin", "breslau", "vienna")(standing("germany", turn))
    now = give(here, "germany surrender-roll", faces=(1,))
    assert now.powers["germany"].surrendered == turn and result(now) == expected
    assert judging.over(RULESET, now) != ""


@pytest.mark.rule("tw-27.1-marg")
def test_27_1_germany_that_stands_at_the_end_of_summer_1945_wins_marginally() -> None:
    ended = closed(closing("1945-2-summer"))
    assert result(ended) == ("axis", "marginal")
    assert result(closed(closing("1945-1-spring"))) == ("", "")
    assert result(closed(closing("1945-2-summer", "axis"))) == ("", "")


@pytest.mark.rule("tw-27.1")
def test_27_1_nothing_more_is_ordered_after_the_end_and_the_reason_is_told() -> None:
    ended = closed(holds("germany", "paris", "moscow", "suez", "baku")(closing("1942-3-fall")))
    for line in ("germany done", "britain done"):
        rule, reason = why_not(ended, line)[0]
        assert reason.startswith("the Axis wins by sudden death") and rule == "3.0"
    assert why_not(ended, "germany concede") != []


# --- objectives


def told_at_the_end(campaign: TheWar, side: str) -> int:
    """How many objectives a side has as the last turn closes with the table in play, as the result says."""
    end = closed(attrs.evolve(campaign, options={**campaign.options, "victory-by-objectives": True}))
    return int(end.outcomes[side].why.removesuffix(" objectives").split()[-1])


def by_history() -> TheWar:
    here = closing("1945-2-summer")
    west = taken(here, "us", *HISTORY["western"].split())
    return taken(west, "ussr", *HISTORY["soviet"].split())


def test_27_2_the_thirty_nine_objectives_stand_in_the_campaign_by_a_tag() -> None:
    assert len(victory.objectives(closing("1939-3-fall"))) == 39
    none = closing("1939-3-fall")
    bare = attrs.evolve(none, places={key: attrs.evolve(one, tags={}) for key, one in none.places.items()})
    assert victory.objectives(bare) == () and victory.standing_of(bare) == ()


@pytest.mark.rule("tw-27.1-multi", "tw-27.2")
def test_377_as_history_left_it_west_and_soviets_are_both_tactical() -> None:
    here = by_history()
    assert (told_at_the_end(here, "britain-us"), victory.level(here, "britain-us")) == (19, "tactical")
    assert (told_at_the_end(here, "ussr"), victory.level(here, "ussr")) == (17, "tactical")
    two = closed(attrs.evolve(here, options={**here.options, "victory-by-objectives": True})).outcomes
    assert two["britain-us"].why == "Britain and the United States hold 19 objectives"
    assert two["ussr"].why == "the Soviet Union holds 17 objectives"
    # What a master holds in his Satellite's land is one objective, not two.
    romania = lands("romania", patron="ussr", status="satellite")(here)
    assert told_at_the_end(romania, "ussr") == told_at_the_end(taken(romania, "romania", "ploesti"), "ussr") == 17


@pytest.mark.rule("tw-27.1-multi")
def test_27_1_every_cell_of_the_table_of_levels() -> None:
    table = {
        "britain-us": (15, 18, 20),
        "france": (1, 2, 3),
        "germany": (6, 7, 8),
        "italy": (4, 5, 6),
        "ussr": (16, 17, 18),
    }
    cities = victory.objectives(closing("1945-2-summer"))
    for side, needed in table.items():
        power = victory.SIDES[side][0]
        bare = taken(closing("1945-2-summer"), "", *cities)
        names = ("marginal", "tactical", "decisive")
        for nth, count in enumerate(needed):
            assert victory.level(taken(bare, power, *cities[:count]), side) == names[nth]
            below = "stalemate" if nth == 0 else names[nth - 1]
            assert victory.level(taken(bare, power, *cities[: count - 1]), side) == below


@pytest.mark.rule("tw-27.2.3")
def test_27_2_3_neutrals_sympathizers_and_associates_count_for_nobody() -> None:
    here = closing("1945-2-summer")
    for status, mine in (("neutral", 0), ("sympathizer", 0), ("associate", 0), ("satellite", 1), ("conquered", 1)):
        patron = "" if status == "neutral" else "germany"
        there = lands("bulgaria", patron=patron, status=status)(here)
        without = told_at_the_end(taken(there, "", "sofia"), "germany")
        assert told_at_the_end(there, "germany") == without + mine, status
        assert ("sofia" in victory.counts_not(there)) != bool(mine)


@pytest.mark.rule("tw-27.2.1")
def test_27_2_1_corsica_and_tunisia_count_for_italy_held_whole() -> None:
    here = closing("1945-2-summer")
    before = told_at_the_end(here, "italy")

    def ruled(land: str, place: str, whole: bool) -> TheWar:
        holdings = {**here.holdings, land: attrs.evolve(here.holdings[land], holder="italy")}
        there = attrs.evolve(here, holdings=holdings)
        return taken(there, "italy", place) if whole else there

    for land, place in (("corsica", "ajaccio"), ("tunisia", "tunis")):
        assert told_at_the_end(ruled(land, place, True), "italy") == before + 1
        assert told_at_the_end(ruled(land, place, False), "italy") == before
        # Its city taken while the land itself still is another's.
        assert told_at_the_end(taken(here, "italy", place), "italy") == before
    assert told_at_the_end(ruled("corsica", "ajaccio", True), "germany") == told_at_the_end(here, "germany")


@pytest.mark.rule("tw-27.2.2")
def test_27_2_2_the_dardanelles_count_for_the_soviets() -> None:
    here = closing("1945-2-summer")
    straits = taken(here, "ussr", "dardanelles")
    assert told_at_the_end(straits, "ussr") == told_at_the_end(here, "ussr") + 1
    assert told_at_the_end(taken(here, "turkey", "dardanelles"), "ussr") == told_at_the_end(here, "ussr")
    for other in (straits, taken(here, "germany", "dardanelles")):
        assert told_at_the_end(other, "germany") == told_at_the_end(here, "germany")


@pytest.mark.rule("tw-27.1-multi")
def test_375_the_table_gives_each_side_its_level_where_the_option_is_on() -> None:
    here = attrs.evolve(by_history(), facts=by_history().facts)
    plain = closed(here)
    assert list(plain.outcomes) == ["campaign"]
    played = closed(attrs.evolve(here, options={**here.options, "victory-by-objectives": True}))
    assert played.outcomes["britain-us"].level == "tactical" and played.outcomes["ussr"].level == "tactical"
    assert played.outcomes["germany"].level == "stalemate"
    early = holds("germany", "paris", "moscow", "suez", "baku")(closing("1942-3-fall"))
    sudden = closed(attrs.evolve(early, options={**early.options, "victory-by-objectives": True}))
    assert list(sudden.outcomes) == ["campaign"], "in the last turn alone"
    assert "france" not in played.outcomes, "only in a game in which it has a seat of its own (ruling 376)"


# --- told


@pytest.mark.rule("tw-27.1")
def test_27_1_the_step_and_the_page_of_the_turn_tell_how_far_off_each_end_is() -> None:
    here = holds("germany", "paris", "moscow")(closing("1942-3-fall"))
    said = list(RULESET.sequence["allied.end.victory"].told(here))
    assert said[0] == (
        "Axis, as an Allied half closes: Paris and three of seven: has Paris, Moscow; 2 more of Leningrad, Stalingrad,"
        " London, Gibraltar, Suez, Baku"
    )
    assert said[1] == "Allies, as either half closes: Rome and Berlin: has nothing; 2 more of Rome, Berlin"
    sheet = RULESET.sheet(Overview)
    assert sheet is not None
    titles = [title for title, _ in sheet.levels(here)]
    assert any(title.startswith("Objectives of Germany: ") for title in titles)


# --- by hand


@pytest.mark.rule("tw-27.1")
def test_27_1_a_side_gives_up_where_its_seat_commands_all_of_it() -> None:
    here = closing("1942-3-fall")
    ended = give(here, "germany concede")
    assert result(ended) == ("allies", "concession") and "the Axis gives up" in judging.over(RULESET, ended)
    assert result(give(here, "britain concede")) == ("axis", "concession")
    seated = attrs.evolve(here, seats={**SEATS, "italy": "third"})
    # Who has fallen has nothing to say in it.
    assert why_not(out("italy")(seated), "germany concede", SEATS["germany"]) == []
    (found,) = [one for one in why_not(seated, "germany concede", SEATS["germany"]) if one[0] == "27.1"]
    assert "have seats of their own" in found[1]


@pytest.mark.rule("tw-27.1")
def test_27_1_a_result_is_agreed_by_all_and_an_adjourned_campaign_is_taken_up_again() -> None:
    here = closing("1942-3-fall")
    ended = give(here, 'agree-result allies level=tactical reason="we stop here"')
    assert result(ended) == ("allies", "tactical") and "we stop here" in judging.over(RULESET, ended)
    assert "a draw has no winner" in why_not(here, "agree-result axis level=draw")[0][1]
    assert "a draw has no winner" in why_not(here, "agree-result nobody level=tactical")[0][1]
    seated = attrs.evolve(here, seats=SEATS)
    assert why_not(seated, "agree-result nobody", SEATS["germany"])[0][0] == "consent"
    later = give(here, 'adjourn reason="until Friday"')
    assert judging.over(RULESET, later).startswith("adjourned: until Friday")
    assert told(later, "play-on") == "The campaign is taken up again"
    assert told(ended, "play-on") == "The campaign is played on; its result stands"
    again = give(later, "play-on")
    assert not again.outcomes and judging.over(RULESET, again) == ""


@pytest.mark.rule("tw-27.1")
def test_27_1_play_after_the_end_changes_nothing_of_the_result() -> None:
    ended = closed(holds("germany", "paris", "moscow", "suez", "baku")(closing("1942-3-fall")))
    on = give(ended, "play-on")
    assert judging.over(RULESET, on) == "" and result(on) == ("axis", "sudden-death")
    back = closed(both_taken(attrs.evolve(on, progress=closing("1943-1-spring").progress)))
    assert result(back) == ("axis", "sudden-death"), "no second end"
    fell = give(attrs.evolve(due("ussr"), outcomes=on.outcomes), "ussr surrender-roll", faces=(10,))
    assert fell.powers["ussr"].surrendered and result(fell) == ("axis", "sudden-death")
    assert "the campaign has its result" in why_not(on, "germany concede")[-1][1]
    assert "the campaign is being played" in why_not(closing("1942-3-fall"), "play-on")[-1][1]
    assert "An undo takes it back." in hints(on, "agree-result nobody")


@pytest.mark.rule("tw-27.1")
def test_27_1_a_campaign_played_to_a_natural_end_says_how_it_ended() -> None:
    here = holds("germany", "paris", "moscow", "suez", "baku")(closing("1942-3-fall"))
    order = understand(RULESET, "britain done", here)
    now = play.submit(RULESET, here, [order], seat="solo", dice=KeyedDice(b"ends"), n=1)[-1].campaign
    for power in ("us", "france", "ussr"):
        if judging.over(RULESET, now):
            break
        order = understand(RULESET, f"{power} done", now)
        if not play.judge(RULESET, now, order, "solo"):
            now = play.submit(RULESET, now, [order], seat="solo", dice=KeyedDice(b"ends"), n=1)[-1].campaign
    assert result(now) == ("axis", "sudden-death")


@pytest.mark.rule("tw-27.1")
def test_27_1_play_on_is_agreed_until_all_have_closed_and_refused_from_then_on() -> None:
    ended = attrs.evolve(give(closing("1942-3-fall"), "agree-result nobody"), seats=SEATS)
    half = give(ended, "germany close", seat=SEATS["germany"])
    assert set(half.progress.closed) == {SEATS["germany"]}
    on = give(half, "play-on", seat="")
    assert judging.over(RULESET, on) == "" and not on.progress.closed, "what was closed goes on, so the mark lapses"
    for power in dict.fromkeys({seat: power for power, seat in SEATS.items()}.values()):
        half = half if SEATS[power] in half.progress.closed else give(half, f"{power} close", seat=SEATS[power])
    for line in ("play-on", 'overrule "all agree" germany done', "germany concede"):
        rule, reason = why_not(half, line, "")[0]
        assert rule == "close" and "its dice are published" in reason
        assert "branch" in hints(half, line)


# --- the page of victory


@pytest.mark.rule("tw-27.1-multi", "tw-27.2")
def test_27_2_the_page_has_every_objective_once_and_the_figures_of_the_rules() -> None:
    sheet = RULESET.sheet(Objectives)
    assert sheet is not None
    for here in (by_history(), closing("1939-3-fall"), holds("germany", "paris", "moscow")(closing("1942-3-fall"))):
        found = sheet.victory(here)
        counted = [one.path for side in found.sides for one in side.objectives if not one.why_not]
        cities = [path for path in (*counted, *(one.path for one in found.nobodys)) if path != "places.dardanelles"]
        assert sorted(cities) == sorted(f"places.{key}" for key in victory.objectives(here)), "39, each once"
        for side in found.sides:
            held = sum(not one.why_not for one in side.objectives)
            assert held == side.figure.total == victory.of_side(here, side.id).total
            assert side.level == victory.level(here, side.id)
            if side.more is not None:
                name, more = side.more
                assert endings.level(side.id, side.figure.total + more) == name
                assert endings.level(side.id, side.figure.total + more - 1) == side.level


@pytest.mark.rule("tw-27.1", "tw-20.4")
def test_27_1_the_page_tells_every_way_to_the_end_with_what_it_gives_today() -> None:
    sheet = RULESET.sheet(Objectives)
    assert sheet is not None
    assert calendar.number(victory.BEFORE_LAST) + 1 == calendar.number(LAST)

    def ways(here: TheWar) -> dict[str, Way]:
        return {way.title: way for way in sheet.victory(here).ways}

    now = ways(out("france")(closing("1942-3-fall")))
    fall = now["Two of France, Britain and the Soviet Union surrender"]
    assert (fall.held, fall.missing, fall.needs) == (("France",), ("Britain", "Soviet Union"), 1)
    for turn, level in (("1944-3-fall", "decisively"), ("1944-4-winter", "tactically")):
        assert ways(closing(turn))["Germany surrenders"].gives == f"the Allies win {level} today"
    late = ways(closing("1945-2-summer"))
    assert late["Germany surrenders"].gives == "a draw today"
    assert late["Allies: Rome and Berlin"].closed == "only before Summer 1945"
    assert late["Summer 1945 ends and Germany stands"].turns == 1
    short = attrs.evolve(closing("1940-4-winter"), last="1940-4-winter")
    assert ways(short)["Summer 1945 ends and Germany stands"].closed == "the scenario ends before"
    assert not late["Summer 1945 ends and Germany stands"].closed
    lost = both_taken(closing("1945-1-spring"))
    assert ways(lost)["Allies: Rome and Berlin"].needs == 0 and not sheet.victory(closed(lost)).ways
