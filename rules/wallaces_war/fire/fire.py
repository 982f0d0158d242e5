"""9.4 to 9.7 Fire: shots one by one, what they do, and the advance into a hex they have emptied."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.chapter import Asked, Chapter, Choice, Question
from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play, Roll
from domain.kernel.reasons import Modifier, Reason, total
from rules.wallaces_war.fire import following
from rules.wallaces_war.fire.asks import AdvanceAfterFire, AwaitWithdrawal, Fire
from rules.wallaces_war.fire.facts import FACTS, Occasion, ShotFired, ShotsDeclined
from rules.wallaces_war.fire.targets import OCCASIONS, firer_bar, target_bar, targets
from rules.wallaces_war.ids import HexId, UnitId
from rules.wallaces_war.losses import steps
from rules.wallaces_war.movement.asks import VoluntaryRetreat
from rules.wallaces_war.retreats import voluntary
from rules.wallaces_war.sheets.rows import FireRow
from rules.wallaces_war.state import DEFENSIVE_FIRE, OFFENSIVE_FIRE, State, Unit
from rules.wallaces_war.turn.asks import Decline

SHAKEN = Modifier(-1, "firer shaken", "9.7/S3")
CHARGED_COLUMN = 1  # 9.4d


def decide_fire(play: Play[State], order: Fire) -> None:
    """C3, C4, 9.4a, 9.5a, 9.6a: one shot of one unit, in the fire segment of the side whose turn it is."""
    state, occasion = play.state, OCCASIONS[play.state.core.phase]
    if not state.ground.is_on_map(order.target):
        raise IllegalOrder("no hex of this map", "9.7/S1", order.target)
    heed(firer_bar(state, order.unit, play.by, occasion))
    heed(target_bar(state, order.unit, order.target, occasion))
    shoot(play, order.unit, order.target, occasion)
    if occasion == "offensive" and any(voluntary.ways_out(state, order.target, "fire")):
        play.open(AwaitWithdrawal(side=state.units[state.stacks[order.target][0]].side, at=order.target))


def shoot(play: Play[State], unit: UnitId, target: HexId, occasion: Occasion) -> None:
    """9.4c, 9.7/S2 to S5 The die, the Fire Table, and the steps lost before the next shot."""
    state, firer = play.state, play.state.units[unit]
    column = column_of(state, firer, target, occasion)
    modifiers = tuple(fire_modifiers(state, firer))

    def losses_of(roll: Roll) -> int:
        return row_of(state, roll.total + total(modifiers)).losses[column - 1]

    roll = play.roll(1, 10, Reason("fire", "9.7/S3", (unit, target)), firer.side, alike=losses_of)
    row = row_of(state, roll.total + total(modifiers))
    play.record(
        ShotFired(
            unit=unit,
            target=target,
            occasion=occasion,
            range=state.ground.distance(firer.at, target),
            column=column,
            die=roll.total,
            modifiers=modifiers,
            result=roll.total + total(modifiers),
            row=_print(row),
            losses=losses_of(roll),
            source=state.charts.source("fire_table"),
        )
    )
    if losses_of(roll):
        steps.strike(play, target, losses_of(roll), Reason("shot", "9.7/S5", (unit,)))


def column_of(state: State, firer: Unit, target: HexId, occasion: Occasion) -> int:
    """9.7/S2 The range; 9.4d the first column against a marked charge."""
    if occasion == "defensive" and _is_charging(state, target):
        return CHARGED_COLUMN
    return state.ground.distance(firer.at, target)


def _is_charging(state: State, target: HexId) -> bool:
    """9.4d Heavy cavalry that bears a Charge marker is shot at as if it were near."""
    top = state.units[state.stacks[target][0]]
    return top.kind == "HC" and top.charge


def fire_modifiers(state: State, firer: Unit) -> Iterator[Modifier]:
    """9.7/S3, 14.4e"""
    value = state.charts.fire_modifiers.get(firer.kind, 0)
    if value:
        yield Modifier(value, "firer", "9.7/S3", (firer.kind,))
    if firer.shaken:
        yield SHAKEN


def row_of(state: State, result: int) -> FireRow:
    """9.7/S3 Under the first row reads the first, over the last the last."""
    rows = state.charts.fire
    return next((row for row in rows if result <= row.high), rows[-1])


def _print(row: FireRow) -> str:
    """As the table has it: 1-7, 8-9, 12+."""
    if row.low < 1:
        return f"1-{row.high}"
    return f"{row.low}+" if row.high >= 99 else f"{row.low}-{row.high}"


def decide_withdraw(play: Play[State], order: VoluntaryRetreat, frame: AwaitWithdrawal) -> None:
    """11.1b"""
    voluntary.check(play.state, order, frame.at, "fire")
    play.close()
    voluntary.withdraw(play, order)


def decline_withdraw(play: Play[State], _order: Decline, frame: AwaitWithdrawal) -> None:
    play.close()
    play.record(ShotsDeclined(at=frame.at, what=Reason("withdrawal from fire", "11.1b")))


def withdrawals(state: State, frame: AwaitWithdrawal) -> Iterator[Choice]:
    for order in voluntary.ways_out(state, frame.at, "fire"):
        yield Choice(frame.side, order)
    yield Choice(frame.side, Decline())


def shots(state: State) -> Iterator[Choice]:
    """9.4a, 9.5a Every shot of the segment."""
    occasion = OCCASIONS.get(state.core.phase)
    if occasion is None or state.core.pending:
        return
    by = state.core.active
    for at in tuple(state.stacks):
        unit = state.stacks[at][0]
        if state.units[unit].side == by and not firer_bar(state, unit, by, occasion):
            for target in targets(state, unit, occasion):
                yield Choice(by, Fire(unit=unit, target=target))


def choices(state: State) -> Iterator[Choice]:
    yield from shots(state)
    if state.core.phase == OFFENSIVE_FIRE and not state.core.pending:
        for order in following.advances(state):
            yield Choice(state.core.active, order)


CHAPTER = Chapter[State](
    facts=FACTS,
    orders=(
        Asked(
            Fire(unit="hugh-ar-1", target="1109"),
            decide_fire,
            phases=(DEFENSIVE_FIRE, OFFENSIVE_FIRE),
            cite="9.1a",
            cites=("9.7/S1",),
        ),
        Asked(
            AdvanceAfterFire(units=("hugh-ar-1",), to="1109", facing=0),
            following.decide_advance,
            phases=(OFFENSIVE_FIRE,),
            cite="9.7/S6a",
        ),
    ),
    questions=(
        Question(
            AwaitWithdrawal,
            {VoluntaryRetreat: decide_withdraw, Decline: decline_withdraw},
            withdrawals,
            cites=("11.1b",),
        ),
    ),
    choices=choices,
)
