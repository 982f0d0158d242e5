"""BP.mix.5 The skirmishers of a mixed formation rejoin when it is charged."""

from __future__ import annotations

from domain.kernel.play import Play
from rules.black_powder.ids import UnitId, spot_of
from rules.black_powder.movement.facts import FormationChanged
from rules.black_powder.state import State
from rules.black_powder.tables import Formation

MAIN: dict[str, Formation] = {"mixed_line": "line", "mixed_attack_column": "attack_column"}


def rejoin(play: Play[State], name: UnitId) -> None:
    """BP.mix.5 At once, from whatever side: it is a line or attack column then."""
    unit = play.state.units[name]
    to = MAIN.get(unit.formation)
    if to and unit.pose is not None:
        play.record(FormationChanged(unit=name, was=unit.formation, formation=to, pose=spot_of(unit.pose), moves=0))
