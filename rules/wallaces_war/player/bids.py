"""4.3, 4.6, 10.4 Initiative: what each Battle could do with each chit, and what that is worth."""

from __future__ import annotations

from typing import Final, NamedTuple

from domain.kernel.facts import Order, Side
from rules.wallaces_war import tables
from rules.wallaces_war.command.activation import battles_for, continue_bar, hand, special_bar
from rules.wallaces_war.command.asks import (
    Activate,
    ActivateReaction,
    AwaitOutbid,
    Bid,
    Chit,
    ContinueAttack,
    Outbid,
    SpecialContinuation,
)
from rules.wallaces_war.command.continuation import reactions
from rules.wallaces_war.command.initiative import raises
from rules.wallaces_war.ids import BattleId
from rules.wallaces_war.player.odds import left_of
from rules.wallaces_war.player.view import FAR, HEX, View
from rules.wallaces_war.position import level_of, values
from rules.wallaces_war.state import ZERO, Unit
from rules.wallaces_war.turn import victory
from rules.wallaces_war.turn.asks import Concede, Decline

PRICE: Final = (0.0, 0.4, 1.0, 1.8, 2.6)  # what it means to part with a chit
CHEAPER: Final = 30  # turns after which they are all but free: who saves them for ever does not win
TWICE: Final = 1.5  # what a Battle with a 4 does more than with a 3
BESIDE: Final = 1.0  # a unit that stands beside the enemy and may attack
STRIKES: Final = 0.8  # one that may come up to him
SHOOTS: Final = 0.4
RIDES: Final = 0.5  # horse that may charge
MARCHES: Final = 0.2
PRESSED: Final = 0.3  # a unit shaken, or that cannot attack, near the enemy
RAISE: Final = 1.2  # the net worth for which a bid is raised
ASLEEP: Final = 30  # turns without a unit lost
CHARGES: Final = tables.REACH + 4  # hexes within which horse can charge


class Prospect(NamedTuple):
    """What the units of a Battle could do now."""

    beside: float = 0.0
    strikes: float = 0.0
    rest: float = 0.0  # shots and marches, which need no chit of value

    def with_chit(self, value: int, level: int) -> float:
        """4.5 The chit limits how many enemy stacks may be closed with."""
        most = tables.ZOC_LIMIT.get(value)
        strikes = self.strikes if most is None else min(self.strikes, most * STRIKES)
        twice = TWICE if value == tables.FOUR and level >= tables.CONTINUING_LEVEL and self.beside + strikes else 1.0
        return self.beside * min(twice, 1 + value) + strikes * twice + self.rest


def prospect(view: View, battle: BattleId) -> Prospect:
    beside = strikes = rest = 0.0
    willing = view.is_willing(battle)
    for name in view.units_of(battle):
        unit = view.state.units[name]
        away = view.to_enemy(unit)
        if away >= FAR:
            continue
        reach = away - values(unit).ma * HEX
        if unit.shaken or not willing:
            rest += PRESSED if away <= 2 * HEX else MARCHES / 2
        elif unit.kind in tables.MISSILE:
            rest += SHOOTS if reach <= 2 * HEX else MARCHES
        elif unit.kind == "HC":
            near = away <= CHARGES * HEX
            strikes += RIDES * near
            rest += MARCHES * (not near)
        elif away <= HEX:
            beside += BESIDE
        else:
            strikes += STRIKES * (reach <= HEX)
            rest += MARCHES * (reach > HEX)
    return Prospect(beside, strikes, rest)


def _scaled(view: View, value: int) -> float:
    return PRICE[value] * max(1 - view.state.core.turn / CHEAPER, 0.0)


def best(view: View, chits: list[Chit]) -> tuple[float, Chit]:
    """The chit whose Battle gains most by it, and its net worth."""
    prospects = {battle: prospect(view, battle) for battle in dict.fromkeys(chit.battle for chit in chits)}

    def net(chit: Chit) -> float:
        gain = prospects[chit.battle].with_chit(chit.value, level_of(view.state, chit.battle))
        return gain - _scaled(view, chit.value)

    found = max(chits, key=lambda chit: (net(chit), chit.value, chit.battle))
    return net(found), found


def gives_up(view: View) -> bool:
    """16.1a Whether the battle has gone to sleep, and the other side has the better of it."""
    state = view.state
    quiet = state.core.turn - max((box.turn for one in state.battles.values() for box in one.display), default=0)
    if quiet < ASLEEP:
        return False
    own, other = _standing(view, view.side), _standing(view, view.enemy)
    return own < other or (own == other and view.side == state.core.sides[0])


def _standing(view: View, side: Side) -> tuple[int, float]:
    """17.1b The points of a side, then what is left of its men."""
    left = sum(
        left_of(unit) for unit in view.state.units.values() if unit.side == side and unit.at in view.state.stacks
    )
    return victory.total(view.state, side), left


def bid(view: View) -> Order | None:
    """4.3b"""
    if gives_up(view):
        return Concede()
    chits = hand(view.state, view.side)
    if not chits:
        return Decline()
    chit = best(view, chits)[1]
    return Bid(battle=chit.battle, chit=chit.value)


def outbid(view: View, frame: AwaitOutbid) -> Order:
    """4.3b Where this turn is worth it."""
    gain, chit = best(view, list(raises(view.state, view.side, frame.bid)))
    if gain < RAISE - view.boldness:
        return Decline()
    return Outbid(battle=chit.battle, chit=chit.value)


def activate(view: View) -> Order | None:
    """4.3f to 4.3j"""
    if gives_up(view):
        return Concede()
    state = view.state
    chits = hand(state, view.side, automatic=True)
    free = [Chit(battle=name, value=ZERO) for name in battles_for(state, view.side)]
    chit = best(view, chits or free)[1]
    return Activate(battle=chit.battle, chit=chit.value)


def go_on(view: View) -> Order | None:
    """10.4a, 13.2d Again, while anybody is near enough to fight."""
    state = view.state
    found = prospect(view, state.turn.battle)
    if found.beside + found.strikes > 0 and view.is_willing(state.turn.battle):
        if special_bar(state) is None:
            return SpecialContinuation()
        if continue_bar(state) is None:
            return ContinueAttack()
    return Decline()


def react(view: View) -> Order | None:
    """4.6a With a zero, where somebody is in trouble beside the enemy; the rest wait for a turn of their own."""
    for choice in reactions(view.state):
        order = choice.order
        if isinstance(order, ActivateReaction) and order.chit == ZERO and _is_pressed(view, order.battle):
            return order
    return Decline()


def _is_pressed(view: View, battle: BattleId) -> bool:
    units = [view.state.units[name] for name in view.units_of(battle)]
    return sum(_is_in_trouble(view, unit) for unit in units) > 1


def _is_in_trouble(view: View, unit: Unit) -> bool:
    near = view.to_enemy(unit)
    return (unit.shaken or unit.kind in tables.MISSILE or unit.kind == "HC") and near <= 2 * HEX
