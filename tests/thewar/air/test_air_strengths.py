"""What a battle in the air is made of, line by line: the lines add up, the page before the first die is the page after
it, Flak has its sources (11.5, 11.9, 11.11, 11.12)."""

from __future__ import annotations

import random
from collections.abc import Iterator

import attrs
import pytest

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.kernel.sheets.previews import Preview
from engine.thewar.ruleset import RULESET
from engine.thewar.sheets.preview_sheet import PreviewSheet
from engine.thewar.world.state import TheWar
from tests.scale import sampled
from tests.thewar.air.test_air_fight import ATTACKS, COMBAT, Played, sky, stepped
from tests.thewar.builds import after, refused
from tests.thewar.reckoning import adds_up, before


class Freely(Played):
    """A campaign played on with dice of which an order takes as many as it rolls."""

    def rolling(self, line: str, faces: list[int]) -> None:
        order, dice = understand(RULESET, line, self.campaign), FixedDice(faces)
        n = len(self.entries) + 1
        for batch in play.submit(RULESET, self.campaign, [order], seat="solo", dice=dice, n=n):
            self.campaign = batch.campaign
            self.entries.extend(batch.entries)
        del faces[: len(faces) - dice.left]


def missions(count: int) -> Iterator[tuple[int, TheWar]]:
    """Random counter-air missions at 'x', announced, with Depleted aircraft and NAC."""
    for seed in range(count):
        dice = random.Random(seed)
        drawn = {
            f"{power}_{kind}": dice.randint(0, 2)
            for power in ("germany", "britain")
            for kind in ("ftr", "tac", "mdm", "nac")
        }
        campaign = sky(germany=dice.choice(("sle", "lle")), **{name: many for name, many in drawn.items() if many})
        units = {key: attrs.evolve(unit, depleted=dice.random() < 0.3) for key, unit in campaign.units.items()}
        campaign = attrs.evolve(campaign, units=units)
        mine = ",".join(key for key in units if key.startswith("germany"))
        theirs = ",".join(key for key in units if key.startswith("britain"))
        facts = dice.choice(("port", "port,over-britain", "port,airbase", "port,capital"))
        line = f"germany counter-air x units={mine} against={theirs} flak={dice.randint(0, 2)} facts={facts}"
        if mine and theirs and not refused(campaign, line):
            yield seed, after(campaign, line)


def shown(campaign: TheWar, line: str) -> Preview:
    found = PreviewSheet().preview(campaign, understand(RULESET, line, campaign))
    assert found is not None and found.cast is not None
    return found


def test_every_roll_of_random_missions_adds_up_and_the_first_is_the_page_before_it() -> None:
    """Two hundred (some of them), fought by random answers."""
    fought = 0
    for seed, campaign in missions(max(20, sampled(200))):
        dice, page = random.Random(seed), shown(campaign, "germany fight x")
        game = Freely(campaign)
        faces = [dice.randint(1, 10) for _ in range(60)]
        game.rolling("germany fight x", faces)
        while game.asked:
            # All come up at first, as the page takes it; later as it falls.
            first = [answer for answer in game.asked if answer.endswith("rise yes") and not game.reports[0].casts]
            game.rolling((first or [dice.choice(game.asked)])[0], faces)
        (report,) = game.reports
        for cast in (*report.casts, *page.leading, page.cast):
            assert cast is not None
            adds_up(cast)
        opening = next(cast for cast in report.casts if cast.table == "air-crt")
        assert page.cast is not None and before(opening) == before(page.cast), seed
        mine, theirs = opening.strengths
        assert sum(one.many for one in (*mine.shares, *theirs.shares)) == len(campaign.units), seed
        fought += 1
    assert fought > 2


def test_11_12_flak_has_its_sources_and_silent_flak_says_so() -> None:
    campaign = sky(germany_ftr=1, britain_ftr=1)
    line = "germany counter-air x units=ftr against=britain-ftr flak=2 facts=airbase"
    (volley,) = shown(campaign, line).leading
    adds_up(volley)
    assert [(one.label, one.value, one.rule) for one in volley.strengths[0].shares] == [
        ("airbase", 1, "11.12.1"),
        ("2 Flak units", 2, "11.12.2"),
    ]
    assert volley.column == "3"


@pytest.mark.rule("tw-11.11.4")
def test_11_11_4_a_depleted_nac_that_flies_no_mission_says_so() -> None:
    campaign = sky(germany_ftr=1, britain_nac=1, britain_ftr=1)
    worn = attrs.evolve(campaign.units["britain-nac-901"], depleted=True)
    campaign = attrs.evolve(campaign, units={**campaign.units, "britain-nac-901": worn})
    page = shown(campaign, "germany counter-air x units=ftr against=britain-ftr,britain-nac")
    assert page.cast is not None
    (idle,) = page.cast.strengths[1].idle
    assert (idle.label, idle.why, idle.rule) == (
        "NAC 1-3-2 Depleted",
        "a Depleted NAC flies no mission",
        "11.11.4, ruling 55",
    )


def test_11_3_the_battle_over_a_hex_stands_with_the_attack_below_it() -> None:
    campaign = sky("1940-2-summer", ATTACKS, germany="lle", germany_arm=2, germany_tac=2, france_inf=2, france_tac=1)
    line = "germany attack x units=2-arm against=2-inf terrain=clear air=2-tac"
    alone = shown(campaign, line)
    assert not alone.leading and alone.cast is not None and alone.cast.odds == "16 to 24: 1-2"
    campaign = stepped(after(campaign, line, "france support x tac"), COMBAT)
    (over,) = shown(campaign, "germany fight x").leading
    adds_up(over)
    assert (over.title, over.odds) == ("in the air, round 1", "2 to 1: 2-1")
