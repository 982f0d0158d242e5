"""15.1, 15.5, 22.2, 22.4 Accelerated and forced marches, disengagement, charges."""

from __future__ import annotations

from typing import Any

from domain.kernel.reasons import Reason
from rules.gettysburg.movement.asks import DeclareAttack
from rules.gettysburg.movement.facts import CavalryTested
from rules.gettysburg.state import State
from rules.gettysburg.turn.asks import Decline
from rules.gettysburg.turn.state_facts import UnitDisrupted
from tests.gettysburg.marches import NIGHT, line, move, scene
from tests.gettysburg.positions import give, refusal
from tests.gettysburg.small_maps import road


def test_15_1_accelerated_cavalry_has_8_mp_and_ends_disrupted() -> None:
    state = scene({"C-54": "2010"})
    facts = give(state, "confederate", move("C-54", *line(11, 18), pace="accelerated"))
    assert state.units["C-54"].at == "2018"
    assert UnitDisrupted(unit="C-54", why=Reason("accelerated movement", "15.1")) in facts


def test_l15_not_disrupted_not_infantry_not_within_2_hexes_of_an_enemy() -> None:
    fast = move("C-54", "2011", pace="accelerated")
    assert refusal(scene({"C-54": "2010"}, disrupted=["C-54"]), "confederate", fast) == "15.1"
    assert refusal(scene({"C-54": "2010", "U-7": "2012"}), "confederate", fast) == "15.1"
    assert refusal(scene({"C-54": "2010", "U-7": "2013"}), "confederate", fast) == "15.1"
    slow_unit = scene({"C-41": "2010"})
    assert refusal(slow_unit, "confederate", move("C-41", "2011", pace="accelerated")) == "15.1"


def test_d35_b_a_mixed_move_pays_full_cost_near_the_enemy() -> None:
    state = scene({"C-54": "2010", "U-7": "2018"}, readings={"D35": "B"})
    assert refusal(state, "confederate", move("C-54", *line(11, 17), "2117", pace="accelerated")) == "6.2b"
    give(state, "confederate", move("C-54", *line(11, 16), pace="accelerated"))
    assert state.units["C-54"].at == "2016"


def test_l16_forced_march_limits() -> None:
    """22.4, 20.2a"""
    on = ("forced_march",)
    forced = move("C-41", *line(21, 25), forced=1)
    assert refusal(scene({"C-41": "2020"}), "confederate", forced) == "22.4"
    assert refusal(scene({"C-41": "2020"}, options=on, disrupted=["C-41"]), "confederate", forced) == "22.4"
    assert refusal(scene({"C-41": "2020"}, options=on, turn=NIGHT), "confederate", forced) == "20.2a"
    assert refusal(scene({"C-41": "2020"}, options=on), "confederate", move("C-41", "2021", forced=3)) == "22.4"
    hmc = scene({"C-HMC1": "2020"}, options=(*on, "hidden_movement"))
    assert refusal(hmc, "confederate", move("C-HMC1", "2021", forced=1)) == "22.4"
    fast = scene({"C-54": "2020"}, options=on)
    assert refusal(fast, "confederate", move("C-54", "2021", pace="accelerated", forced=1)) == "22.4"
    held = scene({"C-41": "2020", "U-1": "2018"}, options=on)
    assert refusal(held, "confederate", move("C-41", "2021", "2022", forced=2)) == "8.6(2)"
    tired = scene({"C-41": "2020"}, options=on, disrupted=["C-41"], readings={"D25": "B"})
    assert refusal(tired, "confederate", move("C-41", recover=True, forced=1)) == "22.4"  # to nowhere


def test_22_4_a_forced_march_goes_further_and_disrupts() -> None:
    state = scene({"C-41": "2010"}, options=("forced_march",))
    give(state, "confederate", move("C-41", *line(11, 16), forced=2))
    assert (state.units["C-41"].at, state.units["C-41"].disrupted) == ("2016", True)


def test_d41_b_a_train_may_force_its_march_at_no_price() -> None:
    features = {"roads": (road(*line(1, 15), kind="trail"),)}
    order = move("C-Train", *line(2, 6), forced=1)
    a = scene({"C-Train": "2001"}, features=features, options=("forced_march",))
    assert refusal(a, "confederate", order) == "22.4"
    b = scene({"C-Train": "2001"}, features=features, options=("forced_march",), readings={"D41": "B"})
    give(b, "confederate", order)
    assert (b.units["C-Train"].at, b.units["C-Train"].disrupted) == ("2006", False)


AWAY = ("2022", "2023", "2024")


def disengaging(**more: Any) -> State:
    return scene({"C-41": "2021", "U-1": "2020"}, options=("disengagement",), ratings={"C-41": "4/3/3"}, **more)


def test_22_2_disengaging_infantry_has_all_its_points_and_is_tested() -> None:
    state = disengaging()
    give(state, "confederate", move("C-41", *AWAY, pace="disengage"), 3)
    found = state.units["C-41"]
    assert (found.at, found.disrupted, found.shaken) == ("2024", True, False)
    state = disengaging()
    give(state, "confederate", move("C-41", *AWAY, pace="disengage"), 4)
    assert state.units["C-41"].shaken


def test_22_2_a_shaken_unit_may_rout() -> None:
    features = {"entry_hexes": {"A": "1234", "F": "4000"}}
    state = disengaging(shaken=["C-41"], features=features)
    state.units["C-Train"].at = "pool"
    give(state, "confederate", move("C-41", *AWAY, pace="disengage"), 4)
    assert state.units["C-41"].at == "routed"
    assert state.march is None


def test_l17_not_next_to_enemy_infantry_on_the_way() -> None:
    assert refusal(disengaging(), "confederate", move("C-41", "2120", "2220", pace="disengage")) == "22.2"


def test_22_2_only_for_infantry_near_enemy_infantry_and_only_if_in_play() -> None:
    off = scene({"C-41": "2021", "U-1": "2020"})
    assert refusal(off, "confederate", move("C-41", *AWAY, pace="disengage")) == "22.2"
    far = scene({"C-41": "2030", "U-1": "2020"}, options=("disengagement",))
    assert refusal(far, "confederate", move("C-41", "2031", "2032", pace="disengage")) == "22.2"


def test_d20_b_disengagement_from_adjacent_hexes_only() -> None:
    for letter, rule in {"A": "", "B": "22.2"}.items():
        places = {"C-41": "2022", "U-1": "2020"}
        state = scene(places, options=("disengagement",), readings={"D20": letter})
        order = move("C-41", "2023", "2024", pace="disengage")
        if rule:
            assert refusal(state, "confederate", order) == rule
        else:
            give(state, "confederate", order, 1)


def test_d42_one_hex_is_no_disengagement_unless_declared_so() -> None:
    assert refusal(disengaging(), "confederate", move("C-41", "2022", pace="disengage")) == "22.2"
    state = disengaging(readings={"D42": "B"})
    give(state, "confederate", move("C-41", "2022", pace="disengage"), 1)
    assert state.units["C-41"].disrupted


CHARGED = {"C-54": "2023", "U-1": "2020"}


def test_15_5a_a_charge_waives_the_test_and_declares_the_attack() -> None:
    state = scene(CHARGED)
    facts = give(state, "confederate", move("C-54", "2022", "2021", charge="2020"))
    assert not any(isinstance(fact, CavalryTested) for fact in facts)
    assert state.turn.declared["C-54"].kind == "charge"
    assert state.turn.declared["C-54"].target == "2020"


def test_15_5a_a_charge_from_standstill() -> None:
    """D66"""
    state = scene({"C-54": "2021", "U-1": "2020"})
    give(state, "confederate", move("C-54", charge="2020"))
    assert state.turn.declared["C-54"].kind == "charge"
    assert not state.turn.starts


def test_l52_who_may_charge_and_what() -> None:
    """15.5a"""
    order = move("C-54", "2022", "2021", charge="2020")
    assert refusal(scene(CHARGED, shaken=["C-54"]), "confederate", order) == "15.5a"
    assert refusal(scene(CHARGED, disrupted=["C-54"]), "confederate", order) == "15.5a"
    assert refusal(scene(CHARGED, features={"light_woods": ("2020",)}), "confederate", order) == "15.5a"
    assert refusal(scene(CHARGED, features={"hills": ("2020",)}), "confederate", order) == "15.5a"
    for other in ("U-72", "U-7"):
        assert refusal(scene({**CHARGED, other: "2020"}), "confederate", order) == "15.5a"
    assert refusal(scene({"C-54": "2023", "U-7": "2020"}), "confederate", order) == "15.5a"
    assert refusal(scene({"C-41": "2021", "U-1": "2020"}), "confederate", move("C-41", charge="2020")) == "15.5a"


def test_l52_not_after_more_than_2_mp_nor_away_from_the_target() -> None:
    far = scene({"C-54": "2024", "U-1": "2020"})
    assert refusal(far, "confederate", move("C-54", "2023", "2022", "2021", charge="2020")) == "15.5a"
    assert refusal(scene(CHARGED), "confederate", move("C-54", "2022", charge="2020")) == "15.5a"
    assert refusal(scene(CHARGED), "confederate", move("C-54", "2022", "2021", charge="2222")) == "15.5a"


def test_d66_b_a_bare_hill_may_be_charged() -> None:
    state = scene(CHARGED, features={"hills": ("2020",)}, readings={"D66": "B"})
    give(state, "confederate", move("C-54", "2022", "2021", charge="2020"))
    assert state.turn.declared["C-54"].kind == "charge"


def test_d66_a_charge_is_announced_on_the_way_before_it_comes_next_to_infantry() -> None:
    state = scene(CHARGED)
    give(state, "confederate", move("C-54", "2022", more=True))
    give(state, "confederate", move("C-54", "2021", charge="2020"))
    assert state.turn.declared["C-54"].kind == "charge"
    late = scene(CHARGED, ratings={"C-54": "4/6/3"})
    give(late, "confederate", move("C-54", "2022", "2021", more=True), 1)
    assert refusal(late, "confederate", move("C-54", charge="2020")) == "15.5a"


def test_15_5a_a_charge_does_not_stop_short() -> None:
    """O11"""
    state = scene(CHARGED)
    give(state, "confederate", move("C-54", "2022", charge="2020", more=True))
    assert refusal(state, "confederate", Decline()) == "15.5a"


def test_9_5a_charging_cavalry_goes_to_the_top_of_its_hex() -> None:
    near = scene({"C-54": "2022", "C-41": "2021", "U-1": "2020"})
    give(near, "confederate", move("C-54", "2021", charge="2020"))
    assert near.stacks["2021"] == ["C-54", "C-41"]
    taken = scene({"C-54": "2022", "C-41": "2021", "U-1": "2020"})
    give(taken, "confederate", DeclareAttack(unit="C-41", target="2020"))
    assert refusal(taken, "confederate", move("C-54", "2021", charge="2020")) == "9.5a"
