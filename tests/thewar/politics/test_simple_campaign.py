"""Section 29.15 in a campaign of one seat, played from its first turn to its last: tried for by everybody, with chits,
paid on the books, and nothing of the points of chapter 16 on the way."""

from __future__ import annotations

import re
from collections import Counter
from typing import cast

import pytest

from engine.kernel import reading
from engine.kernel.changes import Entry
from engine.thewar.rolls import diplomacy
from engine.thewar.ruleset import RULESET
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar
from saves import scenarios
from tests.thewar.chronicle import untold
from tests.thewar.player import Game, Player, hands, hands_after

SIMPLE = {"simplified-diplomacy": True}
POINTS, DIPLOMACY = "planning.points", "planning.diplomacy"


class Solitaire:
    """One player who makes no effort and tries for a country wherever he may, at random; ``tries``: each with how the
    campaign stood before it."""

    def __init__(self, seed: int) -> None:
        opening = scenarios.preview("1939-campaign", 1, SIMPLE)
        assert isinstance(opening, TheWar)
        self.game, self.player = Game(opening), Player(seed, busy=0)
        self.tries: list[tuple[TheWar, Entry, TheWar]] = []

    def play(self) -> None:
        while not self.game.over:
            before, first = self.game.campaign, len(self.game.entries)
            line = self.line()
            self.game.give(reading.understand(RULESET, line, before))
            if " sway " in line:
                self.tries.append((before, self.game.entries[first], self.game.campaign))

    def line(self) -> str:
        """The next order: a chit in Spring, a country where one may be tried for, else the end of the step."""
        seen, campaign = self.game.outlook(), self.game.campaign
        legal = [choice for choice in seen.choices if not choice.refused]
        power = legal[0].power
        if seen.step == POINTS and power not in self.has_bought() and campaign.powers[power].narfs >= 10:
            return f"{power} points none espionage=yes"
        if tries := [choice.text for choice in legal if " sway " in choice.text]:
            line = self.player.random.pick(tries)
            with_chit = reading.understand(RULESET, f"{line} chit=yes", campaign)
            return with_chit.text if not list(with_chit.judge(campaign)) else line
        quiet = [choice.text for choice in legal if choice.text.endswith(" effort none")]
        ends = [choice.text for choice in legal if choice.ends] or [choice.text for choice in legal]
        return self.player.random.pick(quiet or ends)

    def has_bought(self) -> set[str]:
        """The powers that have bought in this turn."""
        turn = calendar.turn(self.game.campaign)
        return {made.power for made in self.game.campaign.purchases.values() if made.turn == turn}


def level(campaign: TheWar, country: str, power: str) -> int:
    """Where a country stands, seen from a power's alliance."""
    land = campaign.countries[country]
    at = diplomacy.STATUSES.index(land.status)
    return at if diplomacy.alliance(land.patron) == diplomacy.alliance(power) else -at


@pytest.mark.rule("tw-29.15")
def test_29_15_a_campaign_of_one_seat_to_its_end() -> None:
    alone = Solitaire(1)
    held = hands(alone.game.campaign)
    alone.play()
    campaign, entries = alone.game.campaign, alone.game.entries
    assert alone.game.over and campaign.progress.turn == 24
    moved, with_chit = 0, Counter[tuple[str, int]]()
    for before, entry, now in alone.tries:
        power, _, country, *rest = entry.order.split()
        axis, faces = diplomacy.alliance(power) == "axis", [roll.face for roll in entry.rolls]
        land = before.countries[country]
        # A client of the Axis adds its level to every die, one of the Allies takes it off; a chit helps who plays it.
        adds = diplomacy.STATUSES.index(land.status) * (1 if diplomacy.alliance(land.patron) == "axis" else -1)
        adds += ("chit=yes" in rest) * (1 if axis else -1)
        wins = [face + adds >= 8 if axis else face + adds <= 3 for face in faces]
        assert len(faces) == 2 if wins[0] else len(faces) == 1, entry.order
        assert hands(before)[power] - hands(now)[power] == 3 * len(faces)
        gone = level(now, country, power) - level(before, country, power)
        assert gone == (wins == [True, True] and level(before, country, power) < 3), entry.order
        moved += gone
        with_chit[power, calendar.year(before)] += "chit=yes" in rest
        assert calendar.season(before) in ("spring", "fall")
    assert moved >= 3 and max(with_chit.values()) == 1 and sum(with_chit.values()) > 10
    each = Counter((before.progress.turn, entry.order.split()[0]) for before, entry, _ in alone.tries)
    assert max(each.values()) == 1 and len({power for _, power in each}) == 6
    # Nothing of the points of chapter 16: none are bought, named, asked for or sealed.
    verbs = {entry.order.split()[1] for entry in entries if " " in entry.order}
    assert not verbs & {"influence", "spy", "defend", "back", "pass-chits", "open-diplomacy"}
    assert not campaign.influence and not campaign.named and not campaign.sealed
    bought = [entry.order for entry in entries if " points " in entry.order]
    assert bought and all("points none espionage=yes" in order for order in bought)
    # All of it is on the books, and told in people's words.
    changes = [change for entry in entries for change in entry.changes]
    assert hands_after(held, changes) == hands(campaign)
    assert not untold(campaign, entries) and list(RULESET.check(campaign)) == []


@pytest.mark.rule("tw-29.15")
def test_29_15_the_steps_speak_of_dice_and_of_no_points() -> None:
    simple, usual = (cast("TheWar", scenarios.preview("1939-campaign", 1, options)) for options in (SIMPLE, {}))
    for step, word in ((POINTS, "no POPs are placed"), (DIPLOMACY, "a die for 3 NARFs")):
        told = "\n".join(RULESET.sequence[step].says(simple))
        assert word in told and not re.search(r"POPs cost|Lowest hand first|At most half|sealed", told)
        assert word not in "\n".join(RULESET.sequence[step].says(usual))
    bare = reading.understand(RULESET, "germany points spain", simple)
    assert "diplomacy is simplified: Germany places no POPs (29.15)" in " ".join(map(str, bare.judge(simple)))
