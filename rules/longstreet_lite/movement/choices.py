"""How each action of a Move phase is planned, and a fair sample of them: all that is offered is legal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.kernel.chapter import Choice
from domain.kernel.errors import if_legal, is_legal
from domain.kernel.facts import Order, Side, UnitId
from domain.tabletop.angles import QUARTER, TURN, Point
from domain.tabletop.bodies import blocks_of, extent_of
from domain.tabletop.bounds import are_apart, bounds
from domain.tabletop.lengths import angle_text, length_text
from domain.tabletop.sweep import advance, first_contact, wheel_length
from rules.longstreet_lite import phases
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.cards.asks import AwaitConfusedMove, Decline
from rules.longstreet_lite.formation import is_column, is_linear, legal_ranks
from rules.longstreet_lite.movement import asks
from rules.longstreet_lite.movement.actor import Actor, actor_of
from rules.longstreet_lite.movement.artillery import plan_battery
from rules.longstreet_lite.movement.formation_change import FormPlan, plan_quarter_turn, plan_reform
from rules.longstreet_lite.movement.infantry import plan_infantry
from rules.longstreet_lite.movement.limbering import plan_limber, plan_unlimber
from rules.longstreet_lite.movement.meeting import near_enemy
from rules.longstreet_lite.movement.moves import MovePlan
from rules.longstreet_lite.state import State, on_table
from rules.longstreet_lite.tables import FILES_A_SIDE, HARD_MOVE, INF_MOVE, LIMBERED_MOVE, PROLONG, TOUCH, Hand

SPARE = 3 * TOUCH  # one who comes in at a slant touches a little sooner
WHEELS = (15_00, 40_00)
OBLIQUES = ("oblique-left:30", "oblique-right:45")
HANDS: tuple[Hand, ...] = ("left", "right")


def plan_move(actor: Actor, order: asks.MoveUnit) -> MovePlan:
    """LL.6.gen.1 A unit's move by its kind."""
    return plan_infantry(actor, order) if actor.unit.kind == "INF" else plan_battery(actor, order)


PLANS: Mapping[type[Order], Callable[[Actor, Any], MovePlan | FormPlan]] = {
    asks.MoveUnit: plan_move,
    asks.QuarterTurn: plan_quarter_turn,
    asks.ReformUnit: plan_reform,
    asks.LimberBattery: plan_limber,
    asks.UnlimberBattery: plan_unlimber,
}


def choices(state: State) -> Iterator[Choice]:
    """LL.6.gen.1 Some actions of every unit that has not acted, and the end of the phase."""
    if state.core.phase == phases.MOVE:
        side = state.core.active
        for i, unit_id in enumerate(on_table(state, side)):
            yield from (Choice(side, order) for order in legal(state, side, unit_id, state.core.turn + i))
        yield Choice(side, asks.EndMove())


def confused_choices(state: State, frame: AwaitConfusedMove) -> Iterator[Choice]:
    """LL.4.int.6 Some actions of the unit the card speaks of, or none."""
    yield from (Choice(frame.side, order) for order in legal(state, frame.side, frame.unit, state.core.turn))
    yield Choice(frame.side, Decline())


def legal(state: State, by: Side, unit_id: UnitId, turn: int) -> Iterator[Order]:
    """What of the sample is allowed; `turn` varies it from turn to turn and from unit to unit."""
    if actor := if_legal(actor_of, state, by, unit_id):
        brief = actor._replace(brief=True)
        yield from (order for order in candidates(brief, turn) if is_legal(PLANS[type(order)], brief, order))


def candidates(actor: Actor, turn: int) -> Iterator[Order]:
    if actor.unit.kind == "INF":
        yield from _forward(actor)
        yield from _other_moves(actor, turn)
        yield from _changes(actor, turn)
    elif actor.unit.limbered:
        yield from _limbered(actor, turn)
    else:
        yield from _unlimbered(actor)


def _move(actor: Actor, *path: str, difficult: bool = False, use_card: bool = False) -> asks.MoveUnit:
    return asks.MoveUnit(unit=actor.id, path=path, difficult=difficult, use_card=use_card)


def clear_way(actor: Actor, full: int) -> int:
    """LL.6.gen.2 How far straight ahead the unit can go without touching an enemy, with a little to spare."""
    start, here = actor.body.pose, blocks_of(actor.body)
    move = advance(start, full).point.minus(start.point)
    ahead = bounds(point.plus(way) for block in here for point in block for way in (Point(0, 0), move))
    near = (other.body for other in actor.enemies if not are_apart(ahead, extent_of(other.body)))
    there = [block for body in near for block in blocks_of(body)]
    met = [contact.distance - SPARE for block in here if (contact := first_contact(block, move, there))]
    return max(min(met, default=full), 0)


def _forward(actor: Actor) -> Iterator[Order]:
    """LL.6.fwd.2 Straight ahead, wheels and obliques."""
    full = effects.allowance(actor.state, actor.id, INF_MOVE)
    clear = clear_way(actor, full)
    yield _move(actor, f"ahead:{length_text(clear)}")
    if card := effects.nameable(actor.state, "move_bonus", actor.id, actor.unit.side):
        longer = effects.allowance(actor.state, actor.id, INF_MOVE, card)
        yield _move(actor, f"ahead:{length_text(longer)}", use_card=True)
    else:
        yield _move(actor, f"ahead:{length_text(clear // 2)}")
    for angle in WHEELS:
        rest = full - wheel_length(actor.body.frontage, angle)
        if rest > 0:
            yield from (
                _move(actor, f"wheel-{hand}:{angle_text(angle)}", f"ahead:{length_text(rest)}") for hand in HANDS
            )
    yield from (_move(actor, f"{oblique}:{length_text(full)}") for oblique in OBLIQUES)


def _other_moves(actor: Actor, turn: int) -> Iterator[Order]:
    """LL.6.face.1, LL.6.hard.1 Off to the rear, or one of the difficult moves."""
    if actor.confused:
        return
    if is_linear(actor.state, actor.body.ranks):
        yield _move(actor, "about", f"ahead:{length_text(effects.allowance(actor.state, actor.id, INF_MOVE))}")
    if not is_column(actor.body.ranks):
        hard = length_text(effects.allowance(actor.state, actor.id, HARD_MOVE))
        yield _move(actor, f"{('back', 'left', 'right')[turn % 3]}:{hard}", difficult=True)


def _changes(actor: Actor, turn: int) -> Iterator[Order]:
    """LL.6.form.1 A quarter turn and a new formation, unless the enemy is too near for either."""
    if (actor.confused or not effects.counts_as_two(actor.state)) and near_enemy(actor, actor.body):
        return
    yield asks.QuarterTurn(unit=actor.id, to=HANDS[turn % 2])
    if not actor.confused:
        found = list(_reforms(actor))
        yield from found[turn % max(len(found), 1) :][:1]


def _reforms(actor: Actor) -> Iterator[Order]:
    """LL.6.guide.2 Every formation that can be had, and a step aside in the same one, on a guide near the middle."""
    files, ranks = actor.body.ranks[0], tuple(legal_ranks(actor.unit.bases))
    guide = (files - 1) // 2
    for found in ranks:
        gained = found[0] - files
        left = guide + (FILES_A_SIDE if not gained else gained // 2)
        if abs(left - guide) <= FILES_A_SIDE and abs(gained - (left - guide)) <= FILES_A_SIDE and 0 <= left < found[0]:
            yield asks.ReformUnit(unit=actor.id, guide=guide + 1, ranks=found, left=left)


def _limbered(actor: Actor, turn: int) -> Iterator[Order]:
    """LL.6.lmove.1, LL.6.aform.1 In eight directions, or into action ahead or to the rear."""
    full = effects.allowance(actor.state, actor.id, LIMBERED_MOVE)
    for bearing in range(0, TURN, QUARTER // 2):
        yield _move(actor, f"toward:{angle_text(bearing)}:{length_text(full // (1 + turn % 2))}")
    if actor.confused:
        return
    for heading in (actor.body.pose.heading, (actor.body.pose.heading + TURN // 2) % TURN):
        yield asks.UnlimberBattery(unit=actor.id, heading=angle_text(heading), left=(actor.unit.bases - 1) // 2)


def _unlimbered(actor: Actor) -> Iterator[Order]:
    """LL.6.prol.1, LL.6.aform.2 By hand to all sides, turned a little, or limbered up."""
    full = length_text(effects.allowance(actor.state, actor.id, PROLONG))
    heading = actor.body.pose.heading
    yield from (_move(actor, f"{verb}:{full}") for verb in ("ahead", "back", "left", "right"))
    yield from (_move(actor, f"face:{angle_text((heading + turn) % TURN)}") for turn in (-15_00, 15_00))
    if actor.confused:
        return
    for gun, turn in ((1, TURN // 2), (actor.unit.bases, 0)):
        yield asks.LimberBattery(unit=actor.id, gun=gun, heading=angle_text((heading + turn) % TURN))
