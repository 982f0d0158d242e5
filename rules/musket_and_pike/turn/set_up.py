"""5.5.3, 6.3.3 The start of a game: both sides choose their orders, and who stands in Open Order, unseen."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from domain.kernel import core, sealed
from domain.kernel.chapter import Asked, Chapter, Choice, always
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import PhaseBegan, Side
from domain.kernel.play import Play
from domain.kernel.system import Setup
from rules.musket_and_pike import tables
from rules.musket_and_pike.fields import grounds
from rules.musket_and_pike.ids import UnitId, WingId
from rules.musket_and_pike.position import body, is_guns
from rules.musket_and_pike.rulings import READINGS, SETTLED, is_on
from rules.musket_and_pike.sheets.build import charts, engagements
from rules.musket_and_pike.sheets.rows import Engagement, UnitRow
from rules.musket_and_pike.state import OPEN_ORDER, SET_UP, Leader, State, Unit, Wagon, Wing
from rules.musket_and_pike.turn.asks import ChooseOpenOrder, ChooseOrders
from rules.musket_and_pike.turn.facts import FACTS, OpenOrderRevealed, OpenOrderSealed, OrdersRevealed, OrdersSealed


def initial(setup: Setup) -> State:
    engagement = engagements(setup.pack)[setup.started.scenario]
    state = State(
        core=core.start(setup.started),
        ground=grounds(setup.pack)[setup.started.scenario],
        charts=charts(setup.pack),
        engagement=engagement,
        units={row.id: Unit(side=row.side, wing=row.wing, card=row) for row in engagement.units},
        leaders={
            row.id: Leader(side=row.side, wing=row.wing, name=row.name, rating=row.rating, at=row.at)
            for row in engagement.leaders
        },
        wings=_wings(engagement),
        wagons={row.id: Wagon(side=row.side, name=row.name, at=row.at) for row in engagement.wagons},
        commanders=dict(engagement.commanders),
    )
    for row in engagement.units:
        _post(state, row)
    state.core.turn, state.core.phase = 0, OPEN_ORDER if is_on(state, "historical_orders") else SET_UP
    return state


def _wings(engagement: Engagement) -> dict[WingId, Wing]:
    return {
        row.id: Wing(
            side=row.side, name=row.name, commander=row.commander, order=row.historical, arrives=row.arrives,
            hexes=row.hexes,
        )
        for row in engagement.wings
    }  # fmt: skip


def _post(state: State, row: UnitRow) -> None:
    """Where the scenario puts it; guns have no formation."""
    unit = state.units[row.id]
    unit.facing, unit.limbered = row.facing, row.limbered
    unit.formation = "" if is_guns(unit) else "CO" if row.column else "FN"
    if not row.at:
        unit.gone = "due"
        return
    right = state.ground.neighbour(row.at, row.facing + 2)
    unit.hexes = (row.at, right) if row.width > 1 and right else (row.at,)
    if unit.formation == "CO" and row.width > 1:
        unit.facing = (row.facing + 2) % 6  # 6.3.4 the right half is the head, its flank hexside the front
    for hex in unit.hexes:
        state.stacks.setdefault(hex, []).append(row.id)


def choosing(state: State) -> tuple[Side, ...]:
    """5.5.3, 6.3.3 Who has yet to choose."""
    done = state.sealed if state.core.phase == SET_UP else state.opened
    return sealed.waiting(state.core.sides, done)


def wings_to_order(state: State, side: Side) -> list[WingId]:
    """5.5.3, 7.4 Reinforcements come with the order that the rules give them."""
    return [name for name, wing in state.wings.items() if wing.side == side and not wing.arrives]


def decide_orders(play: Play[State], order: ChooseOrders) -> None:
    """5.5.3"""
    state, own = play.state, wings_to_order(play.state, play.by)
    if play.by in state.sealed:
        raise IllegalOrder("already chosen", "5.5.3")
    if set(order.orders) != set(own):
        raise IllegalOrder("an order for each Wing", "5.5.3", *own)
    play.record(OrdersSealed(side=play.by, orders={wing: order.orders[wing] for wing in own}))
    if not choosing(state):
        orders = {wing: found for one in state.core.sides for wing, found in state.sealed[one].items()}
        play.record(OrdersRevealed(orders=orders))
        play.record(PhaseBegan(turn=0, phase=OPEN_ORDER))


def may_open(state: State, name: UnitId, side: Side) -> bool:
    """6.3.3 Whether a unit may start in Open Order: one that has a formation, and is on the map in the normal one."""
    unit = state.units.get(name)
    return unit is not None and unit.side == side and bool(unit.hexes) and unit.formation == "FN"


def decide_open_order(play: Play[State], order: ChooseOpenOrder) -> None:
    """6.3.3, 8.2.1 Horse and the light infantry with it stand in one formation."""
    state = play.state
    if play.by in state.opened:
        raise IllegalOrder("already chosen", "6.3.3")
    for name in order.units:
        if not may_open(state, name, play.by):
            raise IllegalOrder("cannot start in Open Order", "6.3.3", name)
    whole = {other for name in order.units for other in body(state, name)}
    if whole != set(order.units):
        raise IllegalOrder("one formation in a stack", "8.2.1", *sorted(whole - set(order.units)))
    play.record(OpenOrderSealed(side=play.by, units=tuple(dict.fromkeys(order.units))))
    if not choosing(state):
        units = tuple(name for side in state.core.sides for name in state.opened[side])
        play.record(OpenOrderRevealed(units=units))


def choices(state: State) -> Iterator[Choice]:
    """Every set of orders; of Open Order none, each unit alone, and all."""
    if state.core.phase == SET_UP:
        for side in choosing(state):
            own = wings_to_order(state, side)
            for found in product(tables.ORDERS, repeat=len(own)):
                yield Choice(side, ChooseOrders(orders=dict(zip(own, found, strict=True))))  # type: ignore[arg-type]
    elif state.core.phase == OPEN_ORDER:
        for side in choosing(state):
            yield Choice(side, ChooseOpenOrder())
            able = dict.fromkeys(body(state, name) for name in state.units if may_open(state, name, side))
            for units in able:
                yield Choice(side, ChooseOpenOrder(units=units))
            if len(able) > 1:
                yield Choice(side, ChooseOpenOrder(units=tuple(name for units in able for name in units)))


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(
            ChooseOrders(
                orders={
                    "royalist-right-horse": "charge",
                    "royalist-foot": "make_ready",
                    "royalist-left-horse": "charge",
                }
            ),
            decide_orders,
            phases=(SET_UP,),
            cite="5.5.3",
        ),
        Asked(
            ChooseOpenOrder(units=("meldrum",)), decide_open_order, phases=(OPEN_ORDER,), cite="6.3.3", sampled=always
        ),
    ),
    readings=READINGS,
    settled=SETTLED,
    choices=choices,
)
