"""Which printed table a fact was read from: its row, its column and the cell."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from domain.facts import Fact, PointsScored
from domain.ruling import TableRead
from rules.gettysburg.facts.combat import BombardmentResolved, CombatResolved
from rules.gettysburg.facts.movement import ControlTried
from rules.gettysburg.facts.pieces import CommandRolled
from rules.gettysburg.tables import CONTROL_NOBODY, CONTROL_TAKEN, CONTROL_TAKEN_LATE

NO_EFFECT: Final = "-"
DIE: Final = 6  # 2.1

# 17.3a, 17.3b The faces that lead to each outcome.
FACES: Final[Mapping[str, Mapping[str, str]]] = {
    "17.3a": {
        "opponent": f"1-{CONTROL_TAKEN}", "nobody": f"{CONTROL_NOBODY}", "owner": f"{CONTROL_NOBODY + 1}-{DIE}",
    },
    "17.3b": {"opponent": f"1-{CONTROL_TAKEN_LATE}", "owner": f"{CONTROL_TAKEN_LATE + 1}-{DIE}"},
}  # fmt: skip


def tables_read(fact: Fact) -> tuple[TableRead, ...]:
    found = READ.get(type(fact))
    return found(fact) if found else ()


def _combat(fact: CombatResolved) -> tuple[TableRead, ...]:
    """CRT The dice find the row, the differential the column, held to the last one (11.4)."""
    held = f", held from {fact.differential:+}" if fact.column != fact.differential else ""
    column = f"differential {f'{fact.column:+}' if fact.column else '0'}{held}"
    row = f"{'+'.join(map(str, fact.dice))} = {sum(fact.dice)}"
    return (TableRead("Combat Results Table", row, column, fact.cell, "CRT"),)


def _bombardment(fact: BombardmentResolved) -> tuple[TableRead, ...]:
    """BT The die finds the row, the number of guns that fire together the column."""
    guns = f"{fact.column} artillery unit{'' if fact.column == 1 else 's'}"
    return (TableRead("Bombardment Table", str(fact.die), guns, fact.cell or NO_EFFECT, "BT"),)


def _command(fact: CommandRolled) -> tuple[TableRead, ...]:
    """16.2 Two dice against the Army Marker; nothing is read where the scenario fixes the state."""
    if not fact.total:
        return ()
    shift = f" ({fact.total - fact.modifier}{fact.modifier:+})" if fact.modifier else ""
    marker = f"Army Marker of the {fact.side} side"
    return (TableRead("command states", f"{fact.total}{shift}", marker, fact.state.title(), fact.rule),)


def _control(fact: ControlTried) -> tuple[TableRead, ...]:
    """17.3a, 17.3b Who controls the unit, by one die."""
    faces = FACES.get(fact.rule, {}).get(fact.control)
    return (TableRead("loss of unit control", faces, "control", fact.control, fact.rule),) if faces else ()


def _points(fact: PointsScored) -> tuple[TableRead, ...]:
    """4.3"""
    return (TableRead("victory points", fact.why, "points", str(fact.points), "4.3"),) if fact.rule == "4.3" else ()


READ: Mapping[type[Fact], Callable[[Any], tuple[TableRead, ...]]] = {
    CombatResolved: _combat,
    BombardmentResolved: _bombardment,
    CommandRolled: _command,
    ControlTried: _control,
    PointsScored: _points,
}
