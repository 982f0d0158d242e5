"""What a file says happened, whatever the rules say."""

from __future__ import annotations

import pytest

from domain.kernel.errors import BadInput
from domain.kernel.happenings import Happening, Moved, Vanished
from rules.gettysburg.foreign import as_played
from rules.gettysburg.turn.facts import UnitPlaced
from rules.gettysburg.turn.state_facts import UnitEliminated, UnitRouted
from tests.gettysburg.positions import start

STATE = start("mcpherson")
UNIT = next(name for stack in STATE.stacks.values() for name in stack if STATE.units[name].side == "union")
HOME = STATE.units[UNIT].at
FOE = next(at for at, stack in STATE.stacks.items() if STATE.units[stack[0]].side == "confederate")


def moved(to: str) -> Moved:
    return Moved(piece=UNIT, start=HOME, to=to)


def test_a_unit_is_put_where_the_file_has_it() -> None:
    free = next(name for name in STATE.ground.hexes if name not in STATE.stacks)
    assert as_played(STATE, moved(free)) == (UnitPlaced(unit=UNIT, to=free),)
    assert as_played(STATE, moved(HOME)) == ()


@pytest.mark.parametrize(
    ("told", "kind"),
    [
        (moved("union Eliminated box"), UnitEliminated),
        (moved("Routed box"), UnitRouted),
        (Vanished(piece=UNIT), UnitRouted),
        (moved(""), UnitRouted),
    ],
    ids=["eliminated", "routed", "removed", "off the board"],
)
def test_boxes_are_known_by_their_names(told: Happening, kind: type[object]) -> None:
    (fact,) = as_played(STATE, told)
    assert isinstance(fact, kind)


@pytest.mark.parametrize("to", ["9999", "the pub", FOE], ids=["off the map", "no place", "where the enemy stands"])
def test_a_place_that_the_board_cannot_give_is_refused(to: str) -> None:
    with pytest.raises(BadInput, match=to):
        as_played(STATE, moved(to))
