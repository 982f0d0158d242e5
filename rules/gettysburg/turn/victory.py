"""4.0, 23.2 to 23.5 Who has won."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Final

from domain.kernel.facts import GameEnded
from domain.kernel.reasons import Of, Reason
from rules.gettysburg import tables
from rules.gettysburg.ids import HexId
from rules.gettysburg.position import brigades_at
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import CONFEDERATE, DESTROYED, ELIMINATED, ROUTED, UNION, State

CEMETERY_HILL: Final = "Cemetery Hill"
TANEYTOWN_ROAD: Final = ("Taneytown Road", "2720", "3219")  # 23.5(1)
BALTIMORE_PIKE: Final = ("Baltimore Pike", "2518", "3016")  # 23.5(2)
RAIN, LAST_TURN, NOW = "rain", "last-turn", "now"
When = tuple[str, int]  # how it ends, and the turn


def ended(state: State, ending: str, turn: int) -> GameEnded:
    """How the game stands when it ends in this way, at or before this turn."""
    return VERDICTS[state.battle.victory](state, (ending, turn))


def score(state: State) -> int:
    """4.1b"""
    return state.core.points[CONFEDERATE] - state.core.points[UNION]


def _points(state: State, when: When) -> GameEnded:
    """4.1b Degrees of victory by the difference of Victory Points; 4.2 the 0 of history is a Union victory."""
    margin = score(state)
    winner = CONFEDERATE if margin >= tables.WIN_CONFEDERATE else UNION
    decisive = margin >= tables.DECISIVE_CONFEDERATE or margin <= tables.DECISIVE_UNION
    why = Reason("decisive victory by points" if decisive else "victory by points", "4.1b", (*when, winner, margin))
    return GameEnded(winner=winner, why=why)


def infantry_on(state: State, hexes: tuple[HexId, ...]) -> int:
    """Confederate infantry brigades in these hexes."""
    return sum(
        state.units[name].kind == "infantry" and state.units[name].side == CONFEDERATE
        for at in hexes
        for name in brigades_at(state, at)
    )


def _cemetery_hill(state: State, when: When) -> GameEnded:
    """23.2, 23.3 Two Confederate infantry brigades on Cemetery Hill."""
    held = infantry_on(state, tuple(state.ground.named_hills[CEMETERY_HILL]))
    winner = CONFEDERATE if held >= tables.CEMETERY_HILL_BRIGADES else UNION
    rule = "23.3" if state.battle.key == "first_day" else "23.2"
    return GameEnded(winner=winner, why=Reason("brigades on Cemetery Hill", rule, (*when, held)))


def _second_day(state: State, when: When) -> GameEnded:
    """23.4 A margin of 20 points and ten Union units in the boxes."""
    margin, broken = score(state), boxed_units(state)
    won = margin >= tables.SECOND_DAY_MARGIN and broken >= tables.SECOND_DAY_UNITS
    why = Reason("score and units in the boxes", "23.4", (*when, margin, broken))
    return GameEnded(winner=CONFEDERATE if won else UNION, why=why)


def boxed_units(state: State) -> int:
    """23.4, D90 Union units in the three boxes; brigades only under reading B."""
    counted = ("infantry", "cavalry") if reading(state, "D90") == "B" else ("infantry", "cavalry", "artillery")
    boxes = (ELIMINATED, ROUTED, DESTROYED)
    return sum(u.side == UNION and u.kind in counted and u.at in boxes for u in state.units.values())


def _little_round_top(state: State, when: When) -> GameEnded:
    """23.5 A road reached, or twelve Union infantry brigades broken: what was met is told, or all if nothing was."""
    counted = (
        ("Taneytown Road", infantry_on(state, stretch(state, *TANEYTOWN_ROAD)), tables.TANEYTOWN_BRIGADES),
        ("Baltimore Pike", infantry_on(state, stretch(state, *BALTIMORE_PIKE)), tables.BALTIMORE_BRIGADES),
        ("broken", broken_infantry(state), tables.LITTLE_ROUND_TOP_BRIGADES),
    )
    met = [row for row in counted if row[1] >= row[2]]
    told: Iterable[Of] = chain.from_iterable(row[:2] for row in met or counted)
    why = Reason("roads and brigades", "23.5", (*when, *told))
    return GameEnded(winner=CONFEDERATE if met else UNION, why=why)


def broken_infantry(state: State) -> int:
    """23.5(3), D89 Union infantry Eliminated or Routed at least once, or only those in the boxes now."""
    boxes = (ELIMINATED, ROUTED, DESTROYED)
    infantry = [u for u in state.units.values() if u.side == UNION and u.kind == "infantry"]
    return sum(u.broken if reading(state, "D89") == "A" else u.at in boxes for u in infantry)


def stretch(state: State, name: str, first: HexId, last: HexId) -> tuple[HexId, ...]:
    """The hexes of a road from one to another, both included."""
    hexes = next(road.hexes for road in state.ground.roads if road.name == name)
    low, high = sorted((hexes.index(first), hexes.index(last)))
    return tuple(hexes[low : high + 1])


def standing(state: State) -> Reason:
    """How it would end now."""
    found = ended(state, NOW, state.core.turn)
    key = "if it ended now" if state.battle.victory in ("points", "second_day") else "if it ended now, without points"
    return Reason(key, found.why.cite, (found.winner, found.why.cite, found.why.key, *found.why.of))


VERDICTS: Mapping[str, Callable[[State, When], GameEnded]] = {
    "points": _points,
    "cemetery_hill": _cemetery_hill,
    "second_day": _second_day,
    "little_round_top": _little_round_top,
}
