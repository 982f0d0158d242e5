"""BP.cmd, BP.mov, BP.chg, BP.vic What the other tests of these chapters leave open, and their disputes."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.play import Play
from domain.tabletop import lengths
from rules.black_powder import SYSTEM
from rules.black_powder.breaking.asks import RetreatUnit
from rules.black_powder.breaking.facts import CommanderLost, UnitDestroyed
from rules.black_powder.charges import charging
from rules.black_powder.charges.asks import ChargeWith, FireTraversing, HoldFire, Respond
from rules.black_powder.charges.facts import ChargeEnded, ContactMade
from rules.black_powder.command.asks import GiveOrder, MoveCommander, Rally, ReturnToTable, Stated
from rules.black_powder.command.facts import CasualtyRallied, CommandRolled
from rules.black_powder.command.rating import rate
from rules.black_powder.movement.asks import EndMoves, HandleGun, MoveUnit
from rules.black_powder.movement.facts import GunLimbered, UnitMoved
from rules.black_powder.position import is_shaken
from rules.black_powder.shooting.asks import EndShooting, ShootUnit
from rules.black_powder.state import ORDERS, State
from rules.black_powder.turn.asks import EndInitiative, EndOrders
from rules.black_powder.turn.facts import ArmyBroke, BrigadeBroke
from tests.black_powder.commanding import asked, at_initiative, at_orders, with_moves
from tests.black_powder.positions import every, give, one, piece, position, refused, unit

FAR = unit("red", "d_foot", "40:66", "180")
CHARGE = ChargeWith(unit="u", target="foe")


def order(*units: str, by: str = "blue-first", **stated: Any) -> GiveOrder:
    return GiveOrder(commander=by, units=units or ("u",), **(stated or {"bearing": "0"}))


class TestOrders:
    def test_bp_cmd_3_shooting_needs_no_order(self) -> None:
        units = {"u": unit("blue", "d_foot", "40:20"), "foe": unit("red", "d_foot", "40:32", "180")}
        state = at_orders(units)
        give(state, "blue", EndOrders())
        assert give(state, "blue", ShootUnit(unit="u"), (1, 1, 1))

    def test_bp_form_20_no_distance_matters_but_for_one_order(self) -> None:
        """BP.cmd.9 Units of two brigades may stand anywhere; the general orders them together within 6 inches."""
        units = {"u": unit("blue", "d_foot", "40:20"), "v": unit("blue", "d_horse", "52:20"), "far": FAR}
        units["v"].brigade = "blue-horse-and-guns"
        state = at_orders(units, at="46:14")
        both = order("u", "v", by="blue-general", bearing="0")
        assert give(state, "blue", both, (4, 1))

    def test_bp_cmd_15_all_do_what_was_stated(self) -> None:
        units = {"u": unit("blue", "d_foot", "40:20"), "v": unit("blue", "d_foot", "52:20"), "far": FAR}
        state = at_orders(units, at="46:14")
        give(state, "blue", order("u", "v", bearing="0"), (4, 1))
        assert refused(state, "blue", MoveUnit(unit="v", path=("back:6",))) == ("not as stated", "BP.cmd.6")

    def test_bp_cmd_17_of_a_group_the_farthest_unit_counts(self) -> None:
        units = {"u": unit("blue", "d_foot", "40:20"), "v": unit("blue", "d_foot", "52:20"), "far": FAR}
        state = at_orders(units, at="32:20")
        found = rate(state, "blue-first", ("u", "v"), Stated())
        assert (found.far, found.distance, found.needs) == ("v", 15_276, 7)

    @pytest.mark.parametrize(("letter", "bonus"), [("A", 1), ("B", 2)])
    def test_d5_columns_partly_on_a_road(self, letter: str, bonus: int) -> None:
        units = {
            name: unit("blue", "d_foot", at, formation="march_column")
            for name, at in (("u", "40:20"), ("v", "40:12"), ("w", "44:20"))
        }
        state = at_orders({**units, "far": FAR}, piece("road", "40:0", "40:60"), at="40:16", readings={"D5": letter})
        state.commanders["blue-first"].rating = 7
        assert rate(state, "blue-first", ("u", "v", "w"), Stated(road=True)).needs == 7 + bonus

    @pytest.mark.parametrize(("letter", "dice", "stands"), [("A", (4, 3), True), ("B", (4, 3), False)])
    def test_d14_unreliable_on_the_modified_or_the_printed_rating(self, letter: str, dice: Any, stands: bool) -> None:
        """13 inches away the rating of 8 is a 7."""
        units = {"u": unit("blue", "d_raw", "40:30"), "far": FAR}
        state = at_orders(units, at="40:15", readings={"D14": letter})
        fact = one(give(state, "blue", order(), dice), CommandRolled)
        assert fact.rated.needs == 7
        assert bool(fact.idle) == stands

    def test_bp_sr_reli_reliable(self) -> None:
        state = at_orders({"u": unit("blue", "d_elite", "40:20"), "far": FAR}, at="40:14")
        assert one(give(state, "blue", order(), (4, 1)), CommandRolled).rated.needs == 9

    def test_bp_per_3_a_timid_man_likes_to_go_back(self) -> None:
        units = {"u": unit("blue", "d_foot", "40:20"), "foe": unit("red", "d_foot", "40:40", "180")}
        state = at_orders(units, at="40:14")
        state.commanders["blue-first"].traits = {"aggression": "low"}
        assert one(give(state, "blue", order(bearing="180"), (4, 1)), CommandRolled).rated.needs == 9


class TestFreeMoves:
    @pytest.mark.parametrize(
        ("profile", "formation", "free"),
        [("d_foot", "march_column", True), ("d_foot", "square", True), ("d_gun", "limbered", True),
         ("d_crack", "line", True), ("d_foot", "attack_column", False)],
    )  # fmt: skip
    def test_bp_free_1_who_moves_though_the_order_fails(self, profile: str, formation: str, free: bool) -> None:
        """BP.free.2"""
        state = at_orders({"u": unit("blue", profile, "40:20", formation=formation), "far": FAR}, at="40:14")
        fact = one(give(state, "blue", order(), (6, 5)), CommandRolled)
        assert fact.free == (("u",) if free else ())

    def test_bp_free_3_not_after_a_blunder(self) -> None:
        state = at_orders({"u": unit("blue", "d_crack", "40:20"), "far": FAR}, at="40:14")
        assert not one(give(state, "blue", order(), (6, 6, 5)), CommandRolled).free


class TestRally:
    def test_bp_ral_2_the_last_order_and_never_the_last_casualty(self) -> None:
        """BP.ral.4"""
        units = {"u": unit("blue", "d_foot", "40:20", casualties=2), "v": unit("blue", "d_foot", "52:20"), "far": FAR}
        state = at_orders(units, at="46:14")
        fact = one(give(state, "blue", Rally(commander="blue-first", unit="u"), (4, 1)), CasualtyRallied)
        assert fact.left == 1
        assert refused(state, "blue", order("v")) == ("gives no more orders", "BP.ral.2")
        state.units["u"].turn.ordered = False
        general = Rally(commander="blue-general", unit="u")
        assert refused(state, "blue", general) == ("too few casualties", "BP.ral.1")

    def test_bp_shk_2_a_shaken_unit_rallied_below_its_stamina_is_shaken_no_more(self) -> None:
        state = at_orders({"u": unit("blue", "d_foot", "40:20", casualties=3), "far": FAR}, at="40:14")
        assert is_shaken(state.units["u"])
        give(state, "blue", Rally(commander="blue-first", unit="u"), (4, 1))
        assert not is_shaken(state.units["u"])

    def test_bp_vic_8_nobody_of_a_broken_brigade(self) -> None:
        state = at_orders({"u": unit("blue", "d_foot", "40:20", casualties=3), "far": FAR}, at="40:14")
        state.brigades["blue-foot"].broken = True
        assert refused(state, "blue", Rally(commander="blue-first", unit="u")) == ("brigade broken", "BP.vic.8")


class TestMoves:
    def test_bp_mov_3_each_move_is_made_in_turn(self) -> None:
        state = with_moves({"u": unit("blue", "d_foot", "40:10"), "far": FAR}, moves=2)
        assert one(give(state, "blue", MoveUnit(unit="u", path=("ahead:12",))), UnitMoved).allowance == 12_000
        assert state.order
        assert state.order.left == {"u": 1}

    @pytest.mark.parametrize(("profile", "moves"), [("d_horse_gun", 0), ("d_gun", 1), ("d_siege_gun", 1)])
    def test_bp_lim_1_what_limbering_takes(self, profile: str, moves: int) -> None:
        """BP.lim.2, BP.lim.3"""
        state = with_moves({"u": unit("blue", profile, "40:20", formation="unlimbered"), "far": FAR})
        fact = one(give(state, "blue", HandleGun(unit="u", do="limber")), GunLimbered)
        assert fact.moves == moves

    def test_bp_lim_5_a_gun_shoots_in_the_turn_it_unlimbers(self) -> None:
        units = {
            "u": unit("blue", "d_gun", "40:20", formation="limbered"),
            "foe": unit("red", "d_foot", "40:40", "180"),
        }
        state = with_moves(units, moves=1)
        give(state, "blue", HandleGun(unit="u", do="unlimber"))
        give(state, "blue", EndOrders())
        assert give(state, "blue", ShootUnit(unit="u"), (1, 1))

    def test_bp_ter_10_minor_scenery_costs_what_was_agreed(self) -> None:
        """BP.ter.1"""
        scenery = piece("scenery", "30:24", "50:24", "50:26", "30:26")
        units = {"u": unit("blue", "d_foot", "40:20"), "far": FAR}
        assert give(with_moves(units, scenery), "blue", MoveUnit(unit="u", path=("ahead:12",)))
        state = with_moves(units, scenery, options={"scenery_cost": 3})
        assert refused(state, "blue", MoveUnit(unit="u", path=("ahead:9.1",)))[1] == "BP.mov.2"
        assert one(give(state, "blue", MoveUnit(unit="u", path=("ahead:9",))), UnitMoved).ground[0].extra == 3_000

    def test_bp_cdm_5_friends_are_not_hindered_by_a_commander(self) -> None:
        state = with_moves({"u": unit("blue", "d_foot", "40:20"), "far": FAR}, at="40:26")
        facts = give(state, "blue", MoveUnit(unit="u", path=("ahead:12",)))
        assert not every(facts, CommanderLost)

    def test_bp_cdm_3_he_joins_by_contact_and_enters_a_block_only_so(self) -> None:
        """BP.bld.2"""
        farm = piece("building block", "36:26", "44:26", "44:32", "36:32", name="farm")
        state = at_orders({"u": unit("blue", "d_foot", inside="farm"), "far": FAR}, farm)
        inside = MoveCommander(commander="blue-first", to="40:29")
        assert refused(state, "blue", inside) == ("into a block by joining", "BP.bld.2")
        give(state, "blue", MoveCommander(commander="blue-first", join="u"))
        assert state.commanders["blue-first"].joined == "u"


class TestCharges:
    def test_bp_chg_7_ground_costs_on_the_way(self) -> None:
        rough = piece("rough ground", "30:22", "50:22", "50:26", "30:26")
        units = {"u": unit("blue", "d_foot", "40:20"), "foe": unit("red", "d_wild", "40:28.1", "180", "warband")}
        assert refused(with_moves(units, rough), "blue", CHARGE) == ("ground costs too much", "BP.ter.5")
        units["foe"] = unit("red", "d_wild", "40:28", "180", "warband")
        assert give(with_moves(units, rough), "blue", CHARGE)

    def test_bp_chg_11_a_side_that_cannot_be_reached(self) -> None:
        units = {
            "u": unit("blue", "d_foot", "33:22", "20"),
            "foe": unit("red", "d_wild", "40:30", "180", "warband"),
            "wing": unit("red", "d_foot", "42:27", "180"),
        }
        assert refused(with_moves(units), "blue", CHARGE) == ("side cannot be reached", "BP.chg.11")

    def test_bp_chg_16_skirmishers_close_up_and_fight(self) -> None:
        """BP.rsp.3"""
        units = {"u": unit("blue", "d_foot", "40:20"), "foe": unit("red", "d_small", "40:30", "180", "skirmish")}
        state = with_moves(units)
        give(state, "blue", CHARGE)
        assert asked(state) == ("AwaitResponse", "red")
        give(state, "red", Respond(unit="foe", reply="hold"))
        assert [(one.foe, one.foe_side) for one in state.contacts] == [("foe", "front")]

    def test_bp_rsp_2_to_hold_is_always_open(self) -> None:
        """BP.rsp.1"""
        units = {"u": unit("blue", "d_foot", "40:20"), "foe": unit("red", "d_foot", "40:30", "180")}
        state = with_moves(units)
        give(state, "blue", CHARGE)
        give(state, "red", Respond(unit="foe", reply="hold"))
        assert state.contacts

    def test_bp_rsp_5b_horse_in_column_opens_out_to_evade(self) -> None:
        units = {"u": unit("blue", "d_foot", "40:20"), "foe": unit("red", "d_horse", "40:30", "180", "march_column")}
        state = with_moves(units)
        give(state, "blue", CHARGE)
        give(state, "red", Respond(unit="foe", reply="evade"))
        give(state, "red", RetreatUnit(unit="foe", bearing="0"))
        assert (state.units["foe"].formation, state.units["foe"].disordered) == ("skirmish", True)

    def test_bp_rsp_8_nobody_responds_to_a_sweeping_charge(self) -> None:
        units = {"u": unit("blue", "d_horse", "40:20"), "foe": unit("red", "d_horse", "40:32", "180")}
        state = position(units, phase=ORDERS)
        play = Play(SYSTEM, state, "blue", EndMoves(), EnteredChance())
        charging.begin(play, "u", "foe", "sweep")
        while SYSTEM.book.proceed(play) and not any(isinstance(one.fact, ContactMade) for one in play.recorded):
            pass
        assert state.contacts
        assert not state.core.pending or type(state.core.pending[-1]).__name__ == "ResumeCharge"

    def test_bp_mix_6_where_only_the_skirmishers_are_in_reach_they_are_driven_in(self) -> None:
        """The skirmishers stand 4 inches ahead of it, and rejoin; the charger goes its 12 inches and touches nobody."""
        units = {"u": unit("blue", "d_foot", "40:20"), "foe": unit("red", "d_mixed", "40:33", "180", "mixed_line")}
        state = with_moves(units)
        fact = one(give(state, "blue", CHARGE), ChargeEnded)
        assert (fact.why.cite, fact.pose) == ("BP.mix.6", (40_000, 32_000, 0))
        assert (state.units["foe"].formation, state.contacts) == ("line", ())
        units["foe"] = unit("red", "d_mixed", "40:37", "180", "mixed_line")
        assert refused(with_moves(units), "blue", CHARGE) == ("target out of reach", "BP.chg.6")
        units["foe"] = unit("red", "d_mixed", "40:31", "180", "mixed_line")
        state = with_moves(units)
        give(state, "blue", CHARGE)
        assert state.units["foe"].formation == "line"
        assert state.contacts

    def test_bp_mix_6_or_as_the_order_said_they_alone_are_charged(self) -> None:
        units = {"u": unit("blue", "d_foot", "40:20"), "foe": unit("red", "d_mixed", "40:31", "180", "mixed_line")}
        stated, only = Stated(charge="foe", screen=True), ChargeWith(unit="u", target="foe", screen=True)
        state = with_moves(units, stated=stated, kind="order")
        assert refused(state, "blue", CHARGE) == ("not said of the skirmishers", "BP.mix.6")
        fact = one(give(state, "blue", only), ChargeEnded)
        assert (fact.why.key, fact.pose) == ("skirmishers driven in", (40_000, 27_063, 0)), "where they stood"
        unsaid = with_moves(units, stated=Stated(charge="foe"), kind="order")
        assert refused(unsaid, "blue", only) == ("not said of the skirmishers", "BP.mix.6")
        units["foe"] = unit("red", "d_foot", "40:31", "180")
        none = with_moves(units, stated=Stated(charge="nearest", screen=True), kind="order")
        assert refused(none, "blue", only) == ("no skirmishers before it", "BP.mix.6")
        assert give(none, "blue", CHARGE), "who has none is charged as usual"
        order = GiveOrder(commander="blue-first", units=("u",), bearing="0", screen=True)
        assert refused(at_orders(units), "blue", order) == ("no charge at skirmishers", "BP.mix.6")

    def test_bp_mix_7_it_reforms_and_charges_in_one_move(self) -> None:
        units = {
            "u": unit("blue", "d_mixed", "40:20", formation="mixed_line"),
            "foe": unit("red", "d_wild", "40:31", "180", "warband"),
        }
        state = with_moves(units)
        facts = give(state, "blue", CHARGE)
        assert one(facts, ContactMade).pose == (40_000, 31_000, 0)
        assert state.units["u"].formation == "line"

    @pytest.mark.parametrize(("letter", "left"), [("A", 9_000), ("B", 45_000)])
    def test_d53_what_is_left_to_horse_before_a_square(self, letter: str, left: int) -> None:
        units = {"u": unit("blue", "d_horse", "40:20"), "foe": unit("red", "d_square", "40:32", "180")}
        state = with_moves(units, readings={"D53": letter})
        give(state, "blue", CHARGE, (3, 4))
        assert asked(state) == ("AwaitHalted", "blue")
        assert state.core.pending[-1].left == left  # type: ignore[union-attr]


class TestTraversing:
    """D29 A unit that crosses a front without charging, and ends on the flank."""

    def crossing(self, letter: str, inches: int) -> State:
        """A column of horse goes along 4 inches before the front of a line, from x 36 on; the line ends at 44.7."""
        column = unit("blue", "d_horse", "36:30", "90", "march_column")
        state = with_moves({"u": column, "foe": unit("red", "d_foot", "40:34", "180")}, readings={"D29": letter})
        give(state, "blue", MoveUnit(unit="u", path=(f"ahead:{inches}",)))
        return state

    @pytest.mark.parametrize(("letter", "past", "before"), [("A", True, False), ("B", False, False), ("C", True, True)])
    def test_d29_across_the_front_to_the_flank_or_only_across(self, letter: str, past: bool, before: bool) -> None:
        assert (asked(self.crossing(letter, 18))[0] == "AwaitTraversing") == past
        assert (asked(self.crossing(letter, 8))[0] == "AwaitTraversing") == before

    def test_bp_tra_3_fire_or_not(self) -> None:
        for answer in (FireTraversing(unit="foe"), HoldFire(unit="foe")):
            state = self.crossing("A", 18)
            give(state, "red", answer, (1, 1, 1) if isinstance(answer, FireTraversing) else ())
            assert asked(state) == ("AwaitMoves", "blue")


class TestMorale:
    def broken(self, **more: Any) -> State:
        units = {
            "u": unit("blue", "d_foot", "40:20"),
            "v": unit("red", "d_elite", "40:60", "180", disordered=True, since=(2, "red")),
            "gone": unit("red", "d_foot", status="destroyed"),
        }
        return at_orders(units, **more)

    def test_bp_vic_1_half_of_those_that_count_rounded_up(self) -> None:
        """BP.vic.5, BP.vic.12"""
        state = self.broken()
        give(state, "blue", EndOrders())
        facts = give(state, "blue", EndShooting())
        fact = every(facts, BrigadeBroke)[0]
        assert (fact.brigade, fact.lost, fact.counting, fact.threshold) == ("red-foot", ("gone",), 2, 1)
        assert one(facts, ArmyBroke).side == "red", "BP.vic.12: one of two brigades"

    def test_bp_vic_6_who_is_off_does_not_return(self) -> None:
        state = at_orders({"u": unit("blue", "d_foot", status="off", exit=(40_000, 0, 0), left_in=1), "far": FAR})
        state.brigades["blue-foot"].broken = True
        back = ReturnToTable(commander="blue-first", units=("u",))
        assert refused(state, "blue", back)[1] == "BP.vic.6"

    def test_bp_vic_7_elite_troops_of_a_broken_brigade_stay_disordered(self) -> None:
        state = self.broken(options={"last_turn": True})
        state.units["v"].profile.rules["BP.sr.Elite"] = 4
        give(state, "blue", EndOrders())
        give(state, "blue", EndShooting())
        assert state.units["v"].disordered, "no die is rolled for it"


@pytest.mark.parametrize(("letter", "joined"), [("A", "foe"), ("B", "")])
def test_d70_a_retreat_ends_the_joining_or_not(letter: str, joined: str) -> None:
    """BP.gen.7"""
    units = {"u": unit("blue", "d_foot", "40:20"), "foe": unit("red", "d_small", "40:30", "180", "skirmish")}
    state = with_moves(units, readings={"D70": letter})
    state.commanders["red-first"].joined, state.commanders["red-first"].at = "foe", lengths.point("40:31")
    give(state, "blue", CHARGE)
    give(state, "red", Respond(unit="foe", reply="evade"))
    give(state, "red", RetreatUnit(unit="foe", bearing="0"))
    assert state.commanders["red-first"].joined == joined


def test_bp_off_5_a_retreat_off_the_table_is_the_end() -> None:
    units = {"u": unit("blue", "d_foot", "40:58"), "foe": unit("red", "d_small", "40:68", "180", "skirmish")}
    state = with_moves(units)
    for commander in state.commanders.values():
        commander.at = None
    give(state, "blue", CHARGE)
    facts = give(state, "red", Respond(unit="foe", reply="evade"))
    assert one(facts, UnitDestroyed).why.cite == "BP.ret.5"


def test_bp_init_4_initiative_is_a_choice() -> None:
    units = {"u": unit("blue", "d_foot", "40:20"), "foe": unit("red", "d_foot", "40:31", "180")}
    assert give(at_initiative(units, near=("u",)), "blue", EndInitiative())


def test_bp_gen_9_without_the_option_nobody_takes_his_place() -> None:
    state = at_orders({"u": unit("blue", "d_foot", "40:20"), "v": unit("red", "d_foot", "40:60", "180")})
    state.commanders["red-first"].lost = True
    give(state, "blue", EndOrders())
    give(state, "blue", EndShooting())
    assert state.commanders["red-first"].lost
