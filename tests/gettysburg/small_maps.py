"""Small maps for tests: clear ground with only the features a test names."""

from __future__ import annotations

from typing import Any, Literal

from domain.kernel.packs import Pack
from rules.gettysburg.ground.ground import Ground, Road
from tests.shipped import shipped_packs


def small_ground(
    *,
    columns: tuple[int, int] = (1, 42),
    places: tuple[int, int] = (0, 34),
    hills: tuple[str, ...] = (),
    **features: Any,
) -> Ground:
    """The fields of Ground, lists allowed; `hills` are hills without a name of their own."""
    named = dict(features.pop("named_hills", {}))
    if hills:
        named["hill"] = tuple(hills)
    kept: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in features.items()}
    return Ground(columns=columns, places=places, named_hills=named, **kept)


def road(*hexes: str, kind: Literal["road", "trail"] = "road", name: str = "road") -> Road:
    return Road(name=name, kind=kind, hexes=hexes)


def house_pack() -> Pack:
    """The pack that comes with refight."""
    return next(pack for pack in shipped_packs("gettysburg") if pack.name == "house")
