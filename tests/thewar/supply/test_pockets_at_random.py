"""Random pockets through the Eastern war: marks named by either side, contested and decided over several turns, while
units move, are lost and come again. The laws of the three checks hold all the way (12.0, 12.6, rulings 404, 409)."""

from __future__ import annotations

import random

import attrs
import pytest

from engine.kernel import judging
from engine.kernel.changes import inverted, replay
from engine.kernel.dice import FixedDice
from engine.kernel.orders import Order
from engine.kernel.reading import understand
from engine.kernel.transaction import Transaction
from engine.thewar.ruleset import RULESET
from engine.thewar.supply_checks import marks, still_there
from engine.thewar.turns.end_turn import EndTurn
from engine.thewar.world import calendar, deeds, installed, sides, supply, traits
from engine.thewar.world.state import Grace, TheWar, Unit
from tests.scale import sampled
from tests.thewar.supply.pockets import FIRST, SECOND, THIRD, at_step, here, pocket, refused
from tests.thewar.values import wars_of

PLAYS, TURNS = 40, 4
"""Wars that are played, and the turns of each."""
SEATS = {"germany": "axis", "italy": "axis", "ussr": "red", "britain": "west", "us": "west", "france": "west"}
SPEAKER = {sides.AXIS: "germany", sides.ALLIED: "ussr"}
PLACES = ("kursk", "kiev", "fort", "board", "board", "")
KINDS = (
    ("inf", "6-5", "4-5"),
    ("arm", "8-8", "6-8"),
    ("tac", "1-5-4", "1-5-4"),
    ("fleet", "1-12-5", "1-5-2"),
    ("partisan", "1-5", "1-5"),
)


class War:
    """A war on one front: what is ordered in it is judged as by its seat, carried out, and taken back to see that all
    of it can be."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        front = pocket()
        every = {**front.wars, **wars_of({"italy+ussr": "1941-2-summer"})}
        self.campaign: TheWar = attrs.evolve(front, seats=SEATS, units={}, wars=every)
        self.given: dict[str, int] = {}
        self.lost = 0
        self._raised = 0
        for _ in range(14):
            self._arrives()

    def _carry_out(self, order: Order[TheWar]) -> None:
        before = self.campaign
        tx: Transaction[TheWar] = Transaction(before, FixedDice(()), calendar.turn(before), order.actor)
        order.effect(tx)
        self.campaign = tx.campaign
        assert replay(before, tx.changes) == self.campaign
        assert replay(self.campaign, inverted(tx.changes)) == before, f"{order.text} is not taken back whole"
        assert not [fault for fault in RULESET.check(self.campaign) if "supply" in fault.at], order.text

    def give(self, line: str) -> bool:
        """Give an order where it is legal; the table agrees to what needs it."""
        order = understand(RULESET, line, self.campaign)
        seat = self.campaign.seats.get(order.actor, "axis")
        if judging.judge(RULESET, self.campaign, order, seat, agreed=True):
            return False
        self._carry_out(order)
        self.given[order.verb] = self.given.get(order.verb, 0) + 1
        return True

    def at(self, step: str) -> None:
        """Another step of the turn; its first check marks who has come into a place that is cut off."""
        self.campaign = at_step(self.campaign, step)
        if step.endswith(FIRST) and still_there.found(self.campaign, sides.phasing(self.campaign)):
            self._carry_out(still_there.StillThere())

    def _arrives(self) -> None:
        power = self.chance.choice(("germany", "germany", "italy", "ussr", "ussr"))
        kind, german, other = self.chance.choice(KINDS)
        self._raised += 1
        place = self.chance.choice(PLACES)
        if kind == "partisan":
            power, place = "ussr", "board"
        unit = Unit(
            power=power,
            kind=kind,
            strength=german if power == "germany" else other,
            place=place,
            depleted=kind != "partisan" and self.chance.random() < 0.2,
        )
        units = {**self.campaign.units, f"{power}-{kind}-{self._raised}": unit}
        self.campaign = attrs.evolve(self.campaign, units=units)

    def shuffle(self) -> None:
        """What the board does between the checks: units go elsewhere, new ones come, some exploit."""
        for key, unit in self.campaign.units.items():
            if unit.kind != "partisan" and self.chance.random() < 0.15:
                moved = attrs.evolve(unit, place=self.chance.choice(PLACES))
                self.campaign = attrs.evolve(self.campaign, units={**self.campaign.units, key: moved})
            elif unit.kind == "arm" and self.chance.random() < 0.1 and supply.level(self.campaign, key).level != "out":
                grace = Grace(kind="exploits", since=calendar.turn(self.campaign))
                self.campaign = attrs.evolve(self.campaign, graces={**self.campaign.graces, key: grace})
        if self.chance.random() < 0.6:
            self._arrives()

    def say(self) -> None:
        """What both sides say of supply at a check, and what the table decides."""
        for _ in range(self.chance.randint(1, 6)):
            if not self.campaign.units:
                return
            key, unit = self.chance.choice(list(self.campaign.units.items()))
            by = self.chance.choice(("germany", "italy", "ussr", "britain"))
            place = self.chance.choice(("kursk", "kiev", "fort"))
            limited = " limited=yes" if self.chance.random() < 0.25 else ""
            self.give(
                self.chance.choice(
                    (
                        f"{by} unsupplied units={key} of={unit.power}{limited}",
                        f"{by} unsupplied places={place} of={self.chance.choice(('germany', 'ussr'))}{limited}",
                        f"{unit.power} in-supply units={key}",
                        f"{SPEAKER[sides.side(self.campaign, unit.power)]} in-supply places={place}",
                        f"{unit.power} contest-supply units={key}",
                        f"{unit.power} contest-supply units={','.join(self._may_contest(unit.power)) or key}",
                        f"{SPEAKER[sides.side(self.campaign, unit.power)]} contest-supply places={place}",
                    )
                )
            )
            self.assert_marks_fit()
            if self.chance.random() < 0.5:
                self.decide()

    def _may_contest(self, power: str) -> list[str]:
        """Units of a power that the other side has named."""
        return [
            key
            for key, mark in self.campaign.supply_marks.items()
            if key in self.campaign.units
            and self.campaign.units[key].power == power
            and mark.by
            and sides.side(self.campaign, mark.by) != mark.side
        ][:1]

    def decide(self) -> None:
        """The table decides what is contested, either way."""
        keys, places = marks.contested(self.campaign)
        for what, names in (("units", keys), ("places", places)):
            for name in names:
                # Nobody is in supply alone in a place that is cut off with all in it.
                stands = self.chance.choice(("yes", "no"))
                said = self.give(f"decide-supply {what}={name} stands={stands}")
                assert said or self.give(f"decide-supply {what}={name} stands=yes"), name

    def out(self) -> set[str]:
        """Who is out of supply now, as everything else asks it."""
        return {key for key in self.campaign.units if supply.level(self.campaign, key).level == supply.OUT}

    def assert_marks_fit(self) -> None:
        """A mark never outlives its date, and nobody is both limited and out."""
        now = calendar.now(self.campaign)
        every = (*self.campaign.supply_marks.values(), *self.campaign.supply_places.values())
        for mark in every:
            assert (mark.level == supply.LIMITED) == (not mark.until)
            assert not mark.until or calendar.number(mark.until) >= now or not supply.stands(self.campaign, mark)
        for key, unit in self.campaign.units.items():
            own, there = self.campaign.supply_marks.get(key), self.campaign.supply_places.get(unit.place)
            lie = [mark for mark in (own, there) if mark is not None and supply.stands(self.campaign, mark)]
            of_its_side = [mark for mark in lie if mark.side == sides.side(self.campaign, unit.power)]
            if of_its_side:
                # One level holds, out before limited; another only for who is in grace or freed.
                level = supply.level(self.campaign, key).level
                worst = supply.OUT if any(mark.level == supply.OUT for mark in of_its_side) else supply.LIMITED
                freed = deeds.is_kept(self.campaign, supply.resupplied(self.campaign, key))
                assert level == worst or level == supply.FULL or freed, key
                if level == supply.FULL and not freed:
                    assert supply.always(unit) or supply.grace(self.campaign, key), key
            else:
                assert supply.level(self.campaign, key).level == supply.FULL


def play_half(war: War, half: str) -> None:
    """A player turn: its three checks, with the law of the third."""
    war.at(f"{half}.{FIRST}")
    war.say()
    first = war.out()
    war.shuffle()
    war.at(f"{half}.{SECOND}")
    for key in sorted(first & war.campaign.units.keys()):
        if war.chance.random() < 0.4:
            war.give(f"{war.campaign.units[key].power} in-supply units={key}")
    freed = {key for key in first if key in war.campaign.units and key not in war.out()}
    war.at(f"{half}.{THIRD}")
    war.say()
    war.decide()
    before, third = war.campaign, war.out()
    now = (calendar.turn(before), half, 3)
    fresh = {key for key, mark in before.supply_marks.items() if (mark.since, mark.half, mark.check) == now}
    due = {key for key in first & third - freed - fresh if sides.side(before, before.units[key].power) == half}
    # In a fortress that is named as a whole nobody is lost or Depleted but by its siege (12.8, 13.2.3).
    sheltered = {
        key
        for key in due
        if installed.is_fortress(before, before.units[key].place)
        and (traits.category(before.units[key]) == "ground" or key not in before.supply_marks)
    }
    for power in ("germany", "italy", "ussr"):
        if sides.side(war.campaign, power) == half:
            war.give(f"{power} third-check")
    gone = before.units.keys() - war.campaign.units.keys()
    starved = {key for key, unit in before.units.items() if unit.place == "fort" and "fort" not in war.campaign.sieges}
    ground = {key for key in due - sheltered if traits.category(before.units[key]) == "ground"}
    flown = {key for key in due - sheltered if traits.category(before.units[key]) == "air"}
    expected = ground | {key for key in flown if before.units[key].depleted}
    assert expected <= gone <= expected | starved, half
    was = sum(pool.oos for pool in before.pools.values())
    pooled = sum(pool.oos for pool in war.campaign.pools.values()) - was
    starved_out = sum(traits.category(before.units[key]) == "ground" for key in gone - expected)
    assert pooled == len(ground) + starved_out, half
    war.lost += len(ground)
    for key in flown - gone:
        assert war.campaign.units[key].depleted, key
    war.assert_marks_fit()
    war.shuffle()


@pytest.mark.rule("tw-12.6.3", "tw-12.0")
@pytest.mark.parametrize("seed", range(sampled(PLAYS)))
def test_12_6_3_random_pockets_over_several_turns_keep_the_laws_of_the_checks(seed: int) -> None:
    war = War(seed)
    for _ in range(TURNS):
        for half in (sides.AXIS, sides.ALLIED):
            play_half(war, half)
        war.at("end.advance")
        for power in war.campaign.powers:
            war._carry_out(EndTurn(power))
        now = calendar.now(war.campaign)
        for mark in (*war.campaign.supply_marks.values(), *war.campaign.supply_places.values()):
            assert not mark.until or calendar.number(mark.until) > now, "a mark never outlives its date"
        progress = attrs.evolve(war.campaign.progress, turn=war.campaign.progress.turn + 1)
        war.campaign = attrs.evolve(war.campaign, progress=progress)
    assert war.given.get("unsupplied", 0) > 1, "somebody is cut off"
    if not seed:
        assert war.lost and war.given["third-check"] > 1, "a war that shows something"


@pytest.mark.rule("tw-12.0")
def test_12_0_nobody_is_contested_alone_in_a_place_that_was_named_with_all_in_it() -> None:
    """Else his mark would be taken off and he cut off still, with his place, and not lost at the third check."""
    campaign = here(attrs.evolve(pocket(), seats=SEATS), "ussr unsupplied places=kursk of=germany")
    alone = "germany contest-supply units=germany-inf-1"
    said = refused(campaign, alone, "axis")
    assert "Kursk was named with all in it, INF 6-5 of Germany too (12.0, ruling 404)" in said
    decided = "decide-supply units=germany-inf-1 stands=no"
    order = understand(RULESET, decided, campaign)
    said = " ".join(map(str, judging.judge(RULESET, campaign, order, "axis", agreed=True)))
    assert "'places=kursk' says it of all" in said
    contested = here(campaign, "germany contest-supply places=kursk")
    freed = here(contested, "decide-supply places=kursk stands=no")
    assert supply.level(freed, "germany-inf-1").level == supply.FULL and not freed.supply_places
