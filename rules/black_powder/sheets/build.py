"""BP.army, section 20 The state a scenario starts from."""

from __future__ import annotations

from collections.abc import Iterator

from domain.kernel import core
from domain.kernel.packs import Pack
from domain.kernel.say import spelt
from domain.kernel.system import Setup
from domain.tabletop import lengths
from domain.tabletop.polygons import contains, polygon
from rules.black_powder.ids import UnitId
from rules.black_powder.sheets import points
from rules.black_powder.sheets.rows import (
    BrigadeRow,
    CommanderRow,
    FootprintSheet,
    FreeRow,
    ProfileRow,
    ScenarioRow,
    TerrainRow,
    TroopPrint,
    UnitRow,
    footprint_sheet,
    profiles,
    rows,
    weapon_sheet,
)
from rules.black_powder.state import (
    MUSTER,
    SET_UP,
    Battle,
    Brigade,
    Commander,
    Extent,
    Free,
    Piece,
    Profile,
    State,
    Unit,
)
from rules.black_powder.tables import INCH, MM_IN_INCH_TENTHS, TERRAIN
from rules.black_powder.units.footprint import block_pose, extent_key

BLOCK_FORMATIONS = ("line", "attack_column", "march_column", "warband", "mixed_line", "mixed_attack_column")


def initial(setup: Setup) -> State:
    row = rows(setup.pack)[setup.started.scenario]
    state = State(
        core=core.start(setup.started),
        battle=battle_of(setup.pack, row),
        terrain={piece.name: piece_of(piece) for piece in row.terrain},
        units={},
        brigades={},
        commanders={},
    )
    for brigade in row.brigades:
        _add_brigade(state, setup.pack, brigade)
    _garrison(state)
    for brigade_id, one in state.brigades.items():
        one.counting = tuple(counting_of(state, brigade_id))
    state.core.turn, state.core.phase = 0, MUSTER if row.free else SET_UP
    return state


def battle_of(pack: Pack, row: ScenarioRow) -> Battle:
    """BP.turn.1 The table, as large as the scenario has it."""
    prints = footprint_sheet(pack)
    foot = prints.infantry
    return Battle(
        title=row.title, width=row.table[0] * INCH, height=row.table[1] * INCH, turns=row.turns, first=row.first_turn,
        edges=dict(row.edges), victory=row.victory, switches=row.switches, no_morale=row.no_morale, held=row.held,
        ranges_from=row.ranges_from, once=row.once, near_commander=row.near_commander, comes_back=row.comes_back,
        torch_after_winning=row.torch_after_winning,
        weapons={weapon.name: weapon for weapon in weapon_sheet(pack).weapons}, extents=dict(extents(prints)),
        screens={"foot": (thousandths(foot.screen_ahead), thousandths(foot.screen_beyond))},
        free=free_of(pack, row.free) if row.free else None,
    )  # fmt: skip


def free_of(pack: Pack, row: FreeRow) -> Free:
    """BP.house.1 Every profile of the pack, and what it costs."""
    rules, by = weapon_sheet(pack).special_rules, points.points_row(pack)
    return Free(
        points=row.points, zone=row.zone * INCH, costs=dict(points.costs(pack)), armies=points.allowed(pack, row),
        profiles={key: profile_of(one, rules, size_counted=False) for key, one in profiles(pack).items()},
        ratings=dict(by.ratings) if by else {},
    )  # fmt: skip


def thousandths(millimetres: int) -> int:
    """25.4 mm to the inch, rounded once."""
    return (millimetres * 10_000 + MM_IN_INCH_TENTHS // 2) // MM_IN_INCH_TENTHS


def extents(prints: FootprintSheet) -> Iterator[tuple[str, Extent]]:
    """BP.army.13 The ground of every kind, size and formation."""
    yield from _troops("foot", prints.infantry)
    yield from _troops("horse", prints.cavalry)
    guns = prints.artillery
    for arm, limbered, unlimbered in (
        ("gun", guns.limbered, guns.unlimbered),
        ("battalion", guns.battalion_limbered, guns.battalion_unlimbered),
    ):
        for formation, (width, depth) in (("limbered", limbered), ("unlimbered", unlimbered)):
            yield extent_key(arm, "none", formation), (thousandths(width), thousandths(depth))


def _troops(arm: str, found: TroopPrint) -> Iterator[tuple[str, Extent]]:
    wide, deep = found.figure
    for formation in BLOCK_FORMATIONS:
        for size, (files, ranks) in getattr(found, formation).items():
            yield extent_key(arm, size, formation), (thousandths(files * wide), thousandths(ranks * deep))
    for size, (files, ranks) in found.skirmish.items():
        gap = found.skirmish_gap
        across, back = files * wide + (files - 1) * gap, ranks * deep + (ranks - 1) * gap
        yield extent_key(arm, size, "skirmish"), (thousandths(across), thousandths(back))
    for size, side in found.square_side.items():
        yield extent_key(arm, size, "square"), (thousandths(side), thousandths(side))


def piece_of(row: TerrainRow) -> Piece:
    """BP.ter.1 An outline closes by itself; cover is that of the kind unless the players agreed otherwise."""
    kind = TERRAIN[row.kind]
    points = polygon(lengths.points(row.outline)) if row.outline else lengths.points(row.line)
    return Piece(
        name=row.name, kind=row.kind, points=points, cover=kind.cover if row.cover is None else row.cover,
        sight=row.sight * INCH, guns_by_hand=row.guns_by_hand, save_from=row.save_against_fire_from,
    )  # fmt: skip


def _add_brigade(state: State, pack: Pack, row: BrigadeRow) -> None:
    """BP.army.2, BP.army.3 A record without units holds the general, who commands no brigade."""
    brigade, commander = spelt(row.name), spelt(row.commander.name)
    state.commanders[commander] = commander_of(row.commander, row.side, brigade if row.units else "")
    if not row.units:
        return
    state.brigades[brigade] = Brigade(
        side=row.side, name=row.name, commander=commander, arrives=row.arrives, here=row.arrives is None
    )
    known, rules = profiles(pack), weapon_sheet(pack).special_rules
    for unit in row.units:
        made = unit_of(state, unit, profile_of(known[unit.profile], rules, unit.size_counted))
        made.side, made.brigade = row.side, brigade
        state.units[spelt(unit.name)] = made


def commander_of(row: CommanderRow, side: str, brigade: str) -> Commander:
    return Commander(
        name=row.name, side=side, rank=row.rank, brigade=brigade, rating=row.rating, mounted=row.mounted,
        bonus=row.bonus, at=lengths.point(row.at) if row.at else None,
    )  # fmt: skip


def profile_of(row: ProfileRow, rules: dict[str, str], size_counted: bool) -> Profile:
    """BP.army.4 `Elite 4+` is the rule Elite with the grade 4."""
    found: dict[str, int] = {}
    for words in row.rules:
        name, _, grade = words.rpartition(" ")
        graded = grade.endswith("+") and name in rules
        found[rules[name if graded else words]] = int(grade[:-1]) if graded else 0
    return Profile(
        id=row.id, name=row.name, kind=row.kind, arm=row.arm, hth=row.hth, shooting=row.shooting,
        save=int(row.morale.rstrip("+")), stamina=row.stamina, size=row.size, rules=found, size_counted=size_counted,
    )  # fmt: skip


def unit_of(state: State, row: UnitRow, profile: Profile) -> Unit:
    unit = Unit(name=row.name, side="", brigade="", profile=profile, formation=row.formation, status="reserve")
    unit.usual = row.formation if row.formation in ("warband", "skirmish") else None
    if row.inside:
        unit.building, unit.formation = row.inside, "building"
        unit.pose, unit.status = block_pose(state.terrain[row.inside]), "table"
    elif row.at:
        unit.pose, unit.status = lengths.pose(row.at, row.heading), "table"
    return unit


def _garrison(state: State) -> None:
    """BP.bld.2 A commander in a block is with those who hold it."""
    held = {name: unit for name, unit in state.units.items() if unit.building}
    for one in state.commanders.values():
        for name, unit in held.items():
            if one.at and unit.side == one.side and contains(state.terrain[unit.building].points, one.at):
                one.joined = name


def counting_of(state: State, brigade: str) -> Iterator[UnitId]:
    """BP.vic.2, BP.vic.3 Foot and horse that are not tiny; guns too in a grand battery, but never battalion guns."""
    units = {name: unit for name, unit in state.units.items() if unit.brigade == brigade}
    guns = [name for name, unit in units.items() if unit.profile.kind == "A"]
    grand = 2 * len(guns) > len(units)
    for name, unit in units.items():
        if unit.profile.size == "tiny":
            continue
        battalion = state.battle.weapons[unit.profile.arm].gun_class == "battalion"
        if name not in guns or (grand and not battalion):
            yield name
