"""7.5a, D61 One flood for all that ask gives each the answer of a flood of its own."""

from __future__ import annotations

import random

import pytest

from rules.gettysburg.ground import ways
from rules.gettysburg.ground.ground import Ground
from rules.gettysburg.ground.ways import Ways, reaches
from rules.gettysburg.position import side_at
from rules.gettysburg.state import ENEMY, State, Unit
from rules.gettysburg.turn import states
from tests.gettysburg.positions import position
from tests.gettysburg.small_maps import road, small_ground

CLEAR = small_ground(columns=(1, 9), places=(0, 8), entry_hexes={"A": "0104", "F": "0904"})
ROUTING = ("C-1", "C-53", "C-5", "U-1", "U-72", "U-67")  # foot, horse and guns of both sides
ENEMIES = [f"{side}-{number}" for side in "CU" for number in range(10, 31)]
HIDDEN = [f"{side}-HMC{number}" for side in "CU" for number in range(1, 6)]


def plain_way(state: State, routing: Unit, start: str, goal: str) -> bool:
    """The rule as it reads, for one unit: forwards from where it starts."""
    seen, edge = {start}, [start]
    while edge:
        at = edge.pop()
        if at == goal:
            return True
        new = [to for to in state.ground.near(at) if to not in seen and is_open(state, routing, at, to)]
        seen.update(new)
        edge += new
    return False


def is_open(state: State, routing: Unit, at: str, to: str) -> bool:
    is_enemy = side_at(state, to) == ENEMY[routing.side]
    if state.core.readings["D61"] == "A":
        return not is_enemy
    if is_enemy and any(name in state.units for name in state.stacks[to]):
        return False
    return bool(state.ground.road(at, to)) or state.ground.step_cost(routing.kind, at, to) is not None


def rugged(luck: random.Random) -> Ground:
    """Rough ground over a third of a small map, and a road across it."""
    row = [f"{column:02}04" for column in range(1, 10)]
    rough = luck.sample(CLEAR.hexes, len(CLEAR.hexes) // 3)
    return small_ground(
        columns=(1, 9), places=(0, 8), entry_hexes=CLEAR.entry_hexes, rough=rough, roads=(road(*row),)
    )  # fmt: skip


def scattered(luck: random.Random, reading: str) -> State:
    """Pieces of both sides all over the map, so dense that many a way is barred."""
    ground = rugged(luck)
    hexes = luck.sample(ground.hexes, len(ground.hexes))
    pieces = [*luck.sample(ENEMIES, luck.randrange(10, 36)), *HIDDEN]
    places = dict(zip([*ROUTING, *pieces], hexes, strict=False))
    shared = {name: luck.choice(hexes) for name in luck.sample(HIDDEN, 3)}
    return position({**places, **shared}, ground=ground, readings={"D61": reading})


@pytest.mark.parametrize("reading", ["A", "B"])
def test_7_5a_every_unit_is_answered_as_if_it_asked_alone(reading: str) -> None:
    luck, said = random.Random(1863), []
    for _ in range(60):
        state = scattered(luck, reading)
        for name in ROUTING:
            unit, start, goal = state.units[name], luck.choice(state.ground.hexes), luck.choice(state.ground.hexes)
            for at in (unit.at, start, goal):
                said.append(states.has_way(state, unit, at, goal))
                assert said[-1] == plain_way(state, unit, at, goal), (name, at, goal)
    assert 100 < sum(said) < len(said) - 100  # ways of both kinds were tried


@pytest.mark.parametrize("goal", ["captured", "C-HMC1"])
def test_d61_no_way_leads_to_a_goal_off_the_map(goal: str) -> None:
    state = position({"C-1": "0505"}, ground=CLEAR)
    assert not states.has_way(state, state.units["C-1"], "0505", goal)
    assert not plain_way(state, state.units["C-1"], "0505", goal)


def test_7_5a_the_map_is_flooded_once_for_all_that_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    floods: list[Ways] = []
    flood = ways._flood

    def counted(ground: Ground, asked: Ways) -> int:
        floods.append(asked)
        return flood(ground, asked)

    monkeypatch.setattr(ways, "_flood", counted)
    ground = small_ground(columns=(1, 9), places=(0, 8), entry_hexes=CLEAR.entry_hexes)
    state = position({"C-1": "0505", "C-2": "0606", "U-1": "0707"}, ground=ground)
    assert [states.has_way(state, state.units[name], at, "0104") for name in ("C-1", "C-2") for at in ground.hexes]
    assert floods == [Ways("0104", frozenset({"0707"}))]


def test_7_5a_floods_do_not_pile_up() -> None:
    ground = small_ground(columns=(1, 9), places=(0, 8))
    for goal in ground.hexes:
        assert reaches(ground, Ways(goal, frozenset()), "0505")
        assert len(ground.memory["ways"]) <= ways.KEPT


def test_7_5a_no_way_leads_round_the_edge_of_the_map() -> None:
    """A wall of enemies right across: from none of its ends does a step lead to the other side of the map."""
    wall = {f"U-{10 + place}": f"05{place:02}" for place in range(9)}
    state = position({"C-1": "0204", **wall}, ground=CLEAR)
    for at in CLEAR.hexes:
        assert states.has_way(state, state.units["C-1"], at, "0104") == (at <= "0508"), at
