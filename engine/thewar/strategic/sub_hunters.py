"""Sub hunters (29.16): ASW that look for U-boats before the U-boat roll, on the interception and the naval table."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import attrs

from engine.kernel.refusals import Breakdown, Line, Refusal
from engine.kernel.values import frozen
from engine.thewar.rolls import interception, naval_combat
from engine.thewar.sea import naval_radar
from engine.thewar.strategic import british_chits
from engine.thewar.world import wars
from engine.thewar.world.state import Box, TheWar

OPTION = "sub-hunters"
KIND = "sub-hunt"
CHIT = 1
MOST = 2 * naval_combat.MOST_SHIPS
"""Units of a side that count in the odds, half a Fleet each (ruling 27, 40)."""
FARTHEST = len(interception.DISTANCES) - 1


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
        return bool(value.search_face) and (bool(value.face) or not value.found or value.fight.hopeless)

    def dice(self, value: Hunt) -> tuple[int, ...]:
        return (10,)

    def stage(self, value: Hunt, faces: tuple[int, ...]) -> Hunt:
        if value.search_face:
            return attrs.evolve(value, face=faces[0])
        return attrs.evolve(value, search_face=faces[0])


class HitCore(HuntCore):
    """The search and the roll at sea where only the hits count: all faces of the search that find are taken as one, and
    all that miss."""

    def stage(self, value: Hunt, faces: tuple[int, ...]) -> Hunt:
        """A natural 1 always finds, a natural 10 never does."""
        after = super().stage(value, faces)
        return after if value.search_face else attrs.evolve(after, search_face=1 if after.found else 10)


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
    """The result of an engagement: results against the hunters are void, others fall on single U-boats (5.3.1, ruling
    184)."""
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


def searching(campaign: TheWar, ally: str, distance: int, *, air: bool = False) -> Breakdown:
    """The modifiers of a search in the North Atlantic by hunters of an Ally (7.8, 7.8.1)."""
    facts = [name for name, holds in (("own-land-air", air), ("radar", naval_radar.has(campaign, ally))) if holds]
    return interception.net(distance, campaign.powers[ally].navy, campaign.powers["germany"].navy, facts)


def sought(hunters: int, uboats: int) -> int:
    """How many U-boats hunters look for by default: one each, as the odds of more are against them."""
    return min(hunters, uboats)


def by_default(campaign: TheWar, ally: str, hunters: int) -> Hunt:
    """The engagement that the defaults of the decisions lead to, but for the U-boats: all of an Ally's hunters
    together, from a port next to the North Atlantic."""
    powers = campaign.powers
    return Hunt(
        uboats=0,
        hunters=hunters,
        net=searching(campaign, ally, 0).total,
        german=powers["germany"].navy,
        allied=powers[ally].navy,
    )


def defaults(campaign: TheWar, ally: str, stage: str = "send") -> tuple[str, ...]:
    """The defaults of the decisions of a hunt in words, as far as they are still to come at a stage of it."""
    assumptions = []
    if stage == "send":
        assumptions.append(f"all {campaign.powers[ally].adjective} hunters go out at once, for as many U-boats")
    if stage in ("send", "port"):
        assumptions.append("their port is next to the North Atlantic, no aircraft")
    if stage in ("send", "port", "search") and asked_for_chit(campaign, ally) is None:
        assumptions.append("no chit is played for them")
    return tuple(assumptions)


def asked_for_chit(campaign: TheWar, ally: str) -> Refusal | None:
    """Why nobody is asked for a chit on a roll of these hunters, None where somebody is: for Britain's own, and not
    twice running (ruling 26)."""
    return _others(ally) or british_chits.not_asked(campaign, british_chits.HUNT)


def may_play_chit(campaign: TheWar, ally: str) -> Refusal | None:
    """Why no chit can be played on a roll of these hunters, None where one can."""
    return _others(ally) or british_chits.refusal(campaign, british_chits.HUNT)


def _others(ally: str) -> Refusal | None:
    if ally == british_chits.PLAYER:
        return None
    return Refusal("29.16", "only Britain plays Espionage chits for its sub hunters", "No chit on this roll.")


def sent(campaign: TheWar) -> tuple[str, ...]:
    """The Allies whose hunters go out this turn."""
    if not on(campaign) or not campaign.boxes.get("germany", Box()).uboats:
        return ()
    return tuple(power for power in wars.enemies_of_germany(campaign) if campaign.boxes.get(power, Box()).hunters)
