"""LL.7.fall Retreats: the card, the dice, the way of each unit in its owner's order, and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.facts import Frame, Order, Side, UnitId
from domain.kernel import Choice, Play
from domain.measuretext import length_text
from domain.ruling import IllegalOrder
from rules.longstreet_lite import losses
from rules.longstreet_lite import orders as o
from rules.longstreet_lite.cards.hand import check_holds, spend
from rules.longstreet_lite.combat import retreat_facts as f
from rules.longstreet_lite.combat.retreat_path import LONGER, counting, find_way, plan_retreat, rout_rule
from rules.longstreet_lite.combat.retreat_search import straight_ways
from rules.longstreet_lite.combat.retreat_space import under_way
from rules.longstreet_lite.combat.retreat_state import Retreating
from rules.longstreet_lite.frames import AwaitRetreat, AwaitRetreatCard, AwaitRetreatPath
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State
from rules.longstreet_lite.tables import DIE, RETREAT_DICE

Decision = Callable[[Play[State], Any], None]


def begin(play: Play[State], side: Side, units: Mapping[UnitId, Retreating]) -> None:
    """LL.7.fall.1, LL.7.retire.1, LL.7.aloss.2 These units of one side have lost their bases and fall back."""
    play.record(f.RetreatsBegan(side=side, units=dict(units)))


def waiting(state: State) -> list[UnitId]:
    """Units that have yet to fall back; some may be gone by the retreats of others."""
    retreats = under_way(state)
    return [unit for unit in retreats.units if unit not in retreats.done and state.units[unit].is_on_table]


def proceed(play: Play[State]) -> bool:
    """LL.7.retire.1 What earlier retreats cost, then the card, then one unit after the other."""
    retreats = play.state.combat.retreats
    if retreats is None:
        return False
    left = waiting(play.state)
    if retreats.costs:
        _pay(play)
    elif not left:
        play.record(f.RetreatsEnded(side=retreats.side))
    elif not retreats.ready:
        _settle_card(play, left)
    elif len(left) == 1:
        _next(play, left[0])
    else:
        play.open(AwaitRetreat(side=retreats.side))
    return True


def _pay(play: Play[State]) -> None:
    """LL.7.finterp.2, LL.7.finterp.3, LL.7.fart.2 One base after the move; of a limbered battery, a gun."""
    cost = under_way(play.state).costs[0]
    own = cost.unit == cost.by
    rule = "LL.7.finterp.3" if own else "LL.7.finterp.2"
    play.record(f.RetreatCostDue(unit=cost.unit, by=cost.by, rule=rule))
    losses.take(play, cost.unit, 1, "retreat" if own else "passed through", rule)


def _settle_card(play: Play[State], left: list[UnitId]) -> None:
    """LL.7.finterp.1 (D45) Asked before the dice, or after all of them; whatever he holds, unless it is nothing."""
    side = under_way(play.state).side
    if reading(play.state, "D45") == "B":
        for unit in left:
            _roll(play, unit)
    if play.state.cards[side].hand:
        play.open(AwaitRetreatCard(side=side))
    else:
        play.record(f.RetreatCardSettled(side=side))


def _roll(play: Play[State], unit_id: UnitId) -> None:
    """LL.7.fdist.1 Two dice: the lower counts for the active side, the higher for the passive."""
    unit = play.state.units[unit_id]
    faces = play.roll(RETREAT_DICE, DIE, f"LL.7.fdist.1 retreat: {unit.name}", unit.side).faces
    play.record(f.RetreatRolled(unit=unit_id, faces=faces, distance=counting(play.state, unit.side, faces)))


def _next(play: Play[State], unit_id: UnitId) -> None:
    """LL.7.fno.3 The unit whose turn it is; without a legal way it routs at once."""
    if unit_id not in under_way(play.state).rolled:
        _roll(play, unit_id)
    if find_way(play.state, unit_id) is None:
        losses.remove_unit(play, unit_id, "routed", rout_rule(play.state, unit_id))
        return
    side, faces = play.state.units[unit_id].side, under_way(play.state).rolled[unit_id]
    play.open(AwaitRetreatPath(side=side, unit=unit_id, distance=counting(play.state, side, faces)))


def decide_card(play: Play[State], order: o.PlayRetreatCard) -> None:
    """LL.7.finterp.1 One card, any card, for all retreats of this step."""
    check_holds(play.state, play.by, (order.card,))
    play.close()
    spend(play, play.by, order.card, "retreat")
    play.record(f.RetreatCardSettled(side=play.by, card=order.card))


def decline_card(play: Play[State], frame: AwaitRetreatCard) -> None:
    """LL.7.finterp.1 He may, he need not."""
    play.close()
    play.record(f.RetreatCardSettled(side=frame.side))


def decide_roll(play: Play[State], order: o.RollRetreat) -> None:
    """LL.7.retire.1, LL.7.aloss.2 The owner says who is next."""
    left = waiting(play.state)
    if order.unit not in left:
        raise IllegalOrder(f"{order.unit!r} has no retreat to make; {' and '.join(left)} have", rule="LL.7.retire.1")
    play.close()
    _next(play, order.unit)


def decide_retreat(play: Play[State], order: o.RetreatUnit) -> None:
    """LL.7.fdir.2, LL.7.fdist.2 The unit goes back and stands; unlimbered guns are limbered first (LL.7.retire.1)."""
    frame = play.state.core.pending[-1]
    assert isinstance(frame, AwaitRetreatPath)
    if order.unit != frame.unit:
        raise IllegalOrder(f"it is {frame.unit} that falls back now, not {order.unit!r}", rule="LL.7.retire.1")
    plan = plan_retreat(play.state, order)
    unit, pose = play.state.units[order.unit], plan.end.pose
    play.close()
    play.record(
        f.UnitRetreated(
            unit=order.unit, pose=(pose.x, pose.y, pose.heading), ranks=plan.end.ranks, offset=plan.end.offset,
            faces=under_way(play.state).rolled[order.unit], distance=frame.distance, way=plan.way.length,
            path=tuple((x, y) for x, y in plan.points), lower=unit.side == play.state.core.active,
            limbered=unit.kind == "ART", limbers=unit.kind == "ART" and not unit.limbered,
            passed=plan.passed, ground=plan.ground,
        )
    )  # fmt: skip


def choices(state: State) -> Iterator[Choice]:
    """A fair sample of the legal orders of retreats now."""
    match state.core.pending[-1:]:
        case [AwaitRetreatCard(side=side)]:
            yield Choice(side, o.Decline())
            yield from (Choice(side, o.PlayRetreatCard(card=card)) for card in sorted(set(state.cards[side].hand)))
        case [AwaitRetreat(side=side)]:
            yield from (Choice(side, o.RollRetreat(unit=unit)) for unit in waiting(state))
        case [AwaitRetreatPath(side=side, unit=unit)]:
            yield from (Choice(side, order) for order in _ways(state, unit))


MOST_WAYS = 4


def _ways(state: State, unit_id: UnitId) -> Iterator[o.RetreatUnit]:
    """LL.7.fdir.4 The shortest way, and a few that are hardly longer."""
    yield o.RetreatUnit(unit=unit_id)
    way = find_way(state, unit_id)
    assert way is not None
    start = way.space.start
    near = [other for other in straight_ways(way.space) if other.length < way.length + LONGER]
    ranks = () if start.ranks == state.units[unit_id].ranks or state.units[unit_id].kind == "ART" else start.ranks
    for other in near[:MOST_WAYS]:
        place = start.pose.point.plus(other.places[-1])
        path = (f"to:{length_text(place.x)}:{length_text(place.y)}",)
        yield o.RetreatUnit(unit=unit_id, path=path, ranks=ranks)


DECISIONS: Mapping[type[Order], Decision] = {
    o.PlayRetreatCard: decide_card,
    o.RollRetreat: decide_roll,
    o.RetreatUnit: decide_retreat,
}
DECLINES: Mapping[type[Frame], Callable[[Play[State], Any], None]] = {AwaitRetreatCard: decline_card}
