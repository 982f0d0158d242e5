"""8.1 A move in progress: hex by hex, with delay rolls, tests and reveals on the way, and what its end brings."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import PointsScored, Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.gettysburg import clock, tables
from rules.gettysburg.ids import OFF_MAP, HexId, PieceId
from rules.gettysburg.movement import costs, declarations, entry, march_choices, modes
from rules.gettysburg.movement import facts as f
from rules.gettysburg.movement.asks import AwaitDeclaration, AwaitMarch, ResumeMarch
from rules.gettysburg.movement.costs import Mover
from rules.gettysburg.movement.declaration_facts import AttackDeclared, StackReordered
from rules.gettysburg.movement.field import Field
from rules.gettysburg.position import CAVALRY, INFANTRY, is_any_observed, is_near, is_on_map, piece, side_of, units_at
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import CONFEDERATE, TRAINS, March, State, Unit
from rules.gettysburg.turn import states
from rules.gettysburg.turn.state_facts import GunsFired


class Outset(NamedTuple):
    """From where, and with what, a path is walked; `at` is empty for a piece that enters."""

    at: HexId
    left: int
    steps: int = 0
    one_hex: bool = False
    charge: HexId = ""


def outset(state: State, march: March) -> Outset:
    """The move in progress as it stands."""
    at = piece(state, march.unit).at
    return Outset(at if at in state.stacks else "", march.left, march.steps, march.one_hex, march.charge)


def check_path(field: Field, mover: Mover, here: Outset, path: tuple[HexId, ...]) -> Outset:
    """O1 Every step of a path, as if no delay were rolled; where it ends, and with what."""
    for place, to in enumerate(path):
        if to == OFF_MAP and place < len(path) - 1:
            raise IllegalOrder("nothing after the exit", "8.5a")
        cost = _step(field, mover, here, to).cost + (march_choices.known_delay(field.state, to) if place == 0 else 0)
        if cost > here.left:
            raise _too_dear(mover, here, to, cost)
        here = here._replace(at=to, left=here.left - cost, steps=here.steps + 1)
    return here


def _step(field: Field, mover: Mover, here: Outset, to: HexId) -> costs.Step:
    if here.one_hex and here.steps:
        raise IllegalOrder("one hex only", "8.6(2)", mover.name, to)
    if not here.at:
        return costs.Step(entry.check_entry(field, mover, to))
    return costs.price(field, mover, here.at, to)


def _too_dear(mover: Mover, here: Outset, to: HexId, cost: int) -> IllegalOrder:
    """6.2b, 8.5a, 10.2a, 15.5a, 21.2 Points in halves."""
    rule = "6.2b"
    if here.charge:
        rule = "15.5a"
    elif not here.at:
        rule = "10.2a"
    elif to == OFF_MAP:
        rule = "8.5a"
    elif mover.kind == "train":
        rule = "21.2"
    return IllegalOrder("too dear", rule, mover.name, here.left, cost, to)


def walk(play: Play[State], path: tuple[HexId, ...], more: bool, field: Field) -> None:
    """8.1a Step by step; a reveal, a delay or the end of the path breaks off."""
    state = play.state
    march = state.on_march
    mover = costs.mover(state, march.unit, march.by, march.pace)
    for place, to in enumerate(path, 1):
        if not _take(play, field, mover, to):
            pause(play)
            return
        if to != OFF_MAP and is_any_observed(state):
            was_near = field.is_near(to, INFANTRY)
            play.open(ResumeMarch(unit=mover.name, path=path[place:], more=more, was_near=was_near))
            return
    if more:
        pause(play)
    else:
        finish(play)


def resume(play: Play[State], frame: ResumeMarch) -> None:
    """18.4b The move goes on after a reveal, unless it was the HMC itself that came off the map."""
    play.close()
    if not is_on_map(play.state, frame.unit):
        play.record(f.MarchEnded(unit=frame.unit))
        return
    if not frame.was_near:
        _test_revealed(play, frame.unit)
    walk(play, frame.path, frame.more, Field(play.state, side_of(play.state, frame.unit), frame.unit))


def _test_revealed(play: Play[State], name: PieceId) -> None:
    """8.6(4), D34 B Infantry came out of an HMC next to cavalry on the move."""
    state = play.state
    unit = state.units.get(name)
    if unit is None or unit.kind != "cavalry" or state.on_march.charge or reading(state, "D34") == "A":
        return
    if is_near(state, unit.at, unit.side, INFANTRY):
        _test_cavalry(play, name)


def _take(play: Play[State], field: Field, mover: Mover, to: HexId) -> bool:
    """One step, with the delay roll before it and the test after it; False if it cannot be made any more."""
    march = play.state.on_march
    here = outset(play.state, march)
    try:
        step = _step(field, mover, here, to)
    except IllegalOrder as refused:
        play.record(f.MarchStopped(unit=mover.name, why=refused.reason))
        return False
    if _is_delayed(field, mover, march, here.at, to):
        play.record(f.UnitDelayed(unit=mover.name, extra=_roll_delay(play, mover, here.at), to=to))
    cost = step.cost + march_choices.known_delay(play.state, to)
    if cost > here.left:
        dear = _too_dear(mover, here, to, cost)
        cite = "15.3b" if mover.kind == "infantry" else dear.rule  # only a delay makes infantry's way dearer
        play.record(f.MarchStopped(unit=mover.name, why=replace(dear.reason, cite=cite)))
        return False
    _go(play, field, mover, here, to, step._replace(cost=cost))
    return True


def _is_delayed(field: Field, mover: Mover, march: March, at: HexId, to: HexId) -> bool:
    """15.3a, D33 Whether leaving the hex needs a roll."""
    if mover.kind != "infantry" or not field.is_near(at, CAVALRY) or field.is_near(at, INFANTRY):
        return False
    return march.delay < 0 or (reading(field.state, "D33") == "C" and march.delay_to != to)


def _roll_delay(play: Play[State], mover: Mover, at: HexId) -> int:
    """15.3a 4 to 6 adds 1 MP; D33 B a roll for each enemy cavalry brigade."""
    state = play.state
    dice = 1
    if reading(state, "D33") == "B":
        near = [name for to in state.ground.near(at) for name in units_at(state, to)]
        dice = max(1, sum(state.units[name].kind in CAVALRY and state.units[name].side != mover.side for name in near))
    faces = play.roll(dice, 6, why=Reason("delay", "15.3a"), by=mover.side).faces
    return sum(tables.DELAY_COST for face in faces if face >= tables.DELAY_FROM)


def _go(play: Play[State], field: Field, mover: Mover, here: Outset, to: HexId, step: costs.Step) -> None:
    name = mover.name
    if to == OFF_MAP:
        play.record(f.UnitLeftMap(unit=name, at=here.at, cost=step.cost))
        _score_exit(play, mover, here.at)
        return
    if not mover.is_controlled and to in field.barred and play.state.turn.lone_approach != name:
        play.record(f.ApproachUsed(unit=name))
    if here.at:
        play.record(f.UnitMoved(unit=name, to=to, cost=step.cost, road=step.road))
    else:
        _enter(play, mover, to, step.cost)
    if mover.kind == "cavalry" and field.is_near(to, INFANTRY) and not play.state.on_march.charge:
        _test_cavalry(play, name)


def _enter(play: Play[State], mover: Mover, at: HexId, cost: int) -> None:
    """10.1a, 22.1"""
    state = play.state
    due = piece(state, mover.name).due
    assert due is not None
    column = entry.place_in_column(state, mover, due, at)
    used = entry.letter(state, at)
    rule = "10.1a" if used == due.entry else "22.1"
    play.record(f.UnitEntered(unit=mover.name, at=at, column=column, cost=cost, entry=used, rule=rule))


def _test_cavalry(play: Play[State], name: PieceId) -> None:
    """8.6(4), 15.2 Each time it comes next to enemy infantry."""
    passed = states.passes_morale(play, name, Reason("next to enemy infantry", "8.6(4)"))
    play.record(f.CavalryTested(unit=name, passed=passed))
    if not passed:
        states.shake(play, name, Reason("came next to enemy infantry", "8.6(4)"))


def _score_exit(play: Play[State], mover: Mover, at: HexId) -> None:
    """4.3, D39 The Confederate Train leaves by E, F or G."""
    if mover.name != TRAINS[CONFEDERATE] or (mover.is_controlled and reading(play.state, "D39") == "B"):
        return
    for letter, points in tables.POINTS_TRAIN_EXIT.items():
        if play.state.ground.entry_hexes.get(letter) == at:
            why = Reason("the Train left the map", "4.3", (letter,))
            play.record(PointsScored(side=CONFEDERATE, points=points, why=why))


def pause(play: Play[State]) -> None:
    """8.1a The mover goes on or stops, where there is anything he can do."""
    march = play.state.on_march
    if is_on_map(play.state, march.unit) and next(march_choices.further_moves(play.state), None) is not None:
        play.open(AwaitMarch(side=march.by, unit=march.unit))
    else:
        finish(play)


def finish(play: Play[State]) -> None:
    """MOVE.UNIT_END What the move costs its unit; then its moment to declare."""
    march = play.state.on_march
    unit = play.state.units.get(march.unit)
    if unit and unit.at in play.state.stacks and unit.kind != "train":
        _tire(play, march, unit)
    charge = march.charge if _may_charge_now(play, march) else ""
    play.record(f.MarchEnded(unit=march.unit))
    if charge:
        _charge(play, march.unit, charge)
    elif march.by != play.state.core.active:
        offer_declaration(play, march.unit, march.by)


def _tire(play: Play[State], march: March, unit: Unit) -> None:
    """15.1, 22.4, 20.2a, 13.1b, 22.2"""
    name = march.unit
    if march.pace == "accelerated" and march.steps:
        states.disrupt(play, name, Reason("accelerated movement", "15.1"))
    if march.forced:
        states.disrupt(play, name, Reason("forced march", "22.4"))
    if march.steps and clock.is_night(play.state.core.turn):
        states.disrupt(play, name, Reason("moved at night", "20.2a"))
    if unit.kind == "artillery" and march.steps and not unit.fired:
        play.record(GunsFired(unit=name, why=Reason("moved", "13.1b")))
    if march.pace == "disengage" and march.steps > (0 if reading(play.state, "D42") == "B" else 1):
        _disengage(play, name, unit)


def _disengage(play: Play[State], name: PieceId, unit: Unit) -> None:
    """22.2 Disrupted, and a morale test: Shaken, or routed if it was."""
    states.disrupt(play, name, Reason("disengaged", "22.2"))
    if states.passes_morale(play, name, Reason("disengagement", "22.2")):
        return
    if unit.shaken:
        states.rout(play, name, Reason("disengaged while Shaken", "22.2"))
    else:
        states.shake(play, name, Reason("disengaged", "22.2"))


def _may_charge_now(play: Play[State], march: March) -> bool:
    """15.5a What was revealed on the way may forbid the charge; the cavalry may still attack."""
    if not march.charge:
        return False
    state = play.state
    mover = costs.mover(state, march.unit, march.by)
    field = Field(state, mover.side, mover.name)
    at = state.units[march.unit].at
    bar = modes.charger_bar(field, mover) or march_choices.charge_bar(field, mover, at, march.charge)
    if bar:
        play.record(f.MarchStopped(unit=march.unit, why=bar.reason))
    return bar is None


def _charge(play: Play[State], name: PieceId, target: HexId) -> None:
    """15.5a, 9.5a The cavalry goes to the top of its hex and is bound to the hex charged."""
    state = play.state
    at = state.units[name].at
    if declarations.stack_bar(state, name, at):
        play.record(StackReordered(at=at, pieces=declarations.put_forward(state, name, at)))
    aim = declarations.aim_of(state, target)
    play.record(AttackDeclared(unit=name, target=target, kind="charge", aim=aim))


def offer_declaration(play: Play[State], name: PieceId, side: Side) -> None:
    """8.4a, 17.4a The opponent who moved a unit is asked what it declares, if it can declare anything."""
    if name in play.state.units and next(declarations.declarations_of(play.state, name, side), None) is not None:
        play.open(AwaitDeclaration(side=side, unit=name))
