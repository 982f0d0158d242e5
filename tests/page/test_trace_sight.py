"""What is drawn of an order for a viewer is made of what he sees: counters on his board, and facts he may know."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.games.groups import groups
from domain.games.sight import SPECTATOR, seen
from domain.kernel.board import Board, Trace
from domain.kernel.system import boards_of
from tests.page.played import named_in
from tests.replay_fixtures import FIXTURES, RecordedGame, recorded_games

LARGE, EVERY = 1_500, 7  # of a game of more entries, the boards around every so manieth order are looked at

STILL = ("out-of-cards", "pass-without-deck")  # in these nobody stirs


def known(board: Board) -> set[str]:
    return {word for counter in board.counters for word in (counter.id, counter.at)}


def strange(trace: Trace, sights: set[str]) -> list[str]:
    """What it names or points at that the viewer has not seen."""
    named = [trace.unit, *(point for point in trace.points if isinstance(point, str))]
    return [word for word in named if word and word not in sights]


@pytest.mark.parametrize("path", recorded_games(), ids=lambda path: path.name)
def test_traces_name_and_point_at_nothing_that_the_viewer_does_not_see(path: Path, recorded_game: RecordedGame) -> None:
    games, line = recorded_game(path)
    system, viewers, state = line.system, (*line.started.sides, SPECTATOR), games.initial(line)
    entries, drawn = games.log.entries(line), 0
    every = EVERY if len(entries) > LARGE else 1
    for i, group in enumerate(groups(entries)):
        visible = [list(seen(group, viewer)) for viewer in viewers] if i % every == 0 else []
        traces = [system.book.traces(state, [entry.fact for entry in shown]) for shown in visible]
        before = boards_of(system, state, viewers) if any(traces) else ()
        for entry in group:
            system.book.folds[type(entry.fact)](state, entry.fact)
        after = boards_of(system, state, viewers) if any(traces) else ()
        for number, found in enumerate(traces):
            if found:
                drawn += 1
                sights = known(before[number]) | known(after[number]) | named_in(visible[number])
                wrong = [(trace.kind, words) for trace in found if (words := strange(trace, sights))]
                assert not wrong, f"{path.relative_to(FIXTURES)}:{group[0].number} to {viewers[number]!r}"
    assert drawn or path.stem in STILL
