"""10.3/S9, P13 Step 9: all losses at once, then retreats and tests unit by unit, the activated side first."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import LossDue
from domain.kernel.facts import Side
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war import tables
from rules.wallaces_war.charges.facts import RetreatDue
from rules.wallaces_war.charges.rebound import charged
from rules.wallaces_war.corrections import NOTED, is_corrected
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.losses.morale import Due, settle
from rules.wallaces_war.losses.steps import Harm, take, tests_for
from rules.wallaces_war.melee.facts import AftermathSettled, LossesReckoned, MeleeStepped
from rules.wallaces_war.melee.ledger import ledger
from rules.wallaces_war.melee.state import Hurt
from rules.wallaces_war.position import is_on_map, life, side_at
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.state import State, enemy_of

REBOUND_AND_RETREAT = {"A": tables.RETREAT, "B": 1, "C": tables.RETREAT + 1}  # D54 hexes


def apply(play: Play[State]) -> None:
    """10.3/S9a P13 1 to 3 for the next hex with losses noted beside it, the activated side first."""
    state, melee = play.state, ledger(play.state)
    hexes = sorted(melee.noted, key=lambda at: _side_hit(state, at) != melee.side)
    if not hexes:
        play.record(MeleeStepped(stage="retreat", focus=melee.focus))
        return
    at = hexes[0]
    place = _bearers(state, at)
    harmed = take(play, place, melee.noted[at], Reason("struck in melee", "10.3/S9a")) if place else []
    hurt = tuple(
        Hurt(
            unit=one.unit, at=place, before=one.before, after=one.after, eliminated=one.eliminated, raging=one.raging
        )
        for one in harmed
    )  # fmt: skip
    play.record(LossesReckoned(at=at, hurt=hurt))


def _side_hit(state: State, at: HexId) -> Side:
    place = _bearers(state, at)
    return state.units[state.stacks[place][0]].side if place else ""


def _bearers(state: State, at: HexId) -> HexId:
    """10.3/S7, D45 B Where those are whom the losses noted beside a hex fall on: they may have withdrawn since.

    11.2.4a Horse that has put them to flight before the losses are taken stands there in their place, and bears none.
    """
    melee = ledger(state)
    gone = melee.defenders.get(at, ())
    taken = bool(gone) and side_at(state, at) == melee.side and is_corrected(state, NOTED)
    if at in state.stacks and not taken:
        return at
    return next((state.units[unit].at for unit in gone if is_on_map(state, unit)), "")


def due(state: State) -> Iterator[LossDue]:
    """10.3/S7 What is noted beside the stacks is lost, as far as they have steps to lose."""
    for at, steps in (state.melee.noted if state.melee else {}).items():
        place = _bearers(state, at)
        units = [state.units[unit] for unit in state.stacks.get(place, ())]
        most = sum(life(state, unit) - unit.steps for unit in units)
        if units:
            yield LossDue(units[0].side, min(steps, most))


def settle_next(play: Play[State]) -> None:
    """10.3/S9d One thing of one side: the test of a berserker, all its retreats, or the tests of one stack."""
    state, melee = play.state, ledger(play.state)
    for side in (melee.side, enemy_of(state, melee.side)):
        hurt = [one for one in _open(state) if state.units[one.unit].side == side]
        raging = next((one for one in hurt if _stands_by_rage(state, one)), None)
        if raging:
            _test_rage(play, raging)
            return
        retreats = [at for at in dict.fromkeys(one.at for one in hurt) if must_retreat(state, at, hurt)]
        if retreats:
            for at in retreats:
                _send_back(play, at)
            return
        if hurt:
            _test(play, hurt[0].at)
            return
    play.record(MeleeStepped(stage="advance", focus=melee.focus))


def _open(state: State) -> Iterator[Hurt]:
    """Who was hurt, and has not been dealt with."""
    melee = ledger(state)
    return (one for one in melee.hurt if one.unit not in melee.settled)


def _crosses(hurt: Hurt) -> bool:
    """12.2d, 12.2e"""
    return any(hurt.before < step <= hurt.after for step in tables.RETREATING)


def _is_bereft(state: State, at: HexId) -> bool:
    """10.3/S9c Whether the unit on top was eliminated there."""
    return any(one.at == at and one.eliminated for one in _open(state))


def _stands_by_rage(state: State, hurt: Hurt) -> bool:
    """12.5h A schiltron that was berserk before tests for its fourth or fifth step first: if it passes it stays."""
    if not is_on_map(state, hurt.unit) or hurt.raging or _is_bereft(state, hurt.at):
        return False
    return state.units[hurt.unit].berserk and _crosses(hurt)


def _test_rage(play: Play[State], hurt: Hurt) -> None:
    """12.5h"""
    settle(play, [Due(hurt.unit, Reason("step losses", "12.2", (hurt.after,)))])
    if is_on_map(play.state, hurt.unit) and play.state.units[hurt.unit].berserk:
        play.record(AftermathSettled(units=(hurt.unit,)))


def must_retreat(state: State, at: HexId, hurt: list[Hurt]) -> bool:
    """10.3/S9b, 10.3/S9c, 12.2h, D59 Whether the stack left in a hex goes back."""
    stack = state.stacks.get(at, ())
    if not stack or any(unit in state.segment.retreated for unit in stack):
        return False
    if _is_bereft(state, at):
        return True
    return any(
        one.at == at and one.unit in stack and _crosses(one) and not (one.raging and reading(state, "D59") == "B")
        for one in hurt
    )


def _send_back(play: Play[State], at: HexId) -> None:
    """10.3/S9b, 10.3/S9c, 11.2.6d, D54 The whole stack, by one way; horse that has charged rebounds with it."""
    state = play.state
    units = tuple(state.stacks[at])
    rebounds = any(unit in charged(state) for unit in units)
    hexes = REBOUND_AND_RETREAT[reading(state, "D54")] if rebounds else tables.RETREAT
    why = Reason("driven back", "10.3/S9c" if _is_bereft(state, at) else "10.3/S9b", (hexes,))
    play.record(RetreatDue(units=units, hexes=hexes, kind="loss", why=why, rebounds=rebounds))


def _test(play: Play[State], at: HexId) -> None:
    """8.3a, 12.2c P13 5 to 7 for a stack that need not go back."""
    state = play.state
    hurt = (one.unit for one in _open(state) if one.at == at)
    finish(play, at, tuple(dict.fromkeys((*state.stacks.get(at, ()), *hurt))), at)


def finish(
    play: Play[State], origin: HexId, units: tuple[UnitId, ...], at: HexId, spared: tuple[UnitId, ...] = ()
) -> None:
    """P13 5 to 7 The tests of a stack that was hurt in one hex and stands in another now; then it is done with.

    11.2.6d Those who rebound by the same way are spared the test for their losses.
    """
    hurt = [one for one in _open(play.state) if one.at == origin and (one.unit in units or one.eliminated)]
    harmed = [Harm(one.unit, one.before, one.after, one.eliminated, one.raging) for one in hurt]
    due = [one for one in tests_for(play, at, harmed) if one.unit not in spared]
    play.record(AftermathSettled(units=tuple(dict.fromkeys((*units, *(one.unit for one in hurt))))))
    settle(play, due)


def note_ends(play: Play[State], origin: HexId, harmed: list[Harm]) -> None:
    """10.3/S9f, 8.3a Who was eliminated because he could not go back leaves his fellow to test."""
    hurt = tuple(
        Hurt(unit=one.unit, at=origin, before=one.before, after=one.after, eliminated=True)
        for one in harmed
        if one.eliminated
    )
    if hurt:
        play.record(LossesReckoned(at=origin, hurt=hurt))
