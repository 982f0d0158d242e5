"""Short sections of the rulebook that other chapters refine: each is seen at work."""

from __future__ import annotations

import pytest

from domain.kernel.facts import FrameOpened, PhaseBegan
from rules.musket_and_pike import going
from rules.musket_and_pike.formation.facts import FormationHit
from rules.musket_and_pike.melee.asks import DeclareMelee
from rules.musket_and_pike.movement.asks import Limber, MoveUnit
from rules.musket_and_pike.movement.facts import ActionBegan, MomentumGained, UnitMoved
from rules.musket_and_pike.position import allowance, arcs, is_cavalry_wing, klass
from rules.musket_and_pike.reaction.asks import AwaitReaction, ReactFire
from rules.musket_and_pike.recovery.asks import Rally, Reform
from rules.musket_and_pike.recovery.facts import PistolReloaded
from rules.musket_and_pike.state import MARKERS, ROUT
from rules.musket_and_pike.turn.asks import (
    ActivateWing,
    AwaitChange,
    AwaitContinuation,
    AwaitPreemption,
    EndActions,
    Preempt,
)
from rules.musket_and_pike.turn.facts import WingFinished
from rules.musket_and_pike.turn.wings import actor, level, selectable
from rules.musket_and_pike.work import Decline, ResumeTrigger
from tests.musket_and_pike.melees import attack, fought, step
from tests.musket_and_pike.positions import asked, give, let_pass, orders_of, position, refused, start, told
from tests.musket_and_pike.test_activation import CC, LL, RR, C, L, R, continuing, field

HORSE, OTHER, TWO, PIKES = "blue-cuirassiers-i", "blue-cuirassiers-ii", "blue-two-hex", "blue-guns-with-the-foot"
NO_PIKES, MUSKETS, GUNS, LEADER, CHIEF = (
    "blue-without-pikes", "blue-muskets", "blue-heavy-battery", "blue-horse", "blue-general",
)  # fmt: skip
RED, RED_FOOT = "red-cuirassiers-i", "red-one-hex"


def test_2_1_1_units_leaders_and_wagons_are_told_apart() -> None:
    state = start()
    assert "blue-wagons" in state.wagons
    assert CHIEF in state.leaders
    assert not state.units.keys() & state.leaders.keys()
    assert not state.units.keys() & state.wagons.keys()


def test_3_2_a_and_3_2_b_and_3_2_e_and_3_2_f_the_steps_of_an_activation() -> None:
    state = field({R: "make_ready"})
    give(state, "royalist", ActivateWing(wing=R))
    assert isinstance(asked(state), AwaitPreemption)
    give(state, "parliament", Decline())
    assert isinstance(asked(state), AwaitChange)
    give(state, "royalist", Decline())
    give(state, "royalist", EndActions())
    assert isinstance(asked(state), AwaitContinuation)
    assert told(give(state, "royalist", Decline()), WingFinished)[0].wing == R


def test_3_3_and_3_4_b_and_3_4_c_a_turn_ends_with_routs_markers_and_the_next() -> None:
    state = field({C: "rally", L: "rally", LL: "rally", CC: "rally", RR: "make_ready", R: "make_ready"})
    for name, wing in state.wings.items():
        wing.status = "ready" if name == R else "finished"
    give(state, "royalist", ActivateWing(wing=R))
    let_pass(state, "AwaitPreemption", "AwaitChange")
    give(state, "royalist", EndActions())
    facts = give(state, "royalist", Decline(), 1, 2)
    assert [fact.phase for fact in told(facts, PhaseBegan)][:2] == [ROUT, MARKERS]
    assert (state.core.turn, state.core.ended) == (3, None)


def test_4_2_2_units_act_in_any_order() -> None:
    for first, second in ((HORSE, OTHER), (OTHER, HORSE)):
        state = position({HORSE: "1012:5", OTHER: "1212:5"})
        give(state, "blue", MoveUnit(unit=first, path=("left",)))
        give(state, "blue", MoveUnit(unit=second, path=("left",)))
        assert state.activation.acted == [first, second]


def test_4_4_3_a_preempted_continuation_is_over() -> None:
    state = field({R: "charge", CC: "charge"})
    give(state, "royalist", ActivateWing(wing=R))
    let_pass(state, "AwaitPreemption", "AwaitChange")
    continuing(state, R, 0)
    facts = give(state, "parliament", Preempt(wing=CC), 0)
    assert told(facts, WingFinished)[0].wing == R
    assert state.turn.waiting == []
    assert state.activation.wing == CC


def test_5_1_1_and_5_6_5_and_13_3_1_the_army_commander_helps_any_unit_under_any_order() -> None:
    for order in ("charge", "make_ready", "receive_charge", "rally"):
        state = position(
            {HORSE: "1012:5", PIKES: "1013:5:FS:MS"}, order=order, orders={"blue-foot": "charge"},
            leaders={LEADER: "1012", CHIEF: "1013"},
        )  # fmt: skip
        state.wings["blue-foot"].status = "finished"
        assert Reform(unit=PIKES, into="FN", by=CHIEF) in orders_of(state, Reform)
        assert Rally(unit=PIKES, by=CHIEF) in orders_of(state, Rally)


def test_13_2_1_only_when_its_own_wing_is_active() -> None:
    state = position({HORSE: "1012:5:FS"}, order="rally", wing="blue-foot", leaders={LEADER: "1012"})
    assert refused(state, "blue", Reform(unit=HORSE, into="FN")) == "3.2.C"


def test_5_4_1_and_5_5_2_a_unit_keeps_its_wing_and_a_wing_has_one_order() -> None:
    state = start("edgehill")
    assert {unit.wing for unit in state.units.values()} == set(state.wings)
    assert state.wings[R].order == "charge"


def test_6_3_2_c_and_6_4_and_10_7_4_one_step_for_each_reform() -> None:
    state = position({PIKES: "1012:5:HH"}, order="rally")
    assert [order.into for order in orders_of(state, Reform)] == ["FB"]
    state = position({HORSE: "1012:5:FB"}, order="rally", pistols={HORSE: 1})
    assert [order.into for order in orders_of(state, Reform)] == ["FS", "pistol"]
    assert told(give(state, "blue", Reform(unit=HORSE, into="pistol")), PistolReloaded)


def test_6_2_4_and_13_2_2_a_turn_or_reform_next_to_an_enemy_is_reacted_to() -> None:
    state = position({HORSE: "1012:5", RED_FOOT: "1011:2"})
    give(state, "blue", MoveUnit(unit=HORSE, path=("left",)))
    frame = asked(state)
    assert isinstance(frame, AwaitReaction)
    assert frame.trigger.kind == "TR2"
    state = position({HORSE: "1012:5:FS", RED_FOOT: "1011:2"}, order="rally")
    facts = give(state, "blue", Reform(unit=HORSE, into="FN"))
    assert [fact.frame.trigger.kind for fact in told(facts, FrameOpened) if isinstance(fact.frame, ResumeTrigger)] == [
        "TR4"
    ]
    assert isinstance(asked(state), AwaitReaction)


def test_7_1_2_and_7_3_2_the_dearer_half_is_paid_and_its_hits_are_those_of_the_whole() -> None:
    state = position({TWO: "0307:2"})  # the left half enters rough ground
    facts = give(state, "blue", MoveUnit(unit=TWO, path=("0308",)))
    assert told(facts, UnitMoved)[0].cost == 2
    assert told(facts, FormationHit)


def test_7_3_4_regimental_guns_go_where_guns_go() -> None:
    state = position({PIKES: "1012:5", NO_PIKES: "1212:5"})
    regimental, plain = klass(state.units[PIKES]), klass(state.units[NO_PIKES])
    assert going.cost(state.charts, state.ground, regimental, "0307", "0308") is None
    assert going.cost(state.charts, state.ground, plain, "0307", "0308") == 2
    assert refused(state, "blue", Limber(unit=PIKES)) == "7.3.3"


def test_9_1_4_both_halves_of_a_two_hex_unit_fire_in_reaction() -> None:
    state = position({HORSE: "1013:5", "red-two-hex": "1111:2"}, order="charge")
    give(state, "blue", MoveUnit(unit=HORSE, path=("1012",)))
    fires = [order for order in orders_of(state, ReactFire) if order.unit == "red-two-hex"]
    assert ReactFire(unit="red-two-hex") in fires


def test_9_1_6_the_allowance_of_a_mover_is_fixed() -> None:
    state = position({HORSE: "1404:2", RED: "2010:2"})
    facts = give(state, "blue", MoveUnit(unit=HORSE, path=("1405", "1406", "1407")))
    assert told(facts, ActionBegan)[0].ma == 8
    assert allowance(state, HORSE) == 4  # disordered on the way


def test_9_3_5_horse_of_a_finished_wing_intercepts() -> None:
    state = position({HORSE: "1012:5", RED: "1009:2"}, orders={"red-horse": "charge"})
    state.wings["red-horse"].status = "finished"
    state.leaders["red-horse"].at = "1009"
    give(state, "blue", MoveUnit(unit=HORSE, path=("left",)))
    frame = asked(state)
    assert isinstance(frame, AwaitReaction)
    assert RED in frame.units


def test_11_1_1_and_11_1_5_melees_follow_whatever_a_unit_has_done() -> None:
    state = position({HORSE: "1012:5", RED: "1011:2"}, order="charge")
    state.activation.acted = [HORSE]
    give(state, "blue", EndActions())
    assert DeclareMelee(unit=HORSE, hex="1011") in orders_of(state, DeclareMelee)


def test_11_3_6a_a_slope_does_not_cost_momentum_and_a_stream_does() -> None:
    state = position({HORSE: "1404:2", RED: "1407:5"}, order="charge")
    give(state, "blue", MoveUnit(unit=HORSE, path=("1405", "1406")))
    facts = let_pass(state, "AwaitReaction", "AwaitEvade")
    assert state.units[HORSE].momentum or told(facts, MomentumGained)
    state = position({HORSE: "1407:2", RED: "1410:5"}, order="charge")
    give(state, "blue", MoveUnit(unit=HORSE, path=("1408", "1409")))
    let_pass(state, "AwaitReaction")
    assert not state.units[HORSE].momentum


def test_11_2_g_and_11_4_10_an_advance_is_reacted_to_and_the_ground_disorders_it() -> None:
    state = step({HORSE: "0307:2", RED: "0308:5", RED_FOOT: "0408:5"})  # 0308 is rough, and in front of the foot
    attack(state, (HORSE, "0308"))
    facts = fought(state, 4)
    assert state.units[HORSE].hexes == ("0308",)
    assert "7.3.1" in [fact.why.cite for fact in told(facts, FormationHit) if HORSE in fact.units]
    windows = [fact.frame for fact in told(facts, FrameOpened) if isinstance(fact.frame, AwaitReaction)]
    assert [(frame.side, frame.trigger.how) for frame in windows] == [("red", "advance")]


def test_14_2_infantry_without_pikes_forms_no_hedgehog() -> None:
    state = position({NO_PIKES: "1012:5"})
    assert refused(state, "blue", MoveUnit(unit=NO_PIKES, path=("hedgehog",))) == "6.3.2.b"


def test_drv_geo1_and_drv_geo2_front_flanks_and_rear() -> None:
    ground = start().ground
    one = ground.around(("1012",), 5)
    assert (set(one.front), set(one.flanks), set(one.rear)) == (
        {"0911", "1011"}, {"0912", "1112"}, {"0913", "1013"},
    )  # fmt: skip
    two = ground.around(("1012", "1112"), 5)
    assert (len(two.front), len(two.flanks), len(two.rear)) == (3, 2, 3)
    assert set(two.front) == {"0911", "1011", "1111"}


def test_6_1_and_6_3_4_a_two_hex_column_has_its_front_before_its_head() -> None:
    state = position({"blue-column-third": "1013:5"})
    unit = state.units["blue-column-third"]
    unit.hexes, unit.formation = ("1013", "1012"), "CO"  # tail and head, north-west of it
    around = arcs(state, unit)
    assert around.front == ("0911",)
    assert set(around.flanks) == {"0912", "1011"}
    assert set(around.rear) == {"0913", "1112", "1113", "1014", "1114"}


@pytest.mark.parametrize(
    ("unit", "words", "points"),
    [(HORSE, "FN", 8), (HORSE, "FS", 4), (HORSE, "FB", 0), (HORSE, "CO", 10), (MUSKETS, "FN", 6), (MUSKETS, "FS", 3),
     (PIKES, "FN", 4), (PIKES, "FS", 2), (PIKES, "CO", 6), (PIKES, "HH", 0), ("blue-horse-on-foot", "FN", 4),
     (HORSE, ":MB", 0), (HORSE, "OO", 8)],
)  # fmt: skip
def test_drv_ma_allowances(unit: str, words: str, points: int) -> None:
    assert allowance(position({unit: f"1012:5:{words}"}), unit) == points


def test_drv_ma_guns_move_limbered() -> None:
    state = position({GUNS: "1012:5"})
    assert allowance(state, GUNS) == 0
    state.units[GUNS].limbered = True
    assert allowance(state, GUNS) == 2


def test_drv_select_the_highest_order_and_the_next_player() -> None:
    state = field({R: "charge", C: "charge", LL: "make_ready", CC: "rally"}, initiative="parliament")
    assert level(state) == "charge"
    assert actor(state) == "royalist"  # D5 a: Parliament has none of that level
    assert selectable(state, "royalist") == [R, C]


def test_g_action_and_d91_one_action_in_an_activation() -> None:
    state = position({HORSE: "1012:5:FS"}, order="rally")
    give(state, "blue", Reform(unit=HORSE, into="FN"))
    assert refused(state, "blue", MoveUnit(unit=HORSE, path=("1011",))) == "3.2.C"


def test_g_cavalry_and_g_heavy_infantry_and_g_wing_kinds() -> None:
    state = start()
    assert is_cavalry_wing(state, "red-horse")
    assert not is_cavalry_wing(state, "red-foot")
    assert state.units["blue-arquebusiers"].card.arquebusier
    assert not state.units[HORSE].card.arquebusier
    assert state.units[PIKES].card.regimental


def test_d92_after_a_preempting_and_a_bypassed_wing_the_preempting_player_is_next() -> None:
    state = field({R: "charge", C: "charge", CC: "charge", LL: "charge"})
    give(state, "royalist", ActivateWing(wing=R))
    give(state, "parliament", Preempt(wing=CC), 0)
    for wing, side in ((CC, "parliament"), (R, "royalist")):
        let_pass(state, "AwaitChange")
        assert state.activation.wing == wing
        state.activation.acted = list(state.units)
        give(state, side, EndActions())
        let_pass(state, "AwaitContinuation")
    assert actor(state) == "parliament"


def test_d1_a_broken_unit_has_no_formation() -> None:
    state = position({HORSE: "1012:5:FB:MS"}, order="rally", leaders={LEADER: "1014"})
    give(state, "blue", Rally(unit=HORSE), 9)
    assert (state.units[HORSE].morale, state.units[HORSE].formation) == ("MB", "")
