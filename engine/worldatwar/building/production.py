"""Force pools: which kinds each power may have, how production lets the pools grow, and research results that other
chapters tell (24.2, 24.3, 24.41)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import ClassVar

from engine.kernel import seasons
from engine.kernel.grammar import NAME, keyed, number, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.sheets.building import Stock
from engine.kernel.transaction import Transaction
from engine.kernel.values import frozen
from engine.worldatwar.moving import sailing
from engine.worldatwar.targets import rocket_bases
from engine.worldatwar.world import aftermath, editions, fronts, groups, sides
from engine.worldatwar.world.research import FACTIONS, SUBJECTS, researched
from engine.worldatwar.world.state import Pool, WorldAtWar

STEP = "start.production"
MOST = 9
"""Factors that one expenditure of RPs adds to a pool (ruling 453)."""
# 24.41: what each power may have; the second figure of a kind that research opens is its subject.
MAY_HAVE: dict[str, tuple[str, ...]] = {
    "germany": ("submarine", "advanced-submarine", "interceptor", "bomber"),
    "italy": ("submarine",),
    "japan": ("submarine", "advanced-submarine", "asw", "interceptor", "transport", "bomber"),
    "britain": ("submarine", "asw", "bomber", "interceptor", "transport"),
    "us": ("submarine", "american-asw", "bomber", "bomber-pacific", "interceptor", "transport"),
    "russia": ("interceptor", "bomber"),
    "china": (),
    "france": (),
}
BY_RESEARCH = {
    "advanced-submarine": "advanced-submarines",
    "bomber": "strategic-bombers",
    "bomber-pacific": "strategic-bombers",
}
KINDS = tuple(dict.fromkeys(kind for kinds in MAY_HAVE.values() for kind in kinds))
"""Every kind that some power may have."""
AT_ONCE = fronts.AIR
"""The kinds whose pools rise at the end of the research phase; the others wait for the unit
construction phase (24.22)."""
# 24.21B to D: the first year of production, by faction and kind.
FIRST_YEARS = {
    ("western", "asw"): (1941, "24.21B"),
    ("western", "american-asw"): (1941, "24.21B"),
    ("western", "transport"): (1941, "24.21B"),
    ("western", "submarine"): (1942, "24.21C"),
    ("japan", "submarine"): (1942, "24.21C"),
    ("japan", "advanced-submarine"): (1942, "24.21C"),
    ("japan", "asw"): (1943, "24.21D"),
    ("western", "bomber-pacific"): (1944, "24.21A"),
}
"""The first year in which a pool may grow, and the rule, by faction and kind (24.21B to D)."""
TWO_LEVELS = 2
"""The results that an ASW result of 8 or more counts for."""

TITLES = {
    "submarine": "submarines",
    "advanced-submarine": "advanced submarines",
    "asw": "ASW",
    "american-asw": "U.S. ASW",
    "transport": "transports",
    "cve": "CVEs",
    "warship": "warships",
    "destroyer": "destroyers",
    "bomber": "bombers",
    "bomber-pacific": "Pacific bombers",
    "interceptor": "interceptors",
}
"""What people call the kinds of units, in the order in which they are listed."""


def stock(campaign: WorldAtWar, order: Produce) -> Stock:
    """The kind that an order of production adds to, and the size of its force pool: what is in play and what may be
    built."""
    owner = sides.owner(order.power, order.kind)
    return Stock(TITLES.get(order.kind, order.kind), groups.force_pool(campaign, owner, order.kind))


def may_have(campaign: WorldAtWar, power: str, kind: str) -> Iterable[Refusal]:
    """Why a power may not build or produce a kind of unit (24.41, 24.234)."""
    name = sides.named(campaign, power)
    if kind not in MAY_HAVE.get(power, ()):
        rule = "24.234" if power == "france" else "24.41"
        allowed = ", ".join(MAY_HAVE.get(power, ())) or "none"
        yield Refusal(rule, f"{name} has no {kind}", f"What it may have: {allowed}.")
        return
    subject = BY_RESEARCH.get(kind, "")
    # Britain and the U.S. have had their first result for bombers before the game begins (24.21A).
    if subject and not sides.results(campaign, power, subject):
        need = f", {editions.of(campaign).bomber_result}+" if subject == "strategic-bombers" else ""
        rule = "24.21A" if need else "24.41"
        yield Refusal(rule, f"{name} has no research result for {subject.replace('-', ' ')}", f"One is needed{need}.")
    if kind == "advanced-submarine" and power == "japan":
        if not editions.of(campaign).advanced_japan:
            yield Refusal("25.73", f"{name} has no advanced submarines in the {editions.of(campaign).name}")
        elif campaign.options.get("classic", True):
            yield Refusal("25.17", f"{name} has no advanced submarines in the classic game")


def first_year(campaign: WorldAtWar, power: str, kind: str) -> tuple[int, str]:
    """The first year in which a power's pool of a kind may grow, and the rule. The year is 0 while the war that opens
    production has not begun."""
    year = _opening_year(campaign, power)
    printed, rule = FIRST_YEARS.get((sides.faction(campaign, power), kind), (0, ""))
    return (printed, rule) if year and printed > year else (year, "24.21")


def _opening_year(campaign: WorldAtWar, power: str) -> int:
    """The first year in which any pool of a power's faction may grow, 0 while nobody of the faction is at war (ruling
    220)."""
    general = editions.of(campaign).production_from
    if general or campaign.options.get("classic", True):
        return int(general or 1940)
    allies = {key for key in campaign.powers if sides.faction(campaign, key) == sides.faction(campaign, power)}
    begun = [seasons.number(war.since) // 4 for war in campaign.wars.values() if not allies.isdisjoint(war.names)]
    return min(begun) + 1 if begun else 0


def producers(campaign: WorldAtWar) -> tuple[str, ...]:
    """The powers that may have strategic warfare units and whose pools may grow this year."""
    return tuple(
        power
        for power in sides.standing(campaign)
        if MAY_HAVE[power] and 0 < _opening_year(campaign, power) <= seasons.year(campaign)
    )


@frozen
class Produce(PowerOrder[WorldAtWar]):
    """Production adds factors to a force pool as the year starts (24.21). The RPs that pay for it are counted at the
    table."""

    verb: ClassVar[str] = "produce"
    title: ClassVar[str] = "production"
    rule: ClassVar[str] = "24.21"
    steps: ClassVar[tuple[str, ...]] = (STEP,)

    kind: str = word(NAME)
    count: int = keyed(number(1, MOST), 1)

    @classmethod
    def own_words(cls) -> Collection[str]:
        """'asw' of a power that has none is no American ASW."""
        return KINDS

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        wrong = list(may_have(campaign, self.power, self.kind))
        yield from wrong
        if wrong and wrong[0].rule in ("24.41", "24.234"):
            return
        year, rule = first_year(campaign, self.power, self.kind)
        if not year:
            yield Refusal(
                rule, f"{sides.named(campaign, self.power)} is not at war", "From its first full year of war."
            )
        elif seasons.year(campaign) < year:
            yield Refusal(rule, f"no RPs for {self.kind} before the {year} year start", f"From Spring {year} on.")
        yield from self._equal(campaign)

    def _equal(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        """The British and American pools of European bombers stay equal, but for an odd factor (24.232D)."""
        if self.kind != "bomber" or self.power not in sides.WESTERN_ALLIES:
            return
        other = next(power for power in sides.WESTERN_ALLIES if power != self.power)
        mine = groups.force_pool(campaign, self.power, "bomber") + self.count
        theirs = groups.force_pool(campaign, other, "bomber")
        if mine - theirs > 1:
            reason = f"{mine} bombers in this pool, {theirs} in that of {sides.named(campaign, other)}"
            yield Refusal("24.232D", reason, "The two grow alike, but for one odd factor.")

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        owner = sides.owner(self.power, self.kind)
        # What is produced may be built in British and in American yards (24.233, 25.22D).
        kind = sides.JOINT_ASW if owner == sides.WESTERN and self.kind in sides.ASW else self.kind
        key = f"{owner}-{kind}"
        if key not in tx.campaign.pools:
            tx.create(f"pools.{key}", Pool(owner=owner, kind=kind), "production", "24.21")
        part = "count" if self.kind in AT_ONCE else "coming"
        tx.add(f"pools.{key}.{part}", self.count, "production", "24.22")

    def sentence(self, campaign: WorldAtWar) -> str:
        when = "at once" if self.kind in AT_ONCE else "in the construction phase"
        what = aftermath.counted(self.count, self.kind)
        return f"{sides.named(campaign, self.power)} produces {what}, to be built {when}"

    @classmethod
    def offers(cls, campaign: WorldAtWar, power: str) -> Iterable[Produce]:
        for kind in MAY_HAVE[power]:
            yield cls(power, kind)

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        if not MAY_HAVE.get(power):
            return None
        fields = (Field("kind", "what", cls.rule, MAY_HAVE[power]), Field("count", "how many", default="1"))
        return Form(cls.verb, "Production", power + " produce {kind} count={count}", fields, cls.rule)


@frozen
class Result(PowerOrder[WorldAtWar]):
    """Tell a research result of a power's faction (41, 43). ``count``: its levels. An ASW result of 8 or more is worth
    two at once; the second counts from the next turn on (25.622, ruling 222)."""

    verb: ClassVar[str] = "result"
    title: ClassVar[str] = "research result"
    rule: ClassVar[str] = "41"
    standing: ClassVar[bool] = True

    subject: str = word(NAME)
    count: int = keyed(number(-9, 9), 1)

    def judge(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        if self.subject not in SUBJECTS:
            yield Refusal(
                "41", f"'{self.subject}' is no subject of research here", f"There are: {', '.join(SUBJECTS)}."
            )
        if sides.faction(campaign, self.power) not in FACTIONS:
            yield self._no_research(campaign)
        if not -9 <= self.count <= 9 or not self.count:
            yield Refusal("41", f"{self.count} results", "From 1 to 9; below 0 takes back what was entered wrongly.")
        elif sides.results(campaign, self.power, self.subject) + self.count < 0:
            yield Refusal("41", "fewer than no results")

    def strangers(self, campaign: WorldAtWar) -> Iterable[Refusal]:
        """A faction that keeps no count of results."""
        yield from super().strangers(campaign)
        if self.subject in SUBJECTS and sides.faction(campaign, self.power) not in FACTIONS:
            yield self._no_research(campaign)

    def _no_research(self, campaign: WorldAtWar) -> Refusal:
        return Refusal("41", f"{sides.named(campaign, self.power)} does no research of its own")

    def effect(self, tx: Transaction[WorldAtWar]) -> None:
        key = researched(sides.faction(tx.campaign, self.power), self.subject)
        delayed = sides.delayed_key(tx.campaign, self.power)
        if self.subject == "asw" and self.count >= TWO_LEVELS:
            tx.put(f"facts.{delayed}", seasons.turn(tx.campaign), "8 or more", "25.622")
        elif self.subject == "asw" and self.count < 0 and delayed in tx.campaign.facts:
            tx.remove(f"facts.{delayed}", "taken back", "25.622")
        tx.put(f"research.{key}", tx.campaign.research.get(key, 0) + self.count, "research result", "41")
        if self.subject == "rockets" and self.count > 0:
            # New rocket bases are placed in the turn of the result (26.61A).
            fact = rocket_bases.result_fact(tx.campaign, self.power)
            tx.put(f"facts.{fact}", seasons.turn(tx.campaign), "research result", "26.61A")

    def sentence(self, campaign: WorldAtWar) -> str:
        now = sides.results(campaign, self.power, self.subject)
        subject = self.subject.replace("-", " ")
        return f"{sides.named(campaign, self.power)}: research result for {subject} (now {now})"

    @classmethod
    def form(cls, campaign: WorldAtWar, power: str) -> Form | None:
        fields = (Field("subject", "subject", "41", SUBJECTS), Field("count", "results", default="1"))
        return Form(cls.verb, "Research result", power + " result {subject} count={count}", fields, cls.rule)


def kinds() -> tuple[str, ...]:
    """Every kind of strategic warfare unit (24.11), and the naval units that stand beside them (25.3)."""
    return (*sailing.SHIPS, *fronts.AIR)


def pool_kinds() -> tuple[str, ...]:
    """Every kind of which there may be a force pool."""
    return (*kinds(), sides.JOINT_ASW)
