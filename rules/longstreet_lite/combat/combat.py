"""LL.7 The Combat phase: charges, then all combats together, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.kernel.chapter import Asked, Chapter, Question
from domain.kernel.play import Play
from rules.longstreet_lite import phases
from rules.longstreet_lite.cards.asks import Decline, PlayMorale, Reroll
from rules.longstreet_lite.cards.effects import reroll_choices as reroll_choices
from rules.longstreet_lite.combat import asks, charge, combat_morale, rerolls, results, scores
from rules.longstreet_lite.combat.charge import allocations, charges_at, choices
from rules.longstreet_lite.combat.facts import FACTS, AttackPart, CombatStageBegan, Engaged, Rethrown, Touched
from rules.longstreet_lite.phases import unasked
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import Stage, State

Work = Callable[[Play[State]], bool]


def _once(work: Callable[[Play[State]], None]) -> Work:
    def done(play: Play[State]) -> bool:
        work(play)
        return False

    return done


# LL.7.proc.1 What is done in each step, again and again until it says that nothing is left.
STEPS: Mapping[Stage, Work] = {
    "naming": scores.ask_name,
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


@unasked
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


CHAPTER = Chapter[State](
    facts=FACTS,
    within={
        AttackPart: ("LL.7.attmod.4",),
        Engaged: ("LL.7.engage.1", "LL.7.engage.2"),
        Rethrown: ("LL.1.dice.4",),
        Touched: ("LL.7.contact.4",),
    },
    orders=(
        Asked(
            asks.Charge(unit="7th-wisconsin", wheel="left:5"),
            charge.decide_charge,
            phases=(phases.COMBAT,),
            cite="LL.4.invoke.1",
            cites=("LL.7.charge.2",),
            against=charges_at,
        ),
        Asked(asks.EndCharges(), charge.decide_end_charges, phases=(phases.COMBAT,), cites=("LL.7.gen.1",)),
        Asked(
            asks.AllocateDice(unit="7th-wisconsin", dice={"4th-virginia": 4, "5th-virginia": 3}),
            cite="LL.7.alloc.7",
            cites=("LL.7.alloc.1",),
        ),
    ),
    questions=(
        Question(
            asks.AwaitAllocation, {asks.AllocateDice: scores.decide_allocate}, allocations, cites=("LL.7.alloc.1",)
        ),
        Question(
            asks.AwaitCombatReroll,
            {Reroll: rerolls.decide_reroll, Decline: rerolls.decline_reroll},
            reroll_choices,
            cites=("LL.1.dice.2",),
        ),
        Question(
            asks.AwaitCombatMorale,
            {PlayMorale: combat_morale.decide_morale, Decline: combat_morale.decline_morale},
            combat_morale.choices,
            cites=("LL.7.morale.1",),
        ),
    ),
    proceed=proceed,
    choices=choices,
    forget=results.forget,
    due=results.due,
)
