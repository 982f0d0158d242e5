"""11.2.3c Where the horse that must charge rides: as many as can be placed next to the enemy, by the owner's choice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war import tables
from rules.wallaces_war.charges.facts import ChargeDropped, ChargeMade
from rules.wallaces_war.charges.sighting import Horse, Ride, chargers, shortest
from rules.wallaces_war.corrections import MARKERS
from rules.wallaces_war.ids import HexId, LeaderId, UnitId
from rules.wallaces_war.melee.asks import AwaitPlacement, ReactionPlacement
from rules.wallaces_war.melee.facts import MeleeBegan, MeleeStepped
from rules.wallaces_war.movement.companions import subsets
from rules.wallaces_war.movement.facts import ChargeMarked
from rules.wallaces_war.position import companions
from rules.wallaces_war.state import State

Paths = Mapping[HexId, Ride]


def place(play: Play[State], must: Sequence[Horse], movers: tuple[UnitId, ...]) -> None:
    """11.2.3c The owner is asked where there is a choice of ways, of who drops out, or of leaders to take along."""
    state = play.state
    found = best(state, must)
    if len(found) == 1 and not _leaders(state, must, found[0]):
        begin(play, must, found[0], movers)
        return
    side, target = state.units[must[0].units[0]].side, state.units[movers[0]].at
    play.open(AwaitPlacement(side=side, chargers=tuple(horse.at for horse in must), target=target, movers=movers))


def best(state: State, must: Sequence[Horse]) -> list[dict[HexId, Ride]]:
    """11.2.3c Every way of placing them that brings the most units next to the trigger."""
    found: list[dict[HexId, Ride]] = []
    most = 0
    for paths, count in _placings(state, must, {}, {}):
        if count > most:
            found, most = [], count
        if count == most:
            found.append(paths)
    return found


def _placings(
    state: State, must: Sequence[Horse], paths: dict[HexId, Ride], ends: Mapping[HexId, tuple[UnitId, ...]]
) -> Iterator[tuple[dict[HexId, Ride], int]]:
    """Each of them by each of its ways, or not at all."""
    if not must:
        yield paths, sum(len(units) for units in ends.values())
        return
    horse, rest = must[0], must[1:]
    for ride in horse.rides:
        end = (horse.at, *ride)[-1]
        there = ends.get(end, ())
        if _fits(state, there, horse.units):
            yield from _placings(state, rest, {**paths, horse.at: ride}, {**ends, end: (*there, *horse.units)})
    yield from _placings(state, rest, paths, ends)


def _fits(state: State, there: tuple[UnitId, ...], units: tuple[UnitId, ...]) -> bool:
    """11.2.3c, 8.2a, 8.2b They may form a new stack, of one Battle and one facing."""
    if not there:
        return True
    one, other = state.units[there[0]], state.units[units[0]]
    alike = one.battle == other.battle and one.facing == other.facing
    return alike and len(there) + len(units) <= tables.STACK


def _leaders(state: State, must: Sequence[Horse], paths: Paths) -> tuple[LeaderId, ...]:
    """13.7a Who could ride along."""
    return tuple(name for horse in must if paths.get(horse.at) for name in companions(state, horse.units))


def horses(state: State, frame: AwaitPlacement) -> list[Horse]:
    """Those who must charge, as they were when the question was put: nothing has moved since."""
    found = []
    for at in frame.chargers:
        units = chargers(state, at)
        found.append(Horse(at, units, shortest(state, units, frame.target)))
    return found


def decide_placement(play: Play[State], order: ReactionPlacement, frame: AwaitPlacement) -> None:
    """11.2.2d, 11.2.3c"""
    state, must = play.state, horses(play.state, frame)
    foreign = next((at for at in order.paths if at not in frame.chargers), None)
    if foreign:
        raise IllegalOrder("need not charge", "11.2.2b", foreign, *frame.chargers)
    if dict(order.paths) not in best(state, must):
        short = any(order.paths.get(horse.at, horse.rides[0]) not in horse.rides for horse in must)
        if short:
            raise IllegalOrder("not the shortest way", "11.2.2d", frame.target)
        raise IllegalOrder("must charge if it can", "11.2.3c" if order.paths else "11.2.2b", frame.target)
    away = next((name for name in order.leaders if name not in _leaders(state, must, order.paths)), None)
    if away:
        raise IllegalOrder("leader not stacked with it", "13.7a", away, must[0].units[0])
    play.close()
    begin(play, must, order.paths, frame.movers, order.leaders)


def begin(
    play: Play[State],
    must: Sequence[Horse],
    paths: Paths,
    movers: tuple[UnitId, ...],
    leaders: tuple[LeaderId, ...] = (),
) -> None:
    """11.2.2c, 11.2.3b, P4.6 Q3, Q4 The horse sets off; whoever it hits loses his Charge marker (11.2.1d)."""
    state, target = play.state, play.state.units[movers[0]].at
    for unit in state.stacks[target] if play.is_corrected(MARKERS) else movers:
        if state.units[unit].charge:
            play.record(ChargeMarked(unit=unit, on=False, why=Reason("hit by a reaction charge", "11.2.1d", (unit,))))
    play.record(MeleeBegan(kind="reaction", side=state.units[must[0].units[0]].side))
    for horse in must:
        if horse.at not in paths:
            play.record(ChargeDropped(units=horse.units))
            continue
        ride = paths[horse.at]
        play.record(
            ChargeMade(
                units=horse.units, start=horse.at, at=(horse.at, *ride)[-1], target=target, kind="reaction",
                path=ride, leaders=tuple(name for name in companions(state, horse.units) if name in leaders),
            )
        )  # fmt: skip
    play.record(MeleeStepped(stage="strike"))


def choices(state: State, frame: AwaitPlacement) -> Iterator[Choice]:
    must = horses(state, frame)
    for paths in best(state, must):
        for leaders in subsets(_leaders(state, must, paths)):
            yield Choice(frame.side, ReactionPlacement(paths=paths, leaders=leaders))
