"""BP.brk Break tests: one by one, in the order their owner sets, each to its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import permutations

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play, Roll
from domain.kernel.reasons import Modifier, Reason, total
from rules.black_powder.breaking import retreat
from rules.black_powder.breaking.asks import (
    AwaitReroll,
    AwaitTestOrder,
    Cause,
    KeepTest,
    Lines,
    OrderTests,
    ResumeTests,
    Test,
    UseReroll,
)
from rules.black_powder.breaking.facts import BreakTested, Result, excess_of
from rules.black_powder.breaking.holding import hold
from rules.black_powder.breaking.losses import destroy, remove_excess
from rules.black_powder.ids import UnitId
from rules.black_powder.position import again
from rules.black_powder.rulings import reading
from rules.black_powder.state import SHOOTING, State, Unit
from rules.black_powder.tables import DIE
from rules.black_powder.units.profile import has, is_gun, is_horse

FROM_SHOOTING: tuple[Cause, ...] = ("shooting", "closing fire", "traversing fire")
BEST = 7  # BP.brk.7 the last line of the table
MOST = 12
MOST_LISTED = 3  # units whose orders of testing are all listed
# BP.brk.7 By lines and score (4 and less, 5, 6, 7 and more): infantry, cavalry, artillery.
TABLE: dict[Lines, dict[int, tuple[Result, Result, Result]]] = {
    "shooting": {
        4: ("destroyed", "destroyed", "destroyed"),
        5: ("retreat", "retreat", "destroyed"),
        6: ("hold", "hold", "destroyed"),
        7: ("hold", "hold", "hold"),
    },
    "hand-to-hand": {
        4: ("destroyed", "destroyed", "destroyed"),
        5: ("retreat", "retreat", "destroyed"),
        6: ("retreat", "retreat", "destroyed"),
        7: ("hold", "retreat", "destroyed"),
    },
}


def queue(play: Play[State], tests: Iterable[Test]) -> None:
    """BP.brk.3, BP.brk.4 These are to be taken before anything else goes on: within a charge before the fight."""
    found = tuple(tests)
    if found:
        play.open(ResumeTests(tests=found))


def lines_of(state: State, cause: Cause) -> Lines:
    """BP.brk.1, D30, D37, D43"""
    by_letter = {
        "shooting": "shooting",
        "traversing fire": "shooting" if reading(state, "D30") == "B" else "hand-to-hand",
        "support": "shooting" if reading(state, "D43") == "B" else "hand-to-hand",
        "terror": "shooting" if reading(state, "D37") in "BD" else "hand-to-hand",
    }
    return "shooting" if by_letter.get(cause) == "shooting" else "hand-to-hand"


def test_of(state: State, unit: UnitId, cause: Cause, by: UnitId) -> Test:
    return Test(unit=unit, cause=cause, lines=lines_of(state, cause), by=by)


def resume(play: Play[State], frame: ResumeTests) -> None:
    """One test, or the question in which order they come; whoever is gone by now takes none."""
    state = play.state
    left = tuple(test for test in frame.tests if state.units[test.unit].is_on_table)
    if not left:
        play.close()
        return
    for side in state.core.sides:
        own = [test.unit for test in left if state.units[test.unit].side == side]
        if len(own) > 1 and side not in frame.sorted:
            again(play, ResumeTests(tests=left, sorted=(*frame.sorted, side)))
            play.open(AwaitTestOrder(side=side, units=tuple(own)))
            return
    again(play, ResumeTests(tests=left[1:], sorted=frame.sorted))
    take(play, left[0])


def decide_order(play: Play[State], order: OrderTests, frame: AwaitTestOrder) -> None:
    """BP.brk.4 Each of them once; the tests of the other side keep their places."""
    if sorted(order.units) != sorted(frame.units):
        raise IllegalOrder("not those to test", "BP.brk.4", *frame.units)
    play.close()
    below = play.state.core.pending[-1]
    assert isinstance(below, ResumeTests)
    own = {test.unit: test for test in below.tests if test.unit in order.units}
    turns = iter(order.units)
    tests = tuple(own[next(turns)] if test.unit in own else test for test in below.tests)
    again(play, ResumeTests(tests=tests, sorted=below.sorted))


def order_choices(_state: State, frame: AwaitTestOrder) -> Iterator[Choice]:
    ways = permutations(frame.units) if len(frame.units) <= MOST_LISTED else (frame.units, frame.units[::-1])
    for units in ways:
        yield Choice(frame.side, OrderTests(units=tuple(units)))


def modifiers(state: State, unit: Unit, cause: Cause) -> Iterator[Modifier]:
    """BP.brk.6"""
    if excess := excess_of(unit):
        yield Modifier(-excess, "casualties above stamina", "BP.brk.6", (excess,))
    if unit.disordered:
        yield Modifier(-1, "disordered", "BP.dis.6")
    if unit.turn.gunned and (reading(state, "D44") == "A" or cause in FROM_SHOOTING):
        yield Modifier(-1, "casualties from guns", "BP.brk.6")


def result_of(unit: Unit, lines: Lines, score: int) -> Result:
    """BP.brk.7, BP.brk.9"""
    row = TABLE[lines][min(max(score, 4), BEST)]
    found = row[2 if is_gun(unit) else 1 if is_horse(unit) else 0]
    return "hold" if found == "retreat" and stands_fast(unit) else found


def stands_fast(unit: Unit) -> bool:
    """BP.brk.9, BP.sq.8, BP.bld.7, BP.bsq.8 Squares and garrisons hold where others retreat."""
    return unit.formation in ("square", "building") or bool(unit.in_brigade_square)


def take(play: Play[State], test: Test) -> None:
    """BP.brk.6 Two dice, but for a steady unit's first test."""
    state, unit = play.state, play.state.units[test.unit]
    added = tuple(modifiers(state, unit, test.cause))
    if has(unit, "BP.sr.Stdy") and not unit.ever_tested:
        steady = reading(state, "D46") == "A"
        score = BEST if steady else MOST + total(added)
        _apply(play, test, (), () if steady else added, score, again=False)
        return

    def alike(roll: Roll) -> object:
        return result_of(unit, test.lines, roll.total + total(added))

    roll = play.roll(2, DIE, Reason("break test", "BP.brk.6", (test.unit,)), unit.side, alike=alike)
    score = roll.total + total(added)
    if may_roll_again(unit, result_of(unit, test.lines, score), test.lines):
        play.open(AwaitReroll(side=unit.side, test=test, dice=roll.faces))
        return
    _apply(play, test, roll.faces, added, score, again=False)


def may_roll_again(unit: Unit, result: Result, lines: Lines) -> bool:
    """BP.sr.Vali Once a game, and only where another roll could be better."""
    return has(unit, "BP.sr.Vali") and not unit.valiant_used and result != result_of(unit, lines, BEST)


def decide_reroll(play: Play[State], _order: UseReroll, frame: AwaitReroll) -> None:
    """BP.sr.Vali The second roll stands."""
    test, unit = frame.test, play.state.units[frame.test.unit]
    play.close()
    added = tuple(modifiers(play.state, unit, test.cause))
    roll = play.roll(
        2, DIE, Reason("dice again", "BP.sr.Vali", (test.unit,)), unit.side,
        alike=lambda one: result_of(unit, test.lines, one.total + total(added)),
    )  # fmt: skip
    _apply(play, test, roll.faces, added, roll.total + total(added), again=True)


def decide_keep(play: Play[State], _order: KeepTest, frame: AwaitReroll) -> None:
    test, unit = frame.test, play.state.units[frame.test.unit]
    play.close()
    added = tuple(modifiers(play.state, unit, test.cause))
    _apply(play, test, frame.dice, added, sum(frame.dice) + total(added), again=False)


def reroll_choices(_state: State, frame: AwaitReroll) -> Iterator[Choice]:
    yield Choice(frame.side, UseReroll(unit=frame.test.unit))
    yield Choice(frame.side, KeepTest(unit=frame.test.unit))


def _apply(
    play: Play[State], test: Test, dice: tuple[int, ...], added: tuple[Modifier, ...], score: int, *, again: bool
) -> None:
    """BP.brk.7 What the table says, BP.brk.10 then the excess comes off."""
    name, unit = test.unit, play.state.units[test.unit]
    result = result_of(unit, test.lines, score)
    play.record(
        BreakTested(
            unit=name,
            cause=test.cause,
            lines=test.lines,
            dice=dice,
            modifiers=added,
            score=score,
            result=result,
            again=again,
        )
    )
    if result == "destroyed":
        destroy(play, name, Reason("broke", "BP.brk.7", (test.cause,)))
        return
    if not (test.cause == "wavering" and play.state.core.phase == SHOOTING):  # D74 it tests again as the phase ends
        remove_excess(play, name)
    if result == "retreat":
        retreat.begin(play, name, retreat.away_from(play.state, name), "retreat")
    else:
        hold(play, name)
