"""Facts of set-up, of the activation of Wings and of the end of a turn. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact, GameEnded, PhaseBegan, PointsScored, Side
from domain.kernel.reasons import Modifier, Reason, TableRead
from rules.musket_and_pike.ids import LeaderId, Standing, UnitId, WingId
from rules.musket_and_pike.melee.ledger import Melee
from rules.musket_and_pike.sketch import Sketch
from rules.musket_and_pike.state import ACTIVATION, MELEE, ROUT, Activation, State, Turn, enemy_of

FORCED = "all of it shaken, broken or gone"


class OrdersSealed(Fact, frozen=True, kw_only=True):
    """5.5.3 The orders a side has chosen, for itself alone."""

    side: Side
    orders: dict[WingId, Standing]


class OrdersRevealed(Fact, frozen=True, kw_only=True):
    """5.5.3 The orders of both sides."""

    orders: dict[WingId, Standing]


class OpenOrderSealed(Fact, frozen=True, kw_only=True):
    """6.3.3 The units a side starts in Open Order, for itself alone."""

    side: Side
    units: tuple[UnitId, ...]


class OpenOrderRevealed(Fact, frozen=True, kw_only=True):
    """6.3.3"""

    units: tuple[UnitId, ...]


class BombardmentEnded(Fact, frozen=True, kw_only=True):
    """ERR.Rocroi.5 A side has fired what it will before the first turn."""

    side: Side


class DefectionRolled(Fact, frozen=True, kw_only=True):
    """A unit of the scenario may change sides: then it is gone, and is no loss."""

    unit: UnitId
    die: int
    leaves: bool


class InitiativeWon(Fact, frozen=True, kw_only=True):
    """4.1.1"""

    side: Side
    order: Standing  # the highest there is
    why: Reason
    dice: tuple[int, ...] = ()  # 4.1.2 of the first and of the second side


class WingActivated(Fact, frozen=True, kw_only=True):
    """4.2.1, 4.3.2, 4.4.2 A Wing acts; the number counts its activations of this turn."""

    wing: WingId
    number: int
    preempting: bool = False
    resumed: bool = False  # 4.4.2 it was Bypassed


class ActivationNamed(Fact, frozen=True, kw_only=True):
    """4.4.1 A Wing is to act, unless it is preempted."""

    wing: WingId


class WingPassed(Fact, frozen=True, kw_only=True):
    """4.5"""

    wing: WingId


class WingBypassed(Fact, frozen=True, kw_only=True):
    """4.4.2"""

    wing: WingId


class MarkedNoContinue(Fact, frozen=True, kw_only=True):
    """4.4.2"""

    wing: WingId


class WingFinished(Fact, frozen=True, kw_only=True):
    """3.2.F"""

    wing: WingId
    why: Reason


class PreemptionRolled(Fact, frozen=True, kw_only=True):
    """4.4.2 At most `needed` succeeds."""

    wing: WingId
    against: WingId
    order: Standing
    die: int
    modifiers: tuple[Modifier, ...]
    net: int
    needed: int
    success: bool
    leader: LeaderId = ""  # D10 the Army Commander who helped


class ContinuationRolled(Fact, frozen=True, kw_only=True):
    """4.3.2 At most `needed` succeeds."""

    wing: WingId
    order: Standing
    die: int
    modifiers: tuple[Modifier, ...]
    net: int
    needed: int
    success: bool
    leader: LeaderId = ""  # D11 b the Army Commander who gives the action of the activation to come


class OrderChangeRolled(Fact, frozen=True, kw_only=True):
    """5.7.2 At most `needed` succeeds."""

    wing: WingId
    order: Standing
    to: Standing
    die: int
    modifiers: tuple[Modifier, ...]
    net: int
    needed: int
    success: bool
    last: bool = True  # D23 no other attempt in this activation


class OrderSet(Fact, frozen=True, kw_only=True):
    """5.5.2, 5.8"""

    wing: WingId
    order: Standing
    why: Reason


class ChangeWaived(Fact, frozen=True, kw_only=True):
    """5.7.1 The Wing keeps its order for this activation."""

    wing: WingId


class MarkersRemoved(Fact, frozen=True, kw_only=True):
    """3.4.A"""


def _phase(state: State, fact: PhaseBegan) -> None:
    state.melee = Melee() if fact.phase == MELEE else None
    if fact.phase == ACTIVATION and fact.turn != state.turn.number:
        state.turn = Turn(number=fact.turn, holder=state.turn.initiative)
        state.activation = Activation()
        if fact.turn == 1:
            _reload(state)
    elif fact.phase == ACTIVATION:
        state.activation.fought = True
    if fact.phase == ROUT:
        state.activation = Activation()


def _reload(state: State) -> None:
    """ERR.Rocroi.5 What fired in the bombardment may fire in the first turn."""
    for unit in state.units.values():
        unit.fired = False


def _orders_sealed(state: State, fact: OrdersSealed) -> None:
    state.sealed[fact.side] = dict(fact.orders)


def _orders(state: State, fact: OrdersRevealed) -> None:
    for wing, order in fact.orders.items():
        state.wings[wing].order = order
    state.sealed = {}


def _open_sealed(state: State, fact: OpenOrderSealed) -> None:
    state.opened[fact.side] = fact.units


def _opened(state: State, fact: OpenOrderRevealed) -> None:
    for name in fact.units:
        state.units[name].formation = "OO"
    state.opened, state.turn.opened = {}, True


def _bombarded(state: State, fact: BombardmentEnded) -> None:
    state.turn.bombarded.append(fact.side)


def _defected(state: State, fact: DefectionRolled) -> None:
    state.turn.tested = True
    if not fact.leaves:
        return
    unit = state.units[fact.unit]
    for hex in unit.hexes:
        state.stacks[hex].remove(fact.unit)
        if not state.stacks[hex]:
            del state.stacks[hex]
    unit.hexes, unit.gone = (), "removed"


def _initiative(state: State, fact: InitiativeWon) -> None:
    state.turn.initiative = state.turn.next = fact.side


def _named(state: State, fact: ActivationNamed) -> None:
    state.turn.named, state.turn.passes, state.turn.passed = fact.wing, 0, ""


def _activated(state: State, fact: WingActivated) -> None:
    wing = state.wings[fact.wing]
    wing.status, wing.activations = "active", fact.number
    _calm(state)
    state.turn.named = ""
    if fact.wing in state.turn.waiting:
        state.turn.waiting.remove(fact.wing)
    helped = [name for name in state.turn.helped if state.units[name].wing == fact.wing]
    led = _already(state, fact.wing)
    state.activation = Activation(wing=fact.wing, preempting=fact.preempting, led=led, acted=helped)


def _calm(state: State) -> None:
    """11.3.6 Momentum that served no melee ends with the activation."""
    for unit in state.units.values():
        unit.momentum = False


def _already(state: State, wing: WingId) -> dict[UnitId, str]:
    """D10 An Army Commander who helped the preemption has used the action of the activation it made."""
    spent, state.turn.spent = state.turn.spent, ""
    return {spent: "preempt"} if spent and state.leaders[spent].side == state.wings[wing].side else {}


def _passed(state: State, fact: WingPassed) -> None:
    wing = state.wings[fact.wing]
    wing.status = "finished"
    turn = state.turn
    turn.passes, turn.passed = (1 if turn.passed in ("", wing.side) else turn.passes + 1), wing.side
    turn.next = enemy_of(state, wing.side)


def _bypassed(state: State, fact: WingBypassed) -> None:
    state.wings[fact.wing].status = "bypassed"
    state.turn.waiting.append(fact.wing)
    state.turn.named = ""


def _no_continue(state: State, fact: MarkedNoContinue) -> None:
    state.wings[fact.wing].no_continue = True


def _finished(state: State, fact: WingFinished) -> None:
    wing = state.wings[fact.wing]
    wing.status = "finished"
    if fact.wing in state.turn.waiting:
        state.turn.waiting.remove(fact.wing)
    if state.activation.wing == fact.wing:
        state.activation = Activation()
        state.turn.next = enemy_of(state, wing.side)
        _calm(state)


def _preempted(state: State, fact: PreemptionRolled) -> None:
    if fact.success:
        state.turn.spent = fact.leader


def _continued(state: State, fact: ContinuationRolled) -> None:
    state.turn.tries[fact.wing] = state.turn.tries.get(fact.wing, 0) + 1
    if fact.success:
        state.turn.spent = fact.leader


def _changed(state: State, fact: OrderChangeRolled) -> None:
    state.activation.changed = fact.success or fact.last


def _set(state: State, fact: OrderSet) -> None:
    state.wings[fact.wing].order = fact.order
    if fact.why.key == FORCED:
        state.activation.forced = state.activation.changed = True


def _waived(state: State, _fact: ChangeWaived) -> None:
    state.activation.changed = True


def _markers(state: State, _fact: MarkersRemoved) -> None:
    for unit in state.units.values():
        unit.salvo = unit.fired = unit.momentum = False
    for wing in state.wings.values():
        wing.status, wing.activations = "ready", 0
        if state.core.readings.get("D8") != "b":
            wing.no_continue = False
    state.turn.waiting, state.turn.cleared = [], True


def _read(table: str, fact: PreemptionRolled | ContinuationRolled, cite: str) -> list[TableRead]:
    return [TableRead(table, str(fact.net), fact.order, f"0–{fact.needed}", cite)]


def _change_read(fact: OrderChangeRolled) -> list[TableRead]:
    return [TableRead("T1", fact.order, fact.to, f"0–{fact.needed}", "5.7.2")]


def _draw_defected(sketch: Sketch, fact: DefectionRolled) -> None:
    if fact.leaves:
        sketch.gone(fact.unit, "changed sides")


FACTS = (
    Told(PhaseBegan, ("3.2",), _phase),
    Told(OrdersSealed, ("5.5.3",), _orders_sealed),
    Told(OrdersRevealed, ("5.5.3",), _orders),
    Told(OpenOrderSealed, ("6.3.3",), _open_sealed),
    Told(OpenOrderRevealed, ("6.3.3",), _opened),
    Told(BombardmentEnded, ("ERR.Rocroi.5",), _bombarded),
    Told(DefectionRolled, ("15",), _defected, draws=_draw_defected),
    Told(InitiativeWon, ("4.1.1",), _initiative),
    Told(ActivationNamed, ("4.2.1",), _named, aside=True),
    Told(WingActivated, ("4.2.1",), _activated),
    Told(WingPassed, ("4.5",), _passed),
    Told(WingBypassed, ("4.4.2",), _bypassed),
    Told(MarkedNoContinue, ("4.4.2",), _no_continue),
    Told(WingFinished, ("3.2.F",), _finished),
    Told(PreemptionRolled, ("4.4.2",), _preempted, reads=lambda fact: _read("T3", fact, "4.4.2")),
    Told(ContinuationRolled, ("4.3.2",), _continued, reads=lambda fact: _read("T2", fact, "4.3.2")),
    Told(OrderChangeRolled, ("5.7.2",), _changed, reads=_change_read),
    Told(OrderSet, ("5.5.2",), _set),
    Told(ChangeWaived, ("5.7.1",), _waived, aside=True),
    Told(MarkersRemoved, ("3.4.A",), _markers, aside=True),
    Told(PointsScored, ("15",)),
    Told(GameEnded, ("15",)),
)
