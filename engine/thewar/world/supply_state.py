"""What a campaign remembers of who is cut off: marks on units and on places, and who asks for the checks of supply
(12.0, 12.6, ruling 404); and of who stands in North Africa (12.2.5). A part of the state, which has its mappings."""

from __future__ import annotations

from attrs import field

from engine.kernel.ranges import dated, figure, key_of, one_of
from engine.kernel.values import frozen


@frozen(kw_only=True)
class SupplyMark:
    """Who is out of supply, or on a limited source, since somebody named him at a check (12.0, 12.2.3, 12.6).

    ``level``: limited or out; ``side``: whose units they are; ``by``: the power that said so, '' for the table;
    ``since``, ``half`` and ``check`` (1 to 3): when; ``until``: the turn with whose third check of that side it ends,
    '' for a limited source, which stays one until somebody says otherwise (ruling 511); ``contested``: the owner says
    that it is not so, and the table has not decided; ``lifted``: through which port its owner says that it is supplied
    over the sea, before his supply runs of this half have been fought: a run that is lost there lays it again (12.7.2,
    ruling 568)."""

    level: str = one_of("limited", "out")
    side: str = one_of("axis", "allied")
    by: str = key_of("powers", default="")
    since: str = dated()
    half: str = one_of("axis", "allied")
    check: int = figure(1, 3, unit="check", rule="12.0")
    until: str = dated("")
    contested: bool = field(default=False)
    lifted: str = key_of("places", default="")


@frozen(kw_only=True)
class InAfrica:
    """A unit of the board that stands somewhere in a ``land`` of North Africa, ``since`` which turn (12.2.5)."""

    land: str = one_of("libya", "egypt")
    since: str = dated()
