"""What is asked in a diplomatic roll, of whom, with the answers that this view can list: POPs are listed where the view
knows them, and asked for in any case (16.1.3, 16.1.7.2, 29.11, rulings 301 to 313)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.kernel.procedures import Decision
from engine.thewar.politics import gathering
from engine.thewar.politics.attack_stages import (
    AGAINST,
    BACK,
    CANCEL,
    CARDS_OPTION,
    DEFEND,
    NET,
    RULE,
    SHOW,
    TAKE,
)
from engine.thewar.politics.gathering import NAMES
from engine.thewar.rolls import diplomacy
from engine.thewar.rolls.diplomacy import ESPIONAGE
from engine.thewar.world import card_matrices, influence, wars
from engine.thewar.world.naming import counted
from engine.thewar.world.state import TheWar

if TYPE_CHECKING:
    from engine.thewar.politics.diplomatic_attack import DiplomaticAttack


def said(attack: DiplomaticAttack, campaign: TheWar) -> str:
    """Who attacks whom, with how much, as everybody has heard."""
    theirs = ", ".join(
        f"{wars.named(campaign, power)} with {counted(pops, 'POP', 'POPs')}" for power, pops in attack.pops.items()
    )
    chit = f"; {wars.named(campaign, attack.spy)} plays Espionage" if attack.spy else ""
    against = f", against {NAMES[attack.against]}" if attack.against else ""
    return f"{theirs} in {attack.name(campaign)}{against}{chit}."


def shows(attack: DiplomaticAttack, campaign: TheWar, power: str) -> Decision:
    """A power is asked for all POPs that it has there (ruling 432)."""
    pops = _own(attack, campaign, power)
    answers = () if pops is None else (f"{power} {SHOW} {pops}",)
    title = f"How many POPs has {wars.named(campaign, power)} in {attack.name(campaign)}?"
    notes = (said(attack, campaign), "All are shown; only those are used up that take part.")
    return Decision(power, title, answers, next(iter(answers), ""), f"{RULE}, ruling 432", notes, forms=(SHOW,))


def picks(attack: DiplomaticAttack, campaign: TheWar, power: str) -> Decision:
    """The attacker is asked for the alliance, as all POPs are known (ruling 432)."""
    others = gathering.others(campaign, power)
    answers = tuple(f"{power} {AGAINST} {key}" for key in others)
    shown = ((who, attack.shown.get(who, 0)) for who in wars.POWERS)
    there = [f"{wars.named(campaign, who)} {counted(pops, 'POP', 'POPs')}" for who, pops in shown if pops]
    title = f"Against which alliance in {attack.name(campaign)}?"
    notes = (f"There: {', '.join(there) or 'nobody has POPs'}.",)
    return Decision(power, title, answers, answers[0], f"{RULE}, ruling 303", notes)


def partner(attack: DiplomaticAttack, campaign: TheWar, power: str) -> Decision:
    """An ally of the attacker is asked for POPs and status."""
    pops, answers = _own(attack, campaign, power), []
    patron = campaign.countries[attack.target].patron == power
    if pops or (patron and pops is not None):
        answers.append(f"{power} {BACK} pops={pops}")
        if pops and attack.may_spy(campaign, power):
            answers.append(f"{power} {BACK} pops={pops} espionage=yes")
    if pops is not None:
        answers.append(f"{power} {BACK} joins=no")
    status = ", and does the country's status help" if patron else ""
    title = f"Does {wars.named(campaign, power)} add its POPs in {attack.name(campaign)}{status}?"
    notes = (said(attack, campaign), "POPs that are added are used up; others stay.")
    return Decision(power, title, tuple(answers), next(iter(answers), ""), "16.1.1, ruling 301", notes, forms=(BACK,))


def defender(attack: DiplomaticAttack, campaign: TheWar, power: str) -> Decision:
    """A power of the alliance attacked is asked for its POPs, one that may help whether it lends them."""
    pops, lends = _own(attack, campaign, power), diplomacy.alliance(power) != attack.against
    answers = []
    if lends and pops is not None:
        answers.append(f"{power} {DEFEND} lends=no")
    if pops is not None and (pops or not lends):
        answers.append(f"{power} {DEFEND} pops={pops}")
        if pops and attack.may_guard(campaign, power):
            answers.append(f"{power} {DEFEND} pops={pops} counter-espionage=yes")
    name, where = wars.named(campaign, power), attack.name(campaign)
    title = f"Which POPs has {name} in {where}?"
    notes = (said(attack, campaign), "POPs that defend are used up.")
    if lends:
        title = f"Does {name} lend its POPs in {where} to the defence of {NAMES[attack.against]}?"
        notes = (said(attack, campaign), "POPs that are lent are used up; who lends none says nothing of them.")
    rule = "16.1.1, ruling 304" if lends else RULE
    return Decision(power, title, tuple(answers), next(iter(answers), ""), rule, notes, forms=(DEFEND,))


def met(attack: DiplomaticAttack, campaign: TheWar, power: str) -> Decision:
    """An attacker met by Counter-Espionage alone is asked for Espionage."""
    answers = [f"{power} {CANCEL} no"]
    if influence.known(campaign, power) and influence.stock(campaign, power, ESPIONAGE):
        answers.append(f"{power} {CANCEL} yes")
    whose = " and ".join(wars.named(campaign, guard) for guard in attack.guards)
    title = f"Does {wars.named(campaign, power)} meet the Counter-Espionage with Espionage?"
    by_cards = bool(campaign.options.get(CARDS_OPTION))
    meets = "with an Espionage card both add their cell of the matrix" if by_cards else "Espionage cancels it"
    notes = (f"{whose} plays Counter-Espionage, +{diplomacy.CHIT} on the die; {meets}.",)
    return Decision(power, title, tuple(answers), answers[0], "16.1.7.2, ruling 307", notes)


def net(attack: DiplomaticAttack, campaign: TheWar, power: str) -> Decision:
    """The table is asked what two cards come to: a cell that is known, or another that it reads off the player aid."""
    cells = card_matrices.matrix(campaign, card_matrices.ESPIONAGE)
    answers = tuple(f"{power} {NET} {figure}" for figure in sorted(set(cells.values()), key=lambda it: (abs(it), it)))
    title = "What do the Espionage and the Counter-Espionage card add to the die together?"
    spoken = card_matrices.spoken
    known = (f"{spoken(attacks)} against {spoken(defends)} {adds:+d}" for (defends, attacks), adds in cells.items())
    notes = (f"By the matrix of the player aid; below 0 helps the attacker. Known: {', '.join(sorted(known))}.",)
    return Decision(power, title, answers, answers[0], "29.11", notes, forms=(NET,))


def whose(attack: DiplomaticAttack, campaign: TheWar) -> Decision:
    """The attacker is asked whose the country becomes."""
    answers = tuple(f"{attack.by} {TAKE} {power}" for power in attack.eligible(campaign))
    likely = f"{attack.by} {TAKE} {diplomacy.outcome(attack.terms(campaign)).holder}"
    default = likely if likely in answers else answers[0]
    title, roll = f"Whose does {attack.name(campaign)} become?", attack.terms(campaign)
    net, levels = diplomacy.modifier(roll).total, diplomacy.levels(roll)
    die = f"Die {attack.face}{f' {net:+d}' if net else ''}: {levels:+d} level{'s' * (levels > 1)}"
    status = diplomacy.outcome(roll).status
    note = f"{die}; it becomes {'an' if status == 'associate' else 'a'} {status.title()}."
    return Decision(attack.by, title, answers, default, "ruling 313", (note,))


def _own(attack: DiplomaticAttack, campaign: TheWar, power: str) -> int | None:
    """A power's POPs in the target where this view knows them, else None."""
    return influence.held(campaign, power, attack.target) if influence.known(campaign, power) else None
