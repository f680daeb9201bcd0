"""Proposals, answers and messages on the command line."""

from __future__ import annotations

from tests.cli.running import Runner

RULING = 'ruling powers.germany.narfs 99 because "counted anew"'


def test_a_ruling_is_proposed_answered_and_carried_out(run: Runner, two: str) -> None:
    refused = run("do", two, "--seat", "axis", RULING)
    assert refused.code == 1 and "Propose it: propose ruling" in refused.err + refused.out
    assert run("propose", two, "--seat", "axis", RULING).code == 0
    (found,) = run("show", two, "--seat", "allied", "--json").json["proposals"]
    assert (found["seat"], found["order"], found["asked"]) == ("axis", RULING, ["allied"])
    shown = run("show", two, "--seat", "allied").out
    assert f"Proposal {found['entry']} of axis: ruling: " in shown and f"accept {found['entry']}" in shown
    assert f"decline {found['entry']} withdraws it" in run("show", two, "--seat", "axis").out
    done = run("accept", two, "--seat", "allied")
    assert done.code == 0 and "agrees to the proposal" in done.out
    assert run("show", two, "powers.germany.narfs", "--json").json["value"] == 99
    assert "Proposal" not in run("show", two).out


def test_a_proposal_is_declined_and_which_is_meant_must_be_plain(run: Runner, two: str) -> None:
    assert "no proposal stands" in run("decline", two, "--seat", "allied").err
    for narfs in (98, 99):
        run("propose", two, "--seat", "axis", RULING.replace("99", str(narfs)))
    both = run("accept", two, "--seat", "allied")
    assert both.code == 2 and "say which proposal" in both.err
    first, second = (one["entry"] for one in run("show", two, "--json").json["proposals"])
    assert run("decline", two, "--seat", "allied", str(first)).code == 0
    assert run("accept", two, "--seat", "axis", str(second)).code == 1
    assert run("accept", two, "--seat", "allied").code == 0
    assert run("show", two, "powers.germany.narfs", "--json").json["value"] == 99


def test_a_message_is_read_in_the_journal_as_it_was_typed(run: Runner, two: str) -> None:
    said = 'I said "no", and \\ stays'
    assert run("message", two, "--seat", "axis", said).code == 0
    assert f"The seat axis says: {said}" in run("log", two).out
    assert run("message", two, "--seat", "axis", "a" * 601).code == 1
    assert run("message", two, "--seat", "axis", "bell\a").code == 2
    assert run("message", two, "--seat", "axis", "  ").code == 1


def test_alone_there_is_nobody_to_talk_to(run: Runner, solo: str) -> None:
    told = run("message", solo, "hello")
    assert told.code == 1 and "nobody to ask or to tell" in told.err + told.out
