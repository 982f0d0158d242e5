"""LL.4.int.3, D58 The one unit a card speaks of: who names it, and which units there are to name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Side, UnitId
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.longstreet_lite.cards import effects, hand
from rules.longstreet_lite.cards.asks import AwaitConfusedMove, AwaitName, Decline, NameUnit
from rules.longstreet_lite.cards.facts import Declined, EffectsEnded
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.sheets.rows import Effect
from rules.longstreet_lite.state import Active, State, on_table
from rules.longstreet_lite.tables import CardId

SAMPLE = 4  # units offered for one card
ON_USE = ("move_bonus", "may_reroll", "die_modifier", "extra_combat_dice")  # named when the effect is first used


def for_one(found: Iterable[Effect]) -> tuple[Effect, ...]:
    """The effects that speak of one unit."""
    return tuple(effect for effect in found if effect.units == "one")


def namer(state: State, found: Iterable[Effect]) -> str:
    """LL.4.int.3 (D58) A: who played the card. Only the unit that may not move is in dispute."""
    return reading(state, "D58") if any(effect.do == "unit_may_not_move" for effect in for_one(found)) else "A"


def candidates(state: State, by: Side, found: Iterable[Effect]) -> list[UnitId]:
    """Units on the table that the card may speak of."""
    asked = for_one(found)
    there = ((name, unit) for name, unit in on_table(state).items() if may_be_named(state, name))
    return [name for name, unit in there if not any(effects.misfit(unit, by, e) for e in asked)]


def check_named(state: State, card: CardId, by: Side, found: Iterable[Effect], unit_id: UnitId) -> None:
    """LL.4.int.6 A unit on the table, of the side and kind the card speaks of."""
    if not unit_id:
        raise IllegalOrder("unit to be named", "LL.4.int.6", card, *candidates(state, by, found))
    if unit_id not in state.units:
        raise IllegalOrder("no such unit to name", "LL.4.int.6", card, unit_id, *candidates(state, by, found))
    unit = state.units[unit_id]
    if not unit.is_on_table:
        raise IllegalOrder("card for the table", "LL.4.int.6", card, unit_id)
    why = next((why for effect in for_one(found) if (why := effects.misfit(unit, by, effect))), None)
    if why:
        raise IllegalOrder("card cannot speak of it", why.cite, card, unit_id, why.key, *why.of)
    if not may_be_named(state, unit_id):
        raise IllegalOrder("not attacking", "LL.4.mod.1", card, *candidates(state, by, found))


def draw_lots(play: Play[State], side: Side, found: Iterable[Effect]) -> UnitId:
    """LL.4.int.3 (D58 C) A die with a face for each unit it could be."""
    units = candidates(play.state, side, found)
    if len(units) == 1:
        return units[0]
    return units[play.roll(1, len(units), Reason("which unit the card speaks of", "LL.4.int.3"), side).total - 1]


def unnamed(state: State, card: CardId) -> list[Active]:
    """The effects of a card that wait for a name."""
    return [a for a in state.effects if a.card == card and a.effect.units == "one" and not a.unit]


def waits_for_use(effect: Effect) -> bool:
    """LL.4.mod.1 A modifier for an own unit that fires, moves or fights: the order that uses it names the unit."""
    is_fight = effect.do == "die_modifier" and effect.dice in ("attack", "defence")
    return effect.do in ON_USE and effect.whose == "own" and not is_fight


def ask_at_once(play: Play[State], card: CardId) -> None:
    """LL.4.mod.2 Any other modifier for one unit: named before the enemy may interrupt."""
    waiting = unnamed(play.state, card)
    found = [active.effect for active in waiting]
    if not all(map(waits_for_use, found)) and candidates(play.state, play.by, found):
        play.open(AwaitName(side=play.by, card=card))


def decide_name(play: Play[State], order: NameUnit, frame: AwaitName) -> None:
    waiting = unnamed(play.state, frame.card)
    check_named(play.state, frame.card, waiting[0].by, [a.effect for a in waiting], order.unit)
    play.close()
    effects.name_unit(play, waiting[0], order.unit)
    begin_confused_move(play, waiting[0].by, frame.card, order.unit)


def decline_name(play: Play[State], _order: Decline, frame: AwaitName) -> None:
    """LL.4.mod.1 A player may leave his own card unused; he may not refuse to name a unit for the enemy's (D58 B)."""
    waiting = unnamed(play.state, frame.card)
    if waiting[0].by != frame.side:
        raise IllegalOrder("must name one", "LL.4.int.3", frame.card, frame.side)
    places = tuple(place for place, active in enumerate(play.state.effects) if active in waiting)
    play.close()
    play.record(Declined(by=frame.side, what=Reason("to name a unit", "LL.4.mod.1", (frame.card,))))
    play.record(EffectsEnded(cards=(frame.card,), places=places))


def begin_confused_move(play: Play[State], by: Side, card: CardId, unit: UnitId) -> None:
    """LL.4.int.6 A card that lets its player move an enemy unit: he does so at once."""
    if any(effect.do == "passive_moves_unit" for effect in hand.row(play.state, card).effects):
        play.open(AwaitConfusedMove(side=by, unit=unit, card=card))


def choices(state: State, frame: AwaitName) -> Iterator[Choice]:
    if waiting := unnamed(state, frame.card):
        for unit in candidates(state, waiting[0].by, [a.effect for a in waiting])[:SAMPLE]:
            yield Choice(frame.side, NameUnit(unit=unit))
        if waiting[0].by == frame.side:
            yield Choice(frame.side, Decline())


def may_be_named(state: State, unit: UnitId) -> bool:
    """LL.4.mod.1 While combats are resolved, a card speaks of units that attack."""
    return not state.combat.stage or unit in state.combat.attackers
