"""A whole air battle of up to three rounds with its Flak: counter-air missions, and air units that meet over a hex
(11.3 to 11.5, 11.9, 11.12).

Pure. ``AirBattle`` says who fights and how; a ``Standing`` is how it stands between two rolls, small, so that like ones
merge in a forecast. The procedure in a campaign goes the same way, roll for roll (air_fight).
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.kernel.forecast import Distribution, distribution
from engine.thewar.air.air_sides import (
    AIR,
    COUNTER_AIR,
    DONE,
    FLAK,
    OVER_HEX,
    ROUNDS,
    STRAFE,
    SUPPORT_FLAK,
    AirBattle,
    Force,
)
from engine.thewar.combat.combatants import Combatant
from engine.thewar.rolls import air_combat, flak
from engine.thewar.rolls.printed import read


class Standing(NamedTuple):
    """How a battle stands. ``attackers`` and ``defenders``: what each unit of the battle is now (whole, depleted,
    gone), in its order; ``stage`` of ``round`` (1 to 3); ``left``: the side that broke off, '' or 'attacker' or
    'defender'."""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    round: int = 1
    stage: str = AIR
    left: str = ""


class Toll(NamedTuple):
    """What a battle came to. Units eliminated and, of those left, newly depleted on both sides; ``price``: what it
    costs to build and repair them again, NARFs; ``oas`` and ``das``: columns of support that are left; ``bombers``: TAC
    and MDM of the attacker that came through."""

    attackers_lost: int
    attackers_depleted: int
    attackers_price: int
    defenders_lost: int
    defenders_depleted: int
    defenders_price: int
    oas: int
    das: int
    bombers: int


def assumed(battle: AirBattle) -> tuple[str, ...]:
    """The defaults that a forecast takes, in words."""
    plan, defaults = battle.plan, ["of equal units the first takes a loss"]
    if battle.kind == COUNTER_AIR:
        rises = ("stays down", "comes up for one round", "comes up for two rounds", "comes up in every round")
        defaults.append(f"the defender {rises[plan.defender if battle.rises else 0]}")
    elif plan.defender < ROUNDS:
        defaults.append(f"the defender breaks off after round {max(plan.defender, 1)}")
    ends = "goes on to the third round" if plan.attacker >= ROUNDS else f"breaks off after round {plan.attacker}"
    return (*defaults, f"the attacker {ends}")


class AirBattleCore:
    """A battle as a core for forecasts (kernel.forecast.Core), one object for each battle: what a roll leads to from a
    standing is worked out once."""

    def __init__(self, battle: AirBattle) -> None:
        self.battle = battle
        self._attackers = Force(battle, battle.attackers)
        self._defenders = Force(battle, battle.defenders, attacks=False)
        self._after: dict[Standing, tuple[Standing, ...]] = {}
        self._cells: dict[tuple[int, int], tuple[air_combat.Affected, ...]] = {}
        self._flak: tuple[tuple[str, int], ...] = ()

    @property
    def start(self) -> Standing:
        """The standing before the first roll."""
        return self.opened(1)

    def opened(self, number: int) -> Standing:
        """The standing at the beginning of a round with every unit as it entered the battle."""
        return self._opened(self._attackers.start, self._defenders.start, number)

    def forecast(self, start: Standing | None = None) -> Distribution[Standing]:
        """Every possible end of the battle with its exact chance."""
        return distribution(self, start or self.start, assumed=assumed(self.battle))

    def finished(self, value: Standing) -> bool:
        return value.stage == DONE

    def dice(self, value: Standing) -> tuple[int, ...]:
        return (10,)

    def stage(self, value: Standing, faces: tuple[int, ...]) -> Standing:
        after = self._after.get(value)
        if after is None:
            after = self._after[value] = self._rolled(value)
        return after[faces[0] - 1]

    def attackers(self, value: Standing) -> tuple[Combatant, ...]:
        """The attackers as they are now."""
        return self._attackers.now(value.attackers)

    def defenders(self, value: Standing) -> tuple[Combatant, ...]:
        """The defenders as they are now."""
        return self._defenders.now(value.defenders)

    def toll(self, value: Standing) -> Toll:
        """The losses of both sides and the columns of support left at the end of a battle (11.3.1, 11.4.2)."""
        attackers, defenders = self._attackers.came_to(value.attackers), self._defenders.came_to(value.defenders)
        over = self.battle.kind == OVER_HEX
        stays, defends = value.left != "attacker", value.left != "defender"
        return Toll(
            *attackers.lost,
            *defenders.lost,
            oas=attackers.columns if over and stays else 0,
            das=defenders.columns if over and defends else 0,
            bombers=attackers.bombers if stays else 0,
        )

    def _rolled(self, value: Standing) -> tuple[Standing, ...]:
        """The standing after each of the ten faces of the die."""
        return self._fought(value) if value.stage in (AIR, STRAFE) else self._shot(value)

    def _fought(self, value: Standing) -> tuple[Standing, ...]:
        skies, ground = self.battle.skies, value.stage == STRAFE
        fight = air_combat.Dogfight(
            attacker=self._attackers.side(value.attackers, AIR),
            defender=self._defenders.side(value.defenders, value.stage),
            over_britain=skies.over_britain,
            on_ground=ground,
            effort=skies.effort,
            round=value.round,
            modifiers=skies.modifiers,
        )
        known: dict[air_combat.Affected, Standing] = {}
        standings = []
        for basic in self._row(fight.place, fight.net):
            if basic not in known:
                attackers, defenders = value.attackers, value.defenders
                many = basic.many * fight.times
                if basic.side == "defender":
                    defenders = self._defenders.hit(defenders, basic.effect, many, value.stage)
                elif not ground:
                    attackers = self._attackers.hit(attackers, basic.effect, many, AIR)
                known[basic] = self._opened(attackers, defenders, value.round + 1)
            standings.append(known[basic])
        return tuple(standings)

    def _shot(self, value: Standing) -> tuple[Standing, ...]:
        known: dict[tuple[str, int], Standing] = {}
        volleys = self._volleys()
        for effect, many in set(volleys):
            attackers = self._attackers.hit(value.attackers, effect, many, value.stage)
            ends = value.stage == SUPPORT_FLAK or not self._attackers.able(attackers, AIR)
            after = (
                self._ended(attackers, value.defenders, value.left)
                if ends
                else value._replace(attackers=attackers, stage=STRAFE)
            )
            known[effect, many] = after
        return tuple(known[volley] for volley in volleys)

    def _opened(self, attackers: tuple[int, ...], defenders: tuple[int, ...], number: int) -> Standing:
        """The standing as a round is to begin: what is rolled next, or the end where nothing is."""
        battle, plan = self.battle, self.battle.plan
        can_attack, can_rise = bool(self._attackers.able(attackers, AIR)), bool(self._defenders.able(defenders, AIR))
        up = can_rise and number <= plan.defender
        if battle.kind == COUNTER_AIR:
            if (
                number > min(plan.attacker, ROUNDS)
                or not can_attack
                or not (up or self._defenders.able(defenders, STRAFE))
            ):
                return self._ended(attackers, defenders)
            return Standing(attackers, defenders, number, AIR if up else FLAK if battle.fires else STRAFE)
        left = ""
        if can_attack and can_rise and number <= ROUNDS:
            # Both have to fight one round.
            if number == 1 or (up and number <= plan.attacker):
                return Standing(attackers, defenders, number, AIR)
            left = "attacker" if number > plan.attacker else "defender"
        if battle.fires and left != "attacker" and self._attackers.able(attackers, SUPPORT_FLAK):
            return Standing(attackers, defenders, 0, SUPPORT_FLAK, left)
        return self._ended(attackers, defenders, left)

    @staticmethod
    def _ended(attackers: tuple[int, ...], defenders: tuple[int, ...], left: str = "") -> Standing:
        """The end of a battle; the round is left out, so that equal ends count as one."""
        return Standing(attackers, defenders, 0, DONE, left)

    def _row(self, place: int, net: int) -> tuple[air_combat.Affected, ...]:
        """The printed results of the ten faces."""
        if (place, net) not in self._cells:
            printed = read(air_combat.CRT)
            cells = (printed.cell(place, printed.row(face + net)) for face in range(1, 11))
            self._cells[place, net] = tuple(air_combat.affected(cell.text) for cell in cells)
        return self._cells[place, net]

    def _volleys(self) -> tuple[tuple[str, int], ...]:
        """For each of the ten faces of a Flak roll, its effect and the number of units it hits."""
        if not self._flak:
            volleys = (flak.resolve(flak.Flak(self.battle.fires, face)) for face in range(1, 11))
            self._flak = tuple(
                ("eliminated" if volley.eliminated else "depleted", volley.eliminated + volley.depleted)
                for volley in volleys
            )
        return self._flak


@lru_cache(maxsize=32)
def worked_out(battle: AirBattle) -> tuple[AirBattleCore, Distribution[Standing]]:
    """A battle's core with every end; a screen asks for the same battle several times at one key."""
    core = AirBattleCore(battle)
    return core, core.forecast()


def forecast(battle: AirBattle) -> Distribution[Toll]:
    """What a battle may come to, exactly."""
    core, ends = worked_out(battle)
    return ends.of(core.toll)
