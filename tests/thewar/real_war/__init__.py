"""The war as it was, in orders: ``orders.txt`` says what happened when, ``played`` gives it to the engine."""

from __future__ import annotations

from pathlib import Path

from engine.kernel import reading
from engine.kernel.dice import KeyedDice, without_consents
from engine.kernel.standing import Done
from engine.thewar.ruleset import RULESET
from tests.thewar.duties import met
from tests.thewar.player import Game, opening

HERE = Path(__file__).parent


def orders() -> dict[str, dict[str, list[str]]]:
    """The orders by turn and step. A line ``== 1940-1-spring`` begins a turn, ``@ axis.build.units`` a step; # begins
    a remark."""
    found: dict[str, dict[str, list[str]]] = {}
    turn = step = ""
    for number, line in enumerate((HERE / "orders.txt").read_text(encoding="utf-8").splitlines(), 1):
        text = line.partition("#")[0].strip()
        if text.startswith("=="):
            turn, step = text.removeprefix("==").strip(), ""
            assert turn not in found, f"line {number}: {turn} comes twice"
            found[turn] = {}
        elif text.startswith("@"):
            step = text.removeprefix("@").strip()
            assert step in RULESET.sequence, f"line {number}: no step {step}"
            found[turn].setdefault(step, [])
        elif text:
            found[turn][step].append(text)
    return found


class AsItWasRead(KeyedDice):
    """The faces with which the statements were read against the rulebook: by keys as format 3 spelt them."""

    def face(self, key: str, sides: int) -> int:
        turn, step, power, purpose, nth = without_consents(key).split("/")
        subject = f"-{power}" if purpose.startswith("weather:") else ""
        return super().face(f"{turn}/{step}/{power}/{purpose}{subject}/{nth}", sides)


def played() -> Game:
    """The campaign after the whole war. Raises Refused where an order is not legal; none is left over."""
    game, script = Game(opening(), dice=AsItWasRead(b"in memory")), orders()
    while not game.over:
        campaign = game.campaign
        turn, step = RULESET.calendar.now(campaign), campaign.progress.step
        waiting = script.get(turn, {})
        if step in waiting:
            _give_all(game, waiting.pop(step))
            continue
        late = [one for one in waiting if RULESET.sequence.position(one) < RULESET.sequence.position(step)]
        assert not late, f"{turn}: nothing is done in {late}, it is {step}"
        _pass_on(game, waiting)
        if RULESET.calendar.now(game.campaign) != turn or game.over:
            assert not waiting, f"{turn}: left over in {list(waiting)}"
            script.pop(turn, None)
    assert not script, f"never played: {list(script)}"
    return game


def _give_all(game: Game, lines: list[str]) -> None:
    """The orders of a step; in one where the powers act in turn those that order nothing are passed."""
    step = game.campaign.progress.step
    left = list(lines)
    while left:
        now = RULESET.calendar.now(game.campaign)
        assert game.campaign.progress.step == step, f"{now}: {step} is over, left are {left}"
        seen = game.outlook()
        mine = next(
            (line for line in left if not RULESET.sequence[step].in_order or line.split()[0] in seen.awaits), ""
        )
        if mine:
            left.remove(mine)
            game.give(reading.understand(RULESET, mine, game.campaign))
        else:
            _pass_on(game, None)


def _pass_on(game: Game, waiting: dict[str, list[str]] | None) -> None:
    """The step ends: nothing more is done in it, nor in those after it up to the next with orders. None: whose turn it
    is has done with this step alone."""
    seen = game.outlook()
    legal = [choice.text for choice in seen.choices if not choice.refused]
    if seen.decision is not None:
        game.give(reading.understand(RULESET, seen.decision.default or legal[0], game.campaign))
        return
    if seen.step == "strategic-warfare.bombers":
        # In this war every bomber flies, also where it can only lose and is not the first thing offered (5.2).
        legal.sort(key=lambda text: " sac=" not in text)
    end = next((text for text in legal if text.endswith(f" {Done.verb}")), "")
    if not end and seen.step == "allied.end.vichy" and seen.awaits == ("britain",):
        # What befell the Fleets is entered with the surrender; to spare them is a page and no line on offer.
        game.give(reading.understand(RULESET, "britain spare-fleet", game.campaign))
        return
    if not end:
        game.give(reading.understand(RULESET, legal[0] if legal else met(seen.step), game.campaign))
        return
    here = last = RULESET.sequence[seen.step]
    if waiting is not None and (here.mode == "by-hand" or here.at_table):
        for step in RULESET.sequence.following(here.id):
            if step.id in waiting or not (step.mode == "by-hand" or step.at_table):
                break
            last = step
    line = end if last is here else f"{end} through {last.id}"
    game.give(reading.understand(RULESET, line, game.campaign))
