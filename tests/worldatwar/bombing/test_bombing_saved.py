"""Bombing on disk: what is pending can be laid aside and taken up, and today's rules agree with what was written."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from engine.kernel.refusals import Refused
from engine.worldatwar.ruleset import RULESET
from engine.worldatwar.world import editions
from saves import audit, library
from saves.desk import Desk
from tests.saves.desks import SECRET, same
from tests.worldatwar.bombers import BOMBING
from tests.worldatwar.game import edition, scenario


def started(at: Path, name: str) -> Desk:
    """The scenario on disk, with a second ship in Kiel and a hand of its own kind in the air."""
    hidden = at / "hidden"
    hidden.write_bytes(SECRET)
    opening = edition(scenario(BOMBING), name)
    gneisenau = opening.ships["gneisenau"]
    ships = {**opening.ships, "tirpitz": attrs.evolve(gneisenau, name="Tirpitz", size=6)}
    opening = attrs.evolve(opening, ships=ships, research={**opening.research, "axis-rockets": 2})
    return Desk.open(library.create(RULESET, opening, name="bombing", at=at, dice="keyed", secret_file=hidden))


def until(desk: Desk, step: str) -> None:
    """End steps until this one has come, each decision by its default."""
    while not desk.campaign.progress.step.endswith(step):
        seen = desk.outlook()
        if seen.decision is not None:
            desk.do([seen.decision.default])
        else:
            desk.do(
                [next(choice.text for choice in seen.choices if choice.text.endswith(" done") and not choice.refused)]
            )


@pytest.mark.parametrize("name", editions.NAMES)
def test_a_decision_over_a_shipyard_and_one_over_oil_survive_the_disk(tmp_path: Path, name: str) -> None:
    desk = started(tmp_path, name)
    until(desk, "axis.combat.bombers")
    desk.do(["germany raid london aaf=30", "germany done"])
    desk.do(["britain guard london interceptors=2 aaf=5"])
    assert same(desk.folder, desk)
    until(desk, "allied.combat.bombers")
    desk.do(["britain raid kiel bombers=3 ship=gneisenau"])
    desk.do(["britain done"])
    until_asked(desk)
    asked = desk.outlook().decision
    assert asked is not None and asked.rule == "26.76"
    again = Desk.open(desk.folder)
    assert again.outlook().decision == asked and same(desk.folder, again)
    again.do([asked.answers[-1]])
    with pytest.raises(Refused):
        again.do(["germany settle pay"])
    until(again, "allied.redeployment.boxes")
    assert same(desk.folder, again)
    report = audit.audit(desk.folder)
    assert not report.differences, report.differences


def until_asked(desk: Desk) -> None:
    """End steps until somebody has to decide."""
    while desk.outlook().decision is None:
        seen = desk.outlook()
        desk.do([next(choice.text for choice in seen.choices if choice.text.endswith(" done") and not choice.refused)])
