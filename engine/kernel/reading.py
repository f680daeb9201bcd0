"""From text to order: strict for the journal, kind for people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from engine.kernel import beginnings, things
from engine.kernel.campaign import Campaign
from engine.kernel.grammar import (
    GROUP,
    NAME,
    NAMES,
    TEXT,
    Kind,
    Token,
    Unreadable,
    arguments,
    respaced,
    tokens,
    unquote,
    usage,
)
from engine.kernel.nearest import nearest
from engine.kernel.orders import Field, Form, Order
from engine.kernel.ranges import KeyOf
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
            raise Unreadable(f"'{given[1].text}' is no order of a power", given[1].at, _near(ruleset, given[1].text))
        return _parsed(cls, first.text, given[2:], end)
    cls = ruleset.verbs.get(first.text)
    if cls is None or cls.names_power:
        near = " or ".join(nearest(first.text, (*ruleset.powers, *_verbs(ruleset, False)), _NEAREST))
        raise Unreadable(
            f"'{first.text}' is neither a power nor an order of the table", first.at, near or ", ".join(ruleset.powers)
        )
    if cls.wraps >= 0:
        return _wrapped(ruleset, cls, given, end)
    return _parsed(cls, "", given[1:], end)


def _parsed(cls: type[Order[Any]], power: str, given: list[Token], end: int) -> Order[Any]:
    """The order of a class; what cannot be read is told with how that order is written. Raises Unreadable."""
    try:
        return cls.parse(power, given, end)
    except Unreadable as fault:
        if "parse" in vars(cls):
            # It reads its text itself, and says so itself.
            raise
        written = f"{power} {cls.verb} {usage(cls)}".strip()
        told = Unreadable(fault.problem, fault.at, fault.expected, written, fault.argument)
        told.meant = (cls, power)
        raise told from None


def _wrapped(ruleset: Ruleset[Any], cls: type[Order[Any]], given: list[Token], end: int) -> Order[Any]:
    heading = _heading(given[1 : 1 + cls.wraps])
    left = given[1 + cls.wraps :]
    if not left:
        raise Unreadable("the order ends too early", end, "an order" if len(heading) == cls.wraps else TEXT.name)
    # 'propose' may hold 'overrule' and that 'late', never the other way round and none itself: a line of nothing but
    # them would nest hundreds deep.
    again = ruleset.verbs.get(left[0].text)
    if again is not None and again.wraps >= 0 and again.nests >= cls.nests:
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


def _verbs(ruleset: Ruleset[Any], of_power: bool) -> tuple[str, ...]:
    return tuple(verb for verb, cls in ruleset.verbs.items() if cls.names_power == of_power and cls.choosable())


_NEAREST = 3
_SLIP = 0.75
"""How much alike a slip of the hand and what was meant are at least, 1 for the same."""


def _near(ruleset: Ruleset[Any], text: str) -> str:
    """The few orders of a power that somebody may mean who typed no order's name: slips of the hand, then orders in
    whose title the word stands (``war``: declare), then the nearest however far. All would bury the one meant."""
    names = _verbs(ruleset, True)
    slips = nearest(text, names, _NEAREST, _SLIP)
    titled = [verb for verb in names if text.lower() in ruleset.verbs[verb].title.lower().split()]
    meant = dict.fromkeys((*slips, *titled, *nearest(text, names, _NEAREST, 0.0)))
    return " or ".join([*meant][:_NEAREST])


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
    try:
        read = from_tokens(ruleset, lowered, len(line.rstrip()))
    except Unreadable as fault:
        raise _with_names(fault, campaign) from None
    order = _in_ids(read, ruleset, campaign)
    aliases = ruleset.aliases
    spelled = spelled_out(order, campaign, aliases, asks=False).complete(campaign)
    return spelled_out(spelled, campaign, aliases)


_FEW = 40
"""Ids of a kind of which some are told at all: of more, the first would help nobody."""
_NAMED = 6
"""Names that are told where one is missing."""


def _with_names(fault: Unreadable, campaign: Campaign) -> Unreadable:
    """What cannot be read, with the names that may stand for the argument that is missing or wrong: those that the
    order's form offers now, else those that the campaign knows."""
    if fault.meant is None or not fault.argument:
        return fault
    cls, power = fault.meant
    found = _possible(cls, power, fault.argument, campaign)
    if found is None:
        return fault
    names = [name for name in found if name]
    more = f" or {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    said = f"{', '.join(names[:_NAMED])}{more}" if names else "none may be named now"
    return Unreadable(fault.problem, fault.at, f"{fault.expected}: {said}", fault.usage, fault.argument)


def _possible(cls: Any, power: str, argument: str, campaign: Campaign) -> tuple[str, ...] | None:
    """The names that may stand for an order's argument, as its form has them, or what is offered whole, or the ids of
    the campaign where they are few; () where its form asks for them and there is nothing to fill in now, None where
    nobody knows them. Of what takes several, such as units, the first would help nobody."""
    kind = next(kind for name, _, kind, _ in arguments(cls) if name == argument)
    here = not power or power in things.table(campaign, "powers")
    if not here or not (_is_name(kind) or kind is GROUP) or (kind.spaced and kind is not GROUP):
        return None
    form: Form | None = cls.form(campaign, power)
    boxes = (*form.fields, *form.more) if form is not None else ()
    if boxed := next((box.choices for box in boxes if box.name == argument), ()):
        return boxed
    offers: Iterable[Any] = cls.offers(campaign, power)
    if offered := tuple(dict.fromkeys(getattr(order, argument, "") for order in offers)):
        return tuple(name for name in offered if isinstance(name, str))
    ids = _ids(kind, campaign)
    if ids and len(ids) <= _FEW:
        return ids
    return () if form is None and cls.form.__func__ is not Order.form.__func__ else None  # type: ignore[attr-defined]


def _form(cls: type[Order[Any]], campaign: Campaign, power: str) -> Form | None:
    """An order's form for who gives it; a power of the game that takes no part in the campaign has none."""
    here = not power or power in things.table(campaign, "powers")
    return cls.form(campaign, power) if here else None


def may_be(line: str, kinds: Iterable[type[Order[Any]]]) -> bool:
    """Whether a typed line may mean an order of one of these classes, which are the table's: it begins with a verb of
    theirs, or with the beginning of one. Nothing more of it is read."""
    try:
        given = tokens(line)
    except Unreadable:
        return False
    return bool(given) and any(kind.verb.startswith(given[0].text.lower()) for kind in kinds)


def spelled_out(order: Order[Any], campaign: Campaign, aliases: Mapping[str, str], *, asks: bool = True) -> Order[Any]:
    """The order with the names that a person began written out: ids of the campaign, and words that its form offers.

    ``aliases``: other words for powers. ``asks``: raises Unreadable where a beginning fits several; else that one stays
    as it is, for the order itself may know which is meant."""
    cls: Any = type(order)
    begun = [item for item in arguments(cls) if _is_name(item[2]) and getattr(order, item[0]) != item[3]]
    if not begun:
        return order
    offered: dict[str, Field] | None = None
    units, own = things.table(campaign, "units"), cls.own_words()
    written: dict[str, Any] = {}
    for name, _, kind, _ in begun:
        value = getattr(order, name)
        words = value if isinstance(value, tuple) else (value,)
        ids = _ids(kind, campaign)
        # Lists of ids are units, which are written in a way of their own.
        if ids and (isinstance(value, tuple) or value in ids):
            continue
        if offered is None:
            form = _form(type(order), campaign, order.actor)
            offered = {field.name: field for field in form.fields} if form is not None else {}
        field = offered.get(name)
        # Where any word will do, what is offered is a suggestion and no more.
        likely = field.choices if field is not None and not field.free else ()
        names = tuple(dict.fromkeys((*likely, *ids)))
        words = tuple(aliases[word] if aliases.get(word) in names else word for word in words)
        # An id of a unit may be the beginning of a group's name: it is the unit.
        meant = tuple(word if word in units or word in own else _begun(word, names, asks) for word in words)
        if meant != (value if isinstance(value, tuple) else (value,)):
            written[name] = meant if isinstance(value, tuple) else meant[0]
    return attrs.evolve(order, **written) if written else order


def _in_ids(order: Order[Any], ruleset: Ruleset[Any], campaign: Campaign) -> Order[Any]:
    """The order with ids where a person wrote another word of the game for the same."""
    others = {} if order.as_written else ruleset.other_words(campaign)
    cls: Any = type(order)
    named = [name for name, _, kind, _ in arguments(cls) if _is_name(kind)] if others else []
    written: dict[str, Any] = {}
    for name in named:
        value = getattr(order, name)
        meant = (
            tuple(others.get(word, word) for word in value) if isinstance(value, tuple) else others.get(value, value)
        )
        if meant != value:
            written[name] = meant
    return attrs.evolve(order, **written) if written else order


def _begun(word: str, names: Sequence[str], asks: bool) -> str:
    found = beginnings.fits(word, names)
    if len(found) > 1 and asks:
        raise beginnings.which(word, found)
    return found[0] if len(found) == 1 else word


def _is_name(kind: Kind) -> bool:
    return kind in (NAME, NAMES) or isinstance(kind.bounds, KeyOf)


def _ids(kind: Kind, campaign: Campaign) -> tuple[str, ...]:
    if not isinstance(kind.bounds, KeyOf):
        return ()
    held = (key for mapping in kind.bounds.mappings for key in getattr(campaign, mapping, ()))
    return tuple(dict.fromkeys((*kind.bounds.also, *held)))


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
        raise beginnings.which(text, fits, at)
    return fits[0] if fits else ""
