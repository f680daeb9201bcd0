"""The end of Fall: the year's purchases are opened, what was said is compared with what was written down, and all POPs
and chits come off (16.1.1, 16.1.7.4, rulings 298, 310)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import attrs
import pytest

from engine.kernel import play
from engine.kernel.campaign import view
from engine.kernel.changes import Batch
from engine.kernel.dice import FixedDice, KeyedDice
from engine.kernel.procedures import decisions
from engine.kernel.reading import understand
from engine.thewar.politics import purses
from engine.thewar.rolls import diplomacy
from engine.thewar.ruleset import RULESET
from engine.thewar.world import influence
from engine.thewar.world.state import Influence, Mismatch, Purchase, TheWar
from tests.thewar.minors import moved
from tests.thewar.politics.purchases import AXIS, DIPLOMACY, FIVE, POINTS, SIDES, THREE, scene
from tests.thewar.politics.scenes import Table

END = "end.points"
POWERS = ("italy", "germany", "france", "britain", "us", "ussr")


def at_step(played: Table, turn: str, step: str) -> Table:
    """The table at a step of a turn, whatever lies between."""
    here = moved(played.campaign, turn, step)
    played.campaign = attrs.evolve(here, progress=attrs.evolve(here.progress, done=()))
    return settled(played)


def settled(played: Table) -> Table:
    """What the rules do by themselves, with dice."""
    taken(played, play.settle(RULESET, played.campaign, dice=KeyedDice(b"fall"), n=len(played.entries) + 1))
    return played


def taken(played: Table, batches: Iterable[Batch[TheWar]]) -> None:
    """What was given or settled becomes the table's."""
    for batch in batches:
        played.campaign = batch.campaign
        played.entries.extend(batch.entries)


def bought(*lines: str, seats: dict[str, str] | None = None, turn: str = "1940-1-spring") -> Table:
    """Purchases of these powers under seal, and the step opened; nobody else buys anything."""
    return buying(Table(scene(turn, seats=seats)), *lines)


def buying(played: Table, *lines: str) -> Table:
    powers = [line.split()[0] for line in lines]
    for line in (*lines, *(f"{power} points none" for power in POWERS if power not in powers)):
        played.give(line)
    assert played.campaign.progress.step != POINTS
    return played


def ended(played: Table, turn: str = "1940-3-fall") -> Table:
    """The same once Fall has ended."""
    over = at_step(played, turn, END)
    assert not over.campaign.pending and over.campaign.progress.step != END
    return over


def over_the_rules(played: Table, line: str) -> Table:
    """An order to which all have agreed, whatever the rules say."""
    order = understand(RULESET, f'overrule "all agreed" {line}', view(played.campaign, played.seat(line)))
    seat, dice, n = played.seat(line), FixedDice(()), len(played.entries) + 1
    taken(played, play.submit(RULESET, played.campaign, [order], seat=seat, dice=dice, n=n, agreed=1))
    return played


def faults(campaign: TheWar) -> list[str]:
    return [fault.problem for fault in RULESET.check(campaign) if fault.at.startswith("mismatches.")]


# --- what was written down


@pytest.mark.rule("tw-16.1.1-carry", "tw-16.1.7.4")
@pytest.mark.parametrize("seats", [SIDES, THREE, FIVE])
def test_16_1_1_as_fall_ends_all_is_opened_and_comes_off(seats: dict[str, str]) -> None:
    played = bought("germany points 2-spain espionage=yes", "britain points norway", seats=seats)
    hand = played.campaign.powers["germany"].narfs
    buying(at_step(played, "1940-3-fall", POINTS), "germany points spain,turkey", "ussr points turkey")
    assert played.campaign.powers["germany"].narfs == hand - 6
    known = view(played.campaign, seats["germany"])
    assert [influence.held(known, "germany", land) for land in ("spain", "turkey")] == [3, 1]
    assert influence.stock(known, "germany", influence.ESPIONAGE) == 1
    ended(played)
    campaign = played.campaign
    for name in influence.OF_A_YEAR:
        assert not getattr(campaign, name), name
    assert not campaign.sealed and not campaign.secrets and not campaign.mismatches
    told = played.told
    assert "Fall ends: what was bought under seal this year is opened" in told
    for said in (
        "Germany had bought 2 POPs in Spain, 1 Espionage chit",
        "Germany had bought 1 POP in Spain, 1 POP in Turkey",
        "Britain had bought 1 POP in Norway",
        "What was said of POPs and chits is what was written down",
    ):
        assert said in told
    # Spring's first, then Fall's.
    orders = [entry.order for entry in played.entries]
    opened = [order for order in orders[orders.index("points-off") :] if order.startswith("reveal ")]
    fall = [order for order in opened if "spain,turkey" in order or "ussr" in order]
    assert len(opened) == 4 and opened[2:] == fall


@pytest.mark.rule("tw-16.1.1-carry", "tw-16.1.7.4")
def test_16_1_1_with_one_seat_all_comes_off_with_nothing_to_open() -> None:
    one = dict.fromkeys(SIDES, "solo")
    played = Table(scene(seats=one)).give("germany points 2-spain espionage=yes")
    assert influence.held(played.campaign, "germany", "spain") == 2
    ended(played)
    assert not played.campaign.influence and not played.campaign.chits and not played.campaign.purchases
    assert "Fall ends: all POPs and chits come off" in played.told


def test_16_1_1_where_nobody_bought_anything_the_step_does_not_come_up() -> None:
    played = Table(scene())
    buying(played)
    ended(played)
    assert not any(entry.order == "points-off" for entry in played.entries)


@pytest.mark.rule("tw-16.1.1-carry")
def test_16_1_1_nothing_comes_off_as_spring_ends() -> None:
    played = at_step(bought("germany points 2-spain"), "1940-1-spring", "allied.end.victory")
    assert influence.held(view(played.campaign, AXIS), "germany", "spain") == 2


# --- what was said and was not so


def spied_on(said: int) -> Table:
    """Britain, with 1 POP in Norway, is asked for it by a spy, and says so many."""
    played = bought("germany points spain espionage=yes", "britain points norway,turkey")
    played.give("germany spy norway on=western")
    for one in decisions(played.campaign):
        played.give(f"{one.power} foil no")
    for one in decisions(played.campaign):
        line = f"{one.power} disclose {said if one.power == 'britain' else 0}"
        (over_the_rules if one.power == "britain" and said != 1 else Table.give)(played, line)
    assert not played.campaign.pending
    return played


@pytest.mark.rule("tw-16.1.3")
def test_16_1_3_an_owner_states_what_he_has_written_down_and_nothing_else() -> None:
    played = bought("germany points spain espionage=yes", "britain points norway,turkey")
    played.give("germany spy norway on=western")
    for one in decisions(played.campaign):
        played.give(f"{one.power} foil no")
    for said in (0, 2, 99):
        reason = played.refused(f"britain disclose {said}")
        assert f"Britain has 1 POP in Norway, and {said} are stated (16.1.3). As it is written down: 1" in reason
    assert played.refused("britain disclose 1") == ""
    assert "is commanded by the seat" in played.refused("britain disclose 1", AXIS)
    assert "100 is out of range" in played.refused("britain disclose 100") or "0 to 99" in played.refused(
        "britain disclose 100"
    )


@pytest.mark.rule("tw-16.1.1", "tw-16.1.3")
@pytest.mark.parametrize("said", [0, 3])
def test_16_1_1_the_opening_names_who_said_what_he_had_not_written(said: int) -> None:
    played = ended(spied_on(said))
    [told] = faults(played.campaign)
    had = f"{said} POPs" if said else "no POP"
    assert told == f"Britain (seat 'allied') said in Spring 1940 that it had {had} in Norway, and had written 1"
    assert told in played.told
    # It stays for the next years, and nothing else of the old one does.
    assert len(played.campaign.mismatches) == 1 and not played.campaign.statements
    assert faults(ended(at_step(played, "1941-3-fall", "planning.effort"), "1941-3-fall").campaign) == [told]


@pytest.mark.rule("tw-16.1.1")
def test_16_1_1_who_said_what_he_had_written_is_not_named() -> None:
    played = ended(spied_on(1))
    assert not faults(played.campaign) and not played.campaign.mismatches


@pytest.mark.rule("tw-16.1.1")
def test_16_1_1_pops_bought_in_fall_do_not_make_spring_s_statement_false() -> None:
    played = spied_on(1)
    buying(at_step(played, "1940-3-fall", POINTS), "britain points 2-norway")
    ended(played)
    assert not played.campaign.mismatches


@pytest.mark.rule("tw-16.1.7")
def test_16_1_7_a_chit_that_was_never_bought_is_named_at_the_opening() -> None:
    played = bought("germany points 2-spain,turkey")
    reason = played.refused("germany spy norway on=western")
    assert "Germany has no Espionage chit (16.1.7.1). They are bought in Spring and Fall" in reason
    over_the_rules(played, "germany spy norway on=western")
    for one in decisions(played.campaign):
        played.give(f"{one.power} foil no")
    for one in decisions(played.campaign):
        played.give(f"{one.power} disclose 0")
    [told] = faults(ended(played).campaign)
    assert told == "Germany (seat 'axis') played 1 Espionage chit by Fall 1940 and had bought 0"


@pytest.mark.rule("tw-16.1.1")
def test_16_1_1_what_was_found_in_one_year_hides_nothing_of_the_next() -> None:
    played = bought("germany points spain", "britain points norway")
    used = Influence.made_of("germany", "spain", used=3)
    found = Mismatch(power="germany", of="spain", turn="1939-3-fall", nth=1, stated=2, wrote=1)
    year = attrs.evolve(played.campaign, influence={used.address: used})
    told = "Germany (seat 'axis') said in Fall 1940 that it had 3 POPs in Spain, and had written 1"
    for old in ({}, {found.address: found}):
        again = Table(attrs.evolve(year, mismatches=old))
        assert told in faults(ended(again).campaign)


@pytest.mark.rule("tw-16.1.1")
def test_16_1_1_a_cover_that_is_less_than_the_price_is_named_at_the_opening() -> None:
    """A machine that shows a smaller sum than its seat's file costs is found out, as the file's digest is fixed."""
    played = bought("germany points 2-spain,2-turkey")
    before = played.campaign
    cheap = Purchase.made_of("germany", "1940-1-spring", narfs=3)
    [place] = before.sealed
    cover = attrs.evolve(before.sealed[place], cover="germany points none paid=3")
    played.campaign = attrs.evolve(before, purchases={cheap.address: cheap}, sealed={place: cover})
    [told] = faults(ended(played).campaign)
    assert told == "Germany (seat 'axis') paid 3 NARFs in Spring 1940 for what costs 12"


# --- while a file is not at hand


@pytest.mark.rule("tw-16.1.3")
def test_16_1_3_without_its_seat_s_file_a_power_states_nothing_and_the_opening_waits() -> None:
    played = bought("germany points 2-spain espionage=yes", "britain points norway")
    whole = dict(played.campaign.secrets)
    kept = {place: one for place, one in whole.items() if one.power != "britain"}
    played.campaign = attrs.evolve(played.campaign, secrets=kept)
    played.give("germany spy norway on=western")
    for one in decisions(played.campaign):
        assert one.answers[0] == f"{one.power} foil no"
        played.give(f"{one.power} foil no")
    [asked] = [one for one in decisions(played.campaign) if one.power == "britain"]
    assert asked.answers == ()
    for line in ("britain disclose 0", "britain disclose 1"):
        assert "what Britain has under seal cannot be read here (16.1.3). Its seat's file" in played.refused(line)
    # It is back: play goes on.
    played.campaign = attrs.evolve(played.campaign, secrets=whole)
    for one in decisions(played.campaign):
        played.give(f"{one.power} disclose {int(one.power == 'britain')}")
    played.campaign = attrs.evolve(played.campaign, secrets=kept)
    at_step(played, "1940-3-fall", END)
    assert played.campaign.pending and not played.campaign.mismatches
    waits = played.refused("germany done")
    assert "what is sealed is to be opened first: Britain" in waits
    played.campaign = attrs.evolve(played.campaign, secrets={**whole, **played.campaign.secrets})
    settled(played)
    assert not played.campaign.pending and not played.campaign.sealed and not played.campaign.mismatches


# --- laws


def wished(chance: random.Random, power: str, most: int) -> str:
    """A purchase at random, which its limits may refuse."""
    lands = [land for land, able in diplomacy.targets().items() if power in able]
    placed = Counter(chance.choices(lands, k=chance.randint(0, most)))
    said = ",".join(f"{count}-{land}" for land, count in placed.items()) or "none"
    flags = [f" {flag}=yes" for flag in ("espionage", "counter-espionage", "variant") if chance.random() < 0.3]
    return f"{power} points {said}{''.join(flags)}"


def at_random(seed: int, seats: dict[str, str]) -> tuple[Table, Counter[tuple[str, str]], Counter[tuple[str, str]]]:
    """A year of purchases, rolls and answers at random; with POPs by power and target, and chits by power and sort,
    that were bought."""
    chance = random.Random(f"points {seed}")
    played, pops, chits = Table(scene(seats=seats)), Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    dice = KeyedDice(f"year {seed}".encode())

    def give(line: str) -> None:
        seat = played.seat(line)
        order = understand(RULESET, line, view(played.campaign, seat))
        n = len(played.entries) + 1
        taken(played, play.submit(RULESET, played.campaign, [order], seat=seat, dice=dice, n=n))

    for turn in ("1940-1-spring", "1940-3-fall"):
        at_step(played, turn, POINTS)
        for power in chance.sample(POWERS, len(POWERS)):
            wishes = (wished(chance, power, 4) for _ in range(40))
            line = next((wish for wish in wishes if not played.refused(wish)), f"{power} points none")
            order: Any = understand(RULESET, line, played.campaign)
            pops.update({(power, land): count for land, count in order.pops.items()})
            chits.update({(power, sort): count for sort, count in order.chits.items() if count})
            give(line)
        while played.campaign.progress.step == DIPLOMACY or played.campaign.pending:
            awaited = [one.power for one in decisions(played.campaign)]
            if awaited:
                [answers] = [one for power, one in played.asked.items() if power == awaited[0]]
                give(chance.choice(answers))
                continue
            [power, *_] = play.acting(RULESET, played.campaign)
            known = view(played.campaign, played.campaign.seats[power])
            lands = [land for land in diplomacy.targets() if influence.held(known, power, land)]
            lines = [
                f"{power} influence {land} against={side} espionage={chance.choice(('yes', 'no'))}"
                for land in lands
                for side in ("axis", "western", "soviet")
            ]
            lines += [f"{power} spy {land} on={chance.choice(('axis', 'western'))}" for land in diplomacy.targets()]
            legal = [line for line in lines if not played.refused(line)]
            give(chance.choice(legal) if legal and chance.random() < 0.8 else f"{power} done")
    return played, pops, chits


@pytest.mark.rule("tw-16.1.1-carry", "tw-16.1.1", "tw-16.1.7.4")
@pytest.mark.parametrize("seats", [dict.fromkeys(SIDES, "solo"), SIDES, THREE, FIVE], ids=["1", "2", "3", "5"])
@pytest.mark.parametrize("seed", range(2))
def test_16_1_1_what_was_placed_in_a_year_is_what_was_used_and_what_comes_off(seed: int, seats: dict[str, str]) -> None:
    played, pops, chits = at_random(seed, seats)
    ended(played)
    placed, used, left = Counter[tuple[str, str]](), Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    had, spent = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for entry in played.entries:
        for change in entry.changes:
            path = change.at.split(".")
            if path[0] == "influence" and path[-1] in ("placed", "used"):
                who, land = path[1].split("+")
                (placed if path[-1] == "placed" else used)[who, land] += change.now - change.was
            elif path[0] == "influence" and change.now is None:
                left[change.was.power, change.was.country] += change.was.placed - change.was.used
            elif path[0] == "chits" and path[-1] in ("bought", "played"):
                who, sort = path[1].split("+")
                (had if path[-1] == "bought" else spent)[who, sort] += change.now - change.was
    assert +placed == +pops, "everything that was bought is known in the end"
    assert all(used[key] + left[key] == placed[key] and left[key] >= 0 for key in placed)
    assert +had == +chits and all(spent[key] <= had[key] for key in spent)
    assert not played.campaign.mismatches and not played.campaign.influence and not played.campaign.chits
    assert not played.campaign.sealed


def test_the_years_at_random_use_points_and_chits() -> None:
    """Else the law above would be one of nothing."""
    told = [entry for seed in range(2) for entry in at_random(seed, THREE)[0].entries]
    changed = {change.at.split(".")[-1] for entry in told for change in entry.changes}
    assert {"used", "played"} <= changed


# --- over the rules


@pytest.mark.rule("tw-16.1.1")
@pytest.mark.parametrize("first", [True, False], ids=["before the sealed one counts", "after all have paid"])
def test_16_1_1_a_second_purchase_that_all_agreed_to_is_open_and_hides_nothing_of_the_first(first: bool) -> None:
    played = Table(scene()).give("germany points 2-spain")
    if first:
        over_the_rules(played, "germany points 2-turkey counter-espionage=yes")
    for power in POWERS:
        if power != "germany":
            played.give(f"{power} points none")
    if not first:
        over_the_rules(played, "germany points 2-turkey counter-espionage=yes")
    campaign = played.campaign
    assert campaign.powers["germany"].narfs == 100 - 6 - 9
    # What is under seal is still worked out from its own sum: Germany is asked in Spain.
    assert purses.might_hold(campaign, "germany", "spain") == 2
    assert purses.might_hold(campaign, "germany", "turkey") >= 2
    assert influence.open_chits(campaign, "germany", influence.COUNTER_ESPIONAGE) == 1
    ended(played)
    assert not played.campaign.mismatches and not played.campaign.influence
