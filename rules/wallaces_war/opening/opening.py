"""16.1a, 16.3.3, 20.3.2a The set-up: leaders and units come on the map, side by side or Battle by Battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.kernel.chapter import Asked, Chapter, Choice, Question
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from rules.wallaces_war.ids import BattleId, HexId, LeaderId, UnitId
from rules.wallaces_war.opening.array import array
from rules.wallaces_war.opening.places import (
    Hexes,
    acting_side,
    current,
    leader_bar,
    leader_hexes,
    reach_of,
    stack_bar,
    turn_bar,
    unit_bar,
    unit_hexes,
)
from rules.wallaces_war.position import class_of
from rules.wallaces_war.rulings import is_on
from rules.wallaces_war.state import SET_UP, State, enemy_of
from rules.wallaces_war.turn.asks import AwaitTarget, Deploy, NameTarget, SetUpLeader, SetUpUnit
from rules.wallaces_war.turn.facts import LeaderSetUp, SetUpEnded, TargetNamed, UnitSetUp

EDWARD = "edward"  # 20.3.2a
FACINGS = range(6)


def decide_unit(play: Play[State], order: SetUpUnit) -> None:
    """16.1a A unit may be put elsewhere until its side is done."""
    state = play.state
    unit = state.units.get(order.unit)
    if unit is None or unit.side != play.by:
        raise IllegalOrder("no unit to set up", "16.1a", order.unit)
    if not state.ground.is_on_map(order.to):
        raise IllegalOrder("no such hex", "16.1a", order.to)
    heed(turn_bar(state, unit.battle))
    heed(unit_bar(state, order.unit, order.to, reach_of(state, order.unit)))
    heed(stack_bar(state, order.unit, order.to, order.facing))
    play.record(UnitSetUp(unit=order.unit, to=order.to, facing=order.facing, under=order.under))


def decide_leader(play: Play[State], order: SetUpLeader) -> None:
    """16.1a, 16.2.3 A leader without a hex of his own."""
    state = play.state
    leader = state.leaders.get(order.leader)
    if leader is None or leader.side != play.by:
        raise IllegalOrder("no leader to set up", "16.1a", order.leader)
    if not state.ground.is_on_map(order.to):
        raise IllegalOrder("no such hex", "16.1a", order.to)
    if leader.battle:
        heed(turn_bar(state, leader.battle))
    heed(leader_bar(state, order.leader, order.to))
    play.record(LeaderSetUp(leader=order.leader, to=order.to))


def decide_deploy(play: Play[State], order: Deploy) -> None:
    """16.1a All units of a Battle that are not yet placed."""
    state, battle = play.state, play.state.battles.get(order.battle)
    if battle is None or battle.side != play.by:
        raise IllegalOrder("no Battle to set up", "16.1a", order.battle)
    heed(turn_bar(state, order.battle))
    if state.leaders[battle.leader].at not in state.ground.at:
        raise IllegalOrder("leader first", "16.1a", battle.leader)
    places = array(state, order.battle, order.facing)
    if not places:
        raise IllegalOrder("nothing to array" if places == [] else "no room for all", "16.1a", order.battle)
    for unit, to in places:
        play.record(UnitSetUp(unit=unit, to=to, facing=order.facing))


def missing(state: State, side: Side) -> list[UnitId | LeaderId]:
    """16.1a Who of a side is still to be placed, or stands where he may not."""
    return [*_units(state, side), *_leaders(state, side)]


def _units(state: State, side: Side) -> list[UnitId]:
    reach: dict[tuple[BattleId, str], Hexes | None] = {}
    found: list[UnitId] = []
    for name, unit in state.units.items():
        if unit.side != side or not _is_now(state, unit.battle):
            continue
        key = (unit.battle, class_of(unit))
        if key not in reach:
            reach[key] = reach_of(state, name)
        if unit.at not in state.stacks or unit_bar(state, name, unit.at, reach[key]):
            found.append(name)
    return found


def _leaders(state: State, side: Side) -> list[LeaderId]:
    posts = state.engagement.camps[side].posts
    return [
        name
        for name, leader in state.leaders.items()
        if leader.side == side
        and (not leader.battle or _is_now(state, leader.battle))
        and (leader.at not in state.ground.at or (name not in posts and leader_bar(state, name, leader.at)))
    ]


def _is_now(state: State, battle: BattleId) -> bool:
    """16.3.3a Whether the pieces of a Battle belong to the placement under way."""
    if not state.engagement.battles_in_turn:
        return state.battles[battle].arrived
    begun = current(state, state.battles[battle].side)
    return battle not in state.ready and begun in ("", battle)


def end_bar(state: State, side: Side) -> IllegalOrder | None:
    """16.1a, 16.3.3a Why a side is not done yet."""
    if state.engagement.battles_in_turn and not current(state, side):
        return IllegalOrder("one whole Battle", "16.3.3a", side)
    left = missing(state, side)
    return IllegalOrder("place these first", "16.1a", *left) if left else None


def end(play: Play[State]) -> None:
    """16.1a The side, or its Battle, is set up; 20.3.2a then Edward's side may have a target to name."""
    state, side = play.state, play.by
    heed(end_bar(state, side))
    battle = current(state, side) if state.engagement.battles_in_turn else ""
    play.record(SetUpEnded(side=side, battle=battle))
    if names_target(state) and side != state.battles[EDWARD].side:
        play.open(AwaitTarget(side=state.battles[EDWARD].side))


def names_target(state: State) -> bool:
    """20.3.2a Whether the option is played, and there is a target still to be named."""
    offered = state.engagement.option_target and is_on(state, "lewes_edward_target")
    return offered and EDWARD in state.battles and not state.target


def decide_target(play: Play[State], order: NameTarget, frame: AwaitTarget) -> None:
    """20.3.2a Seen by its own side alone."""
    battle = play.state.battles.get(order.battle)
    if battle is None or battle.side != enemy_of(play.state, frame.side):
        raise IllegalOrder("no enemy Battle", "20.3.2a", order.battle)
    play.close()
    play.record(TargetNamed(side=frame.side, battle=order.battle))


def targets(state: State, frame: AwaitTarget) -> Iterator[Choice]:
    for name, battle in state.battles.items():
        if battle.side != frame.side:
            yield Choice(frame.side, NameTarget(battle=name))


def choices(state: State) -> Iterator[Choice]:
    """16.1a Every place for who is still to be placed, every array; who stands well may be moved, and is not listed."""
    side = acting_side(state) if state.core.phase == SET_UP else ""
    if side:
        yield from _leader_choices(state, side)
        yield from _unit_choices(state, side)
        yield from _arrays(state, side)


def is_sampled(state: State) -> bool:
    """16.1a Whether somebody has a place already: he may be given another."""
    return bool(state.stacks)


def _leader_choices(state: State, side: Side) -> Iterator[Choice]:
    """Who is to be placed; D84 B who stands at his post; and whoever stands where his men find no room."""
    posts = state.engagement.camps[side].posts
    waiting = _leaders(state, side)
    for name, leader in state.leaders.items():
        if leader.side != side or (leader.battle and turn_bar(state, leader.battle)):
            continue
        if name in waiting or posts.get(name) == leader.at or _is_crowded(state, leader.battle):
            for to in leader_hexes(state, name):
                if to != leader.at:
                    yield Choice(side, SetUpLeader(leader=name, to=to))


def _is_crowded(state: State, battle: BattleId) -> bool:
    """Whether somebody of a Battle has no place left."""
    return any(
        unit.battle == battle and unit.at not in state.stacks and not any(places_for(state, name))
        for name, unit in state.units.items()
    )


def places_for(state: State, unit: UnitId) -> Iterator[tuple[HexId, int]]:
    """Every hex and facing for a unit."""
    for to in unit_hexes(state, unit, reach_of(state, unit)):
        yield from ((to, facing) for facing in _facings(state, unit, to))


def _facings(state: State, unit: UnitId, to: HexId) -> Sequence[int]:
    """How it may face there: any way where nobody stands."""
    if to not in state.stacks:
        return FACINGS
    return [facing for facing in FACINGS if not stack_bar(state, unit, to, facing)]


def _unit_choices(state: State, side: Side) -> Iterator[Choice]:
    hexes: dict[tuple[BattleId, str], list[str]] = {}
    for name in _units(state, side):
        unit = state.units[name]
        key = (unit.battle, unit.kind)
        if key not in hexes:
            hexes[key] = list(unit_hexes(state, name, reach_of(state, name)))
        for to in hexes[key]:
            for facing in _facings(state, name, to):
                yield Choice(side, SetUpUnit(unit=name, to=to, facing=facing))
                if to in state.stacks:
                    yield Choice(side, SetUpUnit(unit=name, to=to, facing=facing, under=True))


def _arrays(state: State, side: Side) -> Iterator[Choice]:
    for name, battle in state.battles.items():
        led = battle.side == side and state.leaders[battle.leader].at in state.ground.at
        if led and not turn_bar(state, name):
            for facing in FACINGS:
                if array(state, name, facing):
                    yield Choice(side, Deploy(battle=name, facing=facing))


CHAPTER = Chapter[State](
    orders=(
        Asked(
            SetUpUnit(unit="hugh-ri-1", to="0909", facing=0),
            decide_unit,
            phases=(SET_UP,),
            cite="16.1a",
            sampled=is_sampled,
        ),
        Asked(
            SetUpLeader(leader="surrey", to="1008"),
            decide_leader,
            phases=(SET_UP,),
            cite="16.1a",
            sampled=is_sampled,
        ),
        Asked(Deploy(battle="hugh", facing=0), decide_deploy, phases=(SET_UP,), cite="16.1a"),
        Asked(NameTarget(battle="segrve"), cite="20.3.2a"),
    ),
    questions=(Question(AwaitTarget, {NameTarget: decide_target}, targets, cites=("20.3.2a",)),),
    choices=choices,
)
