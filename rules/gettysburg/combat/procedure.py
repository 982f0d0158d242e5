"""11.3 The procedure of one combat, part by part; each goes on to the next unless someone must decide."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from domain.kernel.play import Play, Roll
from domain.kernel.reasons import Reason
from rules.gettysburg import tables
from rules.gettysburg.combat import (
    advance,
    artillery,
    cavalry,
    coordination,
    counterattack,
    differential,
    results,
    retreat,
)
from rules.gettysburg.combat.asks import AwaitDefender, AwaitRetreatBeforeCombat, AwaitSupport, AwaitSwap
from rules.gettysburg.combat.facts import AttackWasted, CombatResolved, DefenderChosen, FightEnded
from rules.gettysburg.combat.fights import ask, assailants, attack_chooser, current
from rules.gettysburg.position import BRIGADES, brigades_at, combat, guns_at
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import ENEMY, Fight, Stage, State


def carry_on(play: Play[State]) -> None:
    """11.3 The innermost fight goes on where it stands."""
    STAGES[current(play.state).stage](play)


def _swap(play: Play[State]) -> None:
    """11.7b Between two attacks on the hex that are not coordinated."""
    state, fight = play.state, current(play.state)
    if not fight.defender:
        play.record(AttackWasted(unit=fight.attacker, target=fight.target))
        _advance(play)
    elif _can_swap(state, fight):
        ask(play, AwaitSwap(side=ENEMY[fight.side]), "before")
    else:
        _defender(play)


def _can_swap(state: State, fight: Fight) -> bool:
    """11.7b, D47 After a first attack, with a Supporting Brigade; under B only if coordination was tried in vain."""
    if not state.turn.struck.get(fight.target) or len(brigades_at(state, fight.target)) <= 1:
        return False
    tried = state.turn.coordination.get(coordination.key(state, fight.target, fight.defender))
    return tried is False if reading(state, "D47") == "B" else not tried


def _defender(play: Play[State]) -> None:
    """13.5a, D59 Of several artillery units alone one defends, as their owner or under B the attacker picks."""
    state, fight = play.state, current(play.state)
    guns = guns_at(state, fight.target)
    if state.units[fight.defender].kind in BRIGADES or len(guns) == 1:
        _before(play)
        return
    side = fight.side if reading(state, "D59") == "B" else ENEMY[fight.side]
    ask(play, AwaitDefender(side=side, units=tuple(guns)), "before")


def _before(play: Play[State]) -> None:
    """15.4"""
    fight = current(play.state)
    if cavalry.may_fall_back(play.state, fight):
        ask(play, AwaitRetreatBeforeCombat(side=ENEMY[fight.side]), "question")
    else:
        _question(play)


def _question(play: Play[State]) -> None:
    """11.3(2), 22.3"""
    if not results.stop_the_attack(play):
        _support(play)


def _support(play: Play[State]) -> None:
    """11.3(3), 13.4, D48 The attacker chooses first, or under C the defender."""
    first = reading(play.state, "D48") == "A"
    if not _ask_support(play, first, "answer"):
        _answer(play)


def _answer(play: Play[State]) -> None:
    second = reading(play.state, "D48") != "A"
    if not _ask_support(play, second, "roll"):
        _roll(play)


def _ask_support(play: Play[State], attacking: bool, then: Stage) -> bool:
    state, fight = play.state, current(play.state)
    if not artillery.supporters(state, fight, attacking):
        return False
    side = attack_chooser(state, fight) if attacking else ENEMY[fight.side]
    ask(play, AwaitSupport(side=side, attacking=attacking), then)
    return True


def _roll(play: Play[State]) -> None:
    """11.3(4), 11.3(5), 11.3(6) Differential, dice, results."""
    state, fight = play.state, current(play.state)
    strength, defence = combat(state.units[fight.attacker]), differential.defence(state.units[fight.defender])
    modifiers = tuple(differential.combat_modifiers(state, fight))
    difference = differential.differential(state, strength - defence, modifiers)
    modifiers = (*differential.held_first(state, strength - defence), *modifiers)
    column = differential.column(difference)

    def cell_of(dice: Roll) -> str:
        return tables.crt(dice.total, column, smooth=reading(state, "D11") == "B")

    dice = play.roll(2, 6, why=Reason("combat", "11.3", (fight.attacker, fight.defender)), by=fight.side, alike=cell_of)
    charge = fight.kind == "charge"
    cell = cell_of(dice)
    result = results.convert(state, cell, charge)
    play.record(
        CombatResolved(
            attacker=fight.attacker, defender=fight.defender, target=fight.target, attacker_combat=strength,
            defender_combat=defence, modifiers=modifiers, differential=difference, column=column, dice=dice.faces,
            cell=cell, result=result, counter=fight.counter, charge=charge, guns=artillery.is_alone(state, fight),
        )
    )  # fmt: skip
    artillery.spend_support(play, fight)
    results.apply(play, result)


def _retreat(play: Play[State]) -> None:
    """12.4 All retreats, then whoever defends the hex from now on."""
    if not retreat.carry_on(play):
        _take_over(play)


def _take_over(play: Play[State]) -> None:
    """11.7a, D46, D67 A brigade that stays meets the same attack if the first defender fell back before it."""
    state, fight = play.state, current(play.state)
    goes_on = fight.fled and not fight.made and not fight.failed and reading(state, "D67") == "A"
    stays = brigades_at(state, fight.target)
    is_gone = fight.kind != "bombardment" and bool(stays) and fight.defender not in stays
    if not is_gone or state.units[stays[0]].side == fight.side:
        _advance(play)
        return
    then: Stage = "question" if goes_on else "advance"
    if len(stays) > 1 and reading(state, "D46") == "B" and (goes_on or assailants(state, fight.target)):
        ask(play, AwaitDefender(side=ENEMY[fight.side], units=tuple(stays)), then)
    elif goes_on:
        play.record(DefenderChosen(unit=stays[0], rule="11.7a"))
        _question(play)
    else:
        _advance(play)


def _advance(play: Play[State]) -> None:
    """11.3(7), 12.7, after 15.5c"""
    fight = current(play.state)
    cavalry.spend_charge(play, fight)
    offered = None if fight.guns else advance.offer(play)
    if offered:
        ask(play, offered, "counter")
    else:
        _counter(play)


def _counter(play: Play[State]) -> None:
    """11.3(7), 19.1"""
    offered = counterattack.offer(play.state)
    if offered:
        ask(play, offered, "end")
    else:
        _end(play)


def _end(play: Play[State]) -> None:
    fight = current(play.state)
    play.record(FightEnded(attacker=fight.attacker, target=fight.target))


STAGES: Mapping[Stage, Callable[[Play[State]], None]] = {
    "swap": _swap,
    "defender": _defender,
    "before": _before,
    "question": _question,
    "support": _support,
    "answer": _answer,
    "roll": _roll,
    "retreat": _retreat,
    "advance": _advance,
    "counter": _counter,
    "end": _end,
}
