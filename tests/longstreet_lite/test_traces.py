"""What an order did, as it is drawn: moves with their wheels, charges, fire, combats, retreats and losses."""

from __future__ import annotations

import copy

import pytest

from domain.kernel.facts import LossTaken
from domain.kernel.reasons import Reason
from domain.tabletop.angles import Point
from domain.words.tell import say_of
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.combat import facts as c
from rules.longstreet_lite.fire import facts as f
from rules.longstreet_lite.losses.facts import UnitRemoved
from rules.longstreet_lite.retreat.facts import UnitRetreated
from rules.longstreet_lite.state import Shot
from tests.longstreet_lite.fights import charge, table
from tests.longstreet_lite.firing_line import facing
from tests.longstreet_lite.marching import field, march
from tests.longstreet_lite.positions import give, unit

said = say_of(SYSTEM).told


def test_ll_6_gen_1_a_move_leads_from_middle_to_middle_and_leaves_a_ghost() -> None:
    state = field({"us": unit("us", "10:5", "0", (2,))})
    before = copy.deepcopy(state)
    (trace,) = SYSTEM.book.traces(before, give(SYSTEM, state, "us", march("us", "ahead:3")))
    assert (trace.kind, trace.side, trace.unit) == ("move", "us", "us")
    assert trace.points == (Point(10_000, 4500), Point(10_000, 7500))  # half a base behind the front
    assert [len(base) for base in trace.stood] == [4, 4]


def test_ll_6_fwd_4_a_wheel_is_drawn_as_an_arc_about_its_pivot() -> None:
    state = field({"us": unit("us", "10:5", "0", (2,))})
    before = copy.deepcopy(state)
    (trace,) = SYSTEM.book.traces(before, give(SYSTEM, state, "us", march("us", "wheel-right:60")))
    pivot = Point(11_000, 5000)  # the right end of a front of two bases
    gaps = [((p.x - pivot.x) ** 2 + (p.y - pivot.y) ** 2) ** 0.5 for p in trace.points if isinstance(p, Point)]
    assert len(gaps) >= 4
    assert gaps == pytest.approx([gaps[0]] * len(gaps), abs=3)


def test_ll_7_charge_2_a_charge_is_an_attack_that_leads_to_where_it_stops() -> None:
    state = table({"us": unit("us", "10:5", "0"), "cs": unit("cs", "10:8", "180")})
    before = copy.deepcopy(state)
    fact = charge(state)
    (trace,) = SYSTEM.book.traces(before, [fact])
    assert (trace.kind, trace.points[0]) == ("attack", Point(10_000, 4500))
    assert trace.points[-1] == Point(fact.pose[0], fact.pose[1] - 500)


def shot(base: int, target: str, hits: int) -> Shot:
    return Shot(base=base, mode="volley", target=target, struck=1, range=4000, needs=5, faces=(5,), hits=hits)


def test_ll_5_seq_1_fire_is_one_line_for_each_unit_fired_at_with_its_hits() -> None:
    us, other = unit("us", "10:5", "0", (3,)), {"far": unit("cs", "14:9", "180", (1, 1))}
    state = facing(us=us, others=other)
    fired = f.UnitFired(unit="us", shots=(shot(1, "cs", 1), shot(2, "cs", 1), shot(3, "far", 0)))
    near, far = SYSTEM.book.traces(state, [fired])
    assert (near.kind, said(near.label), said(far.label)) == ("fire", "2 hits", "0 hits")
    assert near.points == (Point(9500, 5000), Point(10_000, 9500))  # from between its bases to the base struck
    assert far.points == (Point(11_000, 5000), Point(14_000, 9500))


def test_ll_7_res_1_each_attacker_strikes_the_defender_with_the_score_of_both() -> None:
    state = table({"a": unit("us", "10:5", "0"), "b": unit("us", "14:5", "0"), "cs": unit("cs", "12:6", "180")})
    resolved = c.CombatResolved(
        unit="cs", attackers=("a", "b"), attack=5, defence=2, difference=3, winner="attackers", rule="LL.7.res.1"
    )
    found = SYSTEM.book.traces(state, [resolved])
    assert [(trace.unit, trace.points[-1]) for trace in found] == [
        ("a", Point(12_000, 6500)),
        ("b", Point(12_000, 6500)),
    ]
    assert {said(trace.label) for trace in found} == {"5 to 2: the attack wins"}


def test_ll_7_fdist_2_a_retreat_follows_the_way_it_took() -> None:
    state = table({"cs": unit("cs", "12:6", "180", (2,))})
    back = UnitRetreated(
        unit="cs", pose=(13_000, 9000, 18_000), ranks=(2,), offset=0, faces=(3,), distance=3, way=3000,
        path=((12_000, 6000), (13_000, 7000), (13_000, 9000)),
    )  # fmt: skip
    (trace,) = SYSTEM.book.traces(state, [back])
    assert trace.kind == "retreat"
    assert trace.points == (Point(12_000, 6500), Point(13_000, 7000), Point(13_000, 9500))
    assert len(trace.stood) == 2


def test_ll_1_loss_2_losses_and_a_broken_unit_are_marked_where_it_stood() -> None:
    state = table({"cs": unit("cs", "12:6", "180", (2,))})
    facts = (LossTaken(side="cs", unit="cs", kind="bases", amount=1, cause=Reason("fire")),
             UnitRemoved(unit="cs", why="broken", rule="LL.1.loss.2", counts=1),
             LossTaken(side="cs", unit="cs", kind="bases", amount=1, cause=Reason("fire")))  # fmt: skip
    assert [(t.kind, t.points, said(t.label)) for t in SYSTEM.book.traces(state, facts)] == [
        ("loss", (Point(12_000, 6500),), "−1 base"), ("gone", (Point(12_000, 6500),), "broken"),
    ]  # fmt: skip
