"""Values that are made quickly: their one comparison, hash and repr do what attrs' own would."""

from __future__ import annotations

import copy
import pickle
import typing
from collections.abc import Callable
from types import FunctionType
from typing import Any

import attrs
import pytest

from engine.kernel import values
from engine.kernel.values import compared_often, evolve, frozen, made_and_compared_often, made_often


def _both(**options: Any) -> tuple[Any, Any]:
    """The same class made here and by attrs."""

    class Point:
        x: int
        y: int = 0
        seen: int = attrs.field(default=0, eq=False)
        own: str = attrs.field(default="", repr=False)

    fields = {"__annotations__": dict(Point.__annotations__), "__qualname__": "Point"}
    body = {**{name: vars(Point)[name] for name in ("y", "seen", "own")}, **fields}
    return frozen(type("Point", (), dict(body)), **options), attrs.frozen(type("Point", (), dict(body)), **options)


@frozen
class Point:
    """Two fields that count and one that does not."""

    x: int
    y: int = 0
    seen: int = attrs.field(default=0, eq=False)


@frozen
class Named(Point):
    """A field more."""

    name: str = ""


@frozen
class Twin:
    """The same fields under another name."""

    x: int
    y: int = 0


@frozen
class Empty:
    """No field at all."""


@frozen
class Alone:
    """One field."""

    x: Any = 0


@compared_often
class Fast:
    """A field that is made anew for each."""

    x: int
    many: tuple[Any, ...] = attrs.field(factory=tuple)


def test_two_values_are_equal_where_all_fields_that_count_are() -> None:
    assert Point(1, 2) == Point(1, 2) and Point(1, 2).__ne__(Point(1, 2)) is False
    assert Point(1, 2) != Point(1, 3) and Point(1, 2).__eq__(Point(1, 3)) is False
    assert Point(1, 2, seen=5) == Point(1, 2, seen=6)
    assert Named(1, 2, name="a") != Named(1, 2, name="b")
    assert Empty() == Empty() and Alone(1) == Alone(1) != Alone(2)


def test_values_of_different_classes_are_never_equal() -> None:
    twin: Any = Twin(1, 2)
    assert Point(1, 2) != twin and Point(1, 2) != Named(1, 2) and Named(1, 2) != Point(1, 2)
    assert Point(1, 2).__eq__(twin) is NotImplemented and Point(1, 2).__ne__((1, 2, 0)) is NotImplemented
    other: Any = Alone()
    assert Empty() != other


def test_what_is_equal_has_the_same_hash_and_stands_for_the_other_in_a_set() -> None:
    assert hash(Point(1, 2, seen=5)) == hash(Point(1, 2, seen=6))
    assert {Point(1, 2), Point(1, 2, seen=9), Point(2, 1)} == {Point(1, 2), Point(2, 1)}
    twin: Any = Twin(1, 2)
    assert len({Point(1, 2), twin, Named(1, 2)}) == 3
    assert len({Empty(), Empty(), Alone(), Alone(0)}) == 2


def test_a_value_with_something_in_it_that_has_no_hash_has_none_either() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Alone([]))
    assert Alone([1]) == Alone([1])


def test_what_a_class_says_itself_holds() -> None:
    @frozen
    class Loose:
        name: str

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Loose) and self.name.lower() == other.name.lower()

        def __repr__(self) -> str:
            return f"<{self.name}>"

    assert Loose("a") == Loose("A") and Loose("a") != Loose("b") and repr(Loose("a")) == "<a>"
    with pytest.raises(TypeError, match="unhashable"):
        hash(Loose("a"))

    @frozen
    class Hashed:
        name: str

        def __hash__(self) -> int:
            return 7

    assert hash(Hashed("a")) == 7 and Hashed("a") == Hashed("a") != Hashed("b")


def test_it_is_shown_as_attrs_shows_it() -> None:
    mine, theirs = _both()
    for given in ({"x": 1}, {"x": 2, "y": 3, "seen": 4, "own": "hidden"}):
        assert repr(mine(**given)) == repr(theirs(**given))
    assert repr(mine(x=1)) == "Point(x=1, y=0, seen=0)"
    assert repr(Named(1, name="a'b")) == 'Named(x=1, y=0, seen=0, name="a\'b")' and repr(Empty()) == "Empty()"


def test_it_is_compared_as_attrs_compares() -> None:
    mine, theirs = _both()
    given = ({"x": 1}, {"x": 1, "seen": 3}, {"x": 1, "y": 2}, {"x": 1, "own": "a"})
    for one in given:
        for other in given:
            assert (mine(**one) == mine(**other)) == (theirs(**one) == theirs(**other)), (one, other)
            same = hash(mine(**one)) == hash(mine(**other))
            assert same == (hash(theirs(**one)) == hash(theirs(**other))), (one, other)


def test_no_field_is_ever_set_again_and_there_is_room_for_no_other() -> None:
    point: Any = Point(1)
    for name in ("x", "z"):
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            setattr(point, name, 2)
    assert not hasattr(point, "__dict__") and attrs.evolve(point, x=5) == Point(5)


@pytest.mark.parametrize("made", [made_often, made_and_compared_often])
def test_what_is_made_often_differs_from_what_is_frozen_only_in_what_the_checker_of_types_sees_to(made: Any) -> None:
    class Plain:
        label: str
        value: int
        rule: str = ""

    figure_of: Any = made(Plain)
    figure, same, other = figure_of("a", 1), figure_of("a", 1), figure_of("a", 1, "2.2")
    assert figure == same != other and hash(figure) == hash(same) and len({figure, same, other}) == 2
    assert repr(other).endswith("Plain(label='a', value=1, rule='2.2')") and not hasattr(figure, "__dict__")
    assert attrs.evolve(figure, rule="2.2") == other and figure.rule == ""
    assert typing.get_type_hints(figure_of) == {"label": str, "value": int, "rule": str}


def test_options_of_attrs_are_handed_on() -> None:
    mine, _ = _both(kw_only=True)
    with pytest.raises(TypeError):
        mine(1)
    assert mine(x=1).x == 1


def test_all_classes_share_one_of_each() -> None:
    made = (Point, Named, Twin, Empty)
    shared = vars(values)["_SHARED"] | vars(values)["_SHARED_BY_EQUALS"] | vars(values)["_SHARED_BY_SLOTS"]
    assert len(shared) == 6
    for name, method in shared.items():
        assert {vars(one)[name] for one in made} == {method}


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
@pytest.mark.parametrize("value", [Point(1, 2, 3), Named(1, name="a"), Empty(), Alone((1,)), Fast(1, (Point(2),))])
def test_a_copy_and_a_pickle_have_every_field(value: Any, copied: Callable[[Any], Any]) -> None:
    again = copied(value)
    assert again == value and type(again) is type(value) and repr(again) == repr(value)
    assert getattr(again, "seen", None) == getattr(value, "seen", None)


def test_with_eq_false_each_is_equal_to_itself_alone() -> None:
    class Plain:
        x: int = 0

    by_identity: Any = frozen(eq=False)(Plain)
    value = by_identity()
    assert value == value and value != by_identity() and len({value, by_identity()}) == 2
    assert repr(value).endswith("Plain(x=0)") and copy.copy(value) is not value


def _by_attrs(method: Any) -> bool:
    return isinstance(method, FunctionType) and method.__code__.co_filename.startswith("<attrs")


def test_what_attrs_wrote_sees_only_what_it_reads() -> None:
    """Not the whole module, a copy of which attrs leaves with each class."""
    for cls in (Point, Named, Fast):
        written = [method for method in vars(cls).values() if _by_attrs(method)]
        assert written
        read = {name for method in written for name in method.__code__.co_names}
        assert {name for method in written for name in method.__globals__} <= read | {"__builtins__"}
    assert Fast(1).many == () and Fast(1) == Fast(1) and hash(Fast(1)) == hash(Fast(1))
    assert type(attrs.fields(Fast)) is tuple and attrs.fields_dict(Fast)["many"].default is not attrs.NOTHING


@frozen
class Hidden:
    """A field that is given by another name than it has, and one that is not given."""

    _x: int
    twice: int = attrs.field(init=False)

    @twice.default
    def _make_twice(self) -> int:
        return 2 * self._x


def test_evolve_changes_what_it_is_told_and_keeps_the_rest_as_attrs_own_does() -> None:
    for value, changes in ((Named(1, 2, 3, "n"), {"seen": 5, "name": "m"}), (Hidden(3), {"x": 4}), (Empty(), {})):
        changed: Any = evolve(value, **changes)
        expected: Any = attrs.evolve(value, **changes)
        assert type(changed) is type(value) and changed == expected
        assert [getattr(changed, field.name) for field in attrs.fields(type(value))] == [
            getattr(expected, field.name) for field in attrs.fields(type(value))
        ]
    untyped: Any = evolve
    with pytest.raises(TypeError, match="unexpected keyword argument 'z'"):
        untyped(Point(1), z=2)
