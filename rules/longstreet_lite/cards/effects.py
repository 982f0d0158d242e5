"""Section 11.3, LL.1.dice What the cards in force do to moves, shots, fights and re-rolls: data, which is looked up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from domain.kernel.chapter import Choice
from domain.kernel.facts import Await, Side, UnitId
from domain.kernel.play import Play
from domain.kernel.reasons import Modifier, Reason
from domain.kernel.rerolls import Grant
from rules.longstreet_lite.cards.asks import Decline, Dice, Reroll
from rules.longstreet_lite.cards.facts import EffectUsed
from rules.longstreet_lite.sheets.rows import Do, Effect
from rules.longstreet_lite.state import Active, State, Unit, enemy_of
from rules.longstreet_lite.tables import BW, Mode


def in_force(state: State, do: Do) -> Iterator[Active]:
    return (active for active in state.effects if active.effect.do == do)


def side_touched(by: Side, effect: Effect) -> Side:
    """The side an effect speaks of, whoever played it."""
    return by if effect.whose == "own" else enemy_of(by)


def misfit(unit: Unit, by: Side, effect: Effect) -> Reason | None:
    """Why the unit is none that the card speaks of; nothing if it is."""
    if unit.side != side_touched(by, effect):
        return Reason("of the other side", "LL.4.int.6")
    if effect.kind not in ("", unit.kind):
        is_gun = unit.kind == "ART"
        return Reason("is artillery", "LL.4.int.6") if is_gun else Reason("is infantry", "LL.4.int.6")
    if unit.bases < effect.least_bases:
        return Reason("too few bases for a card", "LL.4.int.6", (unit.bases, effect.least_bases))
    return None if effect.limbered or not unit.limbered else Reason("is limbered", "LL.4.int.6")


def fits(state: State, active: Active, unit_id: UnitId) -> bool:
    """Whether the unit is of the kind the card speaks of; not whether it is the one named."""
    return not misfit(state.units[unit_id], active.by, active.effect)


def touches(state: State, active: Active, unit_id: UnitId) -> bool:
    """Whether the effect is on this unit now: an effect for one unit touches the one named."""
    if active.effect.units == "one" and active.unit != unit_id:
        return False
    return fits(state, active, unit_id)


def on_unit(state: State, do: Do, unit_id: UnitId) -> Iterator[Active]:
    return (active for active in in_force(state, do) if touches(state, active, unit_id))


def nameable(state: State, do: Do, unit_id: UnitId, side: Side) -> Active | None:
    """An effect of this side for one unit, not yet named, that would fit this one."""
    found = (a for a in in_force(state, do) if a.by == side and a.effect.units == "one" and not a.unit)
    return next((active for active in found if fits(state, active, unit_id)), None)


def name_unit(play: Play[State], active: Active, unit_id: UnitId, *, spent: bool = False) -> None:
    """LL.4.mod.1 The one unit the card speaks of; `spent` once its re-roll is made."""
    play.record(EffectUsed(card=active.card, unit=unit_id, spent=spent, by=active.by))


def cite(state: State, active: Active) -> Modifier:
    """What a card adds, with its name."""
    rule = "LL.4.mod.1" if active.by == state.core.active else "LL.4.int.1"
    return Modifier(active.effect.n, "card", rule, (active.card,))


def is_barred(state: State, do: Literal["unit_may_not_move", "unit_may_not_fire"], unit_id: UnitId) -> Active | None:
    """The card that keeps the unit from moving or firing."""
    return next(on_unit(state, do, unit_id), None)


def counts_as_two(state: State) -> bool:
    """LL.4.two.1 The phase was invoked with two cards, or a card says it counts so."""
    waived = (side_touched(a.by, a.effect) for a in in_force(state, "waive_second_card"))
    return state.turn.invoked >= 2 or state.core.active in waived


def hand_limit(state: State, side: Side) -> int:
    """LL.4.hand.1 Six, or what the card played last for this side says."""
    found = [a.effect.n for a in in_force(state, "hand_limit") if side_touched(a.by, a.effect) == side]
    return found[-1] if found else state.battle.hand_limit


def no_modifiers(state: State, side: Side) -> Active | None:
    """The card that keeps this side from modifying its phases."""
    found = (a for a in in_force(state, "no_modifiers") if side_touched(a.by, a.effect) == side)
    return next(found, None)


def allowance(state: State, unit_id: UnitId, base: int, named: Active | None = None) -> int:
    """LL.6.dist.1, LL.6.hard.3 with the cards in force, in milli-BW; a card that cuts it says how far at most.

    `named` is a card that is being named for this unit now (D54 B).
    """
    found = list(on_unit(state, "move_bonus", unit_id))
    if named:
        found.append(named)
    least = max((active.effect.least * BW for active in found), default=0)
    total = base + sum(active.effect.n * BW for active in found)
    return max(total, min(base, least))


def to_hit(state: State, firer: UnitId, target: UnitId, mode: Mode, reach: int) -> Iterator[Modifier]:
    """LL.5.hit, LL.5.smmod.2 Cards that change a to-hit die; skirmish dice never."""
    for active in in_force(state, "die_modifier"):
        effect = active.effect
        subject = firer if effect.aimed == "by" else target
        if mode == "skirmish" or effect.dice not in ("", "to_hit") or (effect.modes and mode not in effect.modes):
            continue
        if touches(state, active, subject) and (not effect.within or reach <= effect.within * BW):
            yield cite(state, active)


def extra_dice(state: State, unit_id: UnitId, dice: Literal["attack", "defence"]) -> Iterator[Modifier]:
    """LL.7.ndice.3 Never for a limbered battery's two dice (LL.7.limb.1)."""
    unit: Unit = state.units[unit_id]
    if unit.limbered:
        return
    for active in on_unit(state, "extra_combat_dice", unit_id):
        if active.effect.dice == dice:
            yield cite(state, active)


def combat_die(
    state: State, unit_id: UnitId, against: UnitId, dice: Literal["attack", "defence"]
) -> Iterator[Modifier]:
    """LL.7.att.1, LL.7.def.1 Cards that change a unit's attack or defence dice; `against` is the other unit, if any."""
    for active in in_force(state, "die_modifier"):
        subject = unit_id if active.effect.aimed == "by" else against
        if active.effect.dice == dice and subject and touches(state, active, subject):
            yield cite(state, active)


def may_reroll(state: State, unit_id: UnitId, dice: Dice) -> Active | None:
    """LL.1.dice.2 A re-roll of failed dice the owner may still make; one for all units is never used up."""
    side = state.units[unit_id].side
    for active in in_force(state, "may_reroll"):
        if active.effect.dice != dice or active.by != side or active.used:
            continue
        if active.unit in ("", unit_id) and fits(state, active, unit_id):
            return active
    return None


def must_reroll(state: State, unit_id: UnitId, dice: Dice) -> Active | None:
    """LL.1.dice.3 The unit's successful dice are rolled again."""
    found = (active for active in on_unit(state, "must_reroll", unit_id) if active.effect.dice == dice)
    return next(found, None)


def grants(state: State, unit_id: UnitId, dice: Dice) -> Iterator[Grant]:
    """LL.1.dice.2, LL.1.dice.3 What cards say of a unit's dice: what must be first, then what may."""
    if forced := must_reroll(state, unit_id, dice):
        yield Grant(state.units[unit_id].side, forced.card, must=True)
    if offered := may_reroll(state, unit_id, dice):
        yield Grant(offered.by, offered.card)


def take_up(play: Play[State], unit_id: UnitId, dice: Dice) -> Grant:
    """LL.1.dice.2 A card that speaks of one unit has spoken; one for all units may serve again."""
    offered = may_reroll(play.state, unit_id, dice)
    assert offered, "a re-roll is asked about only while a card gives it"
    play.close()
    if offered.effect.units == "one":
        name_unit(play, offered, unit_id, spent=True)
    return Grant(offered.by, offered.card)


def rule_of(grant: Grant) -> str:
    return "LL.1.dice.3" if grant.must else "LL.1.dice.2"


def reroll_choices(_state: State, frame: Await) -> Iterator[Choice]:
    yield Choice(frame.side, Reroll())
    yield Choice(frame.side, Decline())
