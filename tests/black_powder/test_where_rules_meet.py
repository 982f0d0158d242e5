"""Places where two rules meet: worked out by hand from the rules, then held against the program."""

from __future__ import annotations

import pytest

from rules.black_powder.breaking.asks import RetreatUnit
from rules.black_powder.charges.asks import ChargeWith, Respond
from rules.black_powder.charges.facts import ContactMade
from rules.black_powder.combat.asks import ChooseEngagement
from rules.black_powder.command.asks import FollowMe, GiveOrder, MoveCommander, Rally
from rules.black_powder.movement.asks import MoveUnit
from rules.black_powder.state import COMBAT, Contact, State
from tests.black_powder.commanding import asked, at_orders, kinds, with_moves
from tests.black_powder.positions import give, one, position, refused, unit

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
