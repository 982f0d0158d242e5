"""BP.cmd.4 The moves won: each unit in its turn, those in front first; every step is tried on its own rule."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.errors import IllegalOrder, is_legal
from domain.kernel.facts import Order, Side
from domain.tabletop import lengths
from domain.tabletop.angles import TURN, Point, direction, turn_between
from domain.tabletop.lengths import angle_text, length_text
from rules.black_powder.charges.asks import ChargeWith
from rules.black_powder.command import moving, sample
from rules.black_powder.command.asks import AwaitMoves
from rules.black_powder.command.serving import FREE, chargeable, is_determined, under_way
from rules.black_powder.ids import UnitId, pose_of
from rules.black_powder.movement.actor import allowance
from rules.black_powder.movement.asks import EndMoves, EnterBuilding, FormUnit, HandleGun, MoveUnit
from rules.black_powder.movement.limits import is_at_wood
from rules.black_powder.player.view import View
from rules.black_powder.player.wishes import Wish
from rules.black_powder.position import is_engaged
from rules.black_powder.state import State, Underway
from rules.black_powder.tables import INCH
from rules.black_powder.units.profile import gun_class, is_all_round, is_foot

ASIDE = (0, 30_00, -30_00, 60_00, -60_00)  # other ways, where the straight one is closed
SLANT = 45_00  # a unit goes so much aside with its front kept
LEAST = INCH
WOOD_AHEAD = 3 * INCH  # a wood so near bars the way
TRIES = 4  # lengths tried along one way
SHORTER = ("stands on a friend", "breaks the group", "contact without a charge", "enemy in the way")


def movers(under: Underway, state: State) -> list[UnitId]:
    """Those who have moves, the foremost first; who stands before the last that moved has had his turn."""
    ahead = direction(lengths.angle(under.stated.bearing) % TURN) if under.stated.bearing else Point(0, 0)
    names = sorted(under.left, key=lambda name: (-ahead.dot(pose_of(under.began[name]).point), name))
    moved = [at for at, name in enumerate(names) if under.left[name] < under.granted[name]]
    return [name for name in names[max(moved, default=0) :] if _may_go_on(state, under, name)]


def _may_go_on(state: State, under: Underway, name: UnitId) -> bool:
    unit = state.units[name]
    if not unit.is_on_table or is_engaged(state, name):
        return False
    return under.left[name] > 0 or (gun_class(state, unit) == "horse" and unit.formation == "limbered")


def gets_clear(view: View) -> Order | None:
    """BP.mov.5 Who stands on a friend goes on as it must."""
    under = under_way(view.state)
    return MoveUnit(unit=under.upon, path=under.onward) if under.upon else None


def end(view: View, side: Side) -> Order:
    """BP.cmd.5 The order ends, unless somebody must still charge or close up."""
    refused = moving.end_bar(view.state)
    if refused is None:
        return EndMoves()
    if refused.reason.key == "must charge":
        return ChargeWith(unit=str(refused.reason.of[0]), target=str(refused.reason.of[1]))
    offered = (choice.order for choice in sample.move_choices(view.state, AwaitMoves(side=side)))
    return moving.closing_move(view.state) or next(offered)


def taken(view: View, name: UnitId, wanted: Wish | None, tries: int) -> Order | None:
    """The order by which a unit does what it wants, if it may."""
    state, unit = view.state, view.state.units[name]
    if is_determined(state, name) and under_way(state).left[name]:
        foe = next(iter(chargeable(state, name)), "")
        if foe and is_legal(moving.check_charge, state, ChargeWith(unit=name, target=foe)):
            return ChargeWith(unit=name, target=foe)
    if wanted is None:
        return None
    found: Order | None
    match wanted.do:
        case "charge":
            charge = ChargeWith(unit=name, target=wanted.target)
            return charge if is_legal(moving.check_charge, state, charge) else None
        case "advance" | "retire":
            keeps = wanted.do == "retire" and unit.formation != "limbered"
            found = step(view, name, wanted.bearing or 0, wanted.length, tries, keeps=keeps)
            return found or _loosened(view, name)
        case _:
            found = next((one for one in _plain(view, name, wanted) if _is_legal(state, unit.side, one)), None)
            return found or (_instead(view, name, wanted, tries) if wanted.do == "form" else None)


def _instead(view: View, name: UnitId, wanted: Wish, tries: int) -> Order | None:
    """Who has no room to form where he stands goes on, or through the wood."""
    full = allowance(view.state, view.state.units[name])
    on = step(view, name, wanted.bearing, full // 2, tries) if wanted.bearing is not None else None
    return _loosened(view, name) or on


def _loosened(view: View, name: UnitId) -> Order | None:
    """BP.ter.2 Only skirmishing foot goes through a wood."""
    state, unit = view.state, view.state.units[name]
    order = FormUnit(unit=name, formation="skirmish")
    at_wood = unit.formation != "skirmish" and is_foot(unit) and is_at_wood(state, unit, WOOD_AHEAD)
    return order if at_wood and _is_legal(state, unit.side, order) else None


def _is_legal(state: State, side: Side, order: Order) -> bool:
    return is_legal(sample.CHECKS[type(order)], state, side, order)


def _plain(view: View, name: UnitId, wanted: Wish) -> Iterator[Order]:
    unit = view.state.units[name]
    heading = "" if wanted.bearing is None else angle_text(wanted.bearing)
    match wanted.do:
        case "form" if wanted.formation:
            yield FormUnit(unit=name, formation=wanted.formation, heading=heading)
            yield FormUnit(unit=name, formation=wanted.formation)
        case "face":
            yield MoveUnit(unit=name, path=(f"face:{heading}",))
        case "unlimber":
            yield HandleGun(unit=name, do="unlimber", heading=heading)
        case "enter":
            yield EnterBuilding(unit=name, block=wanted.target)
            here, middle = unit.pose, _middle_of(view, wanted.target)
            assert here is not None
            if here.point != middle:
                yield from _toward(view, name, view.bearing_to(name, middle))


def _middle_of(view: View, place: str) -> Point:
    points = view.state.terrain[place].points
    return Point(sum(at.x for at in points) // len(points), sum(at.y for at in points) // len(points))


def _toward(view: View, name: UnitId, bearing: int) -> Iterator[Order]:
    full = allowance(view.state, view.state.units[name])
    for length in (full, full // 2, full // 4):
        yield MoveUnit(unit=name, path=(f"toward:{angle_text(bearing)}:{length_text(length)}",))


def step(view: View, name: UnitId, bearing: int, most: int, tries: int, *, keeps: bool = False) -> MoveUnit | None:
    """A move along a bearing, or beside it where that is closed, as long as may be; refused at most so many times."""
    for aside in ASIDE:
        length, costs = most, list[tuple[int, int]]()
        for _ in range(TRIES):
            if length < LEAST or not tries:
                break
            tries -= 1
            order = MoveUnit(unit=name, path=_path(view, name, (bearing + aside) % TURN, length, keeps=keeps))
            refused = _refusal(view, order)
            if refused is None:
                return order
            length = _shorter(refused, length, costs)
    return None


def _path(view: View, name: UnitId, bearing: int, length: int, *, keeps: bool) -> tuple[str, ...]:
    unit = view.state.units[name]
    assert unit.pose is not None
    text = angle_text(bearing)
    if keeps or is_all_round(unit) or abs(turn_between(unit.pose.heading, bearing)) <= SLANT:
        return (f"toward:{text}:{length_text(length)}",)
    return f"face:{text}", f"ahead:{length_text(length)}"


def _refusal(view: View, order: MoveUnit) -> IllegalOrder | None:
    """Why not; nor does anybody walk off the table."""
    try:
        _, planned = moving.plan_move(view.state, view.side, order)
    except IllegalOrder as refused:
        return refused
    return IllegalOrder("leaves the table", "BP.off.1", order.unit) if planned.exit else None


def _shorter(refused: IllegalOrder, length: int, costs: list[tuple[int, int]]) -> int:
    """How long it may be instead, by what was too long before; 0: not this way at all."""
    if refused.reason.key == "way too long":
        whole, full = (int(str(number)) for number in refused.reason.of[1:])
        costs.append((length, whole))
        return _affordable(costs, full)
    return length // 2 if refused.reason.key in SHORTER else 0


def _affordable(costs: list[tuple[int, int]], full: int) -> int:
    """In proportion at first; then as the last two tell what an inch costs here; in the end inch for inch."""
    (length, whole), over = costs[-1], costs[-1][1] - full
    if len(costs) == 1:
        return max(length - over, length * full // whole)
    longer, dearer = costs[-2]
    if len(costs) > 2 or dearer <= whole:
        return length - over
    return length - over * (longer - length) // (dearer - whole) - 1


def is_free(state: State) -> bool:
    """BP.init.3, BP.foll.3 Nothing was stated."""
    return under_way(state).kind in FREE
