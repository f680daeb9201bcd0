"""The calculators of politics: diplomacy, declarations of war, the American road to war (6.4, 16, 22, 29.15)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from engine.kernel.calculators import REQUIRED, Calculator, Input, Malformed, Result, Values, lines, without_dice
from engine.kernel.forecast import Core
from engine.kernel.refusals import Refusal, Refused
from engine.thewar.rolls import (
    declarations,
    diplomacy,
    political_points,
    protectors,
    simplified_diplomacy,
    soviet_attempt,
    us_entry,
    variant_dice,
)
from engine.thewar.sheets.given_turns import given_turn
from engine.thewar.world import wars

_POWERS = tuple(sorted(wars.POWERS))
_ALLIANCES = tuple(diplomacy.ALLIANCES)
_MOST = 100
_INVADED = ("greece", "netherlands", "norway", "sweden", "turkey", "yugoslavia", "romania", "finland")


def _turn_input(name: str, default: Any = REQUIRED, about: str = "the turn, such as 1941-3-fall") -> Input:
    return Input(name, "text", default, about=about)


def _counts(values: Values, name: str) -> dict[str, int]:
    """POPs by power. Raises Malformed."""
    for power, count in values[name].items():
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= _MOST:
            raise Malformed(f"{name}: {power} has a whole number of POPs from 0 to {_MOST}")
    return dict(values[name])


def _allowed(reasons: Iterable[Refusal]) -> None:
    """Raises Refused where there is any reason against it."""
    if refusals := list(reasons):
        raise Refused(refusals)


# --- diplomacy


def _begin_diplomacy(values: Values) -> tuple[Core[Any], Any]:
    if not values["simplified"] and not values["against"]:
        raise Malformed("diplomacy needs against (the alliance attacked)")
    roll = diplomacy.Influence(
        turn=given_turn(values),
        target=values["target"],
        by=values["by"],
        pops=_counts(values, "pops"),
        against=values["against"] or "",
        defending=_counts(values, "defending"),
        status=values["status"],
        holder=values["holder"] or "",
        gains=values["gains"] or "",
        soviets=values["soviets"],
        french_surrender=given_turn(values, "french_surrender"),
        betrayals=values["betrayals"],
        invaded=values["invaded"],
        modifiers=tuple(dict.fromkeys(values["modifiers"])),
        cards=values["cards"],
    )
    if values["simplified"]:
        attempt = simplified_diplomacy.Attempt(roll)
        _allowed(simplified_diplomacy.refusals(attempt))
        return simplified_diplomacy.SimplifiedCore(), attempt
    _allowed(diplomacy.refusals(roll))
    return diplomacy.DiplomacyCore(), roll


def _diplomacy(value: Any) -> Result:
    if isinstance(value, simplified_diplomacy.Attempt):
        return _simplified(value)
    outcome = diplomacy.outcome(value)
    net = diplomacy.modifier(value)
    return {
        "attacker_total": diplomacy.attack(value).total,
        "defender_total": diplomacy.defence(value).total,
        "column": diplomacy.column(value),
        "modifier": net.total,
        "row": outcome.row,
        "levels": outcome.levels,
        "status": outcome.status,
        "holder": outcome.holder or None,
        "breakdown": [
            *lines(diplomacy.attack(value)),
            *lines(diplomacy.defence(value)),
            *lines(net),
        ],
    }


def _simplified(attempt: simplified_diplomacy.Attempt) -> Result:
    net = simplified_diplomacy.modifier(attempt.terms)
    status, holder = simplified_diplomacy.after(attempt)
    return {
        "first": attempt.first + net.total,
        "second": attempt.second + net.total if attempt.second else None,
        "success": simplified_diplomacy.succeeds(attempt),
        "narfs": simplified_diplomacy.price(attempt),
        "status": status,
        "holder": holder or None,
        "breakdown": lines(net),
    }


def _points(values: Values) -> Result:
    purse = political_points.Purse(
        values["power"],
        given_turn(values),
        given_turn(values, "us_entry"),
        given_turn(values, "italy_declared"),
        tuple(values["modifiers"]),
    )
    bought = (values["pops"], values["espionage"], values["counter_espionage"])
    _allowed(political_points.refusals(purse, bought[0], bought[1:]))
    paid = political_points.narfs(purse, *bought)
    limit = political_points.limit(purse)
    return {
        "limit": limit.total,
        "per_target": political_points.per_target(purse),
        "variant": political_points.for_variant(purse),
        "pop_price": political_points.price(purse, "pops"),
        "espionage_price": political_points.price(purse, "espionage"),
        "counter_price": political_points.price(purse, "counter_espionage"),
        "narfs": paid.total,
        "breakdown": [*lines(limit), *lines(paid)],
    }


# --- declarations of war


def _declaration(values: Values) -> Result:
    war = declarations.Declaration(
        by=values["by"],
        on=values["on"],
        turn=given_turn(values),
        status=values["status"],
        holder=values["holder"] or "",
        at_war_with=tuple(values["at_war_with"]),
        allies=tuple(values["allies"]),
        modifiers=tuple(values["modifiers"]),
    )
    _allowed(declarations.refusals(war))
    price, level, later = declarations.price(war), declarations.entry_level(war), declarations.later_rolls(war)
    return {
        "narfs": price.total,
        "payer": declarations.payer(war.by),
        "needs": list(declarations.needs(war)),
        "enemies": list(declarations.enemies(war)),
        "usel": level.total,
        "diplomacy": later.total,
        "breakdown": [*lines(price), *lines(level), *lines(later)],
    }


def _begin_soviet(values: Values) -> tuple[Core[Any], Any]:
    attempt = soviet_attempt.Attempt(
        turn=given_turn(values),
        factors=values["factors"],
        air=values["air"],
        garrison=values["garrison"],
        released="germany-attacked-turkey" in values["modifiers"],
    )
    _allowed(soviet_attempt.refusals(attempt))
    return soviet_attempt.AttemptCore(), attempt


def _soviet(attempt: soviet_attempt.Attempt) -> Result:
    told: Result = {"declared": attempt.declared, "narfs": attempt.narfs}
    if attempt.released:
        return told | {"breakdown": []}
    causes = soviet_attempt.odds(attempt.turn, attempt.increments)
    return {"increments": attempt.increments, "needed": attempt.needed, **told, "breakdown": lines(causes)}


def _begin_invasion(values: Values) -> tuple[Core[Any], Any]:
    invasion = protectors.Invasion(values["country"], values["by"])
    _allowed(protectors.refusals(invasion))
    return protectors.InvasionCore(), invasion


def _invasion(invasion: protectors.Invasion) -> Result:
    return {"holder": invasion.holder, "breakdown": []}


# --- variants


def _begin_variant(values: Values) -> tuple[Core[Any], Any]:
    named = values["modifiers"]
    if not values["pop"]:
        refusal = Refusal("28.0, ruling 383", "no POP is spent: it is the price of the roll", "pop is true.")
        _allowed((refusal,))
    thrown = variant_dice.Die(
        values["power"],
        given_turn(values),
        chit="espionage" in named and "counter-espionage" not in named,
        saved=values["saved"],
        at_war=values["power"] != "us" or "us-at-war" in named,
        second=values["second"],
    )
    _allowed(variant_dice.refusals(thrown))
    return variant_dice.VariantCore(), thrown


def _variant(thrown: variant_dice.Die) -> Result:
    causes = lines(variant_dice.modifier(thrown))
    return {"total": thrown.total, "success": thrown.success, "narfs": thrown.narfs, "breakdown": causes}


# --- the United States


def _begin_propaganda(values: Values) -> tuple[Core[Any], Any]:
    attempt = us_entry.Propaganda(given_turn(values), values["conquered"])
    _allowed(us_entry.propaganda_refused(attempt))
    return us_entry.OneDieCore(), attempt


def _propaganda(attempt: us_entry.Propaganda) -> Result:
    return {"total": attempt.total, "change": attempt.change, "narfs": us_entry.PROPAGANDA_PRICE, "breakdown": []}


def _begin_loan(values: Values) -> tuple[Core[Any], Any]:
    loan = us_entry.Loan(given_turn(values), values["level"])
    _allowed(us_entry.loan_refused(loan))
    return us_entry.OneDieCore(), loan


def _loan(loan: us_entry.Loan) -> Result:
    arrives = loan.arrives if loan.lent else None
    return {"loan": loan.lent, "narfs": us_entry.LOAN_PRICE, "arrives": arrives, "breakdown": []}


def _level(values: Values) -> Result:
    highest = max(values["level"], 0) if values["highest"] is None else values["highest"]
    if highest < max(values["level"], 0):
        raise Malformed(f"highest: {highest} is below {max(values['level'], 0)}")
    causes = tuple(values["events"])
    _allowed(us_entry.repeated(causes))
    at, done = us_entry.after(us_entry.Level(values["level"], highest), causes)
    row = us_entry.row(at.level)
    result: Result = {
        "level": at.level,
        "highest": at.highest,
        "narfs": at.narfs,
        "lend_lease": row["grant"],
        "lend_lease_murmansk": us_entry.BY_MURMANSK if at.level >= us_entry.MURMANSK_FROM else row["grant"],
        "breakdown": lines(done),
    }
    # Yards that stand stay, whatever becomes of the level; from 4 on there are more than the first.
    if not at.level < at.highest or at.highest < us_entry.YARDS_FROM:
        result["shipyards"] = row["yards"]
    return result


def _begin_entry(values: Values) -> tuple[Core[Any], Any]:
    entry = us_entry.Entry(given_turn(values), values["level"], values["attacked"], values["early"], values["spain"])
    _allowed(us_entry.entry_refused(entry))
    return us_entry.OneDieCore(), entry


def _entry(entry: us_entry.Entry) -> Result:
    rolled: Mapping[str, Any] = {} if entry.automatic else {"total": entry.total}
    return {**rolled, "enters": entry.enters, "narfs": entry.narfs, "breakdown": []}


def _power(name: str, about: str, default: Any = REQUIRED) -> Input:
    return Input(name, "name", default, _POWERS, about=about)


_TURN = _turn_input("turn")
_HOLDER = _power("holder", "whose it is, none for a neutral country", None)
_STATUS = Input("status", "name", "neutral", diplomacy.STATUSES, about="how the country stands")

CALCULATORS: tuple[Calculator, ...] = (
    Calculator(
        "diplomacy",
        "one diplomatic roll, by points or by the simplified rules",
        "16.1.3, 29.15",
        (
            _TURN,
            Input("target", "name", choices=tuple(diplomacy.targets()), about="the country"),
            _power("by", "the power that announces the target"),
            Input("pops", "table", {}, _POWERS, about="POPs of its alliance in the target, by power"),
            Input("against", "name", None, _ALLIANCES, about="the alliance attacked"),
            Input("defending", "table", {}, _POWERS, about="POPs that defend, by power"),
            _STATUS,
            _HOLDER,
            _power("gains", "whose the country becomes if it comes over", None),
            Input("soviets", "name", "pact", tuple(diplomacy.HELP), about="the Pact, or war between Germany and them"),
            _turn_input("french_surrender", None, "the turn in which France surrendered"),
            Input("betrayals", "number", 0, least=0, most=_MOST, about="declarations of war on friends of its own"),
            Input("invaded", "flag", False, about="the country has been invaded"),
            Input("modifiers", "names", (), diplomacy.FACTS, about="ids of facts that hold"),
            Input(
                "cards",
                "number",
                None,
                least=-diplomacy.MOST_OF_CARDS,
                most=diplomacy.MOST_OF_CARDS,
                about="the cell of two Espionage cards (29.11)",
            ),
            Input("simplified", "flag", False, about="by the simplified rules (29.15)"),
        ),
        _begin_diplomacy,
        _diplomacy,
    ),
    without_dice(
        "political-points",
        "how many POPs and chits a power may buy, and what they cost",
        "16.1.1, 16.1.2, 16.1.7.1",
        (
            _power("power", "who buys"),
            _TURN,
            _turn_input("us_entry", None, "the turn in which the United States entered the war"),
            _turn_input("italy_declared", None, "the turn in which Italy declared war on Britain or France"),
            Input("pops", "number", 0, least=0, most=_MOST, about="POPs"),
            Input("espionage", "number", 0, least=0, most=_MOST, about="Espionage chits"),
            Input("counter_espionage", "number", 0, least=0, most=_MOST, about="Counter-Espionage chits"),
            Input("modifiers", "names", (), political_points.VARIANTS, about="variants that hold"),
        ),
        _points,
    ),
    without_dice(
        "declaration",
        "what a declaration of war costs and brings",
        "6.4, 16.2, 22.8",
        (
            _power("by", "who declares war"),
            Input("on", "name", choices=(*_POWERS, *declarations.COUNTRIES), about="a power or a country"),
            _TURN,
            _STATUS,
            _HOLDER,
            Input("at_war_with", "names", (), _POWERS, about="powers it is at war with already"),
            Input("allies", "names", (), _POWERS, about="Major Powers allied with a power that it is declared on"),
            Input("modifiers", "names", (), declarations.FACTS, about="ids of facts that hold"),
        ),
        _declaration,
    ),
    Calculator(
        "soviet-declaration",
        "a Soviet attempt to declare war on Germany",
        "16.5",
        (
            _TURN,
            Input("factors", "number", 0, least=0, most=10_000, about="German ground factors where they count"),
            Input("air", "number", 0, least=0, most=10_000, about="German TAC, FTR and MDM there"),
            Input("garrison", "flag", True, about="Poland and Romania are garrisoned; asked before Winter 1940"),
            Input("modifiers", "names", (), ("germany-attacked-turkey",), about="ids of facts that hold"),
        ),
        _begin_soviet,
        _soviet,
    ),
    Calculator(
        "invasion",
        "whose Satellite a country becomes when it is invaded",
        "16.3, 23.0",
        (
            Input("country", "name", choices=_INVADED, about="the country"),
            _power("by", "who invades it"),
        ),
        _begin_invasion,
        _invasion,
    ),
    Calculator(
        "variant",
        "a die of a try for a variant",
        "28.0",
        (
            _power("power", "who tries"),
            _TURN,
            Input("pop", "flag", True, about="one is spent; without it no roll"),
            Input("saved", "number", 0, least=0, most=variant_dice.MOST_SAVED, about="modifiers kept, used here"),
            Input("second", "flag", False, about="the die for the project"),
            Input("modifiers", "names", (), ("espionage", "counter-espionage", "us-at-war"), about="facts that hold"),
        ),
        _begin_variant,
        _variant,
    ),
    Calculator(
        "propaganda",
        "British propaganda in the United States",
        "22.5.1",
        (_TURN, Input("conquered", "flag", False, about="France or the Soviet Union is, by Germany or Italy")),
        _begin_propaganda,
        _propaganda,
    ),
    Calculator(
        "asw-loan",
        "the loan of an American ASW",
        "22.5.2",
        (_TURN, Input("level", "number", least=-99, most=99, about="U.S. Entry Level reached in an earlier turn")),
        _begin_loan,
        _loan,
    ),
    without_dice(
        "us-level",
        "what events make of the U.S. Entry Level",
        "22.8",
        (
            Input("level", "number", 0, least=-99, most=99, about="the level now"),
            Input("highest", "number", None, least=0, most=99, about="the highest so far; as the level where left out"),
            Input("events", "names", (), tuple(us_entry.causes()), about="what happens, in this order"),
        ),
        _level,
    ),
    Calculator(
        "us-entry",
        "the United States tries to enter the war",
        "22.3",
        (
            _TURN,
            Input("level", "number", least=-99, most=99, about="the U.S. Entry Level"),
            Input("attacked", "flag", False, about="another power has declared war on it"),
            Input("early", "flag", False, about="earlier attempts by what Spain is"),
            Input(
                "spain",
                "name",
                "neutral",
                ("neutral", "associate", "satellite"),
                about="its status with the Axis, a conquest as satellite",
            ),
        ),
        _begin_entry,
        _entry,
    ),
)
