"""BP.house.1 House points: what a unit and a commander cost, by the numbers the pack gives."""

from __future__ import annotations

from collections.abc import Mapping

from domain.kernel.packs import Pack, read_sheet
from rules.black_powder.sheets.rows import PROFILES, FreeRow, PointsRow, ProfileRow, ProfileSheet, profiles


def cost_of(row: ProfileRow, by: PointsRow) -> int:
    """The profile's own points, if the pack gives them; else by its values, at least 1."""
    if row.points:
        return row.points
    per_die = by.gun_die if row.kind == "A" else by.shooting_die
    found = by.hand_to_hand_die * row.hth + per_die * sum(row.shooting) + by.stamina * row.stamina
    found += by.morale.get(row.morale, 0) + by.kinds.get(row.kind, 0) + by.sizes.get(row.size, 0)
    return max(found + sum(by.rules.get(_plain(name), 0) for name in row.rules), 1)


def _plain(rule: str) -> str:
    """`Elite 4+` is Elite."""
    name, _, grade = rule.rpartition(" ")
    return name if grade.endswith("+") else rule


def costs(pack: Pack) -> Mapping[str, int]:
    by = points_row(pack)
    return {key: cost_of(row, by) for key, row in profiles(pack).items()} if by else {}


def points_row(pack: Pack) -> PointsRow | None:
    return read_sheet(pack, PROFILES, ProfileSheet).points


def allowed(pack: Pack, free: FreeRow) -> dict[str, tuple[str, ...]]:
    """Profiles each side may take, by the armies it draws on."""
    armies = {army.id: tuple(row.id for row in army.profiles) for army in read_sheet(pack, PROFILES, ProfileSheet).army}
    return {side: tuple(row for army in names for row in armies.get(army, ())) for side, names in free.armies.items()}
