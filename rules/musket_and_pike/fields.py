"""S3 The field of each scenario of a pack."""

from __future__ import annotations

from collections.abc import Mapping

from domain.hexes.map import Track
from domain.kernel.packs import Each, Pack, read_once
from rules.musket_and_pike.ground.ground import Ground
from rules.musket_and_pike.sheets.files import CHARTS, SCENARIOS, ScenarioLine, scenario_sheet

TERRAIN = ("woods", "rough", "village", "town", "castle", "impassable")
HEXSIDES = ("hedge", "stream", "bridge", "berm", "abatis", "entrenchment", "redoubt", "gentle_slope")


@read_once(CHARTS, SCENARIOS)
def grounds(pack: Pack) -> Mapping[str, Ground]:
    """The field of each scenario; the same objects for the same texts, so that what is worked out about them is kept.

    What a step costs is kept with it too: hence the charts.
    """
    return Each({line.key: line for line in scenario_sheet(pack).scenarios}, _ground)


def _ground(line: ScenarioLine) -> Ground:
    terrain = line.terrain
    return Ground(
        places=line.map.places,
        rows=line.map.rows,
        kinds={kind: hexes for kind in TERRAIN if (hexes := getattr(terrain, kind))},
        lines={kind: sides for kind in HEXSIDES if (sides := getattr(terrain, f"{kind}_hexsides"))},
        high=_high(line),
        roads=tuple(Track(name=road.name, kind="road", hexes=road.hexes) for road in terrain.roads),
    )


def _high(line: ScenarioLine) -> tuple[str, ...]:
    """10.9.3 The upper ground: whole rows, and single hexes."""
    if not line.terrain.high_rows and not line.terrain.high:
        return ()
    bare = Ground(places=line.map.places, rows=line.map.rows)
    first, last = line.terrain.high_rows or (1, 0)
    return tuple(hex for hex in bare.hexes if first <= bare.row(hex) <= last or hex in line.terrain.high)
