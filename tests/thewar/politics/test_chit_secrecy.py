"""Chits under seal: two campaigns that differ in nothing but what one seat holds give the other seat the same while it
asks and once it has been answered, whatever the chit is played on; the campaign is left, taken up and taken back
between question and answer (16.1.7.2, rulings 310, 433)."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import attrs
import pytest

from engine.kernel import play, reading
from engine.kernel.campaign import Progress, view
from engine.kernel.outlook import outlook
from engine.thewar.ruleset import RULESET
from engine.thewar.sea import sea_drafts
from engine.thewar.world import influence
from engine.thewar.world.state import Engagement, Patrol, TheWar, Unit
from saves import audit
from saves.desk import Desk
from tests.thewar.politics.purchases import ALLIED, AXIS, SIDES, begun, give, pass_to, scene
from tests.thewar.politics.scenes import Table
from tests.thewar.secrecy import HASH, everything, files_of
from tests.whole import whole

HOLDS, NONE = "points none counter-espionage=yes", "points norway"
"""What is bought for the same 3 NARFs: a chit, or a POP."""
ADDRESS = re.compile(r"0x[0-9a-f]+")
"""Where something lies in the machine's memory, which is never the same twice."""
NAVAL = "axis.operations.naval"
SHIPS = {
    "germany-fleet-1": Unit(power="germany", kind="fleet", strength="1-12-5"),
    "britain-fleet-1": Unit(power="britain", kind="fleet", strength="1-12-5"),
    "britain-fleet-2": Unit(power="britain", kind="fleet", strength="1-12-5"),
}


def bought(britain: str, step: str) -> Table:
    """Spring 1940 after the purchase, what is bought still under seal, at a later step of the turn: Germany has an
    Espionage chit, ships lie ready, a British Fleet is on patrol."""
    table = Table(scene())
    table.give("germany points none espionage=yes").give(f"britain {britain}")
    for power in ("italy", "france", "us", "ussr"):
        table.give(f"{power} points none")
    now = table.campaign
    powers = {key: attrs.evolve(power, effort="sle") for key, power in now.powers.items()}
    table.campaign = attrs.evolve(
        now,
        powers=powers,
        progress=Progress(turn=now.progress.turn, step=step),
        units={**now.units, **SHIPS},
        patrols={"britain-fleet-2": Patrol(area="north-sea", since="1939-4-winter")},
    )
    return table


def seen(campaign: TheWar, seat: str) -> tuple[object, ...]:
    """What a seat sees: the campaign, what is on offer, and what each of its choices may bring."""
    offered = outlook(RULESET, campaign, seat)
    mine = view(campaign, seat)
    odds = [repr(reading.parse(RULESET, one.text).forecast(mine)) for one in offered.choices]
    return ADDRESS.sub("", HASH.sub("#", repr((mine, offered.read(), offered.decision, odds)))), play.decisions(mine)


CASES = [
    ("axis.build.units", "germany play-chit espionage on=reserves", "britain", AXIS),
    (NAVAL, "germany play-chit espionage on=surprise", "britain", AXIS),
    (NAVAL, "germany mission north-sea units=germany-fleet-1 against=britain-fleet-2 espionage=yes", "britain", AXIS),
]


@pytest.mark.rule("tw-16.1.7", "tw-16.1.7.2")
@pytest.mark.parametrize(("step", "line", "asks", "seat"), CASES, ids=["reserves", "surprise", "search"])
def test_ruling_433_who_plays_a_chit_does_not_learn_from_the_question_whether_the_enemy_has_one(
    step: str, line: str, asks: str, seat: str
) -> None:
    told = []
    for britain in (HOLDS, NONE):
        table = bought(britain, step)
        assert influence.stock(table.campaign, asks, "counter-espionage") == (britain == HOLDS)
        before = [seen(table.campaign, seat), seen(table.campaign, "")]
        table.give(line)
        assert list(table.asked) == [asks]
        assert len(table.asked[asks]) == 1 + (britain == HOLDS)
        asked = [seen(table.campaign, seat), seen(table.campaign, "")]
        faces = (9,) if "mission" in line else ()
        table.give(f"{asks} counter-chit no", *faces)
        told.append((before, asked, seen(table.campaign, seat), seen(table.campaign, "")))
    assert told[0] == told[1]
    # He himself knows what he has.
    assert seen(bought(HOLDS, step).campaign, ALLIED) != seen(bought(NONE, step).campaign, ALLIED)


@pytest.mark.rule("tw-16.1.7", "tw-16.1.7.2", "tw-16.1.7.4")
def test_16_1_7_a_chit_under_seal_is_played_and_counted_when_all_is_opened() -> None:
    table = bought(HOLDS, NAVAL).give("germany play-chit espionage on=surprise")
    table.give("britain counter-chit yes")
    strike = Engagement(kind="sea", by="germany")
    assert not sea_drafts.drafted(table.campaign, strike).espionage
    for power, sort in (("germany", "espionage"), ("britain", "counter-espionage")):
        assert influence.stock(table.campaign, power, sort) == 0
        assert influence.open_chits(table.campaign, power, sort) == -1, "played before it is opened"
    # There is no second one.
    again = table.refused("germany play-chit espionage on=surprise")
    assert "Germany has no Espionage chit" in again and "has played a chit for surprise" in again
    # What is played without having been bought is refused on the seat's own view.
    cheat = bought(NONE, NAVAL).give("germany play-chit espionage on=surprise")
    assert "Britain has no Counter-Espionage chit" in cheat.refused("britain counter-chit yes")


def theirs(folder: Path) -> list[object]:
    """All that the other seat and the public read, and the files they have; they look at a copy, as they try out what
    would take something back."""
    aside = Path(shutil.copytree(folder, folder.parent / "aside" / folder.name))
    asks = ["britain counter-chit yes", "britain counter-chit no", "germany pass-chits"]
    read = [everything(aside, seat, asks) for seat in (AXIS, "")]
    shutil.rmtree(aside)
    return [*read, files_of(folder, AXIS)]


def stands(folder: Path) -> tuple[bool, tuple[str, ...]]:
    """Whether the surprise chit helps, and what is awaited, in the campaign as it lies on the disk."""
    campaign = whole(Desk.open(folder))
    asked = tuple(one.power for one in play.decisions(campaign))
    return sea_drafts.drafted(campaign, Engagement(kind="sea", by="germany")).espionage, asked


@pytest.mark.rule("tw-16.1.7", "tw-16.1.7.2", "tw-11.7.2")
def test_11_7_2_the_campaign_is_left_taken_up_and_taken_back_between_question_and_answer(tmp_path: Path) -> None:
    told = []
    for name, britain in (("one", HOLDS), ("two", NONE)):
        folder = begun(tmp_path, scene(), name)
        give(folder, "germany points none espionage=yes", f"britain {britain}")
        for power in ("italy", "france", "us", "ussr"):
            give(folder, f"{power} points none")
        pass_to(folder, NAVAL)
        assert Desk.open(folder).campaign.seats == SIDES
        give(folder, "germany play-chit espionage on=surprise")
        assert stands(folder) == (False, ("britain",))
        # Nobody has answered: it is taken back, the chit is there again, and it is given anew.
        Desk.open(folder, AXIS).undo()
        assert stands(folder) == (False, ())
        assert influence.stock(whole(Desk.open(folder, AXIS)), "germany", "espionage") == 1
        give(folder, "germany play-chit espionage on=surprise")
        own = Desk.open(folder, ALLIED).outlook()
        assert ("britain counter-chit yes" in [one.text for one in own.choices]) is (britain == HOLDS)
        asked = theirs(folder)
        give(folder, "britain counter-chit no")
        assert stands(folder) == (True, ())
        told.append((asked, theirs(folder)))
        assert not audit.audit(folder).differences
    assert told[0] == told[1]
