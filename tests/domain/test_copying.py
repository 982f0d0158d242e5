"""Copies of positions: equal, apart from one another, and sharing what never changes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec
import pytest

from domain.games.games import Games
from domain.kernel.copying import copier, digest, since
from domain.kernel.system import System
from domain.log.refs import Ref
from rules import SYSTEMS
from tests import mill_bridge as mb
from tests.replay_fixtures import FIXTURES, brought_in


class Frozen(msgspec.Struct, frozen=True, tag=True):
    name: str
    marks: tuple[int, ...] = ()


class Sheet(msgspec.Struct, frozen=True, tag=True):
    values: dict[str, list[int]]


class Own(msgspec.Struct):
    """Says itself how it is copied."""

    seen: list[int]

    def __deepcopy__(self, _memo: dict[int, Any]) -> Own:
        return self


class Spot(NamedTuple):
    x: int
    marks: tuple[str, ...] = ()


class Tray(NamedTuple):
    holds: list[int]


class Tree(msgspec.Struct):
    leaves: list[Tree] = []
    one: Tree | None = None
    either: Frozen | Sheet | None = None
    row: tuple[int, list[int]] = (0, [])
    many: tuple[list[int], ...] = ()
    names: set[str] = set()
    anything: Any = None
    number: dict[int, int] = {}
    own: Own | None = None
    still: Frozen = Frozen("still")
    spots: tuple[Spot, ...] = ()
    trays: tuple[Tray, ...] = ()


def of(kind: Any) -> System[Any]:
    """A system of which only the state matters."""
    return dataclasses.replace(mb.SYSTEM, state=kind)


def full_tree() -> Tree:
    return Tree(
        leaves=[Tree(names={"a"})], one=Tree(number={1: 2}), either=Sheet({"a": [1]}), row=(1, [2]), many=([3],),
        names={"b"}, anything={"c": [4]}, number={5: 6}, own=Own([7]), spots=(Spot(8),), trays=(Tray([9]),),
    )  # fmt: skip


def test_a_copy_is_equal_and_nothing_in_it_can_change_the_first() -> None:
    first, kept = full_tree(), full_tree()
    copy = copier(of(Tree))(first)
    assert copy == first
    copy.leaves[0].names.add("x")
    copy.one.number[9] = 9
    copy.either.values["a"].append(9)
    copy.row[1].append(9)
    copy.many[0].append(9)
    copy.names.add("x")
    copy.anything["c"].append(9)
    copy.number[9] = 9
    copy.trays[0].holds.append(9)
    assert first == kept


def test_what_never_changes_is_shared_and_what_copies_itself_is_left_to_it() -> None:
    first = full_tree()
    copy = copier(of(Tree))(first)
    assert copy.still is first.still
    assert copy.own is first.own
    assert copy.spots is first.spots


@pytest.mark.parametrize("file", ["freeform/pegasus-bridge.jsonl", "gettysburg/little-round-top-union.transcript"])
def test_real_positions_are_copied_whole(file: str, games: Games) -> None:
    line = brought_in(games, FIXTURES / file)
    state = games.position(Ref(line.game)).state
    copy = copier(line.system)(state)
    assert (copy, digest(copy)) == (state, digest(state))
    assert copy.core is not state.core


def test_the_map_of_a_game_is_shared_with_all_it_has_worked_out(games: Games) -> None:
    line = brought_in(games, FIXTURES / "gettysburg" / "first-of-july.transcript")
    state = games.position(Ref(line.game)).state
    copy = copier(SYSTEMS["gettysburg"])(state)
    assert (copy.ground is state.ground, copy.battle is state.battle) == (True, True)


def test_a_digest_knows_positions_apart_and_does_not_mind_the_order_of_names() -> None:
    assert digest(Tree(anything={"a": 1, "b": 2})) == digest(Tree(anything={"b": 2, "a": 1}))
    assert digest(Tree(anything={"a": 1})) != digest(Tree(anything={"a": 2}))
    assert digest(Tree(number={1: 2})) != digest(Tree(number={1: 3}))


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda tree: tree.number.update({1: 9}), id="an item"),
        pytest.param(lambda tree: tree.number.update({9: 9}), id="a further item"),
        pytest.param(lambda tree: tree.number.clear(), id="no item left"),
        pytest.param(lambda tree: tree.number.update({1: tree.number.pop(1)}), id="the order of items"),
        pytest.param(lambda tree: tree.leaves.pop(), id="a list"),
        pytest.param(lambda tree: tree.names.add("x"), id="a set"),
        pytest.param(lambda tree: tree.row[1].append(9), id="a row"),
        pytest.param(lambda tree: setattr(tree, "one", None), id="something gone"),
        pytest.param(lambda tree: setattr(tree, "anything", 7), id="something else"),
    ],
)
def test_positions_that_came_of_one_are_known_by_what_changed_since(change: Callable[[Tree], object]) -> None:
    first = full_tree()
    first.number = {1: 2, 3: 4}
    known_by, same, other, again = since(first), *(copier(of(Tree))(first) for _ in range(3))
    change(other)
    change(again)
    assert known_by(same) == known_by(copier(of(Tree))(same))
    assert known_by(other) != known_by(same)
    assert known_by(other) == known_by(again)
