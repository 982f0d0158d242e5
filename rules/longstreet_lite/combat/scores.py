"""LL.7.alloc.7, LL.7.def, LL.7.att Dice are added by a card and divided, then defence and attack scores are rolled."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import UnitId
from domain.kernel.play import Play, reaching
from domain.kernel.reasons import Reason, total
from rules.longstreet_lite import phases
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.cards.asks import AwaitName
from rules.longstreet_lite.combat import dice
from rules.longstreet_lite.combat.allocation import attacks_of, check_division, front_of
from rules.longstreet_lite.combat.asks import AllocateDice, AwaitAllocation
from rules.longstreet_lite.combat.facts import AttackPart, AttackRolled, DefenceRolled, DiceAllocated
from rules.longstreet_lite.state import Active, Attack, State
from rules.longstreet_lite.tables import DIE


def ask_name(play: Play[State]) -> bool:
    """LL.4.mod.1 The next card that adds attack dice to one unit and could do so here; False when there is none."""
    state = play.state
    card = next((active for active in effects.in_force(state, "extra_combat_dice") if _waits(state, active)), None)
    if card:
        play.open(AwaitName(side=phases.active(state), card=card.card))
    return card is not None


def _waits(state: State, active: Active) -> bool:
    if active.by != phases.active(state) or active.effect.units != "one" or active.unit:
        return False
    return active.effect.dice == "attack" and any(effects.fits(state, active, unit) for unit in state.combat.attackers)


def unallocated(state: State) -> list[UnitId]:
    """LL.7.alloc.1 Attackers whose dice are still to be divided."""
    return [unit for unit in state.combat.attackers if unit not in state.combat.allocated]


def allocate(play: Play[State]) -> bool:
    """LL.7.alloc.1 All dice on a single defender; who attacks several is asked. False when all are divided."""
    waiting = unallocated(play.state)
    single = next((unit for unit in waiting if len(attacks_of(play.state, unit)) == 1), None)
    if single:
        counted = dice.attack_dice(play.state, single)
        (attack,) = attacks_of(play.state, single)
        play.record(DiceAllocated(unit=single, counted=counted, dice={attack.defender: total(counted)}))
    elif waiting:
        play.open(AwaitAllocation(side=phases.active(play.state)))
    return bool(waiting)


def decide_allocate(play: Play[State], order: AllocateDice, _frame: AwaitAllocation) -> None:
    """LL.7.alloc.1, LL.7.alloc.7 One attacker's division, fixed from now on."""
    fact = plan_allocation(play.state, order)
    play.record(fact)
    if not unallocated(play.state):
        play.close()


def plan_allocation(state: State, order: AllocateDice) -> DiceAllocated:
    """LL.7.alloc The division as it will stand; IllegalOrder if it may not."""
    waiting = unallocated(state)
    if order.unit in state.combat.allocated:
        raise IllegalOrder("dice divided already", "LL.7.alloc.7", order.unit)
    if order.unit not in waiting:
        raise IllegalOrder("no dice to divide", "LL.7.alloc.1", order.unit, *waiting)
    front = front_of(state, order.unit)
    share = check_division(order.unit, front, order.dice, order.most)
    counted = dice.attack_dice(state, order.unit)
    shares = {attack.defender: share.dice[attack.defender] for attack in attacks_of(state, order.unit)}
    return DiceAllocated(unit=order.unit, counted=counted, dice=shares, most=share.most)


def defenders(state: State) -> list[UnitId]:
    return list(dict.fromkeys(attack.defender for attack in state.combat.attacks))


def attacks_on(state: State, unit_id: UnitId) -> list[Attack]:
    return [attack for attack in state.combat.attacks if attack.defender == unit_id]


def is_attacked(state: State, unit_id: UnitId) -> bool:
    """LL.7.few.1 (D38) Someone has a die for it; if not, nobody rolls."""
    return any(attack.dice for attack in attacks_on(state, unit_id))


def roll_defence(play: Play[State]) -> bool:
    """LL.7.def.1, LL.7.limb.1 The next defender rolls; False when all have."""
    state = play.state
    unit = next((u for u in defenders(state) if u not in state.combat.defences and is_attacked(state, u)), None)
    if unit is None:
        return False
    counted, (needs, modifiers) = dice.defence_dice(state, unit), dice.defence_needs(state, unit)
    why, alike = Reason("defence", "LL.7.def.1", (unit,)), dice.scoring(needs)
    rolled = play.roll(total(counted), DIE, why, phases.passive(state), alike=alike)
    play.record(
        DefenceRolled(
            unit=unit, counted=counted, needs=needs, modifiers=modifiers, faces=rolled.faces,
            score=dice.defence_score(rolled.faces, needs), vulnerable=dice.is_vulnerable(state, unit),
        )
    )  # fmt: skip
    return True


def roll_attack(play: Play[State]) -> bool:
    """LL.7.att.1 All dice of all attackers against the next defender; False when all are rolled."""
    state = play.state
    unit = next((u for u in defenders(state) if u not in state.combat.attacked and is_attacked(state, u)), None)
    if unit is None:
        return False
    parts = tuple(_parts(play, unit))
    play.record(AttackRolled(unit=unit, parts=parts, score=sum(part.successes for part in parts)))
    return True


def _parts(play: Play[State], defender: UnitId) -> Iterator[AttackPart]:
    """LL.7.attmod.4 Each attacker's dice need what its own case asks for."""
    for attack in attacks_on(play.state, defender):
        if attack.dice:
            modifiers = tuple(dice.attack_modifiers(play.state, attack))
            needs = dice.natural(modifiers)
            why = Reason("attack", "LL.7.att.1", (attack.attacker, defender))
            faces = play.roll(attack.dice, DIE, why, phases.active(play.state), alike=reaching(needs)).faces
            yield AttackPart(
                unit=attack.attacker, needs=needs, modifiers=modifiers, faces=faces,
                successes=dice.successes(faces, needs),
            )  # fmt: skip
