"""The app of a guest: his campaigns, his seat, what others do as they do it, and nothing that is not his."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from textual.pilot import Pilot

from engine.kernel.refusals import Refused
from saves import players, rights, seen
from saves.desk import Desk
from tests.server.guests import Server
from tests.tui.screens import screen_text
from tui import keys
from tui.app import WarledgerApp
from tui.bars import Notice
from tui.frame import CampaignScreen
from tui.palette import entries
from tui.screens.home import HomeScreen
from tui.screens.seats import SeatsScreen
from tui.server import pokes
from tui.server.access import LOOKS

Act = Callable[[WarledgerApp, "Pilot[None]"], Awaitable[None]]
SIZES = [(60, 20), (80, 24)]


def come_in(server: Server, player: str, act: Act, size: tuple[int, int] = (80, 24)) -> None:
    """A player comes in, and does something."""

    async def go() -> None:
        app = WarledgerApp(access=server.guest(player))
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await act(app, pilot)

    asyncio.run(go())


def said(app: WarledgerApp) -> str:
    return " ".join(app.screen.query_one(Notice).said.split())


@pytest.mark.parametrize("size", SIZES)
def test_home_shows_his_campaigns_alone_and_whose_turn_it_is(server: Server, size: tuple[int, int]) -> None:
    told: dict[str, str] = {}
    for player in ("anna", "ben", "dora", "hugo", "carl"):

        async def act(app: WarledgerApp, pilot: Pilot[None], player: str = player) -> None:
            told[player] = screen_text(app)

        come_in(server, player, act, size)
    assert all(f"you are {player}" in text for player, text in told.items())
    assert told["anna"].count("your turn") == 2 and "axis" in told["anna"] and "solo" in told["anna"]
    assert told["ben"].count("waits for anna") == 2 and "allied" in told["ben"] and "you watch" in told["ben"]
    assert "sealed" in told["dora"] and "alone" not in told["dora"] and told["dora"].count("you watch") == 1
    assert "sealed" in told["hugo"] and "alone" in told["hugo"]
    assert "the host of this server gives" in told["carl"] and "1939" not in told["carl"]


def test_a_campaign_opens_at_his_seat_at_once_and_a_watched_one_in_the_public_view(server: Server) -> None:
    rights.give(server.sealed, "allied", "anna")
    opened: list[tuple[str, str, str]] = []
    for player, pressed in (("anna", ["enter"]), ("anna", ["right", "enter"]), ("ben", ["enter"]), ("dora", ["enter"])):

        async def act(app: WarledgerApp, pilot: Pilot[None], pressed: list[str] = pressed, who: str = player) -> None:
            lines = app.screen.query_one("CampaignList")
            if who != "dora":
                while lines.card.name != "sealed":  # type: ignore[attr-defined]
                    await pilot.press("down")
            await pilot.press(*pressed)
            await pilot.pause()
            assert isinstance(app.screen, CampaignScreen), screen_text(app)
            opened.append((who, app.screen.desk.seat, screen_text(app).splitlines()[0]))

        come_in(server, player, act)
    assert [seat for _, seat, _ in opened] == ["axis", "allied", "allied", ""]
    assert "you watch" in opened[-1][2]


_WITHHELD = {
    ("home", "new"): "hugo",
    ("home", "rename"): "hugo",
    ("home", "archive"): "hugo",
    ("home", "delete"): "hugo",
    ("home", "kept"): "hugo",
    ("home", "seats"): "hugo",
    ("home", "cards"): "",
    (keys.CAMPAIGN, "seat"): "",
    ("journal", "branch"): "",
}
"""What a player has not, and who of them has it all the same."""


@pytest.mark.parametrize("player", ["anna", "dora", "hugo"])
def test_what_a_guest_may_not_do_is_in_no_footer_no_palette_no_help_and_on_no_key(server: Server, player: str) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        for where, way in (("home", []), (keys.CAMPAIGN, ["enter"]), ("journal", ["j"])):
            if way:
                await pilot.press(*way)
                await pilot.pause()
            listed = {(entry.where, entry.action) for entry in entries(app.screen)}
            for (place, action), who in _WITHHELD.items():
                if place != where:
                    continue
                has = who == player
                found = next(one for one in keys.registered() if (one.where, one.id) == (place, action))
                assert keys.exists(place, action) == has
                assert ((place, action) in listed) == has
                assert (found.id in {one.id for one in app.screen.actions()}) <= has  # type: ignore[attr-defined]
                if not has:
                    before, screen = screen_text(app), app.screen
                    await pilot.press(found.keys.split(",")[0])
                    await pilot.pause()
                    assert (screen_text(app), app.screen) == (before, screen), (place, action)
            await pilot.press("f1")
            await pilot.pause()
            helped = screen_text(app)
            assert all(
                found.text not in helped
                for found in keys.registered()
                if _WITHHELD.get((found.where, found.id), player) != player
            )
            await pilot.press("escape")
            await pilot.pause()

    come_in(server, player, act, (120, 40))
    assert {folder.name for folder in server.campaigns.iterdir()} == {"sealed", "alone"}


def test_who_watches_has_no_key_that_orders(server: Server) -> None:
    before = {path: path.read_bytes() for path in server.alone.rglob("*.toml")}

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        campaign = app.screen
        assert isinstance(campaign, CampaignScreen)
        before, text = (campaign, campaign.current), screen_text(app)
        assert "Waiting for Italy (anna)" in text and "Enter hands over" not in text
        assert "You may plan: O and : show what an order would come to" in " ".join(text.split())
        for key in ("u", "U", "l", "c", "w", "x", "enter", "greater_than_sign"):
            await pilot.press(key)
            await pilot.pause()
            assert (app.screen, campaign.current) == before and not campaign.typing(), key

    come_in(server, "hugo", act)
    assert {path: path.read_bytes() for path in before} == before


@pytest.mark.parametrize("size", SIZES)
def test_who_watches_plans_on_the_public_view_and_nothing_of_it_is_written(
    server: Server, size: tuple[int, int]
) -> None:
    before = _files(server)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await pilot.pause()
        screen: Any = app.screen
        assert screen.desk.watches
        stood = screen.desk.campaign
        # A page of orders that he might think through, of any power; Enter says what one would come to.
        await pilot.press("O")
        await pilot.pause()
        assert "enter what if" in screen_text(app) or "enter open" in screen_text(app)
        panel: Any = screen.current
        assert panel.power == "italy" and any(order.startswith("italy effort") for order in panel.spots())
        await pilot.press("home", "enter")
        await pilot.pause()
        assert "what if" in said(app) or "What if" in screen_text(app)
        if screen.current is not panel:
            await pilot.press("escape")
            await pilot.pause()
        assert screen.current is panel and panel.power == "italy"
        await pilot.press("tab")
        await pilot.pause()
        assert panel.power != "italy"
        await pilot.press("escape")
        # Any order that he types: it is judged as the seat's whose it would be.
        await pilot.press(":", *"italy effort none")
        await pilot.pause()
        assert "enter what if" in screen_text(app).splitlines()[-1] and "✗" not in said(app)
        await pilot.press("enter")
        await pilot.pause()
        assert "italy effort none" in screen_text(app) and not screen.typing()
        await pilot.press("escape", ":", *"france effort none", "enter")
        await pilot.pause()
        assert "Italy comes before France" in screen_text(app)
        await pilot.press("escape", ":", "up")
        await pilot.pause()
        assert ": france effort none" in screen_text(app)
        await pilot.press("escape", ":", *'message "zebra"', "enter")
        await pilot.pause()
        assert "only who has a seat there orders" in said(app)
        assert screen.desk.campaign == stood and screen.desk.last_number == Desk.open(server.alone).last_number

    come_in(server, "ben", act, size)
    assert _files(server) == before


def _files(server: Server) -> dict[Path, bytes]:
    """What is written of the two campaigns, without what each player has seen and who held the lock last."""
    aside = (".seen", ".lock")
    found = (path for path in server.campaigns.rglob("*") if path.is_file() and not path.name.startswith(aside))
    return {path: path.read_bytes() for path in found}


def test_what_a_watcher_plans_is_judged_with_no_more_than_all_see(server: Server) -> None:
    """What Italy has sealed costs it nothing in the public view, and a plan made for Italy on that view is no other."""
    told: list[object] = []
    for effort in ("rle count=2", "none"):
        Desk.open(server.sealed, "axis").do([f"italy effort {effort}"])
        desk = server.guest("dora").open("sealed")
        lines = ("germany effort mle", "france effort none", "italy effort none", "italy done")
        for line in lines:
            try:
                _, entries = desk.what_if([line])
                told.append([change.at for entry in entries for change in entry.changes if "sealed" not in change.at])
                assert desk.judge(line) == ()
            except Refused as refused:
                told.append(refused.refusals)
                assert refused.refusals == desk.judge(line)
            told.append(desk.forecast(line))
        told.append([choice.text for choice in desk.outlook("france").choices])
        Desk.open(server.sealed).undo()
    half = len(told) // 2
    assert told[:half] == told[half:] and told[half - 1]


@pytest.mark.parametrize("over", [(), ("j",), ("ctrl+p",), ("f1",), (":", "g", "e")])
def test_a_seat_handed_over_is_lost_with_the_next_key_wherever_he_is(server: Server, over: tuple[str, ...]) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        while app.screen.query_one("CampaignList").card.name != "sealed":  # type: ignore[attr-defined]
            await pilot.press("down")
        await pilot.press("enter", *over)
        await pilot.pause()
        rights.take(server.sealed, "axis", "anna")
        rights.give(server.sealed, "axis", "carl")
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen) and len(app.screen_stack) == 1
        assert "the seat axis of sealed is no longer yours: carl holds it now" in said(app)
        assert "alone" in screen_text(app) and "axis" not in screen_text(app).replace(said(app), "")

    come_in(server, "anna", act, (120, 40))
    assert Desk.open(server.sealed).last_number == _fresh(server)


def _fresh(server: Server) -> int:
    return len(Desk.open(server.alone).entries("all"))


def test_what_another_orders_is_seen_at_once_and_what_is_typed_stays(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    front, session = pokes.pair()
    monkeypatch.setattr(pokes, "_at_hand", pokes.Pokes(session.fileno()))
    rings: list[None] = []
    monkeypatch.setattr(WarledgerApp, "bell", lambda app: rings.append(None))

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        while app.screen.query_one("CampaignList").card.name != "sealed":  # type: ignore[attr-defined]
            await pilot.press("down")
        await pilot.press("enter")
        await pilot.pause()
        assert "Italy to act" in screen_text(app)
        await pilot.press(":", *"france eff")
        await pilot.pause()
        Desk.open(server.sealed, "axis").do(["italy effort none"])
        pokes.Pokes(front.fileno()).wrote("sealed")
        await pilot.pause(0.05)
        assert "France and US to act" in screen_text(app) or "it is your turn" in said(app), screen_text(app)
        assert "it is your turn" in said(app) and len(rings) == 1
        assert ": france eff" in screen_text(app) and "column" not in said(app)
        app.choose("bell")
        await pilot.press("escape")

    with front, session:
        come_in(server, "ben", act, (120, 40))


@pytest.mark.parametrize(
    "way", [("f", "down", "down"), ("p", "pagedown"), ("l", *"ger -3 fle"), ("j", "up"), ("ctrl+p", "a")]
)
def test_the_page_that_lies_open_what_is_typed_in_it_and_its_cursor_stay(
    server: Server, monkeypatch: pytest.MonkeyPatch, way: tuple[str, ...]
) -> None:
    front, session = pokes.pair()
    monkeypatch.setattr(pokes, "_at_hand", pokes.Pokes(session.fileno()))

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        while app.screen.query_one("CampaignList").card.name != "sealed":  # type: ignore[attr-defined]
            await pilot.press("down")
        await pilot.press("enter", *way)
        await pilot.pause()
        screen, panel, focused = app.screen, getattr(app.screen, "current", None), app.focused
        spot, work = getattr(panel, "spot", ""), screen_text(app).splitlines()[3:12]
        Desk.open(server.sealed, "axis").do(["italy effort none"])
        pokes.Pokes(front.fileno()).wrote("sealed")
        await pilot.pause(0.05)
        assert (app.screen, getattr(app.screen, "current", None), app.focused) == (screen, panel, focused)
        assert getattr(panel, "spot", "") == spot and screen_text(app).splitlines()[3:12] == work

    with front, session:
        come_in(server, "ben", act)


def test_what_is_said_and_who_sits_where_is_read_over_the_footer(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    front, session = pokes.pair()
    monkeypatch.setattr(pokes, "_at_hand", pokes.Pokes(session.fileno()))

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        while app.screen.query_one("CampaignList").card.name != "sealed":  # type: ignore[attr-defined]
            await pilot.press("down")
        await pilot.press("enter")
        await pilot.pause()
        server.guest("anna").open("sealed").do(['message "back at nine"'])
        pokes.Pokes(front.fileno()).wrote("sealed")
        await pilot.pause(0.05)
        assert "back at nine" in said(app) and "anna" in said(app).lower()
        server.guest("hugo").handed(server.sealed, rights.give(server.sealed, "axis", "carl"))
        pokes.Pokes(front.fileno()).wrote("sealed")
        await pilot.pause(0.05)
        assert "Carl sits down at the seat axis" in said(app)

    with front, session:
        come_in(server, "ben", act)


def test_his_turn_in_another_campaign_is_told_where_he_is(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    front, session = pokes.pair()
    monkeypatch.setattr(pokes, "_at_hand", pokes.Pokes(session.fileno()))

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        while app.screen.query_one("CampaignList").card.name != "alone":  # type: ignore[attr-defined]
            await pilot.press("down")
        await pilot.press("enter")
        await pilot.pause()
        for _ in range(2):
            Desk.open(server.sealed, "axis").do(["italy effort none"])
            pokes.Pokes(front.fileno()).wrote("sealed")
            await pilot.pause(0.05)
            assert "something waits for you in sealed: h shows your campaigns" in said(app)
            Desk.open(server.sealed).undo()
            pokes.Pokes(front.fileno()).wrote("sealed")
            await pilot.pause(0.05)

    with front, session:
        come_in(server, "ben", act, (120, 40))


def test_news_are_what_happened_since_he_was_there_himself(server: Server) -> None:
    """Two players of one seat: each is told what he has not seen."""
    rights.give(server.sealed, "axis", "carl")
    first = Desk.open(server.sealed).last_number
    seen.write(server.sealed, "axis", seen.Seen(0, first, "2020-01-01"), "anna")
    Desk.open(server.sealed, "axis").do(["italy effort none"])
    seen.write(server.sealed, "axis", seen.Seen(0, Desk.open(server.sealed).last_number, "2020-01-01"), "carl")

    async def anna(app: WarledgerApp, pilot: Pilot[None]) -> None:
        assert "1 entry since you were here" in screen_text(app)
        while app.screen.query_one("CampaignList").card.name != "sealed":  # type: ignore[attr-defined]
            await pilot.press("down")
        await pilot.press("enter")
        await pilot.pause()
        assert "entry since you sat here" in said(app)
        await pilot.press("h")
        await pilot.pause()
        assert "since you were here" not in screen_text(app)

    async def carl(app: WarledgerApp, pilot: Pilot[None]) -> None:
        assert "since you were here" not in screen_text(app)

    come_in(server, "carl", carl)
    come_in(server, "anna", anna)
    assert (server.sealed / ".seen-axis.anna.toml").exists()


def test_his_look_is_his_own_and_lies_with_the_server(server: Server, home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("f2")
        await pilot.pause()
        assert "settings.toml" not in screen_text(app) and "Bell" in screen_text(app)
        await pilot.press("down", "enter")
        await pilot.pause()

    come_in(server, "anna", act)
    assert 'glyphs = "plain"' in (server.data / LOOKS / "anna.toml").read_text()
    assert not list((server.data / LOOKS).glob("ben*")) and not (home / ".config").exists()


@pytest.mark.parametrize("size", SIZES)
def test_a_host_gives_and_takes_seats_on_a_page(server: Server, size: tuple[int, int]) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        while app.screen.query_one("CampaignList").card.name != "sealed":  # type: ignore[attr-defined]
            await pilot.press("down")
        await pilot.press("s")
        await pilot.pause()
        assert isinstance(app.screen, SeatsScreen)
        assert "‹ carl ›" in screen_text(app) and "enter give" in screen_text(app)
        await pilot.press("enter")
        await pilot.pause()
        assert rights.read(server.sealed).players("axis") == ("anna", "carl")
        assert "carl sits down at the seat axis; anna and carl hold it now" in said(app)
        assert "enter take" in screen_text(app) and "esc back" in screen_text(app)
        await pilot.press("left", "left", "enter")
        await pilot.pause()
        assert rights.read(server.sealed).players("axis") == ("carl",)
        await pilot.press("down", "down", "down", "enter")
        await pilot.pause()
        assert rights.read(server.sealed).watching == ("dora", "anna") or "watches" in said(app)
        await pilot.press("up", "right", "right", "right", "right", "right")
        await pilot.press("escape")
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)

    come_in(server, "hugo", act, size)


def test_the_page_of_seats_says_what_is_wrong_with_the_file_of_rights(server: Server) -> None:
    (server.sealed / rights.FILE).write_text("watching = 3")

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        assert "players.toml" in screen_text(app)
        while app.screen.query_one("CampaignList").card.name != "sealed":  # type: ignore[attr-defined]
            await pilot.press("down")
        await pilot.press("s")
        await pilot.pause()
        assert "players.toml" in said(app)
        await pilot.press("enter")
        await pilot.pause()
        assert "mended or removed" in said(app) and str(server.data) not in screen_text(app)

    come_in(server, "hugo", act)
    assert (server.sealed / rights.FILE).read_text() == "watching = 3"


def test_who_is_a_host_no_more_changes_nothing_from_his_next_key_on(server: Server) -> None:
    before = {folder.name for folder in server.campaigns.iterdir()}

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        players.set_host(players.ServerFolder(server.data), "hugo", False)
        for keyed in (("a",), ("e", "x", "enter"), ("D", *"yes", "enter"), ("s", "enter")):
            await pilot.press(*keyed)
            await pilot.pause()
            assert "you are a host here no more" in said(app), keyed
        await pilot.press("escape", "n")
        await pilot.pause()
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert "you are a host here no more" in said(app)

    held = rights.read(server.sealed)
    come_in(server, "hugo", act)
    assert {folder.name for folder in server.campaigns.iterdir()} == before and rights.read(server.sealed) == held


def test_a_campaign_that_a_host_begins_is_given_to_him_and_then_to_others(server: Server) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await pilot.pause()
        await pilot.press("tab", "right", "ctrl+s")
        await pilot.pause(0.2)
        assert isinstance(app.screen, SeatsScreen), screen_text(app)

    come_in(server, "hugo", act)
    (made,) = {folder for folder in server.campaigns.iterdir() if folder.name[0] != "."} - {server.sealed, server.alone}
    assert rights.read(made).seats_of("hugo") == ("axis",)


def test_what_a_guest_orders_is_told_to_the_others_and_its_seal_is_kept_apart_from_the_campaign(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    front, session = pokes.pair()
    monkeypatch.setattr(pokes, "_at_hand", pokes.Pokes(session.fileno()))
    with front, session:
        desk = server.guest("anna").open("sealed")
        desk.do(["italy effort none"])
        assert pokes.Pokes(front.fileno()).heard() == {"sealed"}
    [kept] = (server.data / "seals").iterdir()
    newest = sorted((server.sealed / "turns").glob("*.toml"))[-1]
    whole = newest.read_bytes()
    newest.write_bytes(whole[: whole.rindex(b"\n[[entry]]\n")])
    found = server.guest("ben").open("sealed")
    assert "is not in the journal any more" in found.lost and found.warnings == (found.lost,)
    assert kept.read_text().startswith(f"n = {desk.last_number}\n")
