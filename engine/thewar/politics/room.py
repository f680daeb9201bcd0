"""What this room brings to The War: points and chits, the struggle for minor countries, declarations of war."""

from __future__ import annotations

from engine.kernel.campaign import several_eyes
from engine.kernel.rooms import Room, names_in
from engine.kernel.sheets.habits import Habits
from engine.kernel.wiring import Wiring
from engine.thewar.world.state import TheWar

_Wiring = Wiring[TheWar]
_late = names_in(__package__)
_economy = names_in("engine.thewar.economy")
_world = names_in("engine.thewar.world")
_countries = names_in("engine.thewar.countries")

ROOM = Room[TheWar](
    orders=(
        "declarations:Declare",
        "border_wars:Cross",
        "border_wars:Contest",
        "points:Points",
        "stating:PassChits",
        "points_opened:PointsOff",
        "naming:NameTarget",
        "spying:Spy",
        "diplomatic_step:OpenDiplomacy",
        "attack_answers:ShowPops",
        "attack_answers:PickAlliance",
        "attack_answers:Back",
        "attack_answers:Defend",
        "attack_answers:CancelCounter",
        "attack_answers:TakeOver",
        "attack_answers:CardModifier",
        "chit_answers:CounterChit",
        "spying:Foil",
        "spying:Disclose",
        "variant_attempts:TryVariant",
        "variant_attempts:Project",
    ),
    procedures={
        "border-crossing": "border_wars:BorderCrossing",
        "influence": "diplomatic_attack:DiplomaticAttack",
        "disclosure": "spying:Disclosure",
        "points-opened": "points_opened:PointsOpened",
        "variant-roll": "variant_attempts:VariantRoll",
    },
    wiring={
        "planning.diplomacy": _Wiring(
            who=_late("diplomatic_step:speakers"),
            once=_late("diplomatic_step:OpenDiplomacy"),
            when=_late("diplomatic_step:opens"),
            in_order=True,
            order_rule="16.1.3, ruling 306",
            at_once=_late("diplomatic_step:simplified"),
            instead=_late("diplomatic_step:of_simple_rolls"),
            may_pass=True,
            at_table=True,
        ),
        "planning.points": _Wiring(
            may_pass=True, at_table=True, sealed=several_eyes, instead=_late("diplomatic_step:of_simple_purchases")
        ),
        "end.points": _Wiring(
            who=_economy("falls_due:takes_off_by_hand"),
            once=_late("points_opened:PointsOff"),
            when=_world("influence:lies_there"),
        ),
    },
    duties=(
        ("planning.points", _countries("others_pay:duties")),
        ("operations.supply", _late("leaving:duties")),
        ("operations.supply", _late("border_duties:duties")),
    ),
    faults=(_late("points_opened:faults"),),
    facts=True,
    habits=Habits(
        tries={"declare": 25, "cross": 3, "influence": 3, "spy": 3, "try-variant": 3, "project": 3},
        fills={
            "points.placed": _late("at_random:placed"),
            "card-modifier.adds": _late("at_random:cell"),
            **dict.fromkeys(
                ("back.pops", "defend.pops", "show-pops.pops", "disclose.pops"), _late("at_random:pops_there")
            ),
        },
        forms={"planning.points": 0.6, "planning.diplomacy": 0.15},
    ),
)
