"""What things are called, and what is entered as done on the board from any screen."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.sheets.entries import Entries
from engine.kernel.sheets.titles import Condition, Titles
from engine.thewar.countries import variant_table
from engine.thewar.sheets import occasions
from engine.thewar.world import titles
from engine.thewar.world.state import TheWar


class TitleSheet(Titles[TheWar]):
    """Names of what bears none."""

    outcomes: Mapping[str, str] = {
        # Battles.
        "attacker": "attacker",
        "defender": "defender",
        "attackers_lost": "attackers lost, units",
        "attackers_depleted": "attackers Depleted",
        "attackers_price": "attackers' NARFs",
        "defenders_lost": "defenders lost, units",
        "defenders_depleted": "defenders Depleted",
        "defenders_price": "defenders' NARFs",
        "oas": "OAS columns",
        "das": "DAS columns",
        "bombers": "bombers through",
        "retreat": "defenders retreat",
        "ships": "ships",
        "sunk": "ships sunk",
        "depleted": "ships hit",
        "air_lost": "aircraft lost",
        "air_depleted": "aircraft hit",
        "set_back": "ships set back",
        "surprised": "ships are surprised",
        "met": "the sides meet",
        "line_met": "the supply line is met",
        "goes_on": "the mission goes on",
        "laden_sunk": "laden Fleets sunk",
        # Strategic warfare.
        "column": "column of the table",
        "modifier": "modifier of the die",
        "row": "row of the table",
        "result": "result",
        "flak_result": "result of the Flak",
        "effective": "units that get through",
        "rate": "NARFs for each of them",
        "attrition": "units lost, attrition",
        "uboats_lost": "U-boats lost",
        "uboats_aborted": "U-boats driven off",
        "uboats_left": "U-boats left",
        "asw_lost": "ASW lost",
        "asw_aborted": "ASW driven off",
        "asw_left": "ASW left",
        "narfs_uboats": "NARFs to U-boats",
        "narfs_raiders": "NARFs to raiders",
        "base_loss": "NARF base lost",
        "smps_narfs": "SMPs lost with NARFs",
        "smps_convoy": "SMPs lost with convoys",
        "smps_extra": "SMPs lost, bomb hits",
        "sunk_by_hunters": "U-boats hunters sink",
        "depleted_by_hunters": "U-boats they Deplete",
        "subs_lost": "submarines lost",
        "subs_aborted": "submarines driven off",
        "status": "the country is then",
        "patron": "of",
        "level": "Entry Level moves by",
        "lent": "the ASW is lent",
        "succeeds": "the first die succeeds",
        "obtained": "it gets its project",
        "enters": "it may declare war",
        "surrenders": "it surrenders",
        "narfs_partisans": "NARFs lost",
        "cut": "SMP and railmove lost",
        "partisans_lost": "partisans eliminated",
        "joins": "a unit joins the pool",
        "struck": "the ship is Depleted",
        "factors": "its damage, factors",
        "home": "it comes home",
        "march": "units march further",
        "worn": "of them Depleted",
        "sac_lost": "SAC lost",
        "sac_aborted": "SAC turned back",
        "sac_depleted": "SAC Depleted",
        "sac_flak_eliminated": "SAC lost to Flak",
        "sac_flak_depleted": "SAC Depleted by Flak",
        "int_lost": "INT lost",
        "int_aborted": "INT turned back",
        "jets_lost": "jets lost",
        "rail_lost": "rail moves lost",
        "surrender": "surrender level by",
        "oil_hits": "hits on oil",
        "critical_hits": "critical hits",
        "firestorms": "firestorms",
    }

    dice: Mapping[str, str] = {
        "uboat:crt": "the U-boat war",
        "submarines:crt": "submarines in the Mediterranean",
        "sub-hunters:search": "the search of the sub hunters",
        "sub-hunters:naval": "the attack of the sub hunters",
        "attrition": "attrition of the U-boats",
        "bombing": "the bombing",
        "bombing:ussr": "the bombing of the Soviet Union",
        "rockets-air": "interceptors against V-1",
        "v-2": "the start of a V-2",
        "target-hit": "what of the target is hit",
        "influence": "diplomacy in",
        "midget-subs": "midget submarines against",
    }

    def thing(self, campaign: TheWar, thing: object) -> str:
        return titles.thing(campaign, thing)

    def called(self, campaign: TheWar, key: str) -> str:
        row = variant_table.rows().get(key)
        return titles.called(campaign, key) or (str(row["name"]) if row is not None else "")

    def change(self, campaign: TheWar, at: str, was: object, now: object) -> str | None:
        if not at.endswith((".effort", ".efforts")):
            return None
        # Names are asked for wherever a campaign is looked at: the rules of efforts are loaded where one has changed.
        from engine.thewar.economy import logistics

        return logistics.told(campaign, at, was, now)

    def condition(self, text: str) -> Condition | None:
        return occasions.condition(text)


class EntrySheet(Entries):
    """The quick entries."""

    verbs: Mapping[str, tuple[str, ...]] = {
        "losses": ("losses",),
        "capture": ("capture", "conquer", "status", "entered", "surrender", "liberate"),
        "places": ("evacuate", "station", "mark"),
        "checks": ("unsupplied", "run-supply", "trace", "ask-path", "supply-path", "ask-supply", "supply-link"),
    }
