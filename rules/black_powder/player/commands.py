"""BP.cmd The Command phase: who moves of himself, what each commander orders, and where he rides; the general last."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from domain.kernel.errors import is_legal
from domain.kernel.facts import Order
from domain.tabletop.angles import TURN, Point, bearing
from domain.tabletop.groups import groups
from domain.tabletop.lengths import angle_text, point_text
from rules.black_powder.breaking.displaced import reach_of
from rules.black_powder.command import commanders, initiative, orders, special, withdrawal
from rules.black_powder.command.asks import AwaitMoves, GiveOrder, MoveCommander, Rally, UseInitiative
from rules.black_powder.command.serving import under_way
from rules.black_powder.ids import CommanderId, UnitId
from rules.black_powder.player import aims, marches
from rules.black_powder.player.view import View, distance, mean
from rules.black_powder.player.wishes import Wish, is_far
from rules.black_powder.position import general_of, is_shaken, stamina_of, standing_commanders
from rules.black_powder.rulings import reading
from rules.black_powder.state import Unit
from rules.black_powder.tables import GROUP_GAP, INCH, Formation
from rules.black_powder.turn.asks import EndInitiative, EndOrders
from rules.black_powder.turn.morale import lost_units, threshold
from rules.black_powder.turn.sequence import initiative_bar
from rules.black_powder.units.footprint import body_of
from rules.black_powder.units.profile import default_formation, is_gun, is_regular

WORTH_A_RIDE = 6 * INCH
TOGETHER = ("advance",)  # what a brigade is ordered to do as one
OF_ITSELF = ("charge", "form", "face", "retire", "enter")  # what is done near the enemy without an order

Thought = Callable[[View, UnitId, Point | None], Wish | None]


class Manner(NamedTuple):
    """How a player thinks of each unit: what it wants, whom it would charge, how hard it looks for a way."""

    wish: Thought
    charge: Callable[[View, UnitId], Wish | None]
    tries: int
    rallies: bool
    alone: bool  # whether single units get orders of their own


# Initiative


def take_initiative(view: View, manner: Manner) -> Order:
    """BP.init.1 Good charges and small corrections near the enemy need no commander."""
    state = view.state
    for name in _left(view, state.turn.near):
        if initiative.bar(state, view.side, name) is None:
            wanted = of_itself(view, name, manner)
            if wanted is not None and wanted.do in OF_ITSELF:
                return UseInitiative(unit=name)
    refused = initiative_bar(state)
    return UseInitiative(unit=str(refused.reason.of[0])) if refused else EndInitiative()


def _left(view: View, names: Sequence[UnitId]) -> Sequence[UnitId]:
    used = [at for at, name in enumerate(names) if view.state.units[name].turn.initiative]
    return names[max(used, default=-1) + 1 :]


def of_itself(view: View, name: UnitId, manner: Manner) -> Wish | None:
    return manner.charge(view, name) or manner.wish(view, name, None)


# Orders


def next_order(view: View, manner: Manner) -> Order:
    state = view.state
    leaving = _withdrawal(view)
    if leaving is not None:
        return leaving
    for who in _speakers(view):
        found = _ordered(view, who, manner) if orders.commander_bar(state, view.side, who) is None else None
        found = found or _ride(view, who)
        if found is not None:
            return found
    return EndOrders()


def _withdrawal(view: View) -> Order | None:
    """BP.vic.10"""
    if not any(one.broken for one in view.state.brigades.values() if one.side == view.side):
        return None
    must = (name for name in view.own if withdrawal.must_withdraw(view.state, name))
    return next((order for name in must for order in withdrawal.ways(view.state, name)), None)


def _speakers(view: View) -> list[CommanderId]:
    """The general last; whoever came before the last that spoke is done."""
    state = view.state
    general, turn = general_of(state, view.side), state.turn
    names = sorted(standing_commanders(state, view.side), key=lambda who: who == general)
    spoken = [at for at, who in enumerate(names) if who == turn.commander or who in turn.done or who in turn.stopped]
    return names[max(spoken, default=0) :]


def _ordered(view: View, who: CommanderId, manner: Manner) -> Order | None:
    """A charge, then the brigade as one, then whoever is left, then a rally."""
    state = view.state
    if manner.rallies and (saved := _saved(view, who)):
        return saved
    able = [name for name in view.free if orders.unit_bar(state, view.side, who, name) is None]
    for name in able:
        wanted = manner.charge(view, name)
        if wanted is not None:
            return GiveOrder(commander=who, units=(name,), charge=wanted.target)
    goals = {brigade: aims.aim_of(view, brigade) for brigade in {state.units[name].brigade for name in able}}
    wants = {name: manner.wish(view, name, goals[state.units[name].brigade]) for name in able}
    wanted_by = {name: found for name, found in wants.items() if found is not None}
    return (
        _together(view, who, wanted_by)
        or (_alone(view, who, wanted_by) if manner.alone else None)
        or (_rally(view, who) if manner.rallies else None)
    )


def _together(view: View, who: CommanderId, wants: dict[UnitId, Wish]) -> Order | None:
    """BP.cmd.14 The largest group that has somewhere to go, in one order; one bearing serves them all."""
    going = [name for name, wanted in wants.items() if wanted.do in TOGETHER]
    brigades = {view.state.units[name].brigade for name in going}
    for brigade in sorted(brigades):
        own = [name for name in going if view.state.units[name].brigade == brigade]
        group = _largest(view, own)
        aim = aims.aim_of(view, brigade)
        here = mean([view.middle(name) for name in group])
        if aim is not None and aim != here:
            toward = angle_text(bearing(here, aim))
            hands = any(view.state.units[name].formation == "unlimbered" for name in group)
            return GiveOrder(
                commander=who,
                units=tuple(group),
                bearing=toward,
                formation=tuple(_formations(view, group)),
                hands=hands,
            )
    return None


def _largest(view: View, names: list[UnitId]) -> list[UnitId]:
    bodies = {name: body_of(view.state, view.state.units[name]) for name in names}
    if reading(view.state, "D4") != "A":
        return names[:1]
    most = max(groups(bodies, GROUP_GAP), key=lambda one: (len(one), sorted(one)))
    return [name for name in names if name in most]


def _formations(view: View, names: Sequence[UnitId]) -> Iterator[Formation]:
    """BP.cmd.1 What may be taken up on the way: column far off, line near, guns in action, loose in a wood."""
    units = [view.state.units[name] for name in names]
    troops = [unit for unit in units if not is_gun(unit)]
    found: list[Formation] = [default_formation(unit) for unit in troops]
    if any(is_regular(unit) for unit in troops):
        found += ["march_column", "skirmish"]
    if len(troops) < len(units):
        found.append("unlimbered")
    return iter(dict.fromkeys(found))


def _alone(view: View, who: CommanderId, wants: dict[UnitId, Wish]) -> Order | None:
    """BP.cmd.1 One unit, as it wishes."""
    for name, wanted in wants.items():
        unit = view.state.units[name]
        if wanted.do == "enter":
            return GiveOrder(commander=who, units=(name,), block=wanted.target)
        if wanted.do in ("face", "form", "unlimber", "retire"):
            toward = _heading(unit) if wanted.bearing is None else wanted.bearing
            formation = tuple(_formations(view, (name,))) if wanted.do in ("form", "unlimber") else ()
            hands = unit.formation == "unlimbered"
            return GiveOrder(
                commander=who, units=(name,), bearing=angle_text(toward % TURN), formation=formation, hands=hands
            )
    return None


def _heading(unit: Unit) -> int:
    assert unit.pose is not None
    return unit.pose.heading


def _saved(view: View, who: CommanderId) -> Order | None:
    """BP.vic.1, BP.ral.4 First of all a shaken unit without which its brigade would break; the general any."""
    state, one = view.state, view.state.commanders[who]
    shaken = [name for name, unit in view.own.items() if is_shaken(unit) and unit.casualties == stamina_of(unit)]
    for name in sorted(shaken):
        brigade = state.brigades[view.own[name].brigade]
        near_end = len(lost_units(state, brigade)) >= threshold(brigade)
        if (near_end or one.rank == "general") and special.rally_bar(state, view.side, who, name) is None:
            return Rally(commander=who, unit=name)
    return None


def _rally(view: View, who: CommanderId) -> Order | None:
    """BP.ral.1 The unit nearest to breaking, from one casualty below its stamina."""
    worn = [name for name, unit in view.own.items() if unit.casualties >= max(stamina_of(unit) - 1, 2)]
    worn.sort(key=lambda name: (-view.own[name].casualties, name))
    fit = (name for name in worn if special.rally_bar(view.state, view.side, who, name) is None)
    name = next(fit, "")
    return Rally(commander=who, unit=name) if name else None


def _ride(view: View, who: CommanderId) -> Order | None:
    """BP.cdm.1 Behind the middle of his brigade; the general behind the army."""
    state, one = view.state, view.state.commanders[who]
    if commanders.bar(state, view.side, who) or one.at is None:
        return None
    own = view.units_of(one.brigade) or (list(view.own) if one.rank == "general" else [])
    if not own:
        return None
    shaken = [name for name in own if is_shaken(view.own[name])]
    there = _held_in(view, who, mean([view.middle(name) for name in shaken[:1] or own]))
    order = MoveCommander(commander=who, to=point_text(there))
    return (
        order
        if distance(one.at, there) >= WORTH_A_RIDE and is_legal(commanders.plan, state, view.side, order)
        else None
    )


def _held_in(view: View, who: CommanderId, there: Point) -> Point:
    """As far on the way as he may ride."""
    at, reach = view.state.commanders[who].at, reach_of(view.state, who)
    assert at is not None
    far = distance(at, there)
    if far <= reach:
        return there
    part = reach - INCH
    return Point(at.x + (there.x - at.x) * part // far, at.y + (there.y - at.y) * part // far)


# Moves


def move(view: View, frame: AwaitMoves, manner: Manner) -> Order:
    """BP.cmd.4 The next move of the order under way, or its end."""
    state = view.state
    clear = marches.gets_clear(view)
    if clear is not None:
        return clear
    under = under_way(state)
    for name in marches.movers(under, state):
        order = marches.taken(view, name, _wanted(view, name, manner), manner.tries)
        if order is not None:
            return order
    return marches.end(view, frame.side)


def _wanted(view: View, name: UnitId, manner: Manner) -> Wish | None:
    """What it was ordered to do, as it stands now."""
    state = view.state
    under, unit = under_way(state), view.state.units[name]
    if marches.is_free(state):
        return of_itself(view, name, manner)
    if under.stated.charge:
        return Wish("charge", target=under.stated.charge)
    if under.stated.block:
        return Wish("enter", target=under.stated.block)
    wanted = manner.wish(view, name, aims.aim_of(view, unit.brigade))
    if wanted is not None and wanted.do == "advance" and under.left[name] > 1 and is_far(view, name):
        return Wish("form", formation="march_column")
    return wanted
