"""11 Facts of melee. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from collections.abc import Iterator
from typing import Literal

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, Side
from domain.kernel.reasons import Modifier, Reason, TableRead
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.melee.ledger import Attack, Melee, Stage
from rules.musket_and_pike.sheets.melee_lines import MeleeKind, PursuitKind
from rules.musket_and_pike.sketch import Sketch
from rules.musket_and_pike.state import State


class MeleeDeclared(Fact, frozen=True, kw_only=True):
    """11.2.A, 11.2.B A unit will attack a hex."""

    unit: UnitId
    hex: HexId
    reaction: bool = False


class DeclarationsEnded(Fact, frozen=True, kw_only=True):
    """11.2 What comes next in the Melee step."""

    stage: Stage


class LineChosen(Fact, frozen=True, kw_only=True):
    """11.2.C, D84 The end from which the line is fought, or the hex that comes next."""

    side: Side
    end: Literal["", "left", "right"] = ""
    hex: HexId = ""


class MeleeBegan(Fact, frozen=True, kw_only=True):
    """11.1.4 All who attack one unit, in one melee."""

    attackers: tuple[UnitId, ...]
    defender: UnitId  # empty: guns or a leader alone
    hexes: tuple[HexId, ...]
    reaction: bool = False
    interception: bool = False


class MeleeCalledOff(Fact, frozen=True, kw_only=True):
    """11.1.2 An attack that cannot be made any more."""

    units: tuple[UnitId, ...]
    hex: HexId
    why: Reason


class MeleeRolled(Fact, frozen=True, kw_only=True):
    """11.2.D The die of a melee, all that modifies it, and the result."""

    attackers: tuple[UnitId, ...]
    defender: UnitId
    die: int
    modifiers: tuple[Modifier, ...]
    net: int
    result: MeleeKind
    pursuit: bool = False
    source: str = ""  # where the chart comes from


class PursuitRolled(Fact, frozen=True, kw_only=True):
    """11.7.2"""

    unit: UnitId
    quarry: UnitId
    die: int
    modifiers: tuple[Modifier, ...]
    net: int
    result: PursuitKind
    table: str
    source: str = ""


class MeleeEnded(Fact, frozen=True, kw_only=True):
    """11.3.6 It is over, and with it the momentum that served it."""

    attackers: tuple[UnitId, ...]
    defender: UnitId


class MeleesOver(Fact, frozen=True, kw_only=True):
    """11.1.1 Nothing is left to fight in this activation."""


def _declared(state: State, fact: MeleeDeclared) -> None:
    assert state.melee is not None
    state.melee.attacks.append(Attack(unit=fact.unit, hex=fact.hex, reaction=fact.reaction))


def _ended_declarations(state: State, fact: DeclarationsEnded) -> None:
    assert state.melee is not None
    state.melee.stage, state.melee.end, state.melee.next = fact.stage, "", ""


def _chosen(state: State, fact: LineChosen) -> None:
    assert state.melee is not None
    state.melee.end, state.melee.next = fact.end, fact.hex


def _strike_off(melee: Melee | None, units: tuple[UnitId, ...], hexes: tuple[HexId, ...]) -> None:
    if melee is not None:
        melee.attacks = [one for one in melee.attacks if not (one.unit in units and one.hex in hexes)]
        melee.next = ""


def _began(state: State, fact: MeleeBegan) -> None:
    state.trails = {}
    if not fact.interception:
        _strike_off(state.melee, fact.attackers, fact.hexes)


def _called_off(state: State, fact: MeleeCalledOff) -> None:
    _strike_off(state.melee, fact.units, (fact.hex,))


def _ended(state: State, fact: MeleeEnded) -> None:
    for name in fact.attackers:
        state.units[name].momentum = False


def _over(state: State, _fact: MeleesOver) -> None:
    if state.melee is not None:
        state.melee.stage = "over"
    for unit in state.units.values():
        unit.momentum = False


def _reads(fact: MeleeRolled) -> Iterator[TableRead]:
    row = Reason("row of a chart", "11.2.D", (fact.net, fact.source))
    yield TableRead("Melee Table", row, "", fact.result, "11.2.D")


def _reads_pursuit(fact: PursuitRolled) -> Iterator[TableRead]:
    row = Reason("row of a chart", "11.7.2", (fact.net, fact.source))
    yield TableRead("Cavalry Pursuit Table", row, fact.table, fact.result, "11.7.2")


def _draw_rolled(sketch: Sketch, fact: MeleeRolled) -> None:
    at = sketch.places.get(fact.defender, "")
    for name in fact.attackers:
        sketch.strike("attack", name, at, Reason("melee result", "11.4.1", (fact.result,)))


FACTS = (
    Told(MeleeDeclared, ("11.2.A",), _declared, draws=lambda sketch, x: sketch.strike("attack", x.unit, x.hex)),
    Told(DeclarationsEnded, ("11.2.A",), _ended_declarations, aside=True),
    Told(LineChosen, ("11.2.C",), _chosen),
    Told(MeleeBegan, ("11.1.4",), _began),
    Told(MeleeCalledOff, ("11.1.2",), _called_off),
    Told(MeleeRolled, ("11.2.D",), reads=_reads, draws=_draw_rolled),
    Told(PursuitRolled, ("11.7.2",), reads=_reads_pursuit),
    Told(MeleeEnded, ("11.3.6",), _ended, aside=True),
    Told(MeleesOver, ("11.1.1",), _over, aside=True),
)
