"""A Task Force from the command line with two seats: hidden, sailing, found, and its cover in every print (7.12)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import Runner
from tests.thewar.sea.test_sea_fight import ALLIED
from tests.thewar.sea.test_task_forces import CARRIER, TWO_FLEETS, begun, pass_to
from tests.thewar.secrecy import HASH

READ = (
    ("show",),
    ("choices",),
    ("log",),
    ("sheet",),
    ("show", "task_forces"),
    ("show", "sealed"),
    ("battles",),
    ("map",),
    ("map", "--layer", "seas"),
)


def printed(run: Runner, folder: str, seat: str) -> str:
    """All that reading commands print for a seat."""
    told = [run(command, folder, *rest, "--seat", seat) for command, *rest in READ]
    told += [run(command, folder, *rest, "--seat", seat, "--json") for command, *rest in READ]
    text = "\n".join(one.out + one.err for one in told)
    return HASH.sub("#", text.replace(str(Path(folder).parent), "here"))


@pytest.mark.rule("tw-7.12", "tw-2.6-tf")
def test_7_12_a_task_force_is_formed_sails_and_is_found(run: Runner, tmp_path: Path) -> None:
    folder = str(begun(tmp_path))
    formed = f"britain task-force tf-1 units={TWO_FLEETS} port=alexandria"
    assert run("do", folder, "--seat", "axis", formed).code == 1
    short = run("do", folder, "--seat", "allied", "britain task-force tf-1 units=britain-fleet-1")
    assert short.code == 1 and "1 naval units (2.6)" in short.err
    assert run("do", folder, "--seat", "allied", formed).code == 0
    assert "Task Force 1 of Britain, Alexandria: 2 Fleet 1-12-5" in run("show", folder, "--seat", "allied").out
    pass_to(Path(folder), ALLIED)
    assert run("do", folder, "--seat", "allied", "britain mission levant units=tf-1 facts=supply").code == 0
    hidden = printed(run, folder, "axis")
    assert "Task Force 1 of Britain, Alexandria: face down" in hidden
    assert "Britain has Task Force 1 in Alexandria: two or three naval units, face down" in hidden
    assert TWO_FLEETS not in hidden
    seek = "italy intercept-at-sea levant units=italy-tac-1"
    assert run("do", folder, "--seat", "axis", seek).code == 0
    log = run("log", folder, "--seat", "axis").out
    assert "Turned over: Task Force 1: 2 Fleet 1-12-5" in log and "Revealed: Britain has Task Force 1" in log
    assert "2 Fleet 1-12-5" in run("choices", folder, "--seat", "axis").out + run("show", folder, "--seat", "axis").out
    assert run("audit", folder).code == 0 and run("doctor", folder).code == 0
    off = run("do", folder, "--seat", "allied", "britain task-force-off tf-1")
    assert off.code == 0 and "Task Force 1 of Britain" not in run("show", folder, "--seat", "axis").out


@pytest.mark.rule("tw-7.12")
def test_7_12_what_is_printed_for_the_other_seat_hangs_on_nothing_that_is_hidden(run: Runner, tmp_path: Path) -> None:
    seen = []
    for name, units in (("one", TWO_FLEETS), ("two", CARRIER)):
        folder = str(begun(tmp_path, name=name))
        for line in (f"britain task-force tf-1 units={units} port=alexandria", "france done"):
            assert run("do", folder, "--seat", "allied", line).code == 0
        seen.append((printed(run, folder, "axis"), printed(run, folder, "allied")))
    assert seen[0][0] == seen[1][0]
    assert seen[0][1] != seen[1][1]
