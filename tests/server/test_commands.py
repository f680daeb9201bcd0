"""The command line behind ``ssh HOST``, as each kind of player: his campaigns and seats, and nothing of another's."""

from __future__ import annotations

import argparse
import importlib
import re
import shutil
from pathlib import Path

import pytest

from saves import rights
from saves.desk import Desk
from tests.server.guests import Commands, Server
from tui.cli.main import COMMANDS
from tui.server.access import Guest

PLAYERS = ("anna", "ben", "dora", "hugo", "carl")
"""Of the campaign ``sealed``: the Axis, the Allies, a spectator, a host, and one who has no right in it."""
READING = (
    "list",
    "status",
    "show sealed",
    "show sealed powers",
    "show sealed --steps",
    "choices sealed",
    "forecast sealed 'france effort none'",
    "forecast sealed 'italy effort sle'",
    "log sealed",
    "log sealed --turn 1939-3-fall",
    "log sealed --dice",
    "accounts sealed",
    "sources sealed",
    "hand sealed",
    "battles sealed",
    "sheet sealed",
)
"""Every command that only reads."""
WRITING = ("do sealed 'germany effort mle'", "do sealed 'france effort none'", "undo sealed", "undo sealed --to 1")
THERE = {
    "list",
    "status",
    "show",
    "choices",
    "forecast",
    "do",
    "undo",
    "log",
    "accounts",
    "battles",
    "sheet",
    "sources",
    "hand",
}
THERE |= {"propose", "accept", "decline", "message"}


def test_a_player_sees_his_campaigns_and_what_waits_for_him(ssh: Commands) -> None:
    told = {card["name"]: card for card in ssh("anna", "list --json").json}
    assert set(told) == {"sealed", "alone"} and told["sealed"]["yours"] == ["axis"] and told["sealed"]["your_turn"]
    waits = ssh("anna", "status --json").json
    assert waits["player"] == "anna"
    assert {(one["campaign"], one["seat"], one["what"]) for one in waits["waits"]} == {
        ("sealed", "axis", "turn"),
        ("alone", "solo", "turn"),
    }
    assert ssh("ben", "status").out == "nothing waits for you\n"
    assert "you watch" in ssh("dora", "list").out and "Italy to act (anna)" in ssh("dora", "list").out
    assert {card["name"] for card in ssh("hugo", "list --json").json} == {"sealed", "alone"}
    assert ssh("carl", "list --json").json == []


def test_what_takes_consent_is_proposed_waits_for_the_other_and_is_carried_out(ssh: Commands, server: Server) -> None:
    ruling = 'ruling powers.germany.narfs 99 because "counted anew"'
    assert "Propose it" in ssh("anna", f"do sealed '{ruling}'").err
    assert ssh("anna", f"propose sealed '{ruling}'").code == 0
    (wait,) = (one for one in ssh("ben", "status --json").json["waits"] if one["what"] == "proposal")
    assert wait["seat"] == "allied" and "of anna: ruling: " in wait["title"]
    assert ssh("dora", f"accept sealed {wait['entry']}").code == 2, "who watches answers nothing"
    assert ssh("carl", f"accept sealed {wait['entry']}").code == 2, "who has no seat is shown nothing"
    assert ssh("anna", f"accept sealed {wait['entry']}").code == 1
    assert ssh("ben", "message sealed we agree").code == 0
    done = ssh("ben", "accept sealed --json").json
    assert [entry["order"] for entry in done["entries"]] == [f"consent {wait['entry']}", ruling]
    said = [entry for entry in Desk.open(server.sealed).entries() if entry.remark]
    assert [(entry.player, entry.order.split()[0]) for entry in said] == [
        ("anna", "propose"),
        ("ben", "message"),
        ("ben", "consent"),
    ]


def test_a_player_orders_for_his_seat_without_naming_it(ssh: Commands, server: Server) -> None:
    assert ssh("anna", "do sealed italy effort sle").code == 0
    assert Desk.open(server.sealed, "axis").campaign.secrets
    refused = ssh("ben", 'do sealed "germany effort mle" --json')
    assert refused.code == 1 and "is commanded by the seat 'axis'" in refused.json["refused"][0]["reason"]
    assert ssh("anna", "undo sealed").code == 0


@pytest.mark.parametrize("player", ["dora", "hugo"])
def test_who_watches_sees_and_orders_nothing(ssh: Commands, server: Server, player: str) -> None:
    assert ssh(player, "show sealed").code == 0
    before = _files(server.sealed)
    for line in WRITING:
        done = ssh(player, line)
        assert (done.code, done.out) == (2, "") and "you watch sealed: only who has a seat there orders" in done.err
    assert _files(server.sealed) == before


def test_of_a_campaign_of_one_seat_who_watches_is_not_its_player(ssh: Commands, server: Server) -> None:
    assert ssh("ben", "show alone").code == 0
    before = _files(server.alone)
    for line in ("do alone italy effort none", "undo alone"):
        assert ssh("ben", line).code == 2
    # He may plan, as its player does; only who has several seats says at which.
    assert ssh("ben", "forecast alone italy effort none").out == ssh("anna", "forecast alone italy effort none").out
    refused = ssh("ben", "forecast alone france effort none")
    assert refused.code == 1 and "Italy comes before France" in refused.err
    rights.give(server.sealed, "axis", "ben")
    assert "--seat axis, --seat allied" in ssh("ben", "forecast sealed france effort none").err
    assert _files(server.alone) == before
    assert ssh("anna", "do alone italy effort none").code == 0


def test_a_campaign_that_is_not_his_is_as_if_it_were_not_there(ssh: Commands) -> None:
    there, nowhere = ssh("dora", "show alone"), ssh("dora", "show nothing")
    assert there.code == nowhere.code == 2
    assert there.err.replace("alone", "nothing") == nowhere.err
    assert "yours are sealed" in there.err
    for line in (*READING[2:], *WRITING):
        done = ssh("carl", line)
        assert done.code == 2 and done.out == "" and "none is yours yet" in done.err, line


@pytest.mark.parametrize("player", PLAYERS)
@pytest.mark.parametrize("seat", ["axis", "allied", "solo", "table", "../axis", ""])
def test_anothers_seat_is_refused_with_what_is_his(ssh: Commands, player: str, seat: str) -> None:
    own = {"anna": "axis", "ben": "allied"}.get(player)
    for line in ("show", "choices", "log", "accounts", "battles", "sheet", "undo"):
        done = ssh(player, f"{line} sealed --seat={seat}")
        if not seat or seat == own:
            continue
        assert (done.code, done.out) == (2, ""), line
        if player != "carl":
            assert f"the seat '{seat}' of sealed is not yours" in done.err


def test_there_are_the_commands_of_the_contract_and_no_other(ssh: Commands) -> None:
    for command in COMMANDS:
        done = ssh("hugo", command.name)
        unknown = f"no command '{command.name}' on this server" in done.err
        assert unknown == (command.name not in THERE), command.name
        if unknown:
            assert done.code == 2 and done.out == "" and "there are list, status, show" in done.err
    assert ssh("anna", "").out == ssh("anna", "help").out
    shown = ssh("anna", "help").out
    assert "folder" not in shown and all(f"  {name} " in shown for name in THERE)


@pytest.mark.parametrize("player", PLAYERS)
def test_no_option_and_no_word_is_a_path(ssh: Commands, server: Server, tmp_path: Path, player: str) -> None:
    secret = tmp_path / "secret"
    secret.write_text("hidden")
    ways = [server.sealed, f"{server.sealed}/campaign.toml", "../campaigns/sealed", "campaigns/sealed", "./sealed"]
    ways += ["..", ".", "~", "sealed/..", "sealed/turns", "-", "", "/dev/stdin", server.data, secret, "sealed\\x00"]
    before = _files(server.data)
    for way in ways:
        for line in ("show", "choices", "log", "sheet", "undo", "accounts", "battles"):
            done = ssh(player, f"{line} '{way}'")
            assert done.code == 2 and done.out == "" and "hidden" not in done.err, (line, way)
        assert ssh(player, f"do '{way}' italy effort none").code == 2
    for option in ("--at", "--secret-file", "--data", "--out", "--svg", "--dice", "--key", "--folder", "--for-good"):
        for line in ("show sealed", "log sealed", "list", "do sealed italy effort none"):
            done = ssh(player, f"{line} {option} {secret}")
            assert done.code == 2 and done.out == "" and "hidden" not in done.err, (line, option)
    assert ssh(player, f"show @{secret}").code == 2
    assert ssh(player, f"show sealed @{secret}").code == 2
    assert _files(server.data) == before


def test_each_option_of_a_guests_commands_is_known_to_name_no_path() -> None:
    """A new one is looked at before a guest may give it."""
    found = set()
    for command in COMMANDS:
        if command.name in THERE:
            parser = argparse.ArgumentParser()
            getattr(importlib.import_module(f"tui.cli.{command.module}"), f"{command.name}_arguments")(parser)
            found |= {option for action in parser._actions for option in action.option_strings}
    assert (
        found
        == {"-h", "--help", "--json", "--seat", "--for", "--steps", "--turn", "--to", "--rolls", "--after", "--dice"}
        | _FIGURES
    )


_FIGURES = {"--power", "--any", "--year", "--width"}
"""Options of the accounts and the sheet."""


def test_the_path_of_a_campaign_is_told_from_no_other(ssh: Commands, server: Server) -> None:
    """Nobody finds out by asking where on the machine it lies."""
    told = {ssh("anna", f"show '{way}'").err for way in (server.sealed, "/nowhere/sealed", server.data, "a/b")}
    assert len(told) == 1


def test_a_fault_of_a_file_is_told_without_where_it_lies(ssh: Commands, server: Server) -> None:
    turn = next((server.sealed / "turns").iterdir())
    turn.write_bytes(b"nothing of ours")
    done = ssh("anna", "show sealed")
    assert done.code == 2 and turn.name in done.err


@pytest.mark.parametrize("player", ["ben", "dora", "hugo", "carl"])
def test_what_a_seat_has_sealed_changes_nothing_that_another_is_told(
    server: Server, tmp_path: Path, ssh: Commands, player: str
) -> None:
    """Two campaigns that differ in what the Axis sealed, and in what it noted: every command, as text and as JSON, and
    every refusal is the same for all others."""
    other = tmp_path / "other"
    shutil.copytree(server.data, other)
    for data, effort, note in ((server.data, "rle count=2", "zebra"), (other, "none", "the long note on walrus")):
        desk = Desk.open(data / "campaigns" / "sealed", "axis")
        desk.do([f"italy effort {effort}"])
        desk.note(1, note)
    told: list[list[str]] = []
    for data in (server.data, other):
        ssh.server.data = data
        lines = [*READING, *(f"{line} --json" for line in READING), *WRITING]
        lines += ["show sealed sealed", "show sealed secrets", "do sealed 'ussr effort none'", "log sealed --json"]
        answers = [ssh(player, line) for line in lines]
        told.append(
            [
                f"{line}: {done.code} {_masked(done.out)} {_masked(done.err)}"
                for line, done in zip(lines, answers, strict=True)
            ]
        )
        assert not [text for text in told[-1] if re.search(r"italy effort rle|zebra|walrus", text.partition(": ")[2])]
    assert told[0] == told[1]


def test_a_player_of_both_sides_sees_each_from_its_own_seat(ssh: Commands, server: Server) -> None:
    rights.give(server.sealed, "allied", "anna")
    done = ssh("anna", "do sealed italy effort sle")
    assert done.code == 2 and "say which of your seats orders: --seat axis, --seat allied" in done.err
    assert ssh("anna", "do sealed --seat axis italy effort sle").code == 0
    assert ssh("anna", "show sealed secrets --seat axis").out != ssh("anna", "show sealed secrets --seat allied").out
    assert ssh("anna", "show sealed secrets").out == ssh("dora", "show sealed secrets").out


def test_a_seat_handed_over_passes_with_what_it_sealed_and_the_former_player_orders_no_more(
    ssh: Commands, server: Server
) -> None:
    assert ssh("anna", "do sealed italy effort sle").code == 0
    before = ssh("anna", "show sealed secrets --json").json
    held = server.guest("anna").open("sealed")
    rights.take(server.sealed, "axis", "anna")
    rights.give(server.sealed, "axis", "carl")
    assert ssh("carl", "show sealed secrets --json").json == before and before["value"]
    assert "none of" not in ssh("anna", "list").out and "sealed" not in ssh("anna", "list").out
    # What she still has open writes nothing.
    with pytest.raises(Exception, match="the seat axis of sealed is no longer yours: carl holds it now"):
        held.do(["germany effort none"])
    with pytest.raises(Exception, match="no longer yours"):
        held.undo()
    with pytest.raises(Exception, match="no longer yours"):
        held.note(1, "mine")
    assert ssh("carl", "undo sealed").code == 0


def test_rights_that_are_spoilt_let_nobody_in_and_are_told_to_the_host(ssh: Commands, server: Server) -> None:
    (server.sealed / rights.FILE).write_text("seats = 3")
    for player in ("anna", "ben", "dora"):
        assert ssh(player, "show sealed").code == 2
    told = {card["name"]: card["problem"] for card in ssh("hugo", "list --json").json}
    assert "players.toml" in told["sealed"] and told["alone"] == ""
    assert ssh("hugo", "show sealed").code == 0


def test_a_guest_is_named_by_whoever_lets_him_in_and_nothing_he_types(server: Server) -> None:
    guest = server.guest("carl")
    assert guest == Guest("carl", False, server.data) and not guest.campaigns()


def _files(folder: Path) -> dict[str, bytes]:
    found = (path for path in folder.rglob("*") if path.is_file() and path.name not in (".lock",))
    return {str(path): path.read_bytes() for path in found}


def _masked(text: str) -> str:
    """Without digests and seals: they differ as what they hide does."""
    return re.sub(r"[0-9a-f]{16,64}", "#", text)


def test_a_host_answers_for_a_seat_that_nobody_has_and_for_no_other(ssh: Commands, server: Server) -> None:
    ruling = 'ruling powers.germany.narfs 99 because "counted anew"'
    assert ssh("anna", f"propose sealed '{ruling}'").code == 0
    (n,) = (one["entry"] for one in ssh("anna", "show sealed --json").json["proposals"])
    taken = ssh("hugo", f"accept sealed {n} --for allied")
    assert taken.code == 1 and "its own player answers" in taken.err, "ben sits there"
    assert ssh("dora", f"accept sealed {n} --for allied").code in (1, 2), "who watches is no host"
    rights.take(server.sealed, "allied", "ben")
    assert ssh("ben", f"accept sealed {n} --for allied").code == 2, "the seat is no longer his"
    assert ssh("hugo", f"accept sealed {n} --for axis").code == 1, "anna sits there"
    assert ssh("hugo", "do sealed 'us effort none' --seat allied").code == 2, "he answers, and orders nothing"
    done = ssh("hugo", f"accept sealed {n} --for allied --json")
    assert [entry["order"] for entry in done.json["entries"]] == [f"consent {n} seat=allied", ruling]
    assert f"Hugo agrees to the proposal in entry {n} for the seat allied" in ssh("anna", "log sealed").out
