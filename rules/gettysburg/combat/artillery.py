"""13.4, 13.5 Artillery in combat: support, guns left alone, guns attacked alone."""

from __future__ import annotations

from collections.abc import Iterator

from domain.facts import Side
from domain.kernel import Choice, Play
from domain.ruling import IllegalOrder
from rules.gettysburg import clock
from rules.gettysburg.combat.fight import Fight
from rules.gettysburg.combat.fights import attack_chooser, current, decline, named
from rules.gettysburg.facts.combat import DefenderChosen, RetreatBegan, SupportGiven
from rules.gettysburg.facts.pieces import GunsFired
from rules.gettysburg.frames import AwaitDefender, AwaitSupport
from rules.gettysburg.orders import Decline, DefendWith, GiveSupport, HexId, PieceId
from rules.gettysburg.position import brigades_at, guns_at, side_at
from rules.gettysburg.rulings import reading
from rules.gettysburg.state import ENEMY, State
from rules.gettysburg.tables import CAPTURE
from rules.gettysburg.turn import states


def is_alone(state: State, fight: Fight) -> bool:
    """13.5a Whether artillery without a brigade defends."""
    return state.units[fight.defender].kind == "artillery"


def supporters(state: State, fight: Fight, attacking: bool) -> list[PieceId]:
    """13.4b-c Artillery that may support one side of the combat."""
    if clock.is_night(state.core.turn):
        return []
    hexes = _support_hexes(state, fight, attacking)
    return [gun for at in hexes for gun in guns_at(state, at) if not _support_refusal(state, gun)]


def _support_hexes(state: State, fight: Fight, attacking: bool) -> list[HexId]:
    """13.4b-c The attacker's hex; the defender's and those next to it, where a brigade defends."""
    if attacking:
        return [state.units[fight.attacker].at]
    if is_alone(state, fight):
        return []
    side = ENEMY[fight.side]
    return [at for at in (fight.target, *state.ground.near(fight.target)) if side_at(state, at) == side]


def _support_refusal(state: State, gun: PieceId) -> tuple[str, str] | None:
    """13.1b, D49 Why an artillery unit cannot give support; None if it can."""
    found = state.units[gun]
    if found.disrupted:
        return "is Disrupted", "13.1d"
    if found.fired:
        return "has moved, fired or given support since its last player turn", "13.1b"
    declared = state.turn.declared.get(gun)
    if declared and gun not in state.turn.resolved and reading(state, "D49") == "A":
        return "has declared a bombardment", "13.1b"
    return None


def support_chooser(state: State, fight: Fight, attacking: bool) -> Side:
    return attack_chooser(state, fight) if attacking else ENEMY[fight.side]


def decide_support(play: Play[State], order: GiveSupport, _by: Side) -> None:
    state = play.state
    frame = state.core.pending[-1]
    assert isinstance(frame, AwaitSupport)
    fight = current(state)
    _check_support(state, fight, order.unit, frame.attacking)
    ratings = state.units[order.unit].ratings
    value = ratings.off_support if frame.attacking else ratings.def_support
    play.record(SupportGiven(unit=order.unit, attacking=frame.attacking, value=value))
    play.close()


def _check_support(state: State, fight: Fight, unit: PieceId, attacking: bool) -> None:
    found = state.units.get(unit)
    hexes = _support_hexes(state, fight, attacking)
    if found is None or found.kind != "artillery" or found.at not in hexes:
        rule, where = ("13.4b", "in the attacker's hex") if attacking else ("13.4c", "in or next to the defender's hex")
        raise IllegalOrder(f"{named(state, unit)} cannot support; artillery {where} may", rule=rule, unit=unit)
    refused = _support_refusal(state, unit)
    if refused:
        why, rule = refused
        raise IllegalOrder(f"{named(state, unit)} {why} and cannot give support", rule=rule, unit=unit)


def decline_support(play: Play[State], frame: AwaitSupport) -> None:
    decline(play, frame.side, "offensive support" if frame.attacking else "defensive support", "13.4a")


def choices(state: State, frame: AwaitSupport) -> Iterator[Choice]:
    for gun in supporters(state, current(state), frame.attacking):
        yield Choice(frame.side, GiveSupport(unit=gun))
    yield Choice(frame.side, Decline())


def spend_support(play: Play[State], fight: Fight) -> None:
    """13.4a Support lasts one combat."""
    for gun in (fight.attacker_support, fight.defender_support):
        if gun:
            play.record(GunsFired(unit=gun, why="supported a combat", rule="13.4a"))


def follow(play: Play[State], at: HexId, leaving: list[PieceId]) -> list[PieceId]:
    """9.3c, 13.4d, D57 Guns that brigades of their hex leave alone go back Disrupted."""
    state = play.state
    if any(brigade not in leaving for brigade in brigades_at(state, at)):
        return []
    if not leaving and reading(state, "D57") == "A":
        return []
    guns = guns_at(state, at)
    for gun in guns:
        states.disrupt(play, gun, "left alone by its brigade", "13.4d")
    return guns


def strike_alone(play: Play[State], fight: Fight, eliminates: bool) -> None:
    """13.5b-c A D result on artillery alone: eliminated, captured or driven back, every unit of the hex."""
    defender = fight.defender
    others = [gun for gun in guns_at(play.state, fight.target) if gun != defender]
    leaving: list[PieceId] = []
    if eliminates:
        states.eliminate(play, defender, "attacked alone", "13.5b")
    else:
        states.disrupt(play, defender, "attacked alone", "13.5b")
        leaving += _drive_back(play, fight, defender, "13.5b")
    for gun in others:
        if reading(play.state, "D59") != "C":
            states.disrupt(play, gun, "attacked alone", "13.5c")
        leaving += _drive_back(play, fight, gun, "13.5c")
    if leaving:
        play.record(RetreatBegan(units=tuple(leaving), rule="13.5b"))


def _drive_back(play: Play[State], fight: Fight, gun: PieceId, rule: str) -> list[PieceId]:
    name = play.state.units[gun].name
    if play.roll(1, 6, why=f"{rule} capture: {name}", by=fight.side).total <= CAPTURE:
        states.capture(play, gun, "taken by the attacker", rule)
        return []
    return [gun]


def decide_defender(play: Play[State], order: DefendWith, _by: Side) -> None:
    """13.5a Which artillery unit defends; 11.7a, D46 B which brigade takes over."""
    frame = play.state.core.pending[-1]
    assert isinstance(frame, AwaitDefender)
    rule = "13.5a" if play.state.units[frame.units[0]].kind == "artillery" else "11.7a"
    if order.unit not in frame.units:
        asked = ", ".join(named(play.state, unit) for unit in frame.units)
        raise IllegalOrder(f"{named(play.state, order.unit)} cannot defend; pick one of {asked}", rule=rule)
    play.record(DefenderChosen(unit=order.unit, rule=rule))
    play.close()
