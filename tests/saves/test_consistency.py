"""What does not fit together across the tables of a scenario: each fault with its line, its table and key, what is
wrong and the nearest name; what an author may mean is a warning, and is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from saves import checking, scenarios
from saves.reading import Finding, errors

TEXT = {name: scenarios.read_bytes(scenarios.source_of(name)).decode() for name in ("1939-campaign", "global-war")}
WAR, WORLD = "1939-campaign", "global-war"


def _found(name: str, old: str, new: str) -> list[Finding]:
    text = TEXT[name]
    assert text.count(old) >= 1, old
    return checking.scenario(text.replace(old, new, 1).encode(), "mine.toml")[1]


def _line(name: str, old: str, new: str, at: str) -> int:
    text = TEXT[name].replace(old, new, 1)
    return text.count("\n", 0, text.index(at)) + 1


COUNTER = 'germany-inf-1 = { power = "germany", kind = "inf", strength = "6-5" }'
SATELLITE = 'status = "satellite", patron = "germany"'
POLES = '"germany+poland" = { one = "germany", other = "poland"'
TOTAL = '[totals]\nours = { power = "germany", kind = "inf", strength = "6-5", count = 40 }\n\n[wars]'
JOINS = 'season = "spring", kind = "inf", strength = "6-5", count = 4'
STATUSES = "neutral, sympathizer, associate, satellite, conquered"


def _many(kind: str, strength: str) -> str:
    """Four counters of a kind in Kiel, and the table that comes behind them."""
    line = f'{{ power = "germany", kind = "{kind}", strength = "{strength}", place = "kiel" }}'
    return "".join(f"germany-{kind}-{nth} = {line}\n" for nth in range(50, 54)) + "[pools]"


@pytest.mark.parametrize(
    ("old", "new", "path", "problem", "nearest"),
    [
        (
            COUNTER,
            COUNTER[:-2] + ', place = "berlim" }',
            "units.germany-inf-1.place",
            "there is no 'berlim' in places (2.2)",
            "berlin",
        ),
        (
            COUNTER,
            COUNTER.replace('germany"', 'germny"'),
            "units.germany-inf-1.power",
            "there is no 'germny' in powers or countries (2.2)",
            "germany",
        ),
        (
            COUNTER,
            COUNTER.replace('"inf"', '"imf"'),
            "units.germany-inf-1.kind",
            "'imf' is no kind of unit (2.6)",
            "inf",
        ),
        (
            SATELLITE,
            'status = "satellite"',
            "countries.slovakia.patron",
            "a Satellite of nobody: its patron is a power (16.3)",
            "",
        ),
        (
            SATELLITE,
            SATELLITE.replace("satellite", "satelite"),
            "countries.slovakia.status",
            f"there is no 'satelite'; one of {STATUSES} (16.3)",
            "satellite",
        ),
        (
            POLES + ', since = "1939-3-fall"',
            POLES + ', since = "1940-1-spring"',
            "wars.germany+poland.since",
            "Spring 1940 is after the first turn, Fall 1939 (2.5)",
            "",
        ),
        (
            'value = 3, owner = "italy", holder = "italy" }\nlibya',
            'value = 3, owner = "italy", holder = "itlay" }\nlibya',
            "holdings.italian-east-africa.holder",
            "there is no 'itlay' in powers or countries (14.7)",
            "italy",
        ),
        (
            'britain-asw = { power = "britain", kind = "asw", count = 1 }',
            'british-asw = { power = "britain", kind = "asw", count = 1 }',
            "pools.british-asw",
            "a pool is called by its power and group: 'britain-asw' (2.2)",
            "britain-asw",
        ),
        (
            'last = "1945-2-summer"',
            'last = "1938-2-summer"',
            "first",
            "the game cannot count from it to 'last': the last turn comes before the first",
            "",
        ),
    ],
)
def test_what_cannot_be_is_named_with_its_line_and_the_nearest_name(
    old: str, new: str, path: str, problem: str, nearest: str
) -> None:
    found = _found(WAR, old, new)
    table, _, key = path.rpartition(".")
    match = [one for one in found if (one.table, one.key) == (table, key)]
    assert [(one.problem, one.nearest, one.warning) for one in match] == [(problem, nearest, False)], found
    entry = path.split(".")[1] if "." in path else path
    quoted = f'"{entry}" =' if "+" in entry else f"\n{entry} ="
    assert match[0].line == _line(WAR, old, new, quoted) + quoted.count("\n")


@pytest.mark.parametrize(
    ("old", "new", "path", "problem"),
    [
        (
            f"year = 1940, {JOINS}",
            f"year = 1939, {JOINS}",
            "additions.germany-1940-spring-inf-6-5.year",
            "Spring 1939 is before the first turn: it joins the pool at once (3.1)",
        ),
        (
            COUNTER,
            COUNTER[:-2] + ', place = "warsaw" }',
            "units.germany-inf-1.place",
            "it stands in Warsaw, which Poland holds, at war with it (1.2)",
        ),
        ("[pools]", _many("fleet", "1-12-5"), "places.kiel", "4 Fleets in Kiel, and a port bases three Fleets (7.1)"),
        (
            "[wars]",
            TOTAL,
            "totals.ours.count",
            "the card prints 40 in all, and these are 35: 14 in play, 4 in the pool, 17 to come (2.2)",
        ),
        (
            "[wars]",
            TOTAL.replace("40", "13"),
            "totals.ours.count",
            "the card prints 13 in all, and 14 are in play (2.2)",
        ),
        # A table may have agreed so.
        (
            POLES,
            '"britain+france" = { one = "britain", other = "france"',
            "wars.britain+france",
            "Britain and France are allies by [powers] and [countries] (1.2, 6.4)",
        ),
        (
            POLES,
            '"germany+slovakia" = { one = "germany", other = "slovakia"',
            "wars.germany+slovakia",
            "Germany and Slovakia are allies by [powers] and [countries] (1.2, 6.4)",
        ),
        ("[pools]", _many("tac", "1-5-4"), "places.kiel", "4 TAC, MDM and NAC at Kiel, with 1 base (11.1)"),
    ],
)
def test_what_an_author_may_mean_is_a_warning_and_is_played(
    old: str, new: str, path: str, problem: str, tmp_path: Path
) -> None:
    found = _found(WAR, old, new)
    table, _, key = path.rpartition(".")
    assert [(one.table, one.key, one.problem, one.warning) for one in found] == [(table, key, problem, True)]
    assert str(found[0]).startswith(f"mine.toml:{found[0].line}: [{table}]: {key}: warning: ") and not errors(found)
    file = tmp_path / "mine.toml"
    file.write_text(TEXT[WAR].replace(old, new, 1))
    assert scenarios.new(str(file), at=tmp_path).is_dir()


@pytest.mark.parametrize(
    ("old", "new", "path", "problem"),
    [
        (
            'one = "britain", other = "germany"',
            'one = "britain", other = "britain"',
            "wars.",
            "it names 'britain' twice",
        ),
        (
            '"britain+germany" = { one = "britain", other = "germany"',
            '"britain+us" = { one = "britain", other = "us"',
            "wars.britain+us",
            "are of one faction by [powers] (25.66)",
        ),
        ('since = "1939-3-fall"', 'since = "1944-3-fall"', "wars.", "Fall 1944 is after the first turn"),
    ],
)
def test_a_world_at_war_says_what_cannot_be(old: str, new: str, path: str, problem: str) -> None:
    found = _found(WORLD, old, new)
    assert any(problem in one.problem and f"{one.table}.{one.key}".startswith(path) for one in found), found


def test_a_byte_order_mark_is_read_and_not_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(b"\xef\xbb\xbf" + TEXT[WAR].encode())
    assert checking.check(file) == [] and scenarios.preview(str(file)) == scenarios.preview(WAR)


def test_every_fault_of_several_tables_is_found_at_once() -> None:
    text = TEXT[WAR].replace("\nnarfs = ", "\nnarf = ", 1).replace("[pools]", "[pool]")
    found = checking.scenario(text.replace(COUNTER, COUNTER.replace('"inf"', "7")).encode(), "mine.toml")[1]
    assert {(one.table, one.key, one.nearest) for one in found} == {
        ("powers.germany", "narf", "narfs"),
        ("powers.germany", "narfs", ""),
        ("units.germany-inf-1", "kind", ""),
        ("", "pool", "pools"),
    }
    assert all(one.line > 300 for one in found)


def test_a_table_has_so_many_keys_and_no_more() -> None:
    counters = "".join(f'germany-inf-{nth} = {{ power = "germany", kind = "imf" }}\n' for nth in range(50, 3200))
    [found] = _found(WAR, "[pools]", f"{counters}[pools]")
    assert (found.table, found.problem) == ("units", "3379 keys; 3000 are the most"), found
    few = "".join(counters.splitlines(keepends=True)[:250])
    told = _found(WAR, "[pools]", f"{few}[pools]")
    assert len(told) == 201 and told[-1].problem == "is wrong in more places than the 200 that are listed"
    assert all(one.nearest == "inf" for one in told[:-1])
