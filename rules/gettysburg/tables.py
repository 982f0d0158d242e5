"""Every printed table and fixed number of the rulebook. Movement points are kept in halves: 1 MP is 2."""

from __future__ import annotations

from typing import Final

from domain.kernel.reasons import Modifier

# 2.12, 2.13, 8.2a, 15.1, 18.3, 22.4 Allowances in half-points.
MP: Final = 2
ALLOWANCE: Final = 4 * MP
HMC_ALLOWANCE: Final = 6 * MP
ACCELERATED: Final = 8 * MP
MOST_FORCED: Final = 2  # MP of a forced march
ROAD_RATE: Final = 1  # 6.3a
TRAIL_RATE_OF_TRAIN: Final = 2  # 21.2
RECOVERY_COST: Final = 2 * MP  # 7.3d
EXIT_COST: Final = 1 * MP  # 8.5a
DELAY_COST: Final = 1 * MP  # 15.3a
CHARGE_ALLOWANCE: Final = 2 * MP  # 15.5a

STACK: Final = 3  # 9.1a
NEAR: Final = 2  # 8.6(2), 7.4b, 15.1: one intermediate hex
HMCS: Final = 8  # 18.1
HMCS_STAY: Final = {"passive": "16.5b", "panic": "16.6b"}  # armies that neither create nor remove HMCs

# 18.2a, 20.2a Observation and night sight, in intermediate hexes; a hill adds to both (14.5a, 18.2a).
OBSERVATION: Final = 5
HILL_BONUS: Final = 2
NIGHT_SIGHT: Final = 3

TURNS_A_DAY: Final = 12
FIRST_NIGHT_TURN: Final = 11  # 20.1
RAIN_FROM: Final = 3 * TURNS_A_DAY + 3  # 20.5 4 July, turn 3

# Dice
DELAY_FROM: Final = 4  # 15.3a
RALLY: Final = {"infantry": 2, "cavalry": 4}  # 7.4b at most
RETREAT_BEFORE_COMBAT: Final = 4  # 15.4 at most
CAPTURE: Final = 2  # 13.5b at most
RAIN: Final = 3  # 20.5 at most
RETURN_TO_MAP: Final = 1  # 22.6
CONTROL_TAKEN: Final = 3  # 17.3a at most
CONTROL_NOBODY: Final = 4  # 17.3a
CONTROL_TAKEN_LATE: Final = 2  # 17.3b at most
SECOND_DIE_AT: Final = 5  # 7.6b loss 4+
SECOND_DIE_SURVIVES: Final = 3  # 7.6b at most
LOSS_4_PLUS: Final = "4+"
DEMORALIZED_AT: Final = 15  # 22.5
RETURN_AFTER: Final = 3  # 22.6 turns

# TET Movement cost of a hex in half-points; None is prohibited.
TERRAIN_COST: Final[dict[str, dict[str, int | None]]] = {
    "clear": {"infantry": 2, "cavalry": 2, "artillery": 2},
    "light_woods": {"infantry": 2, "cavalry": 2, "artillery": 2},
    "heavy_woods": {"infantry": 2, "cavalry": 8, "artillery": 8},
    "hill": {"infantry": 2, "cavalry": 2, "artillery": 2},
    "rough": {"infantry": 4, "cavalry": None, "artillery": None},
    "town": {"infantry": 2, "cavalry": 2, "artillery": 2},
}

# TET What crossing a hexside adds, in half-points; a slope only uphill (6.5a).
HEXSIDE_COST: Final[dict[str, dict[str, int]]] = {
    "slope": {"infantry": 0, "cavalry": 4, "artillery": 4},
    "stream": {"infantry": 0, "cavalry": 0, "artillery": 2},
    "protected": {"infantry": 0, "cavalry": 0, "artillery": 4},
    "ravine": {"infantry": 2, "cavalry": 4, "artillery": 4},
}

# 11.5 Shifts of the Combat Differential for the ground the defender holds.
TOWN = Modifier(-1, "defender in a town", "11.5")
ROUGH = Modifier(-2, "defender in rough ground", "11.5")
HEAVY_WOODS = Modifier(-1, "defender in heavy woods, attacked through a clear hexside", "6.4b")
SLOPE = Modifier(-1, "attack uphill across a slope", "6.5a")
STREAM = Modifier(-1, "attack across a stream", "11.5")
RAVINE = Modifier(-1, "attack across a ravine", "11.5")
PROTECTED = Modifier(-1, "attack across a protected hexside", "6.6a")
# 11.4 The other lines, those of 2.14 as the Disrupted marker bears them.
ATTACKER_DISRUPTED = Modifier(-2, "attacker Disrupted", "7.3a")
DEFENDER_DISRUPTED = Modifier(1, "defender Disrupted", "7.3a")

LAST_COLUMN: Final = 4  # 11.4

# CRT 2d6 -> result in each column of the Combat Differential, -4 to +4.
CRT: Final[dict[int, tuple[str, ...]]] = {
    2: ("AE", "A", "D3", "AER", "D4", "A", "AE", "D4", "AER"),
    3: ("A", "A", "A", "AER", "D5", "AE", "A", "AER", "A"),
    4: ("A", "AER", "AER", "AER", "AE", "A", "AER", "A", "A"),
    5: ("AER", "A", "AER", "AE", "A", "AER", "A", "A", "D5"),
    6: ("AER", "AER", "AE", "A", "AER", "A", "D4", "D4", "D4"),
    7: ("AE", "AE", "A", "D4", "A", "D4", "DR", "DER", "DER"),
    8: ("D3", "D3", "D4", "DER", "D4", "DR", "DER", "D5", "DR"),
    9: ("D3", "D4", "DER", "A", "DER", "DER", "D5", "DR", "DER"),
    10: ("D4", "DER", "D3", "DR", "DR", "DER", "DER", "DER", "DR"),
    11: ("DER", "D3", "DR", "D3", "DER", "D5", "A", "DR", "D5"),
    12: ("A", "DR", "D4", "D5", "DR", "D5", "D4", "DR", "D4"),
}
DOUBTFUL_CELL: Final = (12, -2)  # D11
DOUBTFUL_OTHER: Final = "D3"

# BT 1d6 -> result for 1, 2 or 3 coordinated artillery units; empty is no effect.
BT: Final[dict[int, tuple[str, str, str]]] = {
    1: ("A", "A", "A"),
    2: ("", "D", "D"),
    3: ("", "D", "DR"),
    4: ("", "D", "DR"),
    5: ("D", "DR", "DER"),
    6: ("D", "DR", "DER"),
}

# 4.3 Victory points.
POINTS_DESTROYED: Final = {"infantry": 2, "cavalry": 2, "artillery": 1}
POINTS_CAPTURED: Final = {"infantry": 3, "cavalry": 3, "artillery": 1}
POINTS_TRAIN_ATTACKED: Final = 1
POINTS_TRAIN_EXIT: Final = {"F": 20, "G": 10, "E": 5}
DECISIVE_CONFEDERATE: Final = 30  # 4.1b at least
WIN_CONFEDERATE: Final = 10
DECISIVE_UNION: Final = -10  # at most

# 23.2 to 23.5
CEMETERY_HILL_BRIGADES: Final = 2
SECOND_DAY_MARGIN: Final = 20
SECOND_DAY_UNITS: Final = 10
TANEYTOWN_BRIGADES: Final = 2
BALTIMORE_BRIGADES: Final = 1
LITTLE_ROUND_TOP_BRIGADES: Final = 12


def crt(total: int, column: int, *, smooth: bool = False) -> str:
    """CRT The printed cell; D11 B reads its one doubtful digit as 3."""
    if smooth and (total, column) == DOUBTFUL_CELL:
        return DOUBTFUL_OTHER
    return CRT[total][column + LAST_COLUMN]


def bt(die: int, units: int) -> str:
    """BT The printed cell for so many coordinated artillery units."""
    return BT[die][units - 1]
