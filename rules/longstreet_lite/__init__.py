"""Longstreet Lite (Sam A. Mustafa). A folder or module for each chapter; this one hands orders to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.facts import Frame, Order
from domain.kernel import Choice, Play, System
from rules.longstreet_lite import evolve, facts, losses, sheets
from rules.longstreet_lite import frames as fr
from rules.longstreet_lite import orders as o
from rules.longstreet_lite.board import board
from rules.longstreet_lite.by_hand import bare, settle
from rules.longstreet_lite.cards import interrupts
from rules.longstreet_lite.combat import combat, retreat
from rules.longstreet_lite.combat import evolve as combat_evolve
from rules.longstreet_lite.combat import facts as combat_facts
from rules.longstreet_lite.fire import evolve as fire_evolve
from rules.longstreet_lite.fire import facts as fire_facts
from rules.longstreet_lite.fire import firing
from rules.longstreet_lite.fire.picture import zones_of
from rules.longstreet_lite.movement import evolve as movement_evolve
from rules.longstreet_lite.movement import facts as movement_facts
from rules.longstreet_lite.movement import movement
from rules.longstreet_lite.player import choose
from rules.longstreet_lite.rulings import NEEDS, OPTIONS, READINGS, SETTLED
from rules.longstreet_lite.sheets.check import check_pack
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables_read import tables_read
from rules.longstreet_lite.traces import traces
from rules.longstreet_lite.turn import evolve as turn_evolve
from rules.longstreet_lite.turn import facts as turn_facts
from rules.longstreet_lite.turn import moments, phases, sequence, set_up
from rules.longstreet_lite.turn.secrecy import seen_by
from rules.longstreet_lite.turn.victory import standing
from rules.longstreet_lite.words import ASIDES, tell

Decision = Callable[[Play[State], Any], None]

CHAPTERS = (set_up, sequence, interrupts, firing, movement, combat, retreat, losses)
DECISIONS: Mapping[type[Order], Decision] = {
    kind: decision for chapter in CHAPTERS for kind, decision in chapter.DECISIONS.items()
}
DECLINES: Mapping[type[Frame], Callable[[Play[State], Any], None]] = {
    kind: decline for chapter in CHAPTERS for kind, decline in chapter.DECLINES.items()
}

# Questions that more than one phase puts: the phase under way has its own answers to them.
ANSWERED: Mapping[str, Mapping[type[Frame], Mapping[type[Order], Decision]]] = {phases.COMBAT: combat.ANSWERS}


def decide(play: Play[State], order: Order) -> None:
    pending = play.state.core.pending
    moments.check_moment(play.state, play.by, order)
    if isinstance(order, o.Decline):
        _own_answer(play, order, DECLINES.get(type(pending[-1])))(play, pending[-1])
    else:
        _own_answer(play, order, DECISIONS.get(type(order)))(play, order)


def _own_answer(play: Play[State], order: Order, usual: Decision | None) -> Decision:
    """What the phase under way makes of an answer, else what is usual."""
    core = play.state.core
    frame = type(core.pending[-1]) if core.pending else Frame
    decision = ANSWERED.get(core.phase, {}).get(frame, {}).get(type(order), usual)
    assert decision is not None, f"nobody decides {type(order).__name__}"
    return decision


def proceed(play: Play[State]) -> bool:
    """Whatever follows with nobody deciding: losses and retreats first, then the phase, then the turn."""
    if play.state.core.ended or play.state.core.pending:
        return False
    steps = (losses.proceed, retreat.proceed, firing.proceed, combat.proceed, sequence.proceed)
    return any(step(play) for step in steps)


def options(state: State) -> Iterator[Choice]:
    """A fair sample of the legal orders: moves on a free table cannot all be listed."""
    if state.core.ended:
        return
    for chapter in CHAPTERS:
        yield from chapter.choices(state)


SYSTEM: System[State] = System(
    key="longstreet_lite",
    title="Longstreet Lite",
    edition="Sam A. Mustafa, French edition of 2014",
    state=State,
    orders=o.ORDERS,
    examples=o.EXAMPLES,
    facts=(*facts.FACTS, *turn_facts.FACTS, *fire_facts.FACTS, *movement_facts.FACTS, *combat_facts.FACTS),
    frames=fr.FRAMES,
    initial=set_up.initial,
    decide=decide,
    proceed=proceed,
    evolve={
        **evolve.EVOLVE,
        **turn_evolve.EVOLVE,
        **fire_evolve.EVOLVE,
        **movement_evolve.EVOLVE,
        **combat_evolve.EVOLVE,
    },
    options=options,
    board=board,
    check_pack=check_pack,
    scenarios=sheets.scenarios,
    seen_by=seen_by,
    tell=tell,
    traces=traces,
    tables=tables_read,
    names=sheets.names,
    player=choose,
    zones=zones_of,
    bare=bare,
    settle=settle,
    standing=standing,
    asides=ASIDES,
    readings=READINGS,
    settled=SETTLED,
    optional_rules=OPTIONS,
    needs=NEEDS,
)
