"""P4.4 What the ledger of a melee says: which attacks are in hand, and which cannot be made any more."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war.corrections import MARKERS
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.melee.facts import AttackCancelled, AttackThinned
from rules.wallaces_war.melee.state import OVER, Attack, Melee
from rules.wallaces_war.movement.facts import ChargeMarked
from rules.wallaces_war.position import has_enemy
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State


def ledger(state: State) -> Melee:
    """The melee in progress, asked for only while there is one."""
    assert state.melee is not None
    return state.melee


def in_hand(melee: Melee) -> Iterator[tuple[int, Attack]]:
    """D36 All attacks, or those on the one target hex in hand."""
    return ((i, one) for i, one in enumerate(melee.attacks) if melee.focus in ("", one.target))


def unresolved(melee: Melee) -> list[int]:
    return [i for i, one in in_hand(melee) if one.progress not in OVER]


def targets(melee: Melee) -> list[HexId]:
    """Every target hex in hand, in the order in which it was declared."""
    return list(dict.fromkeys(one.target for _, one in in_hand(melee)))


def standing(state: State, attack: Attack) -> tuple[UnitId, ...]:
    """Those of an attack that are still where it is made from."""
    place = attack.at if attack.progress not in ("declared", "riding") else ""
    return tuple(
        unit for unit in attack.units if state.units[unit].at in state.stacks and place in ("", state.units[unit].at)
    )


def cull(play: Play[State]) -> bool:
    """10.3b, D53 Cancels attacks that cannot be made any more; whether anything was changed."""
    changed = [_cull_one(play, i) for i in unresolved(ledger(play.state))]
    return any(changed)


def _cull_one(play: Play[State], index: int) -> bool:
    state = play.state
    attack = ledger(state).attacks[index]
    if attack.progress == "riding":
        return False
    side = ledger(state).side
    if not has_enemy(state, attack.target, side):
        cancel(play, index, Reason("target gone", "10.3b", (attack.target,)), lapsed=True)
        return True
    units = able(state, attack)
    if not units:
        cancel(play, index, _why_unable(state, attack))
        return True
    if units != attack.units:
        play.record(AttackThinned(attack=index, units=units))
        return True
    return False


def able(state: State, attack: Attack) -> tuple[UnitId, ...]:
    """8.2g, 11.2.1b, D53 Who of an attack can still make it: nobody shaken, and nobody under who is."""
    units = standing(state, attack)
    if reading(state, "D53") == "B" and (attack.rode or attack.kind not in ("charge", "reaction", "extension")):
        return units
    if units and state.units[units[0]].shaken and reading(state, "D29") == "A":
        return ()
    return tuple(unit for unit in units if not state.units[unit].shaken)


def _why_unable(state: State, attack: Attack) -> Reason:
    if not standing(state, attack):
        return Reason("attackers gone", "10.3b", attack.units[:1])
    return Reason("attacker shaken before it struck", "10.2h", attack.units[:1])


def cancel(play: Play[State], index: int, why: Reason, *, lapsed: bool = False) -> None:
    """10.3b, 11.2.1c An attack that is not made; the marker of a charge goes with it."""
    attack = ledger(play.state).attacks[index]
    play.record(AttackCancelled(attack=index, units=attack.units, target=attack.target, why=why, lapsed=lapsed))
    for unit in attack.units:
        if play.state.units[unit].charge and play.is_corrected(MARKERS):
            play.record(ChargeMarked(unit=unit, on=False, why=Reason("charge not made", "11.2.1c")))
