"""Small positions for tests: units put where the test wants them, orders given with scripted dice and cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.kernel import core as shared
from domain.kernel.chance import EnteredChance
from domain.kernel.errors import IllegalOrder
from domain.kernel.facts import Fact, GameStarted, Order
from domain.kernel.packs import Pack
from domain.kernel.play import carry_out, facts_of
from domain.kernel.system import System
from domain.tabletop import lengths
from domain.tabletop.measure import Pose
from rules.longstreet_lite.rulings import READINGS
from rules.longstreet_lite.sheets.rows import SIDES, card_sheet
from rules.longstreet_lite.state import Battle, Cards, State, Terrain, Turn, Unit
from tests.shipped import shipped_packs

HOUSE: Pack = next(pack for pack in shipped_packs("longstreet_lite") if pack.name == "house")


def unit(
    side: str,
    at: str = "",
    heading: str = "0",
    ranks: Sequence[int] = (4,),
    *,
    kind: str = "INF",
    offset: int = 0,
    limbered: bool = False,
    bases: int = 0,
    smoke: bool = False,
    name: str = "",
) -> Unit:
    """A unit on the table at east:north, or in reserve without a place; guns of a limbered battery by `bases`."""
    point = lengths.point(at) if at else None
    count = bases or sum(ranks)
    return Unit(
        name=name, side=side, kind="ART" if kind == "ART" else "INF", initial=count, bases=count,
        pose=Pose(x=point.x, y=point.y, heading=lengths.angle(heading) % 36_000) if point else None,
        ranks=(1,) if limbered else tuple(ranks), offset=offset, limbered=limbered, smoke=smoke,
        status="table" if point else "reserve",
    )  # fmt: skip


def terrain(kind: str, *points: str, crest: Sequence[str] = (), name: str = "", plateau: bool = False) -> Terrain:
    return Terrain(
        name=name or kind,
        kind=kind,
        points=lengths.points(points),
        crest=lengths.points(crest),
        plateau=plateau,
    )


def position(
    units: Mapping[str, Unit],
    *pieces: Terrain,
    phase: str = "fire",
    active: str = "us",
    turn: int = 3,
    hands: Mapping[str, Sequence[str]] | None = None,
    decks: Mapping[str, Sequence[str]] | None = None,
    invoked: int = 1,
    break_point: int = 16,
    options: Sequence[str] = (),
    readings: Mapping[str, str] | None = None,
    table: tuple[int, int] = (36, 24),
    pack: Pack = HOUSE,
) -> State:
    """Only these units and pieces are in play, in a phase of the active side with nothing awaited."""
    started = GameStarted(
        format=1,
        game="0", title="t", system="longstreet_lite", edition="", scenario="brawner_farm", pack="", sides=SIDES,
        options=dict.fromkeys(options, True),
        readings={d: r.default for d, r in READINGS.items()} | dict(readings or {}),
    )  # fmt: skip
    sheet = card_sheet(pack)
    state = State(
        core=shared.start(started),
        battle=Battle(
            title="t", year=1863, width=table[0] * 1000, height=table[1] * 1000, gun_depth=1000, limber_depth=1000,
            cards={row.id: row for row in sheet.cards}, hand_limit=sheet.hand_limit, void=sheet.void,
        ),
        terrain={piece.name: piece for piece in pieces},
        units={key: msgspec.structs.replace(value, name=value.name or key) for key, value in units.items()},
        cards={side: Cards(hand=list((hands or {}).get(side, ()))) for side in SIDES},
        lost=dict.fromkeys(SIDES, 0),
        break_point=break_point,
        turn=Turn(invoked=invoked),
    )  # fmt: skip
    state.core.decks = {side: sorted((decks or {}).get(side, ("steady-boys",) * 20)) for side in SIDES}
    state.core.turn, state.core.phase, state.core.active = turn, phase, active
    return state


def give(system: System[Any], state: State, by: str, order: Order, *dice: int, cards: Sequence[str] = ()) -> list[Fact]:
    """The facts that follow an order, without the order itself; dice and cards must be used up exactly."""
    return facts_of(carry_out(system, state, by, order, EnteredChance(dice, cards)))[1:]


def refusal(system: System[Any], state: State, by: str, order: Order) -> str:
    """The rule that refuses an order; the state stays as it was."""
    return _refused(system, state, by, order).rule


def said(system: System[Any], state: State, by: str, order: Order) -> str:
    """What a refused order is told."""
    return _refused(system, state, by, order).message


def _refused(system: System[Any], state: State, by: str, order: Order) -> IllegalOrder:
    before = msgspec.msgpack.encode(state)
    try:
        carry_out(system, state, by, order, EnteredChance(()))
    except IllegalOrder as refused:
        assert msgspec.msgpack.encode(state) == before
        return refused
    raise AssertionError(f"{order} was not refused")
