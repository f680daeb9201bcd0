"""The picture of a roll of the partisan war: who counts, its die with every modifier, and what the occupier and the
partisans lose (25.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import attrs

from engine.kernel import ruleset as rulesets
from engine.kernel.grammar import Unreadable
from engine.kernel.reading import parse
from engine.thewar.rolls import partisans
from engine.thewar.rolls.partisans import Warfare
from engine.thewar.strategic.partisan_war import RULE, TWO_CARDS, PartisanWar, home_name, whose
from engine.thewar.world import behind_lines, sides, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.reports import Cast, Moment, Reckoned, Report, Said, Story, printed, together, told
from engine.thewar.world.state import TheWar

PURPOSE = "partisans"
"""What the die of the partisan war is rolled for."""
_ALLIED_CHIT, _AXIS_CHIT = "Allied chit", "Axis chit"


def of_roll(moment: Moment[PartisanWar]) -> Report | None:
    """One alliance against one occupier; None where the entry is no such order."""
    try:
        read = parse(rulesets.of(moment.campaign), moment.entry.order)
    except Unreadable:
        return None
    order = getattr(read, "inner", read)
    if not isinstance(order, PartisanWar) or order.occupier not in moment.campaign.powers:
        return None
    campaign = moment.campaign
    made = order.warfare(campaign, moment.face(PURPOSE))
    against = wars.named(campaign, order.occupier)
    story = told(
        Story[PartisanWar](order, campaign, (moment,), open=False),
        kind="partisan-war",
        title=f"{whose(campaign, order.power)} partisans against {against}",
        forces=f"{counted(made.many, 'partisan', 'partisans')}{_by_home(campaign, order)}; {against} occupies",
        rule=RULE,
        casts=(_cast(campaign, order, made),),
        words=tuple(_came(moment, campaign, order, made)),
    )
    return attrs.evolve(story, brief=order.brief(campaign, made))


def _by_home(campaign: TheWar, order: PartisanWar) -> str:
    """How many stand in each home, the most first, and those that nobody has listed."""
    tags = Counter(campaign.units[key].tag for key in order.counted(campaign))
    if len(tags) == 1 and not order.others and (alone := next(iter(tags))):
        return f" of {home_name(campaign, alone)}"
    parts = [
        f"{many} of {home_name(campaign, tag)}" if tag else f"{many} elsewhere" for tag, many in tags.most_common()
    ]
    if order.others:
        parts.append(f"{order.others} that are not listed")
    return f", {together(parts)}" if parts else ""


def _cast(campaign: TheWar, order: PartisanWar, made: Warfare) -> Cast:
    return Cast(
        title="the partisans' roll",
        rule=RULE,
        faces=(made.face,),
        net=made.added.total,
        **printed("partisans"),
        column=made.column,
        across="partisans",
        row=made.row,
        reckoned=tuple(_modifiers(campaign, order, made)),
    )


def _modifiers(campaign: TheWar, order: PartisanWar, made: Warfare) -> Iterator[Reckoned]:
    """Every modifier of the table, those that hold first, each with what it hangs on."""
    allied = sides.side(campaign, order.power) == sides.ALLIED
    western = allied and _against_germany(campaign, order)
    for line in made.added.lines:
        why = "Allied rolls from 1942 on"
        if line.label in (_AXIS_CHIT, _ALLIED_CHIT):
            why = "played in this segment, and not cancelled"
        elif line.label == TWO_CARDS:
            why = "Espionage against Counter-Espionage, as the player aid has it"
        elif line.label == partisans.COMMANDO_LABEL:
            why = f"behind the lines in {behind_lines.where(campaign)}"
        yield Reckoned(line.label, line.value, True, why, line.rule)
    held = {line.label for line in made.added.lines}
    if not any(label.startswith("in ") for label in held):
        first = min(partisans.YEARS)
        year = "Allied rolls alone" if not allied else f"from {first} on"
        yield Reckoned("the year", partisans.YEARS[first], False, year, RULE)
    for label, adds in ((_AXIS_CHIT, partisans.CHIT), (_ALLIED_CHIT, -partisans.CHIT)):
        if label not in held:
            no_chit = (
                "it has met the other's card" if order.two_cards(campaign) else "none is played, or it is cancelled"
            )
            yield Reckoned(label, adds if allied else -adds, False, no_chit, "16.1.7.6, ruling 117")
    if partisans.COMMANDO_LABEL not in held:
        none = "none is behind the lines" if western else "in Western rolls against Germany alone"
        yield Reckoned(partisans.COMMANDO_LABEL, partisans.COMMANDO, False, none, RULE)


def _against_germany(campaign: TheWar, order: PartisanWar) -> bool:
    return campaign.powers[order.power].alliance == "western" and order.occupier == "germany"


def _came(moment: Moment[PartisanWar], campaign: TheWar, order: PartisanWar, made: Warfare) -> Iterable[Said]:
    """What came of it in words: NARFs, railways, partisans by home, the Commando."""
    against = wars.named(campaign, order.occupier)
    yield Said(f"{against} loses {counted(made.narfs, 'NARF', 'NARFs') if made.narfs else 'no NARFs'}", RULE)
    if made.cut:
        yield Said(f"Railways are cut: {against} has an SMP and a railmove less in this turn", f"{RULE}, 8.5.5")
    gone = Counter(
        change.was.tag
        for change in moment.entry.changes
        if change.at.startswith("units.") and change.now is None and getattr(change.was, "kind", "") == "partisan"
    )
    for tag, many in gone.items():
        is_lost = "is" if many == 1 else "are"
        home = f" of {home_name(campaign, tag)}" if tag else ""
        yield Said(f"{counted(many, 'partisan', 'partisans')}{home} {is_lost} eliminated", f"{RULE}, ruling 367")
    if (unlisted := made.lost - sum(gone.values())) > 0 and order.others:
        yield Said(f"{counted(min(unlisted, order.others), 'partisan')} that nobody listed eliminated", RULE)
    if made.lost and order.commando(campaign):
        yield Said("The Commando is eliminated with them", f"{RULE}, ruling 369")
    if not made.lost:
        yield Said("No partisan is eliminated", RULE)
