"""Units that optional rules add to the force pools at start (29.12, 29.14), and which options exclude each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.orders import Automatic
from engine.kernel.ruleset import Fault
from engine.kernel.sheets.options import contrary
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.world import reports, wars
from engine.thewar.world.options import OPTIONS
from engine.thewar.world.state import Pool, TheWar, Unit


@frozen
class Forces:
    """Unbuilt units that an option adds to a power's pool."""

    option: str
    power: str
    kind: str
    count: int
    rule: str

    @property
    def fact(self) -> str:
        """The fact that they have been added."""
        return f"added-{self.power}-{self.kind}"


FORCES = (
    Forces("bombing-ussr", "ussr", "int", 5, "29.12"),
    Forces("mediterranean-submarines", "britain", "uboat", 2, "29.14"),
    Forces("mediterranean-submarines", "italy", "asw", 2, "29.14"),
)


def missing(campaign: TheWar) -> tuple[Forces, ...]:
    """The units that the campaign's options have still to add to the force pools."""
    return tuple(
        forces
        for forces in FORCES
        if campaign.options.get(forces.option, False)
        and forces.power in campaign.powers
        and not campaign.facts.get(forces.fact, False)
    )


def add(tx: Transaction[TheWar]) -> None:
    """Add the units of the campaign's options to the force pools, once."""
    for forces in missing(tx.campaign):
        at = f"{forces.power}-{forces.kind}"
        if at in tx.campaign.pools:
            tx.add(f"pools.{at}.count", forces.count, "optional rule", forces.rule)
        else:
            pool = Pool(power=forces.power, kind=forces.kind, count=forces.count)
            tx.create(f"pools.{at}", pool, "optional rule", forces.rule)
        tx.put(f"facts.{forces.fact}", True, "optional rule", forces.rule)


def faults(campaign: TheWar) -> Iterable[Fault]:
    """Options of a campaign that cannot both be played. Rules that are skipped leave nothing for others to change: 29.5
    replaces all of 5.1, 29.8 all of 5.2."""
    for pair in contrary(OPTIONS, campaign.options):
        at, said = f"options.{pair.other.id}", f"cannot be played together with '{pair.option.id}'"
        yield Fault(at, said, pair.option.rule)


@frozen
class AddForces(Automatic[TheWar]):
    """Units of optional rules join the force pools at start (29.12, 29.14)."""

    verb: ClassVar[str] = "optional-forces"
    title: ClassVar[str] = "units of optional rules"
    rule: ClassVar[str] = "29.0"

    def act(self, tx: Transaction[TheWar]) -> None:
        add(tx)

    def sentence(self, campaign: TheWar) -> str:
        told = []
        for added in missing(campaign):
            units = [Unit(power=added.power, kind=added.kind)] * added.count
            told.append(f"{wars.named(campaign, added.power)} {reports.named(units)}")
        return reports.sentence("Units of optional rules join the force pools", *told)
