"""What the player answers when it is asked: interrupts, morale, re-rolls, losses, retreats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.kernel.errors import is_legal
from domain.kernel.facts import Frame, Order, Side, UnitId
from domain.kernel.player import answered
from domain.tabletop.bodies import gap_squared
from rules.longstreet_lite.cards import hand
from rules.longstreet_lite.cards.asks import AwaitInterrupt, Decline, Interrupt, PlayMorale
from rules.longstreet_lite.cards.interrupts import plan_interrupt
from rules.longstreet_lite.cards.naming import candidates, for_one
from rules.longstreet_lite.combat.asks import AwaitCombatMorale
from rules.longstreet_lite.combat.combat_morale import in_need, need
from rules.longstreet_lite.fire.asks import AwaitFireMorale
from rules.longstreet_lite.formation import body_of
from rules.longstreet_lite.player import purse, volleys
from rules.longstreet_lite.player.view import View
from rules.longstreet_lite.retreat import asks
from rules.longstreet_lite.sheets.rows import CardRow
from rules.longstreet_lite.state import State, enemy_of, on_table
from rules.longstreet_lite.tables import BW, DIE, INF_MOVE, MORALE_CARDS_A_UNIT

KEPT = 3  # cards the player will not go below for morale
FULL_HAND = 5  # an interrupt that is merely pleasant waits for so many
WORTH_STOPPING = 2 * DIE  # sixths of a hit that make an enemy's fire worth an interrupt


def _interrupt(view: View, frame: AwaitInterrupt) -> Order:
    """LL.4.int.1 A card in the window its text names, at the unit where it tells most."""
    for card in sorted(set(view.state.cards[frame.side].hand)):
        row = hand.row(view.state, card)
        if row.interrupt and (order := _aimed(view, frame, row)) is not None:
            return order
    return Decline()


def _aimed(view: View, frame: AwaitInterrupt, row: CardRow) -> Order | None:
    state, unit = view.state, ""
    if for_one(row.effects):
        unit = _worst(view, frame, candidates(state, frame.side, row.effects))
        if not unit:
            return None
    elif len(state.cards[frame.side].hand) < FULL_HAND:
        return None
    order = Interrupt(card=row.id, unit=unit)
    return order if is_legal(plan_interrupt, state, frame.side, frame.window, order) else None


def _worst(view: View, frame: AwaitInterrupt, units: list[UnitId]) -> UnitId:
    """The unit that matters most in this phase; none if none does."""
    state = view.state
    if frame.window == "fire" and units and state.units[units[0]].side != frame.side:
        promised = {unit: volleys.sixths(view, unit) for unit in units}
        best = max(units, key=lambda unit: promised[unit], default="")
        return best if best and promised[best] >= WORTH_STOPPING else ""
    reach = INF_MOVE + BW if frame.window == "combat" else 2 * INF_MOVE
    near = [(gap, unit) for unit in units if (gap := _gap(state, unit)) <= reach**2]
    return min(near)[1] if near else ""


def _gap(state: State, unit_id: UnitId) -> int:
    """Squared distance to the nearest enemy."""
    unit = state.units[unit_id]
    body = body_of(state, unit)
    gaps = (gap_squared(body, body_of(state, other)) for other in on_table(state, enemy_of(unit.side)).values())
    return min(gaps, default=(1000 * BW) ** 2)


def _fire_morale(state: State, frame: AwaitFireMorale) -> Order:
    """LL.5.morale.1 The worst hit first, as long as cards can be spared."""
    wanted = {unit: state.units[unit].hits - 1 for unit in state.fire.to_kill}
    return _morale(state, frame.side, {unit: (hits, MORALE_CARDS_A_UNIT) for unit, hits in wanted.items() if hits > 0})


def _combat_morale(state: State, frame: AwaitCombatMorale) -> Order:
    """LL.7.morale.1 Bases that can still be saved; a limber only if the card saves it."""
    found = {unit: need(state, unit) for unit in in_need(state)}
    return _morale(state, frame.side, {unit: (want.points, want.cards) for unit, want in found.items() if want})


def _morale(state: State, side: Side, wanted: Mapping[UnitId, tuple[int, int]]) -> Order:
    spare = sorted(state.cards[side].hand, key=lambda card: purse.worth(state, card))[: -KEPT or None]
    spare = [card for card in spare if hand.row(state, card).morale]
    played: dict[UnitId, tuple[str, ...]] = {}
    for unit, (points, most) in sorted(wanted.items(), key=lambda item: (-item[1][0], item[0])):
        taken: list[str] = []
        while spare and points > 0 and len(taken) < most:
            taken.append(spare.pop(0))
            points -= hand.row(state, taken[-1]).morale
        if taken and not state.units[unit].limbered:
            played[unit] = tuple(taken)
    return PlayMorale(cards=played) if played else Decline()


def _retreat_card(state: State, frame: asks.AwaitRetreatCard) -> Order:
    """LL.7.finterp.1 With a full hand, the least of it."""
    held = state.cards[frame.side].hand
    return asks.PlayRetreatCard(card=purse.cheapest(state, frame.side, 1)[0]) if len(held) > FULL_HAND else Decline()


def _retreat_path(_state: State, frame: asks.AwaitRetreatPath) -> Order:
    return asks.RetreatUnit(unit=frame.unit)


ANSWERS: Mapping[type[Frame], Callable[[State, Any], Order]] = {
    AwaitInterrupt: answered(View, _interrupt),
    AwaitFireMorale: _fire_morale,
    AwaitCombatMorale: _combat_morale,
    asks.AwaitRetreatCard: _retreat_card,
    asks.AwaitRetreatPath: _retreat_path,
}
