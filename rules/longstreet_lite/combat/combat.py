"""LL.7 The Combat phase: charges, then all combats together, step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from domain.facts import Frame, Order
from domain.kernel import Choice, Play
from rules.longstreet_lite import frames as fr
from rules.longstreet_lite import orders as o
from rules.longstreet_lite.combat import charge, combat_morale, naming, rerolls, results, scores
from rules.longstreet_lite.combat import choices as sample
from rules.longstreet_lite.combat.facts import CombatStageBegan
from rules.longstreet_lite.combat.state import Stage
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn import phases

Decision = Callable[[Play[State], Any], None]
Work = Callable[[Play[State]], bool]


def _once(work: Callable[[Play[State]], None]) -> Work:
    def done(play: Play[State]) -> bool:
        work(play)
        return False

    return done


# LL.7.proc.1 What is done in each step, again and again until it says that nothing is left.
STEPS: Mapping[Stage, Work] = {
    "naming": naming.ask,
    "allocation": scores.allocate,
    "defence": scores.roll_defence,
    "attack": scores.roll_attack,
    "attack again": lambda play: rerolls.next_reroll(play, "attack"),
    "defence again": lambda play: rerolls.next_reroll(play, "defence"),
    "result": _once(results.resolve),
    "morale": combat_morale.ask,
    "defender losses": results.defender_losses,
    "attacker losses": results.attacker_losses,
}

ROLLS: Mapping[str, tuple[Stage, ...]] = {  # LL.1.dice.6, D2
    "A": ("defence", "attack", "attack again", "defence again"),
    "B": ("defence", "defence again", "attack", "attack again"),
}
FIRST: tuple[Stage, ...] = ("naming", "allocation")
LAST: tuple[Stage, ...] = (
    "result",
    "morale",
    "defender losses",
    "defender retreats",
    "attacker losses",
    "attacker retreats",
    "end",
)


def proceed(play: Play[State]) -> bool:
    """LL.7.proc.1 One step of the combats, once all charges are made and nobody is falling back."""
    state = play.state
    stage = state.combat.stage
    if state.core.phase != phases.COMBAT or not stage or state.combat.retreats is not None:
        return False
    if stage == "end":
        charge.end(play)
    elif stage == "defender retreats":
        play.record(CombatStageBegan(stage="attacker losses"))
        results.begin_defender_retreats(play)
    elif stage == "attacker retreats":
        play.record(CombatStageBegan(stage="end"))
        results.begin_attacker_retreats(play)
    elif not STEPS[stage](play):
        play.record(CombatStageBegan(stage=_next(state, stage)))
    return True


def _next(state: State, stage: Stage) -> Stage:
    order = (*FIRST, *ROLLS[reading(state, "D2")], *LAST)
    return order[order.index(stage) + 1]


def choices(state: State) -> Iterator[Choice]:
    """A fair sample of the legal orders of this chapter now."""
    if state.core.phase == phases.COMBAT:
        yield from sample.choices(state)


DECISIONS: Mapping[type[Order], Decision] = {
    o.Charge: charge.decide_charge,
    o.EndCharges: charge.decide_end_charges,
    o.AllocateDice: scores.decide_allocate,
}
DECLINES: Mapping[type[Frame], Callable[[Play[State], Any], None]] = {
    fr.AwaitCombatMorale: combat_morale.decline_morale
}

# Answers to what is awaited in this phase, where another chapter knows the same order.
ANSWERS: Mapping[type[Frame], Mapping[type[Order], Decision]] = {
    fr.AwaitCombatMorale: {o.PlayMorale: combat_morale.decide_morale},
    fr.AwaitReroll: {o.Reroll: rerolls.decide_reroll, o.Decline: rerolls.decline_reroll},
}
