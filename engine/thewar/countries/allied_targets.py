"""What Allied variants are played on: a beachhead that becomes a port, who pays for Soviet points, a TAC or a FTR, the
strength of NKVD counters (28.2.1 #6, 28.2.3 #13, #15, 28.2.4 #7, rulings 399, 400, 580, 583, 584)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from engine.kernel.counters import Counter
from engine.kernel.refusals import Refusal
from engine.kernel.transaction import Transaction
from engine.thewar.countries import others_pay
from engine.thewar.countries.variant_named import Kind, Named
from engine.thewar.world import counters, forces, markers, minors, titles, wars
from engine.thewar.world.state import Marker, Pool, TheWar, Unit

_STRENGTH = re.compile(r"[1-9]-[1-9]\Z")


def beachheads(campaign: TheWar) -> dict[str, Marker]:
    """The beachheads of the Western Allies that lie and are no port for good yet, by place."""
    return {
        marker.place: marker
        for marker in campaign.markers.values()
        if marker.kind == markers.BEACHHEAD
        and minors.alliance(campaign, marker.power) == "western"
        and not markers.at(campaign, marker.place, (markers.PORT,))
    }


class Harbor(Kind):
    """A beachhead becomes a port for good (28.2.4 #7)."""

    column = "harbors"
    at_label = "which beachhead"

    def meant(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> Named:
        lying = tuple(beachheads(campaign))
        return Named(lying, named.unit) if len(lying) == 1 and not named.at else named

    def wrong(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> Iterable[Refusal]:
        rule, lying = f"{row['rule']}, rulings 400, 580", beachheads(campaign)
        named_so = ", ".join(titles.where(campaign, where) for where in lying)
        hint = f"There are: {named_so}." if lying else "None lies now: each lies for three turns after its landing."
        if named.unit:
            yield Refusal(str(row["rule"]), f"{row['name']} names no unit", "Without unit=.")
        if len(named.at) != 1:
            are = f"{len(named.at)} are" if named.at else "none is"
            yield Refusal(rule, f"one beachhead becomes a port, and {are} named", f"'at='. {hint}" if lying else hint)
        elif named.at[0] not in lying:
            where = titles.where(campaign, named.at[0])
            known = bool(markers.at(campaign, named.at[0], (markers.PORT,)))
            said = f"{where} is a port for good already" if known else f"no beachhead of the Allies lies at {where}"
            yield Refusal(rule, said, hint)

    def carry_out(self, tx: Transaction[TheWar], row: Mapping[str, Any], named: Named) -> None:
        for where in named.at[:1]:
            marker = beachheads(tx.campaign).get(where)
            # Over the rules it may lie on the board alone.
            markers.lay(tx, markers.PORT, where, marker.power if marker is not None else str(row["power"]))

    def said(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> str:
        return f"a port at {titles.where(campaign, named.at[0])}" if named.at else ""

    def offered(self, campaign: TheWar, row: Mapping[str, Any]) -> Iterable[Named]:
        return (Named((where,)) for where in beachheads(campaign))

    def places(self, campaign: TheWar, row: Mapping[str, Any]) -> Iterable[Counter]:
        for where, marker in beachheads(campaign).items():
            yield Counter(where, titles.where(campaign, where), 1, f"of {wars.named(campaign, marker.power)}")


class Payer(Kind):
    """Who pays for a part of the next Soviet purchase (28.2.3 #15)."""

    column = "pays"
    at_label = "who pays"

    def wrong(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> Iterable[Refusal]:
        rule, able = str(row["rule"]), [power for power in row["pays"] if wars.standing(campaign, power)]
        hint = " or ".join(f"'at={power}'" for power in able) + "."
        if named.unit:
            yield Refusal(rule, f"{row['name']} names no unit", "Without unit=.")
        if waits := others_pay.payer(campaign):
            reason = f"{wars.named(campaign, waits)} pays for the next Soviet purchase already"
            yield Refusal(others_pay.RULE, reason, "One at a time: once that is bought.")
        if len(named.at) != 1 or named.at[0] not in able:
            names = ", ".join(wars.named(campaign, power) for power in named.at) or "nobody"
            yield Refusal(rule, f"{names} is named to pay", hint)
        elif others_pay.guarded(campaign, named.at[0]):
            who = wars.named(campaign, named.at[0])
            yield Refusal("28.2.2 #12, 28.2.4 #16", f"{who} has played Counter-intelligence: it is void", hint)

    def carry_out(self, tx: Transaction[TheWar], row: Mapping[str, Any], named: Named) -> None:
        if named.at[:1] and named.at[0] in row["pays"]:
            tx.put(f"facts.{others_pay.PAYER}", named.at[0], str(row["name"]), str(row["rule"]))

    def said(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> str:
        return f"{wars.named(campaign, named.at[0])} pays" if named.at else ""

    def offered(self, campaign: TheWar, row: Mapping[str, Any]) -> Iterable[Named]:
        return (Named((power,)) for power in row["pays"])

    def places(self, campaign: TheWar, row: Mapping[str, Any]) -> Iterable[Counter]:
        for power in row["pays"]:
            guarded = others_pay.guarded(campaign, power)
            able = wars.standing(campaign, power) and not guarded
            note = "" if able else "has played Counter-intelligence" if guarded else "has surrendered"
            yield Counter(power, wars.named(campaign, power), int(able), note)


class Brought(Kind):
    """One unit more that comes into play at once and without cost, of some by choice (28.2.1 #6, ruling 392)."""

    column = "brings"
    at_label = "which air unit comes beside it"

    def meant(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> Named:
        """A unit by its kind alone too: 'tac'."""
        full = {counters.kind_of(group): group for group in row["brings"]}
        return Named(tuple(full.get(name, name) for name in named.at), named.unit)

    def wrong(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> Iterable[Refusal]:
        rule, hint = (
            str(row["rule"]),
            " or ".join(f"'at={counters.kind_of(group)}'" for group in row["brings"]) + ".",
        )
        if named.unit:
            yield Refusal(rule, f"{row['name']} names no unit of the board", "Without unit=.")
        if len(named.at) != 1 or named.at[0] not in row["brings"]:
            what = ", ".join(forces.spoken(group) for group in named.at) or "nothing"
            yield Refusal(f"{rule}, ruling 392", f"one air unit comes, and {what} is named", hint)

    def carry_out(self, tx: Transaction[TheWar], row: Mapping[str, Any], named: Named) -> None:
        power = str(row["power"])
        for group in (group for group in named.at[:1] if group in row["brings"]):
            kind, strength, tag = counters.pieces(group)
            unit = Unit(power=power, kind=kind, strength=strength, tag=tag)
            tx.create(f"units.{forces.new_id(tx, power, kind)}", unit, str(row["name"]), str(row["rule"]))

    def said(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> str:
        return f"{forces.spoken(named.at[0])} beside it" if named.at and named.at[0] in row["brings"] else ""

    def offered(self, campaign: TheWar, row: Mapping[str, Any]) -> Iterable[Named]:
        return (Named((group,)) for group in row["brings"])

    def places(self, campaign: TheWar, row: Mapping[str, Any]) -> Iterable[Counter]:
        return (Counter(group, forces.spoken(group)) for group in row["brings"])


class Raised(Kind):
    """Units of which the rulebook prints no strength: who plays says what their counters print (28.2.3 #13, ruling
    584)."""

    column = "raises"
    at_label = "strength that their counters print, 1-1 to 9-9"

    def wrong(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> Iterable[Refusal]:
        rule = f"{row['rule']}, ruling 584"
        if named.unit:
            yield Refusal(str(row["rule"]), f"{row['name']} names no unit", "Without unit=.")
        if len(named.at) != 1 or not _STRENGTH.match(named.at[0]):
            what = forces.spoken(row["raises"]["kind"])
            said = f"'{','.join(named.at)}' is no strength of {what}" if named.at else f"no strength of {what} is named"
            yield Refusal(rule, said, "As their counters print it, such as 'at=2-3'.")

    def carry_out(self, tx: Transaction[TheWar], row: Mapping[str, Any], named: Named) -> None:
        power, kind, why, rule = str(row["power"]), row["raises"]["kind"], str(row["name"]), str(row["rule"])
        for strength in named.at[:1]:
            key = f"{power}-{kind}-{strength}"
            if _STRENGTH.match(strength) and key not in tx.campaign.pools:
                pool = Pool(power=power, kind=kind, strength=strength, count=row["raises"]["count"])
                tx.create(f"pools.{key}", pool, why, rule)

    def said(self, campaign: TheWar, row: Mapping[str, Any], named: Named) -> str:
        return f"{row['raises']['count']} of {named.at[0]} join the pool" if named.at else ""

    def offered(self, campaign: TheWar, row: Mapping[str, Any]) -> Iterable[Named]:
        # What the counters print nobody can guess: the form asks for it.
        return ()
