"""What a side may ask for. Hexes are printed ids such as 2020; units are C-41 or U-72, Trains C-Train, HMCs C-HMC3."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from domain.facts import Order

HexId = str
PieceId = str
OFF_MAP = "off"  # the last step of a path that leaves the map (8.5)
Pace = Literal["normal", "accelerated", "disengage"]
ForcedMp = Annotated[int, msgspec.Meta(ge=0, le=9)]


class PlaceUnit(Order, frozen=True, kw_only=True):
    """3.2, 23.1 Set-up: a unit whose hex the owner picks; `to` is that hex."""

    unit: PieceId
    to: HexId


class HideUnits(Order, frozen=True, kw_only=True):
    """18.2b, 18.6, 18.7, 23.1 Units go into HMCs in one hex, all at one moment; an empty HMC is a decoy.

    `at` is the hex; `contents` names each HMC and the ids of the units in it, none for a decoy. In an entry hex,
    units still to arrive may be put into HMCs that enter there.
    """

    at: HexId
    contents: dict[PieceId, tuple[PieceId, ...]]


class DeployUnits(Order, frozen=True, kw_only=True):
    """18.4a An HMC is removed before it moves, or 18.5 one that was observed is emptied.

    `places` gives each unit in it, by id, its hex.
    """

    hmc: PieceId
    places: dict[PieceId, HexId] = {}


class MoveUnit(Order, frozen=True, kw_only=True):
    """8.1 One piece moves hex by hex; a reinforcement names its entry hex first, `off` leaves the map.

    `path` is every hex it enters, in order, without the one it stands in; it may be left out to recover or charge only.
    `recover` pays for recovery first (7.3), `forced` adds MP (22.4), `charge` names the hex charged (15.5),
    `more` keeps the move open for a further order.
    """

    unit: PieceId
    path: tuple[HexId, ...] = ()
    recover: bool = False
    pace: Pace = "normal"
    forced: ForcedMp = 0
    charge: HexId = ""
    more: bool = False


class DeclareAttack(Order, frozen=True, kw_only=True):
    """8.4 A brigade will attack the units, or the Train, in an adjacent hex: `unit` is its id, `target` that hex.

    Declared right after the unit's own move, or instead of it, before another unit is used; `train` for a Train.
    """

    unit: PieceId
    target: HexId
    train: bool = False


class DeclareBombardment(Order, frozen=True, kw_only=True):
    """14.1, 14.2b Artillery will bombard one unit in a hex: `target` is the hex, `aim` the id of the unit hit.

    Declared like an attack: right after the unit's own move, or instead of it, before another unit is used.
    """

    unit: PieceId
    target: HexId
    aim: PieceId


class ReorderStack(Order, frozen=True, kw_only=True):
    """9.4a The pieces of one hex, all of them by id, top first."""

    at: HexId
    pieces: tuple[PieceId, ...]


class AttemptControl(Order, frozen=True, kw_only=True):
    """17.3 The opponent of an army in Panic tries to take over a unit."""

    unit: PieceId


class RollForReturn(Order, frozen=True, kw_only=True):
    """22.6 A unit or HMC that left the map tries to come back."""

    unit: PieceId


class Rally(Order, frozen=True, kw_only=True):
    """7.4b A Shaken brigade tries to rally."""

    unit: PieceId


class ReturnUnit(Order, frozen=True, kw_only=True):
    """10.4 A Routed unit comes back, or an Eliminated one at the price of another (7.7).

    `to` is the hex, `destroying` the id of the unit given up for it.
    """

    unit: PieceId
    to: HexId
    destroying: PieceId = ""


class EndPhase(Order, frozen=True, kw_only=True):
    """5.1a The side is done with its part of the phase."""


class RollCoordination(Order, frozen=True, kw_only=True):
    """11.6a Before the first attack on a hex: `target` is the hex attacked."""

    target: HexId


class ResolveAttack(Order, frozen=True, kw_only=True):
    """11.3 The declared attack of one brigade; `unit` is the attacker."""

    unit: PieceId


class ResolveBombardment(Order, frozen=True, kw_only=True):
    """14.3 The declared bombardment of one artillery unit, or of a stack that tries to coordinate (14.7).

    `aim` is the unit hit where it is chosen only now (D62 B).
    """

    units: tuple[PieceId, ...]
    aim: PieceId = ""


class SwapDefender(Order, frozen=True, kw_only=True):
    """11.7b A Supporting Brigade takes the place of the defender."""

    unit: PieceId


class RetreatBeforeCombat(Order, frozen=True, kw_only=True):
    """15.4 Defending cavalry tries to fall back before infantry."""


class GiveSupport(Order, frozen=True, kw_only=True):
    """13.4 One artillery unit supports the combat."""

    unit: PieceId


class DefendWith(Order, frozen=True, kw_only=True):
    """13.5a Which artillery unit defends a hex without brigades; 11.7a which brigade takes over (D46 B)."""

    unit: PieceId


class RetreatTo(Order, frozen=True, kw_only=True):
    """12.4 One hex of a unit's retreat: `to` is an adjacent hex; `off` leaves the map (8.5b)."""

    unit: PieceId
    to: HexId


class ChooseRout(Order, frozen=True, kw_only=True):
    """9.3b Which unit routs where retreating units overstack a hex."""

    unit: PieceId


class Advance(Order, frozen=True, kw_only=True):
    """12.7a The brigades that advance into the emptied hex."""

    units: tuple[PieceId, ...]


class CounterAttack(Order, frozen=True, kw_only=True):
    """19.1 A brigade strikes back at a unit that attacked or bombarded; cavalry may charge under D66 C.

    `unit` strikes back, `target` is the hex of the unit struck.
    """

    unit: PieceId
    target: HexId
    charge: bool = False


class Decline(Order, frozen=True, kw_only=True):
    """No to whatever is offered: a control attempt, a swap, support, an advance, a Counter-Attack, more movement."""


ORDERS: tuple[type[Order], ...] = (
    PlaceUnit, HideUnits, DeployUnits, MoveUnit, DeclareAttack, DeclareBombardment, ReorderStack, AttemptControl,
    RollForReturn, Rally, ReturnUnit, EndPhase, RollCoordination, ResolveAttack, ResolveBombardment, SwapDefender,
    RetreatBeforeCombat, GiveSupport, DefendWith, RetreatTo, ChooseRout, Advance, CounterAttack, Decline,
)  # fmt: skip

# One of each kind, from games of McPherson's Ridge and the Second Day; the units stand as such an order needs them.
EXAMPLES: tuple[Order, ...] = (
    PlaceUnit(unit="U-72", to="2226"),
    HideUnits(at="1926", contents={"C-HMC1": ("C-44", "C-45"), "C-HMC2": ()}),
    DeployUnits(hmc="C-HMC1", places={"C-44": "1926", "C-45": "1927"}),
    MoveUnit(unit="C-44", path=("1927", "1926", "2026", "2125")),
    DeclareAttack(unit="C-44", target="2226"),
    DeclareBombardment(unit="C-51", target="1523", aim="U-3"),
    ReorderStack(at="2419", pieces=("U-51", "U-50")),
    AttemptControl(unit="U-2"),
    RollForReturn(unit="C-46"),
    Rally(unit="C-30"),
    ReturnUnit(unit="C-35", to="1627"),
    EndPhase(),
    RollCoordination(target="1523"),
    ResolveAttack(unit="C-28"),
    ResolveBombardment(units=("C-51", "C-52")),
    SwapDefender(unit="U-55"),
    RetreatBeforeCombat(),
    GiveSupport(unit="U-7"),
    DefendWith(unit="U-56"),
    RetreatTo(unit="U-51", to="1619"),
    ChooseRout(unit="U-51"),
    Advance(units=("U-2",)),
    CounterAttack(unit="U-3", target="1423"),
    Decline(),
)
