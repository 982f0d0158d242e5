"""Facts of fire. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from collections.abc import Iterator

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact
from domain.kernel.reasons import Modifier, Reason, TableRead
from rules.musket_and_pike.ids import FoeId, HexId, UnitId
from rules.musket_and_pike.movement.facts import put
from rules.musket_and_pike.position import head
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.sketch import Sketch
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import FireMode

TABLES = {
    "T7": "Musketry",
    "T8": "Musketry with regimental artillery",
    "T9": "Light Infantry and Cavalry Fire",
    "T11": "Artillery Fire",
}


class ShotFired(Fact, frozen=True, kw_only=True):
    """10.5, 10.8.2 One shot of one hex: table and column, the die and what modifies it, what the chart says."""

    unit: UnitId
    at: HexId
    target: FoeId
    to: HexId
    mode: FireMode
    table: str
    column: str
    die: int
    modifiers: tuple[Modifier, ...]
    net: int
    ch: int
    fh: int
    mc: bool
    source: str


class ShotVoid(Fact, frozen=True, kw_only=True):
    """9.4.5 A shot that comes to nothing: nobody is there any more, or he is under cover."""

    unit: UnitId
    target: FoeId
    why: Reason


class HitsTaken(Fact, frozen=True, kw_only=True):
    """10.6 What all shots of one firer do to one unit: casualties, those of them that were formation hits, disorder."""

    unit: UnitId
    by: FoeId
    casualties: int
    converted: int = 0  # 10.6.6
    disorder: int = 0


class PistolSpent(Fact, frozen=True, kw_only=True):
    """10.7.1, 10.7.2, 11.3.9"""

    unit: UnitId
    why: Reason


class SalvoSpent(Fact, frozen=True, kw_only=True):
    """10.4"""

    unit: UnitId
    reaction: bool = False


class GunsSpent(Fact, frozen=True, kw_only=True):
    """9.1.5, 6.2.3, 9.4.4 Artillery is Fired, by whatever it did instead of firing."""

    unit: UnitId
    why: Reason


class FireSpent(Fact, frozen=True, kw_only=True):
    """9.4.1a A high die: no more Reaction Fire in this activation."""

    unit: UnitId
    die: int


class CoverTaken(Fact, frozen=True, kw_only=True):
    """9.4.5"""

    unit: UnitId


class ChanceDeclined(Fact, frozen=True, kw_only=True):
    """9.4.5, 10.8.6 No cover is taken, or a shot is not evaded."""

    unit: UnitId
    what: Reason


class UnitEvaded(Fact, frozen=True, kw_only=True):
    """10.8.6 Without turning."""

    unit: UnitId
    to: HexId
    by: FoeId


def _fired(state: State, fact: ShotFired) -> None:
    if reading(state, "D78") == "b":
        state.units[fact.unit].since = state.steps  # it counts as if it had come last
    if fact.mode == "SAL" or fact.column == "salvo":
        struck = state.activation.salvoed.setdefault(fact.unit, [])
        if fact.target not in struck:
            struck.append(fact.target)
    if fact.mode == "reaction" and state.moves and head(state, state.moves[-1].unit) == fact.target:
        answered = state.moves[-1].answered
        if fact.unit not in answered:
            answered.append(fact.unit)


def _pistol(state: State, fact: PistolSpent) -> None:
    state.units[fact.unit].pistols += 1
    if state.moves and state.moves[-1].unit == fact.unit and fact.why.key == "fired":
        state.moves[-1].pistol = True
        state.moves[-1].clear = 0  # 11.3.6 it begins to gather momentum anew


def _salvo(state: State, fact: SalvoSpent) -> None:
    unit = state.units[fact.unit]
    unit.salvo = True
    done = state.turn.answered if fact.reaction else state.turn.salvoed
    done.append(fact.unit)
    state.turn.salvoes[unit.side] = state.turn.salvoes.get(unit.side, 0) + 1


def _guns(state: State, fact: GunsSpent) -> None:
    state.units[fact.unit].fired = True


def _spent(state: State, fact: FireSpent) -> None:
    state.activation.silenced.append(fact.unit)


def _covered(state: State, fact: CoverTaken) -> None:
    state.activation.covered.append(fact.unit)


def _evaded(state: State, fact: UnitEvaded) -> None:
    put(state, (fact.unit,), (fact.to,))
    state.units[fact.unit].momentum = False
    for move in state.moves:
        if move.unit == fact.unit:
            move.clear = 0


def _reads(fact: ShotFired) -> Iterator[TableRead]:
    found = Reason("result of fire", "10.6", (fact.ch, fact.fh, int(fact.mc)))
    row = Reason("row of fire", "2.2", (fact.net, fact.source))
    column = Reason("column of fire", "10.5", (fact.column,)) if fact.column else Reason("artillery", "10.8.2")
    yield TableRead(TABLES[fact.table], row, column, found, fact.table)


def _draw_shot(sketch: Sketch, fact: ShotFired) -> None:
    sketch.strike("fire", fact.unit, fact.to, Reason("hits", "", (fact.ch,)))


FACTS = (
    Told(ShotFired, ("10.5",), _fired, _reads, _draw_shot),
    Told(ShotVoid, ("10.1.1",)),
    Told(HitsTaken, ("10.6",)),
    Told(PistolSpent, ("10.7.1", "10.7.2"), _pistol),
    Told(SalvoSpent, ("10.4",), _salvo),
    Told(GunsSpent, ("9.1.5",), _guns),
    Told(FireSpent, ("9.4.1a",), _spent),
    Told(CoverTaken, ("9.4.5",), _covered),
    Told(ChanceDeclined, ("9.4.5", "10.8.6")),
    Told(UnitEvaded, ("10.8.6",), _evaded, draws=lambda sketch, x: sketch.step("retreat", x.unit, x.to)),
)
