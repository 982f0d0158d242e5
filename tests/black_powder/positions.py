"""Small positions for tests: units put where the test wants them, orders given with scripted dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from typing import Any

from domain.kernel.chance import EnteredChance
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Fact, GameStarted, Order
from domain.kernel.packs import Pack
from domain.kernel.play import carry_out, facts_of
from domain.kernel.system import Setup
from domain.tabletop import lengths
from domain.tabletop.measure import Pose
from domain.tabletop.polygons import polygon
from rules.black_powder import SYSTEM
from rules.black_powder.corrections import CORRECTIONS
from rules.black_powder.sheets.build import initial, profile_of
from rules.black_powder.sheets.rows import profiles, weapon_sheet
from rules.black_powder.state import SHOOTING, Contact, Piece, State, Unit
from rules.black_powder.tables import TERRAIN
from rules.black_powder.units.footprint import block_pose
from tests.shipped import shipped_packs

HOUSE: Pack = next(pack for pack in shipped_packs("black_powder") if pack.name == "house")
SIDES = ("blue", "red")
BRIGADES = {"blue": "blue-foot", "red": "red-foot"}


def unit(
    side: str,
    profile: str,
    at: str = "",
    heading: str = "0",
    formation: str = "line",
    *,
    casualties: int = 0,
    disordered: bool = False,
    inside: str = "",
    rules: Sequence[str] = (),
    **more: Any,
) -> Unit:
    """A unit of a house profile on the table at east:north; `rules`: special rules besides its own."""
    row = profiles(HOUSE)[profile]
    made = profile_of(row, dict(weapon_sheet(HOUSE).special_rules), size_counted=False)
    for rule in rules:
        made.rules[rule] = 0
    found = Unit(name=profile, side=side, brigade=BRIGADES[side], profile=made, formation=formation, **more)  # type: ignore[arg-type]
    found.casualties, found.disordered, found.building = casualties, disordered, inside
    if at:
        point = lengths.point(at)
        found.pose = Pose(x=point.x, y=point.y, heading=lengths.angle(heading) % 36_000)
    return found


def piece(kind: str, *points: str, name: str = "", cover: int | None = None, sight: int = 0) -> Piece:
    spots = lengths.points(points)
    row = TERRAIN[kind]
    return Piece(
        name=name or kind,
        kind=kind,
        points=polygon(spots) if row.shape == "area" else spots,
        cover=row.cover if cover is None else cover,
        sight=sight,
    )


def position(
    units: Mapping[str, Unit],
    *pieces: Piece,
    phase: str = SHOOTING,
    active: str = "blue",
    turn: int = 2,
    contacts: Sequence[Contact] = (),
    options: Mapping[str, Any] | None = None,
    readings: Mapping[str, str] | None = None,
) -> State:
    """Only these units and pieces on the drill field, in a phase of the active side with nothing awaited."""
    started = GameStarted(
        format=1,
        game="0",
        title="t",
        system="black_powder",
        edition="",
        scenario="drill_field",
        pack="",
        sides=SIDES,
        options=dict(options or {}),
        readings=dict(readings or {}),
        corrections=tuple(one.number for one in CORRECTIONS),
    )
    state = initial(Setup(started, HOUSE))
    state.units = deepcopy(dict(units))
    state.terrain = {one.name: one for one in pieces}
    for one in state.units.values():
        if one.building:
            one.pose, one.formation = block_pose(state.terrain[one.building]), "building"
    for key, brigade in state.brigades.items():
        brigade.counting = tuple(name for name, one in state.units.items() if one.brigade == key)
    state.contacts = tuple(contacts)
    state.first = "blue"
    state.core.turn, state.core.phase, state.core.active = turn, phase, active
    return state


def give(state: State, by: str, order: Order, dice: Sequence[int] = ()) -> list[Fact]:
    """The facts of an order with these dice; all of them must be used."""
    return facts_of(carry_out(SYSTEM, state, by, order, EnteredChance(list(dice))))


def refused(state: State, by: str, order: Order) -> tuple[str, str]:
    """The key and the rule of a refusal."""
    try:
        give(state, by, order)
    except IllegalOrder as refusal:
        return refusal.reason.key, refusal.rule
    raise AssertionError(f"{order} was not refused")


def one(facts: Sequence[Fact], kind: type[Any]) -> Any:
    """The only fact of a kind."""
    found = [fact for fact in facts if isinstance(fact, kind)]
    assert len(found) == 1, [type(fact).__name__ for fact in facts]
    return found[0]


def every(facts: Sequence[Fact], kind: type[Any]) -> list[Any]:
    return [fact for fact in facts if isinstance(fact, kind)]
