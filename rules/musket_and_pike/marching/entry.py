"""7.4 Reinforcements: by which hexes a Wing enters, how, and with what allowance."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.errors import IllegalOrder, heed, if_legal
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike import going, tables
from rules.musket_and_pike.duties.limits import of_order
from rules.musket_and_pike.formation.facts import FormationSet
from rules.musket_and_pike.ids import Formation, HexId, LeaderId, UnitId
from rules.musket_and_pike.leaders.facts import LeaderPlaced
from rules.musket_and_pike.marching.moves import run
from rules.musket_and_pike.movement import carry
from rules.musket_and_pike.movement.asks import EnterUnit
from rules.musket_and_pike.movement.facts import UnitMoved
from rules.musket_and_pike.movement.field import FOE, FREE, GUNS, Field
from rules.musket_and_pike.movement.plan import plan, stop_bar
from rules.musket_and_pike.movement.reach import ways
from rules.musket_and_pike.movement.strides import Here, Mover, mover_of
from rules.musket_and_pike.position import klass
from rules.musket_and_pike.reaction import triggers
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import ResumeMove, Trigger

FORMATIONS: tuple[Formation, ...] = ("FN", "OO", "CO")


def unit_bar(state: State, by: Side, name: UnitId) -> IllegalOrder | None:
    """3.2.C, 7.4 A unit of the active Wing that is due."""
    unit = state.units.get(name)
    if unit is None or unit.side != by:
        return IllegalOrder("not your unit", "3.2.C", name)
    if unit.gone != "due":
        return IllegalOrder("is not to enter", "7.4", name)
    if unit.wing != state.activation.wing or state.core.turn < state.wings[unit.wing].arrives:
        return IllegalOrder("not due yet", "7.4", name)
    return None


def doors(field: Field, name: UnitId) -> list[HexId]:
    """7.4 The entry hexes of its Wing; where enemies block them all, the nearest hexes that are free."""
    hexes = field.state.wings[field.state.units[name].wing].hexes
    free = [hex for hex in hexes if field.bars(hex) in (FREE, GUNS)]
    if free or any(field.bars(hex) < FOE for hex in hexes):
        return free
    edge = [hex for hex in field.ground.edge_hexes if field.bars(hex) in (FREE, GUNS)]
    far = {hex: min(field.ground.distance(hex, door) for door in hexes) for hex in edge}
    nearest = min(far.values(), default=0)
    return sorted(hex for hex, away in far.items() if away == nearest)


def reduction(state: State, name: UnitId) -> int:
    """7.4, D30 By one for each unit that has come in before it by a single hex."""
    wing = state.units[name].wing
    if len(state.wings[wing].hexes) != 1:
        return 0
    letter = reading(state, "D30")
    if letter == "a":
        return len(state.activation.entered)
    if letter == "b":
        return sum(1 for other in state.turn.arrived if state.units[other].wing == wing)
    return sum(1 for unit in state.units.values() if unit.wing == wing and unit.gone != "due")


def allowance_of(state: State, name: UnitId, formation: Formation) -> int:
    """7.2.1, 7.4"""
    unit = state.units[name]
    base = tables.DISMOUNTED if unit.card.dismounted else tables.ALLOWANCE[unit.card.arm]
    return max(0, base + (tables.COLUMN_BONUS if formation == "CO" else 0) - reduction(state, name))


def formations(state: State, name: UnitId) -> tuple[Formation, ...]:
    """7.4 The owner's choice, unless the scenario says Column; guns have none."""
    card = state.units[name].card
    if card.arm == tables.GUNS:
        return ("",)
    return ("CO",) if card.column else FORMATIONS


def footing(field: Field, order: EnterUnit) -> tuple[Mover, Here, int]:
    """Where it stands once it is in, what that cost, and how many words of its path say so."""
    state, name = field.state, order.unit
    unit = state.units[name]
    if order.formation not in formations(state, name):
        raise IllegalOrder("not in this formation", "7.4", name)
    if not order.path or order.path[0] not in doors(field, name):
        raise IllegalOrder("no hex of entry", "7.4", name, *doors(field, name))
    ma = allowance_of(state, name, order.formation)
    column = unit.card.width > 1 and order.formation == "CO"
    mover = mover_of(state, name, ma)._replace(column=column, free=unit.limbered, road=column or unit.limbered)
    hexes, words = _hexes(field, order, column)
    cost = _price(field, hexes, klass(unit), column)
    if cost is None:
        raise IllegalOrder("ground forbids it", "7.1.1", name, *hexes)
    if cost > ma:
        raise IllegalOrder("not enough points", "7.4", name, cost, ma)
    facing = field.ground.direction(*hexes) if column else order.facing
    formation = order.formation
    if _disorders(field.state, name, hexes) and formation == "FN":
        formation = "FS"
    return mover, Here(hexes, facing, formation, cost, 1), words


def _disorders(state: State, name: UnitId, hexes: tuple[HexId, ...]) -> tuple[str, ...]:
    """7.3.1 What of the ground it comes in by costs a formation hit."""
    kind = klass(state.units[name])
    return tuple(
        dict.fromkeys(cause for hex in hexes for cause in going.ground_hits(state.charts, state.ground, kind, hex))
    )


def _hexes(field: Field, order: EnterUnit, column: bool) -> tuple[tuple[HexId, ...], int]:
    """A two-hex unit comes in abreast, its left half by the entry hex; in Column its head goes one hex further."""
    unit, first = field.state.units[order.unit], order.path[0]
    if unit.card.width == 1:
        return (first,), 1
    if column:
        second = order.path[1] if len(order.path) > 1 else ""
        if second not in field.ground.near(first):
            raise IllegalOrder("Column needs two hexes", "7.4", order.unit)
    else:
        second = field.ground.neighbour(first, order.facing + 2) or ""
    if not second or field.bars(second) not in (FREE, GUNS):
        raise IllegalOrder("no room to enter", "7.4", order.unit, first)
    return (first, second), 2 if column else 1


def _price(field: Field, hexes: tuple[HexId, ...], kind: str, column: bool) -> int | None:
    """7.1.1 The ground entered; of a Column both hexes, one after the other."""
    state = field.state
    ground = [going.ground_cost(state.charts, field.ground, kind, hex) for hex in hexes]
    if None in ground:
        return None
    points = [cost for cost in ground if cost is not None]
    return sum(points) if column else max(points)


def decide_entry(play: Play[State], order: EnterUnit) -> None:
    """7.4"""
    state = play.state
    heed(unit_bar(state, play.by, order.unit))
    field = Field(state, play.by)
    mover, here, words = footing(field, order)
    limits = of_order(field, mover)
    for hex in here.hexes:
        if hex in limits.banned:
            raise IllegalOrder("may not come into contact", limits.cite, order.unit, hex)
    steps = plan(field, mover, here, order.path[words:], limits._replace(entered=99).as_limit(mover))
    heed(stop_bar(field, mover, steps[-1][1] if steps else here))
    _check_leaders(state, order)
    _come_in(play, order, mover, here, words)


def _check_leaders(state: State, order: EnterUnit) -> None:
    wing = state.wings[state.units[order.unit].wing]
    for name in order.leaders:
        if name != wing.commander or state.leaders[name].at or state.leaders[name].fate:
            raise IllegalOrder("not his Wing", "7.4", name)


def _late(state: State, name: UnitId) -> tuple[LeaderId, ...]:
    """7.4 The commander who has not come yet comes with the last unit of his Wing."""
    wing = state.units[name].wing
    chief = state.wings[wing].commander
    man = state.leaders.get(chief)
    is_last = not any(unit.wing == wing and unit.gone == "due" for unit in state.units.values())
    return (chief,) if is_last and man and not man.at and not man.fate else ()


def _come_in(play: Play[State], order: EnterUnit, mover: Mover, here: Here, words: int) -> None:
    carry.begin(play, order.unit, "entry", mover.ma)
    play.record(UnitMoved(units=(order.unit,), hexes=here.hexes, how="entry", cost=here.spent, facing=here.facing))
    if play.state.units[order.unit].formation != order.formation:
        why = Reason("formation on entry", "7.4")
        play.record(FormationSet(units=(order.unit,), formation=order.formation, why=why))
    carry.settle(play, (order.unit,), here.hexes)
    carry.disorder(play, (order.unit,), _disorders(play.state, order.unit, here.hexes))
    for leader in order.leaders or _late(play.state, order.unit):
        play.record(LeaderPlaced(leader=leader, at=here.hexes[0]))
    trigger = Trigger(kind="TR1", unit=order.unit, how="entry", hexes=here.hexes)
    if triggers.found(play.state, trigger):
        play.open(ResumeMove(unit=order.unit, rest=order.path[words:]))
        triggers.open(play, trigger)
    else:
        run(play, order.unit, order.path[words:])


def entries(field: Field, by: Side) -> Iterator[EnterUnit]:
    """Every unit that is due, by each hex and in each formation, to each place in reach."""
    state = field.state
    wing = state.wings[state.activation.wing]
    chief = state.leaders.get(wing.commander)
    leaders = (wing.commander,) if chief and not chief.at and not chief.fate else ()
    for name, unit in state.units.items():
        if unit.gone == "due" and not unit_bar(state, by, name):
            for formation in formations(state, name):
                for door in doors(field, name):
                    start = EnterUnit(
                        unit=name, path=(door,), facing=unit.card.facing, formation=formation, leaders=leaders
                    )
                    yield from _onward(field, start)


def _onward(field: Field, start: EnterUnit) -> Iterator[EnterUnit]:
    card = field.state.units[start.unit].card
    if card.width > 1 and start.formation == "CO":
        starts = [_with(start, (start.path[0], to)) for to in field.ground.near(start.path[0])]
    else:
        starts = [start]
    for order in starts:
        stands = if_legal(footing, field, order)
        if stands is None:
            continue
        mover, here, _ = stands
        limits = of_order(field, mover)
        if any(hex in limits.banned for hex in here.hexes):
            continue
        yield order
        for way in ways(field, mover, here, limits._replace(entered=99)):
            yield _with(order, (*order.path, *way.path))


def _with(order: EnterUnit, path: tuple[str, ...]) -> EnterUnit:
    return EnterUnit(unit=order.unit, path=path, facing=order.facing, formation=order.formation, leaders=order.leaders)
