"""14.2 to 14.7 Bombardment: declared shots, alone or coordinated, and what they do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from domain.kernel.chapter import Asked, Chapter, Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play, Roll, at_most
from domain.kernel.reasons import Reason
from rules.gettysburg import tables
from rules.gettysburg.combat import artillery, coordination, fights, results, selection
from rules.gettysburg.combat.asks import ResolveBombardment
from rules.gettysburg.combat.bombardment_facts import FACTS, BombardmentResolved, FireCoordinationTried
from rules.gettysburg.combat.facts import FightBegan
from rules.gettysburg.combat.retreat_facts import RetreatBegan
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.movement.targets import open_to
from rules.gettysburg.position import command_state
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import Declared, State
from rules.gettysburg.turn import states
from rules.gettysburg.turn.state_facts import GunsFired


def decide_bombardment(play: Play[State], order: ResolveBombardment) -> None:
    state = play.state
    for unit in order.units or ("",):
        selection.check_turn(state, unit, play.by, "bombardment")
    _check_stack(state, order.units)
    declared = state.turn.declared[order.units[0]]
    aim = _aim(state, order, declared)
    first = order.units[0]
    side = state.units[first].side
    play.record(
        FightBegan(
            attacker=first, side=side, target=declared.target, kind="bombardment", defender=aim, guns=order.units
        )
    )
    for units in _salvos(play, order.units):
        _fire(play, units, declared.target, aim)


def _check_stack(state: State, units: tuple[PieceId, ...]) -> None:
    """14.7a, 14.7b Only artillery of one hex with one declared target fires together."""
    if len(units) == 1:
        return
    declared = [state.turn.declared[unit] for unit in units]
    if len({state.units[unit].at for unit in units}) > 1:
        raise IllegalOrder("guns of two hexes", "14.7a")
    if len({(one.target, _bound(state, one)) for one in declared}) > 1:
        raise IllegalOrder("guns with two targets", "14.7a")
    if len(set(units)) != len(units):
        raise IllegalOrder("gun named twice", "14.7a")
    heed(_stack_bar(state, declared[0]))


def _stack_bar(state: State, declared: Declared) -> IllegalOrder | None:
    """14.7c, 16.6a, 21.4 Why no stack may fire together at this target; None if one may."""
    if command_state(state, state.core.active) == "panic":
        return IllegalOrder("guns in Panic", "16.6a")
    if fights.is_train(state, declared.aim) and reading(state, "D87") != "C":
        return IllegalOrder("fire on a Train", "21.4")
    return None


def _aim(state: State, order: ResolveBombardment, declared: Declared) -> PieceId:
    """14.2b, D62 The unit hit: as declared, or under B chosen now."""
    if _bound(state, declared):
        if order.aim not in ("", declared.aim):
            raise IllegalOrder("shot is bound", "14.1b", declared.aim)
        return declared.aim
    present = open_to(state, state.units[order.units[0]], declared.target)
    aim = order.aim or (declared.aim if declared.aim in present else "")
    if aim not in present:
        raise IllegalOrder("name the unit hit", "14.2b", declared.target, *present)
    return aim


def _bound(state: State, declared: Declared) -> PieceId:
    """14.1b, D62 The unit that the declaration holds to; none under B, but for a Train."""
    is_fixed = reading(state, "D62") == "A" or fights.is_train(state, declared.aim)
    return declared.aim if is_fixed else ""


def _salvos(play: Play[State], units: tuple[PieceId, ...]) -> list[tuple[PieceId, ...]]:
    """14.7a One roll together if the artillery coordinates, else each by itself."""
    if len(units) == 1:
        return [units]
    side = play.state.units[units[0]].side
    most = coordination.value(play.state, side)
    die = play.roll(1, 6, why=Reason("coordination of artillery", "14.7a"), by=side, alike=at_most(most)).total
    play.record(FireCoordinationTried(units=units, die=die, value=most, success=die <= most))
    return [units] if die <= most else [(unit,) for unit in units]


def _fire(play: Play[State], units: tuple[PieceId, ...], target: HexId, aim: PieceId) -> None:
    """14.3 One roll of the Bombardment Table; the firers are spent (13.1b). No single shot can remove its target."""
    state = play.state
    if fights.is_train(state, aim):
        fights.strike_train(play, units, aim)
    else:
        _shoot(play, units, target, aim)
    for unit in units:
        if not state.units[unit].fired:
            play.record(GunsFired(unit=unit, why=Reason("bombarded", "13.1b")))


def _shoot(play: Play[State], units: tuple[PieceId, ...], target: HexId, aim: PieceId) -> None:
    """14.6c The die and the number of units find the cell, whatever the ground; BT.n1 A Disrupts whoever fired."""
    side = play.state.units[units[0]].side

    def cell_of(dice: Roll) -> str:
        return tables.bt(dice.total, len(units))

    dice = play.roll(1, 6, why=Reason("bombardment", "14.3", (target,)), by=side, alike=cell_of)
    die, cell = dice.total, cell_of(dice)
    play.record(
        BombardmentResolved(
            units=units, target=target, aim=aim, coordinated=len(units) > 1, column=len(units), die=die, cell=cell
        )
    )
    if cell == "A":
        for unit in units:
            states.disrupt(play, unit, Reason("mishap of a bombardment", "14.4R"))
    elif cell:
        _hit(play, aim, target, cell)


def _hit(play: Play[State], aim: PieceId, target: HexId, cell: str) -> None:
    """14.4R, BT.n1 Disruption, elimination test, morale test; never a retreat."""
    states.disrupt(play, aim, Reason("bombarded", "14.4R"))
    if "E" in cell and not states.survives(play, aim, Reason("elimination test", "14.4R")):
        states.eliminate(play, aim, Reason("bombarded", "14.4R"))
    elif "R" in cell:
        if states.passes_morale(play, aim, Reason("morale", "14.4R")):
            states.shake(play, aim, Reason("bombarded", "14.4R"))
            return
        states.rout(play, aim, Reason("bombarded", "14.4R"))
        _spread(play, aim, target)


def _spread(play: Play[State], aim: PieceId, target: HexId) -> None:
    """D56 C The rout of a brigade under fire shakes the others of its hex."""
    if reading(play.state, "D56") != "C" or play.state.units[aim].kind == "artillery":
        return
    leaving = results.shake_others(play, target, aim)
    leaving += artillery.follow(play, target, leaving)
    if leaving:
        play.record(RetreatBegan(units=tuple(leaving), rule="12.6a"))


def choices(state: State) -> Iterator[Choice]:
    """Each shot by itself, and each stack that may coordinate."""
    stacks: dict[tuple[HexId, HexId, PieceId], list[PieceId]] = {}
    by = selection.orderer(state)
    for unit, declared in selection.selectable(state):
        if declared.kind == "bombardment" and selection.may_order(state, unit, by):
            for aim in _aims(state, unit, declared):
                yield Choice(by, ResolveBombardment(units=(unit,), aim=aim))
            stacks.setdefault((state.units[unit].at, declared.target, _bound(state, declared)), []).append(unit)
    for units in stacks.values():
        declared = state.turn.declared[units[0]]
        if len(units) > 1 and not _stack_bar(state, declared):
            for party in _parties(units):
                for aim in _aims(state, units[0], declared):
                    yield Choice(by, ResolveBombardment(units=party, aim=aim))


def _parties(units: list[PieceId]) -> Iterator[tuple[PieceId, ...]]:
    """14.7a Two or three of a stack may try to fire together."""
    for count in range(2, len(units) + 1):
        yield from combinations(units, count)


def _aims(state: State, unit: PieceId, declared: Declared) -> list[PieceId]:
    """D62 Nothing to name, or under B each unit in the hex that the shot can reach."""
    return [""] if _bound(state, declared) else open_to(state, state.units[unit], declared.target)


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(ResolveBombardment(units=("C-51", "C-52")), decide_bombardment, phases=("combat",), cites=("14.3",)),
    ),
    choices=choices,
)
