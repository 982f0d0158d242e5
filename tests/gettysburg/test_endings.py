"""Each way a scenario can end has its recorded game; that they replay and audit is tested with all fixtures."""

from __future__ import annotations

import re

import pytest

from rules.gettysburg.sheets.scenario import battles
from tests.gettysburg.small_maps import house_pack
from tests.replay_fixtures import FIXTURES, Expected, expected_of

WAYS = {
    "23.2 the hill is taken": ("mcpherson", "confederate", r"Cemetery Hill: [2-9]"),
    "23.2 the hill is held": ("mcpherson", "union", r"Cemetery Hill: [01]"),
    "23.3 the hill is taken": ("first_day", "confederate", r"Cemetery Hill: [2-9]"),
    "23.3 the hill is held": ("first_day", "union", r"Cemetery Hill: [01]"),
    "23.4 margin and ten units": ("second_day", "confederate", r"score \+[2-9]\d"),
    "23.4 not enough": ("second_day", "union", r"score"),
    "23.5(1) the Taneytown Road": ("little_round_top", "confederate", r"Taneytown Road: [2-9]"),
    "23.5(2) the Baltimore Pike": ("little_round_top", "confederate", r"Baltimore Pike: [1-9]"),
    "23.5(3) twelve brigades": ("little_round_top", "confederate", r"turn 10; Union infantry brigades .*: 1[2-9]"),
    "23.5 the left holds": ("little_round_top", "union", r"Taneytown Road: [01]"),
    "4.1b Confederate decisive": ("full", "confederate", r"decisive"),
    "4.1b Confederate win": ("full", "confederate", r"confederate victory"),
    "4.1b Union win": ("full", "union", r"union victory"),
    "4.1b Union decisive": ("full", "union", r"decisive"),
    "20.5 rain": ("full", "", r"rain before 4 July"),
    "4.1a the last turn": ("full", "", r"end of 4 July, turn 10"),
}


def recorded() -> list[tuple[str, Expected]]:
    """Scenario and result of every recorded game."""
    found = []
    for path in sorted((FIXTURES / "gettysburg").glob("*.transcript")):
        scenario = re.search(r"^scenario: (\S+)$", path.read_text("utf-8"), re.MULTILINE)
        assert scenario is not None
        found.append((scenario[1], expected_of(path)))
    return found


@pytest.mark.parametrize(("scenario", "winner", "ending"), list(WAYS.values()), ids=list(WAYS))
def test_each_ending_has_its_game(scenario: str, winner: str, ending: str) -> None:
    games = [game for played, game in recorded() if played == scenario]
    assert [game for game in games if winner in ("", game.winner) and re.search(ending, game.ending)]


def test_every_scenario_is_among_them() -> None:
    assert {scenario for scenario, _ in recorded()} == set(battles(house_pack()))
