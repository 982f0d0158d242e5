"""Places where two rules meet: worked out by hand from the rules, then held against the program."""

from __future__ import annotations

import pytest

from domain.kernel.facts import Order
from domain.tabletop import lengths
from rules.black_powder.breaking.asks import RetreatUnit
from rules.black_powder.breaking.disorder import recovering
from rules.black_powder.breaking.facts import BreakTested
from rules.black_powder.charges.asks import ChargeWith, FireTraversing, Respond
from rules.black_powder.charges.facts import ChargeDeclared, ContactMade
from rules.black_powder.combat.asks import ChooseEngagement, WinnerMove
from rules.black_powder.command.asks import FollowMe, GiveOrder, MoveCommander, PlaceUnit, Rally, ReturnToTable
from rules.black_powder.movement.asks import EnterBuilding, FormUnit, HandleGun, LeaveBuilding, MoveUnit
from rules.black_powder.shooting.asks import EndShooting, ShootUnit
from rules.black_powder.shooting.facts import ShotsRolled
from rules.black_powder.state import COMBAT, Contact, State, Unit, UnitTurn
from tests.black_powder.commanding import asked, at_orders, kinds, with_moves
from tests.black_powder.positions import give, one, piece, position, refused, unit

CHARGE = ChargeWith(unit="u", target="foe")


class TestLastOrders:
    """BP.cmd.11, BP.foll.2, BP.ral.2 Why a commander gives no more orders; BP.cdm.2 and who of them stays."""

    def state(self) -> State:
        units = {
            "u": unit("blue", "d_foot", "40:15", casualties=2),
            "v": unit("blue", "d_foot", "20:20"),
            "foe": unit("red", "d_foot", "40:70", "180"),
        }
        return at_orders(units)

    def second(self, state: State) -> tuple[str, str]:
        return refused(state, "blue", GiveOrder(commander="blue-first", units=("v",), bearing="0"))

    def test_bp_cdm_1_who_has_joined_a_unit_and_failed_with_another_still_moves(self) -> None:
        state = self.state()
        state.commanders["blue-first"].joined = "v"
        give(state, "blue", GiveOrder(commander="blue-first", units=("u",), bearing="0"), (5, 6))
        assert self.second(state) == ("gives no more orders", "BP.cmd.11")
        give(state, "blue", MoveCommander(commander="blue-first", to="40:30"))
        assert state.commanders["blue-first"].joined == ""

    @pytest.mark.parametrize("dice", [(5, 6), (1, 2)])
    def test_bp_foll_2_and_bp_ral_2_each_by_its_name_whatever_came_of_it(self, dice: tuple[int, int]) -> None:
        for order, rule in (
            (FollowMe(commander="blue-first", unit="u"), "BP.foll.2"),
            (Rally(commander="blue-first", unit="u"), "BP.ral.2"),
        ):
            state = self.state()
            give(state, "blue", order, dice)
            if state.order:
                give(state, "blue", MoveUnit(unit="u", path=("ahead:1",)))
                state.order, state.core.pending = None, []
            assert self.second(state) == ("gives no more orders", rule)
            stays = refused(state, "blue", MoveCommander(commander="blue-first", to="40:30"))
            assert stays == ("stays where he is", "BP.cdm.2")


class TestOneResponse:
    """BP.rsp.1, D33 Who has ridden to meet a charge, or turned to face it, has answered it."""

    @pytest.mark.parametrize(
        ("charger", "foe", "heading", "reply"),
        [
            ("d_foot", "d_horse", "180", "countercharge"),
            ("d_horse", "d_carbines", "180", "countercharge"),
            ("d_foot", "d_horse", "90", "face"),
            ("d_foot", "d_carbines", "90", "face"),
        ],
    )
    @pytest.mark.parametrize("terror", [False, True])
    def test_neither_evades_nor_fires_besides(
        self, charger: str, foe: str, heading: str, reply: str, *, terror: bool
    ) -> None:
        rules = ("BP.sr.Terr",) if terror else ()
        units = {"u": unit("blue", charger, "40:20", rules=rules), "foe": unit("red", foe, "40:29", heading)}
        state = with_moves(units, who=("u",), readings={"D37": "B"})
        give(state, "blue", CHARGE)
        facts = give(state, "red", Respond(unit="foe", reply=reply), (6, 6) if terror else ())  # type: ignore[arg-type]
        assert one(facts, ContactMade).contacts[0].side == "front"
        assert all(type(frame).__name__ != "AwaitResponse" for frame in state.core.pending)

    def test_who_held_before_the_charge_may_still_evade_after_it(self) -> None:
        units = {"u": unit("blue", "d_foot", "40:20"), "foe": unit("red", "d_horse", "40:29", "180")}
        state = with_moves(units, who=("u",))
        give(state, "blue", CHARGE)
        give(state, "red", Respond(unit="foe", reply="hold"))
        assert asked(state) == ("AwaitResponse", "red")
        give(state, "red", Respond(unit="foe", reply="evade"))


class TestSkirmishersWhoCharge:
    def test_bp_chg_6_from_any_figure_at_the_edge_not_only_at_the_ends(self) -> None:
        """Their line is 20 inches wide: a gun 10 inches before its middle is 13 from either end."""
        gun = unit("red", "d_gun", "40:30", "180", "unlimbered")
        state = with_moves({"u": unit("blue", "d_foot", "40:20", "0", "skirmish"), "foe": gun}, who=("u",))
        declared = one(give(state, "blue", CHARGE), ChargeDeclared)
        assert declared.distance == 10_000


class TestBeforeASquare:
    def halted(self, at: str = "40:20") -> State:
        units = {"u": unit("blue", "d_horse", at), "foe": unit("red", "d_square", "40:30", "180")}
        state = with_moves(units, who=("u",))
        give(state, "blue", CHARGE, (3, 4))
        return state

    def test_bp_sq_10_horse_stands_three_inches_off_on_the_side_it_came_from(self) -> None:
        pose = self.halted().units["u"].pose
        assert pose
        assert (pose.x, pose.heading) == (40_000, 0)
        assert abs(pose.y - 27_000) <= 2

    def test_d53_and_may_go_along_the_front_of_the_square(self) -> None:
        state = self.halted()
        give(state, "blue", MoveUnit(unit="u", path=("left:6",)))
        assert state.units["u"].pose.x == 34_000  # type: ignore[union-attr]

    def test_d53_or_back(self) -> None:
        state = self.halted()
        give(state, "blue", MoveUnit(unit="u", path=("back:11",)))
        assert refused(self.halted(), "blue", MoveUnit(unit="u", path=("back:11.1",)))[1] == "BP.mov.2"


def met(unit_: str = "b", foe: str = "r", foe_side: str = "front") -> Contact:
    return Contact(unit=unit_, foe=foe, side="front", foe_side=foe_side, length=4_000)  # type: ignore[arg-type]


class TestDraws:
    def test_bp_res_5_sound_horse_of_both_sides_goes_back(self) -> None:
        units = {"b": unit("blue", "d_horse", "40:30"), "r": unit("red", "d_horse", "40:30", "180")}
        state = position(units, phase=COMBAT, contacts=(met(),))
        give(state, "blue", ChooseEngagement(unit="b"), [1] * 12)
        give(state, "blue", RetreatUnit(unit="b", bearing="180"))
        assert asked(state) == ("AwaitRetreat", "red")
        facts = give(state, "red", RetreatUnit(unit="r", bearing="0"))
        assert "UnitRetreated" in kinds(facts)
        poses = [state.units[name].pose for name in ("b", "r")]
        assert [pose.y for pose in poses if pose] == [12_000, 48_000]


class TestGarrisons:
    """BP.vis.1, BP.bld.4 A gun or a tiny unit in a block has its usual dice, and so shoots once, from one side."""

    @pytest.mark.parametrize(("profile", "dice"), [("d_tiny", 1), ("d_gun", 2), ("d_foot", 2)])
    def test_one_shot_or_side_by_side(self, profile: str, dice: int) -> None:
        farm = piece("building block", "36:30", "44:30", "44:38", "36:38", name="farm")
        units = {
            "u": unit("blue", profile, inside="farm"),
            "n": unit("red", "d_foot", "40:46", "180"),
            "s": unit("red", "d_foot", "40:22", "0"),
        }
        state = position(units, farm)
        give(state, "blue", ShootUnit(unit="u", face="front"), [1] * dice)
        rear = ShootUnit(unit="u", face="rear")
        if profile == "d_foot":
            give(state, "blue", rear, [1])
        else:
            assert refused(state, "blue", rear) == ("has shot", "BP.vis.1")


class TestClosingFire:
    def test_bp_enf_2_a_charger_is_shot_in_front_wherever_the_leader_stands(self) -> None:
        """The line is wide and the column narrow: the leader stands beside it, on the line of its front."""
        units = {
            "u": unit("blue", "d_small", "34:20", "0", "attack_column"),
            "foe": unit("red", "d_large", "40:30", "180"),
        }
        state = with_moves(units, who=("u",))
        give(state, "blue", CHARGE)
        shots = one(give(state, "red", Respond(unit="foe", reply="closing fire"), [1] * 4), ShotsRolled)
        assert len(shots.faces) == 4, "3, and 1 for a large unit"


class TestWavering:
    def test_d74_who_is_over_its_stamina_still_tests_as_the_phase_ends(self) -> None:
        units = {
            "u": unit("blue", "d_foot", "40:20"),
            "foe": unit("red", "d_foot", "40:30", "180", casualties=2, rules=("BP.sr.Wave",)),
            "more": unit("red", "d_foot", "80:60", "180"),
            "still": unit("red", "d_foot", "60:60", "180"),
        }
        state = position(units)
        facts = give(state, "blue", ShootUnit(unit="u"), (5, 5, 1, 1, 1, 6, 5))
        assert one(facts, BreakTested).cause == "wavering"
        facts = give(state, "blue", EndShooting(), (6, 6))
        test = one(facts, BreakTested)
        assert (test.cause, test.score) == ("shooting", 11)
        assert state.units["foe"].casualties == 3


class TestRiddenOver:
    """BP.cdm.6 Whatever move of the enemy comes upon a commander, he joins a unit or is lost."""

    def fight(self, at: str, side: str) -> State:
        units = {
            "b": unit("blue", "d_horse", "40:30", turn=UnitTurn(charged=True)),
            "r": unit("red", "d_foot", "40:30", "180"),
            **{name: unit("red", "d_foot", f"{x}:68", "180") for name, x in (("s", 20), ("t", 60))},
        }
        state = position(units, phase=COMBAT, contacts=(met(),))
        for one_ in state.commanders.values():
            one_.at = None
        state.commanders[f"{side}-first"].at = lengths.point(at)
        return state

    def test_by_a_sweeping_advance(self) -> None:
        state = self.fight("40:40", "red")
        give(state, "blue", ChooseEngagement(unit="b"), [6] * 6 + [1] * 6 + [1] * 6 + [1, 1])
        give(state, "blue", WinnerMove(unit="b", do="sweep", path=("ahead:18",)))
        assert asked(state) == ("AwaitJoin", "red")

    def test_by_winners_who_fall_back(self) -> None:
        state = self.fight("40:24", "red")
        give(state, "blue", ChooseEngagement(unit="b"), [6] * 6 + [1] * 6 + [1] * 6 + [1, 1])
        give(state, "blue", WinnerMove(unit="b", do="fall back", path=("back:18",)))
        assert asked(state) == ("AwaitJoin", "red")

    def test_by_a_retreat(self) -> None:
        state = self.fight("40:38", "blue")
        give(state, "blue", ChooseEngagement(unit="b"), [6] * 3 + [1] * 3 + [1] * 6 + [1] * 3 + [3, 3])
        give(state, "red", RetreatUnit(unit="r", bearing="0"))
        assert asked(state) == ("AwaitJoin", "blue")

    def test_by_a_change_of_formation(self) -> None:
        units = {"u": unit("blue", "d_foot", "40:20", "0", "attack_column"), "foe": unit("red", "d_foot", "40:50")}
        state = with_moves(units, who=("u",))
        state.commanders["red-first"].at = lengths.point("44:19.5")
        give(state, "blue", FormUnit(unit="u", formation="line"))
        assert asked(state) == ("AwaitJoin", "red")


class TestCompany:
    """BP.foll.3, BP.cdm.4, BP.gen.7 Who leads a unit goes with it, however it moves; any other stays behind."""

    FARM = piece("building block", "36:20", "44:20", "44:28", "36:28", name="farm")
    OUT = LeaveBuilding(unit="u", to="40:34", formation="line", heading="0")

    @pytest.mark.parametrize(
        ("inside", "move", "north"),
        [
            ("", FormUnit(unit="u", formation="attack_column"), 14_212),
            ("", EnterBuilding(unit="u", block="farm"), 28_000),
            ("farm", OUT, 34_000),
        ],
    )
    def test_one_leads_and_one_is_left(self, inside: str, move: Order, north: int) -> None:
        state = at_orders({"u": unit("blue", "d_foot", "40:15", inside=inside)}, self.FARM, at="40:13")
        state.commanders["blue-second"].joined = "u"
        give(state, "blue", FollowMe(commander="blue-first", unit="u"), (1, 2))
        give(state, "blue", move)
        leads, other = state.commanders["blue-first"], state.commanders["blue-second"]
        assert leads.at
        assert (leads.joined, leads.at.y, other.joined) == ("u", north, "")


class TestSweepingCharges:
    """K3, K5, BP.win.7 Who is charged may only hold; but others fire at who passes, and terror spreads."""

    def swept(self, *rules: str, **others: Unit) -> State:
        units = {
            "b": unit("blue", "d_horse", "40:30", turn=UnitTurn(charged=True), rules=rules),
            "r": unit("red", "d_foot", "40:30", "180", casualties=2),
            "foe": unit("red", "d_foot", "40:40", "180"),
            **others,
        }
        state = position(units, phase=COMBAT, contacts=(met(),))
        give(state, "blue", ChooseEngagement(unit="b"), [6] * 6 + [1] * 6 + [1] * 6 + [1, 1])
        return state

    def test_bp_sr_terr_a_terrifying_one_makes_them_test(self) -> None:
        state = self.swept("BP.sr.Terr")
        facts = give(state, "blue", WinnerMove(unit="b", do="sweep", target="foe"), [3, 4] + [1] * 12)
        test = one(facts, BreakTested)
        assert (test.unit, test.cause, test.result) == ("foe", "terror", "hold")
        assert kinds(facts).index("BreakTested") < kinds(facts).index("RoundFought"), "and then they fight"

    def test_bp_sr_terr_and_who_runs_leaves_the_field_to_it(self) -> None:
        state = self.swept("BP.sr.Terr")
        give(state, "blue", WinnerMove(unit="b", do="sweep", target="foe"), (1, 2))
        assert state.units["foe"].status == "destroyed"
        assert asked(state) == ("AwaitWinner", "blue")
        assert refused(state, "blue", WinnerMove(unit="b", do="sweep", target="foe"))[1] == "BP.win.6"

    def test_bp_tra_1_others_fire_as_it_passes(self) -> None:
        state = self.swept(side=unit("red", "d_foot", "55:35", "270"))
        give(state, "blue", WinnerMove(unit="b", do="sweep", target="foe"))
        assert asked(state) == ("AwaitTraversing", "red")
        facts = give(state, "red", FireTraversing(unit="side"), [5, 1, 1, 1] + [1] * 12)
        assert one(facts, ShotsRolled).occasion == "traversing fire"
        assert "ContactMade" in kinds(facts)


class TestOffTheTable:
    def test_bp_dis_2_disorder_ends_there_too(self) -> None:
        """Else a unit that was shot at on its way and then left could never be ordered back."""
        state = position({"u": unit("blue", "d_foot", disordered=True, status="off"), "foe": unit("red", "d_foot")})
        assert list(recovering(state)) == ["u"]

    def test_bp_foll_3_who_leads_a_unit_off_stands_at_the_edge(self) -> None:
        units = {"u": unit("blue", "d_foot", "40:10", "180"), "v": unit("blue", "d_foot", "70:20")}
        state = at_orders(units)
        give(state, "blue", FollowMe(commander="blue-first", unit="u"), (1, 2))
        give(state, "blue", MoveUnit(unit="u", path=("ahead:12",)))
        led = state.commanders["blue-first"]
        assert (led.at, led.joined) == ((40_000, 0), "")


class TestNoRoom:
    """BP.ter.2, BP.ret.6, BP.ret.8 A march column on a road through a wood has no room there for a line."""

    def state(self, heading: str) -> State:
        wood, road = piece("wood", "30:10", "50:10", "50:60", "30:60"), piece("road", "40:0", "40:70")
        foe = unit("red", "d_foot", "40:30", heading, "march_column", casualties=4)
        still = {name: unit("red", "d_foot", f"{x}:68", "180") for name, x in (("s", 10), ("t", 70))}
        return position({"u": unit("blue", "d_foot", "80:60", "180"), "foe": foe, **still}, wood, road)

    def test_to_hold_in(self) -> None:
        state = self.state("0")
        give(state, "blue", EndShooting(), (6, 6))
        assert state.units["foe"].formation == "march_column"

    def test_to_go_back_to(self) -> None:
        state = self.state("180")
        give(state, "blue", EndShooting(), (3, 3))
        foe = state.units["foe"]
        assert foe.pose
        assert (foe.formation, foe.pose.x, foe.pose.y) == ("march_column", 40_000, 42_000), "by the road: the only way"

    def test_for_skirmishers_who_would_form_line_among_the_trees(self) -> None:
        wood = piece("wood", "30:10", "50:10", "50:60", "30:60")
        state = with_moves({"u": unit("blue", "d_foot", "40:30", "0", "skirmish")}, wood)
        assert refused(state, "blue", FormUnit(unit="u", formation="line")) == ("closed ground", "BP.ter.2")

    def test_but_a_line_that_was_set_up_there_may_form_anew(self) -> None:
        wood = piece("wood", "30:10", "50:10", "50:60", "30:60")
        state = with_moves({"u": unit("blue", "d_foot", "40:30")}, wood)
        give(state, "blue", FormUnit(unit="u", formation="attack_column"))

    @pytest.mark.parametrize(
        ("kind", "rule"), [("wood", "BP.ter.2"), ("impassable", "BP.ter.9"), ("building block", "BP.ter.6")]
    )
    def test_for_a_garrison_that_leaves(self, kind: str, rule: str) -> None:
        farm = piece("building block", "36:2", "44:2", "44:9", "36:9", name="farm")
        state = with_moves(
            {"u": unit("blue", "d_foot", inside="farm")}, farm, piece(kind, "30:10", "50:10", "50:60", "30:60")
        )
        leave = LeaveBuilding(unit="u", to="40:14", formation="line", heading="0")
        assert refused(state, "blue", leave) == ("closed ground", rule)

    def test_for_a_column_that_turns_off_its_road(self) -> None:
        wood, road = piece("wood", "30:10", "50:10", "50:60", "30:60"), piece("road", "40:0", "40:70")
        column = unit("blue", "d_foot", "40:30", "0", "march_column")
        aside = MoveUnit(unit="u", path=("left:6",))
        assert refused(with_moves({"u": column}, wood, road), "blue", aside) == ("closed ground", "BP.ter.2")
        give(with_moves({"u": column}, wood, road), "blue", MoveUnit(unit="u", path=("ahead:12",)))
        head_out = unit("blue", "d_foot", "40:61", "0", "march_column")
        give(with_moves({"u": head_out}, wood, road), "blue", MoveUnit(unit="u", path=("oblique-left:45:8",)))

    def test_but_a_gun_on_a_road_unlimbers_there_and_is_moved_along_it_by_hand(self) -> None:
        wood, road = piece("wood", "30:10", "50:10", "50:60", "30:60"), piece("road", "40:0", "40:70")
        state = with_moves({"u": unit("blue", "d_gun", "40:30", "0", "limbered")}, wood, road)
        give(state, "blue", HandleGun(unit="u", do="unlimber"))
        assert refused(state, "blue", MoveUnit(unit="u", path=("left:6",))) == ("closed ground", "BP.ter.2")
        give(state, "blue", MoveUnit(unit="u", path=("ahead:6",)))

    def test_for_a_unit_that_comes_back(self) -> None:
        wood = piece("wood", "30:0", "50:0", "50:20", "30:20")
        state = at_orders({"u": unit("blue", "d_foot", status="off", exit=(40_000, 0, 0), left_in=1)}, wood)
        give(state, "blue", ReturnToTable(commander="blue-first", units=("u",)), (1, 2))
        there = PlaceUnit(unit="u", at="40:2", heading="0", formation="line")
        assert refused(state, "blue", there) == ("closed ground", "BP.ter.2")
        give(state, "blue", PlaceUnit(unit="u", at="40:4", heading="0", formation="skirmish"))

    def test_bp_fsq_1_to_form_square_in(self) -> None:
        wood = piece("wood", "30:28", "50:28", "50:60", "30:60")
        units = {"u": unit("blue", "d_horse", "40:20"), "foe": unit("red", "d_square", "40:27.9", "180", "skirmish")}
        state = with_moves(units, wood, who=("u",))
        facts = give(state, "blue", CHARGE)
        assert "SquareTested" not in kinds(facts)
