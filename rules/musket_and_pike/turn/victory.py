"""4.6, 15 The end of the game: capitulation, victory points, and who has won by how much."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.facts import GameEnded, PointsScored, Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike import tables
from rules.musket_and_pike.position import is_foot, is_guns, is_light, units_of
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import Leader, State, Unit, enemy_of
from rules.musket_and_pike.turn.wings import is_led

KING = "King Charles"
Scored = tuple[str, str, int]  # the key of what it is for, whom it speaks of, points


def points_for(state: State, side: Side) -> Iterator[Scored]:
    """15, T20 What a side scores for the losses of the other."""
    for name, unit in state.units.items():
        if unit.side != side:
            yield from _for_unit(state, name, unit)
    for name, wagon in state.wagons.items():
        if wagon.side != side and wagon.holder == side:
            yield "wagons captured", name, state.charts.victory_points.wagon_captured
    for name, leader in state.leaders.items():
        if leader.side != side:
            yield from _for_leader(state, name, leader)


def _for_unit(state: State, name: str, unit: Unit) -> Iterator[Scored]:
    chart = state.charts.victory_points
    if is_guns(unit):
        yield from _for_guns(state, name, unit)
    elif is_light(unit):
        if unit.gone == "eliminated" and chart.li_eliminated:
            yield "unit lost", name, chart.li_eliminated
    elif unit.gone == "eliminated":
        yield "unit lost", name, lost(state, unit)
        if reading(state, "D80") == "b" and unit.casualties:
            yield "casualties", name, unit.casualties * _each(state, unit)
    elif unit.hexes and unit.casualties:
        yield "casualties", name, unit.casualties * _each(state, unit)


def lost(state: State, unit: Unit) -> int:
    """14.3 Dismounted cavalry counts as cavalry."""
    chart = state.charts.victory_points
    if not is_foot(unit):
        return chart.cavalry_eliminated
    return chart.two_hex_hi_eliminated if unit.card.width > 1 else chart.one_hex_hi_eliminated


def _each(state: State, unit: Unit) -> int:
    chart = state.charts.victory_points
    return chart.hi_casualty_on_map if is_foot(unit) else chart.cavalry_casualty_on_map


def _for_guns(state: State, name: str, unit: Unit) -> Iterator[Scored]:
    """10.8.9, D79 Captured or disabled, whichever they are."""
    chart, double = state.charts.victory_points, unit.card.double
    if unit.holder:
        found = chart.captured_double if double else chart.captured
        yield "guns captured", name, found[unit.card.gun]  # type: ignore[index]
    elif unit.disabled:
        single = chart.disabled if reading(state, "D79") == "b" else chart.disabled_as_printed
        found = chart.disabled_double if double else single
        yield "guns disabled", name, found[unit.card.gun]  # type: ignore[index]


def _for_leader(state: State, name: str, leader: Leader) -> Iterator[Scored]:
    """15, D14 The Army Commander the battle began with; named Wing Commanders by their rating."""
    if leader.fate != "eliminated" or leader.generic or (leader.pursued and reading(state, "D14") == "a"):
        return
    chart = state.charts.victory_points
    if state.engagement.commanders.get(leader.side) == name:
        king = leader.name == KING
        points = chart.king_charles_eliminated if king else chart.initial_army_commander_eliminated
        yield "Army Commander lost", name, points
    elif leader.rating:
        yield "Wing Commander lost", name, chart.named_wing_commander_eliminated_per_rating * abs(leader.rating)


def total(state: State, side: Side) -> int:
    return sum(points for _, _, points in points_for(state, side))


def result(state: State) -> int:
    """15 The points of the side the scenario names, less the other's."""
    side = state.engagement.victory_for
    return total(state, side) - total(state, enemy_of(state, side))


def verdict(state: State, capitulated: tuple[Side, ...] = ()) -> tuple[Side, str]:
    """4.6, 15 The winner and the level; who has left the field does no better than a draw."""
    found = result(state)
    level = next(one for one in state.engagement.levels if one.at_least is None or found >= one.at_least)
    if level.winner in capitulated:
        return "", "draw"
    return level.winner, level.level


def has_capitulated(state: State, side: Side) -> bool:
    """4.6, 10.8.9, D9 All its Wings with units on the map have Rally orders; as b, only those with a leader there."""
    own = [name for name, wing in state.wings.items() if wing.side == side and any(True for _ in units_of(state, name))]
    if reading(state, "D9") == "b":
        own = [name for name in own if is_led(state, name) and state.leaders[state.wings[name].commander].at]
    return bool(own) and all(state.wings[name].order == tables.ORDERS[-1] for name in own)


def end(play: Play[State], capitulated: tuple[Side, ...] = ()) -> None:
    """15 The points of both sides, and the verdict."""
    state = play.state
    for side in state.core.sides:
        for key, name, points in points_for(state, side):
            play.record(PointsScored(side=side, points=points, why=Reason(key, "15", (name,))))
    winner, level = verdict(state, capitulated)
    margin = result(state)
    if capitulated:
        why = Reason("capitulation", "4.6", (winner, level, margin, *capitulated))
    else:
        why = Reason("last turn", "15", (winner, level, margin))
    play.record(GameEnded(winner=winner, why=why))


def standing(state: State) -> Reason:
    """15 How the game stands."""
    winner, level = verdict(state)
    first, second = state.core.sides
    return Reason("standing", "15", (winner, level, total(state, first), total(state, second)))
