"""18.4a, 18.5 Units out of a Hidden Movement Counter that is taken off the map, and where they may be placed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.gettysburg import clock, position
from rules.gettysburg.hidden.asks import AwaitDeployment, DeployUnits
from rules.gettysburg.hidden.facts import VOLUNTARY, CommandLost, HiddenBrokenUp, HiddenRevealed, UnitDeployed
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.rulings import is_on, reading
from rules.gettysburg.state import ENEMY, OUT_OF_PLAY, POOL, State
from rules.gettysburg.tables import HMCS_STAY, STACK
from rules.gettysburg.turn import states

Rooms = dict[HexId, int]  # how many more pieces each hex can take
MOST_SAMPLES = 10
FEW_SAMPLES = 3


def answer_reveal(play: Play[State], order: DeployUnits, frame: AwaitDeployment) -> None:
    """18.5"""
    heed(_answer_refusal(play.state, order, frame))
    place(play, frame.at, frame.units, order.places)
    play.close()


def decide_deploy(play: Play[State], order: DeployUnits) -> None:
    """18.4a By the owner's will, or 22.6 off the map."""
    state = play.state
    heed(_removal_refusal(state, order, play.by))
    hmc = state.hmcs[order.hmc]
    if hmc.at in (OUT_OF_PLAY, POOL):
        play.record(HiddenBrokenUp(hmc=order.hmc, units=tuple(position.contents(state, order.hmc))))
        return
    at = hmc.at
    units = reveal(play, order.hmc, Reason("its owner removes it", VOLUNTARY))
    place(play, at, units, order.places)


def _answer_refusal(state: State, order: DeployUnits, frame: AwaitDeployment) -> IllegalOrder | None:
    if order.hmc != frame.hmc:
        return IllegalOrder("another HMC first", "18.4b", frame.hmc, order.hmc)
    rooms = rooms_for(state, position.side_of(state, frame.hmc), frame.at)
    return _placing_refusal(state, frame.at, frame.units, rooms, order.places)


def _removal_refusal(state: State, order: DeployUnits, by: Side) -> IllegalOrder | None:
    """18.4a Before it moves, and not in Passive or Panic state."""
    if not position.uses_hidden(state):
        return IllegalOrder("hidden movement not in play", "18.1")
    bar = owner_bar(state, order.hmc, by)
    if bar:
        return bar
    hmc = state.hmcs[order.hmc]
    if hmc.at in (OUT_OF_PLAY, POOL):
        return _break_up_refusal(state, order)
    found = _stays_on(state, order.hmc, by)
    if found:
        return found
    units, rooms = position.contents(state, order.hmc), rooms_for(state, by, hmc.at, leaving=1)
    return _placing_refusal(state, hmc.at, units, rooms, order.places)


def owner_bar(state: State, name: PieceId, by: Side) -> IllegalOrder | None:
    """18.1 Nobody opens a counter of the other side, 17.5a not even one he controls."""
    if name in state.hmcs and state.hmcs[name].side == by:
        return None
    return IllegalOrder("no HMC of yours", "17.5a" if name in state.turn.control else "18.1", name, by)


def _stays_on(state: State, name: PieceId, by: Side) -> IllegalOrder | None:
    """18.4a Why a counter cannot be removed now, wherever its units would go."""
    command = position.command_state(state, by)
    if state.hmcs[name].at not in state.stacks:
        return IllegalOrder("not on the map", "18.4a", name)
    if name in state.turn.acted or name in state.turn.starts:
        return IllegalOrder("HMC has moved", "18.4a", name)
    if command in HMCS_STAY:
        return IllegalOrder("no HMC removed", HMCS_STAY[command], command)
    if position.commander(state, name) != by:
        return IllegalOrder("not under command", "17.5a", name)
    return None


def _break_up_refusal(state: State, order: DeployUnits) -> IllegalOrder | None:
    """22.6 Off the map there is nothing to place; ours: so too with a counter still to enter (18.4c)."""
    if order.places:
        return IllegalOrder("HMC off the map", "22.6", order.hmc)
    if state.hmcs[order.hmc].at == OUT_OF_PLAY and not is_on(state, "return_to_map"):
        return IllegalOrder("HMC gone for good", "8.5", order.hmc)
    return None


def rooms_for(state: State, side: Side, at: HexId, leaving: int = 0) -> Rooms:
    """18.5, 9.1, D74 The hex and its neighbours that can take units, with the room left in each."""
    is_shy = reading(state, "D74") == "B" and position.command_state(state, side) != "attack"
    rooms: Rooms = {}
    for to in (at, *state.ground.near(at)):
        room = STACK - position.stacked(state, to) + (leaving if to == at else 0)
        is_closed = is_shy and position.is_near(state, to, side, position.INFANTRY)
        if room > 0 and position.side_at(state, to) != ENEMY[side] and not is_closed:
            rooms[to] = room
    return rooms


def _may_stand(state: State, unit: PieceId, to: HexId) -> bool:
    """18.8b, D72 Neither artillery nor cavalry deploys into rough."""
    return state.units[unit].kind == "infantry" or not state.ground.is_rough(to)


def _placing_refusal(
    state: State, at: HexId, units: Sequence[PieceId], rooms: Rooms, places: dict[PieceId, HexId]
) -> IllegalOrder | None:
    """18.5 Each unit at its place, none left out for whom there is room."""
    left = dict(rooms)
    for unit, to in places.items():
        if unit not in units:
            return IllegalOrder("not to be deployed", "18.5", unit)
        found = _place_refusal(state, at, unit, to, left)
        if found:
            return found
        left[to] -= 1
    most = _most(state, units, rooms)
    if len(places) < most:
        return IllegalOrder("room for more", "18.5", most, at, len(places))
    return None


def _place_refusal(state: State, at: HexId, unit: PieceId, to: HexId, left: Rooms) -> IllegalOrder | None:
    if to not in (at, *state.ground.near(at)):
        return IllegalOrder("deploys elsewhere", "18.5", unit, at, to)
    if not _may_stand(state, unit, to):
        return IllegalOrder("no deploying into rough", "18.8b", unit, to)
    if left.get(to, 0) < 1:
        open_now = (hex for hex, room in left.items() if room > 0)
        return IllegalOrder("cannot deploy there", "18.5", unit, to, *open_now)
    return None


def _most(state: State, units: Sequence[PieceId], rooms: Rooms) -> int:
    """How many can be placed at all: infantry goes wherever the others go, and into rough."""
    others = sum(1 for unit in units if state.units[unit].kind != "infantry")
    level = sum(room for to, room in rooms.items() if not state.ground.is_rough(to))
    placed = min(others, level)
    return placed + min(len(units) - others, sum(rooms.values()) - placed)


def reveal(play: Play[State], name: PieceId, why: Reason) -> tuple[PieceId, ...]:
    """18.4e, 17.5b, D80 The counter goes, its units are shown; out of a controlled one they obey nobody."""
    state = play.state
    units = tuple(position.contents(state, name))
    is_controlled = state.turn.control.get(name) == "opponent"
    is_taken = is_controlled and reading(state, "D80") == "B"
    has_moved = name in state.turn.starts or name in state.turn.acted
    play.record(HiddenRevealed(hmc=name, units=units, why=why, spent=has_moved and not is_taken))
    if is_controlled and units:
        play.record(CommandLost(units=units, control="opponent" if is_taken else "nobody"))
    return units


def place(play: Play[State], at: HexId, units: Sequence[PieceId], places: dict[PieceId, HexId]) -> None:
    """18.5, D74, 20.2a, D75 Units with a place take it, Disrupted at night; those without room rout."""
    is_night = clock.is_night(play.state.core.turn)
    always_ready = reading(play.state, "D75") == "B"
    for unit in units:
        if unit not in places:
            states.rout(play, unit, Reason("no room to deploy", "18.5"), start=at)
            continue
        if is_night:
            states.disrupt(play, unit, Reason("deploys at night", "20.2a"))
        deployed = play.state.units[unit]
        fired = deployed.kind == "artillery" and deployed.disrupted and not always_ready
        play.record(UnitDeployed(unit=unit, to=places[unit], fired=fired))


def only_placing(state: State, units: Sequence[PieceId], rooms: Rooms) -> dict[PieceId, HexId] | None:
    """The places of all units if the owner has no choice, else None."""
    places: dict[PieceId, HexId] = {}
    for unit in units:
        hexes = [to for to in rooms if _may_stand(state, unit, to)]
        if len(hexes) > 1:
            return None
        if hexes:
            places[unit] = hexes[0]
    taken = list(places.values())
    return places if all(taken.count(to) <= rooms[to] for to in taken) else None


def answers(state: State, frame: AwaitDeployment) -> Iterator[Choice]:
    """18.5 Some ways to answer a reveal."""
    rooms = rooms_for(state, position.side_of(state, frame.hmc), frame.at)
    for places in _samples(state, frame.units, rooms, MOST_SAMPLES):
        yield Choice(frame.side, DeployUnits(hmc=frame.hmc, places=places))


def choices(state: State) -> Iterator[Choice]:
    """18.4a Counters that can be removed, 22.6 or broken up off the map."""
    core = state.core
    if core.phase == "movement" and position.uses_hidden(state):
        for name, hmc in state.hmcs.items():
            if hmc.side == core.active:
                yield from _removals(state, name, core.active)


def _removals(state: State, name: PieceId, side: Side) -> Iterator[Choice]:
    hmc = state.hmcs[name]
    if hmc.at in (OUT_OF_PLAY, POOL):
        order = DeployUnits(hmc=name)
        if _break_up_refusal(state, order) is None:
            yield Choice(side, order)
    elif hmc.created_on != state.core.turn and _stays_on(state, name, side) is None:
        rooms = rooms_for(state, side, hmc.at, leaving=1)
        for places in _samples(state, position.contents(state, name), rooms, FEW_SAMPLES):
            yield Choice(side, DeployUnits(hmc=name, places=places))


def _samples(state: State, units: Sequence[PieceId], rooms: Rooms, count: int) -> Iterator[dict[PieceId, HexId]]:
    """Different complete placings: hexes filled one after the other or evenly, from each hex on."""
    hexes = list(rooms)
    found: list[dict[PieceId, HexId]] = []
    for turn in range(max(len(hexes), 1)):
        order = hexes[turn:] + hexes[:turn]
        for is_spread in (False, True):
            places = _fill(state, units, {to: rooms[to] for to in order}, is_spread)
            if places not in found and len(found) < count:
                found.append(places)
                yield places


def _fill(state: State, units: Sequence[PieceId], left: Rooms, is_spread: bool) -> dict[PieceId, HexId]:
    """As many as find room: those that cannot stand in rough choose first."""
    places: dict[PieceId, HexId] = {}
    for unit in sorted(units, key=lambda name: state.units[name].kind == "infantry"):
        hexes = [to for to, room in left.items() if room > 0 and _may_stand(state, unit, to)]
        if hexes:
            to = max(hexes, key=left.__getitem__) if is_spread else hexes[0]
            places[unit] = to
            left[to] -= 1
    return places
