"""The stages of a diplomatic roll, the verbs of what is answered in them, and the options that change them (16.1.3)."""

from __future__ import annotations

RULE = "16.1.3"
REVEAL, PICK, PARTNERS, DEFENCE = "reveal", "pick", "partners", "defence"
LONE_COUNTER, CARDS, ROLL, WHOSE = "lone-counter", "cards", "roll", "whose"
STAGES = (REVEAL, PICK, PARTNERS, DEFENCE, LONE_COUNTER, CARDS, ROLL)
"""In this order; a stage in which nobody is asked is passed over."""
CARDS_OPTION = "espionage-cards"
"""The option by which cards stand in place of chits on this roll (29.11)."""
REVEAL_OPTION = "reveal-all"
"""The option by which all show their POPs before the attacker picks an alliance (ruling 432)."""
SHOW, AGAINST = "show-pops", "against"
BACK, DEFEND, CANCEL, TAKE, NET = "back", "defend", "cancel-counter", "take-over", "card-modifier"
"""The verbs of the answers."""
