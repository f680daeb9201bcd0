"""The dice for the French colonies after the fall of France: Vichy or Free French (18.5.4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from engine.kernel.changes import Entry
from engine.kernel.orders import Form, TableOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.economy import fallen
from engine.thewar.rolls import falls
from engine.thewar.world import calendar
from engine.thewar.world.state import TheWar

COLONIES = falls.COLONIES
FREE_FRENCH = "britain"


def waiting(campaign: TheWar) -> tuple[str, ...]:
    """The colonies whose dice are still to be rolled: France has fallen and held them to the end."""
    france = campaign.powers.get("france")
    if france is None or not france.surrendered or fallen.VICHY_FRANCE not in campaign.countries:
        return ()
    held = campaign.holdings
    return tuple(key for key in COLONIES if key in held and held[key].holder == "france")


@frozen
class Colonies(TableOrder[TheWar]):
    """A die for each of Syria, Tunisia, Algeria and Morocco: 6 and more Vichy's, else Free French under Britain. They
    count for who has them from next Spring on (ruling 271)."""

    verb: ClassVar[str] = "french-colonies"
    title: ClassVar[str] = "French colonies"
    rule: ClassVar[str] = "18.5.4"

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        if not waiting(campaign):
            yield Refusal("18.5.4", "no colony of a fallen France waits for its die", "One roll each, once.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        fell = tx.campaign.powers["france"].surrendered
        turn = calendar.turn(tx.campaign)
        for key in waiting(tx.campaign):
            face = tx.roll("colony", key, power="france", rule="18.5.4")
            to = fallen.VICHY_FRANCE if falls.Colony(fell, face).vichy else FREE_FRENCH
            why = "a Vichy colony" if to == fallen.VICHY_FRANCE else "a Free French colony"
            tx.set(f"holdings.{key}.holder", to, why, "18.5.4")
            tx.set(f"holdings.{key}.taken", turn, why, "18.5.4")
            for place in [
                name for name, site in tx.campaign.places.items() if (site.country, site.holder) == (key, "france")
            ]:
                tx.set(f"places.{place}.holder", to, why, "18.5.4")

    def sentence(self, campaign: TheWar) -> str:
        return "Dice for the French colonies"

    def told(self, before: TheWar, entry: Entry) -> str:
        """Which colonies are Vichy's and which are Free French, by their dice."""
        went = {change.at.split(".")[1]: change.now for change in entry.changes if change.at.endswith(".holder")}
        parts = [
            f"{before.holdings[key].name} {'Vichy' if went[key] == fallen.VICHY_FRANCE else 'Free French'}"
            for key in COLONIES
            if key in went
        ]
        return f"French colonies: {', '.join(parts)}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        """Offered while any colony waits for its die."""
        return Form(cls.verb, "Dice for the French colonies", cls.verb, (), cls.rule) if waiting(campaign) else None
