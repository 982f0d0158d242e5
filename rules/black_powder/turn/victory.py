"""BP.vic.13 to BP.vic.16 How a battle ends: an army breaks, night falls, or a side gives up."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.kernel.chapter import Asked, Chapter
from domain.kernel.facts import GameEnded, Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from domain.tabletop import lengths
from domain.tabletop.bodies import blocks_of, is_near
from domain.tabletop.polygons import Polygon, overlaps
from rules.black_powder.position import enemy_of, is_shaken, on_table
from rules.black_powder.rulings import is_on
from rules.black_powder.state import State, Unit
from rules.black_powder.tables import FORMED, INCH
from rules.black_powder.turn.asks import Concede
from rules.black_powder.turn.morale import brigades_of
from rules.black_powder.units.footprint import body_of


def decide_concede(play: Play[State], _order: Concede) -> None:
    """BP.vic.13 A side gives the battle up."""
    winner = enemy_of(play.state, play.by)
    play.record(GameEnded(winner=winner, why=Reason("conceded", "BP.vic.13", (play.by,))))


def end_if_fallen(play: Play[State], *, turn_over: bool) -> bool:
    """BP.vic.13 The side whose army breaks first loses; with the option one more turn is played."""
    state = play.state
    if not state.fallen:
        return False
    if is_on(state, "last_turn") and not (turn_over and state.core.turn > state.fell_in):
        return False
    loser = state.fallen[0]
    if len(state.fallen) > 1:
        play.record(GameEnded(winner="", why=Reason("both armies broken", "BP.vic.13")))
    else:
        why = Reason("army broken", "BP.vic.13", (loser,))
        play.record(GameEnded(winner=enemy_of(state, loser), why=why))
    return True


def end_if_decided(play: Play[State]) -> bool:
    """BP.vic.14, BP.vic.16 After the last turn; or when half a column has got off the table."""
    state = play.state
    if state.battle.victory.kind == "run":
        runner = state.battle.victory.side
        if has_run(state, runner):
            play.record(GameEnded(winner=runner, why=Reason("got away", "BP.vic.16", (runner,))))
            return True
    if not state.battle.turns or state.core.turn < state.battle.turns:
        return False
    winner, why = verdict(state)
    play.record(GameEnded(winner=winner, why=why))
    return True


def has_run(state: State, side: Side) -> bool:
    """BP.vic.16 Half of its units are off by the far edge."""
    own = [unit for unit in state.units.values() if unit.side == side]
    far = state.battle.victory.edge
    off = [unit for unit in own if unit.status in ("off", "gone") and unit.exit and _left_by(state, unit, far)]
    return bool(own) and 2 * len(off) >= len(own)


def _left_by(state: State, unit: Unit, edge: str) -> bool:
    assert unit.exit is not None
    x, y, _ = unit.exit
    at = {"west": x <= 0, "south": y <= 0, "east": x >= state.battle.width, "north": y >= state.battle.height}
    return at.get(edge, False)


def verdict(state: State) -> tuple[Side, Reason]:
    """BP.vic.14, BP.vic.15 By the scenario's objective, else by the share of unbroken brigades."""
    return _VERDICTS[state.battle.victory.kind](state)


def by_brigades(state: State) -> tuple[Side, Reason]:
    """BP.vic.14 The greater share of brigades unbroken."""
    first, second = state.core.sides
    (a, of_a), (b, of_b) = (_unbroken(state, side) for side in (first, second))
    numbers = (first, a, of_a, second, b, of_b)
    if a * of_b == b * of_a:
        return "", Reason("brigades level", "BP.vic.14", numbers)
    winner = first if a * of_b > b * of_a else second
    return winner, Reason("more brigades unbroken", "BP.vic.14", numbers)


def _unbroken(state: State, side: Side) -> tuple[int, int]:
    own = brigades_of(state, side)
    return sum(1 for one in own.values() if not one.broken), max(len(own), 1)


def sound(state: State, side: Side) -> list[Unit]:
    """Unshaken units on the table."""
    return [unit for unit in on_table(state, side).values() if not is_shaken(unit)]


def holders(state: State, place: str, within: int) -> dict[Side, int]:
    """How many unshaken units each side has so near a place."""
    area = state.terrain[place].points
    return {
        side: sum(1 for unit in sound(state, side) if is_near(body_of(state, unit), area, within))
        for side in state.core.sides
    }


def by_places(state: State) -> tuple[Side, Reason]:
    """BP.vic.15 Who has more unshaken units than the enemy near every place named."""
    victory = state.battle.victory
    counts = [holders(state, place, victory.within * INCH) for place in victory.places]
    for side in state.core.sides:
        if all(count[side] > count[enemy_of(state, side)] for count in counts):
            return side, Reason("holds the places", "BP.vic.15", (side, *victory.places))
    return by_brigades(state) if victory.otherwise == "brigades" else ("", Reason("nobody holds them", "BP.vic.15"))


def is_on_ground(state: State, unit: Unit, area: Polygon) -> bool:
    return any(overlaps(block, area) for block in blocks_of(body_of(state, unit)))


def ground_points(state: State) -> int:
    """Points of the places where only the attacker has an unshaken unit."""
    victory = state.battle.victory
    found = 0
    for place, points in victory.points.items():
        area = state.terrain[place].points
        mine = any(is_on_ground(state, unit, area) for unit in sound(state, victory.side))
        theirs = any(is_on_ground(state, unit, area) for unit in sound(state, enemy_of(state, victory.side)))
        found += points if mine and not theirs else 0
    return found


def by_ground(state: State) -> tuple[Side, Reason]:
    victory, points = state.battle.victory, ground_points(state)
    of = (victory.side, points, victory.win)
    if points >= victory.win:
        return victory.side, Reason("ground taken", "BP.vic.15", of)
    if points >= victory.draw:
        return "", Reason("ground half taken", "BP.vic.15", of)
    return enemy_of(state, victory.side), Reason("ground held", "BP.vic.15", of)


def stands(state: State) -> bool:
    """A formed, unshaken unit of the side in the area."""
    victory = state.battle.victory
    area = lengths.points(victory.area)
    formed = (unit for unit in sound(state, victory.side) if unit.formation in FORMED)
    return any(is_on_ground(state, unit, area) for unit in formed)


def by_stand(state: State) -> tuple[Side, Reason]:
    side = state.battle.victory.side
    if stands(state):
        return side, Reason("still stands", "BP.vic.15", (side,))
    return enemy_of(state, side), Reason("overrun", "BP.vic.15", (side,))


def by_run(state: State) -> tuple[Side, Reason]:
    """BP.vic.16 Who had to run and has not."""
    side = state.battle.victory.side
    return enemy_of(state, side), Reason("did not get away", "BP.vic.16", (side,))


_VERDICTS: Mapping[str, Callable[[State], tuple[Side, Reason]]] = {
    "brigades": by_brigades,
    "hold": by_places,
    "ground": by_ground,
    "stand": by_stand,
    "run": by_run,
}


def standing(state: State) -> Reason:
    """How the game stands by what would decide it now."""
    return verdict(state)[1]


CHAPTER = Chapter[State](
    orders=(Asked(Concede(), decide_concede, cite="BP.vic.13", anytime=True),),
)
