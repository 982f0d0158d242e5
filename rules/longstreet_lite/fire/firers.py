"""LL.5.who Who may fire: which units at all, and which of their bases from where they stand."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel.errors import IllegalOrder, heed
from domain.kernel.facts import Side, UnitId
from domain.kernel.reasons import Reason
from rules.longstreet_lite import terrain
from rules.longstreet_lite.cards import effects
from rules.longstreet_lite.formation import Base, body_of, front_bases
from rules.longstreet_lite.rulings import reading
from rules.longstreet_lite.state import State, Terrain, Unit, on_table
from rules.longstreet_lite.tables import OBSTACLES


def check_may_fire(state: State, side: Side, unit_id: UnitId) -> Unit:
    """LL.5.gen.1, LL.5.who.2 A unit of the active player that has not fired yet and is not limbered."""
    unit = on_table(state, side).get(unit_id)
    if unit is None:
        raise IllegalOrder("nobody to fire", "LL.5.gen.1", side, unit_id, *on_table(state, side))
    heed(bar_of_unit(state, unit_id))
    return unit


def bar_of_unit(state: State, unit_id: UnitId) -> Reason | None:
    """What keeps a whole unit from firing now."""
    unit = state.units[unit_id]
    if unit.acted:
        return Reason("has fired", "LL.5.gen.1", (unit_id,))
    if unit.limbered:
        return Reason("limbered guns", "LL.5.who.2", (unit_id,))
    card = effects.is_barred(state, "unit_may_not_fire", unit_id)
    return Reason("kept from firing", "LL.4.int.1", (unit_id, card.card)) if card else None


def firers(state: State, unit_id: UnitId) -> Iterator[Base]:
    """LL.5.who.1, LL.5.who.2 The bases of the front rank, or of the gun row, that may fire."""
    body = body_of(state, state.units[unit_id])
    return (base for base in front_bases(body) if bar_of_base(state, unit_id, base) is None)


def bar_of_base(state: State, unit_id: UnitId, base: Base) -> Reason | None:
    """LL.5.who.4 Each base is judged alone: infantry by the water, guns by woods and obstacles as well."""
    under = list(terrain.under(state, (base.area,)))
    who = unit_id, base.number
    return _gun_bar(state, who, under) if state.units[unit_id].kind == "ART" else _water_bar(state, who, under)


def _water_bar(state: State, who: tuple[UnitId, int], under: list[Terrain]) -> Reason | None:
    """LL.2.in.3 (D6) Nobody fires from the water; or infantry does, from a marsh as well or not."""
    letter = reading(state, "D6")
    wet = (piece for piece in under if terrain.row_of(piece).water and letter != "B")
    found = next((piece for piece in wet if letter == "A" or piece.kind == "marsh"), None)
    return Reason("base in the water", "LL.2.in.3", (*who, found.name)) if found else None


def _gun_bar(state: State, who: tuple[UnitId, int], under: list[Terrain]) -> Reason | None:
    """LL.5.who.3 (D59) Not from woods or water, nor on a wall or works, or on any line; other ground is no trouble."""
    obstacles = OBSTACLES[reading(state, "D59")]
    for piece in under:
        if terrain.row_of(piece).water:
            return Reason("base in the water", "LL.2.in.3", (*who, piece.name))
        if piece.kind == "woods":
            return Reason("gun in woods", "LL.5.who.3", (*who, piece.name))
        if piece.kind in obstacles:
            return Reason("gun on an obstacle", "LL.5.who.3", (*who, piece.name))
    return None
