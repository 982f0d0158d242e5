"""BP.cmd.1 to BP.cmd.16 An order: stated in full, then rolled for, then obeyed as far as the dice let it.

BP.cmd.3 To shoot in its phase and to fight takes no order: only moves, formations and charges are ordered here.
BP.cmd.15 A group has one order: what is stated holds for all of its units.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.play import Play, Roll
from domain.kernel.reasons import Reason
from domain.tabletop.groups import groups, is_close
from rules.black_powder.advanced.brigade_squares import brigades_in
from rules.black_powder.command import blunders, characters, results
from rules.black_powder.command.asks import AwaitAgain, AwaitMoves, GiveOrder, Kind, Stated
from rules.black_powder.command.facts import CommandRolled, OrderStated, Outcome, Rated
from rules.black_powder.command.rating import Rating, rate
from rules.black_powder.ids import CommanderId, UnitId
from rules.black_powder.position import general_of, is_broken, is_engaged
from rules.black_powder.rulings import is_on, reading
from rules.black_powder.state import State, Unit
from rules.black_powder.tables import BLUNDER, DIE, GROUP_GAP, MOST_MOVES
from rules.black_powder.units.footprint import body_of
from rules.black_powder.units.profile import has

NEAREST = "nearest"
MARCHING = ("march_column", "limbered")


def commander_bar(state: State, side: str, name: CommanderId) -> IllegalOrder | None:
    """BP.cmd.10 to BP.cmd.12 Why this commander gives no order now."""
    one = state.commanders.get(name)
    if one is None or one.side != side or one.lost or one.at is None:
        return IllegalOrder("no such commander", "BP.cmd.1", name)
    if state.turn.silenced:
        return IllegalOrder("general has blundered", "BP.cmd.12", name)
    if name in state.turn.stopped:
        return IllegalOrder("gives no more orders", _why_stopped(state, name), name)
    if name in state.turn.done:
        return IllegalOrder("has finished", "BP.cmd.10", name)
    return None


def _why_stopped(state: State, name: CommanderId) -> str:
    """BP.foll.2, BP.ral.2, BP.cmd.11 The rule that ended his orders."""
    return {"follow me": "BP.foll.2", "rally": "BP.ral.2"}.get(state.turn.last.get(name, ""), "BP.cmd.11")


def unit_bar(state: State, side: str, commander: CommanderId, name: UnitId) -> IllegalOrder | None:
    """BP.cmd.7, BP.cmd.8, BP.dis.3, BP.vic.9 Why this unit takes no order from him."""
    unit = state.units.get(name)
    if unit is None or not unit.is_on_table:
        return IllegalOrder("nobody there", "BP.cmd.1", name)
    if unit.side != side:
        return IllegalOrder("not yours", "BP.cmd.1", name, unit.side)
    return fit_bar(state, commander, name, unit)


def fit_bar(state: State, commander: CommanderId, name: UnitId, unit: Unit) -> IllegalOrder | None:
    """BP.cmd.8, BP.cmd.9 The same for a unit of one's own, on the table or off it; the general may order any."""
    one = state.commanders[commander]
    if one.rank != "general" and one.brigade != unit.brigade:
        return IllegalOrder("another brigade", "BP.cmd.8", commander, name)
    if one.rank != "general" and len(brigades_in(state, unit.in_brigade_square)) > 1:
        return IllegalOrder("only the general orders it", "BP.bsq.5", commander, name)
    if unit.turn.ordered:
        return IllegalOrder("ordered already", "BP.cmd.7", name)
    if unit.turn.initiative:
        return IllegalOrder("has used its initiative", "BP.cmd.7", name)
    if unit.disordered:
        return IllegalOrder("disordered", "BP.dis.3", name)
    return brigade_bar(state, name, unit)


def brigade_bar(state: State, name: UnitId, unit: Unit) -> IllegalOrder | None:
    """BP.vic.9, BP.vic.15 Why a unit of this brigade goes nowhere, ordered or of its own accord."""
    if is_broken(state, unit):
        return IllegalOrder("brigade broken", "BP.vic.9", name)
    return IllegalOrder("held back", "BP.vic.15", name) if _is_held(state, unit) else None


def _is_held(state: State, unit: Unit) -> bool:
    """A brigade that the scenario keeps back for so many turns, unless its posts are lost."""
    held = state.battle.held
    if held is None or state.brigades[unit.brigade].name != held.brigade or state.core.turn >= held.until_turn:
        return False
    garrison = {one.building for one in state.units.values() if one.is_on_table and one.side == unit.side}
    lost = any(block not in garrison for block in held.unless_lost_any_of)
    broken = any(one.broken for one in state.brigades.values() if one.name == held.unless_broken)
    return not lost and not broken


def group_bar(state: State, names: Sequence[UnitId]) -> IllegalOrder | None:
    """BP.cmd.14, BP.form.20 (D4) One group, with gaps of no more than 6 inches; it matters only for such an order."""
    bodies = {name: body_of(state, state.units[name]) for name in names if state.units[name].is_on_table}
    whole = len(groups(bodies, GROUP_GAP)) <= 1 if reading(state, "D4") == "A" else is_close(bodies, GROUP_GAP)
    return None if whole else IllegalOrder("no group", "BP.cmd.14", *names)


def stated_of(order: GiveOrder) -> Stated:
    return Stated(
        to=order.to, bearing=order.bearing, formation=order.formation, charge=order.charge, block=order.block,
        road=order.road, hands=order.hands, screen=order.screen,
    )  # fmt: skip


def check(state: State, side: str, order: GiveOrder) -> None:
    """BP.cmd.1, BP.cmd.14 Everything that can be refused before the dice."""
    heed(commander_bar(state, side, order.commander))
    if not order.units or len(set(order.units)) < len(order.units):
        raise IllegalOrder("no unit named", "BP.cmd.1", order.commander)
    for name in order.units:
        heed(unit_bar(state, side, order.commander, name))
        if is_engaged(state, name):
            raise IllegalOrder("engaged", "BP.hth.2", name)
    if stated_of(order) == Stated() or stated_of(order) == Stated(road=True):
        raise IllegalOrder("nothing stated", "BP.cmd.1", order.commander)
    _check_charge(state, side, order)
    heed(group_bar(state, order.units))


def _check_charge(state: State, side: str, order: GiveOrder) -> None:
    """BP.cmd.13 An enemy on the table, or the nearest that is met."""
    if order.charge and order.charge != NEAREST:
        foe = state.units.get(order.charge)
        if foe is None or not foe.is_on_table or foe.side == side:
            raise IllegalOrder("no enemy there", "BP.cmd.13", order.charge)
    if order.screen and not order.charge:
        raise IllegalOrder("no charge at skirmishers", "BP.mix.6", order.commander)


def decide(play: Play[State], order: GiveOrder) -> None:
    """BP.cmd.1"""
    check(play.state, play.by, order)
    kind: Kind = "order" if len(order.units) == 1 else "brigade"
    attempt(play, kind, order.commander, order.units, stated_of(order))


def attempt(play: Play[State], kind: Kind, commander: CommanderId, units: tuple[UnitId, ...], stated: Stated) -> None:
    """BP.cmd.4 Stated, then rolled for."""
    play.record(OrderStated(kind=kind, commander=commander, units=units, stated=stated))
    roll(play, kind, commander, units, stated)


def roll(
    play: Play[State], kind: Kind, commander: CommanderId, units: tuple[UnitId, ...], stated: Stated,
    second: bool = False,
) -> None:  # fmt: skip
    state = play.state
    rating = rate(state, commander, units, stated)
    why = Reason("command", "BP.cmd.4", (commander,))

    def alike(thrown: Roll) -> object:
        return outcome(state, commander, thrown.total, rating.needs), thrown.total == rating.needs

    dice = play.roll(2, DIE, why, play.state.commanders[commander].side, alike=alike).faces
    found, moves = outcome(state, commander, sum(dice), rating.needs)
    if not second and characters.must_roll_again(state, commander, moves):
        roll(play, kind, commander, units, stated, second=True)
    elif not second and found == "failed" and characters.may_roll_again(state, commander):
        side = state.commanders[commander].side
        play.open(AwaitAgain(side=side, kind=kind, commander=commander, units=units, stated=stated, dice=dice))
    else:
        settle(play, kind, commander, units, stated, rating, dice, second=second)


def outcome(state: State, commander: CommanderId, total: int, needs: int) -> tuple[Outcome, int]:
    """BP.cmd.4 What a total brings against the rating."""
    if characters.blunders_on(state, commander, total) and not is_on(state, "no_blunders"):
        return "blunder", 0
    if total > needs or total == BLUNDER:
        return "failed", 0
    return "moves", 1 if total >= needs - 1 else 2 if total == needs - 2 else MOST_MOVES


def settle(
    play: Play[State], kind: Kind, commander: CommanderId, units: tuple[UnitId, ...], stated: Stated, rating: Rating,
    dice: tuple[int, ...], *, second: bool = False,
) -> None:  # fmt: skip
    """BP.cmd.4, BP.cmd.11, BP.cmd.12 What came of it; a second failure of a decisive man is a blunder (BP.per.4)."""
    state = play.state
    found, moves = outcome(state, commander, sum(dice), rating.needs)
    if second and found == "failed" and characters.may_roll_again(state, commander) and not is_on(state, "no_blunders"):
        found = "blunder"
    general = general_of(state, state.commanders[commander].side) == commander
    plain = kind in ("order", "brigade")
    play.record(
        CommandRolled(
            kind=kind, commander=commander, units=units, stated=stated, rated=_rated(rating), dice=dice, outcome=found,
            moves=MOST_MOVES if found == "moves" and kind == "follow me" else moves,
            free=tuple(_free(state, units)) if plain and found == "failed" else (),
            idle=tuple(_idle(state, units, sum(dice), rating)) if plain and found == "moves" else (), again=second,
            silenced=general and found == "blunder",
        )
    )  # fmt: skip
    if found == "blunder":
        blunders.begin(play, commander, units)
    elif found == "moves" and not plain:
        results.apply(play, kind, commander, units)
    elif state.order:
        play.open(AwaitMoves(side=state.commanders[commander].side))


def _rated(rating: Rating) -> Rated:
    return Rated(
        rating=rating.printed, modifiers=rating.modifiers, needs=rating.needs, far=rating.far, distance=rating.distance
    )


def _free(state: State, units: Sequence[UnitId]) -> Iterator[UnitId]:
    """BP.free.1, BP.free.2 Who still makes one move though the order failed; never after a blunder (BP.free.3)."""
    for name in units:
        unit = state.units[name]
        if unit.formation in (*MARCHING, "square") or unit.in_brigade_square or has(unit, "BP.sr.Dril"):
            yield name


def _idle(state: State, units: Sequence[UnitId], total: int, rating: Rating) -> Iterator[UnitId]:
    """BP.sr.Unre (D14) Who does not move if the roll is exactly the rating."""
    exact = rating.needs if reading(state, "D14") == "A" else rating.printed
    return (name for name in units if total == exact and has(state.units[name], "BP.sr.Unre"))
