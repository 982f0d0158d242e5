"""11.4, 12.4.3 A beaten unit goes back: MS pays in casualties for what it cannot go, MB rolls T16."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from domain.kernel.chapter import Asked, Chapter, Choice, Question
from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike.going import hits
from rules.musket_and_pike.ids import HexId, LeaderId, UnitId
from rules.musket_and_pike.leaders.facts import LeaderMoved
from rules.musket_and_pike.leaders.loss import overrun
from rules.musket_and_pike.morale.casualties import eliminate
from rules.musket_and_pike.morale.together import unite
from rules.musket_and_pike.movement import carry
from rules.musket_and_pike.movement.facts import GunsDisabled, UnitMoved, UnitTurned
from rules.musket_and_pike.position import (
    body,
    distance,
    enemies,
    guns_at,
    is_guns,
    klass,
    leaders_with,
    main_at,
    owe,
)
from rules.musket_and_pike.retreats.asks import AwaitRetreat, AwaitStand, ResumeStranded, RetreatTo, StandFacing
from rules.musket_and_pike.retreats.facts import FACTS, UnitRetreated
from rules.musket_and_pike.retreats.stranded import facings, stand, stranded
from rules.musket_and_pike.retreats.ways import Bar, Way, Ways, ways
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.state import State
from rules.musket_and_pike.work import CasualtyDue, InMelee, ResumeRetreat


def resume(play: Play[State], frame: ResumeRetreat) -> None:
    """11.4.2 It goes by the best way; where several are as good, or an Army Commander may stay, its owner says."""
    play.close()
    state, unit = play.state, play.state.units[frame.unit]
    if not unit.hexes or is_guns(unit):  # 12.4.4 guns neither retreat nor rout
        return
    by = frame.by if frame.by and state.units[frame.by].hexes else ""
    if not frame.by:
        letter = reading(state, "D74")
        if letter == "c":
            return
        by = nearest(state, frame.unit) if letter == "b" else ""
    found = ways(state, frame.unit, by, frame.hexes)
    if len(found.best) > 1 or (len(found.best[0].steps) and free_to_stay(state, frame.unit)):
        play.open(AwaitRetreat(side=unit.side, unit=frame.unit, by=by, hexes=frame.hexes))
        return
    go(play, frame.unit, by, found, found.best[0])


def nearest(state: State, name: UnitId) -> UnitId:
    """D74 b"""
    unit = state.units[name]
    return min(
        enemies(state, unit.side), key=lambda foe: distance(state, unit.hexes, state.units[foe].hexes), default=""
    )


def free_to_stay(state: State, name: UnitId) -> list[LeaderId]:
    """5.1.2 Army Commanders may retreat or advance with it, Wing Commanders must (5.2.2)."""
    return [leader for leader in leaders_with(state, name) if not state.leaders[leader].wing]


def _answer(play: Play[State], order: RetreatTo, frame: AwaitRetreat) -> None:
    state = play.state
    if order.unit != frame.unit:
        raise IllegalOrder("another retreats", "11.4.2", order.unit, frame.unit)
    found = ways(state, frame.unit, frame.by, frame.hexes)
    way = next((way for way in found.best if way.path == order.path), None)
    if way is None:
        raise IllegalOrder("not the best way back", _cite(state, frame, order), frame.unit, *found.best[0].path)
    for leader in order.staying:
        if leader not in free_to_stay(state, frame.unit):
            raise IllegalOrder("must go along", "5.2.2", leader, frame.unit)
    play.close()
    go(play, frame.unit, frame.by, found, way, order.staying)


def _cite(state: State, frame: AwaitRetreat, order: RetreatTo) -> str:
    """11.4.2 to 11.4.4 The rule that closes this way."""
    hexes = [hex for hex in order.path if hex in state.ground.at]
    if any(main_at(state, hex) for hex in hexes):
        return "11.4.3"
    return "11.4.4" if len(state.units[frame.unit].hexes) > 1 else "11.4.2"


def _choices(state: State, frame: AwaitRetreat) -> Iterable[Choice]:
    free = free_to_stay(state, frame.unit)
    for way in ways(state, frame.unit, frame.by, frame.hexes).best:
        yield Choice(frame.side, RetreatTo(unit=frame.unit, path=way.path))
        if free:
            yield Choice(frame.side, RetreatTo(unit=frame.unit, path=way.path, staying=tuple(free)))


def go(play: Play[State], name: UnitId, by: UnitId, found: Ways, way: Way, staying: tuple[LeaderId, ...] = ()) -> None:
    """11.4.10, 7.3.1 Hex by hex, with what the ground does to it; then what it could not go is paid for."""
    state, units, unit = play.state, body(play.state, name), play.state.units[name]
    shortage = _shortage(state, name, by, found)
    along = [leader for leader in leaders_with(state, name) if leader not in staying]
    for i, step in enumerate(way.steps):
        last = i == len(way.steps) - 1
        if not step:
            _leave(play, units)
            break
        _step(play, units, step, along)
        if not last:
            _overrun(play, unit.side, step)
    play.record(UnitRetreated(units=units, by=by, path=way.path, short=shortage))
    if way.ends:
        _join(play, name)
    if shortage and unit.hexes:
        _pay(play, name, by, shortage, len(way.steps))


def _step(play: Play[State], units: tuple[UnitId, ...], to: tuple[HexId, ...], along: list[LeaderId]) -> None:
    state, unit = play.state, play.state.units[units[0]]
    before = unit.hexes
    causes = [
        cause
        for a, b in zip(before, to, strict=True)
        if b not in before
        for cause in hits(state.charts, state.ground, klass(unit), a, b)
    ]
    places = dict(zip(before, to, strict=True))
    play.record(UnitMoved(units=units, hexes=to, how="retreat"))
    for leader in along:
        play.record(LeaderMoved(leader=leader, to=places[state.leaders[leader].at]))
    along.extend(list(_met(state, units[0], along)))
    overrun(play, to, unit.side)
    carry.disorder(play, units, tuple(dict.fromkeys(causes)))


def _met(state: State, name: UnitId, along: list[LeaderId]) -> Iterator[LeaderId]:
    """5.2.2 The Wing Commander through whose hex it goes must go back with it."""
    for leader in leaders_with(state, name):
        if leader not in along and state.leaders[leader].wing == state.units[name].wing:
            yield leader


def _overrun(play: Play[State], side: str, hexes: tuple[HexId, ...]) -> None:
    """11.4.3 Friendly guns through which it goes are disabled."""
    for hex in hexes:
        gun = guns_at(play.state, hex)
        if gun and play.state.units[gun].side == side:
            play.record(GunsDisabled(unit=gun, why=Reason("retreated through", "11.4.3")))


def _leave(play: Play[State], units: tuple[UnitId, ...]) -> None:
    """13.4.3, D67 Off the map it is eliminated; leaders with it are put elsewhere or lost (5.3.1)."""
    eliminate(play, units, Reason("left the map", "13.4.3"))


def _join(play: Play[State], name: UnitId) -> None:
    """8.2.2, 11.4.3 It ends with horse, or with light infantry: both are as the worse of them."""
    state = play.state
    other = next(one for one in state.stacks[state.units[name].at] if one != name and not is_guns(state.units[one]))
    facing = state.units[other].facing
    if state.units[name].facing != facing:
        play.record(UnitTurned(units=(name,), facing=facing))
    unite(play, name, other)


def _shortage(state: State, name: UnitId, by: UnitId, found: Ways) -> int:
    """11.4.5, 12.4.3, D68 Hexes for which it pays; read as b, not those that only one kind of obstacle cost it."""
    short = found.short
    if not short or reading(state, "D68") == "a":
        return short
    in_melee = any(isinstance(frame, InMelee) for frame in state.core.pending)
    spare: tuple[Bar, ...] = ("ground",) if in_melee else ("enemies",)  # 11.4.5 names no ground, 12.4.3 no enemies
    return min(short, ways(state, name, by, found.due, spare).short)


def _pay(play: Play[State], name: UnitId, by: UnitId, short: int, gone: int) -> None:
    """11.4.5"""
    if play.state.units[name].morale == "MB":
        play.open(ResumeStranded(unit=name, by=by, gone=gone))
    else:
        owe(play, CasualtyDue(unit=name, count=short, by=by, cause=Reason("cannot retreat", "11.4.5")))


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(RetreatTo(unit="waller", path=("2506", "2505")), cite="11.4.2"),
        Asked(StandFacing(unit="waller", facing=2), cite="11.4.5"),
    ),
    questions=(
        Question(AwaitRetreat, {RetreatTo: _answer}, _choices, ("11.4.2",)),
        Question(AwaitStand, {StandFacing: stand}, facings, ("11.4.5",)),
    ),
    resumes={ResumeRetreat: resume, ResumeStranded: stranded},
    within={ResumeRetreat: ("11.4.2",), ResumeStranded: ("11.4.5",)},
)
