"""A cheap player, for thousands of games: every unit is looked at once a phase, and does the first thing that will do.

It keeps nothing between two orders: units before the last that acted have had their turn. Distances are guessed from
the middles of the fronts; only what looks promising is planned, by the functions that would refuse it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from domain.kernel.errors import is_legal
from domain.kernel.facts import Order, Side, UnitId
from domain.kernel.player import Mind
from domain.kernel.reasons import total
from domain.tabletop.angles import bearing, turn_between
from domain.tabletop.polygons import squared
from rules.longstreet_lite import phases
from rules.longstreet_lite.book import BOOK
from rules.longstreet_lite.cards.asks import AwaitInterrupt, Decline
from rules.longstreet_lite.combat.asks import Charge, EndCharges
from rules.longstreet_lite.combat.charge import plan_charge
from rules.longstreet_lite.combat.dice import attack_dice, defence_dice
from rules.longstreet_lite.fire.aiming import has_target
from rules.longstreet_lite.fire.asks import EndFire, FireUnit
from rules.longstreet_lite.fire.firers import bar_of_unit
from rules.longstreet_lite.movement.asks import EndMove
from rules.longstreet_lite.player import careful, marches, purse, volleys
from rules.longstreet_lite.player.answers import ANSWERS
from rules.longstreet_lite.state import State, Unit, enemy_of, on_table
from rules.longstreet_lite.tables import BW, INF_MOVE, LONG_RANGE, SHORT_RANGE
from rules.longstreet_lite.turn.asks import InvokeCombat, InvokeFire, InvokeMove, Pass, SkipFire

BEFORE = 30_00  # hundredths of a degree to either side of the heading in which an enemy is before a unit
FIRE_FROM = 2  # units with an enemy before them that are worth a card


class Foe(NamedTuple):
    """The nearest enemy before a unit."""

    away: int  # squared, from front to front
    unit: UnitId


def _foe(state: State, unit: Unit) -> Foe | None:
    here = unit.pose
    assert here is not None
    others = on_table(state, enemy_of(unit.side)).items()
    away = ((squared(here.point, other.pose.point), name, other.pose) for name, other in others if other.pose)
    ahead = (Foe(found, name) for found, name, pose in sorted(away, key=lambda one: one[:2])
             if not found or abs(turn_between(here.heading, bearing(here.point, pose.point))) <= BEFORE)  # fmt: skip
    return next(ahead, None)


def _has_foe(state: State, unit: Unit, within: int) -> bool:
    foe = _foe(state, unit)
    return foe is not None and foe.away <= within**2


def _left(state: State, side: Side) -> dict[UnitId, Unit]:
    """The units that have not been looked at in this phase."""
    found = list(on_table(state, side).items())
    last = next((place for place in range(len(found), 0, -1) if found[place - 1][1].acted), 0)
    return dict(found[last:])


# Fire


def _reach(unit: Unit) -> int:
    return SHORT_RANGE if unit.kind == "INF" else LONG_RANGE


def _fire_option(state: State, side: Side) -> Order:
    """LL.4.seq.3 Never with the card that the command will need."""
    units = [unit for unit in on_table(state, side).values() if not unit.limbered]
    if len(state.cards[side].hand) < 2 or sum(_has_foe(state, unit, _reach(unit)) for unit in units) < FIRE_FROM:
        return SkipFire()
    return InvokeFire(card=purse.cheapest(state, side, 1)[0])


def _fire(state: State, side: Side) -> Order:
    found = (_shot(state, name, unit) for name, unit in _left(state, side).items() if not bar_of_unit(state, name))
    return next((order for order in found if order is not None), EndFire())


def _shot(state: State, name: UnitId, unit: Unit) -> FireUnit | None:
    """LL.5.artprio.4 At whoever comes; guns at the nearest before them, where he is far."""
    foe = _foe(state, unit)
    if foe is None or foe.away > _reach(unit) ** 2:
        return None
    order = FireUnit(unit=name, target=foe.unit if foe.away > SHORT_RANGE**2 else "")
    return order if has_target(state, name, order.target) and volleys.in_order(state, name) else None


# Command


def _command(state: State, side: Side) -> Order:
    """LL.4.seq.3 A charge that looks good, else a march for whoever is too far off, else a pass."""
    if not state.cards[side].hand:
        return Pass()
    units = on_table(state, side)
    if any(_is_game(state, name, unit) for name, unit in units.items()):
        return InvokeCombat(cards=purse.cheapest(state, side, 1))
    is_far = any(not _has_foe(state, unit, marches.NEAR_ENOUGH + BW) for unit in units.values() if unit.kind == "INF")
    if not is_far and careful.may_pass(state, side):
        return Pass()
    return InvokeMove(cards=purse.cheapest(state, side, 1))


def _is_game(state: State, name: UnitId, unit: Unit) -> bool:
    """LL.7.elig Infantry without smoke, with an enemy in reach who rolls no more dice."""
    if unit.kind != "INF" or unit.smoke or unit.acted:
        return False
    foe = _foe(state, unit)
    if foe is None or foe.away > (INF_MOVE + BW) ** 2:
        return False
    return total(attack_dice(state, name)) >= total(defence_dice(state, foe.unit))


def _charge(state: State, side: Side) -> Order:
    """LL.7.charge.2 Straight ahead."""
    orders = (Charge(unit=name) for name, unit in _left(state, side).items() if _is_game(state, name, unit))
    return next((order for order in orders if is_legal(plan_charge, state, side, order)), EndCharges())


def _move(state: State, side: Side) -> Order:
    found = (marches.first_better(state, side, name) for name in _left(state, side))
    return next((order for order in found if order is not None), EndMove())


def _no(_state: State, _frame: Any) -> Order:
    return Decline()


MIND = Mind[State](
    book=BOOK,
    no=Decline,
    plans={
        **careful.MIND.plans,
        phases.FIRE_OPTION: _fire_option,
        phases.FIRE: _fire,
        phases.COMMAND: _command,
        phases.MOVE: _move,
        phases.COMBAT: _charge,
    },
    answers={**ANSWERS, AwaitInterrupt: _no},
)
choose = MIND.choose
