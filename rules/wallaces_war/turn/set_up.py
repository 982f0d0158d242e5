"""4.2, 16.1 The start of a game: the armies off the map, their leaders at their posts, the chits still to be taken."""

from __future__ import annotations

from domain.kernel import core
from domain.kernel.chapter import Chapter
from domain.kernel.system import Setup
from rules.wallaces_war.rulings import READINGS, SETTLED, is_on
from rules.wallaces_war.sheets import scenario
from rules.wallaces_war.sheets.engagement import Engagement
from rules.wallaces_war.sheets.rows import LeaderRow
from rules.wallaces_war.state import LISTS, ZERO, Battle, Leader, State, Unit
from rules.wallaces_war.turn.facts import FACTS


def initial(setup: Setup) -> State:
    engagement = scenario.engagements(setup.pack)[setup.started.scenario]
    state = State(
        core=core.start(setup.started),
        ground=scenario.ground(setup.pack, setup.started.scenario),
        charts=scenario.charts(setup.pack),
        engagement=engagement,
        units=_units(engagement),
        leaders={},
        battles={},
        commanders={side: camp.commander for side, camp in engagement.camps.items()},
    )
    state.core.turn, state.core.phase = 0, LISTS
    late = {later.battle for later in engagement.reinforcements}
    for row in engagement.leaders:
        state.leaders[row.id] = _leader(state, row)
    for one in engagement.battles:
        state.battles[one.id] = Battle(
            side=one.side, name=one.name, leader=one.id, track=[ZERO] * one.boxes, arrived=one.id not in late
        )
    return state


def _units(engagement: Engagement) -> dict[str, Unit]:
    return {
        row.id: Unit(side=row.side, battle=row.battle, kind=row.kind, name=row.name, full=row.full, reduced=row.reduced)
        for row in engagement.units
    }


def _leader(state: State, row: LeaderRow) -> Leader:
    """13.2 As the counter prints him; the option house2_leaders gives each man ratings of his own."""
    level, reach, bonus, ma = row.level, row.range, row.bonus, row.ma
    if row.alternative and is_on(state, "house2_leaders"):
        level, reach, bonus, ma = row.alternative
    leader = Leader(side=row.side, battle=row.battle, name=row.name, level=level, range=reach, bonus=bonus, ma=ma)
    leader.at = state.engagement.camps[row.side].posts.get(row.id, leader.at)
    return leader


CHAPTER = Chapter[State](facts=FACTS, readings=READINGS, settled=SETTLED)
