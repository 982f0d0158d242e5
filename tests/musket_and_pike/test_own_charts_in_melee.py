"""DRV.tables Melee, pursuit, stranded units and interception by charts that players read off their own sheets."""

from __future__ import annotations

from typing import Any

from rules.musket_and_pike.cards import AwaitConfirm, AwaitResult, Confirm, EnterResult, ResultEntered
from rules.musket_and_pike.melee.asks import EndDeclarations
from rules.musket_and_pike.melee.facts import MeleeRolled, PursuitRolled
from rules.musket_and_pike.reaction.asks import Intercept
from rules.musket_and_pike.reaction.facts import InterceptionRolled
from rules.musket_and_pike.retreats.facts import StrandedRolled
from rules.musket_and_pike.state import State
from tests.musket_and_pike.melees import H1, R1, attack, step
from tests.musket_and_pike.positions import asked, give, orders_of, told
from tests.musket_and_pike.test_interception import meeting
from tests.musket_and_pike.test_reaction import window
from tests.musket_and_pike.test_retreats import hemmed

OWN: Any = {"options": ["own_charts"]}


def entered(state: State, table: str, *dice: int, **result: Any) -> list[Any]:
    """The side that rolled says what its sheet says, the other agrees; the facts as far as the next question."""
    frame = asked(state)
    assert isinstance(frame, AwaitResult)
    assert frame.lookup.table == table
    give(state, frame.side, EnterResult(**result))
    other = asked(state)
    assert isinstance(other, AwaitConfirm)
    assert other.side != frame.side
    return give(state, other.side, Confirm(), *dice)


def test_a_melee_its_pursuit_and_a_unit_that_is_stuck() -> None:
    state = hemmed(**OWN, pistols={H1: 2, R1: 2})
    attack(state, (H1, "1011"))
    give(state, "blue", EndDeclarations(), 1)
    facts = entered(state, "T13", 0, result="D_MB", pursuit=True)
    assert told(facts, ResultEntered)
    rolled = told(facts, MeleeRolled)[0]
    assert (rolled.die, rolled.result, rolled.pursuit, rolled.source) == (1, "D_MB", True, "own sheet")
    facts = entered(state, "T16", 3, result="CASUALTIES", ch=2)
    assert told(facts, StrandedRolled)[0].result == "CASUALTIES"
    assert state.units[R1].casualties == 2
    facts = entered(state, "T17", result="BREAK_OFF")
    assert told(facts, PursuitRolled)[0].source == "own sheet"


def test_a_melee_to_its_end() -> None:
    state = step({H1: "1012:5", R1: "1011:2"}, **OWN, pistols={H1: 2, R1: 2})
    attack(state, (H1, "1011"))
    give(state, "blue", EndDeclarations(), 9)
    facts = entered(state, "T13", result="NONE")
    assert told(facts, MeleeRolled)[0].result == "NONE"
    assert state.units[R1].formation == "FS"


def test_an_interception() -> None:
    state = meeting(**OWN)
    window(state, H1)
    order = next(one for one in orders_of(state, Intercept) if one.path[-1:] == ("1012",))
    give(state, "red", order, 9)
    facts = entered(state, "T6", result="success")
    rolled = told(facts, InterceptionRolled)[0]
    assert (rolled.success, rolled.die) == (True, 9)
    assert state.units[R1].hexes == ("1012",)
