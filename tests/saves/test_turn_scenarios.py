"""Any turn of a campaign becomes a scenario, as all saw it when the turn began."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import attrs
import pytest

from engine.kernel.campaign import Campaign, Progress
from engine.kernel.changes import RULES
from engine.kernel.paths import Addressed
from engine.kernel.ruleset import find
from engine.kernel.setup_bringing import bearing, without
from engine.kernel.sheets.cards import OWN
from engine.kernel.sheets.setup import Setup
from engine.thewar.world.diplomatic_state import Chits, Grudge, Influence, Named, Purchase
from engine.thewar.world.state import TheWar, War
from saves import checking, comparing, library, scenarios, trial
from saves.desk import Desk
from saves.drafts import ScenarioDraft
from saves.errors import Edited, Exists, NotFound
from saves.sharing import shared
from saves.store import CampaignFolder
from saves.turn_scenarios import begun, scenario_of
from tests.saves.desks import files
from tests.saves.test_frozen_campaigns import thawed

SAMPLES = ("thewar-3", "thewar-sealed", "worldatwar-sealed")


def played(name: str, at: Path) -> tuple[CampaignFolder, list[str]]:
    """A campaign and the turns that it has played, each once."""
    folder = CampaignFolder(thawed(name, at)[0])
    return folder, list(dict.fromkeys(path.stem.partition("-")[2] for path in folder.files()))


def without_progress(campaign: Campaign) -> Campaign:
    return attrs.evolve(
        campaign,
        scenario="",
        scenario_version="",
        title="",
        first="",
        seats={},
        progress=Progress(),
        sealed={},
        sources={},
    )


@pytest.mark.parametrize("name", SAMPLES)
def test_each_turn_opens_as_it_began_fits_together_and_can_be_played(name: str, tmp_path: Path) -> None:
    folder, turns = played(name, tmp_path)
    for turn in turns[-3:]:
        path = scenario_of(folder.folder, turn, f"Stood {turn}")
        assert [str(one) for one in checking.check(path) if not one.warning] == []
        opened = scenarios.preview(path.stem)
        ruleset, as_it_began = begun(folder, turn)
        sheet = ruleset.sheet(Setup)
        assert sheet is not None
        as_it_began = sheet.as_opening(as_it_began)
        assert without_progress(opened) == without_progress(attrs.evolve(as_it_began, pending={}))
        assert (opened.first, opened.progress, opened.sealed, opened.pending) == (turn, Progress(), {}, {})
        found = trial.of_scenario(path.stem, turns=1, orders=150)
        assert found.fault == "" and found.orders, found.led


@pytest.mark.parametrize("name", ["thewar-sealed", "worldatwar-sealed"])
def test_nothing_that_a_seat_has_sealed_is_in_it(name: str, tmp_path: Path) -> None:
    folder, turns = played(name, tmp_path)
    secrets = [secret for seat in ("axis", "allied", "western") for secret in _sealed_lines(folder, seat)]
    assert secrets
    text = scenario_of(folder.folder, turns[-1]).read_text()
    assert not any(secret in text for secret in secrets) and "salt" not in text and "digest" not in text


def _sealed_lines(folder: CampaignFolder, seat: str) -> list[str]:
    path = folder.folder / "seats" / f"{seat}.toml"
    lines = path.read_text().split("\n") if path.exists() else []
    return [line.partition("=")[2].strip().strip('"') for line in lines if line.startswith(("text", "salt"))]


def test_a_turn_that_was_taken_back_or_never_played_is_none(tmp_path: Path) -> None:
    folder, turns = played("thewar-3", tmp_path)
    with pytest.raises(NotFound, match=f"no turn '1950-1-spring' in .*; there are {', '.join(turns)}"):
        begun(folder, "1950-1-spring")
    desk = Desk.open(folder.folder)
    start = begun(folder, turns[-2])[1]
    before = next(entry for entry in desk.entries(turns[-2]) if entry.seat != RULES)
    desk.undo(to=before.n)
    assert files(folder.folder)[-1].stem.endswith(turns[-2])
    with pytest.raises(NotFound, match=turns[-2]):
        begun(folder, turns[-1])
    # The turn that it went back into began as it had begun, not in its middle.
    assert begun(folder, turns[-2])[1] == start
    assert len(folder.files()) == len(turns) + 1


def test_a_file_that_is_not_to_be_believed_makes_none_and_a_title_is_taken_once(tmp_path: Path) -> None:
    folder, turns = played("thewar-sealed", tmp_path)
    path = scenario_of(folder.folder, turns[0], "Once")
    kept = path.read_bytes()
    with pytest.raises(Exists, match="there is a scenario 'once' already"):
        scenario_of(folder.folder, turns[0], "Once")
    first = folder.files()[0]
    first.write_bytes(first.read_bytes().replace(b"narfs = ", b"narfs = 1", 1))
    with pytest.raises(Edited):
        scenario_of(library.find(folder.folder), turns[0], "Twice")
    assert path.read_bytes() == kept and [one.name for one in path.parent.iterdir()] == ["once.toml"]


def diplomatic() -> TheWar:
    """A campaign with all that diplomacy keeps, and a war between allies that its table has agreed to."""
    start = scenarios.preview("1939-campaign", 2)
    assert isinstance(start, TheWar)
    turn = start.first
    return attrs.evolve(
        start,
        wars={**start.wars, "france+poland": War(one="france", other="poland", since=turn)},
        influence=addressed(
            Influence(power="germany", country="spain", placed=5, used=2),
            Influence(power="britain", country="spain", used=3),
        ),
        chits=addressed(Chits(power="britain", sort="espionage", bought=3, played=1)),
        purchases=addressed(
            Purchase(power="germany", turn=turn, narfs=9, opened=True), Purchase(power="italy", turn=turn, narfs=7)
        ),
        named=addressed(Named(alliance="axis", country="spain", turn=turn)),
        grudges=addressed(Grudge(power="germany", country="belgium", kind="neutral", turn=turn)),
    )


def addressed(*entries: Addressed) -> dict[str, Any]:
    return {entry.address: entry for entry in entries}


def of_diplomacy(at: Path) -> Path:
    hidden = at / "hidden"
    hidden.write_bytes(bytes(32))
    start = diplomatic()
    folder = library.create(find("thewar"), start, name="talks", at=at, secret_file=hidden)
    return scenario_of(folder, start.first, "After the talks")


def test_a_turn_of_diplomacy_with_a_war_between_allies_opens_and_tells_it(tmp_path: Path) -> None:
    path = of_diplomacy(tmp_path)
    found = checking.check(path)
    assert [one.warning for one in found] == [True] and "France and Poland are allies by" in str(found[0])
    opened = scenarios.preview(path.stem)
    assert isinstance(opened, TheWar)
    # What is still under seal is not in it; what has been used up of it everybody knows to have been there.
    assert (opened.influence["germany+spain"].placed, opened.influence["britain+spain"].placed) == (5, 3)
    assert opened.chits["britain+espionage"].bought == 3
    assert list(opened.purchases) == ["germany+1939-3-fall"] and opened.grudges and opened.named
    assert trial.of_scenario(path.stem, turns=1, orders=150).holds


def test_it_is_shared_without_its_author_s_figures_and_what_was_agreed_stays(tmp_path: Path) -> None:
    path = of_diplomacy(tmp_path)
    draft = ScenarioDraft(path.stem)
    draft.set("powers.germany.narfs", 91)
    draft.set("grudges.germany+belgium+neutral.turn", "1939-3-fall")
    draft.set("influence.germany+spain.placed", 4)
    draft.save()
    found = shared(path.stem, "none")
    other = tmp_path / "shared.toml"
    other.write_text(found.text)
    assert all(one.warning for one in checking.check(other))
    opened = comparing.state(str(other)).campaign
    base = scenarios.preview("1939-campaign")
    assert isinstance(base, TheWar)
    assert opened.powers["germany"].narfs == base.powers["germany"].narfs
    assert "france+poland" in opened.wars and opened.chits and opened.named
    # Points that he typed himself are figures of his like any other: the base has none.
    assert "germany+spain" not in opened.influence and OWN not in opened.sources.values()


def test_a_country_that_somebody_remembers_may_be_taken_out_of_it(tmp_path: Path) -> None:
    path = of_diplomacy(tmp_path)
    draft = ScenarioDraft(path.stem)
    setup = draft.ruleset.sheet(Setup)
    assert setup is not None
    gone = bearing(setup, draft.ruleset, draft.campaign, "countries", "belgium")
    assert list(gone.entries["grudges"]) == ["germany+belgium+neutral"]
    draft.become(without(draft.campaign, gone.entries), "no Belgium")
    draft.save()
    assert all(one.warning for one in checking.check(path))
