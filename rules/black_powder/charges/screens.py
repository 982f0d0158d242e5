"""BP.mix.6 A charge that reaches, or is meant for, no more than the skirmishers before a mixed formation."""

from __future__ import annotations

from domain.tabletop.angles import bearing
from domain.tabletop.bodies import are_within, blocks_of
from domain.tabletop.contact import nearest_point
from domain.tabletop.measure import Pose
from domain.tabletop.sweep import advance
from rules.black_powder.advanced.mixed import MAIN
from rules.black_powder.breaking.retreat import has_room
from rules.black_powder.charges.contact import charging_body
from rules.black_powder.charges.declaring import reach_of, reaches_main_body
from rules.black_powder.ids import UnitId
from rules.black_powder.position import enemies
from rules.black_powder.state import State
from rules.black_powder.tables import INCH, TOUCH
from rules.black_powder.units.footprint import body_of, main_body
from rules.black_powder.units.profile import is_mixed

STEP = INCH // 2


def is_only_screen(state: State, name: UnitId, target: UnitId, *, said: bool) -> bool:
    """Whether no more than the skirmishers are met: as it was said, or since the main body is out of reach."""
    return is_mixed(state.units[target]) and (said or not reaches_main_body(state, name, target))


def way_in(state: State, name: UnitId, target: UnitId, *, said: bool) -> int:
    """How far such a charge goes: to where the skirmishers are, or as far as it can; 0 if it is none such."""
    if not is_only_screen(state, name, target, said=said):
        return 0
    reach = reach_of(state, name, target, screen=True)
    return max(reach.distance if said else reach.left + reach.distance, 1)


def stops_at(state: State, name: UnitId, target: UnitId, length: int) -> Pose | None:
    """Straight toward the main body, so far, and no farther than it may stand; None where it cannot stir."""
    start, there = charging_body(state, state.units[name]), main_body(body_of(state, state.units[target]))
    here, formation = start.pose.point, MAIN.get(state.units[name].formation, state.units[name].formation)
    goal = nearest_point(blocks_of(there)[0], here)
    if goal == here:
        return None
    ahead = Pose(x=here.x, y=here.y, heading=bearing(here, goal))
    foes = [body_of(state, foe) for foe in enemies(state, state.units[name].side).values()]
    for far in (length, *range(length - length % STEP, 0, -STEP)):
        end = start.at(advance(ahead, far))
        if has_room(state, name, formation, end) and not any(are_within(end, foe, TOUCH) for foe in foes):
            return end.pose
    return None
