"""The three editions of the rulebook.

What differs between them stands in ``tables/editions.toml``. Rules ask the edition for a figure or a way of counting,
and never for its name. The oldest file has chapter 26 only: for chapters 24 and 25 it follows the middle edition.
"""

from __future__ import annotations

from functools import cache

import attrs

from engine.kernel.tables import table
from engine.kernel.values import frozen
from engine.worldatwar.world import transports
from engine.worldatwar.world.markers import MarkerRule
from engine.worldatwar.world.state import WorldAtWar
from engine.worldatwar.world.transports import TransportRule

NAMES = ("newest", "middle", "oldest")
"""Ids of the editions; a campaign that names none is played by the first."""


@frozen
class Edition:
    """One edition. ``research_free``: so many bomber results add nothing to the dice, ``range_counts``: excess range
    does, ``pacific_bombers``: what American Pacific bombers add (26.461B). ``production_from``: the year from which
    force pools may grow, '' for the first full year of war (24.21). ``bomber_result``: the research result that
    production of bombers needs (24.21A). ``steps_count``: research before the war counts, outside of the classic game
    (25.13). ``advanced_japan``: Japan may have advanced submarines (25.17). ``iberia_apart``: Gibraltar and the Iberian
    ports count each for itself (25.723). ``happy_time_once``: none after the U.S. has entered again (25.66).
    ``front_rule``: interceptors do not defend and escort across fronts in successive turns (26.431). ``aborted_again``:
    defenders that aborted may meet the next force (26.451). ``always_chosen``: the attacker always chooses who engages
    (26.451B). ``japanese_aaf``: most AAF with which Japan bombs in a turn, 0 for no limit (26.52). ``repairs``: damage
    markers removed a turn (26.74). ``rocket_gain``: powers whose rockets raise a construction limit, none named for all
    (26.653C). ``synthetic_owners``: whose synthetic plants are targets (26.31J). ``rocket_rules``: rocket bases are
    placed by rules of their own and not as airbases are (26.61). ``repairers``: powers that each remove markers, none
    named for every faction as a whole (26.74). ``marker_leaves``: a firestorm marker leaves a hex that is captured or
    subject to an atomic attack (26.85)."""

    id: str
    name: str
    transports: TransportRule
    markers: MarkerRule
    research_free: int
    range_counts: bool
    pacific_bombers: int
    bomber_result: int
    production_from: str
    steps_count: bool
    advanced_japan: bool
    iberia_apart: bool
    happy_time_once: bool
    front_rule: bool
    aborted_again: bool
    always_chosen: bool
    japanese_aaf: int
    repairs: int
    rocket_gain: tuple[str, ...]
    synthetic_owners: tuple[str, ...]
    rocket_rules: bool
    repairers: tuple[str, ...]
    marker_leaves: bool


@cache
def edition(name: str) -> Edition:
    """The edition of that name, one of ``NAMES``. Raises KeyError."""
    data = table("worldatwar", "editions")["edition"][name]
    return Edition(
        id=name,
        name=data["name"],
        transports=transports.RULES[data["transports"]],
        markers=MarkerRule(
            brps=data["brps_for_marker"],
            rest_marks=data["rest_marks"],
            stands=data["synthetic_stands"],
            partials=data["partial_counters"],
        ),
        research_free=data["research_free"],
        range_counts=data["range_counts"],
        pacific_bombers=data["pacific_bombers"],
        bomber_result=data["bomber_result"],
        production_from=data["production_from"],
        steps_count=data["steps_count"],
        advanced_japan=data["advanced_japan"],
        iberia_apart=data["iberia_apart"],
        happy_time_once=data["happy_time_once"],
        front_rule=data["front_rule"],
        aborted_again=data["aborted_again"],
        always_chosen=data["always_chosen"],
        japanese_aaf=data["japanese_aaf"],
        repairs=data["repairs"],
        rocket_gain=tuple(data["rocket_gain"]),
        synthetic_owners=tuple(data["synthetic_owners"]),
        rocket_rules=data["rocket_rules"],
        repairers=tuple(data["repairers"]),
        marker_leaves=data["marker_leaves"],
    )


def of(campaign: WorldAtWar) -> Edition:
    """The edition that a campaign is played by."""
    return edition(str(campaign.options.get("edition", NAMES[0])))


def differences(edition_a: Edition, edition_b: Edition) -> dict[str, str]:
    """The figures in which two editions differ, each with the section that the table of editions gives for it."""
    sections = table("worldatwar", "editions")["sections"]
    names = (field.name for field in attrs.fields(Edition) if field.name not in ("id", "name"))
    return {name: sections[name] for name in names if getattr(edition_a, name) != getattr(edition_b, name)}
