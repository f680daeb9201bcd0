"""The options of a campaign of The War: how it is played at the table, and the optional rules of chapter 29."""

from __future__ import annotations

from engine.kernel.sheets.options import CONSENT, Option, Options

OPTIONS = (
    Option("house_rulings", "House rulings"),
    CONSENT,
    Option("board", "Board"),
    Option("sealed_efforts", "Sealed efforts", "ruling 144"),
    Option("transylvania", "Transylvania", "29.4"),
    Option("convoys", "Convoys 29.7", "29.7"),
    Option("simplified-u-boats", "U-boats 29.5", "29.5"),
    Option("u-boat-cards", "U-boat cards", "29.6"),
    Option("simplified-bombing", "Bombing 29.8", "29.8"),
    Option("bombing-cards", "Bombing cards", "29.9"),
    Option("bombing-ussr", "Bomb the USSR", "29.12"),
    Option("mediterranean-submarines", "Mediterranean", "29.14"),
    Option("attrition-table", "Attrition table", "29.17"),
    Option("capital-ships", "Capital ships", "29.19"),
    Option("city-raids", "City raids", "29.10"),
    Option("sub-hunters", "Sub hunters", "29.16"),
    Option("bomber-waves", "Bomber waves", "29.18"),
    Option("elite-units", "Elite units 29.2", "29.2"),
    Option("carpet-bombing", "Carpets 29.20", "29.20"),
    Option("naval-cards", "Naval cards", "29.13"),
)


class OptionSheet(Options):
    """The options of The War, whose rulebook has one edition."""

    options = OPTIONS
