"""The Soviets enter Karelia or Bessarabia by the Nazi-Soviet Pact, and Germany says whether Finland or Romania fights
for it (6.3.1, 16.5, ruling 328)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from engine.kernel.answers import Answer
from engine.kernel.changes import Entry
from engine.kernel.grammar import FLAG, key, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.procedures import Decision, Procedure, begin
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import conquest
from engine.thewar.world import border_wars, entering, minors, sides, wars
from engine.thewar.world.border_wars import PROVINCES, RULE, USSR
from engine.thewar.world.state import TheWar

_OPERATIONS = tuple(step for step in conquest.CHANGING if step.startswith("operations."))


@frozen
class Cross(PowerOrder[TheWar]):
    """The Soviets enter a province that the Pact leaves to them: no declaration of war, Germany alone is asked."""

    verb: ClassVar[str] = "cross"
    title: ClassVar[str] = "into a province of the Pact"
    rule: ClassVar[str] = RULE
    steps: ClassVar[tuple[str, ...]] = _OPERATIONS

    province: str = word(key("holdings"))

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        held = campaign.holdings.get(self.province)
        if self.power != USSR:
            reason = f"the Pact leaves {wars.named(campaign, self.power)} nothing"
            yield Refusal(RULE, reason, "The Soviet Union enters its provinces: 'ussr cross karelia'.")
            return
        if held is None or self.province not in PROVINCES:
            name = held.name if held is not None else self.province
            hint = f"There are: {', '.join(PROVINCES)}; what else the Pact leaves them is taken with 'capture'."
            yield Refusal(RULE, f"nobody fights a border war over {name}", hint)
            return
        if (refusal := sides.must_be_phasing(campaign, self.power)) is not None:
            yield refusal
        yield from self._closed(campaign, PROVINCES[self.province], held.name)
        yield from entering.poland_first(campaign, held.name)

    def _closed(self, campaign: TheWar, country: str, name: str) -> Iterable[Refusal]:
        """Why there is nothing to decide any more, or no Pact to decide it by."""
        whose = wars.named(campaign, country)
        war = campaign.border_wars.get(self.province)
        if wars.at_war(campaign, country, USSR):
            yield Refusal("6.4", f"{whose} is at war with the Soviet Union", f"{name} is entered as all its land is.")
        elif not minors.in_pact(campaign):
            yield Refusal("16.5", "the Nazi-Soviet Pact is over", f"By war alone: 'ussr declare {country}'.")
        elif campaign.holdings[self.province].holder != country:
            holder = wars.named(campaign, campaign.holdings[self.province].holder)
            yield Refusal(RULE, f"{name} is {holder}'s already", "The border war is over.")
        elif war is not None:
            does = "fights" if war.fights else "does not fight"
            way = "It is attacked there and nowhere else." if war.fights else "It is taken with 'capture'."
            yield Refusal("16.5, ruling 328", f"Germany has decided: {whose} {does} for {name}", way)

    def effect(self, tx: Transaction[TheWar]) -> None:
        begin(tx, BorderCrossing("asked", self.province), "the Soviets enter it", RULE)

    def sentence(self, campaign: TheWar) -> str:
        held = campaign.holdings.get(self.province)
        return f"The Soviet Union enters {held.name if held is not None else self.province}"

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Cross]:
        if power == USSR:
            yield from (cls(power, province) for province in PROVINCES if border_wars.undecided(campaign, province))

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        provinces = tuple(province for province in PROVINCES if province in campaign.holdings)
        fields = (Field("province", "province", RULE, choices=provinces),)
        return Form(cls.verb, "Enter Karelia or Bessarabia by the Pact", "{power} cross {province}", fields, RULE)


@frozen
class BorderCrossing(Procedure[TheWar]):
    """The Soviets stand at the border of a province: Germany is asked whether its country fights for it."""

    kind: ClassVar[str] = "border-crossing"

    province: str = ""

    def decision(self, campaign: TheWar) -> Decision | None:
        if self.province in campaign.border_wars:
            return None
        whose, name = wars.named(campaign, PROVINCES[self.province]), campaign.holdings[self.province].name
        answers = (f"germany {Contest.verb} yes", f"germany {Contest.verb} no")
        notes = [f"If so, both fight in {name} alone, and Germany pays for {whose}'s losses. Nobody follows to war."]
        if PROVINCES[self.province] == border_wars.FINLAND:
            many = border_wars.DOUBLED_TO
            notes.append(f"Finns are doubled in defence until they have lost {many} ground factors in it (23.21).")
        return Decision("germany", f"Does {whose} fight for {name}?", answers, answers[0], RULE, tuple(notes))

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        tx.remove(at, "decided", RULE)

    def told(self, before: TheWar, entry: Entry) -> str:
        return ""


@frozen
class Contest(Answer[TheWar, BorderCrossing]):
    """Germany says whether the country fights for the province that the Soviets enter."""

    verb: ClassVar[str] = "contest"
    title: ClassVar[str] = "to fight for a province"
    rule: ClassVar[str] = RULE
    to: ClassVar[tuple[type[Procedure[Any]], ...]] = (BorderCrossing,)
    unasked: ClassVar[str] = "nobody asks whether a province is fought for"
    when: ClassVar[str] = "Germany is asked as the Soviets enter Karelia or Bessarabia: 'ussr cross karelia'."

    resists: bool = word(FLAG)

    def answer(self, tx: Transaction[TheWar], at: str, under_way: BorderCrossing) -> None:
        border_wars.decided(tx, under_way.province, fights=self.resists)

    def sentence(self, campaign: TheWar) -> str:
        awaited = self.awaited(campaign)
        province = awaited[1].province if awaited is not None else ""
        name = campaign.holdings[province].name if province else "the province"
        whose = wars.named(campaign, PROVINCES[province]) if province else "Its country"
        does = "fights for" if self.resists else "gives up"
        return f"{whose} {does} {name} ({wars.named(campaign, 'germany')} decides)"
