"""Declarations of war: whom one covers, whom it brings in, who protects the attacked (6.2.1, 6.4, 16.3, 16.4, 16.5,
22.3)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel import play, telling
from engine.kernel.dice import FixedDice
from engine.kernel.procedures import decisions
from engine.kernel.reading import understand
from engine.thewar.combat import battles
from engine.thewar.countries import soviet_attempt
from engine.thewar.ruleset import RULESET
from engine.thewar.world import sides
from engine.thewar.world.state import TheWar, Unit
from tests.thewar.air.test_air_fight import Played
from tests.thewar.builds import refused
from tests.thewar.drawn import drawn
from tests.thewar.minors import at, at_war, hand, land, moved, with_country
from tests.thewar.world import after


def given(campaign: TheWar, *lines: str, faces: tuple[int, ...] = ()) -> TheWar:
    """The campaign after orders through the kernel, with what the rules do by themselves after each."""
    dice = FixedDice(faces)
    for line in lines:
        campaign = drawn(campaign, line)
        order = understand(RULESET, line, campaign)
        seat = campaign.seats[order.actor] if order.actor else campaign.seats["germany"]
        campaign = play.submit(RULESET, campaign, [order], seat=seat, dice=dice, n=1)[-1].campaign
    return campaign


# ---------------------------------------------------------------- who protects the attacked


@pytest.mark.rule("tw-16.3", "tw-16.4", "tw-23.7")
def test_16_3_the_declaration_asks_who_is_nearest_and_the_attacked_countrys_units_are_found() -> None:
    attacked = given(at("1940-2-summer"), "germany declare belgium")
    [asked] = decisions(attacked)
    assert asked.answers == ("status belgium satellite patron=france", "status belgium satellite patron=britain")
    assert asked.power == "france" and asked.rule == "16.3, 16.4" and "Belgium" in asked.title
    # Nothing else answers: no other power, no other status.
    for line in (
        "status belgium satellite patron=ussr",
        "status belgium neutral",
        "status belgium associate patron=france",
    ):
        assert "was attacked: it is a Satellite of the nearest enemy of its invader (16.3, 16.4)" in refused(
            attacked, line
        )
    assert "has to decide first: Who is nearest" in refused(attacked, "germany done")
    protected = given(attacked, asked.answers[1])
    assert land(protected, "belgium") == ("satellite", "britain") and not protected.pending
    assert "belgium+germany" in protected.wars
    owners = {protected.units[key].power for key in battles.meant(protected, ("belgian-inf",), "allied")}
    assert owners == {"belgium"}
    # From then on there is no diplomacy in it.
    assert "was attacked: there is no diplomacy in it any more (16.4)" in refused(
        protected, "status belgium associate patron=germany"
    )


@pytest.mark.rule("tw-16.3")
def test_16_3_an_only_enemy_protects_it_unasked_and_nobodys_country_still_defends() -> None:
    fallen = at("1940-3-fall", orders=("surrender france germany",))
    assert land(given(fallen, "germany declare belgium"), "belgium") == ("satellite", "britain")
    # A neutral Soviet Union has no enemy: Germany places the units, on the side against the invader.
    alone = given(at("1939-4-winter"), "ussr declare bulgaria")
    assert land(alone, "bulgaria") == ("neutral", "") and not alone.pending
    assert sides.side(alone, "bulgaria") == "axis" and sides.side(alone, "sweden") == ""


@pytest.mark.rule("tw-23.1", "tw-23.56")
@pytest.mark.parametrize("country", ["vatican", "greece", "belgium"])
@pytest.mark.parametrize("status", ["satellite patron=britain", "associate patron=germany", "neutral"])
def test_23_1_conquest_alone_moves_a_conquered_country(country: str, status: str) -> None:
    held = with_country(at("1941-1-spring", "planning.diplomacy"), country, status="conquered", patron="germany")
    text = refused(held, f"status {country} {status}")
    assert "is conquered by Germany (23.1). War alone moves it" in text


@pytest.mark.rule("tw-22.8", "tw-23.29-us")
@pytest.mark.parametrize("country", ["spain", "sweden", "turkey", "greece", "vatican"])
def test_22_8_the_neutral_united_states_have_nobodys_favour(country: str) -> None:
    before = at("1941-1-spring", "planning.diplomacy")
    text = refused(before, f"status {country} satellite patron=us")
    assert "is nothing of the United States before that is at war with Germany (22.8)" in text
    assert "22.8" not in refused(at_war(before, "germany+us"), f"status {country} satellite patron=us")


# ---------------------------------------------------------------- Britain and France as one


@pytest.mark.rule("tw-6.4.2", "tw-6.2.1-dow", "tw-6.3")
@pytest.mark.parametrize(("first", "second"), [("britain", "france"), ("france", "britain")])
@pytest.mark.parametrize(("target", "price"), [("italy", 25), ("norway", 15), ("spain", 15)])
def test_6_2_1_one_declaration_does_for_britain_and_france_at_britains_price(
    first: str, second: str, target: str, price: int
) -> None:
    before = at("1940-1-spring")
    now = given(before, f"{first} declare {target}")
    assert (hand(before, "britain") - hand(now, "britain"), hand(before, "france") - hand(now, "france")) == (price, 0)
    for power in ("britain", "france"):
        assert "+".join(sorted((power, target))) in now.wars
    text = refused(now, f"{second} declare {target}")
    assert " already" in text and "One declaration of war does for Britain and France (6.4.2)" in text


@pytest.mark.rule("tw-6.2.1-dow", "tw-6.3")
def test_6_2_1_who_declares_war_on_the_one_is_at_war_with_both() -> None:
    before = at("1940-1-spring")
    now = given(before, "italy declare france")
    assert {"britain+italy", "france+italy"} <= set(now.wars)
    assert hand(before, "italy") - hand(now, "italy") == 15 + 3  # East Africa is cut off (23.30)
    assert "is at war with Britain already (6.4.1)" in refused(now, "italy declare britain")


# ---------------------------------------------------------------- the United States attacked


@pytest.mark.rule("tw-6.4.1", "tw-22.3-decl", "tw-22.3.2", "tw-14.8.2")
@pytest.mark.parametrize("turn", ["1940-2-summer", "1941-1-spring", "1941-4-winter"])
def test_22_3_1_who_declares_war_on_the_united_states_brings_them_in_at_once_for_nothing(turn: str) -> None:
    before = at_war(at(turn), "britain+italy")
    assert "before Fall 1941" in refused(moved(before, "1941-2-summer"), "us enter")
    now = given(before, "germany declare us")
    assert now.powers["us"].entered == turn
    assert {"germany+us", "italy+us"} <= set(now.wars)
    assert (hand(now, "us"), hand(now, "germany")) == (hand(before, "us"), hand(before, "germany") - 15)
    assert "the United States is in the war (22.3)" in refused(now, "us enter")
    # Peacetime's limits are gone: the Entry Level has no more use.
    assert "is in the war" in refused(now, "entry 5")


@pytest.mark.rule("tw-22.3-decl")
def test_22_3_1_nobody_is_in_the_war_as_attacked_whom_nobody_attacked() -> None:
    quiet = at("1941-4-winter", "declarations.us-entry")
    text = refused(quiet, "us enter attacked=yes")
    assert "nobody has declared war on the United States (22.3.1)" in text
    # In a campaign of old the war may stand without the entry.
    old = at_war(quiet, "germany+us")
    assert refused(old, "us enter") == "" and hand(given(old, "us enter"), "us") == hand(old, "us")


# ---------------------------------------------------------------- the Soviet attempt


def garrison(campaign: TheWar, increments: int) -> TheWar:
    """The campaign with so many increments of Germans recorded in Warsaw."""
    ground = {
        f"germany-inf-{900 + one}": Unit(power="germany", kind="inf", strength="6-5", place="warsaw")
        for one in range(2 * increments)
    }
    air = {
        f"germany-tac-{900 + one}": Unit(power="germany", kind="tac", strength="1-5-4", place="warsaw")
        for one in range(increments)
    }
    return attrs.evolve(campaign, units={**campaign.units, **ground, **air})


def attempt(campaign: TheWar, increments: int, face: int) -> TheWar:
    return given(campaign, "ussr declare germany", f"germany eastern-garrison {increments}", faces=(face,))


@pytest.mark.rule("tw-16.3", "tw-16.4")
def test_16_3_the_journal_says_who_protects_an_attacked_country() -> None:
    game = Played(at("1940-2-summer")).give("germany declare belgium")
    game.give("status belgium satellite patron=britain")
    said = [one for _, one in telling.backwards(game.campaign, game.entries)]
    assert "Belgium-Luxembourg is protected by Britain" in said


@pytest.mark.rule("tw-16.5", "tw-16.5-roll")
@pytest.mark.parametrize(
    ("turn", "increments", "need"),
    [
        ("1940-4-winter", 0, 2),
        ("1941-1-spring", 0, 3),
        ("1941-2-summer", 0, 4),
        ("1941-2-summer", 2, 2),
        ("1941-3-fall", 1, 4),
    ],
)
def test_16_5_the_soviets_try_for_5_narfs_and_a_die_before_they_declare_war(
    turn: str, increments: int, need: int
) -> None:
    before = at(turn, "declarations.soviet")
    war, peace = attempt(before, increments, need), attempt(before, increments, need + 1)
    assert "germany+ussr" in war.wars and hand(before, "ussr") - hand(war, "ussr") == 5 + 15
    assert "germany+ussr" not in peace.wars and hand(before, "ussr") - hand(peace, "ussr") == 5
    assert war.facts["soviet-attack-on-germany"]
    assert "has tried in this turn (16.5). One attempt a turn" in refused(peace, "ussr declare germany")
    assert "has tried" not in refused(moved(peace, "1941-4-winter"), "ussr declare germany")


@pytest.mark.rule("tw-16.5", "tw-16.5-roll")
def test_16_5_germany_is_asked_for_its_garrison_and_has_no_more_than_its_units() -> None:
    before = garrison(at("1941-2-summer", "declarations.soviet"), 2)
    tried = given(before, "ussr declare germany")
    [asked] = decisions(tried)
    assert asked.power == "germany" and asked.default == "germany eastern-garrison 2"
    most = soviet_attempt.most(before)
    for count in (1, most + 1):
        assert f"2 are recorded there, all German units make {most} (16.5)" in refused(
            tried, f"germany eastern-garrison {count}"
        )
    assert "nobody asks for the garrison (16.5)" in refused(before, "germany eastern-garrison 2")
    # The worked example of 16.5: two increments in Summer 1941 leave 1 and 2.
    assert soviet_attempt.odds(before, 2).total == 2


@pytest.mark.rule("tw-16.5", "tw-6.4")
def test_16_5_before_winter_1940_a_garrison_forbids_the_attempt_and_costs_nothing() -> None:
    before = at("1940-3-fall")
    assert "a German garrison in Poland and Romania forbids it: 1 x 12 factors and 1 air unit (16.5)" in refused(
        garrison(before, 1), "ussr declare germany"
    )
    held = given(before, "ussr declare germany", "germany eastern-garrison 1")
    assert hand(held, "ussr") == hand(before, "ussr") and "germany+ussr" not in held.wars and not held.pending
    bare = attempt(before, 0, 2)
    assert "germany+ussr" in bare.wars
    assert "germany+ussr" not in attempt(before, 0, 3).wars


@pytest.mark.rule("tw-16.5")
def test_16_5_nor_is_germany_reached_through_its_ally() -> None:
    before = at_war(at("1941-1-spring"), "britain+italy")
    tried = given(before, "ussr declare italy", "germany eastern-garrison 0", faces=(9,))
    assert not {"italy+ussr", "germany+ussr"} & set(tried.wars)
    war = given(before, "ussr declare italy", "germany eastern-garrison 0", faces=(1,))
    assert {"italy+ussr", "germany+ussr"} <= set(war.wars)


@pytest.mark.rule("tw-16.5", "tw-16.5-roll")
@pytest.mark.parametrize(
    ("face", "came"),
    [(2, "The Soviet Union declares war on Germany"), (3, "It stays at peace")],
)
def test_16_5_the_attempt_has_its_report_with_the_die_and_what_it_needed(face: int, came: str) -> None:
    game = Played(at("1941-2-summer", "declarations.soviet")).give("ussr declare germany")
    (asked,) = game.reports
    assert asked.open and not asked.casts and asked.forces == "German units in the East: a garrison still to be named"
    game.give("germany eastern-garrison 2", face)
    (report,) = game.reports
    (cast,) = report.casts
    assert (report.title, report.rule, cast.faces) == ("Soviet attempt to declare war on Germany", "16.5", (face,))
    assert [one.text for one in cast.words] == [
        "2 or less was needed",
        "Soviet attempt: +2",
        "turns since Winter 1940: +2",
        "German increments in the East: −2",
    ]
    assert [one.text for one in report.words] == [came] and report.forces.endswith(": 2 increments")


@pytest.mark.rule("tw-16.5")
def test_16_5_an_attempt_that_the_garrison_forbids_has_its_report_without_a_die() -> None:
    game = Played(at("1940-3-fall", "declarations.soviet")).give("ussr declare germany")
    (report,) = game.give("germany eastern-garrison 1").reports
    assert not report.casts and report.words[0].text.startswith("The German garrison forbids the attempt")


@pytest.mark.rule("tw-16.5-roll")
def test_16_5_who_cannot_pay_try_and_declaration_does_not_try() -> None:
    poor = at("1941-1-spring")
    poor = attrs.evolve(poor, powers={**poor.powers, "ussr": attrs.evolve(poor.powers["ussr"], narfs=19)})
    assert "it costs 20 NARFs, 19 are free (6.4.2, 14.1.4)" in refused(poor, "ussr declare germany")


# ---------------------------------------------------------------- the invaded stand alone


def invaded(step: str = "axis.operations.attacks") -> TheWar:
    """Summer 1940: Germany attacks Belgium, whose Satellite it is since, with air units of everybody."""
    now = at("1940-2-summer", orders=("germany declare belgium", "status belgium satellite patron=britain"))
    new = {
        "germany-inf-900": Unit(power="germany", kind="inf", strength="6-5"),
        "belgium-inf-900": Unit(power="belgium", kind="inf", strength="2-5"),
        "belgium-ftr-900": Unit(power="belgium", kind="ftr", strength="1-2-2"),
        "britain-tac-900": Unit(power="britain", kind="tac", strength="1-5-4"),
        "britain-ftr-900": Unit(power="britain", kind="ftr", strength="3-3-2"),
        "germany-tac-900": Unit(power="germany", kind="tac", strength="1-5-4"),
    }
    able = {key: attrs.evolve(power, effort="sle", narfs=500) for key, power in now.powers.items()}
    progress = attrs.evolve(now.progress, step=step)
    return attrs.evolve(now, pending={}, units={**now.units, **new}, powers=able, progress=progress)


@pytest.mark.rule("tw-23.1-supp")
def test_23_1_no_major_power_supports_a_neutral_in_the_operations_of_its_invasion() -> None:
    attacked = after(invaded(), "germany attack brussels units=germany-inf-900 against=belgium-inf-900")
    support = "britain support brussels britain-tac-900"
    alone = "Belgium-Luxembourg, neutral till this turn, gets no support of a Major Power (23.1)"
    assert alone in refused(attacked, support)
    assert "23.1" not in refused(attacked, "britain support brussels belgium-ftr-900")
    # It survived: in its own side's Operations, and in every later turn, it may be helped.
    own = invaded("allied.operations.attacks")
    helped = after(own, "britain attack hex-1631 units=belgium-inf-900 against=germany-inf-900")
    assert "23.1" not in refused(helped, "britain support hex-1631 britain-tac-900")
    assert "23.1" not in refused(moved(attacked, "1940-3-fall"), support)


@pytest.mark.rule("tw-23.1-supp")
def test_23_1_nor_do_ships_join_its_own_at_sea() -> None:
    new = {
        "germany-fleet-900": Unit(power="germany", kind="fleet", strength="1-12-5"),
        "belgium-fleet-900": Unit(power="belgium", kind="fleet", strength="1-12-5"),
        "britain-fleet-900": Unit(power="britain", kind="fleet", strength="1-12-5"),
    }
    now = invaded("axis.operations.naval")
    sailed = after(attrs.evolve(now, units={**now.units, **new}), "germany mission north-sea units=germany-fleet-900")
    seek = "britain intercept-at-sea north-sea units={} distance=1"
    alone = "Belgium-Luxembourg, neutral till this turn, gets no support of a Major Power (23.1)"
    # Neither with its ships in one force, nor where they have found the invader already.
    assert alone in refused(sailed, seek.format("belgium-fleet-900,britain-fleet-900"))
    met = attrs.evolve(sailed.engagements["north-sea"], defenders=("belgium-fleet-900",))
    found = attrs.evolve(sailed, engagements={**sailed.engagements, "north-sea": met})
    assert alone in refused(found, seek.format("britain-fleet-900"))
    # Its own sail; so does a British force that looks for the German one by itself, and both in a later turn.
    assert "23.1" not in refused(sailed, seek.format("belgium-fleet-900"))
    assert "23.1" not in refused(sailed, seek.format("britain-fleet-900"))
    assert "23.1" not in refused(moved(found, "1940-3-fall"), seek.format("britain-fleet-900"))


@pytest.mark.rule("tw-23.1-supp")
def test_23_1_nor_in_the_air_over_its_airfields() -> None:
    raid = "germany counter-air brussels units=germany-tac-900 against=belgium-ftr-900"
    before = invaded("axis.operations.counter-air")
    assert refused(before, raid) == ""
    assert "neutral till this turn, gets no support" in refused(
        after(before, raid), "britain intercept brussels britain-ftr-900"
    )


# ---------------------------------------------------------------- on whom nobody declares


@pytest.mark.rule("tw-6.2.1")
@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("france declare britain", "are one nation in declarations of war (6.2.1, 6.4.1)"),
        ("britain declare france", "are one nation in declarations of war (6.2.1, 6.4.1)"),
        ("germany declare italy", "Germany and Italy fight on one side (6.2, 6.4.1)"),
        ("italy declare germany", "Italy and Germany fight on one side (6.2, 6.4.1)"),
        ("germany declare slovakia", "Slovakia is a Satellite of Germany, on the same side (16.3.4, ruling 455)"),
        ("italy declare slovakia", "Slovakia is a Satellite of Germany, on the same side (16.3.4, ruling 455)"),
    ],
)
def test_6_2_1_nobody_declares_war_on_the_own_side(line: str, reason: str) -> None:
    assert reason in refused(at("1940-2-summer"), line)


@pytest.mark.rule("tw-21.6")
@pytest.mark.parametrize("country", ["romania", "sweden", "turkey", "iran"])
def test_21_6_the_soviets_declare_no_war_on_four_countries_before_summer_1941(country: str) -> None:
    early = at("1940-2-summer")
    assert "before Summer 1941 (21.6)" in refused(early, f"ussr declare {country}")
    assert "21.6" not in refused(at("1941-2-summer"), f"ussr declare {country}")
    # Germany's war on Turkey lets them go; nobody else is held.
    released = given(early, "germany declare turkey")
    assert "before Summer" not in refused(released, f"ussr declare {country}")
    assert "21.6" not in refused(early, f"germany declare {country}")


@pytest.mark.rule("tw-23.40")
def test_23_40_no_diplomacy_moves_poland() -> None:
    start = at("1939-3-fall")
    assert "Poland is no target of diplomacy (23.40)" in refused(start, "status poland associate patron=germany")
    assert not refused(start, "status norway sympathizer patron=germany")
