"""Games from their start for tests: a scenario, a pack changed by a few words, and the free set-up step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.kernel.chance import SeededChance
from domain.kernel.facts import Fact, GameStarted, Order
from domain.kernel.packs import Pack
from domain.kernel.play import carry_out, facts_of
from domain.kernel.system import Setup
from rules.longstreet_lite import SYSTEM
from rules.longstreet_lite.sheets.rows import SIDES
from rules.longstreet_lite.state import State
from rules.longstreet_lite.turn.asks import (
    Agree,
    BeginBattle,
    ChooseDeployment,
    ChooseEdge,
    DeployUnit,
    FinishTerrain,
    PlaceTerrain,
)
from tests.longstreet_lite.positions import HOUSE, give

US_DIE, CS_DIE = 4, 3  # the terrain roll of `mustered`


def start(
    scenario: str = "brawner_farm",
    *,
    options: Sequence[str] = (),
    readings: Mapping[str, str] | None = None,
    pack: Pack = HOUSE,
) -> State:
    """The state before the first order."""
    started = GameStarted(
        format=1,
        game="0", title="t", system="longstreet_lite", edition="", scenario=scenario, pack=pack.hash, sides=SIDES,
        options=dict.fromkeys(options, True),
        readings=dict(readings or {}),
    )  # fmt: skip
    return SYSTEM.initial(Setup(started, pack))


def begun(scenario: str = "brawner_farm", *, roll: bool = False, seed: int = 1, **more: object) -> State:
    """Cards dealt at random, and the first turn begun: the passive side is asked for an interrupt."""
    state = start(scenario, **more)  # type: ignore[arg-type]
    lucky(state, "us", BeginBattle(roll=roll), seed)
    return state


def lucky(state: State, by: str, order: Order, seed: int = 1) -> list[Fact]:
    """The facts of an order with luck nobody scripted, without the order itself."""
    return facts_of(carry_out(SYSTEM, state, by, order, SeededChance(seed)))[1:]


def mustered(**more: object) -> State:
    """The open field after both sides agreed: us rolled 4, cs 3, so us places four to seven pieces."""
    state = start("open_field", **more)  # type: ignore[arg-type]
    give(SYSTEM, state, "us", Agree())
    give(SYSTEM, state, "cs", Agree(), US_DIE, CS_DIE)
    return state


def square(number: int, kind: str = "woods") -> PlaceTerrain:
    """A piece of two by two BW, each number in another place."""
    x, y = 3 * number, 10
    points = (f"{x}:{y}", f"{x + 2}:{y}", f"{x + 2}:{y + 2}", f"{x}:{y + 2}")
    return PlaceTerrain(name=f"{kind} {number}", kind=kind, points=points)


def deploying(*, first: bool = True, **more: object) -> State:
    """Four woods in the middle; cs has the north edge, and us the south and chose to deploy first, or second."""
    state = mustered(**more)
    for number in range(4):
        give(SYSTEM, state, "us", square(number))
    give(SYSTEM, state, "us", FinishTerrain())
    give(SYSTEM, state, "cs", ChooseEdge(edge="north"))
    give(SYSTEM, state, "us", ChooseDeployment(first=first))
    return state


def row_of_units(state: State, side: str) -> list[DeployUnit]:
    """The whole army in two ranks along its edge, five BW apart."""
    y, heading = ("7", "0") if state.set_up.edges[side] == "south" else ("17", "180")
    return [
        DeployUnit(unit=name, at=f"{3 + 5 * place}:{y}", heading=heading, ranks=(4, 3) if unit.kind == "INF" else ())
        for place, (name, unit) in enumerate((n, u) for n, u in state.units.items() if u.side == side)
    ]


def changed(*pairs: tuple[str, str], file: str = "cards.toml", pack: Pack = HOUSE) -> Pack:
    """The pack with some words of a file replaced; each must be there."""
    text = pack.files[file]
    for old, new in pairs:
        assert old in text, f"{old} is not in {file}"
        text = text.replace(old, new, 1)
    return Pack(name="changed", files={**pack.files, file: text})
