"""8.4, 9.4, 14.1, 21.4 Declarations of attacks and bombardments, and the order of stacks."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice, Question
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.movement import activation, targets
from rules.gettysburg.movement import declaration_facts as f
from rules.gettysburg.movement.asks import AwaitDeclaration, DeclareAttack, DeclareBombardment, ReorderStack
from rules.gettysburg.position import brigades_at, commander, guns_at, side_at
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import State
from rules.gettysburg.turn.asks import Decline
from rules.gettysburg.turn.facts import Declined

STRIKES = ("attack", "charge", "train")


def window_bar(state: State, name: PieceId, by: Side, target: HexId) -> IllegalOrder | None:
    """8.4a Whether it is this unit's moment to declare: just after its move, or instead of one."""
    bar = activation.use_bar(state, name, by)
    if bar:
        return bar
    frame = state.core.pending[-1] if state.core.pending else None
    if isinstance(frame, AwaitDeclaration) and frame.unit != name:
        return IllegalOrder("moment of another", "8.4a", frame.unit, name)
    unit = state.units.get(name)
    if unit is None or unit.at not in state.stacks:
        return IllegalOrder("not there to declare", "8.4a", name)
    bar = bound_bar(state, name, target)
    if bar:
        return bar
    if name in state.turn.acted and state.turn.window != name and not _is_new(state, target):
        return IllegalOrder("moment has passed", "8.4a", name)
    return None


def bound_bar(state: State, name: PieceId, target: HexId) -> IllegalOrder | None:
    """8.4a, 11.2c, 14.1b Whether the unit is bound by what it declared, and by which rule to its target."""
    declared = state.turn.declared.get(name)
    if declared is None:
        return None
    elsewhere = "14.1b" if declared.kind == "bombardment" else "11.2c"
    return IllegalOrder("has declared", "8.4a" if declared.target == target else elsewhere, name)


def _is_new(state: State, target: HexId) -> bool:
    """D94 B Enemies who came out of an HMC this turn may be declared against later."""
    revealed = state.turn.deployed
    return bool(revealed) and reading(state, "D94") == "B" and any(
        name in revealed for name in state.stacks.get(target, ())
    )  # fmt: skip


def attack_bar(state: State, order: DeclareAttack, by: Side) -> IllegalOrder | None:
    """O10, O13 Why a brigade may not declare this attack."""
    bar = window_bar(state, order.unit, by, order.target)
    if bar:
        return bar
    unit = state.units[order.unit]
    if unit.kind == "artillery":
        return IllegalOrder("artillery bombards", "13.5e", order.unit)
    if unit.kind == "train":
        return IllegalOrder("Train declares no attack", "21.4")
    bar = targets.hex_bar(state, order.target, "11.1a")
    if bar:
        return bar
    if order.target not in state.ground.near(unit.at):
        return IllegalOrder("target not adjacent", "11.1a", order.target, unit.at, order.unit)
    return targets.attacked_bar(state, order.unit, order.target, order.train) or stack_bar(state, order.unit, unit.at)


def stack_bar(state: State, name: PieceId, at: HexId) -> IllegalOrder | None:
    """9.5a, D44 Only the top brigade of a hex attacks; under B the others after it, from the top down."""
    brigades = brigades_at(state, at)
    others = sworn(state, at)
    if others and reading(state, "D44") == "A":
        return IllegalOrder("one attacks from the hex", "9.5a", others[0], at)
    above = [other for other in brigades[: brigades.index(name)] if other not in others]
    if above:
        return IllegalOrder("not on top", "9.5a", above[0], name, at)
    return None


def sworn(state: State, at: HexId) -> list[PieceId]:
    """Brigades of a hex that have declared an attack."""
    declared = state.turn.declared
    return [name for name in brigades_at(state, at) if name in declared and declared[name].kind in STRIKES]


def put_forward(state: State, name: PieceId, at: HexId) -> tuple[PieceId, ...]:
    """9.4a The stack with this brigade on top, beneath those that have declared (D93)."""
    first = sworn(state, at)
    rest = [other for other in state.stacks[at] if other not in first and other != name]
    return (*first, name, *rest)


def decide_attack(play: Play[State], order: DeclareAttack) -> None:
    heed(attack_bar(play.state, order, play.by))
    if not activation.intervenes(play, order):
        declare_attack(play, order)


def declare_attack(play: Play[State], order: DeclareAttack) -> None:
    """8.4a, 21.4 The brigade is bound to the hex; D43 B to the unit that would defend it now."""
    _close(play)
    if order.train:
        play.record(f.AttackDeclared(unit=order.unit, target=order.target, kind="train"))
    else:
        play.record(f.AttackDeclared(unit=order.unit, target=order.target, aim=aim_of(play.state, order.target)))


def aim_of(state: State, target: HexId) -> PieceId:
    """D43 B The unit meant by an attack on a hex."""
    if reading(state, "D43") == "A":
        return ""
    return next(iter([*brigades_at(state, target), *guns_at(state, target)]), "")


def decide_bombardment(play: Play[State], order: DeclareBombardment) -> None:
    heed(bombardment_bar(play.state, order, play.by))
    if not activation.intervenes(play, order):
        declare_bombardment(play, order)


def declare_bombardment(play: Play[State], order: DeclareBombardment) -> None:
    """14.1a, 14.2b"""
    _close(play)
    play.record(f.BombardmentDeclared(unit=order.unit, target=order.target, aim=order.aim))


def bombardment_bar(state: State, order: DeclareBombardment, by: Side) -> IllegalOrder | None:
    """O12, 14.2a, 16.4e Why artillery may not declare a shot; neither other shots nor the command state matter."""
    bar = activation.use_bar(state, order.unit, by) or targets.firer_bar(state, order.unit)
    bar = bar or window_bar(state, order.unit, by, "")
    return bar or targets.bombarded_bar(state, order.unit, order.target, order.aim)


def _close(play: Play[State]) -> None:
    pending = play.state.core.pending
    if pending and isinstance(pending[-1], AwaitDeclaration):
        play.close()


def decline_declaration(play: Play[State], _order: Decline, frame: AwaitDeclaration) -> None:
    """8.4a The controller of a unit declares nothing for it."""
    play.record(Declined(side=frame.side, what=Reason("a declaration", "8.4a", (frame.unit,))))
    play.record(f.DeclarationForgone(unit=frame.unit))
    play.close()


def decide_reorder(play: Play[State], order: ReorderStack) -> None:
    """9.4a The owner may put his stacks in order; a brigade that declared stays on top (D93)."""
    state = play.state
    if side_at(state, order.at) != play.by:
        raise IllegalOrder("no stack of yours", "9.4a", order.at)
    if sorted(order.pieces) != sorted(state.stacks[order.at]):
        raise IllegalOrder("name each piece", "9.4a", order.at, *state.stacks[order.at])
    first = sworn(state, order.at)
    brigades = [name for name in order.pieces if name in brigades_at(state, order.at)]
    if brigades[: len(first)] != first:
        raise IllegalOrder("declared stays on top", "9.4a", *first)
    play.record(f.StackReordered(at=order.at, pieces=order.pieces))


def declarations_of(state: State, name: PieceId, by: Side) -> Iterator[DeclareAttack | DeclareBombardment]:
    """Everything a unit may declare now."""
    unit = state.units[name]
    is_late = name in state.turn.acted and state.turn.window != name
    if unit.at not in state.stacks or name in state.turn.declared or (is_late and not state.turn.deployed):
        return
    if unit.kind == "artillery":
        yield from _bombardments(state, name, by)
    elif unit.kind != "train":
        yield from _attacks(state, name, by)


def _attacks(state: State, name: PieceId, by: Side) -> Iterator[DeclareAttack]:
    unit = state.units[name]
    for to in state.ground.near(unit.at):
        if to in state.stacks and side_at(state, to) != unit.side:
            for train in (False, True):
                order = DeclareAttack(unit=name, target=to, train=train)
                if attack_bar(state, order, by) is None:
                    yield order


def _bombardments(state: State, name: PieceId, by: Side) -> Iterator[DeclareBombardment]:
    if may_bombard(state, name, by):
        yield from (DeclareBombardment(unit=name, target=to, aim=aim) for to, aim in targets.shots(state, name))


def may_bombard(state: State, name: PieceId, by: Side) -> bool:
    """14.1a, 8.4a Whether artillery may declare a shot now, if there is one."""
    return targets.firer_bar(state, name) is None and window_bar(state, name, by, "") is None


def declared_by(state: State, side: Side) -> Iterator[Choice]:
    """Every declaration of every unit that a side may use."""
    for name, unit in state.units.items():
        here = unit.side == state.core.active and unit.at in state.stacks
        if here and commander(state, name) == side and activation.use_bar(state, name, side) is None:
            yield from (Choice(side, order) for order in declarations_of(state, name, side))


def answers(state: State, frame: AwaitDeclaration) -> Iterator[Choice]:
    yield from (Choice(frame.side, order) for order in declarations_of(state, frame.unit, frame.side))
    yield Choice(frame.side, Decline())


def choices(state: State) -> Iterator[Choice]:
    """Declarations, and stacks with another brigade on top."""
    if state.core.phase == "movement":
        yield from declared_by(state, state.core.active)
        yield from _reorders(state, state.core.active)


def _reorders(state: State, side: Side) -> Iterator[Choice]:
    """9.4a Each lower brigade brought to the top, or beneath those that have declared (D93)."""
    for at, stack in state.stacks.items():
        if len(stack) > 1 and side_at(state, at) == side:
            first = sworn(state, at)
            for name in [other for other in brigades_at(state, at) if other not in first][1:]:
                yield Choice(side, ReorderStack(at=at, pieces=put_forward(state, name, at)))


CHAPTER = Chapter[State](
    facts=f.FACTS,
    orders=(
        Asked(DeclareAttack(unit="C-44", target="2226"), decide_attack, phases=("movement",), cites=("8.4",)),
        Asked(
            DeclareBombardment(unit="C-51", target="1523", aim="U-3"),
            decide_bombardment,
            phases=("movement",),
            cites=("14.1", "14.2b"),
        ),
        Asked(
            ReorderStack(at="2419", pieces=("U-51", "U-50")),
            decide_reorder,
            phases=("set-up", "movement"),
            cites=("9.4a",),
        ),
    ),
    questions=(
        Question(
            AwaitDeclaration,
            {
                DeclareAttack: lambda play, order, _frame: decide_attack(play, order),
                DeclareBombardment: lambda play, order, _frame: decide_bombardment(play, order),
                Decline: decline_declaration,
            },
            answers,
            cites=("8.4a", "17.4a"),
        ),
    ),
    choices=choices,
)
