"""LL.7.gen, LL.7.elig, LL.7.charge, LL.7.cdis, LL.7.target, LL.7.contact, LL.7.multi Charging."""

from __future__ import annotations

import pytest

from domain.kernel.facts import PhaseBegan
from domain.tabletop.bodies import are_within, blocks_of
from domain.tabletop.polygons import overlaps
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.combat import combat
from rules.longstreet_lite.combat.asks import Charge, EndCharges
from rules.longstreet_lite.combat.facts import CombatStageBegan
from rules.longstreet_lite.formation import body_of
from rules.longstreet_lite.state import State, Unit
from tests.longstreet_lite.fights import card, charge, fight, of, refused, struck, table, told
from tests.longstreet_lite.marching import field, moved
from tests.longstreet_lite.positions import give, refusal, terrain, unit

# US faces north along y = 10 with its front from x = 8 to 12; CS faces it.
US, CS = unit("us", "10:10"), unit("cs", "10:13", "180")
MEADOW = ("8:11", "12:11", "12:12", "8:12")


def facing(at: str = "10:13", heading: str = "180", **settings: object) -> State:
    return table({"us": US, "cs": unit("cs", at, heading)}, **settings)


def test_ll_7_charge_2_and_ll_7_contact_1_a_charge_goes_straight_ahead_and_stops_at_first_contact() -> None:
    fact = charge(facing())
    assert (fact.pose, fact.distance, fact.wheel_cost) == ((10_000, 13_000, 0), 3000, 0)
    assert struck(fact) == {"cs": ("front", False)}


def test_ll_7_contact_1_a_slanting_charge_stops_in_contact_without_overlap_and_nobody_conforms() -> None:
    state = facing("9.3:12.7", "157.3")
    charge(state, wheel="left:6.37")
    us, cs = (body_of(state, state.units[name]) for name in ("us", "cs"))
    assert are_within(us, cs, 10)
    assert not any(overlaps(a, b) for a in blocks_of(us) for b in blocks_of(cs))
    assert (us.pose.heading, cs.pose.heading) == (36_000 - 637, 15_730)


def test_ll_7_gen_1_only_own_units_on_the_table_charge_and_each_once() -> None:
    state = table({"us": US, "reserve": unit("us"), "cs": CS})
    assert refused(state, "cs") == "LL.7.gen.1"
    assert refused(state, "reserve") == "LL.7.gen.1"
    assert refused(state, "nobody") == "LL.7.gen.1"
    charge(state)
    assert refused(state) == "LL.7.gen.1"


def test_ll_7_gen_1_without_charges_the_phase_ends_and_no_combat_is_resolved() -> None:
    facts = fight(facing(), 1)  # the victory die
    assert of(PhaseBegan, facts)[0].phase == "status"
    assert [fact.stage for fact in of(CombatStageBegan, facts)] == [""]


def test_ll_7_gen_1_several_units_charge_before_any_combat_is_resolved() -> None:
    state = table({"us": US, "us2": unit("us", "15:10"), "cs": CS, "cs2": unit("cs", "15:13", "180")})
    charge(state)
    charge(state, "us2")
    assert [made.touched for made in state.combat.charges] == [("cs",), ("cs2",)]


def test_ll_7_elig_1_artillery_never_charges() -> None:
    state = table({"us": unit("us", "10:10", ranks=(2,), kind="ART"), "cs": CS})
    assert refused(state) == "LL.7.elig.1"


def test_ll_7_elig_2_a_unit_in_smoke_does_not_charge() -> None:
    state = table({"us": unit("us", "10:10", smoke=True), "cs": CS})
    assert refused(state) == "LL.7.elig.2"


@pytest.mark.parametrize(("gap", "legal"), [("14", True), ("14.001", False)])
def test_ll_7_charge_1_a_charge_must_reach_and_four_base_widths_do(gap: str, legal: bool) -> None:
    """LL.7.charge.1, D32 A: what cannot reach is refused, and says how far it is."""
    state = facing(f"10:{gap}")
    if legal:
        assert charge(state).distance == 4000
    else:
        assert refused(state) == "LL.7.charge.1"
        assert told(state) == "cs is 4.001 BW ahead of us, which may go 4 BW; a charge must reach"


def test_d32_b_a_short_charge_moves_as_far_as_it_can_and_engages_nobody() -> None:
    state = facing("10:15", readings={"D32": "B"})
    fact = charge(state)
    assert (fact.pose, fact.distance, fact.touched) == ((10_000, 14_000, 0), 4000, ())
    assert state.units["us"].acted
    assert of(PhaseBegan, fight(state, 1))[0].phase == "status"


def test_d32_b_a_short_charge_is_refused_while_another_enemy_could_be_reached() -> None:
    """LL.7.target.1 Reachable enemies come first."""
    units = {"us": US, "far": unit("cs", "10:15", "180"), "near": unit("cs", "14.4:12", "180")}
    state = table(units, readings={"D32": "B"})
    assert refused(state) == "LL.7.target.1"
    assert struck(charge(state, wheel="right:14")) == {"near": ("corner", False)}


def test_ll_7_charge_3_the_wheel_costs_the_arc_of_the_outer_corner_off_the_allowance() -> None:
    fact = charge(facing("9.5:12.8"), wheel="left:12.5")
    assert (fact.wheel, fact.wheel_cost) == ("left:12.5", 873)
    state = table({"us": US, "cs": unit("cs", "8.5:13.5", "180", (1, 1))})
    assert told(state, wheel="left:14") == "cs is 3.154 BW ahead of us, which may go 3.023 BW; a charge must reach"
    assert charge(state).distance == 3500


@pytest.mark.parametrize("reading", ["A", "B"])
@pytest.mark.parametrize("angle", ["4.77", "9.54", "12", "12.5"])
def test_ll_6_fwd_4_and_ll_7_charge_3_a_wheel_costs_the_same_in_a_charge_as_in_a_move(angle: str, reading: str) -> None:
    """D33 says which wheels are too wide for a charge, not what one costs."""
    charging = facing("9.5:12.8", readings={"D33": reading})
    moving = field({"us": US, "cs": unit("cs", "30:30")})
    assert charge(charging, wheel=f"left:{angle}").wheel_cost == moved(moving, "us", f"wheel-left:{angle}").way


@pytest.mark.parametrize(("reading", "angle", "rule"), [("A", "57.32", ""), ("A", "57.33", "LL.7.charge.3")])
def test_ll_7_charge_3_a_wheel_of_one_base_width_is_the_most(reading: str, angle: str, rule: str) -> None:
    units = {"us": unit("us", "10:10", ranks=(1, 1)), "cs": unit("cs", "7.5:12", "125")}
    state = table(units, readings={"D33": reading})
    if rule:
        assert refused(state, wheel=f"left:{angle}") == rule
    else:
        assert charge(state, wheel=f"left:{angle}").wheel_cost == 1000


def test_d33_measures_the_wheel_along_the_arc_or_straight() -> None:
    units = {"us": unit("us", "10:10", ranks=(1, 1)), "cs": unit("cs", "7.5:12", "125")}
    assert refused(table(units, readings={"D33": "A"}), wheel="left:60") == "LL.7.charge.3"
    straight = table(units, readings={"D33": "B"})
    assert refused(straight, wheel="left:60.1") == "LL.7.charge.3"
    assert refused(straight, wheel="left:350") == "LL.7.charge.3", "round and nearly back is no short way"
    assert charge(straight, wheel="left:60").wheel_cost == 1047, "LL.6.fwd.4 it costs its arc all the same"


def test_ll_7_charge_4_no_contact_is_made_by_the_wheel() -> None:
    state = facing("8:10.5")
    assert refused(state, wheel="right:10") == "LL.7.charge.4"
    assert charge(state).distance == 500


@pytest.mark.parametrize("wheel", ["oblique-left:10", "about", "back-left:5", "left", "left:-3"])
def test_ll_7_charge_2_nothing_but_a_wheel_can_be_asked_for(wheel: str) -> None:
    """LL.7.charge.3 I30: no oblique, about-face or change of formation belongs to a charge."""
    with pytest.raises(ValueError):
        Charge(unit="us", wheel=wheel)


def test_ll_7_charge_5_an_enemy_out_of_sight_may_be_charged() -> None:
    state = table({"us": US, "cs": CS}, terrain("woods", *MEADOW))
    assert struck(charge(state)) == {"cs": ("front", False)}


@pytest.mark.parametrize("kind", ["stream", "marsh", "rough", "ford"])
def test_ll_7_cdis_1_difficult_terrain_needs_two_cards(kind: str) -> None:
    one = table({"us": US, "cs": CS}, terrain(kind, *MEADOW))
    assert refused(one) == "LL.7.cdis.1"
    two = table({"us": US, "cs": CS}, terrain(kind, *MEADOW), invoked=2)
    assert charge(two).disorder == (kind,)


def test_ll_7_cdis_1_ground_swept_by_the_wheel_alone_counts() -> None:
    """The rear of a column swings far aside while it wheels."""
    units = {"us": unit("us", "10:10", ranks=(1, 1, 1, 1)), "cs": unit("cs", "8:12.5", "150")}
    patch = terrain("rough", "11.5:6.5", "12:6.5", "12:7", "11.5:7")
    assert refused(table(units, patch), wheel="left:30") == "LL.7.cdis.1"
    assert charge(table(units), wheel="left:30").disorder == ()


def test_ll_7_cdis_1_a_friend_passed_through_needs_two_cards() -> None:
    units = {"us": US, "friend": unit("us", "10:11.5"), "cs": CS}
    assert refused(table(units)) == "LL.7.cdis.1"
    assert charge(table(units, invoked=2)).disorder == ("friend",)


def test_ll_7_cdis_1_a_card_may_stand_for_the_second_one() -> None:
    state = table({"us": US, "cs": CS}, terrain("rough", *MEADOW))
    card(state, "us", do="waive_second_card")
    assert charge(state).disorder == ("rough",)


def test_ll_7_charge_2_a_charge_ends_on_no_friend() -> None:
    """LL.6.interp.1 It may pass through one, not stop on one."""
    state = table({"us": US, "friend": unit("us", "14:12.9", ranks=(5,)), "cs": CS}, invoked=2)
    assert refused(state) == "LL.6.interp.1"


def test_ll_7_charge_2_no_charge_goes_through_a_river_but_over_its_ford() -> None:
    """LL.2.imp.1"""
    river = terrain("river", "0:11", "36:11", "36:12", "0:12")
    assert refused(table({"us": US, "cs": CS}, river, invoked=2)) == "LL.2.imp.1"
    ford = terrain("ford", "7:11", "13:11", "13:12", "7:12")
    assert charge(table({"us": US, "cs": CS}, river, ford, invoked=2)).disorder == ("ford",)


def test_ll_7_charge_2_a_charge_stays_on_the_table() -> None:
    """LL.6.path.2"""
    units = {"us": unit("us", "2:10"), "cs": unit("cs", "1:12", "180", ranks=(2,))}
    assert refused(table(units), wheel="left:10") == "LL.6.path.2"


def test_ll_7_charge_2_a_card_that_lengthens_moves_in_this_phase_lengthens_the_charge() -> None:
    state = facing("10:15")
    card(state, "us", do="move_bonus", n=1)
    assert charge(state).distance == 5000


def test_ll_7_charge_2_a_card_that_keeps_a_unit_from_moving_does_not_keep_it_from_charging() -> None:
    state = facing()
    card(state, "cs", "us", do="unit_may_not_move", units="one", whose="enemy")
    assert charge(state).distance == 3000


def two_targets(y: str) -> dict[str, Unit]:
    """`a` is straight ahead, `b` behind a wheel to the right; a friend beside the unit keeps it from wheeling left."""
    a, b = unit("cs", f"11.5:{y}", "180", (1, 1)), unit("cs", "13.95:12.5", "180", (3,))
    return {"us": US, "friend": unit("us", "14:10"), "a": a, "b": b}


@pytest.mark.parametrize(
    ("y", "straight", "wheeled"), [("13", True, False), ("13.25", True, True), ("13.4", False, True)]
)
def test_ll_7_target_1_the_nearest_enemy_must_be_charged_and_a_near_tie_is_a_choice(
    y: str, straight: bool, wheeled: bool
) -> None:
    """LL.7.target.2, D34 A: `b` needs 3.269 BW, 0.734 of them for the wheel; `a` is straight ahead."""
    units = two_targets(y)
    for wheel, legal, target in (("", straight, "a"), ("right:10.5", wheeled, "b")):
        state = table(units)
        if legal:
            assert list(struck(charge(state, wheel=wheel))) == [target]
        else:
            assert refused(state, wheel=wheel) == "LL.7.target.1"


def test_d34_b_only_the_straight_part_counts_as_movement() -> None:
    state = table(two_targets("13"), readings={"D34": "B"})
    assert refused(state) == "LL.7.target.1"  # 3 BW straight, and 2.54 to the other
    assert list(struck(charge(state, wheel="right:10.5"))) == ["b"]


def test_ll_7_target_2_nearest_is_what_needs_least_movement_not_what_is_closest() -> None:
    """`beside` is 0.6 BW away but no legal charge reaches it; `ahead` is 3 BW away."""
    units = {"us": US, "ahead": CS, "beside": unit("cs", "14.6:9.5", "180")}
    assert list(struck(charge(table(units)))) == ["ahead"]


def test_ll_7_target_1_an_enemy_behind_terrain_that_needs_a_second_card_does_not_count() -> None:
    units = {"us": US, "near": unit("cs", "14.4:12", "180"), "far": unit("cs", "10:13.5", "180", (3,))}
    rough = terrain("rough", "12.3:11", "17:11", "17:12", "12.3:12")
    assert refused(table(units)) == "LL.7.target.1"
    assert list(struck(charge(table(units, rough)))) == ["far"]
    assert refused(table(units, rough, invoked=2)) == "LL.7.target.1"


def test_ll_7_target_1_the_nearest_may_be_charged_by_a_longer_way() -> None:
    """What counts is how near it could be reached, not how it is."""
    state = table({"us": US, "near": CS, "far": unit("cs", "15.5:13.4", "180")})
    assert list(struck(charge(state, wheel="left:10"))) == ["near"]


def test_ll_7_contact_2_an_enemy_may_not_be_touched_with_the_flank() -> None:
    rough = terrain("rough", "12.005:10.2", "17:10.2", "17:10.9", "12.005:10.9")  # so that nobody wheels right
    state = table({"us": US, "ahead": CS, "beside": unit("cs", "14:11", "180")}, rough)
    assert refused(state) == "LL.7.contact.2"
    apart = table({"us": US, "ahead": CS, "beside": unit("cs", "14.02:11", "180")}, rough)
    assert list(struck(charge(apart))) == ["ahead"]


def test_ll_7_contact_3_some_part_of_the_target_is_directly_in_front_when_the_straight_move_begins() -> None:
    beside = facing("14.005:12")  # within the tolerance of the flank line: beside it, not before it
    assert refused(beside) == "LL.7.contact.3"
    assert list(struck(charge(beside, wheel="right:5"))) == ["cs"]
    assert told(facing("20:13")).startswith("no enemy is directly in front of us")


def test_ll_7_contact_4_one_attacker_may_touch_several_defenders_at_once() -> None:
    state = table({"us": US, "a": unit("cs", "8:13", "180", (3,)), "b": unit("cs", "12:13", "180", (3,))})
    assert struck(charge(state)) == {"a": ("front", False), "b": ("front", False)}


def test_ll_7_multi_1_any_number_of_attackers_may_touch_one_defender() -> None:
    units = {"us": unit("us", "8.5:10", ranks=(3,)), "us2": unit("us", "11.5:10", ranks=(3,)), "cs": CS}
    state = table(units)
    assert list(struck(charge(state))) == ["cs"]
    assert list(struck(charge(state, "us2"))) == ["cs"]


def test_ll_7_gen_1_the_sample_of_charges_is_legal_and_never_empty() -> None:
    units = {
        "us": US, "col": unit("us", "16:9", ranks=(1, 1, 1)), "gun": unit("us", "4:10", ranks=(2,), kind="ART"),
        "cs": CS, "cs2": unit("cs", "16:12.4", "200", (2, 2)),
    }  # fmt: skip
    state = table(units, terrain("stream", "9:11.5", "11:11.5", "11:12", "9:12"))
    orders = [choice.order for choice in combat.choices(state)]
    assert EndCharges() in orders
    charges = [order for order in orders if isinstance(order, Charge)]
    assert {order.unit for order in charges} == {"col"}  # a stream bars the other
    for order in charges:
        fresh = table(units, terrain("stream", "9:11.5", "11:11.5", "11:12", "9:12"))
        assert give(SYSTEM, fresh, "us", order)


def test_ll_4_seq_1_only_the_active_side_charges() -> None:
    assert refusal(SYSTEM, facing(), "cs", Charge(unit="cs")) == "LL.4.seq.1"
