"""``list`` and ``status``: a player's campaigns on a server, and what waits for him in them."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from tui import session
from tui.cli import listing, output
from tui.words import and_list, turn_name

if TYPE_CHECKING:
    from saves.library import Card
    from tui.access import Stake


def list_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("--json", action="store_true", help="one JSON document")


def status_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("--json", action="store_true", help="one JSON document")


def status(args: argparse.Namespace) -> int:
    """Say what waits for the player, campaign by campaign; in others nothing does. Exit 0."""
    from tui.models.awaited import awaited

    access = session.at_hand().access
    waits = [one for card in access.campaigns() for one in awaited(access, card)]
    if args.json:
        output.document({"player": access.player, "waits": waits})
        return 0
    for one in waits:
        rule = output.cited(one.rule)
        output.say(f"{one.campaign} ({one.seat}): {one.title}{rule} - {and_list(one.powers)}, {turn_name(one.turn)}")
    if not waits:
        output.say("nothing waits for you")
    return 0


def _document(card: Card, stake: Stake) -> dict[str, Any]:
    return {
        **listing.document(card),
        "yours": [seat for seat in stake.seats if seat],
        "your_turn": stake.his_turn,
        "asked": stake.asked,
        "news": stake.news,
        "problem": card.problem or stake.trouble,
    }


def _told(card: Card, stake: Stake) -> str:
    mine = " and ".join(seat for seat in stake.seats if seat)
    yours = "your turn" if stake.his_turn else "your consent is wanted" if stake.asked else ""
    here = f"you play {mine}" if mine else "you watch"
    return listing.told(card, (yours, here), (stake.news, stake.trouble), stake.who)


def list(args: argparse.Namespace) -> int:
    """List the campaigns in which the player plays or watches; unreadable ones with the reason. Exit 0."""
    access = session.at_hand().access
    listed = [(card, access.stake(card)) for card in access.campaigns()]
    if args.json:
        output.document([_document(card, stake) for card, stake in listed])
        return 0
    for card, stake in listed:
        output.say(f"{card.name}: {_told(card, stake)}")
    if not listed:
        output.say("no campaign is yours yet: the host gives seats")
    return 0
