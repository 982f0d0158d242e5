"""4.3d to 4.3j, 4.5b, 10.4a Which Battle a side may activate with which chit, and whether it may go on."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war import tables
from rules.wallaces_war.command.asks import Activate, Chit
from rules.wallaces_war.command.facts import ArrivalRolled, BattleActivated, InitiativeWon
from rules.wallaces_war.command.pool import reserve_of
from rules.wallaces_war.ids import BattleId
from rules.wallaces_war.position import level_of
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import EMPTY, ZERO, State


def can_continue(state: State) -> bool:
    """10.4a, 13.2d Whether another phase E may follow this round."""
    if state.turn.round:
        return is_announced(state) or special_bar(state) is None
    return continue_bar(state) is None


def is_announced(state: State) -> bool:
    """D14 B A special continuation announced in C7 brings a second E, if there is a leader for it still (10.4a)."""
    turn = state.turn
    announced = turn.round == 1 and turn.special and reading(state, "D14") == "B"
    return announced and level_of(state, turn.battle) >= tables.CONTINUING_LEVEL


def continue_bar(state: State) -> IllegalOrder | None:
    """10.4a, D13 C Why the Battle may not attack again: its chit, its leader, or that it has fought nobody."""
    turn = state.turn
    level = level_of(state, turn.battle) if turn.battle else 0
    if turn.round:
        return IllegalOrder("continued once", "10.4d", turn.battle)
    if turn.chit != tables.FOUR:
        return IllegalOrder("no 4 was spent", "10.4a", turn.battle, turn.chit)
    if level < tables.CONTINUING_LEVEL:
        return IllegalOrder("leader of level 1", "10.4a", turn.battle)
    if reading(state, "D13") == "C" and not turn.initiated:
        return IllegalOrder("initiated no melee", "10.4d", turn.battle)
    return None


def special_bar(state: State) -> IllegalOrder | None:
    """13.2d, D14 Why there is no special continuation: the round, the leader's level, or he has had his two."""
    turn = state.turn
    round = 0 if reading(state, "D14") == "B" else 1
    if turn.round != round or turn.special:
        return IllegalOrder("not its moment", "13.2d", turn.battle)
    leader = state.leaders.get(state.battles[turn.battle].leader)
    if leader is None or leader.level < tables.SPECIAL_LEVEL:
        return IllegalOrder("leader below level 4", "13.2d", turn.battle)
    if leader.specials >= tables.SPECIALS:
        return IllegalOrder("two special continuations made", "13.2d", turn.battle)
    return continue_bar(state) if round == 0 else None


def due(state: State, side: Side) -> BattleId:
    """16.2.4d, 20.3.6b The reinforcement that a side must activate next; empty if there is none.

    Turns that are over count, however initiative was won in the one under way.
    """
    later = reserve_of(state, side)
    if later is None or state.battles[later.battle].arrived:
        return ""
    if state.turn.arriving == later.battle:
        return later.battle
    over = state.history[: -1 if state.turn.initiative else None]
    had = min(over.count(one) for one in state.core.sides)
    return later.battle if later.after_initiatives and had >= later.after_initiatives else ""


def battles_for(state: State, side: Side) -> list[BattleId]:
    """4.7a, 16.2.4d, 20.3.6b The Battles a side may activate."""
    must = due(state, side)
    if must:
        return [must]
    return [name for name, one in state.battles.items() if one.side == side and not battle_bar(state, side, name)]


def battle_bar(state: State, side: Side, battle: BattleId) -> IllegalOrder | None:
    """4.3d, 4.7a, 16.2.4d, 20.3.6b Why a side may not activate a Battle."""
    found, must = state.battles.get(battle), due(state, side)
    if found is None or found.side != side:
        return IllegalOrder("no Battle of yours", "4.3d", battle)
    if found.standing == "eliminated":
        return IllegalOrder("Battle is eliminated", "4.7a", battle)
    cite = "20.3.6b" if state.engagement.barons else "16.2.4d"
    if must and battle != must:
        return IllegalOrder("reinforcement first", cite, must)
    if not found.arrived and battle != must:
        return IllegalOrder("Battle not arrived", cite, battle)
    return None


def is_locked(state: State, battle: BattleId) -> bool:
    """13.2f, D8 Whether its 4 chits cannot be played but with automatic initiative."""
    letter, level = reading(state, "D8"), level_of(state, battle)
    if letter == "B":
        return level == 1
    return letter == "C" and state.battles[battle].fours >= tables.FOURS_AT_START.get(level, tables.NO_LIMIT)


def chit_bar(state: State, side: Side, chit: Chit, *, automatic: bool) -> IllegalOrder | None:
    """4.3d, 4.3e, 13.2f Why a side may not use this chit: it is the chit of the Battle that it activates."""
    bar = battle_bar(state, side, chit.battle)
    if bar:
        return bar
    if chit.value not in state.battles[chit.battle].track:
        if chit.value == ZERO:
            return IllegalOrder("no zero left", "4.3e", chit.battle)
        return IllegalOrder("no such chit on its track", "4.3d", chit.battle, chit.value)
    if chit.value == tables.FOUR and not automatic and is_locked(state, chit.battle):
        return IllegalOrder("4 chit is locked", "13.2f", chit.battle)
    return None


def hand(state: State, side: Side, *, automatic: bool = False) -> list[Chit]:
    """4.3a, 4.3e The chits and zeros of a side that it may use now, one of each value and Battle."""
    found = (
        Chit(battle=name, value=value)
        for name in battles_for(state, side)
        for value in sorted(set(state.battles[name].track) - {EMPTY})
    )
    return [chit for chit in found if not chit_bar(state, side, chit, automatic=automatic)]


def activate(play: Play[State], chit: Chit, *, free: bool = False) -> None:
    """B2, 4.1a, 4.3d, 4.5b: the chit leaves its track for its Battle; under a leader of level 1 a 4 works as a 3."""
    state = play.state
    weak = chit.value == tables.FOUR and level_of(state, chit.battle) < tables.CONTINUING_LEVEL
    play.record(
        BattleActivated(
            battle=chit.battle,
            chit=chit.value,
            works_as=chit.value - weak,
            free=free,
            arrives=not state.battles[chit.battle].arrived,
        )
    )


def decide_activate(play: Play[State], order: Activate) -> None:
    """4.3f to 4.3j Initiative without a bid: any chit of any Battle; who has none plays a 0 for nothing (4.1a)."""
    state, chit = play.state, Chit(battle=order.battle, value=order.chit)
    free = not hand(state, play.by, automatic=True)
    heed(battle_bar(state, play.by, order.battle))
    if free and order.chit != ZERO:
        raise IllegalOrder("only a free zero", "4.3g", order.battle)
    if not free:
        heed(chit_bar(state, play.by, chit, automatic=True))
    activate(play, chit, free=free)


def activations(state: State, side: Side) -> Iterator[Choice]:
    """4.3f to 4.3j Every Battle and chit."""
    chits = hand(state, side, automatic=True)
    free = [Chit(battle=name, value=ZERO) for name in battles_for(state, side)] if not chits else []
    for chit in chits or free:
        yield Choice(side, Activate(battle=chit.battle, chit=chit.value))


def roll_arrival(play: Play[State], bound: Side) -> bool:
    """16.2.4d Whether the Battle off the map comes up; D83 B no roll where the two-turn rule gives the turn away."""
    state = play.state
    for later in state.engagement.reinforcements:
        waits = later.arrival and not state.battles[later.battle].arrived and state.core.turn >= later.from_turn
        if not waits or (reading(state, "D83") == "B" and bound not in ("", later.side)):
            continue
        needs = later.arrival
        why = Reason("arrival", "16.2.4d", (later.battle,))
        die = play.roll(1, 10, why, later.side, alike=lambda roll, needs=needs: roll.total >= needs).total  # type: ignore[misc]
        play.record(ArrivalRolled(battle=later.battle, die=die, needs=needs, arrives=die >= needs))
        if die >= needs:
            play.record(InitiativeWon(side=later.side, why=Reason("arrives", "16.2.4d", (later.battle,))))
            return True
    return False
