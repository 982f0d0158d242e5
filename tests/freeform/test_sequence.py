"""FF.6, FF.7, FF.8 Points, turns and the end."""

from __future__ import annotations

import pytest

from domain.kernel.errors import IllegalOrder, NotFound
from domain.kernel.facts import GameEnded, Order, PhaseBegan, PointsScored
from domain.kernel.reasons import said
from rules.freeform.sequence import BeginPhase, EndGame, ScorePoints
from tests.freeform.positions import give, start


def test_ff_6_points_are_won_and_lost() -> None:
    state = start()
    assert give(state, "blue", ScorePoints(side="blue", points=3, why="the hill")) == [
        PointsScored(side="blue", points=3, why=said("the hill", "FF.6"))
    ]
    give(state, "red", ScorePoints(side="blue", points=-1, why="late"))
    assert state.core.points == {"blue": 2, "red": 0}


def test_ff_7_a_phase_without_a_turn_belongs_to_the_turn_that_is() -> None:
    state = start()
    assert give(state, "blue", BeginPhase(phase="fire", turn=2)) == [PhaseBegan(turn=2, phase="fire")]
    assert give(state, "blue", BeginPhase(phase="melee", side="red")) == [PhaseBegan(turn=2, phase="melee", side="red")]


def test_ff_8_the_game_ends_with_a_winner_or_with_none() -> None:
    for winner in ("blue", ""):
        state = start()
        ended = GameEnded(winner=winner, why=said("night", "FF.8"))
        assert give(state, "blue", EndGame(winner=winner, why="night")) == [ended]
        assert state.core.ended == ended


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        pytest.param(ScorePoints(side="blue", points=0), "FF.6.1", id="FF.6.1 no points"),
        pytest.param(ScorePoints(side="", points=1), "FF.6.1", id="FF.6.1 points for nobody"),
        pytest.param(BeginPhase(phase="fire", turn=1), "FF.7.1", id="FF.7.1 turns do not run backwards"),
    ],
)
def test_refused(order: Order, rule: str) -> None:
    state = start()
    give(state, "blue", BeginPhase(phase="fire", turn=2))
    with pytest.raises(IllegalOrder) as refused:
        give(state, "blue", order)
    assert refused.value.rule == rule


def test_an_unknown_side_cannot_win() -> None:
    with pytest.raises(NotFound):
        give(start(), "blue", EndGame(winner="green", why="?"))
