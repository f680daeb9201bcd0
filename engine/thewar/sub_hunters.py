"""Sub hunters (29.16): ASW that look for U-boats before the U-boat roll, on the interception and the naval table."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, ClassVar

import attrs
from attrs import frozen

from engine.kernel.forecast import Distribution, distribution
from engine.kernel.grammar import FLAG, NUMBER, keyed, word
from engine.kernel.orders import PowerOrder
from engine.kernel.procedures import Decision, Procedure, begin
from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.transaction import Transaction
from engine.thewar import boxes, calendar, effects, interception, naval_combat, wars
from engine.thewar.state import Box, TheWar

OPTION = "sub-hunters"
KIND = "sub-hunt"
PLAYED = "hunters-chit-played"
"""The fact that names the turn in which a chit was last played for sub hunters."""
CHIT = 1
MOST = 2 * naval_combat.MOST_SHIPS
"""Units of a side that count in the odds, half a Fleet each (ruling 27, 40)."""
FARTHEST = len(interception.DISTANCES) - 1
RADAR_FROM = "1941-1-spring"


@frozen
class Hunt:
    """One engagement, before, between or after its rolls. ``uboats`` are looked for by ``hunters``, in units; ``net``
    modifies the search; ``german`` and ``allied`` are ratings of navies; ``chit``: an Espionage chit is played. The
    faces are natural dice, 0 before they are rolled."""

    uboats: int
    hunters: int
    net: int = 0
    german: int = 3
    allied: int = 3
    chit: bool = False
    search_face: int = 0
    face: int = 0

    @property
    def found(self) -> bool:
        """Whether the U-boats were intercepted; each counts half there too (7.8)."""
        search = interception.Search(Fraction(self.uboats, 2), self.net, self.search_face)
        return bool(self.search_face) and interception.resolve(search).intercept

    @property
    def fight(self) -> naval_combat.Engagement:
        """The roll at sea. The U-boats attack; as both sides count half a Fleet each, their odds are those of units."""
        return naval_combat.Engagement(
            attacker=min(self.uboats, MOST),
            defender=min(self.hunters, MOST),
            attacker_rating=self.german,
            defender_rating=self.allied,
            modifiers=("attacker-submarines", "defender-submarines"),
            face=self.face,
        )


class HuntCore:
    """The search and the roll at sea as a core for forecasts and play."""

    def finished(self, value: Hunt) -> bool:
        """See Core."""
        return bool(value.search_face) and (not value.found or bool(value.face) or value.fight.hopeless)

    def dice(self, value: Hunt) -> tuple[int, ...]:
        """See Core."""
        return (10,)

    def stage(self, value: Hunt, faces: tuple[int, ...]) -> Hunt:
        """See Core."""
        if value.search_face:
            return attrs.evolve(value, face=faces[0])
        return attrs.evolve(value, search_face=faces[0])


@frozen
class HuntResult:
    """What came of an engagement: U-boats ``sunk`` and ``depleted``; ``result`` as printed, '' where none were
    found."""

    found: bool
    column: str
    result: str
    sunk: int
    depleted: int
    breakdown: Breakdown = attrs.field(eq=False)


def resolve(hunt: Hunt) -> HuntResult:
    """What came of it: results against the hunters are void, others fall on single U-boats (5.3.1, ruling 184)."""
    if not hunt.found:
        return HuntResult(False, "", "", 0, 0, Breakdown((Line("net modifier of the search", hunt.net, "7.8"),)))
    fight = hunt.fight
    chit = CHIT if hunt.chit and not fight.hopeless else 0
    fought = naval_combat.resolve(attrs.evolve(fight, face=fight.face + chit))
    lines = fought.breakdown.lines + ((Line("Espionage chit", CHIT, "29.16"),) if chit else ())
    sunk = depleted = 0
    if fight.hopeless:
        sunk = hunt.uboats
    elif fought.side == "attacker" and fought.effect == "sunk":
        sunk = min(fought.count, hunt.uboats)
    elif fought.side == "attacker":
        # What is more than there are hits those that are depleted by now (ruling 38).
        sunk = min(max(0, fought.count - hunt.uboats), hunt.uboats)
        depleted = min(fought.count, hunt.uboats) - sunk
    return HuntResult(True, fought.column, fought.result, sunk, depleted, Breakdown(lines))


def on(campaign: TheWar) -> bool:
    """Whether the rule is played."""
    return bool(campaign.options.get(OPTION, False))


def box_refusals(campaign: TheWar, power: str, hunters: int, asw: int) -> Iterable[Refusal]:
    """What speaks against so many hunters beside so many ASW in the U-Boat War Box."""
    if hunters and not on(campaign):
        yield Refusal("29.16", "no ASW are sub hunters", f"Option '{OPTION}' is off.")
    elif hunters < 0:
        yield Refusal("29.16", f"{hunters} sub hunters", "From 0 up.")
    elif hunters and power == "germany":
        yield Refusal("29.16", "only the Western Allies hunt U-boats")
    elif hunters and asw < 1:
        yield Refusal("29.16", "no ASW stays in the U-Boat War Box", "One at least of each Ally that hunts (asw=1).")


def searching(campaign: TheWar, ally: str, distance: int, *, air: bool = False, radar: bool = False) -> Breakdown:
    """The modifiers of a search in the North Atlantic by hunters of an Ally (7.8, 7.8.1)."""
    facts = [name for name, holds in (("own-land-air", air), ("radar", radar)) if holds]
    return interception.net(distance, campaign.powers[ally].navy, campaign.powers["germany"].navy, facts)


def may_play_chit(campaign: TheWar, ally: str) -> Refusal | None:
    """Why no chit can be played on a roll of these hunters, None where one can: Britain's own, and not twice running
    (ruling 26)."""
    if ally != "britain":
        return Refusal("29.16", "only Britain plays Espionage chits for its sub hunters")
    if not campaign.facts.get("espionage-britain", 0):
        return Refusal("29.16", "Britain has no Espionage chit", "Bought in Planning.")
    last = campaign.facts.get(PLAYED, "")
    if last and calendar.now(campaign) - calendar.number(str(last)) <= 2:
        return Refusal("29.16", "not in two strategic warfare turns running")
    return None


def played_now(campaign: TheWar) -> bool:
    """Whether a chit was played for sub hunters this turn, so that none is left for the U-boat roll."""
    return campaign.facts.get(PLAYED, "") == calendar.turn(campaign)


def sent(campaign: TheWar) -> tuple[str, ...]:
    """The Allies whose hunters go out this turn."""
    if not on(campaign) or not campaign.boxes.get("germany", Box()).uboats:
        return ()
    return tuple(power for power in boxes.enemies_of_germany(campaign) if campaign.boxes.get(power, Box()).hunters)


def begin_hunts(tx: Transaction[TheWar]) -> None:
    """The hunters go out, British ones first."""
    for ally in reversed(sent(tx.campaign)):
        begin(tx, SubHunt("next", ally, tx.campaign.boxes[ally].hunters), "sub hunters go out", "29.16")


@frozen
class SubHunt(Procedure[TheWar]):
    """The hunters of one Ally. Stages: next, send, port, search, chit, battle. ``left``: hunters not yet sent out;
    the others are those of the engagement at hand."""

    kind: ClassVar[str] = KIND

    ally: str
    left: int
    hunters: int = 0
    uboats: int = 0
    net: int = 0
    chit: bool = False
    search_face: int = 0

    @property
    def power(self) -> str:
        """See Procedure."""
        return "germany" if self.stage == "battle" else self.ally

    def hunt(self, campaign: TheWar) -> Hunt:
        """The engagement at hand."""
        return Hunt(
            uboats=self.uboats,
            hunters=self.hunters,
            net=self.net,
            german=campaign.powers["germany"].navy,
            allied=campaign.powers[self.ally].navy,
            chit=self.chit,
            search_face=self.search_face,
        )

    def decision(self, campaign: TheWar) -> Decision | None:
        """See Procedure."""
        answers: tuple[str, ...]
        if self.stage == "send":
            most = campaign.boxes["germany"].uboats
            pairs = [(own, found) for own in range(self.left, 0, -1) for found in range(most, 0, -1)]
            answers = (*(f"{self.ally} hunt {own} {found}" for own, found in pairs), f"{self.ally} hunt 0 0")
            title = f"how many of {self.left} sub hunters look for how many of {most} U-boats?"
        elif self.stage == "port":
            known = calendar.now(campaign) >= calendar.number(RADAR_FROM)
            orders = (
                HuntFrom(self.ally, distance, air=air, radar=radar)
                for distance in range(FARTHEST + 1)
                for air in (False, True)
                for radar in ((False, True) if known else (False,))
            )
            answers = tuple(order.text for order in orders)
            title = "how far is the North Atlantic from their port (U.K., U.S. or Canada Box), in Sea Areas?"
        elif self.stage == "chit":
            answers = (f"{self.ally} hunters-chit no", f"{self.ally} hunters-chit yes")
            title = "play an Espionage chit on the sub hunters' battle (+1)?"
        else:
            return None
        return Decision(self.ally, title, answers, answers[0], "29.16")

    def resolve(self, tx: Transaction[TheWar], at: str) -> None:
        """See Procedure."""
        if self.stage == "next":
            if self.left and tx.campaign.boxes["germany"].uboats:
                tx.set(f"{at}.stage", "send", "sub hunters", "29.16")
            else:
                tx.remove(at, "the sub hunters are back", "29.16")
        elif self.stage == "search":
            face = tx.roll("sub-hunters", "search", rule="7.8")
            hunt = attrs.evolve(self.hunt(tx.campaign), search_face=face)
            tx.set(f"{at}.search_face", face, "search", "7.8")
            asks = hunt.found and not hunt.fight.hopeless and may_play_chit(tx.campaign, self.ally) is None
            tx.set(f"{at}.stage", "chit" if asks else "battle" if hunt.found else "next", "search", "7.8")
        elif self.stage == "battle":
            self._battle(tx)
            tx.set(f"{at}.stage", "next", "sub hunters", "29.16")

    def _battle(self, tx: Transaction[TheWar]) -> None:
        hunt = self.hunt(tx.campaign)
        if not hunt.fight.hopeless:
            hunt = attrs.evolve(hunt, face=tx.roll("sub-hunters", "naval", rule="7.9.9"))
        result = resolve(hunt)
        for key in boxes.in_play(tx.campaign, "germany", "uboat")[: result.depleted]:
            tx.set(f"units.{key}.depleted", True, "sub hunters", "29.16")
        effects.units_lost(tx, "germany", "uboat", result.sunk, "sub hunters", "29.16")
        tx.add("boxes.germany.uboats", -result.sunk - result.depleted, "out of the U-boat roll", "29.16")


def _out(campaign: TheWar) -> tuple[str, SubHunt] | None:
    """The hunters that are out now: those on top of the stack."""
    keys = [key for key, procedure in campaign.pending.items() if isinstance(procedure, SubHunt)]
    if not keys:
        return None
    key = max(keys, key=int)
    procedure = campaign.pending[key]
    return (f"pending.{key}", procedure) if isinstance(procedure, SubHunt) else None


@frozen
class _HuntOrder(PowerOrder[TheWar]):
    """An answer of an Ally whose hunters are out; ``stage`` is the one it answers."""

    stage: ClassVar[str] = ""
    rule: ClassVar[str] = "29.16"

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        """See Order."""
        found = _out(campaign)
        if found is None or found[1].stage != self.stage or found[1].ally != self.power:
            yield Refusal("29.16", "no sub hunters wait for this", "They go out before the U-boat roll.")
        else:
            yield from self._wrong(campaign, found[1])

    def _wrong(self, campaign: TheWar, out: SubHunt) -> Iterable[Refusal]:
        """What is wrong with it for these hunters."""
        return ()

    def effect(self, tx: Transaction[TheWar]) -> None:
        """See Order."""
        found = _out(tx.campaign)
        if found is not None:
            self._answer(tx, *found)

    def _answer(self, tx: Transaction[TheWar], at: str, out: SubHunt) -> None:
        """Move the hunters on."""


@frozen
class SendHunters(_HuntOrder):
    """Send so many sub hunters against so many U-boats; 0 and 0 keep what is left at home (29.16)."""

    verb: ClassVar[str] = "hunt"
    title: ClassVar[str] = "sub hunters"
    stage: ClassVar[str] = "send"

    hunters: int = word(NUMBER)
    uboats: int = word(NUMBER)

    def _wrong(self, campaign: TheWar, out: SubHunt) -> Iterable[Refusal]:
        most = campaign.boxes["germany"].uboats
        if not self.hunters and not self.uboats:
            return
        if not 1 <= self.hunters <= out.left:
            yield Refusal("29.16", f"{self.hunters} sub hunters of {out.left}", f"From 1 to {out.left}, or 0 0.")
        if not 1 <= self.uboats <= most:
            yield Refusal("29.16", f"{self.uboats} U-boats of {most}", f"From 1 to {most}, or 0 0.")

    def _answer(self, tx: Transaction[TheWar], at: str, out: SubHunt) -> None:
        if not self.hunters:
            tx.remove(at, "the sub hunters stay in port", "29.16")
            return
        ready = attrs.evolve(
            out,
            stage="port",
            left=out.left - self.hunters,
            hunters=self.hunters,
            uboats=self.uboats,
            net=0,
            chit=False,
            search_face=0,
        )
        tx.put(at, ready, "sub hunters go out", "29.16")

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        if not self.hunters:
            return f"{wars.named(campaign, self.power)} sends out no more sub hunters"
        return f"{self.hunters} sub hunters of {wars.named(campaign, self.power)} look for {self.uboats} U-boats"


@frozen
class HuntFrom(_HuntOrder):
    """How many Sea Areas the hunters' port is from the North Atlantic (0: it adjoins it; the U.S. and Canada Boxes: 5);
    ``air``: an own NAC, TAC or MDM is based next to it; ``radar``: the naval radar of a Variant (29.16, 7.8)."""

    verb: ClassVar[str] = "hunt-from"
    title: ClassVar[str] = "port of the sub hunters"
    stage: ClassVar[str] = "port"

    distance: int = word(NUMBER)
    air: bool = keyed(FLAG, False)
    radar: bool = keyed(FLAG, False)

    def _wrong(self, campaign: TheWar, out: SubHunt) -> Iterable[Refusal]:
        if not 0 <= self.distance <= FARTHEST:
            yield Refusal("7.8", f"{self.distance} Sea Areas away", f"From 0 to {FARTHEST}.")
        if self.radar and calendar.now(campaign) < calendar.number(RADAR_FROM):
            yield Refusal("28.2.2", "naval radar can be played from Spring 1941 on")

    def _answer(self, tx: Transaction[TheWar], at: str, out: SubHunt) -> None:
        net = searching(tx.campaign, out.ally, self.distance, air=self.air, radar=self.radar).total
        tx.put(at, attrs.evolve(out, stage="search", net=net), "port of the sub hunters", "29.16")

    def forecast(self, campaign: TheWar) -> Distribution[Any] | None:
        """See Order: without a chit."""
        found = _out(campaign)
        if found is None or not 0 <= self.distance <= FARTHEST:
            return None
        net = searching(campaign, found[1].ally, self.distance, air=self.air, radar=self.radar).total
        return distribution(HuntCore(), attrs.evolve(found[1].hunt(campaign), net=net)).of(resolve)

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return f"Their port is {self.distance} Sea Areas from the North Atlantic"


@frozen
class HuntersChit(_HuntOrder):
    """Britain plays an Espionage chit for its sub hunters, or does not; Germany cannot cancel it (29.16, ruling 26)."""

    verb: ClassVar[str] = "hunters-chit"
    title: ClassVar[str] = "Espionage chit for sub hunters"
    stage: ClassVar[str] = "chit"

    plays: bool = word(FLAG)

    def _wrong(self, campaign: TheWar, out: SubHunt) -> Iterable[Refusal]:
        if self.plays and (refusal := may_play_chit(campaign, out.ally)) is not None:
            yield refusal

    def _answer(self, tx: Transaction[TheWar], at: str, out: SubHunt) -> None:
        if self.plays:
            tx.add("facts.espionage-britain", -1, "Espionage chit played", "29.16")
            tx.put(f"facts.{PLAYED}", calendar.turn(tx.campaign), "Espionage chit played", "29.16")
        tx.put(at, attrs.evolve(out, stage="battle", chit=self.plays), "Espionage chit", "29.16")

    def sentence(self, campaign: TheWar) -> str:
        """See Order."""
        return f"Britain plays {'an' if self.plays else 'no'} Espionage chit for its sub hunters"
