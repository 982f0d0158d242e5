"""BP.cmd, BP.blun, BP.init, BP.foll, BP.ral, BP.cdm, BP.off The Command phase."""

from __future__ import annotations

from typing import Any

import pytest

from domain.tabletop import lengths
from rules.black_powder.charges.asks import ChargeWith
from rules.black_powder.command.asks import (
    ChooseBlunder,
    FollowMe,
    GiveOrder,
    GoOn,
    KeepRoll,
    MoveCommander,
    PlaceUnit,
    Rally,
    ReturnToTable,
    RollAgain,
    StandInSquare,
    Stated,
    StayAway,
    UseInitiative,
    Withdraw,
)
from rules.black_powder.command.facts import (
    BlunderRolled,
    CasualtyRallied,
    CommanderMoved,
    CommandRolled,
    OrderStated,
    UnitReturned,
    UnitStayed,
)
from rules.black_powder.command.rating import by_distance, rate
from rules.black_powder.movement.asks import EndMoves, FormUnit, MoveUnit
from rules.black_powder.movement.facts import UnitLeftTable, UnitMoved
from rules.black_powder.state import Contact, State, Unit
from rules.black_powder.turn.asks import EndInitiative, EndOrders
from tests.black_powder.commanding import asked, at_initiative, at_orders, kinds, with_moves
from tests.black_powder.positions import every, give, one, piece, refused, unit

FAR = unit("red", "d_foot", "40:66", "180")


def table(at: str = "40:20", profile: str = "d_foot", formation: str = "line", **more: Any) -> State:
    settings = {key: more.pop(key) for key in ("readings", "options", "at_") if key in more}
    commander = settings.pop("at_", "40:14")
    return at_orders(
        {"u": unit("blue", profile, at, formation=formation, **more), "far": FAR}, at=commander, **settings
    )


def order(*units: str, by: str = "blue-first", **stated: Any) -> GiveOrder:
    return GiveOrder(commander=by, units=units or ("u",), **(stated or {"bearing": "0"}))


def rolled(state: State, *dice: int, **stated: Any) -> CommandRolled:
    fact: CommandRolled = one(give(state, "blue", order(**stated), dice), CommandRolled)
    return fact


class TestOrders:
    @pytest.mark.parametrize(
        ("dice", "outcome", "moves"),
        [((6, 3), "failed", 0), ((6, 2), "moves", 1), ((5, 2), "moves", 1), ((4, 2), "moves", 2), ((4, 1), "moves", 3)],
    )
    def test_bp_cmd_4_the_roll_against_a_rating_of_8(self, dice: Any, outcome: str, moves: int) -> None:
        fact = rolled(table(), *dice)
        assert (fact.rated.needs, fact.outcome, fact.moves) == (8, outcome, moves)

    def test_e1_two_moves_round_a_flank_are_one_too_few_for_the_charge(self) -> None:
        """R 8, rolled 2 and 4: two moves, the second ending on the enemy's flank; no third to charge it."""
        foe = unit("red", "d_foot", "60:40", "180")
        state = at_orders({"u": unit("blue", "d_foot", "60:20"), "foe": foe}, at="60:14")
        stated = order(to=("70:30", "74:42"), charge="foe")
        assert one(give(state, "blue", stated, (2, 4)), CommandRolled).moves == 2
        charge = ChargeWith(unit="u", target="foe")
        assert refused(state, "blue", charge) == ("target out of reach", "BP.chg.6")
        give(state, "blue", MoveUnit(unit="u", path=("toward:45:11.9",)))
        facts = give(state, "blue", MoveUnit(unit="u", path=("face:350", "toward:25:10")))
        assert one(facts, UnitMoved)
        assert state.order is None, "both moves are made"
        assert not state.contacts

    def test_bp_cmd_1_all_is_stated_before_the_dice(self) -> None:
        facts = give(table(), "blue", order(to=("40:30",), formation=("attack_column",), charge="nearest"), (4, 1))
        said = one(facts, OrderStated).stated
        assert (said.to, said.formation, said.charge) == (("40:30",), ("attack_column",), "nearest")
        assert kinds(facts).index("OrderStated") < kinds(facts).index("DiceRolled")

    def test_x1_x2_an_order_that_states_nothing_is_none(self) -> None:
        assert refused(table(), "blue", GiveOrder(commander="blue-first", units=("u",))) == (
            "nothing stated",
            "BP.cmd.1",
        )

    def test_x3_one_attempt_a_turn(self) -> None:
        state = table()
        give(state, "blue", order(), (6, 2))
        give(state, "blue", EndMoves())
        assert refused(state, "blue", order()) == ("ordered already", "BP.cmd.7")

    def test_x4_who_used_initiative_takes_no_order(self) -> None:
        state = table()
        state.units["u"].turn.initiative = True
        assert refused(state, "blue", order()) == ("has used its initiative", "BP.cmd.7")

    def test_x7_another_brigade(self) -> None:
        assert refused(table(), "blue", order(by="blue-second")) == ("another brigade", "BP.cmd.8")
        assert give(table(), "blue", order(by="blue-general"), (6, 2)), "the general orders any unit (BP.cmd.9)"

    def test_x8_no_more_orders_after_a_failure(self) -> None:
        state = at_orders({"u": unit("blue", "d_foot", "40:20"), "v": unit("blue", "d_foot", "60:20"), "far": FAR})
        give(state, "blue", order(), (6, 5))
        assert refused(state, "blue", order("v")) == ("gives no more orders", "BP.cmd.11")
        assert give(state, "blue", order("v", by="blue-general"), (4, 1)), "another may (BP.cmd.11)"

    def test_x9_nobody_goes_back_to_a_commander_who_has_finished(self) -> None:
        state = at_orders({"u": unit("blue", "d_foot", "40:20"), "v": unit("blue", "d_foot", "60:20"), "far": FAR})
        give(state, "blue", order(), (6, 1))
        give(state, "blue", EndMoves())
        give(state, "blue", order("v", by="blue-general"), (6, 1))
        give(state, "blue", EndMoves())
        again = Rally(commander="blue-first", unit="u")
        assert refused(state, "blue", again) == ("has finished", "BP.cmd.10")

    def test_x10_after_the_generals_blunder_nobody_orders(self) -> None:
        state = at_orders({"u": unit("blue", "d_foot", "40:20"), "v": unit("blue", "d_foot", "60:20"), "far": FAR})
        give(state, "blue", order(by="blue-general"), (6, 6, 5))
        assert refused(state, "blue", order("v")) == ("general has blundered", "BP.cmd.12")

    def test_x11_a_disordered_unit_takes_no_order(self) -> None:
        state = table(disordered=True)
        assert refused(state, "blue", order()) == ("disordered", "BP.dis.3")
        assert refused(state, "blue", FollowMe(commander="blue-first", unit="u"))[1] == "BP.dis.3"
        assert refused(state, "blue", Rally(commander="blue-first", unit="u"))[1] == "BP.dis.3"

    def test_x49_nor_one_of_a_broken_brigade(self) -> None:
        state = table(casualties=2)
        state.brigades["blue-foot"].broken = True
        assert refused(state, "blue", order()) == ("brigade broken", "BP.vic.9")
        assert refused(state, "blue", Rally(commander="blue-first", unit="u"))[1] == "BP.vic.8"


class TestRating:
    @pytest.mark.parametrize(
        ("inches", "off"), [(11, 0), (12, 0), (13, 1), (19, 1), (24, 2), (26, 2), (38, 3), (48, 4)]
    )
    def test_e2_e3_one_for_each_full_12_inches(self, inches: int, off: int) -> None:
        assert by_distance(table(), inches * 1000) == off

    def test_d2_b_at_exactly_12_inches_too(self) -> None:
        assert by_distance(table(readings={"D2": "B"}), 12_000) == 1

    def test_e3_a_unit_off_the_table_is_measured_to_its_exit(self) -> None:
        state = table(status="off")
        state.units["u"].pose, state.units["u"].exit = None, (40_000, 0, 0)
        state.commanders["blue-first"].at = lengths.point("40:26")
        found = rate(state, "blue-first", ("u",), Stated())
        assert [(one.value, one.key) for one in found.modifiers] == [(-2, "distance")]

    def test_e36_marauders_do_not_mind_the_distance(self) -> None:
        for rule, off in (("", -4), ("BP.sr.Mara", 0)):
            state = table("40:64", rules=(rule,) if rule else (), at_="40:14")
            state.units["far"].pose = None
            state.units["far"].status = "destroyed"
            assert sum(one.value for one in rate(state, "blue-first", ("u",), Stated()).modifiers) == off

    def test_an_enemy_within_12_inches(self) -> None:
        state = table()
        state.units["far"] = unit("red", "d_foot", "40:30", "180")
        assert rolled(state, 4, 3).rated.needs == 7

    @pytest.mark.parametrize(
        ("formation", "road", "bonus"),
        [("line", False, 0), ("attack_column", False, 1), ("march_column", False, 1), ("march_column", True, 2)],
    )
    def test_columns_obey_better(self, formation: str, road: bool, bonus: int) -> None:
        state = at_orders(
            {"u": unit("blue", "d_foot", "40:20", formation=formation), "far": FAR}, piece("road", "40:0", "40:60")
        )
        state.commanders["blue-first"].rating = 7
        assert rate(state, "blue-first", ("u",), Stated(road=road)).needs == 7 + bonus

    def test_reliable_only_if_all_are_and_never_above_10(self) -> None:
        units = {"u": unit("blue", "d_elite", "40:20"), "v": unit("blue", "d_foot", "52:20"), "far": FAR}
        state = at_orders(units, at="46:14")
        assert rate(state, "blue-first", ("u",), Stated()).needs == 9
        assert rate(state, "blue-first", ("u", "v"), Stated()).needs == 8
        state.commanders["blue-first"].rating = 10
        assert rate(state, "blue-first", ("u",), Stated()).needs == 10

    def test_o_cmdmod_an_agreed_modifier(self) -> None:
        assert rolled(table(options={"command_modifier": -2}), 6, 1).rated.needs == 6


class TestBrigadeOrders:
    def pair(self, gap: str = "52", moves: int = 2, **more: Any) -> State:
        units = {"u": unit("blue", "d_foot", "40:20"), "v": unit("blue", "d_foot", f"{gap}:20"), "far": FAR}
        return with_moves(units, moves=moves, kind="brigade", stated=Stated(bearing="0"), **more)

    def test_x12_gaps_of_6_inches_or_less(self) -> None:
        units = {"u": unit("blue", "d_foot", "40:20"), "v": unit("blue", "d_foot", "55.5:20"), "far": FAR}
        assert refused(at_orders(units), "blue", order("u", "v", bearing="0")) == ("no group", "BP.cmd.14")
        units["v"] = unit("blue", "d_foot", "55:20")
        assert give(at_orders(units), "blue", order("u", "v", bearing="0"), (4, 1))

    def test_x12_and_at_the_end_too(self) -> None:
        state = self.pair()
        give(state, "blue", MoveUnit(unit="u", path=("ahead:12",)))
        assert refused(state, "blue", EndMoves()) == ("group is open", "BP.cmd.14")
        give(state, "blue", MoveUnit(unit="v", path=("ahead:12",)))
        assert give(state, "blue", EndMoves())

    def test_bp_cmd_14_a_move_nobody_could_follow_is_refused(self) -> None:
        units = {"u": unit("blue", "d_horse", "40:20"), "v": unit("blue", "d_foot", "52:20"), "far": FAR}
        state = with_moves(units, moves=1, kind="brigade", stated=Stated(bearing="0"))
        give(state, "blue", MoveUnit(unit="v", path=("ahead:1",)))
        assert refused(state, "blue", MoveUnit(unit="u", path=("ahead:18",))) == ("breaks the group", "BP.cmd.14")

    def test_d4_b_every_pair_within_6_inches(self) -> None:
        units = {name: unit("blue", "d_foot", f"{x}:20") for name, x in (("u", 30), ("v", 42), ("w", 54))}
        whole = order("u", "v", "w", bearing="0")
        assert give(at_orders({**units, "far": FAR}), "blue", whole, (4, 1))
        assert refused(at_orders({**units, "far": FAR}, readings={"D4": "B"}), "blue", whole)[1] == "BP.cmd.14"

    def test_bp_cmd_16_one_roll_for_all_and_free_moves_for_some(self) -> None:
        units = {
            "u": unit("blue", "d_foot", "40:20"),
            "col": unit("blue", "d_foot", "50:20", formation="march_column"),
            "drilled": unit("blue", "d_crack", "58:20"),
            "far": FAR,
        }
        state = at_orders(units, at="48:14")
        fact = one(give(state, "blue", order("u", "col", "drilled", bearing="0"), (6, 5)), CommandRolled)
        assert (fact.outcome, fact.free) == ("failed", ("col", "drilled"))
        assert state.order
        assert state.order.left == {"col": 1, "drilled": 1}

    def test_bp_sr_unre_an_unreliable_unit_stands_on_the_very_rating(self) -> None:
        units = {"u": unit("blue", "d_raw", "40:20"), "v": unit("blue", "d_foot", "52:20"), "far": FAR}
        fact = one(give(at_orders(units, at="46:14"), "blue", order("u", "v", bearing="0"), (4, 4)), CommandRolled)
        assert (fact.moves, fact.idle) == (1, ("u",))


class TestServing:
    def test_bp_cmd_6_a_move_that_leads_off_is_refused(self) -> None:
        state = table()
        give(state, "blue", order(to=("40:40",)), (4, 1))
        assert refused(state, "blue", MoveUnit(unit="u", path=("back:6",))) == ("not as stated", "BP.cmd.6")
        assert refused(state, "blue", FormUnit(unit="u", formation="square")) == ("formation not stated", "BP.cmd.1")

    def test_x15_a_charge_that_was_not_stated(self) -> None:
        foe = unit("red", "d_foot", "40:31", "180")
        state = with_moves({"u": unit("blue", "d_foot", "40:20"), "foe": foe}, kind="order", stated=Stated(bearing="0"))
        assert refused(state, "blue", ChargeWith(unit="u", target="foe")) == ("charge not stated", "BP.chg.2")

    def test_bp_cmd_13_the_nearest_is_the_nearest(self) -> None:
        units = {
            "u": unit("blue", "d_horse", "40:20"),
            "near": unit("red", "d_foot", "33:30", "180"),
            "next": unit("red", "d_foot", "52:31", "180"),
        }
        state = with_moves(units, kind="order", stated=Stated(charge="nearest"))
        assert refused(state, "blue", ChargeWith(unit="u", target="next")) == ("not the nearest", "BP.cmd.13")
        named = with_moves(units, kind="order", stated=Stated(charge="next"))
        assert refused(named, "blue", ChargeWith(unit="u", target="near")) == ("another enemy was named", "BP.cmd.13")

    def test_bp_cmd_6_who_can_charge_as_ordered_must(self) -> None:
        foe = unit("red", "d_foot", "40:31", "180")
        state = with_moves(
            {"u": unit("blue", "d_foot", "40:20"), "foe": foe}, kind="order", stated=Stated(charge="foe")
        )
        assert refused(state, "blue", EndMoves()) == ("must charge", "BP.cmd.6")


class TestBlunders:
    def blunder(
        self, result: int, foes: dict[str, Unit] | None = None, *more: int, **settings: Any
    ) -> tuple[State, Any]:
        state = at_orders({"u": unit("blue", "d_foot", "40:30"), **(foes or {})}, at="40:24", **settings)
        return state, give(state, "blue", order(), (6, 6, result, *more))

    def test_bp_blun_1_away_from_the_nearest_enemy_it_sees(self) -> None:
        foe = {"foe": unit("red", "d_foot", "40:50", "180")}
        for result, moves in ((1, 2), (2, 1)):
            state, facts = self.blunder(result, foe)
            assert [fact.why for fact in every(facts, UnitMoved)] == ["blunder"] * moves
            pose = state.units["u"].pose
            assert pose
            assert pose.y == 30_000 - 12_000 * moves

    def test_bp_blun_1_toward_its_own_edge_where_it_sees_nobody(self) -> None:
        _, facts = self.blunder(2, {})
        assert one(facts, UnitMoved).path == ("toward:180:12",)

    @pytest.mark.parametrize(("result", "end"), [(3, (28_000, 30_000)), (4, (52_000, 30_000)), (5, (40_000, 42_000))])
    def test_bp_blun_1_left_right_and_ahead(self, result: int, end: tuple[int, int]) -> None:
        state, _ = self.blunder(result)
        pose = state.units["u"].pose
        assert pose
        assert (pose.x, pose.y) == end

    def test_bp_blun_1_what_stands_in_the_way_may_be_charged(self) -> None:
        foe = {"foe": unit("red", "d_foot", "40:40", "180")}
        state, _ = self.blunder(5, foe)
        give(state, "blue", GoOn(unit="u"))
        assert not state.contacts
        state, _ = self.blunder(5, foe)
        give(state, "blue", ChargeWith(unit="u", target="foe"))
        assert asked(state) == ("AwaitResponse", "red")

    def test_bp_blun_1_a_wild_charge_rolls_for_its_moves(self) -> None:
        state, facts = self.blunder(6, {"foe": unit("red", "d_foot", "40:65", "180")}, 3)
        assert one(facts, BlunderRolled).moves == 2
        assert len(every(facts, UnitMoved)) == 2
        state, _ = self.blunder(6, {"foe": unit("red", "d_foot", "40:40", "180")}, 1)
        assert asked(state) == ("AwaitResponse", "red")

    def test_bp_blun_1_who_cannot_go_stays(self) -> None:
        cliff = piece("impassable", "20:31", "60:31", "60:33", "20:33")
        state = at_orders({"u": unit("blue", "d_foot", "40:30.5")}, cliff, at="40:24")
        assert one(give(state, "blue", order(), (6, 6, 5)), UnitStayed)

    def test_o_blunder_off_a_12_is_a_plain_failure(self) -> None:
        fact = rolled(table(options={"no_blunders": True}), 6, 6)
        assert fact.outcome == "failed"
        assert not fact.silenced

    def test_bp_blun_2_off_the_table(self) -> None:
        state = at_orders({"u": unit("blue", "d_foot", "40:4")}, at="40:10")
        assert one(give(state, "blue", order(), (6, 6, 2)), UnitLeftTable).why == "blunder"


class TestInitiative:
    def near(self, **more: Any) -> State:
        units = {"u": unit("blue", "d_foot", "40:20", **more), "foe": unit("red", "d_foot", "40:31", "180")}
        return at_initiative(units, near=("u",))

    def test_bp_init_3_one_move_for_nothing(self) -> None:
        state = self.near()
        give(state, "blue", UseInitiative(unit="u"))
        facts = give(state, "blue", MoveUnit(unit="u", path=("ahead:6",)))
        assert one(facts, UnitMoved)
        assert state.core.phase == "orders", "nobody is left"

    def test_x5_not_once_a_commander_has_begun(self) -> None:
        state = at_orders({"u": unit("blue", "d_foot", "40:20"), "foe": unit("red", "d_foot", "40:31", "180")})
        assert refused(state, "blue", UseInitiative(unit="u")) == ("no order of this phase", "BP.init.1")

    def test_x6_nor_without_an_enemy_near_as_the_phase_began(self) -> None:
        units = {"u": unit("blue", "d_foot", "40:20"), "v": unit("blue", "d_foot", "60:20"), "far": FAR}
        assert refused(at_initiative(units, near=("v",)), "blue", UseInitiative(unit="u")) == (
            "no enemy near",
            "BP.init.2",
        )

    def test_x11_nor_disordered(self) -> None:
        assert refused(self.near(disordered=True), "blue", UseInitiative(unit="u")) == ("disordered", "BP.dis.4")

    def test_bp_sr_detc_a_determined_unit_must_charge(self) -> None:
        state = self.near(rules=("BP.sr.DetC",))
        assert refused(state, "blue", EndInitiative()) == ("must charge first", "BP.sr.DetC")
        give(state, "blue", UseInitiative(unit="u"))
        assert refused(state, "blue", MoveUnit(unit="u", path=("back:6",))) == ("must charge", "BP.sr.DetC")
        assert refused(state, "blue", FormUnit(unit="u", formation="attack_column")) == ("must charge", "BP.sr.DetC")
        free = self.near(rules=("BP.sr.DetC",))
        free.core.readings["D13"] = "C"
        assert give(free, "blue", EndInitiative()), "D13 C: only when ordered"

    def test_d13_b_from_beyond_12_inches_too(self) -> None:
        units = {
            "u": unit("blue", "d_horse", "40:20", rules=("BP.sr.DetC",)),
            "foe": unit("red", "d_foot", "40:35", "180"),
        }
        assert refused(at_initiative(units, near=("x",)), "blue", UseInitiative(unit="u"))[1] == "BP.init.2"
        state = at_initiative(units, readings={"D13": "B"})
        assert give(state, "blue", UseInitiative(unit="u"))


class TestFollowMe:
    def test_bp_foll_3_he_joins_and_leads_three_moves(self) -> None:
        state = table()
        facts = give(state, "blue", FollowMe(commander="blue-first", unit="u"), (4, 4))
        assert one(facts, CommandRolled).moves == 3
        assert state.commanders["blue-first"].joined == "u"
        give(state, "blue", MoveUnit(unit="u", path=("left:12",)))
        assert state.commanders["blue-first"].at == lengths.point("28:20"), "he goes along"
        give(state, "blue", EndMoves())
        assert refused(state, "blue", order()) == ("gives no more orders", "BP.foll.2")

    def test_bp_foll_4_failed_neither_moves(self) -> None:
        state = table(rules=("BP.sr.Dril",))
        fact = one(give(state, "blue", FollowMe(commander="blue-first", unit="u"), (6, 5)), CommandRolled)
        assert not fact.free, "D69"
        assert state.order is None
        ride = MoveCommander(commander="blue-first", to="40:10")
        assert refused(state, "blue", ride) == ("stays where he is", "BP.cdm.2"), "X47"

    def test_x13_within_12_inches(self) -> None:
        assert refused(table(at_="40:6"), "blue", FollowMe(commander="blue-first", unit="u")) == (
            "beyond 12 inches",
            "BP.foll.1",
        )
        assert (
            refused(table(at_="40:6", casualties=2), "blue", Rally(commander="blue-first", unit="u"))[1] == "BP.ral.1"
        )


class TestRally:
    def test_bp_ral_3_one_casualty_fewer(self) -> None:
        state = table(casualties=3)
        fact = one(give(state, "blue", Rally(commander="blue-first", unit="u"), (4, 4)), CasualtyRallied)
        assert (fact.amount, fact.left) == (1, 2)
        assert state.commanders["blue-first"].joined == "u"

    def test_x14_two_casualties_at_least(self) -> None:
        assert refused(table(), "blue", Rally(commander="blue-first", unit="nobody")) == ("nobody there", "BP.cmd.1")
        assert refused(table(casualties=1), "blue", Rally(commander="blue-first", unit="u")) == (
            "too few casualties",
            "BP.ral.1",
        )

    def test_d8_an_engaged_unit_may_be_rallied(self) -> None:
        touch = Contact(unit="foe", foe="u", side="front", foe_side="front", length=9_000)
        for letter, allowed in (("A", True), ("B", False)):
            units = {"u": unit("blue", "d_foot", "40:20", casualties=2), "foe": unit("red", "d_foot", "40:20", "180")}
            state = at_orders(units, at="40:14", contacts=(touch,), readings={"D8": letter})
            rally = Rally(commander="blue-first", unit="u")
            if allowed:
                assert give(state, "blue", rally, (4, 1))
            else:
                assert refused(state, "blue", rally) == ("engaged", "BP.ral.1")


class TestCommanders:
    def test_bp_cdm_1_48_inches_mounted_36_on_foot(self) -> None:
        far = MoveCommander(commander="blue-first", to="88:14")
        assert one(give(table(), "blue", far), CommanderMoved).distance == 48_000
        state = table()
        state.commanders["blue-first"].mounted = False
        assert refused(state, "blue", far) == ("rides too far", "BP.cdm.1")

    def test_x47_once(self) -> None:
        state = table()
        give(state, "blue", MoveCommander(commander="blue-first", join="u"))
        assert state.commanders["blue-first"].joined == "u"
        assert refused(state, "blue", MoveCommander(commander="blue-first", to="40:14")) == (
            "has finished",
            "BP.cdm.1",
        )

    def test_bp_cdm_4_he_stays_behind_when_the_unit_moves(self) -> None:
        state = table()
        state.commanders["blue-second"].joined = "u"
        give(state, "blue", order(), (4, 1))
        assert one(give(state, "blue", MoveUnit(unit="u", path=("ahead:6",))), UnitMoved).parts == ("blue-second",)
        assert not state.commanders["blue-second"].joined

    def test_bp_cdm_6_the_enemy_drives_him_off(self) -> None:
        units = {"u": unit("blue", "d_foot", "40:20"), "friend": unit("red", "d_foot", "70:40", "180")}
        state = with_moves(units)
        state.commanders["red-first"].at = lengths.point("40:25")
        give(state, "blue", MoveUnit(unit="u", path=("ahead:12",)))
        assert asked(state) == ("AwaitJoin", "red")

    def test_bp_gen_6_or_is_lost(self) -> None:
        units = {"u": unit("blue", "d_foot", "40:20"), "friend": unit("red", "d_foot", "90:70", "180")}
        state = with_moves(units)
        state.commanders["red-first"].at = lengths.point("40:25")
        give(state, "blue", MoveUnit(unit="u", path=("ahead:12",)))
        assert state.commanders["red-first"].lost


class TestReturning:
    def off(self, **more: Any) -> State:
        state = table(status=more.pop("status", "off"), **more)
        gone = state.units["u"]
        gone.pose, gone.exit, gone.left_in = None, (40_000, 0, 0), 1
        return state

    back = ReturnToTable(commander="blue-first", units=("u",))

    def test_bp_off_3_back_where_it_left(self) -> None:
        state = self.off()
        give(state, "blue", self.back, (4, 1))
        at = PlaceUnit(unit="u", at="40:1.6", heading="0", formation="line")
        assert one(give(state, "blue", at), UnitReturned).why == "returns"
        assert state.units["u"].turn.returned
        assert refused(state, "blue", order())[1] == "BP.cmd.7", "coming in is all it does (BP.off.4)"

    def test_x48_elsewhere_than_the_exit(self) -> None:
        state = self.off()
        give(state, "blue", self.back, (4, 1))
        at = PlaceUnit(unit="u", at="60:1.6", heading="0", formation="line")
        assert refused(state, "blue", at) == ("not where it left", "BP.off.3")
        assert give(state, "blue", StayAway(unit="u"))

    def test_x48_not_the_shaken_nor_a_broken_brigade(self) -> None:
        assert refused(self.off(status="gone"), "blue", self.back) == ("gone for good", "BP.off.2")
        state = self.off()
        state.brigades["blue-foot"].broken = True
        assert refused(state, "blue", self.back)[1] == "BP.vic.6"


class TestWithdrawal:
    def broken(self, at: str = "40:20", profile: str = "d_foot", formation: str = "line") -> State:
        units = {"u": unit("blue", profile, at, formation=formation), "foe": unit("red", "d_foot", "40:30", "180")}
        state = at_orders(units)
        state.brigades["blue-foot"].broken = True
        return state

    def test_x49_within_12_inches_it_must(self) -> None:
        state = self.broken()
        assert refused(state, "blue", EndOrders()) == ("must withdraw", "BP.vic.10")
        give(state, "blue", Withdraw(unit="u", path=("back:12",)))
        assert give(state, "blue", EndOrders())

    def test_bp_vic_9_away_from_the_enemy(self) -> None:
        assert refused(self.broken(), "blue", Withdraw(unit="u", path=("ahead:3",))) == (
            "withdraws toward the enemy",
            "BP.vic.9",
        )
        whole = at_orders({"u": unit("blue", "d_foot", "40:20"), "far": FAR})
        assert refused(whole, "blue", Withdraw(unit="u", path=("back:3",))) == ("brigade not broken", "BP.vic.9")

    def surrounded(self, profile: str = "d_square") -> State:
        """Foes before and behind it, and on both flanks: each step away from one is a step toward another."""
        state = at_orders(
            {
                "u": unit("blue", profile, "40:30"),
                "front": unit("red", "d_foot", "40:34", "180"),
                "rear": unit("red", "d_foot", "40:21", "0"),
                "left": unit("red", "d_foot", "30:29", "90"),
                "right": unit("red", "d_foot", "50:29", "270"),
            }
        )
        state.brigades["blue-foot"].broken = True
        return state

    def test_bp_vic_10_surrounded_foot_forms_square(self) -> None:
        state, stand = self.surrounded(), StandInSquare(unit="u")
        facts = give(state, "blue", stand)
        assert "FormationChanged" in kinds(facts)
        assert state.units["u"].formation == "square"
        assert refused(state, "blue", stand) == ("need not withdraw", "BP.vic.10")
        assert give(state, "blue", EndOrders())

    def test_bp_vic_10_foot_with_a_way_out_goes(self) -> None:
        stand = StandInSquare(unit="u")
        assert refused(self.broken(profile="d_square"), "blue", stand) == ("has a way out", "BP.vic.10")
        without = self.surrounded()
        without.core.options["no_squares"] = "on"
        assert refused(without, "blue", stand) == ("no squares in this game", "BP.sq.1")
        whole = at_orders({"u": unit("blue", "d_square", "40:20"), "far": FAR})
        assert refused(whole, "blue", stand) == ("brigade not broken", "BP.vic.10")

    def test_bp_vic_11_guns_limber_and_go_or_are_abandoned(self) -> None:
        state = self.broken(profile="d_gun", formation="unlimbered")
        facts = give(state, "blue", Withdraw(unit="u", path=("back:12",)))
        assert kinds(facts)[1:3] == ["GunLimbered", "UnitMoved"]
        for letter, status in (("A", "destroyed"), ("B", "table")):
            siege = self.broken(profile="d_siege_gun", formation="unlimbered")
            siege.core.readings["D68"] = letter
            give(siege, "blue", EndOrders())
            assert siege.units["u"].status == status


class TestCharacters:
    def man(self, *dice: int, **traits: str) -> tuple[State, Any]:
        state = table()
        state.commanders["blue-first"].traits = traits
        return state, give(state, "blue", order(), dice)

    def test_bp_per_4_a_decisive_man_may_roll_again_and_then_blunder(self) -> None:
        state, _ = self.man(6, 4, decisiveness="high")
        facts = give(state, "blue", RollAgain(), (5, 5, 5))
        assert one(facts, CommandRolled).outcome == "blunder"
        state, _ = self.man(6, 4, decisiveness="high")
        assert one(give(state, "blue", KeepRoll()), CommandRolled).outcome == "failed"

    def test_bp_per_5_a_hesitant_man_must(self) -> None:
        _, facts = self.man(1, 1, 6, 2, decisiveness="low")
        assert (one(facts, CommandRolled).moves, one(facts, CommandRolled).again) == (1, True)

    def test_bp_per_6_a_headstrong_man_first_and_on_11(self) -> None:
        _, facts = self.man(6, 3, independence="high")
        assert one(facts, CommandRolled).rated.needs == 9
        _, facts = self.man(6, 5, 5, independence="high")
        assert one(facts, CommandRolled).outcome == "blunder"

    def test_bp_per_7_an_irresponsible_man_before_the_general(self) -> None:
        state, facts = self.man(6, 6, 1, 5, independence="low")
        assert one(facts, CommandRolled).rated.needs == 7
        assert refused(state, "blue", ChooseBlunder(result=2)) == ("not rolled", "BP.per.7")
        assert one(give(state, "blue", ChooseBlunder(result=5)), BlunderRolled).result == 5

    def test_bp_per_2_and_3_on_charge_orders(self) -> None:
        for mood, needs in (("high", 8), ("low", 6)):
            foe = unit("red", "d_foot", "40:31", "180")
            state = at_orders({"u": unit("blue", "d_foot", "40:20"), "foe": foe}, at="40:14")
            state.commanders["blue-first"].traits = {"aggression": mood}
            fact = one(give(state, "blue", order(charge="foe"), (5, 4)), CommandRolled)
            assert fact.rated.needs == needs
