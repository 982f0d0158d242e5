"""4.6, 15 Every way a battle can end has a recorded game."""

from __future__ import annotations

import pytest

from rules.musket_and_pike.state import State
from tests.replay_fixtures import FIXTURES, RecordedGame

FOLDER = FIXTURES / "musket_and_pike"
LEFT = {
    "proving-ground-blue-leaves": ("red", "victory", "blue"),
    "proving-ground-blue-leaves-draw": ("", "draw", "blue"),
    "proving-ground-both-leave": ("", "draw", "blue", "red"),
    "proving-ground-red-leaves": ("blue", "victory", "red"),
    "proving-ground-red-leaves-draw": ("", "draw", "red"),
}


def ended(recorded: RecordedGame, name: str) -> tuple[State, str, tuple[object, ...]]:
    """How a recorded game stands at its end, why it ended, and the words of that."""
    games, line = recorded(FOLDER / f"{name}.transcript")
    state: State = games.state(line, games.log.head(line).number)
    over = state.core.ended
    assert over is not None
    assert over.winner == over.why.of[0]
    return state, over.why.key, over.why.of


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(("proving-ground-blue", "proving-ground-draw", "proving-ground-red"), id="proving ground"),
        pytest.param(
            (
                "edgehill-parliament-decisive", "edgehill-parliament-marginal", "edgehill-1642",
                "edgehill-royalist-marginal", "edgehill-royalist-decisive",
            ),
            id="Edgehill",
        ),
    ],
)  # fmt: skip
def test_15_each_level_of_victory_is_reached_on_a_last_turn(
    recorded_game: RecordedGame, names: tuple[str, ...]
) -> None:
    found = [ended(recorded_game, name) for name in names]
    assert {key for _, key, _ in found} == {"last turn"}
    levels = found[0][0].engagement.levels
    assert [of[:2] for _, _, of in found] == [(one.winner, one.level) for one in levels]


@pytest.mark.parametrize("name", LEFT)
def test_4_6_a_side_that_leaves_the_field_does_no_better_than_a_draw(recorded_game: RecordedGame, name: str) -> None:
    _, key, of = ended(recorded_game, name)
    assert (key, (*of[:2], *of[3:])) == ("capitulation", LEFT[name])


def test_edgehill_goes_as_it_went(recorded_game: RecordedGame) -> None:
    """11.7.2, 10.8.9 Rupert's horse rides off the field, Balfour takes the King's guns, and neither side has won."""
    state, _, of = ended(recorded_game, "edgehill-1642")
    units = state.units
    pursued = {name for name, unit in units.items() if unit.gone == "pursued"}
    assert pursued == {
        "kings-lifeguard", "prince-rupert", "prince-of-wales", "prince-maurice", "sir-john-byron", "henry-wilmot",
    }  # fmt: skip
    assert [units[name].holder for name in ("royal-battery", "heavy-battery")] == ["parliament", "parliament"]
    assert units["fortescue"].gone == "removed"
    assert of[:2] == ("", "draw")
