"""BP.vic.1 to BP.vic.5, BP.vic.12 Brigade and army morale, at the start of a player turn."""

from __future__ import annotations

from domain.kernel.facts import Side
from domain.kernel.play import Play
from rules.black_powder.ids import BrigadeId, UnitId
from rules.black_powder.position import is_shaken
from rules.black_powder.rulings import is_on, reading
from rules.black_powder.state import Brigade, State, Unit
from rules.black_powder.turn.facts import ArmyBroke, BrigadeBroke


def is_lost(state: State, unit: Unit) -> bool:
    """BP.vic.4 (D64) Destroyed, gone, shaken, or led off the table; who strayed off it only in reading B."""
    if unit.status == "off":
        return not unit.strayed or reading(state, "D64") == "B" or is_shaken(unit)
    if unit.status == "reserve":
        return False
    return unit.status in ("destroyed", "gone") or is_shaken(unit)


def lost_units(state: State, brigade: Brigade) -> tuple[UnitId, ...]:
    return tuple(name for name in brigade.counting if is_lost(state, state.units[name]))


def threshold(brigade: Brigade) -> int:
    """BP.vic.5 Half of those that count, rounded up."""
    return (len(brigade.counting) + 1) // 2


def brigades_of(state: State, side: Side) -> dict[BrigadeId, Brigade]:
    return {name: one for name, one in state.brigades.items() if one.side == side}


def has_morale(state: State, side: Side) -> bool:
    return side not in state.battle.no_morale and not is_on(state, "no_brigade_morale")


def check(play: Play[State], side: Side) -> None:
    """BP.vic.1 The brigades of a side, then its army (D65 A)."""
    state = play.state
    if not has_morale(state, side):
        return
    for name, brigade in brigades_of(state, side).items():
        lost = lost_units(state, brigade)
        if brigade.counting and not brigade.broken and len(lost) >= threshold(brigade):
            play.record(
                BrigadeBroke(brigade=name, lost=lost, counting=len(brigade.counting), threshold=threshold(brigade))
            )
    check_army(play, side)


def check_army(play: Play[State], side: Side) -> None:
    """BP.vic.12 Half of its brigades or more: the others break with them."""
    state, own = play.state, brigades_of(play.state, side)
    broken = [name for name, one in own.items() if one.broken]
    if not own or side in state.fallen or 2 * len(broken) < len(own):
        return
    play.record(ArmyBroke(side=side, broken=len(broken), brigades=len(own)))
    for name, one in own.items():
        if not one.broken:
            lost = lost_units(state, one)
            play.record(
                BrigadeBroke(
                    brigade=name, lost=lost, counting=len(one.counting), threshold=threshold(one), by_army=True
                )
            )
