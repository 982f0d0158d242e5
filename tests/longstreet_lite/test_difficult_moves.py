"""LL.6.hard Infantry that moves back, sideways or far aslant."""

from __future__ import annotations

from typing import Any

import pytest

from domain.words.tell import tell
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.state import State
from tests.longstreet_lite.marching import field, march, moved, refused, with_card
from tests.longstreet_lite.positions import unit


def alone(ranks: tuple[int, ...] = (4,), **more: Any) -> State:
    return field({"2wi": unit("us", "12:7", "0", ranks, name="2nd Wisconsin")}, **more)


@pytest.mark.parametrize(
    ("step", "pose", "way"),
    [
        ("back:2", (12_000, 5_000, 0), 2_000),
        ("left:2", (10_000, 7_000, 0), 2_000),
        ("right:1.5", (13_500, 7_000, 0), 1_500),
        ("oblique-left:60:2", (10_268, 8_000, 0), 2_000),
        ("oblique-right:135:1", (12_707, 6_293, 0), 1_000),
        ("back-wheel-left:20", (11_879, 6_316, 2_000), 1_396),
        ("back-wheel-right:20", (12_121, 6_316, 34_000), 1_396),
        ("toward:180:2", (12_000, 5_000, 0), 2_000),
        ("to:11:6", (11_000, 6_000, 0), 1_415),
    ],
)
def test_ll_6_hard_1_any_movement_that_is_not_forward(step: str, pose: tuple[int, int, int], way: int) -> None:
    fact = moved(alone(), "2wi", step, difficult=True)
    assert (fact.pose, fact.way, fact.difficult) == (pose, way, True)


def test_ll_6_hard_1_a_declaration_without_a_move_is_refused() -> None:
    assert refused(alone(), march("2wi", "about", difficult=True)) == (
        "[LL.6.hard.1] 2nd Wisconsin declares a difficult move and makes none"
    )


def test_ll_6_hard_2_half_the_allowance_and_declared_before_the_unit_moves() -> None:
    """I24"""
    assert moved(alone(), "2wi", "back:2", difficult=True).allowance == 2_000
    assert refused(alone(), march("2wi", "back:2.001", difficult=True)) == (
        "[LL.6.hard.2] the way of 2nd Wisconsin is 2.001 BW long; 2 BW are allowed"
    )
    assert refused(alone(), march("2wi", "back:1")) == (
        "[LL.6.hard.2] back is no forward movement of 2nd Wisconsin; a difficult move is declared first (difficult=yes)"
    )


def test_ll_6_hard_2_backward_wheels_cost_their_arc() -> None:
    assert refused(alone(), march("2wi", "back-wheel-left:29", difficult=True)) == (
        "[LL.6.hard.2] the way of 2nd Wisconsin is 2.025 BW long; 2 BW are allowed"
    )


def test_ll_6_hard_3_a_bonus_is_added_after_halving() -> None:
    state = with_card(alone(), "quickstep", do="move_bonus", n=2)
    fact = moved(state, "2wi", "back:4", difficult=True)
    assert fact.allowance == 4_000
    assert tell(SYSTEM, fact) == "2wi moves with difficulty 4 of 4 BW: back 4; now at 12:3 facing 0°"


@pytest.mark.parametrize("step", ["ahead:1", "wheel-left:5", "oblique-right:45:1", "toward:10:1"])
def test_ll_6_hard_4_forward_movement_does_not_go_with_it(step: str) -> None:
    """I24"""
    verb = step.split(":")[0]
    for path in ((step, "back:1"), ("back:1", step), (step,)):
        assert refused(alone(), march("2wi", *path, difficult=True)) == (
            f"[LL.6.hard.4] {verb} is forward movement, which does not go with a difficult move of 2nd Wisconsin"
        )


def test_ll_6_hard_5_a_column_makes_no_difficult_move() -> None:
    """I25"""
    assert refused(alone((1, 1, 1)), march("2wi", "back:1", difficult=True)) == (
        "[LL.6.hard.5] 2nd Wisconsin is a column, one base wide; a column makes no difficult move"
    )
    assert moved(alone((2, 1)), "2wi", "back:1", difficult=True).way == 1_000


def test_ll_6_hard_6_and_ll_r_move_artillery_has_its_full_allowance_in_any_direction() -> None:
    guns, limber = (
        unit("us", "12:7", "0", (2,), kind="ART", name="Battery B"),
        unit("us", "12:9", "0", kind="ART", limbered=True, bases=2, name="Battery B"),
    )
    assert moved(field({"b": guns}), "b", "back:1").allowance == 1_000
    assert moved(field({"b": limber}), "b", "back:6").allowance == 6_000
    assert refused(field({"b": guns}), march("b", "back:1", difficult=True)) == (
        "[LL.6.hard.6] Battery B is artillery and makes no difficult move: it has its full allowance in any direction"
    )


def test_an_about_face_may_come_before_a_difficult_move() -> None:
    fact = moved(alone(), "2wi", "about", "left:2", difficult=True)
    assert fact.pose == (14_000, 6_000, 18_000), "its left is now in the east"
