"""A cheap player, for hundreds of games: every unit goes the plain way, fires where it can, and reacts by fire alone.

It keeps nothing between two orders. Each order is put together from the functions that would refuse it, so that it is
legal as it is given.
"""

from __future__ import annotations

from domain.kernel.facts import Order
from domain.kernel.reasons import total
from rules.musket_and_pike.duties.duties import standing_bar
from rules.musket_and_pike.ids import UnitId
from rules.musket_and_pike.melee.asks import AwaitDeclarations, DeclareMelee, EndDeclarations
from rules.musket_and_pike.melee.eligible import attackers
from rules.musket_and_pike.melee.modifiers import Fight, reckon
from rules.musket_and_pike.player import care, marches, reactions, shots, walks, wings
from rules.musket_and_pike.player.minds import mind
from rules.musket_and_pike.player.view import View
from rules.musket_and_pike.position import allowance, is_guns, main_at
from rules.musket_and_pike.reaction.asks import AwaitReaction
from rules.musket_and_pike.turn import change
from rules.musket_and_pike.turn.asks import AwaitChange, AwaitPreemption, ChangeOrder
from rules.musket_and_pike.work import Decline


def _act(view: View, name: UnitId) -> Order | None:
    return care.recover(view, name) or _move(view, name) or shots.shoot(view, name)


def _move(view: View, name: UnitId) -> Order | None:
    """5.6 Whoever must charge goes on until he meets somebody; all others come up and wait."""
    state, unit = view.state, view.state.units[name]
    if unit.morale == "MB" or is_guns(unit) or not allowance(state, name) or standing_bar(state, name):
        return None
    order = view.wing_of(unit).order
    if order in ("receive_charge", "rally") and not marches.is_adrift(view, name):
        return None
    terms = walks.terms_of(view, name)
    if not terms.commanded:
        return marches.back(view, terms)
    if terms.held or order in ("receive_charge", "rally"):
        return None
    return walks.plain(view, terms, 1 if order == "charge" else marches.STAND_OFF[False])


def _declare(view: View, frame: AwaitDeclarations) -> Order:
    """11.3 Whoever by himself is not at a disadvantage strikes whoever stands before him."""
    state = view.state
    for name, hex in attackers(state, reaction=frame.reaction):
        foe = main_at(state, hex)
        if not foe or total(reckon(state, Fight((name,), foe, (hex,)))) >= 0:
            return DeclareMelee(unit=name, hex=hex)
    return EndDeclarations()


def _change(view: View, frame: AwaitChange) -> Order:
    """5.7.1 Whoever has come up charges; nobody rallies of his own will."""
    state, wing = view.state, frame.wing
    can = "charge" not in frame.tried and change.needed(state, state.wings[wing].order, "charge") is not None
    if state.wings[wing].order != "make_ready" or not can or wings.nearest(view, wing) > wings.CLOSE:
        return Decline()
    return ChangeOrder(to="charge")


def _decline(_view: View, _frame: AwaitPreemption) -> Order:
    return Decline()


MIND = mind(
    _act,
    {
        AwaitReaction: reactions.fire_only,
        AwaitPreemption: _decline,
        AwaitChange: _change,
        AwaitDeclarations: _declare,
    },
)
choose = MIND.choose
