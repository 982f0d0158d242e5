"""LL.5.who Who may fire: which units at all, and which of their bases from where they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from domain.facts import Side, UnitId
from domain.ruling import IllegalOrder
from rules.longstreet_lite import terrain
from rules.longstreet_lite.cards import effects, hand
from rules.longstreet_lite.formation import Base, body_of, front_bases
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State, Terrain, Unit, on_table
from rules.longstreet_lite.tables import OBSTACLES


class Bar(NamedTuple):
    """Why something cannot be, and under which rule."""

    why: str
    rule: str


def check_may_fire(state: State, side: Side, unit_id: UnitId) -> Unit:
    """LL.5.gen.1, LL.5.who.2 A unit of the active player that has not fired yet and is not limbered."""
    unit = on_table(state, side).get(unit_id)
    if unit is None:
        there = ", ".join(on_table(state, side))
        raise IllegalOrder(f"{side} has no unit {unit_id!r} on the table; there are {there}", rule="LL.5.gen.1")
    found = bar_of_unit(state, unit_id)
    if found:
        raise IllegalOrder(f"{unit.name} {found.why}", rule=found.rule)
    return unit


def bar_of_unit(state: State, unit_id: UnitId) -> Bar | None:
    """What keeps a whole unit from firing now."""
    unit = state.units[unit_id]
    if unit.acted:
        return Bar("has fired in this phase; a unit fires once", "LL.5.gen.1")
    if unit.limbered:
        return Bar("is limbered and cannot fire; unlimbered guns can", "LL.5.who.2")
    card = effects.is_barred(state, "unit_may_not_fire", unit_id)
    return Bar(f"may not fire in this phase: {hand.row(state, card.card).name}", "LL.4.int.1") if card else None


def firers(state: State, unit_id: UnitId) -> Iterator[Base]:
    """LL.5.who.1, LL.5.who.2 The bases of the front rank, or of the gun row, that may fire."""
    unit = state.units[unit_id]
    return (base for base in front_bases(body_of(state, unit)) if bar_of_base(state, unit, base) is None)


def bar_of_base(state: State, unit: Unit, base: Base) -> Bar | None:
    """LL.5.who.4 Each base is judged alone: infantry by the water, guns by woods and obstacles as well."""
    under = list(terrain.under(state, (base.area,)))
    return _gun_bar(state, under) if unit.kind == "ART" else _water_bar(state, under)


def _water_bar(state: State, under: list[Terrain]) -> Bar | None:
    """LL.2.in.3 (D6) Nobody fires from the water; or infantry does, from a marsh as well or not."""
    letter = reading(state, "D6")
    wet = (piece for piece in under if terrain.row_of(piece).water and letter != "B")
    found = next((piece for piece in wet if letter == "A" or piece.kind == "marsh"), None)
    return Bar(f"stands in the water ({found.name}) and cannot fire", "LL.2.in.3") if found else None


def _gun_bar(state: State, under: list[Terrain]) -> Bar | None:
    """LL.5.who.3 (D59) Not from woods or water, nor on a wall or works, or on any line; other ground is no trouble."""
    obstacles = OBSTACLES[reading(state, "D59")]
    for piece in under:
        if terrain.row_of(piece).water:
            return Bar(f"stands in the water ({piece.name}) and cannot fire", "LL.2.in.3")
        if piece.kind == "woods" or piece.kind in obstacles:
            where = "in" if piece.kind == "woods" else "on"
            return Bar(f"stands {where} {piece.name} and cannot fire", "LL.5.who.3")
    return None
