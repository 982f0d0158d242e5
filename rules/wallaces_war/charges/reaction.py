"""11.2.2, 11.2.3 Reaction charges: the horse that sees an enemy enter its zone."""

from __future__ import annotations

from domain.kernel.play import Play
from rules.wallaces_war.ids import UnitId
from rules.wallaces_war.state import State


def provoke(play: Play[State], movers: tuple[UnitId, ...]) -> bool:
    """11.2.2a Tests by all heavy cavalry whose zone these movers have just entered; whether any must charge.

    If one must, the movers' march is over: the placement is asked for, or the melee is begun.
    """
    raise NotImplementedError
