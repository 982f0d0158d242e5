"""The printed sequence of play."""

from __future__ import annotations

import pytest

from domain.facts import PhaseBegan
from domain.sequence import Phase, PhaseSequence

TURN = [Phase("command"), Phase("move", "blue"), Phase("move", "red")]


def test_phases_follow_in_printed_order_and_turns_repeat_them() -> None:
    sequence = PhaseSequence(TURN, first_turn=3, last_turn=4)
    assert sequence.opening() == PhaseBegan(turn=3, phase="command")
    assert sequence.after(3, "command") == PhaseBegan(turn=3, phase="move", side="blue")
    assert sequence.after(3, "move", "blue") == PhaseBegan(turn=3, phase="move", side="red")
    assert sequence.after(3, "move", "red") == PhaseBegan(turn=4, phase="command")


def test_nothing_follows_the_last_phase_of_the_last_turn() -> None:
    assert PhaseSequence(TURN, last_turn=4).after(4, "move", "red") is None


def test_without_a_last_turn_there_is_always_another() -> None:
    assert PhaseSequence(TURN).after(99, "move", "red") == PhaseBegan(turn=100, phase="command")


@pytest.mark.parametrize("phases", [[], [Phase("move"), Phase("move")]])
def test_a_sequence_needs_phases_each_once(phases: list[Phase]) -> None:
    with pytest.raises(ValueError, match="each side's phase once"):
        PhaseSequence(phases)
