"""How losses of submarine warfare fall on transports, which is where the editions differ most (24.631A, 24.66)."""

from __future__ import annotations

from typing import Protocol

from engine.kernel.values import frozen


@frozen
class Shipping:
    """What an attack costs the defender: transports ``sunk`` and ``damaged``; where the last transport is gone, ``asw``
    and ``cves`` too. ``cves`` are those due: no more are lost than there are."""

    sunk: int
    damaged: int
    asw: int = 0
    cves: int = 0


@frozen
class Fleet:
    """The transports of a box: ``started`` there when the turn began, of them ``lost`` since and ``away`` in port with
    damage (below 0 where more have come); ``returning``: damaged in this combat phase and leaving when it is over
    (24.64C). ``asw``: ASW factors that defend them."""

    started: int
    asw: int = 0
    lost: int = 0
    away: int = 0
    returning: int = 0

    @property
    def present(self) -> int:
        """Undamaged transports that are still there."""
        return max(0, self.started - self.lost - self.away)

    @property
    def within_reach(self) -> int:
        """Transports that may be sunk: those there and those on their way to port."""
        return self.present + self.returning


class TransportRule(Protocol):
    """An edition's way of sharing losses out among the transports of a box."""

    @property
    def rule(self) -> str:
        """The section that sets the ceiling."""

    @property
    def hits_escorts(self) -> bool:
        """Whether ASW and CVEs are lost where no transports are."""

    def ceiling(self, transports: int) -> int:
        """The most transports that may be lost in a turn to raiders and submarines."""

    def losses(self, fleet: Fleet, first: int, second: int, additional: int) -> Shipping:
        """What is lost. ``first`` and ``second`` are the figures of the table's result, sunk and damaged;
        ``additional`` transports are sunk by 24.64."""


@frozen
class HalfOfThem:
    """At most half of the transports, rounded up, are sunk; the excess is damaged (24.66 of the newest edition)."""

    rule: str = "24.66"
    hits_escorts: bool = False

    def ceiling(self, transports: int) -> int:
        return (transports + 1) // 2

    def losses(self, fleet: Fleet, first: int, second: int, additional: int) -> Shipping:
        due = first + additional
        sunk = min(due, max(0, self.ceiling(fleet.started) - fleet.lost), fleet.within_reach)
        return Shipping(sunk, min(second + due - sunk, max(0, fleet.present - sunk)))


@frozen
class AllOfThem:
    """Every transport may be sunk; what the table then sinks falls on ASW, next on CVEs, what 24.64 adds on none
    (24.631A of the middle edition)."""

    rule: str = "24.631A"
    hits_escorts: bool = True

    def ceiling(self, transports: int) -> int:
        return transports

    def losses(self, fleet: Fleet, first: int, second: int, additional: int) -> Shipping:
        sunk = min(first + additional, fleet.within_reach)
        over = max(0, first - fleet.within_reach)
        escorts = min(over, fleet.asw)
        return Shipping(sunk, min(second, max(0, fleet.present - sunk)), escorts, over - escorts)


RULES: dict[str, TransportRule] = {"half": HalfOfThem(), "all": AllOfThem()}
