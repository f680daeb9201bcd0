"""What a phase of bombing comes to: BRPs, limits, oil facilities, ICs, firestorms, repairs (26.7, 26.8)."""

from __future__ import annotations

import attrs
import pytest

from engine.kernel.sheets.ledger import falls_due
from engine.worldatwar.bombing import over_target, settlement
from engine.worldatwar.ruleset import RULESET
from engine.worldatwar.targets import facilities, firestorms
from engine.worldatwar.world import editions
from engine.worldatwar.world.state import Damage, Firestorm, WorldAtWar
from tests.worldatwar.bombers import ALLIED, AXIS, bombing, brps, faces, figure, fly
from tests.worldatwar.game import Game, refused


def struck(
    campaign: WorldAtWar, hex_id: str, count: int, *, power: str = "britain", answers: tuple[str, ...] = ()
) -> Game:
    """A game in which a hex has just taken so many BRPs of damage by a power's bombers, and all is settled.

    The raid itself is real; its damage is set between the dice and the settlement.
    """
    damage = Damage(hex=hex_id, power=power, means=over_target.BY_BOMBERS, brps=count)
    campaign = attrs.evolve(
        campaign,
        bombed={f"{hex_id}-{power}-bombers": damage},
        pending={"1": settlement.Reckoning("hexes")},
        progress=attrs.evolve(
            campaign.progress, step=campaign.progress.step.replace("bombers", "bombing"), done=("bombers-fly",)
        ),
    )
    game = Game(campaign, faces())
    game.give(*answers)
    return game


# ---------------------------------------------------------------- BRPs and limits


@pytest.mark.rule("awaw-26.71", "awaw-26.71A")
@pytest.mark.parametrize(("damage", "lost"), [(0, 0), (9, 9), (25, 25), (26, 25), (80, 25)])
def test_26_71A_a_hex_loses_no_more_than_it_is_worth(damage: int, lost: int) -> None:
    campaign = bombing()
    game = struck(campaign, "essen", damage)
    assert brps(game, "germany") == campaign.powers["germany"].brps - lost


@pytest.mark.rule("awaw-26.71A")
@pytest.mark.parametrize(
    ("box", "owner", "value"),
    [("india", "britain", 10), ("australia", "britain", 10), ("us-pacific", "us", 90), ("us-atlantic", "us", 90)],
)
def test_26_71A_boxes_have_a_value_and_the_us_boxes_no_limit(box: str, owner: str, value: int) -> None:
    campaign = bombing(AXIS)
    game = struck(campaign, box, 90, power="japan")
    assert brps(game, owner) == campaign.powers[owner].brps - value
    assert game.campaign.powers[owner].limit_change == -(value // 3)


@pytest.mark.rule("awaw-26.71B")
@pytest.mark.parametrize(("damage", "less"), [(2, 0), (3, 1), (5, 1), (6, 2), (25, 8), (40, 8)])
def test_26_71B_a_third_of_the_loss_rounded_down_comes_off_the_limit(damage: int, less: int) -> None:
    game = struck(bombing(), "essen", damage)
    assert game.campaign.powers["germany"].limit_change == -less


@pytest.mark.rule("awaw-26.71B")
def test_26_71B_in_the_defenders_next_player_turn_alone() -> None:
    game = struck(bombing(groups={"germany interceptor western": 0}, pools={"germany interceptor": 9}), "essen", 25)
    told = " ".join(duty.text for duty in falls_due(RULESET, game.campaign))
    assert "Germany: construction limit -8" in told
    game.until("axis.construction.build")
    limit = game.campaign.powers["germany"].limit
    assert figure(game.campaign, "powers.germany.room") == limit - 8
    game.until("allied.combat.bombers")
    assert game.campaign.powers["germany"].limit_now == 0


@pytest.mark.rule("awaw-26.71B", "awaw-26.71")
def test_ruling_214_thirds_are_taken_hex_by_hex() -> None:
    campaign = bombing()
    hexes = {
        f"{key}-britain-bombers": Damage(hex=key, power="britain", means="bombers", brps=5)
        for key in ("essen", "berlin")
    }
    campaign = attrs.evolve(
        campaign,
        bombed=hexes,
        pending={"1": settlement.Reckoning("hexes")},
        progress=attrs.evolve(campaign.progress, step="allied.combat.bombing", done=("bombers-fly",)),
    )
    game = Game(campaign)
    assert brps(game, "germany") == campaign.powers["germany"].brps - 10
    assert game.campaign.powers["germany"].limit_change == -2


@pytest.mark.rule("awaw-26.71")
def test_bombing_may_bring_a_hand_below_nothing() -> None:
    game = struck(bombing(germany={"brps": 4}), "essen", 25)
    assert brps(game, "germany") == -21


# ---------------------------------------------------------------- oil


@pytest.mark.rule("awaw-26.72")
@pytest.mark.parametrize(("damage", "markers"), [(4, 0), (5, 1), (9, 1), (10, 2), (14, 2), (20, 4), (24, 4)])
def test_26_72_newest_a_marker_for_five_brps(damage: int, markers: int) -> None:
    game = struck(bombing(), "leipzig", damage)
    plant = game.campaign.places["leuna"]
    assert (plant.damage, plant.destroyed) == (markers, "")


@pytest.mark.rule("awaw-26.72", "awaw-26.72-prod")
def test_26_72_newest_each_marker_costs_a_partial_counter_and_the_fifth_destroys() -> None:
    for damage, left in ((5, 4), (10, 3), (20, 1)):
        assert figure(struck(bombing(), "leipzig", damage).campaign, "places.leuna.oil") == left
    game = struck(bombing(places={"leuna": {"damage": 3}}), "leipzig", 12)
    assert game.campaign.places["leuna"].destroyed == "1943-2-summer"
    assert figure(game.campaign, "places.leuna.oil") == 0
    assert "nothing is left of it" in refused(attrs.evolve(bombing(), places=game.campaign.places),
                                              "britain raid leuna bombers=2 front=western")  # fmt: skip


@pytest.mark.rule("awaw-26.72")
@pytest.mark.parametrize("name", ["middle", "oldest"])
@pytest.mark.parametrize(
    ("damage", "answer", "markers", "paid"), [(9, "take", 1, 0), (9, "pay", 0, 9), (10, "", 1, 0), (8, "pay", 0, 8)]
)
def test_26_72D_older_a_marker_for_ten_and_for_a_rest_that_is_not_paid(
    name: str, damage: int, answer: str, markers: int, paid: int
) -> None:
    campaign = bombing(name=name, places={"leipzig": {"value": 5}})
    game = struck(campaign, "leipzig", damage, answers=(f"germany settle {answer}",) if answer else ())
    assert game.campaign.places["leuna"].damage == markers and not game.campaign.pending
    # Repairs come on top of what the hex loses, and the limit knows nothing of them.
    assert brps(game, "germany") == campaign.powers["germany"].brps - 5 - paid
    assert game.campaign.powers["germany"].limit_change == -1


@pytest.mark.rule("awaw-26.72")
@pytest.mark.parametrize("name", ["middle", "oldest"])
def test_26_72D_older_the_decision_is_the_owners_and_a_deficit_is_allowed(name: str) -> None:
    campaign = bombing(name=name, germany={"brps": 2}, places={"leipzig": {"value": 0}})
    game = struck(campaign, "leipzig", 7)
    asked = game.outlook().decision
    assert asked is not None and (asked.power, asked.rule) == ("germany", "26.72D")
    assert asked.answers == ("germany settle take", "germany settle pay") and asked.default == asked.answers[0]
    game.give("germany settle pay")
    assert brps(game, "germany") == -5


@pytest.mark.rule("awaw-26.72", "awaw-26.73")
@pytest.mark.parametrize("name", ["middle", "oldest"])
def test_26_73_older_the_second_marker_destroys_a_plant(name: str) -> None:
    once = struck(bombing(name=name), "leipzig", 10).campaign.places["leuna"]
    assert (once.damage, once.destroyed) == (1, "")
    twice = struck(bombing(name=name), "leipzig", 20).campaign.places["leuna"]
    assert (twice.damage, bool(twice.destroyed)) == (2, True)
    # With one already, a rest that would be the second may be paid for.
    game = struck(bombing(name=name, places={"leuna": {"damage": 1}}), "leipzig", 3, answers=("germany settle pay",))
    assert not game.campaign.places["leuna"].destroyed


@pytest.mark.rule("awaw-26.73")
@pytest.mark.parametrize(("name", "most"), [("newest", 8), ("middle", 4), ("oldest", 4)])
def test_26_73_an_oil_center_takes_markers_down_to_no_production_and_is_never_destroyed(name: str, most: int) -> None:
    campaign = bombing(name=name)
    game = struck(campaign, "ploesti", 90)
    center = game.campaign.places["ploesti"]
    assert (center.damage, center.destroyed) == (most, "")
    assert figure(game.campaign, "places.ploesti.oil") == 0
    # Its losses are notional.
    assert brps(game, "germany") == campaign.powers["germany"].brps
    assert game.campaign.powers["germany"].limit_change == 0


@pytest.mark.rule("awaw-26.73")
@pytest.mark.parametrize(("damage", "partials"), [(4, 0), (5, 2), (10, 5), (15, 7), (20, 10)])
def test_26_73A_newest_odd_markers_cost_two_partial_counters_and_even_ones_three(damage: int, partials: int) -> None:
    game = struck(bombing(), "ploesti", damage)
    assert figure(game.campaign, "places.ploesti.oil") == 20 - partials


@pytest.mark.rule("awaw-26.73")
def test_26_73_a_russian_ic_in_an_oil_center_loses_brps_beside_the_markers() -> None:
    campaign = bombing(AXIS)
    ic = attrs.evolve(campaign.places["moscow"], name="Baku IC", within="baku", value=10)
    campaign = attrs.evolve(campaign, places={**campaign.places, "baku-ic": ic})
    game = struck(campaign, "baku", 12, power="germany", answers=("russia settle keep",))
    assert brps(game, "russia") == campaign.powers["russia"].brps - 10
    assert game.campaign.places["baku"].damage == 2


@pytest.mark.rule("awaw-26.74")
@pytest.mark.parametrize(("name", "most"), [("newest", 2), ("middle", 1), ("oldest", 1)])
def test_26_74_markers_removed_in_a_turn(name: str, most: int) -> None:
    campaign = bombing(
        "axis.redeployment.repairs", name=name, places={"leuna": {"damage": 1}, "ploesti": {"damage": 3}}
    )
    game = Game(campaign)
    edition = editions.edition(name)
    told = refused(game.campaign, f"germany repair-oil ploesti count={most + 1}")
    assert "(26.74)" in told and f"{most} a turn in the {edition.name}" in told
    game.give("germany repair-oil ploesti")
    assert (refused(game.campaign, "germany repair-oil leuna") == "") is (most == 2)
    assert game.campaign.places["ploesti"].damage == 2
    game.until("allied.combat.bombers")
    game.until("axis.redeployment.repairs")
    assert refused(game.campaign, "germany repair-oil leuna") == "", "a new turn, a new capacity"


@pytest.mark.rule("awaw-26.74")
def test_26_74_newest_four_powers_repair_and_the_older_editions_count_by_faction() -> None:
    damaged = {"leuna": {"damage": 2}, "mosul": {"damage": 2}, "maikop": {"damage": 2}, "miri": {"damage": 2}}
    for step, lines in (
        ("axis.redeployment.repairs", ("germany repair-oil leuna count=2", "japan repair-oil miri count=2")),
        ("allied.redeployment.repairs", ("britain repair-oil mosul count=2", "russia repair-oil maikop count=2")),
    ):
        Game(bombing(step, places=damaged)).give(*lines)
    new = bombing("allied.redeployment.repairs", places={**damaged, "mosul": {"damage": 2, "holder": "us"}})
    assert "United States repairs no oil facilities" in refused(new, "us repair-oil mosul")
    assert refused(new, "britain repair-oil mosul count=2") == ""
    old = Game(bombing("allied.redeployment.repairs", name="middle", places=damaged))
    old.give("us repair-oil mosul")
    assert "2 markers in one turn" in refused(old.campaign, "britain repair-oil mosul")
    assert "no damage of theirs" in refused(old.campaign, "britain repair-oil leuna")


@pytest.mark.rule("awaw-26.74")
def test_26_74_a_duty_says_what_may_be_repaired() -> None:
    campaign = bombing(places={"leuna": {"damage": 2}, "ploesti": {"damage": 1}})
    assert "Germany: 3 damage markers on oil, 2 a turn may be removed" in [
        duty.text for duty in falls_due(RULESET, campaign)
    ]


# ---------------------------------------------------------------- Russian ICs


@pytest.mark.rule("awaw-26.75")
@pytest.mark.parametrize("name", editions.NAMES)
def test_26_75_a_russian_ic_loses_its_value_at_most_or_is_given_up(name: str) -> None:
    campaign = bombing(AXIS, name=name)
    game = struck(campaign, "moscow", 14, power="germany")
    asked = game.outlook().decision
    assert asked is not None and (asked.power, asked.rule) == ("russia", "26.75")
    assert asked.answers == ("russia settle keep", "russia settle give-up")
    game.give("russia settle keep")
    assert brps(game, "russia") == campaign.powers["russia"].brps - 10
    assert not game.campaign.places["moscow"].destroyed and game.campaign.powers["russia"].limit_change == -3
    gone = struck(campaign, "moscow", 4, power="germany", answers=("russia settle give-up",))
    assert brps(gone, "russia") == campaign.powers["russia"].brps - 10
    assert gone.campaign.places["moscow"].destroyed == "1943-2-summer"
    assert gone.campaign.powers["russia"].limit_change == 0
    told = refused(attrs.evolve(campaign, places=gone.campaign.places), "germany raid moscow aaf=9 front=eastern")
    assert "(26.75)" in told


@pytest.mark.rule("awaw-26.75")
def test_26_75_russia_may_go_into_deficit_for_an_ic() -> None:
    game = struck(bombing(AXIS, russia={"brps": 3}), "moscow", 14, power="germany", answers=("russia settle keep",))
    assert brps(game, "russia") == -7


# ---------------------------------------------------------------- firestorms


@pytest.mark.rule("awaw-26.81", "awaw-26.83")
@pytest.mark.parametrize(("damage", "burns"), [(24, False), (25, True), (60, True)])
def test_26_81_twenty_five_brps_of_damage_make_a_firestorm_whatever_the_hex_is_worth(damage: int, burns: bool) -> None:
    campaign = bombing()
    game = struck(campaign, "stuttgart", damage)
    assert bool(game.campaign.places["stuttgart"].firestorm) is burns
    assert brps(game, "germany") == campaign.powers["germany"].brps - 10
    assert game.campaign.powers["germany"].resolve == campaign.powers["germany"].resolve - burns
    assert figure(game.campaign, "powers.britain.dps") == int(burns)
    assert figure(game.campaign, "powers.us.dps") == int(burns), "the faction's DP"


@pytest.mark.rule("awaw-26.82")
@pytest.mark.parametrize(
    ("hex_id", "power", "step", "burns"),
    [
        ("london", "germany", AXIS, True),
        ("gorki", "germany", AXIS, True),
        ("vladivostok", "japan", AXIS, True),
        ("rome", "britain", ALLIED, False),
        ("ploesti", "britain", ALLIED, False),
        ("tokyo", "us", ALLIED, True),
        ("chungking", "japan", AXIS, False),
        ("us-atlantic", "germany", AXIS, False),
    ],
)
def test_26_82A_which_cities_burn(hex_id: str, power: str, step: str, burns: bool) -> None:
    answers = ("russia settle keep",) if hex_id == "gorki" else ()
    game = struck(bombing(step), hex_id, 30, power=power, answers=answers)
    assert bool(game.campaign.places[hex_id].firestorm) is burns
    assert burns or "(26.82A)" in str(next(iter(firestorms.eligible(bombing(step), hex_id))))


@pytest.mark.rule("awaw-26.82")
@pytest.mark.parametrize("marker", ["firestorm", "atomic"])
def test_26_82B_not_where_a_marker_lies(marker: str) -> None:
    campaign = bombing(places={"essen": {marker: "1943-1-spring"}})
    game = struck(campaign, "essen", 40)
    assert (
        not game.campaign.firestorms and game.campaign.powers["germany"].resolve == campaign.powers["germany"].resolve
    )
    assert getattr(game.campaign.places["essen"], marker) == "1943-1-spring"


@pytest.mark.rule("awaw-26.83")
def test_26_83B_a_dp_in_the_year_of_the_firestorm_and_the_next() -> None:
    fire = Firestorm(place="essen", faction="western", turn="1943-2-summer")
    for turn, worth in (("1943-4-winter", 1), ("1944-1-spring", 1), ("1944-4-winter", 1), ("1945-1-spring", 0)):
        campaign = attrs.evolve(bombing(turn=turn), firestorms={"essen-1943-2-summer": fire})
        assert firestorms.dps(campaign, "western").total == worth, turn
        assert firestorms.dps(campaign, "axis").total == 0


@pytest.mark.rule("awaw-26.83", "awaw-26.81")
def test_ruling_215_the_dp_goes_to_the_faction_that_did_most() -> None:
    campaign = bombing(AXIS)
    parts = {
        "tokyo-us-bombers": Damage(hex="tokyo", power="us", means="bombers", brps=9),
        "tokyo-britain-bombers": Damage(hex="tokyo", power="britain", means="bombers", brps=9),
        "tokyo-russia-bombers": Damage(hex="tokyo", power="russia", means="bombers", brps=12),
    }
    campaign = attrs.evolve(
        campaign,
        bombed=parts,
        pending={"1": settlement.Reckoning("hexes")},
        progress=attrs.evolve(campaign.progress, step="axis.combat.bombing", done=("bombers-fly",)),
    )
    assert [firestorm.faction for firestorm in Game(campaign).campaign.firestorms.values()] == ["western"]


@pytest.mark.rule("awaw-26.85")
@pytest.mark.parametrize("name", editions.NAMES)
def test_26_85A_one_marker_a_turn_from_the_spring_of_the_second_year(name: str) -> None:
    burnt = {"essen": {"firestorm": "1942-2-summer"}, "berlin": {"firestorm": "1942-4-winter"}}
    step = "axis.redeployment.repairs"
    early = bombing("axis.redeployment.boxes", name=name, turn="1943-4-winter", places=burnt)
    told = refused(early, "germany clear-firestorm essen")
    assert "(26.85A)" in told and "From Spring 1944 on" in told
    game = Game(bombing(step, name=name, turn="1944-1-spring", places=burnt))
    before = game.campaign.powers["germany"].resolve
    assert "no firestorm marker" in refused(game.campaign, "germany clear-firestorm hamburg")
    game.give("germany clear-firestorm essen")
    assert game.campaign.places["essen"].firestorm == "" and game.campaign.powers["germany"].resolve == before + 1
    assert "One a turn" in refused(game.campaign, "germany clear-firestorm berlin")
    game.until("allied.combat.bombers")
    game.until(step)
    assert refused(game.campaign, "germany clear-firestorm berlin") == ""


@pytest.mark.rule("awaw-26.85")
@pytest.mark.parametrize(("name", "stays"), [("newest", False), ("middle", True), ("oldest", True)])
def test_26_85B_a_captured_hex_loses_its_marker_in_the_newest_edition(name: str, stays: bool) -> None:
    campaign = bombing(name=name, places={"essen": {"firestorm": "1943-1-spring"}})
    game = Game(campaign)
    game.give("us hold essen")
    assert bool(game.campaign.places["essen"].firestorm) is stays
    assert game.campaign.powers["germany"].resolve == campaign.powers["germany"].resolve + (not stays)


@pytest.mark.rule("awaw-26.84")
def test_26_84_firestorms_touch_neither_supply_nor_oil() -> None:
    campaign = bombing(places={"leipzig": {"value": 40}, "leuna": {"destroyed": "1942-4-winter"}})
    game = struck(campaign, "leipzig", 26)
    before, after = campaign.places["leipzig"], game.campaign.places["leipzig"]
    assert after.firestorm and attrs.evolve(after, firestorm="") == before
    assert game.campaign.places["leuna"] == campaign.places["leuna"]


def test_markers_go_to_the_facility_that_was_named_first() -> None:
    campaign = bombing()
    twin = attrs.evolve(campaign.places["leuna"], name="Boehlen")
    campaign = attrs.evolve(campaign, places={**campaign.places, "boehlen": twin})
    assert facilities.in_hex(campaign, "leipzig") == ["leuna", "boehlen"]
    game = fly(campaign, "britain raid boehlen bombers=6 front=western", totals=(12, 2))
    assert game.campaign.places["boehlen"].damage and not game.campaign.places["leuna"].damage
