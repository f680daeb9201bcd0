"""Why a step of The War comes up: what the conditions of its table say."""

from __future__ import annotations

from engine.kernel.sheets.titles import Condition

_OF_SOMEBODY = {
    "war": "{} at war",
    "peace": "{} at peace",
    "belligerent": "{} at war",
    "neutral": "{} neutral",
    "conquered": "{} fallen",
    "standing": "{} not fallen",
    "surrender": "the surrender roll of {} due",
}
"""Conditions of powers and countries, which stand behind their colon with a plus between."""
_OF_A_WORD = {
    "option": "option {}",
    "without": "without option {}",
    "effort": "an effort allows {}",
    "fact": "{}",
    "due": "{} due",
}
"""Conditions of something that is a word of the rules."""
_WHOLE = {
    "effort:not-pass": "an effort is more than a Pass",
    "land:changes": "land may change hands",
    "supply:first": "somebody is cut off, a siege runs, or a seat asks",
    "supply:second": "ARM, MECH or CAV were out of supply",
    "supply:third": "somebody is out of supply, a siege runs, or a seat asks",
    "due:placing": "something was bought this turn",
    "due:ships": "somebody could sail, or a patrol returns",
    "close:asks": "somebody could move, or the campaign ends",
    "boxes:waiting": "a force waits in a box that counts turns",
}


def condition(text: str) -> Condition | None:
    """What a condition such as ``war:germany+ussr`` says."""
    if text in _WHOLE:
        return Condition(_WHOLE[text])
    word, _, argument = text.partition(":")
    if word == "status":
        country, _, status = argument.partition("=")
        return Condition(f"{{}} {status}", (country,))
    if word in _OF_SOMEBODY:
        return Condition(_OF_SOMEBODY[word], tuple(argument.split("+")))
    if word in _OF_A_WORD:
        return Condition(_OF_A_WORD[word].format(argument.replace("-", " ")))
    return None
