"""From text to order: strict for the journal, kind for people."""

from __future__ import annotations

from typing import Any

from engine.kernel.campaign import Campaign
from engine.kernel.grammar import TEXT, Token, Unreadable, respaced, tokens, unquote
from engine.kernel.orders import Order
from engine.kernel.ruleset import Ruleset


def parse(ruleset: Ruleset[Any], line: str) -> Order[Any]:
    """The order of a canonical line. Raises Unreadable."""
    return from_tokens(ruleset, tokens(line), len(line.rstrip()))


def from_tokens(ruleset: Ruleset[Any], given: list[Token], end: int) -> Order[Any]:
    """The order of a line's tokens. Raises Unreadable."""
    if not given:
        raise Unreadable("nothing is ordered", 0, "a power or an order")
    first = given[0]
    if first.text in ruleset.powers:
        if len(given) < 2:
            raise Unreadable("the order ends too early", end, "an order")
        cls = ruleset.verbs.get(given[1].text)
        if cls is None or not cls.names_power:
            raise Unreadable(f"'{given[1].text}' is no order of a power", given[1].at, _verbs(ruleset, True))
        return cls.parse(first.text, given[2:], end)
    cls = ruleset.verbs.get(first.text)
    if cls is None or cls.names_power:
        raise Unreadable(
            f"'{first.text}' is neither a power nor an order of the table", first.at, ", ".join(ruleset.powers)
        )
    if cls.wraps >= 0:
        return _wrapped(ruleset, cls, given, end)
    return cls.parse("", given[1:], end)


def _wrapped(ruleset: Ruleset[Any], cls: type[Order[Any]], given: list[Token], end: int) -> Order[Any]:
    heading = _heading(given[1 : 1 + cls.wraps])
    left = given[1 + cls.wraps :]
    if not left:
        raise Unreadable("the order ends too early", end, "an order" if len(heading) == cls.wraps else TEXT.name)
    # 'overrule' may hold 'late', never the other way round and none itself: a line of nothing but them would nest
    # hundreds deep.
    again = ruleset.verbs.get(left[0].text)
    if again is not None and again.wraps >= cls.wraps:
        raise Unreadable(f"'{left[0].text}' stands inside '{cls.verb}'", left[0].at, "an order of a power")
    return cls.around(from_tokens(ruleset, left, end), heading)


def _heading(given: list[Token]) -> tuple[str, ...]:
    words = []
    for token in given:
        try:
            words.append(unquote(token.text))
        except ValueError:
            raise Unreadable(f"'{token.text}' is not in quotes", token.at, TEXT.name) from None
    return tuple(words)


def _verbs(ruleset: Ruleset[Any], of_power: bool) -> str:
    names = [verb for verb, cls in ruleset.verbs.items() if cls.names_power == of_power and cls.choosable()]
    return ", ".join(names)


def understand(ruleset: Ruleset[Any], line: str, campaign: Campaign) -> Order[Any]:
    """The order that a person means: any case, short names of powers and orders, parts filled in from the campaign.

    Raises Unreadable, also where a short name fits several.
    """
    given = tokens(line)
    lowered = [Token(_lower(token.text), token.at) for token in given]
    head = 0
    while head < len(lowered):
        lowered[head] = _spell_out(ruleset, lowered[head])
        wrapper = ruleset.verbs.get(lowered[head].text)
        if wrapper is None or wrapper.wraps < 0:
            break
        head += 1 + wrapper.wraps
    if head + 1 < len(lowered) and lowered[head].text in ruleset.powers:
        at = lowered[head + 1]
        exact = ruleset.verbs.get(at.text)
        if exact is None or exact.automatic or not exact.names_power:
            verbs = {verb: verb for verb, cls in ruleset.verbs.items() if cls.names_power and cls.choosable()}
            lowered[head + 1] = Token(_unique(at.text, verbs, at.at) or at.text, at.at)
    # Before its verb stands the power, but for an order of the table.
    verb = head + (head < len(lowered) and lowered[head].text in ruleset.powers)
    if verb < len(lowered) and (cls := ruleset.verbs.get(lowered[verb].text)) is not None:
        lowered[verb + 1 :] = respaced(cls, lowered[verb + 1 :])
    order = from_tokens(ruleset, lowered, len(line.rstrip()))
    return order.complete(campaign)


def _lower(text: str) -> str:
    """Lower case outside of quotes."""
    pieces = text.split('"')
    return (
        '"'.join(piece.lower() if at % 2 == 0 else piece for at, piece in enumerate(pieces))
        if "\\" not in text
        else text
    )


def _spell_out(ruleset: Ruleset[Any], token: Token) -> Token:
    if token.text in ruleset.powers or token.text in ruleset.verbs:
        return token
    names = {power: power for power in ruleset.powers} | dict(ruleset.aliases)
    names |= {verb: verb for verb, cls in ruleset.verbs.items() if not cls.names_power and cls.choosable()}
    return Token(_unique(token.text, names, token.at) or token.text, token.at)


def power_named(ruleset: Ruleset[Any], text: str, at: int = 0) -> str:
    """The power that a full, short or other name stands for. Raises Unreadable."""
    names = {power: power for power in ruleset.powers} | dict(ruleset.aliases)
    found = _unique(text, names, at)
    if not found:
        raise Unreadable(f"'{text}' is no power", at, ", ".join(ruleset.powers))
    return found


def _unique(text: str, names: dict[str, str], at: int) -> str:
    if text in names:
        return names[text]
    fits = sorted({full for name, full in names.items() if name.startswith(text)})
    if len(fits) > 1:
        raise Unreadable(f"'{text}' may be {' or '.join(fits)}", at, "one of them in full")
    return fits[0] if fits else ""
