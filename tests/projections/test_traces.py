"""The last orders of a game as traces: the right orders, nothing hidden, and the position as it is."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import msgspec
import pytest

from domain.games.games import Games
from domain.kernel.board import Board, Counter, Trace
from domain.kernel.chance import EnteredChance
from domain.kernel.errors import BadInput
from domain.kernel.facts import OrderGiven, PhaseBegan
from domain.kernel.packs import Pack
from domain.log.entry import Entry
from domain.log.refs import Ref
from projections.models import traces
from projections.models.traces import order_words, past, since_of, turns_of
from rules import SYSTEMS
from rules.freeform.pieces.asks import AddPiece, MovePiece
from rules.freeform.sequence import BeginPhase
from tests.projections.recorded_boards import EVERY, HEXES, PLACES, TABLE, Recorded

MILL = Ref("mill")


@pytest.fixture
def marches(games: Games, pack: Pack) -> Games:
    """blue marches in the open, red in secret; a note is written last."""
    games.new(SYSTEMS["freeform"], "blank", "mill", pack)  # 1
    for by, order in (
        ("blue", AddPiece(piece="ohio", side="blue", at="hill", strength=4)),  # 2, 3
        ("red", AddPiece(piece="spy", side="red", at="wood", hidden=True)),  # 4, 5
        ("blue", BeginPhase(turn=1, phase="march", side="blue")),  # 6, 7
        ("blue", MovePiece(piece="ohio", to="mill", via=("ford",))),  # 8, 9
        ("red", MovePiece(piece="spy", to="ford")),  # 10, 11
    ):
        games.order(MILL, by, order, EnteredChance(()))
    games.note(MILL, "umpire", "what a march")  # 12
    return games


def seen(games: Games, number: int, viewer: str | None, since: int | str = 1) -> list[tuple[str, tuple[object, ...]]]:
    found = past(games, games.line(MILL), number, viewer, since_of(str(since)))
    return [(trace.kind, trace.points) for trace in found.traces]


def test_the_last_order_is_drawn_though_a_note_was_written_since(marches: Games) -> None:
    assert seen(marches, 12, None) == [("move", ("wood", "ford"))]
    assert seen(marches, 9, None) == [("move", ("hill", "ford", "mill"))]


def test_an_order_under_many_notes_is_found_without_reading_them_over_and_over(
    marches: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log of another program may end with thousands of lines of talk."""
    for _ in range(100):
        marches.note(MILL, "umpire", "still nothing")
    read: list[int] = []
    entries = marches.log.entries

    def counted(*span: Any) -> list[Entry]:
        read.append(len(found := entries(*span)))
        return found

    monkeypatch.setattr(traces, "CHUNK", 2)
    monkeypatch.setattr(marches.log, "entries", counted)
    assert seen(marches, 112, None) == [("move", ("wood", "ford"))]
    assert sum(read) < 4 * 112


def test_who_may_not_see_an_order_sees_no_trace_of_it(marches: Games) -> None:
    assert seen(marches, 12, "red") == [("move", ("wood", "ford"))]
    assert seen(marches, 12, "blue") == seen(marches, 12, "") == []
    assert seen(marches, 5, "red") == [("arrive", ("wood",))]
    assert seen(marches, 5, "blue") == []


def test_several_orders_are_drawn_the_oldest_first(marches: Games) -> None:
    two = [("move", ("hill", "ford", "mill")), ("move", ("wood", "ford"))]
    assert seen(marches, 12, None, 2) == two
    assert seen(marches, 12, None, "phase") == seen(marches, 12, None, "turn") == two
    assert seen(marches, 12, None, 500) == [("arrive", ("hill",)), ("arrive", ("wood",)), *two]
    assert seen(marches, 12, None, 0) == []


def test_an_order_is_drawn_as_far_as_the_entry_looked_at(marches: Games) -> None:
    assert seen(marches, 8, None) == []  # the order is given, nothing has happened yet


def test_the_order_is_told_in_words_only_to_those_who_may_read_it(marches: Games) -> None:
    line = marches.line(MILL)
    found = past(marches, line, 12, None)
    assert order_words(line.system, found.orders[-1], "red") == "red> MovePiece piece=spy to=ford (entry 10)"
    assert order_words(line.system, found.orders[-1], "blue") == "(hidden) (entry 10)"


@pytest.mark.parametrize("text", ["-1", "501", "x", "", "1.5", "９"])
def test_what_is_no_number_of_orders_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="no number of orders"):
        since_of(text)


def test_turns_are_named_with_the_entry_they_begin_at(marches: Games) -> None:
    assert turns_of(marches, MILL) == [(7, 1)]


def entries(last: int, count: int) -> range:
    return range(2, last + 1, max(1, last // count))


@pytest.mark.parametrize("name", EVERY)
def test_the_state_after_the_orders_is_the_state_of_the_game(name: str, recorded: Recorded) -> None:
    games, game = recorded[name]
    line = games.log.line(game, "main")
    for number in entries(recorded.head(name), 25):
        found = past(games, line, number, None, "phase" if number % 2 else 3)
        assert msgspec.msgpack.encode(found.state) == msgspec.msgpack.encode(games.state(line, number)), number


@pytest.mark.parametrize("name", EVERY)
def test_traces_lead_to_where_things_are(name: str, recorded: Recorded) -> None:
    """A piece that moved or fell back stands where its last trace ends; marks and arrows lie on the board."""
    kinds = set()
    for number in entries(recorded.head(name), 60):
        board = recorded.board(name, number)
        ends = {trace.unit: trace for trace in board.traces if trace.kind in ("move", "retreat")}
        gone = {trace.unit for trace in board.traces if trace.kind in ("gone", "attack")}
        counters = {counter.id: counter for counter in board.counters}
        kinds |= {trace.kind for trace in board.traces}
        for unit, trace in ends.items():
            if unit in counters and unit not in gone:
                assert is_at(board, counters[unit], trace), f"{number}: {trace}"
    assert {"move"} < kinds


def is_at(board: Board, counter: Counter, trace: Trace) -> bool:
    end = trace.points[-1]
    if isinstance(end, str):
        return counter.at == end
    if counter.figure is None:
        return True
    xs, ys = zip(*(point for base in counter.figure.bases for point in base), strict=True)
    return min(xs) <= end.x <= max(xs) and min(ys) <= end.y <= max(ys)


@pytest.mark.parametrize("name", [HEXES, PLACES])
@pytest.mark.parametrize("side", [0, 1])
def test_a_side_sees_traces_only_of_what_its_own_board_shows(name: str, side: int, recorded: Recorded) -> None:
    """Before the order or after it: a piece that is gone stood there, one that came stands there."""
    games, game = recorded[name]
    line = games.log.line(game, "main")
    viewer = line.started.sides[side]
    drawn = 0
    for number in entries(recorded.head(name), 120):
        found = past(games, line, number, viewer)
        if not found.traces:
            continue
        first = found.orders[-1][0].number
        known = {c.id: c for c in line.system.sight.board(games.state(line, first - 1), viewer).counters}
        known |= {c.id: c for c in line.system.sight.board(found.state, viewer).counters}
        assert {trace.unit for trace in found.traces} <= set(known), number
        drawn += len(found.traces)
    assert drawn > 5


def test_an_order_hidden_from_a_side_leaves_no_trace_for_it_in_a_real_game(recorded: Recorded) -> None:
    games, game = recorded[HEXES]
    line = games.log.line(game, "main")
    secret = [e for e in games.log.entries(line) if isinstance(e.fact, OrderGiven) and e.to == ("confederate",)]
    assert len(secret) > 10
    for entry in secret[:40]:
        for trace in past(games, line, entry.number, "union").traces:
            raise AssertionError(f"{entry.number}: {trace}")


@pytest.mark.parametrize("since", ["phase", "turn"])
@pytest.mark.parametrize("name", [HEXES, TABLE])
def test_a_phase_or_turn_that_has_just_begun_shows_the_one_before(name: str, since: str, recorded: Recorded) -> None:
    games, game = recorded[name]
    line = games.log.line(game, "main")
    began, given = list[tuple[int, int]](), list[int]()
    for entry in games.log.entries(line):
        given += [entry.number] if isinstance(entry.fact, OrderGiven) else []
        is_new = isinstance(entry.fact, PhaseBegan) and (
            since == "phase" or entry.fact.turn != (began or [(0, 0)])[-1][1]
        )
        began += [(entry.number, entry.fact.turn)] if is_new else []  # type: ignore[union-attr]
    before, now = next((a, b) for (a, _), (b, _) in pairwise(began[3:]) if sum(a < n < b for n in given) > 2)
    found = past(games, line, now, None, since_of(since))
    assert [order[0].number for order in found.orders] == [number for number in given if before < number < now]
    assert found.is_before
    later = next(number for number in given if number > now)
    assert [order[0].number for order in past(games, line, later, None, since_of(since)).orders] == [later]
    assert not past(games, line, later, None, since_of(since)).is_before


def test_the_first_turn_shows_the_order_that_began_it(marches: Games) -> None:
    found = past(marches, marches.line(MILL), 7, None, "turn")
    assert [order[0].number for order in found.orders] == [6]
    assert not found.is_before
