"""The automatic player: its odds, its sense in small positions, its answers, and whole games without a refusal."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.kernel.chance import SeededChance
from domain.kernel.facts import GameEnded, Order
from domain.kernel.play import carry_out
from rules.gettysburg import SYSTEM
from rules.gettysburg.combat.asks import (
    Advance,
    AwaitCounterAttack,
    AwaitRetreat,
    AwaitRetreatBeforeCombat,
    CounterAttack,
    GiveSupport,
    ResolveAttack,
    ResolveBombardment,
    RetreatBeforeCombat,
    RetreatTo,
    RollCoordination,
    SwapDefender,
)
from rules.gettysburg.ground.ground import Ground
from rules.gettysburg.hidden.asks import AttemptControl, HideUnits
from rules.gettysburg.movement.asks import DeclareAttack, MoveUnit, ReorderStack
from rules.gettysburg.player.careful import choose
from rules.gettysburg.player.odds import Blow, Defender, Situation, Temper, assault, attacker_odds, defender_odds
from rules.gettysburg.player.spread import Spread
from rules.gettysburg.position import brigades_at, is_within
from rules.gettysburg.rulings import FULL
from rules.gettysburg.sheets.scenario import Arrival
from rules.gettysburg.state import ENEMY, POOL, ROUTED, State
from rules.gettysburg.turn.asks import Decline, EndPhase, Rally, ReturnUnit
from tests.gettysburg.fighting import C, U, combat
from tests.gettysburg.fighting import ground as fighting_ground
from tests.gettysburg.positions import give, position, start
from tests.gettysburg.small_maps import road, small_ground

OPEN = fighting_ground()
GOOD, POOR = "5/5/5", "3/3/2"
STEADY = Temper(4, "4")


def moved(state: State, side: str) -> State:
    """The position when a side has given all its orders of the Movement Phase but the last."""
    dice = SeededChance(1)
    while not isinstance(order := choose(state, side), EndPhase):
        assert order is not None
        carry_out(SYSTEM, state, side, order, dice)
    return state


# Odds


def test_crt_the_chances_of_each_column_are_those_of_its_36_throws() -> None:
    """CRT The weighted counts of the reference: attacker results, and defender results with R."""
    for column, (struck, routed) in zip(range(-4, 5), [
        (22, 2), (21, 4), (20, 6), (19, 8), (18, 10), (15, 12), (12, 14), (9, 16), (6, 18),
    ], strict=True):  # fmt: skip
        assert sum(attacker_odds(column, STEADY)) == pytest.approx(struck / 36)
        assert sum(defender_odds(column, STEADY)) == pytest.approx(1 - struck / 36)
        assert defender_odds(column, Temper(0, "6")).routed == pytest.approx(routed / 36)


def test_7_6b_a_loss_rating_of_4_plus_lies_between_4_and_5() -> None:
    four, plus, five = (attacker_odds(-4, Temper(4, loss)).eliminated for loss in ("4", "4+", "5"))
    assert four == pytest.approx(16 / 36 * 2 / 6)
    assert plus == pytest.approx(16 / 36 * 1 / 4)
    assert five == pytest.approx(16 / 36 * 1 / 6)


def test_20_3_at_night_nobody_is_eliminated_and_every_hit_tests_for_rout() -> None:
    assert attacker_odds(0, STEADY, True).eliminated == 0
    assert defender_odds(0, STEADY, True).gone == pytest.approx(18 / 36)


def test_11_6_more_brigades_and_coordination_promise_more_and_guns_less() -> None:
    held, blow = [Defender((4, 3), (4, 3), "4")], Blow(4, STEADY)
    alone, two = assault([blow], held, Situation()), assault([blow] * 2, held, Situation())
    together = assault([blow] * 2, held, Situation(coordination=4))
    assert 0 < alone < two < together
    assert assault([blow], held, Situation(guns=(3,))) < 0


def test_11_7a_a_supporting_brigade_meets_the_later_blows() -> None:
    weak, strong = Defender((1, 1), (2, 2), "2"), Defender((5, 4), (5, 4), "5")
    blows, prize = [Blow(4, STEADY)] * 2, Situation(prize=1.0)
    assert assault(blows, [weak, strong], prize) < assault(blows, [weak], prize)


# Attacks


def test_it_attacks_where_the_odds_favour_it() -> None:
    state = position({"C-6": "2020", "U-5": "2021"}, ratings={"C-6": GOOD, "U-5": POOR}, ground=OPEN)
    assert choose(state, C) == DeclareAttack(unit="C-6", target="2021")


def test_it_does_not_attack_uphill_into_guns() -> None:
    hill = fighting_ground(hills=("2021",), slopes={"2021": ("2020",)})
    places = {"C-6": "2020", "U-5": "2021", "U-7": "2021"}
    state = position(places, ratings={"C-6": "4/4/4", "U-5": "4/4/4"}, ground=hill)
    assert not moved(state, C).turn.declared


def test_it_brings_up_further_brigades_from_other_hexes() -> None:
    places = {"C-6": "2020", "C-7": "2019", "C-9": "2119", "U-5": "2021"}
    ratings = dict.fromkeys(("C-6", "C-7", "C-9"), GOOD) | {"U-5": "4/4/4"}
    state = moved(position(places, ratings=ratings, ground=OPEN), C)
    attackers = [name for name, declared in state.turn.declared.items() if declared.target == "2021"]
    assert len(attackers) >= 2
    assert len({state.units[name].at for name in attackers}) == len(attackers)


def test_it_coordinates_before_the_first_blow_and_strikes_with_the_weakest_first() -> None:
    places = {"C-6": "2020", "C-7": "2022", "U-5": "2021"}
    state = combat(places, {"C-6": "2021", "C-7": "2021"}, ratings={"C-6": GOOD, "C-7": POOR})
    assert choose(state, C) == RollCoordination(target="2021")
    give(state, C, RollCoordination(target="2021"), 6)
    assert choose(state, C) == ResolveAttack(unit="C-7")


def test_shaken_brigades_do_not_attack() -> None:
    places = {"C-6": "2020", "U-5": "2021"}
    state = position(places, ratings={"C-6": GOOD, "U-5": POOR}, shaken=("C-6",), ground=OPEN)
    assert not moved(state, C).turn.declared


def test_the_better_brigade_of_a_hex_is_put_on_top_before_it_attacks() -> None:
    places = {"C-20": "2020", "C-6": "2020", "U-5": "2021"}
    state = position(places, ratings={"C-6": GOOD, "C-20": "2/2/2", "U-5": POOR}, ground=OPEN)
    assert choose(state, C) == ReorderStack(at="2020", pieces=("C-6", "C-20"))
    assert choose(moved(state, C), C) == EndPhase()
    assert list(state.turn.declared) == ["C-6"]


# Artillery


def test_14_7_a_stack_of_guns_bombards_one_target_together() -> None:
    places = {"C-10": "2020", "C-15": "2020", "C-16": "2020", "U-5": "2023", "U-6": "2123"}
    state = moved(position(places, ground=OPEN), C)
    aims = {declared.aim for declared in state.turn.declared.values()}
    assert sorted(state.turn.declared) == ["C-10", "C-15", "C-16"]
    assert len(aims) == 1


def test_a_bombardment_goes_to_the_hex_that_is_assaulted_and_comes_before_the_assault() -> None:
    places = {"C-6": "2020", "C-15": "2018", "U-5": "2021", "U-6": "1818"}
    state = moved(position(places, ratings={"C-6": GOOD, "U-5": POOR, "U-6": POOR}, ground=OPEN), C)
    assert state.turn.declared["C-6"].target == state.turn.declared["C-15"].target == "2021"
    give(state, C, EndPhase())
    assert choose(state, C) == ResolveBombardment(units=("C-15",))


def test_13_4_a_gun_beside_a_threatened_brigade_is_kept_ready() -> None:
    places = {"U-7": "2020", "U-5": "2020", "C-6": "2021", "C-7": "2119"}
    state = position(places, active=U, ground=OPEN, ratings=dict.fromkeys(("C-6", "C-7"), GOOD))
    moved(state, U)
    assert "U-7" not in state.turn.declared
    assert state.units["U-7"].at == "2020"


def test_13_5_guns_close_up_to_the_brigades_and_never_stand_alone_before_the_enemy() -> None:
    places = {"C-10": "2014", "C-6": "2017", "C-9": "2117", "U-5": "2020", "U-6": "2120"}
    ratings = dict.fromkeys(("U-5", "U-6"), GOOD) | dict.fromkeys(("C-6", "C-9"), POOR)
    state = moved(position(places, ratings=ratings, ground=OPEN), C)
    gun = state.units["C-10"]
    assert gun.at != "2014"
    assert brigades_at(state, gun.at) or not is_within(state, gun.at, C, 2, frozenset({"infantry"}))


# Where brigades go

HILL = ("2520", "2521", "2620", "2621")


def hill(**features: Any) -> Ground:
    return small_ground(
        entry_hexes={"A": "1234", "F": "4000", "C": "2100"}, named_hills={"Cemetery Hill": HILL}, **features
    )


def test_the_defender_puts_brigades_on_the_objective_and_keeps_them_there() -> None:
    places = {"U-1": "2722", "U-2": "2823", "U-3": "2724", "C-6": "2010"}
    state = moved(position(places, active=U, ground=hill(), scenario="first_day"), U)
    assert {state.units[name].at for name in ("U-1", "U-2", "U-3")} <= set(HILL)
    state.turn.starts.clear()
    state.turn.acted.clear()
    assert choose(state, U) == EndPhase()


def test_the_defender_prefers_good_ground_and_keeps_a_reserve_behind_it() -> None:
    names = [f"U-{number}" for number in (1, 2, 3, 4, 5, 6, 12, 16)]
    places = {name: f"27{20 + i % 3}" for i, name in enumerate(names)} | {"C-6": "2020"}
    state = position(places, active=U, ground=hill(), scenario="first_day")
    for _ in range(2):
        moved(state, U)
        state.turn.starts.clear()
        state.turn.acted.clear()
    behind = [name for name in names if state.units[name].at not in HILL]
    assert len(behind) >= 2
    assert all(any(state.ground.distance(state.units[name].at, at) <= 2 for at in HILL) for name in behind)


def test_the_attacker_marches_for_the_objective_and_keeps_a_reserve_out_of_contact() -> None:
    names = [f"C-{number}" for number in (1, 2, 3, 4, 6, 7, 8, 9)]
    places = {name: f"{21 + i % 2}{20 + i // 2}" for i, name in enumerate(names)} | {"U-5": "2521", "U-6": "2520"}
    ratings = {"U-5": GOOD, "U-6": GOOD} | dict.fromkeys(names, POOR)
    state = moved(position(places, ratings=ratings, ground=hill(), scenario="first_day"), C)
    near = [name for name in names if is_within(state, state.units[name].at, C, 2)]
    assert near
    assert len(near) < len(names)
    assert not {"C-4", "C-8"} & set(near)


def test_a_brigade_that_is_outnumbered_in_the_open_falls_back_towards_the_objective() -> None:
    places = {"U-3": "2220", "C-6": "2020", "C-7": "2120", "C-9": "2019", "C-17": "2021"}
    ratings = dict.fromkeys(("C-6", "C-7", "C-9", "C-17"), GOOD) | {"U-3": POOR}
    state = moved(position(places, active=U, ratings=ratings, ground=hill(), scenario="first_day"), U)
    assert state.ground.distance(state.units["U-3"].at, "2520") < state.ground.distance("2220", "2520")


def test_10_1_reinforcements_enter_as_soon_as_they_are_due_and_march_on() -> None:
    state = position({"U-1": POOL, "U-7": POOL, "C-6": "2030"}, active=U, ground=hill(), scenario="first_day")
    for name in ("U-1", "U-7"):
        state.units[name].due = Arrival(turn=3, entry="C")
    order = choose(state, U)
    assert isinstance(order, MoveUnit)
    assert order.unit == "U-1"
    assert order.path[0] == "2100"
    assert len(order.path) > 2
    moved(state, U)
    assert state.units["U-7"].at in state.stacks


def test_7_3_a_disrupted_unit_recovers_when_no_enemy_is_adjacent() -> None:
    state = position({"C-6": "2020", "U-5": "2026"}, disrupted=("C-6",), ground=OPEN)
    order = choose(state, C)
    assert isinstance(order, MoveUnit)
    assert order.recover


def test_7_4_a_shaken_brigade_goes_back_out_of_reach_and_then_rallies() -> None:
    state = position({"C-6": "2020", "U-72": "2022"}, shaken=("C-6",), ground=OPEN)
    state.units["U-72"].kind = "infantry"
    moved(state, C)
    assert not is_within(state, state.units["C-6"].at, C, 2)
    there = position({"C-6": "2020", "U-5": "2026"}, shaken=("C-6",), ground=OPEN)
    assert choose(there, C) == EndPhase()
    give(there, C, EndPhase())
    assert choose(there, C) == Rally(unit="C-6")


def test_15_cavalry_keeps_out_of_the_reach_of_infantry() -> None:
    state = position({"U-72": "2020", "C-6": "2021", "C-7": "2120"}, active=U, ground=OPEN)
    moved(state, U)
    assert not is_within(state, state.units["U-72"].at, U, 2)


def test_15_3_cavalry_stands_before_the_enemy_while_no_infantry_holds_the_objective() -> None:
    places = {"U-72": "2420", "C-6": "1820", "C-7": "1920"}
    state = moved(position(places, active=U, ground=hill(), scenario="first_day"), U)
    at = state.units["U-72"].at
    assert state.ground.distance(at, "1920") in (2, 3)
    assert state.ground.distance(at, "2520") < state.ground.distance("1920", "2520")


def test_21_4_a_brigade_beside_the_enemy_train_strikes_it() -> None:
    state = position({"C-6": "2020", "U-Train": "2021"}, ground=fighting_ground(roads=(road("2021", "2022"),)))
    assert choose(state, C) == DeclareAttack(unit="C-6", target="2021", train=True)


def test_21_the_train_comes_up_by_road_but_not_near_the_enemy() -> None:
    pike = road(*(f"20{place:02}" for place in range(31)))
    state = position({"C-Train": "2030", "C-6": "2012", "U-5": "2009"}, ground=fighting_ground(roads=(pike,)))
    moved(state, C)
    train = state.units["C-Train"].at
    assert train != "2030"
    assert state.ground.distance(train, "2009") >= 8
    threatened = position({"C-Train": "2020", "U-5": "2014"}, ground=fighting_ground(roads=(pike,)))
    moved(threatened, C)
    assert threatened.ground.distance(threatened.units["C-Train"].at, "2014") > 6


def test_10_4_routed_units_come_back_beside_a_train_that_waits_for_them() -> None:
    pike = road(*(f"20{place:02}" for place in range(31)))
    places = {"C-Train": "2030", "C-6": "2012", "C-7": ROUTED, "U-5": "2008"}
    state = moved(position(places, ground=fighting_ground(roads=(pike,))), C)
    assert state.units["C-Train"].at == "2030"
    give(state, C, EndPhase())
    order = choose(state, C)
    assert isinstance(order, ReturnUnit)
    assert order.unit == "C-7"
    assert order.to in state.ground.near("2030")


def test_20_2_by_night_nobody_marches_for_the_sake_of_it() -> None:
    state = position({"C-6": "2020", "U-5": "2030"}, turn=11, ground=OPEN)
    assert choose(state, C) == EndPhase()


# Answers


def fight(places: dict[str, str], target: str = "2021", attacker: str = "C-6", **more: Any) -> State:
    state = combat(places, {attacker: target}, **more)
    give(state, C, ResolveAttack(unit=attacker))
    return state


def choose_retreat(state: State) -> str:
    order = choose(state, U)
    assert isinstance(order, RetreatTo)
    return order.to


def test_13_4_support_is_given_where_it_moves_the_column_by_both_sides() -> None:
    state = fight({"C-6": "2020", "C-10": "2020", "U-5": "2021", "U-7": "2121"})
    assert choose(state, U) is None
    assert choose(state, C) == GiveSupport(unit="C-10")
    give(state, C, GiveSupport(unit="C-10"))
    assert choose(state, U) == GiveSupport(unit="U-7")


def test_13_4_a_defender_who_cannot_be_better_off_keeps_his_guns() -> None:
    rough = fighting_ground(rough=("2021",), town=("2021",))
    places = {"C-6": "2020", "U-5": "2021", "U-7": "2121"}
    state = fight(places, ratings={"C-6": "2/2/2", "U-5": GOOD}, ground=rough)
    assert choose(state, U) == Decline()


def test_15_4_cavalry_falls_back_before_infantry() -> None:
    state = fight({"C-6": "2020", "U-72": "2021"})
    assert isinstance(state.core.pending[-1], AwaitRetreatBeforeCombat)
    assert choose(state, U) == RetreatBeforeCombat()


def test_12_4_a_retreat_goes_away_from_the_enemy_and_not_off_the_map() -> None:
    state = combat({"C-6": "2020", "U-5": "2021"}, {"C-6": "2021"}, ratings={"C-6": "4/4/4", "U-5": "4/3/4"})
    give(state, C, ResolveAttack(unit="C-6"), 4, 4)  # D4
    order = choose(state, U)
    assert isinstance(order, RetreatTo)
    assert state.ground.distance(order.to, "2020") == 2


def test_12_7_it_advances_onto_the_objective_but_not_into_a_swarm() -> None:
    ratings = {"C-6": "4/4/4", "U-5": "4/3/4"}
    goal = fighting_ground(named_hills={"Cemetery Hill": ("2021",)})
    state = combat({"C-6": "2020", "U-5": "2021"}, {"C-6": "2021"}, ratings=ratings, ground=goal, scenario="first_day")
    give(state, C, ResolveAttack(unit="C-6"), 4, 4)
    give(state, U, RetreatTo(unit="U-5", to=choose_retreat(state)))
    assert choose(state, C) == Advance(units=("C-6",))
    crowd = {"C-6": "2020", "U-5": "2021", "U-1": "2022", "U-9": "2121", "U-11": "2122", "U-13": "2120"}
    strong = ratings | dict.fromkeys(("U-1", "U-9", "U-11", "U-13"), GOOD)
    state = combat(crowd, {"C-6": "2021"}, ratings=strong)
    give(state, C, ResolveAttack(unit="C-6"), 4, 4)
    while isinstance(state.core.pending[-1], AwaitRetreat):
        give(state, U, RetreatTo(unit="U-5", to=choose_retreat(state)))
    assert choose(state, C) == Decline()


def test_11_7_a_better_brigade_takes_over_the_defence() -> None:
    places = {"C-6": "2020", "C-7": "2022", "U-5": "2021", "U-1": "2021"}
    ratings = {"C-6": "4/4/4", "C-7": "4/4/4", "U-5": "2/5/5", "U-1": GOOD}
    state = combat(places, {"C-6": "2021", "C-7": "2021"}, ratings=ratings)
    give(state, C, ResolveAttack(unit="C-6"), 1, 2)  # A
    give(state, C, ResolveAttack(unit="C-7"))
    assert choose(state, U) == SwapDefender(unit="U-1")


@pytest.mark.parametrize(("rating", "strikes"), [("2/3/2", True), ("5/5/5", False)])
def test_19_it_strikes_back_only_where_the_odds_favour_it(rating: str, strikes: bool) -> None:
    places = {"C-6": "2020", "U-5": "2021", "U-1": "2120"}
    ratings = {"C-6": rating, "U-5": "5/5/5", "U-1": "4/4/4"}
    state = combat(places, {"C-6": "2021"}, ratings=ratings, options=("counterattacks",))
    give(state, C, ResolveAttack(unit="C-6"), *((2, 2, 1, 1) if strikes else (3, 4)))
    assert isinstance(state.core.pending[-1], AwaitCounterAttack)
    assert isinstance(choose(state, U), CounterAttack if strikes else Decline)


def test_17_3_a_chance_goes_to_the_dangerous_unit_and_it_is_led_away() -> None:
    options = ("command_control", "loss_of_control")
    places = {"C-6": "2020", "C-36": "2010", "U-5": "2022"}
    state = position(places, ratings={"C-6": GOOD, "C-36": "2/2/2"}, options=options, ground=OPEN)
    state.command[C] = "panic"
    state.turn.chances = 1
    give(state, C, MoveUnit(unit="C-36", path=("2009",)))
    assert choose(state, U) == Decline()
    give(state, U, Decline())
    give(state, C, MoveUnit(unit="C-6", path=("2019",)))
    assert choose(state, U) == AttemptControl(unit="C-6")
    give(state, U, AttemptControl(unit="C-6"), 1)
    order = choose(state, U)
    assert isinstance(order, MoveUnit)
    assert state.ground.distance(order.path[-1], "2022") > 2


# Hidden movement


def test_18_7_reinforcements_come_on_hidden_and_march_by_road() -> None:
    pike = road(*(f"21{place:02}" for place in range(31)))
    state = position({"U-1": POOL, "U-2": POOL, "C-6": "2030"}, active=U, ground=hill(roads=(pike,)),
                     scenario="first_day", options=("hidden_movement",))  # fmt: skip
    for name in ("U-1", "U-2"):
        state.units[name].due = Arrival(turn=3, entry="C")
    order = choose(state, U)
    assert isinstance(order, HideUnits)
    assert order.contents == {"U-HMC1": ("U-1", "U-2")}
    give(state, U, order)
    marched = choose(state, U)
    assert isinstance(marched, MoveUnit)
    assert marched.unit == "U-HMC1"
    assert len(marched.path) > 6


@pytest.mark.parametrize("letter", ["A", "B"])
def test_23_1_the_units_of_a_hex_are_hidden_in_one_order_none_alone_in_what_it_tells(letter: str) -> None:
    """D09"""
    state = start("second_day", options=("hidden_movement",), readings={"D09": letter})
    for at, group in state.battle.hidden.items():
        if state.units[group[0]].side == C:
            order = choose(state, C)
            assert isinstance(order, HideUnits)
            assert order.at == at
            assert {unit for held in order.contents.values() for unit in held} == set(group)
            assert len(order.contents) > 1
            give(state, C, order)
    assert isinstance(choose(state, C), EndPhase)


def test_23_1_no_decoy_where_it_would_leave_reinforcements_short_of_counters() -> None:
    state = start("little_round_top", options=("hidden_movement",))
    for number in range(1, 5):
        state.hmcs[f"C-HMC{number}"].at = POOL
    order = choose(state, C)
    assert isinstance(order, HideUnits)
    assert list(order.contents) == ["C-HMC5"]


def test_18_1_what_an_enemy_counter_holds_makes_no_difference() -> None:
    def seen(held: dict[str, str]) -> Order | None:
        places = {"C-6": "2020", "C-7": "2019", "U-HMC1": "2030", "U-5": "2026"} | held
        return choose(position(places, ground=OPEN, options=("hidden_movement",)), C)

    assert seen({}) == seen({"U-1": "U-HMC1", "U-2": "U-HMC1"}) == seen({"U-7": "U-HMC1"})


# Whole games


def whole_game(scenario: str, options: tuple[str, ...], seed: int) -> tuple[GameEnded, list[Order]]:
    """Both sides play themselves; a refusal, or nobody to act, would break it off."""
    state, dice, given = start(scenario, options=options), SeededChance(seed), list[Order]()
    while state.core.ended is None:
        found = [(side, order) for side in ENEMY if (order := choose(state, side)) is not None]
        assert len(found) == 1, f"{len(found)} sides act: {state.core.phase} {state.core.pending}"
        side, order = found[0]
        carry_out(SYSTEM, state, side, order, dice)
        given.append(order)
    return state.core.ended, given


@pytest.mark.parametrize("options", [(), FULL], ids=["basic", "full"])
@pytest.mark.parametrize("scenario", ["mcpherson", "little_round_top"])
def test_whole_games_end_without_a_refusal(scenario: str, options: tuple[str, ...]) -> None:
    ended, given = whole_game(scenario, options, seed=4)
    assert ended.winner in (C, U)
    assert sum(isinstance(order, DeclareAttack) for order in given) > 5


def test_a_game_begun_alike_goes_on_alike() -> None:
    """The player has no memory: a copy of the position in mid-game leads to the same orders."""
    state, dice = start("mcpherson", options=FULL), SeededChance(5)
    for _ in range(150):
        side, order = next((side, order) for side in ENEMY if (order := choose(state, side)) is not None)
        carry_out(SYSTEM, state, side, order, dice)
    copy = msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=State)
    assert [choose(copy, side) for side in ENEMY] == [choose(state, side) for side in ENEMY]


def test_to_think_changes_nothing_and_ends_in_the_same_thought() -> None:
    state = start("little_round_top", options=FULL)
    before = msgspec.msgpack.encode(state)
    first = choose(state, C)
    assert choose(state, C) == first
    assert choose(state, U) is None
    assert msgspec.msgpack.encode(state) == before


def test_distances_are_the_same_in_whatever_order_they_are_asked_for() -> None:
    line = {str(at): ((str(at - 1), 2), (str(at + 1), 2)) for at in range(1, 9)} | {"0": (), "9": ()}
    near_first, far_first = (Spread(["2"], line, 8, frozenset({"9"}), frozenset({"3"}), 1) for _ in range(2))
    asked = [str(at) for at in range(10)]
    costs = [near_first.cost(at, 99) for at in asked]
    assert costs == [4, 2, 0, 2, 5, 7, 99, 99, 99, 99]
    assert [far_first.cost(at, 99) for at in reversed(asked)] == costs[::-1]


def test_what_is_kept_with_the_map_makes_no_difference() -> None:
    state, dice = start("little_round_top", options=FULL), SeededChance(3)
    for _ in range(60):
        side, order = next((side, order) for side in ENEMY if (order := choose(state, side)) is not None)
        state.ground.memory.clear()
        assert choose(state, side) == order
        carry_out(SYSTEM, state, side, order, dice)
