"""10.3/S9, 11.1 Ways back and voluntary retreats."""

from __future__ import annotations

import pytest

from rules.wallaces_war.marching.withdrawal import choices
from rules.wallaces_war.melee.state import Attack, Melee
from rules.wallaces_war.retreats.voluntary import unit_bar, ways_out
from rules.wallaces_war.retreats.ways import collateral, ways
from rules.wallaces_war.state import MELEE, REACTION, State
from tests.wallaces_war.positions import at, position


def ends(state: State, *units: str, hexes: int = 2, how: str = "retreat") -> set[str]:
    return {way.path[-1] for way in ways(state, units, hexes, how) if way.path}  # type: ignore[arg-type]


def test_10_3_s9b_a_retreat_ends_two_hexes_away_never_adjacent() -> None:
    state = position({"red-ri-1": "1313:0"})
    assert len(ends(state, "red-ri-1")) == 12
    assert all(state.ground.distance("1313", end) == 2 for end in ends(state, "red-ri-1"))


def test_10_3_s9e_and_6_2c_not_into_an_enemy_zone() -> None:
    state = position({"red-ri-1": "1313:0", "green-sc-1": f"{at(0, -2)}:3"})
    near = {*state.ground.near(at(0, -2)), at(0, -2)}
    assert not ends(state, "red-ri-1") & near


def test_10_3_s9f_and_d43_hexes_that_cannot_be_gone_are_missing() -> None:
    ring = {f"green-sc-{n}": f"{hex}:0" for n, hex in enumerate((at(3, 0), at(-3, 0), at(0, 3)), 1)}
    ring |= {"emerald-sc-1": f"{at(0, -3)}:0", "emerald-sc-2": f"{at(3, -3)}:0", "green-hc-1": f"{at(-3, 3)}:1"}
    shut = position(
        {"red-ri-1": "1313:0", **{f"green-sc-{n}": f"{h}:0" for n, h in enumerate((at(1, 0), at(-1, 0), at(0, 1)), 1)}}
    )
    assert ways(shut, ("red-ri-1",), 2, "retreat") == [((), 2)]
    half = position({"red-ri-1": "1313:0", **ring})
    assert {way.missing for way in ways(half, ("red-ri-1",), 2, "retreat")} <= {0, 1}
    whole = position({"red-ri-1": "1313:0", **ring}, readings={"D43": "B"})
    assert {way.missing for way in ways(whole, ("red-ri-1",), 2, "retreat")} <= {0, 2}


def test_10_3_s9g_nobody_ends_on_a_friend_he_goes_on() -> None:
    state = position({"red-ri-1": "1313:0", "red-ri-2": f"{at(0, -2)}:0"})
    found = ways(state, ("red-ri-1",), 2, "retreat")
    assert at(0, -2) not in {way.path[-1] for way in found}
    assert any(len(way.path) == 3 and way.path[1] == at(0, -2) for way in found)


def test_8_4a_and_8_2a_and_10_3_s9h_one_may_pass_one_friend_of_any_battle_a_stack_none() -> None:
    places = {"red-ri-1": "1313:0", "crimson-hc-1": f"{at(0, -1)}:0"}
    assert (at(0, -1), at(0, -2)) in [way.path for way in ways(position(places), ("red-ri-1",), 2, "retreat")]
    stack = position({**places, "red-ri-2": "1313:0"})
    assert not any(at(0, -1) in way.path for way in ways(stack, ("red-ri-1", "red-ri-2"), 2, "retreat"))


def test_8_4b_and_11_1g_and_d74_who_tests_when_friends_go_through() -> None:
    state = position({"red-ri-1": "1313:0", "red-ri-2": f"{at(0, -1)}:0", "red-sc-1": f"{at(1, 0)}:0"})
    assert [due.unit for due in collateral(state, ("red-ri-1",), ("red-ri-2",), "retreat")] == ["red-ri-2"]
    assert collateral(state, ("red-ri-1",), ("red-sc-1",), "retreat") == []
    assert collateral(state, ("red-ri-1",), ("red-ri-2",), "withdrawal") == []
    assert collateral(state, ("red-ri-1",), ("red-ri-2",), "rebound") == []
    state.core.readings["D74"] = "B"
    assert len(collateral(state, ("red-ri-1",), ("red-ri-2",), "rebound")) == 1


@pytest.mark.parametrize(
    ("letter", "how", "may"), [("A", "retreat", True), ("A", "withdrawal", False), ("B", "retreat", False)]
)
def test_14_4b_d73_a_shaken_unit_and_the_reach_of_horse(letter: str, how: str, may: bool) -> None:
    places = {"red-hc-1": "1313:0", "green-hc-1": f"{at(0, -5)}:3"}
    state = position(places, shaken=["red-hc-1"], readings={"D73": letter})
    assert (at(0, -2) in ends(state, "red-hc-1", how=how)) is may


def _held(**more: object) -> State:
    return position({"red-hc-1": "1313:0", "green-ri-1": f"{at(0, -1)}:3"}, **more)  # type: ignore[arg-type]


def test_11_1c_horse_held_by_infantry_may_withdraw_instead_of_moving() -> None:
    assert len(list(choices(_held()))) > 0
    assert list(choices(_held(out_of_command=["red-hc-1"]))) == []
    bar = unit_bar(_held(out_of_command=["red-hc-1"]), "red-hc-1", "move")
    assert bar
    assert bar.rule == "6.4a"
    moved = _held()
    moved.segment.moved = ["red-hc-1"]
    bar = unit_bar(moved, "red-hc-1", "move")
    assert bar
    assert bar.rule == "11.1c"
    again = _held()
    again.segment.withdrawn = ["red-hc-1"]
    bar = unit_bar(again, "red-hc-1", "move")
    assert bar
    assert bar.rule == "11.1f"


def test_d47_b_in_the_reaction_phase_only() -> None:
    assert list(choices(_held(readings={"D47": "B"}))) == []
    state = _held(readings={"D47": "B"}, phase=REACTION)
    state.turn.reacting = "red"
    assert list(choices(state))


def _attacked(kind: str, attacker: str, **more: object) -> State:
    places = {f"green-{kind}-1": "1313:3", f"red-{attacker}-1": f"{at(0, 1)}:0"}
    state = position(places, phase=MELEE, leaders={"green": at(2, 0)}, **more)  # type: ignore[arg-type]
    attack = Attack(units=(f"red-{attacker}-1",), start=at(0, 1), at=at(0, 1), target="1313")
    state.melee = Melee(kind="segment", side="english", stage="strike", attacks=[attack])
    return state


@pytest.mark.parametrize(
    ("kind", "attacker", "hexes"),
    [("ar", "ri", 1), ("xb", "sc", 1), ("hc", "ri", 2), ("ri", "ri", 0), ("ar", "hc", 0), ("sc", "ri", 0)],
    ids=["11.1a archers", "11.1a crossbows", "11.1d horse", "infantry stays", "horse attacks", "schiltrons stay"],
)
def test_11_1a_11_1d_11_1e_before_a_melee(kind: str, attacker: str, hexes: int) -> None:
    state = _attacked(kind, attacker)
    found = {len(order.path) for order in ways_out(state, "1313", "melee")}
    assert found == ({hexes} if hexes else set())


def test_d44_command_at_the_moment_or_at_the_last_check() -> None:
    far = _attacked("ar", "ri")
    far.leaders["green"].at = at(8, 0)
    assert list(ways_out(far, "1313", "melee")) == []
    last = _attacked("ar", "ri", readings={"D44": "B"})
    last.leaders["green"].at = at(8, 0)
    assert list(ways_out(last, "1313", "melee"))


def test_d46_one_of_a_stack_may_go_alone_or_under_b_not() -> None:
    for letter, may in (("A", True), ("B", False)):
        state = _attacked("ar", "ri", readings={"D46": letter})
        state.units["green-ri-1"].at = "1313"
        state.stacks["1313"].append("green-ri-1")
        assert bool(list(ways_out(state, "1313", "melee"))) is may
