"""12.3, 14.5, 15.2 Units that leave the map, and Battles that end with them."""

from __future__ import annotations

from typing import Literal

from domain.kernel.facts import LossTaken
from domain.kernel.play import Play
from domain.kernel.reasons import Reason
from rules.wallaces_war.ids import BattleId, UnitId
from rules.wallaces_war.losses.facts import BattleSank, UnitRemoved
from rules.wallaces_war.position import life, units_of
from rules.wallaces_war.rulings import reading
from rules.wallaces_war.sheets.rows import BattleRow
from rules.wallaces_war.state import OFF_MAP, State

How = Literal["eliminated", "routed", "removed"]


def remove(play: Play[State], unit: UnitId, how: How, why: Reason) -> None:
    """15.2a To the first free box of its display, or set aside; what it had left counts as lost when it runs."""
    state, gone = play.state, play.state.units[unit]
    row = row_of(state, gone.battle)
    if how != "eliminated":
        rest = life(state, gone) - gone.steps
        cause = Reason("routed" if how == "routed" else "removed", why.cite)
        play.record(LossTaken(side=gone.side, unit=unit, kind="steps", amount=rest, cause=cause))
    aside = gone.kind in row.set_aside or state.battles[gone.battle].standing == "eliminated"
    play.record(UnitRemoved(unit=unit, how=how, to="aside" if aside else "display", why=why))
    _end(play, gone.battle, row)


def _end(play: Play[State], battle: BattleId, row: BattleRow) -> None:
    """15.2f, 4.7a A Battle whose last box is filled, or that has nobody left, is eliminated."""
    state = play.state
    if state.battles[battle].standing == "eliminated":
        return
    filled = len(state.battles[battle].display)
    if filled and filled <= len(row.display) and row.display[filled - 1].end:
        play.record(BattleSank(battle=battle, to="eliminated", why=Reason("last box filled", "15.2f")))
        for unit in tuple(units_of(state, battle)):
            if reading(state, "D77") == "A" or (state.units[unit].kind in row.set_aside):
                remove(play, unit, "removed", Reason("Battle eliminated", "15.2f"))
    elif state.battles[battle].arrived and not _has_anyone(state, battle):
        play.record(BattleSank(battle=battle, to="eliminated", why=Reason("nobody left", "4.7a")))


def _has_anyone(state: State, battle: BattleId) -> bool:
    """4.7a On the map, or still to enter in this turn (16.2.4e)."""
    comes = state.turn.arriving == battle
    return any(units_of(state, battle)) or any(
        comes and unit.battle == battle and unit.at == OFF_MAP for unit in state.units.values()
    )


def row_of(state: State, battle: BattleId) -> BattleRow:
    return next(row for row in state.engagement.battles if row.id == battle)
