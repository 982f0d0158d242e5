"""Mill Bridge: a toy system for testing the kernel. Two sides, one road of hexes, volleys, and reactions to reactions.

Invented here; its citations are MB and nobody's rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from domain import core
from domain.board import Board, Counter, Spot
from domain.core import Core
from domain.facts import Fact, Frame, GameEnded, LossTaken, Order, PointsScored
from domain.kernel import Choice, Correction, Play, Reading, Scenario, Setup, System
from domain.packs import Pack
from domain.ruling import IllegalOrder, Modifier, total
from domain.sequence import Phase, PhaseSequence

SEQUENCE = PhaseSequence([Phase("move", "blue"), Phase("move", "red")], last_turn=3)
LONG_RANGE = Modifier(-1, "target at 4 hexes or more", "MB.10.3.1")


class MoveUnit(Order, frozen=True, kw_only=True):
    unit: str
    path: tuple[int, ...]


class FireVolley(Order, frozen=True, kw_only=True):
    unit: str
    target: str


class React(Order, frozen=True, kw_only=True):
    unit: str


class Decline(Order, frozen=True, kw_only=True):
    pass


class EndPhase(Order, frozen=True, kw_only=True):
    pass


class UnitMoved(Fact, frozen=True, kw_only=True):
    unit: str
    to: int


class VolleyFired(Fact, frozen=True, kw_only=True):
    unit: str
    target: str
    modifiers: tuple[Modifier, ...]
    hits: int


class ReactionDeclined(Fact, frozen=True, kw_only=True):
    side: str


class ResumeMove(Frame, frozen=True, kw_only=True):
    unit: str
    path: tuple[int, ...]


class AwaitReaction(Frame, frozen=True, kw_only=True):
    side: str
    target: str
    depth: int


class Unit(msgspec.Struct, kw_only=True):
    side: str
    at: int
    strength: int


class State(msgspec.Struct, kw_only=True):
    core: Core[ResumeMove | AwaitReaction]
    units: dict[str, Unit]


def initial(setup: Setup) -> State:
    state = State(
        core=core.start(setup.started),
        units={"b1": Unit(side="blue", at=0, strength=4), "r1": Unit(side="red", at=6, strength=4)},
    )
    opening = SEQUENCE.opening()
    state.core.turn, state.core.phase, state.core.active = opening.turn, opening.phase, opening.side
    return state


def decide(play: Play[State], order: Any) -> None:
    match order, play.state.core.pending:
        case React(), [*_, AwaitReaction()]:
            decide_reaction(play, order)
        case Decline(), [*_, AwaitReaction(side=side)]:
            check_turn(play, side)
            play.close()
            play.record(ReactionDeclined(side=side))
        case _, [*_, AwaitReaction(side=side)]:
            raise IllegalOrder(f"{side} must react or decline first", rule="MB.9.1")
        case MoveUnit(), _:
            decide_move(play, order)
        case FireVolley(), _:
            check_turn(play, play.state.core.active)
            check_targets(play, order.unit, order.target)
            volley(play, order.unit, order.target)
        case EndPhase(), _:
            decide_end(play)
        case _:
            raise IllegalOrder("there is nothing to react to", rule="MB.9.1")


def check_turn(play: Play[State], side: str) -> None:
    if play.by != side:
        raise IllegalOrder(f"it is for {side} to act, not for {play.by}", rule="MB.4.1")


def check_targets(play: Play[State], unit: str, target: str) -> None:
    units = play.state.units
    if unit not in units or units[unit].side != play.by or target not in units or units[target].side == play.by:
        raise IllegalOrder(f"{unit} cannot fire at {target}", rule="MB.10.1")


def decide_move(play: Play[State], order: MoveUnit) -> None:
    check_turn(play, play.state.core.active)
    unit = play.state.units.get(order.unit)
    if unit is None or unit.side != play.by:
        raise IllegalOrder(f"{order.unit} is not yours to move", rule="MB.8.2")
    taken = {other.at for name, other in play.state.units.items() if name != order.unit}
    for start, to in zip((unit.at, *order.path), order.path, strict=False):
        if abs(to - start) != 1 or not 0 <= to <= 6 or to in taken:
            raise IllegalOrder(f"no way from {start} to {to}", rule="MB.8.1")
    march(play, order.unit, order.path)


def march(play: Play[State], unit: str, path: tuple[int, ...]) -> None:
    """MB.8.1 One hex at a time; stops where someone may react."""
    for step, to in enumerate(path, 1):
        play.record(UnitMoved(unit=unit, to=to))
        enemy = next((u for u in play.state.units.values() if u.side != play.state.units[unit].side), None)
        if enemy and abs(enemy.at - to) <= 3:
            play.open(ResumeMove(unit=unit, path=path[step:]))
            play.open(AwaitReaction(side=enemy.side, target=unit, depth=1))
            return


def decide_reaction(play: Play[State], order: React) -> None:
    frame = play.state.core.pending[-1]
    assert isinstance(frame, AwaitReaction)
    check_turn(play, frame.side)
    if order.unit not in play.state.units or play.state.units[order.unit].side != frame.side:
        raise IllegalOrder(f"{order.unit} cannot react", rule="MB.9.2")
    play.close()
    if frame.depth < 2:
        other = next(side for side in play.state.core.sides if side != frame.side)
        play.open(AwaitReaction(side=other, target=order.unit, depth=frame.depth + 1))
    volley(play, order.unit, frame.target)


def volley(play: Play[State], unit: str, target: str) -> None:
    firer, aim = play.state.units[unit], play.state.units[target]
    modifiers = (LONG_RANGE,) if abs(firer.at - aim.at) >= 4 else ()
    roll = play.roll(1, 6, why="MB.10.5 volley", by=firer.side)
    need = 5 if play.reading("D1") == "a" else 4
    hits = int(roll.total + total(modifiers) >= need)
    play.record(VolleyFired(unit=unit, target=target, modifiers=modifiers, hits=hits))
    if hits:
        play.record(LossTaken(side=aim.side, unit=target, kind="steps", amount=1, cause="volley"))
        play.record(PointsScored(side=firer.side, points=1, why="a step", rule="MB.12.1"))
    if not play.state.units.get(target):
        play.record(GameEnded(winner=firer.side, why="the enemy is destroyed", rule="MB.12.2"))


def decide_end(play: Play[State]) -> None:
    state = play.state.core
    check_turn(play, state.active)
    follows = SEQUENCE.after(state.turn, state.phase, state.active)
    if follows is None:
        play.record(GameEnded(winner="", why="night falls", rule="MB.12.3"))
    else:
        play.record(follows)


def proceed(play: Play[State]) -> bool:
    match play.state.core.pending:
        case [*_, ResumeMove(unit=unit, path=path)]:
            play.close()
            if unit in play.state.units and not play.state.core.ended:
                march(play, unit, path)
            return True
        case [*_, AwaitReaction()] if play.state.core.ended or not both_sides(play.state):
            play.close()
            return True
    return False


def both_sides(state: State) -> bool:
    return len({unit.side for unit in state.units.values()}) == 2


def _moved(state: State, fact: UnitMoved) -> None:
    state.units[fact.unit].at = fact.to


def _loss(state: State, fact: LossTaken) -> None:
    unit = state.units[fact.unit]
    unit.strength -= fact.amount
    if unit.strength <= 0:
        del state.units[fact.unit]


def _nothing(_state: State, _fact: Fact) -> None:
    pass


def options(state: State) -> Iterator[Choice]:
    if state.core.ended:
        return
    if state.core.pending:
        frame = state.core.pending[-1]
        assert isinstance(frame, AwaitReaction)
        yield Choice(frame.side, Decline())
        for name, unit in state.units.items():
            if unit.side == frame.side:
                yield Choice(frame.side, React(unit=name))
        return
    yield Choice(state.core.active, EndPhase())
    for name, unit in state.units.items():
        if unit.side == state.core.active:
            yield from _acts(state, name, unit)


def _acts(state: State, name: str, unit: Unit) -> Iterator[Choice]:
    taken = {other.at for other in state.units.values()}
    for to in (unit.at - 1, unit.at + 1):
        if 0 <= to <= 6 and to not in taken:
            yield Choice(unit.side, MoveUnit(unit=name, path=(to,)))
    for target, other in state.units.items():
        if other.side != unit.side:
            yield Choice(unit.side, FireVolley(unit=name, target=target))


def board(state: State, _viewer: str | None) -> Board:
    return Board(
        title="Mill Bridge",
        sides=state.core.sides,
        spots=tuple(Spot(name=str(i), x=i, y=0) for i in range(7)),
        counters=tuple(
            Counter(id=name, name=name, side=unit.side, at=str(unit.at), strength=unit.strength)
            for name, unit in state.units.items()
        ),
    )


SYSTEM: System[State] = System(
    key="mill_bridge",
    title="Mill Bridge",
    edition="1",
    state=State,
    orders=(MoveUnit, FireVolley, React, Decline, EndPhase),
    facts=(UnitMoved, VolleyFired, ReactionDeclined),
    frames=(ResumeMove, AwaitReaction),
    initial=initial,
    decide=decide,
    proceed=proceed,
    evolve={UnitMoved: _moved, VolleyFired: _nothing, ReactionDeclined: _nothing, LossTaken: _loss},
    options=options,
    board=board,
    check_pack=lambda _pack: None,
    scenarios=lambda _pack: {"bridge": Scenario("bridge", "The bridge", ("blue", "red"))},
    readings={"D1": Reading("MB.10.5", "What hits?", {"a": "5 or more", "b": "4 or more"}, "a")},
    optional_rules={"night": "MB.15 a night turn"},
    corrections=(Correction(1, "2026-01-01", "MB.10.5", "a volley needs one die"),),
)
PACK = Pack(name="mill", files={})
