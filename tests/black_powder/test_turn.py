"""BP.turn, BP.vic The sequence of play, morale, arrivals, and how a battle ends."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from domain.kernel.facts import GameEnded, GameStarted, PhaseBegan
from domain.kernel.system import Setup
from rules.black_powder.breaking.facts import DisorderEnded
from rules.black_powder.command.asks import PlaceUnit, StayAway
from rules.black_powder.command.facts import ArrivalTried, CasualtyRallied, CommanderReplaced, TraitsRolled
from rules.black_powder.sheets.build import initial
from rules.black_powder.sheets.rows import Victory
from rules.black_powder.shooting.asks import EndShooting
from rules.black_powder.state import SHOOTING, State, Unit
from rules.black_powder.turn.asks import ChooseFirst, Concede, EndInitiative, EndOrders, RollForFirst
from rules.black_powder.turn.facts import ArmyBroke, BrigadeBroke, SideChosen, TurnChecked
from rules.black_powder.turn.morale import is_lost, threshold
from rules.black_powder.turn.victory import by_brigades, ground_points, has_run, stands, verdict
from tests.black_powder.commanding import asked, at_orders
from tests.black_powder.positions import HOUSE, every, give, one, piece, position, refused, unit

SIDES = {"drill_field": ("blue", "red"), "freemans_farm": ("british", "american"), "rorkes_drift": ("british", "zulu")}


def fresh(scenario: str = "drill_field", **options: Any) -> State:
    started = GameStarted(
        format=1, game="0", title="t", system="black_powder", edition="", scenario=scenario, pack="",
        sides=SIDES[scenario], options=options,
    )  # fmt: skip
    return initial(Setup(started, HOUSE))


def end_turn(state: State, **more: Any) -> list[Any]:
    """The last orders of blue's turn: nobody shoots, nobody fights."""
    give(state, "blue", EndOrders())
    return give(state, "blue", EndShooting(), **more)


class TestFirst:
    def test_bp_turn_6_as_the_scenario_says(self) -> None:
        state = fresh()
        facts = give(state, "red", RollForFirst())
        assert one(facts, SideChosen).first == "blue"
        assert state.core.phase == "orders", "nobody stands near an enemy: initiative is passed over"

    def test_bp_turn_6_else_the_higher_die_chooses_and_ties_are_rolled_again(self) -> None:
        state = fresh()
        state.battle = replace(state.battle, first="")
        give(state, "blue", RollForFirst(), (3, 3, 2, 5))
        assert asked(state) == ("AwaitFirst", "red")
        assert refused(state, "red", ChooseFirst(first="green")) == ("no such side", "BP.turn.6")
        assert one(give(state, "red", ChooseFirst(first="blue")), SideChosen).first == "blue"


class TestSequence:
    def test_bp_turn_5_command_shooting_hand_to_hand_then_the_other_side(self) -> None:
        state = at_orders({"u": unit("blue", "d_foot", "40:20"), "v": unit("red", "d_foot", "40:60", "180")})
        facts = end_turn(state)
        assert [(fact.phase, fact.side) for fact in every(facts, PhaseBegan)] == [
            ("hand-to-hand", "blue"),
            ("initiative", "red"),
            ("orders", "red"),
        ]
        assert refused(state, "blue", EndOrders())[1] == "BP.turn.5"

    def test_bp_init_2_who_stands_near_is_seen_as_the_turn_begins(self) -> None:
        state = at_orders({"u": unit("blue", "d_foot", "40:20"), "v": unit("red", "d_foot", "40:32", "180")})
        facts = end_turn(state)
        assert one(facts, TurnChecked).near == ("v",)
        assert state.core.phase == "initiative"
        give(state, "red", EndInitiative())
        assert state.core.phase == "orders"

    def test_bp_sr_elite_a_die_as_the_turn_begins(self) -> None:
        for die, ended in ((3, False), (4, True)):
            units = {
                "u": unit("blue", "d_foot", "40:20"),
                "v": unit("red", "d_elite", "40:60", "180", disordered=True, since=(2, "blue")),
            }
            units["v"].profile.rules["BP.sr.Elite"] = 4
            facts = end_turn(at_orders(units), dice=(die,))
            assert one(facts, DisorderEnded).ended == ended

    def test_bp_sr_brav_a_die_at_the_end_of_the_command_phase(self) -> None:
        for at, dice in (("40:60", (4,)), ("40:31", ())):
            units = {
                "u": unit("blue", "d_brave", "40:20", casualties=3),
                "v": unit("red", "d_foot", at, "180"),
            }
            facts = give(at_orders(units), "blue", EndOrders(), dice)
            assert [fact.left for fact in every(facts, CasualtyRallied)] == ([2] if dice else [])

    def test_d48_b_more_than_12_inches(self) -> None:
        units = {"u": unit("blue", "d_brave", "40:20", casualties=3), "v": unit("red", "d_foot", "40:32", "180")}
        assert every(give(at_orders(units), "blue", EndOrders(), (4,)), CasualtyRallied)
        assert not every(give(at_orders(units, readings={"D48": "B"}), "blue", EndOrders()), CasualtyRallied)


class TestMorale:
    def test_e37_guns_do_not_count(self) -> None:
        """Three of foot, two of horse, two guns: broken when three of the five are lost."""
        state = fresh()
        brigade = state.brigades["red-foot"]
        brigade.counting = ("red-foot-i", "red-foot-ii", "red-raw", "red-horse", "red-carbines")
        assert threshold(brigade) == 3

    def test_bp_vic_2_and_3_what_counts(self) -> None:
        state = fresh()
        assert "blue-tiny" not in state.brigades["blue-foot"].counting
        guns = state.brigades["blue-horse-and-guns"].counting
        assert "blue-gun" in guns, "most of its units are guns (BP.vic.3)"
        assert "blue-battalion-gun" not in guns

    def test_bp_vic_4_lost_is_destroyed_gone_or_shaken(self) -> None:
        state = position({"u": unit("blue", "d_foot", "40:20", casualties=3), "v": unit("blue", "d_foot", "60:20")})
        assert is_lost(state, state.units["u"])
        assert not is_lost(state, state.units["v"])
        state.units["v"].status = "off"
        assert is_lost(state, state.units["v"]), "its side led it off the table"
        state.units["v"].strayed = True
        assert not is_lost(state, state.units["v"])
        state.core.readings["D64"] = "B"
        assert is_lost(state, state.units["v"])

    def falling(self, **more: Any) -> State:
        units = {
            "u": unit("blue", "d_foot", "40:20"),
            "v": unit("red", "d_foot", "40:60", "180", casualties=3),
            "w": unit("red", "d_foot", "60:60", "180"),
        }
        state = at_orders(units, **more)
        state.brigades = {name: one for name, one in state.brigades.items() if name in ("blue-foot", "red-foot")}
        return state

    def test_bp_vic_13_half_a_brigade_half_an_army_and_the_battle_is_lost(self) -> None:
        facts = end_turn(self.falling())
        fact = one(facts, BrigadeBroke)
        assert (fact.brigade, fact.lost, fact.counting, fact.threshold) == ("red-foot", ("v",), 2, 1)
        assert one(facts, ArmyBroke).side == "red"
        assert one(facts, GameEnded).winner == "blue"

    def test_o_bmorale_off(self) -> None:
        assert not every(end_turn(self.falling(options={"no_brigade_morale": True})), BrigadeBroke)

    def test_a_side_without_morale(self) -> None:
        state = self.falling()
        state.battle = replace(state.battle, no_morale=("red",))
        assert not every(end_turn(state), BrigadeBroke)

    def test_o_lastturn_one_more_turn_and_both_may_fall(self) -> None:
        state = self.falling(options={"last_turn": True})
        facts = end_turn(state)
        assert one(facts, ArmyBroke)
        assert not every(facts, GameEnded)
        give(state, "red", EndOrders())
        state.units["u"].casualties = 3
        facts = give(state, "red", EndShooting())
        assert one(facts, ArmyBroke).side == "blue"
        for side in ("blue", "red"):
            give(state, side, EndOrders())
            facts = give(state, side, EndShooting())
        assert (one(facts, GameEnded).winner, one(facts, GameEnded).why.key) == ("", "both armies broken")


class TestVictory:
    def test_bp_vic_14_after_the_last_turn_the_greater_share_of_unbroken_brigades(self) -> None:
        state = fresh()
        assert by_brigades(state)[0] == ""
        state.brigades["red-foot"].broken = True
        winner, why = by_brigades(state)
        assert (winner, why.of) == ("blue", ("blue", 2, 2, "red", 1, 2))

    def test_the_last_turn_ends_the_battle(self) -> None:
        units = {"u": unit("blue", "d_foot", "40:20"), "v": unit("red", "d_foot", "40:60", "180")}
        state = at_orders(units, turn=6)
        end_turn(state)
        give(state, "red", EndOrders())
        assert one(give(state, "red", EndShooting()), GameEnded).why.key == "brigades level"

    def held(self, *units: Unit) -> State:
        hill = piece("hill", "30:30", "50:30", "50:40", "30:40")
        state = position({f"u{number}": one for number, one in enumerate(units)}, hill)
        victory = Victory(kind="hold", places=("hill",), within=6, otherwise="brigades")
        state.battle = replace(state.battle, victory=victory)
        return state

    def test_bp_vic_15_more_unshaken_units_near_every_place(self) -> None:
        assert verdict(self.held(unit("blue", "d_foot", "40:26")))[0] == "blue"
        both = self.held(unit("blue", "d_foot", "40:26"), unit("red", "d_foot", "40:44", "180"))
        assert verdict(both)[1].key == "brigades level"
        shaken = self.held(unit("blue", "d_foot", "40:26", casualties=3), unit("red", "d_foot", "40:44", "180"))
        assert verdict(shaken)[0] == "red"

    @pytest.mark.parametrize(("points", "winner"), [(5, "blue"), (4, ""), (3, "red")])
    def test_ground_is_counted_where_only_one_side_stands(self, points: int, winner: str) -> None:
        state = self.held(unit("blue", "d_foot", "40:36"))
        victory = Victory(kind="ground", side="blue", points={"hill": points}, win=5, draw=4)
        state.battle = replace(state.battle, victory=victory)
        assert ground_points(state) == points
        assert verdict(state)[0] == winner

    def test_a_stand_needs_a_formed_unshaken_unit_in_the_area(self) -> None:
        area = ("30:30", "50:30", "50:40", "30:40")
        for mine, holds in (
            (unit("blue", "d_foot", "40:36"), True),
            (unit("blue", "d_foot", "40:36", casualties=3), False),
            (unit("blue", "d_small", "40:36", formation="skirmish"), False),
        ):
            state = self.held(mine)
            state.battle = replace(state.battle, victory=Victory(kind="stand", side="blue", area=area))
            assert stands(state) == holds
            assert verdict(state)[0] == ("blue" if holds else "red")

    def test_o_run_half_of_the_units_off_by_the_far_edge(self) -> None:
        gone = unit("blue", "d_foot", status="off", exit=(40_000, 72_000, 0))
        units = {"gone": gone, "u": unit("blue", "d_foot", "40:20"), "v": unit("red", "d_foot", "60:60", "180")}
        state = at_orders(units)
        state.battle = replace(state.battle, victory=Victory(kind="run", side="blue", edge="north"))
        end_turn(state)
        give(state, "red", EndOrders())
        ended = one(give(state, "red", EndShooting()), GameEnded)
        assert (ended.winner, ended.why.cite) == ("blue", "BP.vic.16")
        state.units["third"] = unit("blue", "d_foot", "20:20")
        assert not has_run(state, "blue"), "one of three is less than half"

    def test_bp_vic_13_a_side_may_give_up_at_any_time(self) -> None:
        state = fresh()
        give(state, "blue", RollForFirst())
        assert one(give(state, "red", Concede()), GameEnded).winner == "blue"


class TestArrivals:
    def learned(self, turn: int, *dice: int) -> tuple[State, list[Any]]:
        state = fresh("freemans_farm")
        state.first = "american"
        state.core.turn, state.core.phase, state.core.active = turn - 1, SHOOTING, "british"
        return state, give(state, "british", EndShooting(), dice)

    def test_a_brigade_comes_if_its_dice_are_low_enough(self) -> None:
        assert not every(self.learned(2)[1], ArrivalTried)
        _, facts = self.learned(3, 6, 4)
        assert not one(facts, ArrivalTried).comes
        state, facts = self.learned(3, 5, 4)
        assert one(facts, ArrivalTried).comes
        assert asked(state) == ("AwaitPlacing", "american")
        place = PlaceUnit(unit="2nd-massachusetts", at="48:4.725", heading="0", formation="march_column")
        give(state, "american", place)
        assert state.commanders["learned"].at, "its commander comes with its first unit"
        inland = PlaceUnit(unit="8th-massachusetts", at="48:20", heading="0", formation="march_column")
        assert refused(state, "american", inland) == ("not where it left", "BP.off.3")
        line = PlaceUnit(unit="8th-massachusetts", at="30:2", heading="0", formation="line")
        assert refused(state, "american", line)[0] == "comes as the scenario says"
        give(state, "american", StayAway(unit="8th-massachusetts"))
        give(state, "american", StayAway(unit="9th-massachusetts"))
        assert state.units["8th-massachusetts"].status == "reserve"
        assert state.turn.checked

    def test_a_destroyed_regiment_comes_back_weaker(self) -> None:
        state = fresh("rorkes_drift")
        gone = state.units["indlondlo"]
        gone.status, gone.left_in, gone.pose = "destroyed", 1, None
        state.first = "zulu"
        state.core.turn, state.core.phase, state.core.active = 2, SHOOTING, "british"
        give(state, "british", EndShooting())
        for name in ("udloko-first", "udloko-second"):
            give(state, "zulu", StayAway(unit=name))
        give(state, "zulu", PlaceUnit(unit="indlondlo", at="30:3.15", heading="0", formation="warband"))
        assert (gone.status, gone.stamina, gone.casualties, gone.lives) == ("table", 2, 0, 1)


def test_o_replace_another_commander_takes_over() -> None:
    state = at_orders(
        {"u": unit("blue", "d_foot", "40:20"), "v": unit("red", "d_foot", "40:60", "180")},
        options={"replacement_commanders": True},
    )
    state.commanders["red-first"].lost = True
    fact = one(end_turn(state), CommanderReplaced)
    assert (fact.commander, fact.unit, fact.rating) == ("red-first", "v", 7)


def test_bp_per_1_characters_are_rolled_on_the_first_turn() -> None:
    state = fresh(personalities=True)
    facts = give(state, "blue", RollForFirst(), (1, 3, 6, 2, 2, 2, 6, 6, 6, 1, 1, 1))
    first = every(facts, TraitsRolled)[0]
    assert (first.commander, first.traits) == ("blue-first", {"aggression": "low", "independence": "high"})
    assert not state.commanders["blue-general"].traits
