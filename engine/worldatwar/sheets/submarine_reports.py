"""The picture of a submarine campaign, from the journal: both throws on the strategic warfare table with opposite
modifiers, what they come to and what was lost; and the war at sea and in the air turn by turn (24.6, 25.6, 26.71)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from engine.kernel import seasons
from engine.kernel.changes import Entry
from engine.kernel.sheets import reports
from engine.kernel.sheets.reports import Cast, Chronicle, Reckoned, Report, Said, Series, Story
from engine.worldatwar.bombing.settlement import BOMBED
from engine.worldatwar.moving import sailing
from engine.worldatwar.oceans import modifiers
from engine.worldatwar.oceans.submarine_attacks import column, defender, prepared
from engine.worldatwar.oceans.submarine_war import ESCORTS_SUNK, LOSSES, SUNK_BY_ASW, Campaigning
from engine.worldatwar.rolls import combat_table, submarines
from engine.worldatwar.sheets import raid_reports, roll_strengths
from engine.worldatwar.world import aftermath, bases, sides
from engine.worldatwar.world.state import Attack, Pool, WorldAtWar

TABLE = "sw-combat"
TO_POOL = "back to the force pool"

SubmarineStory = Story[WorldAtWar, Campaigning]


def of_campaign(story: SubmarineStory) -> Report:
    """The report of the submarine campaign in a box, as far as it has come."""
    fought = story.battle
    # What it hangs on is read before its first roll: later its own losses are gone from the box.
    before = next((moment.campaign for moment in story.moments if moment.battle is not None), story.campaign)
    attack = before.attacks[fought.attack]
    war = attrs.evolve(prepared(before, attack), attack=fought.rolled, defence=fought.answered)
    known = bool(war.attack and (war.defence or not war.asw))
    result = submarines.resolve(war) if known else None
    return Report(
        kind="submarines",
        title=f"Submarines in {bases.name(attack.box)}",
        turn=seasons.turn(before),
        forces=_forces(before, attack, war),
        rule="24.6",
        casts=tuple(_casts(story, before, attack, war, result)),
        words=tuple(_words(result)) if result is not None else (),
        lost=tuple(_lost(story)),
        changes=story.changes,
        open=story.open,
    )


def _forces(before: WorldAtWar, attack: Attack, war: submarines.Submarines) -> str:
    """The submarines and what they attack, in words."""
    mine = [aftermath.counted(attack.submarines, "submarine")] if attack.submarines else []
    mine += [aftermath.counted(attack.advanced, "advanced-submarine")] if attack.advanced else []
    who, whose = sides.named(before, attack.power), sides.named(before, defender(attack.power))
    shipping = aftermath.counted(war.fleet.present, "transport")
    return f"{who}: {' and '.join(mine)} against {shipping} and {war.asw} ASW of {whose}"


def _casts(
    story: SubmarineStory,
    before: WorldAtWar,
    attack: Attack,
    war: submarines.Submarines,
    result: submarines.SubmarineResult | None,
) -> Iterator[Cast]:
    """Every throw of the campaign on the table."""
    columns = column(war)
    if war.submarines:
        words = [Said(f"{result.attacker_result}: transports sunk / damaged by the table", "24.631A")] if result else []
        cast = _cast("The submarines' roll", story, "submarines", war.submarines, war.modifier, columns[0], words)
        strengths = (roll_strengths.of_submarines(before, attack, war.submarines),)
        yield attrs.evolve(cast, reckoned=_reckoned(before, attack), strengths=strengths)
    if war.submarines and war.asw:
        words = [Said(f"{result.defender_result}: submarines sunk / driven off", "24.631B")] if result else []
        asw = _cast("The roll of the ASW", story, "asw", war.asw, -war.modifier, columns[1], words)
        opposite = Reckoned("the opposite of the submarines' sum", -war.modifier, True, "", "24.62")
        strengths = (roll_strengths.of_escorts(before, attack, war.asw),)
        yield attrs.evolve(asw, reckoned=(opposite,) if war.modifier else (), strengths=strengths)
    if attack.advanced:
        factors = attack.advanced * submarines.ADVANCED_FACTORS
        faces = _faces(story, "advanced-submarines")
        effect = submarines.advanced(attack.advanced, sum(faces)) if faces else None
        words = [Said(f"{effect.first} sunk, {effect.second} damaged before any ceiling", "25.17")] if effect else []
        at = combat_table.clamped(sum(faces)) if faces else 0
        cast = _cast("Advanced submarines", story, "advanced-submarines", factors, 0, at, words)
        yield attrs.evolve(cast, strengths=(roll_strengths.of_advanced(before, attack),))


def _cast(
    title: str, story: SubmarineStory, purpose: str, factors: int, net: int, at: int, words: Sequence[Said]
) -> Cast:
    """One throw on the table, with the row and column where its result stands."""
    faces = _faces(story, purpose)
    over = factors > combat_table.LARGEST_ROW
    more = [Said(f"{factors} factors: row {combat_table.LARGEST_ROW} and the row of the rest, added", "24.621")]
    return Cast(
        title=title,
        rule="24.62",
        faces=faces,
        net=net,
        **reports.printed("worldatwar", TABLE),
        column=str(at) if faces else "",
        row=min(factors, combat_table.LARGEST_ROW) if faces else None,
        words=(*(more if over else ()), *words),
    )


def _faces(story: SubmarineStory, purpose: str) -> tuple[int, ...]:
    """The faces of the dice rolled for a purpose, none where none were."""
    rolled = story.rolled(purpose)
    return rolled.faces(purpose) if rolled is not None else ()


def _reckoned(before: WorldAtWar, attack: Attack) -> tuple[Reckoned, ...]:
    """Every modifier as it favours the submarines; the ASW have the opposite of their sum."""
    return tuple(map(Reckoned.of, modifiers.submarine_war(before, attack.power, defender(attack.power), attack.box)))


def _words(result: submarines.SubmarineResult) -> Iterable[Said]:
    """How the losses come about, and what they come to."""
    for line in result.breakdown.lines:
        if line.value:
            yield Said(line.label, line.rule, line.value)
    shipping = f"{aftermath.counted(result.transports_sunk, 'transport')} sunk, {result.transports_damaged} damaged"
    boats = f"{aftermath.counted(result.subs_eliminated, 'submarine')} sunk, {result.subs_aborted} driven off"
    yield Said(f"{shipping}; {boats}, {result.subs_through} got through", "24.631")


def _lost(story: SubmarineStory) -> Iterable[Said]:
    """What each side lost."""
    verbs = dict(LOSSES)
    rules = {SUNK_BY_ASW: "24.631B", ESCORTS_SUNK: "24.631A"}
    for cause, verb in verbs.items():
        factors: dict[tuple[str, str], int] = {}
        for moment in story.moments:
            for key, count in aftermath.lost(moment.campaign, moment.entry, cause).items():
                factors[key] = factors.get(key, 0) + count
        for (owner, kind), count in factors.items():
            whose = sides.named(story.campaign, owner)
            yield Said(f"{whose}: {aftermath.counted(count, kind)} {verb}", rules.get(cause, "24.631A"))


TELLERS: Mapping[type[Any], Callable[[Story[WorldAtWar, Any]], Report]] = {
    Campaigning: of_campaign,
    **raid_reports.TELLERS,
}
"""The function that makes the report of each kind of procedure."""


def battles(campaign: WorldAtWar, entries: Sequence[Entry]) -> tuple[Report, ...]:
    """The reports of submarine campaigns and raids in these entries, in their order; one still
    under way stands last."""
    return tuple(TELLERS[type(story.battle)](story) for story in reports.stories(campaign, entries, TELLERS))


class SunkAndBombed(reports.WarCount):
    """Transports and submarines sunk, and BRPs lost to bombing, turn by turn."""

    def __init__(self, campaign: WorldAtWar) -> None:
        self._campaign = campaign
        self._turn = campaign.progress.turn
        self._by_turn: dict[int, dict[tuple[str, str], int]] = {}

    def take(self, entry: Entry) -> None:
        here = self._by_turn.setdefault(self._turn, {})
        for key, count in _counted(self._campaign, entry):
            here[key] = here.get(key, 0) + count
        for change in entry.changes:
            if change.at == "progress.turn":
                self._turn = int(change.was)
                self._by_turn.setdefault(self._turn, {})

    def chronicles(self) -> tuple[Chronicle, ...]:
        campaign, by_turn = self._campaign, self._by_turn
        numbers = sorted(by_turn)
        labels = tuple(seasons.label(seasons.number(campaign.first) + number - 1) for number in numbers)
        every = dict.fromkeys(key for here in by_turn.values() for key in here)
        made = []
        for title in ("Transports sunk", "Submarines sunk", "BRPs lost to bombing"):
            owners = [owner for what, owner in every if what == title]
            series = tuple(
                Series(
                    sides.named(campaign, owner).removeprefix("the "),
                    tuple(by_turn[number].get((title, owner), 0) for number in numbers),
                )
                for owner in owners
            )
            if series:
                made.append(Chronicle(title, labels, series))
        return tuple(made)


def _counted(campaign: WorldAtWar, entry: Entry) -> Iterator[tuple[tuple[str, str], int]]:
    """What an entry adds to which figure of which owner."""
    asw = any(change.why == SUNK_BY_ASW for change in entry.changes)
    for change in entry.changes:
        head, _, rest = change.at.partition(".")
        if head == "sunk" and change.now is not None:
            owner = sides.WESTERN if rest.startswith(f"{sides.WESTERN}-") else rest.rpartition("-")[0]
            yield ("Transports sunk", owner), int(change.now) - int(change.was or 0)
        elif head == "pools" and change.why == TO_POOL and asw:
            pool = change.now if isinstance(change.now, Pool) else campaign.pools.get(rest.partition(".")[0])
            if pool is not None and pool.kind in sailing.SUBMARINES:
                gone = pool.count if pool is change.now else int(change.now) - int(change.was)
                yield ("Submarines sunk", pool.owner), gone
        elif head == "powers" and change.why == BOMBED and rest.endswith(".brps"):
            yield ("BRPs lost to bombing", rest.partition(".")[0]), int(change.was) - int(change.now)


class ReportSheet(reports.Reports[WorldAtWar]):
    """Campaigns of submarines, raids, and what they cost."""

    def battles(self, campaign: WorldAtWar, entries: Sequence[Entry]) -> tuple[Report, ...]:
        return battles(campaign, entries)

    def war_count(self, campaign: WorldAtWar) -> SunkAndBombed:
        return SunkAndBombed(campaign)
