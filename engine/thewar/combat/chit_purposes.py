"""What an Espionage chit is played for beside diplomacy: one Reserve more, surprise at sea, partisans, the U-boat cards
(16.1.7.2 c, d, f, i). Each purpose says in which steps it is played, what is against it, and what a chit does that
nobody cancels.

Ultra and sub hunters are answers in strategic warfare (5.1.3.5, 29.16); a search at sea takes its chit with the order
that looks (7.8).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.kernel.values import compared_often
from engine.thewar.combat import battle_cards, reserves
from engine.thewar.economy import construction_limit
from engine.thewar.politics import stating
from engine.thewar.rolls import diplomacy
from engine.thewar.world import behind_lines, card_matrices, influence, partisan_homes, sides, tallies, wars
from engine.thewar.world.influence import COUNTER_ESPIONAGE, ESPIONAGE, SORTS
from engine.thewar.world.state import TheWar

RESERVES, SURPRISE, PARTISANS, CARDS = "reserves", "surprise", "partisans", "u-boat-cards"
RULE = "16.1.7.2"
NAVAL_STEPS = ("operations.naval", "operations.interception")
PARTISAN_STEPS = {"strategic-warfare.axis-partisans": sides.AXIS, "strategic-warfare.allied-partisans": sides.ALLIED}
"""The steps of the partisans' rolls, with the side whose partisans roll."""
PARTISAN_SEGMENT = "strategic-warfare"
"""Their segment: a roll that is made late has the chits that were played in it."""
ON_PARTISANS = 2
"""What a chit takes off the partisans' die, or adds to it (16.1.7.6, 25.4, ruling 117)."""
HELPS = "chit-helps"
"""What counts a chit that nobody has cancelled, of what it was played on."""
SHOW = "show"
"""The stage of a chit in which Germany is asked for its cards."""
SHOWN = 2
"""Cards that are shown (16.1.7.2 d)."""


def played(campaign: TheWar, power: str, on: str) -> bool:
    """Whether a power has played a chit on a purpose in this turn, cancelled or not."""
    return any(tallies.used(campaign, power, f"{sort}-played", on) for sort in SORTS)


def played_by_alliance(campaign: TheWar, power: str, on: str) -> bool:
    """Whether its alliance has (16.1.7.3)."""
    ours = diplomacy.ALLIANCES[diplomacy.alliance(power)]
    return any(played(campaign, ally, on) for ally in ours)


def helps(campaign: TheWar, power: str, on: str, segment: str = "") -> bool:
    """Whether a chit that an alliance of a power has played on a purpose holds in a segment of this turn, the one at
    hand where none is named."""
    ours = diplomacy.ALLIANCES.get(diplomacy.alliance(power), ()) if power in campaign.powers else ()
    of = f"{on}-{segment or stating.segment(campaign)}"
    return any(tallies.used(campaign, ally, HELPS, of) for ally in ours)


def _helps_now(tx: Transaction[TheWar], power: str, on: str, rule: str, segment: str = "") -> None:
    of = f"{on}-{segment or stating.segment(tx.campaign)}"
    tallies.use(tx, power, HELPS, 1, "Espionage chit not cancelled", rule, of=of)


# --- one Reserve more


def _reserves_refused(campaign: TheWar, power: str) -> Iterable[Refusal]:
    if (refusal := sides.must_be_phasing(campaign, power)) is not None:
        yield refusal
    if played(campaign, power, RESERVES) or tallies.built(campaign, power, reserves.CHIT):
        reason = f"{wars.named(campaign, power)} has played a chit for its Reserves in this turn"
        yield Refusal("9.9.1, 16.1.7.3", reason, "One chit a turn, for one Reserve more.")


def _one_more(tx: Transaction[TheWar], power: str) -> None:
    tallies.count(tx, power, reserves.CHIT, 1, "Espionage chit played", "9.9.1")


# --- surprise at sea


def _surprise_refused(campaign: TheWar, power: str) -> Iterable[Refusal]:
    if (refusal := sides.must_be_phasing(campaign, power)) is not None:
        yield refusal
    if played_by_alliance(campaign, power, SURPRISE):
        reason = f"the alliance of {wars.named(campaign, power)} has played a chit for surprise in this segment"
        yield Refusal("11.7.2, 16.1.7.3", reason, "One chit holds for all strikes of the segment.")


# --- partisans


def _partisans_refused(campaign: TheWar, power: str) -> Iterable[Refusal]:
    side = PARTISAN_STEPS.get(campaign.progress.step, "")
    if side and not campaign.facts.get(f"{side}-partisans", 0) and not _listed(campaign, side):
        yield Refusal("16.1.7.6", "no partisan is on the board", "A chit modifies a roll of partisans.")
    elif side and _listed(campaign, side) and not _rolls_with_or_against(campaign, power, side):
        reason = f"no roll is left of the partisans of {wars.named(campaign, power)}'s alliance, nor against it"
        yield Refusal("16.1.7.6, 25.4", reason, "A chit is played before the die, by who rolls or who occupies.")
    if not wars.belligerent(campaign, power):
        yield Refusal("16.1.7.6", f"{wars.named(campaign, power)} is at war with nobody", "A power at war.")
    if played_by_alliance(campaign, power, PARTISANS):
        reason = f"the alliance of {wars.named(campaign, power)} has played a chit on partisans in this turn"
        yield Refusal("16.1.7.2", reason, "One Espionage chit on a die roll.")


def by_cards(campaign: TheWar) -> bool:
    """Whether cards stand in place of chits on the partisans' dice: alone they count as a chit does, together as their
    cell, and none cancels another (16.1.7.7, 29.11, ruling 617)."""
    return card_matrices.on(campaign, card_matrices.ESPIONAGE)


def wrong_deck(campaign: TheWar, power: str, on: str, sort: str) -> Iterable[Refusal]:
    """Why a power plays no card of a sort on the partisans: the occupier's are Espionage cards, those of the partisans'
    side Counter-Espionage cards (25.4, 29.11)."""
    side = PARTISAN_STEPS.get(campaign.progress.step, "")
    if on != PARTISANS or not side or not by_cards(campaign):
        return
    deck = COUNTER_ESPIONAGE if sides.side(campaign, power) == side else ESPIONAGE
    if sort != deck:
        who = "the partisans' side" if deck == COUNTER_ESPIONAGE else "the occupier"
        yield Refusal("29.11, 25.4", f"with cards {who} plays {deck.title()} here", f"'play-chit {deck} on={on}'.")


def at_hand(campaign: TheWar, power: str, on: str) -> tuple[str, ...]:
    """The sorts of chits that a power holds, as far as this view knows, and may play on a purpose."""
    if not influence.known(campaign, power):
        return ()
    held = (sort for sort in PURPOSES[on].sorts if influence.stock(campaign, power, sort))
    return tuple(sort for sort in held if not any(True for _ in wrong_deck(campaign, power, on, sort)))


def _listed(campaign: TheWar, side: str) -> bool:
    """Whether partisans of a side are on the board."""
    return any(
        unit.kind == partisan_homes.PARTISAN and sides.side(campaign, unit.power) == side
        for unit in campaign.units.values()
    )


def _rolls_with_or_against(campaign: TheWar, power: str, side: str) -> bool:
    """Whether a power's alliance rolls for its partisans in the step of a side yet, or is rolled against."""
    mine = campaign.powers[power].alliance if power in campaign.powers else ""
    return any(
        mine in (alliance, campaign.powers[occupier].alliance)
        for alliance, occupier in partisan_homes.rolls_left(campaign, side)
    )


def partisans_told(campaign: TheWar) -> Iterable[str]:
    """What the chits that stand add to the partisans' roll of the step at hand; the die falls on the board."""
    whose = PARTISAN_STEPS.get(campaign.progress.step, "")
    of = f"{PARTISANS}-{stating.segment(campaign)}"
    for power in wars.POWERS:
        if power in campaign.powers and tallies.used(campaign, power, HELPS, of):
            adds = -ON_PARTISANS if sides.side(campaign, power) == whose else ON_PARTISANS
            what = "card" if by_cards(campaign) else "chit"
            yield f"{adds:+d} on the roll: a {what} of {wars.named(campaign, power)} (16.1.7.6, ruling 117)."
    if whose == sides.ALLIED:
        yield from behind_lines.told(campaign)


# --- U-boat cards


def _cards_refused(campaign: TheWar, power: str) -> Iterable[Refusal]:
    if not card_matrices.on(campaign, "u-boats"):
        reason = "no U-boat and ASW cards are played with"
        yield Refusal("16.1.7.2, 29.6", reason, "Ultra or the sub hunters take a chit, as they are asked.")
        return
    if power != "britain":
        yield Refusal("16.1.7.2, 29.6", "only Britain has Germany show its U-boat cards", "A British chit.")
    if not battle_cards.coming(campaign, battle_cards.SEA_STEP):
        yield Refusal("16.1.7.2, 29.6", "no U-boat roll is made this turn", "U-boats against ASW.")
    if played(campaign, power, CARDS):
        yield Refusal("16.1.7.3", "a chit was played on the U-boat cards in this turn", "One chit a turn.")


def to_be_shown(campaign: TheWar) -> int:
    """How many cards Germany shows: two, or as many as it keeps beside the one that it plays."""
    return min(SHOWN, max(0, len(card_matrices.named(campaign, "u-boats", attacks=True)) - 1))


# --- all of them


@compared_often
class Purpose:
    """What a chit is played on, and how that is ``said``: its ``rule``, the ``steps`` in which it is, its ``sorts``,
    what is against it, what it does where nobody cancels it (``stands``, None where all is a question that follows, the
    ``next_stage``), and how both is said: ``does`` with the chit, ``without`` once it is cancelled."""

    id: str
    said: str
    rule: str
    steps: tuple[str, ...]
    when: str
    wrong: Callable[[TheWar, str], Iterable[Refusal]]
    stands: Callable[[Transaction[TheWar], str], None] | None
    does: str
    without: str
    sorts: tuple[str, ...] = (ESPIONAGE,)
    next_stage: str = ""


PURPOSES = {
    purpose.id: purpose
    for purpose in (
        Purpose(
            RESERVES,
            "for its Reserves",
            "9.9.1, 16.1.7.2",
            (construction_limit.STEP,),
            "As units are built, in the Spring or Fall turn.",
            _reserves_refused,
            _one_more,
            "one Reserve more in this turn",
            "no Reserve more",
        ),
        Purpose(
            SURPRISE,
            "for surprise at sea",
            "11.7.2, 16.1.7.2",
            NAVAL_STEPS,
            "In the naval steps of its own Operations, in Spring and Fall.",
            _surprise_refused,
            lambda tx, power: _helps_now(tx, power, SURPRISE, "11.7.2"),
            "-1 on every roll for surprise at sea in this segment: up to 3",
            "surprise stays at up to 2",
        ),
        Purpose(
            PARTISANS,
            "on the partisans",
            "16.1.7.6, 25.4",
            tuple(PARTISAN_STEPS),
            "As the partisans roll, in Spring and Fall.",
            _partisans_refused,
            lambda tx, power: _helps_now(tx, power, PARTISANS, "16.1.7.6", PARTISAN_SEGMENT),
            "2 on the partisans' roll, in its own favour",
            "the partisans' roll as it is",
            SORTS,
        ),
        Purpose(
            CARDS,
            "on the U-boat cards",
            "16.1.7.2, 29.6",
            (battle_cards.SEA_STEP,),
            "As the U-boat cards are chosen, in Spring and Fall.",
            _cards_refused,
            None,
            "Germany shows two of the U-boat cards that it does not play",
            "nothing is shown",
            next_stage=SHOW,
        ),
    )
}
