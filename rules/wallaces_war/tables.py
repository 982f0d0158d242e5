"""What the booklet itself prints as numbers; its separate charts come from the pack."""

from __future__ import annotations

from typing import Final, Literal

from domain.kernel.reasons import Modifier

Effectiveness = Literal["resolute", "wavering", "weakened", "broken", "eliminated"]

# 2.1c
CAVALRY: Final = frozenset({"HC", "MXB"})
MISSILE: Final = frozenset({"XB", "MXB", "AR"})
FIRST_RANK: Final = frozenset({"RI", "SC", "MAA"})
ALL_ROUND: Final = frozenset({"XB", "MXB", "AR", "SC"})  # 5.1b
FIRERS: Final = frozenset({"XB", "MXB", "AR", "RI"})  # 9.1a, 20.2.4a
CLASS: Final = {
    kind: "cavalry" if kind in CAVALRY else "infantry" for kind in ("HC", "MXB", "XB", "AR", "RI", "SC", "MAA")
}
LEADER: Final = "leader"  # the class of a leader on the Terrain Effects Chart

# 8.1a, 20.2.3a
STACK: Final = 2
PAIRS: Final = {
    "HC": frozenset({"HC", "MXB"}),
    "MXB": frozenset({"HC", "MXB"}),
    "XB": frozenset({"XB", "AR", "RI", "SC"}),
    "AR": frozenset({"XB", "AR", "RI", "SC"}),
    "RI": frozenset({"XB", "AR", "RI", "MAA"}),
    "SC": frozenset({"XB", "AR", "SC"}),
    "MAA": frozenset({"MAA", "RI"}),
}

HALVES: Final = 2  # movement points are counted in halves: a road hex costs one
TURNING: Final = HALVES  # 5.2a
REACH: Final = 3  # 5.2d, 9.2a, 11.2.1b, 11.2.2a
VALUES: Final = (1, 2, 3, 4)  # 4.2a
FOUR: Final = 4
SINGLE_SIDED: Final = 3  # 16.2.1a counters of the values 3 and 1 that show no other
NO_LIMIT: Final = 99
ZOC_LIMIT: Final = {0: 0, 1: 1, 2: 2}  # 4.5 chit: enemy stacks whose ZOC may be entered; no limit from 3 on
REPLACEMENT_TURNS: Final = 3  # 4.4a
FOURS_AT_START: Final = {1: 1, 2: 2}  # 13.2a, 13.2b level: chits; no limit from 3 on
SPECIAL_LEVEL: Final = 4  # 13.2d
SPECIALS: Final = 2  # 13.2d
CONTINUING_LEVEL: Final = 2  # 10.4a
REPLACEMENT_LEADER: Final = (1, 3, 0, 6)  # 13.5a level, range, bonus, MA
LEADER_FALLS: Final = 9  # 13.4a
LEADER_FALLS_OPTION: Final = 10  # 13.4b
SHOCK: Final = 5  # 13.6a hexes
STEPS: Final = 6  # 12.1a
FLIPPED: Final = 3  # 12.2c
MINUS_ONE: Final = (2, 5)  # 12.2b, 12.2e steps lost at which the marker lies on -1
TESTING: Final = (3, 4, 5)  # 12.2c to 12.2e
RETREATING: Final = (4, 5)  # 12.2d, 12.2e
BERSERK_FROM: Final = 2  # 12.5a
RETREAT: Final = 2  # 10.3/S9b hexes
CHARGE: Final = 2  # 11.2.1e hexes
SET_UP_REACH: Final = 2  # 16.1a

# 14.2a, 14.2b, 14.2d
LEADER_WITH_IT: Final = Modifier(-1, "leader with it", "14.2a")
FRIEND_ROUTED: Final = Modifier(1, "friend in the stack routed", "14.2d")
MARKER: Final = Modifier(-1, "Step Loss -1", "14.2b")
SHAKEN: Final = Modifier(-1, "shaken", "14.2b")
BROKEN: Final = Modifier(-1, "broken Battle", "14.2b")

# 17.1b, 20.4a Points for a Battle of the second side, then of the first: English and Royalists score more.
POINTS: Final = {"eliminated": (5, 4), "broken": (3, 2), "weakened": (1, 1)}
# 17.2a In hundredths: a ratio above the number wins at this level.
LEVELS: Final = ((200, "decisive"), (167, "major"), (133, "minor"), (110, "marginal"))
STANDINGS: Final = ("resolute", "wavering", "weakened", "broken", "eliminated")  # 15.1a, each worse than the last
