"""Cases of a second reader: worked out by hand from the rules, then held against the program."""

from __future__ import annotations

from typing import Any

import pytest

from domain.tabletop.angles import Point
from rules.black_powder.breaking import tests as break_tests
from rules.black_powder.breaking.asks import AwaitRetreat, RetreatUnit
from rules.black_powder.breaking.facts import BreakTested, UnitReformed
from rules.black_powder.breaking.holding import hold
from rules.black_powder.charges.asks import AwaitTraversing, ChargeWith, FireTraversing, Respond, StandFast
from rules.black_powder.charges.facts import ChargeEnded, ContactMade
from rules.black_powder.combat.asks import AwaitWinner, WinnerMove
from rules.black_powder.combat.dice import to_hit_of
from rules.black_powder.combat.facts import RoundFought
from rules.black_powder.command import withdrawal
from rules.black_powder.command.asks import GiveOrder, MoveCommander, ResumeBlunder, Stated
from rules.black_powder.command.blunders import CHARGE as WILD_CHARGE
from rules.black_powder.command.blunders import resume
from rules.black_powder.command.characters import modifiers
from rules.black_powder.command.facts import CommandRolled
from rules.black_powder.movement.facts import UnitLeftTable
from rules.black_powder.shooting import closing
from rules.black_powder.shooting.asks import EndShooting, NextDie, ShootUnit
from rules.black_powder.shooting.facts import SavesRolled, ShotsRolled, TargetChosen
from rules.black_powder.shooting.saves import lots_of
from rules.black_powder.shooting.volley import tests_of as due_after
from rules.black_powder.state import COMBAT, Contact, Fight, State, Unit, UnitTurn
from rules.black_powder.turn.facts import TurnChecked
from rules.black_powder.turn.morale import is_lost
from tests.black_powder.commanding import asked, at_orders, with_moves
from tests.black_powder.positions import every, give, one, piece, position, refused, unit
from tests.black_powder.test_advanced import playing

CHARGE = ChargeWith(unit="u", target="foe")


def met(foe: str, side: str = "front", by: str = "u") -> Contact:
    return Contact(unit=by, foe=foe, side="front", foe_side=side, length=4_000)  # type: ignore[arg-type]


class TestWayBack:
    """BP.rsp.5, BP.ret.2 Who has neither flank nor rear goes away from where the enemy stands."""

    @pytest.mark.parametrize(
        ("at", "heading", "away"),
        [("40:20", "0", "0"), ("40:42", "180", "180"), ("28:30.5", "90", "90"), ("52:30.5", "270", "270")],
    )
    def test_skirmishers_evade_from_any_side(self, at: str, heading: str, away: str) -> None:
        units = {"u": unit("blue", "d_foot", at, heading), "foe": unit("red", "d_small", "40:31", "0", "skirmish")}
        state = with_moves(units, who=("u",))
        give(state, "blue", CHARGE)
        give(state, "red", Respond(unit="foe", reply="evade"))
        assert isinstance(state.core.pending[-1], AwaitRetreat)
        assert refused(state, "red", RetreatUnit(unit="foe", bearing=str((int(away) + 180) % 360)))[1] == "BP.ret.2"
        before = state.units["foe"].pose
        give(state, "red", RetreatUnit(unit="foe", bearing=away))
        after = state.units["foe"].pose
        assert before
        assert after
        gone = {"0": after.y - before.y, "180": before.y - after.y, "90": after.x - before.x, "270": before.x - after.x}
        assert gone[away] == 12_000, "one full move, straight away from the charger"

    def test_and_retreat_so_after_a_lost_fight(self) -> None:
        units = {"b": unit("blue", "d_foot", "40:28.4"), "r": unit("red", "d_small", "40:31", "0", "skirmish")}
        state = position(units, phase=COMBAT, contacts=(met("r", by="b"),))
        play = playing(state, [2, 3])
        break_tests.take(play, break_tests.test_of(state, "r", "beaten", ""))
        frame = state.core.pending[-1]
        assert isinstance(frame, AwaitRetreat)
        assert frame.zone == "front", "the enemy stands behind it: it goes north, the way it looks"


class TestTraversing:
    def passing(self, line: Unit, *pieces: Any) -> State:
        foe = unit("red", "d_horse", "60:26", "270", disordered=True)
        mine = unit("blue", "d_horse", "44:22", "90")
        return with_moves({"u": mine, "foe": foe, "line": line}, *pieces, who=("u",))

    def test_bp_tra_5_a_square_sees_it_pass_before_any_side(self) -> None:
        state = self.passing(unit("red", "d_square", "52:40", "0", "square"))
        give(state, "blue", CHARGE)
        frame = state.core.pending[-1]
        assert isinstance(frame, AwaitTraversing)
        assert (frame.unit, frame.face, frame.crossed) == ("line", "rear", 10_000), "it looks north; horse passes south"
        facts = give(state, "red", FireTraversing(unit="line"), (1,))
        chosen = one(facts, TargetChosen)
        assert (chosen.face, chosen.measured.crossed) == ("rear", 10_000)

    def test_bp_vis_3_nobody_fires_through_a_wood(self) -> None:
        wood = piece("wood", "40:35", "56:35", "56:35.5", "40:35.5")
        line = unit("red", "d_foot", "48:36", "180")
        assert asked(self.after_charge(line))[0] == "AwaitTraversing"
        hidden = self.after_charge(line, wood)
        assert not hidden.core.pending, "the charge is over: nobody was asked"

    def after_charge(self, line: Unit, *pieces: Any) -> State:
        state = self.passing(line, *pieces)
        give(state, "blue", CHARGE)
        return state

    def test_bp_enf_2_who_passes_is_not_enfiladed(self) -> None:
        """It starts with the firer's leader in the strip of its own line; it is not there that it is shot at."""
        state = self.passing(unit("red", "d_foot", "43.5:36", "180"))
        state.units["u"].pose = unit("blue", "d_horse", "44:22", "90").pose
        give(state, "blue", CHARGE)
        shots = one(give(state, "red", FireTraversing(unit="line"), (1, 1, 1)), ShotsRolled)
        assert len(shots.faces) == 3

    def test_a_machine_gun_fires_in_passing_by_the_rules_of_passing(self) -> None:
        """BP.tra.2, D30 Beyond 6 inches no +1, and no more than that is told."""
        state = self.passing(unit("red", "d_mg", "52:41", "180", "unlimbered"))
        give(state, "blue", CHARGE)
        assert asked(state) == ("AwaitTraversing", "red")
        give(state, "red", FireTraversing(unit="line"), (5,))
        facts = give(state, "red", NextDie(unit="line"), (2, 6))
        shots = one(facts, ShotsRolled)
        assert (shots.occasion, shots.needs) == ("traversing fire", 4)
        assert not [modifier for modifier in shots.modifiers if modifier.cite == "BP.clo.4"]


class TestSquares:
    def test_bp_fsq_3_no_fire_at_the_horse_but_at_foot_that_comes_after(self) -> None:
        units = {
            "u": unit("blue", "d_horse", "40:20"),
            "v": unit("blue", "d_foot", "52:31", "270"),
            "foe": unit("red", "d_square", "40:32", "180"),
        }
        state = with_moves(units, who=("u", "v"))
        give(state, "blue", CHARGE, (3, 4))
        give(state, "blue", StandFast(unit="u"))
        assert closing.bar(state, "foe", "u")
        give(state, "blue", ChargeWith(unit="v", target="foe"))
        assert asked(state) == ("AwaitResponse", "red")
        facts = give(state, "red", Respond(unit="foe", reply="closing fire"), (1,))
        assert len(one(facts, ShotsRolled).faces) == 1, "one die from a side of the square"

    def test_bp_fsq_1_a_march_column_must_try_too(self) -> None:
        foe = unit("red", "d_square", "40:32", "180", "march_column")
        state = with_moves({"u": unit("blue", "d_horse", "40:20"), "foe": foe}, who=("u",))
        give(state, "blue", CHARGE, (3, 4))
        assert state.units["foe"].formation == "square"

    def test_d53_b_only_moves_that_are_left(self) -> None:
        """Two of three moves are used before the charge: nothing is left but the rest of this one."""
        for left, more in ((1, 0), (3, 36_000)):
            units = {"u": unit("blue", "d_horse", "40:20"), "foe": unit("red", "d_square", "40:32", "180")}
            state = with_moves(units, who=("u",), readings={"D53": "B"})
            assert state.order
            state.order.left["u"] = left
            give(state, "blue", CHARGE, (3, 4))
            frame: Any = state.core.pending[-1]
            assert frame.left == 18_000 - (12_000 - 3_000) + more

    def test_bp_sq_10_a_wild_charge_halts_three_inches_off(self) -> None:
        units = {"u": unit("blue", "d_horse", "40:20"), "foe": unit("red", "d_square", "40:32", "180", "square")}
        state = at_orders(units)
        frame = ResumeBlunder(result=WILD_CHARGE, units=("u",), moves=1, left=1)
        state.core.pending.append(frame)
        resume(playing(state, []), frame)
        pose = state.units["u"].pose
        assert pose
        assert pose.y == 29_000


class TestWinners:
    def won(self, **more: Any) -> State:
        """Horse that has charged and won, its enemy gone; another stands behind it."""
        units = {"b": unit("blue", "d_horse", "40:30"), "r": unit("red", "d_foot", "40:20", **more)}
        units["b"].turn = UnitTurn(charged=True)
        state = position(units, phase=COMBAT)
        state.core.pending.append(AwaitWinner(side="blue", unit="b", all_gone=True))
        return state

    def test_bp_win_5_no_sweeping_charge_at_one_behind(self) -> None:
        order = WinnerMove(unit="b", do="sweep", target="r")
        assert refused(self.won(), "blue", order) == ("out of the zone", "BP.win.5")

    def test_bp_win_3_back_into_combat_is_no_charge_and_no_new_round(self) -> None:
        units = {
            "b": unit("blue", "d_foot", "40:30"),
            "c": unit("blue", "d_foot", "52:28"),
            "r": unit("red", "d_large", "46:30", "180"),
        }
        state = position(units, phase=COMBAT, contacts=(met("r", by="b"),))
        for name in ("b", "r"):
            state.units[name].fight = Fight(rounds=1, won=name == "b")
        state.turn.fought = ("b", "c", "r")
        state.core.pending.append(AwaitWinner(side="blue", unit="c", all_gone=False, foes=("r",)))
        facts = give(state, "blue", WinnerMove(unit="c", do="back into combat", target="r"))
        assert one(facts, ContactMade).charging == ()
        assert not every(facts, RoundFought), "they fight on in the next turn"
        keys = [modifier.key for modifier in to_hit_of(state, "c", "r", ("b", "c", "r"))]
        assert keys == ["won the round before"], "BP.hth.6: no charge, but it won the round before"

    def test_d37_c_who_runs_from_terror_unit_by_unit_leaves_a_winner(self) -> None:
        units = {
            "u": unit("blue", "d_wild", "20:20", formation="warband"),
            "foe": unit("red", "d_foot", "20:30", "180"),
        }
        state = with_moves(units, readings={"D37": "C"})
        give(state, "blue", CHARGE, (2, 2))
        assert state.units["foe"].status == "destroyed"
        assert asked(state) == ("AwaitWinner", "blue")
        give(state, "blue", WinnerMove(unit="u", do="sweep", path=("ahead:6",)))
        assert state.order is None, "and the order is over"


class TestShots:
    def test_bp_bld_4_a_garrison_without_dice_left_does_not_shoot(self) -> None:
        farm = piece("building block", "36:26", "44:26", "44:34", "36:34", name="farm")
        units = {"b": unit("blue", "d_foot", inside="farm"), "r": unit("red", "d_foot", "40:46", "180")}
        units["b"].turn = UnitTurn(faces=("left", "right"), spent=3)
        state = position(units, farm)
        shot = ShootUnit(unit="b", face="front", target="r")
        assert refused(state, "blue", shot) == ("no dice to shoot with", "BP.bld.4")

    def test_bp_ski_2_no_more_dice_for_one_farther_off(self) -> None:
        units = {
            "b": unit("blue", "d_foot", "40:20", formation="skirmish"),
            "r": unit("red", "d_foot", "34:30", "180"),
            "s": unit("red", "d_foot", "45:32", "180"),
        }
        shot = ShootUnit(unit="b", target="r", also=("s",), split=(1, 2))
        assert refused(position(units), "blue", shot) == ("more dice for one farther off", "BP.ski.2")
        fair = ShootUnit(unit="b", target="r", also=("s",), split=(2, 1))
        assert len(every(give(position(units), "blue", fair, (1, 1, 1)), ShotsRolled)) == 2

    def test_bp_rkt_7_the_aim_is_on_the_target(self) -> None:
        units = {
            "b": unit("blue", "d_rocket", "40:10", formation="unlimbered"),
            "r": unit("red", "d_foot", "40:30", "180"),
        }
        shot = ShootUnit(unit="b", target="r", at="40:28")
        assert refused(position(units), "blue", shot) == ("aim is not on the target", "BP.rkt.7")

    def test_bp_sr_wave_a_rocket_makes_one_waver_too(self) -> None:
        units = {
            "b": unit("blue", "d_rocket", "40:10", formation="unlimbered"),
            "r": unit("red", "d_foot", "40:30", "180", rules=("BP.sr.Wave",)),
        }
        facts = give(position(units), "blue", ShootUnit(unit="b", target="r"), (6, 1, 1, 6, 6))
        assert one(facts, SavesRolled).casualties == 1
        assert one(facts, BreakTested).cause == "wavering"

    def test_bp_hth_8_a_charger_has_no_cover_from_closing_fire(self) -> None:
        """The wall it charges over shelters those behind it, not those who come."""
        wall = piece("obstacle", "30:29.9", "50:29.9", cover=1)
        units = {"u": unit("blue", "d_foot", "40:30"), "foe": unit("red", "d_foot", "40:30", "180")}
        state = position(units, wall, phase=COMBAT, contacts=(met("foe"),))
        assert [lot.needs for lot in lots_of(closing.shot_at(state, "foe", "u", 1), 2)] == [4]

    def test_bp_clo_7_one_driven_off_by_closing_fire_is_told_so(self) -> None:
        units = {"u": unit("blue", "d_foot", "40:20", casualties=2), "foe": unit("red", "d_foot", "40:30", "180")}
        state = with_moves(units, who=("u",))
        give(state, "blue", CHARGE)
        give(state, "red", Respond(unit="foe", reply="closing fire"), (5, 1, 1, 1, 2, 3))
        assert one(give(state, "blue", RetreatUnit(unit="u", bearing="180")), ChargeEnded).why.key == "driven off"
        assert not due_after(closing.shot_at(state, "u", "foe", 1)), "nobody else tests"


class TestMorale:
    def test_bp_vic_4_led_off_the_table_is_lost_strayed_is_not(self) -> None:
        for why, lost in (("moved", True), ("blunder", False)):
            state = position({"u": unit("blue", "d_foot", "40:20")})
            play = playing(state, [])
            play.record(UnitLeftTable(unit="u", exit=(40_000, 0, 0), why=why))  # type: ignore[arg-type]
            assert is_lost(state, state.units["u"]) == lost

    def test_bp_vic_11_only_guns_in_position_are_left_behind(self) -> None:
        for formation, standing in (("limbered", True), ("unlimbered", False)):
            units = {
                "g": unit("blue", "d_siege_gun", "40:20", formation=formation),
                "r": unit("red", "d_foot", "40:30", "180"),
            }
            state = at_orders(units)
            state.brigades["blue-foot"].broken = True
            withdrawal.abandon(playing(state, []))
            assert state.units["g"].is_on_table == standing

    def test_bp_per_6_who_only_rides_first_has_not_ordered_first(self) -> None:
        state = at_orders({"u": unit("blue", "d_foot", "40:20"), "r": unit("red", "d_foot", "40:60", "180")})
        state.commanders["blue-second"].traits = {"independence": "high"}
        give(state, "blue", MoveCommander(commander="blue-first", to="36:12"))
        assert state.turn.first == ""
        state.turn.first = "blue-second"
        found = [one.key for one in modifiers(state, "blue-second", ("u",), Stated(bearing="0"))]
        assert found == ["headstrong, and first"]


class TestHolding:
    def test_bp_ret_8_a_march_column_that_holds_under_fire_forms_line(self) -> None:
        units = {
            "u": unit("blue", "d_foot", "40:20", "90", "march_column", casualties=3),
            "r": unit("red", "d_foot", "40:40", "180"),
        }
        state = position(units)
        play = playing(state, [])
        hold(play, "u")
        fact = one([item.fact for item in play.recorded], UnitReformed)
        assert (fact.formation, fact.spot) == ("line", (40_000, 20_000, 0)), "about its leader, toward the enemy"
        assert state.units["u"].disordered

    def test_but_only_where_there_is_room(self) -> None:
        units = {
            "u": unit("blue", "d_foot", "40:20", "90", "march_column", casualties=3),
            "v": unit("blue", "d_foot", "43:21"),
            "r": unit("red", "d_foot", "40:40", "180"),
        }
        state = position(units)
        hold(playing(state, []), "u")
        assert state.units["u"].formation == "march_column"


def test_bp_cdm_6_a_charge_rides_over_a_commander_on_its_way() -> None:
    units = {"u": unit("blue", "d_horse", "40:14"), "foe": unit("red", "d_wild", "40:31", "180", "warband")}
    state = with_moves(units, who=("u",))
    red = next(name for name, one in state.commanders.items() if one.side == "red")
    for name, commander in state.commanders.items():
        if commander.side == "red":
            commander.at = Point(40_000, 22_000) if name == red else None
    give(state, "blue", CHARGE)
    assert asked(state) == ("AwaitJoin", "red")


def test_bp_cdm_4_a_commander_stays_where_a_blunder_takes_his_unit_away() -> None:
    units = {"u": unit("blue", "d_foot", "40:20"), "foe": unit("red", "d_wild", "40:30", "180", "warband")}
    state = at_orders(units, at="40:19")
    state.commanders["blue-first"].joined = "u"
    order = GiveOrder(commander="blue-first", units=("u",), bearing="180")
    assert one(give(state, "blue", order, (6, 6, 6, 1)), ContactMade).parts == ("blue-first",)
    assert (state.commanders["blue-first"].joined, state.commanders["blue-first"].at) == ("", Point(40_000, 19_000))


class TestMeasured:
    """What a decision hung on stands in its fact, to the thousandth of an inch."""

    def test_how_near_each_stands_as_the_turn_begins(self) -> None:
        fact = one(give(at_red_turn(), "red", EndShooting()), TurnChecked)
        assert (fact.near, fact.gaps) == (("u",), (11_500,))

    def test_which_enemy_is_near_a_unit_ordered(self) -> None:
        state = at_orders({"u": unit("blue", "d_foot", "40:20"), "r": unit("red", "d_foot", "40:31.5", "180")})
        order = GiveOrder(commander="blue-first", units=("u",), bearing="0")
        rated = one(give(state, "blue", order, (6, 5)), CommandRolled).rated
        assert [(modifier.key, modifier.of) for modifier in rated.modifiers] == [("enemy near", ("r", 11_500))]

    def test_how_much_of_a_target_is_in_cover(self) -> None:
        wood = piece("wood", "30:30", "41:30", "41:40", "30:40")
        units = {"u": unit("blue", "d_foot", "40:28"), "r": unit("red", "d_foot", "40:31", "180", "skirmish")}
        lots = one(give(position(units, wood), "blue", ShootUnit(unit="u"), (6, 6, 6, 1, 1, 1)), SavesRolled).lots
        (cover,) = [modifier for modifier in lots[0].modifiers if modifier.key == "cover"]
        assert cover.of[0] == "wood"
        assert 50 <= int(cover.of[1]) < 100


def at_red_turn() -> State:
    units = {"u": unit("blue", "d_foot", "40:20"), "r": unit("red", "d_foot", "40:31.5", "180")}
    return position(units, active="red")
