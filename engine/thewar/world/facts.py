"""The facts that this room keeps: wars between the great, Espionage chits, what was lost and attacked."""

from __future__ import annotations

from engine.kernel.facts import count, flag, turn, word

FACTS = (
    flag("nazi-soviet-pact", "16.5"),
    flag("soviet-attack-on-germany", "14.6.1, 14.8.2"),
    flag("german-attack-on-ussr", "14.6, 21.7.1"),
    turn("attack-{powers}-{holdings|countries}", "18.7.2"),
    count("espionage-britain", "5.1.3.5", "British Espionage chits"),
    turn("ultra-played", "5.1.3.5"),
    turn("hunters-chit-played", "29.16"),
    turn("british-units-lost", "17.2", inner=True),
    turn("french-north-africa-invaded", "12.2.5"),
    word("commando-raider", "2.6"),
    word("commando-in", "2.6"),
    flag("massacre-suffered-{powers}", "5.1.3.1"),
)
