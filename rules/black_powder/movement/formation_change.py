"""BP.form.10 A change of formation: the leader stays and may turn, the rest is rebuilt about him."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play
from domain.tabletop import lengths
from domain.tabletop.angles import TURN
from domain.tabletop.bodies import are_within, do_overlap, extent_of, is_on_table
from domain.tabletop.measure import Edge, Pose
from domain.tabletop.sweep import quarter_turn
from rules.black_powder.corrections import COMPANY, is_corrected
from rules.black_powder.ids import CommanderId, UnitId, spot_of
from rules.black_powder.movement.actor import Actor, company, others
from rules.black_powder.movement.asks import FormUnit
from rules.black_powder.movement.facts import FormationChanged
from rules.black_powder.movement.limits import is_at_wood, is_bound
from rules.black_powder.movement.terrain import check_standing
from rules.black_powder.position import commanders_with
from rules.black_powder.rulings import is_on
from rules.black_powder.state import State, Unit
from rules.black_powder.tables import FOOT_MOVE, FORMATIONS, MIXED, TOUCH, Formation
from rules.black_powder.units.footprint import Body, body_as, has_extent
from rules.black_powder.units.ground import is_on_road
from rules.black_powder.units.profile import default_formation, has, is_gun, is_tiny


def allowed(state: State, name: UnitId, unit: Unit) -> Iterator[Formation]:
    """BP.form.1 The formations a unit may take from where it stands."""
    every = FORMATIONS[unit.profile.kind]
    return (formation for formation in every if formation_bar(state, name, unit, formation) is None)


def formation_bar(state: State, name: UnitId, unit: Unit, formation: Formation) -> IllegalOrder | None:
    """BP.form.1 Why it may not take this formation."""
    if formation not in FORMATIONS[unit.profile.kind] or is_gun(unit) or not has_extent(state, unit, formation):
        return IllegalOrder("no formation for it", "BP.form.1", name, formation)
    if formation == "square" and is_on(state, "no_squares"):
        return IllegalOrder("no squares in this game", "BP.sq.1", name)
    if formation in MIXED and (is_on(state, "no_mixed_formation") or not has(unit, "BP.sr.Mix")):
        return IllegalOrder("no mixed order", "BP.sr.Mix", name)
    return _bound_bar(state, name, unit, formation) if is_bound(unit) else None


def _bound_bar(state: State, name: UnitId, unit: Unit, formation: Formation) -> IllegalOrder | None:
    """BP.form.1, BP.irr Irregular and tiny units: their default; a column on a road; a warband through a wood."""
    if formation == default_formation(unit):
        return None
    if formation == "march_column":
        on_road = unit.pose is not None and is_on_road(state, unit.pose.point)
        return None if on_road else IllegalOrder("column only on a road", "BP.form.1", name)
    if formation == "skirmish" and not is_tiny(unit) and is_at_wood(state, unit, FOOT_MOVE):
        return None
    return IllegalOrder("keeps its formation", "BP.irr.2" if formation == "skirmish" else "BP.form.9", name)


def plan_form(actor: Actor, order: FormUnit) -> Body:
    """BP.form.10, BP.form.11 Where it stands in its new formation."""
    unit, state = actor.unit, actor.state
    heed(formation_bar(state, actor.id, unit, order.formation))
    if unit.formation == "building":
        raise IllegalOrder("leaves the building first", "BP.ter.8", actor.id)
    pose = _turned(actor, order) if order.turn else _faced(actor, order.heading)
    if order.formation == unit.formation and pose == actor.body.pose and not unit.bent:
        raise IllegalOrder("stands so already", "BP.form.10", actor.id)
    end = body_as(state, unit, order.formation, pose)
    check_room(actor._replace(unit=formed_as(unit, order.formation)), end, "BP.form.10")
    return end


def formed_as(unit: Unit, formation: Formation) -> Unit:
    """The unit as the ground will find it in its new formation."""
    return replace(unit, formation=formation)


def _faced(actor: Actor, heading: str) -> Pose:
    pose = actor.body.pose
    return Pose(x=pose.x, y=pose.y, heading=lengths.angle(heading) % TURN) if heading else pose


def _turned(actor: Actor, order: FormUnit) -> Pose:
    """BP.form.11 Every base turns in place, from march column to line or back; regulars only."""
    if {actor.unit.formation, order.formation} != {"line", "march_column"} or is_bound(actor.unit):
        raise IllegalOrder("no turn of bases", "BP.form.11", actor.id)
    side = Edge.LEFT if order.turn == "left" else Edge.RIGHT
    return quarter_turn(actor.body.pose, actor.body.width, actor.body.depth, side)


def check_room(actor: Actor, end: Body, rule: str) -> None:
    """BP.form.10 On the table, on ground open to it, on nobody, and touching no enemy."""
    state = actor.state
    if not is_on_table(end, state.battle.width, state.battle.height):
        raise IllegalOrder("no room on the table", rule, actor.id)
    check_standing(actor, end)
    taken = in_the_way(actor, end)
    if taken:
        raise IllegalOrder("no room for it", rule, actor.id, taken)


def in_the_way(actor: Actor, end: Body) -> UnitId:
    """Who stands where the unit would: a friend under it, an enemy it would touch."""
    for name, unit, body in others(actor, extent_of(end)):
        friend = unit.side == actor.unit.side
        if do_overlap(end, body, TOUCH) if friend else are_within(end, body, TOUCH):
            return name
    return ""


def form(play: Play[State], actor: Actor, formation: Formation, end: Body, moves: int = 1) -> None:
    """BP.mov.7 A whole move, in whatever place of the order it comes."""
    play.record(
        FormationChanged(
            unit=actor.id, was=actor.unit.formation, formation=formation, pose=spot_of(end.pose), moves=moves,
            parts=_left_behind(play.state, actor.id) if moves else (),
        )
    )  # fmt: skip


def _left_behind(state: State, name: UnitId) -> tuple[CommanderId, ...]:
    return company(state, name)[0] if is_corrected(state, COMPANY) else commanders_with(state, name)
