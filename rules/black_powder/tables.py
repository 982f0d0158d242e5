"""The printed numbers of the book, each under its rule. Lengths in thousandths of an inch, angles in hundredths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

from domain.tabletop import bodies

INCH = 1000
DIE = 6
TOUCH = bodies.TOUCH  # nearer than this is contact (footprints.toml: a millimetre is 39)
CONTACT = 40  # house: so near two bodies are in contact
TWELVE = 12 * INCH  # BP.cmd.17, BP.init.2, BP.mov.4
GROUP_GAP = 6 * INCH  # BP.cmd.14
SUPPORT_REACH = 6 * INCH  # BP.sup.2
PUSHED_BACK = INCH // 2  # BP.chg.15
HALTED_AT = 3 * INCH  # BP.sq.10
MM_IN_INCH_TENTHS = 254  # 25.4 mm to the inch

LOWEST_RATING, HIGHEST_RATING = 5, 10  # BP.cmd.17
BLUNDER = 12  # BP.cmd.4
MOST_MOVES = 3  # BP.cmd.4

Kind = Literal["RI", "RC", "II", "IC", "A"]  # BP.army.4 regular and irregular infantry and cavalry, artillery
Size = Literal["none", "tiny", "small", "standard", "large"]  # BP.army.6
Formation = Literal[
    "line", "attack_column", "march_column", "skirmish", "mixed_line", "mixed_attack_column", "square", "warband",
    "building", "limbered", "unlimbered",
]  # fmt: skip
GunClass = Literal["", "battalion", "foot", "horse", "siege"]
FOOT, HORSE, GUNS = ("RI", "II"), ("RC", "IC"), ("A",)
REGULAR = ("RI", "RC")
MIXED = ("mixed_line", "mixed_attack_column")
ALL_ROUND = ("skirmish", "square", "building")  # BP.form.5, BP.sq.2, BP.bld.3 every side is front
FORMED = ("line", "attack_column", "warband", "mixed_line", "mixed_attack_column", "square")  # BP.chg.4

# BP.mov.1 One move; siege guns as foot artillery
FOOT_MOVE, HORSE_MOVE = 12 * INCH, 18 * INCH
HAND_MOVE, BATTALION_HAND_MOVE = 6 * INCH, 12 * INCH  # BP.lim.4
ON_FOOT, MOUNTED = 36 * INCH, 48 * INCH  # BP.cdm.1
SQUARE_MOVE = 6 * INCH  # BP.sq.3
BUILDING_COST = 6 * INCH  # BP.ter.7
MOST_STEPS = 24  # each step rounds to a thousandth; more of them could add up to something

LIMBERING: Mapping[str, int] = {"horse": 0, "foot": 1, "battalion": 1, "siege": 2}  # BP.lim.1 to BP.lim.3, in moves

# BP.form.1
FORMATIONS: Mapping[Kind, tuple[Formation, ...]] = {
    "RI": ("line", "attack_column", "march_column", "skirmish", "square", "mixed_line", "mixed_attack_column"),
    "RC": ("line", "march_column", "skirmish"),
    "II": ("warband", "skirmish", "march_column"),
    "IC": ("warband", "skirmish", "march_column"),
    "A": ("limbered", "unlimbered"),
}


class Ground(NamedTuple):
    """BP.ter.1 A row of the terrain table: what an inch costs, or None where one may not go."""

    shape: Literal["area", "line"]
    foot_skirmish: int | None = 1
    foot: int | None = 1
    horse_skirmish: int | None = 1
    horse: int | None = 1
    guns: int | None = 1
    blocks_sight: bool = False
    cover: int = 0
    barrier: bool = False  # crossed for 6 inches (BP.ter.4)
    bridges: bool = False  # roads and the like lead through (BP.ter.2, BP.ter.3)


# BP.ter.1; a building or fortification is entered, not crossed (BP.ter.6)
TERRAIN: Mapping[str, Ground] = {
    "open": Ground("area"),
    "hill": Ground("area", blocks_sight=True),
    "wood": Ground("area", 2, None, None, None, None, blocks_sight=True, cover=1, bridges=True),
    "rough ground": Ground("area", 1, 2, 1, 2, None, bridges=True),
    "very rough ground": Ground("area", 3, 3, 3, 3, None, bridges=True),
    "extremely rough ground": Ground("area", 4, 4, 4, 4, None, bridges=True),
    "obstacle": Ground("line", guns=None, barrier=True, bridges=True),
    "building block": Ground("area", None, None, None, None, None, blocks_sight=True, cover=2),
    "fortification": Ground("area", None, None, None, None, None, cover=2),
    "river": Ground("area", None, None, None, None, None, bridges=True),
    "impassable": Ground("area", None, None, None, None, None),
    "bridge": Ground("area"),
    "ford": Ground("area"),
    "gate": Ground("area"),
    "scenery": Ground("area"),  # BP.ter.10
    "road": Ground("line"),
    "track": Ground("line"),
}
BLOCKS = ("building block", "fortification")  # what troops may hold (BP.ter.6)
ROADS = ("road", "track")
WAYS_OVER = ("bridge", "ford", "gate")  # areas that lead through what is closed, or across an obstacle
