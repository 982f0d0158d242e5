"""What the booklet itself prints as numbers; its separate charts come from the pack."""

from __future__ import annotations

from typing import Final

# 2.1.2 Arms, and the columns of the Terrain Effects Chart (7.1.1) that they use.
FOOT, LIGHT, HORSE, GUNS = "HI", "LI", "CAV", "ART"
COLUMN: Final = {"HI": 0, "CAV": 1, "LI": 2, "ART": 3}
ALLOWANCE: Final = {"HI": 4, "CAV": 8, "LI": 6, "ART": 2}  # 7.2.1, DRV.ma
WITH_LIGHT: Final = 6  # 8.2.1
DISMOUNTED: Final = 4  # 14.3
LEADER: Final = 8  # 5.1.2, 5.2.2
COLUMN_BONUS: Final = 2  # 6.3.4
HEDGEHOG: Final = 4  # 6.3.2.b
COUNTERMARCH: Final = 2  # 6.2.2
TURN: Final = {"HI": 2, "CAV": 1, "LI": 1, "ART": 0}  # 6.2.1 a vertex
WHEEL: Final = 1  # 6.2.1 besides the ground

# 5.4.2 The reach of a link of command.
LINK: Final = {"CAV": 3, "HI": 2, "LI": 2, "ART": 2}
INTERCEPTION: Final = 4  # 9.3.1 hexes
NEAR: Final = 2  # 9.2.3, 9.2.4 hexes
SMALL: Final = 2  # 8.1.1 strength of light infantry that may stand with horse
PISTOLS: Final = 2  # 10.7
ACTIVATIONS: Final = 3  # 4.3.1
MOMENTUM: Final = 2  # 11.3.6 hexes

ORDERS: Final = ("charge", "make_ready", "receive_charge", "rally")  # 4.2.1 from the first to act to the last
LEVELS: Final = ("MN", "MS", "MB")  # 12.1
BROKEN_MORALE: Final = 1  # 12.4.3
WORSE: Final = ("FN", "OO", "FS", "FB")  # 8.2.2 from the better to the worse
