"""What a file says happened to a piece, as facts, whatever the rules say: for games that were played otherwise."""

from __future__ import annotations

from domain.kernel.errors import BadInput
from domain.kernel.facts import Fact
from domain.kernel.happenings import Appeared, Happening, Moved, Vanished
from domain.kernel.reasons import Reason
from rules.gettysburg.position import side_at, side_of
from rules.gettysburg.sight.board import BOX_NAMES
from rules.gettysburg.state import OUT_OF_PLAY, State
from rules.gettysburg.turn.facts import CadreDestroyed, UnitPlaced
from rules.gettysburg.turn.state_facts import UnitEliminated, UnitRouted

WHY = "as it was played"


def as_played(state: State, told: Happening) -> tuple[Fact, ...]:
    """Nothing for what changes no place; BadInput for a place the board cannot give it."""
    match told:
        case Appeared(piece=unit, at=to) | Moved(piece=unit, to=to):
            return _placed(state, unit, to)
        case Vanished(piece=unit):
            return _into(state, unit, OUT_OF_PLAY)
    return ()


def _placed(state: State, unit: str, to: str) -> tuple[Fact, ...]:
    if state.ground.is_on_map(to):
        if _place(state, unit) == to:
            return ()
        if side_at(state, to) not in ("", side_of(state, unit)):
            raise BadInput(f"{unit} cannot be put into {to}, where the enemy stands (8.6(1))")
        return (UnitPlaced(unit=unit, to=to),)
    box = next((box for box, name in BOX_NAMES.items() if to in (box, name, f"{side_of(state, unit)} {name}")), "")
    if to and not box:
        raise BadInput(f"there is no place {to} here to put {unit} into")
    return _into(state, unit, box or OUT_OF_PLAY)


def _into(state: State, unit: str, box: str) -> tuple[Fact, ...]:
    if unit not in state.units or _place(state, unit) == box:
        return ()
    match box:
        case "eliminated":
            return (UnitEliminated(unit=unit, why=Reason(WHY, "7.6")),)
        case "destroyed_cadres":
            return (CadreDestroyed(unit=unit),)
        case "routed" | "captured" | "out_of_play":
            return (UnitRouted(unit=unit, box=box, why=Reason(WHY, "7.5")),)
    return ()


def _place(state: State, unit: str) -> str:
    found = state.units.get(unit) or state.hmcs.get(unit)
    if found is None:
        raise BadInput(f"there is no piece {unit!r}")
    return found.at
