"""BP.hth.3b A round, stage by stage: supports, dice divided, blows, result, tests, retreats, winners' moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from domain.kernel.chapter import Choice
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from domain.kernel.reasons import Reason, total
from rules.black_powder.breaking import holding, retreat, tests
from rules.black_powder.breaking.losses import destroy, hurt, remove_excess, try_recruits
from rules.black_powder.combat import allocation, dice, support, winners
from rules.black_powder.combat.asks import (
    AllocateDice,
    AssignSupport,
    AwaitSplit,
    AwaitSupport,
    AwaitTurning,
    ResumeRound,
    Share,
    TurnToEnemy,
)
from rules.black_powder.combat.blows import strike
from rules.black_powder.combat.engagements import of_side, sides_of
from rules.black_powder.combat.facts import (
    DiceAllocated,
    EngagementEnded,
    RoundDone,
    RoundFought,
    SupportAssigned,
    SupportCounted,
    TurnDeclined,
)
from rules.black_powder.combat.score import bonuses
from rules.black_powder.ids import UnitId
from rules.black_powder.position import again, enemy_of, is_engaged, is_shaken
from rules.black_powder.rulings import reading
from rules.black_powder.shooting import saves, volley
from rules.black_powder.state import State
from rules.black_powder.units.measuring import gap
from rules.black_powder.units.profile import has, is_gun, is_horse, is_tiny

MOST_LISTED = 24  # divisions of dice that are offered


def begin(play: Play[State], units: tuple[UnitId, ...]) -> None:
    """BP.hth.3 The engagement is fought now."""
    held = tuple(sorted({play.state.units[name].building for name in units} - {""}))
    play.open(ResumeRound(units=units, blocks=held))


def resume(play: Play[State], frame: ResumeRound) -> None:
    _STAGES[frame.stage](play, frame)


def _turning(play: Play[State], frame: ResumeRound) -> None:
    """BP.ret.9, D71 Who held though taken in flank may turn to the enemy before the next round."""
    state = play.state
    name = next((one for one in frame.units if state.units[one].fight.may_turn), "")
    if not name:
        for one in frame.units:
            try_recruits(play, one, fighting=True)
        again(play, replace(frame, stage="supports"))
    elif not (holding.may_turn(state, name) and any(holding.facing(state, name))):
        play.record(TurnDeclined(unit=name))
    elif reading(state, "D71") == "B":
        holding.reform(play, name)
    else:
        play.open(AwaitTurning(side=state.units[name].side, unit=name))


def decide_turn(play: Play[State], order: TurnToEnemy, frame: AwaitTurning) -> None:
    """BP.ret.9"""
    if order.unit != frame.unit:
        raise IllegalOrder("another unit turns", "BP.ret.9", order.unit, frame.unit)
    play.close()
    if order.turn:
        holding.reform(play, frame.unit)
    else:
        play.record(TurnDeclined(unit=frame.unit))


def turn_choices(_state: State, frame: AwaitTurning) -> Iterator[Choice]:
    for turn in (True, False):
        yield Choice(frame.side, TurnToEnemy(unit=frame.unit, turn=turn))


def _supports(play: Play[State], frame: ResumeRound) -> None:
    """BP.sup One question for each supporter that could help several."""
    state = play.state
    could = support.all_candidates(state, frame.units)
    open_ones = {one: whom for one, whom in support.undecided(could).items() if one not in frame.chosen}
    if open_ones:
        supporter, whom = next(iter(open_ones.items()))
        play.open(AwaitSupport(side=state.units[supporter].side, supporter=supporter, units=whom))
        return
    found = tuple(support.backings(could, frame.chosen))
    if found:
        gaps = tuple(gap(state, state.units[one.unit], state.units[one.supporter]) for one in found)
        play.record(SupportCounted(units=frame.units, backings=found, gaps=gaps))
    who = {name: tuple(dict.fromkeys(other for other, _ in there)) for name, there in could.items() if there}
    again(play, replace(frame, stage="splits", backings=found, could=who))


def decide_support(play: Play[State], order: AssignSupport, frame: AwaitSupport) -> None:
    """BP.sup.2 One unit only."""
    if order.supporter != frame.supporter or order.unit not in frame.units:
        raise IllegalOrder("cannot support it", "BP.sup.2", order.supporter, order.unit)
    play.close()
    play.record(SupportAssigned(supporter=order.supporter, unit=order.unit))
    below = _below(play)
    again(play, replace(below, chosen={**below.chosen, order.supporter: order.unit}))


def support_choices(_state: State, frame: AwaitSupport) -> Iterator[Choice]:
    for unit in frame.units:
        yield Choice(frame.side, AssignSupport(supporter=frame.supporter, unit=unit))


def _below(play: Play[State]) -> ResumeRound:
    frame = play.state.core.pending[-1]
    assert isinstance(frame, ResumeRound)
    return frame


def _splits(play: Play[State], frame: ResumeRound) -> None:
    """BP.hth.5 Each owner divides the dice of each unit, where there is a choice."""
    state = play.state
    name = next((one for one in frame.units if one not in frame.split), "")
    if not name:
        again(play, replace(frame, stage="blows"))
        return
    number = max(total(dice.dice_of(state, name)), 0)
    ways = allocation.splits(state, name, number)
    first, second = next(ways, None), next(ways, None)
    if second is not None:
        play.open(allocation.question(state, name, number))
    else:
        _divide(play, frame, name, first or ())


def _divide(play: Play[State], frame: ResumeRound, name: UnitId, split: tuple[int, ...]) -> None:
    foes = [foe for foe, _ in allocation.touching(play.state, name)]
    found = tuple(Share(unit=name, foe=foe, dice=number) for foe, number in zip(foes, split, strict=False) if number)
    again(play, replace(frame, split=(*frame.split, name), shares=(*frame.shares, *found)))


def decide_split(play: Play[State], order: AllocateDice, frame: AwaitSplit) -> None:
    """BP.hth.5"""
    if order.unit != frame.unit:
        raise IllegalOrder("another unit divides", "BP.hth.5", order.unit, frame.unit)
    heed(allocation.fault(play.state, frame.unit, frame.dice, order.dice))
    play.close()
    play.record(DiceAllocated(unit=frame.unit, foes=frame.foes, dice=order.dice))
    _divide(play, _below(play), frame.unit, order.dice)


def split_choices(state: State, frame: AwaitSplit) -> Iterator[Choice]:
    ways = allocation.splits(state, frame.unit, frame.dice)
    for _, split in zip(range(MOST_LISTED), ways, strict=False):
        yield Choice(frame.side, AllocateDice(unit=frame.unit, dice=split))


def _blows(play: Play[State], frame: ResumeRound) -> None:
    """BP.hth.3 All strike as they stood when the round began; then saves, casualties, and the result."""
    state = play.state
    hits: dict[UnitId, list[saves.Lot]] = {}
    by: dict[UnitId, UnitId] = {}
    for name in frame.units:
        for foe, number in strike(play, frame, name):
            hits.setdefault(foe, []).append(dice.save_lot(state, foe, name, number))
            by.setdefault(foe, name)
    taken = {name: volley.save(play, name, by[name], lots) for name, lots in hits.items()}
    added = tuple(bonuses(play, frame.units, frame.backings))
    sides = sides_of(state, frame.units)
    inflicted = {
        side: sum(taken.get(name, 0) for name in frame.units if state.units[name].side != side) for side in sides
    }
    scores = {side: inflicted[side] + sum(one.modifier.value for one in added if one.side == side) for side in sides}
    for name, number in taken.items():
        hurt(play, name, number, Reason("hand-to-hand", "BP.hth.9", (by[name],)))
    best = max(scores.values())
    ahead = [side for side in sides if scores[side] == best]
    winner = ahead[0] if len(ahead) == 1 else ""
    play.record(RoundFought(units=frame.units, inflicted=inflicted, bonuses=added, scores=scores, winner=winner))
    wounded = tuple(name for name, number in taken.items() if number)
    again(play, replace(frame, stage="tests", winner=winner, hurt=wounded))


def _tests(play: Play[State], frame: ResumeRound) -> None:
    """BP.res.3, BP.res.4, BP.sr.Wave The beaten, or in a draw the shaken; and whoever wavers, once."""
    state = play.state
    if frame.winner:
        beaten = of_side(state, frame.units, enemy_of(state, frame.winner))
        due = [tests.test_of(state, name, "beaten", "") for name in beaten]
    else:
        due = [tests.test_of(state, name, "draw", "") for name in frame.units if is_shaken(state.units[name])]
    tested = {one.unit for one in due}
    shaky = [name for name in frame.hurt if has(state.units[name], "BP.sr.Wave") and name not in tested]
    if frame.winner:
        again(play, replace(frame, stage="supporters"))
    else:  # horse by the sides on which it is met now: who tests goes first, and may leave it
        sound = tuple(name for name in frame.units if name not in (*tested, *shaky))
        horse = [name for name in sound if is_horse(state.units[name])]
        met = {name: side for name in horse if (side := retreat.away_from(state, name))}
        again(play, replace(frame, stage="draws", waiting=sound, met=met))
    tests.queue(play, (*due, *(tests.test_of(state, name, "wavering", "") for name in shaky)))


def _draws(play: Play[State], frame: ResumeRound) -> None:
    """BP.res.5, BP.res.6 In a draw sound horse of both sides goes back; guns hold, or are lost (D42)."""
    state = play.state
    if not frame.waiting:
        again(play, replace(frame, stage="supporters"))
        return
    name = frame.waiting[0]
    again(play, replace(frame, waiting=frame.waiting[1:]))
    if is_horse(state.units[name]):
        retreat.begin(play, name, frame.met.get(name), "draw")
    elif is_gun(state.units[name]) and reading(state, "D42") == "B":
        destroy(play, name, Reason("lost in a draw", "BP.res.6"))


def _supporters(play: Play[State], frame: ResumeRound) -> None:
    """BP.brk.5 Who could support a unit that broke tests once."""
    state = play.state
    broken = [name for name in frame.units if state.units[name].status == "destroyed"]
    due = dict.fromkeys(one for name in broken for one in frame.could.get(name, ()) if minds(state, one, name))
    again(play, replace(frame, stage="winners"))
    standing = [name for name in due if state.units[name].is_on_table]
    tests.queue(play, [tests.test_of(state, name, "support", "") for name in standing])


def minds(state: State, supporter: UnitId, broken: UnitId) -> bool:
    """BP.brk.5 Foot and horse ignore guns and tiny units that break, unless they are tiny themselves."""
    slight = is_gun(state.units[broken]) or is_tiny(state.units[broken])
    return not slight or is_tiny(state.units[supporter]) or is_gun(state.units[supporter])


def _winners(play: Play[State], frame: ResumeRound) -> None:
    """BP.win.1, BP.win.2 Each winner that touches nobody chooses."""
    question = winners.next_question(play.state, frame)
    if question is None:
        again(play, replace(frame, stage="end"))
        return
    again(play, replace(frame, done=(*frame.done, question.unit)))
    play.open(question)


def _end(play: Play[State], frame: ResumeRound) -> None:
    """BP.cas.2, BP.res.7 Excess casualties come off; who still touches an enemy fights on next turn."""
    for name in frame.units:
        remove_excess(play, name)
    play.close()
    play.record(RoundDone(units=frame.units))
    if not any(is_engaged(play.state, name) for name in frame.units):
        play.record(EngagementEnded(units=frame.units))


_STAGES: dict[str, Callable[[Play[State], ResumeRound], None]] = {
    "turning": _turning,
    "supports": _supports,
    "splits": _splits,
    "blows": _blows,
    "tests": _tests,
    "draws": _draws,
    "supporters": _supporters,
    "winners": _winners,
    "end": _end,
}
