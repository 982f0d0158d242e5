"""8.5, 17.3, 18.3, 18.4, 21.2, 23.4, 23.5 Leaving the map; Trains, HMCs, controlled units, limits of scenarios."""

from __future__ import annotations

from typing import Any

import pytest

from domain.kernel.facts import PointsScored
from rules.gettysburg.book import BOOK
from rules.gettysburg.clock import turn_of
from rules.gettysburg.hidden.asks import AwaitDeployment, AwaitLeftover, DeployUnits
from rules.gettysburg.movement.asks import AwaitDeclaration, AwaitMarch, DeclareAttack, DeclareBombardment, MoveUnit
from rules.gettysburg.movement.facts import CavalryTested, MarchStopped, UnitLeftMap
from rules.gettysburg.movement.movement import choices
from rules.gettysburg.sheets.scenario import Arrival
from rules.gettysburg.state import State
from rules.gettysburg.turn.asks import Decline
from tests.gettysburg.marches import NIGHT, line, move, scene
from tests.gettysburg.positions import give, position, refusal
from tests.gettysburg.small_maps import road


def ends(state: State, unit: str) -> set[str]:
    """The hexes listed for a plain move of the unit."""
    orders = [choice.order for choice in choices(state)]
    plain = [order for order in orders if isinstance(order, MoveUnit) and order == MoveUnit(unit=unit, path=order.path)]
    return {order.path[-1] for order in plain}


def test_l18_leaving_the_map_needs_an_edge_hex_and_1_mp() -> None:
    assert refusal(scene({"C-41": "2020"}), "confederate", move("C-41", "off")) == "8.5a"
    assert refusal(scene({"C-41": "2004"}), "confederate", move("C-41", *line(3, 0), "off")) == "8.5a"
    assert refusal(scene({"C-41": "2000"}), "confederate", move("C-41", "off", "2000")) == "8.5a"
    state = scene({"C-41": "2003"})
    facts = give(state, "confederate", move("C-41", *line(2, 0), "off"))
    assert UnitLeftMap(unit="C-41", at="2000", cost=2) in facts
    assert (state.units["C-41"].at, state.units["C-41"].left_on) == ("out_of_play", 3)


def test_l19_a_unit_that_left_the_map_does_not_move() -> None:
    assert refusal(scene({"C-41": "out_of_play"}), "confederate", move("C-41", "2000")) == "8.5a"


@pytest.mark.parametrize(("letter", "points"), [("E", 5), ("F", 20), ("G", 10), ("A", None)])
def test_4_3_the_confederate_train_scores_by_e_f_or_g(letter: str, points: int | None) -> None:
    """D91"""
    state = position({"C-Train": "pool"})
    at = state.ground.entry_hexes[letter]
    state = position({"C-Train": at})
    facts = give(state, "confederate", move("C-Train", "off"))
    assert next((fact.points for fact in facts if isinstance(fact, PointsScored)), None) == points


def test_d39_whether_points_are_scored_when_the_union_drives_it_off() -> None:
    for letter, points in {"A": 20, "B": 0}.items():
        state = position({"C-Train": "4000"}, readings={"D39": letter})
        state.turn.control["C-Train"] = "opponent"
        state.core.pending.append(AwaitMarch(side="union", unit="C-Train"))
        give(state, "union", move("C-Train", "off"))
        assert state.core.points.get("confederate", 0) == points


def test_d36_b_a_train_on_its_moved_side_stays() -> None:
    features = {"roads": (road(*line(1, 15)),)}
    give(scene({"C-Train": "2001"}, features=features, fired=["C-Train"]), "confederate", move("C-Train", "2002"))
    stuck = scene({"C-Train": "2001"}, features=features, fired=["C-Train"], readings={"D36": "B"})
    assert refusal(stuck, "confederate", move("C-Train", "2002")) == "21.1"


def test_l70_a_train_has_4_mp_along_the_road() -> None:
    """2.12, 21.2"""
    features = {"roads": (road(*line(1, 15)),)}
    assert (
        refusal(scene({"C-Train": "2001"}, features=features), "confederate", move("C-Train", *line(2, 10))) == "21.2"
    )
    state = scene({"C-Train": "2001"}, features=features, turn=NIGHT)
    give(state, "confederate", move("C-Train", *line(2, 9)))
    train = state.units["C-Train"]
    assert (train.at, train.fired, train.disrupted) == ("2009", True, False)


def test_l72_the_union_train_of_the_second_day_moves_only_when_observed() -> None:
    """23.4"""
    day = {"scenario": "second_day", "turn": turn_of(2, 2), "active": "union"}
    features = {"roads": (road(*line(1, 15)),)}
    hidden_train = scene({"U-Train": "2003", "C-54": "3030"}, features=features, **day)
    assert refusal(hidden_train, "union", move("U-Train", "2002")) == "23.4"
    seen = scene({"U-Train": "2003", "C-54": "2009"}, features=features, **day)
    assert refusal(seen, "union", move("U-Train", "2004")) == "21.2"
    give(seen, "union", move("U-Train", "2002"))
    assert seen.units["U-Train"].at == "2002"


def test_l73_on_the_first_turn_of_little_round_top_only_listed_units_move() -> None:
    """23.5"""
    turn = turn_of(2, 7)
    state = scene({"C-41": "2020", "C-6": "2520"}, scenario="little_round_top", turn=turn, disrupted=["C-41"])
    assert refusal(state, "confederate", move("C-41", "2021")) == "23.5"
    assert ends(state, "C-41") == set()
    give(state, "confederate", move("C-6", "2521"))
    give(state, "confederate", move("C-41", recover=True))
    later = scene({"C-41": "2020"}, scenario="little_round_top", turn=turn + 1)
    give(later, "confederate", move("C-41", "2021"))


def test_d07_entering_is_moving_unless_read_otherwise() -> None:
    for letter, rule in {"A": "23.5", "B": ""}.items():
        state = position(
            {"U-39": "pool"}, scenario="little_round_top", turn=turn_of(2, 7), active="union", readings={"D07": letter}
        )
        state.units["U-39"].due = Arrival(turn=turn_of(2, 7), entry="F")
        if rule:
            assert refusal(state, "union", move("U-39", "4000")) == rule
        else:
            give(state, "union", move("U-39", "4000"))


HIDDEN = ("hidden_movement",)


def test_18_3_an_hmc_has_6_mp_and_takes_its_units_along() -> None:
    """2.13"""
    state = scene({"C-HMC1": "2010", "C-41": "C-HMC1"}, options=HIDDEN)
    assert refusal(state, "confederate", move("C-HMC1", *line(11, 17))) == "6.2b"
    assert refusal(state, "confederate", move("C-41", "2011")) == "18.3"
    give(state, "confederate", move("C-HMC1", *line(11, 16)))
    assert state.hmcs["C-HMC1"].at == "2016"
    assert state.units["C-41"].at == "C-HMC1"


def test_l63_an_hmc_stays_on_the_turn_it_was_made() -> None:
    """18.2b"""
    state = scene({"C-HMC1": "2010"}, options=HIDDEN)
    state.hmcs["C-HMC1"].created_on = state.core.turn
    assert refusal(state, "confederate", move("C-HMC1", "2011")) == "18.2b"


def test_l65_an_hmc_does_not_move_where_the_enemy_observes() -> None:
    """18.4c"""
    state = scene({"C-HMC1": "2010", "U-72": "2020"}, options=HIDDEN)
    assert refusal(state, "confederate", move("C-HMC1", *line(11, 14))) == "18.4c"
    give(state, "confederate", move("C-HMC1", *line(11, 13)))
    assert state.hmcs["C-HMC1"].at == "2013"


def test_d26_units_in_an_hmc_recover_if_it_spends_at_most_4() -> None:
    def hidden_unit(**more: Any) -> State:
        return scene({"C-HMC1": "2010", "C-41": "C-HMC1"}, options=HIDDEN, disrupted=["C-41"], **more)

    state = hidden_unit()
    assert refusal(state, "confederate", move("C-HMC1", *line(11, 15), recover=True)) == "6.2b"
    give(state, "confederate", move("C-HMC1", *line(11, 14), recover=True))
    assert not state.units["C-41"].disrupted
    b = hidden_unit(readings={"D26": "B"})
    assert refusal(b, "confederate", move("C-HMC1", "2011", recover=True)) == "7.3d"


def test_d26_c_units_in_hmcs_recover_of_themselves() -> None:
    for letter, stays in {"A": True, "C": False}.items():
        places = {"C-HMC1": "2010", "C-41": "C-HMC1", "C-43": "3010"}
        state = scene(places, options=HIDDEN, disrupted=["C-41"], readings={"D26": letter})
        give(state, "confederate", move("C-43", "3011"))
        assert state.units["C-41"].disrupted is stays


def test_18_4b_a_reveal_on_the_way_breaks_off_the_move_and_then_it_goes_on() -> None:
    state = scene({"C-54": "2010", "U-HMC1": "2018"}, options=HIDDEN)  # a decoy: nothing to place
    give(state, "confederate", move("C-54", *line(11, 13)))
    assert state.hmcs["U-HMC1"].at == "available"
    assert state.units["C-54"].at == "2013"
    assert not state.core.pending


def test_18_4b_what_is_revealed_may_bar_the_rest_of_the_path() -> None:
    """16.4 to 16.6 look at further steps (D94): the cavalry stops and may go elsewhere."""
    state = scene(
        {"C-54": "2012", "U-HMC1": "2014", "U-1": "U-HMC1"},
        features={"light_woods": ("2013",)},
        options=(*HIDDEN, "command_control"),
    )
    state.command["confederate"] = "passive"
    give(state, "confederate", move("C-54", "2112", "2113", "2114"))
    assert isinstance(state.core.pending[-1], AwaitDeployment)
    facts = give(state, "union", DeployUnits(hmc="U-HMC1", places={"U-1": "2014"}))
    stopped = next(fact for fact in facts if isinstance(fact, MarchStopped))
    assert stopped.why.cite == "16.5a"
    assert not any(isinstance(fact, CavalryTested) for fact in facts)  # D34
    assert state.core.pending == [AwaitMarch(side="confederate", unit="C-54")]
    give(state, "confederate", move("C-54", "2213"))
    assert state.units["C-54"].at == "2213"


def test_d34_b_cavalry_is_tested_when_infantry_is_revealed_next_to_it() -> None:
    for letter, dice in {"A": (), "B": (4,)}.items():
        state = scene(
            {"C-54": "2012", "U-HMC1": "2014", "U-1": "U-HMC1"},
            features={"light_woods": ("2013",)},
            options=HIDDEN,
            readings={"D34": letter},
            ratings={"C-54": "4/3/3"},
        )
        give(state, "confederate", move("C-54", "2112", "2113"))
        give(state, "union", DeployUnits(hmc="U-HMC1", places={"U-1": "2014"}), *dice)
        assert state.units["C-54"].shaken is (letter == "B")


def taken_over(places: dict[str, str], **more: Any) -> State:
    """The Union has just won control of the first unit (17.3a)."""
    state = scene(places, options=("command_control", "loss_of_control", "hidden_movement"), **more)
    state.command["confederate"] = "panic"
    unit = next(iter(places))
    state.turn.control[unit] = "opponent"
    state.core.pending.append(AwaitMarch(side="union", unit=unit))
    return state


def test_17_3a_the_opponent_moves_a_unit_and_is_asked_what_it_declares() -> None:
    state = taken_over({"C-41": "2022", "U-7": "2020"})
    give(state, "union", move("C-41", "2021"))
    assert state.core.pending == [AwaitDeclaration(side="union", unit="C-41")]


def test_17_3a_the_opponent_may_leave_a_unit_where_it_is() -> None:
    state = taken_over({"C-41": "2021", "U-7": "2020"})
    give(state, "union", Decline())
    assert state.core.pending == [AwaitDeclaration(side="union", unit="C-41")]
    give(state, "union", Decline())
    assert refusal(state, "confederate", move("C-41", "2022")) == "17.3a"


def test_17_4a_the_opponent_may_take_a_unit_off_the_map_but_not_overstack() -> None:
    state = taken_over({"C-41": "2000", **dict.fromkeys(("C-42", "C-43", "C-44"), "2001")})
    assert refusal(state, "union", move("C-41", "2001")) == "17.4a"
    give(state, "union", move("C-41", "off"))
    assert state.units["C-41"].at == "out_of_play"
    assert not state.core.pending


def test_17_5a_a_controlled_hmc_moves_into_sight_and_is_gone() -> None:
    state = taken_over({"C-HMC1": "2014", "U-72": "2021"})
    give(state, "union", move("C-HMC1", "2015"))
    assert state.hmcs["C-HMC1"].at == "available"
    assert state.march is None
    assert not state.core.pending


def test_17_3a_l60_a_unit_nobody_commands_stays() -> None:
    state = scene({"C-41": "2020"}, disrupted=["C-41"])
    state.turn.control["C-41"] = "nobody"
    assert refusal(state, "confederate", move("C-41", "2021")) == "17.3a"
    assert refusal(state, "confederate", move("C-41", recover=True)) == "17.3a"
    assert not list(choices(state))


def test_17_3b_after_he_has_finished_the_owner_moves_only_freed_units() -> None:
    state = scene({"C-41": "2020", "C-43": "2520"})
    state.turn.is_leftover = True
    state.turn.freed.append("C-41")
    assert refusal(state, "confederate", move("C-43", "2521")) == "17.3b"
    give(state, "confederate", move("C-41", "2021"))
    assert state.units["C-41"].at == "2021"


def test_17_3b_the_opponent_moves_what_he_commands_while_chances_are_left() -> None:
    state = scene({"C-41": "2020", "C-43": "2520"}, options=("command_control", "loss_of_control"))
    state.command["confederate"] = "panic"
    state.turn.is_leftover, state.turn.chances = True, 1
    state.turn.control["C-41"] = "opponent"
    state.core.pending.append(AwaitLeftover(side="union"))
    listed = {choice.order.unit for choice in BOOK.choices(state) if isinstance(choice.order, MoveUnit)}
    assert listed == {"C-41"}
    give(state, "union", move("C-41", "2021"))
    assert state.units["C-41"].at == "2021"


def panicked(places: dict[str, str], **more: Any) -> State:
    """An army in Panic whose opponent has one chance to take a unit over."""
    state = scene(places, options=("command_control", "loss_of_control"), **more)
    state.command["confederate"], state.turn.chances = "panic", 1
    return state


def test_17_3a_the_first_use_of_a_unit_waits_for_the_opponent() -> None:
    state = panicked({"C-41": "2020", "C-52": "2520"})
    give(state, "confederate", move("C-41", "2021"))
    assert state.units["C-41"].at == "2020"
    give(state, "union", Decline())
    assert state.units["C-41"].at == "2021"
    assert not state.core.pending


def test_d79_a_declaration_is_a_use_of_the_unit_unless_only_movement_is() -> None:
    for letter, waits in {"A": True, "B": False}.items():
        state = panicked({"C-41": "2021", "C-52": "2022", "U-7": "2020"}, readings={"D79": letter})
        give(state, "confederate", DeclareAttack(unit="C-41", target="2020"))
        assert bool(state.core.pending) is waits
        if waits:
            give(state, "union", Decline())
        assert "C-41" in state.turn.declared


def test_17_3a_a_bombardment_goes_on_after_the_window() -> None:
    state = panicked({"C-52": "2022", "U-7": "2020"})
    give(state, "confederate", DeclareBombardment(unit="C-52", target="2020", aim="U-7"))
    assert not state.turn.declared
    give(state, "union", Decline())
    assert state.turn.declared["C-52"].kind == "bombardment"


def test_17_3c_an_entering_reinforcement_opens_no_window() -> None:
    state = position({"C-42": "pool"}, options=("command_control", "loss_of_control"))
    state.command["confederate"], state.turn.chances = "panic", 1
    state.units["C-42"].due = Arrival(turn=3, entry="A")
    give(state, "confederate", move("C-42", "1234"))
    assert state.units["C-42"].at == "1234"
