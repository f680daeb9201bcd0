"""Variants that touch strategic warfare, upgrades and ratings (chapter 28): what the table has drawn is entered here
and holds on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from attrs import frozen

from engine.kernel.grammar import NAME, keyed, word
from engine.kernel.orders import Field, Form, PowerOrder
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.countries import entry_level, yards
from engine.thewar.countries.variant_table import OF_TURN, PLAYED, played, rows
from engine.thewar.economy import income
from engine.thewar.world import calendar, conditions, forces, wars
from engine.thewar.world.state import Pool, TheWar


@frozen
class Variant(PowerOrder[TheWar]):
    """Play a variant of strategic warfare or of building that its roll has given; the roll itself is made by hand in
    Planning (28).
    ``yard``: the home port of the shipyard that it gives."""

    verb: ClassVar[str] = "variant"
    title: ClassVar[str] = "play a variant"
    rule: ClassVar[str] = "28"
    account: ClassVar[str] = "diplomacy"
    standing: ClassVar[bool] = True

    name: str = word(NAME)
    yard: str = keyed(NAME, "")

    def judge(self, campaign: TheWar) -> Iterable[Refusal]:
        row = rows().get(self.name)
        if row is None:
            yield Refusal(
                "28", f"'{self.name}' is no variant of strategic warfare or building", f"There are {', '.join(rows())}."
            )
            return
        if row["power"] != self.power:
            yield Refusal(row["rule"], f"{row['name']} is a variant of {wars.named(campaign, row['power'])}")
        now = calendar.now(campaign)
        if row["from"] and now < calendar.number(row["from"]):
            yield Refusal(row["rule"], f"{row['name']} is played from {calendar.spoken(row['from'])} on")
        if row["until"] and now > calendar.number(row["until"]):
            yield Refusal(row["rule"], f"{row['name']} could be played until {calendar.spoken(row['until'])}")
        if calendar.season(campaign) not in row.get("seasons", calendar.SEASONS):
            yield Refusal(row["rule"], f"{row['name']} is played in {' or '.join(row['seasons'])}")
        if why := conditions.unmet(campaign, row.get("needs", ())):
            yield Refusal(row["rule"], f"{row['name']} is not played yet", f"{why[0].upper()}{why[1:]}.")
        times = played(campaign, self.name)
        if times >= row["times"]:
            yield Refusal(row["rule"], f"{row['name']} has been played {times} times", f"At most {row['times']}.")
        for group, change in row.get("pool", {}).items():
            pool = campaign.pools.get(f"{self.power}-{group}")
            left = pool.count if pool else 0
            if change < 0 and left < -change:
                reason = f"{-change} {forces.spoken(group)} of the force pool are given up, {left} are left there"
                yield Refusal(row["rule"], reason, "Built ones stay.")
        homes = yards.homes(campaign, self.power) if row.get("yard", False) else ()
        if row.get("yard", False) and self.yard not in homes:
            ports = ", ".join(f"'yard={home}'" for home in homes)
            said = f"'{self.yard}' is no home port for the yard" if self.yard else "no home port is named for the yard"
            yield Refusal(row["rule"], said, f"One of {ports}." if homes else "There is none left.")
        elif self.yard and not homes:
            yield Refusal(row["rule"], f"{row['name']} gives no yard", "Without yard=.")
        if (kind := row.get("early", "")) and not income.coming(campaign, self.power, kind):
            yield Refusal(row["rule"], f"every {kind} of {wars.named(campaign, self.power)} has come", "None is early.")

    def effect(self, tx: Transaction[TheWar]) -> None:
        row = rows()[self.name]
        why = str(row["name"])
        tx.put(f"facts.{PLAYED}{self.name}", played(tx.campaign, self.name) + 1, why, row["rule"])
        if fact := row.get("fact", ""):
            tx.put(f"facts.{fact}", calendar.turn(tx.campaign) if fact.endswith(OF_TURN) else True, why, row["rule"])
        for group, change in row.get("pool", {}).items():
            self._pool(tx, group, change, why, row["rule"])
        if self.yard:
            yards.put_up(tx, self.yard, why, row["rule"])
        if kind := row.get("early", ""):
            income.bring_forward(tx, self.power, kind, why, row["rule"])
        for _ in range(row.get("entry", 0)):
            entry_level.every_time(tx, "fdr")

    def _pool(self, tx: Transaction[TheWar], group: str, change: int, why: str, rule: str) -> None:
        at = f"pools.{self.power}-{group}"
        if f"{self.power}-{group}" in tx.campaign.pools:
            forces.trade(tx, f"{self.power}-{group}", change, why, rule)
            return
        kind, _, rest = group.partition("-")
        strength, tag = (rest, "") if rest[:1].isdigit() else ("", rest)
        tx.create(at, Pool(power=self.power, kind=kind, strength=strength, count=change, tag=tag), why, rule)

    def sentence(self, campaign: TheWar) -> str:
        row = rows().get(self.name, {})
        effect = f": {row['effect']}" if row else ""
        return f"{wars.named(campaign, self.power)} plays {row.get('name', self.name)}{effect}"

    @classmethod
    def form(cls, campaign: TheWar, power: str) -> Form | None:
        fields = (
            Field(
                "power",
                "power",
                cls.rule,
                choices=tuple(dict.fromkeys(row["power"] for row in rows().values())),
                default=power,
            ),
            Field("name", "variant", cls.rule, choices=tuple(rows())),
        )
        return Form(cls.verb, "Play a variant", "{power} variant {name}", fields, cls.rule)
