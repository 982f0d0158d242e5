"""An automatic player: a pure function of what its side may know, simple but not foolish.

It thinks anew at every order, so that it needs no memory: each unit in its turn does what the tables promise most for.
"""

from __future__ import annotations

from domain.kernel.facts import Order
from rules.musket_and_pike.ids import UnitId
from rules.musket_and_pike.player import care, marches, shots
from rules.musket_and_pike.player.minds import mind
from rules.musket_and_pike.player.view import View


def _act(view: View, name: UnitId) -> Order | None:
    """3.2.C Into order again, or forward, or fire."""
    return care.recover(view, name) or marches.move(view, name) or shots.shoot(view, name)


MIND = mind(_act, {})
choose = MIND.choose
