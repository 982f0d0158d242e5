"""Small positions for tests of fire: one base against one base, ground between them, and what was shot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.kernel.facts import Fact
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.fire.aiming import plan_fire
from rules.longstreet_lite.fire.asks import FireUnit
from rules.longstreet_lite.fire.facts import UnitFired
from rules.longstreet_lite.state import Active, Shot, State, Terrain, Unit
from tests.longstreet_lite.positions import give, position, refusal, said, terrain, unit

VOLLEY, SKIRMISH = [("volley", 0, "cs")], [("skirmish", 0, "cs")]
CANISTER, BOMBARD = [("canister", 0, "cs")], [("bombard", 0, "cs")]
COLUMN = (1, 1)  # one base in front: the smallest infantry unit that fires along one zone


def firer(at: str = "10:5", heading: str = "0", ranks: Sequence[int] = COLUMN, kind: str = "INF") -> Unit:
    return unit("us", at, heading, ranks, kind=kind)


def guns(at: str = "10:5", heading: str = "0", count: int = 1) -> Unit:
    return unit("us", at, heading, (count,), kind="ART")


def enemy(at: str = "10:9", heading: str = "180", ranks: Sequence[int] = COLUMN) -> Unit:
    """By default straight ahead of the firer at 4 BW, its front to him."""
    return unit("cs", at, heading, ranks)


def friend(at: str, heading: str = "0", ranks: Sequence[int] = COLUMN) -> Unit:
    return unit("us", at, heading, ranks)


def facing(
    *pieces: Terrain, us: Unit | None = None, cs: Unit | None = None, others: Mapping[str, Unit] | None = None,
    options: Sequence[str] = (), **readings: str,
) -> State:  # fmt: skip
    """Unit `us` against unit `cs` across the terrain, with others beside them."""
    units = {"us": us or firer(), "cs": cs or enemy(), **(others or {})}
    return position(units, *pieces, readings=readings, options=options)


def aimed(state: State, unit_id: str = "us", target: str = "", **aims: int) -> list[tuple[str, int, str]]:
    """How each base would fire: mode, turn, target; aims as b1=-20."""
    order = FireUnit(unit=unit_id, target=target, aims={base.removeprefix("b"): turn for base, turn in aims.items()})
    return [(aim.mode, aim.zone.turn, aim.zone.unit) for aim in plan_fire(state, "us", order).aims]


def shots(state: State, *dice: int, unit_id: str = "us", target: str = "") -> tuple[Shot, ...]:
    """The shots of a unit with these dice."""
    return fired(give(SYSTEM, state, "us", FireUnit(unit=unit_id, target=target), *dice)).shots


def fired(facts: list[Fact]) -> UnitFired:
    return next(fact for fact in facts if isinstance(fact, UnitFired))


def refused(state: State, unit_id: str = "us", target: str = "", **aims: int) -> str:
    """The rule under which the order is refused."""
    return refusal(SYSTEM, state, "us", _order(unit_id, target, aims))


def told(state: State, unit_id: str = "us", target: str = "", **aims: int) -> str:
    """What the refusal says."""
    return said(SYSTEM, state, "us", _order(unit_id, target, aims))


def _order(unit_id: str, target: str, aims: Mapping[str, int]) -> FireUnit:
    return FireUnit(unit=unit_id, target=target, aims={base.removeprefix("b"): turn for base, turn in aims.items()})


def band(kind: str, south: str, north: str, west: str = "2", east: str = "18", name: str = "") -> Terrain:
    """A strip of terrain across the table."""
    return terrain(kind, f"{west}:{south}", f"{west}:{north}", f"{east}:{north}", f"{east}:{south}", name=name)


def line(kind: str, y: str, west: str = "2", east: str = "18") -> Terrain:
    return terrain(kind, f"{west}:{y}", f"{east}:{y}")


def crest(y: str, west: str = "2", east: str = "18") -> Terrain:
    return terrain("hill", "2:2", "2:22", "18:22", "18:2", crest=(f"{west}:{y}", f"{east}:{y}"), name="ridge")


def modifiers(state: State, *dice: int) -> list[str]:
    """The citations of what modifies the shot of the one base that fires."""
    (shot,) = shots(state, *dice)
    return [modifier.cite for modifier in shot.modifiers]


def in_force(state: State, card: str, by: str, unit_id: str = "") -> State:
    """The effects of a card are in force; `unit_id` is the one named."""
    for effect in state.battle.cards[card].effects:
        named = unit_id if effect.units == "one" else ""
        state.effects.append(Active(card=card, by=by, effect=effect, unit=named))
    return state


def two_lines(**readings: str) -> State:
    """Three bases against three, face to face at 4 BW."""
    return facing(us=firer(ranks=(3,)), cs=enemy(ranks=(3,)), **readings)


def volley(state: State, *dice: int, **order: bool) -> list[Fact]:
    """What follows when the unit `us` fires."""
    return give(SYSTEM, state, "us", FireUnit(unit="us", **order), *dice)
