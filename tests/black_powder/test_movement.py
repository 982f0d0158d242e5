"""BP.mov, BP.form, BP.lim, BP.ter Moves: what they cost, where they may lead, and what the book's examples say."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.facts import Order
from rules.black_powder import SYSTEM
from rules.black_powder.command.asks import Stated
from rules.black_powder.movement.asks import (
    EndMoves,
    EnterBuilding,
    FormUnit,
    HandleGun,
    LeaveBuilding,
    MoveUnit,
)
from rules.black_powder.movement.facts import BuildingEntered, FormationChanged, GunLimbered, UnitLeftTable, UnitMoved
from rules.black_powder.state import Contact, State
from tests.black_powder.commanding import with_moves
from tests.black_powder.positions import give, one, piece, refused, unit

FAR = unit("red", "d_foot", "40:66", "180")
WOOD = piece("wood", "30:24", "50:24", "50:40", "30:40")
ROUGH = piece("rough ground", "30:24", "50:24", "50:40", "30:40")
WALL = piece("obstacle", "20:24", "60:24", cover=1)
FARM = piece("building block", "36:26", "44:26", "44:32", "36:32", name="farm")


def alone(profile: str = "d_foot", formation: str = "line", at: str = "40:20", **more: Any) -> State:
    pieces = more.pop("pieces", ())
    stated, kind, moves = more.pop("stated", None), more.pop("kind", "follow me"), more.pop("moves", 3)
    settings = {key: more.pop(key) for key in ("readings", "options") if key in more}
    mine = unit("blue", profile, at, formation=formation, **more)
    return with_moves({"u": mine, "far": FAR}, *pieces, moves=moves, stated=stated, kind=kind, **settings)


def move(*path: str) -> MoveUnit:
    return MoveUnit(unit="u", path=path)


class TestAllowance:
    @pytest.mark.parametrize(
        ("profile", "formation", "inches"),
        [
            ("d_foot", "line", "12"),
            ("d_horse", "line", "18"),
            ("d_gun", "limbered", "12"),
            ("d_horse_gun", "limbered", "18"),
            ("d_siege_gun", "limbered", "12"),
            ("d_gun", "unlimbered", "6"),
            ("d_battalion_gun", "unlimbered", "12"),
        ],
    )
    def test_bp_mov_1_one_move(self, profile: str, formation: str, inches: str) -> None:
        assert give(alone(profile, formation), "blue", move(f"ahead:{inches}"))
        too_far = move(f"ahead:{inches}.1")
        assert refused(alone(profile, formation), "blue", too_far) == ("way too long", "BP.mov.2")

    def test_e7_three_moves_of_infantry_are_36_inches(self) -> None:
        state = alone(at="40:10")
        for _ in range(3):
            give(state, "blue", move("ahead:12"))
        pose = state.units["u"].pose
        assert pose
        assert pose.y == 46_000
        assert state.order is None

    def test_bp_mov_2_no_base_goes_farther_than_the_move(self) -> None:
        """A wheel of 60 degrees takes the outer rear corner of a line 9.45 by 1.57 inches 10.03 inches round."""
        assert refused(alone(), "blue", move("wheel-right:90")) == ("way too long", "BP.mov.2")
        fact = one(give(alone(), "blue", move("wheel-right:60")), UnitMoved)
        assert fact.way == 10_032

    def test_bp_turn_4_a_scale_cuts_every_move(self) -> None:
        state = alone(options={"scale": 50})
        assert refused(state, "blue", move("ahead:6.1")) == ("way too long", "BP.mov.2")
        assert give(state, "blue", move("ahead:6"))


class TestProximity:
    NEAR = unit("red", "d_foot", "40:30", "180")

    def near(self, heading: str = "0", **more: Any) -> State:
        return with_moves({"u": unit("blue", "d_foot", "40:20", heading), "near": self.NEAR}, **more)

    @pytest.mark.parametrize("path", ["left:3", "right:3", "oblique-left:60:6"])
    def test_x25_no_way_leads_sideways_within_12_inches(self, path: str) -> None:
        assert refused(self.near(), "blue", move(path)) == ("sideways near the enemy", "BP.mov.4")

    @pytest.mark.parametrize("path", ["ahead:6", "back:12", "wheel-left:30", "oblique-left:45:5"])
    def test_bp_mov_4_ahead_back_and_wheels_in_the_fan_are_allowed(self, path: str) -> None:
        fact = one(give(self.near(), "blue", move(path)), UnitMoved)
        assert (fact.near, fact.gap) == ("near", 10_000)

    def test_d7_c_strictly_straight(self) -> None:
        state = self.near(readings={"D7": "C"})
        assert refused(state, "blue", move("oblique-left:45:5")) == ("sideways near the enemy", "BP.mov.4")
        assert give(state, "blue", move("ahead:5"))

    def test_d7_b_from_the_leg_that_begins_near(self) -> None:
        far = {"u": unit("blue", "d_foot", "40:10"), "near": self.NEAR}
        path = ("ahead:9", "right:2")
        assert give(with_moves(far), "blue", move(*path))
        assert refused(with_moves(far, readings={"D7": "B"}), "blue", move(*path))[1] == "BP.mov.4"

    def test_skirmishers_have_front_on_every_side(self) -> None:
        units = {"u": unit("blue", "d_small", "40:20", formation="skirmish"), "near": self.NEAR}
        assert give(with_moves(units), "blue", move("left:3"))


class TestMeeting:
    def test_x26_no_move_ends_on_a_friend(self) -> None:
        units = {"u": unit("blue", "d_foot", "40:20"), "friend": unit("blue", "d_foot", "40:30"), "far": FAR}
        assert refused(with_moves(units, moves=1), "blue", move("ahead:10")) == ("stands on a friend", "BP.mov.5")
        assert one(give(with_moves(units, moves=1), "blue", move("ahead:12")), UnitMoved).through == ("friend",)

    def test_bp_mov_5_the_moves_of_one_order_are_one_movement(self) -> None:
        units = {"u": unit("blue", "d_foot", "40:20"), "friend": unit("blue", "d_foot", "40:30"), "far": FAR}
        state = with_moves(units, who=("u",), moves=2)
        assert one(give(state, "blue", move("ahead:10")), UnitMoved).upon == "friend"
        assert refused(state, "blue", EndMoves()) == ("first gets clear", "BP.mov.5")
        give(state, "blue", move("ahead:12"))
        assert state.order is None

    def test_x26_no_move_leads_through_an_enemy(self) -> None:
        units = {"u": unit("blue", "d_foot", "40:20"), "foe": unit("red", "d_small", "40:26", "180", "skirmish")}
        assert refused(with_moves(units), "blue", move("ahead:12")) == ("enemy in the way", "BP.mov.6")

    def test_x15_contact_takes_a_charge(self) -> None:
        units = {"u": unit("blue", "d_foot", "40:20"), "foe": unit("red", "d_foot", "40:30", "180")}
        assert refused(with_moves(units), "blue", move("ahead:10")) == ("contact without a charge", "BP.chg.2")
        assert give(with_moves(units), "blue", move("ahead:9.9"))


class TestTerrain:
    def test_x27_only_skirmishing_foot_enters_a_wood(self) -> None:
        assert refused(alone(pieces=(WOOD,)), "blue", move("ahead:6")) == ("closed ground", "BP.ter.2")
        assert refused(alone("d_horse", pieces=(WOOD,)), "blue", move("ahead:6"))[1] == "BP.ter.2"

    def test_bp_ter_2_an_inch_of_wood_counts_two(self) -> None:
        state = alone("d_small", "skirmish", at="40:24", pieces=(WOOD,))
        assert refused(state, "blue", move("ahead:6.1")) == ("way too long", "BP.mov.2")
        fact = one(give(state, "blue", move("ahead:6")), UnitMoved)
        assert (fact.way, [(toll.piece, toll.extra) for toll in fact.ground]) == (6_000, [("wood", 6_000)])

    def test_bp_ter_3_rough_ground_halves_the_rate_from_its_edge_on(self) -> None:
        fact = one(give(alone(pieces=(ROUGH,)), "blue", move("ahead:8")), UnitMoved)
        assert fact.ground[0].extra == 4_000
        assert refused(alone(pieces=(ROUGH,)), "blue", move("ahead:8.1"))[1] == "BP.mov.2"

    def test_x27_guns_keep_out_of_rough_ground(self) -> None:
        assert refused(alone("d_gun", "limbered", pieces=(ROUGH,)), "blue", move("ahead:6")) == (
            "closed ground",
            "BP.ter.3",
        )

    def test_bp_ter_4_an_obstacle_takes_6_inches(self) -> None:
        assert refused(alone(pieces=(WALL,)), "blue", move("ahead:6.1"))[1] == "BP.mov.2"
        assert one(give(alone(pieces=(WALL,)), "blue", move("ahead:6")), UnitMoved).ground[0].extra == 6_000
        assert refused(alone("d_gun", "limbered", pieces=(WALL,)), "blue", move("ahead:6")) == (
            "closed ground",
            "BP.ter.4",
        )

    def test_o_obst_another_cost_may_be_agreed(self) -> None:
        assert give(alone(pieces=(WALL,), options={"obstacle_cost": 2}), "blue", move("ahead:10"))

    def test_bp_ter_2_a_column_keeps_to_the_road_through_a_wood(self) -> None:
        road = piece("road", "40:0", "40:72")
        assert give(alone(formation="march_column", pieces=(WOOD, road)), "blue", move("ahead:12"))
        assert refused(alone(formation="march_column", pieces=(WOOD,)), "blue", move("ahead:12"))[1] == "BP.ter.2"

    def test_a_river_is_crossed_by_its_bridge(self) -> None:
        river = piece("river", "0:24", "96:24", "96:26", "0:26")
        bridge = piece("bridge", "38:24", "42:24", "42:26", "38:26")
        assert refused(alone(pieces=(river,)), "blue", move("ahead:12")) == ("closed ground", "BP.ter.9")
        assert refused(alone(pieces=(river, bridge)), "blue", move("ahead:12"))[1] == "BP.ter.9"
        assert give(alone(formation="march_column", pieces=(river, bridge)), "blue", move("ahead:12"))

    def test_o_rough_degrees_of_rough_ground(self) -> None:
        """The drill field has them; without the option they are rough ground."""
        deep = piece("extremely rough ground", "30:24", "50:24", "50:40", "30:40")
        assert refused(alone(pieces=(deep,)), "blue", move("ahead:6.1"))[1] == "BP.mov.2"
        assert one(give(alone(pieces=(deep,)), "blue", move("ahead:6")), UnitMoved).ground[0].extra == 6_000
        plain = alone(pieces=(deep,))
        plain.battle = replace(plain.battle, switches=())
        assert one(give(plain, "blue", move("ahead:8")), UnitMoved).ground[0].extra == 4_000


class TestBuildings:
    def test_bp_ter_7_the_edge_is_reached_with_6_inches_left(self) -> None:
        state = alone(pieces=(FARM,))
        fact = one(give(state, "blue", EnterBuilding(unit="u", block="farm")), BuildingEntered)
        assert (fact.distance, fact.cost, fact.allowance) == (6_000, 6_000, 12_000)
        assert state.units["u"].building == "farm"
        assert state.order is None, "its move ends"

    def test_bp_ter_7_too_far(self) -> None:
        enter = EnterBuilding(unit="u", block="farm")
        assert refused(alone(at="40:19.9", pieces=(FARM,)), "blue", enter) == ("block too far", "BP.ter.7")

    def test_x28_neither_horse_nor_guns_enter(self) -> None:
        enter = EnterBuilding(unit="u", block="farm")
        assert refused(alone("d_horse", pieces=(FARM,)), "blue", enter) == ("only foot enters", "BP.ter.6")
        assert refused(alone("d_gun", "limbered", pieces=(FARM,)), "blue", enter)[1] == "BP.ter.6"

    def test_x28_a_block_holds_one_unit_of_foot_and_a_tiny_one(self) -> None:
        held = unit("blue", "d_small", inside="farm")
        enter = EnterBuilding(unit="u", block="farm")
        units = {"u": unit("blue", "d_foot", "40:20"), "held": held, "far": FAR}
        assert refused(with_moves(units, FARM, who=("u",)), "blue", enter) == ("block is full", "BP.bld.1")
        units["u"] = unit("blue", "d_tiny", "40:20", formation="skirmish")
        assert give(with_moves(units, FARM, who=("u",)), "blue", enter)
        state = with_moves(units, FARM, who=("u",), readings={"D55": "B"})
        assert refused(state, "blue", enter) == ("block is full", "BP.bld.1")

    def test_bp_ter_8_out_in_any_formation_within_one_move_of_the_edge(self) -> None:
        units = {"u": unit("blue", "d_foot", inside="farm"), "far": FAR}
        out = LeaveBuilding(unit="u", to="40:38", formation="line", heading="0")
        state = with_moves(units, FARM)
        give(state, "blue", out)
        assert state.units["u"].formation == "line"
        assert not state.units["u"].building
        beyond = LeaveBuilding(unit="u", to="40:44.1", formation="line", heading="0")
        assert refused(with_moves(units, FARM), "blue", beyond) == ("way too long", "BP.ter.8")

    def test_x28_nobody_enters_and_leaves_in_one_turn(self) -> None:
        units = {"u": unit("blue", "d_foot", inside="farm"), "far": FAR}
        state = with_moves(units, FARM)
        state.units["u"].turn.entered = True
        out = LeaveBuilding(unit="u", to="40:38", formation="line", heading="0")
        assert refused(state, "blue", out) == ("entered this turn", "BP.ter.7")


class TestFormations:
    def test_bp_form_10_the_leader_stays_and_may_turn(self) -> None:
        state = alone()
        fact = one(give(state, "blue", FormUnit(unit="u", formation="attack_column", heading="90")), FormationChanged)
        assert fact.pose == (40_000, 20_000, 9_000)
        assert state.units["u"].formation == "attack_column"

    def test_bp_form_11_every_base_turns_in_place(self) -> None:
        """The front of the column is where the right flank of the line was."""
        order = FormUnit(unit="u", formation="march_column", turn="right")
        fact = one(give(alone(), "blue", order), FormationChanged)
        assert fact.pose == (44_725, 19_212, 9_000)
        assert refused(alone("d_warband", "warband"), "blue", order)[1] in ("BP.form.1", "BP.form.11")

    @pytest.mark.parametrize("formation", ["attack_column", "square"])
    def test_x30_horse_has_no_such_formation(self, formation: Any) -> None:
        order = FormUnit(unit="u", formation=formation)
        assert refused(alone("d_horse"), "blue", order) == ("no formation for it", "BP.form.1")

    def test_x29_irregulars_keep_to_their_own(self) -> None:
        """BP.form.9"""
        line = FormUnit(unit="u", formation="line")
        column = FormUnit(unit="u", formation="march_column")
        warband = {"usual": "warband"}
        assert refused(alone("d_warband", "warband", **warband), "blue", line)[1] == "BP.form.1"
        assert refused(alone("d_warband", "warband", **warband), "blue", column) == (
            "column only on a road",
            "BP.form.1",
        )
        road = piece("road", "40:0", "40:72")
        assert give(alone("d_warband", "warband", pieces=(road,), **warband), "blue", column)

    def test_x29_off_the_road_a_warband_must_form_anew(self) -> None:
        state = alone("d_warband", "march_column", usual="warband")
        assert refused(state, "blue", move("ahead:6")) == ("reforms first", "BP.irr.1")
        assert give(state, "blue", FormUnit(unit="u", formation="warband"))

    def test_bp_irr_2_a_warband_opens_out_only_for_a_wood(self) -> None:
        order = FormUnit(unit="u", formation="skirmish")
        assert refused(alone("d_warband", "warband", usual="warband"), "blue", order) == (
            "keeps its formation",
            "BP.irr.2",
        )
        assert give(alone("d_warband", "warband", usual="warband", pieces=(WOOD,)), "blue", order)
        state = alone("d_warband", "skirmish", usual="warband")
        assert refused(state, "blue", move("ahead:3")) == ("reforms first", "BP.irr.2")

    def test_bp_mov_10_a_bent_line_straightens_first(self) -> None:
        state = alone(bent=True)
        assert refused(state, "blue", move("ahead:3")) == ("straightens first", "BP.mov.10")
        give(state, "blue", FormUnit(unit="u", formation="line"))
        assert give(state, "blue", move("ahead:3"))

    def test_o_square_and_o_mixed(self) -> None:
        square = FormUnit(unit="u", formation="square")
        mixed = FormUnit(unit="u", formation="mixed_line")
        assert give(alone(), "blue", square)
        assert refused(alone(options={"no_squares": True}), "blue", square)[1] == "BP.sq.1"
        assert give(alone("d_mixed"), "blue", mixed)
        assert refused(alone(), "blue", mixed) == ("no mixed order", "BP.sr.Mix")
        assert refused(alone("d_mixed", options={"no_mixed_formation": True}), "blue", mixed)[1] == "BP.sr.Mix"

    def test_e4_out_of_the_wood_into_line_and_on(self) -> None:
        """BP.mov.7 Three moves: into the open, the change, the advance."""
        wood = piece("wood", "30:10", "50:10", "50:20", "30:20")
        state = alone(
            "d_foot", "skirmish", pieces=(wood,), stated=Stated(bearing="0", formation=("line",)), kind="order"
        )
        give(state, "blue", move("ahead:8"))
        give(state, "blue", FormUnit(unit="u", formation="line"))
        give(state, "blue", move("ahead:12"))
        unit_ = state.units["u"]
        assert (unit_.formation, unit_.pose and unit_.pose.y) == ("line", 40_000)


class TestSquares:
    def square(self, *foes: str) -> State:
        units = {"u": unit("blue", "d_foot", "40:30", formation="square"), "far": FAR}
        for number, at in enumerate(foes):
            units[f"foe{number}"] = unit("red", "d_horse", at, "180")
        return with_moves(units)

    def test_x32_only_back_and_once(self) -> None:
        assert refused(self.square(), "blue", move("ahead:3")) == ("square only goes back", "BP.sq.3")
        assert refused(self.square(), "blue", move("back:6.1")) == ("way too long", "BP.mov.2")
        state = self.square()
        give(state, "blue", move("back:6"))
        assert refused(state, "blue", move("back:3")) == ("square has moved", "BP.sq.3")

    def test_x32_not_while_enemy_horse_is_near(self) -> None:
        assert refused(self.square("40:41"), "blue", move("back:3")) == ("horse near the square", "BP.sq.4")
        assert give(self.square("40:41"), "blue", FormUnit(unit="u", formation="line"))


class TestGuns:
    def test_e5_a_limbered_foot_gun_moves_and_unlimbers(self) -> None:
        state = alone("d_gun", "limbered", moves=2)
        give(state, "blue", move("ahead:12"))
        give(state, "blue", HandleGun(unit="u", do="unlimber"))
        assert state.units["u"].formation == "unlimbered"
        assert state.order is None

    def test_e6_a_horse_gun_limbers_moves_and_unlimbers_in_one_move(self) -> None:
        state = alone("d_horse_gun", "unlimbered", moves=1)
        give(state, "blue", HandleGun(unit="u", do="limber"))
        give(state, "blue", move("ahead:18"))
        fact = one(give(state, "blue", HandleGun(unit="u", do="unlimber", heading="45")), GunLimbered)
        assert (fact.moves, fact.pose) == (0, (40_000, 38_000, 4_500))
        give(state, "blue", EndMoves()) if state.order else None
        assert state.units["u"].formation == "unlimbered"

    def test_bp_lim_3_a_siege_gun_takes_two_moves_which_may_be_split(self) -> None:
        state = alone("d_siege_gun", "unlimbered", moves=2)
        give(state, "blue", HandleGun(unit="u", do="limber"))
        assert (state.units["u"].formation, state.units["u"].limbering) == ("unlimbered", 1)
        assert refused(state, "blue", move("ahead:1"))[1] == "BP.lim.3"
        give(state, "blue", HandleGun(unit="u", do="limber"))
        assert state.units["u"].formation == "limbered"

    def test_x31_by_hand_once_and_no_siege_guns(self) -> None:
        assert refused(alone("d_siege_gun", "unlimbered"), "blue", move("ahead:3")) == (
            "too heavy for hands",
            "BP.lim.4",
        )
        state = alone("d_gun", "unlimbered")
        give(state, "blue", move("ahead:3"))
        assert refused(state, "blue", move("ahead:3")) == ("moved by hand already", "BP.lim.4")

    def test_bp_lim_4_by_hand_needs_an_order(self) -> None:
        state = alone("d_gun", "unlimbered", stated=Stated(bearing="0"), kind="order")
        assert refused(state, "blue", move("ahead:3")) == ("not to be manhandled", "BP.lim.4")
        assert give(
            alone("d_gun", "unlimbered", stated=Stated(bearing="0", hands=True), kind="order"), "blue", move("ahead:3")
        )


class TestTableEdge:
    def test_bp_off_1_any_base_over_the_edge_takes_it_off(self) -> None:
        state = alone(at="40:4")
        fact = one(give(state, "blue", move("back:3")), UnitLeftTable)
        assert not fact.for_good
        assert state.units["u"].status == "off"

    def test_bp_off_2_a_shaken_unit_is_gone_for_good(self) -> None:
        state = alone(at="40:4", casualties=3)
        assert one(give(state, "blue", move("back:3")), UnitLeftTable).for_good
        assert state.units["u"].status == "gone"

    def test_d10_b_only_when_all_are_over(self) -> None:
        state = alone(at="40:4", readings={"D10": "B"})
        assert refused(state, "blue", move("back:3")) == ("half off the table", "BP.off.1")
        assert one(give(state, "blue", move("back:6")), UnitLeftTable)


def test_bp_hth_2_engaged_units_do_not_move() -> None:
    touch = Contact(unit="u", foe="foe", side="front", foe_side="front", length=9_000)
    units = {"u": unit("blue", "d_foot", "40:20"), "foe": unit("red", "d_foot", "40:20", "180")}
    order: Order = move("back:3")
    assert refused(with_moves(units, contacts=(touch,)), "blue", order) == ("engaged", "BP.hth.2")


def test_a_list_says_of_which_orders_it_holds_some() -> None:
    """On a free table ways, headings and places cannot all be listed."""
    named = {kind.__name__ for kind in SYSTEM.book.sampled(alone())}
    assert {"MoveUnit", "FormUnit", "GiveOrder", "ChargeWith", "ShootUnit", "RetreatUnit", "WinnerMove"} <= named
    assert not {"EndMoves", "EndOrders", "Respond", "Rally"} & named


def test_a_way_as_it_is_spoken() -> None:
    assert MoveUnit(unit="u", path=("forward", "6", "wheel", "right", "30")).path == ("ahead:6", "wheel-right:30")
