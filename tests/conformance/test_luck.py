"""What luck asks of every system: that a loss belongs to the dice that caused it, whoever takes it off, and when."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from domain.log.refs import Ref
from domain.odds import past as weighing
from domain.odds.past import past
from projections.luck.luck import Toll, judge
from tests.replay_fixtures import FIXTURES, RecordedGame

GAMES = [
    *sorted(FIXTURES.glob("longstreet_lite/*.transcript")),
    FIXTURES / "gettysburg" / "first-of-july.transcript",
    FIXTURES / "gettysburg" / "little-round-top-union.transcript",
    FIXTURES / "freeform" / "pegasus-bridge.transcript",
]
# What costs or saves something though no die says so: people count themselves, cards save bases, and a retreat over
# friends or bad ground costs some.
UNDICED = {
    "freeform": {"TakeLoss"},
    "gettysburg": {"RetreatTo"},
    "longstreet_lite": {"PlayMorale", "RetreatUnit"},
}


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_every_loss_hung_on_dice_or_is_named(
    path: Path, recorded_game: RecordedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weighing, "BUDGET", 1)  # what might have come does not matter here, only what came
    monkeypatch.setattr(weighing, "SAMPLES", 2)
    games, line = recorded_game(path)
    played = past(games, Ref("game"))
    found = judge(played, "game")
    counted: Counter[str] = Counter()
    for one in (*found.tolls, *found.undiced):
        counted[one.side] += one.taken if isinstance(one, Toll) else one.losses
    losses = games.state(line, games.log.head(line).number).core.losses
    assert {side: counted[side] for side in found.sides} == {side: losses.get(side, 0) for side in found.sides}
    assert {one.order for one in played.unweighed} <= UNDICED[line.system.key]
