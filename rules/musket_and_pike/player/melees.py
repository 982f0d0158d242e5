"""11 Who attacks whom, with which pistols, and who takes the ground that is left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from domain.kernel.facts import Order
from rules.musket_and_pike.ids import HexId, UnitId
from rules.musket_and_pike.melee import advance
from rules.musket_and_pike.melee.asks import (
    AdvanceUnit,
    AwaitAdvance,
    AwaitAssault,
    AwaitDeclarations,
    AwaitNextMelee,
    AwaitPistols,
    AwaitQuarry,
    DeclareMelee,
    EndDeclarations,
    MeleePistols,
    NextMelee,
    Pursue,
)
from rules.musket_and_pike.melee.eligible import attackers, fight_bar
from rules.musket_and_pike.player import odds
from rules.musket_and_pike.player.marches import foe_at
from rules.musket_and_pike.player.view import View
from rules.musket_and_pike.position import arcs_at, is_guns, main_at, strength
from rules.musket_and_pike.rulings import reading
from rules.musket_and_pike.work import Decline

Blow = tuple[UnitId, HexId]
LEAST: Final = 0.8  # victory points that a melee must promise: who fights is disordered, and may be struck next


def declare(view: View, frame: AwaitDeclarations) -> Order:
    """11.1.2, 11.1.4 The attack that promises most, with all who join in to its advantage."""
    state = view.state
    able: dict[UnitId, list[Blow]] = {}
    for name, hex in attackers(state, reaction=frame.reaction):
        able.setdefault(main_at(state, hex), []).append((name, hex))
    if "" in able:  # guns or leaders alone: theirs for the taking
        name, hex = able[""][0]
        return DeclareMelee(unit=name, hex=hex)
    best: Blow | None = None
    most = LEAST
    for foe, blows in able.items():
        found = _attack(view, foe, blows, reaction=frame.reaction)
        if found and found[0] > most:
            most, best = found
    return DeclareMelee(unit=best[0], hex=best[1]) if best else EndDeclarations()


def _attack(view: View, foe: UnitId, blows: list[Blow], *, reaction: bool) -> tuple[float, Blow] | None:
    """What all who may join would gain, and who comes next; None if nobody adds anything."""
    state = view.state
    known = [one for one in state.melee.attacks if one.reaction == reaction] if state.melee else []
    party = [(one.unit, one.hex) for one in known if main_at(state, one.hex) == foe]
    now = _promise(view, foe, party) if party else LEAST

    def rank(blow: Blow) -> tuple[float, int, Blow]:
        return -_promise(view, foe, [*party, blow]), -strength(state.units[blow[0]]), blow

    ranked = sorted(blows, key=rank)
    alone, whole = _promise(view, foe, [*party, ranked[0]]), _promise(view, foe, [*party, *ranked])
    gain = max(alone, whole)
    return (gain - now, ranked[0]) if gain > now else None


def _promise(view: View, foe: UnitId, party: Iterable[Blow]) -> float:
    party = list(party)
    names = tuple(dict.fromkeys(name for name, _ in party))
    hexes = tuple(dict.fromkeys(hex for _, hex in party))
    return odds.melee(view.state, names, foe, hexes)


def assault(view: View, frame: AwaitAssault) -> Order:
    """9.3.3 Whoever has intercepted strikes if it promises anything."""
    state = view.state
    for hex in state.units[frame.target].hexes:
        if not fight_bar(state, frame.unit, hex):
            if odds.melee(state, (frame.unit,), frame.target, (hex,)) > LEAST:
                return DeclareMelee(unit=frame.unit, hex=hex)
            break
    return Decline()


def line(view: View, frame: AwaitNextMelee) -> Order:
    """11.2.C"""
    return NextMelee(hex=frame.hexes[0]) if reading(view.state, "D84") == "b" else NextMelee(end="left")


def pistols(_view: View, frame: AwaitPistols) -> Order:
    """11.3.9 That is what they were kept for."""
    return MeleePistols(units=frame.units)


def quarry(view: View, frame: AwaitQuarry) -> Order:
    """11.7.5 The one whose loss is worth most."""
    state = view.state
    best = max(frame.quarries, key=lambda name: (odds.worth(state, state.units[name]), name))
    return Pursue(unit=frame.unit, quarry=best)


def take_ground(view: View, frame: AwaitAdvance) -> Order:
    """11.4.6 Where it must; where it may, only onto guns; so that the enemy is before it and not beside it."""
    state = view.state
    guns = [name for hex in frame.hexes for name in state.stacks.get(hex, ()) if is_guns(state.units[name])]
    if not frame.must and not guns:
        return Decline()
    found = [
        (_openness(view, name, way), AdvanceUnit(unit=name, to=to, turn=turn))  # type: ignore[arg-type]
        for name in frame.units
        for to in frame.hexes
        for turn in advance.TURNS
        for way in advance.advances(state, name, frame.hexes, to, turn)
    ]
    return min(found, key=lambda one: one[0])[1] if found else Decline()


def _openness(view: View, name: UnitId, way: advance.Advance) -> tuple[int, int]:
    """Enemies beside or behind it, and then fewer before it."""
    unit = view.state.units[name]
    around = arcs_at(view.state, unit, way.hexes, way.facing)
    beside = sum(bool(foe_at(view, hex)) for hex in (*around.flanks, *around.rear))
    return beside, -sum(bool(foe_at(view, hex)) for hex in around.front)
