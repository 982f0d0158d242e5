"""Positions set by hand: stacks follow from places, and what cannot be is refused with its key."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest

from domain.kernel.errors import BadInput
from rules.gettysburg.by_hand import bare, check, settle
from rules.gettysburg.ground.ground import Ground
from rules.gettysburg.state import Declared, State
from tests.gettysburg.positions import start


def set_by_hand(places: dict[str, str], **stacks: list[str]) -> State:
    state = start("mcpherson")
    bare(state)
    for name, at in places.items():
        (state.units.get(name) or state.hmcs[name]).at = at
    state.stacks = {name.removeprefix("h"): stack for name, stack in stacks.items()}
    return state


def settled(places: dict[str, str], **stacks: list[str]) -> State:
    state = set_by_hand(places, **stacks)
    settle(state)
    return state


def test_a_bare_board_is_past_its_set_up_and_nobody_is_shaken() -> None:
    state = set_by_hand({})
    assert (state.core.phase, state.core.active, state.ready) == ("movement", "confederate", ["confederate", "union"])
    assert {(unit.at, unit.due, unit.shaken, unit.shown) for unit in state.units.values()} == {
        ("unused", None, False, False)
    }


def test_stacks_follow_from_where_pieces_are_said_to_be() -> None:
    state = settled({"C-42": "2020", "C-41": "2020", "C-HMC1": "2021", "C-43": "C-HMC1", "U-1": "routed"})
    assert state.stacks == {"2020": ["C-41", "C-42"], "2021": ["C-HMC1"]}
    assert (state.units["C-41"].shown, state.units["C-43"].shown, state.units["U-1"].shown) == (True, False, False)


def test_a_stack_says_who_lies_on_top() -> None:
    places = {"C-41": "2020", "C-42": "2020", "C-43": "2020"}
    assert settled(places, h2020=["C-43", "C-42"]).stacks == {"2020": ["C-43", "C-42", "C-41"]}


def test_a_unit_named_only_in_a_stack_stands_there() -> None:
    state = settled({}, h2020=["C-42", "C-41"])
    assert (state.units["C-41"].at, state.stacks) == ("2020", {"2020": ["C-42", "C-41"]})


def test_a_unit_put_elsewhere_leaves_the_stack_it_was_in() -> None:
    state = start("mcpherson")
    (name, at) = next((stack[0], at) for at, stack in state.stacks.items() if len(stack) == 1)
    state.units[name].at = "0101"
    settle(state)
    assert at not in state.stacks
    assert state.stacks["0101"] == [name]


@pytest.mark.parametrize("scenario", ["full", "mcpherson", "first_day", "second_day", "little_round_top"])
def test_the_start_of_a_scenario_is_settled(scenario: str) -> None:
    state = start(scenario)
    settle(state)
    assert msgspec.msgpack.encode(state) == msgspec.msgpack.encode(start(scenario))


SMALL = Ground(columns=(18, 22), places=(17, 23), entry_hexes={"A": "1823", "F": "2217"})


def on(**features: object) -> Callable[[State], None]:
    def change(state: State) -> None:
        state.ground = msgspec.structs.replace(SMALL, **features)

    return change


def placed(name: str, at: str) -> Callable[[State], None]:
    def change(state: State) -> None:
        (state.units.get(name) or state.hmcs[name]).at = at

    return change


def stacked(*names: str) -> Callable[[State], None]:
    return lambda state: state.stacks.update({"2020": ["C-42", *names]})


def sworn(name: str, target: str) -> Callable[[State], None]:
    return lambda state: state.turn.declared.update({name: Declared(kind="attack", target=target)})


OFF = "is not on this map, which has columns 18 to 22 and places 17 to 23"
BOXES = "pool, routed, eliminated, destroyed_cadres, captured, out_of_play, unused, available, deploying"


def _settle_and_check(state: State) -> None:
    settle(state)
    check(state)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (placed("C-41", "9999"), f"units.C-41.at: '9999' is no hex of this map, no HMC, and none of {BOXES}"),
        (placed("C-HMC1", "C-HMC2"), f"hmcs.C-HMC1.at: 'C-HMC2' is no hex of this map, no HMC, and none of {BOXES}"),
        (placed("U-1", "2020"), "stacks.2020: both sides stand there (C-42, U-1); no hex holds both (8.6(1))"),
        (lambda state: state.stacks.update({"2020": ["C-99"]}), "stacks.2020: there is no piece 'C-99'"),
        (lambda state: setattr(state.core, "phase", "comabt"),
         "core.phase: 'comabt' is none of set-up, command, movement, rally, return, combat"),
        (lambda state: setattr(state.core, "active", "french"),
         "core.active: 'french' is neither of confederate, union"),
        (stacked("C-41", "C-43", "C-44"), "stacks.2020: C-42, C-41, C-43, C-44 stand there; a hex holds 3 (9.1a)"),
        (lambda state: setattr(state.core, "turn", 40),
         "core.turn: there is no turn 40 in mcpherson, which has 6 to 10 (23.1)"),
        (sworn("C-42", "2022"), "turn.declared.C-42.target: 2022 is not beside 2020, where C-42 stands (11.1a)"),
        (sworn("C-41", "2021"), "turn.declared.C-41: C-41 is not on the map (8.4a)"),
        (lambda state: setattr(state.units["C-42"], "side", "french"),
         "units.C-42.side: 'french' is neither of confederate, union"),
        (sworn("C-99", "2021"), "turn.declared.C-99: there is no unit 'C-99'; did you mean C-9?"),
        (on(entry_hexes={"A": "1823"}), "ground.entry_hexes: there is no F, and units rout towards it (7.5b)"),
        (on(heavy_woods=("1717",)), f"ground.heavy_woods: 1717 {OFF}"),
        (on(clear_sides=("2020-1720",)), f"ground.clear_sides: 1720 {OFF}"),
        (on(slopes={"1720": ("1820",)}), f"ground.slopes: 1720 {OFF}"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_with_its_key(change: Callable[[State], None], said: str) -> None:
    state = set_by_hand({"C-42": "2020"})
    change(state)
    with pytest.raises(BadInput) as error:
        _settle_and_check(state)
    assert str(error.value) == said
