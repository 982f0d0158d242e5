"""Every printed table and number of the book, under its citation. Lengths in milli-BW, angles in hundredths."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple

import msgspec

from domain.kernel.facts import CardId as CardId
from domain.kernel.reasons import Modifier
from domain.tabletop import bodies

BW = 1000  # LL.1.bw.1, LL.G.1
WIDTH = BW  # LL.G.3 of every base
TOUCH = bodies.TOUCH  # LL.G.5 tolerance of contact and overlap
NEAR_EDGE = 100  # LL.G.8, D24 a wall or edge so near counts as reached
MEN_PER_BASE = 70  # LL.1.base.1, section 3.1: 60 to 80 soldiers an infantry base
DIE = 6  # LL.1.dice.1

MOST_INF_BASES, LEAST_INF_BASES = 10, 2  # LL.1.unit.2, LL.1.unit.3, LL.3.army.2
MOST_ART_BASES, LEAST_ART_BASES = 3, 1  # LL.3.army.2, LL.1.unit.4

HAND_LIMIT = 6  # LL.4.hand.1
RESHUFFLE_PENALTY = 6  # LL.4.resh.4
ZONES_DEEP = 3  # LL.3.terr.5 the table is cut into three

INF_DEPTH: Mapping[str, int] = {"A": 1000, "B": 667, "C": 1500}  # D1

SHORT_RANGE = 6 * BW  # LL.5.range.1
LONG_RANGE = 24 * BW  # LL.5.range.2
OBSTRUCTED_REACH = 2 * BW  # LL.2.obs.2
ARC = 45_00  # LL.5.artprio.2, LL.5.volley.2
MORALE_CARDS_A_UNIT = 2  # LL.5.morale.1, LL.7.morale.1
KILLS_ON = 4  # LL.5.kill.1
DENSE_RANKS = 3  # LL.5.dense.1
EASIEST, HARDEST = 2, 6  # LL.5.hit.2, LL.7.att.1 ours: however many cards are in force, a 6 succeeds, a 1 does not
OBSTACLES: Mapping[str, tuple[str, ...]] = {  # LL.5.who.3, D59 what a gun cannot stand on and fire
    "A": ("wall", "works"),
    "B": ("wall", "works", "fence", "embankment"),
}

INF_MOVE, LIMBERED_MOVE, PROLONG = 4 * BW, 6 * BW, 1 * BW  # LL.6.dist.1
HARD_MOVE = INF_MOVE // 2  # LL.6.hard.2
OBLIQUE = 45_00  # LL.6.fwd.3
NEAR_ENEMY = 6 * BW  # LL.6.dis.1
FILES_A_SIDE = 2  # LL.6.guide.2
MOST_STEPS = 40  # LL.6.path.1, LL.G.1 each step rounds to a milli-BW; more of them could add up to something

CHARGE_WHEEL = 1 * BW  # LL.7.charge.3
ENGAGED_REACH = 1 * BW  # LL.7.engage.2
FIGHTING_RANKS = 2  # LL.7.ndice.1
MOST_DICE = 10  # LL.7.ndice.4
LIMBER_DICE = 2  # LL.7.limb.1
SUCCEEDS_ON = 4  # LL.7.def.1, LL.7.att.1
VULNERABLE_ON = 6  # LL.7.vuln.1
RETREAT_DICE = 2  # LL.7.fdist.1
CLEAR_OF_ENEMY = 1 * BW  # LL.7.fdist.2
EQUIDISTANT = 50  # D34

UnitKind = Literal["INF", "ART"]  # LL.1.unit.1, LL.F.1 neither cavalry nor officers
Hand = Literal["left", "right"]
Bases = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Shown = Annotated[str, msgspec.Meta(min_length=1, max_length=80)]
Mode = Literal["volley", "skirmish", "canister", "bombard"]


class FireRow(NamedTuple):
    dice: int
    needs: int


# LL.5.hit.1, LL.5.hit.2
TO_HIT: Mapping[Mode, FireRow] = {
    "volley": FireRow(1, 4),
    "skirmish": FireRow(1, 6),
    "canister": FireRow(2, 4),
    "bombard": FireRow(1, 4),
}
DENSE_BY_RANKS = Modifier(1, "three ranks or more", "LL.5.dense.1")
DENSE_BY_FLANK = Modifier(1, "shot from behind its front line", "LL.5.dense.1")
TARGET_COVER = Modifier(-1, "target in cover", "LL.5.artmod.1")
FIRER_HINDERED = Modifier(-1, "firing base in difficult terrain", "LL.5.smmod.1")
DEFENDER_HINDERED = Modifier(-1, "defender in difficult terrain", "LL.7.defmod.1")
DEFENDER_VULNERABLE = Modifier(0, "vulnerable: sixes only", "LL.7.vuln.1")
DEFENDER_COVER = Modifier(-1, "defender in cover", "LL.7.attmod.1")
ATTACKER_HINDERED = Modifier(-1, "attacker in difficult terrain", "LL.7.attmod.2")
TARGET_VULNERABLE = Modifier(1, "vulnerable defender", "LL.7.attmod.3")

Shape = Literal["area", "line", "none"]


class TerrainRow(NamedTuple):
    """LL.2.table One row: what a kind of terrain does."""

    shape: Shape
    difficult: tuple[str, ...] = ()
    cover_fire: bool = False
    cover_combat: bool = False
    obstructs: bool = False
    impassable: tuple[str, ...] = ()
    water: bool = False


ALL = ("INF", "ART")
# LL.2.table; a hill is the ground round its crest, which is a line of its own kind (LL.2.crest.1)
TERRAIN: Mapping[str, TerrainRow] = {
    "woods": TerrainRow("area", ("ART",), cover_fire=True, obstructs=True),
    "marsh": TerrainRow("area", ("INF",), impassable=("ART",), water=True),
    "hill": TerrainRow("area"),
    "stream": TerrainRow("area", ALL, water=True),
    "river": TerrainRow("area", impassable=ALL),
    "rough": TerrainRow("area", ALL),
    "field": TerrainRow("area", obstructs=True),
    "wall": TerrainRow("line", ("ART",), cover_fire=True, cover_combat=True, obstructs=True),
    "works": TerrainRow("line", ("ART",), cover_fire=True, cover_combat=True, obstructs=True),  # D10
    "fence": TerrainRow("line", cover_combat=True),
    "ford": TerrainRow("area", ALL, water=True),
    "bridge": TerrainRow("area"),
    "road": TerrainRow("line"),
    "embankment": TerrainRow("line"),
}

# LL.7.attmod.4 The columns of the printed table, each by the rule of its modifier.
CASES: Mapping[str, str] = {
    "LL.7.attmod.1": "cover",
    "LL.7.attmod.2": "difficult terrain",
    "LL.7.attmod.3": "vulnerable",
}
# LL.7.res.1 The printed rows, by the rule a beaten unit pays under.
BEATEN: Mapping[str, tuple[str, str]] = {
    "LL.7.loss.1": ("attack higher", "defender loses the difference, at least 1, and retreats"),
    "LL.7.aloss.1": ("equal or lower", "its attackers lose 1 base each and retreat"),
    "LL.7.flimb.2": ("limbered, attack higher", "the battery is lost"),
    "LL.7.flimb.1": ("limbered, equal or lower", "the battery retreats without loss; its attackers stay"),
}


def or_more(face: int) -> str:
    """As it is printed: 5+, but 6."""
    return f"{face}+" if face < DIE else f"{face}"
