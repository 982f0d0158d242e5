"""BP.burn Buildings on fire: hit by shells and rockets, torched, fought, burnt down. An option (fires)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Literal

from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play, reaching
from domain.kernel.reasons import Reason
from domain.tabletop.bodies import is_near
from domain.tabletop.measure import distance
from domain.tabletop.polygons import convex_parts
from domain.tabletop.quarters import share_in, visible_share
from rules.black_powder.breaking.losses import destroy
from rules.black_powder.ids import UnitId
from rules.black_powder.movement.buildings import occupants
from rules.black_powder.position import foes_touching
from rules.black_powder.rulings import is_on, reading
from rules.black_powder.shooting.asks import Torch
from rules.black_powder.shooting.facts import BlockHit, BlockTorched, FireBurned, FireFought, FireStarted, ShotsRolled
from rules.black_powder.shooting.looking import Look, arc_planes
from rules.black_powder.shooting.shots import TO_HIT, value_of
from rules.black_powder.state import Fire, State
from rules.black_powder.tables import BLOCKS, CONTACT, DIE
from rules.black_powder.units.footprint import body_of
from rules.black_powder.units.measuring import is_in_reach

CATCHES = 6  # BP.burn.3
LASTS = 3  # BP.burn.6
ROCKET_HITS = 6  # BP.burn.2


def kindle(play: Play[State], block: str, hits: int, by: UnitId) -> None:
    """BP.burn.1 Hits that may set it on fire, where that is played."""
    if is_on(play.state, "fires") and not play.state.fires.get(block, Fire()).down:
        play.record(BlockHit(block=block, hits=hits, by=by))


def block_bar(look: Look, block: str) -> IllegalOrder | None:
    """BP.burn.1, BP.burn.2 An empty building in range and arc, for pieces that may set it on fire."""
    state, piece = look.state, look.state.terrain.get(block)
    if not is_on(state, "fires"):
        return IllegalOrder("no fires are played", "BP.burn.1", look.name)
    if piece is None or piece.kind not in BLOCKS or state.fires.get(block, Fire()).down:
        return IllegalOrder("no building there", "BP.burn.1", look.name, block)
    if not look.arm.is_lobbed:
        return IllegalOrder("sets nothing on fire", "BP.burn.1", look.name)
    if occupants(state, block):
        return IllegalOrder("building is held", "BP.burn.1", look.name, block)
    far = distance(look.eye, piece.points)
    if not is_in_reach(state, far, look.arm.range) or far < look.arm.minimum:
        return IllegalOrder("out of range", "BP.burn.2", look.name, block, far, look.arm.range)
    if not share_in(piece.points, arc_planes(look)):
        return IllegalOrder("out of the front zone", "BP.burn.2", look.name, block)
    others = [
        one.points for key, one in state.terrain.items() if key != block and one.kind in (*BLOCKS, "wood", "hill")
    ]
    if not any(visible_share(look.eye, part, others) for part in convex_parts(piece.points)):
        return IllegalOrder("not seen", "BP.vis.3", look.name, block)
    return None


def targets(look: Look) -> Iterator[str]:
    """Empty buildings the piece may shoot at."""
    if look.arm.is_lobbed and is_on(look.state, "fires"):
        yield from (block for block in look.state.terrain if block_bar(look, block) is None)


def shoot(play: Play[State], look: Look, block: str) -> None:
    """BP.burn.2 Range and arc only: 4 or more, rockets 6."""
    heed(block_bar(look, block))
    dice = tuple(value_of(play.state, look.unit))
    needs = ROCKET_HITS if look.arm.kind == "rocket" else TO_HIT
    number = sum(one.value for one in dice)
    why = Reason("shots at a building", "BP.burn.2", (look.name, block))
    roll = play.roll(number, DIE, why, look.unit.side, alike=reaching(needs))
    hits = sum(face >= needs for face in roll.faces)
    play.record(
        ShotsRolled(
            unit=look.name,
            target="",
            occasion="shooting",
            steps=dice,
            modifiers=(),
            needs=needs,
            faces=roll.faces,
            hits=hits,
            guns=True,
        )
    )
    if hits:
        kindle(play, block, hits, look.name)


def torch_bar(state: State, name: UnitId, block: str, by: Side) -> IllegalOrder | None:
    """BP.burn.1 By hand: touching it, empty, and doing nothing else; the scenario may let winners torch a held one."""
    unit, piece = state.units.get(name), state.terrain.get(block)
    if not is_on(state, "fires"):
        return IllegalOrder("no fires are played", "BP.burn.1", name)
    if unit is None or not unit.is_on_table or unit.side != by:
        return IllegalOrder("nobody there", "BP.burn.1", name)
    if piece is None or piece.kind not in BLOCKS or state.fires.get(block, Fire()).down:
        return IllegalOrder("no building there", "BP.burn.1", name, block)
    if unit.building or not is_near(body_of(state, unit), piece.points, CONTACT):
        return IllegalOrder("does not touch it", "BP.burn.1", name, block)
    if unit.turn.shot or unit.turn.faces or unit.turn.torched:
        return IllegalOrder("has acted", "BP.burn.1", name)
    inside = occupants(state, block)
    if inside and not (state.battle.torch_after_winning == block and _has_won(state, name, inside)):
        return IllegalOrder("building is held", "BP.burn.1", name, block)
    return None


def _has_won(state: State, name: UnitId, inside: Collection[UnitId]) -> bool:
    return state.units[name].fight.won and any(foe in inside for foe in foes_touching(state, name))


def torchable(state: State, name: UnitId, by: Side) -> Iterator[str]:
    if is_on(state, "fires"):
        yield from (block for block in state.terrain if torch_bar(state, name, block, by) is None)


def decide_torch(play: Play[State], order: Torch) -> None:
    """BP.burn.1"""
    heed(torch_bar(play.state, order.unit, order.block, play.by))
    play.record(BlockTorched(unit=order.unit, block=order.block))
    kindle(play, order.block, 1, order.unit)


def catch_fire(play: Play[State]) -> None:
    """BP.burn.3, BP.burn.4 When all have shot: a die for each building hit, +1 for each hit after the first."""
    for block, fire in tuple(play.state.fires.items()):
        if fire.hits and not fire.down:
            more = fire.hits - 1
            side = play.state.core.active
            why = Reason("catches fire", "BP.burn.3", (block,))
            roll = play.roll(1, DIE, why, side, alike=reaching(CATCHES - more))
            burns = roll.total + more >= CATCHES
            fierce = 0
            if burns and not fire.fierceness:
                fierce = play.roll(1, DIE, Reason("fierceness", "BP.burn.4", (block,)), side).total
            play.record(FireStarted(block=block, die=roll.total, hits=fire.hits, burns=burns, fierceness=fierce))


def fight(play: Play[State]) -> None:
    """BP.burn.7, D57, D58 Once a turn, at the end of the Command phase of those inside."""
    state = play.state
    for block, fire in tuple(state.fires.items()):
        inside = [name for name in occupants(state, block) if state.units[name].side == state.core.active]
        if not fire.fierceness or not inside:
            continue
        why = Reason("putting out the fire", "BP.burn.7", (block,))
        die = play.roll(1, DIE, why, state.core.active).total
        play.record(FireFought(block=block, die=die, fierceness=fire.fierceness, result=fought(state, die, fire)))


def fought(state: State, die: int, fire: Fire) -> Literal["out", "contained", "burns on"]:
    """BP.burn.7, D57"""
    if die != fire.fierceness:
        return "out" if die > fire.fierceness else "burns on"
    letter = reading(state, "D57")
    return "out" if letter == "A" else "contained" if letter == "B" else "burns on"


def end_turn(play: Play[State]) -> None:
    """BP.burn.5, BP.burn.6, D58 At the end of a full turn (B: a player turn); the third is the end of all inside."""
    state = play.state
    if reading(state, "D58") == "A" and state.core.active == state.first:
        return
    for block, fire in tuple(state.fires.items()):
        if not fire.fierceness:
            continue
        turns = fire.turns + (not fire.fought)
        down = turns >= LASTS
        play.record(FireBurned(block=block, turns=turns, down=down))
        for name in (*occupants(state, block),) if down else ():
            destroy(play, name, Reason("burnt", "BP.burn.6", (block,)))
