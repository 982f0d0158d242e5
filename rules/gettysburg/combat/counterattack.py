"""19.0 Counter-Attacks: the side that was struck strikes back at once."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from rules.gettysburg.combat import cavalry
from rules.gettysburg.combat.asks import AwaitCounterAttack, CounterAttack
from rules.gettysburg.combat.facts import CounterAttackMade, FightBegan
from rules.gettysburg.combat.fights import ASSAULTS, can_reach, current, first_defender
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.movement.targets import hex_bar
from rules.gettysburg.position import BRIGADES, brigades_at, commander, side_at
from rules.gettysburg.rulings import is_on, reading
from rules.gettysburg.state import ENEMY, Fight, FightKind, State
from rules.gettysburg.turn.asks import Decline


def offer(state: State) -> AwaitCounterAttack | None:
    """19.1a, D86 The window of the side that was struck; None if it has no brigade to strike back with."""
    if not is_on(state, "counterattacks"):
        return None
    fight = current(state)
    side = ENEMY[fight.side]
    targets = tuple(target for target in _triggers(state, fight) if _eligible(state, side, target))
    return AwaitCounterAttack(side=side, targets=targets) if targets else None


def _triggers(state: State, fight: Fight) -> list[HexId]:
    """14.5c, 19.1a, D84 Hexes of those that advanced, of the brigade that attacked, of the artillery that bombarded."""
    hexes = [fight.target] if fight.advanced else []
    answers_only_advance = reading(state, "D84") == "B" or (fight.counter and reading(state, "D86") == "C")
    if fight.made and not answers_only_advance:
        hexes.extend(state.units[unit].at for unit in (fight.guns or (fight.attacker,)))
    held = [at for at in dict.fromkeys(hexes) if side_at(state, at) == fight.side]
    return [at for at in held if not _is_pledged(state, at)]


def _is_pledged(state: State, at: HexId) -> bool:
    """19.1b Whether the unit that would defend has an attack still to make."""
    unit = first_defender(state, at)
    declared = state.turn.declared.get(unit)
    return not unit or bool(declared and declared.kind != "bombardment" and unit not in state.turn.resolved)


def _eligible(state: State, side: Side, target: HexId) -> list[PieceId]:
    """19.2, 19.3a Brigades of a side that may Counter-Attack the hex."""
    return [
        unit
        for at in state.ground.near(target)
        if side_at(state, at) == side
        for unit in brigades_at(state, at)
        if not _counter_bar(state, unit, target)
    ]


def _counter_bar(state: State, unit: PieceId, target: HexId) -> IllegalOrder | None:
    """19.2, 19.3a Why the brigade may not Counter-Attack the hex; None if it may."""
    turn = state.turn
    declared = turn.declared.get(unit)
    if not can_reach(state, unit, target):
        return IllegalOrder("counter from afar", "19.1a", unit, target)
    if unit in turn.fought:
        return IllegalOrder("counter after a fight", "19.2", unit, target)
    if declared and declared.kind != "bombardment" and declared.target != target:
        return IllegalOrder("counter for another hex", "19.3a", unit, target, declared.target)
    if _was_attacked(state, unit):
        return IllegalOrder("counter by the attacked", "19.2", unit, target)
    if commander(state, unit) != state.units[unit].side:
        return IllegalOrder("counter out of control", "17.3a", unit, target)
    return None


def _was_attacked(state: State, unit: PieceId) -> bool:
    """19.2, D85 An attack was declared on its hex; 12.6c a Supporting Brigade that stayed is excepted."""
    if unit in state.turn.stayed and reading(state, "D85") == "A":
        return False
    at = state.units[unit].at
    if unit in state.turn.attacked:
        return True
    side = state.units[unit].side
    return any(
        declared.target == at and declared.kind in ASSAULTS and state.units[other].side != side
        for other, declared in state.turn.declared.items()
    )


def decide_counter(play: Play[State], order: CounterAttack, frame: AwaitCounterAttack) -> None:
    """19.1c A combat like any other begins at once, with the roles exchanged."""
    state = play.state
    _check_counter(state, order, frame)
    again = reading(state, "D86") == "B"
    play.close()
    play.record(CounterAttackMade(unit=order.unit, target=order.target, charge=order.charge, again=again))
    defender = first_defender(state, order.target)
    kind: FightKind = "charge" if order.charge else "attack"
    play.record(
        FightBegan(attacker=order.unit, side=play.by, target=order.target, kind=kind, counter=True, defender=defender)
    )


def _check_counter(state: State, order: CounterAttack, frame: AwaitCounterAttack) -> None:
    target = order.target
    heed(hex_bar(state, target, "19.1a"))
    if target not in frame.targets:
        raise IllegalOrder("no counter there", "19.1a", target, *frame.targets)
    heed(striker_bar(state, order.unit, frame.side, target))
    if order.charge:
        heed(cavalry.charge_bar(state, order.unit, target))


def striker_bar(state: State, name: PieceId, side: Side, target: HexId) -> IllegalOrder | None:
    """13.5e, 19.2, 21.4 Why this piece cannot Counter-Attack the hex for its side; None if it can."""
    unit = state.units.get(name)
    if unit is None or unit.side != side:
        return IllegalOrder("no brigade of yours", "19.2", name, side)
    if unit.kind not in BRIGADES:
        return IllegalOrder("no brigade of yours", "21.4" if unit.kind == "train" else "13.5e", name, side)
    return _counter_bar(state, name, target)


def answers(state: State, frame: AwaitCounterAttack) -> Iterator[Choice]:
    for target in frame.targets:
        for unit in _eligible(state, frame.side, target):
            yield Choice(frame.side, CounterAttack(unit=unit, target=target))
            if not cavalry.charge_bar(state, unit, target):
                yield Choice(frame.side, CounterAttack(unit=unit, target=target, charge=True))
    yield Choice(frame.side, Decline())
