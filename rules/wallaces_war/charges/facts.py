"""11.2, 12.5 Facts of charges, and of ways back from them. Tags are for ever."""

# No postponed annotations here: msgspec would evaluate each of these texts in every process that reads a log.

from typing import Literal

from domain.kernel.chapter import Told
from domain.kernel.facts import Fact
from domain.kernel.reasons import Reason
from rules.wallaces_war.ids import HexId, LeaderId, UnitId
from rules.wallaces_war.melee.facts import enter
from rules.wallaces_war.melee.state import Attack, Retreat, RetreatKind
from rules.wallaces_war.state import State


class ChargeTested(Fact, frozen=True, kw_only=True):
    """11.2.2b Horse that sees an enemy enter its zone: the die against its rating."""

    units: tuple[UnitId, ...]  # those that would charge, top first
    target: HexId
    movers: tuple[UnitId, ...]
    rating: int
    die: int
    charges: bool


class ChargeMade(Fact, frozen=True, kw_only=True):
    """11.2.1e, 11.2.2d, 11.2.7, 12.5c Horse begins its charge, or berserkers their rush."""

    units: tuple[UnitId, ...]
    start: HexId
    at: HexId  # its end hex
    target: HexId
    kind: Literal["charge", "reaction", "extension", "impulse"]
    path: tuple[str, ...] = ()
    leaders: tuple[LeaderId, ...] = ()
    attack: int = -1  # its number in the ledger if it was declared


class ChargeDropped(Fact, frozen=True, kw_only=True):
    """11.2.3c Horse that must charge, and finds no place."""

    units: tuple[UnitId, ...]


class AttacksJoined(Fact, frozen=True, kw_only=True):
    """11.2.3c, 8.2f Chargers who have come into one hex strike as one stack."""

    attack: int
    other: int
    units: tuple[UnitId, ...]  # all of them, top first


class RetreatDue(Fact, frozen=True, kw_only=True):
    """10.3/S9b, 11.2.6a, 12.5d A unit or stack must go back."""

    units: tuple[UnitId, ...]
    hexes: int
    kind: RetreatKind
    why: Reason
    rebounds: bool = False


class RetreatMade(Fact, frozen=True, kw_only=True):
    """10.3/S9f It has gone as far as it could; a step is due for each hex that was missing."""

    units: tuple[UnitId, ...]
    start: HexId
    path: tuple[HexId, ...]
    missing: int
    kind: RetreatKind


class UnitRebounded(Fact, frozen=True, kw_only=True):
    """11.2.6a Horse comes back from its charge."""

    units: tuple[UnitId, ...]


def _tested(state: State, fact: ChargeTested) -> None:
    state.segment.provoked.extend(unit for unit in fact.movers if unit not in state.segment.provoked)


def _made(state: State, fact: ChargeMade) -> None:
    melee = state.melee
    assert melee is not None
    if fact.attack < 0:
        enter(
            state,
            Attack(units=fact.units, start=fact.start, at=fact.at, target=fact.target, kind=fact.kind, path=fact.path),
        )
    attack = melee.attacks[fact.attack]
    attack.progress, attack.rode = "riding", True
    attack.units, attack.leaders, attack.riders = fact.units, fact.leaders, fact.units
    for unit in fact.units:
        state.units[unit].charge = False
    if fact.kind == "charge":
        state.turn.charged.extend(fact.units)
    elif fact.kind == "reaction":
        state.segment.reacted.extend(fact.units)
        state.turn.struck.extend(unit for unit in state.stacks[fact.target] if unit not in state.turn.struck)
    else:
        state.segment.extended.extend(fact.units)


def _dropped(state: State, fact: ChargeDropped) -> None:
    state.segment.reacted.extend(fact.units)


def _joined(state: State, fact: AttacksJoined) -> None:
    melee = state.melee
    assert melee is not None
    one, other = melee.attacks[fact.attack], melee.attacks[fact.other]
    left = tuple(unit for unit in (*one.riders, *other.riders) if unit not in fact.units)
    one.units, one.riders = fact.units, (*fact.units, *left)
    other.progress, other.units, other.riders = "void", (), ()


def _due(state: State, fact: RetreatDue) -> None:
    state.retreats.append(
        Retreat(units=fact.units, hexes=fact.hexes, kind=fact.kind, rebounds=fact.rebounds, stack=fact.units)
    )


def _went(state: State, fact: RetreatMade) -> None:
    """D26 B A stack that parts leaves the rest of it still to go."""
    for retreat in state.retreats:
        retreat.units = tuple(unit for unit in retreat.units if unit not in fact.units)
    state.retreats = [retreat for retreat in state.retreats if retreat.units]
    if fact.kind != "loss":
        return
    state.segment.retreated.extend(fact.units)
    if not fact.path and state.melee:
        state.melee.stuck.append(fact.start)


def _rebounded(state: State, fact: UnitRebounded) -> None:
    if state.melee:
        state.melee.rebounded.extend(fact.units)


FACTS = (
    Told(ChargeTested, ("11.2.2b",), _tested),
    Told(ChargeMade, ("11.2.1e",), _made),
    Told(ChargeDropped, ("11.2.3c",), _dropped),
    Told(AttacksJoined, ("8.2f",), _joined),
    Told(RetreatDue, ("10.3/S9b",), _due),
    Told(RetreatMade, ("10.3/S9f",), _went, aside=True),
    Told(UnitRebounded, ("11.2.6a",), _rebounded),
)
