"""10 Fire: what may be fired when, by whom; how it is answered is the chapter of reactions'."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice, Question
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Order, Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.musket_and_pike import tables
from rules.musket_and_pike.duties.duties import action_bar
from rules.musket_and_pike.fire import cover, evasion, guns, pistol, shooting, targets, volley_lists, volleys
from rules.musket_and_pike.fire.asks import (
    AdvancingFire,
    AwaitCover,
    AwaitEvade,
    Evade,
    FireGuns,
    FirePistol,
    ResumeFire,
    RetreatingFire,
    Salvo,
    Skirmish,
    TakeCover,
    TurnGuns,
)
from rules.musket_and_pike.fire.facts import FACTS, GunsSpent
from rules.musket_and_pike.ids import UnitId
from rules.musket_and_pike.movement import carry
from rules.musket_and_pike.movement.facts import UnitTurned
from rules.musket_and_pike.position import active_side, is_guns, is_operational, units_of
from rules.musket_and_pike.state import ACTIONS, BOMBARDMENT, State
from rules.musket_and_pike.work import Decline, ResumeShots, ResumeTrigger, Trigger

FIRED = Reason("fired", "10.8.1")
TURNED = Reason("turned in place of fire", "6.2.3")
VERTICES = 6


def decide_pistol(play: Play[State], order: FirePistol) -> None:
    """10.2 Without moving."""
    heed(action_bar(play.state, play.by, order.unit, "pistol"))
    heed(pistol.bar(play.state, order.unit, order.target, into=order.hex))
    carry.begin(play, order.unit, "pistol")
    play.open(ResumeFire(unit=order.unit))
    pistol.fire(play, order.unit, order.target, order.hex)


def guns_bar(state: State, by: Side, name: UnitId) -> IllegalOrder | None:
    """10.8.1 In the activation of their Wing, in command or not; in a bombardment all of the side (ERR.Rocroi.5)."""
    if state.core.phase == BOMBARDMENT:
        unit = state.units.get(name)
        own = unit is not None and unit.side == by and unit.hexes
        return None if own else IllegalOrder("not your unit", "10.8.1", name)
    return action_bar(state, by, name, "guns")


def decide_guns(play: Play[State], order: FireGuns) -> None:
    """10.8.2"""
    state = play.state
    heed(guns_bar(state, play.by, order.unit) or guns.state_bar(state, order.unit))
    heed(targets.named_bar(state, play.by, (order.target,)))
    reach = state.units[order.unit].card.maximum
    line = guns.Line(order.hand, order.hex)
    heed(guns.target_bar(state, order.unit, order.target, line, reach))
    shots = guns.shots(state, order.unit, order.target, line, reach)
    carry.begin(play, order.unit, "guns")
    play.record(GunsSpent(unit=order.unit, why=FIRED))
    play.open(ResumeFire(unit=order.unit))
    shooting.open_fire(play, order.unit, "guns", shots)


def decide_turn(play: Play[State], order: TurnGuns) -> None:
    """6.2.3 Any number of vertices, in place of firing."""
    state = play.state
    heed(action_bar(state, play.by, order.unit, "guns") or turn_bar(state, order.unit))
    unit = state.units[order.unit]
    if unit.facing == order.facing:
        raise IllegalOrder("faces so already", "6.2.3", order.unit)
    carry.begin(play, order.unit, "guns")
    play.record(UnitTurned(units=(order.unit,), facing=order.facing))
    play.record(GunsSpent(unit=order.unit, why=TURNED))
    play.open(ResumeFire(unit=order.unit))
    play.open(ResumeTrigger(trigger=Trigger(kind="TR2", unit=order.unit, how="face", hexes=unit.hexes)))


def turn_bar(state: State, name: UnitId) -> IllegalOrder | None:
    gun = state.units[name]
    if not is_guns(gun):
        return IllegalOrder("no artillery", "6.2.3", name)
    if gun.fired:
        return IllegalOrder("has fired this turn", "6.2.3", name)
    if gun.limbered:
        return IllegalOrder("limbered", "6.2.3", name)
    return None


# Lists


def choices(state: State) -> Iterator[Choice]:
    """Every fire action of the active Wing, or of a side's guns in a bombardment."""
    if state.core.phase == BOMBARDMENT:
        by = state.core.active
        for name, unit in state.units.items():
            if unit.side == by and unit.hexes and is_guns(unit) and is_operational(unit):
                yield from (Choice(by, order) for order in _guns_orders(state, by, name))
    elif state.core.phase == ACTIONS:
        by = active_side(state)
        for name in tuple(units_of(state, state.activation.wing)):
            yield from (Choice(by, order) for order in unit_orders(state, by, name))


def unit_orders(state: State, by: Side, name: UnitId) -> Iterator[Order]:
    """Every fire action of one unit."""
    arm = state.units[name].card.arm
    if arm == tables.GUNS:
        yield from _guns_orders(state, by, name)
        yield from _turns(state, by, name)
    elif arm == tables.HORSE:
        yield from _pistols(state, by, name)
    else:
        yield from volley_lists.orders(state, by, name)


def _guns_orders(state: State, by: Side, name: UnitId) -> Iterator[FireGuns]:
    if guns_bar(state, by, name) or guns.state_bar(state, name):
        return
    for target, line in guns.targets(state, name, state.units[name].card.maximum):
        yield FireGuns(unit=name, target=target, hand=line.hand, hex=line.to)


def _turns(state: State, by: Side, name: UnitId) -> Iterator[TurnGuns]:
    if action_bar(state, by, name, "guns") or turn_bar(state, name):
        return
    yield from (TurnGuns(unit=name, facing=way) for way in range(VERTICES) if way != state.units[name].facing)


def _pistols(state: State, by: Side, name: UnitId) -> Iterator[FirePistol]:
    found = targets.shots(state, name)
    if not found or action_bar(state, by, name, "pistol"):
        return
    for target in dict.fromkeys(shot.target for shot in found):
        for into in targets.intos(state, name, (target,), found):
            yield FirePistol(unit=name, target=target, hex="".join(into))


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(FirePistol(unit="ramsey", target="prince-rupert"), decide_pistol, phases=(ACTIONS,), cite="10.2"),
        Asked(
            AdvancingFire(unit="meldrum", targets=("charles-gerard",), to="0908"),
            volleys.decide_advancing,
            phases=(ACTIONS,),
            cite="10.3.2",
        ),
        Asked(
            Skirmish(unit="meldrum", targets=("charles-gerard",)),
            volleys.decide_skirmish,
            phases=(ACTIONS,),
            cite="10.3.3",
        ),
        Asked(
            RetreatingFire(unit="meldrum", targets=("charles-gerard",), to="0906"),
            volleys.decide_retreating,
            phases=(ACTIONS,),
            cite="10.3.4",
        ),
        Asked(Salvo(unit="charles-gerard", targets=("meldrum",)), volleys.decide_salvo, phases=(ACTIONS,), cite="10.4"),
        Asked(
            FireGuns(unit="royal-battery", target="meldrum"),
            decide_guns,
            phases=(ACTIONS, BOMBARDMENT),
            cite="10.8.1",
        ),
        Asked(TurnGuns(unit="royal-battery", facing=4), decide_turn, phases=(ACTIONS,), cite="6.2.3"),
        Asked(TakeCover(), cite="9.4.5"),
        Asked(Evade(to="0908"), cite="10.8.6"),
    ),
    questions=(
        Question(
            AwaitCover,
            {TakeCover: cover.decide_cover, Decline: cover.decline_cover},
            cover.choices,
            cites=("9.4.5",),
        ),
        Question(
            AwaitEvade,
            {Evade: evasion.decide_evade, Decline: evasion.decline_evade},
            evasion.choices,
            cites=("10.8.6",),
        ),
    ),
    resumes={ResumeShots: shooting.resume, ResumeFire: volleys.resume},
    within={ResumeShots: ("10.1.4",), ResumeFire: ("10.3.4",)},
    choices=choices,
)
