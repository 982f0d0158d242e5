"""Every illegal order of the rules reference is refused, by one of the rules its row names (L1 to L76)."""

from __future__ import annotations

import pytest

from domain.kernel.facts import Order
from rules.gettysburg.combat.asks import (
    CounterAttack,
    GiveSupport,
    ResolveAttack,
    ResolveBombardment,
    RetreatTo,
    RollCoordination,
    SwapDefender,
)
from rules.gettysburg.hidden.asks import AttemptControl, DeployUnits
from rules.gettysburg.movement.asks import DeclareAttack, DeclareBombardment, MoveUnit, ReorderStack
from rules.gettysburg.movement.costs import mover, price
from rules.gettysburg.movement.field import Field
from rules.gettysburg.state import POOL, Declared
from tests.gettysburg.hidden_field import field
from tests.gettysburg.illegal import Case
from tests.gettysburg.illegal_counters import COUNTERS, EARLY, PANIC
from tests.gettysburg.illegal_fights import FIGHTS
from tests.gettysburg.illegal_moves import MOVES
from tests.gettysburg.positions import position, refusal, said
from tests.gettysburg.small_maps import road, small_ground

# What each row may be refused with; a part such as 13.4b counts for 13.4.
CITATIONS = {
    "L1": "5.1 8.1", "L2": "8.1", "L3": "8.2 6.2", "L4": "8.6(1) 21.3", "L5": "9.1 9.2", "L6": "8.6(2)", "L7": "TET",
    "L13": "7.3", "L14": "7.4 18.8 13.2", "L15": "15.1", "L16": "22.4 20.2", "L17": "22.2", "L18": "8.5", "L19": "8.5",
    "L20": "3.3 10.1 10.2 10.3 9.1", "L21": "22.1", "L22": "10.4 21.5", "L23": "10.4", "L24": "7.7", "L25": "7.7 7.5",
    "L26": "9.4", "L27": "8.4", "L28": "8.4 11.1", "L29": "11.1", "L30": "9.5", "L31": "11.2", "L32": "11.2 14.1",
    "L33": "5.3.3 11.2", "L34": "13.5", "L35": "11.6 11.3 20.3 16.6 19.3", "L36": "11.7", "L37": "13.4", "L38": "13.4",
    "L39": "13.1 13.4 19.1 20.4", "L40": "13.4 13.5", "L41": "13.1", "L42": "13.1", "L43": "14.1 20.4",
    "L44": "14.1 14.4L 14.5", "L45": "14.6", "L46": "6.6 14.6", "L47": "14.7", "L48": "12.3", "L49": "12.4",
    "L50": "12.4", "L51": "12.7 9.1", "L52": "15.5", "L53": "15.4", "L54": "16.4", "L55": "16.5 16.6", "L56": "16.5",
    "L57": "16.6", "L58": "16.4O", "L59": "17.1 17.2 17.3", "L60": "17.3", "L61": "17.4", "L62": "18.1 18.4",
    "L63": "18.2", "L64": "18.6", "L65": "18.4", "L66": "18.4", "L67": "18.5 18.8", "L68": "18.4",
    "L69": "19.1 19.2 19.3", "L70": "21.2", "L71": "21.4", "L72": "23.4", "L73": "23.5", "L74": "18.1 9.1",
    "L75": "3.2", "L76": "11.3",
}  # fmt: skip
# No order asks for these: the program always charges the cost, and always rolls.
NO_ORDER = {
    "L8": "a step of infantry or artillery along a road is charged 1 MP",
    "L9": "a step across a hexside without the road is charged as open ground",
    "L10": "a step next to an enemy is charged without the road",
    "L11": "the delay is rolled for with the step: test_movement.py",
    "L12": "cavalry is tested with the step: test_movement.py",
}
CASES = {**MOVES, **FIGHTS, **COUNTERS}


def is_part(rule: str, of: str) -> bool:
    """13.4b of 13.4, not 13.41 and not 1."""
    return rule == of or (rule.startswith(of) and rule[len(of) :].isalpha())


def cited(case: Case) -> str:
    state, by, order = case()
    return refusal(state, by, order)


@pytest.mark.parametrize("name", CASES)
def test_an_illegal_order_is_refused_by_the_rule_that_forbids_it(name: str) -> None:
    rule = cited(CASES[name])
    assert any(is_part(rule, of) for of in CITATIONS[name.split()[0]].split()), rule


def test_every_row_is_tried() -> None:
    assert {name.split()[0] for name in CASES} == set(CITATIONS)
    assert set(CITATIONS) | set(NO_ORDER) == {f"L{number}" for number in range(1, 77)}


@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("L39 at night, before the attack", "20.4"),
        ("L39 at night, for the defence", "20.4"),
        ("L40 before the attack", "13.5a"),
        ("L40 while the attacker chooses", "13.5a"),
        ("L40 after the dice", "13.5a"),
        ("L36 between coordinated attacks", "11.7b"),
        ("L35 at night, by the defender", "20.3"),
        ("L35 in a Counter-Attack, by the other side", "19.3b"),
    ],
)
def test_11_3_at_the_wrong_moment_the_plainest_rule_is_named(name: str, rule: str) -> None:
    assert cited(CASES[name]) == rule


@pytest.mark.parametrize("name", EARLY)
def test_17_5a_a_counter_is_tried_for_when_its_owner_has_finished(name: str) -> None:
    assert cited(EARLY[name]) == "17.5a"


@pytest.mark.parametrize(
    ("row", "unit", "enemy"), [("L8", "C-41", ""), ("L8", "C-52", ""), ("L9", "C-54", ""), ("L10", "C-54", "2022")]
)
def test_l8_l9_l10_a_step_without_the_road_rate_costs_a_point(row: str, unit: str, enemy: str) -> None:
    to = "2120" if row == "L9" else "2021"
    places = {unit: "2020", **({"U-7": enemy} if enemy else {})}
    state = position(places, ground=small_ground(roads=(road("2020", "2021", "2120"),)))
    step = price(Field(state, "confederate", unit), mover(state, unit, "confederate", "normal"), "2020", to)
    assert (step.cost, step.road) == (2, False)


SOME_ORDERS: tuple[Order, ...] = (
    AttemptControl(unit="C-41"), AttemptControl(unit="C-HMC1"), GiveSupport(unit="C-45"), GiveSupport(unit="U-7"),
    RetreatTo(unit="C-41", to="1011"), CounterAttack(unit="C-41", target="2020"),
    CounterAttack(unit="U-1", target="1010"),
    RollCoordination(target="1010"), RollCoordination(target="2020"), SwapDefender(unit="C-41"),
    ResolveAttack(unit="C-41"), ResolveBombardment(units=("C-45",)), DeployUnits(hmc="C-HMC1"),
    DeployUnits(hmc="C-HMC1", places={"C-41": "1010"}), ReorderStack(at="1010", pieces=("C-HMC2", "C-HMC1")),
    MoveUnit(unit="C-41", path=("1011",)), DeclareAttack(unit="C-41", target="2020"),
    DeclareBombardment(unit="U-7", target="1010", aim="C-41"),
)  # fmt: skip


@pytest.mark.parametrize("phase", ["movement", "combat"])
@pytest.mark.parametrize("order", SOME_ORDERS, ids=lambda order: type(order).__name__)
def test_18_1_l74_no_refusal_tells_what_a_counter_holds(phase: str, order: Order) -> None:
    visible = {"C-HMC1": "1010", "C-HMC2": "1010", "C-42": "2019", "C-43": "1919", "U-1": "2020", "U-7": "2020"}
    inside = [{"C-41": "C-HMC1", "C-45": "C-HMC2"}, {"C-41": "C-HMC2", "C-45": "C-HMC1"}, {"C-41": POOL, "C-45": POOL}]
    told = set()
    for hidden, marks in zip(inside, [(), ("C-41", "C-45"), ()], strict=True):
        state = field({**visible, **hidden}, phase=phase, disrupted=marks, shaken=marks[:1], options=PANIC)
        state.command["confederate"], state.turn.chances = "panic", 2
        state.turn.declared.update({name: Declared(kind="attack", target="2020") for name in ("C-42", "C-43")})
        told.add(said(state, "union", order))
    assert len(told) == 1
