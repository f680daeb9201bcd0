"""``warledger``, ``play``, ``scenarios``, ``new`` and ``cards``: what can be started, and starting it."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from engine.kernel.players import MOST_PLAYERS
from tui.cli import output
from tui.cli.faults import Misuse
from tui.words import turn_name

if TYPE_CHECKING:
    from engine.kernel.sheets.options import Option
    from saves.scenarios import ScenarioCard


def home() -> int:
    """Open the app on its home screen."""
    from tui.app import run

    return run(None, "")


def play_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("campaign", metavar="CAMPAIGN", help="a campaign's name or folder")
    parser.add_argument("--seat", default="", help="the seat that plays, where there are several")


def play(args: argparse.Namespace) -> int:
    """Open the app straight in a campaign."""
    from tui.app import run

    return run(args.campaign, args.seat)


def scenarios_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("--options", metavar="SCENARIO", default="", help="the options of one, each explained")
    parser.add_argument("--json", action="store_true", help="one JSON document")


def scenarios(args: argparse.Namespace) -> int:
    """List the scenarios, those to learn by first; unreadable ones with the reason. Exit 0. Raises SavesError for
    options of one that cannot be read."""
    from saves.scenarios import scenarios as every

    if args.options:
        return _options(args.options, as_json=args.json)
    cards = sorted(every(), key=lambda card: not card.teaches)
    if args.json:
        output.document(cards)
        return 0
    for card in cards:
        output.say(f"{card.id}: {card.title} ({card.ruleset})" if not card.problem else f"{card.id}: not readable")
        if card.problem:
            for line in card.problem.splitlines():
                output.say(f"  {line}")
            continue
        learn = "to learn by; " if card.teaches else ""
        output.say(f"  {learn}{turn_name(card.first)} to {turn_name(card.last)}; {_seats(card)}")
        for paragraph in card.description.splitlines():
            for line in output.wrapped(paragraph.strip(), "  "):
                output.say(line)
        if card.options:
            output.say(
                f"  options: {', '.join(f'{name}={output.figure(value)}' for name, value in card.options.items())}"
            )
    if not cards:
        output.say("no scenarios")
    return 0


def _options(scenario: str, *, as_json: bool) -> int:
    """A scenario's options by groups: how each is set, what it changes, which others it excludes or counts with."""
    from engine.kernel.sheets.options import Option as Unknown
    from engine.kernel.sheets.options import named, options_of
    from saves.scenarios import read

    ruleset, raw = read(scenario)
    known = options_of(ruleset).options
    given = raw.get("options", {})
    found = [(named(known, name) or Unknown(name, name), value) for name, value in given.items()]
    found.sort(key=lambda one: known.index(one[0]) if one[0] in known else len(known))
    if as_json:
        output.document([{**_plain(option), "value": value} for option, value in found])
        return 0
    group = None
    for option, value in found:
        if option.group != group:
            group = option.group
            output.say(group or "More")
        rule = f"   {option.rule}" if option.rule else ""
        output.say(f"  {option.id}={output.figure(value)}   {option.title}{rule}")
        seats = " Asked only where several play." if option.several else ""
        choices = f" One of {', '.join(option.choices)}." if option.choices else ""
        excludes = f" Not with {', '.join(option.excludes)}." if option.excludes else ""
        others = " and ".join(f"{key}={output.figure(now)}" for key, now in option.counts_with)
        counts = f" Counts only with {others}." if others else ""
        for line in output.wrapped(f"{option.about}{choices}{excludes}{counts}{seats}".strip(), "    "):
            output.say(line)
    if not found:
        output.say(f"{scenario} has no options")
    return 0


def _plain(option: Option) -> dict[str, object]:
    return {
        "id": option.id,
        "title": option.title,
        "rule": option.rule,
        "group": option.group,
        "about": option.about,
        "choices": list(option.choices),
        "several": option.several,
        "excludes": list(option.excludes),
        "counts_with": dict(option.counts_with),
    }


def _seats(card: ScenarioCard) -> str:
    counts = sorted(int(count) for count in card.seatings)
    return f"seats: {', '.join(map(str, counts))}"


def new_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    begun_arguments(parser)
    parser.add_argument(
        "--at", metavar="DIR", help="where the campaign's folder is made; the user's data directory otherwise"
    )


def begun_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what a campaign is begun with, wherever it lies."""
    parser.add_argument("scenario", metavar="SCENARIO", help="a scenario's id, or a scenario file")
    parser.add_argument("--name", metavar="N", help="the campaign's name; the scenario's id otherwise")
    parser.add_argument(
        "--seats",
        type=int,
        default=1,
        choices=range(1, MOST_PLAYERS + 1),
        metavar=f"1..{MOST_PLAYERS}",
        help="how many players (1)",
    )
    parser.add_argument(
        "--dice",
        default="keyed",
        choices=("keyed", "shared", "keyboard"),
        help="the program's dice (keyed), the same with a line of each player in them (shared), or your own (keyboard)",
    )
    parser.add_argument(
        "--secret-file", metavar="F", help="a file with the dice secret, for dice that others know already"
    )
    parser.add_argument(
        "--option",
        metavar="K=V",
        action="append",
        default=[],
        help="one option of the scenario; 'scenarios --options SCENARIO' explains them",
    )
    parser.add_argument("--json", action="store_true", help="one JSON document")


def new(args: argparse.Namespace) -> int:
    """Start a campaign. Raises Misuse, SavesError."""
    return begin(args, Path(args.at) if args.at else None)


def begin(args: argparse.Namespace, at: Path | None) -> int:
    """Start a campaign in a folder of campaigns, and say what was made. Raises Misuse, SavesError."""
    from saves import scenarios as opening

    options: dict[str, str] = {}
    for pair in args.option:
        name, sign, text = pair.partition("=")
        if not sign or not name:
            raise Misuse(f"--option: '{pair}' is no K=V")
        if name in options:
            raise Misuse(f"--option: {name} is given twice")
        options[name] = text
    folder = opening.new(
        args.scenario,
        name=args.name,
        at=at,
        seats=args.seats,
        dice=args.dice,
        secret_file=Path(args.secret_file) if args.secret_file else None,
        options=options,
    )
    from tui.cli.desks import open_desk

    desk = open_desk(str(folder), "")
    if args.json:
        output.document({"name": desk.name, "folder": str(folder), "seats": desk.campaign.seats})
        return 0
    output.say(f"{desk.name}: {desk.campaign.title}, {turn_name(desk.ruleset.calendar.now(desk.campaign))}")
    output.say(f"folder: {folder}")
    seats: dict[str, list[str]] = {}
    for power, seat in desk.campaign.seats.items():
        seats.setdefault(seat, []).append(power)
    for seat, powers in seats.items():
        output.say(f"seat {seat}: {', '.join(powers)}")
    return 0


def cards_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument("scenario", metavar="SCENARIO", nargs="?", default="", help="a scenario's id")
    parser.add_argument("--power", metavar="P", default="", help="whose card, such as germany; the first otherwise")
    parser.add_argument("--json", action="store_true", help="one JSON document of the figures, without the app")


def cards(args: argparse.Namespace) -> int:
    """Open the app on a scenario's cards, or print them. Raises Misuse, SavesError."""
    if not args.scenario:
        if args.json or args.power:
            raise Misuse("which scenario's cards? 'warledger scenarios' lists them")
        from tui.app import run

        return run(None, cards="")
    from engine.kernel.sheets.cards import Cards
    from saves.drafts import ScenarioDraft

    own = ScenarioDraft(args.scenario)
    sheet = own.ruleset.sheet(Cards)
    if sheet is None:
        raise Misuse(f"{own.ruleset.title} has no cards")
    owners = sheet.owners(own.campaign)
    owner = own.ruleset.aliases.get(args.power.lower(), args.power.lower())
    if owner and owner not in owners:
        raise Misuse(f"no card of '{args.power[:40]}'; there are {', '.join(owners)}")
    if args.json:
        output.document([sheet.card(own.campaign, who) for who in ((owner,) if owner else owners)])
        return 0
    from tui.app import run

    return run(None, cards=args.scenario, power=owner)
