"""DRV.tables Every look at a chart: in the pack, or on a sheet that one side reads and the other confirms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, get_args

from domain.kernel.chapter import Asked, Chapter, Choice, Question, Told
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import total
from rules.musket_and_pike.cards import (
    OWN,
    AwaitConfirm,
    AwaitResult,
    Cell,
    Confirm,
    EnterResult,
    Lookup,
    ResultEntered,
    ResultTaken,
)
from rules.musket_and_pike.rulings import is_on
from rules.musket_and_pike.sheets.chart_lines import Effect
from rules.musket_and_pike.sheets.melee_lines import MeleeKind, PursuitKind, StrandedKind
from rules.musket_and_pike.state import State, enemy_of
from rules.musket_and_pike.work import Decline

LAST: Final = 9  # 2.2 the highest row, unless a table says otherwise
MOST: Final = 20  # hits: nothing is stronger
SUCCESS, FAILURE = "success", "failure"
FIRE: Final = ("T7", "T8", "T9", "T11")
RESULTS: Final[Mapping[str, tuple[str, ...]]] = {
    "T6": (SUCCESS, FAILURE),
    "T13": get_args(MeleeKind),
    "T16": get_args(StrandedKind),
    "T17": get_args(PursuitKind),
}
# What of a result each table can hold; all else stays as it is.
FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "T6": ("result",),
    "T10": ("value",),
    "T13": ("result", "pursuit"),
    "T16": ("result", "ch"),
    "T17": ("result",),
    **dict.fromkeys(FIRE, ("ch", "fh", "mc")),
}


def is_entered(state: State, table: str) -> bool:
    """DRV.tables Whether players read it off their own sheets: all that can be, or those the pack names."""
    return is_on(state, "own_charts") or table in state.charts.entered


def net(lookup: Lookup) -> int:
    """2.2 The modified die, as it is."""
    return lookup.die + total(lookup.modifiers)


def row_of(state: State, lookup: Lookup) -> int:
    """2.2 Under the first row reads the first, over the last the last."""
    low, high = 0, LAST
    if lookup.table == "T13" and state.charts.melee is not None:
        low, high = state.charts.melee.clamp
    return min(max(net(lookup), low), high)


def read(play: Play[State], lookup: Lookup, by: Side) -> Cell | None:
    """What the chart says; None if the side that rolled must say so first: the frame on top is then taken up again."""
    if not is_entered(play.state, lookup.table):
        return found(play.state, lookup)
    play.open(AwaitResult(side=by, lookup=lookup))
    return None


def taken(play: Play[State]) -> Cell | None:
    """What has been entered and confirmed for the frame on top; None if nothing has."""
    cell = play.state.entered
    if cell is not None:
        play.record(ResultTaken())
    return cell


def found(state: State, lookup: Lookup) -> Cell:
    """What the pack says."""
    return _PACK[lookup.table](state, lookup)


def has(state: State, table: str) -> bool:
    """Whether the pack has it: of those that players enter it need not."""
    found = {
        "T6": state.charts.interception, "T7": state.charts.hi_musketry, "T8": state.charts.regimental_musketry,
        "T9": state.charts.light_fire, "T10": state.charts.artillery_range, "T11": state.charts.artillery_fire,
        "T13": state.charts.melee, "T16": state.charts.unable_to_retreat, "T17": state.charts.cavalry_pursuit,
    }  # fmt: skip
    return found[table] is not None


def _interception(state: State, lookup: Lookup) -> Cell:
    """9.3.2 At or under the number of its order; the die is not held within rows here."""
    needs: int = getattr(state.charts.interception, lookup.column)
    return Cell(lookup=lookup, result=SUCCESS if net(lookup) <= needs else FAILURE)


def _musketry(state: State, lookup: Lookup) -> Cell:
    """10.5.1"""
    table = state.charts.hi_musketry if lookup.table == "T7" else state.charts.regimental_musketry
    return _effect(state, lookup, getattr(table, lookup.column))


def _light(state: State, lookup: Lookup) -> Cell:
    """10.5.2, 10.5.3"""
    table = state.charts.light_fire
    assert table is not None, "check_pack wants it unless it is entered"
    muskets = lookup.column == "muskets"
    return _effect(state, lookup, table.commanded_muskets_and_dragoons if muskets else table.cavalry_pistol_fire)


def _artillery(state: State, lookup: Lookup) -> Cell:
    """10.8.2"""
    table = state.charts.artillery_fire
    assert table is not None, "check_pack wants it unless it is entered"
    return _effect(state, lookup, table.rows)


def _effect(state: State, lookup: Lookup, rows: Sequence[Effect]) -> Cell:
    effect = rows[row_of(state, lookup)]
    return Cell(lookup=lookup, ch=effect.ch, fh=effect.fh, mc=effect.mc)


def _range(state: State, lookup: Lookup) -> Cell:
    """10.8.2 The band that holds the range; the last for all beyond."""
    bands = state.charts.artillery_range.bands[lookup.column]  # type: ignore[index]
    value = next((drm for last, drm in bands if lookup.die <= last), bands[-1][1])
    return Cell(lookup=lookup, value=value)


def _melee(state: State, lookup: Lookup) -> Cell:
    """11.2.D"""
    table = state.charts.melee
    assert table is not None, "check_pack wants it unless it is entered"
    line = table.rows[row_of(state, lookup) - table.clamp[0]]
    return Cell(lookup=lookup, result=line.result, pursuit=line.pursuit_test)


def _stranded(state: State, lookup: Lookup) -> Cell:
    """11.4.5"""
    table = state.charts.unable_to_retreat
    assert table is not None, "check_pack wants it unless it is entered"
    line = next(line for line in table.rows if row_of(state, lookup) <= line.high)
    return Cell(lookup=lookup, result=line.result, ch=line.ch)


def _pursuit(state: State, lookup: Lookup) -> Cell:
    """11.7.2"""
    table = state.charts.cavalry_pursuit
    assert table is not None, "check_pack wants it unless it is entered"
    line = next(line for line in table.tables[lookup.column] if row_of(state, lookup) <= line.high)
    return Cell(lookup=lookup, result=line.result)


_PACK: Final[Mapping[str, Callable[[State, Lookup], Cell]]] = {
    "T6": _interception,
    "T7": _musketry,
    "T8": _musketry,
    "T9": _light,
    "T10": _range,
    "T11": _artillery,
    "T13": _melee,
    "T16": _stranded,
    "T17": _pursuit,
}


# What players enter


def decide_enter(play: Play[State], order: EnterResult, frame: AwaitResult) -> None:
    """DRV.tables Only what that table can say."""
    table = frame.lookup.table
    for field in EnterResult.__struct_fields__:
        if field not in FIELDS[table] and getattr(order, field):
            raise IllegalOrder("not in that table", "DRV.tables", table, field)
    if table in RESULTS and order.result not in RESULTS[table]:
        raise IllegalOrder("no such result", "DRV.tables", table, *RESULTS[table])
    if not (0 <= order.ch <= MOST and 0 <= order.fh <= MOST):
        raise IllegalOrder("hits out of bounds", "DRV.tables", MOST)
    given: dict[str, Any] = {field: getattr(order, field) for field in FIELDS[table]}
    play.close()
    cell = Cell(lookup=frame.lookup, source=OWN, **given)
    play.open(AwaitConfirm(side=enemy_of(play.state, frame.side), cell=cell))


def decide_confirm(play: Play[State], _order: Confirm, frame: AwaitConfirm) -> None:
    play.close()
    by = enemy_of(play.state, frame.side)
    play.record(ResultEntered(by=by, confirmed=frame.side, cell=frame.cell))


def decide_doubt(play: Play[State], _order: Decline, frame: AwaitConfirm) -> None:
    """It is read again by the side that rolled."""
    play.close()
    play.open(AwaitResult(side=enemy_of(play.state, frame.side), lookup=frame.cell.lookup))


def entries(_state: State, frame: AwaitResult) -> Iterator[Choice]:
    """What the sheet could say: for fire what the pack knows of, a fair sample."""
    table = frame.lookup.table
    if table in RESULTS:
        yield from (Choice(frame.side, EnterResult(result=result)) for result in RESULTS[table])
    elif table == "T10":
        yield from (Choice(frame.side, EnterResult(value=value)) for value in range(-2, 2))
    else:
        for ch, fh, mc in ((0, 0, False), (0, 1, False), (1, 0, False), (1, 1, False), (2, 0, False), (0, 1, True)):
            yield Choice(frame.side, EnterResult(ch=ch, fh=fh, mc=mc))


def confirmations(_state: State, frame: AwaitConfirm) -> Iterator[Choice]:
    yield Choice(frame.side, Confirm())
    yield Choice(frame.side, Decline())


def _entered(state: State, fact: ResultEntered) -> None:
    state.entered = fact.cell


def _taken(state: State, _fact: ResultTaken) -> None:
    state.entered = None


CHAPTER = Chapter[State](
    facts=(
        Told(ResultEntered, ("DRV.tables",), _entered),
        Told(ResultTaken, ("DRV.tables",), _taken, aside=True),
    ),
    orders=(Asked(EnterResult(ch=1), cite="DRV.tables"), Asked(Confirm(), cite="DRV.tables")),
    questions=(
        Question(AwaitResult, {EnterResult: decide_enter}, entries, cites=("DRV.tables",)),
        Question(AwaitConfirm, {Confirm: decide_confirm, Decline: decide_doubt}, confirmations, cites=("DRV.tables",)),
    ),
)
