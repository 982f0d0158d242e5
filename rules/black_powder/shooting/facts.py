"""BP.fire, BP.save Facts of shooting. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from collections.abc import Iterator
from typing import Literal

import msgspec

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact
from domain.kernel.reasons import Modifier, Reason, TableRead
from rules.black_powder.ids import Face, UnitId
from rules.black_powder.sketch import Sketch
from rules.black_powder.state import Fire, State

Occasion = Literal["shooting", "closing fire", "traversing fire"]


class Measured(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """BP.tgt What the choice of a target hung on: lengths in thousandths, shares in ten-thousandths, rounded down."""

    eye: tuple[int, int]
    distance: int
    range: int
    in_arc: int
    visible: int
    corridor: int | None = None  # None: nothing on both sides of the line
    met: int = 0  # BP.clo.5 units the charger has engaged
    near: int = 0  # BP.tra.2 how near it passes
    crossed: int = 0  # BP.tra.1 along how much of the front, in ten-thousandths


class TargetChosen(Fact, frozen=True, kw_only=True):
    """BP.tgt Who is shot at, from where, and why he is or is no clear target."""

    unit: UnitId
    target: UnitId
    occasion: Occasion
    measured: Measured
    unclear: tuple[str, ...] = ()  # BP.tgt.5
    ignored: tuple[UnitId, ...] = ()  # BP.tgt.4 nearer, and not clear
    band: str = ""
    overhead: bool = False
    enfilade: bool = False
    face: Face | None = None


class ShotsRolled(Fact, frozen=True, kw_only=True):
    """BP.fire.1, BP.fire.2 The dice of one shot: how many and why, what they need and why, how they fell."""

    unit: UnitId
    target: UnitId
    occasion: Occasion
    steps: tuple[Modifier, ...]  # BP.fire.1 their sum is the number of dice
    modifiers: tuple[Modifier, ...]
    needs: int
    faces: tuple[int, ...]
    again: tuple[int, ...] = ()  # places of dice rolled again
    rules: tuple[str, ...] = ()  # by which
    hits: int = 0
    face: Face | None = None
    spent: int = 0  # BP.bld.4 dice of a building
    guns: bool = False


class SaveLot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """BP.save.1 Hits saved on one number."""

    hits: int
    needs: int
    faces: tuple[int, ...]
    modifiers: tuple[Modifier, ...] = ()
    again: tuple[int, ...] = ()


class SavesRolled(Fact, frozen=True, kw_only=True):
    """BP.save.1 The saves of a unit, and the casualties left."""

    unit: UnitId
    by: UnitId
    lots: tuple[SaveLot, ...]
    casualties: int
    rules: tuple[str, ...] = ()
    phase: str = ""  # D25
    wavers: bool = False  # D74 it tests at the end of the phase


class GunJammed(Fact, frozen=True, kw_only=True):
    """BP.mg.7"""

    unit: UnitId


class JamTried(Fact, frozen=True, kw_only=True):
    """BP.mg.7 The crew has tried to clear it."""

    unit: UnitId
    die: int
    cleared: bool
    again: bool = False  # D61 and it may shoot in this turn


class RocketFlown(Fact, frozen=True, kw_only=True):
    """BP.rkt.7 One rocket: its die, and where it came down if it drifted."""

    unit: UnitId
    die: int
    result: Literal["bursts", "hits", "drifts", "lost"]
    aim: tuple[int, int]
    landed: tuple[int, int] | None = None
    drift: int = 0
    bearing: int = 0
    struck: tuple[UnitId, ...] = ()
    shaken_up: tuple[UnitId, ...] = ()  # BP.rkt.9 within 3 inches


class BlockHit(Fact, frozen=True, kw_only=True):
    """BP.burn.1 A building is hit by shells or rockets, or torched; what comes of it is rolled when all have shot."""

    block: str
    hits: int
    by: UnitId


class BlockTorched(Fact, frozen=True, kw_only=True):
    """BP.burn.1 By hand: the unit does nothing else this turn."""

    unit: UnitId
    block: str


class FireStarted(Fact, frozen=True, kw_only=True):
    """BP.burn.3, BP.burn.4 The die for a building that was hit; if it burns, how fiercely."""

    block: str
    die: int
    hits: int
    burns: bool
    fierceness: int = 0


class FireFought(Fact, frozen=True, kw_only=True):
    """BP.burn.7 Those inside try to put it out."""

    block: str
    die: int
    fierceness: int
    result: Literal["out", "contained", "burns on"]


class FireBurned(Fact, frozen=True, kw_only=True):
    """BP.burn.6 Another turn of a fire; down: the building is gone."""

    block: str
    turns: int
    down: bool = False


def _chosen(_state: State, _fact: TargetChosen) -> None:
    """Told for what was measured."""


def _rolled(state: State, fact: ShotsRolled) -> None:
    unit = state.units[fact.unit]
    unit.ever_shot = True
    if fact.occasion != "shooting":
        unit.turn.reacted = True
    elif fact.face:
        unit.turn.faces = (*unit.turn.faces, fact.face)
        unit.turn.spent += fact.spent
    else:
        unit.turn.shot = True


def _saved(state: State, fact: SavesRolled) -> None:
    unit = state.units[fact.unit]
    if fact.rules and fact.phase:
        unit.turn.saved = (*unit.turn.saved, fact.phase)
    unit.turn.wavers = unit.turn.wavers or fact.wavers


def _jammed(state: State, fact: GunJammed) -> None:
    state.units[fact.unit].jammed = True


def _tried(state: State, fact: JamTried) -> None:
    unit = state.units[fact.unit]
    unit.jammed, unit.turn.shot = not fact.cleared, not fact.again


def _hit(state: State, fact: BlockHit) -> None:
    state.fires.setdefault(fact.block, Fire()).hits += fact.hits


def _torched(state: State, fact: BlockTorched) -> None:
    state.units[fact.unit].turn.torched = fact.block


def _started(state: State, fact: FireStarted) -> None:
    fire = state.fires.setdefault(fact.block, Fire())
    fire.hits = 0
    if fact.burns and not fire.fierceness:
        fire.fierceness, fire.turns = fact.fierceness, 0


def _fought(state: State, fact: FireFought) -> None:
    fire = state.fires[fact.block]
    fire.fought = fact.result == "contained"
    if fact.result == "out":
        fire.fierceness = fire.turns = 0


def _burned(state: State, fact: FireBurned) -> None:
    fire = state.fires[fact.block]
    fire.turns, fire.fought = fact.turns, False
    if fact.down:
        fire.down, fire.fierceness = True, 0


def _reads(fact: ShotsRolled) -> Iterator[TableRead]:
    column = Reason("dice shot", "BP.fire.1", (len(fact.faces),))
    yield TableRead("To Hit", Reason("needs", "BP.fire.2", (fact.needs,)), column, str(fact.hits), "BP.fire.2")


def _draw(sketch: Sketch, fact: ShotsRolled) -> None:
    sketch.shot(fact.unit, fact.target, Reason("hits", "", (fact.hits,)))


FACTS = (
    Told(TargetChosen, ("BP.tgt.3",), _chosen),
    Told(ShotsRolled, ("BP.fire.2",), _rolled, _reads, _draw),
    Told(SavesRolled, ("BP.save.1",), _saved),
    Told(GunJammed, ("BP.mg.7",), _jammed),
    Told(JamTried, ("BP.mg.7",), _tried),
    Told(RocketFlown, ("BP.rkt.7",)),
    Told(BlockHit, ("BP.burn.1",), _hit),
    Told(BlockTorched, ("BP.burn.1",), _torched),
    Told(FireStarted, ("BP.burn.3",), _started),
    Told(FireFought, ("BP.burn.7",), _fought),
    Told(FireBurned, ("BP.burn.6",), _burned),
)
