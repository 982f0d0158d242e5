"""A base is lost when the dice have said so: for odds and luck it does not matter that its owner picks it later."""

from __future__ import annotations

import pytest

from domain.log.refs import Ref
from domain.odds.moment import recorded
from domain.odds.past import past
from domain.odds.reckon import odds
from projections.luck.luck import judge
from tests.replay_fixtures import FIXTURES, RecordedGame

FARM = FIXTURES / "longstreet_lite" / "brawners-farm.transcript"


def test_a_base_belongs_to_the_kill_dice_and_not_to_the_order_that_takes_it_off(recorded_game: RecordedGame) -> None:
    """LL.5.kill.1, LL.1.loss.3: the Fifth Virginia loses a base at 318, picks it at 321; its dice spare others."""
    games, _ = recorded_game(FARM)
    found = judge(past(games, Ref("game", entry=330)), "game")
    shot, picked = [one for one in found.judged if one.entry in (314, 321)]
    assert (shot.came, picked.came) == ("losses to take off: cs 1", "")
    assert [(one.side, one.taken) for one in found.tolls] == [("us", 0), ("cs", 1)]
    assert found.undiced == ()


def test_the_mean_of_odds_counts_bases_that_are_yet_to_be_picked(recorded_game: RecordedGame) -> None:
    """LL.5.kill.1 One die for each of three units, until one of them has a base to give up."""
    games, _ = recorded_game(FARM)
    at, given = recorded(games, Ref("game", entry=314))
    assert odds(at, [given]).mean_losses == {"us": 0.0, "cs": pytest.approx(7 / 8)}
    at, given = recorded(games, Ref("game", entry=321))
    assert odds(at, [given]).mean_losses == {"us": 0.0, "cs": pytest.approx(3 / 4)}
