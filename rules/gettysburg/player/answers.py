"""What to answer in each window: of the answers the rules allow, the one that promises most."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from domain.kernel.facts import Order
from domain.kernel.player import offers
from rules.gettysburg.book import BOOK
from rules.gettysburg.combat import asks
from rules.gettysburg.combat.differential import combat_modifiers, defence, differential
from rules.gettysburg.combat.fights import current
from rules.gettysburg.hidden.asks import AttemptControl, AwaitDeployment, AwaitLeftover, DeployUnits
from rules.gettysburg.ids import OFF_MAP, HexId, PieceId
from rules.gettysburg.movement import march_choices
from rules.gettysburg.movement.asks import AwaitControl, AwaitDeclaration, AwaitMarch, MoveUnit
from rules.gettysburg.player import assaults, attackers, counters, odds
from rules.gettysburg.player.aims import cover
from rules.gettysburg.player.view import View
from rules.gettysburg.position import brigades_at, is_near, stacked
from rules.gettysburg.position import combat as combat_rating
from rules.gettysburg.state import State, Unit
from rules.gettysburg.tables import LAST_COLUMN, NEAR, STACK
from rules.gettysburg.turn.asks import Decline

HARMFUL: Final = 4  # a combat rating worth a control chance
MANY_CHANCES: Final = 3
BACK: Final = 0.1  # expected gain for which a Counter-Attack is made
FALL_BACK_FROM: Final = -1  # the differential from which on cavalry does not wait for the blow
MUST: Final = 100.0  # more than any ground is worth
GONE: Final = 50.0  # an enemy unit led off the map
BESIDE_ENEMY: Final = -10.0  # a retreat next to him goes on, or ends in rout (12.4b)
OVERSTACKED: Final = -20.0  # a retreat into a full hex is a rout (9.3a)
SWARM: Final = 12  # combat ratings next to a hex that make an advance into it folly


def _best(view: View, worth: Callable[[Any], float]) -> Order:
    """The answer worth most, the first among equals; no to what is offered if all are worth less than nothing."""
    best: Order = Decline()
    most: float | None = None
    for order in offers(BOOK, view.state, view.side):
        value = 0.0 if isinstance(order, Decline) else worth(order)
        if most is None or value > most:
            best, most = order, value
    return best


# Control of enemy units (17.0)


def _control(view: View, frame: AwaitControl) -> Order:
    unit = view.state.units[frame.order.unit]
    wanted = view.state.turn.chances >= MANY_CHANCES or harm(view, frame.order.unit) >= HARMFUL
    return AttemptControl(unit=frame.order.unit) if wanted and unit.kind != "train" else Decline()


def harm(view: View, name: PieceId) -> float:
    """How much an enemy piece may do to this side: its rating, if it is at hand."""
    unit = view.state.units.get(name)
    if unit is None:
        return 1.0
    near = min((view.ground.distance(unit.at, at) for at in view.brigade_hexes), default=0)
    rating = unit.ratings.combat[unit.shaken] or unit.ratings.def_support
    return rating - max(0, near - NEAR) / 2


def _leftover(view: View, _frame: AwaitLeftover) -> Order:
    """17.3b Units already taken over are led away first, then the worst of the rest is tried."""

    def worth(order: Any) -> float:
        if isinstance(order, MoveUnit):
            return MUST + _away(view, order)
        return 1 + harm(view, order.unit) if isinstance(order, AttemptControl) else -1

    return _best(view, worth)


def _march(view: View, frame: AwaitMarch) -> Order:
    """8.1a An own move that was stopped ends there; 17.4a an enemy unit is led away from the fight."""
    is_own = frame.unit in view.state.units and view.state.units[frame.unit].side == view.side
    if is_own and march_choices.stop_bar(view.state) is None:
        return Decline()
    return _best(view, lambda order: _away(view, order))


def _away(view: View, order: MoveUnit) -> float:
    """Off the map is best, else as far from the fight as it goes."""
    if not order.path or order.charge:
        return -1.0
    at = order.path[-1]
    if at == OFF_MAP:
        return GONE
    far = min((view.ground.distance(at, other) for other in view.brigade_hexes), default=0)
    return far + view.to_goal(at) / LAST_COLUMN


def _declaration(_view: View, _frame: AwaitDeclaration) -> Order:
    return Decline()


# Hidden movement (18.0)


def _deploy(view: View, frame: AwaitDeployment) -> Order:
    found = [order for order in offers(BOOK, view.state, view.side) if isinstance(order, DeployUnits)]
    return max(found, key=lambda order: counters.worth(view, order)) if found else DeployUnits(hmc=frame.hmc)


# Combat (11.0 to 15.0, 19.0)


def _coordinate(_view: View, frame: asks.AwaitCoordination) -> Order:
    return asks.RollCoordination(target=frame.target)


def standing(unit: Unit) -> float:
    """How well a brigade would defend."""
    return combat_rating(unit) + unit.ratings.morale[unit.shaken] / 2 - unit.disrupted - unit.questionable


def _swap(view: View, _frame: asks.AwaitSwap) -> Order:
    units, fight = view.state.units, current(view.state)
    now = standing(units[fight.defender]) + 1 / 2

    def worth(order: Any) -> float:
        return standing(units[order.unit]) - now

    return _best(view, worth)


def balance(state: State) -> int:
    """11.4 The differential of the fight as it stands, seen by the attacker."""
    fight = current(state)
    attacker, struck = state.units[fight.attacker], state.units[fight.defender]
    return differential(state, combat_rating(attacker) - defence(struck), tuple(combat_modifiers(state, fight)))


def _before_combat(view: View, _frame: asks.AwaitRetreatBeforeCombat) -> Order:
    return asks.RetreatBeforeCombat() if balance(view.state) >= FALL_BACK_FROM else Decline()


def _support(view: View, frame: asks.AwaitSupport) -> Order:
    """13.4 Given where it moves the column; the attacker spends his weakest gun, the defender his strongest."""
    now, units = balance(view.state), view.state.units
    matters = -LAST_COLUMN <= now + 1 <= LAST_COLUMN if frame.attacking else now > -LAST_COLUMN
    if not matters:
        return Decline()

    def worth(order: Any) -> float:
        rating = units[order.unit].ratings.def_support
        return MUST - rating if frame.attacking else float(rating)

    return _best(view, worth)


def _defender(view: View, frame: asks.AwaitDefender) -> Order:
    units = view.state.units
    mine = units[frame.units[0]].side == view.side
    rate = [(defence(units[name]) - units[name].disrupted, name) for name in frame.units]
    return asks.DefendWith(unit=(max(rate) if mine else min(rate))[1])


def _retreat(view: View, _frame: asks.AwaitRetreat) -> Order:
    """12.4 Away from the enemy, where there is room, cover, and a way on; off the map only if it must be."""

    def worth(order: Any) -> float:
        if order.to == OFF_MAP:
            return 1.0
        state, side = view.state, view.state.units[order.unit].side
        value = MUST + min(view.from_enemy(order.to), STACK) + cover(state, order.to) - view.downhill(order.to) / STACK
        value += BESIDE_ENEMY * is_near(state, order.to, side)
        return value + OVERSTACKED * (stacked(state, order.to) >= STACK)

    return _best(view, worth)


def _rout(view: View, frame: asks.AwaitRout) -> Order:
    """9.3b The worst of them, guns before brigades."""
    return asks.ChooseRout(unit=min(frame.units, key=lambda name: (standing(view.state.units[name]), name)))


def _advance(view: View, frame: asks.AwaitAdvance) -> Order:
    """12.7a Onto the objective, or forward where the ground is fit to be held; not into a swarm."""
    state, to = view.state, frame.to
    is_goal = to in view.objective
    enemies = view.strength_near(to, 1, own=False)

    def worth(order: Any) -> float:
        first = state.units[order.units[0]]
        gain = (view.downhill(first.at) - view.downhill(to) if view.attacks else 0.0) + cover(state, to)
        gain -= cover(state, first.at)
        if first.at in view.objective and not is_goal:
            gain -= STACK
        if is_goal:
            return STACK + gain + len(order.units)
        folly = enemies / SWARM + (first.shaken or first.disrupted) * enemies / SWARM
        return gain - folly * STACK - (len(order.units) - 1)

    return _best(view, worth)


def _counter(view: View, _frame: asks.AwaitCounterAttack) -> Order:
    """19.1 Where the odds favour it."""

    def worth(order: Any) -> float:
        state, unit = view.state, view.state.units[order.unit]
        if unit.shaken or order.charge:
            return -1.0
        blow = attackers.blow(state, order.unit, unit.at, order.target)
        defenders = assaults.defenders_of(state, order.target)
        now = assaults.situation(view, order.target)._replace(coordination=0)
        return odds.assault([blow], defenders, now) - BACK if defenders else -1.0

    return _best(view, worth)


ANSWERS: Mapping[type[Any], Callable[[View, Any], Order]] = {
    AwaitControl: _control,
    AwaitLeftover: _leftover,
    AwaitMarch: _march,
    AwaitDeclaration: _declaration,
    AwaitDeployment: _deploy,
    asks.AwaitCoordination: _coordinate,
    asks.AwaitSwap: _swap,
    asks.AwaitRetreatBeforeCombat: _before_combat,
    asks.AwaitSupport: _support,
    asks.AwaitDefender: _defender,
    asks.AwaitRetreat: _retreat,
    asks.AwaitRout: _rout,
    asks.AwaitAdvance: _advance,
    asks.AwaitCounterAttack: _counter,
}


def best_top(state: State, at: HexId) -> PieceId:
    """9.4a The brigade of a hex that should stand on top."""
    names = brigades_at(state, at)
    return max(names, key=lambda name: (standing(state.units[name]), -names.index(name))) if names else ""
