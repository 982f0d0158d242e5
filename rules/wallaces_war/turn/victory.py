"""17, 20.4a The end of a game, its points, and who has won by how much."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter
from domain.kernel.facts import GameEnded, PointsScored, Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war import tables
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State, enemy_of
from rules.wallaces_war.turn.asks import Concede

BEATEN = ("weakened", "broken", "eliminated")  # 17.1a
VICTORY = {
    "decisive": "decisive victory",
    "major": "major victory",
    "minor": "minor victory",
    "marginal": "marginal victory",
}
CONCEDED = {
    "decisive": "conceded, decisive victory",
    "major": "conceded, major victory",
    "minor": "conceded, minor victory",
    "marginal": "conceded, marginal victory",
}
SCORED = {"weakened": "Battle weakened", "broken": "Battle broken", "eliminated": "Battle lost"}
MARGINAL = "marginal"  # D82 A the least that a concession gives


def beaten(state: State) -> Side:
    """17.1a The first side all of whose Battles are weakened, broken or eliminated; one to come is not (D81 A)."""
    for side in state.core.sides:
        own = [battle for battle in state.battles.values() if battle.side == side]
        if all(battle.standing in BEATEN for battle in own):
            return side
    return ""


def points_for(state: State, side: Side) -> Iterator[tuple[str, int]]:
    """17.1b, 17.2b, 20.4a What a side scores for each enemy Battle, by the worst it has come to, and no more."""
    column = state.core.sides.index(side)
    for name, battle in state.battles.items():
        if battle.side != side and battle.standing in tables.POINTS:
            yield name, tables.POINTS[battle.standing][column]


def total(state: State, side: Side) -> int:
    return sum(points for _, points in points_for(state, side))


def ratio(state: State, high: int, low: int) -> int | None:
    """17.2a, D79, D80 The higher total by the lower, in hundredths; None beyond measure."""
    if reading(state, "D79") == "B":
        high, low = low, high
    if low == 0 and reading(state, "D80") == "A":
        return None if high else 0
    low = low or 1
    return (200 * high + low) // (2 * low)


def level(state: State, high: int, low: int) -> str:
    """17.2a The level of victory; empty for a draw."""
    found = ratio(state, high, low)
    if found is None:
        return tables.LEVELS[0][1]
    return next((name for over, name in tables.LEVELS if found > over), "")


def verdict(state: State) -> GameEnded:
    """17.2a Who has won, by the points as they stand."""
    first, second = state.core.sides
    scores = {side: total(state, side) for side in (first, second)}
    winner = first if scores[first] >= scores[second] else second
    loser = enemy_of(state, winner)
    found = level(state, scores[winner], scores[loser])
    if not found or scores[winner] == scores[loser]:
        return GameEnded(winner="", why=Reason("draw", "17.2a", (scores[first], scores[second])))
    return GameEnded(winner=winner, why=Reason(VICTORY[found], "17.2a", (winner, scores[winner], scores[loser])))


def end(play: Play[State]) -> None:
    """17.1a, 17.1b The points of both sides, and the verdict."""
    _score(play)
    play.record(verdict(play.state))


def _score(play: Play[State]) -> None:
    state = play.state
    cite = "20.4a" if state.engagement.barons else "17.1b"
    for side in state.core.sides:
        for name, points in points_for(state, side):
            why = Reason(SCORED[state.battles[name].standing], cite, (name,))
            play.record(PointsScored(side=side, points=points, why=why))


def decide_concede(play: Play[State], _order: Concede) -> None:
    """16.1, D82 The other side wins: by its points but at the least marginally, or decisively."""
    state, winner = play.state, enemy_of(play.state, play.by)
    scores = total(state, winner), total(state, play.by)
    found = level(state, *scores) if scores[0] > scores[1] else ""
    if reading(state, "D82") == "B":
        found = tables.LEVELS[0][1]
    _score(play)
    why = Reason(CONCEDED[found or MARGINAL], "16.1a", (play.by, winner, *scores))
    play.record(GameEnded(winner=winner, why=why))


def proceed(play: Play[State]) -> bool:
    """D81 B The end as soon as it is reached; else it is looked for after phase F."""
    if not play.state.core.turn or reading(play.state, "D81") == "A" or not beaten(play.state):
        return False
    end(play)
    return True


def standing(state: State) -> Reason:
    """17.2a How the game stands by points and their ratio."""
    first, second = state.core.sides
    one, other = total(state, first), total(state, second)
    ahead = first if one > other else second
    high, low = max(one, other), min(one, other)
    found = ratio(state, high, low)
    if one == other:
        return Reason("level on points", "17.2a", (one, other))
    shown = "" if found is None else f"{found // 100}.{found % 100:02}"
    return Reason("ahead on points", "17.2a", (ahead, high, low, shown, level(state, high, low) or "draw"))


CHAPTER = Chapter[State](
    orders=(Asked(Concede(), decide_concede, cite="16.1a", anytime=True),),
    proceed=proceed,
)
