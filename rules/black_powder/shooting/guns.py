"""BP.gun, BP.how, BP.mg, BP.rkt What a unit shoots with: its reach, its bands, and who it is."""

from __future__ import annotations

from typing import Literal, NamedTuple

from rules.black_powder.rulings import is_on
from rules.black_powder.state import State, Unit
from rules.black_powder.tables import INCH
from rules.black_powder.units.measuring import is_in_reach, scaled
from rules.black_powder.units.profile import weapon

SHORT = 6 * INCH  # BP.gun.6, BP.fire.4
CORRIDOR, GUN_CORRIDOR = 6 * INCH, 3 * INCH  # BP.tgt.6
OVERHEAD_CLEAR = 6 * INCH  # BP.gun.8
Band = Literal["", "short", "medium", "long"]
PIECES = ("gun", "howitzer", "machine_gun", "rocket")
LOBBED = ("howitzer", "rocket")  # troops between do not matter (BP.how.3, BP.rkt.3)


class Arm(NamedTuple):
    """BP.vis.6 A weapon as it is used now, its lengths to scale."""

    kind: str
    range: int
    minimum: int
    firearm: bool

    @property
    def is_piece(self) -> bool:
        return self.kind in PIECES

    @property
    def is_lobbed(self) -> bool:
        return self.kind in LOBBED

    @property
    def half(self) -> int:
        return self.range // 2


def arm_of(state: State, unit: Unit) -> Arm:
    row = weapon(state, unit)
    return Arm(
        row.kind,
        scaled(state, row.range * INCH),
        scaled(state, row.minimum * INCH),
        row.firearm or row.kind in PIECES,
    )


def short_range(state: State) -> int:
    return scaled(state, SHORT)


def band_of(state: State, arm: Arm, distance: int) -> Band:
    """BP.gun.6 Short to 6 inches, medium to half the range, long beyond; troops have no bands."""
    if not arm.is_piece:
        return ""
    if is_in_reach(state, distance, short_range(state)):
        return "short"
    return "medium" if is_in_reach(state, distance, arm.half) else "long"


def gun_dice(state: State, unit: Unit, band: Band) -> int:
    """BP.gun.6, BP.gun.10, BP.how.5 A number for each band; the medium one within 6 inches without canister."""
    later = state.battle.ranges_from
    if later and state.units.get(later.unit) is unit and state.core.turn >= later.turn:
        return later.dice
    numbers = unit.profile.shooting
    if len(numbers) < 3:
        return numbers[0] if numbers else 0
    if band == "short" and is_on(state, "no_canister"):
        band = "medium"
    return numbers[("short", "medium", "long").index(band or "short")]
