"""LL.7.fall Retreats: the card, the dice, the way of each unit in its owner's order, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.kernel.chapter import Asked, Chapter, Choice, LossDue, Question
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side, UnitId
from domain.kernel.play import Play, Roll
from domain.kernel.reasons import Reason
from domain.tabletop.lengths import length_text
from domain.tabletop.measure import spot_of
from domain.tabletop.wayback import straight_ways
from rules.longstreet_lite.cards.asks import Decline
from rules.longstreet_lite.cards.hand import check_holds, spend
from rules.longstreet_lite.losses import losses
from rules.longstreet_lite.phases import unasked
from rules.longstreet_lite.retreat import asks
from rules.longstreet_lite.retreat import facts as f
from rules.longstreet_lite.retreat.facts import under_way
from rules.longstreet_lite.retreat.path import LONGER, counting, find_way, plan_retreat, rout_rule
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import Retreating, State
from rules.longstreet_lite.tables import DIE, RETREAT_DICE


def begin(play: Play[State], side: Side, units: Mapping[UnitId, Retreating]) -> None:
    """LL.7.fall.1, LL.7.retire.1, LL.7.aloss.2 These units of one side have lost their bases and fall back."""
    play.record(f.RetreatsBegan(side=side, units=dict(units)))


def waiting(state: State) -> list[UnitId]:
    """Units that have yet to fall back; some may be gone by the retreats of others."""
    retreats = under_way(state)
    return [unit for unit in retreats.units if unit not in retreats.done and state.units[unit].is_on_table]


@unasked
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
        play.open(asks.AwaitRetreat(side=retreats.side))
    return True


def _pay(play: Play[State]) -> None:
    """LL.7.finterp.2, LL.7.finterp.3, LL.7.fart.2 One base after the move; of a limbered battery, a gun."""
    cost = under_way(play.state).costs[0]
    own = cost.unit == cost.by
    rule = "LL.7.finterp.3" if own else "LL.7.finterp.2"
    play.record(f.RetreatCostDue(unit=cost.unit, by=cost.by, rule=rule))
    losses.take(play, cost.unit, 1, "retreat" if own else "passed through", rule)


def due(state: State) -> Iterator[LossDue]:
    """LL.7.finterp.2, LL.7.finterp.3 What retreats already made are yet to cost."""
    for owed in state.combat.retreats.costs if state.combat.retreats else ():
        unit = state.units[owed.unit]
        yield LossDue(unit.side, losses.cost(unit, 1))


def _settle_card(play: Play[State], left: list[UnitId]) -> None:
    """LL.7.finterp.1 (D45) Asked before the dice, or after all of them; whatever he holds, unless it is nothing."""
    side = under_way(play.state).side
    if reading(play.state, "D45") == "B":
        for unit in left:
            _roll(play, unit)
    if play.state.cards[side].hand:
        play.open(asks.AwaitRetreatCard(side=side))
    else:
        play.record(f.RetreatCardSettled(side=side))


def _roll(play: Play[State], unit_id: UnitId) -> None:
    """LL.7.fdist.1 Two dice: the lower counts for the active side, the higher for the passive."""
    unit = play.state.units[unit_id]
    why = Reason("retreat", "LL.7.fdist.1", (unit_id,))

    def distance(roll: Roll) -> int:
        return counting(play.state, unit.side, roll.faces)

    roll = play.roll(RETREAT_DICE, DIE, why, unit.side, alike=distance)
    play.record(f.RetreatRolled(unit=unit_id, faces=roll.faces, distance=distance(roll)))


def _next(play: Play[State], unit_id: UnitId) -> None:
    """LL.7.fno.3 The unit whose turn it is; without a legal way it routs at once."""
    if unit_id not in under_way(play.state).rolled:
        _roll(play, unit_id)
    if find_way(play.state, unit_id) is None:
        losses.remove_unit(play, unit_id, "routed", rout_rule(play.state, unit_id))
        return
    side, faces = play.state.units[unit_id].side, under_way(play.state).rolled[unit_id]
    play.open(asks.AwaitRetreatPath(side=side, unit=unit_id, distance=counting(play.state, side, faces)))


def decide_card(play: Play[State], order: asks.PlayRetreatCard, _frame: asks.AwaitRetreatCard) -> None:
    """LL.7.finterp.1 One card, any card, for all retreats of this step."""
    check_holds(play.state, play.by, (order.card,))
    play.close()
    spend(play, play.by, order.card, "retreat")
    play.record(f.RetreatCardSettled(side=play.by, card=order.card))


def decline_card(play: Play[State], _order: Decline, frame: asks.AwaitRetreatCard) -> None:
    """LL.7.finterp.1 He may, he need not."""
    play.close()
    play.record(f.RetreatCardSettled(side=frame.side))


def decide_roll(play: Play[State], order: asks.RollRetreat, _frame: asks.AwaitRetreat) -> None:
    """LL.7.retire.1, LL.7.aloss.2 The owner says who is next."""
    left = waiting(play.state)
    if order.unit not in left:
        raise IllegalOrder("no retreat to make", "LL.7.retire.1", order.unit, *left)
    play.close()
    _next(play, order.unit)


def decide_retreat(play: Play[State], order: asks.RetreatUnit, frame: asks.AwaitRetreatPath) -> None:
    """LL.7.fdir.2, LL.7.fdist.2 The unit goes back and stands; unlimbered guns are limbered first (LL.7.retire.1)."""
    if order.unit != frame.unit:
        raise IllegalOrder("another falls back", "LL.7.retire.1", frame.unit, order.unit)
    plan = plan_retreat(play.state, order)
    unit = play.state.units[order.unit]
    play.close()
    play.record(
        f.UnitRetreated(
            unit=order.unit, pose=spot_of(plan.end.pose), ranks=plan.end.ranks, offset=plan.end.offset,
            faces=under_way(play.state).rolled[order.unit], distance=frame.distance, way=plan.way.length,
            path=tuple((x, y) for x, y in plan.points), lower=unit.side == play.state.core.active,
            limbered=unit.kind == "ART", limbers=unit.kind == "ART" and not unit.limbered,
            passed=plan.passed, ground=plan.ground,
        )
    )  # fmt: skip


def card_choices(state: State, frame: asks.AwaitRetreatCard) -> Iterator[Choice]:
    yield Choice(frame.side, Decline())
    held = sorted(set(state.cards[frame.side].hand))
    yield from (Choice(frame.side, asks.PlayRetreatCard(card=card)) for card in held)


def unit_choices(state: State, frame: asks.AwaitRetreat) -> Iterator[Choice]:
    return (Choice(frame.side, asks.RollRetreat(unit=unit)) for unit in waiting(state))


def way_choices(state: State, frame: asks.AwaitRetreatPath) -> Iterator[Choice]:
    return (Choice(frame.side, order) for order in _ways(state, frame.unit))


MOST_WAYS = 4


def _ways(state: State, unit_id: UnitId) -> Iterator[asks.RetreatUnit]:
    """LL.7.fdir.4 The shortest way, and a few that are hardly longer."""
    yield asks.RetreatUnit(unit=unit_id)
    way = find_way(state, unit_id)
    assert way is not None
    start = way.space.start
    near = [other for other in straight_ways(way.space) if other.length < way.length + LONGER]
    ranks = () if start.ranks == state.units[unit_id].ranks or state.units[unit_id].kind == "ART" else start.ranks
    for other in near[:MOST_WAYS]:
        place = start.pose.point.plus(other.places[-1])
        path = (f"to:{length_text(place.x)}:{length_text(place.y)}",)
        yield asks.RetreatUnit(unit=unit_id, path=path, ranks=ranks)


CHAPTER = Chapter[State](
    facts=f.FACTS,
    within={Retreating: ("LL.7.fdist.2", "LL.7.fvuln.1")},
    orders=(
        Asked(asks.PlayRetreatCard(card="steady-boys"), cite="LL.7.finterp.1"),
        Asked(asks.RollRetreat(unit="4th-virginia"), cite="LL.7.retire.1", cites=("LL.7.fdist.1",)),
        Asked(asks.RetreatUnit(unit="4th-virginia"), cite="LL.7.retire.1", cites=("LL.7.fdir.2",)),
    ),
    questions=(
        Question(
            asks.AwaitRetreatCard,
            {asks.PlayRetreatCard: decide_card, Decline: decline_card},
            card_choices,
            ("LL.7.finterp.1",),
        ),
        Question(asks.AwaitRetreat, {asks.RollRetreat: decide_roll}, unit_choices, ("LL.7.retire.1",)),
        Question(asks.AwaitRetreatPath, {asks.RetreatUnit: decide_retreat}, way_choices, ("LL.7.fdir.2",)),
    ),
    proceed=proceed,
    due=due,
)
