"""Section 29.13: nothing of a naval combat card can be seen by any means before both sides have chosen; the battle can
be left and taken up again in between, at one terminal or two; a war with cards."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import attrs
import pytest

from engine.kernel import outlook, play
from engine.kernel.campaign import view
from engine.kernel.dice import KeyedDice
from engine.kernel.refusals import Refused
from engine.thewar.ruleset import RULESET
from engine.thewar.sea.sea_fight import SeaFight
from engine.thewar.sheets.war_report import ReportSheet
from engine.thewar.world.state import TheWar
from saves import audit, library, scenarios
from saves.desk import Desk
from tests.cli.running import Runner
from tests.thewar.atlantic import SEATS, Segment
from tests.thewar.chronicle import untold
from tests.thewar.duties import met
from tests.thewar.optional import at_war, playing
from tests.thewar.sea.test_sea_fight import med
from tests.thewar.sea.test_sea_fight import unit as ship
from tests.thewar.sea_cards import CELLS, dealt, facing
from tests.thewar.secrecy import HASH, everything, files_of

OTHER = {"axis": "allied", "allied": "axis"}
HANDS = {"axis": ("italy", "none line-ahead night-attack"), "allied": ("britain", "none smoke torpedoes carriers")}
# What one seat plays and what another world has it play; the other seat must not tell them apart.
PAIRS = [
    ("axis", "line-ahead", "night-attack"),
    ("axis", "none", "line-ahead"),
    ("allied", "smoke", "torpedoes"),
    ("allied", "carriers", "none"),
]
ASKED = (
    *(f"{power} naval-card {card}" for power, hand in HANDS.values() for card in hand.split()),
    "italy break-off yes",
    "card naval smoke line-ahead 4",
    "germany done",
    'ruling card_cells.naval+smoke+line-ahead 4 because "to see"',
    'overrule "so agreed" britain naval-card smoke',
)


def begin(at: Path, name: str, *, seats: int = 2) -> Path:
    """A campaign on disk in which an Italian Fleet has met a British one with a carrier, and both sides are asked."""
    hidden = at / "hidden"
    hidden.write_bytes(bytes(range(32)))
    campaign = playing(dealt(med(), carriers=True), "naval-cards")
    two = ("italy-fleet-1", "italy-fleet-2")
    campaign = facing(campaign, two, ("britain-fleet-1", "britain-cv-1", "britain-nac-1"))
    campaign = attrs.evolve(campaign, seats=SEATS if seats == 2 else dict.fromkeys(SEATS, "solo"))
    (at / name).mkdir()
    folder = library.create(RULESET, campaign, name="aegean", at=at / name, dice="keyed", secret_file=hidden)
    desk = Desk.open(folder, "axis" if seats == 2 else "")
    desk.do(["italy sea-battle aegean"])
    for _ in range(6):
        found = play.decision(desk.campaign)
        if found is not None and found.sealed:
            return folder
        assert found is not None
        desk = Desk.open(folder, desk.campaign.seats[found.power] if seats == 2 else "")
        desk.do([found.default])
    raise AssertionError("nobody is asked for a card")


@pytest.mark.rule("tw-29.13", "tw-7.9.8-cards")
@pytest.mark.parametrize(("seat", "one", "two"), PAIRS)
def test_29_13_which_card_a_seat_has_chosen_changes_nothing_that_the_other_sees(
    seat: str, one: str, two: str, tmp_path: Path
) -> None:
    seen, files = [], []
    for name, card in (("one", one), ("two", two)):
        folder = begin(tmp_path, name)
        power = HANDS[seat][0]
        Desk.open(folder, seat).do([f"{power} naval-card {card}"])
        files.append(files_of(folder, OTHER[seat]))
        seen.append([everything(folder, who, ASKED) for who in (OTHER[seat], "")])
        # Its own seat reads what it has chosen.
        assert f"naval-card {card}" in everything(folder, seat, ())
    assert seen[0] == seen[1]
    assert files[0] == files[1]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Runner:
    """A runner of commands."""
    return Runner(capsys, monkeypatch)


@pytest.mark.rule("tw-29.13")
@pytest.mark.parametrize(("seat", "one", "two"), PAIRS[1:3])
def test_29_13_nor_anything_that_the_command_line_prints(
    seat: str, one: str, two: str, tmp_path: Path, run: Runner
) -> None:
    commands = ["show", "choices", "log", "sheet", "show pending", "show sealed", "show secrets", "battles"]
    power, hand = HANDS[OTHER[seat]]
    seen = []
    for name, card in (("one", one), ("two", two)):
        folder = str(begin(tmp_path, name))
        done = run("do", folder, "--seat", seat, f"{HANDS[seat][0]} naval-card {card}")
        assert done.code == 0
        told: list[Any] = []
        for who in ([], ["--seat", OTHER[seat]]):
            for command in commands:
                verb, *rest = command.split()
                told += [run(verb, folder, *rest, *who, *json) for json in ([], ["--json"])]
        told += [run("forecast", folder, "--seat", OTHER[seat], f"{power} naval-card {card}") for card in hand.split()]
        told.append(run("undo", folder, "--seat", OTHER[seat]))
        told.append(run("do", folder, "--seat", OTHER[seat], f"{power} naval-card fog"))
        seen.append([HASH.sub("#", repr(each)).replace(str(tmp_path / name), "here") for each in told])
    for first, second in zip(*seen, strict=True):
        # Digests are shortened on the screen.
        assert re.sub("[0-9a-f]{8,}", "#", first) == re.sub("[0-9a-f]{8,}", "#", second)
    assert any("choices" in each or "naval-card" in each for each in seen[0])


@pytest.mark.rule("tw-29.13")
def test_29_13_both_cards_open_together_in_whatever_order_they_came_and_then_stay_open(tmp_path: Path) -> None:
    rolled = []
    for name, order in (("one", ("axis", "allied")), ("two", ("allied", "axis"))):
        folder = begin(tmp_path, name)
        lines = {"axis": "italy naval-card line-ahead", "allied": "britain naval-card smoke"}
        first = Desk.open(folder, order[0])
        first.do([lines[order[0]]])
        (fight,) = first.campaign.pending.values()
        assert isinstance(fight, SeaFight) and fight.cards == ("", "")
        # Before the other has chosen it may be changed.
        first.undo()
        first.do([lines[order[0]]])
        # Left and taken up again, by both.
        for seat in ("axis", "allied"):
            again = Desk.open(folder, seat)
            assert not again.warnings and not audit.audit(folder).differences
            asks = again.outlook().decision
            assert asks is not None and asks.power == HANDS[order[1]][0]
        second = Desk.open(folder, order[1])
        done = second.do([lines[order[1]]])
        orders = " ".join(entry.order for entry in done.entries)
        assert orders.count("reveal ") == orders.count(" enact ") == 2
        assert orders.rindex("reveal ") < orders.index(" enact "), "both are opened before any takes effect"
        with pytest.raises(Refused, match="revealed"):
            second.undo()
        told = [everything(folder, seat, ()) for seat in ("axis", "allied", "")]
        assert all("'line ahead' against Britain 'smoke', -2" in text for text in told)
        rolled += [(roll.purpose, roll.face) for entry in done.entries for roll in entry.rolls][:1]
        assert not audit.audit(folder).differences
    assert rolled[0] == rolled[1] and rolled[0][0] == "all"


def test_29_13_a_seat_without_the_other_s_file_reads_the_battle_and_waits(tmp_path: Path) -> None:
    folder = begin(tmp_path, "apart")
    Desk.open(folder, "axis").do(["italy naval-card night-attack"])
    (folder / "seats" / "axis.toml").rename(tmp_path / "axis.toml")
    allied = Desk.open(folder, "allied")
    allied.do(["britain naval-card torpedoes"])
    seen = allied.outlook()
    assert (seen.awaits, seen.choices) == (("italy",), ())
    (tmp_path / "axis.toml").rename(folder / "seats" / "axis.toml")
    axis = Desk.open(folder, "axis")
    axis.settle()
    assert any(roll.purpose == "all" for entry in axis.entries("all") for roll in entry.rolls)


@pytest.mark.rule("tw-29.13")
def test_29_13_no_cell_is_entered_while_a_card_lies_face_down(tmp_path: Path) -> None:
    folder = begin(tmp_path, "cells")
    desk = Desk.open(folder, "allied")
    assert desk.judge("card naval smoke line-ahead 4") == ()
    Desk.open(folder, "axis").do(["italy naval-card line-ahead"])
    desk.refresh()
    assert [one.reason for one in desk.judge("card naval smoke line-ahead 4")] == ["cards lie face down"]


def test_29_13_one_player_of_both_sides_answers_one_after_the_other(tmp_path: Path) -> None:
    folder = begin(tmp_path, "solo", seats=1)
    desk = Desk.open(folder)
    desk.do(["italy naval-card line-ahead"])
    assert not desk.campaign.sealed
    again = Desk.open(folder)
    (fight,) = again.campaign.pending.values()
    assert isinstance(fight, SeaFight) and fight.cards == ("line-ahead", "")
    done = again.do(["britain naval-card smoke"])
    assert any(roll.purpose == "all" for entry in done.entries for roll in entry.rolls)


# ---------------------------------------------------------------- at random


def _nothing_seen(campaign: TheWar) -> None:
    """No view of a seat but the card's own holds a card that lies face down."""
    for place, secret in campaign.secrets.items():
        for seat in ("axis", "allied", ""):
            if campaign.seats[secret.power] == seat or campaign.sealed[place].text:
                continue
            shown = view(campaign, seat)
            assert place not in shown.secrets
            assert all(fight.cards == ("", "") for fight in shown.pending.values() if isinstance(fight, SeaFight))
            assert secret.text not in repr((shown, outlook.outlook(RULESET, shown, seat).choices))


def _fleets() -> TheWar:
    """Four Fleets against four of two seats: no single roll ends it."""
    more = {f"{power}-fleet-{n}": ship(power, "fleet") for power in ("italy", "britain") for n in range(6, 10)}
    base = playing(dealt(med()), "naval-cards")
    sides = [tuple(key for key in more if key.startswith(power)) for power in ("italy", "britain")]
    return attrs.evolve(facing(attrs.evolve(base, units={**base.units, **more}), *sides), seats=SEATS)


@pytest.mark.parametrize("seed", range(12))
def test_29_13_at_random_two_worlds_that_differ_in_one_card_look_alike_until_it_is_opened(seed: int) -> None:
    chance = random.Random(seed)
    italian, british = ({pair[at] for pair in CELLS} for at in (1, 0))
    game = Segment(_fleets(), KeyedDice(bytes([seed])))
    game.give("italy sea-battle aegean")
    for _ in range(chance.randrange(2)):
        # A whole round before the one that is looked at, where both go on.
        for asked in play.decisions(game.campaign):
            game.give(f"{asked.power} naval-card none")
        while (one := play.decision(game.campaign)) is not None and not one.sealed:
            game.give(one.default)
    power = chance.choice([one.power for one in play.decisions(game.campaign) if one.sealed])
    hand = sorted(italian if power == "italy" else british)
    worlds = []
    for card in chance.sample(["none", *hand], 2):
        world = Segment(game.campaign, game.dice)
        world.give(f"{power} naval-card {card}")
        _nothing_seen(world.campaign)
        seat = next(other for own, other in OTHER.items() if own == SEATS[power])
        seen = view(world.campaign, seat)
        told = (seen, outlook.outlook(RULESET, seen, seat), world.entries, ReportSheet().battles(seen, world.entries))
        worlds.append(HASH.sub("#", repr(told)))
    assert worlds[0] == worlds[1]


# ---------------------------------------------------------------- a war with cards


def _sails(campaign: TheWar, chance: random.Random) -> str:
    """A mission of the Axis that finds an enemy, where both have whole ships; '' else."""
    fleets = {
        power: [key for key, one in campaign.units.items() if (one.power, one.kind) == (power, "fleet")]
        for power in ("italy", "britain")
    }
    docked = {slip.unit for slip in campaign.slips.values()}
    ready = {p: [k for k in keys if k not in docked and not campaign.units[k].depleted] for p, keys in fleets.items()}
    if not all(ready.values()) or campaign.engagements:
        return ""
    sailing = chance.sample(ready["italy"], min(2, len(ready["italy"])))
    return f"italy mission aegean units={','.join(sailing)}"


@pytest.mark.parametrize("seed", range(2))
def test_29_13_a_whole_war_with_cards_between_two_seats(seed: int) -> None:
    opening = scenarios.preview("1939-campaign", 2, {"naval-cards": True})
    assert isinstance(opening, TheWar) and len(set(opening.seats.values())) == 2
    more = {f"{power}-fleet-{n}": ship(power, "fleet") for power in ("italy", "britain") for n in range(90, 96)}
    opening = at_war(attrs.evolve(dealt(opening), units={**opening.units, **more}), "britain+italy")
    chance, game = random.Random(seed), Segment(opening, KeyedDice(bytes([seed])))
    rounds: list[str] = []
    for _ in range(4000):
        if play.over(RULESET, game.campaign):
            break
        campaign = game.campaign
        asked = play.decisions(campaign)
        if asked:
            one = chance.choice(asked)
            answer = chance.choice(one.answers)
            if one.sealed:
                rounds.append(answer)
            game.give(answer)
            _nothing_seen(game.campaign)
            continue
        line = _next(game, chance)
        try:
            game.give(line)
        except Refused:
            game.give(_default(campaign))
    assert play.over(RULESET, game.campaign), game.campaign.progress
    assert not list(RULESET.check(game.campaign)) and not game.campaign.sealed and not game.campaign.secrets
    assert not untold(game.campaign, game.entries)
    assert len(rounds) > 10 and any(" none" not in answer for answer in rounds)


def _next(game: Segment, chance: random.Random) -> str:
    """What is ordered next: a mission in the Aegean, those who meet it, the battle; else the step's own."""
    campaign = game.campaign
    if campaign.progress.step == "axis.operations.naval" and (line := _sails(campaign, chance)):
        return line
    if campaign.progress.step == "axis.operations.interception" and "aegean" in campaign.engagements:
        if campaign.engagements["aegean"].defenders:
            return "italy sea-battle aegean"
        ready = [k for k, one in campaign.units.items() if (one.power, one.kind) == ("britain", "fleet")]
        seek = f"britain intercept-at-sea aegean units={chance.choice(ready)} distance=0" if ready else ""
        return seek if seek and chance.random() < 0.7 else "italy undisturbed aegean"
    return _default(campaign)


def _default(campaign: TheWar) -> str:
    """The end of the step for whoever is awaited, an effort that lets ships sail, or the first of what is legal;
    what a rule demands where nothing else goes on."""
    for seat in dict.fromkeys(campaign.seats.values()):
        seen = outlook.outlook(RULESET, campaign, seat)
        legal = [one.text for one in seen.choices if not one.refused]
        if legal:
            return next((text for text in legal if text.endswith((" done", " effort sle"))), legal[0])
    return met(campaign.progress.step)
