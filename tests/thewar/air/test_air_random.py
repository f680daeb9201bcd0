"""Random air battles in a campaign: no unit is lost sight of, and every report hangs together (11.3 to 11.5)."""

from __future__ import annotations

import random

from engine.kernel import play
from engine.kernel.dice import FixedDice
from engine.kernel.reading import understand
from engine.kernel.sheets.reports import Report
from engine.kernel.tables import table
from engine.thewar.ruleset import RULESET
from engine.thewar.world.state import TheWar
from tests.thewar.air.test_air_fight import Played, sky
from tests.thewar.builds import after


def test_random_air_battles_in_a_campaign_conserve_every_unit() -> None:
    """Random missions, interceptors and answers: every unit is on the board or in its pool, once."""
    chance = random.Random(1105)
    for number in range(60):
        units = {
            f"{power}_{kind}": chance.randint(1, 2)
            for power in ("germany", "britain", "ussr")
            for kind in ("ftr", "tac", "mdm")
        }
        campaign = sky("1942-2-summer", germany=chance.choice(("sle", "rle", "lle")), **units)
        against = "britain-ftr-901,britain-tac-901,britain-mdm-901"
        line = f"germany counter-air x units=germany-ftr-901,germany-tac-901,germany-mdm-901 against={against}"
        campaign = after(campaign, f"{line} flak={chance.randint(0, 3)}")
        if chance.random() < 0.5:
            joining = [key for key in ("britain-ftr-902", "britain-tac-902") if key in campaign.units]
            campaign = after(campaign, *(f"britain intercept x {key}" for key in joining))
        game = Played(campaign)
        line = "germany fight x"
        while line:
            faces = [chance.randint(1, 10) for _ in range(8)]
            order = understand(RULESET, line, game.campaign)
            told = order.forecast(game.campaign)
            assert told is None or sum(share for _, share in told.outcomes) == 1
            dice = FixedDice(faces)
            for batch in play.submit(RULESET, game.campaign, [order], seat="solo", dice=dice, n=len(game.entries) + 1):
                game.campaign = batch.campaign
                game.entries.extend(batch.entries)
            line = chance.choice(game.asked) if game.asked else ""
        ended = game.campaign
        assert not ended.pending and not ended.engagements, number
        assert _counted(ended) == _counted(campaign), number
        for report in game.reports:
            _explained(report)


def _counted(campaign: TheWar) -> dict[tuple[str, str], int]:
    """Units by power and kind, on the board and in pools."""
    found: dict[tuple[str, str], int] = {}
    for unit in campaign.units.values():
        found[unit.power, unit.kind] = found.get((unit.power, unit.kind), 0) + 1
    for pool in campaign.pools.values():
        found[pool.power, pool.kind] = found.get((pool.power, pool.kind), 0) + pool.count + pool.oos
    return found


def _explained(report: Report) -> None:
    """Die, modifiers and cell hang together, and nothing stands without its rule."""
    for cast in report.casts:
        assert cast.rule and len(cast.faces) == 1
        assert sum(one.value for one in cast.reckoned if one.holds) == cast.net
        assert all(one.rule and one.label for one in cast.reckoned)
        assert all(one.why for one in cast.reckoned if not one.holds and one.value)
        data = table("thewar", cast.table)
        numbers = sorted(map(int, data["row"]))
        assert cast.row == sorted((numbers[0], cast.faces[0] + cast.net, numbers[-1]))[1]
        assert cast.cell == str(data["row"][str(cast.row)][cast.columns.index(cast.column)])
    assert all(one.text and one.rule for one in (*report.words, *report.lost))
