"""16.1a, 16.2.3, 16.2.4f, 16.3.3, 20.3.2a, 20.3.3 The set-up."""

from __future__ import annotations

import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.play import carry_out
from rules.wallaces_war import SYSTEM
from rules.wallaces_war.opening import places
from rules.wallaces_war.state import ACTIVATION, OFF_MAP, State
from rules.wallaces_war.turn.asks import AwaitTarget, Deploy, EndSegment, NameTarget, SetUpLeader, SetUpUnit
from rules.wallaces_war.turn.facts import SetUpEnded, UnitSetUp
from tests.wallaces_war.games import at_set_up, kinds
from tests.wallaces_war.positions import HOUSE, give, refused, told


def unit(name: str, to: str, facing: int = 0, *, under: bool = False) -> SetUpUnit:
    return SetUpUnit(unit=name, to=to, facing=facing, under=under)


def test_16_1a_leaders_stand_at_their_posts_from_the_start_and_sides_set_up_in_turn() -> None:
    state = at_set_up("stirling_bridge")
    assert {name: leader.at for name, leader in state.leaders.items()} == {
        "hugh": "0809",
        "wallace": "1805",
        "murray": "1811",
    }
    assert places.acting_side(state) == "english"
    assert refused(state, "scots", unit("wallace-sc-1", "1805")) == "16.1a"
    give(state, "english", unit("hugh-ri-1", "0909", 3))
    assert (state.units["hugh-ri-1"].at, state.units["hugh-ri-1"].facing) == ("0909", 3)
    assert refused(state, "english", EndSegment()) == "16.1a"
    give(state, "english", Deploy(battle="hugh", facing=0))
    give(state, "english", EndSegment())
    assert (state.ready, places.acting_side(state)) == (["english"], "scots")


@pytest.mark.parametrize(
    ("order", "rule"),
    [
        (unit("hugh-ri-1", "1109"), "16.1a"),
        (unit("wallace-sc-1", "0809"), "16.1a"),
        (unit("hugh-ri-1", "9999"), "16.1a"),
        (SetUpLeader(leader="hugh", to="0909"), "16.1a"),
        (SetUpLeader(leader="murray", to="0909"), "16.1a"),
        (Deploy(battle="murray", facing=0), "16.1a"),
    ],
    ids=["P26 71 beyond two hexes", "not his unit", "off the map", "leader has his hex", "not his leader", "not his"],
)
def test_16_1a_places_that_are_refused(order: SetUpUnit | SetUpLeader | Deploy, rule: str) -> None:
    assert refused(at_set_up("stirling_bridge"), "english", order) == rule


def test_8_1a_8_2b_stacks_are_formed_by_the_rules_of_stacking() -> None:
    state = at_set_up("stirling_bridge")
    give(state, "english", unit("hugh-ri-1", "0909"))
    assert refused(state, "english", unit("hugh-hc-1", "0909")) == "8.1a"
    assert refused(state, "english", unit("hugh-ri-2", "0909", 1)) == "8.2b"
    give(state, "english", unit("hugh-ar-1", "0909"))
    assert state.stacks["0909"] == ["hugh-ar-1", "hugh-ri-1"]
    assert refused(state, "english", unit("hugh-ri-2", "0909")) == "8.1a"
    give(state, "english", unit("hugh-ri-2", "0810"))
    give(state, "english", unit("hugh-ri-1", "0810", under=True))
    assert (state.stacks["0810"], state.stacks["0909"]) == (["hugh-ri-2", "hugh-ri-1"], ["hugh-ar-1"])


def test_8_2a_two_battles_do_not_stack() -> None:
    state = at_set_up("plain")
    state.leaders["crimson"].at = "0914"
    give(state, "english", unit("red-ri-1", "0914"))
    state.units["red-ri-1"].battle = "crimson"
    assert refused(state, "english", unit("red-ri-2", "0914")) == "8.2a"


@pytest.mark.parametrize(("letter", "may"), [("A", False), ("B", True)], ids=["D84 A", "D84 B"])
def test_d84_a_leader_on_his_hex_or_within_two_of_it(letter: str, may: bool) -> None:
    state = at_set_up("stirling_bridge", readings={"D84": letter})
    assert ("SetUpLeader" in kinds(state)) == may
    if may:
        give(state, "english", SetUpLeader(leader="hugh", to="0909"))
        assert state.leaders["hugh"].at == "0909"
        assert refused(state, "english", SetUpLeader(leader="hugh", to="1109")) == "16.1a"
    else:
        assert refused(state, "english", SetUpLeader(leader="hugh", to="0909")) == "16.1a"


def test_7_3a_d84_ground_forbidden_to_a_unit() -> None:
    state = at_set_up("falkirk_free")
    ground = state.ground
    marsh = next(hex for hex in ground.marsh if ground.bank(hex) and not ground.is_by_stream(hex))
    horse = "james-hc-1" if ground.bank(marsh) == "north" else "edward-hc-1"
    bar = places.unit_bar(state, horse, marsh, None)
    assert bar
    assert bar.rule == "7.3a"


def test_16_2_3_surrey_stands_with_any_leader_of_his_side_on_the_map() -> None:
    state = at_set_up("early_crossing")
    for battle in ("hugh", "latimr", "hntrb"):
        give(state, "english", Deploy(battle=battle, facing=0))
    assert refused(state, "english", EndSegment()) == "16.1a"
    assert refused(state, "english", SetUpLeader(leader="surrey", to="1108")) == "16.2.3"
    give(state, "english", SetUpLeader(leader="surrey", to="1008"))
    give(state, "english", EndSegment())
    assert places.acting_side(state) == "scots"


def test_p26_72_16_2_4f_scots_keep_off_the_entry_hexes_and_those_beside_them() -> None:
    state = at_set_up("lundies_plan")
    assert state.leaders["hntrb"].at == OFF_MAP
    assert refused(state, "english", unit("hntrb-ri-1", "1401")) == "16.2.4d"
    state.ready = ["english"]
    kept = places.kept_clear(state)
    assert {"1401", "2401", "1402", "2402"} <= kept
    assert "1403" not in kept
    camp = state.engagement.camps["scots"]
    bar = places.area_bar(state, camp, "1902")
    assert bar
    assert bar.rule == "16.2.4f"
    state.battles["hntrb"].arrived = True
    assert places.area_bar(state, camp, "1902") is None


def placed(state: State, battle: str, to: str) -> None:
    """16.3.3a One Battle, leader first, in a plain array."""
    side = state.battles[battle].side
    give(state, side, SetUpLeader(leader=battle, to=to))
    give(state, side, Deploy(battle=battle, facing=0 if side == "english" else 3))
    give(state, side, EndSegment())


SCOTS = {"wallace": "1416", "stewart": "1409", "james": "1605"}
ENGLISH = {"edward": "0311", "bigod": "0305", "bek": "0408", "dunbar": "0314", "surrey": "0316"}


@pytest.mark.parametrize(
    ("letter", "order"),
    [("A", "sesesee e"), ("B", "seeseese")],
    ids=["D85 A alternately, then the rest", "D85 B two for one"],
)
def test_16_3_3a_d85_whole_battles_in_turn(letter: str, order: str) -> None:
    state = at_set_up("falkirk_free", readings={"D85": letter})
    homes = {"scots": list(SCOTS.items()), "english": list(ENGLISH.items())}
    found = ""
    while places.acting_side(state):
        side = places.acting_side(state)
        found += side[0]
        placed(state, *homes[side].pop(0))
    assert found == {"A": "seseseee", "B": "seeseese"}[letter]
    assert len(order.replace(" ", "")) == len(found)
    assert state.core.phase == ACTIVATION


def test_16_3_3a_one_battle_at_a_time() -> None:
    state = at_set_up("falkirk_free")
    assert refused(state, "scots", EndSegment()) == "16.3.3a"
    give(state, "scots", SetUpLeader(leader="wallace", to="1416"))
    assert refused(state, "scots", SetUpLeader(leader="james", to="1605")) == "16.3.3a"
    assert refused(state, "scots", Deploy(battle="james", facing=3)) == "16.3.3a"
    assert refused(state, "scots", EndSegment()) == "16.1a"
    give(state, "scots", Deploy(battle="wallace", facing=3))
    facts = give(state, "scots", EndSegment())
    assert told(facts, SetUpEnded)[0].battle == "wallace"
    state.ready.append("edward")
    assert refused(state, "scots", unit("wallace-sc-1", "1416", 3)) == "16.3.3a"


@pytest.mark.parametrize(
    ("to", "why"),
    [("by the stream", "next to a stream"), ("across", "wrong bank"), ("far", "out of command range")],
    ids=["P26 74 next to the streams", "P26 74 on the wrong bank", "P26 74 out of command range"],
)
def test_p26_74_16_3_3b_where_nobody_is_set_up_at_falkirk(to: str, why: str) -> None:
    state = at_set_up("falkirk_free")
    ground = state.ground
    give(state, "scots", SetUpLeader(leader="wallace", to="1416"))
    hexes = {
        "by the stream": (hex for hex in ground.hexes if ground.bank(hex) == "north" and ground.is_by_stream(hex)),
        "across": (hex for hex in ground.hexes if ground.bank(hex) == "south"),
        "far": (hex for hex in ground.hexes if ground.bank(hex) == "north" and ground.distance(hex, "1416") > 9),
    }
    hex = next(hex for hex in hexes[to] if to != "far" or not ground.is_by_stream(hex))
    reach = places.reach_of(state, "wallace-sc-1") if to == "far" else None
    bar = places.unit_bar(state, "wallace-sc-1", hex, reach)
    assert bar
    assert (bar.reason.key, bar.rule) == (why, "16.3.3b")
    assert refused(state, "scots", unit("wallace-sc-1", hex)) == "16.3.3b"


def test_16_3_3b_a_leader_comes_before_his_men() -> None:
    state = at_set_up("falkirk_free")
    assert refused(state, "scots", unit("wallace-sc-1", "1416")) == "16.3.3b"
    assert refused(state, "scots", Deploy(battle="wallace", facing=3)) == "16.1a"
    assert refused(state, "scots", SetUpLeader(leader="wallace", to="0311")) == "16.3.3b"


def test_20_3_3_free_set_up_at_lewes_is_by_rows() -> None:
    state = at_set_up("lewes_free")
    assert places.acting_side(state) == "barons"
    assert refused(state, "barons", unit("segrve-ri-1", "3305")) == "20.3.3"
    assert refused(state, "barons", SetUpLeader(leader="segrve", to="2505")) == "20.3.3"
    give(state, "barons", unit("segrve-ri-1", "2605"))


def lewes(*, option: bool = True) -> State:
    state = at_set_up("lewes", options=("lewes_edward_target",) if option else ())
    for battle in ("simon-m", "henry-m", "glouctr", "segrve"):
        give(state, "barons", Deploy(battle=battle, facing=3))
    give(state, "barons", EndSegment())
    return state


def test_20_3_2a_after_the_barons_the_royalist_names_a_target_unseen() -> None:
    assert lewes(option=False).core.pending == []
    state = lewes()
    assert state.core.pending == [AwaitTarget(side="royalist")]
    assert kinds(state) == {"NameTarget"}
    assert refused(state, "royalist", EndSegment()) == "20.3.2a"
    assert refused(state, "royalist", NameTarget(battle="henry")) == "20.3.2a"
    made = carry_out(SYSTEM, state, "royalist", NameTarget(battle="segrve"), EnteredChance(()))
    assert [item.to for item in made] == [("royalist",), None, ("royalist",)]
    assert (state.target, places.acting_side(state)) == ("segrve", "royalist")


@pytest.mark.parametrize("scenario", list(SYSTEM.sheets.scenarios(HOUSE)))
@pytest.mark.parametrize("facing", range(6))
def test_16_1a_an_array_is_legal_in_every_scenario_with_missiles_ahead_and_horse_on_a_flank(
    scenario: str, facing: int
) -> None:
    state = at_set_up(scenario)
    home = {"falkirk_free": SCOTS, "lewes_free": {"simon-m": "3010", "henry-m": "3005", "glouctr": "2808"}}
    for battle, to in home.get(scenario, {}).items():
        if not places.turn_bar(state, battle):
            give(state, places.acting_side(state), SetUpLeader(leader=battle, to=to))
    side = places.acting_side(state)
    for name, one in state.battles.items():
        led = one.side == side and state.leaders[one.leader].at != OFF_MAP
        if led and not places.turn_bar(state, name):
            facts = give(state, side, Deploy(battle=name, facing=facing))
            assert len(told(facts, UnitSetUp)) == sum(unit.battle == name for unit in state.units.values())
    assert all(len(stack) <= 2 for stack in state.stacks.values())
    assert refused(state, side, Deploy(battle=next(iter(_placed(state, side))), facing=facing)) == "16.1a"


def _placed(state: State, side: str) -> dict[str, None]:
    return {one.battle: None for one in state.units.values() if one.side == side and one.at in state.stacks}
