"""4.1 Initiative at the start of a turn, and what the scenario has happen before it."""

from __future__ import annotations

from domain.kernel.chapter import Chapter
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike import tables
from rules.musket_and_pike.ids import Standing, WingId
from rules.musket_and_pike.position import commander_of, d10
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.sheets.build import slug
from rules.musket_and_pike.state import ACTIVATION, State
from rules.musket_and_pike.turn.facts import DefectionRolled, InitiativeWon
from rules.musket_and_pike.turn.wings import candidates

WORST = 1  # worse than any rating


def counted(state: State, side: Side, order: str) -> list[WingId]:
    """4.1.1, 7.4 The Wings of a side that have an order, those due this turn among them."""
    return [name for name in candidates(state, side) if state.wings[name].order == order]


def highest(state: State) -> Standing:
    """4.1.1, D3 The order that decides: the highest anyone has."""
    present = {state.wings[name].order for name in candidates(state)}
    return next((order for order in tables.ORDERS if order in present), "rally")


def best_rating(state: State, wings: list[WingId]) -> int:
    """4.1.2"""
    leaders = (commander_of(state, state.wings[name]) for name in wings)
    return min((leader.rating for leader in leaders if leader), default=WORST)


def roll_off(play: Play[State], order: Standing) -> None:
    """4.1.2, D4 The higher die; tied dice are rolled again, or whoever had it keeps it."""
    state = play.state
    first, second = state.core.sides
    why = Reason("initiative", "4.1.2")
    while True:
        dice = (d10(play, why, first), d10(play, why, second))
        keeper = state.turn.holder if reading(state, "D4") == "b" else ""
        if dice[0] != dice[1] or keeper:
            break
    side = keeper if dice[0] == dice[1] else first if dice[0] > dice[1] else second
    play.record(InitiativeWon(side=side, order=order, why=Reason("higher die", "4.1.2", dice), dice=dice))


def decide(play: Play[State]) -> None:
    """4.1.1 More Wings of the highest order, then the better commander, then the die."""
    state = play.state
    first, second = state.core.sides
    order = highest(state)
    own, other = counted(state, first, order), counted(state, second, order)
    if order == "rally" and reading(state, "D3") == "b":
        roll_off(play, order)
    elif len(own) != len(other):
        side = first if len(own) > len(other) else second
        why = Reason("more Wings of the highest order", "4.1.1", (order, len(own), len(other)))
        play.record(InitiativeWon(side=side, order=order, why=why))
    elif (one := best_rating(state, own)) != (two := best_rating(state, other)):
        why = Reason("better Wing Commander", "4.1.2", (order, one, two))
        play.record(InitiativeWon(side=first if one < two else second, order=order, why=why))
    else:
        roll_off(play, order)


def defect(play: Play[State]) -> bool:
    """The unit of the scenario that may change sides at the start of a turn."""
    state, line = play.state, play.state.engagement.defection
    if line is None or line.turn != state.core.turn or state.turn.tested:
        return False
    name = slug(line.unit)
    if name not in state.units or not state.units[name].hexes:
        return False
    low, high = line.removed_on
    die = d10(play, Reason("defection", "15", (name,)), state.units[name].side)
    play.record(DefectionRolled(unit=name, die=die, leaves=low <= die <= high))
    return True


def proceed(play: Play[State]) -> bool:
    """3.1 As a turn begins."""
    state = play.state
    if state.core.pending or state.core.phase != ACTIVATION or state.turn.initiative:
        return False
    if not defect(play):
        decide(play)
    return True


CHAPTER = Chapter[State](proceed=proceed)
