"""Home, new campaign, journal, settings and help as a player uses them."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from engine.kernel.changes import Change
from engine.thewar.ruleset import RULESET
from saves.desk import Desk
from saves.scenarios import preview
from tests.tui.screens import campaign, drive, screen_text, shown
from tui.app import WarledgerApp
from tui.bars import Notice
from tui.frame import CampaignScreen
from tui.frame_model import ledger_lines
from tui.look import Look, keep, load
from tui.models.journal import chosen
from tui.screens.journal import JournalScreen
from tui.screens.journal_lines import entry_rows
from tui.screens.new_form import NewForm
from tui.screens.new_preview import Preview
from tui.telling import Told, tell


def test_a_campaign_is_begun_with_the_keyboard_alone(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await pilot.pause()
        assert "At the start" in screen_text(app)
        await pilot.press("ctrl+s")
        await pilot.pause()
        assert isinstance(app.screen, CampaignScreen)
        assert app.screen.desk.campaign.progress.turn == 1

    drive(None, act)


def test_walking_down_the_scenarios_chooses_among_them_alone_and_tab_goes_on(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("n")
        await pilot.pause()
        form = app.screen.query_one(NewForm)
        await pilot.press(*["down"] * 20)
        assert form.card is form.cards[-1]
        await pilot.press(*["up"] * 20, "down", "tab", "down", "up", "up")
        # Back from the questions the cursor stands on the scenario that was chosen.
        assert form.card is form.cards[1]
        await pilot.press("down")
        assert form.card is form.cards[2]

    drive(None, act)


def test_home_opens_the_campaign_under_the_cursor_in_the_seat_chosen(home: Path) -> None:
    campaign(home, seats=2)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        assert "seat" in screen_text(app)
        await pilot.press("right", "enter")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, CampaignScreen)
        assert app.screen.desk.seat == app.screen.desk.seats[1]
        await pilot.press("x")
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, CampaignScreen)
        assert app.screen.desk.seat == app.screen.desk.seats[0]

    drive(None, act)


def test_one_broken_campaign_says_why_and_hides_none(home: Path) -> None:
    campaign(home)
    broken = home / ".local/share/warledger/campaigns/broken"
    broken.mkdir()
    (broken / "campaign.toml").write_text("title = [1,")

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        assert "north" in screen_text(app) and "cannot be read" in screen_text(app)
        await pilot.press("end", "enter")
        await pilot.pause()
        assert "campaign.toml" in app.screen.query_one(Notice).said
        assert not isinstance(app.screen, CampaignScreen)

    drive(None, act)


def test_the_journal_is_searched_over_all_turns(home: Path) -> None:
    desk = campaign(home, ["italy effort sle", "us effort none", "undo"][:2])
    desk.undo()

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("j")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, JournalScreen)
        assert "undone" in screen_text(app)
        await pilot.press("slash")
        screen.query_one(Input).value = "italy 4.1"
        await pilot.pause()
        assert [one.n for one in screen.told()] == [2]
        await pilot.press("escape", "d")
        await pilot.pause()
        assert screen.told() == []
        await pilot.press("d", "escape")
        await pilot.pause()
        assert isinstance(app.screen, CampaignScreen)

    drive(desk, act)


def test_entries_are_told_in_words_with_their_figures(home: Path) -> None:
    from tui.telling import tell_all

    desk = campaign(home, ["italy effort sle"])
    told = tell_all(desk.ruleset, desk.campaign, desk.entries("all"))
    bought = next(one for one in told if "Italy" in one.sentence)
    assert bought.brief == ("Italy reserved 0 → 8",)
    assert "4.1" in bought.rules
    assert chosen(told, "", dice=True) == []


def _told(said: str, rules: tuple[str, ...]) -> Told:
    return Told(7, "rules", "", said, (), (), (), rules, undone=False, routine=False)


def test_a_long_sentence_is_whole_under_the_cursor_and_rules_give_way_to_it_elsewhere() -> None:
    said = "U-boat war: die 4 (+2) at 2-1, Convoy Ambush, Britain loses 16 NARFs and 1 SMP, 2 U-boats and 1 ASW lost"
    rules = ("5.1.3", "5.1.3.1", "5.1.1", "2.2")
    (short,) = entry_rows(_told(said, rules), 80, False)
    assert short.width == 80 and short.text.rstrip().endswith("5.1.3") and "Britain loses 16" in short.text
    (wide,) = entry_rows(_told(said, rules), 160, False)
    assert said in wide.text and wide.text.rstrip().endswith("5.1.3, 5.1.3.1, 5.1.1, 2.2")
    open_ = entry_rows(_told(said, rules), 80, True)
    assert all(line.width <= 80 and line.under == "cursor" for line in open_)
    unfolded = " ".join(" ".join(line.text for line in open_).split())
    assert all(word in unfolded.split() for word in said.split())


def test_what_a_seat_answers_stands_in_the_journal_though_it_changes_no_figure(home: Path) -> None:
    desk = campaign(home, ["italy effort sle"])
    before = desk.entries()[-1]
    moved = (Change("pending.1.stage", "choice", "damage", "target chosen"),)
    answer = attrs.evolve(before, order="us hit oil", changes=moved)
    told = [tell(desk.ruleset, desk.campaign, one, "") for one in (answer, attrs.evolve(answer, seat="rules"))]
    assert [one.routine for one in told] == [False, True]


def test_settings_are_kept_and_read_again(home: Path) -> None:
    assert keep(Look("light", True, False, {"campaign.undo": "ctrl+z"}, declarations=True, unspent=False)) == ""
    look, problems = load()
    assert (look.theme, look.plain, look.mouse, dict(look.remapped)) == (
        "light",
        True,
        False,
        {"campaign.undo": "ctrl+z"},
    )
    assert look.declarations and not look.unspent
    assert problems == []


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ('theme = "blue"', "none of"),
        ('[keys]\n"campaign.und" = "z"', "nearest is campaign.undo"),
        ("theme = 1", "theme"),
        ("theme = [", "settings.toml"),
        ('themes = "dark"', "theme"),
    ],
)
def test_faulty_settings_are_named_and_hurt_nothing(home: Path, text: str, part: str) -> None:
    folder = home / ".config/warledger"
    folder.mkdir(parents=True)
    (folder / "settings.toml").write_text(text)
    look, problems = load()
    assert look.theme == "dark" and not look.remapped
    assert any(part in problem for problem in problems), problems


def test_a_remapped_key_acts_and_is_shown(home: Path) -> None:
    desk = campaign(home, ["italy effort sle"])
    keep(Look(remapped={"campaign.undo": "z"}))
    look, _ = load()

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        app.use(look)
        await pilot.pause()
        assert "z undo" in "".join(app_text(app))
        await pilot.press("z", "enter")
        await pilot.pause()
        assert "Undone" in app.screen.query_one(Notice).said

    try:
        drive(desk, act)
    finally:
        WarledgerApp().use(Look())


def app_text(app: WarledgerApp) -> str:
    """The screen after its footer has been drawn anew."""
    from tui.bars import Footer

    app.screen.query_one(Footer).redraw()
    return screen_text(app)


def test_plain_glyphs_draw_ascii_alone(home: Path) -> None:
    desk = campaign(home, ["italy effort sle"])

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        app.use(Look(plain=True))
        await pilot.resize_terminal(100, 30)
        await pilot.pause()
        strange = {sign for sign in screen_text(app) if ord(sign) > 126}
        assert not strange, strange

    try:
        drive(desk, act)
    finally:
        WarledgerApp().use(Look())


def test_another_writer_is_noticed(home: Path) -> None:
    desk = campaign(home)
    other = Desk.open(desk.folder)

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        other.do([f"{other.outlook().awaits[0]} effort none"])
        screen = app.screen
        assert isinstance(screen, CampaignScreen)
        screen._look()
        await pilot.pause()
        assert "another player" in screen.query_one(Notice).said
        assert "buys no effort" in screen_text(app)

    drive(desk, act)


def test_help_explains_what_has_the_focus_and_cites_rules(home: Path) -> None:
    text = shown(campaign(home), ["question_mark"])
    assert "Logistical efforts" in text and "3.3" in text and "Keys here" in text


def test_a_click_on_the_footer_presses_the_key_under_it(home: Path) -> None:
    desk = campaign(home, ["italy effort sle"])

    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        footer = screen_text(app).splitlines()[-1]
        await pilot.click("#footer", offset=(footer.index("undo"), 0))
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert "Undone" in app.screen.query_one(Notice).said
        await pilot.click("#side", offset=(5, 2))
        await pilot.pause()
        assert "Ledger and duties" in screen_text(app)

    drive(desk, act)


def test_a_fault_of_the_program_leaves_no_traceback_on_the_terminal(home: Path) -> None:
    from tui.terminal import farewell

    try:
        raise KeyError("what it was")
    except KeyError as error:
        said = farewell(error).plain
    assert "Traceback" not in said and "what it was" not in said
    kept = home / ".local/state/warledger/fault.txt"
    assert "what it was" in kept.read_text()


def test_a_sealed_order_is_told_in_full_to_its_own_seat_alone(home: Path) -> None:
    from saves.scenarios import new
    from tui.telling import tell_all

    folder = new("1939-campaign", name="sealed", seats=2, options={"sealed_efforts": True})
    axis = Desk.open(folder, "axis")
    axis.do(["italy effort sle"])
    other = Desk.open(folder, next(seat for seat in axis.seats if seat != "axis"))
    own = [one.sentence for one in tell_all(axis.ruleset, axis.campaign, axis.entries())]
    theirs = [one.sentence for one in tell_all(other.ruleset, other.campaign, other.entries())]
    assert any("Sustained" in sentence for sentence in own)
    assert any("under seal" in sentence for sentence in theirs)
    assert not any("Sustained" in sentence for sentence in theirs)


def test_no_figure_of_a_scenario_is_cut_beside_the_questions(home: Path) -> None:
    async def act(app: WarledgerApp, pilot: Pilot[None]) -> None:
        await pilot.press("n", "down", "down")
        await pilot.pause()
        whole = ledger_lines(RULESET, preview("1939-campaign"))
        shown = app.screen.query_one(Preview)
        for columns in (33, 39, 40, 60):
            told = [line.text.rstrip() for line in shown.rows(columns)]
            for line in whole:
                figures = "".join(figure.cell() for figure in line.brief).rstrip()
                assert any(text.endswith(figures) and len(text) <= columns for text in told), (columns, figures)

    drive(None, act, (80, 24))
