"""5.3.1, 16.2, 17.1 The Command Phase: command state, control chances, artillery made Ready, the Train turned."""

from __future__ import annotations

from typing import Final

from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.gettysburg import state as st
from rules.gettysburg import tables
from rules.gettysburg.position import command_state, is_near, uses_command
from rules.gettysburg.rulings import is_on, reading
from rules.gettysburg.sheets.rows import Marker
from rules.gettysburg.turn.facts import ChancesRolled, CommandRolled, GunsReadied, TrainRested

DEMORALIZED: Final = -2  # 22.5
SCENARIO_RULE: Final = {"mcpherson": "23.2", "little_round_top": "23.5"}


def begin(play: Play[st.State], side: Side) -> None:
    """5.3.1 Steps B to D of a player turn."""
    for step in (roll_command, roll_chances, ready_guns, rest_train):
        step(play, side)


def roll_command(play: Play[st.State], side: Side) -> None:
    """5.3.1B, 16.2 2d6 against the Army Marker, unless the scenario fixes the state."""
    state = play.state
    if not uses_command(state):
        return
    if side in state.battle.attack_state.get(state.core.turn, ()):
        rule = SCENARIO_RULE.get(state.battle.key, "23.1")
        play.record(CommandRolled(side=side, state="attack", why=Reason("fixed by the scenario", rule)))
        return
    modifier = DEMORALIZED if is_demoralized(state, side) else 0
    rolled = play.roll(2, 6, why=Reason("command state", "16.2"), by=side).total
    found = state_for(rolled + modifier, marker(state, side))
    why = Reason("demoralized" if modifier else "rolled", "16.2")
    play.record(CommandRolled(side=side, state=found, total=rolled + modifier, modifier=modifier, why=why))


def marker(state: st.State, side: Side) -> Marker:
    """2.11, D10 The face of the Army Marker that is up; under reading A both are the front."""
    front, back = state.markers[side]
    return front if reading(state, "D10") == "A" or command_state(state, side) == "attack" else back


def state_for(rolled: int, values: Marker) -> st.CommandState:
    """16.2 Panic below the panic rating, Passive below the span, Restricted within it, Attack above."""
    if rolled < values.panic_rating:
        return "panic"
    if rolled < values.span_low:
        return "passive"
    return "restricted" if rolled <= values.span_high else "attack"


def is_demoralized(state: st.State, side: Side) -> bool:
    """22.5 Fifteen infantry brigades or more gone; captured ones count unless D83 B."""
    if not is_on(state, "demoralization"):
        return False
    gone = {st.OUT_OF_PLAY, st.DESTROYED, st.ROUTED, st.ELIMINATED}
    gone |= {st.CAPTURED} if reading(state, "D83") == "A" else set()
    gone |= {name for name, hmc in state.hmcs.items() if hmc.at == st.OUT_OF_PLAY}
    lost = sum(1 for unit in state.units.values() if unit.side == side and unit.kind == "infantry" and unit.at in gone)
    return lost >= tables.DEMORALIZED_AT


def roll_chances(play: Play[st.State], side: Side) -> None:
    """5.3.1B, 17.1 The opponent of an army in Panic rolls how often he may try to take over a unit."""
    if is_on(play.state, "loss_of_control") and command_state(play.state, side) == "panic":
        chances = play.roll(1, 6, why=Reason("control chances", "17.1"), by=st.ENEMY[side]).total
        play.record(ChancesRolled(side=st.ENEMY[side], chances=chances))


def ready_guns(play: Play[st.State], side: Side) -> None:
    """5.3.1C, 13.1a Artillery that is not Disrupted becomes Ready; what lies in HMCs does when it deploys (18.8b)."""
    state = play.state
    beyond = (st.POOL, st.OUT_OF_PLAY) if is_on(state, "return_to_map") else ()  # 22.6 they may yet come back
    fired = tuple(
        name
        for name, unit in state.units.items()
        if unit.side == side and unit.kind == "artillery" and unit.fired and not unit.disrupted
        and (unit.at in state.stacks or unit.at in beyond)
    )  # fmt: skip
    if fired:
        play.record(GunsReadied(units=fired))


def rest_train(play: Play[st.State], side: Side) -> None:
    """5.3.1D, 21.1, D36 The Train is turned to its unmoved side unless an enemy unit is adjacent."""
    train = play.state.units[st.TRAINS[side]]
    if train.fired and train.at in play.state.stacks and not is_near(play.state, train.at, side):
        play.record(TrainRested(unit=st.TRAINS[side]))
