"""A scenario under change beside another of its game: what differs, whose it is, and taking over what stands there."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel import things
from engine.kernel.campaign import source
from engine.kernel.setup_lines import entry_class, paged
from engine.kernel.values import frozen
from saves.comparing import Difference, compared, state, told
from saves.draft_values import HEAD, SOURCES
from tui.models.setup_desk import SetupDesk
from tui.rows import clean

_OWNERS = ("power", "owner", "patron", "holder")
"""Fields that say whose an entry is, the first that it has."""


@frozen
class Differing:
    """What differs alike in one thing or in several: ``page``: the title of the setup page that it stands on."""

    page: str
    found: tuple[Difference, ...]

    @property
    def words(self) -> str:
        """What it is, and how many times."""
        many = f"{len(self.found)} times: " if len(self.found) > 1 else ""
        return clean(many + self.found[0].words)

    @property
    def here(self) -> str:
        """What stands in the scenario under change."""
        return clean(told(self.found[0].first))

    @property
    def there(self) -> str:
        """What stands in the other."""
        return clean(told(self.found[0].second))


class Comparison:
    """The scenario of a desk beside another. ``power``: whose entries alone are shown, '' for all. Raises SavesError
    where the other cannot be read or is of another game."""

    def __init__(self, desk: SetupDesk, other: str, power: str = "") -> None:
        self.desk, self.name, self.power = desk, other, power
        self.other = state(other)
        self._every: tuple[Difference, ...] = ()
        self._seen: object = None
        self.lines: tuple[Differing, ...] = ()
        self.at = 0
        self.read()

    @property
    def title(self) -> str:
        """What the other is called."""
        return clean(str(self.other.campaign.title))

    @property
    def powers(self) -> tuple[str, ...]:
        """Whose entries may be looked at alone."""
        return tuple(self.desk.draft.campaign.powers)

    def turn(self) -> None:
        """The next power's entries alone, then all again."""
        every = ("", *self.powers)
        self.power = every[(every.index(self.power) + 1) % len(every)]
        self.at = 0
        self.read()

    def step(self, by: int) -> None:
        """So many lines on."""
        self.at = max(0, min(len(self.lines) - 1, self.at + by))

    def read(self) -> None:
        """Compare anew, where something has changed."""
        if self._seen is not self.desk.draft.state:
            self._seen = self.desk.draft.state
            self._every = tuple(one for one in compared(self.desk.draft.state, self.other) if one.table != SOURCES)
        self.lines = tuple(self._alike())
        self.step(0)

    def _alike(self) -> Iterator[Differing]:
        found: dict[tuple[str, str, str, str], list[Difference]] = {}
        for one in self._every:
            if not self.power or self._whose(one) == self.power:
                key = (self._page(one), one.words, told(one.first), told(one.second))
                found.setdefault(key, []).append(one)
        for key, differences in found.items():
            yield Differing(key[0], tuple(differences))

    def _page(self, one: Difference) -> str:
        page = paged(self.desk.pages, one.path)
        return page.title if page is not None else "What no page shows"

    def _whose(self, one: Difference) -> str:
        """Whose it is: the power itself, or the owner of what differs; '' where nobody is."""
        table, _, rest = one.path.partition(".")
        key = rest.partition(".")[0]
        if table == "powers":
            return key
        for campaign in (self.desk.draft.campaign, self.other.campaign):
            entry = things.table(campaign, table).get(key)
            for name in _OWNERS:
                if whose := things.part_of(entry, name) if name in things.parts(entry) else None:
                    return str(whose)
        # Such as rail capacity, which is a fact under the power's name.
        return next((power for power in self.powers if key.endswith(f"-{power}")), "") if table == "facts" else ""

    # --- taking over

    def take(self, *lines: Differing) -> None:
        """What stands in the other for these lines stands here as well, with where it comes from; taken back as one."""
        taken = [one for line in lines for one in line.found]
        if not taken:
            self.desk.tell("nothing differs that could be taken over", bad=True)
            return
        draft = self.desk.draft

        def change() -> None:
            gone = [path for one in taken if self._goes(one) for path in self.desk.sources_of(one.path)]
            for path in gone:
                draft.drop(path)
            for one in taken:
                self._one(one)

        def then() -> None:
            many = len(taken)
            self.desk.tell(f"{many} figure{'s' if many > 1 else ''} taken over from {self.title}; u brings them back")
            self.read()

        self.desk.do(change, f"take over from {self.name}", then)

    def _goes(self, one: Difference) -> bool:
        """Whether an entry stands here alone, and goes."""
        return one.second is None and one.table != HEAD

    def _one(self, one: Difference) -> None:
        draft = self.desk.draft
        if one.table == HEAD:
            draft.set(one.path if one.path.startswith(HEAD) else f"{HEAD}.{one.path}", one.second or "")
            return
        if one.second is None:
            draft.drop(one.path)
            return
        table, _, key = one.path.partition(".")
        came = source(self.other.campaign, one.path)
        if one.first is None and "." not in key and entry_class(type(draft.campaign), table) is not None:
            draft.add(table, key, one.second, came)
            for path, said in self.other.campaign.sources.items():
                if path.startswith(f"{one.path}."):
                    draft.set(f"{SOURCES}.{path}", said)
        else:
            draft.set(one.path, one.second, came)
