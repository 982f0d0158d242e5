"""15 Command effectiveness: the tests for boxes filled in a turn, and what a Battle that fails one comes to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.kernel.chapter import Chapter
from domain.kernel.play import Play, at_most
from domain.kernel.reasons import Reason
from rules.wallaces_war import tables
from rules.wallaces_war.ids import BattleId
from rules.wallaces_war.losses import removal
from rules.wallaces_war.losses.facts import FACTS, BattleSank, EffectivenessTested
from rules.wallaces_war.losses.morale import Due, rout, settle
from rules.wallaces_war.position import units_of
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import RECOVERY, State
from rules.wallaces_war.tables import Effectiveness

ORDER = ("triangle", "circle", "square")  # 15.2c
EFFECTS: dict[str, Effectiveness] = {"square": "wavering", "circle": "weakened", "triangle": "broken"}  # 15.2d
WHY = {"square": "Battle wavers", "circle": "Battle weakens", "triangle": "Battle breaks"}


class Trial(NamedTuple):
    symbol: str
    cef: int
    beyond: bool = False  # 15.2e


def tests_due(state: State, battle: BattleId) -> list[Trial]:
    """15.2c, 15.2e, D78 Boxes filled this turn: triangles, circles, squares, each from the lowest number up.

    Units beyond the last box are tested for after the triangles.
    """
    boxes, turn = removal.row_of(state, battle).display, state.core.turn
    filled = zip(boxes, state.battles[battle].display, strict=False)
    found = [Trial(box.symbol, box.cef) for box, one in filled if one.turn == turn and box.symbol]
    found += beyond(state, battle)
    return sorted(found, key=lambda test: (ORDER.index(test.symbol), test.beyond, test.cef))


def beyond(state: State, battle: BattleId) -> Iterator[Trial]:
    """15.2e A broken test with the lowest number of the display for each unit that found no box this turn."""
    boxes = removal.row_of(state, battle).display
    lowest = min((box.cef for box in boxes if box.symbol), default=0)
    return (Trial("triangle", lowest, True) for turn in state.battles[battle].beyond if turn == state.core.turn)


def try_all(play: Play[State]) -> None:
    """15.2b, 15.2c Every Battle in phase F; the first failure ends its tests."""
    for battle in play.state.battles:
        for test in tests_due(play.state, battle):
            if play.state.battles[battle].standing == "eliminated" or not holds(play, battle, test):
                break


def holds(play: Play[State], battle: BattleId, test: Trial) -> bool:
    """15.2c At most the number passes; what a failure does follows at once."""
    side = play.state.battles[battle].side
    why = Reason("effectiveness", "15.2c", (battle, test.symbol, test.cef))
    die = play.roll(1, 10, why, side, alike=at_most(test.cef)).total
    passed = die <= test.cef
    play.record(
        EffectivenessTested(battle=battle, symbol=test.symbol, cef=test.cef, die=die, passed=passed, beyond=test.beyond)
    )
    if not passed:
        sink(play, battle, test.symbol)
    return passed


def sink(play: Play[State], battle: BattleId, symbol: str) -> None:
    """15.2d The shaken leave a broken Battle, the others test; then their morale is lowered for good."""
    if symbol == "triangle":
        _shed(play, battle)
    else:
        _worsen(play, battle, symbol)
    state = play.state
    if state.battles[battle].standing == "eliminated":
        return
    steady = [unit for unit in units_of(state, battle) if not state.units[unit].shaken]
    settle(play, [Due(unit, Reason(WHY[symbol], "15.2d", (battle,))) for unit in steady])
    if symbol == "triangle" and state.battles[battle].standing != "eliminated":
        _worsen(play, battle, symbol)


def _worsen(play: Play[State], battle: BattleId, symbol: str) -> None:
    """15.2d, D76 A Battle only gets worse; under B a broken one each time."""
    old, new = play.state.battles[battle].standing, EFFECTS[symbol]
    again = new == "broken" == old and reading(play.state, "D76") == "B"
    if again or tables.STANDINGS.index(new) > tables.STANDINGS.index(old):
        play.record(BattleSank(battle=battle, to=new, why=Reason("test failed", "15.2d", (symbol,))))


def _shed(play: Play[State], battle: BattleId) -> None:
    """15.2d, D75 Every shaken unit goes: plainly, or as in a rout."""
    state = play.state
    why = Reason("shaken in a broken Battle", "15.2d", (battle,))
    for unit in tuple(units_of(state, battle)):
        if not (state.units[unit].shaken and state.units[unit].at in state.stacks):
            continue
        if reading(state, "D75") == "B":
            settle(play, rout(play, unit, why))
        else:
            removal.remove(play, unit, "removed", why)


def proceed(play: Play[State]) -> bool:
    """D78 B A unit that finds no box brings its test on at once; not one shed in phase F (15.2d)."""
    if reading(play.state, "D78") == "A" or play.state.core.phase == RECOVERY:
        return False
    for name, battle in play.state.battles.items():
        test = next(beyond(play.state, name), None)
        if test and battle.standing != "eliminated":
            holds(play, name, test)
            return True
    return False


CHAPTER = Chapter[State](facts=FACTS, proceed=proceed)
