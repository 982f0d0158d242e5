"""The automatic players of the systems."""

from __future__ import annotations

from typing import Any

from domain.kernel.errors import BadInput
from domain.kernel.player import Choose
from domain.kernel.system import System


def player_of(system: System[Any], manner: str = "careful") -> Choose:
    """The automatic player of a system that plays in this manner; else who has one is said."""
    from rules import SYSTEMS

    if system.player is None:
        able = [key for key, other in SYSTEMS.items() if other.player is not None]
        said = f"{', '.join(able)} {'has' if len(able) == 1 else 'have'} one" if able else "no system has one yet"
        raise BadInput(f"{system.key} has no automatic player; {said}")
    player: Choose = getattr(system.player(), manner)
    return player
