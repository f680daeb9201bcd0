"""The options of a campaign of The War: how it is played at the table, and the optional rules of chapter 29."""

from __future__ import annotations

from engine.kernel.sheets.options import CONSENT, HOUSE_RULINGS, TABLE, Option, Options

SEA = "U-boats and the sea"
BOMBING = "Bombing"
BATTLE = "Battles and countries"

OPTIONS = (
    HOUSE_RULINGS,
    CONSENT,
    Option(
        "board",
        "Board",
        choices=("trusted", "checked"),
        group=TABLE,
        about="Trusted: what the board shows is not asked. Checked: orders are refused by where units stand.",
    ),
    Option(
        "sealed_efforts",
        "Sealed efforts",
        "ruling 144",
        group=TABLE,
        about="Efforts of several seats are bought in secret and opened together.",
    ),
    Option(
        "convoys",
        "Convoys",
        "29.7",
        group=SEA,
        about="A convoy sails past hidden counters; where they find it, its own die decides on ambush or massacre.",
    ),
    Option(
        "simplified-u-boats",
        "Simplified U-boats",
        "29.5",
        group=SEA,
        about="A few dice a year in place of the whole war at sea: quick, with no boxes, hunters or raiders.",
        excludes=("convoys", "attrition-table", "capital-ships", "u-boat-cards", "sub-hunters"),
    ),
    Option(
        "u-boat-cards",
        "U-boat cards",
        "29.6",
        group=SEA,
        about="Both sides play a card in secret before the U-boat die; the pair of them modifies it.",
    ),
    Option(
        "mediterranean-submarines",
        "Mediterranean",
        "29.14",
        group=SEA,
        about="Two British submarines fight two Italian ASW units over Italy's convoys.",
    ),
    Option(
        "attrition-table",
        "Attrition table",
        "29.17",
        group=SEA,
        about="U-boats lost to attrition are rolled on a table by how many ASW units there are.",
    ),
    Option(
        "capital-ships",
        "Capital ships",
        "29.19",
        group=SEA,
        about="A natural 1 in the U-boat war may also Deplete a Fleet or a carrier.",
    ),
    Option(
        "sub-hunters",
        "Sub hunters",
        "29.16",
        group=SEA,
        about="ASW units may leave the box to hunt U-boats in the North Atlantic in battles of their own.",
    ),
    Option(
        "naval-cards",
        "Naval cards",
        "29.13",
        group=SEA,
        about="Both sides play a card before the roll of a battle at sea; better in shorter scenarios.",
    ),
    Option(
        "simplified-bombing",
        "Simplified bombing",
        "29.8",
        group=BOMBING,
        about="A few dice a year in place of the whole bombing war, from 1942 on: quick, with no boxes.",
        excludes=("bombing-ussr", "bombing-cards", "city-raids", "bomber-waves"),
    ),
    Option(
        "bombing-cards",
        "Bombing cards",
        "29.9",
        group=BOMBING,
        about="Bombers and interceptors each play a card in secret before the roll; the pair modifies it.",
    ),
    Option(
        "city-raids",
        "City raids",
        "29.10",
        group=BOMBING,
        about="Raids name a German city; under its marker may lie critical industry or a firestorm.",
    ),
    Option(
        "bombing-ussr",
        "Bomb the USSR",
        "29.12",
        group=BOMBING,
        about="German SAC may bomb the Soviet Union, which has Flak and five INT for its force pool.",
    ),
    Option(
        "bomber-waves",
        "Bomber waves",
        "29.18",
        group=BOMBING,
        about="German bombers over Britain may come in up to three waves, each met on its own.",
    ),
    Option(
        "simplified-diplomacy",
        "Simplified diplomacy",
        "29.15",
        group=BATTLE,
        about="One target each Spring and Fall, two dice at 3 NARFs: no points, no secrets; made for one player.",
        excludes=("espionage-cards",),
        alone=("Diplomacy", "in full", "simplified"),
    ),
    Option(
        "espionage-cards",
        "Espionage cards",
        "29.11",
        group=BATTLE,
        about="On the diplomatic and partisan tables cards replace chits: one alone is 2, two together their cell.",
    ),
    Option(
        "reveal-all",
        "Reveal all POPs",
        "16.1.3, ruling 432",
        group=BATTLE,
        about="All show their POPs in a target before its attacker picks an alliance, as printed.",
    ),
    Option(
        "early-us-entry",
        "Early U.S. entry",
        "22.3, ruling 129",
        group=BATTLE,
        about="With Spain an Axis Associate or Satellite the U.S. may try to enter from Summer or Spring 1941.",
    ),
    Option(
        "victory-by-objectives",
        "Objectives",
        "27.1, ruling 375",
        group=BATTLE,
        about="In Summer 1945 each side has its level by the objectives it holds; for three to five players.",
    ),
    Option(
        "transylvania",
        "Transylvania",
        "29.4",
        group=BATTLE,
        about="In Fall 1940 Germany or Italy may award Transylvania's two NARFs to Hungary.",
    ),
    Option(
        "forced-marches",
        "Forced marches",
        "29.1",
        group=BATTLE,
        about="INF and MOT may roll to move two hexes further in the First Impulse; 1 to 3 Depletes them.",
    ),
    Option(
        "siege-of-leningrad",
        "Siege of Leningrad",
        "29.22",
        group=BATTLE,
        about="As a fortress with six Soviet factors in supply Leningrad is taken by a siege alone.",
    ),
    Option(
        "elite-units",
        "Elite units",
        "29.2",
        group=BATTLE,
        about="A whole German 10-8 ARM shifts the odds of a battle on land by one column.",
    ),
    Option(
        "air-crew-training",
        "Pilots and crews",
        "29.3",
        group=BATTLE,
        about="One aircraft of each kind a turn has its usual cadre, each further one twice the one before.",
    ),
    Option(
        "carpet-bombing",
        "Carpet bombing",
        "29.20",
        group=BATTLE,
        about="In Summer 1944 the Western Allies shift the odds of up to two attacks by one column.",
    ),
)


class OptionSheet(Options):
    """The options of The War, whose rulebook has one edition."""

    options = OPTIONS
