"""LL.7 Charges: which promise to drive the enemy off."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from domain.kernel.errors import is_legal
from domain.kernel.facts import Order, UnitId
from domain.kernel.reasons import total
from rules.longstreet_lite.combat.asks import Charge, EndCharges
from rules.longstreet_lite.combat.charge import check_eligible, ways_of
from rules.longstreet_lite.combat.dice import attack_dice, defence_dice, defence_needs
from rules.longstreet_lite.combat.engagement import has_cover
from rules.longstreet_lite.formation import body_of
from rules.longstreet_lite.player.view import View
from rules.longstreet_lite.state import State, on_table
from rules.longstreet_lite.tables import DIE, SUCCEEDS_ON, VULNERABLE_ON

MARGIN = 5  # sixths of a success that an assault must be ahead by
LIMBER_SCORE = 27  # sixths: the higher of two dice is 4.5 on average


class Blow(NamedTuple):
    """One charge, and what it is expected to score, in sixths."""

    order: Charge
    target: UnitId
    attack: int
    flanks: bool


def wanted(view: View) -> list[Charge]:
    """Charges at enemies that all who can reach them together are likely to beat, best assault first."""
    state, best = view.state, _best_blows(view)
    by_target: dict[UnitId, list[Blow]] = {}
    for blow in best.values():
        by_target.setdefault(blow.target, []).append(blow)
    ahead = {target: _ahead(state, target, blows) for target, blows in by_target.items()}
    good = sorted((target for target in ahead if ahead[target] >= MARGIN), key=lambda target: -ahead[target])
    return [blow.order for target in good for blow in by_target[target]]


def _best_blows(view: View) -> dict[UnitId, Blow]:
    """For each unit its most promising charge."""
    found: dict[UnitId, Blow] = {}
    for blow in _blows(view):
        kept = found.get(blow.order.unit)
        if kept is None or (blow.flanks, blow.attack) > (kept.flanks, kept.attack):
            found[blow.order.unit] = blow
    return found


def _blows(view: View) -> Iterator[Blow]:
    for unit in on_table(view.state, view.side):
        if is_legal(check_eligible, view.state, view.side, unit):
            yield from view.kept(("blows", unit), view.charges_of(unit), partial(_blows_of, view, unit))


def _blows_of(view: View, unit: UnitId) -> list[Blow]:
    """LL.7.attmod Cover takes a sixth off each die, a flank adds one."""
    state, found = view.state, []
    for way in ways_of(state, unit):
        if len(way.touched) != 1:
            continue
        (touched,) = way.touched
        covered = has_cover(state, way.end, body_of(state, state.units[touched.unit]), True)
        needs = SUCCEEDS_ON + covered - touched.flanked
        dice = total(attack_dice(state, unit))
        found.append(
            Blow(Charge(unit=unit, wheel=way.wheel.text), touched.unit, dice * (DIE + 1 - needs), touched.flanked)
        )
    return found


def _ahead(state: State, target: UnitId, blows: list[Blow]) -> int:
    unit = state.units[target]
    attack = sum(blow.attack for blow in blows)
    if unit.limbered:
        return attack - LIMBER_SCORE
    needs = VULNERABLE_ON if any(blow.flanks for blow in blows) else defence_needs(state, target)[0]
    return attack - total(defence_dice(state, target)) * (DIE + 1 - needs)


def next_order(view: View) -> Order:
    """LL.7.gen.1 One charge after the other; those begun make the others better."""
    struck = {unit for charge in view.state.combat.charges for unit in charge.touched}
    follow = (blow.order for blow in _best_blows(view).values() if blow.target in struck)
    return next(iter(wanted(view)), None) or next(follow, None) or EndCharges()
