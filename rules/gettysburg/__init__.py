"""Gettysburg: Lee's Greatest Gamble (Command Magazine 17). A module for each chapter; this one hands orders to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.facts import Frame, Order
from domain.kernel import Choice, Glimpse, Play, System
from domain.ruling import IllegalOrder
from rules.gettysburg import frames as fr
from rules.gettysburg import orders as o
from rules.gettysburg.as_played import as_played
from rules.gettysburg.board import board, boards, counter, touched
from rules.gettysburg.by_hand import bare, settle
from rules.gettysburg.combat import bombardment, combat
from rules.gettysburg.evolve import combat as evolve_combat
from rules.gettysburg.evolve import hidden as evolve_hidden
from rules.gettysburg.evolve import movement as evolve_movement
from rules.gettysburg.evolve import pieces as evolve
from rules.gettysburg.facts import combat as facts_combat
from rules.gettysburg.facts import hidden as facts_hidden
from rules.gettysburg.facts import movement as facts_movement
from rules.gettysburg.facts import pieces as facts
from rules.gettysburg.hidden import control, hidden
from rules.gettysburg.movement import declarations, movement
from rules.gettysburg.player import choose
from rules.gettysburg.position import uses_hidden
from rules.gettysburg.rulings import NEEDS, OPTIONS, READINGS, SETTLED, is_on, reading
from rules.gettysburg.sheets.scenario import check_pack, names, scenarios
from rules.gettysburg.state import State
from rules.gettysburg.traces import traces
from rules.gettysburg.turn import rally, returns, sequence, set_up, victory
from rules.gettysburg.words import ASIDES, tell
from rules.gettysburg.words.tables import tables_read

Decision = Callable[[Play[State], Any, str], None]

CHAPTERS = (set_up, hidden, movement, declarations, control, rally, returns, combat, bombardment, sequence)
DECISIONS: Mapping[type[Order], Decision] = {
    kind: decision for chapter in CHAPTERS for kind, decision in chapter.DECISIONS.items()
}

# 5.3 What a side may ask for in each phase while nothing is awaited.
PHASES: Mapping[str, tuple[type[Order], ...]] = {
    "set-up": (o.PlaceUnit, o.HideUnits, o.ReorderStack, o.EndPhase),
    "movement": (
        o.MoveUnit, o.DeclareAttack, o.DeclareBombardment, o.ReorderStack, o.HideUnits, o.DeployUnits, o.RollForReturn,
        o.Rally, o.EndPhase,
    ),
    "rally": (o.Rally, o.EndPhase),
    "return": (o.ReturnUnit, o.EndPhase),
    "combat": (o.RollCoordination, o.ResolveAttack, o.ResolveBombardment),
}  # fmt: skip

# What answers each thing awaited.
ANSWERS: Mapping[type[Frame], tuple[type[Order], ...]] = {
    fr.AwaitControl: (o.AttemptControl, o.Decline),
    fr.AwaitLeftover: (o.AttemptControl, o.MoveUnit, o.DeclareAttack, o.DeclareBombardment, o.Decline),
    fr.AwaitMarch: (o.MoveUnit, o.Decline),
    fr.AwaitDeclaration: (o.DeclareAttack, o.DeclareBombardment, o.Decline),
    fr.AwaitDeployment: (o.DeployUnits,),
    fr.AwaitCoordination: (o.RollCoordination, o.Decline),
    fr.AwaitSwap: (o.SwapDefender, o.Decline),
    fr.AwaitRetreatBeforeCombat: (o.RetreatBeforeCombat, o.Decline),
    fr.AwaitSupport: (o.GiveSupport, o.Decline),
    fr.AwaitDefender: (o.DefendWith,),
    fr.AwaitRetreat: (o.RetreatTo,),
    fr.AwaitRout: (o.ChooseRout,),
    fr.AwaitAdvance: (o.Advance, o.Decline),
    fr.AwaitCounterAttack: (o.CounterAttack, o.Decline),
}
DECLINES: Mapping[type[Frame], Callable[[Play[State], Any], None]] = {
    kind: decline for chapter in (movement, declarations, control, combat) for kind, decline in chapter.DECLINES.items()
}


def decide(play: Play[State], order: Order) -> None:
    pending = play.state.core.pending
    if pending:
        _check_answer(play, order, pending[-1])
    else:
        _check_phase(play, order)
    if isinstance(order, o.Decline):
        DECLINES[type(pending[-1])](play, pending[-1])
    else:
        DECISIONS[type(order)](play, order, play.by)


def _check_answer(play: Play[State], order: Order, frame: Any) -> None:
    """5.1a Nothing else happens until the side asked has answered."""
    awaited = ANSWERS[type(frame)]
    said = " or ".join(kind.__name__ for kind in awaited)
    if play.by != frame.side:
        raise IllegalOrder(f"it is for the {frame.side} side to act now ({said})", rule="5.1a")
    if type(order) not in awaited:
        combat.check_asked(play.state, order)
        raise IllegalOrder(f"{type(order).__name__} must wait: first the {frame.side} side gives {said}", rule="5.1a")


def _check_phase(play: Play[State], order: Order) -> None:
    """5.1a Orders belong to their phase and to the side that acts in it."""
    core = play.state.core
    side = sequence.acting_side(play.state)
    if play.by != side and core.phase == set_up.SET_UP:
        raise IllegalOrder(f"the {side} side must end its set-up first (EndPhase)", rule="5.1a")
    if play.by != side:
        raise IllegalOrder(f"it is for the {side} side to act in this {core.phase} phase", rule="5.1a")
    if type(order) not in PHASES[core.phase]:
        combat.check_asked(play.state, order)
        said = ", ".join(kind.__name__ for kind in PHASES[core.phase] if _is_played(play.state, kind))
        raise IllegalOrder(f"{type(order).__name__} is no order of the {core.phase} phase; there: {said}", rule="5.1a")


def _is_played(state: State, kind: type[Order]) -> bool:
    """7.4b (D27), 18.1, 22.6 Whether the options and readings of this game leave room for the order in its phase."""
    if kind in (o.HideUnits, o.DeployUnits):
        return uses_hidden(state)
    if kind is o.RollForReturn:
        return is_on(state, "return_to_map")
    return kind is not o.Rally or (state.core.phase == "movement") == (reading(state, "D27") == "B")


def proceed(play: Play[State]) -> bool:
    """Whatever follows with nobody deciding: reveals first, then the move or fight in progress, then the sequence."""
    if play.state.core.ended:
        return False
    steps = (hidden.proceed, movement.proceed, control.proceed, combat.proceed, sequence.proceed)
    return any(step(play) for step in steps)


def options(state: State) -> Iterator[Choice]:
    """Every legal order: each piece to each hex it can reach by its cheapest way, each declaration, each answer."""
    if state.core.ended:
        return
    for chapter in CHAPTERS:
        yield from chapter.choices(state)


SYSTEM: System[State] = System(
    key="gettysburg",
    title="Gettysburg: Lee's Greatest Gamble",
    edition="Command Magazine 17 (1992), French edition of September 2022 with errata",
    state=State,
    orders=o.ORDERS,
    examples=o.EXAMPLES,
    facts=(*facts.FACTS, *facts_movement.FACTS, *facts_hidden.FACTS, *facts_combat.FACTS),
    frames=fr.FRAMES,
    initial=set_up.initial,
    decide=decide,
    proceed=proceed,
    evolve={**evolve.EVOLVE, **evolve_movement.EVOLVE, **evolve_hidden.EVOLVE, **evolve_combat.EVOLVE},
    options=options,
    board=board,
    boards=boards,
    glimpse=Glimpse(touched, counter),
    check_pack=check_pack,
    scenarios=scenarios,
    seen_by=hidden.seen_by,
    tell=tell,
    traces=traces,
    as_played=as_played,
    tables=tables_read,
    names=names,
    asides=ASIDES,
    player=choose,
    readings=READINGS,
    settled=SETTLED,
    optional_rules=OPTIONS,
    needs=NEEDS,
    standing=victory.standing,
    bare=bare,
    settle=settle,
)
