"""10 to 14 Melees, charges, losses and morale: rules that many others lean on, each by itself."""

from __future__ import annotations

from typing import Any

from domain.kernel.chance import EnteredChance
from domain.kernel.facts import Fact, LossTaken
from domain.kernel.play import Play, facts_of
from domain.kernel.reasons import Reason
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.charges.facts import ChargeMade
from rules.wallaces_war.losses import removal
from rules.wallaces_war.losses.facts import BattleSank, MoraleTested, UnitRemoved, UnitShaken
from rules.wallaces_war.losses.morale import Due, settle
from rules.wallaces_war.melee.asks import (
    AdvanceAfterCombat,
    AwaitAttack,
    AwaitReply,
    AwaitRetreat,
    ChooseNextAttack,
    DeclareCharge,
    ExtendCharge,
    Reply,
    RetreatPath,
)
from rules.wallaces_war.melee.facts import AttackRolled, MeleeBegan, MeleeEnded
from rules.wallaces_war.movement.asks import MarkCharge
from rules.wallaces_war.position import leaders_with, life
from rules.wallaces_war.state import EXTENSION, MELEE, MOVEMENT, State
from rules.wallaces_war.turn.asks import EndSegment
from tests.wallaces_war.melees import NE, SE, SW, A, E, W, asked, attack, charge, close, decline, melee, options
from tests.wallaces_war.positions import at, give, position, refused, start, told

PAIR = {"red-ri-1": f"{SW}:1", "green-ri-1": f"{A}:4"}


def test_10_1a_and_10_2m_nobody_has_to_attack() -> None:
    state = melee(PAIR, turn=4)
    facts = give(state, "english", EndSegment())
    assert not told(facts, MeleeBegan)
    assert not told(facts, AttackRolled)
    assert state.units["green-ri-1"].steps == 0


def test_10_2m_to_have_attacked_once_binds_nobody_later() -> None:
    state = melee(PAIR, turn=4)
    state.turn.round, state.turn.initiated = 1, ["red-ri-1"]  # in phase E, having attacked in phase C
    give(state, "english", EndSegment())
    assert state.core.phase != MELEE


def test_10_1a_and_12_2i_all_attacks_are_rolled_before_any_loss_is_taken() -> None:
    places = {**PAIR, "red-ri-2": f"{W}:2", "red-ri-3": f"{at(3, 0)}:1", "green-ri-2": f"{at(4, -1)}:4"}
    state = melee(places, steps={"green-ri-1": 4})
    attack(state, ("red-ri-1", A), ("red-ri-2", A), ("red-ri-3", at(4, -1)))
    close(state)
    facts = give(state, "english", ChooseNextAttack(start=SW), 6)
    facts += give(state, "english", ChooseNextAttack(start=W), 6, 6)
    assert [rolled.at for rolled in told(facts, AttackRolled)] == [SW, W, at(3, 0)]
    assert not told(facts, LossTaken)
    assert state.melee is not None
    assert (state.melee.noted[A], state.melee.noted[at(4, -1)]) == (2, 1)
    assert isinstance(asked(state), AwaitReply)
    facts = decline(state)
    facts += decline(state)
    assert [(loss.unit, loss.amount) for loss in told(facts, LossTaken)] == [("green-ri-1", 2), ("green-ri-2", 1)]


def test_10_2a_a_unit_is_attacker_and_defender_in_one_segment() -> None:
    state = melee(PAIR)
    attack(state, ("red-ri-1", A))
    close(state, 6)
    facts = give(state, "scots", Reply(target=SW), 6)
    [reply] = told(facts, AttackRolled)
    assert (reply.units, reply.defenders) == (("green-ri-1",), ("red-ri-1",))
    assert [(state.units[name].steps) for name in ("red-ri-1", "green-ri-1")] == [1, 1]


FOE = at(1, -3)


def _charges() -> State:
    """Two charges, and an attack on foot, all on one schiltron."""
    places = {
        "green-sc-1": f"{FOE}:3",
        "red-hc-1": f"{A}:0",
        "red-hc-2": f"{at(4, -3)}:4",
        "red-ri-1": f"{at(1, -4)}:3",
    }
    state = melee(places, charge=["red-hc-1", "red-hc-2"])
    charge(state, "red-hc-1", 0, (at(0, -1), at(0, -2)), FOE)
    give(state, "english", next(
        order for order in options(state) if isinstance(order, DeclareCharge) and order.unit == "red-hc-2"
    ))  # fmt: skip
    attack(state, ("red-ri-1", FOE))
    return state


def test_11_2_1f_and_11_2_3a_several_charges_and_attacks_on_foot_strike_one_hex_each_when_it_is_picked() -> None:
    state = _charges()
    assert refused(state, "english", MarkCharge(unit="red-hc-1")) == "11.2.1a"
    close(state)
    assert isinstance(asked(state), AwaitAttack)
    assert state.units["red-hc-1"].at == A  # declared, and not ridden yet
    facts = give(state, "english", ChooseNextAttack(start=A), 1)
    kinds = [type(fact) for fact in facts]
    assert kinds.index(ChargeMade) < kinds.index(AttackRolled)
    assert (state.units["red-hc-1"].at, state.units["red-hc-2"].at) == (at(0, -2), at(4, -3))
    facts = give(state, "english", ChooseNextAttack(start=at(4, -3)), 1, 1)
    assert {rolled.target for rolled in told(facts, AttackRolled)} == {FOE}
    assert len(told(facts, AttackRolled)) == 2


def test_10_2l_and_9_7_s6c_horse_that_advanced_after_fire_beside_crossbows_does_not_charge() -> None:
    state = melee({"red-hc-1": f"{A}:0", "red-mxb-1": f"{A}:0", "green-ri-1": f"{FOE}:3"}, charge=["red-hc-1"])
    assert options(state)
    state.turn.followed = ["red-mxb-1", "red-hc-1"]
    order = DeclareCharge(unit="red-hc-1", facing=0, path=(at(0, -1), at(0, -2)), target=FOE)
    assert refused(state, "english", order) == "9.7/S6c"
    assert not any(isinstance(order, DeclareCharge) for order in options(state))


def _lone_charge(**more: Any) -> State:
    state = melee({"red-hc-1": f"{A}:0", "green-ri-1": f"{FOE}:3"}, charge=["red-hc-1"], **more)
    charge(state, "red-hc-1", 0, (at(0, -1), at(0, -2)), FOE)
    return state


def test_11_2_1i_who_advances_may_extend_his_charge_and_who_does_not_rebounds() -> None:
    won = _lone_charge(steps={"green-ri-1": 5}, leaders={"red": A}, turn=4)
    won.units["green-ri-2"].at, won.stacks[at(1, -5)] = at(1, -5), ["green-ri-2"]
    close(won, 10)
    decline(won)
    give(won, "english", AdvanceAfterCombat(unit="red-hc-1", to=FOE))
    assert won.melee is None
    give(won, "english", EndSegment())
    assert won.core.phase == EXTENSION
    assert any(isinstance(order, ExtendCharge) for order in options(won))
    lost = _lone_charge()
    close(lost, 1)
    decline(lost)
    assert isinstance(asked(lost), AwaitRetreat)
    assert {order.unit for order in options(lost)} == {"red-hc-1"}


def test_11_2_6e_after_its_rebound_horse_does_not_charge_again_in_this_turn() -> None:
    state = _lone_charge()
    close(state, 1)
    decline(state)
    give(state, "english", RetreatPath(unit="red-hc-1", path=(at(-1, -1),)))
    assert state.units["red-hc-1"].shaken
    state.core.phase = EXTENSION
    assert not any(isinstance(order, ExtendCharge) for order in options(state))
    state.core.phase, state.turn.round = MOVEMENT, 1
    assert refused(state, "english", MarkCharge(unit="red-hc-1")) == "11.2b"


def _taken(places: dict[str, str], *horse: str, **more: Any) -> State:
    """The extension segment: this horse has taken the hexes it stands in by its charges."""
    state = position(places, phase=EXTENSION, **more)
    state.turn.charged = list(horse)
    state.turn.advanced = {name: state.units[name].at for name in horse}
    state.turn.shot = dict.fromkeys(places, 0)
    return state


def test_11_2_7f_a_shaken_target_of_an_extension_tests_before_the_melee_and_may_rout() -> None:
    places = {"red-hc-1": f"{A}:0", "green-ri-1": f"{at(0, -2)}:3"}
    order = ExtendCharge(unit="red-hc-1", path=(at(0, -1),), target=at(0, -2))
    facts = give(_taken(places, "red-hc-1", shaken=["green-ri-1"]), "english", order, 1, 1)
    kinds = [type(fact) for fact in facts]
    assert told(facts, MoraleTested)[0].why.cite == "11.2.4a"
    assert kinds.index(MoraleTested) < kinds.index(AttackRolled)
    facts = give(_taken(places, "red-hc-1", shaken=["green-ri-1"]), "english", order, 10)
    assert [fact.how for fact in told(facts, UnitRemoved)] == ["routed"]
    assert not told(facts, AttackRolled)


def test_d55_extensions_are_made_one_after_the_other_each_to_its_end() -> None:
    places = {
        "red-hc-1": f"{A}:0",
        "green-ri-1": f"{at(0, -2)}:3",
        "red-hc-2": f"{at(6, 0)}:0",
        "green-ri-2": f"{at(6, -2)}:3",
    }
    state = _taken(places, "red-hc-1", "red-hc-2")
    one = ExtendCharge(unit="red-hc-1", path=(at(0, -1),), target=at(0, -2))
    other = ExtendCharge(unit="red-hc-2", path=(at(6, -1),), target=at(6, -2))
    assert {type(order).__name__ for order in options(state)} == {"ExtendCharge", "EndSegment"}
    give(state, "english", one, 1)
    assert isinstance(asked(state), AwaitReply)
    assert refused(state, "english", other)  # the first is not over
    decline(state)
    give(state, "english", options(state)[0])
    assert state.melee is None
    facts = give(state, "english", other, 1)
    assert told(facts, AttackRolled)[0].units == ("red-hc-2",)
    assert not told(facts, MeleeEnded)


def test_12_1a_most_units_have_six_steps_on_two_sides() -> None:
    for scenario in ("early_crossing", "falkirk", "lewes", "evesham_what_if"):
        state = start(scenario)
        lives = {name: life(state, unit) for name, unit in state.units.items()}
        if scenario in ("early_crossing", "falkirk"):
            assert list(lives.values()).count(6) * 2 > len(lives)
        for name, steps in lives.items():
            full, reduced = state.units[name].full, state.units[name].reduced
            assert (steps < 6) == (reduced is None or min(full.sp, reduced.sp) == 1)


def test_12_1a_steps_are_lost_in_melee_and_for_a_retreat_that_is_not_made() -> None:
    places = {"red-sc-1": f"{SW}:1", "green-ri-1": f"{A}:4", "red-sc-2": f"{NE}:0", "red-ri-3": f"{SE}:0"}
    state = melee(places, steps={"green-ri-1": 3})
    attack(state, ("red-sc-1", A))
    close(state, 6)
    causes = [(loss.cause.cite, loss.amount) for loss in told(decline(state), LossTaken)]
    assert causes == [("10.3/S9a", 1), ("10.3/S9f", 1), ("10.3/S9f", 1)]
    assert state.units["green-ri-1"].at == "display"


def playing(state: State, *dice: int) -> Play[State]:
    return Play(SYSTEM, state, "english", EndSegment(), EnteredChance(dice))


def put_to_test(state: State, *units: str, dice: tuple[int, ...]) -> list[Fact]:
    play = playing(state, *dice)
    settle(play, [Due(unit, Reason("friends through its hex", "8.4b", ("red-ri-4",))) for unit in units])
    play.chance.finish()
    return facts_of(play.recorded)


def test_14_1a_good_order_shaken_routed_one_level_at_a_time() -> None:
    for scenario in ("falkirk", "lewes"):
        assert not any(unit.shaken for unit in start(scenario).units.values())
    state = position({"red-ri-1": f"{A}:0"})
    assert told(put_to_test(state, "red-ri-1", dice=(10,)), UnitShaken)
    assert (state.units["red-ri-1"].shaken, state.units["red-ri-1"].at) == (True, A)
    state.segment.tested.clear()
    facts = put_to_test(state, "red-ri-1", dice=(10,))
    assert [fact.how for fact in told(facts, UnitRemoved)] == ["routed"]
    assert A not in state.stacks


def test_14_2c_units_of_a_stack_test_each_with_a_die_of_its_own() -> None:
    state = position({"red-ri-1": f"{A}:0", "red-ri-2": f"{A}:0"})
    facts = put_to_test(state, "red-ri-1", "red-ri-2", dice=(10, 1))
    assert [(test.unit, test.die, test.passed) for test in told(facts, MoraleTested)] == [
        ("red-ri-1", 10, False),
        ("red-ri-2", 1, True),
    ]
    assert [state.units[name].shaken for name in ("red-ri-1", "red-ri-2")] == [True, False]


def test_13_1a_every_battle_has_its_leader_and_every_side_one_commander() -> None:
    for scenario in ("stirling_bridge", "falkirk", "lewes", "evesham"):
        state = start(scenario)
        for name, battle in state.battles.items():
            assert (state.leaders[battle.leader].battle, state.leaders[battle.leader].side) == (name, battle.side)
        assert {state.leaders[name].side for name in state.commanders.values()} == set(state.core.sides)


def test_13_1a_a_leader_outlives_his_battle_and_commands_no_other() -> None:
    state = position({"crimson-ri-1": f"{A}:0", "red-ri-1": f"{E}:0"}, leaders={"crimson": A, "red": "0305"})
    play = playing(state)
    removal.remove(play, "crimson-ri-1", "eliminated", Reason("worn down", "12.3a"))
    assert [fact.to for fact in told(facts_of(play.recorded), BattleSank)] == ["eliminated"]
    assert state.leaders["crimson"].at == A
    state.units["red-ri-1"].at = A
    state.stacks[A] = ["red-ri-1"]
    assert not any(leaders_with(state, state.units["red-ri-1"]))
