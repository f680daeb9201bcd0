"""What a battle at sea is made of, piece by piece: the lines of each roll add up, the page before the dice is the page
after them, what counts nothing says why (7.8, 7.9, 11.7)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from engine.kernel.reading import understand
from engine.kernel.sheets.previews import Preview
from engine.kernel.sheets.reports import Cast
from engine.thewar.ruleset import RULESET
from engine.thewar.sea import sea_fight_reports, sea_strengths
from engine.thewar.sea.sea_battle import STEPS, Now, Sea, SeaBattle
from engine.thewar.sea.sea_forces import DEPLETED, GONE, WHOLE, Muster
from engine.thewar.sheets.preview_sheet import PreviewSheet
from engine.thewar.sheets.war_report import ReportSheet
from engine.thewar.world.state import TheWar
from tests.scale import sampled
from tests.thewar.atlantic import Segment
from tests.thewar.builds import after
from tests.thewar.fleets import force, random_battle
from tests.thewar.reckoning import adds_up, before
from tests.thewar.sea.test_sea_fight import MISSION, med


def rolls(battle: SeaBattle) -> Iterator[Cast]:
    """Every roll of the first round, whole and with ships and aircraft Depleted or gone, surprised and not."""
    sea = Sea(battle)
    whole = [bytes(piece.start for piece in battle.pieces(side)) for side in (0, 1)]
    struck = []
    for side, codes in enumerate(whole):
        muster = Muster(battle.pieces(side), codes)
        for mark in muster.marks("sea")[::2]:
            muster = muster.struck(mark, "depleted")
        struck.append(muster.codes)
    for mine, theirs in (whole, struck, (whole[0], struck[1]), (struck[0], whole[1])):
        for step in range(STEPS):
            for surprise in (False, True):
                now = Now(step, mine, theirs, False, surprise)
                rolled = sea.rolled(now)
                if rolled is not None:
                    yield sea_fight_reports.cast(sea, now, rolled, 0)


def test_the_lines_of_random_battles_add_up_to_what_the_column_comes_from() -> None:
    """Five hundred (one in twenty), every roll of a round."""
    seen = 0
    for seed in range(sampled(500)):
        for cast in rolls(random_battle(seed)):
            adds_up(cast)
            seen += 1
            if len(cast.strengths) == 2:
                mine, theirs = cast.strengths
                assert str(mine.total) in cast.odds and str(theirs.total) in cast.odds, seed
    assert seen > 200


def test_7_9_what_counts_nothing_says_why() -> None:
    pieces = force(("5 fleet 1-12-5", 2, "britain"), ("cv", 2, "britain"), ("ftr 3-3-2", 2, "britain"))
    side = sea_strengths.fleets(Muster(pieces, bytes(piece.start for piece in pieces)), 0)
    assert [(one.many, one.why) for one in side.idle] == [
        (1, "a CV without a whole NAC counts nothing"),
        (1, "four ships at most count"),
        (1, "FTR attack ships in straits alone"),
    ]


def shown(campaign: TheWar, line: str) -> Preview:
    found = PreviewSheet().preview(campaign, understand(RULESET, line, campaign))
    assert found is not None
    return found


def test_a_search_and_the_first_roll_of_a_battle_are_the_pages_before_them() -> None:
    campaign = after(med(), MISSION)
    seek = "britain intercept-at-sea sardinian-sea units=britain-fleet-1,britain-cv-1,britain-nac-1 distance=4"
    page = shown(campaign, seek)
    assert page.cast is not None and page.leading
    for cast in (*page.leading, page.cast):
        adds_up(cast)
    game = Segment(campaign)
    game.give(seek, faces=(3,))
    (search,) = ReportSheet().battles(game.campaign, game.entries)
    assert before(search.casts[0]) == before(page.cast)
    assert search.casts[0].strengths[0].total == 1
    fight = "italy sea-battle sardinian-sea"
    page = shown(game.campaign, fight)
    game.give(fight, faces=())
    game.give("britain nacs no", faces=(9, 5, 9))
    report = ReportSheet().battles(game.campaign, game.entries)[-1]
    assert page.cast is not None
    expected = {cast.title: cast for cast in (*page.leading, page.cast)}
    assert before(report.casts[0]) == before(expected[report.casts[0].title])
    for cast in report.casts:
        adds_up(cast)


@pytest.mark.parametrize("code", [WHOLE, DEPLETED, GONE])
def test_a_fleet_counts_as_long_as_it_floats(code: int) -> None:
    pieces = force(("fleet 1-12-5", 2, "britain"))
    side = sea_strengths.fleets(Muster(pieces, bytes([code])), 0)
    assert (side.total, len(side.shares)) == ((1, 1), (1, 1), (0, 0))[code]
