"""14.0 Which artillery bombards what, and which is better kept Ready to support a brigade."""

from __future__ import annotations

from typing import Final

from rules.gettysburg.combat import coordination
from rules.gettysburg.ids import PieceId
from rules.gettysburg.movement.asks import DeclareBombardment
from rules.gettysburg.movement.declarations import may_bombard, sworn
from rules.gettysburg.movement.targets import reach_of, shots
from rules.gettysburg.player import odds
from rules.gettysburg.player.odds import DIE, Temper
from rules.gettysburg.player.view import View
from rules.gettysburg.position import command_state, guns_at
from rules.gettysburg.state import TRAINS, Unit
from rules.gettysburg.tables import NEAR, STACK

HELD_BACK: Final = 0.12  # what a gun Ready in the enemy's turn is worth to a side that expects attacks
HELD_BACK_BOLD: Final = 0.05  # the same to a side that makes them
OWN_ASSAULT: Final = 0.1  # what +1 in the differential of an attack is worth
TRAIN_SHOT: Final = 0.5  # 4.3 a point for each shot at the Train
GUNS_AIMED_AT: Final = 0.7  # guns are worth less than brigades


def next_order(view: View) -> DeclareBombardment | None:
    """The first gun that has a shot worth more than keeping it Ready, and the best of its shots."""
    ready = [name for name, unit in view.own.items() if unit.kind == "artillery" and not (unit.fired or unit.disrupted)]
    last = "" if view.marched else max(view.bombarding, default="")
    for name in sorted(name for name in ready if name > last):  # those before it have been looked at
        unit = view.own[name]
        worth = {order: shot(view, unit, order) for order in _shots(view, name, unit) if order.aim}
        best = max(worth, key=lambda order: worth[order], default=None)
        if best and worth[best] > keeping(view, name, unit):
            return best
    return None


def _shots(view: View, name: PieceId, unit: Unit) -> tuple[DeclareBombardment, ...]:
    """What the gun may bombard; the ground and the enemy decide it, and he stands still while we move."""
    if name in view.state.turn.declared or not may_bombard(view.state, name, view.side):
        return ()
    key = view.rulings, unit.at, unit.ratings.range, view.foe.stacks_within(unit.at, reach_of(view.state, unit))
    return view.kept(("shots", name), key, lambda: tuple(
        DeclareBombardment(unit=name, target=to, aim=aim) for to, aim in shots(view.state, name)
    ))  # fmt: skip


def keeping(view: View, name: PieceId, unit: Unit) -> float:
    """What the gun is worth if it does not fire: to the brigades beside it, or to the one that attacks."""
    state = view.state
    threatened = any(
        view.from_enemy(at) <= NEAR for at in (unit.at, *view.ground.near(unit.at)) if at in view.brigade_hexes
    )
    value = (HELD_BACK_BOLD if view.attacks else HELD_BACK) if threatened else 0.0
    others = [gun for gun in guns_at(state, unit.at) if gun != name and _is_at_hand(view, gun)]
    if sworn(state, unit.at) and not others:
        value += OWN_ASSAULT
    return value


def _is_at_hand(view: View, gun: PieceId) -> bool:
    unit = view.state.units[gun]
    return not unit.fired and not unit.disrupted and gun not in view.state.turn.declared


def shot(view: View, unit: Unit, order: DeclareBombardment) -> float:
    """The expected worth of one gun's part in a bombardment, with those of its hex that can join in (14.7a)."""
    state = view.state
    aim = state.units[order.aim]
    if order.aim == TRAINS[view.enemy]:
        return TRAIN_SHOT if state.battle.victory in ("points", "second_day") else 0.0
    joined = [gun for gun in guns_at(state, unit.at) if _can_join(view, gun, order)]
    number = min(STACK, len(joined))
    temper = Temper(aim.ratings.morale[aim.shaken], str(aim.ratings.loss or "0"), aim.shaken)
    is_gun = aim.kind == "artillery"
    alone = odds.bombardment(1, temper, is_gun)
    together = odds.bombardment(number, temper, is_gun) / number
    may = command_state(state, view.side) != "panic"
    chance = min(DIE, coordination.value(state, view.side)) / DIE if may and number > 1 else 0.0
    value = chance * together + (1 - chance) * alone
    if aim.disrupted and not is_gun:
        value *= GUNS_AIMED_AT
    return value * (GUNS_AIMED_AT if is_gun else 1.0) + _help(view, order, is_gun)


def _can_join(view: View, gun: PieceId, order: DeclareBombardment) -> bool:
    declared = view.state.turn.declared.get(gun)
    if declared is not None:
        return declared.kind == "bombardment" and declared.aim == order.aim
    return _is_at_hand(view, gun)


def _help(view: View, order: DeclareBombardment, is_gun: bool) -> float:
    """What the shot does for an assault declared on the hex: a Disrupted defender is easier to beat."""
    turn, top = view.state.turn, view.state.stacks[order.target]
    assaults = sum(1 for declared in turn.declared.values() if declared.target == order.target
                   and declared.kind == "attack")  # fmt: skip
    is_first = order.aim == next((name for name in top if view.state.units[name].kind in ("infantry", "cavalry")), "")
    if not assaults or is_gun or not is_first or view.state.units[order.aim].disrupted:
        return 0.0
    return OWN_ASSAULT * assaults / 2
