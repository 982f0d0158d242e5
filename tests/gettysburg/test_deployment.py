"""18.4, 18.5 Hidden Movement Counters that come off the map, by their owner's will or because they are observed."""

from __future__ import annotations

from copy import deepcopy

import pytest

from domain.kernel.chance import EnteredChance
from domain.kernel.play import carry_out
from domain.kernel.reasons import Reason
from rules.gettysburg import SYSTEM
from rules.gettysburg.book import BOOK
from rules.gettysburg.hidden import hidden
from rules.gettysburg.hidden.asks import AwaitDeployment, DeployUnits
from rules.gettysburg.hidden.facts import HiddenRevealed, HiddenTired, UnitDeployed
from rules.gettysburg.movement.asks import MoveUnit
from rules.gettysburg.position import is_any_observed
from rules.gettysburg.state import AVAILABLE, OUT_OF_PLAY
from rules.gettysburg.turn.asks import EndPhase
from rules.gettysburg.turn.state_facts import UnitDisrupted, UnitRouted
from tests.gettysburg.hidden_field import COMMAND, C, U, field, hide, observed, stir
from tests.gettysburg.positions import give, refusal
from tests.gettysburg.small_maps import small_ground


def _ring() -> list[str]:
    return list(small_ground().near("1010"))


def test_18_4a_units_of_a_counter_removed_by_its_owner_may_still_be_used() -> None:
    state = field({"C-HMC1": "1010", "C-41": "C-HMC1", "C-45": "C-HMC1"}, fired=["C-45"])
    facts = give(state, C, DeployUnits(hmc="C-HMC1", places={"C-45": "1011", "C-41": "1010"}))
    assert facts == [
        HiddenRevealed(hmc="C-HMC1", units=("C-41", "C-45"), why=Reason("its owner removes it", "18.4a")),
        UnitDeployed(unit="C-41", to="1010"),
        UnitDeployed(unit="C-45", to="1011"),
    ]
    assert not state.units["C-45"].fired
    assert state.turn.acted == []
    assert state.hmcs["C-HMC1"].at == AVAILABLE


def test_l66_a_counter_that_has_moved_is_not_removed_by_its_owner() -> None:
    state = field({"C-HMC1": "1010", "C-41": "C-HMC1"})
    state.turn.starts["C-HMC1"] = "1011"
    assert refusal(state, C, DeployUnits(hmc="C-HMC1", places={"C-41": "1010"})) == "18.4a"
    assert refusal(state, C, DeployUnits(hmc="C-HMC2")) == "18.4a"
    assert list(hidden.choices(state)) == []


def test_l67_units_deploy_in_the_hex_or_beside_it_within_stacking_and_not_onto_enemies() -> None:
    crowd = {"C-46": "1011", "C-47": "1011", "C-48": "1011"}
    state = field({"C-HMC1": "1010", "C-41": "C-HMC1", "C-42": "C-HMC1", "U-1": "1009", **crowd})
    for to in ("1012", "1009", "1011"):
        assert refusal(state, C, DeployUnits(hmc="C-HMC1", places={"C-41": to, "C-42": "1010"})) == "18.5"
    assert refusal(state, C, DeployUnits(hmc="C-HMC1", places={"C-41": "1010"})) == "18.5"
    assert refusal(state, C, DeployUnits(hmc="C-HMC1", places={"C-41": "1010", "U-1": "1010"})) == "18.5"


def test_l67_neither_artillery_nor_cavalry_deploys_into_rough() -> None:
    state = field(
        {"C-HMC1": "1010", "C-41": "C-HMC1", "C-45": "C-HMC1", "C-54": "C-HMC1"},
        features={"rough": ["1010"]},
    )
    for misplaced in ("C-45", "C-54"):
        places = {"C-41": "1010", "C-45": "1011", "C-54": "1011", misplaced: "1010"}
        assert refusal(state, C, DeployUnits(hmc="C-HMC1", places=places)) == "18.8b"
    give(state, C, DeployUnits(hmc="C-HMC1", places={"C-41": "1010", "C-45": "1011", "C-54": "1011"}))
    assert state.stacks == {"1010": ["C-41"], "1011": ["C-45", "C-54"]}


def test_l68_an_observed_counter_comes_off_and_nothing_else_is_done_before_its_owner_has_placed() -> None:
    state = observed({"C-41": "C-HMC1", "C-42": "C-HMC1"})
    facts = stir(state)
    assert facts[2] == HiddenRevealed(
        hmc="C-HMC1", units=("C-41", "C-42"), why=Reason("an enemy unit observes it", "18.4b")
    )
    assert state.core.pending == [AwaitDeployment(side=C, hmc="C-HMC1", at="1010", units=("C-41", "C-42"))]
    assert refusal(state, U, EndPhase()) == "5.1a"
    assert refusal(state, C, EndPhase()) == "18.4b"
    assert refusal(state, C, DeployUnits(hmc="C-HMC2", places={})) == "18.4b"
    assert refusal(state, C, DeployUnits(hmc="C-HMC1", places={"C-41": "1010", "C-42": "1012"})) == "18.5"
    give(state, C, DeployUnits(hmc="C-HMC1", places={"C-41": "1010", "C-42": "1011"}))
    assert state.core.pending == []
    assert state.stacks["1011"] == ["C-42"]


def test_18_5_units_may_be_placed_next_to_the_enemy() -> None:
    state = observed({"C-41": "C-HMC1"})
    stir(state)
    give(state, C, DeployUnits(hmc="C-HMC1", places={"C-41": "1011"}))
    assert state.units["C-41"].at == "1011"


def test_18_6_an_observed_decoy_vanishes_without_a_question() -> None:
    state = observed({})
    facts = stir(state)
    assert facts[2:] == [HiddenRevealed(hmc="C-HMC1", units=(), why=Reason("an enemy unit observes it", "18.4b"))]
    assert state.core.pending == []


def test_d74_the_counters_of_the_side_that_does_not_move_are_revealed_first() -> None:
    state = field(
        {"C-HMC1": "1010", "C-41": "C-HMC1", "U-1": "1014", "U-HMC1": "1014", "U-3": "U-HMC1", "C-42": "1018"},
        active=U,
    )
    give(state, U, DeployUnits(hmc="U-HMC1", places={"U-3": "1014"}))
    assert state.core.pending[-1] == AwaitDeployment(side=C, hmc="C-HMC1", at="1010", units=("C-41",))


def test_d74_reveals_go_on_until_none_is_observed() -> None:
    chain = {"C-HMC1": "1010", "C-41": "C-HMC1", "U-1": "1016", "U-HMC2": "1003", "U-3": "U-HMC2"}
    state = field({**chain, "U-2": "3030"}, active=U)
    stir(state)
    facts = give(state, C, DeployUnits(hmc="C-HMC1", places={"C-41": "1009"}))
    assert isinstance(facts[0], UnitDeployed)
    assert state.core.pending[-1] == AwaitDeployment(side=U, hmc="U-HMC2", at="1003", units=("U-3",))


def test_d74_units_without_room_rout() -> None:
    around = {f"C-{number}": at for number, at in zip(range(1, 19), _ring() * 3, strict=True)}
    inside = {"C-41": "C-HMC1", "C-42": "C-HMC1", "C-43": "C-HMC1", "C-44": "C-HMC1"}
    state = observed({**around, **inside, "C-Train": "0505"})
    stir(state)
    assert len(state.core.pending) == 1
    three = {"C-41": "1010", "C-43": "1010", "C-44": "1010"}
    assert refusal(state, C, DeployUnits(hmc="C-HMC1", places={"C-41": "1010", "C-43": "1010"})) == "18.5"
    facts = give(state, C, DeployUnits(hmc="C-HMC1", places=three))
    assert UnitRouted(unit="C-42", box="routed", why=Reason("no room to deploy", "18.5")) in facts
    assert state.stacks["1010"] == ["C-41", "C-43", "C-44"]


def test_18_5_a_single_possible_placing_is_not_asked_for() -> None:
    around = {f"C-{number}": at for number, at in zip(range(1, 19), _ring() * 3, strict=True)}
    state = observed({**around, "C-41": "C-HMC1"})
    facts = stir(state)
    assert facts[-1] == UnitDeployed(unit="C-41", to="1010")
    assert state.core.pending == []


@pytest.mark.parametrize("command", ["attack", "restricted"])
def test_d74_b_units_deploy_next_to_enemy_infantry_only_in_attack_state(command: str) -> None:
    state = observed({"C-41": "C-HMC1", "U-3": "1012"}, options=COMMAND, readings={"D74": "B"})
    state.command.update({C: command, U: "attack"})  # type: ignore[dict-item]
    stir(state)
    order = DeployUnits(hmc="C-HMC1", places={"C-41": "1011"})
    if command == "attack":
        give(state, C, order)
        assert state.units["C-41"].at == "1011"
    else:
        assert refusal(state, C, order) == "18.5"
        assert all("1011" not in choice.order.places.values() for choice in BOOK.choices(state))  # type: ignore


@pytest.mark.parametrize(("reading", "fired"), [("A", True), ("B", False)])
def test_d75_disrupted_artillery_deploys_fired_or_under_b_ready(reading: str, fired: bool) -> None:
    state = field({"C-HMC1": "1010", "C-45": "C-HMC1"}, disrupted=["C-45"], fired=["C-45"], readings={"D75": reading})
    give(state, C, DeployUnits(hmc="C-HMC1", places={"C-45": "1010"}))
    assert state.units["C-45"].fired is fired


def test_20_2a_units_deployed_at_night_are_disrupted() -> None:
    state = field({"C-HMC1": "1010", "C-41": "C-HMC1", "C-45": "C-HMC1"}, turn=11)
    facts = give(state, C, DeployUnits(hmc="C-HMC1", places={"C-41": "1010", "C-45": "1010"}))
    assert UnitDisrupted(unit="C-41", why=Reason("deploys at night", "20.2a")) in facts
    assert state.units["C-45"].disrupted
    assert state.units["C-45"].fired


def test_20_2a_at_night_a_counter_is_observed_at_four_hexes_and_no_farther() -> None:
    for at, is_seen in (("1014", True), ("1015", False)):
        state = field({"C-HMC1": "1010", "U-1": at}, turn=11)
        assert is_any_observed(state) is is_seen


@pytest.mark.parametrize(("reading", "tired"), [("A", False), ("B", True)])
def test_d76_units_in_a_counter_that_moved_at_night_are_disrupted_under_b(reading: str, tired: bool) -> None:
    state = field({"C-HMC1": "1010", "C-41": "C-HMC1", "C-42": "2020"}, turn=11, readings={"D76": reading})
    state.turn.starts["C-HMC1"] = "1011"
    recorded = carry_out(SYSTEM, state, C, hide("2020", h2=("C-42",)), EnteredChance(()))
    assert state.units["C-41"].disrupted is tired
    found = [item.to for item in recorded if isinstance(item.fact, HiddenTired)]
    assert found == ([(C,)] if tired else [])


def test_18_4b_units_of_an_observed_counter_that_had_moved_have_moved_too() -> None:
    state = field({"C-HMC1": "1010", "C-41": "C-HMC1", "C-45": "C-HMC1", "U-1": "1014", "C-42": "3030"})
    state.turn.starts["C-HMC1"] = "1009"
    give(state, C, hide("3030", h2=("C-42",)))
    give(state, C, DeployUnits(hmc="C-HMC1", places={"C-41": "1010", "C-45": "1010"}))
    assert {"C-41", "C-45"} <= set(state.turn.acted)
    assert state.turn.starts["C-41"] == "1009"
    assert "C-45" not in state.turn.starts  # 18.8b
    assert not state.units["C-45"].fired


def test_18_4b_a_counter_is_not_revealed_while_an_answer_is_awaited_or_between_the_phases_that_observe() -> None:
    state = observed({"C-41": "C-HMC1"}, phase="command")
    assert not is_any_observed(state)
    state.core.phase = "return"
    assert is_any_observed(state)


def test_d95_b_nothing_is_revealed_before_a_piece_has_moved() -> None:
    waiting = observed({"C-41": "C-HMC1"}, readings={"D95": "B"})
    stir(waiting)
    assert waiting.hmcs["C-HMC1"].at == "1010"
    waiting.turn.starts["U-1"] = "1013"
    assert is_any_observed(waiting)
    assert is_any_observed(observed({"C-41": "C-HMC1"}))


@pytest.mark.parametrize(("reading", "sees"), [("A", False), ("B", True), ("C", True)])
def test_d71_counters_observe_only_under_b_and_full_ones_under_c(reading: str, sees: bool) -> None:
    places = {"C-HMC1": "1010", "U-HMC1": "1013", "U-1": "U-HMC1"}
    assert is_any_observed(field(places, readings={"D71": reading})) is sees
    decoys = field({"C-HMC1": "1010", "U-HMC1": "1013"}, readings={"D71": reading})
    assert is_any_observed(decoys) is (reading == "B")


def test_d23_b_observation_reaches_five_hexes_instead_of_six() -> None:
    places = {"C-HMC1": "1010", "U-1": "1016"}
    assert is_any_observed(field(places))
    assert not is_any_observed(field(places, readings={"D23": "B"}))


def test_22_6_a_counter_that_left_the_map_is_broken_up_there_in_any_command_state() -> None:
    places = {"C-HMC1": OUT_OF_PLAY, "C-41": "C-HMC1", "C-42": "2020"}
    state = field(places, options=(*COMMAND, "return_to_map"))
    state.command[C] = "panic"
    state.hmcs["C-HMC1"].left_on = 2
    assert refusal(state, C, DeployUnits(hmc="C-HMC1", places={"C-41": "1234"})) == "22.6"
    assert [choice.order for choice in hidden.choices(state)] == [DeployUnits(hmc="C-HMC1")]
    give(state, C, DeployUnits(hmc="C-HMC1"))
    assert (state.units["C-41"].at, state.units["C-41"].left_on) == (OUT_OF_PLAY, 2)
    assert state.hmcs["C-HMC1"].at == AVAILABLE
    assert refusal(field(places), C, DeployUnits(hmc="C-HMC1")) == "8.5"


def test_18_5_the_answers_offered_to_a_reveal_are_different_and_complete() -> None:
    state = observed({"C-41": "C-HMC1", "C-42": "C-HMC1", "C-45": "C-HMC1"}, features={"rough": ["1010"]})
    stir(state)
    offered = [choice.order for choice in BOOK.choices(state)]
    assert len(offered) == 10
    for order in offered:
        assert isinstance(order, DeployUnits)
        copied = deepcopy(state)
        give(copied, C, order)
        assert copied.core.pending == []
        assert offered.count(order) == 1


def test_18_4b_a_move_that_comes_to_observe_a_counter_waits_for_the_reveal_and_then_goes_on() -> None:
    state = field({"U-1": "1020", "C-HMC1": "1012", "C-41": "C-HMC1"}, active=U)
    give(state, U, MoveUnit(unit="U-1", path=("1019", "1018", "1017")))
    assert state.units["U-1"].at == "1018"
    assert state.core.pending[-1] == AwaitDeployment(side=C, hmc="C-HMC1", at="1012", units=("C-41",))
    give(state, C, DeployUnits(hmc="C-HMC1", places={"C-41": "1011"}))
    assert state.units["U-1"].at == "1017"
    assert state.core.pending == []


def test_18_4b_what_is_revealed_in_the_way_stops_the_move() -> None:
    places = {"U-1": "1020", "C-HMC1": "1016", "C-41": "C-HMC1"}
    state = field(places, active=U, options=COMMAND, readings={"D95": "B"})
    state.command.update({C: "attack", U: "restricted"})
    give(state, U, MoveUnit(unit="U-1", path=("1019", "1018")))
    give(state, C, DeployUnits(hmc="C-HMC1", places={"C-41": "1017"}))
    assert state.units["U-1"].at == "1019"


def test_d74_a_of_counters_that_both_sides_observe_the_non_phasing_sides_comes_off_first() -> None:
    state = field({"C-HMC1": "1010", "U-1": "1013", "U-HMC1": "2010", "C-41": "2013", "C-42": "3030"})
    facts = give(state, C, hide("3030", h2=("C-42",)))
    assert [fact.hmc for fact in facts if isinstance(fact, HiddenRevealed)] == ["U-HMC1", "C-HMC1"]
