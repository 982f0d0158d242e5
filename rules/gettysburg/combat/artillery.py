"""13.4, 13.5 Artillery in combat: support, guns left alone, guns attacked alone."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play, at_most
from domain.kernel.reasons import Reason
from rules.gettysburg import clock
from rules.gettysburg.combat.asks import AwaitDefender, AwaitSupport, DefendWith, GiveSupport
from rules.gettysburg.combat.facts import DefenderChosen, SupportGiven
from rules.gettysburg.combat.fights import current, decline
from rules.gettysburg.combat.retreat_facts import RetreatBegan
from rules.gettysburg.ids import HexId, PieceId
from rules.gettysburg.position import brigades_at, guns_at, side_at
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import ENEMY, Fight, State
from rules.gettysburg.tables import CAPTURE
from rules.gettysburg.turn import states
from rules.gettysburg.turn.asks import Decline
from rules.gettysburg.turn.state_facts import GunsFired


def is_alone(state: State, fight: Fight) -> bool:
    """13.5a Whether artillery without a brigade defends."""
    defender = state.units.get(fight.defender)
    return defender is not None and defender.kind == "artillery"


def supporters(state: State, fight: Fight, attacking: bool) -> list[PieceId]:
    """13.4b-c Artillery that may support one side of the combat."""
    if _combat_bar(state, fight, attacking):
        return []
    hexes = _support_hexes(state, fight, attacking)
    return [gun for at in hexes for gun in guns_at(state, at) if not _gun_bar(state, gun)]


def support_bar(state: State, fight: Fight, unit: PieceId, attacking: bool) -> IllegalOrder | None:
    """13.4b-c Why the unit cannot support this side of the combat; None if it can."""
    found = state.units.get(unit)
    bar = _combat_bar(state, fight, attacking)
    if bar:
        return bar
    if found is None or found.kind != "artillery" or found.at not in _support_hexes(state, fight, attacking):
        key, rule = ("no gun of the attack", "13.4b") if attacking else ("no gun of the defence", "13.4c")
        return IllegalOrder(key, rule, unit)
    return _gun_bar(state, unit)


def _combat_bar(state: State, fight: Fight, attacking: bool) -> IllegalOrder | None:
    """20.4, 13.5a, 11.3, 13.4b-c Why nobody at all can support this side of the combat now; None if someone can."""
    if clock.is_night(state.core.turn):
        return IllegalOrder("support at night", "20.4")
    if not attacking and is_alone(state, fight):
        return IllegalOrder("support for lone guns", "13.5a", fight.target)
    if fight.made:
        return IllegalOrder("support not asked", "11.3")
    given = fight.attacker_support if attacking else fight.defender_support
    return IllegalOrder("supported already", "13.4b" if attacking else "13.4c", given) if given else None


def _support_hexes(state: State, fight: Fight, attacking: bool) -> list[HexId]:
    """13.4b-c The attacker's hex; the defender's and those next to it."""
    if attacking:
        return [state.units[fight.attacker].at]
    side = ENEMY[fight.side]
    return [at for at in (fight.target, *state.ground.near(fight.target)) if side_at(state, at) == side]


def _gun_bar(state: State, gun: PieceId) -> IllegalOrder | None:
    """13.1b, D49 Why an artillery unit cannot give support; None if it can."""
    found = state.units[gun]
    if found.disrupted:
        return IllegalOrder("Disrupted, no support", "13.1d", gun)
    if found.fired:
        return IllegalOrder("spent, no support", "13.1b", gun)
    declared = state.turn.declared.get(gun)
    if declared and gun not in state.turn.resolved and reading(state, "D49") == "A":
        return IllegalOrder("declared, no support", "13.1b", gun)
    return None


def decide_support(play: Play[State], order: GiveSupport, frame: AwaitSupport) -> None:
    state = play.state
    fight = current(state)
    heed(support_bar(state, fight, order.unit, frame.attacking))
    ratings = state.units[order.unit].ratings
    value = ratings.off_support if frame.attacking else ratings.def_support
    play.record(SupportGiven(unit=order.unit, attacking=frame.attacking, value=value))
    play.close()


def decline_support(play: Play[State], _order: Decline, frame: AwaitSupport) -> None:
    decline(play, frame.side, Reason("offensive support" if frame.attacking else "defensive support", "13.4a"))


def answers(state: State, frame: AwaitSupport) -> Iterator[Choice]:
    for gun in supporters(state, current(state), frame.attacking):
        yield Choice(frame.side, GiveSupport(unit=gun))
    yield Choice(frame.side, Decline())


def spend_support(play: Play[State], fight: Fight) -> None:
    """13.4a Support lasts one combat."""
    for gun in (fight.attacker_support, fight.defender_support):
        if gun:
            play.record(GunsFired(unit=gun, why=Reason("supported a combat", "13.4a")))


def follow(play: Play[State], at: HexId, leaving: list[PieceId]) -> list[PieceId]:
    """9.3c, 13.4d, D57 Guns that brigades of their hex leave alone go back Disrupted."""
    state = play.state
    if any(brigade not in leaving for brigade in brigades_at(state, at)):
        return []
    if not leaving and reading(state, "D57") == "A":
        return []
    guns = guns_at(state, at)
    for gun in guns:
        states.disrupt(play, gun, Reason("left alone by its brigade", "13.4d"))
    return guns


def strike_alone(play: Play[State], fight: Fight, eliminates: bool) -> None:
    """13.5b-c A D result on artillery alone: eliminated, captured or driven back, every unit of the hex."""
    defender = fight.defender
    others = [gun for gun in guns_at(play.state, fight.target) if gun != defender]
    leaving: list[PieceId] = []
    if eliminates:
        states.eliminate(play, defender, Reason("attacked alone", "13.5b"))
    else:
        states.disrupt(play, defender, Reason("attacked alone", "13.5b"))
        leaving += _drive_back(play, fight, defender, "13.5b")
    for gun in others:
        if reading(play.state, "D59") != "C":
            states.disrupt(play, gun, Reason("attacked alone", "13.5c"))
        leaving += _drive_back(play, fight, gun, "13.5c")
    if leaving:
        play.record(RetreatBegan(units=tuple(leaving), rule="13.5b"))


def _drive_back(play: Play[State], fight: Fight, gun: PieceId, rule: str) -> list[PieceId]:
    if play.roll(1, 6, why=Reason("capture", rule, (gun,)), by=fight.side, alike=at_most(CAPTURE)).total <= CAPTURE:
        states.capture(play, gun, Reason("taken by the attacker", rule))
        return []
    return [gun]


def decide_defender(play: Play[State], order: DefendWith, frame: AwaitDefender) -> None:
    """13.5a Which artillery unit defends; 11.7a, D46 B which brigade takes over."""
    rule = "13.5a" if play.state.units[frame.units[0]].kind == "artillery" else "11.7a"
    if order.unit not in frame.units:
        raise IllegalOrder("cannot defend", rule, order.unit, *frame.units)
    play.record(DefenderChosen(unit=order.unit, rule=rule))
    play.close()
