"""BP.rkt Rockets: they hit, drift, get lost, or burst on their launcher."""

from __future__ import annotations

from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from domain.kernel.reasons import Reason, total
from domain.tabletop import lengths
from domain.tabletop.angles import SCALE, TURN, Point, direction, round_div
from domain.tabletop.bodies import blocks_of, is_near
from domain.tabletop.polygons import contains
from rules.black_powder.breaking import tests
from rules.black_powder.breaking.losses import disorder, hurt
from rules.black_powder.ids import UnitId
from rules.black_powder.position import on_table
from rules.black_powder.rulings import reading
from rules.black_powder.shooting import fires, saves, volley
from rules.black_powder.shooting.facts import RocketFlown, ShotsRolled
from rules.black_powder.shooting.looking import ALL
from rules.black_powder.shooting.shots import Shot, value_of
from rules.black_powder.shooting.targets import Aim
from rules.black_powder.state import State
from rules.black_powder.tables import BLOCKS, DIE, INCH
from rules.black_powder.units.footprint import body_of, centre

NEAR = 3 * INCH  # BP.rkt.9
DIRECT, DRIFTS, BURST = 6, 4, 1  # BP.rkt.7
SHAKEN_UP = 6  # BP.rkt.9
BURST_HITS = 2


def fire(play: Play[State], shot: Shot, ignored: tuple[UnitId, ...], at: str) -> None:
    """BP.rkt.5, BP.rkt.7 The dice together, then each rocket by itself."""
    state, name, target = play.state, shot.look.name, shot.aim.target
    aim = lengths.point(at) if at else centre(body_of(state, state.units[target]))
    if target not in under(state, aim):
        raise IllegalOrder("aim is not on the target", "BP.rkt.7", name, target, at)
    volley.choose(play, shot, ignored)
    dice = list(value_of(state, shot.unit))
    roll = play.roll(total(dice), DIE, Reason("rockets", "BP.rkt.7", (name, target)), shot.unit.side)
    play.record(
        ShotsRolled(
            unit=name,
            target=target,
            occasion="shooting",
            steps=tuple(dice),
            modifiers=(),
            needs=DIRECT,
            faces=roll.faces,
            hits=sum(face == DIRECT for face in roll.faces),
            guns=True,
        )
    )
    if all(face == BURST for face in roll.faces):
        play.record(RocketFlown(unit=name, die=BURST, result="bursts", aim=(aim.x, aim.y)))
        strike(play, shot, name, BURST_HITS)
        return
    for face in roll.faces:
        _fly(play, shot, face, aim)


def _fly(play: Play[State], shot: Shot, face: int, aim: Point) -> None:
    name, target = shot.look.name, shot.aim.target
    if face == DIRECT:
        play.record(RocketFlown(unit=name, die=face, result="hits", aim=(aim.x, aim.y), struck=(target,)))
        inside = play.state.units[target].building
        if inside:
            fires.kindle(play, inside, 1, name)
        if play.state.units[target].is_on_table:
            disorder(play, target, Reason("rocket", "BP.rkt.7", (name,)))
            strike(play, shot, target, 1)
    elif face >= DRIFTS:
        _drift(play, shot, face, aim)
    else:
        play.record(RocketFlown(unit=name, die=face, result="lost", aim=(aim.x, aim.y)))


def _drift(play: Play[State], shot: Shot, face: int, aim: Point) -> None:
    """BP.rkt.7 to BP.rkt.9 Two dice for the distance, one for the direction: six ways, the first due north."""
    name, side = shot.look.name, shot.unit.side
    far = play.roll(2, DIE, Reason("rocket drifts", "BP.rkt.7", (name,)), side).total
    way = play.roll(1, DIE, Reason("which way it drifts", "BP.rkt.7", (name,)), side).total
    bearing = (way - 1) * TURN // DIE
    along = direction(bearing)
    drift = far * INCH
    landed = Point(aim.x + round_div(drift * along.x, SCALE), aim.y + round_div(drift * along.y, SCALE))
    struck = tuple(one for one in under(play.state, landed) if _counts(play.state, shot, one))
    near = tuple(
        key for key, unit in on_table(play.state).items() if not unit.disordered and _near(play.state, key, landed)
    )
    play.record(
        RocketFlown(
            unit=name,
            die=face,
            result="drifts",
            aim=(aim.x, aim.y),
            landed=(landed.x, landed.y),
            drift=drift,
            bearing=bearing,
            struck=struck,
            shaken_up=near,
        )
    )
    for one in struck:
        strike(play, shot, one, 1)
    for one in near:
        _shake_up(play, shot, one)
    _kindle(play, shot, landed)


def _counts(state: State, shot: Shot, name: UnitId) -> bool:
    """BP.rkt.8, D62"""
    return name != shot.aim.target or reading(state, "D62") == "B"


def under(state: State, point: Point) -> list[UnitId]:
    return [
        key for key, unit in on_table(state).items() if any(contains(b, point) for b in blocks_of(body_of(state, unit)))
    ]


def _near(state: State, name: UnitId, point: Point) -> bool:
    return is_near(body_of(state, state.units[name]), point, NEAR)


def _shake_up(play: Play[State], shot: Shot, name: UnitId) -> None:
    """BP.rkt.9"""
    unit = play.state.units[name]
    if not unit.is_on_table or unit.disordered:
        return
    why = Reason("rocket close by", "BP.rkt.9", (name,))
    if play.roll(1, DIE, why, shot.unit.side, alike=lambda roll: roll.total >= SHAKEN_UP).total >= SHAKEN_UP:
        disorder(play, name, Reason("rocket", "BP.rkt.9", (shot.look.name,)))


def _kindle(play: Play[State], shot: Shot, landed: Point) -> None:
    """BP.burn.1 A stray rocket on a building."""
    for key, piece in play.state.terrain.items():
        if piece.kind in BLOCKS and contains(piece.points, landed):
            fires.kindle(play, key, 1, shot.look.name)


def strike(play: Play[State], shot: Shot, name: UnitId, hits: int) -> None:
    """BP.rkt.10 Hits on a unit, saved at -2."""
    at = shot._replace(aim=Aim(name, shot.aim.distance, ALL, ALL, None, ()))
    taken = volley.save(play, name, shot.look.name, saves.lots_of(at, hits), wavers=volley.wavers_later(at))
    hurt(play, name, taken, Reason("rocket", "BP.rkt.10", (shot.look.name,)), guns=True)
    if taken:
        tests.queue(play, volley.tests_of(at))
