"""The options of a campaign of A World at War, the edition of its rulebook among them."""

from __future__ import annotations

from engine.kernel.sheets.options import CONSENT, HOUSE_RULINGS, Option, Options
from engine.worldatwar.world import editions

RULES, SUBMARINES = "The rulebook", "Research before the war"
_STEPS = (("edition", editions.NAMES[0]), ("classic", False))


class OptionSheet(Options):
    """The options, and the table of the editions."""

    options = (
        HOUSE_RULINGS,
        CONSENT,
        Option(
            "edition",
            "Edition",
            choices=editions.NAMES,
            group=RULES,
            about="The edition whose figures are played; they stand side by side in the table of the editions.",
        ),
        Option(
            "classic",
            "Classic game",
            group=RULES,
            about="As in the classic box, pools grow from 1940; off, from a full year of war, and research counts.",
        ),
        Option(
            "german-submarine-steps",
            "German steps",
            "25.13A",
            group=SUBMARINES,
            about="Steps of German submarine research before the war: how many submarines fight in the Atlantic.",
            counts_with=_STEPS,
        ),
        Option(
            "japanese-submarine-steps",
            "Japanese steps",
            "25.13C",
            group=SUBMARINES,
            about="Steps of Japanese submarine research before the war: more Japanese submarines may fight.",
            counts_with=_STEPS,
        ),
    )
    edition_table = "editions"
