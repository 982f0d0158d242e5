"""Points and losses at any entry, straight from the log."""

from __future__ import annotations

from domain.games.games import Games
from domain.games.sight import SPECTATOR
from domain.log.refs import Ref
from projections.models.casualties import UnitLoss, losses
from projections.models.games_list import game_or_mark
from projections.models.victory_points import score


def test_points_at_an_entry_count_what_was_scored_up_to_it(mill: Games) -> None:
    assert score(mill, Ref("mill", "main", 12)).totals == {"blue": 0, "red": 0}
    assert score(mill, Ref("mill", "main", 13)).totals == {"blue": 0, "red": 3}


def test_points_say_why_and_under_which_rule(mill: Games) -> None:
    (row,) = score(mill, Ref("mill")).rows
    assert (row.entry, row.side, row.points, row.total, row.why, row.rule) == (13, "red", 3, 3, "fire", "FF.6")


def test_a_branch_goes_on_from_its_parents_points(mill: Games) -> None:
    assert score(mill, Ref("mill", "maybe")).totals == {"blue": 2, "red": 3}
    again = score(mill, Ref("mill", "again"))
    assert [(row.line, row.entry, row.total) for row in again.rows] == [
        ("main", 13, 3),
        ("maybe", 16, 2),
        ("again", 19, 4),
    ]


def test_losses_by_unit_and_side_with_the_men_that_are_known(mill: Games) -> None:
    found = losses(mill, Ref("mill", "maybe"))
    assert found.by_unit == (UnitLoss("blue", "ohio", "steps", 3, 60),)
    assert found.by_side == {"blue": {"steps": 3}, "red": {}}
    assert found.men == {"blue": 60, "red": 0}
    assert [(row.amount, row.unit_total, row.side_total, row.side_men) for row in found.rows] == [
        (2, 2, 2, 60),
        (1, 3, 3, 60),
    ]


def test_a_hidden_units_loss_is_known_to_its_side_and_the_umpire_only(mill: Games) -> None:
    everything, own = losses(mill, Ref("mill")), losses(mill, Ref("mill"), "red")
    assert everything.by_side["red"] == own.by_side["red"] == {"steps": 1}
    assert losses(mill, Ref("mill"), "blue").by_side["red"] == {}
    assert losses(mill, Ref("mill"), SPECTATOR).by_side["red"] == {}


def test_the_games_list_shows_the_main_line_of_each_game(mill: Games) -> None:
    for viewer in (None, SPECTATOR):
        row = game_or_mark(mill, "mill", viewer)
        assert (row.game, row.title, row.system, row.scenario) == ("mill", "Mill Bridge", "freeform", "blank")
        assert (row.sides, row.lines, row.entries) == (("blue", "red"), 3, 18 + 5 + 3)
        assert (row.turn, row.phase, row.winner, row.points) == (1, "fire", "red", {"blue": 0, "red": 3})
        assert row.started <= row.last_entry
