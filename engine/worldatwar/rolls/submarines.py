"""One submarine campaign (24.6, 25.6): submarines and ASW on the strategic warfare table, and what their results do to
transports. Pure: no campaign is needed."""

from __future__ import annotations

import attrs

from engine.kernel.forecast import Die
from engine.kernel.refusals import Breakdown, Line
from engine.kernel.values import compared_often
from engine.worldatwar.rolls.combat_table import NOTHING, TWO_DICE, Result, result
from engine.worldatwar.world.editions import Edition
from engine.worldatwar.world.transports import Fleet

ADVANCED_FACTORS = 3
"""How many factors on the table each advanced submarine counts for (25.17A)."""


@compared_often
class Submarines:
    """The submarines of one turn in a box, before, between or after the two rolls. ``submarines`` and ``asw``: factors;
    ``modifier``: the net one, above 0 for the attacker; ``transports``: those in the box when the turn began, of them
    ``lost`` since and ``away`` in port with damage (below 0 where more have come); ``returning``: damaged in this
    combat phase and not gone yet.

    ``attack`` and ``defence``: the natural totals, 0 before they are rolled.
    """

    edition: Edition
    submarines: int
    asw: int
    modifier: int
    transports: int
    lost: int = 0
    away: int = 0
    returning: int = 0
    attack: int = 0
    defence: int = 0

    @property
    def fleet(self) -> Fleet:
        """The transports and ASW that the attack may fall on."""
        return Fleet(self.transports, self.asw, self.lost, self.away, self.returning)


class SubmarineCore:
    """The attacker's roll, then the defender's. A side without factors rolls nothing, and without submarines nobody
    does."""

    def finished(self, value: Submarines) -> bool:
        return not value.submarines or bool(value.attack and (value.defence or not value.asw))

    def dice(self, value: Submarines) -> tuple[Die, ...]:
        return (TWO_DICE,)

    def stage(self, value: Submarines, faces: tuple[int, ...]) -> Submarines:
        if value.attack:
            return attrs.evolve(value, defence=faces[0])
        return attrs.evolve(value, attack=faces[0])


@compared_often
class SubmarineResult:
    """The outcome of a submarine campaign in submarine factors, transports, ASW and CVEs, with both results as printed.

    ``extra_modifier`` and ``extra_through``: what 24.64A and 24.64B sank or damaged more; ``cves_lost``: CVEs due, of
    which no more are lost than there are.
    """

    attacker_result: str
    defender_result: str
    subs_eliminated: int
    subs_aborted: int
    subs_through: int
    extra_modifier: int
    extra_through: int
    transports_sunk: int
    transports_damaged: int
    asw_lost: int
    cves_lost: int
    breakdown: Breakdown = attrs.field(eq=False)


def resolve(war: Submarines) -> SubmarineResult:
    """The outcome of a submarine campaign (24.63 to 24.66): the table read both ways with opposite modifiers, then the
    additional losses."""
    attack = result(war.submarines, war.attack + war.modifier) if war.attack else NOTHING
    defence = result(war.asw, war.defence - war.modifier) if war.defence else NOTHING
    eliminated = min(defence.first, war.submarines)
    aborted = min(defence.second, war.submarines - eliminated)
    through = war.submarines - eliminated - aborted
    # A net plus adds and leaves those that got through whole; a net minus is taken off them (ruling 139).
    favoured = max(0, min(war.modifier, war.submarines))
    reaching = max(0, through + min(war.modifier, 0))
    rule = war.edition.transports
    shipping = rule.losses(war.fleet, attack.first, attack.second, favoured + reaching)
    causes = [Line(f"result {attack}", attack.first, "24.631A")]
    if favoured:
        causes.append(Line(f"modifier +{war.modifier}", favoured, "24.64A"))
    causes.append(Line(f"{through} submarines that got through", through, "24.64B"))
    if reaching != through:
        causes.append(Line(f"modifier {war.modifier}", reaching - through, "24.64B"))
    over = attack.first + favoured + reaching - shipping.sunk
    if over:
        causes.append(Line(_ceiling(war), -over, rule.rule))
    return SubmarineResult(
        attacker_result=str(attack),
        defender_result=str(defence),
        subs_eliminated=eliminated,
        subs_aborted=aborted,
        subs_through=through,
        extra_modifier=favoured,
        extra_through=reaching,
        transports_sunk=shipping.sunk,
        transports_damaged=shipping.damaged,
        asw_lost=shipping.asw,
        cves_lost=shipping.cves,
        breakdown=Breakdown(tuple(causes)),
    )


def _ceiling(war: Submarines) -> str:
    """The reason why no more transports are sunk."""
    ceiling = war.edition.transports.ceiling(war.transports)
    if war.fleet.within_reach < ceiling - war.lost:
        return f"{war.fleet.within_reach} transports are there"
    return f"at most {ceiling} of {war.transports} transports" + (f", {war.lost} lost before" if war.lost else "")


def advanced(submarines: int, roll: int) -> Result:
    """What advanced submarines do to transports, sunk and damaged, before any ceiling: each counts three factors on the
    table, on an unmodified total, and sinks one transport more (25.17; 25.73 in the middle edition)."""
    return result(submarines * ADVANCED_FACTORS, roll) + Result(submarines, 0)
