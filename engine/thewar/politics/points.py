"""POPs (political points) and chits: bought in Spring and Fall, each seat's under seal; paid for together as the step
is opened; known to all as Fall ends, when those of the year come off (16.1.1, 16.1.7, rulings 298 to 300).

Where there are several seats all see what a power has paid, not for what. So what the order does by its cover is the
payment alone; what it bought lies in its seat's file, and is recorded for all as the year's purchases are opened (see
``points_opened``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import ClassVar

from engine.kernel.campaign import powers_of, several_eyes
from engine.kernel.grammar import FLAG, counted_keys, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Breakdown, Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.thewar.countries import others_pay, variant_points
from engine.thewar.countries.variant_points import Given
from engine.thewar.economy import paid_by_hand
from engine.thewar.economy.spending import short, take
from engine.thewar.politics import purses
from engine.thewar.rolls import diplomacy, political_points
from engine.thewar.world import calendar, influence, minors, wars
from engine.thewar.world.influence import COUNTER_ESPIONAGE, ESPIONAGE, SORTS, VARIANT
from engine.thewar.world.naming import POWER, counted
from engine.thewar.world.state import Purchase, TheWar

STEP = "planning.points"
RULE = "16.1.1, 16.1.7"


@frozen
class Points(PowerOrder[TheWar]):
    """Buy POPs, each placed in a target as it is bought, and at most one chit of each sort (16.1.1, 16.1.7.1).
    ``variant``: one POP is kept for a variant roll (16.6). ``paid``: the sum, ``given``: POPs that a variant gives,
    and ``borne``: who pays for a part of it, where that is all that is known."""

    verb: ClassVar[str] = influence.VERB
    title: ClassVar[str] = "points and chits"
    rule: ClassVar[str] = RULE
    account: ClassVar[str] = "diplomacy"
    steps: ClassVar[tuple[str, ...]] = (STEP,)
    finishes: ClassVar[bool] = True

    placed: tuple[str, ...] = word(counted_keys("countries"))
    espionage: bool = keyed(FLAG, False, "Espionage chit")
    counter_espionage: bool = keyed(FLAG, False, "Counter-Espionage chit")
    variant: bool = keyed(FLAG, False, "a POP for a variant roll")
    deficit: bool = keyed(FLAG, False, "deficit spending")
    paid: int = keyed(number(0, 999), 0, "NARFs paid")
    given: int = keyed(number(0, 99), 0, "POPs that a variant gives")
    borne: str = keyed(POWER, "", "who pays for a part of it")

    @property
    def pops(self) -> Mapping[str, int]:
        """POPs by target, that of a variant roll among them."""
        return Counter(self.placed) + Counter({VARIANT: 1} if self.variant else {})

    @property
    def chits(self) -> Mapping[str, int]:
        """Chits by sort."""
        return {ESPIONAGE: int(self.espionage), COUNTER_ESPIONAGE: int(self.counter_espionage)}

    def openly(self, campaign: TheWar) -> str:
        """The power, the sum and what is given to it; nothing of where they lie or whether they are chits (rulings 298,
        575)."""
        if self._covers:
            return ""
        paid, given = self.cost(campaign).total, variant_points.given(campaign, self.power).pops
        order = Points(self.power, (), paid=paid, given=given, borne=others_pay.payer(campaign, self.power))
        return order.text if order._covers else ""

    @property
    def _covers(self) -> bool:
        """Whether this is what all see of a purchase, and not the purchase."""
        return bool(self.paid or self.given or self.borne)

    # --- judged

    def shape(self, campaign: TheWar) -> Iterable[Refusal]:
        """Nobody says what he pays, not even over the rules: that is what all see of what lies under seal."""
        yield from super().shape(campaign)
        if self._covers:
            yield Refusal("16.1.1", "what is paid follows from what is bought", "Without 'paid', 'given' and 'borne'.")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        name, turn = wars.named(campaign, self.power), calendar.turn(campaign)
        if not wars.standing(campaign, self.power):
            yield Refusal("16.1.1", f"{name} has surrendered: it buys nothing", "'done' ends the step.")
            return
        if Purchase.made_of(self.power, turn, narfs=0).address in campaign.purchases:
            yield Refusal("16.1.1", f"{name} has bought in this turn", "Once a turn; undo to change it.")
        by_hand = paid_by_hand.pops_and_chits(campaign, self.power)
        if by_hand and self.cost(campaign).total:
            hint = "'points none' ends the step; what was bought at the table is played there."
            yield Refusal("16.1.1", f"{name} has paid for this turn's purchase by hand: {by_hand}", hint)
        if calendar.season(campaign) not in political_points.SEASONS:
            hint = "Wait for the next of these turns."
            yield Refusal("16.1.1", "POPs and chits are bought in Spring and Fall", hint)
        yield from self._limits(campaign)
        for country in dict.fromkeys(self.placed):
            yield from barred(campaign, self.power, country)
        yield from short(campaign, self.power, self.cost(campaign).total, "16.1.1", deficit=self.deficit)

    def _limits(self, campaign: TheWar) -> Iterable[Refusal]:
        """How many POPs in all and in one target, and what a power buys that passes or plays without points."""
        name, terms = wars.named(campaign, self.power), purses.purse(campaign, self.power)
        if alone := purses.variant_alone(campaign, self.power):
            yield from self._variant_alone(campaign, alone)
        else:
            most = political_points.most(terms)
            given = variant_points.given(campaign, self.power)
            besides = f" beside the {given.pops} of {given.name}" if given.pops else ""
            placed = Counter(self.placed)
            if (own := sum(self.pops.values()) - given.of(placed)) > most:
                reason = f"{own} POPs{besides}, and {name} may place {most} in a turn"
                yield Refusal("16.1.2", reason, f"{most} at most{besides}, that of a variant roll among them.")
            each = political_points.per_target(terms)
            for country in given.beyond(placed, each):
                where = f"{placed[country]} POPs in {wars.named(campaign, country)}"
                reason = f"{where} are more than half of {most}{besides}"
                yield Refusal("16.1.1, ruling 300", reason, f"{each} in a target and turn{besides}, Spring's on top.")

    def _variant_alone(self, campaign: TheWar, rule: str) -> Iterable[Refusal]:
        name = wars.named(campaign, self.power)
        why, hint = _ALONE[rule]
        if self.placed:
            yield Refusal(rule, why.format(name), hint)
        if rule == "4.5" and any(self.chits.values()):
            yield Refusal("4.5", f"{name} passes: no espionage", hint)
        if self.variant and not political_points.for_variant(purses.purse(campaign, self.power)):
            yield Refusal("16.1.2, 22.8", f"{name} tries for no variant before Fall 1940", "'points none'.")

    def cost(self, campaign: TheWar) -> Breakdown:
        """In NARFs."""
        given, payer = variant_points.given(campaign, self.power), others_pay.payer(campaign, self.power)
        return self._price(campaign, given, payer)

    def _price(self, campaign: TheWar, given: Given, payer: str) -> Breakdown:
        """What it costs beside POPs that a variant gives, which cost nothing, and what a ``payer`` bears."""
        terms, chits, free = purses.purse(campaign, self.power), self.chits, given.of(Counter(self.placed))
        bought = (sum(self.pops.values()) - free, *(chits[sort] for sort in SORTS))
        paid = political_points.narfs(terms, *bought)
        if payer and (less := others_pay.part(terms, *bought)):
            paid = paid.plus(f"at the expense of {wars.named(campaign, payer)}", -less, others_pay.RULE)
        return paid.plus(f"{counted(free, 'POP', 'POPs')} of {given.name}", 0, given.rule) if free else paid

    # --- carried out

    def effect(self, tx: Transaction[TheWar]) -> None:
        if opening(tx.campaign):
            self._opened(tx)
            return
        narfs = self.paid if self._covers else self.cost(tx.campaign).total
        given = self.given if self._covers else variant_points.given(tx.campaign, self.power).pops
        payer = self.borne if self._covers else others_pay.payer(tx.campaign, self.power)
        if not (narfs or given or payer):
            return
        if payer:
            others_pay.charge(tx, payer, purses.purse(tx.campaign, self.power))
        if narfs:
            take(tx, self.power, narfs, "points and chits", "16.1.1")
        self._paid(tx, narfs, given, payer)
        if not self._covers:
            self._record(tx, "bought", opened=False)

    def _paid(self, tx: Transaction[TheWar], narfs: int, given: int, payer: str) -> None:
        """Write down what was paid in this turn. Of a second purchase, over the rules as all have agreed, one is open:
        then the sum of what lies under seal stands alone, because others work out from it what that may be."""
        turn, opened = calendar.turn(tx.campaign), not self._covers
        made = Purchase.made_of(self.power, turn, narfs=narfs, opened=opened, given=given, borne=payer)
        at, before = f"purchases.{made.address}", tx.campaign.purchases.get(made.address)
        if before is None or (self._covers and before.opened):
            tx.put(at, made, "points and chits", "16.1.1")
        elif before.opened == made.opened:
            tx.add(f"{at}.narfs", narfs, "points and chits", "16.1.1")

    def _opened(self, tx: Transaction[TheWar]) -> None:
        """What lay under seal is known to all: the first of the power's purchases that is not."""
        for address, made in sorted(tx.campaign.purchases.items(), key=lambda item: calendar.number(item[1].turn)):
            if made.power == self.power and not made.opened:
                tx.set(f"purchases.{address}.opened", True, "opened", "16.1.1")
                wrote = self._price(tx.campaign, variant_points.in_purchase(self.power, made.given), made.borne).total
                if wrote > made.narfs:
                    influence.mismatch(tx, self.power, "narfs", made.turn, made.narfs, wrote)
                break
        self._record(tx, "opened", opened=True)

    def _record(self, tx: Transaction[TheWar], why: str, *, opened: bool) -> None:
        for country, count in self.pops.items():
            influence.place(tx, self.power, country, count, why, "16.1.1", opened=opened)
        for sort, count in self.chits.items():
            if count:
                influence.buy(tx, self.power, sort, count, why, "16.1.7.1")

    # --- told

    def sentence(self, campaign: TheWar) -> str:
        name = wars.named(campaign, self.power)
        if self._covers:
            given = f", and lays the {self.given} that a variant gives it" if self.given else ""
            borne = (
                f"; {wars.named(campaign, self.borne)} pays for one POP and a chit of each sort" if self.borne else ""
            )
            return f"{name} pays {self.paid} NARFs for POPs and chits, which stay sealed{given}{borne}"
        return f"{name} {'had bought' if opening(campaign) else 'buys'} {self.said(campaign) or 'no POPs and no chits'}"

    def said(self, campaign: TheWar) -> str:
        """What is bought, in words; '' for nothing."""
        lands = Counter(self.placed).items()
        parts = [f"{counted(count, 'POP', 'POPs')} in {wars.named(campaign, land)}" for land, count in lands]
        parts += ["1 POP for a variant roll"] if self.variant else []
        return ", ".join(parts + [f"1 {sort.title()} chit" for sort, count in self.chits.items() if count])

    @classmethod
    def offers(cls, campaign: TheWar, power: str) -> Iterable[Points]:
        """To buy nothing, where 'done' would tell that to the others before they have bought."""
        if several_eyes(campaign) and wars.standing(campaign, power):
            yield cls(power, ())

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        mine = tuple(key for key in powers_of(campaign, campaign.seats.get(power, "")) if wars.standing(campaign, key))
        if power not in mine:
            return None
        able = tuple(
            land
            for land in diplomacy.targets()
            if any(not purses.variant_alone(campaign, key) and not list(barred(campaign, key, land)) for key in mine)
        )
        yes = ("no", "yes")
        fields = (
            Field("power", "power", default=power, choices=mine),
            Field("placed", "POPs, and where", "16.1.1, 16.1.2", ("none", *able), listed=True),
            Field("espionage", "Espionage chit", "16.1.7.1", yes, "no"),
            Field("counter_espionage", "Counter-Espionage chit", "16.1.7.1", yes, "no"),
        )
        more = (
            Field("variant", "a POP for a variant roll", "16.6", yes, "no"),
            Field("deficit", "deficit spending", "14.1.4", yes, "no"),
        )
        chits = "espionage={espionage} counter-espionage={counter_espionage}"
        return Form(
            cls.verb, "Points and chits", f"{{power}} points {{placed}} {chits}", fields, cls.rule, more, closed=True
        )


_ALONE = {
    "4.5": ("{} passes: no diplomacy", "A variant roll is open: 'points none variant=yes'."),
    "29.15": (
        "diplomacy is simplified: {} places no POPs",
        "'sway', 3 NARFs a die, or 'points none variant=yes'.",
    ),
    "16.6, 22.8": (
        "{} is at peace: it places no POPs",
        "From Fall 1940 one for a variant roll: 'points none variant=yes'.",
    ),
}
"""What is said where a power buys no POP but that of a variant roll, by the rule that says so, and what helps."""


def barred(campaign: TheWar, power: str, country: str) -> Iterable[Refusal]:
    """Why a power places no POPs in a country (16.1, 16.1.4, 16.4)."""
    able = diplomacy.targets().get(country)
    if able is None:
        lands = ", ".join(wars.named(campaign, key) for key in diplomacy.targets() if key in campaign.countries)
        yield Refusal("16.1, 6.5", f"{wars.named(campaign, country)} is no target of diplomacy", f"Targets: {lands}.")
        return
    if country not in campaign.countries:
        yield Refusal("16.1", f"{wars.named(campaign, country)} is not in this campaign", "Another target.")
        return
    if power not in able:
        reason = f"{wars.named(campaign, power)} may not influence {wars.named(campaign, country)}"
        yield Refusal("16.1.4", reason, f"They may: {', '.join(wars.named(campaign, key) for key in able)}.")
    if influence.closed(campaign, country):
        land = campaign.countries[country]
        how = "is conquered" if land.status == "conquered" else "was invaded"
        reason = f"{land.name} {how}: there is no diplomacy in it any more"
        yield Refusal("16.4, ruling 315", reason, "Another target.")
    yield from minors.not_made(campaign, country)
    yield from variant_points.barred(campaign, power, country)


def opening(campaign: TheWar) -> bool:
    """Whether the purchases of the year are being opened now."""
    return any(procedure.kind == OPENED for procedure in campaign.pending.values())


OPENED = "points-opened"
"""The kind of the procedure that opens what was bought."""
